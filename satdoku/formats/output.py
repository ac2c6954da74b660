"""Output files, which appear complete or not at all; packed where the name ends so.

A file is written as `NAME.partial` beside it, forced to the disk, and renamed at the
end.  Whatever happens before leaves an older file as it was.  Only one run at a time
writes a file: `NAME.partial` is locked.  A program that is killed leaves it behind; the
next run goes on from it (`resume`), replaces it (`force`), or refuses to.

Devices and pipes are written to directly.
"""

from __future__ import annotations

import io
import os
import stat
import sys
import zlib
from contextlib import contextmanager, suppress
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from typing import BinaryIO

    from _typeshed import ReadableBuffer

PARTIAL = ".partial"
_PIECE = 1 << 16
_INTERVAL = 1.0
"""Seconds of work that may be lost when the program is killed."""

_PACKERS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    ".gz": ("zlib", lambda _: zlib.compressobj(6, zlib.DEFLATED, 31)),
    ".bz2": ("bz2", lambda bz2: bz2.BZ2Compressor()),
    ".xz": ("lzma", lambda lzma: lzma.LZMACompressor()),
    ".zst": ("zstandard", lambda zstd: zstd.ZstdCompressor().compressobj()),
}
"""Endings of packed files, with the module that packs, and what makes a packer."""
_ARCHIVES = (".zip", ".npz")
"""Endings of archives with one member; in `.npz` it is an array."""


def packing_of(path: str) -> tuple[str, str]:
    """Return a name without the ending of packed files, and that ending.

    Example:
        >>> packing_of("a.csv.gz"), packing_of("a.npz"), packing_of("a.csv")
        (('a.csv', '.gz'), ('a.npy', '.npz'), ('a.csv', ''))
    """
    name, ending = os.path.splitext(path)  # noqa: PTH122  pathlib takes 10 ms to import
    ending = ending.lower()
    if ending == ".npz":
        return f"{name}.npy", ending
    return (name, ending) if ending in _PACKERS or ending == ".zip" else (path, "")


def require_zstd() -> Any:  # noqa: ANN401  a module without types
    """Return the module zstandard.

    Raises:
        UsageError: It is not installed.
    """
    try:
        return import_module("zstandard")
    except ImportError:
        raise UsageError(
            "zstd data (.zst) needs the package zstandard; pip install 'satdoku[zst]'"
        ) from None


class OutputFile:
    """A file that is being written, or a device.

    Args:
        stream: Where bytes go.
        raw: The file itself; None for a device or pipe.
        new_part: Ends a part of packed data; the next bytes begin another one.

    Attributes:
        stream: A stream of bytes.
        on_device: Whether it is a device or pipe, which has no older content.
        keep: Whether `NAME.partial` stays if an exception ends the work.
        discard: Whether no file is to appear at all.
        is_copy: Whether it is still a copy of the older file.
    """

    def __init__(
        self,
        stream: BinaryIO,
        raw: BinaryIO | None,
        new_part: Callable[[], None] | None = None,
    ) -> None:
        self.stream = stream
        self.on_device = raw is None
        self.keep = self.discard = self.is_copy = False
        self._raw = raw
        self._new_part = new_part or stream.flush
        self._saved = monotonic()

    def earlier_lines(self, *, quoted: bool = False) -> Iterator[bytes]:
        """Yield the whole lines that are in the file; what is behind them is cut off.

        All are to be taken before anything is written.

        Args:
            quoted: Whether a line goes on behind a line feed between double quotes.
        """
        raw = self._raw
        if raw is None:
            return
        raw.seek(0)
        end = 0
        held = b""
        for part, end_of_part in _parts(raw) if self._is_packed else _lines(raw):
            for line in io.BytesIO(part):
                held += line
                if not quoted or held.count(b'"') % 2 == 0:
                    yield held
                    held = b""
            end = end if held else end_of_part
        raw.seek(end)
        raw.truncate()

    @property
    def _is_packed(self) -> bool:
        return self.stream is not self._raw

    def save(self) -> None:
        """Hand all that was written to the system: it outlives this program."""
        if not self.stream.closed:
            self.stream.flush()
        self._new_part()
        self._saved = monotonic()

    def save_in_time(self) -> None:
        """Do that if a second has passed since the last time; after whole records."""
        self.is_copy = False
        if self.on_device or monotonic() - self._saved >= _INTERVAL:
            self.save()


