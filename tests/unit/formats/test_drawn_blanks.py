"""Drawings whose blanks are cells, and texts whose blanks may be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from satdoku.errors import InputError
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.formats import Entry

NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


def drawing(
    cells: str | list[str],
    size: int,
    width: int,
    between: str = "",
    pad: str = "",
    *,
    bars: str = "|-+",
) -> str:
    """Draw a grid with borders between its boxes; `.` is drawn as a blank."""
    bar, dash, cross = tuple(bars)
    wide = max(map(len, cells))
    texts = [(" " if cell == "." else cell).rjust(wide) for cell in cells]
    lines: list[str] = []
    for row in range(size):
        here = texts[row * size : row * size + size]
        parts = [
            pad + between.join(here[at : at + width]) + pad
            for at in range(0, size, width)
        ]
        lines.append(bar + bar.join(parts) + bar)
        if (row + 1) % (size // width) == 0:
            lines.append(cross + cross.join(dash * len(p) for p in parts) + cross)
    return "\n".join(lines) + "\n"


def text_of(entry: Entry) -> str:
    """Return the cells of an entry, `.` for an empty one."""
    return "".join(".123456789ABCDEFG"[value] for value in entry.grid.values)


def sixteen() -> str:
    """Return a sparse 16x16 with no empty mark but `.`."""
    cells = ["."] * 256
    for at, mark in ((1, "1"), (6, "2"), (30, "G"), (45, "9"), (130, "F"), (255, "C")):
        cells[at] = mark
    return "".join(cells)


class TestBorders:
    """Between upright borders the column tells the cell."""

    @pytest.mark.parametrize("bars", ["|-+", "│─┼", "║═╬"])
    @pytest.mark.parametrize(
        ("between", "pad"), [("", ""), (" ", " "), (" ", ""), ("  ", " ")]
    )
    def test_nine_by_nine(
        self, between: str, pad: str, bars: str, good: Callable[..., Entry]
    ) -> None:
        """Cells side by side or apart, in ASCII or Unicode."""
        entry = good(drawing(NINE, 9, 3, between, pad, bars=bars))

        assert NINE == text_of(entry)
        assert "grid" == entry.format

    def test_sixteen_by_sixteen(self, good: Callable[..., Entry]) -> None:
        """A row of sixteen cells with few clues is no row of four."""
        entry = good(drawing(sixteen(), 16, 4))

        assert sixteen() == text_of(entry)

    def test_numbers_of_two_digits(self, good: Callable[..., Entry]) -> None:
        """Cells three characters apart."""
        cells = [
            str(".123456789ABCDEFG".index(mark)) if mark != "." else mark
            for mark in sixteen()
        ]

        assert sixteen() == text_of(good(drawing(cells, 16, 4, " ", " ")))

    def test_boxes_have_the_shape_drawn(self, good: Callable[..., Entry]) -> None:
        """Segments of two cells make boxes of two columns."""
        cells = "12...." + "......" * 4 + "....34"
        entry = good(drawing(cells, 6, 2, " ", " "))

        assert (Geometry(3, 2), cells) == (entry.grid.geometry, text_of(entry))

    def test_without_borders_at_the_ends(self, good: Callable[..., Entry]) -> None:
        """Neither the first blank nor those an editor has stripped are needed."""
        text = drawing(NINE, 9, 3, " ", " ")
        rows = [line[2:-1].rstrip() for line in text.splitlines() if "-" not in line]

        assert NINE == text_of(good("\n".join(rows)))

    @pytest.mark.parametrize("gap", ["", "\n"])
    def test_one_below_the_other(
        self, gap: str, scanned: Callable[..., list[Any]]
    ) -> None:
        """With a blank line between, or none."""
        text = drawing(NINE, 9, 3, " ", " ")

        assert [NINE, NINE] == [text_of(e) for e in scanned(text + gap + text)]

    def test_small_boards_or_a_large_one(
        self, message: Callable[..., str], scanned: Callable[..., list[Any]]
    ) -> None:
        """A digit or none in every part of four blanks: nobody can say."""
        row = "|1   |  2 |   3|4   |\n"
        blank = "|    |    |    |    |\n"
        text = row + blank * 15

        assert "ambiguous: 16 rows may be boards of 4x4, or of 16x16" in message(text)
        (entry,) = scanned(text, geometry=Geometry(4, 4))
        assert "1.....2....34..." + "." * 240 == text_of(entry)
        small = scanned(text, geometry=Geometry(2, 2))
        assert ["1234" + "." * 12, *["." * 16] * 3] == [text_of(e) for e in small]

    def test_full_boards_one_below_the_other(
        self, scanned: Callable[..., list[Any]]
    ) -> None:
        """The same columns in every row: none of the others is a cell."""
        board = "| 1 | 2 | 3 | 4 |\n| 3 | 4 | 1 | 2 |\n"
        board += "| 2 | 1 | 4 | 3 |\n| 4 | 3 | 2 | 1 |\n"

        found = scanned(board * 3)
        assert ["1234341221434321"] * 3 == [text_of(e) for e in found]

    def test_a_digit_off_its_column(self, scanned: Callable[..., list[Any]]) -> None:
        """The row and its line are named, and the next puzzle is read."""
        text = drawing(NINE, 9, 3, " ", " ")
        bad, entry = scanned(text.replace("| 6     |", "|  6    |", 1) + "\n" + text)

        assert isinstance(bad, InputError)
        assert "2: row 2: '6' stands between the columns of the cells" in str(bad)
        assert NINE == text_of(entry)

    def test_a_row_missing(self, message: Callable[..., str]) -> None:
        """Rows too few for the columns are refused as blanks nobody can tell."""
        text = "\n".join(drawing(NINE, 9, 3, " ", " ").splitlines()[1:])

        assert "1: ambiguous blanks: 8 rows of 3 parts, each 7" in message(text)

    @pytest.mark.parametrize("text", ["534|678|91", "5 3 4 | 6 7 8 | 9 1"])
    def test_a_digit_missing_at_the_end_is_no_blank(
        self, text: str, message: Callable[..., str]
    ) -> None:
        """A row that ends early says nothing, where no other blank is a cell."""
        apart = " " in text
        row = "1 2 3 | 4 5 6 | 7 8 9" if apart else "123|456|789"

        assert "2: row 2 has 8 cells; expected 9" in message(
            "\n".join([row, text, *[row] * 7])
        )

    def test_marked_cells_are_read_as_before(self, good: Callable[..., Entry]) -> None:
        """Where `.` is the empty cell a blank is none."""
        marked = NINE.replace(".", "_")
        assert NINE == text_of(good(drawing(marked, 9, 3, " ", " ")))


class TestNoBorders:
    """Without borders blanks are refused."""

    @pytest.mark.parametrize("strip", [True, False])
    def test_cells_apart(self, strip: bool, message: Callable[..., str]) -> None:  # noqa: FBT001  a case of the test
        """Whether blanks at the ends of lines are kept or not."""
        lines = [" ".join(NINE[at : at + 9]) for at in range(0, 81, 9)]
        rows = [line.replace(".", " ") for line in lines]
        text = "\n".join(row.rstrip() if strip else row for row in rows)

        assert "1: ambiguous blanks: they may be empty cells" in message(text)

    def test_columns_of_numbers_are_no_blanks(self, good: Callable[..., Entry]) -> None:
        """Gaps in the same columns keep numbers apart."""
        text = "1  2    3  4\n3  4    1  2\n2  1    4  3\n4  3    2  1\n"

        assert "1234341221434321" == text_of(good(text))


class TestSeparators:
    """Lines between the puzzles of rows."""

    ROWS = "\n".join(NINE[at : at + 9] for at in range(0, 81, 9)) + "\n"

    @pytest.mark.parametrize(
        "between", ["\n---\n\n", "---\n", "\n=====\n", "\n***\n\n---\n\n"]
    )
    def test_passed_over(self, between: str, scanned: Callable[..., list[Any]]) -> None:
        """Also behind the last puzzle."""
        found = scanned(self.ROWS + between + self.ROWS + between)

        assert [NINE, NINE] == [text_of(entry) for entry in found]

    def test_rows_of_dashes_are_rows(self, scanned: Callable[..., list[Any]]) -> None:
        """As long as the others, they hold empty cells."""
        board = "----\n1234\n----\n3412\n"

        found = scanned(board + "--\n" + board, format="rows")
        assert ["....1234....3412"] * 2 == [text_of(entry) for entry in found]

    def test_empty_boards_of_dashes(self, scanned: Callable[..., list[Any]]) -> None:
        """Nothing but such marks is no separator."""
        found = scanned("----\n" * 8, format="rows")

        assert ["." * 16] * 2 == [text_of(entry) for entry in found]


class TestRowsOrLines:
    """Sixteen lines of sixteen characters."""

    def test_two_digits_of_one_line(self, good: Callable[..., Entry]) -> None:
        """What no 4x4 has says that it is a row."""
        text = ("." * 16 + "\n") * 15 + "1............FG.\n"

        assert 16 == good(text).grid.geometry.size

    def test_one_digit_may_be_a_slip(self, message: Callable[..., str]) -> None:
        """Nothing else rules the small boards out."""
        text = ("." * 16 + "\n") * 15 + "1............7..\n"

        assert "ambiguous" in message(text)
