"""A board drawn as a scene.

Nothing is told by colour alone:

    clue               bold, upright, black
    digit found        light, slanted, blue
    candidate          small, grey, each digit always at the same place of the cell
    found candidate    the candidate that is right: bold, white in a blue disc
    clash              a ring around the digit, on a tinted ground
    no digit left      a cross
    difference         the cell cut by a diagonal: this digit above it, the other below
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.pictures.board import digit_texts
from satdoku.pictures.frame import CELL, LABEL_ROOM, MARGIN, Frame
from satdoku.pictures.lettering import CAPTION_ROOM, Lettering, caption_text
from satdoku.pictures.palette import (
    GREY,
    INK,
    LIGHT_VERMILION,
    LIGHT_YELLOW,
    LINE,
    VERMILION,
)
from satdoku.pictures.scene import (
    Circle,
    Paint,
    Polyline,
    Rect,
    Scene,
    Segments,
    Shape,
    Texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.geometry import Geometry
    from satdoku.pictures.board import Board

__all__ = ["board_scene", "board_shapes", "frame_of"]


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
        >>> from satdoku.pictures.board import Board
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
