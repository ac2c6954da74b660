"""What --repair did: told on standard error, and written to the file of --fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli.output import Output
from satdoku.cli.remarks import say
from satdoku.errors import InputError, printable
from satdoku.formats.model import Entry
from satdoku.formats.writing import Writer
from satdoku.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from types import TracebackType
    from typing import Self

__all__ = ["Fixed", "fixing", "ranges", "tell"]

_AS_READ = ("euler", "grid", "line", "numbers", "rows")
"""The formats in which puzzles are written as they were read."""


def tell(entry: Entry) -> None:
    """Say what was mended in a puzzle: each kind of mend once, with its lines."""
    lines: dict[str, list[int]] = {}
    for mend in entry.extras.repairs:
        lines.setdefault(mend.what, []).append(mend.line)
    source = printable(entry.source, 200)
    for what, numbers in lines.items():
        at = [number for number in numbers if number]
        place = f"{source}:{at[0]}" if at else source
        more = f" (lines {ranges(at)})" if len(at) > 1 else ""
        say(f"satdoku: {place}: repaired: {printable(what, 300)}{more}")


def ranges(numbers: Iterable[int]) -> str:
    """Write rising numbers shortly.

    Example:
        >>> ranges([1, 2, 3, 5, 8, 9])
        '1-3, 5, 8-9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


def fixing(
    entries: Iterator[Entry | InputError],
    path: str,
    *,
    force: bool,
    inputs: Sequence[str],
) -> Iterator[Entry | InputError]:
    """Write the puzzles to the file of --fixed as they go by.

    The file appears when all have gone by; if the command ends before, it does not.
    """

    def pass_on() -> Generator[Entry | InputError]:
        with Fixed(path, force=force, inputs=inputs) as fixed:
            for entry in entries:
                if isinstance(entry, Entry):
                    fixed.write(entry)
                yield entry

    found = pass_on()
    context = click.get_current_context(silent=True)
    if context is not None:
        context.call_on_close(found.close)
    return found


class Fixed:
    """The file of --fixed; a context.

    It is written in the format of the first puzzle where that is a plain one, else as
    rows, or numbers for large grids.  It appears when all puzzles are read; not if none
    can be.

    Args:
        path: The file.
        force: Whether it may be replaced.
        inputs: The files that are read, none of which it may be.

    Raises:
        UsageError: It exists and may not be replaced, or is read.
        OSError: It cannot be written.
    """

    def __init__(self, path: str, *, force: bool, inputs: Iterable[str]) -> None:
        self._output = Output(path, force=force, inputs=inputs, option="--fixed")
        self._writer: Writer | None = None

    def write(self, entry: Entry) -> None:
        """Write one more puzzle."""
        if self._writer is None:
            name = entry.format if entry.format in _AS_READ else "rows"
            if usual(entry.grid.geometry.size) is None:
                name = "numbers"
            self._writer = Writer(self._output.stream, name, entry.extras.symbols)
        self._writer.write(entry)

    def __enter__(self) -> Self:
        self._output.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._writer is not None and error is None:
            self._writer.close()
        else:
            self._output.failed()
        self._output.__exit__(kind, error, trace)
