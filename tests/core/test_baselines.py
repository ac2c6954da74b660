"""The baseline engines: backtracking, constraint, elimination, bitmask, ilp and cp."""

import subprocess
import sys
from functools import cache
from itertools import islice, permutations, product
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

import satdoku
from satdoku import Count, Geometry, Puzzle, Status, Stopped
from satdoku.constraints import Regions
from satdoku.engines.baselines import BASELINES, make
from satdoku.engines.baselines.bitmask import Bitmask
from satdoku.engines.registry import available
from satdoku.runtime.deadline import Deadline
from tests.conftest import HOME, nightly
from tests.core import searches
from tests.core.puzzles import (
    AGAINST_ROWS,
    EASY,
    EASY_SOLUTION,
    EMPTY_FOUR,
    EMPTY_NINE,
    FOUR,
    NEWSPAPER,
    TWENTY_FOUR,
    allowed,
    full_grid,
    solver,
    two_in_each_cell,
)

ORDERS = ["backtracking", "backtracking-blocks", "backtracking-fewest"]
PURE = [*ORDERS, "constraint", "elimination", "bitmask", "norvig", "dlx"]
BY_LIBRARY = {"ilp": "scipy", "cp": "ortools"}
LARGE = Puzzle((0,) * 1296, geometry=Geometry(36, 36))


@pytest.fixture(params=BY_LIBRARY)
def library_engine(request, needs):
    needs(BY_LIBRARY[request.param])
    return request.param


# Reference searches


@pytest.mark.parametrize("engine", sorted({s["engine"] for s in searches.read()}))
def test_reference_searches(engine):
    """The same solutions and the same counters as in `searches.jsonl`."""
    chosen = [one for one in searches.read() if one["engine"] == engine]

    assert len(chosen) > 15
    for search in chosen:
        assert (search["solutions"], search["statistics"]) == searches.run(search), (
            search
        )


def test_reference_searches_agree():
    """Whatever searched, a puzzle has as many solutions."""
    counts = {}
    for search in searches.read():
        puzzle = searches.puzzle_of(search), search.get("first")
        counts.setdefault(puzzle, set()).add(search["solutions"])

    assert len(counts) > 20
    assert all(len(numbers) == 1 for numbers in counts.values())


def test_renew(renew):
    if renew:
        searches.renew()


# All solutions, of any geometry, under any clues and candidates


@st.composite
def puzzles(draw):
    """Draw a puzzle: a grid with cells emptied, clues changed, candidates removed."""
    geometry = Geometry.of_box(*draw(st.sampled_from([(2, 2), (2, 3), (3, 2)])))
    size, cells = geometry.size, geometry.cells
    digits = draw(st.permutations(range(1, size + 1)))
    grid = [digits[value - 1] for value in full_grid(geometry)]
    emptied = draw(st.sets(st.integers(0, cells - 1), max_size=12))
    values = [0 if cell in emptied else value for cell, value in enumerate(grid)]
    if draw(st.integers(0, 4)) == 0:  # then there is mostly no solution
        values[draw(st.integers(0, cells - 1))] = draw(st.integers(0, size))
    puzzle = Puzzle(tuple(values), geometry=geometry)
    if draw(st.booleans()):
        masks = list(puzzle.candidate_masks())
        for cell in sorted(emptied):
            if not values[cell]:
                masks[cell] &= draw(st.integers(0, (1 << size) - 1)) | (
                    1 << (grid[cell] - 1)
                )
        puzzle = puzzle.with_candidates(masks)
    return puzzle


def by_the_rules(puzzle):
    """Yield every solution, by trying all digits that the puzzle leaves to a cell."""
    if puzzle.clashes():
        return
    if puzzle.is_complete:
        yield puzzle.values
        return
    cell = puzzle.values.index(0)
    for digit in puzzle.geometry.digit_range:
        if puzzle.candidate_masks()[cell] >> (digit - 1) & 1:
            values = (*puzzle.values[:cell], digit, *puzzle.values[cell + 1 :])
            masks = puzzle.masks
            if masks is not None:
                masks = (*masks[:cell], 1 << (digit - 1), *masks[cell + 1 :])
            yield from by_the_rules(
                Puzzle(values, geometry=puzzle.geometry, candidates=masks)
            )


@given(puzzle=puzzles())
def test_random_puzzles(puzzle):
    """Each solution once, in any order; the counters make sense."""
    known = set(by_the_rules(puzzle))
    for engine in PURE:
        walk = solver(engine).solutions(puzzle)
        found = [grid.values for grid in walk]
        counters = walk.statistics

        assert known == set(found)
        assert len(known) == len(found)
        assert 0 <= counters["depth"] <= counters["guesses"]
        assert (counters["guesses"] == 0) == (counters["depth"] == 0)
        if counters["guesses"] == 0:
            assert len(found) + counters["conflicts"] <= 1


