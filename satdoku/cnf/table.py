"""The table of encodings: their families, their sizes, what propagation finds.

After the table at the head of Tdoku's SAT adapter: an encoding is a row.  The
sizes are compared with the clauses by tests; so is what unit propagation sees, with a
fixpoint of the human rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cnf.encoder import formula_size
from satdoku.cnf.recipe import TriadOptions, encodings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cnf.recipe import Recipe
    from satdoku.puzzle.geometry import Geometry


def sees(recipe: Recipe) -> str:
    """Say what unit propagation finds on formulas of the recipe, in people's words.

    Example:
        >>> from satdoku.cnf.recipe import load
        >>> sees(load("extended")), sees(load("minimal"))
        ('singles', 'naked singles')
    """
    cell, unit, triad = recipe.cell, recipe.unit, recipe.triad
    exactly_one = cell.at_least_one and cell.at_most_one is not None
    if triad and exactly_one and triad.at_least_one and triad.at_most_one:
        exact = ", full triads" if triad.exact else ""
        return "singles, pointing, claiming" + exact
    if exactly_one and unit.at_least_one and unit.at_most_one:
        return "singles"
    if (cell.at_least_one and unit.at_most_one) or (
        exactly_one and recipe.peer.support
    ):
        return "naked singles"
    return "not classified"


def rows(
    geometry: Geometry, recipes: Iterable[Recipe] | None = None
) -> list[dict[str, str | int]]:
    """Return a row for each recipe, by heading: texts, and sizes as numbers.

    `textbook` counts clauses as publications do, repetitions included; `clauses` is
    what the formula has.

    Args:
        geometry: The shape of the grid.
        recipes: The recipes; every built-in one unless given.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> made = {row["encoding"]: row for row in rows(Geometry(9, 9))}
        >>> made["minimal"]["clauses"]
        7371
    """
    return [_row(geometry, recipe) for recipe in recipes or encodings()]


def _row(geometry: Geometry, recipe: Recipe) -> dict[str, str | int]:
    cell, unit, triad = recipe.cell, recipe.unit, recipe.triad or TriadOptions()
    size = formula_size(geometry, recipe)
    inside = triad.inside_at_most_one, "exact" if triad.exact else ""
    return {
        "encoding": recipe.name,
        "cell >=1": "yes" * cell.at_least_one,
        "cell <=1": cell.at_most_one or "",
        "unit >=1": "yes" * unit.at_least_one,
        "unit <=1": unit.at_most_one or "",
        "triad >=1": "yes" * triad.at_least_one,
        "triad <=1": triad.at_most_one or "",
        "in a triad": ", ".join(filter(None, inside)),
        "peers": "support" * recipe.peer.support,
        "variables": size.variables,
        "textbook": size.textbook,
        "clauses": size.clauses,
        "literals": size.literals,
        "propagation sees": sees(recipe),
    }
