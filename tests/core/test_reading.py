"""What `Grid` and `Puzzle` are made of: texts, lists, arrays; symbols, empty cells."""

import json
from array import array
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import satdoku
from satdoku import Geometry, Grid, InputError, Puzzle
from tests.core.puzzles import FOUR, NINE

TEXT = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
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


def lines_of(name):
    """Return the lines of a JSON Lines file beside this one."""
    text = Path(__file__).with_name(name).read_text("ascii")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("text", lines_of("one_puzzle.jsonl"))
def test_one_puzzle_in_many_texts(text):
    """Signs of empty cells, borders, ends of lines."""
    assert PUZZLE == Grid(text)
    assert Puzzle(PUZZLE) == Puzzle(text)


def test_numbers():
    """Larger grids: numbers between blanks, zero or a sign for empty cells."""
    for text in (
        " ".join(map(str, SIXTEEN)),
        " ".join(str(value or ".") for value in SIXTEEN),
        " ".join(str(value or "_") for value in SIXTEEN),
        " ".join(f"{value:03}" if value else "." for value in SIXTEEN),
        "\n".join(
            " ".join(f"{value:02}" for value in SIXTEEN[start : start + 16])
            for start in range(0, 256, 16)
        ),
        "\n".join(
            "|".join(
                " ".join(str(v or "--") for v in SIXTEEN[at : at + 4])
                for at in range(start, start + 16, 4)
            )
            for start in range(0, 256, 16)
        ),
    ):
        assert SIXTEEN == Grid(text).values, text
    # 400 characters, but nobody divides a 20x20 grid so.
    values = (*(1,) * 112, *(10,) * 144)
    assert values == Grid(" ".join(map(str, values))).values
    assert 8 == Grid(" ".join(["8", *["0"] * 63])).geometry.size


def test_a_row_of_dashes():
    """Where `-` is an empty cell, a line of dashes is a row, one with `+` a border."""
    text = "12|--\n--|--\n--+--\n--|--\n--|1-"

    assert "12............1." == Grid(text).line


@pytest.mark.parametrize("blank", ".0_*?xX-~@ ·")
def test_empty_cells(blank):
    """Digits and one other character; `.` and `0` side by side."""
    row = "12" + blank * 7
    for source in ("\n".join([row] * 9), list(row * 9)):
        assert (1, 2, 0, 0) == Grid(source).values[:4]
    assert (1, 0, 0, 2, 0) == Grid("1.02." + "." * 76).values[:5]


def filled(text, cells):
    """Return a text filled up with its last character, or word."""
    if " " not in text:
        return text.ljust(cells, text[-1])
    words = text.split()
    return " ".join(words + words[-1:] * (cells - len(words)))


@pytest.mark.parametrize("case", lines_of("symbols.jsonl"))
def test_symbols(case):
    """The usual symbols of a size where they fit, others only where they alone do.

    Without `values` the text is refused, for the cell that is named, if any.
    """
    text = filled(case["text"], case["size"] ** 2)
    if "values" in case:
        values = tuple(case["values"])
        assert values == Grid(text).values[: len(values)]
    else:
        refused(text, case["refused"] and tuple(case["refused"]))


def test_complete_boards_from_zero():
    """They may be complete, or puzzles without any 16."""
    numbers = [str(number) for number in range(16)] * 16
    refused(" ".join(numbers), cell=(1, 1))
    refused("0123456789ABCDEF" * 16, cell=(1, 1))
    assert 256 == Grid(" ".join(["16", *numbers[1:]])).filled_count + 15


@pytest.mark.parametrize(
    ("zeros", "others", "is_refused"),
    [
        ([2], "12345678", True),
        ([2, 12, 25], "12345678", True),
        ([2, 5], "12345678", False),  # two in a row
        ([2, 74], "12345678", False),  # in a column
        ([2, 9], "12345678", False),  # in a box
        ([2], "12345679", False),
        ([2], "1234567", False),
        ([], "12345678", False),
    ],
)
def test_numbers_from_zero_up_to_nine(zeros, others, is_refused):
    """They are digits if all digits but 9 are there and no unit has two zeros."""
    cells = ["0" if cell in zeros else "." for cell in range(81)]
    cells[54 : 54 + len(others)] = others
    cells[54] = "01"  # numbers, not characters
    text = " ".join(cells)
    if is_refused:
        refused(text, cell=(1, 3))
    else:
        assert len(others) == Grid(text).filled_count


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("", None),
        ("\n \n", None),
        ("---+---\n", None),
        (TEXT[1:], None),
        (TEXT + ".", None),
        (TEXT.replace("7", "#", 1), (3, 2)),
        (TEXT.replace("7", "A", 1), (3, 2)),
        (TEXT.replace("7", "\u0667", 1), (3, 2)),
        (TEXT.replace("7", "\x1b", 1), (3, 2)),
        (" ".join(TEXT.replace(".", "0")).replace("7", "17", 1), (3, 2)),
        (" ".join(TEXT.replace(".", "0")).replace("7", "-7", 1), (3, 2)),
        (".*_" * 27, None),
        ("." * 49, None),
        ("5", None),
        ("no puzzle", None),
        ("p.txt", None),
    ],
)
def test_texts_refused(text, cell):
    refused(text, cell)


def test_a_row_of_another_length_is_named():
    rows = ["1234", "34.", "21..", "4.21"]
    with pytest.raises(InputError, match=r"row 2 has 3 cells; expected 4"):
        Grid("\n".join(rows))
    with pytest.raises(InputError, match="ambiguous blanks"):
        Grid("\n".join(["12 4", *rows[1:]]))


def test_geometry_of_texts():
    assert Geometry.of_box(3, 2) == Grid("." * 36, Geometry.of_box(3, 2)).geometry
    assert 1 == Grid("1" + "." * 24, Geometry.of_box(1, 5)).filled_count
    assert "16" in refused("." * 36, geometry=FOUR)


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


@pytest.mark.parametrize(
    "text",
    [
        PLACES[1:],
        "2" + PLACES[1:],
        " ".join(GROUPS).replace("12", "21", 1),
        " ".join(GROUPS[:-1]),
    ],
)
def test_pencilmarks_with_mistakes(text):
    """They are not read as a large grid, or as whatever their number fits."""
    for kind in (Grid, Puzzle):
        with pytest.raises(InputError):
            kind(text)


def test_large_grids_are_not_pencilmarks():
    assert 27 == Grid("1A.R" + "." * 725).geometry.size
    assert 27 == Grid("." * 729).geometry.size
    assert 8 == Grid("12345678" + "." * 56).geometry.size


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
