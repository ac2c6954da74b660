"""Output: standard output, or a file that appears whole or not at all.

A file is written without a name (where the system knows no such thing, under another
one) in its folder, forced to the disk, and given its name at the end.  Whatever happens
before leaves the old file as it was; nothing half-written is left behind, not even by
what ends a process on the spot (SIGKILL, a crash of a library).

One exception: what is a list (answers, solutions, puzzles) is kept when Ctrl-C, SIGTERM
or SIGHUP ends the run, as far as it is finished (answers of `solve` also when an error
does, a full disk, say, cut to whole lines); beside the file, as `.partial`, if that is
there already.  It is not kept before it holds all that an earlier run has written, nor
where it lacks the end without which it is no file of its format: what is there already
is worth more.

Devices and pipes are written to directly, and so is what the process has open under a
number (`-o /dev/stdout`, `-o /dev/fd/3`): the shell has opened it, and cleared it if
that was wanted.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from satdoku.cli.nameless import give_name, open_nameless
from satdoku.cli.naming import close_named, naming, write_named
from satdoku.cli.remarks import say
from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType
    from typing import IO, BinaryIO, Literal, Self, TextIO

    from satdoku.cli.ends import Ends

__all__ = ["Output"]


class Output:
    """Where the data of a run goes; a context.

    Args:
        path: The file; None or `-` for standard output.
        force: Whether an existing file may be replaced.
        inputs: The files that are read, none of which may be written.
        keep: Whether what is there at Ctrl-C is worth keeping.
        kept: What that is, and "is" or "are".
        option: What names the file.
        part: The file with what an earlier run has written, which this one goes on
            with, and replaces in the end; it stays as it is until `took_up` is called.

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
        kept: str = "the answers so far are",
        option: str = "-o",
        part: str | None = None,
    ) -> None:
        self._part = None if part is None else os.path.realpath(part)
        self._lacks_part = part is not None
        self._lacks_end = False
        self._close: Callable[[], None] | None = None
        self._lines = self._resumes = self._keeps_after_errors = False
        self._option = option
        self._keep = keep
        self._kept = kept
        self._force = force
        self._target: str | None = None
        self._scratch = ""
        self._nameless = False
        self._ends: Ends | None = None
        self._failed = False
        self._flushes = False
        number = None if path is None else _number_of(path)
        if path is not None and path != "-" and number != 1:
            if number is None:
                self._open_file(path, inputs)
            else:
                self._open_number(path, number)
            return
        if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison]  closed by the shell
            raise OSError("standard output is closed")
        self.stream: TextIO = sys.stdout
        self._own = False
        # A person or a program that waits for answers is served at once.
        self._flushes = not _is_file(self.stream)

    @property
    def is_terminal(self) -> bool:
        """Whether a person sees the data."""
        return self._target is None and self.stream.isatty()

    @property
    def is_file(self) -> bool:
        """Whether the data become a file of their own."""
        return self._target is not None

    def _open_number(self, path: str, number: int) -> None:
        """Write to what is open already."""
        self._own = self._flushes = True
        try:
            own = os.dup(number)
        except (OSError, OverflowError):
            raise OSError(9, "nothing is open under that number", path) from None
        self.stream = open(own, "w", encoding="utf-8", newline="\n")  # noqa: PTH123, SIM115  closed in __exit__

    def _open_file(self, path: str, inputs: Iterable[str]) -> None:
        self._own = True
        shown = printable(path, 200)
        with suppress(OSError):  # it is not there yet, or `open` tells what is wrong
            there = os.stat(path)  # noqa: PTH116  pathlib takes 10 ms to import
            if not stat.S_ISREG(there.st_mode) and not stat.S_ISDIR(there.st_mode):
                self.stream = open(path, "w", encoding="utf-8", newline="\n")  # noqa: PTH123, SIM115  closed in __exit__
                self._flushes = True
                return
        for name in inputs:
            with suppress(OSError):  # an input that is not there is told by its reader
                if name != "-" and os.path.samefile(name, path):  # noqa: PTH121
                    said = f"{shown} is an input; name another for {self._option}"
                    raise UsageError(said)
        self._target = os.path.realpath(path)
        if self._part == self._target:
            self._force = True
        if os.path.exists(path) and not self._force:  # noqa: PTH110
            raise UsageError(f"{shown} exists; --force replaces it")
        if os.path.isdir(path):  # noqa: PTH112
            raise IsADirectoryError(21, "is a directory", path)
        folder = os.path.dirname(self._target)  # noqa: PTH120
        self._scratch = os.path.join(folder, f".satdoku-{os.urandom(6).hex()}.tmp")  # noqa: PTH118
        number = open_nameless(folder)
        self._nameless = number is not None
        where = self._scratch if number is None else number
        mode: Literal["x", "w"] = "x" if number is None else "w"
        try:
            self.stream = open(where, mode, encoding="utf-8", newline="\n")  # noqa: PTH123, SIM115  closed in __exit__
        except OSError as error:
            error.filename = path
            raise

    def write_plain(self, data: bytes | memoryview) -> None:
        """Write a long text, given as ASCII, all of it.

        Without a buffer (`python -u`, PYTHONUNBUFFERED) a signal may cut a long write
        short, and nothing of Python's looks after the rest.
        """
        stream: BinaryIO | None = getattr(self.stream, "buffer", None)
        if stream is None or (os.linesep != "\n" and not self._own):
            self.stream.write(str(data, "ascii"))
            return
        self.stream.flush()
        left = memoryview(data)
        while left:
            left = left[stream.write(left) or 0 :]

    def write_bytes(self, data: bytes) -> None:
        """Write data that is no text, or text of an encoding of its own."""
        write_named(self.stream, data)

    def binary(self) -> IO[bytes]:
        """Return where bytes are written to, instead of text."""
        self.stream.flush()
        return self.stream.buffer

    def took_up(self) -> None:
        """Tell that all is here that the file of an earlier run holds."""
        self._lacks_part = False

    def keep_nothing(self) -> None:
        """Tell that the file of an earlier run is of another one: it stays as it is."""
        self._keep = self._keeps_after_errors = False

    def keep_after_errors(self, *, lines: bool, resumes: bool) -> None:
        """Tell that what is there is worth keeping after errors, too.

        Args:
            lines: Whether each line is whole by itself.
            resumes: Whether --resume goes on from there.
        """
        self._keeps_after_errors = True
        self._lines = lines
        self._resumes = resumes

    def needs_end(self, close: Callable[[], None]) -> None:
        """Tell that what is written is nothing until its end is written.

        Args:
            close: Lets go of the stream; called before that is closed, where the end
                was not written.
        """
        self._lacks_end = True
        self._close = close

    def has_end(self) -> None:
        """Tell that the end is written."""
        self._lacks_end = False

    def failed(self) -> None:
        """Tell that not all could be read: no file appears if it would be empty."""
        self._failed = True

    def answered(self) -> None:
        """Tell that an answer is complete: whoever waits for it gets it now."""
        if self._flushes:
            self.stream.flush()

    def __enter__(self) -> Self:
        if self._target is not None:
            from satdoku.cli.ends import Ends  # noqa: PLC0415  only for files

            self._ends = Ends().__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._own:
            self._let_go()
            if error is None:
                self.stream.flush()
            return
        if self._target is None:
            self._let_go()
            close_named(self.stream)
            return
        try:
            if self._failed and self.stream.tell() == 0:
                return
            if error is None:
                self._finish(self._target)
            elif self._keep and isinstance(error, KeyboardInterrupt):
                self._keep_after_end(self._target)
            elif isinstance(error, Exception):
                self._keep_after_error(self._target, cut=isinstance(error, OSError))
        finally:
            self._throw_away()
            if self._ends is not None:
                self._ends.__exit__(kind, error, trace)

    def _keep_after_end(self, target: str) -> None:
        """Keep what is there when somebody ends the run, and say where it is."""
        # A file with nothing in it would only stand in the way of the next run.
        begun = self.stream.tell() > 0
        kept = self._keep_part(target) if begun else self._part
        if kept is not None:
            say(f"satdoku: stopped; {self._kept} in {printable(kept, 200)}")

    def _finish(self, target: str) -> None:
        """Put what is whole in its place, and in that of the part."""
        from satdoku.cli.shield import Shield  # noqa: PLC0415  only for files

        with Shield() as shield, shield, naming(target):  # forcing to disk takes long
            try:
                self._move_into_place(target)
                if self._part not in (None, target):
                    os.unlink(str(self._part))  # noqa: PTH108
            except OSError:
                self._keep_after_error(target, cut=True)
                raise

    def _keep_part(self, target: str) -> str | None:
        """Keep what is there so far; return the file, if there is one."""
        if self._lacks_part or self._lacks_end:
            return self._part
        # What is there already may be whole, and is worth more than a part.
        kept = self._part or target
        if self._part is not None:
            self._force = True
        elif os.path.exists(kept):  # noqa: PTH110
            kept += ".partial"
        self._move_into_place(kept)
        return kept

    def _keep_after_error(self, target: str, *, cut: bool) -> None:
        """Keep what is whole, and say where it is; the error is told by others.

        Args:
            target: The file.
            cut: Whether what is there may end anywhere.
        """
        if not self._keeps_after_errors:
            return
        with suppress(OSError):  # what came first is told
            self._appear()
        if not os.path.exists(self._scratch):  # noqa: PTH110
            return
        kept = None
        with suppress(OSError, UsageError):  # what came first is told
            size = self._whole(cut=cut)
            part = self._part
            if part and (not size or (self._lines and size <= os.path.getsize(part))):  # noqa: PTH202
                kept = part  # it holds all of that, and maybe more
            elif size:
                kept = self._keep_part(target)
            elif not cut:
                return  # there was no answer yet
        if kept is None:
            say(f"satdoku: no answers are kept in {printable(target, 200)}")
            return
        how = "; --resume goes on from there" if self._resumes else ""
        say(f"satdoku: {self._kept} in {printable(kept, 200)}{how}")

    def _whole(self, *, cut: bool) -> int:
        """Cut to what is whole, where it may not be; return the size of that."""
        try:
            self.stream.flush()
        except (OSError, ValueError):  # the disk is full by now; or it was, and closed
            cut = True
        if not cut:
            return os.path.getsize(self._scratch)  # noqa: PTH202  as for pathlib above
        with suppress(OSError):  # it has been told that not all could be written
            self.stream.close()
        if not self._lines:
            return 0
        from satdoku.cli.cutting import cut_to_lines  # noqa: PLC0415  seldom needed

        return cut_to_lines(self._scratch)

    def _appear(self) -> None:
        """Give a file without a name the one it has before its own."""
        if self._nameless and not self.stream.closed:
            give_name(self.stream.fileno(), self._scratch)
            self._nameless = False

    def _move_into_place(self, target: str) -> None:
        if not self.stream.closed:  # else it is on the disk, as far as it is whole
            self.stream.flush()
            os.fsync(self.stream.fileno())
            self._appear()
            self.stream.close()
        if self._force:
            with suppress(OSError):  # the new file's own mode will do
                os.chmod(self._scratch, stat.S_IMODE(os.stat(target).st_mode))  # noqa: PTH101, PTH116
            os.replace(self._scratch, target)  # noqa: PTH105
        else:
            self._link(target)
        with suppress(OSError, AttributeError):  # not all systems sync folders
            folder = os.open(os.path.dirname(target), os.O_RDONLY | os.O_DIRECTORY)  # noqa: PTH120
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _link(self, target: str) -> None:
        """Give the file its name, unless somebody else took that in the meantime."""
        try:
            os.link(self._scratch, target)
        except FileExistsError:
            raise UsageError(
                f"{printable(target, 200)} exists by now; --force replaces it"
            ) from None
        except (OSError, AttributeError):  # a file system without links
            os.replace(self._scratch, target)  # noqa: PTH105

    def _let_go(self) -> None:
        """Have the stream let go of, where its end was not written."""
        if self._lacks_end and self._close is not None:
            with suppress(OSError, ValueError):  # what came first is told
                self._close()

    def _throw_away(self) -> None:
        self._let_go()
        with suppress(OSError):  # a full disk was told already
            self.stream.close()
        with suppress(FileNotFoundError):  # it has its name by now
            os.unlink(self._scratch)  # noqa: PTH108


def _number_of(path: str) -> int | None:
    """Return the number of a file that is open already, if that is what is named."""
    if path in ("/dev/stdout", "/dev/stderr"):
        return 1 if path.endswith("out") else 2
    for folder in ("/dev/fd/", "/proc/self/fd/"):
        number = path.removeprefix(folder)
        if number != path and number.isascii() and number.isdigit() and len(number) < 9:
            return int(number)
    return None


def _is_file(stream: TextIO) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):  # no file behind it at all
        return False
