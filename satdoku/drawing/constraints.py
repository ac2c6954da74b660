"""What is drawn for each constraint: elements, and a sentence.

The class names both (`look`, `sentence`); what needs more than lines, outlines, dots
and clues outside has a function here.  A constraint that cannot be drawn is its
sentence alone.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.drawing import palette
from satdoku.drawing.elements import Area, Band, Cage, Clue, Mark, Path, Spot
from satdoku.drawing.palette import BLUE, GREY, LIGHT_GREY, PALE_BLUE
from satdoku.puzzle.constraints import chaos, lines, outside, places, sets, sums
from satdoku.puzzle.constraints.arguments import names
from satdoku.puzzle.constraints.base import CellConstraint, named_extra_cells
from satdoku.puzzle.constraints.extra import digit_cell, is_worth
from satdoku.puzzle.constraints.records import default_of
from satdoku.puzzle.geometry import is_connected

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satdoku.drawing.elements import Element
    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.constraints.forms import Look
    from satdoku.puzzle.geometry import Geometry


def _colour(name: str) -> str:
    """Return the colour of the palette that a look names; empty for none."""
    return getattr(palette, name.upper().replace(" ", "_")) if name else ""


class Drawn(NamedTuple):
    """What a constraint becomes."""

    elements: Sequence[Element]
    sentence: str


def drawn_of(rule: Constraint, geometry: Geometry, letter: str = "A") -> Drawn:
    """Return the elements of a constraint, and its sentence.

    Args:
        rule: The constraint.
        geometry: The shape.
        letter: What names its cells where an outline cannot hold them together.

    Example:
        >>> from satdoku.constraints import Killer
        >>> from satdoku.puzzle.geometry import Geometry
        >>> drawn = drawn_of(Killer(7, "r1c1 r1c2"), Geometry(4, 4))
        >>> drawn.elements
        [Cage(cells=((0, 0), (0, 1)), text='7', dash=(5.0, 3.0))]
    """
    if cells := [*named_extra_cells(rule)]:
        if not (all(map(is_worth, cells)) and isinstance(rule, CellConstraint)):
            return Drawn((), _sentence(rule.describe()))  # they have no place
        rule = replace(rule, cells=tuple(map(digit_cell, rule.cells)))
    own = _OWN.get(type(rule))
    sentence: str = getattr(rule, "sentence", "")
    look: Look | None = getattr(rule, "look", None)
    drawn: Sequence[Element] | Drawn | None = ()
    if own is not None:
        drawn = own(rule, geometry, letter)
    elif look is not None:
        drawn = _SHAPES[look.shape](rule, look, geometry, letter)
    if drawn is None or not (drawn or sentence):
        return Drawn((), _sentence(rule.describe()))
    if isinstance(drawn, Drawn):
        return drawn
    ratios = " or ".join(map(str, getattr(rule, "ratios", ())))
    free = " Pairs with a sign are free." if getattr(rule, "marked", None) else ""
    return Drawn(drawn, sentence.format(rule, ratios) + free)


# Elements of each, or None where it can only be said, or with a sentence of its own


def _path(rule: Any, look: Look, _: Geometry, __: str) -> list[Element]:  # noqa: ANN401  a line
    cells = rule.cells
    if getattr(rule, "loop", False):
        cells = (*cells, cells[0])
    band = Band(_colour(look.pale), _colour(look.colour), look.dash, look.width)
    total = getattr(rule, "total", None)
    return [Path(cells, band, look.ends, "" if total is None else str(total))]


def _dots(rule: Any, look: Look, _: Geometry, __: str) -> list[Element]:  # noqa: ANN401  signs
    """Draw a sign between each two cells, with the number that is not the usual one."""
    label = {"letter": rule.label, "greater": ""}.get(look.pale)
    if label is None:
        value = getattr(rule, rule.shown_field)
        usual = default_of(type(rule), rule.shown_field)
        label = "" if value == usual else str(value)
    cells = rule.cells
    return [Mark((cells[a], cells[b]), look.pale, label) for a, b in rule.chosen()]


def _clue(rule: Any, look: Look, geometry: Geometry, _: str) -> list[Element]:  # noqa: ANN401  a clue outside
    at = _outside(rule.line, geometry, reverse=rule.reverse)
    return [Clue(at, str(rule.clue), look.pale)]


def _cage(
    rule: Any,  # noqa: ANN401  an outline
    look: Look,
    geometry: Geometry,
    letter: str,
) -> Sequence[Element] | Drawn | None:
    """Draw an outline; a line where cells meet at corners; else letters name them."""
    total = getattr(rule, "total", "=")
    label = "" if total is None else str(total)
    if isinstance(rule, sets.LookAndSay):
        pairs = (f"{times}\xd7{_text(v, geometry)}" for v, times in rule.counts)
        label = " ".join(pairs)
    elif isinstance(rule, sets.HowMany):
        label = rule.clue
    cells: Cells = rule.cells
    if len(set(cells)) < len(cells) or getattr(rule, "weights", None):
        return None
    if is_connected(cells):
        return [Cage(cells, label, look.dash)]
    if all(_distance(*pair) < 2 for pair in pairwise(cells)):
        return [Path(cells, Band("", GREY, look.dash), ("spot", "spot"), label)]
    label = f"{letter} {label}".strip()
    sentence = f"{rule.sentence} Cells with the same letter belong together."
    return Drawn([Cage((cell,), label, look.dash) for cell in cells], sentence)


_SHAPES: dict[
    str, Callable[[Any, Look, Geometry, str], Sequence[Element] | Drawn | None]
] = {"line": _path, "cage": _cage, "dots": _dots, "outside": _clue}


def _thermo(rule: lines.Thermo, _: Geometry, __: str) -> Sequence[Element] | Drawn:
    band = Band(LIGHT_GREY)
    if not rule.slow:
        return [Path(rule.cells, band, ("bulb", ""))]
    sentence = "Slow thermometer: values grow or stay the same from the bulb."
    return Drawn([Path(rule.cells, band, ("hollow bulb", ""))], sentence)


def _pill(rule: sums.PillArrow, _: Geometry, __: str) -> list[Element]:
    pill, shaft = rule.cells[: rule.pill], rule.cells[rule.pill :]
    start = min(pill, key=lambda cell: _distance(cell, shaft[0]))
    band = Band("", GREY)
    return [Path((start, *shaft), band, ("", "arrow")), Path(pill, band, ("pill", ""))]


def _equal_sums(
    rule: sums.EqualSums, _: Geometry, __: str
) -> Sequence[Element] | Drawn:
    """Draw the segments, joined where one goes on beside the end of the one before."""
    joined: list[Cells] = []
    for segment in rule.segments:
        if joined and _distance(joined[-1][-1], segment[0]) < 2:
            joined[-1] += segment
        else:
            joined.append(segment)
    paths = [Path(cells, Band(PALE_BLUE, BLUE, (12, 4))) for cells in joined]
    return paths if len(paths) == 1 else Drawn(paths, _sentence(rule.describe()))


def _extreme(
    rule: lines.Maximum | lines.Minimum, geometry: Geometry, _: str
) -> list[Element]:
    """Draw the sign of two cells between each cell and those beside it."""
    marks: list[Element] = []
    for pair in rule.pairs(geometry):
        cells = tuple(divmod(cell, geometry.columns) for cell in pair)
        falling = cells if isinstance(rule, lines.Maximum) else cells[::-1]
        marks.append(Mark(falling, "greater"))
    return marks


def _allowed(rule: lines.Allowed, geometry: Geometry, _: str) -> Drawn:
    """Shade even and odd cells; write other values small."""
    values = range(geometry.first_value, geometry.first_value + geometry.size)
    for word, kind, rest in (("Square", "even", 0), ("Disc", "odd", 1)):
        if {v for v in values if v % 2 == rest} == {*rule.values} & {*values}:
            spots = [Spot(cell, kind) for cell in rule.cells]
            return Drawn(spots, f"{word}: the value is {kind}.")
    label = " ".join(_text(value, geometry) for value in sorted(rule.values))
    spots = [Spot(cell, "values", label) for cell in rule.cells]
    return Drawn(spots, "Small digits: the value is one of them.")


def _little_killer(
    rule: sums.LittleKiller, geometry: Geometry, _: str
) -> list[Element] | None:
    if rule.weights or len(rule.cells) < 2:
        return None
    (row, column), (next_row, next_column) = rule.cells[:2]
    step = next_row - row, next_column - column
    at = row - step[0], column - step[1]
    if 0 <= at[0] < geometry.rows and 0 <= at[1] < geometry.columns:
        return None
    return [Clue(at, str(rule.total), "", step)]


def _contains(rule: sets.Contains, geometry: Geometry, _: str) -> list[Element] | None:
    row, column = min(rule.cells)
    if {*rule.cells} != {(row + a, column + b) for a in (0, 1) for b in (0, 1)}:
        return None
    label = " ".join(_text(value, geometry) for value in sorted(rule.values))
    return [Mark(rule.cells, "quad", label)]


def _same_values(rule: sets.SameValues, _: Geometry, letter: str) -> list[Element]:
    size = len(rule.cells) // rule.sets
    cut = range(0, len(rule.cells), size)
    return [Cage(rule.cells[at : at + size], letter, (11.0, 4.0)) for at in cut]


def _chaos_arrow(rule: chaos.ChaosArrow, *_: object) -> list[Element]:
    """Draw each arm; a corner mark where all directions count."""
    arms = [arm for arm in rule.arms if len(arm) > 1]
    if not arms:
        return [Spot(rule.cell, "corner", "+")]
    band = Band("", BLUE, (3.0, 3.0))
    return [Path(arm, band, ("spot", "arrow")) for arm in arms]


def _same_region(rule: chaos.SameRegion, _: Geometry, letter: str) -> Drawn:
    """Draw an outline, or letters where cells do not hang together."""
    dash = (2.0, 2.0)
    if is_connected(rule.cells):
        sentence = "Dotted outline: all cells are in one region."
        return Drawn([Cage(rule.cells, "", dash)], sentence)
    cages = [Cage((cell,), letter, dash) for cell in rule.cells]
    return Drawn(cages, rule.sentence)


def _count_distinct(rule: sets.CountDistinct, _: Geometry, __: str) -> Drawn:
    first, others = names(rule.cells[:1]), names(rule.cells[1:])
    return Drawn((), f"{first} says how many different values are in {others}.")


def _diagonals(rule: places.Diagonals, geometry: Geometry, _: str) -> list[Element]:
    last = geometry.rows - 1
    both = {"falling": ((0, 0), (last, last)), "rising": ((last, 0), (0, last))}
    band, which = Band("", BLUE, (9.0, 5.0)), rule.which
    return [
        Path(ends, band, ("edge", ""))
        for name, ends in both.items()
        if which in {name, "both"}
    ]


def _regions(
    rule: places.Regions | places.Windoku, geometry: Geometry, _: str
) -> Sequence[Element] | Drawn:
    """Shade or outline regions; those in place of boxes are thick lines."""
    if geometry.box is None and isinstance(rule, places.Regions):
        return Drawn((), "")
    units = [
        tuple(divmod(cell, geometry.columns) for cell in unit)
        for unit in rule.units(geometry)
    ]
    shaded = sum(map(len, units)) < geometry.cells
    return [Area(unit, shaded) for unit in units]


def _full_rank(rule: outside.FullRank, geometry: Geometry, _: str) -> list[Element]:
    return [
        Clue(_outside(line, geometry, reverse=reverse), f"#{rank}")
        for rank, line, reverse in rule.clues
    ]


def _and(rule: sets.And, geometry: Geometry, letter: str) -> Drawn:
    parts = [drawn_of(part, geometry, letter) for part in rule.constraints]
    elements = [element for part in parts for element in part.elements]
    return Drawn(elements, " ".join(dict.fromkeys(part.sentence for part in parts)))


def _or(rule: sets.Or, _: Geometry, __: str) -> Drawn:
    return Drawn((), _sentence(f"one of these holds: {rule.describe()}"))


_OWN: dict[type, Callable[[Any, Geometry, str], Sequence[Element] | Drawn | None]] = {
    lines.Thermo: _thermo,
    lines.Allowed: _allowed,
    lines.Maximum: _extreme,
    lines.Minimum: _extreme,
    sums.PillArrow: _pill,
    sums.EqualSums: _equal_sums,
    sums.LittleKiller: _little_killer,
    sets.Contains: _contains,
    sets.SameValues: _same_values,
    sums.EqualCages: lambda rule, _, letter: [
        Cage(cells, letter, (5.0, 3.0)) for cells in rule.segments
    ],
    sets.CountDistinct: _count_distinct,
    chaos.ChaosArrow: _chaos_arrow,
    chaos.ChaosCount: lambda rule, *_: [Spot(rule.cell, "corner", "#")],
    chaos.CountRegions: lambda rule, *_: Drawn((), _sentence(rule.describe())),
    chaos.SameRegion: _same_region,
    sets.CountingCircles: lambda rule, *_: [Spot(c, "circle") for c in rule.cells],
    sets.Indexing: lambda rule, *_: [Spot(c, "corner", rule.by[0]) for c in rule.cells],
    sets.BoxIndexing: lambda r, *_: [Spot(r.cells[a - 1], "corner", "b") for a in r.at],
    sets.And: _and,
    sets.Or: _or,
    places.Diagonals: _diagonals,
    places.Regions: _regions,
    places.Windoku: _regions,
    outside.FullRank: _full_rank,
}


def _text(value: int, geometry: Geometry) -> str:
    """Write a value as its digit is, or as a number where no digit has it."""
    digit, texts = value - geometry.first_value + 1, geometry.digit_texts
    return texts[digit] if 0 < digit < len(texts) else str(value)


def _sentence(words: str) -> str:
    """Begin with a capital and end with a full stop."""
    return f"{words[:1].upper()}{words[1:]}."


def _outside(line: str, geometry: Geometry, *, reverse: bool) -> tuple[int, int]:
    """Return the place of a clue: -1 or one past the last row or column."""
    at = int(line[1:]) - 1
    if line[0] == "r":
        return at, geometry.columns if reverse else -1
    return geometry.rows if reverse else -1, at


def _distance(one: tuple[int, int], other: tuple[int, int]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
