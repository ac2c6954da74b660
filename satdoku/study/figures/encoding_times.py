"""How long an engine takes with an encoding: from runs, or from samples.

A median stands for all puzzles of a size.  Every encoding is asked the same puzzles, so
that their medians can be set beside each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from satdoku.study.figures.points import points
from satdoku.study.laboratory.sample import PROPAGATION
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.study.laboratory.sample import Form, Sample
    from satdoku.study.run import Run

__all__ = ["EncodingTime", "encoding_times", "sample_times"]

_LEAST = 1e-7  # seconds: what no clock tells from none


@dataclass(frozen=True, slots=True)
class EncodingTime:
    """How long an engine takes with an encoding, on puzzles of a size.

    Args:
        engine: The engine, with its option.
        encoding: The recipe.
        size: Cells in a row.
        clauses: Of the formula; the median where puzzles have formulas of their own.
        seconds: The median.
        is_bound: Whether that is a lower bound, as runs were cut off.
    """

    engine: str
    encoding: str
    size: int
    clauses: int
    seconds: float
    is_bound: bool = False


def encoding_times(runs: Sequence[Run]) -> list[EncodingTime]:
    """Return what runs with encodings say; of whole sets by their time a puzzle."""
    known = {(run.contender, run.size): run for run in reversed(runs) if run.clauses}
    groups: dict[tuple[str, int], list[tuple[float, bool]]] = {}
    for point in points(runs):
        key = point.contender, point.size
        if key in known:
            groups.setdefault(key, []).append((point.seconds, point.is_cut))
    found: list[EncodingTime] = []
    for key, group in sorted(groups.items()):
        run = known[key]
        engine = f"{run.engine}:{run.option}" if run.option else run.engine
        seconds, is_bound = _middle(group)
        clauses = run.clauses or 0
        found.append(
            EncodingTime(engine, run.encoding, run.size, clauses, seconds, is_bound)
        )
    return found


def sample_times(samples: Iterable[Sample], form: Form) -> list[EncodingTime]:
    """Return what the laboratory's samples of a form say of the time to solve."""
    groups: dict[tuple[str, str, int], list[Sample]] = {}
    for one in samples:
        is_timed = one.ended in (Ended.ANSWERED, Ended.TIMEOUT) and one.solve_s
        if is_timed and one.clauses and one.form is form and one.engine != PROPAGATION:
            groups.setdefault((one.engine, one.encoding, one.size), []).append(one)
    return [
        EncodingTime(
            *key,
            round(median(one.clauses or 0 for one in group)),
            *_middle([(one.solve_s or 0, one.ended is Ended.TIMEOUT) for one in group]),
        )
        for key, group in sorted(groups.items())
    ]


def _middle(times: Sequence[tuple[float, bool]]) -> tuple[float, bool]:
    """Return the median of times, and whether it is a lower bound."""
    middle = median(seconds for seconds, _ in times)
    is_bound = any(is_cut and seconds <= middle for seconds, is_cut in times)
    return max(middle, _LEAST), is_bound
