"""The result as tables: of ratios only, since machines differ and are noisy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench.cases import GLU, LOG_SOFTMAX
from bench.findings import Finding
from bench.result import HOSTACL, Result, geometric_mean

GEOMETRIC_MEAN_BAR = 2.0
Row = Sequence[str]


def ratio(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def peer_names(results: Iterable[Result]) -> list[str]:
    names: dict[str, None] = {}
    for result in results:
        names.update(dict.fromkeys(result.peers))
    return list(names)


def verdict(result: Result) -> str:
    missed = result.missed()
    return "missed: " + ", ".join(missed) if missed else "met"


def roof_rows(results: Sequence[Result]) -> list[Row]:
    """A row per case that has a roof: what each competitor reaches of it."""
    peers = peer_names(results)
    rows: list[Row] = [("case", "bar", HOSTACL, "+-", *peers, "over best peer", "verdict")]
    for result in results:
        mark = " *" if result.reads_first else ""
        rows.append(
            (
                result.name + mark,
                ratio(result.bar.roof),
                ratio(result.fraction(HOSTACL)),
                ratio(result.spread()),
                *(ratio(result.fraction(peer)) for peer in peers),
                ratio(result.over_best()),
                verdict(result),
            )
        )
    return rows


def peer_rows(results: Sequence[Result]) -> list[Row]:
    """A row per case without a roof: how many times as fast as each peer hostacl is."""
    peers = peer_names(results)
    rows: list[Row] = [("case", "+-", *(f"over {peer}" for peer in peers), "verdict")]
    for result in results:
        ratios = (ratio(result.over(peer)) for peer in peers)
        rows.append((result.name, ratio(result.spread()), *ratios, verdict(result)))
    return rows


def mean_rows(results: Sequence[Result]) -> list[Row]:
    rows: list[Row] = [("geometric mean over the best peer", "bar", "hostacl", "verdict")]
    for op in (GLU, LOG_SOFTMAX):
        mean = geometric_mean(results, op)
        if mean is not None:
            met = "met" if mean >= GEOMETRIC_MEAN_BAR else "missed"
            rows.append((op, f">= {GEOMETRIC_MEAN_BAR:.2f}", ratio(mean), met))
    return rows


def finding_rows(findings: Sequence[Finding]) -> list[Row]:
    rows: list[Row] = [("beyond the race", "bar", HOSTACL, "verdict")]
    for finding in findings:
        verdict_ = "met" if finding.met else "missed"
        rows.append((finding.name, finding.bar, finding.figure, verdict_ if finding.bar else ""))
    return rows


def tables(results: Sequence[Result], findings: Sequence[Finding]) -> list[list[Row]]:
    with_roof = [result for result in results if result.roof is not None]
    without = [result for result in results if result.roof is None]
    found = []
    if with_roof:
        found.append(roof_rows(with_roof))
    if without:
        found.append(peer_rows(without))
    means = mean_rows(results)
    if len(means) > 1:
        found.append(means)
    if findings:
        found.append(finding_rows(findings))
    return found


def as_text(rows: Sequence[Row]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if i in (0, len(row) - 1) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def as_markdown(rows: Sequence[Row]) -> str:
    head, *rest = [f"| {' | '.join(row)} |" for row in rows]
    rule = "|" + " --- |" + " ---: |" * (len(rows[0]) - 2) + " --- |"
    return "\n".join([head, rule, *rest])
