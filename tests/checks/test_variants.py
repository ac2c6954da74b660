"""Checks, minimal puzzles and counts of puzzles with constraints."""

import pytest

from satdoku import (
    Puzzle,
    check,
    contradiction,
    count,
    generate,
    minimize,
    solve_batch,
)
from satdoku.constraints import AntiKnight, Diagonals, Killer, Thermo
from satdoku.errors import InputError
from satdoku.setting.generator_options import pattern_cells
from satdoku.setting.minimal import minimize_batch

PROPER = Puzzle("14......2.......", [Thermo("r1c1 r1c2"), Diagonals("rising")])


def test_a_constraint_is_redundant_if_the_rest_has_one_solution():
    """The thermometer follows from the clues, the diagonal does not."""
    report = check(PROPER)
    assert report.is_proper
    assert report.redundant == ()
    assert report.redundant_constraints == PROPER.constraints[:1]
    assert report.is_minimal is False
    assert "1 constraint is redundant: thermometer: r1c1 r1c2" in str(report)
    rest = check(Puzzle(PROPER.clues, PROPER.constraints[1:]))
    assert rest.redundant_constraints == ()
    assert rest.is_minimal


def test_ruled_out_candidates_count_as_the_rest():
    """Without 2 in the first cell the thermometer is needed no more."""
    rules = [Thermo("r1c1 r1c2")]
    puzzle = Puzzle("..343412..434321", rules)
    assert check(puzzle).redundant_constraints == ()
    masks = [1 << (value - 1) if value else 15 for value in puzzle.values]
    ruled_out = puzzle.with_candidates([1, *masks[1:]])
    assert check(ruled_out).redundant_constraints == tuple(rules)


def test_minimize_leaves_equal_constraints_out():
    """Of two equal constraints one stays at most."""
    twice = Puzzle(PROPER.clues, (*PROPER.constraints, PROPER.constraints[1]))
    assert minimize(twice).constraints == PROPER.constraints[1:]


@pytest.mark.parametrize("seed", [None, 0, 2, 3])
def test_minimize_tries_clues_before_constraints(seed):
    """In any order of the clues, none is left that the constraints make redundant."""
    rules = [Thermo("r6c1 r5c1 r4c2 r3c3 r3c4"), Killer(6, "r1c1 r1c2 r1c3")]
    small = minimize(Puzzle("312456546321425613631245253164164532", rules), seed=seed)
    assert check(Puzzle(small.clues, rules)).redundant == ()


@pytest.mark.parametrize(
    "rules",
    [
        [Thermo("r1c1 r1c2")],
        [Diagonals()],
        [Killer(5, "r1c1 r1c2"), Thermo("r4c1 r4c2")],
        [AntiKnight()],
    ],
)
@pytest.mark.parametrize("clues", ["." * 16, "1" + "." * 15, "1234341221434321"])
def test_exact_counts_agree_with_the_search(rules, clues):
    """Digits may be swapped only where constraints are units."""
    pytest.importorskip("pyganak")
    puzzle = Puzzle(clues, rules)
    assert count(puzzle, method="exact") == count(puzzle)


def test_what_does_not_know_constraints_refuses_or_passes_them_over():
    """Lanes, samples and patterns never answer as if there were none."""
    puzzle = Puzzle("9" + "." * 80, [Thermo("r1c1 r1c2")])
    with pytest.raises(InputError, match="a puzzle with constraints"):
        solve_batch([puzzle])
    with pytest.raises(InputError, match="method estimate does not know the constr"):
        count(puzzle, method="estimate")
    with pytest.raises(InputError, match="generate does not know the constraint"):
        pattern_cells(puzzle)
    solved = Puzzle("1234341221434321", [Thermo("r1c1 r1c2")])
    with pytest.raises(InputError, match="generate does not know the constraint"):
        generate(solution=solved)
    assert minimize_batch([puzzle]) == {}


def test_a_constraint_without_clauses_is_redundant():
    """A cage of one cell says nothing; it is no part of a contradiction either."""
    nothing = Killer(None, "r1c1")
    assert check(Puzzle("1234341221434321", [nothing])).redundant_constraints
    assert minimize(Puzzle(PROPER.clues, [*PROPER.constraints, nothing])).constraints
    found = contradiction(Puzzle("4" + "." * 15, [Thermo("r1c1 r1c2"), nothing]))
    assert found.constraints == (Thermo("r1c1 r1c2"),)


def test_a_clash_names_the_unit_of_a_constraint():
    """Both diagonals are units; each is named by its direction."""
    (clash,) = Puzzle("1..............1", [Diagonals()]).clashes()
    assert str(clash) == "r1c1 and r4c4 are both 1 in falling diagonal"
