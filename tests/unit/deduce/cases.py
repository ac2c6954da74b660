"""Cases of one technique each: a position, and what the technique does there.

A line of HoDoKu's library of cases is read by satdoku's own format; a variant `-x` says
that the technique must find nothing.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.deduce.path import every_step
from satdoku.deduce.state import State
from satdoku.deduce.technique import Technique
from satdoku.formats.entry import Entry
from satdoku.formats.reading import scan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from satdoku.deduce.step import Step
    from satdoku.grid import Grid

__all__ = ["Case", "cases_of", "verdict"]

_BY_CODE = {technique.code: technique for technique in Technique}
_SIAMESE = 5
"""Digits of the code of a fish that is two at once; the last of them says so."""


@dataclass(frozen=True)
class Case:
    """A line of the library."""

    code: str
    variant: str
    digits: str
    puzzle: Grid
    now: Grid | None
    removes: frozenset[tuple[int, int]]
    places: frozenset[tuple[int, int]]
    line: str

    @property
    def technique(self) -> Technique | None:
        """What it is a case of; None where satdoku has no such technique."""
        code = self.code[:-1] if len(self.code) == _SIAMESE else self.code
        return _BY_CODE.get(code)


def cases_of(path: Path) -> Iterator[Case]:
    """Read the cases of a file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(":"):
            yield _case(line)


def _case(line: str) -> Case:
    (entry,) = scan(io.StringIO(line + "\n"), format="hodoku")
    assert isinstance(entry, Entry)
    told = dict(entry.extras.details)
    code, _, variant = told["technique"].partition("-")
    return Case(
        code,
        variant,
        told.get("candidates", ""),
        entry.grid,
        entry.extras.state,
        _candidates(told.get("eliminations", "")),
        _candidates(told.get("placements", "")),
        line,
    )


def _candidates(text: str) -> frozenset[tuple[int, int]]:
    """Read `digit row column` triples as (cell, digit)."""
    return frozenset(
        ((int(word[1]) - 1) * 9 + int(word[2]) - 1, int(word[0]))
        for word in text.split()
    )


def steps_of(case: Case) -> list[Step]:
    """Find all steps of the case's technique."""
    technique = case.technique
    assert technique is not None
    return list(every_step(State.of(case.puzzle, case.now), {technique}))


def verdict(case: Case) -> str:
    """Say what the technique does in a case: `right`, or what is wrong."""
    steps = steps_of(case)
    if case.variant == "x":
        return "right" if not steps else f"finds {steps[0]}"
    for step in steps:
        if set(step.removes) == case.removes and set(step.places) == case.places:
            return "right"
    return f"finds {len(steps)} others" if steps else "finds nothing"
