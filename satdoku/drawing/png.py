"""A scene as PNG, by Pillow (the extra `satdoku[png]`).

The same scene and width give the same picture, as far as Pillow is the same.
"""

from __future__ import annotations

from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING

from satdoku.drawing.svg import plain
from satdoku.errors import UsageError

if TYPE_CHECKING:
    from satdoku.drawing.scene import Scene

__all__ = ["LARGEST", "look_for_pillow", "png_bytes"]

LARGEST = 10_000
"""The most pixels a side may have."""


def look_for_pillow() -> None:
    """Raise UsageError where Pillow is not installed."""
    from importlib.util import find_spec  # noqa: PLC0415  only for PNG

    if find_spec("PIL") is None:
        raise UsageError(
            'PNG pictures need Pillow: pip install "satdoku[png]" (SVG needs nothing)'
        )


def png_bytes(scene: Scene, *, width: int | None = None) -> bytes:
    """Draw a scene as a PNG picture.

    Args:
        scene: What is drawn.
        width: Of the picture, in pixels; None for two pixels a unit, or for as many as
            there may be. The height follows.

    Raises:
        UsageError: Pillow is missing, the picture would be larger than `LARGEST` pixels
            a side, or no font has a character of a text.

    Example:
        >>> from satdoku.drawing.scene import Scene
        >>> png_bytes(Scene(9, 9, ()), width=20_000)
        Traceback (most recent call last):
        satdoku.errors.UsageError: a picture of 20000x20000 pixels; expected 1 to 10000
    """
    tall = scene.height / scene.width
    if width is None:
        width = min(ceil(2 * scene.width), LARGEST, int(LARGEST / tall))
    height = max(1, round(width * tall))
    if not (1 <= width <= LARGEST and height <= LARGEST):
        msg = f"a picture of {width}x{height} pixels; expected 1 to {LARGEST}"
        raise UsageError(msg)
    look_for_pillow()
    from PIL.PngImagePlugin import PngInfo  # noqa: PLC0415  heavy, and an extra

    from satdoku.drawing.canvas import drawn  # noqa: PLC0415  only for PNG

    told = PngInfo()
    told.add_itxt("Title", plain(scene.title))
    told.add_itxt("Description", plain(scene.description))
    stream = BytesIO()
    drawn(scene, width, height).save(stream, "PNG", pnginfo=told)
    return stream.getvalue()
