"""ALS-XY-wing: three almost locked sets in a row.

The middle set has a restricted common with each of the outer ones, and these are two
digits.  It lacks one of them at most, so one of the outer sets cannot hold its own
restricted common and is locked: a further digit that both outer sets share is in one of
them, and cells that see it all in both cannot have it.

To be quick where there is none: what the partners of a set by one digit take, all of
them together, must meet what its partners by another digit take.

Source: the community's ALS-XY-wing; which of several comes first is as in HoDoKu 2.2.0,
by the order of the two links, the outer sets without a common cell.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from satdoku.techniques.als_steps import Find, row_text, steps
from satdoku.techniques.state import bits
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.almost_locked_sets import AlmostLockedSet
    from satdoku.techniques.restricted_commons import RestrictedCommons
    from satdoku.techniques.state import View
    from satdoku.techniques.step import Step

__all__ = ["als_xy_wing", "reason"]


def als_xy_wing(view: View) -> Iterator[Step]:
    """Find rows of three almost locked sets."""
    yield from steps(view, Technique.ALS_XY_WING, _wings)


def _wings(commons: RestrictedCommons, view: View) -> Iterator[Find]:
    """Yield the wings that remove something: all, or that of the first two links."""
    best: tuple[list[tuple[int, int]], Find] | None = None
    for middle, first, last in _rows(commons, view):
        if view.exhaustive:
            find = _find(commons, view, (first, middle, last))
            if find:
                yield find
            continue
        pairs = sorted((min(end, middle), max(end, middle)) for end in (first, last))
        if best is None or pairs < best[0]:
            find = _find(commons, view, (first, middle, last))
            if find:
                best = pairs, find
    if best:
        yield best[1]


def _find(
    commons: RestrictedCommons, view: View, row: tuple[int, int, int]
) -> Find | None:
    """Return what three sets remove; None if it is nothing."""
    first, middle, last = row
    span = view.geometry.cells
    block = (1 << span) - 1
    links = commons.links[middle]
    ones = [link for link, who in links.items() if who >> first & 1][:2]
    others = [link for link, who in links.items() if who >> last & 1][:2]
    removes = commons.takes[first] & commons.takes[last]
    for link in ones + others:
        removes &= ~(block << (link - 1) * span)
    if not removes:
        return None
    used = next(pair for pair in product(ones, others) if pair[0] != pair[1])
    return Find(removes, row, used)


def _rows(commons: RestrictedCommons, view: View) -> Iterator[tuple[int, int, int]]:
    """Yield middle sets, each with two outer ones that take a candidate together."""
    span = view.geometry.cells
    block = (1 << span) - 1
    for middle, links in enumerate(commons.links):
        view.look()
        taken = [
            (who, _taken(commons, who) & ~(block << (link - 1) * span))
            for link, who in (links.items() if len(links) > 1 else ())
        ]
        for (firsts, these), (lasts, those) in combinations(taken, 2):
            both = these & those
            for first in bits(firsts) if both else ():
                view.look()
                partners = 0
                for place in bits(commons.takes[first] & both):
                    partners |= commons.near[place]
                apart = -1 if view.exhaustive else ~commons.overlaps[first]
                for last in bits(lasts & partners & apart):
                    if not _nested(commons.sets[first], commons.sets[last]):
                        yield middle, first, last


def _taken(commons: RestrictedCommons, who: int) -> int:
    """Return all that some sets take."""
    takes = commons.takes
    taken = 0
    while who:
        low = who & -who
        who ^= low
        taken |= takes[low.bit_length() - 1]
    return taken


def _nested(one: AlmostLockedSet, other: AlmostLockedSet) -> bool:
    """Return whether all cells of one of two sets are in the other."""
    return one.cells | other.cells in (one.cells, other.cells)


def reason(step: Step) -> str:
    """Say why it holds."""
    return row_text(step)
