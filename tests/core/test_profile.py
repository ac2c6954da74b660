"""`satdoku.profile`: its times are seconds, add up, and count what happened."""

from statistics import mean
from time import perf_counter

import pytest

from satdoku import Status, profile
from tests.core.puzzles import HARD, TWO

FOUR = "1... ..2. ..3. 4..."


def test_times_add_up():
    """Of two runs the median is the mean, so that the stages are as long as a run."""
    begun = perf_counter()
    profiled = profile(FOUR, repeat=2, engine="dpll")
    assert 0 < sum(profiled.runs) < perf_counter() - begun
    assert profiled.seconds == pytest.approx(mean(profiled.runs))
    assert sum(map(profiled.share, profiled.stages)) == pytest.approx(1)


def test_stages():
    """Each engine has its stages, and each stage its calls."""
    profiled = profile(HARD, engine="dpll", repeat=1)
    calls = {stage.name: stage.calls for stage in profiled.stages}
    assert {"encode", "load", "propagate", "search", "check"} < {*calls}
    assert {calls[name] for name in ("encode", "load", "other")} == {1}
    assert calls["propagate"] > profiled.result.statistics["decisions"]
    assert profiled.stages[-1].name == "other"
    profiled = profile(HARD, engine="logic", repeat=1)
    engines = dict.fromkeys(stage.engine for stage in profiled.stages if stage.engine)
    assert list(engines) == profiled.result.statistics.engines
    assert len(engines) > 1


def test_table():
    """The table holds milliseconds, shares and calls."""
    profiled = profile(TWO, engine="dpll", repeat=1)
    statistics = profiled.result.statistics
    assert profiled.result.status is Status.MULTIPLE
    head, table = str(profiled).split("\n\n")
    facts = dict(line.split(maxsplit=1) for line in head.splitlines())
    size = f"{statistics.variables:,} variables, {statistics.clauses:,} clauses"
    assert facts["Formula"].endswith(size)
    time = f"{1000 * profiled.runs[0]:,.3f}"
    assert facts["Runs"] == f"1, {time} to {time} ms; medians below"
    lines = [line.split() for line in table.splitlines()[1:]]
    assert [line[0] for line in lines[:-1]] == [stage.name for stage in profiled.stages]
    for stage, line in zip(profiled.stages, lines[:-1], strict=True):
        numbers = [float(word.strip("%").replace(",", "")) for word in line[-4:]]
        time = 1000 * stage.seconds
        share = 100 * stage.seconds / profiled.seconds
        assert numbers == pytest.approx(
            [time, share, stage.calls, time / stage.calls], abs=0.051
        )
    assert lines[-1] == ["whole", f"{1000 * profiled.seconds:,.3f}", "100.0%"]


def test_one_time_limit_holds_for_all_runs():
    profiled = profile("." * 625, engine="backtracking", timeout=1e-9, repeat=2)
    first, *_, last = str(profiled).split("\n\n")[0].splitlines()
    assert first.split(maxsplit=1)[1] == "25x25 (boxes of 5x5), 0 clues"
    assert last.split(maxsplit=1)[1].startswith("1, ")
    assert profiled.result.status is Status.UNKNOWN


def test_functions():
    """The slowest come first, as many as were asked for."""
    table = profile(HARD, repeat=1, functions=4).functions
    times = [float(line.split()[1]) for line in table.splitlines()[-4:]]
    assert "tottime" in table
    assert times == sorted(times, reverse=True)
    assert "solver.py" in profile(HARD, repeat=1, functions=5000).functions


def test_an_unknown_parameter_is_named_with_the_function():
    with pytest.raises(TypeError, match=r"^profile\(\).*'puzzles'"):
        profile(FOUR, puzzles=3)
