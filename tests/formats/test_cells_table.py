"""The format `cells`: a grid as spreadsheets save it."""

import pytest

from satdoku.formats import write
from satdoku.geometry import Geometry
from satdoku.grid import Grid

LINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
ROWS = [LINE[at : at + 9].replace(".", " ") for at in range(0, 81, 9)]
CSV = "".join(",".join(cell.strip() for cell in row) + "\n" for row in ROWS)
FULL = Grid.parse("1234 3412 2143 4321")


@pytest.mark.parametrize(
    "text",
    [
        CSV,
        CSV.replace(",", ";"),
        CSV.replace(",", "\t"),
        CSV.replace(",", ", "),
        CSV.replace("\n", ",\n"),
        "".join('"' + row.replace(",", '","') + '"\n' for row in CSV.splitlines()),
        "".join(",".join(row.replace(" ", "0")) + "\n" for row in ROWS),
        "".join(",".join(row.replace(" ", ".")) + "\n" for row in ROWS),
        "".join(
            ",".join(f"{cell}.0" if cell != " " else "" for cell in row) + "\n"
            for row in ROWS
        ),
        "# from my spreadsheet\n" + CSV,
    ],
    ids=[
        "comma",
        "semicolon",
        "tab",
        "blanks",
        "ended",
        "quoted",
        "zeros",
        "dots",
        "fractions",
        "comment",
    ],
)
def test_layouts(text, good):
    entry = good(text)

    assert ("cells", LINE) == (entry.format, entry.grid.line)


def test_empty_row_of_tabs_is_a_row(good):
    text = CSV.replace(",", "\t")
    first, last = text.splitlines()[0], text.splitlines()[-1]

    assert "." * 9 + LINE[9:] == good(text.replace(first, "\t" * 8)).grid.line
    assert LINE[:72] + "." * 9 == good(text.replace(last, "\t" * 8)).grid.line


def test_large_grids_have_numbers_or_letters(good):
    grid = Grid(Geometry(4, 4), tuple(cell % 17 for cell in range(256)))
    text = write(grid, "cells")

    assert ",1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n" == text.splitlines(keepends=True)[0]
    assert grid == good(text).grid
    letters = "".join(
        ",".join(grid.line[at : at + 16]) + "\n" for at in range(0, 256, 16)
    )
    assert ("cells", grid) == ((entry := good(letters)).format, entry.grid)


def test_several_grids(scanned):
    assert [1, 11] == [entry.line for entry in scanned(CSV + "\n" + CSV)]
    assert [1, 10] == [entry.line for entry in scanned(CSV + CSV)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CSV.replace("5,3,", "5,3", 1), "1: row 1 has 8 cells; expected 9"),
        (
            CSV.replace("5,3,", "5,30,", 1),
            "1: r1c2: 30 is not a digit of a 9x9 grid; ex",
        ),
        (CSV.replace("4,1,9", "4,?,9"), "8: r8c5: '?' is not a digit; expected 1-9"),
        (CSV.rpartition(",,,,8")[0], "1: 8 rows of 9 cells; expected 9 rows"),
    ],
)
def test_bad_grids(text, said, message):
    assert message(text).startswith(said)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("puzzle,solution\n" + LINE + "," + LINE + "\n", "csv"),
        ("a,b,c,d\n1,2,3," + LINE + "\n", "csv"),
        ((LINE + ",easy\n") * 9, "line"),
    ],
)
def test_tables_of_puzzles_are_none(text, name, scanned):
    assert {name} == {entry.format for entry in scanned(text)}


def test_board_of_a_hundred_commas_is_no_line(good):
    grid = Grid(Geometry(6, 6), tuple(10 + cell % 27 for cell in range(1296)))

    assert ("cells", grid) == ((entry := good(write(grid, "cells"))).format, entry.grid)


def test_full_grid_of_four(good):
    assert "1,2,3,4\n3,4,1,2\n2,1,4,3\n4,3,2,1\n" == write(FULL, "cells")
    assert FULL == good(write(FULL, "cells")).grid
