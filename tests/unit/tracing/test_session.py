"""A session that is followed answers as any other does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.answers import Status
from satdoku.errors import LimitError, Stopped, UsageError
from satdoku.grid import Grid
from satdoku.session import Session
from satdoku.tracing.event import Ending
from satdoku.tracing.session import TracingSession

if TYPE_CHECKING:
    from tests.unit.tracing.conftest import Notes

PUZZLES = {
    "proper": "1.....2...3.4...",
    "several": "1....2....3....4",
    "clashing": "11..............",
    "dead end": "12.3..4.........",
    "solved": "1243342121344312",
    "empty": "." * 16,
}


@pytest.mark.parametrize("simplified", [False, True])
@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize("name", PUZZLES)
def test_the_same_answers(
    name: str,
    unique: bool,  # noqa: FBT001  a parameter
    simplified: bool,  # noqa: FBT001
    notes: Notes,
) -> None:
    """Status, certainty and reason are those of a plain session."""
    puzzle = Grid.parse(PUZZLES[name])
    plain = Session("dpll").solve(puzzle, unique=unique)
    traced = TracingSession([notes], simplified=simplified).solve(puzzle, unique=unique)

    assert (plain.status, plain.certain, plain.reason) == (
        traced.status,
        traced.certain,
        traced.reason,
    )
    assert simplified is traced.simplified
    assert ("dpll", "extended") == (traced.engine, traced.encoding)
    assert notes.ended[0].statistics == traced.statistics
    if traced.solution is not None:
        assert traced.solution.solves(puzzle)


def test_all_solutions(notes: Notes) -> None:
    """Every solution, each once; the trace has them, too."""
    walk = TracingSession([notes]).solutions(Grid.parse("." * 16))
    found = {grid.line for grid in walk}

    assert 288 == len(found) == notes.kinds.count("found")
    assert Ending.COMPLETE is notes.ended[0].ending


def test_timeout(notes: Notes) -> None:
    """Time that is over leaves the answer open."""
    session = TracingSession([notes])

    assert Status.UNKNOWN is session.solve(Grid.parse("." * 16), timeout=0).status
    assert Ending.STOPPED is notes.ended[0].ending
    with pytest.raises(Stopped):
        list(TracingSession([]).solutions(Grid.parse("." * 16), timeout=0))


def test_interrupted_while_printing(notes: Notes) -> None:
    """Ctrl-C while a solution is looked at ends the trace as what it is."""

    def look() -> None:
        walk = TracingSession([notes]).solutions(Grid.parse("." * 16))
        try:
            next(walk)
            raise KeyboardInterrupt
        finally:
            walk.close()

    with pytest.raises(KeyboardInterrupt):
        look()
    assert [Ending.INTERRUPTED] == [ended.ending for ended in notes.ended]


def test_source_and_rule(notes: Notes) -> None:
    """What the person said is told."""
    session = TracingSession([notes], "triad", rule="first")
    session.source = "a.txt:3"
    session.solve(Grid.parse("." * 16))

    (begun,) = notes.begun
    assert ("a.txt:3", "triad", "first") == (begun.source, begun.encoding, begun.rule)


def test_refusals() -> None:
    """As a plain session does."""
    with pytest.raises(UsageError):
        TracingSession([], "nonsense")
    with pytest.raises(UsageError):
        TracingSession([], rule="nonsense")
    with pytest.raises(LimitError):
        TracingSession([], max_clauses=10).solve(Grid.parse("." * 16))
