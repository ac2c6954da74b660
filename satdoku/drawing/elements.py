"""Elements that constraints are drawn with, and their shapes.

Cage     a dashed outline around cells, with a text in its corner
Path     a line through cells, its ends, and a text where it starts
Mark     a sign between two cells, or on the corner of four
Spot     a sign in a cell
Clue     a number outside the grid, maybe with an arrow
Area     cells that are shaded, or outlined

Colours are pale, and no two kinds look alike without them: lines differ in what runs
along their middle and in their ends, outlines in their dashes, clues in what is around
the number.

Each element draws itself, on the board and, small, as the sample before its sentence.
Every shape has a layer, so that the order of constraints hides nothing: wide lines lie
below thin ones, and arrows above both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, auto
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from satdoku.drawing.board import candidate_block
from satdoku.drawing.palette import (
    BLACK,
    BLUE,
    GREY,
    INK,
    LIGHT_GREY,
    PALE_BLUE,
    PALE_GREY,
    PAPER,
    WHITE,
)
from satdoku.drawing.vector import (
    Font,
    Paint,
    arrow_head,
    circle,
    line,
    moved,
    rect,
    segments,
    text,
    text_width,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.drawing.vector import Point, SvgElement
    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.geometry import Geometry

CELL = 48.0
"""The side of a cell, in units of the scene."""

MARGIN = 8.0

LABEL_ROOM = 18.0

CLUE_ROOM = 30.0
"""How deep a row of clues outside the grid is."""

SAMPLE = 38.0
"""How wide the sample of an element is."""


class Layer(IntEnum):
    """What lies above what, from the paper upwards."""

    SHADE = auto()
    TINT = auto()
    SPOT = auto()
    BAND = auto()
    LINE = auto()
    END = auto()
    ARROW = auto()
    GRID = auto()
    OUTLINE = auto()
    CORNER = auto()
    DIGIT = auto()
    SIGN = auto()
    TEXT = auto()
    MARK = auto()


Layered: TypeAlias = "tuple[Layer, SvgElement]"


@dataclass(frozen=True)
class Frame:
    """The places of a board in its picture: cells, and candidates in them.

    Args:
        geometry: The shape.
        labels: Whether there is room for the names of rows and columns.
        head: How high the caption is.
        room: How deep clues are at the left, above, at the right and below.
        inset: How far candidates keep away from the sides of their cell, and from its
            upper side.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> frame = Frame(Geometry(9, 9))
        >>> frame.centre(0), frame.candidate(0, 5) == frame.centre(0), frame.wide
        ((32.0, 32.0), True, 432.0)
    """

    geometry: Geometry
    labels: bool = False
    head: float = 0.0
    room: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    inset: tuple[float, float] = (3.0, 3.0)

    @cached_property
    def left(self) -> float:
        """The left side of the grid."""
        return MARGIN + self.labels * LABEL_ROOM + self.room[0]

    @cached_property
    def top(self) -> float:
        """The upper side of the grid."""
        return MARGIN + self.head + self.labels * LABEL_ROOM + self.room[1]

    @property
    def wide(self) -> float:
        """How wide the grid is."""
        return self.geometry.columns * CELL

    @property
    def high(self) -> float:
        """How high the grid is."""
        return self.geometry.rows * CELL

    def corner(self, cell: int) -> Point:
        """Return the left upper corner of a cell."""
        row, column = divmod(cell, self.geometry.columns)
        return self.left + column * CELL, self.top + row * CELL

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell."""
        return self.point(divmod(cell, self.geometry.columns))

    def point(self, place: tuple[float, float]) -> Point:
        """Return the middle of a place: row and column, also outside the grid."""
        row, column = place
        return self.left + (column + 0.5) * CELL, self.top + (row + 0.5) * CELL

    def candidate(self, cell: int, digit: int) -> Point:
        """Return the middle of a candidate's place, which is as a cell's in its box."""
        across, down = self.candidate_room
        row, column = divmod(digit - 1, candidate_block(self.geometry)[1])
        x, y = self.corner(cell)
        x, y = x + self.inset[0], y + self.inset[1]
        return x + (column + 0.5) * across, y + (row + 0.5) * down

    @cached_property
    def candidate_room(self) -> tuple[float, float]:
        """How wide and how high the place of a candidate is."""
        side, top = self.inset
        down, across = candidate_block(self.geometry)
        return (CELL - 2 * side) / across, (CELL - top - side) / down


