"""What `Grid` and `Puzzle` are made of: texts, lists, arrays; symbols, empty cells."""

from array import array
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import satdoku
from satdoku import Geometry, Grid, InputError, Puzzle
from tests.core.puzzles import NINE
from tests.puzzles import INKALA as TEXT

PUZZLE = Grid(TEXT)
ROWS = [list(row) for row in PUZZLE.rows]
LINES = [TEXT[start : start + 9] for start in range(0, 81, 9)]
ARRAY = np.array(ROWS)
SIXTEEN = (16, 0, 3, 10, *(0,) * 252)


def puzzle_of(source, geometry=None):
    return Puzzle(source, geometry=geometry)


def refused(source, cell=None, geometry=None, by=(Grid, puzzle_of)):
    """Return the message about what holds no grid, and so no puzzle."""
    messages = set()
    for make in by:
        with pytest.raises(InputError) as caught:
            make(source, geometry)
        assert cell == caught.value.cell, str(caught.value)
        messages.add(str(caught.value))
    (message,) = messages
    assert "\n" not in message
    assert "\x1b" not in message
    assert len(message) < 300
    return message


# Texts


@pytest.mark.parametrize("blank", ".0_*?xX-~@ ·")
def test_empty_cells(blank):
    """Digits and one other character; `.` and `0` side by side."""
    row = "12" + blank * 7
    for source in ("\n".join([row] * 9), list(row * 9)):
        assert (1, 2, 0, 0) == Grid(source).values[:4]
    assert (1, 0, 0, 2, 0) == Grid("1.02." + "." * 76).values[:5]


# Pencilmarks


MASKS = tuple(mask & 511 or 3 for mask in range(1, 5 * 81, 5))
GROUPS = [
    "".join(str(d) for d in range(1, 10) if mask >> (d - 1) & 1) for mask in MASKS
]
PLACES = "".join(
    str(d) if mask >> (d - 1) & 1 else "." for mask in MASKS for d in range(1, 10)
)


def test_pencilmarks():
    """A group of digits a cell, drawn or not; a place for each digit."""
    rows = [GROUPS[start : start + 9] for start in range(0, 81, 9)]
    boxed = [" | ".join(" ".join(row[c : c + 3]) for c in (0, 3, 6)) for row in rows]
    expected = Puzzle.of_candidates(NINE, MASKS)

    assert expected.masks is not None
    for source in (
        " ".join(GROUPS),
        "\n".join(GROUPS),
        "\n".join(f"| {row} |" for row in boxed),
        "\n".join([".---.---.", *boxed[:3], ":---+---:", *boxed[3:], "'---'---'"]),
        boxed,
        PLACES,
        PLACES.replace(".", "0"),
        " ".join(PLACES[start : start + 9] for start in range(0, 729, 9)),
    ):
        assert expected == Puzzle(source) == Puzzle.of(source)
    small = Puzzle("1 2 34 34 " + "1234 " * 12)
    assert (1, 2, 12, 12) == small.candidate_masks()[:4]
    assert small == Puzzle("1..." + ".2.." + "..34" * 2 + "1234" * 12)


# Lists and arrays


class Tensor:
    """Holds an array as tensors of other libraries do."""

    def __array__(self, dtype=None, copy=None):
        del dtype, copy
        return ARRAY


def test_one_puzzle_in_many_lists():
    for source in (
        ROWS,
        tuple(map(tuple, ROWS)),
        PUZZLE,
        PUZZLE.values,
        list(PUZZLE.values),
        [float(value) for value in PUZZLE.values],
        [[value or None for value in row] for row in ROWS],
        list(TEXT),
        tuple(TEXT),
        list(TEXT.replace(".", "0")),
        [mark.replace(".", "") for mark in TEXT],
        [mark.replace(".", " ") for mark in TEXT],
        list(TEXT.replace(".", "-")),
        LINES,
        [row + "\n" for row in LINES],
        str(PUZZLE).splitlines(),
        [" ".join(row) for row in LINES],
        [list(row) for row in LINES],
        [tuple(row.replace(".", " ")) for row in LINES],
        [ROWS[0], LINES[1], *ROWS[2:]],
        [np.array(row) for row in ROWS],
        [np.int64(value) for value in PUZZLE.values],
        [int(mark) if mark != "." else mark for mark in TEXT],
        array("b", PUZZLE.values),
        memoryview(bytes(PUZZLE.values)),
        [TEXT],
        TEXT.encode(),
        bytearray(TEXT, "ascii"),
        Tensor(),
    ):
        assert PUZZLE == Grid(source), source
        assert Puzzle(PUZZLE) == Puzzle.of(source), source


def test_bytes_that_are_no_text():
    with pytest.raises(InputError, match="byte 81 is not UTF-8"):
        Puzzle(b"." * 80 + b"\xff")


def test_texts_in_lists():
    """Numbers of two digits where the grid has them; else a character a cell."""
    texts = [str(value) for value in SIXTEEN]
    rows = [texts[start : start + 16] for start in range(0, 256, 16)]

    for source in (texts, rows, [" ".join(row) for row in rows], [16, *texts[1:]]):
        assert SIXTEEN == Grid(source).values
    assert (16, 10) == Grid(["G", "A", *["."] * 254]).values[:2]
    refused(["G", "0", *["."] * 254])


VALUES = PUZZLE.values


