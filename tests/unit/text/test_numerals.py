"""Numbers: which are digits, which mean empty."""

from __future__ import annotations

import pytest

from satdoku.errors import InputError
from satdoku.geometry import Geometry
from satdoku.text.numerals import numeral_values


def of(text: str, geometry: Geometry) -> tuple[int, ...]:
    """Read numbers, filled up with the last one."""
    words = text.split()
    return numeral_values(words + words[-1:] * (geometry.cells - len(words)), geometry)


def test_numbers_and_blanks() -> None:
    """`0` and `.` side by side, or one other sign; zeros in front are passed over."""
    assert (16, 1, 0, 0) == of("16 01 . 0", Geometry(4, 4))[:4]
    assert (1, 0, 0) == of("1 _ _", Geometry(4, 4))[:3]
    assert (1, 0, 0) == of("01 __ __", Geometry(4, 4))[:3]
    assert (9, 0, 0) == of("9 00 .", Geometry(3, 3))[:3]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 17 0", "^r1c2: 17 is not a digit of a 16x16 grid; expected 1-16, or 0 or"),
        ("1 -1 0", "^r1c2: '-1' is not a number; .*; digits are written without a sig"),
        ("1 +1 0", "digits are written without a sign"),
        ("1 A 0", "^r1c2: 'A' is not a number; expected 1-16"),
        ("1 3.5 0", "'3.5' is not a number"),
        ("1 \uff15 0", "only ASCII digits are read"),
        ("1 . _ 0", "'_' is another sign for an empty cell; .*'.' is used for that"),
        ("1 _ * _", r"'\*' is another sign for an empty cell; .*; '_' is used for"),
        ("1 " + "9" * 5000, "^r1c2: 9{40}… is not a digit of a 16x16 grid"),
        ("1 \x1b[31m 0", r"'\\x1b\[31m' is not a number"),
    ],
)
def test_other_words_are_refused(text: str, said: str) -> None:
    """The message names the cell and what may stand there."""
    with pytest.raises(InputError, match=said):
        of(text, Geometry(4, 4))


class TestFromZero:
    """Boards that count from 0 are told, not read one too low."""

    def test_zero_beside_points_and_no_last_number(self) -> None:
        """0 … 15, `.` for an empty cell."""
        with pytest.raises(
            InputError, match=r"'0' is used beside '.', and 16 never.*add"
        ):
            of("0 1 15 .", Geometry(4, 4))

    def test_complete_board(self) -> None:
        """Each number as often as it must be, 0 too."""
        words = [str(number) for number in range(16)] * 16
        with pytest.raises(InputError, match="each number from 0 to 15 is there 16"):
            numeral_values(words, Geometry(4, 4))

    def test_last_number_proves_the_opposite(self) -> None:
        """With a 16 the zeros are empty cells."""
        assert (16, 0, 0) == of("16 0 .", Geometry(4, 4))[:3]

    def test_zeros_alone_are_empty_cells(self) -> None:
        """As nearly everywhere."""
        assert (15, 0) == of("15 0", Geometry(4, 4))[:2]
