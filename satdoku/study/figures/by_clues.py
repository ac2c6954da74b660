"""Time against clues: a panel for each contender, a point a puzzle, running medians.

The running median at a number of clues is that of all puzzles with so many, one fewer
or one more.  Each panel has the baseline's once more, thin, to compare with.
"""
# pyright: basic
# (matplotlib has only part of its types.)

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

from satdoku.study.figures.labels import wrapped
from satdoku.study.figures.points import by_contender, points, ranked
from satdoku.study.figures.scales import bounds, duration, logarithmic
from satdoku.study.figures.sheet import panels, sheet
from satdoku.study.figures.style import FAINT, INK, alike, looks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from satdoku.study.figures.points import Point
    from satdoku.study.figures.style import Look
    from satdoku.study.run import Run

__all__ = ["by_clues"]

_FEWEST = 3  # numbers of clues


@alike()
def by_clues(
    runs: Sequence[Run],
    look: Mapping[str, Look] | None = None,
    *,
    part: str = "",
    baseline: str = "auto",
) -> Figure | None:
    """Draw time against the number of clues, of the size most puzzles have.

    Args:
        runs: What was measured.
        look: How contenders look; None for as `looks` says.
        part: Of what part of the study, in a line.
        baseline: Whose median is in every panel.

    Returns:
        The figure; None where the puzzles have fewer than three numbers of clues.
    """
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415  heavy, and an extra

    single = [point for point in points(runs) if not point.is_whole]
    puzzles = {point.place: point for point in single}
    sizes = Counter(point.size for point in puzzles.values())
    if not sizes:
        return None
    size = max(sizes, key=lambda each: (sizes[each], each))
    every = [point for point in single if point.size == size]
    clues = sorted({point.clues for point in every})
    if len(clues) < _FEWEST:
        return None
    look = look or looks(point.contender for point in every)
    groups, names = by_contender(every), ranked(every)
    across = min(len(names), 4)
    figure = sheet(
        f"Time against the number of clues, {size}×{size}",
        "Points: puzzles. Line: the median of puzzles with so many clues, one fewer or "
        "one more."
        + (f" Thin: that of {baseline}." if baseline in names else "")
        + (" Hollow: cut off at the limit." if any(p.is_cut for p in every) else ""),
        -(-len(names) // across) * 1.6 + 0.3,
        part=part,
    )
    drawn = panels(figure, len(names), across=across)
    drawn[0].set_yscale("log")
    drawn[0].set_ylim(*bounds(point.seconds for point in every))
    margin = max((clues[-1] - clues[0]) * 0.05, 0.5)
    drawn[0].set_xlim(clues[0] - margin, clues[-1] + margin)
    for axes, name in zip(drawn, names, strict=True):
        axes.set_title(wrapped(name, 20))
        _panel(axes, groups[name], look[name])
        if baseline in names and name != baseline:
            axes.plot(*_running(groups[baseline]), color=INK, linewidth=0.8, zorder=4)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
        logarithmic(axes.yaxis, duration, room=6)
    figure.supxlabel("clues", size=8, color=FAINT)
    figure.supylabel("time for a puzzle", size=8, color=FAINT)
    return figure


def _panel(axes: Axes, mine: Sequence[Point], look: Look) -> None:
    # Points lie over lines, hollow ones on top, so that none is hidden.
    for style, these in (
        (look.points | {"zorder": 7}, [point for point in mine if not point.is_cut]),
        (look.hollow | {"zorder": 8}, [point for point in mine if point.is_cut]),
    ):
        if not these:
            # Nothing, unclipped, would take room at the corner of the sheet.
            continue
        size = 3.6 if look.marker == "*" else 2.4
        axes.plot(
            [point.clues for point in these],
            [point.seconds for point in these],
            **{**style, "markersize": size, "markeredgewidth": 0.5},
        )
    axes.plot(*_running(mine), color="white", linewidth=2.6, zorder=5)
    axes.plot(*_running(mine), color=look.colour, linestyle=look.line, zorder=6)


def _running(mine: Sequence[Point]) -> tuple[list[float], list[float]]:
    """Return the numbers of clues and the medians there."""
    clues = sorted({point.clues for point in mine})
    return clues, [
        median(point.seconds for point in mine if abs(point.clues - middle) <= 1)
        for middle in clues
    ]
