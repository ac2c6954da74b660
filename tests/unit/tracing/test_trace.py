"""The library's way in: `satdoku.trace`."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import satdoku
from satdoku.tracing.event import Decided, Ended, Ending, Found, Propagated

if TYPE_CHECKING:
    from satdoku.cnf.formula import Formula

PROPER = "1.....2...3.4..."


def test_events_and_the_end() -> None:
    """Walking yields the events, and how it ended; twice the same."""
    trace = satdoku.trace(PROPER)
    events = list(trace)

    assert isinstance(events[-1], Ended)
    assert Ending.COMPLETE is events[-1].ending
    assert len(events) - 1 == events[-1].events
    assert events == list(trace)
    assert PROPER == trace.begun.puzzle


def test_events_are_values() -> None:
    """They are frozen, equal by what they hold, and hashable."""
    first, second = islice(satdoku.trace(PROPER), 2)
    again = next(iter(satdoku.trace(PROPER)))

    assert first == again
    assert hash(first) == hash(again)
    assert isinstance(second, Propagated)
    with pytest.raises(FrozenInstanceError):
        second.literal = 1  # type: ignore[misc]


def test_it_is_lazy() -> None:
    """The first events of a search that would never end come at once."""
    trace = satdoku.trace("." * 81, solutions=None, limit=None)
    found = 0
    for event in trace:
        found += isinstance(event, Found)
        if found == 3:
            break

    assert 3 == found


@pytest.mark.parametrize(("solutions", "found"), [(1, 1), (2, 2), (7, 7), (None, 18)])
def test_solutions(solutions: int | None, found: int) -> None:
    """As many solutions as asked for."""
    trace = satdoku.trace("1... .... ...2 ....", solutions=solutions)

    assert found == sum(isinstance(event, Found) for event in trace)


def test_limit_and_timeout() -> None:
    """Both stop the search, which the last event says."""
    *events, ended = satdoku.trace("." * 81, limit=100)
    *_, timed = satdoku.trace("." * 81, solutions=None, timeout=0)

    assert 100 == len(events)
    assert isinstance(ended, Ended)
    assert isinstance(timed, Ended)
    assert Ending.STOPPED is ended.ending is timed.ending
    assert "out of time" == timed.why


def test_encoding_rule_and_simplified() -> None:
    """Each is what is searched."""
    trace = satdoku.trace(PROPER, encoding="minimal", rule="first")
    small = satdoku.trace(PROPER, simplified=True)

    assert ("minimal", "first", False) == (
        trace.begun.encoding,
        trace.begun.rule,
        trace.begun.simplified,
    )
    assert (0, True) == (small.begun.variables, small.begun.simplified)
    assert ["found", "ended"] == [event.kind for event in small]


def test_formula(jumping: Formula) -> None:
    """Any formula can be followed."""
    events = list(satdoku.trace(jumping))

    assert "formula" == satdoku.trace(jumping).begun.kind
    assert any(isinstance(event, Decided) for event in events)


def test_text_json_and_tree() -> None:
    """The other ways to look at it agree."""
    trace = satdoku.trace("1... .... ...2 ....")
    stream = StringIO()
    trace.write(stream)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]

    assert [event.kind for event in trace] == [line["event"] for line in lines[1:]]
    assert "2 models." in trace.text()
    assert 2 == trace.tree().counts.solutions
    assert "encoding extended" in repr(trace)


@pytest.mark.parametrize(
    "wrong",
    [
        {"solutions": 0},
        {"solutions": True},
        {"limit": -1},
        {"limit": "9"},
        {"timeout": -1},
        {"rule": "nonsense"},
        {"encoding": "nonsense"},
    ],
)
def test_what_makes_no_sense(wrong: dict[str, Any]) -> None:
    """It is told at once, as an error of the family."""
    with pytest.raises(satdoku.UsageError):
        satdoku.trace(PROPER, **wrong)


def test_a_formula_is_not_encoded(jumping: Formula) -> None:
    """What would do nothing is refused."""
    with pytest.raises(satdoku.UsageError, match="not encoded"):
        satdoku.trace(jumping, encoding="extended")
    with pytest.raises(satdoku.UsageError, match="not encoded"):
        satdoku.trace(jumping, simplified=True)


def test_an_unreadable_puzzle() -> None:
    """As everywhere."""
    with pytest.raises(satdoku.InputError):
        satdoku.trace("1...")


def test_public_names() -> None:
    """The function is not hidden by a module of its name."""
    import satdoku.tracing.trace

    assert callable(satdoku.trace)
