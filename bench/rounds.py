"""Interleaved rounds: each times every competitor once, in an order that rotates."""

from __future__ import annotations

import mmap
import statistics
import time
from collections.abc import Sequence
from ctypes import addressof, c_char
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

MIN_ROUNDS = 5
MAX_ROUNDS = 61
MIN_SAMPLES = 3
# A competitor may use so many equal shares of the budget.
PATIENCE = 2.0
# A call that is this slow leaves the caches as it would after itself.
SLOW_SECONDS = 0.05
# A sample lasts about this long; a call that takes longer is timed on its own.
SAMPLE_SECONDS = 0.003
MAX_CALLS = 2000
# After this long the threads that another competitor left spinning have gone to sleep.
REST_SECONDS = 0.004


class Competitor(Protocol):
    name: str

    def time(self, calls: int) -> float:
        """Seconds of one of so many calls."""


@runtime_checkable
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


class Entrant:
    """A competitor, how it is sampled, and its samples."""

    def __init__(self, competitor: Competitor) -> None:
        self.competitor = competitor
        self.samples: list[float] = []
        self.spent = 0.0
        competitor.time(1)
        seconds = competitor.time(1)
        self.warms = seconds < SLOW_SECONDS
        self.calls = max(1, min(MAX_CALLS, round(SAMPLE_SECONDS / seconds)))

    def sample(self) -> None:
        time.sleep(REST_SECONDS)
        begin = time.monotonic()
        # As many calls before bring caches, and cores that slept, to what the competitor itself
        # leaves.
        if self.warms:
            self.competitor.time(self.calls)
        self.samples.append(self.competitor.time(self.calls))
        self.spent += time.monotonic() - begin

    def has_enough(self, budget: float) -> bool:
        return len(self.samples) >= MIN_SAMPLES and self.spent > budget


def measure(competitors: Sequence[Competitor], budget: float) -> dict[str, Times]:
    """Times all of them in rounds until the budget of seconds is spent.

    One that is so slow that it has used its share of the budget several times over sits out the
    rounds that the others still need.
    """
    entrants = [Entrant(competitor) for competitor in competitors]
    share = budget / len(entrants)
    end = time.monotonic() + budget
    for turn in range(MAX_ROUNDS):
        if turn >= MIN_ROUNDS and time.monotonic() > end:
            break
        for place in range(len(entrants)):
            entrant = entrants[(place + turn) % len(entrants)]
            if not entrant.has_enough(PATIENCE * share):
                entrant.sample()
    return {entrant.competitor.name: Times.of(entrant.samples) for entrant in entrants}
