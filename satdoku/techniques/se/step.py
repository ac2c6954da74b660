"""A step of the scheme: what its rule places and removes, and how hard it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.techniques.se.layout import GEOMETRY
from satdoku.techniques.se.rules import RULES
from satdoku.techniques.step import candidates_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.techniques.state import State
    from satdoku.techniques.step import Step

__all__ = ["SeStep", "eliminated", "make"]


@dataclass(frozen=True, slots=True)
class SeStep:
    """A step of the scheme.

    Args:
        rule: The title of its rule, a key of `RULES`.
        rating: Its rating, with what length or size add.
        places: (cell, digit) pairs to be placed.
        removes: (cell, digit) pairs to be removed, rising.
        length: The nodes of a chain, of all its strands; 0 where there is none.
        step: The same as a step of ours with its pattern, where one of our techniques
            is the same; None else.
    """

    rule: str
    rating: float
    places: tuple[tuple[int, int], ...] = ()
    removes: tuple[tuple[int, int], ...] = ()
    length: int = 0
    step: Step | None = None

    @property
    def outcome(self) -> str:
        """What it does, in the standard notation."""
        if self.places:
            return candidates_text(GEOMETRY, self.places, "=")
        return candidates_text(GEOMETRY, self.removes)

    def apply(self, state: State) -> None:
        """Do what it says."""
        for cell, digit in self.removes:
            state.remove(cell, digit)
        for cell, digit in self.places:
            state.place(cell, digit)


def make(  # noqa: PLR0917  one call for each rule, told at a glance
    rule: str,
    places: Iterable[tuple[int, int]] = (),
    removes: Iterable[tuple[int, int]] = (),
    step: Step | None = None,
    added: float = 0.0,
    length: int = 0,
) -> SeStep:
    """Make a step, rated by its rule and by what is added."""
    rating = RULES[rule].rating + added
    return SeStep(rule, rating, tuple(places), tuple(removes), length, step)


def eliminated(cells: int, digit: int) -> list[tuple[int, int]]:
    """Return the pairs of some cells, as a mask, with a digit."""
    pairs: list[tuple[int, int]] = []
    while cells:
        low = cells & -cells
        cells ^= low
        pairs.append((low.bit_length() - 1, digit))
    return pairs
