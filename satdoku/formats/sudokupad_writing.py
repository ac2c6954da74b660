"""SudokuPad's own puzzles, written: cells, regions, cages, and what draws constraints.

The class of a constraint says how it looks and the sentence of its rule (`look`,
`sentence`); what needs more than lines, cages, dots and clues outside has a function
here.  The words of the rules have a sentence for each constraint, since a drawing has
no meaning there.  `metadata.satdoku` lists the constraints as they are, for a reader;
and a checksum of words that are not its own, to notice when they are changed.

A point is [row, column]: [0, 0] is the top left corner of the board, and [0.5, 0.5] the
centre of the first cell.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from zlib import crc32

from satdoku.formats.constraint_items import constraint_items
from satdoku.formats.fpuzzles import cut_by
from satdoku.puzzle.constraints import lines, outside, places, sets, sums
from satdoku.puzzle.constraints.records import default_of
from satdoku.puzzle.geometry import digits_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from satdoku.formats.model import PuzzleRecord
    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.constraints.forms import Look
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.puzzle import Puzzle

    Point = tuple[float, float]

_GREY, _EDGE, _WHITE, _BLACK = "#CFCFCF", "#a1a1a1", "#FFFFFF", "#000000"
_COLOURS = {
    "blue": "#2ECBFF",
    "green": "#67F067",
    "grey": _GREY,
    "orange": "#FFB76B",
    "purple": "#F067F0",
    "vermilion": "#FF8C69",
}
"""Colours of lines, by the last word of those that looks name."""
_ENDS = {"diamond": (0.55, 45), "disc": (0.8, 0), "ring": (0.8, 0)}
_GREATER = {(0, 1): ">", (0, -1): "<", (1, 0): "\u2228", (-1, 0): "\u2227"}
"""Signs that open towards the first of two cells, by the way to the second."""


class _Drawing:
    """The parts of a board, and the sentences below it.

    Args:
        geometry: The shape of the puzzle.
        at: The row and the column of the board where the puzzle begins.
    """

    def __init__(self, geometry: Geometry, at: Sequence[int]) -> None:
        self.geometry, self._at = geometry, at
        self.sentences: list[str] = []
        self._meanings: dict[str, str] = {}
        self.parts: dict[str, list[dict[str, Any]]] = {
            key: [] for key in ("cages", "lines", "arrows", "underlays", "overlays")
        }

    def place(self, cell: tuple[int, int]) -> list[int]:
        """Return the place of a cell on the board."""
        return [cell[0] + self._at[0], cell[1] + self._at[1]]

    def point(self, at: Point) -> list[float]:
        """Return the point of the board for the centre of a cell, or between some."""
        places = (at[0] + self._at[0] + 0.5, at[1] + self._at[1] + 0.5)
        return [round(place, 3) for place in places]

    def cells_of(self, unit: Iterable[int]) -> Cells:
        """Return the cells of a unit."""
        return tuple(divmod(cell, self.geometry.columns) for cell in unit)

    def cage(self, cells: Iterable[tuple[int, int]], **keys: Any) -> None:  # noqa: ANN401  values of JSON
        """Draw an outline around cells."""
        places = [self.place(cell) for cell in dict.fromkeys(cells)]
        self.parts["cages"].append({"cells": places, **keys})

    def line(self, points: Iterable[Point], colour: str, thickness: float) -> None:
        """Draw a line through points."""
        way = [self.point(at) for at in points]
        stroke = {"color": colour, "thickness": thickness}
        self.parts["lines"].append({"wayPoints": way, **stroke})

    def arrow(self, points: Sequence[Point], start: float) -> None:
        """Draw an arrow that begins some way from its first point."""
        (row, column), (next_row, next_column), *_ = points
        length = max(abs(next_row - row), abs(next_column - column)) or 1
        down, right = (next_row - row) / length, (next_column - column) / length
        first = (row + start * down, column + start * right)
        way = [self.point(at) for at in (first, *points[1:])]
        stroke = {"color": _EDGE, "thickness": 5, "headLength": 0.3}
        self.parts["arrows"].append({"wayPoints": way, **stroke})

    def mark(self, at: Point, size: float, text: str = "", **keys: Any) -> None:  # noqa: ANN401  values of JSON
        """Draw a mark above the lines: a text, a circle, or a circle with a text."""
        item = {"center": self.point(at), "width": size, "height": size}
        item |= {"text": text} if text or "borderColor" in keys else {}
        self.parts["overlays"].append(item | keys)

    def shade(self, at: Point, size: float, colour: str, **keys: Any) -> None:  # noqa: ANN401  values of JSON
        """Draw a mark below the lines."""
        item = {"center": self.point(at), "width": size, "height": size}
        colours = {"backgroundColor": colour, "borderColor": colour}
        self.parts["underlays"].append(item | colours | keys)

    def ring(self, at: Point, size: float, text: str = "", **keys: Any) -> None:  # noqa: ANN401  values of JSON
        """Draw a white circle with a border."""
        look = {"backgroundColor": _WHITE, "borderColor": _EDGE, "borderSize": 5}
        self.mark(at, size, text, **{"rounded": True, **look, **keys})

    # Constraints

    def sentence_for(self, sign: str, sentence: str, rule: Constraint) -> str:
        """Return the sentence for a sign, or the rule where the sign means two."""
        if self._meanings.setdefault(sign, sentence) == sentence:
            return sentence
        return _sentence(rule)

    def draw(self, rule: Any) -> None:  # noqa: ANN401  a constraint of any kind
        """Draw a constraint, and say it."""
        if isinstance(rule, sets.And):
            for constraint in rule.constraints:
                self.draw(constraint)
            return
        own, look = _OWN.get(type(rule)), getattr(rule, "look", None)
        words: str | None = None
        if own is not None:
            words = own(self, rule)
        elif look is not None:
            words = _SHAPES[look.shape](self, rule, look)
        elif getattr(rule, "cells", ()):
            self.line(rule.cells, _GREY, 4)
        ratios = " or ".join(map(str, getattr(rule, "ratios", ())))
        sentence = words or getattr(rule, "sentence", "").format(rule, ratios)
        if isinstance(rule, sets.Or) or not sentence:
            sentence = _sentence(rule)
        sentence += " Pairs with a sign are free." * bool(getattr(rule, "marked", ()))
        self.sentences.append(sentence)


def _sentence(rule: Constraint) -> str:
    """Return the description of a constraint as a sentence."""
    words = rule.describe()
    return f"{words[:1].upper()}{words[1:]}."


def _line(drawing: _Drawing, rule: Any, look: Look) -> str | None:  # noqa: ANN401  a line
    """Draw a line, and say its colour, or its cells where others have the colour."""
    cells = (*rule.cells, *rule.cells[:1]) if getattr(rule, "loop", 0) else rule.cells
    name = (look.pale or look.colour).rpartition(" ")[2]
    colour = _COLOURS.get(name, _GREY)
    first, last = look.ends
    if last == "arrow":
        drawing.arrow(cells, 0.4 if first else 0)
    else:
        drawing.line(cells, colour, 12 if look.pale and not first else 4)
    for at, end in ((cells[0], first), (cells[-1], last)):
        if end == "ring":
            drawing.ring(at, 0.83)
        elif end in _ENDS:
            size, angle = _ENDS[end]
            drawing.ring(at, size, rounded=not angle, angle=angle)
    if getattr(rule, "total", None) is not None:
        drawing.mark(cells[0], 0.4, str(rule.total), fontSize=16)
    if any(look.ends):
        return drawing.sentence_for(f"{look.ends}", rule.sentence.format(rule), rule)
    head, colon, rest = rule.sentence.format(rule).partition(":")
    return drawing.sentence_for(name, f"{head} ({name} line){colon}{rest}", rule)


def _cage(drawing: _Drawing, rule: Any, _: Look | None) -> str | None:  # noqa: ANN401  an outline
    if isinstance(rule, sums.Killer):
        if rule.total is None:
            drawing.cage(rule.cells, unique=True, style="extraregion")
            return "Extra region: different digits."
        drawing.cage(rule.cells, value=rule.total, unique=True)
        return "Digits in a cage differ and add up to its number."
    label = str(getattr(rule, "total", "="))
    label = f"≠{label}" if isinstance(rule, sums.RellikCage) else label
    if isinstance(rule, sets.LookAndSay):
        label = " ".join(f"{times}\xd7{value}" for value, times in rule.counts)
    elif isinstance(rule, sets.HowMany):
        label = rule.clue
    weights = getattr(rule, "weights", ())
    drawing.cage(rule.cells, value=label)
    for cell, weight in zip(rule.cells, weights, strict=False):
        drawing.mark(cell, 0.4, f"\xd7{weight}", fontSize=14)
    return _sentence(rule) if isinstance(rule, sums.Total) else None


def _dots(drawing: _Drawing, rule: Any, look: Look) -> str | None:  # noqa: ANN401  signs
    words: str | None = None
    for first, second in rule.chosen():
        one, other = rule.cells[first], rule.cells[second]
        middle = _middle((one, other))
        if look.pale == "letter":
            colours = {"backgroundColor": _WHITE, "borderColor": _WHITE}
            drawing.mark(middle, 0.25, rule.label, fontSize=21, **colours)
        elif look.pale == "greater":
            way = other[0] - one[0], other[1] - one[1]
            if way in _GREATER:
                drawing.mark(middle, 0.3, _GREATER[way], fontSize=21)
            else:
                drawing.line((one, other), _GREY, 2)
                words = _sentence(rule)
        else:
            value = getattr(rule, rule.shown_field)
            usual = value == default_of(type(rule), rule.shown_field)
            fill, ink = (_WHITE, _BLACK) if look.pale == "white" else (_BLACK, _WHITE)
            dot: dict[str, Any]
            dot = {"backgroundColor": fill, "borderColor": _BLACK, "rounded": True}
            text = "" if usual else str(value)
            drawing.mark(middle, 0.3, text, fontSize=14, color=ink, **dot)
    return words


def _clue(drawing: _Drawing, rule: Any, _: Look) -> str:  # noqa: ANN401  a clue outside
    _outside(drawing, rule.clue, rule.line, reverse=rule.reverse)
    return drawing.sentence_for("number outside", rule.sentence.format(rule), rule)


def _outside(drawing: _Drawing, clue: object, line: str, *, reverse: bool) -> None:
    at, geometry = int(line[1:]) - 1, drawing.geometry
    row = (at, geometry.columns if reverse else -1)
    column = (geometry.rows if reverse else -1, at)
    drawing.mark(row if line[0] == "r" else column, 1, str(clue), fontSize=28)


_SHAPES: dict[str, Callable[[_Drawing, Any, Look], str | None]] = {
    "line": _line,
    "cage": _cage,
    "dots": _dots,
    "outside": _clue,
}


def _middle(cells: Sequence[tuple[int, int]]) -> Point:
    """Return the point in the middle of cells."""
    rows, columns = zip(*cells, strict=True)
    return (min(rows) + max(rows)) / 2, (min(columns) + max(columns)) / 2


# Constraints with a picture of their own; some return their sentence


def _thermo(drawing: _Drawing, rule: lines.Thermo) -> str | None:
    drawing.line(rule.cells, _GREY, 21)
    drawing.shade(rule.cells[0], 0.85, _GREY, rounded=True)
    if not rule.slow:
        return None
    drawing.ring(rule.cells[0], 0.55)
    return "Slow thermometer: values grow or stay the same from the bulb."


def _allowed(drawing: _Drawing, rule: lines.Allowed) -> str | None:
    first, size = drawing.geometry.first_value, drawing.geometry.size
    values = {*range(first, first + size)}
    for kind, shape, rest in (("even", "Square", 0), ("odd", "Disc", 1)):
        if {value for value in values if value % 2 == rest} == {*rule.values} & values:
            for cell in rule.cells:
                drawing.shade(cell, 0.7, _GREY, rounded=rest == 1)
            return f"{shape}: the value is {kind}."
    for cell in rule.cells:
        text = "".join(map(str, sorted(rule.values)))
        drawing.mark(cell, 0.9, text, fontSize=12)
    return None


def _extreme(drawing: _Drawing, rule: lines.Maximum | lines.Minimum) -> None:
    tip, base = (0.46, 0.36) if isinstance(rule, lines.Maximum) else (0.36, 0.46)
    for row, column in rule.cells:
        drawing.shade((row, column), 1, "#ccc")
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            at = [
                (
                    row + down * far + right * side,
                    column + right * far + down * side,
                )
                for far, side in ((base, -0.12), (tip, 0), (base, 0.12))
            ]
            drawing.line(at, _BLACK, 2)


def _pill(drawing: _Drawing, rule: sums.PillArrow) -> None:
    pill, shaft = rule.cells[: rule.pill], rule.cells[rule.pill :]
    (top, left), (bottom, right) = min(pill), max(pill)
    across, down = right - left + 0.83, bottom - top + 0.83
    drawing.ring(_middle(pill), 0.83, width=across, height=down)
    near = min(pill, key=lambda c: abs(c[0] - shaft[0][0]) + abs(c[1] - shaft[0][1]))
    drawing.arrow((near, *shaft), 0.4)


def _diagonal(drawing: _Drawing, rule: sums.LittleKiller) -> None:
    row, column = rule.cells[0]
    if len(rule.cells) > 1:
        down, right = rule.cells[1][0] - row, rule.cells[1][1] - column
    else:
        down, right = (1 if row == 0 else -1), (-1 if column == 0 else 1)
    at = row - down, column - right
    drawing.mark(at, 1, str(rule.total), fontSize=28)
    ends = [(at[0] + far * down, at[1] + far * right) for far in (0.3, 0.48)]
    drawing.arrow(ends, 0)


def _quad(drawing: _Drawing, rule: sets.Contains) -> None:
    (row, column), values = min(rule.cells), list(map(str, rule.values))
    if {*rule.cells} == {(row + r, column + c) for r in (0, 1) for c in (0, 1)}:
        half = len(values) if len(values) < 3 else -(-len(values) // 2)
        text = "\n".join(map(" ".join, filter(None, (values[:half], values[half:]))))
        drawing.ring(_middle(rule.cells), 0.7, text, borderColor=_BLACK, fontSize=14)
    else:
        drawing.cage(rule.cells, value=" ".join(values))


def _same(drawing: _Drawing, rule: sets.SameValues) -> str:
    size = len(rule.cells) // rule.sets
    for at in range(0, len(rule.cells), size):
        drawing.cage(rule.cells[at : at + size])
    return _sentence(rule)


def _equal_cages(drawing: _Drawing, rule: sums.EqualCages) -> str:
    for cells in rule.segments:
        drawing.cage(cells, unique=True)
    return f"Different digits in each of these. {_sentence(rule)}"


def _regions(drawing: _Drawing, rule: places.Regions | places.Windoku) -> None:
    for unit in rule.units(drawing.geometry):
        drawing.cage(drawing.cells_of(unit), unique=True, style="extraregion")


def _diagonals(drawing: _Drawing, rule: places.Diagonals) -> None:
    first, last = -0.5, drawing.geometry.rows - 0.5
    if rule.which != "falling":
        drawing.line([(first, last), (last, first)], "#34BBE6", 2)
    if rule.which != "rising":
        drawing.line([(first, first), (last, last)], "#34BBE6", 2)


def _ranks(drawing: _Drawing, rule: outside.FullRank) -> None:
    for rank, line, reverse in rule.clues:
        _outside(drawing, f"#{rank}", line, reverse=reverse)


def _rings(drawing: _Drawing, rule: sets.CountingCircles) -> str:
    for cell in rule.cells:
        drawing.ring(cell, 0.8)
    return "A value in circles is in as many of them as it says."


def _distinct(drawing: _Drawing, rule: sets.CountDistinct) -> None:
    drawing.line(rule.cells, _GREY, 4)
    drawing.ring(rule.cells[0], 0.8)


def _sums(drawing: _Drawing, rule: sums.EqualSums) -> None:
    drawing.line(rule.cells, _COLOURS["blue"], 12)


def _indexers(drawing: _Drawing, rule: sets.Indexing | sets.BoxIndexing) -> None:
    cells, letter = rule.cells, "b"
    if isinstance(rule, sets.BoxIndexing):
        cells = tuple(cells[at - 1] for at in rule.at)
    else:
        letter = rule.by[0]
    for row, column in cells:
        drawing.mark((row - 0.35, column - 0.35), 0.3, letter, fontSize=14)


_OWN: dict[type, Callable[[_Drawing, Any], str | None]] = {
    lines.Allowed: _allowed,
    lines.Maximum: _extreme,
    lines.Minimum: _extreme,
    lines.Thermo: _thermo,
    outside.FullRank: _ranks,
    places.Diagonals: _diagonals,
    places.Regions: _regions,
    places.Windoku: _regions,
    sets.BoxIndexing: _indexers,
    sets.Contains: _quad,
    sets.CountDistinct: _distinct,
    sets.CountingCircles: _rings,
    sets.Indexing: _indexers,
    sets.SameValues: _same,
    sums.EqualCages: _equal_cages,
    sums.EqualSums: _sums,
    sums.LittleKiller: _diagonal,
    sums.PillArrow: _pill,
}


# Drawings of f-puzzles


def _shape(drawing: _Drawing, shape: dict[str, Any], *, rounded: bool) -> None:
    """Draw a circle or a rectangle of f-puzzles."""
    size = {"width": shape.get("width", 1), "height": shape.get("height", 1)}
    colours = {
        "backgroundColor": shape.get("baseC"),
        "borderColor": shape.get("outlineC"),
    }
    look = {**size, **colours, "color": shape.get("fontC"), "angle": shape.get("angle")}
    look = {key: value for key, value in look.items() if value is not None}
    text = str(shape.get("value") or "")
    at = _middle(_named(shape["cells"]))
    drawing.mark(at, 1, text, rounded=rounded, **look)


def _text(drawing: _Drawing, one: dict[str, Any]) -> None:
    size = {"fontSize": round(32 * float(one.get("size") or 1))}
    colour = {"color": one["fontC"]} if "fontC" in one else {}
    at, text = _middle(_named(one["cells"])), str(one.get("value") or "")
    drawing.mark(at, 1, text, **size, **colour)


def _strokes(drawing: _Drawing, line: dict[str, Any]) -> None:
    thickness = round(64 * float(line.get("width") or 0.3))
    for cells in line["lines"]:
        drawing.line(_named(cells), line.get("outlineC") or _GREY, thickness)


def _outline(drawing: _Drawing, cage: dict[str, Any]) -> None:
    colours = {key: cage[key] for key in ("outlineC", "fontC", "value") if key in cage}
    drawing.cage(_named(cage["cells"]), **colours)


def _named(names: Sequence[str]) -> Cells:
    """Return cells, and places outside, by their names in f-puzzles."""
    numbers = (name.upper().removeprefix("R").split("C") for name in names)
    return tuple((int(row) - 1, int(column) - 1) for row, column in numbers)


_ARTWORK: dict[str, Callable[[_Drawing, dict[str, Any]], None]] = {
    "line": _strokes,
    "rectangle": lambda drawing, one: _shape(drawing, one, rounded=False),
    "circle": lambda drawing, one: _shape(drawing, one, rounded=True),
    "text": _text,
    "cage": _outline,
}


def _artwork(drawing: _Drawing, looks: dict[str, Any]) -> None:
    """Draw what a board of f-puzzles shows; what has no such form is left to it."""
    for key, draw in _ARTWORK.items():
        for item in looks.get(key) or ():
            try:
                draw(drawing, item)
            except (AttributeError, KeyError, TypeError, ValueError):
                continue  # broken there, too; `metadata.satdoku` keeps it
    for cell, marks in looks.get("cells", {}).items():
        colour = marks.get("c") or marks.get("highlight")
        if isinstance(colour, str):
            place = divmod(int(cell), drawing.geometry.columns)
            drawing.shade(place, 1, colour)


# The whole


def pad_text(entry: PuzzleRecord) -> str:
    """Return a puzzle as the JSON that SudokuPad reads.

    Raises:
        InputError: A constraint of your own is more than pairs of cells.

    Example:
        >>> from satdoku import Puzzle
        >>> from satdoku.constraints import Killer
        >>> from satdoku.formats import PuzzleRecord
        >>> puzzle = Puzzle("." * 16, [Killer(5, "r1c1 r1c2")])
        >>> json.loads(pad_text(PuzzleRecord.of(puzzle)))["cages"]
        [{'cells': [[0, 0], [0, 1]], 'value': 5, 'unique': True}]
    """
    puzzle, extras = entry.puzzle, entry.metadata
    geometry, shift = puzzle.geometry, puzzle.geometry.first_value - 1
    looks: dict[str, Any] = json.loads(extras.looks) if extras.looks else {}
    kept: dict[str, Any] = dict(looks.get("sudokupad", {}))
    top, left, *sides = kept.pop("at", (0, 0, geometry.rows, geometry.columns))
    drawing, cut = _Drawing(geometry, (top, left)), cut_by(puzzle)
    for rule in puzzle.constraints:
        if rule is not cut:
            drawing.draw(rule)
    regions = geometry.box_units or (cut.units(geometry) if cut else ())
    own = _own(entry, looks)
    cells: list[list[dict[str, Any]]] = [
        [{} for _ in range(sides[1])] for _ in range(sides[0])
    ]
    for cell, value in enumerate(puzzle.values):
        row, column = drawing.place(divmod(cell, geometry.columns))
        if value:
            cells[row][column]["value"] = value + shift
        elif str(cell) in own.get("masks", {}):
            digits = digits_of(own["masks"][str(cell)])
            cells[row][column]["centremarks"] = [digit + shift for digit in digits]
    for row, column, marks in kept.pop("cells", ()):
        cells[row][column] |= marks
    _artwork(drawing, looks)
    details = dict(reversed(extras.details))
    rules = details.get("rules")
    if rules is None:
        rules = " ".join(_sentences(puzzle, drawing, irregular=cut is not None))
        own["rules"] = "generated"
    else:
        own["rules"] = mark_of(rules)
    site = _solution(entry, top, left, sides)
    if site is None and extras.solution is not None:
        own["solution"] = extras.solution.values
    texts = {
        **kept.pop("metadata", {}),
        **_switches(puzzle),
        "title": entry.name,
        "author": details.get("author"),
        "rules": rules,
        "msgcorrect": details.get("message"),
        "solution": site,
        "satdoku": own,
    }
    board = {
        "cellSize": 64,
        "cells": cells,
        "regions": [
            [drawing.place(cell) for cell in drawing.cells_of(unit)] for unit in regions
        ],
        **{key: [*drawn, *kept.pop(key, ())] for key, drawn in drawing.parts.items()},
        **kept,
        "metadata": {key: text for key, text in texts.items() if text is not None},
    }
    return json.dumps(board, separators=(",", ":"), ensure_ascii=False)


def mark_of(words: str) -> str:
    """Return a checksum of the words of rules, for any order of the sentences.

    Example:
        >>> mark_of('Odd. The "even".') == mark_of("The 'even'. Odd.")  # as packed
        True
    """
    text = re.sub('["\u2019]', "'", words)
    sentences = ".".join(sorted(re.split(r"\.\s*", text)))
    return f"words {crc32(sentences.encode('utf-8', 'replace')):x}"


def _own(entry: PuzzleRecord, looks: dict[str, Any]) -> dict[str, Any]:
    """Return what satdoku reads in place of the drawing."""
    puzzle, shape = entry.puzzle, entry.puzzle.geometry
    sides: list[Any]
    sides = [shape.rows, shape.columns, shape.box, shape.first_value, shape.size]
    sides += [True] * shape.raw
    own: dict[str, Any] = {"shape": sides, "constraints": constraint_items(puzzle)}
    full = (1 << shape.size) - 1
    pairs = zip(puzzle.values, puzzle.masks or (), strict=False)
    masks = {
        str(cell): mask
        for cell, (value, mask) in enumerate(pairs)
        if mask != full and not value
    }
    at = looks.get("sudokupad", {}).get("at", ())[:2]
    keys = {"at": at, "masks": masks, "looks": looks}
    keys |= {"warnings": entry.metadata.warnings}
    return own | {key: value for key, value in keys.items() if value}


def _sentences(puzzle: Puzzle, drawing: _Drawing, *, irregular: bool) -> list[str]:
    """Return a sentence for each rule."""
    usual = "Normal irregular sudoku" if irregular else "Normal sudoku"
    sentence = f"{usual} rules apply."
    if puzzle.geometry.raw:
        sentence = "Digits may repeat in rows and columns."
    elif puzzle.geometry.box is None and not irregular:
        sentence = "Each row and column has each digit at most once."
    return list(dict.fromkeys([sentence, *drawing.sentences]))


_SWITCHES = {places.AntiKing: "antiking", places.AntiKnight: "antiknight"}


def _switches(puzzle: Puzzle) -> dict[str, bool]:
    """Return what the check of the site is to know of rules besides regions."""
    kinds = map(type, puzzle.constraints)
    switches = {_SWITCHES[kind]: True for kind in kinds if kind in _SWITCHES}
    return switches | ({"norowcol": True} if puzzle.geometry.raw else {})


def _solution(entry: PuzzleRecord, top: int, left: int, sides: list[int]) -> str | None:
    """Return the solution for the check of the site, if a figure holds each value."""
    solution, shape = entry.metadata.solution, entry.puzzle.geometry
    values = range(shape.first_value, shape.first_value + shape.size)
    if solution is None or not {*values} <= {*range(10)}:
        return None
    board = [["."] * sides[1] for _ in range(sides[0])]
    for cell, digit in enumerate(solution.values):
        row, column = divmod(cell, shape.columns)
        value = digit + shape.first_value - 1
        board[row + top][column + left] = str(value) if digit else "."
    return "".join(map("".join, board))
