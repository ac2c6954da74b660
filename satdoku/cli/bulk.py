"""`satdoku solve` for many puzzles of 9x9: engine lanes answers blocks of them.

What is written and said of a puzzle is the same as one by one.  Rows with a solution
that is no news, as nearly all are, are written many at a time.
"""

from __future__ import annotations

from collections import deque
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

import numpy as np

from satdoku.answers import Status
from satdoku.batch import solutions_batch, solve_stream
from satdoku.cli.answers import Answer, GridWriter, JsonWriter, error_text
from satdoku.cli.csv_answers import CsvWriter
from satdoku.cli.messages import counted, say, say_compiling
from satdoku.cli.run import SCHEMA, to_json
from satdoku.errors import InputError, UsageError
from satdoku.formats.csv_files import record_text
from satdoku.formats.line import line_text
from satdoku.formats.metadata import refuse_loss
from satdoku.formats.model import USUAL_STYLE, Entry
from satdoku.formats.registry import find_any
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.lanes.search import find_executor, is_ready, prepare
from satdoku.puzzle import Puzzle
from satdoku.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from satdoku.answers import Result
    from satdoku.batch import Batch
    from satdoku.cli.output import Output
    from satdoku.cli.solve import Solving
    from satdoku.errors import SatdokuError
    from satdoku.formats.bulk import Block, Fields
    from satdoku.formats.parquet import ParquetTable
    from satdoku.symbols import Symbols


_NINE = Geometry(9, 9)
_CELLS = 81
_ZERO, _DOT, _LF, _COMMA = b"0.\n,"
_LIMIT = 2


class RowWriter(Protocol):
    """Writes many answers at a time.

    Attributes:
        seconds: What each of the next answers took.
        answers_several: Whether rows with several solutions may be among them.
    """

    seconds: float
    answers_several: bool

    def rows(self, block: Block, batch: Batch, start: int, stop: int) -> None:
        """Write the rows from `start` to `stop`, each of which has a solution."""
        ...


