"""X-chains, XY-chains and remote pairs: chains of alternating links.

A chain alternates strong and weak links and begins and ends with a strong one.  If its
first candidate is false, the second is true, the third false, …, and the last is true.
So one of the two ends is true, and a candidate that sees both is false.

    X-chain       one digit; strong links are its conjugate pairs
    XY-chain      cells with two candidates; each is a strong link
    remote pair   at least four cells with the same two candidates, each seeing the next

An X-chain that returns to its start proves the start.  An X-chain of four cells is a
turbot fish, which has its own place in the order.  In a remote pair, two cells with an
even number of cells between them hold both digits, one each.

The step taken is the one that removes most (`rank`), by its shortest chain.  A
chain is searched hop by hop: a hop is a weak link and the strong link after it, so it
leads from a true candidate to another true one.  Masks say which ends can be reached;
a chain that touches no cell twice is then traced back from its end.

Source: the forums of 2005.  Lengths and choice follow HoDoKu.

Two cells are conjugate for a digit if they are all that a unit has left for it: one of
them holds it, which is a strong link.  A cell with two candidates is a strong link
within: it holds one or the other.  Weak links need no list: two cells that see each
other do not both hold a digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.state import bits, union_of
from satdoku.techniques.step import Node, Step, cells_text, chain_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from satdoku.techniques.state import Shape, View

    Follow = Mapping[int, int] | Sequence[int]  # where one hop leads, as a mask
    from collections.abc import Mapping, Sequence

    from satdoku.puzzle.geometry import Geometry

_HOPS = 10
"""Most hops of a chain: 20 candidates, HoDoKu's default."""

_MIN_PAIR_CELLS = 4


class _Hop(NamedTuple):
    """A hop, seen from where it ends.

    Args:
        origin: The true candidate it comes from.
        between: The false candidate between.
        cells: The cells it adds to a chain that is built from its end, as a mask.
    """

    origin: int
    between: int
    cells: int


class _Links(NamedTuple):
    """The links of numbered candidates.

    Args:
        cell: The cell of each candidate.
        digit: The digit of each candidate.
        first: Where the strong link from each leads, as a mask.
        follow: Where one hop from each leads.
        before: The hops that end in a candidate.
    """

    cell: Sequence[int]
    digit: Sequence[int]
    first: Mapping[int, int]
    follow: Follow
    before: Callable[[int], Iterable[_Hop]]


_Ends = dict[tuple[int, int], list[tuple[int, int, int]]]
"""By digit and removed cells: the start, the end and the cells no hop may add."""


def x_chain(view: View) -> Iterator[Step]:
    """Find X-chains of any length up to the limit."""
    return chains_of(view, Technique.X_CHAIN, _HOPS)


def chains_of(view: View, technique: Technique, hops: int) -> Iterator[Step]:
    """Find X-chains with at most `hops` hops; the shortest for each outcome.

    A box whose two cells for the digit lie in one line is a strong link here.  HoDoKu
    skips it, which makes no difference after locked candidates.
    """
    peers = view.shape.peers
    ends_of: _Ends = {}
    for digit, linked in enumerate(view.cached(partners)):
        here = view.state.where[digit]
        follow = view.cached(_x_follow)[digit]
        for start, first in linked.items():
            near = here & peers[start]
            # Ends below the start gave the same chain in the other direction.
            for end in bits(_reach(first, follow, hops) >> start << start):
                removed = near if end == start else near & peers[end]
                if removed:
                    way = start, end, 1 << start | 1 << end
                    ends_of.setdefault((digit, removed), []).append(way)
    return _steps(view, technique, ends_of, lambda digit: _x_links(view, digit), hops)


def _x_follow(view: View) -> Sequence[Mapping[int, int]]:
    peers = view.shape.peers
    follows: list[Mapping[int, int]] = []
    for linked in view.cached(partners):
        follow: dict[int, int] = {}
        for cell in linked:
            leads = 0
            for between, ends in linked.items():
                if peers[cell] >> between & 1:
                    leads |= ends
            follow[cell] = leads & ~(1 << cell)
        follows.append(follow)
    return follows


