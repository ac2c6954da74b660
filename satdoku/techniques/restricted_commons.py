"""Restricted commons: which almost locked sets cannot both hold a digit.

A digit is a restricted common of two almost locked sets if all its cells in the one
see all its cells in the other: it is in one of the two at most, and the set that lacks
it is locked.  ALS-XZ, ALS-XY-wing and ALS chain are built of these links.

Sets of almost locked sets are numbers too: the set at index i of the list as bit i.  So
all links of a set by a digit are one number, got by a few `&`: the sets that see each
of its cells for the digit.

A candidate that both of two sets take from the grid, each if it holds the digit, is
what such a pattern removes.  All that a set takes is one number again: cell c and digit
d as bit (d - 1) * cells + c, so that rising order is by digit, then by cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.almost_locked_sets import almost_locked_sets

if TYPE_CHECKING:
    from satdoku.techniques.almost_locked_sets import AlmostLockedSet
    from satdoku.techniques.state import View

__all__ = ["RestrictedCommons", "restricted_commons"]


class RestrictedCommons(NamedTuple):
    """How the almost locked sets of a position are linked.

    Args:
        sets: The almost locked sets.
        links: Of each set, by digit: the sets it has this restricted common with.
            Digits rise; sets that share a cell are linked in exhaustive views only, and
            never by a digit of such a cell.
        rivals: Of each set, by digit: the sets that take a candidate of that digit
            which this one takes as well.
        takes: Of each set, the candidates it takes, of all digits.
        near: Of each candidate, by its bit's place: the sets that take it.
        overlaps: Of each set, the sets that share a cell with it, itself included.
    """

    sets: list[AlmostLockedSet]
    links: list[dict[int, int]]
    rivals: list[dict[int, int]]
    takes: list[int]
    near: dict[int, int]
    overlaps: list[int]


def restricted_commons(view: View) -> RestrictedCommons:
    """Find all links between almost locked sets; call it by `view.kept`.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. ..1. .... ...3")))
        >>> commons = view.kept(restricted_commons)
        >>> len(commons.sets), len(commons.links)
        (34, 34)
    """
    sets = view.kept(almost_locked_sets)
    groups, here = _groups(sets, view)
    near: dict[int, int] = {}
    known = [_of_digit(group, near, digit, view) for digit, group in enumerate(groups)]
    commons = RestrictedCommons(sets, [], [], [], near, [])
    for als in sets:
        view.look()
        overlap = _any_of(here, 0, als.cells)
        apart = -1 if view.exhaustive else ~overlap
        links: dict[int, int] = {}
        rivals: dict[int, int] = {}
        takes = 0
        rest = als.digits
        while rest:
            low = rest & -rest
            rest ^= low
            digit = low.bit_length()
            linked, rivalled, taken = known[digit][als.where[digit]]
            if linked & apart:
                links[digit] = linked & apart
            if taken:
                rivals[digit] = rivalled
                takes |= taken
        commons.links.append(links)
        commons.rivals.append(rivals)
        commons.takes.append(takes)
        commons.overlaps.append(overlap)
    return commons


def _groups(
    sets: list[AlmostLockedSet], view: View
) -> tuple[list[dict[int, list[int]]], dict[int, int]]:
    """Tell sets apart by the cells they have for a digit, and by each cell.

    Returns:
        By digit and cells: the sets, and what sees these cells.  By cell: the sets.
    """
    groups: list[dict[int, list[int]]] = [{} for _ in view.state.where]
    here: dict[int, int] = {}
    for index, als in enumerate(sets):
        bit = 1 << index
        rest = als.digits
        while rest:
            low = rest & -rest
            rest ^= low
            digit = low.bit_length()
            cells = als.where[digit]
            group = groups[digit].get(cells)
            if group is None:
                groups[digit][cells] = [bit, als.seen[digit]]
            else:
                group[0] |= bit
        rest = als.cells
        while rest:
            low = rest & -rest
            rest ^= low
            cell = low.bit_length() - 1
            here[cell] = here.get(cell, 0) | bit
    return groups, here


def _of_digit(
    groups: dict[int, list[int]], near: dict[int, int], digit: int, view: View
) -> dict[int, tuple[int, int, int]]:
    """Return of each group of cells: the sets linked, the rivals, what is taken.

    What is `near` to the candidates of this digit is filled in.
    """
    base = (digit - 1) * view.geometry.cells
    for who, seen in groups.values():
        rest = seen
        while rest:
            low = rest & -rest
            rest ^= low
            place = base + low.bit_length() - 1
            near[place] = near.get(place, 0) | who
    known: dict[int, tuple[int, int, int]] = {}
    for cells, (_, seen) in groups.items():
        view.look()
        linked, rivalled = _all_of(near, base, cells), _any_of(near, base, seen)
        known[cells] = linked, rivalled, seen << base
    return known


def _all_of(sets_at: dict[int, int], base: int, places: int) -> int:
    """Return the sets that are at each of some places, counted from a base."""
    sets = -1
    while places and sets:
        low = places & -places
        places ^= low
        sets &= sets_at.get(base + low.bit_length() - 1, 0)
    return sets


def _any_of(sets_at: dict[int, int], base: int, places: int) -> int:
    """Return the sets that are at any of some places, counted from a base."""
    sets = 0
    while places:
        low = places & -places
        places ^= low
        sets |= sets_at[base + low.bit_length() - 1]
    return sets
