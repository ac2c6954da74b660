"""The records of explanations and hints for JSON, as in `docs/schema`.

Cells and units have their names there, digits their numbers.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from satdoku.explanation.constraint_steps import ConstraintStep, ConstraintTrial
from satdoku.explanation.hints import DETAILS, counts
from satdoku.explanation.rating import version_of
from satdoku.explanation.trials import Trial
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from satdoku.explanation.constraint_steps import AnyStep
    from satdoku.explanation.explain import Explanation
    from satdoku.explanation.strength import Strength
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.puzzle import Puzzle


def path_record(
    path: Explanation,
    encodings: Sequence[str] = (),
    needs: Iterable[Sequence[Strength]] = (),
) -> dict[str, Any]:
    """Return the record of an explanation.

    Args:
        path: The explanation.
        encodings: Encodings whose propagation was tested, by name.
        needs: What each step needs with each of them.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> record = path_record(explain("1... ..2. ..3. 4..."))
        >>> record["level"], record["steps"][0]["places"]
        ('easy', [{'cell': 'r1c3', 'digit': 4}])
    """
    steps = [_step(entry) for entry in path.entries]
    for step, row in zip(steps, needs, strict=False):
        pairs = zip(encodings, row, strict=True)
        step["strength"] = {encoding: need.value for encoding, need in pairs}
    beyond = Counter(step["kind"] for step in steps if "technique" not in step)
    return {
        "status": str(path.status),
        **_start(path),
        "steps": steps,
        "end": path.end.value,
        "reached": path.reached,
        "position": _position(path.position),
        "solution": None if path.solution is None else path.solution.line,
        "level": path.level.key if path.level and path.entries else None,
        "score": path.score,
        "scheme": version_of("hodoku", path.puzzle),
        "techniques": [{"technique": t.key, "count": n} for t, n in counts(path)],
        "beyond": [{"kind": kind, "count": n} for kind, n in beyond.items()],
        "verified": path.verified,
    }


def hint_record(
    path: Explanation, text: str, detail: int, steps: Iterable[AnyStep]
) -> dict[str, Any]:
    """Return the record of a hint.

    Args:
        path: The explanation whose first step it is.
        text: The hint in words.
        detail: How much it says.
        steps: The steps, which are in the record at the last detail alone.
    """
    return {
        "status": str(path.status),
        **_start(path),
        "detail": detail,
        "text": text,
        "steps": list(map(_step, steps)) if detail == DETAILS[-1] else [],
    }


def _start(path: Explanation) -> dict[str, Any]:
    """Return the position that a path or hint starts from, and what is wrong there."""
    geometry, cause = path.puzzle.geometry, path.contradiction
    return {
        "state": None if path.start == path.puzzle else _position(path.start),
        "mistakes": _pairs(geometry, path.mistakes),
        "contradiction": geometry.cell_names(cause.cells if cause else ()),
        "contradiction_constraints": [
            rule.describe() for rule in (cause.constraints if cause else ())
        ],
    }


def _position(grid: Puzzle) -> dict[str, Any]:
    return {"grid": grid.line, "candidates": grid.candidates}


def _step(entry: AnyStep) -> dict[str, Any]:
    """Return the record of a step."""
    geometry = entry.geometry
    fields = _fields(geometry, entry, "outcome reason places removes")
    record = {"kind": "search", "text": str(entry), **fields}
    if isinstance(entry, Trial):
        return {**record, "kind": "trial", **_trial(entry)}
    if isinstance(entry, ConstraintStep | ConstraintTrial):
        rules = [rule.describe() for rule in entry.constraints]
        record["constraints"] = rules
        if isinstance(entry, ConstraintTrial):
            followed = _pairs(geometry, entry.followed)
            return {**record, "kind": "propagation", "followed": followed}
        return {
            **record,
            "kind": "constraint",
            "followed": [],
            "reasoning": entry.reasoning.key,
            "title": entry.title,
            "level": entry.reasoning.level.key,
            "score": entry.score,
            **_fields(geometry, entry, "cells units"),
        }
    if isinstance(entry, Step):
        technique = entry.technique
        return {
            **record,
            "kind": "technique",
            "technique": technique.key,
            "title": technique.title,
            "level": technique.level.key,
            "score": technique.score,
            **_fields(geometry, entry, "cells digits units covers fins sets chains"),
        }
    return record


def _trial(trial: Trial) -> dict[str, Any]:
    geometry = trial.geometry
    followed = [
        {**_fields(geometry, inner, "removes"), **_trial(inner)}
        if isinstance(inner, Trial)
        else {
            **_fields(geometry, inner, "cell digit technique unit"),
            "reason": trial.why(inner),
        }
        for inner in trial.followed
    ]
    contradiction = _fields(geometry, trial.dead_end, "cell unit digit")
    return {"followed": followed, "contradiction": contradiction}


def _fields(geometry: Geometry, owner: object, names: str) -> dict[str, Any]:
    """Return some fields of a step, or of a part of it, as records have them."""
    fields: dict[str, Any] = {}
    for name in names.split():
        value = getattr(owner, name)
        write = _WRITTEN.get(name)
        fields[name] = value if write is None else write(geometry, value)
    return fields


def _pairs(
    geometry: Geometry, candidates: Iterable[tuple[int, int]]
) -> list[dict[str, Any]]:
    return [{"cell": geometry.cell_name(c), "digit": d} for c, d in candidates]


_NODE = "digit cells on by after"
_WRITTEN: dict[str, Callable[[Geometry, Any], object]] = {
    **dict.fromkeys(("places", "removes", "fins"), _pairs),
    "cells": lambda board, cells: [board.cell_name(cell) for cell in cells],
    "units": lambda board, units: [board.unit_name(unit) for unit in units],
    "covers": lambda board, units: [board.unit_name(unit) for unit in units],
    "sets": lambda board, sets: [_fields(board, s, "cells digits role") for s in sets],
    "chains": lambda board, chains: [
        [_fields(board, node, _NODE) for node in chain] for chain in chains
    ],
    "cell": lambda board, cell: None if cell < 0 else board.cell_name(cell),
    "unit": lambda board, unit: None if unit < 0 else board.unit_name(unit),
    "by": lambda _, index: None if index < 0 else index,
    "digit": lambda _, digit: digit or None,
    "technique": lambda _, technique: technique.key,
}
"""How records have the fields of steps; others as they are."""
