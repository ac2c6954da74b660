"""Pictures of puzzles with constraints: each is drawn at its place, or said below."""

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass

import pytest

import satdoku
from satdoku import Geometry, Grid, Puzzle, check, constraints, solve, svg
from satdoku.drawing import sheet
from satdoku.drawing.api import compared
from satdoku.drawing.terminal import TerminalStyle, terminal_lines
from satdoku.puzzle.constraints import places
from satdoku.puzzle.constraints.base import CellConstraint
from tests.constraints.random_rules import NAMES
from tests.drawing.reading import CELL, MARGIN, SPACE, cell_of, letters, texts

LINE = "r2c2 r2c3 r3c4 r4c4"
LINES = {
    name: getattr(constraints, name)(LINE)
    for name in (
        "Whisper Nabner Renban Palindrome Between Lockout Entropic Modular PairTable "
        "Thermo ValueIndexing Arrow PillArrow DoubleArrow Zipper Alternating "
        "AverageArrow ProductArrow"
    ).split()
}
LINES |= {
    "EqualSums": constraints.EqualSums(["r2c2 r2c3", "r3c4 r4c4"]),
    "SumLine": constraints.SumLine(10, LINE),
    "Lunchbox": constraints.Lunchbox(10, LINE),
    "Regex": constraints.Regex(LINE, "1.*"),
    "NFA": constraints.NFA(
        LINE, "TgRAEv-IiIiIiAyMDmaA9ERQ-qqrD9mZmc_u7u7w_4iIiIn_zMzMzIg"
    ),
}
PAIR = "r1c1 r1c2"
SQUARE = "r1c1 r1c2 r2c1 r2c2"
OTHERS = {
    "Killer": constraints.Killer(15, SQUARE),
    "Total": constraints.Total(15, SQUARE),
    "RellikCage": constraints.RellikCage(15, SQUARE),
    "EqualityCage": constraints.EqualityCage(SQUARE),
    "LookAndSay": constraints.LookAndSay(SQUARE, ((3, 2),)),
    "HowMany": constraints.HowMany(SQUARE, (2, 4), (1, 2)),
    "EqualCages": constraints.EqualCages([PAIR, "r3c3 r3c4"]),
    "AntiLeaper": constraints.AntiLeaper([(1, 3)]),
    "LittleKiller": constraints.LittleKiller(20, "r1c3 r2c2 r3c1"),
    "WhiteDot": constraints.WhiteDot(PAIR),
    "BlackDot": constraints.BlackDot(PAIR, 3),
    "XV": constraints.XV(PAIR),
    "GreaterThan": constraints.GreaterThan(PAIR),
    "Maximum": constraints.Maximum(PAIR),
    "Minimum": constraints.Minimum(PAIR),
    "Contains": constraints.Contains(SQUARE, (1, 2, 3)),
    "Allowed": constraints.Allowed(PAIR, (1, 4, 6)),
    "SameValues": constraints.SameValues("r1c1 r5c5"),
    "CountDistinct": constraints.CountDistinct(LINE),
    "CountingCircles": constraints.CountingCircles(LINE),
    "Indexing": constraints.Indexing("r1c1"),
    "BoxIndexing": constraints.BoxIndexing("r1c1 r1c2 r1c3", (1,)),
    "FullRank": constraints.FullRank(((3, "r1", False),)),
    "Diagonals": constraints.Diagonals(),
    "Regions": constraints.Regions(["r2c2 r3c3 r4c4"]),
    "Windoku": constraints.Windoku(),
    "And": constraints.And((constraints.XV(PAIR), constraints.AntiKing())),
    "Or": constraints.Or((constraints.XV(PAIR), constraints.XV(PAIR, 5))),
}
OUTSIDE = {
    name: getattr(constraints, name)(9, "r3")
    for name in ("HiddenSkyscraper", "NumberedRoom", "Sandwich", "Skyscraper", "XSum")
}
OTHERS |= OUTSIDE
GLOBAL = (
    "AntiConsecutive AntiKing AntiKnight AntiTaxicab DisjointGroups DutchFlatmates "
    "GlobalEntropy GlobalModular NoIndexing NoRatio NoXV RegionSameValues"
).split()
OTHERS |= {name: getattr(constraints, name)() for name in GLOBAL}
EMPTY = "." * 81