class BulkSolving:
    """Answers blocks of puzzles by engine lanes.

    Args:
        solving: Answers and reports other puzzles one by one.
        rows: What writes many answers; None where each is written by itself.
        because: Why lanes answer.
        few: Whether there are too few puzzles to wait for the compiler.
        executor: What runs the lanes.
        max_guesses: After how many guesses a puzzle is given up.
        dask: The address of the cluster that searches.

    Raises:
        UsageError: The executor is not installed.
    """

    def __init__(
        self,
        solving: Solving,
        rows: RowWriter | None,
        *,
        because: str,
        few: bool,
        executor: str | None,
        max_guesses: int | None,
        dask: str | None,
    ) -> None:
        self._solving = solving
        self._run = run = solving.run
        self._rows = rows
        self._choice = f"chosen: lanes, many puzzles at once: {because}"
        self._max_guesses = max_guesses
        self._dask = dask
        asked = executor or "auto"
        if few and asked == "auto" and not is_ready(find_executor(asked)):
            self._executor = "numpy"
        else:
            compiling = (lambda: None) if run.quiet else say_compiling
            self._executor = prepare(asked, compiling)
        self._read = self._solved = self._guesses = self._sweeps = 0

    def _batches(
        self,
        puzzles: Iterator[NDArray[np.uint8]],
        progress: Callable[[int], None] | None,
    ) -> Iterator[Batch]:
        """Solve arrays of puzzles, in their order."""
        if self._dask is not None:
            from satdoku.cluster import dask_stream  # noqa: PLC0415  an extra

            return dask_stream(
                puzzles,
                self._dask,
                limit=_LIMIT,
                max_guesses=self._max_guesses,
                executor=self._executor,
                notice=lambda what: say(f"satdoku: {what}"),
            )
        return solve_stream(
            puzzles,
            limit=_LIMIT,
            max_guesses=self._max_guesses,
            executor=self._executor,
            workers=self._run.worker_count,
            progress=progress,
        )

    def _second_solutions(self, puzzles: NDArray[np.uint8]) -> dict[int, list[Grid]]:
        """Return up to two solutions of each of some puzzles, by row."""
        found: dict[int, list[Grid]] = {}
        # An executor may be one that only the cluster has.
        executor = "auto" if self._dask is not None else self._executor
        for index, solutions in solutions_batch(puzzles, limit=2, executor=executor):
            for row, values in zip(index.tolist(), solutions.tolist(), strict=True):
                found.setdefault(row, []).append(Grid.trusted(_NINE, tuple(values)))
        return found

    def answer(self, blocks: Iterator[Block]) -> None:
        """Answer blocks of puzzles."""
        waiting: deque[tuple[Block, float]] = deque()
        first = begun = perf_counter()
        before = self._run.count

        def arrays() -> Iterator[NDArray[np.uint8]]:
            # With several workers this runs in a thread of its own.
            for block in blocks:
                waiting.append((block, perf_counter()))
                self._read += block.items
                yield block.values

        def show(solved: int) -> None:
            self._tick(before + solved)

        progress = show if self._run.progress.active else None
        for batch in self._batches(arrays(), progress):
            now = perf_counter()
            block, came = waiting.popleft()
            # By the clock: workers search while others are waited for and written.
            took = now - max(begun, came)
            self._block(block, batch, took / max(len(batch), 1))
            begun = perf_counter()
        if self._solving.asked.stats and self._solved:
            seconds = perf_counter() - first
            say(
                f"lanes: {counted(self._solved, 'puzzle')}, "
                f"{counted(self._guesses, 'guess', 'guesses')}, "
                f"{counted(self._sweeps, 'sweep')}; {seconds:.2f} s with reading and "
                f"writing, {self._solved / seconds:,.0f} a second"
            )

    def _tick(self, done: int) -> None:
        self._run.reader.answered = min(1.0, done / max(self._read, 1))
        self._run.progress.tick(done)

    def _block(self, block: Block, batch: Batch, seconds: float) -> None:
        """Write the answers to a block."""
        if len(batch):
            self._solving.explain_choice(block.entry(0), self._choice)
        self._solved += len(batch)
        self._guesses += int(batch.guesses.sum())
        self._sweeps += int(batch.sweeps.sum())
        if self._rows is not None:
            self._rows.seconds = seconds
        alone = self._alone(batch)
        rows = np.flatnonzero(alone & (batch.counts > 1))
        seconds_of: dict[int, list[Grid]] = {}
        if len(rows):
            found = self._second_solutions(block.values[rows])
            seconds_of = {int(row): found[at] for at, row in enumerate(rows)}
        stops: list[tuple[int, int, Entry | InputError | None]] = [
            (int(row), 1, None) for row in np.flatnonzero(alone)
        ]
        stops += [(row, 0, other) for row, other in block.others]
        stops.sort(key=lambda stop: stop[:2])
        at = 0
        for row, length, other in stops:
            self._write_rows(block, batch, at, row)
            if other is None:
                self._row(block, batch, row, seconds_of.get(row, []), seconds)
            else:
                self._solving.one_by_one([other])
            at = row + length
        self._write_rows(block, batch, at, len(batch))
        self._tick(self._run.count)

    def _alone(self, batch: Batch) -> NDArray[np.bool_]:
        """Say which rows are written by themselves."""
        if self._rows is None or len(batch) == 1:
            return np.ones(len(batch), np.bool_)
        alone: NDArray[np.bool_] = (batch.counts == 0) | ~batch.complete
        if self._solving.asked.unique or not self._rows.answers_several:
            alone |= batch.counts > 1
        return alone

    def _write_rows(self, block: Block, batch: Batch, start: int, stop: int) -> None:
        """Write rows that have one solution, or several where that is no fault."""
        if start >= stop or self._rows is None:
            return
        with self._run.out.record():
            self._rows.rows(block, batch, start, stop)
            count = stop - start
            several = int((batch.counts[start:stop] > 1).sum())
            statuses = self._solving.statuses
            statuses[Status.UNIQUE] += count - several
            statuses[Status.MULTIPLE] += several
            self._run.count += count

    def _row(
        self, block: Block, batch: Batch, row: int, found: list[Grid], seconds: float
    ) -> None:
        """Write a row by itself, and say what there is to say about it."""
        entry = block.entry(row)
        first = tuple(batch.solutions[row].tolist())
        other = next((grid for grid in found if grid.values != first), None)
        result: Result = batch.result(row, entry.grid, other, seconds)
        self._run.count += 1
        self._run.explain_reading(entry)
        number = int(result.solution is not None)
        answer = Answer(result, number, stopped="out of guesses")
        self._solving.write(entry, answer, stats=False)


