"""Engine `logic`: techniques first, search for what they leave; no solution is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import satdoku
from satdoku import (
    Count,
    EngineError,
    Geometry,
    Grid,
    LimitError,
    Session,
    Status,
    Stopped,
    UsageError,
)
from satdoku.choose import Question, SoFar, choose
from satdoku.deduce.technique import UNIQUENESS, USUAL, Technique
from satdoku.logic import SOUND, Logic, Reached

if TYPE_CHECKING:
    from collections.abc import Iterator

EASY = Grid.parse("1... ..2. ..3. 4...")
TWO = Grid.parse("1....2....3....4")
CLASH = Grid.parse("11.. .... .... ....")
DEAD_END = Grid.parse("....4..32.....1.")
HARD = Grid.parse(
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
)
THREE = Grid.parse(
    "8.........95.......67.........472968...913245...856137....9.716...6.8492......583"
)
"""A hidden rectangle takes one of its three solutions away."""

FEW = ["singles", "naked-pair", "hidden-pair", "locked"]
"""The rules of the reports."""


def test_what_techniques_decide() -> None:
    """No formula is made, and no other engine asked."""
    session = Session("Logic")
    unique, none = session.solve(EASY), session.solve(DEAD_END)

    assert Status.UNIQUE is unique.status
    assert satdoku.solve(EASY).solution == unique.solution
    assert Status.NONE is none.status
    assert none.reason is not None
    for result, steps in ((unique, 12), (none, 2)):
        assert ("logic", "", False) == (
            result.engine,
            result.encoding,
            result.simplified,
        )
        assert {"steps": steps} == result.statistics
        assert f"{steps} steps of logic, no search" == result.because
        assert result.certain
    assert [unique.solution] == list(session.solutions(EASY))
    assert Count(1, exact=True) == session.count(EASY)
    assert Count(0, exact=True) == session.count(DEAD_END)


def test_what_techniques_leave() -> None:
    """Another engine takes up the position they lead to, and both are told."""
    session = Session("logic", techniques=FEW)
    result = session.solve(HARD)

    assert satdoku.solve(HARD).solution == result.solution
    assert Status.UNIQUE is result.status
    assert result.engine.startswith("logic bitmask")
    assert ("extended", True) == (result.encoding, result.simplified)
    assert {"steps", "conflicts"} <= result.statistics.keys()
    assert "0 steps of logic, then search for 56 cells" == result.because


def test_several() -> None:
    """Two of them, all, or as many as were asked for."""
    session = Session("logic")
    several, first = session.solve(TWO), session.solve(TWO, unique=False)
    every = set(satdoku.solutions(TWO))

    assert (Status.SEVERAL, every) == (
        several.status,
        {several.solution, several.other},
    )
    assert (Status.SOLVED, None) == (first.status, first.other)
    assert every == set(session.solutions(TWO))
    assert Count(1, exact=False) == session.count(TWO, 1)
    assert Count(288, exact=True) == session.count(Grid(Geometry(2, 2), (0,) * 16))


def test_clashing_clues() -> None:
    """Told as with every engine, and nothing is deduced from them."""
    result = Session("logic").solve(CLASH)

    assert Status.NONE is result.status
    assert result.reason == satdoku.solve(CLASH).reason
    assert {"steps": 0} == result.statistics


def test_candidates_that_a_puzzle_rules_out() -> None:
    """They stay ruled out, before the search and in it."""
    one, two = satdoku.solutions(TWO)
    masks = list(TWO.left())
    cell = next(at for at, value in enumerate(one.values) if value != two.values[at])
    masks[cell] &= ~(1 << (one.values[cell] - 1))
    puzzle = TWO.with_candidates(masks)

    assert [two] == list(Session("logic").solutions(puzzle))
    assert [two] == list(Session("logic", techniques=[]).solutions(puzzle))


@pytest.mark.parametrize("techniques", [[], ["naked-single"], FEW, None])
def test_each_technique_can_be_switched(techniques: list[str] | None) -> None:
    """The answer is the same with any of them; how far they lead is not."""
    for puzzle, count in ((EASY, 1), (TWO, 2), (DEAD_END, 0), (THREE, 3)):
        found = satdoku.all_solutions(puzzle, engine="logic", techniques=techniques)
        assert count == len(set(found)) == len(found)
    steps = Session("logic", techniques=techniques).solve(EASY).statistics["steps"]
    assert (12 if techniques != [] else 0) == steps


def test_what_rests_on_uniqueness_is_left_out() -> None:
    """By default, and where it is asked for but the puzzle has several solutions."""
    all_of_them = frozenset(satdoku.solutions(THREE))
    for techniques in (None, USUAL - {Technique.AIC}, ["hidden-rectangle", *FEW]):
        assert all_of_them == set(
            Session("logic", techniques=techniques).solutions(THREE)
        )
    assert SOUND == USUAL - UNIQUENESS


def test_what_rests_on_uniqueness_is_used_where_it_is_asked_for() -> None:
    """In a puzzle that has one solution."""
    first = next(satdoku.solutions(THREE))
    masks = list(THREE.left())
    others = [grid for grid in satdoku.solutions(THREE) if grid != first]
    for other in others:
        cell = next(c for c, v in enumerate(first.values) if v != other.values[c])
        masks[cell] &= ~(1 << (other.values[cell] - 1))
    proper = THREE.with_candidates(masks)
    logic = Logic(["all"])

    assert logic._is_proper(proper, None)
    assert not logic._is_proper(THREE, None)
    assert not logic._is_proper(DEAD_END, None)
    assert not logic._is_proper(proper, 0.0)
    assert first == Session("logic", techniques=["all"]).solve(proper).solution


def test_time_is_over() -> None:
    """Looked at before each search; what is known is told."""
    session = Session("logic")
    result = session.solve(HARD, timeout=0)

    assert (Status.UNKNOWN, False) == (result.status, result.certain)
    assert Count(0, exact=False, stopped="out of time") == session.count(
        HARD, timeout=0
    )
    with pytest.raises(Stopped, match="out of time"):
        next(session.solutions(HARD, timeout=0))
    assert Status.UNIQUE is session.solve(EASY).status


def test_large_grids() -> None:
    """What is dear beyond 9×9 is tried if it is asked for."""
    empty = Grid(Geometry.of_size(16), (0,) * 256)
    reached = Logic().follow(empty)

    assert (0, True) == (reached.steps, reached.is_open)
    assert Logic().techniques_for(empty.geometry) < SOUND
    assert SOUND == Logic().techniques_for(Geometry(3, 3))
    assert USUAL == Logic(["usual"]).techniques_for(empty.geometry)


def test_options() -> None:
    """An encoding is that of the formula; what makes no sense is refused."""
    result = Session("logic", "triad", techniques=["singles"]).solve(HARD)

    assert ("triad", Status.UNIQUE) == (result.encoding, result.status)
    with pytest.raises(UsageError, match="engine dpll has no techniques; logic has"):
        Session("dpll", techniques=["singles"])
    with pytest.raises(UsageError, match="engine auto has no techniques; logic has"):
        satdoku.solve(EASY, techniques=[])
    with pytest.raises(UsageError, match="did you mean x-wing"):
        satdoku.solve(EASY, engine="logic", techniques=["x-wings"])
    with pytest.raises(UsageError, match="no decision rules"):
        Session("logic", rule="first")
    with pytest.raises(LimitError, match="the limit is 5 clauses"):
        Session("logic", max_clauses=5, techniques=[]).solve(HARD)


def test_technique_values_are_taken_too() -> None:
    """Keys or techniques, a list or a single one."""
    for techniques in (["naked-single"], {Technique.NAKED_SINGLE}, "naked-single"):
        result = satdoku.solve(EASY, engine="logic", techniques=techniques)
        assert "12 steps of logic, no search" == result.because


def test_techniques_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that leads to a grid which breaks the rules ends in an error."""
    wrong = Grid.parse("1234 3412 2143 4321")
    monkeypatch.setattr("satdoku.deduce.state.State.grid", lambda _: wrong)

    with pytest.raises(EngineError, match="logic led to no solution"):
        Session("logic").solve(EASY)


