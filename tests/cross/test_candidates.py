"""Puzzles given by their candidates alone, every engine against what is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry, Grid, Session, Status, check, count, solve

if TYPE_CHECKING:
    from pathlib import Path

NINE = Geometry(3, 3)
ENGINES = ["auto", "dpll", "cadical153", "minisat22"]

# A puzzle without any clue, whose candidates leave one solution: after Ruud's
# "Pencilmark Only Sudoku" (Eureka! forum), turned over and its digits renamed.
NO_CLUE = """
2569    124579   3678   12345679 135678   2369     126789   237       13579
24678   12345689 1569   12489    124578   1356     12368    1345      24578
24568   1289     1235679 179     12478    123478   35689    134589    34578
1368    12379    23568  357      1368     1349     45       123456789 23457
1245689 1679     234789 1689     12359    12356789 12345789 1235678   13789
13589   123469   2458   345678   12345678 389      1345678  2369      13479
249     14689    12489  125689   12345678 1256789  3679     156       235678
279     678      578    357      23       124      346789   13456789  12
35789   12479    123456 12568    156789   2345689  12456    3479      123679
"""
ITS_SOLUTION = (
    "217456839659183247483972615836719524174625983592348761941267358768531492325894176"
)


def masks_of(digits: list[str]) -> list[int]:
    """Return the masks of candidates that are written as their digits."""
    return [sum(1 << (int(digit) - 1) for digit in cell) for cell in digits]


def without_clues(puzzle: Grid) -> Grid:
    """Return the puzzle with its clues as single candidates, no cell filled."""
    return Grid(puzzle.geometry, (0,) * puzzle.geometry.cells, puzzle.left())


@pytest.mark.parametrize("encoding", [None, "extended", "triad-exact3"])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_puzzle_without_clues(engine: str, encoding: str | None) -> None:
    """Its one solution is found, and that there is no other."""
    puzzle = Grid.of_candidates(NINE, masks_of(NO_CLUE.split()))
    result = solve(puzzle, engine=engine, encoding=encoding)

    assert (0, 319) == (puzzle.clue_count, len(puzzle.removed))
    assert Status.UNIQUE == result.status
    assert result.solution == Grid.parse(ITS_SOLUTION)
    assert Status.SEVERAL == solve(puzzle.with_candidates(None), engine=engine).status


def test_a_report_of_it() -> None:
    """Proper, and no clue that could go."""
    report = check(Grid.of_candidates(NINE, masks_of(NO_CLUE.split())))

    assert report.is_proper is True
    assert (0, ()) == (report.clues, report.redundant)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["easy50", "top95", "clues17"])
def test_clues_become_candidates(shared_data: Path, name: str, engine: str) -> None:
    """Puzzles of the sets, their clues taken away and their candidates kept."""
    path = shared_data / "sets" / f"{name}.txt"
    lines = [line for line in path.read_text("ascii").split() if len(line) == 81][:25]
    session, whole = Session(engine), Session(engine, "extended")
    for puzzle in map(Grid.parse, lines):
        bare = without_clues(puzzle)
        expected = session.solve(puzzle).solution
        assert expected is not None
        for asked in (session, whole):
            result = asked.solve(bare)
            assert (Status.UNIQUE, expected) == (result.status, result.solution)
        filled = Grid.of_candidates(NINE, puzzle.left())
        assert set(puzzle.clues) <= set(filled.clues)
        assert expected.solves(filled)


@pytest.mark.parametrize("engine", ENGINES)
def test_counts(engine: str) -> None:
    """As many solutions as with clues; fewer by those that a candidate had."""
    puzzle = Grid.parse(
        "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
    )
    found = list(Session(engine).solutions(puzzle))
    cell, digit = 1, found[0].values[1]
    masks = list(puzzle.left())
    masks[cell] &= ~(1 << (digit - 1))
    fewer = sum(grid.values[cell] != digit for grid in found)

    assert 872 == len(found) == count(without_clues(puzzle), engine=engine).value
    assert 0 < fewer < 872
    assert fewer == count(puzzle.with_candidates(masks), engine=engine).value
    bare = without_clues(puzzle).with_candidates(masks)
    assert fewer == count(bare, engine=engine, encoding="triad").value
