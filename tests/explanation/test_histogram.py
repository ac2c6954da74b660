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


@pytest.fixture
def drawn(run, tmp_path):
    """Return a function that draws ratings: ({(name, low, high): number}, text)."""

    def draw(puzzles, *options):
        target = tmp_path / "spread.svg"
        lines = "".join(f"{line}\n" for line in puzzles)
        run("rate", "-", "--histogram", target, "--force", "-q", *options, text=lines)
        text = target.read_text("utf-8")
        ET.fromstring(text)
        bars = re.findall(r'<g id="(\w+)-([\d.]+)-([\d.]+):(\d+)"', text)
        return {
            (name, float(low), float(high)): int(number)
            for name, low, high, number in bars
            if number != "0"
        }, text

    return draw


def test_bars_by_score_and_level(drawn):
    """Each score is between the edges that are written below its bar."""
    puzzles = [EASY, EASY, HARD, STUCK, AT_EDGE]
    ratings = list(map(rate, puzzles))
    assert 3164 == ratings[-1].score
    bars, text = drawn(puzzles)

    for rating in ratings:
        found = [
            number
            for (name, low, high), number in bars.items()
            if name == rating.level.title and low <= rating.score < high
        ]
        assert found == [2 if rating.score == ratings[0].score else 1]
    assert len(puzzles) == sum(bars.values())
    assert ("Extreme", 2500, 3200) in bars
    assert "5 puzzles by HoDoKu 2.2.0" in text
    assert "3,200" in text


def test_explainers_ratings(drawn):
    """Half a point a bar; what is beyond has none, and is said to be."""
    bars, text = drawn([EASY, HARD, ESCARGOT], "--scheme", "se")
    assert {("ER", 1.0, 1.5), ("ER", 2.5, 3.0)} == set(bars)
    assert "1 of 9.5 or more, not drawn" in text


def test_levels_of_one_bar_are_stacked(drawn):
    records = [one for one in RECORDS if "puzzle" in one][::4]
    bars, text = drawn([one["puzzle"] for one in records])
    assert len(records) == sum(bars.values())
    assert len(bars) > len({low for _, low, _ in bars})
    for level in ("easy", "medium", "hard"):
        number = sum(one["hodoku"][1] == level for one in records)
        assert not number or f"{level.title()} {number}" in text


def test_nothing_to_draw(drawn):
    bars, text = drawn(["." * 81])
    assert {} == bars
    assert "0 puzzles" in text
