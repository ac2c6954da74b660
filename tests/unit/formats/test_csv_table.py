"""The format `csv`: a table with a column of puzzles."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.errors import InputError, UsageError
from satdoku.formats import Entry, read
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Callable


class TestCsv:
    """A table with a column of puzzles."""

    @pytest.mark.parametrize(
        "heading", ["puzzle", "quizzes", "Quiz", "question", "SUDOKU", ' "puzzle" ']
    )
    def test_column_is_found_by_name(
        self, line: str, heading: str, good: Callable[..., Entry]
    ) -> None:
        """Whatever else looks like a puzzle."""
        entry = good(f"solution,{heading.strip()},n\n{'1' * 81},{line},3\n")

        assert ("csv", 26, 2) == (entry.format, entry.grid.clue_count, entry.line)

    def test_column_is_found_by_value(
        self, line: str, good: Callable[..., Entry]
    ) -> None:
        """The only one that holds puzzles."""
        assert 26 == good(f"a,b\nx,{line}\n").grid.clue_count

    def test_two_columns_of_puzzles_are_ambiguous(
        self, line: str, message: Callable[..., str]
    ) -> None:
        """Both are named, and the flag that says which."""
        said = message(f"a,b\n{line},{line}\n")

        assert "columns 'a' and 'b' both hold puzzles" in said
        assert "--column" in said

    def test_column_can_be_said(self, line: str, good: Callable[..., Entry]) -> None:
        """By name or by number."""
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
    def test_column_that_is_not_there(
        self, line: str, column: str, said: str, message: Callable[..., str]
    ) -> None:
        """The columns that are there are named."""
        assert said in message(f"a,b\n1,{line}\n", column=column)

    def test_quotes_separators_and_names(
        self, line: str, scanned: Callable[..., list[Any]]
    ) -> None:
        """As the standard library understands them."""
        first, second = scanned(f'name;puzzle\n"a; ""b""";"{line}"\n\nc;{line}\n')

        assert ('a; "b"', 2) == (first.name, first.line)
        assert ("c", 4) == (second.name, second.line)
        (tabbed,) = scanned(f"id\tpuzzle\n7\t{line}\n")
        assert "7" == tabbed.name

    def test_one_column_without_separator(
        self, line: str, good: Callable[..., Entry]
    ) -> None:
        """A heading alone."""
        assert "csv" == good(f"puzzle\n{line}\n").format

    def test_zeros_in_front_are_kept(
        self, good: Callable[..., Entry], line: str
    ) -> None:
        """Values are text, never numbers."""
        assert (0, 0, 0, 0, 0, 7) == good(f"puzzle,n\n{line},1").grid.values[:6]

    def test_numbers_in_a_value(self, good: Callable[..., Entry]) -> None:
        """For large boards."""
        entry = good("puzzle,n\n" + " ".join(["64"] + ["."] * 4095) + ",1\n")

        assert Geometry(8, 8) == entry.grid.geometry

    def test_bad_records_do_not_stop_a_scan(
        self, line: str, scanned: Callable[..., list[Any]]
    ) -> None:
        """Each yields its error, with its line."""
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

    def test_open_quote_does_not_fill_the_memory(
        self, scanned: Callable[..., list[Any]]
    ) -> None:
        """The record is refused when it becomes too long."""
        found = scanned('n,puzzle\n1,"' + "x,y\n" * 100_000)

        assert "field larger than field limit" in str(found[0])

    def test_table_without_puzzles(self, message: Callable[..., str]) -> None:
        """Its columns are named."""
        said = message("technique,score\nnaked single,4\n")

        assert "no column of puzzles among technique, score; expected a column" in said

    def test_table_without_records(self, message: Callable[..., str]) -> None:
        """A heading alone holds no puzzle."""
        assert "no puzzle found" in message("puzzle\n")

    def test_column_needs_the_format(self) -> None:
        """There are no columns in others."""
        with pytest.raises(UsageError, match="a column belongs to the format csv"):
            read(io.StringIO(""), format="line", column="a")
