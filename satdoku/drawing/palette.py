"""The colours of pictures: few, and distinct for people who see few.

They are Okabe and Ito's (Color Universal Design, 2008), with black and greys; those too
light for text on white have a darker form of the same hue.  Colour never stands alone:
a weight, a slant or a mark says the same, so that a print in black and white does too.
"""

from __future__ import annotations

INK = "#000000"
PAPER = "#ffffff"
GREY = "#5a5a5a"
LIGHT_GREY = "#d0d0d0"
PALE_GREY = "#ececec"
LINE = "#8c8c8c"
"""Thin lines on paper."""

BLACK = "#010101"
WHITE = "#fefefe"
"""Of dots, which are black or white in dark pictures, too."""

GREEN = "#009e73"
BLUE = "#0072b2"
VERMILION = "#d55e00"
PURPLE = "#cc79a7"

DARK_ORANGE = "#8a5f00"
DARK_GREEN = "#00734f"
DARK_VERMILION = "#b34700"
DARK_PURPLE = "#96406f"
"""For text: a contrast of 4.5 or more with paper (as have INK, GREY and BLUE)."""

LIGHT_BLUE = "#e0effa"
LIGHT_GREEN = "#daf1e7"
LIGHT_PURPLE = "#f6e4ee"
LIGHT_VERMILION = "#feeee4"
LIGHT_YELLOW = "#fdf9c9"
"""For backgrounds of black text."""

PALE_BLUE = "#c3e1f6"
PALE_GREEN = "#bfe6d8"
PALE_ORANGE = "#fae0a8"
PALE_PURPLE = "#efcbe0"
PALE_VERMILION = "#f9cdb0"
"""For lines below black text."""

IN_THE_DARK = {
    INK: "#ececec",
    PAPER: "#161616",
    GREY: "#b4b4b4",
    LIGHT_GREY: "#444444",
    PALE_GREY: "#2d2d2d",
    LINE: "#6a6a6a",
    BLUE: "#6cb8ee",
    VERMILION: "#f08a4b",
    DARK_ORANGE: "#e69f00",
    DARK_GREEN: "#35bd93",
    DARK_VERMILION: "#f39a63",
    DARK_PURPLE: "#e6a5c8",
    LIGHT_BLUE: "#12324a",
    LIGHT_GREEN: "#173a2d",
    LIGHT_PURPLE: "#44203a",
    LIGHT_VERMILION: "#4b2815",
    LIGHT_YELLOW: "#40390e",
    PALE_BLUE: "#1f4f72",
    PALE_GREEN: "#215743",
    PALE_ORANGE: "#5c4308",
    PALE_PURPLE: "#63304f",
    PALE_VERMILION: "#6b3a1f",
}
"""What each colour is in a dark picture; the others stay."""
