"""Forcing chains and cycles, to be nested in the strands of others (see `nested`).

Of all that remove the same, the one with the lowest rating counts, the shortest of
these, and the first of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.se.layout import UNITS, UNITS_OF
from satdoku.techniques.se.links import CELL, Links
from satdoku.techniques.se.nested import Reasoned, gone_by
from satdoku.techniques.se.rules import RULES, surcharge
from satdoku.techniques.se.strands import (
    LONGEST,
    Tree,
    cycles_from,
    distance,
    seen_by_both,
)
from satdoku.techniques.state import bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.se.consequences import Grid

__all__ = ["nested_strands"]


class _Found(NamedTuple):
    """A forcing chain or cycle; they compare as they are taken.

    Args:
        rating: Its rating.
        length: Its nodes.
        kind: 2 for X, 3 for Y, 4 for both.
        order: When it was met.
        way: Its candidates backwards, false and true in turn, or the other way round.
        causes: Its true candidates, each with its cause.
    """

    rating: float
    length: int
    kind: int
    order: int
    way: tuple[int, ...]
    causes: tuple[tuple[int, int], ...]


def nested_strands(now: Grid, first: Grid) -> Iterator[Reasoned]:
    """Yield what forcing chains and cycles remove."""
    found: dict[tuple[tuple[int, int], ...], _Found] = {}
    met = 0
    for kind, x, y in ((2, True, False), (3, False, True), (4, True, True)):
        links = Links(now.left, now.where, x=x, y=y)
        for start in links.candidates:
            options = now.left[start // 9].bit_count()
            if options < 2 or (not x and options > 2):
                continue
            for removes, way, causes in _from(links, now, start, chains=x):
                cycle = way[0] != way[-1]
                base = "XY-Cycle" if kind == 4 else "X-Cycle"
                if not cycle:
                    base = "Forcing Chain" if kind == 4 else "Forcing X-Chain"
                rating = RULES[base].rating + surcharge(len(way))
                each = _Found(rating, len(way), kind, met, way, causes)
                met += 1
                if removes not in found or each[:3] < found[removes][:3]:
                    found[removes] = each
    for removes, each in sorted(found.items(), key=lambda item: item[1]):
        removed = [9 * cell + digit - 1 for cell, digit in removes]
        gone = gone_by(now, first, each.causes)
        chain = "strand", each.way, each.causes[0][0]  # the last tells which way on
        yield Reasoned(removed, gone, chain, each.length)


_Way = tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[tuple[int, int], ...]]


def _from(links: Links, grid: Grid, start: int, *, chains: bool) -> Iterator[_Way]:
    """Yield the cycles and chains from a candidate: what goes, the way, the causes."""
    for way in cycles_from(links, start, LONGEST):
        removes = seen_by_both(way, grid.where)
        if removes:
            falses, trues = way[::2], way[1::2]
            causes = [
                (true, links.cause[729 * false + true])
                for false, true in zip(falses, (start, *trues), strict=False)
            ]
            # Gone round the other way, the false ones are true for the same reason
            # for which they were ruled out.
            causes += [
                (false, _shared_unit(false, true))
                for false, true in zip(falses, trues, strict=True)
            ]
            yield removes, tuple(way), tuple(causes)
    if not chains:
        return
    cell, digit = divmod(start, 9)
    for on in (True, False):
        if not distance(links, start, LONGEST, on=on):
            continue
        way = _chain(links, start, on=on)
        falses, trues = (way[::2], way[1::2]) if on else (way[1::2], way[::2])
        causes = [
            (true, links.cause[729 * false + true])
            for false, true in zip(falses[1:] if on else falses, trues, strict=False)
        ]
        gone = 1 << digit if on else grid.left[cell] & ~(1 << digit)
        removes = tuple((cell, other + 1) for other in bits(gone))
        yield removes, tuple(way), tuple(causes)


def _shared_unit(one: int, two: int) -> int:
    """Return the first unit that two candidates share, or `CELL`."""
    first, second = one // 9, two // 9
    if first == second:
        return CELL
    return next(unit for unit in UNITS_OF[first] if UNITS[unit] >> second & 1)


def _chain(links: Links, start: int, *, on: bool) -> list[int]:
    """Return the first of the shortest chains to a candidate's opposite, backwards."""
    tree = Tree(links, start, on=on)
    while True:
        for true in tree.level:
            if on and links.sees[start] >> true & 1:
                return tree.way(true, start)
            if not on and true == start:
                return _way(tree, start)
        tree.grow()


def _way(tree: Tree, start: int) -> list[int]:
    """Return the way from a candidate held false to its being true, backwards."""
    true, false = start, tree.left_by[start]
    way = [true, false]
    while false != start:
        true = tree.ruled_out_by[false]
        false = tree.left_by[true]
        way += [true, false]
    return way
