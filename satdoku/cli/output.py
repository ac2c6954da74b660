"""Output: standard output, or a file that appears whole; and puzzles written to it.

Signals do not cut a record in two.  A list (answers, solutions, puzzles) that a run
could not finish stays beside the file as `NAME.partial`.
"""

from __future__ import annotations

import io
import os
import signal
import stat
import sys
from contextlib import contextmanager, suppress
from dataclasses import replace
from os.path import splitext
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, cast

from satdoku.cli.messages import HungUp, Terminated, say, text_with_options
from satdoku.errors import InputError, UsageError, counted, printable
from satdoku.formats import registry
from satdoku.formats.metadata import (
    further_columns,
    lost,
    refuse_loss,
    symbols_for,
)
from satdoku.formats.model import BinaryFormat, Format, Style
from satdoku.formats.output import PARTIAL, open_output, packing_of
from satdoku.formats.registry import find_any
from satdoku.formats.writing import Writer, separator_of
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Generator,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )
    from types import FrameType, TracebackType
    from typing import IO, Self, TextIO

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.errors import SatdokuError
    from satdoku.formats import PuzzleRecord
    from satdoku.formats.bulk import Block, Column
    from satdoku.formats.model import BinaryWriter
    from satdoku.formats.output import OutputFile
    from satdoku.formats.tables import OutputTable
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid


