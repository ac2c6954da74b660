"""The layout of lanes and the formulas of inference, compared with sets of cells.

These are inner names: a wrong formula may only make the search slower, which nothing
outside would notice.
"""

from collections import Counter
from itertools import chain, combinations, permutations, product

import numpy as np
import pytest

from satdoku.engines.lanes import state
from satdoku.engines.lanes.formulas import (
    Tally,
    column_triads,
    hidden,
    row_singles,
    row_triads,
    supported,
)
from tests.lanes.cell_sets import (
    ALL,
    COLUMN_STACKS,
    ROW_BANDS,
    ROWS,
    cell_of,
    on_permutations,
    place_of,
    random_sets,
    sets_of,
    words_of,
)

TRIADS = pytest.mark.parametrize(
    ("formula", "parts"),
    [(row_triads, ROW_BANDS), (column_triads, COLUMN_STACKS)],
    ids=["rows", "columns"],
)


def test_layout():
    """Each cell has a bit of its own in the fields; masks are where they should be."""
    places = [place_of(cell) for cell in range(81)]
    assert [cell_of(*place) for place in places] == list(range(81))
    assert len(set(places)) == 81
    assert [sum(1 << bit for word, bit in places if word == r) for r in range(3)] == [
        state.FIELDS
    ] * 3
    assert state.GUARDS & state.FIELDS == 0
    assert state.FIELDS | state.GUARDS == (1 << 30) - 1
    assert [bit for bit in range(32) if state.LEFT >> bit & 1] == [
        10 * band + 3 * k for band in range(3) for k in range(3)
    ]


def test_supported():
    """An entry is supported if the other two lines can take the other two places."""
    for this_1, this_2, that_1, that_2 in product((0, 1), repeat=4):
        other = ((this_1, this_2), (that_1, that_2))
        expected = any(
            other[0][one] and other[1][two] for one, two in permutations(range(2))
        )
        assert bool(supported(this_1, this_2, that_1, that_2)) == expected


@TRIADS
def test_all_matrices_of_triads(formula, parts):
    """Each of the 512 matrices in each band or stack, its triads filled at random."""
    dice = np.random.default_rng(1)
    some = [
        set(chosen)
        for chosen in chain.from_iterable(
            combinations(range(3), size) for size in (1, 2, 3)
        )
    ]
    lanes = []
    for number in range(512):
        cells = set()
        for part, matrix in enumerate(parts):
            entries = (number + 171 * part) % 512
            for at, triad in enumerate(chain.from_iterable(matrix)):
                if entries >> at & 1:
                    chosen = some[dice.integers(7)]
                    cells |= {sorted(triad)[cell] for cell in chosen}
        lanes.append(cells)

    kept = sets_of(formula(words_of(lanes)))

    for cells, left in zip(lanes, kept, strict=True):
        for matrix in parts:
            whole = set().union(*chain.from_iterable(matrix))
            assert left & whole == on_permutations(cells, matrix)


@TRIADS
def test_triads_of_random_candidates(formula, parts):
    """Arrays are words, and so are plain integers."""
    lanes = random_sets(300, 2)
    expected = [
        set().union(*(on_permutations(cells, matrix) for matrix in parts))
        for cells in lanes
    ]
    words = words_of(lanes)
    assert sets_of(formula(words)) == expected
    for lane in range(20):
        plain = formula([int(word[lane]) for word in words])
        kept = [np.array([word & ALL], np.uint32) for word in plain]
        assert sets_of(kept)[0] == expected[lane]


def test_row_singles():
    """A row with a solved cell keeps the solved ones alone; two of them clash."""
    lanes, solved = random_sets(300, 3), random_sets(300, 4)
    expected, clashes = [], []
    for cells, ones in zip(lanes, solved, strict=True):
        expected.append(
            set().union(*(cells & row & ones or cells & row for row in ROWS))
        )
        clashes.append(any(len(cells & row & ones) > 1 for row in ROWS))

    kept, clash = row_singles(words_of(lanes), words_of(solved))

    assert sets_of(kept) == expected
    assert (clash != 0).tolist() == clashes


def test_hidden():
    """Candidates alone in their row are found, and rows with none."""
    lanes = random_sets(300, 5)
    found = [hidden(word) for word in words_of(lanes)]
    alone = sets_of([single for single, _ in found])
    for lane, cells in enumerate(lanes):
        assert alone[lane] == set().union(
            *(cells & row for row in ROWS if len(cells & row) == 1)
        )
        for row, whole in enumerate(ROWS):
            guard = int(found[row % 3][1][lane]) >> (10 * (row // 3) + 9) & 1
            assert bool(guard) == bool(cells & whole)


@pytest.mark.parametrize("digits", [0, 1, 2, 3, 9])
def test_tally(digits):
    """Cells are counted: with one digit and more, two and more, three and more."""
    by_digit = [random_sets(60, 100 + digit) for digit in range(digits)]
    tallies = [Tally(np.zeros(60, np.uint32)) for _ in range(3)]
    for sets in by_digit:
        for tally, word in zip(tallies, words_of(sets), strict=True):
            tally.add(word)

    counts = [
        Counter(chain.from_iterable(sets[lane] for sets in by_digit))
        for lane in range(60)
    ]
    for least, name in enumerate(("once", "twice", "thrice"), 1):
        expected = [{c for c, n in count.items() if n >= least} for count in counts]
        assert sets_of([getattr(tally, name) for tally in tallies]) == expected
