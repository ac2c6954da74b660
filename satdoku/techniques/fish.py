"""Fish: n base sets whose candidates for a digit lie in n cover sets.

Each of n base sets (units that do not share a candidate) must hold the digit once.  If
n cover sets hold all the candidates of the base sets, they hold the digit n times, as
often as they can, and always in a base set: elsewhere in the cover sets it can go.

    fins        candidates of the base sets in no cover set: either one of them is true,
                or the fish is as without them; what sees all fins can go either way
    endo fins   candidates in two base sets: they count as fins as well
    cannibal    a candidate in two cover sets, in a base set or not: true, it would use
                up both, and the rest could not hold all the others; it can go, too

Sizes 2 to 7 are called X-Wing, Swordfish, Jellyfish, Squirmbag, Whale and Leviathan.

Basic fish: rows covered by columns, or columns by rows.

Finned fish: the same with fins, all in one box.  Candidates of the columns in the box
of the fins, outside of the rows, can go.  It is sashimi if a row is left with one
candidate in the columns, or none, so that without the fins there would be no fish but
singles.

Franken fish: rows and boxes are covered by columns and boxes, or columns and boxes by
rows and boxes.  Mutant fish: any units covered by any others; only what is neither a
basic nor a Franken fish is called so.

The order: the lowest digit first, rows before columns, then base sets and
cover sets, rising.  Two finned fish with the same base sets are one step, as siamese
fish, after all others.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from satdoku.techniques.state import bits, cells_of, with_digit
from satdoku.techniques.step import CellSet, Step, cells_text, units_text
from satdoku.techniques.subsets import locked_sets
from satdoku.techniques.templates import intersections, suspects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.puzzle.geometry import Geometry
    from satdoku.runtime.deadline import Deadline
    from satdoku.techniques.state import Shape, View
    from satdoku.techniques.technique import Technique


class _Fish(NamedTuple):
    """A fish of one digit, as sets of cells.

    Args:
        units: The base sets, rising.
        covers: The cover sets, rising; of siamese fish those of one, then the other's.
        fins: The fins without endo fins.
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


def basic(view: View, technique: Technique) -> Iterator[Step]:
    """Find the basic fish of a size."""
    return _steps(view, technique, partial(_basic, size=technique.size))


def finned(view: View, technique: Technique) -> Iterator[Step]:
    """Find the finned or the sashimi fish of a size."""
    size, is_sashimi = technique.size, technique.name.startswith("SASHIMI")

    def find(shape: Shape, where: int) -> Iterator[_Fish]:
        fish = _finned(shape, where, size)
        yield from fish[is_sashimi]
        if not is_sashimi:
            # Together with a sashimi fish, a finned one is still called finned.
            yield from _siamese(product(*fish))

    return _steps(view, technique, find)


def mixed(view: View, technique: Technique) -> Iterator[Step]:
    """Find the Franken or the mutant fish of a size, with or without fins."""
    kind = _Kind(
        mutant="MUTANT" in technique.name,
        size=technique.size,
        finned=technique.name.startswith("FINNED"),
        deep=view.exhaustive,
    )
    return _steps(view, technique, partial(_mixed, kind=kind, deadline=view.deadline))


def _steps(
    view: View, technique: Technique, find: Callable[[Shape, int], Iterable[_Fish]]
) -> Iterator[Step]:
    """Yield the fish of each digit as steps, siamese fish last."""
    for digit in view.geometry.digit_range:
        view.check_deadline()
        by_base: dict[tuple[int, ...], list[_Fish]] = {}
        for fish in find(view.shape, view.state.where[digit]):
            by_base.setdefault(fish.units, []).append(fish)
            yield _step(view, technique, digit, fish)
            view.check_deadline()
        for alike in by_base.values():
            for fish in _siamese(combinations(alike, 2)):
                yield _step(view, technique, digit, fish)
                view.check_deadline()


def _step(view: View, technique: Technique, digit: int, fish: _Fish) -> Step:
    """Return a fish as a step; its cells are the base sets' candidates but the fins."""
    fins = fish.fins | fish.endo | fish.twin
    roles = (
        (fish.endo, "endo fin"),
        (fish.fins if fish.twin else 0, "first fins"),
        (fish.twin, "second fins"),
    )
    base = view.shape.union(fish.units)
    return Step(
        view.geometry,
        technique,
        removes=with_digit(fish.removes, digit),
        cells=cells_of(view.state.where[digit] & base & ~fins),
        digits=(digit,),
        units=fish.units,
        covers=fish.covers,
        fins=with_digit(fins, digit),
        sets=tuple(
            CellSet(cells_of(cells), (digit,), role) for cells, role in roles if cells
        ),
    )


