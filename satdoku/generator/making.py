"""One attempt: a puzzle as it is wanted, or what it was that this one did not have.

    random stream ─▶ solution ─▶ clues go in random order ─▶ judge ─▶ the puzzle
                                        ▲                      │ too hard
                                        └── put some back ◀────┘

Clues that were put back make a puzzle easier: the number of clues is found by halving.
That is not done where the clues are fixed (their number, a pattern) or where none may
be to spare; then the next attempt may have more luck.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import EngineError
from satdoku.generator.board import is_of_singles
from satdoku.generator.judging import Judge, Verdict
from satdoku.generator.pattern import climb
from satdoku.generator.proper import Proper
from satdoku.generator.removal import Removal
from satdoku.generator.solutions import random_solution
from satdoku.generator.symmetry import Symmetry
from satdoku.puzzle import Puzzle
from satdoku.techniques.deadline import look_at
from satdoku.techniques.shape import Shape, mask_of
from satdoku.techniques.technique import Level

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.generator.wanted import Wanted
    from satdoku.techniques.path import Path

__all__ = ["Made", "Maker", "Missed"]


class Made(NamedTuple):
    """A puzzle.

    Args:
        values: Its clues.
        solution: The values of its solution.
        path: Its path, where that was asked for.
    """

    values: tuple[int, ...]
    solution: tuple[int, ...]
    path: Path | None


class Missed(NamedTuple):
    """No puzzle.

    Args:
        why: What was wrong with what came out: "were too easy".
    """

    why: str


_WHY = {
    Verdict.TOO_EASY: "were too easy",
    Verdict.TOO_HARD: "were too hard",
    Verdict.LACKS: "do not need the techniques",
}


class Maker:
    """Makes attempts.

    Args:
        wanted: What is wanted.
        seed: What the random streams are made from.
        deadline: When to stop, on the clock `time.monotonic`; None for never.

    Example:
        >>> from satdoku.generator.wanted import wanted_of
        >>> maker = Maker(wanted_of(size=4, clues=6), seed=1)
        >>> made = maker.attempt(0)
        >>> sum(map(bool, made.values)), made == maker.attempt(0)
        (6, True)
        >>> maker.close()
    """

    def __init__(
        self, wanted: Wanted, seed: int, deadline: float | None = None
    ) -> None:
        self._wanted = wanted
        self._deadline = deadline
        self._look = look_at(deadline)
        self._seed = seed
        self._shape = Shape.of(wanted.geometry)
        self._orbits = wanted.symmetry.orbits(wanted.geometry.size)
        self._judge = Judge(wanted, deadline)
        self._proper: Proper | None = None
        easy = wanted.singles_only or wanted.level is Level.EASY
        easy = easy or (wanted.hardest is not None and wanted.hardest.is_single)
        self._by_singles = easy and not wanted.minimal

    def attempt(self, number: int) -> Made | Missed:
        """Make the attempt of a number; it depends on nothing else.

        Raises:
            Stopped: A random solution takes too long, or the time is over.
        """
        self._look()
        # A text is made into a stream by SHA-512, the same everywhere.
        random = Random(f"satdoku {self._seed} {number}")  # noqa: S311  not for secrets
        if self._wanted.pattern is not None:
            return self._by_pattern(random, self._wanted.pattern)
        solution = self._wanted.solution
        if solution is None:
            solution = random_solution(self._shape, random, look=self._look)
        if solution is None:
            raise EngineError("the empty grid has no solution")
        return self._by_removal(random, solution)

    def close(self) -> None:
        """Free the engines that are loaded."""
        if self._proper is not None:
            self._proper.close()
            self._proper = None

    @property
    def proper(self) -> Proper:
        """What says whether clues are enough; loaded on first use."""
        if self._proper is None:
            self._proper = Proper(self._wanted.geometry, self._deadline)
        return self._proper

    def _by_removal(self, random: Random, solution: tuple[int, ...]) -> Made | Missed:
        wanted = self._wanted

        def can_go(kept: set[int], going: Sequence[int]) -> bool:
            if self._by_singles:
                return self._singles_fill(solution, kept, going)
            return self.proper.can_go(solution, kept, going)

        removal = Removal(self._orbits, can_go)
        order = list(self._orbits)
        random.shuffle(order)
        least = wanted.clues or 0
        removal.run(order, 0 if wanted.minimal else least)
        if wanted.clues is not None:
            removal.go_below(wanted.clues, random)
            if len(removal.kept) != wanted.clues:
                more = len(removal.kept) > wanted.clues
                return Missed(f"had {'more' if more else 'fewer'} clues")
        # Where clues go one by one until none can, there is nothing to ask any more.
        sure = wanted.clues is None and wanted.symmetry is Symmetry.NONE
        if wanted.minimal and not (sure or self._is_minimal(solution, removal.kept)):
            return Missed("were not minimal")
        verdict, made = self._judged(solution, removal.kept)
        if isinstance(made, Made):
            return made
        fixed = wanted.minimal or wanted.clues is not None
        if verdict is Verdict.TOO_HARD and not fixed:
            return self._easier(solution, removal) or made
        return made

    def _easier(self, solution: tuple[int, ...], removal: Removal) -> Made | None:
        """Look for the fewest clues with which a puzzle is no more too hard."""
        low, high = 0, len(removal.gone)  # with so many gone too easy, too hard
        found = None
        while high - low > 1:
            middle = (low + high) // 2
            verdict, made = self._judged(solution, removal.nested(middle))
            if verdict is Verdict.TOO_HARD:
                high = middle
            else:
                low = middle
                found = made if isinstance(made, Made) else found
        return found

    def _singles_fill(
        self, solution: Sequence[int], kept: Iterable[int], going: Sequence[int]
    ) -> bool:
        """Whether singles fill the cells of clues that go, and then all others."""
        self._look()
        peers = 0
        for cell in going:
            peers |= self._shape.peers[cell]
        near_first = sorted(kept, key=lambda cell: not peers >> cell & 1)
        clues = ((cell, solution[cell]) for cell in near_first)
        return is_of_singles(self._shape, clues, mask_of(going))

    def _by_pattern(self, random: Random, cells: frozenset[int]) -> Made | Missed:
        solution = self._wanted.solution
        count = self.proper.count
        if solution is None:
            solution = climb(self._shape, cells, random, count, self._look)
        elif count([(cell, solution[cell]) for cell in cells], 2) != 1:
            solution = None
        if solution is None:
            return Missed("had several solutions")
        if self._wanted.minimal and not self._is_minimal(solution, cells):
            return Missed("were not minimal")
        return self._judged(solution, cells)[1]

    def _judged(
        self, solution: tuple[int, ...], cells: Iterable[int]
    ) -> tuple[Verdict, Made | Missed]:
        values = [0] * len(solution)
        for cell in cells:
            values[cell] = solution[cell]
        puzzle = Puzzle.trusted(self._wanted.geometry, tuple(values))
        verdict, path = self._judge.verdict(puzzle)
        if verdict is Verdict.FITS:
            return verdict, Made(puzzle.values, solution, path)
        return verdict, Missed(_WHY[verdict])

    def _is_minimal(self, solution: Sequence[int], cells: Iterable[int]) -> bool:
        kept = set(cells)
        return not any(
            self.proper.can_go(solution, kept - {cell}, (cell,)) for cell in kept
        )
