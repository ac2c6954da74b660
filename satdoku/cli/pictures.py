"""Pictures of commands: which kind is wanted, and writing one."""

from __future__ import annotations

from os.path import splitext
from typing import TYPE_CHECKING

from satdoku.drawing.vector import check_resvg, png_bytes, svg_text
from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cli.output import Output
    from satdoku.drawing.vector import Scene


def kind_of_output(
    flag: str | None, output: str | None, kinds: Sequence[str], usual: str = "text"
) -> str:
    """Return what is to be written: text, json, html, svg or png.

    Args:
        flag: What an option says, or None.
        output: The file, whose ending tells where no option does.
        kinds: What the command writes beside text and JSON.
        usual: What is written where nothing tells.

    Raises:
        UsageError: The two contradict each other, or the ending is of something else.

    Example:
        >>> kind_of_output(None, "a.PNG", ("svg", "png"))
        'png'
        >>> kind_of_output(None, "a.pdf", ("svg", "png"))
        Traceback (most recent call last):
        satdoku.errors.UsageError: a.pdf: expected an ending .svg, .png or .txt
    """
    ending = splitext(output or "")[1].lower()  # noqa: PTH122  pathlib takes 10 ms to import
    kind = {".htm": "html"}.get(ending, ending[1:])
    if kind not in kinds:
        endings = [f".{each}" for each in kinds] + [".txt"] * (usual == "text")
        if flag is None and ending and ending not in endings:
            known = f"{', '.join(endings[:-1])} or {endings[-1]}"
            shown = printable(str(output), 200)
            raise UsageError(f"{shown}: expected an ending {known}")
        return flag or usual
    if flag not in {None, kind} and (flag, kind) != ("svg", "png"):
        raise UsageError(f"{printable(str(output), 200)} would not be {flag}")
    return kind


def check_kind(kind: str, output: Output) -> None:
    """Check before long work that a picture can be made.

    Raises:
        UsageError: It cannot.
    """
    if kind == "png":
        if output.is_terminal:
            raise UsageError("a PNG picture is not for a terminal; use -o FILE.png")
        check_resvg()


def write_scene(
    output: Output, kind: str, scene: Scene, width: int | None = None
) -> None:
    """Write a picture as SVG or PNG."""
    if kind == "png":
        output.write_bytes(png_bytes(scene, width=width))
    else:  # bytes, for SVG is UTF-8 whatever the terminal is
        output.write_bytes(svg_text(scene, width=width).encode())
