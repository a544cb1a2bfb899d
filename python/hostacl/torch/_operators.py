"""Which operators of PyTorch are whose: hostacl's, torch_npu's own bookkeeping, or nobody's."""

import functools

import torch

# What torch_npu runs on hostacl.
NATIVE = frozenset(
    {
        "_log_softmax",
        "_log_softmax.out",
        "_log_softmax_backward_data",
        "_log_softmax_backward_data.out",
        "copy_",
        "fill_.Scalar",
        "glu",
        "glu.out",
        "glu_backward",
        "glu_backward.grad_input",
    }
)
# What torch_npu composes of those.
COMPOSED = frozenset(
    {
        "_foreach_copy_",
        "_foreach_zero_",
        "_to_copy",
        "clone",
        "full",
        "ones",
        "ones_like",
        "split_with_sizes_copy",
        "zero_",
        "zeros",
    }
)
# What moves no values: allocation, shapes, storages, reading one value back.
_BOOKKEEPING = frozenset(
    {
        "_copy_from_and_resize",
        "_has_compatible_shallow_copy_type",
        "_lazy_clone",
        "_local_scalar_dense",
        "_pin_memory",
        "as_strided_",
        "empty",
        "empty_like",
        "empty_strided",
        "is_pinned",
        "is_set_to",
        "new_empty_strided",
        "record_stream",
        "resize_",
        "resize_as_",
        "set_",
        "set_data",
        "squeeze_",
        "t_",
        "transpose_",
        "unsqueeze_",
    }
)
# Other kinds of tensors than strided ones; torch_npu has kernels of its own for some of them.
_OTHER_TENSORS = ("sparse", "coalesce", "quantize", "mkldnn", "nested", "fbgemm", "jagged", "csr")

_DEVICE = "PrivateUse1"
_has_kernel = torch._C._dispatch_has_kernel_for_dispatch_key


def overload(name):
    """Returns torch.ops' operator "aten::add.Tensor", or None for what Python does not see."""
    base, _, variant = name.removeprefix("aten::").partition(".")
    packet = getattr(torch.ops.aten, base, None)
    return getattr(packet, variant or "default", None)


def _is_view(operator):
    # Also operators that may return a view, such as contiguous.
    return any(
        result.alias_info is not None and not result.alias_info.is_write
        for result in operator._schema.returns
    )


def _computes(operator, name):
    base = name.removeprefix("aten::").partition(".")[0]
    return (
        base not in _BOOKKEEPING
        and not any(kind in base for kind in _OTHER_TENSORS)
        and not _is_view(operator)
    )


def _of_aten():
    for name in torch._C._dispatch_get_all_op_names():
        if not name.startswith("aten::"):
            continue
        operator = overload(name)
        if operator is not None and _computes(operator, name):
            yield name.removeprefix("aten::"), operator


def computing():
    """Returns {name: operator} of all that computes values and that hostacl has not."""
    return {
        name: operator
        for name, operator in _of_aten()
        if name not in NATIVE and (has_kernel(name) or is_allocating(name))
    }


def lacking():
    """Returns {name: operator} of what torch_npu has a kernel for that needs what hostacl lacks."""
    return {
        name: operator
        for name, operator in _of_aten()
        if name.partition(".")[0] not in COMPOSED
        and name not in NATIVE
        and _has_kernel("aten::" + name, _DEVICE)
    }


def has_kernel(name):
    """Whether torch_npu or the CPU has a kernel of its own for the operator."""
    return _has_kernel("aten::" + name, _DEVICE) or (
        _has_kernel("aten::" + name, "CPU") and not is_composite(name)
    )


def is_allocating(name):
    """Whether PyTorch has the operator as an allocation and others that work in place."""
    return _has_kernel("aten::" + name, "CompositeExplicitAutograd")


def with_other_gradient():
    """Returns {name: operator} of those whose gradient torch_npu defines anew."""
    return {
        name: operator
        for name, operator in _of_aten()
        if _has_kernel("aten::" + name, "AutogradPrivateUse1")
    }


def is_composite(name):
    """Whether PyTorch itself composes the operator of others, gradient and all."""
    return _has_kernel("aten::" + name, "CompositeImplicitAutograd")


def is_random(operator):
    return torch.Tag.nondeterministic_seeded in operator.tags


def with_autograd(operator):
    """Returns PyTorch's kernel of the operator that notes its gradient and calls the device's."""
    return functools.partial(operator._op_dk, torch._C.DispatchKey.Autograd)
