"""Random numbers: the state of the device's generator decides what the CPU's kernels draw.

Each operator draws from a CPU generator of its own, seeded with the (seed, offset) of the device's;
the offset then moves on. So torch.manual_seed, get_rng_state and set_rng_state mean what they do on
a device, and no operator disturbs the CPU's own generator more than for its own time.
"""

import contextlib
import threading

import torch

_lock = threading.Lock()
# What torch_npu takes as the smallest step of an offset.
_STEP = 4


def _mixed(seed, offset):
    # The finaliser of SplitMix64 by Steele, Lea and Flood: neighbours share no stream.
    value = (seed + (offset // _STEP) * 0x9E3779B97F4A7C15) & (2**64 - 1)
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & (2**64 - 1)
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & (2**64 - 1)
    return value ^ (value >> 31)


def _default_generator(device):
    torch.npu.init()
    index = device.index if device.index is not None else torch.npu.current_device()
    return torch.npu.default_generators[index]


def cpu_generator(generator, device):
    """Returns the CPU's generator for one operator; moves that of the device (None: its own) on."""
    if generator is None:
        generator = _default_generator(device)
    if generator.device.type != "npu":
        raise RuntimeError(
            f"Expected a 'npu' device type for generator but found '{generator.device.type}'"
        )
    with _lock:
        seed, offset = generator.initial_seed(), generator.get_offset()
        generator.set_offset(offset + _STEP)
    return torch.Generator().manual_seed(_mixed(seed, offset))


_default_lock = threading.Lock()


@contextlib.contextmanager
def as_default(generator):
    """Lends the CPU's default generator the state of `generator`: for operators that take none."""
    with _default_lock:
        kept = torch.default_generator.get_state()
        torch.default_generator.set_state(generator.get_state())
        try:
            yield
        finally:
            torch.default_generator.set_state(kept)
