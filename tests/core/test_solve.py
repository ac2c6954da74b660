"""solve, solutions, all_solutions, count and encode: answers, limits, errors."""

from time import monotonic

import numpy as np
import pytest

import satdoku
from satdoku import (
    Count,
    Geometry,
    InputError,
    LimitError,
    Puzzle,
    Status,
    Stopped,
    UsageError,
)
from satdoku.solving.attempts import unload_rules
from tests.core.puzzles import (
    AGAINST_ROWS,
    CLASH,
    DEAD_END,
    EASY,
    EMPTY_FOUR,
    EMPTY_NINE,
    HARD,
    IMPOSSIBLE,
    INPUT,
    INPUT_SOLUTION,
    MANY,
    NINE,
    NONE,
    TWENTY_FOUR,
    TWO,
    full_grid,
    solver,
)

ENGINES = ["auto", "dpll", "minisat22", "bitmask", "lanes", "logic"]


# solve


def test_the_worked_example():
    """The puzzle of the reports has the solution they print, whatever holds it."""
    for source in (
        INPUT,
        INPUT.line,
        INPUT.rows,
        INPUT.values,
        INPUT.clues,
        INPUT.clues.to_numpy(),
    ):
        result = satdoku.solve(source)
        assert INPUT == result.puzzle
        assert result.status is Status.UNIQUE
        assert result.is_unique is True
        assert result.complete is True
        assert INPUT_SOLUTION == result.solution
        assert result.second is None
        assert result.reason is None
    assert 0 < result.seconds < 30


@pytest.mark.parametrize("engine", ENGINES)
def test_status(engine):
    for puzzle, status, is_unique in (
        (INPUT, Status.UNIQUE, True),
        (TWO, Status.MULTIPLE, False),
        (MANY, Status.MULTIPLE, False),
        (NONE, Status.NONE, False),
        (Puzzle("11" + "." * 79), Status.NONE, False),
        (INPUT_SOLUTION, Status.UNIQUE, True),
        (Puzzle(INPUT_SOLUTION.line[:-1] + "1"), Status.NONE, False),
    ):
        result = satdoku.solve(puzzle, engine=engine)
        assert status == result.status
        assert is_unique == result.is_unique
        assert result.complete is True
        assert (status is Status.MULTIPLE) == (result.second is not None)
        assert (status is Status.NONE) == (result.solution is None)
        assert (status is Status.NONE) == (result.reason is not None)
        found = [one for one in (result.solution, result.second) if one is not None]
        assert all(Puzzle(puzzle).is_solution(one) for one in found)
        assert len(found) == len(set(found))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_first_solution_only(engine):
    result = satdoku.solve(TWO, unique=False, engine=engine)
    assert result.status is Status.FOUND
    assert result.is_unique is None
    assert result.second is None
    assert result.complete is True
    assert TWO.is_solution(result.solution)
    unique = satdoku.solve(HARD, unique=False, engine=engine)
    assert unique.status is Status.FOUND
    assert satdoku.solve(HARD).solution == unique.solution
    assert Status.NONE is satdoku.solve(NONE, unique=False, engine=engine).status
    if engine != "lanes":
        assert Status.NONE is satdoku.solve(CLASH, unique=False, engine=engine).status


def masked(changes):
    return EMPTY_NINE.with_candidates([changes.get(cell, 511) for cell in range(81)])


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (CLASH, ["r1c1", "r1c2", "row 1"]),
        (Puzzle("123....4........"), ["box 1", "4"]),
        (NONE, ["row 5", "1"]),
        (masked({0: 0}), ["r1c1"]),
        (masked(dict.fromkeys(range(9), 0b011111111)), ["row 1", "9"]),
        (masked(dict.fromkeys(range(0, 81, 9), 0b111111011)), ["column 1", "3"]),
        (masked(dict.fromkeys(NINE.box_units[8], 0b111111101)), ["box 9", "2"]),
        (masked({0: 1, 1: 1}), ["r1c"]),
        (DEAD_END, ["after singles", "r1c1"]),
    ],
)
def test_reasons(puzzle, words):
    """They name the cell, or the unit and digit, whatever engine was used."""
    reasons = {
        satdoku.solve(puzzle, engine=engine, encoding=encoding).reason
        for engine, encoding in (
            ("auto", None),
            ("cadical153", "extended"),
            ("minisat22", None),
        )
    }
    (reason,) = reasons
    assert all(word in reason for word in words)
    assert reason == satdoku.check(puzzle).reason or puzzle.clashes()


