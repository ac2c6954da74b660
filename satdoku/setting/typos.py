"""Which one change of a clue, a number or a dot makes a puzzle proper.

Where a puzzle has no solution, only what is in a contradiction, and leaves solutions
when it is left out, can be wrong.  Where it has several, anything can.  What is left
out says what it could have been: the digits, numbers or dots that exactly one of the
solutions of the rest has.

The most likely come first: off by one, digits swapped, neighbours on the keyboard, then
another digit, then anything.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.errors import Stopped, UsageError, whole_number
from satdoku.puzzle.constraints.lines import BlackDot, WhiteDot
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.setting.arithmetic import excess_of_cages
from satdoku.setting.minimal import clashing_pairs
from satdoku.setting.oracle import oracle_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.setting.oracle import Oracle

_SOLUTIONS = 100
"""Solutions of the rest that are looked at, at most."""
_LIKELY = 2
"""The distance of numbers that are tried one by one where there are more."""
_NUMBERS = 100
"""Numbers from 0 on that are thought of."""
_FIELDS = ("total", "clue")
"""What constraints call their number."""
_PAD = ("123", "456", "789")
"""The keys of a keyboard's number pad, as they lie."""


class Typo(NamedTuple):
    """One change that makes a puzzle proper.

    Attributes:
        puzzle: The puzzle with the change.
        before: What was changed, in words (`r2c4=1`, `cage of 15: r1c1 r1c2`).
        after: What it is then.
        distance: How unlikely the mistake is: 0 (off by one, digits swapped), 1 (the
            next key), 2 (another digit) or 3.
    """

    puzzle: Puzzle
    before: str
    after: str
    distance: int

    def record(self) -> dict[str, object]:
        """Return it for JSON, as in `docs/schema/check.schema.json`."""
        return {
            "before": self.before,
            "after": self.after,
            "distance": self.distance,
        }

    def __str__(self) -> str:
        return f"{self.after} in place of {self.before}"


def typos(
    puzzle: PuzzleLike, limit: int = 5, *, timeout: float | None = None
) -> list[Typo]:
    """List changes of one clue, number or dot that make a puzzle proper.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        limit: How many at most, the most likely first.
        timeout: Seconds of wall time after which to stop with those found by then.

    Returns:
        The changes; none where the puzzle is proper.

    Raises:
        InputError: `puzzle` cannot be read.
        UsageError: The limit is below 1.

    Example:
        >>> for typo in typos("1... ..2. ..3. 1..."):
        ...     print(typo)
        r1c1=2 in place of r1c1=1
        r4c1=2 in place of r4c1=1
        r1c1=4 in place of r1c1=1
        r4c1=4 in place of r4c1=1
        r1c1=3 in place of r1c1=1
    """
    puzzle, deadline = Puzzle.of(puzzle), Deadline(timeout)
    whole_number("limit", limit)
    changes: list[Typo] = []
    try:
        with oracle_for(puzzle, deadline=deadline, fresh=True) as oracle:
            search = _Search(oracle, puzzle, deadline)
            for literal in search.suspects():
                changes += search.changes(literal)
    except Stopped:
        pass  # those found by then will do
    return sorted(changes, key=lambda typo: typo.distance)[:limit]


