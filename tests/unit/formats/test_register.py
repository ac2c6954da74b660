"""The register: every format, described."""

from __future__ import annotations

from satdoku.formats import formats


def test_register_is_complete_and_described() -> None:
    """Every format has what `satdoku formats` shows."""
    names = [format_.name for format_ in formats()]

    assert sorted(names) == names
    assert len(set(names)) == len(names)
    for format_ in formats():
        assert format_.summary
        assert all(ending.startswith(".") for ending in format_.extensions)
