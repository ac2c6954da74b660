"""The texts in the picture of a board: how large they are, and of which form.

Sizes are bounded by how wide characters are in the widest of the usual fonts, for the
font is not known: a picture is shown by whatever font its viewer has.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from satdoku.pictures.frame import CELL, MARGIN
from satdoku.pictures.palette import BLUE, DARK_VERMILION, GREY, INK, PAPER
from satdoku.pictures.plain import plain
from satdoku.pictures.scene import Circle, Paint, Text, Texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.pictures.frame import Frame
    from satdoku.pictures.scene import Point, Shape

__all__ = ["CAPTION_ROOM", "Lettering", "caption_text", "text_width", "wrapped"]

CAPTION_ROOM = 34.0
"""The height that a caption takes above the board."""

_CAPTION_SIZES = (20.0, 9.0)

_WIDEST = {1: 0.62, 2: 0.5, 3: 0.4}
"""The size of a digit as a share of the cell's side, by how many characters it has."""


class Lettering:
    """The texts of a board by how they are written, drawn above all marks.

    Args:
        frame: Where cells are.
        texts: How each digit is written, from 0 on.
    """

    def __init__(self, frame: Frame, texts: Sequence[str]) -> None:
        self._size = _digit_size(texts)
        self._small = _candidate_size(frame, texts)
        self.whole: dict[bool, list[tuple[float, float, str]]] = {True: [], False: []}
        """Digits alone in their cells: the clues, and the others."""
        self.halves: dict[bool, list[tuple[float, float, str]]] = {True: [], False: []}
        """Digits that share their cells with another's."""
        self.other: list[tuple[float, float, str]] = []
        self.candidates: list[tuple[float, float, str]] = []
        self._right: list[tuple[float, float, str]] = []

    def disc(self, at: tuple[float, float, str]) -> Circle:
        """Write the candidate that is right; return the disc below it."""
        self._right.append(at)
        x, y, _ = at
        return Circle(x, y, self._small * 0.56, Paint(fill=BLUE), name="found-disc")

    def shapes(self) -> Iterator[Shape]:
        """Yield the texts of each kind, where there are any."""
        small = self._small
        for texts, size in ((self.whole, self._size), (self.halves, self._size * 0.74)):
            yield from _texts(texts[True], size, bold=True, name="clue")
            yield from _texts(texts[False], size, BLUE, italic=True, name="found")
        yield from _texts(self.other, self._size * 0.74, DARK_VERMILION, name="other")
        yield from _texts(self.candidates, small, GREY, name="candidate")
        yield from _texts(self._right, small, PAPER, bold=True, name="found-candidate")


def _texts(
    texts: list[tuple[float, float, str]],
    size: float,
    colour: str = INK,
    *,
    bold: bool = False,
    italic: bool = False,
    name: str,
) -> Iterator[Texts]:
    if texts:
        yield Texts(tuple(texts), size, colour, bold=bold, italic=italic, name=name)


_BETWEEN_LINKS = re.compile(r"(?<=[=-])(?=\()")


def caption_text(
    text: str, width: float, at: Point = (MARGIN, MARGIN), scale: float = 1.0
) -> Text:
    """Write a caption as large as there is room for, cut if even that is too long.

    Args:
        text: The caption.
        width: The room, with a margin at both sides.
        at: The left upper corner of where it stands.
        scale: How much larger than usual it may be.
    """
    text = plain(text).strip()
    largest, smallest = _CAPTION_SIZES
    room = width - 2 * MARGIN
    ems = sum(map(_em, text)) or 1.0
    if ems * smallest > room:
        while text and ems * smallest > room - smallest:
            ems -= _em(text[-1])
            text = text[:-1]
        text = f"{text.rstrip()}…"
        ems += 1.0
    size = min(largest * scale, room / ems)
    return Text(
        at[0],
        at[1] + CAPTION_ROOM / 2 - 3,
        text,
        size,
        anchor="start",
        name="caption",
    )


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Break a text into lines that are no wider than there is room.

    Args:
        text: The text; a chain may be broken behind each link, and what is wider than
            a line by itself has one of its own.
        size: Of the font.
        room: The width.

    Example:
        >>> wrapped("seven words that fill no more than three lines", 10, 110)
        ['seven words that', 'fill no more than', 'three lines']
    """
    lines: list[str] = []
    left = 0.0
    for word in plain(text).split():
        for at, piece in enumerate(_BETWEEN_LINKS.split(word)):
            gap = 0.0 if at else 0.4 * size
            wide = sum(map(_em, piece)) * size
            if lines and wide + gap <= left:
                lines[-1] += piece if at else f" {piece}"
                left -= wide + gap
            else:
                lines.append(piece)
                left = room - wide
    return lines


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is, in the widest of the usual fonts.

    Example:
        >>> text_width("pivot", 10)
        29.0
    """
    return sum(map(_em, plain(text))) * size


def _em(mark: str) -> float:
    """Return about how wide a character is, in sizes of its font."""
    if east_asian_width(mark) in "WF":
        return 1.0
    if mark in "MW@%mw—…":
        return 0.98
    return 0.76 if mark.isupper() or mark in "&<=>" else 0.58


def _digit_size(texts: Sequence[str]) -> float:
    longest = len(texts[-1])
    return CELL * _WIDEST.get(longest, 1.2 / longest)


def _candidate_size(frame: Frame, texts: Sequence[str]) -> float:
    """Return the largest size in which every candidate stays in its place."""
    across, down = frame.candidate_room
    widest = max(sum(map(_em, text)) for text in texts)
    return min(down * 0.95, across / widest * 0.98, CELL * 0.3)
