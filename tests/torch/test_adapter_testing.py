"""What the adapter's own tests are made of: torch_npu.testing, formats, numpy."""

import numpy
import pytest
import torch
import torch.nn.functional as F
import torch_npu
from torch_npu.testing.common_utils import create_common_tensor
from torch_npu.testing.testcase import TestCase

ND, NCHW = 2, 0


class TestOperators(TestCase):
    def test_glu(self):
        for dtype in (numpy.float32, numpy.float16):
            for npu_format in (-1, ND, NCHW):
                for shape in ([4, 6], [2, 4, 6, 8]):
                    cpu, npu = create_common_tensor([dtype, npu_format, shape], -2, 2)
                    cpu.requires_grad_()
                    npu.requires_grad_()
                    expected, result = F.glu(cpu, 1), F.glu(npu, 1)
                    expected.backward(torch.ones_like(expected))
                    result.backward(torch.ones_like(result))
                    self.assertRtolEqual(expected.detach().numpy(), result.detach().cpu().numpy())
                    self.assertRtolEqual(cpu.grad.numpy(), npu.grad.cpu().numpy())

    def test_log_softmax(self):
        for npu_format in (-1, ND, NCHW):
            cpu, npu = create_common_tensor([numpy.float32, npu_format, [3, 5, 7, 2]], -50, 50)
            for dim in range(-4, 4):
                expected, result = torch.log_softmax(cpu, dim), torch.log_softmax(npu, dim)
                self.assertRtolEqual(expected.numpy(), result.cpu().numpy())
                arguments = (torch.ones_like(expected), expected, dim, torch.float32)
                expected = torch._log_softmax_backward_data(*arguments)
                arguments = (torch.ones_like(result), result, dim, torch.float32)
                result = torch._log_softmax_backward_data(*arguments)
                self.assertRtolEqual(expected.numpy(), result.cpu().numpy())

    def test_log_softmax_of_half_precision_into_another_dtype(self):
        cpu, npu = create_common_tensor([numpy.float16, -1, [4, 16]], -5, 5)
        expected = F.log_softmax(cpu, -1, dtype=torch.float32)
        result = F.log_softmax(npu, -1, dtype=torch.float32)
        self.assertRtolEqual(expected.numpy(), result.cpu().numpy())


@pytest.mark.parametrize("npu_format", [ND, NCHW])
def test_casts_between_plain_formats_keep_the_values(npu_format):
    x = torch.randn(2, 3, 4, 5)
    there = torch_npu.npu_format_cast(x.npu(), npu_format)
    assert torch_npu.get_npu_format(there) in (ND, NCHW)
    assert torch.equal(there.cpu(), x)


def test_properties_of_the_device():
    properties = torch.npu.get_device_properties(0)
    assert "Ascend910B1" in properties.name
    assert properties.total_memory == torch.npu.mem_get_info()[1]
    assert torch.npu.device_count() == 1 and torch.npu.is_available()
