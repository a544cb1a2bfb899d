"""What hostacl refuses arrives as a RuntimeError with its sentence, and the next operator works."""

import pytest
import torch
import torch.nn.functional as F


@pytest.fixture(autouse=True)
def next_operator_works():
    yield
    torch.npu.synchronize()
    x = torch.randn(4, 6)
    torch.testing.assert_close(F.glu(x.npu(), -1).cpu(), F.glu(x, -1))


def test_glu_of_an_odd_size():
    with pytest.raises(RuntimeError, match="size"):
        F.glu(torch.randn(4, 5).npu(), -1)


@pytest.mark.parametrize("dim", [2, -3])
def test_a_dim_out_of_range(dim):
    with pytest.raises((RuntimeError, IndexError), match="(?i)dim"):
        F.log_softmax(torch.randn(4, 6).npu(), dim)
    with pytest.raises(RuntimeError, match="aclnnGluGetWorkspaceSize: (dim|out): expected"):
        F.glu(torch.randn(4, 6).npu(), dim)


def test_an_integer_dtype():
    with pytest.raises(RuntimeError, match="expected dtype .*, got INT32"):
        F.glu(torch.ones(4, 6, dtype=torch.int32).npu(), -1)


def test_gradient_of_log_softmax_in_float64():
    x = torch.randn(4, 6, dtype=torch.float64).npu().requires_grad_()
    y = F.log_softmax(x, -1)
    with pytest.raises(RuntimeError, match="expected dtype .*, got DOUBLE"):
        torch.autograd.grad(y, x, torch.ones(4, 6, dtype=torch.float64).npu())


def test_an_operator_that_is_not_there_says_how_to_go_on():
    x = torch.randn(4, 6).npu()
    with pytest.raises(RuntimeError) as refused:
        x + torch.ones(6).npu()
    assert str(refused.value) == (
        "hostacl has no operator add (self float32 [4, 6], other float32 [6]); "
        "hostacl.torch.enable_fallback() or HOSTACL_TORCH_FALLBACK=1 runs it on the CPU"
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x @ x.t(),
        lambda x: x.sum(),
        lambda x: torch.cat([x, x]),
        lambda x: x.mul_(2),
        lambda x: torch.softmax(x, 0),
        lambda x: torch.rand(3, device="npu"),
        lambda x: torch.arange(3, device="npu"),
    ],
)
def test_refusals_are_met_where_the_operator_is_called(call):
    with pytest.raises(RuntimeError, match="hostacl has no operator"):
        call(torch.randn(4, 6).npu())


QUEUED = """
import hostacl, sys
import torch
import torch.nn.functional as F
x = torch.randn(4, 6)
for bad in (x[:, :5], x.int()):
    try:
        F.glu(bad.npu(), -1)
        torch.npu.synchronize()
        sys.exit("not refused")
    except RuntimeError as error:
        print(error)
    assert torch.allclose(F.glu(x.npu(), -1).cpu(), F.glu(x, -1), atol=1e-6)
print("alive")
"""


@pytest.mark.parametrize(
    "environment",
    [{"TASK_QUEUE_ENABLE": "0"}, {"ASCEND_LAUNCH_BLOCKING": "1"}],
    ids=lambda environment: "-".join(*environment.items()),
)
def test_refusals_under_other_ways_to_launch(run_python, environment):
    printed = run_python(QUEUED, **environment)
    assert "got INT32" in printed and "alive" in printed


def test_a_refusal_in_the_queue_arrives_at_the_next_wait(run_python):
    # TASK_QUEUE_ENABLE=2 checks operands in torch_npu's queue, which takes no more work after it.
    program = QUEUED.split("    assert")[0].replace("(x[:, :5], x.int())", "(x.int(),)")
    assert "aclnnGlu" in run_python(program, TASK_QUEUE_ENABLE="2")
