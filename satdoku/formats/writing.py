"""Writing grids in a format, one to a text or many to a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import UsageError
from satdoku.formats.register import find

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self, TextIO

    from satdoku.grid import Grid

__all__ = ["Writer", "write"]


class Writer:
    """Writes grids to a stream, with what the format has before, between and behind.

    Its states: new → `write` any number of times → `close`, which may come first. The
    stream stays open.

    Args:
        stream: An open stream of text.
        format: Name of the format.

    Raises:
        UsageError: There is no such format, or it is only read.

    Example:
        >>> import sys
        >>> from satdoku.grid import Grid
        >>> with Writer(sys.stdout, "csv") as writer:
        ...     writer.write(Grid.parse("1.34 3.12 .143 4321"))
        puzzle
        1.343.12.1434321
    """

    def __init__(
        self,
        stream: TextIO,
        format: str,  # noqa: A002  the word of the command line
    ) -> None:
        self._format = find(format)
        self._text: Callable[[Grid, int], str] = _text_of(format)
        self._stream = stream
        self._count = 0
        self._closed = False

    def write(self, grid: Grid) -> None:
        """Write one more grid.

        Raises:
            UsageError: The grid is too large for the format, or the writer is closed.
        """
        if self._closed:
            raise UsageError("the writer is closed; write before close")
        text = self._text(grid, self._count + 1)
        before = self._format.separator if self._count else self._format.header
        self._count += 1
        self._stream.write(before + text)

    def close(self) -> None:
        """Write what the format ends with; nothing the second time."""
        if not self._closed:
            self._closed = True
            header = "" if self._count else self._format.header
            self._stream.write(header + self._format.footer)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()


def write(grid: Grid, format: str = "grid") -> str:  # noqa: A002  the word of the command line
    r"""Return the text of a grid in a format.

    Args:
        grid: The grid.
        format: Name of the format.

    Raises:
        UsageError: There is no such format, it is only read, or the grid is too large
            for it.

    Example:
        >>> from satdoku.grid import Grid
        >>> write(Grid.parse("1.34 3.12 .143 4321"), "line")
        '1.343.12.1434321\n'
    """
    chosen = find(format)
    return chosen.header + _text_of(format)(grid, 1) + chosen.footer


def _text_of(name: str) -> Callable[[Grid, int], str]:
    text = find(name).write
    if text is None:
        msg = f"the format {name} is only read, not written"
        raise UsageError(msg)
    return text
