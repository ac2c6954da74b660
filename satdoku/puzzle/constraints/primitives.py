"""What constraints are made of, and the clauses of each.

    InDomain    a cell holds one of some values
    Pairs       a table of what two cells may hold together
    Sum         weighted values add up to a total
    DigitSet    different digits that together form one of some sets
    Automaton   the values of a line of cells drive an automaton to acceptance
    Rank        how many lines are smaller numbers than one
    NValue      a cell holds how many different values some cells hold
    Disjunction one of several lists of primitives holds
    Clauses     clauses over (cell, value) pairs as they are

Each primitive makes clauses twice.  `clauses` is for search: its auxiliary variables
and implied clauses let unit propagation see much.  `direct_clauses` is for proofs: as
short and plain as it can be, so that a person can check it; it shares nothing with the
other but the primitive itself.

Sums and automata become layers of states, a variable for each state of a layer
(Bacchus, "GAC via unit propagation", CP 2007): only states that can be reached and can
still lead to acceptance, those that accept the same merged.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations, permutations, product, zip_longest
from math import comb
from typing import TYPE_CHECKING, Any

from satdoku.puzzle.constraints.base import Primitive, values_in

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Collection,
        Generator,
        Hashable,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

    from satdoku.puzzle.constraints.base import Literals
    from satdoku.puzzle.geometry import Geometry

_Clause = tuple[int, ...]

STEP_WORDS = 75
"""Words that a step of an automaton takes, in its clauses and while they are made."""
_WORDS_OF_A_COMPARISON = 14
_WORDS_OF_A_TRY = 1000
"""What a set that is tried takes in time."""


@dataclass(frozen=True)
class InDomain(Primitive):
    """A cell holds one of some values."""

    cell: int
    values: Sequence[int]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield a unit clause for each other value."""
        for value, literal in literals.of(self.cell):
            if value not in self.values:
                yield (-literal,)


@dataclass(frozen=True)
class Pairs(Primitive):
    """What two cells may hold together.

    Args:
        first, second: The cells; they may be one.
        allowed: Whether two values may stand in them.
    """

    first: int
    second: int
    allowed: Callable[[int, int], bool]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield, for each value of one cell, which values of the other go with it."""
        if self.first == self.second:
            yield from self.direct_clauses(literals)
            return
        n = literals.geometry.size
        literals.reserve(2 * n, n)
        first, second = literals.of(self.first), literals.of(self.second)
        forward, backward = _table(self.allowed, values_in(literals.geometry))
        yield from _supports(first, second, forward)
        yield from _supports(second, first, backward)

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield "not both" for each two values that may not stand together."""
        literals.reserve(literals.geometry.size**2, 2)
        for value, literal in literals.of(self.first):
            for held, other in literals.of(self.second):
                if self.first == self.second and value != held:
                    continue
                if not self.allowed(value, held):
                    yield (-literal, -other)


@lru_cache(maxsize=64)
def _table(
    allowed: Callable[[int, int], bool], values: range
) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    """Return which second values go with each first value, and the other way."""
    return (
        {v: {w for w in values if allowed(v, w)} for v in values},
        {w: {v for v in values if allowed(v, w)} for w in values},
    )


def _supports(
    cell: list[tuple[int, int]],
    other: list[tuple[int, int]],
    table: dict[int, set[int]],
) -> Iterator[_Clause]:
    """Yield which values of another cell go with each of one."""
    for value, literal in cell:
        allowed = table[value]
        fits = [support for held, support in other if held in allowed]
        if len(fits) < len(other):
            yield (-literal, *fits)


