"""Copies and fills of what CANN's do not have: complex numbers, channels-last layouts.

What allocates too is PyTorch's own here, an allocation and a copy or a fill on the device:
torch_npu makes float32 of a conversion to float64.
"""

import functools

import torch

from hostacl.torch import _operators

_LAYOUTS_OF_CPU = (torch.channels_last, torch.channels_last_3d)


def allocating(operator, on_cpu):
    """Returns the kernel of an operator that PyTorch has as an allocation and others in place."""
    compose = functools.partial(operator._op_dk, torch._C.DispatchKey.CompositeExplicitAutograd)

    def call(*args, **options):
        if _is_complex(args, options) or options.get("memory_format") in _LAYOUTS_OF_CPU:
            return on_cpu(*args, **options)
        return compose(*args, **options)

    return call


def _is_complex(args, options):
    dtype = options.get("dtype")
    return (dtype is not None and dtype.is_complex) or any(
        isinstance(value, complex) or (isinstance(value, torch.Tensor) and value.is_complex())
        for value in args
    )


def zero(on_cpu):
    """Returns the kernel of zero_."""

    def call(tensor):
        return on_cpu(tensor) if tensor.is_complex() else tensor.fill_(0)

    return call


def fill(operator):
    """Returns the kernel of fill_ with a number."""
    native = _operators.with_autograd(operator)

    def call(tensor, value):
        if not tensor.is_complex():
            return native(tensor, value)
        value = complex(value)
        pairs = torch.view_as_real(tensor)
        pairs[..., 0].fill_(value.real)
        pairs[..., 1].fill_(value.imag)
        return tensor

    return call


def copy(operator):
    """Returns the kernel of copy_: complex numbers are copied as pairs of real ones."""
    native = _operators.with_autograd(operator)

    def call(to, source, non_blocking=False):
        complex_source = isinstance(source, torch.Tensor) and source.is_complex()
        if not to.is_complex() and not complex_source:
            return native(to, source, non_blocking)
        if complex_source:
            source = torch.view_as_real(source.resolve_conj())
        if not to.is_complex():
            return to.copy_(source[..., 0], non_blocking)
        pairs = torch.view_as_real(to)
        if complex_source:
            pairs.copy_(source, non_blocking)
        else:
            pairs[..., 0].copy_(source, non_blocking)
            pairs[..., 1].fill_(0)
        return to

    return call
