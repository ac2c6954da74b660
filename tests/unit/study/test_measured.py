"""What is measured: the answer, the counters, and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from satdoku.errors import EngineError
from satdoku.grid import Grid
from satdoku.session import Session
from satdoku.study.contender import Contender
from satdoku.study.measured import Item, answer
from satdoku.study.part import Ask
from tests.unit.study.conftest import PUZZLE, SEVERAL

NINE = Grid.parse(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


def asked(contender: str, *puzzles: Grid, ask: Ask = Ask.UNIQUE) -> dict[str, Any]:
    """Return the answer to puzzles, as one run if they are several."""
    return answer(Item(puzzles, Contender.parse(contender), ask, len(puzzles) > 1))


@pytest.mark.parametrize(
    ("puzzle", "ask", "expected"),
    [
        (PUZZLE, Ask.UNIQUE, "unique"),
        (PUZZLE, Ask.FIRST, "solved"),
        (SEVERAL, Ask.UNIQUE, "several"),
        (Grid.parse("11.. .... .... ...."), Ask.FIRST, "none"),
    ],
)
@pytest.mark.parametrize("contender", ["auto", "dpll/minimal", "bitmask"])
def test_status(contender: str, puzzle: Grid, ask: Ask, expected: str) -> None:
    """What was asked is answered."""
    found = asked(contender, puzzle, ask=ask)

    assert (expected, True) == (found["status"], found["certain"])


def test_counters_and_encoding() -> None:
    """The engine's counters are told, and which formula was made whole."""
    by_formula = asked("dpll/minimal", SEVERAL)
    by_masks = asked("bitmask", SEVERAL)

    assert "minimal" == by_formula["encoding"]
    assert {"decisions", "propagations", "conflicts"} <= by_formula.keys()
    assert "encoding" not in by_masks
    assert by_masks["guesses"] > 0


@pytest.mark.parametrize("contender", ["auto", "dpll/minimal", "bitmask", "lanes"])
def test_whole_set(contender: str) -> None:
    """The counters of a whole set are added up; it has no status of its own."""
    if contender == "lanes":
        pytest.importorskip("numpy")
    found = asked(contender, NINE, NINE)

    assert found["certain"]
    assert "status" not in found
    assert "refused" not in found


@pytest.mark.parametrize(
    ("contender", "expected"),
    [
        ("lanes", "expected 9x9 and clues alone, for engine lanes"),
        ("bitmask/triad", "engine bitmask takes no formula"),
        ("abacus", "abacus"),
    ],
)
def test_refusals(contender: str, expected: str) -> None:
    """Who does not take the puzzle says why."""
    (said,) = asked(contender, PUZZLE).values()

    assert expected in said


def test_wrong_answers_are_no_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that is wrong fails."""

    def wrong(*_: object, **__: object) -> None:
        raise EngineError("a grid that is no solution")

    monkeypatch.setattr(Session, "solve", wrong)
    with pytest.raises(EngineError):
        asked("bitmask", PUZZLE)


def test_lanes_take_a_whole_set_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are no session that is asked for each puzzle."""
    monkeypatch.setattr(Contender, "session", None)

    assert asked("lanes", NINE, NINE)["certain"]
