"""The format `csv`: a table with a column of puzzles."""

import io

import pytest

from satdoku.errors import InputError, UsageError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import DIALECTS
from tests.formats.inner import Metadata, OutputTable, PuzzleRecord, Writer, read


class TestCsv:
    """A table with a column of puzzles."""

    def test_open_quote_costs_one_row(self, scanned):
        one = "1" + "." * 15
        rows = [f"{one},d"] * 3
        text = "\n".join(
            ["puzzle,note", *rows, f'{one},"abc', *rows * 10, f'"{one},x', *rows]
        )
        found = scanned(text + "\n")
        bad = [(item.line, item.what) for item in found if isinstance(item, InputError)]

        assert 3 + 1 + 30 + 1 + 3 == len(found)
        assert [5, 36] == [line for line, _ in bad]
        assert [
            "a double quote that is not closed, or text behind it in line 36",
            "a double quote that is not closed",
        ] == [what for _, what in bad]

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

    def written(self, *entries, head=None):
        """Return the table, with the columns of the first puzzles."""
        stream = io.StringIO()
        table = None if head is None else OutputTable(head)
        with Writer(stream, "csv", table=table) as writer:
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
        """So do names, order, texts, and records that cannot be read."""
        zeros = self.partial.line.replace(".", "0")
        head = 'id,quizzes,"a, b",author,a,clues,solutions'
        good = f"7,{zeros},x,Ann,,30,{self.full.line}"
        entry, error = scanned(f"{head}\n{good}\n8,12,y,Bob,z\n")

        assert "7" == entry.name
        assert (self.full, (("author", "Ann"),)) == (
            entry.metadata.solution,
            entry.metadata.details,
        )
        assert ("8", "12", "y", "Bob", "z", "", "") == error.columns.values
        text = self.written(entry)
        assert f"{head}\n{good}\n" == text
        (again,) = scanned(text)
        assert (entry.metadata, entry.columns) == (again.metadata, again.columns)

    def test_table_without_a_heading(self, scanned):
        found = scanned(f"1,{self.partial.line}\n2,{self.partial.line}\n")

        assert self.written(*found).startswith(
            f"column 1,puzzle\n1,{self.partial.line}"
        )

    def test_more_values_than_columns(self, scanned):
        one = self.partial.line
        first, second = scanned(f"puzzle,a\n{one},x,\n{one},x,,y\n")

        assert (one, "x") == first.columns.values
        assert "4 values; expected 2" in str(second)

    def test_answers_never_overwrite(self, scanned):
        (entry,) = scanned(f"solution,puzzle,solution_2\n,{self.partial.line},x\n")
        table = OutputTable([entry], {"solution": str, "count": int})

        assert (
            "solution",
            "puzzle",
            "solution_2",
            "solution_3",
            "count",
        ) == table.names
        assert {"solution": "solution_3"} == table.renamed
        stream = io.StringIO()
        with Writer(stream, "csv", table=table) as writer:
            writer.write(entry, {"solution": self.full.line, "count": 1})
        assert f",{self.partial.line},x,{self.full.line},1\n" in stream.getvalue()

    def test_details_are_columns(self, scanned):
        told = (("author", "Ann"), ("comment", "so, so"), ("digest", "0"))
        (found,) = scanned(
            self.written(PuzzleRecord(self.partial, "", 1, 1, "n", "", Metadata(told)))
        )

        assert (told[:2], "n") == (found.metadata.details, found.name)

    def test_late_name_is_not_lost(self):
        plain, named = self.entry(None), self.entry("late")
        with pytest.raises(UsageError, match="1,001"):
            self.written(*[plain] * 1000, named)
        text = self.written(*[plain] * 1000, named, head=[named])
        assert text.endswith(",late\n")

    def test_columns_that_are_said_are_there(self):
        solved = self.entry(None, solved=True)
        assert f"puzzle,solution\n{self.partial.line},\n" == self.written(
            self.entry(None), head=[solved]
        )
        assert "puzzle,solution\n" == self.written(head=[solved])

    def test_what_cannot_be_written_spoils_nothing(self):
        large = Puzzle((0,) * 1296, geometry=Geometry.of_box(6, 6))
        for table in (None, OutputTable([])):
            stream = io.StringIO()
            with Writer(stream, "csv", DIALECTS["A-Z"], table) as writer:
                for grid in (large, self.full, large, self.full):
                    if grid is large:
                        with pytest.raises(UsageError, match=r"A-Z .*26"):
                            writer.write(grid)
                    else:
                        writer.write(grid)
            one = "ABCDCDABBADCDCBA\n"
            assert f"puzzle\n{one}{one}" == stream.getvalue()


@pytest.mark.parametrize("layout", [None, "csv"])
@pytest.mark.parametrize(
    "text",
    [
        '"level (a;b;c)",puzzle\n1,{}\n',
        '"a ""x;y;z""",puzzle\n1,{}\n',
        'puzzle;"a,b,c,d"\n{};1\n',
        '5" disk,puzzle\n1,{}\n',
    ],
)
def test_separators_in_quotes_separate_nothing(scanned, text, layout):
    (entry,) = scanned(text.format("1" + "." * 15), format=layout)

    assert (16, None) == (entry.puzzle.geometry.cells, entry.name)
    assert ["1"] == list(entry.columns.others().values())


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ('"a" b', "text behind the double quote that closes a value"),
        ('"a\nb" c', "a double quote that is not closed, or text behind it in line 3"),
        ('"a', "a double quote that is not closed"),
        (f'"{"x" * 140_000}"', "a value of more than 131,072 characters"),
        ('"' + f"{'x' * 999}\n" * 140 + '"', "a value of more than 131,072 characters"),
    ],
)
def test_quotes_that_are_wrong(scanned, value, what):
    """The message says what can be known of them."""
    error, *_ = scanned(f"puzzle,note\n{'.' * 16},{value}\n")

    assert (what, 2) == (error.what, error.line)


def test_columns_of_the_same_name_stay_apart(run, tmp_path):
    """Each keeps its values; in JSON the second one has a number."""
    table = tmp_path / "notes.csv"
    table.write_text(f"puzzle,note,note\n1{'.' * 15},a,b\n")
    options = ("--to", "csv", "--to-symbols", "A-Z")
    done = run("convert", table, *options, code=0)
    (record,) = run.json("solve", table)

    assert f"puzzle,note,note\nA{'.' * 15},a,b\n" == done.stdout
    assert {"note": "a", "note_2": "b"} == record["columns"]
