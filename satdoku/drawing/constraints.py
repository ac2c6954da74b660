"""What is drawn for each constraint: elements, and a sentence.

A constraint that cannot be drawn is its sentence alone.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.constraints import automata, lines, outside, places, sets, sums
from satdoku.constraints.base import adjacent_pairs, names
from satdoku.drawing.board import digit_texts
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

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satdoku.constraints.base import Cells, Constraint
    from satdoku.drawing.elements import Element
    from satdoku.geometry import Geometry


class Drawn(NamedTuple):
    """What a constraint becomes."""

    elements: Sequence[Element]
    sentence: str


# From constraints to elements.  The sentence of a table is filled in with the values of
# the constraint.

_THIN = Band("", GREY, (), 0.0)

_PATHS: dict[type, tuple[Band, tuple[str, str], str]] = {
    lines.Whisper: (
        Band(PALE_GREEN, DARK_GREEN, (7, 4)),
        ("", ""),
        "Whisper: neighbours on the line differ by at least {0.difference}.",
    ),
    lines.Nabner: (
        Band(PALE_ORANGE, DARK_ORANGE, (2, 2)),
        ("", ""),
        "Nabner: any two values on the line differ by at least {0.difference}.",
    ),
    lines.Renban: (
        Band(PALE_PURPLE, DARK_PURPLE, (1.5, 4)),
        ("", ""),
        "Renban: the values on the line are consecutive, in any order.",
    ),
    lines.Palindrome: (
        Band(LIGHT_GREY),
        ("", ""),
        "Palindrome: the line reads the same both ways.",
    ),
    lines.Between: (
        Band(LIGHT_GREY, "", (), 8.0),
        ("disc", "disc"),
        "Between: values on the line lie strictly between those of its ends.",
    ),
    lines.Lockout: (
        Band(PALE_BLUE, BLUE, (2, 5)),
        ("diamond", "diamond"),
        "Lockout: ends {0.difference} or more apart, no value inside their range.",
    ),
    lines.Entropic: (
        Band(PALE_ORANGE, DARK_ORANGE, ()),
        ("", ""),
        "Entropic: of each three neighbours one is low, one middle, one high.",
    ),
    lines.Modular: (
        Band(PALE_BLUE, BLUE, (9, 3, 1.5, 3)),
        ("", ""),
        "Modular: each {0.modulus} neighbours differ modulo {0.modulus}.",
    ),
    lines.ValueIndexing: (
        Band("", GREY, (6, 3), 0.0),
        ("disc", "arrow"),
        "Slingshot: with N in the second cell, the N-th behind it equals the disc.",
    ),
    lines.PairTable: (
        Band(PALE_GREY, GREY, (3, 3)),
        ("", "arrow"),
        "{0.name}: a table says which two values may stand together on the line.",
    ),
    automata.Regex: (
        Band(PALE_GREY, GREY, (8, 2, 2, 2)),
        ("", "arrow"),
        "The values along the line match {0.pattern}.",
    ),
    automata.NFA: (
        Band(PALE_GREY, GREY, (8, 2, 2, 2, 2, 2)),
        ("", "arrow"),
        "An automaton accepts the values along the line.",
    ),
    sums.Arrow: (
        _THIN,
        ("ring", "arrow"),
        "Arrow: the values on the shaft add up to the circle.",
    ),
    sums.DoubleArrow: (
        _THIN,
        ("ring", "ring"),
        "Double arrow: the circles together are the sum of the line between them.",
    ),
    sums.Zipper: (
        Band(PALE_PURPLE, DARK_PURPLE, (8, 3, 2, 3)),
        ("", ""),
        "Zipper: any two cells as far from the middle have one sum, the middle, too.",
    ),
    sums.SumLine: (
        Band(PALE_VERMILION, DARK_VERMILION, (4, 2)),
        ("", ""),
        "Sum line: it can be cut into pieces that each add up to its number.",
    ),
    sums.Lunchbox: (
        Band(PALE_GREEN, GREEN, (2, 3)),
        ("", ""),
        "Lunchbox: different digits; the number is the sum between the extremes.",
    ),
}

_CAGES: dict[type, tuple[str, tuple[float, ...], str]] = {
    sums.Killer: (
        "{0.total}",
        (5, 3),
        "Dashes: different digits that add up to the number, if there is one.",
    ),
    sums.Total: (
        "{0.total}",
        (1.5, 3),
        "Dots: the values add up to the number; digits may repeat.",
    ),
    sums.RellikCage: (
        "{0.total}",
        (9, 3, 1.5, 3),
        "Rellik cage: different digits; no choice of them adds up to the number.",
    ),
    sums.EqualityCage: (
        "=",
        (),
        "Equality cage: different digits, as many odd as even, as many low as high.",
    ),
    sets.LookAndSay: (
        "",
        (2, 2, 7, 2),
        "k\xd7v: v occurs in these cells exactly k times.",
    ),
}

_OUTSIDE: dict[type, tuple[str, str]] = {
    outside.Skyscraper: (
        "",
        "Skyscraper: how many values are higher than all before them.",
    ),
    outside.HiddenSkyscraper: (
        "dashed",
        "Hidden skyscraper: the first value that is lower than one before it.",
    ),
    outside.NumberedRoom: (
        "square",
        "Numbered room: with N in the first cell, the N-th cell holds the number.",
    ),
    outside.XSum: (
        "round",
        "X-sum: with X in the first cell, the first X values add up to the number.",
    ),
    outside.Sandwich: (
        "bread",
        "Sandwich: the sum of what is between the lowest and the highest value.",
    ),
}

_FREE = " Pairs with a sign are free."

_SENTENCES: dict[type, str] = {
    places.AntiKnight: "Cells a knight's move apart hold different digits.",
    places.AntiKing: "Cells a king's move apart hold different digits.",
    places.AntiTaxicab: "Two cells that hold x are never x steps apart along rows and "
    "columns.",
    places.AntiConsecutive: "Cells that share a side do not differ by 1.",
    places.NoXV: "Cells that share a side do not add up to 5 or 10.",
    places.DisjointGroups: "Cells at the same place of different boxes hold different "
    "digits.",
    places.GlobalEntropy: "Each square of 2\xd72 cells holds a low, a middle and a "
    "high value.",
    places.GlobalModular: "Each square of 2\xd72 cells holds a value of each remainder "
    "modulo 3.",
    places.DutchFlatmates: "Each 5 has a 1 directly above or a 9 directly below.",
    sets.RegionSameValues: "All regions of the largest size hold the same values.",
}


def drawn_of(rule: Constraint, geometry: Geometry, letter: str = "A") -> Drawn:
    """Return the elements of a constraint, and its sentence.

    Args:
        rule: The constraint.
        geometry: The shape.
        letter: What names its cells where an outline cannot hold them together.

    Example:
        >>> from satdoku.constraints import Killer
        >>> from satdoku.geometry import Geometry
        >>> drawn = drawn_of(Killer(7, "r1c1 r1c2"), Geometry(4, 4))
        >>> drawn.elements
        [Cage(cells=((0, 0), (0, 1)), text='7', dash=(5, 3))]
    """
    kind: Any = type(rule)
    drawn: Drawn | None = None
    if kind in _OWN:
        drawn = _OWN[kind](rule, geometry, letter)
    elif kind in _PATHS:
        drawn = _path(rule)
    elif kind in _CAGES:
        drawn = _cage(rule, geometry, letter)
    elif kind in _OUTSIDE:
        drawn = _clue(rule, geometry)
    elif kind in _SENTENCES:
        free = _FREE if getattr(rule, "marked", None) else ""
        drawn = Drawn((), _SENTENCES[kind] + free)
    return drawn or Drawn((), _sentence(rule.describe()))


# Constraints of a table


def _path(rule: Any) -> Drawn:  # noqa: ANN401  one of _PATHS
    band, ends, said = _PATHS[type(rule)]
    cells = rule.cells
    if getattr(rule, "loop", False):
        cells = (*cells, cells[0])
    path = Path(cells, band, ends, str(getattr(rule, "total", "")))
    return Drawn([path], said.format(rule))


def _cage(rule: Any, geometry: Geometry, letter: str) -> Drawn | None:  # noqa: ANN401  one of _CAGES
    """Draw an outline; a line where cells meet at corners; else letters name them."""
    label, dash, said = _CAGES[type(rule)]
    label = label.format(rule).replace("None", "")
    if isinstance(rule, sets.LookAndSay):
        pairs = (f"{times}\xd7{_text(v, geometry)}" for v, times in rule.counts)
        label = " ".join(pairs)
    cells: Cells = rule.cells
    if len(set(cells)) < len(cells) or getattr(rule, "weights", None):
        return None
    if _is_connected(cells):
        return Drawn([Cage(cells, label, dash)], said)
    if all(_distance(*pair) < 2 for pair in pairwise(cells)):
        band = Band("", GREY, dash, 0.0)
        return Drawn([Path(cells, band, ("spot", "spot"), label)], said)
    label = f"{letter} {label}".strip()
    said += " Cells with the same letter belong together."
    return Drawn([Cage((cell,), label, dash) for cell in cells], said)


def _clue(rule: Any, geometry: Geometry) -> Drawn:  # noqa: ANN401  one of _OUTSIDE
    kind, said = _OUTSIDE[type(rule)]
    at = _outside(rule.line, geometry, reverse=rule.reverse)
    return Drawn([Clue(at, str(rule.clue), kind)], said)


# Constraints with a drawing of their own; None where they can only be said


def _thermo(rule: lines.Thermo, _: Geometry, __: str) -> Drawn:
    ends = ("hollow bulb" if rule.slow else "bulb", "")
    grow = "grow or stay the same" if rule.slow else "grow"
    said = f"{_sentence(rule.word)[:-1]}: values {grow} from the bulb."
    return Drawn([Path(rule.cells, Band(LIGHT_GREY), ends)], said)


def _pill(rule: sums.PillArrow, _: Geometry, __: str) -> Drawn:
    band, ends, said = _PATHS[sums.Arrow]
    pill, shaft = rule.cells[: rule.pill], rule.cells[rule.pill :]
    start = min(pill, key=lambda cell: _distance(cell, shaft[0]))
    both = [Path((start, *shaft), band, ("", ends[1])), Path(pill, band, ("pill", ""))]
    return Drawn(both, said.replace("circle", "number in the pill"))


def _equal_sums(rule: sums.EqualSums, _: Geometry, __: str) -> Drawn:
    """Draw the segments, joined where one goes on beside the end of the one before."""
    joined: list[Cells] = []
    for segment in map(tuple, rule.segments(rule.cells)):
        if joined and _distance(joined[-1][-1], segment[0]) < 2:
            joined[-1] += segment
        else:
            joined.append(segment)
    said = "Equal sums: the pieces of the line, cut at box borders, add up to the same."
    if len(joined) > 1:
        said = _sentence(rule.describe())
    band = Band(PALE_BLUE, BLUE, (12, 4))
    return Drawn([Path(cells, band) for cells in joined], said)


def _difference(rule: lines.Difference, _: Geometry, __: str) -> Drawn:
    label = "" if rule.difference == 1 else str(rule.difference)
    said = f"White dot: the values differ by {rule.difference}."
    return Drawn(_between(rule.cells, "white", label), said)


def _ratio(rule: lines.Ratio, _: Geometry, __: str) -> Drawn:
    label = "" if rule.ratio == 2 else str(rule.ratio)
    times = f"{label} times" if label else "twice"
    said = f"Black dot: one value is {times} the other."
    return Drawn(_between(rule.cells, "black", label), said)


def _xv(rule: lines.XV, _: Geometry, __: str) -> Drawn:
    label = rule.word if rule.total in {5, 10} else str(rule.total)
    said = f"{label}: the two values add up to {rule.total}."
    return Drawn(_between(rule.cells, "letter", label), said)


def _greater(rule: lines.GreaterThan, _: Geometry, __: str) -> Drawn:
    said = "The sign between two cells opens towards the greater value."
    return Drawn(_between(rule.cells, "greater", ""), said)


def _allowed(rule: lines.Allowed, geometry: Geometry, _: str) -> Drawn:
    """Shade even and odd cells; write other values small."""
    values = range(geometry.first_value, geometry.first_value + geometry.size)
    for word, kind, rest in (("Square", "even", 0), ("Disc", "odd", 1)):
        if {value for value in values if value % 2 == rest} == {*rule.values} & {
            *values
        }:
            said = f"{word}: the value is {kind}."
            return Drawn([Spot(cell, kind) for cell in rule.cells], said)
    label = " ".join(_text(value, geometry) for value in sorted(rule.values))
    said = "Small digits: the value is one of them."
    return Drawn([Spot(cell, "values", label) for cell in rule.cells], said)


def _little_killer(rule: sums.LittleKiller, geometry: Geometry, _: str) -> Drawn | None:
    if rule.weights or len(rule.cells) < 2:
        return None
    (row, column), (next_row, next_column) = rule.cells[:2]
    step = next_row - row, next_column - column
    at = row - step[0], column - step[1]
    if 0 <= at[0] < geometry.rows and 0 <= at[1] < geometry.columns:
        return None
    said = "Little killer: the values along the arrow add up to the number."
    return Drawn([Clue(at, str(rule.total), "", step)], said)


def _contains(rule: sets.Contains, geometry: Geometry, _: str) -> Drawn | None:
    row, column = min(rule.cells)
    if {*rule.cells} != {(row + a, column + b) for a in (0, 1) for b in (0, 1)}:
        return None
    label = " ".join(_text(value, geometry) for value in sorted(rule.values))
    said = "Circle on a corner: its digits are among the four cells around it."
    return Drawn([Mark(rule.cells, "quad", label)], said)


def _same_values(rule: sets.SameValues, _: Geometry, letter: str) -> Drawn:
    size = len(rule.cells) // rule.sets
    cut = range(0, len(rule.cells), size)
    cages = [Cage(rule.cells[at : at + size], letter, (11, 4)) for at in cut]
    said = "Outlines with the same letter hold the same values as often."
    if size == 1:
        said = "Cells with the same letter hold the same value."
    return Drawn(cages, said)


def _count_distinct(rule: sets.CountDistinct, _: Geometry, __: str) -> Drawn:
    first, *others = rule.cells
    said = (
        f"{names((first,))} says how many different values there are in "
        f"{names(tuple(others))}."
    )
    return Drawn((), said)


def _counting_circles(rule: sets.CountingCircles, _: Geometry, __: str) -> Drawn:
    said = "A value in dashed circles is in as many of them as it says."
    return Drawn([Spot(cell, "circle") for cell in rule.cells], said)


def _indexing(rule: sets.Indexing, _: Geometry, __: str) -> Drawn:
    own, other = ("column", "row") if rule.by == "columns" else ("row", "column")
    said = (
        f"Cells with {own[0]}: their value says where in their {other} the number of "
        f"their {own} stands."
    )
    return Drawn([Spot(cell, "corner", own[0]) for cell in rule.cells], said)


def _box_indexing(rule: sets.BoxIndexing, _: Geometry, __: str) -> Drawn:
    said = (
        "Cells with b: their value says which cell of their region holds the number of "
        "their place in it."
    )
    return Drawn([Spot(rule.cells[at - 1], "corner", "b") for at in rule.at], said)


def _diagonals(rule: places.Diagonals, geometry: Geometry, _: str) -> Drawn:
    last = geometry.rows - 1
    both = {"falling": ((0, 0), (last, last)), "rising": ((last, 0), (0, last))}
    band = Band("", BLUE, (9.0, 5.0), 0.0)
    paths = [
        Path(ends, band, ("edge", ""))
        for name, ends in both.items()
        if rule.which in {name, "both"}
    ]
    return Drawn(paths, "Diagonal: each digit once.")


def _regions(
    rule: places.Regions | places.Windoku, geometry: Geometry, _: str
) -> Drawn:
    """Shade or outline regions; those in place of boxes are thick lines."""
    if geometry.box is None and isinstance(rule, places.Regions):
        return Drawn((), "")
    units = [
        tuple(divmod(cell, geometry.columns) for cell in unit)
        for unit in rule.units(geometry)
    ]
    shaded = sum(map(len, units)) < geometry.cells
    said = f"{'Shaded' if shaded else 'Outlined'} regions hold each digit once."
    return Drawn([Area(unit, shaded) for unit in units], said)


def _full_rank(rule: outside.FullRank, geometry: Geometry, _: str) -> Drawn:
    clues = [
        Clue(_outside(line, geometry, reverse=reverse), f"#{rank}")
        for rank, line, reverse in rule.clues
    ]
    said = (
        "#: the place of this row or column, read from here as a number, among all of "
        "them read both ways, from the smallest."
    )
    if rule.ties != "any":
        which = "All numbers" if rule.ties == "none" else "Ranked numbers"
        said += f" {which} differ from all others."
    return Drawn(clues, said)


def _no_ratio(rule: places.NoRatio, _: Geometry, __: str) -> Drawn:
    times = " or ".join(map(str, rule.ratios))
    said = f"Of cells that share a side none is {times} times the other."
    return Drawn((), said + (_FREE if rule.marked else ""))


def _and(rule: sets.And, geometry: Geometry, letter: str) -> Drawn:
    each = [drawn_of(one, geometry, letter) for one in rule.rules]
    elements = [element for one in each for element in one.elements]
    return Drawn(elements, " ".join(dict.fromkeys(one.sentence for one in each)))


def _or(rule: sets.Or, _: Geometry, __: str) -> Drawn:
    return Drawn((), _sentence(f"one of these holds: {rule.describe()}"))


_OWN: dict[type, Callable[[Any, Geometry, str], Drawn | None]] = {
    lines.Thermo: _thermo,
    lines.Difference: _difference,
    lines.Ratio: _ratio,
    lines.XV: _xv,
    lines.GreaterThan: _greater,
    lines.Allowed: _allowed,
    sums.PillArrow: _pill,
    sums.EqualSums: _equal_sums,
    sums.LittleKiller: _little_killer,
    sets.Contains: _contains,
    sets.SameValues: _same_values,
    sets.CountDistinct: _count_distinct,
    sets.CountingCircles: _counting_circles,
    sets.Indexing: _indexing,
    sets.BoxIndexing: _box_indexing,
    sets.And: _and,
    sets.Or: _or,
    places.Diagonals: _diagonals,
    places.NoRatio: _no_ratio,
    places.Regions: _regions,
    places.Windoku: _regions,
    outside.FullRank: _full_rank,
}


def _text(value: int, geometry: Geometry) -> str:
    """Write a value as its digit is, or as a number where no digit has it."""
    digit, texts = value - geometry.first_value + 1, digit_texts(geometry)
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


def _between(cells: Cells, kind: str, label: str) -> list[Mark]:
    return [Mark((cells[a], cells[b]), kind, label) for a, b in adjacent_pairs(cells)]


def _distance(one: tuple[int, int], other: tuple[int, int]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _is_connected(cells: Cells) -> bool:
    """Whether cells differ and hang together by their sides."""
    left, reached = {*cells[1:]}, [cells[0]]
    for row, column in reached:
        beside = {(row + 1, column), (row - 1, column), (row, column + 1)}
        new = left & (beside | {(row, column - 1)})
        reached += new
        left -= new
    return not left and len(reached) == len(cells)
