"""Finned and sashimi fish, drawn; and all there are, by trying every set of lines."""

from __future__ import annotations

from itertools import combinations

import pytest

from satdoku.deduce.finned_fish import (
    finned,
    finned_swordfish,
    finned_x_wing,
    sashimi_swordfish,
    sashimi_x_wing,
)
from satdoku.deduce.shape import Shape
from satdoku.geometry import Geometry
from tests.unit.deduce.pictures import drawn, random_places

FINNED = """
    .x....x.x
    ......xx.
    .x...xx..
    .........
    .x....x..
    .....x.x.
    x......x.
    .....x..x
    x.x......
"""
SASHIMI = """
    .x......x
    ......xx.
    .x...xx..
    .........
    .x....x..
    .....x.x.
    x......x.
    .....x..x
    x.x......
"""


def test_finned_x_wing() -> None:
    """An X-Wing but for a fin in box 3: it clears what its fin sees."""
    (step,) = finned_x_wing(drawn(FINNED))

    assert ((8, 1),) == step.fins
    assert (1, 6, 37, 42) == step.cells
    assert "r23c7<>1" == step.outcome
    assert (
        "1 is in columns 2 and 7 of rows 1 and 5, or else in the fin r1c9, which r23c7 "
        "see as well"
    ) == step.reason


def test_sashimi_x_wing() -> None:
    """The same without r1c7: the fin's row has one candidate left."""
    steps = sashimi_x_wing(drawn(SASHIMI, exhaustive=True))

    assert "r23c7<>1" in [step.outcome for step in steps]
    assert [] == list(finned_x_wing(drawn(SASHIMI)))


def every_finned(
    shape: Shape, where: int, size: int
) -> set[tuple[bool, tuple[int, ...]]]:
    """Whether sashimi, base sets, cover sets, fins and outcome of every finned fish."""
    n = shape.size
    rows, columns = range(n), range(n, 2 * n)
    found: set[tuple[bool, tuple[int, ...]]] = set()
    for lines, across in ((rows, columns), (columns, rows)):
        for units in combinations(lines, size):
            held = [where & shape.units[unit] for unit in units]
            base = sum(held)
            for covers in combinations(across, size):
                cover = sum(where & shape.units[unit] for unit in covers)
                fins = base & ~cover
                removes = cover & ~base & shape.seen_by_all(fins)
                if (
                    all(held)
                    and fins
                    and removes
                    and all(base & shape.units[unit] for unit in covers)
                ):
                    sashimi = any((each & cover).bit_count() < 2 for each in held)
                    found.add((sashimi, (*units, *covers, fins, removes)))
    return found


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("board", [Geometry(2, 3), Geometry(3, 3), Geometry(3, 2)])
def test_every_fish_is_found(board: Geometry, size: int) -> None:
    """All sets of lines that fit, tried one by one, and no other."""
    shape = Shape.of(board)
    some = 0
    for where in random_places(board, 12, board.size):
        wanted = every_finned(shape, where, size)
        some += len(wanted)

        assert wanted == {
            (sashimi, (*fish.units, *fish.covers, fish.fins, fish.removes))
            for sashimi, fish in finned(shape, where, size)
        }
    assert some


def test_the_first_is_the_one_of_all() -> None:
    """The one step of the usual search is the first of all there are."""
    for search in (finned_x_wing, sashimi_x_wing, finned_swordfish, sashimi_swordfish):
        for picture in (FINNED, SASHIMI):
            one = next(search(drawn(picture)), None)
            every = next(search(drawn(picture, exhaustive=True)), None)

            assert one == every


SIAMESE = """
    ......xxx
    ...x..xx.
    ..xx.....
    ......x.x
    .......x.
    ...x.....
    .........
    .........
    .........
"""


def test_siamese() -> None:
    """Two fish on the same base sets are one step, too, if every step is asked for."""
    steps = finned_x_wing(drawn(SIAMESE, exhaustive=True))
    (twins,) = (step for step in steps if len(step.covers) == 2 * len(step.units))

    assert ("r12c8<>1", (0, 3, 1, 3)) == (twins.outcome, twins.covers)
    assert (
        "1 is in rows 1 and 4 of columns 7 and 9, or else in the fin r2c7; and it is "
        "in rows 2 and 4 of them, or else in one of the fins r1c79; each time, what "
        "sees the fins can go"
    ) == twins.reason
