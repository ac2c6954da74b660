"""What follows from a candidate, and forcing chains of several strands.

Two sets grow from a candidate that is assumed true or false: candidates that are true
and candidates that are false, in the order of the scheme.  What the true ones rule out
comes first, then what one false candidate leaves, then again what is true.  It ends
where nothing more follows, or where a candidate would be both.

*Static*: each candidate follows from one before it, along the links of the position.
*Dynamic*: what is false is removed from the grid when its turn comes, so a cell or unit
may come down to one place; that follows from all that was removed there.  *Nishio* is
dynamic, by the links of units alone.

Each candidate is stored with what it follows from: the set of all candidates, true or
false, back to the start (`behind`), whose size is the length of its strand.  It is a
mask: candidate c false is bit 2c, true bit 2c + 1.  From bit `NODES` on are chains
nested in the strand; `nested` knows their lengths.

For each candidate the strands from its being true and from its being false are found:

- contradiction: some candidate would be true and false, so the start is wrong;
- double: the same follows whether the start is true or false;
- cell: the same follows from every candidate of a cell;
- region: the same follows from every place of a digit in a unit.

Nishio uses contradictions only; multiple chains are cell and region chains of static
strands, dynamic ones all of them of dynamic strands.  The shortest is taken, with all
strands counted together; of those the first, but contradictions come last, after
double, cell and region chains.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.techniques.se.chains import CELL, Links
from satdoku.techniques.se.rules import PEERS, SIGHT, UNITS, UNITS_OF, SeStep
from satdoku.techniques.state import bits, cells_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.techniques.state import State

NODES = 2 * 729
"""How many bits of what is behind a candidate stand for candidates."""

Key: TypeAlias = tuple[int, int]
"""The length of a chain, and its kind."""

DOUBLE, CELLS, REGION, CONTRADICTION = 1, 5, 6, 7
"""In this order chains of one length are taken."""

_NODES_MASK = (1 << NODES) - 1


class Candidates(NamedTuple):
    """The candidates of a position: of each cell, and the cells of each digit.

    Long searches check `deadline`.
    """

    left: Sequence[int]
    where: Sequence[int]
    deadline: Deadline = NEVER


class Clash(NamedTuple):
    """A candidate that would be true and false.

    Args:
        candidate: The candidate.
        cause: Why it would be true, `CELL` or a unit; None if it is the start.
        behind_true: What its being true follows from.
        behind_false: What its being false follows from.
    """

    candidate: int
    cause: int | None
    behind_true: int
    behind_false: int


class Consequences(NamedTuple):
    """What follows.

    Args:
        on: The true candidates in order, each with what is behind it.
        off: The false ones.
        cause: Why each of the true ones is, except the start: `CELL` or a unit.
        clash: Where it ended if a candidate would be both.
    """

    on: dict[int, int]
    off: dict[int, int]
    cause: dict[int, int]
    clash: Clash | None


Advance = Callable[[Candidates, Candidates, dict[int, int]], list[tuple[int, int]]]
"""What else follows where links say no more: from the grid as it is, the grid as it
was, and the false candidates with what is behind them, further ones with the same."""


def static(links: Links, start: int) -> Consequences:
    """Return what follows from a true candidate, along links of the position."""
    off_by, on_by = links.off_by, links.on_by
    on = {start: 2 << 2 * start}
    off: dict[int, int] = {}
    cause: dict[int, int] = {}
    trues, falses = deque((start,)), deque[int]()
    while trues or falses:
        if trues:
            candidate = trues.popleft()
            behind = on[candidate]
            for other in off_by[candidate]:
                if other in on:
                    mine = behind | 1 << 2 * other
                    clash = Clash(other, cause.get(other), on[other], mine)
                    return Consequences(on, off, cause, clash)
                if other not in off:
                    off[other] = behind | 1 << 2 * other
                    falses.append(other)
        else:
            candidate = falses.popleft()
            behind = off[candidate]
            for other in on_by[candidate]:
                why = links.cause[729 * candidate + other]
                if other in off:
                    mine = behind | 2 << 2 * other
                    clash = Clash(other, why, mine, off[other])
                    return Consequences(on, off, cause, clash)
                if other not in on:
                    on[other] = behind | 2 << 2 * other
                    cause[other] = why
                    trues.append(other)
    return Consequences(on, off, cause, None)


class _Dynamic:
    """The grid as it shrinks, and what is known.

    Args:
        grid: The position.
        cells: Whether cells link at all; without, it is a nishio.
        advance: What else follows where links say no more.
    """

    def __init__(
        self, grid: Candidates, *, cells: bool = True, advance: Advance | None = None
    ) -> None:
        self.first = grid
        self.left = list(grid.left)
        self.where = list(grid.where)
        self.cells = cells
        self.advance = advance
        self.on: dict[int, int] = {}
        self.off: dict[int, int] = {}
        self.cause: dict[int, int] = {}
        self.on_cells = [0] * 9
        self.off_cells = [0] * 9
        self.trues: deque[int] = deque()
        self.falses: deque[int] = deque()

    def run(self, start: int, *, true: bool) -> Consequences:
        """Return all that follows from a candidate."""
        if true:
            self.add_true(start, 2 << 2 * start)
        else:
            self.add_false(start, 1 << 2 * start)
        clash = None
        while clash is None and (self.trues or self.falses):
            if self.trues:
                clash = self.rule_out(self.trues.popleft())
            else:
                clash = self.leave(self.falses.popleft())
            if not (clash or self.trues or self.falses) and self.advance:
                self.first.deadline.check()
                now = Candidates(self.left, self.where, self.first.deadline)
                for candidate, behind in self.advance(now, self.first, self.off):
                    if candidate not in self.off:
                        self.add_false(candidate, behind | 1 << 2 * candidate)
        return Consequences(self.on, self.off, self.cause, clash)

    def add_true(self, candidate: int, behind: int) -> None:
        """Add a true candidate."""
        self.on[candidate] = behind
        cell, digit = divmod(candidate, 9)
        self.on_cells[digit] |= 1 << cell
        self.trues.append(candidate)

    def add_false(self, candidate: int, behind: int) -> None:
        """Add a false candidate; it is removed from the grid when its turn comes."""
        self.off[candidate] = behind
        cell, digit = divmod(candidate, 9)
        self.off_cells[digit] |= 1 << cell
        self.falses.append(candidate)

    def rule_out(self, candidate: int) -> Clash | None:
        """Add what a true candidate rules out; return where that clashes."""
        cell, digit = divmod(candidate, 9)
        behind = self.on[candidate]
        on, off = self.on, self.off
        if self.cells:
            rest = self.left[cell] & ~(1 << digit)
            while rest:
                low = rest & -rest
                rest ^= low
                other = 9 * cell + low.bit_length() - 1
                if other in on:
                    mine = behind | 1 << 2 * other
                    return Clash(other, self.cause.get(other), on[other], mine)
                if other not in off:
                    self.add_false(other, behind | 1 << 2 * other)
        here = self.where[digit + 1] & ~self.off_cells[digit]
        if here & PEERS[cell]:
            true = self.on_cells[digit]
            for part in SIGHT[cell]:
                rest = here & part
                while rest:
                    low = rest & -rest
                    rest ^= low
                    other = 9 * low.bit_length() - 9 + digit
                    mine = behind | 1 << 2 * other
                    if true & low:
                        return Clash(other, self.cause.get(other), on[other], mine)
                    self.add_false(other, mine)
        return None

    def leave(self, candidate: int) -> Clash | None:
        """Remove a false candidate, add what that leaves true; return a clash."""
        cell, digit = divmod(candidate, 9)
        bit = 1 << cell
        here = self.where[digit + 1]
        mask = self.left[cell]
        self.left[cell] = mask & ~(1 << digit)
        self.where[digit + 1] = here & ~bit
        new: dict[int, tuple[int, int]] = {}
        if self.cells and mask.bit_count() == 2:
            other = 9 * cell + (mask ^ 1 << digit).bit_length() - 1
            gone = (9 * cell + d for d in bits(self.first.left[cell] & ~mask))
            new[other] = CELL, self._behind(candidate, gone)
        for unit in UNITS_OF[cell]:
            places = here & UNITS[unit]
            if places.bit_count() == 2:
                other = 9 * (places ^ bit).bit_length() - 9 + digit
                if other not in new:
                    lost = self.first.where[digit + 1] & UNITS[unit] & ~places
                    gone = (9 * c + digit for c in bits(lost))
                    new[other] = unit, self._behind(candidate, gone)
        for other, (cause, behind) in new.items():
            mine = behind | 2 << 2 * other
            if other in self.off:
                return Clash(other, cause, mine, self.off[other])
            if other not in self.on:
                self.cause[other] = cause
                self.add_true(other, mine)
        return None

    def _behind(self, candidate: int, gone: Iterable[int]) -> int:
        """Return what is behind a false candidate and those gone before it."""
        off = self.off
        behind = off[candidate]
        for other in gone:
            behind |= off[other]
        return behind


class End(NamedTuple):
    """The end of a strand.

    Args:
        behind: What is behind it.
        cause: Why candidates of the strand are true.
        origin: Why the start is.
    """

    behind: int
    cause: dict[int, int]
    origin: int | None


class Chains:
    """Collects what chains of several strands prove.

    Args:
        sizes: The lengths of chains nested in strands.
    """

    def __init__(self, sizes: Sequence[int] = ()) -> None:
        self.sizes = sizes

    def offer(
        self, key: Key, candidate: int, ends: Callable[[], list[End]], *, true: bool
    ) -> None:
        """Take a chain, or leave it.

        Args:
            key: Its length and kind.
            candidate: What it proves.
            ends: Returns the ends of its strands.
            true: Whether the candidate is true.
        """
        raise NotImplementedError

    def contradiction(self, strand: Consequences, start: int, *, true: bool) -> None:
        """Offer what a strand from a true or false candidate proves if it clashes."""
        clash = strand.clash
        if clash is not None:
            on, off = clash.behind_true, clash.behind_false
            why = {} if clash.cause is None else {clash.candidate: clash.cause}
            self.offer(
                (size_of((on, off), self.sizes), CONTRADICTION),
                start,
                lambda: [
                    End(on, strand.cause | why, None),
                    End(off, strand.cause, None),
                ],
                true=not true,
            )

    def common(
        self, kind: int, strands: Sequence[Consequences], origin: int | None
    ) -> None:
        """Offer all that follows in every one of some strands.

        Args:
            kind: `DOUBLE`, `CELLS` or `REGION`.
            strands: What follows from each start.
            origin: Why one of the starts is true: `CELL`, or the unit; None for a
                candidate that is true or false.
        """
        for true in (True, False):
            sides = [strand.on if true else strand.off for strand in strands]
            shared = set(sides[0]).intersection(*sides[1:])
            for candidate in sides[0] if shared else ():
                if candidate not in shared:
                    continue
                behind = [side[candidate] for side in sides]

                def ends(behind: list[int] = behind) -> list[End]:
                    pairs = zip(behind, strands, strict=True)
                    return [End(mask, strand.cause, origin) for mask, strand in pairs]

                key = size_of(behind, self.sizes), kind
                self.offer(key, candidate, ends, true=true)


class Shortest(Chains):
    """The shortest chain so far, and what it proves."""

    def __init__(self, sizes: Sequence[int] = ()) -> None:
        super().__init__(sizes)
        self.key = (1 << 30, 0)
        self.candidate: int | None = None
        self.true = False

    def offer(
        self, key: Key, candidate: int, ends: Callable[[], list[End]], *, true: bool
    ) -> None:
        """Take a chain if it is better: shorter, or of an earlier kind."""
        del ends
        if key < self.key:
            self.key, self.candidate, self.true = key, candidate, true

    def step(self, state: State, names: dict[int, str]) -> SeStep | None:
        """Return the step of the shortest chain, by the rule of its kind."""
        if self.candidate is None:
            return None
        length, kind = self.key
        return SeStep.from_chain(
            names[kind], length, state.left, self.candidate, true=self.true
        )


def size_of(behind: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the length of strands together, with the chains nested in them.

    Args:
        behind: What is behind the end of each.
        sizes: The length of each nested chain, by its bit.
    """
    if not sizes:
        return sum(mask.bit_count() for mask in behind)
    nested = length = 0
    for mask in behind:
        length += (mask & _NODES_MASK).bit_count()
        nested |= mask >> NODES
    return length + sum(sizes[index] for index in bits(nested))


