"""Pages to print: every puzzle at its place, and its solution at the end."""

import re
import xml.etree.ElementTree as ET

import pytest

import satdoku
from satdoku import Geometry, Grid, Puzzle
from satdoku.drawing import page, sheet
from satdoku.errors import UsageError
from tests.drawing.reading import SPACE, texts

PUZZLE = "1... ..2. ..3. 4..."
SIX = Puzzle("1" + "." * 35, geometry=Geometry(6, 6))


def boards(svg):
    """Return the left upper corner and the side of each board of a page."""
    found = []
    for element in ET.fromstring(svg).iter(f"{SPACE}g"):
        move = re.match(
            r"translate\((\S+) (\S+)\) scale\((\S+)\)", element.get("transform", "")
        )
        if move:
            (frame,) = (one for one in element if one.get("class") == "frame")
            x, y, scale = map(float, move.groups())
            side = float(frame.get("width")) * scale
            found.append((x + float(frame.get("x")) * scale, y, side))
    return found


def test_pages_are_filled_in_order():
    pages = sheet([PUZZLE, SIX, *[PUZZLE] * 5], columns=2, rows=3)

    assert [6, 1] == [len(boards(svg)) for svg in pages]
    assert [["1", "2", "3", "4", "5", "6"], ["7"]] == [
        texts(svg, "caption") for svg in pages
    ]
    assert [["1/2"], ["2/2"]] == [texts(svg, "page") for svg in pages]


@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (3, 2), (4, 5)])
@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))]
)
def test_boards_stand_apart_on_the_paper(shape, paper, size):
    columns, rows = shape
    (svg,) = sheet(
        [PUZZLE] * (columns * rows),
        columns=columns,
        rows=rows,
        paper=paper,
        title="x",
    )
    found = boards(svg)

    *_, width, height = map(float, ET.fromstring(svg).get("viewBox").split())
    assert size == (round(width), round(height))
    assert columns * rows == len(found)
    assert columns == len({round(x) for x, _, _ in found})
    assert rows == len({round(y) for _, y, _ in found})
    for x, y, side in found:
        assert 20 < x < x + side < width - 20
        assert 20 < y < y + side < height - 20
        for other_x, other_y, _ in found:
            assert other_x == x or abs(other_x - x) > side
            assert other_y == y or abs(other_y - y) > side


def test_solutions_follow_on_pages_of_their_own():
    puzzles, solutions = sheet([PUZZLE], names=["Mine"], solutions=True, title="Sunday")

    assert [] == texts(puzzles, "found")
    assert str(satdoku.solve(PUZZLE).solution.line) == "".join(
        sorted_by_place(solutions)
    )
    assert [["Mine"], ["Mine"]] == [
        texts(one, "caption") for one in (puzzles, solutions)
    ]
    headings = [texts(one, "heading")[0] for one in (puzzles, solutions)]
    assert headings[0] == "Sunday" != headings[1]
    assert "candidate" in sheet([PUZZLE], candidates=True)[0]
    with pytest.raises(satdoku.InputError):
        sheet([PUZZLE, "11.. .... .... ...."], solutions=True)


def sorted_by_place(svg):
    root = ET.fromstring(svg)
    found = [
        (round(float(one.get("y"))) // 48, float(one.get("x")), one.text)
        for group in root.iter(f"{SPACE}g")
        if group.get("class") in {"clue", "found"}
        for one in group
    ]
    return [text for *_, text in sorted(found)]


def test_one_page_of_html():
    html = page(sheet([PUZZLE] * 3, columns=1, rows=1), title="<b> & 数独")

    assert 3 == html.count("<section>") == html.count("<svg")
    assert "<title>&lt;b&gt; &amp; 数独</title>" in html
    assert "210mm 297mm" in html
    assert "<script" not in html
    with pytest.raises(UsageError, match="title"):
        page([], title=5)


def test_grids_are_drawn_too():
    assert ["1"] == texts(sheet([Grid("1" + "." * 15)])[0], "clue")


def test_each_caption_stands_below_its_board_alone():
    (svg,) = sheet([PUZZLE] * 6, columns=2, rows=3)
    height = float(ET.fromstring(svg).get("viewBox").split()[3])
    places = [
        float(element.get("y"))
        for element in ET.fromstring(svg).iter()
        if element.get("class") == "caption"
    ]
    bottoms = [y + side for _, y, side in boards(svg)]
    tops = [y for _, y, _ in boards(svg)][2:] + [height] * 2
    assert len(places) == 6
    for place, bottom, top in zip(places, bottoms, tops, strict=True):
        assert bottom < place < top
    assert bottoms[-1] > 0.6 * height  # the rows are spread over the page
