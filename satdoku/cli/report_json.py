"""A report about a puzzle, as JSON for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.answers import differences
from satdoku.cli import json_printer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.answers import Report
    from satdoku.cli.looked import Looked
    from satdoku.formats import Entry

__all__ = ["report_json"]


def report_json(entry: Entry, looked: Looked, seconds: float) -> str:
    """Tell what there is to tell about a puzzle, in one object on a line.

    Args:
        entry: The puzzle.
        looked: What was found out.
        seconds: How long that took.
    """
    report = looked.report
    geometry = report.puzzle.geometry

    def names(cells: Iterable[int]) -> list[str]:
        return [geometry.cell_name(cell) for cell in cells]

    conflicts = looked.conflicts
    redundant = report.redundant
    cells = differences(*report.solutions) if len(report.solutions) > 1 else ()
    told: dict[str, object] = {
        **json_printer.place(entry),
        "clues": report.clues,
        "clashes": json_printer.clashes(report.clashes),
        "status": str(report.status),
        "proper": report.is_proper,
        "minimal": report.is_minimal,
        "redundant": None if redundant is None else names(redundant),
        "solutions": [grid.line for grid in report.solutions],
        "differences": names(cells),
        "unavoidable": _unavoidable(report),
        "candidates": report.candidates,
        "reason": report.reason,
        "conflict": names(conflicts[0].cells) if conflicts else None,
        "conflict_minimal": conflicts[0].minimal if conflicts else None,
        "stopped": looked.stopped if report.stopped is None else report.stopped,
        "time_s": round(seconds, 6),
    }
    if looked.every:
        told["conflicts"] = {
            "sets": [names(conflict.cells) for conflict in conflicts or ()],
            "complete": conflicts is not None and looked.more is None,
        }
    if looked.sought:
        told["smallest"] = looked.smallest
    given = looked.given
    if given is not None:
        told["given"] = {
            "solution": None if given.solution is None else given.solution.line,
            "right": given.right,
            "cells": names(given.cells),
            "text": given.text,
        }
    return json_printer.encode(told) + "\n"


def _unavoidable(report: Report) -> list[dict[str, object]] | None:
    """Tell the cells in which two solutions differ, with the digits of both."""
    if report.unavoidable is None:
        return None
    name = report.puzzle.geometry.cell_name
    one, two = (grid.values for grid in report.solutions)
    return [
        {"cell": name(cell), "digits": [one[cell], two[cell]]}
        for cell in report.unavoidable
    ]
