"""Pictures as they were: a change of the drawing is a visible difference.

`pictures/` holds SVG files, to be looked at in any browser.  `SATDOKU_GOLDEN=write`
writes them anew.
"""

from __future__ import annotations

import os
from threading import local
from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry, Grid, solve, solving, svg

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HARD = (
    "....754..........8.8.19....3....1.6........34....6817.2.4...6.39......2.53.2....."
)


def _solved(puzzle: str) -> Grid:
    solution = solve(puzzle).solution
    assert solution is not None
    return solution


def _attempt() -> Grid:
    values = list(_solved(HARD).values)
    values[3], values[40], values[77] = 9, 2, 0
    return Grid.of(values)


PICTURES: dict[str, Callable[[], str]] = {
    "4x4-solution": lambda: svg("1.....2...3.4...", solution=True),
    "4x4-differences": lambda: svg("1....2....3....4", diff=True),
    "6x6-candidates": lambda: svg(
        Grid.parse("1" + "." * 34 + "6", Geometry(2, 3)), candidates=True
    ),
    "9x9-candidates": lambda: svg(HARD, candidates=True, title="Hard & <25>"),
    "9x9-attempt": lambda: svg(HARD, solution=True, diff=_attempt()),
    "9x9-true-candidates": lambda: svg(HARD, solution=True, candidates=True),
    "9x9-clashes": lambda: svg("55..5" + "." * 76, size=300),
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture(root: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture is, character by character, the one that was looked at."""
    path = root / "tests" / "golden" / "pictures" / f"{name}.svg"
    # Which of several solutions comes first depends on what was asked before.
    monkeypatch.setattr(solving, "_kept", local())
    text = PICTURES[name]()
    if os.environ.get("SATDOKU_GOLDEN") == "write":
        path.write_text(text, "utf-8")

    assert path.read_text("utf-8") == text


def test_no_picture_is_left_over(root: Path) -> None:
    """Every file is one of the pictures."""
    folder = root / "tests" / "golden" / "pictures"

    assert set(PICTURES) == {path.stem for path in folder.iterdir()}
