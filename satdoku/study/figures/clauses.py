"""Clauses against time: a point an encoding, a panel a size, a figure an engine.

Fewer clauses are not always faster: what an encoding propagates counts as well, and
what the engine makes of it.  Encodings that lie at the lower left of another have both
fewer clauses and less time.
"""
# pyright: basic
# (matplotlib has only part of its types.)

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.study.figures.labels import label_points
from satdoku.study.figures.scales import bounds, count, duration, logarithmic
from satdoku.study.figures.sheet import sheet
from satdoku.study.figures.style import FAINT, Look, alike

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from satdoku.study.figures.encoding_times import EncodingTime

__all__ = ["clauses"]

_FEWEST = 2  # encodings to compare


@alike()
def clauses(
    times: Iterable[EncodingTime],
    look: Mapping[str, Look] | None = None,
    *,
    part: str = "",
    what: str = "time for a puzzle",
) -> Figure | None:
    """Draw clauses against time for the encodings of one engine.

    Args:
        times: What was measured, all with one engine.
        look: How encodings look; None for all alike: their names tell them apart.
        part: Of what part of the study, in a line.
        what: What the time is of.

    Returns:
        The figure; None where no size has two encodings.
    """
    sizes: dict[int, list[EncodingTime]] = {}
    for one in sorted(times, key=lambda one: (one.size, one.clauses, one.encoding)):
        sizes.setdefault(one.size, []).append(one)
    sizes = {size: group for size, group in sizes.items() if len(group) >= _FEWEST}
    if not sizes:
        return None
    every = [one for group in sizes.values() for one in group]
    across = min(len(sizes), 2)
    rows = -(-len(sizes) // across)
    figure = sheet(
        f"Clauses against time, engine {every[0].engine}",
        "A point an encoding, at the clauses of its formula and its median time. "
        "The lower left is best."
        + (
            " Hollow: a lower bound, as runs were cut off at the limit."
            if any(one.is_bound for one in every)
            else ""
        ),
        rows * 2.9 + 0.2 if across > 1 else 3.6,
        part=part,
    )
    grid = figure.subplots(rows, across, squeeze=False)
    drawn: list[Axes] = list(grid.flat)
    for axes in drawn[len(sizes) :]:
        axes.remove()
    for axes, (size, group) in zip(drawn, sizes.items(), strict=False):
        axes.set_title(f"{size}×{size}")
        _panel(axes, group, look or {})
    figure.supxlabel("clauses", size=8, color=FAINT)
    figure.supylabel(what, size=8, color=FAINT)
    for axes, group in zip(drawn, sizes.values(), strict=False):
        label_points(axes, [(one.encoding, one.clauses, one.seconds) for one in group])
    return figure


def _panel(axes: Axes, group: Sequence[EncodingTime], look: Mapping[str, Look]) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(*bounds((one.clauses for one in group), beyond=1.35, decades=0.5))
    axes.set_ylim(*bounds((one.seconds for one in group), beyond=1.35, decades=0.5))
    for one in group:
        how = look.get(one.encoding, _PLAIN)
        axes.plot(
            [one.clauses], [one.seconds], **(how.hollow if one.is_bound else how.points)
        )
    logarithmic(axes.xaxis, count, room=5)
    logarithmic(axes.yaxis, duration)


_PLAIN = Look("#0072b2", "o")
