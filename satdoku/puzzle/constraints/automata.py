"""Automata along lines: regular expressions, and ISS's written automata.

An automaton may have several next states (an NFA); `run` and `primitive` follow the
sets of them.  Values are counted from the geometry's first one.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, NamedTuple, NoReturn, TypeAlias

from satdoku.errors import UsageError, shown
from satdoku.puzzle.constraints.arguments import (
    TEXT,
    list_of,
    names,
    whole,
    wrong_argument,
)
from satdoku.puzzle.constraints.base import CellConstraint, values_in, values_of
from satdoku.puzzle.constraints.forms import line_look
from satdoku.puzzle.constraints.primitives import Automaton, Machine, explored
from satdoku.puzzle.constraints.records import declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.puzzle.constraints.base import FilledGrid, Primitive
    from satdoku.puzzle.geometry import Geometry

_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
_EVERY = frozenset(range(len(_ALPHABET)))
_TIMES = re.compile(r"[*+?]|\{([0-9]{1,3})(?:(,)([0-9]{0,3}))?\}")
_MAX_STATES = 5_000
_MAX_MOVES = 200_000
_MAX_PATTERN = 5_000
_MAX_DEPTH = 100
"""Parentheses of a regular expression inside each other."""


@dataclass
class Acceptor:
    """An automaton as it is read; it may have several next states.

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
        targets = (self.moves.get((state, symbol), ()) for state in states)
        return frozenset().union(*targets)

    def run(self, symbols: Iterable[int]) -> bool:
        """Whether a word is accepted."""
        states = reduce(self.step, symbols, frozenset(self.starts))
        return bool(states & self.accepts)

    def machine(
        self,
        values: range,
        length: int,
        first: int = 0,
        cuts: tuple[int, ...] = (),
        between: int = 0,
    ) -> Machine:
        """Return the automaton over the values of cells.

        Args:
            values: All values.
            length: How many values are read.
            first: The value that is symbol 0.
            cuts: Behind how many values another symbol is read.
            between: That symbol.
        """
        moves = self.moves
        if not cuts:
            return explored(
                self.starts,
                lambda state, value: moves.get((state, value - first), ()),
                self.accepts.__contains__,
                values,
                length,
            )

        def cut(place: int, states: Iterable[int]) -> frozenset[int]:
            word = [between] * cuts.count(place)
            return reduce(self.step, word, frozenset(states))

        def step(at: tuple[int, int], value: int) -> list[tuple[int, int]]:
            place, state = at[0] + 1, at[1]
            behind = moves.get((state, value - first), ())
            return [(place, end) for end in cut(place, behind)]

        return explored(
            [(0, state) for state in cut(0, self.starts)],
            step,
            lambda at: at[1] in self.accepts,
            values,
            length,
        )


@declared
class Regex(CellConstraint):
    """The values along a line match a regular expression, all of them.

    A value is `0` … `9`, then `A` (10), `B`, …; known are `( ) | . [...] [^...] * + ?`
    and `{n}`, `{n,}`, `{n,m}`.

    Example:
        >>> Regex("r1c1 r1c2 r1c3", "1.*[39]").describe()
        'regex 1.*[39]: r1c1 r1c2 r1c3'
    """

    label: ClassVar[str] = "regex"
    iss = "Regex pattern cells"
    sentence = "The values along the line match {0.pattern}."
    look = line_look("pale grey", "grey", 8, 2, 2, 2, ends=("", "arrow"))

    pattern: str = field(default="", metadata=TEXT)

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_regex(self.pattern)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the automaton of the pattern."""
        cells = self.cell_indices(geometry)
        machine = _regex_machine(self.pattern, values_in(geometry), len(cells))
        yield Automaton(cells, machine)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the values match."""
        return parse_regex(self.pattern).run(values)

    def describe(self) -> str:
        """Return the pattern and the cells."""
        return f"regex {self.pattern}: {names(self.cells)}"


