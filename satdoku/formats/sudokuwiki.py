"""The format `sudokuwiki`: links that open a puzzle in the solver of SudokuWiki.

    https://www.sudokuwiki.org/sudoku.htm?bd=000007000000009504000050169080000305…

One link a line; 81 digits, 0 for an empty cell.  The site's newer links, which hold
candidates (`S9B…`), are refused by name.  Source: the links that the site gives out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.formats.format import Certainty, Format, Style
from satdoku.formats.line import line_text
from satdoku.formats.link import read_links

if TYPE_CHECKING:
    from satdoku.formats.entry import Entry
    from satdoku.formats.lines import Head

__all__ = ["SUDOKUWIKI"]

_ADDRESS = "https://www.sudokuwiki.org/sudoku.htm?bd="


def _recognises(head: Head) -> Certainty:
    """Look for the site and its parameter, whether the rest can be read or not."""
    first = head.first.lower()
    known = first.lstrip().startswith("http") and "sudokuwiki.org/sudoku.htm" in first
    return Certainty.CERTAIN if known else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    del style  # the site reads digits alone
    return _ADDRESS + line_text(entry.grid).replace(".", "0") + "\n"


SUDOKUWIKI = Format(
    name="sudokuwiki",
    summary="links of SudokuWiki, one a line",
    extensions=(".url",),
    recognises=_recognises,
    read=read_links,
    write=_write,
    sizes=(9,),
    symbols=False,
)
"""Format `sudokuwiki`."""
