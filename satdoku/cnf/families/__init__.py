"""Families of clauses, one file each, in the order in which a formula has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cnf.families import cell, peer, triad, unit
from satdoku.cnf.families.part import Part, Tally
from satdoku.cnf.families.triad import triad_variable

if TYPE_CHECKING:
    from satdoku.cnf.candidates import Candidates
    from satdoku.cnf.recipe import Recipe
    from satdoku.geometry import Geometry

__all__ = ["Part", "Tally", "parts", "tally", "triad_variable"]


def tally(geometry: Geometry, recipe: Recipe) -> Tally:
    """Promise the size of a whole formula, cell variables included."""
    cells = Tally(variables=geometry.cells * geometry.size)
    promised = (family.tally(geometry, recipe) for family in (cell, unit, triad, peer))
    return Tally.sum((cells, *promised))


def parts(candidates: Candidates, recipe: Recipe, first: int) -> list[Part]:
    """Give the parts of all families; auxiliary variables count from `first`."""
    found: list[Part] = []
    for family in (cell, unit, triad, peer):
        for part in family.parts(candidates, recipe, first):
            first += part.variables
            found.append(part)
    return found
