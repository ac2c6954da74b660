"""Which reference solvers there are, what each needs, and how to make one."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from satdoku.reference.solver import Solver

__all__ = ["ORDERS", "ROWS", "RULES", "Row", "find", "make"]

ORDERS = ("rows", "blocks", "fewest")
"""The orders in which `backtracking` takes cells, the usual one first."""

RULES = ("naked-single", "hidden-single", "naked-pair", "naked-triple")
"""The techniques of `elimination`, by their keys, in the order they are tried."""


class Row(NamedTuple):
    """A reference solver.

    Args:
        name: What `--engine` takes.
        summary: What it is, in a few words.
        module: Where it lies, in this room.
        kind: Its class there.
        time_limit: How it keeps one, as `EngineInfo.time_limit` tells.
        library: The library it needs, by the name it is imported by; empty for none.
        extra: The extra of satdoku that brings that library.
    """

    name: str
    summary: str
    module: str
    kind: str
    time_limit: str = "search"
    library: str = ""
    extra: str = ""

    @property
    def available(self) -> bool:
        """Whether what it needs is installed; nothing is loaded."""
        return not self.library or find_spec(self.library) is not None


ROWS = (
    Row(
        "backtracking", "cells in turn, digits in turn", "backtracking", "Backtracking"
    ),
    Row("constraint", "backtracking over candidates", "constraint", "Constraint"),
    Row(
        "elimination",
        "four techniques until none applies, then a trial",
        "elimination",
        "Elimination",
    ),
    Row("bitmask", "bit masks, the cell with fewest candidates", "bitmask", "Bitmask"),
    Row(
        "ilp",
        "the 0-1 linear program, by HiGHS",
        "ilp",
        "Ilp",
        library="scipy",
        extra="ilp",
    ),
    Row(
        "cp",
        "the constraint program, by OR-Tools' CP-SAT",
        "cp",
        "Cp",
        library="ortools",
        extra="cp",
    ),
)


def find(name: str) -> Row | None:
    """Return the solver of this name, None if there is none.

    Example:
        >>> find("bitmask").summary, find("abacus")
        ('bit masks, the cell with fewest candidates', None)
    """
    return next((row for row in ROWS if row.name == name), None)


def make(row: Row, **options: object) -> Solver:
    """Make a solver.

    Args:
        row: Which.
        **options: `order` (of ORDERS) for backtracking, `rules` (of RULES, any number
            of them) for elimination, nothing for others.
    """
    module = import_module(f"satdoku.reference.{row.module}")
    return cast("Solver", getattr(module, row.kind)(**options))