class BulkLineWriter(GridWriter):
    """Writes answers in the format `line`, many at a time too."""

    seconds = 0.0
    answers_several = True

    def rows(self, block: Block, batch: Batch, start: int, stop: int) -> None:
        """Write the solutions of some rows."""
        del block
        text = np.empty((stop - start, _CELLS + 1), np.uint8)
        np.add(batch.solutions[start:stop], _ZERO, out=text[:, :_CELLS])
        text[:, _CELLS] = _LF
        self._output.write_bytes(text.reshape(-1).data)


class BulkCsvWriter(CsvWriter):
    """Writes answers as a table, many at a time too."""

    seconds = 0.0
    answers_several = True

    def rows(self, block: Block, batch: Batch, start: int, stop: int) -> None:
        """Write the records of some rows."""
        self.header(() if block.columns is None else block.columns[0])
        count = stop - start
        others = len(self.columns) > len(self.columns_for(()))
        if others or block.columns is not None:
            self._records(block, batch, start, stop)
            return
        text = np.empty((count, 2 * _CELLS + 3), np.uint8)
        text[:, :_CELLS] = _clues(block.values[start:stop])
        text[:, _CELLS] = _COMMA
        np.add(batch.solutions[start:stop], _ZERO, out=text[:, _CELLS + 1 : -2])
        text[:, -2], text[:, -1] = _COMMA, _LF
        if not self._stats:
            self._output.write_bytes(text.reshape(-1).data)
            return
        width = 2 * _CELLS + 2
        whole = text[:, :width].tobytes().decode("ascii")
        part = batch[start:stop]
        columns = (_words(part), part.guesses.tolist(), part.sweeps.tolist())
        records = [
            f"{whole[at : at + width]}{status},lanes,{guesses},{sweeps},\n"
            for at, status, guesses, sweeps in zip(
                range(0, len(whole), width), *columns, strict=True
            )
        ]
        self._output.write_bytes("".join(records).encode("ascii"))

    def _records(self, block: Block, batch: Batch, start: int, stop: int) -> None:
        """Write the records of some rows with the columns of the input."""
        part = batch[start:stop]
        puzzles, solutions = _clues(block.values[start:stop]), part.solutions + _ZERO
        rows = [
            [puzzle.tobytes().decode("ascii"), solution.tobytes().decode("ascii")]
            for puzzle, solution in zip(puzzles, solutions, strict=True)
        ]
        fields = (
            [()] * len(part) if block.columns is None else block.columns[start:stop]
        )
        for row, each in zip(rows, fields, strict=True):
            row.extend(self.others(each))
        if self._stats:
            stats = (_words(part), part.guesses.tolist(), part.sweeps.tolist())
            for row, status, guesses, sweeps in zip(rows, *stats, strict=True):
                row.extend((status, "lanes", str(guesses), str(sweeps)))
        self._output.write_bytes(
            "".join([record_text([*row, ""]) for row in rows]).encode()
        )


