"""A solver kept for many puzzles: nothing of one gets into the next."""

from collections import Counter
from contextlib import closing
from importlib.util import find_spec
from itertools import islice
from random import Random
from threading import Thread
from unittest.mock import Mock

import pytest

import satdoku
from satdoku import (
    Count,
    Geometry,
    LimitError,
    Puzzle,
    Status,
    UsageError,
)
from satdoku.engines.dpll.trail import Observer
from satdoku.solving.attempts import EngineCache, unload_rules
from tests.conftest import nightly
from tests.core.puzzles import (
    CLASH,
    EASY,
    EASY_SOLUTION,
    EMPTY_FOUR,
    HARD,
    IMPOSSIBLE,
    INPUT,
    INPUT_SOLUTION,
    MANY,
    NONE,
    TWENTY_FOUR,
    TWO,
    full_grid,
    solver,
)


@pytest.mark.parametrize(
    ("engine", "encoding"),
    [
        ("auto", None),
        pytest.param("auto", "triad", marks=pytest.mark.nightly),
        ("dpll", "extended"),
        ("minisat22", None),
        pytest.param("cadical153", "minimal", marks=pytest.mark.nightly),
        ("lingeling", "extended"),
        pytest.param("logic", None, marks=pytest.mark.nightly),
    ],
)
def test_puzzle_after_puzzle(engine, encoding):
    """Shapes and numbers of solutions in turn; after `close`, again."""
    session = solver(engine, encoding)
    six = [
        Puzzle((1, 2, 3, 4, 5, 0) + (0,) * 30, geometry=Geometry.of_box(*box))
        for box in ((2, 3), (3, 2))
    ]
    for _ in range(2):
        for puzzle, expected in (
            (INPUT, 1),
            (EASY, 1),
            (TWO, 2),
            (CLASH, 0),
            (NONE, 0),
            (INPUT_SOLUTION, 1),
            (HARD, 1),
            (TWENTY_FOUR, 24),
            (INPUT, 1),
        ):
            assert Count(expected, complete=True) == session.count(puzzle)
            result = session.solve(puzzle)
            assert (expected == 1, True) == (result.is_unique, result.complete)
            assert (expected > 0) == (result.solution is not None)
        for puzzle in six:
            result = session.solve(puzzle)
            assert Status.MULTIPLE is result.status
            assert puzzle.is_solution(result.solution)
        session.close()


def test_few_and_many():
    """Rules that come up again are loaded as a whole; answers stay the same."""
    unload_rules()
    session = solver()
    results = [session.solve(HARD) for _ in range(4)]

    assert ("bitmask glucose4", True) == (results[0].engine, results[0].simplified)
    assert ("cadical153", False) == (results[-1].engine, results[-1].simplified)
    assert 1 == len(set(results))
    session.close()


@pytest.mark.parametrize(
    "engine", nightly(["auto", "dpll", "cadical153", "lanes"], "auto", "lanes")
)
def test_searches_do_not_disturb_each_other(engine, needs):
    """Two that rest and a call take turns; they outlive the solver."""
    if engine == "lanes":
        needs("numba")
    session = solver(engine)
    one, two = session.solutions(MANY), session.solutions(MANY)
    first, second = [], []
    for _ in range(3):
        first.append(next(one))
        second.append(next(two))
        assert session.solve(HARD).is_unique is True
    session.close()
    first += one
    second += two

    assert set(first) == set(second)
    assert [872, 872, 872] == [len(first), len(second), len(set(first))]
    assert session.solve(HARD).is_unique is True


def test_a_search_says_what_it_took():
    with solver("minisat22").solutions(MANY) as walk:
        result = walk.result([next(walk)], complete=True, limit=1)
    assert "minisat22" == result.engine
    assert "extended" == result.encoding
    assert result.simplified is True
    assert result.reason is None
    assert Status.FOUND is result.status
    assert 0 < walk.statistics["decisions"]
    assert [] == list(walk)
    none = solver("dpll", "extended").solutions(NONE)
    assert [] == list(none)
    assert satdoku.solve(NONE).reason == none.result([], complete=True).reason


@pytest.mark.parametrize("engine", ["auto", "dpll", "lanes", "bitmask"])
def test_progress_of_a_count(engine, needs):
    """It never goes back, and ends with the count, or the limit."""
    if engine == "lanes":
        needs("numba")
    for limit, expected in ((None, 872), (100, 100), (872, 872)):
        record = []
        count = solver(engine).count(MANY, limit, progress=record.append)
        assert Count(expected, complete=limit != 100) == count
        assert (expected, sorted(record)) == (record[-1], record)
        if engine in {"dpll", "bitmask"}:
            assert list(range(1, expected + 1)) == record


