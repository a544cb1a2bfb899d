"""Runs one case: operands, check, competitors, rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from bench import memory
from bench.cases import Case
from bench.device import Hostacl, Operands, Session
from bench.result import Result
from bench.roof import Roof
from bench.rounds import Competitor, FreshOut, Rebindable, Times, measure


@dataclass(frozen=True)
class Settings:
    build: Path
    threads: int
    budget: float
    # Makes a peer for operands, or None where it cannot do the case.
    peers: Sequence[Callable[[Operands], Competitor | None]] = ()
    check: Callable[[Operands], None] | None = None
    check_huge: Callable[[Operands], None] | None = None


def run_case(session: Session, case: Case, settings: Settings) -> Result:
    with ExitStack() as stack:
        operands = Operands(session, case)
        stack.callback(operands.close)
        hostacl = Hostacl(operands)
        stack.callback(hostacl.close)
        growth = memory.growth_during(lambda: hostacl.time(1))
        if settings.check is not None:
            settings.check(operands)
        competitors: list[Competitor] = [hostacl]
        for make in settings.peers:
            peer = make(operands)
            if peer is not None:
                competitors.append(peer)
                stack.callback(getattr(peer, "close", lambda: None))
        if case.fresh_out:
            size = case.out.storage * case.item
            competitors = [
                FreshOut(one, size) for one in competitors if isinstance(one, Rebindable)
            ]
        if case.roofless:
            times = measure(competitors, settings.budget)
            return Result(
                case.name, case.op, case.bar, times, case.input.count, memory_growth=growth
            )
        roof = Roof(session.library, case, settings.threads)
        stack.callback(roof.close)
        return beside_roof(case, roof, competitors, settings.budget, growth)


def beside_roof(
    case: Case, roof: Roof, competitors: list[Competitor], budget: float, growth: int
) -> Result:
    trial = roof.trial()
    finalists = roof.finalists(trial)
    times: dict[str, Times] = measure([*finalists, *competitors], budget)
    ends = {variant.loop: times.pop(variant.name) for variant in finalists}
    loop = min(ends, key=lambda name: ends[name].median)
    fastest = min(trial.values())
    return Result(
        case.name,
        case.op,
        case.bar,
        times,
        case.input.count,
        roof=ends[loop],
        roof_loop=loop,
        roof_gigabytes=roof.bytes / ends[loop].median / 1e9,
        roof_variants={name: fastest / seconds for name, seconds in trial.items()},
        reads_first=bool(roof.streams.reads_first),
        memory_growth=growth,
    )
