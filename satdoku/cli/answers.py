"""What `satdoku solve` writes: answers as grids, tables, arrays, JSON, for SAT people.

For each puzzle a writer is called in this order: `begin`, `solution` for each solution
as it is found, `end`.  A puzzle that cannot be read keeps its place by `unreadable`.

A table has the puzzle, its solution, the columns of the input, statistics if wanted,
and why there is no solution.  An array has a solution a row, zeros where there is none.
"""

from __future__ import annotations

from dataclasses import replace
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.cli import exits
from satdoku.cli.messages import say
from satdoku.cli.reading import place_of
from satdoku.cli.run import error_json
from satdoku.errors import UsageError, printable
from satdoku.formats import Metadata, PuzzleRecord, Writer
from satdoku.formats.metadata import refuse_loss
from satdoku.formats.model import USUAL_STYLE, Style
from satdoku.formats.records import place_record, to_json
from satdoku.formats.registry import find, find_any
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.statistics import counter_text
from satdoku.solving.results import Result, Status, differences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeAlias

    from satdoku.cli.bulk import Rows
    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.formats.tables import ParquetTable
    from satdoku.puzzle.symbols import Symbols

    Fields: TypeAlias = tuple[tuple[str, str], ...]
    """(heading, value) pairs of a table."""


_LONGEST = 500
_WIDTH = 78
_COUNTERS = "steps decisions propagations conflicts restarts guesses sweeps nodes"
_STATS = ("status", "engine", "guesses", "sweeps")


class Answer(NamedTuple):
    """The answer to a puzzle, with all solutions that were asked for.

    Args:
        result: What was found, the first two solutions included.
        found: How many solutions were written.
        is_cut: Whether the search ended because that many were asked for.
        stopped: Which limit came first, where it is not certain.
    """

    result: Result
    found: int
    is_cut: bool = False
    stopped: str = "out of time"


