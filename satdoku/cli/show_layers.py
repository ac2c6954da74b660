"""What `satdoku show` lays over a puzzle: its solution, candidates, another grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.answers import Result, Status
from satdoku.cli import exits
from satdoku.cli.answers import differ, why
from satdoku.cli.remarks import say
from satdoku.cli.sources import source_name, where
from satdoku.errors import InputError, Stopped
from satdoku.illustration import compared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cli.sources import Reading
    from satdoku.cli.verbose import Verbose
    from satdoku.formats import Entry
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.pictures.board import Board
    from satdoku.puzzle import Puzzle
    from satdoku.solver import Solver

__all__ = ["Asked", "Layers", "nth"]

_LONGEST = 20
"""How many cells a remark names."""


class Asked(NamedTuple):
    """What is to be shown.

    Args:
        candidates: The candidates.
        solution: A solution.
        diff: Where another solution differs.
        timeout: Seconds to search.
        quiet: Whether to keep remarks back.
    """

    candidates: bool
    solution: bool
    diff: bool
    timeout: float | None
    quiet: bool


class Layers:
    """A puzzle and what is laid over it.

    Args:
        entry: The puzzle.
        other: What to compare it with, or None.
        asked: What is to be shown.

    Raises:
        UsageError: The two grids are not of one shape.
    """

    def __init__(self, entry: Entry, other: Entry | None, asked: Asked) -> None:
        self.entry = entry
        self._asked = asked
        grid, state = entry.grid, entry.extras.state
        self._found: Grid | None = None
        self._other: Grid | None = None
        self._masks: Sequence[int] | None = None
        self._result: Result | None = None
        if asked.candidates:
            self._masks = grid.left() if state is None else _left_to_empty(state)
            self._found = None if state is None else state.clues
        if other is not None:
            self._other = (other.extras.state or other.grid).clues
        self.board  # noqa: B018  what does not fit is told before a search

    @property
    def board(self) -> Board:
        """All of it, one over the other."""
        return compared(
            self.entry.grid, found=self._found, other=self._other, masks=self._masks
        )

    def solve(self, session: Solver, told: Verbose | None) -> int:
        """Find the solutions that are to be shown.

        Returns:
            The exit code: that of a puzzle without a solution, or 0.

        Raises:
            Stopped: A limit came before there was an answer.
            LimitError: The formula would be too large.
        """
        asked, grid = self._asked, self.entry.grid
        if told is not None:
            told.read(self.entry)
        if not asked.solution:
            return exits.DONE
        result = session.solve(grid, unique=True, timeout=asked.timeout)
        if told is not None:
            told.searched(
                self.entry,
                result.engine,
                result.encoding,
                simplified=result.simplified,
                because=result.because,
            )
        if result.status is Status.NONE:
            say(f"satdoku: {where(self.entry)}: no solution: {why(result)}")
            return exits.NO
        if result.solution is None or (asked.diff and not result.certain):
            raise Stopped(f"{where(self.entry)}: out of time")
        self._result, self._found = result, result.solution
        if asked.diff:
            self._other = result.second
        return exits.DONE

    def remark(self) -> None:
        """Say what the picture alone does not."""
        if self._asked.quiet:
            return
        board, grid = self.board, self.entry.grid
        geometry = grid.geometry
        clashes = grid.clashes()
        if clashes:
            more = f" (and {len(clashes) - 1} more)" if len(clashes) > 1 else ""
            say(f"{clashes[0]}{more}.")
        elif board.clashes:
            say(f"The digits in {_listed(geometry, sorted(board.clashes))} clash.")
        dead = [cell for cell in range(geometry.cells) if board.is_dead(cell)]
        if dead:
            say(f"No digit is left for {_listed(geometry, dead)}.")
        if self._result is not None:
            say(_of_solution(self._result, diff=self._asked.diff))
        if board.other:
            cells = [cell for cell in range(geometry.cells) if board.second(cell)]
            if cells:
                count = f"{len(cells)} cell{'s' * (len(cells) > 1)}"
                say(f"They differ in {count}: {_listed(geometry, cells)}.")
            else:
                say("No digit differs.")


def _left_to_empty(state: Puzzle) -> list[int]:
    """Return the candidates of a saved game; what was placed is not pencilled too."""
    pairs = zip(state.values, state.left(), strict=True)
    return [0 if value else mask for value, mask in pairs]


def _of_solution(result: Result, *, diff: bool) -> str:
    if result.status is Status.UNIQUE:
        if result.puzzle.is_complete:
            return "The grid was complete already, and obeys every rule."
        nothing = "; there is no other to compare it with" if diff else ""
        return f"This is the only solution{nothing}."
    if result.status is Status.MULTIPLE:
        if diff:
            return "These are two solutions; there may be more."
        return f"This is one solution of several: {differ(result)}."
    return "This is a solution; there was no time to look for another."


def _listed(geometry: Geometry, cells: Sequence[int]) -> str:
    names = ", ".join(geometry.cell_name(cell) for cell in cells[:_LONGEST])
    more = len(cells) - _LONGEST
    return f"{names} and {more} more" if more > 0 else names


def nth(
    reading: Reading,
    name: str,
    number: int | None,
    *,
    quiet: bool,
    does: tuple[str, str] = ("takes", "taken"),
) -> Entry:
    """Read one puzzle of a file; say so if there are more and none was chosen.

    Args:
        reading: How puzzles are read.
        name: The file.
        number: Which, from 1; None for the first.
        quiet: Whether to keep remarks back.
        does: What is done with it, in remarks: the verb and its participle.

    Raises:
        InputError: It cannot be read, or there are not so many.
    """
    entries = reading.entries([name])
    error: InputError | None = None
    seen = 0
    for seen, entry in enumerate(entries, 1):
        error = entry if isinstance(entry, InputError) else None
        if seen < (number or 1):
            continue
        if isinstance(entry, InputError):
            raise entry
        if number is None and not quiet:
            after = next(entries, None)
            if isinstance(after, InputError):
                say(f"satdoku: only the first puzzle is {does[1]}; behind it: {after}")
            elif after is not None:
                say(
                    "This is the first puzzle of several; "
                    f"--number K {does[0]} another."
                )
        return entry
    if seen == 1 and error is not None:
        raise error
    raise InputError(
        f"there is no puzzle {number}",
        expected="1" if seen == 1 else f"1 to {seen}",
        source=source_name(name),
    )
