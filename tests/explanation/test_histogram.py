"""The histogram of ratings, as `satdoku rate --histogram` draws it."""

from xml.etree import ElementTree as ET

import pytest

from satdoku import rate
from tests.explanation.support import EASY, ESCARGOT, HARD, STUCK
from tests.explanation.test_ratings import RECORDS

pytest.importorskip("matplotlib")

AT_EDGE = (  # 3,164: below the edge at 3,200, above ten to the power of 3.5
    "9....3.1.3..12...4..1..48....5.4......9......24.....6...3..79.......958.5...3...6"
)


@pytest.fixture
def drawn(run, tmp_path):
    """Return a function that draws ratings and returns the picture's text."""

    def draw(puzzles, *options):
        target = tmp_path / "spread.svg"
        lines = "".join(f"{line}\n" for line in puzzles)
        run("rate", "-", "--histogram", target, "--force", "-q", *options, text=lines)
        text = target.read_text("utf-8")
        ET.fromstring(text)
        return text

    return draw


def test_scores_by_level(drawn):
    puzzles = [EASY, EASY, HARD, STUCK, AT_EDGE]
    ratings = list(map(rate, puzzles))
    assert 3164 == ratings[-1].score
    text = drawn(puzzles)

    for level in {rating.level for rating in ratings if rating.level}:
        number = sum(rating.level is level for rating in ratings)
        assert f"{level.title} {number}" in text
    assert "5 puzzles by HoDoKu 2.2.0" in text


def test_explainers_ratings(drawn):
    """What is beyond the last bar is said to be."""
    text = drawn([EASY, HARD, ESCARGOT], "--scheme", "se")

    assert "1 of 9.5 or more, not drawn" in text


def test_levels_are_counted(drawn):
    records = [one for one in RECORDS if "puzzle" in one][::4]
    text = drawn([one["puzzle"] for one in records])
    for level in ("easy", "medium", "hard"):
        number = sum(one["hodoku"][1] == level for one in records)
        assert not number or f"{level.title()} {number}" in text


def test_nothing_to_draw(drawn):
    assert "0 puzzles" in drawn(["." * 81])
