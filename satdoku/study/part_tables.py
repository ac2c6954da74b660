"""The tables of a part: contenders down, sets or measures across.

    one set of many puzzles       all that was measured, in columns
    several sets, or one puzzle   a table a measure, sets across
    whole sets                    totals, sets across and all of them at the end

A dash is a run that was not begun or has no answer; `≥` is before a time where some
were cut off and count with their limit; `(7/10)` says how many were answered.  Of
guesses and other counts there are means over those alone.
"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from satdoku.study.comparison import compare
from satdoku.study.hardness import from_easy_on
from satdoku.study.plan import sets_of
from satdoku.study.summary import summaries
from satdoku.study.table import Table
from satdoku.study.units import count_text, memory_text, ratio_text, seconds_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from satdoku.study.comparison import Comparison
    from satdoku.study.part import Part
    from satdoku.study.run import Run
    from satdoku.study.subject import Subject
    from satdoku.study.summary import Summary

__all__ = [
    "NOTHING",
    "bounded",
    "comparison_table",
    "ordered_sets",
    "part_tables",
    "runs_of_part",
    "time_tables",
]

NOTHING = "-"
"""What stands where nothing was measured."""

_FEW = 2
_TIMES = ("Time", "Mean time", "Total time", "Time a puzzle")

_Rows = dict[tuple[str, str], "Summary"]


def runs_of_part(runs: Iterable[Run], part: Part) -> list[Run]:
    """Return the runs of a part."""
    return [run for run in runs if run.part == part.key]


def ordered_sets(part: Part) -> dict[str, tuple[Subject, ...]]:
    """Return a part's sets, from easy on if that is known of all, else as given."""
    sets = sets_of(part.subjects)
    told = {name: [one.difficulty for one in members] for name, members in sets.items()}
    return {name: sets[name] for name in from_easy_on(told)}


def time_tables(part: Part, runs: Iterable[Run]) -> list[Table]:
    """Return those of a part's tables that tell times, without medians."""
    return [table for table in part_tables(part, runs) if table.title in _TIMES]


def part_tables(part: Part, runs: Iterable[Run]) -> list[Table]:
    """Return the tables of a part, in the shape that fits it.

    Args:
        part: The part.
        runs: The runs of the study.
    """
    found = {
        (one.contender, one.set): one for one in summaries(runs_of_part(runs, part))
    }
    sets = ordered_sets(part)
    if part.whole:
        return _totals(part, found, list(sets))
    single = all(len(members) == 1 for members in sets.values())
    if len(sets) == 1 and not single:
        return _measures(part, found, *sets)
    names = list(sets)
    first = "Time" if single else "Mean time"
    tables = [_across(part, found, names, first, _mean)]
    if max(map(len, sets.values())) > _FEW:  # of two the median is the mean
        tables.append(_across(part, found, names, "Median time", _median))
    memory = "Most memory" if single else "Most memory, mean"
    tables.append(_across(part, found, names, memory, _memory))
    tables.append(_across(part, found, names, _GUESSES, _search))
    return [table for table in tables if _says_anything(table)]


def comparison_table(part: Part, runs: Iterable[Run]) -> Table | None:
    """Return how many times as long as the part's baseline; None without a pair."""
    found = compare(runs_of_part(runs, part), part.baseline)
    by = {(one.contender, one.set): one for one in found}
    if not by:
        return None
    sets = list(ordered_sets(part))
    rows = [
        (str(one), *(_ratio(by.get((str(one), name))) for name in sets))
        for one in part.contenders
        if any((str(one), name) in by for name in sets)
    ]
    title = f"Time as a multiple of that of {part.baseline}"
    if any(one.pairs > 1 for one in found):
        title += ", geometric mean"
    if any(one.low is not None for one in found):
        title += " (95% interval)"
    return Table(title, ("", *sets), tuple(rows))


def bounded(text: str, *, is_bound: bool) -> str:
    """Write before a value that it is a lower bound, where it is."""
    return f"≥ {text}" if is_bound else text


_GUESSES = "Guesses a puzzle; of solvers by formulas decisions"