def picture(*rules, clues=EMPTY, **options):
    return svg(Puzzle(clues, rules), **options)


def shapes(text):
    """Return the class of each shape, but for those of every board."""
    usual = {"satdoku", "cell-lines", "box-lines", "frame", "clue", "label", None}
    return {one.get("class") for one in ET.fromstring(text).iter()} - usual


def points(text, name):
    """Return the corners of the first path of a class."""
    path = next(
        one
        for one in ET.fromstring(text).iter(f"{SPACE}path")
        if one.get("class") == name
    )
    numbers = list(map(float, re.findall(r"[\d.]+", path.get("d"))))
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def box(text, name):
    """Return rows and columns that a path covers, in cells."""
    xs, ys = zip(*points(text, name), strict=True)
    return [(at - MARGIN) / CELL for at in (min(ys), max(ys), min(xs), max(xs))]


def test_every_constraint_is_drawn_and_explained():
    every = LINES | OTHERS

    silent = {*GLOBAL, "AntiLeaper", "CountDistinct", "Or"}
    assert set(NAMES) == set(every)
    for name, rule in every.items():
        text = picture(rule)
        drawn = shapes(text)
        assert "rule" in drawn, name
        assert (len(drawn) > 1) is (name not in silent), name


def test_lines_and_clues_differ_without_their_colours():
    cages = "Killer Total RellikCage EqualityCage LookAndSay".split()
    for group in (LINES, OUTSIDE, {name: OTHERS[name] for name in cages}):
        seen = {}
        for name, rule in group.items():
            parts = re.findall(r'<(?:path|circle|rect) class="[^>]*>', picture(rule))
            text = re.sub("#[0-9a-f]{6}", "", "".join(parts))
            assert text not in seen, (name, seen[text])
            seen[text] = name


