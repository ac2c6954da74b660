"""How the default stands: the bars are held against what was measured."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from satdoku.study.comparison import Bound
from satdoku.study.run import Ended
from satdoku.study.standing import against_best, against_hardest
from satdoku.study.standing_words import standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.study.run import Run


def test_the_best_has_answered_everything(ran: Callable[..., Run]) -> None:
    """Who was quicker, but answered only some, is not the best."""
    runs = [
        *(ran("auto", time, number=n) for n, time in ((1, 1.0), (2, 3.0))),
        *(ran("dpll", time, number=n) for n, time in ((1, 2.0), (2, 2.0))),
        *(ran("cp", time, number=n) for n, time in ((1, 9.0), (2, 9.0))),
        *(ran("ilp", 0.1, way, number=n) for n, way in enumerate(Ended, 1)),
    ]
    (one,) = against_best(runs, "auto")

    assert ("dpll", 2, 2, 1) == (one.other, one.other_s, one.default_s, one.ratio)
    assert one.is_met


@pytest.mark.parametrize(
    ("time", "ended", "bound", "is_met"),
    [
        (1.2, Ended.ANSWERED, Bound.EXACT, True),
        (1.3, Ended.ANSWERED, Bound.EXACT, False),
        (1.1, Ended.TIMEOUT, Bound.LEAST, False),
    ],
)
def test_the_first_bar(
    ran: Callable[..., Run], time: float, ended: Ended, bound: Bound, *, is_met: bool
) -> None:
    """At most 1.2 times as long as the best; cut off is not met."""
    runs = [ran("auto", time, ended, repeat=repeat) for repeat in (1, 2)]
    (one,) = against_best([*runs, ran("dpll", 1.0)], "auto")

    assert (bound, is_met) == (one.bound, one.is_met)


def test_without_the_default_or_another_nothing_is_said(
    ran: Callable[..., Run],
) -> None:
    """A set that only one of them has answered is left out."""
    assert [] == against_best([ran("auto", 1.0)], "auto")
    assert [] == against_best([ran("dpll", 1.0)], "auto")
    assert [] == against_hardest([ran("dpll", 1.0)], "auto", ["dpll"])
    assert [] == list(standing([ran("auto", 1.0)]))


def test_each_solver_has_its_own_hardest_set(ran: Callable[..., Run]) -> None:
    """The one where it takes longest a puzzle, whatever others take there."""
    runs = [
        *(ran("auto", 1.0, set=name) for name in ("x", "y")),
        *(ran("ilp", time, set=name) for name, time in (("x", 5.0), ("y", 20.0))),
        *(ran("bitmask", time, set=name) for name, time in (("x", 12.0), ("y", 1.0))),
    ]
    runs += [replace(run, repeat=2) for run in runs]
    found = against_hardest(runs, "auto", ["bitmask", "cp", "ilp"])

    assert [("bitmask", "x", 12, True), ("ilp", "y", 20, True)] == [
        (one.other, one.set, one.ratio, one.is_met) for one in found
    ]


def test_a_whole_set_is_told_a_puzzle(ran: Callable[..., Run]) -> None:
    """Its time is shared out among its puzzles, so that sets can be compared."""
    runs = [
        *(ran("auto", 1.0, set="x"), ran("ilp", 2.0, set="x")),
        ran("auto", 10.0, set="y", number=0, puzzles=100),
        ran("ilp", 100.0, set="y", number=0, puzzles=100),
    ]
    (one,) = against_hardest(runs, "auto", ["ilp"])

    assert ("x", 2) == (one.set, one.other_s)


@pytest.mark.parametrize(("limit", "is_met"), [(9.0, False), (10.0, True)])
def test_cut_off_is_at_least_its_limit(
    ran: Callable[..., Run], limit: float, *, is_met: bool
) -> None:
    """It is met where the limit alone shows it, and else not shown."""
    runs = [ran("auto", 1.0), ran("ilp", limit, Ended.TIMEOUT)]
    (one,) = against_hardest(runs, "auto", ["ilp"])

    assert (Bound.LEAST, is_met) == (one.bound, one.is_met)


def test_what_is_not_met_is_named(ran: Callable[..., Run]) -> None:
    """A sentence tells how often a bar is met, and where it is not."""
    runs = [
        *(ran("auto", time, set=name) for name, time in (("x", 1.0), ("y", 2.0))),
        *(ran("bitmask", 1.0, set=name) for name in ("x", "y")),
    ]
    runs += [replace(run, repeat=2) for run in runs]
    blocks = list(standing(runs, ["bitmask"]))

    assert (
        "Aimed at: at most 1.2 times as long as the best. "
        "Met in 1 of 2; **not met**: y."
    ) == blocks[2]
    assert (
        "Aimed at: at least 10 times as quick as each solver. "
        "Met in 0 of 1; **not met**: bitmask on x."
    ) == blocks[4]
    assert "| y | bitmask | 1.00 s | 2.00 s | 2.00× | no |" in blocks[1]


def test_spared_puzzles_are_left_out_of_both_times(ran: Callable[..., Run]) -> None:
    """The default's time is then not its mean over the set, and a sentence says so."""
    runs = [
        *(ran("auto", time, number=n) for n, time in ((1, 1.0), (2, 3.0))),
        ran("ilp", 20.0, Ended.TIMEOUT, number=1),
        ran("ilp", None, Ended.REFUSED, number=2),
    ]
    table, _, both, _ = list(standing(runs, ["ilp"]))[1:]

    assert "| small | ilp | 20.0 s | 1.00 s | ≥ 20.0× | yes |" in table
    assert both.startswith("Both times are means over the puzzles that both were")


def test_too_little_for_a_verdict(ran: Callable[..., Run]) -> None:
    """A single run decides nothing, nor a solver's time that is mostly loading."""
    once = [ran("auto", 1.0), ran("ilp", 12.0)]
    twice = [*once, *(replace(run, repeat=2) for run in once)]
    blocks = list(standing(once, ["ilp"]))

    assert [None, True, None] == [
        against_hardest(runs, "auto", ["ilp"], {"ilp": loading})[0].is_met
        for runs, loading in ((once, 0.1), (twice, 0.1), (twice, 11.5))
    ]
    assert "| 0.0833× | - |" in blocks[1]
    assert "a single run" in blocks[2]


def test_the_same_solver_by_another_name(ran: Callable[..., Run]) -> None:
    """Elimination with all its rules is elimination."""
    runs = [
        *(ran("auto", 1.0, set=name) for name in ("x", "y")),
        ran("elimination", 2.0, set="x"),
        ran("elimination:all", 30.0, set="y"),
    ]
    (one,) = against_hardest(runs, "auto", ["elimination"])

    assert ("y", 30) == (one.set, one.ratio)


def test_own_studies_name_no_reports(ran: Callable[..., Run]) -> None:
    """Without the reports' solvers there is the best of each set alone."""
    text = "\n".join(standing([ran("auto", 1.0), ran("bitmask", 2.0)]))

    assert "best other contender" in text
    assert "reports" not in text
