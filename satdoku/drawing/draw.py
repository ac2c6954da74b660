"""A board drawn as a scene.

Nothing is told by colour alone:

    clue               bold, upright, black
    digit found        light, slanted, blue
    candidate          small, grey, each digit always at the same place of the cell
    found candidate    the candidate that is right: bold, white in a blue disc
    clash              a ring around the digit, on a tinted ground
    no digit left      a cross
    difference         the cell cut by a diagonal: this digit above it, the other below

A `Frame` says where cells and candidates are: whoever draws on top of a board (arrows
from candidate to candidate, tinted cells) uses it.  Sizes of texts are bounded by how
wide characters are in the widest of the usual fonts, as the viewer's font is not known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from satdoku.drawing.board import Board, digit_texts
from satdoku.drawing.palette import (
    BLUE,
    DARK_VERMILION,
    GREY,
    INK,
    LIGHT_VERMILION,
    LIGHT_YELLOW,
    LINE,
    PAPER,
    VERMILION,
)
from satdoku.drawing.scene import (
    Circle,
    Paint,
    Polyline,
    Rect,
    Scene,
    Segments,
    Shape,
    Text,
    Texts,
)
from satdoku.drawing.svg import plain, svg_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.drawing.scene import Point, Shape
    from satdoku.geometry import Geometry


__all__ = [
    "CAPTION_ROOM",
    "CELL",
    "LABEL_ROOM",
    "MARGIN",
    "Frame",
    "board_scene",
    "board_shapes",
    "caption_text",
    "frame_of",
    "notebook_svg",
    "text_width",
    "wrapped",
]

CELL = 48.0
"""The side of a cell, in units of the scene."""

MARGIN = 8.0

LABEL_ROOM = 20.0
"""The room for the numbers of rows and columns, beside and above a board."""

_INSET = 3.0
"""Between the border of a cell and its candidates."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The places of a board whose left upper corner is at (left, top).

    Example:
        >>> from satdoku.geometry import Geometry
        >>> frame = Frame(Geometry(9, 9))
        >>> frame.centre(0), frame.candidate(0, 5) == frame.centre(0), frame.side
        ((32.0, 32.0), True, 432.0)
    """

    geometry: Geometry
    left: float = MARGIN
    top: float = MARGIN

    @property
    def side(self) -> float:
        """The side of the whole grid."""
        return self.geometry.size * CELL

    def corner(self, cell: int) -> Point:
        """Return the left upper corner of a cell."""
        row, column = divmod(cell, self.geometry.size)
        return self.left + column * CELL, self.top + row * CELL

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell."""
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2

    def candidate(self, cell: int, digit: int) -> Point:
        """Return the middle of a candidate's place, which is as a cell's in its box."""
        across, down = self.candidate_room
        row, column = divmod(digit - 1, self.geometry.box_width)
        x, y = self.corner(cell)
        return x + _INSET + (column + 0.5) * across, y + _INSET + (row + 0.5) * down

    @property
    def candidate_room(self) -> tuple[float, float]:
        """How wide and how high the place of a candidate is."""
        room = CELL - 2 * _INSET
        return room / self.geometry.box_width, room / self.geometry.box_height


CAPTION_ROOM = 34.0
"""The height that a caption takes above the board."""

_CAPTION_SIZES = (20.0, 9.0)

_WIDEST = {1: 0.62, 2: 0.5, 3: 0.4}
"""The size of a digit as a share of the cell's side, by how many characters it has."""


