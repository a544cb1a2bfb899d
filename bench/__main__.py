"""The command line: python3 -m bench, which scripts/bench calls."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from pathlib import Path

from bench import table
from bench.cases import Case, all_cases
from bench.device import Session
from bench.progress import shown
from bench.result import Result
from bench.run import Settings, run_case

ROOT = Path(__file__).resolve().parents[1]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Times the gradients beside the roof of this machine's memory and beside "
        "PyTorch, oneDNN and JAX, interleaved in one process.",
        epilog="A fraction of the roof is the time of the fastest loop that only reads and writes "
        "the case's streams, over the competitor's time: 1.00 is as fast as memory allows.",
    )
    parser.add_argument("--quick", action="store_true", help="a dozen cases, about one minute")
    parser.add_argument("--case", metavar="REGEX", default="", help="only cases of such names")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    parser.add_argument("--no-peers", action="store_true", help="only the roof and hostacl")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), metavar="N")
    parser.add_argument("--budget", type=float, metavar="SECONDS", help="of rounds per case")
    parser.add_argument("--json", type=Path, metavar="FILE", help="writes all figures")
    parser.add_argument(
        "--build", type=Path, default=ROOT / "build" / "bench", metavar="DIR",
        help="a build with HOSTACL_BUILD_BENCH=ON (default: build/bench)",
    )
    return parser.parse_args()


def chosen(options: argparse.Namespace) -> list[Case]:
    pattern = re.compile(options.case)
    cases = [case for case in all_cases() if pattern.search(case.name)]
    return [case for case in cases if case.quick] if options.quick else cases


def settings_of(options: argparse.Namespace) -> Settings:
    budget = options.budget or (1.5 if options.quick else 3.0)
    if options.no_peers:
        return Settings(options.threads, budget, (), None)
    from bench import peers

    return peers.settings(options.threads, budget)


def write_json(path: Path, results: list[Result]) -> None:
    path.write_text(json.dumps([result.as_json() for result in results], indent=1) + "\n")


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
    settings = settings_of(options)
    session = Session(options.build)
    results = [run_case(session, case, settings) for case in shown(cases)]
    for rows in table.tables(results):
        print(table.as_text(rows), end="\n\n")
    if options.json:
        write_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