class Output:
    """Where the data of a run goes; a context.

    Args:
        path: The file; None or `-` for standard output.
        force: Whether an existing file may be replaced.
        inputs: The files that are read, none of which may be written.
        keep: Whether what is there stays as `NAME.partial` if the run is stopped.
        content: What that is, in messages.
        option: The option that names the file.
        resume: Whether the run goes on from that; None if no run can.
        quiet: Whether only errors are reported.

    Attributes:
        quiet: As above.
        stream: The open stream of text.
        before_record: What is done before each record: to clear the line of progress.
        keep: Whether what is there stays; after errors only if a run can go on from it.
        failed: Whether there is nothing to write, and no file is to appear.

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
        resume: bool | None = None,
        quiet: bool = False,
    ) -> None:
        self.quiet = quiet
        self.before_record: Callable[[], None] = lambda: None
        self.failed = False
        self.keep = keep
        self.path = path
        self._content = content
        self._resumes = resume is not None
        self._signals = Signals()
        self._file: OutputFile | None = None
        self.stream: TextIO
        self._text: io.TextIOWrapper | None = None
        if path is not None and path not in {"-", "/dev/stdout"}:
            self._opening = open_output(
                path, force=force, inputs=inputs, option=option, resume=resume
            )
            self._file = self._opening.__enter__()
            self.stream = self._text = io.TextIOWrapper(
                self._file.stream, "utf-8", newline="\n", write_through=True
            )
            return
        if sys.stdout is None:  # closed by the shell
            raise OSError("standard output is closed")
        self.stream = sys.stdout
        # A person or a program that waits for answers gets them at once.
        self._flushes = not _is_file(self.stream)

    @property
    def is_terminal(self) -> bool:
        """Whether a person sees the data."""
        return self._file is None and self.stream.isatty()

    @property
    def resumed_name(self) -> str:
        """The name of the file that earlier lines are in."""
        is_whole = self._file is None or self._file.is_copy
        return f"{self.path}{'' if is_whole else PARTIAL}"

    def earlier_lines(self, *, quoted: bool) -> Iterator[str]:
        """Yield the whole lines that a stopped run left, without their ends."""
        lines = () if self._file is None else self._file.earlier_lines(quoted=quoted)
        return (line.decode(errors="replace").rstrip("\n") for line in lines)

    def write(self, text: str) -> None:
        """Write one record: all of it, or nothing if Ctrl-C comes first."""
        with self.record():
            self.stream.write(text)

    @contextmanager
    def record(self) -> Generator[None]:
        """Write one record within; Ctrl-C waits until it is whole."""
        with self._signals.held():
            self.before_record()
            yield
            if self._file is not None:
                self._file.save_in_time()
            elif self._flushes:
                self.stream.flush()

    def write_bytes(self, data: bytes | memoryview) -> None:
        """Write many lines of ASCII, or data that is no text."""
        with self.record():
            buffer, left = self.binary(), memoryview(data)
            while left:  # an unbuffered stream may take a part
                left = left[buffer.write(left) or 0 :]

    def binary(self) -> IO[bytes]:
        """Return the stream for what is no text."""
        self.stream.flush()
        return self.stream.buffer

    def __enter__(self) -> Self:
        self._signals.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._file is None:
                if error is None:
                    self.stream.flush()
                return
            stopped = isinstance(error, KeyboardInterrupt)
            self._file.keep = self.keep and (stopped or self._resumes)
            self._file.discard = self.failed
            with self._signals.held():
                self._opening.__exit__(kind, error, trace)
        except OSError as failure:
            error = failure
            raise
        finally:
            with suppress(OSError, ValueError):  # reported before, as a full disk is
                if self._text is not None:
                    self._text.detach()
            if error is not None and not isinstance(error, UsageError):
                self._say_kept(stopped=isinstance(error, KeyboardInterrupt))
            self._signals.__exit__()

    def _say_kept(self, *, stopped: bool) -> None:
        """Say where the records so far are."""
        kept = f"{self.path}{PARTIAL}"
        if self._file is None or not self.keep or not os.path.exists(kept):  # noqa: PTH110
            return
        first = "stopped; " if stopped else ""
        are = "are" if self._content.removesuffix(" so far").endswith("s") else "is"
        how = "; --resume goes on from there" if self._resumes else ""
        say(f"satdoku: {first}{self._content} {are} in {printable(kept, 200)}{how}")


RESUMED = ("line", "csv", "json")
"""Formats with a line a puzzle, which --resume can go on with."""


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
        numbers = [signal.SIGINT, signal.SIGTERM]
        if (
            sys.platform != "win32"
            and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL
        ):
            numbers.append(signal.SIGHUP)  # `nohup` ignores it
        for number in numbers:
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


_KINDS = {".htm": "html", ".jsonl": "json", ".gv": "dot", ".tsv": "csv"}
_KINDS[".tikz"] = "tex"
_PICTURES = ".avif .bmp .emf .eps .gif .heic .ico .jpeg .jpg .ps .psd .svgz"
_PICTURES += " .tif .tiff .webp .wmf"
_DOCUMENTS = ".doc .docx .epub .odg .odp .ods .odt .ppt .pptx .rtf .xls .xlsx"
_DATA = ".7z .db .ipynb .mp4 .pkl .rar .sqlite .tar .xml .yaml .yml"
_NEVER = {*_PICTURES.split(), *_DOCUMENTS.split(), *_DATA.split()}
"""Endings of known kinds of files that no command writes."""
_OTHERS = _NEVER | {".cnf", ".dot", ".gv", ".htm", ".html", ".pdf", ".png", ".svg"}
_OTHERS |= {".tex", ".tikz"}
"""Endings of files that no answers can be; shard.1 and puzzles.out may hold any."""
_NO_TEXT = _OTHERS | {".csv", ".json", ".jsonl", ".md", ".npy", ".parquet", ".rst"}
_NO_TEXT |= {".sdk", ".sdm", ".tsv"}
"""Endings of files that text in words is not."""

_MAX_NAMED = 8
"""Columns that a message names."""

_LOST = {
    "name": "names",
    "details": "details (author, date, ...)",
    "columns": "further columns",
    "state": "states",
    "solution": "solutions",
    "boxes": "shapes of boxes",
    "candidates": "candidates",
    "clues": "differences between a clue and a lone candidate",
}


def kind_of_output(
    output: str | None, kinds: Sequence[str], option: str | None = None
) -> str:
    """Return what is to be written: one of some kinds, or text.

    Args:
        output: The file, whose ending decides where no option does.
        kinds: What the command writes beside text: json, html, svg, ...
        option: What an option says, or None.

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
        if option not in {None, kind} and (option, kind) != ("svg", "png"):
            shown = printable(str(output), 200)
            raise UsageError(f"the ending of {shown} contradicts {option}")
        return kind
    if option is None and ending in _NO_TEXT:
        *first, last = [".txt", *(f".{name}" for name in kinds)]
        known = f"{', '.join(first)} or {last}" if first else last
        raise UsageError(f"{ending} cannot be written here; expected {known}")
    return option or "text"


