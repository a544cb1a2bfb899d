"""What is not a race with peers: threads, very many elements, memory."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from bench.cases import Case, ceiling_cases, huge_pairs, thread_cases
from bench.device import Hostacl, Operands, Session
from bench.result import Result
from bench.rounds import measure
from bench.run import Settings
from bench.worker import Worker

# Scratch of a thread: tiles and partial sums, and its stack.
MEMORY_PER_THREAD = 4 << 20
HUGE_BAR = 1.10


@dataclass(frozen=True)
class Finding:
    """A figure, the bar that it is held against, and whether it is on the right side."""

    name: str
    bar: str
    figure: str
    met: bool


def speedup(settings: Settings, case: Case) -> Finding:
    with ExitStack() as stack:
        workers = [Worker(settings.build, case, count) for count in (1, settings.threads)]
        for worker in workers:
            stack.callback(worker.close)
        times = measure(workers, settings.budget)
    one, all_ = (times[worker.name].median for worker in workers)
    bar = 0.9 * settings.threads
    name = f"{case.name}: {settings.threads} threads over 1"
    return Finding(name, f">= {bar:.2f}", f"{one / all_:.2f}", one / all_ >= bar)


def enough_memory(case: Case) -> bool:
    operands = (case.grad, case.input, case.out)
    needed = sum(view.storage for view in operands) * case.item
    return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") > needed + (2 << 30)


def huge(session: Session, settings: Settings, most: Case, fewer: Case) -> Finding:
    name = f"{most.name}: time per element over that of 2^26"
    bar = f"<= {HUGE_BAR:.2f}"
    if not enough_memory(most):
        return Finding(name, bar, "not enough memory here", False)
    with ExitStack() as stack:
        calls = {}
        for case in (most, fewer):
            operands = Operands(session, case)
            stack.callback(operands.close)
            calls[case.name] = Hostacl(operands)
            stack.callback(calls[case.name].close)
            calls[case.name].name = case.name
            calls[case.name].time(1)
            if settings.check_huge is not None:
                settings.check_huge(operands)
        times = measure(list(calls.values()), settings.budget)
    slow, quick = (times[case.name].median / case.input.count for case in (most, fewer))
    return Finding(name, bar, f"{slow / quick:.2f}", slow / quick <= HUGE_BAR)


def ceiling(session: Session, settings: Settings, pair: tuple[Case, Case], of: Result) -> Finding:
    """How much of the roof the maths allows: the kernels on operands in the cache, a thread each."""
    with ExitStack() as stack:
        calls = []
        for case in pair:
            operands = Operands(session, case)
            stack.callback(operands.close)
            calls.append(Hostacl(operands))
            stack.callback(calls[-1].close)
            calls[-1].name = case.name
        times = measure(calls, settings.budget)
    cached, empty = pair
    assert of.roof is not None
    # The call itself costs what it costs for next to no elements.
    seconds = times[cached.name].median - times[empty.name].median
    per_element = seconds / (cached.input.count - empty.input.count) / settings.threads
    figure = of.roof.median / of.elements / per_element
    name = f"{of.name}: the roof's time over that of the maths alone, operands in the cache"
    return Finding(name, "", f"{figure:.2f}", True)


def ceilings(
    session: Session, settings: Settings, results: Sequence[Result]
) -> Iterator[Finding]:
    for pair in ceiling_cases():
        name = f"{pair[0].op}/{pair[0].dtype}/last/"
        of = next((result for result in results if result.name.startswith(name)), None)
        if of is not None:
            yield ceiling(session, settings, pair, of)


def memory_growth(results: Sequence[Result], threads: int) -> Finding:
    most = max(results, key=lambda result: result.memory_growth)
    bar = threads * MEMORY_PER_THREAD
    return Finding(
        f"memory of a call beyond its operands, at most ({most.name})",
        f"<= {bar / 2**20:.0f} MiB",
        f"{most.memory_growth / 2**20:.1f} MiB",
        most.memory_growth <= bar,
    )


def scaling(settings: Settings) -> Iterator[Finding]:
    if settings.threads > 1:
        yield from (speedup(settings, case) for case in thread_cases())


def sizes(session: Session, settings: Settings) -> Iterator[Finding]:
    yield from (huge(session, settings, *pair) for pair in huge_pairs())
