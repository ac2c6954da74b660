"""`satdoku.batch.columns`: tables in, the same tables and the answers out."""

from __future__ import annotations

import pickle
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pytest

import satdoku

if TYPE_CHECKING:
    from collections.abc import Mapping

EMPTY = "." * 81
CLASH = "11" + "." * 79
ANSWERS = ["solution", "count", "status", "guesses", "sweeps"]


class Column:
    """As much of a column of pandas as is used."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts

    def to_numpy(self) -> np.ndarray[Any, Any]:
        """Return an array of objects, as pandas does."""
        return np.array(self.texts, dtype=object)


class Frame:
    """As much of a frame of pandas as is used."""

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self.columns = columns

    def __getitem__(self, name: str, /) -> Any:  # noqa: ANN401  as pandas
        return self.columns[name]

    def assign(self, **columns: object) -> Self:
        """Return a copy with more columns."""
        return type(self)({**self.columns, **columns})


@pytest.mark.parametrize("kind", [object, np.str_])
def test_texts_in_texts_out(kind: type) -> None:
    """Texts are answered by texts; what has no solution by an empty one."""
    rows = {"id": np.array([8, 9]), "puzzle": np.array([EMPTY, CLASH], dtype=kind)}
    expected = satdoku.solve_batch([EMPTY, CLASH], limit=2)

    found = satdoku.solve_columns(rows, limit=2)

    assert ["id", "puzzle", *ANSWERS] == list(found)
    assert [8, 9] == found["id"].tolist()
    assert "".join(map(str, expected.solutions[0])) == found["solution"][0]
    assert "" == found["solution"][1]
    assert ["several", "none"] == found["status"].tolist()
    assert [2, 0] == found["count"].tolist()
    np.testing.assert_array_equal(found["guesses"], expected.guesses)
    np.testing.assert_array_equal(found["sweeps"], expected.sweeps)
    assert ["id", "puzzle"] == list(rows)


def test_numbers_in_numbers_out() -> None:
    """Arrays of cells are answered by arrays of cells."""
    found = satdoku.solve_columns({"quiz": np.zeros((2, 81), np.uint8)}, column="quiz")

    assert (2, 81) == found["solution"].shape
    assert satdoku.Grid.of(found["solution"][1]).is_complete


def test_no_rows() -> None:
    """A table without rows is answered by one."""
    found = satdoku.solve_columns({"puzzle": np.array([], dtype="U81")})

    assert {0} == {len(column) for column in found.values()}


def test_frames() -> None:
    """Frames are answered one by one, as they come, and not changed."""
    frames = [Frame({"puzzle": Column([text])}) for text in (EMPTY, CLASH)]

    found = list(satdoku.solve_frames(frames))

    assert ["solved", "none"] == [str(frame["status"][0]) for frame in found]
    assert [["puzzle", *ANSWERS]] * 2 == [list(frame.columns) for frame in found]
    assert ["puzzle"] == list(frames[0].columns)


def test_frames_of_pandas() -> None:
    """The same with pandas itself."""
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pandas.DataFrame({"id": [8, 9], "puzzle": [EMPTY, CLASH]})

    (found,) = satdoku.solve_frames([frame], limit=2)

    assert ["id", "puzzle", *ANSWERS] == list(found.columns)
    assert ["several", "none"] == found["status"].tolist()
    assert 81 == len(found["solution"][0])


def test_missing_column() -> None:
    """A column that is not there is told with those that are."""
    with pytest.raises(satdoku.UsageError, match="no column 'puzzle'; there are quiz"):
        satdoku.solve_columns({"quiz": np.array([EMPTY])})
    with pytest.raises(satdoku.UsageError, match="no column 'quiz'; there are puzzle"):
        list(satdoku.solve_frames([Frame({"puzzle": Column([])})], column="quiz"))


@pytest.mark.parametrize(
    ("puzzles", "told"),
    [
        (np.array([EMPTY, "12"]), r"puzzles\[1\]"),
        (np.array([None], dtype=object), r"puzzles\[0\]"),
        (np.zeros((1, 80), np.uint8), "shape"),
        (np.array([1.5e80]), r"puzzles\[0\]"),
    ],
)
def test_what_is_no_puzzle_is_named(puzzles: np.ndarray[Any, Any], told: str) -> None:
    """A row that holds no puzzle is told, by its number."""
    with pytest.raises(satdoku.InputError, match=told):
        satdoku.solve_columns({"puzzle": puzzles})


@pytest.mark.parametrize("name", ["solve_columns", "solve_frames"])
def test_functions_travel(name: str) -> None:
    """The functions, with options, are such that another process can read them."""
    call = partial(getattr(satdoku, name), limit=2)

    again = pickle.loads(pickle.dumps(call))  # noqa: S301  written here

    assert (call.func, call.keywords) == (again.func, again.keywords)
