"""Reading and writing puzzles in many formats.

source ── open ──▶ lines ── detect ──▶ format ── read ──▶ records ── write ──▶ file

`model.py` has the values, `registry.py` the table of formats and which of them a text
is in; `layouts.py` reads what is laid out in text; `lines.py`, `values.py` and
`metadata.py` are what formats share.
"""

from __future__ import annotations

from satdoku.formats.model import (
    BinaryFormat,
    Format,
    Metadata,
    PuzzleRecord,
)
from satdoku.formats.reading import read, read_all, scan
from satdoku.formats.registry import formats
from satdoku.formats.writing import Writer, text_of, write

__all__ = [
    "BinaryFormat",
    "Format",
    "Metadata",
    "PuzzleRecord",
    "Writer",
    "formats",
    "read",
    "read_all",
    "scan",
    "text_of",
    "write",
]
