"""The layout and the formulas, held against sets of cells."""

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
from tests.unit.lanes.cell_sets import (
    ALL,
    COLUMN_STACKS,
    ROW_BANDS,
    ROWS,
    on_permutations,
    random_sets,
    sets_of,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    # Arrays of uint32: their operators take and give more than `Word` says.
    Words = Any
    Cells = set[int]


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
