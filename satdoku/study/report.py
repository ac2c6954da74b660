"""What the runs of a study say: tables, comparisons, contradictions, and the report.

    runs ─repeats─▶ outcomes ─puzzles─▶ summaries ─▶ tables ─▶ Markdown or LaTeX
                        └─pairs─▶ comparisons ────────┘

Everything before the text is a pandas data frame.  The median stands for repeats, which
one slow repeat does not move.  A run that was cut off counts with its limit; where a
mean or ratio rests on one, it is a bound.  Runs that failed or were refused have no
time.
"""

from __future__ import annotations

from math import exp, floor, log10, nan
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from urllib.parse import quote
from warnings import catch_warnings, simplefilter

import numpy as np
import pandas as pd
from scipy.stats import bootstrap

from satdoku.drawing.tikz import tex
from satdoku.errors import counted, printable
from satdoku.solving.choice import AUTO
from satdoku.study.plan import rank
from satdoku.study.worker import COUNTERS, PROPAGATION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from pandas import DataFrame, Series

    from satdoku.study.plan import Part, Plan, PuzzleSet
    from satdoku.study.runner import Row

NOTHING = "-"
"""What stands where nothing was measured."""

_LONGEST = 200
_MIN_PAIRS = 5  # fewer say too little about their spread
_ENOUGH = 8  # pairs below which no solver is called faster
_BUSY, _CALM = 1.5, 0.001  # times the CPU time, of runs of so many seconds
_SHORTEST = 1e-7  # seconds: no clock measures less
_TIMES = ("time_s", "cpu_s", "search_s", "encode_s", "load_s", "import_s")
_SIZES = ("variables", "clauses", "literals")
_MEASURED = (
    *_TIMES,
    *("peak_bytes", "own_bytes", *COUNTERS, *_SIZES, "filled", "removed"),
)
_ENDED = {
    "failed": "failed",
    "memory": "out of memory",
    "timeout": "cut off at the limit",
    "answered": "answered",
    "refused": "not run",
}
"""Repeats that end differently count as the first of these."""

_HOW_TO_READ = """\
Each run is a fresh process. The time is wall time from the puzzle to the answer, once \
the libraries are imported: making the formula, loading it into the engine, and the \
search. The search alone compares the algorithms; the rest is the price of a \
formula in Python. Engines for which no encoding is named follow singles first, which \
counts as search. Importing is measured apart, and is in no other time."""
_FORMS = """\
Times of formulas are CPU time: all clauses are made, the engine is loaded, a first \
solution is found. In the whole form the clues are assumptions of a formula of the \
whole grid, so that one loaded engine serves many puzzles; the simplified form has \
only what the clues leave open. A search may take the limit."""
_SIGNS = """\
The median stands for repeats. ≥ marks a lower bound: some runs were cut off and count \
with their limit. (7/10) says how many puzzles were answered, where not all were; \
counters are means over those alone. - means that nothing was measured."""
_CONTRADICTION = "CONTRADICTION: at least one of these answers is wrong."

# What runs say


def outcomes(runs: DataFrame) -> DataFrame:
    """Take the repeats of runs together: a row a solver and puzzle, or whole set.

    Args:
        runs: The rows of `runs.csv`.

    Returns:
        Columns of the runs with medians in place of measured values; `is_bound`:
        whether a run was cut off; `seconds` and `search` a puzzle; `kind`: the
        difficulty, or the set.
    """
    keys = ["part", "set", "number", "solver"]
    places = {way: place for place, way in enumerate(_ENDED)}
    ordered = runs.assign(place=runs["ended"].map(places))
    worst = ordered.sort_values("place", kind="stable").groupby(keys, sort=False)
    results = worst.head(1).sort_index().set_index(keys)
    timed = runs[runs["ended"].isin(("answered", "timeout"))].groupby(keys)
    measured = list(_MEASURED)
    results[measured] = timed[measured].median()
    results.loc[~results["ended"].isin(("answered", "timeout")), measured] = nan
    results["is_bound"] = results["ended"] == "timeout"
    search = results["search_s"].where(
        ~results["is_bound"] | results["search_s"].notna(), results["time_s"]
    )
    results["seconds"] = (results["time_s"] / results["puzzles"]).clip(lower=_SHORTEST)
    results["search"] = (search / results["puzzles"]).clip(lower=_SHORTEST)
    results["kind"] = results["difficulty"]
    results = results.reset_index()
    results["kind"] = results["kind"].where(results["kind"] != "", results["set"])
    return results


