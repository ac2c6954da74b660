"""Files that were cut, changed or put together at random: puzzles or errors, no more.

The files begin as sound ones of every format in bytes, packed or not, so that the
changes get past their first bytes.
"""

import bz2
import gzip
import io
import json
import lzma
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from satdoku.errors import InputError
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from tests.formats.inner import Metadata, PuzzleRecord, scan, write

PUZZLE = Puzzle("1.34 3.12 .143 4321")
FULL = Grid("1234 3412 2143 4321")
ENTRY = PuzzleRecord(
    PUZZLE, "", 1, 1, "a", "", Metadata((("author", "A"),), Puzzle(FULL), FULL)
)


@cache
def sound(kind):
    """Return a sound file."""
    if kind == "parquet":
        arrow = pytest.importorskip("pyarrow")
        parquet = pytest.importorskip("pyarrow.parquet")
        stream = io.BytesIO()
        parquet.write_table(arrow.table({"puzzle": [PUZZLE.line] * 9}), stream)
        return stream.getvalue()
    if kind == "json":
        stated = json.loads(write(ENTRY, "json"))
        return json.dumps([stated, PUZZLE.line, {"grid": [[1, 0, 3, 4]] * 4}]).encode()
    if kind == "npy":
        stream = io.BytesIO()
        np.save(stream, np.tile(np.array(PUZZLE.values, "u1"), (9, 1)))
        return stream.getvalue()
    lines = (PUZZLE.line + "\n").encode() * 9
    if kind == "gzip":
        return gzip.compress(lines)
    return bz2.compress(lines) if kind == "bzip2" else lzma.compress(lines)


@st.composite
def broken(draw, kind):
    """Change a few bytes, and cut some out."""
    data = bytearray(sound(kind))
    for at in draw(st.lists(st.integers(0, len(data) - 1), max_size=4)):
        data[at] = draw(st.integers(0, 255))
    start = draw(st.integers(0, len(data)))
    return bytes(
        data[:start] + data[start + draw(st.sampled_from([0, 0, 1, 9, 10**6])) :]
    )


@pytest.mark.parametrize("kind", ["gzip", "bzip2", "xz", "npy", "json", "parquet"])
@given(data=st.data())
def test_broken_files_are_puzzles_or_errors(kind, data):
    found = list(scan(io.BytesIO(data.draw(broken(kind)))))

    assert found
    for item in found:
        if isinstance(item, InputError):
            assert str(item).isprintable()
            assert len(str(item)) < 1000
        else:
            assert all(
                0 <= value <= item.puzzle.geometry.size for value in item.puzzle.values
            )


@pytest.mark.parametrize("kind", ["gzip", "bzip2", "xz", "npy", "json", "parquet"])
def test_sound_files_are_read(kind):
    assert all(isinstance(item, PuzzleRecord) for item in scan(io.BytesIO(sound(kind))))


KEYS = [
    *("puzzle", "grid", "solution", "name", "state", "details", "schema", "box"),
    *("symbols", "candidates", "puzzles", "cages", "status", "x"),
]

jsons = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 20)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([PUZZLE.line, FULL.line, "1.34", "0" * 81]),
    lambda inner: (
        st.lists(inner, max_size=9)
        | st.lists(st.lists(st.integers(0, 5), min_size=4, max_size=4), max_size=5)
        | st.dictionaries(
            st.sampled_from(KEYS),
            inner,
            max_size=5,
        )
    ),
    max_leaves=30,
)


@given(jsons, st.sampled_from([None, 1]))
def test_any_json_is_puzzles_or_errors(value, indent):
    for item in scan(io.StringIO(json.dumps(value, indent=indent)), format="json"):
        if isinstance(item, InputError):
            assert str(item).isprintable()
        else:
            (again,) = scan(io.StringIO(write(item, "json")))
            assert isinstance(again, PuzzleRecord)
            assert (item.puzzle, item.name) == (again.puzzle, again.name)


DOTS = "." * 81
ROWS = ("53..7....\n" + "." * 9 + "\n") * 4 + "........9\n"


def test_whatever_the_bytes_there_is_one_message_a_puzzle(scanned):
    for text in (
        DOTS,
        ROWS,
        "puzzle,n\n" + DOTS + ",1\n",
        "Grid 01\n" + ROWS,
        "1 " * 81,
    ):
        data = text.encode()
        for at in range(0, len(data), 7):
            for byte in b'\0\t\n\r "#,-+1A|~\xff\xe2':
                for item in scanned(data[:at] + bytes([byte]) + data[at + 1 :]):
                    assert "\n" not in str(item if isinstance(item, InputError) else "")
            assert scanned(data[:at])


CLUES = (
    "8..4......65....429...8.1.67...65..8.........2..94...55.9.2...747....29......1..4"
)
GRID = """\
 *-----------*
 |8..|4..|...|
 |.65|...|.42|
 |9..|.8.|1.6|
 |---+---+---|
 |7..|.65|..8|
 |...|...|...|
 |2..|94.|..5|
 |---+---+---|
 |5.9|.2.|..7|
 |47.|...|29.|
 |...|..1|..4|
 *-----------*
"""
PLACED = GRID.replace(".65|...|", ".65|.7.|").replace("|.2.|", "|.24|")
STATE = PLACED.replace("|..1|", "|791|")
MARKS = """\
*-----------------------------------------------------------------------------*
| 8       123     1237    | 4       135     2369    | 3579    357     39      |
| 13      6       5       | 13      7       39      | 89      4       2       |
| 9       234     2347    | 235     8       23      | 1       357     6       |
|-------------------------+-------------------------+-------------------------|
| 7       1349    134     | 123     6       5       | 349     123     8       |
| 136     134589  13468   | 1238    13      2378    | 34679   12367   139     |
| 2       138     1368    | 9       4       378     | 367     1367    5       |
|-------------------------+-------------------------+-------------------------|
| 5       138     9       | 368     2       4       | 368     1368    7       |
| 4       7       1368    | 3568    35      368     | 2       9       13      |
| 36      238     2368    | 7       9       1       | 3568    3568    4       |
*-----------------------------------------------------------------------------*
"""
EXPORT = GRID + "\n" + STATE + "\n" + MARKS


def test_export_that_is_cut_off(scanned):
    whole = scanned(EXPORT)[0]
    for end in range(0, len(EXPORT), 7):
        for entry in scanned(EXPORT[:end], format="simple"):
            if isinstance(entry, PuzzleRecord):
                assert CLUES == entry.puzzle.line, end
                state = entry.metadata.state
                assert state is None or state.values == whole.metadata.state.values, end
                assert end in range(EXPORT.index("*---", 30) - 60, len(EXPORT))
