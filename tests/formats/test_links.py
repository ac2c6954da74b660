"""Links: which site they are of, and where in them the puzzle is."""

import io
import json

import pytest

from satdoku.errors import InputError
from satdoku.puzzle import Puzzle
from tests.formats.inner import Entry, read, scan, write
from tests.formats.small_grids import SMALL, board

BOARD = next(
    packed
    for name in map(str, range(1000))
    if "/" in (packed := write(Entry.of(SMALL, name), "fpuzzles").strip()[28:])
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
        f"fpuzzles{BOARD}",
        f"fpuz{BOARD}",
        BOARD,
    ],
)
def test_boards(link):
    (entry,) = scan(io.StringIO(link))

    assert ("fpuzzles", SMALL) == (entry.format, entry.grid)


@pytest.mark.parametrize(
    "host", ["https://www.sudokuwiki.org", "http://sudokuwiki.org"]
)
@pytest.mark.parametrize("page", ["/sudoku.htm?bd=", "/Sudoku.htm?utm_medium=mail&bd="])
def test_digits(host, page):
    assert Puzzle(DIGITS) == read(io.StringIO(host + page + DIGITS))


@pytest.mark.parametrize(
    ("link", "quoted"),
    [
        ("https://f-puzzles.com/?id=2p4x", "f-puzzles"),
        ("https://f-puzzles.com/", "f-puzzles"),
        (f"https://f-puzzles.com/?load={BOARD}&rules=x", "'rules'"),
        ("https://sudokupad.app/abcd1234", "SudokuPad"),
        ("https://sudokupad.app/", "SudokuPad"),
        ("https://sudokupad.app/sclN4Ig", "SCL"),
        ("https://sudokupad.app/ctcN4Ig", "CTC"),
        ("https://sudokupad.app/?puzzleid=scfN4Ig", "SCF"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRb", "Penpa"),
        ("https://example.org/x?y", "example.org"),
        ("https://\x1b[31m/", "\\x1b[31m"),
        ("https://", "link"),
        ("https://www.sudokuwiki.org/killersudoku.htm?bd=1", "'killersudoku.htm'"),
        ("https://www.sudokuwiki.org/sudoku.htm", "SudokuWiki"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=S9B4s010g09", "'S9B…'"),
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
