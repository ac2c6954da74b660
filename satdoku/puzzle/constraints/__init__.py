"""Constraints: rules beyond rows, columns and boxes.

`Puzzle(grid, constraints=[Diagonals(), Killer(15, "r1c1 r1c2")])`: engines, `count`,
`check` and `encode` take them; what does not (lanes, some techniques) refuses them by
name.

base.py        what a constraint is
primitives.py  what constraints are made of: tables, sums, automata, counts, and their
               clauses
automata.py    regular expressions and automata, read and run
lines.py       constraints along a line: thermometers, whispers, renban, ...
sums.py        constraints of totals: cages, arrows, little killers, ...
places.py      constraints of the whole grid: diagonals, regions, anti-knight, ...
outside.py     clues outside the grid: skyscrapers, sandwiches, X-sums, ...
sets.py        constraints of counts, and `Or` and `And` of others

`satdoku.constraints` names them all.  A constraint of your own is a frozen dataclass
with the methods of `base.Constraint`; one over a few cells derives from
`base.CellConstraint`.

Example:
    >>> from dataclasses import dataclass
    >>> from satdoku import Puzzle, count
    >>> from satdoku.puzzle.constraints.base import CellConstraint
    >>> from satdoku.puzzle.constraints.primitives import InDomain
    >>> @dataclass(frozen=True)
    ... class Even(CellConstraint):
    ...     label = "even"
    ...     def primitives(self, geometry):
    ...         cells = self.cell_indices(geometry)
    ...         return [InDomain(cell, (2, 4, 6, 8)) for cell in cells]
    ...     def is_satisfied_by_values(self, values):
    ...         return all(value % 2 == 0 for value in values)
    >>> int(count(Puzzle("." * 16, constraints=[Even("r1c1")])))
    144
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from satdoku.puzzle.constraints import automata as automata
    from satdoku.puzzle.constraints import chaos as chaos
    from satdoku.puzzle.constraints import connected as connected
    from satdoku.puzzle.constraints import hidden as hidden
    from satdoku.puzzle.constraints import lines as lines
    from satdoku.puzzle.constraints import outside as outside
    from satdoku.puzzle.constraints import places as places
    from satdoku.puzzle.constraints import sets as sets
    from satdoku.puzzle.constraints import sums as sums

_MODULES = (
    *("automata", "chaos", "connected", "hidden", "lines", "outside", "places"),
    *("sets", "sums"),
)


def __getattr__(name: str) -> ModuleType:
    """Import a module of constraints when it is first named.

    All take 12 ms, half of what a variant takes longer than a classic from the command
    line, and a puzzle needs one or two.  Readers of text name them as
    `constraints.lines`.
    """
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__} has no attribute {name!r}")
