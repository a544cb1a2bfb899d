"""The memory that a call takes beyond its operands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

STATUS = Path("/proc/self/status")
CLEAR_REFS = Path("/proc/self/clear_refs")


def status_bytes(field: str) -> int:
    for line in STATUS.read_text().splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError(f"no {field} in {STATUS}")


def growth_during(call: Callable[[], object]) -> int:
    """Bytes by which the peak of resident memory exceeds what was resident before the call."""
    CLEAR_REFS.write_text("5")  # the peak starts anew
    before = status_bytes("VmRSS")
    call()
    return max(0, status_bytes("VmHWM") - before)
