"""The rules of the scheme, its steps, and the order in which it goes through a grid.

The scheme is for grids of 9×9 only.  Units are given by their index in
`Geometry.units`: rows 0-8, columns 9-17, boxes 18-26.  Within a unit cells come in
rising order.

Source: Sudoku Explainer 1.2.1, and the published table of its ratings.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from satdoku.puzzle.geometry import Geometry
from satdoku.techniques.state import Shape, bits, cells_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Candidates = Iterable[tuple[int, int]]  # (cell, digit) pairs

SHAPE = Shape.of(Geometry(9, 9))
UNITS = SHAPE.units
PEERS = SHAPE.peers
ROWS = range(9)
COLUMNS = range(9, 18)
BOXES = range(18, 27)

UNITS_OF = tuple((box, row, column) for row, column, box in SHAPE.units_of)
"""The units of each cell: its box, row, column."""

SIGHT = tuple(
    (
        UNITS[box] & PEERS[cell],
        UNITS[row] & PEERS[cell] & ~UNITS[box],
        UNITS[column] & PEERS[cell] & ~UNITS[box],
    )
    for cell, (box, row, column) in enumerate(UNITS_OF)
)
"""The peers of each cell in three masks: of its box, then those of row and column."""

PEERS_IN_ORDER = tuple(
    tuple(cell for part in parts for cell in cells_of(part)) for parts in SIGHT
)
"""The peers of each cell in the order of the scheme."""

SUFFIXES = (
    "",
    " (+)",
    " (+ Forcing Chains)",
    " (+ Multiple Forcing Chains)",
    " (+ Dynamic Forcing Chains)",
    " (+ Dynamic Forcing Chains (+ Forcing Chains))",
)
"""What dynamic forcing chains of each level use besides links."""

RULES = {
    "Last Cell": 1.0,
    "Hidden Single in Box": 1.2,
    "Hidden Single in Line": 1.5,
    "Direct Pointing": 1.7,
    "Direct Claiming": 1.9,
    "Direct Hidden Pair": 2.0,
    "Naked Single": 2.3,
    "Direct Hidden Triplet": 2.5,
    "Pointing": 2.6,
    "Claiming": 2.8,
    "Naked Pair": 3.0,
    "X-Wing": 3.2,
    "Hidden Pair": 3.4,
    "Naked Triplet": 3.6,
    "Swordfish": 3.8,
    "Hidden Triplet": 4.0,
    "XY-Wing": 4.2,
    "XYZ-Wing": 4.4,
    "Unique Rectangle": 4.5,
    "Unique Loop": 4.5,
    "Naked Quad": 5.0,
    "Jellyfish": 5.2,
    "Hidden Quad": 5.4,
    "BUG Type 1": 5.6,
    "BUG Type 2": 5.7,
    "BUG Type 3": 5.7,
    "BUG Type 4": 5.7,
    "Aligned Pair Exclusion": 6.2,
    "X-Cycle": 6.5,
    "Y-Cycle": 6.5,
    "Forcing X-Chain": 6.6,
    "XY-Cycle": 7.0,
    "Forcing Chain": 7.0,
    "Aligned Triplet Exclusion": 7.5,
    "Nishio Forcing Chain": 7.5,
    "Cell Forcing Chain": 8.0,
    "Region Forcing Chain": 8.0,
    **{
        f"Dynamic {kind} Forcing Chain{suffix}": 8.5 + 0.5 * level
        for level, suffix in enumerate(SUFFIXES)
        for kind in ("Contradiction", "Double", "Cell", "Region")
    },
}
"""The rating of each rule by its title, without what length or size add."""


@dataclass(frozen=True, slots=True)
class SeStep:
    """A step of the scheme: what its rule places and removes, and how hard it is.

    Args:
        rule: The title of its rule, a key of `RULES`.
        rating: Its rating, with what length or size add.
        places: (cell, digit) pairs to be placed.
        removes: (cell, digit) pairs to be removed, rising.
        length: The nodes of a chain, of all its strands; 0 where there is none.
    """

    rule: str
    rating: float
    places: tuple[tuple[int, int], ...] = ()
    removes: tuple[tuple[int, int], ...] = ()
    length: int = 0

    @classmethod
    def of(
        cls,
        rule: str,
        *,
        places: Candidates = (),
        removes: Candidates = (),
        added: float = 0.0,
    ) -> SeStep:
        """Return a step that is rated by its rule and what is added."""
        return cls(rule, RULES[rule] + added, tuple(places), tuple(removes))

    @classmethod
    def from_chain(
        cls, rule: str, length: int, left: Sequence[int], candidate: int, *, true: bool
    ) -> SeStep:
        """Return the step of a chain that proves a candidate true or false.

        Args:
            rule: The title of its rule.
            length: Its nodes.
            left: The candidates of each cell.
            candidate: Nine times the cell, plus the digit less one.
            true: Whether it is true.
        """
        cell, digit = divmod(candidate, 9)
        rating = RULES[rule] + surcharge(length)
        itself = ((cell, digit + 1),)
        if not true:
            return cls(rule, rating, (), itself, length)
        others = tuple(candidates_in(left, 1 << cell, ~(1 << digit)))
        return cls(rule, rating, itself, others, length)


def surcharge(nodes: int) -> float:
    """Return what a chain's length adds to the rating of its rule.

    A tenth for each of 4, 6, 8, 12, 16, 24, … that the length exceeds; the length is
    the number of nodes of all its strands less 2.

    Example:
        >>> [round(surcharge(nodes), 1) for nodes in (6, 7, 8, 9, 27)]
        [0.0, 0.1, 0.1, 0.2, 0.6]
    """
    added = 0.0  # summed up as the program does, so that equal ratings stay equal
    bound = 4
    odd = False
    while nodes - 2 > bound:
        added += 0.1
        bound = bound * 4 // 3 if odd else bound * 3 // 2
        odd = not odd
    return added


def of_digit(cells: int, digit: int) -> list[tuple[int, int]]:
    """Return the pairs of some cells, as a mask, with a digit."""
    return [(cell, digit) for cell in bits(cells)]


def candidates_in(
    left: Sequence[int], cells: int, digits: int
) -> list[tuple[int, int]]:
    """Return the candidates of some cells that are of some digits, in order."""
    return [
        (cell, digit + 1) for cell in bits(cells) for digit in bits(left[cell] & digits)
    ]


@cache
def by_last(count: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the choices of some of the numbers below `count`, by the last of them.

    Example:
        >>> by_last(4, 2)
        ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3))
    """
    return tuple(
        sorted(combinations(range(count), size), key=lambda chosen: chosen[::-1])
    )
