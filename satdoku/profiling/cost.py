"""What it costs to measure, so that it can be taken off again.

A search tells a leaf for each propagation, which takes some ten microseconds; to look
at the clock twice and to add up takes about half of one.  A part of that falls between
the two looks, and so into the stage that is measured; the rest falls into the span
around it.  Both are measured here, for a leaf and for a span, on work that is nothing,
and taken off the sums: what is taken off is a stage of its own, `measuring`, so that
nothing is lost.

The least of several samples is taken: whatever disturbs a measurement makes it longer.
So that is what measuring costs at best, and no stage is told as less than it was.
"""

from __future__ import annotations

from time import perf_counter_ns
from typing import TYPE_CHECKING, NamedTuple

from satdoku.profiling.probe import Probe
from satdoku.profiling.stage import LOOP, MEASURING, Key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from satdoku.profiling.probe import Cell

__all__ = ["Cost", "corrected", "cost"]

_SAMPLES = 12
_CALLS = 200
_WORK = Key(LOOP)


class Cost(NamedTuple):
    """Nanoseconds that measuring costs: within what is measured, and around that.

    Args:
        in_leaf, around_leaf: Of a leaf.
        in_span, around_span: Of a span.
    """

    in_leaf: int
    around_leaf: int
    in_span: int
    around_span: int


class _Plain:
    """Work that is nothing."""

    def work(self, one: object, other: object) -> None:
        """Do nothing."""


class _Leaf(_Plain):
    """The same, told to a probe as a search tells a propagation."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe

    def work(self, one: object, other: object) -> None:
        """Do nothing, and tell that."""
        begun = perf_counter_ns()
        try:
            super().work(one, other)
        finally:
            self._probe.leaf(_WORK, begun, perf_counter_ns())


class _Span(_Leaf):
    """The same, told as an engine tells a search."""

    def work(self, one: object, other: object) -> None:
        """Do nothing, and tell that."""
        with self._probe.span(_WORK):
            _Plain.work(self, one, other)


def cost() -> Cost:
    """Measure it; that takes a few milliseconds.

    Example:
        >>> all(part >= 0 for part in cost())
        True
    """
    bare = min(_time(_Plain()) for _ in range(_SAMPLES))
    return Cost(*_of(_Leaf, bare), *_of(_Span, bare))


def _of(kind: Callable[[Probe], _Plain], bare: int) -> tuple[int, int]:
    """Return what one costs, within and around."""
    whole: list[int] = []
    within: list[int] = []
    for _ in range(_SAMPLES):
        probe = Probe(_CALLS // 2)
        with probe.root:
            whole.append(_time(kind(probe)))
        within.append(probe.cells[_WORK].time)
    inside = max(0, min(within) - bare) // _CALLS
    return inside, max(0, (min(whole) - bare) // _CALLS - inside)


def _time(work: _Plain) -> int:
    """Return how long it takes to do something so many times."""
    begun = perf_counter_ns()
    for _ in range(_CALLS):
        work.work(None, None)
    return perf_counter_ns() - begun


def corrected(cells: Mapping[Key, Cell], cost: Cost) -> dict[Key, tuple[int, int]]:
    """Take the cost off the sums of a solve; return (nanoseconds, calls).

    What is taken off, no more than there is, becomes a stage of its own, so that the
    sums add up to what they added up to.

    Args:
        cells: The sums.
        cost: What measuring costs.

    Example:
        >>> from satdoku.profiling.probe import Cell
        >>> loop, decide = Cell(), Cell()
        >>> loop.time, loop.spans, loop.leaves = 1_000, 1, 3
        >>> decide.time, decide.told = 600, 3
        >>> cells = {Key("loop"): loop, Key("decide"): decide}
        >>> told = corrected(cells, Cost(100, 200, 10, 20))
        >>> [(str(key), *both) for key, both in told.items()]
        [('loop', 390, 1), ('decide', 300, 3), ('measuring', 910, 4)]
    """
    told: dict[Key, tuple[int, int]] = {}
    taken = calls = 0
    for key, cell in cells.items():
        off = cost.in_leaf * cell.told + cost.around_leaf * cell.leaves
        off += cost.in_span * cell.spans + cost.around_span * cell.inner_spans
        off = min(off, cell.time)
        taken += off
        calls += cell.calls
        told[key] = (cell.time - off, cell.calls)
    told[Key(MEASURING)] = (taken, calls)
    return told
