"""Standard output and error, made safe for whatever encoding they have.

A file name need not be text that the terminal can show, and a terminal may know ASCII
alone.  What cannot be written as it is becomes plain ASCII where there is a usual way
to write it, and an escape otherwise; nothing ends the program.
"""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

__all__ = ["prepare"]

_NAME = "satdoku"
_PLAIN = {
    "…": "...",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{EN DASH}": "-",
    "≠": "!=",
    "≥": ">=",
    "≤": "<=",
    "·": ".",
}


def _fallback(error: UnicodeError) -> tuple[str, int]:
    """Write a character that the encoding lacks in ASCII."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    plain = "".join(
        _PLAIN.get(mark) or mark.encode("ascii", "backslashreplace").decode("ascii")
        for mark in lacking
    )
    return plain, error.end


def prepare() -> None:
    """See to it that whatever is written can be written."""
    codecs.register_error(_NAME, _fallback)
    stream: TextIO | None  # None if the shell closed it
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_NAME)