@dataclass(frozen=True)
class Clauses(Primitive):
    """Clauses over cells and values as they are.

    Args:
        rows: Each a list of (cell, value, whether the cell holds it).
    """

    rows: Iterable[Sequence[tuple[int, int, bool]]]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield the clauses."""
        literal_of = literals.literal
        for row in self.rows:
            literals.reserve(1, len(row))
            yield tuple(
                [
                    literal_of(cell, value) if held else -literal_of(cell, value)
                    for cell, value, held in row
                ]
            )


def pointing(cell: int, targets: Sequence[int], value: int) -> Iterator[Primitive]:
    """Yield that a cell points to a target, by its number from 1, with a value."""
    yield InDomain(cell, range(1, len(targets) + 1))
    yield Clauses(
        [(cell, at, False), (target, value, True)]
        for at, target in enumerate(targets, 1)
    )


def points(number: int, values: Sequence[int], value: int) -> bool:
    """Whether, counted from 1, so many-th of some values is a value."""
    return 1 <= number <= len(values) and values[number - 1] == value


@dataclass(frozen=True)
class DigitSet(Primitive):
    """Different values that together form one of some sets.

    Args:
        cells: The cells; that their digits differ is said elsewhere, as a unit.
        sets: The sets, each of as many values as there are cells.
        tried: How many sets are tried to find them.
    """

    cells: tuple[int, ...]
    sets: Iterable[tuple[int, ...]]
    tried: int = 0

    def _sets(self, literals: Literals) -> list[tuple[int, ...]]:
        literals.reserve(self.tried, _WORDS_OF_A_TRY)
        options = [dict(literals.of(cell)) for cell in self.cells]
        every = set().union(*options)
        sets = [
            chosen
            for chosen in self.sets
            if every.issuperset(chosen)
            and all(any(value in one for value in chosen) for one in options)
        ]
        n, k = literals.geometry.size, len(self.cells)
        literals.reserve(len(sets) * k * (n - k + 1), 2)
        literals.reserve(k * n, len(sets))
        return sets

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield clauses that select one of the sets.

        A variable for each: if it is true, no cell holds a value outside the set, and
        each value of the set is in some cell.
        """
        sets = self._sets(literals)
        selectors = [0] * len(sets)
        for number, chosen in enumerate(sets):
            selector = selectors[number] = literals.new("+".join(map(str, chosen)))
            found: defaultdict[int, list[int]] = defaultdict(list)
            for cell in self.cells:
                for value, literal in literals.of(cell):
                    if value in chosen:
                        found[value].append(literal)
                    else:
                        yield (-selector, -literal)
            yield from ((-selector, *found[value]) for value in chosen)
        yield tuple(selectors)
        # What a value in a cell leaves of the sets.
        for cell in self.cells:
            for value, literal in literals.of(cell):
                fits = [
                    s for s, one in zip(selectors, sets, strict=True) if value in one
                ]
                if len(fits) < len(selectors):
                    yield (-literal, *fits)

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield a variable for each set, and that one of them is true."""
        selectors: list[int] = []
        for chosen in self._sets(literals):
            selectors.append(literals.new("+".join(map(str, chosen))))
            for cell in self.cells:
                for value, literal in literals.of(cell):
                    if value not in chosen:
                        yield (-selectors[-1], -literal)
        yield tuple(selectors)


_Layer = list[tuple[Any, int]]
"""The symbols that are read at one place, each with its literal; one is true."""


@dataclass(frozen=True)
class Automaton(Primitive):
    """What is read along some places is accepted by an automaton.

    Args:
        cells: The cells that are read, in their order; a cell may come twice.
        start: The first state.
        step: Returns the state behind a value; None if the value is not allowed.
        accepts: Whether a state may be the last.
        value: Where only one value counts: True is read of a cell that holds it, and
            False of one that holds another.
        cost: How much work a step from a state is, as a number of usual steps.
    """

    cells: tuple[int, ...]
    start: Hashable
    step: Callable[[Any, Any], Hashable | None]
    accepts: Callable[[Any], bool]
    value: int | None = None
    cost: Callable[[Any], int] = lambda _: 1

    def _layers(self, literals: Literals) -> list[_Layer]:
        if self.value is None:
            return [list(literals.of(cell)) for cell in self.cells]
        held = [literals.literal(cell, self.value) for cell in self.cells]
        return [[(True, literal), (False, -literal)] for literal in held]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield clauses of layers of states."""
        return self.over(self._layers(literals), literals)

    def over(self, layers: list[_Layer], literals: Literals) -> Iterator[_Clause]:
        """Yield the clauses where the symbols are those of some layers."""
        steps = _minimal_steps(self, layers, literals)
        if steps is None:
            yield ()
            return
        sources: dict[int, int | None] = {0: None}  # None: true, there is no other
        for place, (layer, moves) in enumerate(zip(layers, steps, strict=True)):
            states = {target for move in moves.values() for target in move.values()}
            targets: dict[int, int | None] = {
                state: literals.new(f"state {state} behind {place + 1}")
                if len(states) > 1
                else None
                for state in sorted(states)
            }
            triples = [(s, a, t) for s, move in moves.items() for a, t in move.items()]
            yield from _layer_clauses(layer, triples, sources, targets)
            sources = targets

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield that each state and value lead to the next."""
        states = {self.start: literals.new("state 0")}
        yield (states[self.start],)
        for layer in self._layers(literals):
            behind: dict[Hashable, int] = {}
            for state, variable in states.items():
                literals.reserve((len(layer) + 2) * self.cost(state), STEP_WORDS)
                for symbol, literal in layer:
                    target = self.step(state, symbol)
                    if target is None:
                        yield (-variable, -literal)
                        continue
                    if target not in behind:
                        behind[target] = literals.new(f"state {target}")
                    yield (-variable, -literal, behind[target])
            states = behind
        yield from ((-v,) for state, v in states.items() if not self.accepts(state))


_Moves = dict[int, dict[Any, int]]
"""From each state by each symbol to a state behind."""


def _minimal_steps(
    automaton: Automaton, layers: list[_Layer], literals: Literals
) -> list[_Moves] | None:
    """Return the moves of each layer between numbered states; None if none accepts."""
    step = automaton.step
    forward: list[dict[Hashable, dict[Any, Hashable]]] = []
    states: Iterable[Hashable] = (automaton.start,)
    for layer in layers:
        moves: dict[Hashable, dict[Any, Hashable]] = {}
        for state in states:
            literals.reserve((len(layer) + 2) * automaton.cost(state), STEP_WORDS)
            found = ((symbol, step(state, symbol)) for symbol, _ in layer)
            moves[state] = {symbol: t for symbol, t in found if t is not None}
        forward.append(moves)
        states = dict.fromkeys(t for found in moves.values() for t in found.values())
    # From the end, states that go on in the same ways become one.
    number: dict[Hashable, int] = {s: 0 for s in states if automaton.accepts(s)}
    steps: list[_Moves] = []
    for moves in reversed(forward):
        ways = {
            state: tuple((s, number[t]) for s, t in found.items() if t in number)
            for state, found in moves.items()
        }
        different = dict.fromkeys(way for way in ways.values() if way)
        known = {way: at for at, way in enumerate(different)}
        steps.append({at: dict(way) for way, at in known.items()})
        number = {state: known[way] for state, way in ways.items() if way}
    if automaton.start not in number:
        return None
    return steps[::-1]


def _layer_clauses(
    layer: _Layer,
    triples: list[tuple[int, Any, int]],
    sources: dict[int, int | None],
    targets: dict[int, int | None],
) -> Iterator[_Clause]:
    """Yield what a symbol, the state before it and the one behind say of each other.

    Each of the three says which of either other go with it; the symbol and one of the
    states say which of the other.
    """
    literals: tuple[Mapping[Any, int | None], ...] = (sources, dict(layer), targets)
    for one, other in permutations(range(3), 2):
        with_one: defaultdict[Any, dict[Any, None]] = defaultdict(dict)
        for triple in triples:
            with_one[triple[one]][triple[other]] = None
        for symbol, literal in literals[one].items():
            yield from _some((literal,), with_one[symbol], literals[other])
    for state, other in ((0, 2), (2, 0)):
        with_both: defaultdict[Any, list[Any]] = defaultdict(list)
        for triple in triples:
            with_both[triple[state], triple[1]].append(triple[other])
        pairs = with_both if state else product(sources, literals[1])
        for at, symbol in list(pairs):
            start = (literals[state][at], literals[1][symbol])
            yield from _some(start, with_both[at, symbol], literals[other])


def _some(
    start: tuple[int | None, ...],
    states: Collection[Any],
    literals: Mapping[Any, int | None],
) -> Iterator[_Clause]:
    """Yield that some things need one of some states, if that says anything.

    None is what is always true.
    """
    if len(states) < len(literals):
        ends = [literals[state] for state in states]
        yield (
            *[-x for x in start if x is not None],
            *[x for x in ends if x is not None],
        )


@dataclass(frozen=True)
class Sum(Primitive):
    """Weighted values add up to a total.

    Args:
        total: The total.
        terms: (weight, cell) pairs; weights may be negative, a cell may come twice.
    """

    total: int
    terms: tuple[tuple[int, int], ...]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield clauses of layers of partial sums."""
        rest = self._without_units(literals.geometry)
        return rest.automaton(literals.geometry).clauses(literals)

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield that each partial sum and value lead to the next."""
        return self.automaton(literals.geometry).direct_clauses(literals)

    def _weights(self) -> defaultdict[int, int]:
        weights: defaultdict[int, int] = defaultdict(int)
        for weight, cell in self.terms:
            weights[cell] += weight
        return weights

    def _without_units(self, geometry: Geometry) -> Sum:
        """Return the sum without units that hold every digit, whose sum is known."""
        total, weights = self.total, self._weights()
        for unit in geometry.units:
            own = [weights[cell] for cell in unit]
            usual = max(own, key=own.count)
            if len(unit) == geometry.size and own.count(usual) > own.count(0):
                total -= usual * sum(values_in(geometry))
                weights.update((cell, weights[cell] - usual) for cell in unit)
        return Sum(total, tuple((weight, cell) for cell, weight in weights.items()))

    def automaton(self, geometry: Geometry) -> Automaton:
        """Return the automaton whose states are partial sums that may suffice."""
        weights = {cell: weight for cell, weight in self._weights().items() if weight}
        cells = sorted(weights, key=lambda cell: -abs(weights[cell]))
        factors = [weights[cell] for cell in cells]
        values = values_in(geometry)
        ends = [sorted((w * values[0], w * values[-1])) for w in factors[::-1]]
        # The least and the largest sum of the terms from each place on.
        least = [*accumulate((low for low, _ in ends), initial=0)][::-1]
        most = [*accumulate((high for _, high in ends), initial=0)][::-1]

        def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
            place, held = state
            held += factors[place] * value
            place += 1
            missing = self.total - held
            return (place, held) if least[place] <= missing <= most[place] else None

        accepts = (len(cells), self.total).__eq__
        return Automaton(tuple(cells), (0, 0), step, accepts)


def occurrences(
    value: int, cells: tuple[int, ...], counts: Collection[int]
) -> Automaton:
    """Return the primitive that a value occurs in some cells one of some times."""
    possible = [count for count in counts if count <= len(cells)]
    most = max(possible, default=-1)

    def step(count: int, held: bool) -> int | None:  # noqa: FBT001  a symbol
        return count + held if count + held <= most else None

    return Automaton(cells, 0, step, possible.__contains__, value=value)


@dataclass(frozen=True)
class Rank(Primitive):
    """How many of some lines, read as numbers, are smaller than one line.

    Args:
        rank: 1 where none is smaller.
        line: The cells of the line.
        others: The cells of each other line, up to where it must differ.
    """

    rank: int
    line: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield a variable for each other line, "smaller", and how many are true."""
        places = sum(map(len, self.others))
        literals.reserve(places * literals.geometry.size, 4 * _WORDS_OF_A_COMPARISON)
        above: dict[int, dict[int, int]] = {}
        layers: list[_Layer] = []
        for number, other in enumerate(self.others, 1):
            for cell in other:
                if cell not in above:
                    above[cell] = yield from _at_least(cell, literals)
            below = [literals.new(f"line {number} smaller") for _ in other]
            yield from self._compared(literals, other, below, above)
            layers.append([(True, below[0]), (False, -below[0])])
        count = Automaton((), 0, operator.add, (self.rank - 1).__eq__)
        yield from count.over(layers, literals)

    def _compared(
        self,
        literals: Literals,
        others: tuple[int, ...],
        below: list[int],
        above: dict[int, dict[int, int]],
    ) -> Iterator[_Clause]:
        """Yield whether the other line is smaller from each place on."""
        for cell, other, here, behind in zip_longest(
            self.line[: len(others)], others, below, below[1:]
        ):
            greater, held = above[other], dict(literals.of(other))
            for value, literal in literals.of(cell):
                # The other value is at least this one: greater or the same.
                yield (-literal, here, greater[value])
                yield (-literal, -greater[value + 1], -here)
                if value not in held:
                    continue
                both = (-literal, -held[value])
                if behind is None:
                    yield (*both, -here)
                else:
                    yield (*both, -here, behind)
                    yield (*both, here, -behind)


