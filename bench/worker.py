"""hostacl in a process of its own, which a number of threads other than this one's needs.

The process reads a number of calls per line and answers with seconds per call.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bench.cases import Case, named
from bench.device import Hostacl, Operands, Session

ROOT = Path(__file__).resolve().parents[1]


class Worker:
    def __init__(self, build: Path, case: Case, threads: int) -> None:
        self.name = f"{threads} threads"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.worker", str(build), case.name],
            cwd=ROOT,
            env={**os.environ, "HOSTACL_THREADS": str(threads)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def time(self, calls: int) -> float:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{calls}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


def main() -> None:
    build, name = sys.argv[1:]
    hostacl = Hostacl(Operands(Session(Path(build)), named(name)))
    for line in sys.stdin:
        print(hostacl.time(int(line)), flush=True)


if __name__ == "__main__":
    main()
