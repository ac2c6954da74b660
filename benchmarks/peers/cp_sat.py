"""ortools: Google's CP-SAT, one all-different a unit, one worker."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Any

from benchmarks.peers import Board, Peer

if TYPE_CHECKING:
    from collections.abc import Iterator


def _modelled(model: Any, board: Board) -> list[list[Any]]:  # noqa: ANN401  untyped
    """Put a board into the model, as its users do; return its variables."""
    n, box = len(board), isqrt(len(board))
    cells = [
        [model.new_int_var(value or 1, value or n, "") for value in row]
        for row in board
    ]
    for i in range(n):
        model.add_all_different(cells[i])
        model.add_all_different([row[i] for row in cells])
        top, left = i // box * box, i % box * box
        model.add_all_different(
            [cells[top + r][left + c] for r in range(box) for c in range(box)]
        )
    return cells


def _board(puzzle: str) -> Board:
    values = [0 if mark == "." else int(mark) for mark in puzzle]
    return [values[start : start + 9] for start in range(0, 81, 9)]


def make() -> Peer:
    """Return the peer; a model and a solver are made for each puzzle."""
    from ortools.sat.python import cp_model

    def solver() -> Any:  # noqa: ANN401  untyped
        made = cp_model.CpSolver()
        made.parameters.num_workers = 1
        return made

    def board(given: Board) -> Board | None:
        model = cp_model.CpModel()
        cells = _modelled(model, given)
        made = solver()
        if made.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return [[made.value(cell) for cell in row] for row in cells]

    def first(puzzle: str) -> str | None:
        solved = board(_board(puzzle))
        if solved is None:
            return None
        return "".join(str(digit) for row in solved for digit in row)

    def some(puzzle: str, k: int) -> Iterator[str]:
        model = cp_model.CpModel()
        cells = [cell for row in _modelled(model, _board(puzzle)) for cell in row]
        solutions: list[str] = []

        class Collect(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]  # untyped
            def on_solution_callback(self) -> None:
                solutions.append("".join(str(self.value(cell)) for cell in cells))
                if len(solutions) == k:
                    self.stop_search()

        made = solver()
        made.parameters.enumerate_all_solutions = True
        made.solve(model, Collect())
        return iter(solutions)

    return Peer(first, some, board=board)
