"""Help as a page: examples first, no wider than the terminal, readable at 40 columns.

click never goes below 50 columns, and gives options the half of a narrow page; so the
formatter here takes the terminal's own width, and puts what an option does below its
name where the two do not fit side by side.
"""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Page", "page", "write_examples"]

_WIDEST = 80
_NARROWEST = 24
_SIDE_BY_SIDE = 60
"""Pages from this width on have what options do beside their names."""

_WORDS = re.compile(r"""(?:'[^']*'|"[^"]*"|\S)+""")
"""The words of a command line, quotes and all."""


def page() -> Page:
    """Return an empty page as wide as the terminal."""
    columns = min(shutil.get_terminal_size((_WIDEST, 24)).columns, _WIDEST)
    return Page(max(columns - 2, _NARROWEST))


class Page(click.HelpFormatter):
    """A page of help.

    Args:
        width: Characters of a line.
    """

    def __init__(self, width: int) -> None:
        super().__init__(width=width)

    def write_dl(
        self,
        rows: Iterable[tuple[str, str]],
        col_max: int = 30,
        col_spacing: int = 2,
    ) -> None:
        """Write terms and what they mean."""
        if self.width >= _SIDE_BY_SIDE:
            super().write_dl(list(rows), col_max, col_spacing)
            return
        for term, meaning in rows:
            margin = " " * self.current_indent
            self.write(f"{margin}{term}\n")
            inner = margin + "    "
            self.write(
                click.wrap_text(
                    meaning, self.width, initial_indent=inner, subsequent_indent=inner
                )
                + "\n"
            )


def write_examples(
    to: click.HelpFormatter, examples: Sequence[tuple[str, str]]
) -> None:
    """Write command lines, each with what it does below.

    A command line that is too long for the page goes on in the next line, as a shell
    takes it.
    """
    to.write("Examples:\n")
    for line, what in examples:
        to.write("\n".join(_broken(line, to.width)) + "\n")
        indent = " " * (6 if to.width >= _SIDE_BY_SIDE else 4)
        to.write(
            click.wrap_text(
                what, to.width, initial_indent=indent, subsequent_indent=indent
            )
            + "\n"
        )
    to.write("\n")


def _broken(line: str, width: int) -> list[str]:
    """Break a command line between words, with a backslash at the end of a line."""
    lines: list[str] = []
    current = "  "
    words = _WORDS.findall(line)
    for at, word in enumerate(words):
        candidate = word if not current.strip() else f" {word}"
        room = width if at == len(words) - 1 else width - 2
        if current.strip() and len(current) + len(candidate) > room:
            lines.append(f"{current} \\")
            current, candidate = "    ", word
        current += candidate
    return [*lines, current]
