"""Whether clues have one solution: questions, and what answers them.

Attempts are generators that yield questions and receive answers.  Where the lanes are
compiled, many attempts run side by side, and each round asks for all of them at once;
otherwise a SAT engine with the rules loaded answers one question after the other.  The
answers are the same, and so are the puzzles.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from satdoku.cnf.encoder import encoding
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines import registry
from satdoku.engines.lanes import has_compiler
from satdoku.errors import Stopped
from satdoku.puzzle.geometry import Geometry
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.solving.choice import LARGE_LISTER, LEARNER, LISTER

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from satdoku.engines.base import Engine

__all__ = [
    "CountQuestion",
    "ReduceQuestion",
    "SatAnswers",
    "answers_for",
    "lane_answers",
    "run",
]

T = TypeVar("T")

_LANES_SIZE = 9
_BY_SAT_UNTIL = 16  # size up to which the larger encoding pays


class CountQuestion(NamedTuple):
    """How many solutions do these values have, up to a limit, and which if one?"""

    values: Sequence[int]
    limit: int = 2


class ReduceQuestion(NamedTuple):
    """Which orbits can be removed, one after the other, so that one solution is left?

    Args:
        values: Clues with one solution.
        orbits: Cells that are removed together, in the order of trying.
        least: How many clues have to stay.
    """

    values: Sequence[int]
    orbits: Sequence[tuple[int, ...]]
    least: int = 0


def answers_for(
    geometry: Geometry, deadline: Deadline = NEVER, *, many: bool = True
) -> Answers:
    """Return the fastest that is ready: compiled lanes for 9x9, or a SAT engine.

    Args:
        geometry: The geometry of all questions.
        deadline: When to raise `Stopped`.
        many: Whether there are enough questions to make up for loading NumPy.
    """
    lanes = lane_answers(deadline) if many and geometry == Geometry() else None
    return lanes or SatAnswers(geometry, deadline)


def lane_answers(deadline: Deadline = NEVER) -> LaneAnswers | None:
    """Return lanes that answer questions about 9x9; None if they are not compiled."""
    if has_compiler():
        from satdoku.engines.lanes.search import is_ready  # noqa: PLC0415  needs NumPy

        if is_ready():
            return LaneAnswers(deadline)
    return None


def run(
    attempts: Sequence[Generator[CountQuestion | ReduceQuestion, Any, T]], by: Answers
) -> list[T]:
    """Run attempts side by side, and return what they return.

    Raises:
        Stopped: The deadline has passed.
    """
    done: dict[int, T] = {}
    asked: dict[int, CountQuestion | ReduceQuestion] = {}

    def go_on(index: int, answer: object) -> None:
        try:
            asked[index] = attempts[index].send(answer)
        except StopIteration as stop:
            done[index] = stop.value
            asked.pop(index, None)

    for index in range(len(attempts)):
        go_on(index, None)
    while asked:
        # All attempts are brought to their long question before it is answered.
        counts = {
            at: each for at, each in asked.items() if isinstance(each, CountQuestion)
        }
        reduces = {
            at: each for at, each in asked.items() if isinstance(each, ReduceQuestion)
        }
        answers = (
            by.count([*counts.values()]) if counts else by.reduce([*reduces.values()])
        )
        for index, answer in zip(counts or reduces, answers, strict=True):
            go_on(index, answer)
    return [done[index] for index in range(len(attempts))]


class SatAnswers:
    """Answers by a loaded engine, with clues as assumptions."""

    many = False
    """Whether it answers many at once faster than one by one."""

    def __init__(self, geometry: Geometry, deadline: Deadline = NEVER) -> None:
        self._deadline = deadline
        # A question about 9x9 takes too little for the engine to check a clock.
        self._limited = NEVER if geometry.size <= _LANES_SIZE else deadline
        name = "extended" if geometry.size <= _BY_SAT_UNTIL else "triad-lite"
        self._encoding = encoding(geometry, load_recipe(name))
        self._engine: Engine = registry.load(LEARNER, self._encoding.formula)
        self._lister: Engine | None = None

    def count(self, questions: list[CountQuestion]) -> list[tuple[int, Sequence[int]]]:
        """Answer each `CountQuestion`."""
        return [self._count(question) for question in questions]

    def reduce(self, questions: list[ReduceQuestion]) -> list[list[tuple[int, ...]]]:
        """Answer each `ReduceQuestion`: the orbits removed, in order."""
        return [self._reduce(question) for question in questions]

    def _count(self, question: CountQuestion) -> tuple[int, Sequence[int]]:
        self._deadline.check()
        encoded = self._encoding
        if self._lister is None:
            small = encoded.geometry.size <= _LANES_SIZE
            name = LISTER if small else LARGE_LISTER
            self._lister = registry.load(name, encoded.formula)
        models = self._lister.models(
            list(self._literals(question.values).values()),
            encoded.cell_variables,
            self._limited,
        )
        found = list(islice(models, question.limit))
        solution = encoded.decode(found[0]).values if len(found) == 1 else ()
        return len(found), solution

    def _reduce(self, question: ReduceQuestion) -> list[tuple[int, ...]]:
        kept = self._literals(question.values)
        removed: list[tuple[int, ...]] = []
        for orbit in question.orbits:
            if len(kept) - len(orbit) < question.least:
                continue
            rest = {cell: kept[cell] for cell in kept if cell not in orbit}
            # One solution is left if no other has another digit in one of the cells.
            if all(self._is_forced([*rest.values(), -kept[cell]]) for cell in orbit):
                kept = rest
                removed.append(orbit)
        return removed

    def _literals(self, values: Sequence[int]) -> dict[int, int]:
        variable = self._encoding.variable_of
        return {
            cell: variable(cell, value) for cell, value in enumerate(values) if value
        }

    def _is_forced(self, literals: list[int]) -> bool:
        self._deadline.check()
        outcome = self._engine.solve(literals, self._limited)
        if outcome.satisfiable is None:
            raise Stopped("out of time")
        return not outcome.satisfiable

    def close(self) -> None:
        """Free the engines."""
        self._engine.close()
        if self._lister is not None:
            self._lister.close()


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
        found = self._search(puzzles, limit=max(limits))
        counts: list[int] = self._np.minimum(found.counts, limits).tolist()
        solutions = found.solutions.tobytes()
        return [
            (count, solutions[81 * row : 81 * row + 81])
            for row, count in enumerate(counts)
        ]

    def reduce(self, questions: list[ReduceQuestion]) -> list[list[tuple[int, ...]]]:
        """Answer each `ReduceQuestion`.

        All puzzles try their first orbits together, as most can go; a puzzle with
        several solutions then gets them back and tries one after the other, as all do
        with the rest.  So the result is that of single steps.
        """
        np = self._np
        many = len(questions)
        steps = max(len(question.orbits) for question in questions)
        number: dict[tuple[int, ...], int] = {(): 0}
        for orbit in dict.fromkeys(o for q in questions for o in q.orbits):
            number[orbit] = len(number)
        width = max(map(len, number))
        # 81 is beyond the grid.
        table = np.array([[*orbit, *[81] * (width - len(orbit))] for orbit in number])
        chosen = np.zeros((many, steps), np.int64)
        for row, question in enumerate(questions):
            indices = [number[orbit] for orbit in question.orbits]
            chosen[row, : len(indices)] = indices
        cells = table[chosen]
        sizes = np.array([len(orbit) for orbit in number])[chosen]
        text = b"".join([bytes(question.values) + b"\0" for question in questions])
        puzzles = np.frombuffer(text, np.uint8).reshape(-1, 82).copy()
        spare = np.count_nonzero(puzzles, axis=1)
        spare -= [question.least for question in questions]
        gone = np.zeros((many, steps), bool)

        def attempt(first: int, last: int) -> None:
            total = sizes[:, first:last].sum(axis=1)
            rows = np.flatnonzero((total <= spare) & (total > 0) & ~gone[:, first])
            if not len(rows):
                return
            self._deadline.check()
            removed = cells[rows, first:last].reshape(len(rows), -1)
            at = rows[:, None], removed
            before = puzzles[at]
            puzzles[at] = 0
            asked = np.ascontiguousarray(puzzles[rows, :81])
            unique = self._search(asked, limit=2).counts == 1
            bad = rows[~unique]
            puzzles[bad[:, None], removed[~unique]] = before[~unique]
            good = rows[unique]
            spare[good] -= total[good]
            gone[good, first:last] = True

        together = steps // 3
        if together > 1:
            attempt(0, together)
        for step in range(steps):
            attempt(step, step + 1)
        return [
            [question.orbits[step] for step in np.flatnonzero(row).tolist()]
            for question, row in zip(questions, gone, strict=True)
        ]

    def close(self) -> None:
        """Nothing is loaded."""


Answers: TypeAlias = SatAnswers | LaneAnswers
"""What answers questions."""
