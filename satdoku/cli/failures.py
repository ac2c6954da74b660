"""What goes wrong, as one line on standard error and an exit code; never a traceback.

`satdoku --debug COMMAND` adds the traceback, also of puzzles that cannot be read.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.cli.remarks import say
from satdoku.errors import EngineError, LostError, SatdokuError, Stopped, printable

if TYPE_CHECKING:
    from typing import TextIO

__all__ = ["HungUp", "Terminated", "refuse", "told", "wants_debug"]


_NO_ROOM = ("failed to map segment", "cannot map zero-fill pages")
_NO_ROOM_ENDS = (": cannot allocate memory", ": out of memory")
"""What the loaders of Linux say; "cannot allocate memory in static TLS" is no such."""
_NO_EXCEPTION = (
    "returned NULL without setting an exception",
    "error return without exception set",
)
"""What Python says where it has no memory for a MemoryError."""


class Terminated(KeyboardInterrupt):
    """The process was asked to end (SIGTERM): the same as Ctrl-C, told differently."""

    code = exits.TERMINATED


class HungUp(Terminated):
    """The terminal of the process was closed (SIGHUP)."""

    code = exits.HUNG_UP


def told(error: BaseException, *, debug: bool) -> int:  # noqa: PLR0911  a table of kinds
    """Tell what went wrong; return the exit code.

    Args:
        error: What was raised.
        debug: Whether to show the traceback too.

    Raises:
        BaseException: `error`, where it is not ours to tell.
    """
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if debug:
        _show(error)
    if isinstance(error, click.ClickException):
        from satdoku.cli import usage  # noqa: PLC0415  only for mistakes

        say(usage.told(error))
        return error.exit_code
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        _let_go_of_output()
        return error.code if isinstance(error, Terminated) else exits.INTERRUPTED
    if isinstance(error, BrokenPipeError):
        _let_go_of_output()
        return exits.BROKEN_PIPE
    if isinstance(error, SatdokuError):
        return _told_ours(error)
    if isinstance(error, MemoryError) or _found_no_room(error):
        say("satdoku: error: out of memory")
        return exits.FAILED
    if isinstance(error, OSError):
        _let_go_of_output()
        name = "" if error.filename is None else f"{_name(error.filename)}: "
        say(f"satdoku: error: {name}{error.strerror or error}")
        return exits.FAILED
    if isinstance(error, Exception):
        what = printable(f"{type(error).__name__}: {error}", 300)
        say(
            f"satdoku: internal error: {what}; `satdoku --debug COMMAND` shows where, "
            "for a report"
        )
        return exits.FAILED
    raise error


def _found_no_room(error: BaseException | None) -> bool:
    """Whether the system or its loader of libraries had no memory to give.

    The loader says so in words alone, as ImportError (of a module) or OSError (of a
    library that a module loads), and whoever asked for it in words of their own.
    Where Python has no room for the exception itself, it says that there is none.
    """
    while error is not None:
        if isinstance(error, OSError) and error.errno == errno.ENOMEM:
            return True
        if isinstance(error, SystemError) and str(error).endswith(_NO_EXCEPTION):
            return True
        if isinstance(error, (ImportError, OSError)):
            text = str(error).lower()
            if any(words in text for words in _NO_ROOM) or text.endswith(_NO_ROOM_ENDS):
                return True
        error = error.__cause__ or error.__context__
    return False


def wants_debug() -> bool:
    """Whether `--debug` was given to the program that is running."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.find_root().params.get("debug"))


def refuse(error: SatdokuError, place: str = "") -> None:
    """Tell what is wrong with one puzzle of many; the run goes on.

    Args:
        error: What is wrong.
        place: File and line, where the error does not tell them itself.
    """
    if wants_debug():
        _show(error)
    say(f"satdoku: error: {f'{place}: ' if place else ''}{error}")


def _show(error: BaseException) -> None:
    """Show the traceback."""
    import traceback  # noqa: PLC0415  only for --debug

    traceback.print_exception(error)


def _told_ours(error: SatdokuError) -> int:
    if isinstance(error, Stopped):
        say(f"satdoku: stopped: {error}")
        return exits.STOPPED
    if isinstance(error, LostError):
        say(f"satdoku: error: {error}")
        return exits.FAILED
    if isinstance(error, EngineError):
        say(f"satdoku: internal error: {error}")
        return exits.FAILED
    say(f"satdoku: error: {error}")
    return exits.UNREADABLE


def _name(filename: object) -> str:
    text = filename if isinstance(filename, (str, bytes)) else str(filename)
    return printable(os.fsdecode(text), 200)


def _let_go_of_output() -> None:
    """Write what is held for standard output, or see to it that nobody tries again.

    Python writes what is left when it ends, and complains when that fails; so after a
    failure what is left goes to the null device.
    """
    stdout: TextIO | None = sys.stdout  # None if the shell closed it
    if stdout is None:
        return
    try:
        stdout.flush()
    except (OSError, ValueError):
        # Without a file behind it (in a test, say) there is nothing to turn away.
        with suppress(OSError, ValueError):
            number = stdout.fileno()
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, number)
            os.close(null)