def no_solution():
    return [
        Puzzle("1.1. .... .... ...."),
        Puzzle("1... 1... .... ...."),
        Puzzle("1... .1.. .... ...."),
        Puzzle("1243 3421 2134 4311"),
        Puzzle("12.. .... ...3 ..3."),
        Puzzle("12.. ..3. ..4. ...."),
        Puzzle.of_candidates(FOUR, (0,) * 16),
        Puzzle.of_candidates(FOUR, (3,) * 16),
    ]


def test_all_solutions():
    """Of the 288 grids, of puzzles without any, of candidates and complete grids."""
    narrow = TWENTY_FOUR.with_candidates((15, 15, 4, 8) + (15,) * 11 + (7,))
    for engine in PURE:
        session = solver(engine)
        assert 288 == len(set(session.solutions(EMPTY_FOUR)))
        assert Count(288, complete=True) == session.count(EMPTY_FOUR)
        assert allowed(narrow) == set(session.solutions(narrow))
        assert [EASY_SOLUTION] == list(session.solutions(EASY_SOLUTION))
        for puzzle in no_solution():
            assert [] == list(session.solutions(puzzle))


@pytest.mark.parametrize("box", [(2, 3), (3, 2)])
def test_by_libraries(library_engine, box):
    """The same as by plain search: each solution once, with candidates and without."""
    narrow = TWENTY_FOUR.with_candidates((15, 15, 4, 8) + (15,) * 11 + (7,))
    session = solver(library_engine)
    solved = satdoku.solve(Puzzle((0,) * 36, geometry=Geometry.of_box(*box))).solution
    part = Puzzle(solved.values[:24] + (0,) * 12, geometry=solved.geometry)
    for puzzle in (narrow, EASY_SOLUTION, NEWSPAPER, part):
        found = list(session.solutions(puzzle))
        assert set(satdoku.solutions(puzzle, engine="dpll")) == set(found)
        assert len(found) == len(set(found))
    for puzzle in no_solution():
        assert [] == list(session.solutions(puzzle))


def test_by_libraries_in_numbers(library_engine, capfd):
    """Counters are added up; nothing is printed on the way."""
    session = solver(library_engine)
    walk = session.solutions(EMPTY_FOUR if library_engine == "cp" else TWENTY_FOUR)
    first = next(walk)
    begun = dict(walk.statistics)
    rest = list(walk)

    keys = {"ilp": {"nodes"}, "cp": {"decisions", "conflicts"}}[library_engine]
    assert keys == walk.statistics.keys()
    assert (287 if library_engine == "cp" else 23) == len(set(rest) - {first})
    if library_engine == "cp":
        assert 0 <= begun.get("decisions", 0) < walk.statistics["decisions"]
    assert Count(5, complete=False) == session.count(TWENTY_FOUR, 5)
    assert ("", "") == capfd.readouterr()


# Options by name


def test_the_first_of_very_many():
    """Searches are lazy, and can be begun again."""
    for engine in PURE:
        session = solver(engine)
        first = list(islice(session.solutions(EMPTY_NINE), 5))
        assert 5 == len(set(first))
        assert first == list(islice(session.solutions(EMPTY_NINE), 5))


def test_orders():
    """The order of cells decides how many guesses a search takes."""

    def guesses(puzzle, engine):
        return solver(engine).solve(puzzle).statistics["guesses"]

    assert 0 == guesses(EASY, "backtracking-fewest") < guesses(EASY, "backtracking")
    assert satdoku.solve(AGAINST_ROWS, engine="backtracking-blocks").is_unique


# Any units, candidates that are handed over, a budget


LATIN = Geometry(4, 4, box=None)
KINDS_OF_UNITS = {
    "no boxes": (LATIN, ()),
    "irregular": (
        LATIN,
        ((0, 1, 2, 5), (3, 6, 7, 11), (4, 8, 9, 12), (10, 13, 14, 15)),
    ),
    "diagonals": (FOUR, ((0, 5, 10, 15), (3, 6, 9, 12))),
    "small": (LATIN, ((0, 5, 10), (3, 6))),
}


@cache
def latin_squares():
    rows = list(permutations(range(1, 5)))
    return [
        sum(square, ())
        for square in product(rows, repeat=4)
        if all(len(set(column)) == 4 for column in zip(*square, strict=True))
    ]


