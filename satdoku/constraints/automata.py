"""Automata along lines: regular expressions, and ISS's written automata.

An automaton may have several next states (an NFA); `run` and `part` follow the sets of
them.  The first cell's values count from the geometry's first value.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from satdoku.constraints.base import CellRule, names
from satdoku.constraints.parts import Automaton
from satdoku.errors import UsageError, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.constraints.parts import Part
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid

__all__ = ["NFA", "Machine", "Regex", "decode_nfa", "parse_regex"]

_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
_MAX_STATES = 5_000


@dataclass
class Machine:
    """An automaton that may have several next states.

    Attributes:
        starts, accepts: States.
        moves: From a state, by a symbol, to states.
    """

    starts: set[int] = field(default_factory=set)
    accepts: set[int] = field(default_factory=set)
    moves: dict[tuple[int, int], set[int]] = field(default_factory=dict)

    def step(self, states: frozenset[int], symbol: int) -> frozenset[int] | None:
        """Return the states behind a symbol; None if there are none."""
        found: set[int] = set()
        for state in states:
            found |= self.moves.get((state, symbol), set())
        return frozenset(found) or None

    def run(self, symbols: Iterable[int]) -> bool:
        """Whether a word is accepted."""
        states: frozenset[int] | None = frozenset(self.starts)
        for symbol in symbols:
            if not states:
                return False
            states = self.step(states, symbol)
        return bool(states and states & self.accepts)

    def part(self, cells: tuple[int, ...], shift: int = 0) -> Automaton:
        """Return the part that says that the values of cells are a word of it.

        Args:
            cells: The cells.
            shift: What is taken from values to get symbols.
        """

        def step(states: frozenset[int], value: int) -> frozenset[int] | None:
            return self.step(states, value - shift)

        return Automaton(
            cells, frozenset(self.starts), step, lambda s: bool(s & self.accepts)
        )


@dataclass(frozen=True)
class Regex(CellRule):
    """The values along a line match a regular expression, all of them.

    A value is `0` … `9`, then `A` (10), `B`, …; known are `( ) | . [...] [^...] * + ?`
    and `{n}`, `{n,}`, `{n,m}`.

    Example:
        >>> Regex("r1c1 r1c2 r1c3", "1.*[39]").describe()
        'regex 1.*[39]: r1c1 r1c2 r1c3'
    """

    word: ClassVar[str] = "regex"

    pattern: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_regex(self.pattern)

    def parts(self, geometry: Geometry) -> Iterable[Part]:
        """Return the automaton of the pattern."""
        yield parse_regex(self.pattern).part(self.where(geometry))

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the values match."""
        return parse_regex(self.pattern).run(values)

    def describe(self) -> str:
        """Return the pattern and the cells."""
        return f"regex {self.pattern}: {names(self.cells)}"


