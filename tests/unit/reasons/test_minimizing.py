"""Minimal puzzles: proper, no clue to spare, and inside the puzzle they are of."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku import (
    EngineError,
    Geometry,
    Grid,
    InputError,
    Stopped,
    UsageError,
    minimal_puzzles,
    minimize,
    solve,
)
from satdoku.engines.engine import NO_LIMITS, Outcome, Status
from satdoku.engines.pysat.engine import PySat
from satdoku.reasons.minimizing import Minimizer
from tests.unit.reasons.conftest import is_minimal, is_proper, least_sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.engines.engine import Limits

EASY = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
FULL = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
SMALL = "12343412.143432."


def is_inside(part: Grid, whole: Grid) -> bool:
    """Whether one puzzle has no clue but those of another."""
    return all(whole.values[cell] == digit for cell, digit in part.clues)


@pytest.mark.parametrize("text", [EASY, FULL, SMALL])
@pytest.mark.parametrize("seed", [None, 0, 1])
def test_minimal(text: str, seed: int | None) -> None:
    """What is left is proper, and without any one clue it is not."""
    found = minimize(text, seed=seed)

    assert is_inside(found, Grid.parse(text))
    assert is_minimal(found)


def test_order() -> None:
    """Clues are tried in the order of the cells: what can go first goes first."""
    puzzle = Grid.parse(EASY)
    values = list(puzzle.values)
    for cell, digit in puzzle.clues:
        values[cell] = 0
        if not is_proper(Grid.of(values)):
            values[cell] = digit

    assert Grid.of(values) == minimize(puzzle)


def test_engine_does_not_matter() -> None:
    """The same seed gives the same puzzle, by every engine, and others give others."""
    engines = ("auto", "minisat22", "dpll")

    assert 1 == len({minimize(EASY, seed=7, engine=name) for name in engines})
    assert 1 < len({minimize(EASY, seed=seed) for seed in range(5)})


@pytest.mark.parametrize("geometry", [Geometry(2, 3), Geometry(3, 2), Geometry(1, 5)])
def test_other_shapes(geometry: Geometry) -> None:
    """Boxes of other shapes do as well."""
    full = solve(Grid(geometry, (0,) * geometry.cells)).solution
    assert full is not None
    found = minimize(full, seed=3)

    assert geometry == found.geometry
    assert is_minimal(found)


def test_candidates_stay() -> None:
    """Candidates that are ruled out stay so, and take the place of clues."""
    clues = Grid.parse("12.. 34.. .... ....")
    puzzle, masks = clues, [0b1111] * 16
    for cell in (2, 6, 8, 9, 10):
        first = solve(puzzle).solution
        assert first is not None
        masks[cell] = 1 << (first.values[cell] - 1)
        puzzle = clues.with_candidates(masks)
        if is_proper(puzzle):
            break
    found = minimize(puzzle)

    assert puzzle.removed
    assert set(puzzle.removed) <= set(found.removed)
    assert is_minimal(found)
    with pytest.raises(InputError, match="several solutions"):
        minimize(clues)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("11" + "." * 14, "no solution"),
        ("12.3..4.........", "no solution"),
        ("1" + "." * 15, "several solutions"),
    ],
)
def test_improper(text: str, said: str) -> None:
    """Puzzles that are not proper are refused, whatever is asked."""
    with pytest.raises(InputError, match=said):
        minimize(text)
    with pytest.raises(InputError, match=said):
        list(minimal_puzzles(text))


@settings(max_examples=8, deadline=None)
@given(st.sets(st.integers(0, 15), min_size=8, max_size=10))
def test_all_against_brute_force(gaps: set[int]) -> None:
    """All minimal puzzles are those that trying every set of clues finds."""
    full = "1234341221434321"
    puzzle = Grid.parse("".join("." if at in gaps else d for at, d in enumerate(full)))
    if not is_proper(puzzle):
        return
    expected = least_sets(puzzle, proper=True)
    found = list(minimal_puzzles(puzzle))
    by_size = list(minimal_puzzles(puzzle, smallest=True, seed=1))

    for each in (found, by_size):
        told = [tuple(cell for cell, _ in one.clues) for one in each]
        assert expected == set(told)
        assert len(expected) == len(told)
    sizes = [one.clue_count for one in by_size]
    assert sorted(sizes) == sizes
    assert sizes[0] == minimize(puzzle, smallest=True).clue_count


def test_several() -> None:
    """Several at a time are different ones, as many as the limit."""
    found = list(minimal_puzzles(EASY, limit=4))

    assert 4 == len(set(found))
    assert all(is_inside(one, Grid.parse(EASY)) for one in found)
    assert all(map(is_minimal, found))


@pytest.mark.parametrize(
    "options",
    [
        *({"limit": limit} for limit in (0, 1.5, "3", True)),
        *({"seed": seed} for seed in (-1, "x", [1], 1.5, True)),
        {"timeout": "x"},
        {"engine": "foo"},
        {"engine": 3},
        {"encoding": "foo"},
    ],
)
def test_bad_arguments(options: dict[str, Any]) -> None:
    """What makes no sense is refused at once, whatever it is."""
    with pytest.raises(UsageError):
        minimal_puzzles(EASY, **options)
    if "limit" not in options:
        with pytest.raises(UsageError):
            minimize(EASY, **options)


def test_names_in_either_case() -> None:
    """`auto` is written in either case, as other engines are."""
    assert minimize(EASY) == minimize(EASY, engine="AUTO")
    assert minimize(EASY) == minimize(EASY, engine="GLUCOSE4")


def test_lying_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that is the solution itself is caught where another one is asked for."""
    solve, models = PySat.solve, list[tuple[int, ...]]()

    def lie(
        engine: PySat, assumptions: Sequence[int] = (), limits: Limits = NO_LIMITS
    ) -> Outcome:
        outcome = solve(engine, assumptions, limits)
        if outcome.model is not None:
            models.append(outcome.model)
            return outcome
        held = {*models[0], *(literal for literal in assumptions if literal > 0)}
        return Outcome(Status.SATISFIABLE, tuple(sorted(held)))

    monkeypatch.setattr(PySat, "solve", lie)
    with pytest.raises(EngineError, match="model"):
        minimize(EASY)


