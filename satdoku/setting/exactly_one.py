"""What follows by counting, where candidates are divided into sets in several ways.

The candidates of a row are those of its cells, and those of its digits; the candidates
of a digit those of its rows, of its columns and of its boxes, and in a band those of
three rows and of three boxes.  Each way divides an area into k sets.  If each set of
one division holds at least one true candidate, then k of the area are true at least;
and a set of any other division, of which all others hold one at most, holds one at
least.  The same is true with "at least" and "at most" exchanged.

Resolution has no short proof of this (it is the pigeonhole principle), so that no SAT
solver should be asked.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Name: TypeAlias = tuple[str, int]
"""Of a set: what it is of (`row 3`, `r1c1`), and the digit; 0 for a cell."""

Statement: TypeAlias = tuple[Name, bool]
"""That a set holds one at least (True), or one at most (False)."""

_Division: TypeAlias = tuple[Name, ...]


def counted_out(
    sets: Mapping[Name, frozenset[int]], known: set[Statement]
) -> set[Statement]:
    """Return the statements that follow from those that are known, and these.

    Args:
        sets: The candidates of each cell, and of each digit in each unit.
        known: What is known of them.

    Example:
        >>> rows = {("row 1", 1): frozenset({1, 2}), ("row 2", 1): frozenset({3, 4})}
        >>> columns = {("column 1", 1): frozenset({1, 3})}
        >>> columns["column 2", 1] = frozenset({2, 4})
        >>> known = {(name, True) for name in rows} | {(("column 1", 1), False)}
        >>> counted_out(rows | columns, known) - known
        {(('column 2', 1), True)}
    """
    areas = [*_areas(sets)]
    true, size = {*known}, -1
    while len(true) > size:
        size = len(true)
        for divisions in areas:
            for least in (True, False):
                if any(all((one, least) in true for one in of) for of in divisions):
                    true |= {
                        (name, least)
                        for division in divisions
                        for name in _held(division, true, least=not least)
                    }
    return true


def _held(division: _Division, true: set[Statement], *, least: bool) -> _Division:
    """Return the sets of a division of which all others hold one at least, or most."""
    open_ones = tuple(name for name in division if (name, least) not in true)
    return open_ones if len(open_ones) == 1 else () if open_ones else division


def _areas(sets: Mapping[Name, frozenset[int]]) -> Iterator[list[_Division]]:
    """Yield the ways to divide each area, where there are two at least."""
    kinds: dict[str, list[Name]] = defaultdict(list)
    for name in sets:
        kinds[name[0].split()[0] if name[1] else "cell"].append(name)
    for area in _candidates(sets):
        inside = (
            tuple(name for name in names if sets[name] <= area)
            for names in kinds.values()
        )
        divisions = [
            names
            for names in inside
            if sum(len(sets[name]) for name in names) == len(area)
            and area == frozenset[int]().union(*(sets[name] for name in names))
        ]
        if len({len(names) for names in divisions}) == 1 < len(divisions):
            yield divisions


def _candidates(sets: Mapping[Name, frozenset[int]]) -> set[frozenset[int]]:
    """Return the candidates of each area: a unit, a digit, a digit in a band."""
    units: dict[str, set[int]] = defaultdict(set)
    digits: dict[int, set[int]] = defaultdict(set)
    for (subject, digit), candidates in sets.items():
        if digit:
            units[subject] |= candidates
            digits[digit] |= candidates
    boxes = [name for name in sets if name[0].startswith("box")]
    lines = [name for name in sets if name[0].startswith(("row", "column"))]
    bands: set[frozenset[int]] = set()
    for box in boxes:
        for kind in ("row", "column"):
            crossing = (
                sets[name]
                for name in lines
                if name[0].startswith(kind) and sets[box] & sets[name]
            )
            bands.add(frozenset[int]().union(*crossing))
    return {*map(frozenset, units.values()), *map(frozenset, digits.values()), *bands}
