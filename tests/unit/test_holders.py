"""Whatever holds a grid in Python; and what does not."""

from __future__ import annotations

from array import array
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import satdoku
from satdoku.errors import InputError, SatdokuError
from satdoku.geometry import Geometry
from satdoku.grid import Grid

TEXT = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
PUZZLE = Grid.parse(TEXT)
ROWS = [list(row) for row in PUZZLE.rows]
ARRAY = np.array(ROWS)


class TestLists:
    """Lists and tuples, of rows or of cells."""

    @pytest.mark.parametrize(
        "source",
        [
            ROWS,
            tuple(map(tuple, ROWS)),
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
            [TEXT[at : at + 9] for at in range(0, 81, 9)],
            [TEXT[at : at + 9] + "\n" for at in range(0, 81, 9)],
            str(PUZZLE).splitlines(),
            [" ".join(TEXT[at : at + 9]) for at in range(0, 81, 9)],
            [list(TEXT[at : at + 9]) for at in range(0, 81, 9)],
            [tuple(TEXT[at : at + 9].replace(".", " ")) for at in range(0, 81, 9)],
            [ROWS[0], TEXT[9:18], *ROWS[2:]],
            [np.array(row) for row in ROWS],
            [np.int64(value) for value in PUZZLE.values],
            [int(mark) if mark != "." else mark for mark in TEXT],
            array("b", PUZZLE.values),
            memoryview(bytes(PUZZLE.values)),
            [TEXT],
        ],
    )
    def test_one_puzzle_in_many_ways(self, source: object) -> None:
        """All of these are the same puzzle."""
        assert PUZZLE == Grid.of(source)

    def test_numbers_as_texts(self) -> None:
        """Two digits in a cell, where the grid has such digits."""
        values = (16, 0, 3, 10, *(0,) * 252)
        texts = [str(value) for value in values]
        rows = [texts[start : start + 16] for start in range(0, 256, 16)]

        for source in (texts, rows, [" ".join(row) for row in rows], [16, *texts[1:]]):
            assert values == Grid.of(source).values

    def test_letters_as_texts(self) -> None:
        """A character a cell; `0` beside another blank may be a digit."""
        assert (16, 10) == Grid.of(["G", "A", *["."] * 254]).values[:2]
        with pytest.raises(InputError, match="ambiguous symbols"):
            Grid.of(["G", "0", *["."] * 254])

    @pytest.mark.parametrize(
        ("source", "said"),
        [
            ([], "no cells"),
            (ROWS[:8], "row 1 has 9 cells; expected 8, as there are 8 rows"),
            ([*ROWS[:8], ROWS[8][:8]], "row 9 has 8 cells; expected 9"),
            ([*ROWS[:8], 5], "row 9 is 5, not a row"),
            (PUZZLE.values[1:], "80 cells; expected a square number"),
            (
                [*PUZZLE.values[:80], 10],
                "^r9c9: 10 cannot be in a cell; expected a who",
            ),
            ([-1, *PUZZLE.values[1:]], "^r1c1: -1 cannot be in a cell"),
            ([2.5, *PUZZLE.values[1:]], "^r1c1: 2.5 cannot be"),
            ([float("nan"), *PUZZLE.values[1:]], "^r1c1: nan cannot be"),
            ([float("inf"), *PUZZLE.values[1:]], "^r1c1: inf cannot be"),
            ([1e300, *PUZZLE.values[1:]], r"^r1c1: 1e\+300 cannot be"),
            ([True, *PUZZLE.values[1:]], "^r1c1: True cannot be"),
            ([np.True_, *PUZZLE.values[1:]], "^r1c1: np.True_ cannot be"),
            ([10**5000, *PUZZLE.values[1:]], "^r1c1: a value of type int cannot be"),
            ([b"8", *PUZZLE.values[1:]], "^r1c1: b'8' cannot be"),
            ([{}, *PUZZLE.values[1:]], r"^r1c1: {} cannot be"),
            ([[0], *PUZZLE.values[1:]], "row 1 has 1 cells"),
            ([Fraction(1, 2), *PUZZLE.values[1:]], r"^r1c1: Fraction\(1, 2\) cannot"),
            (["#", *TEXT[1:]], "^r1c1: '#' is not a digit"),
            (["88", *TEXT[1:]], "88 is not a digit of a 9x9 grid|82 cells"),
            (["8", "\x1b[31m", *TEXT[2:]], r"\\x1b\[31m' is not a number|cells"),
        ],
    )
    def test_what_is_refused(self, source: object, said: str) -> None:
        """The message names the cell, or the row."""
        with pytest.raises(InputError, match=said):
            Grid.of(source)


