"""GLU, log-softmax and their gradients on "npu" against float64 on the CPU."""

import layouts
import pytest
import torch
import torch.nn.functional as F

FUNCTIONS = {"glu": F.glu, "log_softmax": F.log_softmax}
# Absolute and relative, a few units in the last place of results of the size of 1.
TOLERANCES = {
    torch.float64: 1e-14,
    torch.float32: 1e-6,
    torch.float16: 2e-3,
    torch.bfloat16: 1.6e-2,
}
GRADIENT_DTYPES = {
    "glu": list(TOLERANCES),
    "log_softmax": [torch.float32, torch.float16, torch.bfloat16],
}


def dims_of(name, shape):
    if not shape:
        return [] if name == "glu" else [0, -1]
    dims = range(-len(shape), len(shape))
    return [dim for dim in dims if name != "glu" or shape[dim] % 2 == 0]


def assert_near(result, expected, dtype, case):
    assert result.device.type == "npu" and result.dtype == dtype, case
    tolerance = TOLERANCES[dtype]
    torch.testing.assert_close(
        result.cpu().double(),
        expected,
        rtol=tolerance,
        atol=tolerance,
        msg=lambda m: f"{case}: {m}",
    )


def values_of(shape, dtype):
    return (3 * torch.randn(shape, dtype=torch.float64)).to(dtype)


@pytest.mark.parametrize("layout", layouts.ALL)
@pytest.mark.parametrize("dtype", TOLERANCES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_forward_of_every_shape_and_dim(name, dtype, layout):
    for shape in layouts.SHAPES + layouts.EMPTY_SHAPES:
        x = layout(values_of(shape, dtype), "npu")
        for dim in dims_of(name, shape):
            expected = FUNCTIONS[name](x.cpu().double(), dim)
            assert_near(FUNCTIONS[name](x, dim), expected, dtype, (shape, dim))


@pytest.mark.parametrize("layout", layouts.ALL)
@pytest.mark.parametrize(
    "name,dtype", [(name, dtype) for name in FUNCTIONS for dtype in GRADIENT_DTYPES[name]]
)
def test_gradient_of_every_shape_and_dim(name, dtype, layout):
    for shape in layouts.SHAPES + layouts.EMPTY_SHAPES:
        x = layout(values_of(shape, dtype), "npu").detach().requires_grad_()
        for dim in dims_of(name, shape):
            y = FUNCTIONS[name](x, dim)
            grad = layout(values_of(y.shape, dtype), "npu")
            (result,) = torch.autograd.grad(y, x, grad)
            if name == "glu":
                exact = x.detach().cpu().double().requires_grad_()
                (expected,) = torch.autograd.grad(F.glu(exact, dim), exact, grad.cpu().double())
            else:
                # From the forward's rounded result, which is what a gradient is given.
                g = grad.cpu().double()
                expected = g - y.detach().cpu().double().exp() * g.sum(dim, keepdim=True)
            assert_near(result, expected, dtype, (shape, dim))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_that_are_not_finite_pass_as_on_the_cpu(name):
    inf, nan = float("inf"), float("nan")
    x = torch.tensor([[1.0, inf, -inf, nan], [-inf, -inf, 0.0, 200.0], [88.0, -104.0, 1e-45, -0.0]])
    expected = FUNCTIONS[name](x, -1)
    result = FUNCTIONS[name](x.npu(), -1)
    torch.testing.assert_close(result.cpu(), expected, equal_nan=True, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("shape,dim", [((1000, 1024), -1), ((1000, 1024), 0), ((3, 70000), 1)])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_large_operands_and_their_gradients(name, shape, dim):
    x = values_of(shape, torch.float32).npu().requires_grad_()
    y = FUNCTIONS[name](x, dim)
    exact = x.detach().cpu().double().requires_grad_()
    expected = FUNCTIONS[name](exact, dim)
    torch.testing.assert_close(y.detach().cpu().double(), expected.detach(), rtol=1e-6, atol=1e-6)
    grad = values_of(y.shape, torch.float32)
    (result,) = torch.autograd.grad(y, x, grad.npu())
    (expected,) = torch.autograd.grad(expected, exact, grad.double())
    # exp(y) of a y near -15 amplifies its rounding, and sums of 70000 gradients are near 800.
    torch.testing.assert_close(result.cpu().double(), expected, rtol=1e-5, atol=1e-5)


def test_out_variants_write_in_place():
    x = torch.randn(4, 6)
    out = torch.empty(4, 3, device="npu")
    address = out.data_ptr()
    torch._C._nn.glu(x.npu(), -1, out=out)
    assert out.data_ptr() == address
    torch.testing.assert_close(out.cpu(), F.glu(x, -1), rtol=1e-6, atol=1e-6)


def test_a_chain_runs_in_order_without_waiting():
    x = torch.randn(64, 256)
    expected, device = x.double(), x.npu()
    for _ in range(5):
        expected, device = (
            F.log_softmax(F.glu(expected, -1), 0),
            F.log_softmax(F.glu(device, -1), 0),
        )
    torch.testing.assert_close(device.cpu().double(), expected, rtol=1e-5, atol=1e-5)
