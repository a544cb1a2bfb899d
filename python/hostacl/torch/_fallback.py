"""Switches the fallback onto the CPU's kernels on and off."""

import functools
import threading

import torch

from hostacl.torch import _copies, _gradients, _operators, _recurrent, _refusal, _report
from hostacl.torch._call import CpuCall

_DEVICE = "PrivateUse1"
_GRADIENT = "AutogradPrivateUse1"

# What torch_npu has kernels for, and what hostacl's copies and fills do better; packing gives the
# sizes of its batches on the CPU.
_COMPOSED = _operators.COMPOSED | {"_pack_padded_sequence"}
# What is native, but not for all that PyTorch has.
_REPLACED = {
    "_log_softmax_backward_data": _gradients.log_softmax_backward,
    "copy_": _copies.copy,
    "fill_.Scalar": _copies.fill,
}

_lock = threading.Lock()
_libraries = []
_refusals = []
_multithreading = []


def _kernel(name, operator):
    if _operators.is_composite(name):
        return operator.decompose
    on_cpu = CpuCall(name, operator, operator)
    if name == "zero_":
        return _copies.zero(on_cpu)
    if _operators.is_allocating(name) and (name in _COMPOSED or not _operators.has_kernel(name)):
        return _copies.allocating(operator, on_cpu)
    return on_cpu


def _gradient(name, operator):
    """Returns PyTorch's own gradient of the operator."""
    if _operators.is_composite(name):
        return operator.decompose
    return _operators.with_autograd(operator)


@functools.cache
def _kernels():
    """Returns (dispatch key, name, kernel) of all that the fallback replaces."""
    kernels = [
        (_DEVICE, name, _kernel(name, operator))
        for name, operator in _operators.computing().items()
        if name not in _recurrent.CELLS
    ]
    kernels += [
        (_DEVICE, name, CpuCall(name, _operators.overload(name), cell))
        for name, cell in _recurrent.CELLS.items()
    ]
    kernels += [
        (_GRADIENT, name, _gradient(name, operator))
        for name, operator in _operators.with_other_gradient().items()
    ]
    kernels += [
        (_GRADIENT, name, replacement(_operators.overload(name)))
        for name, replacement in _REPLACED.items()
    ]
    return kernels


def enable_fallback():
    """Runs every operator of PyTorch that hostacl lacks on PyTorch's CPU kernels from now on.

    They work on the device's own memory, after the current stream has done what it was given;
    results lie on the device. Operators that hostacl has go on running there.
    """
    with _lock:
        if _libraries:
            return
        library = torch.library.Library("aten", "IMPL")
        for key, name, kernel in _kernels():
            library.impl(name, kernel, key, allow_override=True)
        _libraries.append(library)
        _use_own_thread()
        _report.count_native(True)


def disable_fallback():
    """Undoes enable_fallback: operators that hostacl lacks are refused again."""
    with _lock:
        while _libraries:
            _libraries.pop()._destroy()
        while _multithreading:
            torch.autograd.set_multithreading_enabled(_multithreading.pop())
        _report.count_native(False)


def _use_own_thread():
    """Lets gradients run on the thread that asks for them, which is this one, as the CPU's do.

    Another thread would have CPU threads of its own, and the two sets would wake each other in turn.
    """
    _multithreading.append(torch._C._is_multithreading_enabled())
    torch.autograd.set_multithreading_enabled(False)


def explain_refusals():
    """Refuses what hostacl lacks by a sentence, while the fallback is off."""
    _refusals.append(torch.library.Library("aten", "IMPL"))
    _refusal.register(_refusals[0])


def fallback_enabled():
    """Returns whether operators that hostacl lacks run on the CPU."""
    return bool(_libraries)
