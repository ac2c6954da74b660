"""Speed-up of the baseline: how many times as long others take, a point a contender.

The ratios are those of the report's tables (`satdoku.study.comparison`): geometric
means over puzzles, with their 95% bootstrap interval where there are pairs enough.
There is a panel for each difficulty, or set.
"""
# pyright: basic
# (matplotlib has only part of its types.)

from __future__ import annotations

from dataclasses import replace
from math import fsum, log
from typing import TYPE_CHECKING

from satdoku.study.comparison import Bound, Comparison, compare
from satdoku.study.figures.labels import wrapped
from satdoku.study.figures.points import kind_of, kinds, points
from satdoku.study.figures.scales import bounds, logarithmic
from satdoku.study.figures.sheet import beside, named_rows, panels, sheet
from satdoku.study.figures.style import FAINT, INK, alike, looks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from satdoku.study.figures.style import Look
    from satdoku.study.run import Run

__all__ = ["speedup"]


@alike()
def speedup(
    runs: Sequence[Run],
    look: Mapping[str, Look] | None = None,
    *,
    part: str = "",
    baseline: str = "auto",
) -> Figure | None:
    """Draw how many times as long as the baseline the others take.

    Args:
        runs: What was measured.
        look: How contenders look; None for as `looks` says.
        part: Of what part of the study, in a line.
        baseline: The contender that they are compared with.

    Returns:
        The figure; None where nobody can be compared with the baseline.
    """
    found = compare(_by_kind(runs), baseline)
    if not found:
        return None
    look = look or looks(run.contender for run in runs)
    groups = [
        kind for kind in kinds(points(runs)) if kind in {one.set for one in found}
    ]
    names = _ranked(found)
    across = min(len(groups), 4)
    rows = -(-len(groups) // across)
    is_bound = any(one.bound is not Bound.EXACT for one in found)
    has_interval = any(one.low is not None for one in found)
    figure = sheet(
        f"Speed-up of {baseline}: how many times as long the others take",
        "Geometric means over puzzles."
        + (" Bar: 95% bootstrap interval." if has_interval else "")
        + f" Right of the line at 1: slower than {baseline}, left: faster."
        + (" Hollow: a bound, as runs were cut off at the limit." if is_bound else ""),
        rows * (0.42 + 0.19 * len(names)) + 0.25,
        part=part,
    )
    drawn = panels(figure, len(groups), across=across)
    drawn[0].set_xscale("log")
    drawn[0].set_xlim(*bounds([1, *(end for one in found for end in _ends(one))]))
    named_rows(drawn, names)
    for axes, group in zip(drawn, groups, strict=True):
        here = {one.contender: one for one in found if one.set == group}
        many = max(one.pairs for one in here.values())
        axes.set_title(f"{wrapped(group, 66 // across)} ({many})")
        for row, name in enumerate(names):
            _row(axes, row, here.get(name), look[name])
        axes.axvline(1, color=INK, linewidth=0.9, zorder=1)
        logarithmic(axes.xaxis, _factor, room=8 // across + 1)
    figure.supxlabel(f"time as a multiple of that of {baseline}", size=8, color=FAINT)
    return figure


def _by_kind(runs: Sequence[Run]) -> list[Run]:
    """Return runs as if each kind were a set, so that it is compared as one."""
    number: dict[tuple[str, str, int], int] = {}
    for run in runs:
        number.setdefault((run.part, run.set, run.number), len(number) + 1)
    return [
        replace(run, set=kind_of(run), number=number[run.part, run.set, run.number])
        for run in runs
    ]


def _ranked(found: Iterable[Comparison]) -> list[str]:
    """Return the contenders, the slowest first, by the mean over all panels."""
    logs: dict[str, list[float]] = {}
    for one in found:
        logs.setdefault(one.contender, []).append(log(one.ratio))
    return sorted(logs, key=lambda name: (-fsum(logs[name]) / len(logs[name]), name))


def _ends(one: Comparison) -> list[float]:
    """Return the ratio, and the ends of its interval."""
    return [each for each in (one.ratio, one.low, one.high) if each]


def _row(axes: Axes, row: int, one: Comparison | None, look: Look) -> None:
    text = "no pair"
    if one is not None:
        at, *ends = _ends(one)
        if ends:
            axes.plot(ends, [row, row], color=look.colour, linewidth=2.4, alpha=0.6)
        exact = one.bound is Bound.EXACT
        axes.plot([at], [row], **(look.points if exact else look.hollow))
        text = f"{one.bound} {_factor(at)}".strip()
    beside(axes, row, text)


def _factor(ratio: float) -> str:
    """Say how many times as long; less than 1 as a fraction, so that both are plain.

    Example:
        >>> _factor(10.0), _factor(1.234), _factor(0.01), _factor(0.2857)
        ('10×', '1.23×', '1/100', '1/3.5')
    """
    if ratio < 0.995:
        return f"1/{_short(1 / ratio)}"
    return f"{_short(ratio)}×"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 99.5 else f"{value:.3g}"
