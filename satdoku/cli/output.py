"""Output: standard output, or a file that appears whole; and puzzles written to it.

A file is written under another name in its folder, forced to the disk, and renamed at
the end.  Whatever happens before leaves the old file as it was.

One exception: a list (answers, solutions, puzzles) is kept when Ctrl-C, SIGTERM or
SIGHUP ends the run, as far as it is finished; where the file exists already, beside it
as `.partial`.  Answers of `solve` are kept after errors too (a full disk).

Devices and pipes are written to directly; signals do not cut a record in two there.
"""

from __future__ import annotations

import json
import os
import signal
import stat
import sys
from contextlib import contextmanager, suppress
from dataclasses import replace
from os.path import splitext
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any

from satdoku.cli.messages import HungUp, Terminated, say
from satdoku.errors import UsageError, counted, printable
from satdoku.formats import registry
from satdoku.formats.metadata import (
    further_columns,
    lost,
    refuse_loss,
    symbols_for,
)
from satdoku.formats.model import BinaryFormat, Format, Style
from satdoku.formats.registry import find_any
from satdoku.formats.writing import Writer
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence
    from types import FrameType, TracebackType
    from typing import IO, Self, TextIO

    from satdoku.formats import PuzzleRecord
    from satdoku.formats.model import BinaryWriter


_RECORDS = 500
"""Records, or one write of many, that a full disk may cost of answers kept."""