class Lettering:
    """The texts of a board by how they are written, drawn above all marks.

    Args:
        frame: Where cells are.
        texts: How each digit is written, from 0 on.
    """

    def __init__(self, frame: Frame, texts: Sequence[str]) -> None:
        self._size = _digit_size(texts)
        self._small = _candidate_size(frame, texts)
        self.whole: dict[bool, list[tuple[float, float, str]]] = {True: [], False: []}
        """Digits alone in their cells: the clues, and the others."""
        self.halves: dict[bool, list[tuple[float, float, str]]] = {True: [], False: []}
        """Digits that share their cells with another's."""
        self.other: list[tuple[float, float, str]] = []
        self.candidates: list[tuple[float, float, str]] = []
        self._right: list[tuple[float, float, str]] = []

    def disc(self, at: tuple[float, float, str]) -> Circle:
        """Write the candidate that is right; return the disc below it."""
        self._right.append(at)
        x, y, _ = at
        return Circle(x, y, self._small * 0.56, Paint(fill=BLUE), name="found-disc")

    def shapes(self) -> Iterator[Shape]:
        """Yield the texts of each kind, where there are any."""
        small = self._small
        for texts, size in ((self.whole, self._size), (self.halves, self._size * 0.74)):
            yield from _texts(texts[True], size, bold=True, name="clue")
            yield from _texts(texts[False], size, BLUE, italic=True, name="found")
        yield from _texts(self.other, self._size * 0.74, DARK_VERMILION, name="other")
        yield from _texts(self.candidates, small, GREY, name="candidate")
        yield from _texts(self._right, small, PAPER, bold=True, name="found-candidate")


def _texts(
    texts: list[tuple[float, float, str]],
    size: float,
    colour: str = INK,
    *,
    bold: bool = False,
    italic: bool = False,
    name: str,
) -> Iterator[Texts]:
    if texts:
        yield Texts(tuple(texts), size, colour, bold=bold, italic=italic, name=name)


_BETWEEN_LINKS = re.compile(r"(?<=[=-])(?=\()")


def caption_text(
    text: str, width: float, at: Point = (MARGIN, MARGIN), scale: float = 1.0
) -> Text:
    """Write a caption as large as there is room for, cut if even that is too long.

    Args:
        text: The caption.
        width: The room, with a margin at both sides.
        at: The left upper corner of where it stands.
        scale: How much larger than usual it may be.
    """
    text = plain(text).strip()
    largest, smallest = _CAPTION_SIZES
    room = width - 2 * MARGIN
    ems = sum(map(_em, text)) or 1.0
    if ems * smallest > room:
        while text and ems * smallest > room - smallest:
            ems -= _em(text[-1])
            text = text[:-1]
        text = f"{text.rstrip()}…"
        ems += 1.0
    size = min(largest * scale, room / ems)
    return Text(
        at[0],
        at[1] + CAPTION_ROOM / 2 - 3,
        text,
        size,
        anchor="start",
        name="caption",
    )


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Break a text into lines that are no wider than there is room.

    Args:
        text: The text; a chain may be broken behind each link, and what is wider than
            a line by itself has one of its own.
        size: Of the font.
        room: The width.

    Example:
        >>> wrapped("seven words that fill no more than three lines", 10, 110)
        ['seven words that', 'fill no more than', 'three lines']
    """
    lines: list[str] = []
    left = 0.0
    for word in plain(text).split():
        for at, piece in enumerate(_BETWEEN_LINKS.split(word)):
            gap = 0.0 if at else 0.4 * size
            wide = sum(map(_em, piece)) * size
            if lines and wide + gap <= left:
                lines[-1] += piece if at else f" {piece}"
                left -= wide + gap
            else:
                lines.append(piece)
                left = room - wide
    return lines


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is, in the widest of the usual fonts.

    Example:
        >>> text_width("pivot", 10)
        29.0
    """
    return sum(map(_em, plain(text))) * size


def _em(mark: str) -> float:
    """Return about how wide a character is, in sizes of its font."""
    if east_asian_width(mark) in "WF":
        return 1.0
    if mark in "MW@%mw—…":
        return 0.98
    return 0.76 if mark.isupper() or mark in "&<=>" else 0.58


def _digit_size(texts: Sequence[str]) -> float:
    longest = len(texts[-1])
    return CELL * _WIDEST.get(longest, 1.2 / longest)


def _candidate_size(frame: Frame, texts: Sequence[str]) -> float:
    """Return the largest size in which every candidate stays in its place."""
    across, down = frame.candidate_room
    widest = max(sum(map(_em, text)) for text in texts)
    return min(down * 0.95, across / widest * 0.98, CELL * 0.3)


