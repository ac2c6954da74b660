"""What ways cost: as measured, and as the puzzles so far were."""

import pytest

from satdoku.choosing.costs import LANES_WAY, TRIAL, WHOLE, Tally, figure, pays_from
from satdoku.choosing.figures import FIGURES


def test_every_way_is_measured_once_a_size() -> None:
    """And no figure is below nothing."""
    assert len(FIGURES) == len({(row.way, row.size) for row in FIGURES})
    assert all(min(row.first, row.least, row.effort) >= 0 for row in FIGURES)


def test_a_usual_puzzle_takes_longer_than_an_easy_one() -> None:
    """Of lanes nothing is told apart: they take many at once."""
    for row in FIGURES:
        if not row.way.startswith("lanes"):
            assert 0 < row.least <= row.each


def test_a_size_that_was_not_measured() -> None:
    """The next larger one stands for it; lanes are for 9×9 alone."""
    assert figure(WHOLE, 16) == figure(WHOLE, 12)
    assert figure(LANES_WAY, 6) is None
    assert figure(TRIAL, 36) is None


@pytest.mark.parametrize("way", [TRIAL, WHOLE])
def test_easy_puzzles_lower_what_is_expected(way: str) -> None:
    """Slowly, and never below what an easy one takes."""
    row = figure(way, 9)
    assert row is not None
    tally = Tally()
    expected = [row.each]
    for _ in range(100):
        tally.count(row, 0)
        expected.append(tally.each(row))

    assert expected == sorted(expected, reverse=True)
    assert row.least < expected[-1] < expected[1] < row.each


@pytest.mark.parametrize("way", [TRIAL, WHOLE])
def test_hard_puzzles_raise_what_is_expected(way: str) -> None:
    """Slowly: the figure counts for some puzzles, too; each way for itself."""
    row = figure(way, 9)
    assert row is not None
    tally = Tally()
    efforts = round(9 * row.each / row.effort)
    tally.count(row, efforts)
    once = tally.each(row)
    tally.count(row, efforts)

    assert row.each < once < tally.each(row) < 9 * row.each
    assert 2 == tally.answered
    assert all(tally.each(other) == other.each for other in FIGURES if other.way != way)


def test_from_where_a_way_pays() -> None:
    """Once what is paid once is made up for; never, if each costs more, too."""
    assert pays_from(TRIAL, WHOLE, 9) == 0
    assert pays_from("dpll", TRIAL, 9) is None
    assert pays_from(WHOLE, TRIAL, 49) is None
    pays = pays_from(WHOLE, TRIAL, 9)
    whole, trial = figure(WHOLE, 9), figure(TRIAL, 9)
    assert pays is not None
    assert whole is not None
    assert trial is not None
    assert whole.first + whole.each * pays <= trial.first + trial.each * pays
    before = pays - 2
    assert whole.first + whole.each * before > trial.first + trial.each * before
