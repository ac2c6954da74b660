"""Ratings by HoDoKu's table: levels, scores, and puzzles that have none."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from satdoku.deduce.technique import Level
from satdoku.errors import InputError, UsageError
from satdoku.explaining.rating import Rating, rate
from satdoku.grid import Grid

if TYPE_CHECKING:
    from pathlib import Path


def rows(shared_data: Path) -> list[dict[str, str]]:
    """Puzzles that HoDoKu 2.2.0 rated."""
    with (shared_data / "reference" / "rated.csv").open() as file:
        return list(csv.DictReader(file))


KINDS = pytest.mark.parametrize("kind", ["simple", "easy", "intermediate", "expert"])


@KINDS
def test_levels_and_scores_are_hodokus(shared_data: Path, kind: str) -> None:
    """All puzzles, of every kind."""
    for row in rows(shared_data):
        if row["qqwing_difficulty"] == kind:
            rating = rate(row["puzzle"])

            assert row["hodoku_level"] == rating.level.title  # type: ignore[union-attr]
            assert int(row["hodoku_score"]) == rating.score


@KINDS
def test_ratings_are_sudoku_explainers(shared_data: Path, kind: str) -> None:
    """ER, EP and ED, of every kind."""
    for row in rows(shared_data):
        if row["qqwing_difficulty"] == kind:
            rating = rate(row["puzzle"], "se")

            assert float(row["se_er"]) == rating.score
            assert float(row["se_ep"]) == rating.placing
            assert float(row["se_ed"]) == rating.removing


def test_the_score_is_the_sum_of_the_steps() -> None:
    """With what they are, and how often."""
    rating = rate("1... ..2. ..3. 4...")

    assert 48 == rating.score
    assert "HoDoKu 2.2.0" == rating.version
    assert (("full-house", 8), ("naked-single", 4)) == rating.techniques


@pytest.mark.parametrize(
    ("puzzle", "what"),
    [("." * 81, "several solutions"), ("11" + "." * 79, "no solution")],
)
def test_improper_puzzles_have_no_rating(puzzle: str, what: str) -> None:
    """They are refused, not guessed at."""
    with pytest.raises(InputError, match=f"a puzzle with {what} cannot be rated"):
        rate(puzzle)


def test_schemes_by_name() -> None:
    """Another scheme than the two is refused."""
    with pytest.raises(UsageError, match="no scheme 'best'; expected hodoku, se"):
        rate("." * 81, "best")


def test_levels_go_up_with_the_score() -> None:
    """A path of many easy steps is no easy puzzle."""
    assert Level.MEDIUM is Level.of_score(Level.EASY, 801)
    assert Level.EASY is Level.of_score(Level.EASY, 800)
    assert Level.EXTREME is Level.of_score(Level.HARD, 1801)


def test_shown_on_one_line() -> None:
    """The level, the score, and whose it is."""
    beyond = Rating(Grid.of("." * 81), "se", "X 1.0", None, None, "", (), at_least=9.5)

    assert "<Rating easy, 48 by HoDoKu 2.2.0>" == repr(rate("1... ..2. ..3. 4..."))
    assert "<Rating at least 9.5 by X 1.0>" == repr(beyond)
