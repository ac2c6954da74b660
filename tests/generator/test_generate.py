"""New puzzles are proper and as they were asked for, or none comes."""

from itertools import count, islice

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import satdoku
from satdoku import (
    Geometry,
    Grid,
    Level,
    Puzzle,
    check,
    explain,
    generate,
    generate_many,
    rate,
    solve,
)
from satdoku.setting.generator import Attempts

SOLVED = "1243342121344312"
MASK = (
    "xx..x....x..xxx....xx....x.x...x...xx..x.x..xx...x...x.x....xx....xxx..x....x..xx"
)
FINDS = {
    "none": lambda r, c, n: [],
    "rotational180": lambda r, c, n: [(n - r, n - c)],
    "rotational90": lambda r, c, n: [(c, n - r)],
    "horizontal": lambda r, c, n: [(n - r, c)],
    "vertical": lambda r, c, n: [(r, n - c)],
    "diagonal": lambda r, c, n: [(c, r)],
    "antidiagonal": lambda r, c, n: [(n - c, n - r)],
    "axes": lambda r, c, n: [(n - r, c), (r, n - c)],
    "diagonals": lambda r, c, n: [(c, r), (n - c, n - r)],
    "full": lambda r, c, n: [(c, n - r), (r, n - c)],
}
"""Where else a clue has to lie; n is the last row and column."""


def one(**options):
    made = generate(**{"seed": 1, **options})
    check_proper(made)
    return made


def check_proper(made):
    """See by another engine that the solution is the puzzle's, and its only one."""
    result = solve(made, engine="dpll")
    assert result.is_unique
    assert made.metadata["solution"] == result.solution.line


def is_symmetric(grid, symmetry):
    n = grid.geometry.size
    cells = {divmod(cell, n) for cell, _ in grid.clues.filled}
    return all(
        place in cells
        for row, column in cells
        for place in FINDS[symmetry](row, column, n - 1)
    )


# --- properties -----------------------------------------------------------------------


@pytest.mark.parametrize("size", [4, 6, 9, 10, 12, Geometry.of_box(4, 2)])
def test_sizes(size):
    made = one(size=size)
    assert check(made).is_minimal
    assert {"solution"} == made.metadata.keys()
    assert size in {made.geometry.size, made.geometry}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("size", "clues"), [(15, None), (16, None), (20, None), (25, 330)]
)
def test_large_sizes(size, clues):
    made = generate(size=size, seed=1, clues=clues)
    assert solve(made, engine="cadical195").is_unique
    assert clues in {None, made.clue_count}


@pytest.mark.parametrize("clues", [22, 30, 50, 80, 81])
def test_clues(clues):
    assert clues == one(clues=clues).clue_count


@pytest.mark.parametrize("symmetry", FINDS)
@pytest.mark.parametrize("size", [6, 9])
def test_symmetries(symmetry, size):
    """The clues lie as they should, and none can go with those that belong to it."""
    made = one(symmetry=symmetry, size=size)
    grid, n = made, made.geometry.size

    assert is_symmetric(grid, symmetry)
    if symmetry == "rotational180":
        for cell, _ in grid.clues.filled:
            pair = {cell, n * n - 1 - cell}
            values = [v * (c not in pair) for c, v in enumerate(grid.values)]
            assert not solve(Puzzle(tuple(values), geometry=grid.geometry)).is_unique


def test_symmetric_clues_may_be_spare_alone():
    """Without `minimal` only whole orbits cannot go."""
    found = [
        check(made).is_minimal
        for made in generate_many(6, size=6, symmetry="full", seed=2)
    ]
    assert False in found


@pytest.mark.parametrize(
    "options",
    [
        {"symmetry": "diagonal"},
        {"clues": 25},
        {"singles_only": True},
        {"level": "medium"},
    ],
    ids=str,
)
def test_minimal(options):
    assert check(one(minimal=True, **options)).is_minimal


