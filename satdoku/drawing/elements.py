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
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
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
from satdoku.drawing.vector import Paint, circle, line, rect, segments, text, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.drawing.vector import Point, Shape
    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.geometry import Geometry

CELL = 48.0
"""The side of a cell, in units of the scene."""

MARGIN = 8.0

LABEL_ROOM = 18.0

CAPTION_ROOM = 34.0

INSET = 3.0
"""Between the border of a cell and its candidates."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The places of a board in its picture: cells, and candidates in them.

    Args:
        geometry: The shape.
        labels: Whether there is room for the names of rows and columns.
        caption: Whether there is room for a caption.
        room: How deep clues are at the left, above, at the right and below.
        inset: How far candidates keep away from the border of their cell.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> frame = Frame(Geometry(9, 9))
        >>> frame.centre(0), frame.candidate(0, 5) == frame.centre(0), frame.wide
        ((32.0, 32.0), True, 432.0)
    """

    geometry: Geometry
    labels: bool = False
    caption: bool = False
    room: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    inset: float = INSET

    @property
    def left(self) -> float:
        """The left side of the grid."""
        return MARGIN + self.labels * LABEL_ROOM + self.room[0]

    @property
    def top(self) -> float:
        """The upper side of the grid."""
        top = MARGIN + self.labels * LABEL_ROOM + self.room[1]
        return top + self.caption * CAPTION_ROOM

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
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2

    def candidate(self, cell: int, digit: int) -> Point:
        """Return the middle of a candidate's place, which is as a cell's in its box."""
        across, down = self.candidate_room
        row, column = divmod(digit - 1, candidate_block(self.geometry)[1])
        x, y = self.corner(cell)
        x, y = x + self.inset, y + self.inset
        return x + (column + 0.5) * across, y + (row + 0.5) * down

    @property
    def candidate_room(self) -> tuple[float, float]:
        """How wide and how high the place of a candidate is."""
        room = CELL - 2 * self.inset
        down, across = candidate_block(self.geometry)
        return room / across, room / down


SAMPLE = 34.0
"""How wide the sample of an element is."""


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


@dataclass(frozen=True)
class Path:
    """A line through the middles of cells; `ends` are bulb, ring, disc, … or empty."""

    cells: Cells
    band: Band
    ends: tuple[str, str] = ("", "")
    text: str = ""


@dataclass(frozen=True)
class Mark:
    """A sign in the middle between cells."""

    cells: Cells
    kind: str
    text: str = ""


@dataclass(frozen=True)
class Spot:
    """A sign in a cell."""

    cell: tuple[int, int]
    kind: str
    text: str = ""


@dataclass(frozen=True)
class Clue:
    """A number at a place outside the grid; `step` is where its arrow points."""

    place: tuple[int, int]
    text: str
    kind: str = ""
    step: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Area:
    """Cells that are shaded, or else outlined."""

    cells: Cells
    shaded: bool = True


Element: TypeAlias = "Cage | Path | Mark | Spot | Clue | Area"


def outline(cells: Cells, frame: Frame, paint: Paint, inset: float, name: str) -> Shape:
    """Draw the outline of cells, so far inside of them."""
    there = {*cells}
    next_: dict[Point, Point] = {}
    for row, column in there:
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if (row + down, column + right) in there:
                continue
            # Clockwise along this side, from the corner behind to the one ahead.
            ahead = (right, -down)
            ends: list[Point] = []
            for sign in (-1, 1):
                along = (sign * ahead[0], sign * ahead[1])
                beside = (row + along[0], column + along[1])
                outer = (beside[0] + down, beside[1] + right)
                far = CELL / 2 - inset
                if beside in there:
                    far = CELL / 2 + inset * (outer in there)
                out = CELL / 2 - inset
                ends.append(
                    (
                        (column + 0.5) * CELL + along[1] * far + right * out,
                        (row + 0.5) * CELL + along[0] * far + down * out,
                    )
                )
            next_[ends[0]] = ends[1]
    loops: list[Shape] = []
    while next_:
        start, point = next_.popitem()
        points = [start]
        while point != start:
            points.append(point)
            point = next_.pop(point)
        moved = [(x + frame.left, y + frame.top) for x, y in points]
        loops.append(line(moved, paint, closed=True, name=name))
    return "\n".join(loops)


def path_shapes(points: Sequence[Point], path: Path, scale: float = 1.0) -> list[Shape]:
    """Draw a path through points."""
    band, radius = path.band, 18.0 * scale
    shapes: list[Shape] = []
    if path.ends[0] == "pill":
        for colour, wide in ((GREY, 2.05 * radius), (PAPER, 2.05 * radius - 4 * scale)):
            two = [points[0], (points[-1][0] + 0.01, points[-1][1])]
            paint = Paint(None, colour, wide, round=True)
            shapes.append(line(two, paint, name="pill"))
        return shapes
    cut = [radius if end in {"ring", "disc"} else 0.0 for end in path.ends]
    if path.ends[0] == "edge":
        step = CELL * scale / 2 * 2**0.5
        cut = [-step, -step]
    if len(points) > 1:
        ends = (
            _moved(points[0], points[1], cut[0]),
            _moved(points[-1], points[-2], cut[1]),
        )
        inner = [ends[0], *points[1:-1], ends[1]]
        if band.pale:
            paint = Paint(None, band.pale, band.width * max(scale, 0.5), round=True)
            shapes.append(line(inner, paint, name="path"))
        if band.colour:
            dash = tuple(band.dash)
            paint = Paint(None, band.colour, 1.6, dash, round=not dash)
            shapes.append(line(inner, paint, name="path"))
        if path.ends[1] == "arrow":
            shapes.append(_head(inner[-2], inner[-1], 8.0 * max(scale, 0.7), GREY))
    for point, end in zip((points[0], points[-1]), path.ends, strict=True):
        shapes += [sign(point, end, scale)] if end in SIGNS else []
    return shapes


