"""The head of a text: its first lines, by which formats recognise it.

A head is bounded, so that recognising a file costs the same whatever its size.
"""

from __future__ import annotations

from functools import cached_property
from itertools import dropwhile, takewhile

__all__ = ["LONGEST_HEAD", "Head", "is_comment", "is_data"]

LONGEST_HEAD = 512
"""Lines of a head; more than any board has rows that people solve."""


def is_comment(line: str) -> bool:
    """Whether the line is a comment: `#` in front."""
    return line.startswith("#")


def is_data(line: str) -> bool:
    """Whether the line is neither blank nor a comment."""
    return not line.isspace() and line != "" and not line.startswith("#")


class Head:
    """The first lines of a text.

    Args:
        lines: The lines, without their ends.
        whole: Whether the text ends with them.
        size: The size of the grids, where the person has said it.
    """

    def __init__(self, lines: list[str], *, whole: bool, size: int | None) -> None:
        self.lines = lines
        self.whole = whole
        self.size = size

    @cached_property
    def data(self) -> list[str]:
        """The lines that are neither blank nor comments."""
        return [line for line in self.lines if is_data(line)]

    @cached_property
    def start(self) -> str:
        """The first line that is not blank, comments included, without indent."""
        return next((line.lstrip() for line in self.lines if line.strip()), "")

    @cached_property
    def cut(self) -> bool:
        """Whether the first line of data has a separator of tables in it."""
        return any(mark in self.first for mark in ",;\t")

    @cached_property
    def first(self) -> str:
        """The first line that is neither blank nor a comment, or an empty text."""
        return next(filter(is_data, self.lines), "")

    @cached_property
    def block(self) -> list[str]:
        """The lines from the first one of data to the next blank one, less comments."""
        rest = dropwhile(lambda line: not is_data(line), self.lines)
        return [
            line
            for line in takewhile(lambda line: line and not line.isspace(), rest)
            if not is_comment(line)
        ]

    @cached_property
    def block_ends(self) -> bool:
        """Whether the head shows the end of its first block."""
        rest = dropwhile(lambda line: not is_data(line), self.lines)
        return self.whole or any(not line or line.isspace() for line in rest)
