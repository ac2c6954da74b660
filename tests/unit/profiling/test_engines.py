"""The stages of each engine: which there are, and how often they happen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.answers import Status
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.recipe import load
from satdoku.cnf.simplify import simplify
from satdoku.engines.dpll.engine import Dpll
from satdoku.engines.engine import Status as FoundStatus
from satdoku.engines.register import load as load_engine
from satdoku.grid import Grid
from satdoku.profiling.asked import Asked
from satdoku.profiling.cost import Cost
from satdoku.profiling.holding import TimedEngine
from satdoku.profiling.probe import Probe
from satdoku.profiling.running import Task, found_plainly, run
from satdoku.profiling.search import TimedSearch
from satdoku.profiling.stage import Key

if TYPE_CHECKING:
    from satdoku.profiling.running import Run

EASY = "1.....2...3.4..."
MEDIUM = (
    "..8..4..6..71.....35..6..1........5.....2.3..6..8.1.97..9...........76..7...892.5"
)
HARD = (
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)
SEVERAL = "12.............."
NONE = "12.3..4........."
FREE = Cost(0, 0, 0, 0)
LOGIC = {"techniques": ["naked-single", "x-wing"]}
ANALYSE = Key("analyse", "dpll")


def profiled(puzzle: str, **asked: Any) -> Run:  # noqa: ANN401  handed on
    """Solve a puzzle once, and measure it."""
    return run(Task(Asked(**asked), Grid.parse(puzzle)), FREE, 1_000)


def calls(done: Run, stage: str, engine: str = "") -> int:
    """Return how often a stage happened."""
    return done.sums.get(Key(stage, engine), (0, 0))[1]


@pytest.mark.parametrize(
    ("puzzle", "asked"),
    [
        (HARD, {"engine": "dpll"}),
        (HARD, {"engine": "dpll", "encoding": "triad"}),
        (HARD, {"rule": "first", "encoding": "minimal"}),
        (SEVERAL, {"engine": "dpll", "every": True}),
        (SEVERAL, {"engine": "dpll", "every": True, "limit": 5}),
    ],
)
def test_stages_of_dpll(puzzle: str, asked: dict[str, Any]) -> None:
    """Each happens as often as the engine has counted."""
    done = profiled(puzzle, **asked)
    counted, found = done.found.statistics, done.found.solutions

    assert counted["decisions"] == calls(done, "decide", "dpll")
    assert found == calls(done, "model", "dpll") == calls(done, "decode")
    assert found == calls(done, "check")
    # After the assumptions, each decision and each branch that was turned.
    left = calls(done, "backtrack", "dpll")
    assert counted["conflicts"] <= left <= counted["conflicts"] + found
    assert calls(done, "propagate", "dpll") <= 1 + counted["decisions"] + left


def test_analysis_is_told() -> None:
    """What a conflict rests on is a stage where it is looked for."""
    small = simplify(Grid.parse(HARD), load("extended"))
    engine = Dpll(small.formula, backjump_after=3)
    probe = Probe()
    engine.searching = partial(TimedSearch, probe)
    with probe.root:
        models = list(engine.models())

    assert 1 == len(models)
    assert engine.statistics()["conflicts"] - 3 == probe.cells[ANALYSE].calls > 0


def test_nothing_is_searched() -> None:
    """A puzzle that singles refute has a formula, and no engine."""
    done = profiled(NONE, engine="dpll")

    assert Status.NONE is done.found.status
    assert {"encode", "other", "measuring"} == {key.stage for key in done.sums}


@pytest.mark.parametrize(
    ("engine", "asked", "stages"),
    [
        ("cadical153", {}, {"encode", "load", "search", "decode", "check", "close"}),
        ("cadical153", {"encoding": "triad"}, {"encode", "load", "search"}),
        ("minisat22", {"every": True}, {"encode", "load", "search", "decode"}),
        ("lanes", {}, {"load", "search", "check"}),
        ("lanes", {"every": True}, {"load", "search", "check"}),
        ("logic", LOGIC, {"steps", "naked-single", "x-wing", "search", "check"}),
        ("logic", {"techniques": ["simple-colours-wrap"]}, {"simple-colours-trap"}),
        ("bitmask", {}, {"search", "check"}),
        ("elimination", {"techniques": ["naked-single"]}, {"search", "check"}),
    ],
)
def test_stages_of_engines(
    engine: str, asked: dict[str, Any], stages: set[str]
) -> None:
    """Every engine has its stages, whose times add up to the whole."""
    done = profiled(HARD, engine=engine, **asked)

    assert Status.UNIQUE is done.found.status
    assert stages <= {key.stage for key in done.sums}
    assert done.time == sum(time for time, _ in done.sums.values())
    assert min(time for time, _ in done.sums.values()) >= 0


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"engine": "dpll", "rule": "random:3"},
        {"engine": "glucose4", "encoding": "minimal"},
        {"engine": "logic"},
        {"engine": "lanes"},
        {"engine": "bitmask"},
        {"every": True, "limit": 3},
    ],
)
@pytest.mark.parametrize("puzzle", [HARD, "." * 81])
def test_same_answer(puzzle: str, asked: dict[str, Any]) -> None:
    """A solve that is measured finds what any other does, and counts the same."""
    task = Task(Asked(**asked), Grid.parse(puzzle))

    assert found_plainly(task) == run(task, FREE, 10).found


def test_stages_of_auto() -> None:
    """It begins with a trial, whose parts are told, and a solver goes on."""
    easy, medium, hard = map(profiled, (EASY, MEDIUM, HARD))

    assert "bitmask" == easy.found.engine == medium.found.engine
    assert {"singles", "check"} < {key.stage for key in easy.sums}
    assert Key("search", "bitmask") not in easy.sums
    assert {"singles", "search", "check"} < {key.stage for key in medium.sums}
    assert 2 == calls(medium, "search", "bitmask")
    assert ["bitmask", "glucose4"] == hard.found.engine.split()
    assert {Key("search", name) for name in ("bitmask", "glucose4")} <= set(hard.sums)


def test_engines_in_turn() -> None:
    """What `auto` asks one after the other is told apart."""
    done = profiled("." * 81, every=True, limit=2_500)

    assert ["dpll", "lanes"] == done.found.engine.split()
    assert calls(done, "propagate", "dpll")
    assert calls(done, "search", "lanes")


@pytest.mark.parametrize("engine", ["dpll", "minisat22"])
def test_formula_is_told(engine: str) -> None:
    """How large the formula is, is put down."""
    done = profiled(HARD, engine=engine, encoding="minimal")

    assert {"variables": 729, "clauses": 7_371} == done.probe.counters


def test_out_of_time() -> None:
    """A solve that was stopped is a profile, too, and its sums add up."""
    done = profiled("." * 256, engine="dpll", every=True, timeout=0.05)

    assert not done.found.certain
    assert done.time == sum(time for time, _ in done.sums.values())


def test_reading_is_a_stage() -> None:
    """What reads the puzzle anew is measured."""
    grid = Grid.parse(EASY)
    done = run(Task(Asked(), grid, lambda: Grid.parse(EASY)), FREE, 10)

    assert 1 == calls(done, "read")
    assert isinstance(done.probe, Probe)


def test_one_solution_of_an_engine() -> None:
    """An engine that is measured answers single calls as well."""
    probe = Probe()
    engine = TimedEngine(load_engine("minisat22", simple()), probe)
    with probe.root:
        refuted = engine.solve([-1, -2])

    assert FoundStatus.UNSATISFIABLE is refuted.status
    assert {-1, -2} == set(engine.core() or ())
    assert 1 == probe.cells[Key("search", "minisat22")].calls
    assert refuted.statistics == engine.statistics()
    engine.close()


def simple() -> Formula:
    """Return a formula of one clause."""
    return Formula(2, 1, lambda: [Group(Origin("example", "all"), ((1, 2),))], str)
