"""What is told of a study before it begins."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from satdoku.grid import Grid
from satdoku.study.contender import Contender
from satdoku.study.machine import machine, versions
from satdoku.study.part import Part
from satdoku.study.settings import described, fingerprint

if TYPE_CHECKING:
    from satdoku.study.subject import Subject


def test_described(subjects: tuple[Subject, ...]) -> None:
    """Parts, sets and machine are there, as JSON can tell them."""
    part = Part(subjects, (Contender("dpll", "", "triad"),), key="a", timeout=2.5)
    found = json.loads(json.dumps(described([part], "reports", 2)))

    assert {"preset": "reports", "workers": 2} == found["settings"]
    assert (machine(), versions()) == (found["machine"], found["versions"])
    (told,) = found["parts"]
    assert ("a", 2.5, ["dpll/triad"]) == (
        told["key"],
        told["timeout"],
        told["contenders"],
    )
    assert [
        {
            "name": "small",
            "puzzles": 2,
            "sizes": [4],
            "clues": [4, 4],
            "difficulties": ["easy"],
        }
    ] == told["sets"]


def test_fingerprint(subjects: tuple[Subject, ...]) -> None:
    """It is the same for the same puzzles, and another for any others."""
    one, two = subjects
    ruled = Grid.of_candidates(one.puzzle.geometry, [*[15] * 15, 7])
    others = [
        [one],
        [two, one],
        [one, replace(two, set="other")],
        [one, replace(two, difficulty="hard")],
        [one, replace(two, puzzle=ruled)],
        [one, replace(two, puzzle=Grid.parse("." * 16))],
    ]

    assert fingerprint(subjects) == fingerprint(list(subjects))
    assert 1 + len(others) == len(
        {fingerprint(subjects), *(fingerprint(other) for other in others)}
    )