class AnswerWriter:
    """Writes answers in one way; what a kind of output has no use for does nothing."""

    columns: tuple[str, ...] = ()
    """The columns of a table; none before its first record."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def begin(self, entry: PuzzleRecord) -> None:
        """Begin the answer to a puzzle."""

    def solution(self, entry: PuzzleRecord, grid: Grid) -> None:
        """Write a solution."""

    def end(self, entry: PuzzleRecord, answer: Answer) -> None:
        """End the answer."""

    def unreadable(self, error: SatdokuError, entry: PuzzleRecord | None) -> None:
        """Keep the place of a puzzle that could not be read or answered."""

    def rows(self, rows: Rows) -> None:
        """Write many answers of engine lanes."""
        raise NotImplementedError

    def resume(self, path: str, columns: tuple[str, ...]) -> None:
        """Write what an earlier run has written, in these columns."""
        self.columns = columns
        with open(path, "rb") as file:  # noqa: PTH123  pathlib takes 10 ms to import
            while data := file.read(1 << 20):
                self._output.write_bytes(data)

    def close(self) -> None:
        """End what was begun, and write what comes after all answers."""


def reason(result: Result) -> str:
    """Say why a puzzle has no solution: the cells that clash, if any do."""
    clashes = result.puzzle.clashes() if result.puzzle else ()
    if clashes:
        more = f" (and {len(clashes) - 1} more)" if len(clashes) > 1 else ""
        return f"{clashes[0]}{more}"
    return result.reason or "every way to complete it was ruled out"


def error_text(answer: Answer) -> str:
    """Say why an answer has no solution; nothing if it has one."""
    if answer.found:
        return ""
    none = answer.result.status is Status.NONE
    return reason(answer.result) if none else answer.stopped


def difference(result: Result) -> str:
    """Say where the two solutions of a puzzle differ first."""
    one, two = result.solution, result.second
    if one is None or two is None:
        return ""
    (cell, *_), texts = differences(one, two), one.geometry.digit_texts
    name = one.geometry.cell_name(cell)
    return f"{name} can be {texts[one.values[cell]]} or {texts[two.values[cell]]}"


def statistics_text(result: Result) -> str:
    """Say what an answer took, on one line."""
    searched = searched_by(result) or "no search"
    if note := result.engine_note:
        searched += f" ({note})" if result.engine else f": {note}"
    found = result.statistics
    known = (key for key in _COUNTERS.split() if key in found)
    counters = ", ".join(counter_text(key, found[key]) for key in known)
    depth = counter_text("depth", found["depth"]) if "depth" in found else ""
    parts = filter(None, (searched, counters, depth))
    return "; ".join([*parts, f"{result.seconds:.4f} s"])


def searched_by(result: Result) -> str:
    """Say which engines searched, in turn, and in which formula."""
    if not result.engine:
        return ""
    formula = result.encoding + (", simplified" if result.simplified else "")
    engines = result.engine.replace(" ", ", then ")
    return f"{engines}; {formula}" if result.encoding else engines


class GridWriter(AnswerWriter):
    """Writes answers as grids, in any of the formats of puzzles.

    A puzzle without an answer keeps its place by a comment, which readers pass over, so
    that in format `line` the n-th line answers the n-th puzzle.  Where all solutions
    are written, a comment before them names the puzzle.  Formats without comments have
    neither.

    Args:
        output: Where to.
        name: The format.
        places: Whether puzzles without an answer keep their place.
        titles: Whether each puzzle's solutions are announced.
        symbols: How digits are written; as in each puzzle if None.
        coloured: Whether clues and solution have different colours.

    Raises:
        UsageError: The format is only read.
    """

    def __init__(
        self,
        output: Output,
        name: str,
        *,
        places: bool,
        titles: bool,
        symbols: Symbols | None = None,
        coloured: bool = False,
    ) -> None:
        super().__init__(output)
        self._writer = Writer(output.stream, name, symbols, lossy=True)
        self._format = find(name)
        comments = self._format.comments
        self._places = places and comments
        self._titles = titles and comments
        self._coloured = coloured and symbols is None
        self._between = ""

    def begin(self, entry: PuzzleRecord) -> None:
        """Name the puzzle, where all its solutions follow."""
        if self._titles:
            self._comment(f"solutions of {place_of(entry)}")

    def solution(self, entry: PuzzleRecord, grid: Grid) -> None:
        """Write a solution."""
        if self._coloured:
            from satdoku.drawing.board import Board  # noqa: PLC0415  for terminals
            from satdoku.drawing.terminal import report_lines  # noqa: PLC0415

            board = Board(grid.geometry, entry.puzzle.values, grid.values)
            text = "\n".join(report_lines(board, colour=True))
            self._output.write(f"{self._between}{text}\n")
            self._between = "\n"
            return
        answer = PuzzleRecord.of(Puzzle.of(grid))
        if grid.geometry.is_standard:  # of others only the values are written
            refuse_loss(answer, self._format)
        with self._output.record():
            self._writer.write(answer)

    def end(self, entry: PuzzleRecord, answer: Answer) -> None:
        """Keep the place of a puzzle that has no answer."""
        if not answer.found:
            text = f"{place_of(entry)}: {error_text(answer)}"
            self._keep_place(f"{answer.result.status}: {text}")

    def unreadable(self, error: SatdokuError, entry: PuzzleRecord | None) -> None:
        """Keep the place of a puzzle that could not be read or answered."""
        where = "unreadable" if entry is None else f"unknown: {place_of(entry)}"
        self._keep_place(f"{where}: {error}")

    def rows(self, rows: Rows) -> None:
        """Write many answers of engine lanes, in the format `line`."""
        import numpy as np  # noqa: PLC0415  loaded by now

        text = rows.batch.solutions[rows.start : rows.stop] + np.uint8(ord("0"))
        text = np.pad(text, ((0, 0), (0, 1)), constant_values=ord("\n"))
        self._output.write_bytes(text.reshape(-1).data)

    def close(self) -> None:
        """Write what the format ends with."""
        with self._output.record():
            self._writer.close()

    def _keep_place(self, text: str) -> None:
        if self._places:
            self._comment(text)

    def _comment(self, text: str) -> None:
        self._output.write(f"# {printable(text, _LONGEST)}\n")


class JsonWriter(AnswerWriter):
    """Writes answers as JSON, an object a line, solutions as they are found.

    Args:
        output: Where to.
    """

    def __init__(self, output: Output) -> None:
        super().__init__(output)
        self._first: Grid | None = None
        self._open = False

    def begin(self, entry: PuzzleRecord) -> None:
        """Begin the object."""
        self._output.stream.write(
            to_json(place_record(entry))[:-1] + ', "solutions": ['
        )
        self._first, self._open = None, True

    def solution(self, entry: PuzzleRecord, grid: Grid) -> None:
        """Add a solution to the object."""
        del entry
        between = "" if self._first is None else ", "
        self._first = self._first or grid
        self._output.stream.write(between + to_json(grid.line))

    def end(self, entry: PuzzleRecord, answer: Answer) -> None:
        """End the object."""
        result = answer.result
        if answer.found == 1 and result.second is not None:
            self.solution(entry, result.second)
        self._end(result.record())

    def unreadable(self, error: SatdokuError, entry: PuzzleRecord | None) -> None:
        """Keep the place of a puzzle that could not be read or answered."""
        self._output.write(error_json(error, entry))

    def close(self) -> None:
        """End an object that was begun: what was found is not all."""
        if self._open:
            first = self._first
            self._end(
                {
                    "solution": None if first is None else first.line,
                    "status": "unknown" if first is None else "found",
                    "unique": None,
                    "certain": False,
                }
            )

    def _end(self, rest: dict[str, object]) -> None:
        self._open = False
        self._output.write("], " + to_json(rest)[1:] + "\n")


class SatWriter(AnswerWriter):
    """Writes the answer to one puzzle as SAT solvers do.

    The variables are those of the cells: row r, column c, digit d of an n x n grid is
    n²(r-1) + n(c-1) + d, as `satdoku cnf` numbers them.

    Args:
        output: Where to.
    """

    def __init__(self, output: Output) -> None:
        super().__init__(output)
        self._satisfiable: bool | None = None
        self._open = False

    def begin(self, entry: PuzzleRecord) -> None:
        """Say what the variables are."""
        self._open = True
        geometry = entry.puzzle.geometry
        n, row = geometry.size, geometry.size * geometry.columns
        self._output.write(
            f"c row r, column c, digit d is variable {row}(r-1) + {n}(c-1) + d\n"
        )

    def solution(self, entry: PuzzleRecord, grid: Grid) -> None:
        """Write a model."""
        n = entry.puzzle.geometry.size
        true = (cell * n + digit for cell, digit in enumerate(grid.values))
        self._write(True, sat_lines(True, len(grid.values) * n, true))  # noqa: FBT003

    def end(self, entry: PuzzleRecord, answer: Answer) -> None:
        """Say that there is no model, if so."""
        del entry
        if answer.result.status is Status.NONE:
            self._output.write(f"c {reason(answer.result)}\n")
            self._write(False, sat_lines(False))  # noqa: FBT003

    def close(self) -> None:
        """Say that the answer is unknown, if nothing was said."""
        if self._open:
            self._write(None, sat_lines(None))

    @property
    def code(self) -> int:
        """The exit code for the answer."""
        return exits.of_answer(self._satisfiable)

    def _write(self, satisfiable: bool | None, lines: Iterable[str]) -> None:  # noqa: FBT001  three answers
        self._satisfiable, self._open = satisfiable, False
        self._output.write("".join(f"{line}\n" for line in lines))


class CsvWriter(AnswerWriter):
    """Writes answers as a table: the puzzle, its solution, and why there is none.

    The columns of the table that the first puzzle comes from stand between.

    Args:
        output: Where to.
        symbols: How digits are written; as in each puzzle if None.
        stats: Whether to add columns with the status and what the search took.
        every: Whether every solution has a record.
    """

    format = "csv"

    def __init__(
        self, output: Output, symbols: Symbols | None, *, stats: bool, every: bool
    ) -> None:
        super().__init__(output)
        self._style = Style(symbols=symbols)
        self._every = every
        self._is_lossy = False
        self._last = (*(_STATS if stats else ()), "error")

    def begin(self, entry: PuzzleRecord) -> None:
        """Begin the answer to a puzzle.

        Raises:
            UsageError: A table would lose its boxes or candidates.
        """
        refuse_loss(entry, find_any(self.format))

    def solution(self, entry: PuzzleRecord, grid: Grid) -> None:
        """Write one of all solutions."""
        if self._every:
            self._record(entry, grid)

    def end(self, entry: PuzzleRecord, answer: Answer) -> None:
        """Write the solution, or keep the place of a puzzle without one."""
        if not (self._every and answer.found):
            result = answer.result
            counts = map(result.statistics.get, _STATS[2:])
            stats = (str(result.status), result.engine, *counts)
            self._record(entry, result.solution, stats, error_text(answer))

    def unreadable(self, error: SatdokuError, entry: PuzzleRecord | None) -> None:
        """Keep the place of a puzzle that could not be read or answered."""
        stats = ("unreadable" if entry is None else "unknown", "", None, None)
        fields: Fields = getattr(error, "columns", ())
        self._record(entry, None, stats, str(error), fields)

    def rows(self, rows: Rows) -> None:
        """Write many answers of engine lanes."""
        import numpy as np  # noqa: PLC0415  loaded by now

        block, start, stop = rows.block, rows.start, rows.stop
        part = rows.batch[start:stop]
        marks = np.frombuffer(b".123456789", np.uint8)
        columns: dict[str, Any] = {
            "puzzle": marks[block.values[start:stop]],
            "solution": part.solutions + np.uint8(ord("0")),
        }
        words = [str(status) for status in Status]
        columns["status"] = [words[code] for code in part.status.tolist()]
        columns["engine"] = ["lanes"] * len(part)
        columns["guesses"], columns["sweeps"] = part.guesses, part.sweeps
        fields = [()] * len(part) if block.columns is None else block.columns
        fields = fields[start:stop] if block.columns is not None else fields
        self._begin(fields[0])
        others = zip(*map(self._others, fields), strict=True)
        columns |= zip(self._other_columns, map(list, others), strict=False)
        columns["error"] = [None] * len(part)
        self._write_columns(columns)

    def close(self) -> None:
        """Write the header, if nothing else was."""
        self._begin(())

    def _begin(self, fields: Fields) -> None:
        """Write the names of the columns, once: those of the first puzzle."""
        if not self.columns:
            others = [self._title(name) for name, _ in fields if name != "puzzle"]
            self.columns = ("puzzle", "solution", *others, *self._last)
            self._open()

    def _open(self) -> None:
        self._write(self.columns)

    def _write(self, values: Sequence[object]) -> None:
        """Write a record."""
        from satdoku.formats.tables import record_text  # noqa: PLC0415  for tables

        texts = ["" if value is None else str(value) for value in values]
        self._output.write(record_text(texts))

    def _write_columns(self, columns: dict[str, Any]) -> None:
        """Write records, by column: arrays of characters, numbers, or lists."""
        import numpy as np  # noqa: PLC0415  loaded by now

        from satdoku.formats.tables import record_text  # noqa: PLC0415  for tables

        puzzles, solutions = columns["puzzle"], columns["solution"]
        if len(self.columns) == 3:
            commas = np.full((len(puzzles), 1), ord(","), np.uint8)
            ends = np.full((len(puzzles), 2), (ord(","), ord("\n")), np.uint8)
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
            say(f"satdoku: columns that the first puzzle lacks are left out: {listed}")
        return [values.get(name) or None for name in names]

    def _title(self, name: str) -> str:
        return f"{name} (input)" if name in {"solution", *self._last} else name

    def _record(
        self,
        entry: PuzzleRecord | None,
        solution: Grid | None,
        stats: Sequence[object] = (None,) * 4,
        error: str | None = None,
        fields: Fields = (),
    ) -> None:
        from satdoku.formats.tables import written_value  # noqa: PLC0415  for tables

        values: list[object] = [dict(fields).get("puzzle"), None]
        if entry is not None:
            fields = entry.metadata.columns
            extras = Metadata(solution=solution)
            shown = replace(entry, metadata=extras)
            names = ("puzzle", "solution")
            values = [written_value(shown, name, self._style) for name in names]
        self._begin(fields)
        wanted = stats if len(self._last) > 1 else ()
        self._write([*values, *self._others(fields), *wanted, error or None])


class ParquetWriter(CsvWriter):
    """Writes answers as a table of Parquet; arguments as of `CsvWriter`.

    Raises:
        UsageError: It would go to a terminal, or pyarrow is not installed.
    """

    format = "parquet"

    def __init__(
        self, output: Output, symbols: Symbols | None, *, stats: bool, every: bool
    ) -> None:
        from satdoku.formats.tables import ParquetTable  # noqa: PLC0415  an extra

        super().__init__(output, symbols, stats=stats, every=every)
        self._stream = _binary(output, self.format)
        self._table: ParquetTable
        self._table_of = ParquetTable
        self._table_of.check()

    def resume(self, path: str, columns: tuple[str, ...]) -> None:
        """Write the rows of an earlier run, which has these columns."""
        self.columns = columns
        self._open()
        self._table.add_file(path)

    def close(self) -> None:
        """Write the end; a file without it would be none."""
        with self._output.record():
            super().close()
            self._table.close()

    def _open(self) -> None:
        kinds = dict.fromkeys(self.columns, "string")
        if len(self._last) > 1:
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
        every: Whether every solution has a row.

    Raises:
        UsageError: It would go to a terminal.
    """

    def __init__(self, output: Output, *, every: bool) -> None:
        from satdoku.formats.npy import NpyWriter  # noqa: PLC0415  for arrays

        super().__init__(output)
        self._array = NpyWriter(_binary(output, "npy"), USUAL_STYLE)
        self._every = every
        self._geometry: Geometry | None = None

    def begin(self, entry: PuzzleRecord) -> None:
        """Begin the answer to a puzzle.

        Raises:
            UsageError: An array would lose its boxes, or holds puzzles of another size.
        """
        geometry = entry.puzzle.geometry
        refuse_loss(PuzzleRecord.of(Puzzle.of(entry.puzzle.clues)), find_any("npy"))
        self._geometry = self._geometry or geometry
        if geometry.size != self._geometry.size:
            raise UsageError(
                f"a puzzle of {geometry} after puzzles of {self._geometry}; "
                "an array (npy) holds puzzles of one size"
            )

    def solution(self, entry: PuzzleRecord, grid: Grid) -> None:
        """Write one of all solutions."""
        del entry
        if self._every:
            self._array.write(PuzzleRecord.of(Puzzle.of(grid)))

    def end(self, entry: PuzzleRecord, answer: Answer) -> None:
        """Write the solution, or zeros."""
        del entry
        if not (self._every and answer.found):
            self._put(answer.result.solution)

    def unreadable(self, error: SatdokuError, entry: PuzzleRecord | None) -> None:
        """Write zeros for a puzzle that could not be read or answered."""
        del error, entry
        self._put(None)

    def _put(self, solution: Grid | None) -> None:
        self._geometry = self._geometry or Geometry(9, 9)
        zeros = (0,) * self._geometry.cells
        grid = solution or Grid.trusted(self._geometry, zeros)
        self._array.write(PuzzleRecord.of(Puzzle.of(grid)))

    def rows(self, rows: Rows) -> None:
        """Write many answers of engine lanes."""
        self._geometry = self._geometry or rows.block.geometry
        solutions = rows.batch.solutions[rows.start : rows.stop]
        self._array.write_rows(solutions, rows.block.geometry)

    def resume(self, path: str, columns: tuple[str, ...]) -> None:
        """Write the rows of an earlier run."""
        import numpy as np  # noqa: PLC0415  loaded by now

        del columns
        values = np.load(path, allow_pickle=False)
        self._geometry = Geometry.of_size(isqrt(values.shape[1]))
        self._array.write_rows(values, self._geometry)

    def close(self) -> None:
        """Write the end; a file without it would be none."""
        with self._output.record():
            self._array.close()


