"""The table of ticks: what each encoding says, how large it is, what it sees.

After the table at the head of Tdoku's SAT adapter: an encoding is a row of ticks.  The
sizes are compared with the clauses by tests; so is what unit propagation sees, with a
fixpoint of the human rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.cnf.encoder import formula_size
from satdoku.cnf.recipe import TriadTicks, encodings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cnf.recipe import Recipe
    from satdoku.geometry import Geometry

__all__ = ["HEADINGS", "Row", "markdown", "rows", "sees", "text"]

HEADINGS = (
    "encoding",
    "cell >=1",
    "cell <=1",
    "unit >=1",
    "unit <=1",
    "triad >=1",
    "triad <=1",
    "in a triad",
    "peers",
    "variables",
    "textbook",
    "clauses",
    "literals",
    "propagation sees",
)
_NUMBERS = range(9, 13)


class Row(NamedTuple):
    """A row of the table, all in text but the sizes.

    `textbook` counts clauses as publications do, repetitions included; `clauses` is
    what the formula has.
    """

    encoding: str
    cell_least: str
    cell_most: str
    unit_least: str
    unit_most: str
    triad_least: str
    triad_most: str
    inside: str
    peers: str
    variables: int
    textbook: int
    clauses: int
    literals: int
    sees: str


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


def rows(geometry: Geometry, recipes: Iterable[Recipe] | None = None) -> list[Row]:
    """Return a row for each recipe; for every built-in one unless others are given.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> [row.clauses for row in rows(Geometry(9, 9)) if row.encoding == "minimal"]
        [7371]
    """
    return [_row(geometry, recipe) for recipe in recipes or encodings()]


def _row(geometry: Geometry, recipe: Recipe) -> Row:
    triad = recipe.triad or TriadTicks()
    size = formula_size(geometry, recipe)
    inside = [triad.inside_at_most_one or "", "exact" if triad.exact else ""]
    return Row(
        recipe.name,
        "yes" if recipe.cell.at_least_one else "",
        recipe.cell.at_most_one or "",
        "yes" if recipe.unit.at_least_one else "",
        recipe.unit.at_most_one or "",
        "yes" if triad.at_least_one else "",
        triad.at_most_one or "",
        ", ".join(filter(None, inside)),
        "support" if recipe.peer.support else "",
        size.variables,
        size.textbook,
        size.clauses,
        size.literals,
        sees(recipe),
    )


def _cells(row: Row, blank: str) -> list[str]:
    return [f"{value:,}" if isinstance(value, int) else value or blank for value in row]


def text(geometry: Geometry, recipes: Iterable[Recipe] | None = None) -> str:
    """Return the table in columns, for a terminal; columns without ticks left out.

    Example:
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.geometry import Geometry
        >>> print(text(Geometry(4, 4), [load("minimal")]).splitlines()[0][:49])
        encoding  cell >=1  unit <=1  variables  textbook
    """
    lines = [list(HEADINGS), *(_cells(row, "") for row in rows(geometry, recipes))]
    columns = [column for column in zip(*lines, strict=True) if any(column[1:])]
    numbers = {HEADINGS[index] for index in _NUMBERS}
    set_columns: list[list[str]] = []
    for column in columns:
        width = max(map(len, column))
        right = column[0] in numbers
        set_columns.append(
            [cell.rjust(width) if right else cell.ljust(width) for cell in column]
        )
    return "\n".join(
        "  ".join(line).rstrip() for line in zip(*set_columns, strict=True)
    )


def markdown(geometry: Geometry, recipes: Iterable[Recipe] | None = None) -> str:
    """Return the table in Markdown.

    Example:
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.geometry import Geometry
        >>> print(markdown(Geometry(4, 4), [load("minimal")]).splitlines()[2][:15])
        | minimal | yes
    """
    dashes = ["---:" if index in _NUMBERS else "---" for index in range(len(HEADINGS))]
    lines = [
        [heading.replace(">=", "≥ ").replace("<=", "≤ ") for heading in HEADINGS],
        dashes,
        *(_cells(row, "\N{EN DASH}") for row in rows(geometry, recipes)),
    ]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
