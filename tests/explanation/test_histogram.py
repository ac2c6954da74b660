"""The histogram of ratings, as `satdoku rate --histogram` draws it."""

from math import floor, log10
from xml.etree import ElementTree as ET

import pytest

from satdoku import rate
from tests.explanation.support import EASY, ESCARGOT, HARD, STUCK
from tests.explanation.test_ratings import RECORDS

FOUR = "1.....2...3.4..."


@pytest.fixture
def drawn(run, tmp_path):
    """Return a function that draws ratings: (bars by (x, height), texts, root)."""

    def draw(puzzles, *options):
        target = tmp_path / "spread.svg"
        lines = "".join(f"{line}\n" for line in puzzles)
        run("rate", "-", "--histogram", target, "--force", "-q", *options, text=lines)
        root = ET.parse(target).getroot()
        bars = [
            (float(one.get("x")), float(one.get("height")), one.get("fill"))
            for one in root.iter()
            if one.get("class") == "bar"
        ]
        texts = [one.text.strip() for one in root.iter() if (one.text or "").strip()]
        return bars, texts, root

    return draw


@pytest.mark.parametrize(
    ("puzzles", "heights"),
    [
        (1, [0, 1]),
        (2, [0, 1, 2]),
        (7, [0, 2, 4, 6, 8]),
        (10, [0, 2, 4, 6, 8, 10]),
        (14, [0, 5, 10, 15]),
        (21, [0, 5, 10, 15, 20, 25]),
        (60, [0, 20, 40, 60]),
    ],
)
def test_the_scale_is_round_and_not_too_high(drawn, puzzles, heights):
    bars, texts, _ = drawn([FOUR] * puzzles)
    wanted = list(map(str, heights))
    at = [
        index for index in range(len(texts)) if texts[index:][: len(wanted)] == wanted
    ]
    assert at
    assert 1 == len(bars)


def test_bars_by_score_and_level(drawn):
    """A bar for a tenth of a power of ten, levels one upon the other."""
    bars, texts, root = drawn([EASY, EASY, HARD, STUCK])
    scores = [rate(puzzle).score for puzzle in (EASY, HARD, STUCK)]
    first, *others = sorted(floor(10 * log10(score)) for score in scores)
    places = sorted({x for x, _, _ in bars})

    assert 3 == len(bars) == len(places)
    one, other, two = sorted(height for _, height, _ in bars)
    assert two == pytest.approx(2 * one) == pytest.approx(2 * other)
    width = (places[-1] - places[0]) / (others[-1] - first)
    assert [(bar - first) * width for bar in others] == pytest.approx(
        [place - places[0] for place in places[1:]]
    )
    described = " ".join(texts)
    assert "200 to 250: 2" in described
    names = [one.get("class") for one in root.iter()]
    assert names.index("base") > max(i for i, name in enumerate(names) if name == "bar")
    assert 1 == names.count("base")


def test_explainers_ratings(drawn):
    """Half a point a bar; what is beyond has none, and is said to be."""
    bars, texts, _ = drawn([EASY, HARD, ESCARGOT], "--scheme", "se")
    described = " ".join(texts)
    assert 2 == len(bars)
    assert "1.0 to 1.5: 1" in described
    assert "9.5" in described


def test_levels_of_one_bar_are_stacked(drawn):
    records = [one for one in RECORDS if "puzzle" in one][::4]
    bars, texts, _ = drawn([one["puzzle"] for one in records])
    heights = {}
    for x, height, _ in bars:
        heights[x] = heights.get(x, 0) + height
    unit = min(height for _, height, _ in bars)
    total = sum(round(height / unit) for height in heights.values())
    assert len(records) == total
    assert len(bars) > len(heights)
    counts = [text for text in texts if text.split()[0] in {"Easy", "Medium", "Hard"}]
    for level in ("easy", "medium", "hard"):
        number = sum(one["hodoku"][1] == level for one in records)
        assert not number or f"{level.title()} {number}" in counts
