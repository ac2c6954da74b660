"""What a check knows where the time ran out, or Ctrl-C came."""

import time
from dataclasses import dataclass

import pytest

from satdoku import Puzzle, Status, check
from satdoku.constraints import Thermo
from satdoku.puzzle.constraints.base import BaseConstraint

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


@pytest.mark.parametrize("interrupts", [False, True])
def test_what_was_not_tested_is_not_claimed(interrupts, monkeypatch):
    """The report stays without what was interrupted, and says so."""
    puzzle = Puzzle("123434.. 2.4..32.", [Thermo("r1c1 r1c2"), Late(interrupts)])
    whole = check(puzzle)
    assert whole.redundant != ()
    report = check(puzzle, timeout=1)
    assert report.status is Status.UNIQUE
    monkeypatch.setitem(globals(), "LATE", True)
    if interrupts:
        with pytest.raises(KeyboardInterrupt):
            print(report)
    assert report.redundant is None
    assert report.redundant_constraints is None
    assert "tested 0 of 12" in report.stopped
    assert (report.is_minimal, report.complete) == (None, False)