def summaries(results: DataFrame, *by: str) -> DataFrame:
    """Sum outcomes up.

    Args:
        results: What `outcomes` returns.
        by: The columns to group by.

    Returns:
        How many puzzles there are and were answered; the means of what was measured, a
        puzzle; median, least and greatest `seconds`; whether they are a bound.
    """
    groups = results.groupby(list(by), sort=False)
    sums = groups.agg(
        puzzles=("puzzles", "sum"),
        is_bound=("is_bound", "any"),
        median=("seconds", "median"),
        least=("seconds", "min"),
        greatest=("seconds", "max"),
    )
    answered = results["puzzles"].where(results["ended"] == "answered", 0)
    sums["answered"] = answered.groupby([results[key] for key in by]).sum()
    for name in _MEASURED:
        known = results[results[name].notna()].groupby(list(by))
        sums[name] = known[name].sum() / known["puzzles"].sum()
    for name in ("peak_bytes", "own_bytes"):  # a run takes them once, for a set as well
        sums[name] = groups[name].mean()
    made = sums["encode_s"] + sums["load_s"]
    sums["formula_s"] = made.where(made > 0)  # not every solver makes one
    sums["import_s"] = groups["import_s"].min()  # disturbances only add to it
    return sums.reset_index()


def interval(values: Iterable[float], level: float = 0.95) -> tuple[float, float]:
    """Return the bootstrap interval (BCa) of a mean.

    Args:
        values: The values; for a geometric mean their logarithms.
        level: How often such an interval holds the true mean.

    Returns:
        Both ends; `nan` where the values say nothing of their spread.

    Example:
        >>> low, high = interval([1.0, 2.0, 2.0, 3.0, 4.0, 6.0])
        >>> 1 < low < 3 < high < 6
        True
        >>> interval([2.5, 2.5, 2.5])
        (2.5, 2.5)
        >>> interval([2.5])
        (nan, nan)
    """
    # In order, so that the same values in another order give the same interval.
    ordered = np.sort(np.fromiter(values, float))
    if len(ordered) < 2:
        return nan, nan
    if ordered[0] == ordered[-1]:
        return float(ordered[0]), float(ordered[0])
    with catch_warnings():
        simplefilter("ignore")  # of degenerate values, whose ends are nan
        ends = bootstrap(
            (ordered,), np.mean, confidence_level=level, n_resamples=2000, rng=1
        ).confidence_interval
    return float(ends.low), float(ends.high)


def compare(
    results: DataFrame, part: Part, column: str = "seconds", *by: str
) -> DataFrame:
    """Compare solvers with the baseline of their part, puzzle by puzzle.

    Times of one puzzle are divided before anything is averaged, so that the spread of a
    set from easy to hard hides nothing.  Source: P. J. Fleming, J. J. Wallace, How not
    to lie with statistics, Communications of the ACM 29(3), 1986.

    Args:
        results: What `outcomes` returns.
        part: The part.
        column: `seconds`, or `search` for the search alone.
        by: Columns to group puzzles by, besides the solver.

    Returns:
        These columns, `solver`, `pairs`, `ratio` (the geometric mean of solver /
        baseline), `bound` (`≥`, `≤`, `~` for either, or empty) and the interval from
        `low` to `high`, where five pairs or more were not cut off.
    """
    mine = results[(results["part"] == part.key) & results[column].notna()]
    bases = {str(solver): part.baseline_of(solver) for solver in part.solvers}
    pairs = mine.assign(base=mine["solver"].map(bases)).merge(
        mine[["set", "number", "solver", column, "is_bound"]],
        left_on=["set", "number", "base"],
        right_on=["set", "number", "solver"],
        suffixes=("", "_base"),
    )
    pairs = pairs[pairs["solver"] != pairs["base"]]
    pairs = pairs[~(pairs["is_bound"] & pairs["is_bound_base"])]
    pairs["log"] = np.log(pairs[column] / pairs[f"{column}_base"])
    keys = [*by, "solver"]
    rows: list[tuple[object, ...]] = []
    for key, group in pairs.groupby(keys, sort=False):
        bound = "≥" if group["is_bound"].any() else ""
        if group["is_bound_base"].any():
            bound = "~" if bound else "≤"
        is_enough = not bound and len(group) >= _MIN_PAIRS
        ends = interval(group["log"], part.level) if is_enough else (nan, nan)
        ratio = exp(group["log"].mean())
        rows.append((*key, len(group), ratio, bound, *map(exp, ends)))
    return pd.DataFrame(rows, columns=[*keys, "pairs", "ratio", "bound", "low", "high"])


