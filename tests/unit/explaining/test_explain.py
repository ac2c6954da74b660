"""Explanations: every entry holds, and the end is told as what it is."""

from __future__ import annotations

import pytest

from satdoku.deduce.step import Step
from satdoku.deduce.technique import UNIQUENESS, USUAL, Level, Technique
from satdoku.errors import EngineError, Stopped, UsageError
from satdoku.explaining.clash import Clash
from satdoku.explaining.explain import explain
from satdoku.explaining.explanation import End, Searched
from satdoku.explaining.summary import ending
from satdoku.explaining.trial import Trial
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.solving import solve

EASY = (
    "208000000050000000064030000080002090501040000030009460900800630000054008005690020"
)
HARD = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)
SINGLES = {Technique.FULL_HOUSE, Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE}


def test_an_easy_puzzle_is_solved_by_logic() -> None:
    """Every step verified, the end the solution."""
    told = explain(EASY, verify=True)

    assert End.SOLVED is told.end
    assert told.by_logic
    assert told.verified
    assert solve(EASY).solution == told.position.with_candidates(None) == told.solution
    assert Level.EASY is told.level


def test_positions_lead_from_start_to_end() -> None:
    """Each entry is told with the position before it."""
    told = explain(EASY)
    positions = [position for position, _ in told.positions()]

    assert told.start == positions[0]
    assert len(told.entries) == len(positions)
    clue_counts = [position.clue_count for position in positions]
    assert sorted(clue_counts) == clue_counts


def test_trials_go_on_where_techniques_end() -> None:
    """With singles alone a hard puzzle needs trials; no table has a score for it."""
    told = explain(HARD, techniques=SINGLES, verify=True)

    assert End.SOLVED is told.end
    assert {Step, Trial} == {type(entry) for entry in told.entries}
    assert not told.by_logic
    assert (Level.EXTREME, None) == (told.level, told.score)
    assert solve(HARD).solution == told.position.with_candidates(None)


def test_clashes_go_on_without_trials() -> None:
    """Without hidden singles nothing is tried: clashes, then a search that is told."""
    told = explain(HARD, techniques={Technique.NAKED_SINGLE}, verify=True)

    assert any(isinstance(entry, Clash) for entry in told.entries)
    assert not any(isinstance(entry, Trial) for entry in told.entries)
    assert not told.by_logic
    assert (Level.EXTREME, None) == (told.level, told.score)
    assert (End.SEARCHED is told.end) == isinstance(told.entries[-1], Searched)
    assert solve(HARD).solution == told.position.with_candidates(None)


def test_without_search_it_stops() -> None:
    """And says that it did."""
    told = explain(HARD, techniques=SINGLES, search=False)

    assert End.STOPPED is told.end
    assert not told.position.is_complete


def test_several_solutions_end_where_nothing_follows() -> None:
    """All that follows is found, by clashes where need be; nothing is guessed."""
    told = explain("1... .... .... ....")

    assert (End.SEVERAL, None) == (told.end, told.solution)
    assert not told.position.is_complete


