"""Reading and writing puzzles in many formats: one file a format, behind one register.

text ── open_source ──▶ lines ── detect ──▶ format ── read ──▶ entries
"""

from __future__ import annotations

from satdoku.formats.entry import Entry, Extras
from satdoku.formats.format import BinaryFormat, Certainty, Format
from satdoku.formats.reading import read, read_all, scan
from satdoku.formats.register import formats
from satdoku.formats.writing import Writer, write

__all__ = [
    "BinaryFormat",
    "Certainty",
    "Entry",
    "Extras",
    "Format",
    "Writer",
    "formats",
    "read",
    "read_all",
    "scan",
    "write",
]
