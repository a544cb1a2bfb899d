"""The progress bar, on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from bench.cases import Case


def shown(cases: Sequence[Case]) -> Iterator[Case]:
    try:
        from tqdm import tqdm
    except ModuleNotFoundError:
        yield from counted(cases)
        return
    with tqdm(total=len(cases), unit="case", file=sys.stderr, leave=False) as bar:
        for case in cases:
            bar.set_description(case.name)
            yield case
            bar.update()


def counted(cases: Sequence[Case]) -> Iterator[Case]:
    """Without tqdm: one line that is written over."""
    for done, case in enumerate(cases):
        print(f"\r\033[K{done}/{len(cases)} {case.name}", end="", file=sys.stderr, flush=True)
        yield case
    print("\r\033[K", end="", file=sys.stderr, flush=True)
