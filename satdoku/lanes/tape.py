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

from satdoku.lanes.layout import BIVALUE, CANDIDATES, OPEN, SOLVED, STATE
from satdoku.lanes.sweep import sweep

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Line", "Tape", "sweep_tape"]

_ALL = 0xFFFF_FFFF


class Line(NamedTuple):
    """One operation.

    Args:
        operation: `load`, or one of `and or xor add sub shl shr not`.
        left: The line of the left operand; for `load` the word to load.
        right: The line of the right operand; None for a constant or none.
        constant: The constant right operand, if `right` is None.
    """

    operation: str
    left: int
    right: int | None = None
    constant: int = 0


class Tape(NamedTuple):
    """Lines, and which of them are stored where.

    Args:
        lines: The operations.
        stores: (line, word): the line's value is the new value of that word.
        conflict: The line that is not zero where a lane has a conflict.
        progress: The line that is not zero where a lane has made progress.
    """

    lines: tuple[Line, ...]
    stores: tuple[tuple[int, int], ...]
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
        return self.tracer.add(Line("not", self.line))


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
    placed: list[tuple[_Symbol, int]] = []
    for first, group in (
        (0, swept.candidates),
        (SOLVED, swept.solved),
        (OPEN, swept.open),
        (BIVALUE, swept.bivalue),
    ):
        placed += [(symbol, first + at) for at, symbol in enumerate(group)]
    stores = [(symbol.line, word) for symbol, word in placed]
    wanted = [line for line, _ in stores]
    wanted += [swept.conflict.line, swept.progress.line]
    return _without_the_unused(tracer.lines, stores, wanted)


def _without_the_unused(
    lines: Sequence[Line], stores: Sequence[tuple[int, int]], wanted: Sequence[int]
) -> Tape:
    """Keep what the wanted lines rest on, numbered anew."""
    used = set(wanted)
    for at in range(len(lines) - 1, -1, -1):
        if at in used and lines[at].operation != "load":
            used.add(lines[at].left)
            right = lines[at].right
            if right is not None:
                used.add(right)
    number: dict[int, int] = {}
    kept: list[Line] = []
    for at, line in enumerate(lines):
        if at not in used:
            continue
        number[at] = len(kept)
        if line.operation != "load":
            right = None if line.right is None else number[line.right]
            line = line._replace(left=number[line.left], right=right)  # noqa: PLW2901
        kept.append(line)
    placed = tuple((number[line], word) for line, word in stores)
    return Tape(tuple(kept), placed, number[wanted[-2]], number[wanted[-1]])