def _moved(start: Point, towards: Point, far: float) -> Point:
    x, y = towards[0] - start[0], towards[1] - start[1]
    share = far / (hypot(x, y) or 1.0)
    return start[0] + x * share, start[1] + y * share


def _head(before: Point, tip: Point, size: float, colour: str) -> Shape:
    """Draw the head of an arrow."""
    back = _moved(tip, before, size)
    x, y = (tip[0] - back[0]) * 0.6, (tip[1] - back[1]) * 0.6
    points = [(back[0] - y, back[1] + x), tip, (back[0] + y, back[1] - x)]
    return line(points, Paint(None, colour, 1.8, round=True), name="head")


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


def sign(point: Point, kind: str, scale: float = 1.0) -> Shape:
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


def mark_shapes(points: Sequence[Point], mark: Mark) -> Iterator[Shape]:
    """Draw a sign in the middle between points."""
    x = sum(at for at, _ in points) / len(points)
    y = sum(at for _, at in points) / len(points)
    label = mark.text
    match mark.kind:
        case "white" | "black":
            fill, ink = (WHITE, BLACK) if mark.kind == "white" else (BLACK, WHITE)
            radius = 8.0 if label else 5.5
            yield circle(x, y, radius, Paint(fill, INK, 1.4), name=f"{mark.kind}-dot")
            if label:
                yield text(x, y, label, 10.0, ink, bold=True, name="dot")
        case "letter":
            yield circle(x, y, 8.0, Paint(PAPER), name="letter-ground")
            yield text(x, y, label, 13.0, bold=True, name="letter")
        case "greater":
            yield circle(x, y, 7.0, Paint(PAPER), name="letter-ground")
            tip = _moved((x, y), points[1], 5.0)
            yield _head((x, y), tip, 8.0, INK).replace('"head"', '"greater"')
        case "quad":
            yield circle(x, y, 12.0, Paint(PAPER, INK, 1.3), name="quad")
            digits = label.split()
            half = len(digits) if len(digits) < 3 else (len(digits) + 1) // 2
            rows = [digits[:half], digits[half:]] if digits[half:] else [digits]
            for at, row in enumerate(rows):
                size = 11.5 if len(rows) == 1 else 9.5
                middle = y + (at - (len(rows) - 1) / 2) * size * 0.98
                yield text(
                    x, middle, " ".join(row), size, bold=True, name="quad-digits"
                )


def clue_shapes(point: Point, clue: Clue, scale: float = 1.0) -> Iterator[Shape]:
    """Draw a clue outside the grid."""
    x, y = point
    if clue.step != (0, 0):
        down, right = clue.step
        near, far = 3 * scale, 12 * scale
        start, tip = (
            (x + near * right, y + near * down),
            (x + far * right, y + far * down),
        )
        yield line([start, tip], Paint(None, INK, 1.5), name="clue-arrow")
        yield _head(start, tip, 5.0 * scale, INK)
        x, y = x - 4.5 * right * scale, y - 5 * down * scale
    frame = Paint(None, GREY, 1.3, (3.0, 2.0) if clue.kind == "dashed" else ())
    match clue.kind:
        case "square" | "dashed":
            wide, high = 11 * scale, 10 * scale
            box = (x - wide, y - high, 2 * wide, 2 * high)
            yield rect(*box, frame, name="clue-frame")
        case "round":
            yield circle(x, y, 12 * scale, frame, name="clue-frame")
        case "bread":
            wide, high = 9 * scale, 10 * scale
            both = [(x - wide, y + at, x + wide, y + at) for at in (-high, high)]
            yield segments(both, replace(frame, width=2.2), "clue-frame")
    size = min(
        17.0, (24.0 if len(clue.text) < 3 else 21.0) / text_width(clue.text, 1.0)
    )
    size *= scale
    yield text(x, y, clue.text, size, bold=True, name="clue-outside")


def sample_shapes(x: float, y: float, element: Element) -> list[Shape]:  # noqa: PLR0911  a table
    """Draw what a sentence is about, small, from a place on to the right."""
    middle = (x + SAMPLE / 2 - 4, y)
    paint, wide, high = Paint(None, GREY, 1.3), 11.0, 5.5
    match element:
        case Path():
            flat = (
                replace(element, ends=("", "")) if "edge" in element.ends else element
            )
            return path_shapes([(x + 6, y), (x + 24, y)], flat, 0.36)
        case Clue():
            return list(clue_shapes(middle, replace(element, text="n"), 0.65))
        case Spot():
            if element.kind in SIGNS:
                return [sign(middle, element.kind, 0.35)]
            return [text(*middle, element.text[:7], 8.5, GREY, name="sample")]
        case Mark() if element.kind == "quad":
            return [circle(*middle, 6.0, replace(paint, fill=PAPER), name="sample")]
        case Mark():
            ends = [(middle[0] - 10, y), (middle[0] + 10, y)]
            return list(mark_shapes(ends, element))
        case Cage():
            paint = Paint(None, INK, 1.2, element.dash)
        case Area():
            paint = replace(paint, fill=PALE_GREY if element.shaded else None)
    box = (middle[0] - wide, y - high, 2 * wide, 2 * high)
    return [rect(*box, paint, name="sample")]
