"""Links: which site they are of, and where in them the puzzle is."""

import pytest

from satdoku.errors import InputError
from satdoku.formats.links import is_link, parse_link

BOARD = "N4Ig/a+b=="
DIGITS = "0" * 81


@pytest.mark.parametrize(
    "link",
    [
        f"https://f-puzzles.com/?load={BOARD}",
        f"https://www.f-puzzles.com/?load={BOARD}",
        f"  HTTP://WWW.F-PUZZLES.COM/?LOAD={BOARD}  ",
        "https://f-puzzles.com/?load=N4Ig%2Fa%2Bb%3D%3D",
        "https://f-puzzles.com/?load=N4Ig/a b==",
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
    assert is_link(link)
    assert ("fpuzzles", BOARD) == parse_link(link)


@pytest.mark.parametrize(
    "link",
    [
        f"https://www.sudokuwiki.org/sudoku.htm?bd={DIGITS}",
        f"http://sudokuwiki.org/sudoku.htm?bd={DIGITS}",
        f"https://www.sudokuwiki.org/Sudoku.htm?utm_medium=mail&bd={DIGITS}",
    ],
)
def test_digits(link):
    assert ("sudokuwiki", DIGITS) == parse_link(link)


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("https://f-puzzles.com/?id=2p4x", "a short link of f-puzzles"),
        ("https://f-puzzles.com/", "a link of f-puzzles without a puzzle"),
        (f"https://f-puzzles.com/?load={BOARD}&rules=x", "'rules' in the link"),
        ("https://sudokupad.app/abcd1234", "a short link of SudokuPad"),
        ("https://sudokupad.app/", "a link of SudokuPad without a puzzle"),
        ("https://sudokupad.app/sclN4Ig", r"in its own format \(SCL\)"),
        ("https://sudokupad.app/ctcN4Ig", r"in its own format \(CTC\)"),
        ("https://sudokupad.app/?puzzleid=scfN4Ig", r"in its own format \(SCF\)"),
        (
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRb",
            "a link of Penpa; expected .*; the link is not read",
        ),
        ("https://example.org/x?y", r"a link to example\.org; expected a link of f-p"),
        ("https://\x1b[31m/", r"a link to \\x1b\[31m; expected"),
        ("https://", "a link to nowhere"),
        ("https://www.sudokuwiki.org/killersudoku.htm?bd=1", "page 'killersudoku.htm'"),
        ("https://www.sudokuwiki.org/sudoku.htm", "SudokuWiki without a puzzle"),
        (
            "https://www.sudokuwiki.org/sudoku.htm?bd=S9B4s010g09",
            r"with candidates \('S9B…'\); expected 81 digits",
        ),
        (f"https://www.sudokuwiki.org/sudoku.htm?bd={DIGITS}&k=1", "'k' in the link"),
    ],
)
def test_links_that_are_not_read(link, said):
    assert is_link(link)
    with pytest.raises(InputError, match=said) as caught:
        parse_link(link)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("text", ["", "N4I", "fpuzzles", "12345", "www.example.org"])
def test_no_links(text):
    assert not is_link(text)