def _x_links(view: View, digit: int) -> _Links:
    peers, linked = view.shape.peers, view.cached(partners)[digit]
    every = sum(1 << cell for cell in linked)

    def before(end: int) -> Iterator[_Hop]:
        for between in bits(linked[end]):
            for origin in bits(every & peers[between] & ~(1 << end)):
                yield _Hop(origin, between, 1 << origin | 1 << between)

    cells = view.geometry.cells
    follow = view.cached(_x_follow)[digit]
    return _Links(range(cells), (digit,) * cells, linked, follow, before)


def xy_chain(view: View) -> Iterator[Step]:
    """Find XY-chains; the shortest for each outcome."""
    peers, where = view.shape.peers, view.state.where
    links = _xy_links(view)
    ends_of: _Ends = {}
    of_digit = [0] * len(where)
    for number, digit in enumerate(links.digit):
        of_digit[digit] |= 1 << number
    for start, (cell, digit) in enumerate(zip(links.cell, links.digit, strict=True)):
        near = where[digit] & peers[cell]
        # Ends below the start gave the same chain in the other direction.
        ends = of_digit[digit] >> (start | 1) + 1 << (start | 1) + 1
        if near and ends:
            for end in bits(ends & _reach(links.first[start], links.follow, _HOPS)):
                removed = near & peers[links.cell[end]]
                if removed:
                    way = start, end, 1 << cell
                    ends_of.setdefault((digit, removed), []).append(way)
    return _steps(view, Technique.XY_CHAIN, ends_of, lambda _: links, _HOPS)


def _xy_links(view: View) -> _Links:
    """Number the candidates of bivalue cells: 2i and 2i + 1 share a cell."""
    peers = view.shape.peers
    cells: list[int] = []
    digits: list[int] = []
    holding: list[list[int]] = [[] for _ in view.state.where]
    for cell, mask in view.cached(bivalue_cells).items():
        for digit in bits(mask):
            holding[digit + 1].append(len(cells))
            cells.append(cell)
            digits.append(digit + 1)
    follow = [
        sum(
            1 << (other ^ 1)
            for other in holding[digit]
            if peers[cell] >> cells[other] & 1
        )
        for cell, digit in zip(cells, digits, strict=True)
    ]

    def before(end: int) -> Iterator[_Hop]:
        # What follows the other candidate of this cell is, but for the other candidate
        # of its own cell, what comes before this one.
        for after in bits(follow[end ^ 1]):
            yield _Hop(after ^ 1, end ^ 1, 1 << cells[end])

    first = {number: 1 << (number ^ 1) for number in range(len(cells))}
    return _Links(cells, digits, first, follow, before)


def _reach(first: int, follow: Follow, hops: int) -> int:
    """Return the candidates in which 2 to `hops` hops end; cells may come up twice."""
    reached = 0
    front = first
    for _ in range(hops - 1):
        front = union_of(front, follow) & ~reached
        if not front:
            break
        reached |= front
    return reached


def _steps(
    view: View,
    technique: Technique,
    ends_of: _Ends,
    links_of: Callable[[int], _Links],
    hops: int,
) -> Iterator[Step]:
    """Yield a step for each outcome, best first, by a shortest chain."""

    def order(outcome: tuple[int, int]) -> tuple[int, int]:
        digit, removed = outcome
        return rank(((cell, digit) for cell in bits(removed)), view.geometry)

    for digit, removed in sorted(ends_of, key=order):
        chain = _shortest(links_of(digit), ends_of[digit, removed], hops)
        if chain:
            yield Step(
                view.geometry,
                technique,
                removes=tuple((cell, digit) for cell in bits(removed)),
                cells=tuple(sorted({node.cells[0] for node in chain})),
                digits=tuple(sorted({node.digit for node in chain})),
                chains=(chain,),
            )


