"""What this process emulates, told by the libraries."""

import ctypes
import importlib.metadata
import json
import re

from hostacl import _libraries

_OPERATOR = re.compile(rb"\0(aclnn\w+)GetWorkspaceSize\b")
# hostacl::Description(), C++ since the C interface is CANN's alone.
_DESCRIPTION = "_ZN7hostacl11DescriptionEv"


class Info(dict):
    """A dict that prints as a table."""

    def __str__(self):
        width = max(map(len, self))
        return "\n".join(f"{name:{width}}  {_text(name, value)}" for name, value in self.items())


def info():
    """Returns what is emulated: version, soc, devices, memory (bytes of each device), threads
    (inside an operator), target (the kernels' instruction set), operators, libraries (paths)."""
    library = _libraries.library("libopapi.so")
    description = getattr(library, _DESCRIPTION)
    description.restype = ctypes.c_char_p
    text = description()
    if text is None:
        last = _libraries.library("libascendcl.so").aclGetRecentErrMsg
        last.restype = ctypes.c_char_p
        raise RuntimeError((last() or b"hostacl cannot be used").decode())
    return Info(
        version=importlib.metadata.version("hostacl"),
        **json.loads(text),
        operators=_operators(),
        libraries=_libraries.paths(),
    )


def _operators():
    contents = (_libraries.FOLDER / "libopapi.so").read_bytes()
    return sorted({name.decode() for name in _OPERATOR.findall(contents)})


def _text(name, value):
    if name == "memory":
        return f"{value / 2**30:.1f} GiB"
    if isinstance(value, list):
        return ("\n" + " " * 11).join(value)
    return str(value)
