"""Steps and explanations as plain data for JSON."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from satdoku.cli import json_printer
from satdoku.deduce.step import Step
from satdoku.explaining.clash import Clash
from satdoku.explaining.rating import SCHEMES
from satdoku.explaining.summary import counts
from satdoku.explaining.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cli.explained import Explained
    from satdoku.deduce.step import Node
    from satdoku.explaining.explanation import Entry as Said
    from satdoku.explaining.trial import Placement
    from satdoku.geometry import Geometry
    from satdoku.puzzle import Puzzle

__all__ = ["explain_json", "pairs", "position", "step"]


def explain_json(explained: Explained, seconds: float) -> str:
    """Tell an explanation in one object on a line.

    Args:
        explained: The explanation.
        seconds: How long it took.
    """
    told = explained.told
    name = told.puzzle.geometry.cell_name
    steps = [step(said) for said in told.entries]
    kinds = Counter(str(one["kind"]) for one in steps)
    return (
        json_printer.encode(
            {
                **json_printer.place(explained.entry),
                "status": str(told.status),
                "state": None if explained.state is None else position(told.start),
                "mistakes": pairs(told.puzzle.geometry, told.mistakes),
                "steps": [
                    {**one, **_needs(explained, index)}
                    for index, one in enumerate(steps)
                ],
                "end": told.end.value,
                "reached": explained.reached,
                "position": position(told.position),
                "solution": None if told.solution is None else told.solution.line,
                "level": told.level.key if told.entries else None,
                "score": told.score,
                "scheme": SCHEMES["hodoku"],
                "techniques": [
                    {"technique": technique.key, "count": count}
                    for technique, count in counts(told)
                ],
                "beyond": [
                    {"kind": kind, "count": count}
                    for kind, count in kinds.items()
                    if kind != "technique"
                ],
                "verified": told.verified,
                "conflict": list(map(name, told.conflict)),
                "time_s": round(seconds, 6),
            }
        )
        + "\n"
    )


def _needs(explained: Explained, index: int) -> dict[str, object]:
    """Tell what each encoding needs for a step, where that was asked."""
    if not explained.strengths:
        return {}
    needs = zip(explained.encodings, explained.strengths[index], strict=True)
    return {"strength": {encoding: need.value for encoding, need in needs}}


def position(grid: Puzzle) -> dict[str, object]:
    """Tell values and candidates."""
    digits = grid.geometry.digits
    return {
        "grid": grid.line,
        "candidates": [
            [digit for digit in digits if mask >> (digit - 1) & 1]
            for mask in grid.left()
        ],
    }


def pairs(
    geometry: Geometry, candidates: Iterable[tuple[int, int]]
) -> list[dict[str, object]]:
    """Tell (cell, digit) pairs."""
    return [
        {"cell": geometry.cell_name(cell), "digit": digit} for cell, digit in candidates
    ]


def step(said: Said) -> dict[str, object]:
    """Tell a step, a trial, a clash or what was found by search."""
    geometry = said.geometry
    kind = "search"
    rest: dict[str, object] = {}
    if isinstance(said, Step):
        kind, rest = "technique", _step(said)
    elif isinstance(said, Trial):
        kind, rest = "trial", _trial(said)
    elif isinstance(said, Clash):
        kind = "clash"
        rest = {
            "digits": pairs(geometry, said.digits),
            "without": pairs(geometry, said.without),
            "smallest": said.smallest,
        }
    return {
        "kind": kind,
        "text": str(said),
        "outcome": said.outcome,
        "reason": said.reason,
        "places": pairs(geometry, said.places),
        "removes": pairs(geometry, said.removes),
        **rest,
    }


def _trial(said: Trial) -> dict[str, object]:
    geometry = said.geometry

    def followed(one: Placement | Trial) -> dict[str, object]:
        if isinstance(one, Trial):
            return {"removes": pairs(geometry, one.removes), **_trial(one)}
        return {
            "cell": geometry.cell_name(one.cell),
            "digit": one.digit,
            "technique": one.technique.key,
            "unit": None if one.unit < 0 else geometry.unit_name(one.unit),
            "reason": said.why(one),
        }

    cell, unit, digit = said.contradiction
    return {
        "followed": list(map(followed, said.followed)),
        "contradiction": {
            "cell": None if cell < 0 else geometry.cell_name(cell),
            "unit": None if unit < 0 else geometry.unit_name(unit),
            "digit": digit or None,
        },
    }


def _step(said: Step) -> dict[str, object]:
    geometry, technique = said.geometry, said.technique

    def names(cells: Iterable[int]) -> list[str]:
        return list(map(geometry.cell_name, cells))

    def node(one: Node) -> dict[str, object]:
        return {
            "digit": one.digit,
            "cells": names(one.cells),
            "on": one.on,
            "by": None if one.by < 0 else one.by,
            "after": one.after,
        }

    return {
        "technique": technique.key,
        "title": technique.title,
        "level": technique.level.key,
        "score": technique.score,
        "cells": names(said.cells),
        "digits": said.digits,
        "units": list(map(geometry.unit_name, said.units)),
        "covers": list(map(geometry.unit_name, said.covers)),
        "fins": pairs(geometry, said.fins),
        "sets": [
            {"cells": names(one.cells), "digits": one.digits, "role": one.role}
            for one in said.sets
        ],
        "chains": [list(map(node, chain)) for chain in said.chains],
    }
