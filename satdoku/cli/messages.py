"""Messages on standard error, errors as one line and an exit code, lines of reports.

Data goes to standard output, messages to standard error.  An error is one line, never
a traceback, unless `satdoku --debug COMMAND` asks for one.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
import textwrap
from contextlib import suppress
from copy import copy
from io import TextIOWrapper
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.errors import (
    EngineError,
    InputError,
    LostError,
    ProgramError,
    SatdokuError,
    Stopped,
    is_out_of_memory,
    printable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO


_PLAIN = {"…": "...", "×": "x", "–": "-", "≠": "!=", "≥": ">=", "≤": "<=", "·": "."}  # noqa: RUF001  what they replace
_LONGEST = 600
_WIDTH = 80
_before: list[Callable[[], None]] = []


class Terminated(KeyboardInterrupt):
    """The process was asked to end (SIGTERM)."""

    code = exits.TERMINATED


class HungUp(Terminated):
    """The terminal of the process was closed (SIGHUP)."""

    code = exits.HUNG_UP


def say(text: str) -> None:
    """Write one line to standard error, if there is one."""
    stream: TextIO | None = sys.stderr  # None if the shell closed it
    if stream is None:
        return
    for prepare in _before:
        prepare()
    stream.write(f"{text}\n")
    stream.flush()


def before_message(prepare: Callable[[], None] | None) -> None:
    """Set what is done before each message: to clear the line of progress, say."""
    _before[:] = [] if prepare is None else [prepare]


def say_compiling() -> None:
    """Say why nothing happens for some seconds."""
    say("satdoku: compiling engine lanes once for this machine, about 10 s")


def write_anything() -> None:
    """See to it that whatever is written can be written, in any encoding."""
    codecs.register_error("satdoku", _in_ascii)
    stream: TextIO | None
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="satdoku")


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Write characters that the encoding lacks in ASCII."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(
        _PLAIN.get(mark) or mark.encode("ascii", "backslashreplace").decode("ascii")
        for mark in lacking
    ), error.end


_OPTIONS = {
    "column": "--column",
    "force": "--force",
    "format": "--from",
    "geometry": "--box",
    "heuristic": "--heuristic",
    "max_size": "--max-size",
    "repair": "--repair",
    "resume": "--resume",
    "symbols": "--symbols",
    "techniques": "--only or --avoid",
}
"""The options that decide what parameters of the library do."""
_PARAMETER = re.compile(rf'\b({"|".join(_OPTIONS)})=(?:"([^"]*)"|True)?')


def text_with_options(error: SatdokuError) -> str:
    """Return a message of the library, with options in place of parameters.

    Names of files and quoted text stay as they are: parameters are those of what was
    expected and of the hint, or of the last part of a message that has neither.

    Example:
        >>> hint = 'choose symbols="A-Z", or try repair=True'
        >>> text_with_options(InputError("'column=' is no digit", hint=hint))
        "'column=' is no digit; choose --symbols A-Z, or try --repair"
        >>> message = "force=True.csv exists; force=True replaces it"
        >>> text_with_options(SatdokuError(message))
        'force=True.csv exists; --force replaces it'
    """
    if isinstance(error, InputError):
        error = copy(error)
        error.expected = error.expected and _with_options(error.expected)
        error.hint = error.hint and _with_options(error.hint)
        return str(error)
    first, mark, last = str(error).rpartition("; ")
    if mark or _PARAMETER.match(last):
        last = _with_options(last)
    return f"{first}{mark}{last}"


def _with_options(text: str) -> str:
    def option(match: re.Match[str]) -> str:
        return f"{_OPTIONS[match[1]]} {match[2] or ''}".rstrip()

    return _PARAMETER.sub(option, text)


def refuse(error: SatdokuError, place: str = "") -> None:
    """Report one puzzle of several; the run goes on.

    Args:
        error: What is wrong.
        place: File and line, where the error does not name them itself.
    """
    context = click.get_current_context(silent=True)
    if context is not None and context.find_root().params.get("debug"):
        _show_traceback(error)
    say(f"satdoku: error: {f'{place}: ' if place else ''}{text_with_options(error)}")


def report(error: BaseException, *, debug: bool) -> int:  # noqa: C901, PLR0911  a table of kinds
    """Report an error that ends the program; return the exit code.

    Raises:
        BaseException: `error`, where it is none of ours.
    """
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if debug:
        _show_traceback(error)
    if isinstance(error, click.ClickException):
        say(_wrong_use(error))
        return error.exit_code
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        _flush_or_drop()
        return error.code if isinstance(error, Terminated) else exits.INTERRUPTED
    if isinstance(error, BrokenPipeError):
        _flush_or_drop()
        return exits.BROKEN_PIPE
    if isinstance(error, Stopped):
        say(f"satdoku: stopped: {error}")
        return exits.STOPPED
    if isinstance(error, SatdokuError):
        theirs = isinstance(error, LostError | ProgramError)
        ours = isinstance(error, EngineError) and not theirs
        kind = "internal error" if ours else "error"
        say(f"satdoku: {kind}: {text_with_options(error)}")
        return exits.FAILED if isinstance(error, EngineError) else exits.UNREADABLE
    if is_out_of_memory(error):
        say("satdoku: error: out of memory")
        return exits.FAILED
    if isinstance(error, OSError):
        _flush_or_drop()
        name = error.filename
        name = os.fsdecode(name) if isinstance(name, (str, bytes)) else str(name or "")
        shown = f"{printable(name, 200)}: " if name else ""
        say(f"satdoku: error: {shown}{error.strerror or error}")
        return exits.FAILED
    if isinstance(error, Exception):
        what = printable(f"{type(error).__name__}: {error}", 300)
        say(f"satdoku: internal error: {what}; `satdoku --debug COMMAND` shows where")
        return exits.FAILED
    raise error


def _wrong_use(error: click.ClickException) -> str:
    """Return the line about a wrong use of the command line.

    Example:
        >>> _wrong_use(click.UsageError("Got unexpected extra argument (b)."))
        'satdoku: error: Got unexpected extra argument (b)'
    """
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = "satdoku" if context is None else context.command_path
    hint = "" if context is None else "; --help shows how to use it"
    text = " ".join(error.format_message().split()).removesuffix(".")
    return f"{path}: error: {printable(text, _LONGEST)}{hint}"


def _show_traceback(error: BaseException) -> None:
    import traceback  # noqa: PLC0415  for --debug alone

    traceback.print_exception(error)


def _flush_or_drop() -> None:
    """Write what is buffered for standard output, or drop it.

    Python writes the rest when it ends, and complains if that fails; so after a failure
    the rest goes to the null device.
    """
    stdout: TextIO | None = sys.stdout  # None if the shell closed it
    if stdout is None:
        return
    try:
        stdout.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):  # no file behind it, in a test
            number = stdout.fileno()
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, number)
            os.close(null)


# Reports: lines of at most 80 columns, and tables


def wrapped(head: str, text: str) -> list[str]:
    """Return text as lines below each other, behind a head.

    Example:
        >>> wrapped("  1  ", "r1c2=3")
        ['  1  r1c2=3']
    """
    width = max(_WIDTH - len(head), 20)
    lines = textwrap.wrap(
        text, width, break_long_words=False, break_on_hyphens=False
    ) or [""]
    margin = " " * len(head)
    return [f"{margin if at else head}{line}".rstrip() for at, line in enumerate(lines)]


def fact_lines(heading: str, text: str) -> list[str]:
    """Return a fact of a report, and what it is about before it."""
    return wrapped(f"  {heading.ljust(10)}  ", text)


def fitted(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table whose last column is wrapped.

    Example:
        >>> fitted([["name", "what it is"], ["dpll", "own solver"]])
        ['name  what it is', 'dpll  own solver']
    """
    *columns, _ = zip(*rows, strict=True)
    widths = [max(map(len, column)) for column in columns]
    numeric = [all(c[0].isdigit() for c in column[1:]) for column in columns]
    signs = [">" if is_numeric else "<" for is_numeric in numeric]
    lines: list[str] = []
    for *cells, last in rows:
        padded = zip(cells, signs, widths, strict=True)
        head = "".join(f"{cell:{sign}{width}}  " for cell, sign, width in padded)
        lines += wrapped(head, last)
    return lines
