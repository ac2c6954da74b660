"""The format `simple`: Simple Sudoku's files and exports."""

from dataclasses import replace

import pytest

from satdoku.formats import Entry, Extras, write

CLUES = (
    "8..4......65....429...8.1.67...65..8.........2..94...55.9.2...747....29......1..4"
)
GRID = """\
 *-----------*
 |8..|4..|...|
 |.65|...|.42|
 |9..|.8.|1.6|
 |---+---+---|
 |7..|.65|..8|
 |...|...|...|
 |2..|94.|..5|
 |---+---+---|
 |5.9|.2.|..7|
 |47.|...|29.|
 |...|..1|..4|
 *-----------*
"""
PLACED = GRID.replace(".65|...|", ".65|.7.|").replace("|.2.|", "|.24|")
STATE = PLACED.replace("|..1|", "|791|")
MARKS = """\
*-----------------------------------------------------------------------------*
| 8       123     1237    | 4       135     2369    | 3579    357     39      |
| 13      6       5       | 13      7       39      | 89      4       2       |
| 9       234     2347    | 235     8       23      | 1       357     6       |
|-------------------------+-------------------------+-------------------------|
| 7       1349    134     | 123     6       5       | 349     123     8       |
| 136     134589  13468   | 1238    13      2378    | 34679   12367   139     |
| 2       138     1368    | 9       4       378     | 367     1367    5       |
|-------------------------+-------------------------+-------------------------|
| 5       138     9       | 368     2       4       | 368     1368    7       |
| 4       7       1368    | 3568    35      368     | 2       9       13      |
| 36      238     2368    | 7       9       1       | 3568    3568    4       |
*-----------------------------------------------------------------------------*
"""
EXPORT = GRID + "\n" + STATE + "\n" + MARKS


class TestReading:
    """One puzzle, in up to three grids and a line."""

    def test_grid_alone(self, good):
        for text in (GRID, GRID.replace(" *", "*").replace(" |", "|")):
            entry = good(text + " Simple Sudoku\n  Version 4.2n\n")

            assert ("simple", 2, CLUES) == (entry.format, entry.line, entry.grid.line)
            assert Extras() == entry.extras

    def test_export_of_three_grids(self, good):
        entry = good(EXPORT)
        state = entry.extras.state

        assert ("simple", CLUES) == (entry.format, entry.grid.line)
        assert state is not None
        assert (32, (15, 3)) == (state.clue_count, state.removed[0])
        assert EXPORT == write(entry, "simple")

    def test_export_of_two_grids(self, good):
        marks = write(good(GRID), "pencilmarks").replace(".-", "*-").replace("'", "*")
        entry = good(GRID + "\n" + marks.replace(":", "|"))

        assert CLUES == entry.grid.line
        assert entry.extras.state is None  # the candidates are what the clues leave

    def test_clues_on_a_line_behind_them(self, good):
        for text in (GRID, EXPORT):
            entry = good(text + "\n" + CLUES.replace(".", "0") + "\n")

            assert ("simple", CLUES) == (entry.format, entry.grid.line)

    def test_several_grids_are_several_puzzles(self, scanned):
        entries = scanned(GRID + "\n" + PLACED)

        assert ["grid", "grid"] == [entry.format for entry in entries]

    def test_other_grids_with_that_frame_are_drawn_grids(self, good):
        text = "*-----*\n|12|34|\n|34|12|\n|--+--|\n|21|43|\n|43|21|\n*-----*\n"

        assert "grid" == good(text).format


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            EXPORT.replace("|.65|.7.|", "|.56|.7.|"),
            (
                "17: r2c2: the grid of line 16 has 5 where the clues of line 2 have 6; "
                "expected grids of one puzzle"
            ),
        ),
        (
            EXPORT.replace("|.65|.7.|", "|..5|.7.|"),
            "17: r2c2: the grid of line 16 is empty where the clues of line 2 have 6;",
        ),
        (
            EXPORT.replace("| 13      6 ", "| 13      46"),
            "31: r2c2: the candidates are 46 where the grid of line 16 has 6; expected",
        ),
        (
            EXPORT + CLUES.replace("8", ".", 1) + "\n",
            (
                "42: r1c1: the clues on line 42 have none where the grid of line 2 has "
                "8; expected the same clues in both"
            ),
        ),
        (
            GRID + "9" + CLUES[1:] + "\n",
            "14: r1c1: the clues on line 14 have 9 where the grid of line 2 has 8; exp",
        ),
        (GRID + CLUES[:-1] + "\n", "14: a row of 80 cells; expected 9, or 81 for the"),
        (GRID + CLUES[:-1] + "x\n", "14: r9c9: 'x' is not a digit of a 9x9 grid;"),
        (GRID.replace(" |...|...|...|\n", ""), "2: 8 rows of 9 cells; expected 9 rows"),
        (EXPORT.replace("|.65|.7.|.42|", "|.65|.7.|42|"), "17: a row of 8 cells; exp"),
        (EXPORT.replace("1237", "12a7"), "30: r1c3: 'a' is not a digit of a 9x9 grid;"),
        (EXPORT.replace("|.6.|", "|.x.|").replace(".65|..8", ".x5|..8", 1), "6: r4c5:"),
        (
            EXPORT.partition("| 5       138")[0],
            "30: 6 rows of 9 cells; expected 9 rows",
        ),
        (EXPORT + MARKS, "43: more than one puzzle; expected clues, what was placed, "),
        (GRID + STATE + STATE, "28: a third grid without candidates; expected"),
        (MARKS, "2: candidates alone; expected the clues before them"),
    ],
)
def test_bad_exports(text, said, message):
    assert message(text, format="simple").startswith(said)


@pytest.mark.parametrize("end", range(0, len(EXPORT), 7))
def test_export_that_is_cut_off(end, scanned):
    whole = scanned(EXPORT)[0]
    for entry in scanned(EXPORT[:end], format="simple"):
        if isinstance(entry, Entry):
            assert CLUES == entry.grid.line
            state = entry.extras.state
            assert state is None or state.values == whole.extras.state.values
            assert end in range(EXPORT.index("*---", 30) - 60, len(EXPORT))


def test_cell_without_candidates_is_kept(good):
    entry = good(EXPORT)
    state = entry.extras.state
    assert state is not None
    state = state.with_candidates((state.left()[0], 0, *state.left()[2:]))
    text = write(replace(entry, extras=Extras(state=state)), "simple")

    assert "| 8       .       1237" in text
    assert state == good(text).extras.state
