"""Copies of what CANN's copies do not have: complex numbers, channels-last layouts, float64.

torch_npu makes float32 of a conversion to float64; so copies that allocate are PyTorch's own here, an
allocation and a copy on the device.
"""

import functools

import torch

from hostacl.torch import _operators

_LAYOUTS_OF_CPU = (torch.channels_last, torch.channels_last_3d)


def allocating(operator, on_cpu):
    """Returns the kernel of clone or _to_copy."""
    compose = functools.partial(operator._op_dk, torch._C.DispatchKey.CompositeExplicitAutograd)

    def call(tensor, **options):
        dtype = options.get("dtype") or tensor.dtype
        is_complex = dtype.is_complex or tensor.is_complex()
        if is_complex or options.get("memory_format") in _LAYOUTS_OF_CPU:
            return on_cpu(tensor, **options)
        return compose(tensor, **options)

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
            pairs[..., 1].zero_()
        return to

    return call
