"""What reports begin with: on what it was measured, and how their tables are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satdoku.study.table import escaped
from satdoku.study.units import memory_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["HOW_TO_READ", "machine_lines"]

HOW_TO_READ = (
    "Times are wall time from the puzzle to the answer, in a fresh process that has "
    "loaded satdoku; what an engine imports and loads for itself counts. "
    "Of repeats the median stands. "
    "`≥` is before times of which some were cut off and count with their limit; "
    "`(7/10)` says how many were answered, where not all were: guesses and other "
    "counts are means over those alone; "
    "`-` is nothing measured."
)


def machine_lines(study: Mapping[str, Any]) -> Iterator[str]:
    """Say what it was measured on."""
    machine: Mapping[str, Any] = study.get("machine", {})
    memory = machine.get("memory_bytes")
    cores = machine.get("cores")
    told = [
        str(machine.get("processor") or ""),
        f"{cores} cores" if cores else "",
        f"{memory_text(memory)} of memory" if memory else "",
        str(machine.get("system") or ""),
        str(machine.get("python") or ""),
    ]
    yield f"{', '.join(escaped(text) for text in told if text)}."
    versions: Mapping[str, Any] = study.get("versions", {})
    yield f"{', '.join(f'{name} {version}' for name, version in versions.items())}."
    workers = study.get("settings", {}).get("workers", 1)
    at_a_time = "one run" if workers == 1 else f"{workers} runs"
    begun = str(study.get("begun", ""))[:10]
    yield f"Measured {begun}, {at_a_time} at a time." if begun else ""
