"""Ctrl-C in every command: at once, with code 130, and what is done is kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from satdoku.cli.reference import names
from tests.unit.cli.conftest import HOME, settle
from tests.unit.cli.test_process import pigeons

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.unit.cli.conftest import Program

PROPER = b"1.....2...3.4...\n"
SOLVED = b"1243342121344312\n"
EMPTY = "." * 81
_SOON = 5
"""Seconds: it is far less than one, but machines that run tests are busy."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")


def interrupted(
    program: Program,
    arguments: Sequence[str | Path],
    *,
    given: bytes = b"",
    after: float = 2.0,
) -> tuple[bytes, bytes]:
    """Press Ctrl-C in a run after a while; return what it wrote.

    Standard input stays open, as a keyboard is.
    """
    with program(*arguments) as process:
        assert process.stdin
        process.stdin.write(given)
        process.stdin.flush()
        settle(process, after)
        assert process.poll() is None, "it ended before it could be interrupted"
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert 130 == process.wait(20)
        took = time.monotonic() - started
        out, err = process.communicate()

    assert took < _SOON
    assert b"Traceback" not in err
    assert b"Exception ignored" not in err
    return out, err


@pytest.mark.parametrize(
    "name", ["solve", "count", "check", "minimize", "cnf", "sat", "convert"]
)
def test_waiting_for_input(program: Program, name: str) -> None:
    """Whoever waits for input is let go, and what was answered is there."""
    given = {"sat": b"p cnf 1 1\n", "cnf": PROPER}.get(name, PROPER * 3)
    options = [] if name == "sat" else ["--from", "line"]
    if name in ("solve", "convert"):
        options += ["--to", "line"]
    out, err = interrupted(program, [name, *options], given=given)

    expected = {
        "solve": SOLVED * 3,
        "count": b"".join(b"1\t<stdin>:%d\n" % line for line in (1, 2, 3)),
        "sat": b"s UNKNOWN\n",
        "cnf": b"",
        "convert": PROPER * 3,
        "minimize": PROPER * 3,
    }
    if name == "check":
        assert 3 == out.count(b"exactly one solution")
    elif name in expected:
        assert expected[name] == out
    if name in ("solve", "count", "check", "minimize"):
        assert b"satdoku: stopped after 3 puzzles\n" == err


def test_decode_waiting(program: Program, puzzle: Path) -> None:
    """So is `decode`, which waits for a solver."""
    out, err = interrupted(program, ["decode", puzzle], given=b"s SATISFIABLE\n")

    assert (b"", b"") == (out, err)


@pytest.mark.parametrize("engine", ["auto", "dpll", "lanes"])
def test_count_is_told(program: Program, engine: str) -> None:
    """What was counted is a lower bound, and is told as one."""
    options = ("count", "--limit", "1000000000", "--engine", engine, "-")
    with program(*options, "--json") as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(EMPTY.encode())
        process.stdin.close()
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        told = json.loads(process.stdout.read())
        assert b"satdoku: stopped in puzzle 1\n" == process.stderr.read()
        assert 130 == process.wait(10)

    assert told["count"] > 1000
    assert (False, "interrupted") == (told["exact"], told["stopped"])


def test_sat_says_so(program: Program, tmp_path: Path) -> None:
    """A solver that is stopped says that it does not know."""
    formula = tmp_path / "pigeons.cnf"
    formula.write_text(pigeons(13))
    out, err = interrupted(program, ["sat", formula])

    assert b"s UNKNOWN\n" == out
    assert b"satdoku: stopped before the answer was known\n" == err


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["auto", "dpll", "cadical153", "lingeling"])
def test_counting(program: Program, tmp_path: Path, engine: str) -> None:
    """So does every engine that searches for ever."""
    hard = tmp_path / "hard.txt"
    hard.write_text("0 " * 25**2)
    arguments = ("count", hard, "--limit", "1000000000", "--engine", engine)
    out, err = interrupted(program, arguments, after=6)

    assert out.startswith(b"at least ")
    assert b"satdoku: stopped in puzzle 1\n" == err


@pytest.mark.slow
@pytest.mark.parametrize("name", ["solve", "check"])
def test_searching(program: Program, tmp_path: Path, name: str) -> None:
    """So do the other commands, and a formula in the making."""
    hard = tmp_path / "hard.txt"
    hard.write_text("0 " * 36**2)
    _, err = interrupted(program, [name, hard, "--engine", "dpll"], after=6)

    assert b"satdoku: stopped in puzzle 1\n" == err


def test_formula_in_the_making(program: Program, tmp_path: Path) -> None:
    """A formula that is stopped leaves no file."""
    board = tmp_path / "board.txt"
    board.write_text("0 " * 64**2)
    target = tmp_path / "board.cnf"
    options = ("--max-clauses", "1000000000", "-o", target)
    interrupted(program, ["cnf", board, *options])

    assert ["board.txt"] == [path.name for path in tmp_path.iterdir()]


TRAP = """
import atexit, os, signal, sys

class Trap:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Trap())
if {module!r} == "the end":
    atexit.register(os.kill, os.getpid(), signal.SIGINT)
sys.path.insert(0, {home!r})
from satdoku.__main__ import run
run("satdoku")
"""


@pytest.mark.parametrize(
    "module",
    ["click", "satdoku.cli.main", "satdoku.cli.solve", "satdoku.session", "the end"],
)
def test_while_loading(puzzle: Path, module: str) -> None:
    """Ctrl-C while the program is loading ends it without a word.

    At the end, when all is done and written, it changes nothing any more.
    """
    done = subprocess.run(
        [
            *(sys.executable, "-c", TRAP.format(module=module, home=str(HOME))),
            *("solve", "-q", "--to", "line", puzzle),
        ],
        capture_output=True,
        check=False,
        timeout=20,
    )

    expected = (0, SOLVED, b"") if module == "the end" else (130, b"", b"")
    assert expected == (done.returncode, done.stdout, done.stderr)


def test_ignored(puzzle: Path) -> None:
    """Who starts it with Ctrl-C ignored, as a shell does behind `&`, keeps that."""
    done = subprocess.run(
        [
            *("/bin/sh", "-c", 'trap "" INT; exec "$0" "$@"'),
            *(sys.executable, "-c", TRAP.format(module="click", home=str(HOME))),
            *("solve", "-q", "--to", "line", puzzle),
        ],
        capture_output=True,
        check=False,
        timeout=20,
    )

    assert (0, SOLVED, b"") == (done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("name", names())
def test_help_can_be_interrupted(name: str) -> None:
    """Every command is loaded under the same roof."""
    trap = TRAP.format(module=f"satdoku.cli.{name}", home=str(HOME))
    done = subprocess.run(
        [sys.executable, "-c", trap, name, "--help"],
        capture_output=True,
        check=False,
        timeout=20,
        env={**os.environ, "COLUMNS": "80"},
    )

    assert (130, b"", b"") == (done.returncode, done.stdout, done.stderr)