def format_of_ending(output: str | None) -> str | None:
    """Return the format that the ending of a file has; None if it says nothing.

    Raises:
        UsageError: Several formats have the ending, none of them is written, or it is
            that of another kind of file.
    """
    ending = _ending(output)
    if ending in {"", ".txt"}:
        return None
    known = any(ending in format_.extensions for format_ in registry.formats())
    return (
        registry.format_of_ending(output or "") if known or ending in _OTHERS else None
    )


def _ending(output: str | None) -> str:
    name = packing_of(output or "")[0]
    return splitext(name)[1].lower()  # noqa: PTH122  pathlib takes 10 ms to import


class RecordWriter:
    """Writes puzzles in a format; in tables, with columns of answers.

    Args:
        to: The name of the format.
        to_symbols: The symbols; those of each puzzle if None.
        state: Whether to write what was placed so far as the puzzle.
        lossy: Whether to write puzzles that become others; None without such an option.
        answers: The names of the answers, with the types of their values.
        boxes: The boxes that were asked for, which the format need not keep.

    Raises:
        UsageError: There is no such format, or it is only read.

    Attributes:
        symbols: The symbols; None for those of each puzzle.
        table: The columns of a table, once it is open.
        written: How many puzzles have been written.
    """

    def __init__(
        self,
        to: str,
        to_symbols: str | None = None,
        *,
        state: bool = False,
        lossy: bool | None = None,
        answers: Mapping[str, type] | None = None,
        boxes: Geometry | None = None,
    ) -> None:
        self._format: Format | BinaryFormat = find_any(to)
        self.symbols = None if to_symbols is None else symbols_for(to_symbols, to)
        self._state = state
        self._lossy = lossy
        self._answers = answers
        self._boxes = boxes
        self._output: Output
        self._separator = ","
        self._is_open = False
        self._writer: Writer | BinaryWriter
        self._only: PuzzleRecord | None = None
        self._last: tuple[PuzzleRecord, Mapping[str, object]] | None = None
        self._is_full = False
        self._lost: dict[str, int] = {}
        self._columns: dict[str, None] = {}
        self._without_state = 0
        self.table: OutputTable | None = None
        self.written = 0

    @property
    def is_table(self) -> bool:
        """Whether the format has columns."""
        return self._format.name in {"csv", "parquet"}

    def open(
        self,
        output: Output,
        head: Iterable[PuzzleRecord | InputError] | None = None,
    ) -> None:
        """Begin to write to an output.

        Args:
            output: Where to.
            head: The first puzzles, which decide on the columns of a table; if None,
                the first one that is written does.

        Raises:
            UsageError: The format is no text, and the output a terminal.
        """
        self._output = output
        if output.is_terminal and not isinstance(self._format, Format):
            msg = f"the format {self._format.name} is not text; write to -o FILE"
            raise UsageError(msg)
        self._is_open = head is not None or not self.is_table
        if self._is_open:
            self._begin(head or ())

    def _begin(self, head: Iterable[PuzzleRecord | InputError]) -> None:
        self._is_open = True
        if self.is_table:
            from satdoku.formats.tables import OutputTable  # noqa: PLC0415  for tables

            self.table = OutputTable(head, self._answers, strict=False)
            self._separator = separator_of(self._output.path, self.table)
            renamed = {} if self._output.quiet else self.table.renamed
            for answer, name in renamed.items():
                say(f"satdoku: the input has a column {answer}; the new one is {name}")
        format_ = self._format
        if isinstance(format_, Format):
            self._writer = Writer(
                self._output.stream,
                format_.name,
                self.symbols,
                self.table,
                is_checked=True,
                separator=self._separator,
            )
        else:
            style = Style(symbols=self.symbols, table=self.table)
            self._writer = format_.writer(self._output.binary(), style)

    def skip_header(self) -> None:
        """Go on behind the rows of a table that are there."""
        if isinstance(self._writer, Writer):
            self._writer.begin(header=False)

    @contextmanager
    def to(
        self,
        output: Output,
        head: Iterable[PuzzleRecord | InputError] | None = None,
    ) -> Generator[None]:
        """Write to an output; what the format ends with comes at the end.

        So it does after Ctrl-C: what was written by then is a whole file.  Arguments
        and errors as of `open`.
        """
        self.open(output, head)
        try:
            yield
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                self.close()
            elif not isinstance(self._format, Format):
                with suppress(Exception):  # what came first is reported
                    self.close()
            raise
        self.close()
        output.failed = not self.written

    def close(self) -> None:
        """Write what the format ends with."""
        with self._output.record():
            if not self._is_open:
                self._begin(())
            if self._only is not None:
                self._writer.write(self._only)
                self.written += 1
            if self.written or self.table is not None:
                self._writer.close()

    def write(
        self,
        record: PuzzleRecord,
        answers: Mapping[str, object] | None = None,
    ) -> None:
        """Write one more puzzle.

        Raises:
            UsageError: The format cannot hold it as it is.
        """
        self._last = record, answers or {}
        record = self._with_state(record) if self._state else record
        self._check(record)
        if not self._format.single:
            self.put(record, answers)
            self._last = None
        elif self._only is None and not self._is_full:
            self._only = record
        else:
            self._only, self._is_full = None, True  # none is better than any one
            raise UsageError(
                f"a file of the format {self._format.name} holds one puzzle, and the "
                "input has more; --pick N picks one"
            )

    def write_found(self, record: PuzzleRecord, status: str, puzzle: Puzzle) -> None:
        """Write another puzzle in place of one; in tables, in a column of its status.

        Raises:
            UsageError: The format cannot hold it as it is.
        """
        if self.is_table:
            self.write(record, {status: self.text(puzzle), "status": status})
        else:
            metadata = replace(record.metadata, state=None)
            record = replace(record, puzzle=puzzle, metadata=metadata)
            self.write(record, {"status": status})

    def text(self, grid: Puzzle | Grid) -> str:
        """Return a grid as a table has it."""
        from satdoku.formats.tables import written_value  # noqa: PLC0415  for tables

        return written_value(grid, self.symbols)

    def put(
        self,
        item: PuzzleRecord | InputError,
        answers: Mapping[str, object] | None = None,
    ) -> None:
        """Write a puzzle that the format can hold, or the row of an unreadable one."""
        with self._output.record():
            if not self._is_open:
                self._begin([item])
            self._writer.write(item, answers)
        self.written += 1

    def put_unanswered(self, error: SatdokuError, entry: PuzzleRecord | None) -> None:
        """Write the row of a puzzle that cannot be read, answered or written.

        Of one that the format cannot hold, with its answers.  A file has no row.
        """
        item = entry or error
        if isinstance(item, InputError) and item.line is None:
            return
        answers: Mapping[str, object] = {
            "status": "unreadable" if entry is None else "unknown"
        }
        if entry is not None and self._last is not None and self._last[0] is entry:
            answers = self._last[1]
        self.put(
            cast("PuzzleRecord | InputError", item),
            {**answers, "error": text_with_options(error)},
        )

    def write_rows(
        self, block: Block, part: slice, answers: Mapping[str, Column]
    ) -> None:
        """Write some rows of a block, in `csv` or `parquet`, with their answers."""
        from satdoku.formats.bulk import csv_rows, output_columns  # noqa: PLC0415  numpy
        from satdoku.formats.tables import ParquetWriter  # noqa: PLC0415  as above

        self.written += part.stop - part.start
        if self.table is None:
            raise TypeError("only tables have rows")
        if isinstance(self._writer, Writer):
            with self._output.record():
                self._writer.begin()
            rows = csv_rows(self.table, block, part, answers, self._separator)
            self._output.write_bytes(rows)
        elif isinstance(self._writer, ParquetWriter):
            columns = output_columns(self.table, block, part, answers)
            with self._output.record():
                self._writer.write_rows(columns)

    def write_solutions(self, values: NDArray[np.uint8], geometry: Geometry) -> None:
        """Write many solutions of 9x9, in the formats `line` and `npy`."""
        import numpy as np  # noqa: PLC0415  loaded by now

        from satdoku.formats.npy import NpyWriter  # noqa: PLC0415  numpy

        self.written += len(values)
        if isinstance(self._writer, NpyWriter):
            with self._output.record():
                self._writer.write_rows(values, geometry)
            return
        text = np.pad(values + np.uint8(ord("0")), ((0, 0), (0, 1)))
        text[:, -1] = ord("\n")
        self._output.write_bytes(text.reshape(-1).data)

    def say_lost(self) -> None:
        """Say in one sentence what the format has no place for."""
        losses = []
        for what, count in self._lost.items():
            columns = f" ({listed(self._columns)})" if what == "columns" else ""
            losses.append(f"{_LOST[what]}{columns} of {counted(count, 'puzzle')}")
        if self.table is not None and self.table.left_out:
            columns = listed(self.table.left_out)
            losses.append(f"columns that the first puzzles lack ({columns})")
        if losses:
            *first, last = losses
            text = f"{', '.join(first)} and {last}" if first else last
            say(f"satdoku: the format {self._format.name} leaves out {text}")
        if self._without_state:
            puzzles = counted(self._without_state, "puzzle")
            say(f"satdoku: written as given, without anything placed: {puzzles}")

    def _with_state(self, entry: PuzzleRecord) -> PuzzleRecord:
        """Make a puzzle of what was placed so far, with the candidates left."""
        state = entry.metadata.state
        if state is None:
            self._without_state += 1
            return entry
        if "candidates" not in self._format.keeps:
            state = Puzzle(state.clues, state.constraints)
            if entry.puzzle.masks is not None:
                state = state.with_candidates(entry.puzzle.masks)
        entry = replace(entry, metadata=replace(entry.metadata, state=None))
        return entry.with_puzzle(state)

    def _check(self, entry: PuzzleRecord) -> None:
        """Check that a puzzle stays the one it is; count what else is lost.

        Raises:
            UsageError: It would become another one, or is of another size.
        """
        geometry, lossy = entry.puzzle.geometry, bool(self._lossy)
        try:
            refuse_loss(entry, self._format, lossy=lossy, boxes=self._boxes)
        except UsageError as error:
            if self._lossy is None or lossy:
                raise
            refuse_loss(entry, self._format, lossy=True, boxes=self._boxes)
            raise UsageError(f"{error}; --lossy writes it anyway") from None
        missing = lost(entry, self._format)
        is_known = self._boxes is not None and geometry.same_shape(self._boxes)
        for what in missing:
            if what == "boxes" and is_known:
                continue
            self._lost[what] = self._lost.get(what, 0) + 1
        if "columns" in missing:
            self._columns |= dict.fromkeys(further_columns(entry))


def listed(names: Iterable[str]) -> str:
    """Return the first names of some, with commas between."""
    shown = [printable(name, 20) for name in names]
    ellipsis = ", ..." if len(shown) > _MAX_NAMED else ""
    return f"{', '.join(shown[:_MAX_NAMED])}{ellipsis}"
