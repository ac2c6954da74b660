"""Scaling: time against the size of the grid, both logarithmic, a line a contender.

A straight line is a power: where time grows ten times as the size doubles, it is about
the 3.3rd.  Points are medians, bars reach over the middle half.  Where at least half of
a contender's runs were cut off, the median is a lower bound, and hollow.
"""
# pyright: basic
# (matplotlib has only part of its types.)

from __future__ import annotations

from statistics import median, quantiles
from typing import TYPE_CHECKING

from satdoku.study.figures.labels import label_ends
from satdoku.study.figures.points import by_contender, points, ranked
from satdoku.study.figures.scales import bounds, duration, logarithmic
from satdoku.study.figures.sheet import packs, sheet, stack
from satdoku.study.figures.style import alike, looks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from satdoku.study.figures.points import Point
    from satdoku.study.figures.style import Look
    from satdoku.study.run import Run

__all__ = ["by_size"]

_ASIDE = 1.012  # how far contenders stand beside each other, so that bars do not cover


@alike()
def by_size(
    runs: Sequence[Run],
    look: Mapping[str, Look] | None = None,
    *,
    part: str = "",
    baseline: str = "auto",
) -> Figure | None:
    """Draw time against the size of the grid.

    Args:
        runs: What was measured.
        look: How contenders look; None for as `looks` says.
        part: Of what part of the study, in a line.
        baseline: Who is in every panel, where there are several.

    Returns:
        The figure; None where all puzzles are of one size.
    """
    every = [point for point in points(runs) if point.size]
    sizes = sorted({point.size for point in every})
    if len(sizes) < 2:
        return None
    look = look or looks(point.contender for point in every)
    groups = by_contender(every)
    packed = packs(ranked(every), baseline)
    is_cut = any(point.is_cut for point in every)
    height = 3.3 if len(packed) == 1 else 2.6
    figure = sheet(
        "How time grows with the size of the grid",
        "Points: medians; bars: the middle half of the times. A straight line is a "
        "power of the size."
        + (" Hollow: a lower bound, as runs were cut off at the limit." * is_cut),
        height * len(packed) + 0.2,
        part=part,
    )
    drawn = stack(figure, len(packed))
    ends = bounds(point.seconds for point in every)
    for axes, names in zip(drawn, packed, strict=True):
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(sizes[0] / 1.12, sizes[-1] * 1.12)
        axes.set_ylim(*ends)
        ends_of: list[tuple[str, float, float, Look]] = []
        for place, name in enumerate(names):
            aside = _ASIDE ** (place - (len(names) - 1) / 2)
            _line(axes, groups[name], look[name], aside)
            size, middle = _end(groups[name])
            ends_of.append((name, size * aside, middle, look[name]))
        label_ends(axes, ends_of, gap=0.17 / height)
        axes.set_xticks(sizes, [f"{size}×{size}" for size in sizes])
        axes.set_xticks([], minor=True)
        axes.set_ylabel("time for a puzzle")
        logarithmic(axes.yaxis, duration)
    return figure


def _by_size(mine: Sequence[Point]) -> dict[int, list[Point]]:
    found: dict[int, list[Point]] = {}
    for point in sorted(mine, key=lambda one: one.size):
        found.setdefault(point.size, []).append(point)
    return found


def _end(mine: Sequence[Point]) -> tuple[float, float]:
    """Return where the line of a contender ends."""
    size, group = list(_by_size(mine).items())[-1]
    return float(size), median(point.seconds for point in group)


def _line(axes: Axes, mine: Sequence[Point], look: Look, aside: float) -> None:
    found = _by_size(mine)
    places = [size * aside for size in found]
    times = [sorted(point.seconds for point in group) for group in found.values()]
    middles = [median(each) for each in times]
    axes.plot(places, middles, color=look.colour, linestyle=look.line)
    for place, middle, each, group in zip(
        places, middles, times, found.values(), strict=True
    ):
        low, high = each[0], each[-1]
        if len(each) > 2:
            low, _, high = quantiles(each, n=4, method="inclusive")
        axes.plot([place, place], [low, high], color=look.colour, linewidth=0.9)
        is_bound = any(point.is_cut and point.seconds <= middle for point in group)
        axes.plot([place], [middle], **(look.hollow if is_bound else look.points))
