"""Frozen values refuse every name, with one error."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from satdoku import Count, Grid, check, solve
from satdoku.grid import Clash

PUZZLE = Grid.parse("1... ..2. ..3. 4...")
VALUES = [
    PUZZLE,
    Clash(1, "row 1", ("r1c1", "r1c2")),
    Count(1, exact=True),
    solve(PUZZLE),
    check(PUZZLE),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("name", ["values", "rows", "is_unique", "nonsense", "__doc__"])
def test_nothing_is_assigned(value: object, name: str) -> None:
    """Neither a field nor a property, nor a name there is not."""
    with pytest.raises(FrozenInstanceError, match=f"cannot assign to field '{name}'"):
        setattr(value, name, 1)
    with pytest.raises(FrozenInstanceError, match=f"cannot delete field '{name}'"):
        delattr(value, name)
    with pytest.raises(AttributeError):
        setattr(value, name, 1)


def test_values_stay_values() -> None:
    """Equal and of one hash as before."""
    assert Count(1, exact=True) == Count(1, exact=True)
    assert hash(Count(1, exact=True)) == hash(Count(1, exact=True))
    assert not hasattr(PUZZLE, "__dict__")
