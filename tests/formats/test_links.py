"""Links: which site they are of, and where in them the puzzle is."""

import io
import json

import pytest

import satdoku
from satdoku.errors import InputError
from satdoku.puzzle.puzzle import Puzzle
from tests.formats.inner import PuzzleRecord, read, scan, write
from tests.formats.small_grids import SMALL, board

BOARD = next(
    packed
    for name in map(str, range(1000))
    if "/" in (packed := write(PuzzleRecord.of(SMALL, name), "fpuzzles").strip()[28:])
    and "+" in packed
    and packed.endswith("=")
)
"""A packed board with all the characters that links write in other ways."""
QUOTED = BOARD.replace("/", "%2F").replace("+", "%2B").replace("=", "%3D")
DIGITS = "12" + "0" * 79


@pytest.mark.parametrize(
    "link",
    [
        f"https://f-puzzles.com/?load={BOARD}",
        f"https://www.f-puzzles.com/?load={BOARD}",
        f"  HTTP://WWW.F-PUZZLES.COM/?LOAD={BOARD}  ",
        f"https://f-puzzles.com/?load={QUOTED}",
        f"https://f-puzzles.com/?load={BOARD.replace('+', ' ')}",
        f"https://f-puzzles.com/?utm_source=x&load={BOARD}&fbclid=y#top",
        f"https://f-puzzles.com/?load=fpuzzles{BOARD}",
        f"https://sudokupad.app/fpuzzles{BOARD}",
        f"https://sudokupad.app/fpuz{BOARD}",
        f"https://sudokupad.app/fpuzzles{BOARD}?setting-nogrid=1",
        f"https://beta.sudokupad.app/fpuzzles{BOARD}",
        f"https://sudokupad.app/?puzzleid=fpuzzles{BOARD}",
        f"https://app.crackingthecryptic.com/sudoku/?load=fpuzzles{BOARD}",
        f"https://app.crackingthecryptic.com/fpuzzles{BOARD}",
        f"https://sudokupad.svencodes.com/fpuzzles{BOARD}",
        f"https://sudokulab.net/?fpuzzle={BOARD}",
        f"fpuzzles{BOARD}",
        f"fpuz{BOARD}",
        BOARD,
    ],
)
def test_boards(link):
    (entry,) = scan(io.StringIO(link))

    assert ("fpuzzles", SMALL) == (entry.format, entry.puzzle)


@pytest.mark.parametrize(
    "host", ["https://www.sudokuwiki.org", "http://sudokuwiki.org"]
)
@pytest.mark.parametrize("page", ["/sudoku.htm?bd=", "/Sudoku.htm?utm_medium=mail&bd="])
def test_digits(host, page):
    assert Puzzle(DIGITS) == read(io.StringIO(host + page + DIGITS))


S9B = (
    "S9B0g880104900h9294947o88840a078o0d9408060d0h86847s01880g038j0g02ca05c2c38r058k8s0g"
    "ca01c6c88w0h8l8s8m8q8u8y07997n07920h8z8i0204937x08948y99akau93937x90908y03akeacj8z"
)
"""A board that SudokuWiki gives out, in the middle of a solution."""


@pytest.mark.parametrize("before", ["https://www.sudokuwiki.org/sudoku.htm?bd=", ""])
def test_board_with_candidates(before):
    (entry,) = scan(io.StringIO(f"{before}{S9B}\n"))
    state = entry.metadata.state

    assert "sudokuwiki" == entry.format
    assert 17 == entry.puzzle.clue_count
    assert 1 == satdoku.count(entry.puzzle)
    assert [7, 8] == [state.clues[cell] for cell in ("r1c1", "r1c6")]
    assert 0b100010110 == state.candidate_masks()[1]  # 2, 3, 5 and 9 in r1c2


