"""Cactus plot: how many puzzles are answered within a time, a line a contender.

Each contender's times are sorted, so its line climbs from its easiest puzzle to its
hardest, whichever those are; how far it reaches to the right is how many it answered.
A line that something was cut off from ends in a hollow marker.  With more contenders
than eyes can follow there are several panels, the baseline in each.

Source: the plots of the SAT competitions; D. Le Berre, L. Simon, The essentials of the
SAT 2003 competition, 2003.
"""
# pyright: basic
# (matplotlib has only part of its types.)

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.study.figures.labels import label_ends
from satdoku.study.figures.points import by_contender, points, ranked
from satdoku.study.figures.scales import bounds, duration, logarithmic
from satdoku.study.figures.sheet import MOST, packs, sheet, stack
from satdoku.study.figures.style import FAINT, alike, looks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from satdoku.study.figures.points import Point
    from satdoku.study.figures.style import Look
    from satdoku.study.run import Run

__all__ = ["cactus"]

_FEWEST = 3  # puzzles for a line


@alike()
def cactus(
    runs: Sequence[Run],
    look: Mapping[str, Look] | None = None,
    *,
    part: str = "",
    baseline: str = "auto",
) -> Figure | None:
    """Draw how many puzzles were answered within a time.

    Args:
        runs: What was measured.
        look: How contenders look; None for as `looks` says.
        part: Of what part of the study, in a line.
        baseline: Who is in every panel, where there are several.

    Returns:
        The figure; None where fewer than three puzzles were answered one by one.
    """
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415  heavy, and an extra

    every = [point for point in points(runs) if not point.is_whole]
    total = len({point.place for point in every})
    if total < _FEWEST or all(point.is_cut for point in every):
        return None
    look = look or looks(point.contender for point in every)
    groups = by_contender(every)
    some = [name for name in ranked(every) if not all(p.is_cut for p in groups[name])]
    packed = packs(some, baseline)
    is_cut = any(point.is_cut for point in every)
    height = 3.3 if len(packed) == 1 else 2.6
    figure = sheet(
        f"How many of {total} puzzles are answered within a time",
        "Each contender's times, sorted: the lower, the faster; the farther to the "
        "right, the more answered."
        + (" A line with a hollow end: others were cut off at the limit." * is_cut)
        + (_why(baseline in some) if len(packed) > 1 else ""),
        height * len(packed) + 0.2,
        part=part,
    )
    drawn = stack(figure, len(packed))
    ends = bounds(point.seconds for point in every)
    for axes, names in zip(drawn, packed, strict=True):
        axes.set_yscale("log")
        axes.set_ylim(*ends)
        axes.set_xlim(0, total * 1.01)
        for name in names:
            _line(axes, groups[name], look[name])
        axes.axvline(total, color=FAINT, linewidth=0.8, linestyle=":", zorder=1)
        label_ends(
            axes,
            [(name, *_end(groups[name]), look[name]) for name in names],
            gap=0.17 / height,
        )
        axes.set_ylabel("time for a puzzle")
        logarithmic(axes.yaxis, duration)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=10))
    drawn[-1].set_xlabel(f"puzzles answered; dotted: all {total}")
    return figure


def _why(has_baseline: object) -> str:
    """Say why there are several panels."""
    return (
        f" The panels share the contenders out, {MOST} at most to each, the fastest "
        f"first{', and the baseline to all' if has_baseline else ''}."
    )


def _answered(mine: Sequence[Point]) -> list[float]:
    return sorted(point.seconds for point in mine if not point.is_cut)


def _end(mine: Sequence[Point]) -> tuple[float, float]:
    """Return where the line of a contender ends."""
    times = _answered(mine)
    return float(len(times)), times[-1]


def _line(axes: Axes, mine: Sequence[Point], look: Look) -> None:
    times = _answered(mine)
    step = max(len(times) // 5, 1)
    axes.plot(
        range(1, len(times) + 1),
        times,
        **{**look.points, "linestyle": look.line},
        markevery=(step // 2, step),
    )
    end = look.hollow if any(point.is_cut for point in mine) else look.points
    axes.plot([len(times)], [times[-1]], **{**end, "clip_on": False})