class TestArrays:
    """Arrays of NumPy, of any type and layout that holds whole numbers."""

    @pytest.mark.parametrize(
        "kind",
        ["uint8", "int8", "int16", "int32", "int64", "uint64", "float16", "float64"],
    )
    def test_types(self, kind: str) -> None:
        """Floats that are whole numbers, too."""
        assert PUZZLE == Grid.of(ARRAY.astype(kind))
        assert PUZZLE == Grid.of(ARRAY.astype(kind).ravel())

    def test_layouts(self) -> None:
        """Neither the order in memory nor who may write matters, nor is it changed."""
        wide = np.zeros((9, 18), dtype=np.int64)
        wide[:, ::2] = ARRAY
        locked = ARRAY.copy()
        locked.flags.writeable = False
        for source in (
            np.asfortranarray(ARRAY),
            wide[:, ::2],
            ARRAY[::-1][::-1],
            ARRAY.T.copy().T,
            locked,
            ARRAY.byteswap().view(ARRAY.dtype.newbyteorder()),
            np.ma.masked_equal(ARRAY, 0),
        ):
            before = source.tobytes()
            assert PUZZLE == Grid.of(source)
            assert before == source.tobytes()

    def test_objects_and_texts(self) -> None:
        """Arrays of Python's own values, None for an empty cell; of characters."""
        objects = ARRAY.astype(object)
        objects[objects == 0] = None
        texts = np.array([list(TEXT[at : at + 9]) for at in range(0, 81, 9)])

        assert PUZZLE == Grid.of(objects)
        assert PUZZLE == Grid.of(texts)
        assert PUZZLE == Grid.of(
            np.array([TEXT[at : at + 9] for at in range(0, 81, 9)])
        )

    def test_tables(self) -> None:
        """What becomes an array is taken as that array."""

        class Table:
            def to_numpy(self) -> np.ndarray[Any, Any]:
                return ARRAY

        assert PUZZLE == Grid.of(Table())

    @pytest.mark.parametrize(
        ("source", "said"),
        [
            (ARRAY + 0.5, "^r1c1: 8.5 cannot be in a cell; expected a whole number"),
            (ARRAY - 1, "^r1c2: -1 cannot be"),
            (ARRAY * 2, "^r1c1: 16 cannot be"),
            (np.where(ARRAY == 6, np.nan, ARRAY), "^r2c4: nan cannot be"),
            (ARRAY.astype(bool), "^r1c1: True cannot be"),
            (ARRAY.astype(complex), r"^r1c1: \(8\+0j\) cannot be"),
            (ARRAY.astype("S1"), "^r1c1: b'8' cannot be"),
            (ARRAY[:8], r"an array of shape \(8, 9\); expected one of shape \(n, n\)"),
            (ARRAY.reshape(1, 81), r"an array of shape \(1, 81\)"),
            (ARRAY.reshape(3, 3, 9), r"an array of shape \(3, 3, 9\)"),
            (np.zeros((0, 81), dtype=np.uint8), r"an array of shape \(0, 81\)"),
            (np.zeros(0, dtype=np.uint8), "no cells"),
            (np.zeros(80), "80 cells; expected a square number"),
            (np.zeros((7, 7)), "7x7 cells cannot be cut into boxes"),
            (np.array(5), "a grid cannot be made of ndarray"),
            (np.int64(5), "a grid cannot be made of int64"),
            (np.zeros((3, 3)), "3x3 cells cannot be cut"),
        ],
    )
    def test_what_is_refused(self, source: object, said: str) -> None:
        """The message names the cell, or the shape."""
        with pytest.raises(InputError, match=said):
            Grid.of(source)

    def test_geometry_can_be_said(self) -> None:
        """Where the boxes are not the usual ones."""
        array = np.zeros((6, 6), dtype=np.uint8)

        assert Geometry(3, 2) == Grid.of(array, Geometry(3, 2)).geometry
        with pytest.raises(InputError, match="36 cells; expected 16"):
            Grid.of(array, Geometry(2, 2))


class TestStrangers:
    """What holds no grid is refused with an error of the family."""

    @pytest.mark.parametrize(
        ("source", "said"),
        [
            (5, "cannot be made of int; expected a Grid, a text, a list"),
            (None, "cannot be made of NoneType; expected"),
            (2.5, "cannot be made of float"),
            (object(), "cannot be made of object"),
            (TEXT.encode(), "cannot be made of bytes; .*; decode it to a text first"),
            (bytearray(81), "cannot be made of bytearray; .*decode"),
            ({1, 2}, "cannot be made of set; .*make a list of it, in the order of"),
            (dict.fromkeys(range(81)), "cannot be made of dict; expected"),
            (iter(ROWS), "cannot be made of list_iterator; .*make a list"),
            (Path("p.txt"), "PosixPath|WindowsPath; .*; read a file with satdoku.read"),
            (Grid, "cannot be made of type"),
            (np.ndarray, "cannot be made of type"),
        ],
    )
    def test_refused(self, source: object, said: str) -> None:
        """By every call that takes whatever holds a grid."""
        for call in (Grid.of, satdoku.solve, satdoku.count, satdoku.check):
            with pytest.raises(InputError, match=said) as caught:
                call(source)
            assert isinstance(caught.value, SatdokuError)
            assert isinstance(caught.value, ValueError)

    def test_file_names(self) -> None:
        """`solve("p.txt")` is told what to do."""
        with pytest.raises(InputError, match=r"read it with satdoku\.read"):
            satdoku.solve("p.txt")