def test_a_cage_surrounds_its_cells():
    text = picture(constraints.Killer(15, "r2c3 r2c4 r3c3"))
    top, bottom, left, right = box(text, "cage")

    assert (1, 2, 2, 3) == tuple(map(int, (top, bottom, left, right)))
    (total,) = [one for one in letters(text) if one.name == "corner"]
    assert ("15", 1, 2) == (
        total.text,
        int((total.y - MARGIN) // CELL),
        int((total.x - MARGIN) // CELL),
    )


def test_cells_apart_are_named_by_letters():
    text = picture(
        constraints.Killer(None, "r1c1 r3c5 r7c7"), constraints.Killer(9, "r1c9 r9c1")
    )

    assert ["A", "A", "A", "B 9", "B 9"] == texts(text, "corner")


def test_ends_of_lines():
    thermometer, arrow = (picture(LINES[name]) for name in ("Thermo", "Arrow"))
    root = ET.fromstring(thermometer)
    (bulb, *_) = [one for one in root.iter() if one.get("class") == "bulb"]

    start = MARGIN + 1.5 * CELL
    assert (start, start) == (float(bulb.get("cx")), float(bulb.get("cy")))
    assert (MARGIN + 3.5 * CELL,) * 2 == points(arrow, "head")[1]


def test_a_diagonal_reaches_from_corner_to_corner():
    text = picture(constraints.Diagonals("falling"))
    (start, end), last = points(text, "path"), MARGIN + 9 * CELL

    assert start == pytest.approx((MARGIN, MARGIN), abs=0.02)
    assert end == pytest.approx((last, last), abs=0.02)


def test_lines_that_look_alike_have_letters():
    text = picture(
        constraints.Whisper("r1c1 r1c2"), constraints.Whisper("r5c1 r5c2", 4)
    )

    assert ["A", "B"] == texts(text, "corner")
    assert ["A:", "B:"] == [said[:2] for said in texts(text, "rule")]


def test_signs_stand_between_their_cells():
    text = picture(constraints.XV("r4c4 r4c5"), constraints.BlackDot("r4c4 r5c4", 3))
    found = [one for one in letters(text) if one.name in {"letter", "dot"}]
    places = [((one.x - MARGIN) / CELL, (one.y - MARGIN) / CELL) for one in found]

    assert ["X", "3"] == [one.text for one in found][:2]
    assert places[0] == pytest.approx((4, 3.5), abs=0.01)
    assert places[1] == pytest.approx((3.5, 4), abs=0.01)


def test_clues_stand_outside_and_the_margin_grows():
    rules = [
        constraints.Sandwich(7, "r2"),
        constraints.Skyscraper(3, "r2"),
        constraints.XSum(20, "c4", reverse=True),
        constraints.LittleKiller(30, "r1c3 r2c2 r3c1"),
    ]
    text = picture(*rules)
    *_, width, height = map(float, ET.fromstring(text).get("viewBox").split())
    found = {one.text: one for one in letters(text) if one.name == "clue-outside"}
    left = width - MARGIN - 9 * CELL

    assert found["3"].x < found["7"].x < left
    assert found["3"].y == found["7"].y
    assert found["30"].y < found["7"].y < found["20"].y < height
    assert found["30"].x > left + 3 * CELL


def test_regions_in_place_of_boxes_are_thick_lines():
    layout = "AABB ABBC AACC DDDC DDDC"  # of 20 cells
    geometry = Geometry(5, 4, box=None, digits=6)
    text = svg(Puzzle("." * 20, [places.Regions(layout)], geometry=geometry))
    lines = re.search('class="box-lines" d="([^"]*)"', text)[1]

    assert 13 == lines.count("M")


def test_regions_in_pieces_have_letters():
    layout = "AABB CCDD CCDD BBAA"
    for box in (None, (2, 2)):
        geometry = Geometry(4, 4, box=box)
        text = svg(Puzzle("." * 16, [places.Regions(layout)], geometry=geometry))
        corners = {
            cell_of(one, 4): one.text for one in letters(text) if one.name == "corner"
        }

        assert corners == {0: "A", 1: "A", 14: "A", 15: "A"} | dict.fromkeys(
            (2, 3, 12, 13), "B"
        )
        assert "Cells with the same letter are of one region." in " ".join(
            texts(text, "rule")
        )


@pytest.mark.parametrize("shape", [(6, 9), (9, 6), (4, 7)])
def test_boards_that_are_no_squares(shape):
    rows, columns = shape
    geometry = Geometry(rows, columns, box=None, first_value=0)
    clues = [0] * geometry.cells
    clues[0], clues[-1] = 1, 4
    puzzle = Puzzle(clues, geometry=geometry)
    text = svg(puzzle, labels=False)
    first, last = (one for one in letters(text) if one.name == "clue")

    *_, width, height = map(float, ET.fromstring(text).get("viewBox").split())
    assert (columns * CELL + 2 * MARGIN, rows * CELL + 2 * MARGIN) == (width, height)
    assert ("0", "3") == (first.text, last.text)
    assert int((last.x - MARGIN) / CELL) == columns - 1
    assert int((last.y - MARGIN) / CELL) == rows - 1
    for one in letters(svg(puzzle, candidates=True)):
        assert 0 < one.x < width
        assert 0 < one.y < height


def test_restricted_cells_are_marked():
    even = sum(1 << (digit - 1) for digit in (2, 4, 6, 8))
    masks = [even, 1 | 4, *[511] * 79]
    text = svg(Puzzle(EMPTY, candidates=masks))

    assert "even" in shapes(text)
    assert ["1 3"] == texts(text, "allowed")
    assert "allowed" not in shapes(
        svg(Puzzle(EMPTY, candidates=masks), candidates=True)
    )


def test_a_cell_whose_even_values_are_partly_ruled_out_by_clues_is_marked_as_even():
    even = sum(1 << (digit - 1) for digit in (2, 4, 6, 8))
    masks = [even, *[511] * 7, 1 << 1, *[511] * 72]
    text = svg(Puzzle("." * 8 + "2" + "." * 72, candidates=masks))

    assert "even" in shapes(text)
    assert [] == texts(text, "allowed")


def test_a_contradiction_is_marked():
    rules = (
        constraints.Killer(3, "r1c1 r1c2"),
        constraints.Thermo("r2c2 r3c3"),
        constraints.Killer(7, "r1c2 r1c3"),
    )
    puzzle = Puzzle("..3" + "." * 78, rules)
    found = satdoku.contradiction(puzzle)
    text = svg(puzzle, contradiction=found)
    (said,) = [one for one in texts(text, "rule") if one.startswith("Marked: ")]

    assert "r1c3=3" in said
    assert "cage of 3" in said
    assert "cage of 7" in said
    assert "thermometer" not in said
    assert " ".join(texts(text, "rule")).endswith("contradict each other.")
    assert {"clash", "contradiction"} <= shapes(text)
    assert "contradiction" not in shapes(svg(puzzle))


def test_marks_of_rules_in_one_cell_lie_inside_each_other():
    rules = [constraints.Killer(3, "r1c1 r1c2"), constraints.Killer(7, "r1c2 r1c3")]
    puzzle = Puzzle("..3" + "." * 78, rules)
    text = svg(puzzle, contradiction=satdoku.contradiction(puzzle))
    paths = re.findall('class="contradiction" d="M[0-9.]+ ([0-9.]+)', text)
    tops = [float(top) for top in paths]
    assert tops[0] + 3 < tops[1] < tops[0] + CELL / 2


def test_the_sum_of_a_cage_stands_on_paper_as_wide_as_it_is():
    text = svg(Puzzle(EMPTY, [constraints.Killer(10, "r1c1 r1c2")]))
    short = svg(Puzzle(EMPTY, [constraints.Killer(3, "r1c1 r1c2")]))
    (wide,), (narrow,) = (
        map(float, re.findall('class="corner-ground".*? width="([0-9.]+)"', one))
        for one in (text, short)
    )
    assert 1.5 * narrow < wide < CELL / 2


def test_one_constraint_alone_contradicts_no_other():
    puzzle = Puzzle(EMPTY, [constraints.Killer(1, "r1c1 r1c2")])
    text = svg(puzzle, contradiction=satdoku.contradiction(puzzle))
    (said,) = [one for one in texts(text, "rule") if one.startswith("Marked: ")]
    assert said.endswith(" has no solution.")


def test_a_rule_of_ones_own_is_a_sentence():
    @dataclass(frozen=True)
    class Large(CellConstraint):
        label = "large"

    assert ["Large: r1c1."] == texts(picture(Large("r1c1")), "rule")


def test_notebooks_and_sheets_draw_constraints():
    puzzle = Puzzle("." * 16, [constraints.Killer(3, PAIR)])
    (page,) = sheet([puzzle])

    for text in (
        puzzle._repr_svg_(),
        solve(puzzle)._repr_svg_(),
        check(puzzle)._repr_svg_(),
        page,
        svg(puzzle, solution=Grid("1234 3412 2143 4321")),
    ):
        assert "cage" in shapes(text)


def test_a_terminal_says_constraints_below_the_board():
    puzzle = Puzzle(
        (0,) * 12, [constraints.Killer(3, PAIR)], None, Geometry(3, 4, None)
    )
    lines = terminal_lines(compared(puzzle), TerminalStyle())

    assert ["1 2 3 4", "1 │ . . . . │"] == [lines[0].strip(), lines[2].strip()]
    assert ["└─────────┘", "cage of 3: r1c1 r1c2"] == [
        one.strip() for one in lines[-2:]
    ]


def test_wide_lines_lie_below_arrows_and_thin_lines():
    """So that they hide nothing, in whatever order the constraints come."""
    line = "r1c1 r1c2 r1c3"
    rules = [
        constraints.Arrow("r2c1 r1c1 r1c2 r1c3"),
        constraints.Palindrome(line),
        constraints.Renban(line),
        constraints.Between(line),
    ]
    for ordered in (rules, rules[::-1]):
        found = ET.fromstring(picture(*ordered)).iter(f"{SPACE}path")
        widths = [
            float(one.get("stroke-width", 0))
            for one in found
            if one.get("class") == "path"
        ]
        wide = [width for width in widths if width > 7]
        assert wide == [13.0, 13.0, 8.0]
        behind = widths[widths.index(8.0) + 1 :]
        assert behind[0] == 1.6  # of the arrow; samples follow