def _shortest(
    links: _Links, ways: list[tuple[int, int, int]], hops: int
) -> tuple[Node, ...]:
    """Return the shortest chain between two ends; () if each touches a cell twice."""
    best: tuple[Node, ...] = ()
    for start, end, taken in ways:
        trace = _trace(links, start, end, taken, hops)
        if trace:
            between = (place for hop in trace for place in (hop.origin, hop.between))
            best = tuple(
                Node(links.digit[place], (links.cell[place],), bool(index % 2))
                for index, place in enumerate((start, *between, end))
            )
            hops = len(trace)  # one less than it has: the next must be shorter
    return best


def _trace(
    links: _Links, start: int, end: int, taken: int, hops: int
) -> tuple[_Hop, ...] | None:
    """Return the hops after the first of a shortest chain that touches no cell twice.

    Args:
        links: The links.
        start: The first candidate.
        end: The last candidate.
        taken: The cells that no hop may add.
        hops: The most hops.
    """
    fronts = [0, links.first[start]]
    for length in range(2, hops + 1):
        fronts.append(union_of(fronts[-1], links.follow))
        if fronts[-1] >> end & 1:
            trace = _back(links, end, length, fronts, taken)
            if trace:
                return trace
    return None


def _back(
    links: _Links, end: int, length: int, fronts: Sequence[int], taken: int
) -> tuple[_Hop, ...] | None:
    """Trace back from the end, always to where as many hops from the start can lead."""
    if length == 1:
        return ()
    for hop in links.before(end):
        if fronts[length - 1] >> hop.origin & 1 and not hop.cells & taken:
            trace = _back(links, hop.origin, length - 1, fronts, taken | hop.cells)
            if trace is not None:
                return (*trace, hop)
    return None


def remote_pair(view: View) -> Iterator[Step]:
    """Find remote pairs; the shortest for each outcome."""
    same: dict[int, int] = {}
    for cell, mask in view.cached(bivalue_cells).items():
        same[mask] = same.get(mask, 0) | 1 << cell
    best: dict[tuple[tuple[int, int], ...], tuple[tuple[int, ...], int, int]] = {}
    for start, mask in view.cached(bivalue_cells).items():
        cells = same[mask]
        # Three such cells in a unit contradict each other, and chains would be legion.
        if cells.bit_count() < _MIN_PAIR_CELLS or any(
            (unit & cells).bit_count() > 2 for unit in view.shape.units
        ):
            continue
        low, high = (bit + 1 for bit in bits(mask))
        chains = list(_pair_chains(view.shape, (start,), cells & ~(1 << start)))
        for digit, other in (low, high), (high, low):
            for chain in chains:
                removes = _pair_removes(view, chain, digit, other)
                if removes and (
                    removes not in best or len(chain) < len(best[removes][0])
                ):
                    best[removes] = chain, digit, other
    for removes in sorted(best, key=lambda pairs: rank(pairs, view.geometry)):
        chain, digit, other = best[removes]
        nodes = (
            Node((digit, other)[index % 2 ^ side], (cell,), bool(side))
            for index, cell in enumerate(chain)
            for side in (0, 1)
        )
        yield Step(
            view.geometry,
            Technique.REMOTE_PAIR,
            removes=removes,
            cells=chain,
            digits=tuple(sorted((digit, other))),
            chains=(tuple(nodes),),
        )


def _pair_chains(
    shape: Shape, chain: tuple[int, ...], free: int
) -> Iterator[tuple[int, ...]]:
    """Yield the chains that continue one: rows first, then columns, then boxes."""
    if len(chain) >= _MIN_PAIR_CELLS and not len(chain) % 2:
        yield chain
    if len(chain) == _HOPS:
        return
    rest = free & shape.peers[chain[-1]]
    for near in (*(shape.units[unit] for unit in shape.units_of[chain[-1]]), rest):
        for cell in bits(rest & near):
            yield from _pair_chains(shape, (*chain, cell), free & ~(1 << cell))
        rest &= ~near


