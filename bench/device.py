"""hostacl itself: a session, operands on its device, and the timed call."""

from __future__ import annotations

import ctypes
from pathlib import Path

from bench import native
from bench.cases import GLU, Case
from bench.layout import View

FORMAT_ND = 2
MALLOC_HUGE_FIRST = 0
OPERANDS = ("grad", "input", "out")
# What each operand is filled with: the gate on both sides of 0, log-probabilities below it.
RANGES = {"grad": (-1.0, 1.0), GLU: (-6.0, 6.0), "log_softmax_backward": (-12.0, -1.0)}


class Session:
    """A device and a stream, for the life of the process."""

    def __init__(self, build: Path) -> None:
        self.library = native.load(build)
        self.stream = ctypes.c_void_p()
        self.check(self.library.aclInit(None))
        self.check(self.library.aclrtSetDevice(0))
        self.check(self.library.aclrtCreateStream(ctypes.byref(self.stream)))

    def check(self, code: int) -> None:
        if code != 0:
            raise RuntimeError(f"hostacl: {code}: {self.text()}")

    def text(self) -> str:
        return (self.library.aclGetRecentErrMsg() or b"").decode()

    def allocate(self, size: int) -> int:
        pointer = ctypes.c_void_p()
        self.check(self.library.aclrtMalloc(ctypes.byref(pointer), size, MALLOC_HUGE_FIRST))
        assert pointer.value is not None
        return pointer.value


class Operands:
    """The three operands of a case: memory, filled, and a descriptor for each."""

    def __init__(self, session: Session, case: Case) -> None:
        self.session, self.case = session, case
        self.addresses: dict[str, int] = {}
        self.tensors: dict[str, int] = {}
        for seed, operand in enumerate(OPERANDS):
            view: View = getattr(case, operand)
            memory = session.allocate(view.storage * case.item)
            low, high = RANGES["grad" if operand == "grad" else case.op]
            code = native.DTYPE_CODES[case.dtype]
            session.library.BenchFill(memory, view.storage, code, low, high, seed)
            self.addresses[operand] = memory
            self.tensors[operand] = self.describe(view, memory)

    def describe(self, view: View, memory: int) -> int:
        tensor = self.session.library.aclCreateTensor(
            native.integers(view.sizes),
            len(view.sizes),
            native.DTYPE_CODES[self.case.dtype],
            native.integers(view.strides),
            view.offset,
            FORMAT_ND,
            native.integers((view.storage,)),
            1,
            memory,
        )
        if not tensor:
            raise RuntimeError(f"hostacl: {self.session.text()}")
        return tensor

    def first_element(self, operand: str) -> int:
        return self.addresses[operand] + getattr(self.case, operand).offset * self.case.item

    def close(self) -> None:
        for tensor in self.tensors.values():
            self.session.check(self.session.library.aclDestroyTensor(tensor))
        for memory in self.addresses.values():
            self.session.check(self.session.library.aclrtFree(memory))


class Hostacl:
    """Both phases and a synchronize, timed in C."""

    name = "hostacl"

    def __init__(self, operands: Operands) -> None:
        self.operands, self.session = operands, operands.session
        case = operands.case
        self.call = native.Call(
            op=0 if case.op == GLU else 1,
            dim=case.dim,
            stream=self.session.stream,
            **operands.tensors,
        )
        size = self.session.library.BenchWorkspace(self.call)
        if size < 0:
            raise RuntimeError(f"hostacl: {case.name}: {self.session.text()}")
        if size > 0:
            self.call.workspace = self.session.allocate(size)
            self.call.workspace_bytes = size

    def time(self, calls: int) -> float:
        seconds = self.session.library.BenchCallTime(self.call, calls)
        if seconds < 0:
            raise RuntimeError(f"hostacl: {self.operands.case.name}: {self.session.text()}")
        return seconds

    def bind_out(self, memory: int) -> None:
        code = self.session.library.aclSetRawTensorAddr(self.operands.tensors["out"], memory)
        self.session.check(code)

    def close(self) -> None:
        if self.call.workspace:
            self.session.check(self.session.library.aclrtFree(self.call.workspace))
