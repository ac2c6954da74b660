"""Solves the 0-1 program of a puzzle (`program`), again for each further solution.

    program ─HiGHS─▶ solution ─cut─▶ program ─HiGHS─▶ … ─▶ infeasible: these were all

Presolving and the linear relaxation settle most puzzles of 9×9 without any branching.
Each solution starts anew, with one more cut, so to list thousands takes long.

HiGHS keeps a time limit, but hears of no Ctrl-C before it is done, which on large grids
may take minutes.  So it gets half a second in this process.  What takes longer is begun
again in a process of its own, which is ended at will.

Counter: `nodes` of branch and bound.
"""

from __future__ import annotations

from concurrent.futures import wait
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.errors import Stopped
from satdoku.reference.board import begin, starting_masks
from satdoku.reference.program import Answer, Program

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from satdoku.crew import Crew
    from satdoku.puzzle import Puzzle
    from satdoku.reference.solver import Counters

__all__ = ["Ilp", "solving"]

_HERE = 0.5  # seconds that HiGHS may take in this process; 9×9 takes a tenth of that
_A_MOMENT = 0.1  # seconds, after which Ctrl-C and the clock are looked at

_STARTER = """
from satdoku.crew import serve_parent
from satdoku.reference.ilp import solving
serve_parent(solving)
"""


class Ilp:
    """Solves by integer linear programming."""

    def solutions(
        self, puzzle: Puzzle, counters: Counters, deadline: float | None = None
    ) -> Generator[tuple[int, ...], None, None]:
        """Yield every solution once (`satdoku.reference.solver.Solver`)."""
        begin(counters, "nodes")
        if starting_masks(puzzle) is None:
            return
        search = _Search(puzzle, counters, deadline)
        try:
            while (values := search.next()) is not None:
                yield values
                search.forbid(values)
        finally:
            search.close()


class _Search:
    """The program of a puzzle: here, and once that takes long, in another process."""

    def __init__(
        self, puzzle: Puzzle, counters: Counters, deadline: float | None
    ) -> None:
        self._puzzle = puzzle
        self._counters = counters
        self._deadline = deadline
        self._program = Program(puzzle)
        self._untold: list[tuple[int, ...]] = []
        """The solutions that the other process is not told of yet."""
        self._crew: Crew[list[tuple[int, ...]], Answer] | None = None

    def next(self) -> tuple[int, ...] | None:
        """Find a solution; None if there is none.

        Raises:
            Stopped: The deadline came first.
            EngineError: HiGHS failed, or its process was ended by somebody.
        """
        if self._crew is None:
            answer = self._program.solve(self._seconds(_HERE))
            self._counters["nodes"] += answer.nodes
            if answer.is_known:
                return answer.values
            self._seconds(_HERE)
            from satdoku.crew import Crew  # noqa: PLC0415  9×9 needs none

            self._crew = Crew(_STARTER, self._puzzle, 1, "solved linear programs")
        begun = self._crew.begin(self._untold)
        self._untold = []
        while not wait([begun], self._seconds(_A_MOMENT)).done:
            pass
        answer = begun.result()
        self._counters["nodes"] += answer.nodes
        return answer.values

    def forbid(self, values: tuple[int, ...]) -> None:
        """Cut off a solution."""
        if self._crew is None:
            self._program.forbid(values)
        self._untold.append(values)

    def close(self) -> None:
        """End the other process."""
        if self._crew is not None:
            self._crew.dismiss()

    def _seconds(self, most: float) -> float:
        """Return how long to wait: until the deadline, but not longer than this.

        Raises:
            Stopped: The deadline has come.
        """
        if self._deadline is None:
            return most
        left = self._deadline - monotonic()
        if left <= 0:
            raise Stopped("out of time")
        return min(left, most)


def solving(puzzle: Puzzle) -> Callable[[list[tuple[int, ...]]], Answer]:
    """Return what solves a puzzle's program, without the solutions it is told of."""
    program = Program(puzzle)

    def solve(found: list[tuple[int, ...]]) -> Answer:
        for values in found:
            program.forbid(values)
        return program.solve()

    return solve
