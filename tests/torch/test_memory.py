"""The device's memory: statistics, exhaustion, growth."""

import gc

import pytest
import torch
import torch.nn.functional as F

MIB = 2**20


def test_statistics_add_up():
    torch.npu.synchronize()
    gc.collect()
    torch.npu.empty_cache()
    before = torch.npu.memory_allocated()
    torch.npu.reset_peak_memory_stats()
    x = torch.empty(8 * MIB, dtype=torch.uint8, device="npu")
    y = torch.empty(16 * MIB, dtype=torch.uint8, device="npu")
    assert torch.npu.memory_allocated() - before in range(24 * MIB, 24 * MIB + 4096)
    assert torch.npu.memory_reserved() >= torch.npu.memory_allocated()
    del y
    assert torch.npu.memory_allocated() - before in range(8 * MIB, 8 * MIB + 4096)
    assert torch.npu.max_memory_allocated() - before in range(24 * MIB, 24 * MIB + 4096)
    del x
    assert torch.npu.memory_allocated() == before


def test_empty_cache_gives_memory_back_to_the_device():
    x = torch.empty(256 * MIB, dtype=torch.uint8, device="npu")
    free, total = torch.npu.mem_get_info()
    del x
    assert torch.npu.mem_get_info()[0] == free
    torch.npu.empty_cache()
    assert torch.npu.mem_get_info()[0] >= free + 256 * MIB
    assert torch.npu.mem_get_info()[1] == total


OUT_OF_MEMORY = """
import hostacl, torch
import torch.nn.functional as F
total = torch.npu.mem_get_info()[1]
assert total == 256 * 2**20, total
kept = torch.randn(1000, 2).npu()
blocks = []
try:
    while len(blocks) < 100:
        blocks.append(torch.empty(32 * 2**20, dtype=torch.uint8, device="npu"))
except torch.OutOfMemoryError as error:
    print(error)
print(len(blocks), "blocks")
assert torch.isfinite(F.log_softmax(kept, -1).cpu()).all()
del blocks
again = torch.empty(160 * 2**20, dtype=torch.uint8, device="npu")
print("alive")
"""


@pytest.mark.parametrize("expandable", [False, True])
def test_out_of_memory_and_life_after_it(run_python, expandable):
    printed = run_python(
        OUT_OF_MEMORY,
        HOSTACL_DEVICE_MEMORY="256M",
        PYTORCH_NPU_ALLOC_CONF=f"expandable_segments:{expandable}",
    )
    assert "NPU out of memory" in printed and "alive" in printed
    assert int(printed.split(" blocks")[0].split("\n")[-1]) in range(5, 8)


EXPANDABLE = """
import hostacl, torch
import torch.nn.functional as F
x = torch.randn(300, 4000)
for size in (10, 100, 300):
    y = F.glu(x[:size].npu(), 1)
    assert torch.allclose(y.cpu(), F.glu(x[:size], 1), atol=1e-6)
    kept = torch.empty(size * 2**18, dtype=torch.uint8, device="npu")
segments = torch.npu.memory_snapshot()
assert any(segment["is_expandable"] for segment in segments), segments
del kept, y
torch.npu.empty_cache()
assert torch.npu.memory_reserved() == 0
print("grown")
"""


def test_expandable_segments(run_python):
    printed = run_python(EXPANDABLE, PYTORCH_NPU_ALLOC_CONF="expandable_segments:True")
    assert "grown" in printed


def resident():
    with open("/proc/self/statm", encoding="ascii") as numbers:
        return int(numbers.read().split()[1]) * 4096


def test_ten_thousand_operators_do_not_grow():
    x = torch.randn(64, 64).npu()

    def work(times):
        for step in range(times):
            F.log_softmax(F.glu(x, -1), -1)
            if step % 100 == 99:
                torch.npu.synchronize()  # what waits in torch_npu's queue takes memory

    work(5000)  # several times around torch_npu's ring of launches
    allocated, resident_before = torch.npu.memory_allocated(), resident()
    work(5000)
    assert torch.npu.memory_allocated() == allocated
    assert resident() - resident_before < 4 * MIB


def test_the_fallback_does_not_grow(fallback):
    x = torch.randn(64, 64).npu()

    def work(times):
        for _ in range(times):
            torch.relu(x + x)
        torch.npu.synchronize()

    work(500)
    allocated, resident_before = torch.npu.memory_allocated(), resident()
    work(5000)
    assert torch.npu.memory_allocated() == allocated
    assert resident() - resident_before < 4 * MIB
