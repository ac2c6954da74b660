"""What `satdoku generate --pattern` takes: a mask, or a file with one or with a puzzle.

A mask and a puzzle can look alike.  `x` and `*` are clues of a mask, and empty cells of
a puzzle; so a file in which `.` or `0` stands beside them is taken as a mask, if it can
be, and any other as a puzzle, if it can be.
"""

from __future__ import annotations

import io
import os
from itertools import islice
from string import ascii_letters, digits
from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.generating.pattern import marks_of, pattern_of

if TYPE_CHECKING:
    from satdoku.generating.pattern import Pattern
    from satdoku.geometry import Geometry

__all__ = ["pattern_from"]

_SHORTEST, _LONGEST = 16, 1 << 20
_MARKS = frozenset(f"{ascii_letters}{digits}._-#*|+ \t\r\n")
"""What masks are written in; a file with other signs is one of a puzzle."""
_CLUES, _EMPTY = frozenset("xX*#"), frozenset(".0_-")


def pattern_from(given: str, geometry: Geometry | None) -> Pattern:
    """Read a pattern: a mask, or what a file holds.

    Args:
        given: The mask, the name of the file, or `-` for standard input.
        geometry: The geometry; the usual one of so many cells if None.

    Raises:
        InputError: It cannot be read.
    """
    if given != "-" and not os.path.exists(given):  # noqa: PTH110  pathlib is slow
        if os.sep in given or len(given) < _SHORTEST:
            raise InputError("no such file, and no pattern of a grid", source=given)
        return pattern_of(given, geometry)
    from satdoku.cli.sources import open_bytes, source_name  # noqa: PLC0415  slow

    with open_bytes(given, "a pattern") as stream:
        data = stream.read(_LONGEST + 1)
    name = source_name(given)
    if len(data) > _LONGEST:
        raise InputError(
            f"more than {_LONGEST:,} bytes",
            expected="a mask, or one puzzle",
            source=name,
        )
    source = io.BytesIO(data) if given == "-" else given
    text = data.decode("ascii", "replace")
    marks = set(marks_of(text))
    is_mask = bool(marks) and _MARKS.issuperset(text)
    if not (is_mask and marks & _CLUES and marks & _EMPTY):
        return _puzzle_or_mask(source, name, text if is_mask else "", geometry)
    try:
        return pattern_of(text, geometry)
    except InputError as wrong:
        try:
            return _of_puzzle(source, name, geometry)
        except InputError:
            raise wrong.at(source=name) from None


def _puzzle_or_mask(
    source: str | io.BytesIO, name: str, mask: str, geometry: Geometry | None
) -> Pattern:
    """Read a puzzle; where there is none, a mask, if it may be one."""
    try:
        return _of_puzzle(source, name, geometry)
    except _SeveralError:
        raise
    except InputError as wrong:
        if not mask:
            raise
        try:
            return pattern_of(mask, geometry)
        except InputError:
            raise wrong from None


class _SeveralError(InputError):
    """There are several puzzles, so that it is no mask."""


def _of_puzzle(
    source: str | io.BytesIO, name: str, geometry: Geometry | None
) -> Pattern:
    """Read the one puzzle of a source.

    Raises:
        InputError: It cannot be read, or holds none, several, or one without clues.
    """
    from satdoku.formats import scan  # noqa: PLC0415  slow

    first, *more = islice(scan(source), 2)  # without a puzzle there is its error
    if isinstance(first, InputError):
        first.source = name
        raise first
    if more and first.grid.clue_count:
        second = more[0]
        raise _SeveralError(
            "a second puzzle",
            expected="one puzzle",
            hint="split the file first",
            source=name,
            line=second.line,
        )
    try:
        return pattern_of(first.grid.with_candidates(None), geometry)
    except InputError as wrong:
        raise wrong.at(source=name) from None
