"""`-o FILE`: whole or not at all."""

from __future__ import annotations

import io
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from satdoku.cli.failures import Terminated
from satdoku.cli.output import Output
from satdoku.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

    from tests.unit.cli.conftest import Run

ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")


def names(folder: Path) -> list[str]:
    """Name all files of a folder, hidden ones too."""
    return sorted(path.name for path in folder.iterdir())


def write_half(
    target: Path, error: type[BaseException], *, force: bool = False, keep: bool
) -> None:
    """Write something, and then come to an end that nobody planned."""
    with Output(str(target), force=force, keep=keep) as output:
        output.stream.write("one\n")
        raise error


def test_file_appears_when_whole(tmp_path: Path) -> None:
    """Until the end there is no file of that name; then it is there, alone."""
    target = tmp_path / "out.txt"
    with Output(str(target)) as output:
        output.stream.write("answer\n")
        output.answered()
        assert not target.exists()

    assert "answer\n" == target.read_text()
    assert ["out.txt"] == names(tmp_path)


@pytest.mark.parametrize("force", [False, True])
def test_error_leaves_nothing(tmp_path: Path, *, force: bool) -> None:
    """After an error the old file is as it was, and nothing half-written lies about."""
    target = tmp_path / "out.txt"
    if force:
        target.write_text("old\n")
    with pytest.raises(ZeroDivisionError):
        write_half(target, ZeroDivisionError, force=force, keep=True)

    assert (["out.txt"] if force else []) == names(tmp_path)
    assert not force or "old\n" == target.read_text()


@pytest.mark.parametrize("kind", [KeyboardInterrupt, Terminated])
@pytest.mark.parametrize("keep", [False, True])
def test_interrupt(tmp_path: Path, kind: type[BaseException], *, keep: bool) -> None:
    """Ctrl-C and SIGTERM keep finished answers where they are worth it."""
    target = tmp_path / "out.txt"
    with pytest.raises(kind):
        write_half(target, kind, keep=keep)

    assert (["out.txt"] if keep else []) == names(tmp_path)


def test_existing_file(tmp_path: Path) -> None:
    """An existing file is replaced with --force alone."""
    target = tmp_path / "out.txt"
    target.write_text("old\n")
    with pytest.raises(UsageError, match=r"out\.txt exists; --force"):
        Output(str(target))
    with Output(str(target), force=True) as output:
        output.stream.write("new\n")

    assert "new\n" == target.read_text()


def test_file_that_appeared_meanwhile(tmp_path: Path) -> None:
    """What somebody else wrote under the name in the meantime stays."""
    target = tmp_path / "out.txt"
    with pytest.raises(UsageError, match="exists by now"), Output(str(target)):
        target.write_text("theirs\n")

    assert "theirs\n" == target.read_text()
    assert ["out.txt"] == names(tmp_path)


def test_input_is_no_output(run: Run, puzzle: Path) -> None:
    """A file that is read is not written, by whatever name, --force or not."""
    before = puzzle.read_text()
    other = puzzle.parent / "." / puzzle.name
    for command in ("solve", "count", "check", "cnf"):
        done = run(command, puzzle, "-o", other, "--force")
        assert 2 == done.exit_code
        assert "is an input" in done.stderr

    assert before == puzzle.read_text()


@ON_POSIX
def test_link_is_followed(tmp_path: Path) -> None:
    """A symbolic link stays one; the file it points to is replaced."""
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old\n")
    link.symlink_to(real)
    with Output(str(link), force=True) as output:
        output.stream.write("new\n")

    assert link.is_symlink()
    assert "new\n" == real.read_text()


@ON_POSIX
def test_mode(tmp_path: Path) -> None:
    """A new file has the usual mode, a replaced one that of the old file."""
    fresh, old, plain = (tmp_path / name for name in ("fresh", "old", "plain"))
    plain.write_text("")
    old.write_text("")
    old.chmod(0o640)
    for path in (fresh, old):
        with Output(str(path), force=path is old):
            pass

    modes = [stat.S_IMODE(path.stat().st_mode) for path in (fresh, old, plain)]
    assert [modes[2], 0o640] == modes[:2]


@ON_POSIX
def test_device_is_written_to(run: Run, puzzle: Path) -> None:
    """A device is written to, not replaced by a file."""
    assert 0 == run("solve", puzzle, "-o", os.devnull).exit_code
    assert not Path(os.devnull).is_file()


def test_folder_is_missing(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """A file that cannot be made is an output failure, told by its own name."""
    wanted = tmp_path / "nowhere" / "out.txt"
    done = run("solve", puzzle, "-o", wanted)

    assert 1 == done.exit_code
    assert f"satdoku: error: {wanted}: No such file" in done.stderr
    folder = run("solve", puzzle, "-o", tmp_path, "--force")
    assert 1 == folder.exit_code
    assert "directory" in folder.stderr


def test_strict_keeps(run: Run, mixed: Path, tmp_path: Path) -> None:
    """With --strict a bad puzzle ends the file; without, the rest is written."""
    target = tmp_path / "answers" / "out.txt"
    target.parent.mkdir()
    assert 2 == run("solve", mixed, "--strict", "-o", target).exit_code
    assert ["out.txt"] == names(target.parent)
    assert 3 == len(target.read_text().splitlines())
    assert 2 == run("solve", mixed, "-o", target, "--force").exit_code
    assert 5 == len(target.read_text().splitlines())


def test_standard_output(run: Run, puzzle: Path) -> None:
    """`-o -` is standard output."""
    assert run("solve", puzzle).stdout == run("solve", puzzle, "-o", "-").stdout


def test_bytes_and_text_keep_their_order(tmp_path: Path) -> None:
    """What is no text is written as it is, behind the text that came before."""
    target = tmp_path / "out.bin"
    with Output(str(target)) as output:
        output.stream.write("é\n")
        output.write_bytes(b"\x89PNG\r\n\xff")
        output.stream.write("end\n")

    assert "é\n".encode() + b"\x89PNG\r\n\xffend\n" == target.read_bytes()


def test_nothing_of_bytes_is_left_after_an_error(tmp_path: Path) -> None:
    """Neither the file nor a part of it."""

    def write(target: str) -> None:
        with Output(target) as output:
            output.write_bytes(b"half")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        write(str(tmp_path / "out.bin"))

    assert [] == names(tmp_path)


class _Halting(io.RawIOBase):
    """Takes a few bytes at a time, as a pipe does when a signal comes."""

    def __init__(self) -> None:
        self.data = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer, /) -> int:
        part = bytes(data)[:5]
        self.data += part
        return len(part)


def test_long_text_without_a_buffer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a signal cut short is written on, also where Python does not see to it."""
    raw = _Halting()
    stream = io.TextIOWrapper(cast("Any", raw), write_through=True)
    monkeypatch.setattr(sys, "stdout", stream)
    with Output(None) as output:
        output.stream.write("one\n")
        output.write_plain(b"a line that is longer than five characters\n")

    assert b"one\na line that is longer than five characters\n" == raw.data
    stream.detach()


def test_long_text_where_there_are_no_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream of text alone takes it as text."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    with Output(None) as output:
        output.write_plain(memoryview(b"some text\n"))

    assert "some text\n" == stream.getvalue()
