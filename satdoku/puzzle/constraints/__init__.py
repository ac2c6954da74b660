"""Constraints: rules beyond rows, columns and boxes.

`Puzzle(grid, constraints=[Diagonals(), Killer(15, "r1c1 r1c2")])`: engines, `count`,
`check` and `encode` take them; what does not (lanes, some techniques) refuses them by
name.

base.py      what a constraint is
parts.py     what constraints are made of: tables, sums, automata, counts, and their
             clauses
automata.py  regular expressions and automata, read and run
lines.py     rules along a line: thermometers, whispers, renban, ...
sums.py      rules of totals: cages, arrows, little killers, ...
places.py    rules of the whole grid: diagonals, regions, anti-knight, ...
outside.py   clues outside the grid: skyscrapers, sandwiches, X-sums, ...
sets.py      rules of counts, and `Or` and `And` of others

A rule of one's own is a frozen dataclass with the parts of `base.Constraint`; one over
a few cells is a subclass of `base.CellRule`.

Example:
    >>> from dataclasses import dataclass
    >>> from satdoku import Puzzle, count
    >>> from satdoku.puzzle.constraints.base import CellRule
    >>> from satdoku.puzzle.constraints.parts import Among
    >>> @dataclass(frozen=True)
    ... class Even(CellRule):
    ...     word = "even"
    ...     def parts(self, geometry):
    ...         return [Among(cell, (2, 4, 6, 8)) for cell in self.where(geometry)]
    ...     def holds(self, values):
    ...         return all(value % 2 == 0 for value in values)
    >>> int(count(Puzzle("." * 16, constraints=[Even("r1c1")])))
    144
"""

from satdoku.puzzle.constraints import automata, lines, outside, places, sets, sums
from satdoku.puzzle.constraints.automata import *  # noqa: F403
from satdoku.puzzle.constraints.lines import *  # noqa: F403
from satdoku.puzzle.constraints.outside import *  # noqa: F403
from satdoku.puzzle.constraints.places import *  # noqa: F403
from satdoku.puzzle.constraints.sets import *  # noqa: F403
from satdoku.puzzle.constraints.sums import *  # noqa: F403

__all__: list[str] = []
__all__ += automata.__all__
__all__ += lines.__all__
__all__ += outside.__all__
__all__ += places.__all__
__all__ += sets.__all__
__all__ += sums.__all__
