"""What the runs of a study say: tables, comparisons, contradictions, and the report.

    runs ─repeats─▶ outcomes ─puzzles─▶ summaries ─▶ tables ─▶ Markdown or text
                        └─pairs─▶ comparisons ────────┘

Everything before the text is a pandas data frame.  The median stands for repeats, which
one slow repeat does not move.  A run that was cut off counts with its time, which is at
least its limit; where a median, mean or ratio rests on one, it is a bound.  Runs that
failed or were refused have no time.
"""

from __future__ import annotations

import csv
from io import StringIO
from math import exp, floor, log10, nan
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote
from warnings import catch_warnings, simplefilter

from satdoku.errors import printable
from satdoku.solving.choice import AUTO
from satdoku.study.worker import COUNTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from pandas import DataFrame, Series

    from satdoku.study.plan import Part, Preset
    from satdoku.study.runner import Row

NOTHING = "-"
"""What stands where nothing was measured."""

_LONGEST = 200
_MIN_PAIRS = 5  # fewer say too little about their spread
_SHORTEST = 1e-7  # seconds: no clock tells less from nothing
_ESCAPES = str.maketrans({mark: f"\\{mark}" for mark in "\\|*<[]`"})
_ENDED = {
    "failed": "failed",
    "memory": "out of memory",
    "timeout": "cut off at the limit",
    "answered": "answered",
    "refused": "not run",
}
"""Repeats that end differently count as the first of these, except that as many answers
as timeouts are an answer."""

_HOW_TO_READ = """\
Times are wall time from the puzzle to the answer, in a fresh process that has loaded
satdoku; what an engine imports and loads for itself counts. The median stands for
repeats. `≥` marks a lower bound: some runs were cut off and count with their limit.
`(7/10)` says how many puzzles were answered, where not all were; counters are means
over those alone. `-` means that nothing was measured."""
_LOADING = """\
Time for a puzzle of 4x4 without a guess, in a fresh process: nearly all of it is what a
solver loads first. The times of single puzzles above contain it, those of whole sets
contain it once."""
_PRINTED = """\
The figures in the first column were printed by student reports of Sudoku solvers,
without machine or versions: only their order of magnitude can be compared."""
_BOTH = """\
Times are means over the puzzles that both solvers have a time of: where a solver
skipped part of a set, so does auto here."""
_CONTRADICTION = "CONTRADICTION: solvers give answers that cannot be true together."
_FIGURES = {
    "boxes": "spread of times",
    "cactus": "puzzles answered within a time",
    "clues": "time against clues",
    "memory": "memory",
    "sizes": "time against the size of the grid",
    "speedup": "speed-up against the baseline",
}

# What runs say


def outcomes(runs: DataFrame) -> DataFrame:
    """Take the repeats of runs together: a row a solver and puzzle, or whole set.

    Args:
        runs: The rows of `runs.csv`.

    Returns:
        Columns of the runs with medians in place of repeated values, and `repeats`,
        `cut_off` (how many), `is_bound` (whether `time_s` is a lower bound), `is_cut`
        (whether it counts as cut off), `seconds` a puzzle, `kind` (the difficulty, or
        the set) and `notes`.
    """
    places = ["part", "set", "number", "solver"]
    measured = ["time_s", "cpu_s", "peak_bytes", "own_bytes", *COUNTERS]
    ways = runs.groupby(places)["ended"].value_counts().unstack(fill_value=0)  # noqa: PD010
    ways = ways.reindex(columns=list(_ENDED), fill_value=0)
    ended = (ways > 0).idxmax(axis=1)
    is_late = (ended == "timeout") & (ways["answered"] < ways["timeout"])
    ended = ended.where((ended != "timeout") | is_late, "answered")
    timed = runs[runs["ended"].isin(("answered", "timeout"))]
    late = timed[timed["ended"] == "timeout"].groupby(places)["time_s"].min()
    groups = timed.groupby(places)
    # The two in the middle make the median of an even number.
    middle = groups["time_s"].quantile(interpolation="higher")
    frame = runs.drop_duplicates(places).set_index(places)
    frame[measured] = groups[measured].median()
    frame.loc[ended.isin(("failed", "memory")), measured] = nan
    frame["ended"] = ended
    frame["repeats"] = ways.sum(axis=1) - ways["refused"]
    frame["cut_off"] = ways["timeout"]
    frame["is_cut"] = frame["ended"] == "timeout"
    frame["is_bound"] = (late <= middle.reindex(late.index)).reindex(
        frame.index, fill_value=False
    )
    frame["is_bound"] &= frame["time_s"].notna()
    frame["notes"] = runs.groupby(places)["note"].agg(
        lambda notes: tuple(dict.fromkeys(filter(None, notes)))
    )
    frame["seconds"] = (frame["time_s"] / frame["puzzles"]).clip(lower=_SHORTEST)
    frame = frame.reset_index()
    frame["kind"] = frame["difficulty"].where(frame["difficulty"] != "", frame["set"])
    return frame


