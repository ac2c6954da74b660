"""--resume: the answers that a stopped run left, compared with the puzzles."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from satdoku.cli import exits
from satdoku.cli.output import listed
from satdoku.errors import InputError, UsageError, counted, printable
from satdoku.formats.model import Style
from satdoku.formats.tables import record_text
from satdoku.formats.values import cell_text
from satdoku.formats.writing import separator_of
from satdoku.puzzle.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from satdoku.cli.output import Output, RecordWriter
    from satdoku.cli.run import Run
    from satdoku.formats import PuzzleRecord


def go_on(
    run: Run,
    to: str,
    writer: RecordWriter | None = None,
    codes: Mapping[str, int] = MappingProxyType({}),
    same: Mapping[str, str] = MappingProxyType({}),
) -> Earlier:
    """Leave out the puzzles that a stopped run has answered; return its answers.

    Args:
        run: The run, whose output is open.
        to: The format, as for `Earlier`.
        writer: What writes rows; it goes on behind those that are there.
        codes: The exit codes for answers of some statuses.
        same: Answers that all rows have alike.

    Raises:
        UsageError: The answers have other columns, or (from the reader) are not to
            these puzzles.
    """
    earlier = Earlier(run.out, to, writer, same)
    if writer is not None and not earlier.is_empty:
        writer.skip_header()

    def rest(items: Iterable[Any]) -> Iterator[Any]:
        yield from earlier.rest(items)
        run.kept = earlier.count
        run.codes |= {codes.get(status, exits.DONE) for status in earlier.statuses}

    run.reader.go_on(rest)
    return earlier


class Earlier:
    """The lines that a stopped run left, compared with the puzzles of this one.

    Args:
        output: The output, opened to resume.
        to: The format of the lines: one of `RESUMED`, or `text`, whose lines end with
            the place of their puzzle.
        writer: What writes rows, with its columns and symbols.
        same: Answers that all rows have alike.

    Attributes:
        is_empty: Whether there are none.
        count: How many lines there were.
        statuses: How often each status occurs in them.
    """

    def __init__(
        self,
        output: Output,
        to: str,
        writer: RecordWriter | None = None,
        same: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.count = 0
        self._same = same
        self.statuses: Counter[str] = Counter()
        table = None if writer is None else writer.table
        self._to, self._table = to, table
        self._symbols = None if writer is None else writer.symbols
        self._name = printable(output.resumed_name, 200)
        self._lines = output.earlier_lines(quoted=to == "csv")
        self._separator = separator_of(output.path, table)
        self._line = next(self._lines, None)
        self.is_empty = self._line is None
        if self._line is not None and table is not None:
            names = self._values(self._line)
            if tuple(names) != table.names:
                raise UsageError(
                    f"{self._name} has the columns {listed(names)}, not "
                    f"{listed(table.names)}; --resume needs the same options"
                )
            self._line = next(self._lines, None)

    def rest(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield the puzzles that have no line yet; blocks of them, too.

        Raises:
            UsageError: A line is not about its puzzle.
        """
        for item in items:
            if self._line is None:
                yield item
            elif not hasattr(item, "select"):
                if not self._takes(item):
                    yield item  # the error of a file, which has no line
            elif item.is_error_of_file:
                yield item
            else:
                taken = 0
                for entry in item:
                    if self._line is None:
                        break
                    self._takes(entry)
                    taken += 1
                if taken < item.items:
                    yield item.select(slice(taken, None))
        if self._line is not None:
            raise UsageError(
                f"{self._name} has more than {self.count:,} answers, and the input "
                f"{counted(self.count, 'puzzle')}; --resume needs the same input"
            )

    def _takes(self, item: Any) -> bool:  # noqa: ANN401  a record or an error
        """Compare the next line with a puzzle; return False if it has none."""
        if item.line is None:
            return False
        line = str(self._line)
        status = getattr(self, f"_status_in_{self._to}")(line, item)
        if status is None:
            raise UsageError(
                f"answer {self.count + 1:,} in {self._name} is not to "
                f"{printable(str(item.source), 200)}:{item.line}; --resume needs the "
                "same input"
            )
        self.count += 1
        self.statuses[status] += 1
        self._line = next(self._lines, None)
        return True

    def _status_in_csv(self, line: str, item: PuzzleRecord | InputError) -> str | None:
        if self._table is None:
            return None
        expected = list(
            map(cell_text, self._table.inputs(item, Style(symbols=self._symbols)))
        )
        expected = self._values(record_text(expected, self._separator))
        values = self._values(line)
        named = dict(zip(self._table.names, values, strict=False))
        answers = {key: named.get(name) for key, name in self._table.answers.items()}
        fits = values[: len(expected)] == expected
        return self._status(answers) if fits else None

    def _values(self, line: str) -> list[str]:
        """Return the values of a line of a table."""
        parts = io.StringIO(line, newline="")
        return next(csv.reader(parts, delimiter=self._separator), [])

    def _status(self, answers: Mapping[str, Any]) -> str:
        """Return the status among the answers to a puzzle.

        Raises:
            UsageError: They were found with other options.
        """
        for key, value in self._same.items():
            if answers.get(key) not in {None, "", value}:
                earlier = printable(str(answers[key]), 40)
                raise UsageError(
                    f"{self._name} has the {key} {earlier}, not {value}; --resume "
                    "needs the same options"
                )
        return str(answers.get("status") or "")

    def _status_in_json(self, line: str, item: PuzzleRecord | InputError) -> str | None:
        try:
            record = json.loads(line)
        except ValueError:
            return None
        fits = isinstance(record, dict) and record.get("line") == item.line
        if not isinstance(item, InputError):
            fits = fits and record.get("puzzle") == item.puzzle.line
        return self._status(record) if fits else None

    def _status_in_line(self, line: str, item: PuzzleRecord | InputError) -> str | None:
        if line.startswith("#"):
            return (
                line[1:].partition(":")[0].strip() if f":{item.line}" in line else None
            )
        if isinstance(item, InputError):
            return None
        geometry = item.puzzle.geometry
        symbols = self._symbols or geometry.symbols
        symbols = symbols or usual(geometry.size, geometry.first_value)
        if symbols is None or len(line) != len(item.puzzle.values):
            return None
        cells = zip(item.puzzle.values, line, strict=True)
        return (
            "" if all(not v or symbols.text(v) == mark for v, mark in cells) else None
        )

    @staticmethod
    def _status_in_text(line: str, item: PuzzleRecord | InputError) -> str | None:
        place = f"{printable(str(item.source), 200)}:{item.line}"
        return line.split(maxsplit=1)[0] if line.endswith(place) else None
