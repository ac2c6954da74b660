"""Chains of several strands, to be nested in the strands of others (see `nested`).

Of all chains of a kind that remove the same, the shortest counts.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.se.combined import CONTRADICTION, shared, size_of
from satdoku.techniques.se.forcing import dynamic_chains, multiple_chains
from satdoku.techniques.se.nested import Further, Reasoned, gone_by
from satdoku.techniques.se.nested_strands import nested_strands
from satdoku.techniques.state import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.techniques.se.consequences import Consequences, Grid

__all__ = ["nested_searches"]

_TRUES = sum(2 << 2 * candidate for candidate in range(729))


def nested_searches(
    empty: int, values: Sequence[int], level: int
) -> list[Callable[[Grid, Grid], Iterable[Reasoned]]]:
    """Return the searches for the chains that a level nests.

    Args:
        empty: The empty cells of the position.
        values: Its values.
        level: 2 to 5.
    """
    dynamic = partial(_dynamic, None)
    if level == 2:
        return [nested_strands]
    if level == 3:
        return [nested_strands, _multiple]
    if level == 4:
        return [dynamic]
    return [dynamic, partial(_dynamic, Further(empty, values, 2))]


class _Every:
    """All that chains of several strands say, each by the shortest.

    Args:
        grid: The grid.
        sizes: The lengths of chains nested in the strands.
    """

    def __init__(self, grid: Grid, sizes: Sequence[int]) -> None:
        self.grid = grid
        self.sizes = sizes
        self.met = 0
        self.found: dict[tuple[int, int], _Several] = {}

    def contradiction(self, strand: Consequences, start: int, *, true: bool) -> None:
        """Take note of what a clash says."""
        clash = strand.clash
        if clash is not None:
            behind = clash.behind_true, clash.behind_false
            length = size_of(behind, self.sizes)
            why = {} if clash.cause is None else {clash.candidate: clash.cause}
            ends = (
                _End(clash.behind_true, strand.cause | why, None),
                _End(clash.behind_false, strand.cause, None),
            )
            self.offer((length, CONTRADICTION), start, ends, true=not true)

    def common(
        self, kind: int, strands: Sequence[Consequences], origin: int | None
    ) -> None:
        """Take note of all that follows in every one of some strands."""
        for true in (True, False):
            lengths = shared(strands, self.sizes, true=true)
            if not lengths:
                continue
            for candidate in strands[0].on if true else strands[0].off:
                if candidate in lengths:
                    ends = (
                        _End(
                            (strand.on if true else strand.off)[candidate],
                            strand.cause,
                            origin,
                        )
                        for strand in strands
                    )
                    key = lengths[candidate], kind
                    self.offer(key, candidate, ends, true=true)

    def offer(
        self,
        key: tuple[int, int],
        candidate: int,
        ends: Iterable[_End],
        *,
        true: bool,
    ) -> None:
        """Take a chain if it is the first or the shortest that removes this."""
        self.met += 1
        cell, digit = divmod(candidate, 9)
        gone = self.grid.left[cell] & ~(1 << digit) if true else 1 << digit
        if gone:
            old = self.found.get((cell, gone))
            if old is None or key < old.key:
                self.found[cell, gone] = _Several(key, self.met, tuple(ends))

    def reasoned(self, first: Grid) -> Iterator[Reasoned]:
        """Yield what is removed, the shortest chains first."""
        for (cell, mask), each in sorted(
            self.found.items(), key=lambda item: item[1][:2]
        ):
            gone = gone_by(self.grid, first, each.causes())
            chain = "strands", cell, mask, *(end.behind for end in each.ends)
            removed = [9 * cell + digit for digit in bits(mask)]
            yield Reasoned(removed, gone, chain, each.key[0])


class _End(NamedTuple):
    """The end of a strand.

    Args:
        behind: What is behind it.
        cause: Why candidates of the strand are true.
        origin: Why the start is.
    """

    behind: int
    cause: dict[int, int]
    origin: int | None


class _Several(NamedTuple):
    """A chain of several strands: length and kind, when it was met, its ends."""

    key: tuple[int, int]
    met: int
    ends: tuple[_End, ...]

    def causes(self) -> Iterator[tuple[int, int]]:
        """Yield the true candidates of all strands, each with its cause."""
        for behind, cause, origin in self.ends:
            for node in bits(behind & _TRUES):
                candidate = node >> 1
                why = cause.get(candidate, origin)
                if why is not None:
                    yield candidate, why


def _multiple(now: Grid, first: Grid) -> Iterator[Reasoned]:
    """Yield what cell and region forcing chains remove."""
    every = _Every(now, ())
    multiple_chains(now, every)
    return every.reasoned(first)


def _dynamic(further: Further | None, now: Grid, first: Grid) -> Iterator[Reasoned]:
    """Yield what dynamic forcing chains remove."""
    every = _Every(now, () if further is None else further.sizes)
    dynamic_chains(now, every, further)
    return every.reasoned(first)
