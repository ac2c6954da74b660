"""What follows from a candidate held true or false, and from how much.

Two sets grow, of candidates that are true and of such that are false, in the order of
the scheme: what the true ones rule out is gone through first, then what one false
candidate leaves, then again what is true.  It ends where nothing more follows, or where
a candidate would be both.

*Static*: each candidate follows from one before it, along the links of the position.
*Dynamic*: what is false is taken off the grid, so that a cell or unit may come down to
one place; that place follows from all that was taken.  *Nishio* is dynamic, by the
links of units alone.

Beside each candidate stands what it follows from: the set of all candidates, true or
false, back to the start (`behind`), whose size is the length of its strand.  It is a
mask: candidate c held false is bit 2c, held true bit 2c + 1.  Above these, from `NODES`
on, are bits for chains nested in the strand; whoever nests them knows their lengths.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple, Protocol

from satdoku.techniques.deadline import unhurried

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.techniques.deadline import Look
    from satdoku.techniques.se.links import Links

__all__ = ["NODES", "Advance", "Clash", "Consequences", "Grid", "static"]

NODES = 2 * 729
"""How many bits of what is behind a candidate stand for candidates."""


class Clash(NamedTuple):
    """A candidate that would be true and false.

    Args:
        candidate: The candidate.
        cause: Why it would be true, `CELL` or a unit; None if it is the start.
        behind_true: What its being true follows from.
        behind_false: What its being false follows from.
    """

    candidate: int
    cause: int | None
    behind_true: int
    behind_false: int


class Consequences(NamedTuple):
    """What follows.

    Args:
        on: The true candidates in order, each with what is behind it.
        off: The false ones.
        cause: Why each of the true ones is, but the start: `CELL` or a unit.
        clash: Where it ended if a candidate would be both.
    """

    on: dict[int, int]
    off: dict[int, int]
    cause: dict[int, int]
    clash: Clash | None


class Grid(NamedTuple):
    """The candidates of a position: of each cell, and the cells of each digit.

    `look` raises `Stopped` when the time is over.
    """

    left: Sequence[int]
    where: Sequence[int]
    look: Look = unhurried


class Advance(Protocol):
    """What else follows where links say no more."""

    def __call__(
        self, now: Grid, first: Grid, off: dict[int, int], /
    ) -> list[tuple[int, int]]:
        """Return further false candidates, each with what is behind it.

        Args:
            now: The grid as it is.
            first: The grid as it was.
            off: The false candidates, each with what is behind it.
        """
        ...


def static(links: Links, start: int) -> Consequences:
    """Return what follows from a candidate held true, along links of the position."""
    off_by, on_by = links.off_by, links.on_by
    on = {start: 2 << 2 * start}
    off: dict[int, int] = {}
    cause: dict[int, int] = {}
    trues, falses = deque((start,)), deque[int]()
    while trues or falses:
        if trues:
            candidate = trues.popleft()
            behind = on[candidate]
            for other in off_by[candidate]:
                if other in on:
                    mine = behind | 1 << 2 * other
                    clash = Clash(other, cause.get(other), on[other], mine)
                    return Consequences(on, off, cause, clash)
                if other not in off:
                    off[other] = behind | 1 << 2 * other
                    falses.append(other)
        else:
            candidate = falses.popleft()
            behind = off[candidate]
            for other in on_by[candidate]:
                why = links.cause[729 * candidate + other]
                if other in off:
                    mine = behind | 2 << 2 * other
                    clash = Clash(other, why, mine, off[other])
                    return Consequences(on, off, cause, clash)
                if other not in on:
                    on[other] = behind | 2 << 2 * other
                    cause[other] = why
                    trues.append(other)
    return Consequences(on, off, cause, None)
