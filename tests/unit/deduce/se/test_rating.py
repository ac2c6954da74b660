"""Ratings by the scheme: those that Sudoku Explainer 1.2.1 gives, and no others."""

from __future__ import annotations

import subprocess
import sys

import pytest

from satdoku import Geometry, Grid, UsageError, solve
from satdoku.deduce.path import Ending
from satdoku.deduce.se.rating import SeRating, follow_se, rate_se
from satdoku.deduce.se.rules import RULES
from satdoku.deduce.state import State

RATED = """
070800015000090200060100039750600090080005001002000007009000060000200000005060000 1.2
003200000000040100007300000206000730570000006000000010105007000000620800000580004 1.5
470500001030100000005074083000000050006801000000000000100000005008460002060003048 1.7
016007000900850600020006904048900701001700542000000000059000007000010000000000090 2.0
004000300600000504309520000000070050040000830000090007020068000080005240500000060 2.3
901030640006000090054000002000000260000090000000605031700000000509342000003560000 2.5
250100070001000020470050006003064000045201000020900600500000009090000010010300000 2.6
001056000400000600200000019000002800084530100090840030540610300003000000100000000 2.8
007010500900642000604800001070009080409200005000000400800100002000000608000050000 2.8
000502100000040000000160800500300000003007060420000080000800004006004507000210000 3.0
100000500060010000000000740009700000000260000008059006072001800050000000000045907 4.2
000509260020000090000000000060093020000040003390002700670030580000200000002607300 4.5
300007041006200000107040003000100902000000050000000300020965004003400005040002607 5.6
103050080006709020000000000000300007060000000800014005531600070000008000070000600 5.7
000001086005000000070200004001605000400000507000840090100000200048000070250080000 6.6
500000000210006850070010060600453007000100000000060008043075601000080340000004070 7.1
006801007090034000807000000200090030070008000081000060002619003000000000960040100 7.2
"""
HARD = """
793500001000701900000030000001902000050000000000403000070095040009000023024006005 7.3
930860410600090000004000000001000500000630000800900000008406070400000008050000903 7.7
200000040080001000061070800405019000716058400000000000100082070070040008000000509 7.8
500700030800002005007640800000007000460800000000410080130008620000300040000020050 8.2
300205000000000010008060200000007604009300000600080000000000920500104006070000005 9.3
"""
CASES = [tuple(line.split()) for line in RATED.split("\n") if line]
HARD_CASES = [tuple(line.split()) for line in HARD.split("\n") if line]
BEYOND = (
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
)


