"""Constraints drawn at random on a solution, which keeps them.

A kind of constraint is a way to choose cells (a region that grows, a line that walks, a
pair, a row, a diagonal) and what these cells then say.  Lines are searched depth first:
a walk goes on while its values fit, and ends where they are complete.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from satdoku.errors import UsageError, check_choice, shown
from satdoku.puzzle.constraints.base import CellConstraint
from satdoku.puzzle.constraints.lines import (
    XV,
    Allowed,
    BlackDot,
    Palindrome,
    Renban,
    Thermo,
    Whisper,
    WhiteDot,
)
from satdoku.puzzle.constraints.outside import Sandwich
from satdoku.puzzle.constraints.places import Regions
from satdoku.puzzle.constraints.sums import Arrow, Killer, LittleKiller
from satdoku.puzzle.geometry import is_connected
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from random import Random

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.runtime.deadline import Deadline

Place: TypeAlias = "tuple[int, int]"

_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
_KING = (*_SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1))
_STEPS = 2_000
"""Cells that a search for one line tries."""
_SWAPS = 300
"""Exchanges of cells between boxes that become irregular regions."""
_SWAPS_OF_ROWS = 5_000
"""The same between rows, where there are no boxes: they take longer to mix."""
_MOST_DIAGONALS = 8
"""Sums of diagonals: more make it hard to say which of them nothing needs."""
_DIFFERENT = {"killer", "thermo", "renban"}
"""Kinds whose cells all differ."""
_CAGES = (2, 3, 3, 4, 4, 5)
"""Sizes of cages."""


class Kind(NamedTuple):
    """A kind of constraint to draw.

    Args:
        name: Its name, a key of `KINDS`.
        size: Of how many cells, where that can be chosen; None for the usual size.
    """

    name: str
    size: int | None = None

    @property
    def is_drawn(self) -> bool:
        """Whether constraints are drawn on the solution; regions come before it."""
        return self.name != "jigsaw"


class _Drawing:
    """A solution on which constraints are drawn.

    Args:
        geometry: The shape.
        solution: The digits, row by row.
        random: Decides.
        images: Returns the cells that go with some cells, for a symmetry; they too.
        given: Constraints that are there already.
        few_clues: Whether constraints must do with few clues, or none.
    """

    def __init__(
        self,
        geometry: Geometry,
        solution: Sequence[int],
        random: Random,
        images: Callable[[Sequence[int]], list[tuple[int, ...]]],
        *,
        given: Iterable[Constraint],
        few_clues: bool,
    ) -> None:
        self.geometry = geometry
        self.few_clues = few_clues
        self.random = random
        self.images = images
        columns = geometry.columns
        self.values = {
            divmod(cell, columns): digit + geometry.first_value - 1
            for cell, digit in enumerate(solution)
        }
        self.used: set[Place] = set()  # by lines
        self.crossed: set[frozenset[Place]] = set()
        self.caged: set[Place] = set()
        self.given = {_place_of(rule) for rule in given}
        for rule in given:
            if isinstance(rule, Killer):
                self.caged.update(rule.cells)
            elif isinstance(rule, CellConstraint) and _is_line(rule):
                self.used.update(rule.cells)
                self.crossed |= _crossed(rule.cells)

    def places(self) -> list[Place]:
        """Return all cells in random order."""
        places = [*self.values]
        self.random.shuffle(places)
        return places

    def beside(self, place: Place, moves: Sequence[Place]) -> list[Place]:
        """Return the cells beside one, in random order."""
        row, column = place
        places = [(row + down, column + right) for down, right in moves]
        places = [near for near in places if near in self.values]
        self.random.shuffle(places)
        return places

    def with_images(
        self, cells: Sequence[Place], taken: set[Place]
    ) -> list[tuple[Place, ...]]:
        """Return some cells and those that symmetry wants, if all are free."""
        columns = self.geometry.columns
        images = self.images([row * columns + column for row, column in cells])
        places = [tuple(divmod(c, columns) for c in image) for image in images]
        unique = {frozenset(image): image for image in places}
        every = [place for image in unique.values() for place in image]
        if len(set(every)) < len(every) or taken.intersection(every):
            return []
        return [*unique.values()]


def read_kind(text: str) -> Kind:
    """Read a kind as options have it, `thermo:6`.

    Raises:
        UsageError: There is none of that name, or it has no size.

    Example:
        >>> read_kind("thermo:6"), read_kind("killer")
        (Kind(name='thermo', size=6), Kind(name='killer', size=None))
    """
    name, _, size = text.partition(":")
    check_choice("kind", name, KINDS)
    if not size:
        return Kind(name)
    number = int(size) if size.isdecimal() and len(size) < 3 else 0
    if (name not in _LINES and name != "killer") or not 2 <= number <= 20:
        expected = f"a length from 2 to 20, of {', '.join(('killer', *_LINES))}"
        raise UsageError(f"kind {shown(text)}; expected {expected}")
    return Kind(name, number)


def check_kinds(kinds: Sequence[Kind], geometry: Geometry) -> None:
    """Check what is to be drawn.

    Raises:
        UsageError: A kind is there twice, or has more cells than there is room for.
    """
    names = [name for name, _ in kinds]
    for name, size in kinds:
        if names.count(name) > 1:
            raise UsageError(f"kind {name} is there twice; expected each kind once")
        most = geometry.size if name in _DIFFERENT else geometry.cells
        if size is not None and size > most:
            raise UsageError(f"kind {name}:{size}; {geometry} has room for {most}")


def draw(
    kinds: Iterable[Kind],
    geometry: Geometry,
    solution: Sequence[int],
    random: Random,
    images: Callable[[Sequence[int]], list[tuple[int, ...]]],
    *,
    given: Sequence[Constraint] = (),
    few_clues: bool = False,
) -> list[list[tuple[Constraint, ...]]]:
    """Draw constraints that a solution keeps, as many as there is room for.

    Args:
        kinds: What to draw, in this order; `jigsaw` is drawn before the solution.
        geometry: The shape.
        solution: The digits, row by row.
        random: Decides.
        images: Returns the cells that go with some cells, for a symmetry; they too.
        given: Constraints that are there already: lines share no cell with theirs nor
            cross them, and nothing is said twice.
        few_clues: Whether constraints must do with few clues, or none.

    Returns:
        The constraints of each kind; those that symmetry wants together as one.
    """
    drawing = _Drawing(
        geometry, solution, random, images, given=given, few_clues=few_clues
    )
    every = [KINDS[kind.name](drawing, kind) for kind in kinds]
    return [
        [group for group in groups if drawing.given.isdisjoint(map(_place_of, group))]
        for groups in every
    ]


def _place_of(rule: Constraint) -> tuple[object, ...]:
    """Return where a constraint stands, and as what: signs as signs of any kind."""
    look = getattr(rule, "look", None)
    kind = look.shape if look and look.shape == "dots" else type(rule)
    cells = frozenset(getattr(rule, "cells", ()))
    return kind, cells, getattr(rule, "line", None), getattr(rule, "reverse", False)


def _is_line(rule: CellConstraint) -> bool:
    """Whether a constraint is drawn as a line."""
    look = rule.look
    return isinstance(rule, Thermo | Arrow) or (
        look is not None and look.shape == "line"
    )


# Regions


def draw_regions(
    geometry: Geometry, random: Random, deadline: Deadline = NEVER
) -> Regions:
    """Draw irregular regions: boxes, or rows, that exchange cells and stay connected.

    Raises:
        Stopped: The time is over.

    Example:
        >>> from random import Random
        >>> from satdoku.puzzle.geometry import Geometry
        >>> regions = draw_regions(Geometry(4, 4), Random(1))
        >>> [len(unit) for unit in regions.units(Geometry(4, 4, box=None))]
        [4, 4, 4, 4]
    """
    owner = {
        divmod(c, geometry.columns): c // geometry.columns
        for c in range(geometry.cells)
    }
    for number, unit in enumerate(geometry.box_units):
        owner |= {divmod(cell, geometry.columns): number for cell in unit}
    places = [*owner]
    for _ in deadline.limit(range(_SWAPS if geometry.box else _SWAPS_OF_ROWS)):
        place = random.choice(places)
        row, column = place
        down, right = random.choice(_SIDES)
        own, other = owner[place], owner.get((row + down, column + right), -1)
        if other in {own, -1}:
            continue
        back = [p for p in places if owner[p] == other and _touches(owner, p, own)]
        random.shuffle(back)
        for give in back:
            owner[place], owner[give] = other, own
            regions = ([p for p in places if owner[p] == n] for n in (own, other))
            if all(map(is_connected, regions)):
                break
            owner[place], owner[give] = own, other
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return Regions("".join(letters[owner[place]] for place in sorted(places)))


def _touches(owner: dict[Place, int], place: Place, number: int) -> bool:
    row, column = place
    return any(owner.get((row + d, column + r)) == number for d, r in _SIDES)


# Cages and lines


def _cages(drawing: _Drawing, kind: Kind) -> Iterator[tuple[Constraint, ...]]:
    """Yield cages that cover all cells but single ones that are left."""
    taken = drawing.caged
    for place in drawing.places():
        if place in taken:
            continue
        size = kind.size or drawing.random.choice(_CAGES)
        cells = [place]
        while len(cells) < size:
            held = {drawing.values[cell] for cell in cells}
            edge = [
                other
                for cell in cells
                for other in drawing.beside(cell, _SIDES)
                if other not in taken
                and other not in cells
                and drawing.values[other] not in held
            ]
            if not edge:
                break
            cells.append(drawing.random.choice(edge))
        images = drawing.with_images(sorted(cells), taken) if len(cells) > 1 else []
        different = all(
            len({drawing.values[cell] for cell in image}) == len(image)
            for image in images
        )
        if images and different:
            taken |= {cell for image in images for cell in image}
            yield tuple(
                Killer(sum(drawing.values[cell] for cell in image), image)
                for image in images
            )


class _Line(NamedTuple):
    """How a line is drawn.

    Args:
        make: The constraint of some cells.
        fits: Whether a line of so many cells may begin with some values.
        many: How many lines.
        sizes: The usual lengths.
    """

    make: Callable[[tuple[Place, ...]], Constraint]
    fits: Callable[[list[int], int], bool]
    many: int
    sizes: tuple[int, ...]


def _grows(values: list[int], _: int) -> bool:
    return len(values) < 2 or values[-2] < values[-1]


def _adds_up(values: list[int], size: int) -> bool:
    total = sum(values[1:])
    return total == values[0] if len(values) == size else total < values[0]


def _is_far(values: list[int], _: int) -> bool:
    return len(values) < 2 or abs(values[-2] - values[-1]) >= 5


def _is_run(values: list[int], size: int) -> bool:
    is_near = max(values) - min(values) < size
    return is_near and len(set(values)) == len(values)


def _reads_back(values: list[int], size: int) -> bool:
    at = len(values) - 1
    return at < (size + 1) // 2 or values[at] == values[size - 1 - at]


_LINES: dict[str, _Line] = {
    "thermo": _Line(Thermo, _grows, 8, (6, 5, 4)),
    "arrow": _Line(Arrow, _adds_up, 10, (4, 3)),
    "whisper": _Line(Whisper, _is_far, 8, (7, 5, 4)),
    "renban": _Line(Renban, _is_run, 8, (6, 5, 4)),
    "palindrome": _Line(Palindrome, _reads_back, 6, (7, 6, 5)),
}


def _lines(drawing: _Drawing, kind: Kind) -> Iterator[tuple[Constraint, ...]]:
    """Yield lines that cross neither another nor themselves."""
    line = _LINES[kind.name]
    sizes = (kind.size,) if kind.size else line.sizes
    drawn = 0
    for size, place in product(sizes, drawing.places()):
        if drawn >= line.many:
            return
        cells = _walk(drawing, line, place, size)
        images = drawing.with_images(cells, drawing.used) if cells else []
        kept = [
            image
            for image in images
            if all(
                line.fits([drawing.values[c] for c in image[:many]], size)
                for many in range(1, size + 1)
            )
        ]
        steps = {frozenset(step) for image in images for step in pairwise(image)}
        crossed = drawing.crossed.union(*map(_crossed, images))
        if images and len(kept) == len(images) and steps.isdisjoint(crossed):
            drawing.used.update(cell for image in images for cell in image)
            drawing.crossed = crossed
            drawn += len(images)
            yield tuple(map(line.make, images))


def _crossed(line: Sequence[Place]) -> set[frozenset[Place]]:
    """Return the steps between cells that would cross a line: the other diagonals."""
    return {
        frozenset(((row, other_column), (other_row, column)))
        for (row, column), (other_row, other_column) in pairwise(line)
        if row != other_row and column != other_column
    }


def _walk(drawing: _Drawing, line: _Line, start: Place, size: int) -> list[Place]:
    """Return a line of so many cells; nothing where there is none."""
    tried = 0

    def go(cells: list[Place]) -> bool:
        nonlocal tried
        tried += 1
        if tried > _STEPS or cells[-1] in drawing.used:
            return False
        if not line.fits([drawing.values[cell] for cell in cells], size):
            return False
        if len(cells) == size:
            return True
        for place in drawing.beside(cells[-1], _KING):
            crossed = drawing.crossed | _crossed(cells)
            if place not in cells and {cells[-1], place} not in crossed:
                cells.append(place)
                if go(cells):
                    return True
                cells.pop()
        return False

    cells = [start]
    return cells if go(cells) else []


# What two cells, lines and single cells say


def _pairs(drawing: _Drawing) -> Iterator[tuple[Place, Place, int, int]]:
    """Yield each two cells that share a side, with their values, the smaller first."""
    for place in drawing.places():
        for down, right in _SIDES[:2]:
            other = (place[0] + down, place[1] + right)
            if other in drawing.values:
                low, high = sorted((drawing.values[place], drawing.values[other]))
                yield place, other, low, high


def _dots(drawing: _Drawing, _: Kind) -> Iterator[tuple[Constraint, ...]]:
    for first, second, low, high in _pairs(drawing):
        if high == 2 * low:
            yield (BlackDot((first, second)),)
        elif high == low + 1:
            yield (WhiteDot((first, second)),)


def _sums_of_two(drawing: _Drawing, _: Kind) -> Iterator[tuple[Constraint, ...]]:
    for first, second, low, high in _pairs(drawing):
        if low + high in {5, 10}:
            yield (XV((first, second), low + high),)


def _sandwiches(drawing: _Drawing, _: Kind) -> Iterator[tuple[Constraint, ...]]:
    geometry = drawing.geometry
    low, high = geometry.first_value, geometry.first_value + geometry.size - 1
    lines = [(False, row) for row in range(geometry.rows)]
    lines += [(True, column) for column in range(geometry.columns)]
    drawing.random.shuffle(lines)
    for is_column, number in lines:
        line = [
            drawing.values[place]
            for place in sorted(drawing.values)
            if place[is_column] == number
        ]
        ends = sorted((line.index(low), line.index(high)))
        name = f"{'c' if is_column else 'r'}{number + 1}"
        yield (Sandwich(sum(line[ends[0] + 1 : ends[1]]), name),)


def _diagonals(drawing: _Drawing, _: Kind) -> Iterator[tuple[Constraint, ...]]:
    """Yield diagonals of three cells and more, each from one of its ends."""
    geometry, drawn = drawing.geometry, set[frozenset[Place]]()
    corners = {0, geometry.rows - 1}, {0, geometry.columns - 1}
    most = geometry.cells if drawing.few_clues else _MOST_DIAGONALS
    for row, column in drawing.places():
        if row in corners[0] and column in corners[1]:
            continue
        for down, right in _KING[4:]:
            cells = [(row, column)]
            while (cells[-1][0] + down, cells[-1][1] + right) in drawing.values:
                cells.append((cells[-1][0] + down, cells[-1][1] + right))
            begins = (row - down, column - right) not in drawing.values
            is_new = frozenset(cells) not in drawn
            if begins and is_new and len(cells) > 2 and len(drawn) < most:
                drawn.add(frozenset(cells))
                total = sum(drawing.values[cell] for cell in cells)
                yield (LittleKiller(total, tuple(cells)),)


def _parities(drawing: _Drawing, _: Kind) -> Iterator[tuple[Constraint, ...]]:
    geometry = drawing.geometry
    values = range(geometry.first_value, geometry.first_value + geometry.size)
    for place in drawing.places():
        odd = drawing.values[place] % 2
        yield (Allowed((place,), tuple(v for v in values if v % 2 == odd)),)


def _nothing(_: _Drawing, __: Kind) -> Iterator[tuple[Constraint, ...]]:
    """Yield nothing: regions are drawn before the solution."""
    yield from ()


KINDS: dict[str, Callable[[_Drawing, Kind], Iterator[tuple[Constraint, ...]]]] = {
    "killer": _cages,
    **dict.fromkeys(_LINES, _lines),
    "kropki": _dots,
    "xv": _sums_of_two,
    "sandwich": _sandwiches,
    "little-killer": _diagonals,
    "parity": _parities,
    "jigsaw": _nothing,
}
"""What draws each kind."""
