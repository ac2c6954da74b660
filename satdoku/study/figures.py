"""The figures of a study.

A solver has the same colour, marker and line in every figure of a study; the colours
can be told apart with any colour vision and on grey paper (M. Okabe, K. Ito, Color
Universal Design, 2008).  Axes of times are logarithmic.  Hollow markers are bounds: a
run was cut off at its limit, and would have taken longer.

There are three kinds of figure: panels with a row for each solver (`_rows`), panels
with lines whose names stand at their ends (`_lines`), and time against clues.
"""
# pyright: basic
# (matplotlib and pandas have only part of their types.)

from __future__ import annotations

import re
from io import BytesIO
from math import ceil, isnan, log10
from pathlib import Path
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any, NamedTuple
from warnings import catch_warnings, filterwarnings

import numpy as np
from matplotlib import style
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import (
    EngFormatter,
    FuncFormatter,
    LogLocator,
    MaxNLocator,
    NullFormatter,
)

from satdoku.errors import printable
from satdoku.solving.choice import AUTO
from satdoku.study.encodings import PROPAGATION
from satdoku.study.plan import by_difficulty
from satdoku.study.report import compare, memory_text, outcomes, seconds_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from pandas import DataFrame

    from satdoku.study.plan import Part

_WIDTH = 7.6  # inches: nearly the text of an A4 page
_INK, _FAINT = "#1a1a1a", "#5c5c5c"
_MOST = 8  # lines in a panel that cross
_ENOUGH = 5  # times for a box
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
_COUNTS = FuncFormatter(
    lambda value, _: f"{value / 1e6:g} million" if value >= 1e6 else f"{value:,g}"
)


class Look(NamedTuple):
    """How a solver looks: colour, marker and line, as matplotlib takes them."""

    colour: str
    marker: str
    line: Any = "-"