def nishio(state: State, deadline: Deadline = NEVER) -> SeStep | None:
    """Find the shortest nishio forcing chain."""
    grid = Candidates(state.left, state.where, deadline)
    best = Shortest()
    for cell, mask in enumerate(state.left):
        for digit in bits(mask) if mask & (mask - 1) else ():
            deadline.check()
            for true in (True, False):
                start = 9 * cell + digit
                strand = _Dynamic(grid, cells=False).run(start, true=true)
                best.contradiction(strand, start, true=true)
    return best.step(state, {CONTRADICTION: "Nishio Forcing Chain"})


def multiple_forcing(state: State, deadline: Deadline = NEVER) -> SeStep | None:
    """Find the shortest cell or region forcing chain."""
    best = Shortest()
    multiple_chains(Candidates(state.left, state.where, deadline), best)
    return best.step(
        state, {CELLS: "Cell Forcing Chain", REGION: "Region Forcing Chain"}
    )


def multiple_chains(grid: Candidates, chains: Chains) -> None:
    """Collect all cell and region forcing chains; only of cells with three or more."""
    links = Links(grid.left, grid.where, x=True, y=True)

    @cache
    def strand(candidate: int) -> Consequences:
        return static(links, candidate)

    for cell, mask in enumerate(grid.left):
        if mask.bit_count() > 2:
            _cell_and_regions(grid, cell, strand, chains)


