"""What a format would lose, and which formats know no symbols."""

import pytest

from satdoku import Puzzle
from satdoku.constraints import AntiKnight
from satdoku.errors import UsageError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.symbols import dialect
from tests.formats.inner import (
    Format,
    Metadata,
    PuzzleRecord,
    Row,
    Table,
    find_any,
    formats,
    lost,
    symbols_for,
    write,
)

WRITTEN = [f for f in formats() if isinstance(f, Format) and f.write is not None]
MASKS = [0b111110] * 36
FULL = Puzzle("." * 36, [AntiKnight()], MASKS, Geometry.of_box(3, 2))
EVERYTHING = PuzzleRecord(
    FULL,
    "",
    1,
    1,
    "name",
    "",
    Metadata(
        (("author", "A"), ("date", "B")),
        state=FULL,
        solution=FULL.clues,
    ),
    Row(Table(("puzzle", "moves"), 0), ("." * 36, "7")),
)


@pytest.mark.parametrize("format_", formats(), ids=lambda f: f.name)
def test_lost_is_what_is_not_kept(format_):
    everything = {"boxes", "candidates", "name", "details", "state", "solution"}
    everything |= {"columns", "constraints"}
    odd = Puzzle("." * 54, geometry=Geometry(6, 9))

    assert everything - format_.keeps == set(lost(EVERYTHING, format_))
    assert {"shape"} - format_.keeps == set(lost(PuzzleRecord.of(odd), format_))
    everything.add("shape")
    assert everything >= format_.keeps
    assert () == lost(PuzzleRecord.of(Puzzle("." * 36)), format_)


def test_shapes_without_a_usual_one():
    rows_alone = PuzzleRecord.of(Puzzle("." * 25, geometry=Geometry.of_box(1, 5)))

    assert ("boxes",) == lost(rows_alone, find_any("line"))


@pytest.mark.parametrize("format_", WRITTEN, ids=lambda f: f.name)
def test_symbols(format_):
    size = 9 if format_.sizes is None or 9 in format_.sizes else format_.sizes[0]
    grid = Puzzle("1" + "." * (size * size - 1))
    letters = dialect("A-Z")
    differs = write(grid, format_.name) != write(grid, format_.name, letters)

    if differs:
        assert letters is symbols_for("A-Z", format_.name)
    else:
        with pytest.raises(UsageError, match=format_.name):
            symbols_for("A-Z", format_.name)


def test_no_other_puzzle_is_written():
    """What would read back as another puzzle is refused."""
    tall = Puzzle("." * 36, geometry=Geometry.of_box(3, 2))
    marked = Puzzle("." * 16).with_candidates((1, *(15,) * 15))
    for puzzle, fine in ((tall, "grid"), (marked, "pencilmarks")):
        assert write(puzzle, fine)
        with pytest.raises(UsageError):
            write(puzzle, "line")