def looks(names: Iterable[str]) -> dict[str, Look]:
    """Give every solver a look of its own; `auto` is black.

    Example:
        >>> given = looks(["bitmask", "auto", "dpll:first", "dpll"])
        >>> given["auto"].colour, len(set(given.values()))
        ('#000000', 4)
    """
    ordered = sorted(set(names) - {AUTO}, key=lambda name: (len(name), name))
    many = len(_COLOURS)
    named = {
        name: Look(
            _COLOURS[place % many],
            _MARKERS[place % len(_MARKERS)],
            _LINES[place // many % len(_LINES)],
        )
        for place, name in enumerate(ordered)
    }
    return named | {AUTO: Look("#000000", "*")}


def solver_figures(
    runs: DataFrame, parts: Sequence[Part]
) -> Iterator[tuple[str, Figure]]:
    """Yield the figures of a study of solvers, and the names of their files.

    Args:
        runs: The rows of `runs.csv`.
        parts: The parts of the study.
    """
    every = outcomes(runs)
    every = every[every["time_s"].notna()]
    look = looks(every["solver"])
    for part in parts:
        frame = every[every["part"] == part.key]
        if not len(frame):
            continue
        title = f"{part.key}: {part.title}" if part.key and part.title else ""
        known = frame[frame["clauses"] > 0]
        option = known["option"].where(known["option"] == "", ":" + known["option"])
        with _style():
            figures = {
                "boxes": _boxes(frame, look, title),
                "cactus": _cactus(frame, look, title, part.baseline),
                "speedup": _speedup(frame, look, title, part.baseline),
                "memory": _memory(frame, look, title),
                "clues": _by_clues(frame, look, title, part.baseline),
                "sizes": _by_size(frame, look, title, part.baseline),
            }
            for engine, group in known.groupby(known["engine"] + option):
                figure = _clauses(group, engine, title, "time for a puzzle")
                figures[f"clauses-{engine}"] = figure
        for name, figure in figures.items():
            if figure is not None:
                yield _stem(f"{part.key}-{name}"), figure


def encoding_figures(runs: DataFrame) -> Iterator[tuple[str, Figure]]:
    """Yield clauses against time for each engine and form of a study of encodings.

    Args:
        runs: The rows of `encodings.csv`.
    """
    known = runs[
        runs["ended"].isin(("answered", "timeout"))
        & (runs["solve_s"] > 0)
        & (runs["clauses"] > 0)
        & (runs["engine"] != PROPAGATION)
    ].assign(seconds=runs["solve_s"], is_cut=runs["ended"] == "timeout")
    titles = {
        "whole": "Formulas of the whole grid, clues as assumptions.",
        "simplified": "Formulas of what the clues leave open.",
    }
    for (form, engine), group in known.groupby(["form", "engine"]):
        with _style():
            figure = _clauses(group, engine, titles[form], "time to solve")
        if figure is not None:
            ending = "" if form == "whole" else f"-{form}"
            yield _stem(f"clauses-{engine}{ending}"), figure


def image(figure: Figure, ending: str) -> bytes:
    """Return a figure as `svg` or `png`."""
    stream = BytesIO()
    nothing: dict[str, Any] = {"png": "Software", "svg": "Date"}
    with _style(), catch_warnings():
        # The font may lack letters of a set's name: viewers of SVG choose their own.
        filterwarnings("ignore", r"Glyph .* missing from", UserWarning)
        figure.savefig(stream, format=ending, metadata={nothing[ending]: None})
    return stream.getvalue()


def _style() -> AbstractContextManager[None]:
    """Draw in our style, whatever a person has set up."""
    sheet = Path(__file__).with_name("figures.mplstyle")
    return style.context(["default", sheet])


def _stem(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.]+", "-", name).strip("-.")


# A row for each solver


def _boxes(frame: DataFrame, look: Mapping[str, Look], part: str) -> Figure:
    """Draw times by difficulty, or by set where no difficulty is known."""
    is_whole = bool((frame["number"] == 0).all())
    counts = frame.groupby(["kind", "solver"]).size()
    puzzles = frame.drop_duplicates(["kind", "set", "number"])["kind"].value_counts()

    def draw(axes: Axes, row: int, kind: str, name: str) -> str:
        mine = frame[(frame["kind"] == kind) & (frame["solver"] == name)]
        if not len(mine):
            return "no time"
        times, cut = mine["seconds"], mine.loc[mine["is_cut"], "seconds"]
        if len(times) >= _ENOUGH:
            _box(axes, row, times, look[name].colour)
        else:
            known = mine.loc[~mine["is_cut"], "seconds"]
            _points(axes, known, [row] * len(known), look[name])
        text = seconds_text(times.median())
        if len(cut):
            _points(axes, [cut.max()], [row], look[name], hollow=True)
            is_bound = cut.min() <= times.median()
            text = f"{'> ' if is_bound else ''}{text}, {len(cut)} cut"
        return text

    return _rows(
        "How long each solver takes",
        {
            "Box: the middle half of the times; line: the median; whiskers: all "
            "times.": counts.max() >= _ENOUGH,
            "Markers: single times.": counts.min() < _ENOUGH,
            "A time is the mean of a set, its puzzles answered in turn.": is_whole,
            "At the right: the median.": True,
            "Hollow: cut off at the limit, and how many were.": frame["is_cut"].any(),
        },
        part,
        {kind: "" if is_whole else f" ({puzzles[kind]})" for kind in _kinds(frame)},
        _ranked(frame)[::-1],
        frame["seconds"],
        "time a puzzle, mean of the set" if is_whole else "time a puzzle",
        draw,
    )


def _box(axes: Axes, row: int, times: Sequence[float], colour: str) -> None:
    thin: dict[str, Any] = {"color": colour, "linewidth": 0.9}
    axes.boxplot(
        [times],
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


def _speedup(
    frame: DataFrame, look: Mapping[str, Look], part: str, baseline: str
) -> Figure | None:
    """Draw how many times as long as the baseline the others take."""
    ratios = compare(frame, baseline, "kind")
    if not len(ratios):
        return None
    logs = np.log(ratios["ratio"]).groupby(ratios["solver"]).mean()
    pairs = ratios.groupby("kind")["pairs"].max()
    by_place = ratios.set_index(["kind", "solver"])

    def draw(axes: Axes, row: int, kind: str, name: str) -> str:
        if not row:
            axes.axvline(1, color=_INK, linewidth=0.9, zorder=1)
        if (kind, name) not in by_place.index:
            return "no pair"
        one = by_place.loc[kind, name]
        if not isnan(one["low"]):
            _bar(axes, row, one["low"], one["high"], look[name])
        _points(axes, [one["ratio"]], [row], look[name], hollow=one["bound"] != "")
        return f"{one['bound']} {_factor(one['ratio'])}".strip()

    return _rows(
        f"Speed-up of {baseline}: how many times as long the others take",
        {
            "Geometric means over puzzles.": True,
            "Bar: 95% bootstrap interval.": ratios["low"].notna().any(),
            f"Right of the line at 1: slower than {baseline}, left: faster.": True,
            "Hollow: a bound, as runs were cut off.": (ratios["bound"] != "").any(),
        },
        part,
        {kind: f" ({pairs[kind]})" for kind in _kinds(frame) if kind in pairs},
        list(logs.sort_values(ascending=False, kind="stable").index),
        [1.0, *ratios["ratio"], *ratios["low"].dropna(), *ratios["high"].dropna()],
        f"time as a multiple of that of {baseline}",
        draw,
        FuncFormatter(lambda value, _: _factor(value)),
    )


def _factor(ratio: float) -> str:
    """Write how many times as long; below 1 as a fraction."""
    inverse = ratio < 0.995
    value = 1 / ratio if inverse else ratio
    text = f"{value:,.0f}" if value >= 99.5 else f"{value:.3g}"
    return f"1/{text}" if inverse else f"{text}×"


def _memory(frame: DataFrame, look: Mapping[str, Look], part: str) -> Figure | None:
    """Draw the peak memory of each solver, and what of it came with the puzzle."""
    groups = frame[frame["peak_bytes"] > 0].groupby("solver")
    peak = groups["peak_bytes"].agg(["min", "median", "max"])
    if not len(peak):
        return None
    own = groups["own_bytes"].median().clip(lower=1e4)

    def draw(axes: Axes, row: int, _: str, name: str) -> str:
        low, middle, high = peak.loc[name]
        _bar(axes, row, low, high, look[name])
        text = memory_text(middle)
        if not isnan(own[name]):
            _points(axes, [own[name]], [row], look[name], hollow=True)
            text += f", {memory_text(own[name])}"
        _points(axes, [middle], [row], look[name])
        return text

    how = (
        "Filled: the peak of the process, the median of all puzzles; bar: from the "
        "least to the greatest. Hollow: what of it came with the puzzle, beyond Python "
        "and satdoku. At the right: both medians."
    )
    return _rows(
        "How much memory each solver takes",
        {how: True},
        part,
        {"": ""},
        list(peak["median"].sort_values(ascending=False, kind="stable").index),
        [*peak["min"], *peak["max"], *own.dropna()],
        "memory",
        draw,
        _BYTES,
    )


def _rows(  # noqa: PLR0917  of three callers, which name none
    title: str,
    how: Mapping[str, object],
    part: str,
    kinds: Mapping[str, str],
    names: Sequence[str],
    values: Iterable[float],
    label: str,
    draw: Callable[[Axes, int, str, str], str],
    formatter: Any = _SECONDS,  # noqa: ANN401  of matplotlib
) -> Figure:
    """Draw panels with a row for each solver, and a text at the right of each row.

    Args:
        title: What the figure shows.
        how: How to read it: sentences, and whether each applies.
        part: The part of the study.
        kinds: The panels, and what their titles say besides.
        names: The solvers, from the bottom up.
        values: All values, on a logarithmic axis.
        label: What they are.
        draw: Draws into a panel the row of a number, a kind and a solver; returns the
            text.
        formatter: Writes values.
    """
    across = min(len(kinds), 4)
    height = ceil(len(kinds) / across) * (0.42 + 0.19 * len(names)) + 0.25
    figure = _sheet(title, how, height, part)
    panels = _panels(figure, len(kinds), across)
    panels[0].set_xscale("log")
    panels[0].set_xlim(*_bounds(values))
    panels[0].set_yticks(range(len(names)), [_short(name) for name in names])
    panels[0].set_ylim(-0.6, len(names) - 0.4)
    for axes, (kind, remark) in zip(panels, kinds.items(), strict=True):
        axes.set_title(_wrapped(kind, 66 // across) + remark)
        axes.tick_params(axis="y", length=0, labelcolor=_INK)
        axes.grid(visible=False, axis="y")
        axes.spines["left"].set_visible(False)
        for row, name in enumerate(names):
            axes.annotate(
                draw(axes, row, kind, name),
                (1, row),
                xycoords=("axes fraction", "data"),
                xytext=(3, 0),
                textcoords="offset points",
                va="center",
                size=6.5,
                color=_FAINT,
            )
        _log_ticks(axes.xaxis, formatter, max(8 // across, 2))
    figure.supxlabel(label, color=_FAINT)
    return figure


# Lines with their names


def _cactus(
    frame: DataFrame, look: Mapping[str, Look], part: str, baseline: str
) -> Figure | None:
    """Draw how many puzzles are answered within a time, a line a solver."""
    frame = frame[frame["number"] > 0]
    answered = frame[~frame["is_cut"]].groupby("solver")["seconds"]
    total = len(frame.drop_duplicates(["set", "number"]))
    if total < 3 or not len(answered):
        return None
    times = {name: np.sort(mine) for name, mine in answered}
    cut = frame.groupby("solver")["is_cut"].any()
    packs = _packs([name for name in _ranked(frame) if name in times], baseline)
    limits = _bounds(frame["seconds"])

    def draw(axes: Axes, _: float, name: str, __: float) -> tuple[float, float]:
        many, mine = len(times[name]), times[name]
        step = max(many // 5, 1)
        axes.plot(range(1, many + 1), mine, color=look[name].colour, ls=look[name].line)
        marks = np.arange(step // 2, many, step)
        _points(axes, marks + 1, mine[marks], look[name])
        hollow = bool(cut[name])
        _points(axes, [many], mine[-1:], look[name], hollow=hollow, clip_on=False)
        return many, float(mine[-1])

    figure, panels = _lines(
        f"How many of {total} puzzles are answered within a time",
        {
            "Each solver's times, sorted: lower is faster, farther right is "
            "more.": True,
            "A hollow end: others were cut off at the limit.": cut.any(),
            f"Panels have at most {_MOST} lines, the fastest first, and {baseline}.": (
                len(packs) > 1
            ),
        },
        part,
        {at: (names, limits) for at, names in enumerate(packs)},
        look,
        "time for a puzzle",
        draw,
    )
    for axes in panels:
        axes.set_xlim(0, total * 1.01)
        axes.axvline(total, color=_FAINT, linewidth=0.8, linestyle=":", zorder=1)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=10))
    panels[-1].set_xlabel(f"puzzles answered; dotted: all {total}")
    return figure


def _by_size(
    frame: DataFrame, look: Mapping[str, Look], part: str, baseline: str
) -> Figure | None:
    """Draw time against the size of the grid, both logarithmic, a line a solver."""
    frame = frame[frame["size"] > 0]
    sizes = sorted(map(int, frame["size"].unique()))
    if len(sizes) < 2:
        return None
    packs, limits = _packs(_ranked(frame), baseline), _bounds(frame["seconds"])

    def draw(axes: Axes, _: float, name: str, aside: float) -> tuple[float, float]:
        mine, drawn = frame[frame["solver"] == name], look[name]
        times = mine.groupby("size")["seconds"]
        low, middle, high = map(times.quantile, (0.25, 0.5, 0.75))
        least = mine[mine["is_cut"]].groupby("size")["seconds"].min()
        places = middle.index * 1.012**aside  # bars beside each other
        axes.plot(places, middle, color=drawn.colour, linestyle=drawn.line)
        axes.vlines(places, low, high, color=drawn.colour, linewidth=0.9)
        hollow = (least.reindex(middle.index) <= middle).to_numpy()
        for is_bound in (False, True):
            mask = hollow == is_bound
            _points(axes, places[mask], middle[mask], drawn, hollow=is_bound)
        return places[-1], middle.iloc[-1]

    figure, panels = _lines(
        "How time grows with the size of the grid",
        {
            "Points: medians; bars: the middle half of the times.": True,
            "A straight line is a power of the size.": True,
            "Hollow: a lower bound, as runs were cut off.": frame["is_cut"].any(),
        },
        part,
        {at: (names, limits) for at, names in enumerate(packs)},
        look,
        "time for a puzzle",
        draw,
    )
    for axes in panels:
        axes.set_xscale("log")
        axes.set_xlim(sizes[0] / 1.12, sizes[-1] * 1.12)
        axes.set_xticks(sizes, [f"{size}×{size}" for size in sizes])
        axes.set_xticks([], minor=True)
    return figure


def _clauses(frame: DataFrame, engine: str, part: str, what: str) -> Figure | None:
    """Draw clauses against time, a point an encoding, a panel a size."""
    places = ["size", "encoding"]
    medians = frame.groupby(places)[["clauses", "seconds"]].median()
    medians["seconds"] = medians["seconds"].clip(lower=1e-7)
    least = frame[frame["is_cut"]].groupby(places)["seconds"].min()
    medians["late"] = least.reindex(medians.index) <= medians["seconds"]
    groups = {
        size: mine.droplevel("size")
        for size, mine in medians.groupby("size")
        if len(mine) > 1
    }
    if not groups:
        return None
    dot = Look(_COLOURS[0], "o")

    def draw(axes: Axes, panel: float, name: str, _: float) -> tuple[float, float]:
        x, y, hollow = groups[panel].loc[name, ["clauses", "seconds", "late"]]
        _points(axes, [x], [y], dot, hollow=hollow)
        return x, y

    figure, panels = _lines(
        f"Clauses against time, engine {engine}",
        {
            "A point an encoding, at the clauses of its formula and its median time.": (
                True
            ),
            "The lower left is best.": True,
            "Hollow: a lower bound, as runs were cut off.": medians["late"].any(),
        },
        part,
        {
            size: (list(mine.index), _bounds(mine["seconds"], 1.35, 0.5))
            for size, mine in groups.items()
        },
        dict.fromkeys(frame["encoding"], dot),
        what,
        draw,
    )
    for axes, (size, mine) in zip(panels, groups.items(), strict=True):
        axes.set_title(f"{size:.0f}×{size:.0f}")
        axes.set_xscale("log")
        axes.set_xlim(*_bounds(mine["clauses"], 1.35, 0.5))
        _log_ticks(axes.xaxis, _COUNTS)
    panels[-1].set_xlabel("clauses")
    return figure


def _by_clues(
    frame: DataFrame, look: Mapping[str, Look], part: str, baseline: str
) -> Figure | None:
    """Draw time against the number of clues, of the size that most puzzles have."""
    frame = frame[frame["number"] > 0]
    sizes = frame.drop_duplicates(["set", "number"])["size"]
    frame = frame[frame["size"] == sizes.mode().max()]
    if frame["clues"].nunique() < 3:
        return None
    names, size = _ranked(frame), frame["size"].iloc[0]
    across = min(len(names), 4)
    figure = _sheet(
        f"Time against the number of clues, {size:.0f}×{size:.0f}",
        {
            "Points: puzzles.": True,
            "Line: the median of puzzles with so many clues, one fewer or more.": True,
            f"Thin: that of {baseline}.": baseline in names,
            "Hollow: cut off at the limit.": frame["is_cut"].any(),
        },
        ceil(len(names) / across) * 1.6 + 0.3,
        part,
    )
    panels = _panels(figure, len(names), across)
    panels[0].set_yscale("log")
    panels[0].set_ylim(*_bounds(frame["seconds"]))
    low, high = frame["clues"].min(), frame["clues"].max()
    margin = max((high - low) * 0.05, 0.5)
    panels[0].set_xlim(low - margin, high + margin)
    lines = {name: _running(mine) for name, mine in frame.groupby("solver")}
    for axes, name in zip(panels, names, strict=True):
        axes.set_title(_wrapped(name, 20))
        mine, drawn = frame[frame["solver"] == name], look[name]
        for hollow, these in mine.groupby("is_cut"):
            place = these["clues"], these["seconds"]
            _points(axes, *place, drawn, hollow=hollow, size=2.4, zorder=7 + hollow)
        axes.plot(*lines[name], color="white", linewidth=2.6, zorder=5)
        axes.plot(*lines[name], color=drawn.colour, linestyle=drawn.line, zorder=6)
        if baseline in lines and name != baseline:
            axes.plot(*lines[baseline], color=_INK, linewidth=0.8, zorder=4)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
        _log_ticks(axes.yaxis, _SECONDS, 6)
    figure.supxlabel("clues", color=_FAINT)
    figure.supylabel("time for a puzzle", color=_FAINT)
    return figure


def _running(mine: DataFrame) -> tuple[list[float], list[float]]:
    """Return numbers of clues, and the median times around each."""
    clues = sorted(mine["clues"].unique())
    return clues, [
        mine.loc[(mine["clues"] - middle).abs() <= 1, "seconds"].median()
        for middle in clues
    ]


def _lines(  # noqa: PLR0917  as above
    title: str,
    how: Mapping[str, object],
    part: str,
    packs: Mapping[float, tuple[Sequence[str], tuple[float, float]]],
    look: Mapping[str, Look],
    label: str,
    draw: Callable[[Axes, float, str, float], tuple[float, float]],
) -> tuple[Figure, list[Axes]]:
    """Draw panels of lines or points, their names at the right.

    Args:
        title: What the figure shows.
        how: How to read it: sentences, and whether each applies.
        part: The part of the study.
        packs: For each panel the names, and the ends of the axis of times.
        look: The look of each name.
        label: What the times are.
        draw: Draws into a panel, given its key, a name and its place from the middle
            one; returns where its line ends.
    """
    count = len(packs)
    height = 3.3 if count == 1 else 2.6 * count
    figure = _sheet(title, how, height + 0.2, part)
    panels = list(figure.subplots(count, 1, squeeze=False).flat)
    for axes, (key, (names, limits)) in zip(panels, packs.items(), strict=True):
        axes.set_yscale("log")
        axes.set_ylim(*limits)
        middle = (len(names) - 1) / 2
        ends = [draw(axes, key, name, at - middle) for at, name in enumerate(names)]
        shown = axes.transData.transform(ends)
        heights = axes.transAxes.inverted().transform(shown)[:, 1].clip(0, 1)
        steps = min(0.06, 1.1 / len(ends)) * np.arange(len(ends))
        order = np.argsort(heights, kind="stable")
        places = np.maximum.accumulate(heights[order] - steps) + steps  # apart, upwards
        places = np.minimum(places, 1 - steps[::-1])  # and not beyond
        for at, place in zip(order, places, strict=True):
            axes.annotate(
                _short(names[at]),
                ends[at],
                xytext=(1.03, place),
                textcoords="axes fraction",
                va="center",
                size=7.5,
                arrowprops={
                    "arrowstyle": "-",
                    "relpos": (0, 0.5),
                    "color": look[names[at]].colour,
                    "linewidth": 0.6,
                    "shrinkA": 1,
                    "shrinkB": 4,
                    "linestyle": (0, (1, 2)),
                },
                annotation_clip=False,
            )
        axes.set_ylabel(label)
        _log_ticks(axes.yaxis, _SECONDS)
    return figure, panels


# What all figures share


def _points(
    axes: Axes,
    x: Any,  # noqa: ANN401  numbers, whatever holds them
    y: Any,  # noqa: ANN401
    look: Look,
    *,
    hollow: bool = False,
    size: float = 4.5,
    **more: Any,  # noqa: ANN401  of matplotlib
) -> None:
    """Draw points; hollow ones are bounds."""
    if not len(x):  # nothing, unclipped, would take room
        return
    bound = {"markerfacecolor": "white", "clip_on": False, "zorder": 8}
    points: dict[str, Any] = {
        "linestyle": "",
        "marker": look.marker,
        "markersize": size * (1.45 if look.marker == "*" else 1),
        "markeredgewidth": 0.8,
        "color": look.colour,
    }
    axes.plot(x, y, **points | (bound if hollow else {}) | more)


def _bar(axes: Axes, row: int, low: float, high: float, look: Look) -> None:
    axes.plot([low, high], [row, row], color=look.colour, linewidth=2.4, alpha=0.6)


def _ranked(frame: DataFrame) -> list[str]:
    """Return the solvers, the fastest first.

    Each is compared with the mean of all on the same puzzle, so that one that skipped
    hard puzzles is not fast for that.
    """
    logs = np.log(frame["seconds"])
    usual = logs.groupby([frame["set"], frame["number"]]).transform("mean")
    slowness = (logs - usual).groupby(frame["solver"]).mean()
    return list(slowness.sort_values(kind="stable").index)


def _kinds(frame: DataFrame) -> list[str]:
    """Return the difficulties, or sets, from easy to hard if that is known of all."""
    words = frame.groupby("kind", sort=False)["difficulty"].unique()
    return by_difficulty(words.to_dict())


def _packs(names: Sequence[str], baseline: str) -> list[list[str]]:
    """Deal names out to panels, at most `_MOST` to each, the baseline to all."""
    if len(names) <= _MOST:
        return [list(names)]
    shown = [baseline] if baseline in names else []
    others = [name for name in names if name not in shown]
    dealt = np.array_split(others, ceil(len(others) / (_MOST - len(shown))))
    return [sorted({*map(str, pack), *shown}, key=names.index) for pack in dealt]


def _bounds(
    values: Iterable[float], beyond: float = 1.25, decades: float = 2
) -> tuple[float, float]:
    """Return the ends of a logarithmic axis that spans so many decades at least."""
    known = list(values)
    low, high = min(known) / beyond, max(known) * beyond
    margin = max(decades - log10(high / low), 0) / 2
    return low / 10**margin, high * 10**margin


def _log_ticks(axis: Axis, formatter: Any, room: int = 8) -> None:  # noqa: ANN401
    """Set the ticks of a logarithmic axis: decades, or 1, 2 and 5 of few."""
    low, high = axis.get_view_interval()
    few = log10(high / low) < 2
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if few else (1,), numticks=room))
    axis.set_minor_locator(LogLocator(numticks=99))  # a line at every decade
    axis.set_major_formatter(formatter)
    axis.set_minor_formatter(NullFormatter())
    axis.set_tick_params(which="minor", length=0)
    axis.grid(visible=True, which="both")


def _sheet(title: str, how: Mapping[str, object], height: float, part: str) -> Figure:
    """Make a figure with a heading: a title, the part, and how to read it.

    Args:
        title: What it shows.
        how: How to read it: sentences, and whether each applies.
        height: Inches below the heading.
        part: The part of the study.
    """
    sentences = " ".join(text for text, applies in how.items() if applies)
    lines = [*wrap(part, 138), *wrap(sentences, 138)]
    heading = 0.35 + 0.165 * len(lines)
    whole = height + heading
    rect = 0, 0, 1, height / whole
    layout = ConstrainedLayoutEngine(rect=rect, w_pad=0.06, h_pad=0.05)
    figure = Figure(figsize=(_WIDTH, whole), layout=layout)
    left = 0.08 / _WIDTH
    figure.text(left, 1 - 0.06 / whole, title, size=10, weight="bold", va="top")
    for place, line in enumerate(lines):
        top = 1 - (0.27 + 0.165 * place) / whole
        figure.text(left, top, line, size=7.5, color=_FAINT, va="top")
    return figure


def _panels(figure: Figure, count: int, across: int) -> list[Axes]:
    """Return panels in rows with the same axes, numbers on the outer ones alone."""
    shape = ceil(count / across), across
    grid = figure.subplots(*shape, sharex=True, sharey=True, squeeze=False)
    every: list[Axes] = list(grid.flat)
    for place, axes in enumerate(every[:count]):
        axes.tick_params(labelbottom=place + across >= count)
    for axes in every[count:]:
        axes.remove()
    return every[:count]


def _short(name: str) -> str:
    """Leave out the middle of a long name."""
    name = printable(name, 1000)
    return name if len(name) <= 40 else f"{name[:19]}…{name[-20:]}"


def _wrapped(name: str, width: int) -> str:
    return fill(printable(name, 1000), width)
