"""Text in at most 80 columns: lines that are wrapped, and tables."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


WIDTH = 80


def wrapped(head: str, text: str) -> list[str]:
    """Return text as lines below each other, behind a head.

    Example:
        >>> wrapped("  1  ", "r1c2=3")
        ['  1  r1c2=3']
    """
    width = max(WIDTH - len(head), 20)
    lines = textwrap.wrap(
        text, width, break_long_words=False, break_on_hyphens=False
    ) or [""]
    margin = " " * len(head)
    return [f"{margin if at else head}{line}".rstrip() for at, line in enumerate(lines)]


def fact_lines(heading: str, text: str) -> list[str]:
    """Return a fact of a report, and what it is about before it."""
    return wrapped(f"  {heading.ljust(10)}  ", text)


def fitted(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table whose last column is wrapped.

    Example:
        >>> fitted([["name", "what it is"], ["dpll", "own solver"]])
        ['name  what it is', 'dpll  own solver']
    """
    *columns, _ = zip(*rows, strict=True)
    widths = [max(map(len, column)) for column in columns]
    numeric = [all(c[0].isdigit() for c in column[1:]) for column in columns]
    signs = [">" if is_numeric else "<" for is_numeric in numeric]
    lines: list[str] = []
    for *cells, last in rows:
        padded = zip(cells, signs, widths, strict=True)
        head = "".join(f"{cell:{sign}{width}}  " for cell, sign, width in padded)
        lines += wrapped(head, last)
    return lines
