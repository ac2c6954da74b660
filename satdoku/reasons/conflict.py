"""Why a puzzle has no solution: clues that contradict each other, none to spare.

Two equal clues in a unit are such a set.  Else sets are looked for among the clues as
assumptions of one loaded engine (`minimal_sets`).  "None to spare" is about inclusion;
a set with the fewest clues of all takes longer and is to be asked for.

Candidates that a puzzle rules out beyond its clues always count; the clues may need
their help to contradict each other.
"""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple

from satdoku.checking import plan
from satdoku.choice import AUTO
from satdoku.cnf.encoder import MAX_CLAUSES
from satdoku.deadline import Deadline
from satdoku.errors import Stopped, check_limit
from satdoku.puzzle import Puzzle
from satdoku.reasons.minimal_sets import MinimalSets, oracle_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.puzzle import PuzzleLike

__all__ = ["Conflict", "all_conflicts", "clashing_pairs", "conflicting_clues"]


class Conflict(NamedTuple):
    """Clues that have no solution together.

    Args:
        cells: Where they are, rising; none where the candidates alone contradict each
            other.
        minimal: Whether without any one of them there would be a solution; False where
            the time was over before that was certain.
        smallest: Whether no fewer clues contradict each other; False where that was not
            asked, or the time was over before it was certain.
    """

    cells: tuple[int, ...]
    minimal: bool
    smallest: bool = False


def conflicting_clues(
    puzzle: PuzzleLike,
    *,
    smallest: bool = False,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Conflict | None:
    """Find clues that alone have no solution already.

    Args:
        puzzle: Anything that `Puzzle` takes.
        smallest: Whether to look for a set with the fewest clues of all.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        timeout: Seconds of wall time after which to stop with the clues left by then.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        The clues, or None if the puzzle has a solution.  Which they are does not depend
        on the engine, as long as the time is enough.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding.
        LimitError: The formula would be too large.
        Stopped: The time was over before it was certain that there is no solution.

    Example:
        >>> conflict = conflicting_clues("12.. ..3. ...4 ....")
        >>> conflict.cells, conflict.minimal
        ((0, 1, 6), True)
        >>> conflicting_clues("1... .... .... ....") is None
        True
        >>> conflicting_clues("12.. ..3. ...4 ....", smallest=True).smallest
        True
    """
    Deadline(timeout)
    grid = Puzzle.of(puzzle)
    grid.require_classic("a conflict")
    plan(grid.geometry, engine, encoding, max_clauses)  # report a wrong name at once
    pairs = clashing_pairs(grid)
    if pairs and grid.candidates is None:
        return Conflict(pairs[0], minimal=True, smallest=smallest)
    with oracle_of(
        grid,
        engine=engine,
        encoding=encoding,
        timeout=timeout,
        max_clauses=max_clauses,
    ) as (oracle, cells):
        sets = MinimalSets(oracle, tuple(cells))
        found = sets.one()
        if found is None:
            return None
        literals, minimal = found
        certain = False
        if smallest and minimal:
            try:
                literals = next(sets.by_size())
                certain = True
            except Stopped:
                pass  # the one found before will do
        return Conflict(_cells(cells, literals), minimal, certain)


def all_conflicts(
    puzzle: PuzzleLike,
    *,
    smallest: bool = False,
    limit: int | None = None,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Iterator[Conflict]:
    """Yield every set of clues that has no solution while each smaller part has one.

    There may be very many.  Two equal clues in a unit come first; the order of all
    others is that in which they are found, or by size.

    Args:
        puzzle: Anything that `Puzzle` takes.
        smallest: Whether sets with fewer clues come first.
        limit: How many sets at most; None for all.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        timeout: Seconds of wall time after which to stop.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        A lazy iterator; empty if the puzzle has a solution.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding, or the limit is below 1.
        LimitError: The formula would be too large (raised by the iterator).
        Stopped: The time was over before all were found (raised by the iterator).

    Example:
        >>> [conflict.cells for conflict in all_conflicts("11.. ..1. .... ....")]
        [(0, 1)]
        >>> sorted(conflict.cells for conflict in all_conflicts("12.. ..34 .34. ...."))
        [(0, 1, 6), (0, 1, 7), (0, 6, 7), (0, 6, 9), (1, 6, 7)]
    """
    Deadline(timeout)
    limit = check_limit(limit, minimum=1)
    grid = Puzzle.of(puzzle)
    grid.require_classic("a conflict")
    plan(grid.geometry, engine, encoding, max_clauses)  # as above
    found = _conflicts(
        grid,
        smallest=smallest,
        engine=engine,
        encoding=encoding,
        timeout=timeout,
        max_clauses=max_clauses,
    )
    return islice(found, limit)


def _conflicts(
    grid: Puzzle,
    *,
    smallest: bool,
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
) -> Iterator[Conflict]:
    # With candidates, one of two equal clues may contradict those alone.
    pairs = [] if grid.candidates is not None else clashing_pairs(grid)
    for pair in pairs:
        yield Conflict(pair, minimal=True, smallest=smallest)
    with oracle_of(
        grid,
        engine=engine,
        encoding=encoding,
        timeout=timeout,
        max_clauses=max_clauses,
    ) as (oracle, cells):
        literals = {cell: literal for literal, cell in cells.items()}
        known = [[literals[cell] for cell in pair] for pair in pairs]
        sets = MinimalSets(oracle, tuple(cells))
        least: int | None = 2 if pairs else None
        for one in sets.by_size(known) if smallest else sets.every(known):
            if least is None:
                least = len(one)
            found = _cells(cells, one)
            certain = smallest and len(one) == least
            yield Conflict(found, minimal=True, smallest=certain)


def clashing_pairs(grid: Puzzle) -> list[tuple[int, int]]:
    """List each two cells of a unit that hold the same digit, once, rising.

    Example:
        >>> clashing_pairs(Puzzle("11.. 1... .... ...."))
        [(0, 1), (0, 4), (1, 4)]
    """
    values = grid.values
    found: set[tuple[int, int]] = set()
    for unit in grid.geometry.units:
        held = [cell for cell in unit if values[cell]]
        if len({values[cell] for cell in held}) < len(held):
            pairs = combinations(sorted(held), 2)
            found.update((a, b) for a, b in pairs if values[a] == values[b])
    return sorted(found)


def _cells(cells: dict[int, int], literals: list[int]) -> tuple[int, ...]:
    return tuple(sorted(cells[literal] for literal in literals))
