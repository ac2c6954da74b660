"""Titles, sentences, clues outside and sums of cages have room in a picture."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from satdoku import Geometry, Puzzle, contradiction, svg
from satdoku.constraints import (
    Arrow,
    Contains,
    Killer,
    LittleKiller,
    Palindrome,
    Renban,
    Sandwich,
    Skyscraper,
    Thermo,
    Whisper,
    XSum,
)
from satdoku.drawing import sheet
from tests.drawing.reading import SPACE, boxes, frame_box, overlap, texts

LONG = (
    "A killer of the usual kind with rather a long title that fits in no line, by W. M."
)
SHAPES = {
    "4": Geometry(4, 4),
    "9": Geometry(9, 9),
    "16": Geometry(16, 16),
    "25": Geometry(25, 25),
    "6x9": Geometry(6, 9, box=None),
    "9x6": Geometry(9, 6, box=None),
}


def crowded(geometry):
    """Return a puzzle with clues on each side, and two of them at some places."""
    r, c = geometry.rows, geometry.columns
    diagonal = " ".join(f"r{k}c{k}" for k in range(1, min(r, c) + 1))
    return Puzzle(
        [0] * geometry.cells,
        [
            Sandwich(13, "r1"),
            Skyscraper(2, "r1"),
            *(XSum(20, f"c{k}", reverse=True) for k in range(1, c + 1)),
            *(Sandwich(10, f"r{k}", reverse=True) for k in range(1, r + 1)),
            LittleKiller(12, diagonal),
            LittleKiller(7, f"r{r}c1 r{r - 1}c2"),
            Thermo("r1c1 r2c2"),
            Killer(5, "r1c1 r1c2"),
            Killer(7, "r3c3 r3c4"),
        ],
        geometry=geometry,
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_no_text_leaves_the_picture_or_lies_on_another(shape):
    picture = svg(crowded(SHAPES[shape]), title=LONG, labels=True)
    frame, found = frame_box(picture), boxes(picture)
    *_, width, height = map(float, ET.fromstring(picture).get("viewBox").split())

    for one in found:
        assert 0 < one.left < one.right < width, one
        assert 0 < one.top < one.bottom < height, one
        assert overlap(one, frame) is (one.name == "corner"), one
    assert not [pair for pair in combinations(found, 2) if overlap(*pair)]


@pytest.mark.parametrize(
    ("rule", "sides"),
    [
        (Sandwich(7, "c1"), "top"),
        (Sandwich(7, "r1"), "left"),
        (Sandwich(7, "r9", reverse=True), "right"),
        (Sandwich(7, "c9", reverse=True), "bottom"),
        (LittleKiller(7, "r1c3 r2c2 r3c1"), "top"),
        (LittleKiller(45, "r9c9 r8c8 r7c7"), "bottom right"),
    ],
    ids=str,
)
def test_only_sides_with_clues_take_room(rule, sides):
    picture = svg(Puzzle("." * 81, [rule]))
    frame, height = (
        frame_box(picture),
        min(one.top for one in boxes(picture) if one.name == "rule"),
    )
    width = float(ET.fromstring(picture).get("viewBox").split()[2])
    room = {
        "left": frame.left,
        "top": frame.top,
        "right": width - frame.right,
        "bottom": height - frame.bottom,
    }

    assert sorted(side for side, wide in room.items() if wide > 20) == sides.split()


def test_a_long_title_is_wrapped_and_a_longer_one_cut():
    lines = texts(svg("." * 81, title=LONG), "caption")
    assert 1 < len(lines) <= 3
    assert " ".join(lines) == LONG
    for title in (LONG * 5, "W" * 5_000):
        lines = texts(svg("." * 81, title=title), "caption")
        assert len(lines) == 3
        assert lines[-1].endswith("…")
        assert "".join(lines)[:-1].replace(" ", "") in title.replace(" ", "")


def test_sentences_of_large_boards_are_as_large_as_the_board():
    """So that they can be read where the picture is shown small."""
    shares = []
    for geometry in (SHAPES["9"], SHAPES["25"]):
        picture = svg(
            Puzzle("." * geometry.cells, [Killer(5, "r1c1 r1c2")], geometry=geometry)
        )
        (rule, *_) = (one for one in boxes(picture) if one.name == "rule")
        width = float(ET.fromstring(picture).get("viewBox").split()[2])
        shares.append((rule.bottom - rule.top) / width)
    assert shares[1] > 0.8 * shares[0]


@pytest.mark.parametrize(
    "rule",
    [Killer(23, "r1c1 r1c2 r2c1"), Contains("r1c1 r1c2 r2c1 r2c2", (1, 2, 3, 4))],
    ids=["sum", "circle"],
)
def test_candidates_are_not_hidden(rule):
    picture = svg(Puzzle("." * 81, [rule]), candidates=True)
    found = boxes(picture)
    candidates = [one for one in found if one.name == "candidate"]
    (circle,) = [*ET.fromstring(picture).iter(f"{SPACE}circle")][:1] or [None]

    assert len(candidates) == 81 * 9
    for sign in (one for one in found if one.name in {"corner", "quad-digits"}):
        assert not any(overlap(sign, one) for one in candidates)
    if circle is not None:
        x, y, radius = (float(circle.get(key)) for key in ("cx", "cy", "r"))
        for one in candidates:
            middle = (one.left + one.right) / 2, (one.top + one.bottom) / 2
            assert (middle[0] - x) ** 2 + (middle[1] - y) ** 2 > radius**2


def test_dashes_of_cages_meet_in_their_corners():
    cells = "r1c1 r1c2 r2c1 r3c1 r3c2"
    picture = svg(Puzzle("." * 81, [Killer(15, cells)]))
    sides = 0
    for path in ET.fromstring(picture).iter(f"{SPACE}path"):
        if path.get("class") == "cage":
            dash = list(map(float, path.get("stroke-dasharray").split()))
            start = float(path.get("stroke-dashoffset"))
            assert 0 < start < dash[0]
            for side in re.findall(r"M(\S+) (\S+)L([\d.]+) ([\d.]+)", path.get("d")):
                a, b, c, d = map(float, side)
                end = (start + abs(a - c) + abs(b - d)) % sum(dash)
                assert 0.5 < end < dash[0] - 0.5
                sides += 1
    assert sides == 8


def test_wide_lines_lie_below_thin_ones_and_arrows_above_all():
    lines = [Arrow("r1c1 r2c2 r3c3"), Renban("r2c1 r2c2 r2c3"), Whisper("r3c3 r4c4")]
    lines += [Palindrome("r1c3 r2c3 r3c3")]
    orders = []
    for rules in (lines, lines[::-1]):
        picture = svg(Puzzle("." * 81, rules))
        kinds = []
        for element in ET.fromstring(picture):
            if element.get("class") in {"path", "head"}:
                wide = float(element.get("stroke-width")) > 5
                dashed = element.get("stroke-dasharray") is not None
                kinds.append("wide" if wide else "dashed" if dashed else "arrow")
        orders.append(kinds)
    wanted = ["wide"] * 3 + ["dashed"] * 2 + ["arrow"] * 2
    assert orders == [wanted, wanted]


def test_labels_stand_where_a_text_names_cells():
    killer = Puzzle("." * 81, [Killer(1, "r1c1 r1c2")])

    assert [] == texts(svg(killer), "label")
    for picture in (
        svg(killer, contradiction=contradiction(killer)),
        svg("11" + "." * 79),
        svg("1... ..2. .... 4...", diff=True),
        svg("." * 16, candidates=[0] + [15] * 15),
    ):
        assert "r1" in texts(picture, "label")
    assert [] == texts(svg("11" + "." * 79, labels=False), "label")


def test_sums_are_not_struck_through_by_a_contradiction():
    puzzle = Puzzle("..3" + "." * 78, [Killer(3, "r1c1 r1c2"), Killer(7, "r1c2 r1c3")])
    picture = svg(puzzle, contradiction=contradiction(puzzle))
    kinds = [element.get("class") for element in ET.fromstring(picture)]

    last_outline = max(at for at, kind in enumerate(kinds) if kind == "contradiction")
    assert last_outline < kinds.index("corner-ground") < kinds.index("corner")


def test_the_grids_of_a_row_begin_at_one_height():
    clues = Puzzle("." * 81, [Sandwich(7, "c2"), Thermo("r1c1 r2c1")])
    (page,) = sheet(["." * 81, clues, "." * 16, clues])
    tops = []
    for group in ET.fromstring(page).iter(f"{SPACE}g"):
        if group.get("class") == "board":
            move = re.match(
                r"translate\(\S+ (\S+)\) scale\((\S+)\)", group.get("transform")
            )
            (frame,) = (one for one in group if one.get("class") == "frame")
            tops.append(float(move[1]) + float(move[2]) * float(frame.get("y")))
    assert tops[0] == pytest.approx(tops[1], abs=0.1)
    assert tops[2] == pytest.approx(tops[3], abs=0.1)


def test_solutions_stand_closer_than_puzzles_and_without_sentences():
    puzzle = Puzzle("." * 16, [Killer(3, "r1c1 r1c2")])
    puzzles, more, solutions = sheet([puzzle] * 8, solutions=True)

    assert [6, 2, 8] == [
        page.count('<g class="board"') for page in (puzzles, more, solutions)
    ]
    assert texts(puzzles, "rule")
    assert [] == texts(solutions, "rule")
