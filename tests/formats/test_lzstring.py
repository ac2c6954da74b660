"""LZString's Base64: held against its PyPI port, and bounded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satdoku.errors import InputError
from tests.formats.inner import pack, unpack


@pytest.fixture(scope="module")
def oracle():
    """Return the PyPI port."""
    return pytest.importorskip("lzstring", exc_type=ImportError).LZString


TEXTS = st.one_of(
    st.text(st.characters(max_codepoint=255), max_size=80),
    st.text('{}[]":,0123456789valuegivntrue', max_size=400),
    st.text("ab", max_size=200),
    st.text("\x00\xff", max_size=60),
)
WIDE = st.text("a\x00\xff\u0100\uffff", max_size=60) | st.text(max_size=80)


@given(TEXTS)
def test_what_is_packed_is_unpacked(text):
    assert text == unpack(pack(text), 10_000)


@given(TEXTS)
def test_same_as_the_port(oracle, text):
    assert oracle.compressToBase64(text) == pack(text)


@given(WIDE.filter(lambda text: max(text, default="") <= "\uffff"))
def test_what_the_port_packs_is_unpacked(oracle, text):
    assert text == unpack(oracle.compressToBase64(text), 10_000)


@pytest.mark.nightly
def test_bomb_is_refused_before_it_grows(oracle):
    bomb = oracle.compressToBase64("a" * 5_000_000)

    assert len(bomb) < 6_000
    with pytest.raises(InputError, match="65,536"):
        unpack(bomb, 65_536)


def test_limit_is_exact():
    packed = pack("a" * 100)

    assert "a" * 100 == unpack(packed, 100)
    with pytest.raises(InputError, match="99"):
        unpack(packed, 99)


@pytest.mark.parametrize("end", range(1, 15))
def test_cut_off(end):
    packed = pack("a board of f-puzzles").rstrip("=")

    with pytest.raises(InputError):
        unpack(packed[:-end], 1_000)


@pytest.mark.parametrize(
    ("packed", "said"),
    [
        ("", None),
        ("N4Ig-_", "'-' .* 5 "),
        ("N4=Ig", "'=' .* 3 "),
        ("N4I\x1b", r"'\\x1b' .* 4 "),
        ("////", "LZString"),
        (pack("sudoku").rstrip("=") + "AAAA", None),
        (pack("sudoku").rstrip("=") + "B", None),
    ],
)
def test_no_packed_text(packed, said):
    with pytest.raises(InputError, match=said):
        unpack(packed, 1_000)


@given(st.text("ABCDEFNIg49+/=", max_size=60))
def test_any_packed_text_unpacks_or_is_refused(packed):
    try:
        assert len(unpack(packed, 50)) <= 50
    except InputError:
        return
