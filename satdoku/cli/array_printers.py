"""Answers as arrays of NumPy and tables of Parquet: a row a puzzle, in their order.

An array holds solutions, and zeros where there is none.  A table has the columns
`puzzle` and `solution`, and with statistics those of a CSV table.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Protocol

from satdoku.cli.bulk_printers import clues, words_of
from satdoku.cli.shield import Shield
from satdoku.errors import InputError, UsageError
from satdoku.formats.model import Entry
from satdoku.formats.model import USUAL_STYLE
from satdoku.formats.line import line_text
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle
from satdoku.symbols import usual

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from satdoku.batch import Batch
    from satdoku.cli.answers import Answer
    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.formats.bulk import Block
    from satdoku.symbols import Symbols

__all__ = ["ArrayPrinter", "array_printer"]

_NINE = Geometry(9, 9)
_ZERO = ord("0")
_COLUMNS = ("puzzle", "solution")
_STATS = ("status", "guesses", "sweeps")


class _Sink(Protocol):
    """Takes answers."""

    def one(
        self,
        puzzle: Puzzle | None,
        solution: Grid | None,
        symbols: Symbols | None,
        told: tuple[object, ...],
    ) -> None:
        """Add the answer to a puzzle."""
        ...

    def rows(self, values: NDArray[np.uint8], batch: Batch) -> None:
        """Add the answers to many."""
        ...

    def take_up(self, part: str) -> int:
        """Add those of a file; return how many there are."""
        ...

    def close(self) -> None:
        """Write the end."""
        ...

    def abandon(self) -> None:
        """Let go of the stream, as something went wrong."""
        ...


def array_printer(
    to: str, output: Output, symbols: Symbols | None, *, stats: bool
) -> ArrayPrinter:
    """Return what prints answers to a file that is no text.

    Raises:
        UsageError: They would go to a terminal, or pyarrow is not installed.
    """
    if output.is_terminal:
        raise UsageError(f"the format {to} is no text; it goes to a file (-o)")
    if to == "npy":
        return ArrayPrinter(_Numbers(output), output)
    return ArrayPrinter(_Records(output, symbols, stats=stats), output)


class ArrayPrinter:
    """Prints answers.

    Args:
        sink: What takes them.
        output: Where it writes to.
    """

    several = True

    def __init__(self, sink: _Sink, output: Output) -> None:
        self._sink = sink
        self._output = output
        output.needs_end(sink.abandon)
        self._entry: Entry | None = None
        self._found: list[Grid] = []

    def begin(self, entry: Entry) -> None:
        """Remember the puzzle."""
        self._entry = entry
        self._found = []

    def solution(self, grid: Grid) -> None:
        """Print what was found before, now that it is known not to be the last."""
        if self._found:
            self._put(self._found.pop(), ())
        self._found.append(grid)

    def end(self, answer: Answer) -> None:
        """Print the last solution, or keep the place of a puzzle without one."""
        result = answer.result
        told = (
            str(result.status),
            result.statistics.get("guesses"),
            result.statistics.get("sweeps"),
        )
        self._put(self._found.pop() if self._found else None, told)

    def rows(
        self, block: Block, batch: Batch, start: int, stop: int, seconds: float
    ) -> None:
        """Print many answers."""
        del seconds
        self._sink.rows(block.values[start:stop], batch[start:stop])

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or encoded."""
        del error
        self._entry = entry
        self._put(None, ("unreadable" if entry is None else "unknown", None, None))

    def interrupted(self) -> None:
        """Print the solution that waits for the end of its puzzle."""
        if self._found:
            self._put(self._found.pop(), ())

    def take_up(self, part: str) -> int:
        """Print what an earlier run has written; return how many answers that is.

        Raises:
            UsageError: It is none of the kind that is written.
            InputError: It cannot be read.
        """
        return self._sink.take_up(part)

    def close(self) -> None:
        """Print the end; a file without it would be none."""
        with Shield() as shield, shield if self._output.is_file else nullcontext():
            self._sink.close()
            self._output.has_end()

    def code(self, usual: int) -> int:
        """Return the usual exit code."""
        return usual

    def _put(self, solution: Grid | None, told: tuple[object, ...]) -> None:
        entry = self._entry
        puzzle = None if entry is None else entry.grid
        symbols = None if entry is None else entry.extras.symbols
        self._sink.one(puzzle, solution, symbols, told)


