"""Operators that hostacl lacks, on the CPU's kernels over the device's memory."""

import threading

import hostacl
import pytest
import torch
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

pytestmark = pytest.mark.usefixtures("fallback")


def test_results_lie_on_the_device_and_equal_the_cpus():
    x, y = torch.randn(4, 6), torch.randn(6)
    for function in (torch.add, torch.maximum, torch.atan2, lambda a, b: a @ b):
        result = function(x.npu(), y.npu())
        assert result.device == torch.device("npu:0")
        assert torch.equal(result.cpu(), function(x, y))


@pytest.mark.parametrize(
    "view", [lambda t: t.t(), lambda t: t[1::2, 3:], lambda t: t[:1].expand(4, 6)]
)
def test_views_are_read_as_they_lie(view):
    x = torch.randn(4, 6)
    assert torch.equal(torch.exp(view(x.npu())).cpu(), torch.exp(view(x)))


def test_in_place_operators_write_through_views_and_keep_identity():
    x, there = torch.randn(4, 6), torch.zeros(4, 6).npu()
    there.copy_(x)
    address = there.data_ptr()
    part = there.t()[2:4]
    assert part.mul_(3) is part
    part.add_(part)
    x.t()[2:4].mul_(6)
    assert there.data_ptr() == address and torch.equal(there.cpu(), x)
    with torch.inference_mode():
        lies_alike = there.detach()
        assert there.add_(lies_alike) is there


def test_in_place_operators_move_the_version_on():
    x = torch.randn(3).npu().requires_grad_()
    y = x * 1
    z = y * y
    y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()


def test_out_is_written_in_place_and_grows_where_it_is_empty():
    x = torch.randn(4, 6)
    out = torch.empty(4, 6, device="npu").t().contiguous().t()
    address = out.data_ptr()
    assert torch.add(x.npu(), 1, out=out) is out
    assert out.data_ptr() == address and torch.equal(out.cpu(), x + 1)
    for start in (torch.empty(0, device="npu"), torch.empty(2, device="npu")):
        torch.add(x.npu(), 1, out=start)
        assert torch.equal(start.cpu(), x + 1)
    values, indices = torch.empty(0, device="npu"), torch.empty(0, dtype=torch.int64, device="npu")
    torch.max(x.npu(), 1, out=(values, indices))
    assert torch.equal(values.cpu(), x.max(1).values)
    assert torch.equal(indices.cpu(), x.max(1).indices)


@pytest.mark.parametrize(
    "make",
    [
        lambda device: torch.arange(2, 20, 3, device=device),
        lambda device: torch.linspace(0, 1, 7, device=device),
        lambda device: torch.eye(3, 5, device=device),
        lambda device: torch.full((2, 3), 7, dtype=torch.int16, device=device),
        lambda device: torch.tril_indices(4, 4, device=device),
        lambda device: torch.tensor([1 + 2j, 3], device=device),
        lambda device: torch.zeros(2, dtype=torch.complex64, device=device),
        lambda device: torch.hann_window(9, device=device),
    ],
)
def test_factories(make):
    made = make("npu")
    assert made.device.type == "npu"
    assert made.dtype == make("cpu").dtype and torch.equal(made.cpu(), make("cpu"))


def test_operands_on_two_devices_are_refused():
    with pytest.raises(RuntimeError, match="same device"):
        torch.ones(3).npu() + torch.ones(3)
    assert (torch.ones(3).npu() + torch.tensor(2.0)).cpu().tolist() == [3, 3, 3]
    assert torch.ones(3).npu()[torch.tensor([0, 2])].shape == (2,)


def test_wrapped_numbers_do_not_promote():
    assert (torch.ones(2, dtype=torch.float16).npu() * 2.5).dtype == torch.float16
    assert (torch.ones(2, dtype=torch.int32).npu() + 1).dtype == torch.int32
    assert (torch.ones(2, dtype=torch.int32).npu() + 0.5).dtype == torch.float32


