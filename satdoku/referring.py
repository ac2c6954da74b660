"""A reference solver as an engine: made with its options, its solutions held to rules.

puzzle ──Solver.solutions──▶ values ──rules──▶ grid
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from satdoku.errors import EngineError, UsageError, printable, shown
from satdoku.grid import Grid
from satdoku.reference import table

if TYPE_CHECKING:
    from collections.abc import Collection, Generator

    from satdoku.puzzle import Puzzle
    from satdoku.reference.solver import Counters
    from satdoku.walk import Record

__all__ = ["Reference"]


class Reference:
    """A reference solver, ready to be asked.

    Args:
        name: The solver's.
        order: In which order `backtracking` takes cells; None for the usual one.
        rules: The techniques, by key, that `elimination` may use; None for all four.

    Attributes:
        options: What was asked of it, in words; empty for the usual.

    Raises:
        UsageError: It does not take the option, or there is no such solver, order or
            rule; or the library it needs is not installed.

    Example:
        >>> reference = Reference("backtracking", order="fewest")
        >>> counters = {}
        >>> from satdoku.puzzle import Puzzle
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> [grid.line for grid in reference.grids(puzzle, counters)]
        ['1243342121344312']
    """

    def __init__(
        self,
        name: str,
        order: str | None = None,
        rules: Collection[str] | None = None,
    ) -> None:
        row = table.find(name)
        if row is None:
            raise UsageError(f"there is no reference solver {printable(name)}")
        options: dict[str, object] = {}
        told: list[str] = []
        if order is not None:
            if name != "backtracking":
                raise UsageError(f"engine {name} has no order; backtracking has")
            if order not in table.ORDERS:
                raise UsageError(
                    f"no order {shown(order)}; expected {', '.join(table.ORDERS)}"
                )
            options["order"] = order
            told.append(f"order {order}")
        if rules is not None:
            if name != "elimination":
                raise UsageError(f"engine {name} has no techniques to choose")
            for rule in sorted(rules):
                if rule not in table.RULES:
                    raise UsageError(
                        f"engine {name} does not know {shown(rule)}; "
                        f"it knows {', '.join(table.RULES)}"
                    )
            used = tuple(rule for rule in table.RULES if rule in rules)
            options["rules"] = used
            told.append(f"techniques {', '.join(used)}" if used else "no techniques")
        if not row.available:
            raise UsageError(
                f"engine {name} needs {row.library}, which is not installed: "
                f"pip install 'satdoku[{row.extra}]'"
            )
        self.name = name
        self.options = "; ".join(told)
        self.solver = table.make(row, **options)

    def solutions(
        self, puzzle: Puzzle, record: Record, deadline: float | None
    ) -> Generator[Grid, None, None]:
        """Yield every solution, and put down what that took.

        Raises:
            Stopped, EngineError: As `grids`.
        """
        record.engines.append(self.name)
        if self.options:
            because = f"{record.choice.because}, with {self.options}"
            record.choice = replace(record.choice, because=because)
        counters: Counters = {}
        try:
            yield from self.grids(puzzle, counters, deadline)
        finally:
            record.add(counters)

    def grids(
        self, puzzle: Puzzle, counters: Counters, deadline: float | None = None
    ) -> Generator[Grid, None, None]:
        """Yield every solution, held against the rules.

        Raises:
            Stopped: The deadline came first.
            EngineError: What was found is no solution.
        """
        found = self.solver.solutions(puzzle, counters, deadline)
        try:
            for values in found:
                solution = Grid.trusted(puzzle.geometry, values)
                if not puzzle.is_solution(solution):
                    raise EngineError(
                        f"{self.name} gave a grid that is no solution of "
                        f"{puzzle.line[:90]}"
                    )
                yield solution
        finally:
            close = getattr(found, "close", None)
            if close is not None:
                close()
