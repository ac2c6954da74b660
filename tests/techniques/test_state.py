"""The candidate grid that techniques work on, against a slow one that counts anew.

The only inner class that is tested: every technique relies on its views and queues.
"""

from random import Random

import pytest

from satdoku import Geometry, Puzzle, find_steps
from tests.conftest import nightly
from tests.techniques.support import State, peers

GEOMETRIES = [
    Geometry(4, 4),
    Geometry(6, 6),
    Geometry(9, 9),
    Geometry.of_box(1, 5),
    Geometry(16, 16),
]
EASY = Puzzle(
    "208000000050000000064030000080002090501040000030009460900800630000054008005690020"
)


def empty(geometry):
    return State.of(Puzzle((0,) * geometry.cells, geometry=geometry))


class Slow:
    """Values and candidates as plain sets."""

    def __init__(self, geometry):
        self.units = geometry.units
        self.peers = peers(geometry)
        self.values = [0] * geometry.cells
        self.open = [set(geometry.digit_range) for _ in self.values]
        self.broken = False

    def place(self, cell, digit):
        if self.values[cell] == digit:
            return
        self.broken |= digit not in self.open[cell]
        self.values[cell] = digit
        self.open[cell] = set()
        for peer in self.peers[cell]:
            self.open[peer].discard(digit)

    def remove(self, cell, digit):
        self.open[cell].discard(digit)

    @property
    def is_broken(self):
        digits = set(range(1, len(self.units[0]) + 1))
        return (
            self.broken
            or any(not (v or o) for v, o in zip(self.values, self.open, strict=True))
            or any(
                digits
                - {self.values[c] for c in unit}
                - set.union(*(self.open[c] for c in unit))
                for unit in self.units
            )
        )


def bits(mask):
    return {bit for bit in range(mask.bit_length()) if mask >> bit & 1}


def check_queues(state):
    """See that no single is missing in the queues."""
    singles = {
        (c, m.bit_length()) for c, m in enumerate(state.left) if len(bits(m)) == 1
    }
    assert singles <= set(state.naked)
    for digit, counts in enumerate(state.counts):
        for unit, count in zip(state.shape.units, counts, strict=True):
            if count == 1:
                (cell,) = bits(state.where[digit] & unit)
                assert (cell, digit) in state.hidden


def check(state, slow):
    """See that all views of a state say the same as the slow grid."""
    check_queues(state)
    assert state.values == slow.values
    assert [{bit + 1 for bit in bits(mask)} for mask in state.left] == slow.open
    assert bits(state.empty) == {c for c, value in enumerate(slow.values) if not value}
    for digit in range(1, len(state.where)):
        here = {cell for cell, digits in enumerate(slow.open) if digit in digits}
        assert bits(state.where[digit]) == here
        assert state.counts[digit] == [len(here & set(unit)) for unit in slow.units]
    assert state.is_broken == slow.is_broken


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
@pytest.mark.parametrize("seed", nightly(range(4), 1, 2))
def test_all_views_agree_after_random_changes(geometry, seed):
    dice = Random(seed)
    state, slow = empty(geometry), Slow(geometry)
    check(state, slow)
    for number in range(120):
        if not state.empty or state.is_broken:
            break
        cell = dice.choice(sorted(bits(state.empty)))
        digits = sorted(slow.open[cell])
        expected = [digit for digit in digits if dice.random() < 0.9] or digits
        digit = dice.choice(expected)
        name = "place" if dice.random() < 0.3 else "remove"
        getattr(state, name)(cell, digit)
        getattr(slow, name)(cell, digit)
        assert number + 1 == state.changes
        check(state, slow)


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("12.. ..3. .... ...4", True),  # r1c4 has no candidate
        ("11.. .... .... ....", True),
        ("1... 1... .... ....", True),
        ("1... .1.. .... ....", True),
        ("1... ..2. ..3. 4...", False),
        ("1234 3412 2143 4321", False),
        ("1234 3412 2143 4322", True),
    ],
)
def test_broken(text, broken):
    grid = Puzzle(text)
    assert broken == State.of(grid).is_broken
    if broken:
        assert [] == find_steps(grid)
        assert [] == find_steps("." * 16, now=text)


def test_copies_are_apart():
    state = State.of(EASY)
    before = state.grid(), list(state.naked), list(state.hidden), state.clues
    copy = state.copy()
    assert before == (copy.grid(), list(copy.naked), list(copy.hidden), copy.clues)
    copy.place(1, 7)
    copy.remove(3, 6)
    check_queues(copy)
    assert before == (state.grid(), list(state.naked), list(state.hidden), state.clues)
    check_queues(state)
    assert copy.grid() != state.grid()


def test_what_a_puzzle_rules_out_is_remembered():
    """Its own candidates, not those that somebody removed since; in copies too."""
    puzzle = Puzzle("1... .... .... ....")
    masks = list(puzzle.candidate_masks())
    masks[5] &= ~0b100
    ours = puzzle.with_candidates(masks)
    for state in (State.of(ours), State.of(ours, puzzle), State.of(ours).copy()):
        assert (0, 0, 0, 1 << 5, 0) == state.ruled_out
    assert (0,) * 5 == State.of(puzzle, ours).ruled_out
