"""The errors of satdoku: one family.

Every error says what is wrong; those about input also say where, what was expected
and, where there is one, a hint.  Their text is one line, safe to print on a terminal.

    SatdokuError
    ├── InputError      unreadable input (a ValueError)
    ├── UsageError      a wrong call: an unknown engine, a bad limit (a ValueError)
    ├── LimitError      refused: larger than a limit that can be raised
    ├── ProofError      a proof that does not prove its claim: which step fails, and why
    ├── Stopped         a limit came before the answer was complete (a TimeoutError)
    └── EngineError     an engine broke its contract (a RuntimeError)
        ├── ProgramError   an engine of the user's own, such as a program, did
        └── LostError   the engine is gone: its process, or all workers of a cluster
"""

from __future__ import annotations

import errno
import sys
from contextlib import suppress
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

if TYPE_CHECKING:
    from collections.abc import Collection

_LONGEST_QUOTE = 40


def printable(text: str, limit: int = _LONGEST_QUOTE) -> str:
    r"""Return `text` safe for one line of a terminal: escaped, and cut at `limit`.

    Control characters (an escape sequence in a file name, say) must not reach the
    terminal, and a line of ten megabytes must not fill it.

    Example:
        >>> printable("a\x1b[31mb")
        'a\\x1b[31mb'
        >>> printable("123456", limit=3)
        '123…'
    """
    safe = text if len(text) <= limit else text[:limit]
    if not safe.isprintable():
        safe = "".join(
            mark if mark.isprintable() else mark.encode("unicode_escape").decode()
            for mark in safe
        )
    return safe if len(text) <= limit else safe + "…"


def counted(number: int, singular: str, plural: str = "") -> str:
    """Return a number of things in words.

    Example:
        >>> counted(1, "clause"), counted(2000, "clause"), counted(0, "box", "boxes")
        ('1 clause', '2,000 clauses', '0 boxes')
    """
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def shown(value: object) -> str:
    """Return a value of any kind as a message can quote it.

    Example:
        >>> shown(2.5), shown([0] * 99)
        ('2.5', '[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, …')
        >>> shown(10**5000)
        'a value of type int'
    """
    try:
        text = printable(repr(value))
    except Exception:  # noqa: BLE001  whatever a stranger's repr does (long numbers: ValueError)
        return f"a value of type {type(value).__name__}"
    is_cut = isinstance(value, str) and not text.endswith(text[0])
    return text + text[0] if is_cut else text


class SatdokuError(Exception):
    """The base class of all errors of satdoku."""


