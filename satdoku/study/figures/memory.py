"""Memory: the most a process had at a time, and what of it the puzzle took.

A process has Python and satdoku before a puzzle comes, the same for all contenders;
what it has at its peak beyond that, the contender's libraries, formula and search took.
"""
# pyright: basic
# (matplotlib has only part of its types.)

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from satdoku.study.figures.points import by_contender, points
from satdoku.study.figures.scales import bounds, logarithmic
from satdoku.study.figures.scales import memory as said
from satdoku.study.figures.sheet import beside, named_rows, sheet
from satdoku.study.figures.style import alike, looks
from satdoku.study.units import memory_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from satdoku.study.figures.style import Look
    from satdoku.study.run import Run

__all__ = ["memory"]

_LEAST = 1e4  # bytes: an answer within what was there already


@alike()
def memory(
    runs: Sequence[Run], look: Mapping[str, Look] | None = None, *, part: str = ""
) -> Figure | None:
    """Draw the peak memory of each contender.

    Args:
        runs: What was measured.
        look: How contenders look; None for as `looks` says.
        part: Of what part of the study, in a line.

    Returns:
        The figure; None where no memory was measured.
    """
    every = [point for point in points(runs) if point.peak_bytes]
    if not every:
        return None
    look = look or looks(point.contender for point in every)
    groups = by_contender(every)
    peak = {
        name: sorted(point.peak_bytes or 0 for point in group)
        for name, group in groups.items()
    }
    own = {
        name: max(median(known), _LEAST)
        for name, group in groups.items()
        if (known := [one.own_bytes for one in group if one.own_bytes is not None])
    }
    names = sorted(groups, key=lambda name: (-median(peak[name]), name))
    figure = sheet(
        "How much memory each contender takes",
        "Filled: the peak of its process, the median of all puzzles; bar: from the "
        "least to the greatest; at the right: both medians. Hollow: what of it came "
        "with the puzzle, beyond Python and satdoku.",
        0.5 + 0.2 * len(names),
        part=part,
    )
    axes = figure.subplots()
    axes.set_xscale("log")
    shown = [*own.values(), *(size for sizes in peak.values() for size in sizes)]
    axes.set_xlim(*bounds(shown, decades=1))
    named_rows([axes], names)
    for row, name in enumerate(names):
        _row(axes, row, peak[name], own.get(name), look[name])
    logarithmic(axes.xaxis, said)
    axes.set_xlabel("memory")
    return figure


def _row(
    axes: Axes, row: int, peak: Sequence[float], own: float | None, look: Look
) -> None:
    axes.plot(
        [peak[0], peak[-1]], [row, row], color=look.colour, linewidth=2.4, alpha=0.6
    )
    text = memory_text(median(peak))
    if own is not None:
        axes.plot([own], [row], **look.hollow)
        text += f", {memory_text(own)}"
    axes.plot([median(peak)], [row], **look.points)
    beside(axes, row, text)
