"""`satdoku.profile`: its times are seconds, add up, and count what happened."""

from statistics import mean
from time import perf_counter

import pytest

from satdoku import Status, profile
from satdoku.study.profiling import STARTING
from tests.core.puzzles import EASY, HARD, TWO

FOUR = "1... ..2. ..3. 4..."


def test_times_add_up():
    """Of two runs the median is the mean, so that the stages are as long as a run."""
    said = []
    begun = perf_counter()
    limits = {"engine": "dpll", "max_clauses": 2000}
    found = profile(FOUR, repeat=2, start=True, progress=said.append, **limits)
    took = perf_counter() - begun
    assert list(dict.fromkeys(said)) == [
        "getting ready",
        "solve 1 of 2",
        "solve 2 of 2",
        "how Python starts",
    ]
    before = [stage for stage in found.stages if stage.name in STARTING]
    assert [stage.name for stage in before] == list(STARTING)
    assert [stage.calls for stage in before] == [1, 1, 1]
    assert 0.001 < sum(stage.seconds for stage in before) < took
    assert all(stage.seconds > 0 for stage in before)
    own = [stage.seconds for stage in found.stages if stage not in before]
    assert sum(own) == pytest.approx(mean(found.runs))
    assert 0 < sum(found.runs) < took
    assert found.seconds == pytest.approx(sum(own) + sum(s.seconds for s in before))
    assert sum(map(found.share, found.stages)) == pytest.approx(1)


def test_stages_in_order():
    """Reading comes first, then each engine in turn, then the answer."""
    found = profile(HARD.line, engine="dpll", repeat=1)
    assert [(stage.name, stage.engine) for stage in found.stages] == [
        ("read", ""),
        ("encode", ""),
        ("load", "dpll"),
        ("propagate", "dpll"),
        ("search", "dpll"),
        ("close", "dpll"),
        ("decode", ""),
        ("check", ""),
        ("other", ""),
    ]
    calls = {stage.name: stage.calls for stage in found.stages}
    assert {calls[name] for name in ("read", "encode", "load", "other")} == {1}
    assert calls["propagate"] > found.statistics["decisions"]
    found = profile(HARD, engine="logic", repeat=1)
    engines = dict.fromkeys(stage.engine for stage in found.stages if stage.engine)
    assert list(engines) == found.statistics.engines
    assert len(engines) > 1
    assert found.stage("read") is None


def test_medians_count_runs_without_a_stage():
    """Two of three runs need no search: in the median it takes nothing."""
    puzzles = iter((EASY, HARD, EASY))
    profile(HARD, repeat=1)  # loads every module, so that no run is repeated
    found = profile(HARD, repeat=3, read=lambda: next(puzzles))
    search = found.stage("search")
    assert (search.seconds, search.calls) == (0, 0)
    assert found.stage("singles").calls == 1


def test_table():
    """The table holds milliseconds, shares and calls."""
    found = profile(TWO, engine="dpll", every=True, repeat=1)
    assert (found.status, found.solutions) == (Status.MULTIPLE, 2)
    head, table = str(found).split("\n\n")
    facts = dict(line.split(maxsplit=1) for line in head.splitlines())
    assert facts["Answer"].endswith(", 2 solutions found")
    size = f"{found.statistics.variables:,} variables, {found.statistics.clauses:,}"
    assert f"{size} clauses" in facts["Formula"]
    assert facts["Runs"] == f"1, {1000 * found.runs[0]:,.3f} ms"
    lines = [line.split() for line in table.splitlines()[1:]]
    assert [line[0] for line in lines[:-1]] == [stage.name for stage in found.stages]
    for stage, line in zip(found.stages, lines[:-1], strict=True):
        numbers = [float(word.strip("%").replace(",", "")) for word in line[-4:]]
        time = 1000 * stage.seconds
        share = 100 * stage.seconds / found.seconds
        assert numbers == pytest.approx(
            [time, share, stage.calls, time / stage.calls], abs=0.051
        )
    assert lines[-1] == ["whole", f"{1000 * found.seconds:,.3f}", "100.0%"]


def test_a_large_puzzle_is_named_by_its_size():
    found = profile("." * 625, engine="backtracking", timeout=1e-9, repeat=2)
    first, *_, last = str(found).split("\n\n")[0].splitlines()
    assert first.split(maxsplit=1)[1] == "25x25 (boxes of 5x5), 0 clues"
    assert last.split(maxsplit=1)[1].startswith("2, ")
    assert not found.complete


def test_functions():
    """Their own times are shares of one run; the slowest come first."""
    said = []
    begun = perf_counter()
    found = profile(HARD, repeat=1, functions=5000, progress=said.append).functions
    assert said[-1] == "functions"
    assert sum(each.share for each in found) == pytest.approx(1)
    whole = sum(each.seconds for each in found)
    assert whole < perf_counter() - begun
    assert found[0].share == pytest.approx(found[0].seconds / whole)
    assert [each.seconds for each in found] == sorted(
        (each.seconds for each in found), reverse=True
    )
    assert min(each.calls for each in found) == 1
    assert any(each.name.startswith("satdoku/solving/solver.py:") for each in found)
    few = profile(HARD, repeat=1, functions=2)
    table = [line.split(maxsplit=3) for line in str(few).splitlines()[-2:]]
    for (time, share, calls, name), each in zip(table, few.functions, strict=True):
        assert (name, calls) == (each.name, f"{each.calls:,}")
        assert float(time) == pytest.approx(1000 * each.seconds, abs=0.001)
        assert share == f"{each.share:.1%}"


def test_speedscope():
    """The stages stand one after another, below one frame for all."""
    found = profile(HARD.line, engine="dpll", repeat=1)
    told = found.speedscope()
    frames = [frame["name"] for frame in told["shared"]["frames"]]
    assert frames[1:4] == ["read", "encode", "load (dpll)"]
    (one,) = told["profiles"]
    assert one["weights"] == [stage.seconds for stage in found.stages]
    assert one["samples"] == [[0, at] for at in range(1, len(frames))]
    assert (one["startValue"], told["activeProfileIndex"]) == (0, 0)
