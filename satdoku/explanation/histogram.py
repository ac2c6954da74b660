"""How the ratings of many puzzles are spread: counted as they come, drawn in the end.

Memory holds one number a bar, however many puzzles there are.  HoDoKu's scores run from
200 to far beyond 10,000, so bars are as wide on a logarithmic scale: ten to a power of
ten.  Sudoku Explainer's ratings run from 1 to 11 and get a bar for each half.
"""

from __future__ import annotations

from collections import Counter
from math import floor, log10
from typing import TYPE_CHECKING

from satdoku.drawing import palette, vector
from satdoku.drawing.vector import Paint, Scene
from satdoku.explanation.beyond import beyond_text
from satdoku.techniques.technique import Level

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.drawing.vector import Shape
    from satdoku.explanation.rating import Rating

__all__ = ["Histogram"]

_COLOURS = {
    Level.EASY: palette.SKY,
    Level.MEDIUM: palette.GREEN,
    Level.HARD: palette.ORANGE,
    Level.UNFAIR: palette.VERMILION,
    Level.EXTREME: palette.PURPLE,
    None: palette.BLUE,
}
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 16.0, 64.0, 56.0
_BAR, _HEIGHT = 28.0, 240.0
_LINE = Paint(stroke=palette.LIGHT_GREY, width=1)
_ROUND = (
    (10, 5),
    (15, 3),
    (20, 4),
    (25, 5),
    (30, 3),
    (40, 4),
    (50, 5),
    (60, 3),
    (80, 4),
    (100, 5),
)
"""Heights of the scale, in tenths of a power of ten, and the parts each is cut in."""


class Histogram:
    """Counts ratings of one scheme.

    Args:
        scheme: `hodoku` or `se`.
        version: The program whose table it is.

    Example:
        >>> from satdoku.explanation.rating import rate
        >>> spread = Histogram("hodoku", "HoDoKu 2.2.0")
        >>> spread.add(rate("1... ..2. ..3. 4..."))
        >>> spread.bars
        [(16, {<Level.EASY: 1>: 1})]
        >>> spread.edge(16), spread.edge(17)
        ('40', '50')
    """

    def __init__(self, scheme: str, version: str) -> None:
        self.scheme = scheme
        self.version = version
        self.puzzles = 0
        self._beyond: Counter[float | None] = Counter()
        self._counts: Counter[tuple[int, Level | None]] = Counter()

    def add(self, rating: Rating) -> None:
        """Count a rating; one beyond what was tried has no bar, and is told."""
        self.puzzles += 1
        if rating.score is None:
            self._beyond[rating.at_least] += 1
            return
        self._counts[self._bar(rating.score), rating.level] += 1

    def _bar(self, score: float) -> int:
        if self.scheme == "se":
            return floor(score * 2 + 1e-9)
        return floor(10 * log10(max(score, 1)) + 1e-9)

    def edge(self, bar: int) -> str:
        """Return where a bar begins, as it is written below it."""
        if self.scheme == "se":
            return f"{bar / 2:.1f}"
        return f"{float(f'{10 ** (bar / 10):.2g}'):,.0f}"

    @property
    def bars(self) -> list[tuple[int, dict[Level | None, int]]]:
        """The bars from the first to the last that is not empty, by level."""
        if not self._counts:
            return []
        found = [bar for bar, _ in self._counts]
        return [
            (
                bar,
                {
                    level: self._counts[bar, level]
                    for level in _COLOURS
                    if (bar, level) in self._counts
                },
            )
            for bar in range(min(found), max(found) + 1)
        ]

    def scene(self) -> Scene:
        """Draw it: a bar for each range of scores, levels one upon the other."""
        bars = self.bars
        width = _LEFT + max(len(bars), 16) * _BAR + _RIGHT
        most = max((sum(levels.values()) for _, levels in bars), default=1)
        top, parts = _scale(most)
        noun = "puzzle" if self.puzzles == 1 else "puzzles"
        title = f"{self.puzzles:,} {noun} by {self.version}"
        beyond = beyond_text(self._beyond)
        bottom = _TOP + _HEIGHT
        return Scene(
            width,
            _TOP + _HEIGHT + _BOTTOM,
            (
                vector.text(
                    _LEFT, 20, title, 16, anchor="start", bold=True, name="title"
                ),
                *self._legend(),
                *_beyond(beyond),
                *_lines(top, parts, width),
                *self._drawn(bars, top),
                # Upon the bars, whose white edges would cut it.
                vector.segments(
                    ((_LEFT, bottom, width - _RIGHT, bottom),), _LINE, "base"
                ),
                vector.text(
                    (_LEFT + width - _RIGHT) / 2,
                    bottom + 44,
                    "ER" if self.scheme == "se" else "score",
                    12,
                    palette.GREY,
                ),
            ),
            title,
            "; ".join(
                [
                    *(
                        f"{self.edge(bar)} to {self.edge(bar + 1)}: "
                        f"{sum(levels.values()):,}"
                        for bar, levels in bars
                        if levels
                    ),
                    *([beyond] if beyond else []),
                ]
            ),
        )

    def _legend(self) -> Iterator[Shape]:
        x = _LEFT
        for level, colour in _COLOURS.items():
            number = sum(n for (_, one), n in self._counts.items() if one == level)
            if level is None or not number:
                continue
            yield vector.rect(x, 36, 12, 12, Paint(fill=colour))
            text = f"{level.title} {number:,}"
            yield vector.text(x + 17, 42, text, 12, anchor="start")
            x += 30 + 6.5 * len(text)

    def _drawn(
        self, bars: list[tuple[int, dict[Level | None, int]]], top: int
    ) -> Iterator[Shape]:
        for index, (bar, levels) in enumerate(bars):
            x, y = _LEFT + index * _BAR, _TOP + _HEIGHT
            shapes: list[Shape] = []
            for level, number in levels.items():
                high = _HEIGHT * number / top
                y -= high
                paint = Paint(_COLOURS[level], palette.PAPER, 1)
                shapes.append(vector.rect(x + 2, y, _BAR - 4, high, paint, name="bar"))
            first, last = self.edge(bar), self.edge(bar + 1)
            told = f"{first} to {last}: {sum(levels.values()):,}"
            if shapes:
                yield vector.group(shapes, told)
            if index % 2 == 0:
                at = _TOP + _HEIGHT + 16
                yield vector.text(x, at, first, 11, palette.GREY)


def _beyond(beyond: str) -> Iterator[Shape]:
    """Yield a line on those that have no bar."""
    if beyond:
        yield vector.text(
            _LEFT, 42, f"{beyond}, not drawn", 12, palette.GREY, anchor="start"
        )


def _scale(most: int) -> tuple[int, int]:
    """Return a round number that is not below, and in how many parts to cut it."""
    unit: int = 10 ** (len(str(most)) - 1)
    for tenths, parts in _ROUND:
        top, rest = divmod(tenths * unit, 10)
        if not rest and top >= most:
            return top, parts if top % parts == 0 else top
    return 10 * unit, 5


def _lines(top: int, parts: int, width: float) -> Iterator[Shape]:
    heights = [_TOP + _HEIGHT * (1 - part / parts) for part in range(parts + 1)]
    yield vector.segments(
        tuple((_LEFT, y, width - _RIGHT, y) for y in heights[1:]), _LINE
    )
    for part, y in enumerate(heights):
        text = f"{top * part // parts:,}"
        yield vector.text(_LEFT - 8, y, text, 11, palette.GREY, anchor="end")
