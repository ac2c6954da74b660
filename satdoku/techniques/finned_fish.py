"""Finned fish: n rows that hold a digit in n columns, but for some cells of one box.

If none of those cells, the fins, holds the digit, it is a basic fish and clears the
rest of the columns; if one does, it clears its box.  What would be cleared either way
can go: the candidates of the columns in the box of the fins, outside of the rows.  It
is called sashimi if a row is left with one candidate in the columns, or none, so that
without the fins there would be no fish but singles.  The same with columns for rows.

The columns left out must lie in one stack, and the rows that cross them in one band:
that is asked of each set of rows that crosses a few columns more than n.  HoDoKu takes
the lowest digit first, rows before columns, then the rows and the columns that come
first.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from satdoku.techniques.fish import (
    Fish,
    every_fish,
    first_fish,
    reason,
    siamese,
    size_of,
)
from satdoku.techniques.one_digit import crossings, suspects
from satdoku.techniques.shape import bits
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.shape import Shape
    from satdoku.techniques.step import Step
    from satdoku.techniques.view import View

__all__ = [
    "finned_jellyfish",
    "finned_leviathan",
    "finned_squirmbag",
    "finned_swordfish",
    "finned_whale",
    "finned_x_wing",
    "reason",
    "sashimi_jellyfish",
    "sashimi_leviathan",
    "sashimi_squirmbag",
    "sashimi_swordfish",
    "sashimi_whale",
    "sashimi_x_wing",
]


def finned(shape: Shape, where: int, size: int) -> Iterator[tuple[bool, Fish]]:
    """Yield the finned fish of where a digit may be; first whether it is sashimi."""
    n = shape.size
    both = crossings(shape, where)
    for side in (0, 1):
        lines, across = both[side], both[1 - side]
        for crossed, chosen in _sets(shape, side, lines, size):
            for out in _left_out(shape, side, across, (crossed, chosen), size):
                covered = [i for i in bits(crossed) if not out >> i & 1]
                units = tuple(side * n + i for i in bits(chosen))
                covers = tuple((1 - side) * n + i for i in covered)
                base = cover = 0
                for unit in units:
                    base |= where & shape.units[unit]
                for unit in covers:
                    cover |= where & shape.units[unit]
                fins = base & ~cover
                removes = cover & ~base & shape.seen_by_all(fins)
                sashimi = any(
                    (lines[i] & crossed & ~out).bit_count() <= 1 for i in bits(chosen)
                )
                yield sashimi, Fish(units, covers, fins, 0, removes)


def _sets(
    shape: Shape, side: int, lines: tuple[int, ...], size: int
) -> Iterator[tuple[int, int]]:
    """Yield sets of lines that cross a few more than their number, and what they cross.

    As many more as can be left out, so that a line through the box of the fins stays.
    """
    most = size + _blocks(shape, 1 - side)[0].bit_count() - 1
    grown = [
        (line, 1 << i) for i, line in enumerate(lines) if 0 < line.bit_count() <= most
    ]
    singly = grown
    for _ in range(size - 1):
        grown = [
            (wider, chosen | one)
            for crossed, chosen in grown
            for line, one in singly
            if chosen < one and (wider := crossed | line).bit_count() <= most
        ]
    for crossed, chosen in grown:
        if crossed.bit_count() > size:
            yield crossed, chosen


def _left_out(
    shape: Shape,
    side: int,
    across: tuple[int, ...],
    lines: tuple[int, int],
    size: int,
) -> Iterator[int]:
    """Yield what may be left out of the crossed lines, leaving `size` to be covered.

    All fins are then in one box that has something to lose.  First comes what leaves
    out the last of the crossed lines.
    """
    crossed, chosen = lines
    extra = crossed.bit_count() - size
    found: list[tuple[int, ...]] = []
    for block in _blocks(shape, 1 - side):
        here = crossed & block
        if here.bit_count() <= extra:
            continue
        for out in combinations(bits(here), extra):
            through, rest = 0, here
            for i in out:
                through |= across[i]
                rest ^= 1 << i
            fins = through & chosen
            box = next(each for each in _blocks(shape, side) if each & fins)
            if not fins & ~box and any(across[i] & box & ~chosen for i in bits(rest)):
                found.append(out)
    for out in sorted(found, reverse=True):
        yield sum(1 << i for i in out)


@lru_cache(maxsize=64)
def _blocks(shape: Shape, side: int) -> tuple[int, ...]:
    """Return the rows of each band as a mask, or the columns of each stack."""
    board = shape.geometry
    long = board.box_width if side else board.box_height
    return tuple(((1 << long) - 1) << start for start in range(0, shape.size, long))


@lru_cache(maxsize=4096)
def _firsts(shape: Shape, where: int, size: int) -> dict[bool, Fish]:
    """Return the first finned fish under False, the first sashimi fish under True."""
    firsts: dict[bool, Fish] = {}
    if suspects(shape, where):
        for sashimi, fish in finned(shape, where, size):
            firsts.setdefault(sashimi, fish)
            if len(firsts) == 2:
                break
    return firsts


def _search(view: View, technique: Technique, *, sashimi: bool) -> Iterator[Step]:
    size = size_of(technique)

    def first(shape: Shape, where: int) -> Fish | None:
        return _firsts(shape, where, size).get(sashimi)

    def every(shape: Shape, where: int) -> Iterator[Fish]:
        if not suspects(shape, where):
            return
        kinds: dict[bool, list[Fish]] = {False: [], True: []}
        for is_sashimi, fish in finned(shape, where, size):
            kinds[is_sashimi].append(fish)
        yield from kinds[sashimi]
        if not sashimi:
            # Together with a sashimi fish, a finned one is still called finned.
            yield from siamese(product(kinds[False], kinds[True]))

    if view.exhaustive:
        return every_fish(view, technique, every)
    return first_fish(view, technique, first)


def finned_x_wing(view: View) -> Iterator[Step]:
    """Find finned X-Wing: two lines."""
    return _search(view, Technique.FINNED_X_WING, sashimi=False)


def finned_swordfish(view: View) -> Iterator[Step]:
    """Find finned Swordfish: three lines."""
    return _search(view, Technique.FINNED_SWORDFISH, sashimi=False)


def finned_jellyfish(view: View) -> Iterator[Step]:
    """Find finned Jellyfish: four lines."""
    return _search(view, Technique.FINNED_JELLYFISH, sashimi=False)


def finned_squirmbag(view: View) -> Iterator[Step]:
    """Find finned Squirmbag: five lines."""
    return _search(view, Technique.FINNED_SQUIRMBAG, sashimi=False)


def finned_whale(view: View) -> Iterator[Step]:
    """Find finned Whale: six lines."""
    return _search(view, Technique.FINNED_WHALE, sashimi=False)


def finned_leviathan(view: View) -> Iterator[Step]:
    """Find finned Leviathan: seven lines."""
    return _search(view, Technique.FINNED_LEVIATHAN, sashimi=False)


def sashimi_x_wing(view: View) -> Iterator[Step]:
    """Find sashimi X-Wing: two lines, one of them bare."""
    return _search(view, Technique.SASHIMI_X_WING, sashimi=True)


def sashimi_swordfish(view: View) -> Iterator[Step]:
    """Find sashimi Swordfish: three lines, one of them bare."""
    return _search(view, Technique.SASHIMI_SWORDFISH, sashimi=True)


def sashimi_jellyfish(view: View) -> Iterator[Step]:
    """Find sashimi Jellyfish: four lines, one of them bare."""
    return _search(view, Technique.SASHIMI_JELLYFISH, sashimi=True)


def sashimi_squirmbag(view: View) -> Iterator[Step]:
    """Find sashimi Squirmbag: five lines, one of them bare."""
    return _search(view, Technique.SASHIMI_SQUIRMBAG, sashimi=True)


def sashimi_whale(view: View) -> Iterator[Step]:
    """Find sashimi Whale: six lines, one of them bare."""
    return _search(view, Technique.SASHIMI_WHALE, sashimi=True)


def sashimi_leviathan(view: View) -> Iterator[Step]:
    """Find sashimi Leviathan: seven lines, one of them bare."""
    return _search(view, Technique.SASHIMI_LEVIATHAN, sashimi=True)
