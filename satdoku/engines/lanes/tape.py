"""A formula as a straight line of operations: traced once, run by any executor.

Tracing runs `sweep` on symbols in place of words.  Every operation becomes a line of a
tape; one that was there before, with the same operands, is not written again.

    Line(operation, left, right)    operands are numbers of earlier lines, or constants

Invariants: a line refers to earlier lines only; constants fit 32 bits.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from satdoku.engines.lanes.formulas import sweep
from satdoku.engines.lanes.state import CANDIDATES, SOLVED, STATE

if TYPE_CHECKING:
    from collections.abc import Callable

_ALL = 0xFFFF_FFFF


class Line(NamedTuple):
    """One operation.

    Args:
        operation: `load`, or one of `and or xor add sub shl shr`.
        left: The line of the left operand; for `load` the word to load.
        right: The line of the right operand; None for a constant.
        constant: The constant right operand, if `right` is None.
    """

    operation: str
    left: int
    right: int | None = None
    constant: int = 0


class Tape(NamedTuple):
    """Lines, and which of them are stored.

    Args:
        lines: The operations.
        stores: For each word of a lane the line that is its new value.
        conflict: The line that is not zero where a lane has a conflict.
        progress: The line that is not zero where a lane has made progress.
    """

    lines: tuple[Line, ...]
    stores: tuple[int, ...]
    conflict: int
    progress: int


class _Symbol:
    """A line that is not computed but written down, unless it was before."""

    def __init__(self, lines: dict[Line, int], line: Line) -> None:
        self._lines = lines
        self.line = lines.setdefault(line, len(lines))

    def _with(self, operation: str, other: _Symbol | int) -> _Symbol:
        if isinstance(other, int):
            line = Line(operation, self.line, None, other & _ALL)
        else:
            line = Line(operation, self.line, other.line)
        return _Symbol(self._lines, line)

    @staticmethod
    def _written(operation: str) -> Callable[[_Symbol, _Symbol | int], _Symbol]:
        return lambda self, other: self._with(operation, other)

    __and__ = _written("and")
    __or__ = _written("or")
    __xor__ = _written("xor")
    __add__ = _written("add")
    __sub__ = _written("sub")
    __lshift__ = _written("shl")
    __rshift__ = _written("shr")

    def __invert__(self) -> _Symbol:
        return self ^ _ALL


@cache
def sweep_tape() -> Tape:
    """Trace one sweep.

    Example:
        >>> tape = sweep_tape()
        >>> len(tape.stores)
        36
    """
    lines: dict[Line, int] = {}
    words = [_Symbol(lines, Line("load", word)) for word in range(STATE)]
    swept = sweep(words[:CANDIDATES], words[SOLVED:])
    stored = [*swept.candidates, *swept.solved, *swept.open, *swept.bivalue]
    stores = tuple(symbol.line for symbol in stored)
    return Tape(tuple(lines), stores, swept.conflict.line, swept.progress.line)
