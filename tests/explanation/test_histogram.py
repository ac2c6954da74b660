"""The histogram of ratings, as `satdoku rate --histogram` draws it."""

import re
from xml.etree import ElementTree as ET

import pytest

from satdoku import rate
from tests.explanation.support import EASY, ESCARGOT, HARD, STUCK
from tests.explanation.test_ratings import RECORDS

pytest.importorskip("matplotlib")

AT_EDGE = (  # 3,164: below the edge at 3,200, above ten to the power of 3.5
    "9....3.1.3..12...4..1..48....5.4......9......24.....6...3..79.......958.5...3...6"
)


_PLACE = r'<g id="xtick_\d+">.*?<use [^>]* x="([\d.]+)".*?>([\d.,]+)</text>'
_BAR = (
    r'<path d="M ([\d.]+) ([\d.]+) \nL ([\d.]+) [\d.]+ \nL [\d.]+ ([\d.]+) [^"]*" '
    r"clip-path="
)


def bars_of(text, total):
    """Return how many of the puzzles each bar holds, by the edges below it."""
    edges = {
        x: float(said.replace(",", ""))
        for x, said in re.findall(_PLACE, text, re.DOTALL)
    }
    found = [
        (edges[left], edges[right], float(foot) - float(top))
        for left, foot, right, top in re.findall(_BAR, text)
        if foot != top
    ]
    one = sum(height for *_, height in found) / max(total, 1)
    return [(low, high, round(height / one, 3)) for low, high, height in found]


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


def test_bars_by_score_and_level(drawn):
    """Each score is between the edges that are written below its bar."""
    puzzles = [EASY, EASY, HARD, STUCK, AT_EDGE]
    ratings = list(map(rate, puzzles))
    assert 3164 == ratings[-1].score
    text = drawn(puzzles)
    bars = bars_of(text, len(puzzles))

    for low, high, number in bars:
        inside = [rating for rating in ratings if low <= rating.score < high]
        assert number in {sum(r.level is one.level for r in inside) for one in inside}
    assert len(puzzles) == sum(number for *_, number in bars)
    assert (2500, 3200, 1) in bars
    for level in {rating.level for rating in ratings}:
        count = sum(rating.level is level for rating in ratings)
        assert f"{level.title} {count}" in text
    assert "5 puzzles by HoDoKu 2.2.0" in text


@pytest.mark.nightly
def test_explainers_ratings(drawn):
    """Half a point a bar; what is beyond has none, and is said to be."""
    text = drawn([EASY, HARD, ESCARGOT], "--scheme", "se")

    assert [(1.0, 1.5, 1), (2.5, 3.0, 1)] == bars_of(text, 2)
    assert "1 of 9.5 or more, not drawn" in text


def test_levels_of_one_bar_are_stacked(drawn):
    records = [one for one in RECORDS if "puzzle" in one][::4]
    text = drawn([one["puzzle"] for one in records])
    bars = bars_of(text, len(records))

    assert all(number == int(number) for *_, number in bars)
    assert len(bars) > len({low for low, *_ in bars})
    for level in ("easy", "medium", "hard"):
        number = sum(one["hodoku"][1] == level for one in records)
        assert not number or f"{level.title()} {number}" in text


def test_nothing_to_draw(drawn):
    text = drawn(["." * 81])

    assert [] == bars_of(text, 0)
    assert "0 puzzles" in text
