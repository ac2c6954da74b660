"""Letters as masks: the same font everywhere, and an honest word where it lacks one."""

from __future__ import annotations

import pytest

from satdoku.errors import UsageError
from satdoku.symbols import LETTERS

font = pytest.importorskip("PIL.ImageFont", reason="Pillow draws PNG")

from satdoku.pictures import glyphs  # noqa: E402  Pillow comes first


def test_own_font_has_every_symbol() -> None:
    """Digits and letters, and what captions usually have."""
    own = glyphs._own_font(20)

    assert glyphs._has(own, LETTERS.alphabet + LETTERS.alphabet.lower())
    assert glyphs._has(own, " ,.;:!?()-+*/='\"&%#@<>")
    assert not glyphs._has(own, "数")


def test_stamps_are_kept() -> None:
    """The second is the first."""
    kept = glyphs.Glyphs()
    one = kept.stamp("7", 20, bold=False, italic=False)

    assert one is kept.stamp("7", 20, bold=False, italic=False)
    assert one is not kept.stamp("7", 20, bold=True, italic=False)


def test_missing_letter_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather than drawn as an empty box."""
    monkeypatch.setattr(glyphs, "_OTHERS", ("no such font.ttf",))

    with pytest.raises(UsageError, match="no font was found that has '数'"):
        glyphs.Glyphs().stamp("a数", 20, bold=False, italic=False)


def test_other_font_is_taken_where_it_has_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first that has all the characters."""
    other = font.load_default(20)
    monkeypatch.setattr(glyphs, "_has", lambda tried, _: tried is other)
    monkeypatch.setattr(font, "truetype", lambda _name, _size: other)

    assert other is glyphs._font("数", 20)


def test_pillow_without_freetype_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has a font of one size alone, or none."""
    monkeypatch.setattr(font, "load_default", lambda _size: object())
    glyphs._own_font.cache_clear()
    try:
        with pytest.raises(UsageError, match="without FreeType"):
            glyphs._own_font(20)
    finally:
        glyphs._own_font.cache_clear()
