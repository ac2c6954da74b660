"""What reports end with: loading, how the default stands, and printed figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satdoku.choice import AUTO
from satdoku.study.loading import LOADING
from satdoku.study.part_tables import ordered_sets
from satdoku.study.preset_reports import OF_REPORTS
from satdoku.study.printed_table import printed_table
from satdoku.study.standing_words import THE_REPORTS, standing
from satdoku.study.table import Table
from satdoku.study.units import seconds_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from satdoku.study.part import Part
    from satdoku.study.run import Run

__all__ = ["REPORTS", "ends"]

REPORTS = "reports"
"""The preset that has the reports' tables."""

_LOADING = (
    "Nearly all of what each takes for a puzzle of 4×4 without a guess, in a fresh "
    "process: what it loads first. The times of single puzzles above have it in them, "
    "those of whole sets once."
)
_PRINTED = (
    f"The reports are {THE_REPORTS}. They tell neither machine nor versions for their "
    "figures, so that only the order of magnitude can be compared, and of how far "
    "apart solvers are."
)
_OF_THE_156 = "d"
_ALL_OF_THEM = 156


def ends(
    study: Mapping[str, Any], parts: Sequence[Part], runs: Sequence[Run]
) -> Iterator[str]:
    """Yield the lines that a report ends with.

    Args:
        study: What `study.json` holds.
        parts: The parts of the study.
        runs: What was measured.
    """
    loading: Mapping[str, float] = study.get(LOADING, {})
    is_reports = study.get("settings", {}).get("preset") == REPORTS
    if loading:
        yield from ("", "## Of which loading, before the first puzzle", "", _LOADING)
        rows = tuple((name, seconds_text(each)) for name, each in loading.items())
        yield from ("", Table("Loading", ("", "time"), rows).markdown())
    others = {str(one) for part in parts for one in part.contenders}
    if AUTO in others and len(others) > 1:
        solvers = OF_REPORTS if is_reports else ()
        for block in standing(_in_order(parts, runs), solvers, loading):
            yield from ("", block)
    if is_reports:
        yield from ("", "## Beside what the reports printed", "")
        yield from (_PRINTED + _cut_down(parts), "")
        yield printed_table(parts, runs).markdown()


def _cut_down(parts: Sequence[Part]) -> str:
    """Say that fewer puzzles were measured than the printed figures are about."""
    for part in parts:
        if part.key == _OF_THE_156 and len(part.subjects) < _ALL_OF_THEM:
            count = len(part.subjects)
            return f" Part d has {count} of the {_ALL_OF_THEM} puzzles here."
    return ""


def _in_order(parts: Sequence[Part], runs: Sequence[Run]) -> list[Run]:
    """Return the runs set by set, the sets as they stand in tables."""
    sets = [(part.key, name) for part in parts for name in ordered_sets(part)]
    places = {place: at for at, place in enumerate(sets)}
    return sorted(runs, key=lambda run: places.get((run.part, run.set), len(places)))
