"""Franken and mutant fish: all there are, by trying every set of units."""

from __future__ import annotations

from itertools import combinations

import pytest

from satdoku.deduce.fish_search import Kind, fish_of
from satdoku.deduce.one_digit import in_templates
from satdoku.deduce.shape import Shape
from satdoku.geometry import Geometry
from tests.unit.deduce.pictures import random_places


def kind_of(n: int, units: tuple[int, ...], covers: tuple[int, ...]) -> str:
    """What fish of these sets are called."""
    base, cover = {unit // n for unit in units}, {unit // n for unit in covers}
    for one, other in ((0, 1), (1, 0)):
        if base == {one} and cover == {other}:
            return "basic"
        if base <= {one, 2} and cover <= {other, 2}:
            return "franken"
    return "mutant"


def every_fish(
    shape: Shape, where: int, kind: Kind
) -> set[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Base sets, cover sets and outcome of every fish, as the definition has it."""
    n = shape.size
    here = [where & unit for unit in shape.units]
    wanted = "mutant" if kind.mutant else "franken"
    found: set[tuple[tuple[int, ...], tuple[int, ...], int]] = set()
    for units in combinations([u for u in range(3 * n) if here[u]], kind.size):
        base = endo = 0
        for unit in units:
            endo |= base & here[unit]
            base |= here[unit]
        for covers in combinations(
            [u for u in range(3 * n) if base & here[u]], kind.size
        ):
            if {*units} & {*covers} or kind_of(n, units, covers) != wanted:
                continue
            cover = twice = before = 0
            for unit in covers:
                before = cover
                twice |= cover & here[unit]
                cover |= here[unit]
            fins = base & ~cover | endo
            removes = (cover & ~base | twice) & shape.seen_by_all(fins)
            if kind.finned:
                right = 0 < fins.bit_count() <= 5 and endo.bit_count() <= 2
                right = right and bool(base & ~before)
            else:
                right = not fins
            if right and removes:
                found.add((units, covers, removes))
    return found


@pytest.mark.parametrize("finned", [False, True])
@pytest.mark.parametrize("mutant", [False, True])
@pytest.mark.parametrize(
    ("board", "size"),
    [
        (Geometry(2, 2), 2),
        (Geometry(2, 2), 3),
        (Geometry(2, 3), 2),
        (Geometry(3, 2), 2),
    ],
)
def test_every_fish_is_found(
    board: Geometry, size: int, *, mutant: bool, finned: bool
) -> None:
    """All sets of units that fit, tried one by one, and no other."""
    shape = Shape.of(board)
    kind = Kind(mutant, size, finned, deep=True)
    some = 0
    for where in random_places(board, 8, board.size):
        if not in_templates(shape, where):
            continue
        wanted = every_fish(shape, where, kind)
        some += len(wanted)

        assert wanted == {
            (fish.units, fish.covers, fish.removes)
            for fish in fish_of(shape, where, kind)
        }
    assert some


def test_nothing_is_removed_that_a_template_needs() -> None:
    """What larger fish of a 9×9 grid remove is in no template."""
    board = Geometry(3, 3)
    shape = Shape.of(board)
    some = 0
    kinds = [
        Kind(mutant=False, size=3, finned=True),
        Kind(mutant=True, size=2, finned=True),
    ]
    for where in random_places(board, 4, 7):
        for kind in kinds:
            for fish in fish_of(shape, where, kind):
                some += 1

                assert not fish.removes & in_templates(shape, where)
    assert some
