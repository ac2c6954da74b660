"""The constraints of a board in its picture, and the sentences below it.

Each sentence stands behind a sample of what it is about.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from satdoku.drawing.constraints import Drawn, drawn_of
from satdoku.drawing.elements import (
    CELL,
    SAMPLE,
    Area,
    Cage,
    Clue,
    Mark,
    Path,
    Spot,
    clue_shapes,
    mark_shapes,
    outline,
    path_shapes,
    sample_shapes,
    sign,
)
from satdoku.drawing.palette import GREY, INK, PALE_GREY, PAPER, VERMILION
from satdoku.drawing.vector import (
    Paint,
    circle,
    group,
    rect,
    segments,
    text,
    text_width,
    texts,
    wrapped,
)
from satdoku.puzzle.constraints import places
from satdoku.puzzle.symbols import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.drawing.board import Board
    from satdoku.drawing.elements import Band, Element, Frame
    from satdoku.drawing.vector import Point, Shape
    from satdoku.puzzle.constraints.base import Constraint

_ROOM = 27.0
"""How deep a row of clues outside the grid is."""

_SIZE, _LINE = 11.5, 15.0
"""Size of the font, and height of a line, below the board."""
_SENTENCES_ARE_NARROW = 1.08
"""How much more of a sentence fits than `text_width` says, of the widest font."""
_MOST_LINES = 3
_MOST_SENTENCES = 24

_E = TypeVar("_E", Cage, Path, Mark, Spot, Clue, Area)


class Picture:
    """The constraints of a board in its picture.

    Args:
        board: The board.

    Attributes:
        room: How much room clues take at the left, above, at the right and below.
        has_cages: Whether candidates have to leave room for the corners of cells.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        geometry, letters = board.geometry, iter(LETTERS.alphabet[9:] * 9)
        letter = next(letters)
        drawn: list[Drawn] = []
        for rule in board.constraints:
            drawn.append(drawn_of(rule, geometry, letter))
            if any(
                isinstance(one, Cage) and one.text[:1] == letter
                for one in drawn[-1].elements
            ):
                letter = next(letters)
        self._elements: list[Element] = []
        self._sentences: dict[str, Element | None] = {}
        for elements, said in _told_apart(drawn):
            self._elements += elements
            if said:
                self._sentences.setdefault(said, elements[-1] if elements else None)
        self._slots: dict[Clue, int] = {}
        taken: dict[tuple[int, int], int] = {}
        for clue in self._of(Clue):
            if clue not in self._slots:
                self._slots[clue] = taken.get(clue.place, 0)
                taken[clue.place] = self._slots[clue] + 1
        rows, columns = geometry.rows, geometry.columns
        depths = [0, 0, 0, 0]
        for (row, column), depth in taken.items():
            sides = (column < 0, row < 0, column == columns, row == rows)
            depths = [max(d, depth * out) for d, out in zip(depths, sides, strict=True)]
        self.room = tuple(depth * _ROOM for depth in depths)
        self.has_cages = any(self._of(Cage))

    def _of(self, kind: type[_E]) -> Iterator[_E]:
        return (one for one in self._elements if isinstance(one, kind))

    def under(self, frame: Frame) -> Iterator[Shape]:
        """Yield what lies below the lines of the grid."""
        for area in self._of(Area):
            if area.shaded:
                for x, y in (frame.corner(cell) for cell in self._cells(area)):
                    yield rect(x, y, CELL, CELL, Paint(fill=PALE_GREY), name="area")
            yield outline(area.cells, frame, Paint(stroke=GREY, width=1.3), 2.5, "area")
        for spot in self._of(Spot):
            if spot.kind in {"even", "odd", "circle"}:
                yield sign(self._centre(frame, spot.cell), spot.kind)
        # Wide lines first: they hide what is below.
        for path in sorted(self._of(Path), key=_thinness):
            points = [self._centre(frame, cell) for cell in path.cells]
            yield from path_shapes(points, path)

    def above(self, frame: Frame) -> Iterator[Shape]:
        """Yield what lies on the lines of the grid, below the digits."""
        if self._board.geometry.box is None and (borders := self._borders(frame)):
            yield segments(borders, Paint(stroke=INK, width=2.6), "box-lines")
        cages: dict[tuple[int, int], int] = {}
        for cage in self._of(Cage):
            depth = max(cages.get(cell, 0) for cell in cage.cells)
            cages.update((cell, depth + 1) for cell in cage.cells)
            yield outline(
                cage.cells,
                frame,
                Paint(stroke=INK, width=1.2, dash=cage.dash),
                3.5 + 3.5 * min(depth, 3),
                "cage",
            )
            yield from self._corner_text(frame, min(cage.cells), cage.text, depth)
        for path in self._of(Path):
            yield from self._corner_text(frame, path.cells[0], path.text, 0)

    def _corner_text(
        self, frame: Frame, cell: tuple[int, int], content: str, depth: int
    ) -> Iterator[Shape]:
        """Write in the left upper corner of a cell, on paper."""
        if content:
            x, y = frame.corner(self._number(cell))
            size = min(11.0, 42.0 / text_width(content, 1.0))
            wide, y = text_width(content, size), y + 1.5 + 10.0 * min(depth, 3)
            ground = Paint(fill=PAPER)
            yield rect(x + 1.5, y, wide + 1.5, size - 0.5, ground, name="corner-ground")
            at = (x + 2.5, y + size / 2 - 0.5)
            yield text(*at, content, size, anchor="start", name="corner")

    def over(self, frame: Frame) -> Iterator[Shape]:
        """Yield what lies above the digits, and clues outside."""
        for mark in self._of(Mark):
            points = [self._centre(frame, cell) for cell in mark.cells]
            yield from mark_shapes(points, mark)
        for spot in self._of(Spot):
            x, y = self._centre(frame, spot.cell)
            if spot.kind == "values":
                size = min(9.5, 44.0 / text_width(spot.text, 1.0))
                yield text(x, y + 18.5, spot.text, size, GREY, name="allowed")
            elif spot.kind == "corner":
                yield text(x + 18, y + 17.5, spot.text, 10.5, GREY, name="corner")
        for clue, slot in self._slots.items():
            yield from clue_shapes(self._place(frame, clue.place, slot), clue)
        yield from self._culprits(frame)

    def _culprits(self, frame: Frame) -> Iterator[Shape]:
        """Outline what is drawn for each constraint of a contradiction."""
        board = self._board
        paint = Paint(stroke=VERMILION, width=3.0)
        for number, rule in enumerate(board.marked_rules):
            drawn = drawn_of(rule, board.geometry)
            cells = {
                divmod(cell, board.geometry.columns) for cell in _region(rule, board)
            }
            for one in drawn.elements:
                if isinstance(one, Clue):
                    at = self._place(frame, one.place, self._slots.get(one, 0))
                    yield circle(*at, 0.6 * _ROOM, paint, "contradiction")
                elif isinstance(one, Spot):
                    cells.add(one.cell)
                else:
                    cells.update(one.cells)
            if cells:
                inset = 1.5 + 2.5 * (number % 4)
                yield outline(tuple(cells), frame, paint, inset, "contradiction")

    def _borders(self, frame: Frame) -> list[tuple[float, float, float, float]]:
        """Return the sides of cells between regions that stand in place of boxes."""
        geometry = self._board.geometry
        region_of: dict[int, int] = {}
        for rule in self._board.constraints:
            if isinstance(rule, places.Regions):
                for number, unit in enumerate(rule.units(geometry)):
                    region_of.update((cell, number + 1) for cell in unit)
        found: list[tuple[float, float, float, float]] = []
        for cell in range(geometry.cells):
            x, y = frame.corner(cell)
            at, below = region_of.get(cell), cell + geometry.columns
            if below < geometry.cells and at != region_of.get(below):
                found.append((x, y + CELL, x + CELL, y + CELL))
            if (cell + 1) % geometry.columns and at != region_of.get(cell + 1):
                found.append((x + CELL, y, x + CELL, y + CELL))
        return found

    def key(self, x: float, y: float, width: float) -> tuple[list[Shape], float]:
        """Write the sentences from a place on; return the height that they take."""
        shapes: list[Shape] = []
        top, entries = y, list(self._sentences.items())
        more = len(entries) - _MOST_SENTENCES
        if more > 0:
            entries = [*entries[:_MOST_SENTENCES], (f"And {more} more rules.", None)]
        if contradiction := self._contradiction():
            entries.append((contradiction, None))
        indent = SAMPLE * any(element is not None for _, element in entries)
        for said, element in entries:
            found = wrapped(said, _SIZE, (width - indent) * _SENTENCES_ARE_NARROW)
            if len(found) > _MOST_LINES:
                found[_MOST_LINES - 1 :] = [f"{found[_MOST_LINES - 1]} …"]
            if element is not None:
                sample = sample_shapes(x, y + _LINE / 2, element)
                shapes.append(group(sample, name="sample"))
            rows = [
                (x + indent, y + (at + 0.5) * _LINE, s) for at, s in enumerate(found)
            ]
            shapes.append(texts(rows, _SIZE, INK, "start", name="rule"))
            y += len(found) * _LINE + 3.0
        return shapes, y - top

    def _contradiction(self) -> str:
        """Return what contradicts each other, in words."""
        board = self._board
        if not board.marked_rules:
            return ""
        written = board.geometry.digit_texts
        # Rules first: where the sentence is cut, the clues still have their rings.
        named = [rule.describe() for rule in board.marked_rules]
        named += [
            f"{board.geometry.cell_name(cell)}={written[board.value(cell)]}"
            for cell in sorted(board.marked)
        ]
        verb = "contradict each other" if len(named) > 1 else "has no solution"
        return f"Marked: {'; '.join(named)} {verb}."

    def _number(self, cell: tuple[int, int]) -> int:
        return cell[0] * self._board.geometry.columns + cell[1]

    def _cells(self, area: Area) -> list[int]:
        return list(map(self._number, area.cells))

    def _centre(self, frame: Frame, cell: tuple[int, int]) -> Point:
        return frame.centre(self._number(cell))

    def _place(self, frame: Frame, place: tuple[int, int], slot: int) -> Point:
        """Return the middle of a place outside the grid, the nearest slot first."""
        out = CELL / 2 - _ROOM / 2 - slot * _ROOM
        x, y = frame.left + (place[1] + 0.5) * CELL, frame.top + (place[0] + 0.5) * CELL
        geometry = self._board.geometry
        x += out * ((place[1] < 0) - (place[1] == geometry.columns))
        y += out * ((place[0] < 0) - (place[0] == geometry.rows))
        return x, y


