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
            time.sleep(5.1)
        return ()


@pytest.mark.parametrize("interrupts", [False, True])
def test_redundancy_that_was_tested_is_kept(interrupts, monkeypatch):
    """The clues were tested, the constraints were not, and the report says so."""
    puzzle = Puzzle("123434.. 2.4..32.", [Thermo("r1c1 r1c2"), Late(interrupts)])
    whole = check(puzzle)  # the clauses of all constraints together are kept
    monkeypatch.setitem(globals(), "LATE", True)
    if interrupts:
        with pytest.raises(KeyboardInterrupt) as caught:
            check(puzzle)
        report = caught.value.report
    else:
        report = check(puzzle, timeout=5)
    assert report.status is Status.UNIQUE
    assert report.redundant == whole.redundant != ()
    assert whole.redundant_constraints == puzzle.constraints
    assert report.redundant_constraints is None
    assert "tested 10 of 12 clues and constraints" in report.stopped
    assert report.is_minimal is False
