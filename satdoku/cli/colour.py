"""Whether and how a grid can be drawn in colours where it goes.

Colours are left out where they would be in the way: in files and pipes, on a terminal
that knows none (TERM=dumb), and for whoever has switched them off (NO_COLOR, see
no-color.org).  The option `--color` has the last word.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.cli.output import Output
    from satdoku.drawing.terminal import Look


CHOICES = ("auto", "always", "never")

_BOXES = "┌┬┐├┼┤└┴┘─│"
_SIGNS_ON_WINDOWS = ("WT_SESSION", "ANSICON", "ConEmuANSI", "TERM")
"""Any of these variables tells that a console of Windows reads escape sequences."""


def has_colours(output: Output, choice: str = "auto") -> bool:
    """Whether escape sequences for colours may be written."""
    if choice != "auto":
        return choice == "always"
    get = os.environ.get
    if not output.is_terminal or get("NO_COLOR") or get("TERM") == "dumb":
        return False
    return sys.platform != "win32" or any(map(get, _SIGNS_ON_WINDOWS))


def look_of(output: Output, choice: str, *, labels: bool = False) -> Look:
    """Return what can be shown where the output goes."""
    from satdoku.drawing.terminal import Look  # noqa: PLC0415  help needs none of it

    columns = None
    if output.is_terminal:
        from shutil import get_terminal_size  # noqa: PLC0415  only for terminals

        columns = get_terminal_size().columns
    colour, boxes = has_colours(output, choice), _can_write_boxes(output)
    return Look(colour, boxes, columns, labels)


def _can_write_boxes(output: Output) -> bool:
    try:
        _BOXES.encode(output.stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