def _thinness(path: Path) -> float:
    return -path.band.width if path.band.pale else 0.0


def _region(rule: Constraint, board: Board) -> set[int]:
    """Return the cells of regions and diagonals, which are drawn by lines alone."""
    if isinstance(rule, places.Regions | places.Windoku | places.Diagonals):
        return {cell for unit in rule.units(board.geometry) for cell in unit}
    return set()


def _told_apart(drawn: Sequence[Drawn]) -> list[Drawn]:
    """Name lines that look alike but mean different things by letters."""
    said: dict[tuple[Band, tuple[str, str]], list[str]] = {}
    for elements, sentence in drawn:
        for one in elements[:1]:
            if isinstance(one, Path) and sentence not in (
                known := said.setdefault((one.band, one.ends), [])
            ):
                known.append(sentence)
    found: list[Drawn] = []
    for elements, sentence in drawn:
        first = elements[0] if elements else None
        known = (
            said.get((first.band, first.ends), []) if isinstance(first, Path) else []
        )
        if len(known) > 1:
            name = LETTERS.text(10 + known.index(sentence) % 26)
            named = [
                replace(one, text=f"{name} {one.text}".strip())
                if isinstance(one, Path)
                else one
                for one in elements
            ]
            found.append(Drawn(named, f"{name}: {sentence}"))
        else:
            found.append(Drawn(elements, sentence))
    return found
