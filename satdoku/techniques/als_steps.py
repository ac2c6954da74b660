"""Steps of linked almost locked sets: how they are ordered, built, and put into words.

A row of sets A, B, C, … of which neighbours have a restricted common, each another than
the one before, says: if A lacks a digit, it is locked, so it holds the first restricted
common, so B lacks that and is locked, …, so the last set is locked.  Hence any other
digit that A and the last set share is in one of the two.

As a chain of nodes, with `by` the set that leads from a digit it lacks to one it holds:

    (3)A =[A] (5)A - (5)B =[B] (7)B - (7)C =[C] (3)C
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques import links
from satdoku.techniques.restricted_commons import restricted_commons
from satdoku.techniques.state import bits, cells_of
from satdoku.techniques.step import CellSet, Node, Step, cells_text, digits_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from satdoku.techniques.almost_locked_sets import AlmostLockedSet
    from satdoku.techniques.restricted_commons import RestrictedCommons
    from satdoku.techniques.state import View
    from satdoku.techniques.technique import Technique

__all__ = [
    "Find",
    "best_first",
    "cell_set",
    "digits_of",
    "removed",
    "row_text",
    "set_text",
    "set_texts",
    "steps",
    "weight",
]


class Find(NamedTuple):
    """What was found: linked sets, and what they remove.

    Args:
        removes: The candidates, as bits (see `restricted_commons`).
        sets: The sets in order, as indices.
        links: The restricted common of each set with the next; one more if the last is
            linked to the first.
    """

    removes: int
    sets: tuple[int, ...]
    links: tuple[int, ...]


def steps(
    view: View,
    technique: Technique,
    search: Callable[[RestrictedCommons, View], Iterator[Find]],
) -> Iterator[Step]:
    """Yield what a search finds as steps: in its order, or all of them, best first."""
    commons = view.kept(restricted_commons)
    finds: Iterable[Find] = search(commons, view)
    if view.exhaustive:
        finds = best_first(finds, commons, view)
    for find in finds:
        yield _step(view, technique, commons.sets, find)


def best_first(
    finds: Iterable[Find], commons: RestrictedCommons, view: View
) -> list[Find]:
    """Keep one find for each outcome, that of the fewest cells; sort them as HoDoKu.

    Most removed candidates come first, then what `weight` says is lighter.
    """
    best: dict[int, tuple[int, Find]] = {}
    for find in finds:
        view.look()
        size = sum(commons.sets[index].cells.bit_count() for index in find.sets)
        old = best.get(find.removes)
        if old is None or size < old[0]:
            best[find.removes] = size, find
    span = view.geometry.cells
    return sorted(
        (find for _, find in best.values()),
        key=lambda find: (-find.removes.bit_count(), weight(find.removes, span)),
    )


def weight(removes: int, span: int) -> int:
    """Return what HoDoKu sorts outcomes of equal size by, of candidates as bits."""
    return links.weight(
        ((place // span + 1, place % span) for place in bits(removes)), span
    )


def _step(
    view: View, technique: Technique, alses: list[AlmostLockedSet], find: Find
) -> Step:
    """Build the step of a find."""
    row = [alses[index] for index in find.sets]
    removes = removed(find.removes, view.geometry.cells)
    digits = tuple(sorted({digit for _, digit in removes}))
    cells = 0
    for als in row:
        cells |= als.cells
    if len(find.links) == len(row):
        chains = [_nodes(row, find.links[:-1], find.links[-1], closed=True)]
    else:
        chains = [_nodes(row, find.links, digit) for digit in digits]
    return Step(
        view.geometry,
        technique,
        removes=removes,
        cells=cells_of(cells),
        digits=digits,
        sets=tuple(cell_set(als, index) for index, als in enumerate(row)),
        chains=tuple(chains),
    )


def digits_of(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, rising."""
    return tuple(bit + 1 for bit in bits(mask))


def removed(removes: int, span: int) -> tuple[tuple[int, int], ...]:
    """Return the candidates of a mask as (cell, digit), rising.

    Example:
        >>> removed(1 << 4 | 1 << 16 + 3, 16)
        ((3, 2), (4, 1))
    """
    return tuple(sorted((place % span, place // span + 1) for place in bits(removes)))


def cell_set(als: AlmostLockedSet, index: int) -> CellSet:
    """Return a set as steps have it; its role is a letter: A, B, …, Z, A1, …."""
    again, letter = divmod(index, 26)
    role = f"{chr(ord('A') + letter)}{again or ''}"
    return CellSet(cells_of(als.cells), digits_of(als.digits), role)


def _nodes(
    row: list[AlmostLockedSet],
    links: tuple[int, ...],
    digit: int,
    *,
    closed: bool = False,
) -> tuple[Node, ...]:
    """Chain linked sets: the first lacks a digit, so the last holds it."""
    nodes = [Node(digit, cells_of(row[0].where[digit]), on=False)]
    for index, (als, after, link) in enumerate(
        zip(row, row[1:], links, strict=False)  # as many links as sets are followed
    ):
        nodes.append(Node(link, cells_of(als.where[link]), on=True, by=index))
        nodes.append(Node(link, cells_of(after.where[link]), on=False))
    last = cells_of(row[-1].where[digit])
    nodes.append(Node(digit, last, on=True, by=len(row) - 1))
    if closed:
        nodes.append(nodes[0])
    return tuple(nodes)


def set_text(step: Step, index: int) -> str:
    """Write a set of a step: `A r1c46 (3,5,7)`."""
    cells, digits, role = step.sets[index]
    return f"{role} {cells_text(step.geometry, cells)} ({digits_text(digits)})"


def set_texts(step: Step) -> str:
    """Write all sets of a step: `A …, B … and C …`."""
    *most, last = (set_text(step, index) for index in range(len(step.sets)))
    return f"{', '.join(most)} and {last}" if most else last


def row_text(step: Step) -> str:
    """Say why a row of three sets or more holds."""
    roles = [each.role for each in step.sets]
    pairs = [f"{one} and {other}" for one, other in pairwise(roles)]
    links = [node.digit for node in step.chains[0][1:-1:2]]
    told = f"{pairs[0]} cannot both hold {links[0]}"
    for pair, link in zip(pairs[1:], links[1:], strict=True):
        told += f", nor {pair} {link}"
    return (
        f"of almost locked sets {set_texts(step)}, {told}, and each lacks one digit at "
        f"most, so {roles[0]} or {roles[-1]} holds {digits_text(step.digits)}"
    )
