"""The report of a preset in short: half a page, and what is kept in a page of docs.

    summary.md      machine, half a page, tables of times, how the default stands,
                    printed figures
    report.md       begins with the same half page

Its headings are two levels down, so that it can be the end of a page as it is.
"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

from satdoku.choice import AUTO
from satdoku.study.comparison import Bound
from satdoku.study.ending import REPORTS, ends
from satdoku.study.heading import HOW_TO_READ, machine_lines
from satdoku.study.part_tables import (
    NOTHING,
    ordered_sets,
    runs_of_part,
    time_tables,
)
from satdoku.study.printed import PRINTED
from satdoku.study.printed_table import measured
from satdoku.study.standing import against_best
from satdoku.study.summary import summaries
from satdoku.study.table import Table, escaped
from satdoku.study.units import ratio_text, seconds_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from satdoku.study.part import Part
    from satdoku.study.run import Run
    from satdoku.study.summary import Summary

__all__ = ["brief", "in_short"]


def brief(study: Mapping[str, Any], parts: Sequence[Part], runs: Sequence[Run]) -> str:
    """Write the report in short, as Markdown.

    Args:
        study: What `study.json` holds.
        parts: The parts of the study.
        runs: What was measured.
    """
    preset = str(study.get("settings", {}).get("preset") or "")
    lines = [f"# In short: {escaped(preset)}", "", *machine_lines(study)]
    lines += ["", HOW_TO_READ, "", *in_short(study, parts, runs)]
    for part in parts:
        title = escaped(f"{part.key}. {part.title}" if part.key else part.title)
        lines += ["", f"## {title}"]
        for table in time_tables(part, runs_of_part(runs, part)):
            lines += ["", table.markdown()]
    lines += ends(study, parts, runs)
    text = "\n".join(lines) + "\n"
    return "\n".join(
        f"##{line}" if line.startswith("#") else line for line in text.split("\n")
    )


def in_short(
    study: Mapping[str, Any], parts: Sequence[Part], runs: Sequence[Run]
) -> Iterator[str]:
    """Yield half a page: who is quickest in each part, and beside printed figures.

    Args:
        study: What `study.json` holds.
        parts: The parts of the study.
        runs: What was measured.
    """
    rows = tuple(_row(part, runs) for part in parts)
    columns = "part", "puzzles", "quickest", "a puzzle", AUTO, "auto / best of a set"
    yield Table("Quickest over all sets of a part", columns, rows).markdown()
    if study.get("settings", {}).get("preset") == REPORTS:
        yield ""
        yield from _printed(parts, runs)


def _row(part: Part, runs: Sequence[Run]) -> tuple[str, ...]:
    """Return what a part comes to."""
    mine = runs_of_part(runs, part)
    sets = ordered_sets(part)
    groups: dict[str, list[Summary]] = {}
    for one in summaries(mine):
        groups.setdefault(one.contender, []).append(one)
    times = {
        name: fsum(one.total_s or 0.0 for one in group) / len(part.subjects)
        for name, group in groups.items()
        if len(group) == len(sets)
        and all(one.is_complete and one.total_s and not one.is_bound for one in group)
    }
    best = min(times, key=lambda name: times[name]) if times else ""
    return (
        part.key,
        f"{len(part.subjects):,}",
        best or NOTHING,
        seconds_text(times[best]) if best else NOTHING,
        seconds_text(times[AUTO]) if AUTO in times else NOTHING,
        _against(mine),
    )


def _against(runs: Sequence[Run]) -> str:
    """Say how many times as long as the best the default takes, over the sets."""
    found = against_best(runs, AUTO)
    if not found:
        return NOTHING
    least = min(found, key=lambda one: one.ratio)
    most = max(found, key=lambda one: one.ratio)
    bound = "" if most.bound is Bound.EXACT else f"{most.bound} "
    if least is most:
        return f"{bound}{ratio_text(most.ratio)}"
    low = ratio_text(least.ratio).removesuffix("×")
    return f"{low} to {bound}{ratio_text(most.ratio)} ({most.set})"


def _printed(parts: Sequence[Part], runs: Sequence[Run]) -> Iterator[str]:
    """Say of each printed figure what was measured beside it, a line each."""
    by_key = {part.key: part for part in parts}
    for row in PRINTED:
        part = by_key.get(row.part)
        if part is None:
            continue
        values = [(name, measured(part, runs, row, name)) for name in row.contenders]
        told = [f"{name} {value}" for name, value in values if value != NOTHING]
        here = "; ".join(told) or "nothing measured"
        yield f"- Printed: {row.figures}, {row.about}. Here: {here}."
