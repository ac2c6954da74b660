"""The format `markdown`: tables."""

import pytest

from satdoku.formats import write
from satdoku.geometry import Geometry
from satdoku.grid import Grid

GRID = Grid.parse("2.43 3.12 .143 4321")
ROWS = ["| 2 |   | 4 | 3 |", "| 3 |   | 1 | 2 |", "|   | 1 | 4 | 3 |", "|4|3|2|1|"]
DASHES = "|---|---|---|---|"


def table(*lines):
    """Return a table of these lines."""
    return "\n".join((*lines, ""))


@pytest.mark.parametrize(
    "text",
    [
        table("|   |   |   |   |", DASHES, *ROWS),
        table("| a | b | c | d |", "|:-:|:--|--:|-|", *ROWS),
        table("| 1 | 2 | 3 | 4 |", DASHES, *ROWS),
        table(ROWS[0], DASHES, *ROWS[1:]),
        table(
            "a | b | c | d",
            "---|---|---|---",
            *(row.strip("|") for row in ROWS[:2]),
            *ROWS[2:],
        ),
        table("", "Look:", "", "| a | b | c | d |", DASHES, *ROWS, "", "Thanks"),
        table("| a | b | c | d |", DASHES, "| **2** | . | 4 | 3 |", *ROWS[1:]),
    ],
    ids=["empty", "letters", "numbers", "none", "bare", "prose", "bold"],
)
def test_headings(text, good):
    entry = good(text, format="markdown")

    assert GRID == entry.grid
    if "Look" not in text:
        assert "markdown" == good(text).format


def test_what_is_written(good):
    assert table("|   |   |   |   |", DASHES, *ROWS[:3], "| 4 | 3 | 2 | 1 |") == write(
        GRID, "markdown"
    )
    large = Grid(Geometry(4, 4), tuple(cell % 17 for cell in range(256)))
    text = write(large, "markdown")
    assert text.splitlines()[1].startswith("|----|----|")
    assert ("markdown", large) == ((entry := good(text)).format, entry.grid)


def test_several_tables(scanned):
    text = write(GRID, "markdown")
    entries = scanned(text + "\n" + text)

    assert [(1, 1), (8, 2)] == [(entry.line, entry.number) for entry in entries]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            ("|   |   |   |   |", DASHES, *ROWS[1:]),
            "1: 3 rows below the dashes; expected 4, or 3 below a first row",
        ),
        (
            ("| 1 | 2 | 3 | 4 |", DASHES, *ROWS[1:]),
            "1: 3 rows below the dashes; expected 4, or 3 below a first row",
        ),
        (
            (ROWS[0], DASHES, *ROWS, ROWS[1]),
            "1: more than 4 rows below the dashes; exp",
        ),
        (
            (ROWS[0], DASHES, ROWS[1], ROWS[2] + "5|", ROWS[3]),
            "4: a row of 5 cells; ex",
        ),
        (
            (ROWS[0], DASHES, ROWS[1], ROWS[2], "|4|3|2|7|"),
            "5: r4c4: '7' is not a digi",
        ),
        ((*ROWS,), "1: a table without a line of dashes below its heading"),
    ],
)
def test_bad_tables(lines, said, message):
    assert message(table(*lines), format="markdown").startswith(said)


def test_borders_between_all_rows_are_no_table(good):
    rule = "-|-|-|-"
    text = table("2|1|4|3", rule, "3|4|1|2", rule, "1|2|3|4", rule, "4|3|2|1")

    assert "grid" == good(text).format
