"""The formulas and the sweep, held against sets of cells.

Here a digit's candidates are a set of cells, and what is inferred is looked up by
trying permutations and counting: slow, and nothing of it is arithmetic on words.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from satdoku.lanes.formulas import (
    Tally,
    column_triads,
    hidden,
    row_singles,
    row_triads,
    supported,
)
from satdoku.lanes.layout import (
    BIVALUE,
    BLOCK,
    CANDIDATES,
    FIELDS,
    GUARDS,
    LEFT,
    OPEN,
    SOLVED,
    STATE,
    THREE,
    cell_of,
    place_of,
)
from satdoku.lanes.sweep import Swept, sweep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from tests.conftest import RandomPuzzles

    # Arrays of uint32: their operators take and give more than `Word` says.
    Words = Any
    Cells = set[int]

ALL = 0xFFFF_FFFF
ROWS = [set(range(9 * row, 9 * row + 9)) for row in range(9)]
COLUMNS = [set(range(column, 81, 9)) for column in range(9)]
BOXES = [
    {9 * (3 * band + r) + 3 * stack + c for r in range(3) for c in range(3)}
    for band in range(3)
    for stack in range(3)
]
ROW_BANDS = [
    [[ROWS[3 * band + r] & BOXES[3 * band + k] for k in range(3)] for r in range(3)]
    for band in range(3)
]
"""Each band as a matrix of triads: rows by boxes."""
COLUMN_STACKS = [
    [
        [COLUMNS[3 * stack + c] & BOXES[3 * k + stack] for c in range(3)]
        for k in range(3)
    ]
    for stack in range(3)
]
"""Each stack as a matrix of triads: boxes by columns."""


def words_of(sets: Sequence[Iterable[int]]) -> list[Words]:
    """Turn one set of cells a lane into three words of as many lanes."""
    words = [np.zeros(len(sets), np.uint32) for _ in range(3)]
    for lane, cells in enumerate(sets):
        for cell in cells:
            word, bit = place_of(cell)
            words[word][lane] |= 1 << bit
    return words


def sets_of(words: Sequence[Words]) -> list[Cells]:
    """Turn three words back into sets; there is nothing outside the fields."""
    made: list[Cells] = [set() for _ in words[0]]
    for r, word in enumerate(words):
        for lane, value in enumerate(word.tolist()):
            assert value & ~FIELDS == 0
            made[lane] |= {cell_of(r, bit) for bit in range(30) if value >> bit & 1}
    return made


def random_sets(count: int, seed: int) -> list[Cells]:
    """Make sets of cells, some dense, some with hardly a cell."""
    dice = np.random.default_rng(seed)
    chance = dice.random((count, 1)) ** 2
    return [
        set(np.flatnonzero(row).tolist()) for row in dice.random((count, 81)) < chance
    ]


def on_permutations(cells: Cells, matrix: Sequence[Sequence[Cells]]) -> Cells:
    """Keep the cells of triads that are in a permutation of triads with cells."""
    kept: Cells = set()
    for order in permutations(range(3)):
        triads = [matrix[line][place] & cells for line, place in enumerate(order)]
        if all(triads):
            kept = kept.union(*triads)
    return kept


class TestLayout:
    """`A lane holds the candidates of one 9×9 puzzle in 27 words`."""

    def test_places(self) -> None:
        """Each cell has a place of its own in the fields, and there is a way back."""
        places = [place_of(cell) for cell in range(81)]

        assert list(range(81)) == [cell_of(*place) for place in places]
        assert 81 == len(set(places))
        assert [FIELDS] * 3 == [
            sum(1 << bit for word, bit in places if word == r) for r in range(3)
        ]

    def test_masks(self) -> None:
        """Masks are where the layout says; guards are outside the fields."""
        assert GUARDS & FIELDS == 0
        assert FIELDS | GUARDS == (1 << 30) - 1
        assert [0, 10, 20] == [bit for bit in range(32) if THREE >> bit & 1]
        assert [10 * b + 3 * k for b in range(3) for k in range(3)] == [
            bit for bit in range(32) if LEFT >> bit & 1
        ]

    def test_words_of_a_lane(self) -> None:
        """The words of a lane follow each other without a gap."""
        assert (CANDIDATES, SOLVED, STATE) == (27, 27, SOLVED + 3)
        assert (STATE, OPEN + 3, BIVALUE + 3) == (OPEN, BIVALUE, BLOCK)


def test_supported() -> None:
    """An entry is supported if the other two lines can take the other two places."""
    for this_1, this_2, that_1, that_2 in product((0, 1), repeat=4):
        other = ((this_1, this_2), (that_1, that_2))
        expected = any(
            other[0][one] and other[1][two] for one, two in permutations(range(2))
        )

        assert expected == bool(supported(this_1, this_2, that_1, that_2))


@pytest.mark.parametrize(
    ("formula", "parts"),
    [(row_triads, ROW_BANDS), (column_triads, COLUMN_STACKS)],
    ids=["rows", "columns"],
)
class TestTriads:
    """`A triad is part of one if and only if …`: a permutation of possible triads."""

    def test_all_matrices(
        self,
        formula: Callable[[Sequence[Words]], list[Words]],
        parts: list[list[list[Cells]]],
    ) -> None:
        """Each of the 512 matrices, in each band, its triads filled at random."""
        dice = np.random.default_rng(1)
        some = [
            set(chosen)
            for chosen in chain.from_iterable(
                combinations(range(3), size) for size in (1, 2, 3)
            )
        ]
        given: list[Cells] = []
        for number in range(512):
            cells: Cells = set()
            for part, matrix in enumerate(parts):
                entries = (number + 171 * part) % 512
                for at, triad in enumerate(chain.from_iterable(matrix)):
                    if entries >> at & 1:
                        chosen = some[dice.integers(7)]
                        cells |= {sorted(triad)[cell] for cell in chosen}
            given.append(cells)

        kept = sets_of(formula(words_of(given)))

        for cells, left in zip(given, kept, strict=True):
            for matrix in parts:
                whole = set().union(*chain.from_iterable(matrix))
                assert on_permutations(cells, matrix) == left & whole

    def test_random_candidates(
        self,
        formula: Callable[[Sequence[Words]], list[Words]],
        parts: list[list[list[Cells]]],
    ) -> None:
        """Sets of cells at random; plain integers are words too."""
        given = random_sets(500, 2)
        expected = [
            set().union(*(on_permutations(cells, matrix) for matrix in parts))
            for cells in given
        ]
        words = words_of(given)

        assert expected == sets_of(formula(words))
        for lane in range(20):
            plain: Words = [int(word[lane]) for word in words]
            kept = [np.array([word & ALL], np.uint32) for word in formula(plain)]
            assert expected[lane] == sets_of(kept)[0]


def test_row_singles() -> None:
    """A row with a solved cell keeps the solved ones alone; two of them are told."""
    given, solved = random_sets(500, 3), random_sets(500, 4)
    expected: list[Cells] = []
    clashes: list[bool] = []
    for cells, ones in zip(given, solved, strict=True):
        left: Cells = set()
        for row in ROWS:
            left |= cells & row & ones or cells & row
        expected.append(left)
        clashes.append(any(len(cells & row & ones) > 1 for row in ROWS))

    kept, clash = row_singles(words_of(given), words_of(solved))

    assert expected == sets_of(kept)
    assert clashes == (clash != 0).tolist()


def test_hidden() -> None:
    """Candidates alone in their row are found, and rows with none."""
    given = random_sets(500, 5)
    alone: list[Words] = []
    guards: list[Words] = []
    for word in words_of(given):
        single, has_place = hidden(word)
        alone.append(single)
        guards.append(has_place & np.uint32(GUARDS))

    found = sets_of(alone)
    for lane, cells in enumerate(given):
        assert found[lane] == set().union(
            *(cells & row for row in ROWS if len(cells & row) == 1)
        )
        for row, whole in enumerate(ROWS):
            guard = int(guards[row % 3][lane]) >> (10 * (row // 3) + 9) & 1
            assert bool(cells & whole) == bool(guard)


@pytest.mark.parametrize("digits", [0, 1, 2, 3, 5, 9])
def test_tally(digits: int) -> None:
    """Cells are counted as one and more, two and more, three and more."""
    given = [random_sets(60, 100 + digit) for digit in range(digits)]
    nothing: Words = np.zeros(60, np.uint32)
    tallies = [Tally(nothing) for _ in range(3)]
    for sets in given:
        for tally, word in zip(tallies, words_of(sets), strict=True):
            tally.add(word)

    counts = [Counter(chain.from_iterable(lane)) for lane in zip(*given, strict=True)]
    for most, name in enumerate(("once", "twice", "thrice"), 1):
        expected = [{c for c, n in count.items() if n >= most} for count in counts]
        expected = expected or [set() for _ in range(60)]
        assert expected == sets_of([getattr(tally, name) for tally in tallies])


# One set of cells a digit, for each lane.
States = list[list["Cells"]]


def random_states(count: int, seed: int) -> States:
    """Make candidates at random, nothing about which fits together."""
    by_digit = [random_sets(count, seed + digit) for digit in range(9)]
    return [list(lane) for lane in zip(*by_digit, strict=True)]


def states_with(
    solutions: Sequence[NDArray[np.uint8]], extra: float, seed: int
) -> States:
    """Make states in which these solutions, a row a lane, are all still possible.

    Args:
        solutions: (lanes, 81) each.
        extra: How likely any other candidate is.
        seed: Where chance begins.
    """
    dice = np.random.default_rng(seed)
    possible = dice.random((len(solutions[0]), 9, 81)) < extra
    for grids in solutions:
        for digit in range(9):
            possible[:, digit] |= grids == digit + 1
    return [
        [set(np.flatnonzero(cells).tolist()) for cells in lane] for lane in possible
    ]


def start(states: States, *, told: bool) -> tuple[list[Words], list[Words]]:
    """Turn states into words to sweep.

    Args:
        states: The states.
        told: Whether it is known from the start which cells have one candidate.
    """
    words: list[Words] = []
    for digit in range(9):
        words += words_of([lane[digit] for lane in states])
    counts = [Counter(chain.from_iterable(lane)) for lane in states]
    ones = [{c for c, n in count.items() if n == 1 and told} for count in counts]
    return words, words_of(ones)


def states_of(words: Sequence[Words]) -> States:
    """Turn 27 words back into states."""
    by_digit = [sets_of(words[3 * digit : 3 * digit + 3]) for digit in range(9)]
    return [list(lane) for lane in zip(*by_digit, strict=True)]


class TestSweep:
    """`One sweep: every inference once, over all digits in turn`."""

    @pytest.mark.parametrize("told", [True, False])
    @pytest.mark.parametrize("extra", [0.02, 0.2, 0.5, 1.0])
    @pytest.mark.parametrize("many", [1, 2, 3])
    def test_sound(
        self, many: int, extra: float, random_puzzles: RandomPuzzles, *, told: bool
    ) -> None:
        """No candidate of a solution that is possible is ever removed, none added."""
        grids = random_puzzles.solutions(100)
        close = [random_puzzles.solutions(100) for _ in range(many - 1)]
        if many == 2:
            # Two solutions that differ in little: two digits trade places.
            traded = np.array([0, 2, 1, *range(3, 10)], np.uint8)
            close = [traded[grids]]
        solutions = [grids, *close]
        states = states_with(solutions, extra, seed=7)
        words, solved = start(states, told=told)
        for _ in range(12):
            swept = sweep(words, solved)

            assert not swept.conflict.any()
            for before, after in zip(words, swept.candidates, strict=True):
                assert not (after & ~before).any()
            words, solved = swept.candidates, swept.solved
        for lane, left in enumerate(states_of(words)):
            for one in solutions:
                cells = enumerate(one[lane].tolist())
                assert all(cell in left[digit - 1] for cell, digit in cells)

    @pytest.mark.parametrize("told", [True, False])
    def test_puzzles(self, random_puzzles: RandomPuzzles, *, told: bool) -> None:
        """The same from puzzles of which one solution is known; some are solved."""
        grids = random_puzzles.solutions(200)
        left = random_puzzles.dice.random((200, 81)) < 0.5
        states: States = [
            [
                {c for c in range(81) if not kept[c] or grid[c] == digit}
                for digit in range(1, 10)
            ]
            for grid, kept in zip(grids, left, strict=True)
        ]
        words, solved = start(states, told=told)
        swept = sweep(words, solved)
        for _ in range(30):
            swept = sweep(swept.candidates, swept.solved)

            assert not swept.conflict.any()
        for lane, digits in enumerate(states_of(swept.candidates)):
            for cell, digit in enumerate(grids[lane].tolist()):
                assert cell in digits[digit - 1]
        is_open = np.bitwise_or.reduce(swept.open)
        assert 20 < np.count_nonzero(is_open == 0) < 180

    @pytest.mark.parametrize("told", [True, False])
    def test_what_is_told(self, *, told: bool) -> None:
        """Cells are told by how many candidates they have, and conflicts are seen."""
        states = random_states(400, 50) + states_with(
            [np.zeros((100, 81), np.uint8)], 0.5, 8
        )
        words, solved = start(states, told=told)
        for _ in range(3):
            swept = sweep(words, solved)
            _check_counts(swept, solved)
            words, solved = swept.candidates, swept.solved

    def test_conflicts(self, random_puzzles: RandomPuzzles) -> None:
        """A cell or row without a place is a conflict in the sweep that sees it."""
        grids = random_puzzles.solutions(120)
        states = states_with([grids], 0.3, seed=9)
        for lane, digits in enumerate(states):
            cell = lane % 81
            row = ROWS[cell // 9]
            if lane % 3 == 0:
                for cells in digits:
                    cells.discard(cell)
            elif lane % 3 == 1:
                digits[grids[lane, cell] - 1] -= row
            else:  # a cell that two digits need
                other = (cell // 9 * 9) + (cell + 1) % 9
                for at in (cell, other):
                    digits[grids[lane, at] - 1] -= row - {cell}
                    digits[grids[lane, at] - 1] |= {cell}

        assert sweep(*start(states, told=True)).conflict.all()

    def test_fixpoint(self, random_puzzles: RandomPuzzles) -> None:
        """Where nothing changes any more, none of the inferences finds anything."""
        grids = random_puzzles.solutions(150)
        states = states_with([grids, random_puzzles.solutions(150)], 0.1, seed=10)
        words, solved = start(states, told=False)
        swept = sweep(words, solved)
        for _ in range(40):
            swept = sweep(swept.candidates, swept.solved)

        assert not swept.progress.any()
        for digits in states_of(swept.candidates):
            for cells in digits:
                for matrix in (*ROW_BANDS, *COLUMN_STACKS):
                    whole = set().union(*chain.from_iterable(matrix))
                    assert cells & whole == on_permutations(cells, matrix)
            _nothing_single(digits)

    def test_plain_integers(self, random_puzzles: RandomPuzzles) -> None:
        """A lane in plain integers, masked, is swept as in arrays."""
        states = states_with([random_puzzles.solutions(30)], 0.3, seed=11)
        words, solved = start(states, told=True)
        swept = sweep(words, solved)
        for lane in range(30):
            plain = sweep(
                [int(word[lane]) for word in words],
                [int(word[lane]) for word in solved],
            )
            for name in ("candidates", "solved", "open", "bivalue"):
                expected = [int(word[lane]) for word in getattr(swept, name)]
                assert expected == [word & ALL for word in getattr(plain, name)]
            assert int(swept.conflict[lane]) == plain.conflict & ALL
            assert int(swept.progress[lane]) == plain.progress & ALL


def _check_counts(swept: Swept[Words], solved_before: Sequence[Words]) -> None:
    """Hold what a sweep tells of cells against the candidates it leaves."""
    solved, still_open = sets_of(swept.solved), sets_of(swept.open)
    bivalue, before = sets_of(swept.bivalue), sets_of(solved_before)
    for lane, digits in enumerate(states_of(swept.candidates)):
        count = Counter(chain.from_iterable(digits))

        assert solved[lane] == {cell for cell, n in count.items() if n == 1}
        assert still_open[lane] == {cell for cell, n in count.items() if n > 1}
        assert bivalue[lane] == {cell for cell, n in count.items() if n == 2}
        assert bool(solved[lane] - before[lane]) == bool(swept.progress[lane])
        if not swept.conflict[lane]:
            assert 81 == len(count)


def _nothing_single(digits: list[Cells]) -> None:
    """Hold that no single, naked or hidden, has anything left to rule out."""
    count = Counter(chain.from_iterable(digits))
    for cells in digits:
        for unit in (*ROWS, *COLUMNS, *BOXES):
            here = cells & unit
            if any(count[cell] == 1 for cell in here) or len(here) == 1:
                assert 1 == len(here)
                assert all(count[cell] == 1 for cell in here)
