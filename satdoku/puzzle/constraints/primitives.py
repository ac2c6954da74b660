"""What constraints are made of, as data, and the clauses of each.

    InDomain    a cell holds one of some values
    Pairs       a table of what two cells may hold together
    Clause      one of some cells holds, or does not hold, a value
    Sum         weighted values add up to a total
    DigitSet    different digits that together form one of some sets
    Occurrences how many of some cells hold one of some values
    SelfCounts  each value that occurs does so as often as it says
    SameCounts  each value occurs as often among some cells as among others
    SumBetween  what stands between the smallest and the largest value has a sum
    Automaton   the values of a line of cells drive an automaton to acceptance
    Rank        how many lines are smaller numbers than one
    NValue      a cell holds how many different values some cells hold
    Disjunction one of several lists of primitives holds

A primitive is a frozen record, without functions, so that clauses, the rows of engine
`masks` and the propagation before either are made of the same data.

Each primitive makes clauses twice.  `clauses` is for search: its auxiliary variables
and implied clauses let unit propagation see much.  `direct_clauses` is for proofs: as
short and plain as it can be, so that a person can check it; it shares nothing with the
other but the primitive itself.

Sums and automata become layers of states, a variable for each state of a layer
(Bacchus, "GAC via unit propagation", CP 2007): only states that can be reached and can
still lead to acceptance, those that go on in the same ways merged.  An automaton may
have several next states; it is not made deterministic, which can take exponentially
many.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from functools import lru_cache
from itertools import (
    accumulate,
    chain,
    combinations,
    permutations,
    product,
    zip_longest,
)
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.errors import LimitError
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
_MOST_TRIED = 20_000
"""Sets of digits that are tried for one primitive."""
_MOST_MOVES = 1_000_000
"""Moves of an automaton."""
_MOST_CIRCLED = 16
"""Values of which sets are tried."""
_FEW_CLAUSES = 5_000
"""Up to so many clauses or sets of digits are listed; beyond, states are counted."""


class InDomain(Primitive):
    """A cell holds one of some values."""

    cell: int
    values: Sequence[int]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield a unit clause for each other value."""
        for value, literal in literals.of(self.cell):
            if value not in self.values:
                yield (-literal,)


class Table(NamedTuple):
    """Which two values may stand together.

    Args:
        lowest: The least value of a cell.
        rows: For each first value, from the least on, the second values: bit i is for
            the value `lowest + i`.
    """

    lowest: int
    rows: tuple[int, ...]

    @staticmethod
    def of(fits: Callable[[int, int], bool], values: range) -> Table:
        """Return the table of what fits.

        Example:
            >>> Table.of(int.__lt__, range(1, 4)).rows
            (6, 4, 0)
        """
        rows = (
            sum(1 << at for at, other in enumerate(values) if fits(value, other))
            for value in values
        )
        return Table(values[0], tuple(rows))

    def allows(self, first: int, second: int) -> bool:
        """Whether two values may stand together."""
        return bool(self.rows[first - self.lowest] >> (second - self.lowest) & 1)


class Pairs(Primitive):
    """What two cells may hold together.

    Args:
        first, second: The cells; they may be one.
        table: Which two values may stand in them.
    """

    first: int
    second: int
    table: Table

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield, for each value of one cell, which values of the other go with it."""
        if self.first == self.second:
            yield from self.direct_clauses(literals)
            return
        n, (lowest, rows) = literals.geometry.size, self.table
        literals.reserve(2 * n, n)
        first = [(value - lowest, x) for value, x in literals.of(self.first)]
        second = [(value - lowest, x) for value, x in literals.of(self.second)]
        for at, literal in first:
            row = rows[at]
            fits = [other for held, other in second if row >> held & 1]
            if len(fits) < len(second):
                yield (-literal, *fits)
        for at, literal in second:
            fits = [other for held, other in first if rows[held] >> at & 1]
            if len(fits) < len(first):
                yield (-literal, *fits)

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield "not both" for each two values that may not stand together."""
        literals.reserve(literals.geometry.size**2, 2)
        for value, literal in literals.of(self.first):
            for held, other in literals.of(self.second):
                if self.first == self.second and value != held:
                    continue
                if not self.table.allows(value, held):
                    yield (-literal, -other)


