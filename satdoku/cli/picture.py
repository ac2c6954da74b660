"""A board brought to where it goes: text in colours or not, SVG, PNG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli.colour import look_of
from satdoku.cli.remarks import say
from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from satdoku.cli.output import Output
    from satdoku.cli.show_layers import Layers
    from satdoku.pictures.scene import Scene

__all__ = ["Drawing", "kind_of"]

_ENDINGS = {".svg": "svg", ".png": "png", ".txt": "text"}


def kind_of(to: str | None, output: str | None) -> str:
    """Return the kind of picture: svg, png or text.

    Raises:
        BadParameter: The file's name does not tell it, or tells another.

    Example:
        >>> kind_of(None, "grid.PNG"), kind_of("svg", None), kind_of(None, None)
        ('png', 'svg', 'text')
    """
    if output in (None, "-"):
        return to or "text"
    name = str(output).lower()
    told = next((kind for end, kind in _ENDINGS.items() if name.endswith(end)), None)
    if told is None and to is None:
        raise click.BadParameter(
            f"{printable(str(output), 200)} ends in none of .svg, .png and .txt; --to "
            "tells the kind of picture",
            param_hint="-o",
        )
    if to is not None and told not in (None, to):
        raise click.BadParameter(
            f"{printable(str(output), 200)} would not be {to}", param_hint="-o"
        )
    return to or str(told)


class Drawing:
    """How a board is drawn.

    Args:
        kind: svg, png or text.
        title: What is written above it.
        size: How wide a picture is, in pixels; None for the usual size.
        colour: Whether text has colours: auto, always or never.
        quiet: Whether to keep remarks back.
    """

    def __init__(
        self, kind: str, *, title: str, size: int | None, colour: str, quiet: bool
    ) -> None:
        self._kind = kind
        self._title = title
        self._size = size
        self._colour = colour
        self._quiet = quiet

    def look_at(self, output: Output) -> None:
        """See to it before long work that the picture can be made.

        Raises:
            UsageError: It cannot.
        """
        if self._kind == "png":
            if output.is_terminal:
                raise UsageError("a PNG picture is not for a terminal; use -o FILE.png")
            from satdoku.pictures.png import look_for_pillow  # noqa: PLC0415  only here

            look_for_pillow()

    def draw(self, output: Output, layers: Layers) -> None:
        """Draw a board, and write it."""
        if self._kind == "text":
            self._write_text(output, layers)
        elif self._kind == "svg":
            from satdoku.pictures.svg import svg_text  # noqa: PLC0415  only here

            # Bytes, for SVG is UTF-8 whatever the terminal is.
            text = svg_text(self._scene(layers), width=self._size)
            output.write_bytes(text.encode())
        else:
            from satdoku.pictures.png import png_bytes  # noqa: PLC0415  as above

            output.write_bytes(png_bytes(self._scene(layers), width=self._size))

    def _scene(self, layers: Layers) -> Scene:
        from satdoku.pictures.draw import board_scene  # noqa: PLC0415  as above

        title = self._title
        return board_scene(
            layers.board, title=title or layers.entry.name or "", caption=title
        )

    def _write_text(self, output: Output, layers: Layers) -> None:
        from satdoku.pictures.terminal import terminal_lines  # noqa: PLC0415  as above

        look = look_of(output, self._colour)
        lines = terminal_lines(layers.board, look)
        if self._title:
            lines.insert(0, printable(self._title, 200))
        output.stream.write("".join(f"{line}\n" for line in lines))
        output.answered()
        if look.columns is None or self._quiet:
            return
        from satdoku.pictures.terminal import width_of  # noqa: PLC0415  as above

        wide = max(map(width_of, lines))
        if wide > look.columns:
            say(
                f"The drawing is {wide} columns wide, the terminal {look.columns}; "
                "-o FILE.svg makes a picture."
            )
