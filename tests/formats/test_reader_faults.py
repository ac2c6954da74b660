"""Faults of the reader that were found by hand: each with the text that showed it."""

import io
import json
from itertools import chain

import pytest

from satdoku import formats
from satdoku.errors import InputError
from satdoku.formats.bulk import scan_blocks
from tests.puzzles import NEWSPAPER_SOLUTION as SOLUTION

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
    assert [line.number for line in skipped] == [1, 13, 11]


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


DIGITS = LINE.replace(".", "0")
FIELDS = [",".join(row.replace(".", "0")) for row in ROWS]
TABLE = [f"| {' | '.join(row.replace('.', ' '))} |" for row in ROWS]
CELLS = [[{"val": int(c)} if c != "." else None for c in row] for row in ROWS]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"[{row}]" for row in FIELDS),
        "Puzzle\n" + "\n".join(f"[{row}]" for row in FIELDS),
        "Sudoku\n" + "\n".join(ROWS),
        f"{LINE} => {SOLUTION}",
        f"{LINE}=>{SOLUTION}",
        "\n".join(f"{ROWS[at]} → {SOLUTION[9 * at : 9 * at + 9]}" for at in range(9)),
        "| A | B | C | D | E | F | G | H | I |\n|" + "---|" * 9 + "\n"
        + "\n".join(f"| {' | '.join(row.replace('.', ' '))} |" for row in ROWS),
        f"[| {' | '.join(FIELDS)} |]",
        "start = [|" + ",\n  |".join(FIELDS) + "|];",
        "\n".join((DIGITS[:27], DIGITS[27:54], DIGITS[54:])),
        f"> {LINE[:74]}\n> {LINE[74:]}",
        json.dumps(CELLS),
        json.dumps([cell for row in CELLS for cell in row]),
    ],
)  # fmt: skip
def test_one_board(text):
    assert scanned(text) == ([LINE], [])


@pytest.mark.parametrize(
    ("text", "line", "cell"),
    [
        ("\n".join(FIELDS).replace("5,3,0", "5,,0"), 1, (1, 2)),
        (f"[[{'],['.join(FIELDS).replace('9,8', '9,')}]]", 1, (3, 3)),
        ("Puzzle\n" + "\n".join(ROWS).replace(".", "O"), 2, (1, 3)),
        ("\n".join([TABLE[0], "|" + "---|" * 9, *TABLE]), 4, None),
        (f"{LINE[:74]}\n{LINE[75:]}", 2, None),
        ("\n".join((DIGITS[:27], DIGITS[27:53], DIGITS[54:])), 2, None),
    ],
)
def test_no_board(text, line, cell):
    puzzles, (error,) = scanned(text)
    assert puzzles == []
    assert error.line == line
    assert error.cell == cell


def test_windows_1252():
    warning = "not UTF-8 text: read as Windows-1252"
    for text in ("\n".join(("Menü", *ROWS)), f"{LINE} Menü"):
        (record,) = formats.scan(io.BytesIO(text.encode("cp1252")))
        assert (record.puzzle.line, record.name) == (LINE, "Menü")
        assert record.metadata.warnings == (warning,)
    data = f"{LINE}\n".encode() * 2 + f"{LINE} Rätsel\n".encode("cp1252")
    records = list(chain.from_iterable(scan_blocks(io.BytesIO(data * 9000))))
    assert [record.number for record in records] == list(range(1, 27001))
    assert len([record for record in records if record.metadata.warnings]) == 1


@pytest.mark.parametrize(
    ("row", "lines"),
    [
        ("1 2 3 4 5 6 7\n\n12345678\n\n", None),
        ("123456789ABCDEF..\n" * 20 + "12\n", 18_000),
    ],
)
def test_text_without_a_puzzle_is_given_up(row, lines):
    puzzles, errors = scanned(row * 5_000)
    assert puzzles == []
    assert len(errors) <= 1001
    assert "the rest was not read" in str(errors[-1])
    assert lines is None or errors[-1].line <= lines + 1_000
    assert scanned(f"{LINE}\n\n{row * 50}")[0] == [LINE]


