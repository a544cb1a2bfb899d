"""Counts of the operators that ran, and where."""

import ctypes
import json
import threading
import time

from hostacl import _libraries

NATIVE = "hostacl"
FALLBACK = "cpu"

# hostacl::SwitchTally(bool) and hostacl::TakeTally(): C++, since the C interface is CANN's alone.
_SWITCH = "_ZN7hostacl11SwitchTallyEb"
_TAKE = "_ZN7hostacl9TakeTallyEv"

_lock = threading.Lock()
_counts = {}


def count(name, where, start):
    """Notes a call of operator `name` that began at `start` of time.perf_counter."""
    elapsed = time.perf_counter() - start
    with _lock:
        entry = _counts.setdefault((name, where), [0, 0.0])
        entry[0] += 1
        entry[1] += elapsed


class Report(list):
    """Rows (operator, where, calls, seconds), the longest first; prints as a table.

    `where` is "hostacl", whose operators have CANN's names and the time that they ran on their
    stream, or "cpu", whose operators have PyTorch's names and the time of the whole call.
    """

    def __str__(self):
        rows = [("operator", "ran on", "calls", "ms")]
        rows += [
            (name, where, str(calls), f"{1000 * seconds:.2f}")
            for name, where, calls, seconds in self
        ]
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        return "\n".join(
            f"{name:{widths[0]}}  {where:{widths[1]}}  {calls:>{widths[2]}}  {ms:>{widths[3]}}"
            for name, where, calls, ms in rows
        )

    def where(self, where):
        """Returns the names of the operators that ran there."""
        return {row[0] for row in self if row[1] == where}


def report():
    """Returns what ran since the fallback was switched on, or since reset_report()."""
    _take_native()
    with _lock:
        rows = [
            (name, where, calls, seconds) for (name, where), (calls, seconds) in _counts.items()
        ]
    return Report(sorted(rows, key=lambda row: -row[3]))


def reset_report():
    """Forgets what ran so far."""
    _take_native()
    with _lock:
        _counts.clear()


def count_native(switch):
    """Lets the library count its own operators, or no longer."""
    getattr(_library(), _SWITCH)(ctypes.c_bool(switch))


def _take_native():
    with _lock:
        taken = json.loads(getattr(_library(), _TAKE)())
        for name, (calls, nanoseconds) in taken.items():
            entry = _counts.setdefault((name, NATIVE), [0, 0.0])
            entry[0] += calls
            entry[1] += nanoseconds / 1e9


def _library():
    library = _libraries.library("libnnopbase.so")
    getattr(library, _TAKE).restype = ctypes.c_char_p
    return library
