"""Which format a text is in, and when it cannot be told."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.errors import InputError
from satdoku.formats import read, read_all, scan
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FILES = {
    "large/sudoku-25-1.txt": ("numbers", 25, 1),
    "large/sudoku-64-2.txt": ("numbers", 64, 1),
    "large/sudoku-100-1.txt": ("numbers", 100, 1),
    "seeds/input.txt": ("grid", 9, 1),
    "seeds/easy_45.txt": ("grid", 9, 1),
    "seeds/medium_35.txt": ("grid", 9, 1),
    "seeds/hard_25.txt": ("grid", 9, 1),
    "seeds/extreme_17.txt": ("grid", 9, 1),
    "seeds/anti_backtracking.txt": ("grid", 9, 1),
    "sets/clues17.txt": ("line", 9, 4916),
    "sets/easy50.txt": ("line", 9, 50),
    "sets/hardest.txt": ("line", 9, 4877),
    "sets/many_solutions.txt": ("line", 9, 2000),
    "sets/top95.txt": ("line", 9, 95),
    "reference/solution_counts.txt": ("line", 9, 43),
    "reference/sudopedia_cases.csv": ("csv", 9, 19),
    "reference/rated.csv": ("csv", 9, 120),
}


@pytest.mark.parametrize(("name", "expected"), FILES.items())
def test_every_file_of_puzzles_is_recognised(
    shared_data: Path, name: str, expected: tuple[str, int, int]
) -> None:
    """The format, the size and the number of puzzles."""
    format_, size, count = expected
    entries = list(read_all(shared_data / name))

    assert count == len(entries)
    assert {format_} == {entry.format for entry in entries}
    assert {size} == {entry.grid.geometry.size for entry in entries}


def test_bad_character_of_the_reports(shared_data: Path) -> None:
    """File, line, cell, character and what is expected."""
    file = shared_data / "seeds" / "bad_character.txt"
    with pytest.raises(InputError) as caught:
        read(file)

    assert (
        f"{file}:6: r5c5: '#' is not a digit; "
        "expected 1-9, or 0 or . for an empty cell" == str(caught.value)
    )


def test_no_other_file_is_taken_for_puzzles(shared_data: Path) -> None:
    """Tables of techniques, and cases in a language of their own."""
    for name in ("hodoku_scores.csv", "se_scores.csv", "technique_cases.txt"):
        (error,) = scan(shared_data / "reference" / name)
        assert isinstance(error, InputError)


@pytest.mark.parametrize(
    "text",
    ["hello world\nthis is text\n", '{"puzzle": 1}', "<sudoku/>", "p cnf 3 2\n1 0\n"],
)
def test_other_text_is_refused(text: str, message: Callable[..., str]) -> None:
    """The formats that there are are named."""
    said = message(text)

    assert "1: no puzzle recognised at '" in said
    assert "expected one of the formats csv, euler, grid, line, numbers, rows" in said


class TestAmbiguity:
    """Two readings are named, never guessed between."""

    TEXT = "................\n" * 16

    def test_rows_of_sixteen_or_lines_of_four_by_four(
        self, message: Callable[..., str]
    ) -> None:
        """Sixteen lines of sixteen."""
        said = message(self.TEXT)

        assert "ambiguous: can be read as one puzzle a line" in said
        assert "or as a row a line" in said
        assert "say which with --from line or --from rows" in said

    def test_format_decides(self, scanned: Callable[..., list[Any]]) -> None:
        """When said."""
        assert 16 == len(scanned(self.TEXT, format="line"))
        assert 1 == len(scanned(self.TEXT, format="rows"))

    def test_boxes_decide(self, scanned: Callable[..., list[Any]]) -> None:
        """They tell the size."""
        assert 16 == len(scanned(self.TEXT, geometry=Geometry(2, 2)))
        assert 1 == len(scanned(self.TEXT, geometry=Geometry(4, 4)))

    @pytest.mark.parametrize("count", [1, 5, 17])
    def test_other_numbers_of_lines_are_lines(
        self, count: int, scanned: Callable[..., list[Any]]
    ) -> None:
        """No board has that many rows."""
        found = scanned(self.TEXT[:17] * count)

        assert [4] * count == [entry.grid.geometry.size for entry in found]

    def test_letters_are_rows(self, scanned: Callable[..., list[Any]]) -> None:
        """No 4x4 has a G."""
        (entry,) = scanned(self.TEXT.replace("..", "G."))

        assert 16 == entry.grid.geometry.size


class TestOne:
    """`read` wants exactly one puzzle."""

    def test_several_are_counted(self, line: str) -> None:
        """With the hint to read_all."""
        with pytest.raises(InputError) as caught:
            read(io.StringIO(f"{line}\n" * 50))

        assert (
            "<stream>: holds 50 puzzles; expected one; read_all reads them all"
            == str(caught.value)
        )

    def test_very_many_are_not_counted_to_the_end(self, line: str) -> None:
        """The source may be endless."""
        with pytest.raises(InputError, match="holds more than 1000 puzzles"):
            read(io.StringIO(f"{line}\n" * 5000))

    def test_what_is_wrong_with_the_second_is_told(self, line: str) -> None:
        """It may be the reason why there seem to be two."""
        with pytest.raises(InputError, match="2: 4 cells"):
            read(io.StringIO(f"{line}\n1234\n"))

    def test_read_all_raises_at_the_first_bad_puzzle(self, line: str) -> None:
        """The good ones before it have been yielded."""
        entries = read_all(io.StringIO(f"{line}\n{line}1\n{line}\n"))
        next(entries)
        with pytest.raises(InputError, match="<stream>:2: 82 cells; expected 81"):
            next(entries)

    def test_entry_knows_its_place(self, line: str) -> None:
        """Source, line, number, name and format."""
        (entry,) = read_all(io.StringIO(f"\n{line} easy\n"))

        assert ("<stream>", 2, 1, "easy", "line") == (
            entry.source,
            entry.line,
            entry.number,
            entry.name,
            entry.format,
        )
