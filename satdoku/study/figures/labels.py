"""Names beside what they name, none over another.

Names at the ends of lines are moved up and down until they are a gap apart; names of
points go where `placing` says.
"""
# pyright: basic
# (matplotlib has only part of its types.)

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from satdoku.errors import printable
from satdoku.study.figures.placing import Box, placed
from satdoku.study.figures.style import FAINT, INK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes

    from satdoku.study.figures.style import Look

__all__ = ["label_ends", "label_points", "short", "spread", "wrapped"]

_LONGEST = 40  # characters
_SMALL = 6.5  # letters


def wrapped(name: str, most: int) -> str:
    r"""Break a name at its marks into lines, where it is long; anywhere, if need be.

    Example:
        >>> wrapped("elimination:naked-single+hidden-single", 18)
        'elimination:\nnaked-single+\nhidden-single'
        >>> wrapped("dpll:first/triad", 18), wrapped("1234567", 4)
        ('dpll:first/triad', '1234\n567')
    """
    lines = [""]
    for piece in _pieces(name, most):
        if lines[-1] and len(lines[-1] + piece.rstrip()) > most:
            lines.append("")
        lines[-1] += piece
    return "\n".join(lines)


def _pieces(name: str, most: int) -> Iterator[str]:
    """Cut a name behind its marks, behind dashes only if need be, and then anywhere."""
    for piece in re.findall(r"[^:/+ ]*[:/+ ]|[^:/+ ]+", name):
        dashes = r"[^_-]*[_-]|[^_-]+"
        parts = re.findall(dashes, piece) if len(piece) > most else [piece]
        for part in parts:
            yield from (part[at : at + most] for at in range(0, len(part), most))


def short(name: str) -> str:
    """Leave out the middle of a name that no margin would hold.

    Example:
        >>> short("bitmask"), short("elimination:naked-single+hidden-single+naked-pair")
        ('bitmask', 'elimination:naked-s…en-single+naked-pair')
    """
    name = printable(name, limit=10_000)
    if len(name) <= _LONGEST:
        return name
    half = _LONGEST // 2
    return f"{name[: half - 1]}…{name[-half:]}"


def label_ends(
    axes: Axes, ends: Sequence[tuple[str, float, float, Look]], *, gap: float
) -> None:
    """Write names at the right of a panel, in the colours of lines, no two at a place.

    Args:
        axes: The panel, its axes' limits as they stay.
        ends: Name, place and look of each line's end; a thin line leads there.
        gap: Between two names, in panels.
    """
    shown = axes.transData.transform([(x, y) for _, x, y, _ in ends])
    inside = axes.transAxes.inverted().transform(shown)
    heights = spread([min(max(float(y), 0), 1) for _, y in inside], gap)
    for (name, x, y, look), height in zip(ends, heights, strict=True):
        axes.annotate(
            short(name),
            (x, y),
            xytext=(1.03, height),
            textcoords="axes fraction",
            va="center",
            color=look.ink,
            size=7.5,
            arrowprops={
                "arrowstyle": "-",
                "relpos": (0, 0.5),
                "color": look.colour,
                "linewidth": 0.5,
                "shrinkA": 1,
                "shrinkB": 4,
                "linestyle": (0, (1, 2)),
            },
            annotation_clip=False,
        )


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Move places apart until none is nearer to the next than a gap, as little as can.

    Example:
        >>> spread([0.0, 0.0, 1.0], 0.5)
        [-0.25, 0.25, 1.0]
        >>> spread([2.0, 0.0], 0.5)
        [2.0, 0.0]
    """
    order = sorted(range(len(places)), key=lambda each: (places[each], each))
    blocks: list[list[float]] = []  # middle of the block, and how many are in it
    for each in order:
        middle, many = places[each], 1.0
        while blocks:
            before, held = blocks[-1]
            if before + gap * (held + many) / 2 <= middle:
                break
            blocks.pop()
            middle = (before * held + middle * many) / (held + many)
            many += held
        blocks.append([middle, many])
    moved = [
        middle + gap * (place - (many - 1) / 2)
        for middle, many in blocks
        for place in range(int(many))
    ]
    found = [0.0] * len(places)
    for each, place in zip(order, moved, strict=True):
        found[each] = place
    return found


def label_points(axes: Axes, names: Sequence[tuple[str, float, float]]) -> None:
    """Write names beside points, where neither points nor other names are.

    Call it last: the layout is made now, and where things lie must not change any more.

    Args:
        axes: The panel.
        names: Name and place of each point.
    """
    from matplotlib.backends.backend_agg import (  # noqa: PLC0415  heavy
        FigureCanvasAgg,
    )

    figure = axes.get_figure(root=True)
    if figure is None:
        raise RuntimeError("a panel that is in no figure")
    canvas: Any = FigureCanvasAgg(figure)
    renderer = canvas.get_renderer()
    figure.draw_without_rendering()
    a_point = figure.dpi / 72
    inside = axes.get_window_extent(renderer)
    room = Box(*(float(side) / a_point for side in inside.extents))
    points: list[tuple[float, float]] = []
    sizes: list[tuple[float, float]] = []
    for name, x, y in names:
        across, up = axes.transData.transform((x, y))
        points.append((float(across) / a_point, float(up) / a_point))
        text = axes.text(x, y, name, size=_SMALL)
        size = text.get_window_extent(renderer)
        text.remove()
        sizes.append((float(size.width) / a_point, float(size.height) / a_point))
    for (name, x, y), place in zip(names, placed(points, sizes, room), strict=True):
        across, up = place.side
        line = {
            "arrowstyle": "-",
            "color": FAINT,
            "linewidth": 0.4,
            "shrinkA": 0,
            "shrinkB": 3,
            "relpos": ((1 - across) / 2, (1 - up) / 2),
        }
        axes.annotate(
            name,
            (x, y),
            xytext=place.away,
            textcoords="offset points",
            ha=("right", "center", "left")[across + 1],
            va=("top", "center", "bottom")[up + 1],
            size=_SMALL,
            color=INK,
            annotation_clip=False,
            arrowprops=line if place.has_line else None,
        ).set_in_layout(False)
