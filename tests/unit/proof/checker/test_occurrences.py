"""Which clauses hold a literal."""

from __future__ import annotations

from satdoku.proof.checker.occurrences import Occurrences


def test_kept_up_to_date() -> None:
    """Clauses come and go; a literal twice in one counts once."""
    found = Occurrences({3: (1, 1, -2), 1: (1,)})
    found.add(2, (-2, 1))

    assert found.of(1) == [1, 2, 3]
    found.remove(3, (1, -2))
    assert found.of(1) == [1, 2]
    assert found.of(-2) == [2]
    assert found.of(2) == []