class _Search:
    """The changes of one puzzle."""

    def __init__(self, oracle: Oracle, puzzle: Puzzle, deadline: Deadline) -> None:
        self._oracle = oracle
        self._puzzle = puzzle
        self._deadline = deadline
        self._members = [*oracle.members]
        excess = excess_of_cages(puzzle)
        self._excess = 0 if excess is None else excess.excess
        self._may_be_wrong = {*self._members}
        if excess is not None:
            rules = oracle.constraints
            self._may_be_wrong = {x for x in rules if rules[x] in excess.cages}

    def suspects(self) -> list[int]:
        """Return the literals of what may be wrong."""
        if self._excess:
            return sorted(self._may_be_wrong, key=self._likeliness)
        solutions = [*islice(self._oracle.solutions(self._members), 2)]
        if len(solutions) == 1:
            return []
        if solutions:
            return self._members
        if pair := self._clash():
            return pair
        return self._needed()

    def _needed(self) -> list[int]:
        """Return what is needed for each contradiction: without it there is none."""
        oracle = self._oracle
        needed: list[int] = []
        oracle.refutes(self._members)
        left = {literal for literal in oracle.core if literal in self._may_be_wrong}
        while left:
            literal = min(left, key=self._members.index)
            left.discard(literal)
            if oracle.solution(self._rest(literal)) is not None:
                needed.append(literal)
            else:  # what is not in this contradiction is not needed either
                left &= {*oracle.core}
        return needed

    def _likeliness(self, literal: int) -> int:
        """Return how unlikely it is that this cage has the wrong total."""
        total = getattr(self._oracle.constraints[literal], "total", 0)
        return _distance(total, abs(total - self._excess))

    def _clash(self) -> list[int]:
        """Return two equal clues of a unit."""
        literals = {cell: literal for literal, cell in self._oracle.clues.items()}
        for pair in clashing_pairs(self._puzzle):
            return [literals[cell] for cell in pair]
        return []

    def _rest(self, literal: int) -> list[int]:
        return [other for other in self._members if other != literal]

    def changes(self, literal: int) -> Iterator[Typo]:
        """Yield the changes of one clue or constraint."""
        member = self._oracle.members[literal]
        if isinstance(member, int):
            yield from self._of_clue(literal, member)
        elif not isinstance(member, tuple):
            yield from self._of_constraint(literal, member)

    def _of_clue(self, literal: int, cell: int) -> Iterator[Typo]:
        puzzle, geometry = self._puzzle, self._puzzle.geometry
        rest, old = self._rest(literal), self._puzzle.values[cell]
        name, texts = geometry.cell_name(cell), geometry.digit_texts
        for digit in geometry.digit_range:
            variable = self._oracle.encoding.variable_of(cell, digit)
            if digit == old or not self._is_one([*rest, variable]):
                continue
            values = (*puzzle.values[:cell], digit, *puzzle.values[cell + 1 :])
            grid = Grid.trusted(geometry, values)
            yield Typo(
                Puzzle(grid, puzzle.constraints, puzzle.masks),
                f"{name}={texts[old]}",
                f"{name}={texts[digit]}",
                _distance(old, digit),
            )

    def _is_one(self, literals: Sequence[int]) -> bool:
        return len([*islice(self._oracle.solutions(literals), 2)]) == 1

    def _of_constraint(self, literal: int, constraint: Constraint) -> Iterator[Typo]:
        others: dict[Any, int] = dict(_others(constraint))
        if self._excess:  # only one number makes the sum right
            right = getattr(constraint, "total", 0) - self._excess
            others = {x: far for x, far in others.items() if x.total == right}
        if len(others) < 2:
            for other, far in others.items():
                changed = self._changed(constraint, other)
                if _is_proper(changed, self._deadline):
                    yield Typo(changed, constraint.describe(), other.describe(), far)
            return
        counts: Counter[Constraint] = Counter()
        solutions = self._oracle.solutions(self._rest(literal))
        seen = 0
        for grid in islice(solutions, _SOLUTIONS):
            seen += 1
            counts.update(rule for rule in others if rule.is_satisfied(grid))
        for other, far in sorted(others.items(), key=lambda pair: pair[1]):
            if counts[other] > 1 or (not counts[other] and seen < _SOLUTIONS):
                continue
            if seen == _SOLUTIONS and far > _LIKELY:
                continue
            changed = self._changed(constraint, other)
            if seen == _SOLUTIONS and not _is_proper(changed, self._deadline):
                continue
            yield Typo(changed, constraint.describe(), other.describe(), far)

    def _changed(self, constraint: Constraint, other: Constraint) -> Puzzle:
        rules = [x if x != constraint else other for x in self._puzzle.constraints]
        return Puzzle(self._puzzle, rules)


def _is_proper(puzzle: Puzzle, deadline: Deadline) -> bool:
    with oracle_for(puzzle, deadline=deadline) as oracle:
        return len([*islice(oracle.solutions([*oracle.members]), 2)]) == 1


def _others(constraint: Any) -> Iterator[tuple[Any, int]]:  # noqa: ANN401
    """Yield what a constraint may have been, and how unlikely that is."""
    if isinstance(constraint, WhiteDot | BlackDot):
        other = BlackDot if isinstance(constraint, WhiteDot) else WhiteDot
        yield other(constraint.cells), 1
        return
    for name in _FIELDS:
        old = getattr(constraint, name, None)
        if not isinstance(old, int):
            continue
        numbers = [number for number in range(_NUMBERS) if number != old]
        for number in sorted(numbers, key=lambda new: _distance(old, new)):
            try:
                yield replace(constraint, **{name: number}), _distance(old, number)
            except UsageError:  # such a constraint does not exist: V of 7
                continue
        return


def _distance(old: int, new: int) -> int:
    """Return how unlikely it is that one number was written for another.

    Example:
        >>> [_distance(12, new) for new in (13, 21, 15, 17, 2, 45)]
        [0, 0, 1, 2, 1, 3]
    """
    before, after = str(old), str(new)
    if abs(old - new) == 1 or (sorted(before) == sorted(after)):
        return 0
    if len(before) != len(after):
        short, long = sorted((before, after), key=len)
        gaps = (long[:at] + long[at + 1 :] for at in range(len(long)))
        return 1 if short in gaps else 3
    pairs = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    if len(pairs) > 1:
        return 3
    (row, column), (to_row, to_column) = map(_key, pairs[0])
    return 1 if abs(row - to_row) < 2 and abs(column - to_column) < 2 else 2


def _key(digit: str) -> tuple[int, int]:
    """Return where a digit lies on the number pad."""
    for row, keys in enumerate(_PAD):
        if digit in keys:
            return row, keys.index(digit)
    return -1, 0
