"""Pictures as PNG, drawn from their SVG by resvg (the extra `satdoku[png]`).

Digits, Latin letters and the signs of explanations come from fonts beside this module,
so that the same picture comes out on every machine; other scripts need a font that the
system has.
"""

from __future__ import annotations

import zlib
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from satdoku.drawing.vector import FONTS, Scene, plain, svg_text, text
from satdoku.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MAX_SIDE", "check_resvg", "png_bytes"]

MAX_SIDE = 10_000
"""The most pixels a side may have."""

_CRISP = ".cell-lines,.box-lines,.frame{shape-rendering:crispEdges}"
_SIGNS = frozenset("…–—≠≤≥→←‘’“”")  # noqa: RUF001  what the fonts have
_NOWHERE = "\U0010fffd"
"""A character that no font has."""

_AFTER_HEADER = 33
"""Where further chunks of a PNG file begin."""


def check_resvg() -> None:
    """Raise UsageError where resvg-py is not installed."""
    from importlib.util import find_spec  # noqa: PLC0415  only for PNG

    if find_spec("resvg_py") is None:
        raise UsageError(
            'PNG pictures need resvg-py: pip install "satdoku[png]" (SVG needs nothing)'
        )


def png_bytes(scene: Scene, *, width: int | None = None) -> bytes:
    """Draw a picture as PNG.

    Args:
        scene: The picture.
        width: In pixels; None for two pixels a unit, or for as many as there may be.
            The height follows.

    Raises:
        UsageError: resvg-py is missing, the picture would be larger than `MAX_SIDE`
            pixels a side, or no font has a character of a text.

    Example:
        >>> png_bytes(Scene(9, 9, ()), width=20_000)
        Traceback (most recent call last):
        satdoku.errors.UsageError: a picture of 20000x20000 pixels; expected 1 to 10000
    """
    ratio = scene.height / scene.width
    if width is None:
        width = min(ceil(2 * scene.width), MAX_SIDE, int(MAX_SIDE / ratio))
    height = max(1, round(width * ratio))
    if not (1 <= width <= MAX_SIDE and height <= MAX_SIDE):
        msg = f"a picture of {width}x{height} pixels; expected 1 to {MAX_SIDE}"
        raise UsageError(msg)
    check_resvg()
    from pathlib import Path  # noqa: PLC0415  takes 10 ms

    from resvg_py import svg_to_bytes  # noqa: PLC0415  an extra

    document = svg_text(scene).replace(FONTS, "DejaVu Sans", 1)
    foreign = {mark for mark in document if mark > "ÿ"} - _SIGNS
    fonts = sorted((Path(__file__).parent / "fonts").glob("*.ttf"))
    render = partial(
        svg_to_bytes,
        skip_system_fonts=not foreign,
        font_files=list(map(str, fonts)),
    )
    _check_fonts(render, foreign)
    # Lines thinner than a pixel would be lost on whole pixels.
    crisp = width >= scene.width and "<g transform" not in document
    sheet = _CRISP if crisp else None
    png: bytes = render(document, width=width, height=height, style_sheet=sheet)
    about = _chunk("Title", scene.title) + _chunk("Description", scene.description)
    return png[:_AFTER_HEADER] + about + png[_AFTER_HEADER:]


def _check_fonts(render: Callable[[str], bytes], foreign: set[str]) -> None:
    """Raise UsageError if no font has one of these characters."""
    pictures = {
        mark: render(svg_text(Scene(9, 9, (text(5, 5, mark, 9),))))
        for mark in sorted(foreign | ({_NOWHERE} if foreign else set()))
    }
    for mark in sorted(foreign):
        if pictures[mark] == pictures[_NOWHERE]:
            raise UsageError(
                f"no font of this machine has '{mark}', for PNG; write SVG, or another "
                "title"
            )


def _chunk(key: str, content: str) -> bytes:
    """Return text about a picture as a chunk of PNG."""
    data = key.encode() + b"\0\0\0\0\0" + plain(content).encode()
    body = b"iTXt" + data
    return len(data).to_bytes(4) + body + zlib.crc32(body).to_bytes(4)
