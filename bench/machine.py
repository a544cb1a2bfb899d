"""The machine that a result belongs to."""

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
