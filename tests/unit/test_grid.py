"""The grid: values on a geometry, and the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from satdoku.errors import InputError
from satdoku.geometry import Geometry
from satdoku.grid import Grid

FULL = Grid.parse("1234 3412 2143 4321")


class TestValues:
    """A grid holds 0 … n in every cell, and nothing else."""

    def test_number_of_values_is_checked(self) -> None:
        """As many as the geometry has cells."""
        with pytest.raises(InputError, match="15 cells; expected 16 for a grid of 4x4"):
            Grid(Geometry(2, 2), (0,) * 15)

    @pytest.mark.parametrize("value", [5, -1, 1.0, "1", True, None])
    def test_each_value_is_checked(self, value: Any) -> None:  # noqa: ANN401  anything may come
        """The message names the cell."""
        values = (0, 0, 0, 0, 0, 0, value) + (0,) * 9

        with pytest.raises(InputError, match=r"^r2c3: .* cannot be in a cell"):
            Grid(Geometry(2, 2), values)

    def test_grids_are_values(self) -> None:
        """Equal and of one hash when geometry and values are."""
        other = Grid.trusted(Geometry(2, 2), FULL.values)

        assert FULL == other
        assert hash(FULL) == hash(other)
        assert Grid(Geometry(2, 3), (0,) * 36) != Grid(Geometry(3, 2), (0,) * 36)

    def test_cells_are_reached_by_row_and_column(self) -> None:
        """Counted from 0; there is nothing outside."""
        assert 2 == FULL[2, 0]
        for place in ((4, 0), (0, 4), (-1, 0)):
            with pytest.raises(IndexError, match="no cell at row"):
                FULL[place]

    def test_rows_clues_and_counts(self) -> None:
        """What is asked of a puzzle."""
        grid = Grid.parse("1.34 3.12 .143 4321")

        assert ((1, 0, 3, 4), (3, 0, 1, 2)) == grid.rows[:2]
        assert 13 == grid.clue_count == len(list(grid.clues))
        assert [(0, 1), (2, 3)] == list(grid.clues)[:2]
        assert not grid.is_complete
        assert FULL.is_complete


class TestParse:
    """`Grid.parse` reads a character a cell."""

    def test_borders_and_blanks_are_passed_over(self) -> None:
        """White space, ASCII and Unicode borders."""
        drawn = "┌──┬──┐\n│12│34│\n│34│12│\n+--+--+\n|21|43|\n43|21"

        assert FULL == Grid.parse(drawn)

    def test_signs_are_no_borders(self) -> None:
        """`-` and `+` are passed over in lines of borders alone."""
        for sign in "-+=":
            with pytest.raises(InputError, match=f"r1c1: '[{sign}]' is not a digit"):
                Grid.parse(f"{sign}1234 3412 2143 432")
            with pytest.raises(InputError, match="17 cells"):
                Grid.parse(f"{sign}1234 3412 2143 4321")

    def test_wrong_number_of_cells_is_refused(self) -> None:
        """Nothing is cut off or filled up."""
        with pytest.raises(InputError, match="80 cells; expected a square number"):
            Grid.parse("." * 80)
        with pytest.raises(InputError, match="16 cells; expected 36"):
            Grid.parse("." * 16, Geometry(2, 3))
        with pytest.raises(InputError, match="7x7 cells cannot be cut into boxes"):
            Grid.parse("." * 49)

    def test_bad_character_is_told_with_its_cell(self) -> None:
        """As a person counts."""
        with pytest.raises(InputError, match=r"^r2c1: 'x' is not a digit"):
            Grid.parse("1234 x412 2143 4321")


class TestOf:
    """`Grid.of` takes whatever holds a grid."""

    def test_every_kind_of_source(self) -> None:
        """Rows, values, text, arrays and grids give the same."""
        rows = [list(row) for row in FULL.rows]
        sources: list[Any] = [rows, FULL.values, FULL.line, FULL, np.array(rows)]

        assert [FULL] * 5 == [Grid.of(source) for source in sources]

    def test_none_is_an_empty_cell(self) -> None:
        """In lists."""
        assert 0 == Grid.of([None, *FULL.values[1:]])[0, 0]

    def test_geometry_can_be_said(self) -> None:
        """Where the boxes are not the usual ones."""
        grid = Grid.of([0] * 36, Geometry(3, 2))

        assert Geometry(3, 2) == grid.geometry
        assert Geometry(2, 3) == Grid.of(grid, Geometry(2, 3)).geometry

    def test_ragged_rows_are_refused(self) -> None:
        """The message names the row."""
        with pytest.raises(InputError, match="row 2 has 3 cells; expected 4"):
            Grid.of([[0] * 4, [0] * 3, [0] * 4, [0] * 4])

    def test_other_things_are_refused(self) -> None:
        """Nothing is read into a number; `test_holders` has the whole list."""
        with pytest.raises(InputError, match="a grid cannot be made of int"):
            Grid.of(5)


class TestRules:
    """What the rules say, without any formula."""

    def test_clashes_name_digit_unit_and_cells(self) -> None:
        """Every unit that holds a digit twice."""
        clashes = Grid.parse("11.. .... .... ....").clashes()

        assert [
            "r1c1 and r1c2 are both 1 in row 1",
            "r1c1 and r1c2 are both 1 in box 1",
        ] == list(map(str, clashes))
        assert [] == FULL.clashes()

    def test_clash_of_three(self) -> None:
        """All the cells are named."""
        clash, *_ = Grid.parse("222. .... .... ....").clashes()

        assert "r1c1, r1c2 and r1c3 are all 2 in row 1" == str(clash)

    def test_solution_keeps_the_clues_and_every_unit(self) -> None:
        """Complete, without a clash, of the same geometry, with the same clues."""
        empty = Grid(Geometry(2, 2), (0,) * 16)

        assert FULL.solves(empty)
        assert FULL.solves(FULL)
        assert not empty.solves(empty)
        assert not FULL.solves(Grid.parse("2... .... .... ...."))
        assert not FULL.solves(Grid(Geometry(1, 4), (0,) * 16))

    @pytest.mark.parametrize(
        "wrong",
        [
            "1234 1234 1234 1234",  # columns
            "1111 2222 3333 4444",  # rows
            "1234 2341 3412 4123",  # boxes alone
        ],
    )
    def test_each_kind_of_unit_is_looked_at(self, wrong: str) -> None:
        """A grid that is right but for one kind of unit solves nothing."""
        grid = Grid.parse(wrong)

        assert not grid.solves(grid)
        assert grid.clashes()


class TestText:
    """How a grid is shown."""

    def test_boxes_are_told_apart(self) -> None:
        """2x3 boxes: three columns, two rows."""
        drawn = str(Grid(Geometry(2, 3), tuple(range(1, 7)) * 6)).split("\n")

        assert ["123|456", "123|456", "---+---"] == drawn[:3]
        assert 8 == len(drawn)

    def test_large_grids_are_numbers(self) -> None:
        """Above 35, in columns of one width."""
        grid = Grid(Geometry(6, 6), (36, 0, *range(1, 35)) * 36)
        first, *_ = str(grid).split("\n")

        assert first.startswith("36  .  1  2  3  4 |  5")
        assert grid.line.startswith("36 0 1 2")
        assert "<Grid of 36x36 (boxes of 6x6), 1260 clues>" == repr(grid)

    @pytest.mark.parametrize(
        "grid", [FULL, Grid(Geometry(3, 2), (0,) * 36), Grid(Geometry(1, 3), (0,) * 9)]
    )
    def test_repr_evaluates(self, grid: Grid) -> None:
        """To an equal grid."""
        names = {"Grid": Grid, "Geometry": Geometry}

        assert grid == eval(repr(grid), names)  # noqa: S307  our own text

    def test_array_has_the_rows(self) -> None:
        """uint8, from 256 on uint16."""
        array = FULL.to_numpy()

        assert np.uint8 == array.dtype
        assert [list(row) for row in FULL.rows] == array.tolist()
        assert np.uint16 == Grid(Geometry(16, 16), (256,) * 65536).to_numpy().dtype
