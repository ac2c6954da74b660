"""A board as a picture.

Colour never stands alone:

clue               bold, upright, black
digit found        light, slanted, blue
candidate          small, grey, each digit always at the same place of the cell
found candidate    the candidate that is right: bold, white in a blue disc
clash              a ring around the digit, on a tinted background
no candidate       a cross
difference         the cell cut by a diagonal: this digit above it, the other below
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.drawing.elements import (
    CAPTION_ROOM,
    CELL,
    INSET,
    LABEL_ROOM,
    MARGIN,
    Frame,
)
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
from satdoku.drawing.variants import Picture
from satdoku.drawing.vector import (
    Paint,
    Scene,
    circle,
    line,
    plain,
    rect,
    segments,
    svg_text,
    text,
    text_width,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.drawing.board import Board
    from satdoku.drawing.vector import Shape


_CAPTION_SIZES = (20.0, 9.0)

_INSET_IN_CAGES = 9.0
"""The same where sums of cages stand in corners."""

_DIGIT_SIZES = {1: 0.62, 2: 0.5, 3: 0.4}
"""The size of a digit as a share of the cell's side, by how many characters it has."""
_HALF = 0.74
"""The size of a digit that shares its cell, as a share of that of one that does not."""


def frame_of(
    board: Board, *, labels: bool = False, caption: bool = False
) -> tuple[Frame, Picture | None]:
    """Return the places of a board in its picture, and the picture of its constraints.

    Args:
        board: What is shown.
        labels: Whether rows and columns have their names beside the board.
        caption: Whether there is one.
    """
    if not board.constraints:
        return Frame(board.geometry, labels, caption), None
    rules = Picture(board)
    inset = _INSET_IN_CAGES if rules.has_cages else INSET
    return Frame(board.geometry, labels, caption, rules.room, inset), rules


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
        labels: Whether rows and columns have their names beside the board.
        under: Shapes below lines and digits; `Frame` gives their places.
        over: Shapes above them.

    Example:
        >>> from satdoku.drawing.board import Board
        >>> from satdoku.puzzle.geometry import Geometry
        >>> scene = board_scene(Board(Geometry(4, 4), (1,) + (0,) * 15))
        >>> scene.width, scene.height, scene.title
        (208.0, 208.0, 'Sudoku of 4x4 cells')
    """
    shape = f"{board.geometry.rows}x{board.geometry.columns}"
    frame, rules = frame_of(board, labels=labels, caption=bool(caption))
    width = frame.left + frame.wide + frame.room[2] + MARGIN
    height = frame.top + frame.high + frame.room[3] + MARGIN
    shapes = [_caption(caption, width)] if caption else []
    shapes += _backgrounds(board, frame)
    shapes += [*rules.under(frame)] if rules else []
    shapes += [*under, *_lines(frame), *_labels(frame)]
    shapes += [*rules.above(frame)] if rules else []
    shapes += _contents(board, frame)
    if rules:
        key, deep = rules.key(MARGIN, height, width - 2 * MARGIN)
        shapes += [*rules.over(frame), *key]
        height += deep + MARGIN / 2 if deep else 0.0
    shapes += over
    return Scene(
        width,
        height,
        tuple(shapes),
        title or caption or f"Sudoku of {shape} cells",
        board.describe(),
    )


def board_svg(board: Board, caption: str = "") -> str:
    """Draw a board as the text of an SVG file."""
    return svg_text(board_scene(board, caption=caption))


def _backgrounds(board: Board, frame: Frame) -> Iterator[Shape]:
    for cell in range(board.geometry.cells):
        if board.second(cell):
            colour, name = LIGHT_YELLOW, "differs-ground"
        elif cell in board.clashes or board.is_dead(cell):
            colour, name = LIGHT_VERMILION, "clash-ground"
        else:
            continue
        yield rect(*frame.corner(cell), CELL, CELL, Paint(fill=colour), name=name)


def _lines(frame: Frame) -> Iterator[Shape]:
    geometry = frame.geometry
    left, top, wide, high = frame.left, frame.top, frame.wide, frame.high
    has_boxes = geometry.box is not None
    sides = (
        (geometry.rows, geometry.box_height),
        (geometry.columns, geometry.box_width),
    )
    for name, paint in (
        ("cell-lines", Paint(stroke=LINE)),
        ("box-lines", Paint(stroke=INK, width=2.2)),
    ):
        thick = name == "box-lines"
        down, across = (
            [
                at * CELL
                for at in range(1, many)
                if (has_boxes and at % of_box == 0) is thick
            ]
            for many, of_box in sides
        )
        lines = [(left, top + y, left + wide, top + y) for y in down]
        lines += [(left + x, top, left + x, top + high) for x in across]
        if lines:
            yield segments(lines, paint, name)
    outline = Paint(stroke=INK, width=3.4)
    yield rect(left, top, wide, high, outline, name="frame")


def _labels(frame: Frame) -> Iterator[Shape]:
    if frame.labels:
        x = (MARGIN + LABEL_ROOM) / 2
        y = frame.top - frame.room[1] - LABEL_ROOM / 2 - MARGIN / 4
        rows, columns = frame.geometry.rows, frame.geometry.columns
        items: list[tuple[float, float, str]] = []
        for number in range(max(rows, columns)):
            middle = number * CELL + CELL / 2
            if number < rows:
                items.append((x, frame.top + middle, f"r{number + 1}"))
            if number < columns:
                items.append((frame.left + middle, y, f"c{number + 1}"))
        yield texts(items, 10.5, GREY, name="label")


def _contents(board: Board, frame: Frame) -> Iterator[Shape]:
    """Draw crosses, rings and discs, and above them all texts, by how they look."""
    written: dict[str, list[tuple[float, float, str]]] = {}
    texts_of = board.geometry.digit_texts
    size, small = _sizes(frame, texts_of)

    def write(name: str, x: float, y: float, digit: int) -> None:
        written.setdefault(name, []).append((x, y, texts_of[digit]))

    far = CELL * 0.22
    for cell in range(board.geometry.cells):
        value, second = board.value(cell), board.second(cell)
        kind = "clue" if board.is_clue(cell) else "found"
        candidates = board.candidates(cell)
        for digit in candidates:
            x, y = frame.candidate(cell, digit)
            if digit == value:
                yield circle(x, y, small * 0.56, Paint(fill=BLUE), name="found-disc")
            write("found-" * (digit == value) + "candidate", x, y, digit)
        if candidates:
            continue
        x, y = frame.centre(cell)
        yield from _mark(board, cell, x, y)
        if second:
            write(f"half-{kind}", x - far, y - far + 1, value)
            write("other", x + far, y + far - 1, second)
        elif value:
            write(kind, x, y, value)
    for name, height, colour, bold, italic in (
        ("clue", size, INK, True, False),
        ("found", size, BLUE, False, True),
        ("half-clue", size * _HALF, INK, True, False),
        ("half-found", size * _HALF, BLUE, False, True),
        ("other", size * _HALF, DARK_VERMILION, False, False),
        ("candidate", small, GREY, False, False),
        ("found-candidate", small, PAPER, True, False),
    ):
        if name in written:
            items, kind = written[name], name.removeprefix("half-")
            yield texts(items, height, colour, bold=bold, italic=italic, name=kind)


def _mark(board: Board, cell: int, x: float, y: float) -> Iterator[Shape]:
    """Draw the cross, the diagonal or the ring that a cell without candidates has."""
    if board.is_dead(cell):
        arm = CELL * 0.22
        down = (x - arm, y - arm, x + arm, y + arm)
        up = (x - arm, y + arm, x + arm, y - arm)
        yield segments((down, up), Paint(stroke=VERMILION, width=2.4), "dead")
    elif board.second(cell):
        half = CELL / 2 - 4
        cut = ((x - half, y + half), (x + half, y - half))
        yield line(cut, Paint(stroke=VERMILION, width=1.4), name="differs")
    elif cell in board.clashes:
        ring = Paint(stroke=VERMILION, width=2.4)
        yield circle(x, y, CELL * 0.4, ring, name="clash")


def _sizes(frame: Frame, texts_of: Sequence[str]) -> tuple[float, float]:
    """Return the sizes of digits and candidates, as large as all of them fit."""
    longest = max(map(len, texts_of))
    across, down = frame.candidate_room
    widest = max(text_width(each, 1.0) for each in texts_of)
    return (
        CELL * _DIGIT_SIZES.get(longest, 1.2 / longest),
        min(down * 0.95, across / widest * 0.98, CELL * 0.3),
    )


def _caption(content: str, width: float) -> Shape:
    """Write a caption as large as there is room for, cut if even that is too long."""
    largest, smallest = _CAPTION_SIZES
    room = width - 2 * MARGIN
    content = plain(content).strip()
    if text_width(content, smallest) > room:
        while content and text_width(f"{content}…", smallest) > room:
            content = content[:-1]
        content = f"{content.rstrip()}…"
    size = min(largest, room / (text_width(content, 1.0) or 1.0))
    y = MARGIN + CAPTION_ROOM / 2 - 3
    return text(MARGIN, y, content, size, anchor="start", name="caption")
