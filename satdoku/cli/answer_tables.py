"""What `satdoku solve` writes as tables and arrays: csv, parquet and npy.

A table has the puzzle, its solution, the columns of the input, statistics if wanted,
and why there is no solution.  An array has a solution a row, zeros where there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.cli.answers import AnswerWriter, error_text
from satdoku.cli.messages import say
from satdoku.errors import InputError, UsageError, printable
from satdoku.formats import Entry, Extras
from satdoku.formats.metadata import refuse_loss
from satdoku.formats.model import USUAL_STYLE, Options, Style
from satdoku.formats.registry import find_any
from satdoku.formats.tables import record_text, written_value
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.batch import Batch
    from satdoku.cli.answers import Answer
    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.formats.bulk import Block
    from satdoku.formats.tables import ParquetTable
    from satdoku.symbols import Symbols

    Fields: TypeAlias = tuple[tuple[str, str], ...]
    """(heading, value) pairs of a table."""

_STATS = ("status", "engine", "guesses", "sweeps")
_ZERO, _DOT, _COMMA, _LF = b"0.,\n"


class CsvWriter(AnswerWriter):
    """Writes answers as a table: the puzzle, its solution, and why there is none.

    The columns of the table that the first puzzle comes from stand between.

    Args:
        output: Where to.
        symbols: How digits are written; as in each puzzle if None.
        stats: Whether to add columns with the status and what the search took.

    Attributes:
        columns: The names of the columns; none before the first record.
    """

    format = "csv"

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
        self._last = (*(_STATS if stats else ()), "error")
        self.columns: tuple[str, ...] = ()

    def begin(self, entry: Entry) -> None:
        """Begin the answer to a puzzle.

        Raises:
            UsageError: A table would lose its boxes or candidates.
        """
        refuse_loss(entry, find_any(self.format))
        self._entry, self._fields = entry, entry.extras.columns
        self._solution = None

    def solution(self, grid: Grid) -> None:
        """Write the solution before, now that it is not the last."""
        self.interrupted()
        self._solution = grid

    def end(self, answer: Answer) -> None:
        """Write the last solution, or keep the place of a puzzle without one."""
        result = answer.result
        stats: list[object] = [str(result.status), result.engine]
        stats += [result.statistics.get(key) for key in _STATS[2:]]
        solution, self._solution = self._solution, None
        self._record(solution, stats, error_text(answer))

    def unreadable(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or answered."""
        self._entry = entry
        if entry is not None:
            self._fields = entry.extras.columns
        else:
            self._fields = error.columns if isinstance(error, InputError) else ()
        status = "unreadable" if entry is None else "unknown"
        self._record(None, (status, "", None, None), str(error))

    def interrupted(self) -> None:
        """Write the solution that waits for the end of its puzzle."""
        solution, self._solution = self._solution, None
        if solution is not None:
            self._record(solution)

    def close(self) -> None:
        """Write the header, if nothing else was."""
        self._begin(self.columns or self.columns_for(()))

    def columns_for(self, fields: Fields) -> tuple[str, ...]:
        """Return the columns of answers to puzzles with these fields beside them."""
        others = [self._title(name) for name, _ in fields if name != "puzzle"]
        return ("puzzle", "solution", *others, *self._last)

    def may_write(self, columns: tuple[str, ...]) -> bool:
        """Whether a table of this writer can have these columns."""
        return columns[:2] + columns[-len(self._last) :] == self.columns_for(())

    def continue_after(self, columns: tuple[str, ...]) -> bool:
        """Go on below a header; return whether it can be one of this writer."""
        if self.may_write(columns):
            self._begin(columns)
        return bool(self.columns)

    def rows(self, block: Block, batch: Batch, start: int, stop: int) -> None:
        """Write many answers of engine lanes."""
        import numpy as np  # noqa: PLC0415  loaded by now

        part = batch[start:stop]
        marks = np.arange(_ZERO, _ZERO + 10, dtype=np.uint8)
        marks[0] = _DOT
        columns: dict[str, Any] = {
            "puzzle": marks[block.values[start:stop]],
            "solution": part.solutions + np.uint8(_ZERO),
        }
        if self._stats:
            words = [str(status) for status in Status]
            columns["status"] = [words[code] for code in part.status.tolist()]
            columns["engine"] = ["lanes"] * len(part)
            columns["guesses"], columns["sweeps"] = part.guesses, part.sweeps
        fields = (
            [()] * len(part) if block.columns is None else block.columns[start:stop]
        )
        self._begin(self.columns or self.columns_for(fields[0]))
        others = zip(*map(self._others, fields), strict=True)
        columns |= zip(self._other_columns, map(list, others), strict=False)
        columns["error"] = [None] * len(part)
        self._write_columns(columns)

    def _begin(self, columns: tuple[str, ...]) -> None:
        """Write the names of the columns, once."""
        if not self.columns:
            self.columns = columns
            self._output.write(record_text(columns))

    def _write(self, values: Sequence[object]) -> None:
        """Write a record."""
        texts = ["" if value is None else str(value) for value in values]
        self._output.write(record_text(texts))

    def _write_columns(self, columns: dict[str, Any]) -> None:
        """Write records, by column: arrays of characters, numbers, or lists."""
        import numpy as np  # noqa: PLC0415  loaded by now

        puzzles, solutions = columns["puzzle"], columns["solution"]
        if len(columns) == 3:
            commas = np.full((len(puzzles), 1), _COMMA, np.uint8)
            ends = np.full((len(puzzles), 2), (_COMMA, _LF), np.uint8)
            text = np.hstack([puzzles, commas, solutions, ends])
            self._output.write_bytes(text.reshape(-1).data)
            return
        lists = [
            map(bytes.decode, map(bytes, column))
            if column is puzzles or column is solutions
            else ["" if value is None else str(value) for value in column]
            for column in (columns[name] for name in self.columns)
        ]
        records = "".join(map(record_text, zip(*lists, strict=True)))
        self._output.write_bytes(records.encode())

    @property
    def _other_columns(self) -> tuple[str, ...]:
        """The columns of the input."""
        return self.columns[2 : -len(self._last)]

    def _others(self, fields: Fields) -> list[str | None]:
        """Return the values for the columns of the input."""
        names = self._other_columns
        values = {self._title(name): text for name, text in fields}
        missing = values.keys() - {*names, "puzzle"}
        if missing and not self._is_lossy:
            self._is_lossy = True
            listed = ", ".join(printable(name, 40) for name in sorted(missing))
            say(
                f"satdoku: columns that the first puzzle has not are left out: {listed}"
            )
        return [values.get(name) or None for name in names]

    def _title(self, name: str) -> str:
        return f"{name} (input)" if name in {"solution", *self._last} else name

    def _record(
        self,
        solution: Grid | None,
        stats: Sequence[object] = (None,) * 4,
        error: str | None = None,
    ) -> None:
        self._begin(self.columns or self.columns_for(self._fields))
        values: list[object] = [dict(self._fields).get("puzzle"), None]
        if self._entry is not None:
            symbols = self._entry.extras.symbols
            extras = Extras(solution=solution, symbols=symbols)
            entry = Entry(self._entry.grid, "", 1, 1, None, "", extras)
            values = [
                written_value(entry, name, self._style)
                for name in ("puzzle", "solution")
            ]
        values += self._others(self._fields)
        self._write([*values, *(stats if self._stats else ()), error or None])