def test_autocast():
    layer = torch.nn.Linear(6, 4).npu()
    with torch.autocast("npu", dtype=torch.bfloat16):
        y = layer(torch.randn(3, 6).npu())
        assert y.dtype == torch.bfloat16
        assert F.log_softmax(y, -1).dtype == torch.float32
    y.float().sum().backward()
    assert layer.weight.grad.dtype == torch.float32


def test_inference_mode():
    x = torch.randn(4, 6)
    with torch.inference_mode():
        result = (F.glu(x.npu(), -1) @ torch.ones(3, 2).npu()).cpu()
    torch.testing.assert_close(result, F.glu(x, -1) @ torch.ones(3, 2))


def gradients(function, device, *shapes):
    torch.manual_seed(7)
    inputs = [torch.randn(shape).to(device).requires_grad_() for shape in shapes]
    result = function(*inputs)
    return [result, *torch.autograd.grad(result.square().sum(), inputs)]


RECURRENT = torch.nn.LSTM(5, 4, num_layers=2, batch_first=True, bidirectional=True)
GATED = torch.nn.GRU(5, 4, batch_first=True)
RECURRENT_CELL = torch.nn.LSTMCell(5, 4)
GATED_CELL = torch.nn.GRUCell(5, 4)


def on(module, x, *state):
    return module.to(x.device)(x, *state)


def packed(module, x):
    sequence = pack_padded_sequence(x, [6, 4, 3], batch_first=True)
    return pad_packed_sequence(on_packed(module, sequence), batch_first=True)[0]


def on_packed(module, sequence):
    return module.to(sequence.data.device)(sequence)[0]


@pytest.mark.parametrize(
    "function,shapes",
    [
        (lambda x: on(RECURRENT, x)[0], [(3, 6, 5)]),
        (lambda x: on(GATED, x)[0], [(3, 6, 5)]),
        (lambda x, h, c: torch.cat(on(RECURRENT_CELL, x, (h, c))), [(3, 5), (3, 4), (3, 4)]),
        (lambda x, h: on(GATED_CELL, x, h), [(3, 5), (3, 4)]),
        (lambda x: packed(RECURRENT, x), [(3, 6, 5)]),
        (lambda q, k: F.scaled_dot_product_attention(q, k, k), [(2, 2, 5, 8), (2, 2, 5, 8)]),
        (
            lambda q: F.scaled_dot_product_attention(q, q, q, is_causal=True),
            [(2, 2, 5, 8)],
        ),
        (lambda x, y: F.kl_div(x, y.softmax(-1), reduction="none"), [(4, 6), (4, 6)]),
        (lambda x, w: F.conv2d(x, w, padding=1), [(2, 3, 8, 8), (4, 3, 3, 3)]),
        (lambda x: F.max_pool2d(F.batch_norm(x, None, None, training=True), 2), [(2, 3, 8, 8)]),
        (lambda x: F.layer_norm(x, (6,)), [(4, 6)]),
        (lambda x: torch.fft.rfft(x).abs(), [(4, 6)]),
        (lambda x: x[torch.tensor([0, 2]).to(x.device)].cumsum(1), [(4, 6)]),
        (lambda x: torch.cat([x.t(), x.t()], 0).std(0), [(4, 6)]),
    ],
    ids=[
        *("lstm", "gru", "lstm_cell", "gru_cell", "packed", "attention", "causal_attention"),
        *("kl_div", "conv", "pool_norm", "layer_norm", "fft", "index", "cat"),
    ],
)
def test_results_and_gradients_equal_the_cpus(function, shapes):
    expected = gradients(function, "cpu", *shapes)
    for result, exact in zip(gradients(function, "npu", *shapes), expected):
        assert result.device.type == "npu"
        torch.testing.assert_close(result.cpu(), exact, rtol=1e-4, atol=1e-5)


