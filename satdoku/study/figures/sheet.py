"""Sheets: what figures have in common besides their look.

A sheet is a figure of the usual width with a heading: a title, and below it, fainter,
how it is to be read.  Below are panels: several of the same axes, or one below the
other; some have rows with names.
"""
# pyright: basic
# (matplotlib has only part of its types.)

from __future__ import annotations

from math import ceil
from textwrap import wrap
from typing import TYPE_CHECKING

from satdoku.study.figures.labels import short
from satdoku.study.figures.style import FAINT, INK, WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["MOST", "beside", "named_rows", "packs", "panels", "sheet", "stack"]

MOST = 8
"""Contenders in a panel whose lines cross."""

_TITLE, _LINE = 0.27, 0.165  # inches
_A_LINE = 138  # characters of the smaller letters in it


def sheet(title: str, how: str, height: float, *, part: str = "") -> Figure:
    """Make a figure with a heading.

    Args:
        title: What is to be seen.
        how: How to read it.
        height: Of what is below the heading, in inches.
        part: Of what part of the study, in a line.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415  heavy, and an extra
    from matplotlib.layout_engine import (  # noqa: PLC0415  the same
        ConstrainedLayoutEngine,
    )

    lines = [*wrap(part, _A_LINE), *wrap(how, _A_LINE)]
    heading = _TITLE + _LINE * len(lines) + 0.08
    whole = height + heading
    engine = ConstrainedLayoutEngine(
        rect=(0, 0, 1, height / whole), w_pad=0.06, h_pad=0.05
    )
    figure = Figure(figsize=(WIDTH, whole), layout=engine)
    left = 0.08 / WIDTH
    figure.text(
        left, 1 - 0.06 / whole, title, size=10, weight="bold", color=INK, va="top"
    )
    for place, line in enumerate(lines):
        figure.text(
            left,
            1 - (_TITLE + _LINE * place) / whole,
            line,
            size=7.5,
            color=FAINT,
            va="top",
        )
    return figure


def panels(figure: Figure, count: int, *, across: int) -> list[Axes]:
    """Return so many panels in rows, all with the same axes, the numbers outside.

    Those that would be left over in the last row are not there.
    """
    columns = min(count, across)
    rows = ceil(count / columns)
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    every: list[Axes] = list(grid.flat)
    for place, axes in enumerate(every[:count]):
        # Below the lowest panel of each column; there may be none in the last row.
        axes.tick_params(labelbottom=place + columns >= count)
    for axes in every[count:]:
        axes.remove()
    return every[:count]


def stack(figure: Figure, count: int) -> list[Axes]:
    """Return so many panels below each other, each with its numbers."""
    grid = figure.subplots(count, 1, squeeze=False)
    every: list[Axes] = list(grid.flat)
    return every


def packs(names: Sequence[str], baseline: str) -> list[list[str]]:
    """Deal names out to panels, no more than `MOST` to each, the baseline to all.

    Example:
        >>> packs(["a", "auto"], "auto")
        [['a', 'auto']]
        >>> [len(pack) for pack in packs([str(each) for each in range(13)], "7")]
        [7, 7]
    """
    if len(names) <= MOST:
        return [list(names)]
    shown = [baseline] if baseline in names else []
    others = [name for name in names if name not in shown]
    count = ceil(len(others) / (MOST - len(shown)))
    each = ceil(len(others) / count)
    dealt = [others[start : start + each] for start in range(0, len(others), each)]
    return [sorted({*pack, *shown}, key=names.index) for pack in dealt]


def named_rows(drawn: Sequence[Axes], names: Sequence[str]) -> None:
    """Give panels of the same axes a row for each name, the first at the bottom."""
    drawn[0].set_yticks(range(len(names)), [short(name) for name in names])
    drawn[0].set_ylim(-0.6, len(names) - 0.4)
    for axes in drawn:
        axes.tick_params(axis="y", length=0, labelcolor=INK)
        axes.grid(visible=False, axis="y")
        axes.spines["left"].set_visible(False)


def beside(axes: Axes, row: int, text: str) -> None:
    """Write what a row comes to at the right of a panel."""
    axes.annotate(
        text,
        (1, row),
        xycoords=("axes fraction", "data"),
        xytext=(3, 0),
        textcoords="offset points",
        va="center",
        size=6.5,
        color=FAINT,
    )
