"""Colours: read on paper, and told apart without colour vision."""

from __future__ import annotations

from itertools import combinations

import pytest

from satdoku.pictures import palette, terminal
from satdoku.pictures.palette import PAPER, contrast


def test_contrast_is_that_of_the_definition() -> None:
    """Published ratios: black on white 21, #767676 4.54, #777777 4.48."""
    assert 21.0 == pytest.approx(contrast("#000000", "#ffffff"))
    assert 4.54 == pytest.approx(contrast("#ffffff", "#767676"), abs=0.005)
    assert 4.48 == pytest.approx(contrast("#777777", "#ffffff"), abs=0.005)
    assert 1.0 == contrast("#0072b2", "#0072b2")


@pytest.mark.parametrize(
    "name", ["INK", "GREY", "BLUE", *(n for n in palette.__all__ if "DARK" in n)]
)
def test_text_is_read_on_paper(name: str) -> None:
    """WCAG AA: 4.5 for text, on paper and on every tinted ground."""
    colour = getattr(palette, name)

    assert contrast(colour, PAPER) >= 4.5
    if name in ("INK", "BLUE", "DARK_VERMILION"):  # what stands on tinted cells
        for ground in (palette.LIGHT_YELLOW, palette.LIGHT_VERMILION):
            assert contrast(colour, ground) >= 4.5


def test_lines_are_seen() -> None:
    """WCAG AA: 3 for what is no text; a found candidate is paper on its disc."""
    for colour in (palette.LINE, palette.VERMILION, palette.INK):
        assert contrast(colour, PAPER) >= 3
    assert contrast(PAPER, palette.BLUE) >= 4.5


def test_every_colour_is_written_alike() -> None:
    """`#rrggbb` in small letters, as every renderer reads it."""
    for name in palette.__all__:
        value = getattr(palette, name)
        if isinstance(value, str):
            assert len(value) == 7
            assert value == value.lower()
            assert 0 <= int(value[1:], 16)


@pytest.mark.parametrize("colour", terminal.COLOURS.values())
def test_terminal_is_read_on_white_and_on_black(colour: str) -> None:
    """Nobody knows the ground of a terminal."""
    assert contrast(colour, "#ffffff") >= 4.5
    assert contrast(colour, "#000000") >= 4.5


def test_terminal_colours_are_those_of_their_numbers() -> None:
    """The cube of 6x6x6 and the ramp of greys that xterm's 256 colours are."""
    for style, colour in terminal.COLOURS.items():
        number = int(style.split(";")[-1])
        if number >= 232:
            parts = [8 + 10 * (number - 232)] * 3
        else:
            steps = (0, 95, 135, 175, 215, 255)
            at = number - 16
            parts = [steps[at // 36], steps[at // 6 % 6], steps[at % 6]]
        assert "#" + "".join(f"{part:02x}" for part in parts) == colour


def seen(colour: str, kind: str) -> tuple[float, ...]:
    """Return a colour as it is seen without one kind of cones (Viénot et al., 1999)."""
    red, green, blue = ((int(colour[at : at + 2], 16) / 255) ** 2.2 for at in (1, 3, 5))
    if kind == "protanopia":
        both = 0.11238 * red + 0.88762 * green
        return both, both, 0.00401 * red - 0.00401 * green + blue
    both = 0.29275 * red + 0.70725 * green
    return both, both, -0.02234 * red + 0.02234 * green + blue


@pytest.mark.parametrize("kind", ["protanopia", "deuteranopia"])
def test_colours_of_a_board_differ_for_the_colour_blind(kind: str) -> None:
    """Ink, blue, grey and vermilion stay four."""
    names = (palette.INK, palette.BLUE, palette.GREY, palette.VERMILION)
    for one, two in combinations(names, 2):
        pairs = zip(seen(one, kind), seen(two, kind), strict=True)
        assert sum(abs(a - b) for a, b in pairs) > 0.1, (one, two)