def dynamic_chains(grid: Candidates, chains: Chains, advance: Advance | None) -> None:
    """Collect all dynamic forcing chains.

    Args:
        grid: The position.
        chains: What collects them.
        advance: What follows where links say no more.
    """

    @cache
    def strand(start: int) -> Consequences:
        return _Dynamic(grid, advance=advance).run(start, true=True)

    def both_ways(candidate: int) -> None:
        on = strand(candidate)
        chains.contradiction(on, candidate, true=True)
        off = _Dynamic(grid, advance=advance).run(candidate, true=False)
        chains.contradiction(off, candidate, true=False)
        if grid.left[candidate // 9].bit_count() > 2:
            chains.common(DOUBLE, [on, off], None)

    for cell, mask in enumerate(grid.left):
        if mask.bit_count() > 1:
            _cell_and_regions(grid, cell, strand, chains, both_ways)


def _cell_and_regions(
    grid: Candidates,
    cell: int,
    strand: Callable[[int], Consequences],
    chains: Chains,
    before: Callable[[int], None] | None = None,
) -> None:
    """Collect the chains of a cell, and of units in which it comes first for a digit.

    Args:
        grid: The position.
        cell: The cell.
        strand: Returns what follows from a candidate.
        chains: What collects them.
        before: Is called first for each candidate of the cell.
    """
    candidates = [9 * cell + digit for digit in bits(grid.left[cell])]
    for candidate in candidates:
        grid.deadline.check()
        digit = candidate - 9 * cell
        if before:
            before(candidate)
        for unit in UNITS_OF[cell]:
            places = grid.where[digit + 1] & UNITS[unit]
            if places & -places == 1 << cell and places & (places - 1):
                own = [strand(9 * other + digit) for other in cells_of(places)]
                chains.common(REGION, own, unit)
    chains.common(CELLS, [strand(candidate) for candidate in candidates], CELL)
