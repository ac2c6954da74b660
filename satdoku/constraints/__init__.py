"""Constraints: rules beyond rows, columns and boxes.

`satdoku.constraints.named` has `Diagonals`, `Regions`, `AntiKnight` and `Killer`:
`Puzzle(grid, constraints=[Diagonals()])`.  Engines, `count`, `check` and `encode` take
them; what does not (proofs, techniques, lanes) refuses them by name.

A rule of one's own is a frozen dataclass with the parts of `base.Constraint`.

Example:
    >>> from dataclasses import dataclass
    >>> from typing import ClassVar
    >>> from satdoku import Puzzle, count
    >>> @dataclass(frozen=True)
    ... class FirstIsEven:
    ...     only_units: ClassVar[bool] = False
    ...     def check(self, geometry):
    ...         pass  # fits every grid
    ...     def units(self, geometry):
    ...         return ()  # sets of cells with different digits
    ...     def clauses(self, geometry, variables):
    ...         yield (variables.literal(0, 2), variables.literal(0, 4))
    ...     def allows(self, grid):
    ...         return grid.values[0] % 2 == 0
    ...     def describe(self):
    ...         return "r1c1 is even"
    >>> int(count(Puzzle("." * 16, constraints=[FirstIsEven()])))
    144
"""
