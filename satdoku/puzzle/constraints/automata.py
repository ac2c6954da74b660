"""Automata along lines: regular expressions, and ISS's written automata.

An automaton may have several next states (an NFA); `run` and `primitive` follow the
sets of them.  Values are counted from the geometry's first one.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, ClassVar, NoReturn

from satdoku.errors import UsageError, shown
from satdoku.puzzle.constraints.arguments import (
    list_of,
    names,
    text,
    whole,
    wrong_argument,
)
from satdoku.puzzle.constraints.base import CellConstraint
from satdoku.puzzle.constraints.primitives import Automaton

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.puzzle.constraints.base import FilledGrid, Primitive
    from satdoku.puzzle.geometry import Geometry

__all__ = ["NFA", "Regex"]

_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
_EVERY = frozenset(range(len(_ALPHABET)))
_TIMES = re.compile(r"[*+?]|\{([0-9]{1,3})(?:(,)([0-9]{0,3}))?\}")
_MAX_STATES = 5_000


@dataclass
class Machine:
    """An automaton that may have several next states.

    Attributes:
        symbols: How many there are.
        starts, accepts: States.
        moves: From a state, by a symbol, to states.
    """

    symbols: int
    starts: set[int]
    accepts: set[int]
    moves: dict[tuple[int, int], set[int]] = field(default_factory=dict)

    def step(self, states: frozenset[int], symbol: int) -> frozenset[int]:
        """Return the states behind a symbol."""
        found = (self.moves.get((state, symbol), ()) for state in states)
        return frozenset().union(*found)

    def run(self, symbols: Iterable[int]) -> bool:
        """Whether a word is accepted."""
        states = reduce(self.step, symbols, frozenset(self.starts))
        return bool(states & self.accepts)

    def primitive(
        self,
        cells: tuple[int, ...],
        first: int = 0,
        cuts: tuple[int, ...] = (),
        between: int = 0,
    ) -> Automaton:
        """Return the primitive that says that the values of cells are a word of it.

        Args:
            cells: The cells.
            first: The value that is symbol 0.
            cuts: Behind how many cells another symbol is read.
            between: That symbol.
        """

        def cut(place: int, states: frozenset[int]) -> frozenset[int]:
            return reduce(self.step, [between] * cuts.count(place), states)

        def step(
            state: tuple[int, frozenset[int]], value: int
        ) -> tuple[int, frozenset[int]] | None:
            place, states = state
            states = self.step(cut(place, states), value - first)
            return (place + 1, states) if states else None

        start = (0, frozenset(self.starts))
        return Automaton(cells, start, step, lambda s: bool(cut(*s) & self.accepts))


@dataclass(frozen=True)
class Regex(CellConstraint):
    """The values along a line match a regular expression, all of them.

    A value is `0` … `9`, then `A` (10), `B`, …; known are `( ) | . [...] [^...] * + ?`
    and `{n}`, `{n,}`, `{n,m}`.

    Example:
        >>> Regex("r1c1 r1c2 r1c3", "1.*[39]").describe()
        'regex 1.*[39]: r1c1 r1c2 r1c3'
    """

    label: ClassVar[str] = "regex"

    pattern: str = field(default="", metadata=text())

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_regex(self.pattern)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the automaton of the pattern."""
        yield parse_regex(self.pattern).primitive(self.cell_indices(geometry))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the values match."""
        return parse_regex(self.pattern).run(values)

    def describe(self) -> str:
        """Return the pattern and the cells."""
        return f"regex {self.pattern}: {names(self.cells)}"


@dataclass(frozen=True)
class NFA(CellConstraint):
    """The values along a line are accepted by an automaton that ISS wrote.

    Args:
        key: The automaton, in URL-safe Base64.
        cuts: Behind how many cells the symbol of a new segment is read; 0 and the
            number of cells are possible, too, and a number may come twice.
    """

    label: ClassVar[str] = "automaton"

    key: str = field(default="", metadata=text())
    cuts: tuple[int, ...] = field(
        default=(), metadata=list_of(whole(0), "numbers of cells such as (1, 3)")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if max(self.cuts, default=0) > len(self.cells):
            raise wrong_argument(self, "cuts", f"at most {len(self.cells)}")
        decode_nfa(self.key)

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the automaton reads all values."""
        super().check(geometry)
        symbols = decode_nfa(self.key).symbols
        needed = geometry.size + bool(self.cuts)
        if symbols < needed:
            raise UsageError(f"an automaton of {symbols} symbols; expected {needed}")

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the automaton."""
        cells, size = self.cell_indices(geometry), geometry.size
        machine = decode_nfa(self.key)
        yield machine.primitive(cells, geometry.first_value, self.cuts, size)

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether the line is accepted; digits are its symbols, from 0."""
        columns = grid.geometry.columns
        word: list[int] = []
        for place, (row, column) in enumerate(self.cells):
            word += [grid.geometry.size] * self.cuts.count(place)
            word.append(grid.values[row * columns + column] - 1)
        word += [grid.geometry.size] * self.cuts.count(len(self.cells))
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
    # The leftmost bit is the highest; bit i is of state i.
    accepting = {i for i in range(starts) if start_accepts >> i & 1}
    accepting |= set(range(starts, starts + accepts))
    machine = Machine(symbols, set(range(starts)), accepting)
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