@pytest.mark.parametrize("level", ["easy", "medium", "hard", Level.HARD])
def test_levels(level):
    """The level and the score are those of the path, which is there as well."""
    for made in generate_many(2, level=level, seed=1):
        path = explain(made)
        assert level in {path.level, path.level.key}
        rating = made.metadata["level"], int(made.metadata["rating"])
        assert (path.level.key, path.score) == rating
        assert made.metadata["solution"] == path.position.line


@pytest.mark.nightly
@pytest.mark.parametrize("level", ["unfair", "extreme"])
def test_high_levels(level):
    for made in generate_many(2, level=level, seed=1):
        check_proper(made)
        assert level == rate(made).level.key


def test_levels_of_large_grids():
    """Clues come back until a large puzzle is easy enough."""
    made = one(size=12, level="easy")
    assert Level.EASY is rate(made).level


def test_scores():
    for score in ((500, 700), (None, 230), (900, None)):
        low, high = score[0] or 0, score[1] or 10**9
        for made in generate_many(2, score=score, seed=1):
            assert low <= rate(made).score <= high


def used(made):
    return {step.technique.key for step in explain(made).steps}


def test_techniques():
    """Each of those that are named is in the path; of a family one is enough."""
    assert {"naked-pair", "pointing"} <= used(
        one(techniques=["naked-pair", "pointing"])
    )
    assert {"pointing", "claiming", "locked-pair", "locked-triple"} & used(
        one(techniques="locked")
    )


def test_the_hardest_technique():
    made = one(hardest="naked-pair", seed=5)
    steps = explain(made).steps
    hardness = {(step.technique.level, step.technique.score) for step in steps}
    assert "naked-pair" in used(made)
    assert (Level.MEDIUM, 60) == max(hardness)


def test_singles_only():
    """Few clues, unless more are asked for; minimal or symmetric if asked for."""
    for options in ({}, {"clues": 30}, {"minimal": True}, {"symmetry": "vertical"}):
        made = one(singles_only=True, **options)
        assert {"full-house", "naked-single", "hidden-single"} >= used(made)
        assert options.get("clues", made.clue_count) == made.clue_count
        assert made.clue_count <= 36


def test_pattern():
    made = one(pattern=MASK)
    assert [mark == "x" for mark in MASK] == [value > 0 for value in made.values]


def test_solution():
    assert SOLVED == one(solution=SOLVED).metadata["solution"]
    exact = one(solution=SOLVED, pattern="x.....x...x.x...")
    assert exact.line == "1.....2...3.4..."
    assert SOLVED == one(solution=Grid(SOLVED), level="easy").metadata["solution"]


@given(
    st.fixed_dictionaries(
        {
            "size": st.sampled_from([4, 6, 8, Geometry.of_box(1, 4)]),
            "seed": st.integers(0, 99),
        },
        optional={
            "symmetry": st.sampled_from(sorted(FINDS)),
            "clues": st.integers(3, 16),
            "minimal": st.booleans(),
            "singles_only": st.booleans(),
            "level": st.sampled_from(["easy", "medium", "hard"]),
            "score": st.tuples(st.integers(0, 300), st.integers(150, 900)),
        },
    )
)
def test_whatever_is_asked_for(asked):
    low, high = asked.get("score", (0, 10**9))
    assume(low <= high)
    try:
        made = generate(max_attempts=8, **asked)
    except satdoku.Stopped:
        return
    except satdoku.UsageError:  # a level or score that contradicts something else
        assert {"level", "score"} & asked.keys()
        return
    check_proper(made)
    puzzle = made
    assert asked.get("clues") in {None, puzzle.clue_count}
    assert is_symmetric(puzzle, asked.get("symmetry", "none"))
    if asked.get("minimal"):
        assert check(puzzle).is_minimal
    if asked.get("singles_only"):
        assert explain(puzzle, techniques="singles", search=False).by_logic
    if {"level", "score"} & asked.keys():
        rating = rate(puzzle)
        assert asked.get("level") in {None, rating.level.key}
        assert low <= rating.score <= high
        assert rating.level.key == made.metadata["level"]
        assert str(rating.score) == made.metadata["rating"]


