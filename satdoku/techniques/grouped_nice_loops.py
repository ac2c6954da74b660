"""Grouped nice loops and AICs: as nice loops, with groups of cells among the nodes.

What loops and AICs are is told in `implication_loops`, groups in `implication_groups`.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from satdoku.techniques.implication_groups import grouped_implications
from satdoku.techniques.implication_loops import loops, reason
from satdoku.techniques.implication_sets import set_implications
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.state import View
    from satdoku.techniques.step import Step

__all__ = ["grouped_continuous_nice_loop", "reason"]


def grouped_continuous_nice_loop(view: View) -> Iterator[Step]:
    """Find grouped nice loops and AICs: `chains` is the one chain of a step.

    If the view is exhaustive, almost locked sets are nodes, too, told in `sets`.  If it
    is not, a step may be without a group: of ways alike in length HoDoKu has taken
    another so far, one that comes back to a cell.
    """
    grouped = loops(view.kept(grouped_implications))
    if not view.exhaustive:
        yield from grouped
        return
    told: set[tuple[Technique, tuple[tuple[int, int], ...]]] = set()
    for step in chain(grouped, loops(view.kept(set_implications))):
        outcome = step.technique, step.removes
        if step.technique in _GROUPED and outcome not in told:
            told.add(outcome)
            yield step


_GROUPED = {
    Technique.GROUPED_CONTINUOUS_NICE_LOOP,
    Technique.GROUPED_DISCONTINUOUS_NICE_LOOP,
    Technique.GROUPED_AIC,
}
