"""Boards in a terminal: as wide as there is room, with colours or without."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.pictures.board import Board
from satdoku.pictures.terminal import Look, terminal_lines, tinted_grid, width_of

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = Geometry(2, 2)
EMPTY = (0,) * 16
SOLVED = (1, 2, 4, 3, 3, 4, 2, 1, 2, 1, 3, 4, 4, 3, 1, 2)
CLUES = (1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 3, 0, 4, 0, 0, 0)

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def drawn(board: Board, look: Look) -> str:
    """Draw a board as one text."""
    return "\n".join(terminal_lines(board, look))


def test_roomy() -> None:
    """With a frame, a blank around each digit."""
    assert (
        "┌─────┬─────┐\n"
        "│ 1 . │ . . │\n"
        "│ . . │ 2 . │\n"
        "├─────┼─────┤\n"
        "│ . . │ 3 . │\n"
        "│ 4 . │ . . │\n"
        "└─────┴─────┘"
    ) == drawn(Board(SMALL, CLUES), Look())


def test_ascii() -> None:
    """The same without a character that the encoding lacks."""
    text = drawn(Board(SMALL, CLUES), Look(unicode=False))

    assert text.isascii()
    assert "+-----+-----+" == text.splitlines()[0]
    assert "| 1 . | . . |" == text.splitlines()[1]


@pytest.mark.parametrize(("columns", "lines"), [(13, 7), (12, 5), (5, 5), (3, 5)])
def test_narrow(columns: int, lines: int) -> None:
    """Without the frame where that does not fit; never narrower than the grid is."""
    found = terminal_lines(Board(SMALL, CLUES), Look(columns=columns))

    assert lines == len(found)
    if lines == 5:
        assert "1.│..\n..│2.\n──┼──\n..│3.\n4.│.." == "\n".join(found)


def test_without_colours_the_puzzle_stands_beside_its_solution() -> None:
    """Where there is room; else above it."""
    board = Board(SMALL, CLUES, SOLVED)
    wide = terminal_lines(board, Look())
    narrow = terminal_lines(board, Look(columns=20))

    assert "│ 1 . │ . . │   │ 1 2 │ 4 3 │" == wide[1]
    assert ("│ 1 . │ . . │", "", "│ 1 2 │ 4 3 │") == (narrow[1], narrow[7], narrow[9])


def test_with_colours_there_is_one_drawing() -> None:
    """Clues bold, found digits blue, empty cells as they are."""
    lines = terminal_lines(Board(SMALL, CLUES, (*SOLVED[:15], 0)), Look(colour=True))

    assert "\x1b[1m1\x1b[0m \x1b[38;5;63m2\x1b[0m" in lines[1]
    assert lines[5].endswith("\x1b[38;5;63m1\x1b[0m . │")
    assert "│ 1 2 │ 4 3 │" == ESCAPE.sub("", lines[1])


def test_clashes_have_stars() -> None:
    """With colours and without; the others keep the room for one."""
    board = Board.of(SMALL, (1, 1) + (0,) * 14)

    assert "│ 1* 1* │ .  .  │" == terminal_lines(board, Look())[1]
    coloured = terminal_lines(board, Look(colour=True))[1]
    assert "│ 1* 1* │ .  .  │" == ESCAPE.sub("", coloured)
    assert "\x1b[1;7m1\x1b[0m*" in coloured
    assert "1*1*│. ." == terminal_lines(board, Look(columns=9))[0]


def test_differences_stand_side_by_side() -> None:
    """Each digit in its own grid, with a star; what is equal is a clue in both."""
    other = (2, 1, *SOLVED[2:])
    board = Board(SMALL, CLUES, SOLVED, other)
    lines = terminal_lines(board, Look(colour=True))

    assert "│ 1* 2* │ 4  3  │   │ 2* 1* │ 4  3  │" == ESCAPE.sub("", lines[1])
    assert "\x1b[38;5;63;7m2\x1b[0m* \x1b[38;5;63;7m1\x1b[0m*" in lines[1]
    assert 2 == lines[2].count("\x1b[1m2\x1b[0m")


def test_other_grid_shows_its_empty_cells() -> None:
    """A clue that the other has not is not lent to it."""
    lines = terminal_lines(Board(SMALL, CLUES, other=(0, 2, *EMPTY[2:])), Look())

    assert "│ 1 . │ . . │   │ . 2 │ . . │" == lines[1]


CANDIDATES = ((1,), (2, 3), (2, 3, 4), (4,), (), *((1, 2, 3, 4),) * 11)


def test_candidates_stand_in_a_row() -> None:
    """As players write them: each column of cells as wide as its widest."""
    board = Board(SMALL, (1, *EMPTY[1:]), candidates=CANDIDATES)
    lines = terminal_lines(board, Look())

    assert "│ 1    23   │ 234  4    │" == lines[1]
    assert "│ !    1234 │ 1234 1234 │" == lines[2]


def test_candidates_become_blocks_where_it_is_narrow() -> None:
    """A place for each; a cell without any, and one with a digit, have no dots."""
    board = Board(SMALL, (1, *EMPTY[1:]), candidates=CANDIDATES)
    lines = terminal_lines(board, Look(columns=19))

    assert [
        "┌────────┬────────┐",
        "│ 1   .2 │ .2  .. │",
        "│     3. │ 34  .4 │",
        "│        │        │",
        "│ !   12 │ 12  12 │",
        "│     34 │ 34  34 │",
        "├────────┼────────┤",
    ] == lines[:7]
    compact = terminal_lines(board, Look(columns=15))
    assert ["1  .2 │ .2 ..", "   3. │ 34 .4"] == compact[:2]


def test_found_candidate_is_underlined() -> None:
    """With colours; without, the solution stands beside the candidates."""
    board = Board(SMALL, (1, *EMPTY[1:]), SOLVED, candidates=CANDIDATES)

    assert (
        "\x1b[1;4;38;5;63m2\x1b[0m\x1b[38;5;243m3\x1b[0m"
        in (terminal_lines(board, Look(colour=True))[1])
    )
    plain = terminal_lines(board, Look())[1]
    assert plain.startswith("│ 1    23   │")
    assert plain.endswith("│ 1 2 │ 4 3 │")


def test_numbers_are_separated() -> None:
    """From 36 on: numbers with blanks, candidates with commas."""
    geometry = Geometry(6, 6)
    clues = (36, 1) + (0,) * (geometry.cells - 2)
    assert terminal_lines(Board(geometry, clues), Look())[1].startswith("│ 36  1  . ")
    masks = Board.of(geometry, clues, masks=(1 | 1 << 34,) * geometry.cells)
    assert "1,35" in terminal_lines(masks, Look())[2]


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_tinted_grid_is_the_grid_with_colours(
    shape: tuple[int, int], puzzle: Callable[..., Board]
) -> None:
    """Without its escapes, the very text of the grid; clues and no others are bold."""
    geometry = Geometry(*shape)
    board = puzzle(geometry, found=True)
    text = tinted_grid(geometry, board.clues, board.found)

    assert str(Grid(geometry, board.found)) == ESCAPE.sub("", text)
    bold = "".join(re.findall(r"\x1b\[1m([^\x1b]*)", text))
    clues = "".join(re.sub(r"[^0-9A-Z]", "", str(Grid(geometry, board.clues))))
    assert clues == re.sub(r"[^0-9A-Z]", "", bold)


@pytest.mark.parametrize("columns", [None, 200, 80, 60, 45, 30, 20])
@pytest.mark.parametrize("colour", [False, True])
def test_drawings_fit(
    columns: int | None, puzzle: Callable[..., Board], *, colour: bool
) -> None:
    """Whatever is drawn of a 9x9 fits, or is the narrowest that there is."""
    for candidates in (False, True):
        board = puzzle(Geometry(3, 3), found=True, candidates=candidates)
        look = Look(colour=colour, columns=columns)
        wide = max(map(width_of, terminal_lines(board, look)))
        narrowest = 39 if candidates else 11

        assert wide <= max(columns or 200, narrowest)


def test_width_counts_what_is_seen() -> None:
    """Escape sequences take no room."""
    assert 0 == width_of("")
    assert 5 == width_of("│ \x1b[1;7m1\x1b[0m* ")