class ParquetWriter(CsvWriter):
    """Writes answers as a table of Parquet.

    Args:
        output: Where to.
        symbols: How digits are written; as in each puzzle if None.
        stats: Whether to add columns with the status and what the search took.

    Raises:
        UsageError: It would go to a terminal, or pyarrow is not installed.
    """

    format = "parquet"

    def __init__(
        self, output: Output, symbols: Symbols | None = None, *, stats: bool = False
    ) -> None:
        from satdoku.formats.tables import ParquetTable  # noqa: PLC0415  an extra

        super().__init__(output, symbols, stats=stats)
        self._stream = _binary(output, self.format)
        self._table: ParquetTable
        self._table_of = ParquetTable
        self._table_of.check()

    def close(self) -> None:
        """Write the end; a file without it would be none."""
        with self._output.record():
            super().close()
            self._table.close()
            self._output.is_whole = True

    def continue_from(self, earlier: str) -> tuple[int, None]:
        """Write what an earlier run has written; return how many answers that is.

        Raises:
            UsageError: It has other columns, or cannot be read.
        """
        columns = self._table_of.columns_of(earlier)
        self._begin(columns if self.may_write(columns) else self.columns_for(()))
        return self._table.add_file(earlier), None

    def _begin(self, columns: tuple[str, ...]) -> None:
        if not self.columns:
            self.columns = columns
            kinds = dict.fromkeys(columns, "string")
            if self._stats:
                kinds |= {"guesses": "int64", "sweeps": "int64"}
            self._table = self._table_of(self._stream, kinds)

    def _write(self, values: Sequence[object]) -> None:
        self._table.add(values)

    def _write_columns(self, columns: dict[str, Any]) -> None:
        self._table.add_rows(columns)


