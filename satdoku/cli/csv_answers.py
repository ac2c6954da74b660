"""What `satdoku solve --to csv` writes: a table, with the columns of the input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cli.answers import error_text
from satdoku.cli.messages import say
from satdoku.errors import InputError, printable
from satdoku.formats import Entry, Extras
from satdoku.formats.csv_files import record_text
from satdoku.formats.metadata import refuse_loss
from satdoku.formats.model import Style
from satdoku.formats.registry import find
from satdoku.formats.tables import written_value

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from satdoku.cli.answers import Answer
    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.grid import Grid
    from satdoku.symbols import Symbols

    Fields: TypeAlias = tuple[tuple[str, str], ...]
    """(heading, value) pairs of a table."""


class CsvWriter:
    """Writes answers as a table: the puzzle, its solution, and why there is none.

    The columns of the table that the first puzzle comes from stand between.

    Args:
        output: Where to.
        symbols: How digits are written; as in each puzzle if None.
        stats: Whether to add columns with the status and what the search took.

    Attributes:
        columns: The names of the columns; none before the first record.
    """

    def __init__(
        self, output: Output, symbols: Symbols | None = None, *, stats: bool = False
    ) -> None:
        self._output = output
        self._stats = stats
        self._style = Style(symbols=symbols)
        self._entry: Entry | None = None
        self._fields: Fields = ()
        self._solution: Grid | None = None
        self._is_lossy = False
        counters = ("status", "engine", "guesses", "sweeps") if stats else ()
        self._last = (*counters, "error")
        self.columns: tuple[str, ...] = ()

    def begin(self, entry: Entry) -> None:
        """Begin the answer to a puzzle.

        Raises:
            UsageError: A table would lose its boxes or candidates.
        """
        refuse_loss(entry, find("csv"))
        self._entry, self._fields = entry, entry.extras.columns
        self._solution = None

    def solution(self, grid: Grid) -> None:
        """Write the solution before, now that it is not the last."""
        if self._solution is not None:
            self._record(self._solution)
        self._solution = grid

    def end(self, answer: Answer) -> None:
        """Write the last solution, or keep the place of a puzzle without one."""
        result = answer.result
        stats: list[object] = [result.status, result.engine]
        stats += [result.statistics.get(key, "") for key in ("guesses", "sweeps")]
        self._record(self._solution, stats, error_text(answer))
        self._solution = None

    def unreadable(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or answered."""
        self._entry = entry
        if entry is not None:
            self._fields = entry.extras.columns
        else:
            self._fields = error.columns if isinstance(error, InputError) else ()
        status = "unreadable" if entry is None else "unknown"
        self._record(None, [status, "", "", ""], str(error))

    def interrupted(self) -> None:
        """Write the solution that waits for the end of its puzzle."""
        if self._solution is not None:
            self._record(self._solution)

    def close(self) -> None:
        """Write the header, if nothing else was."""
        self.header(())

    def columns_for(self, fields: Fields) -> tuple[str, ...]:
        """Return the columns of answers to puzzles with these fields beside them."""
        others = [self._title(name) for name, _ in fields if name != "puzzle"]
        return ("puzzle", "solution", *others, *self._last)

    def may_write(self, columns: tuple[str, ...]) -> bool:
        """Whether a table of this writer can have these columns."""
        return columns[:2] + columns[-len(self._last) :] == self.columns_for(())

    def continue_after(self, columns: tuple[str, ...]) -> bool:
        """Go on below a header; return whether it can be one of this writer."""
        if not self.may_write(columns):
            return False
        self._output.write(record_text(columns))
        self.columns = columns
        return True

    def header(self, fields: Fields) -> None:
        """Write the names of the columns, once."""
        if not self.columns:
            self.columns = self.columns_for(fields)
            self._output.write(record_text(self.columns))

    @property
    def other_columns(self) -> tuple[str, ...]:
        """The columns of the input."""
        return self.columns[2 : -len(self._last)]

    def others(self, fields: Fields) -> list[str]:
        """Return the values for the columns of the input."""
        names = self.other_columns
        values = {self._title(name): text for name, text in fields}
        missing = values.keys() - {*names, "puzzle"}
        if missing and not self._is_lossy:
            self._is_lossy = True
            listed = ", ".join(printable(name, 40) for name in sorted(missing))
            say(
                f"satdoku: columns that the first puzzle has not are left out: {listed}"
            )
        return [values.get(name, "") for name in names]

    def _title(self, name: str) -> str:
        return f"{name} (input)" if name in {"solution", *self._last} else name

    def _record(
        self,
        solution: Grid | None,
        stats: Iterable[object] = ("", "", "", ""),
        error: str = "",
    ) -> None:
        self.header(self._fields)
        values = [dict(self._fields).get("puzzle", ""), ""]
        if self._entry is not None:
            symbols = self._entry.extras.symbols
            extras = Extras(solution=solution, symbols=symbols)
            entry = Entry(self._entry.grid, "", 1, 1, None, "", extras)
            values = [
                written_value(entry, name, self._style) or ""
                for name in ("puzzle", "solution")
            ]
        values += self.others(self._fields)
        if self._stats:
            values += map(str, stats)
        self._output.write(record_text([*values, error]))
