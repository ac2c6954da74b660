"""What a check knows where the time ran out, or Ctrl-C came."""

import time
from dataclasses import dataclass

import pytest

from satdoku import (
    Puzzle,
    Status,
    Stopped,
    check,
    generate_many,
)
from satdoku.constraints import Thermo
from satdoku.puzzle.constraints.base import BaseConstraint
from tests.conftest import time_limit

LATE = False


@dataclass(frozen=True)
class Late(BaseConstraint):
    """Says nothing, and says that late, or not at all, where LATE is set."""

    label = "late"
    interrupts: bool

    def clauses(self, geometry, variables):
        """Return nothing."""
        if LATE and self.interrupts:
            raise KeyboardInterrupt
        if LATE:
            time.sleep(1.1)
        return ()


def test_what_was_not_tested_is_not_claimed(monkeypatch):
    """The report stays without what there was no time for, and says so."""
    puzzle = Puzzle("123434.. 2.4..32.", [Thermo("r1c1 r1c2"), Late(interrupts=False)])
    assert check(puzzle).redundant != ()
    report = check(puzzle, timeout=1)
    assert report.status is Status.UNIQUE
    monkeypatch.setitem(globals(), "LATE", True)
    assert report.redundant is None
    assert report.redundant_constraints is None
    assert (report.is_minimal, report.complete) == (None, False)


def test_a_report_searches_again_after_ctrl_c(monkeypatch):
    puzzle = Puzzle("123434.. 2.4..32.", [Thermo("r1c1 r1c2"), Late(interrupts=True)])
    report = check(puzzle)
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "LATE", True)
        with pytest.raises(KeyboardInterrupt):
            print(report)
    assert report.redundant == check(puzzle).redundant != ()


def test_a_time_limit_of_generated_puzzles():
    with time_limit(1.5), pytest.raises(Stopped):
        list(generate_many(1000, size=25, timeout=0.3))
