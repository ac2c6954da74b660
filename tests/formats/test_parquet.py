"""The format `parquet`: tables of Apache Parquet."""

import gzip
import io
import subprocess
import sys

import pytest

from satdoku.errors import UsageError
from satdoku.formats import Entry, Extras, scan
from satdoku.formats.format import USUAL_STYLE, Style
from satdoku.formats.parquet import PARQUET
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.symbols import DIALECTS

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

FULL = Grid.parse("1234 3412 2143 4321")
PARTIAL = Grid.parse("1.34 3.12 .143 4321")


def saved(columns, **how):
    """Return the file of a table."""
    stream = io.BytesIO()
    parquet.write_table(arrow.table(columns), stream, **how)
    return stream.getvalue()


def written(entries, style=USUAL_STYLE):
    """Return the file of puzzles."""
    stream = io.BytesIO()
    assert PARQUET.writer is not None
    writer = PARQUET.writer(stream, style)
    for entry in entries:
        writer.write(entry)
    writer.close()
    assert not stream.closed
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
        assert (("source", "a book"), ("rating", "7")) == first.extras.details
        assert full == first.extras.solution.line
        assert ("y", None) == (second.name, second.extras.solution)
        assert (("rating", "3"),) == second.extras.details

    @pytest.mark.parametrize(
        "kind", ["string", "large_string", "binary", "large_binary", "dictionary"]
    )
    def test_texts_and_bytes(self, kind, line, good):
        column = (
            arrow.array([line]).dictionary_encode()
            if kind == "dictionary"
            else arrow.array([line], arrow.string()).cast(getattr(arrow, kind)())
        )

        assert 26 == good(saved({"x": column})).grid.clue_count

    @pytest.mark.parametrize("as_values", [True, False])
    def test_fixed_bytes(
        self,
        line,
        as_values,
        good,
    ):
        data = bytes(map(int, line)) if as_values else line.encode()
        column = arrow.array([data], arrow.binary(81))

        assert line.replace("0", ".") == good(saved({"x": column})).grid.line

    def test_lists(self, line, scanned):
        cells = list(map(int, line))
        rows = [cells[start : start + 9] for start in range(0, 81, 9)]
        expected = line.replace("0", ".")
        for column in ([cells, None], [rows, None]):
            one, error = scanned(saved({"x": column}))

            assert expected == one.grid.line
            assert "2: no puzzle in the column" in str(error)

    def test_columns_can_be_said(self, line, good):
        data = saved({"a": ["1" * 81], "b": [line]})

        assert 26 == good(data, column="b").grid.clue_count
        found = good(data, column=2, solution_column="a")
        assert found.extras.solution is not None

    def test_bad_puzzles_do_not_stop_it(self, line, scanned):
        one, cut, letter, two = scanned(
            saved({"puzzle": [line, line[1:], line.replace("7", "a", 1), line]})
        )

        assert (1, 4) == (one.number, two.number)
        assert "<stream>:2: 80 cells" in str(cut)
        assert "<stream>:3: r1c6: 'a' is not a digit" in str(letter)

    def test_packed_and_from_a_pipe(self, line, scanned):
        data = saved({"puzzle": [line] * 3})

        assert 3 == len(scanned(gzip.compress(data)))
        code = "import satdoku; print(len(list(satdoku.read_all('-'))))"
        told = subprocess.run(
            [sys.executable, "-c", code], input=data, capture_output=True, check=True
        )
        assert b"3" == told.stdout.strip()

    def test_file(self, tmp_path, line):
        file = tmp_path / "puzzles"
        file.write_bytes(saved({"puzzle": [line] * 10_000}, row_group_size=3000))

        assert 10_000 == sum(isinstance(item, Entry) for item in scan(file))