class Clause(Primitive):
    """One of some cells holds, or does not hold, a value.

    Args:
        terms: (cell, value, whether the cell holds it), of which one is so.
    """

    terms: tuple[tuple[int, int, bool], ...]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield the clause."""
        literals.reserve(1, len(self.terms))
        literal_of = literals.literal
        yield tuple(
            [
                literal_of(cell, value) if held else -literal_of(cell, value)
                for cell, value, held in self.terms
            ]
        )


def pointing(cell: int, targets: Sequence[int], value: int) -> Iterator[Primitive]:
    """Yield that a cell points to a target, by its number from 1, with a value."""
    yield InDomain(cell, range(1, len(targets) + 1))
    for at, target in enumerate(targets, 1):
        yield Clause(((cell, at, False), (target, value, True)))


def points(number: int, values: Sequence[int], value: int) -> bool:
    """Whether, counted from 1, so many-th of some values is a value."""
    return 1 <= number <= len(values) and values[number - 1] == value


class DigitSet(Primitive):
    """Different values that together form one of some sets.

    Args:
        cells: The cells; that their digits differ is said elsewhere, as a unit.
        sets: The sets, each of as many values as there are cells.
    """

    cells: tuple[int, ...]
    sets: tuple[tuple[int, ...], ...]

    def _possible(self, literals: Literals) -> list[tuple[int, ...]]:
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
        sets = self._possible(literals)
        selectors = [0] * len(sets)
        for number, chosen in enumerate(sets):
            selector = selectors[number] = literals.new("+".join(map(str, chosen)))
            holding: defaultdict[int, list[int]] = defaultdict(list)
            for cell in self.cells:
                for value, literal in literals.of(cell):
                    if value in chosen:
                        holding[value].append(literal)
                    else:
                        yield (-selector, -literal)
            yield from ((-selector, *holding[value]) for value in chosen)
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
        for chosen in self._possible(literals):
            selectors.append(literals.new("+".join(map(str, chosen))))
            for cell in self.cells:
                for value, literal in literals.of(cell):
                    if value not in chosen:
                        yield (-selectors[-1], -literal)
        yield tuple(selectors)


def digit_sets(
    size: int, values: range, accepts: Callable[[tuple[int, ...]], bool]
) -> tuple[tuple[int, ...], ...]:
    """Return the sets of so many values that are accepted.

    Raises:
        LimitError: There are too many to try.
    """
    if comb(len(values), size) > _MOST_TRIED:
        raise LimitError(
            f"its {size} cells can hold more than {_MOST_TRIED:,} sets of digits"
        )
    return tuple(filter(accepts, combinations(values, size)))


@lru_cache(maxsize=1024)
def sets_of_sum(size: int, values: range, total: int) -> tuple[tuple[int, ...], ...]:
    """Return the sets of so many values that add up to a total.

    Raises:
        LimitError: There are too many to try.

    Example:
        >>> sets_of_sum(2, range(1, 10), 5)
        ((1, 4), (2, 3))
    """
    return digit_sets(size, values, lambda chosen: sum(chosen) == total)


_Layer = list[tuple[Any, int]]
"""The symbols that are read at one place, each with its literal; one is true."""


def chain_clauses(
    literals: Literals,
    layers: list[_Layer],
    starts: Iterable[Hashable],
    step: Callable[[int, Any, Any], Collection[Hashable]],
    accepts: Callable[[Any], bool],
) -> Iterator[_Clause]:
    """Yield clauses of layers of states, through which one way leads.

    Args:
        literals: New variables.
        layers: The symbols at each place.
        starts: The states before the first place.
        step: Returns the states behind a place, by the state before it and a symbol.
        accepts: Whether a state may be the last.
    """
    steps, first = _merged(literals, layers, starts, step, accepts)
    if not first:
        yield ()
        return
    sources = yield from _states(literals, first, 0)
    for place, (layer, ways) in enumerate(zip(layers, steps, strict=True), 1):
        triples = [
            (state, symbol, target)
            for state, way in enumerate(ways)
            if state in sources
            for symbol, targets in way
            for target in targets
        ]
        targets = yield from _states(literals, {t for _, _, t in triples}, place)
        yield from _layer_clauses(layer, triples, sources, targets)
        sources = targets


def _states(
    literals: Literals, states: set[int], place: int
) -> Generator[_Clause, None, dict[int, int | None]]:
    """Return variables of states; of one alone None, as it is true.

    Yield that one of the first states is true.
    """
    if len(states) == 1:
        return dict.fromkeys(states)
    made: dict[int, int | None] = {
        state: literals.new(f"state {state} behind {place}") for state in sorted(states)
    }
    if place == 0:
        yield tuple(variable for variable in made.values() if variable)
    return made


_Way = tuple[tuple[Any, tuple[int, ...]], ...]
"""The symbols that lead on from a state, each with the numbers of the next states."""


def _merged(
    literals: Literals,
    layers: list[_Layer],
    starts: Iterable[Hashable],
    step: Callable[[int, Any, Any], Collection[Hashable]],
    accepts: Callable[[Any], bool],
) -> tuple[list[list[_Way]], set[int]]:
    """Return the ways of the states of each layer, by number, and the first states."""
    forward: list[dict[Hashable, list[tuple[Any, Collection[Hashable]]]]] = []
    states = dict.fromkeys(starts)
    for place, layer in enumerate(layers):
        literals.reserve((len(layer) + 2) * len(states), STEP_WORDS)
        moves = {
            state: [(a, ends) for a, _ in layer if (ends := step(place, state, a))]
            for state in states
        }
        forward.append(moves)
        states = dict.fromkeys(
            end for edges in moves.values() for _, ends in edges for end in ends
        )
    # From the end, states that go on in the same ways become one.
    number: dict[Hashable, int] = {state: 0 for state in states if accepts(state)}
    steps: list[list[_Way]] = []
    for moves in reversed(forward):
        known: dict[_Way, int] = {}
        before: dict[Hashable, int] = {}
        for state, edges in moves.items():
            way = tuple(
                (a, behind) for a, ends in edges if (behind := _numbers(ends, number))
            )
            if way:
                before[state] = known.setdefault(way, len(known))
        steps.append(list(known))
        number = before
    return steps[::-1], {number[state] for state in starts if state in number}


def _numbers(
    states: Collection[Hashable], number: dict[Hashable, int]
) -> tuple[int, ...]:
    """Return the numbers of the states that have one."""
    if len(states) == 1:
        (state,) = states
        return (number[state],) if state in number else ()
    return tuple(sorted({number[state] for state in states if state in number}))


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
    literals: tuple[Mapping[Any, Any], ...] = (sources, dict(layer), targets)
    # Of one state alone, which is always true, there is no literal; a clause that may
    # end in it is none.
    unless = [
        {key: () if literal is None else (-literal,) for key, literal in each.items()}
        for each in literals
    ]
    columns = list(zip(*triples, strict=True)) or [(), (), ()]
    for one, other in permutations(range(3), 2):
        with_one: defaultdict[Any, dict[Any, None]] = defaultdict(dict)
        for key, end in zip(columns[one], columns[other], strict=True):
            with_one[key][end] = None
        ends = literals[other]
        for key, start in unless[one].items():
            if len(with_one[key]) < len(ends):
                yield (*start, *[ends[end] for end in with_one[key]])
    for state, other in ((0, 2), (2, 0)):
        with_both: defaultdict[Any, list[Any]] = defaultdict(list)
        both = zip(columns[state], columns[1], strict=True)
        for pair, end in zip(both, columns[other], strict=True):
            with_both[pair].append(end)
        pairs = with_both if state else product(sources, literals[1])
        ends = literals[other]
        for pair in list(pairs):
            if len(with_both[pair]) < len(ends):
                start = unless[state][pair[0]] + unless[1][pair[1]]
                yield (*start, *[ends[end] for end in with_both[pair]])


def direct_chain_clauses(
    literals: Literals,
    layers: list[_Layer],
    starts: Iterable[Hashable],
    step: Callable[[int, Any, Any], Collection[Hashable]],
    accepts: Callable[[Any], bool],
) -> Iterator[_Clause]:
    """Yield that each state and symbol lead to a next state, and which may be last."""
    states = {state: literals.new(f"state {state}") for state in starts}
    yield tuple(states.values())
    for place, layer in enumerate(layers):
        behind: dict[Hashable, int] = {}
        literals.reserve((len(layer) + 2) * len(states), STEP_WORDS)
        for state, variable in states.items():
            for symbol, literal in layer:
                targets = step(place, state, symbol)
                for target in targets:
                    if target not in behind:
                        behind[target] = literals.new(f"state {target}")
                yield (-variable, -literal, *[behind[target] for target in targets])
        states = behind
    yield from (
        (-variable,) for state, variable in states.items() if not accepts(state)
    )


def count_clauses(
    chain_of: Callable[..., Iterator[_Clause]],
    literals: Literals,
    chosen: Iterable[int],
    counts: Collection[int],
) -> Iterator[_Clause]:
    """Yield that so many of some literals are true.

    Args:
        chain_of: `chain_clauses` or `direct_chain_clauses`.
        literals: Makes variables.
        chosen: The literals that are counted.
        counts: How many may be true.
    """
    most = max(counts, default=-1)

    def step(_place: int, count: int, weight: int) -> tuple[int, ...]:
        return (count + weight,) if count + weight <= most else ()

    layers = [[(1, literal), (0, -literal)] for literal in chosen]
    yield from chain_of(literals, layers, (0,), step, counts.__contains__)


class _Layered(Primitive, ABC):
    """A primitive whose clauses are layers of states."""

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield clauses by which layers narrow each other."""
        return self.by(chain_clauses, literals)

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield that each state and symbol lead to a next state."""
        return self.by(direct_chain_clauses, literals)

    @abstractmethod
    def by(
        self, chain_of: Callable[..., Iterator[_Clause]], literals: Literals
    ) -> Iterator[_Clause]:
        """Yield the clauses that `chain_clauses` or `direct_chain_clauses` makes."""


class Machine:
    """An automaton over values; it may have several next states.

    `explored` makes it.  Equal ones are one object where the function that makes them
    is cached, so that the object is a key of what is derived from it.

    Args:
        starts: The first states; states are numbers from 0.
        accepts: The states that may be the last.
        moves: For each state, the next states by value.
    """

    def __init__(
        self,
        starts: tuple[int, ...],
        accepts: frozenset[int],
        moves: tuple[Mapping[int, tuple[int, ...]], ...],
    ) -> None:
        self.starts = starts
        self.accepts = accepts
        self.moves = moves

    def step(self, _place: int, state: int, value: int) -> tuple[int, ...]:
        """Return the states behind a value."""
        return self.moves[state].get(value, ())


def explored(
    starts: Iterable[Hashable],
    step: Callable[[Any, int], Iterable[Hashable]],
    accepts: Callable[[Any], bool],
    values: Iterable[int],
    length: int,
) -> Machine:
    """Return the automaton that a function describes.

    Args:
        starts: The first states.
        step: Returns the states behind a state and a value.
        accepts: Whether a state may be the last.
        values: All values.
        length: How many values are read.

    Raises:
        LimitError: The automaton is too large.

    Example:
        >>> machine = explored([0], lambda s, v: [s + v], (3).__eq__, (1, 2), 2)
        >>> machine.moves[0], len(machine.accepts)
        ({1: (1,), 2: (2,)}, 1)
    """
    numbers: dict[Hashable, int] = {state: at for at, state in enumerate(starts)}
    first = tuple(numbers.values())
    moves: list[dict[int, tuple[int, ...]]] = []
    layer = list(numbers)
    count = 0
    for _ in range(length):
        behind: list[Hashable] = []
        for state in layer:
            row: dict[int, tuple[int, ...]] = {}
            for value in values:
                ends: list[int] = []
                for end in step(state, value):
                    if end not in numbers:
                        numbers[end] = len(numbers)
                        behind.append(end)
                    ends.append(numbers[end])
                if ends:
                    row[value] = tuple(ends)
                    count += len(ends)
            moves.append(row)
            if count > _MOST_MOVES:
                raise LimitError(f"its automaton has more than {_MOST_MOVES:,} moves")
        layer = behind
    moves += [{}] * (len(numbers) - len(moves))
    accepting = frozenset(at for state, at in numbers.items() if accepts(state))
    return Machine(first, accepting, tuple(moves))


class Automaton(_Layered):
    """What is read along some cells is accepted by an automaton.

    Args:
        cells: The cells that are read, in their order; a cell may come twice.
        machine: The automaton.
    """

    cells: tuple[int, ...]
    machine: Machine

    def by(
        self, chain_of: Callable[..., Iterator[_Clause]], literals: Literals
    ) -> Iterator[_Clause]:
        """Yield the clauses of the machine's states."""
        machine = self.machine
        layers = [literals.of(cell) for cell in self.cells]
        accepts = machine.accepts.__contains__
        return chain_of(literals, layers, machine.starts, machine.step, accepts)


