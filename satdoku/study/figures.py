"""The figures of a study: boxes, cactus, search, memory, speed-up.

A solver has the same colour, marker and line in every figure of a study; the colours
can be distinguished with any colour vision and on grey paper (M. Okabe, K. Ito, Color
Universal Design, 2008).  Axes of times are logarithmic.  Hollow markers are bounds: a
run was cut off at its limit, and would have taken longer.

Where solvers make formulas, times stand twice: of the whole answer, and of the search
alone, which compares the algorithms.
"""
# pyright: basic
# (matplotlib and pandas have only part of their types.)

from __future__ import annotations

import re
from io import BytesIO
from math import isnan
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple
from warnings import catch_warnings, filterwarnings

import numpy as np
from matplotlib import style
from matplotlib.figure import Figure
from matplotlib.ticker import (
    EngFormatter,
    FuncFormatter,
    LogLocator,
    MaxNLocator,
    NullFormatter,
)

from satdoku.errors import printable
from satdoku.solving.choice import AUTO
from satdoku.study.plan import rank
from satdoku.study.report import (
    compare,
    count_text,
    factor_text,
    memory_text,
    outcomes,
    seconds_text,
)
from satdoku.study.worker import PROPAGATION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from pandas import DataFrame

    from satdoku.study.plan import Part

_INK, _FAINT = "#1a1a1a", "#5c5c5c"
_MOST = 12  # lines of a cactus
_LETTERS = 13  # of a title, an inch
_ENOUGH = 5  # values for a box
_COLOURS = (
    "#0072b2",  # blue
    "#d55e00",  # vermilion
    "#009e73",  # green
    "#cc79a7",  # pink
    "#e69f00",  # orange
    "#56b4e9",  # sky
    "#6a3d9a",  # violet
    "#7f7f7f",  # grey
)
_MARKERS = "os^DvPX<>"
_LINES: tuple[Any, ...] = (
    "-",
    (0, (5, 1.5)),
    (0, (1.2, 1.2)),
    (0, (6, 1.5, 1.2, 1.5)),
)
_SECONDS = EngFormatter("s")
_BYTES = EngFormatter("B")
_COUNTS = EngFormatter(sep="")
_RATIOS = FuncFormatter(lambda value, _: f"{value:g}×")
_SCALES = {_COUNTS: "symlog", _BYTES: "linear"}
"""Axes that are not logarithmic, by how their values are written."""


class Look(NamedTuple):
    """How a solver looks: colour, marker and line, as matplotlib takes them."""

    colour: str
    marker: str
    line: Any = "-"


class Measure(NamedTuple):
    """What a panel shows: a column of outcomes, its name, how values are written."""

    column: str
    label: str
    write: Callable[[float], str] = seconds_text
    formatter: Any = _SECONDS


_WHOLE = Measure("seconds", "whole answer, a puzzle")
_SEARCH = Measure("search", "search alone, a puzzle")
_MEMORY = (
    Measure("peak_bytes", "peak of the process", memory_text, _BYTES),
    Measure("own_bytes", "of its own, with the puzzle", memory_text, _BYTES),
)


