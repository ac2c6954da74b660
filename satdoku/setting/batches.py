"""Many 9x9 puzzles at once, by compiled lanes: checks, minimal puzzles, questions.

The answers are those of `oracle` for one puzzle after the other, many times as fast.
"""

from __future__ import annotations

import sys
from itertools import compress, count
from typing import TYPE_CHECKING, NamedTuple

from satdoku.engines.lanes import has_compiler, supports
from satdoku.puzzle.grid import Grid
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.runtime.deadline import Deadline


class CountQuestion(NamedTuple):
    """How many solutions do these values have, up to a limit, and which if one?"""

    values: Sequence[int]
    limit: int = 2


class ReduceQuestion(NamedTuple):
    """Which clues can be removed, group after group, so that one solution is left?

    Args:
        values: Clues with one solution.
        groups: Cells whose clues are removed together, in the order of trying.
        least: How many clues have to stay.
    """

    values: Sequence[int]
    groups: Sequence[tuple[int, ...]]
    least: int = 0


def lane_answers(deadline: Deadline = NEVER) -> LaneAnswers | None:
    """Return lanes that answer questions; None if they are not compiled."""
    if has_compiler():
        from satdoku.engines.lanes.search import is_ready  # noqa: PLC0415  needs NumPy

        if is_ready():
            return LaneAnswers(deadline)
    return None


def lanes_for_one(puzzle: Puzzle, *, loads: bool) -> LaneAnswers | None:
    """Return lanes for the questions about a single puzzle of 9x9, where they pay.

    That is where they are loaded.  Otherwise a SAT solver tests the first 64 puzzles
    of a process; for the next one, lanes and NumPy are loaded where they are compiled.
    The answers are the same.

    Args:
        puzzle: The puzzle.
        loads: Whether there is the time to load them.
    """
    if not supports(puzzle):
        return None
    is_loaded = "satdoku.engines.lanes.search" in sys.modules
    pay = is_loaded or (loads and next(_puzzle_numbers) > _BEFORE_LANES)
    return lane_answers() if pay else None


_BEFORE_LANES = 64
"""As many single puzzles as a SAT solver tests in the time that lanes take to load."""

_puzzle_numbers = count(1)
"""Numbers the single puzzles of this process, in any thread."""


