"""Choices of k sets that have k members between them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from satdoku.deduce.closed_sets import closed_sets


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_all_are_found_in_order(size: int) -> None:
    """Those that trying every choice finds, in the same order."""
    dice = Random(size)  # noqa: S311  nothing secret
    found = 0
    for _ in range(50):
        masks = [dice.randrange(1, 1 << 6) for _ in range(9)]
        masks = [mask for mask in masks if mask.bit_count() <= size]
        expected = []
        for chosen in combinations(range(len(masks)), size):
            union = 0
            for index in chosen:
                union |= masks[index]
            if union.bit_count() == size:
                expected.append((chosen, union))
        assert expected == list(closed_sets(masks, size))
        found += len(expected)
    assert found


def test_too_few() -> None:
    """Of fewer sets than are to be chosen there is no choice."""
    assert [] == list(closed_sets([], 2))
    assert [] == list(closed_sets([3], 2))
