"""The machine that a result belongs to, and what else ran on it."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

from bench.roof import cache_sizes


def model() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith(("model name", "CPU part")):
            return line.partition(":")[2].strip()
    return "unknown CPU"


def size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count >> 10} KiB"


def describe(library: ctypes.CDLL) -> str:
    caches = ", ".join(f"L{level} {size(count)}" for level, count in sorted(cache_sizes().items()))
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    cores = len(os.sched_getaffinity(0))
    target = library.BenchTarget().decode()
    return f"{model()}, {cores} cores, {target}, {caches}, {pages / 2**30:.0f} GiB of memory"


def busy_seconds() -> float:
    """CPU time that all processes of this machine took so far."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    user, nice, system = (int(field) for field in fields[:3])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


class Neighbours:
    """The share of the CPU time that other processes took since this was made."""

    def __init__(self) -> None:
        self.begin = self.now()

    @staticmethod
    def now() -> tuple[float, float]:
        times = os.times()
        own = times.user + times.system + times.children_user + times.children_system
        return busy_seconds(), own

    def share(self) -> float:
        busy, own = (now - begin for now, begin in zip(self.now(), self.begin, strict=True))
        return max(0.0, 1 - own / busy) if busy > 0 else 0.0
