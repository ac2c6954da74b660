"""The figures that the reports printed, beside what was measured here."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from satdoku.study.part_tables import NOTHING, bounded, runs_of_part
from satdoku.study.plan import sets_of
from satdoku.study.printed import PRINTED, Share
from satdoku.study.summary import summaries
from satdoku.study.table import Table
from satdoku.study.units import seconds_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.study.part import Part
    from satdoku.study.printed import Printed
    from satdoku.study.run import Run

__all__ = ["measured", "printed_table"]


def printed_table(parts: Sequence[Part], runs: Sequence[Run]) -> Table:
    """Return a row for each printed figure and contender that stands beside it.

    Args:
        parts: The parts of the preset `reports`, or some of them.
        runs: What was measured.
    """
    by_key = {part.key: part for part in parts}
    rows: list[tuple[str, ...]] = []
    for row in PRINTED:
        part = by_key.get(row.part)
        told = (row.figures, row.about)
        for contender in row.contenders if part is not None else ():
            value = NOTHING if part is None else measured(part, runs, row, contender)
            rows.append((*told, contender, value))
            told = ("", "")
    columns = "printed", "of what", "here", "measured"
    return Table("Printed and measured", columns, tuple(rows))


def measured(part: Part, runs: Sequence[Run], row: Printed, contender: str) -> str:
    """Return a contender's time over the sets that are meant, in all or a puzzle."""
    sets = list(sets_of(part.subjects))
    if row.hardest:
        sets = sets[-1:]
    mine = [
        one
        for one in summaries(runs_of_part(runs, part))
        if one.contender == contender and one.set in sets and one.total_s is not None
    ]
    if len(mine) < len(sets):
        return NOTHING
    seconds = fsum(one.total_s or 0.0 for one in mine)
    if row.share is Share.PUZZLE:
        seconds /= sum(one.answered + one.timeouts for one in mine)
    late = any(one.is_bound for one in mine)
    count = len(part.subjects)
    text = bounded(f"{seconds_text(seconds)} {row.share}", is_bound=late)
    return f"{text}, of {count}" if row.of not in (0, count) else text
