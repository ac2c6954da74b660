"""Almost locked sets: ALS-XZ, ALS-XY-wing, ALS chain and death blossom.

An almost locked set (ALS) is a set of cells of one unit with one candidate digit more
than cells.  If it lacks any one of its digits, the rest fill the cells: it is locked.
A cell with two candidates is the smallest one.

A digit is a restricted common of two sets if all its cells in one see all its cells in
the other.  Only one of the two can hold it, and the one that lacks it is locked.

    ALS-XZ         two sets with a restricted common: any other digit that both share is
                   in one of them.  With two restricted commons, each set lacks one of
                   them and holds all its other digits.
    ALS-XY-wing    three sets: the middle one has a restricted common with each outer
                   one; one of the outer sets is locked, so a further digit they share
                   is in one of them.
    ALS chain      four sets or more, each restricted common different from the one
                   before: any other digit of the first and last set is in one of them.
    death blossom  a cell (the stem) and a set for each of its candidates (the petals),
                   whose cells for it all see the stem: one of the petals is locked, so
                   a digit that all share is in one of them.

Cells that see every cell that can hold such a digit cannot have it.

Sets of almost locked sets are masks: the set at index i of the list is bit i.  The
candidates that a set takes from the grid are one mask, too: cell c and digit d are bit
(d - 1) * cells + c, so rising order is by digit, then by cell.

In an exhaustive view sets may share cells, and chains go in any direction.  Otherwise
order and choice follow HoDoKu 2.2.0.
"""

from __future__ import annotations

from itertools import combinations, pairwise, product
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from satdoku.puzzle.geometry import digits_of
from satdoku.techniques.chains import weight
from satdoku.techniques.state import bits, cells_of
from satdoku.techniques.step import CellSet, Node, Step, cells_text, digits_text, listed
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from satdoku.techniques.state import View

_MAX_SETS = 150_000
"""Most sets of cells to try in an empty grid."""

_MAX_LINKS = 6
"""Most links of a chain in an exhaustive view."""


class AlmostLockedSet(NamedTuple):
    """Cells of one unit with one digit more.

    Args:
        cells: The cells, as a mask.
        digits: Their candidates: digit d as bit d - 1.
        where: Of each digit, the cells of the set that may hold it; index 0 is unused.
        seen: Of each digit of the set, the cells outside that may hold it and see all
            of `where`: they lose it if the set holds it.
    """

    cells: int
    digits: int
    where: tuple[int, ...]
    seen: tuple[int, ...]


def almost_locked_sets(view: View) -> list[AlmostLockedSet]:
    """List the almost locked sets of a position, in HoDoKu's order.

    Rows, columns, boxes; in each, sets by their first cell, a set before those that add
    later cells to it.  A set that lies in a line and a box comes once.

    Args:
        view: The position; call it by `view.cached`.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. ..1. .... ...3")))
        >>> first, *_ = view.cached(almost_locked_sets)
        >>> bin(first.cells), bin(first.digits)
        ('0b100', '0b1100')
    """
    shape, state = view.shape, view.state
    left, where = state.left, state.where
    most = most_cells(shape.size)
    digits_of_cells: dict[int, int] = {}
    for unit in view.geometry.units:
        view.check_deadline()
        members = [(1 << cell, left[cell]) for cell in unit if left[cell]]
        for cells, digits in _sets_of(members, most):
            digits_of_cells.setdefault(cells, digits)
    # Many sets have the same cells for a digit, so what sees them is looked up.
    seen_by: dict[int, int] = {}
    sets: list[AlmostLockedSet] = []
    for cells, digits in digits_of_cells.items():
        view.check_deadline()
        inside = [0] * len(where)
        outside = [0] * len(where)
        rest = digits
        while rest:
            low = rest & -rest
            rest ^= low
            digit = low.bit_length()
            here = where[digit]
            group = cells & here
            inside[digit] = group
            seen = seen_by.get(group)
            if seen is None:
                seen = seen_by[group] = shape.seen_by_all(group)
            outside[digit] = seen & here
        sets.append(AlmostLockedSet(cells, digits, tuple(inside), tuple(outside)))
    return sets