def _binary(output: Output, name: str) -> Any:  # noqa: ANN401  a stream of bytes
    """Return the stream for a format that is no text.

    Raises:
        UsageError: It is a terminal.
    """
    if output.is_terminal:
        raise UsageError(f"the format {name} is not text; write to -o FILE")
    return output.binary()


def sat_lines(
    satisfiable: bool | None,  # noqa: FBT001  three answers, not a switch
    variables: int = 0,
    true: Iterable[int] = (),
) -> Iterator[str]:
    """Yield the s line, and the v lines of a model, by the rules of SAT competitions.

    Args:
        satisfiable: The answer; None if it is unknown.
        variables: How many variables there are.
        true: Those that are true.

    Example:
        >>> list(sat_lines(True, 3, [2])), list(sat_lines(None))
        (['s SATISFIABLE', 'v -1 2 -3 0'], ['s UNKNOWN'])
    """
    words = {None: "UNKNOWN", True: "SATISFIABLE", False: "UNSATISFIABLE"}
    yield f"s {words[satisfiable]}"
    if not satisfiable:
        return
    positive = set(true)
    line = "v"
    for variable in range(1, variables + 1):
        literal = str(variable if variable in positive else -variable)
        if len(line) + 1 + len(literal) > _WIDTH:
            yield line
            line = "v"
        line += f" {literal}"
    if len(line) + 2 > _WIDTH:
        yield line
        line = "v"
    yield f"{line} 0"