class Sum(_Layered):
    """Weighted values add up to a total.

    Args:
        total: The total.
        terms: (weight, cell) pairs; weights may be negative, a cell may come twice.
        is_distinct: Whether the cells differ, as is said elsewhere, and none of them
            comes twice.
    """

    total: int
    terms: tuple[tuple[int, int], ...]
    is_distinct: bool = False

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield clauses of sets of digits, or of layers of partial sums."""
        if sets := self._sets(literals.geometry):
            return sets.clauses(literals)
        return self.without_units(literals.geometry).by(chain_clauses, literals)

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield one of the sets; or that partial sums and values lead to the next."""
        if sets := self._sets(literals.geometry):
            return sets.direct_clauses(literals)
        return super().direct_clauses(literals)

    def _sets(self, geometry: Geometry) -> DigitSet | None:
        """Return the sets of digits of a cage, unless they are many."""
        values, cells = values_in(geometry), tuple(cell for _, cell in self.terms)
        is_cage = self.is_distinct and all(weight == 1 for weight, _ in self.terms)
        if not is_cage or comb(len(values), len(cells)) > _FEW_CLAUSES:
            return None
        return DigitSet(cells, sets_of_sum(len(cells), values, self.total))

    def weights(self) -> defaultdict[int, int]:
        """Return the weight of each cell."""
        weights: defaultdict[int, int] = defaultdict(int)
        for weight, cell in self.terms:
            weights[cell] += weight
        return weights

    def without_units(self, geometry: Geometry) -> Sum:
        """Return the sum without units that hold every digit, whose sum is known."""
        total, weights = self.total, self.weights()
        half = geometry.size / 2
        for unit in geometry.units if len(weights) > half else ():
            own = [weights.get(cell, 0) for cell in unit]
            if len(unit) != geometry.size or own.count(0) >= half:
                continue
            usual = max(own, key=own.count)
            if own.count(usual) > own.count(0):
                total -= usual * sum(values_in(geometry))
                weights.update((cell, weights[cell] - usual) for cell in unit)
        terms = ((weight, cell) for cell, weight in weights.items() if weight)
        return Sum(total, tuple(terms))

    def by(
        self, chain_of: Callable[..., Iterator[_Clause]], literals: Literals
    ) -> Iterator[_Clause]:
        """Yield the clauses of a chain of the partial sums that may suffice."""
        weights = {cell: weight for cell, weight in self.weights().items() if weight}
        cells = sorted(weights, key=lambda cell: -abs(weights[cell]))
        factors = [weights[cell] for cell in cells]
        layers = [literals.of(cell) for cell in cells]
        ends = [
            sorted((weight * layer[0][0], weight * layer[-1][0]))
            for weight, layer in zip(factors, layers, strict=True)
        ][::-1]
        # The least and the largest sum of the terms from each place on.
        least = [*accumulate((low for low, _ in ends), initial=0)][::-1]
        most = [*accumulate((high for _, high in ends), initial=0)][::-1]

        def step(place: int, held: int, value: int) -> tuple[int, ...]:
            held += factors[place] * value
            missing = self.total - held
            return (held,) if least[place + 1] <= missing <= most[place + 1] else ()

        return chain_of(literals, layers, (0,), step, lambda held: held == self.total)


