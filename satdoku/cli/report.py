"""One record for each puzzle, written as text, as JSON lines or as a table.

A command makes a record, a dict that keeps to its schema in `docs/schema`; text is made
of it only where text is written:

    reporter = Reporter(run)
    with run.writing():
        for entry in run.puzzles():
            with reporter.guard(entry):
                record = ...
                reporter.add(entry, record, partial(_text, record), "solved")
    return reporter.end(["solved"])
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

from satdoku.cli import exits
from satdoku.errors import InputError
from satdoku.formats.records import place_record

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from satdoku.cli.run import Run
    from satdoku.errors import SatdokuError
    from satdoku.formats import PuzzleRecord

Record: TypeAlias = "dict[str, Any]"

NOT_PROPER = "not proper"
"""What the summary calls puzzles that do not have exactly one solution."""


class Reporter:
    """Writes what a command finds out about puzzles, and counts it.

    Args:
        run: The run.
        columns: The columns of a table, where one is written.
        spaced: Whether an empty line separates texts.

    Attributes:
        counts: How many puzzles are what, for the summary.
    """

    def __init__(
        self, run: Run, *, columns: Sequence[str] = (), spaced: bool = False
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._run = run
        self._columns = columns
        self._spaced = spaced
        self._started = 0.0
        self._is_first = True
        if columns:
            run.write_error = self._keep_row

    @contextmanager
    def guard(self, entry: PuzzleRecord, *, proper: bool = False) -> Generator[None]:
        """Report an error of one puzzle, and go on.

        Args:
            entry: The puzzle.
            proper: Whether an unsuitable one does not have exactly one solution.
        """
        self._started = perf_counter()
        with self._run.guard(entry):
            try:
                yield
            except InputError as error:
                if not proper:
                    raise
                self.counts[NOT_PROPER] += 1
                self._run.codes.add(exits.NO)
                self._run.say_about(entry, str(error))
                self._run.write_error(error, entry)

    def add(
        self,
        entry: PuzzleRecord,
        record: Record,
        text: Callable[[], str],
        kind: str,
        code: int = exits.DONE,
    ) -> None:
        """Write the record of one puzzle.

        Args:
            entry: The puzzle.
            record: Its record; the time it took is added where it lacks that.
            text: Returns it as text.
            kind: What the summary counts it as.
            code: The exit code that it asks for.
        """
        self.count(kind, code)
        record.setdefault("time_s", round(perf_counter() - self._started, 6))
        written = ""
        if self._columns:
            written = self._row({**place_record(entry), **record})
        elif not self._run.as_json:
            written = ("" if self._is_first or not self._spaced else "\n") + text()
        self._is_first = False
        self._run.write(entry, record, written)

    def count(self, kind: str, code: int = exits.DONE) -> None:
        """Count a puzzle without writing anything."""
        self.counts[kind] += 1
        self._run.codes.add(code)

    def _row(self, record: Record) -> str:
        return _row([_cell(record.get(column)) for column in self._columns])

    def _keep_row(self, error: SatdokuError, entry: PuzzleRecord | None) -> None:
        """Write a row for a puzzle that cannot be read or answered."""
        if entry is not None:
            place = place_record(entry)
        elif isinstance(error, InputError) and error.line is not None:
            place = {"source": error.source, "line": error.line}
        else:
            return  # a file has no row
        self._run.out.write(self._row({**place, "error": str(error)}))

    def begin_table(self) -> None:
        """Write the headings of a table."""
        if self._columns:
            self._run.out.write(_row(self._columns))

    def end(self, kinds: Iterable[str] = ()) -> int:
        """Say how it went, for several puzzles; return the exit code."""
        self._run.summary((self.counts[kind], kind) for kind in kinds)
        return self._run.code


def _row(values: Sequence[str]) -> str:
    from satdoku.formats.tables import record_text  # noqa: PLC0415  only tables need it

    return record_text(values)


def _cell(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key}:{number}" for key, number in value.items())
    return "" if value is None else str(value)
