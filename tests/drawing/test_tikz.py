"""Pictures as TikZ: everything that the SVG has, with a command of its own."""

import re
from xml.etree.ElementTree import fromstring

import pytest

from satdoku import read
from satdoku.drawing.api import compared
from satdoku.drawing.scene import board_scene
from satdoku.drawing.tikz import tikz_text
from satdoku.drawing.vector import (
    Font,
    Paint,
    Scene,
    circle,
    curve,
    group,
    line,
    rect,
    svg_text,
    text,
)
from satdoku.formats.iss import read_iss
from satdoku.puzzle.puzzle import Puzzle
from tests.conftest import ROOT

VARIANT = (
    ".Thermo~R1C1~R1C2~R2C3.Cage~10~R3C3~R3C4~R4C4.Arrow~R5C5~R5C6~R6C7"
    ".Whisper~5~R7C1~R8C2~R9C3.WhiteDot~R9C8~R9C9"
)


def count(text, *names):
    root = fromstring(text)
    return sum(one.tag.rpartition("}")[2] in names for one in root.iter())


@pytest.mark.parametrize("kind", ["classic", "candidates", "variant", "large"])
def test_every_shape_has_a_command(kind):
    puzzle = {
        "classic": lambda: read(ROOT / "data/seeds/hard_25.txt"),
        "candidates": lambda: Puzzle("1... ..2. ..3. 4..."),
        "variant": lambda: read_iss(VARIANT),
        "large": lambda: Puzzle("." * 256),
    }[kind]()
    masks = puzzle.candidate_masks() if kind == "candidates" else None
    scene = board_scene(compared(puzzle, masks=masks), caption="50 % of a_b & c^2")
    svg, tikz = svg_text(scene, styled=False), tikz_text(scene)

    texts = [one for one in fromstring(svg).iter() if one.tag.endswith("}text")]
    assert tikz.count("\\node[") == len(texts) > 0
    assert tikz.count("\\path[") == count(svg, "rect", "circle", "path")
    assert all(
        line.endswith(";") for line in re.findall(r"^  \\path.*$", tikz, re.MULTILINE)
    )
    assert r"50 \% of a\_b \& c\textasciicircum{}2" in tikz
    named = set(re.findall(r"=(satdoku[0-9a-f]{6})", tikz))
    assert named == set(re.findall(r"definecolor\{(\w+)\}", tikz))
    assert tikz.count("{") == tikz.count("}")


def test_a_path_a_circle_and_a_moved_group():
    paint = Paint("#ff0000", "#00ff00", 2, (4, 3), 1, round=True)
    shapes = [
        line([(0, 0), (2, 1), (-1, 3.5)], Paint(stroke="#0000ff"), closed=True),
        curve(((0, 0), (1, 1), (2, 1), (3, 0)), Paint(stroke="#0000ff")),
        circle(1, 2, 3, paint),
        rect(1, 1, 2, 2, Paint("#ff0000"), radius=1),
        text(0, 0, "a", Font(10, "#ff0000", "end", bold=True, italic=True)),
    ]
    moved = group(shapes, transform="translate(10 20) scale(2)")
    lines = tikz_text(Scene(50, 50, (moved,), paper=None)).splitlines()[6:-1]

    assert lines == [
        (
            r"  \path[draw=satdoku0000ff, line width=1.50bp] "
            "(10,20) -- (14,22) -- (8,27) -- cycle;"
        ),
        (
            r"  \path[draw=satdoku0000ff, line width=1.50bp] "
            "(10,20) .. controls (12,22) and (14,22) .. (16,20);"
        ),
        (
            r"  \path[fill=satdokuff0000, draw=satdoku00ff00, line width=3.00bp, "
            "dash pattern=on 6.00bp off 4.50bp, dash phase=1.50bp, line cap=round, "
            "line join=round] (12,24) circle[radius=4.50bp];"
        ),
        (
            r"  \path[fill=satdokuff0000, rounded corners=1.50bp] "
            "(12,22) rectangle (16,26);"
        ),
        r"  \node[anchor=base east, inner sep=0pt, text=satdokuff0000] at (10,27.2)",
        r"    {\sffamily\fontsize{15.00bp}{15.00bp}\selectfont\bfseries\itshape a};",
    ]
