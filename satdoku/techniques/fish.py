"""What every fish is: base sets, cover sets, fins, and what follows from them.

Each of n base sets (units that do not share a candidate) must hold the digit once.  If
n cover sets hold all the candidates of the base sets, they hold the digit n times, as
often as they can, and always in a base set: elsewhere in the cover sets it can go.

    fins        candidates of the base sets in no cover set: either one of them is true,
                or the fish is as without them; what sees all fins can go either way
    endo fins   candidates in two base sets: taken for fins as well
    cannibal    a candidate in two cover sets, in a base set or not: true, it would use
                up both, and the rest could not hold all the others; it can go, too

Sizes 2 to 7 are called X-Wing, Swordfish, Jellyfish, Squirmbag, Whale and Leviathan.
By their sets they are basic (rows by columns or columns by rows), Franken (the same,
with boxes on either side) or mutant (any).  Two fish with the same base sets are said
in one breath, as siamese fish.
"""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.notation import cells_text
from satdoku.techniques.shape import cells_of
from satdoku.techniques.step import CellSet, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.geometry import Geometry
    from satdoku.techniques.shape import Shape
    from satdoku.techniques.technique import Technique
    from satdoku.techniques.view import View

__all__ = [
    "Fish",
    "all_of",
    "every_fish",
    "first_fish",
    "fish_step",
    "reason",
    "siamese",
    "size_of",
    "units_text",
]

_SIZES = {
    "x-wing": 2,
    "swordfish": 3,
    "jellyfish": 4,
    "squirmbag": 5,
    "whale": 6,
    "leviathan": 7,
}


class Fish(NamedTuple):
    """A fish of one digit, as sets of cells.

    Args:
        units: The base sets, rising.
        covers: The cover sets, rising; of siamese fish those of one, then the other's.
        fins: The fins, endo fins left out.
        endo: The endo fins.
        removes: Where the digit can go.
        twin: Of siamese fish the fins of the second; else 0.
    """

    units: tuple[int, ...]
    covers: tuple[int, ...]
    fins: int
    endo: int
    removes: int
    twin: int = 0


def size_of(technique: Technique) -> int:
    """Return how many base sets a fish has, by its name.

    Example:
        >>> from satdoku.techniques.technique import Technique
        >>> size_of(Technique.FINNED_FRANKEN_SWORDFISH)
        3
    """
    key = technique.key
    return next(size for name, size in _SIZES.items() if key.endswith(name))


def fish_step(view: View, technique: Technique, digit: int, fish: Fish) -> Step:
    """Tell a fish as a step.

    Its units are the base sets, its covers the cover sets, its cells the candidates of
    the base sets that are no fins.
    """
    base = 0
    for unit in fish.units:
        base |= view.shape.units[unit]
    fins = fish.fins | fish.endo | fish.twin
    roles = (
        (fish.endo, "endo fin"),
        (fish.fins if fish.twin else 0, "first fins"),
        (fish.twin, "second fins"),
    )
    return Step(
        view.geometry,
        technique,
        removes=tuple((cell, digit) for cell in cells_of(fish.removes)),
        cells=cells_of(view.state.where[digit] & base & ~fins),
        digits=(digit,),
        units=fish.units,
        covers=fish.covers,
        fins=tuple((cell, digit) for cell in cells_of(fins)),
        sets=tuple(
            CellSet(cells_of(cells), (digit,), role) for cells, role in roles if cells
        ),
    )


def first_fish(
    view: View, technique: Technique, first: Callable[[Shape, int], Fish | None]
) -> Iterator[Step]:
    """Yield the first fish of each digit.

    Args:
        view: The position.
        technique: What they are.
        first: Returns the first fish of where a digit may be.
    """
    for digit in view.geometry.digits:
        view.look()
        fish = first(view.shape, view.state.where[digit])
        if fish:
            yield fish_step(view, technique, digit, fish)


def every_fish(
    view: View, technique: Technique, every: Callable[[Shape, int], Iterable[Fish]]
) -> Iterator[Step]:
    """Yield a fish for each outcome there is, siamese fish last.

    Args:
        view: The position.
        technique: What they are.
        every: Yields the fish of where a digit may be, the best first.
    """
    for digit in view.geometry.digits:
        view.look()
        found: list[Fish] = []
        for fish in every(view.shape, view.state.where[digit]):
            view.look()
            found.append(fish)
        alike: dict[tuple[int, ...], list[Fish]] = {}
        for fish in found:
            alike.setdefault(fish.units, []).append(fish)
        pairs = (pair for each in alike.values() for pair in combinations(each, 2))
        told: set[int] = set()
        for fish in chain(found, siamese(pairs)):
            view.look()
            if fish.removes not in told:
                told.add(fish.removes)
                yield fish_step(view, technique, digit, fish)


def siamese(pairs: Iterable[tuple[Fish, Fish]]) -> Iterator[Fish]:
    """Yield the pairs of finned fish that have their base sets in common as one."""
    for one, other in pairs:
        if (
            one.units == other.units
            and one.fins
            and other.fins
            and not one.twin
            and not other.twin
            and one.removes & ~other.removes
            and other.removes & ~one.removes
        ):
            yield one._replace(
                covers=one.covers + other.covers,
                removes=one.removes | other.removes,
                twin=other.fins,
            )


def units_text(board: Geometry, units: Iterable[int]) -> str:
    """Name units, those of a kind together.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> units_text(Geometry(9, 9), [0, 4, 20])
        'rows 1 and 5 and box 3'
    """
    kinds: dict[int, list[str]] = {}
    for unit in units:
        kind, index = divmod(unit, board.size)
        kinds.setdefault(kind, []).append(str(index + 1))
    named: list[str] = []
    for kind, numbers in kinds.items():
        one, many = (("row", "rows"), ("column", "columns"), ("box", "boxes"))[kind]
        named.append(f"{one if len(numbers) == 1 else many} {all_of(numbers)}")
    return all_of(named)


def all_of(words: Sequence[str]) -> str:
    """Join words: `1, 4 and 7`.

    Example:
        >>> all_of(["1", "4", "7"])
        '1, 4 and 7'
    """
    *front, last = words
    return f"{', '.join(front)} and {last}" if front else last


def reason(step: Step) -> str:
    """Say why a fish holds."""
    board = step.geometry
    (digit,) = step.digits
    size = len(step.units)
    base, cover = units_text(board, step.units), units_text(board, step.covers[:size])
    roles = {each.role: each.cells for each in step.sets}
    told = f"{digit} is in {cover} of {base}"
    if "second fins" in roles:
        other = units_text(board, step.covers[size:])
        first = _fins_text(board, roles["first fins"])
        second = _fins_text(board, roles["second fins"])
        return (
            f"{told}, or else in {first}; and it is in {other} of them, or else in "
            f"{second}; each time, what sees the fins can go"
        )
    if not step.fins:
        told += " only"
    else:
        gone = [cell for cell, _ in step.removes]
        told += (
            f", or else in {_fins_text(board, [cell for cell, _ in step.fins])}, which "
            f"{cells_text(board, gone)} {'sees' if len(gone) == 1 else 'see'} as well"
        )
    if "endo fin" in roles:
        shared = cells_text(board, roles["endo fin"])
        told += f"; {shared} counts as a fin, being in two base sets"
    doubled = [cell for cell, _ in step.removes if cell in step.cells]
    if doubled:
        told += f"; {cells_text(board, doubled)} would use up two cover sets"
    return told


def _fins_text(board: Geometry, fins: Sequence[int]) -> str:
    text = cells_text(board, fins)
    return f"the fin {text}" if len(fins) == 1 else f"one of the fins {text}"
