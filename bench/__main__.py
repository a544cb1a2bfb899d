"""The command line: python3 -m bench, which scripts/bench calls."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from pathlib import Path

from bench import findings, machine
from bench.cases import Case, all_cases
from bench.device import Session
from bench.progress import shown
from bench.report import Report
from bench.run import Settings, run_case

# A larger share of the CPU time makes a run doubtful.
MOST_NEIGHBOURS = 0.03
ROOT = Path(__file__).resolve().parents[1]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Times the gradients beside the roof of this machine's memory and beside "
        "PyTorch, oneDNN and JAX, interleaved in one process.",
        epilog="A fraction of the roof is the time of the fastest loop that only reads and writes "
        "the case's streams, over the competitor's time: 1.00 is as fast as memory allows. "
        "Peers other than oneDNN are installed into build/bench_peers.",
    )
    add = parser.add_argument
    add("--quick", action="store_true", help="sixteen of the cases, about one minute")
    add("--case", metavar="REGEX", help="only cases with such names")
    add("--list", action="store_true", help="print the names of the cases, and run none")
    add("--no-peers", action="store_true", help="only the roof and hostacl; needs no PyTorch")
    add(
        "--threads",
        type=int,
        metavar="N",
        default=len(os.sched_getaffinity(0)),
        help="of every competitor (default: all cores)",
    )
    add("--budget", type=float, metavar="SECONDS", help="for the rounds of each case")
    add("--json", type=Path, metavar="FILE", help="write all figures, and the roof's variants")
    add("--write-docs", action="store_true", help="write docs/performance.md and its plot")
    add(
        "--build",
        type=Path,
        metavar="DIR",
        default=ROOT / "build" / "bench",
        help="a build with HOSTACL_BUILD_BENCH=ON (default: build/bench)",
    )
    options = parser.parse_args()
    if options.write_docs and options.no_peers:
        parser.error("--write-docs needs the peers")
    return options


def chosen(options: argparse.Namespace) -> list[Case]:
    pattern = re.compile(options.case or "")
    cases = [case for case in all_cases() if pattern.search(case.name)]
    return [case for case in cases if case.quick] if options.quick else cases


def prepare(options: argparse.Namespace) -> tuple[Settings, Report]:
    """The settings of the cases and a report without results."""
    budget = options.budget or (0.8 if options.quick else 2.0)
    if options.no_peers:
        settings = Settings(options.build, options.threads, budget)
        return settings, Report(options.threads)
    from bench import peers, torch_peer

    found = peers.available(options.threads, options.build)
    settings = Settings(
        options.build,
        options.threads,
        budget,
        found.makers,
        torch_peer.check,
        torch_peer.check_huge,
    )
    return settings, Report(options.threads, found.versions, found.notes)


def as_typed(options: argparse.Namespace) -> str:
    """The command that makes these figures again."""
    words = ["scripts/bench"]
    if options.quick:
        words.append("--quick")
    for name in ("case", "budget"):
        if getattr(options, name) is not None:
            words += [f"--{name}", str(getattr(options, name))]
    if options.threads != len(os.sched_getaffinity(0)):
        words += ["--threads", str(options.threads)]
    return shlex.join([*words, "--write-docs"])


def run(options: argparse.Namespace, cases: list[Case]) -> Report:
    settings, report = prepare(options)
    neighbours = machine.Neighbours()
    session = Session(options.build)
    report.machine = machine.describe(session.library)
    if not options.no_peers:
        report.versions["oneDNN"] = session.library.BenchOneDnnVersion().decode()
    for case in shown(cases):
        report.results.append(run_case(session, case, settings))
    report.findings.append(findings.memory_growth(report.results, options.threads))
    report.findings += findings.ceilings(session, settings, report.results)
    if not options.quick and options.case is None:
        report.findings += findings.scaling(settings)
        report.findings += findings.sizes(session, settings)
    if neighbours.share() > MOST_NEIGHBOURS:
        report.notes.append(
            f"Other processes took {neighbours.share():.0%} of the CPU time used during this run."
        )
    return report


def main() -> int:
    options = arguments()
    cases = chosen(options)
    if options.list:
        print("\n".join(case.name for case in cases))
        return 0
    if not cases:
        print("scripts/bench: no case has such a name; --list shows them", file=sys.stderr)
        return 2
    for variable in ("HOSTACL_THREADS", "OMP_NUM_THREADS"):
        os.environ[variable] = str(options.threads)
    report = run(options, cases)
    print(report.text())
    if options.json:
        report.write_json(options.json)
    if options.write_docs:
        from bench import document

        document.write(report, ROOT / "docs", as_typed(options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