@pytest.mark.parametrize(
    "box", [(2, 2), (2, 3), (3, 2), (1, 5), (5, 1), (2, 4), (3, 4), (4, 4)]
)
def test_sizes(box):
    """Rectangular boxes, and larger boards with half of their cells filled."""
    geometry = Geometry.of_box(*box)
    empty = Puzzle((0,) * geometry.cells, geometry=geometry)
    result = satdoku.solve(empty)
    assert Status.MULTIPLE is result.status
    assert empty.is_solution(result.solution)
    assert empty.is_solution(result.second)
    half = Puzzle(
        tuple(
            value * ((cell + cell // geometry.size) % 2)
            for cell, value in enumerate(result.solution.values)
        ),
        geometry=geometry,
    )
    for engine in ("auto", "dpll", "glucose4"):
        found = satdoku.solve(half, engine=engine)
        assert half.is_solution(found.solution)
    assert Status.UNIQUE is satdoku.solve(result.solution).status


def test_large_boards():
    """25x25 and 36x36, by the encoding for large boards."""
    for box in ((5, 5), (6, 6)):
        grid = full_grid(Geometry.of_box(*box))
        clues = tuple(value * (cell % 3 > 0) for cell, value in enumerate(grid))
        puzzle = Puzzle(clues, geometry=Geometry.of_box(*box))
        result = satdoku.solve(puzzle, unique=False)
        assert puzzle.is_solution(result.solution)
        named = satdoku.solve(puzzle, unique=False, engine="cadical153")
        assert "cadical153" == named.engine
        assert "triad-lite" == named.encoding
        assert named.simplified is True
        assert puzzle.is_solution(named.solution)


# Which engine and encoding answer


def test_engine_by_name():
    """It alone searches, on the encoding asked for, whole once that was asked for."""
    for engine in ("dpll", "minisat22", "cadical153", "glucose4"):
        for puzzle in (EASY, HARD):
            result = satdoku.solve(puzzle, engine=engine.upper(), encoding="triad")
            assert engine == result.engine
            assert "triad" == result.encoding
            assert result.simplified is False
    for alias, engine in (("g4", "glucose4"), ("m22", "minisat22")):
        assert engine == satdoku.solve(HARD, engine=alias).engine
    for engine in ("bitmask", "lanes"):
        result = satdoku.solve(HARD, engine=engine)
        assert engine == result.engine
        assert "" == result.encoding
        assert result.simplified is False
    usual = satdoku.solve(HARD, engine="maplesat")
    assert ("maplesat", "extended") == (usual.engine, usual.encoding)
    assert {"conflicts", "decisions", "propagations"} <= usual.statistics.keys()
    assert {"guesses", "sweeps"} == satdoku.solve(
        HARD, engine="lanes"
    ).statistics.keys()


def test_engine_by_itself():
    """Singles and a short search first; an engine that learns for what they leave."""
    for puzzle in (EASY, INPUT, NONE):
        result = satdoku.solve(puzzle)
        assert ("", "", {}) == (result.engine, result.encoding, result.statistics)
        assert "singles" in result.engine_note
    for puzzle in (TWO, AGAINST_ROWS):
        unload_rules()
        result = satdoku.solve(puzzle)
        assert "bitmask" == result.engine
        assert "" == result.encoding
        assert result.simplified is False
    unload_rules()
    hard = satdoku.solve(IMPOSSIBLE)
    assert ("bitmask", 2) == (hard.engine.split()[0], len(hard.engine.split()))
    assert ("extended", True) == (hard.encoding, hard.simplified)
    named = solver(encoding="triad").solve(IMPOSSIBLE)
    assert ("triad", False) == (named.encoding, named.simplified)
    assert "cadical153" == solver(encoding="triad").solve(TWO).engine


@pytest.mark.parametrize(
    ("puzzle", "statistics"),
    [
        (TWENTY_FOUR, (6, 12, 0, 5)),
        (AGAINST_ROWS, (8, 97, 4, 3)),
        (TWO, (2, 6, 0, 1)),
        (MANY, (10, 70, 1, 8)),
        (EMPTY_NINE, (48, 43, 0, 47)),
    ],
)
def test_statistics_of_the_short_search(puzzle, statistics):
    keys = ("guesses", "propagations", "conflicts", "depth")

    found = satdoku.solve(puzzle)
    assert dict(zip(keys, statistics, strict=True)) == found.statistics


# solutions and all_solutions


def test_an_answer_as_text():
    """It shows the grid."""
    shown = str(satdoku.solve(INPUT))
    assert INPUT_SOLUTION.line == "".join(filter(str.isdigit, shown))
    assert "r1c1" in str(satdoku.solve(CLASH))


def test_no_solution_is_lost_between_engines():
    """Where one engine gives up and the next goes on, each comes once."""
    puzzle = Puzzle(TWO.line.replace("7", "."))
    alone = list(satdoku.solutions(puzzle, engine="bitmask"))
    both = list(satdoku.solutions(puzzle))

    assert len(set(alone)) == len(alone) == len(both)
    assert set(alone) == set(both)
    assert [satdoku.solve(HARD).solution] == satdoku.all_solutions(HARD)
    assert [] == satdoku.all_solutions(IMPOSSIBLE)


def test_a_list_up_to_a_limit():
    for limit, expected in ((0, 0), (1, 1), (5, 5), (288, 288), (10**30, 288)):
        found = satdoku.all_solutions(EMPTY_FOUR, limit)
        assert expected == len(found) == len(set(found))
    assert 288 == len(satdoku.all_solutions(EMPTY_FOUR))


# count


def test_counts():
    """As many as the limit is exact, one more is not."""
    for engine in ("auto", "dpll", "minisat22", "bitmask", "logic"):

        def count(limit, engine=engine):
            return satdoku.count(TWENTY_FOUR, limit, engine=engine)

        assert Count(24, complete=True) == count("auto") == count(None) == count(24)
        assert Count(23, complete=False) == count(23)
        assert Count(0, complete=False) == count(0)
        assert Count(0, complete=True) == satdoku.count(CLASH, 0, engine=engine)
    assert Count(872, complete=True) == satdoku.count(MANY, 872) == satdoku.count(MANY)
    assert Count(871, complete=False) == satdoku.count(MANY, 871)
    assert Count(1, complete=False) == satdoku.count(MANY, 1, engine="lanes")


def test_counts_are_numbers():
    """Exact ones alone equal a number."""
    assert 1 == satdoku.count(HARD)
    assert 24 == int(satdoku.count(TWENTY_FOUR))
    assert satdoku.count(TWENTY_FOUR, 5) != 5
    assert Count(5, complete=False) == satdoku.count(
        TWENTY_FOUR, np.int64(5), timeout=np.int64(60)
    )


def test_counts_as_text():
    assert "3" == str(Count(3, complete=True))
    assert "1000" in str(Count(1000, complete=False))
    assert str(Count(7, complete=False)) != str(
        Count(7, complete=False, stopped="late")
    )


# Limits of time


@pytest.mark.parametrize("engine", [*ENGINES, "cadical300", "backtracking"])
def test_no_time(engine):
    result = satdoku.solve(HARD, engine=engine, timeout=0)
    count = satdoku.count(HARD, engine=engine, timeout=0)

    assert result.status is Status.UNKNOWN
    assert result.complete is False
    assert result.is_unique is None
    assert result.reason is None
    assert (0, False) == (count.value, count.complete)
    assert count.stopped
    unsure = satdoku.solve(HARD, engine=engine, timeout=0, unique=False)
    assert (Status.UNKNOWN, False) == (unsure.status, unsure.complete)
    with pytest.raises(Stopped):
        next(satdoku.solutions(HARD, engine=engine, timeout=0))
    with pytest.raises(Stopped):
        satdoku.all_solutions(HARD, engine=engine, timeout=0)
    assert satdoku.solve(HARD, engine="auto", timeout=100).is_unique


@pytest.mark.parametrize("engine", ["auto", "dpll", "minisat22", "cadical153", "lanes"])
def test_out_of_time(engine, needs):
    """What was found by then is kept."""
    if engine == "lanes":
        needs("numba")
    assert 2 == satdoku.count(TWO, engine=engine).value  # loads what takes long
    started = monotonic()
    found = []
    with pytest.raises(Stopped):
        found.extend(satdoku.solutions(EMPTY_NINE, engine=engine, timeout=0.2))
    for timeout in (0.2, 2, 10):  # a busy machine may need more than the first
        count = satdoku.count(EMPTY_NINE, None, engine=engine, timeout=timeout)
        assert not count.complete
        assert count.stopped
        if count.value:
            break

    assert len(set(found)) == len(found)
    assert 0 < count.value
    assert 30 > monotonic() - started


# What is refused


def test_timeouts_accepted():
    for timeout in (None, 1, 2.5, 1_000_000_000, np.float64(3), np.int64(5)):
        assert satdoku.solve(EASY, timeout=timeout).is_unique


def test_puzzles_that_lanes_do_not_take():
    for puzzle in (EASY, Puzzle((0,) * 81, geometry=Geometry.of_box(1, 9))):
        for function in (satdoku.solve, satdoku.count, satdoku.all_solutions):
            with pytest.raises(InputError) as caught:
                function(puzzle, engine="lanes")
            assert "9x9" in str(caught.value)


def test_formulas_too_large():
    large = Puzzle((0,) * 14641, geometry=Geometry.of_box(11, 11))
    with pytest.raises(LimitError):
        satdoku.encode(large, "minimal")


# encode


def test_formula():
    """Clues are unit clauses, after those of the rules."""
    formula = satdoku.encode(INPUT)
    clauses = list(formula)
    units = [clause for clause in clauses if len(clause) == 1]
    families = [group.origin.family for group in formula.groups()]

    assert 729 == formula.variables
    assert 10_530 + INPUT.clue_count == len(formula) == len(clauses)
    assert INPUT.clue_count == len(units) == families.count("clue")
    assert {(9 * cell + digit,) for cell, digit in INPUT.clues.filled} == set(
        map(tuple, units)
    )
    narrow = INPUT.with_candidates(
        [INPUT.candidate_masks()[0] & 7, *INPUT.candidate_masks()[1:]]
    )
    removed = satdoku.encode(narrow)
    assert {(-digit,) for _, digit in narrow.eliminated} == set(
        map(tuple, removed)
    ) - set(map(tuple, clauses))
    assert 64 == satdoku.encode(EASY, "minimal").variables
    assert 244 == satdoku.encode(EASY, "minimal").clause_count


def test_simplified_formula():
    whole = satdoku.encode(HARD, "triad-lite")
    small = satdoku.encode(HARD, "triad-lite", simplified=True)

    assert 0 < len(small) == len(list(small)) < len(whole) / 3
    assert 0 < small.variables < whole.variables
    with pytest.raises(UsageError):
        satdoku.encode(HARD, "nonsense")


# Files of one's own, threads


RECIPE = """
format = 1
name = "mine"
summary = "s"
reference = "r"
[cell]
at_least_one = true
[unit]
at_most_one = "pairwise"
"""


def test_an_encoding_of_ones_own_may_change(tmp_path):
    """Each call reads the file as it is then."""
    recipe = tmp_path / "mine.toml"
    recipe.write_text(RECIPE)
    first = satdoku.solve(HARD, encoding=str(recipe))
    assert Status.UNIQUE is first.status
    assert "mine" in first.encoding
    assert 729 == satdoku.encode(HARD, str(recipe)).variables
    recipe.write_text(RECIPE.replace("pairwise", "ladder"))
    assert 729 < satdoku.encode(HARD, str(recipe)).variables
    assert 2 == satdoku.count(TWO, encoding=str(recipe)).value
    recipe.write_text("nonsense")
    with pytest.raises(InputError) as caught:
        satdoku.solve(HARD, encoding=str(recipe))
    assert "mine.toml" in str(caught.value)


def test_more_engines_than_are_kept():
    """Calls by many engines, in turn, answer as the first ones."""
    names = ["dpll", "bitmask", "lanes", "logic", "constraint", "auto", "elimination"]
    names += ["minisat22", "glucose4", "cadical153", "maplesat"]
    for _ in range(2):
        for name in names:
            assert INPUT_SOLUTION == satdoku.solve(INPUT, engine=name).solution
