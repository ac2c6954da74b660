"""How clues lie."""

from __future__ import annotations

import pytest

from satdoku.errors import UsageError
from satdoku.generating.symmetry import Symmetry

ORDERS = {
    "none": 1,
    "rotational180": 2,
    "rotational90": 4,
    "horizontal": 2,
    "vertical": 2,
    "diagonal": 2,
    "antidiagonal": 2,
    "axes": 4,
    "diagonals": 4,
    "full": 8,
}


@pytest.mark.parametrize("key", ORDERS)
@pytest.mark.parametrize("size", [4, 9])
def test_orbits_share_the_cells(key: str, size: int) -> None:
    """Each cell is in one orbit, and the largest has as many as there are motions."""
    orbits = Symmetry.parse(key).orbits(size)

    assert list(range(size * size)) == sorted(
        cell for orbit in orbits for cell in orbit
    )
    assert ORDERS[key] == max(map(len, orbits))


@pytest.mark.parametrize(
    ("key", "orbit"),
    [
        ("rotational180", (1, 14)),
        ("rotational90", (1, 7, 8, 14)),
        ("horizontal", (1, 13)),
        ("vertical", (1, 2)),
        ("diagonal", (1, 4)),
        ("antidiagonal", (1, 11)),
        ("axes", (1, 2, 13, 14)),
        ("diagonals", (1, 4, 11, 14)),
        ("full", (1, 2, 4, 7, 8, 11, 13, 14)),
    ],
)
def test_motions(key: str, orbit: tuple[int, ...]) -> None:
    """The second cell of 4×4 goes where a person would carry it."""
    assert orbit in Symmetry.parse(key).orbits(4)


def test_every_symmetry_is_here() -> None:
    """The table has them all."""
    assert set(ORDERS) == {symmetry.key for symmetry in Symmetry}


def test_unknown() -> None:
    """What is no symmetry is told with those there are."""
    with pytest.raises(UsageError, match="expected none, rotational180"):
        Symmetry.parse("sideways")


def test_counts() -> None:
    """Odd numbers of clues need a cell that stays where it is."""
    assert 7 not in Symmetry.ROTATIONAL180.counts(4)
    assert 25 in Symmetry.ROTATIONAL180.counts(9)
    assert 26 not in Symmetry.ROTATIONAL90.counts(9)
