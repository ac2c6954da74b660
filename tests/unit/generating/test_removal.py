"""How clues go."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from satdoku.generating.removal import Removal

if TYPE_CHECKING:
    from collections.abc import Sequence

SINGLE = tuple((cell,) for cell in range(16))


def at_least(needed: int) -> Removal:
    """Return one where so many clues have to stay, whichever."""

    def can_go(kept: set[int], going: Sequence[int]) -> bool:
        del going
        return len(kept) >= needed

    return Removal(SINGLE, can_go)


def test_as_few_as_can_be() -> None:
    """Clues go in the order that is given, until no more can."""
    removal = at_least(5)
    removal.run(reversed(SINGLE))

    assert {0, 1, 2, 3, 4} == removal.kept
    assert list(reversed(SINGLE))[:11] == removal.gone


def test_no_fewer_than_asked_for() -> None:
    """So many stay, though more could go; an orbit too large is left for others."""
    removal = Removal([(0, 1, 2), (3,), (4,)], lambda _kept, _going: True)
    removal.run([(3,), (0, 1, 2), (4,)], least=3)

    assert {0, 1, 2} == removal.kept


def test_nested() -> None:
    """What went comes back in turn, the last first."""
    removal = at_least(14)
    removal.run(SINGLE)

    assert [set(range(16)), set(range(1, 16)), removal.kept] == [
        removal.nested(count) for count in range(3)
    ]


def test_fewer_by_putting_back() -> None:
    """Where one order ends with six clues, another with five is found."""
    removal = five_or_six()
    before = removal.kept
    removal.go_below(5, Random(1))  # noqa: S311  not for secrets

    assert {0, 1, 2, 5, 6, 7} == before
    assert {0, 1, 2, 3, 4} == removal.kept
    assert {5, 6, 7, 8, 9} == {cell for orbit in removal.gone for cell in orbit}


def test_far_fewer_are_not_looked_for() -> None:
    """Where many clues would have to go nothing is tried."""
    removal = five_or_six()
    removal.go_below(3, Random(1))  # noqa: S311  not for secrets

    assert {0, 1, 2, 5, 6, 7} == removal.kept


def five_or_six() -> Removal:
    """Return one that ended with six clues, and could have with five others."""

    def can_go(kept: set[int], going: Sequence[int]) -> bool:
        del going
        return kept >= {0, 1, 2, 3, 4} or kept >= {0, 1, 2, 5, 6, 7}

    removal = Removal(SINGLE[:10], can_go)
    removal.run([(3,), *SINGLE[:3], *SINGLE[4:10]])
    return removal
