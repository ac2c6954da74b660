"""Puzzles written in a format: which one, what it keeps, what would be lost."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import replace
from os.path import splitext
from typing import TYPE_CHECKING

from satdoku.cli.messages import counted, say
from satdoku.errors import UsageError, printable
from satdoku.formats.metadata import (
    further_columns,
    lost,
    refuse_loss,
    symbols_for,
)
from satdoku.formats.model import BinaryFormat, Format, Style
from satdoku.formats.registry import find_any, formats, written_names
from satdoku.formats.writing import Writer
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Collection, Generator

    from satdoku.cli.output import Output
    from satdoku.formats import Entry
    from satdoku.formats.model import BinaryWriter


_FIRST_CHOICE = {".json": "json"}
"""The format of endings that several have."""

_OTHERS = {
    ".png": "`satdoku show` draws puzzles",
    ".svg": "`satdoku show` draws puzzles",
    ".jpg": "`satdoku show` draws puzzles as .png",
    ".pdf": "`satdoku show --sheet` makes pages to print",
    ".html": "`satdoku explain` makes pages",
    ".xlsx": "a spreadsheet reads .csv",
    ".gz": "pack what goes to standard output",
    ".bz2": "pack what goes to standard output",
    ".xz": "pack what goes to standard output",
    ".zip": "pack what goes to standard output",
}
"""Endings that no format of puzzles has, and what helps."""

_MAX_NAMED = 8
"""Columns that a message names."""

_LOST = {
    "name": "names",
    "details": "details (author, date, ...)",
    "columns": "further columns",
    "state": "state",
    "solution": "solutions",
    "boxes": "shapes of boxes",
    "candidates": "candidates",
    "clues": "difference between a clue and a lone candidate",
}


def format_of_ending(
    output: str | None, known: Collection[str] | None = None
) -> str | None:
    """Return the format that the ending of a file has; None if it says nothing.

    Args:
        output: The file; None or `-` for standard output.
        known: The formats that may be written; all if None.

    Raises:
        UsageError: Several formats have the ending, or no format of puzzles can have
            it.

    Example:
        >>> format_of_ending("solutions.csv"), format_of_ending("solutions")
        ('csv', None)
    """
    ending = splitext(output or "")[1].lower()  # noqa: PTH122  pathlib takes 10 ms to import
    names = written_names() if known is None else known
    if ending in {"", ".txt"}:
        return None  # all formats of text may be in one
    if ending in _OTHERS:
        raise UsageError(
            f"{ending} is no format of puzzles; {_OTHERS[ending]} (--to takes "
            f"{', '.join(names)})"
        )
    fit = [each.name for each in formats() if ending in each.extensions]
    fit = [name for name in fit if name in names]
    if _FIRST_CHOICE.get(ending) in fit:
        return _FIRST_CHOICE[ending]
    if len(fit) > 1:
        several = " or ".join(fit)
        raise UsageError(f"{ending} is an ending of {several}; choose one with --to")
    return fit[0] if fit else None


class PuzzleWriter:
    """Writes puzzles in a format.

    Args:
        to: The name of the format.
        to_symbols: The symbols; those of each puzzle if None.
        state: Whether to write what was placed so far as the puzzle.
        lossy: Whether to write puzzles that become others; None without such an option.

    Raises:
        UsageError: There is no such format, or it is only read.

    Attributes:
        written: How many puzzles have been written.
    """

    def __init__(
        self,
        to: str,
        to_symbols: str | None = None,
        *,
        state: bool = False,
        lossy: bool | None = None,
    ) -> None:
        self._format: Format | BinaryFormat = find_any(to)
        self._symbols = None if to_symbols is None else symbols_for(to_symbols, to)
        self._state = state
        self._lossy = lossy
        self._output: Output
        self._writer: Writer | BinaryWriter
        self._only: Entry | None = None
        self._is_full = False
        self._lost: dict[str, int] = {}
        self._columns: dict[str, None] = {}
        self._without_state = 0
        self.written = 0

    @contextmanager
    def to(self, output: Output) -> Generator[None]:
        """Write to an output; what the format ends with comes at the end.

        So it does after Ctrl-C: what was written by then is a whole file.

        Raises:
            UsageError: The format is no text, and the output a terminal.
        """
        format_ = self._format
        self._output = output
        if isinstance(format_, Format):
            self._writer = Writer(
                output.stream, format_.name, self._symbols, lossy=bool(self._lossy)
            )
        elif format_.writer is None:
            raise UsageError(f"the format {format_.name} is only read, not written")
        elif output.is_terminal:
            raise UsageError(f"the format {format_.name} is no text; write to -o FILE")
        else:
            style = Style(symbols=self._symbols)
            self._writer = format_.writer(output.binary(), style)
        try:
            yield
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                self._end()
            elif not isinstance(format_, Format):
                with suppress(Exception):  # what came first is reported
                    self._writer.close()
            raise
        self._end()

    def _end(self) -> None:
        with self._output.record():
            if self._only is not None:
                self._writer.write(self._only)
                self.written += 1
            if self.written:
                self._writer.close()
            else:
                self._output.failed = True

    def write(self, entry: Entry) -> None:
        """Write one more puzzle.

        Raises:
            UsageError: The format cannot hold it as it is.
        """
        entry = self._with_state(entry) if self._state else entry
        self._check(entry)
        if not self._format.single:
            with self._output.record():
                self._writer.write(entry)
            self.written += 1
        elif self._only is None and not self._is_full:
            self._only = entry
        else:
            self._only, self._is_full = None, True  # none is better than any one
            raise UsageError(
                f"a file of the format {self._format.name} holds one puzzle, and here "
                "are more; --pick N picks one"
            )

    def _with_state(self, entry: Entry) -> Entry:
        """Make a puzzle of what was placed so far, with the candidates left."""
        extras, state = entry.extras, entry.extras.state
        if state is None:
            self._without_state += 1
            return entry
        if "candidates" not in self._format.keeps:
            state = Puzzle.trusted(state.geometry, state.values)
            if entry.grid.candidates is not None:
                state = state.with_candidates(entry.grid.candidates)
        return replace(entry, grid=state, extras=replace(extras, state=None))

    def _check(self, entry: Entry) -> None:
        """Check that a puzzle stays the one it is; count what else is lost.

        Raises:
            UsageError: It would become another one, or is of another size.
        """
        name, geometry = self._format.name, entry.grid.geometry
        sizes = self._format.sizes if isinstance(self._format, Format) else None
        if sizes is not None and geometry.size not in sizes:
            known = " or ".join(f"{size}x{size}" for size in sizes)
            raise UsageError(f"the format {name} holds {known}, not {geometry}")
        if self._symbols is not None and len(self._symbols.alphabet) < geometry.size:
            reach = len(self._symbols.alphabet)
            raise UsageError(
                f"symbols {self._symbols.name} have {reach} digits, not {geometry.size}"
            )
        if not self._lossy:
            try:
                refuse_loss(entry, self._format)
            except UsageError as error:
                more = "" if self._lossy is None else "; --lossy writes it all the same"
                raise UsageError(f"{error}{more}") from None
        missing = lost(entry, self._format)
        for what in missing:
            self._lost[what] = self._lost.get(what, 0) + 1
        if "columns" in missing:
            self._columns |= dict.fromkeys(further_columns(entry))

    def say_lost(self) -> None:
        """Say what was left out."""
        for what, count in self._lost.items():
            named = _LOST[what]
            if what == "columns":
                names = [printable(name, 20) for name in self._columns]
                more = ", ..." if len(names) > _MAX_NAMED else ""
                named += f" ({', '.join(names[:_MAX_NAMED])}{more})"
            say(
                f"satdoku: the format {self._format.name} keeps no {named}: left "
                f"out of {counted(count, 'puzzle')}"
            )
        if self._without_state:
            puzzles = counted(self._without_state, "puzzle")
            say(f"satdoku: written as given, without anything placed: {puzzles}")
