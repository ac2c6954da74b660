"""Names and details of any kind never make another file of a puzzle, or lie of it."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satdoku import Puzzle
from satdoku.errors import UsageError
from tests.formats.inner import (
    DETAILS,
    LONGEST_LINE,
    LONGEST_LINK,
    Metadata,
    PuzzleRecord,
    find,
    lost,
    scan,
    write,
    written_names,
)
from tests.puzzles import NEWSPAPER as CLUES

SMALL = "1.343.12.1434321"
HOSTILE = json.loads(Path(__file__).with_name("hostile.json").read_text("utf-8"))
texts = st.lists(st.sampled_from(HOSTILE), max_size=5).map("".join) | st.text(
    st.characters(exclude_categories=["Cs"]), max_size=20
)
keys = st.sampled_from(
    (
        *DETAILS,
        *("name", "title", "colours", "technique", "candidates", "eliminations"),
        *("placements", "extra", "rating", "digest", "created", "time", "omment"),
    )
)
details = st.lists(st.tuples(keys | texts, texts), max_size=5).map(tuple)


def puzzle(name):
    """Return a puzzle that the format can hold."""
    sizes = find(name).sizes
    return PuzzleRecord.of(Puzzle(CLUES if sizes is None or 9 in sizes else SMALL))


def read_back(text, name):
    """Read the one puzzle of a text."""
    (found,) = list(scan(io.StringIO(text, newline=""), format=name))
    assert isinstance(found, PuzzleRecord), str(found)
    return found


@pytest.mark.parametrize("name", sorted({*written_names()} - {"npy", "parquet"}))
@given(title=st.none() | texts, stated=details)
def test_one_puzzle_is_written(name, title, stated):
    entry = replace(puzzle(name), name=title, metadata=Metadata(details=stated))
    found = read_back(write(entry, name), name)

    assert entry.puzzle.values == found.puzzle.values


def test_details_that_have_no_place():
    known, foreign = (("author", "A"),), (("shoe", "44"),)
    for name, keys in (("csv", ()), ("fpuzzles", ()), ("opensudoku", ("details",))):
        entry = replace(puzzle(name), metadata=Metadata(details=known))
        assert keys == lost(entry, find(name))
        entry = replace(entry, metadata=Metadata(details=(*known, *foreign)))
        assert ("details",) == lost(entry, find(name))


def test_names_without_their_ends():
    entry = PuzzleRecord.of(Puzzle(CLUES), "#: a name")

    assert "a name" == read_back(write(entry, "sukaku"), "sukaku").name


@pytest.mark.parametrize(
    ("name", "length"),
    [
        ("json", LONGEST_LINE),
        ("sukaku", LONGEST_LINE),
        pytest.param("opensudoku", LONGEST_LINE, marks=pytest.mark.nightly),
        ("csv", 1 << 17),
        ("fpuzzles", LONGEST_LINK),
    ],
)
def test_names_beyond_what_is_read(name, length):
    entry = replace(puzzle(name), name="n" * length)

    if name == "csv":
        assert entry.name == read_back(write(entry, name), name).name
        entry = replace(entry, name="n" * (length + 1))
    with pytest.raises(UsageError):
        write(entry, name)


@pytest.mark.parametrize("name", ["sukaku", "pencilmarks"])
def test_lone_candidates(name):
    lone = Puzzle("." * 81).with_candidates([1, *[511 - 1] * 80])
    found = read_back(write(lone, name), name).puzzle
    plain = PuzzleRecord.of(Puzzle(CLUES))

    assert [(0, 1)] == list(found.clues.filled)
    assert lone.candidate_masks() == found.candidate_masks()
    assert ("clues",) == lost(PuzzleRecord.of(lone), find(name))
    assert () == lost(plain, find(name))
