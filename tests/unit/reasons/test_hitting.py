"""Sets that hit others, against trying all sets."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku import Stopped
from satdoku.engines.engine import Outcome, Status
from satdoku.engines.pysat.engine import PySat
from satdoku.reasons.hitting import Hitting

MEMBERS = 6
SETS = st.lists(st.frozensets(st.integers(0, MEMBERS - 1)), max_size=6)


@settings(max_examples=60, deadline=None)
@given(SETS, SETS)
def test_against_all_sets(
    hits: list[frozenset[int]], left: list[frozenset[int]]
) -> None:
    """What is told keeps every wish, and the fewest are the fewest."""
    every = chain.from_iterable(
        combinations(range(MEMBERS), size) for size in range(MEMBERS + 1)
    )
    fitting = [
        set(one)
        for one in every
        if all(hit & set(one) for hit in hits) and all(out - set(one) for out in left)
    ]
    sets = Hitting(MEMBERS)
    for hit in hits:
        sets.hit(hit)
    for out in left:
        sets.leave(out)
    some, fewest = sets.any(), sets.fewest()

    if not fitting:
        assert some is None
        assert fewest is None
    else:
        assert some in fitting
        assert fewest in fitting
        assert min(map(len, fitting)) == len(fewest or ())


def test_fewest_grows() -> None:
    """Wishes add up, and the sets grow with them, until there is none."""
    sets = Hitting(6)
    sizes: list[int | None] = []
    for hit in ({0, 1}, {2, 3}, {4, 5}):
        sets.hit(hit)
        sizes.append(len(sets.fewest() or ()))
    for out in (0, 1):
        sets.leave({out})
        found = sets.fewest()
        sizes.append(None if found is None else len(found))

    assert [1, 2, 3, 3, None] == sizes


def test_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit that comes first is told."""
    sets = Hitting(3)
    unknown = Outcome(Status.UNKNOWN)
    monkeypatch.setattr(PySat, "solve", lambda *_: unknown)

    with pytest.raises(Stopped):
        sets.fewest()
    with pytest.raises(Stopped):
        sets.any()
