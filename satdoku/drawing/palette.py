"""The colours of pictures: few, and told apart by those who see few.

They are Okabe and Ito's (Color Universal Design, 2008), with ink and greys; those that
are too light to be written in on white paper have a darker form of the same hue.
Nothing is told by colour alone: whoever draws adds a weight, a slant or a mark, so that
a print in black and white says as much.
"""

from __future__ import annotations

__all__ = [
    "BLUE",
    "DARK_GREEN",
    "DARK_ORANGE",
    "DARK_PURPLE",
    "DARK_VERMILION",
    "GREEN",
    "GREY",
    "INK",
    "LIGHT_BLUE",
    "LIGHT_GREEN",
    "LIGHT_GREY",
    "LIGHT_PURPLE",
    "LIGHT_VERMILION",
    "LIGHT_YELLOW",
    "LINE",
    "ORANGE",
    "PALE_GREY",
    "PAPER",
    "PURPLE",
    "SKY",
    "VERMILION",
    "YELLOW",
    "contrast",
]

INK = "#000000"
PAPER = "#ffffff"
GREY = "#5a5a5a"
LIGHT_GREY = "#d0d0d0"
PALE_GREY = "#ececec"
LINE = "#8c8c8c"
"""Thin lines on paper: seen, but not in the way."""

ORANGE = "#e69f00"
SKY = "#56b4e9"
GREEN = "#009e73"
YELLOW = "#f0e442"
BLUE = "#0072b2"
VERMILION = "#d55e00"
PURPLE = "#cc79a7"

DARK_ORANGE = "#8a5f00"
DARK_GREEN = "#00734f"
DARK_VERMILION = "#b34700"
DARK_PURPLE = "#96406f"
"""For text: contrast of 4.5 and more with paper (as have INK, GREY and BLUE)."""

LIGHT_BLUE = "#e0effa"
LIGHT_GREEN = "#daf1e7"
LIGHT_PURPLE = "#f6e4ee"
LIGHT_VERMILION = "#feeee4"
LIGHT_YELLOW = "#fdf9c9"
"""For the ground under ink."""


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it.

    Example:
        >>> round(contrast(INK, PAPER)), round(contrast(BLUE, PAPER), 1)
        (21, 5.2)
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
