"""Cells too few, too many, and of what no digit is (rows 1 to 6, 29, 32 to 36)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.bad_input.conftest import Answer, Refused
    from tests.unit.cli.conftest import Run

NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
ROWS = [NINE[at : at + 9] for at in range(0, 81, 9)]
TEXT = "\n".join(ROWS) + "\n"
NUMBERS = "\n".join(" ".join(row) for row in ROWS) + "\n"


class TestRow1To2:
    """Nothing there."""

    @pytest.mark.parametrize(
        "text", ["", " ", "\n", " \n\n\t\n", "\r\n" * 100, "# x\n"]
    )
    def test_empty(self, refused: Refused, text: str) -> None:
        """It is said that there is no puzzle."""
        assert "satdoku: error: <stdin>: no puzzle found; expected a puzzle" == (
            refused(text)
        )

    def test_file(self, refused: Refused, tmp_path: Path) -> None:
        """A file is named."""
        (tmp_path / "empty.txt").write_text("")

        assert f"{tmp_path / 'empty.txt'}: no puzzle found" in (
            refused("", tmp_path / "empty.txt")
        )


class TestRow3To4:
    """A cell too few, a cell too many: never padded, never cut."""

    @pytest.mark.parametrize("text", [NINE[:-1], NINE + "5", NINE[1:], "5" + NINE])
    def test_count(self, refused: Refused, text: str) -> None:
        """The number of cells is told, and how many there should be."""
        expected = f"<stdin>:1: {len(text)} cells; expected 81 for a 9x9 grid"

        assert expected in refused(text)


class TestRow5:
    """A letter among digits."""

    def test_place(self, refused: Refused) -> None:
        """Line, column and cell are told; nothing is dropped, nothing shifts."""
        assert "<stdin>:2: r2c3: 'a' is not a digit of a 9x9 grid; expected 1-9" in (
            refused(TEXT.replace("6..195", "6.a195"))
        )
        assert "<stdin>:1:12: r2c3: 'a' is not a digit" in (
            refused(NINE.replace("6..195", "6.a195"))
        )


class TestRow6:
    """A number with a sign."""

    @pytest.mark.parametrize("number", ["-1", "+1", "-9"])
    def test_sign(self, refused: Refused, number: str) -> None:
        """The sign is refused, not dropped."""
        said = refused(NUMBERS.replace("1 9 5", f"{number} 9 5"))

        assert f"<stdin>:2: r2c4: '{number}' is not a number" in said
        assert "digits are written without a sign" in said


class TestRow29:
    """A row too short."""

    @pytest.mark.parametrize("row", [1, 5, 9])
    def test_row(self, refused: Refused, row: int) -> None:
        """It is named by its number and line."""
        rows = list(ROWS)
        rows[row - 1] = rows[row - 1][:-1]

        assert f"<stdin>:{row}: row {row} has 8 cells; expected 9" in (
            refused("\n".join(rows))
        )


class TestRow32To33:
    """256 characters, 243 characters, and the dialects of 16x16."""

    def test_sizes(self, answer: Answer, refused: Refused) -> None:
        """256 are a 16x16 grid; 243 are three puzzles without line ends."""
        assert 256 == len(answer("." * 256))
        assert "243 = 3 x 81: a puzzle a line" in refused(NINE * 3)

    def test_dialects(self, answer: Answer, refused: Refused) -> None:
        """`G` and `0` at once fit neither; `0` beside `.` could be either."""
        both = "G" + "." * 20 + "0" + "." * 234
        said = refused(both)

        assert "ambiguous symbols" in said
        assert "--symbols 1-9A-Z or --symbols 0-9A-Z" in said
        assert 256 == len(answer(both, "--symbols", "1-9A-Z"))
        assert "'G'" in refused(both, "--symbols", "0-9A-Z")


class TestRow34:
    """Boards without end."""

    def test_size(self, run: Run, refused: Refused) -> None:
        """There is a largest size, and a largest formula; both can be moved."""
        rows = [" ".join(["256", *["..."] * 255]), *[" ".join(["..."] * 256)] * 255]
        text = "\n".join(rows)

        assert "a grid of 256x256; expected at most 225x225" in refused(text)
        convert = run("convert", "--to", "numbers", "--max-size", "256", text=text)
        assert 0 == convert.exit_code

    def test_clauses(self, run: Run) -> None:
        """A formula of 198 million clauses is counted, not made."""
        rows = [" ".join(["100", *["..."] * 99]), *[" ".join(["..."] * 100)] * 99]
        done = run("cnf", text="\n".join(rows))

        assert (2, "") == (done.exit_code, done.stdout)
        assert "189,040,000 clauses" in done.stderr
        assert "--max-clauses" in done.stderr or "max_clauses" in done.stderr


class TestRow35To36:
    """Sizes without boxes, and numbers beyond the size."""

    def test_seven(self, answer: Answer, refused: Refused) -> None:
        """7x7 has no boxes; whoever wants rows alone says so."""
        text = "\n".join(["." * 7] * 7)
        said = refused(text)

        assert "7x7 cells cannot be cut into boxes" in said
        assert "--box 1x7" in said
        assert 49 == len(answer(text, "--box", "1x7"))

    def test_too_large(self, refused: Refused) -> None:
        """17 in a 16x16 grid."""
        rows = [["."] * 16 for _ in range(16)]
        rows[3][4] = "17"
        said = refused("\n".join(" ".join(row) for row in rows))

        assert "<stdin>:4: r4c5: 17 is not a digit of a 16x16 grid" in said

    def test_from_zero(self, refused: Refused) -> None:
        """0 to 15 are told from 1 to 16."""
        rows = [
            " ".join(
                str((4 * row + row // 4 + column) % 16) if (row + column) % 3 else "."
                for column in range(16)
            )
            for row in range(16)
        ]

        assert "if the numbers count from 0, add 1 to each" in refused("\n".join(rows))