class LaneAnswers:
    """Answers by lanes, all questions at once."""

    many = True

    def __init__(self, deadline: Deadline) -> None:
        import numpy as np  # noqa: PLC0415  slow to load

        from satdoku.engines.lanes.search import search  # noqa: PLC0415

        self._np = np
        self._search = search
        self._deadline = deadline

    def count(self, questions: list[CountQuestion]) -> list[tuple[int, Sequence[int]]]:
        """Answer each `CountQuestion`."""
        self._deadline.check()
        text = b"".join([bytes(question.values) for question in questions])
        puzzles = self._np.frombuffer(text, self._np.uint8).reshape(-1, 81)
        limits = [question.limit for question in questions]
        result = self._search(puzzles, limit=max(limits))
        counts: list[int] = self._np.minimum(result.counts, limits).tolist()
        solutions = result.solutions.tobytes()
        return [
            (count, solutions[81 * row : 81 * row + 81])
            for row, count in enumerate(counts)
        ]

    def redundant(self, puzzles: Sequence[Puzzle]) -> list[tuple[int, ...]]:
        """Return the redundant clues of proper puzzles: the others are proper, too."""
        np = self._np
        clues = np.array([puzzle.values for puzzle in puzzles], np.uint8)
        at, cells = np.nonzero(clues)
        without = clues[at]
        without[np.arange(len(at)), cells] = 0
        follows = np.zeros(clues.shape, bool)
        follows[at, cells] = self._search(without, limit=2).counts == 1
        return [tuple(np.flatnonzero(row).tolist()) for row in follows]

    def candidates(
        self, puzzles: Sequence[Puzzle]
    ) -> list[tuple[tuple[int, ...], ...]]:
        """Return the true candidates of puzzles with a solution."""
        np = self._np
        clues = np.array([puzzle.values for puzzle in puzzles], np.uint8)
        masks = np.array([puzzle.candidate_masks() for puzzle in puzzles])
        at, cells, bits = np.nonzero(masks.reshape(-1, 81, 1) >> np.arange(9) & 1)
        with_digit = clues[at]
        with_digit[np.arange(len(at)), cells] = bits + 1
        true = np.zeros((len(puzzles), 81, 9), bool)
        true[at, cells, bits] = self._search(with_digit, limit=1).counts > 0
        digits = range(1, 10)
        return [
            tuple(tuple(compress(digits, cell)) for cell in row)
            for row in true.tolist()
        ]

    def reduce(self, questions: list[ReduceQuestion]) -> list[list[tuple[int, ...]]]:
        """Answer each `ReduceQuestion`: the groups removed, in order."""
        np = self._np
        many = len(questions)
        steps = max(len(question.groups) for question in questions)
        number: dict[tuple[int, ...], int] = {(): 0}
        for group in dict.fromkeys(o for q in questions for o in q.groups):
            number[group] = len(number)
        width = max(map(len, number))
        # 81 is beyond the grid.
        table = np.array([[*group, *[81] * (width - len(group))] for group in number])
        chosen = np.zeros((many, steps), np.int64)
        for row, question in enumerate(questions):
            indices = [number[group] for group in question.groups]
            chosen[row, : len(indices)] = indices
        cells = table[chosen]
        sizes = np.array([len(group) for group in number])[chosen]
        text = b"".join([bytes(question.values) + b"\0" for question in questions])
        puzzles = np.frombuffer(text, np.uint8).reshape(-1, 82).copy()
        spare = np.count_nonzero(puzzles, axis=1)
        spare -= [question.least for question in questions]
        gone = np.zeros((many, steps), bool)

        for step in range(steps):
            total = sizes[:, step]
            rows = np.flatnonzero((total <= spare) & (total > 0))
            if not len(rows):
                continue
            self._deadline.check()
            removed = cells[rows, step]
            at = rows[:, None], removed
            before = puzzles[at]
            puzzles[at] = 0
            reduced = np.ascontiguousarray(puzzles[rows, :81])
            unique = self._search(reduced, limit=2).counts == 1
            bad, good = rows[~unique], rows[unique]
            puzzles[bad[:, None], removed[~unique]] = before[~unique]
            spare[good] -= total[good]
            gone[good, step] = True
        return [
            [question.groups[step] for step in np.flatnonzero(row).tolist()]
            for question, row in zip(questions, gone, strict=True)
        ]


class BatchCheck(NamedTuple):
    """What lanes find out about a puzzle of 9x9.

    Args:
        solutions: How many there are, up to one more than the limit.
        solution: A solution; None if there is none.
        redundant: The redundant clues, if there is one solution.
        candidates: The true candidates, if there are several solutions.
    """

    solutions: int
    solution: Grid | None
    redundant: tuple[int, ...] | None
    candidates: tuple[tuple[int, ...], ...] | None


def batch_check(puzzles: Sequence[Puzzle], limit: int = 1) -> dict[int, BatchCheck]:
    """Return what is known of puzzles of 9x9, where engine lanes is compiled.

    Args:
        puzzles: The puzzles, of any kind.
        limit: Solutions to count, at most.

    Returns:
        The answers by index in `puzzles`; none about puzzles that lanes do not support.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> batch_check([Puzzle("1... ..2. ..3. 4...")])
        {}
    """
    nines = {at: puzzle for at, puzzle in enumerate(puzzles) if supports(puzzle)}
    lanes = lane_answers() if nines else None
    if lanes is None:
        return {}
    questions = [CountQuestion(puzzle.values) for puzzle in nines.values()]
    answers = dict(zip(nines, lanes.count(questions), strict=True))
    several = [at for at, (number, _) in answers.items() if number > 1]
    if limit > 1 and several:
        questions = [CountQuestion(nines[at].values, limit + 1) for at in several]
        answers |= zip(several, lanes.count(questions), strict=True)
    proper = [at for at, (number, _) in answers.items() if number == 1]
    redundant = lanes.redundant([nines[at] for at in proper]) if proper else []
    true = lanes.candidates([nines[at] for at in several]) if several else []
    redundant_of = dict(zip(proper, redundant, strict=True))
    true_of = dict(zip(several, true, strict=True))
    return {
        at: BatchCheck(
            number,
            Grid.trusted(nines[at].geometry, tuple(values)) if number else None,
            redundant_of.get(at),
            true_of.get(at),
        )
        for at, (number, values) in answers.items()
    }
