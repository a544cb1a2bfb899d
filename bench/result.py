"""What a case gave, held against its bar."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from bench.cases import Bar
from bench.rounds import Times

HOSTACL = "hostacl"
PYTORCH = "PyTorch"


@dataclass
class Result:
    name: str
    op: str
    bar: Bar
    times: dict[str, Times]
    elements: int  # of self or output
    # Of the fastest loop, and which that was; None where a case has no roof.
    roof: Times | None = None
    roof_loop: str | None = None
    roof_gigabytes: float | None = None
    roof_variants: dict[str, float] = field(default_factory=dict)
    reads_first: bool = False
    memory_growth: int = 0

    @property
    def peers(self) -> list[str]:
        return [name for name in self.times if name != HOSTACL]

    def fraction(self, name: str) -> float | None:
        """Of the roof that a competitor reaches."""
        if self.roof is None or name not in self.times:
            return None
        return self.roof.median / self.times[name].median

    def spread(self) -> float:
        """Half the distance between the quartiles of hostacl's times, relative to the median."""
        times = self.times[HOSTACL]
        return (times.high - times.low) / 2 / times.median

    def over(self, name: str) -> float | None:
        """How many times as fast as a peer hostacl is."""
        if name not in self.times:
            return None
        return self.times[name].median / self.times[HOSTACL].median

    def over_best(self) -> float | None:
        ratios = [self.over(name) for name in self.peers]
        return min((ratio for ratio in ratios if ratio is not None), default=None)

    def missed(self) -> list[str]:
        """The bars that were not reached, in words."""
        checks = (
            (self.fraction(HOSTACL), self.bar.roof, "roof"),
            (self.over_best(), self.bar.best_peer, "best peer"),
            (self.over(PYTORCH), self.bar.pytorch, PYTORCH),
        )
        return [
            f"{name} {bar:.2f}"
            for reached, bar, name in checks
            if reached is not None and bar is not None and reached < bar
        ]

    def as_json(self) -> dict[str, Any]:
        competitors = {
            name: {
                "seconds": vars(times),
                "of_roof": self.fraction(name),
                "hostacl_over": None if name == HOSTACL else self.over(name),
            }
            for name, times in self.times.items()
        }
        return {
            "name": self.name,
            "bar": vars(self.bar),
            "missed": self.missed(),
            "roof": None
            if self.roof is None
            else {
                "seconds": vars(self.roof),
                "loop": self.roof_loop,
                "gigabytes_per_second": self.roof_gigabytes,
                "reads_gradOutput_twice": self.reads_first,
                "trial_of_best_variant": self.roof_variants,
            },
            "competitors": competitors,
            "over_best_peer": self.over_best(),
            "memory_growth_bytes": self.memory_growth,
        }


def geometric_mean(results: Iterable[Result], op: str) -> float | None:
    """Of hostacl over the best peer, over the cases of an operator that have such a bar."""
    raced = (result for result in results if result.op == op and result.bar.best_peer is not None)
    ratios = [result.over_best() for result in raced]
    known = [ratio for ratio in ratios if ratio is not None]
    return statistics.geometric_mean(known) if known else None
