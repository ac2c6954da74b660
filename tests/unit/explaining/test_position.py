"""Positions of a puzzle: whatever holds one, and nothing that is none of it."""

from __future__ import annotations

import pytest

from satdoku.errors import InputError, UsageError
from satdoku.explaining.explain import explain
from satdoku.explaining.finding import find_steps
from satdoku.explaining.hinting import hint
from satdoku.explaining.position import position_of
from satdoku.grid import Grid

FOUR = "1... ..2. ..3. 4..."
NOW = "1.4. ..2. ..3. 4..."


@pytest.mark.parametrize(
    "now",
    [
        NOW,
        Grid.parse(NOW),
        [[1, 0, 4, 0], [0, 0, 2, 0], [0, 0, 3, 0], [4, 0, 0, 0]],
    ],
)
def test_whatever_holds_one(now: object) -> None:
    """A text, a grid, a list: all give the same steps."""
    position = Grid.parse(NOW)

    assert position == position_of(Grid.parse(FOUR), now)
    assert position == explain(FOUR, now=now).start
    assert hint(FOUR, now=position) == hint(FOUR, now=now)
    assert find_steps(FOUR, now=position, techniques="singles") == find_steps(
        FOUR, now=now, techniques="singles"
    )


def test_candidates_of_both() -> None:
    """What either has removed is removed."""
    puzzle = Grid.parse(FOUR)
    masks = list(puzzle.left())
    masks[1] &= ~0b10
    other = list(puzzle.left())
    other[15] &= ~0b10
    joined = position_of(puzzle.with_candidates(masks), puzzle.with_candidates(other))

    assert ((1, 2), (15, 2)) == joined.removed


@pytest.mark.parametrize("now", [3.5, "1...", "?" * 99, [[1]], object()])
def test_unreadable(now: object) -> None:
    """The message says which of the two it is about."""
    for call in (explain, hint, find_steps):
        with pytest.raises(InputError, match=r"^now: "):
            call(FOUR, now=now)


def test_of_another_puzzle() -> None:
    """A clue is missing, or the grid is another."""
    for call in (explain, hint, find_steps):
        with pytest.raises(UsageError, match="no 1 in r1c1, which is a clue"):
            call(FOUR, now="..4. ..2. ..3. 4...")
        with pytest.raises(UsageError, match="a position of 9x9"):
            call(FOUR, now=Grid.parse("." * 81))


@pytest.mark.parametrize(
    "puzzle", ["1... ..2. ..3. 4...", "1... .... .... ....", "11.. .... .... ...."]
)
def test_digits_that_the_puzzle_rules_out(puzzle: str) -> None:
    """They are mistakes, as other digits are; of no solution nothing is one."""
    plain = Grid.parse(puzzle)
    masks = [*plain.left()[:3], plain.left()[3] & ~0b1000, *plain.left()[4:]]
    ours = plain.with_candidates(masks)
    now = Grid(plain.geometry, (*plain.values[:3], 4, *plain.values[4:]))
    told = explain(ours, now=now)

    assert 4 == told.start.values[3]
    assert (() if puzzle.startswith("11") else ((3, 4),)) == told.mistakes
    assert () == told.entries


def test_what_the_puzzle_rules_out_stays_so() -> None:
    """Also in a position that still has it as a candidate."""
    plain = Grid.parse("1... .... .... ....")
    masks = [*plain.left()[:3], 0b0100, *plain.left()[4:]]
    told = explain(plain.with_candidates(masks), now=plain, until=1)

    assert [((3, 3),)] == [entry.places for entry in told.entries]
    assert not explain(plain, now=plain, until=1).entries


@pytest.mark.parametrize("line", ["11.. .... .... ....", "12.. ..3. .... ...4"])
def test_nothing_is_found_without_a_solution(line: str) -> None:
    """Where that can be seen: steps from there lead nowhere."""
    assert [] == find_steps(line)
    assert [] == find_steps("." * 16, now=line)
