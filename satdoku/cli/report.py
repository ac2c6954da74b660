"""One record for each puzzle, written as text, as JSON lines or as rows of a table.

A command makes a record, a dict that keeps to its schema in `docs/schema`; text is made
of it only where text is written.  A table has the columns of the input, and behind them
the answers that the command names:

    reporter = Reporter(run, kind, {"level": str})
    with reporter.writing():
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
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from satdoku.cli import exits
from satdoku.cli.messages import text_with_options
from satdoku.cli.output import RESUMED, RecordWriter
from satdoku.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping

    from satdoku.cli.output import Output
    from satdoku.cli.run import Run
    from satdoku.formats import PuzzleRecord

Record: TypeAlias = "dict[str, Any]"

NOT_PROPER = "not proper"
"""What the summary calls puzzles that do not have exactly one solution."""


class Reporter:
    """Writes what a command finds out about puzzles, and counts it.

    Args:
        run: The run.
        kind: What is written: `text`, `json`, `csv`, `parquet`, or something else that
            the command writes itself.
        answers: The columns that a table has behind those of the input, with the types
            of their values; `status` and `error` come last.
        spaced: Whether an empty line separates texts.

    Attributes:
        counts: How many puzzles are what, for the summary.
    """

    def __init__(
        self,
        run: Run,
        kind: str = "text",
        answers: Mapping[str, type] = MappingProxyType({}),
        *,
        spaced: bool = False,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._run = run
        self._kind = kind
        self._answers = {**answers, "status": str, "error": str}
        self._spaced = spaced
        self._started = 0.0
        self._is_first = True
        self._table: RecordWriter | None = None
        if kind in {"csv", "parquet"}:
            boxes = run.reader.geometry
            self.keep(RecordWriter(kind, answers=self._answers, boxes=boxes))

    def keep(self, table: RecordWriter) -> None:
        """Write in a table what stands for a puzzle without an answer, too."""
        self._table = table
        self._run.write_error = table.put_unanswered

    @property
    def is_table(self) -> bool:
        """Whether rows of a table are written."""
        return self._table is not None

    @contextmanager
    def writing(
        self,
        *,
        resume: bool = False,
        codes: Mapping[str, int] = MappingProxyType({}),
        same: Mapping[str, str] = MappingProxyType({}),
        text: bool = False,
    ) -> Generator[Output]:
        """Open the output, as `Run.writing` does; a table has its end at the end.

        Args:
            resume: Whether to go on from a run that was stopped.
            codes: The exit codes for answers of some statuses.
            same: Answers that are the same for all puzzles.
            text: Whether text has a line a puzzle, which ends with its place.

        Raises:
            UsageError: No run can go on from such output, or it is of another input.
        """
        resumed = {*RESUMED, "text"} if text else {*RESUMED}
        if resume and self._kind not in resumed:
            raise click.UsageError(
                f"--resume supports {', '.join(sorted(resumed))}, not {self._kind}; "
                "choose one by --to or the ending of -o"
            )
        can_resume = resume if self._kind in resumed else None
        with self._run.writing(resume=can_resume) as out:
            table = self._table
            if table is not None:
                table.open(out, self._run.reader.head_of_table())
            if resume:
                from satdoku.cli.resume import go_on  # noqa: PLC0415  seldom needed

                earlier = go_on(self._run, self._kind, table, codes, same)
                self._is_first = earlier.is_empty
            try:
                yield out
            except KeyboardInterrupt:
                self._close()
                raise
            self._close()

    def _close(self) -> None:
        if self._table is not None:
            self._table.close()
            self._table.say_lost()

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
                if self._table is None:
                    self._run.write_error(error, entry)
                else:
                    row = {"status": NOT_PROPER, "error": text_with_options(error)}
                    self._table.put(entry, row)

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
        if self._table is not None:
            row = {name: _cell(record.get(name)) for name in self._answers}
            with self._run.guard(entry):  # a table cannot hold every puzzle
                self._table.write(entry, row)
            return
        written = ""
        if not self._run.as_json:
            written = ("" if self._is_first or not self._spaced else "\n") + text()
        self._is_first = False
        self._run.write(entry, record, written)

    def count(self, kind: str, code: int = exits.DONE) -> None:
        """Count a puzzle without writing anything."""
        self.counts[kind] += 1
        self._run.codes.add(code)

    def end(self, kinds: Iterable[str] = ()) -> int:
        """Say how it went, for several puzzles; return the exit code."""
        self._run.summary((self.counts[kind], kind) for kind in kinds)
        return self._run.code


def _cell(value: object) -> object:
    """Return a value as a table has it: lists and counts as words."""
    if isinstance(value, dict):
        return " ".join(f"{key}:{number}" for key, number in value.items())
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return value
