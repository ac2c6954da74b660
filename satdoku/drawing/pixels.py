"""Pictures as PNG, drawn from their SVG by resvg (the extra `satdoku[png]`).

Digits, Latin letters and the signs of explanations come from a font beside this module,
so that the same picture comes out on every machine; other scripts need a font that the
system has.
"""

from __future__ import annotations

import zlib
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from satdoku.drawing.vector import FONTS, plain, svg_text
from satdoku.errors import UsageError

if TYPE_CHECKING:
    from satdoku.drawing.vector import Scene

__all__ = ["MAX_SIDE", "check_resvg", "png_bytes"]

MAX_SIDE = 10_000
"""The most pixels a side may have."""

_CRISP = ".cell-lines,.box-lines,.frame{shape-rendering:crispEdges}"
_FONTS = Path(__file__).parent / "fonts"
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
        UsageError: resvg-py is missing, or the picture would be larger than `MAX_SIDE`
            pixels a side.

    Example:
        >>> from satdoku.drawing.vector import Scene
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
    from resvg_py import svg_to_bytes  # noqa: PLC0415  an extra

    document = svg_text(scene)
    # Lines thinner than a pixel would be lost on whole pixels.
    crisp = width >= scene.width and "<g transform" not in document
    png: bytes = svg_to_bytes(
        document.replace(FONTS, "DejaVu Sans", 1),
        width=width,
        height=height,
        style_sheet=_CRISP if crisp else None,
        skip_system_fonts=max(document) < "Ā",
        font_files=[str(path) for path in sorted(_FONTS.glob("*.ttf"))],
    )
    about = _chunk("Title", scene.title) + _chunk("Description", scene.description)
    return png[:_AFTER_HEADER] + about + png[_AFTER_HEADER:]


def _chunk(key: str, content: str) -> bytes:
    """Return text about a picture as a chunk of PNG."""
    data = key.encode() + b"\0\0\0\0\0" + plain(content).encode()
    body = b"iTXt" + data
    return len(data).to_bytes(4) + body + zlib.crc32(body).to_bytes(4)
