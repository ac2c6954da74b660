"""Folders and files that tests of commands read, and a terminal to run them on."""

import os
import signal
import struct
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.many import BLEND, PUZZLES
from tests.cli.samples import CLASHING, EASY, MIXED, PROPER, SEVERAL
from tests.conftest import HOME

TALL = "12..56\n345612\n561234\n2143..\n436521\n652143\n"
"""Of 6×6, with boxes of 3×2 the only solution, with boxes of 2×3 none."""
WIDE = "".join(
    "123456789ABCDEFG"[(4 * row + row // 4 + column) % 16] if row else "."
    for row in range(16)
    for column in range(16)
)


@pytest.fixture
def puzzle(tmp_path):
    """Return a file with a proper puzzle."""
    path = tmp_path / "puzzle.txt"
    path.write_text("1.|..\n..|2.\n--+--\n..|3.\n4.|..\n")
    return path


@pytest.fixture
def mixed(tmp_path):
    """Return a file with a puzzle of each kind, one of them unreadable."""
    path = tmp_path / "mixed.txt"
    path.write_text(MIXED)
    return path


@pytest.fixture
def many(tmp_path):
    """Return a file of 100 puzzles of 9×9."""
    path = tmp_path / "many.txt"
    path.write_text("\n".join(PUZZLES) + "\n")
    return path


@pytest.fixture
def blend(tmp_path):
    """Return a file of many puzzles, and some of each other kind."""
    path = tmp_path / "blend.txt"
    path.write_text("\n".join(BLEND) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Return the folder in which commands run, with files of every kind."""
    files = {
        "one.txt": "1.|..\n..|2.\n--+--\n..|3.\n4.|..\n",
        "mixed.txt": MIXED,
        "several.txt": f"{SEVERAL}\n",
        "none.txt": f"{CLASHING}\n",
        "bad.txt": "1#....2...3.4...\n",
        "nine.txt": f"{EASY}\n",
        "names.txt": f"{PROPER} first\n{PROPER} # second\n{PROPER}\n",
        "two.csv": f"id,a,b\n1,{SEVERAL},{PROPER}\n2,{PROPER},{CLASHING}\n",
        "three.txt": f"{PROPER}\n{CLASHING}\n12\n{PROPER}\n",
        "tall.txt": TALL,
        "wide.txt": WIDE,
        "old.txt": "old\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settle(process, at_most):
    """Wait until a process waits for input; no longer than `at_most` seconds."""
    until, before, still = time.monotonic() + at_most, [], 0
    while time.monotonic() < until and still < 6:
        time.sleep(0.05)
        threads = threads_of(process)
        idle = all(state == "S" for state, *_ in threads)
        begun = any({*used} != {"0"} for _, *used in threads)
        still = still + 1 if begun and idle and threads == before else 0
        before = threads


def threads_of(process):
    """Return the state and the processor time of each thread.

    On a busy machine one may wait for another that has something to do.
    """
    found = []
    for status in Path(f"/proc/{process.pid}/task").glob("*/stat"):
        with suppress(OSError):  # it has ended
            words = status.read_text().rpartition(")")[2].split()
            found.append((words[0], *words[11:13]))
    return sorted(found)


def compute(process, seconds):
    """Wait until a process has computed for so many seconds of processor time."""
    status = Path(f"/proc/{process.pid}/stat")
    ticks = seconds * os.sysconf("SC_CLK_TCK")
    while process.poll() is None:
        words = status.read_text().rpartition(")")[2].split()
        if int(words[11]) + int(words[12]) >= ticks:
            return
        time.sleep(0.05)


@pytest.fixture
def interrupted(program):
    """Return a function that ends a run by a signal; it returns code and output.

    Standard input stays open, as a keyboard is.
    """

    def call(*arguments, text="", number=signal.SIGINT, after=20.0, **environment):
        with program(*arguments, **environment) as process:
            process.stdin.write(text.encode())
            process.stdin.flush()
            settle(process, after)
            assert process.poll() is None, process.stderr.read()
            process.send_signal(number)
            code = process.wait(20)
            out, err = process.communicate()
        assert b"Traceback" not in err
        assert b"Exception ignored" not in err
        return code, out.decode(), err.decode()

    return call


@pytest.fixture
def at_terminal():
    """Return a function that runs the program on a terminal; it returns what is seen.

    `stdout` is where answers go, if not to the terminal; `typed` is typed at once.
    """
    pty = pytest.importorskip("pty", reason="POSIX alone")
    import fcntl
    import termios

    def call(*arguments, stdout=None, typed=None, columns=80, **environment):
        leader, follower = pty.openpty()
        size = struct.pack("HHHH", 24, columns, 0, 0)
        fcntl.ioctl(follower, termios.TIOCSWINSZ, size)
        others = (
            "NO_COLOR",
            "FORCE_COLOR",
            "TERM",
            "COLUMNS",
            "LINES",
            "PYTHONIOENCODING",
        )
        kept = {name: value for name, value in os.environ.items() if name not in others}
        process = subprocess.Popen(
            [sys.executable, "-m", "satdoku", *map(str, arguments)],
            stdin=subprocess.DEVNULL if typed is None else follower,
            stdout=follower if stdout is None else stdout,
            stderr=follower,
            env={
                **kept,
                "PYTHONPATH": str(HOME),
                "PYTHONUTF8": "1",
                "TERM": "xterm",
                **environment,
            },
        )
        os.close(follower)
        if typed is not None:
            os.write(leader, typed)
        seen = b""
        try:
            while part := os.read(leader, 65536):
                seen += part
        except OSError:  # Linux reports so that the other side is closed
            pass
        process.wait(30)
        os.close(leader)
        assert b"Traceback" not in seen
        return seen.replace(b"\r\n", b"\n").decode()

    return call