def test_how_far_it_went_in_words() -> None:
    """One step, one cell, or many."""
    told: Iterator[str] = map(
        str,
        (
            Reached(EASY, 1, is_broken=True),
            Reached(EASY, 1_000, is_broken=False),
            Reached(Grid.parse("1234 3412 2143 432."), 0, is_broken=False),
        ),
    )

    assert [
        "1 step of logic, no search",
        "1,000 steps of logic, then search for 12 cells",
        "0 steps of logic, then search for 1 cell",
    ] == list(told)


def test_the_choice() -> None:
    """Beside the techniques it is that of `auto`, of what is open, and never kept."""
    busy = SoFar(spent=1e9, coming=1_000)
    for size in (9, 25):
        geometry = Geometry.of_size(size)
        for question in Question:
            choice = choose(geometry, question, engine="logic", so_far=busy)
            auto = choose(geometry, question, encoding=None)
            assert auto.attempts == choice.attempts
            assert (True, False) == (choice.simplified, choice.shared)


def test_techniques_in_any_way() -> None:
    """One of them, a name, or any iterable; what is none is told."""
    for singles in ("singles", iter(FEW), Technique.NAKED_SINGLE, ["easy"]):
        found = satdoku.solve(EASY, engine="logic", techniques=singles)
        assert "12 steps of logic, no search" == found.because
    with pytest.raises(UsageError, match="3 is no technique"):
        satdoku.solve(EASY, engine="logic", techniques=3)  # type: ignore[arg-type]
