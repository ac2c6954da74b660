"""Where techniques end: a candidate refuted by what it clashes with.

Every wrong candidate of a position has a reason that needs no technique: together with
it, some of the digits and of the removed candidates have no solution.  Of all wrong
candidates the one with the shortest such reason found is taken, and its reason then
made as short as it can be (a smallest unsatisfiable subset), as long as time allows.

To see *why* they clash may still take a person a search; that the few named are enough
is what SAT adds.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.errors import Stopped
from satdoku.puzzle import Puzzle
from satdoku.reasons.minimal_sets import MinimalSets, Oracle, oracle_of
from satdoku.techniques.notation import candidates_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.geometry import Geometry

__all__ = ["Clash", "needed_of", "shortest_clash"]

_CANDIDATES_LOOKED_AT = 24
"""Wrong candidates whose reasons are compared; those of the tightest cells."""

_SECONDS = 1.0
"""For making the reason found as short as it can be."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A candidate that cannot be, and what it clashes with.

    Args:
        geometry: Of the grid.
        removes: The candidate, as the one (cell, digit) pair.
        digits: (cell, digit) pairs that stand in the grid and clash with it.
        without: (cell, digit) pairs that were removed, and are needed for the clash.
        smallest: Whether no fewer clash with it; False where that is not certain.
        places: Nothing; a step has it.
    """

    geometry: Geometry
    removes: tuple[tuple[int, int], ...]
    digits: tuple[tuple[int, int], ...]
    without: tuple[tuple[int, int], ...] = ()
    smallest: bool = False
    places: tuple[tuple[int, int], ...] = ()

    @property
    def outcome(self) -> str:
        """What it does, in the standard notation."""
        return candidates_text(self.geometry, self.removes)

    @property
    def reason(self) -> str:
        """Why it holds, in words."""
        with_it = candidates_text(self.geometry, self.removes, "=")
        others = candidates_text(self.geometry, self.digits, "=")
        if self.without:
            less = candidates_text(self.geometry, self.without)
            others = f"{others}, {less}" if others else less
        return f"with {with_it} these have no solution: {others}"

    def __str__(self) -> str:
        return f"Clash: {self.outcome}, {self.reason}"


def shortest_clash(
    position: Puzzle, wrong: Sequence[tuple[int, int]], *, timeout: float | None = None
) -> Clash:
    """Find the wrong candidate with the shortest reason.

    Args:
        position: Values and candidates.
        wrong: (cell, digit) pairs of candidates that no solution has; at least one.
        timeout: Seconds of wall time after which to stop.

    Raises:
        EngineError: One of them has a solution.
        Stopped: The time was over before there was any reason.

    Example:
        >>> position = Puzzle("12.. .... .... ...4")
        >>> print(shortest_clash(position, [(2, 3)]))
        Clash: r1c3<>3, with r1c3=3 these have no solution: r1c1=1, r1c2=2, r4c4=4
    """
    deadline = None if timeout is None else monotonic() + timeout
    position = Puzzle.of(position)
    masks = position.left()
    tightest = sorted(wrong, key=lambda pair: (masks[pair[0]].bit_count(), pair))
    found: list[tuple[int, tuple[int, int], list[int]]] = []
    with oracle_of(_rules(position.geometry), timeout=timeout) as (oracle, _):
        reasons = _Reasons(oracle, position)
        try:
            for pair in tightest[:_CANDIDATES_LOOKED_AT]:
                found += [(len(one), pair, one) for one in reasons.some(pair)]
        except Stopped:
            if not found:
                raise
    _, best, minimal = min(found)
    seconds = _SECONDS
    if deadline is not None:
        seconds = min(seconds, max(deadline - monotonic(), 0.001))
    smallest = False
    with oracle_of(_rules(position.geometry), timeout=seconds) as (oracle, _):
        try:
            minimal = next(_Reasons(oracle, position).fewest(best))
            smallest = True
        except Stopped:
            pass  # the one at hand will do
    return reasons.told(best, minimal, smallest=smallest)


def needed_of(
    removed: Sequence[tuple[int, int]],
    clues: Puzzle,
    known: Sequence[tuple[int, int]] = (),
    *,
    timeout: float | None = None,
) -> tuple[tuple[int, int], ...]:
    """Return removed candidates that cannot all be gone, none to spare.

    Args:
        removed: (cell, digit) pairs; without them all there is no solution.
        clues: The digits.
        known: (cell, digit) pairs that are gone for certain.
        timeout: Seconds of wall time after which to stop.

    Raises:
        Stopped: The time was over before it was certain that there is no solution.

    Example:
        >>> clues = Puzzle("12.. .... .... ...4")
        >>> needed_of([(2, 4), (3, 3), (9, 1), (9, 4)], clues)
        ((3, 3),)
    """
    with oracle_of(_rules(clues.geometry), timeout=timeout) as (oracle, _):
        variable = oracle.form.variable_of
        gone = {-variable(cell, digit): (cell, digit) for cell, digit in removed}
        rest = [-variable(*pair) for pair in known]
        given = [variable(*pair) for pair in clues.clues.filled]
        # Left out in this order, so that what is certain explains as much as it can.
        found = MinimalSets(oracle, [*gone, *rest, *given]).one()
    literals = () if found is None else found.literals
    return tuple(sorted(gone[one] for one in literals if one in gone))


def _rules(geometry: Geometry) -> Puzzle:
    return Puzzle.trusted(geometry, (0,) * geometry.cells)


class _Reasons:
    """The digits and removed candidates of a position as literals, and sets of them."""

    def __init__(self, oracle: Oracle, position: Puzzle) -> None:
        self._oracle = oracle
        self._geometry = position.geometry
        form = oracle.form
        self._digits = {
            form.variable_of(cell, digit): (cell, digit)
            for cell, digit in position.clues.filled
        }
        self._without = {
            -form.variable_of(cell, digit): (cell, digit)
            for cell, digit in position.removed
        }

    def some(self, pair: tuple[int, int]) -> Iterator[list[int]]:
        """Yield a set with nothing to spare, without the candidate's own literal."""
        own = self._oracle.form.variable_of(*pair)
        # Left out in this order: removed candidates first, as digits are easier to see.
        sets = MinimalSets(self._oracle, [*self._without, *self._digits, own])
        found = sets.one()
        if found is not None:
            yield [literal for literal in found.literals if literal != own]

    def fewest(self, pair: tuple[int, int]) -> Iterator[list[int]]:
        """Yield sets with the fewest members first."""
        own = self._oracle.form.variable_of(*pair)
        sets = MinimalSets(self._oracle, [own, *self._digits, *self._without])
        for literals in sets.by_size():
            yield [literal for literal in literals if literal != own]

    def told(
        self, pair: tuple[int, int], literals: Sequence[int], *, smallest: bool
    ) -> Clash:
        """Put a set into a value."""
        return Clash(
            self._geometry,
            (pair,),
            tuple(sorted(self._digits[one] for one in literals if one > 0)),
            tuple(sorted(self._without[one] for one in literals if one < 0)),
            smallest,
        )
