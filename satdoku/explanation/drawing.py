"""A step drawn: the board before it, and on it what the step rests on and does.

As in every picture, nothing is told by colour alone:

    placed     a white digit in a blue disc
    removed    struck through, on vermilion
    fin        in a square, orange
    on, off    of a chain: a white digit in a green disc; a disc with a broken ring
    used       of the pattern: in a green ring
    set        its cells tinted, with a border of its own kind (whole, broken, dotted);
               a line below the board tells which is what
    unit       a grey band; cover sets of a fish a frame of broken lines
    link       a curve with an arrow: strong whole, weak broken
    gone       a candidate that was removed before: small, struck through
    clash      a ring around the digit, or around the cell that a trial leaves empty
    number     small, beside a candidate: the order in which a trial goes on
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from satdoku.drawing import vector
from satdoku.drawing.board import Board, digit_texts
from satdoku.drawing.palette import (
    BLUE,
    DARK_GREEN,
    DARK_ORANGE,
    DARK_PURPLE,
    DARK_VERMILION,
    GREEN,
    GREY,
    INK,
    LIGHT_BLUE,
    LIGHT_GREEN,
    LIGHT_PURPLE,
    LIGHT_VERMILION,
    LIGHT_YELLOW,
    PALE_GREY,
    PAPER,
    PURPLE,
    VERMILION,
)
from satdoku.drawing.scene import CELL, MARGIN, Frame, board_scene
from satdoku.drawing.vector import Paint, svg_text, text_width, wrapped
from satdoku.explanation.links import link_curve
from satdoku.explanation.marks import Kind, marks_of
from satdoku.explanation.summary import letters_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.drawing.vector import Scene, Shape
    from satdoku.explanation.explanation import Entry
    from satdoku.explanation.marks import Candidate, Marks
    from satdoku.puzzle import Puzzle

__all__ = ["SETS", "step_scene", "step_svg"]

SETS = (
    (LIGHT_BLUE, BLUE, ()),
    (LIGHT_YELLOW, DARK_ORANGE, (5.0, 2.5)),
    (LIGHT_PURPLE, DARK_PURPLE, (1.6, 2.0)),
    (LIGHT_VERMILION, DARK_VERMILION, (7.0, 2.0, 1.6, 2.0)),
)
"""Ground, line and dashes of the first sets of a step; then they come again."""

_SIZE, _LINE = 11.0, 14.0
"""Of the font, and the height of a line, below the board."""

_SENTENCES_ARE_NARROW = 1.08
"""How much more of a sentence a line holds than if its letters were as wide as they are
taken to be: in the widest of the usual fonts it is that much narrower."""

_MOST_BOLD = 16
"""With more links than these, as nets have, all are drawn thin."""


def step_svg(
    position: Puzzle,
    step: Entry | None,
    *,
    puzzle: Puzzle | None = None,
    title: str = "",
    labels: bool = True,
    size: float | None = None,
) -> str:
    """Draw a step as SVG, a string that needs nothing else.

    Args:
        position: Values and candidates before the step.
        step: The step; None for the position alone.
        puzzle: Tells which digits are clues; None if all are.
        title: Written above the board.
        labels: Whether rows and columns have their names beside the board.
        size: How wide the picture is shown, in pixels; None for 48 a cell.

    Raises:
        LimitError: There are more candidates than can be drawn.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> told = explain("1... ..2. ..3. 4...")
        >>> position, step = next(told.positions())
        >>> picture = step_svg(position, step)
        >>> "Naked Single: r1c3=4" in picture, picture.count('class="mark-placed"')
        (True, 1)
    """
    scene = step_scene(
        position, step, puzzle=puzzle, caption=title, labels=labels, foot=True
    )
    return svg_text(scene, width=size)


def step_scene(
    position: Puzzle,
    step: Entry | None,
    *,
    puzzle: Puzzle | None = None,
    caption: str = "",
    labels: bool = True,
    foot: bool = False,
) -> Scene:
    """Draw a step.

    Args:
        position: Values and candidates before it.
        step: The step; None for the position alone.
        puzzle: Tells which digits are clues; None if all are.
        caption: Written above the board.
        labels: Whether rows and columns have their names beside the board.
        foot: Whether the step's sentence is written below it.

    Raises:
        LimitError: There are more candidates than can be drawn.
    """
    geometry = position.geometry
    open_ = [
        0 if value else mask
        for value, mask in zip(position.values, position.left(), strict=True)
    ]
    clues = position.values if puzzle is None else puzzle.values
    board = Board(geometry, clues, position.values, masks=open_)
    frame = Frame(geometry, labels, bool(caption))
    drawn = _Drawn(frame, marks_of(step, open_))
    sentence = "" if step is None else str(step)
    scene = board_scene(
        board,
        title=sentence,
        caption=caption,
        labels=labels,
        under=tuple(drawn.under()),
        over=tuple(drawn.over()),
    )
    scene = _keyed(scene, drawn.marks.roles)
    if not foot or not sentence:
        return scene
    return _footed(scene, sentence, letters_text(digit_texts(geometry)))


def _keyed(scene: Scene, roles: Sequence[str]) -> Scene:
    """Return a scene with a line below the board that tells what the sets are."""
    if not any(roles):
        return scene
    side = _SIZE
    x, y = MARGIN, scene.height
    shapes: list[Shape] = []
    for number, role in enumerate(roles):
        ground, line, dash = SETS[number % len(SETS)]
        wide = side + 5 + text_width(role, _SIZE) + 10
        if x + wide > scene.width and x > MARGIN:
            x, y = MARGIN, y + _LINE + 3
        for paint, name in (
            (Paint(ground), "set"),
            (Paint(stroke=line, width=1.6, dash=dash), "set-line"),
        ):
            name_ = f"{name}-{number % len(SETS) + 1}"
            shapes.append(vector.rect(x, y + 1.5, side, side, paint, name=name_))
        at = (x + side + 5, y + _LINE / 2)
        shapes.append(vector.text(*at, role, _SIZE, anchor="start", name="key"))
        x += wide
    height = y + _LINE + MARGIN / 2
    return replace(scene, height=height, shapes=(*scene.shapes, *shapes))


def _footed(scene: Scene, *sentences: str) -> Scene:
    """Return a scene with sentences below the board, those that are empty left out."""
    room = (scene.width - 2 * MARGIN) * _SENTENCES_ARE_NARROW
    lines = [line for text in sentences if text for line in wrapped(text, _SIZE, room)]
    texts = tuple(
        (MARGIN, scene.height + (number + 0.5) * _LINE, line)
        for number, line in enumerate(lines)
    )
    written = vector.texts(texts, _SIZE, INK, "start", name="sentence")
    height = scene.height + len(lines) * _LINE + MARGIN / 2
    return replace(scene, height=height, shapes=(*scene.shapes, written))


class _Drawn:
    """The shapes of marks.

    Args:
        frame: Where things are.
        marks: What is marked.
    """

    def __init__(self, frame: Frame, marks: Marks) -> None:
        self._frame = frame
        self.marks = marks
        self._texts = digit_texts(frame.geometry)
        across, down = frame.candidate_room
        self._radius = min(across, down) * 0.47

    def under(self) -> Iterator[Shape]:
        """Yield what lies below lines and digits."""
        frame, marks = self._frame, self.marks
        for unit in marks.bands:
            yield self._band(unit, Paint(fill=PALE_GREY), "band")
        for cell in marks.cells:
            x, y = frame.corner(cell)
            yield vector.rect(x, y, CELL, CELL, Paint(fill=LIGHT_GREEN), name="pattern")
        grounds: dict[int, int] = {}
        for number, cells in enumerate(marks.sets):
            for cell in cells:
                grounds.setdefault(cell, number)
        for cell, number in grounds.items():
            x, y = frame.corner(cell)
            fill = Paint(fill=SETS[number % len(SETS)][0])
            yield vector.rect(
                x, y, CELL, CELL, fill, name=f"set-{number % len(SETS) + 1}"
            )

    def over(self) -> Iterator[Shape]:
        """Yield what lies above digits."""
        marks = self.marks
        yield from self._borders()
        for unit in marks.covers:
            paint = Paint(stroke=PURPLE, width=2.4, dash=(8.0, 4.0))
            yield self._band(unit, paint, "cover")
        for cell in marks.digits:
            x, y = self._frame.centre(cell)
            ring = Paint(stroke=VERMILION, width=2.4)
            yield vector.circle(x, y, CELL * 0.4, ring, name="clash")
        for places, kind in marks.groups.items():
            yield self._group(places, kind)
        # Below the marks, so that a link that passes one leaves its digit readable.
        drawn = {(link.start, link.end, link.strong): link for link in marks.links}
        for link in drawn.values():
            thin = len(drawn) > _MOST_BOLD
            yield link_curve(self._frame, link, self._radius, thin=thin)
        for candidate, kind in marks.kinds.items():
            yield from self._mark(candidate, kind)
        for candidate, number in marks.numbers.items():
            yield from self._number(candidate, str(number))

    def _number(self, candidate: Candidate, text: str) -> Iterator[Shape]:
        """Write a number at the upper right of a candidate, on a ground of its own."""
        x, y = self._frame.candidate(*candidate)
        x, y = x + self._radius * 0.85, y - self._radius * 0.75
        size = self._radius * 0.8
        wide, high = text_width(text, size) + 1.0, size + 0.4
        at = (x - wide / 2, y - high / 2)
        ground = Paint(PAPER, GREY, 0.4)
        yield vector.rect(*at, wide, high, ground, high / 3, "number-ground")
        yield vector.text(x, y, text, size, INK, bold=True, name="number")

    def _borders(self) -> Iterator[Shape]:
        """Frame the cells of sets; where several share one, inside each other."""
        count: dict[int, int] = {}
        for number, cells in enumerate(self.marks.sets):
            _, line, dash = SETS[number % len(SETS)]
            for cell in cells:
                inset = 1.8 + 2.6 * count.get(cell, 0)
                count[cell] = count.get(cell, 0) + 1
                x, y = self._frame.corner(cell)
                side = CELL - 2 * inset
                name = f"set-line-{number % len(SETS) + 1}"
                paint = Paint(stroke=line, width=1.8, dash=dash)
                yield vector.rect(x + inset, y + inset, side, side, paint, name=name)

    def _band(self, unit: int, paint: Paint, name: str) -> Shape:
        cells = self._frame.geometry.units[unit]
        x, y = self._frame.corner(cells[0])
        right, bottom = self._frame.corner(cells[-1])
        return vector.rect(x, y, right - x + CELL, bottom - y + CELL, paint, name=name)

    def _group(self, places: Sequence[Candidate], kind: Kind) -> Shape:
        points = [self._frame.candidate(*place) for place in places]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        radius = self._radius * 1.15
        dash = () if kind is Kind.ON else (3.0, 2.0)
        return vector.rect(
            left - radius,
            top - radius,
            right - left + 2 * radius,
            bottom - top + 2 * radius,
            Paint(stroke=DARK_GREEN, width=1.4, dash=dash),
            radius,
            "group",
        )

    def _mark(self, candidate: Candidate, kind: Kind) -> Iterator[Shape]:
        """Yield the shapes of one candidate, its digit above them."""
        x, y = self._frame.candidate(*candidate)
        radius, name = self._radius, f"mark-{kind}"
        colour, bold = INK, True
        match kind:
            case Kind.PLACED:
                colour = PAPER
                yield vector.circle(x, y, radius, Paint(fill=BLUE), name=name)
            case Kind.ON:
                colour = PAPER
                yield vector.circle(x, y, radius, Paint(fill=DARK_GREEN), name=name)
            case Kind.REMOVED:
                colour = DARK_VERMILION
                yield vector.circle(
                    x, y, radius, Paint(LIGHT_VERMILION, VERMILION), name=name
                )
            case Kind.FIN:
                square = Paint(LIGHT_YELLOW, DARK_ORANGE, 1.4)
                side = 2 * radius - 1
                at = (x - side / 2, y - side / 2)
                yield vector.rect(*at, side, side, square, name=name)
            case Kind.SET:
                number = self.marks.set_of[candidate] % len(SETS)
                ground, line, dash = SETS[number]
                paint = Paint(ground, line, 1.4, dash and (2.4, 1.6))
                yield vector.circle(x, y, radius, paint, name=f"{name}-{number + 1}")
            case Kind.GONE:
                colour, bold = GREY, False
            case Kind.OFF | Kind.USED:
                dash = (2.4, 1.6) if kind is Kind.OFF else ()
                ring = Paint(PAPER, GREEN, 1.4, dash)
                yield vector.circle(x, y, radius - 0.5, ring, name=name)
        text, size = self._texts[candidate[1]], self._radius * 1.7
        size /= max(1.0, len(text) * 0.75)
        yield vector.text(x, y, text, size, colour, bold=bold, name=f"{name}-digit")
        if kind in (Kind.REMOVED, Kind.GONE):
            far = radius * 0.9
            strike = Paint(stroke=colour, width=1.2)
            line_ = ((x - far, y + far), (x + far, y - far))
            yield vector.line(line_, strike, name="strike")
