"""One attempt: a puzzle as it was requested, or the reason why there is none.

    random stream ─▶ solution ─▶ clues are removed in random order ─▶ rate ─▶ puzzle
                                         ▲                             │ too hard
                                         └──── put some back ◀─────────┘

Clues that are put back make a puzzle easier; how many is found by bisection.  That is
left out where the clues are fixed (their number, a pattern, `minimal`).

For a pattern the clues are found by hill climbing: from those of a random solution,
change a few to those of another solution of the rest, as long as the number of
solutions does not rise, until it is one.
"""

from __future__ import annotations

from enum import Enum
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from satdoku.checks.questions import Count, Reduce
from satdoku.deadline import NEVER, Deadline
from satdoku.errors import EngineError
from satdoku.generator.options import Symmetry
from satdoku.generator.solutions import (
    draw_solution,
    is_solved_by_singles,
    random_solution,
    shuffled,
)
from satdoku.geometry import Geometry
from satdoku.puzzle import Puzzle
from satdoku.techniques.path import Ending, Path, follow
from satdoku.techniques.state import Shape, State, mask_of
from satdoku.techniques.technique import USUAL, Level

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable, Sequence

    from satdoku.generator.options import Request
    from satdoku.techniques.step import Step

T = TypeVar("T")
Asking: TypeAlias = "Generator[Count | Reduce, Any, T]"
"""What asks questions on its way to a result."""

__all__ = ["Attempts", "Made", "Rejected"]

_ROUNDS = 30  # without fewer clues, after which `go_below` gives up
_MAX_BACK = 4  # orbits that it puts back in a round
_WORTH = 5  # it is no use where more than one clue in so many has to go

_COUNTED = 200  # solutions of a pattern; more are as bad
_STEPS = 400  # of a climb without progress


class Made(NamedTuple):
    """A puzzle.

    Args:
        values: Its clues.
        solution: The values of its solution.
        path: How techniques solve it, if the request depends on that.
    """

    values: bytes
    solution: bytes
    path: Path | None


class Rejected(Enum):
    """Why an attempt made no puzzle."""

    TOO_EASY = "were too easy"
    TOO_HARD = "were too hard"
    UNUSED = "do not need the techniques"
    MORE = "had more clues"
    FEWER = "had fewer clues"
    REDUNDANT = "were not minimal"
    SEVERAL = "had several solutions"
    REPEATED = "were repeated"