def _totals(part: Part, found: _Rows, sets: Sequence[str]) -> list[Table]:
    """Return totals by set and of all sets, and what that is a puzzle."""
    many = sum(len(members) for members in sets_of(part.subjects).values())
    rows: list[tuple[str, ...]] = []
    means: list[tuple[str, ...]] = []
    for contender in map(str, part.contenders):
        of_sets = [found.get((contender, name)) for name in sets]
        known = [one for one in of_sets if one is not None and one.total_s is not None]
        total = mean = NOTHING
        if known and len(known) == len(sets):
            seconds = fsum(one.total_s or 0.0 for one in known)
            late = any(one.is_bound for one in known)
            total = bounded(seconds_text(seconds), is_bound=late)
            mean = bounded(seconds_text(seconds / many), is_bound=late)
        rows.append((contender, *map(_total, of_sets), total))
        means.append((contender, *map(_mean, of_sets), mean))
    across = "", *sets, f"all {many}"
    tables = [
        Table("Total time", across, tuple(rows)),
        Table("Time a puzzle", across, tuple(means)),
        _across(part, found, sets, "Most memory", _memory),
        _across(part, found, sets, _GUESSES, _search),
    ]
    return [table for table in tables if _says_anything(table)]


def _measures(part: Part, found: _Rows, name: str) -> list[Table]:
    """Return what was measured of one set, in columns."""
    times: list[tuple[str, ...]] = []
    others: list[tuple[str, ...]] = []
    for contender in map(str, part.contenders):
        one = found.get((contender, name))
        answered = NOTHING if one is None else f"{one.answered}/{one.puzzles}"
        times.append(
            (
                contender,
                answered,
                *(_mean(one, share=False), _median(one)),
                *(_least(one), _most(one), _total(one, share=False)),
            )
        )
        others.append((contender, _memory(one), _own_memory(one), *_counted(one)))
    return [
        Table(
            "Time",
            ("", "answered", "mean", "median", "min", "max", "total"),
            tuple(times),
        ),
        Table(
            "Memory and search, means",
            (
                *("", "most memory", "of its own", "guesses"),
                *("decisions", "propagations", "conflicts"),
            ),
            tuple(others),
        ),
    ]


def _across(
    part: Part,
    found: _Rows,
    sets: Sequence[str],
    title: str,
    told: Callable[[Summary | None], str],
) -> Table:
    """Return a measure with the sets across."""
    rows = [
        (str(one), *(told(found.get((str(one), name))) for name in sets))
        for one in part.contenders
    ]
    return Table(title, ("", *sets), tuple(rows))


def _says_anything(table: Table) -> bool:
    return any(value != NOTHING for row in table.rows for value in row[1:])


def _share(one: Summary) -> str:
    """Tell how many were answered, where not all were; nobody knows of a whole set."""
    return "" if one.is_complete or one.whole else f" ({one.answered}/{one.puzzles})"


def _mean(one: Summary | None, *, share: bool = True) -> str:
    if one is None or one.mean_s is None:
        return NOTHING
    text = bounded(seconds_text(one.mean_s), is_bound=one.is_bound)
    return text + _share(one) if share else text


def _median(one: Summary | None) -> str:
    if one is None or one.median_s is None:
        return NOTHING
    return bounded(seconds_text(one.median_s), is_bound=one.median_is_bound)


def _least(one: Summary | None) -> str:
    if one is None or one.min_s is None:
        return NOTHING
    return bounded(seconds_text(one.min_s), is_bound=one.answered == 0)


def _most(one: Summary | None) -> str:
    if one is None or one.max_s is None:
        return NOTHING
    return bounded(seconds_text(one.max_s), is_bound=one.is_bound)


def _total(one: Summary | None, *, share: bool = True) -> str:
    if one is None or one.total_s is None:
        return NOTHING
    text = bounded(seconds_text(one.total_s), is_bound=one.is_bound)
    return text + _share(one) if share else text


def _memory(one: Summary | None) -> str:
    return _of(None if one is None else one.peak_bytes, memory_text)


def _own_memory(one: Summary | None) -> str:
    return _of(None if one is None else one.own_bytes, memory_text)


def _counted(one: Summary | None) -> tuple[str, ...]:
    if one is None:
        return (NOTHING,) * 4
    values = one.guesses, one.decisions, one.propagations, one.conflicts
    return tuple(_count(one, value) for value in values)


def _search(one: Summary | None) -> str:
    if one is None:
        return NOTHING
    guesses = one.decisions if one.guesses is None else one.guesses
    return _count(one, guesses)


def _count(one: Summary, value: float | None) -> str:
    """Tell a mean of counts, and how many it is over: those that were answered."""
    return NOTHING if value is None else count_text(value) + _share(one)


def _of(value: float | None, told: Callable[[float], str]) -> str:
    return NOTHING if value is None else told(value)


def _ratio(one: Comparison | None) -> str:
    if one is None:
        return NOTHING
    text = f"{one.bound} {ratio_text(one.ratio)}".strip()
    if one.low is None or one.high is None:
        return text
    low = ratio_text(one.low).removesuffix("×")
    high = ratio_text(one.high).removesuffix("×")
    return f"{text} ({low} to {high})"
