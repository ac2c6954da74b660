"""What `satdoku solve` writes: answers as grids, tables, JSON, for SAT people.

For each puzzle a writer is called in this order: `begin`, `solution` for each solution
as it is found, `end`.  A puzzle that cannot be read keeps its place by `unreadable`.

A table has the columns of the input and behind them the answers; an array has zeros
where there is no solution.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.cli import exits
from satdoku.cli.messages import text_with_options
from satdoku.cli.output import RecordWriter
from satdoku.cli.reading import place_of
from satdoku.cli.run import error_json
from satdoku.errors import InputError, printable
from satdoku.formats import PuzzleRecord
from satdoku.formats.metadata import refuse_loss
from satdoku.formats.records import place_record, to_json
from satdoku.formats.registry import find_any
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.statistics import counter_text
from satdoku.solving.results import Result, Status, differences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.cli.lanes import Rows
    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.puzzle.geometry import Geometry


_LONGEST = 500
_WIDTH = 78
_COUNTERS = "steps decisions propagations conflicts restarts guesses sweeps nodes"
_MAX_RUNS = 32
"""Changes of the status up to which the rows of each are written by themselves."""


class Answer(NamedTuple):
    """The answer to a puzzle, with all solutions that were asked for.

    Args:
        result: What was found, the first two solutions included.
        written: How many solutions were written.
        is_cut: Whether the search ended because that many were asked for.
    """

    result: Result
    written: int
    is_cut: bool = False


class AnswerWriter:
    """Writes answers in one way; what a kind of output has no use for does nothing."""

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

    def close(self) -> None:
        """End what was begun, and write what comes after all answers."""


def reason(result: Result) -> str:
    """Say why a puzzle has no solution: the cells that clash, if any do."""
    clashes = result.puzzle.clashes() if result.puzzle else ()
    if clashes:
        rest = f" (and {len(clashes) - 1} more)" if len(clashes) > 1 else ""
        is_map = result.puzzle and _is_map(result.puzzle.clues)
        regions = "; regions of a jigsaw go below a line 'jigsaw:'" if is_map else ""
        return f"{clashes[0]}{rest}{regions}"
    return result.reason or "every way to complete it was ruled out"


def _is_map(grid: Grid) -> bool:
    """Whether a grid is rather a map of regions: each cell equals one beside it."""
    values, columns = grid.values, grid.geometry.columns
    equal: set[int] = set()
    for cell, value in enumerate(values):
        beside = [cell + 1] if (cell + 1) % columns else []
        for other in (*beside, cell + columns):
            if other < len(values) and values[other] == value:
                equal |= {cell, other}
    return 0 not in values and len(equal) == len(values)


def error_text(answer: Answer) -> str:
    """Say why an answer has no solution; nothing if it has one."""
    if answer.written:
        return ""
    none = answer.result.status is Status.NONE
    return reason(answer.result) if none else limit_of(answer.result)


def limit_of(result: Result) -> str:
    """Say why an answer is not complete."""
    has_time = result.seconds_left is None or result.seconds_left > 0
    if has_time and result.engine.startswith("exec:"):
        return "the solver gave no answer"
    return "out of time"


def difference(result: Result) -> str:
    """Say where the two solutions of a puzzle differ first."""
    first, second = result.solution, result.second
    if first is None or second is None:
        return ""
    (cell, *_), texts = differences(first, second), first.geometry.digit_texts
    name = first.geometry.cell_name(cell)
    return f"{name} can be {texts[first.values[cell]]} or {texts[second.values[cell]]}"


def statistics_text(result: Result) -> str:
    """Say what an answer took, on one line."""
    searched = searched_by(result) or "no search"
    if note := result.engine_note:
        searched += f" ({note})" if result.engine else f": {note}"
    statistics = result.statistics
    known = (key for key in _COUNTERS.split() if key in statistics)
    counters = ", ".join(counter_text(key, statistics[key]) for key in known)
    depth = ""
    if "depth" in statistics:
        depth = counter_text("depth", statistics["depth"])
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
    """Writes solutions as puzzles, in any of the formats without columns.

    A puzzle without an answer keeps its place by a comment, which readers pass over, so
    that in format `line` the n-th line answers the n-th puzzle, or by zeros in an
    array.  Where all solutions are written, a comment before them names the puzzle.
    Formats without comments have neither.

    Args:
        output: Where to.
        name: The format.
        places: Whether puzzles without an answer keep their place.
        titles: Whether each puzzle's solutions are announced.
        symbols: How digits are written; as in each puzzle if None.
        coloured: Whether clues and solution have different colours.
        boxes: The boxes that were asked for, which the format need not keep.

    Raises:
        UsageError: The format is only read, or no text and the output a terminal.
    """

    def __init__(
        self,
        output: Output,
        name: str,
        *,
        places: bool,
        titles: bool,
        symbols: str | None = None,
        coloured: bool = False,
        boxes: Geometry | None = None,
    ) -> None:
        super().__init__(output)
        self.writer = RecordWriter(name, symbols)
        self.writer.open(output)
        self._format = find_any(name)
        comments = getattr(self._format, "comments", False)
        self._places = places and comments
        self._titles = titles and comments
        self._coloured = coloured and symbols is None
        self._boxes = boxes
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
        refuse_loss(answer, self._format, boxes=self._boxes, values=True)
        self.writer.put(answer)

    def end(self, entry: PuzzleRecord, answer: Answer) -> None:
        """Keep the place of a puzzle that has no answer."""
        if not answer.written:
            text = f"{place_of(entry)}: {error_text(answer)}"
            self._keep_place(f"{answer.result.status}: {text}", entry)

    def unreadable(self, error: SatdokuError, entry: PuzzleRecord | None) -> None:
        """Keep the place of a puzzle that could not be read or answered."""
        where = "unreadable" if entry is None else f"unknown: {place_of(entry)}"
        self._keep_place(f"{where}: {text_with_options(error)}")

    def rows(self, rows: Rows) -> None:
        """Write many answers of engine lanes, in the formats `line` and `npy`."""
        solutions = rows.batch.solutions[rows.start : rows.stop]
        self.writer.write_solutions(solutions, rows.block.geometry)

    def close(self) -> None:
        """Write what the format ends with."""
        self.writer.close()

    def _keep_place(self, text: str, entry: PuzzleRecord | None = None) -> None:
        if self._format.name == "npy":
            blank: PuzzleRecord | InputError = InputError(text)
            if entry is not None:
                geometry = entry.puzzle.geometry
                zeros = Grid.trusted(geometry, (0,) * geometry.cells)
                blank = PuzzleRecord.of(Puzzle.of(zeros))
            self.writer.put(blank)
        elif self._places:
            self._comment(text)

    def _comment(self, text: str) -> None:
        self._output.write(f"# {printable(text, _LONGEST)}\n")


class TableWriter(AnswerWriter):
    """Writes answers as further columns of a table.

    Args:
        output: Where to.
        name: The format.
        head: The first puzzles, whose columns the table has.
        symbols: How digits are written; as in each puzzle if None.
        stats: Whether to add columns with what the search took.
        every: Whether every solution has a row.
        boxes: The boxes that were asked for, which the table need not keep.

    Attributes:
        writer: What writes the rows.

    Raises:
        UsageError: It would go to a terminal, or pyarrow is not installed.
    """

    def __init__(
        self,
        output: Output,
        name: str,
        head: Iterable[PuzzleRecord | InputError],
        symbols: str | None,
        *,
        stats: bool,
        every: bool,
        boxes: Geometry | None = None,
    ) -> None:
        super().__init__(output)
        self._every = every
        answers: dict[str, type] = {"solution": str, "status": str}
        if stats:
            answers |= {"engine": str, "guesses": int, "sweeps": int}
        answers["error"] = str
        self.writer = RecordWriter(name, symbols, answers=answers, boxes=boxes)
        self.writer.open(output, head)

    def solution(self, entry: PuzzleRecord, grid: Grid) -> None:
        """Write one of all solutions."""
        if self._every:
            self.writer.write(entry, {"solution": self.writer.text(grid)})

    def end(self, entry: PuzzleRecord, answer: Answer) -> None:
        """Write the solution, or keep the place of a puzzle without one."""
        if self._every and answer.written:
            return
        result = answer.result
        solution = result.solution
        self.writer.write(
            entry,
            {
                "solution": None if solution is None else self.writer.text(solution),
                "status": str(result.status),
                "engine": result.engine,
                "guesses": result.statistics.get("guesses"),
                "sweeps": result.statistics.get("sweeps"),
                "error": error_text(answer) or None,
            },
        )

    def unreadable(self, error: SatdokuError, entry: PuzzleRecord | None) -> None:
        """Keep the row of a puzzle that could not be read, answered or written."""
        self.writer.put_unanswered(error, entry)

    def rows(self, rows: Rows) -> None:
        """Write many answers of engine lanes; rows of one status together."""
        import numpy as np  # noqa: PLC0415  loaded by now

        batch, start, stop = rows.batch, rows.start, rows.stop
        status = batch.status[start:stop]
        changes = (np.flatnonzero(np.diff(status)) + start + 1).tolist()
        words = [str(word) for word in Status]
        if len(changes) > _MAX_RUNS:
            changes = []
        for first, last in pairwise([start, *changes, stop]):
            codes = batch.status[first:last].tolist()
            same = changes or (first == start and codes.count(codes[0]) == len(codes))
            answers: dict[str, Any] = {
                "solution": batch.solutions[first:last] + np.uint8(ord("0")),
                "status": words[codes[0]] if same else [words[c] for c in codes],
                "engine": "lanes",
                "guesses": batch.guesses[first:last],
                "sweeps": batch.sweeps[first:last],
            }
            self.writer.write_rows(rows.block, slice(first, last), answers)

    def close(self) -> None:
        """Write what the table ends with."""
        self.writer.close()
        self.writer.say_lost()


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
        begun = to_json(place_record(entry))[:-1]
        self._output.stream.write(f'{begun}, "solutions": [')
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
        if answer.written == 1 and result.second is not None:
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
                    "complete": False,
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
