"""Lines that tell of a puzzle by a letter: `#A` is its author, `#D` what it is called.

SadMan Sudoku writes `#A Ruud`, SudoCue `#ARuud`; both are read, and the words people
write by hand, `#Author: Ruud`, too.  A line `# ...` is a comment, as it is everywhere.

    A author   B date        C comment   D description: the puzzle's name
    S source   U url         L level     N solutions   H clues   T time (seconds)

What a program has no letter for is written as a comment that begins with its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import UsageError
from satdoku.formats.entry import DETAILS
from satdoku.formats.format import Told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.formats.entry import Entry

__all__ = ["NAME", "info_lines", "is_info", "one_line", "read_info", "told_by"]

NAME = "name"
"""The key under which `read_info` returns what the puzzle is called."""

_MOST = 1000

_KEYS = {
    "A": "author",
    "B": "date",
    "C": "comment",
    "D": NAME,
    "S": "source",
    "U": "url",
    "L": "level",
    "N": "solutions",
    "H": "clues",
    "T": "time",
}
_LETTERS = {key: letter for letter, key in _KEYS.items()}
_IN_COMMENTS = frozenset(("rating", "rules", "solutions", "clues", "time"))
_WORDS = {
    **{word: word for word in (*_LETTERS, *DETAILS)},
    "title": NAME,
    "description": NAME,
    "grade": "level",
}


def is_info(line: str) -> bool:
    """Whether the line tells something of the puzzle.

    Example:
        >>> is_info("#ARuud"), is_info("#L Easy"), is_info("# Author: Ruud")
        (True, True, False)
    """
    return line.startswith("#") and (line[1:2] in _KEYS or _word(line) is not None)


def read_info(line: str) -> tuple[str, str]:
    """Return what a line that `is_info` tells, as (key, value).

    Example:
        >>> read_info("#ARuud"), read_info("#L Easy"), read_info("#C rating: 7.2")
        (('author', 'Ruud'), ('level', 'Easy'), ('rating', '7.2'))
        >>> read_info("#Author: Ruud"), read_info("#DEasy")
        (('author', 'Ruud'), ('name', 'Easy'))
    """
    key = _word(line)
    if key is not None:
        return key, line.partition(":")[2].strip()
    key, text = _KEYS[line[1]], line[2:].strip()
    word, colon, rest = text.partition(":")
    if key == "comment" and colon and word in _IN_COMMENTS:
        return word, rest.strip()
    return key, text


def info_lines(entry: Entry, letters: str, gap: str) -> Iterator[str]:
    """Yield the lines that tell what is known of a puzzle.

    Args:
        entry: The puzzle.
        letters: Those that the program knows.
        gap: What it writes between the letter and the value.

    Raises:
        UsageError: There is more than is read back.
    """
    told = [(NAME, entry.name or ""), *entry.extras.details]
    if len(told) > _MOST:
        msg = f"{len(told) - 1:,} details are more than are read back"
        raise UsageError(f"{msg}; expected fewer than {_MOST:,}")
    for key, value in told:
        letter, text = _LETTERS.get(key, ""), one_line(value)
        if text and letter and letter in letters:
            yield f"#{letter}{gap}{text}"
        elif text:
            yield f"#C{gap}{one_line(key)}: {text}"


def told_by(lines: Iterable[str]) -> Told:
    """Return what lines of information tell, the second name of a puzzle as a comment.

    Example:
        >>> told_by(["#DEasy", "#C shoe: 44"])
        Told(name='Easy', details=(('comment', 'shoe: 44'),))
    """
    name: str | None = None
    details: list[tuple[str, str]] = []
    for key, value in map(read_info, lines):
        if value and key == NAME and name is None:
            name = value
        elif value:
            details.append(("comment" if key == NAME else key, value))
    return Told(name, tuple(details))


def one_line(text: str) -> str:
    r"""Return the text on one line, without characters that end one.

    Example:
        >>> one_line(" two\nlines ")
        'two lines'
    """
    return " ".join("".join(m if m.isprintable() else " " for m in text).split())


def _word(line: str) -> str | None:
    """Return the key of a line that begins with a word: `#Author: `."""
    word, colon, _ = line[1:].partition(":")
    return _WORDS.get(word.lower()) if colon else None
