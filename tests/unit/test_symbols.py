"""The symbols: which character is which digit."""

from __future__ import annotations

import pytest

from satdoku.errors import InputError, UsageError
from satdoku.symbols import DIALECTS, EMPTY, LETTERS, MIXED, Symbols, dialect, usual


@pytest.mark.parametrize("symbols", DIALECTS.values(), ids=lambda s: s.name)
def test_what_is_written_is_read_back(symbols: Symbols) -> None:
    """Every digit of every dialect."""
    size = len(symbols.alphabet)

    assert list(range(size + 1)) == [
        symbols.digit(symbols.text(digit), size) for digit in range(size + 1)
    ]


@pytest.mark.parametrize("symbols", DIALECTS.values(), ids=lambda s: s.name)
def test_readable_agrees_with_digit(symbols: Symbols) -> None:
    """The table and the lookup say the same, at every size."""
    for size in (4, 9, 16, 25):
        table = symbols.readable(size)
        assert table == {mark: symbols.digit(mark, size) for mark in table}
        assert set(range(1, size + 1)) == set(table.values())


def test_letters_are_read_in_either_case_unless_both_are_used() -> None:
    """`a` is 10 in 1-9A-Z; in 1-9a-zA-Z `A` is 36."""
    assert 10 == LETTERS.digit("a", 16) == LETTERS.digit("A", 16)
    assert 10 == MIXED.digit("a", 61)
    assert 36 == MIXED.digit("A", 61)


def test_signs_for_empty_cells_are_read_as_zero() -> None:
    """All but those that are digits."""
    assert {0} == {LETTERS.digit(mark, 9) for mark in EMPTY}
    assert 1 == DIALECTS["0-9A-Z"].digit("0", 16)


@pytest.mark.parametrize(
    ("mark", "size", "said"),
    [
        ("#", 9, "'#' is not a digit; expected 1-9, or 0 or . for an empty cell"),
        ("a", 9, "'a' is not a digit of a 9x9 grid"),
        ("5", 4, "'5' is not a digit of a 4x4 grid; expected 1-4"),
        ("H", 16, "expected 1-9A-G, or 0 or . for an empty cell"),
        ("\uff15", 9, "'\uff15' is not a digit; .*; only ASCII digits are read"),
        ("\u0665", 9, "only ASCII digits are read"),
        ("\u2075", 9, "only ASCII digits are read"),
        ("-", 9, "digits are written without a sign"),
        ("\x1b", 9, r"'\\x1b' is not a digit"),
    ],
)
def test_other_characters_are_refused(mark: str, size: int, said: str) -> None:
    """The message shows the character and what may stand there."""
    with pytest.raises(InputError, match=said):
        LETTERS.digit(mark, size)


def test_dialects_are_found_by_name() -> None:
    """What `--symbols` takes."""
    assert "A-Z" == dialect("A-Z").name
    with pytest.raises(UsageError, match="no symbols named 'roman'; expected 1-9A-Z"):
        dialect("roman")


def test_usual_symbols_reach_to_sixty_one() -> None:
    """Letters to 35, both cases to 61, numbers above."""
    assert [LETTERS, LETTERS, MIXED, MIXED, None] == [
        usual(size) for size in (4, 35, 36, 61, 62)
    ]
