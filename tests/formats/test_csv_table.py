"""The format `csv`: a table with a column of puzzles."""

import io

import pytest

from satdoku.errors import InputError, UsageError
from satdoku.formats import Entry, Extras, Writer, read
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.symbols import DIALECTS


class TestCsv:
    """A table with a column of puzzles."""

    @pytest.mark.parametrize(
        "heading", ["puzzle", "quizzes", "Quiz", "question", "SUDOKU", ' "puzzle" ']
    )
    def test_column_is_found_by_name(self, line, heading, good):
        entry = good(f"solution,{heading.strip()},n\n{'1' * 81},{line},3\n")

        assert ("csv", 26, 2) == (entry.format, entry.grid.clue_count, entry.line)

    def test_column_is_found_by_value(self, line, good):
        assert 26 == good(f"a,b\nx,{line}\n").grid.clue_count

    def test_two_columns_of_puzzles_are_ambiguous(self, line, message):
        said = message(f"a,b\n{line},{line}\n")

        assert "columns 'a' and 'b' both hold puzzles" in said
        assert "--column" in said

    def test_column_can_be_said(self, line, good):
        table = f"a,b\n{'1' * 81},{line}\n"

        assert 26 == good(table, column="b").grid.clue_count
        assert 26 == good(table, column=2).grid.clue_count
        assert 81 == good(table, column="1", format="csv").grid.clue_count
        assert 26 == good(f"x,{line}\n", column=2).grid.clue_count

    @pytest.mark.parametrize(
        ("column", "said"),
        [
            ("c", "no column 'c'; expected one of a, b"),
            ("3", "no column 3; expected 1 to 2, or a name: a, b"),
            ("0", "no column 0"),
            ("9" * 5000, "no column '9999"),
        ],
    )
    def test_column_that_is_not_there(self, line, column, said, message):
        assert said in message(f"a,b\n1,{line}\n", column=column)

    def test_quotes_separators_and_names(self, line, scanned):
        first, second = scanned(f'name;puzzle\n"a; ""b""";"{line}"\n\nc;{line}\n')

        assert ('a; "b"', 2) == (first.name, first.line)
        assert ("c", 4) == (second.name, second.line)
        (tabbed,) = scanned(f"id\tpuzzle\n7\t{line}\n")
        assert "7" == tabbed.name

    def test_one_column_without_separator(self, line, good):
        assert "csv" == good(f"puzzle\n{line}\n").format

    def test_zeros_in_front_are_kept(self, good, line):
        assert (0, 0, 0, 0, 0, 7) == good(f"puzzle,n\n{line},1").grid.values[:6]

    def test_numbers_in_a_value(self, good):
        entry = good("puzzle,n\n" + " ".join(["64"] + ["."] * 4095) + ",1\n")

        assert Geometry(8, 8) == entry.grid.geometry

    def test_bad_records_do_not_stop_a_scan(self, line, scanned):
        found = scanned(
            f"n,puzzle\n1,{line}\n2\n3,\n4,{line[1:]}\n"
            f'5,"{line}"x\n6,{line.replace("7", "a", 1)}\n7,{line}\n'
        )

        assert [
            "<stream>:3: 1 column; expected a puzzle in column 2",
            "<stream>:4: no puzzle in the column; expected its cells",
            "<stream>:5: 80 cells; expected 81 for a 9x9 grid",
            "<stream>:6: not a record: ',' expected after '\"'",
            (
                "<stream>:7: r1c6: 'a' is not a digit of a 9x9 grid; "
                "expected 1-9, or 0 or . for an empty cell"
            ),
        ] == [str(item) for item in found if isinstance(item, InputError)]
        assert [(2, 1), (8, 7)] == [
            (item.line, item.number) for item in found if isinstance(item, Entry)
        ]

    @pytest.mark.nightly
    def test_open_quote_does_not_fill_the_memory(self, scanned):
        found = scanned('n,puzzle\n1,"' + "x,y\n" * 100_000)

        assert "field larger than field limit" in str(found[0])

    def test_table_without_puzzles(self, message):
        said = message("technique,score\nnaked single,4\n")

        assert "no column of puzzles among technique, score; expected a column" in said

    def test_table_without_records(self, message):
        assert "no puzzle found" in message("puzzle\n")

    def test_column_needs_the_format(self):
        with pytest.raises(UsageError):
            read(io.StringIO(""), format="line", column="a")


