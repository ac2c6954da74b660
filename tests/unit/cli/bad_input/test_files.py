"""Files that cannot be read, and files that are written (rows 37, 42, 43)."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.bad_input.conftest import Answer, Refused
    from tests.unit.cli.conftest import Program, Run

NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SOLVED = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)


class TestRow37:
    """Files that cannot be read."""

    def test_missing(self, refused: Refused, tmp_path: Path) -> None:
        """The system's words, and the file."""
        path = tmp_path / "nowhere.txt"

        assert f"satdoku: error: {path}: no such file or directory" == refused("", path)

    def test_folder(self, refused: Refused, tmp_path: Path) -> None:
        """A folder does not hang."""
        assert f"{tmp_path}: is a directory" in refused("", tmp_path)

    def test_no_permission(self, refused: Refused, tmp_path: Path) -> None:
        """Nor what may not be read."""
        path = tmp_path / "secret.txt"
        path.write_text(NINE)
        path.chmod(0)
        if os.access(path, os.R_OK):
            pytest.skip("the system's administrator may read everything")

        assert f"{path}: permission denied" in refused("", path)

    def test_zeros(self, refused: Refused) -> None:
        """A device of zeros without end is no text."""
        if not Path("/dev/zero").exists():
            pytest.skip("this system has no /dev/zero")

        assert "/dev/zero:1: not text: a NUL byte" in refused("", "/dev/zero")

    def test_pipe(self, answer: Answer, tmp_path: Path) -> None:
        """A named pipe is read as what comes out of it."""
        if not hasattr(os, "mkfifo"):
            pytest.skip("this system has no named pipes")
        path = tmp_path / "pipe"
        os.mkfifo(path)
        writer = threading.Thread(target=path.write_text, args=(NINE,), daemon=True)
        writer.start()

        assert SOLVED == answer("", path)
        writer.join(10)

    def test_others_go_on(self, run: Run, tmp_path: Path) -> None:
        """One bad file of several spoils no other."""
        path = tmp_path / "good.txt"
        path.write_text(NINE)
        done = run("solve", tmp_path / "nowhere", path, "--to", "line")

        assert 2 == done.exit_code
        assert SOLVED in done.stdout


def written(process: int, folder: Path) -> int:
    """Return how much a process has written to a file in a folder, named or not."""
    named = list(folder.glob(".satdoku-*.tmp"))
    opened = Path(f"/proc/{process}/fd")
    numbers = list(opened.iterdir()) if opened.exists() else []
    for number in numbers:
        with suppress(OSError):  # closed by now
            if str(folder) in str(number.readlink()) and "#" in number.readlink().name:
                named.append(number)
    return max((path.stat().st_size for path in named), default=0)


class TestRow42To43:
    """Files that are written."""

    def test_killed(self, program: Program, tmp_path: Path) -> None:
        """A file that is to be replaced is whole until it is, even by a kill -9."""
        out = tmp_path / "out.txt"
        out.write_text("mine")
        process = program("solve", "--all", "--force", "-o", out, "-")
        assert process.stdin is not None
        process.stdin.write(b"." * 81)
        process.stdin.close()
        while written(process.pid, tmp_path) < 10_000:
            assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        with process:
            pass  # closes its pipes

        assert "mine" == out.read_text()
        assert not hasattr(os, "O_TMPFILE") or [out] == list(tmp_path.iterdir())

    def test_existing(self, run: Run, tmp_path: Path) -> None:
        """It stays, unless --force says otherwise; nothing is left beside it."""
        out = tmp_path / "out.txt"
        out.write_text("mine")
        done = run("solve", "-o", out, text=NINE)

        assert 2 == done.exit_code
        assert f"{out} exists; --force replaces it" in done.stderr
        assert "mine" == out.read_text()
        assert (
            0 == run("solve", "-o", out, "--force", "--to", "line", text=NINE).exit_code
        )
        assert f"{SOLVED}\n" == out.read_text()
        assert [out] == list(tmp_path.iterdir())

    def test_input(self, run: Run, tmp_path: Path) -> None:
        """What is read is never written, not even with --force, nor by another name."""
        path, other = tmp_path / "puzzle.txt", tmp_path / "other.txt"
        path.write_text(NINE)
        other.symlink_to(path)
        for out in (path, other):
            done = run("solve", path, "--force", "-o", out)

            assert 2 == done.exit_code
            assert "is an input" in done.stderr
        assert NINE == path.read_text()

    def test_full(self, program: Program) -> None:
        """A full disk is told, and the code is 1."""
        if not Path("/dev/full").exists():
            pytest.skip("this system has no /dev/full")
        process = program("solve", "-o", "/dev/full", "-")
        _, said = process.communicate(NINE.encode())

        assert 1 == process.returncode
        assert b"No space left on device" in said
        assert 1 == said.count(b"\n")
