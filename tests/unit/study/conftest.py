"""Small studies that tests take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from satdoku.grid import Grid
from satdoku.study.run import Ended, Run
from satdoku.study.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Callable

    Ran: TypeAlias = Callable[..., Run]

PUZZLE = Grid.parse("1... ..2. ..3. 4...")
SEVERAL = Grid.parse("1... .2.. ..3. ...4")


@pytest.fixture
def subjects() -> tuple[Subject, Subject]:
    """Return two puzzles of a set."""
    return Subject(PUZZLE, "small", 1, "easy"), Subject(SEVERAL, "small", 2, "easy")


@pytest.fixture
def run() -> Run:
    """Return a run with all that can be told."""
    return Run(
        part="b",
        set='odd "set", 1',
        number=2,
        puzzles=1,
        puzzle=PUZZLE.line,
        size=4,
        box="2x2",
        clues=4.0,
        difficulty="easy",
        contender="cadical153/triad",
        engine="cadical153",
        option="",
        encoding="triad",
        repeat=3,
        ended=Ended.ANSWERED,
        status="unique",
        time_s=0.25,
        cpu_s=0.125,
        start_s=0.1,
        peak_bytes=20_000_000,
        own_bytes=4_000_000,
        guesses=1,
        decisions=2,
        propagations=3,
        conflicts=4,
        variables=64,
        clauses=224,
        note="a note",
    )


@pytest.fixture
def ran() -> Ran:
    """Return a maker of runs: a contender, a time, how it ended, and what else."""

    def make(
        contender: str,
        time_s: float | None,
        ended: Ended = Ended.ANSWERED,
        **told: Any,  # noqa: ANN401  whatever a run has
    ) -> Run:
        values: dict[str, Any] = {
            "part": "",
            "set": "small",
            "number": 1,
            "puzzles": 1,
            "puzzle": PUZZLE.line,
            "size": 4,
            "box": "2x2",
            "clues": 4.0,
            "difficulty": "",
            "engine": contender,
            "option": "",
            "encoding": "",
            "repeat": 1,
        }
        return Run(
            contender=contender, time_s=time_s, ended=ended, **{**values, **told}
        )

    return make