@declared
class NFA(CellConstraint):
    """The values along a line are accepted by an automaton that ISS wrote.

    Args:
        key: The automaton, in URL-safe Base64.
        cuts: Behind how many cells the symbol of a new segment is read; 0 and the
            number of cells are possible, too, and a number may come twice.
    """

    label: ClassVar[str] = "automaton"
    iss = "NFA key cells"
    sentence = "An automaton accepts the values along the line."
    look = line_look("pale grey", "grey", 8, 2, 2, 2, 2, 2, ends=("", "arrow"))

    key: str = field(default="", metadata=TEXT)
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
        cells, values = self.cell_indices(geometry), values_in(geometry)
        yield Automaton(cells, _nfa_machine(self.key, values, len(cells), self.cuts))

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether the line is accepted; digits are its symbols, from 0."""
        geometry = grid.geometry
        values = values_of(grid, self.cell_indices(geometry))
        word: list[int] = []
        for place, value in enumerate(values):
            word += [geometry.size] * self.cuts.count(place)
            word.append(value - geometry.first_value)
        word += [geometry.size] * self.cuts.count(len(self.cells))
        return decode_nfa(self.key).run(word)


@lru_cache(maxsize=256)
def decode_nfa(key: str) -> Acceptor:
    """Read an automaton as Interactive Sudoku Solver writes it.

    Raises:
        UsageError: It is none.

    Example:
        >>> decode_nfa("QO_XqA").run([0, 1, 3]), decode_nfa("QO_XqA").run([0, 2, 3])
        (False, True)
    """
    try:
        raw = base64.b64decode(
            key + "=" * (-len(key) % 4), altchars=b"-_", validate=True
        )
    except ValueError:
        raise UsageError(f"{shown(key)} is not URL-safe Base64") from None
    bits, at = "".join(f"{byte:08b}" for byte in raw), 0

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
    machine = Acceptor(symbols, set(range(starts)), accepting)
    # A state starts with a bit for each symbol, or with the number of its moves.
    width = symbols if kind else take(4)
    if kind > 1 or not width:
        raise UsageError(f"automaton {shown(key)} has no known format, or no moves")
    symbol_bits = (symbols - 1).bit_length()
    state = 0
    while len(bits) - at >= width:
        if kind:
            mask = take(width)
            for symbol in range(symbols):
                if mask >> symbol & 1:
                    machine.moves[state, symbol] = {take(state_bits)}
        else:
            for _ in range(take(width)):
                symbol = take(symbol_bits)
                machine.moves.setdefault((state, symbol), set()).add(take(state_bits))
        state += 1
    return machine


@lru_cache(maxsize=256)
def _nfa_machine(
    key: str, values: range, length: int, cuts: tuple[int, ...]
) -> Machine:
    return decode_nfa(key).machine(values, length, values[0], cuts, len(values))


@lru_cache(maxsize=256)
def _regex_machine(pattern: str, values: range, length: int) -> Machine:
    return parse_regex(pattern).machine(values, length)


class _Choice(NamedTuple):
    """One of some sequences."""

    branches: tuple[_Sequence, ...]
    nullable: bool


class _Repeat(NamedTuple):
    """Symbols or a choice so many times; `most` is None where there is no end."""

    body: frozenset[int] | _Choice
    least: int
    most: int | None

    @property
    def nullable(self) -> bool:
        """Whether it may read nothing."""
        return self.least == 0 or _is_nullable((self.body,))


_Sequence: TypeAlias = "tuple[frozenset[int] | _Choice | _Repeat, ...]"
"""What is read one after the other: one of some symbols, a choice, a repetition."""


@lru_cache(maxsize=256)
def parse_regex(pattern: str) -> Acceptor:
    """Make the automaton of a regular expression over values.

    Its states are what is left of the pattern to be read (Antimirov, "Partial
    derivatives of regular expressions", 1996).

    Raises:
        UsageError: It is none, or a large one.

    Example:
        >>> parse_regex("1.*[39]").run([1, 5, 5, 9])
        True
    """
    start = _Parser(pattern).sequence()
    numbers: dict[_Sequence, int] = {start: 0}
    machine = Acceptor(len(_ALPHABET), {0}, set())
    moves = 0
    for left in (queue := [start]):
        state = numbers[left]
        if _is_nullable(left):
            machine.accepts.add(state)
        for symbols, behind in _derivatives(left):
            if behind not in numbers:
                numbers[behind] = len(queue)
                queue.append(behind)
            moves += len(symbols) + len(behind)
            if len(queue) > _MAX_STATES or moves > _MAX_MOVES:
                raise UsageError(
                    f"regular expression {shown(pattern)} is too large; expected at "
                    f"most {_MAX_STATES:,} states and {_MAX_MOVES:,} moves"
                )
            for symbol in symbols:
                machine.moves.setdefault((state, symbol), set()).add(numbers[behind])
    return machine


def _is_nullable(sequence: _Sequence) -> bool:
    return all(not isinstance(node, frozenset) and node.nullable for node in sequence)


def _derivatives(sequence: _Sequence) -> Iterator[tuple[frozenset[int], _Sequence]]:
    """Yield which symbols may come first, each with what is left behind them."""
    for at, node in enumerate(sequence, 1):
        rest = sequence[at:]
        if isinstance(node, frozenset):
            yield node, rest
            return
        if isinstance(node, _Choice):
            inner: Iterator[tuple[frozenset[int], _Sequence]]
            inner = chain.from_iterable(map(_derivatives, node.branches))
        else:
            inner, rest = _derivatives((node.body,)), (*_once_less(node), *rest)
        for symbols, behind in inner:
            yield symbols, behind + rest
        if not node.nullable:
            return


def _once_less(node: _Repeat) -> _Sequence:
    """Return what is left of a repetition when its body was read once."""
    most = None if node.most is None else node.most - 1
    if most == 0:
        return ()
    return (_Repeat(node.body, max(node.least - 1, 0), most),)


class _Parser:
    """Reads a regular expression."""

    def __init__(self, pattern: str) -> None:
        if len(pattern) > _MAX_PATTERN:
            raise UsageError(
                f"a regular expression of {len(pattern):,} characters; expected at "
                f"most {_MAX_PATTERN:,}"
            )
        self._text = pattern
        self._at = self._depth = 0

    def sequence(self) -> _Sequence:
        """Return the pattern."""
        choice = self._choice()
        if self._at < len(self._text):
            self._refuse()
        return (choice,)

    def _refuse(self) -> NoReturn:
        raise UsageError(
            f"regular expression {shown(self._text)}: character {self._at + 1} is not "
            "understood; expected values, ( ) | . [ ] * + ? or {n,m}"
        )

    def _next_is(self, signs: str) -> bool:
        return self._at < len(self._text) and self._text[self._at] in signs

    def _take(self, sign: str) -> bool:
        taken = self._next_is(sign)
        self._at += taken
        return taken

    def _choice(self) -> _Choice:
        branches = [self._branch()]
        while self._take("|"):
            branches.append(self._branch())
        return _Choice(tuple(branches), any(map(_is_nullable, branches)))

    def _branch(self) -> _Sequence:
        nodes: list[frozenset[int] | _Choice | _Repeat] = []
        while self._at < len(self._text) and not self._next_is("|)"):
            atom = self._atom()
            if self._next_is("*+?{"):
                least, most = self._times()
                if self._next_is("*+?{"):
                    self._refuse()
                if most != 0:
                    nodes.append(_Repeat(atom, least, most))
            else:
                nodes.append(atom)
        return tuple(nodes)

    def _times(self) -> tuple[int, int | None]:
        """Read how often: at least, and at most (None for no end)."""
        match = _TIMES.match(self._text, self._at)
        self._at = match.end() if match else self._at + 1
        if match is None:
            self._refuse()
        if match[0] in "*+?":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[match[0]]
        least = int(match[1])
        most = int(match[3]) if match[3] else None if match[2] else least
        if max(least, most or 0) > 256 or (most is not None and most < least):
            self._refuse()
        return least, most

    def _atom(self) -> frozenset[int] | _Choice:
        if self._take("("):
            self._depth += 1
            if self._depth > _MAX_DEPTH:
                self._refuse()
            choice = self._choice()
            if not self._take(")"):
                self._refuse()
            self._depth -= 1
            return choice
        if self._take("["):
            return self._class()
        return _EVERY if self._take(".") else frozenset({self._value()})

    def _class(self) -> frozenset[int]:
        inverted = self._take("^")
        values: set[int] = set()
        while not self._take("]"):
            low = high = self._value()
            if self._take("-"):
                high = self._value()
            if high < low:
                self._refuse()
            values |= set(range(low, high + 1))
        return _EVERY - values if inverted else frozenset(values)

    def _value(self) -> int:
        if not self._next_is(_ALPHABET + _ALPHABET.upper()):
            self._refuse()
        self._at += 1
        return _ALPHABET.index(self._text[self._at - 1].lower())