class Output:
    """Where the data of a run goes; a context.

    Args:
        path: The file; None or `-` for standard output.
        force: Whether an existing file may be replaced.
        inputs: The files that are read, none of which may be written.
        keep: Whether what is there at Ctrl-C is kept.
        content: What that is, in messages.
        option: The option that names the file.
        earlier: The file of an earlier run which this one continues and replaces.

    Attributes:
        stream: The open stream.
        before_record: What is done before each record: to clear the line of progress.
        keep: Whether what is there at Ctrl-C is kept.
        failed: Whether not all could be read; an empty file does not appear then.

    Raises:
        UsageError: The file exists and may not be replaced, or is read.
        OSError: It cannot be written.
    """

    def __init__(
        self,
        path: str | None,
        *,
        force: bool = False,
        inputs: Iterable[str] = (),
        keep: bool = False,
        content: str = "the answers so far",
        option: str = "-o",
        earlier: str | None = None,
    ) -> None:
        self.before_record: Callable[[], None] = lambda: None
        self.failed = False
        self._path = path
        self._earlier = earlier
        self.keep = keep
        self._content = content
        self._force = force
        self._target: str | None = None
        self._scratch = ""
        self._signals = Signals()
        self._marked: int | None = None
        self._since_mark = 0
        self._record: dict[str, Any] | None = None
        self._is_own = path is not None and path not in {"-", "/dev/stdout"}
        self.stream: TextIO
        if path is not None and self._is_own:
            self.stream = self._open(path, inputs, option)
            self._flushes = self._target is None
            return
        if sys.stdout is None:  # closed by the shell
            raise OSError("standard output is closed")
        self.stream = sys.stdout
        # A person or a program that waits for answers gets them at once.
        self._flushes = not _is_file(self.stream)

    @property
    def is_terminal(self) -> bool:
        """Whether a person sees the data."""
        return self._target is None and self.stream.isatty()

    def _open(self, path: str, inputs: Iterable[str], option: str) -> TextIO:
        shown = printable(path, 200)
        with suppress(OSError):  # it does not exist, or `open` says what is wrong
            mode = os.stat(path).st_mode  # noqa: PTH116  pathlib takes 10 ms to import
            if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
                return open(path, "w", encoding="utf-8", newline="\n")  # noqa: PTH123  closed in __exit__
        for name in inputs:
            with suppress(OSError):  # its reader reports an input that does not exist
                if name != "-" and os.path.samefile(name, path):  # noqa: PTH121
                    raise UsageError(
                        f"{shown} is an input; name another file for {option}"
                    )
        self._target = os.path.realpath(path)
        self._force = self._force or self._earlier == path
        if os.path.exists(path) and not self._force:  # noqa: PTH110
            raise UsageError(f"{shown} exists; --force replaces it")
        if os.path.isdir(path):  # noqa: PTH112
            raise IsADirectoryError(21, "is a directory", path)
        folder = os.path.dirname(self._target)  # noqa: PTH120
        self._scratch = os.path.join(folder, f".satdoku-{os.urandom(6).hex()}.tmp")  # noqa: PTH118
        try:
            return open(self._scratch, "x", encoding="utf-8", newline="\n")  # noqa: PTH123  closed in __exit__
        except OSError as error:
            error.filename = path
            raise

    def write(self, text: str) -> None:
        """Write one record: all of it, or nothing if Ctrl-C comes first."""
        with self.record():
            self.stream.write(text)

    @contextmanager
    def record(self) -> Generator[None]:
        """Write one record within; Ctrl-C waits until it is whole."""
        with self._signals.held():
            self.before_record()
            self._since_mark += 1
            yield
            if self._flushes:
                self.stream.flush()

    def write_bytes(self, data: bytes | memoryview) -> None:
        """Write many lines of ASCII, or data that is no text."""
        with self.record():
            buffer, left = self.binary(), memoryview(data)
            while left:  # an unbuffered stream may take a part
                left = left[buffer.write(left) or 0 :]
        self._since_mark += _RECORDS

    def binary(self) -> IO[bytes]:
        """Return the stream for what is no text."""
        self.stream.flush()
        return self.stream.buffer

    @property
    def wants_mark(self) -> bool:
        """Whether much was written since the last mark."""
        return self._since_mark >= _RECORDS and self._target is not None

    def mark(self, record: dict[str, Any] | None) -> None:
        """Note that all up to here is whole, and is kept whatever ends the run.

        Args:
            record: What --resume has to know to go on from here; None if it cannot.
        """
        if self._target is not None:
            self.stream.flush()
            size = os.fstat(self.stream.fileno()).st_size
            self._marked, self._record, self._since_mark = size, record, 0

    def __enter__(self) -> Self:
        self._signals.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._name_file(error)
        try:
            if self._target is not None:
                self._finish(self._target, error)
            elif error is None or self._is_own:
                (self.stream.close if self._is_own else self.stream.flush)()
        except OSError as failure:
            self._name_file(failure)
            raise
        finally:
            self._signals.__exit__()

    def _name_file(self, error: BaseException | None) -> None:
        """Put the file's name into an error of the system that has none."""
        if not isinstance(error, OSError) or error.errno is None:
            return  # of a library that could not be loaded, say
        if error.filename is None and self._is_own:
            error.filename = self._path

    def _finish(self, target: str, error: BaseException | None) -> None:
        try:
            if error is not None:
                self._keep_part(target, error)
            elif not self.failed or self.stream.tell():
                with self._signals.held():
                    try:
                        self._rename_to(target)
                    except OSError as failure:
                        self._keep_part(target, failure)
                        raise
                    if self._earlier is not None and self._earlier != self._path:
                        _remove(self._earlier, f"{self._earlier}.resume")
        finally:
            with suppress(OSError, ValueError):  # reported before, as a full disk is
                self.stream.close()
            _remove(self._scratch)

    def _keep_part(self, target: str, error: BaseException) -> None:
        """Keep what is whole, and say where it is."""
        stopped = isinstance(error, KeyboardInterrupt)
        if stopped and self.keep:
            self.mark(None)
        if self._marked is None or not (self._marked or self._earlier):
            return
        kept = self._earlier or str(self._path)
        if self._earlier is not None:
            self._force, target = True, os.path.realpath(self._earlier)
        elif os.path.exists(kept):  # noqa: PTH110
            kept, target = f"{kept}.partial", f"{target}.partial"
        try:
            if self._marked:
                with suppress(OSError, ValueError):  # a full disk
                    self.stream.close()
                os.truncate(self._scratch, self._marked)
                self._rename_to(target)
        except (OSError, UsageError):  # what came first is reported
            say(f"satdoku: no answers are kept in {printable(kept, 200)}")
            return
        first = "stopped; " if stopped else ""
        what = self._content.removesuffix(" so far")
        are = "are" if what.endswith("s") else "is"
        how = "; --resume continues from there" if self._record else ""
        say(f"satdoku: {first}{self._content} {are} in {printable(kept, 200)}{how}")

    def _rename_to(self, target: str) -> None:
        self.stream.close()
        with open(self._scratch, "r+b") as file:  # noqa: PTH123
            os.fsync(file.fileno())
        if not self._force and os.path.lexists(target):
            raise UsageError(
                f"{printable(target, 200)} was created meanwhile; --force replaces it"
            )
        with suppress(OSError):  # the new file's own mode will do
            os.chmod(self._scratch, stat.S_IMODE(os.stat(target).st_mode))  # noqa: PTH101, PTH116
        os.replace(self._scratch, target)  # noqa: PTH105
        if self._record is not None:
            with open(f"{target}.resume", "w", encoding="utf-8") as note:  # noqa: PTH123
                json.dump({**self._record, "size": self._marked}, note)


