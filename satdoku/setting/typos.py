"""Which one change of a clue, a number or a dot makes a puzzle proper.

Where a puzzle has no solution, only what is in every contradiction can be wrong:
without it there are solutions.  Where it has several, anything can.

The likely changes come first: off by one, digits swapped, neighbours on the keyboard,
off by ten; then another digit, then anything.  Each is tried as a puzzle of its own.
Most are refuted at once, and the right one is the puzzle that was meant to be solved.
The time for one change grows from round to round, and each round takes in what is one
degree less likely: no change that is hard to refute delays one that is easy to find.

Unlikely numbers are many.  Of these only those are tried that one solution of the rest
has, and no second one, as far as its solutions are looked at.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import count, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.errors import Stopped, UsageError, whole_number
from satdoku.puzzle.constraints.base import grid_units
from satdoku.puzzle.constraints.lines import BlackDot, WhiteDot
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.setting.arithmetic import excess_of_cages
from satdoku.setting.minimal import clashing_pairs
from satdoku.setting.oracle import oracle_for
from satdoku.solving import variants
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.setting.oracle import Oracle

_SECONDS, _SECONDS_OF_SAT = 0.05, 0.5
"""The time for a change in its first round, with the compiled search and without."""
_LONGER = 4
"""How much longer each round is than the one before."""
_CONFLICTS = 2_000
"""Conflicts of one question about what is needed for a contradiction."""
_SOLUTIONS = 100
"""Solutions of the rest that are looked at, at most."""
_LIKELY, _UNLIKELY, _LEAST_LIKELY = 1, 2, 3
"""Distances: up to the first, changes are tried without a look at the rest; up to the
second, those that none of its solutions has that were looked at, too."""
_NUMBERS = 100
"""Numbers from 0 on that are thought of."""
_TEN = 10
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
            next key, a digit missing or too many, off by ten), 2 (another digit) or 3.
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
        limit: How many at most, the most likely first; one that takes long is passed
            over where so many others are there.
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
    results: list[Typo] = []
    with (
        suppress(Stopped),  # those found by then will do
        oracle_for(puzzle, deadline=deadline, fresh=True) as oracle,
    ):
        _Search(oracle, puzzle, deadline, results).run(limit)
    return sorted(results, key=lambda typo: typo.distance)[:limit]


class _Search:
    """The changes of one puzzle that make it proper.

    Args:
        oracle: Loaded with it.
        puzzle: It.
        deadline: When to stop.
        results: Takes the changes.
    """

    def __init__(
        self, oracle: Oracle, puzzle: Puzzle, deadline: Deadline, results: list[Typo]
    ) -> None:
        self._oracle = oracle
        self._puzzle = puzzle
        self._deadline = deadline
        self._results = results
        self._solver = Solver()
        self._seen: dict[int, tuple[Counter[Constraint], bool]] = {}
        self._members = [*oracle.members]
        excess = excess_of_cages(puzzle)
        self._excess = 0 if excess is None else excess.excess
        self._suspects = self._members
        if excess is not None:
            rules = oracle.constraints
            self._suspects = [x for x in rules if rules[x] in excess.cages]

    def run(self, limit: int) -> None:
        """Find the most likely changes.

        Raises:
            Stopped: The time is over.
        """
        is_fast = bool(self._puzzle.constraints) and variants.load()
        seconds = _SECONDS if is_fast else _SECONDS_OF_SAT
        is_proper = False if self._excess else None
        self._suspects = self._clash() or self._needed()
        waiting: list[Typo] = []
        for turn in count():
            if is_proper is None:
                is_proper = self._is_proper(self._puzzle, seconds * _LONGER**turn)
            if is_proper:
                self._results.clear()
                return
            if turn <= _LEAST_LIKELY:
                waiting += self._changes(turn)
            waiting = self._undecided(waiting, seconds * _LONGER**turn, limit)
            is_all = turn >= _LEAST_LIKELY and not waiting
            if is_all or len(self._results) >= limit:
                return

    def _undecided(
        self, waiting: Sequence[Typo], seconds: float, limit: int
    ) -> list[Typo]:
        """Try changes until enough are found; return those that take longer."""
        undecided: list[Typo] = []
        for typo in waiting:
            distance = typo.distance
            if sum(other.distance <= distance for other in self._results) >= limit:
                return undecided
            answer = self._is_proper(typo.puzzle, seconds / _LONGER**distance)
            if answer is None:
                undecided.append(typo)
            elif answer:
                self._results.append(typo)
        return undecided

    def _is_proper(self, puzzle: Puzzle, seconds: float) -> bool | None:
        """Whether there is exactly one solution; None where that takes longer."""
        self._deadline.check()
        left = self._deadline.left
        timeout = seconds if left is None else min(seconds, left)
        number = self._solver.count(puzzle, 1, timeout=timeout)
        return None if number.stopped else number == 1

    # --- what may be wrong ------------------------------------------------------------

    def _clash(self) -> list[int]:
        """Return two equal clues of a unit."""
        literals = {cell: literal for literal, cell in self._oracle.clues.items()}
        for pair in clashing_pairs(self._puzzle):
            return [literals[cell] for cell in pair]
        return []

    def _needed(self) -> list[int]:
        """Return what may be needed for each contradiction; all where there is none."""
        if not self._refutes(self._members):
            return self._suspects
        core = {*self._oracle.core}
        left = [literal for literal in self._suspects if literal in core]
        needed: list[int] = []
        while left:
            literal = left.pop(0)
            if self._refutes(self._rest(literal)):
                # what is not in this contradiction is not needed either
                core &= {*self._oracle.core}
                left = [other for other in left if other in core]
            else:
                needed.append(literal)
        return [literal for literal in needed if literal in core]

    def _refutes(self, literals: Sequence[int]) -> bool:
        """Whether there is no solution with these, found out in some conflicts."""
        self._oracle.deadline = Deadline(self._deadline.left, _CONFLICTS)
        try:
            return self._oracle.refutes(literals)
        except Stopped:
            self._deadline.check()
            return False

    def _rest(self, literal: int) -> list[int]:
        return [other for other in self._members if other != literal]

    # --- what it may have been --------------------------------------------------------

    def _changes(self, distance: int) -> Iterator[Typo]:
        """Yield the changes that are so likely."""
        members = self._oracle.members
        for literal in self._suspects:
            member = members[literal]
            if isinstance(member, int):
                yield from self._of_clue(member, distance)
            elif not isinstance(member, tuple):
                yield from self._of_constraint(literal, member, distance)

    def _of_clue(self, cell: int, distance: int) -> Iterator[Typo]:
        puzzle, geometry = self._puzzle, self._puzzle.geometry
        old, name = puzzle.values[cell], geometry.cell_name(cell)
        texts = geometry.digit_texts
        for digit in geometry.digit_range:
            if digit == old or _distance(old, digit) != distance:
                continue
            values = (*puzzle.values[:cell], digit, *puzzle.values[cell + 1 :])
            grid = Grid.trusted(geometry, values)
            changed = Puzzle(grid, puzzle.constraints, puzzle.masks)
            before, after = f"{name}={texts[old]}", f"{name}={texts[digit]}"
            yield Typo(changed, before, after, distance)

    def _of_constraint(
        self, literal: int, constraint: Constraint, distance: int
    ) -> Iterator[Typo]:
        others = [other for other, far in _others(constraint) if far == distance]
        if self._excess:  # only one number makes the sum right
            right = getattr(constraint, "total", 0) - self._excess
            others = [other for other in others if other.total == right]
        elif others and distance > _LIKELY:
            counts, is_all = self._numbers_of_rest(literal, constraint)
            may_be_unseen = distance <= _UNLIKELY and not is_all
            fitting = {1, 0} if may_be_unseen else {1}
            others = [other for other in others if counts[other] in fitting]
        for other in others:
            rules = [x if x != constraint else other for x in self._puzzle.constraints]
            changed = Puzzle(self._puzzle, rules)
            yield Typo(changed, constraint.describe(), other.describe(), distance)

    def _numbers_of_rest(
        self, literal: int, constraint: Constraint
    ) -> tuple[Counter[Constraint], bool]:
        """Return how many solutions of the rest have each unlikely change.

        Returns:
            The numbers, and whether all solutions were looked at.
        """
        if literal in self._seen:
            return self._seen[literal]
        others = [other for other, far in _others(constraint) if far > _LIKELY]
        units = grid_units(constraint, self._puzzle.geometry)
        self._oracle.deadline = Deadline(self._deadline.left, _CONFLICTS)
        counts: Counter[Constraint] = Counter()
        seen = 0
        try:
            for grid in islice(self._oracle.solutions(self._rest(literal)), _SOLUTIONS):
                seen += 1
                values = [[grid.values[cell] for cell in unit] for unit in units]
                if all(len({*unit}) == len(unit) for unit in values):
                    counts.update(rule for rule in others if rule.is_satisfied(grid))
        except Stopped:
            self._deadline.check()
            seen = _SOLUTIONS
        self._seen[literal] = counts, seen < _SOLUTIONS
        return self._seen[literal]


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
        >>> _distance(30, 40), _distance(95, 105)
        (1, 1)
    """
    before, after = str(old), str(new)
    if abs(old - new) == 1 or (sorted(before) == sorted(after)):
        return 0
    if abs(old - new) == _TEN:
        return 1
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
