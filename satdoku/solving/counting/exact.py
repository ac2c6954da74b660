"""The exact number of solutions: a search and a model counter, side by side.

A search counts solutions one by one, millions a second on 9×9; a model counter need not
visit each of them where the open cells fall into parts that have little to do with each
other, and is far slower elsewhere.  Nobody knows which before, so both run at once, and
the first to finish stops the other.  Engine `lanes` searches until all is found.  Other
searches slow down with each solution, and are stopped after some seconds.

Digits that are not clues, and that are candidates of the same cells, may be swapped
throughout a solution, unless a constraint looks at their values. With m such digits
every solution has m! such images, all different, since every digit occurs in a grid and
a swap moves it. In a row (any unit does) each of the digits stands in one cell; of the
m! images exactly one has them in rising order there. So there are m! times as many
solutions as those in which they rise. A model counter gets this as clauses (`rising`);
an engine that takes nothing but clues gets one puzzle for each choice of cells, with
the digits written into them (`split`), where m digits of more that are interchangeable
may do: fewer digits have fewer choices. Swapping empty rows of a band as well gains a
model counter nothing, as measured.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial
from typing import TYPE_CHECKING

from satdoku.cnf.encoder import simplify
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines.lanes import supports
from satdoku.errors import Stopped
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.solving.counting.ganak import ModelCounter, require
from satdoku.solving.results import Count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from satdoku.solving.solver import Solver


@dataclass(frozen=True, slots=True)
class Alike:
    """Interchangeable digits, and a unit in which they are ordered.

    Args:
        digits: The digits, rising; none or one where there is nothing to gain.
        cells: The cells of the unit that may hold them.
    """

    digits: tuple[int, ...]
    cells: tuple[int, ...]

    @property
    def factor(self) -> int:
        """How many solutions each one with rising digits stands for."""
        return factorial(len(self.digits))

    @property
    def choices(self) -> int:
        """How many ways there are to choose cells for the digits."""
        return comb(len(self.cells), len(self.digits))


def alike(puzzle: Puzzle, most: int | None = None) -> Alike:
    """Find the most interchangeable digits, in the unit with fewest cells.

    Args:
        puzzle: The puzzle.
        most: The most choices of cells; None for any number.

    Example:
        >>> alike(Puzzle("12.. .... .... ...."))
        Alike(digits=(3, 4), cells=(2, 3))
        >>> alike(Puzzle("1... .2.. ..3. ....")).factor
        1
    """
    if not (puzzle.geometry.is_standard and puzzle.has_only_units):
        return Alike((), ())  # digits may have values, and be missing in a row
    n = puzzle.geometry.size
    masks = puzzle.masks or tuple(
        0 if value else (1 << n) - 1 for value in puzzle.values
    )
    clues = set(puzzle.values)
    classes: dict[bytes, list[int]] = {}
    for digit in range(1, n + 1):
        if digit not in clues:
            where = bytes(mask >> (digit - 1) & 1 for mask in masks)
            classes.setdefault(where, []).append(digit)
    best = Alike((), ())
    for where, digits in classes.items():
        unit = min(
            (
                tuple(cell for cell in cells if where[cell] and not puzzle.values[cell])
                for cells in puzzle.geometry.units
            ),
            key=len,
        )
        for number in range(len(digits), 1, -1):
            fitting = Alike(tuple(digits[:number]), unit)
            if most is None or fitting.choices <= most:
                best = max(best, fitting, key=lambda alike: alike.factor)
                break
    return best


def rising(
    digits: Alike, variable_of: Callable[[int, int], int]
) -> Iterator[tuple[int, ...]]:
    """Yield the clauses that let the digits rise along their unit.

    Args:
        digits: The digits and the unit.
        variable_of: Gives the variable of a cell and a digit, 0 where it is impossible.

    Example:
        >>> found = alike(Puzzle("12.. .... .... ...."))
        >>> list(rising(found, lambda cell, digit: 4 * cell + digit))
        [(-12, -15)]
    """
    for first, second in combinations(digits.cells, 2):
        for lower, higher in combinations(digits.digits, 2):
            pair = variable_of(first, higher), variable_of(second, lower)
            if all(pair):
                yield -pair[0], -pair[1]


def split(puzzle: Puzzle, digits: Alike) -> Iterator[Puzzle]:
    """Yield a puzzle for each choice of cells, with the digits rising in them.

    The solutions of the puzzle are `digits.factor` times those of all of these, which
    have none in common.

    Example:
        >>> puzzle = Puzzle("1... .... .... ....")
        >>> found = alike(puzzle)
        >>> found.factor, [part.line[:4] for part in split(puzzle, found)]
        (6, ['1234'])
    """
    masks = puzzle.masks
    for cells in combinations(digits.cells, len(digits.digits)):
        values = list(puzzle.values)
        left = None if masks is None else list(masks)
        for cell, digit in zip(cells, digits.digits, strict=True):
            values[cell] = digit
            if left is not None:
                left[cell] = 1 << (digit - 1)
        clues = Grid.trusted(puzzle.geometry, tuple(values))
        grid = Puzzle(clues, puzzle.constraints)
        yield grid if left is None else grid.with_candidates(left)


RECIPE = "triad"
"""The encoding: of all recipes the one whose models are counted fastest."""

_MOST_PARTS = 200  # puzzles that the search may have instead of one
_SEARCHED = 1_000_000  # solutions that an engine of formulas lists
_SEARCHING = 10.0  # seconds that it may take


def count_exactly(
    puzzle: Puzzle,
    solver: Solver,
    *,
    timeout: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> Count:
    """Count all solutions.

    Args:
        puzzle: The puzzle.
        solver: The solver that searches; it chooses its engines itself.
        timeout: Seconds of wall time after which to stop.
        progress: Called with the number of solutions found so far.

    Raises:
        UsageError: The model counter is not installed.
        LimitError: The formula would be too large; or the model counter ran out of
            memory, and the search was not done either.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> from satdoku.solving.solver import Solver
        >>> print(count_exactly(Puzzle("12.. .... .... ...."), Solver()))
        24
    """
    require()
    deadline = Deadline(timeout)
    try:
        encoding = simplify(puzzle, load_recipe(RECIPE), deadline=deadline)
        if encoding.propagation.refuted or not encoding.cell_variables:
            return solver.count(puzzle, 1, timeout=deadline.left)
        digits = alike(puzzle)
        clauses = [
            *deadline.limit(encoding.formula),
            *deadline.limit(rising(digits, encoding.variable_of)),
        ]
    except Stopped as stop:
        return Count(0, complete=False, stopped=str(stop))
    counted = encoding.cell_variables[-1]
    with closing(ModelCounter(encoding.formula.variables, counted, clauses)) as counter:
        count = _search(puzzle, solver, counter, deadline, progress)
        if not count.complete:
            models = counter.wait(deadline.left)
            if models is not None:
                return Count(models * digits.factor, complete=True)
        return count


def _search(
    puzzle: Puzzle,
    solver: Solver,
    counter: ModelCounter,
    deadline: Deadline,
    progress: Callable[[int], None] | None,
) -> Count:
    """Count one by one: all, or until the model counter is done, or it is worth it."""
    digits = alike(puzzle, _MOST_PARTS)
    limit: int | None = None
    if not supports(puzzle):
        limit, left = _SEARCHED, deadline.left
        deadline = Deadline(_SEARCHING if left is None else min(left, _SEARCHING))
    known = 0

    def report(count: int) -> None:
        if counter.is_done():
            raise Stopped("the model counter was faster")
        if progress is not None:
            progress((known + count) * digits.factor)

    complete = True
    for part in split(puzzle, digits):
        most = None if limit is None else limit - known
        count = solver.count(part, most, timeout=deadline.left, progress=report)
        known += count.value
        complete = count.complete
        if not complete:
            break
    stopped = None if complete else "out of time"
    return Count(known * digits.factor, complete=complete, stopped=stopped)
