"""Answers as JSON, one object a puzzle on a line of its own.

The keys, in this order (`SCHEMA` changes when one of them changes its meaning):

    schema, source, line, number, name
        the version of all this, and where the puzzle is from
    puzzle      the puzzle on one line
    box         the shape of its boxes (2x3: rows x columns); only where it is not the
                usual one of the size
    puzzle_candidates
                the digits the puzzle leaves to each cell; only where it rules out more
                than its clues do
    solutions   those found: one; or two where there are several; or all asked for
    solution    the first of them, or null
    status      unique, multiple, found (nobody looked for a second), none, unknown,
                or unreadable (then there is `error`, and no more than the place)
    unique      true, false, or null where that is not known
    certain     false where a limit came first
    clashes     the clues that clash: digit, unit, cells
    reason      why there is no solution, where the clues alone show it
    engine, encoding, simplified, statistics, time_s
        what searched in which formula, its counters, and the seconds it took

An object is written as the solutions are found, so that millions of them need no
memory.
"""

from __future__ import annotations

from json import JSONEncoder
from typing import TYPE_CHECKING

from satdoku.formats.cells import box_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from satdoku.cli.answers import Answer
    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry
    from satdoku.grid import Grid
    from satdoku.puzzle import Clash

__all__ = ["SCHEMA", "JsonPrinter", "clashes", "encode", "place", "unreadable"]

SCHEMA = 1

encode = JSONEncoder(ensure_ascii=True).encode


def place(entry: Entry) -> dict[str, object]:
    """Tell which puzzle it is about: the first keys of every object."""
    told: dict[str, object] = {
        "schema": SCHEMA,
        "source": entry.source,
        "line": entry.line,
        "number": entry.number,
        "name": entry.name,
        "puzzle": entry.grid.line,
    }
    box = box_text(entry.grid)
    if box is not None:
        told["box"] = box
    if entry.grid.candidates is not None:
        digits = entry.grid.geometry.digits
        told["puzzle_candidates"] = [
            [digit for digit in digits if mask >> (digit - 1) & 1]
            for mask in entry.grid.candidates
        ]
    return told


def clashes(found: list[Clash] | tuple[Clash, ...]) -> list[dict[str, object]]:
    """Tell clashes."""
    return [
        {"digit": clash.digit, "unit": clash.unit, "cells": list(clash.cells)}
        for clash in found
    ]


def unreadable(error: SatdokuError, entry: Entry | None) -> str:
    """Tell in one object why there is no answer."""
    told: dict[str, object]
    if entry is not None:
        told = {**place(entry), "status": "unknown"}
    else:
        told = {
            "schema": SCHEMA,
            "source": getattr(error, "source", None),
            "line": getattr(error, "line", None),
            "status": "unreadable",
        }
    return encode({**told, "error": str(error)}) + "\n"


class JsonPrinter:
    """Prints answers as JSON.

    Args:
        output: Where to.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._first: Grid | None = None
        self._open = False

    def begin(self, entry: Entry) -> None:
        """Begin the object."""
        self._output.stream.write(encode(place(entry))[:-1] + ', "solutions": [')
        self._first = None
        self._open = True

    def solution(self, grid: Grid) -> None:
        """Add a solution to the object."""
        between = "" if self._first is None else ", "
        self._first = self._first or grid
        self._output.stream.write(between + encode(grid.line))

    def end(self, answer: Answer) -> None:
        """End the object with what is known now."""
        result = answer.result
        if answer.found == 1 and result.second is not None:
            self.solution(result.second)
        rest = {
            "solution": None if result.solution is None else result.solution.line,
            "status": str(result.status),
            "unique": result.is_unique,
            "certain": result.certain,
            "clashes": clashes(result.puzzle.clashes()),
            "reason": result.reason,
            "engine": result.engine,
            "encoding": result.encoding,
            "simplified": result.simplified,
            "statistics": result.statistics,
            "time_s": round(result.seconds, 6),
        }
        self._end(rest)

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or encoded."""
        self._output.stream.write(unreadable(error, entry))
        self._output.answered()

    def interrupted(self) -> None:
        """End an object that was begun: what was found is not all."""
        if self._open:
            first = self._first
            self._end(
                {
                    "solution": None if first is None else first.line,
                    "status": "unknown" if first is None else "found",
                    "unique": None,
                    "certain": False,
                }
            )

    def close(self) -> None:
        """Nothing comes after the last object."""

    def code(self, usual: int) -> int:
        """Return the usual exit code."""
        return usual

    def _end(self, rest: Mapping[str, object]) -> None:
        self._open = False
        self._output.stream.write("], " + encode(rest)[1:] + "\n")
        self._output.answered()
