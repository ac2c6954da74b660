"""Tables in, the same tables with the answers out."""

import pickle
from functools import partial

import numpy as np
import pytest

import satdoku
from tests.lanes.puzzles import CLASH, EMPTY, LINE, SOLVED, line_of

ANSWERS = ["solution", "count", "status", "guesses", "sweeps"]


class Column:
    """As much of a column of pandas as is used."""

    def __init__(self, texts):
        self.texts = texts

    def to_numpy(self):
        return np.array(self.texts, dtype=object)


class Frame:
    """As much of a frame of pandas as is used."""

    def __init__(self, columns):
        self.columns = columns

    def __getitem__(self, name):
        return self.columns[name]

    def assign(self, **columns):
        return Frame({**self.columns, **columns})


@pytest.mark.parametrize("kind", [object, np.str_])
def test_texts(kind):
    """Texts are answered by texts; what has no solution by an empty one."""
    texts = [EMPTY, CLASH, LINE]
    rows = {"id": np.array([7, 8, 9]), "puzzle": np.array(texts, dtype=kind)}
    expected = satdoku.solve_batch(texts, limit=2)
    found = satdoku.solve_columns(rows, limit=2)
    assert list(found) == ["id", "puzzle", *ANSWERS]
    assert found["id"].tolist() == [7, 8, 9]
    assert found["solution"].tolist() == [line_of(expected.solutions[0]), "", SOLVED]
    assert found["status"].tolist() == ["several", "none", "unique"]
    assert found["count"].tolist() == [2, 0, 1]
    assert np.array_equal(found["guesses"], expected.guesses)
    assert np.array_equal(found["sweeps"], expected.sweeps)
    assert list(rows) == ["id", "puzzle"]


def test_numbers():
    """Arrays of cells are answered by arrays of cells; options are passed on."""
    puzzles = np.zeros((2, 81), np.uint8)
    options = {"limit": 5, "max_guesses": 0, "executor": "numpy"}
    found = satdoku.solve_columns({"quiz": puzzles}, column="quiz", **options)
    assert found["solution"].shape == (2, 81)
    assert found["status"].tolist() == ["unknown", "unknown"]
    found = satdoku.solve_columns({"quiz": puzzles}, column="quiz")
    assert found["status"].tolist() == ["solved", "solved"]
    assert satdoku.Grid(found["solution"][1].tolist()).is_complete


def test_no_rows():
    found = satdoku.solve_columns({"puzzle": np.array([], dtype="U81")})
    assert [len(column) for column in found.values()] == [0] * 6


def test_frames():
    """Frames are answered one by one, as they come, and not changed."""
    read = []
    frames = [Frame({"quiz": Column([text])}) for text in (EMPTY, CLASH, EMPTY)]
    stream = satdoku.solve_frames(
        (read.append(frame) or frame for frame in frames), column="quiz", limit=2
    )
    assert read == []
    first = next(stream)
    assert len(read) == 1
    found = [first, *stream]
    assert [str(f["status"][0]) for f in found] == ["several", "none", "several"]
    assert [list(frame.columns) for frame in found] == [["quiz", *ANSWERS]] * 3
    assert list(frames[0].columns) == ["quiz"]


def test_frames_of_pandas():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pandas.DataFrame({"id": [8, 9], "puzzle": [LINE, CLASH]})
    (found,) = satdoku.solve_frames([frame], limit=2, executor="numpy")
    assert list(found.columns) == ["id", "puzzle", *ANSWERS]
    assert found["status"].tolist() == ["unique", "none"]
    assert found["solution"].tolist() == [SOLVED, ""]


def test_missing_column():
    """A column that is not there is named with those that are."""
    for ask in (
        lambda: satdoku.solve_columns({"quiz": np.array([EMPTY])}),
        lambda: list(satdoku.solve_frames([Frame({"quiz": Column([])})])),
    ):
        with pytest.raises(satdoku.UsageError) as refused:
            ask()
        assert "'puzzle'" in str(refused.value)
        assert "quiz" in str(refused.value)


@pytest.mark.parametrize(
    ("puzzles", "source"),
    [
        (np.array([EMPTY, "12"]), "puzzles[1]"),
        (np.array([None], dtype=object), "puzzles[0]"),
        (np.zeros((1, 80), np.uint8), None),
        (np.array([1.5e80]), "puzzles[0]"),
    ],
)
def test_refused(puzzles, source):
    """A row that holds no puzzle is named by its number."""
    with pytest.raises(satdoku.InputError) as refused:
        satdoku.solve_columns({"puzzle": puzzles})
    assert refused.value.source == source


@pytest.mark.parametrize("name", ["solve_columns", "solve_frames"])
def test_functions_travel(name):
    """The functions, with options, can be sent to another process."""
    call = partial(getattr(satdoku, name), limit=2)
    again = pickle.loads(pickle.dumps(call))
    assert (again.func, again.keywords) == (call.func, call.keywords)
