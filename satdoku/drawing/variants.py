"""The constraints of a board in its picture: their shapes, and their sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from satdoku.drawing.board import names_cells
from satdoku.drawing.constraints import Drawn, drawn_of
from satdoku.drawing.elements import (
    CELL,
    CLUE_ROOM,
    Area,
    Cage,
    Clue,
    Layer,
    Mark,
    Path,
    Spot,
    outline,
)
from satdoku.drawing.palette import GREY, INK, PALE_GREY, PAPER, VERMILION
from satdoku.drawing.vector import Font, Paint, circle, rect, segments, text, text_width
from satdoku.puzzle.constraints import places
from satdoku.puzzle.geometry import is_connected
from satdoku.puzzle.symbols import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.drawing.board import Board
    from satdoku.drawing.elements import Band, Element, Frame, Layered
    from satdoku.drawing.vector import Point
    from satdoku.puzzle.constraints.base import Constraint

_MOST_SENTENCES = 24

_E = TypeVar("_E", Cage, Path, Mark, Spot, Clue, Area)


class Picture:
    """The constraints of a board in its picture.

    Args:
        board: The board.

    Attributes:
        room: How much room clues take at the left, above, at the right and below.
        inset: How far candidates keep away from the sides of their cell, and from its
            upper side, where sums of cages stand.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        letters = iter(LETTERS.alphabet[9:] * 9)
        letter = next(letters)
        drawn: list[Drawn] = []
        for rule in board.constraints:
            drawn.append(drawn_of(rule, board.geometry, letter))
            texts = [
                element.text
                for element in drawn[-1].elements
                if isinstance(element, Cage)
            ]
            if any(content[:1] == letter for content in texts):
                letter = next(letters)
        self._elements: list[Element] = []
        self._sentences: dict[str, Element | None] = {}
        for elements, sentence in _lettered(drawn):
            self._elements += elements
            if sentence:
                self._sentences.setdefault(sentence, elements[-1] if elements else None)
        self._scattered = list(_scattered_cells(board))
        if self._scattered:
            self._sentences["Cells with the same letter are of one region."] = None
        self._slots: dict[Clue, int] = {}
        self.room = self._placed()
        self.inset = (3.0, 3.0)
        if any(element.kind == "quad" for element in self._of(Mark)):
            self.inset = (6.0, 6.0)
        if any(self._of(Cage)):
            self.inset = (6.0, 12.0)

    def _of(self, kind: type[_E]) -> Iterator[_E]:
        return (element for element in self._elements if isinstance(element, kind))

    def _placed(self) -> tuple[float, ...]:
        """Give clues of one place a slot each; return how deep each side is."""
        taken: dict[tuple[int, int], int] = {}
        for clue in self._of(Clue):
            if clue not in self._slots:
                self._slots[clue] = taken.get(clue.place, 0)
                taken[clue.place] = self._slots[clue] + 1
        rows, columns = self._board.geometry.rows, self._board.geometry.columns
        depths = [0, 0, 0, 0]
        for (row, column), depth in taken.items():
            sides = (column < 0, row < 0, column == columns, row == rows)
            depths = [max(d, depth * out) for d, out in zip(depths, sides, strict=True)]
        return tuple(depth * CLUE_ROOM for depth in depths)

    @property
    def names_cells(self) -> bool:
        """Whether a sentence names a cell."""
        return any(names_cells(sentence) for sentence, _ in self.legend())

    def shapes(self, frame: Frame) -> Iterator[Layered]:
        """Yield the shapes of the constraints."""
        if self._board.geometry.box is None and (borders := self._borders(frame)):
            paint = Paint(stroke=INK, width=2.6)
            yield Layer.GRID, segments(borders, paint, "box-lines")
        depths: dict[tuple[int, int], int] = {}
        for element in sorted(self._elements, key=_thinness):
            match element:
                case Area():
                    yield from _area_shapes(frame, element)
                case Cage(cells, content, dash):
                    depth = max(depths.get(cell, 0) for cell in cells)
                    depths.update((cell, depth + 1) for cell in cells)
                    inset = 3.5 + 3.5 * min(depth, 3)
                    paint = Paint(stroke=INK, width=1.2, dash=dash)
                    yield Layer.OUTLINE, outline(cells, frame, paint, inset, "cage")
                    yield from _corner_text(frame, min(cells), content, depth)
                case Path(cells) | Mark(cells):
                    yield from element.shapes(list(map(frame.point, cells)))
                    if isinstance(element, Path):
                        yield from _corner_text(frame, cells[0], element.text)
                case Spot(cell):
                    yield from element.shapes([frame.point(cell)])
        for cell, letter in self._scattered:
            yield from _corner_text(frame, cell, letter)
        for clue in self._slots:
            yield from clue.shapes([self._outside(frame, clue)])
        yield from self._contradicting(frame)

    def _contradicting(self, frame: Frame) -> Iterator[Layered]:
        """Outline what is drawn for each constraint of a contradiction."""
        board = self._board
        paint = Paint(stroke=VERMILION, width=3.0)
        depths: dict[tuple[int, int], int] = {}
        for rule in board.marked_rules:
            cells = {
                divmod(cell, board.geometry.columns) for cell in _region(rule, board)
            }
            for element in drawn_of(rule, board.geometry).elements:
                match element:
                    case Clue():
                        at = self._outside(frame, element)
                        ring = circle(*at, 0.54 * CLUE_ROOM, paint, "contradiction")
                        yield Layer.TEXT, ring
                    case Spot():
                        cells.add(element.cell)
                    case _:
                        cells.update(element.cells)
            if cells:
                depth = max(depths.get(cell, 0) for cell in cells)
                depths.update((cell, depth + 1) for cell in cells)
                inset = 1.0 + 4.5 * min(depth, 3)  # beside the lines of cages
                drawn = outline(tuple(cells), frame, paint, inset, "contradiction")
                yield Layer.OUTLINE, drawn

    def _borders(self, frame: Frame) -> list[tuple[float, float, float, float]]:
        """Return the sides of cells between regions that stand in place of boxes."""
        geometry = self._board.geometry
        region_of: dict[int, int] = {}
        for rule in self._board.constraints:
            if isinstance(rule, places.Regions):
                for number, unit in enumerate(rule.units(geometry)):
                    region_of.update((cell, number + 1) for cell in unit)
        borders: list[tuple[float, float, float, float]] = []
        for cell in range(geometry.cells):
            x, y = frame.corner(cell)
            at, below = region_of.get(cell), cell + geometry.columns
            if below < geometry.cells and at != region_of.get(below):
                borders.append((x, y + CELL, x + CELL, y + CELL))
            if (cell + 1) % geometry.columns and at != region_of.get(cell + 1):
                borders.append((x + CELL, y, x + CELL, y + CELL))
        return borders

    def legend(self) -> list[tuple[str, Element | None]]:
        """Return the sentences below the board, and what the sample before each is."""
        entries = list(self._sentences.items())
        rest = len(entries) - _MOST_SENTENCES
        if rest > 0:
            entries = [*entries[:_MOST_SENTENCES], (f"And {rest} more rules.", None)]
        board = self._board
        if board.marked_rules:
            written, name_of = board.geometry.digit_texts, board.geometry.cell_name
            # Rules first: if the sentence is cut, the clues still have their rings.
            named = [rule.describe() for rule in board.marked_rules]
            named += [
                f"{name_of(cell)}={written[board.value(cell)]}"
                for cell in sorted(board.marked)
            ]
            verb = "contradict each other" if len(named) > 1 else "has no solution"
            entries.append((f"Marked: {'; '.join(named)} {verb}.", None))
        return entries

    def _outside(self, frame: Frame, clue: Clue) -> Point:
        """Return the middle of a clue outside the grid, the nearest slot first."""
        geometry, (row, column) = self._board.geometry, clue.place
        out = (CELL - CLUE_ROOM) / 2 - self._slots.get(clue, 0) * CLUE_ROOM
        x, y = frame.point(clue.place)
        x += out * ((column < 0) - (column == geometry.columns))
        y += out * ((row < 0) - (row == geometry.rows))
        return x, y


