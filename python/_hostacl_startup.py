"""Runs at Python's start, from hostacl.pth: lets ``import torch`` find hostacl as its NPU.

It imports nothing until torch_npu is asked for, and stays away where a CANN is set up.
"""

import importlib.util
import os
import sys


class _Finder:
    @staticmethod
    def find_spec(fullname, path=None, target=None):
        if fullname != "torch_npu":
            return None
        sys.meta_path.remove(_Finder)
        if "ASCEND_HOME_PATH" not in os.environ:
            import hostacl  # noqa: F401
        return importlib.util.find_spec(fullname)


sys.meta_path.insert(0, _Finder)
