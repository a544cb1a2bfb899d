"""Loads the libraries of this package for the whole process."""

import ctypes
import os
import pathlib
import sys

FOLDER = pathlib.Path(__file__).parent / "lib"
# In the order of their dependencies. A library whose name is loaded satisfies every later one that
# needs that name, so nothing has to be found on a path.
NAMES = (
    "libascendcl.so",
    "libnnopbase.so",
    "libopapi.so",
    "libgraph.so",
    "libge_runner.so",
    "libacl_op_compiler.so",
    "libhccl.so",
    "libacl_tdt_channel.so",
    "libascend_hal.so",
    "libmsprofiler.so",
)

_loaded = {}


def load():
    """Makes the libraries the process's own; raises ImportError where it cannot be so."""
    if sys.platform != "linux" or sys.maxsize < 2**32:
        raise ImportError(
            f"hostacl needs 64-bit Python on Linux, but this is {sys.maxsize.bit_length() + 1}-bit "
            f"Python on {sys.platform}"
        )
    mapped = _mapped_files()
    _refuse_other_cann(mapped)
    _refuse_failed_torch(mapped)
    for name in NAMES:
        try:
            _loaded[name] = ctypes.CDLL(str(FOLDER / name), mode=ctypes.RTLD_GLOBAL)
        except OSError as error:
            raise ImportError(f"hostacl cannot load {FOLDER / name}: {error}") from error


def library(name):
    """Returns the loaded library, as ctypes sees it."""
    return _loaded[name]


def paths():
    """Returns the paths of the loaded libraries, in the order of their dependencies."""
    return [str(FOLDER / name) for name in _loaded]


def _cann_elsewhere(mapped):
    """Returns the path of a CANN that is loaded and is not this package, or None."""
    folder = FOLDER.resolve()
    for path in mapped:
        if path.name in NAMES and path.resolve().parent != folder:
            return path
    return None


def _mapped_files():
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        fields = (line.rstrip("\n").split(None, 5) for line in maps)
        return {pathlib.Path(field[5]) for field in fields if len(field) == 6}


def _refuse_other_cann(mapped):
    other = _cann_elsewhere(mapped)
    if other is None:
        return
    if any(path.name == "libtorch_npu.so" for path in mapped):
        raise ImportError(
            f"hostacl comes too late: torch_npu already runs on {other}. Import hostacl before "
            "torch and torch_npu, in a new process"
        )
    raise ImportError(
        f"hostacl cannot be used beside another CANN, and {other} is loaded already. Start a "
        f"process without it{_hint_at_search_path(other)}"
    )


def _hint_at_search_path(other):
    searched = os.environ.get("LD_LIBRARY_PATH", "").split(":")
    return ": LD_LIBRARY_PATH names its folder" if str(other.parent) in searched else ""


def _refuse_failed_torch(mapped):
    # A failed import leaves torch's libraries behind; it cannot be repeated in the same process.
    if "torch" not in sys.modules and any(path.name == "libtorch_python.so" for path in mapped):
        raise ImportError(
            "hostacl comes too late: an import of torch has failed in this process. Import hostacl "
            "before torch, in a new process"
        )