def test_several_solutions_without_uniqueness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Techniques that rest on one solution are not asked of a puzzle with several."""
    asked: list[frozenset[Technique]] = []

    def searches(techniques: frozenset[Technique]) -> tuple[()]:
        asked.append(techniques)
        return ()

    monkeypatch.setattr("satdoku.explaining.explain.searches", searches)
    explain("1... .... .... ....", search=False)
    explain("1... ..2. ..3. 4...", search=False)

    assert [USUAL - UNIQUENESS, USUAL] == asked


def test_no_solution() -> None:
    """The clues that contradict each other are told."""
    told = explain("12.. ..3. ...4 ....")

    assert (End.NONE, (0, 1, 6)) == (told.end, told.conflict)


def test_until() -> None:
    """The entry that was asked for is the last."""
    told = explain(EASY, until=lambda entry: (40, 4) in entry.places)
    first = explain(EASY, until=lambda _: True)

    assert End.STOPPED is first.end
    assert 1 == len(first.entries)
    assert told.entries[-1].places == ((40, 4),) or told.end is End.SOLVED


def test_it_goes_on_from_a_position() -> None:
    """What is placed and removed already is kept."""
    first = explain(EASY, until=lambda _: True)
    rest = explain(EASY, now=first.position)

    assert first.position == rest.start
    assert len(explain(EASY).entries) == 1 + len(rest.entries)
    assert End.SOLVED is rest.end


def test_mistakes_of_a_position_are_told() -> None:
    """A wrong digit, and a candidate that was needed; no step is built on them."""
    puzzle = Grid.parse("1... ..2. ..3. 4...")
    wrong = Grid.parse("1.3. ..2. ..3. 4...")
    masks = list(puzzle.left())
    masks[1] &= ~2
    needed = puzzle.with_candidates(masks)

    assert ((2, 3),) == explain(puzzle, now=wrong).mistakes
    assert ((1, 2),) == explain(puzzle, now=needed).mistakes
    assert () == explain(puzzle, now=needed).entries


@pytest.mark.parametrize(
    "now", [Grid.parse(".... ..2. ..3. 4..."), Grid.parse("." * 36, Geometry(2, 3))]
)
def test_positions_of_other_puzzles_are_refused(now: Grid) -> None:
    """A clue is missing, or the geometry is another."""
    with pytest.raises(UsageError):
        explain("1... ..2. ..3. 4...", now=now)


def test_a_wrong_step_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """With verify an error in a technique ends the explanation."""
    wrong = Step(Geometry(2, 2), Technique.HIDDEN_SINGLE, ((1, 3),), units=(0,))
    monkeypatch.setattr("satdoku.explaining.explain.next_step", lambda *_: wrong)

    with pytest.raises(
        EngineError, match="this does not follow: Hidden Single: r1c2=3"
    ):
        explain("1... ..2. ..3. 4...", verify=True)


def test_time_over() -> None:
    """It stops where not even the number of solutions is known."""
    with pytest.raises(Stopped):
        explain(HARD, timeout=0.0001)


def test_time_over_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found by then is told, and that the time was over."""
    whole = explain(HARD)
    times = iter([0.0] * 20)
    monkeypatch.setattr("satdoku.deduce.deadline.monotonic", lambda: next(times, 1e12))
    told = explain(HARD, timeout=1000)

    assert End.TIMEOUT is told.end
    assert 0 < len(told.entries) < len(whole.entries)
    assert told.entries == whole.entries[: len(told.entries)]
    assert "out of time" in ending(told)


def test_removed_candidates_that_cannot_be_gone_are_few() -> None:
    """Of a puzzle with several solutions: those that matter, not all that are gone."""
    puzzle = Grid.parse("12.. .... .... ....")
    gone = {2: 8, 3: 8, 9: 1, 10: 2, 15: 4}
    now = puzzle.with_candidates([15 & ~gone.get(cell, 0) for cell in range(16)])
    told = explain(puzzle, now=now)

    assert ((2, 4), (3, 4)) == told.mistakes


def test_techniques_by_name() -> None:
    """Names, families and levels; what is none is told."""
    told = explain(EASY, techniques=SINGLES)

    assert told == explain(EASY, techniques="singles") == explain(EASY)
    with pytest.raises(UsageError, match="did you mean singles"):
        explain(EASY, techniques=["x-wing", "singels"])


@pytest.mark.parametrize(
    ("puzzle", "now", "shown"),
    [
        ("1... ..2. ..3. 4...", None, "<Explanation of 4x4, 12 steps, solved>"),
        (
            "1... .... .... ....",
            None,
            "<Explanation of 4x4, 0 steps, several solutions>",
        ),
        ("11.. .... .... ....", None, "<Explanation of 4x4, 0 steps, no solution>"),
        (
            "1... ..2. ..3. 4...",
            "13.. ..2. ..3. 4...",
            "<Explanation of 4x4, 0 steps, mistakes>",
        ),
    ],
)
def test_shown_on_one_line(puzzle: str, now: str | None, shown: str) -> None:
    """Not all of its steps, and theirs."""
    assert shown == repr(explain(puzzle, now=now))
