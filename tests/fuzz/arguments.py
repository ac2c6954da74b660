"""Command lines: real commands and options, with values that fit and that do not.

The options are those that click knows, so that a new command is fuzzed, too.  An input
is its arguments, a NUL between each two.  It runs in a folder of its own, which looks
the same each time; what runs for long is ended as Ctrl-C ends it.
"""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

import click
from click.testing import CliRunner

from satdoku.cli import exits
from satdoku.cli.main import main
from tests.fuzz.corpus import FOUR, NINE, TOKENS, answers, recipes, texts
from tests.fuzz.watch import Parser

if TYPE_CHECKING:
    from collections.abc import Generator
    from random import Random
    from types import FrameType

__all__ = ["WrongEndError", "command_line", "run"]

_PATIENCE = 0.7
"""Seconds after which Ctrl-C comes."""

_MOST = 900
"""Megabytes: commands load engines, and what draws and compiles."""

_LEFT_OUT = frozenset(
    (
        "dask",  # looks for a cluster on the network
        "workers",  # starts processes
        "with",  # runs another program
        "with_",
        "checker",
    )
)
_CODES = frozenset(
    (
        *(exits.DONE, exits.FAILED, exits.UNREADABLE, exits.NO, exits.STOPPED),
        *(exits.SATISFIABLE, exits.UNSATISFIABLE, exits.INTERRUPTED),
    )
)
_FILES = (
    *("nine.txt", "four.txt", "many.sdm", "bad.txt", "empty.txt", "f.cnf", "no.cnf"),
    *("m.txt", "extended.toml", "table.csv", "link.txt", "begun.xml", "folder", "-"),
    *("missing.txt", "none.txt", "several.txt", "/dev/null", ""),
)
_OUTPUTS = (
    "-",
    "o.txt",
    "o.csv",
    "o.jsonl",
    "o.npy",
    "o.svg",
    "o.png",
    "x/o",
    "four.txt",
)
_JUNK = (
    *(
        "",
        "-",
        "--",
        "0",
        "-1",
        "1",
        "2",
        "9" * 30,
        "x",
        "1e3",
        "٣",
        "\x1b[31m",
        "a\nb",
    ),
    *("1-9A-Z", "2x3", "2x2", "auto", "dpll", "line", "json", "grid", "1/2", "1-3,5"),
    *(
        "always",
        "never",
        "first",
        "random:1",
        "minimal",
        "triad-lite",
        "puzzle",
        "\udcff",
    ),
)


class WrongEndError(Exception):
    """A command that ended with an unknown code, or told an error of its own."""


def command_line() -> Parser:
    """Return the command line as a parser."""
    return Parser("command-line", _made, run, _MOST, weight=0.3)


@cache
def _commands() -> dict[str, click.Command]:
    context = click.Context(main)
    names = main.list_commands(context)
    found = {name: main.get_command(context, name) for name in names}
    return {name: command for name, command in found.items() if command}


def _made(dice: Random) -> bytes:
    """Make a command line."""
    if dice.random() < 0.03:
        words = [*_commands(), "--help", "--version", "--debug", *_JUNK]
        return "\0".join(dice.choices(words, k=dice.randint(0, 3))).encode(
            "utf-8", "surrogateescape"
        )
    name = dice.choice(list(_commands()))
    words = [name]
    for param in _commands()[name].params:
        if param.name in _LEFT_OUT:
            continue
        if isinstance(param, click.Argument):
            count = dice.choice((1, 1, 1, 0, 2))
            words += dice.choices(_FILES, k=count)
        elif dice.random() < 0.08:
            words += _option(param, dice)
    if dice.random() < 0.05:
        words.insert(dice.randint(0, len(words)), dice.choice(_JUNK))
    return "\0".join(words).encode("utf-8", "surrogateescape")


def _option(param: click.Parameter, dice: Random) -> list[str]:
    """Give an option, mostly with a value it takes."""
    name = dice.choice(param.opts)
    if getattr(param, "is_flag", False):
        return [name]
    if dice.random() < 0.15:
        return [name, dice.choice(_JUNK)]
    listed = getattr(param, "values", None)
    if listed is not None:
        return [name, dice.choice([name for name in listed() if name != "numba"])]
    match param.metavar or "":
        case metavar if "FILE" in metavar or "DIR" in metavar:
            output = {"-o", "--trace", "--tree", "--fixed"}.intersection(param.opts)
            return [name, dice.choice(_OUTPUTS if output else _FILES)]
        case "SECONDS":
            return [name, dice.choice(("0.05", "1", "5"))]
        case _:
            kind = param.type
            known = list(kind.choices) if isinstance(kind, click.Choice) else _JUNK
            return [name, str(dice.choice(known))]


@cache
def _folder() -> Path:
    """Return the folder in which commands run, with what they read."""
    place = Path(mkdtemp(prefix="satdoku-fuzz-"))
    _fill(place)
    return place


def _contents() -> dict[str, bytes]:
    clause = b"p cnf 3 2\n1 -3 0\n2 3 0\n"
    return {
        "nine.txt": NINE.line.encode(),
        "four.txt": FOUR.line.encode(),
        "many.sdm": f"{NINE.line}\n".encode() * 3,
        "bad.txt": b"12\n" + TOKENS[0] + FOUR.line.encode() + b"\n\0",
        "none.txt": b"12.3..4.........\n",
        "several.txt": b"1....2....3....4\n",
        "empty.txt": b"",
        "f.cnf": clause,
        "no.cnf": b"p cnf 1 2\n1 0\n-1 0\n",
        "m.txt": answers()[0],
        "extended.toml": recipes()[0],
        "table.csv": texts("csv")[0],
        "link.txt": texts("fpuzzles")[0],
        "begun.xml": texts("opensudoku")[-1],
    }


def _fill(place: Path) -> None:
    """Put the folder in order again."""
    wanted = _contents() if not any(place.iterdir()) else {}
    (place / "folder").mkdir(exist_ok=True)
    for path in place.rglob("*"):
        if path.is_file() and path.name not in _FILES:
            path.unlink()
    for name, data in wanted.items():
        (place / name).write_bytes(data)


def run(data: bytes) -> None:
    """Run a command line.

    Raises:
        WrongEndError: It ended in a way that no command does.
    """
    arguments = data.decode("utf-8", "surrogateescape").split("\0")
    place = _folder()
    here = Path.cwd()
    os.chdir(place)
    try:
        with _interrupted():
            done = CliRunner().invoke(main, arguments, input=NINE.line)
    except KeyboardInterrupt:  # before the command had begun, or when it was done
        return
    finally:
        os.chdir(here)
        _fill(place)
    said = done.stderr
    if done.exit_code not in _CODES or "internal error" in said:
        raise WrongEndError(f"{done.exit_code} {said[-200:]} {arguments}")
    if "Traceback" in said and "--debug" not in arguments:
        raise WrongEndError(f"a traceback: {arguments}")
    if left := [path.name for path in place.glob(".satdoku*")]:
        raise WrongEndError(f"left behind: {left} {arguments}")


@contextmanager
def _interrupted() -> Generator[None]:
    """Press Ctrl-C after a while."""

    def press(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, press)
    signal.setitimer(signal.ITIMER_REAL, _PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
