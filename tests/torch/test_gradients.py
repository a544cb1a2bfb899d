"""Gradients against finite differences, first and second, in float64."""

import pytest
import torch
import torch.nn.functional as F

CASES = {
    "glu": lambda x: F.glu(x, 1),
    "glu of dim 0": lambda x: F.glu(x, 0),
    "log_softmax": lambda x: F.log_softmax(x, 1),
    "log_softmax of dim 0": lambda x: F.log_softmax(x, 0),
    "both": lambda x: F.log_softmax(F.glu(x @ x.t(), 1), 0),
}


@pytest.mark.parametrize("function", CASES.values(), ids=CASES)
def test_gradients(fallback, function):
    x = torch.randn(4, 6, dtype=torch.float64).npu().requires_grad_()
    assert torch.autograd.gradcheck(function, (x,))
    assert torch.autograd.gradgradcheck(function, (x,))


def test_gradients_of_a_strided_view(fallback):
    base = torch.randn(6, 8, dtype=torch.float64).npu().requires_grad_()
    assert torch.autograd.gradcheck(lambda x: F.glu(x.t()[::2], 1), (base,))
