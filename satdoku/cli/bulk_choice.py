"""How many puzzles there seem to be, and whether lanes take them from the first on.

What is asked decides, and what the input holds: from some hundred puzzles of 9×9 on
lanes pay (`LANES_FROM`).  Of other sizes the number is known where a file
has nothing but a puzzle a line; it tells whether a formula is worth loading.

The input is looked at, and nothing of it taken: of files the head, of a pipe what is
there already.  So a person or a program that writes one puzzle, and waits for its
answer, gets it, and one puzzle costs no array.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

import click

from satdoku.choice import AUTO, LANES_FROM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cli.bulk_options import Bulk

__all__ = ["Seen", "seen_in", "wants_bulk"]

_HEAD = 1 << 16
_PUZZLE = re.compile(rb"(?<![0-9.*_?xX-])[0-9.*_?xX-]{81}(?![0-9.*_?xX-])")
_SIDES = range(4, 62)
"""Sizes whose puzzles are looked for in lines; larger ones have no usual symbols."""

_PACKED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"PAR1", b"\x93NUMPY")
_PAGE = 4096
"""Bytes that Python reads of a pipe at once, or more."""

_PACKED_PUZZLE = 24
"""Bytes in which a puzzle fits, packed as well as may be."""

_FILES = 64
"""Heads of files that are looked at, at most."""


def wants_bulk(
    bulk: Bulk, engine: str, against: dict[str, bool], coming: float
) -> bool:
    """Whether puzzles are solved many at a time, from the first.

    Args:
        bulk: What is asked of many puzzles.
        engine: The engine that is asked for.
        against: The options that rule it out, and whether each is given.
        coming: How many puzzles of 9×9 there seem to be.

    Raises:
        UsageError: It is asked for and ruled out.
    """
    engine = engine.lower()
    refusal = next((name for name, given in against.items() if given), None)
    if engine not in (AUTO, "lanes"):
        refusal = f"--engine {engine}"
    if refusal is not None:
        if bulk.told is not None:
            said = f"{bulk.told} is about engine lanes and many puzzles at once"
            raise click.UsageError(f"{said}; leave out {refusal}")
        return False
    if engine == "lanes" or bulk.told is not None:
        return True
    return coming >= LANES_FROM


class Seen(NamedTuple):
    """How many puzzles there seem to be."""

    nines: float = 0.0
    """Those of 9×9, a line or a field each."""

    others: float = 0.0
    """Those of other sizes, in files that have none of 9×9, a line each."""


def seen_in(files: Sequence[str]) -> Seen:
    """Say how many puzzles there seem to be."""
    nines = others = 0.0
    for name in (files or ("-",))[:_FILES]:
        head, size = _head(name)
        if head.startswith(_PACKED):
            nines += size / _PACKED_PUZZLE
        elif head:
            if found := len(_PUZZLE.findall(head)):
                nines += found * size / len(head)
            else:
                others += _others(head, size)
    return Seen(nines, others)


def _others(head: bytes, size: float) -> float:
    """Say how many lines a file seems to have, if all are puzzles of one size."""
    lines = head.splitlines(keepends=True)
    if len(head) < size and len(lines) > 1:
        lines.pop()  # it may be cut
    cells = len(lines[0].strip())
    side = isqrt(cells)
    if side not in _SIDES or side * side != cells:
        return 0.0
    symbols = rb"[0-%d.*_?xX-]" % side if side <= 9 else rb"[!-~]"
    puzzle = re.compile(symbols + rb"{%d}" % cells)
    puzzles = [line.strip() for line in lines if line.strip()]
    if not all(map(puzzle.fullmatch, puzzles)):
        return 0.0
    return len(puzzles) * size / sum(map(len, lines))


def _head(name: str) -> tuple[bytes, float]:
    """Return the first bytes of a file, and how many there are of it."""
    try:
        if name != "-":
            told = os.stat(name)  # noqa: PTH116  pathlib takes 10 ms to import
            if not stat.S_ISREG(told.st_mode):
                return b"", 0
            with open(name, "rb") as file:  # noqa: PTH123  as above
                return file.read(_HEAD), told.st_size
        return _head_of_stdin()
    except (OSError, ValueError):  # its reader tells what is wrong
        return b"", 0


def _head_of_stdin() -> tuple[bytes, float]:
    """Look at what is there of standard input, without waiting for more than that."""
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None or stream.isatty():
        return b"", 0
    peek = getattr(stream, "peek", None)
    if peek is None:  # it is held in memory
        at = stream.tell()
        head: bytes = stream.read(_HEAD)
        size = len(head) + len(stream.read())
        stream.seek(at)
        return head, size
    head = peek(1)
    told = os.fstat(stream.fileno())
    if stat.S_ISREG(told.st_mode):
        return head, told.st_size - stream.tell()
    # Of a pipe that has filled the buffer at once there is more to come.
    full = len(head) >= _PAGE
    return head, float("inf") if full else len(head)
