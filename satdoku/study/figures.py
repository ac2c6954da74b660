"""The figures of a study.

A solver has the same colour, marker and line in every figure of a study; the colours
can be told apart with any colour vision and on grey paper (M. Okabe, K. Ito, Color
Universal Design, 2008).  Axes of times are logarithmic.  Hollow markers are bounds: a
run was cut off at its limit, and would have taken longer.
"""
# pyright: basic
# (matplotlib and pandas have only part of their types.)

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO
from math import ceil, isnan, log10
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any
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

from satdoku.choice import AUTO
from satdoku.errors import printable
from satdoku.study.analysis import compare, outcomes
from satdoku.study.encodings import PROPAGATION
from satdoku.study.plan import by_difficulty
from satdoku.study.report import memory_text, seconds_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from pandas import DataFrame

    from satdoku.study.plan import Part

__all__ = ["Look", "encoding_figures", "image", "looks", "solver_figures"]

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
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")
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


@dataclass(frozen=True, slots=True)
class Look:
    """How a solver looks: colour, marker and line, as matplotlib takes them."""

    colour: str
    marker: str
    line: Any = "-"

    def points(self, *, hollow: bool = False, size: float = 4.5) -> dict[str, Any]:
        """Return arguments of `Axes.plot` that draw points; hollow ones are bounds."""
        bound = {"markerfacecolor": "white", "clip_on": False, "zorder": 8}
        return {
            "linestyle": "",
            "marker": self.marker,
            "markersize": size * (1.45 if self.marker == "*" else 1),
            "markeredgewidth": 0.8,
            "color": self.colour,
            **(bound if hollow else {}),
        }