class Band(NamedTuple):
    """How a path looks: a wide pale line, and a thin one along its middle."""

    pale: str = ""
    colour: str = ""
    dash: tuple[float, ...] = ()
    width: float = 13.0


@dataclass(frozen=True)
class Cage:
    """An outline around cells, a little inside of them."""

    cells: Cells
    text: str = ""
    dash: tuple[float, ...] = (5.0, 3.0)

    def sample(self, x: float, y: float) -> Iterator[SvgElement]:
        """Draw an outline without cells."""
        yield _box(x, y, Paint(None, INK, 1.2, self.dash))


@dataclass(frozen=True)
class Area:
    """Cells that are shaded, or else outlined."""

    cells: Cells
    shaded: bool = True

    def sample(self, x: float, y: float) -> Iterator[SvgElement]:
        """Draw an area without cells."""
        yield _box(x, y, Paint(PALE_GREY if self.shaded else None, GREY, 1.3))


def _box(x: float, y: float, paint: Paint) -> SvgElement:
    return rect(x + 3, y - 5.5, 22, 11, paint, name="example")


@dataclass(frozen=True)
class Path:
    """A line through the middles of cells; `ends` are bulb, ring, disc, … or empty."""

    cells: Cells
    band: Band
    ends: tuple[str, str] = ("", "")
    text: str = ""

    def shapes(self, points: Sequence[Point], scale: float = 1.0) -> Iterator[Layered]:
        """Draw a path through points."""
        band, radius = self.band, 18.0 * scale
        if self.ends[0] == "pill":
            wide, (x, y) = 2.05 * radius, points[-1]
            two = [points[0], (x + 0.01, y)]
            for colour, stroke in ((GREY, wide), (PAPER, wide - 4 * scale)):
                paint = Paint(None, colour, stroke, round=True)
                yield Layer.ARROW, line(two, paint, name="pill")
            return
        for point, kind in zip((points[0], points[-1]), self.ends, strict=True):
            if kind in SIGNS:
                layer = Layer.BAND if "bulb" in kind else Layer.END
                yield layer, sign(point, kind, scale)
        if len(points) == 1:
            return
        cuts = [radius * (end in {"ring", "disc"}) for end in self.ends]
        if self.ends[0] == "edge" and scale == 1.0:  # a diagonal, from corner to corner
            cuts = [-CELL / 2**0.5] * 2
        start = moved(points[0], points[1], cuts[0])
        points = [start, *points[1:-1], moved(points[-1], points[-2], cuts[1])]
        if band.pale:
            paint = Paint(None, band.pale, band.width * max(scale, 0.5), round=True)
            yield Layer.BAND, line(points, paint, name="path")
        if band.colour:
            paint = Paint(None, band.colour, 1.6, band.dash, round=not band.dash)
            layer = Layer.LINE if band.pale else Layer.ARROW
            yield layer, line(points, paint, name="path")
        if self.ends[1] == "arrow":
            size = 8.0 * max(scale, 0.7)
            head = Paint(None, GREY, 1.8, round=True)
            yield Layer.ARROW, arrow_head(points[-2], points[-1], size, head, "head")

    def sample(self, x: float, y: float) -> Iterator[SvgElement]:
        """Draw a path of two cells."""
        for _, shape in self.shapes([(x + 7, y), (x + 25, y)], 0.36):
            yield shape


