"""Whether many puzzles are solved at once: what was asked, and what the input holds.

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
from satdoku.cli.bulk_run import FEWEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cli.bulk_options import Bulk

__all__ = ["holds_many", "wants_bulk"]

_HEAD = 1 << 16
_PUZZLE = re.compile(rb"(?<![0-9.*_?xX-])[0-9.*_?xX-]{81}(?![0-9.*_?xX-])")
_PACKED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"PAR1", b"\x93NUMPY")
_PAGE = 4096
"""Bytes that Python reads of a pipe at once, or more."""

_SMALLEST = FEWEST * 24
"""Bytes in which so many puzzles fit, packed as well as may be."""


def wants_bulk(
    bulk: Bulk, engine: str, against: dict[str, bool], files: Sequence[str]
) -> bool:
    """Whether puzzles are solved many at a time.

    Args:
        bulk: What is asked of many puzzles.
        engine: The engine that is asked for.
        against: The options that rule it out, and whether each is given.
        files: The input.

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
    return holds_many(files or ("-",))


def holds_many(files: Sequence[str]) -> bool:
    """Whether there seem to be so many puzzles of 9x9 that lanes pay."""
    total, expected = 0, 0.0
    for name in files:
        head, size = _head(name)
        if not head:
            continue
        total += len(head)
        if head.startswith(_PACKED):
            expected += size / _SMALLEST * FEWEST
        else:
            expected += len(_PUZZLE.findall(head)) * size / len(head)
        if expected >= FEWEST:
            return True
        if total > _HEAD * FEWEST:
            break
    return False


def _head(name: str) -> tuple[bytes, float]:
    """Return the first bytes of a file, and how many there are of it."""
    try:
        if name != "-":
            told = os.stat(name)  # noqa: PTH116  pathlib takes 10 ms to import
            if not stat.S_ISREG(told.st_mode) or told.st_size < _SMALLEST:
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