class Occurrences(_Layered):
    """How many of some cells hold one of some values.

    Args:
        cells: The cells.
        values: The values.
        counts: How many cells may.
    """

    cells: tuple[int, ...]
    values: tuple[int, ...]
    counts: tuple[int, ...]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield that among enough of the cells one holds the value, or a counter."""
        size, least = len(self.cells), min(self.counts, default=0)
        is_least = set(range(least, size + 1)) <= set(self.counts)
        if is_least and comb(size, least - 1 if least else 0) <= _FEW_CLAUSES:
            held = [
                [literals.literal(cell, value) for value in self.values]
                for cell in self.cells
            ]
            if least:
                for some in combinations(held, max(0, size - least + 1)):
                    yield tuple(chain(*some))
            return
        yield from super().clauses(literals)

    def by(
        self, chain_of: Callable[..., Iterator[_Clause]], literals: Literals
    ) -> Iterator[_Clause]:
        """Yield the clauses of counts."""
        held: list[int] = []
        for cell in self.cells:
            own = [literals.literal(cell, value) for value in self.values]
            if len(own) != 1:
                here = literals.new(f"{cell} is one of {self.values}")
                yield (-here, *own)
                yield from ((-literal, here) for literal in own)
                own = [here]
            held.append(own[0])
        yield from count_clauses(chain_of, literals, held, self.counts)


class SelfCounts(Primitive):
    """A value that occurs among some cells occurs as often as it says."""

    cells: tuple[int, ...]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield a counter for each value, and which values together fill the cells."""
        values = values_in(literals.geometry)
        yield from chain.from_iterable(
            each.clauses(literals) for each in self._counts(values)
        )
        present: list[_Layer] = []
        for value in values:
            there = literals.new(f"has {value}")
            held = [literals.literal(cell, value) for cell in self.cells]
            yield (-there, *held)
            yield from ((-one, there) for one in held)
            present.append([(value, there), (0, -there)])

        def step(_place: int, count: int, weight: int) -> tuple[int, ...]:
            return (count + weight,) if count + weight <= len(self.cells) else ()

        yield from chain_clauses(literals, present, (0,), step, len(self.cells).__eq__)

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield a counter for each value."""
        for each in self._counts(values_in(literals.geometry)):
            yield from each.direct_clauses(literals)

    def _counts(self, values: range) -> list[Occurrences]:
        return [
            Occurrences(self.cells, (value,), tuple({0, value})) for value in values
        ]

    def sets(self, values: range) -> tuple[tuple[int, ...], ...]:
        """Return the sets of values that together fill the cells.

        Raises:
            LimitError: There are too many to try.
        """
        positive = [value for value in values if 0 < value <= len(self.cells)]
        if len(positive) > _MOST_CIRCLED:
            raise LimitError(f"more than {_MOST_CIRCLED} values occur as they say")
        sizes = range(len(positive) + 1)
        every = chain.from_iterable(combinations(positive, size) for size in sizes)
        return tuple(one for one in every if sum(one) == len(self.cells))


class SameCounts(_Layered):
    """Each value occurs as often among some cells as among others.

    Args:
        left, right: The cells, as many of each.
    """

    left: tuple[int, ...]
    right: tuple[int, ...]

    def by(
        self, chain_of: Callable[..., Iterator[_Clause]], literals: Literals
    ) -> Iterator[_Clause]:
        """Yield, for each value, that counting up and down ends where it began."""
        half = len(self.left)

        def step(place: int, count: int, weight: int) -> tuple[int, ...]:
            count += weight if place < half else -weight
            return (count,) if count >= 0 else ()

        for value in values_in(literals.geometry):
            cells = (*self.left, *self.right)
            held = [literals.literal(cell, value) for cell in cells]
            layers = [[(1, literal), (0, -literal)] for literal in held]
            yield from chain_of(literals, layers, (0,), step, (0).__eq__)


class SumBetween(_Layered):
    """Values between the smallest and the largest of some cells have a sum.

    Args:
        total: The sum.
        cells: The cells, in their order; that they differ is said elsewhere.
    """

    total: int
    cells: tuple[int, ...]

    def by(
        self, chain_of: Callable[..., Iterator[_Clause]], literals: Literals
    ) -> Iterator[_Clause]:
        """A state is the two values, how many of them were read, and the sum."""
        values, size = values_in(literals.geometry), len(self.cells)
        pairs = [
            (low, high)
            for low, high in product(values, values)
            if (low < high or (size == 1 and low == high)) and high - low >= size - 1
        ]

        def step(
            _place: int, state: tuple[int, int, int, int], value: int
        ) -> tuple[tuple[int, int, int, int], ...]:
            low, high, seen, held = state
            if value in {low, high}:
                seen += 1 + (low == high)
                return ((low, high, seen, held),) if seen < 3 else ()
            if not low < value < high:
                return ()
            held += value if seen == 1 else 0
            fits = held <= self.total or values[0] < 0
            return ((low, high, seen, held),) if fits else ()

        layers = [literals.of(cell) for cell in self.cells]
        starts = [(*pair, 0, 0) for pair in pairs]
        yield from chain_of(
            literals, layers, starts, step, lambda state: state[2:] == (2, self.total)
        )


class Rank(Primitive):
    """How many of some lines, read as numbers, are smaller than one line.

    Args:
        rank: 1 where none is smaller.
        line: The cells of the line.
        others: The cells of each other line, up to where it must differ.
        first: The value that the line begins with, where the units imply it.
        ranks: The rank of each other line that has one, else None; these, too, are
            said of all lines, so that they imply which of two is smaller.
    """

    rank: int
    line: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]
    first: int | None
    ranks: tuple[int | None, ...]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield the order of lines with ranks; count the smaller ones of the rest.

        Where the first value is known, as many numbers begin with it as a square has
        sides, and only these are compared, from the second place on.
        """
        start, count, begins = 0, self.rank - 1, None
        if self.first is not None:
            yield from InDomain(self.line[0], (self.first,)).clauses(literals)
            start, count = 1, count % 4
        smaller: list[int] = []
        for other, rank in zip(self.others, self.ranks, strict=True):
            if self.first is not None:
                begins = dict(literals.of(other[0])).get(self.first)
                is_apart = rank is not None and (rank - 1) // 4 != (self.rank - 1) // 4
                if begins is None or len(other) == 1 or is_apart:
                    continue
            mine, its = self.line[start : len(other)], other[start:]
            if rank is None:
                small = literals.new("line smaller")
                smaller.append(small)
                least: _Clause = (small,)
                if begins is not None:
                    yield (-small, begins)
                    least = (small, -begins)
                yield from _in_order(literals, its, mine, (-small,), is_strict=True)
                yield from _in_order(literals, mine, its, least, is_strict=False)
            elif rank <= self.rank:
                is_strict = rank < self.rank
                count -= is_strict
                yield from _in_order(literals, its, mine, (), is_strict=is_strict)
        yield from count_clauses(chain_clauses, literals, smaller, [count])

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield a variable for each other line, "smaller", and how many are true."""
        above: dict[int, dict[int, int]] = {}
        smaller: list[int] = []
        size = literals.geometry.size
        for other in self.others:
            literals.reserve(len(other) * size, 4 * _WORDS_OF_A_COMPARISON)
            for cell in other:
                if cell not in above:
                    above[cell] = yield from _at_least(cell, literals)
            below = [literals.new("line smaller") for _ in other]
            yield from self._compared(literals, other, below, above)
            smaller.append(below[0])
        yield from count_clauses(
            direct_chain_clauses, literals, smaller, [self.rank - 1]
        )

    def _compared(
        self,
        literals: Literals,
        others: tuple[int, ...],
        below: list[int],
        above: dict[int, dict[int, int]],
    ) -> Iterator[_Clause]:
        """Yield whether the other line is smaller from each place on."""
        line = self.line[: len(others)]
        for cell, other, here, behind in zip_longest(line, others, below, below[1:]):
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


def _in_order(
    literals: Literals,
    line: tuple[int, ...],
    other: tuple[int, ...],
    unless: _Clause,
    *,
    is_strict: bool,
) -> Iterator[_Clause]:
    """Yield that a line is a smaller number than another, or the same unless strict.

    Args:
        literals: The literals.
        line: The cells of the line.
        other: As many cells of the other.
        unless: Literals of which one is true where it need not be so.
        is_strict: Whether they differ.
    """
    values = values_in(literals.geometry)
    literals.reserve(2 * len(line) * len(values), 4)
    for place, (cell, held) in enumerate(zip(line, other, strict=True), 1):
        low = yield from _shared_bounds(cell, literals)
        high = yield from _shared_bounds(held, literals)
        ends = place == len(line)
        # With the same value here, the rest has to be in order.
        behind: _Clause = () if ends else (literals.new("line smaller"),)
        for value in values:
            yield (*unless, -low[value], high[value])
            if is_strict or not ends:
                yield (*unless, -low[value], high[value + 1], *behind)
        unless = tuple(-variable for variable in behind)


def _shared_bounds(
    cell: int, literals: Literals
) -> Generator[_Clause, None, dict[int, int]]:
    """Return the variables of `_at_least`, made once in a formula."""
    shared, values = literals.shared, values_in(literals.geometry)
    if ("at least", cell, values[0]) not in shared:
        bounds = yield from _at_least(cell, literals)
        shared.update({("at least", cell, at): x for at, x in bounds.items()})
    return {at: shared["at least", cell, at] for at in (*values, values[-1] + 1)}


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


class NValue(_Layered):
    """A cell holds how many different values some cells hold.

    Args:
        cells: The cells.
        count: The cell that holds their number.
    """

    cells: tuple[int, ...]
    count: int

    def by(
        self, chain_of: Callable[..., Iterator[_Clause]], literals: Literals
    ) -> Iterator[_Clause]:
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
        layers.append(literals.of(self.count))

        def step(place: int, count: int, symbol: int) -> tuple[int, ...]:
            if place < len(values):
                return (count + symbol,)
            return (0,) if count == symbol else ()

        yield from chain_of(literals, layers, (0,), step, (0).__eq__)


class Disjunction(Primitive):
    """At least one of several lists of primitives holds.

    Args:
        branches: The primitives of each.
    """

    branches: tuple[tuple[Primitive, ...], ...]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield the clauses of each branch, behind a variable that chooses it."""
        return self._guarded(literals, direct=False)

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield the same of the direct clauses."""
        return self._guarded(literals, direct=True)

    def _guarded(self, literals: Literals, *, direct: bool) -> Iterator[_Clause]:
        chosen: list[int] = []
        shared = literals.shared
        for number, primitives in enumerate(self.branches, 1):
            branch = literals.new(f"branch {number}")
            chosen.append(branch)
            # What a branch says of a new variable holds in that branch alone.
            literals.shared = dict(shared)
            for each in primitives:
                make = each.direct_clauses if direct else each.clauses
                clauses = make(literals)
                yield from ((-branch, *clause) for clause in clauses)
        literals.shared = shared
        yield tuple(chosen)
