"""The format `grid`: rows with borders."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.formats import Entry, read
from satdoku.geometry import Geometry
from satdoku.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable

FULL = Grid.parse("1234 3412 2143 4321")


class TestGrid:
    """Rows with borders."""

    def test_seed_layout(
        self, grid: str, line: str, good: Callable[..., Entry]
    ) -> None:
        """`000|007|000`."""
        entry = good(grid)

        assert ("grid", 1) == (entry.format, entry.line)
        assert read(io.StringIO(line)) == entry.grid

    @pytest.mark.parametrize(
        "drawn",
        [
            "12|34\n34|12\n--+--\n21|43\n43|21\n",
            "*-----*\n|12|34|\n|34|12|\n|--+--|\n|21|43|\n|43|21|\n*-----*\n",
            ".-----.\n|12|34|\n|34|12|\n:--+--:\n|21|43|\n|43|21|\n'-----'\n",
            "┌──┬──┐\n│12│34│\n│34│12│\n├──┼──┤\n│21│43│\n│43│21│\n└──┴──┘\n",
            "╔═══╦═══╗\n║1 2║3 4║\n║3 4║1 2║\n╠═══╬═══╣\n║2 1║4 3║\n║4 3║2 1║\n",
            "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n",
            "12 34\n34 12\n21 43\n43 21\n",
            "1234\n3412\n----\n2143\n4321\n",
            "1|2|3|4\n-+-+-+-\n3|4|1|2\n-+-+-+-\n2|1|4|3\n-+-+-+-\n4|3|2|1\n",
            "║1│2║3│4║\n╟─┼─╫─┼─╢\n║3│4║1│2║\n╠═╪═╬═╪═╣\n║2│1║4│3║\n║4│3║2│1║\n",
        ],
    )
    def test_borders_of_all_kinds(self, drawn: str, good: Callable[..., Entry]) -> None:
        """ASCII, Unicode, frames, spaced cells, gaps, borders around every cell."""
        entry = good(drawn)

        assert ("grid", FULL) == (entry.format, entry.grid)

    def test_empty_boxes_of_single_cells(self, good: Callable[..., Entry]) -> None:
        """Where each cell has its borders, a blank is an empty cell."""
        drawn = "│1│ │3│4│\n│3│4│ │2│\n│ │1│4│3│\n│4│3│2│1│\n"

        assert "1.3434.2.1434321" == good(drawn).grid.line

    def test_borders_tell_the_boxes(self, good: Callable[..., Entry]) -> None:
        """6x6 can be 2x3 or 3x2; `geometry` outweighs the drawing."""
        standing = "12|34|56\n" * 3 + "--+--+--\n" + "12|34|56\n" * 3

        assert Geometry(3, 2) == good(standing).grid.geometry
        said = good(standing, geometry=Geometry(2, 3))
        assert Geometry(2, 3) == said.grid.geometry

    def test_dashes_can_be_empty_cells(
        self, grid: str, good: Callable[..., Entry]
    ) -> None:
        """Borders then have more than dashes."""
        assert good(grid).grid == good(grid.replace("0", "-")).grid

    def test_several_grids(self, grid: str, scanned: Callable[..., list[Any]]) -> None:
        """With a blank line or the frame between them."""
        entries = scanned(grid + "\n" + grid + "===========\n" + grid)

        assert [1, 13, 25] == [entry.line for entry in entries]

    def test_place_of_a_bad_character(
        self, grid: str, message: Callable[..., str]
    ) -> None:
        """The line of the file counts borders, the cell does not."""
        assert message(grid.replace("290", "2#0", 1)).startswith("6: r5c8: '#' is not")

    def test_ragged_row(self, grid: str, message: Callable[..., str]) -> None:
        """With its line."""
        assert "2: row 2 has 8 cells; expected 9" == message(
            grid.replace("009|504", "009|50")
        )

    @pytest.mark.parametrize("size", [16, 36, 64])
    def test_what_a_grid_prints(self, size: int, good: Callable[..., Entry]) -> None:
        """Numbers above 35."""
        geometry = Geometry.of_size(size)
        values = tuple((7 * cell) % (size + 1) for cell in range(geometry.cells))
        grid = Grid(geometry, values)
        entry = good(str(grid))

        assert ("grid", grid) == (entry.format, entry.grid)

    def test_gaps_with_the_boxes_said(self, good: Callable[..., Entry]) -> None:
        """Words as long as a box is wide, not numbers."""
        text = "12 34\n34 12\n21 43\n43 21\n"

        assert FULL == good(text, geometry=Geometry(2, 2)).grid