class BulkJsonWriter(JsonWriter):
    """Writes answers as JSON, many at a time too."""

    seconds = 0.0
    answers_several = False

    def rows(self, block: Block, batch: Batch, start: int, stop: int) -> None:
        """Write the objects of some rows, each with one solution."""
        part = batch[start:stop]
        clues = _clues(block.values[start:stop]).tobytes().decode("ascii")
        work = zip(part.guesses.tolist(), part.sweeps.tolist(), strict=True)
        found = zip(part.lines, _words(part), work, strict=True)
        places = zip(
            block.lines[start:stop].tolist(),
            block.numbers[start:stop].tolist(),
            range(start, stop),
            strict=True,
        )
        lines: list[str] = []
        for (line, number, row), (solution, status, (guesses, sweeps)) in zip(
            places, found, strict=True
        ):
            at = (row - start) * _CELLS
            record: dict[str, object] = {
                "schema": SCHEMA,
                "source": block.source,
                "line": line,
                "number": number,
                "name": None if block.names is None else block.names[row],
                "puzzle": clues[at : at + _CELLS],
            }
            if block.columns is not None:
                record["columns"] = dict(block.columns[row])
            record |= {
                "solutions": [solution],
                "solution": solution,
                "status": status,
                "unique": True,
                "certain": True,
                "clashes": [],
                "reason": None,
                "engine": "lanes",
                "encoding": "",
                "simplified": False,
                "statistics": {"guesses": guesses, "sweeps": sweeps},
                "time_s": round(self.seconds, 6),
            }
            lines.append(to_json(record))
        self._output.write("\n".join([*lines, ""]))


