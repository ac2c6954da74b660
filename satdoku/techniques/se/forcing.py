"""Nishio, multiple and dynamic forcing chains: several strands that agree or clash.

For each candidate it is found out what follows if it is true, and if it is false:

- contradiction: some candidate would be true and false, so the start is wrong;
- double: the same follows whether the start is true or false;
- cell: the same follows from every candidate of a cell;
- region: the same follows from every place of a digit in a unit.

What then surely is true is placed, what is false removed.  Nishio knows contradictions
only; multiple chains are cell and region chains of static strands, dynamic ones all of
them of dynamic strands (`implications`).

Of all the shortest is taken (`combined`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.deadline import unhurried
from satdoku.techniques.se.combined import CELLS, CONTRADICTION, DOUBLE, REGION, Best
from satdoku.techniques.se.consequences import Grid, static
from satdoku.techniques.se.implications import dynamic
from satdoku.techniques.se.layout import UNITS, UNITS_OF
from satdoku.techniques.se.links import CELL, Links
from satdoku.techniques.se.rules import SUFFIXES
from satdoku.techniques.state import bits, cells_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.techniques.deadline import Look
    from satdoku.techniques.se.combined import Chains
    from satdoku.techniques.se.consequences import Advance, Consequences
    from satdoku.techniques.se.step import SeStep
    from satdoku.techniques.state import State

__all__ = [
    "dynamic_chains",
    "dynamic_forcing",
    "multiple_chains",
    "multiple_forcing",
    "nishio",
]


def nishio(state: State, look: Look = unhurried) -> SeStep | None:
    """Find the shortest nishio forcing chain."""
    grid = Grid(state.left, state.where, look)
    best = Best()
    for cell, mask in enumerate(state.left):
        for candidate in _candidates(cell, mask) if mask & (mask - 1) else ():
            look()
            for true in (True, False):
                strand = dynamic(grid, candidate, true=true, cells=False)
                best.contradiction(strand, candidate, true=true)
    return best.step(state, {CONTRADICTION: "Nishio Forcing Chain"})


def _candidates(cell: int, mask: int) -> list[int]:
    return [9 * cell + digit for digit in bits(mask)]


def multiple_forcing(state: State, look: Look = unhurried) -> SeStep | None:
    """Find the shortest cell or region forcing chain."""
    best = Best()
    multiple_chains(Grid(state.left, state.where, look), best)
    return best.step(
        state, {CELLS: "Cell Forcing Chain", REGION: "Region Forcing Chain"}
    )


def multiple_chains(grid: Grid, chains: Chains) -> None:
    """Tell of all cell and region forcing chains; only of cells with three or more."""
    links = Links(grid.left, grid.where, x=True, y=True)
    strands = _Kept(lambda candidate: static(links, candidate))
    for cell, mask in enumerate(grid.left):
        if mask.bit_count() > 2:
            _cell_and_regions(grid, cell, strands, chains)


class _Kept:
    """The strands from each candidate held true, each followed once."""

    def __init__(self, follow: Callable[[int], Consequences]) -> None:
        self.follow = follow
        self.known: dict[int, Consequences] = {}

    def __getitem__(self, candidate: int) -> Consequences:
        if candidate not in self.known:
            self.known[candidate] = self.follow(candidate)
        return self.known[candidate]


def _cell_and_regions(
    grid: Grid,
    cell: int,
    strands: _Kept,
    chains: Chains,
    before: Callable[[int], None] | None = None,
) -> None:
    """Tell of the chains of a cell, and of units in which it comes first for a digit.

    Args:
        grid: The position.
        cell: The cell.
        strands: What follows from each candidate.
        chains: Who is told.
        before: What is to be done first for each candidate of the cell.
    """
    candidates = _candidates(cell, grid.left[cell])
    for candidate in candidates:
        grid.look()
        digit = candidate - 9 * cell
        if before:
            before(candidate)
        for unit in UNITS_OF[cell]:
            places = grid.where[digit + 1] & UNITS[unit]
            if places & -places == 1 << cell and places & (places - 1):
                own = [strands[9 * other + digit] for other in cells_of(places)]
                chains.common(REGION, own, unit)
    chains.common(CELLS, [strands[candidate] for candidate in candidates], CELL)


def dynamic_forcing(
    state: State, level: int = 0, look: Look = unhurried
) -> SeStep | None:
    """Find the shortest dynamic forcing chain.

    Args:
        state: The position.
        level: What is known besides links: 0 nothing; 1 locked candidates, pairs and
            X-wings; 2 to 5 these, and chains nested in strands (see `nested`).
        look: Raises `Stopped` when the time is over.
    """
    grid = Grid(state.left, state.where, look)
    advance = None
    best = Best()
    if level:
        from satdoku.techniques.se.nested import Further  # noqa: PLC0415  seldom needed

        advance = Further(state.empty, state.values, level)
        best = Best(advance.sizes)
    dynamic_chains(grid, best, advance)
    suffix = SUFFIXES[level]
    return best.step(
        state,
        {
            DOUBLE: f"Dynamic Double Forcing Chain{suffix}",
            CELLS: f"Dynamic Cell Forcing Chain{suffix}",
            REGION: f"Dynamic Region Forcing Chain{suffix}",
            CONTRADICTION: f"Dynamic Contradiction Forcing Chain{suffix}",
        },
    )


def dynamic_chains(grid: Grid, chains: Chains, advance: Advance | None) -> None:
    """Tell of all dynamic forcing chains.

    Args:
        grid: The position.
        chains: Who is told.
        advance: What follows where links say no more.
    """
    strands = _Kept(lambda start: dynamic(grid, start, true=True, advance=advance))

    def both_ways(candidate: int) -> None:
        on = strands[candidate]
        chains.contradiction(on, candidate, true=True)
        off = dynamic(grid, candidate, true=False, advance=advance)
        chains.contradiction(off, candidate, true=False)
        if grid.left[candidate // 9].bit_count() > 2:
            chains.common(DOUBLE, [on, off], None)

    for cell, mask in enumerate(grid.left):
        if mask.bit_count() > 1:
            _cell_and_regions(grid, cell, strands, chains, both_ways)