_Piece = Callable[[int], int]
"""Makes the states of part of a pattern before a state; returns the first of them."""


class _Parser:
    """Makes an automaton of a regular expression (Thompson's construction)."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0
        self._empty: list[set[int]] = []  # moves that read nothing, of each state
        self._moves: list[tuple[int, frozenset[int], int]] = []

    def machine(self) -> Machine:
        """Return the automaton."""
        piece = self._choice()
        if self._at < len(self._text):
            self._refuse()
        last = self._new()
        first = piece(last)
        closures = [self._closure(state) for state in range(len(self._empty))]
        machine = Machine(len(_ALPHABET), closures[first], {last})
        for source, symbols, target in self._moves:
            for symbol in symbols:
                moves = machine.moves.setdefault((source, symbol), set())
                moves |= closures[target]
        return machine

    def _refuse(self) -> NoReturn:
        raise UsageError(
            f"regular expression {shown(self._text)}: character {self._at + 1} is not "
            "understood; expected values, ( ) | . [ ] * + ? or {n,m}"
        )

    def _new(self, *targets: int) -> int:
        """Return a new state, from which one gets to others without reading."""
        if len(self._empty) == _MAX_STATES:
            raise UsageError(f"regular expression {shown(self._text)} is too large")
        self._empty.append(set(targets))
        return len(self._empty) - 1

    def _closure(self, state: int) -> set[int]:
        found, open_ = {state}, [state]
        while open_:
            new = self._empty[open_.pop()] - found
            found |= new
            open_ += new
        return found

    def _next_is(self, signs: str) -> bool:
        return self._at < len(self._text) and self._text[self._at] in signs

    def _take(self, sign: str) -> bool:
        taken = self._next_is(sign)
        self._at += taken
        return taken

    def _choice(self) -> _Piece:
        pieces = [self._sequence()]
        while self._take("|"):
            pieces.append(self._sequence())
        return lambda end: self._new(*[piece(end) for piece in pieces])

    def _sequence(self) -> _Piece:
        pieces: list[_Piece] = []
        while self._at < len(self._text) and not self._next_is("|)"):
            pieces.append(self._repeated())
        return lambda end: reduce(lambda at, piece: piece(at), reversed(pieces), end)

    def _repeated(self) -> _Piece:
        piece = self._atom()
        if not self._next_is("*+?{"):
            return piece
        least, most = self._times()
        if self._next_is("*+?{"):
            self._refuse()

        def repeated(end: int) -> int:
            first = end
            if most is None:
                first = self._new(end)
                self._empty[first].add(piece(first))
            for number in range(least if most is None else most, 0, -1):
                first = piece(first)
                if number > least:
                    first = self._new(first, end)
            return first

        return repeated

    def _times(self) -> tuple[int, int | None]:
        """Read how often: at least, and at most (None for no end)."""
        found = _TIMES.match(self._text, self._at)
        self._at = found.end() if found else self._at + 1
        if found is None:
            self._refuse()
        if found[0] in "*+?":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[found[0]]
        least = int(found[1])
        most = int(found[3]) if found[3] else None if found[2] else least
        if max(least, most or 0) > 256 or (most is not None and most < least):
            self._refuse()
        return least, most

    def _atom(self) -> _Piece:
        if self._take("("):
            piece = self._choice()
            if not self._take(")"):
                self._refuse()
            return piece
        if self._take("["):
            symbols = self._class()
        else:
            symbols = _EVERY if self._take(".") else frozenset({self._value()})

        def atom(end: int) -> int:
            state = self._new()
            self._moves.append((state, symbols, end))
            return state

        return atom

    def _class(self) -> frozenset[int]:
        inverted = self._take("^")
        found: set[int] = set()
        while not self._take("]"):
            low = high = self._value()
            if self._take("-"):
                high = self._value()
            if high < low:
                self._refuse()
            found |= set(range(low, high + 1))
        return _EVERY - found if inverted else frozenset(found)

    def _value(self) -> int:
        if not self._next_is(_ALPHABET + _ALPHABET.upper()):
            self._refuse()
        self._at += 1
        return _ALPHABET.index(self._text[self._at - 1].lower())
