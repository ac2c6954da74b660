"""How many solutions each candidate has, up to a bound."""

import pytest

from satdoku import Puzzle, all_solutions, candidate_counts, check
from satdoku.constraints import AntiKnight, Killer, LittleKiller, Thermo
from satdoku.errors import UsageError
from satdoku.setting.candidates import count_candidates
from satdoku.setting.oracle import choose_engine
from satdoku.solving import variants

DIAGONAL = [(at, at) for at in range(9)]
PUZZLES = [
    Puzzle("1" + "." * 15),
    Puzzle("1" + "." * 15, [Thermo("r2c2 r3c2 r3c3")]),
    Puzzle("." * 16, [Killer(5, "r1c1 r1c2"), Killer(9, "r2c3 r2c4 r3c4")]),
    Puzzle("12.. 34.. .... ....", [Thermo("r3c1 r3c2")]),
    Puzzle("1... ..2. ..3. 4..."),
    Puzzle("11" + "." * 14),
    Puzzle("4...............", [Thermo("r1c1 r1c2")]),
]


@pytest.fixture(params=["compiled", "SAT alone"])
def search(request, needs, monkeypatch):
    """Return nothing; with and without the compiled search."""
    if request.param == "compiled":
        needs("numba")
        assert variants.load(lambda: None)
    else:
        monkeypatch.setattr(variants, "compiled_search", lambda: None)


@pytest.mark.usefixtures("search")
@pytest.mark.parametrize("most", [1, 3, 1000])
def test_counts_are_those_of_all_solutions(most):
    for puzzle in PUZZLES:
        grids = [] if puzzle.clashes() else all_solutions(puzzle)
        for cell, row in enumerate(candidate_counts(puzzle, most).counts):
            held = [grid.values[cell] for grid in grids]
            assert row == tuple(min(held.count(n), most) for n in (1, 2, 3, 4))


def test_a_large_puzzle(needs):
    """Each number is of solutions that there are; none is too small."""
    needs("numba")
    puzzle = Puzzle("." * 81, [AntiKnight(), LittleKiller(40, DIAGONAL)])
    counted = candidate_counts(puzzle, 2)
    assert counted.complete
    assert counted.candidates == check(puzzle).candidates
    assert {count for row in counted.counts for count in row} <= {0, 1, 2}


def test_what_is_known_when_time_is_over():
    counted = candidate_counts(Puzzle("." * 81, [AntiKnight()]), timeout=0)
    assert not counted.complete
    assert len(counted.counts) == 81


def test_an_engine_that_cannot_leave_out_solutions():
    puzzle = PUZZLES[0]
    dpll = choose_engine(puzzle.geometry, "dpll")
    with pytest.raises(UsageError, match="dpll cannot leave out solutions"):
        count_candidates(puzzle, dpll, 2)
    assert count_candidates(puzzle, dpll, 1).candidates == check(puzzle).candidates