@pytest.mark.parametrize(("puzzle", "er"), CASES)
def test_easier_ratings(puzzle: str, er: str) -> None:
    """A puzzle for each rating of the easier rules; the first steps are easy."""
    rating = rate_se(Grid.parse(puzzle))

    assert f"ER {er}, EP 1.2, ED 1.2" == str(rating)


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "er"), HARD_CASES)
def test_harder_ratings(puzzle: str, er: str) -> None:
    """A puzzle for each of the harder rules."""
    rating = rate_se(Grid.parse(puzzle))

    assert f"ER {er}, EP 1.2, ED 1.2" == str(rating)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("puzzle", "rating"),
    [
        (
            "100000002520070049009000500000689000000703000090105030640010025010000070900000008",
            "ER 8.9, EP 1.5, ED 1.5",
        ),
        (
            "........1.....2....34..........5..6...17..3..8....9..4...6...7...8..4..9.2..3.5..",
            "ER 9.8, EP 9.8, ED 9.5",
        ),
    ],
)
def test_pearls(puzzle: str, rating: str) -> None:
    """The first placement and the first elimination have ratings of their own."""
    assert rating == str(rate_se(Grid.parse(puzzle)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("puzzle", "ep", "ed"),
    [
        (
            "........1.....2.3.....4.562.....7.....481.2..19..248...89..1..742..78..97.1.9....",
            8.3,
            2.6,
        ),
        (
            ".............12.34.13..45.2....6..25...2789.3...5......491...5.1.5.....932.9...41",
            9.2,
            2.6,
        ),
        (
            "...........1.23.45.2.4.63.1.....513.1..3...525..2.14.6..76.....3........6895.4...",
            9.9,
            2.8,
        ),
    ],
)
def test_first_steps_of_hard_puzzles(puzzle: str, ep: float, ed: float) -> None:
    """The hardest up to the first placement, where the rest is beyond all rules."""
    ratings: list[float] = []
    for step in follow_se(State.of(Grid.parse(puzzle))):
        ratings.append(round(step.rating, 1))
        if step.places:
            break

    assert (ep, ed) == (max(ratings), ratings[0])


def test_beyond_is_no_number() -> None:
    """Where no rule leads on there is no ER, and that is said."""
    rating = rate_se(Grid.parse(BEYOND))

    assert rating.er is None
    assert rating.beyond
    assert Ending.STUCK is rating.ending
    assert "ER 9.5 or more, EP unknown, ED unknown" == str(rating)


def test_no_solution_is_not_beyond() -> None:
    """A puzzle without a solution has no ER, and is not called hard."""
    rating = rate_se(Grid.parse("8" + CASES[0][0][1:]))

    assert Ending.BROKEN is rating.ending
    assert not rating.beyond
    assert str(rating).startswith("ER unknown")


def test_nothing_to_do() -> None:
    """A completed grid is rated by no step at all."""
    solution = solve(Grid.parse(CASES[0][0])).solution
    assert solution is not None
    rating = rate_se(solution)

    assert (0.0, None, None) == (rating.er, rating.ep, rating.ed)
    assert rating.hardest is None
    assert "ER 0.0, EP unknown, ED unknown" == str(rating)


def test_hardest_step_and_version() -> None:
    """The hardest step is told, and whose ratings these are."""
    rating = rate_se(Grid.parse(CASES[-1][0]))

    assert rating.hardest is not None
    assert ("Forcing Chain", 7.2) == (rating.hardest.rule, rating.hardest.rating)
    assert ("se", "Sudoku Explainer 1.2.1") == (rating.scheme, rating.version)


@pytest.mark.parametrize("deepest", [-1, 6])
def test_other_levels_are_refused(deepest: int) -> None:
    """Dynamic forcing chains have levels up to 5."""
    with pytest.raises(UsageError, match="levels 0 to 5, not"):
        rate_se(Grid.parse(CASES[0][0]), deepest=deepest)


def test_more_levels_change_nothing_easier() -> None:
    """Nested chains are tried last, so easier puzzles are rated alike."""
    puzzle = Grid.parse(CASES[-1][0])

    assert rate_se(puzzle).steps == rate_se(puzzle, deepest=5).steps


def test_fewer_levels_say_less() -> None:
    """What ER is at least depends on what was tried."""
    rating = rate_se(Grid.parse(BEYOND), deepest=0)

    assert 9.0 == rating.at_least
    assert str(rating).startswith("ER 9.0 or more")


def test_no_level_is_left() -> None:
    """Where even the deepest level leads nowhere, nothing is known of ER."""
    puzzle = Grid.parse("." * 81)
    rating = SeRating(puzzle, (), Ending.STUCK, deepest=5)
    assert "<SeRating no ER, 0 steps, by Sudoku Explainer 1.2.1>" == repr(rating)

    assert rating.at_least is None
    assert "ER unknown, EP unknown, ED unknown" == str(rating)


@pytest.mark.parametrize("geometry", [Geometry(2, 2), Geometry(4, 4), Geometry(1, 9)])
def test_other_sizes_are_refused(geometry: Geometry) -> None:
    """The scheme rates puzzles of 9×9 only."""
    with pytest.raises(UsageError, match="rates puzzles of 9×9"):
        rate_se(Grid(geometry, (0,) * geometry.cells))


def test_every_step_is_lawful() -> None:
    """Its rule is known, it changes something, and nothing of the solution goes."""
    for puzzle, _ in CASES:
        grid = Grid.parse(puzzle)
        solved = solve(grid).solution
        assert solved is not None
        solution = solved.values
        state = State.of(grid)
        before = state.grid()
        for step in follow_se(state):
            assert step.rating >= RULES[step.rule].rating
            assert before != (before := state.grid())
            assert all(solution[cell] != digit for cell, digit in step.removes)
            assert all(solution[cell] == digit for cell, digit in step.places)
        assert solution == tuple(state.values)


def test_steps_of_ours_say_the_same() -> None:
    """Where a step is one of our techniques, outcome and sentence are that step's."""
    told: set[str] = set()
    for puzzle, _ in CASES:
        for step in rate_se(Grid.parse(puzzle)).steps:
            if step.step is not None:
                assert (step.places, step.removes) == (
                    step.step.places,
                    step.step.removes,
                )
                assert f": {step.outcome}, " in str(step.step)
                told.add(step.step.technique.title)

    assert {"Full House", "Pointing", "XY-Wing", "BUG+1"} <= told


def test_direct_steps_place_only() -> None:
    """A direct hidden pair places its single; what else it keeps out stays."""
    for puzzle, _ in CASES:
        for step in rate_se(Grid.parse(puzzle)).steps:
            if step.rule.startswith("Direct"):
                assert (1, 0) == (len(step.places), len(step.removes))


def test_easy_puzzles_load_no_chains() -> None:
    """Modules of rules that are not reached are not loaded."""
    asked = (
        "import sys; from satdoku.grid import Grid;"
        "from satdoku.deduce.se.rating import rate_se;"
        f"rate_se(Grid.parse({CASES[0][0]!r}));"
        "print([name for name in sys.modules if 'forcing' in name or 'cycles' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )

    assert "[]\n" == done.stdout
