"""The format `pairs`: two digits a cell."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.errors import UsageError
from satdoku.formats import Entry, write
from satdoku.geometry import Geometry
from satdoku.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable

LARGE = Grid(Geometry(5, 5), tuple(cell % 26 for cell in range(625)))
TEXT = write(LARGE, "pairs")


def test_line_of_pairs(good: Callable[..., Entry]) -> None:
    """As dclamage's solver has it, with a name or without."""
    assert TEXT.startswith("0001020304050607080910")
    assert ("pairs", LARGE, None) == (
        (entry := good(TEXT)).format,
        entry.grid,
        entry.name,
    )
    assert "hard, 2024" == good(TEXT.strip() + " # hard, 2024\n").name
    assert LARGE == good(TEXT.replace("00", "..")).grid


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 16, 20, 36, 99])
def test_every_size(size: int, good: Callable[..., Entry]) -> None:
    """The length tells it."""
    geometry = Geometry.of_size(size)
    values = tuple((5 * cell + 1) % (size + 1) for cell in range(size * size))
    grid = Grid(geometry, values)
    entry = good(write(grid, "pairs"))

    assert ("pairs", grid) == (entry.format, entry.grid)


def test_no_length_fits_one_and_two_characters_a_cell() -> None:
    """2n² is never m²."""
    assert not [n for n in range(1, 1000) if isqrt(2 * n * n) ** 2 == 2 * n * n]


def test_puzzles_glued_together_are_no_pairs(message: Callable[..., str]) -> None:
    """162 = 2 x 81 and 648 = 8 x 81 characters."""
    puzzle = "53..7....6..195....98....6." + "8...6...34..8.3..17...2...6" * 2
    for count in (2, 8):
        for text in (puzzle, puzzle.replace(".", "0"), "." * 81):
            assert f"{81 * count} cells; expected 81 for" in message(text * count)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            TEXT[:200] + "26" + TEXT[202:],
            "1:201: r5c1: 26 is not a digit of a 25x25 gri",
        ),
        (TEXT[:200] + "1x" + TEXT[202:], "1:201: r5c1: '1x' is not a number; expected"),
        (TEXT[:-3], "1: 624 cells; expected 625 for a 25x25 grid"),
        (
            TEXT + TEXT[:-2] + "\n",
            "2: 1249 characters; expected an even number, two to a",
        ),
    ],
)
def test_bad_line(text: str, said: str, scanned: Callable[..., list[Any]]) -> None:
    """Line, column and cell are told."""
    assert str(scanned(text)[-1]).startswith(f"<stream>:{said}")


def test_grid_beyond_two_digits() -> None:
    """It cannot be written."""
    with pytest.raises(UsageError, match="two digits a cell reach to 99, not to 100"):
        write(Grid(Geometry(10, 10), (0,) * 10000), "pairs")
