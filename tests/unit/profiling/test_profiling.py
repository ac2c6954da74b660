"""Profiles: `satdoku.profile`."""

from __future__ import annotations

import sys
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

import satdoku
from satdoku.profiling.asked import Asked
from satdoku.profiling.profiled import Stage
from satdoku.profiling.profiling import measured
from satdoku.profiling.running import Task, stages
from tests.unit.profiling.test_engines import EASY, HARD, SEVERAL, profiled

NONE = "12.3..4........."
COMPLETE = "".join(
    "123456789"[k:] + "123456789"[:k] for k in (0, 3, 6, 1, 4, 7, 2, 5, 8)
)


def test_profile() -> None:
    """A profile says what was solved, how, and what each stage took."""
    told = satdoku.profile(HARD, engine="dpll", repeat=2)

    assert (satdoku.Status.UNIQUE, 1, True) == (
        told.status,
        told.solutions,
        told.certain,
    )
    assert ("dpll", "extended", True) == (told.engine, told.encoding, told.simplified)
    assert 2 == len(told.runs_ns)
    decide = told.stage("decide", "dpll")
    assert decide is not None
    assert told.counters["decisions"] == decide.calls
    assert told.total_ns == told.solve_ns == sum(one.time_ns for one in told.stages)
    assert 1 == pytest.approx(sum(map(told.share, told.stages)))


def test_order_of_stages() -> None:
    """First what comes before an engine, then the engines in turn, then the rest."""
    told = satdoku.profile("." * 81, every=True, limit=2_500, repeat=1)
    names = [(stage.name, stage.engine) for stage in told.stages]

    assert [("read", ""), ("encode", ""), ("load", "dpll")] == names[:3]
    assert names.index(("close", "dpll")) < names.index(("load", "lanes"))
    assert names.index(("search", "lanes")) < names.index(("decode", ""))
    assert [("other", ""), ("measuring", "")] == names[-2:]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"encoding": "triad"},
        {"engine": "dpll"},
        {"engine": "minisat22"},
        {"engine": "logic"},
        {"engine": "lanes"},
        {"engine": "backtracking"},
        {"engine": "elimination", "every": True},
        {"engine": "bitmask", "timeout": 1e-9},
    ],
)
@pytest.mark.parametrize("nine", ["55" + "." * 79, "." * 8 + "123" * 3, COMPLETE])
def test_nothing_to_search(nine: str, asked: dict[str, Any]) -> None:
    """A puzzle that clashes, is refuted or complete prints as any other."""
    told = satdoku.profile(nine.ljust(81, "."), repeat=1, **asked)

    assert "None" not in str(told)
    assert "Answer " in str(told)
    late = "timeout" in asked
    why = "the time was over before a search" if late else "the clues alone decide"
    if not told.engine:
        assert f"Engine    no search: {why}" in str(told)


def test_words() -> None:
    """Engines are told as `solve` tells them, and shares of the solve apart."""
    told = satdoku.profile(EASY, repeat=1)
    before = Stage("start", "", 99 * told.total_ns, 1)
    both = replace(told, engine="a b", stages=(before, *told.stages))

    assert "Engine    bitmask: singles alone answered it" in str(told)
    assert "of solve" not in str(told)
    assert "Engine    a, then b: " in str(both)
    assert ["solve", "alone"] == str(both).splitlines()[-2].split()[:2]
    assert ["1.0%", "100.0%"] == str(both).splitlines()[-2].split()[-2:]


def test_medians() -> None:
    """Of several runs the median is told; one that lacks a stage took none of it."""
    runs = [profiled(HARD, engine="dpll") for _ in range(3)]
    runs.append(profiled(EASY, engine="dpll"))
    told = {stage.name: stage for stage in stages(runs)}
    times = sorted(
        sum(time for key, (time, _) in one.sums.items() if key.stage == "decide")
        for one in runs
    )

    assert 0 == times[0]
    assert round((times[1] + times[2]) / 2) == told["decide"].time_ns


@pytest.mark.parametrize(
    ("puzzle", "asked", "status", "solutions"),
    [
        (SEVERAL, {}, "several", 2),
        (SEVERAL, {"every": True}, "several", 24),
        (SEVERAL, {"limit": 3}, "several", 3),
        (SEVERAL, {"limit": 1}, "solved", 1),
        (EASY, {"every": True}, "unique", 1),
        (NONE, {}, "none", 0),
        (NONE, {"every": True}, "none", 0),
        (SEVERAL, {"limit": 24}, "several", 24),
    ],
)
def test_questions(
    puzzle: str, asked: dict[str, Any], status: str, solutions: int
) -> None:
    """One solution and whether it is the only one, or as many as are asked for."""
    told = satdoku.profile(puzzle, repeat=1, **asked)

    assert (status, solutions, True) == (told.status, told.solutions, told.certain)


def test_a_grid_is_not_read() -> None:
    """Where there is nothing to read there is no such stage."""
    grid = satdoku.Grid.parse(EASY)

    assert satdoku.profile(grid, repeat=1).stage("read") is None
    assert satdoku.profile(EASY, repeat=1).stage("read") is not None


