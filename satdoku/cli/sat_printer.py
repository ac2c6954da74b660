"""Answers as SAT solvers give them: `c`, `s` and `v` lines.

After the output rules of the SAT competitions: the status exactly once, value lines of
at most 4096 characters, a final 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.cli import exits
from satdoku.cli.answers import why

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cli.answers import Answer
    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry
    from satdoku.grid import Grid

__all__ = ["SatPrinter", "code_of", "status_line", "value_lines"]

_WIDTH = 78


def status_line(*, satisfiable: bool | None) -> str:
    """Return the line that tells the answer; None is for unknown.

    Example:
        >>> status_line(satisfiable=True)
        's SATISFIABLE'
    """
    if satisfiable is None:
        return "s UNKNOWN"
    return "s SATISFIABLE" if satisfiable else "s UNSATISFIABLE"


def code_of(*, satisfiable: bool | None) -> int:
    """Return the exit code that tells the answer."""
    if satisfiable is None:
        return exits.DONE
    return exits.SATISFIABLE if satisfiable else exits.UNSATISFIABLE


def value_lines(variables: int, true: Iterable[int]) -> Iterable[str]:
    """Yield the lines that tell a model.

    Args:
        variables: How many variables there are.
        true: Those that are true.

    Example:
        >>> list(value_lines(3, [2]))
        ['v -1 2 -3 0']
    """
    held = set(true)
    line = "v"
    for variable in range(1, variables + 1):
        literal = str(variable if variable in held else -variable)
        if len(line) + 1 + len(literal) > _WIDTH:
            yield line
            line = "v"
        line += f" {literal}"
    if len(line) + 2 > _WIDTH:
        yield line
        line = "v"
    yield f"{line} 0"


class SatPrinter:
    """Prints the answer to one puzzle in the solvers' convention.

    The variables are those of the cells: row r, column c, digit d of an n x n grid is
    n²(r-1) + n(c-1) + d, as `satdoku cnf` numbers them.

    Args:
        output: Where to.
    """

    def __init__(self, output: Output) -> None:
        self._stream = output.stream
        self.satisfiable: bool | None = None
        self._told = False

    def begin(self, entry: Entry) -> None:
        """Say what the variables are."""
        n = entry.grid.geometry.size
        self._stream.write(
            f"c row r, column c, digit d is variable {n * n}(r-1) + {n}(c-1) + d\n"
        )

    def solution(self, grid: Grid) -> None:
        """Print a model."""
        self.satisfiable = True
        self._told = True
        self._stream.write(f"{status_line(satisfiable=True)}\n")
        n = grid.geometry.size
        variables = len(grid.values) * n
        true = (cell * n + digit for cell, digit in enumerate(grid.values))
        for line in value_lines(variables, true):
            self._stream.write(f"{line}\n")

    def end(self, answer: Answer) -> None:
        """Print that there is no model, if so."""
        result = answer.result
        if result.solution is None:
            self.satisfiable = False if result.status is Status.NONE else None
            if result.status is Status.NONE:
                self._stream.write(f"c {why(result)}\n")
            self._told = True
            self._stream.write(f"{status_line(satisfiable=self.satisfiable)}\n")

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Say nothing: standard error has it."""

    def interrupted(self) -> None:
        """Say that the answer is not known, if nothing was said."""
        if not self._told:
            self._stream.write(f"{status_line(satisfiable=None)}\n")

    def close(self) -> None:
        """Nothing comes after the model."""

    def code(self, usual: int) -> int:
        """Return the code that tells the answer, unless the puzzle was unreadable."""
        if usual == exits.UNREADABLE:
            return usual
        return code_of(satisfiable=self.satisfiable)
