"""Which almost locked sets a row of linked ones can reach, without walking all rows.

An *end* of a row is its last set, with the restricted common that leads to it: that
digit is used up there, as is the first one in the first set.  For each set, and the
digit by which it is entered, all ends that lie ahead are one number: bit
`(digit - 1) * count + set`.  What lies ahead of a set is what lies ahead of the sets it
is linked to, so one pass over the links, from the last set to the first, gathers all.

A pair of sets with two restricted commons can be passed by either.  As HoDoKu does, the
first pair of a row is passed by one of them, a later one by both if neither was used
just before; such ends, where two digits are used up, have bits of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.state import bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.deadline import Look
    from satdoku.techniques.restricted_commons import RestrictedCommons
    from satdoku.techniques.state import View

__all__ = ["Reach", "Row"]

MOST_LINKS = 6
"""The links of the longest row in an exhaustive view, where rows go any way."""


class Row(NamedTuple):
    """Sets in a row: their indices, and the restricted common of each with the next."""

    sets: tuple[int, ...]
    links: tuple[int, ...]


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


class Reach:
    """The links of a position, and the ends ahead.

    Args:
        commons: The almost locked sets and their links.
        view: The position: rows go forward in the list of sets, of any length; in an
            exhaustive view they go any way, with at most `MOST_LINKS` links.
    """

    def __init__(self, commons: RestrictedCommons, view: View) -> None:
        self.count = len(commons.sets)
        self.size = view.shape.size
        self._look = view.look
        self._doubles: list[tuple[int, int, int]] = []
        self._double_at: dict[tuple[int, int, int], int] = {}
        self._links = [
            _links(linked, -1 if view.exhaustive else -1 << (index + 1), view.look)
            for index, linked in enumerate(commons.links)
        ]
        self._entries = [tuple(linked) for linked in commons.links]
        self._within = [(self._blank(), self._blank())]
        if view.exhaustive:
            self._most_links = MOST_LINKS
            self._ahead, self._beyond = self._at_most(MOST_LINKS - 1)
        else:
            self._most_links = self.count
            self._ahead, self._beyond = self._blank(), self._blank()
            for index in range(self.count - 1, -1, -1):
                found = self._gather(index, self._ahead)
                self._ahead[index], self._beyond[index] = found

    def _blank(self) -> _Ends:
        return [[0] * (self.size + 1) for _ in range(self.count)]

    def _at_most(self, links: int) -> tuple[_Ends, _Ends]:
        """Return the ends that are one link on, or two links on, up to some links."""
        while len(self._within) <= links:
            ahead, _ = self._within[-1]
            found = [self._gather(index, ahead) for index in range(self.count)]
            self._within.append(([one for one, _ in found], [two for _, two in found]))
        return self._within[links]

    def _gather(self, index: int, ahead: _Ends) -> tuple[list[int], list[int]]:
        """Gather what is ahead of a set from what is ahead of those it is linked to.

        Returns:
            By the digit by which it is entered: the ends one link on or more, and those
            two links on or more.
        """
        self._look()
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
        """Return the ends of rows of three links and more that start with a set.

        Returns:
            The ends by the first restricted common.
        """
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

    def shortest(self, first: int, wanted: dict[int, int]) -> Row | None:
        """Return a row with as few sets as can be.

        Args:
            first: The first set.
            wanted: By the first restricted common: the ends it may have.

        Returns:
            The row; None if all that reach such an end come to a set twice.
        """
        for links in range(3, self._most_links + 1):
            for link, digit in self._openings(first, wanted):
                opening = Row((first, link.to), (digit,))
                row = self._extend(opening, wanted[digit], links - 1)
                if row:
                    return row
        return None

    def _extend(self, row: Row, ends: int, links: int) -> Row | None:
        """Return a row to wanted ends that is so many links longer; None if none is."""
        self._look()
        ahead = self._at_most(links - 1)[0]
        for link in self._links[row.sets[-1]]:
            used = link.used(row.links[-1])
            if not used[0] or link.to in row.sets:
                continue
            longer = Row((*row.sets, link.to), (*row.links, used[0]))
            if links == 1:
                if self._end(link.to, used) & ends:
                    return longer
            elif ahead[link.to][used[0]] & ends:
                found = self._extend(longer, ends, links - 1)
                if found:
                    return found
        return None

    def earliest(self, first: int, wanted: dict[int, int]) -> list[tuple[int, int]]:
        """Return the first of all rows to wanted ends, taking links in order.

        What comes back tells of each link where it leads and by which digit, so that
        they compare in the order in which a walk through all rows would meet them.
        """
        link, digit = next(self._openings(first, wanted))
        ends = wanted[digit]
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
        self, first: int, wanted: dict[int, int]
    ) -> Iterator[tuple[_Link, int]]:
        """Yield the first links of rows to wanted ends, each with its digit."""
        for link in self._links[first]:
            for digit in (link.one, link.two):
                if self._beyond[link.to][digit] & wanted.get(digit, 0):
                    yield link, digit


def _links(linked: dict[int, int], ahead: int, look: Look) -> list[_Link]:
    """List the links of a set to those ahead; of more digits than two the first two."""
    look()
    digits: dict[int, list[int]] = {}
    for digit, who in linked.items():
        for to in bits(who & ahead):
            digits.setdefault(to, []).append(digit)
    return [_Link(to, *by[:2]) for to, by in sorted(digits.items())]
