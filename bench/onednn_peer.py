"""oneDNN's log-softmax backward on the memory that hostacl works on."""

from __future__ import annotations

from bench import native
from bench.cases import LOG_SOFTMAX
from bench.device import OPERANDS, Operands


def operand_view(operands: Operands, name: str) -> native.OperandView:
    view = getattr(operands.case, name)
    return native.OperandView(
        native.integers(view.sizes),
        native.integers(view.strides),
        len(view.sizes),
        native.DTYPE_CODES[operands.case.dtype],
        operands.first_element(name),
    )


class OneDnn:
    name = "oneDNN"

    def __init__(self, operands: Operands) -> None:
        case = operands.case
        self.library = operands.session.library
        views = [operand_view(operands, name) for name in OPERANDS]
        self.handle = self.library.BenchOneDnnCreate(*views, case.dim % len(case.sizes))

    @staticmethod
    def of(operands: Operands) -> OneDnn | None:
        """None where oneDNN has no such operator, dtype or layout."""
        if operands.case.op != LOG_SOFTMAX:
            return None
        peer = OneDnn(operands)
        return peer if peer.handle else None

    def time(self, calls: int) -> float:
        return self.library.BenchOneDnnTime(self.handle, calls)

    def bind_out(self, memory: int) -> None:
        self.library.BenchOneDnnBind(self.handle, memory)

    def close(self) -> None:
        self.library.BenchOneDnnDestroy(self.handle)