@contextmanager
def open_output(
    path: str | os.PathLike[str],
    *,
    force: bool = True,
    inputs: Iterable[str] = (),
    option: str = "-o",
    resume: bool | None = None,
) -> Generator[OutputFile]:
    """Open a file that takes its place at the end, if nothing fails.

    Args:
        path: The file.  A link stays one; what it points to is replaced.
        force: Whether an existing file may be replaced.
        inputs: The files that are read, none of which may be written.
        option: The option that names the file, in messages.
        resume: Whether to append to `NAME.partial`, or to the file where that is not
            there; None if no run can.  A partial file that is not appended to is
            replaced with `force`, and refused without.

    Raises:
        UsageError: The file exists, is an input, or is written by another run.
        OSError: It cannot be written.

    Example:
        >>> with open_output("puzzle.txt.gz") as file:  # doctest: +SKIP
        ...     _ = file.stream.write(b"1.3434.2.1434321")
    """
    name = os.fspath(path)
    mode = _mode(name)
    if mode is not None and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        with _naming(name), open(name, "wb") as device:  # noqa: PTH123
            yield OutputFile(device, None)
        return
    target = os.path.realpath(name)
    packing = packing_of(target)[1]
    replaces = force or (resume is True and not _size(target + PARTIAL))
    _refuse(name, target, packing, inputs, option, replaces=replaces)
    raw = _locked(target + PARTIAL, name)
    output: OutputFile | None = None
    done = False
    try:
        with _naming(name):
            is_copy = _begin(raw, target, name, resume=resume, force=force)
            output, close = _packed(raw, target, packing)
            output.is_copy = is_copy
            yield output
            close()
            raw.flush()
            os.fsync(raw.fileno())
            if not output.discard:
                _rename(raw, target, name, force=replaces)
                done = True
    except BaseException:
        if output is not None and output.keep:
            with suppress(OSError, ValueError):  # as on a full disk
                output.save()
        raise
    finally:
        with suppress(OSError, ValueError):  # reported before
            raw.close()
        kept = output is None or (
            output.keep and not output.discard and not output.is_copy
        )
        with suppress(FileNotFoundError):
            if not done and not (kept and _size(target + PARTIAL)):
                os.unlink(target + PARTIAL)  # noqa: PTH108