class TestWhatElseIsSaid:
    """Columns of solutions, names and details."""

    @pytest.mark.parametrize("heading", ["solutions", "Solution", "answer"])
    def test_solutions_are_kept(self, line, heading, good):
        entry = good(f"quizzes,{heading}\n{line},{'123456789' * 9}\n")

        assert entry.extras.solution is not None
        assert "123456789" * 9 == entry.extras.solution.line

    def test_solution_column_can_be_said(self, line, good, message):
        full = "123456789" * 9
        entry = good(f"{full},{line}\n", solution_column=1)
        said = message(f"p,s\n{line},12\n", solution_column="s", column="p")

        assert (26, full) == (entry.grid.clue_count, entry.extras.solution.line)
        assert "2: the solution: 2 cells" in said
        assert "no column 'x'; expected one of p, s" in message(
            f"p,s\n{line},12\n", solution_column="x"
        )

    def test_solution_that_is_none(self, line, good):
        entry = good(f"puzzle,solution\n{line},see page 7\n")

        assert (("solution", "see page 7"),) == entry.extras.details
        other = good(f"puzzle,solution\n{line},{'1234' * 4}\n")
        assert (("solution", "1234" * 4),) == other.extras.details
        assert good(f"puzzle,solution\n{line},\n").extras.solution is None

    def test_details(self, line, good):
        entry = good(f"source,question,rating,n,Difficulty\nbook,{line},7.2,1,hard\n")

        assert (
            ("source", "book"),
            ("rating", "7.2"),
            ("level", "hard"),
        ) == entry.extras.details


class TestLostAsNumbers:
    """The spreadsheet trap."""

    @pytest.mark.parametrize(
        "value", ["4.83E+80", "7.000009504e+76", "4e80", "70000095040000.0"]
    )
    def test_what_was_a_puzzle(self, value, message):
        said = message(f"puzzle,n\n{value},1\n")

        assert f"2: '{value}', a number; expected a character for each cell" in said
        assert "took the puzzle for a number; export the column as text" in said

    def test_column_without_a_name(self, message):
        assert "export the column as text" in message("a,b\n4.83E+80,1\n")

    def test_zeros_in_front_are_lost(self, line, message):
        said = message(f"puzzle,n\n{line.lstrip('0')},1\n")

        assert "76 cells; expected 81" in said
        assert "zeros in front are lost; export the column as text" in said
        assert "zeros in front" not in message(f"puzzle,n\n{line[:-1]},1\n")


class TestWriting:
    """Columns that somebody fills, and no comments."""

    full = Grid.parse("1234 3412 2143 4321")
    partial = Grid.parse("1.34 3.12 .143 4321")

    def entry(self, name, *, solved=False):
        """Return an entry."""
        extras = Extras(solution=self.full if solved else None)
        return Entry(self.partial, "", 1, 1, name, "", extras)

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
            (e.name, e.extras.solution) for e in scanned(text)
        ]

    def test_late_name_is_not_lost(self):
        plain, named = self.entry(None), self.entry("late")
        with pytest.raises(UsageError, match="puzzle 1,001 has a name; the table was"):
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
        large = Grid(Geometry(6, 6), (0,) * 1296)
        for columns in (None, ("puzzle",)):
            stream = io.StringIO()
            with Writer(stream, "csv", DIALECTS["A-Z"], columns) as writer:
                for grid in (large, self.full, large, self.full):
                    if grid is large:
                        with pytest.raises(UsageError, match="symbols A-Z reach 26"):
                            writer.write(grid)
                    else:
                        writer.write(grid)
            one = "ABCDCDABBADCDCBA\n"
            assert f"puzzle\n{one}{one}" == stream.getvalue()

    @pytest.mark.parametrize("name", ["# x", " x ", "a\nb", "a,b", '"', "=1+1", "ä"])
    def test_names_are_read_back(self, name, good):
        found = good(self.written(self.entry(name)))

        assert name.replace("\n", " ") == found.name