def summaries(frame: DataFrame) -> DataFrame:
    """Sum outcomes up: a row a solver and set of a part.

    Args:
        frame: What `outcomes` returns.

    Returns:
        Counts of puzzles and of how they ended; mean, median, least, greatest and total
        seconds, memory and counters.  Whole sets have no median, least and greatest.
    """
    keys = ["part", "set", "solver"]
    groups = frame.groupby(keys, sort=False)
    timed = frame[frame["time_s"].notna()]
    single = timed[timed["number"] > 0].groupby(keys)
    times = timed.groupby(keys)
    sums = groups.agg(whole=("number", "max"), puzzles=("puzzles", "sum"))
    sums["whole"] = sums["whole"] == 0
    sums["puzzles"] = sums["puzzles"].astype(int)
    for way in ("answered", "timeout", "memory", "failed", "refused"):
        many = frame["puzzles"].where(frame["ended"] == way, 0).astype(int)
        name = "timeouts" if way == "timeout" else way
        sums[name] = many.groupby([frame[key] for key in keys]).sum()
    total = times["time_s"].sum(min_count=1)
    sums["mean_s"] = total / times["puzzles"].sum()
    for name in ("median", "min", "max"):
        sums[f"{name}_s"] = single["time_s"].agg(name)
    sums["total_s"] = total
    cut = timed[timed["is_bound"] & (timed["number"] > 0)].groupby(keys)["time_s"].min()
    middle = single["time_s"].quantile(interpolation="higher")
    sums["is_bound"] = groups["is_bound"].any()
    is_late = (cut <= middle.reindex(cut.index)).reindex(sums.index, fill_value=False)
    sums["median_is_bound"] = is_late
    for name in ("peak_bytes", "own_bytes"):
        sums[name] = times[name].mean()
    for name in COUNTERS:
        known = timed[timed[name].notna()].groupby(keys)
        sums[name] = known[name].sum() / known["puzzles"].sum()
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
    import numpy as np  # noqa: PLC0415  heavy
    from scipy.stats import bootstrap  # noqa: PLC0415  the same

    # In order, so that the same values in another order give the same interval.
    ordered = np.sort(np.fromiter(values, float))
    if len(ordered) < 2:
        return nan, nan
    if ordered[0] == ordered[-1]:
        return float(ordered[0]), float(ordered[0])
    with catch_warnings():
        simplefilter("ignore")  # of degenerate values, whose ends are nan
        interval = bootstrap(
            (ordered,), np.mean, confidence_level=level, n_resamples=2000, rng=1
        ).confidence_interval
    return float(interval.low), float(interval.high)


def _pairs(frame: DataFrame, baseline: str) -> DataFrame:
    """Put the times of a solver beside those of all others, puzzle by puzzle."""
    puzzle = ["part", "set", "number"]
    timed = frame[(frame["solver"] == baseline) & (frame["time_s"] > 0)]
    return frame[frame["solver"] != baseline].merge(
        timed[[*puzzle, "time_s", "is_bound"]], on=puzzle, suffixes=("", "_base")
    )