class Attempts:
    """Makes attempts.

    Args:
        request: What is requested.
        seed: What the random streams are made from.
        deadline: When to stop.
    """

    def __init__(self, request: Request, seed: int, deadline: Deadline = NEVER) -> None:
        self._request = request
        self._seed = seed
        self._deadline = deadline
        self._shape = Shape.of(request.geometry)
        self._orbits = request.symmetry.orbits(request.geometry.size)
        easy = request.singles_only or request.level is Level.EASY
        easy = easy or (request.hardest is not None and request.hardest.is_single)
        self._by_singles = easy and not request.minimal
        self._draws = request.geometry == Geometry()

    def attempt(self, number: int) -> Asking[Made | Rejected]:
        """Make the attempt of a number; it depends on nothing else.

        Raises:
            Stopped: A random solution takes too long, or the time is over.
        """
        self._deadline.check()
        # A text becomes a stream by SHA-512, the same everywhere.
        random = Random(f"satdoku {self._seed} {number}")  # noqa: S311  not for secrets
        request = self._request
        if request.pattern is not None:
            return (yield from self._by_pattern(random, request.pattern))
        solution: Sequence[int] | None = request.solution
        if solution is None and self._draws:
            solution = yield from draw_solution(random)
        elif solution is None:
            solution = random_solution(self._shape, random, deadline=self._deadline)
        if solution is None:
            raise EngineError("the empty grid has no solution")
        return (yield from self._by_removal(random, bytes(solution)))

    def _by_removal(self, random: Random, solution: bytes) -> Asking[Made | Rejected]:
        request = self._request
        clues = request.clues
        order = shuffled(random, self._orbits)
        least = 0 if clues is None or request.minimal else clues
        removed = yield from self._reduce(solution, order, least)
        if clues is not None:
            removed = yield from self._go_below(random, solution, removed, clues)
            left = len(solution) - sum(map(len, removed))
            if left != clues:
                return Rejected.MORE if left > clues else Rejected.FEWER
        values = _without(solution, removed)
        # Where single clues were removed until none could, the puzzle is minimal.
        sure = clues is None and request.symmetry is Symmetry.NONE
        if request.minimal and not (sure or (yield from self._is_minimal(values))):
            return Rejected.REDUNDANT
        made = self._rated(values, solution)
        if made is Rejected.TOO_HARD and not request.minimal and clues is None:
            return self._easier(solution, removed)
        return made

    def _reduce(
        self, values: bytes, orbits: Sequence[tuple[int, ...]], least: int
    ) -> Asking[list[tuple[int, ...]]]:
        """Return the orbits whose clues can be removed, one after the other."""
        if not self._by_singles:
            removed: list[tuple[int, ...]] = yield Reduce(values, orbits, least)
            return removed
        removed = []
        clues = {cell: value for cell, value in enumerate(values) if value}
        for orbit in orbits:
            if len(clues) - len(orbit) < least:
                continue
            rest = {cell: clues[cell] for cell in clues if cell not in orbit}
            if self._singles_fill(rest, orbit):
                clues = rest
                removed.append(orbit)
        return removed

    def _singles_fill(self, clues: dict[int, int], cells: Sequence[int]) -> bool:
        """Whether singles fill the cells of removed clues, and so all others."""
        self._deadline.check()
        peers = 0
        for cell in cells:
            peers |= self._shape.peers[cell]
        near_first = sorted(clues.items(), key=lambda clue: not peers >> clue[0] & 1)
        return is_solved_by_singles(self._shape, near_first, mask_of(cells))

    def _go_below(
        self,
        random: Random,
        solution: bytes,
        removed: list[tuple[int, ...]],
        most: int,
    ) -> Asking[list[tuple[int, ...]]]:
        """Look for fewer clues: put some back at random, and remove others."""
        fewest = len(solution) - sum(map(len, removed))
        if (fewest - most) * _WORTH > fewest:
            return removed
        waited = 0
        while fewest > most and waited < _ROUNDS:
            waited += 1
            back = random.sample(
                removed, min(random.randint(1, _MAX_BACK), len(removed))
            )
            rest = [orbit for orbit in removed if orbit not in back]
            there = (orbit for orbit in self._orbits if orbit not in rest)
            order = shuffled(random, there)
            order.sort(key=back.__contains__)  # what came back stays, if possible
            more = yield from self._reduce(_without(solution, rest), order, most)
            left = len(solution) - sum(map(len, rest)) - sum(map(len, more))
            if left <= fewest:
                waited = 0 if left < fewest else waited
                fewest, removed = left, rest + more
        return removed

    def _is_minimal(self, values: bytes) -> Asking[bool]:
        cells = [(cell,) for cell, value in enumerate(values) if value]
        # Each alone: with all others but one clue left there is no room for a second.
        return not (yield Reduce(values, cells, len(cells) - 1))

    def _easier(
        self, solution: bytes, removed: list[tuple[int, ...]]
    ) -> Made | Rejected:
        """Look for the fewest clues with which a puzzle is not too hard."""
        low, high = 0, len(removed)  # with so many removed too easy, too hard
        found: Made | Rejected = Rejected.TOO_HARD
        while high - low > 1:
            middle = (low + high) // 2
            made = self._rated(_without(solution, removed[:middle]), solution)
            if made is Rejected.TOO_HARD:
                high = middle
            else:
                low = middle
                found = made if isinstance(made, Made) else found
        return found

    def _by_pattern(
        self, random: Random, pattern: frozenset[int]
    ) -> Asking[Made | Rejected]:
        cells = sorted(pattern)
        solution: Sequence[int] | None = self._request.solution
        if solution is None:
            solution = yield from self._climb(random, cells)
        elif (yield Count(_only(solution, cells)))[0] != 1:
            solution = None
        if solution is None:
            return Rejected.SEVERAL
        values = _only(solution, cells)
        if self._request.minimal and not (yield from self._is_minimal(values)):
            return Rejected.REDUNDANT
        return self._rated(values, bytes(solution))

    def _climb(self, random: Random, cells: list[int]) -> Asking[Sequence[int] | None]:
        """Look for a solution that is the only one with its digits in the cells."""
        solution = random_solution(self._shape, random, deadline=self._deadline)
        if solution is None:
            return None
        fewest, _ = yield Count(_only(solution, cells), _COUNTED)
        waited = 0
        while fewest > 1:
            waited += 1
            if waited > _STEPS:
                return None
            number = min(random.choice((1, 1, 2, 2, 3)), len(cells))
            changed = set(random.sample(cells, number))
            rest = [(cell, solution[cell]) for cell in cells if cell not in changed]
            other = random_solution(self._shape, random, rest, self._deadline)
            if other is None or all(other[cell] == solution[cell] for cell in changed):
                continue
            limit = min(fewest + 1, _COUNTED)
            count, _ = yield Count(_only(other, cells), limit)
            if count <= fewest:
                waited = 0 if count < fewest else waited
                fewest, solution = count, other
        return solution

    def _rated(self, values: bytes, solution: bytes) -> Made | Rejected:
        """Return the puzzle with its path, or how it differs from the request."""
        request = self._request
        clues = ((cell, value) for cell, value in enumerate(values) if value)
        if request.singles_only and not is_solved_by_singles(self._shape, clues):
            return Rejected.TOO_HARD
        if not request.is_rated:
            return Made(values, solution, None)
        path = self._path(Puzzle.trusted(request.geometry, tuple(values)))
        if path is None:
            return Rejected.TOO_HARD
        low, level = request.score[0] or 0, request.level or path.level
        if path.level < level or path.score < low:
            return Rejected.TOO_EASY
        used = {step.technique for step in path.steps}
        if any(used.isdisjoint(some) for some in request.needed):
            return Rejected.UNUSED
        return Made(values, solution, path)

    def _path(self, puzzle: Puzzle) -> Path | None:
        """Return the path; None as soon as it is certain that it is too hard.

        Techniques after the last one allowed are not even searched.  Where techniques
        lead no further there is no score, and the puzzle is too hard.
        """
        request = self._request
        top = Level.EXTREME if request.level is None else request.level
        high = request.score[1]
        allowed = request.allowed
        last = max(each.order for each in allowed)
        tried = frozenset(each for each in USUAL if each.order <= last)
        state = State.of(puzzle)
        steps: list[Step] = []
        score = 0
        hardest = Level.EASY
        for step in follow(state, tried, deadline=self._deadline):
            if step.technique not in allowed:
                return None
            steps.append(step)
            score += step.technique.score
            hardest = max(hardest, step.technique.level)
            if high is not None and score > high:
                return None
            if Level.of_score(hardest, score) > top:
                return None
        if state.empty:
            return None
        return Path(puzzle, tuple(steps), Ending.SOLVED, state.grid())


def _without(values: bytes, orbits: Iterable[tuple[int, ...]]) -> bytes:
    left = bytearray(values)
    for orbit in orbits:
        for cell in orbit:
            left[cell] = 0
    return bytes(left)


def _only(values: Sequence[int], cells: Collection[int]) -> bytes:
    left = bytearray(len(values))
    for cell in cells:
        left[cell] = values[cell]
    return bytes(left)