def _siamese(pairs: Iterable[tuple[_Fish, _Fish]]) -> Iterator[_Fish]:
    """Yield the pairs of finned fish that have their base sets in common as one."""
    for first, second in pairs:
        if (
            first.units == second.units
            and first.fins
            and second.fins
            and not first.twin
            and not second.twin
            and first.removes & ~second.removes
            and second.removes & ~first.removes
        ):
            yield first._replace(
                covers=first.covers + second.covers,
                removes=first.removes | second.removes,
                twin=second.fins,
            )


def _line_sets(
    shape: Shape, where: int, side: int, size: int, extra: int = 0
) -> Iterator[tuple[int, int]]:
    """Yield sets of rows (side 0) or columns (side 1) that cross few lines.

    Args:
        shape: Units and peers.
        where: The cells that may hold the digit.
        side: Which lines.
        size: How many lines a set has.
        extra: How many lines more than their number they may cross.

    Yields:
        The lines of a set, and those that they cross, as masks.
    """
    lines = intersections(shape, where)[side]
    fewest = 1 if extra else 2
    fit = [
        i for i, line in enumerate(lines) if fewest <= line.bit_count() <= size + extra
    ]
    for chosen, crossed in locked_sets([lines[i] for i in fit], size, extra):
        yield sum(1 << fit[index] for index in chosen), crossed


def _line_units(shape: Shape, side: int, lines: int) -> tuple[int, ...]:
    """Return the units of a set of rows (side 0) or columns (side 1)."""
    return tuple(side * shape.size + i for i in bits(lines))


@lru_cache(maxsize=4096)
def _basic(shape: Shape, where: int, size: int) -> Sequence[_Fish]:
    """Return the basic fish of the cells that may hold a digit."""
    fish: list[_Fish] = []
    for side in (0, 1):
        for chosen, crossed in _line_sets(shape, where, side, size):
            units = _line_units(shape, side, chosen)
            covers = _line_units(shape, 1 - side, crossed)
            removes = where & shape.union(covers) & ~shape.union(units)
            if removes:
                fish.append(_Fish(units, covers, 0, 0, removes))
    return fish


@lru_cache(maxsize=4096)
def _finned(
    shape: Shape, where: int, size: int
) -> tuple[Sequence[_Fish], Sequence[_Fish]]:
    """Return the finned fish of the cells that may hold a digit, and the sashimi fish.

    The columns left out must lie in one stack, and the rows that cross them in one
    band: each set of rows that crosses a few columns more than n is tried, as many
    more as can be left out, so that a column through the box of the fins stays.
    """
    fish: tuple[list[_Fish], list[_Fish]] = ([], [])
    if not suspects(shape, where):
        return fish
    both = intersections(shape, where)
    for side in (0, 1):
        lines, across = both[side], both[1 - side]
        extra = _blocks(shape, 1 - side)[0].bit_count() - 1
        for chosen, crossed in _line_sets(shape, where, side, size, extra):
            if crossed.bit_count() == size:
                continue
            units = _line_units(shape, side, chosen)
            base = where & shape.union(units)
            for out in _left_out(shape, side, across, (crossed, chosen), size):
                covered = crossed & ~out
                covers = _line_units(shape, 1 - side, covered)
                cover = where & shape.union(covers)
                fins = base & ~cover
                removes = cover & ~base & shape.seen_by_all(fins)
                is_sashimi = any(
                    (lines[i] & covered).bit_count() <= 1 for i in bits(chosen)
                )
                fish[is_sashimi].append(_Fish(units, covers, fins, 0, removes))
    return fish


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
    choices: list[tuple[int, ...]] = []
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
            box = next(box for box in _blocks(shape, side) if box & fins)
            if not fins & ~box and any(across[i] & box & ~chosen for i in bits(rest)):
                choices.append(out)
    for out in sorted(choices, reverse=True):
        yield sum(1 << i for i in out)


@lru_cache(maxsize=64)
def _blocks(shape: Shape, side: int) -> tuple[int, ...]:
    """Return the rows of each band as a mask, or the columns of each stack."""
    board = shape.geometry
    long = board.box_width if side else board.box_height
    return tuple(((1 << long) - 1) << start for start in range(0, shape.size, long))


_MAX_FINS = 5  # of Franken and mutant fish, as in HoDoKu
_MAX_ENDO_FINS = 2

