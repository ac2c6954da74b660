"""What a format would lose, and which formats know no symbols."""

from __future__ import annotations

import pytest

from satdoku.errors import UsageError
from satdoku.formats import Entry, Extras, Format, formats, write
from satdoku.formats.keeping import ESSENTIAL, lost, symbols_for
from satdoku.formats.register import find_any
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.symbols import dialect

WRITTEN = [f for f in formats() if isinstance(f, Format) and f.write is not None]
FULL = Grid.parse("." * 36, Geometry(3, 2)).with_candidates([0b111110] * 36)
EVERYTHING = Entry(
    FULL,
    "",
    1,
    1,
    "name",
    "",
    Extras((("author", "A"), ("date", "B")), state=FULL, solution=FULL),
)


@pytest.mark.parametrize("format_", formats(), ids=lambda f: f.name)
def test_lost_is_what_is_not_kept(format_: Format) -> None:
    """Of an entry that has everything, all is lost that the format does not keep."""
    everything = {"boxes", "candidates", "name", "details", "state", "solution"}

    assert everything - format_.keeps == set(lost(EVERYTHING, format_))
    assert everything >= format_.keeps
    assert () == lost(Entry.of(Grid.parse("." * 36)), format_)


def test_essential_comes_first() -> None:
    """What makes another puzzle of one is named first."""
    assert set(lost(EVERYTHING, find_any("line"))[:2]) == ESSENTIAL


def test_shapes_without_a_usual_one() -> None:
    """A 5x5 grid has no usual boxes, so its own are to be kept."""
    rows_alone = Entry.of(Grid.parse("." * 25, Geometry(1, 5)))

    assert ("boxes",) == lost(rows_alone, find_any("line"))


@pytest.mark.parametrize("format_", WRITTEN, ids=lambda f: f.name)
def test_symbols(format_: Format) -> None:
    """Symbols are taken exactly where they make a difference."""
    size = 9 if format_.sizes is None or 9 in format_.sizes else format_.sizes[0]
    grid = Grid.parse("1" + "." * (size * size - 1))
    letters = dialect("A-Z")
    differs = write(grid, format_.name) != write(grid, format_.name, letters)

    if differs:
        assert letters is symbols_for("A-Z", format_.name)
    else:
        with pytest.raises(UsageError, match="has no symbols"):
            symbols_for("A-Z", format_.name)


def test_symbols_of_the_puzzle() -> None:
    """An entry is written as its source wrote it, unless something else is said."""
    grid = Grid.parse("1" + "." * 15)
    entry = Entry(grid, "", 1, 1, None, "", Extras(symbols=dialect("A-Z")))

    assert "A" == write(entry, "line")[0]
    assert "0" == write(entry, "line", dialect("0-9A-Z"))[0]
    assert "1" == write(grid, "line")[0]