class _Numbers:
    """Solutions as an array.

    Args:
        output: Where to.
    """

    def __init__(self, output: Output) -> None:
        from satdoku.formats.npy import NpyWriter  # noqa: PLC0415  only for arrays

        self._writer = NpyWriter(output.binary(), USUAL_STYLE)
        self._geometry = _NINE

    def one(
        self,
        puzzle: Puzzle | None,
        solution: Grid | None,
        symbols: Symbols | None,
        told: tuple[object, ...],
    ) -> None:
        """Add a solution, or zeros."""
        del symbols, told
        if puzzle is not None:
            self._geometry = puzzle.geometry
        nothing = Grid.trusted(self._geometry, (0,) * self._geometry.cells)
        self._writer.write(Entry.of(Puzzle.of(solution or nothing)))

    def rows(self, values: NDArray[np.uint8], batch: Batch) -> None:
        """Add many solutions."""
        del values
        self._writer.write_rows(batch.solutions, _NINE)

    def take_up(self, part: str) -> int:
        """Add the solutions of a file.

        Raises:
            InputError: It holds something else.
        """
        from satdoku.formats.model import Options  # noqa: PLC0415  seldom needed
        from satdoku.formats.npy import npy_blocks  # noqa: PLC0415

        count = 0
        with open(part, "rb") as stream:  # noqa: PTH123  pathlib takes 10 ms to import
            for block in npy_blocks(stream, Options(geometry=_NINE)):
                values = block.values.astype("uint8", copy=False)
                for error in block.errors.values():
                    raise error
                filled = values.astype(bool)
                open_ = filled.any(axis=1) & ~filled.all(axis=1)
                if open_.any():
                    raise InputError(
                        f"row {count + int(open_.argmax()):,} has empty cells",
                        expected="solutions, and zeros where there is none",
                    )
                self._writer.write_rows(values, _NINE)
                count += len(values)
        return count

    def close(self) -> None:
        """Write the array."""
        self._writer.close()

    def abandon(self) -> None:
        """Write nothing: the numbers wait elsewhere."""


class _Records:
    """Answers as a table.

    Args:
        output: Where to.
        symbols: How digits are written; as in each puzzle if None.
        stats: Whether to tell the status, and what the search took.
    """

    def __init__(self, output: Output, symbols: Symbols | None, *, stats: bool) -> None:
        from satdoku.formats.parquet import ParquetTable  # noqa: PLC0415  slow

        self._stats = stats
        self._symbols = symbols
        columns = (*_COLUMNS, *_STATS) if stats else _COLUMNS
        kinds = {name: "int64" if name in _STATS[1:] else "string" for name in columns}
        self._table = ParquetTable(output.binary(), kinds)

    def one(
        self,
        puzzle: Puzzle | None,
        solution: Grid | None,
        symbols: Symbols | None,
        told: tuple[object, ...],
    ) -> None:
        """Add a row."""
        symbols = self._symbols or symbols
        texts = (_text(puzzle, symbols), _text(solution, symbols))
        if self._stats:
            self._table.add((*texts, *(told or (None,) * len(_STATS))))
        else:
            self._table.add(texts)

    def rows(self, values: NDArray[np.uint8], batch: Batch) -> None:
        """Add many rows."""
        columns: dict[str, object] = {
            "puzzle": clues(values),
            "solution": batch.solutions + _ZERO,
        }
        if self._stats:
            columns["status"] = words_of(batch)
            columns["guesses"] = batch.guesses
            columns["sweeps"] = batch.sweeps
        self._table.add_rows(columns)

    def take_up(self, part: str) -> int:
        """Add the rows of a file."""
        return self._table.add_file(part)

    def close(self) -> None:
        """Write the end of the table."""
        self._table.close()

    def abandon(self) -> None:
        """Write the end now; Arrow would, when it is deleted, and complain then."""
        self._table.close()


def _text(grid: Puzzle | Grid | None, symbols: Symbols | None) -> str | None:
    if grid is None:
        return None
    if usual(grid.geometry.size) is None:
        return " ".join(map(str, grid.values))
    return line_text(grid, symbols)
