"""The library's front door: solve, solutions, all_solutions, count, encode."""

from __future__ import annotations

import threading
from itertools import islice
from typing import TYPE_CHECKING

import pytest

import satdoku
from satdoku import Grid, Status, Stopped, UsageError
from satdoku.cnf.encode import simplify
from satdoku.cnf.recipe import load

if TYPE_CHECKING:
    from pathlib import Path

INPUT = (
    ".....7........95.4....5.169.8....3.5.75...29.4.6....8.762.8....1.39........6....."
)
SOLVED = (
    "594167832618239574237458169981726345375841296426395781762584913143972658859613427"
)
IMPOSSIBLE = (
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
)
TWO = (
    ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87."
)
HARD = (
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
)


class TestSolve:
    """`solve` finds a solution, and says whether it is the only one."""

    def test_the_worked_example(self) -> None:
        """The reports' own puzzle has the one solution they print."""
        result = satdoku.solve(INPUT)

        assert Status.UNIQUE == result.status
        assert Grid.parse(SOLVED) == result.solution
        assert result.is_unique is True
        assert result.certain

    def test_what_holds_a_puzzle(self) -> None:
        """Text, lists, arrays and grids are the same puzzle."""
        grid = Grid.parse(INPUT)
        rows = [list(row) for row in grid.rows]

        answers = {
            satdoku.solve(source).solution
            for source in (INPUT, grid, rows, grid.values, grid.to_numpy())
        }

        assert {Grid.parse(SOLVED)} == answers

    def test_engine_lanes(self) -> None:
        """The engine of arrays is asked for by name, as any other."""
        found = satdoku.all_solutions(TWO, engine="lanes")

        assert Grid.parse(SOLVED) == satdoku.solve(INPUT, engine="lanes").solution
        assert 2 == len(set(found))
        assert all(grid.solves(Grid.parse(TWO)) for grid in found)
        assert 2 == satdoku.count(TWO, engine="lanes").value
        assert set(found) == set(satdoku.solutions(TWO, engine="lanes"))

    def test_several_solutions(self) -> None:
        """Two solutions are shown where there are several, and they differ."""
        result = satdoku.solve(TWO)

        assert Status.SEVERAL == result.status
        assert result.is_unique is False
        assert result.solution is not None
        assert result.other is not None
        assert result.solution != result.other

    def test_first_only(self) -> None:
        """Without `unique` nothing is said about further solutions."""
        result = satdoku.solve(TWO, unique=False)

        assert Status.SOLVED == result.status
        assert result.is_unique is None
        assert result.certain

    def test_no_solution_by_search(self) -> None:
        """The puzzle that defeats plain programs is refuted, by learning if need be."""
        result = satdoku.solve(IMPOSSIBLE)

        assert Status.NONE == result.status
        assert result.solution is None

    def test_no_solution_by_clues(self) -> None:
        """Clashing clues are told as the reason."""
        result = satdoku.solve("55" + "." * 79)

        assert Status.NONE == result.status
        assert result.reason

    def test_complete_grids(self) -> None:
        """A solved puzzle is its own solution; a wrong one has none."""
        wrong = SOLVED[:-1] + "1"

        assert Grid.parse(SOLVED) == satdoku.solve(SOLVED).solution
        assert Status.NONE == satdoku.solve(wrong).status

    @pytest.mark.parametrize("box", [(2, 3), (3, 2), (2, 2), (3, 4), (4, 4)])
    def test_other_sizes(self, box: tuple[int, int]) -> None:
        """Rectangular boxes and larger grids work; what comes out obeys the rules."""
        geometry = satdoku.Geometry(*box)
        empty = Grid(geometry, (0,) * geometry.cells)

        result = satdoku.solve(empty)

        assert Status.SEVERAL == result.status
        assert result.solution is not None
        assert result.solution.solves(empty)

    def test_time_is_over(self) -> None:
        """A timeout of nothing leaves the answer open and says so."""
        result = satdoku.solve(HARD, timeout=0.0)

        assert Status.UNKNOWN == result.status
        assert not result.certain

    @pytest.mark.parametrize("timeout", [-1.0, float("nan"), 10**400, "a", True])
    def test_timeouts_that_make_no_sense(self, timeout: float) -> None:
        """What is no number of seconds is a mistake."""
        with pytest.raises(UsageError, match="timeout"):
            satdoku.solve(INPUT, timeout=timeout)

    @pytest.mark.parametrize("engine", [None, 3])
    def test_engines_that_are_no_names(self, engine: str) -> None:
        """An engine is named by a text."""
        with pytest.raises(UsageError, match="engine"):
            satdoku.solve(INPUT, engine=engine)

    def test_unknown_engine_and_encoding(self) -> None:
        """Names that are not known are told before anything is done."""
        with pytest.raises(UsageError, match="cadicle"):
            satdoku.solve(INPUT, engine="cadicle")
        with pytest.raises(UsageError, match="extendet"):
            satdoku.solve(INPUT, encoding="extendet")

    def test_options_of_engines(self) -> None:
        """Calls that differ in them do not share a session."""
        guesses = [
            satdoku.solve(INPUT, engine="backtracking", order=order).statistics[
                "guesses"
            ]
            for order in (None, "rows", "fewest", "blocks", "rows")
        ]
        some = satdoku.solve(INPUT, engine="elimination", techniques="naked-single")
        none = satdoku.solve(INPUT, engine="elimination", techniques=[])

        assert guesses[0] == guesses[1] == guesses[4]
        assert guesses[2] < guesses[3] < guesses[0]
        assert 0 < some.statistics["propagations"]
        assert 0 == none.statistics["propagations"]
        for walk in (satdoku.solutions, satdoku.all_solutions):
            with pytest.raises(UsageError, match="engine dpll has no order"):
                walk(INPUT, engine="dpll", order="rows")

    def test_threads(self) -> None:
        """Threads do not disturb each other."""
        wrong: list[str] = []

        def work(puzzle: str, expected: Status) -> None:
            wrong.extend(
                puzzle for _ in range(20) if satdoku.solve(puzzle).status != expected
            )

        threads = [
            threading.Thread(target=work, args=arguments)
            for arguments in (
                (INPUT, Status.UNIQUE),
                (TWO, Status.SEVERAL),
                (IMPOSSIBLE, Status.NONE),
                (HARD, Status.UNIQUE),
            )
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert [] == wrong


class TestSolutions:
    """`solutions` is lazy, complete and without repetition."""

    def test_first_of_very_many(self) -> None:
        """The first solutions of the empty grid come at once, and differ."""
        first = list(islice(satdoku.solutions("." * 81), 50))

        assert 50 == len(set(first))
        assert all(grid.is_complete and not grid.clashes() for grid in first)

    def test_all_of_them(self) -> None:
        """Every solution of a 4×4 grid without clues comes once."""
        assert 288 == len(set(satdoku.solutions("." * 16)))

    def test_other_puzzles_meanwhile(self) -> None:
        """A walk may rest while other puzzles are solved."""
        walk = satdoku.solutions("." * 16)
        before = list(islice(walk, 100))
        satdoku.solve("12.. .... .... ...1")
        other = list(satdoku.solutions("12.. .... .... ...."))
        after = list(walk)

        assert 24 == len(other)
        assert 288 == len({*before, *after})

    def test_timeout(self) -> None:
        """A walk that is out of time says so, after what it found."""
        with pytest.raises(Stopped):
            list(satdoku.solutions("." * 81, timeout=0.05))

    def test_handing_over(self) -> None:
        """What plain search leaves unlooked at is gone through by the next engine.

        With no patience at all the second engine has to find every solution that comes
        after the first conflict; none may be missing or come twice.
        """
        puzzle = TWO.replace("7", ".")
        alone = list(satdoku.solutions(puzzle, engine="dpll"))

        both = list(satdoku.solutions(puzzle))

        assert set(alone) == set(both)
        assert len(alone) == len(both)


class TestCount:
    """`count` is exact up to its limit."""

    def test_exact(self) -> None:
        """Few solutions are counted."""
        assert "24" == str(satdoku.count("12.. .... .... ...."))
        assert satdoku.count(TWO).exact

    def test_at_the_limit(self) -> None:
        """As many as the limit is exact; one more is not."""
        assert satdoku.Count(24, exact=True) == satdoku.count("12.." + "." * 12, 24)
        assert satdoku.Count(23, exact=False) == satdoku.count("12.." + "." * 12, 23)
        assert satdoku.Count(0, exact=False) == satdoku.count("12.." + "." * 12, 0)

    def test_time_is_over(self) -> None:
        """Out of time the count is a lower bound, and told as such."""
        counted = satdoku.count("." * 81, None, timeout=0.1)

        assert not counted.exact
        assert str(counted).startswith("at least")

    def test_a_list_up_to_a_limit(self) -> None:
        """`all_solutions` gives no more than asked for."""
        assert 5 == len(satdoku.all_solutions("." * 16, limit=5))
        with pytest.raises(UsageError, match="limit"):
            satdoku.all_solutions("." * 16, limit=-1)


class TestEncode:
    """`encode` gives the formula of a puzzle."""

    def test_clues_are_units(self) -> None:
        """The whole formula has the clues as unit clauses, told as such."""
        grid = Grid.parse(INPUT)
        formula = satdoku.encode(grid)
        units = [clause for clause in formula if len(clause) == 1]
        clue_groups = [g for g in formula.groups() if g.origin.family == "clue"]

        assert 10_530 + grid.clue_count == len(formula) == len(list(formula))
        assert grid.clue_count == len(units) == len(clue_groups)

    def test_simplified(self) -> None:
        """The simplified formula is smaller and the same as `simplify` makes."""
        formula = satdoku.encode(HARD, "triad-lite", simplified=True)
        same = simplify(Grid.parse(HARD), load("triad-lite")).formula

        assert list(same) == list(formula)
        assert len(formula) < len(satdoku.encode(HARD, "triad-lite"))


def test_names_are_public() -> None:
    """Every public name can be had from the package, whatever was imported before."""
    missing = [name for name in satdoku.__all__ if not hasattr(satdoku, name)]

    assert [] == missing
    assert callable(satdoku.solve)
    assert callable(satdoku.check)
    assert set(satdoku.__all__) <= set(dir(satdoku))
    with pytest.raises(AttributeError, match="nonsense"):
        satdoku.nonsense  # noqa: B018  looking is the point


def test_a_recipe_of_ones_own_may_change(tmp_path: Path) -> None:
    """Each call reads the file as it is then."""
    recipe = tmp_path / "mine.toml"
    text = (
        'format = 1\nname = "mine"\nsummary = "s"\nreference = "r"\n'
        '[cell]\nat_least_one = true\n[unit]\nat_most_one = "pairwise"\n'
    )
    recipe.write_text(text)
    first = satdoku.solve(INPUT, encoding=str(recipe))
    recipe.write_text("nonsense")

    assert Status.UNIQUE == first.status
    with pytest.raises(satdoku.InputError, match=r"mine\.toml"):
        satdoku.solve(INPUT, encoding=str(recipe))


def test_limits_are_whole_numbers() -> None:
    """A limit that could never be reached is a mistake."""
    for limit in (2.5, -1, True, "usual", [1]):
        with pytest.raises(UsageError, match="limit"):
            satdoku.count("." * 16, limit=limit)  # type: ignore[arg-type]
