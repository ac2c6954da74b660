"""ALS chain: almost locked sets in a row, each linked to the next.

If the first set lacks a digit it is locked, and holds its restricted common with the
second; so the second lacks that and is locked, and so on.  Each restricted common must
be another digit than the one before.  So any further digit that the first and the last
set share is in one of them, and cells that see it all in both cannot have it.  Rows of
two sets are ALS-XZ, of three ALS-XY-wing; here are those of four and more.

There are far too many rows to walk through: `als_reach` gathers which last sets each
first set reaches, and a row is looked for only where both take a candidate.

Source: the community's ALS chains, with HoDoKu 2.2.0's choices: a row goes forward in
the list of sets, and of several steps the one that removes most comes first, then the
lighter one, then the one whose row comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.als_reach import Reach
from satdoku.techniques.als_steps import Find, row_text, steps, weight
from satdoku.techniques.state import bits
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.restricted_commons import RestrictedCommons
    from satdoku.techniques.state import View
    from satdoku.techniques.step import Step

__all__ = ["als_chain", "reason"]


def als_chain(view: View) -> Iterator[Step]:
    """Find rows of four almost locked sets and more."""
    yield from steps(view, Technique.ALS_CHAIN, _chains)


def _chains(commons: RestrictedCommons, view: View) -> Iterator[Find]:
    """Yield the chains, best first; a shortest one for each outcome."""
    reach = Reach(commons, view)
    span = view.geometry.cells
    # Of each outcome: the first set that leads to it, and the ends by the first link.
    ways: dict[int, tuple[int, dict[int, int]]] = {}
    for first, link, place, removes in _hits(commons, reach, view):
        if removes not in ways:
            ways[removes] = first, {}
        start, wanted = ways[removes]
        if start == first:
            wanted[link] = wanted.get(link, 0) | 1 << place
    by_worth: dict[tuple[int, int], list[int]] = {}
    for removes in ways:
        worth = -removes.bit_count(), weight(removes, span)
        by_worth.setdefault(worth, []).append(removes)
    for _, equals in sorted(by_worth.items()):
        if len(equals) > 1 and not view.exhaustive:
            equals.sort(key=lambda it: (ways[it][0], reach.earliest(*ways[it])))
        for removes in equals:
            row = reach.shortest(*ways[removes])
            if row:
                yield Find(removes, *row)


def _hits(
    commons: RestrictedCommons, reach: Reach, view: View
) -> Iterator[tuple[int, int, int, int]]:
    """Yield first sets, first links and ends that remove something, and what."""
    count, size, span = reach.count, reach.size, view.geometry.cells
    row = (1 << count) - 1
    block = (1 << span) - 1
    everywhere = sum(1 << digit * count for digit in range(size))
    singles = (1 << size * count) - 1
    for first, rivals in enumerate(commons.rivals):
        by_link = reach.from_first(first)
        others = ~(1 << first)
        spread = {
            digit: (who & others) * everywhere & ~(row << (digit - 1) * count)
            for digit, who in (rivals.items() if any(by_link) else ())
            if who & others
        }
        for link, ends in enumerate(by_link):
            view.look()
            if not ends:
                continue
            hits = ends & ~singles  # ends of two digits: looked at one by one
            for digit, who in spread.items():
                if digit != link:
                    hits |= ends & who
            for place in bits(hits):
                last, *used = reach.end(place)
                removes = commons.takes[first] & commons.takes[last]
                for digit in (link, *used):
                    if digit:
                        removes &= ~(block << (digit - 1) * span)
                if removes and last != first:
                    yield first, link, place, removes


def reason(step: Step) -> str:
    """Say why it holds."""
    return row_text(step)
