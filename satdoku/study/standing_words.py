"""How the default stands, as tables and a sentence on each bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.choice import AUTO
from satdoku.study.standing import (
    AT_LEAST,
    AT_MOST,
    against_best,
    against_hardest,
)
from satdoku.study.table import Table, escaped
from satdoku.study.units import ratio_text, seconds_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from satdoku.study.run import Run
    from satdoku.study.standing import Standing

__all__ = ["THE_REPORTS", "standing"]

_MET = {True: "yes", False: "no", None: "-"}
_TOO_LITTLE = (
    "`-`: a single run, or a time that is mostly loading, is too little for a verdict."
)

_OF_BOTH = (
    "Both times are means over the puzzles that both were measured on. Where a solver "
    "was spared some of a set, that of auto is of the others alone, and so not its "
    "mean over the set in the tables above."
)

THE_REPORTS = "the student reports of Sudoku solvers that this project started from"
"""What `the reports` are."""


def standing(
    runs: Sequence[Run],
    solvers: Sequence[str] = (),
    loading: Mapping[str, float] | None = None,
) -> Iterator[str]:
    """Yield the blocks of the section on the default; none if nothing is known.

    Args:
        runs: What was measured.
        solvers: Those of the reports, in a study of them.
        loading: Seconds that contenders take for what they load first, where known.
    """
    best = against_best(runs, AUTO)
    hardest = against_hardest(runs, AUTO, solvers, loading)
    if best or hardest:
        yield "## How auto, the default, stands"
    if best:
        yield _table(
            "auto against the best other contender of each set, time a puzzle",
            "best",
            "auto / best",
            best,
        ).markdown()
        bar = f"at most {AT_MOST:g} times as long as the best"
        yield _told(bar, best, "set")
    if hardest:
        yield _table(
            "auto against each solver of the reports, on the set hardest for it",
            "solver",
            "solver / auto",
            hardest,
        ).markdown()
        bar = f"at least {AT_LEAST:g} times as quick as each solver"
        yield _told(bar, hardest, "solver")
        yield _OF_BOTH
        yield f"The reports are {THE_REPORTS}."


def _table(title: str, kind: str, ratio: str, found: Sequence[Standing]) -> Table:
    rows = [
        (
            _place(one),
            one.other,
            seconds_text(one.other_s),
            seconds_text(one.default_s),
            f"{one.bound} {ratio_text(one.ratio)}".strip(),
            _MET[one.is_met],
        )
        for one in found
    ]
    return Table(title, ("set", kind, "its time", "auto", ratio, "met"), tuple(rows))


def _told(bar: str, found: Sequence[Standing], kind: str) -> str:
    told = [one for one in found if one.is_met is not None]
    missed = [one for one in told if not one.is_met]
    unknown = "" if len(told) == len(found) else f" {_TOO_LITTLE}"
    if not told:
        return f"Aimed at: {bar}.{unknown}"
    if not missed:
        every = f"every {kind} here" if not unknown else f"{len(told)} of {len(told)}"
        return f"Aimed at: {bar}. Met by {every}.{unknown}"
    named = ", ".join(
        escaped(_place(one) if kind == "set" else f"{one.other} on {_place(one)}")
        for one in missed
    )
    met = len(told) - len(missed)
    verdict = f"Met in {met} of {len(told)}; **not met**: {named}."
    return f"Aimed at: {bar}. {verdict}{unknown}"


def _place(one: Standing) -> str:
    return f"{one.part}: {one.set}" if one.part else one.set
