"""A board as a picture.

Colour never stands alone:

clue               bold, upright, black
digit found        light, slanted, blue
candidate          small, grey, each digit always at the same place of the cell
found candidate    the candidate that is right: bold, white in a blue disc
clash              a ring around the digit, on a tinted background
no candidate       a cross
difference         the cell cut by a diagonal: this digit above it, the other below

Rows and columns have their names beside the board where a text names cells.
"""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING

from satdoku.drawing.elements import (
    CELL,
    LABEL_ROOM,
    MARGIN,
    SAMPLE,
    Frame,
    Layer,
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
    Font,
    Paint,
    Scene,
    circle,
    fitted,
    group,
    line,
    rect,
    segments,
    svg_text,
    text_width,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.drawing.board import Board
    from satdoku.drawing.elements import Element, Layered
    from satdoku.drawing.vector import SvgElement

_CAPTION = ((20.0, 1), (16.0, 1), (13.0, 3))
"""Size of the font of a caption, and the most lines."""

_SIZE, _LINE = 11.5, 15.0
"""Size of the font, and height of a line, below a board of the usual width."""
_USUAL_WIDTH = 520.0

_DIGIT_SIZES = {1: 0.62, 2: 0.5, 3: 0.4}
"""The size of a digit as a share of the cell's side, by how many characters it has."""
_FONTS = {
    "clue": Font(1.0, bold=True),
    "found": Font(1.0, BLUE, italic=True),
    "half-clue": Font(0.74, bold=True),
    "half-found": Font(0.74, BLUE, italic=True),
    "other": Font(0.74, DARK_VERMILION),
    "candidate": Font(0.0, GREY),
    "found-candidate": Font(0.0, PAPER, bold=True),
}
"""How digits look; sizes are shares of that of a large one, 0 for candidates."""


def board_scene(
    board: Board,
    *,
    title: str = "",
    caption: str = "",
    labels: bool | None = None,
    legend: float = 1.0,
    marks: Callable[[Frame], Iterable[Layered]] | None = None,
) -> Scene:
    """Draw a board.

    Args:
        board: What is shown.
        title: What the picture is, for screen readers; the size if not given.
        caption: Written above the board, if not empty.
        labels: Whether rows and columns have their names beside the board; None for
            where a text names cells.
        legend: How large the sentences about constraints are; 0 for none.
        marks: What else is drawn, given the places of cells.

    Example:
        >>> from satdoku.drawing.board import Board
        >>> from satdoku.puzzle.geometry import Geometry
        >>> scene = board_scene(Board(Geometry(4, 4), (1,) + (0,) * 15))
        >>> scene.width, scene.height, scene.origin, scene.title
        (208.0, 208.0, (8.0, 8.0), 'Sudoku of 4x4 cells')
    """
    picture = Picture(board)
    if labels is None:
        texts_name = legend > 0 and picture.names_cells
        labels = bool(board.faults or board.marked_rules) or texts_name
    frame = Frame(board.geometry, labels, 0.0, picture.room, picture.inset)
    width = frame.left + frame.wide + frame.room[2] + MARGIN
    size, rows = fitted(caption, width - 2 * MARGIN, *_CAPTION)
    frame = replace(frame, head=(len(rows) * 1.25 * size + MARGIN if rows else 0.0))
    shapes = [
        *_captioned(rows, size),
        *_backgrounds(board, frame),
        *_lines(frame),
        *_labels(frame),
        *picture.shapes(frame),
        *_contents(board, frame),
        *(marks(frame) if marks else ()),
    ]
    shapes.sort(key=itemgetter(0))
    scene = Scene(
        width,
        frame.top + frame.high + frame.room[3] + MARGIN,
        tuple(shape for _, shape in shapes),
        title
        or caption
        or f"Sudoku of {frame.geometry.rows}x{frame.geometry.columns} cells",
        board.describe(),
        origin=(frame.left, frame.top),
    )
    return with_sentences(scene, picture.legend(), legend) if legend else scene


def with_sentences(
    scene: Scene,
    entries: Sequence[tuple[str, Element | None]],
    size: float = 1.0,
    most: int = 12,
    name: str = "rule",
) -> Scene:
    """Return a scene with sentences below the board, each behind a sample.

    Args:
        scene: The scene; where it is wide, the sentences are large, too.
        entries: The sentences, and the elements that are samples.
        size: How large they are.
        most: How many lines one may have; what is longer is cut.
        name: What the sentences are.
    """
    if not entries:
        return scene
    scale = size * max(1.0, scene.width / _USUAL_WIDTH)
    left, y = MARGIN / scale, 0.0
    indent = SAMPLE * any(element is not None for _, element in entries)
    room = (scene.width - 2 * MARGIN) / scale - indent
    shapes: list[SvgElement] = []
    for sentence, element in entries:
        _, rows = fitted(sentence, room, (_SIZE, most))
        if element is not None:
            shapes.append(group(element.sample(left, y + _LINE / 2), name="example"))
        items = [
            (left + indent, y + (at + 0.5) * _LINE, row) for at, row in enumerate(rows)
        ]
        shapes.append(texts(items, Font(_SIZE, anchor="start"), name))
        y += len(rows) * _LINE + 3.0
    move = f"translate(0 {scene.height:.2f})"
    move += f" scale({scale:.3f})" if scale > 1 else ""
    return replace(
        scene,
        height=scene.height + y * scale + MARGIN / 2,
        shapes=(*scene.shapes, group(shapes, transform=move)),
    )


def board_svg(board: Board, caption: str = "") -> str:
    """Draw a board as the text of an SVG file."""
    return svg_text(board_scene(board, caption=caption))


def _captioned(rows: Sequence[str], size: float) -> Iterator[Layered]:
    if rows:
        items = [
            (MARGIN, MARGIN + (at + 0.5) * 1.25 * size, row)
            for at, row in enumerate(rows)
        ]
        yield Layer.TEXT, texts(items, Font(size, anchor="start"), "caption")


def _backgrounds(board: Board, frame: Frame) -> Iterator[Layered]:
    for cell in board.faults:
        colour, name = LIGHT_VERMILION, "clash-ground"
        if board.second(cell):
            colour, name = LIGHT_YELLOW, "differs-ground"
        box = (*frame.corner(cell), CELL, CELL)
        yield Layer.TINT, rect(*box, Paint(fill=colour), name=name)


def _lines(frame: Frame) -> Iterator[Layered]:
    geometry = frame.geometry
    left, top, wide, high = frame.left, frame.top, frame.wide, frame.high
    thin: list[tuple[float, float, float, float]] = []
    thick: list[tuple[float, float, float, float]] = []
    for row in range(1, geometry.rows):
        y = top + row * CELL
        is_border = geometry.box is not None and row % geometry.box_height == 0
        (thick if is_border else thin).append((left, y, left + wide, y))
    for column in range(1, geometry.columns):
        x = left + column * CELL
        is_border = geometry.box is not None and column % geometry.box_width == 0
        (thick if is_border else thin).append((x, top, x, top + high))
    if thin:
        yield Layer.GRID, segments(thin, Paint(stroke=LINE), "cell-lines")
    if thick:
        yield Layer.GRID, segments(thick, Paint(stroke=INK, width=2.2), "box-lines")
    outline = Paint(stroke=INK, width=3.4)
    yield Layer.GRID, rect(left, top, wide, high, outline, name="frame")


def _labels(frame: Frame) -> Iterator[Layered]:
    if frame.labels:
        x = (MARGIN + LABEL_ROOM) / 2
        y = frame.top - frame.room[1] - LABEL_ROOM / 2 - MARGIN / 4
        rows, columns = frame.geometry.rows, frame.geometry.columns
        items = [(x, frame.point((row, 0))[1], f"r{row + 1}") for row in range(rows)]
        items += [
            (frame.point((0, column))[0], y, f"c{column + 1}")
            for column in range(columns)
        ]
        yield Layer.TEXT, texts(items, Font(10.5, GREY), "label")


def _contents(board: Board, frame: Frame) -> Iterator[Layered]:
    """Draw crosses, rings and discs, and above them all texts, by how they look."""
    texts_of = board.geometry.digit_texts
    size, small = _sizes(frame, texts_of)
    written: dict[str, list[tuple[float, float, str]]] = {name: [] for name in _FONTS}
    for name, x, y, digit in _digits(board, frame):
        written[name].append((x, y, texts_of[digit]))
        if name == "found-candidate":
            disc = circle(x, y, small * 0.56, Paint(fill=BLUE), name="found-disc")
            yield Layer.DIGIT, disc
    for cell in board.faults:
        if not board.candidates(cell):
            yield Layer.DIGIT, _mark(board, cell, *frame.centre(cell))
    for name, items in written.items():
        if items:
            font = _FONTS[name]
            font = font._replace(size=font.size * size or small)
            yield Layer.DIGIT, texts(items, font, name.removeprefix("half-"))


def _digits(board: Board, frame: Frame) -> Iterator[tuple[str, float, float, int]]:
    """Yield how each digit looks, where it stands, and which it is."""
    far = CELL * 0.22
    for cell in range(board.geometry.cells):
        value = board.value(cell)
        candidates = board.candidates(cell)
        for digit in candidates:
            name = "found-candidate" if digit == value else "candidate"
            yield name, *frame.candidate(cell, digit), digit
        if candidates or not value:
            continue
        kind = "clue" if board.is_clue(cell) else "found"
        x, y = frame.centre(cell)
        if second := board.second(cell):
            yield f"half-{kind}", x - far, y - far + 1, value
            yield "other", x + far, y + far - 1, second
        else:
            yield kind, x, y, value


def _mark(board: Board, cell: int, x: float, y: float) -> SvgElement:
    """Draw the cross, the diagonal or the ring that a cell without candidates has."""
    paint, arm, half = Paint(stroke=VERMILION, width=2.4), CELL * 0.22, CELL / 2 - 4
    if board.is_dead(cell):
        down = (x - arm, y - arm, x + arm, y + arm)
        return segments((down, (x - arm, y + arm, x + arm, y - arm)), paint, "dead")
    if board.second(cell):
        cut = ((x - half, y + half), (x + half, y - half))
        return line(cut, replace(paint, width=1.4), name="differs")
    return circle(x, y, CELL * 0.4, paint, name="clash")


def _sizes(frame: Frame, texts_of: Sequence[str]) -> tuple[float, float]:
    """Return the sizes of digits and candidates, as large as all of them fit."""
    longest = max(map(len, texts_of))
    across, down = frame.candidate_room
    widest = max(text_width(text, 1.0) for text in texts_of)
    return (
        CELL * _DIGIT_SIZES.get(longest, 1.2 / longest),
        min(down * 0.95, across / widest * 0.98, CELL * 0.3),
    )
