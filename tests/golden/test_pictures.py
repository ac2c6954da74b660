"""Pictures, character by character: SVG files to be looked at in a browser.

`pytest --renew` writes them anew.
"""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from satdoku import Geometry, Grid, Puzzle, solve, svg

FOLDER = Path(__file__).parent / "pictures"
HARD = (
    "....754..........8.8.19....3....1.6........34....6817.2.4...6.39......2.53.2....."
)


def attempt():
    values = list(solve(HARD).solution.values)
    values[3], values[40], values[77] = 9, 2, 0
    return Grid(values)


PICTURES = {
    "4x4-solution": lambda: svg("1.....2...3.4...", solution=True),
    "4x4-differences": lambda: svg("1....2....3....4", diff=True),
    "6x6-candidates": lambda: svg(
        Puzzle("1" + "." * 34 + "6", geometry=Geometry(6, 6)), candidates=True
    ),
    "9x9-candidates": lambda: svg(HARD, candidates=True, title="Hard & <25>"),
    "9x9-attempt": lambda: svg(HARD, solution=True, diff=attempt()),
    "9x9-true-candidates": lambda: svg(HARD, solution=True, candidates=True),
    "9x9-clashes": lambda: svg("55..5" + "." * 76, size=300),
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name, renew):
    # Engines are kept for each thread, and which of several solutions comes first may
    # depend on what a kept engine was asked before.
    with ThreadPoolExecutor(1) as fresh:
        picture = fresh.submit(PICTURES[name]).result()
    path = FOLDER / f"{name}.svg"
    if renew:
        path.write_text(picture, "utf-8")

    assert path.read_text("utf-8") == picture


def test_no_picture_is_left_over():
    assert set(PICTURES) == {path.stem for path in FOLDER.iterdir()}