def test_reused() -> None:
    """One minimizer serves many puzzles of several shapes, each as a new one would."""
    minimizer = Minimizer()
    for size in (2, 3, 2, 1):
        geometry = Geometry(size, 2)
        full = solve(Grid(geometry, (0,) * geometry.cells)).solution
        assert full is not None
        first = next(islice(minimizer.every(full), 1))

        assert is_minimal(first)
        assert minimize(full) == minimizer.minimal(full)
    minimizer.close()
    assert minimize(EASY) == minimizer.minimal(Grid.parse(EASY))
    minimizer.close()


def test_many_shapes_do_not_pile_up() -> None:
    """Engines of a few geometries are kept, and the others freed."""
    minimizer = Minimizer()
    for size in range(2, 8):
        geometry = Geometry(1, size)
        full = solve(Grid(geometry, (0,) * geometry.cells)).solution
        assert full is not None
        assert is_minimal(minimizer.minimal(full))
    minimizer.close()


def test_no_time() -> None:
    """A puzzle that is not certain to be minimal is not told."""
    with pytest.raises(Stopped):
        minimize(EASY, timeout=1e-9)


def test_time_over_midway(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is one that was minimal in part."""
    asked = 0

    def over(deadline: float | None) -> bool:
        del deadline
        nonlocal asked
        asked += 1
        return asked > 6

    monkeypatch.setattr("satdoku.walk.is_over", over)
    with pytest.raises(Stopped):
        minimize(EASY)


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C a minimizer can be used again."""
    minimizer = Minimizer()
    expected = minimizer.minimal(Grid.parse(EASY))

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("satdoku.reasons.minimizing.MinimalSets.one", interrupt)
        patched.setattr("satdoku.reasons.minimizing.MinimalSets.every", interrupt)
        with pytest.raises(KeyboardInterrupt):
            minimizer.minimal(Grid.parse(EASY))
        with pytest.raises(KeyboardInterrupt):
            next(minimizer.every(Grid.parse(EASY)))

    assert expected == minimizer.minimal(Grid.parse(EASY))
    minimizer.close()
