"""Many puzzles: each answered as `solve` answers it, in order, lazily."""

from __future__ import annotations

from itertools import count, islice
from typing import TYPE_CHECKING

import pytest

import satdoku
from satdoku import Grid, InputError, LimitError, Status, UsageError, many, solve_many
from satdoku.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

PROPER = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
HARD = (
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
)
SEVERAL = PROPER[:-9] + "." * 9
NONE = "12345678.........9" + "." * 63
CLASHING = "55" + "." * 79
SMALL = "1.....2...3.4..."
LARGE = "." * 256


def mixture() -> list[Grid]:
    """Return puzzles of many kinds, some with candidates of their own."""
    first = Grid.parse(SEVERAL)
    other = first.left()
    ruled_out = [other[0] & -other[0], *other[1:]] if other[0] else list(other)
    return [
        *(Grid.parse(line) for line in (PROPER, SMALL, HARD, SEVERAL, NONE, CLASHING)),
        first.with_candidates(ruled_out),
        Grid.parse("." * 16),
        *(Grid.parse(line) for line in (HARD, PROPER, SMALL, SEVERAL, LARGE, NONE)),
    ]


def told(result: satdoku.Result) -> tuple[object, ...]:
    """Return what an answer says, whoever has found it."""
    unique = result.status is Status.UNIQUE
    return (
        result.puzzle,
        result.status,
        result.solution if unique else result.solution is None,
        result.other is None,
        result.certain,
        result.reason,
    )


def pretend(monkeypatch: pytest.MonkeyPatch, from_on: int) -> None:
    """Let lanes pay after so many puzzles of a session, compiled or not."""

    def pays(_: int, so_far: object, **__: object) -> bool:
        tally = getattr(so_far, "tally", None)
        return (tally.answered if tally is not None else 0) >= from_on

    monkeypatch.setattr(many, "choose_many", pays)
    monkeypatch.setattr(many, "is_compiled", lambda: True)
    monkeypatch.setattr(many, "_EVERY", 1)


@pytest.mark.parametrize("unique", [True, False])
@pytest.mark.parametrize("from_on", [0, 2, 1_000])
@pytest.mark.parametrize("ahead", [1, 3, 1_024])
def test_same_as_one_by_one(
    monkeypatch: pytest.MonkeyPatch, from_on: int, ahead: int, *, unique: bool
) -> None:
    """Whenever lanes take over, and however many are read ahead."""
    pretend(monkeypatch, from_on)
    monkeypatch.setattr(many, "_AHEAD", ahead)
    puzzles = mixture() * 2
    expected = [satdoku.solve(puzzle, unique=unique) for puzzle in puzzles]
    found = list(solve_many(iter(puzzles), unique=unique))

    assert list(map(told, expected)) == list(map(told, found))
    for result in found:
        for solution in filter(None, (result.solution, result.other)):
            assert solution.solves(result.puzzle)
        assert result.solution is None or result.solution != result.other
    assert (from_on < 1_000) == any(result.engine == "lanes" for result in found)


def test_many_that_are_known_to_come_are_answered_at_once() -> None:
    """A list says how many; the first answer is lanes' already."""
    results = solve_many([PROPER] * 3_000)

    assert "lanes" == next(results).engine
    assert 2_999 == sum(result.status is Status.UNIQUE for result in results)


def test_dozens_are_answered_by_a_loaded_formula() -> None:
    """None is tried first; of a few, each is."""
    few, dozens = solve_many([HARD] * 3), solve_many([PROPER] * 200)

    assert next(few).engine.startswith("bitmask")
    assert ("glucose4", False) == (
        (first := next(dozens)).engine,
        first.simplified,
    )


def test_streams_are_read_lazily() -> None:
    """A puzzle is asked for when its answer is; there may be no end."""
    asked: list[int] = []

    def puzzles() -> Iterator[str]:
        for number in count():
            asked.append(number)
            yield SMALL

    results = solve_many(puzzles())
    first = list(islice(results, 3))

    assert [Status.UNIQUE] * 3 == [result.status for result in first]
    assert [0, 1, 2] == asked
    results.close()
    assert [] == list(results)


def test_closed_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was loaded is freed, in the midst of lanes, too."""
    closed: list[Session] = []

    def close(session: Session) -> None:
        closed.append(session)

    monkeypatch.setattr(Session, "close", close)
    for from_on in (0, 1_000):
        with monkeypatch.context() as patched:
            pretend(patched, from_on)
            results = solve_many([PROPER] * 9)
            next(results)
            results.close()
    list(solve_many([SMALL]))

    assert 3 == len(closed)


def test_holders_of_all_kinds() -> None:
    """Whatever holds a puzzle; an iterable of arrays, rows, texts."""
    grid = Grid.parse(SMALL)
    rows = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 3], [0, 4, 0, 0]]
    found = [result.status for result in solve_many((grid, SMALL, rows))]

    assert [Status.UNIQUE] * 2 == found[:2]
    assert 3 == len(found)
    assert [] == list(solve_many([]))


def test_what_cannot_be_read_is_named() -> None:
    """By its index; the answers before it come."""
    results = solve_many([SMALL, "12x4"])

    assert next(results).is_unique
    with pytest.raises(InputError, match=r"^puzzles\[1\]"):
        next(results)


@pytest.mark.parametrize("given", [SMALL, Grid.parse(SMALL), 3, b"1"])
def test_one_puzzle_is_no_list(given: object) -> None:
    """It is said at once, and what one puzzle is for."""
    with pytest.raises(UsageError, match=r"satdoku\.solve"):
        solve_many(given)  # type: ignore[arg-type]


def test_options() -> None:
    """Engine, encoding and time limit are those of `solve`; lanes leave them alone."""
    asked = {"engine": "minisat22", "encoding": "triad"}
    results = list(solve_many([PROPER] * 700, **asked))  # type: ignore[arg-type]
    assert {("minisat22", "triad")} == {(r.engine, r.encoding) for r in results}
    late = list(solve_many([PROPER] * 700, timeout=60.0))
    assert not any("lanes" in result.engine for result in late)
    assert ["lanes"] == [r.engine for r in solve_many([PROPER], engine="lanes")]
    with pytest.raises(UsageError, match="timeout"):
        solve_many([SMALL], timeout=-1.0)
    with pytest.raises(UsageError, match="engine"):
        solve_many([SMALL], engine="abacus")
    with pytest.raises(InputError, match="9x9"):
        list(solve_many([SMALL], engine="lanes"))


def test_too_large_a_formula_is_told_in_its_place() -> None:
    """By whoever asks `Many` for it; others are answered."""
    asked = many.Many(Session("dpll", max_clauses=10))
    grids = [Grid.parse(line) for line in ("." * 16, SMALL)]
    outcomes = [outcome for _, outcome in asked.over(grids, lambda grid: grid)]

    assert isinstance(outcomes[0], LimitError)
    assert isinstance(outcomes[1], satdoku.Result)


def test_nobody_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is compiled yet, some hundred puzzles go one by one."""
    monkeypatch.setattr(many, "is_quick", lambda: True)
    monkeypatch.setattr(many, "is_compiled", lambda: False)

    assert "glucose4" == next(solve_many([PROPER] * 1_500)).engine