def _sets_of(members: list[tuple[int, int]], most: int) -> list[tuple[int, int]]:
    """List the almost locked sets of some cells of a unit, given with their digits.

    Sets grow from the last cell.  One with more digits to spare than there are cells in
    front of it can never be filled up, and is dropped.
    """
    sets: list[tuple[int, int]] = []
    for index in range(len(members) - 1, -1, -1):
        cell, mask = members[index]
        grown = [(cell | cells, mask | digits) for cells, digits in sets]
        sets = [
            (cells, digits)
            for cells, digits in [(cell, mask), *grown, *sets]
            if (count := cells.bit_count()) <= most
            and digits.bit_count() <= min(count + index, most) + 1
        ]
    return [
        (cells, digits)
        for cells, digits in sets
        if digits.bit_count() == cells.bit_count() + 1
    ]


def most_cells(size: int) -> int:
    """Return how many cells an almost locked set may have, by the size of a unit.

    Up to 12×12 all sets are listed.  In larger grids their number explodes, so only
    small ones are.

    Example:
        >>> most_cells(9), most_cells(12), most_cells(16)
        (8, 11, 4)
    """
    tried = 0
    for count in range(1, size):
        tried += 3 * size * comb(size, count)
        if tried > _MAX_SETS:
            return count - 1
    return size - 1


