"""The cell family: every cell holds at least one digit, and at most one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cnf.families.part import Part, Rule, Tally, rule_part
from satdoku.cnf.formula import Origin

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cnf.candidates import Candidates
    from satdoku.cnf.recipe import Recipe
    from satdoku.geometry import Geometry

__all__ = ["parts", "tally"]


def _rule(recipe: Recipe) -> Rule:
    return Rule.of(recipe.cell.at_least_one, recipe.cell.at_most_one)


def tally(geometry: Geometry, recipe: Recipe) -> Tally:
    """Promise the size of the family on a whole grid."""
    return _rule(recipe).tally(geometry.cells, geometry.size)


def parts(candidates: Candidates, recipe: Recipe, first: int) -> list[Part]:
    """Give the parts: one, with a chunk for each cell."""
    if recipe.cell.is_empty:
        return []

    def origins() -> Iterable[Origin]:
        name = candidates.geometry.cell_name
        return (Origin("cell", name(cell)) for cell in candidates.cells)

    return [
        rule_part(
            _rule(recipe),
            candidates.cell_sets,
            candidates.cell_sizes,
            origins,
            first=first,
        )
    ]
