"""How many puzzles there seem to be, and whether lanes take them from the first on.

What is asked decides, and what the input holds: from some hundred puzzles of 9×9 on
lanes pay (`satdoku.choosing.ways`).

The input is looked at, and nothing of it taken: of files the head, of a pipe what is
there already.  So a person or a program that writes one puzzle, and waits for its
answer, gets it, and one puzzle costs no array.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from typing import TYPE_CHECKING

import click

from satdoku.choose import AUTO, LANES
from satdoku.choosing.ways import lanes_pay_from
from satdoku.spread import is_quick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cli.bulk_options import Bulk

__all__ = ["seen_in", "wants_bulk"]

_HEAD = 1 << 16
_PUZZLE = re.compile(rb"(?<![0-9.*_?xX-])[0-9.*_?xX-]{81}(?![0-9.*_?xX-])")
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
    if engine not in (AUTO, LANES):
        refusal = f"--engine {engine}"
    if refusal is not None:
        if bulk.told is not None:
            said = f"{bulk.told} is about engine {LANES} and many puzzles at once"
            raise click.UsageError(f"{said}; leave out {refusal}")
        return False
    if engine == LANES or bulk.told is not None:
        return True
    # Below, `satdoku.many` sees to it, by how hard the puzzles are.
    return coming >= lanes_pay_from(compiled=is_quick())


def seen_in(files: Sequence[str]) -> float:
    """Say how many puzzles of 9×9 there seem to be, a line or a field each."""
    expected = 0.0
    for name in (files or ("-",))[:_FILES]:
        head, size = _head(name)
        if head.startswith(_PACKED):
            expected += size / _PACKED_PUZZLE
        elif head:
            expected += len(_PUZZLE.findall(head)) * size / len(head)
    return expected


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