class Signals:
    """Ctrl-C, SIGTERM and SIGHUP, held while a record is written; a context.

    So no record is cut in two.  A second signal does not wait: the reader of a pipe may
    never take the rest.  Does nothing outside the main thread.
    """

    def __init__(self) -> None:
        self._handlers: dict[int, Callable[[int, FrameType | None], object] | int] = {}
        self._depth = 0
        self._late: int | None = None

    def __enter__(self) -> Self:
        if current_thread() is not main_thread():
            return self
        wanted = [signal.SIGINT, signal.SIGTERM]
        if (
            sys.platform != "win32"
            and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL
        ):
            wanted.append(signal.SIGHUP)  # `nohup` ignores it
        for number in wanted:
            before = signal.getsignal(number)
            if before is signal.SIG_IGN or before is None:
                continue
            self._handlers[number] = before
            signal.signal(number, self._received)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._handlers.clear()

    @contextmanager
    def held(self) -> Generator[None]:
        """Let signals wait within; it can be entered again."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth and self._late is not None:
                late, self._late = self._late, None
                signal.raise_signal(late)

    def _received(self, number: int, frame: FrameType | None) -> None:
        before = self._handlers.get(number)
        if self._depth and self._late is None:
            self._late = number
        elif callable(before):
            before(number, frame)
        else:
            raise Terminated if number == signal.SIGTERM else HungUp


def _is_file(stream: TextIO) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):  # no file behind it
        return False


def _remove(*names: str) -> None:
    for name in names:
        with suppress(FileNotFoundError):
            os.unlink(name)  # noqa: PTH108


_KINDS = {".htm": "html", ".jsonl": "json", ".gv": "dot"}
_NO_TEXT = frozenset(
    (
        *(".html", ".svg", ".png", ".jpg", ".gif", ".pdf"),
        *(".csv", ".tsv", ".npy", ".parquet", ".xlsx", ".json", ".jsonl"),
        *(".gz", ".bz2", ".xz", ".zip", ".sdk", ".sdm", ".cnf"),
    )
)
"""Endings of files that text in words is not."""

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


def kind_of_output(
    output: str | None, kinds: Sequence[str], asked: str | None = None
) -> str:
    """Return what is to be written: one of some kinds, or text.

    Args:
        output: The file, whose ending tells where no option does.
        kinds: What the command writes beside text: json, html, svg, ...
        asked: What an option says, or None.

    Raises:
        UsageError: The two contradict each other, or the ending is of something else.

    Example:
        >>> kind_of_output("a.PNG", ("svg", "png"))
        'png'
        >>> kind_of_output("a.pdf", ("svg", "png"))
        Traceback (most recent call last):
        satdoku.errors.UsageError: .pdf cannot be ...; expected .txt, .svg or .png
    """
    ending = _ending(output)
    kind = _KINDS.get(ending, ending[1:])
    if kind in kinds:
        if asked not in {None, kind} and (asked, kind) != ("svg", "png"):
            shown = printable(str(output), 200)
            raise UsageError(f"the ending of {shown} contradicts {asked}")
        return kind
    if asked is None and ending in _NO_TEXT:
        *first, last = [".txt", *(f".{each}" for each in kinds)]
        known = f"{', '.join(first)} or {last}" if first else last
        raise UsageError(f"{ending} cannot be written here; expected {known}")
    return asked or "text"


_OTHERS = frozenset(
    {".bz2", ".cnf", ".dot", ".gif", ".gv", ".gz", ".html", ".jpeg", ".jpg", ".ods"}
    | {".pdf", ".png", ".svg", ".xls", ".xlsx", ".xz", ".zip", ".zst"}
)
"""Endings of files that no answers can be; shard.1 and puzzles.out may hold any."""


def format_of_ending(output: str | None) -> str | None:
    """Return the format that the ending of a file has; None if it says nothing.

    Raises:
        UsageError: Several formats have the ending, none of them is written, or it is
            that of another kind of file.
    """
    ending = _ending(output)
    if ending in {"", ".txt"}:
        return None
    known = any(ending in each.extensions for each in registry.formats())
    return (
        registry.format_of_ending(output or "") if known or ending in _OTHERS else None
    )


def _ending(output: str | None) -> str:
    return splitext(output or "")[1].lower()  # noqa: PTH122  pathlib takes 10 ms to import


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
        self._only: PuzzleRecord | None = None
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
        elif output.is_terminal:
            raise UsageError(f"the format {format_.name} is not text; write to -o FILE")
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

    def write(self, entry: PuzzleRecord) -> None:
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
                f"a file of the format {self._format.name} holds one puzzle, and the "
                "input has more; --pick N picks one"
            )

    def _with_state(self, entry: PuzzleRecord) -> PuzzleRecord:
        """Make a puzzle of what was placed so far, with the candidates left."""
        extras, state = entry.metadata, entry.metadata.state
        if state is None:
            self._without_state += 1
            return entry
        if "candidates" not in self._format.keeps:
            state = Puzzle(state.clues, state.constraints)
            if entry.puzzle.masks is not None:
                state = state.with_candidates(entry.puzzle.masks)
        return replace(entry, puzzle=state, metadata=replace(extras, state=None))

    def _check(self, entry: PuzzleRecord) -> None:
        """Check that a puzzle stays the one it is; count what else is lost.

        Raises:
            UsageError: It would become another one, or is of another size.
        """
        name, geometry = self._format.name, entry.puzzle.geometry
        sizes = self._format.sizes if isinstance(self._format, Format) else None
        if sizes is not None and geometry.size not in sizes:
            known = " or ".join(f"{size}x{size}" for size in sizes)
            raise UsageError(f"the format {name} holds {known}, not {geometry}")
        if self._symbols is not None and len(self._symbols.alphabet) < geometry.size:
            reach = len(self._symbols.alphabet)
            raise UsageError(
                f"symbols {self._symbols.name} have {reach} digits, not {geometry.size}"
            )
        try:
            refuse_loss(entry, self._format, lossy=bool(self._lossy))
        except UsageError as error:
            variant = entry.puzzle.constraints or not geometry.is_standard
            never = variant or self._lossy is None
            more = "" if never else "; --lossy writes it anyway"
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