def test_start() -> None:
    """What fresh processes take before a solve comes first."""
    told = satdoku.profile(EASY, repeat=1, start=True, engine="logic")

    assert ["start", "import", "first"] == [stage.name for stage in told.stages[:3]]
    assert told.total_ns - told.solve_ns == sum(
        stage.time_ns for stage in told.stages[:3]
    )
    assert all(stage.time_ns > 0 for stage in told.stages[:2])


def test_functions() -> None:
    """So many functions are told, most of all those of the search."""
    told = satdoku.profile(HARD, engine="dpll", repeat=1, functions=4)

    assert 4 == len(told.functions)
    assert any(one.name.startswith("satdoku/engines/dpll/") for one in told.functions)
    assert told.functions[0].name in str(told).splitlines()[-4]
    shares = [one.share for one in told.functions]
    assert sorted(shares, reverse=True) == shares
    assert 0 < sum(shares) <= 1


@pytest.mark.parametrize(
    ("puzzle", "asked"),
    [
        ("11..............", {}),
        (SEVERAL, {"engine": "logic", "timeout": 1e-9}),
        (HARD, {"engine": "dpll", "timeout": 1e-9}),
    ],
)
def test_prints_without_a_formula(puzzle: str, asked: dict[str, Any]) -> None:
    """Where none was made, or not in time, no encoding is told."""
    told = satdoku.profile(puzzle, repeat=1, **asked)

    assert (told.variables is None) == (not told.encoding)
    assert (not told.encoding) == ("Formula" not in str(told))


def test_prints_as_a_table() -> None:
    """A line a stage, numbers below each other, and the whole at the end."""
    told = satdoku.profile(HARD, engine="dpll", repeat=1)
    lines = str(told).splitlines()
    table = lines[lines.index("") + 1 :]

    assert ["stage", "engine", "ms", "share", "calls", "ms", "a", "call"] == (
        table[0].split()
    )
    assert [stage.name for stage in told.stages] == [
        line.split()[0] for line in table[1:-1]
    ]
    assert ["whole", f"{told.total_ns / 1e6:,.3f}", "100.0%"] == table[-1].split()
    assert 1 == len({line.index("%") for line in table[1:]})


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"repeat": 0}, "repeat=0 makes no sense; expected 1, 2"),
        ({"repeat": True}, "repeat=True"),
        ({"events": -1}, "events=-1 makes no sense; expected 0, 1"),
        ({"functions": 1.5}, "functions=1.5"),
        ({"limit": 0}, "a limit of 0 makes no sense"),
        ({"timeout": -1}, "a timeout of -1 makes no sense"),
        ({"timeout": 1e300}, "1e\\+300 makes no sense; .* from 0 to 1,000,000,000$"),
        ({"engine": "abacus"}, "there is no engine abacus"),
        ({"engine": "lanes", "encoding": "triad"}, "takes no formula"),
        ({"engine": "dpll", "order": "rows"}, "has no order"),
    ],
)
def test_makes_no_sense(asked: dict[str, Any], said: str) -> None:
    """What makes no sense is told before anything is measured."""
    with pytest.raises(satdoku.UsageError, match=said):
        satdoku.profile(EASY, **asked)


def test_is_frozen() -> None:
    """A profile is a value; of a stage that never happened there is no time a call."""
    told = satdoku.profile(EASY, repeat=1)
    with pytest.raises(FrozenInstanceError):
        told.status = satdoku.Status.NONE  # type: ignore[misc]

    assert Stage("decide", "dpll", 0, 0).each_ns is None
    assert told.stage("swim") is None


def test_large_puzzles_are_named() -> None:
    """A puzzle whose line would fill the screen is told by its shape."""
    told = str(satdoku.profile("1 " + "0 " * 624, repeat=1, timeout=0.1, limit=1))

    assert told.startswith("Puzzle    25x25")
    assert " 1 clues\n" in told


def test_one_profiler_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another profiler is at work, no functions are told, and why."""

    class Busy:
        def enable(self) -> None:
            raise ValueError("Another profiling tool is already active")

    monkeypatch.setattr("satdoku.profiling.functions.Profile", Busy)

    with pytest.raises(satdoku.UsageError, match="tool is already active"):
        satdoku.profile(EASY, repeat=1, functions=1)


@pytest.mark.parametrize(("most", "made"), [(0, 2), (1, 3), (9, 5)])
def test_solves_that_load_modules_do_not_count(
    monkeypatch: pytest.MonkeyPatch, most: int, made: int
) -> None:
    """They are made anew, though not for ever."""
    grid = satdoku.Grid.parse(EASY)
    read: list[int] = []

    def load() -> satdoku.Grid:
        read.append(len(read))
        if len(read) <= most:
            monkeypatch.setitem(sys.modules, f"loaded_{len(read)}", sys)
        return grid

    told = measured(Task(Asked(engine="bitmask"), grid, load), repeat=2)

    assert (2, made) == (len(told.runs_ns), len(read))
