"""The format `sudocue`: SudoCue's files of one puzzle."""

import pytest

from satdoku.formats import write

ROWS = """\
2..1.5..3
.54...71.
.1.2.3.8.
6.28.73.4
.........
1.53.98.6
.2.7.1.6.
.81...24.
7..4.2..1
"""
INFO = """\
#DA random puzzle created by SudoCue
#ARuud
#CJust start plugging in the numbers
#B03-08-2006
#SSudoCue
#LEasy
#Uhttp://www.sudocue.net/
"""
DRAWN = """\
#Adylwhich
#DA randomly-generated simple puzzle
#B2025-06-07
#Lsimple
#Sqqwing
 . . . | . . 5 | . . .
 . 9 . | 8 . 7 | . . .
 . 2 . | 3 1 . | 8 . .
-------|-------|-------
 . 8 9 | . . . | 2 . .
 6 5 . | 7 . 9 | . . .
 7 3 1 | 6 . . | . 9 5
-------|-------|-------
 . . . | 1 . 8 | . . .
 . . 8 | . 6 . | . 7 .
 . 6 . | . . . | . . .
"""


def test_example_of_its_page(good):
    entry = good(INFO + ROWS)

    assert ("sudocue", 8) == (entry.format, entry.line)
    assert "A random puzzle created by SudoCue" == entry.name
    assert (
        ("author", "Ruud"),
        ("comment", "Just start plugging in the numbers"),
        ("date", "03-08-2006"),
        ("source", "SudoCue"),
        ("level", "Easy"),
        ("url", "http://www.sudocue.net/"),
    ) == entry.extras.details
    assert INFO + ROWS == write(entry, "sudocue")


def test_rows_may_be_drawn(good):
    entry = good(DRAWN)

    assert ("sudocue", "simple") == (entry.format, dict(entry.extras.details)["level"])
    assert entry.grid.line.startswith(".....5....9.8.7...")


def test_blanks_behind_letters_words_and_the_end(good):
    entry = good("#Author: Ruud\n" + ROWS + "#L Easy\n#DOne\n#DTwo\n# done\n")

    assert "One" == entry.name
    assert (
        ("author", "Ruud"),
        ("level", "Easy"),
        ("comment", "Two"),
    ) == entry.extras.details


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (ROWS, "rows"),
        ("# Author: Ruud\n" + ROWS, "rows"),
        ("#1 of 50\n" + ROWS, "rows"),
        ("#Author: Ruud\n" + ROWS.replace("\n", "") + "\n", "line"),
        ("#Author: Ruud\n" + (ROWS.replace("\n", "") + "\n") * 9, "line"),
        ("#Author: Ruud\n" + ROWS + "\n" + ROWS, "rows"),
        ("#Level 3\npuzzle\n" + ROWS.replace("\n", "") + "\n", "csv"),
        ("#A\n1234\n3412\n2143\n4321\n", "rows"),
    ],
)
def test_other_texts_with_comments_stay_what_they_are(text, name, scanned):
    assert {name} == {entry.format for entry in scanned(text)}


def test_a_file_holds_one_puzzle(scanned):
    entry, error = scanned(INFO + ROWS + "\n" + ROWS, format="sudocue")

    assert 8 == entry.line
    assert str(error).startswith("<stream>:18: more than one puzzle; expected one puzz")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            INFO + ROWS.replace(".54...71.\n", ""),
            "8: 8 rows of 9 cells; expected 9 rows",
        ),
        (INFO + ROWS.replace(".54.", ".5."), "9: row 2 has 8 cells; expected 9"),
        (INFO + ROWS.replace(".54.", ".5a."), "9: r2c3: 'a' is not a digit of a 9x9"),
    ],
)
def test_bad_rows(text, said, message):
    assert message(text).startswith(said)


def test_information_alone_is_no_puzzle(message):
    assert "no puzzle found" in message(INFO, format="sudocue")
