"""LZString's Base64: held against its PyPI port, and bounded."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satdoku.errors import InputError
from satdoku.formats.lzstring import pack, unpack


@pytest.fixture(scope="module")
def oracle() -> Any:  # noqa: ANN401  untyped
    """Return the PyPI port."""
    return pytest.importorskip("lzstring", exc_type=ImportError).LZString


TEXTS = st.one_of(
    st.text(max_size=80),
    st.text('{}[]":,0123456789valuegivntrue', max_size=400),
    st.text("ab", max_size=200),
    st.text("\x00\xff\u0100\uffff", max_size=60),
)


@given(TEXTS)
def test_what_is_packed_is_unpacked(text: str) -> None:
    """Any text, characters beyond 16 bits included."""
    assert text == unpack(pack(text), 10_000)


@given(TEXTS.filter(lambda text: max(text, default="") <= "\uffff"))
def test_same_as_the_port(oracle: Any, text: str) -> None:  # noqa: ANN401  untyped
    """The port packs to the same, and so its packed texts are unpacked here."""
    packed = oracle.compressToBase64(text)

    assert packed == pack(text)
    assert text == unpack(packed, 10_000)


def test_bomb_is_refused_before_it_grows(oracle: Any) -> None:  # noqa: ANN401  untyped
    """Five kilobytes that unpack to five megabytes."""
    bomb = oracle.compressToBase64("a" * 5_000_000)

    assert len(bomb) < 6_000
    with pytest.raises(InputError, match="unpacks to more than 65,536 characters"):
        unpack(bomb, 65_536)


def test_limit_is_exact() -> None:
    """As many characters as the limit are taken, one more is not."""
    packed = pack("a" * 100)

    assert "a" * 100 == unpack(packed, 100)
    with pytest.raises(InputError, match="more than 99 characters"):
        unpack(packed, 99)


def test_long_packed_text_is_refused_unread() -> None:
    """What could not unpack to so little is not even decoded."""
    with pytest.raises(InputError, match="more than 1,000 characters"):
        unpack("A" * 100_000, 1_000)


@pytest.mark.parametrize("end", range(1, 15))
def test_cut_off(end: int) -> None:
    """A packed text of which the end is missing is told."""
    packed = pack("a board of f-puzzles").rstrip("=")

    with pytest.raises(InputError, match="cut off"):
        unpack(packed[:-end], 1_000)


@pytest.mark.parametrize(
    ("packed", "said"),
    [
        ("", "the packed text is cut off"),
        ("N4Ig-_", "'-' at character 5 of the packed text; expected letters"),
        ("N4=Ig", "'=' at character 3"),
        ("N4I\x1b", r"'\\x1b' at character 4"),
        ("////", "no packed text; expected one as LZString makes it"),
        (pack("sudoku").rstrip("=") + "AAAA", "goes on behind its end"),
        (pack("sudoku").rstrip("=") + "B", "goes on behind its end"),
        (pack("\ud83d"), "holds half a character"),
    ],
)
def test_no_packed_text(packed: str, said: str) -> None:
    """Each way of being wrong is named."""
    with pytest.raises(InputError, match=said):
        unpack(packed, 1_000)


@given(st.text("ABCDEFNIg49+/=", max_size=60))
def test_any_packed_text_unpacks_or_is_refused(packed: str) -> None:
    """Nothing else is raised, and the limit holds."""
    try:
        assert len(unpack(packed, 50)) <= 50
    except InputError as error:
        assert str(error).isprintable()  # noqa: PT017  both outcomes are allowed
