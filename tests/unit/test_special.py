"""The engines that are more than a solver of formulas, and those that are not."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from satdoku import UsageError
from satdoku.logic import Logic
from satdoku.reference.table import ROWS
from satdoku.special import special_engine

if TYPE_CHECKING:
    from pathlib import Path

MOST = 1_000_000


def test_which_is_made() -> None:
    """At most one of both, by name."""
    logic, no_reference = special_engine("logic", "singles", None, MOST, None)
    no_logic, reference = special_engine("bitmask", None, None, MOST, None)

    assert isinstance(logic, Logic)
    assert reference is not None
    assert "bitmask" == reference.name
    assert (None, None) == (no_logic, no_reference)
    for name in ("auto", "dpll", "lanes", "cadical153"):
        assert (None, None) == special_engine(name, None, None, MOST, None)


@pytest.mark.parametrize("name", ["lanes", *(row.name for row in ROWS)])
def test_who_takes_no_formula(name: str) -> None:
    """An encoding is refused; engine logic may search with one."""
    with pytest.raises(UsageError, match=f"engine {name} takes no formula"):
        special_engine(name, None, None, MOST, "triad")
    assert special_engine("logic", None, None, MOST, "triad")[0] is not None


@pytest.mark.parametrize("name", ["auto", "dpll", "lanes"])
def test_options_of_others(name: str) -> None:
    """Who has no techniques is told who has; likewise of orders."""
    with pytest.raises(UsageError, match=f"engine {name} has no techniques; logic has"):
        special_engine(name, "singles", None, MOST, None)
    with pytest.raises(UsageError, match=f"engine {name} has no order; backtracking"):
        special_engine(name, None, "rows", MOST, None)


def test_nothing_is_imported_before_it_is_used(root: Path) -> None:
    """A session of solvers needs neither."""
    program = """
import sys
from satdoku.special import special_engine
special_engine("dpll", None, None, 1_000_000, None)
print("satdoku.logic" in sys.modules, "satdoku.referring" in sys.modules)
special_engine("constraint", None, None, 1_000_000, None)
print("satdoku.logic" in sys.modules, "satdoku.referring" in sys.modules)
special_engine("elimination", ["hidden-single"], None, 1_000_000, None)
print("satdoku.deduce.families" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=False,
        text=True,
        env={"PYTHONPATH": str(root)},
    )

    assert ("", ["False False", "False True", "False"]) == (
        done.stderr,
        done.stdout.splitlines(),
    )


def test_a_full_house_is_a_naked_single() -> None:
    """It may be named beside naked singles, which find it; alone it is refused."""
    both = ["full-house", "naked-single"]

    assert special_engine("elimination", both, None, MOST, None)[1] is not None
    with pytest.raises(UsageError, match="does not know 'full-house'"):
        special_engine("elimination", ["full-house"], None, MOST, None)