class TestRefusing:
    """What is no table of puzzles."""

    @pytest.mark.parametrize(
        ("columns", "said"),
        [
            ({"puzzle": [4.83e80]}, "the column 'puzzle' holds numbers (double); exp"),
            ({"puzzle": [123]}, "holds numbers (int64); expected text; the program"),
            ({"x": [4.83e80]}, "took the puzzle for a number; export the column as"),
            ({"x": [1]}, "no column of puzzles among x"),
            ({"puzzle": []}, "no puzzle found; expected a puzzle"),
            ({"a": ["." * 81], "b": ["." * 81]}, "columns 'a' and 'b' both hold"),
        ],
    )
    def test_message(
        self,
        columns,
        said,
        message,
    ):
        assert said in message(saved(columns))

    def test_two_columns_of_one_name(self, line):
        stream = io.BytesIO()
        table = arrow.table([arrow.array([line])] * 2, names=["a", "a"])
        parquet.write_table(table, stream)
        (error,) = scan(io.BytesIO(stream.getvalue()), column=1)

        assert "several columns named 'a'; expected one" in str(error)

    @pytest.mark.parametrize("data", [b"PAR1", b"PAR1" + bytes(500), b"PAR1PAR1"])
    def test_broken_file(self, data, message):
        said = message(data)

        assert "broken parquet: " in said
        assert said.endswith("expected a whole .parquet file")

    def test_cut_off(self, line, message):
        assert "broken parquet" in message(saved({"puzzle": [line]})[:-20])

    def test_changed_bytes(self, line):
        turned = [line[i % 81 :] + line[: i % 81] for i in range(2000)]
        data = bytearray(saved({"puzzle": turned}))
        data[200:260] = bytes(60)
        *_, error = scan(io.BytesIO(bytes(data)))

        assert "broken parquet" in str(error)

    def test_without_the_library(self, monkeypatch, message):
        monkeypatch.setitem(sys.modules, "pyarrow", None)

        assert "pip install 'satdoku[parquet]'" in message(b"PAR1PAR1")
        with pytest.raises(UsageError):
            written([])


class TestWriting:
    """A column of texts; more where there is more to say."""

    def test_puzzles_alone(self):
        data = written([Entry.of(PARTIAL), Entry.of(FULL)])
        table = parquet.read_table(io.BytesIO(data))

        assert {"puzzle": [PARTIAL.line, FULL.line]} == table.to_pydict()
        assert arrow.string() == table.schema.field("puzzle").type
        found = parquet.ParquetFile(io.BytesIO(data)).metadata
        assert "ZSTD" == found.row_group(0).column(0).compression

    def test_solutions_and_names(self):
        entry = Entry(PARTIAL, "", 1, 1, "easy", "", Extras(solution=FULL))
        data = written([Entry.of(PARTIAL), entry])

        assert {
            "puzzle": [PARTIAL.line] * 2,
            "solution": [None, FULL.line],
            "name": [None, "easy"],
        } == parquet.read_table(io.BytesIO(data)).to_pydict()

    def test_late_name_is_not_lost(self, monkeypatch):
        monkeypatch.setattr("satdoku.formats.parquet._WRITTEN", 2)
        plain, named = Entry.of(PARTIAL), Entry.of(PARTIAL, "late")
        with pytest.raises(
            UsageError, match="puzzle 3 has a name; the table was begun"
        ):
            written([plain, plain, named])
        style = Style(columns=("puzzle", "name"))
        table = parquet.read_table(io.BytesIO(written([plain, plain, named], style)))
        assert [None, None, "late"] == table.to_pydict()["name"]

    def test_no_puzzles(self):
        table = parquet.read_table(io.BytesIO(written([])))

        assert {"puzzle": []} == table.to_pydict()

    def test_large_grids_and_symbols(self, scanned):
        large = Grid(Geometry(8, 8), tuple(i % 65 for i in range(4096)))
        (found,) = scanned(written([Entry.of(large)]))
        assert large == found.grid

        data = written([Entry.of(FULL)], Style(symbols=DIALECTS["A-Z"]))
        table = parquet.read_table(io.BytesIO(data))
        assert ["ABCDCDABBADCDCBA"] == table.to_pydict()["puzzle"]
