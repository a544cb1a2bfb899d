"""CPU tensors over the device's memory, and CPU results moved into it."""

import ctypes

import torch

_CPU = torch.device("cpu")
_storage_at = torch._C._construct_storage_from_data_pointer


def cpu_view(tensor, storages):
    """Returns a CPU tensor over the memory of `tensor`, of the same shape, strides and offset.

    It owns nothing and must not outlive the operator. `storages` maps the addresses of the storages
    that the operator has seen to the CPU's: tensors that share one go on sharing one.
    """
    memory = tensor.untyped_storage()
    address = memory.data_ptr()
    if address == 0:
        return torch.empty_strided(tensor.size(), tensor.stride(), dtype=tensor.dtype)
    storage = storages.get(address)
    if storage is None:
        storage = storages[address] = _storage_at(address, _CPU, memory.nbytes())
    view = torch.empty(0, dtype=tensor.dtype)
    view.set_(storage, tensor.storage_offset(), tensor.size(), tensor.stride())
    if tensor.is_conj():
        view = view.conj()
    return view._neg_view() if tensor.is_neg() else view


_MOST_VIEWS = 4096
_views = {}
_storages = {}


def lasting_view(tensor, storages):
    """Returns what cpu_view does, made once for all tensors that lie alike.

    For operators that leave shapes alone. A view owns nothing, so it may outlive its tensor.
    """
    if tensor.is_conj() or tensor.is_neg():
        return cpu_view(tensor, storages)
    memory = tensor.untyped_storage()
    place = (memory.data_ptr(), memory.nbytes(), torch.is_inference_mode_enabled())
    shape = (tensor.storage_offset(), tensor.size(), tensor.stride(), tensor.dtype)
    view = _views.get((place, shape))
    if view is None:
        if len(_views) >= _MOST_VIEWS:
            _views.clear()
            _storages.clear()
        if place in _storages:
            storages[place[0]] = _storages[place]
        view = _views[place, shape] = cpu_view(tensor, storages)
        _storages[place] = view.untyped_storage()
    if place[0] != 0:
        storages[place[0]] = _storages.get(place)
    return view


def _is_dense(tensor):
    reach = 1 + sum((size - 1) * stride for size, stride in zip(tensor.size(), tensor.stride()))
    return reach == tensor.numel()


def moved(result, device):
    """Returns `result`, a CPU tensor, on `device`, where no work may be under way."""
    if result.layout != torch.strided:
        return result.to(device)
    if result.is_conj() or result.is_neg():
        result = result.resolve_conj().resolve_neg()
    if not result.is_contiguous() and not _is_dense(result):
        result = result.clone()
    there = torch.empty_strided(result.size(), result.stride(), dtype=result.dtype, device=device)
    if result.is_contiguous():
        ctypes.memmove(there.data_ptr(), result.data_ptr(), result.nbytes)
    else:
        cpu_view(there, {}).copy_(result)
    return there
