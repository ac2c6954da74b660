"""What `satdoku solve` writes: answers as grids, tables, JSON or for SAT people.

For each puzzle a writer is called in this order: `begin`, `solution` for each solution
as it is found, `end`.  A puzzle that cannot be read keeps its place by `unreadable`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from satdoku.answers import Result, Status, counter_text, differences
from satdoku.cli import exits
from satdoku.cli.reading import place_of
from satdoku.cli.run import clashes_json, error_json, place_json, to_json
from satdoku.errors import printable
from satdoku.formats import Entry, Extras, Writer
from satdoku.formats.registry import find
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.batch import Batch
    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.formats.bulk import Block
    from satdoku.grid import Grid
    from satdoku.symbols import Symbols


_LONGEST = 500
_WIDTH = 78
_COUNTERS = (
    "steps",
    "decisions",
    "propagations",
    "conflicts",
    "restarts",
    "guesses",
    "sweeps",
    "nodes",
)


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

    def begin(self, entry: Entry) -> None:
        """Begin the answer to a puzzle."""

    def solution(self, grid: Grid) -> None:
        """Write a solution."""

    def end(self, answer: Answer) -> None:
        """End the answer."""

    def unreadable(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or answered."""

    def interrupted(self) -> None:
        """End the answer that was begun as well as may be."""

    def close(self) -> None:
        """Write what comes after all answers."""


def reason(result: Result) -> str:
    """Say why a puzzle has no solution: the cells that clash, if any do."""
    clashes = result.puzzle.clashes()
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
    cell = differences(one, two)[0]
    name = one.geometry.cell_name(cell)
    return f"{name} can be {one.values[cell]} or {two.values[cell]}"


def statistics_text(result: Result) -> str:
    """Say what an answer took, on one line."""
    searched = searched_by(result) or "no search"
    if result.because:
        searched += f" ({result.because})" if result.engine else f": {result.because}"
    found = result.statistics
    known = (key for key in _COUNTERS if key in found)
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
        self._output = output
        self._writer = Writer(output.stream, name, symbols)
        comments = find(name).comments
        self._places = places and comments
        self._titles = titles and comments
        self._symbols = symbols
        self._coloured = coloured
        self._between = ""
        self._entry: Entry

    def begin(self, entry: Entry) -> None:
        """Begin the answer to a puzzle."""
        self._entry = entry
        if self._titles:
            self._comment(f"solutions of {place_of(entry)}")

    def solution(self, grid: Grid) -> None:
        """Write a solution."""
        entry = self._entry
        symbols = entry.extras.symbols
        if self._coloured and (self._symbols or symbols) is None:
            from satdoku.drawing.terminal import tinted_grid  # noqa: PLC0415  for terminals

            text = tinted_grid(grid.geometry, entry.grid.values, grid.values)
            self._output.write(f"{self._between}{text}\n")
            self._between = "\n"
            return
        answer = replace(Entry.of(Puzzle.of(grid)), extras=Extras(symbols=symbols))
        with self._output.record():
            self._writer.write(answer)

    def end(self, answer: Answer) -> None:
        """Keep the place of a puzzle that has no answer."""
        if self._places and not answer.found:
            place = place_of(self._entry)
            self._comment(f"{answer.result.status}: {place}: {error_text(answer)}")

    def unreadable(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or answered."""
        if not self._places:
            return
        if entry is None:
            self._comment(f"unreadable: {error}")
        else:
            self._comment(f"unknown: {place_of(entry)}: {error}")

    def close(self) -> None:
        """Write what the format ends with."""
        with self._output.record():
            self._writer.close()

    def rows(self, block: Block, batch: Batch, start: int, stop: int) -> None:
        """Write many answers of engine lanes, in the format `line`."""
        import numpy as np  # noqa: PLC0415  loaded by now

        del block
        text = batch.solutions[start:stop] + np.uint8(ord("0"))
        text = np.pad(text, ((0, 0), (0, 1)), constant_values=ord("\n"))
        self._output.write_bytes(text.reshape(-1).data)

    def _comment(self, text: str) -> None:
        self._output.write(f"# {printable(text, _LONGEST)}\n")


class JsonWriter(AnswerWriter):
    """Writes answers as JSON, an object a line, solutions as they are found.

    Args:
        output: Where to.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._first: Grid | None = None
        self._open = False

    def begin(self, entry: Entry) -> None:
        """Begin the object."""
        self._output.stream.write(to_json(place_json(entry))[:-1] + ', "solutions": [')
        self._first = None
        self._open = True

    def solution(self, grid: Grid) -> None:
        """Add a solution to the object."""
        between = "" if self._first is None else ", "
        self._first = self._first or grid
        self._output.stream.write(between + to_json(grid.line))

    def end(self, answer: Answer) -> None:
        """End the object."""
        result = answer.result
        if answer.found == 1 and result.second is not None:
            self.solution(result.second)
        self._end(
            {
                "solution": None if result.solution is None else result.solution.line,
                "status": str(result.status),
                "unique": result.is_unique,
                "certain": result.certain,
                "clashes": []
                if result.solution is not None
                else clashes_json(result.puzzle.clashes()),
                "reason": result.reason,
                "engine": result.engine,
                "encoding": result.encoding,
                "simplified": result.simplified,
                "statistics": result.statistics,
                "time_s": round(result.seconds, 6),
            }
        )

    def unreadable(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or answered."""
        self._output.write(error_json(error, entry))

    def interrupted(self) -> None:
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
        self._output = output
        self.satisfiable: bool | None = None
        self._done = False

    def begin(self, entry: Entry) -> None:
        """Say what the variables are."""
        n = entry.grid.geometry.size
        self._output.write(
            f"c row r, column c, digit d is variable {n * n}(r-1) + {n}(c-1) + d\n"
        )

    def solution(self, grid: Grid) -> None:
        """Write a model."""
        n = grid.geometry.size
        true = (cell * n + digit for cell, digit in enumerate(grid.values))
        self._write(True, sat_lines(True, len(grid.values) * n, true))  # noqa: FBT003

    def end(self, answer: Answer) -> None:
        """Say that there is no model, if so."""
        result = answer.result
        if result.solution is None:
            none = result.status is Status.NONE
            if none:
                self._output.write(f"c {reason(result)}\n")
            self._write(False if none else None, sat_lines(False if none else None))

    def interrupted(self) -> None:
        """Say that the answer is unknown, if nothing was said."""
        if not self._done:
            self._write(None, sat_lines(None))

    @property
    def code(self) -> int:
        """The exit code for the answer."""
        return exits.of_answer(self.satisfiable)

    def _write(self, satisfiable: bool | None, lines: Iterable[str]) -> None:  # noqa: FBT001  three answers
        self.satisfiable, self._done = satisfiable, True
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