def _pair_removes(
    view: View, chain: tuple[int, ...], digit: int, other: int
) -> tuple[tuple[int, int], ...]:
    """Return what a chain removes, if its ends remove the digit somewhere."""
    peers, where = view.shape.peers, view.state.where
    if not where[digit] & peers[chain[0]] & peers[chain[-1]]:
        return ()
    seen = 0
    for index, cell in enumerate(chain):
        for opposite in chain[index + 3 :: 2]:
            seen |= peers[cell] & peers[opposite]
    return tuple(
        (cell, value)
        for cell in bits(seen)
        for value in sorted((digit, other))
        if where[value] >> cell & 1
    )


def reason(step: Step) -> str:
    """Explain why a chain holds."""
    board = step.geometry
    if step.technique is Technique.REMOTE_PAIR:
        low, high = step.digits
        cells = " - ".join(cells_text(board, (cell,)) for cell in step.cells)
        return f"{low} and {high} alternate along {cells}"
    (chain,) = step.chains
    start, end = (board.cell_name(node.cells[0]) for node in (chain[0], chain[-1]))
    text, digit = chain_text(board, chain), chain[0].digit
    if start == end:
        return f"without {digit} in {start} it would be there: {text}"
    return f"{start} or {end} is {digit}: {text}"


def conjugates(view: View) -> Sequence[Sequence[tuple[int, int]]]:
    """Return of each digit the units that have two cells for it, with those cells.

    Use it by `view.cached(conjugates)`.

    Example:
        >>> from satdoku.techniques.state import cells_of
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. .... .... ...3")))
        >>> [(unit, cells_of(pair)) for unit, pair in conjugates(view)[4]]
        [(0, (2, 3)), (8, (4, 5))]
    """
    state, units = view.state, view.shape.units
    return [
        [(unit, here & units[unit]) for unit, count in enumerate(counts) if count == 2]
        for here, counts in zip(state.where, state.counts, strict=True)
    ]


def partners(view: View) -> Sequence[Mapping[int, int]]:
    """Return of each digit the cells that have conjugates, with these as a mask.

    The cells are in rising order.  Use it by `view.cached(partners)`.
    """
    partners_of: list[Mapping[int, int]] = []
    for pairs in view.cached(conjugates):
        linked: dict[int, int] = {}
        for _, pair in pairs:
            low = pair & -pair
            high = pair ^ low
            first, second = low.bit_length() - 1, high.bit_length() - 1
            linked[first] = linked.get(first, 0) | high
            linked[second] = linked.get(second, 0) | low
        partners_of.append(dict(sorted(linked.items())))
    return partners_of


def bivalue_cells(view: View) -> Mapping[int, int]:
    """Return the cells with two candidates, rising, with these as a mask.

    Use it by `view.cached(bivalue_cells)`.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> bivalue_cells(View(State.of(Puzzle("12.. .... .... ...3"))))
        {2: 12, 4: 12, 5: 12, 12: 10, 13: 9}
    """
    return {
        cell: mask for cell, mask in enumerate(view.state.left) if mask.bit_count() == 2
    }


def rank(candidates: Iterable[tuple[int, int]], geometry: Geometry) -> tuple[int, int]:
    """Return a key that sorts outcomes of chains, the one to take first.

    The more candidates are removed the better; of as many, the lighter go first.

    Args:
        candidates: What is removed: (cell, digit) pairs.
        geometry: Of the grid.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> rank([(4, 2), (3, 1)], Geometry(9, 9))
        (-2, 330)
    """
    by_digit = sorted((digit, cell) for cell, digit in candidates)
    return -len(by_digit), weight(by_digit, geometry.cells)


def weight(by_digit: Iterable[tuple[int, int]], cells: int) -> int:
    """Return what HoDoKu's lists of steps sort outcomes of equal size by.

    Each cell counts 1, 81, 161 … times (on 9×9), and the digits are added.

    Args:
        by_digit: What is removed: (digit, cell) pairs, rising.
        cells: How many the grid has.
    """
    return sum(
        cell * (1 + index * (cells - 1)) + digit
        for index, (digit, cell) in enumerate(by_digit)
    )
