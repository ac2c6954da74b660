"""Whether the lines of a file are answers that an earlier run has printed.

Nearly all lines are alike, and a pattern goes over a run of them at once.  Each other
line is looked at by itself, as far as tells it from a stranger's: a solution has n
different characters, each n times; a comment begins as those of the printers do.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Protocol

from satdoku.answers import Status
from satdoku.cli.json_printer import SCHEMA
from satdoku.errors import UsageError, printable
from satdoku.formats.cells import size_of, usable

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["KeptLines", "kept_lines"]

_COMMENTS = tuple(f"# {status}: " for status in ("none", "unknown", "unreadable"))
_STATUSES = {*map(str, Status), "unreadable"}
_OBJECT = f'{{"schema": {SCHEMA}, "source": '


class _Kind(Protocol):
    """Lines of one format; `usual` matches many at once."""

    usual: re.Pattern[bytes]

    def is_whole(self, text: str) -> bool:
        """Whether an unusual line is an answer."""
        ...

    def is_begun(self, text: str) -> bool:
        """Whether a line that was cut off may be the begin of one."""
        ...


class KeptLines:
    """Looks at the lines of a file, piece by piece.

    Args:
        kind: What they should be.
        name: The file.
        to: The format.
        count: How many lines of it come before.
    """

    def __init__(self, kind: _Kind, name: str, to: str, count: int = 0) -> None:
        self._kind = kind
        self._name = name
        self._to = to
        self._count = count

    def look_at(self, data: bytes) -> None:
        """See to it that whole lines are answers.

        Raises:
            UsageError: One is none.
        """
        at = 0
        while at < len(data):
            run = self._kind.usual.match(data, at)
            if run is not None:
                at = run.end()
                continue
            end = data.index(b"\n", at)
            text = data[at:end].decode("utf-8", "replace")
            if not self._kind.is_whole(text):
                raise self._refusal(data.count(b"\n", 0, at))
            at = end + 1
        self._count += data.count(b"\n")

    def look_at_rest(self, data: bytes) -> None:
        """See to it that a line that was cut off is the begin of an answer.

        Raises:
            UsageError: It is none.
        """
        if data and not self._kind.is_begun(data.decode("utf-8", "ignore")):
            raise self._refusal(0)

    def _refusal(self, more: int) -> UsageError:
        return UsageError(
            f"{printable(self._name, 200)}:{self._count + more + 1}: no answer in the "
            f"format {self._to}; --resume goes on with what `satdoku solve` has "
            "written with the same options"
        )


def kept_lines(to: str, name: str, columns: int = 0) -> KeptLines:
    """Return what looks at the answers of a file.

    Args:
        to: The format: line, csv or json.
        name: The file.
        columns: How many columns a table has; its header is no answer.
    """
    if to == "csv":
        return KeptLines(_Records(columns), name, to, 1)
    return KeptLines(_Lines() if to == "line" else _Objects(), name, to)


class _Lines:
    usual = re.compile(rb"(?:[1-9]{81}\n)++")

    def is_whole(self, text: str) -> bool:
        return text.startswith(_COMMENTS) or _is_solution(text)

    def is_begun(self, text: str) -> bool:
        return _is_begun(text, _COMMENTS) or _is_solution_begun(text)


class _Records:
    def __init__(self, columns: int) -> None:
        self._columns = columns
        rest = rb",[a-z]+,\d*,\d*" if columns > 2 else b""
        self.usual = re.compile(rb"(?:[1-9.]{81},[1-9]{81}" + rest + rb"\n)++")

    def is_whole(self, text: str) -> bool:
        values = text.split(",")
        if len(values) != self._columns:
            return False
        puzzle, solution, *stats = values
        if solution:
            if len(_cells(puzzle)) != len(_cells(solution)):
                return False
            if not _is_solution(solution):
                return False
        elif puzzle and not usable(size_of(len(_cells(puzzle)))):
            return False
        if not stats:
            return True
        status, *numbers = stats
        return status in _STATUSES and all(not n or n.isdigit() for n in numbers)

    def is_begun(self, text: str) -> bool:
        return text.count(",") < self._columns


class _Objects:
    usual = re.compile(
        rb"(?:"
        + re.escape(_OBJECT.encode())
        + rb'[^\n]*?(?:"solutions": \[|"status": "un(?:known|readable)", "error": )'
        rb"[^\n]*\}\n)++"
    )

    def is_whole(self, text: str) -> bool:
        del text
        return False

    def is_begun(self, text: str) -> bool:
        return _is_begun(text, (_OBJECT,))


def _is_begun(text: str, heads: Sequence[str]) -> bool:
    return any(head.startswith(text[: len(head)]) for head in heads)


def _cells(text: str) -> Sequence[str]:
    """Return the cells; large sizes have numbers with blanks between."""
    return text.split(" ") if " " in text else text


def _is_solution(text: str) -> bool:
    """Whether a text may be a solution, whatever its symbols are.

    Example:
        >>> _is_solution("1243342121344312"), _is_solution("1.....2...3.4...")
        (True, False)
    """
    cells = _cells(text)
    size = size_of(len(cells))
    if size is None or not usable(size):
        return False
    counts = Counter(cells)
    return len(counts) == size == min(counts.values())


def _is_solution_begun(text: str) -> bool:
    """Whether a solution may begin so: the first row tells all its symbols.

    Example:
        >>> _is_solution_begun("124334"), _is_solution_begun("my notes")
        (True, False)
    """
    if any(map(str.isspace, text)):
        return False
    size = next(
        (at for at in range(len(text)) if text[at] in text[:at]), len(set(text))
    )
    if size == len(text):  # not yet one row
        return True
    counts = Counter(text)
    return usable(size) and len(counts) == size >= max(counts.values())