@dataclass(frozen=True)
class NFA(CellRule):
    """The values along a line are accepted by an automaton that ISS wrote.

    Args:
        key: The automaton, in URL-safe Base64.
        cuts: Behind how many cells the symbol of a new segment is read.
    """

    word: ClassVar[str] = "automaton"

    key: str = ""
    cuts: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        decode_nfa(self.key)

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the automaton reads all values."""
        super().check(geometry)
        symbols = _symbols(self.key)
        needed = geometry.size + bool(self.cuts)
        if symbols < needed:
            raise UsageError(f"an automaton of {symbols} symbols; expected {needed}")

    def parts(self, geometry: Geometry) -> Iterable[Part]:
        """Return the automaton."""
        machine, first = decode_nfa(self.key), geometry.first_value
        cuts, between = self.cuts, geometry.size

        def step(
            state: tuple[int, frozenset[int]], value: int
        ) -> tuple[int, frozenset[int]] | None:
            place, states = state
            for _ in range(cuts.count(place)):
                states = machine.step(states, between) or frozenset()
            found = machine.step(states, value - first)
            return None if found is None else (place + 1, found)

        yield Automaton(
            self.where(geometry),
            (0, frozenset(machine.starts)),
            step,
            lambda state: bool(state[1] & machine.accepts),
        )

    def allows(self, grid: Grid) -> bool:
        """Whether the line is accepted; digits are its symbols, from 0."""
        columns = grid.geometry.columns
        word: list[int] = []
        for place, (row, column) in enumerate(self.cells):
            word += [grid.geometry.size] * self.cuts.count(place)
            word.append(grid.values[row * columns + column] - 1)
        return decode_nfa(self.key).run(word)


def _bits(key: str) -> str:
    """Return the bits of a text in URL-safe Base64."""
    try:
        raw = base64.b64decode(
            key + "=" * (-len(key) % 4), altchars=b"-_", validate=True
        )
    except (binascii.Error, ValueError):
        raise UsageError(f"{shown(key)} is not URL-safe Base64") from None
    return "".join(f"{byte:08b}" for byte in raw)


def _symbols(key: str) -> int:
    return int(_bits(key)[6:10], 2) + 1


@lru_cache(maxsize=256)
def decode_nfa(key: str) -> Machine:
    """Read an automaton as Interactive Sudoku Solver writes it.

    Raises:
        UsageError: It is none.

    Example:
        >>> decode_nfa("QO_XqA").run([0, 1, 3]), decode_nfa("QO_XqA").run([0, 2, 3])
        (False, True)
    """
    bits, at = _bits(key), 0

    def take(many: int) -> int:
        nonlocal at
        if at + many > len(bits):
            raise UsageError(f"automaton {shown(key)} is cut off")
        at += many
        return int(bits[at - many : at] or "0", 2)

    kind, state_bits, symbols = take(2), take(4) + 1, take(4) + 1
    starts, accepts = take(state_bits), take(state_bits)
    start_accepts = take(starts)
    machine = Machine(set(range(starts)))
    # The leftmost bit is the highest; bit i is of state i.
    machine.accepts = {i for i in range(starts) if start_accepts >> i & 1}
    machine.accepts |= set(range(starts, starts + accepts))
    if kind not in {0, 1}:
        raise UsageError(f"automaton {shown(key)} has unknown format {kind}")
    count_bits = 0 if kind else take(4)
    symbol_bits = (symbols - 1).bit_length()
    state = 0
    while len(bits) - at >= (symbols if kind else max(1, count_bits)):
        if kind:
            mask = take(symbols)
            for symbol in range(symbols):
                if mask >> symbol & 1:
                    machine.moves[state, symbol] = {take(state_bits)}
        else:
            for _ in range(take(count_bits)):
                symbol = take(symbol_bits)
                machine.moves.setdefault((state, symbol), set()).add(take(state_bits))
        state += 1
    return machine


@lru_cache(maxsize=256)
def parse_regex(pattern: str) -> Machine:
    """Make the automaton of a regular expression over values.

    Raises:
        UsageError: It is none, or a large one.

    Example:
        >>> parse_regex("1.*[39]").run([1, 5, 5, 9])
        True
    """
    return _Parser(pattern).machine()


_Piece = tuple[int, int]
"""The first and the last state of what part of a pattern matches."""


class _Parser:
    """Makes an automaton of a regular expression (Thompson's construction)."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0
        self._empty: dict[int, set[int]] = {}  # moves that read nothing
        self._moves: list[tuple[int, frozenset[int] | None, int]] = []
        self._states = 0

    def machine(self) -> Machine:
        """Return the automaton."""
        first, last = self._choice()
        if self._at < len(self._text):
            self._refuse()
        closures = [self._closure(state) for state in range(self._states)]
        machine = Machine(closures[first], {last})
        every = frozenset(range(len(_ALPHABET)))
        for source, symbols, target in self._moves:
            for symbol in every if symbols is None else symbols:
                machine.moves.setdefault((source, symbol), set()).update(
                    closures[target]
                )
        return machine

    def _refuse(self) -> None:
        raise UsageError(
            f"regular expression {shown(self._text)}: character {self._at + 1} is not "
            "understood; expected values, ( ) | . [ ] * + ? or {n,m}"
        )

    def _new(self) -> int:
        self._states += 1
        if self._states > _MAX_STATES:
            raise UsageError(f"regular expression {shown(self._text)} is too large")
        return self._states - 1

    def _join(self, source: int, target: int) -> None:
        self._empty.setdefault(source, set()).add(target)

    def _closure(self, state: int) -> set[int]:
        found, open_ = {state}, [state]
        while open_:
            new = self._empty.get(open_.pop(), set()) - found
            found |= new
            open_ += new
        return found

    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self, sign: str) -> bool:
        if self._next() != sign:
            return False
        self._at += 1
        return True

    def _choice(self) -> _Piece:
        first, last = self._new(), self._new()
        while True:
            start, end = self._sequence()
            self._join(first, start)
            self._join(end, last)
            if not self._take("|"):
                return first, last

    def _sequence(self) -> _Piece:
        first = last = self._new()
        while self._next() and self._next() not in "|)":
            start, end = self._repeated()
            self._join(last, start)
            last = end
        return first, last

    def _repeated(self) -> _Piece:
        began = self._at
        piece = self._atom()
        ended = self._at
        while self._next() and self._next() in "*+?{":
            least, most = self._times()
            after = self._at
            first = last = self._new()
            for number in range(least if most is None else most):
                self._at = began
                start, end = self._atom()
                skip = self._new()
                self._join(last, start)
                self._join(end, skip)
                if number >= least:
                    self._join(last, skip)
                last = skip
            if most is None:
                self._at = began
                start, end = self._atom()
                self._join(last, start)
                self._join(end, last)
            piece = first, last
            self._at = after
            if self._next() and self._next() in "*+?{":
                self._refuse()
        self._at = max(self._at, ended)
        return piece

    def _times(self) -> tuple[int, int | None]:
        """Read how often: at least, and at most (None for no end)."""
        sign = self._next()
        self._at += 1
        if sign != "{":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        end = self._text.find("}", self._at)
        low, comma, high = self._text[self._at : end].partition(",")
        if end < 0 or not low.isdecimal() or (high and not high.isdecimal()):
            self._refuse()
        self._at = end + 1
        most = int(high) if high else None if comma else int(low)
        if max(int(low), most or 0) > 256 or (most is not None and most < int(low)):
            self._refuse()
        return int(low), most

    def _atom(self) -> _Piece:
        sign = self._next()
        if self._take("("):
            piece = self._choice()
            if not self._take(")"):
                self._refuse()
            return piece
        symbols: frozenset[int] | None = None
        self._at += 1
        if sign == "[":
            symbols = self._class()
        elif sign != ".":
            self._at -= 1
            symbols = frozenset({self._value()})
        first, last = self._new(), self._new()
        self._moves.append((first, symbols, last))
        return first, last

    def _class(self) -> frozenset[int]:
        inverted = self._take("^")
        found: set[int] = set()
        while not self._take("]"):
            low = high = self._value()
            if self._take("-"):
                high = self._value()
            found |= set(range(low, high + 1))
        return (
            frozenset(range(len(_ALPHABET))) - found if inverted else frozenset(found)
        )

    def _value(self) -> int:
        sign = self._next().lower()
        if not sign or sign not in _ALPHABET:
            self._refuse()
        self._at += 1
        return _ALPHABET.index(sign)