def _scattered_cells(board: Board) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the cells of regions that do not hang together, and the region's letter."""
    units = [
        tuple(divmod(cell, board.geometry.columns) for cell in unit)
        for rule in board.constraints
        if isinstance(rule, places.Regions)
        for unit in rule.units(board.geometry)
    ]
    scattered = [cells for cells in units if not is_connected(cells)]
    for number, cells in enumerate(scattered):
        yield from ((cell, LETTERS.text(10 + number % 26)) for cell in cells)


def _area_shapes(frame: Frame, area: Area) -> Iterator[Layered]:
    for x, y in map(frame.point, area.cells) if area.shaded else ():
        box = (x - CELL / 2, y - CELL / 2, CELL, CELL)
        yield Layer.SHADE, rect(*box, Paint(PALE_GREY), name="area")
    paint = Paint(stroke=GREY, width=1.3)
    yield Layer.SPOT, outline(area.cells, frame, paint, 2.5, "area")


def _thinness(element: Element) -> float:
    """Return what puts wide lines first: they hide what lies below."""
    if isinstance(element, Path) and element.band.pale:
        return -element.band.width
    return 0.0


def _corner_text(
    frame: Frame, cell: tuple[int, int], content: str, depth: int = 0
) -> Iterator[Layered]:
    """Write in the left upper corner of a cell, on paper."""
    if content:
        x, y = frame.point(cell)
        x, y = x - CELL / 2 + 1.5, y - CELL / 2 + 1.5 + 10.0 * min(depth, 3)
        wide = text_width(content, 1.0)
        size = min(12.0, 42.0 / wide)
        box = (x, y, wide * size + 1.0, size - 1.0)
        yield Layer.CORNER, rect(*box, Paint(PAPER), name="corner-ground")
        at = (x + 1.0, y + size / 2 - 0.5)
        yield Layer.CORNER, text(*at, content, Font(size, anchor="start"), "corner")


def _region(rule: Constraint, board: Board) -> set[int]:
    """Return the cells of regions and diagonals, which are drawn by lines alone."""
    if isinstance(rule, places.Regions | places.Windoku | places.Diagonals):
        return {cell for unit in rule.units(board.geometry) for cell in unit}
    return set()


def _lettered(drawn: Sequence[Drawn]) -> Iterator[Drawn]:
    """Name lines that look alike but mean different things by letters."""
    meanings: dict[tuple[Band, tuple[str, str]] | None, dict[str, None]] = {}
    for elements, sentence in drawn:
        meanings.setdefault(_look(elements), {})[sentence] = None
    for elements, sentence in drawn:
        look = _look(elements)
        if look is None or len(meanings[look]) == 1:
            yield Drawn(elements, sentence)
            continue
        letter = LETTERS.text(10 + [*meanings[look]].index(sentence) % 26)
        lettered = [
            replace(element, text=f"{letter} {element.text}".strip())
            if isinstance(element, Path)
            else element
            for element in elements
        ]
        yield Drawn(lettered, f"{letter}: {sentence}")


def _look(elements: Sequence[Element]) -> tuple[Band, tuple[str, str]] | None:
    """Return how a line looks; None for what is no line."""
    first = elements[0] if elements else None
    return (first.band, first.ends) if isinstance(first, Path) else None