@contextmanager
def _naming(name: str) -> Generator[None]:
    """Put a file's name into an error of the system that has none."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno:  # else of a library, not the system
            error.filename = name
        raise


def _refuse(
    name: str,
    target: str,
    packing: str,
    inputs: Iterable[str],
    option: str,
    *,
    replaces: bool,
) -> None:
    """Refuse a file that may not be written.

    Raises:
        UsageError: It may not be replaced, is an input, or is packed in a way that is
            not there; or it is a folder.
    """
    shown = printable(name, 200)
    if os.path.isdir(target):  # noqa: PTH112
        raise UsageError(f"{shown} is a folder; name a file for {option}")
    for source in inputs:
        if source != "-" and (_same(source, target) or _same(source, target + PARTIAL)):
            raise UsageError(f"{shown} is an input; name another file for {option}")
    if os.path.exists(target) and not replaces:  # noqa: PTH110
        raise UsageError(f"{shown} exists; force=True replaces it")
    if packing == ".zst":
        require_zstd()


def _begin(
    raw: BinaryIO, target: str, name: str, *, resume: bool | None, force: bool
) -> bool:
    """Take a partial file over, or empty it; return whether it is now a copy.

    Raises:
        UsageError: It may hold the answers of a run that was stopped.
    """
    shown, packing = printable(name, 200), packing_of(target)[1]
    size = os.fstat(raw.fileno()).st_size
    if resume and packing not in {"", ".gz"}:
        raise UsageError(f"resume=True supports plain files and .gz, not {packing}")
    if size and not resume and not force:
        how = "" if resume is None else "resume=True goes on from it, "
        raise UsageError(
            f"{shown}{PARTIAL} is left from a run that was stopped; {how}force=True "
            "starts again"
        )
    if not resume:
        raw.truncate()
    elif not size and os.path.exists(target):  # noqa: PTH110
        with open(target, "rb") as file:  # noqa: PTH123
            while piece := file.read(_PIECE):
                raw.write(piece)
        return True
    return False


def _mode(path: str) -> int | None:
    """Return the mode of a file; None if there is none."""
    try:
        return os.stat(path).st_mode  # noqa: PTH116
    except OSError:  # to open it says what is wrong
        return None


def _size(path: str) -> int:
    """Return the bytes of a file; 0 if there is none."""
    try:
        return os.path.getsize(path)  # noqa: PTH202
    except OSError:
        return 0


def _same(first: str, second: str) -> bool:
    try:
        return os.path.samefile(first, second)  # noqa: PTH121
    except OSError:  # one is not there
        return False


def _locked(partial: str, name: str) -> BinaryIO:
    """Open the partial file for this run alone; what it holds stays.

    Raises:
        UsageError: Another run writes it.
    """
    try:
        number = os.open(
            partial, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666
        )
    except OSError as error:
        error.filename = name
        raise
    raw = open(number, "r+b")  # noqa: PTH123, SIM115  closed by its user
    if sys.platform != "win32":
        from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415  not on Windows

        try:
            with suppress(NotADirectoryError):
                flock(number, LOCK_EX | LOCK_NB)
            mine = os.path.samestat(os.fstat(number), os.stat(partial))  # noqa: PTH116
        except (BlockingIOError, FileNotFoundError):
            mine = False
        except OSError:  # a file system without locks
            mine = True
        if not mine:
            raw.close()
            shown = printable(name, 200)
            raise UsageError(f"{shown} is being written by another run")
    return cast("BinaryIO", raw)


def _rename(raw: BinaryIO, target: str, name: str, *, force: bool) -> None:
    partial, shown = target + PARTIAL, printable(name, 200)
    if not force and os.path.lexists(target):
        raise UsageError(f"{shown} was created meanwhile; force=True replaces it")
    if sys.platform == "win32":  # which renames no open file, nor locks one above
        raw.close()
    mode = _mode(target)
    if mode is not None:
        with suppress(OSError):  # the new file's own mode will do
            os.chmod(partial, stat.S_IMODE(mode))  # noqa: PTH101
    os.replace(partial, target)  # noqa: PTH105


def _packed(
    raw: BinaryIO, target: str, packing: str
) -> tuple[OutputFile, Callable[[], None]]:
    """Return what writes to a file, packed or plain, and what ends it."""
    if packing in _ARCHIVES:
        from zipfile import ZIP_DEFLATED, ZipFile  # noqa: PLC0415  slow

        member = "puzzles.npy" if packing == ".npz" else packing_of(target)[0]
        if not os.path.splitext(member)[1]:  # noqa: PTH122  as above
            member += ".txt"
        archive = ZipFile(raw, "w", ZIP_DEFLATED)
        stream = archive.open(os.path.basename(member), "w", force_zip64=True)  # noqa: PTH119

        def close() -> None:
            stream.close()
            archive.close()

        return OutputFile(cast("BinaryIO", stream), raw, raw.flush), close
    if not packing:
        return OutputFile(raw, raw), raw.flush
    parts = _Parts(raw, *_PACKERS[packing])
    buffered = cast("BinaryIO", io.BufferedWriter(parts))
    output = OutputFile(buffered, raw, parts.end)
    return output, output.save


def _lines(raw: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Yield the whole lines of a plain file, each with where it ends."""
    end = 0
    for line in raw:
        if line.endswith(b"\n"):
            end += len(line)
            yield line, end


def _parts(raw: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Yield the whole parts of a file of gzip, unpacked, each with where it ends."""
    unpacker, held = zlib.decompressobj(31), list[bytes]()
    with suppress(zlib.error):  # cut off, and written over
        while data := raw.read(1 << 20):
            while data:
                held.append(unpacker.decompress(data))
                data = unpacker.unused_data
                if unpacker.eof:
                    yield b"".join(held), raw.tell() - len(data)
                    unpacker, held = zlib.decompressobj(31), []


class _Parts(io.RawIOBase):
    """Packs bytes, in parts that can be unpacked without those behind them."""

    def __init__(self, raw: BinaryIO, module: str, make: Callable[[Any], Any]) -> None:
        super().__init__()
        self._raw, self._module, self._make = raw, module, make
        self._packer: Any = None

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        if self._packer is None:
            self._packer = self._make(import_module(self._module))
        self._raw.write(self._packer.compress(bytes(data)))
        return memoryview(data).nbytes

    def end(self) -> None:
        """End the part; the next bytes begin another one."""
        if self._packer is not None:
            self._raw.write(self._packer.flush())
            self._packer = None
        self._raw.flush()
