"""Time by difficulty: a panel for each, a box for each contender.

A box holds the middle half of a contender's times, its line is at the median, its
whiskers reach to the least and the greatest.  Fewer than five times are drawn as they
are.  A time that was cut off counts as the limit, so a box that ends there is a lower
bound; a hollow marker at the limit says so, and how many there are.
"""
# pyright: basic
# (matplotlib has only part of its types.)

from __future__ import annotations

from collections import Counter
from statistics import median, quantiles
from typing import TYPE_CHECKING

from satdoku.study.figures.labels import wrapped
from satdoku.study.figures.points import by_contender, kinds, points, ranked
from satdoku.study.figures.scales import bounds, duration, logarithmic
from satdoku.study.figures.sheet import beside, named_rows, panels, sheet
from satdoku.study.figures.style import FAINT, INK, alike, looks
from satdoku.study.units import seconds_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from satdoku.study.figures.points import Point
    from satdoku.study.figures.style import Look
    from satdoku.study.run import Run

__all__ = ["boxes"]

_ENOUGH = 5  # times for a box
_THICK = 0.56  # of a box, in rows


@alike()
def boxes(
    runs: Sequence[Run], look: Mapping[str, Look] | None = None, *, part: str = ""
) -> Figure | None:
    """Draw times by difficulty, or by set where no difficulty is known.

    Args:
        runs: What was measured.
        look: How contenders look; None for as `looks` says.
        part: Of what part of the study, in a line.

    Returns:
        The figure; None where nothing was measured.
    """
    every = points(runs)
    if not every:
        return None
    look = look or looks(point.contender for point in every)
    names, groups = ranked(every)[::-1], kinds(every)
    across = min(len(groups), 4)
    rows = -(-len(groups) // across)
    is_whole = all(point.is_whole for point in every)
    figure = sheet(
        "How long each contender takes" + (_by(runs) if len(groups) > 1 else ""),
        _how(every),
        rows * (0.42 + 0.19 * len(names)) + 0.25,
        part=part,
    )
    drawn = panels(figure, len(groups), across=across)
    for axes, group in zip(drawn, groups, strict=True):
        here = [point for point in every if point.kind == group]
        _panel(axes, here, names, look)
        many = len({point.place for point in here})
        axes.set_title(
            wrapped(group, 66 // across) + ("" if is_whole else f" ({many})")
        )
    drawn[0].set_xscale("log")
    drawn[0].set_xlim(*bounds(point.seconds for point in every))
    named_rows(drawn, names)
    for axes in drawn:
        logarithmic(axes.xaxis, duration, room=max(8 // across, 2))
    figure.supxlabel(
        "time a puzzle" + (", mean of the set" if is_whole else ""),
        size=8,
        color=FAINT,
    )
    return figure


def _by(runs: Sequence[Run]) -> str:
    """Say what the panels are."""
    known = {bool(run.difficulty) for run in runs}
    return ", by " + " or ".join(
        word for word, is_so in (("difficulty", True), ("set", False)) if is_so in known
    )


def _how(every: Sequence[Point]) -> str:
    """Say how what is there is to be read."""
    counts = Counter((point.kind, point.contender) for point in every).values()
    said = []
    if max(counts) >= _ENOUGH:
        said.append(
            "Box: the middle half of the times; line: their median; whiskers: the "
            "least and the greatest."
        )
    if min(counts) < _ENOUGH:
        said.append("Markers: single times.")
    if any(point.is_whole for point in every):
        said.append("A time is the mean of a set whose puzzles were answered in turn.")
    said.append("At the right: the median.")
    if any(point.is_cut for point in every):
        said.append("Hollow: cut off at the limit, and how many were.")
    return " ".join(said)


def _panel(
    axes: Axes, here: Sequence[Point], names: Sequence[str], look: Mapping[str, Look]
) -> None:
    groups = by_contender(here)
    for row, name in enumerate(names):
        if name in groups:
            _row(axes, row, groups[name], look[name])
        else:
            beside(axes, row, "no time")


def _row(axes: Axes, row: int, mine: Sequence[Point], look: Look) -> None:
    times = sorted(point.seconds for point in mine)
    middle = median(times)
    if len(times) >= _ENOUGH:
        low, _, high = quantiles(times, n=4, method="inclusive")
        stats = {
            "med": middle,
            "q1": low,
            "q3": high,
            "whislo": times[0],
            "whishi": times[-1],
            "fliers": [],
        }
        axes.bxp(
            [stats],
            positions=[row],
            widths=_THICK,
            orientation="horizontal",
            manage_ticks=False,
            patch_artist=True,
            showfliers=False,
            boxprops={
                "facecolor": look.colour + "66",
                "edgecolor": look.colour,
                "linewidth": 0.9,
            },
            medianprops={"color": INK, "linewidth": 1.4},
            whiskerprops={"color": look.colour, "linewidth": 0.9},
            capprops={"color": look.colour, "linewidth": 0.9},
        )
    else:
        whole = [point.seconds for point in mine if not point.is_cut]
        axes.plot(whole, [row] * len(whole), **look.points)
    cut = [point.seconds for point in mine if point.is_cut]
    if cut:
        axes.plot([max(cut)], [row], **look.hollow)
    text = ("> " if cut and min(cut) <= middle else "") + seconds_text(middle)
    beside(axes, row, text + (f", {len(cut)} cut" if cut else ""))
