"""What is drawn for each constraint: elements, and a sentence.

A constraint that cannot be drawn is its sentence alone.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.drawing.elements import Area, Band, Cage, Clue, Mark, Path, Spot
from satdoku.drawing.palette import (
    BLUE,
    DARK_GREEN,
    DARK_ORANGE,
    DARK_PURPLE,
    DARK_VERMILION,
    GREEN,
    GREY,
    LIGHT_GREY,
    PALE_BLUE,
    PALE_GREEN,
    PALE_GREY,
    PALE_ORANGE,
    PALE_PURPLE,
    PALE_VERMILION,
)
from satdoku.puzzle.constraints import automata, lines, outside, places, sets, sums
from satdoku.puzzle.constraints.arguments import names
from satdoku.puzzle.constraints.base import adjacent_pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satdoku.drawing.elements import Element
    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry


class Drawn(NamedTuple):
    """What a constraint becomes."""

    elements: Sequence[Element]
    sentence: str


_BANDS = {
    lines.Whisper: Band(PALE_GREEN, DARK_GREEN, (7, 4)),
    lines.Nabner: Band(PALE_ORANGE, DARK_ORANGE, (2, 2)),
    lines.Renban: Band(PALE_PURPLE, DARK_PURPLE, (1.5, 4)),
    lines.Palindrome: Band(LIGHT_GREY),
    lines.Between: Band(LIGHT_GREY, "", (), 8.0),
    lines.Lockout: Band(PALE_BLUE, BLUE, (2, 5)),
    lines.Entropic: Band(PALE_ORANGE, DARK_ORANGE),
    lines.Modular: Band(PALE_BLUE, BLUE, (9, 3, 1.5, 3)),
    lines.ValueIndexing: Band("", GREY, (6, 3)),
    lines.PairTable: Band(PALE_GREY, GREY, (3, 3)),
    automata.Regex: Band(PALE_GREY, GREY, (8, 2, 2, 2)),
    automata.NFA: Band(PALE_GREY, GREY, (8, 2, 2, 2, 2, 2)),
    sums.Arrow: Band("", GREY),
    sums.DoubleArrow: Band("", GREY),
    sums.Zipper: Band(PALE_PURPLE, DARK_PURPLE, (8, 3, 2, 3)),
    sums.SumLine: Band(PALE_VERMILION, DARK_VERMILION, (4, 2)),
    sums.Lunchbox: Band(PALE_GREEN, GREEN, (2, 3)),
}
"""How lines look."""

_ENDS = {
    lines.Between: ("disc", "disc"),
    lines.Lockout: ("diamond", "diamond"),
    lines.ValueIndexing: ("disc", "arrow"),
    lines.PairTable: ("", "arrow"),
    automata.Regex: ("", "arrow"),
    automata.NFA: ("", "arrow"),
    sums.Arrow: ("ring", "arrow"),
    sums.DoubleArrow: ("ring", "ring"),
}
"""What is at their ends."""

_DASHES = {
    sums.Killer: (5.0, 3.0),
    sums.Total: (1.5, 3.0),
    sums.RellikCage: (9.0, 3.0, 1.5, 3.0),
    sums.EqualityCage: (),
    sets.LookAndSay: (2.0, 2.0, 7.0, 2.0),
}
"""How outlines look."""

_CLUES = {
    outside.Skyscraper: "",
    outside.HiddenSkyscraper: "dashed",
    outside.NumberedRoom: "square",
    outside.XSum: "round",
    outside.Sandwich: "bread",
}
"""What is around clues outside the grid."""

_DOTS = {
    lines.WhiteDot: ("white", "difference", 1),
    lines.BlackDot: ("black", "ratio", 2),
    lines.XV: ("letter", "label", ""),
    lines.GreaterThan: ("greater", "label", "greater than"),
}
"""Signs between cells, where their text is from, and what is not written."""

_SENTENCES = {
    lines.Thermo: "Thermometer: values grow from the bulb.",
    lines.Whisper: "Whisper: neighbours on the line differ by {0.difference} or more.",
    lines.Nabner: "Nabner: any two on the line differ by {0.difference} or more.",
    lines.Renban: "Renban: the values on the line are consecutive, in any order.",
    lines.Palindrome: "Palindrome: the line reads the same both ways.",
    lines.Between: "Between: values on the line lie between those of its ends.",
    lines.Lockout: "Lockout: ends {0.difference} or more apart, none in their range.",
    lines.Entropic: "Entropic: of each three neighbours one is low, middle and high.",
    lines.Modular: "Modular: each {0.modulus} neighbours differ modulo {0.modulus}.",
    lines.ValueIndexing: "Slingshot: if the second cell is N, the N-th behind it is "
    "like the first.",
    lines.PairTable: "{0.name}: a table says which two values may stand together.",
    automata.Regex: "The values along the line match {0.pattern}.",
    automata.NFA: "An automaton accepts the values along the line.",
    sums.Arrow: "Arrow: the values on the shaft add up to the circle.",
    sums.PillArrow: "Arrow: the values on the shaft add up to the number in the pill.",
    sums.DoubleArrow: "Double arrow: both circles together are the sum between them.",
    sums.Zipper: "Zipper: cells as far from the middle have one sum, the middle, too.",
    sums.EqualSums: "Equal sums: the pieces between box borders have the same sum.",
    sums.SumLine: "Sum line: it can be cut into pieces that each add up to its number.",
    sums.Lunchbox: "Lunchbox: different digits; their sum between the extremes.",
    sums.Killer: "Dashes: different digits that add up to the number, if there is one.",
    sums.Total: "Dots: the values add up to the number; digits may repeat.",
    sums.RellikCage: "Rellik cage: different digits; no choice adds up to the number.",
    sums.EqualityCage: "Equality cage: different digits, as many odd as even, as many "
    "low as high.",
    sums.LittleKiller: "Little killer: the values along the arrow have this sum.",
    sets.LookAndSay: "k\xd7v: v occurs in these cells exactly k times.",
    outside.Skyscraper: "Skyscraper: how many values are higher than all before them.",
    outside.HiddenSkyscraper: "Hidden skyscraper: the first value below one before.",
    outside.NumberedRoom: "Numbered room: if the first cell is N, the N-th is this.",
    outside.XSum: "X-sum: if the first cell is X, the first X add up to the number.",
    outside.Sandwich: "Sandwich: the sum between the lowest and the highest value.",
    outside.FullRank: "#: the rank of this row or column, read from here as a number, "
    "from the smallest on, among all read both ways. Equal numbers: {0.ties}.",
    lines.WhiteDot: "White dot: the values differ by {0.difference}.",
    lines.BlackDot: "Black dot: one value is {0.ratio} times the other.",
    lines.XV: "{0.label}: the values add up to {0.total}.",
    lines.GreaterThan: "The sign between two cells opens towards the greater value.",
    sets.Contains: "Circle on a corner: its digits are in the four cells around it.",
    sets.SameValues: "Outlines with the same letter hold the same values as often.",
    sets.CountingCircles: "A value in dashed circles is in as many of them as it says.",
    sets.Indexing: "Cells with c (with r): the value says where in the row (column) "
    "the number of the cell's column (row) stands.",
    sets.BoxIndexing: "Cells with b: the value says which cell of the region holds the "
    "number of the cell's place in it.",
    places.Diagonals: "Diagonal: each digit once.",
    places.Regions: "Shaded or outlined regions hold each digit once.",
    places.Windoku: "Shaded or outlined regions hold each digit once.",
    places.AntiKnight: "Cells a knight's move apart hold different digits.",
    places.AntiKing: "Cells a king's move apart hold different digits.",
    places.AntiTaxicab: "Two cells that hold x are never x steps apart along rows and "
    "columns.",
    places.AntiConsecutive: "Cells that share a side do not differ by 1.",
    places.NoRatio: "Of cells that share a side none is the other times {1}.",
    places.NoXV: "Cells that share a side do not add up to 5 or 10.",
    places.DisjointGroups: "Cells at the same place of different boxes differ.",
    places.GlobalEntropy: "Each 2\xd72 square holds a low, a middle and a high value.",
    places.GlobalModular: "Each 2\xd72 square holds each remainder modulo 3.",
    places.DutchFlatmates: "Each 5 has a 1 directly above or a 9 directly below.",
    sets.RegionSameValues: "All regions of the largest size hold the same values.",
}
"""The sentences below the board; filled in with the values of the constraint."""


_FREE = " Pairs with a sign are free."


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
    kind: Any = type(rule)
    drawn: Sequence[Element] | Drawn | None = ()
    if kind in _OWN:
        drawn = _OWN[kind](rule, geometry, letter)
    elif kind in _BANDS:
        drawn = _path(rule)
    elif kind in _DASHES:
        drawn = _cage(rule, geometry, letter)
    elif kind in _CLUES:
        at = _outside(rule.line, geometry, reverse=rule.reverse)  # type: ignore[attr-defined]
        drawn = [Clue(at, str(rule.clue), _CLUES[kind])]  # type: ignore[attr-defined]
    elif kind in _DOTS:
        drawn = _dots(rule)
    if drawn is None or (not drawn and kind not in _SENTENCES):
        return Drawn((), _sentence(rule.describe()))
    if isinstance(drawn, Drawn):
        return drawn
    ratios = " or ".join(map(str, getattr(rule, "ratios", ())))
    said = _SENTENCES[kind].format(rule, ratios)
    return Drawn(drawn, said + _FREE * bool(getattr(rule, "marked", None)))


# Elements of each, or None where it can only be said, or with a sentence of its own


def _path(rule: Any) -> list[Element]:  # noqa: ANN401  one of _BANDS
    cells = rule.cells
    if getattr(rule, "loop", False):
        cells = (*cells, cells[0])
    ends = _ENDS.get(type(rule), ("", ""))
    return [Path(cells, _BANDS[type(rule)], ends, str(getattr(rule, "total", "")))]


def _dots(rule: Any) -> list[Element]:  # noqa: ANN401  one of _DOTS
    kind, name, usual = _DOTS[type(rule)]
    value = getattr(rule, name)
    label = "" if value == usual else str(value).removeprefix("pair of ")
    cells = rule.cells
    return [Mark((cells[a], cells[b]), kind, label) for a, b in adjacent_pairs(cells)]


def _cage(
    rule: Any,  # noqa: ANN401  one of _DASHES
    geometry: Geometry,
    letter: str,
) -> Sequence[Element] | Drawn | None:
    """Draw an outline; a line where cells meet at corners; else letters name them."""
    dash = _DASHES[type(rule)]
    total = getattr(rule, "total", "=")
    label = "" if total is None else str(total)
    if isinstance(rule, sets.LookAndSay):
        pairs = (f"{times}\xd7{_text(v, geometry)}" for v, times in rule.counts)
        label = " ".join(pairs)
    cells: Cells = rule.cells
    if len(set(cells)) < len(cells) or getattr(rule, "weights", None):
        return None
    if is_connected(cells):
        return [Cage(cells, label, dash)]
    if all(_distance(*pair) < 2 for pair in pairwise(cells)):
        return [Path(cells, Band("", GREY, dash), ("spot", "spot"), label)]
    label = f"{letter} {label}".strip()
    said = f"{_SENTENCES[type(rule)]} Cells with the same letter belong together."
    return Drawn([Cage((cell,), label, dash) for cell in cells], said)


def _thermo(rule: lines.Thermo, _: Geometry, __: str) -> Sequence[Element] | Drawn:
    band = Band(LIGHT_GREY)
    if not rule.slow:
        return [Path(rule.cells, band, ("bulb", ""))]
    said = "Slow thermometer: values grow or stay the same from the bulb."
    return Drawn([Path(rule.cells, band, ("hollow bulb", ""))], said)


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
    each = [drawn_of(one, geometry, letter) for one in rule.constraints]
    elements = [element for one in each for element in one.elements]
    return Drawn(elements, " ".join(dict.fromkeys(one.sentence for one in each)))


def _or(rule: sets.Or, _: Geometry, __: str) -> Drawn:
    return Drawn((), _sentence(f"one of these holds: {rule.describe()}"))


_OWN: dict[type, Callable[[Any, Geometry, str], Sequence[Element] | Drawn | None]] = {
    lines.Thermo: _thermo,
    lines.Allowed: _allowed,
    sums.PillArrow: _pill,
    sums.EqualSums: _equal_sums,
    sums.LittleKiller: _little_killer,
    sets.Contains: _contains,
    sets.SameValues: _same_values,
    sets.CountDistinct: _count_distinct,
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


def is_connected(cells: Cells) -> bool:
    """Whether cells differ and hang together by their sides."""
    left, reached = {*cells[1:]}, [cells[0]]
    for row, column in reached:
        beside = {(row + 1, column), (row - 1, column), (row, column + 1)}
        new = left & (beside | {(row, column - 1)})
        reached += new
        left -= new
    return not left and len(reached) == len(cells)
