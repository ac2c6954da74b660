"""The format `debian`: the game `sudoku` of Debian."""

import pytest

from satdoku.formats import write

COMPACT = """\
% randomly generated - medium
3..52...4
.5....72.
.4..17..9
.....2..5
..2...8..
8..1.....
5..86..4.
.97....8.
4...53..6
"""
STANDARD = """\
% randomly generated - medium
 . 3 . | 1 . 8 | . 7 .
 . . 6 | . . . | 9 . .
 . 7 . | 2 . 5 | . 4 .
-------+-------+-------
 . 8 7 | . . . | 6 2 .
 2 . . | . . . | . . 9
 . 6 5 | . . . | 7 3 .
-------+-------+-------
 . 1 . | 9 . 2 | . 8 .
 . . 3 | . . . | 4 . .
 . 5 . | 4 . 6 | . 9 .
"""


@pytest.mark.parametrize(
    ("text", "first"), [(COMPACT, "3..52...4"), (STANDARD, ".3.1.8.7.")]
)
def test_both_formats_of_the_game(text, first, good):
    entry = good(text)

    assert ("debian", 1, "randomly generated - medium") == (
        entry.format,
        entry.line,
        entry.name,
    )
    assert entry.grid.line.startswith(first)


def test_several_boards(scanned):
    entries = scanned(
        COMPACT
        + STANDARD
        + COMPACT.replace(" randomly", "").replace(" generated - medium", "")
    )

    assert [1, 11, 23] == [entry.line for entry in entries]
    assert [1, 2, 3] == [entry.number for entry in entries]
    assert entries[2].name is None


def test_name_is_written(good):
    entry = good(STANDARD)
    text = write(entry, "debian")

    assert text.startswith("% randomly generated - medium\n.3.1.8.7.\n")
    assert entry.grid == good(text).grid
    assert write(entry.grid, "debian").startswith("%\n.3.1.8.7.\n")


def test_bad_board_does_not_stop_the_next(scanned):
    bad, good = scanned(COMPACT.replace(".4..17..9\n", "") + COMPACT)

    assert "<stream>:1: 8 rows of 9 cells; expected 9 rows" == str(bad)
    assert (2, 10) == (good.number, good.line)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "% empty\n" + COMPACT,
            "1: no rows behind '% empty'; expected the rows of a p",
        ),
        (COMPACT.replace(".4..", ".x4"), "4: row 3 has 8 cells; expected 9"),
        (COMPACT.replace(".4..", ".a.."), "4: r3c2: 'a' is not a digit of a 9x9 grid;"),
        (COMPACT.replace("3..5", "*..5"), "2: r1c1: '*' is not a digit; expected 1-9"),
    ],
)
def test_bad_boards(text, said, scanned):
    assert str(scanned(text)[0]).startswith(f"<stream>:{said}")


def test_rows_outside_of_a_board(scanned):
    bad, good = scanned("123456789\n123456789\n" + COMPACT, format="debian")

    assert str(bad).startswith("<stream>:1: a row outside of a puzzle; expected a line")
    assert 3 == good.line


def test_percent_signs_are_still_empty_cells(good):
    rows = "".join(COMPACT.splitlines(keepends=True)[1:]).replace(".", "%")

    assert "rows" == good("%" + rows[1:]).format
