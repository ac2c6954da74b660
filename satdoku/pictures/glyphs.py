"""Letters as masks for pictures of pixels, made by Pillow.

Digits and ASCII letters come from the font inside Pillow, the same on every machine, so
that no font need be installed.  That font has one weight and no slant: bold is drawn
with a wider pen, italic is sheared.  A caption with other letters is written in the
first font of this machine that has them all.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

__all__ = ["Glyphs", "Stamp"]

_PEN = 0.026
"""How much wider bold is on every side, in sizes of the font."""

_SLANT = 0.2

_OTHERS = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "LiberationSans-Regular.ttf",
    "Arial.ttf",
    "arial.ttf",
    "Arial Unicode.ttf",
    "seguisym.ttf",
    "msgothic.ttc",
    "NotoSansCJK-Regular.ttc",
    "PingFang.ttc",
)
"""Fonts that Linux, macOS or Windows have, where Pillow finds them by name."""

_NOWHERE = "\U0010fffe"
"""A character that no font has, so that its picture is that of a missing one."""


class Stamp(NamedTuple):
    """A text as a mask, and where its middle is in it.

    Args:
        mask: How much of each pixel is covered, 0 to 255.
        start: Where the text starts, from the mask's left side.
        middle: The middle of the text's digits, from the mask's upper side.
        length: How far the text reaches.
    """

    mask: Image
    start: float
    middle: float
    length: float


class Glyphs:
    """Makes stamps, and keeps them."""

    def __init__(self) -> None:
        self._stamps: dict[tuple[str, int, bool, bool], Stamp] = {}

    def stamp(self, text: str, size: int, *, bold: bool, italic: bool) -> Stamp:
        """Return the stamp of a text, in a font of `size` pixels.

        Raises:
            UsageError: No font that can be found has all its characters.
        """
        key = (text, size, bold, italic)
        if key not in self._stamps:
            self._stamps[key] = _stamp(text, size, bold=bold, italic=italic)
        return self._stamps[key]


def _stamp(text: str, size: int, *, bold: bool, italic: bool) -> Stamp:
    from PIL import Image, ImageDraw  # noqa: PLC0415  heavy, and an extra

    font = _font(text, size)
    pen = max(1, round(size * _PEN)) if bold else 0
    left, top, right, bottom = font.getbbox(text, anchor="ls", stroke_width=pen)
    half = -font.getbbox("0", anchor="ls")[1] / 2
    lean = _SLANT if italic else 0.0
    pad = 1 + round(lean * (bottom - top))
    base = 1 - top  # the base line, from the upper side
    box = (round(right - left) + 2 * pad, round(bottom - top) + 2)
    mask = Image.new("L", box)
    place = (pad - left, base)
    ImageDraw.Draw(mask).text(
        place, text, fill=255, font=font, anchor="ls", stroke_width=pen
    )
    middle = base - half
    if italic:
        mask = mask.transform(
            box,
            Image.Transform.AFFINE,
            (1.0, lean, -lean * middle, 0.0, 1.0, 0.0),
            Image.Resampling.BICUBIC,
        )
    return Stamp(mask, pad - left, middle, font.getlength(text))


def _font(text: str, size: int) -> FreeTypeFont:
    font = _own_font(size)
    if _has(font, text):
        return font
    from PIL import ImageFont  # noqa: PLC0415  loaded by now

    for name in _OTHERS:
        try:
            font = ImageFont.truetype(name, size)
        except OSError:  # not on this machine
            continue
        if _has(font, text):
            return font
    own = _own_font(size)
    missing = next(mark for mark in text if not _has(own, mark))
    raise UsageError(
        f"no font was found that has '{printable(missing)}' for a PNG picture; write "
        "SVG, or another title"
    )


@cache
def _own_font(size: int) -> FreeTypeFont:
    """Return the font inside Pillow."""
    from PIL import ImageFont  # noqa: PLC0415  heavy, and an extra

    try:
        font = ImageFont.load_default(size)
    except ImportError:
        font = None
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise UsageError(
            "this Pillow was built without FreeType and cannot write text; install "
            'another: pip install --force-reinstall "satdoku[png]"'
        )
    return font


def _has(font: FreeTypeFont, text: str) -> bool:
    """Whether a font has every character of a text."""
    none = _picture(font, _NOWHERE)
    return all(mark == " " or _picture(font, mark) != none for mark in set(text))


def _picture(font: FreeTypeFont, mark: str) -> tuple[tuple[int, int], bytes]:
    from PIL import Image, ImageDraw  # noqa: PLC0415  loaded by now

    box = font.getbbox(mark, anchor="ls")
    image = Image.new(
        "L", (max(1, round(box[2] - box[0])), max(1, round(box[3] - box[1])))
    )
    ImageDraw.Draw(image).text((-box[0], -box[1]), mark, 255, font, anchor="ls")
    return image.size, image.tobytes()
