"""AscendCL on the CPU: importing this makes its libraries the ones that the process uses.

``import hostacl``, then ``import torch_npu`` (or ``import torch``, which does it): device "npu" is
then emulated on the CPU. No environment variable is needed.
"""

import importlib
import importlib.metadata

from hostacl import _adapter, _libraries
from hostacl._info import Info, info

__all__ = ["Info", "__version__", "info", "library_folder"]

__version__ = importlib.metadata.version("hostacl")

_libraries.load()
_adapter.watch()


def library_folder():
    """Returns the path of the folder with the libraries, for programs that link them."""
    return str(_libraries.FOLDER)


def __getattr__(name):
    # PyTorch is imported only where it is used.
    if name == "torch":
        return importlib.import_module("hostacl.torch")
    raise AttributeError(f"module 'hostacl' has no attribute '{name}'")