@pytest.mark.parametrize(
    ("source", "cell"),
    [
        ([], None),
        (ROWS[:8], None),
        ([*ROWS[:8], ROWS[8][:8]], None),
        ([*ROWS[:8], 5], None),
        (VALUES[1:], None),
        ([*VALUES[:80], 10], (9, 9)),
        ([-1, *VALUES[1:]], (1, 1)),
        ([2.5, *VALUES[1:]], (1, 1)),
        ([float("inf"), *VALUES[1:]], (1, 1)),
        ([1e300, *VALUES[1:]], (1, 1)),
        ([True, *VALUES[1:]], (1, 1)),
        ([np.True_, *VALUES[1:]], (1, 1)),
        ([b"8", *VALUES[1:]], (1, 1)),
        ([*VALUES[:12], {}, *VALUES[13:]], (2, 4)),
        ([[0], *VALUES[1:]], None),
        ([Fraction(1, 2), *VALUES[1:]], (1, 1)),
        (["#", *TEXT[1:]], (1, 1)),
        (["88", *TEXT[1:]], (1, 1)),
        ([10, *TEXT[1:]], (1, 1)),
        (["8", "\x1b[31m", *TEXT[2:]], (1, 2)),
    ],
)
def test_lists_refused(source, cell):
    refused(source, cell)


def test_arrays():
    """Any type and layout that holds whole numbers; none is changed."""
    for kind in "uint8 int8 int16 int32 int64 uint64 float16 float64".split():
        assert PUZZLE == Grid(ARRAY.astype(kind))
        assert PUZZLE == Grid(ARRAY.astype(kind).ravel())
    wide = np.zeros((9, 18), dtype=np.int64)
    wide[:, ::2] = ARRAY
    locked = ARRAY.copy()
    locked.flags.writeable = False
    objects = ARRAY.astype(object)
    objects[objects == 0] = None
    for source in (
        np.asfortranarray(ARRAY),
        wide[:, ::2],
        ARRAY[::-1][::-1],
        locked,
        ARRAY.byteswap().view(ARRAY.dtype.newbyteorder()),
        np.ma.masked_equal(ARRAY, 0),
        objects,
        np.array([list(row) for row in LINES]),
        np.array(LINES),
    ):
        before = source.tobytes()
        assert PUZZLE == Grid(source) == Puzzle(source).clues
        assert before == source.tobytes()
    square = Grid(np.zeros((6, 6), dtype=np.uint8), Geometry.of_box(3, 2))
    assert Geometry.of_box(3, 2) == square.geometry


def test_tables():
    class Table:
        def to_numpy(self):
            return ARRAY

    assert PUZZLE == Grid(Table())


@pytest.mark.parametrize(
    ("source", "cell"),
    [
        (ARRAY + 0.5, (1, 1)),
        (ARRAY - 1, (6, 4)),
        (ARRAY * 2, (1, 1)),
        (np.where(ARRAY == 6, np.inf, ARRAY), (2, 4)),
        (ARRAY.astype(bool), (1, 1)),
        (ARRAY.astype(complex), (1, 1)),
        (ARRAY.astype("S1"), (1, 1)),
        (ARRAY[:8], None),
        (ARRAY.reshape(1, 81), None),
        (ARRAY.reshape(3, 3, 9), None),
        (np.zeros((0, 81), dtype=np.uint8), None),
        (np.zeros(0, dtype=np.uint8), None),
        (np.zeros(80), None),
        (np.zeros((7, 7)), None),
        (np.zeros((3, 3)), None),
        (np.array(5), None),
        (np.int64(5), None),
    ],
)
def test_arrays_refused(source, cell):
    refused(source, cell)


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        (5, ""),
        (None, ""),
        (2.5, ""),
        (object(), ""),
        ({1, 2}, "list"),
        (dict.fromkeys(range(81)), ""),
        (iter(ROWS), "list"),
        (Path("p.txt"), "satdoku.read"),
        ("p.txt", "satdoku.read"),
        ("folder/p", "satdoku.read"),
        (Grid, ""),
        (np.ndarray, ""),
    ],
)
def test_what_holds_no_grid(source, hint):
    """It is refused by every function, and the message says what to do."""
    for function in (Grid, Puzzle, satdoku.solve, satdoku.count, satdoku.check):
        with pytest.raises(InputError) as caught:
            function(source)
        assert hint in str(caught.value)
    if not isinstance(source, str | None):
        assert type(source).__name__ in str(caught.value)


@pytest.mark.parametrize("read", [Puzzle, Grid])
@pytest.mark.parametrize("place", ["above", "below"])
def test_text_that_names_a_rule_is_warned_of(read, place):
    rows = "\n".join(TEXT[at : at + 9] for at in range(0, 81, 9))
    words = "Anti-knight rules apply"
    text = f"{words}\n{rows}" if place == "above" else f"{rows}\n{words}\n"
    with pytest.warns(UserWarning, match=words):
        assert read(text).line == Grid(TEXT).line


@pytest.mark.parametrize("read", [Puzzle, Grid, satdoku.solve, satdoku.check])
def test_the_warning_names_who_called(read):
    """However many functions of the package are between."""
    rows = "\n".join(TEXT[at : at + 9] for at in range(0, 81, 9))
    with pytest.warns(UserWarning, match="Anti-knight") as caught:
        read(f"Anti-knight rules apply\n{rows}")
    assert [__file__] == [warning.filename for warning in caught]


def test_other_text_is_not():
    rows = "\n".join(TEXT[at : at + 9] for at in range(0, 81, 9))
    assert Puzzle(f"A nice one\n{rows}\nby J. Smith\n").line == Grid(TEXT).line
