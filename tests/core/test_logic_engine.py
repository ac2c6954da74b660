"""Engine logic: techniques first, a search for what they leave; no solution is lost."""

import pytest

import satdoku
from satdoku import Count, Geometry, Puzzle, Status, Technique
from tests.core.puzzles import (
    CLASH,
    DEAD_END,
    EASY,
    EASY_SOLUTION,
    EMPTY_FOUR,
    HARD,
    solver,
)

TWO = Puzzle("1....2....3....4")
THREE = Puzzle(  # a hidden rectangle takes one of its three solutions away
    "8.........95.......67.........472968...913245...856137....9.716...6.8492......583"
)
FEW = ["singles", "naked-pair", "hidden-pair", "locked"]


def differing(one, other):
    return next(
        cell for cell, value in enumerate(one.values) if value != other.values[cell]
    )


def without(puzzle, kept, others):
    """Return the puzzle with candidates ruled out so that other solutions are none."""
    masks = list(puzzle.candidate_masks())
    for other in others:
        cell = differing(kept, other)
        masks[cell] &= ~(1 << (other.values[cell] - 1))
    return puzzle.with_candidates(masks)


def test_what_techniques_solve():
    """No formula is made, and no other engine used."""
    session = solver("Logic")
    unique, none = session.solve(EASY), session.solve(DEAD_END)

    assert (Status.UNIQUE, EASY_SOLUTION) == (unique.status, unique.solution)
    assert (Status.NONE, None) == (none.status, none.solution)
    assert none.reason is not None
    for result, steps in ((unique, 12), (none, 2)):
        assert "logic" == result.engine
        assert "" == result.encoding
        assert result.simplified is False
        assert {"steps": steps} == result.statistics
        assert result.complete is True
        assert str(steps) in result.engine_note
    assert [EASY_SOLUTION] == list(session.solutions(EASY))
    assert Count(1, complete=True) == session.count(EASY)
    assert Count(0, complete=True) == session.count(DEAD_END)
    clash = session.solve(CLASH)
    assert clash.status is Status.NONE
    assert satdoku.solve(CLASH).reason == clash.reason
    assert {"steps": 0} == clash.statistics


def test_what_techniques_leave():
    """Another engine goes on from there, and both are named."""
    result = solver("logic", techniques=FEW).solve(HARD)
    assert result.status is Status.UNIQUE
    assert satdoku.solve(HARD).solution == result.solution
    assert "logic" == result.engine.split()[0]
    assert 1 < len(result.engine.split())
    assert "extended" == result.encoding
    assert result.simplified is True
    assert 0 == result.statistics["steps"]
    assert "56" in result.engine_note  # cells are left
    assert "conflicts" in result.statistics
    named = solver("logic", "triad", techniques=["singles"]).solve(HARD)
    assert ("triad", Status.UNIQUE) == (named.encoding, named.status)


def test_several_solutions():
    session = solver("logic")
    several, first = session.solve(TWO), session.solve(TWO, unique=False)
    every = set(satdoku.solutions(TWO))

    assert several.status is Status.MULTIPLE
    assert every == {several.solution, several.second}
    assert (Status.FOUND, None) == (first.status, first.second)
    assert every == set(session.solutions(TWO))
    assert Count(1, complete=False) == session.count(TWO, 1)
    assert Count(288, complete=True) == session.count(EMPTY_FOUR)


@pytest.mark.parametrize(
    "techniques",
    [
        *([], ["naked-single"], FEW, None, "usual", ["all"]),
        ["hidden-rectangle", *FEW],
        *("naked-single", Technique.NAKED_SINGLE, {Technique.NAKED_SINGLE}, ["easy"]),
    ],
)
def test_any_techniques(techniques):
    """All solutions, whatever is used; those that assume only one are left out then."""
    session = solver("logic", techniques=techniques)
    for puzzle, count in ((EASY, 1), (TWO, 2), (DEAD_END, 0), (THREE, 3)):
        found = list(session.solutions(puzzle))
        assert count == len(set(found)) == len(found)
    result = session.solve(EASY)
    assert (12 if techniques != [] else 0) == result.statistics["steps"]
    assert techniques == [] or "logic" == result.engine


def test_techniques_that_assume_one_solution():
    """They are used where they are asked for and the puzzle has one."""
    first, *others = satdoku.solutions(THREE)
    proper = without(THREE, first, others)

    def steps(techniques):
        result = solver("logic", techniques=techniques).solve(proper)
        assert (Status.UNIQUE, first) == (result.status, result.solution)
        return result.statistics["steps"]

    assert steps(["all"]) > 0
    assert steps(None) > 0
    assert steps(["hidden-rectangle"]) >= steps([]) == 0


def test_large_boards():
    """Beyond 9x9 techniques up to level hard are used, unless more are named."""
    empty = Puzzle((0,) * 144, geometry=Geometry(12, 12))
    result = solver("logic").solve(empty, unique=False)
    assert (Status.FOUND, 0) == (result.status, result.statistics["steps"])
    assert empty.is_solution(result.solution)
