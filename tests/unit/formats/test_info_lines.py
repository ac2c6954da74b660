"""Lines that tell of a puzzle by a letter."""

from __future__ import annotations

import pytest

from satdoku.formats import Entry, Extras
from satdoku.formats.entry import DETAILS
from satdoku.formats.info_lines import info_lines, is_info, one_line, read_info
from satdoku.grid import Grid

ALL = "ABCDHLNSTU"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("#ARuud", ("author", "Ruud")),
        ("#A Ruud ", ("author", "Ruud")),
        ("#Author: Ruud", ("author", "Ruud")),
        ("#title: One: two", ("name", "One: two")),
        ("#DOne: two", ("name", "One: two")),
        ("#Rating: 7.2", ("rating", "7.2")),
        ("#C rating: 7.2", ("rating", "7.2")),
        ("#Clevel: hard", ("comment", "level: hard")),
        ("#H 25", ("clues", "25")),
        ("#U", ("url", "")),
    ],
)
def test_what_lines_tell(line: str, told: tuple[str, str]) -> None:
    """Letters, and words with a colon."""
    assert is_info(line)
    assert told == read_info(line)


@pytest.mark.parametrize(
    "line",
    ["# Author: Ruud", "#", "", "A Ruud", "#1 of 50", "#puzzle 3", "#ä", " #A x"],
)
def test_comments_tell_nothing(line: str) -> None:
    """A blank, a digit or another letter behind the sign."""
    assert not is_info(line)


def test_lines_say_all_and_nothing_else() -> None:
    """In the order of the details, the name first; empty values are left out."""
    details = (("level", "Easy"), ("author", ""), ("key\n", "a\nb"), ("time", "5"))
    entry = Entry(Grid.parse("." * 16), "", 1, 1, " N ", "", Extras(details))

    assert ["#D N", "#L Easy", "#C key: a b", "#T 5"] == list(
        info_lines(entry, ALL, " ")
    )
    assert ["#DN", "#LEasy", "#Ckey: a b", "#Ctime: 5"] == list(
        info_lines(entry, "ABCDLSU", "")
    )


@pytest.mark.parametrize("key", [*DETAILS, "solutions", "clues", "time"])
@pytest.mark.parametrize(("letters", "gap"), [(ALL, " "), ("ABCDLSU", "")])
def test_every_usual_key_comes_back(key: str, letters: str, gap: str) -> None:
    """Whether the program has a letter for it or not."""
    entry = Entry(Grid.parse("." * 16), "", 1, 1, None, "", Extras(((key, "x: 1"),)))

    assert [(key, "x: 1")] == [
        read_info(line) for line in info_lines(entry, letters, gap)
    ]


def test_one_line() -> None:
    """Without anything that ends a line or moves a cursor."""
    assert "a b c d" == one_line("\ta\r\nb\u2028c\x1bd ")
