"""`read_array`: many puzzles of one size as one array."""

import gzip
import io
import json

import numpy as np
import pytest

import satdoku
from satdoku import Puzzle, read_array
from satdoku.errors import InputError, UsageError
from satdoku.puzzle.geometry import Geometry
from tests.formats.inner import PuzzleRecord, scan


def turned(line, count):
    """Return lines of one puzzle, begun at different cells."""
    return [line[i % 81 :] + line[: i % 81] for i in range(count)]


def slowly(data, **said):
    """Read the same puzzle by puzzle."""
    found = list(scan(io.BytesIO(data), **said))
    return np.array([e.puzzle.values for e in found if isinstance(e, PuzzleRecord)])


CHANGES = {
    "none": lambda lines: lines,
    "dots": lambda lines: [line.replace("0", ".") for line in lines],
    "solutions": lambda lines: [f"{line},{'1' * 81}" for line in lines],
    "names": lambda lines: [f"{line} #{i}" for i, line in enumerate(lines)],
    "letters": lambda lines: [f"{line}\tö" for line in lines],
    "comments": lambda lines: ["# a", "", *lines, "", "# b"],
    "returns": lambda lines: [f"{line}\r" for line in lines],
    "gap": lambda lines: [*lines[:1000], "", *lines[1000:], "# end"],
    "one dot": lambda lines: [*lines[:1500], "." * 81, *lines[1501:]],
    "indent": lambda lines: [*lines[:1500], f" {lines[1500]}", *lines[1501:]],
}
"""What lines may have besides digits."""

WRONG = {
    "letter": (lambda line: f"{line[:7]}a{line[8:]}", "r1c8: 'a'"),
    "short": (lambda line: line[1:], "80 "),
    "long": (lambda line: f"{line}1", "82 "),
    "umlaut": (lambda line: f"{line[:7]}ö{line[8:]}", "r1c8: 'ö'"),
    "small": (lambda _: "1" * 16, "4x4"),
}
"""What a line may be, with what is said of it."""


class TestLines:
    """Chunks of lines that look alike."""

    @pytest.mark.parametrize("change", CHANGES)
    def test_same_as_puzzle_by_puzzle(self, change, line):
        data = "\n".join(CHANGES[change](turned(line, 3000))).encode()
        found = read_array(io.BytesIO(data))

        assert np.uint8 == found.dtype
        assert (3000, 81) == found.shape
        assert (slowly(data) == found).all()

    @pytest.mark.parametrize("at", [0, 5, 1500, 2999])
    @pytest.mark.parametrize("wrong", WRONG)
    def test_errors_are_those_of_the_reader(self, at, wrong, line):
        lines = turned(line, 3000)
        change, said = WRONG[wrong]
        lines[at] = change(lines[at])
        with pytest.raises(InputError) as caught:
            read_array(io.BytesIO("\n".join(lines).encode()), format="line")

        message = str(caught.value)
        assert said in message or (at == 0 and "9x9" in message)
        assert f"<stream>:{2 if at == 0 and '4x4' in said else at + 1}:" in message

    def test_mixed_sizes_name_the_line(self, line):
        data = f"# a\n{line}\n{line}\n{'.' * 16}\n"
        with pytest.raises(InputError) as caught:
            read_array(io.StringIO(data))

        assert "<stream>:4: " in str(caught.value)
        assert "line 2" in str(caught.value)

    def test_symbols_stay_what_they_were_found_to_be(self):
        digits = "0123456789ABCDEF"
        first = "".join(digits[i:] + digits[:i] for i in range(16))
        data = "\n".join([first.replace("3", "."), *[first.replace("F", ".")] * 900])

        found = read_array(io.StringIO(data))
        assert 1 == found[0, 0] == found[-1, 0]
        assert (slowly(data.encode()) == found).all()

    def test_boxes_can_be_said(self):
        with pytest.raises(InputError, match=r"16 .*36"):
            read_array(
                io.StringIO("." * 16), format="line", geometry=Geometry.of_box(3, 2)
            )
        found = read_array(
            io.StringIO("." * 36), format="line", geometry=Geometry.of_box(3, 2)
        )
        assert (1, 36) == found.shape

    def test_limit_of_the_size(self):
        with pytest.raises(InputError, match=r"16x16.* 9x9"):
            read_array(io.StringIO("." * 256), max_size=9, format="line")


class TestOtherFormats:
    """All that is read is read into arrays."""

    @pytest.mark.parametrize("kind", ["csv", "json", "npy", "gz", "rows", "parquet"])
    def test_same_puzzles(self, kind, line, tmp_path):
        lines = turned(line, 50)
        values = np.array([[int(mark) for mark in row] for row in lines])
        file = tmp_path / "puzzles"
        if kind == "npy":
            with file.open("wb") as stream:
                np.save(stream, values)
        elif kind == "gz":
            file.write_bytes(gzip.compress("\n".join(lines).encode()))
        elif kind == "parquet":
            arrow = pytest.importorskip("pyarrow")
            parquet = pytest.importorskip("pyarrow.parquet")
            parquet.write_table(arrow.table({"puzzle": lines}), file)
        elif kind == "rows":
            rows = ["\n".join(row[i : i + 9] for i in range(0, 81, 9)) for row in lines]
            file.write_text("\n\n".join(rows))
        else:
            texts = {"csv": "\n".join(["puzzle", *lines]), "json": json.dumps(lines)}
            file.write_text(texts[kind])

        found = satdoku.read_array(file)
        assert (values == found).all()
        assert found.flags.writeable

    def test_columns(self, line):
        table = f"a,b\n{'1' * 81},{line}\n"

        assert 26 == np.count_nonzero(read_array(io.StringIO(table), column="b"))

    def test_bad_values_of_an_array(self):
        stream = io.BytesIO()
        np.save(stream, np.full((5, 81), 12))
        stream.seek(0)
        with pytest.raises(InputError, match=r"1: r1c1: 12 at index \[0, 0\]"):
            read_array(stream)

    def test_candidates_do_not_fit(self):
        stated = {"puzzle": "." * 16, "puzzle_candidates": [[1]] + [None] * 15}
        with pytest.raises(InputError, match="1: "):
            read_array(io.StringIO(json.dumps(stated)))

    @pytest.mark.parametrize("kind", ["text", "npy"])
    def test_digits_that_need_two_bytes(self, kind):
        source = io.StringIO(" ".join(["."] * 256 * 256))
        if kind == "npy":
            source = io.BytesIO()
            np.save(source, np.zeros((1, 256 * 256)))
            source.seek(0)
        with pytest.raises(UsageError, match="256"):
            read_array(source, max_size=300)

    @pytest.mark.parametrize("text", ["", "\n\n", "puzzle\n"])
    def test_no_puzzle(self, text):
        with pytest.raises(InputError):
            read_array(io.StringIO(text))

    def test_missing_file(self, tmp_path):
        with pytest.raises(InputError):
            read_array(tmp_path / "none.npy")

    def test_file_is_closed(self, tmp_path):
        file = tmp_path / "a.txt"
        file.write_text("." * 81 + "\n" + "." * 80)
        with pytest.raises(InputError, match=r"a\.txt:2: 80 "):
            read_array(file)


@pytest.mark.nightly
def test_memory_is_that_of_the_array(tmp_path, line):
    import tracemalloc

    file = tmp_path / "many.txt"
    file.write_text(f"{line}\n" * 300_000)
    read_array(io.StringIO(Puzzle(line).line))  # NumPy is loaded now
    tracemalloc.start()
    try:
        found = read_array(file)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert (300_000, 81) == found.shape
    assert peak < 1.5 * found.nbytes