def notebook_svg(
    geometry: Geometry,
    clues: tuple[int, ...],
    *,
    found: tuple[int, ...] = (),
    other: tuple[int, ...] = (),
    masks: Sequence[int] | None = None,
    caption: str = "",
) -> str:
    """Draw a board as SVG; the arguments are those of `Board.of`.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> notebook_svg(Geometry(4, 4), (1,) + (0,) * 15)[:38]
        '<svg xmlns="http://www.w3.org/2000/svg'
    """
    board = Board.of(geometry, clues, found=found, other=other, masks=masks)
    return svg_text(board_scene(board, caption=caption))


def board_scene(
    board: Board,
    *,
    title: str = "",
    caption: str = "",
    labels: bool = False,
    under: Sequence[Shape] = (),
    over: Sequence[Shape] = (),
) -> Scene:
    """Draw a board.

    Args:
        board: What is shown.
        title: What the picture is, for screen readers; the size if not given.
        caption: Written above the board, if not empty.
        labels: Whether rows and columns have numbers.
        under: Shapes below lines and digits (`Frame` tells where cells are).
        over: Shapes above them.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> from satdoku.drawing.board import Board
        >>> scene = board_scene(Board(Geometry(4, 4), (1,) + (0,) * 15))
        >>> scene.width, scene.height, scene.title
        (208.0, 208.0, 'Sudoku of 4x4 cells')
    """
    geometry = board.geometry
    room = CAPTION_ROOM if caption else 0.0
    frame = frame_of(geometry, caption=bool(caption), labels=labels)
    width = frame.left + frame.side + MARGIN
    shapes = board_shapes(board, frame, labels=labels, under=under, over=over)
    if caption:
        shapes.insert(0, caption_text(caption, width))
    n = geometry.size
    return Scene(
        width,
        width + room,
        tuple(shapes),
        title or caption or f"Sudoku of {n}x{n} cells",
        _described(board),
    )


def frame_of(geometry: Geometry, *, caption: bool, labels: bool) -> Frame:
    """Return where a board stands in its own scene."""
    start = MARGIN + (LABEL_ROOM if labels else 0.0)
    return Frame(geometry, start, start + (CAPTION_ROOM if caption else 0.0))


def board_shapes(
    board: Board,
    frame: Frame,
    *,
    labels: bool = False,
    under: Sequence[Shape] = (),
    over: Sequence[Shape] = (),
) -> list[Shape]:
    """Return the shapes of a board, wherever it stands."""
    shapes = [*_grounds(board, frame), *under, *_lines(frame)]
    shapes += [*_contents(board, frame), *over]
    if labels:
        shapes.append(_labels(frame))
    return shapes


def _labels(frame: Frame) -> Texts:
    """Return the numbers of rows, at the left, and of columns, above."""
    numbers = range(frame.geometry.size)
    x, y = frame.left - LABEL_ROOM / 2, frame.top - LABEL_ROOM / 2
    texts = [(x, frame.top + (n + 0.5) * CELL, str(n + 1)) for n in numbers]
    texts += [(frame.left + (n + 0.5) * CELL, y, str(n + 1)) for n in numbers]
    return Texts(tuple(texts), LABEL_ROOM * 0.65, GREY, name="label")


def _grounds(board: Board, frame: Frame) -> Iterator[Shape]:
    for cell in range(board.geometry.cells):
        if board.second(cell):
            colour, name = LIGHT_YELLOW, "differs-ground"
        elif cell in board.clashes or board.is_dead(cell):
            colour, name = LIGHT_VERMILION, "clash-ground"
        else:
            continue
        x, y = frame.corner(cell)
        yield Rect(x, y, CELL, CELL, Paint(fill=colour), name=name)