_Sets: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Base and cover sets, rising."""


class _Kind(NamedTuple):
    """A kind of Franken or mutant fish.

    Args:
        mutant: Whether rows and columns may be on the same side, and must somewhere.
        size: How many base sets.
        finned: Whether it has fins.
        deep: Whether base sets without fins may be larger than the fish.
    """

    mutant: bool
    size: int
    finned: bool
    deep: bool


@lru_cache(maxsize=4096)
def _mixed(
    shape: Shape, where: int, kind: _Kind, deadline: Deadline
) -> Sequence[_Fish]:
    """Return the fish of a kind of the cells that may hold a digit, in order.

    Franken fish with rows and boxes as base sets come first, then those with columns.
    """
    targets = suspects(shape, where)
    if not targets:
        return ()
    n = shape.size
    rows, columns = range(n), range(n, 2 * n)
    boxes = range(2 * n, min(3 * n, len(shape.units)))
    upright, lying = (*rows, *boxes), (*columns, *boxes)
    sides = [(upright, lying), (lying, upright)]
    if kind.mutant:
        sides = [((*rows, *lying), (*rows, *lying))]
    seen: set[_Sets] = set()
    fish: list[_Fish] = []
    for bases, covers in sides:
        search = _MixedSearch(shape, where, kind, (bases, covers), deadline)
        by_sets: dict[_Sets, _Fish] = {}
        for target in bits(targets):
            for sets in search.sets(target):
                if sets not in seen:
                    seen.add(sets)
                    new = search.fish(*sets)
                    if new:
                        by_sets[sets] = new
        fish += (by_sets[sets] for sets in sorted(by_sets))
    return fish


class _MixedSearch:
    """The search for Franken or mutant fish, with some units on either side.

    There are very many sets of base and cover sets, but few candidates that looking at
    their digit alone might remove (`templates.suspects`).  Say one of them, the target,
    were true.  Then its peers are false, and what else may hold the digit is called
    open here.  A fish that removes the target must have

        target in no base set   n base sets, whose open cells are all in the n - 1 cover
                                sets that do not hold the target (n - 2, if two hold it)
        target in a base set    n - 1 others, whose open cells are all in the n - 2
                                cover sets that do not hold the target (a cannibal)

    and no two base sets share an open cell.  (Where no fins are allowed, the open cells
    are those outside of the cover sets that hold the target.)  So the small sets of
    covers are tried, and base sets are looked for in what they hold: for a Franken
    swordfish that is some 100 pairs a target, instead of 816 · 816 pairs of triples.

    As in HoDoKu, there are at most five fins, at most two of them endo fins; a base set
    of a fish without fins has at most n candidates; a cover set holds a candidate of
    the base sets; of a finned fish, the cover sets without the last leave a fin.
    """

    def __init__(
        self,
        shape: Shape,
        where: int,
        kind: _Kind,
        sides: tuple[Sequence[int], Sequence[int]],
        deadline: Deadline,
    ) -> None:
        bases, covers = sides
        self._deadline = deadline
        self._shape = shape
        self._kind = kind
        self._here = here = [where & unit for unit in shape.units]
        most = shape.size if kind.finned or kind.deep else kind.size
        self._bases = [unit for unit in bases if 0 < here[unit].bit_count() <= most]
        self._covers = [unit for unit in covers if here[unit]]

    def sets(self, target: int) -> Iterator[_Sets]:
        """Yield base and cover sets that may remove a candidate."""
        size = self._kind.size
        own = self._shape.units_of[target]
        covers = [unit for unit in self._covers if unit not in own]
        for mine, base in self._own_sets(own):
            count, few = size - len(base), size - len(mine)
            self._deadline.check()
            left = self._left(target, mine)
            fit = [
                (unit, left[unit])
                for unit in self._bases
                if unit not in own and self._fits(unit, left[unit], few)
            ]
            if len(fit) < count:
                continue
            for rest in combinations(covers, few):
                self._deadline.check()
                held = 0
                for unit in rest:
                    held |= left[unit]
                inside = [
                    line for line in fit if not line[1] & ~held and line[0] not in rest
                ]
                if len(inside) >= count:
                    cover = tuple(sorted(rest + mine))
                    for others in _disjoint(inside, count):
                        yield tuple(sorted(others + base)), cover

    def _left(self, target: int, mine: tuple[int, ...]) -> list[int]:
        """Return of each unit the cells that the other cover sets must hold."""
        shape = self._shape
        gone = (
            shape.peers[target] | 1 << target
            if self._kind.finned
            else shape.union(mine)
        )
        return [cells & ~gone for cells in self._here]

    def _fits(self, base: int, cells: int, few: int) -> bool:
        """Whether so few cover sets, not the base set itself, could hold some cells."""
        if not cells:
            return True
        if not few:
            return False
        units = self._shape.units
        for unit in self._shape.units_of[(cells & -cells).bit_length() - 1]:
            if (
                unit != base
                and unit in self._covers
                and self._fits(base, cells & ~units[unit], few - 1)
            ):
                return True
        return False

    def _own_sets(
        self, own: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield which of the target's units are cover sets, and which a base set."""
        own_covers = [unit for unit in own if unit in self._covers]
        for many in range(1, min(len(own_covers), self._kind.size) + 1):
            for mine in combinations(own_covers, many):
                yield mine, ()
                if many == 2:
                    for base in own:
                        if base in self._bases and base not in mine:
                            yield mine, (base,)

    def fish(self, units: tuple[int, ...], covers: tuple[int, ...]) -> _Fish | None:
        """Return the fish of base and cover sets; None if it is not of this kind."""
        here, is_finned = self._here, self._kind.finned
        base = endo = 0
        for unit in units:
            endo |= base & here[unit]
            base |= here[unit]
        if endo.bit_count() > (_MAX_ENDO_FINS if is_finned else 0):
            return None
        cover = twice = before = 0
        for unit in covers:
            if not base & here[unit]:
                return None
            before = cover
            twice |= cover & here[unit]
            cover |= here[unit]
        fins = base & ~cover
        all_fins = fins | endo
        if not is_finned:
            if fins:
                return None
        elif not 0 < all_fins.bit_count() <= _MAX_FINS or not base & ~before:
            return None
        if self._is_easier(units, covers):
            return None
        removes = (cover & ~base | twice) & self._shape.seen_by_all(all_fins)
        return _Fish(units, covers, fins & ~endo, endo, removes) if removes else None

    def _is_easier(self, units: tuple[int, ...], covers: tuple[int, ...]) -> bool:
        """Whether a fish of these sets is of an easier kind."""
        n = self._shape.size
        base = {unit // n for unit in units}
        cover = {unit // n for unit in covers}
        if not self._kind.mutant:
            return 2 not in base | cover
        return (1 not in base and 0 not in cover) or (0 not in base and 1 not in cover)


def _disjoint(
    inside: list[tuple[int, int]], many: int, taken: int = 0, start: int = 0
) -> Iterator[tuple[int, ...]]:
    """Yield so many units that share no open cell."""
    if not many:
        yield ()
        return
    for index in range(start, len(inside) - many + 1):
        unit, cells = inside[index]
        if not cells & taken:
            for rest in _disjoint(inside, many - 1, taken | cells, index + 1):
                yield (unit, *rest)


def reason(step: Step) -> str:
    """Say why a fish holds."""
    board = step.geometry
    (digit,) = step.digits
    size = len(step.units)
    base, cover = units_text(board, step.units), units_text(board, step.covers[:size])
    roles = {cell_set.role: cell_set.cells for cell_set in step.sets}
    text = f"{digit} is in {cover} of {base}"
    if "second fins" in roles:
        other = units_text(board, step.covers[size:])
        first = _fins_text(board, roles["first fins"])
        second = _fins_text(board, roles["second fins"])
        return (
            f"{text}, or else in {first}; and it is in {other} of them, or else in "
            f"{second}; either way, cells that see the fins cannot hold it"
        )
    if not step.fins:
        text += " only"
    else:
        gone = [cell for cell, _ in step.removes]
        text += (
            f", or else in {_fins_text(board, [cell for cell, _ in step.fins])}, which "
            f"{cells_text(board, gone)} {'sees' if len(gone) == 1 else 'see'} as well"
        )
    if "endo fin" in roles:
        shared = cells_text(board, roles["endo fin"])
        fins = "counts as a fin" if len(roles["endo fin"]) == 1 else "count as fins"
        text += f"; {shared} {fins}, being in two base sets"
    doubled = [cell for cell, _ in step.removes if cell in step.cells]
    if doubled:
        text += f"; {cells_text(board, doubled)} would use up two cover sets"
    return text


def _fins_text(board: Geometry, fins: Sequence[int]) -> str:
    text = cells_text(board, fins)
    return f"the fin {text}" if len(fins) == 1 else f"one of the fins {text}"