def test_ctrl_c():
    """Nothing that was counted is lost, and the solver answers again."""
    for engine in ("dpll", "minisat22", *["lanes"] * bool(find_spec("numba"))):
        told = []

        def interrupt(found, told=told):
            told.append(found)
            if found >= 7:
                raise KeyboardInterrupt

        session = solver(engine, None if engine == "lanes" else "extended")
        with pytest.raises(KeyboardInterrupt):
            session.count(MANY, progress=interrupt)
        assert engine == "lanes" or 7 == told[-1]
        assert Count(872, complete=True) == session.count(MANY)


@pytest.mark.parametrize(
    "engine",
    nightly(["auto", "dpll", "minisat22", "cadical153", "bitmask"], "auto", "dpll"),
)
def test_ctrl_c_in_a_search(engine, ctrl_c_after):
    session = solver(engine)
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.1):
        session.count(Puzzle((0,) * 256, geometry=Geometry(16, 16)))

    assert session.solve(EASY).solution == EASY_SOLUTION
    assert Count(2, complete=True) == session.count(TWO)


def test_decision_rules():
    """They are those of engine dpll: other searches, the same solution."""
    results = {
        rule: solver(heuristic=rule, encoding="extended").solve(HARD)
        for rule in ("fewest", "first")
    }

    assert {"dpll"} == {result.engine for result in results.values()}
    assert 1 == len({result.solution for result in results.values()})
    assert 2 == len({result.statistics["decisions"] for result in results.values()})
    assert "dpll" == solver("dpll", heuristic="first").solve(EASY).engine
    for engine in ("glucose4", "lanes", "constraint", "logic"):
        with pytest.raises(UsageError):
            solver(engine, heuristic="first")
    with pytest.raises(UsageError):
        solver(heuristic="tallest")
    with pytest.raises(UsageError, match="dpll"):
        satdoku.Solver("cadical153", observer=object())


def test_limit_of_clauses():
    """10,530 for the whole formula of 9x9 by the usual encoding."""
    assert solver("dpll", "extended", max_clauses=10_530).solve(HARD).is_unique
    for options in (
        {"engine": "dpll", "encoding": "extended", "max_clauses": 10_529},
        {"engine": "cadical153", "max_clauses": 5},
        {"engine": "logic", "max_clauses": 5, "techniques": []},
    ):
        with pytest.raises(LimitError) as caught:
            solver(**options).solve(HARD)
        assert f"{options['max_clauses']:,}" in str(caught.value)
    limited = solver("dpll", max_clauses=10)
    with pytest.raises(LimitError):
        limited.solve(EMPTY_FOUR)
    assert limited.solve(EASY).is_unique


def test_times_of_stages():
    """They are of the search alone that is asked about, and no more than it took."""
    result = solver("minisat22").solve(HARD)
    stages = result.statistics.stages

    assert {("encode", ""), ("load", "minisat22"), ("search", "minisat22")} < set(
        stages
    )
    assert all(seconds >= 0 < calls for seconds, calls in stages.values())
    assert sum(seconds for seconds, _ in stages.values()) <= result.seconds
    assert ("propagate", "dpll") in solver("dpll").solve(HARD).statistics.stages
    assert ("singles", "") in satdoku.solve(EASY).statistics.stages


@pytest.mark.parametrize(
    ("size", "encoding", "engines"),
    [
        (25, None, "glucose4"),
        (25, "triad", "cadical153"),
        (9, None, "bitmask glucose4"),
        (9, "triad", "cadical153"),
    ],
)
def test_choice(size, encoding, engines):
    """A first question depends on the size and the encoding."""
    unload_rules()
    puzzle = IMPOSSIBLE if size == 9 else large_puzzle()
    assert engines == solver(encoding=encoding).solve(puzzle).engine


@pytest.mark.parametrize(
    ("is_compiled", "last"), [(True, "lanes"), (False, "cadical153")]
)
def test_a_hard_puzzle_is_given_to_another_engine(monkeypatch, is_compiled, last):
    """Nothing but the number of conflicts decides that, and no solution is lost."""
    monkeypatch.setattr("satdoku.solving.choice.CONFLICTS", 3)
    monkeypatch.setattr("satdoku.solving.solver._are_lanes_ready", lambda: is_compiled)
    hard = solver().solve(HARD)
    assert (f"bitmask glucose4 {last}", True) == (hard.engine, hard.is_unique)
    assert 1 == int(solver().count(HARD, 9))


def large_puzzle():
    """Return a puzzle of 25x25 with every other cell filled."""
    geometry = Geometry.of_size(25)
    values = [v * (cell % 3 == 0) for cell, v in enumerate(full_grid(geometry))]
    return Puzzle(tuple(values), geometry=geometry)


