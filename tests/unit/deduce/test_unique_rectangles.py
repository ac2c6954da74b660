"""Unique and hidden rectangles against all rectangles there are; none is unsound."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

import pytest

from satdoku import Geometry, Grid
from satdoku.deduce.path import every_step, walk
from satdoku.deduce.shape import bits
from satdoku.deduce.technique import Technique
from tests.unit.deduce.proper import proper_positions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.deduce.state import State
    from satdoku.deduce.step import Step

_EASY = {technique for technique in Technique if technique.order < 2000}
_UNIQUE = {
    technique
    for technique in Technique
    if "rectangle-" in technique.key or technique.key == "hidden-rectangle"
}
_BUG = {Technique.BUG_PLUS_1}

Outcomes = set[tuple[Technique, tuple[tuple[int, int], ...]]]


def rectangles(board: Geometry) -> Iterator[tuple[int, ...]]:
    """Yield the corners of all rectangles in two boxes: a b over c d."""
    n = board.size
    for (top, below), (left, right) in product(combinations(range(n), 2), repeat=2):
        corners = tuple(r * n + c for r in (top, below) for c in (left, right))
        if len({board.box_of(cell) for cell in corners}) == 2:
            yield corners


def refuted(geometry: Geometry, puzzles: int) -> tuple[set[Step], set[Technique]]:
    """Return the steps that remove a digit of the solution, and what was met at all."""
    wrong: set[Step] = set()
    met: set[Technique] = set()
    for state, solution in proper_positions(geometry, puzzles, seed=17):
        steps = list(every_step(state, _UNIQUE | _BUG))
        met |= {step.technique for step in steps}
        wrong |= {
            step
            for step in steps
            if any(solution[cell] == digit for cell, digit in step.removes)
        }

        assert len({(step.technique, step.removes) for step in steps}) == len(steps)
    return wrong, met


def test_no_digit_of_the_solution_is_removed() -> None:
    """Every step of positions on the paths of small proper puzzles."""
    wrong, met = refuted(Geometry(2, 2), 30)

    assert wrong == set()
    assert len(met) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("geometry", [Geometry(2, 3), Geometry(3, 2), Geometry(3, 3)])
def test_no_digit_of_a_larger_solution_is_removed(geometry: Geometry) -> None:
    """The same for larger ones."""
    wrong, met = refuted(geometry, 25)

    assert wrong == set()
    assert len(met) >= 6


class Corners(NamedTuple):
    """A rectangle that could hold two digits in turn."""

    state: State
    cells: tuple[int, ...]
    digits: tuple[int, int]
    opened: list[int]

    @property
    def aligned(self) -> bool:
        """Whether the open corners are in a row or column."""
        n = self.state.shape.size
        rows, columns = {c // n for c in self.opened}, {c % n for c in self.opened}
        return 1 in {len(rows), len(columns)}

    def removed(
        self, technique: Technique, cells: Iterable[int], digits: Iterable[int]
    ) -> Outcomes:
        """Return the outcome that removes some digits from some cells."""
        where = self.state.where
        removes = tuple((c, d) for c in cells for d in digits if where[d] >> c & 1)
        return {(technique, removes)} if removes else set()

    def is_tied(self, cell: int, digit: int) -> bool:
        """Say whether a corner's row and column have the digit in corners only."""
        n, here = self.state.shape.size, self.state.where[digit]
        return not any(
            here >> c & 1 and (c // n == cell // n or c % n == cell % n)
            for c in range(n * n)
            if c not in self.cells
        )

    def other(self) -> Outcomes:
        """Types 2 and 5: one candidate besides."""
        left, peers = self.state.left, self.state.shape.peers
        union = {bit + 1 for cell in self.opened for bit in bits(left[cell])}
        union -= set(self.digits)
        seen = [
            cell
            for cell in range(len(left))
            if all(peers[corner] >> cell & 1 for corner in self.opened)
        ]
        if len(self.opened) not in {2, 3} or len(union) != 1:
            return set()
        if len(self.opened) == 2 and self.aligned:
            return self.removed(Technique.UNIQUE_RECTANGLE_2, seen, union)
        return self.removed(Technique.UNIQUE_RECTANGLE_5, seen, union)

    def two(self) -> Outcomes:
        """Types 4 and 6: what ties a digit to the open corners."""
        if len(self.opened) != 2:
            return set()
        peers, where = self.state.shape.peers, self.state.where
        one, two = self.opened
        for sure, removed in (self.digits, self.digits[::-1]):
            if self.aligned and not where[sure] & peers[one] & peers[two]:
                return self.removed(
                    Technique.UNIQUE_RECTANGLE_4, self.opened, [removed]
                )
            if not self.aligned and all(self.is_tied(c, sure) for c in self.opened):
                return self.removed(Technique.UNIQUE_RECTANGLE_6, self.opened, [sure])
        return set()

    def hidden(self) -> Outcomes:
        """Hidden rectangles: a bare corner, and a digit tied to the opposite one."""
        found: Outcomes = set()
        if len(self.opened) == 3 or (len(self.opened) == 2 and not self.aligned):
            for corner, opposite in zip(self.cells, self.cells[::-1], strict=True):
                for tied, removed in (self.digits, self.digits[::-1]):
                    if corner not in self.opened and self.is_tied(opposite, tied):
                        found |= self.removed(
                            Technique.HIDDEN_RECTANGLE, [opposite], [removed]
                        )
        return found


def possible(state: State, cell: int, digit: int) -> bool:
    """Say whether no digit placed keeps a digit out of an empty cell."""
    seen = bits(state.shape.peers[cell])
    return not state.values[cell] and all(state.values[peer] != digit for peer in seen)


def expected(state: State, cells: tuple[int, ...]) -> Outcomes:
    """Find what types 1, 2, 4, 5, 6 and hidden rectangles remove, by its corners."""
    found: Outcomes = set()
    for pair in {state.left[cell] for cell in cells}:
        digits = [bit + 1 for bit in bits(pair)]
        if len(digits) == 2 and all(
            possible(state, cell, digit) for cell in cells for digit in digits
        ):
            opened = [cell for cell in cells if state.left[cell] & ~pair]
            corners = Corners(state, cells, (digits[0], digits[1]), opened)
            found |= corners.other() | corners.two() | corners.hidden()
            if len(opened) == 1:
                type_1 = Technique.UNIQUE_RECTANGLE_1
                found |= corners.removed(type_1, opened, digits)
    return found


@pytest.mark.parametrize("geometry", [Geometry(2, 2), Geometry(2, 3)], ids=str)
def test_all_are_found(geometry: Geometry) -> None:
    """What the corners of all rectangles say."""
    techniques = {
        each
        for each in _UNIQUE
        if "avoidable" not in each.key and each is not Technique.UNIQUE_RECTANGLE_3
    }
    total, all_corners = 0, list(rectangles(geometry))
    for state, _ in proper_positions(geometry, 15, seed=18):
        wanted = {
            outcome for corners in all_corners for outcome in expected(state, corners)
        }
        total += len(wanted)

        assert wanted == {
            (step.technique, step.removes) for step in every_step(state, techniques)
        }
    assert total > 10


def test_the_puzzle_allows_both_digits_in_the_corners() -> None:
    """What it rules out there cannot be swapped in; elsewhere that is no matter."""
    found = 0
    for state, _ in proper_positions(Geometry(2, 3), 15, seed=18):
        size = len(state.ruled_out)
        for step in every_step(state, _UNIQUE):
            other = state.copy()
            rest = state.shape.all & ~sum(1 << cell for cell in step.cells)
            other.ruled_out = (rest,) * size
            assert step in list(every_step(other, _UNIQUE))
            for cell, digit in product(step.cells, step.digits[:2]):
                if not state.left[cell] >> digit - 1 & 1:
                    other.ruled_out = tuple(
                        (each == digit) << cell for each in range(size)
                    )
                    assert step not in list(every_step(other, _UNIQUE))
                    found += 1
    assert found


@pytest.mark.parametrize(
    ("technique", "puzzle", "told"),
    [
        (
            Technique.UNIQUE_RECTANGLE_1,
            "8.......37216...48...1....2.5..1......6.75...3.4..8.5.................341.5..7.6.",
            (
                "Unique Rectangle Type 1: r4c4<>3, r4c4<>4, otherwise 3 and 4 could be "
                "swapped in r4c47, r5c47, and the puzzle would have two solutions"
            ),
        ),
        (
            Technique.UNIQUE_RECTANGLE_2,
            "5.8...9.42..3....83.795...........2....2.........831....57..3..9.......2..3.24.8.",
            (
                "Unique Rectangle Type 2: r4c146<>6, one of r4c35 is 6, otherwise 1 "
                "and 9 could be swapped in r4c35, r5c35, and the puzzle would have two "
                "solutions"
            ),
        ),
        (
            Technique.UNIQUE_RECTANGLE_3,
            "...86...44...9.72.....1......73...89..9..8.6.......4.2...17.......9..1..9.2......",
            (
                "Unique Rectangle Type 3: r1c2<>3, r1c2<>5, one of r45c2 is one of "
                "5,6, otherwise 2 and 4 could be swapped in r4c25, r5c25, and the "
                "puzzle would have two solutions; with r267c2 that is a naked subset "
                "of 3,5,6,8"
            ),
        ),
        (
            Technique.UNIQUE_RECTANGLE_4,
            ".5.....2...13......32..75.......1....17..38....862....6.....3..4.5...17..7.4.....",
            (
                "Unique Rectangle Type 4: r46c8<>5, one of r46c8 is 3, and if the "
                "other were 5, 3 and 5 could be swapped in r4c18, r6c18, and the "
                "puzzle would have two solutions"
            ),
        ),
        (
            Technique.UNIQUE_RECTANGLE_6,
            "......1........83...84.3....5...8..........6..846.9.25........24219.......9.6.3..",
            (
                "Unique Rectangle Type 6: r2c4<>1, r7c6<>1, 1 in one of r2c4, r7c6 "
                "means 1 in both, as rows 2 and 7 and columns 4 and 6 have no other "
                "cell for 1, and then 1 and 7 could be swapped in r2c46, r7c46, and "
                "the puzzle would have two solutions"
            ),
        ),
        (
            Technique.HIDDEN_RECTANGLE,
            "..7.2.3......3..6...9.1...7.8.....2....8..9..3....975..936..81.7..2..5..6........",
            (
                "Hidden Rectangle: r5c3<>4, with 4 in r5c3 its neighbours in the "
                "rectangle would be 6, as row 5 and column 3 have no other cell for 6, "
                "and then 4 and 6 could be swapped in r5c35, r6c35, and the puzzle "
                "would have two solutions"
            ),
        ),
    ],
)
def test_reasons(technique: Technique, puzzle: str, told: str) -> None:
    """What is swapped, and why it would be."""
    steps = walk(Grid.parse(puzzle), _EASY | {technique}).steps

    assert told in map(str, steps)
