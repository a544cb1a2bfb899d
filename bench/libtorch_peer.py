"""libtorch's C++ call, built against the installed PyTorch: a second figure for small calls."""

from __future__ import annotations

import ctypes
import os
import subprocess
from ctypes import POINTER, c_double, c_int32, c_int64, c_void_p
from pathlib import Path

import torch

from bench import native
from bench.cases import GLU
from bench.device import OPERANDS, Operands
from bench.onednn_peer import operand_view

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "bench" / "native" / "torch_call.cc"


def build(folder: Path) -> Path:
    """Compiles the call for this version of PyTorch, unless that was done before."""
    version = torch.__version__.partition("+")[0]
    library = folder / f"libhostacl_bench_torch-{version}.so"
    if library.exists() and library.stat().st_mtime > SOURCE.stat().st_mtime:
        return library
    home = Path(torch.__file__).parent
    command = [os.environ.get("CXX", "g++"), "-shared", "-fPIC", "-O2", "-std=c++20"]
    command += [f"-I{ROOT / 'bench'}", f"-I{ROOT / 'include'}", "-isystem", f"{home / 'include'}"]
    command += [f"{SOURCE}", "-o", f"{library}", f"-L{home / 'lib'}", "-lc10", "-ltorch_cpu"]
    subprocess.run(command, check=True, capture_output=True)
    return library


def load(folder: Path) -> ctypes.CDLL:
    library = ctypes.CDLL(str(build(folder)))
    views = [POINTER(native.OperandView)] * 3
    library.BenchTorchCreate.restype = c_void_p
    library.BenchTorchCreate.argtypes = [c_int32, c_int64, *views]
    library.BenchTorchTime.restype = c_double
    library.BenchTorchTime.argtypes = [c_void_p, c_int32]
    library.BenchTorchDestroy.restype = None
    library.BenchTorchDestroy.argtypes = [c_void_p]
    return library


class LibTorch:
    name = "libtorch C++"

    def __init__(self, library: ctypes.CDLL, operands: Operands) -> None:
        self.library = library
        case = operands.case
        self.views = [operand_view(operands, name) for name in OPERANDS]
        self.handle = library.BenchTorchCreate(int(case.op != GLU), case.dim, *self.views)

    def time(self, calls: int) -> float:
        seconds = self.library.BenchTorchTime(self.handle, calls)
        if seconds < 0:
            raise RuntimeError("libtorch refused a call that PyTorch takes")
        return seconds

    def close(self) -> None:
        self.library.BenchTorchDestroy(self.handle)
