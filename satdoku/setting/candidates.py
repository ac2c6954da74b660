"""Candidates with counts: behind each, how many solutions there are, up to a bound.

    count of a candidate   how many solutions have the digit in the cell, at most `most`

Each solution that is found counts for all its candidates.  The candidate with the
fewest is next: is there a solution with it beyond those that are known?  Digits with
few are tried first, so that solutions differ much and few are needed.

The compiled search of engine `masks` answers, where it is there and takes the puzzle;
what it does not answer in some nodes, and everything without it, a SAT solver does, in
which every solution that is known is forbidden.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

from satdoku.cnf.propagate import propagate
from satdoku.engines import registry
from satdoku.engines.masks.rows import UnsupportedError
from satdoku.engines.masks.search import MaskSearch, narrowed, supports
from satdoku.errors import EngineError, LimitError, Stopped, UsageError, whole_number
from satdoku.puzzle.geometry import digits_of
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.setting.oracle import choose_engine, oracle_for
from satdoku.solving import variants

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.setting.oracle import EngineChoice, Oracle

_NODES = 500
"""What the compiled search tries for a candidate before a SAT solver takes it."""

_MOST_FAILURES = 5
"""Candidates that it did not answer before it is asked no more."""

_FEW = 2
"""Solutions that are looked for first: there may be one alone."""


class CandidateCounts(NamedTuple):
    """How many solutions each candidate has, up to a bound.

    Attributes:
        counts: For each cell the number of solutions with each digit, from 1 on.
        most: The bound: so many, or more.
        complete: Whether all is known; where time ran out, numbers may be too small.
    """

    counts: tuple[tuple[int, ...], ...]
    most: int
    complete: bool

    @property
    def candidates(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the digits that it holds in some solution, rising."""
        return tuple(
            tuple(digit for digit, count in enumerate(row, 1) if count)
            for row in self.counts
        )


def candidate_counts(
    puzzle: PuzzleLike, most: int = 8, *, timeout: float | None = None
) -> CandidateCounts:
    """Count the solutions behind each candidate, each up to a bound.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        most: The bound, from 1 on.
        timeout: Seconds of wall time after which to stop with what is known.

    Raises:
        InputError: `puzzle` cannot be read.
        LimitError: The formula would be too large.

    Example:
        >>> counted = candidate_counts("12.. 34.. .... ....", 3)
        >>> counted.counts[2], counted.candidates[8]
        ((0, 0, 3, 3), (2, 4))
    """
    puzzle = Puzzle.of(puzzle)
    choice = choose_engine(puzzle.geometry)
    return count_candidates(puzzle, choice, whole_number("most", most), timeout)


def count_candidates(
    puzzle: Puzzle,
    choice: EngineChoice,
    most: int,
    seconds: float | None = None,
    solutions: Iterable[Grid] = (),
) -> CandidateCounts:
    """Count as `candidate_counts` does.

    Args:
        puzzle: The puzzle.
        choice: The SAT solver and the recipe.
        most: The bound.
        seconds: The time for it; None for no limit.
        solutions: Some that are known.

    Raises:
        UsageError: The engine cannot leave out solutions that are known.
    """
    if most > 1 and not registry.find(choice.engine).incremental:
        raise UsageError(
            f"engine {choice.engine} cannot leave out solutions that are known; "
            "expected one of PySAT's to count candidates"
        )
    search = _Search(puzzle, choice, most, Deadline(seconds))
    complete = True
    try:
        search.run(solutions)
    except Stopped:
        complete = False
    counts = tuple(map(tuple, search.counts))
    return CandidateCounts(counts, most, complete)


