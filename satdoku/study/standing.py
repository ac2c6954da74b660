"""How the default stands: against the best of each set, and against the reports.

Two bars are held against what was measured:

    auto takes at most 1.2 times as long as the best single engine, on every set
    auto is at least 10 times as quick as each solver of the reports, on the set that
        is hardest for that one: the one where it takes longest a puzzle

Times of the same puzzles are added up and divided.  A solver that was cut off has taken
at least that long; whether it has taken ten times as long then is perhaps not known,
and is told as not shown.  A single run, or a solver's time that is mostly what it loads
first, decides nothing: the ratio stands, and no verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from satdoku.study.comparison import Bound
from satdoku.study.outcome import outcomes
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from satdoku.study.outcome import Outcome
    from satdoku.study.run import Run

__all__ = ["AT_LEAST", "AT_MOST", "Standing", "against_best", "against_hardest"]

AT_MOST = 1.2
"""How many times as long as the best the default may take."""

AT_LEAST = 10.0
"""How many times as long as the default a solver of the reports is to take."""

_SAME = {"backtracking": "backtracking:rows", "elimination:all": "elimination"}
"""Contenders that are another one, more shortly or at more length."""

_Groups = dict[tuple[str, str], dict[str, list["Outcome"]]]


@dataclass(frozen=True, slots=True)
class Standing:
    """The default and another contender on a set.

    Args:
        part: The part of the study.
        set: The set.
        other: The other contender, in a word.
        default_s: Seconds a puzzle that the default takes.
        other_s: The same of the other, over the same puzzles.
        ratio: The slower by the quicker as the bar has it: default by best, or solver
            by default.
        bound: What the ratio is, where one was cut off.
        is_met: Whether the bar is met for certain; None where what was measured is too
            little to say.
    """

    part: str
    set: str
    other: str
    default_s: float
    other_s: float
    ratio: float
    bound: Bound
    is_met: bool | None


def against_best(runs: Iterable[Run], default: str) -> list[Standing]:
    """Hold the default against the best other contender of each set.

    The best has answered every puzzle of the set, in the least time of all who have.
    Sets without such a one, or without the default, are left out.

    Args:
        runs: What was measured.
        default: The default, in a word.
    """
    found: list[Standing] = []
    for (part, name), group in _groups(runs).items():
        mine = group.get(default)
        best = min(
            (
                (fsum(one.time_s or 0.0 for one in members), other)
                for other, members in group.items()
                if other != default and _has_answered(members)
            ),
            default=None,
        )
        if mine is None or best is None:
            continue
        pair = _paired(mine, group[best[1]])
        if pair is None:
            continue
        default_s, other_s, late, _ = pair
        ratio = default_s / other_s
        bound = Bound.LEAST if late else Bound.EXACT
        is_met = ratio <= AT_MOST and _has_answered(mine) if _is_enough(mine) else None
        found.append(
            Standing(part, name, best[1], default_s, other_s, ratio, bound, is_met)
        )
    return found


def against_hardest(
    runs: Iterable[Run],
    default: str,
    solvers: Sequence[str],
    loading: Mapping[str, float] | None = None,
) -> list[Standing]:
    """Hold the default against solvers, each on the set that is hardest for it.

    Args:
        runs: What was measured.
        default: The default, in a word.
        solvers: Solvers, in a word; those without a time are left out.
        loading: Seconds that contenders take for what they load first, where known.
    """
    groups = {
        place: {_SAME.get(name, name): members for name, members in group.items()}
        for place, group in _groups(runs).items()
    }
    loads = {_SAME.get(name, name): each for name, each in (loading or {}).items()}
    found: list[Standing] = []
    for solver in solvers:
        slowest: Standing | None = None
        for (part, name), group in groups.items():
            pair = _paired(group.get(default, []), group.get(solver, []))
            if pair is None or (slowest is not None and pair[1] <= slowest.other_s):
                continue
            default_s, other_s, default_late, late = pair
            ratio = other_s / default_s
            bound = _bound(least=late, most=default_late)
            is_met = ratio >= AT_LEAST and not default_late
            others = group[solver]
            at_once = 1 if not others[0].is_whole else others[0].puzzles
            is_loading = other_s * at_once < 2 * loads.get(solver, 0.0)
            is_known = not is_loading and (late or _is_enough(others))
            slowest = Standing(
                *(part, name, solver, default_s, other_s, ratio, bound),
                is_met if is_known else None,
            )
        if slowest is not None:
            found.append(slowest)
    return found


def _bound(*, least: bool, most: bool) -> Bound:
    if least:
        return Bound.UNSURE if most else Bound.LEAST
    return Bound.MOST if most else Bound.EXACT


def _groups(runs: Iterable[Run]) -> _Groups:
    groups: _Groups = {}
    for one in outcomes(runs):
        group = groups.setdefault((one.part, one.set), {})
        group.setdefault(one.contender, []).append(one)
    return groups


def _is_enough(members: Sequence[Outcome]) -> bool:
    """Whether there is more than one puzzle, or more than one run of it."""
    return sum(max(one.repeats, 1) * one.puzzles for one in members) > 1


def _has_answered(members: Sequence[Outcome]) -> bool:
    return all(one.ended is Ended.ANSWERED and one.time_s for one in members)


def _paired(
    mine: Sequence[Outcome], others: Sequence[Outcome]
) -> tuple[float, float, bool, bool] | None:
    """Return seconds a puzzle of both, and whether one of each was cut off."""
    by = {one.number: one for one in others if one.time_s}
    pairs = [(one, by[one.number]) for one in mine if one.time_s and one.number in by]
    puzzles = sum(one.puzzles for one, _ in pairs)
    if not puzzles:
        return None
    return (
        fsum(one.time_s or 0.0 for one, _ in pairs) / puzzles,
        fsum(other.time_s or 0.0 for _, other in pairs) / puzzles,
        any(one.is_bound for one, _ in pairs),
        any(other.is_bound for _, other in pairs),
    )
