"""PyTorch's out= calls on the memory that hostacl works on, and the check of hostacl's result."""

from __future__ import annotations

import ctypes
import time
from typing import TYPE_CHECKING

import torch

from bench.cases import GLU, Case
from bench.device import Operands

if TYPE_CHECKING:
    from bench.layout import View

ATEN = torch.ops.aten
# Loosely: what the dtype's rounding and a sum in it can make of values near 1.
TOLERANCE = {"float64": 1e-9, "float32": 1e-4, "float16": 1e-2, "bfloat16": 5e-2}
CHECKED_ELEMENTS = 1 << 20


def use_threads(threads: int) -> None:
    torch.set_num_threads(threads)


def tensor_at(memory: int, view: View, dtype: str, item: int) -> torch.Tensor:
    buffer = (ctypes.c_char * (view.storage * item)).from_address(memory)
    flat = torch.frombuffer(buffer, dtype=getattr(torch, dtype))
    return flat.as_strided(view.sizes, view.strides, view.offset)


def operand(operands: Operands, name: str) -> torch.Tensor:
    case = operands.case
    view = getattr(case, name)
    return tensor_at(operands.addresses[name], view, case.dtype, case.item)


class PyTorch:
    name = "PyTorch"

    def __init__(self, operands: Operands) -> None:
        self.case = operands.case
        self.grad = operand(operands, "grad")
        self.input = operand(operands, "input")
        self.out = operand(operands, "out")

    def time(self, calls: int) -> float:
        return self.time_glu(calls) if self.case.op == GLU else self.time_log_softmax(calls)

    def time_glu(self, calls: int) -> float:
        function = ATEN.glu_backward.grad_input
        grad, self_, dim, out = self.grad, self.input, self.case.dim, self.out
        begin = time.perf_counter()
        for _ in range(calls):
            function(grad, self_, dim, grad_input=out)
        return (time.perf_counter() - begin) / calls

    def time_log_softmax(self, calls: int) -> float:
        function = ATEN._log_softmax_backward_data.out
        grad, output, dim, out = self.grad, self.input, self.case.dim, self.out
        dtype = out.dtype
        begin = time.perf_counter()
        for _ in range(calls):
            function(grad, output, dim, dtype, out=out)
        return (time.perf_counter() - begin) / calls

    def bind_out(self, memory: int) -> None:
        self.out = tensor_at(memory, self.case.out, self.case.dtype, self.case.item)


def part(case: Case) -> tuple[slice, ...]:
    """Whole slices along dim, evenly spread, of not much more than CHECKED_ELEMENTS elements."""
    index = [slice(None)] * len(case.sizes)
    count = case.input.count
    for other, size in enumerate(case.sizes):
        excess = count // CHECKED_ELEMENTS
        if other != case.dim % len(case.sizes) and excess > 1:
            step = min(excess, size)
            index[other] = slice(None, None, step)
            count //= step
    return tuple(index)


def reference(case: Case, grad: torch.Tensor, input_: torch.Tensor) -> torch.Tensor:
    grad, input_ = grad.double(), input_.double()
    if case.op == GLU:
        return ATEN.glu_backward(grad, input_, case.dim)
    total = grad.sum(case.dim, keepdim=True)
    return grad - input_.exp() * total


def compare(case: Case, out: torch.Tensor, expected: torch.Tensor) -> None:
    """Raises where hostacl's result is not the gradient."""
    wrong = (out.double() - expected).abs() - TOLERANCE[case.dtype] * (1 + expected.abs())
    if not bool((wrong <= 0).all()):
        raise RuntimeError(f"{case.name}: hostacl's result is off by {wrong.max().item():.3g}")


def check(operands: Operands) -> None:
    case = operands.case
    names = ("grad", "input", "out")
    grad, input_, out = (operand(operands, name)[part(case)] for name in names)
    compare(case, out, reference(case, grad, input_))


def check_huge(operands: Operands) -> None:
    """The same for one dim of very many elements: both ends, and around 2^31."""
    case = operands.case
    grad, input_, out = (operand(operands, name) for name in ("grad", "input", "out"))
    half = out.numel() // 2
    total = sum(chunk.double().sum() for chunk in grad.split(CHECKED_ELEMENTS))
    for begin in (0, half - CHECKED_ELEMENTS, half, out.numel() - CHECKED_ELEMENTS):
        here = slice(begin, begin + CHECKED_ELEMENTS)
        if case.op == GLU:
            there = slice(begin % half, begin % half + CHECKED_ELEMENTS)
            pair = torch.cat([input_[there], input_[half:][there]])
            both = reference(case, grad[there], pair)
            expected = both[CHECKED_ELEMENTS:] if begin >= half else both[:CHECKED_ELEMENTS]
        else:
            expected = grad[here].double() - input_[here].double().exp() * total
        compare(case, out[here], expected)
