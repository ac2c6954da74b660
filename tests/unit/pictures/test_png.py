"""PNG: the right size, sharp lines, every digit drawn."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from satdoku.errors import UsageError
from satdoku.geometry import Geometry
from satdoku.pictures.board import Board
from satdoku.pictures.draw import board_scene
from satdoku.pictures.frame import CELL, MARGIN
from satdoku.pictures.png import LARGEST, look_for_pillow, png_bytes
from satdoku.pictures.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.Image import Image as Picture

PIL = pytest.importorskip("PIL.Image", reason="Pillow draws PNG")


def picture(scene: Scene, width: int | None = None) -> Picture:
    """Draw a scene and open what came of it."""
    found: Picture = PIL.open(BytesIO(png_bytes(scene, width=width)))
    return found


def cell_of(image: Picture, geometry: Geometry, cell: int) -> Picture:
    """Cut the inside of a cell out of the picture of a board."""
    scale = image.width / (geometry.size * CELL + 2 * MARGIN)
    row, column = divmod(cell, geometry.size)
    left, top = MARGIN + column * CELL, MARGIN + row * CELL
    box = (left + 4, top + 4, left + CELL - 4, top + CELL - 4)
    return image.crop(tuple(round(side * scale) for side in box))  # type: ignore[arg-type]


def darkness(image: Picture) -> float:
    """Return how much of a picture is inked, from 0 to 1."""
    grey = image.convert("L")
    return 1 - sum(grey.tobytes()) / (255 * grey.width * grey.height)


def colours(image: Picture) -> set[object]:
    """Return the colours of a picture."""
    found = image.getcolors(image.width * image.height)
    assert found is not None
    return {colour for _, colour in found}


@pytest.mark.parametrize(("width", "size"), [(None, (416, 416)), (500, (500, 500))])
def test_size(width: int | None, size: tuple[int, int]) -> None:
    """Two pixels a unit, or as asked; with a caption higher than wide."""
    board = Board(Geometry(2, 2), (1,) + (0,) * 15)
    image = picture(board_scene(board), width)

    assert size == image.size
    assert "PNG" == image.format
    captioned = picture(board_scene(board, caption="One"), width)
    assert captioned.height > captioned.width == image.width


def test_clue_is_dark_and_empty_cell_is_paper() -> None:
    """Pixels of a clue are ink, those of a found digit blue, those of others white."""
    geometry = Geometry(2, 2)
    board = Board(geometry, (1,) + (0,) * 15, (1, 2) + (0,) * 14)
    image = picture(board_scene(board))
    clue, found, empty = (cell_of(image, geometry, cell) for cell in range(3))

    assert (0, 0, 0) in colours(clue)
    assert (0, 0x72, 0xB2) in colours(found)
    assert {(255, 255, 255)} == colours(empty)
    assert darkness(clue) > darkness(found) > 0.02


def test_lines_lie_on_whole_pixels() -> None:
    """A row of pixels through empty cells is paper, line colours, and nothing else."""
    geometry = Geometry(3, 3)
    for width in (301, 448, 900):
        image = picture(board_scene(Board(geometry, (0,) * 81)), width)
        seen = colours(image)
        assert {(255, 255, 255), (0, 0, 0), (0x8C, 0x8C, 0x8C)} == seen, width


@pytest.mark.parametrize("shape", [(3, 3), (5, 7), (6, 6)])
def test_every_digit_is_drawn_and_differs(shape: tuple[int, int]) -> None:
    """Every symbol has a picture of its own: the font has them all."""
    geometry = Geometry(*shape)
    n = geometry.size
    row = (*range(1, n + 1), *(0,) * (n * n - n))
    for found in (False, True):
        clues = (0,) * (n * n) if found else row
        image = picture(board_scene(Board(geometry, clues, row)), round(n * 40))
        cells = [cell_of(image, geometry, cell) for cell in range(n)]
        assert all(darkness(cell) > 0.005 for cell in cells)
        assert n == len({cell.tobytes() for cell in cells})


def test_digits_stand_in_the_middle() -> None:
    """As much room above as below, to the left as to the right, or nearly so."""
    geometry = Geometry(2, 2)
    board = Board(geometry, (0,) * 15 + (4,), (2, 3, 0) + (0,) * 13)
    image = picture(board_scene(board), 832)
    for cell in (0, 1, 15):
        inside = cell_of(image, geometry, cell).convert("L").point(lambda v: 255 - v)
        box = inside.getbbox()
        assert box is not None
        left, top, right, bottom = box
        assert abs(top - (inside.height - bottom)) <= 3
        assert abs(left - (inside.width - right)) <= 14


def test_same_scene_same_bytes(puzzle: Callable[..., Board]) -> None:
    """And what the picture is, as text in it."""
    scene = board_scene(puzzle(Geometry(2, 3)), caption="Six é <b>")

    assert png_bytes(scene) == png_bytes(scene)
    image = picture(scene)
    assert "Six é <b>" == image.info["Title"]
    assert "clues" in image.info["Description"]


def test_large_board_fits_in_the_largest_picture(
    puzzle: Callable[..., Board],
) -> None:
    """100x100 at its usual size, which is not twice its units."""
    image = picture(board_scene(puzzle(Geometry(10, 10))), 2400)

    assert (2400, 2400) == image.size
    wide = Scene(LARGEST, 10, ())
    assert (LARGEST, 10) == picture(wide).size
    high = Scene(10, LARGEST, ())
    assert (10, LARGEST) == picture(high).size


@pytest.mark.parametrize("width", [0, -5, LARGEST + 1])
def test_senseless_size_is_refused(width: int) -> None:
    """With the limits."""
    with pytest.raises(UsageError, match="expected 1 to 10000"):
        png_bytes(Scene(9, 9, ()), width=width)


def test_missing_pillow_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command that brings it."""
    monkeypatch.setitem(sys.modules, "PIL", None)

    with pytest.raises(UsageError, match=r'pip install "satdoku\[png\]"'):
        look_for_pillow()
    with pytest.raises(UsageError, match="Pillow"):
        png_bytes(Scene(9, 9, ()))