def contradictions(runs: DataFrame) -> Iterator[str]:
    """Yield a line a puzzle that solvers contradict each other on.

    One finds no solution and another one, or one finds a unique solution and another a
    second: the times mean little before that is settled.
    """
    known = runs[
        (runs["ended"] == "answered") & (runs["puzzle"] != "") & (runs["status"] != "")
    ]
    for _, group in known.groupby("digest", sort=False):
        solvers = group.groupby("status", sort=False)["solver"].unique().to_dict()
        is_solved = not solvers.keys().isdisjoint(("found", "unique", "multiple"))
        if ("none" in solvers and is_solved) or {
            "unique",
            "multiple",
        } <= solvers.keys():
            first = group.iloc[0]
            every = "; ".join(
                f"{status} by {', '.join(names)}" for status, names in solvers.items()
            )
            place = f"{first['set']}, puzzle {first['number']:.0f}"
            yield f"{place}: {every}; {first['puzzle']}"


def missing(results: DataFrame) -> list[str]:
    """Say what was cut off, failed or not run, a line a reason."""
    lines: list[str] = []
    results = results[results["ended"] != "answered"]
    for (name, ended, note), group in results.groupby(
        ["solver", "ended", "note"], sort=False
    ):
        why = f": {note}" if note else ""
        sets = group.groupby("set", sort=False)["puzzles"].sum()
        where = ", ".join(f"{name}: {many:.0f}" for name, many in sets.items())
        lines.append(f"{name} {_ENDED[ended]}{why} ({where})")
    return lines


# Texts


