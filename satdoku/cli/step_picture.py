"""Explanations and steps as pictures and pages: which is wanted, and writing it."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from satdoku.cli.output import Output
    from satdoku.explaining.explanation import Entry
    from satdoku.puzzle import Puzzle

__all__ = ["draw_step", "kind_of", "look_at"]

_ENDINGS = {".html": "html", ".htm": "html", ".svg": "svg", ".png": "png"}
_TEXT = ("", ".txt")
"""Endings of files that text is written to."""


def kind_of(asked: str | None, output: str | None, kinds: tuple[str, ...]) -> str:
    """Return what is to be written: text, json, html, svg or png.

    Args:
        asked: What an option says, or None.
        output: The file it goes to, whose ending tells where no option does.
        kinds: What there is of html, svg and png.

    Raises:
        BadParameter: The two contradict each other, or neither tells.

    Example:
        >>> kind_of(None, "a.PNG", ("svg", "png")), kind_of("svg", "a.png", ("png",))
        ('png', 'png')
        >>> kind_of(None, "a.txt", ("svg", "png")), kind_of("json", None, ())
        ('text', 'json')
    """
    ending = PurePath(output or "").suffix.lower()
    told = _ENDINGS.get(ending)
    if told not in kinds:
        told = None
    if asked is None:
        if told is None and ending not in _TEXT:
            name = printable(str(output), 200)
            raise click.BadParameter(
                f"{name}: nothing is known of the ending {printable(ending, 20)}; "
                f"expected .{', .'.join(kinds)}, or .txt or none for text (--json "
                "writes to any)",
                param_hint="-o",
            )
        return told or "text"
    if asked == "svg" and told == "png":
        return "png"
    if told not in (None, asked):
        raise click.BadParameter(
            f"{printable(str(output), 200)} would not be {asked}", param_hint="-o"
        )
    return asked


def look_at(kind: str, output: Output) -> None:
    """See to it before long work that a picture can be made.

    Raises:
        UsageError: It cannot.
    """
    if kind == "png":
        if output.is_terminal:
            raise UsageError("a PNG picture is not for a terminal; use -o FILE.png")
        from satdoku.pictures.png import look_for_pillow  # noqa: PLC0415  only here

        look_for_pillow()


def draw_step(
    output: Output, kind: str, position: Puzzle, step: Entry | None, puzzle: Puzzle
) -> None:
    """Draw a step, and write the picture.

    Args:
        output: Where to.
        kind: svg or png.
        position: Values and candidates before the step.
        step: The step; None for the position alone.
        puzzle: Tells which digits are clues.
    """
    from satdoku.explaining.drawing import step_scene  # noqa: PLC0415  only here

    scene = step_scene(position, step, puzzle=puzzle, foot=True)
    if kind == "png":
        from satdoku.pictures.png import png_bytes  # noqa: PLC0415  as above

        output.write_bytes(png_bytes(scene))
    else:
        from satdoku.pictures.svg import svg_text  # noqa: PLC0415  as above

        # Bytes, for SVG is UTF-8 whatever the terminal is.
        output.write_bytes(svg_text(scene).encode())
