"""The format `rows`: a row a line."""

import io

import pytest

from satdoku.errors import InputError
from satdoku.formats import Entry, read
from satdoku.formats.limits import ReadLimits
from satdoku.geometry import Geometry


class TestRows:
    """A row a line."""

    def test_puzzles_with_and_without_blank_lines_between(self, rows, scanned):
        entries = scanned(rows + rows + "\n\n" + rows + "# end\n")

        assert [1, 10, 21] == [entry.line for entry in entries]
        assert ["rows"] * 3 == [entry.format for entry in entries]

    def test_blanks_for_empty_cells(self, rows, line, good):
        assert read(io.StringIO(line)) == good(rows.replace("0", " ")).grid
        empty = "12345678 \n" + (" " * 9 + "\n") * 8
        assert 8 == good(empty, format="rows").grid.clue_count

    def test_stripped_blanks_are_ambiguous(self, rows, message):
        text = "\n".join(row.rstrip() for row in rows.replace("0", " ").split("\n"))

        assert "ambiguous: can be read as" in message(text)
        assert "ambiguous blanks" in message(text, format="rows")

    @pytest.mark.parametrize(
        ("cut", "said"),
        [
            (slice(0, -2), "9: row 9 has 8 cells; expected 9"),
            (slice(1, None), "1: row 1 has 8 cells; expected 9"),
            (slice(0, -10), "1: 8 rows of 9 cells; expected 9 rows"),
            (slice(0, 9), "1: 1 row of 9 cells; expected 9 rows"),
        ],
    )
    def test_ragged_rows_are_named(self, rows, cut, said, message):
        assert said == message(rows[cut])

    def test_scan_goes_on_behind_the_next_blank_line(self, rows, scanned):
        bad, good = scanned(rows[:30] + rows[31:] + "\n" + rows)

        assert isinstance(bad, InputError)
        assert isinstance(good, Entry)
        assert (4, 11, 2) == (bad.line, good.line, good.number)

    def test_scan_goes_on_behind_a_bad_character(self, rows, scanned):
        bad, good = scanned(rows.replace("7", "#", 1) + rows)

        assert isinstance(bad, InputError)
        assert (1, (1, 6)) == (bad.line, bad.cell)
        assert isinstance(good, Entry)

    def test_row_that_starts_like_a_comment(self, rows, message):
        fifth = rows[:40] + "#" + rows[41:]

        assert message(fifth).startswith("5: r5c1: '#' is not a digit")
        assert "line 1 starts with # and is taken for a comment" in message(
            "#" + rows[1:]
        )

    def test_size_without_boxes(self, message, good):
        said = message("1......\n" * 7)

        assert "7x7 cells cannot be cut into boxes; expected a size" in said
        assert "--box 1x7" in said
        seven = Geometry(1, 7)
        assert seven == good("1......\n" * 7, geometry=seven).grid.geometry

    def test_boxes_said_and_rows_of_another_length(self, rows, message):
        said = message(rows, format="rows", geometry=Geometry(2, 2))

        assert said == "1: row 1 has 9 cells; expected 4"

    def test_endless_puzzle_is_refused(self, message):
        text = ("1" * 3000 + "\n") * 1500
        limits = ReadLimits(size=3000)
        said = message(text, format="rows", geometry=Geometry(50, 60), limits=limits)

        assert said == (
            "1: a puzzle of more than 4,194,304 characters; "
            "a higher limit (--max-line) takes it"
        )
