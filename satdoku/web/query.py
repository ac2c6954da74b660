"""A request of the page: its fields, each checked when it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from io import StringIO
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

from satdoku.errors import InputError, LimitError, UsageError, check_choice, shown
from satdoku.formats import scan
from satdoku.formats.model import PuzzleRecord
from satdoku.formats.records import place_record, to_json
from satdoku.formats.registry import binary_of

if TYPE_CHECKING:
    from collections.abc import Collection

Record: TypeAlias = "dict[str, Any]"
Progress: TypeAlias = Callable[[int, str], None]

LONGEST = 1_000_000
"""Characters of a request, and of a puzzle in it."""

_MAX_SIZE = 25
_MAX_SECONDS = 3_600


@dataclass(frozen=True)
class Query:
    """A request: its fields, each checked when it is read."""

    fields: Record
    progress: Progress
    started: float = field(default_factory=perf_counter)

    def record(self, entry: PuzzleRecord, record: Record) -> Record:
        """Return a record with the place of its puzzle and the time it took."""
        time_s = round(perf_counter() - self.started, 6)
        return {**place_record(entry), **record, "time_s": time_s}

    def number(self, name: str, usual: int, most: int, least: int = 1) -> int:
        """Return a whole number."""
        value = self.fields.get(name, usual)
        if type(value) is not int or not least <= value <= most:
            expected = f"a whole number from {least} to {most:,}"
            raise UsageError(f"{name} cannot be {shown(value)}; expected {expected}")
        return value

    def choice(self, name: str, known: Collection[str], usual: str) -> str:
        """Return one of some words."""
        value: str = self.fields.get(name, usual)
        check_choice(name, value, known)
        return value

    def report(self, what: str) -> Callable[[int], None]:
        """Return what reports how many there are of something."""
        return lambda number: self.progress(number, what)

    @property
    def timeout(self) -> int:
        """The time limit in seconds."""
        return self.number("timeout", 60, _MAX_SECONDS, 0)

    def entries(self) -> list[PuzzleRecord]:
        """Read the puzzle, and the next where the text holds several."""
        value, form = self.fields.get("puzzle"), None
        if isinstance(value, dict):
            value, form = to_json(value), "json"
        if not isinstance(value, str):
            raise UsageError("the request has no puzzle; expected a text or an object")
        if len(value) > LONGEST:
            raise LimitError(f"a puzzle of more than {LONGEST:,} characters")
        if binary_of(value[:8].encode()) is not None:
            raise InputError("a file of bytes", expected="a puzzle as text")
        items = list(islice(scan(StringIO(value), format=form, max_size=_MAX_SIZE), 2))
        if isinstance(items[0], InputError):
            raise items[0]
        return [entry for entry in items if isinstance(entry, PuzzleRecord)]

    @property
    def entry(self) -> PuzzleRecord:
        """The puzzle."""
        return self.entries()[0]
