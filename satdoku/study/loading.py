"""Loading: how long a contender takes for what it loads first, before any puzzle.

A solver of a library imports that when it is first asked, which for one puzzle takes
longer than the answer.  So each contender answers a tiny puzzle that has nothing to
search, in a fresh process: what that takes is nearly all loading.  It is done three
times and the least counts, as whatever else goes on at the machine only adds to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.puzzle import Puzzle
from satdoku.study.isolated import isolated
from satdoku.study.measured import Item
from satdoku.study.part import Ask
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from satdoku.study.contender import Contender

__all__ = ["EASY", "LOADING", "loadings"]

LOADING = "loading_s"
"""What `study.json` calls it."""

_WORK = "satdoku.study.measured:answer"
_TIMES = 3
_LONGEST = 60.0  # seconds: what is compiled once for all may be compiled now
_TINY = "12.4 3412 21.3 4321"
EASY = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
"""A puzzle of 9×9 that has nothing to search, for who takes no other size."""


def loadings(
    contenders: Iterable[Contender], step: Callable[[str], None] | None = None
) -> dict[str, float]:
    """Return the seconds each contender takes to load, by its name.

    Who cannot be asked, or does not answer, is left out.

    Args:
        contenders: Who is measured; each is once, however often it is named.
        step: Is told who is measured next.

    Raises:
        OSError: No process could be started.
    """
    found: dict[str, float] = {}
    for contender in dict.fromkeys(contenders):
        if step is not None:
            step(f"what {contender} loads")
        for puzzle in (_TINY, EASY):
            least = _least(contender, Puzzle(puzzle))
            if least is not None:
                found[str(contender)] = least
                break
    return found


def _least(contender: Contender, puzzle: Puzzle) -> float | None:
    """Return the least time for a puzzle; None if it is not answered."""
    item = Item((puzzle,), contender, Ask.FIRST, whole=False)
    times: list[float] = []
    for _ in range(_TIMES):
        done = isolated(_WORK, item, seconds=_LONGEST)
        answered = done.ended is Ended.ANSWERED and "refused" not in (done.value or {})
        if not answered or done.time_s is None:
            return None
        times.append(done.time_s)
    return min(times)
