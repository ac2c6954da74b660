"""Texts that are broken into lines."""

from __future__ import annotations

from satdoku.pictures.lettering import wrapped

CHAIN = "XY-Chain: r5c8<>5, (5)r5c2=(8)r5c2-(8)r7c2=(2)r7c2-(2)r7c1=(8)r7c1"


def test_nothing() -> None:
    """No text has no lines."""
    assert [] == wrapped("", 11, 100)
    assert [] == wrapped(" ", 11, 100)


def test_nothing_is_lost() -> None:
    """The words come again in their order, a chain whole."""
    assert "".join(CHAIN.split()) == "".join(
        "".join(line.split()) for line in wrapped(CHAIN, 11, 120)
    )


def test_chains_are_broken_behind_links() -> None:
    """A line ends with a link, and the next begins with a node."""
    lines = wrapped(CHAIN, 11, 120)

    assert len(lines) > 3
    assert all(line.startswith("(") for line in lines[-2:])
    assert lines[-2].endswith(("=", "-"))


def test_words_stay_whole() -> None:
    """What is wider than a line has one of its own."""
    assert ["Wwwwwwwwwwwwwwwwwwwww", "a"] == wrapped("Wwwwwwwwwwwwwwwwwwwww a", 11, 9)


def test_one_line_where_there_is_room() -> None:
    """Blanks are one."""
    assert ["one two"] == wrapped(" one\n two ", 11, 400)
