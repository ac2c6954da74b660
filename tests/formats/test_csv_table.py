"""The format `csv`: a table with a column of puzzles."""

import io

import pytest

from satdoku.errors import InputError, UsageError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import DIALECTS
from tests.formats.inner import Metadata, PuzzleRecord, Writer, read


class TestCsv:
    """A table with a column of puzzles."""

    @pytest.mark.nightly
    def test_open_quote_does_not_fill_the_memory(self, scanned):
        found = scanned('n,puzzle\n1,"' + "x,y\n" * 100_000)

        assert isinstance(found[0], InputError)

    def test_column_needs_the_format(self):
        with pytest.raises(UsageError):
            read(io.StringIO(""), format="line", column="a")


class TestWriting:
    """Columns that somebody fills, and no comments."""

    full = Grid("1234 3412 2143 4321")
    partial = Puzzle("1.34 3.12 .143 4321")

    def entry(self, name, *, solved=False):
        """Return an entry."""
        extras = Metadata(solution=self.full if solved else None)
        return PuzzleRecord(self.partial, "", 1, 1, name, "", extras)

    def written(self, *entries, columns=None):
        """Return the table."""
        stream = io.StringIO()
        with Writer(stream, "csv", columns=columns) as writer:
            for entry in entries:
                writer.write(entry)
        return stream.getvalue()

    def test_columns_that_some_fill(self, scanned):
        one = self.partial.line
        plain, named = self.entry(None), self.entry('a, "b"')
        solved = self.entry(None, solved=True)

        assert f"puzzle\n{one}\n{one}\n" == self.written(plain, plain)
        text = self.written(plain, named, solved)
        assert (
            f'puzzle,solution,name\n{one},,\n{one},,"a, ""b"""\n'
            f"{one},{self.full.line},\n"
        ) == text
        assert [(None, None), ('a, "b"', None), (None, self.full)] == [
            (e.name, e.metadata.solution) for e in scanned(text)
        ]

    def test_columns_of_a_table_stay(self, scanned):
        """So do those of records that cannot be read, and quoted headings."""
        head = 'id,question,"a, b",author,a'
        good = f"7,{self.partial.line},x,Ann,"
        entry, error = scanned(f"{head}\n{good}\n8,12,y,Bob,z\n")

        assert "7" == entry.name
        assert {"id": "7", "a, b": "x", "author": "Ann", "a": ""} == dict(
            entry.metadata.columns
        )
        assert {"puzzle": "12", "author": "Bob", "a": "z"}.items() <= dict(
            error.columns
        ).items()
        text = self.written(entry)
        assert text == f'puzzle,id,"a, b",author,a\n{self.partial.line},7,x,Ann,\n'
        (again,) = scanned(text)
        assert entry.metadata == again.metadata

    def test_details_are_columns(self, scanned):
        told = (("author", "Ann"), ("comment", "so, so"), ("digest", "0"))
        (found,) = scanned(
            self.written(PuzzleRecord(self.partial, "", 1, 1, "n", "", Metadata(told)))
        )

        assert (told[:2], "n") == (found.metadata.details, found.name)

    def test_pipes_are_not_kept_waiting(self):
        stream = io.StringIO()
        stream.seekable = lambda: False
        with Writer(stream, "csv") as writer:
            writer.write(self.entry(None))
            assert f"{self.partial.line},,\n" in stream.getvalue()
            writer.write(self.entry("late", solved=True))
        assert stream.getvalue().endswith(",late\n")

    def test_late_name_is_not_lost(self):
        plain, named = self.entry(None), self.entry("late")
        with pytest.raises(UsageError, match="1,001"):
            self.written(*[plain] * 1000, named)
        text = self.written(*[plain] * 1000, named, columns=("puzzle", "name"))
        assert text.endswith(",late\n")

    def test_columns_that_are_said_are_there(self):
        stream = io.StringIO()
        with Writer(stream, "csv", columns=("puzzle", "solution")) as writer:
            writer.write(self.partial)
            assert f"puzzle,solution\n{self.partial.line},\n" == stream.getvalue()
        assert "puzzle,solution\n" == self.written(columns=("puzzle", "solution"))

    def test_what_cannot_be_written_spoils_nothing(self):
        large = Puzzle((0,) * 1296, geometry=Geometry.of_box(6, 6))
        for columns in (None, ("puzzle",)):
            stream = io.StringIO()
            with Writer(stream, "csv", DIALECTS["A-Z"], columns) as writer:
                for grid in (large, self.full, large, self.full):
                    if grid is large:
                        with pytest.raises(UsageError, match=r"A-Z .*26"):
                            writer.write(grid)
                    else:
                        writer.write(grid)
            one = "ABCDCDABBADCDCBA\n"
            assert f"puzzle\n{one}{one}" == stream.getvalue()