# --- seeds and runs -------------------------------------------------------------------


def test_a_larger_number_begins_alike():
    few, more, others = (
        list(generate_many(n, seed=seed)) for n, seed in ((3, 1), (5, 1), (3, 2))
    )
    assert few == more[:3]
    assert set(few).isdisjoint(others)


def test_without_a_seed_puzzles_differ():
    assert generate() != generate()


def test_lanes_change_nothing(monkeypatch):
    """With compiled lanes many attempts run side by side; the puzzles are the same."""
    requests = ({}, {"symmetry": "diagonal"}, {"clues": 27}, {"minimal": True})
    requests += ({"minimal": True, "symmetry": "rotational180"}, {"pattern": MASK})

    def lines():
        return [
            [puzzle.line for puzzle in generate_many(1, seed=7, **options)]
            for options in requests
        ]

    found = lines()
    monkeypatch.setattr("satdoku.setting.batches.has_compiler", lambda: False)
    assert found == lines()


def test_no_two_are_alike():
    """Where there are no more it ends, and says so."""
    endless = generate_many(
        None, size=4, solution=SOLVED, clues=4, seed=1, max_attempts=100
    )
    puzzles = list(islice(endless, 10))

    assert 10 == len(set(puzzles))
    assert all(4 == puzzle.clue_count for puzzle in puzzles)
    with pytest.raises(satdoku.Stopped) as error:
        puzzles.extend(endless)
    assert len(puzzles) == len(set(puzzles))
    assert "100" in str(error.value)


def test_every_solution_can_come():
    """All 288 solutions of the empty 4×4 grid are drawn sooner or later."""
    made = generate_many(1200, size=4, clues=16, seed=1, max_attempts=2000)
    found = []
    with pytest.raises(satdoku.Stopped):
        found.extend(one_.metadata["solution"] for one_ in made)
    assert 288 == len(set(found)) == len(found)


def test_timeout():
    """What was made until then is there."""
    made = generate_many(None, size=4, seed=1, timeout=0.3)
    check_proper(next(made))
    with pytest.raises(satdoku.Stopped):
        list(made)


@pytest.mark.usefixtures("processes_at_once")
@pytest.mark.parametrize("workers", [1, 2])
def test_timeout_within_an_attempt(workers):
    with pytest.raises(satdoku.Stopped):
        list(generate_many(1, size=25, seed=1, timeout=0.2, workers=workers))


def test_what_is_made_before_the_limit_is_kept(monkeypatch):
    """Of attempts made side by side, too."""
    calls, rated = count(), Attempts._rated

    def limited(self, values, solution):
        if next(calls) == 2:
            raise satdoku.Stopped("out of time")
        return rated(self, values, solution)

    monkeypatch.setattr(Attempts, "_rated", limited)
    made = generate_many(20, seed=1)
    assert next(made) != next(made)
    with pytest.raises(satdoku.Stopped):
        next(made)


def test_timeout_while_clues_are_removed():
    """Where singles have to do, that takes most of an attempt."""
    rows = [5 * (row % 5) + row // 5 for row in range(25)]
    solved = Grid([(row + column) % 25 + 1 for row in rows for column in range(25)])
    with pytest.raises(satdoku.Stopped):
        generate(solution=solved, seed=1, singles_only=True, timeout=1)


def test_timeout_where_no_attempt_makes_a_puzzle():
    with pytest.raises(satdoku.Stopped):
        generate(seed=1, clues=17, timeout=0.4, max_attempts=10**9)


@pytest.mark.usefixtures("processes_at_once")
def test_workers_are_left_when_enough_is_made():
    made = generate_many(None, size=6, seed=1, workers=2)
    first = next(made)
    made.close()
    assert generate(size=6, seed=1) == first
    with pytest.raises(StopIteration):
        next(made)
