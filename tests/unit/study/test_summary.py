"""Summaries: repeats first, then puzzles; limits count, failures do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.study.outcome import outcomes
from satdoku.study.run import Ended
from satdoku.study.summary import summaries
from satdoku.study.words import unanswered

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.study.run import Run


def test_repeats_then_puzzles(ran: Callable[..., Run]) -> None:
    """Of repeats the median stands, of puzzles mean, median, ends and total."""
    runs = [
        ran("auto", time, number=number, repeat=repeat)
        for number, times in enumerate([(1, 2, 9), (4, 4, 4), (6, 5, 7)], 1)
        for repeat, time in enumerate(times, 1)
    ]
    (one,) = summaries(runs)

    assert (3, 3, True) == (one.puzzles, one.answered, one.is_complete)
    assert (4, 4, 2, 6, 12) == (
        *(one.mean_s, one.median_s, one.min_s, one.max_s, one.total_s),
    )
    assert (False, False) == (one.is_bound, one.median_is_bound)


def test_what_is_cut_off_counts_with_its_limit(ran: Callable[..., Run]) -> None:
    """The mean is a lower bound then; the median is none before half are cut off."""
    runs = [
        ran("auto", 1, number=1),
        ran("auto", 2, number=2),
        ran("auto", 9, Ended.TIMEOUT, number=3),
    ]
    (one,) = summaries(runs)

    assert (2, 1) == (one.answered, one.timeouts)
    assert (4, True) == (one.mean_s, one.is_bound)
    assert (2, False) == (one.median_s, one.median_is_bound)
    assert summaries(runs[1:])[0].median_is_bound


def test_failed_and_refused_are_in_no_mean(ran: Callable[..., Run]) -> None:
    """They are counted, each by how it ended, whatever times they tell."""
    runs = [
        ran("ilp", 1, number=1, peak_bytes=100),
        ran("ilp", 50, Ended.FAILED, number=2, peak_bytes=900),
        ran("ilp", 60, Ended.MEMORY, number=3),
        ran("ilp", None, Ended.REFUSED, number=4),
    ]
    (one,) = summaries(runs)

    assert (4, 1, 1, 1, 1) == (
        *(one.puzzles, one.answered, one.failed, one.memory, one.refused),
    )
    assert (1, 1, 100) == (one.mean_s, one.total_s, one.peak_bytes)


def test_nothing_measured(ran: Callable[..., Run]) -> None:
    """A contender that was refused has no times, and no zeros in their place."""
    (one,) = summaries([ran("ilp", None, Ended.REFUSED)])

    assert (None, None, None, None) == (
        *(one.mean_s, one.total_s, one.guesses, one.peak_bytes),
    )
    assert not one.is_bound


def test_whole_sets(ran: Callable[..., Run]) -> None:
    """A run of a whole set counts for all its puzzles; they have no median."""
    runs = [
        ran("auto", time, number=0, puzzles=50, repeat=repeat, guesses=200)
        for repeat, time in enumerate((10, 12, 30), 1)
    ]
    (one,) = summaries(runs)

    assert (50, 50, True) == (one.puzzles, one.answered, one.whole)
    assert (12, 0.24, None, 4) == (
        *(one.total_s, one.mean_s, one.median_s, one.guesses),
    )


def test_sums_are_by_part_set_and_contender(ran: Callable[..., Run]) -> None:
    """In the order in which these are first met."""
    runs = [
        ran("b", 1, part="a", set="x"),
        ran("a", 2, part="a", set="x"),
        ran("b", 3, part="a", set="y"),
        ran("b", 4, part="b", set="x"),
        ran("b", 9, part="a", set="x", number=2),
    ]

    assert [("a", "x", "b", 5), ("a", "x", "a", 2), ("a", "y", "b", 3)] == [
        (one.part, one.set, one.contender, one.mean_s) for one in summaries(runs)[:3]
    ]


@pytest.mark.parametrize(
    ("ways", "expected"),
    [
        ([Ended.ANSWERED, Ended.ANSWERED], Ended.ANSWERED),
        ([Ended.ANSWERED, Ended.TIMEOUT], Ended.ANSWERED),
        ([Ended.ANSWERED, Ended.TIMEOUT, Ended.TIMEOUT], Ended.TIMEOUT),
        ([Ended.TIMEOUT, Ended.REFUSED], Ended.TIMEOUT),
        ([Ended.ANSWERED, Ended.FAILED], Ended.FAILED),
        ([Ended.TIMEOUT, Ended.MEMORY], Ended.MEMORY),
        ([Ended.REFUSED], Ended.REFUSED),
    ],
)
def test_repeats_that_ended_in_different_ways(
    ran: Callable[..., Run], ways: list[Ended], expected: Ended
) -> None:
    """The worst stands, but for half that were answered; spared repeats do nothing."""
    runs = [
        ran("auto", 1.0, way, repeat=repeat, note=f"{repeat}")
        for repeat, way in enumerate(ways, 1)
    ]
    (one,) = outcomes(runs)

    assert expected is one.ended
    assert sum(way is not Ended.REFUSED for way in ways) == one.repeats
    assert ("1", "2", "3")[: len(ways)] == one.notes


@pytest.mark.parametrize(
    ("late", "expected", "is_bound"), [(1, 1.25, False), (2, 1.625, True)]
)
def test_repeats_of_which_some_were_cut_off(
    ran: Callable[..., Run], late: int, expected: float, *, is_bound: bool
) -> None:
    """They count with the limit; where the median rests on one it is a lower bound."""
    runs = [ran("auto", 1.25, repeat=repeat) for repeat in (1, 2)]
    runs += [ran("auto", 2.0, Ended.TIMEOUT, repeat=each + 3) for each in range(late)]
    (one,) = summaries(runs)
    told = f"`auto` answered: {late} of {2 + late} repeats cut off (small: 1)"

    assert (1, 0, expected, is_bound) == (
        *(one.answered, one.timeouts, one.median_s, one.is_bound),
    )
    assert [told] == unanswered(runs)


def test_what_failed_once_has_no_time(ran: Callable[..., Run]) -> None:
    """A repeat that was answered does not stand for one that failed."""
    (one,) = outcomes([ran("auto", 1), ran("auto", 2, Ended.FAILED, repeat=2)])

    assert (Ended.FAILED, 2, None) == (one.ended, one.repeats, one.time_s)
