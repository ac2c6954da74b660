"""Characters: which are digits, which mean empty, and in which dialect."""

import pytest

from satdoku.errors import InputError
from satdoku.geometry import Geometry
from satdoku.symbols import dialect
from satdoku.text.marks import Marks, plausible

FOUR, NINE, SIXTEEN = Geometry(2, 2), Geometry(3, 3), Geometry(4, 4)
THIRTY_SIX = Geometry(6, 6)


def of(text, geometry, symbols=None):
    """Read a text, filled up with its last character."""
    filled = text.ljust(geometry.cells, text[-1])
    return Marks(dialect(symbols) if symbols else None).values(filled, geometry)


class TestBlanks:
    """Digits and ONE other character; `.` and `0` side by side."""

    @pytest.mark.parametrize("blank", ".0_*?xX-~@ ·")
    def test_any_one_sign_is_a_blank(self, blank):
        assert (1, 2, 0, 0) == of("12" + blank, NINE)[:4]

    def test_points_and_zeros_mix(self):
        assert (1, 0, 0, 2, 0) == of("1.02.", NINE)[:5]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("1._", r"^r1c3: '_' is not a digit; .*; '\.' already stands for empty"),
            ("1.0_", "'0' and '.' already stand|'.' and '0' already stand"),
            ("1_*_", r"^r1c3: '\*' is not a digit; .*'_' already stands for empty"),
            ("1.#", "^r1c3: '#' is not a digit; expected 1-9, or 0 or . for an empty"),
            ("1.A", "^r1c3: 'A' is not a digit of a 9x9 grid"),
            ("1q", "^r1c2: 'q' is not a digit"),
        ],
    )
    def test_other_kinds_are_refused(self, text, said):
        with pytest.raises(InputError, match=said):
            of(text, NINE)

    @pytest.mark.parametrize("foreign", "\uff15\u0665\u2075\u00b2")
    def test_digits_of_other_scripts_are_no_blank(self, foreign):
        with pytest.raises(InputError):
            of("123" + foreign, NINE)

    def test_blank_may_change_between_grids(self):
        marks = Marks()

        assert marks.values("1" + "_" * 15, FOUR) == marks.values("1" + "." * 15, FOUR)
        assert marks.values("1" + "_" * 15, FOUR) == marks.values("1" + "0" * 15, FOUR)
        with pytest.raises(InputError):
            marks.values("1._" + "." * 13, FOUR)


class TestDialects:
    """The usual symbols wherever they fit; others only where they alone do."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("1G.", (1, 16)),
            ("1g.", (1, 16)),
            ("1F.", (1, 15)),
            ("1F0", (1, 15)),
            ("0F.", (1, 16)),
            ("0f.", (1, 16)),
            ("AP.", (1, 16)),
            ("ap.", (1, 16)),
            ("AP0", (1, 16)),
            ("AG.", (10, 16)),
        ],
    )
    def test_sixteen(self, text, expected):
        assert expected == of(text, SIXTEEN)[:2]

    def test_words_of_nine_letters(self):
        assert (1, 9, 0) == of("AI.", NINE)[:3]

    def test_zero_and_last_letter_beside_points_are_ambiguous(self):
        with pytest.raises(InputError) as caught:
            of("0G.", SIXTEEN)

        said = str(caught.value)
        assert "ambiguous symbols: '0' beside '.' is a digit in one, 'G' in the" in said
        assert "say which with --symbols 1-9A-Z or --symbols 0-9A-Z" in said
        assert (0, 16, 0) == of("0G.", SIXTEEN, "1-9A-Z")[:3]

    def test_complete_grid_from_zero_is_ambiguous(self):
        with pytest.raises(InputError, match="'0' may be a digit or empty"):
            Marks().values("0123456789ABCDEF" * 16, SIXTEEN)

    def test_thirty_six(self):
        assert (1, 35, 36, 0) == of("1zA.", THIRTY_SIX)[:4]
        assert (1, 36, 0) == of("0Z.", THIRTY_SIX)[:3]

    def test_dialect_stays_for_the_whole_source(self):
        marks = Marks()
        marks.values("AP" + "." * 254, SIXTEEN)

        assert (1, 7) == marks.values("AG" + "." * 254, SIXTEEN)[:2]

    def test_change_of_dialect_is_refused(self):
        marks = Marks()
        marks.values("1F" + "." * 254, SIXTEEN)
        with pytest.raises(InputError, match="only symbols 0-9A-Z fit, where 1-9A-Z"):
            marks.values("0F" + "." * 254, SIXTEEN)

    def test_symbols_can_be_said(self):
        assert (1, 2, 0) == of("01.", NINE, "0-9A-Z")[:3]
        assert (1, 7, 0) == of("AG.", SIXTEEN, "A-Z")[:3]
        with pytest.raises(
            InputError, match=r"^r1c1: '1' is not a digit; expected A-P"
        ):
            of("1A.", SIXTEEN, "A-Z")

    def test_alphabet_may_be_too_short(self):
        with pytest.raises(InputError, match="expected at most 26 a side in symbols A"):
            of("A.", THIRTY_SIX, "A-Z")
        with pytest.raises(InputError):
            of(".", Geometry(8, 8))

    def test_letter_beyond_the_size(self):
        with pytest.raises(
            InputError, match=r"'H' is not a digit of a 16x16 grid; .*G"
        ):
            of("1H.", SIXTEEN)


def test_table_reads_as_values_do():
    marks = Marks()
    text = "1.34" * 4
    values = marks.values(text, FOUR)
    table = marks.table(4)

    assert table is not None
    assert values == tuple(text.encode().translate(table))
    assert marks.table(9) is None
    assert 255 in b"5".translate(table)


def test_plausible():
    assert plausible("12.", 9)
    assert plausible("ABC", 9)
    assert not plausible("12ä", 9)
    assert not plausible("5", 4)
