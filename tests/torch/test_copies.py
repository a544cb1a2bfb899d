"""Copies and casts between host and device, and on the device."""

import layouts
import pytest
import torch

DTYPES = [
    torch.float64,
    torch.float32,
    torch.float16,
    torch.bfloat16,
    torch.int64,
    torch.int32,
    torch.int16,
    torch.int8,
    torch.uint8,
    torch.bool,
]


def values_of(shape, dtype):
    return torch.randint(-100, 100, shape).to(dtype)


@pytest.mark.parametrize("layout", layouts.ALL)
@pytest.mark.parametrize("dtype", DTYPES)
def test_there_and_back(dtype, layout):
    for shape in layouts.SHAPES + layouts.EMPTY_SHAPES:
        values = values_of(shape, dtype)
        there = layout(values, "npu")
        assert there.dtype == dtype and there.device.type == "npu"
        expected = layout(values, "cpu")
        assert torch.equal(there.cpu(), expected), shape
        assert torch.equal(there.contiguous().cpu(), expected), shape
        assert torch.equal(there.clone().cpu(), expected), shape


@pytest.mark.parametrize("to", DTYPES[1:])
@pytest.mark.parametrize("dtype", DTYPES)
def test_casts_round_as_on_the_cpu(dtype, to):
    values = torch.cat([values_of((50,), dtype), (10 * torch.randn(50)).to(dtype)])
    if to == torch.uint8 and dtype != torch.bool:
        values = values.abs()  # CANN saturates where the CPU wraps
    assert torch.equal(values.npu().to(to).cpu(), values.to(to))


@pytest.mark.parametrize("to", DTYPES[1:])
def test_copies_into_a_view_cast_and_broadcast(to):
    source = 10 * torch.rand(3, 1, 4)
    for view in (lambda t: t, lambda t: t.transpose(0, 2), lambda t: t[:, ::2]):
        expected, there = torch.zeros(4, 6, 4, dtype=to), torch.zeros(4, 6, 4, dtype=to).npu()
        view(expected)[:3, :2].copy_(source[:, :, :2] if view(expected).shape[2] == 2 else source)
        view(there)[:3, :2].copy_(source.npu())
        assert torch.equal(there.cpu(), expected)


def test_half_precision_casts_round_to_nearest_even():
    halves = torch.tensor([1 + 2**-11, 1 + 3 * 2**-11, 65519.0, 65520.0, 2**-25, -0.0])
    assert torch.equal(halves.npu().half().cpu(), halves.half())
    assert torch.equal(halves.npu().bfloat16().cpu(), halves.bfloat16())


def test_assignment_to_a_slice_touches_nothing_else():
    there = torch.zeros(8, 8).npu()
    there[2:6:2, 1:7:3] = torch.ones(2, 2).npu()
    expected = torch.zeros(8, 8)
    expected[2:6:2, 1:7:3] = 1
    assert torch.equal(there.cpu(), expected)


def test_asynchronous_copies_with_pinned_memory():
    values = torch.randn(1000, 1000).pin_memory()
    assert values.is_pinned()
    there = values.to("npu", non_blocking=True)
    back = torch.empty(1000, 1000).pin_memory()
    back.copy_(there, non_blocking=True)
    torch.npu.synchronize()
    assert torch.equal(back, values)


@pytest.mark.parametrize("dtype", DTYPES)
def test_fills(dtype):
    assert torch.equal(
        torch.zeros(3, 5, dtype=dtype, device="npu").cpu(), torch.zeros(3, 5, dtype=dtype)
    )
    assert torch.equal(
        torch.ones(3, 5, dtype=dtype, device="npu").cpu(), torch.ones(3, 5, dtype=dtype)
    )
    there = torch.zeros(4, 6, dtype=dtype).npu()
    there[:, ::2].fill_(1)
    expected = torch.zeros(4, 6, dtype=dtype)
    expected[:, ::2] = 1
    assert torch.equal(there.cpu(), expected)
    assert torch.equal(there.zero_().cpu(), torch.zeros(4, 6, dtype=dtype))


def test_one_value_is_read_back():
    assert torch.tensor([1.5, 2.5]).npu()[1].item() == 2.5


def test_cast_to_float64_is_float32_without_the_fallback():
    # torch_npu's own doing, which docs/pytorch.md tells of.
    assert torch.ones(2).npu().double().dtype == torch.float32


def test_cast_to_float64_with_the_fallback(fallback):
    values = torch.randn(5)
    assert torch.equal(values.npu().double().cpu(), values.double())
