"""Values of cells outside the grid that go with a full grid, found by trying.

A solution is a grid of digits; whether it is one may depend on cells that it does not
show.  This search knows nothing of formulas, so that what engines found is checked by
rules alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import LimitError
from satdoku.puzzle.constraints.base import (
    BaseConstraint,
    extra_units,
    named_extra_cells,
    values_of,
)
from satdoku.puzzle.constraints.extra import extra_name, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle

_MOST_TRIED = 1_000_000
"""Values that are tried for one grid."""


def completions(puzzle: Puzzle, grid: Grid) -> Iterator[Grid]:
    """Yield a grid with all values of cells outside it by which it is a solution.

    Args:
        puzzle: The puzzle.
        grid: A full grid that keeps the units, clues and candidates.  One that knows
            the cells outside is only checked.

    Raises:
        LimitError: Too many values would have to be tried.

    Example:
        >>> from satdoku import Grid, Puzzle
        >>> from satdoku.constraints import Var, WhiteDot, Thermo
        >>> puzzle = Puzzle("." * 16, [Var("A"), Thermo("r1c1 r1c2 VA")])
        >>> [dict(full.extra) for full in completions(puzzle, Grid("1234341221434321"))]
        [{'VA': 3}, {'VA': 4}]
    """
    search = _Search(puzzle, grid)
    return search.checked() if grid.extra else search.completions()


def found_regions(puzzle: Puzzle, solution: Grid) -> tuple[Constraint, ...]:
    """Return the regions of a solution, as a constraint to draw; none of most puzzles.

    Args:
        puzzle: A puzzle with cells outside the grid.
        solution: A solution.  Regions that it does not know are looked for.
    """
    from satdoku.puzzle.constraints.chaos import (  # noqa: PLC0415  few puzzles need it
        ChaosConstruction,
        layout_of,
    )
    from satdoku.puzzle.constraints.places import Regions  # noqa: PLC0415

    has_regions = any(
        isinstance(rule, ChaosConstruction) for rule in puzzle.constraints
    )
    if not has_regions or not solution.is_complete:
        return ()
    layout = layout_of(next(completions(puzzle, solution), solution))
    return () if layout is None else (Regions(layout),)


class _Search:
    """The cells outside a grid, and the rules that each is needed for."""

    def __init__(self, puzzle: Puzzle, grid: Grid) -> None:
        self._grid = grid
        self._tried = 0
        self._rules = puzzle.constraints
        self._domains = {
            extra_name(place_of(cell, puzzle.geometry)): values
            for cell, values in puzzle.extra_cells.items()
        }

    def checked(self) -> Iterator[Grid]:
        """Yield the grid if its own values outside are right."""
        extra = self._grid.extra
        if (
            extra.keys() == self._domains.keys()
            and all(extra[name] in values for name, values in self._domains.items())
            and all(self._holds(rule, self._grid) for rule in self._rules)
        ):
            yield self._grid

    def completions(self) -> Iterator[Grid]:
        """Yield the grid with all values that are right."""
        rules: list[Constraint] = []
        for rule in self._rules:
            if self._names(rule) or getattr(rule, "is_hidden", False):
                rules.append(rule)
            elif not self._holds(rule, self._grid):
                return
        makers = [
            rule
            for rule in rules
            if isinstance(rule, BaseConstraint)
            and rule.extra_cells(self._grid.geometry)
        ]
        yield from self._made(makers, {}, rules)

    def _made(
        self,
        makers: Sequence[BaseConstraint],
        extra: Mapping[str, float],
        rules: Sequence[Constraint],
    ) -> Iterator[Grid]:
        """Yield what follows from what constraints find out by themselves."""
        if not makers:
            open_ = [name for name in self._domains if name not in extra]
            stages = self._stages(open_, rules)
            yield from self._filled(stages, 0, dict(extra))
            return
        maker, *others = makers
        own = maker.completions(self._grid, self._rules)
        for values in [{}] if own is None else own:
            self._count()
            yield from self._made(others, {**extra, **values}, rules)

    def _stages(
        self, names: Iterable[str], rules: Sequence[Constraint]
    ) -> list[tuple[str, list[Constraint]]]:
        """Return cells in an order, each with the rules that can be checked then.

        Those of the rule with the fewest cells left come next.
        """
        left = [({*self._names(rule)}, rule) for rule in rules]
        open_ = dict.fromkeys(names)
        stages: list[tuple[str, list[Constraint]]] = []
        name = ""
        while True:
            ready = [rule for cells, rule in left if not cells & open_.keys()]
            stages.append((name, ready))
            left = [one for one in left if one[0] & open_.keys()]
            if not open_:
                return stages
            nearest = min(
                (cells & open_.keys() for cells, _ in left), key=len, default=open_
            )
            name = next(each for each in open_ if each in nearest)
            del open_[name]

    def _filled(
        self,
        stages: Sequence[tuple[str, Sequence[Constraint]]],
        at: int,
        extra: dict[str, float],
    ) -> Iterator[Grid]:
        """Yield all values of the cells from a stage on."""
        if at == len(stages):
            yield self._grid.with_extra(extra)
            return
        name, rules = stages[at]
        for value in self._domains[name] if name else (0,):
            self._count()
            if name:
                extra[name] = value
            full = self._grid.with_extra(extra)
            if all(self._holds(rule, full) for rule in rules):
                yield from self._filled(stages, at + 1, extra)
        extra.pop(name, None)

    def _count(self) -> None:
        self._tried += 1
        if self._tried > _MOST_TRIED:
            raise LimitError(
                f"more than {_MOST_TRIED:,} values of cells outside the grid would "
                "have to be tried"
            )

    @staticmethod
    def _names(rule: Constraint) -> list[str]:
        return [*map(extra_name, named_extra_cells(rule))]

    @staticmethod
    def _holds(rule: Constraint, grid: Grid) -> bool:
        """Whether a rule holds, its units outside the grid included."""
        return rule.is_satisfied(grid) and all(
            len({*values_of(grid, unit)}) == len(unit)
            for unit in extra_units(rule, grid.geometry)
        )
