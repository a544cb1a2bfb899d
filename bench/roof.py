"""The roof of a case: what this machine's memory gives to a loop that only reads and writes."""

from __future__ import annotations

import ctypes
from pathlib import Path

from bench import native
from bench.cases import GLU, Case

# Variants that a first trial finds fastest go on into the rounds.
FINALISTS = 3
TRIALS = 3


CACHES = Path("/sys/devices/system/cpu/cpu0/cache")


def cache_sizes() -> dict[int, int]:
    """Bytes of this machine's data caches by level."""
    sizes = {}
    for cache in CACHES.glob("index*"):
        if (cache / "type").read_text().strip() != "Instruction":
            level = int((cache / "level").read_text())
            sizes[level] = int((cache / "size").read_text().strip().rstrip("K")) * 1024
    return sizes


def last_level_cache() -> int:
    sizes = cache_sizes()
    return sizes[max(sizes)] if sizes else 0


def streams(case: Case, threads: int) -> native.Streams:
    """The bytes that matter, as equal streams: elements, not the gaps between them."""
    size = (case.input.count // 2 if case.op == GLU else case.input.count) * case.item
    # An expanded gradOutput is a handful of bytes.
    grads = 1 if case.grad.distinct * 2 > case.grad.count else 0
    inputs = 2 if case.op == GLU else 1
    again = case.op != GLU and grads == 1 and case.plane * threads > last_level_cache()
    return native.Streams(
        reads=grads + inputs,
        writes=inputs,
        reads_first=int(again),
        fresh_writes=int(case.fresh_out),
        threads=threads,
        bytes=size,
    )


class Roof:
    """One memory, several loops."""

    def __init__(self, library: ctypes.CDLL, case: Case, threads: int) -> None:
        self.library = library
        self.streams = streams(case, threads)
        self.handle = library.BenchRoofCreate(self.streams)
        if not self.handle:
            raise MemoryError(f"no memory for the roof of {case.name}")

    @property
    def bytes(self) -> int:
        passes = self.streams.reads + self.streams.writes + self.streams.reads_first
        return passes * self.streams.bytes

    def trial(self) -> dict[str, float]:
        """The best time of each variant."""
        best: dict[str, float] = {}
        for _ in range(TRIALS):
            for variant in range(self.library.BenchRoofVariants()):
                name = self.library.BenchRoofName(variant).decode()
                seconds = self.library.BenchRoofTime(self.handle, variant, 1)
                best[name] = min(seconds, best.get(name, seconds))
        return best

    def finalists(self, best: dict[str, float]) -> list[RoofVariant]:
        chosen = sorted(best, key=lambda name: best[name])[:FINALISTS]
        return [RoofVariant(self, list(best).index(name), name) for name in chosen]

    def close(self) -> None:
        self.library.BenchRoofDestroy(self.handle)


class RoofVariant:
    def __init__(self, roof: Roof, index: int, loop: str) -> None:
        self.roof, self.index, self.loop = roof, index, loop
        self.name = f"roof: {loop}"

    def time(self, calls: int) -> float:
        return self.roof.library.BenchRoofTime(self.roof.handle, self.index, calls)
