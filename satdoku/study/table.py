"""Tables: a heading over columns, a name before each row; as Markdown or as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.errors import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Table", "escaped"]

_LONGEST = 100
_SPECIAL = dict.fromkeys(map(ord, "\\|*<[]`"))
_ESCAPES = str.maketrans({chr(mark): f"\\{chr(mark)}" for mark in _SPECIAL})


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts.

    Args:
        title: What it shows, in a few words.
        columns: What stands above the columns, that of the rows' names first.
        rows: The rows, each with its name first.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        """Return it as Markdown; names at the left, values at the right.

        Example:
            >>> print(Table("Time", ("", "easy"), (("dpll", "2 ms"),)).markdown())
            **Time**
            <BLANKLINE>
            | | easy |
            |---|---:|
            | dpll | 2 ms |
        """
        head = _line(self.columns)
        rule = "|---|" + "---:|" * (len(self.columns) - 1)
        return "\n".join([f"**{self.title}**", "", head, rule, *map(_line, self.rows)])

    def text(self) -> str:
        """Return it as lines of a terminal.

        Example:
            >>> print(Table("Time", ("", "easy"), (("dpll", "2 ms"),)).text())
            Time
                  easy
            dpll  2 ms
        """
        lines = [
            [printable(value, _LONGEST) for value in row]
            for row in (self.columns, *self.rows)
        ]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join([self.title, *(_set(line, widths) for line in lines)])


def escaped(text: str) -> str:
    r"""Return what somebody else has named, so that Markdown shows it as it is.

    Example:
        >>> escaped("a|b *c*")
        'a\\|b \\*c\\*'
    """
    return printable(text, _LONGEST).translate(_ESCAPES)


def _line(values: Sequence[str]) -> str:
    """Return a row of Markdown."""
    return "".join(f"| {escaped(value)} " if value else "| " for value in values) + "|"


def _set(values: Iterable[str], widths: Sequence[int]) -> str:
    """Return a line of text, its first value at the left, others at the right."""
    first, *others = zip(values, widths, strict=True)
    cells = [first[0].ljust(first[1]), *(value.rjust(wide) for value, wide in others)]
    return "  ".join(cells).rstrip()
