"""A step: one thing that can be said of a position, and what follows from it.

A step is a value.  It tells what is placed or removed, by which technique, and all that
the technique rests on, so that it can be put into words, drawn and checked without
looking for it again:

    cells, digits     the pattern: the cells of a pair and its two digits, …
    units, covers     the units it is about, as indices into `Geometry.units`: that of
                      a single or subset; the base and cover sets of a fish
    fins              candidates that stand in the way: the fins of a fish, the extra
                      candidates of a unique rectangle
    sets              almost locked sets, colours, and the like: cells with digits
    chains            what follows from what: nodes in order, each on (true) or off

Which of them a technique fills is told where it is found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from satdoku.geometry import Geometry
    from satdoku.techniques.technique import Technique

__all__ = ["CellSet", "Node", "Step"]


class CellSet(NamedTuple):
    """Cells with digits that belong together: an almost locked set, a colour.

    Args:
        cells: The cells, rising.
        digits: The digits, rising.
        role: What it is in the technique, in a word or two: `pivot`, `first colour`.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    role: str = ""


class Node(NamedTuple):
    """A link's end: a digit in one of some cells, said to be so, or not to be so.

    Args:
        digit: The digit.
        cells: One cell, or the cells of a group: in one of them.
        on: Whether it is said to be there, or to be in none of them.
        by: What leads here from the node before, where it is no plain link: an index
            into the step's `sets` (an almost locked set); -1 for a plain link.
        after: In a net, the indices of the nodes that together lead here; empty for
            the node before.
    """

    digit: int
    cells: tuple[int, ...]
    on: bool
    by: int = -1
    after: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What can be placed or removed next, and why.

    Args:
        geometry: Of the grid.
        technique: How it was found.
        places: (cell, digit) pairs to be placed.
        removes: (cell, digit) pairs to be removed, in the order in which they go.
        cells: The cells of the pattern.
        digits: Its digits.
        units: The units it is about.
        covers: The cover sets of a fish.
        fins: (cell, digit) pairs that stand in the way.
        sets: Sets of cells and digits it is made of.
        chains: Chains of nodes.

    Example:
        >>> from satdoku.techniques.technique import Technique
        >>> from satdoku.geometry import Geometry
        >>> board = Geometry(9, 9)
        >>> print(Step(board, Technique.NAKED_SINGLE, places=((30, 5),), cells=(30,)))
        Naked Single: r4c4=5, the only candidate of r4c4
    """

    geometry: Geometry
    technique: Technique
    places: tuple[tuple[int, int], ...] = ()
    removes: tuple[tuple[int, int], ...] = ()
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    covers: tuple[int, ...] = ()
    fins: tuple[tuple[int, int], ...] = ()
    sets: tuple[CellSet, ...] = ()
    chains: tuple[tuple[Node, ...], ...] = ()

    @property
    def outcome(self) -> str:
        """What it does, in the standard notation (`r4c7=5`, `r1c23<>4`)."""
        from satdoku.techniques.notation import outcome  # noqa: PLC0415  words are for who asks

        return outcome(self)

    @property
    def reason(self) -> str:
        """Why it holds, in words."""
        from satdoku.techniques.words import reason  # noqa: PLC0415  as above

        return reason(self)

    def __str__(self) -> str:
        from satdoku.techniques.words import sentence  # noqa: PLC0415  as above

        return sentence(self)

    def _repr_svg_(self) -> str:
        """Draw the step for a notebook, on an empty board."""
        from satdoku.explanation.drawing import step_svg  # noqa: PLC0415  for notebooks

        return step_svg(None, self)
