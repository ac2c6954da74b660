"""The search tree of a puzzle, many nodes at once, in arrays.

A node is what one branch of the search knows: the digits still possible in each cell,
digit d as bit d - 1, with all singles followed to the end.  A block of nodes is an
array (cells, nodes), so that one operation of NumPy does one thing to all of them.  Its
children settle the cell with the fewest candidates, one child a candidate; what a
single refutes is left out at once.  So each solution is the leaf of exactly one path.

Singles are both kinds: a cell with one candidate (naked), a digit with one cell in a
unit (hidden).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from satdoku.errors import InputError

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from satdoku.puzzle import Puzzle

    Nodes = NDArray[np.unsignedinteger[Any]]

__all__ = ["Tree"]

_WIDEST = 64  # candidates that a number of the arrays holds
_SETTLED = 255  # more than any number of candidates


class Tree:
    """The search tree of one puzzle.

    Args:
        puzzle: The puzzle.

    Raises:
        InputError: It is larger than 64×64.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> tree = Tree(Puzzle("12.. .... .... ...."))
        >>> nodes, solved = tree.leaves(tree.root())
        >>> nodes.shape, solved
        ((16, 1), 0)
        >>> cells, counts = tree.branch(nodes)
        >>> cells.tolist(), counts.tolist()
        ([2], [2])
        >>> tree.children(nodes, cells, np.array([0, 0]), np.array([0, 1])).shape
        (16, 2)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        geometry = puzzle.geometry
        n = geometry.size
        if n > _WIDEST:
            raise InputError(
                f"a puzzle of {geometry}",
                expected=f"at most {_WIDEST}x{_WIDEST}, to estimate",
            )
        self._full = (1 << n) - 1
        self._type = np.dtype(
            np.uint16 if n <= 16 else np.uint32 if n <= 32 else np.uint64
        )
        # Row j: the cell that each unit has in place j.
        self._places = np.array(geometry.units).T.copy()
        units_of: list[list[int]] = [[] for _ in range(geometry.cells)]
        for unit, cells in enumerate(geometry.units):
            for cell in cells:
                units_of[cell].append(unit)
        self._rows, self._columns, self._boxes = np.array(units_of).T
        masks = puzzle.candidates or (self._full,) * geometry.cells
        self._start = [
            mask & (1 << (value - 1) if value else self._full)
            for value, mask in zip(puzzle.values, masks, strict=True)
        ]

    def root(self) -> Nodes:
        """Return the root as a block of one node; of none, if singles refute it."""
        return self._settle(np.array(self._start, self._type)[:, None])

    def leaves(self, nodes: Nodes) -> tuple[Nodes, int]:
        """Part nodes that are solutions from the rest; return the rest, and how many.

        The rest is in the order of how much is open, so that neighbours are alike.
        """
        counts = np.bitwise_count(nodes)
        # The logarithm of how many grids the candidates would allow, were there no
        # rules: 0 where every cell has its digit.
        openness = np.log2(counts, dtype=np.float32).sum(axis=0)
        order = np.argsort(openness, kind="stable")
        solved = int(np.count_nonzero(openness == 0))
        return nodes[:, order[solved:]], solved

    def branch(self, nodes: Nodes) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Choose the open cell with the fewest candidates of each node; count these.

        Args:
            nodes: Nodes that are no solutions.
        """
        counts = np.bitwise_count(nodes)
        counts[counts == 1] = _SETTLED
        cells = counts.argmin(axis=0)
        return cells, counts[cells, np.arange(nodes.shape[1])].astype(np.intp)

    def children(
        self,
        nodes: Nodes,
        cells: NDArray[np.intp],
        parents: NDArray[np.intp],
        ranks: NDArray[np.intp],
    ) -> Nodes:
        """Make children, and return those that singles do not refute.

        Args:
            nodes: The nodes.
            cells: The cell in which each of them branches.
            parents: For each child its node.
            ranks: For each child which candidate of that cell it takes, from 0.
        """
        made = nodes[:, parents]
        where, each = cells[parents], np.arange(len(parents))
        bits = made[where, each]
        for taken in range(int(ranks.max(initial=0))):
            bits = np.where(ranks > taken, bits & (bits - 1), bits)
        made[where, each] = bits & -bits
        return self._settle(made)

    def _settle(self, nodes: Nodes) -> Nodes:
        """Follow singles to the end in each node; leave out what they refute."""
        done: list[Nodes] = []
        while nodes.shape[1]:
            after, refuted = self._sweep(nodes)
            moved = (after != nodes).any(axis=0)
            done.append(after[:, ~moved & ~refuted])
            nodes = after[:, moved & ~refuted]
        return np.concatenate(done, axis=1) if done else nodes

    def _sweep(self, nodes: Nodes) -> tuple[Nodes, NDArray[np.bool_]]:
        """Follow the singles of now once; say which nodes they refute."""
        single = (nodes & (nodes - 1)) == 0
        settled: Nodes = np.where(single, nodes, 0)
        shape = (self._places.shape[1], nodes.shape[1])
        # A bit for each digit: it is settled in a unit once, twice; has a place there,
        # two places.
        once, twice, place, places = self._zeros(shape)
        for cells in self._places:
            here = settled[cells]
            twice |= once & here
            once |= here
            here = nodes[cells]
            places |= place & here
            place |= here
        refuted = (twice != 0).any(axis=0) | (place != self._full).any(axis=0)
        gone = self._around(once)
        after = np.where(single, nodes, nodes & ~gone)
        hidden = after & self._around(place & ~places)
        refuted |= ((hidden & (hidden - 1)) != 0).any(axis=0)
        after = np.where(hidden != 0, hidden, after)
        refuted |= (after == 0).any(axis=0)
        return after, refuted

    def _zeros(self, shape: tuple[int, int]) -> tuple[Nodes, Nodes, Nodes, Nodes]:
        one, two, three, four = (np.zeros(shape, self._type) for _ in range(4))
        return one, two, three, four

    def _around(self, of_units: Nodes) -> Nodes:
        """Return for each cell what is said of any of its three units."""
        around: Nodes = of_units[self._rows]
        around |= of_units[self._columns]
        around |= of_units[self._boxes]
        return around
