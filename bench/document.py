"""docs/performance.md and its plot, from one run."""

from __future__ import annotations

import datetime
from pathlib import Path

from bench import plot, table
from bench.report import Report

TEXT = """# Performance

Made on {date} by

    {command}

- Machine: {machine}; {threads} threads.
- Peers: {versions}.
{notes}
Everything was timed in one process, in rounds that take every competitor in turn. Figures are
medians, and `+-` is half the distance between the quartiles of hostacl's times. hostacl's time is
both phases and a synchronize; PyTorch's its out= call from Python on the same memory; oneDNN's the
execution of a primitive made before; JAX's a jitted gradient on a dense copy, whose result is
always a new array.

The roof is the time of the fastest of several loops that read and write as many streams of the
same sizes on the same threads, and do nothing else: with non-temporal stores, and with prefetches
and 2 MiB pages where these help. Only the elements of an operand count, not the gaps between them.
`*`: a slice is too large to stay in cache between its two readings, so the roof reads gradOutput
twice. Figures are ratios: 1.00 is as fast as the memory allows.

Where a bar of the roof is missed, look at the rows "the roof's time over that of the maths alone":
the kernels on operands that lie in the cache, a thread each, without the cost of a call. The last
dim of that dtype cannot reach more of the roof than that figure as long as the machine stays as it
was when both were timed, and one near 1.00 leaves no room for what memory and maths do not do at
the same time. The accuracy that the kernels promise
([accuracy.md](accuracy.md)) sets the number of their instructions; on a virtual machine whose
neighbours share the cores it is the maths that loses, while the memory's share stays.

![achieved over roof, by case](performance.svg)

{tables}
"""


def write(report: Report, folder: Path, command: str) -> None:
    plot.save(report.results, folder / "performance.svg")
    rows = table.tables(report.results, report.findings)
    text = TEXT.format(
        command=command,
        date=datetime.date.today().isoformat(),
        machine=report.machine,
        threads=report.threads,
        versions=", ".join(f"{name} {version}" for name, version in report.versions.items()),
        notes="".join(f"- {note}\n" for note in report.notes),
        tables="\n\n".join(table.as_markdown(one) for one in rows),
    )
    (folder / "performance.md").write_text(text)
