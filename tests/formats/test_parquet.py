"""The format `parquet`: tables of Apache Parquet."""

import gzip
import io
import subprocess
import sys

import pytest

from satdoku.errors import UsageError
from satdoku.formats import tables
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import DIALECTS
from tests.formats.inner import Metadata, PuzzleRecord, Style, scan
from tests.formats.small_grids import written

arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
parquet = pytest.importorskip("pyarrow.parquet")

FULL = Puzzle("1234 3412 2143 4321")
PARTIAL = Puzzle("1.34 3.12 .143 4321")


def saved(columns, **how):
    """Return the file of a table."""
    stream = io.BytesIO()
    parquet.write_table(arrow.table(columns), stream, **how)
    return stream.getvalue()


class TestReading:
    """Columns of texts, bytes and lists."""

    def test_all_that_is_said(self, line, scanned):
        full = "1" * 81
        data = saved(
            {
                "source": ["a book", None],
                "question": [line, line],
                "answer": [full, None],
                "rating": [7, 3],
                "id": ["x", "y"],
            }
        )
        first, second = scanned(data)

        assert ("parquet", "x", 1, 1) == (
            first.format,
            first.name,
            first.line,
            first.number,
        )
        assert (("source", "a book"), ("rating", "7")) == first.metadata.details
        assert full == first.metadata.solution.line
        assert ("y", None) == (second.name, second.metadata.solution)
        assert (("rating", "3"),) == second.metadata.details

    def test_packed_and_from_a_pipe(self, line, scanned):
        data = saved({"puzzle": [line] * 3})

        assert 3 == len(scanned(gzip.compress(data)))
        code = "import satdoku; print(len(list(satdoku.read_all('-'))))"
        stated = subprocess.run(
            [sys.executable, "-c", code], input=data, capture_output=True, check=True
        )
        assert b"3" == stated.stdout.strip()

    def test_file(self, tmp_path, line):
        file = tmp_path / "puzzles"
        file.write_bytes(saved({"puzzle": [line] * 10_000}, row_group_size=3000))

        assert 10_000 == sum(isinstance(item, PuzzleRecord) for item in scan(file))


class TestRefusing:
    """What is no table of puzzles."""

    def test_two_columns_of_one_name(self, line):
        stream = io.BytesIO()
        table = arrow.table([arrow.array([line])] * 2, names=["a", "a"])
        parquet.write_table(table, stream)
        (error,) = scan(io.BytesIO(stream.getvalue()), column=1)

        assert "'a'" in str(error)

    def test_changed_bytes(self, line):
        turned = [line[i % 81 :] + line[: i % 81] for i in range(2000)]
        data = bytearray(saved({"puzzle": turned}))
        data[200:260] = bytes(60)
        *_, error = scan(io.BytesIO(bytes(data)))

        assert "parquet" in str(error)

    def test_without_the_library(self, monkeypatch, message):
        monkeypatch.setitem(sys.modules, "pyarrow", None)

        assert "pip install 'satdoku[parquet]'" in message(b"PAR1PAR1")
        with pytest.raises(UsageError):
            written([], "parquet")


class TestWriting:
    """A column of texts; more where there is more to say."""

    def test_puzzles_alone(self):
        data = written([PuzzleRecord.of(PARTIAL), PuzzleRecord.of(FULL)], "parquet")
        table = parquet.read_table(io.BytesIO(data))

        assert {"puzzle": [PARTIAL.line, FULL.line]} == table.to_pydict()
        assert arrow.string() == table.schema.field("puzzle").type
        found = parquet.ParquetFile(io.BytesIO(data)).metadata
        assert "ZSTD" == found.row_group(0).column(0).compression

    def test_solutions_and_names(self):
        entry = PuzzleRecord(
            PARTIAL, "", 1, 1, "easy", "", Metadata(solution=FULL.clues)
        )
        data = written([PuzzleRecord.of(PARTIAL), entry], "parquet")

        assert {
            "puzzle": [PARTIAL.line] * 2,
            "solution": [None, FULL.line],
            "name": [None, "easy"],
        } == parquet.read_table(io.BytesIO(data)).to_pydict()

    def test_no_puzzles(self):
        table = parquet.read_table(io.BytesIO(written([], "parquet")))

        assert {"puzzle": []} == table.to_pydict()

    def test_large_grids_and_symbols(self, scanned):
        large = Puzzle(
            tuple(i % 65 for i in range(4096)), geometry=Geometry.of_box(8, 8)
        )
        (found,) = scanned(written([PuzzleRecord.of(large)], "parquet"))
        assert large == found.puzzle

        data = written(
            [PuzzleRecord.of(FULL)], "parquet", Style(symbols=DIALECTS["A-Z"])
        )
        table = parquet.read_table(io.BytesIO(data))
        assert ["ABCDCDABBADCDCBA"] == table.to_pydict()["puzzle"]


def test_no_memory_for_pyarrow_is_said(run, tmp_path, monkeypatch):
    """It is installed; what fails is to load it, or to read with it."""
    path = tmp_path / "p.parquet"
    run("convert", "-o", path, text=f"{'.' * 81}\n", code=0)

    def fail(_):
        raise ImportError("libarrow.so: failed to map segment from shared object")

    monkeypatch.setattr(tables, "import_module", fail)
    done = run("solve", path, code=1)
    assert "out of memory" in done.stderr
    assert "pip install" not in done.stderr


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (1, "numbers (int64)"),
        (1.5, "numbers (double)"),
        (True, "values of type bool"),
        ({"a": 1}, "values of type struct<a: int64>"),
    ],
)
def test_columns_that_hold_no_text(scanned, value, kind):
    (error,) = scanned(saved({"puzzle": [value]}))

    assert f"the column 'puzzle' holds {kind}" == error.what
    assert ("numbers" in kind) == bool(error.hint)
