"""The other ways to solve, for comparison: puzzle in, solutions out, no formula.

    backtracking   cells in turn, digits in turn
    constraint     the same over candidates, which each placed digit rules out
    elimination    four techniques until none applies, then a guess
    bitmask        the digits units lack as integers, the cell with fewest candidates
    ilp            the 0-1 program, by HiGHS
    cp             the constraint program, by OR-Tools' CP-SAT

A file each, with a class of the same name that is a `engines.baselines.base.Baseline`;
`bitmask` is also what automatic choice begins with.  This module knows their names and
options, and loads none of them before it is made.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import UsageError, printable, shown

if TYPE_CHECKING:
    from collections.abc import Collection

    from satdoku.engines.baselines.base import Baseline

__all__ = ["BASELINES", "ORDERS", "TECHNIQUES", "BaselineInfo", "find", "make"]

ORDERS = ("rows", "blocks", "fewest")
"""The orders in which `backtracking` takes cells, the usual one first."""

TECHNIQUES = ("naked-single", "hidden-single", "naked-pair", "naked-triple")
"""The techniques of `elimination`, by their keys, in the order they are tried."""


class BaselineInfo(NamedTuple):
    """What is known of a baseline before it is loaded.

    Args:
        name: What `--engine` takes.
        summary: What it is, in a few words.
        library: The library it needs, by the name it is imported by; empty for none.
        extra: The extra of satdoku that brings that library.
    """

    name: str
    summary: str
    library: str = ""
    extra: str = ""

    @property
    def available(self) -> bool:
        """Whether what it needs is installed; nothing is loaded."""
        return not self.library or find_spec(self.library) is not None


BASELINES = (
    BaselineInfo("backtracking", "cells in turn, digits in turn"),
    BaselineInfo("constraint", "backtracking over candidates"),
    BaselineInfo("elimination", "four techniques until none applies, then a trial"),
    BaselineInfo("bitmask", "bit masks, the cell with fewest candidates"),
    BaselineInfo("ilp", "the 0-1 linear program, by HiGHS", "scipy", "ilp"),
    BaselineInfo("cp", "the constraint program, by OR-Tools' CP-SAT", "ortools", "cp"),
)


def find(name: str) -> BaselineInfo | None:
    """Return the baseline of this name, None if there is none.

    Example:
        >>> find("bitmask").summary, find("abacus")
        ('bit masks, the cell with fewest candidates', None)
    """
    return next((info for info in BASELINES if info.name == name), None)


def make(
    name: str,
    *,
    order: str | None = None,
    techniques: Collection[str] | None = None,
) -> Baseline:
    """Make a baseline, with its options.

    Args:
        name: Its name.
        order: Of ORDERS, for `backtracking`; None for the usual one.
        techniques: Of TECHNIQUES, any number of them, for `elimination`; None for all.

    Raises:
        UsageError: There is no such baseline, order or technique, it does not take the
            option, or the library it needs is not installed.

    Example:
        >>> make("backtracking", order="fewest").options
        'order fewest'
    """
    info = find(name)
    if info is None:
        raise UsageError(f"there is no baseline {printable(name)}")
    options: dict[str, object] = {}
    if order is not None:
        if name != "backtracking":
            raise UsageError(f"engine {name} has no order; backtracking has")
        if order not in ORDERS:
            raise UsageError(f"no order {shown(order)}; expected {', '.join(ORDERS)}")
        options["order"] = order
    if techniques is not None:
        if name != "elimination":
            raise UsageError(f"engine {name} has no techniques to choose")
        for technique in sorted(techniques):
            if technique not in TECHNIQUES:
                raise UsageError(
                    f"engine {name} does not know {shown(technique)}; "
                    f"it knows {', '.join(TECHNIQUES)}"
                )
        options["techniques"] = techniques
    if not info.available:
        raise UsageError(
            f"engine {name} needs {info.library}, which is not installed: "
            f"pip install 'satdoku[{info.extra}]'"
        )
    module = import_module(f"satdoku.engines.baselines.{name}")
    baseline: Baseline = getattr(module, name.capitalize())(**options)
    return baseline
