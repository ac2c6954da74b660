"""Which clues a puzzle needs: minimal puzzles inside a proper one.

Once the solution is known, clues are enough if they leave no other (`apart`), so the
clues of a minimal puzzle are a minimal set without a model (`minimal_sets`).  One
engine that has loaded the rules of a geometry serves all its puzzles.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.checking import engine_named, plan
from satdoku.choice import AUTO
from satdoku.cnf.encoder import MAX_CLAUSES
from satdoku.cnf.encoder import encoding as make_encoding
from satdoku.cnf.recipe import load as load_recipe
from satdoku.deadline import Deadline
from satdoku.engines import registry
from satdoku.errors import InputError, Stopped, check_limit, check_seed
from satdoku.grid import Grid
from satdoku.lanes import supports
from satdoku.puzzle import Puzzle
from satdoku.reasons.apart import Apart
from satdoku.reasons.minimal_sets import MinimalSets, Oracle
from satdoku.uniqueness import Count, Reduce, answers_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.engines.base import Engine
    from satdoku.geometry import Geometry
    from satdoku.puzzle import PuzzleLike

__all__ = ["Minimizer", "minimal_puzzles", "minimize"]

_GEOMETRIES = 4  # whose engine is kept; the one longest unused goes first


def minimize(
    puzzle: PuzzleLike,
    *,
    seed: int | None = None,
    smallest: bool = False,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Puzzle:
    """Leave clues out of a proper puzzle until none of them can go.

    Args:
        puzzle: Anything that `Puzzle` takes.
        seed: For the order in which clues are tried; None for that of the cells.  The
            same seed gives the same puzzle, whatever the engine.
        smallest: Whether to look for a minimal puzzle with the fewest clues of all that
            are inside: a second for the usual puzzle, hopeless for a complete grid.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        timeout: Seconds of wall time after which to give up.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        The puzzle with the clues that are left; candidates that it rules out beyond its
        clues stay ruled out.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read; or the puzzle has no
            solution, or several.
        UsageError: There is no such engine or encoding, or the seed is no whole number
            from 0.
        LimitError: The formula would be too large.
        Stopped: The time was over before no clue could go.

    Example:
        >>> minimize("1234 3412 2143 4321").line
        '......12.1.3.32.'
    """
    minimizer = Minimizer(engine, encoding, max_clauses)
    try:
        return minimizer.minimal(
            Puzzle.of(puzzle), seed=seed, smallest=smallest, timeout=timeout
        )
    finally:
        minimizer.close()


def minimal_puzzles(
    puzzle: PuzzleLike,
    *,
    seed: int | None = None,
    smallest: bool = False,
    limit: int | None = None,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Iterator[Puzzle]:
    """Yield every minimal puzzle inside a proper one; there may be very many.

    Args:
        puzzle: Anything that `Puzzle` takes.
        seed: For the order in which clues are tried; None for that of the cells.
        smallest: Whether those with fewer clues come first.
        limit: How many at most; None for all.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        timeout: Seconds of wall time after which to stop.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        A lazy iterator.

    Raises:
        InputError: As for `minimize` (but for reading, raised by the iterator).
        UsageError: There is no such engine or encoding, the limit is below 1, or the
            seed below 0.
        LimitError: The formula would be too large (raised by the iterator).
        Stopped: The time was over before all were found (raised by the iterator).

    Example:
        >>> puzzles = minimal_puzzles("1234 34.. 2.4. .32.", smallest=True)
        >>> [puzzle.clue_count for puzzle in puzzles]
        [4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6]
    """
    limit = check_limit(limit, minimum=1)
    check_seed(seed)
    Deadline(timeout)
    grid = Puzzle.of(puzzle)
    grid.require_classic("minimal_puzzles")
    minimizer = Minimizer(engine, encoding, max_clauses)
    found = minimizer.every(grid, seed=seed, smallest=smallest, timeout=timeout)
    return islice(_closing(found, minimizer), limit)


def _closing(found: Iterator[Puzzle], minimizer: Minimizer) -> Iterator[Puzzle]:
    try:
        yield from found
    finally:
        minimizer.close()


class Minimizer:
    """Finds minimal puzzles; made once for many puzzles, for one thread at a time.

    Args:
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.

    Raises:
        UsageError: There is no such engine or encoding.
        InputError: The recipe's file cannot be read.
    """

    def __init__(
        self,
        engine: str = AUTO,
        encoding: str | None = None,
        max_clauses: int = MAX_CLAUSES,
    ) -> None:
        if encoding is not None:
            load_recipe(encoding)
        self._engine = engine_named(engine)
        self._encoding = encoding
        self._max_clauses = max_clauses
        self._loaded: dict[Geometry, tuple[Engine, Apart]] = {}

    def minimal(
        self,
        puzzle: Puzzle,
        *,
        seed: int | None = None,
        smallest: bool = False,
        timeout: float | None = None,
    ) -> Puzzle:
        """Find one minimal puzzle; see `minimize`."""
        try:
            sets, cells = self._sets(puzzle, seed, timeout)
            if smallest:
                return _only(puzzle, cells, next(sets.by_size()))
            found = sets.one()
        except KeyboardInterrupt:
            self.close()  # some engines cannot be used again
            raise
        if found is None:
            raise InputError("it has several solutions", expected="exactly one")
        if not found.minimal:
            raise Stopped("out of time")
        return _only(puzzle, cells, found.literals)

    def minimal_batch(
        self, puzzles: Sequence[Puzzle], *, seed: int | None = None
    ) -> dict[int, Puzzle]:
        """Find one minimal puzzle in each proper puzzle of 9x9, by compiled lanes.

        Returns:
            The puzzles of `minimal`, by index in `puzzles`; none of puzzles that are
            not proper or that lanes do not support, nor where they are not compiled.
        """
        nines = {at: puzzle for at, puzzle in enumerate(puzzles) if supports(puzzle)}
        if not nines or self._engine != AUTO or self._encoding is not None:
            return {}
        nine = next(iter(nines.values())).geometry
        answers = answers_for(nine)
        if not answers.many:
            answers.close()
            return {}
        counted = answers.count([Count(puzzle.values) for puzzle in nines.values()])
        proper = [
            at for at, (count, _) in zip(nines, counted, strict=True) if count == 1
        ]
        questions: list[Reduce] = []
        for at in proper:
            orbits: list[tuple[int, ...]] = [
                (cell,) for cell, _ in nines[at].clues.filled
            ]
            if seed is not None:
                Random(seed).shuffle(orbits)  # noqa: S311  not for secrets
            questions.append(Reduce(nines[at].values, orbits))
        found: dict[int, Puzzle] = {}
        removed = answers.reduce(questions) if questions else []
        for at, gone in zip(proper, removed, strict=True):
            values = list(nines[at].values)
            for (cell,) in gone:
                values[cell] = 0
            found[at] = Puzzle.trusted(nine, tuple(values))
        return found

    def every(
        self,
        puzzle: Puzzle,
        *,
        seed: int | None = None,
        smallest: bool = False,
        timeout: float | None = None,
    ) -> Iterator[Puzzle]:
        """Yield all minimal puzzles; see `minimal_puzzles`.

        The minimizer is not to be asked for other puzzles until that ends.
        """
        try:
            sets, cells = self._sets(puzzle, seed, timeout)
            for found in sets.by_size() if smallest else sets.every():
                yield _only(puzzle, cells, found)
        except KeyboardInterrupt:
            self.close()  # as above
            raise

    def close(self) -> None:
        """Free all loaded engines; the minimizer can be used again."""
        for engine, _ in self._loaded.values():
            engine.close()
        self._loaded.clear()

    def _sets(
        self, puzzle: Puzzle, seed: int | None, timeout: float | None
    ) -> tuple[MinimalSets, dict[int, int]]:
        """Return what finds sets of clues that are enough, and the cell of each clue.

        Raises:
            InputError: The puzzle has no solution, or several.
        """
        puzzle.require_classic("minimize")
        check_seed(seed)
        Deadline(timeout)
        deadline = None if timeout is None else monotonic() + timeout
        if puzzle.clashes():
            raise InputError("it has no solution", expected="exactly one")
        engine, apart = self._geometry(puzzle.geometry)
        form = apart.form
        clues, removed = form.clues(puzzle), form.removed(puzzle)
        cells = dict(zip(clues, (cell for cell, _ in puzzle.clues.filled), strict=True))
        if seed is not None:
            Random(seed).shuffle(clues)  # noqa: S311  not for secrets
        first = Oracle(engine, form, removed, deadline)
        if first.core(clues) is not None:
            raise InputError("it has no solution", expected="exactly one")
        always = [*removed, *apart.other_than(first.solution)]
        oracle = Oracle(engine, form, always, deadline, other=first.solution)
        if oracle.core(clues) is None:
            raise InputError("it has several solutions", expected="exactly one")
        return MinimalSets(oracle, clues), cells

    def _geometry(self, geometry: Geometry) -> tuple[Engine, Apart]:
        """Return the engine that has loaded the rules of a geometry."""
        kept = self._loaded.pop(geometry, None)
        if kept is None:
            name, recipe, _, _ = plan(
                geometry, self._engine, self._encoding, self._max_clauses
            )
            apart = Apart(make_encoding(geometry, recipe, self._max_clauses))
            kept = registry.load(name, apart.formula), apart
            if len(self._loaded) >= _GEOMETRIES:
                self._loaded.pop(next(iter(self._loaded)))[0].close()
        self._loaded[geometry] = kept
        return kept


def _only(puzzle: Puzzle, cells: dict[int, int], literals: list[int]) -> Puzzle:
    """Return a puzzle with some of its clues alone."""
    kept = {cells[literal] for literal in literals}
    geometry = puzzle.geometry
    values = tuple(v if cell in kept else 0 for cell, v in enumerate(puzzle.values))
    if puzzle.candidates is None:
        return Puzzle.trusted(geometry, values)
    removed = set(puzzle.removed)
    full = (1 << geometry.size) - 1
    masks = [full] * geometry.cells
    for cell, digit in removed:
        masks[cell] &= ~(1 << (digit - 1))
    return Puzzle(Grid.trusted(geometry, values), candidates=masks)