@pytest.mark.parametrize(
    ("link", "quoted"),
    [
        ("https://f-puzzles.com/?id=2p4x", "f-puzzles"),
        ("https://f-puzzles.com/", "f-puzzles"),
        (f"https://f-puzzles.com/?load={BOARD}&rules=x", "'rules'"),
        ("https://sudokupad.app/abcd1234", "SudokuPad"),
        ("https://sudokupad.app/", "SudokuPad"),
        ("https://sudokupad.app/sclN4Ig", "SudokuPad"),
        ("https://sudokupad.app/ctcN4Ig", "SudokuPad"),
        ("https://sudokupad.app/?puzzleid=scfN4Ig", "SudokuPad"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRb", "penpa"),
        ("https://example.org/x?y", "example.org"),
        ("https://\x1b[31m/", "\\x1b[31m"),
        ("https://", "link"),
        ("https://www.sudokuwiki.org/killersudoku.htm?bd=1", "killersudoku.htm"),
        ("https://www.sudokuwiki.org/sudoku.htm", "SudokuWiki"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=S9B4s010g09", "'S9B…'"),
        (f"https://sudokuwiki.org/sudoku.htm?bd=S9Bzz{'01' * 80}", "1295"),
        (f"https://example.org/solver?bd={DIGITS}", "example.org"),
        (f"https://www.sudokuwiki.org/sudoku.htm?bd={DIGITS}&k=1", "'k'"),
    ],
)
def test_links_that_are_not_read(link, quoted):
    (error,) = scan(io.StringIO(link))

    assert isinstance(error, InputError)
    assert (1, None) == (error.line, error.column)
    assert quoted in str(error)
    assert str(error).isprintable()


def test_links_are_what_lzstring_makes(needs):
    needs("lzstring")
    from lzstring import LZString

    link = write(SMALL, "fpuzzles")
    packed = link.removeprefix("https://f-puzzles.com/?load=").strip()

    assert board(SMALL) == json.loads(LZString.decompressFromBase64(packed))


@pytest.mark.parametrize(
    "text",
    [
        "[solve it](https://www.sudokuwiki.org/sudoku.htm?bd={})",
        "<https://www.sudokuwiki.org/sudoku.htm?bd={}>",
        "Try this one: https://www.sudokuwiki.org/sudoku.htm?bd={}",
        "www.sudokuwiki.org/sudoku.htm?bd={}",
    ],
)
def test_words_around_a_link(text):
    assert Puzzle(DIGITS) == read(io.StringIO(text.format(DIGITS)))


CLUES = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


def _grid_of_objects(make):
    """Return rows of cells as objects, made of a digit (0 for none) and a place."""
    digits = [int(sign) for sign in CLUES.replace(".", "0")]
    cells = [make(digit, *divmod(at, 9)) for at, digit in enumerate(digits)]
    return [cells[at : at + 9] for at in range(0, 81, 9)]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("key", ["grid", "board", "cells", "puzzle"])
@pytest.mark.parametrize(
    "make",
    [
        lambda digit, row, column: {"val": digit},
        lambda digit, row, column: {"value": digit or None},
        lambda digit, row, column: {"row": row, "col": column, "digit": str(digit)},
        lambda digit, row, column: {"number": digit, "locked": bool(digit)},
        lambda digit, row, column: {"value": digit, "given": True} if digit else {},
    ],
    ids=["val", "value", "digit", "number", "given"],
)
def test_grids_of_objects_keep_their_digits(key, make, indent, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(json.dumps({key: _grid_of_objects(make)}, indent=indent))

    assert CLUES == satdoku.read(path).line


@pytest.mark.parametrize(
    ("around", "make", "named"),
    [
        ({"size": 9}, lambda digit, row, column: {"clue": digit}, "'clue'"),
        ({"size": 9}, lambda digit, row, column: {"value": 0, "n": digit}, "'n'"),
        ({}, lambda digit, row, column: {"value": None, "n": digit}, "'n'"),
        ({}, lambda digit, row, column: {"val": digit} if row else {}, "'val'|object"),
        (
            {},
            lambda digit, row, column: {("val", "value")[column % 2]: digit},
            "val and value",
        ),
    ],
    ids=["clue", "zeros", "nulls", "empty-row", "two-keys"],
)
def test_digits_under_other_keys_are_never_an_empty_board(
    around, make, named, tmp_path
):
    path = tmp_path / "a.json"
    path.write_text(json.dumps({**around, "grid": _grid_of_objects(make)}))

    with pytest.raises(InputError, match=named):
        satdoku.read(path)


def test_a_board_whose_digits_are_all_of_a_player_is_warned_of(tmp_path):
    path = tmp_path / "a.json"
    grid = _grid_of_objects(lambda digit, row, column: {"value": digit})
    path.write_text(json.dumps({"size": 9, "grid": grid}))

    with pytest.warns(UserWarning, match="the puzzle is empty: 30 digits"):
        satdoku.read(path)
