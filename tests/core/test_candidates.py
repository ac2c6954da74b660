"""Puzzles that rule candidates out beyond their clues, by every kind of engine."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import satdoku
from satdoku import Grid, Puzzle, Status
from tests.core.puzzles import (
    NINE,
    TWENTY_FOUR,
    allowed,
    small_puzzles,
    solver,
)

ENGINES = ["auto", "dpll", "cadical153", "minisat22", "logic"]

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
ITS_SOLUTION = Grid(
    "217456839659183247483972615836719524174625983592348761941267358768531492325894176"
)


def assert_right(session, puzzle):
    """Compare all that a solver answers with brute force."""
    expected = allowed(puzzle)
    result = session.solve(puzzle)
    found = list(session.solutions(puzzle))
    several = Status.MULTIPLE if len(expected) > 1 else Status.UNIQUE

    assert (several if expected else Status.NONE) == result.status
    assert {result.solution, result.second} - {None} <= expected
    assert (result.solution is not None) == bool(expected)
    assert (result.second is not None) == (len(expected) > 1)
    assert session.solve(puzzle, unique=False).solution in (expected or {None})
    assert expected == set(found)
    assert len(expected) == len(found)
    assert len(expected) == session.count(puzzle).value


@given(puzzle=small_puzzles(), engine=st.sampled_from([*ENGINES, "bitmask"]))
def test_small_puzzles(puzzle, engine):
    assert_right(solver(engine), puzzle)


@given(
    puzzles=st.lists(small_puzzles(), min_size=2, max_size=2),
    engine=st.sampled_from(["auto", "dpll", "minisat22", "cadical153"]),
    encoding=st.sampled_from(["extended", "triad-exact3", "minimal", "support"]),
)
def test_small_puzzles_on_one_formula(puzzles, engine, encoding):
    session = solver(engine, encoding)
    for puzzle in [*puzzles, TWENTY_FOUR]:
        assert_right(session, puzzle)


@pytest.mark.parametrize(
    ("engine", "encoding"),
    [
        *((engine, None) for engine in ENGINES),
        ("auto", "triad-exact3"),
        ("dpll", "extended"),
        ("minisat22", "triad-exact3"),
    ],
)
def test_a_puzzle_without_clues(engine, encoding):
    masks = [sum(1 << (int(digit) - 1) for digit in cell) for cell in NO_CLUE.split()]
    puzzle = Puzzle.of_candidates(NINE, masks)

    assert (0, 319) == (puzzle.clue_count, len(puzzle.eliminated))
    result = satdoku.solve(puzzle, engine=engine, encoding=encoding)
    assert (Status.UNIQUE, ITS_SOLUTION) == (result.status, result.solution)
    assert puzzle == Puzzle(NO_CLUE)
