"""A formula as a straight line of operations: traced once, run by any executor.

Tracing runs `sweep` on symbols in place of words.  Every operation becomes a line of a
tape; one that was there before, with the same operands, is not written again.  What is
in no output's past is left out.

    Line(operation, left, right)    operands are numbers of earlier lines, or constants

Invariants: a line refers to earlier lines only; constants fit 32 bits.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from satdoku.lanes.formulas import sweep
from satdoku.lanes.state import CANDIDATES, SOLVED, STATE

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Line", "Tape", "sweep_tape"]

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
    """A line that is not computed but written down."""

    __slots__ = ("line", "tracer")

    def __init__(self, tracer: _Tracer, line: int) -> None:
        self.tracer = tracer
        self.line = line

    def _with(self, operation: str, other: _Symbol | int) -> _Symbol:
        if isinstance(other, int):
            line = Line(operation, self.line, None, other & _ALL)
        else:
            line = Line(operation, self.line, other.line)
        return self.tracer.add(line)

    def __and__(self, other: _Symbol | int) -> _Symbol:
        return self._with("and", other)

    def __or__(self, other: _Symbol | int) -> _Symbol:
        return self._with("or", other)

    def __xor__(self, other: _Symbol | int) -> _Symbol:
        return self._with("xor", other)

    def __add__(self, other: _Symbol | int) -> _Symbol:
        return self._with("add", other)

    def __sub__(self, other: _Symbol | int) -> _Symbol:
        return self._with("sub", other)

    def __lshift__(self, bits: int) -> _Symbol:
        return self._with("shl", bits)

    def __rshift__(self, bits: int) -> _Symbol:
        return self._with("shr", bits)

    def __invert__(self) -> _Symbol:
        return self._with("xor", _ALL)


class _Tracer:
    """Writes lines down, each once."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._known: dict[Line, _Symbol] = {}

    def add(self, line: Line) -> _Symbol:
        symbol = self._known.get(line)
        if symbol is None:
            symbol = self._known[line] = _Symbol(self, len(self.lines))
            self.lines.append(line)
        return symbol


@cache
def sweep_tape() -> Tape:
    """Trace one sweep.

    Example:
        >>> tape = sweep_tape()
        >>> len(tape.stores)
        36
    """
    tracer = _Tracer()
    words = [tracer.add(Line("load", word)) for word in range(STATE)]
    swept = sweep(words[:CANDIDATES], words[SOLVED:])
    stored = [*swept.candidates, *swept.solved, *swept.open, *swept.bivalue]
    wanted = [symbol.line for symbol in (*stored, swept.conflict, swept.progress)]
    lines, numbers = _without_the_unused(tracer.lines, wanted)
    *stores, conflict, progress = numbers
    return Tape(lines, tuple(stores), conflict, progress)


def _without_the_unused(
    lines: Sequence[Line], wanted: Sequence[int]
) -> tuple[tuple[Line, ...], list[int]]:
    """Keep what the wanted lines rest on; return it, and the wanted lines' numbers."""
    used = set(wanted)
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at]
        if at in used and line.operation != "load":
            used |= {line.left, line.left if line.right is None else line.right}
    number: dict[int, int] = {}
    kept: list[Line] = []
    for at in sorted(used):
        number[at] = len(kept)
        operation, left, right, constant = lines[at]
        if operation != "load":
            left, right = number[left], None if right is None else number[right]
        kept.append(Line(operation, left, right, constant))
    return tuple(kept), [number[at] for at in wanted]
