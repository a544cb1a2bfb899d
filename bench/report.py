"""A run's result."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from bench import table
from bench.findings import Finding
from bench.result import Result


@dataclass
class Report:
    threads: int
    versions: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    machine: str = ""
    results: list[Result] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def text(self) -> str:
        parts = [f"{self.machine}; {self.threads} threads"]
        parts += [table.as_text(rows) for rows in table.tables(self.results, self.findings)]
        parts += self.notes
        return "\n\n".join(parts)

    def write_json(self, path: Path) -> None:
        content = {
            "machine": self.machine,
            "threads": self.threads,
            "versions": self.versions,
            "notes": self.notes,
            "cases": [result.as_json() for result in self.results],
            "findings": [vars(finding) for finding in self.findings],
        }
        path.write_text(json.dumps(content, indent=1) + "\n")
