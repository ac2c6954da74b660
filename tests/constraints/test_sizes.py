"""Large constraints: each is encoded at once, or refused at once with the bound."""

import time

import pytest

from satdoku import Geometry, Grid, Puzzle, Solver, count, solve
from satdoku.constraints import (
    AntiConsecutive,
    AntiTaxicab,
    Between,
    Contains,
    CountingCircles,
    EqualityCage,
    FullRank,
    Killer,
    LittleKiller,
    LookAndSay,
    Lunchbox,
    Nabner,
    PairTable,
    Regex,
    RellikCage,
    Renban,
    SameValues,
    Sandwich,
    Skyscraper,
    SumLine,
    Thermo,
    Total,
    Whisper,
    WhiteDot,
    XSum,
    Zipper,
)
from satdoku.errors import LimitError, UsageError
from tests.conftest import nightly
from tests.constraints.test_catalogue import Board

SIZES = [36]


def row(cells):
    return [(0, column) for column in range(cells)]


def diagonal(cells):
    return [(at, at) for at in range(cells)]


def snake(n):
    """Return all cells, row by row, back and forth."""
    return [(r, c if r % 2 == 0 else n - 1 - c) for r in range(n) for c in range(n)]


MAKE = {
    "every pair": lambda n: Nabner(snake(n)),
    "half a row of pairs": lambda n: Nabner(row(n // 2)),
    "table": lambda n: PairTable(snake(n), frozenset({(1, 2)}), each=True),
    "thermometer": lambda n: Thermo(snake(n), slow=True),
    "whisper": lambda n: Whisper(snake(n)),
    "dots": lambda n: WhiteDot(snake(n)),
    "renban": lambda n: Renban(row(n // 3)),
    "ends": lambda n: Between(diagonal(n)),
    "regex": lambda n: Regex(snake(n), ".*[12].{12}[34].*"),
    "cage": lambda n: Killer(n * n // 5, row(n // 2)),
    "diagonal": lambda n: LittleKiller(n * n // 2, diagonal(n)),
    "weights": lambda n: Total(999_999, row(7), (7, 19, 31, 10_007, 21_101, 9, 3)),
    "zipper": lambda n: Zipper(snake(n)),
    "sum line": lambda n: SumLine(n, diagonal(n)),
    "loop": lambda n: SumLine(n, snake(n), loop=True),
    "lunchbox": lambda n: Lunchbox(n, row(n // 2)),
    "rellik": lambda n: RellikCage(n, row(n // 2)),
    "equality": lambda n: EqualityCage(row(n // 4 * 2)),
    "skyscraper": lambda n: Skyscraper(n // 2, "r1"),
    "x-sum": lambda n: XSum(n * n // 4, "r1"),
    "sandwich": lambda n: Sandwich(n * n // 4, "r1"),
    "ranks": lambda n: FullRank(((n, "r1", False), (1, "c2", True))),
    "neighbours": lambda _: AntiConsecutive(),
    "taxicab": lambda _: AntiTaxicab(),
    "quad": lambda n: Contains(snake(n), (1,) * (n // 2)),
    "counts": lambda n: LookAndSay(snake(n), ((1, n), (2, n // 2))),
    "circles": lambda n: CountingCircles(snake(n)),
    "sets": lambda n: SameValues(snake(n), n),
}


QUICK = {"half a row of pairs", "renban", "regex", "diagonal", "lunchbox"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", nightly(MAKE, *QUICK))
def test_a_long_constraint_is_encoded_or_refused_at_once(name, size):
    geometry = Geometry(size, size)
    constraint = MAKE[name](size)
    constraint.check(geometry)
    start, words = time.process_time(), 0
    try:
        for clause in constraint.clauses(geometry, Board(geometry)):
            words += len(clause) + 7  # of 8 bytes, as a tuple
    except LimitError as error:
        assert str(error).startswith(constraint.describe()[:40])  # noqa: PT017
        assert "too large for a formula; its " in str(error)  # noqa: PT017
    assert words * 8 < 200e6
    assert time.process_time() - start < 5  # one second, on a machine that does little


def test_what_is_too_large_is_refused_by_solve():
    with pytest.raises(LimitError, match=r"sum line of 300.*: too large for a formula"):
        solve(Puzzle("." * 81, [SumLine(300, snake(9))]), engine="glucose4")


def test_an_automaton_with_many_sets_of_states():
    regex = Regex(snake(9)[:36], ".*12.{14}9.*")
    start = time.process_time()
    assert regex.is_satisfied(solve(Puzzle("." * 81, [regex])).solution)
    assert time.process_time() - start < 5


def test_a_lunchbox_of_a_few_cells():
    lunchbox = Lunchbox(12, row(6))
    assert lunchbox.is_satisfied(solve(Puzzle("." * 81, [lunchbox])).solution)


@pytest.mark.parametrize(
    "pattern", ["((1{0,256}){0,256}){0,256}", "(1|2|3)*" * 500, ".*" * 2000, "1" * 9999]
)
def test_a_regular_expression_that_explodes(pattern):
    start = time.process_time()
    with pytest.raises(UsageError, match=r"too large|at most"):
        Regex("r1c1", pattern)
    assert time.process_time() - start < 5


WEIGHTS = (1, 1000, 7, 50, 999, 3, 11, 400, 2000, 5, 17, 800, 90, 1, 60, 333)


def test_a_sum_with_many_partial_sums():
    puzzle = Puzzle("." * 16)
    cells = [divmod(at, 4) for at in range(16)]
    with Solver() as solver:
        grids = list(solver.solutions(puzzle))
    totals = [
        sum(w * v for w, v in zip(WEIGHTS, grid.values, strict=True)) for grid in grids
    ]
    for total in {totals[0], totals[100], 15_000}:
        constrained = Puzzle(puzzle, [Total(total, cells, WEIGHTS)])
        assert int(count(constrained)) == totals.count(total)


def test_extremes_of_a_large_grid():
    geometry = Geometry(1, 11, box=None)
    lunchbox = Lunchbox(11, "r1c1 r1c2 r1c3 r1c4")
    puzzle = Puzzle("12.." + "." * 7, [lunchbox], geometry=geometry)
    with Solver() as solver:
        pairs = {grid.values[2:4] for grid in solver.solutions(puzzle)}
    assert pairs == {
        (a, b)
        for a in range(3, 12)
        for b in range(3, 12)
        if a != b
        and lunchbox.is_satisfied(
            Grid.trusted(
                geometry, (1, 2, a, b, *(d for d in range(3, 12) if d not in (a, b)))
            )
        )
    }
