"""Text that any picture can hold."""

from __future__ import annotations

import pytest

from satdoku.pictures.plain import plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9x9 & <b>", "9x9 & <b>"),
        ("zwölf × 数独 🧩", "zwölf × 数独 🧩"),
        ("a\nb\r\nc\td", "a b c d"),
        ("\x00\x1b[0m", "��[0m"),
        ("\ud800\uffff\ufdd0\U0001fffe", "����"),
        ("\x7f\x9b", "��"),
        ("", ""),
    ],
)
def test_plain(text: str, expected: str) -> None:
    """One line; what no picture can hold is replaced, one mark by one."""
    assert expected == plain(text)
