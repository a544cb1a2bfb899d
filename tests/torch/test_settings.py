"""Training under each of torch_npu's ways to launch operators."""

import pytest

TRAIN = """
import hostacl, torch
import torch.nn.functional as F
hostacl.torch.enable_fallback()
torch.manual_seed(0)
data, labels = torch.randn(64, 20), torch.randint(0, 5, (64,))
losses = {}
for device in ("cpu", "npu"):
    torch.manual_seed(1)
    layers = torch.nn.ModuleList([torch.nn.Linear(20, 16), torch.nn.Linear(8, 5)]).to(device)
    optimizer = torch.optim.Adam(layers.parameters(), lr=0.01)
    x, target = data.to(device), labels.to(device)
    losses[device] = []
    for step in range(20):
        optimizer.zero_grad()
        loss = F.nll_loss(F.log_softmax(layers[1](F.glu(layers[0](x))), -1), target)
        loss.backward()
        optimizer.step()
        losses[device].append(loss.item())
worst = max(abs(a - b) for a, b in zip(losses["cpu"], losses["npu"]))
assert losses["npu"][-1] < 0.9 * losses["npu"][0]
assert worst < 1e-5, worst
native = hostacl.torch.report().where("hostacl")
assert {"aclnnGlu", "aclnnGluBackward", "aclnnLogSoftmax", "aclnnLogSoftmaxBackward"} <= native
print("equal")
"""


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"TASK_QUEUE_ENABLE": "0"},
        {"TASK_QUEUE_ENABLE": "1"},
        {"TASK_QUEUE_ENABLE": "2"},
        {"ASCEND_LAUNCH_BLOCKING": "1"},
        {"HOSTACL_THREADS": "1"},
        {"PYTORCH_NPU_ALLOC_CONF": "expandable_segments:True"},
    ],
    ids=lambda environment: "-".join(environment.keys() | environment.values()) or "default",
)
def test_training_equals_the_cpu(run_python, environment):
    assert "equal" in run_python(TRAIN, **environment)
