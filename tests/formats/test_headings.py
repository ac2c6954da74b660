"""Headings, grids side by side, pages: what nobody can be sure of, said clearly."""

import io

import pytest

from satdoku.errors import InputError
from tests.formats.inner import scan

LINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
ROWS = [LINE[at : at + 9] for at in range(0, 81, 9)]
SIX = ["12....", "..34..", "....56", "1....2", ".3..4.", "..5.6."]


def error_of(text):
    """Return the one error of a text without a puzzle."""
    (item,) = scan(io.StringIO(text))
    assert isinstance(item, InputError)
    return str(item)


@pytest.mark.parametrize(
    "heading", ["123456789", "1 2 3 4 5 6 7 8 9", "A B C D E F G H I"]
)
@pytest.mark.parametrize(
    "label", ["{row}", "1 {row}", "{number} {row}", "{number}| {row}"]
)
def test_first_row_that_counts(heading, label):
    rows = [label.format(number=at, row=row) for at, row in enumerate(ROWS, 1)]
    text = "\n".join([f"  {heading}", *rows])

    assert "the first row counts" in error_of(text)
    assert "headings?" in error_of(text)


@pytest.mark.parametrize("rows", [ROWS, SIX], ids=len)
@pytest.mark.parametrize("labels", ["123456789", "ABCDEFGHI"])
@pytest.mark.parametrize("mark", [" ", "| ", ": "])
def test_first_column_that_counts(rows, labels, mark):
    text = "\n".join(
        f"{label}{mark}{row}" for label, row in zip(labels, rows, strict=False)
    )

    assert "the first column counts" in error_of(text)


def test_two_puzzles_side_by_side():
    text = "\n".join(f"{row}   {row}" for row in ROWS)

    assert "two grids side by side?" in error_of(text)


def test_a_grid_beside_the_solution_of_another():
    full = "".join(
        str((row * 3 + row // 3 + at) % 9 + 1) for row in range(9) for at in range(9)
    )
    text = "\n".join(
        f"{row} {full[at * 9 : at * 9 + 9]}" for at, row in enumerate(ROWS)
    )

    assert "two grids side by side?" in error_of(text)


def test_rows_with_words_in_front_name_the_repair():
    text = "\n".join(f"Row {at}: {row}" for at, row in enumerate(ROWS, 1))

    assert "repair=True" in error_of(text)
    (record,) = scan(io.StringIO(text), repair=True)
    assert LINE == record.puzzle.line


@pytest.mark.parametrize(
    "start", ["<table><tr><td>5", "<!DOCTYPE html>", "<pre>\n53..7"]
)
def test_html(start):
    assert "this is HTML; expected a puzzle as text" in error_of(start)


def test_other_xml():
    assert "XML, but not of OpenSudoku" in error_of("<svg><rect/></svg>")


@pytest.mark.parametrize("letter", "Oo")
def test_letter_for_zero(letter):
    text = "\n".join(ROWS).replace(".", letter)

    assert f"1:3: r1c3: '{letter}' is not a digit" in error_of(text)
