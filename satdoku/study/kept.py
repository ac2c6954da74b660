"""A folder of measured rows, safe on the disk.

Rows are written as they come.  A study that was stopped goes on from them: a last row
that was cut off is left out, and its run made again.  It goes on only as the same
study: with the same settings and puzzles, on the same kind of machine, with the same
versions.

Whole files are written aside and renamed, so that each is there whole or as before.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from satdoku.errors import InputError, UsageError, printable
from satdoku.study.parquet import parquet_of
from satdoku.study.same import look_at_differences

if TYPE_CHECKING:
    from collections.abc import Generator
    from types import TracebackType
    from typing import IO, Self

    from satdoku.study.tidy import Tidy

__all__ = ["ARGUMENTS", "STUDY", "Kept", "read_rows", "read_study"]

STUDY = "study.json"
ARGUMENTS = "arguments"
_ONCE = ("begun", ARGUMENTS, "loading_s")
"""What of a study is told once, by who began it."""
_ASIDE = ".satdoku-"

Row = TypeVar("Row")


class Kept(Generic[Row]):
    """A folder that rows are written to; a context, in which it belongs to us.

    Args:
        path: Where; it is made if it is not there.
        study: What `study.json` says, as `satdoku.study.settings.described` makes it;
            a study that goes on was begun when it was.
        table: How its rows are written and read, and the name of their file.
        resume: Whether to go on with the study that is there.

    Attributes:
        path: The same.
        rows: The rows that are there already.

    Raises:
        UsageError: There is a study already, or another one than is to be resumed, or
            somebody else's files; or another process writes it.
        InputError: What is there cannot be read.
        OSError: It cannot be written.
    """

    def __init__(
        self,
        path: str | Path,
        study: dict[str, Any],
        table: Tidy[Row],
        *,
        resume: bool = False,
    ) -> None:
        self.path = Path(path)
        self.rows: list[Row] = []
        self._table = table
        self._study = study
        there = self._look(resume=resume)
        self.path.mkdir(parents=True, exist_ok=True)
        if there:
            before = read_study(self.path)
            look_at_differences(before, study, self._name)
            study |= {key: before[key] for key in _ONCE if key in before}
        self._file = self.path / table.name
        self._target = self._file.open("a", encoding="utf-8", newline="")
        try:
            self._add_file(is_new=not there)
        except BaseException:
            self._target.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with _naming(self._file):
            self._target.close()

    def append(self, row: Row) -> None:
        """Write a row; it is with the system at once."""
        with _naming(self._file):
            self._target.write(self._table.written(row))
            self._target.flush()
        self.rows.append(row)

    def write(self, name: str, text: str) -> None:
        """Write a file, whole, over an older one."""
        self._replace(name, text.encode("utf-8"))

    def finish(self, **more: object) -> bool:
        """Write what is written in the end.

        Args:
            **more: What `study.json` says besides.

        Returns:
            Whether there is a table in Parquet, too.
        """
        self._study |= more
        self._write_study()
        parquet = parquet_of(self._table, self.rows)
        if parquet is not None:
            self._replace(f"{Path(self._table.name).stem}.parquet", parquet)
        return parquet is not None

    @property
    def _name(self) -> str:
        return printable(str(self.path), 200)

    def _look(self, *, resume: bool) -> bool:
        """Look at what is there; return whether it is a study."""
        try:
            names = sorted(entry.name for entry in self.path.iterdir())
        except FileNotFoundError:
            return False
        except NotADirectoryError:
            places = (self.path, *self.path.parents)
            file = next(place for place in places if place.exists())
            raise UsageError(
                f"{printable(str(file), 200)} is a file; expected a folder for the "
                "study"
            ) from None
        names = [name for name in names if not name.startswith(_ASIDE)]
        if names == [self._table.name] and not (self.path / names[0]).stat().st_size:
            return False  # a study that did not get so far as to say what it is
        if STUDY in names:
            if not resume:
                raise UsageError(
                    f"{self._name} holds a study; --resume goes on with it, or name "
                    "another folder"
                )
            return True
        if names:
            raise UsageError(
                f"{self._name} holds {printable(names[0])} and no study; expected a "
                "new or empty folder"
            )
        return False

    def _add_file(self, *, is_new: bool) -> None:
        """Read the rows that are there, and cut off what is not whole."""
        if not _is_ours(self._target):
            raise UsageError(f"{self._name}: another process is writing this study")
        if is_new:
            # Two may have found the folder empty; who comes second must not say what
            # the study of the first is.
            self._look(resume=False)
            self._write_study()
        data = self._file.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole:
            self.rows = _whole(self._table, data[:whole], self._file)
        if whole < len(data):
            self._target.truncate(whole)
        if not whole:
            self._target.write(self._table.header)
            self._target.flush()

    def _write_study(self) -> None:
        text = json.dumps(self._study, ensure_ascii=False, indent=2)
        self.write(STUDY, text + "\n")

    def _replace(self, name: str, data: bytes) -> None:
        aside = self.path / f"{_ASIDE}{os.urandom(6).hex()}.tmp"
        try:
            with _naming(self.path / name), aside.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            aside.replace(self.path / name)
        finally:
            aside.unlink(missing_ok=True)


def read_rows(table: Tidy[Row], path: str | Path) -> list[Row]:
    """Read the rows of a study.

    Args:
        table: How they are written.
        path: The study's folder, or the file.  A last row without its end was cut off,
            and is left out.

    Raises:
        InputError: It is not such a table; it names the line.
        OSError: It cannot be read.
    """
    file = Path(path)
    if file.is_dir():
        file /= table.name
    data = file.read_bytes()
    return _whole(table, data[: data.rfind(b"\n") + 1], file)


def read_study(path: str | Path) -> dict[str, Any]:
    """Read what a study was, by its folder.

    Raises:
        InputError: Its `study.json` is none.
        OSError: It cannot be read.
    """
    file = Path(path) / STUDY
    try:
        found: object = json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"no JSON: {printable(str(error), 100)}", source=str(file)
        ) from None
    if not isinstance(found, dict):
        raise InputError("no study", expected="an object in braces", source=str(file))
    return cast("dict[str, Any]", found)


def _whole(table: Tidy[Row], data: bytes, file: Path) -> list[Row]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("no UTF-8", source=str(file), line=line) from None
    return list(table.read(StringIO(text, newline=""), str(file)))


@contextmanager
def _naming(file: Path) -> Generator[None]:
    """Name the file where the system does not: a full disk, say."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(file)
        raise


def _is_ours(file: IO[str]) -> bool:
    """Take the table for ourselves until it is closed; return whether nobody has it."""
    with suppress(ImportError):  # not on Windows
        import fcntl  # noqa: PLC0415

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            return True
    return True
