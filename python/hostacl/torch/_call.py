"""One operator on PyTorch's CPU kernels, over the device's memory."""

import contextlib
import time

import torch
import torch_npu

from hostacl.torch import _memory, _operators, _random, _report

_CPU = torch.device("cpu")
# Whose operands PyTorch lets lie on the CPU although others lie on a device.
_MIXED = frozenset(
    {
        "_ctc_loss",
        "_ctc_loss_backward",
        "_index_put_impl_",
        "_pack_padded_sequence",
        "_to_copy",
        "_unsafe_index",
        "_unsafe_index_put",
        "copy_",
        "index",
        "index_put",
        "index_put_",
    }
)
_streams = {}


def _synchronize(device):
    """Waits until the current stream of the device has done all that it was given."""
    if not torch.npu.is_initialized():
        return
    index = torch.npu.current_device() if device.index is None else device.index
    # torch.npu.current_stream() makes a new object each time, and takes as long as an operator.
    key = torch_npu._C._npu_getCurrentStream(index)
    stream = _streams.get(key)
    if stream is None:
        stream = _streams[key] = torch.npu.current_stream(index)
    stream.synchronize()


class _Operands:
    """The operands of one call, seen as the CPU's."""

    __slots__ = ("device", "mixed", "owners", "replaced", "show", "storages", "target", "views")

    def __init__(self, mixed, show):
        self.mixed = mixed
        self.show = show  # makes a view of a tensor on the device
        self.device = None  # where the operands lie
        self.target = None  # where the results go: as the operator was told, else `device`
        self.views = {}  # id of a device's tensor: its view
        self.owners = {}  # id of a view: the device's tensor
        self.replaced = []  # views that live on, so that no other tensor gets their ids
        self.storages = {}

    def lower(self, value):
        """Returns an argument as the CPU's kernel gets it."""
        if isinstance(value, torch.Tensor):
            return self._lower_tensor(value)
        if isinstance(value, (list, tuple)):
            return [self.lower(item) for item in value]
        if isinstance(value, torch.device):
            self.target = value
            return _CPU if value.type == "npu" else value
        if isinstance(value, torch.Generator):
            return _random.cpu_generator(value, None)
        return value

    def _lower_tensor(self, tensor):
        if tensor.device.type != "npu":
            if tensor.dim() > 0 and not self.mixed:
                self._note_device(tensor.device)
            return tensor
        self._note_device(tensor.device)
        view = self.views.get(id(tensor))
        if view is None:
            view = self.show(tensor, self.storages)
            self.own(tensor, view)
        return view

    def own(self, tensor, view):
        self.views[id(tensor)] = view
        # Of tensors that lie alike, and so share a view, what is written to comes first.
        self.owners.setdefault(id(view), tensor)

    def _note_device(self, device):
        if self.device is None or (self.mixed and self.device.type == "cpu"):
            self.device = device
        elif self.device != device and not self.mixed:
            raise RuntimeError(
                "Expected all tensors to be on the same device, but found at least two devices, "
                f"{self.device} and {device}!"
            )

    def lift(self, result):
        """Returns a result of the CPU's kernel as the operator's."""
        if isinstance(result, torch.Tensor):
            return self._lift_tensor(result)
        if isinstance(result, tuple):
            return tuple(self.lift(item) for item in result)
        if isinstance(result, list):
            return [self.lift(item) for item in result]
        return result

    def _lift_tensor(self, result):
        owner = self.owners.get(id(result))
        if owner is not None:
            return owner
        if self.target.type != "npu":
            return result
        if result._is_zerotensor():
            return torch.zeros(result.size(), dtype=result.dtype, device=self.target)
        if result.layout == torch.strided and result.untyped_storage().data_ptr() in self.storages:
            return self._alias(result)
        return _memory.moved(result, self.target)

    def _alias(self, result):
        # Some operators return an operand, or a view of one, where that saves them work.
        address = result.untyped_storage().data_ptr()
        for owner in self.owners.values():
            if owner.dtype == result.dtype and owner.untyped_storage().data_ptr() == address:
                return owner.as_strided(result.size(), result.stride(), result.storage_offset())
        return _memory.moved(result.clone(), self.target)


class CpuCall:
    """Calls `function`, which is `operator` or stands for it, with operands on the CPU."""

    def __init__(self, name, operator, function):
        self._name = name
        self._function = function
        self._mixed = name.partition(".")[0] in _MIXED
        arguments = operator._schema.arguments
        self._outs = [argument.name for argument in arguments if argument.is_out]
        # A result that is handed in may be given another shape.
        self._show = _memory.cpu_view if self._outs else _memory.lasting_view
        self._random = _operators.is_random(operator)
        self._takes_generator = any(argument.name == "generator" for argument in arguments)
        self._takes_device = any(argument.name == "device" for argument in arguments)

    def __call__(self, *args, **kwargs):
        start = time.perf_counter()
        operands = _Operands(self._mixed, self._show)
        cpu_args = [operands.lower(value) for value in args]
        cpu_kwargs = {name: operands.lower(value) for name, value in kwargs.items()}
        if operands.target is None:
            operands.target = operands.device or torch.device("npu")
        device = operands.device if operands.device is not None else operands.target
        if device.type == "npu":
            _synchronize(device)
        result = self._run(operands, cpu_args, cpu_kwargs, kwargs, device)
        result = operands.lift(result)
        _report.count(self._name, _report.FALLBACK, start)
        return result

    def _run(self, operands, args, kwargs, given, device):
        drawing = contextlib.nullcontext()
        if self._random and not any(isinstance(value, torch.Generator) for value in args):
            if kwargs.get("generator") is None:
                generator = _random.cpu_generator(None, device)
                if self._takes_generator:
                    kwargs["generator"] = generator
                else:
                    drawing = _random.as_default(generator)
        if self._takes_device and operands.device is None:
            kwargs["device"] = _CPU
        if kwargs.get("pin_memory") and operands.target.type == "npu":
            raise RuntimeError("Only dense CPU tensors can be pinned")
        with drawing:
            if not self._outs:
                return self._function(*args, **kwargs)
            return self._run_out(operands, args, kwargs, given)

    def _run_out(self, operands, args, kwargs, given):
        """Runs a variant with out=, whose results may have to grow, which a view cannot."""
        outs = [name for name in self._outs if isinstance(given.get(name), torch.Tensor)]
        for name in outs:
            if given[name].numel() == 0:
                self._replace(operands, kwargs, given, name)
        try:
            result = self._function(*args, **kwargs)
        except RuntimeError as error:
            if "not resizable" not in str(error):
                raise
            for name in outs:
                self._replace(operands, kwargs, given, name)
            result = self._function(*args, **kwargs)
        for name in outs:
            _take_over(given[name], kwargs[name])
        return result

    def _replace(self, operands, kwargs, given, name):
        operands.replaced.append(kwargs[name])
        kwargs[name] = torch.empty(0, dtype=given[name].dtype)
        operands.own(given[name], kwargs[name])


def _take_over(out, result):
    """Gives `out`, of the device, the shape of the CPU's `result`, and its values if they lie
    elsewhere."""
    if out.size() != result.size():
        out.resize_(result.size())
    if out.stride() != result.stride():
        out.as_strided_(result.size(), result.stride())
    if result.numel() > 0 and out.data_ptr() != result.data_ptr():
        _memory.cpu_view(out, {}).copy_(result)