class InputError(SatdokuError, ValueError):
    """Input that cannot be read; the message names the place and what was expected.

    Args:
        what: What was found, as a statement without a full stop.
        expected: What would have been right there.
        hint: What the person may do about it.
        source: The file's name, `<stdin>` or another name of where the text is from.
        line: Line of the source, counted from 1.
        column: Character of the line, counted from 1.
        cell: (row, column) of the grid, both counted from 1.

    Attributes:
        columns: The row of a table that cannot be read (`satdoku.formats.model.Row`).

    Example:
        >>> print(InputError("'#' is not a digit", expected="1-9", line=6, cell=(5, 5)))
        line 6: r5c5: '#' is not a digit; expected 1-9
        >>> print(InputError("no puzzle found").at(source="empty.txt"))
        empty.txt: no puzzle found
    """

    def __init__(
        self,
        what: str,
        *,
        expected: str | None = None,
        hint: str | None = None,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        cell: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.expected = expected
        self.hint = hint
        self.source = source
        self.line = line
        self.column = column
        self.cell = cell
        self.columns: Any = None

    def at(
        self,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        cell: tuple[int, int] | None = None,
    ) -> InputError:
        """Fill in what is not known yet of the place; return this same error."""
        self.source = source if self.source is None else self.source
        self.line = line if self.line is None else self.line
        self.column = column if self.column is None else self.column
        self.cell = cell if self.cell is None else self.cell
        return self

    def __str__(self) -> str:
        place: list[str] = []
        if self.source is not None:
            place.append(printable(self.source, 200))
        if self.line is not None:
            place.append(str(self.line) if place else f"line {self.line}")
            if self.column is not None:
                place.append(str(self.column))
        where = ":".join(place)
        parts = [where] if where else []
        if self.cell is not None:
            parts.append(f"r{self.cell[0]}c{self.cell[1]}")
        text = self.what
        if self.expected is not None:
            text += f"; expected {self.expected}"
        if self.hint is not None:
            text += f"; {self.hint}"
        return ": ".join([*parts, text])


class UsageError(SatdokuError, ValueError):
    """A call or an option that is wrong whatever the input is."""


class LimitError(SatdokuError):
    """A puzzle, text or formula exceeds a limit that an option can raise."""


class ProofError(SatdokuError):
    """A proof, or a certificate, that does not prove what it claims."""


class Stopped(SatdokuError, TimeoutError):  # noqa: N818  it is an end, not a mistake
    """A limit of time or conflicts was reached before the answer was complete.

    Attributes:
        partial: What was found by then, of an answer that is a list.
    """

    partial: tuple[Any, ...] = ()

    __str__ = SatdokuError.__str__  # that of OSError names a file, once it has one


class EngineError(SatdokuError, RuntimeError):
    """An engine returned a wrong answer, which was caught before it was reported."""


class ProgramError(EngineError):
    """An engine of the user's own, such as a program, failed or answered wrongly."""


class LostError(EngineError):
    """A cluster, a worker or an outside checker was lost, with its answers."""


def check_limit(limit: object, *, minimum: int) -> int | None:
    """Return a limit as an int, at most `sys.maxsize`; None is no limit.

    Raises:
        UsageError: It is no whole number from the minimum on.

    Example:
        >>> check_limit(5, minimum=1)
        5
    """
    if limit is None:
        return None
    return min(whole_number("a limit", limit, minimum), sys.maxsize)


def whole_number(name: str, value: object, least: int = 1, otherwise: str = "") -> int:
    """Return a whole number, Python's or that of another library, as Python's own.

    Raises:
        UsageError: It is none (True and False are none), or too small.

    Example:
        >>> whole_number("size", 2)
        2
    """
    if type(value) is int and value >= least:
        return value  # a tenth of the time that a protocol takes
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        with suppress(TypeError):  # an array
            if index(value) >= least:
                return index(value)
    raise UsageError(
        f"{name} cannot be {shown(value)}; expected a whole number from {least} on"
        f"{otherwise}"
    )


def check_kind(
    name: str, value: object, kinds: type | tuple[type, ...], expected: str
) -> None:
    """Raise UsageError unless an argument is of one of some kinds.

    Example:
        >>> check_kind("title", 5, str, "a text")
        Traceback (most recent call last):
        satdoku.errors.UsageError: title cannot be 5; expected a text
    """
    if not isinstance(value, kinds):
        raise UsageError(f"{name} cannot be {shown(value)}; expected {expected}")


def check_choice(
    kind: str, name: object, names: Collection[str], last: str = ""
) -> None:
    """Raise UsageError unless a name is one of those that there are.

    Args:
        kind: What it is the name of.
        name: The name.
        names: Those that there are.
        last: What else may be given, for the message.

    Example:
        >>> check_choice("scheme", "best", ["hodoku", "se"])
        Traceback (most recent call last):
        satdoku.errors.UsageError: no scheme 'best'; expected hodoku, se
    """
    if not isinstance(name, str) or name not in names:
        raise UsageError(f"no {kind} {shown(name)}; expected {', '.join(names)}{last}")


def check_seed(seed: object) -> int | None:
    """Return a seed as an int; None for any.

    Raises:
        UsageError: It is no whole number from 0.
    """
    return None if seed is None else whole_number("a seed", seed, 0)


_NO_MEMORY = ("failed to map segment", "cannot allocate memory", "out of memory")


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error says that memory is used up, also while a library is loaded.

    Example:
        >>> is_out_of_memory(OSError(errno.ENOMEM, "")), is_out_of_memory(OSError())
        (True, False)
    """
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return True
    text = str(error).lower()
    return isinstance(error, (ImportError, OSError)) and any(
        words in text for words in _NO_MEMORY
    )
