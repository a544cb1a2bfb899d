"""The plot: what each competitor reaches of the roof, a line per case."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib
from matplotlib import pyplot
from matplotlib.axes import Axes

from bench.result import HOSTACL, Result

MARKS = {
    HOSTACL: {"marker": "o", "color": "#0b6e4f", "s": 42, "zorder": 3},
    "PyTorch": {"marker": "D", "color": "#d1495b", "s": 20, "zorder": 2},
    "JAX": {"marker": "^", "color": "#3d5a98", "s": 22, "zorder": 2},
    "oneDNN": {"marker": "s", "color": "#b07d2b", "s": 18, "zorder": 2},
}


def draw_competitor(axes: Axes, results: Sequence[Result], name: str) -> None:
    points = [(result.fraction(name), line) for line, result in enumerate(results)]
    known = [(fraction, line) for fraction, line in points if fraction is not None]
    if known:
        axes.scatter(*zip(*known), label=name, **MARKS[name])


def draw_spread(axes: Axes, results: Sequence[Result]) -> None:
    """From quartile to quartile of hostacl's times."""
    for line, result in enumerate(results):
        assert result.roof is not None
        times = result.times[HOSTACL]
        ends = (result.roof.median / times.high, result.roof.median / times.low)
        axes.hlines(line, *ends, color=MARKS[HOSTACL]["color"], linewidth=2, alpha=0.5)


def draw_bars(axes: Axes, results: Sequence[Result]) -> None:
    known = [(one.bar.roof, line) for line, one in enumerate(results) if one.bar.roof is not None]
    if known:
        axes.scatter(*zip(*known), marker="|", color="black", s=110, label="bar", zorder=1)


def save(results: Sequence[Result], path: Path) -> None:
    with_roof = [result for result in results if result.roof is not None]
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "hostacl", "font.size": 9})
    figure, axes = pyplot.subplots(figsize=(10, 1.4 + 0.22 * len(with_roof)), layout="constrained")
    axes.axvline(1.0, color="black", linewidth=1, label="roof")
    draw_bars(axes, with_roof)
    draw_spread(axes, with_roof)
    for name in MARKS:
        draw_competitor(axes, with_roof, name)
    axes.set_yticks(range(len(with_roof)), [result.name for result in with_roof])
    axes.set_ylim(len(with_roof) - 0.5, -0.5)
    axes.set_xlim(0, 1.2)
    axes.grid(axis="y", linewidth=0.4, alpha=0.6)
    axes.set_xlabel("achieved over roof")
    figure.legend(loc="outside upper center", ncols=6, frameon=False)
    figure.savefig(path, format="svg", metadata={"Date": None})
    pyplot.close(figure)
