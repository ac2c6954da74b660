"""`satdoku.svg` and what notebooks show: every digit at its place, and told apart."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import satdoku
from satdoku import Geometry, Grid, InputError, Puzzle, UsageError, check, solve, svg
from tests.drawing.reading import CELL, MARGIN, SPACE, cell_of, letters, pattern, texts

PUZZLE = "1... ..2. ..3. 4..."
SEVERAL = "1... ..2. .... 4..."
CLASHING = "11.. .... .... ...."
SOLUTION = "1243 3421 2134 4312"
SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (2, 8), (5, 5)]
SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def half_empty(geometry):
    full = pattern(geometry)
    return full, [v if cell * 7919 % 11 < 6 else 0 for cell, v in enumerate(full)]


@pytest.mark.parametrize("shape", SHAPES)
def test_digits_stand_in_their_cells(shape):
    geometry = Geometry.of_box(*shape)
    full, clues = half_empty(geometry)
    picture = svg(
        Puzzle(tuple(clues), geometry=geometry), solution=Grid(tuple(full), geometry)
    )
    found = letters(picture)

    assert {
        cell: ("clue" if clues[cell] else "found", SYMBOLS[value - 1])
        for cell, value in enumerate(full)
    } == {cell_of(one, geometry.size): (one.name, one.text) for one in found}
    assert len(full) == len(found)
    for one in found:
        assert CELL / 2 == pytest.approx((one.x - MARGIN) % CELL, abs=0.02)
        assert CELL / 2 == pytest.approx((one.y - MARGIN) % CELL, abs=0.02)
        assert 0.57 * one.size <= CELL


@pytest.mark.parametrize("shape", SHAPES)
def test_candidates_stand_in_their_part_of_the_cell(shape):
    geometry = Geometry.of_box(*shape)
    _, clues = half_empty(geometry)
    grid = Puzzle(tuple(clues), geometry=geometry)
    expected = {
        (cell, SYMBOLS[digit])
        for cell, mask in enumerate(grid.candidate_masks())
        for digit in range(geometry.size)
        if not clues[cell] and mask >> digit & 1
    }
    seen = set()
    for one in letters(svg(grid, candidates=True)):
        if one.name != "candidate":
            continue
        across = int((one.x - MARGIN) % CELL / (CELL / geometry.box_width))
        down = int((one.y - MARGIN) % CELL / (CELL / geometry.box_height))
        assert SYMBOLS[down * geometry.box_width + across] == one.text
        assert 0.57 * one.size <= CELL / geometry.box_width
        seen.add((cell_of(one, geometry.size), one.text))

    assert expected
    assert expected == seen


@pytest.mark.parametrize("shape", SHAPES)
def test_box_borders_are_thick(shape):
    geometry = Geometry.of_box(*shape)
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    root = ET.fromstring(svg(Puzzle((0,) * n * n, geometry=geometry)))
    paths = {path.get("class"): path for path in root.iter(f"{SPACE}path")}
    thick, thin = paths["box-lines"], paths["cell-lines"]

    assert n // h - 1 + n // w - 1 == thick.get("d").count("M")
    assert 2 * (n - 1) == (thick.get("d") + thin.get("d")).count("M")
    assert float(thick.get("stroke-width")) > float(thin.get("stroke-width"))


def test_clue_and_found_differ_in_weight_slant_and_colour():
    root = ET.fromstring(svg(PUZZLE, solution=True))
    kinds = {group.get("class"): group for group in root.iter(f"{SPACE}g")}
    form = ("font-weight", "font-style", "fill")

    clue, found = ([kinds[name].get(key) for key in form] for name in ("clue", "found"))
    assert all(one != other for one, other in zip(clue, found, strict=True))


def test_what_holds_a_puzzle_is_drawn():
    grid = Puzzle(PUZZLE)
    holders = (grid, PUZZLE, grid.clues.to_numpy().tolist(), grid.clues.to_numpy())

    (picture,) = {svg(holder) for holder in holders}
    assert ["1", "2", "3", "4"] == texts(picture, "clue")


def test_solution_is_found_or_given():
    assert svg(PUZZLE, solution=True) == svg(PUZZLE, solution=SOLUTION)
    assert 12 == len(texts(svg(PUZZLE, solution=True), "found"))
    assert ["2"] == texts(svg(PUZZLE, solution="12.. .... .... ...."), "found")
    assert svg(PUZZLE) == svg(PUZZLE, solution=False) == svg(PUZZLE, solution=None)
    with pytest.raises(UsageError, match="r1c1"):
        svg(PUZZLE, solution="2... .... .... ....")
    with pytest.raises(InputError):
        svg(CLASHING, solution=True)


def test_candidates_of_all_kinds():
    grid = Puzzle(PUZZLE)
    masks = grid.candidate_masks()
    digits = [[d for d in range(1, 5) if mask >> (d - 1) & 1] for mask in masks]
    kinds = (True, masks, list(masks), digits, np.array(masks))

    (picture,) = {svg(grid, candidates=given) for given in kinds}
    assert sum(len(d) for d, v in zip(digits, grid.values, strict=True) if not v) == (
        len(texts(picture, "candidate"))
    )
    assert [] == texts(svg(grid, candidates=False), "candidate")


def test_found_candidate_is_marked_by_a_disc():
    picture = svg("." * 16, solution="2" + "." * 15, candidates=[[1, 2]] + [[3]] * 15)

    assert 1 == picture.count("<circle")
    assert ["2"] == texts(picture, "found-candidate")
    assert ["1"] + ["3"] * 15 == texts(picture, "candidate")


def test_differences():
    two = satdoku.all_solutions(SEVERAL)[:2]
    apart = sum(a != b for a, b in zip(two[0].values, two[1].values, strict=True))
    picture = svg(SEVERAL, solution=two[0], diff=two[1], labels=False)
    pairs = [one for one in letters(picture) if one.name == "other"]

    assert apart == len(pairs)
    for other in pairs:  # its own digit above the diagonal, the other below
        cell = cell_of(other, 4)
        assert str(two[1].values[cell]) == other.text
        assert (other.x - MARGIN) % CELL > CELL / 2 < (other.y - MARGIN) % CELL
    assert texts(svg(SEVERAL, diff=True), "other")
    assert ["4"] == texts(svg(PUZZLE, diff="4... .... .... ...."), "other")
    assert [] == texts(svg(PUZZLE, diff=True), "other")
    assert 12 == len(texts(svg(PUZZLE, diff=True), "found"))


def test_the_description_counts_every_digit_found():
    solution = "1234341221434321"
    text = svg("12.4341221434321", solution=solution)
    assert "15 clues, 1 digit found." in text
    assert "15 clues, 1 digit found." in svg(".234341221434321", solution=solution)


def test_a_cell_with_two_digits_is_cut_from_below_left_to_above_right():
    root = ET.fromstring(svg(SEVERAL, diff=True))
    cuts = [one.get("d") for one in root.iter() if one.get("class") == "differs"]
    assert cuts
    for cut in cuts:
        (left, below), (right, above) = re.findall(r"[ML]([\d.]+) ([\d.]+)", cut)
        assert float(left) < float(right)
        assert float(below) > float(above)


def test_clashes_have_rings():
    root = ET.fromstring(svg("1.1. .... .... ....", labels=False))
    rings = [
        (float(c.get("cx")), float(c.get("cy"))) for c in root.iter(f"{SPACE}circle")
    ]
    middle = MARGIN + CELL / 2

    assert [(middle, middle), (middle + 2 * CELL, middle)] == rings
    description = root.findtext(f"{SPACE}desc")
    assert "r1c1" in description
    assert "r1c3" in description


def test_other_shapes_are_refused():
    with pytest.raises(satdoku.SatdokuError):
        svg(PUZZLE, diff=Grid("." * 81))
    with pytest.raises(satdoku.SatdokuError):
        svg(Puzzle("." * 36, geometry=Geometry.of_box(3, 2)), solution=Grid("." * 36))


def test_labels_name_rows_and_columns():
    plain, labelled = svg(PUZZLE), svg(PUZZLE, labels=True)
    assert [] == texts(plain, "label")
    marks = {one.text: one for one in letters(labelled) if one.name == "label"}
    digits = [one for one in letters(labelled) if one.name == "clue"]
    frame = next(
        one for one in ET.fromstring(labelled).iter() if one.get("class") == "frame"
    )

    assert {f"{kind}{n}" for kind in "rc" for n in range(1, 5)} == set(marks)
    for digit, (row, column) in zip(
        digits, [(1, 1), (2, 3), (3, 3), (4, 1)], strict=True
    ):
        assert digit.y == pytest.approx(marks[f"r{row}"].y, abs=0.02)
        assert digit.x == pytest.approx(marks[f"c{column}"].x, abs=0.02)
    for name, one in marks.items():
        place = one.x if name[0] == "r" else one.y
        assert one.size / 2 < place < float(frame.get("x")) - one.size / 2


def test_title_and_size():
    picture = svg(PUZZLE, title="<b>&", size=99.5)
    root = ET.fromstring(picture)

    assert ["<b>&"] == texts(picture, "caption")
    assert "99.5" == root.get("width")
    assert "<b>&" == root.get("aria-label") == root.findtext(f"{SPACE}title")
    plain = ET.fromstring(svg(PUZZLE))
    heights = [float(one.get("viewBox").split()[3]) for one in (root, plain)]
    assert heights[0] > heights[1] == 4 * CELL + 2 * MARGIN
    for size in (0, -1, float("nan"), float("inf"), "a", True):
        with pytest.raises(UsageError):
            svg(PUZZLE, size=size)
    with pytest.raises(UsageError, match="contradiction cannot be 5"):
        svg(PUZZLE, contradiction=5)


@given(st.text(max_size=300))
def test_any_title_is_only_text(title):
    """It fits, makes no element of its own, and nothing is fetched."""
    picture = svg("." * 16, title=title)
    root = ET.fromstring(picture)
    captions = [one for one in letters(picture) if one.name == "caption"]

    assert {"svg", "style", "title", "desc", "rect", "text", "path", "g"} >= {
        element.tag.removeprefix(SPACE) for element in root.iter()
    }
    assert all(9 <= one.size <= 20 for one in captions)
    assert "http" in title or 1 == picture.count("http")
    assert 1 == picture.count("<style")
    assert not any(part in picture for part in ("id=", "href=", "url("))


def test_a_title_holds_what_xml_allows():
    """Other characters are replaced, those beyond 16 bits, too."""
    picture = svg(PUZZLE, title="a\x01\ufffe\U0001fffe\U0010ffffb \U0001f600\ue000")
    root = ET.fromstring(picture)
    assert root.get("aria-label") == "a" + 4 * "\ufffd" + "b \U0001f600\ue000"


def test_grid_in_a_notebook():
    assert ["1", "2", "3", "4"] == texts(Grid(PUZZLE)._repr_svg_(), "clue")
    assert 2 == Grid(CLASHING)._repr_svg_().count("<circle")
    marked = Puzzle(PUZZLE).with_candidates([15, 8] + [15] * 14)
    assert "4" == texts(marked._repr_svg_(), "candidate")[0]
    assert [] == texts(Grid(PUZZLE)._repr_svg_(), "candidate")


def test_result_and_report_in_a_notebook():
    """The solution of a proper puzzle, true candidates of one with several, clashes."""
    result, several = solve(PUZZLE), check(SEVERAL)
    true = [
        str(digit)
        for digits, clue in zip(several.candidates, Puzzle(SEVERAL).values, strict=True)
        for digit in digits
        if not clue
    ]
    found = [
        v
        for v, c in zip(SOLUTION.replace(" ", ""), PUZZLE.replace(" ", ""), strict=True)
        if c == "."
    ]

    for value in (result, check(PUZZLE)):
        assert found == texts(value._repr_svg_(), "found")
    assert sorted(true) == sorted(texts(several._repr_svg_(), "candidate"))
    for value in (solve(CLASHING), check(CLASHING)):
        assert ["1", "1"] == texts(value._repr_svg_(), "clue")
        assert 2 == value._repr_svg_().count("<circle")
    captions = {
        texts(value._repr_svg_(), "caption")[0]
        for value in (
            result,
            solve(SEVERAL),
            solve(SEVERAL, unique=False),
            solve(CLASHING),
        )
    }
    assert 4 == len(captions)


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_a_dark_picture_has_the_same_shapes_in_colours_that_can_be_read():
    light, dark = (
        ET.fromstring(svg(SEVERAL, diff=True, labels=True, dark=dark))
        for dark in (False, True)
    )
    light.remove(light.find(f"{SPACE}style"))
    del light.attrib["class"]
    paper, inks = dark.find(f"{SPACE}rect").get("fill"), {dark.get("fill")}
    for before, after in zip(light.iter(), dark.iter(), strict=True):
        colours = ("fill", "stroke")
        shapes = [
            {k: v for k, v in each.items() if k not in colours}
            for each in (before, after)
        ]
        assert (before.tag, before.text, shapes[0]) == (
            after.tag,
            after.text,
            shapes[1],
        )
        if after.tag in (f"{SPACE}text", f"{SPACE}g") and after.get("fill"):
            inks.add(after.get("fill"))

    assert luminance(paper) < 0.01
    assert len(inks) > 3
    for ink in inks:
        assert (luminance(ink) + 0.05) / (luminance(paper) + 0.05) > 4.5
