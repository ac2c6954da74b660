"""Engine masks: limits, what it refuses, and that it shows what others show."""

import time
from dataclasses import dataclass

import pytest

from satdoku import Geometry, Puzzle, Solver, solve
from satdoku.constraints import (
    AntiKing,
    Killer,
    LittleKiller,
    Renban,
    Sandwich,
    Var,
    Whisper,
)
from satdoku.engines.lanes import has_compiler
from satdoku.engines.masks import layout, search
from satdoku.engines.masks.sums import narrow_sum
from satdoku.errors import InputError
from satdoku.solving import variants
from tests.engines import plain_masks

SNAKE = [(r, c if r % 2 == 0 else 8 - c) for r in range(3) for c in range(9)]
OPEN = Puzzle("." * 81, [Whisper(SNAKE)])
DIAGONAL = Puzzle("." * 81, [LittleKiller(60, [(at, at) for at in range(9)])])

COMPILED = pytest.mark.skipif(not has_compiler(), reason="numba is not installed")


@pytest.fixture(autouse=True)
def _kernel(monkeypatch):
    """Run the kernel in plain Python where nothing compiles it."""
    if not has_compiler():
        monkeypatch.setattr(search, "prepare", lambda _: plain_masks.run)
        monkeypatch.setattr(variants, "prepare", lambda _: plain_masks.run)
        monkeypatch.setattr(variants, "has_compiler", lambda: True)


def test_a_count_stops_in_time():
    start = time.monotonic()
    count = Solver("masks").count(DIAGONAL, timeout=0.5)
    assert not count.complete
    assert count.value > 0
    assert time.monotonic() - start < 30


@COMPILED
def test_solutions_come_lazily_and_each_once():
    with Solver("masks").solutions(DIAGONAL) as grids:
        shown = [next(grids) for _ in range(3000)]
    assert len(set(shown)) == 3000
    assert all(map(DIAGONAL.is_solution, shown))


def test_candidates_and_clues_are_kept():
    puzzle = Puzzle("1" + "." * 15, [AntiKing()]).with_candidates((15, 6) + (15,) * 14)
    answers = {
        engine: set(Solver(engine).solutions(puzzle))
        for engine in ("masks", "cadical153")
    }
    assert answers["masks"] == answers["cadical153"]
    assert {grid.values[1] for grid in answers["masks"]} <= {2, 3}


@dataclass(frozen=True)
class Own:
    """A constraint of one's own that has clauses alone."""

    only_units = False

    def check(self, _):
        """Accept every geometry."""

    def units(self, _):
        """Return nothing."""
        return ()

    def clauses(self, _, variables):
        """Yield that the first cell holds 1."""
        yield (variables.literal(0, 1),)

    def is_satisfied(self, grid):
        """Whether it does."""
        return grid.values[0] == 1

    def describe(self):
        """Return the name."""
        return "own"


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (Puzzle("." * 16, [Own()]), "own"),
        (Puzzle("." * 36 * 36, [AntiKing()], geometry=Geometry(36, 36)), "36 digits"),
        (
            Puzzle("." * 16, [Renban("r1c1 VA"), Var("A")]),
            "cells outside the grid: cell VA",
        ),
        (
            Puzzle("." * 16, geometry=Geometry(4, 4, raw=True)),
            "grids whose rows and columns say nothing",
        ),
    ],
    ids=["own constraint", "36 digits", "cells outside the grid", "raw"],
)
def test_what_is_refused(puzzle, reason):
    """The sentence names what it is; `auto` takes another engine."""
    with pytest.raises(InputError, match=f"engine masks does not take {reason}"):
        Solver("masks").solve(puzzle)
    if puzzle.geometry.size == 4:
        assert "masks" not in solve(puzzle).statistics.engines


@pytest.mark.parametrize("total", [35, 45, 46, 62, 99])
def test_a_sandwich_is_never_more_than_all_values_together(total):
    """Sums that no word has room for are refuted, not refused."""
    count = Solver("masks").count(Puzzle("." * 81, [Sandwich(total, "r1")]), 1)
    assert count == 0 if total > 35 else not count.complete


def test_a_sum_whose_cells_share_too_few_digits():
    """Its bounds leave fewer digits than cells: no digit is read from what is empty."""
    arrays = [[] for _ in range(layout.ARRAYS)]
    arrays[layout.DATA] = [16, 1, 1, 3, 0, 1, 2]  # 16 = a group: once, three cells
    arrays[layout.WORK], arrays[layout.NEED] = [0] * 20, [0]
    masks = [2, 340, 288]
    assert not narrow_sum(masks, 0, arrays)


def test_auto_shows_the_same_before_and_after_loading(monkeypatch):
    """Of several solutions those that are shown do not tell which engine answered."""
    puzzles = [OPEN, Puzzle("." * 81, [Renban("r1c1 r2c2 r3c3")])]
    monkeypatch.setattr(variants._Process, "run", None)
    monkeypatch.setattr(variants._Process, "is_impossible", True)
    plain = [solve(puzzle) for puzzle in puzzles]
    monkeypatch.setattr(variants._Process, "is_impossible", False)
    assert variants.load(lambda: None)
    for puzzle, before in zip(puzzles, plain, strict=True):
        after = solve(puzzle)
        assert (after.solution, after.second) == (before.solution, before.second)
    unique = solve(Puzzle("1... .... .... ....", [Killer(3, "r1c1 r1c2"), AntiKing()]))
    assert unique.engine == "masks"


@COMPILED
def test_a_count_goes_on_where_the_solver_stopped(monkeypatch):
    """It starts with SAT; masks start over, and no number comes twice."""
    monkeypatch.setattr(variants._Process, "run", None)
    monkeypatch.setattr(variants._Process, "spent", variants._WORTH_LOADING - 0.01)
    shown = []
    count = Solver().count(DIAGONAL, 20_000, progress=shown.append)
    assert (count.value, count.complete) == (20_000, False)
    assert shown == sorted(set(shown))
    assert variants._Process.run is not None
