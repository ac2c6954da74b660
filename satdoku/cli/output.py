"""Output: standard output, or a file that appears whole or not at all.

A file is written under another name in its folder, forced to the disk, and renamed at
the end.  Whatever happens before leaves the old file as it was.

One exception: a list (answers, solutions, puzzles) is kept when Ctrl-C, SIGTERM or
SIGHUP ends the run, as far as it is finished; where the file exists already, beside it
as `.partial`.  Answers of `solve` are kept after errors too (a full disk), cut to whole
lines.

Devices and pipes are written to directly; signals do not cut a record in two there.
"""

from __future__ import annotations

import os
import signal
import stat
import sys
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

from satdoku.cli.messages import HungUp, Terminated, say
from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from types import FrameType, TracebackType
    from typing import IO, Self, TextIO


_CHUNK = 1 << 16


class Output:
    """Where the data of a run goes; a context.

    Args:
        path: The file; None or `-` for standard output.
        force: Whether an existing file may be replaced.
        inputs: The files that are read, none of which may be written.
        keep: Whether what is there at Ctrl-C is kept.
        content: What that is, in messages.
        option: The option that names the file.
        earlier: The file of an earlier run which this one continues and replaces; it
            stays as it is until `has_earlier` is set.

    Attributes:
        stream: The open stream.
        before_record: What is done before each record: to clear the line of progress.
        has_earlier: Whether all that the file of an earlier run holds is here.
        is_whole: Whether the file could be read if nothing more were written.
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
        self.has_earlier = earlier is None
        self.is_whole = True
        self.failed = False
        self._path = path
        self._earlier = None if earlier is None else os.path.realpath(earlier)
        self._keep = keep
        self._keep_lines: bool | None = None
        self._resumes = False
        self._content = content
        self._force = force
        self._target: str | None = None
        self._scratch = ""
        self._signals = Signals()
        self._is_own = path is not None and path not in {"-", "/dev/stdout"}
        self.stream: TextIO
        if path is not None and self._is_own:
            self.stream = self._open(path, inputs, option)
            self._flushes = self._target is None
            return
        if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison]  closed by the shell
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
        self._force = self._force or self._earlier == self._target
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
            yield
            if self._flushes:
                self.stream.flush()

    def write_bytes(self, data: bytes | memoryview) -> None:
        """Write many lines of ASCII, or data that is no text."""
        buffer: IO[bytes] | None = getattr(self.stream, "buffer", None)
        with self.record(), self._named():
            if buffer is None or (os.linesep != "\n" and not self._is_own):
                self.stream.write(str(data, "ascii"))
                return
            self.stream.flush()
            left = memoryview(data)
            while left:  # an unbuffered stream may take a part
                left = left[buffer.write(left) or 0 :]

    def binary(self) -> IO[bytes]:
        """Return the stream for what is no text."""
        self.stream.flush()
        return self.stream.buffer

    def keep_nothing(self) -> None:
        """Keep nothing at Ctrl-C; the file of an earlier run stays as it is."""
        self._keep, self._keep_lines = False, None

    def keep_after_errors(self, *, lines: bool, resumes: bool) -> None:
        """Keep what is there after errors too.

        Args:
            lines: Whether each line is a record, so that a cut-off one can be left out.
            resumes: Whether --resume goes on from there.
        """
        self._keep_lines, self._resumes = lines, resumes

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
            if self._target is not None:
                self._finish(self._target, error)
            elif error is None or self._is_own:
                with self._named():
                    (self.stream.close if self._is_own else self.stream.flush)()
        finally:
            self._signals.__exit__()

    def _finish(self, target: str, error: BaseException | None) -> None:
        try:
            if self.failed and error is None and not self.stream.tell():
                return
            if error is None:
                with self._signals.held(), self._named(target):
                    try:
                        self._rename_to(target)
                    except OSError:
                        self._keep_after_error(target, is_cut=True)
                        raise
                    if self._earlier not in {None, target}:
                        os.unlink(str(self._earlier))  # noqa: PTH108
            elif isinstance(error, KeyboardInterrupt):
                if self._keep:
                    self._keep_after_signal(target)
            elif isinstance(error, Exception) and self._keep_lines is not None:
                self._keep_after_error(target, is_cut=isinstance(error, OSError))
        finally:
            with suppress(OSError, ValueError):  # reported before, as a full disk is
                self.stream.close()
            with suppress(FileNotFoundError):  # it has its name
                os.unlink(self._scratch)  # noqa: PTH108

    def _keep_after_signal(self, target: str) -> None:
        kept = self._keep_part(target) if self.stream.tell() else self._earlier
        if kept is not None:
            is_ = "are" if self._content.endswith(("so far", "s")) else "is"
            say(f"satdoku: stopped; {self._content} {is_} in {printable(kept, 200)}")

    def _keep_part(self, target: str) -> str | None:
        """Keep what is there; return the file, if there is one."""
        if not self.has_earlier or not self.is_whole:
            return self._earlier
        kept = self._earlier or target
        if self._earlier is not None:
            self._force = True
        elif os.path.exists(kept):  # noqa: PTH110
            kept += ".partial"  # a whole file is worth more than a part
        self._rename_to(kept)
        return kept

    def _keep_after_error(self, target: str, *, is_cut: bool) -> None:
        """Keep what is whole, and say where it is."""
        if self._keep_lines is None:
            return
        kept = None
        with suppress(OSError, UsageError):  # what came first is reported
            size = self._cut(is_cut=is_cut)
            earlier = self._earlier
            if earlier and size <= os.path.getsize(earlier):  # noqa: PTH202
                kept = earlier
            elif size:
                kept = self._keep_part(target)
            elif not is_cut:
                return  # there was no answer yet
        if kept is None:
            say(f"satdoku: no answers are kept in {printable(target, 200)}")
        else:
            how = "; --resume goes on from there" if self._resumes else ""
            say(f"satdoku: {self._content} are in {printable(kept, 200)}{how}")

    def _cut(self, *, is_cut: bool) -> int:
        """Cut to whole lines where that is needed; return the size of what is left."""
        try:
            self.stream.flush()
        except (OSError, ValueError):
            is_cut = True
        if not is_cut:
            return os.path.getsize(self._scratch)  # noqa: PTH202
        with suppress(OSError):
            self.stream.close()
        if not self._keep_lines:
            return 0
        with open(self._scratch, "r+b") as file:  # noqa: PTH123
            end = file.seek(0, os.SEEK_END)
            while end:
                start = max(end - _CHUNK, 0)
                file.seek(start)
                last = file.read(end - start).rfind(b"\n")
                if last >= 0:
                    end = start + last + 1
                    break
                end = start
            file.truncate(end)
        return end

    def _rename_to(self, target: str) -> None:
        if not self.stream.closed:
            self.stream.flush()
            os.fsync(self.stream.fileno())
            self.stream.close()
        if not self._force:
            try:
                os.link(self._scratch, target)
            except FileExistsError:
                raise UsageError(
                    f"{printable(target, 200)} exists by now; --force replaces it"
                ) from None
            except OSError:  # a file system without links
                os.replace(self._scratch, target)  # noqa: PTH105
            return
        with suppress(OSError):  # the new file's own mode will do
            os.chmod(self._scratch, stat.S_IMODE(os.stat(target).st_mode))  # noqa: PTH101, PTH116
        os.replace(self._scratch, target)  # noqa: PTH105

    @contextmanager
    def _named(self, name: object = None) -> Generator[None]:
        """Put the file's name into errors of the system that have none."""
        try:
            yield
        except OSError as error:
            if error.filename is None and self._is_own:
                error.filename = name or self._path
            raise


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
