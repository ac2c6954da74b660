"""The format `npy`: arrays of NumPy."""

import io
import subprocess
import sys

import numpy as np
import pytest

from satdoku.errors import UsageError
from satdoku.formats import Entry, scan, write
from satdoku.formats.format import USUAL_STYLE
from satdoku.formats.limits import ReadLimits
from satdoku.formats.npy import NPY
from satdoku.formats.npy_header import write_header
from satdoku.geometry import Geometry
from satdoku.grid import Grid

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
    assert all(isinstance(item, Entry) for item in found), str(found[0])
    return np.array([item.grid.values for item in found if isinstance(item, Entry)])


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
        grids = [item.grid.values for item in found if isinstance(item, Entry)]
        assert (MANY[:count] == np.array(grids)).all()

    def test_other_arrangements_in_memory(self):
        part = MANY[::2, :]
        part.flags.writeable = False

        assert (part == read_back(part)).all()

    @pytest.mark.parametrize("size", [4, 6, 16, 25])
    def test_other_sizes(self, size):
        values = np.arange(2 * size * size).reshape(2, -1) % (size + 1)

        assert (values == read_back(values)).all()

    def test_entries_tell_their_number(self):
        found = [e for e in scan(io.BytesIO(saved(MANY))) if isinstance(e, Entry)]

        assert [(7, 7), (8, 8)] == [(e.line, e.number) for e in found[6:8]]
        assert ("npy", None) == (found[0].format, found[0].name)

    def test_boxes_can_be_said(self, good):
        shape = Geometry(3, 2)

        assert shape == good(saved(np.zeros((1, 36))), geometry=shape).grid.geometry

    def test_pipe(self):
        code = "import satdoku; print(len(list(satdoku.read_all('-'))))"
        told = subprocess.run(
            [sys.executable, "-c", code],
            input=saved(MANY),
            capture_output=True,
            check=True,
        )

        assert b"30" == told.stdout.strip()


class TestSquares:
    """Arrays that may be n² puzzles of n x n, or one."""

    def test_number_above_n_tells_one(self, good):
        values = np.zeros((16, 16))
        values[3, 4] = 5

        assert 16 == good(saved(values)).grid.geometry.size

    def test_row_with_a_digit_twice_tells_many(self):
        values = np.zeros((16, 16))
        values[3, 4] = values[3, 9] = 2

        assert (16, 16) == read_back(values).shape

    @pytest.mark.parametrize("order", ["C", "F"])
    def test_else_it_is_ambiguous(
        self,
        order,
        message,
        scanned,
    ):
        values = np.zeros((16, 16), order=order)
        values[2, 3] = 4
        said = message(saved(values))

        assert "ambiguous: an array of 16x16 may be 16 puzzles of 4x4, or one" in said
        assert "--box" in said
        assert 16 == len(scanned(saved(values), geometry=Geometry(2, 2)))
        (one,) = scanned(saved(values), geometry=Geometry(4, 4))
        assert 4 == one.grid[2, 3]


