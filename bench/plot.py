"""The plot: what each competitor reaches of the roof, a line per case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib
from matplotlib import pyplot
from matplotlib.axes import Axes

from bench.result import HOSTACL, Result


@dataclass(frozen=True)
class Mark:
    shape: str
    colour: str
    area: float
    layer: int = 2


MARKS = {
    HOSTACL: Mark("o", "#0b6e4f", 42, layer=3),
    "PyTorch": Mark("D", "#d1495b", 20),
    "JAX": Mark("^", "#3d5a98", 22),
    "oneDNN": Mark("s", "#b07d2b", 18),
}
BAR = Mark("|", "black", 110, layer=1)


def draw(axes: Axes, values: Iterable[float | None], label: str, mark: Mark) -> None:
    """One mark on the line of each case that has a value."""
    points = {line: value for line, value in enumerate(values) if value is not None}
    if points:
        axes.scatter(
            list(points.values()),
            list(points),
            s=mark.area,
            c=mark.colour,
            marker=mark.shape,
            zorder=mark.layer,
            label=label,
        )


def draw_spread(axes: Axes, results: Sequence[Result]) -> None:
    """From quartile to quartile of hostacl's times."""
    for line, result in enumerate(results):
        assert result.roof is not None
        times = result.times[HOSTACL]
        ends = (result.roof.median / times.high, result.roof.median / times.low)
        axes.hlines(line, *ends, color=MARKS[HOSTACL].colour, linewidth=2, alpha=0.5)


def save(results: Sequence[Result], path: Path) -> None:
    with_roof = [result for result in results if result.roof is not None]
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "hostacl", "font.size": 9})
    figure, axes = pyplot.subplots(figsize=(10, 1.4 + 0.22 * len(with_roof)), layout="constrained")
    axes.axvline(1.0, color="black", linewidth=1, label="roof")
    draw(axes, (result.bar.roof for result in with_roof), "bar", BAR)
    draw_spread(axes, with_roof)
    for name, mark in MARKS.items():
        draw(axes, (result.fraction(name) for result in with_roof), name, mark)
    axes.set_yticks(range(len(with_roof)), [result.name for result in with_roof])
    axes.set_ylim(len(with_roof) - 0.5, -0.5)
    axes.set_xlim(0, 1.2)
    axes.grid(axis="y", linewidth=0.4, alpha=0.6)
    axes.set_xlabel("achieved over roof")
    figure.legend(loc="outside upper center", ncols=6, frameon=False)
    figure.savefig(path, format="svg", metadata={"Date": None})
    pyplot.close(figure)
