"""ALS-XZ."""

from __future__ import annotations

from itertools import combinations

import pytest

from satdoku import Geometry
from satdoku.deduce.als_xz import als_xz
from satdoku.deduce.view import View
from tests.unit.deduce.almost_locked import (
    Candidates,
    Plain,
    linked,
    plain_sets,
    positions_of_few_sets,
    removed_by_row,
)
from tests.unit.deduce.positions import positions

GEOMETRIES = [Geometry(2, 3), Geometry(2, 4)]


def expected(one: Plain, other: Plain) -> Candidates:
    """Return what two sets remove, by trying each digit as the restricted common."""
    links = linked(one, other)
    removes: Candidates = set()
    for link in links:
        removes |= removed_by_row(one, other, {link})
    if len(links) > 1:
        for als, cells in (one, other.cells), (other, one.cells):
            for digit in als.digits - set(links):
                removes |= {each for each in als.takes[digit] if each[0] not in cells}
    return removes


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_all_are_found(geometry: Geometry) -> None:
    """Every outcome of any pair, each once, most removed candidates first."""
    for state, _ in positions(geometry, 1, seed=6):
        outcomes = {
            tuple(sorted(removes))
            for one, other in combinations(plain_sets(state), 2)
            if (removes := expected(one, other))
        }
        steps = list(als_xz(View(state, exhaustive=True)))

        assert sorted(outcomes) == sorted(step.removes for step in steps)
        assert sorted(steps, key=lambda step: -len(step.removes)) == steps


def test_first_is_the_first_pair() -> None:
    """Otherwise the first pair of sets without common cells comes first."""
    for state in positions_of_few_sets(60, seed=7):
        outcome = next(
            (
                tuple(sorted(removes))
                for one, other in combinations(plain_sets(state), 2)
                if not one.cells & other.cells
                if (removes := expected(one, other))
            ),
            None,
        )
        step = next(als_xz(View(state)), None)

        assert outcome == (step and step.removes)