def test_seeds_decide_random_numbers():
    def draw():
        values = [
            torch.randn(4, device="npu"),
            torch.rand(4, device="npu"),
            torch.randperm(9, device="npu"),
        ]
        values.append(F.dropout(torch.ones(64).npu(), 0.5))
        return [value.cpu() for value in values]

    torch.manual_seed(3)
    first, second = draw(), draw()
    torch.npu.manual_seed(3)
    again = draw()
    assert all(torch.equal(a, b) for a, b in zip(first, again))
    assert not any(torch.equal(a, b) for a, b in zip(first, second))


def test_the_state_of_the_generator_can_be_taken_and_given_back():
    torch.rand(3, device="npu")
    state = torch.npu.get_rng_state()
    first = torch.rand(3, device="npu").cpu()
    torch.npu.set_rng_state(state)
    assert torch.equal(torch.rand(3, device="npu").cpu(), first)
    own = torch.Generator(device="npu").manual_seed(5)
    drawn = torch.rand(3, device="npu", generator=own).cpu()
    own.manual_seed(5)
    assert torch.equal(torch.rand(3, device="npu", generator=own).cpu(), drawn)
    with pytest.raises(RuntimeError, match="generator"):
        torch.rand(3, device="npu", generator=torch.Generator())


def test_random_numbers_leave_the_cpus_generator_alone():
    torch.manual_seed(1)
    expected = torch.rand(3)
    torch.manual_seed(1)
    F.dropout(torch.ones(64).npu(), 0.5)
    torch.randn(5, device="npu")
    assert torch.equal(torch.rand(3), expected)


def test_numbers_are_drawn_from_their_distributions():
    normal = torch.randn(100_000, device="npu").cpu()
    assert abs(normal.mean()) < 0.02 and abs(normal.std() - 1) < 0.02
    kept = F.dropout(torch.ones(100_000).npu(), 0.25).cpu()
    assert abs((kept > 0).float().mean() - 0.75) < 0.01


def test_gradient_checkpoints_draw_the_same_numbers_again():
    from torch.utils.checkpoint import checkpoint

    x = torch.ones(1000).npu().requires_grad_()
    y = checkpoint(lambda t: F.dropout(t, 0.5), x, use_reentrant=False)
    y.sum().backward()
    assert torch.equal(x.grad.cpu(), y.detach().cpu())


def test_printing():
    assert "1.5" in repr(torch.tensor([1.5, 2.0]).npu())


def test_it_can_be_switched_off_and_on_again():
    x = torch.ones(3).npu()
    hostacl.torch.disable_fallback()
    assert not hostacl.torch.fallback_enabled()
    with pytest.raises(RuntimeError, match="hostacl has no operator"):
        x + x
    hostacl.torch.enable_fallback()
    hostacl.torch.enable_fallback()
    assert hostacl.torch.fallback_enabled()
    assert (x + x).cpu().tolist() == [2, 2, 2]


def test_gradients_run_on_the_thread_that_asks_for_them():
    threads = []
    x = torch.ones(3).npu().requires_grad_()
    x.register_hook(lambda gradient: threads.append(threading.get_ident()))
    (x * 2).sum().backward()
    assert threads == [threading.get_ident()]


def test_the_report_says_what_ran_where():
    hostacl.torch.reset_report()
    x = torch.randn(4, 6).npu()
    for _ in range(3):
        torch.relu(F.glu(x, -1))
    torch.npu.synchronize()
    report = hostacl.torch.report()
    rows = {(name, where): (calls, seconds) for name, where, calls, seconds in report}
    assert rows["aclnnGlu", "hostacl"][0] == 3 and rows["aclnnGlu", "hostacl"][1] > 0
    assert rows["relu", "cpu"][0] == 3 and rows["relu", "cpu"][1] > 0
    assert "aclnnGlu" in str(report) and report.where("cpu") == {"relu"}
