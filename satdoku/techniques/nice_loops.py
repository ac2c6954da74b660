"""Continuous and discontinuous nice loops, and AICs, of single candidates.

What they are is told in `implication_loops`; the chains run through candidates only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.implication_graph import plain_implications
from satdoku.techniques.implication_loops import loops, reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.state import View
    from satdoku.techniques.step import Step

__all__ = ["continuous_nice_loop", "reason"]


def continuous_nice_loop(view: View) -> Iterator[Step]:
    """Find nice loops and AICs: `chains` is the one chain of a step."""
    return loops(view.kept(plain_implications))