class _Search:
    """What is known, and who is asked.

    Args:
        puzzle: The puzzle.
        choice: The SAT solver and the recipe.
        most: The bound.
        deadline: When to stop.

    Attributes:
        counts: For each cell the number of known solutions with each digit, bounded.
    """

    def __init__(
        self, puzzle: Puzzle, choice: EngineChoice, most: int, deadline: Deadline
    ) -> None:
        self._puzzle, self._choice, self._deadline = puzzle, choice, deadline
        self._most = most
        geometry = puzzle.geometry
        self.counts = [[0] * geometry.size for _ in range(geometry.cells)]
        self._known: dict[Grid, None] = {}
        self._root: Sequence[int] = ()
        self._masks: MaskSearch | None = None
        self._oracle: Oracle | None = None
        self._loading = ExitStack()
        self._failures = 0

    def run(self, solutions: Iterable[Grid]) -> None:
        """Count until all is known.

        Raises:
            Stopped: The time is over.
        """
        singles = propagate(self._puzzle, self._deadline)
        root: Sequence[int] | None = singles.candidates
        if self._puzzle.constraints and not singles.refuted:
            root = narrowed(self._puzzle, singles.candidates)
            self._masks = None if root is None else self._compiled(root)
        if singles.refuted or root is None:
            return
        self._root = root
        for grid in solutions:
            self._add(grid)
        left = [
            (cell, digit) for cell, mask in enumerate(root) for digit in digits_of(mask)
        ]
        with self._loading:
            while self._most > 1 and len(self._known) < _FEW:
                if not self._next():
                    return
            for count in range(self._most):
                left = [at for at in left if self._count(*at) > count or self._next(at)]

    def _count(self, cell: int, digit: int) -> int:
        return self.counts[cell][digit - 1]

    def _add(self, grid: Grid) -> None:
        self._known[grid] = None
        for row, digit in zip(self.counts, grid.values, strict=True):
            if row[digit - 1] < self._most:
                row[digit - 1] += 1

    def _next(self, candidate: tuple[int, int] | None = None) -> bool:
        """Find another solution, with a candidate; return whether there is one."""
        grid, masks = None, self._masks
        if masks is not None:
            grid = self._by_masks(masks, candidate)
            if grid is None and masks.is_done:
                return False
            self._failures += grid is None
            if self._failures == _MOST_FAILURES:
                self._masks = None
        grid = grid or self._by_sat(candidate)
        if grid is not None:
            self._add(grid)
        return grid is not None

    # --- the compiled search ----------------------------------------------------------

    def _compiled(self, root: Sequence[int]) -> MaskSearch | None:
        """Return the compiled search of the puzzle, where there is one."""
        run = variants.compiled_search() if supports(self._puzzle) else None
        try:
            return None if run is None else MaskSearch(self._puzzle, run, root)
        except (UnsupportedError, LimitError):
            return None

    def _by_masks(
        self, masks: MaskSearch, candidate: tuple[int, int] | None
    ) -> Grid | None:
        """Return another solution; None if there is none, or not in some nodes."""
        few = [
            sum(1 << at for at, count in enumerate(row) if count < self._most)
            for row in self.counts
        ]
        root = list(self._root)
        if candidate is not None:
            root[candidate[0]] = 1 << (candidate[1] - 1)
        masks.start_over(root, few)
        last = masks.nodes + _NODES
        while (left := last - masks.nodes) > 0:
            digits = masks.next_solution(self._deadline, left)
            if digits is None:
                return None
            grid = Grid.trusted(self._puzzle.geometry, digits)
            if grid not in self._known:
                if not self._puzzle.is_solution(grid):
                    raise EngineError(f"masks found what is no solution: {grid.line}")
                return grid
        return None

    # --- the SAT solver ---------------------------------------------------------------

    def _by_sat(self, candidate: tuple[int, int] | None) -> Grid | None:
        """Return another solution; None if there is none."""
        if self._oracle is None:
            puzzle = self._puzzle.with_candidates(self._root)
            oracle = oracle_for(puzzle, self._choice, self._deadline, simplified=True)
            self._oracle = self._loading.enter_context(oracle)
            for known in self._known if self._most > 1 else ():
                self._oracle.forbid(known)
        assumptions = []
        if candidate is not None:
            variable = self._oracle.encoding.variable_of(*candidate)
            if not variable and self._known and not self._count(*candidate):
                return None  # singles exclude it: no solution has it
            assumptions = [variable] if variable else []
        grid = self._oracle.solution(assumptions)
        if grid is not None and self._most > 1:
            self._oracle.forbid(grid)
        return grid