class ArrayWriter:
    """Writes answers as an array of NumPy or a table of Parquet, a row a puzzle.

    An array holds solutions, and zeros where there is none.  A table has the columns
    of `CsvWriter`, which are those of the first puzzle.

    Args:
        output: Where to.
        kind: npy or parquet.
        symbols: How digits are written in tables; as in each puzzle if None.
        stats: Whether to write what the search took.

    Raises:
        UsageError: They would go to a terminal, or pyarrow is not installed.
    """

    seconds = 0.0
    answers_several = True

    def __init__(
        self, output: Output, kind: str, symbols: Symbols | None, *, stats: bool
    ) -> None:
        if output.is_terminal:
            raise UsageError(f"the format {kind} is no text; write to -o FILE")
        self._output = output
        self._entry: Entry | None = None
        self._fields: Fields = ()
        self._found: list[Grid] = []
        self._symbols = symbols
        self._stats = stats
        self._geometry = _NINE
        output.is_whole = False
        if kind == "npy":
            from satdoku.formats.npy import NpyWriter  # noqa: PLC0415  for arrays

            self._array: NpyWriter | None = NpyWriter(output.binary(), USUAL_STYLE)
            return
        from satdoku.formats.parquet import ParquetTable  # noqa: PLC0415  an extra

        self._array = None
        self._form = CsvWriter(output, stats=stats)
        self._stream = output.binary()
        self._opened: ParquetTable | None = None
        self._table_of = ParquetTable
        self._table_of.check()

    def _table(self, fields: Fields, columns: tuple[str, ...] = ()) -> ParquetTable:
        """Return the table; the first puzzle tells its columns."""
        if self._opened is None:
            self._form.columns = columns or self._form.columns_for(fields)
            kinds = dict.fromkeys(self._form.columns, "string")
            if self._stats:
                kinds |= {"guesses": "int64", "sweeps": "int64"}
            self._opened = self._table_of(self._stream, kinds)
        return self._opened

    def begin(self, entry: Entry) -> None:
        """Begin the answer to a puzzle.

        Raises:
            UsageError: A table would lose its boxes or candidates, an array its boxes.
        """
        if self._array is None:
            refuse_loss(entry, find_any("parquet"))
        else:
            refuse_loss(Entry.of(Puzzle.of(entry.grid.clues)), find_any("npy"))
        self._entry, self._found = entry, []

    def solution(self, grid: Grid) -> None:
        """Write the solution before, now that it is not the last."""
        if self._found:
            self._put(self._found.pop())
        self._found.append(grid)

    def end(self, answer: Answer) -> None:
        """Write the last solution, or keep the place of a puzzle without one."""
        result = answer.result
        counters = result.statistics
        self._put(
            self._found.pop() if self._found else None,
            str(result.status),
            result.engine,
            counters.get("guesses"),
            counters.get("sweeps"),
            error=error_text(answer),
        )

    def rows(self, block: Block, batch: Batch, start: int, stop: int) -> None:
        """Write many answers."""
        part = batch[start:stop]
        if self._array is not None:
            self._array.write_rows(part.solutions, _NINE)
            return
        columns: dict[str, object] = {
            "puzzle": _clues(block.values[start:stop]),
            "solution": part.solutions + _ZERO,
        }
        if self._stats:
            columns["status"] = _words(part)
            columns["engine"] = ["lanes"] * len(part)
            columns["guesses"] = part.guesses
            columns["sweeps"] = part.sweeps
        fields = (
            [()] * len(part) if block.columns is None else block.columns[start:stop]
        )
        table = self._table(fields[0])
        others = zip(*map(self._form.others, fields), strict=True)
        columns |= zip(self._form.other_columns, map(list, others), strict=False)
        columns["error"] = [None] * len(part)
        table.add_rows(columns)

    def unreadable(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or answered."""
        self._entry = entry
        self._fields = error.columns if isinstance(error, InputError) else ()
        status = "unreadable" if entry is None else "unknown"
        self._put(None, status, "", None, None, error=str(error))

    def interrupted(self) -> None:
        """Write the solution that waits for the end of its puzzle."""
        if self._found:
            self._put(self._found.pop())

    def close(self) -> None:
        """Write the end; a file without it would be none."""
        with self._output.record():
            (self._table(()) if self._array is None else self._array).close()
            self._output.is_whole = True

    def continue_from(self, earlier: str) -> tuple[int, NDArray[np.uint8] | None]:
        """Write what an earlier run has written.

        Returns:
            How many answers that is, and the first solutions as an array, if they are
            in one.

        Raises:
            UsageError: It is none of the kind that is written.
            InputError: It cannot be read.
        """
        if self._array is None:
            columns = self._table_of.columns_of(earlier)
            columns = columns if self._form.may_write(columns) else ()
            return self._table((), columns).add_file(earlier), None
        from satdoku.formats.model import Options  # noqa: PLC0415  for arrays
        from satdoku.formats.npy import npy_blocks  # noqa: PLC0415

        count, first = 0, None
        with open(earlier, "rb") as stream:  # noqa: PTH123  pathlib takes 10 ms to import
            for block in npy_blocks(stream, Options(geometry=_NINE)):
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
                self._array.write_rows(values, _NINE)
                count += len(values)
        return count, first

    def _put(
        self, solution: Grid | None, *stats: object, error: str | None = None
    ) -> None:
        entry = self._entry
        puzzle = None if entry is None else entry.grid
        if self._array is not None:
            if puzzle is not None:
                self._geometry = puzzle.geometry
            blank = Grid.trusted(self._geometry, (0,) * self._geometry.cells)
            self._array.write(Entry.of(Puzzle.of(solution or blank)))
            return
        symbols = self._symbols or (None if entry is None else entry.extras.symbols)
        fields = self._fields if entry is None else entry.extras.columns
        table = self._table(fields)
        clues = _text(puzzle, symbols) or dict(fields).get("puzzle")
        values: tuple[object, ...] = (clues, _text(solution, symbols))
        values += tuple(text or None for text in self._form.others(fields))
        if self._stats:
            values += stats or (None,) * 4
        table.add((*values, error or None))


def _text(grid: Puzzle | Grid | None, symbols: Symbols | None) -> str | None:
    if grid is None:
        return None
    if usual(grid.geometry.size) is None:
        return " ".join(map(str, grid.values))
    return line_text(grid, symbols)


def _clues(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return puzzles as characters, `.` for an empty cell."""
    table = np.arange(_ZERO, _ZERO + 10, dtype=np.uint8)
    table[0] = _DOT
    return table[values]


def _words(batch: Batch) -> list[str]:
    """Return the status of each puzzle as a word."""
    words = [str(status) for status in Status]
    return [words[code] for code in batch.status.tolist()]
