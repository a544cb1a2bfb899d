"""What hostacl lacks is refused where it is called, with a sentence that says how to go on.

torch_npu hands such an operator to a queue, where its failure is met later by another operator, and
the queue then takes no more work.
"""

import torch

from hostacl.torch import _operators


class Refusal:
    """The kernel of an operator that is not there."""

    def __init__(self, name, operator):
        self._name = name.partition(".")[0]
        self._parameters = [argument.name for argument in operator._schema.arguments]

    def __call__(self, *args, **kwargs):
        operands = [*zip(self._parameters, args), *kwargs.items()]
        described = ", ".join(text for text in map(_describe, operands) if text)
        raise RuntimeError(
            f"hostacl has no operator {self._name} ({described or 'no tensors'}); "
            "hostacl.torch.enable_fallback() or HOSTACL_TORCH_FALLBACK=1 runs it on the CPU"
        )


def _describe(operand):
    name, value = operand
    if isinstance(value, torch.Tensor):
        return f"{name} {str(value.dtype).removeprefix('torch.')} {list(value.shape)}"
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], torch.Tensor):
        return f"{name} {len(value)} tensors, {_describe(('the first', value[0]))}"
    return None


def register(library):
    """Registers refusals for all that torch_npu has kernels for and hostacl has not."""
    for name, operator in _operators.lacking().items():
        library.impl(name, Refusal(name, operator), "PrivateUse1", allow_override=True)
