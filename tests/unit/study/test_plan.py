"""The plan of a study: which tasks, in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.study.contender import Contender
from satdoku.study.part import Part
from satdoku.study.plan import tasks
from satdoku.study.run import Ended, Run

if TYPE_CHECKING:
    from satdoku.study.subject import Subject

BOTH = (Contender("dpll"), Contender("bitmask"))


def test_turns(subjects: tuple[Subject, ...]) -> None:
    """Contenders take turns on a puzzle, and repeats come apart."""
    found = [task.key for task in tasks([Part(subjects, BOTH, key="a", repeat=2)])]
    expected = [
        ("a", "small", number, engine, repeat)
        for repeat in (1, 2)
        for number in (1, 2)
        for engine in ("dpll", "bitmask")
    ]

    assert expected == found


def test_whole_sets(subjects: tuple[Subject, ...]) -> None:
    """A whole set is one task, of all its puzzles."""
    found = list(tasks([Part(subjects, BOTH, whole=True)]))

    assert [("", "small", 0, "dpll", 1), ("", "small", 0, "bitmask", 1)] == [
        task.key for task in found
    ]
    assert subjects == found[0].subjects


def test_keys_are_those_of_runs(subjects: tuple[Subject, ...], run: Run) -> None:
    """A task and its run are told apart from others by the same."""
    part = Part(subjects, (Contender.parse(run.contender),), key=run.part)
    names = {task.key[0::3] for task in tasks([part])}

    assert Ended.ANSWERED is run.ended
    assert {run.key[0::3]} == names