def _lines(frame: Frame) -> Iterator[Shape]:
    geometry = frame.geometry
    n = geometry.size
    left, top, side = frame.left, frame.top, frame.side
    inner = range(1, n)
    rows = {True: [r for r in inner if r % geometry.box_height == 0]}
    rows[False] = [r for r in inner if r % geometry.box_height]
    columns = {True: [c for c in inner if c % geometry.box_width == 0]}
    columns[False] = [c for c in inner if c % geometry.box_width]
    for thick, colour, width, name in (
        (False, LINE, 1.0, "cell-lines"),
        (True, INK, 2.2, "box-lines"),
    ):
        drawn = [
            (left, top + r * CELL, left + side, top + r * CELL) for r in rows[thick]
        ]
        drawn += [
            (left + c * CELL, top, left + c * CELL, top + side) for c in columns[thick]
        ]
        if drawn:
            paint = Paint(stroke=colour, width=width)
            yield Segments(tuple(drawn), paint, name)
    yield Rect(left, top, side, side, Paint(stroke=INK, width=3.4), name="frame")


def _contents(board: Board, frame: Frame) -> Iterator[Shape]:
    texts = digit_texts(board.geometry)
    written = Lettering(frame, texts)
    for cell in range(board.geometry.cells):
        x, y = frame.centre(cell)
        value, second = board.value(cell), board.second(cell)
        pencilled = board.pencilled(cell)
        if pencilled:
            for digit in pencilled:
                at = (*frame.candidate(cell, digit), texts[digit])
                if digit == value:
                    yield written.disc(at)
                else:
                    written.candidates.append(at)
        elif board.is_dead(cell):
            yield _cross(x, y, CELL * 0.22)
        elif second:
            far = CELL * 0.22
            yield _cut(frame, cell)
            mine = (x - far, y - far + 1, texts[value])
            written.halves[board.is_clue(cell)].append(mine)
            written.other.append((x + far, y + far - 1, texts[second]))
        elif value:
            if cell in board.clashes:
                paint = Paint(stroke=VERMILION, width=2.4)
                yield Circle(x, y, CELL * 0.4, paint, name="clash")
            written.whole[board.is_clue(cell)].append((x, y, texts[value]))
    yield from written.shapes()


def _cut(frame: Frame, cell: int) -> Polyline:
    x, y = frame.corner(cell)
    cut = ((x + 4, y + CELL - 4), (x + CELL - 4, y + 4))
    return Polyline(cut, Paint(stroke=VERMILION, width=1.4), name="differs")


def _cross(x: float, y: float, arm: float) -> Segments:
    lines = (
        (x - arm, y - arm, x + arm, y + arm),
        (x - arm, y + arm, x + arm, y - arm),
    )
    return Segments(lines, Paint(stroke=VERMILION, width=2.4), "dead")


def _described(board: Board) -> str:
    """Tell what can be seen, row by row where that can be listened to."""
    geometry = board.geometry
    cells = range(geometry.cells)
    given = sum(map(board.is_clue, cells))
    found = sum(1 for cell in cells if board.value(cell)) - given
    told = [f"{given} clue{'' if given == 1 else 's'}"]
    if found:
        told.append(f"{found} digit{'' if found == 1 else 's'} found")
    if board.candidates:
        told.append("candidates")
    if board.clashes:
        told.append(f"{_listed(geometry, sorted(board.clashes))} clash")
    dead = [cell for cell in cells if board.is_dead(cell)]
    if dead:
        told.append(f"no digit left for {_listed(geometry, dead)}")
    differ = [cell for cell in cells if board.second(cell)]
    if differ:
        told.append(f"two digits in {_listed(geometry, differ)}")
    summary = ", ".join(told) + "."
    if geometry.size > 16:
        return summary
    texts = digit_texts(geometry)
    rows = (
        f"Row {number}: {' '.join(texts[board.value(cell)] for cell in row)}."
        for number, row in enumerate(geometry.row_units, 1)
    )
    return " ".join([summary, *rows])


def _listed(geometry: Geometry, cells: Sequence[int], most: int = 20) -> str:
    names = [geometry.cell_name(cell) for cell in cells[:most]]
    more = len(cells) - most
    return ", ".join(names) + (f" and {more} more" if more > 0 else "")
