"""New puzzles: proper, as they were asked for, and the same from the same seed."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import satdoku
from satdoku import Grid, InputError, Stopped, UsageError, check, generate, solve
from satdoku.deduce.path import walk
from satdoku.deduce.shape import Shape
from satdoku.deduce.technique import Level, Technique
from satdoku.generating.board import is_of_singles
from satdoku.generating.generation import Generated
from satdoku.generating.symmetry import Symmetry

SOLVED = "1243342121344312"


def holds(made: Generated) -> bool:
    """Whether the solution is that of the puzzle alone, as another engine says."""
    result = solve(made.grid, engine="dpll")
    return bool(result.is_unique) and result.solution == made.solution


@pytest.mark.parametrize("size", [4, 6, "3x2", 8, 9, 10, 12, "1x5"])
def test_sizes(size: object) -> None:
    """Of every size they are proper, and minimal."""
    [made] = generate(size=size, seed=1)

    assert holds(made)
    assert check(made.grid).is_minimal
    assert (None, None) == (made.level, made.score)


@pytest.mark.slow
@pytest.mark.parametrize("size", [15, 16, 18, 20])
def test_large_sizes(size: int) -> None:
    """So are large ones."""
    [made] = generate(size=size, seed=1)
    result = solve(made.grid, engine="cadical195")

    assert result.is_unique
    assert made.solution == result.solution


@pytest.mark.slow
def test_largest_size() -> None:
    """25×25 is made, too."""
    [made] = generate(size=25, seed=1, clues=330)

    assert 330 == made.grid.clue_count
    assert solve(made.grid).is_unique


def test_same_seed_same_puzzles() -> None:
    """The seed decides, and nothing else; a larger number begins alike."""
    few, more, others = (
        [made.grid for made in generate(n, seed=seed)]
        for n, seed in ((3, 1), (5, 1), (3, 2))
    )

    assert few == more[:3]
    assert set(few).isdisjoint(others)


def test_kept_for_ever() -> None:
    """What a seed makes stays what it is; a change of this breaks a promise."""
    expected = (
        "...7..3.5.83.2..........7.........9..2....."
        "5169..4.......5....45....1...1..6.8.72"
    )
    [made] = generate(seed=3)

    assert expected == made.grid.line


@pytest.mark.parametrize("given", [{"size": 6}, {"level": "medium"}])
def test_workers_make_the_same(given: dict[str, Any]) -> None:
    """Whatever the number of workers."""
    alone, together = (
        list(generate(4, seed=1, workers=workers, **given)) for workers in (1, 2)
    )

    assert alone == together


def test_no_two_alike() -> None:
    """Every puzzle comes once; where there are no more it ends, and says so."""
    endless = generate(None, size=4, solution=SOLVED, clues=4, seed=1, max_attempts=500)
    puzzles = [made.grid for made in islice(endless, 10)]

    assert 10 == len(set(puzzles))
    assert all(4 == puzzle.clue_count for puzzle in puzzles)
    with pytest.raises(Stopped, match=r"500 attempts in a row: .* were there already"):
        list(endless)


@pytest.mark.parametrize("clues", [22, 30, 50, 81])
def test_clues(clues: int) -> None:
    """The number of clues is exactly that."""
    [made] = generate(clues=clues, seed=1)

    assert clues == made.grid.clue_count
    assert holds(made)


@pytest.mark.parametrize("symmetry", list(Symmetry))
def test_symmetries(symmetry: Symmetry) -> None:
    """The clues lie as they should, and no orbit of them can go."""
    [made] = generate(symmetry=symmetry, seed=1)
    cells = {cell for cell, _ in made.grid.clues}

    assert symmetry.has(cells, 9)
    assert holds(made)
    for orbit in symmetry.orbits(9):
        if orbit[0] in cells:
            values = [v * (c not in orbit) for c, v in enumerate(made.grid.values)]
            assert not solve(Grid(made.grid.geometry, tuple(values))).is_unique


@pytest.mark.parametrize(
    "given",
    [
        {"symmetry": "rotational180"},
        {"clues": 25},
        {"singles_only": True},
        {"level": "medium"},
    ],
)
def test_minimal(given: dict[str, Any]) -> None:
    """No clue can go, whatever else is asked for."""
    [made] = generate(minimal=True, seed=1, **given)

    assert check(made.grid).is_minimal


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_levels(level: str) -> None:
    """The level is that which the whole path gives."""
    for made in generate(2, level=level, seed=1):
        path = walk(made.grid)
        assert (Level.parse(level), path) == (path.level, made.path)
        assert made.solution == path.end
        assert (path.level, path.score) == (made.level, made.score)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["unfair", "extreme"])
def test_high_levels(level: str) -> None:
    """So it is for the hardest."""
    for made in generate(2, level=level, seed=1):
        assert Level.parse(level) == walk(made.grid).level
        assert holds(made)


def test_levels_of_large_grids() -> None:
    """Clues come back until a large puzzle is easy enough."""
    [made] = generate(size=12, level="easy", seed=1)

    assert Level.EASY is walk(made.grid).level
    assert holds(made)


def test_scores() -> None:
    """The score lies within the bounds."""
    for made in generate(3, score=(500, 700), seed=1):
        assert 500 <= walk(made.grid).score <= 700


def test_techniques() -> None:
    """Each technique is in the path."""
    wanted = {Technique.NAKED_PAIR, Technique.POINTING}
    [made] = generate(techniques=["naked-pair", "pointing"], seed=1)

    assert wanted <= {step.technique for step in walk(made.grid).steps}


def test_singles_only() -> None:
    """Singles complete the puzzle; with few clues, unless more are asked for."""
    few, more = (
        made
        for clues in (None, 30)
        for made in generate(singles_only=True, seed=1, clues=clues)
    )

    for made in (few, more):
        assert is_of_singles(Shape.of(made.grid.geometry), tuple(made.grid.clues))
        assert holds(made)
    assert (True, 30) == (few.grid.clue_count <= 30, more.grid.clue_count)


def test_pattern() -> None:
    """The clues are in the cells of the pattern, and in no others."""
    marks = (
        "xx..x....x..xxx....xx....x.x...x...xx..x.x..xx"
        "...x...x.x....xx....xxx..x....x..xx"
    )
    [made] = generate(pattern=marks, seed=1)

    assert [mark == "x" for mark in marks] == [v > 0 for v in made.grid.values]
    assert holds(made)


def test_solution() -> None:
    """The solution is the one that was given, with a pattern too."""
    [made] = generate(solution=SOLVED, seed=1)
    [exact] = generate(solution=SOLVED, pattern="x.....x...x.x...", seed=1)

    assert SOLVED == made.solution.line == exact.solution.line
    assert "1.....2...3.4..." == exact.grid.line


def test_pattern_and_solution_that_do_not_go_together() -> None:
    """Where the clues are all prescribed, and are not enough, it is told."""
    with pytest.raises(Stopped, match="had several solutions"):
        next(generate(solution=SOLVED, pattern="xx...x....x.....", max_attempts=3))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"clues": 17}, "had more clues"),
        ({"clues": 24, "minimal": True, "symmetry": "full"}, "clues"),
        ({"singles_only": True, "clues": 18}, "had more clues"),
        ({"score": (9000, None)}, "were too easy"),
        ({"techniques": ["jellyfish", "naked-quad"]}, "do not need the techniques"),
    ],
)
def test_gives_up(given: dict[str, Any], why: str) -> None:
    """After too many attempts it says what came out instead."""
    with pytest.raises(Stopped, match=f"no puzzle in 2 attempts .*{why}"):
        next(generate(seed=1, max_attempts=2, **given))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"n": 0}, "0 as n"),
        ({"max_attempts": 0}, "0 as max_attempts"),
        ({"seed": -1}, "seed"),
        ({"workers": 0}, "0 workers"),
        ({"workers": "many"}, "'many' workers"),
        ({"symmetry": "sideways"}, "no symmetry"),
    ],
)
def test_makes_no_sense(given: dict[str, Any], says: str) -> None:
    """What makes no sense is told by the call itself, before anything is made."""
    with pytest.raises(UsageError, match=says):
        generate(**given)


def test_unreadable() -> None:
    """So is a pattern that cannot be read."""
    with pytest.raises(InputError, match="17 cells"):
        generate(pattern="x" * 17)


def test_seed_is_told() -> None:
    """Without a seed there is one all the same, which makes the puzzle again."""
    [made] = generate(size=4)

    assert made == next(generate(size=4, seed=made.seed))


def test_public_names() -> None:
    """They are reached from the package itself."""
    assert (generate, Generated) == (satdoku.generate, satdoku.Generated)


def test_shown_on_one_line() -> None:
    """Its size, its clues and its seed; a level, where one was asked for."""
    [plain] = generate(size=4, seed=5, clues=6)
    [easy] = generate(size=4, seed=5, level="easy", clues=6)

    assert "<Generated 4x4, 6 clues, seed 5>" == repr(plain)
    assert "<Generated 4x4, 6 clues, easy, seed 5>" == repr(easy)


@pytest.mark.parametrize("workers", [1, 2])
def test_timeout(workers: int) -> None:
    """Time ends it, also within an attempt, and what was made until then is there."""
    made = generate(None, size=4, seed=1, timeout=0.6, workers=workers)
    first = next(made)

    with pytest.raises(Stopped, match="out of time after "):
        list(made)
    assert holds(first)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"singles_only": True},
        {"solution": SOLVED},
        {"pattern": "x...|..x.|.x..|...x"},
        {"size": 25, "minimal": True},
    ],
)
def test_no_time_at_all(given: dict[str, Any]) -> None:
    """Whatever is made, a time that is over ends it."""
    with pytest.raises(Stopped, match="out of time after 0 s"):
        next(generate(seed=1, timeout=0, **given))
