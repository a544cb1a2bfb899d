"""Interleaved rounds: each times every competitor once, in an order that rotates."""

from __future__ import annotations

import mmap
import statistics
import time
from collections.abc import Sequence
from ctypes import addressof, c_char
from dataclasses import dataclass
from typing import Protocol

MIN_ROUNDS = 5
MAX_ROUNDS = 61
# A sample lasts about this long; a call that takes longer is timed on its own.
SAMPLE_SECONDS = 0.003
MAX_CALLS = 2000


class Competitor(Protocol):
    name: str

    def time(self, calls: int) -> float:
        """Seconds of one of so many calls."""


class Rebindable(Competitor, Protocol):
    def bind_out(self, memory: int) -> None:
        """Writes to this memory from now on."""


class FreshOut:
    """A competitor whose every call writes memory that nobody touched before."""

    def __init__(self, competitor: Rebindable, size: int) -> None:
        self.name, self.competitor, self.size = competitor.name, competitor, size

    def time(self, calls: int) -> float:
        total = 0.0
        for _ in range(calls):
            with mmap.mmap(-1, self.size) as memory:
                start = c_char.from_buffer(memory)
                self.competitor.bind_out(addressof(start))
                total += self.competitor.time(1)
                del start
        return total / calls


@dataclass(frozen=True)
class Times:
    """Seconds of a call: the median of the rounds, and the quartiles."""

    median: float
    low: float
    high: float
    rounds: int

    @staticmethod
    def of(samples: Sequence[float]) -> Times:
        low, median, high = statistics.quantiles(samples, n=4, method="inclusive")
        return Times(median, low, high, len(samples))


@dataclass(frozen=True)
class Schedule:
    """How often a sample calls a competitor, and whether a call goes before that is not timed."""

    calls: int
    warms: bool

    @staticmethod
    def of(competitor: Competitor) -> Schedule:
        competitor.time(1)
        seconds = min(competitor.time(1), competitor.time(1))
        if seconds > 0.05:
            return Schedule(1, False)
        return Schedule(max(1, min(MAX_CALLS, round(SAMPLE_SECONDS / seconds))), True)

    def sample(self, competitor: Competitor) -> float:
        # The call before brings the caches to what the competitor itself leaves in them.
        if self.warms:
            competitor.time(1)
        return competitor.time(self.calls)


def measure(competitors: Sequence[Competitor], budget: float) -> dict[str, Times]:
    """Times all of them in rounds until the budget of seconds is spent."""
    schedules = [Schedule.of(competitor) for competitor in competitors]
    samples: dict[str, list[float]] = {competitor.name: [] for competitor in competitors}
    end = time.monotonic() + budget
    for turn in range(MAX_ROUNDS):
        if turn >= MIN_ROUNDS and time.monotonic() > end:
            break
        for place in range(len(competitors)):
            index = (place + turn) % len(competitors)
            seconds = schedules[index].sample(competitors[index])
            samples[competitors[index].name].append(seconds)
    return {name: Times.of(values) for name, values in samples.items()}
