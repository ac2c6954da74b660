"""Faults of the reader that were found by hand: each with the text that showed it."""

import io

import pytest

from satdoku import Puzzle, formats
from satdoku.errors import InputError

ROWS = (
    "53..7....",
    "6..195...",
    ".98....6.",
    "8...6...3",
    "4..8.3..1",
    "7...2...6",
    ".6....28.",
    "...419..5",
    "....8..79",
)
LINE = "".join(ROWS)


def scanned(text, **options):
    """Return the puzzles of a text, each as a line, and its errors."""
    items = list(formats.scan(io.StringIO(text), **options))
    errors = [item for item in items if isinstance(item, InputError)]
    puzzles = [item.puzzle.line for item in items if not isinstance(item, InputError)]
    return puzzles, errors


def test_digits_that_are_not_ascii():
    rows = [
        ["1", "2²", "3²", "4²"],
        ["3", "4²", "1²", "2²"],
        list("2143"),
        list("4321"),
    ]
    text = "".join(" ".join(row) + "\n" for row in rows)
    (error,) = scanned(text)[1]
    assert (error.line, error.cell) == (1, (1, 2))
    with pytest.raises(InputError, match="2²"):
        Puzzle(rows)


def test_repair_of_rows_that_all_have_names():
    text = "".join(f"row {number}: {row}\n" for number, row in enumerate(ROWS, 1))
    skipped = []
    (record,) = formats.scan(io.StringIO(text), repair=True, skipped=skipped)
    assert record.puzzle.line == LINE
    assert len(record.metadata.repairs) == 9
    assert skipped == []
    puzzles, (error,) = scanned(text)
    assert puzzles == []
    assert error.line == 1


def test_line_of_a_quotation_below_many_blank_lines():
    (error,) = scanned("\n" * 600 + f"> {LINE[:80]}\n")[1]
    assert error.line == 601
    (record,) = formats.scan(io.StringIO("\n" * 600 + f"> {LINE}\n"))
    assert record.line == 601


def test_one_list_of_skipped_lines_for_two_sources():
    skipped = []
    first = io.StringIO("\n".join(("Hello", "", *ROWS, "", "some words of text", "")))
    list(formats.read_all(first, skipped=skipped))
    noted = list(skipped)
    assert noted
    (error,) = formats.scan(io.StringIO("\njust words\nand more\n"), skipped=skipped)
    assert error.line == 2
    assert "just words" in str(error)
    assert skipped == noted
    second = io.StringIO("\n".join((*ROWS, "", "other words of text", "")))
    list(formats.read_all(second, skipped=skipped))
    assert [line.number for line in skipped] == [13, 11]