def seconds_text(seconds: float) -> str:
    """Write a time.

    Example:
        >>> seconds_text(0.000123), seconds_text(0.0456), seconds_text(1234.5)
        ('123 µs', '45.6 ms', '1,234 s')
    """
    return _in_units(seconds, ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")))


def memory_text(size: float) -> str:
    """Write bytes; 1 MB is 1,000,000 of them.

    Example:
        >>> memory_text(23_456_789), memory_text(999_950), memory_text(0)
        ('23.5 MB', '1.00 MB', '0 B')
    """
    return _in_units(size, ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")))


def count_text(count: float) -> str:
    """Write a number of guesses or the like; of a mean also the decimals.

    Example:
        >>> count_text(12_345), count_text(0.5), count_text(1234.56)
        ('12,345', '0.500', '1,235')
    """
    return f"{count:,.0f}" if count == int(count) else _three(count)


def factor_text(ratio: float) -> str:
    """Write how many times as long.

    Example:
        >>> factor_text(0.04263), factor_text(1.5)
        ('0.0426×', '1.50×')
    """
    return f"{_three(ratio)}×"


def _in_units(value: float, units: Sequence[tuple[float, str]]) -> str:
    for size, unit in units[:-1]:
        text = _three(value / size)
        if float(text.replace(",", "")) >= 1:
            return f"{text} {unit}"
    size, unit = units[-1]
    return f"{_three(value / size)} {unit}"


def _three(value: float) -> str:
    """Write three figures, or all before the point."""
    if not value:
        return "0"
    decimals = max(0, 2 - floor(log10(abs(float(f"{value:.3g}")))))
    return f"{value:,.{decimals}f}"


def ratio_text(ratio: Mapping[str, Any] | Series) -> str:
    """Write how many times as long, with the sign of a bound and the interval."""
    text = f"{ratio['bound']} {factor_text(ratio['ratio'])}".strip()
    if ratio["low"] != ratio["low"]:
        return text
    return f"{text} ({_three(ratio['low'])} to {_three(ratio['high'])})"


# Tables


class Table(NamedTuple):
    """A table of texts.

    Args:
        title: What it shows.
        cells: The texts; missing ones are written `-`.
    """

    title: str
    cells: DataFrame

    @property
    def is_empty(self) -> bool:
        """Whether it holds no value."""
        return bool((self.cells.fillna(NOTHING) == NOTHING).all(axis=None))

    def rows(self) -> list[list[str]]:
        """Return the head and the rows, each with its name first."""
        cells = self.cells.fillna(NOTHING)
        rows = [("", *cells.columns), *cells.itertuples(name=None)]
        return [[printable(str(text), _LONGEST) for text in row] for row in rows]


_Columns: TypeAlias = "dict[str, tuple[str, Callable[[float], str]]]"
"""What a table shows: a column of summaries and how to write it, by its head."""

_SPREAD: _Columns = {
    "mean": ("time_s", seconds_text),
    "median": ("median", seconds_text),
    "least": ("least", seconds_text),
    "greatest": ("greatest", seconds_text),
}
_STAGES: _Columns = {
    "import": ("import_s", seconds_text),
    "formula": ("formula_s", seconds_text),
    "search": ("search_s", seconds_text),
    "whole answer": ("time_s", seconds_text),
    "CPU time": ("cpu_s", seconds_text),
    "peak memory": ("peak_bytes", memory_text),
    "of its own": ("own_bytes", memory_text),
}
_FORM_STAGES: _Columns = {
    "make formula": ("encode_s", seconds_text),
    "load formula": ("load_s", seconds_text),
    **{name: _STAGES[name] for name in ("search", "whole answer", "peak memory")},
}
_COUNTED: _Columns = {
    **{name: (name, count_text) for name in (*COUNTERS, *_SIZES)},
    "cells filled": ("filled", "{:.0%}".format),
    "candidates removed": ("removed", "{:.0%}".format),
}
_BY_SET: _Columns = {
    "Time": ("time_s", seconds_text),
    "CPU time": ("cpu_s", seconds_text),
    "Search alone": ("search_s", seconds_text),
    "Decisions": ("decisions", count_text),
    "Guesses": ("guesses", count_text),
    "Cells filled": _COUNTED["cells filled"],
    "Candidates removed": _COUNTED["candidates removed"],
}


def tables(part: Part, results: DataFrame) -> list[Table]:
    """Return the tables of a part.

    Args:
        part: The part.
        results: What `outcomes` returns.
    """
    mine = results[results["part"] == part.key]
    if not len(mine):
        return []
    listed: list[Table] = []
    by_solver = summaries(mine, "solver")
    sets = [puzzle_set.name for puzzle_set in ordered_sets(part)]
    if len(sets) > 1:
        by_set = summaries(mine, "set", "solver")
        for title, (column, text) in _BY_SET.items():
            columns = {
                name: _cells(by_set[by_set["set"] == name], column, text, share=True)
                for name in sets
            }
            cells = pd.DataFrame(columns)
            if title != "Time":  # where every solver has a row
                cells = cells[(cells.fillna(NOTHING) != NOTHING).any(axis="columns")]
            listed.append(Table(f"{title} a puzzle, mean", cells))
    elif not part.whole:
        spread = _columns(by_solver, _SPREAD)
        pairs = zip(by_solver["answered"], by_solver["puzzles"], strict=True)
        spread.insert(
            0, "answered", [f"{some:.0f}/{all_of:.0f}" for some, all_of in pairs]
        )
        listed.append(Table("Time a puzzle", spread))
    stages = _columns(by_solver, _FORM_STAGES if part.form else _STAGES)
    listed.append(Table("Where the time goes, and memory: means a puzzle", stages))
    counted = _columns(by_solver, _COUNTED)
    listed.append(Table("The search and its formula: means a puzzle", counted))
    if any(solver.engine != PROPAGATION for solver in part.solvers):
        listed.append(_ratios(part, results, sets))
    order = {str(solver): place for place, solver in enumerate(part.solvers)}
    return [
        table._replace(cells=table.cells.sort_index(key=lambda names: names.map(order)))
        for table in listed
        if not table.is_empty
    ]


def _columns(sums: DataFrame, columns: _Columns) -> DataFrame:
    """Return texts of columns, a row a solver, but for those without a value."""
    texts = {
        head: _cells(sums, column, text)
        for head, (column, text) in columns.items()
        if sums[column].notna().any()
    }
    return pd.DataFrame(texts)


def _cells(
    sums: DataFrame, column: str, text: Callable[[float], str], *, share: bool = False
) -> Series:
    """Write a column of summaries.

    Args:
        sums: Summaries, of which each solver has one.
        column: The column.
        text: Writes a value.
        share: Whether to say how many puzzles were answered, where not all were.
    """
    texts: dict[str, str] = {}
    for row in sums.to_dict("records"):
        value, some, all_of = row[column], row["answered"], row["puzzles"]
        is_bound = row["is_bound"] and column in {"time_s", "greatest"}
        tail = f" ({some:.0f}/{all_of:.0f})" if share and some != all_of else ""
        sign = "≥ " if is_bound else ""
        texts[row["solver"]] = f"{sign}{text(value)}{tail}" if value >= 0 else NOTHING
    return pd.Series(texts, dtype=object)


def ordered_sets(part: Part) -> Sequence[PuzzleSet]:
    """Return the sets from easy to hard, if that is known of all of them."""
    ranks = {
        puzzle_set.name: max(map(rank, puzzle_set.difficulties))
        for puzzle_set in part.sets
    }
    if rank("") in ranks.values():
        return part.sets
    return sorted(part.sets, key=lambda puzzle_set: ranks[puzzle_set.name])


def _ratios(part: Part, results: DataFrame, sets: Sequence[str]) -> Table:
    """Return times as multiples of that of the baseline."""
    columns: dict[str, DataFrame] = {}
    if len(sets) > 1:
        by_set = compare(results, part, "seconds", "set")
        columns |= {name: by_set[by_set["set"] == name] for name in sets}
    columns["all" if len(sets) > 1 else "whole answer"] = compare(results, part)
    columns["search alone"] = compare(results, part, "search")
    texts = {
        name: {ratio["solver"]: ratio_text(ratio) for _, ratio in ratios.iterrows()}
        for name, ratios in columns.items()
    }
    cells = pd.DataFrame(texts, dtype=object).dropna(axis="columns", how="all")
    title = f"Time as a multiple of that of {part.baseline}: geometric means"
    return Table(f"{title} ({part.level:.0%} interval)", cells)


def recommended(parts: Sequence[Part], results: DataFrame) -> Table:
    """Return the fastest solver of each level, of those that answered all of it."""
    rows: dict[str, dict[str, str]] = {}
    sums = summaries(
        results[results["engine"] != PROPAGATION], "part", "kind", "solver"
    )
    for part in parts:
        mine = sums[sums["part"] == part.key]
        for kind in sorted(mine["kind"].unique(), key=rank):
            here = mine[mine["kind"] == kind].set_index("solver")
            able = here[(here["answered"] == here["puzzles"]) & here["time_s"].notna()]
            row = {"puzzles": f"{here['puzzles'].max():,.0f}"}
            for column, head in (
                ("time_s", "recommended"),
                ("search_s", "best search"),
            ):
                if able[column].notna().any():
                    best = able[column].idxmin()
                    time = seconds_text(able[column][best])
                    row |= {head: str(best), f"{head}, time": time}
            if AUTO in able.index:
                ratio = able["time_s"][AUTO] / able["time_s"].min()
                row["auto / recommended"] = factor_text(ratio)
            rows[f"{part.key}: {kind}" if part.key else kind] = row
    cells = pd.DataFrame.from_dict(rows, orient="index", dtype=object)
    return Table("Recommended engine by level, and its mean time a puzzle", cells)


def winners(parts: Iterable[Part], results: DataFrame) -> Table:
    """Return the encodings that are faster than the baseline, for certain."""
    rows: dict[str, dict[str, str]] = {}
    for part in parts:
        if not part.form:
            continue
        solvers = {str(solver): solver for solver in part.solvers}
        for column, head in (("seconds", "whole answer"), ("search", "search alone")):
            ratios = compare(results, part, column)
            ratios = ratios[ratios["pairs"] >= _ENOUGH].sort_values("ratio")
            for ratio in ratios.to_dict("records"):
                solver = solvers[ratio["solver"]]
                row = rows.setdefault(f"{part.label}, {solver.engine}", {})
                row.setdefault(head, "")
                if ratio["high"] < 1:
                    comma = ", " if row[head] else ""
                    row[head] += f"{comma}{solver.encoding} {ratio_text(ratio)}"
    cells = pd.DataFrame.from_dict(rows, orient="index", dtype=object)
    title = "Encodings faster than the baseline of their part: whole interval below 1"
    return Table(title, cells.replace("", "none"))


# The report


class Heading(NamedTuple):
    """A heading, of level 1 to 3."""

    level: int
    text: str


class Picture(NamedTuple):
    """A figure: its path seen from the report, and its caption."""

    path: str
    caption: str


Block: TypeAlias = "Heading | Picture | Table | str | list[str]"
"""A piece of a report; a text is a paragraph, a list has a line a point."""


def report(
    about: Row,
    plan: Plan,
    runs: DataFrame,
    to: str = "markdown",
    figures: Iterable[tuple[str, str]] = (),
) -> str:
    """Write the report of a study.

    Args:
        about: What `study.json` holds.
        plan: The plan.
        runs: The rows of `runs.csv`.
        to: `markdown` or `latex`.
        figures: The path of each figure, seen from the report, and its caption.
    """
    blocks = list(_blocks(about, plan, runs))
    if figures:
        blocks += [Heading(2, "Figures"), *(Picture(*figure) for figure in figures)]
    if to == "latex":
        return _latex(blocks)
    return "\n\n".join(map(_markdown, blocks)) + "\n"


def _blocks(about: Row, plan: Plan, runs: DataFrame) -> Iterator[Block]:
    """Yield the pieces of a report."""
    results = outcomes(runs)
    yield Heading(1, f"Study: {plan.name}" if plan.name else "Study")
    if wrong := list(contradictions(runs)):
        yield from (Heading(2, _CONTRADICTION), wrong)
    yield from _machine(about)
    yield from _how_to_read(plan, runs)
    if not plan.about:
        for table in (recommended(plan.parts, results), winners(plan.parts, results)):
            if not table.is_empty:
                yield table
    for part in plan.parts:
        yield Heading(2, part.label or "Results")
        if not plan.about:
            yield _question(part)
        yield [
            f"{puzzle_set.name}: {counted(len(puzzle_set.puzzles), 'puzzle')}"
            + (f", {puzzle_set.about}" if puzzle_set.about else "")
            for puzzle_set in ordered_sets(part)
        ]
        yield from tables(part, results)
        if lines := missing(results[results["part"] == part.key]):
            yield from (Heading(3, "Missing there"), lines)


def _how_to_read(plan: Plan, runs: DataFrame) -> Iterator[str]:
    """Say what times are, and whether they can be believed."""
    forms = {bool(part.form) for part in plan.parts}
    if plan.about:
        yield plan.about
    elif False in forms:
        yield _HOW_TO_READ
    if True in forms:
        yield _FORMS
    yield _SIGNS
    waited = runs.loc[runs["time_s"] > _CALM, ["time_s", "cpu_s"]].dropna().sum()
    if waited["time_s"] > _BUSY * waited["cpu_s"] and True not in forms:
        factor = _three(waited["time_s"] / waited["cpu_s"])
        yield f"The machine was busy: runs took {factor} times their CPU time."


def _machine(about: Row) -> Iterator[str]:
    """Say what a study was measured on, and when."""
    machine = about["machine"]
    facts = [
        machine["processor"],
        f"{machine['cores']} cores",
        memory_text(machine["memory_bytes"]) if machine["memory_bytes"] else "",
        machine["system"],
        machine["python"],
        *(f"{name} {version}" for name, version in about["versions"].items()),
    ]
    runs = "one run" if about["workers"] == 1 else f"{about['workers']} runs"
    where = ", ".join(filter(None, facts))
    yield f"Measured {about['begun'][:10]} on {where}; {runs} at a time."


def _question(part: Part) -> str:
    """Say what had to be found, how often, and within which limits."""
    what = "finds a solution"
    if part.ask == "unique":
        what += " and whether it is the only one"
    if all(solver.engine == PROPAGATION for solver in part.solvers):
        what = "propagates the clues"
    whose = "every puzzle of a set, one by one" if part.whole else "one puzzle"
    often = "once" if part.repeat == 1 else f"{part.repeat:,} times"
    if part.repeat > 1:
        often += ", or once if it takes half a second"
    skips = counted(part.give_up, "timeout")
    rest = "" if part.whole else f" A solver skips the rest of a set after {skips}."
    return (
        f"A run {what} of {whose}, within {part.timeout:,g} s. It is measured "
        f"{often}.{rest}"
    )


def _escaped(text: str, marks: str) -> str:
    """Put a backslash before marks."""
    return "".join(f"\\{mark}" if mark in marks else mark for mark in text)


def _markdown(block: Block) -> str:
    """Write a piece of a report as Markdown."""
    if isinstance(block, Table):
        rows = [[_escaped(text, "|*<[`") for text in row] for row in block.rows()]
        first, *others = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            f"| {' | '.join([name.ljust(first), *map(str.rjust, texts, others)])} |"
            for name, *texts in rows
        ]
        rule = "|".join(
            ["-" * (first + 2), *("-" * (wide + 1) + ":" for wide in others)]
        )
        return "\n".join([f"**{block.title}**", "", lines[0], f"|{rule}|", *lines[1:]])
    if isinstance(block, Heading):
        return f"{'#' * block.level} {_escaped(block.text, '*<[`')}"
    if isinstance(block, Picture):
        return f"![{_escaped(block.caption, '*<[]`')}]({quote(block.path)})"
    if isinstance(block, str):
        return _escaped(block, "*<[`")
    return "\n".join(f"- {_escaped(line, '*<[`')}" for line in block)


_LATEX_HEAD = r"""\documentclass{article}
\usepackage[a4paper,landscape,margin=2cm]{geometry}
\usepackage{booktabs,graphicx}
\begin{document}
"""


def _latex(blocks: Iterable[Block]) -> str:
    """Write a report as a LaTeX document; each table can be taken by itself."""

    def plain(text: str) -> str:
        return "\n".join(tex(line, most=100_000) for line in text.split("\n"))

    texts: list[str] = []
    for block in blocks:
        if isinstance(block, Table):
            head, *rows = (" & ".join(map(plain, row)) + r" \\" for row in block.rows())
            columns = "l" + "r" * len(block.cells.columns)
            texts.append(
                f"\\begin{{table}}[htbp]\\centering\\small\n\\caption{{{plain(block.title)}}}\n"
                f"\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n"
                f"\\begin{{tabular}}{{{columns}}}\n\\toprule\n{head}\n\\midrule\n"
                + "\n".join(rows)
                + "\n\\bottomrule\n\\end{tabular}}\n\\end{table}"
            )
        elif isinstance(block, Heading):
            name = ("section", "subsection", "subsubsection")[block.level - 1]
            texts.append(f"\\{name}*{{{plain(block.text)}}}")
        elif isinstance(block, Picture):
            path = block.path
            texts.append(
                f"\\begin{{figure}}[htbp]\\centering\n\\includegraphics"
                f"[width=.9\\linewidth,height=.8\\textheight,keepaspectratio]{{{path}}}\n"
                f"\\caption{{{plain(block.caption)}}}\n\\end{{figure}}"
            )
        elif isinstance(block, list):
            points = "\n".join(f"\\item {plain(line)}" for line in block)
            texts.append(f"\\begin{{itemize}}\n{points}\n\\end{{itemize}}")
        else:
            texts.append(plain(block))
    return _LATEX_HEAD + "\n\n".join(texts) + "\n\\end{document}\n"
