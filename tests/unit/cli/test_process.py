"""The program as a process: pipes, signals, terminals, locales, full disks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.conftest import settle

if TYPE_CHECKING:
    from tests.unit.cli.conftest import Program

PROPER = b"1.....2...3.4...\n"
SOLVED = b"1243342121344312\n"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")


def test_answers_come_one_by_one(program: Program) -> None:
    """With --to, an answer comes before the next puzzle is asked."""
    with program("solve", "--to", "line", "--from", "line") as process:
        assert process.stdin
        assert process.stdout
        for _ in range(2):
            process.stdin.write(PROPER)
            process.stdin.flush()
            assert SOLVED == process.stdout.readline()
        process.stdin.close()
        assert 0 == process.wait(10)


def test_broken_pipe(program: Program, tmp_path: Path) -> None:
    """A reader that goes away ends the program without a word."""
    many = tmp_path / "many.txt"
    many.write_bytes(PROPER * 20_000)
    with program("solve", "-q", "--from", "line", many) as process:
        assert process.stdout
        assert process.stderr
        assert SOLVED == process.stdout.readline()
        process.stdout.close()
        assert b"" == process.stderr.read()
        assert 141 == process.wait(20)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_signal_keeps_answers(
    program: Program, tmp_path: Path, number: int, code: int
) -> None:
    """Ctrl-C in a stream ends within a second and keeps what is answered."""
    target = tmp_path / "out.txt"
    with program("solve", "--from", "line", "--to", "line", "-o", target) as process:
        assert process.stdin
        assert process.stderr
        process.stdin.write(PROPER * 3)
        process.stdin.flush()
        settle(process, 1.5)
        started = time.monotonic()
        process.send_signal(number)
        assert code == process.wait(10)
        took = time.monotonic() - started
        said = process.stderr.read()

    assert took < 1
    assert SOLVED * 3 == target.read_bytes()
    assert ["out.txt"] == [path.name for path in tmp_path.iterdir()]
    assert b"the answers so far are in" in said
    assert b"Traceback" not in said


def test_interrupted_leaves_what_was_whole(program: Program, tmp_path: Path) -> None:
    """Ctrl-C with --force keeps the old file, and the new answers beside it."""
    target = tmp_path / "out.txt"
    target.write_bytes(b"whole")
    options = ("--from", "line", "--to", "line", "--force", "-o", target)
    with program("solve", *options) as process:
        assert process.stdin
        process.stdin.write(PROPER * 3)
        process.stdin.flush()
        settle(process, 1.5)
        process.send_signal(signal.SIGINT)
        assert 130 == process.wait(10)

    assert b"whole" == target.read_bytes()
    assert SOLVED * 3 == (tmp_path / "out.txt.partial").read_bytes()


def test_interrupted_json_is_json(program: Program) -> None:
    """Ctrl-C among endless solutions ends the JSON object that was begun."""
    import json

    with program("solve", "--all", "--json") as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"." * 81 + b"\n")
        process.stdin.close()
        head = process.stdout.read(2_000)
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert 130 == process.wait(10)

    told = json.loads(head + rest)
    assert told["certain"] is False
    assert len(told["solutions"]) > 10


def pigeons(holes: int) -> str:
    """Return a formula that no search ends on: a pigeon more than there are holes."""
    variable = [
        [pigeon * holes + hole + 1 for hole in range(holes)]
        for pigeon in range(holes + 1)
    ]
    clauses = [row[:] for row in variable]
    clauses += [
        [-variable[one][hole], -variable[two][hole]]
        for hole in range(holes)
        for two in range(holes + 1)
        for one in range(two)
    ]
    lines = [f"p cnf {holes * (holes + 1)} {len(clauses)}"]
    return "\n".join([*lines, *(" ".join(map(str, [*c, 0])) for c in clauses)]) + "\n"


@pytest.mark.parametrize("engine", ["dpll", "cadical153", "glucose4"])
def test_interrupted_search(program: Program, tmp_path: Path, engine: str) -> None:
    """Ctrl-C inside an endless search ends it within a second or so."""
    formula = tmp_path / "pigeons.cnf"
    formula.write_text(pigeons(13))
    with program("sat", formula, "--engine", engine) as process:
        time.sleep(1.5)
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert 130 == process.wait(20)
        took = time.monotonic() - started
        _, err = process.communicate()

    assert took < 2
    assert b"Traceback" not in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk(puzzle: Path) -> None:
    """An output that cannot be written is a failure, told once."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "satdoku", "solve", str(puzzle)],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )

    assert 1 == done.returncode
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"LC_ALL": "POSIX", "NO_COLOR": "1", "TERM": "dumb"},
    ],
)
def test_locales(program: Program, tmp_path: Path, environment: dict[str, str]) -> None:
    """No locale makes it crash, whatever a file is called."""
    odd = tmp_path / "rätsel—\udcff.txt"
    try:
        odd.write_bytes(PROPER + b"11..............\n12\n")
    except OSError:
        pytest.skip("the file system takes no such name")
    with program(
        "solve", os.fsencode(odd).decode("utf-8", "surrogateescape"), **environment
    ) as process:
        out, err = process.communicate()

    assert 2 == process.returncode
    assert SOLVED == out.splitlines(keepends=True)[0]
    assert b"Traceback" not in err
    assert b"\x1b" not in out + err


def test_closed_streams(puzzle: Path) -> None:
    """A shell that closed a stream gets an error or an answer, and no traceback."""
    base = f"{sys.executable} -m satdoku solve"
    for command, code in (
        (f"{base} {puzzle} >&-", 1),
        (f"{base} - <&-", 2),
        (f"{base} {puzzle} 2>&-", 0),
    ):
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert code == done.returncode
        assert b"Traceback" not in done.stderr


def terminal(*arguments: str | Path, typed: bytes = b"", **environment: str) -> bytes:
    """Run the program on a terminal; return all that it shows."""
    import pty

    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "satdoku", *map(str, arguments)],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        close_fds=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
    )
    os.close(follower)
    os.write(leader, typed)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    process.wait(10)
    os.close(leader)
    return shown


def test_keyboard() -> None:
    """Reading from the keyboard is announced, with the way to end it."""
    shown = terminal("solve", typed=PROPER + b"\x04\x04", NO_COLOR="1")

    assert b"from the keyboard" in shown
    assert b"Ctrl-D" in shown
    assert b"12|43" in shown
    assert b"This is the only solution." in shown


def test_module_is_the_program(program: Program) -> None:
    """`python -m satdoku` is the program, and says so in its usage."""
    with program("solve", "--wrong") as process:
        _, err = process.communicate()

    assert 2 == process.returncode
    assert err.startswith(b"python -m satdoku solve: error: no option --wrong")
