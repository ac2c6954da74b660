"""Texts that were read as another puzzle than was meant, or not at all, in silence."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.errors import InputError
from satdoku.formats import Entry, scan
from satdoku.formats.arrays import read_array

if TYPE_CHECKING:
    from collections.abc import Callable

    Scan = Callable[..., list[Any]]
    Message = Callable[..., str]

SOLVED = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
CUT = [SOLVED[at : at + 9] for at in range(0, 81, 9)]
FOUR = ("1234", "3412", "2143", "4321")


class TestHash:
    """`#` as the beginning of a value, and as a sign for empty cells."""

    def test_records_of_a_table(self, scanned: Scan, line: str) -> None:
        """Only above the heading is `#` a comment."""
        text = f"# made by hand\nid,puzzle\n#1,{line}\n\n#2,{line}\n3,{line}\n"

        assert [entry.name for entry in scanned(text)] == ["#1", "#2", "3"]

    def test_all_records(self, scanned: Scan, line: str) -> None:
        """A table is recognised if all its records begin so."""
        (entry,) = scanned(f"id,puzzle\n#1,{line}\n")

        assert (entry.format, entry.grid.line) == ("csv", line.replace("0", "."))

    @pytest.mark.parametrize("at", [0, 1, 2])
    def test_lines(self, scanned: Scan, line: str, at: int) -> None:
        """A puzzle whose first cell is `#` is refused, wherever it stands."""
        texts = [SOLVED[:40] + "#" * 41] * 2
        texts.insert(at, line.replace("0", "#"))
        found = scanned("\n".join(texts), format="line")

        assert [isinstance(entry, InputError) for entry in found] == [
            number == at for number in range(3)
        ]
        assert found[at].line == at + 1
        assert "whose first cell is '#'" in str(found[at])

    @pytest.mark.parametrize("at", [0, 500])
    def test_array(self, line: str, at: int) -> None:
        """So it is where chunks of lines are read at once."""
        texts = [SOLVED[:40] + "#" * 41] * 5000
        texts.insert(at, line.replace("0", "#"))

        with pytest.raises(InputError, match="whose first cell is '#'") as caught:
            read_array(io.BytesIO("\n".join(texts).encode()), format="line")
        assert caught.value.line == at + 1

    def test_comments(self, scanned: Scan, line: str) -> None:
        """Comments stay comments: also 16 or 81 signs."""
        rule, title = "#" * 81, "#a-title-of-16-x"
        found = scanned(f"{rule}\n{line}\n{title}\n# {line}\n{line}\n")

        assert [entry.line for entry in found] == [2, 5]


class TestSpareColumn:
    """A column too many, before the cells or behind them."""

    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    @pytest.mark.parametrize("repair", [False, True])
    def test_empty_on_both_sides(self, separator: str, *, repair: bool) -> None:
        """Nobody knows which of the two is none."""
        rows = [["", "5", *[""] * 7, ""], *[["", *r[:8], ""] for r in CUT[1:]]]
        text = "".join(separator.join(row) + "\n" for row in rows)
        found = list(scan(io.BytesIO(text.encode()), format="cells", repair=repair))

        assert len(found) == 1
        assert "the first and the last of each empty: which is none?" in str(found[0])

    def test_ended_rows(self, scanned: Scan) -> None:
        """One behind the cells is still passed over."""
        (entry,) = scanned("".join(",".join(row) + ",\n" for row in CUT))

        assert entry.grid.line == SOLVED

    @pytest.mark.parametrize("repair", [False, True])
    def test_cut_off(self, *, repair: bool) -> None:
        """Eight rows of nine are no 8x8."""
        rows = [",".join(row[:8]).replace("9", "") + "," for row in CUT[:8]]
        found = list(scan(io.BytesIO("\n".join(rows).encode()), repair=repair))

        assert len(found) == 1
        assert "8 rows of 9 cells; expected 9 rows" in str(found[0])


class TestZero:
    """0 beside another sign for empty cells, and n never."""

    DIGITS = "".join(str(int(mark) - 1) for mark in SOLVED)
    PUZZLE = "." * 5 + DIGITS[5:40] + "." * 5 + DIGITS[45:]

    def test_cells(self, message: Message) -> None:
        """A table whose digits are 0 to 8."""
        cut = [self.PUZZLE[at : at + 9] for at in range(0, 81, 9)]
        text = "".join(",".join(row).replace(".", "") + "\n" for row in cut)

        assert "'0' beside empty cells, and 9 never" in message(text)

    def test_numbers(self, message: Message) -> None:
        """Numbers between blanks."""
        cut = [self.PUZZLE[at : at + 9] for at in range(0, 81, 9)]
        text = "".join(" ".join(row) + "\n" for row in cut)

        assert "'0' beside empty cells, and 9 never" in message(text)

    def test_list(self, message: Message) -> None:
        """A list with null."""
        items = [mark if mark != "." else "null" for mark in self.PUZZLE]

        said = message(f"[[{','.join(items)}]]", format="json")
        assert "'0' beside empty cells, and 9 never" in said

    def test_n_occurs(self, scanned: Scan) -> None:
        """0 is empty where n is there."""
        cut = ["000000009", *[self.PUZZLE[at : at + 9] for at in range(9, 81, 9)]]
        (entry,) = scanned("".join(",".join(row) + "\n" for row in cut))

        assert isinstance(entry, Entry)

    def test_one_text(self, scanned: Scan) -> None:
        """Characters side by side are read as ever."""
        (entry,) = scanned(self.PUZZLE)

        assert entry.grid.line == self.PUZZLE.replace("0", ".")


class TestBlocks:
    """Blocks that are no whole number of puzzles."""

    LAYOUTS = (("", "rows"), (" ", "numbers"), (" ", "forum"), ("", "grid"))

    @pytest.mark.parametrize(("between", "format_"), [*LAYOUTS, (",", "cells")])
    def test_heading(self, message: Message, between: str, format_: str) -> None:
        """A row that counts above the rows."""
        text = "\n".join(between.join(row) for row in ("1234", *FOUR))
        said = message(text, format=format_)

        assert "5 rows of 4 cells, the first counts 1 to 4: a heading?" in said
        assert "--repair" in said

    @pytest.mark.parametrize("between", ["", " ", ","])
    def test_heading_repaired(self, between: str) -> None:
        """It is taken out, and told."""
        rows = "\n".join(between.join(row) for row in ("123456789", *CUT))
        (entry,) = scan(io.BytesIO(rows.encode()), repair=True)

        assert isinstance(entry, Entry)
        assert entry.grid.line == SOLVED
        assert "counts 1 to 9" in " ".join(mend.what for mend in entry.extras.mends)

    def test_another_row(self, scanned: Scan) -> None:
        """The whole block is refused; the next one is read."""
        text = "\n".join((*CUT, CUT[0], "", *CUT))
        first, second = scanned(text)

        assert "10 rows of 9 cells; expected 9 (or a blank line" in str(first)
        assert first.line == 1
        assert (second.line, second.grid.line) == (12, SOLVED)

    def test_whole_puzzles(self, scanned: Scan) -> None:
        """Puzzles need no blank lines between them."""
        assert [e.line for e in scanned("\n".join(CUT * 3))] == [1, 10, 19]

    def test_long_block(self, scanned: Scan) -> None:
        """A very long block is read as it comes."""
        found = scanned("\n".join([*CUT * 100, CUT[0]]), format="rows")

        assert len(found) == 101
        assert "1 row of 9 cells" in str(found[-1])


class TestShortened:
    """Digits of a table that lost zeros."""

    def test_other_size(self, scanned: Scan) -> None:
        """64 digits below 81 are no 8x8."""
        short = "0" * 17 + SOLVED[:64].replace("9", "0")
        found = scanned(f"puzzle\n{short}\n{short.lstrip('0')}\n{short}\n")

        assert [entry.line for entry in found] == [2, 3, 4]
        assert "64 digits; expected 81" in str(found[1])
        assert "export the column as text" in str(found[1])

    def test_smaller_puzzles(self, scanned: Scan) -> None:
        """Puzzles of 4x4 among others are read."""
        found = scanned(f"puzzle\n{SOLVED}\n{''.join(FOUR)}\n")

        assert [entry.grid.geometry.size for entry in found] == [9, 4]


def test_repair_is_named(message: Message) -> None:
    """Where no format fits, repair may."""
    assert message("\x1b]0;x" + "." * 81).endswith(
        "say which with --from, or try --repair"
    )
