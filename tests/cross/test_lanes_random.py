"""The lanes against engines of formulas, on random puzzles of all kinds.

Some have no solution, some one, some many; hard ones, in shuffled form, are among them.
What is compared: how many solutions there are, up to two, and which where it is one.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from satdoku.cnf.encode import MAX_CLAUSES, encoding
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines import register
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.lanes.search import EXECUTORS, search
from satdoku.rules import first_broken

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.conftest import RandomPuzzles

    Puzzles = NDArray[np.uint8]

# Hard for search, each for searches of another kind; the last one has two solutions.
HARD = """\
98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
.................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...
1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..
.39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.
"""


def hard() -> Puzzles:
    """Return the hard puzzles."""
    cells = [[int(mark) for mark in line.replace(".", "0")] for line in HARD.split()]
    return np.array(cells, np.uint8)


def all_kinds(random_puzzles: RandomPuzzles, count: int) -> Puzzles:
    """Return so many puzzles of all kinds, side by side."""
    tenth = count // 10
    made = hard()
    few = made[random_puzzles.dice.integers(len(made), size=tenth)]
    spoilt = made[random_puzzles.dice.integers(len(made), size=tenth // 2)]
    parts = [
        random_puzzles.shuffled(few),
        random_puzzles.shuffled(random_puzzles.spoilt(spoilt)),
        random_puzzles.with_clues(0, 16, tenth // 2),
        random_puzzles.with_clues(28, 40, 2 * tenth),
    ]
    rest = count - sum(map(len, parts))
    return random_puzzles.dice.permutation(
        np.concatenate([*parts, random_puzzles.mixed(rest)])
    )


class Reference:
    """One engine of formulas, loaded once, with the clues as assumptions.

    Args:
        name: The engine.
    """

    def __init__(self, name: str) -> None:
        self._form = encoding(Geometry(3, 3), load_recipe("extended"), MAX_CLAUSES)
        self._engine = register.load(name, self._form.formula)
        self._cells = tuple(self._form.cell_variables)

    def up_to_two(self, puzzle: Puzzles) -> list[Grid]:
        """Return a puzzle's solutions, two at most."""
        clues = self._form.clues(Grid.trusted(Geometry(3, 3), tuple(puzzle.tolist())))
        models = self._engine.models(clues, project=self._cells)
        return [self._form.decode(model) for model in islice(models, 2)]


def compare(puzzles: Puzzles, engine: str) -> NDArray[np.int64]:
    """Hold the lanes against an engine; count those of no, one and more solutions.

    More than one needs no second opinion: the engine's two are held against the rules.
    """
    reference = Reference(engine)
    found = search(puzzles, limit=2)
    has = found.counts > 0
    firsts = np.zeros_like(puzzles)
    others = np.zeros_like(puzzles)

    assert found.complete.all()
    assert first_broken(puzzles[has], found.solutions[has]) is None
    assert not found.solutions[~has].any()
    for at, puzzle in enumerate(puzzles):
        solutions = reference.up_to_two(puzzle)
        line = "".join(map(str, puzzle))
        assert len(solutions) == found.counts[at], line
        if len(solutions) == 1:
            assert solutions[0].values == tuple(found.solutions[at].tolist()), line
        if len(solutions) == 2:
            firsts[at], others[at] = (solution.values for solution in solutions)
    several = found.counts == 2
    assert first_broken(puzzles[several], firsts[several]) is None
    assert first_broken(puzzles[several], others[several]) is None
    assert (firsts[several] != others[several]).any(axis=1).all()
    return np.bincount(found.counts, minlength=3)


def test_against_minisat(random_puzzles: RandomPuzzles) -> None:
    """3,000 puzzles of all kinds, one after the other by MiniSat."""
    kinds = compare(all_kinds(random_puzzles, 3_000), "minisat22")

    assert kinds.min() > 300, kinds


def test_against_dpll(random_puzzles: RandomPuzzles) -> None:
    """500 by the hand-written engine."""
    kinds = compare(random_puzzles.mixed(500), "dpll")

    assert kinds.min() > 50, kinds


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_against_three(random_puzzles: RandomPuzzles, part: int) -> None:
    """100,000 in all, in parts that run side by side.

    All by MiniSat; every fourth that has one solution or none, and so rests on a
    refutation, by CaDiCaL also; 4,000 by the hand-written engine, which takes longest.
    """
    random_puzzles.dice = np.random.default_rng(part)
    puzzles = all_kinds(random_puzzles, 5_000)
    kinds = compare(puzzles, "minisat22")
    refuted = puzzles[search(puzzles, limit=2).counts < 2][::4]
    again = compare(refuted, "cadical153")
    few = compare(puzzles[:200], "dpll")

    assert kinds[:2].sum() // 4 <= again[:2].sum() == again.sum()
    assert kinds.min() > 500, kinds
    assert few.min() > 10, few


MARKS = st.lists(
    st.tuples(st.integers(0, 80), st.integers(1, 9)),
    max_size=81,
    unique_by=lambda m: m[0],
)


@pytest.fixture(scope="module")
def dpll() -> Reference:
    """Return the hand-written engine, loaded once."""
    return Reference("dpll")


@given(MARKS)
@pytest.mark.parametrize("executor", EXECUTORS)
def test_any_digits(
    dpll: Reference, executor: str, marks: list[tuple[int, int]]
) -> None:
    """Whatever digits there are, the lanes find what the hand-written engine finds."""
    if executor == "numba":
        pytest.importorskip("numba", reason="numba is not installed")
    puzzle = np.zeros((1, 81), np.uint8)
    for cell, digit in marks:
        puzzle[0, cell] = digit
    expected = dpll.up_to_two(puzzle[0])

    found = search(puzzle, limit=2, executor=executor)

    assert len(expected) == found.counts[0]
    assert first_broken(puzzle, found.solutions) is None or not expected
    assert found.solutions.any() == bool(expected)


@given(st.permutations(range(81)), st.integers(20, 81), st.integers(0, 1))
def test_parts_of_a_solution(
    dpll: Reference, order: list[int], clues: int, wrong: int
) -> None:
    """The same from a full grid of which some cells are left, one perhaps wrong."""
    grid = [(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]
    puzzle = np.zeros((1, 81), np.uint8)
    for cell in order[:clues]:
        puzzle[0, cell] = grid[cell]
    if wrong:
        puzzle[0, order[-1]] = grid[order[-1]] % 9 + 1
    expected = dpll.up_to_two(puzzle[0])

    found = search(puzzle, limit=2)

    assert len(expected) == found.counts[0]
    if len(expected) == 1:
        assert expected[0].values == tuple(found.solutions[0].tolist())
