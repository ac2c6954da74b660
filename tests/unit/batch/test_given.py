"""What holds many puzzles: every holder, and what is refused, by index and cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from satdoku import Geometry, Grid, InputError
from satdoku.batch.given import puzzles_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

LINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
GRID = Grid.parse(LINE)
VALUES = np.array(GRID.values, np.uint8)
THREE = np.array([VALUES, np.zeros(81), VALUES[::-1]], np.uint8)
THREE_GRIDS = [Grid.of(row) for row in THREE]


@dataclass
class Table:
    """Another library's table: it becomes an array when asked."""

    array: NDArray[Any]

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape, as tables have one."""
        return self.array.shape

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:  # noqa: ANN401  as NumPy calls it
        """Return the array."""
        return self.array

    def __iter__(self) -> Iterator[Any]:
        return iter(self.array.tolist())


HOLDERS = {
    "uint8": THREE,
    "nine by nine": THREE.reshape(3, 9, 9),
    "int64": THREE.astype(np.int64),
    "big-endian": THREE.astype(">u2"),
    "by columns": np.asfortranarray(THREE),
    "backwards": THREE[::-1].copy()[::-1],
    "every other": np.repeat(THREE, 2, axis=0)[::2],
    "a window": np.pad(THREE.reshape(3, 9, 9), 1)[1:-1, 1:-1, 1:-1],
    "text": "\n".join(grid.line for grid in THREE_GRIDS),
    "text with 0 and \\r\\n": "\r\n".join(
        grid.line.replace(".", "0") for grid in THREE_GRIDS
    ),
    "text with blank lines": "\n".join(["", *(g.line + "\n " for g in THREE_GRIDS)]),
    "lines": [grid.line for grid in THREE_GRIDS],
    "grids": THREE_GRIDS,
    "a tuple": tuple(THREE_GRIDS),
    "a generator": (grid for grid in THREE_GRIDS),
    "values": THREE.tolist(),
    "rows": THREE.reshape(3, 9, 9).tolist(),
    "arrays": list(THREE),
    "rows of text": [
        [grid.line[at : at + 9] for at in range(0, 81, 9)] for grid in THREE_GRIDS
    ],
    "mixed": [THREE_GRIDS[0], THREE[1], THREE_GRIDS[2].line],
    "drawn": [str(grid) for grid in THREE_GRIDS],
    "a table": Table(THREE),
    "a column of text": Table(np.array([g.line for g in THREE_GRIDS], object)),
}


@pytest.mark.parametrize("holder", HOLDERS)
def test_holders(holder: str) -> None:
    """Whatever holds three puzzles gives the same array, ready for the lanes."""
    puzzles = puzzles_of(HOLDERS[holder])

    assert THREE.tolist() == puzzles.tolist()
    assert np.uint8 == puzzles.dtype
    assert puzzles.flags.c_contiguous


@pytest.mark.parametrize("shape", [(0, 81), (0, 9, 9)])
@pytest.mark.parametrize("dtype", [np.uint8, np.int32])
def test_no_puzzle_in_an_array(shape: tuple[int, ...], dtype: type) -> None:
    """An array of no puzzles is one."""
    assert (0, 81) == puzzles_of(np.zeros(shape, dtype)).shape


@pytest.mark.parametrize("holder", [[], (), "", "\n \n", iter(())])
def test_no_puzzle_in_a_list(holder: object) -> None:
    """Nor do texts and lists have to hold any."""
    puzzles = puzzles_of(holder)

    assert (0, 81) == puzzles.shape
    assert np.uint8 == puzzles.dtype


def test_bytes_are_not_copied() -> None:
    """What is right as it is costs no memory."""
    assert np.shares_memory(THREE, puzzles_of(THREE))
    assert np.shares_memory(THREE, puzzles_of(THREE.reshape(3, 9, 9)))


@pytest.mark.parametrize("name", [n for n in HOLDERS if n != "a generator"])
def test_input_is_left_as_it_was(name: str) -> None:
    """Nothing that is given is written to."""
    given = HOLDERS[name]
    before = given.copy() if isinstance(given, np.ndarray) else repr(given)

    puzzles_of(given)

    if isinstance(given, np.ndarray):
        assert np.array_equal(before, given)
    else:
        assert before == repr(given)


def test_read_only(tmp_path: Path) -> None:
    """Arrays that cannot be written to do, also those that lie in a file."""
    locked = THREE.copy()
    locked.flags.writeable = False
    np.save(tmp_path / "three.npy", THREE)
    mapped = np.load(tmp_path / "three.npy", mmap_mode="r")

    assert THREE.tolist() == puzzles_of(locked).tolist()
    assert THREE.tolist() == puzzles_of(mapped).tolist()


def spoilt(index: int, cell: int, value: int, dtype: type = np.int64) -> NDArray[Any]:
    """Return three puzzles with one value that is none."""
    array: NDArray[Any] = THREE.astype(dtype)
    array[index, cell] = value
    return array


REFUSED: list[tuple[object, str]] = [
    (spoilt(1, 40, 10), "puzzles[1]: r5c5: 10 cannot be in a cell; expected a whole"),
    (spoilt(2, 80, -1), "puzzles[2]: r9c9: -1 cannot be in a cell"),
    (spoilt(0, 9, 255, np.uint8), "puzzles[0]: r2c1: 255 cannot be in a cell"),
    (spoilt(1, 8, 256), "puzzles[1]: r1c9: 256 cannot be in a cell"),
    (spoilt(1, 8, 2**40).reshape(3, 9, 9), "puzzles[1]: r1c9: 1099511627776 cannot"),
    (np.maximum(spoilt(2, 0, 99), spoilt(1, 80, 98)), "puzzles[1]: r9c9: 98 cannot"),
    (THREE.astype(float), "an array of float64; expected whole numbers, best uint8; "),
    (THREE.astype(float), "convert them yourself, if they are whole: puzzles.astype("),
    (THREE.astype(object), "an array of object; expected whole numbers"),
    (THREE > 0, "an array of bool; expected whole numbers"),
    (np.array([LINE]), "an array of <U81; expected whole numbers, best uint8; give"),
    (np.array([LINE], object), "give texts or grids as a list: puzzles.tolist()"),
    (THREE[:, :80], "an array of shape (3, 80); expected (N, 81) or (N, 9, 9)"),
    (THREE.reshape(9, 27), "an array of shape (9, 27)"),
    (THREE.reshape(3, 3, 27), "an array of shape (3, 3, 27)"),
    (THREE.reshape(1, 3, 81), "an array of shape (1, 3, 81)"),
    (VALUES, "an array of shape (81,); expected (N, 81) or (N, 9, 9); one puzzle is"),
    (VALUES.reshape(9, 9), "shape (9, 9); expected (N, 81) or (N, 9, 9); one puzzle"),
    (np.array(5), "an array of shape ()"),
    (np.ma.masked_equal(THREE, 5), "a masked array"),
    (GRID, "puzzles cannot be made of Grid; expected an array of shape (N, 81)"),
    (LINE.encode(), "puzzles cannot be made of bytes; "),
    ({LINE}, "puzzles cannot be made of set"),
    ({LINE: 1}, "puzzles cannot be made of dict"),
    (None, "puzzles cannot be made of NoneType"),
    (81, "puzzles cannot be made of int"),
    (LINE[1:], "puzzles[0]: 80 cells; expected 81"),
    (f"{LINE}\n{LINE}1", "puzzles[1]: 82 cells; expected 81"),
    ([LINE, LINE[:40] + "A" + LINE[41:]], "puzzles[1]: r5c5: 'A' is not a digit"),
    ([LINE, LINE[:40] + "²" + LINE[41:]], "puzzles[1]: r5c5: '²' is not a digit"),
    ([GRID, GRID, LINE[1:]], "puzzles[2]: 80 cells"),
    ([[0] * 81, [0] * 80 + [10]], "puzzles[1]: r9c9: 10 cannot be in a cell"),
    ([[0] * 81, [0] * 80 + [0.5]], "puzzles[1]: r9c9: 0.5 cannot be in a cell"),
    ([[0] * 81, [0] * 16], "puzzles[1]: 16 cells; expected 81"),
    ([0] * 81, "puzzles[0]: a grid cannot be made of int"),
    ([LINE, None], "puzzles[1]: a grid cannot be made of NoneType"),
    ([Grid.parse("." * 16)], "puzzles[0]: a grid of 4x4 (boxes of 2x2); expected one"),
    ([Grid(Geometry(1, 9), (0,) * 81)], "puzzles[0]: a grid of 9x9 (boxes of 1x9)"),
    ([GRID, GRID.with_candidates([511, 511, 3, *[511] * 78])], "puzzles[1]: a grid wi"),
    ([GRID.with_candidates([511, 511, 3, *[511] * 78])], "are for satdoku.solve"),
]


@pytest.mark.parametrize(("given", "message"), REFUSED)
def test_refused(given: object, message: str) -> None:
    """What holds no puzzles is refused; the first bad one and its cell are named."""
    with pytest.raises(InputError) as refused:
        puzzles_of(given)

    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\n", "\n\x0c\n"])
def test_ends_of_lines(end: str) -> None:
    """A line of a text ends where one of a file does; blank ones are skipped."""
    assert 2 == len(puzzles_of(LINE + end + LINE + end))


@pytest.mark.parametrize("mark", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_no_ends_of_lines(mark: str) -> None:
    """What ends no line of a file ends none of a text, whatever Unicode says of it."""
    with pytest.raises(InputError, match=r"puzzles\[0\]: 162 cells"):
        puzzles_of(LINE + mark + LINE)


def test_index_counts_on() -> None:
    """In a part of all, the index is that of all."""
    with pytest.raises(InputError, match=r"puzzles\[1001\]: r9c9"):
        puzzles_of(spoilt(1, 80, 11), 1000)
    with pytest.raises(InputError, match=r"puzzles\[1001\]: 1 cell"):
        puzzles_of([LINE, "5"], 1000)
