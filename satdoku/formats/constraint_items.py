"""Constraints one by one, as JSON and certificates list them.

An item is the one of ISS text if that is read back as the same constraint, and else the
constraint as Python makes it: `Nabner('r1c1 r1c2')`.  So each comes back as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.iss import read_items
from satdoku.formats.iss_writing import alone, shape_items, spelled
from satdoku.puzzle.constraints.catalogue import CATALOGUE, python_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.puzzle import Puzzle


def constraint_items(puzzle: Puzzle) -> list[str]:
    """Return the constraints of a puzzle, an item for each, in their order.

    Raises:
        InputError: A constraint of your own is more than pairs of cells.

    Example:
        >>> from satdoku.constraints import Nabner, Thermo
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> rules = [Thermo("r1c1 r1c2"), Nabner("r1c1 r1c2")]
        >>> constraint_items(Puzzle("." * 16, rules))
        ['Thermo~R1C1~R1C2', "Nabner('r1c1 r1c2')"]
    """
    geometry, rules = puzzle.geometry, puzzle.constraints
    shape = shape_items(geometry)
    # What a constraint names must be there where it is read back.
    adding = puzzle.adding_constraints
    before = [_item(rule, geometry, shape, ()) for rule in adding]
    return [
        _item(rule, geometry, shape, () if rule in adding else before) for rule in rules
    ]


def _item(
    rule: Constraint, geometry: Geometry, shape: str, before: Sequence[str]
) -> str:
    if type(rule) not in CATALOGUE:
        return ".".join(alone(rule, geometry))
    try:
        text = ".".join(spelled(rule, geometry) or ())
        is_all = read_items([*before, text], shape).constraints[len(before) :] == (
            rule,
        )
    except InputError:
        return python_text(rule)
    return text if is_all else python_text(rule)


def read_constraints(items: Sequence[str], geometry: Geometry) -> list[Constraint]:
    """Read constraints that were written one by one, for a grid of that shape.

    Raises:
        InputError: One cannot be read, or changes the shape.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> rules = read_constraints(["Thermo~R1C1~R1C2"], Geometry(4, 4))
        >>> rules[0].describe()
        'thermometer: r1c1 r1c2'
    """
    puzzle = read_items(items, shape_items(geometry))
    if puzzle.geometry != geometry:
        raise InputError("constraints that change the shape of the grid")
    return list(puzzle.constraints)
