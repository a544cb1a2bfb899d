"""What happens when torch_npu is imported: versions are checked, refusals explained."""

import importlib.abc
import importlib.metadata
import importlib.util
import os
import sys

ADAPTER_RELEASE = "2.13"


def watch():
    """Sees to it that torch_npu is made ready, now if it is imported already."""
    if "torch_npu" in sys.modules:
        _check_versions()
        _make_ready()
    elif not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


class _Finder(importlib.abc.MetaPathFinder):
    """Finds torch_npu as others do, and adds to its import what hostacl does before and after."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname != "torch_npu":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is None:
            return None
        _check_versions()
        run = spec.loader.exec_module

        def exec_module(module):
            if os.environ.get("HOSTACL_TORCH_FALLBACK") == "1":
                # Each operator on the CPU waits for torch_npu's queue, whose thread takes a
                # processor for longer than a launch takes.
                os.environ.setdefault("TASK_QUEUE_ENABLE", "0")
            run(module)
            _make_ready()

        spec.loader.exec_module = exec_module
        return spec


def _release(distribution):
    """Returns "2.13" of version "2.13.0+cpu", or None when it is not installed."""
    try:
        version = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None, None
    return version, ".".join(version.split(".")[:2])


def _check_versions():
    for distribution in ("torch", "torch_npu"):
        version, release = _release(distribution)
        if release is not None and release != ADAPTER_RELEASE:
            raise ImportError(
                f"hostacl works with torch {ADAPTER_RELEASE} and torch_npu {ADAPTER_RELEASE}, but "
                f"{distribution} {version} is installed: pip install torch=={ADAPTER_RELEASE}.0 "
                f"torch-npu=={ADAPTER_RELEASE}.0"
            )


def _make_ready():
    from hostacl.torch import _start

    _start.start()
