"""Where techniques end, a candidate is refuted by as few digits as can be."""

from __future__ import annotations

from itertools import combinations

from satdoku.explaining.clash import Clash, shortest_clash
from satdoku.grid import Grid
from satdoku.solving import solve

PUZZLE = Grid.parse("1... ..2. ..3. 4...")
WRONG = [(1, 3), (2, 1), (3, 3), (5, 1)]


def has_solution(pairs: tuple[tuple[int, int], ...]) -> bool:
    """Whether digits go together."""
    values = [0] * 16
    for cell, digit in pairs:
        values[cell] = digit
    return solve(Grid(PUZZLE.geometry, tuple(values))).solution is not None


def test_its_digits_have_no_solution_with_the_candidate() -> None:
    """The digits named are enough, and none of them is to spare."""
    clash = shortest_clash(PUZZLE, WRONG)

    assert not has_solution(clash.digits + clash.removes)
    for digit in clash.digits:
        rest = tuple(other for other in clash.digits if other != digit)
        assert has_solution(rest + clash.removes)


def test_no_fewer_digits_would_do() -> None:
    """What is called smallest is: every smaller set has a solution."""
    clash = shortest_clash(PUZZLE, [(5, 1)])

    assert clash.smallest
    for fewer in combinations(PUZZLE.clues, len(clash.digits) - 1):
        assert has_solution(fewer + clash.removes)


def test_removed_candidates_may_be_needed() -> None:
    """They are named as what they are: removed."""
    empty = Grid.parse("." * 16)
    masks = [15, 15, 7, 7] + [15] * 12  # no 4 in r1c3 and r1c4
    position = empty.with_candidates(masks)
    clash = shortest_clash(position, [(4, 4)])

    assert ((2, 4), (3, 4)) == clash.without
    assert "Clash: r2c1<>4, with r2c1=4 these have no solution: r1c34<>4" == str(clash)


def test_a_clash_is_a_value() -> None:
    """Equal and hashable, as steps are."""
    again = shortest_clash(PUZZLE, WRONG)

    assert {again} == {shortest_clash(PUZZLE, WRONG)}
    assert isinstance(again, Clash)