SEVERAL = (TWO, MANY, TWENTY_FOUR, EMPTY_FOUR, Puzzle("." * 81))


def shown(puzzle, engine="auto"):
    """Return all that one may see of an answer."""
    result = satdoku.solve(puzzle, engine=engine)
    first = satdoku.solve(puzzle, engine=engine, unique=False)
    return result, first, satdoku.count(puzzle, 3, engine=engine)


@pytest.mark.parametrize(
    "engine", nightly(["auto", "cadical153", "lanes", "dpll"], "auto", "lanes")
)
def test_answers_do_not_depend_on_earlier_ones(engine, needs):
    """The same status, grids and reason, in whatever order puzzles come."""
    if engine == "lanes":
        needs("numba")
    puzzles = [*SEVERAL, INPUT, HARD, NONE, IMPOSSIBLE, Puzzle("11" + "." * 79)]
    if engine == "lanes":
        puzzles = [puzzle for puzzle in puzzles if puzzle.geometry.size == 9]
    expected = {}
    for puzzle in puzzles:
        unload_rules()
        expected[puzzle] = shown(puzzle, engine)
    order = puzzles * 3
    Random(1).shuffle(order)
    session = solver(engine)
    for puzzle in order:
        assert expected[puzzle] == shown(puzzle, engine)
        assert expected[puzzle][0] == session.solve(puzzle)


def test_answers_in_threads():
    """Each thread has engines of its own; its answers are those of all."""
    expected = {puzzle: shown(puzzle) for puzzle in (*SEVERAL, HARD, NONE)}
    wrong = []

    def work(seed):
        order = [*expected] * 3
        Random(seed).shuffle(order)
        wrong.extend(one for one in order if shown(one) != expected[one])

    threads = [Thread(target=work, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [] == wrong


@pytest.mark.parametrize("engine", nightly(["auto", "cadical153", "dpll"], "auto"))
def test_several_solutions_are_those_listed(engine):
    """`solve` shows what `solutions` lists first, whatever came before."""
    with satdoku.Solver(engine) as fresh:
        listed = list(islice(fresh.solutions(MANY), 2))
    with satdoku.Solver(engine) as used:
        for _ in range(8):
            used.solve(EASY)
        result = used.solve(MANY)
        assert [result.solution, result.second] == listed
        assert listed[0] == used.solve(MANY, unique=False).solution


def test_a_time_limit_holds_whatever_came_before():
    """Loading rules for later puzzles takes no time from this one."""
    puzzle = Puzzle((0,) * 256)
    with satdoku.Solver() as solver:
        statuses = {solver.solve(puzzle, timeout=0.3).status for _ in range(8)}
    assert {Status.MULTIPLE} == statuses


def test_result_tells_of_the_search_it_shows():
    """Engine and decisions of each repeated call are those of the first one."""
    unload_rules()
    seen = set()
    for _ in range(7):
        result = satdoku.solve(TWO)
        assert Status.MULTIPLE is result.status
        counters = {k: v for k, v in result.statistics.items() if k != "seconds"}
        seen.add((result.engine, str(counters), result.solution))
    assert 1 == len(seen)


def test_observed_events_are_those_of_statistics():
    """Also in calls that could use an engine that is loaded."""
    observer = Mock(Observer)
    with satdoku.Solver("dpll", observer=observer) as session:
        for _ in range(7):
            observer.reset_mock()
            statistics = session.solve(TWENTY_FOUR).statistics
            events = Counter(call[0] for call in observer.method_calls)
            assert 2 == events["found"]
            assert 0 < events["decided"] == statistics["decisions"]
            assert 0 < events["propagated"] == statistics["propagations"]
            assert events["conflict"] == statistics["conflicts"]


def test_loaded_engines_are_told_apart():
    """The same rules in two engines are two loaded engines."""
    with closing(EngineCache()) as cache:
        rules = Geometry.of_size(4), ()
        names = ["dpll", "cadical153", "dpll"]
        found = [cache.load_rules(name, rules).engine.name for name in names]
    assert names == found


def test_pencil_marks_by_the_lanes():
    """They take one puzzle with pencil marks, and find no solution where none is."""
    masks = [0x1FF & ~(1 << (7 * cell + cell // 9) % 9) for cell in range(81)]
    puzzle = Puzzle("." * 81).with_candidates(masks)
    found = solver("lanes").solve(puzzle)

    assert found.status is solver("cadical153").solve(puzzle).status
    assert puzzle.is_solution(found.solution)
    nothing = puzzle.with_candidates([1, 1, *masks[2:]])
    assert Status.NONE is solver("lanes").solve(nothing).status