class _Commons(NamedTuple):
    """How the almost locked sets of a position are linked.

    Args:
        sets: The almost locked sets.
        links: Of each set, by digit: the sets it has this restricted common with.
            Digits rise; sets that share a cell are linked in exhaustive views only, and
            never by a digit of such a cell.
        rivals: Of each set, by digit: the sets that take a candidate of that digit
            which this one takes as well.
        takes: Of each set, the candidates it takes, of all digits.
        near: Of each candidate, by its bit's place: the sets that take it.
        overlaps: Of each set, the sets that share a cell with it, itself included.
        span: How many bits of a mask of candidates belong to a digit.
    """

    sets: list[AlmostLockedSet]
    links: list[dict[int, int]]
    rivals: list[dict[int, int]]
    takes: list[int]
    near: dict[int, int]
    overlaps: list[int]
    span: int

    def without(self, candidates: int, digits: Iterable[int]) -> int:
        """Return candidates that are of none of some digits."""
        block = (1 << self.span) - 1
        for digit in digits:
            candidates &= ~(block << (digit - 1) * self.span)
        return candidates

    def removed(self, candidates: int) -> tuple[tuple[int, int], ...]:
        """Return candidates as (cell, digit), rising."""
        return tuple(
            sorted((at % self.span, at // self.span + 1) for at in bits(candidates))
        )

    def weight(self, candidates: int) -> tuple[int, int]:
        """Return HoDoKu's sort key: most candidates first, then the lighter ones."""
        by_digit = ((at // self.span + 1, at % self.span) for at in bits(candidates))
        return -candidates.bit_count(), weight(by_digit, self.span)


def _commons(view: View) -> _Commons:
    """Find all links between almost locked sets; call it by `view.cached`."""
    sets = view.cached(almost_locked_sets)
    span = view.geometry.cells
    groups: list[dict[int, list[int]]] = [{} for _ in view.state.where]
    here: dict[int, int] = {}  # of each cell, the sets it is in
    for index, als in enumerate(sets):
        for digit in digits_of(als.digits):
            cells = als.where[digit]
            groups[digit].setdefault(cells, [0, als.seen[digit]])[0] |= 1 << index
        for cell in bits(als.cells):
            here[cell] = here.get(cell, 0) | 1 << index
    near: dict[int, int] = {}
    # By digit and cells: the sets linked, the rivals, what is taken.
    known: list[dict[int, tuple[int, int, int]]] = []
    for digit, group in enumerate(groups):
        base = (digit - 1) * span
        for who, seen in group.values():
            for cell in bits(seen):
                near[base + cell] = near.get(base + cell, 0) | who
        known.append({})
        for cells, (_, seen) in group.items():
            view.check_deadline()
            linked, rivals = _all_of(near, base, cells), _any_of(near, base, seen)
            known[digit][cells] = linked, rivals, seen << base
    commons = _Commons(sets, [], [], [], near, [], span)
    for als in sets:
        view.check_deadline()
        overlap = _any_of(here, 0, als.cells)
        apart = -1 if view.exhaustive else ~overlap
        own = digits_of(als.digits)
        by_digit = [(digit, known[digit][als.where[digit]]) for digit in own]
        links = {digit: linked & apart for digit, (linked, _, _) in by_digit}
        commons.links.append({digit: who for digit, who in links.items() if who})
        commons.rivals.append(
            {digit: who for digit, (_, who, seen) in by_digit if seen}
        )
        commons.takes.append(sum(seen for _, (_, _, seen) in by_digit))
        commons.overlaps.append(overlap)
    return commons


def _all_of(sets_at: dict[int, int], base: int, places: int) -> int:
    """Return the sets that are at each of some places, counted from a base."""
    sets = -1
    while places and sets:
        low = places & -places
        places ^= low
        sets &= sets_at.get(base + low.bit_length() - 1, 0)
    return sets


def _any_of(sets_at: dict[int, int], base: int, places: int) -> int:
    """Return the sets that are at any of some places, counted from a base."""
    sets = 0
    while places:
        low = places & -places
        places ^= low
        sets |= sets_at[base + low.bit_length() - 1]
    return sets


class _Find(NamedTuple):
    """Linked sets, and what they remove.

    Args:
        removes: The candidates, as a mask.
        sets: The sets in order, as indices.
        links: The restricted common of each set with the next; one more if the last is
            linked to the first.
    """

    removes: int
    sets: tuple[int, ...]
    links: tuple[int, ...]


def als_xz(view: View) -> Iterator[Step]:
    """Find pairs of almost locked sets with a restricted common, or two."""
    return _steps(view, Technique.ALS_XZ, _pairs)


def als_xy_wing(view: View) -> Iterator[Step]:
    """Find rows of three almost locked sets."""
    return _steps(view, Technique.ALS_XY_WING, _wings)


def als_chain(view: View) -> Iterator[Step]:
    """Find rows of four almost locked sets and more."""
    return _steps(view, Technique.ALS_CHAIN, _chains)


def _steps(
    view: View,
    technique: Technique,
    search: Callable[[_Commons, View], Iterator[_Find]],
) -> Iterator[Step]:
    """Yield the steps of a search: in its order, or all of them, best first.

    As a chain of nodes, with `by` the set that leads from a digit it lacks to one it
    holds:

        (3)A =[A] (5)A - (5)B =[B] (7)B - (7)C =[C] (3)C
    """
    commons = view.cached(_commons)
    finds: Iterable[_Find] = search(commons, view)
    if view.exhaustive:
        finds = _best_first(finds, commons, view)
    for find in finds:
        row = [commons.sets[index] for index in find.sets]
        removes = commons.removed(find.removes)
        digits = tuple(sorted({digit for _, digit in removes}))
        cells = 0
        for als in row:
            cells |= als.cells
        if len(find.links) == len(row):
            nodes = _nodes(row, find.links[:-1], find.links[-1])
            chains = [(*nodes, nodes[0])]
        else:
            chains = [_nodes(row, find.links, digit) for digit in digits]
        yield Step(
            view.geometry,
            technique,
            removes=removes,
            cells=cells_of(cells),
            digits=digits,
            sets=tuple(cell_set(als, index) for index, als in enumerate(row)),
            chains=tuple(chains),
        )


def _best_first(finds: Iterable[_Find], commons: _Commons, view: View) -> list[_Find]:
    """Keep one find for each outcome, that of the fewest cells; sort them as HoDoKu."""
    best: dict[int, tuple[int, _Find]] = {}
    for find in finds:
        view.check_deadline()
        size = sum(commons.sets[index].cells.bit_count() for index in find.sets)
        if find.removes not in best or size < best[find.removes][0]:
            best[find.removes] = size, find
    finds = (find for _, find in best.values())
    return sorted(finds, key=lambda find: commons.weight(find.removes))


def _nodes(
    row: list[AlmostLockedSet], links: tuple[int, ...], digit: int
) -> tuple[Node, ...]:
    """Chain linked sets: the first lacks a digit, so the last holds it."""
    nodes = [Node(digit, cells_of(row[0].where[digit]), on=False)]
    pairs = zip(pairwise(row), links, strict=True)
    for index, ((als, after), link) in enumerate(pairs):
        nodes.append(Node(link, cells_of(als.where[link]), on=True, by=index))
        nodes.append(Node(link, cells_of(after.where[link]), on=False))
    last = cells_of(row[-1].where[digit])
    return (*nodes, Node(digit, last, on=True, by=len(row) - 1))


def cell_set(als: AlmostLockedSet, index: int) -> CellSet:
    """Return a set as steps have it; its role is a letter: A, B, …, Z, A1, …."""
    again, letter = divmod(index, 26)
    role = f"{chr(ord('A') + letter)}{again or ''}"
    return CellSet(cells_of(als.cells), digits_of(als.digits), role)


def _pairs(commons: _Commons, view: View) -> Iterator[_Find]:
    """Yield the pairs that remove something, by the first set, then by the other."""
    for first in range(len(commons.sets)):
        view.check_deadline()
        behind = -1 << (first + 1)
        once = twice = partners = 0
        for link, who in commons.links[first].items():
            linked = who & behind
            if linked:
                twice |= once & linked
                once |= linked
                for digit, others in commons.rivals[first].items():
                    if digit != link:
                        partners |= linked & others
        for second in bits(partners | twice):
            links = _links_between(commons, first, second)
            removes = _pair_removes(commons, first, second, links)
            if removes:
                yield _Find(removes, (first, second), links)


def _links_between(commons: _Commons, first: int, other: int) -> tuple[int, ...]:
    """Return the restricted commons of two sets, of several the first two."""
    links = commons.links[first].items()
    return tuple(link for link, who in links if who >> other & 1)[:2]


def _pair_removes(
    commons: _Commons, first: int, second: int, links: tuple[int, ...]
) -> int:
    """Return what two sets remove, by their restricted commons."""
    removes = commons.takes[first] & commons.takes[second]
    if len(links) == 1:
        return commons.without(removes, links)
    for index, other in (first, second), (second, first):
        als = commons.sets[index]
        for digit in digits_of(als.digits):
            if digit not in links:
                seen = als.seen[digit] & ~commons.sets[other].cells
                removes |= seen << (digit - 1) * commons.span
    return removes


def _wings(commons: _Commons, view: View) -> Iterator[_Find]:
    """Yield the wings that remove something: all, or that of the first two links."""
    best: tuple[list[tuple[int, int]], _Find] | None = None
    for middle, first, last in _rows(commons, view):
        pairs = sorted((min(end, middle), max(end, middle)) for end in (first, last))
        if best and pairs >= best[0]:
            continue
        ones = _links_between(commons, middle, first)
        others = _links_between(commons, middle, last)
        both = commons.takes[first] & commons.takes[last]
        removes = commons.without(both, ones + others)
        if removes:
            used = next(pair for pair in product(ones, others) if pair[0] != pair[1])
            find = _Find(removes, (first, middle, last), used)
            if view.exhaustive:
                yield find
            else:
                best = pairs, find
    if best:
        yield best[1]


def _rows(commons: _Commons, view: View) -> Iterator[tuple[int, int, int]]:
    """Yield middle sets, each with two outer ones that take a candidate together.

    What all partners of a set by one digit take must meet what its partners by another
    digit take: this quickly excludes most middle sets.
    """
    for middle, links in enumerate(commons.links):
        view.check_deadline()
        taken: list[tuple[int, int]] = []
        for link, who in links.items() if len(links) > 1 else ():
            takes = 0
            for partner in bits(who):
                takes |= commons.takes[partner]
            taken.append((who, commons.without(takes, (link,))))
        for (firsts, these), (lasts, those) in combinations(taken, 2):
            both = these & those
            for first in bits(firsts) if both else ():
                view.check_deadline()
                partners = _any_of(commons.near, 0, commons.takes[first] & both)
                apart = -1 if view.exhaustive else ~commons.overlaps[first]
                cells = commons.sets[first].cells
                for last in bits(lasts & partners & apart):
                    last_cells = commons.sets[last].cells
                    if cells | last_cells not in (cells, last_cells):
                        yield middle, first, last


def _chains(commons: _Commons, view: View) -> Iterator[_Find]:
    """Yield the chains, best first; a shortest one for each outcome."""
    reach = _Reach(commons, view)
    # Of each outcome: the first set that leads to it, and the ends by the first link.
    ways: dict[int, tuple[int, dict[int, int]]] = {}
    for first, link, place, removes in _hits(commons, reach, view):
        start, ends = ways.setdefault(removes, (first, {}))
        if start == first:
            ends[link] = ends.get(link, 0) | 1 << place
    by_worth: dict[tuple[int, int], list[int]] = {}
    for removes in ways:
        by_worth.setdefault(commons.weight(removes), []).append(removes)
    for _, equals in sorted(by_worth.items()):
        if len(equals) > 1 and not view.exhaustive:
            equals.sort(key=lambda it: (ways[it][0], reach.earliest(*ways[it])))
        for removes in equals:
            row = reach.shortest(*ways[removes])
            if row:
                yield _Find(removes, *row)


def _hits(
    commons: _Commons, reach: _Reach, view: View
) -> Iterator[tuple[int, int, int, int]]:
    """Yield first sets, first links and ends that remove something, and what."""
    count, size = reach.count, reach.size
    row = (1 << count) - 1
    everywhere = sum(1 << digit * count for digit in range(size))
    singles = (1 << size * count) - 1
    for first, rivals in enumerate(commons.rivals):
        by_link = reach.from_first(first)
        others = ~(1 << first)
        spread = {
            digit: (who & others) * everywhere & ~(row << (digit - 1) * count)
            for digit, who in (rivals.items() if any(by_link) else ())
            if who & others
        }
        for link, ends in enumerate(by_link):
            view.check_deadline()
            if not ends:
                continue
            hits = ends & ~singles  # ends of two digits are tested one by one
            for digit, who in spread.items():
                if digit != link:
                    hits |= ends & who
            for place in bits(hits):
                last, *used = reach.end(place)
                both = commons.takes[first] & commons.takes[last]
                removes = commons.without(both, filter(None, (link, *used)))
                if removes and last != first:
                    yield first, link, place, removes


class _Link(NamedTuple):
    """A link to a set: by one restricted common, or by two, the lower first."""

    to: int
    one: int
    two: int = 0

    def used(self, entered: int) -> tuple[int, int]:
        """Return which digits it uses up, from a set that was entered by a digit.

        The next link must not use the first of them; it is 0 if there is no way.
        """
        if entered == self.one:
            return self.two, 0
        if entered == self.two:
            return self.one, 0
        return self.one, self.two


_Ends = list[list[int]]
"""Ends by set, and by the digit by which the set is entered."""


class _Reach:
    """Which sets a row of linked ones can reach, without walking all rows.

    An *end* of a row is its last set, with the restricted common that leads to it: that
    digit is used up there, as is the first one in the first set.  For each set, and the
    digit by which it is entered, all ends that lie ahead are one mask: bit
    `(digit - 1) * count + set`.  What lies ahead of a set is what lies ahead of the
    sets it is linked to, so one pass over the links, from the last set to the first,
    gathers all.

    A pair of sets with two restricted commons can be passed by either.  As in HoDoKu,
    the first pair of a row is passed by one of them, a later one by both if neither was
    used just before; such ends, where two digits are used up, have bits of their own.
    """

    def __init__(self, commons: _Commons, view: View) -> None:
        self.count = len(commons.sets)
        self.size = view.shape.size
        self._check_deadline = view.check_deadline
        self._doubles: list[tuple[int, int, int]] = []
        self._double_at: dict[tuple[int, int, int], int] = {}
        self._links = [
            self._links_of(linked, -1 if view.exhaustive else -1 << (index + 1))
            for index, linked in enumerate(commons.links)
        ]
        self._entries = [tuple(linked) for linked in commons.links]
        self._within = [(self._blank(), self._blank())]
        if view.exhaustive:
            self._most_links = _MAX_LINKS
            self._ahead, self._beyond = self._at_most(_MAX_LINKS - 1)
        else:
            self._most_links = self.count
            self._ahead, self._beyond = self._blank(), self._blank()
            for index in range(self.count - 1, -1, -1):
                reached = self._gather(index, self._ahead)
                self._ahead[index], self._beyond[index] = reached

    def _links_of(self, linked: dict[int, int], ahead: int) -> list[_Link]:
        """List the links of a set to those ahead; of several digits the first two."""
        self._check_deadline()
        digits: dict[int, list[int]] = {}
        for digit, who in linked.items():
            for to in bits(who & ahead):
                digits.setdefault(to, []).append(digit)
        return [_Link(to, *by[:2]) for to, by in sorted(digits.items())]

    def _blank(self) -> _Ends:
        return [[0] * (self.size + 1) for _ in range(self.count)]

    def _at_most(self, links: int) -> tuple[_Ends, _Ends]:
        """Return the ends that are one link on, or two links on, up to some links."""
        while len(self._within) <= links:
            ahead, _ = self._within[-1]
            ends = [self._gather(index, ahead) for index in range(self.count)]
            self._within.append(([one for one, _ in ends], [two for _, two in ends]))
        return self._within[links]

    def _gather(self, index: int, ahead: _Ends) -> tuple[list[int], list[int]]:
        """Gather what is ahead of a set from what is ahead of those it is linked to.

        Returns:
            By the digit by which it is entered: the ends one link on or more, and those
            two links on or more.
        """
        self._check_deadline()
        count = self.count
        leaving: dict[int, list[int]] = {}
        pairs: list[_Link] = []
        for link in self._links[index]:
            to, digit, other = link
            if other:
                pairs.append(link)
            else:
                gathered = leaving.setdefault(digit, [0, 0])
                further = ahead[to][digit]
                gathered[0] |= 1 << (digit - 1) * count + to | further
                gathered[1] |= further
        ones, twos = [0] * (self.size + 1), [0] * (self.size + 1)
        for entered in self._entries[index]:
            one = two = 0
            for digit, gathered in leaving.items():
                if digit != entered:
                    one |= gathered[0]
                    two |= gathered[1]
            for link in pairs:
                used = link.used(entered)
                further = ahead[link.to][used[0]]
                one |= self._end(link.to, used) | further
                two |= further
            ones[entered], twos[entered] = one, two
        return ones, twos

    def from_first(self, first: int) -> list[int]:
        """Return, by the first restricted common, the ends three links on or more."""
        ends = [0] * (self.size + 1)
        for to, one, other in self._links[first]:
            beyond = self._beyond[to]
            ends[one] |= beyond[one]
            if other:
                ends[other] |= beyond[other]
        return ends

    def _end(self, to: int, used: tuple[int, int]) -> int:
        """Return an end as a bit."""
        one, two = used
        if not two:
            return 1 << (one - 1) * self.count + to
        key = to, one, two
        if key not in self._double_at:
            self._double_at[key] = len(self._doubles)
            self._doubles.append(key)
        return 1 << self.size * self.count + self._double_at[key]

    def end(self, place: int) -> tuple[int, int, int]:
        """Return the set of an end, by its bit's place, and the digits used up."""
        digit, to = divmod(place, self.count)
        if digit < self.size:
            return to, digit + 1, 0
        return self._doubles[place - self.size * self.count]

    def shortest(
        self, first: int, ends_by_link: dict[int, int]
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return a row with as few sets as can be: its sets and its links.

        Args:
            first: The first set.
            ends_by_link: By the first restricted common: the ends it may have.

        Returns:
            The row; None if all that reach such an end come to a set twice.
        """
        for links in range(3, self._most_links + 1):
            for link, digit in self._openings(first, ends_by_link):
                row = self._extend(
                    (first, link.to), (digit,), ends_by_link[digit], links - 1
                )
                if row:
                    return row
        return None

    def _extend(
        self, sets: tuple[int, ...], digits: tuple[int, ...], ends: int, links: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return a row to wanted ends that is so many links longer; None if none is."""
        self._check_deadline()
        ahead = self._at_most(links - 1)[0]
        for link in self._links[sets[-1]]:
            used = link.used(digits[-1])
            if not used[0] or link.to in sets:
                continue
            longer = (*sets, link.to), (*digits, used[0])
            if links == 1:
                if self._end(link.to, used) & ends:
                    return longer
            elif ahead[link.to][used[0]] & ends:
                row = self._extend(*longer, ends, links - 1)
                if row:
                    return row
        return None

    def earliest(
        self, first: int, ends_by_link: dict[int, int]
    ) -> list[tuple[int, int]]:
        """Return the first of all rows to wanted ends, taking links in order.

        Each link is given by where it leads and its digit, so that rows compare in the
        order in which a walk through all rows would meet them.
        """
        link, digit = next(self._openings(first, ends_by_link))
        ends = ends_by_link[digit]
        walk = [(link.to, digit)]
        while True:
            to, entered = walk[-1]
            for link in self._links[to]:
                used = link.used(entered)
                if not used[0]:
                    continue
                at_end = len(walk) > 1 and self._end(link.to, used) & ends
                if at_end or self._ahead[link.to][used[0]] & ends:
                    walk.append((link.to, used[0]))
                    if at_end:
                        return walk
                    break

    def _openings(
        self, first: int, ends_by_link: dict[int, int]
    ) -> Iterator[tuple[_Link, int]]:
        """Yield the first links of rows to wanted ends, each with its digit."""
        for link in self._links[first]:
            for digit in (link.one, link.two):
                if self._beyond[link.to][digit] & ends_by_link.get(digit, 0):
                    yield link, digit


def death_blossom(view: View) -> Iterator[Step]:
    """Find stems with a petal for each candidate.

    HoDoKu's order: stems rising, petals by digit and in the order of the sets, without
    a common cell.  Exhaustive views let petals share cells, since each is locked by
    itself.
    """
    commons = view.cached(_commons)
    finds: Iterable[_Find] = (
        find
        for stem in bits(view.state.empty)
        for find in _blossoms(commons, view, stem)
    )
    if view.exhaustive:  # of stems with the same petals the last
        finds = {find[:2]: find for find in finds}.values()
        finds = _best_first(finds, commons, view)
    for removes, petals, (stem,) in finds:
        yield _blossom_step(view, commons, stem, petals, removes)


def _blossoms(commons: _Commons, view: View, stem: int) -> Iterator[_Find]:
    """Yield the petals of a stem that remove something; its link is the stem.

    What all chosen petals take from the grid shrinks with each; where nothing is left
    no further petal is tried.
    """
    digits = digits_of(view.state.left[stem])
    choices = [
        commons.near.get((digit - 1) * commons.span + stem, 0) for digit in digits
    ]
    if len(choices) < 2 or not all(choices):
        return
    every = (1 << view.shape.size * commons.span) - 1
    # Petals chosen so far, what they all take, and the sets that keep apart from them.
    growing: list[tuple[tuple[int, ...], int, int]] = [
        ((), commons.without(every, digits), -1)
    ]
    seen: set[tuple[int, int]] = set()
    while growing:
        view.check_deadline()
        petals, taken, apart = growing.pop()
        count = len(petals)
        if view.exhaustive and (count, taken) in seen:
            continue
        seen.add((count, taken))
        if count == len(choices):
            yield _Find(taken, petals, (stem,))
            continue
        for petal in reversed(cells_of(choices[count] & apart)):
            if shared := taken & commons.takes[petal]:
                kept = -1 if view.exhaustive else apart & ~commons.overlaps[petal]
                growing.append(((*petals, petal), shared, kept))


def _blossom_step(
    view: View, commons: _Commons, stem: int, petals: tuple[int, ...], removes: int
) -> Step:
    """Build the step of a blossom: its cell is the stem, its sets are the petals."""
    pairs = commons.removed(removes)
    digits = tuple(sorted({digit for _, digit in pairs}))
    # A set may be the petal of two digits, if sets may share cells.
    row = list(dict.fromkeys(petals))
    links = zip(digits_of(view.state.left[stem]), petals, strict=True)
    arms = [(link, commons.sets[petal], row.index(petal)) for link, petal in links]
    return Step(
        view.geometry,
        Technique.DEATH_BLOSSOM,
        removes=pairs,
        cells=(stem,),
        digits=digits,
        sets=tuple(
            cell_set(commons.sets[petal], index) for index, petal in enumerate(row)
        ),
        chains=tuple(
            (
                Node(link, (stem,), on=True),
                Node(link, cells_of(als.where[link]), on=False),
                Node(digit, cells_of(als.where[digit]), on=True, by=index),
            )
            for digit in digits
            for link, als, index in arms
        ),
    )


def set_texts(step: Step) -> str:
    """Write all sets of a step: `A r1c46 (3,5,7), B … and C …`."""
    return listed(
        f"{role} {cells_text(step.geometry, cells)} ({digits_text(digits)})"
        for cells, digits, role in step.sets
    )


def reason(step: Step) -> str:
    """Explain why a step of almost locked sets holds."""
    digits = digits_text(step.digits)
    if step.technique is Technique.DEATH_BLOSSOM:
        stem = cells_text(step.geometry, step.cells)
        held = digits_text(sorted({chain[0].digit for chain in step.chains}))
        return (
            f"{stem} is one of {held}, and each of these locks one of the almost "
            f"locked sets {set_texts(step)}, so one of them holds {digits}"
        )
    chain = step.chains[0]
    if step.technique is Technique.ALS_XZ:
        link, other = chain[1].digit, chain[-1].digit
        text = f"almost locked sets {set_texts(step)} cannot both hold {link}"
        if len(chain) % 2:
            return f"{text} nor both {other}, so each holds all its other digits"
        return f"{text}, and the one without it holds {digits}"
    roles = [cell_set.role for cell_set in step.sets]
    pairs = [f"{left} and {right}" for left, right in pairwise(roles)]
    links = [node.digit for node in chain[1:-1:2]]
    text = f"{pairs[0]} cannot both hold {links[0]}"
    for pair, link in zip(pairs[1:], links[1:], strict=True):
        text += f", nor {pair} {link}"
    return (
        f"with almost locked sets {set_texts(step)}: {text}; each lacks at most one "
        f"digit, so {roles[0]} or {roles[-1]} holds {digits}"
    )
