"""The probe: sums that add up, and a tree that is bounded."""

from __future__ import annotations

from time import perf_counter_ns
from typing import TYPE_CHECKING

import pytest

from satdoku.profiling.probe import Probe, Span, spanned
from satdoku.profiling.stage import Key

if TYPE_CHECKING:
    from collections.abc import Generator

SEARCH, DECIDE, CHECK = Key("search", "dpll"), Key("decide", "dpll"), Key("check")


def filled(most: int) -> Probe:
    """Return a probe that was told a search of three decisions, twice."""
    probe = Probe(most)
    with probe.root:
        for _ in range(2):
            with probe.span(SEARCH):
                for _ in range(3):
                    begun = perf_counter_ns()
                    probe.leaf(DECIDE, begun, perf_counter_ns())
            with probe.span(CHECK):
                pass
    return probe


def added_up(span: Span) -> int:
    """Return the time of what is in a span, whether it is kept or not."""
    kept = sum(
        one.ended - one.begun if isinstance(one, Span) else one[2] - one[1]
        for one in span.inner
    )
    return kept + sum(cell.time for cell in span.rest.values())


@pytest.mark.parametrize("most", [0, 1, 2, 5, 100])
def test_sums_add_up(most: int) -> None:
    """Own times add up to the whole, however much is kept one by one."""
    probe = filled(most)

    assert {SEARCH: 2, DECIDE: 6, CHECK: 2, Key("other"): 1} == {
        key: cell.calls for key, cell in probe.cells.items()
    }
    assert probe.root.ended - probe.root.begun == sum(
        cell.time for cell in probe.cells.values()
    )


@pytest.mark.parametrize("most", [0, 1, 2, 5, 100])
def test_no_more_is_kept(most: int) -> None:
    """So many spans and leaves are kept; of the others there are sums."""

    def kept(span: Span) -> int:
        return sum(1 + (kept(x) if isinstance(x, Span) else 0) for x in span.inner)

    def rest(span: Span) -> int:
        inner = sum(rest(x) for x in span.inner if isinstance(x, Span))
        return inner + sum(cell.calls for cell in span.rest.values())

    probe = filled(most)

    assert min(most, 10) == kept(probe.root)
    assert 10 == kept(probe.root) + rest(probe.root)
    assert added_up(probe.root) <= probe.root.ended - probe.root.begun


def test_errors_close_spans() -> None:
    """A span that an error leaves is ended, and the one around it goes on."""
    probe = Probe()
    with probe.root:
        with pytest.raises(KeyError), probe.span(SEARCH):
            raise KeyError
        assert probe.inmost is probe.root

    assert 1 == probe.cells[SEARCH].spans


def test_what_is_done_with_a_step_is_not_in_it() -> None:
    """Each step is a span of its own; who asked for it is outside."""
    probe = Probe()
    with probe.root:
        for _ in spanned(range(3), probe, SEARCH):
            assert probe.inmost is probe.root

    # The fourth finds that there are no more.
    assert 4 == probe.cells[SEARCH].spans


def test_a_walk_is_closed() -> None:
    """Who leaves a walk leaves the one inside, too."""
    closed: list[bool] = []

    def steps() -> Generator[int]:
        try:
            yield 1
        finally:
            closed.append(True)

    probe = Probe()
    with probe.root:
        walk = spanned(steps(), probe, SEARCH)
        next(walk)
        walk.close()

    assert [True] == closed