def looks(names: Iterable[str]) -> dict[str, Look]:
    """Give every solver a look of its own; `auto` is black.

    Example:
        >>> given = looks(["bitmask", "auto", "dpll:first", "dpll"])
        >>> given["auto"].colour, len(set(given.values()))
        ('#000000', 4)
    """
    ordered = sorted(set(names) - {AUTO}, key=lambda name: (len(name), name))
    many = len(_COLOURS)
    given = {
        name: Look(
            _COLOURS[place % many],
            _MARKERS[place % len(_MARKERS)],
            _LINES[place // many % len(_LINES)],
        )
        for place, name in enumerate(ordered)
    }
    return given | {AUTO: Look("#000000", "*")}


def figures(
    runs: DataFrame, parts: Sequence[Part]
) -> Iterator[tuple[str, str, Figure]]:
    """Yield the figures of a study: the name of the file, the caption, the figure.

    Args:
        runs: The rows of `runs.csv`.
        parts: The parts of the study.
    """
    every = outcomes(runs)
    every = every[every["time_s"].notna() & (every["engine"] != PROPAGATION)].copy()
    every["tried"] = every["decisions"].fillna(every["guesses"]) / every["puzzles"]
    every["failed"] = every["conflicts"] / every["puzzles"]
    look = looks(every["solver"])
    for part in parts:
        results = every[every["part"] == part.key]
        with _style():
            drawn = list(_figures(results, part, look)) if len(results) else []
        for name, caption, figure in drawn:
            title = f"{part.label}: {caption}" if part.label else caption
            text = fill(title, int(_LETTERS * figure.get_figwidth()))
            figure.suptitle(text, x=0.01, ha="left", size=9.5)
            stem = re.sub(r"[^A-Za-z0-9_.]+", "-", f"{part.key}-{name}").strip("-.")
            yield stem, title, figure


def _figures(
    results: DataFrame, part: Part, look: Mapping[str, Look]
) -> Iterator[tuple[str, str, Figure]]:
    """Yield the name, caption and figure of each figure of a part."""
    names, times = _fastest(results), _times(results)
    yield "boxes", "How long each solver takes", _spread(results, times, look, names)
    singles = results[results["number"] > 0]
    if len(singles.drop_duplicates(["set", "number"])) > 2:
        caption = "Puzzles answered within a time: lower is faster, farther is more"
        shown = [name for name in names if name in {*names[-_MOST:], part.baseline}]
        if len(shown) < len(names):
            caption += f"; the {len(shown)} fastest of {len(names)} solvers"
        yield "cactus", caption, _cactus(singles, times, look, shown[::-1])
    known = results[(results["ended"] == "answered") & results["tried"].notna()]
    if len(known):
        tried = Measure("tried", "decisions or guesses, a puzzle", count_text, _COUNTS)
        failed = Measure("failed", "conflicts, a puzzle", count_text, _COUNTS)
        here = [name for name in names if name in set(known["solver"])]
        measures = [
            measure
            for measure in (tried, failed)
            if known[measure.column].notna().any()
        ]
        caption = "The size of the search, where it was answered"
        yield "search", caption, _spread(known, measures, look, here)
    known = results[results["peak_bytes"] > 0].assign(kind="")
    if len(known):
        caption = "How much memory each solver takes"
        yield "memory", caption, _spread(known, _MEMORY, look, names)
    yield from _speedup(results, part, look)


def image(figure: Figure, ending: str) -> bytes:
    """Return a figure as `svg`, `png` or `pdf`."""
    stream = BytesIO()
    nothing: dict[str, dict[str, None]] = {
        "png": {"Software": None},
        "svg": {"Date": None},
        "pdf": {"CreationDate": None},
    }
    with _style(), catch_warnings():
        # The font may lack letters of a set's name: viewers of SVG choose their own.
        filterwarnings("ignore", r"Glyph .* missing from", UserWarning)
        figure.savefig(stream, format=ending, metadata=nothing[ending])
    return stream.getvalue()


def _style() -> AbstractContextManager[None]:
    """Draw in our style, whatever a person has set up."""
    sheet = Path(__file__).with_name("figures.mplstyle")
    return style.context(["default", sheet])


def _times(results: DataFrame) -> tuple[Measure, ...]:
    """Return the measures of time: where formulas are made, the search alone, too."""
    makes = (results["encode_s"].fillna(0) + results["load_s"].fillna(0)) > 0
    return (_WHOLE, _SEARCH) if makes.any() else (_WHOLE,)


def _spread(
    results: DataFrame,
    measures: Sequence[Measure],
    look: Mapping[str, Look],
    names: Sequence[str],
) -> Figure:
    """Draw how values are spread: a box of five or more, points of fewer."""

    def draw(axes: Axes, row: int, mine: DataFrame, measure: Measure) -> str:
        mine = mine[mine[measure.column].notna()]
        name = names[row]
        cut = mine[mine["is_bound"]]
        values = mine[measure.column]
        if not len(values):
            return "-"
        if len(values) >= _ENOUGH:
            _box(axes, row, values, look[name].colour)
        else:
            _points(axes, mine.loc[~mine["is_bound"], measure.column], row, look[name])
        _points(axes, cut[measure.column], row, look[name], hollow=True)
        sign = "≥ " if len(cut) * 2 >= len(mine) else ""
        return f"{sign}{measure.write(values.median())}"

    note = "right: medians"
    if results.groupby(["kind", "solver"]).size().max() >= _ENOUGH:
        note += "; boxes: the middle half of the puzzles"
    return _panels(results, measures, names, draw, note)


def _speedup(
    results: DataFrame, part: Part, look: Mapping[str, Look]
) -> Iterator[tuple[str, str, Figure]]:
    """Draw how many times as long as the baseline the others take."""
    ratios = {
        measure.column: compare(results, part, measure.column, "kind")
        for measure in _times(results)
    }
    compared = {name for ratio in ratios.values() for name in ratio["solver"]}
    names = [name for name in _fastest(results) if name in compared]
    labels = {"seconds": "whole answer", "search": "search alone"}
    measures = [
        Measure(column, f"times as long, {labels[column]}", factor_text, _RATIOS)
        for column in ratios
    ]

    def draw(axes: Axes, row: int, mine: DataFrame, measure: Measure) -> str:
        axes.axvline(1, color=_INK, linewidth=0.9, zorder=1)
        every, name = ratios[measure.column], names[row]
        this = every[(every["solver"] == name) & every["kind"].isin(set(mine["kind"]))]
        if not len(this):
            return "-"
        ratio = this.iloc[0]
        if not isnan(ratio["low"]):
            ends = [ratio["low"], ratio["high"]]
            colour = look[name].colour
            axes.plot(ends, [row] * 2, color=colour, linewidth=2.4, alpha=0.6)
        _points(axes, [ratio["ratio"]], row, look[name], hollow=ratio["bound"] != "")
        return f"{ratio['bound']} {factor_text(ratio['ratio'])}".strip()

    if names:
        caption = f"Faster or slower than {part.baseline}: left of the line is faster"
        note = "right: geometric means"
        if any(ratio["low"].notna().any() for ratio in ratios.values()):
            note += f"; bars: {part.level:.0%} intervals"
        yield "speedup", caption, _panels(results, measures, names, draw, note)


def _panels(
    results: DataFrame,
    measures: Sequence[Measure],
    names: Sequence[str],
    draw: Callable[[Axes, int, DataFrame, Measure], str],
    note: str,
) -> Figure:
    """Draw panels with a row for each solver, and a text at the right of each row.

    Args:
        results: Outcomes.
        measures: What is shown, a row of panels each; side by side for a single kind.
        names: The solvers, from the bottom up.
        draw: Draws into a panel the row of a number, given the outcomes of its kind and
            solver; returns the text.
        note: How to read what is drawn.
    """
    kinds = sorted(results["kind"].unique(), key=rank)
    is_row = len(kinds) == 1
    rows, columns = (1, len(measures)) if is_row else (len(measures), len(kinds))
    longest = max(map(len, map(_short, names)))
    width = 1 + 0.065 * longest + columns * (2.6 if is_row else 1.9)
    height = 0.75 + rows * (0.5 + 0.2 * len(names))
    figure = Figure(figsize=(max(width, 5), height), layout="constrained")
    grid = figure.subplots(
        rows, columns, sharex="col" if is_row else "row", sharey=True, squeeze=False
    )
    pairs = [(measure, kind) for measure in measures for kind in kinds]
    for axes, (measure, kind) in zip(grid.flat, pairs, strict=True):
        here = results[results["kind"] == kind]
        many = here.drop_duplicates(["set", "number"])["puzzles"].sum()
        axes.set_title(fill(f"{kind} ({many:.0f})", 28) if kind else "")
        axes.set_xscale(_SCALES.get(measure.formatter, "log"))
        axes.set_yticks(range(len(names)), [_short(name) for name in names])
        axes.set_ylim(-0.6, len(names) - 0.4)
        axes.tick_params(axis="y", length=0, labelcolor=_INK)
        axes.grid(visible=False, axis="y")
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(measure.label)
        for row, name in enumerate(names):
            axes.annotate(
                draw(axes, row, here[here["solver"] == name], measure),
                (1, row),
                xycoords=("axes fraction", "data"),
                xytext=(3, 0),
                textcoords="offset points",
                va="center",
                size=6.5,
                color=_FAINT,
            )
    ticks = 6 if is_row else 3  # "10 ms" and "100 ms" need the room
    for axes, (measure, _) in zip(grid.flat, pairs, strict=True):
        if measure.formatter is _COUNTS:
            axes.set_xlim(left=-0.3)
        elif measure.formatter is _BYTES:
            axes.update_datalim([(0, 0)], updatey=False)
            axes.autoscale_view(scaley=False)
            axes.set_xlim(left=-0.02 * axes.get_xlim()[1])  # points of 0 are whole
            axes.xaxis.set_major_locator(MaxNLocator(5))
        else:
            _log_ticks(axes.xaxis, ticks)
        axes.xaxis.set_major_formatter(measure.formatter)
    if results["is_bound"].any():
        note += "; hollow: cut off at the limit, it would take longer"
    figure.supxlabel(note, size=7, color=_FAINT, x=0.01, ha="left")
    return figure


def _cactus(
    results: DataFrame,
    measures: Sequence[Measure],
    look: Mapping[str, Look],
    names: Sequence[str],
) -> Figure:
    """Draw how many puzzles are answered within a time, a line a solver."""
    total = len(results.drop_duplicates(["set", "number"]))
    size = (2.2 + 2.9 * len(measures), max(3.2, 0.9 + 0.18 * len(names)))
    figure = Figure(figsize=size, layout="constrained")
    panels = figure.subplots(1, len(measures), squeeze=False).flat
    for axes, measure in zip(panels, measures, strict=True):
        for name in names:
            mine = results[(results["solver"] == name) & ~results["is_bound"]]
            times = np.sort(mine[measure.column].dropna())
            axes.plot(
                range(1, len(times) + 1),
                times,
                color=look[name].colour,
                linestyle=look[name].line,
                marker=look[name].marker,
                markersize=3.5,
                markevery=max(len(times) // 6, 1),
                label=_short(name),
            )
        axes.set_yscale("log")
        _log_ticks(axes.yaxis, 8)
        axes.yaxis.set_major_formatter(_SECONDS)
        axes.set_xlim(0.5, total + 0.5)
        axes.axvline(total, color=_FAINT, linewidth=0.8, linestyle=":", zorder=1)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axes.set_xlabel(f"puzzles answered, of {total}")
        axes.set_ylabel(measure.label)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right upper", frameon=False, fontsize=7)
    return figure


def _log_ticks(axis: Axis, count: int) -> None:
    """Set the ticks of a logarithmic axis: decades, and more numbers of few."""
    low, high = axis.get_view_interval()
    subs: tuple[float, ...] = (1, 2, 5) if high < 100 * low else (1,)
    subs = (1, 1.5, 2, 3, 5, 7) if high < 3.5 * low else subs
    axis.set_major_locator(LogLocator(subs=subs, numticks=count))
    axis.set_minor_formatter(NullFormatter())


def _box(axes: Axes, row: int, values: Sequence[float], colour: str) -> None:
    thin: dict[str, Any] = {"color": colour, "linewidth": 0.9}
    axes.boxplot(
        [values],
        positions=[row],
        widths=0.56,
        whis=(0, 100),
        orientation="horizontal",
        manage_ticks=False,
        patch_artist=True,
        boxprops={"facecolor": f"{colour}66", "edgecolor": colour, "linewidth": 0.9},
        medianprops={"color": _INK, "linewidth": 1.4},
        whiskerprops=thin,
        capprops=thin,
    )


def _points(
    axes: Axes, values: Iterable[float], row: int, look: Look, *, hollow: bool = False
) -> None:
    """Draw points in a row; hollow ones are bounds."""
    known = list(values)
    axes.plot(
        known,
        [row] * len(known),
        linestyle="",
        marker=look.marker,
        markersize=4.5 * (1.45 if look.marker == "*" else 1),
        markeredgewidth=0.8,
        color=look.colour,
        markerfacecolor="white" if hollow else look.colour,
        zorder=8 if hollow else 3,
    )


def _fastest(results: DataFrame) -> list[str]:
    """Return the solvers, the fastest last.

    Each is compared with the mean of all on the same puzzle, so that one that skipped
    hard puzzles is not fast for that.
    """
    logs = np.log(results["seconds"])
    usual = logs.groupby([results["set"], results["number"]]).transform("mean")
    slowness = (logs - usual).groupby(results["solver"]).mean()
    return list(slowness.sort_values(ascending=False, kind="stable").index)


def _short(name: str) -> str:
    """Leave out the middle of a long name."""
    name = printable(name, 1000)
    return name if len(name) <= 40 else f"{name[:19]}…{name[-20:]}"
