"""Faults of the reader that were found by hand: each with the text that showed it."""

import io

import pytest

from satdoku import formats
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


def drawn(rows, ends=False):
    """Return the lines of a board with a border; its lower one if the end is drawn."""
    lines = []
    for number, row in enumerate(rows):
        if number % 3 == 0:
            lines.append("+-------+-------+-------+")
        parts = [" ".join(row[at : at + 3]) for at in (0, 3, 6)]
        lines.append(f"| {' | '.join(parts)} |")
    return [*lines, lines[0]] if ends else lines[1:]


LARGE = ["123456789ABCDE", *["." * 14] * 13]
WIDE = [" ".join([str(12 - at), *"." * 11]) for at in range(12)]


@pytest.mark.parametrize(
    ("board", "cells"),
    [
        (drawn(ROWS), LINE),
        (drawn(ROWS, ends=True), LINE),
        (LARGE, "".join(LARGE)),
        (WIDE, None),
        ([row.replace(" ", ",") for row in WIDE], None),
    ],
    ids=["bars", "border", "14x14", "numbers", "commas"],
)
@pytest.mark.parametrize("count", [257, 701])
def test_many_boards_without_a_blank_line(board, cells, count):
    puzzles, errors = scanned("\n".join(board * count) + "\n")
    assert errors == []
    assert len(puzzles) == count
    assert len(set(puzzles)) == 1
    assert cells in (None, puzzles[0])


def test_wrong_cell_in_many_boards():
    lines = drawn(ROWS) * 700
    lines[5000] = lines[5000].replace(".", "?", 1)
    puzzles, errors = scanned("\n".join(lines) + "\n")
    assert len(puzzles) == 699
    assert [error.line for error in errors] == [5001]


LISTED = [f"[{','.join(row.replace('.', '0'))}]" for row in ROWS]


@pytest.mark.parametrize("count", [80, 111, 130, 334, 501])
@pytest.mark.parametrize(
    "end", ["]\n", "]\nprint(grids)\n", "\n\n]\n"], ids=["end", "code", "apart"]
)
def test_list_of_many_boards(count, end):
    board = "[" + ",\n".join(LISTED) + "],\n"
    puzzles, errors = scanned(f"grids = [\n{board * count}{end}")
    assert errors == []
    assert puzzles == [LINE] * count


@pytest.mark.parametrize(
    "text",
    [
        "rows = [\n" + ",\n".join(LISTED * 300) + "\n]\n",
        "int g[][9][9] = {\n" + ("{" + ",\n".join(LISTED) + "},\n") * 300 + "};\n",
        "x = [\n" + f"[{','.join(LINE.replace('.', '0'))}],\n" * 2700 + "]\n",
        "x = [\n" + f'"{LINE}",\n' * 2700 + "]\n",
        "sorry :( hello\n\n" + f"{LINE} (a, b, c, d)\n" * 2700,
    ],
    ids=["rows", "C", "lines", "texts", "prose"],
)
def test_long_lists_of_other_kinds(text):
    puzzles, errors = scanned(text)
    assert errors == []
    assert set(puzzles) == {LINE}
    assert len(puzzles) in (300, 2700)


def test_wrong_cell_in_a_long_list():
    board = "[" + ",\n".join(LISTED) + "],\n"
    bad = board.replace("5", "x", 1)
    puzzles, errors = scanned(f"grids = [\n{board * 150}{bad}{board * 149}]\n")
    assert len(puzzles) == 299
    assert [error.line for error in errors] == [1352]