@dataclass(frozen=True)
class Mark:
    """A sign in the middle between cells."""

    cells: Cells
    kind: str
    text: str = ""

    def shapes(self, points: Sequence[Point]) -> Iterator[Layered]:
        """Draw a sign in the middle between points."""
        x = sum(at for at, _ in points) / len(points)
        y = sum(at for _, at in points) / len(points)
        for shape in self._signs(x, y, points):
            yield Layer.SIGN, shape

    def _signs(
        self, x: float, y: float, points: Sequence[Point]
    ) -> Iterator[SvgElement]:
        match self.kind:
            case "white" | "black":
                white = self.kind == "white"
                fill, ink = (WHITE, BLACK) if white else (BLACK, WHITE)
                radius, paint = 8.0 if self.text else 5.5, Paint(fill, INK, 1.4)
                yield circle(x, y, radius, paint, name=f"{self.kind}-dot")
                if self.text:
                    yield text(x, y, self.text, Font(10.0, ink, bold=True), "dot")
            case "letter":
                yield circle(x, y, 8.0, Paint(PAPER), name="letter-ground")
                yield text(x, y, self.text, Font(13.0, bold=True), "letter")
            case "greater":
                yield circle(x, y, 7.0, Paint(PAPER), name="letter-ground")
                tip = moved((x, y), points[1], 5.0)
                head = Paint(None, INK, 1.8, round=True)
                yield arrow_head((x, y), tip, 8.0, head, "greater")
            case "quad":
                yield circle(x, y, 12.0, Paint(PAPER, INK, 1.3), name="quad")
                digits = self.text.split()
                half = len(digits) if len(digits) < 3 else (len(digits) + 1) // 2
                rows = [row for row in (digits[:half], digits[half:]) if row]
                size = 11.5 if len(rows) == 1 else 9.5
                for at, row in enumerate(rows):
                    middle = y + (at - (len(rows) - 1) / 2) * size * 0.98
                    words = " ".join(row)
                    yield text(x, middle, words, Font(size, bold=True), "quad-digits")

    def sample(self, x: float, y: float) -> Iterator[SvgElement]:
        """Draw the sign between two cells that are near."""
        if self.kind == "quad":
            yield circle(x + 14, y, 6.0, Paint(PAPER, INK, 1.3), name="example")
        else:
            yield from self._signs(x + 14, y, [(x + 4, y), (x + 24, y)])


@dataclass(frozen=True)
class Spot:
    """A sign in a cell: behind its digit, or a small text at its lower side."""

    cell: tuple[int, int]
    kind: str
    text: str = ""

    def shapes(self, points: Sequence[Point]) -> Iterator[Layered]:
        """Draw a sign in a cell."""
        ((x, y),) = points
        if self.kind in SIGNS:
            yield Layer.SPOT, sign((x, y), self.kind)
        elif self.kind == "values":
            size = min(9.5, 44.0 / text_width(self.text, 1.0))
            yield Layer.SIGN, text(x, y + 18.5, self.text, Font(size, GREY), "allowed")
        else:
            at = (x + 17.5, y + 17)
            yield Layer.SIGN, text(*at, self.text, Font(12.0, GREY), "corner")

    def sample(self, x: float, y: float) -> Iterator[SvgElement]:
        """Draw the sign without a cell."""
        if self.kind in SIGNS:
            yield sign((x + 14, y), self.kind, 0.35)
        else:
            yield text(x + 14, y, self.text[:7], Font(9.5, GREY), "example")


@dataclass(frozen=True)
class Clue:
    """A number at a place outside the grid; `step` is where its arrow points."""

    place: tuple[int, int]
    text: str
    kind: str = ""
    step: tuple[int, int] = (0, 0)

    def shapes(self, points: Sequence[Point]) -> Iterator[Layered]:
        """Draw a clue outside the grid."""
        for shape in self._signs(*points[0], self.text):
            yield Layer.TEXT, shape

    def _signs(
        self, x: float, y: float, content: str, scale: float = 1.0
    ) -> Iterator[SvgElement]:
        if self.step != (0, 0):
            down, right = self.step
            start = x + 3 * scale * right, y + 3 * scale * down
            tip = x + 12 * scale * right, y + 12 * scale * down
            yield line([start, tip], Paint(None, INK, 1.5), name="clue-arrow")
            head = Paint(None, INK, 1.8, round=True)
            yield arrow_head(start, tip, 5.0 * scale, head, "head")
            x, y = x - 4.5 * right * scale, y - 5 * down * scale
        frame = Paint(None, GREY, 1.3, (3.0, 2.0) if self.kind == "dashed" else ())
        name, wide, high = "clue-frame", 11 * scale, 10 * scale
        match self.kind:
            case "square" | "dashed":
                yield rect(x - wide, y - high, 2 * wide, 2 * high, frame, name=name)
            case "round":
                yield circle(x, y, 12 * scale, frame, name=name)
            case "bread":
                ends = [(x - wide, y + at, x + wide, y + at) for at in (-high, high)]
                yield segments(ends, replace(frame, width=2.2), name)
        size = min(17.0, (24.0 if not self.kind else 21.0) / text_width(content, 1.0))
        yield text(x, y, content, Font(size * scale, bold=True), "clue-outside")

    def sample(self, x: float, y: float) -> Iterator[SvgElement]:
        """Draw the clue without a number."""
        yield from self._signs(x + 14, y, "n", 0.65)


