"""The report of a study as Markdown, and its tables as text for a terminal."""

from __future__ import annotations

import csv
from io import StringIO
from math import floor, log10
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from satdoku.choice import AUTO
from satdoku.errors import printable
from satdoku.study.analysis import (
    compare,
    contradictions,
    hardest_of,
    nearest,
    outcomes,
    paired,
    summaries,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pandas import DataFrame, Series

    from satdoku.study.plan import Part, Preset
    from satdoku.study.store import Row

__all__ = [
    "NOTHING",
    "Table",
    "count_text",
    "escaped",
    "figure_lines",
    "loud",
    "machine_lines",
    "memory_text",
    "missing",
    "report",
    "seconds_text",
    "tables",
    "terminal",
]

NOTHING = "-"
"""What stands where nothing was measured."""

_LONGEST = 200
_ESCAPES = str.maketrans({mark: f"\\{mark}" for mark in "\\|*<[]`"})
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
_ENDED = {
    "answered": "answered",
    "timeout": "cut off at the limit",
    "memory": "out of memory",
    "failed": "failed",
    "refused": "not run",
}
_FIGURES = {
    "boxes": "spread of times",
    "cactus": "puzzles answered within a time",
    "clues": "time against clues",
    "memory": "memory",
    "sizes": "time against the size of the grid",
    "speedup": "speed-up against the baseline",
}


class Table(NamedTuple):
    """A table of texts.

    Args:
        title: What it shows.
        columns: The heads of the columns; the first stands over the names of rows.
        rows: The rows, each with its name first.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        """Return it as Markdown.

        Example:
            >>> print(Table("Time", ("", "easy"), [("dpll", "2 ms")]).markdown())
            **Time**
            <BLANKLINE>
            | | easy |
            |---|---:|
            | dpll | 2 ms |
        """
        rule = "|---|" + "---:|" * (len(self.columns) - 1)
        head, *rows = (
            "".join(f"| {escaped(value)} " if value else "| " for value in row) + "|"
            for row in (self.columns, *self.rows)
        )
        return "\n".join([f"**{self.title}**", "", head, rule, *rows])

    def text(self) -> str:
        """Return it for a terminal.

        Example:
            >>> print(Table("Time", ("", "easy"), [("dpll", "2 ms")]).text())
            Time
                  easy
            dpll  2 ms
        """
        rows = [
            [printable(value, _LONGEST) for value in row]
            for row in (self.columns, *self.rows)
        ]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                value.rjust(width) if place else value.ljust(width)
                for place, (value, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        ]
        return "\n".join([self.title, *lines])

    @property
    def is_empty(self) -> bool:
        """Whether it holds no value."""
        return all(value == NOTHING for row in self.rows for value in row[1:])


def escaped(text: str) -> str:
    r"""Return a name so that Markdown shows it as it is.

    Example:
        >>> escaped("a|b *c*")
        'a\\|b \\*c\\*'
    """
    return printable(text, _LONGEST).translate(_ESCAPES)


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


def ratio_text(ratio: float) -> str:
    """Write how many times.

    Example:
        >>> ratio_text(1.234), ratio_text(12_345.6)
        ('1.23×', '12,346×')
    """
    return f"{_three(ratio)}×"


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


def machine_lines(study: Row) -> list[str]:
    """Say what a study was measured on, and when."""
    machine, settings = study["machine"], study["settings"]
    memory = machine["memory_bytes"]
    found = [
        machine["processor"],
        f"{machine['cores']} cores",
        f"{memory_text(memory)} of memory" if memory else "",
        machine["system"],
        machine["python"],
    ]
    versions = ", ".join(f"{name} {known}" for name, known in study["versions"].items())
    many = settings["workers"]
    at_a_time = "one run" if many == 1 else f"{many} runs"
    return [
        f"{', '.join(escaped(text) for text in found if text)}.",
        f"{versions}.",
        f"Measured {study['begun'][:10]}, {at_a_time} at a time.",
    ]


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
    found = outcomes(runs)
    sums = summaries(found)
    pairs = paired(found, AUTO)
    lines = [f"# Study: {escaped(preset.name)}" if preset else "# Study", ""]
    if wrong := loud(runs):
        lines += [f"> **{wrong[0]}**", "> At least one of them is wrong:", ">"]
        lines += [*(f"> - {line}" for line in wrong[1:]), ""]
    lines += [*machine_lines(study), "", _HOW_TO_READ]
    if preset:
        lines += ["", "## In short", "", _in_short(parts, sums, pairs).markdown()]
    for part in parts:
        lines += ["", f"## {_title(part) or 'Results'}", "", _asked(part), ""]
        for each in part.ordered:
            count = (
                "1 puzzle"
                if len(each.puzzles) == 1
                else f"{len(each.puzzles):,} puzzles"
            )
            about = f", {escaped(each.about)}" if each.about else ""
            lines.append(f"- {escaped(each.name)}: {count}{about}")
        for table in tables(part, found, sums):
            lines += ["", table.markdown()]
        if reasons := missing(found[found["part"] == part.key]):
            lines += ["", "Missing there:", "", *(f"- {line}" for line in reasons)]
    if loading := study.get("loading_s"):
        rows = [(name, seconds_text(time)) for name, time in loading.items()]
        table = Table("Loading", ("", "time"), rows)
        lines += ["", "## Loading, before the first puzzle", "", _LOADING, ""]
        lines += [table.markdown()]
    lines += _default(pairs, preset.compared if preset else ())
    if preset and preset.printed:
        table = _printed(preset.printed, parts, sums)
        lines += ["", "## Printed and measured", "", _PRINTED, "", table.markdown()]
    return "\n".join([*lines, *figure_lines(figures)]) + "\n"


def terminal(parts: Sequence[Part], runs: DataFrame) -> str:
    """Return the tables of a study as text, and what was not answered."""
    found = outcomes(runs)
    sums = summaries(found)
    blocks: list[str] = []
    for part in parts:
        if part.title:
            blocks.append(_title(part))
        blocks += [table.text() for table in tables(part, found, sums)]
        if reasons := missing(found[found["part"] == part.key]):
            blocks.append("\n".join(line.replace("`", "") for line in reasons))
    if wrong := loud(runs):
        blocks.append("\n".join(line.replace("`", "") for line in wrong))
    return "\n\n".join(blocks) + "\n"


def figure_lines(figures: Sequence[str]) -> list[str]:
    """Return the section that shows figures; empty without any."""
    lines = ["", "## Figures"] if figures else []
    for path in figures:
        part, _, kind = path.rpartition("/")[2].rpartition(".")[0].rpartition("-")
        caption = ": ".join(filter(None, [part, _FIGURES.get(kind, kind)]))
        lines += ["", f"![{escaped(caption)}]({quote(path)})"]
    return lines


def loud(runs: DataFrame) -> list[str]:
    """Return a warning and a line a puzzle that solvers contradict each other on."""
    lines: list[str] = []
    for one in contradictions(runs):
        part, name, number = one.place
        said = "; ".join(
            f"{status} by {', '.join(map(_code, names))}"
            for status, names in one.said.items()
        )
        where = f"part {escaped(part)}, " if part else ""
        lines.append(
            f"{where}set {escaped(name)}, puzzle {number}: {said}. `{one.puzzle}`"
        )
    return [_CONTRADICTION, *lines] if lines else []


def missing(found: DataFrame, who: str = "solver") -> list[str]:
    """Say what was cut off, failed or not run, a line a reason.

    Args:
        found: Outcomes with columns `ended`, `set`, `notes`, `repeats`, `cut_off`.
        who: The column that names who was measured.
    """
    groups: dict[tuple[str, str, str], dict[str, int]] = {}
    longest: dict[tuple[str, str, str], float] = {}
    for _, one in found.iterrows():
        if one["ended"] == "answered" and not one["cut_off"]:
            continue
        reason = "" if one["ended"] == "timeout" else "; ".join(one["notes"])
        if 0 < one["cut_off"] < one["repeats"] and one["ended"] in (
            "answered",
            "timeout",
        ):
            reason = f"{one['cut_off']} of {one['repeats']} repeats cut off"
        key = one[who], one["ended"], reason
        sets = groups.setdefault(key, {})
        sets[one["set"]] = sets.get(one["set"], 0) + int(one["puzzles"])
        longest[key] = max(longest.get(key, 0.0), one["time_s"] or 0.0)
    lines: list[str] = []
    for key, sets in groups.items():
        name, ended, reason = key
        how = _ENDED[ended]
        if ended == "timeout" and longest[key]:
            how += f", after {seconds_text(longest[key])}"
        why = f": {escaped(reason)}" if reason else ""
        where = ", ".join(f"{escaped(each)}: {count}" for each, count in sets.items())
        lines.append(f"{_code(name)} {how}{why} ({where})")
    return lines


def _code(name: str) -> str:
    return f"`{printable(name, 100).replace('`', chr(39))}`"


def _title(part: Part) -> str:
    return f"{part.key}. {part.title}" if part.key else part.title


def _asked(part: Part) -> str:
    """Say what had to be found, how often, and within which limits."""
    what = "Find a solution"
    if part.ask == "unique":
        what += " and whether it is the only one"
    often = "once" if part.repeat == 1 else f"{part.repeat:,} times"
    if part.repeat > 1 and part.repeat_below is not None:
        often += f", but once if it takes {part.repeat_below:,g} s or more"
    kind = "a whole set, its puzzles in turn" if part.whole else "a puzzle"
    text = f"{what}; {often}; {part.timeout:,g} s for each run, which is {kind}"
    if part.give_up is not None:
        times = "a timeout" if part.give_up == 1 else f"{part.give_up} timeouts"
        text += f"; after {times} in a set a solver skips the rest of it"
    return f"{text}."


def tables(part: Part, found: DataFrame, sums: DataFrame) -> list[Table]:
    """Return the tables of a part, in the shape that fits it.

    One set of several puzzles has its measures across; several sets, or single puzzles,
    have a table a measure with the sets across; whole sets have totals.

    Args:
        part: The part.
        found: What `outcomes` returns.
        sums: What `summaries` returns.
    """
    mine = sums[sums["part"] == part.key].set_index(["solver", "set"])
    solvers, sets = list(map(str, part.solvers)), [each.name for each in part.ordered]
    sizes = [len(each.puzzles) for each in part.ordered]

    def across(title: str, write: Callable[[Series], str]) -> Table:
        rows = [
            (
                solver,
                *(
                    write(mine.loc[solver, name])
                    if (solver, name) in mine.index
                    else NOTHING
                    for name in sets
                ),
            )
            for solver in solvers
        ]
        return Table(title, ("", *sets), rows)

    guesses = across("Guesses a puzzle (of solvers by formulas: decisions)", _guesses)
    if part.whole:
        wanted = [
            _with_total(across("Total time", _time("total_s")), mine, 1),
            _with_total(across("Time a puzzle", _time("mean_s")), mine, sum(sizes)),
            across("Peak memory", _memory("peak_bytes")),
            guesses,
        ]
    elif len(sets) == 1 and sizes[0] > 1:
        measures: dict[str, dict[str, Callable[[Series], str]]] = {
            "Time": {
                "answered": lambda one: f"{one['answered']}/{one['puzzles']}",
                "mean": _time("mean_s", share=False),
                "median": _time("median_s", "median_is_bound", share=False),
                "min": _least,
                "max": _time("max_s", share=False),
                "total": _time("total_s", share=False),
            },
            "Memory and search, means": {
                "peak memory": _memory("peak_bytes"),
                "of its own": _memory("own_bytes"),
                **{
                    name: _counter(name)
                    for name in ("guesses", "decisions", "propagations", "conflicts")
                },
            },
        }
        wanted = [
            Table(
                title,
                ("", *writers),
                [
                    (
                        solver,
                        *(
                            write(mine.loc[solver, sets[0]])
                            for write in writers.values()
                        ),
                    )
                    for solver in solvers
                    if (solver, sets[0]) in mine.index
                ],
            )
            for title, writers in measures.items()
        ]
    else:
        single = max(sizes) == 1
        wanted = [across("Time" if single else "Mean time", _time("mean_s"))]
        if max(sizes) > 2:  # of two the median is the mean
            median = _time("median_s", "median_is_bound", share=False)
            wanted.append(across("Median time", median))
        title = "Peak memory" if single else "Peak memory, mean"
        wanted += [across(title, _memory("peak_bytes")), guesses]
    wanted.append(_compared(part, found[found["part"] == part.key], sets))
    return [table for table in wanted if not table.is_empty]


def _with_total(table: Table, sums: DataFrame, puzzles: int) -> Table:
    """Add what all sets of a part come to, divided by a number of puzzles."""
    many = int(sums.groupby("set")["puzzles"].max().sum())
    rows = []
    for name, *cells in table.rows:
        mine = sums[sums.index.get_level_values("solver") == name]
        total = NOTHING
        if len(mine) == len(cells) and mine["total_s"].notna().all():
            bound = "≥ " if mine["is_bound"].any() else ""
            total = bound + seconds_text(mine["total_s"].sum() / puzzles)
        rows.append((name, *cells, total))
    return Table(table.title, (*table.columns, f"all {many}"), rows)


def _compared(part: Part, found: DataFrame, sets: Sequence[str]) -> Table:
    """Return times as multiples of that of the baseline."""
    ratios = compare(found, part.baseline).set_index(["solver", "set"])
    title = f"Time as a multiple of that of {part.baseline}"
    if (ratios["pairs"] > 1).any():
        title += ", geometric mean"
    if ratios["low"].notna().any():
        title += " (95% interval)"

    def cell(key: tuple[str, str]) -> str:
        if key not in ratios.index:
            return NOTHING
        one = ratios.loc[key]
        text = f"{one['bound']} {ratio_text(one['ratio'])}".strip()
        if one["low"] != one["low"]:
            return text
        return f"{text} ({_three(one['low'])} to {_three(one['high'])})"

    names = [name for name in map(str, part.solvers) if name in ratios.index]
    rows = [(name, *(cell((name, each)) for each in sets)) for name in names]
    return Table(title, ("", *sets), rows)


def _share(one: Series) -> str:
    """Say how many were answered, where not all were; of a whole set nobody knows."""
    if one["whole"] or one["answered"] == one["puzzles"]:
        return ""
    return f" ({one['answered']}/{one['puzzles']})"


def _time(
    column: str, bound: str = "is_bound", *, share: bool = True
) -> Callable[[Series], str]:
    def write(one: Series) -> str:
        if not one[column] >= 0:
            return NOTHING
        text = ("≥ " if one[bound] else "") + seconds_text(one[column])
        return text + _share(one) if share else text

    return write


def _least(one: Series) -> str:
    if not one["min_s"] >= 0:
        return NOTHING
    return ("" if one["answered"] else "≥ ") + seconds_text(one["min_s"])


def _memory(column: str) -> Callable[[Series], str]:
    return lambda one: memory_text(one[column]) if one[column] >= 0 else NOTHING


def _counter(column: str) -> Callable[[Series], str]:
    def write(one: Series) -> str:
        return count_text(one[column]) + _share(one) if one[column] >= 0 else NOTHING

    return write


def _guesses(one: Series) -> str:
    return _counter("guesses" if one["guesses"] >= 0 else "decisions")(one)


def _in_short(parts: Sequence[Part], sums: DataFrame, pairs: DataFrame) -> Table:
    """Return the quickest solver of each part, and how auto stands beside it."""
    best = nearest(pairs)
    rows: list[tuple[str, ...]] = []
    for part in parts:
        many = sum(len(each.puzzles) for each in part.sets)
        mine = sums[(sums["part"] == part.key) & ~sums["is_bound"]]
        mine = mine[mine["answered"] == mine["puzzles"]]
        groups = mine.groupby("solver")["total_s"].agg(["sum", "size"])
        times = groups.loc[groups["size"] == len(part.sets), "sum"] / many
        near = best[best["part"] == part.key]
        ratio = NOTHING
        if len(near):
            least, most = (
                near.loc[near["ratio"].idxmin()],
                near.loc[near["ratio"].idxmax()],
            )
            ratio = f"{most['bound']} {ratio_text(most['ratio'])}".strip()
            if len(near) > 1:
                ratio = f"{_three(least['ratio'])} to {ratio} ({most['set']})"
        rows.append(
            (
                part.key,
                f"{many:,}",
                str(times.idxmin()) if len(times) else NOTHING,
                seconds_text(times.min()) if len(times) else NOTHING,
                seconds_text(times[AUTO]) if AUTO in times else NOTHING,
                ratio,
            )
        )
    heads = "part", "puzzles", "quickest", "a puzzle", AUTO, "auto / best of a set"
    return Table("Quickest over all sets of a part", heads, rows)


def _default(pairs: DataFrame, compared: Sequence[str]) -> Iterator[str]:
    """Yield the section on auto beside the other solvers; nothing without any."""

    def table(title: str, kind: str, ratio: str, found: DataFrame) -> Table:
        rows = [
            (
                f"{one['part']}: {one['set']}" if one["part"] else one["set"],
                one["solver"],
                seconds_text(one["time"]),
                seconds_text(one["default_time"]),
                f"{one['bound']} {ratio_text(one['ratio'])}".strip(),
            )
            for _, one in found.iterrows()
        ]
        return Table(title, ("set", kind, "its time", AUTO, ratio), rows)

    best, hardest = nearest(pairs), hardest_of(pairs, compared)
    if len(best):
        title = "auto and the best other solver of each set, time a puzzle"
        yield from ("", "## How auto, the default, stands", "")
        yield table(title, "best", "auto / best", best).markdown()
    if len(hardest):
        title = "auto and other solvers, each on the set hardest for it"
        yield from ("", table(title, "solver", "solver / auto", hardest).markdown())
        yield from ("", _BOTH)


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
        first = figure["printed"], figure["about"]
        for solver in figure["solvers"].split() if part else ():
            rows.append((*first, solver, _measured(figure, part, solver, sums)))
            first = "", ""
    return Table("Printed and measured", ("printed", "about", "here", "measured"), rows)


def _measured(
    figure: Mapping[str, Any], part: Part | None, solver: str, sums: DataFrame
) -> str:
    """Return a solver's time over the sets of a printed figure."""
    sets = [] if part is None else [each.name for each in part.sets]
    wanted = sets[-1:] if figure["hardest"] == "1" else sets
    mine = sums[
        (sums["part"] == figure["part"])
        & (sums["solver"] == solver)
        & sums["set"].isin(wanted)
        & sums["total_s"].notna()
    ]
    if part is None or len(mine) < len(wanted):
        return NOTHING
    seconds = mine["total_s"].sum()
    if figure["share"] != "in all":
        seconds /= (mine["answered"] + mine["timeouts"]).sum()
    bound = "≥ " if mine["is_bound"].any() else ""
    text = f"{bound}{seconds_text(seconds)} {figure['share']}"
    many = sum(len(each.puzzles) for each in part.sets)
    return text if int(figure["of"]) in (0, many) else f"{text}, of {many}"
