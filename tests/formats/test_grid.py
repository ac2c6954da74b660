"""The format `grid`: rows with borders."""

import io

import pytest

from satdoku.formats import read
from satdoku.geometry import Geometry
from satdoku.grid import Grid

FULL = Grid.parse("1234 3412 2143 4321")


class TestGrid:
    """Rows with borders."""

    def test_seed_layout(self, grid, line, good):
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
    def test_borders_of_all_kinds(self, drawn, good):
        entry = good(drawn)

        assert ("grid", FULL) == (entry.format, entry.grid)

    def test_empty_boxes_of_single_cells(self, good):
        drawn = "│1│ │3│4│\n│3│4│ │2│\n│ │1│4│3│\n│4│3│2│1│\n"

        assert "1.3434.2.1434321" == good(drawn).grid.line

    def test_borders_tell_the_boxes(self, good):
        standing = "12|34|56\n" * 3 + "--+--+--\n" + "12|34|56\n" * 3

        assert Geometry(3, 2) == good(standing).grid.geometry
        said = good(standing, geometry=Geometry(2, 3))
        assert Geometry(2, 3) == said.grid.geometry

    def test_dashes_can_be_empty_cells(self, grid, good):
        assert good(grid).grid == good(grid.replace("0", "-")).grid

    def test_several_grids(self, grid, scanned):
        entries = scanned(grid + "\n" + grid + "===========\n" + grid)

        assert [1, 13, 25] == [entry.line for entry in entries]

    def test_place_of_a_bad_character(self, grid, message):
        assert message(grid.replace("290", "2#0", 1)).startswith("6: r5c8: '#' is not")

    def test_ragged_row(self, grid, message):
        assert "2: row 2 has 8 cells; expected 9" == message(
            grid.replace("009|504", "009|50")
        )

    @pytest.mark.parametrize("size", [16, 36, 64])
    def test_what_a_grid_prints(self, size, good):
        geometry = Geometry.of_size(size)
        values = tuple((7 * cell) % (size + 1) for cell in range(geometry.cells))
        grid = Grid(geometry, values)
        entry = good(str(grid))

        assert ("grid", grid) == (entry.format, entry.grid)

    def test_gaps_with_the_boxes_said(self, good):
        text = "12 34\n34 12\n21 43\n43 21\n"

        assert FULL == good(text, geometry=Geometry(2, 2)).grid
