"""Names of the library that are not public, all in one place: a rename is one edit."""
# ruff: noqa: F401  they are for the tests of formats

from satdoku.formats import (
    BinaryFormat,
    Format,
    Metadata,
    PuzzleRecord,
    Writer,
    formats,
    read,
    read_all,
    scan,
    text_of,
)
from satdoku.formats.bulk import scan_blocks
from satdoku.formats.lzstring import pack, unpack
from satdoku.formats.metadata import ESSENTIAL, lost, symbols_for
from satdoku.formats.model import (
    DETAILS,
    LONGEST_DOCUMENT,
    LONGEST_LINE,
    LONGEST_LINK,
    USUAL_STYLE,
    Row,
    Style,
    Table,
)
from satdoku.formats.output import open_output
from satdoku.formats.registry import find, find_any, written_names
from satdoku.formats.tables import OutputTable

write = text_of