def looks(names: Iterable[str]) -> dict[str, Look]:
    """Give every solver a look of its own; `auto` is black.

    Example:
        >>> given = looks(["bitmask", "auto", "dpll:first", "dpll"])
        >>> given["auto"].colour, len(set(given.values()))
        ('#000000', 4)
    """
    ordered = sorted(set(names) - {AUTO}, key=lambda name: (len(name), name))
    many = len(_COLOURS)
    found = {
        name: Look(
            _COLOURS[place % many],
            _MARKERS[place % len(_MARKERS)],
            _LINES[place // many % len(_LINES)],
        )
        for place, name in enumerate(ordered)
    }
    return found | {AUTO: Look("#000000", "*")}


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
        found = every[every["part"] == part.key]
        if not len(found):
            continue
        title = f"{part.key}: {part.title}" if part.key and part.title else ""
        with _style():
            figures = {
                "boxes": _boxes(found, look, title),
                "cactus": _cactus(found, look, title, part.baseline),
                "speedup": _speedup(found, look, title, part.baseline),
                "memory": _memory(found, look, title),
                "clues": _by_clues(found, look, title, part.baseline),
                "sizes": _by_size(found, look, title, part.baseline),
            }
            known = found[found["clauses"] > 0]
            option = known["option"].where(known["option"] == "", ":" + known["option"])
            known = known.assign(who=known["engine"] + option)
            for engine, group in known.groupby("who"):
                name = f"clauses-{engine}"
                figures[name] = _clauses(group, engine, title, "time for a puzzle")
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
    told = {
        "whole": "Formulas of the whole grid, clues as assumptions.",
        "simplified": "Formulas of what the clues leave open.",
    }
    for (form, engine), group in known.groupby(["form", "engine"]):
        with _style():
            figure = _clauses(group, engine, told[form], "time to solve")
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


def _boxes(found: DataFrame, look: Mapping[str, Look], part: str) -> Figure:
    """Draw times by difficulty, or by set where no difficulty is known."""
    names, kinds = _ranked(found)[::-1], _kinds(found)
    across = min(len(kinds), 4)
    is_whole = bool((found["number"] == 0).all())
    counts = found.groupby(["kind", "solver"]).size()
    how = _sentences(
        (
            counts.max() >= _ENOUGH,
            "Box: the middle half of the times; line: the median; whiskers: all times.",
        ),
        (counts.min() < _ENOUGH, "Markers: single times."),
        (is_whole, "A time is the mean of a set, its puzzles answered in turn."),
        (True, "At the right: the median."),
        (found["is_cut"].any(), "Hollow: cut off at the limit, and how many were."),
    )
    figure = _sheet(
        "How long each solver takes",
        how,
        ceil(len(kinds) / across) * (0.42 + 0.19 * len(names)) + 0.25,
        part,
    )
    panels = _panels(figure, len(kinds), across)
    panels[0].set_xscale("log")
    panels[0].set_xlim(*_bounds(found["seconds"]))
    _name_rows(panels, names)
    for axes, kind in zip(panels, kinds, strict=True):
        here = found[found["kind"] == kind]
        many = len(here.drop_duplicates(["set", "number"]))
        axes.set_title(
            _wrapped(kind, 66 // across) + ("" if is_whole else f" ({many})")
        )
        for row, name in enumerate(names):
            mine = here[here["solver"] == name]
            if not len(mine):
                _beside(axes, row, "no time")
                continue
            times, cut = mine["seconds"], mine.loc[mine["is_cut"], "seconds"]
            if len(times) >= _ENOUGH:
                _box(axes, row, times, look[name].colour)
            else:
                whole = mine.loc[~mine["is_cut"], "seconds"]
                axes.plot(whole, [row] * len(whole), **look[name].points())
            text = seconds_text(times.median())
            if len(cut):
                axes.plot([cut.max()], [row], **look[name].points(hollow=True))
                is_bound = cut.min() <= times.median()
                text = f"{'> ' if is_bound else ''}{text}, {len(cut)} cut"
            _beside(axes, row, text)
        _log_ticks(axes.xaxis, _SECONDS, max(8 // across, 2))
    label = "time a puzzle, mean of the set" if is_whole else "time a puzzle"
    figure.supxlabel(label, color=_FAINT)
    return figure


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


def _cactus(
    found: DataFrame, look: Mapping[str, Look], part: str, baseline: str
) -> Figure | None:
    """Draw how many puzzles are answered within a time, a line a solver."""
    found = found[found["number"] > 0]
    answered = found[~found["is_cut"]]
    total = len(found.drop_duplicates(["set", "number"]))
    if total < 3 or not len(answered):
        return None
    times = {
        name: np.sort(mine["seconds"]) for name, mine in answered.groupby("solver")
    }
    packed = _packs([name for name in _ranked(found) if name in times], baseline)
    how = _sentences(
        (True, "Each solver's times, sorted: lower is faster, farther right is more."),
        (found["is_cut"].any(), "A hollow end: others were cut off at the limit."),
        (
            len(packed) > 1,
            f"Panels have at most {_MOST} lines, the fastest first, and {baseline}.",
        ),
    )
    title = f"How many of {total} puzzles are answered within a time"
    figure, panels = _stack(title, how, part, len(packed))
    for axes, names in zip(panels, packed, strict=True):
        axes.set_yscale("log")
        axes.set_ylim(*_bounds(found["seconds"]))
        axes.set_xlim(0, total * 1.01)
        axes.axvline(total, color=_FAINT, linewidth=0.8, linestyle=":", zorder=1)
        ends: list[tuple[str, float, float]] = []
        for name in names:
            mine, drawn = times[name], look[name]
            many, step = len(mine), max(len(mine) // 5, 1)
            points = {**drawn.points(), "linestyle": drawn.line}
            places = range(1, many + 1)
            axes.plot(places, mine, **points, markevery=(step // 2, step))
            cut = bool(found.loc[found["solver"] == name, "is_cut"].any())
            end = drawn.points(hollow=cut) | {"clip_on": False}
            axes.plot([many], [mine[-1]], **end)
            ends.append((name, many, float(mine[-1])))
        _label_ends(axes, ends, look)
        axes.set_ylabel("time for a puzzle")
        _log_ticks(axes.yaxis, _SECONDS)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=10))
    panels[-1].set_xlabel(f"puzzles answered; dotted: all {total}")
    return figure


def _speedup(
    found: DataFrame, look: Mapping[str, Look], part: str, baseline: str
) -> Figure | None:
    """Draw how many times as long as the baseline the others take."""
    ratios = compare(found, baseline, "kind")
    if not len(ratios):
        return None
    kinds = [kind for kind in _kinds(found) if kind in set(ratios["kind"])]
    logs = np.log(ratios["ratio"]).groupby(ratios["solver"]).mean()
    names = list(logs.sort_values(ascending=False, kind="stable").index)
    across = min(len(kinds), 4)
    figure = _sheet(
        f"Speed-up of {baseline}: how many times as long the others take",
        _sentences(
            (True, "Geometric means over puzzles."),
            (ratios["low"].notna().any(), "Bar: 95% bootstrap interval."),
            (True, f"Right of the line at 1: slower than {baseline}, left: faster."),
            ((ratios["bound"] != "").any(), "Hollow: a bound, as runs were cut off."),
        ),
        ceil(len(kinds) / across) * (0.42 + 0.19 * len(names)) + 0.25,
        part,
    )
    panels = _panels(figure, len(kinds), across)
    panels[0].set_xscale("log")
    ends = [ratios[column].dropna() for column in ("ratio", "low", "high")]
    panels[0].set_xlim(*_bounds([1.0, *np.concatenate(ends)]))
    _name_rows(panels, names)
    for axes, kind in zip(panels, kinds, strict=True):
        here = ratios[ratios["kind"] == kind].set_index("solver")
        axes.set_title(f"{_wrapped(kind, 66 // across)} ({here['pairs'].max()})")
        for row, name in enumerate(names):
            if name not in here.index:
                _beside(axes, row, "no pair")
                continue
            one, drawn = here.loc[name], look[name]
            if not isnan(one["low"]):
                bar: dict[str, Any] = {
                    "color": drawn.colour,
                    "linewidth": 2.4,
                    "alpha": 0.6,
                }
                axes.plot([one["low"], one["high"]], [row, row], **bar)
            hollow = one["bound"] != ""
            axes.plot([one["ratio"]], [row], **drawn.points(hollow=hollow))
            _beside(axes, row, f"{one['bound']} {_factor(one['ratio'])}".strip())
        axes.axvline(1, color=_INK, linewidth=0.9, zorder=1)
        formatter = FuncFormatter(lambda value, _: _factor(value))
        _log_ticks(axes.xaxis, formatter, 8 // across + 1)
    figure.supxlabel(f"time as a multiple of that of {baseline}", color=_FAINT)
    return figure


def _factor(ratio: float) -> str:
    """Write how many times as long; below 1 as a fraction."""
    inverse = ratio < 0.995
    value = 1 / ratio if inverse else ratio
    text = f"{value:,.0f}" if value >= 99.5 else f"{value:.3g}"
    return f"1/{text}" if inverse else f"{text}×"


def _memory(found: DataFrame, look: Mapping[str, Look], part: str) -> Figure | None:
    """Draw the peak memory of each solver, and what of it came with the puzzle."""
    found = found[found["peak_bytes"] > 0]
    if not len(found):
        return None
    groups = found.groupby("solver")
    peak = groups["peak_bytes"].agg(["min", "median", "max"])
    own = groups["own_bytes"].median().clip(lower=1e4)
    names = list(peak["median"].sort_values(ascending=False, kind="stable").index)
    figure = _sheet(
        "How much memory each solver takes",
        "Filled: the peak of the process, the median of all puzzles; bar: from the "
        "least to the greatest. Hollow: what of it came with the puzzle, beyond Python "
        "and satdoku. At the right: both medians.",
        0.5 + 0.2 * len(names),
        part,
    )
    axes = figure.subplots()
    axes.set_xscale("log")
    axes.set_xlim(*_bounds([*peak["min"], *peak["max"], *own.dropna()]))
    _name_rows([axes], names)
    for row, name in enumerate(names):
        low, middle, high = peak.loc[name]
        bar: dict[str, Any] = {
            "color": look[name].colour,
            "linewidth": 2.4,
            "alpha": 0.6,
        }
        axes.plot([low, high], [row, row], **bar)
        text = memory_text(middle)
        if not isnan(own[name]):
            axes.plot([own[name]], [row], **look[name].points(hollow=True))
            text += f", {memory_text(own[name])}"
        axes.plot([middle], [row], **look[name].points())
        _beside(axes, row, text)
    _log_ticks(axes.xaxis, _BYTES)
    axes.set_xlabel("memory")
    return figure


def _by_clues(
    found: DataFrame, look: Mapping[str, Look], part: str, baseline: str
) -> Figure | None:
    """Draw time against the number of clues, of the size that most puzzles have."""
    found = found[found["number"] > 0]
    sizes = found.drop_duplicates(["set", "number"])["size"]
    if not len(sizes):
        return None
    size = sizes.mode().max()
    found = found[found["size"] == size]
    low, high = found["clues"].min(), found["clues"].max()
    if found["clues"].nunique() < 3:
        return None
    names = _ranked(found)
    across = min(len(names), 4)
    figure = _sheet(
        f"Time against the number of clues, {size:.0f}×{size:.0f}",
        _sentences(
            (True, "Points: puzzles."),
            (
                True,
                "Line: the median of puzzles with so many clues, one fewer or more.",
            ),
            (baseline in names, f"Thin: that of {baseline}."),
            (found["is_cut"].any(), "Hollow: cut off at the limit."),
        ),
        ceil(len(names) / across) * 1.6 + 0.3,
        part,
    )
    panels = _panels(figure, len(names), across)
    panels[0].set_yscale("log")
    panels[0].set_ylim(*_bounds(found["seconds"]))
    margin = max((high - low) * 0.05, 0.5)
    panels[0].set_xlim(low - margin, high + margin)
    groups = dict(iter(found.groupby("solver")))
    for axes, name in zip(panels, names, strict=True):
        axes.set_title(_wrapped(name, 20))
        mine, drawn = groups[name], look[name]
        for hollow in (False, True):
            these = mine[mine["is_cut"] == hollow]
            if len(these):  # nothing, unclipped, would take room
                points = drawn.points(hollow=hollow, size=2.4) | {"zorder": 7 + hollow}
                axes.plot(these["clues"], these["seconds"], **points)
        axes.plot(*_running(mine), color="white", linewidth=2.6, zorder=5)
        line: dict[str, Any] = {
            "color": drawn.colour,
            "linestyle": drawn.line,
            "zorder": 6,
        }
        axes.plot(*_running(mine), **line)
        if baseline in groups and name != baseline:
            thin: dict[str, Any] = {"color": _INK, "linewidth": 0.8, "zorder": 4}
            axes.plot(*_running(groups[baseline]), **thin)
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


def _by_size(
    found: DataFrame, look: Mapping[str, Look], part: str, baseline: str
) -> Figure | None:
    """Draw time against the size of the grid, both logarithmic, a line a solver."""
    found = found[found["size"] > 0]
    sizes = sorted(map(int, found["size"].unique()))
    if len(sizes) < 2:
        return None
    packed = _packs(_ranked(found), baseline)
    how = _sentences(
        (True, "Points: medians; bars: the middle half of the times."),
        (True, "A straight line is a power of the size."),
        (found["is_cut"].any(), "Hollow: a lower bound, as runs were cut off."),
    )
    title = "How time grows with the size of the grid"
    figure, panels = _stack(title, how, part, len(packed))
    for axes, names in zip(panels, packed, strict=True):
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(sizes[0] / 1.12, sizes[-1] * 1.12)
        axes.set_ylim(*_bounds(found["seconds"]))
        ends: list[tuple[str, float, float]] = []
        for place, name in enumerate(names):
            mine, drawn = found[found["solver"] == name], look[name]
            aside = 1.012 ** (place - (len(names) - 1) / 2)  # bars beside each other
            times = mine.groupby("size")["seconds"]
            low, middles, high = map(times.quantile, (0.25, 0.5, 0.75))
            places = middles.index * aside
            line: dict[str, Any] = {"color": drawn.colour, "linestyle": drawn.line}
            axes.plot(places, middles, **line)
            bars: dict[str, Any] = {"color": drawn.colour, "linewidth": 0.9}
            axes.vlines(places, low, high, **bars)
            for at, (size, middle) in zip(places, middles.items(), strict=True):
                here = mine[(mine["size"] == size) & mine["is_cut"]]
                hollow = bool((here["seconds"] <= middle).any())
                axes.plot([at], [middle], **drawn.points(hollow=hollow))
            ends.append((name, places[-1], middles.iloc[-1]))
        _label_ends(axes, ends, look)
        axes.set_xticks(sizes, [f"{size}×{size}" for size in sizes])
        axes.set_xticks([], minor=True)
        axes.set_ylabel("time for a puzzle")
        _log_ticks(axes.yaxis, _SECONDS)
    return figure


def _clauses(found: DataFrame, engine: str, part: str, what: str) -> Figure | None:
    """Draw clauses against time, a point an encoding, a panel a size."""
    groups = found.groupby(["size", "encoding"]).agg(
        clauses=("clauses", "median"), seconds=("seconds", "median")
    )
    groups["seconds"] = groups["seconds"].clip(lower=1e-7)
    known = found.join(groups["seconds"], on=["size", "encoding"], rsuffix="_middle")
    late = known[known["is_cut"] & (known["seconds"] <= known["seconds_middle"])]
    bounds = set(zip(late["size"], late["encoding"], strict=True))
    sizes = [size for size, mine in groups.groupby("size") if len(mine) > 1]
    if not sizes:
        return None
    how = _sentences(
        (
            True,
            "A point an encoding, at the clauses of its formula and its median time.",
        ),
        (True, "The lower left is best."),
        (bounds, "Hollow: a lower bound, as runs were cut off."),
    )
    title = f"Clauses against time, engine {engine}"
    figure, panels = _stack(title, how, part, len(sizes))
    dot = Look(_COLOURS[0], "o")
    for axes, size in zip(panels, sizes, strict=True):
        mine = groups.loc[size]
        axes.set_title(f"{size:.0f}×{size:.0f}")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(*_bounds(mine["clauses"], 1.35, 0.5))
        axes.set_ylim(*_bounds(mine["seconds"], 1.35, 0.5))
        for name, (clauses, seconds) in mine.iterrows():
            hollow = (size, name) in bounds
            axes.plot([clauses], [seconds], **dot.points(hollow=hollow))
        ends = [(name, *map(float, place)) for name, place in mine.iterrows()]
        _label_ends(axes, ends, {name: dot for name, *_ in ends})
        axes.set_ylabel(what)
        _log_ticks(axes.xaxis, _COUNTS)
        _log_ticks(axes.yaxis, _SECONDS)
    panels[-1].set_xlabel("clauses")
    return figure


def _ranked(found: DataFrame) -> list[str]:
    """Return the solvers, the fastest first.

    Each is compared with the mean of all on the same puzzle, so that one that skipped
    hard puzzles is not fast for that.
    """
    logs = np.log(found["seconds"])
    usual = logs.groupby([found["set"], found["number"]]).transform("mean")
    slowness = (logs - usual).groupby(found["solver"]).mean()
    return list(slowness.sort_values(kind="stable").index)


def _kinds(found: DataFrame) -> list[str]:
    """Return the difficulties, or sets, from easy to hard if that is known of all."""
    return by_difficulty(
        {
            kind: set(mine["difficulty"])
            for kind, mine in found.groupby("kind", sort=False)
        }
    )


def _packs(names: Sequence[str], baseline: str) -> list[list[str]]:
    """Deal names out to panels, at most `_MOST` to each, the baseline to all."""
    if len(names) <= _MOST:
        return [list(names)]
    others = [name for name in names if name != baseline]
    shown = [baseline] if baseline in names else []
    count = ceil(len(others) / (_MOST - len(shown)))
    dealt = np.array_split(others, count)
    return [sorted({*map(str, pack), *shown}, key=names.index) for pack in dealt]


def _bounds(
    values: Iterable[float], beyond: float = 1.25, decades: float = 2
) -> tuple[float, float]:
    """Return the ends of a logarithmic axis that spans so many decades at least."""
    known = list(values)
    low, high = min(known) / beyond, max(known) * beyond
    more = max(decades - log10(high / low), 0) / 2
    return low / 10**more, high * 10**more


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


def _sentences(*pairs: tuple[object, str]) -> str:
    """Return the sentences that apply."""
    return " ".join(text for applies, text in pairs if applies)


def _sheet(title: str, how: str, height: float, part: str) -> Figure:
    """Make a figure with a heading: a title, the part, and how to read it.

    Args:
        title: What it shows.
        how: How to read it.
        height: Inches below the heading.
        part: The part of the study.
    """
    lines = [*wrap(part, 138), *wrap(how, 138)]
    heading = 0.35 + 0.165 * len(lines)
    whole = height + heading
    rect = 0, 0, 1, height / whole
    layout = ConstrainedLayoutEngine(rect=rect, w_pad=0.06, h_pad=0.05)
    figure = Figure(figsize=(_WIDTH, whole), layout=layout)
    left = 0.08 / _WIDTH
    figure.text(left, 1 - 0.06 / whole, title, size=10, weight="bold", va="top")
    for place, line in enumerate(lines):
        height = 1 - (0.27 + 0.165 * place) / whole
        figure.text(left, height, line, size=7.5, color=_FAINT, va="top")
    return figure


def _panels(figure: Figure, count: int, across: int) -> list[Axes]:
    """Return panels in rows with the same axes, numbers on the outer ones alone."""
    columns = min(count, across)
    shape = ceil(count / columns), columns
    grid = figure.subplots(*shape, sharex=True, sharey=True, squeeze=False)
    every: list[Axes] = list(grid.flat)
    for place, axes in enumerate(every[:count]):
        axes.tick_params(labelbottom=place + columns >= count)
    for axes in every[count:]:
        axes.remove()
    return every[:count]


def _stack(title: str, how: str, part: str, count: int) -> tuple[Figure, list[Axes]]:
    """Return a figure with panels below each other."""
    height = 3.3 if count == 1 else 2.6 * count
    figure = _sheet(title, how, height + 0.2, part)
    return figure, list(figure.subplots(count, 1, squeeze=False).flat)


def _name_rows(panels: Sequence[Axes], names: Sequence[str]) -> None:
    """Give panels of the same axes a row for each name, the first at the bottom."""
    panels[0].set_yticks(range(len(names)), [_short(name) for name in names])
    panels[0].set_ylim(-0.6, len(names) - 0.4)
    for axes in panels:
        axes.tick_params(axis="y", length=0, labelcolor=_INK)
        axes.grid(visible=False, axis="y")
        axes.spines["left"].set_visible(False)


def _short(name: str) -> str:
    """Leave out the middle of a long name."""
    name = printable(name, 1000)
    return name if len(name) <= 40 else f"{name[:19]}…{name[-20:]}"


def _wrapped(name: str, width: int) -> str:
    """Break a long name into lines, behind its marks if possible."""
    spaced = re.sub("([:/+])", r"\1 ", printable(name, 1000))
    return "\n".join(re.sub("([:/+]) ", r"\1", line) for line in wrap(spaced, width))


def _beside(axes: Axes, row: int, text: str) -> None:
    """Write what a row comes to at the right of a panel."""
    axes.annotate(
        text,
        (1, row),
        xycoords=("axes fraction", "data"),
        xytext=(3, 0),
        textcoords="offset points",
        va="center",
        size=6.5,
        color=_FAINT,
    )


def _label_ends(
    axes: Axes, ends: Sequence[tuple[str, float, float]], look: Mapping[str, Look]
) -> None:
    """Write names at the right of a panel, a thin line from each to its place."""
    shown = axes.transData.transform([(x, y) for _, x, y in ends])
    heights = axes.transAxes.inverted().transform(shown)[:, 1].clip(0, 1)
    gap = min(0.06, 1.1 / len(ends))
    order = np.argsort(heights, kind="stable")
    places = heights[order]
    for at in range(1, len(places)):  # apart, upwards
        places[at] = max(places[at], places[at - 1] + gap)
    places -= max(places[-1] - 1, 0) * np.linspace(0, 1, len(places))  # and not beyond
    for at in range(len(places) - 2, -1, -1):
        places[at] = min(places[at], places[at + 1] - gap)
    for at, place in zip(order, places, strict=True):
        name, x, y = ends[at]
        colour = look[name].colour
        axes.annotate(
            _short(name),
            (x, y),
            xytext=(1.03, place),
            textcoords="axes fraction",
            va="center",
            size=7.5,
            arrowprops={
                "arrowstyle": "-",
                "relpos": (0, 0.5),
                "color": colour,
                "linewidth": 0.6,
                "shrinkA": 1,
                "shrinkB": 4,
                "linestyle": (0, (1, 2)),
            },
            annotation_clip=False,
        )