class ArrayWriter(AnswerWriter):
    """Writes solutions as an array of NumPy, zeros where there is none.

    Args:
        output: Where to.

    Raises:
        UsageError: It would go to a terminal.
    """

    def __init__(self, output: Output) -> None:
        from satdoku.formats.npy import NpyWriter  # noqa: PLC0415  for arrays

        self._output = output
        self._array = NpyWriter(_binary(output, "npy"), USUAL_STYLE)
        self._geometry = Geometry(9, 9)
        self._solution: Grid | None = None

    def begin(self, entry: Entry) -> None:
        """Begin the answer to a puzzle.

        Raises:
            UsageError: An array would lose its boxes.
        """
        refuse_loss(Entry.of(Puzzle.of(entry.grid.clues)), find_any("npy"))
        self._geometry, self._solution = entry.grid.geometry, None

    def solution(self, grid: Grid) -> None:
        """Write the solution before, now that it is not the last."""
        self.interrupted()
        self._solution = grid

    def end(self, answer: Answer) -> None:
        """Write the last solution, or zeros."""
        del answer
        solution, self._solution = self._solution, None
        self._put(solution)

    def unreadable(self, error: SatdokuError, entry: Entry | None) -> None:
        """Write zeros for a puzzle that could not be read or answered."""
        del error
        if entry is not None:
            self._geometry = entry.grid.geometry
        self._put(None)

    def interrupted(self) -> None:
        """Write the solution that waits for the end of its puzzle."""
        solution, self._solution = self._solution, None
        if solution is not None:
            self._put(solution)

    def close(self) -> None:
        """Write the end; a file without it would be none."""
        with self._output.record():
            self._array.close()
            self._output.is_whole = True

    def rows(self, block: Block, batch: Batch, start: int, stop: int) -> None:
        """Write many answers of engine lanes."""
        self._array.write_rows(batch.solutions[start:stop], block.geometry)

    def continue_from(self, earlier: str) -> tuple[int, NDArray[np.uint8] | None]:
        """Write what an earlier run has written.

        Returns:
            How many answers that is, and the first solutions, if there are any.

        Raises:
            InputError: It is no array of solutions.
        """
        from satdoku.formats.npy import npy_blocks  # noqa: PLC0415  for arrays

        nine = Geometry(9, 9)
        count, first = 0, None
        with open(earlier, "rb") as stream:  # noqa: PTH123  pathlib takes 10 ms to import
            for block in npy_blocks(stream, Options(geometry=nine)):
                for error in block.errors.values():
                    raise error
                values = block.values.astype("uint8", copy=False)
                filled = values.astype(bool)
                is_part = filled.any(axis=1) & ~filled.all(axis=1)
                if is_part.any():
                    raise InputError(
                        f"row {count + int(is_part.argmax()):,} has empty cells",
                        expected="solutions, and zeros where there is none",
                    )
                first = values[:1000] if first is None else first
                self._array.write_rows(values, nine)
                count += len(values)
        return count, first

    def _put(self, solution: Grid | None) -> None:
        zeros = (0,) * self._geometry.cells
        grid = solution or Grid.trusted(self._geometry, zeros)
        self._array.write(Entry.of(Puzzle.of(grid)))


def _binary(output: Output, name: str) -> Any:  # noqa: ANN401  a stream of bytes
    """Return the stream for a format that is no text.

    Raises:
        UsageError: It is a terminal.
    """
    if output.is_terminal:
        raise UsageError(f"the format {name} is no text; write to -o FILE")
    output.is_whole = False
    return output.binary()