@pytest.mark.parametrize("kind", KINDS_OF_UNITS)
def test_any_units(kind):
    """A unit holds each digit at most once, and each where it has as many cells."""
    geometry, more = KINDS_OF_UNITS[kind]
    regions = [Regions([[divmod(cell, 4) for cell in unit] for unit in more])]
    units = geometry.units + more
    known = {
        values
        for values in latin_squares()
        if all(len({values[cell] for cell in unit}) == len(unit) for unit in units)
    }
    some = max(known)
    for clues in ((), (0, 6), (0, 3, 9), (1, 2, 7, 12)):
        values = tuple(some[cell] if cell in clues else 0 for cell in range(16))
        puzzle = Puzzle(values, regions if more else (), geometry=geometry)
        expected = {
            one for one in known if all(one[cell] == some[cell] for cell in clues)
        }
        for info in BASELINES:
            if available(info) and (len(clues) > 2 or not info.library):
                found = [
                    grid.values
                    for grid in make(info.name).solutions(puzzle, None, Deadline(), {})
                ]
                assert expected == set(found), info.name
                assert len(expected) == len(found), info.name
        search = Bitmask(hidden_singles=True)
        found = [one.values for one in search.solutions(puzzle, None, Deadline(), {})]
        assert sorted(expected) == sorted(found)


def test_a_budget():
    """What was found until it is spent comes out; each solution lets it go on."""
    for hidden_singles in (False, True):
        for budget, is_spent in ((8, True), (1000, False)):
            search, counters = Bitmask(budget, hidden_singles=hidden_singles), {}
            found = list(search.solutions(TWENTY_FOUR, None, Deadline(), counters))
            assert is_spent is search.spent
            assert is_spent is (len(set(found)) < 24)
            assert len(found) == len(set(found))
    search = Bitmask(20, hidden_singles=True)
    assert len(list(search.solutions(EMPTY_FOUR, None, Deadline(), {}))) == 288
    assert not search.spent


# Limits


@pytest.mark.parametrize("engine", PURE)
def test_a_deadline_within_a_long_search(engine):
    """It comes within half a second, whatever is searched."""
    session = solver(engine)
    six = Puzzle((0,) * 36, geometry=Geometry(6, 6))  # 28,200,960 solutions
    started = monotonic()
    found = set()
    with pytest.raises(Stopped):
        found.update(session.solutions(six, timeout=0.1))
    count = session.count(six, timeout=0.1)
    assert 0 < count.value < 28_200_960
    assert count.stopped
    with pytest.raises(Stopped):
        next(session.solutions(EASY, timeout=0))
    result = session.solve(EASY, timeout=0)
    assert (Status.UNKNOWN, False) == (result.status, result.complete)
    assert session.solve(EASY).is_unique
    assert 10 > monotonic() - started


@pytest.mark.parametrize("engine", nightly(PURE, *ORDERS[:2], *PURE[3:]))
def test_more_cells_than_calls_on_the_stack(engine):
    puzzle = two_in_each_cell(Geometry.of_box(4, 8))

    assert puzzle.geometry.cells > sys.getrecursionlimit()
    solution = next(solver(engine).solutions(puzzle))
    assert puzzle.is_solution(solution)


def test_libraries_stop(library_engine, ctrl_c_after, no_threads_left):
    """At the deadline, at Ctrl-C, and when nobody wants the rest; nothing is left."""
    session = solver(library_engine)
    for seconds in (0.15, 0):
        with pytest.raises(Stopped):
            next(session.solutions(LARGE, timeout=seconds))
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.3):
        next(session.solutions(LARGE))
    for taken in (0, 1, 3):
        walk = session.solutions(EMPTY_NINE if library_engine == "cp" else TWENTY_FOUR)
        assert taken == len(list(islice(walk, taken)))
        walk.close()


@pytest.mark.nightly
def test_large_linear_programs(needs, ctrl_c_after, no_threads_left):
    """They have a process, which ends at the deadline and Ctrl-C, and is used again."""
    needs("scipy")
    with pytest.raises(Stopped):
        next(solver("ilp").solutions(LARGE, timeout=0.6))
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(1.5):
        next(solver("ilp").solutions(LARGE))
    grid = Puzzle((0,) * 400, geometry=Geometry.of_box(4, 5))
    session = solver("ilp")
    for count in (3, 1):
        found = list(islice(session.solutions(grid), count))
        assert count == len(set(found))
        assert all(grid.is_solution(one) for one in found)
    session.close()
    assert session.solve(grid, unique=False).solution is not None


@pytest.mark.nightly
def test_a_program_may_end_within_a_search(needs):
    """The thread of CP-SAT does not keep Python from its end."""
    needs("ortools")
    text = """
import satdoku
walk = satdoku.solutions("." * 81, engine="cp")
next(walk)
circle = [walk]
circle.append(circle)
print("end")
"""
    ended = subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={"PYTHONPATH": str(HOME)},
    )

    assert (0, "end\n", "") == (ended.returncode, ended.stdout, ended.stderr)