class TestRefusing:
    """What is no array of puzzles."""

    @pytest.mark.parametrize(
        ("values", "said"),
        [
            (np.zeros((3, 80)), "an array of shape (3, 80); expected (N, 81) or (N, 9"),
            (np.zeros((2, 9, 8)), "an array of shape (2, 9, 8)"),
            (np.zeros((2, 2, 9, 9)), "an array of shape (2, 2, 9, 9)"),
            (np.array(5), "an array of shape ()"),
            (np.zeros((0, 81)), "no puzzle found; expected a puzzle"),
            (np.zeros((3, 0)), "no puzzle found"),
            (
                MANY > 4,
                "an array of true and false; expected an array of whole numbers",
            ),
            (MANY.astype(complex), "an array of complex numbers"),
            (MANY.astype("S1"), "an array of texts"),
            (MANY.astype(str), "an array of texts"),
            (MANY.astype("m8[s]"), "an array of times"),
            (np.zeros(3, "u1,u1"), "an array of records"),
        ],
    )
    def test_message(self, values, said, message):
        assert said in message(saved(values))

    def test_objects_are_never_unpickled(self, message):
        data = saved(np.array([print], dtype=object), allow_pickle=True)

        assert "an array of Python objects, which are never read" in message(data)

    @pytest.mark.parametrize(
        ("value", "said"),
        [
            (10, "10.0 at index [1, 30] cannot be in a cell; expected a whole number"),
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

    def test_digits_that_count_from_0(self, message):
        values = np.add.outer(np.arange(16), np.arange(16)) % 16
        said = message(saved(values.reshape(1, 256)))

        assert "each number from 0 to 15 is there 16 times" in said
        assert "add 1 to each" in said

    @pytest.mark.parametrize("left", [129, 200, 128 + 81 * 3 + 5])
    def test_cut_off(self, left, scanned):
        *entries, error = scanned(saved(MANY.astype("u1"))[:left])
        whole = (left - 128) // 81

        assert whole == len(entries)
        assert f"cut off: {whole} of 30 puzzles are whole" in str(error)

    def test_cut_off_in_the_other_order(self, message):
        data = saved(np.asfortranarray(MANY))

        assert "cut off: 0 of 30 puzzles are whole" in message(data[:-8])

    def test_something_behind_it(self, scanned):
        *entries, error = scanned(saved(MANY) + saved(MANY))

        assert 30 == len(entries)
        assert "more data behind the array; expected one array" in str(error)

    @pytest.mark.parametrize(
        ("shape", "said"),
        [
            ((10**15, 81), "cut off: 0 of 1,000,000,000,000,000 puzzles"),
            ((3, 10**18), "a grid of 1000000000x1000000000; expected at most 225x225"),
            ((10**9, 10**9), "a grid of 1000000000x1000000000"),
            ((10**9 + 7, 10**9 + 7), "an array of shape"),
            ((10**18, 10**18), "1000000000x1000000000; expected at most"),
            ((4, 10**9, 10**9), "a grid of 1000000000x1000000000"),
        ],
    )
    def test_absurd_shape_is_refused_before_anything_is_made(
        self, shape, said, message
    ):
        assert said in message(write_header("|u1", shape))

    def test_limit_of_the_size(self, scanned):
        data = saved(np.zeros((1, 256)))

        assert 1 == len(scanned(data))
        (error,) = scanned(data, limits=ReadLimits(size=9))
        assert "a grid of 16x16; expected at most 9x9" in str(error)

    def test_column(self, message):
        assert "a column belongs to a table (csv or parquet), not to npy" in message(
            saved(MANY), column=1
        )


class TestSaidFormat:
    """`format="npy"` and what else may come."""

    def test_text_is_refused(self, line, message):
        said = message(line, format="npy")

        assert "not an array of NumPy: it begins with '00000700000000950400'" in said
        assert "expected a file of the format npy" in said

    def test_array_as_text(self, message):
        said = message(saved(MANY), format="line")

        assert "an array of NumPy (npy); expected a file of the format line" in said

    def test_nothing(self, message):
        assert "no puzzle found; expected a puzzle" == message(b"", format="npy")

    def test_stream_of_text(self):
        (error,) = scan(io.StringIO("1"), format="npy")

        assert "a stream of text; expected one of bytes" in str(error)


class TestWriting:
    """(N, n²) of the smallest type."""

    @staticmethod
    def written(entries):
        """Return the file."""
        stream = io.BytesIO()
        assert NPY.writer is not None
        writer = NPY.writer(stream, USUAL_STYLE)
        for entry in entries:
            writer.write(entry)
        writer.close()
        assert not stream.closed
        return stream.getvalue()

    @pytest.mark.parametrize("size", [4, 9, 16, 100, 256])
    def test_numpy_loads_it(self, size):
        shape = Geometry.of_size(size)
        values = np.arange(3 * size * size).reshape(3, -1) % (size + 1)
        grids = [Grid(shape, tuple(row)) for row in values.tolist()]
        data = self.written([Entry.of(grid) for grid in grids])
        found = np.load(io.BytesIO(data), allow_pickle=False)

        assert (values == found).all()
        assert (np.uint8 if size < 256 else np.uint16) == found.dtype

    def test_no_puzzles(self):
        assert (0, 81) == np.load(io.BytesIO(self.written([]))).shape

    def test_one_size_a_file(self):
        small, large = Grid.parse("." * 16), Grid.parse("." * 81)
        with pytest.raises(UsageError):
            self.written([Entry.of(small), Entry.of(large)])

    def test_it_is_no_text(self):
        with pytest.raises(UsageError):
            write(Grid.parse("." * 16), "npy")


@pytest.mark.nightly
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.nightly
def test_memory_is_flat(tmp_path, order):
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
    assert peak < 10_000_000