def _at_least(
    cell: int, literals: Literals
) -> Generator[_Clause, None, dict[int, int]]:
    """Yield the clauses of variables "the value of this cell is at least this one".

    Return them, from the least value to beyond the last.
    """
    held, values = dict(literals.of(cell)), values_in(literals.geometry)
    above = literals.new(f"{cell} at least {values[-1] + 1}")
    yield (-above,)
    known = {values[-1] + 1: above}
    for value in reversed(values):
        here = known[value] = literals.new(f"{cell} at least {value}")
        own = [held[value]] if value in held else []
        yield (-above, here)
        yield (-here, above, *own)
        yield from ((-literal, here) for literal in own)
        above = here
    return known


@dataclass(frozen=True)
class NValue(Primitive):
    """A cell holds how many different values some cells hold.

    Args:
        cells: The cells.
        count: The cell that holds their number.
    """

    cells: tuple[int, ...]
    count: int

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield a variable for each value, whether it occurs, and count them."""
        values = sorted(
            {value for cell in self.cells for value, _ in literals.of(cell)}
        )
        layers: list[_Layer] = []
        for value in values:
            there = literals.new(f"has {value}")
            held = [literals.literal(cell, value) for cell in self.cells]
            yield (-there, *held)
            yield from ((-one, there) for one in held)
            layers.append([(1, there), (0, -there)])
        counter = Automaton((), 0, _count_down, lambda state: state == "met")
        ends = [(-1 - value, literal) for value, literal in literals.of(self.count)]
        yield from counter.over([*layers, ends], literals)


def _count_down(count: Any, symbol: int) -> Any:  # noqa: ANN401  a state
    """Count up by 1 or 0; -1 - n is met by a count of n."""
    if symbol >= 0:
        return count + symbol
    return "met" if count == -1 - symbol else None


@dataclass(frozen=True)
class Disjunction(Primitive):
    """At least one of several lists of primitives holds.

    Args:
        branches: The primitives of each, and the units, whose cells differ.
    """

    branches: Iterable[tuple[Iterable[Primitive], Iterable[Sequence[int]]]]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield the clauses of each branch, behind a variable that chooses it."""
        return self._guarded(literals, direct=False)

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield the same of the direct clauses."""
        return self._guarded(literals, direct=True)

    def _guarded(self, literals: Literals, *, direct: bool) -> Iterator[_Clause]:
        chosen: list[int] = []
        for number, (primitives, units) in enumerate(self.branches, 1):
            branch = literals.new(f"branch {number}")
            chosen.append(branch)
            for each in primitives:
                make = each.direct_clauses if direct else each.clauses
                clauses = make(literals)
                yield from ((-branch, *clause) for clause in clauses)
            for unit in units:
                literals.reserve(comb(len(unit), 2) * literals.geometry.size, 3)
                for cell, other in combinations(unit, 2):
                    held = dict(literals.of(other))
                    for value, literal in literals.of(cell):
                        if value in held:
                            yield (-branch, -literal, -held[value])
        yield tuple(chosen)
