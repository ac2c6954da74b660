"""The work of `satdoku convert`: what is wanted, what a format keeps, what is lost."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from satdoku.cli.remarks import counted, say
from satdoku.errors import InputError, UsageError
from satdoku.formats.metadata import lost, symbols_for
from satdoku.formats.model import BinaryFormat, Format, Style
from satdoku.formats.registry import find_any, formats, written_names
from satdoku.formats.writing import Writer
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from satdoku.cli.output import Output
    from satdoku.cli.shield import Shield
    from satdoku.formats import Entry
    from satdoku.formats.model import BinaryWriter
    from satdoku.symbols import Symbols

__all__ = ["Converting", "Numbers", "numbers_of"]

_TOLD = {
    "name": "names",
    "details": "details (author, date, …)",
    "state": "state",
    "solution": "solutions",
    "boxes": "shapes of boxes",
    "candidates": "candidates",
    "clues": "difference between a clue and a lone candidate",
}


class Numbers:
    """Which puzzles are wanted, by their numbers; all if none are said.

    Args:
        ranges: First and last number of each range, in any order.
    """

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        self._ranges = tuple(ranges)
        self._last = max((last for _, last in self._ranges), default=0)
        self._seen = 0

    def of(self, entries: Iterable[Entry | InputError]) -> Iterator[Entry | InputError]:
        """Yield those that are wanted; nothing behind them is read."""
        if not self._ranges:
            yield from entries
            return
        for entry in entries:
            unread = isinstance(entry, InputError) and entry.line is None
            self._seen += not unread
            at = self._seen
            if unread or any(first <= at <= last for first, last in self._ranges):
                yield entry
            if at >= self._last:
                return

    def look_at(self) -> None:
        """See to it that there was a puzzle for every range.

        Raises:
            InputError: There were not so many.
        """
        for first, last in self._ranges:
            if first > self._seen:
                what = f"puzzle {first}" if first == last else f"puzzles {first}-{last}"
                found = counted(self._seen, "puzzle")
                raise InputError(f"no {what} among {found}")


def numbers_of(text: str | None) -> Numbers:
    """Read `3`, `2-5` or `1,4,7-9`.

    Raises:
        BadParameter: It is none of these.
    """
    if text is None:
        return Numbers()
    ranges: list[tuple[int, int]] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        ends = (first, last if dash else first)
        if not all(e.isascii() and e.isdigit() and len(e) < 16 for e in ends):
            break
        ranges.append((int(ends[0]), int(ends[1])))
    if len(ranges) < text.count(",") + 1 or any(not 0 < a <= b for a, b in ranges):
        raise click.BadParameter(
            f"{text!r} is no number from 1, range N-M, or several with commas between",
            param_hint="--number",
        )
    return Numbers(ranges)


class Converting:
    """Writes puzzles in a format.

    Args:
        to: The format; told by the ending of the file if None.
        output: The file.
        to_symbols: The symbols; those of each puzzle if None.
        state: Whether to write the state as the puzzle.
        lossy: Whether to write puzzles that become others.

    Raises:
        UsageError: There is no such format, or it cannot be told, or it is only read.

    Attributes:
        written: How many puzzles have been written.
    """

    def __init__(
        self,
        to: str | None,
        output: str | None,
        to_symbols: str | None,
        *,
        state: bool,
        lossy: bool,
    ) -> None:
        name = to if to is not None else _of_ending(output)
        self._format: Format | BinaryFormat = find_any(name)
        self._symbols: Symbols | None = None
        if to_symbols is not None:
            self._symbols = symbols_for(to_symbols, name)
        self._state = state
        self._lossy = lossy
        self._writer: Writer | BinaryWriter | None = None
        self._answered: Callable[[], None] = _nothing
        self._held: Entry | None = None
        self._lost: dict[str, int] = {}
        self._stateless = 0
        self.written = 0

    @property
    def keeps(self) -> frozenset[str]:
        """What the format keeps besides the clues: `solution`, say."""
        return self._format.keeps

    @property
    def holds_one(self) -> bool:
        """Whether a file of the format holds one puzzle."""
        return self._format.single

    @contextmanager
    def to(self, output: Output, shield: Shield) -> Generator[None]:
        """Write to an output; what the format ends with comes in the end.

        So it does after Ctrl-C: what was written until then is a whole file.

        Args:
            output: Where to.
            shield: Holds Ctrl-C back while something is written.

        Raises:
            UsageError: The format is no text, and the output a terminal.
        """
        format_ = self._format
        if isinstance(format_, Format):
            self._writer = Writer(
                output.stream, format_.name, self._symbols, lossy=self._lossy
            )
            self._answered = output.answered  # whoever waits gets it now
        else:
            if output.is_terminal:
                msg = f"the format {format_.name} is no text; it goes to a file (-o)"
                raise UsageError(msg)
            if format_.writer is None:
                raise UsageError(f"the format {format_.name} is only read, not written")
            style = Style(symbols=self._symbols)
            self._writer = format_.writer(output.binary(), style)
        try:
            yield
        except KeyboardInterrupt:
            with shield:
                self._end(output)
            raise
        except BaseException:
            if not isinstance(format_, Format):
                # Left open, it would end itself when nobody can be told that it failed.
                with suppress(Exception):  # what came first is told
                    self._writer.close()
            raise
        with shield:
            self._end(output)

    def _end(self, output: Output) -> None:
        """Write what is held, and what the format ends with."""
        if self._writer is None:
            return
        if self._held is not None:
            self._writer.write(self._held)
            self.written += 1
        if self.written:
            self._writer.close()
        else:
            output.failed()

    def write(self, entry: Entry) -> None:
        """Write one more puzzle.

        Raises:
            UsageError: It is not written: the format cannot hold it as it is.
        """
        entry = self._placed(entry) if self._state else entry
        self._look_at(entry)
        if self._writer is None:
            raise UsageError("there is no output yet")
        if self._format.single:
            if self._held is not None:
                name = self._format.name
                raise click.UsageError(
                    f"a file of the format {name} holds one puzzle, and here are more; "
                    "--number N picks one"
                )
            self._held = entry
            return
        self._writer.write(entry)
        self._answered()
        self.written += 1

    def _placed(self, entry: Entry) -> Entry:
        """Make the puzzle of what was placed so far.

        Its candidates are written where the format keeps some: they are what is left.
        """
        extras, state = entry.extras, entry.extras.state
        if state is None:
            self._stateless += 1
            return entry
        if "candidates" not in self._format.keeps:
            state = Puzzle.trusted(state.geometry, state.values)
            if entry.grid.candidates is not None:
                state = state.with_candidates(entry.grid.candidates)
        return replace(entry, grid=state, extras=replace(extras, state=None))

    def _look_at(self, entry: Entry) -> None:
        """See to it that a puzzle stays the one it is; count what else is lost.

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
            msg = f"symbols {self._symbols.name} reach {reach}, not {geometry.size}"
            raise UsageError(msg)
        missing = lost(entry, self._format)
        if "boxes" in missing and not self._lossy:
            shape = f"{geometry.box_height}x{geometry.box_width}"
            raise UsageError(
                f"boxes of {shape} are not the usual ones of the size, and the format "
                f"{name} keeps none; --lossy leaves them out"
            )
        if "candidates" in missing and not self._lossy:
            raise UsageError(
                "it rules candidates out beyond its clues, and the format "
                f"{name} keeps none; --lossy leaves them out"
            )
        for what in missing:
            self._lost[what] = self._lost.get(what, 0) + 1

    def conclude(self) -> None:
        """Say what was left out."""
        name = self._format.name
        for what, count in self._lost.items():
            say(
                f"satdoku: the format {name} keeps no {_TOLD[what]}: left out of "
                f"{counted(count, 'puzzle')}"
            )
        if self._stateless:
            were = "was" if self._stateless == 1 else "were"
            puzzles = counted(self._stateless, "puzzle")
            say(f"satdoku: {puzzles} without a state {were} written as given")


def _nothing() -> None:
    """Do nothing."""


def _of_ending(output: str | None) -> str:
    """Tell the format by the ending of a file's name.

    Raises:
        UsageError: There is no file, or no format or several have that ending.
    """
    from os.path import splitext  # noqa: PLC0415  pathlib is slow

    known = ", ".join(written_names())
    if output is None or output == "-":
        raise click.UsageError(f"--to is missing; expected {known}")
    ending = splitext(output)[1].lower()  # noqa: PTH122  as above
    fit = [f.name for f in formats() if ending in f.extensions]
    fit = [name for name in fit if name in written_names()]
    if len(fit) == 1:
        return fit[0]
    if not fit:
        end = f"{ending!r} is the ending of no format" if ending else "it has no ending"
        raise click.UsageError(f"-o tells no format: {end}; --to takes {known}")
    several = " or ".join(fit)
    raise click.UsageError(f"{ending} is an ending of {several}; say which with --to")
