"""The cells of LSTM and GRU, which PyTorch fuses on devices and has no CPU kernel for.

LSTM:  i, f, o = sigmoid(gates), g = tanh(gates);  c' = f c + i g;  h' = o tanh(c')
GRU:   r, z = sigmoid(input + hidden), n = tanh(input_n + r hidden_n);  h' = n + z (h - n)
"""

import torch


def _gates(values, bias):
    return values if bias is None else values + bias


def lstm_cell(input_gates, hidden_gates, cx, input_bias=None, hidden_bias=None):
    """aten::_thnn_fused_lstm_cell: returns h', c' and the four gates for the gradient."""
    gates = _gates(input_gates, input_bias) + _gates(hidden_gates, hidden_bias)
    i, f, g, o = gates.chunk(4, dim=1)
    for gate in (i, f, o):
        gate.sigmoid_()
    g.tanh_()
    cy = f * cx + i * g
    return o * cy.tanh(), cy, gates


def lstm_cell_backward(grad_hy, grad_cy, cx, cy, workspace, has_bias):
    """aten::_thnn_fused_lstm_cell_backward_impl: returns the gradients of gates, c and bias."""
    if grad_hy is None and grad_cy is None:
        return None, None, None
    i, f, g, o = workspace.chunk(4, dim=1)
    tanh_cy = cy.tanh()
    grad_c = torch.zeros_like(cx) if grad_cy is None else grad_cy
    grad_o = torch.zeros_like(cx)
    if grad_hy is not None:
        grad_c = grad_c + grad_hy * o * (1 - tanh_cy * tanh_cy)
        grad_o = grad_hy * tanh_cy
    grad_gates = torch.cat(
        [
            grad_c * g * i * (1 - i),
            grad_c * cx * f * (1 - f),
            grad_c * i * (1 - g * g),
            grad_o * o * (1 - o),
        ],
        dim=1,
    )
    return grad_gates, grad_c * f, grad_gates.sum(0) if has_bias else None


def gru_cell(input_gates, hidden_gates, hx, input_bias=None, hidden_bias=None):
    """aten::_thnn_fused_gru_cell: returns h' and r, z, n, h, hidden_n for the gradient."""
    input_r, input_z, input_n = _gates(input_gates, input_bias).chunk(3, dim=1)
    hidden_r, hidden_z, hidden_n = _gates(hidden_gates, hidden_bias).chunk(3, dim=1)
    r = (input_r + hidden_r).sigmoid_()
    z = (input_z + hidden_z).sigmoid_()
    n = (input_n + r * hidden_n).tanh_()
    return n + z * (hx - n), torch.cat([r, z, n, hx, hidden_n], dim=1)


def gru_cell_backward(grad_hy, workspace, has_bias):
    """aten::_thnn_fused_gru_cell_backward: the gradients of both gates, h and the biases."""
    r, z, n, hx, hidden_n = workspace.chunk(5, dim=1)
    grad_n = grad_hy * (1 - z) * (1 - n * n)
    grad_z = grad_hy * (hx - n) * z * (1 - z)
    grad_r = grad_n * hidden_n * r * (1 - r)
    grad_input = torch.cat([grad_r, grad_z, grad_n], dim=1)
    grad_hidden = torch.cat([grad_r, grad_z, grad_n * r], dim=1)
    grad_biases = (grad_input.sum(0), grad_hidden.sum(0)) if has_bias else (None, None)
    return grad_input, grad_hidden, grad_hy * z, *grad_biases


CELLS = {
    "_thnn_fused_gru_cell": gru_cell,
    "_thnn_fused_gru_cell_backward": gru_cell_backward,
    "_thnn_fused_lstm_cell": lstm_cell,
    "_thnn_fused_lstm_cell_backward_impl": lstm_cell_backward,
}