Element: TypeAlias = "Cage | Path | Mark | Spot | Clue | Area"


SIGNS: dict[str, Paint] = {
    "bulb": Paint(LIGHT_GREY),
    "hollow bulb": Paint(PAPER, LIGHT_GREY, 6.0),
    "ring": Paint(None, GREY, 1.8),
    "disc": Paint(LIGHT_GREY, GREY, 1.8),
    "spot": Paint(GREY),
    "diamond": Paint(PALE_BLUE, BLUE, 1.6),
    "even": Paint(LIGHT_GREY),
    "odd": Paint(LIGHT_GREY),
    "circle": Paint(None, GREY, 1.6, (4.0, 3.0)),
}


def sign(point: Point, kind: str, scale: float = 1.0) -> SvgElement:
    """Draw what stands in a cell behind its digit."""
    x, y, paint, radius = *point, SIGNS[kind], 18.0 * scale
    if kind == "even":
        return rect(x - radius, y - radius, 2 * radius, 2 * radius, paint, name=kind)
    if kind == "diamond":
        far = 1.2 * radius
        corners = [(x - far, y), (x, y - far), (x + far, y), (x, y + far)]
        return line(corners, paint, closed=True, name=kind)
    if kind == "spot":
        radius = 4.0 * max(scale, 0.6)
    if kind == "hollow bulb":
        radius, paint = radius - 3 * scale, replace(paint, width=6.0 * scale)
    return circle(x, y, radius, paint, name=kind.replace(" ", "-"))


def outline(
    cells: Cells, frame: Frame, paint: Paint, inset: float, name: str
) -> SvgElement:
    """Draw the outline of cells, so far inside of them; dashes meet in the corners."""
    by_length: dict[float, list[tuple[float, float, float, float]]] = {}
    for start, end in _sides(cells, inset / CELL):
        ends = (
            *frame.point((start.real, start.imag)),
            *frame.point((end.real, end.imag)),
        )
        length = round(abs(end - start) * CELL, 2) if paint.dash else 0.0
        by_length.setdefault(length, []).append(ends)
    drawn: list[SvgElement] = []
    for length, sides in by_length.items():
        period = sum(paint.dash) or 1.0
        scale = length / (period * max(1, round(length / period)))
        dash = tuple(scale * each for each in paint.dash)
        shift = dash[0] / 2 if dash else 0.0
        whole = replace(paint, dash=dash, shift=shift, round=not dash)
        drawn.append(segments(sides, whole, name))
    return "\n".join(drawn)


def _sides(cells: Cells, inset: float) -> Iterator[tuple[complex, complex]]:
    """Yield both ends of each straight part of an outline, as row + column * 1j."""
    region = dict.fromkeys(complex(*cell) for cell in cells)
    for side in (-1, 1j, 1, -1j):
        ahead = side * -1j
        border = dict.fromkeys(cell for cell in region if cell + side not in region)
        for first in border:
            if first - ahead in border:
                continue
            last = first
            while last + ahead in border:
                last += ahead
            # Where a cell follows, the outline turns into it, and the line is longer.
            before, after = (
                0.5 + (inset if beyond in region else -inset)
                for beyond in (first - ahead, last + ahead)
            )
            middle = side * (0.5 - inset)
            yield first + middle - ahead * before, last + middle + ahead * after
