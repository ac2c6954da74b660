"""The other ways to solve, for comparison: puzzle in, solutions out, no formula.

    backtracking         cells in turn, digits in turn
    backtracking-blocks  the same, the fullest rows first
    backtracking-fewest  the same, always the cell that fewest digits fit
    constraint           the same over candidates, which each placed digit rules out
    elimination          four techniques until none applies, then a guess
    bitmask              the digits units lack as integers, fewest candidates first
    norvig               naked and hidden singles after each guess, by P. Norvig
    dlx                  exact cover by dancing links, by D. E. Knuth
    ilp                  the 0-1 program, by HiGHS
    cp                   the constraint program, by OR-Tools' CP-SAT

Each is a class that derives from `engines.baselines.base.Baseline`, in a file of its
name; `bitmask` is also what automatic choice begins with.  This module knows their
names, and loads none of them before it is made.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from satdoku.engines.base import EngineInfo
from satdoku.errors import UsageError

if TYPE_CHECKING:
    from satdoku.engines.baselines.base import Baseline


def _baseline(
    name: str, summary: str, library: str = "", extra: str = ""
) -> EngineInfo:
    needs = f"satdoku[{extra}]" if extra else ""
    return EngineInfo(name, summary, "reference", library=library, needs=needs)


BASELINES = (
    _baseline("backtracking", "cells in turn, digits in turn"),
    _baseline("backtracking-blocks", "backtracking, the fullest rows first"),
    _baseline("backtracking-fewest", "backtracking, the cell that fewest digits fit"),
    _baseline("constraint", "backtracking over candidates"),
    _baseline("elimination", "four techniques until none applies, then a trial"),
    _baseline("bitmask", "bit masks, the cell with fewest candidates"),
    _baseline("norvig", "Norvig's search: singles, the cell with fewest candidates"),
    _baseline("dlx", "exact cover by Knuth's dancing links"),
    _baseline("ilp", "the 0-1 linear program, by HiGHS", "scipy", "ilp"),
    _baseline("cp", "the constraint program, by OR-Tools' CP-SAT", "ortools", "cp"),
)


def make(name: str) -> Baseline:
    """Make a baseline.

    Args:
        name: One of `BASELINES`.

    Raises:
        UsageError: Its library is not installed.

    Example:
        >>> make("backtracking-fewest")
        <satdoku.engines.baselines.backtracking.Backtracking object at ...>
    """
    info = next(info for info in BASELINES if info.name == name)
    if info.library and find_spec(info.library) is None:
        raise UsageError(
            f"engine {name} needs {info.library}, which is not installed: "
            f"pip install '{info.needs}'"
        )
    kind, _, order = name.partition("-")
    module = import_module(f"satdoku.engines.baselines.{kind}")
    baseline: Baseline = getattr(module, kind.capitalize())(*[order] if order else [])
    return baseline
