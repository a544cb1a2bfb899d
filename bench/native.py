"""The C interface of libhostacl_bench.so and of hostacl, for ctypes."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, c_char_p, c_double, c_int32, c_int64, c_uint32, c_uint64
from ctypes import c_void_p as address
from pathlib import Path

# Values of aclDataType.
DTYPE_CODES = {"float32": 0, "float16": 1, "float64": 11, "bfloat16": 27}


class Streams(Structure):
    _fields_ = [
        ("reads", c_int32),
        ("writes", c_int32),
        ("reads_first", c_int32),
        ("fresh_writes", c_int32),
        ("threads", c_int32),
        ("bytes", c_uint64),
    ]


class Call(Structure):
    _fields_ = [
        ("op", c_int32),
        ("dim", c_int64),
        ("grad", address),
        ("input", address),
        ("out", address),
        ("workspace", address),
        ("workspace_bytes", c_uint64),
        ("stream", address),
    ]


class OperandView(Structure):
    _fields_ = [
        ("sizes", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("rank", c_int32),
        ("dtype", c_int32),
        ("data", address),
    ]


PROTOTYPES = {
    "BenchTarget": (c_char_p, []),
    "BenchOneDnnVersion": (c_char_p, []),
    "BenchRoofVariants": (c_int32, []),
    "BenchRoofName": (c_char_p, [c_int32]),
    "BenchRoofCreate": (address, [POINTER(Streams)]),
    "BenchRoofTime": (c_double, [address, c_int32, c_int32]),
    "BenchRoofDestroy": (None, [address]),
    "BenchFill": (None, [address, c_uint64, c_int32, c_double, c_double, c_uint32]),
    "BenchWorkspace": (c_int64, [POINTER(Call)]),
    "BenchCallTime": (c_double, [POINTER(Call), c_int32]),
    "BenchOneDnnCreate": (
        address,
        [POINTER(OperandView), POINTER(OperandView), POINTER(OperandView), c_int32],
    ),
    "BenchOneDnnBind": (None, [address, address]),
    "BenchOneDnnTime": (c_double, [address, c_int32]),
    "BenchOneDnnDestroy": (None, [address]),
    "aclInit": (c_int32, [c_char_p]),
    "aclrtSetDevice": (c_int32, [c_int32]),
    "aclrtCreateStream": (c_int32, [POINTER(address)]),
    "aclrtMalloc": (c_int32, [POINTER(address), c_uint64, c_int32]),
    "aclrtFree": (c_int32, [address]),
    "aclCreateTensor": (
        address,
        [
            *(POINTER(c_int64), c_uint64, c_int32, POINTER(c_int64), c_int64, c_int32),
            *(POINTER(c_int64), c_uint64, address),
        ],
    ),
    "aclDestroyTensor": (c_int32, [address]),
    "aclSetRawTensorAddr": (c_int32, [address, address]),
    "aclGetRecentErrMsg": (c_char_p, []),
}


def load(build: Path) -> ctypes.CDLL:
    """The benchmark's library, through which hostacl's own functions are found too."""
    library = ctypes.CDLL(str(build / "lib" / "libhostacl_bench.so"))
    for name, (result, parameters) in PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, parameters
    return library


def integers(values: tuple[int, ...]) -> ctypes.Array[c_int64]:
    return (c_int64 * len(values))(*values)
