"""The format `npy`: arrays of NumPy."""

import io
import subprocess
import sys

import numpy as np
import pytest

from satdoku import read_array, solve_batch
from satdoku.errors import InputError, UsageError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from tests.formats.inner import PuzzleRecord, scan, write
from tests.formats.small_grids import written

MANY = np.random.default_rng(1).integers(0, 10, (30, 81))


def saved(values, **how):
    """Return what `np.save` writes."""
    stream = io.BytesIO()
    np.save(stream, values, **how)
    return stream.getvalue()


def pipe(data):
    """Return a stream that cannot be wound back."""

    class Once(io.BytesIO):
        def seekable(self):
            return False

        def seek(self, *_):
            raise io.UnsupportedOperation

    return io.BufferedReader(Once(data))


def read_back(values):
    """Return the values of the puzzles of an array."""
    found = list(scan(io.BytesIO(saved(values))))
    assert all(isinstance(item, PuzzleRecord) for item in found), str(found[0])
    return np.array(
        [item.puzzle.values for item in found if isinstance(item, PuzzleRecord)]
    )


class TestReading:
    """Every shape, type and order that holds puzzles."""

    @pytest.mark.parametrize(
        "dtype", ["u1", "i1", "u2", ">i4", "<i8", "u8", "f2", "f4", ">f8", "longdouble"]
    )
    def test_numbers_of_any_type(self, dtype):
        assert (MANY == read_back(MANY.astype(dtype))).all()

    @pytest.mark.parametrize("order", ["C", "F"])
    @pytest.mark.parametrize(
        "shape", [(30, 81), (30, 9, 9), (1, 81), (1, 9, 9), (9, 9), (81,)]
    )
    def test_shapes_and_orders(self, shape, order):
        count = 30 if shape[0] == 30 else 1
        values = np.array(MANY[:count].reshape(shape), order=order)

        assert (MANY[:count] == read_back(values)).all()
        found = list(scan(pipe(saved(values))))
        grids = [item.puzzle.values for item in found if isinstance(item, PuzzleRecord)]
        assert (MANY[:count] == np.array(grids)).all()

    def test_other_arrangements_in_memory(self):
        part = MANY[::2, :]
        part.flags.writeable = False

        assert (part == read_back(part)).all()

    def test_pipe(self):
        code = "import satdoku; print(len(list(satdoku.read_all('-'))))"
        stated = subprocess.run(
            [sys.executable, "-c", code],
            input=saved(MANY),
            capture_output=True,
            check=True,
        )

        assert b"30" == stated.stdout.strip()


class TestSquares:
    """Arrays that may be n² puzzles of n x n, or one."""

    def test_row_with_a_digit_twice_tells_many(self):
        values = np.zeros((16, 16))
        values[3, 4] = values[3, 9] = 2

        assert (16, 16) == read_back(values).shape


class TestRefusing:
    """What is no array of puzzles."""

    def test_objects_are_never_unpickled(self, message):
        data = saved(np.array([print], dtype=object), allow_pickle=True)

        assert "Python objects" in message(data)

    @pytest.mark.parametrize(
        ("value", "said"),
        [
            (10, "10.0 at index [1, 30]"),
            (-1, "-1.0 at index [1, 30]"),
            (2.5, "2.5 at index [1, 30]"),
            (np.nan, "nan at index [1, 30]"),
            (np.inf, "inf at index [1, 30]"),
        ],
    )
    def test_bad_value_names_index_and_cell(self, value, said, scanned):
        values = MANY[:3].astype(float)
        values[1, 30] = value
        one, error, two = scanned(saved(values))

        assert str(error).startswith(f"<stream>:2: r4c4: {said}")
        assert (1, 3) == (one.number, two.number)
        (error,) = scanned(saved(values[1].reshape(9, 9)))
        assert "r4c4" in str(error)
        assert "at index [3, 3]" in str(error)
        (error,) = scanned(saved(values[1]))
        assert "at index [30]" in str(error)
        (error,) = scanned(saved(values[1].reshape(1, 9, 9)))
        assert "at index [0, 3, 3]" in str(error)

    @pytest.mark.parametrize("left", [60, 129, 128 + 81 * 3 + 5])
    @pytest.mark.parametrize("order", ["C", "F"])
    def test_cut_off(self, left, order, message):
        data = saved(np.array(MANY.astype("u1"), order=order))

        assert "whole .npy file" in message(data[:left])

    def test_something_behind_it(self, message):
        assert "behind" in message(saved(MANY) + saved(MANY))

    def test_column(self, message):
        assert "npy" in message(saved(MANY), column=1)


class TestSaidFormat:
    """`format="npy"` and what else may come."""

    def test_array_as_text(self, message):
        said = message(saved(MANY), format="line")

        assert "npy" in said

    def test_stream_of_text(self):
        (error,) = scan(io.StringIO("1"), format="npy")

        assert "bytes" in str(error)


class TestWriting:
    """(N, n²) of the smallest type."""

    @pytest.mark.parametrize("size", [4, 9, 16, 100, 225])
    def test_numpy_loads_it(self, size):
        shape = Geometry.of_size(size)
        values = np.arange(3 * size * size).reshape(3, -1) % (size + 1)
        grids = [Puzzle(tuple(row), geometry=shape) for row in values.tolist()]
        data = written([PuzzleRecord.of(grid) for grid in grids], "npy")
        found = np.load(io.BytesIO(data), allow_pickle=False)

        assert (values == found).all()
        assert np.uint8 == found.dtype

    def test_no_puzzles(self):
        assert (0, 81) == np.load(io.BytesIO(written([], "npy"))).shape

    def test_one_size_a_file(self):
        small, large = Puzzle("." * 16), Puzzle("." * 81)
        with pytest.raises(UsageError):
            written([PuzzleRecord.of(small), PuzzleRecord.of(large)], "npy")

    def test_it_is_no_text(self):
        with pytest.raises(UsageError):
            write(Puzzle("." * 16), "npy")


@pytest.mark.nightly
@pytest.mark.parametrize("order", ["C", "F"])
def test_memory(tmp_path, order):
    """Reading takes little more than the file."""
    import tracemalloc

    file = tmp_path / "many.npy"
    np.save(file, np.zeros((640_000, 81), "u1", order=order))
    assert file.stat().st_size > 50_000_000
    assert 1 == len(list(scan(io.BytesIO(saved(MANY[:1])))))  # NumPy is loaded now
    tracemalloc.start()
    try:
        count = sum(1 for _ in scan(file))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert 640_000 == count
    assert peak < 160_000_000


@pytest.mark.parametrize("depth", [9, 10])
@pytest.mark.parametrize("kind", [bool, "u1", "f4"])
def test_one_hot_arrays(depth, kind):
    """A one for the digit; none, or one in the first place, for an empty cell."""
    puzzles = np.zeros((2, 9, 9), np.uint8)
    puzzles[0, 0, :3], puzzles[1, 8, 8] = (5, 0, 9), 1
    hot = np.eye(10, dtype=kind)[puzzles][..., 10 - depth :]
    stream = io.BytesIO()
    np.save(stream, hot)
    found = read_array(io.BytesIO(stream.getvalue()))
    assert puzzles.reshape(2, 81).tolist() == found.tolist()
    assert puzzles.reshape(2, 81).tolist() == solve_batch(hot).puzzles.tolist()
    hot[1, 4, 2, -2:] = 1
    with pytest.raises(InputError, match="r5c3"):
        solve_batch(hot)