def compare(frame: DataFrame, baseline: str, by: str = "set") -> DataFrame:
    """Compare solvers with the baseline, puzzle by puzzle.

    Times of one puzzle are divided before anything is averaged, so that the spread of a
    set from easy to hard hides nothing.  Source: P. J. Fleming, J. J. Wallace, How not
    to lie with statistics, Communications of the ACM 29(3), 1986.

    Args:
        frame: What `outcomes` returns.
        baseline: A solver.
        by: The column to group puzzles by.

    Returns:
        `part`, the group, `solver`, `pairs`, `ratio` (the geometric mean of solver /
        baseline), `bound` (`≥`, `≤`, `~` for either, or empty) and the 95 % interval
        from `low` to `high`, where five pairs or more were not cut off.
    """
    import numpy as np  # noqa: PLC0415  heavy
    import pandas as pd  # noqa: PLC0415  heavy

    pairs = _pairs(frame[frame["time_s"] > 0], baseline)
    pairs = pairs[~(pairs["is_bound"] & pairs["is_bound_base"])]
    pairs["log"] = np.log(pairs["time_s"] / pairs["time_s_base"])
    rows: list[tuple[object, ...]] = []
    for key, mine in pairs.groupby(["part", by, "solver"], sort=False):
        bound = _bound(mine["is_bound"].any(), mine["is_bound_base"].any())
        is_enough = not bound and len(mine) >= _MIN_PAIRS
        low, high = interval(mine["log"]) if is_enough else (nan, nan)
        ratio = exp(mine["log"].mean())
        rows.append((*key, len(mine), ratio, bound, exp(low), exp(high)))
    columns = ["part", by, "solver", "pairs", "ratio", "bound", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


def _bound(above: object, below: object) -> str:
    """Return the sign of a ratio of two times, each of which may be a lower bound."""
    return ("~" if below else "≥") if above else ("≤" if below else "")


def _paired(frame: DataFrame) -> DataFrame:
    """Return seconds a puzzle of solvers and of auto, on the puzzles of both.

    Returns:
        `part`, `set`, `solver`, `time`, `default_time`, `is_bound`,
        `default_is_bound`, and `complete`: whether the solver answered every puzzle.
    """
    keys = ["part", "set", "solver"]
    pairs = _pairs(frame, AUTO)
    both = pairs[pairs["time_s"] > 0].groupby(keys, sort=False)
    sums = both.agg(
        puzzles=("puzzles", "sum"),
        time=("time_s", "sum"),
        default_time=("time_s_base", "sum"),
        is_bound=("is_bound", "any"),
        default_is_bound=("is_bound_base", "any"),
    )
    for name in ("time", "default_time"):
        sums[name] /= sums["puzzles"]
    is_answered = (pairs["ended"] == "answered").groupby([pairs[key] for key in keys])
    sums["complete"] = is_answered.all()
    return sums.reset_index()


def _nearest(pairs: DataFrame) -> DataFrame:
    """Return the quickest solver of each set that answered all of it; auto / solver."""
    able = pairs[pairs["complete"].astype(bool)]
    best = able.loc[able.groupby(["part", "set"], sort=False)["time"].idxmin()].copy()
    best["ratio"] = best["default_time"] / best["time"]
    best["bound"] = [_bound(late, below=False) for late in best["default_is_bound"]]
    return best


def _hardest_of(pairs: DataFrame, solvers: Sequence[str]) -> DataFrame:
    """Return each solver on the set where it takes longest a puzzle; solver / auto."""
    mine = pairs[pairs["solver"].isin(solvers)]
    worst = mine.loc[mine.groupby("solver", sort=False)["time"].idxmax()].copy()
    worst["ratio"] = worst["time"] / worst["default_time"]
    bounds = zip(worst["is_bound"], worst["default_is_bound"], strict=True)
    worst["bound"] = [_bound(*pair) for pair in bounds]
    places = {name: place for place, name in enumerate(solvers)}
    return worst.sort_values("solver", key=lambda names: names.map(places))


def _contradictions(runs: DataFrame) -> Iterator[str]:
    """Yield a line a puzzle that solvers contradict each other on.

    One finds no solution and another one, or one finds a unique solution and another a
    second: at least one is wrong, and the times mean little before that is settled.
    """
    known = runs[
        (runs["ended"] == "answered") & (runs["puzzle"] != "") & (runs["status"] != "")
    ]
    for (_, puzzle), group in known.groupby(["box", "puzzle"], sort=False):
        statuses = group.groupby("status", sort=False)["solver"].unique().to_dict()
        is_solved = not statuses.keys().isdisjoint(("found", "unique", "multiple"))
        if ("none" in statuses and is_solved) or {
            "unique",
            "multiple",
        } <= statuses.keys():
            first = group.iloc[0]
            part = f"part {escaped(first['part'])}, " if first["part"] else ""
            every = "; ".join(
                f"{status} by {', '.join(map(_code, names))}"
                for status, names in statuses.items()
            )
            place = f"{part}set {escaped(first['set'])}, puzzle {first['number']:.0f}"
            yield f"{place}: {every}. `{puzzle}`"


def missing(frame: DataFrame, who: str = "solver") -> list[str]:
    """Say what was cut off, failed or not run, a line a reason.

    Args:
        frame: Outcomes with columns `ended`, `set`, `notes`, `repeats`, `cut_off`.
        who: The column that names who was measured.
    """
    frame = frame[(frame["ended"] != "answered") | (frame["cut_off"] > 0)]
    reasons: list[str] = []
    for one in frame.itertuples():
        reason = "" if one.ended == "timeout" else "; ".join(one.notes)
        if 0 < one.cut_off < one.repeats and one.ended in ("answered", "timeout"):
            reason = f"{one.cut_off} of {one.repeats} repeats cut off"
        reasons.append(reason)
    lines: list[str] = []
    groups = frame.assign(reason=reasons).groupby([who, "ended", "reason"], sort=False)
    for (name, ended, reason), group in groups:
        how = _ENDED[ended]
        if ended == "timeout" and group["time_s"].max() > 0:
            how += f", after {seconds_text(group['time_s'].max())}"
        why = f": {escaped(reason)}" if reason else ""
        sets = group.groupby("set", sort=False)["puzzles"].sum()
        where = ", ".join(f"{escaped(name)}: {many:.0f}" for name, many in sets.items())
        lines.append(f"{_code(name)} {how}{why} ({where})")
    return lines


# How it is written


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

    def markdown(self) -> str:
        """Return it as Markdown.

        Example:
            >>> import pandas
            >>> table = Table("Time", pandas.DataFrame({"easy": {"dpll": "2 ms"}}))
            >>> print(table.markdown())
            **Time**
            <BLANKLINE>
            | | easy |
            |---|---:|
            | dpll | 2 ms |
        """
        rule = "|---|" + "---:|" * len(self.cells.columns)
        head, *rows = (
            "".join(f"| {escaped(value)} " if value else "| " for value in row) + "|"
            for row in self._rows()
        )
        return "\n".join([f"**{self.title}**", "", head, rule, *rows])

    def text(self) -> str:
        """Return it for a terminal.

        Example:
            >>> import pandas
            >>> table = Table("Time", pandas.DataFrame({"easy": {"dpll": "2 ms"}}))
            >>> print(table.text())
            Time
                  easy
            dpll  2 ms
        """
        rows = [[_shown(text) for text in row] for row in self._rows()]
        first, *others = (max(map(len, column)) for column in zip(*rows, strict=True))
        lines = [self.title]
        for name, *texts in rows:
            pairs = zip(texts, others, strict=True)
            cells = (text.rjust(width) for text, width in pairs)
            lines.append("  ".join([name.ljust(first), *cells]).rstrip())
        return "\n".join(lines)

    def _rows(self) -> list[Sequence[str]]:
        cells = self.cells.fillna(NOTHING)
        heads = cells.index.name or "", *cells.columns
        return [heads, *cells.itertuples(name=None)]


def crossed(
    frame: DataFrame, rows: str, columns: str, write: Callable[[DataFrame], str]
) -> DataFrame:
    """Return a text for each pair of values of two columns of a frame.

    Args:
        frame: The frame.
        rows: The column whose values become the rows.
        columns: The column whose values stand across.
        write: Returns the text of the rows that have both values.
    """
    import pandas as pd  # noqa: PLC0415  heavy

    texts: dict[str, dict[str, str]] = {name: {} for name in frame[columns].unique()}
    for (row, column), mine in frame.groupby([rows, columns], sort=False):
        texts[column][row] = write(mine)
    return pd.DataFrame(texts, index=frame[rows].unique(), dtype=object)


def _shown(text: str) -> str:
    return printable(text, _LONGEST)


def escaped(text: str) -> str:
    r"""Return a name so that Markdown shows it as it is.

    Example:
        >>> escaped("a|b *c*")
        'a\\|b \\*c\\*'
    """
    return _shown(text).translate(_ESCAPES)


def _code(name: str) -> str:
    return f"`{printable(name, 100).replace('`', chr(39))}`"


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
        >>> memory_text(23_456_789), memory_text(999_950)
        ('23.5 MB', '1.00 MB')
    """
    return _in_units(size, ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")))


def _ratio_text(one: Series) -> str:
    """Write how many times, with the sign of a bound."""
    return f"{one['bound']} {_three(one['ratio'])}×".strip()


def count_text(count: float) -> str:
    """Write a number of guesses or the like; of a mean also the decimals.

    Example:
        >>> count_text(12_345), count_text(0.5), count_text(1234.56)
        ('12,345', '0.500', '1,235')
    """
    return f"{count:,.0f}" if count == int(count) else _three(count)


def _in_units(value: float, units: Sequence[tuple[float, str]]) -> str:
    for size, unit in units:
        text = _three(value / size)
        if value and (float(text.replace(",", "")) >= 1 or unit == units[-1][1]):
            return f"{text} {unit}"
    return f"0 {units[0][1]}"


def _three(value: float) -> str:
    """Write three figures, or all before the point."""
    if not value:
        return "0"
    decimals = max(0, 2 - floor(log10(abs(float(f"{value:.3g}")))))
    return f"{value:,.{decimals}f}"


# The report


def machine_lines(study: Row) -> list[str]:
    """Say what a study was measured on, and when."""
    machine, workers = study["machine"], study["settings"]["workers"]
    memory = machine["memory_bytes"]
    parts = [
        machine["processor"],
        f"{machine['cores']} cores",
        f"{memory_text(memory)} of memory" if memory else "",
        machine["system"],
        machine["python"],
    ]
    versions = ", ".join(f"{name} {known}" for name, known in study["versions"].items())
    at_a_time = "one run" if workers == 1 else f"{workers} runs"
    return [
        f"{', '.join(escaped(text) for text in parts if text)}.",
        f"{versions}.",
        f"Measured {study['begun'][:10]}, {at_a_time} at a time.",
    ]


def figure_lines(figures: Sequence[str]) -> list[str]:
    """Return the section that shows figures; empty without any."""
    lines = ["", "## Figures"] if figures else []
    for path in figures:
        part, _, kind = path.rpartition("/")[2].rpartition(".")[0].rpartition("-")
        caption = ": ".join(filter(None, [part, _FIGURES.get(kind, kind)]))
        lines += ["", f"![{escaped(caption)}]({quote(path)})"]
    return lines


def report(
    study: Row,
    preset: Preset | None,
    parts: Sequence[Part],
    runs: DataFrame,
    figures: Sequence[str] = (),
) -> str:
    """Write the report of a study of solvers as Markdown.

    Args:
        study: What `study.json` holds.
        preset: The preset, if it is one.
        parts: The parts of the study.
        runs: The rows of `runs.csv`.
        figures: The paths of figures, seen from the report.
    """
    frame = outcomes(runs)
    sums, pairs = summaries(frame), _paired(frame)
    lines = [f"# Study: {escaped(preset.name)}" if preset else "# Study", ""]
    if wrong := list(_contradictions(runs)):
        lines += [f"> **{_CONTRADICTION}**", "> At least one of them is wrong:", ">"]
        lines += [*(f"> - {line}" for line in wrong), ""]
    lines += [*machine_lines(study), "", _HOW_TO_READ]
    if preset:
        lines += ["", "## In short", "", _in_short(parts, sums, pairs).markdown()]
    for part in parts:
        lines += ["", f"## {_title(part) or 'Results'}", "", _asked(part), ""]
        for one in part.ordered:
            many = len(one.puzzles)
            about = f", {escaped(one.about)}" if one.about else ""
            lines.append(
                f"- {escaped(one.name)}: {many:,} puzzle{'s' * (many != 1)}{about}"
            )
        for table in tables(part, frame, sums):
            lines += ["", table.markdown()]
        if reasons := missing(frame[frame["part"] == part.key]):
            lines += ["", "Missing there:", "", *(f"- {line}" for line in reasons)]
    if loading := study.get("loading_s"):
        lines += ["", "## Loading, before the first puzzle", "", _LOADING, ""]
        rows = [(name, seconds_text(time)) for name, time in loading.items()]
        lines.append(_table("Loading", ("", "time"), rows).markdown())
    lines += _default(pairs, preset.compared if preset else ())
    if preset and preset.printed:
        table = _printed(preset.printed, parts, sums)
        lines += ["", "## Printed and measured", "", _PRINTED, "", table.markdown()]
    return "\n".join([*lines, *figure_lines(figures)]) + "\n"


def terminal(parts: Sequence[Part], runs: DataFrame) -> str:
    """Return the tables of a study as text, and what was not answered."""
    frame = outcomes(runs)
    sums = summaries(frame)
    blocks: list[str] = []
    for part in parts:
        if part.title:
            blocks.append(_title(part))
        blocks += [table.text() for table in tables(part, frame, sums)]
        if reasons := missing(frame[frame["part"] == part.key]):
            blocks.append("\n".join(reasons).replace("`", ""))
    if wrong := list(_contradictions(runs)):
        blocks.append("\n".join([_CONTRADICTION, *wrong]).replace("`", ""))
    return "\n\n".join(blocks) + "\n"


def _title(part: Part) -> str:
    return f"{part.key}. {part.title}" if part.key else part.title


def _asked(part: Part) -> str:
    """Say what had to be found, how often, and within which limits."""
    what = "a solution"
    if part.ask == "unique":
        what += " and whether it is the only one"
    whose = "every puzzle of a set, one by one" if part.whole else "one puzzle"
    often = "once" if part.repeat == 1 else f"{part.repeat:,} times"
    if part.repeat > 1 and part.repeat_below is not None:
        often += f", or once if it takes {part.repeat_below:,g} s or more"
    text = (
        f"A run finds {what} of {whose}, within {part.timeout:,g} s. "
        f"It is measured {often}."
    )
    if part.give_up is not None:
        times = "one timeout" if part.give_up == 1 else f"{part.give_up} timeouts"
        text += f" A solver skips the rest of a set after {times}."
    return text


def _cell(
    column: str, write: Callable[[float], str], bound: str = "", *, share: bool = False
) -> Callable[[Series], str]:
    """Return what writes a column of a summary.

    Args:
        column: The column.
        write: Writes its value.
        bound: The column that says whether it is a lower bound; empty for never.
        share: Whether to say how many were answered, where not all were.
    """

    def text(one: Series) -> str:
        if not one[column] >= 0:
            return NOTHING
        sign = "≥ " if bound and one[bound] else ""
        is_part = share and not one["whole"] and one["answered"] != one["puzzles"]
        tail = f" ({one['answered']}/{one['puzzles']})" if is_part else ""
        return sign + write(one[column]) + tail

    return text


def tables(part: Part, frame: DataFrame, sums: DataFrame) -> list[Table]:
    """Return the tables of a part, in the shape that fits it.

    One set of several puzzles has its measures across; several sets, or single puzzles,
    have a table a measure with the sets across; whole sets have totals.

    Args:
        part: The part.
        frame: What `outcomes` returns.
        sums: What `summaries` returns.
    """
    import pandas as pd  # noqa: PLC0415  heavy

    mine = sums[sums["part"] == part.key].copy()
    if not len(mine):
        return []
    mine["guesses_or_decisions"] = mine["guesses"].fillna(mine["decisions"])
    mine["min_is_bound"] = mine["answered"] == 0
    solvers, sets = list(map(str, part.solvers)), [one.name for one in part.ordered]
    most = max(len(one.puzzles) for one in part.sets)

    def across(title: str, write: Callable[[Series], str]) -> Table:
        cells = crossed(mine, "solver", "set", lambda one: write(one.iloc[0]))
        return Table(title, cells.reindex(index=solvers, columns=sets))

    def measures(title: str, writers: Mapping[str, Callable[[Series], str]]) -> Table:
        cells = {name: mine.apply(write, axis=1) for name, write in writers.items()}
        return Table(title, pd.DataFrame(cells).set_axis(list(mine["solver"])))

    mean = _cell("mean_s", seconds_text, "is_bound", share=True)
    median = _cell("median_s", seconds_text, "median_is_bound")
    peak = _cell("peak_bytes", memory_text)
    title = "Guesses a puzzle (of solvers by formulas: decisions)"
    guesses = across(title, _cell("guesses_or_decisions", count_text, share=True))
    if part.whole:
        total = _cell("total_s", seconds_text, "is_bound")
        shown_tables = [across("Total time", total), across("Time a puzzle", mean)]
        _add_totals([table.cells for table in shown_tables], mine)
        shown_tables += [across("Peak memory", peak), guesses]
    elif len(sets) == 1 and most > 1:
        writers: dict[str, dict[str, Callable[[Series], str]]] = {
            "Time": {
                "answered": lambda one: f"{one['answered']}/{one['puzzles']}",
                "mean": _cell("mean_s", seconds_text, "is_bound"),
                "median": median,
                "min": _cell("min_s", seconds_text, "min_is_bound"),
                "max": _cell("max_s", seconds_text, "is_bound"),
                "total": _cell("total_s", seconds_text, "is_bound"),
            },
            "Memory and search, means": {
                "peak memory": peak,
                "of its own": _cell("own_bytes", memory_text),
                **{name: _cell(name, count_text, share=True) for name in COUNTERS},
            },
        }
        shown_tables = [measures(title, columns) for title, columns in writers.items()]
    else:
        shown_tables = [across("Time" if most == 1 else "Mean time", mean)]
        if most > 2:  # of two the median is the mean
            shown_tables.append(across("Median time", median))
        title = "Peak memory" if most == 1 else "Peak memory, mean"
        shown_tables += [across(title, peak), guesses]
    shown_tables.append(_compared(part, frame[frame["part"] == part.key], sets))
    return [table for table in shown_tables if not table.is_empty]


def _add_totals(tables: Sequence[DataFrame], sums: DataFrame) -> None:
    """Add what all sets come to: to the first table in all, to the second a puzzle."""
    puzzles = int(sums.groupby("set")["puzzles"].max().sum())
    for cells, share in zip(tables, (1, puzzles), strict=True):
        texts: dict[str, str] = {}
        for solver, mine in sums.groupby("solver"):
            if len(mine) == len(cells.columns) and mine["total_s"].notna().all():
                bound = "≥ " if mine["is_bound"].any() else ""
                texts[solver] = bound + seconds_text(mine["total_s"].sum() / share)
        cells[f"all {puzzles}"] = cells.index.map(texts)


def _compared(part: Part, frame: DataFrame, sets: Sequence[str]) -> Table:
    """Return times as multiples of that of the baseline."""
    ratios = compare(frame, part.baseline)
    title = f"Time as a multiple of that of {part.baseline}"
    if (ratios["pairs"] > 1).any():
        title += ", geometric mean"
    if ratios["low"].notna().any():
        title += " (95% interval)"

    def ratio(mine: DataFrame) -> str:
        one = mine.iloc[0]
        if one["low"] != one["low"]:
            return _ratio_text(one)
        return f"{_ratio_text(one)} ({_three(one['low'])} to {_three(one['high'])})"

    cells = crossed(ratios, "solver", "set", ratio)
    names = [name for name in map(str, part.solvers) if name in cells.index]
    return Table(title, cells.reindex(index=names, columns=sets))


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return a table of rows, each with its name first."""
    import pandas as pd  # noqa: PLC0415  heavy

    cells = pd.DataFrame(list(rows), columns=list(heads))
    return Table(title, cells.set_index(heads[0]))


def _in_short(parts: Sequence[Part], sums: DataFrame, pairs: DataFrame) -> Table:
    """Return the quickest solver of each part, and how auto stands beside it."""
    best = _nearest(pairs)
    rows: list[tuple[str, ...]] = []
    for part in parts:
        many = sum(len(one.puzzles) for one in part.sets)
        mine = sums[(sums["part"] == part.key) & ~sums["is_bound"]]
        mine = mine[mine["answered"] == mine["puzzles"]]
        groups = mine.groupby("solver")["total_s"].agg(["sum", "size"])
        times = groups.loc[groups["size"] == len(part.sets), "sum"] / many
        near = best[best["part"] == part.key].sort_values("ratio")
        ratio = NOTHING
        if len(near):
            ratio = _ratio_text(near.iloc[-1])
        if len(near) > 1:
            least, most = near.iloc[0], near.iloc[-1]
            ratio = f"{_three(least['ratio'])} to {ratio} ({most['set']})"
        quickest = str(times.idxmin()) if len(times) else NOTHING
        both = [times.get(name, nan) for name in (quickest, AUTO)]
        texts = (seconds_text(time) if time >= 0 else NOTHING for time in both)
        rows.append((part.key, f"{many:,}", quickest, *texts, ratio))
    heads = "part", "puzzles", "quickest", "a puzzle", AUTO, "auto / best of a set"
    return _table("Quickest over all sets of a part", heads, rows)


def _default(pairs: DataFrame, compared: Sequence[str]) -> Iterator[str]:
    """Yield the section on auto beside the other solvers; nothing without any."""

    def table(title: str, kind: str, ratio: str, frame: DataFrame) -> str:
        heads = "set", kind, "its time", AUTO, ratio
        rows = [
            (
                f"{one['part']}: {one['set']}" if one["part"] else one["set"],
                one["solver"],
                seconds_text(one["time"]),
                seconds_text(one["default_time"]),
                _ratio_text(one),
            )
            for _, one in frame.iterrows()
        ]
        return _table(title, heads, rows).markdown()

    best, hardest = _nearest(pairs), _hardest_of(pairs, compared)
    if len(best):
        title = "auto and the best other solver of each set, time a puzzle"
        yield from ("", "## How auto, the default, stands", "")
        yield table(title, "best", "auto / best", best)
    if len(hardest):
        title = "auto and other solvers, each on the set hardest for it"
        yield from ("", table(title, "solver", "solver / auto", hardest), "", _BOTH)


def _printed(text: str, parts: Sequence[Part], sums: DataFrame) -> Table:
    """Return printed figures beside those measured.

    Args:
        text: A CSV table: `printed`, `about`, `part`, `share` (`in all` or `a puzzle`),
            `solvers`, `hardest` (1 for the last set of the part alone), and `of` (how
            many puzzles the figure is about, 0 if that does not matter).
        parts: The parts of the study.
        sums: What `summaries` returns.
    """
    by_key = {part.key: part for part in parts}
    rows: list[tuple[str, ...]] = []
    for figure in csv.DictReader(StringIO(text)):
        part = by_key.get(figure["part"])
        if part is None:
            continue
        first = figure["printed"], figure["about"]
        for solver in figure["solvers"].split():
            rows.append((*first, solver, _measured(figure, part, solver, sums)))
            first = "", ""
    return _table(
        "Printed and measured", ("printed", "about", "here", "measured"), rows
    )


def _measured(
    figure: Mapping[str, Any], part: Part, solver: str, sums: DataFrame
) -> str:
    """Return a solver's time over the sets of a printed figure."""
    sets = [one.name for one in part.sets]
    counted_sets = sets[-1:] if figure["hardest"] == "1" else sets
    mine = sums[
        (sums["part"] == figure["part"])
        & (sums["solver"] == solver)
        & sums["set"].isin(counted_sets)
        & sums["total_s"].notna()
    ]
    if len(mine) < len(counted_sets):
        return NOTHING
    seconds = mine["total_s"].sum()
    if figure["share"] != "in all":
        seconds /= (mine["answered"] + mine["timeouts"]).sum()
    bound = "≥ " if mine["is_bound"].any() else ""
    text = f"{bound}{seconds_text(seconds)} {figure['share']}"
    many = sum(len(one.puzzles) for one in part.sets)
    return text if int(figure["of"]) in (0, many) else f"{text}, of {many}"