@pytest.mark.parametrize(("size", "high"), [(8, 2), (12, 3), (18, 3)])
def test_bands_of_a_wrong_board_are_no_boards(size, high):
    """A band has as many cells as a smaller board."""
    row = "12".ljust(size, ".")
    bands = ["\n".join([row] * high)] * (size // high)
    for wrong in (row, f"{bands[0]}\n{row}"):
        puzzles, errors = scanned("\n\n".join([*bands[1:], wrong]))
        assert puzzles == []
        assert errors


@pytest.mark.parametrize(
    ("above", "name", "doubt"),
    [
        ("Anti-knight sudoku\n", "Anti-knight sudoku", "'Anti-knight sudoku'"),
        ("Usual rules. Anti-king, too.\n\n", None, "'Anti-king, too'"),
        ("Sudoku X No. 5\n", "Sudoku X No. 5", ""),
    ],
)
def test_text_that_names_a_rule_is_doubted(above, name, doubt):
    """The puzzle is read by its own rules; a blank line parts a text from it."""
    (entry,) = formats.read_all(io.StringIO(above + "\n".join(ROWS)))
    assert entry.name == name
    assert entry.metadata.doubt.removeprefix("these words may be rules: ") == doubt


@pytest.mark.parametrize("above", ["", "\n", "---------\n", "\n*****\n", "=====\n"])
def test_dates_and_few_words_are_no_rows(above):
    """Behind a line of stars or dashes, too."""
    for remark in (
        "14 March 2024",
        "14-Mar-2024, 10:05",
        "2024-03-14T10:00:00Z",
        "10:05:46 UTC",
        "12 clues, 2024, 3",
        "1 of 20",
    ):
        text = "\n".join(ROWS) + f"\n{above}{remark}\n"
        assert scanned(text) == ([LINE], []), remark
    for row in ("5 3 . . 7 . 9 . 4", "5 3 none none 7 none"):
        assert scanned("\n".join(ROWS) + f"\n{above}{row}\n{row}\n{row}\n")[1], row


def test_bands_of_labelled_rows_have_one_error():
    rows = [f"{number}: {' '.join(row)}" for number, row in enumerate(ROWS, 1)]
    bands = ["\n".join(rows[at : at + 3]) for at in (0, 3, 6)]
    puzzles, (error,) = scanned("\n\n".join(bands))
    assert puzzles == []
    assert error.line == 1


def test_repair_of_two_boards_whose_rows_have_names():
    board = "".join(f"Row {number}: {row}\n" for number, row in enumerate(ROWS, 1))
    assert scanned(f"{board}\n{board}", repair=True) == ([LINE, LINE], [])
    puzzles, (error,) = scanned(f"{board}\n{board[:-3]}\n", repair=True)
    assert puzzles == []
    assert error.line == 1


def test_repair_of_two_boards_each_in_its_own_way():
    """A wide blank is an empty cell of one, and stands between cells of the other."""
    full = [SOLUTION[at : at + 9] for at in range(0, 81, 9)]
    first = [full[0], *(row.replace(".", "\u3000") for row in ROWS[1:])]
    second = ["\u3000".join(row) for row in full[:1] + list(ROWS[1:])]
    text = "\n".join([*first, "", *second])
    line = SOLUTION[:9] + LINE[9:]
    assert scanned(text, repair=True) == ([line, line], [])


def test_text_below_that_names_a_rule_is_a_doubt_of_the_last_board():
    board = "\n".join(ROWS)
    first, last = formats.read_all(io.StringIO(f"{board}\n\n{board}\n\nThermo, too.\n"))
    assert first.metadata.doubt == ""
    assert last.metadata.doubt == "these words may be rules: 'Thermo, too'"


@pytest.mark.parametrize(
    "json_text",
    [
        '[{"puzzle": "1.."}, %s]',
        '{"puzzle": %s}',
        '{"grid": "1...", "constraints": %s}',
    ],
)
def test_long_numbers_are_cut_in_messages(json_text):
    _, errors = scanned(json_text % ("1" * 2000))
    assert errors
    assert max(len(str(error)) for error in errors) < 250
