"""How many solutions there are, roughly: samples of the search tree, and their error.

A search goes first for a moment: if it finishes, its number is exact.

A node of the tree is what one branch of the search knows: the digits still possible in
each cell, digit d as bit d - 1, with all singles followed to the end.  A block of nodes
is an array (cells, nodes), so one operation of NumPy does one thing to all of
them.  The children of a node fill the cell with the fewest candidates, one child a
candidate; what a single refutes is dropped at once.  So each solution is the leaf of
exactly one path.

A sample is a number whose expectation is the number of solutions.  All children of a
level are made; where they would be more than `width`, that many of them are drawn, and
every solution below stands for children / width as many.  Each child is drawn with the
same probability width / children, so the expectation of the sum is the number of
solutions, whatever the tree.  With width 1 this is Knuth, "Estimating the efficiency of
backtrack programs" (1975); the wider method is Vaisman & Kroese, "Stochastic
enumeration method for counting trees" (2017).  The children are drawn at equal steps
from a random start, in the order of how much they leave open: similar nodes are thinned
out alike, which on the empty 9×9 grid halves the variance.  Weights by how much is open
were tried and are worse, up to a hundredfold in variance.

Samples are drawn until the standard error is small, or the time is over.  A spread that
looks small by luck would end that too early, with too small an error, so at least a
certain number is drawn.  The error is widened so that the number is within two of it 19
times in 20: as Student's distribution is wider than the normal one (few samples), and
by how skewed the samples are (most of them are too small then, and so is their spread:
Johnson, "Modified t tests and confidence intervals for asymmetrical populations",
1978).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from satdoku.engines.baselines.base import units_of_cells
from satdoku.errors import InputError, LimitError, Stopped
from satdoku.runtime.deadline import Deadline
from satdoku.solving.results import Count, Estimate
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from numpy.typing import NDArray

    from satdoku.puzzle.puzzle import Puzzle

    Nodes = NDArray[np.unsignedinteger[Any]]

_WIDEST = 64  # candidates that a number of the arrays holds
_SETTLED = 255  # more than any number of candidates


class Tree:
    """The search tree of one puzzle.

    Args:
        puzzle: The puzzle.

    Raises:
        InputError: It is larger than 64×64.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
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
        units_of = units_of_cells(geometry.units, geometry.cells)
        self._rows, self._columns, self._boxes = np.array(units_of).T
        self._start = puzzle.candidate_masks()

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
        where, places = cells[parents], np.arange(len(parents))
        bits = made[where, places]
        for taken in range(int(ranks.max(initial=0))):
            bits = np.where(ranks > taken, bits & (bits - 1), bits)
        made[where, places] = bits & -bits
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
        once, twice, place, places = np.zeros((4, *shape), self._type)
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

    def _around(self, of_units: Nodes) -> Nodes:
        """Return for each cell what is said of any of its three units."""
        around: Nodes = of_units[self._rows]
        around |= of_units[self._columns]
        around |= of_units[self._boxes]
        return around


SCALE = 1 << 64
"""Samples are in units of 1 / SCALE: they are not whole numbers, and too large for
floating point."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample.

    Args:
        value: What it says, in units of 1 / SCALE.
        seen: How many solutions it has come across, each once.
        whole: Whether it is the whole tree, so that the value is the number itself.
    """

    value: int
    seen: int
    whole: bool


def draw(
    tree: Tree,
    width: int,
    random: np.random.Generator,
    look: Callable[[], None] = lambda: None,
) -> Sample:
    """Draw a sample.

    Args:
        tree: The search tree.
        width: The most nodes of a level.
        random: What draws.
        look: Is called at each level; what it raises ends the sample.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> tree = Tree(Puzzle("...." * 4))
        >>> sample = draw(tree, 1000, np.random.default_rng(1))
        >>> sample.value // SCALE, sample.seen, sample.whole
        (288, 288, True)
        >>> draw(tree, 5, np.random.default_rng(1)).whole
        False
    """
    nodes = tree.root()
    # What a node stands for, as a fraction: it may be far beyond floating point.
    times, parts = 1, 1
    value = seen = 0
    whole = True
    while nodes.shape[1]:
        look()
        nodes, solved = tree.leaves(nodes)
        seen += solved
        value += solved * times * SCALE // parts
        if not nodes.shape[1]:
            break
        cells, counts = tree.branch(nodes)
        ends = np.cumsum(counts)
        children = int(ends[-1])
        if children > width:
            whole = False
            steps = (np.arange(width) + random.random()) * (children / width)
            # Rounding could lead past the last child.
            chosen = np.minimum(steps.astype(np.intp), children - 1)
            times, parts = times * children, parts * width
        else:
            chosen = np.arange(children)
        parents = np.searchsorted(ends, chosen, side="right")
        ranks = chosen - (ends[parents] - counts[parents])
        if not whole:
            # Else equal steps could take the same candidate of every node.
            turns = random.integers(counts)
            ranks = (ranks + turns[parents]) % counts[parents]
        nodes = tree.children(nodes, cells, parents, ranks)
    return Sample(value, seen, whole)


LONGEST = 10.0
"""Seconds after which no more samples are drawn, by default."""

_GOOD = 0.01  # a standard error that is small enough
_FEWEST = 60  # samples whose standard error is believed to be small
_ENOUGH = 5  # samples that are an estimate when the time is over
_UNLIKE = "samples differ too much"

_SEARCHING, _SEARCHING_LARGE = 0.5, 2.0  # seconds before the first sample
_PART = 0.25  # of the time, if that is less; beyond 9×9 many samples die
_SEARCHED = 1_000_000  # solutions; time ends the search before as a rule
_CLAUSES = 200_000  # of a formula that is made in a moment

_QUANTILE = 1.96  # of the normal distribution: nineteen times in twenty
_QUANTILES = (12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""The same of Student's, with 1, 2 ... degrees of freedom."""
_SKEW = 0.74  # Johnson's shift, (2 q**2 + 1) / 6, as a part of that quantile q


def estimate(
    puzzle: Puzzle,
    *,
    samples: int | None = None,
    seed: int | None = None,
    timeout: float | None = None,
    progress: Callable[[Count], None] | None = None,
) -> Count:
    """Estimate how many solutions there are.

    Args:
        puzzle: The puzzle, at most 64×64.
        samples: How many samples to draw; None for as many as it takes to a standard
            error of 1 %.
        seed: Makes the samples the same each time; None for others each time.
        timeout: Seconds of wall time after which to stop; None for 10, or for no limit
            where the number of samples is set.
        progress: Called with the estimate so far, after each sample.

    Returns:
        The exact number, where there are so few solutions that a search finds them all
        in a moment, or that a sample goes through all of the search.  Else the
        estimate, with a reason why it was stopped where it is rough.

    Raises:
        InputError: The puzzle is larger than 64×64.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> count = estimate(Puzzle("." * 36), samples=5, seed=1)
        >>> print(count)
        about 2.8...e+7 (standard error ... %, 5 samples)
        >>> print(estimate(Puzzle("." * 16)))
        288
    """
    puzzle.require_classic("method estimate")
    if timeout is None and samples is None:
        timeout = LONGEST
    deadline = Deadline(timeout)
    tree = Tree(puzzle)
    random = np.random.default_rng(seed)
    width = _width(puzzle.geometry.size)
    searched = _search(puzzle, timeout, progress)
    if searched.complete:
        return searched
    drawn = _Drawn(searched.value)
    try:
        while samples is None or drawn.number < samples:
            sample = draw(tree, width, random, deadline.check)
            if sample.whole:
                return Count(sample.seen, complete=True)
            drawn.add(sample)
            if progress is not None:
                progress(drawn.count())
            if samples is None and drawn.is_good():
                break
    except Stopped as stop:
        enough = samples is None and drawn.number >= _ENOUGH
        return drawn.count(None if enough and not drawn.is_rough else str(stop))
    return drawn.count(_UNLIKE if drawn.is_rough else None)


def _search(
    puzzle: Puzzle, timeout: float | None, progress: Callable[[Count], None] | None
) -> Count:
    """Count one by one for a moment; return how many there are, or at least are."""
    seconds = _SEARCHING if puzzle.geometry.size <= 9 else _SEARCHING_LARGE
    if timeout is not None:
        seconds = min(seconds, _PART * timeout)

    def report(count: int) -> None:
        if progress is not None:
            progress(Count(count, complete=False))

    try:
        return Solver(max_clauses=_CLAUSES).count(
            puzzle, _SEARCHED, timeout=seconds, progress=report
        )
    except LimitError:  # nothing that a moment suffices for
        return Count(0, complete=False)


def _width(size: int) -> int:
    """Say how many nodes a sample holds: wider is better, but samples are to be many.

    Chosen by measurement: the standard error after ten seconds on empty grids, with as
    many samples as are believed well before that on 9×9.
    """
    if size <= 9:
        return 500
    return 100 if size <= 16 else 50


class _Drawn:
    """The samples that were drawn: their number, the sums of their powers.

    Args:
        seen: How many different solutions are known before.
    """

    def __init__(self, seen: int = 0) -> None:
        self.number = 0
        self._seen = seen
        self._sum = self._squares = self._cubes = self._largest = 0

    def add(self, sample: Sample) -> None:
        """Add a sample."""
        self.number += 1
        self._sum += sample.value
        self._squares += sample.value**2
        self._cubes += sample.value**3
        self._largest = max(self._largest, sample.value)
        self._seen = max(self._seen, sample.seen)

    def count(self, stopped: str | None = None) -> Count:
        """Return what they say.

        Args:
            stopped: What ended the drawing too early, if anything did.
        """
        if self.number and not self._sum:
            stopped = stopped or "no solution found"
        return Count(
            self._seen, complete=False, stopped=stopped, estimate=self._estimate()
        )

    @property
    def is_rough(self) -> bool:
        """Whether they found solutions, but say little of how many there are."""
        return bool(self._sum) and self._estimate().is_rough

    def is_good(self) -> bool:
        """Say whether the standard error is small, and to be believed."""
        if self.number < _FEWEST or not self._sum:
            return False
        estimate = self._estimate()
        return not estimate.is_rough and (estimate.error or 0.0) <= _GOOD

    def _estimate(self) -> Estimate:
        if not self._sum:
            return Estimate(0, None, self.number, None)
        return Estimate(
            round(Fraction(self._sum, self.number * SCALE)),
            self._error(),
            self.number,
            float(Fraction(self._largest, self._sum)),
        )

    def _error(self) -> float | None:
        """Return the standard error as a part of the mean, widened."""
        number = self.number
        if number < 2:
            return None
        # The mean of the squares as a part of the square of the mean, and of cubes.
        square = Fraction(number * self._squares, self._sum**2)
        cube = Fraction(number**2 * self._cubes, self._sum**3)
        # The variance by n in place of n - 1; the division by n - 1 makes up for that.
        spread = float(square - 1)
        if not spread:
            return 0.0
        skew = float(cube - 3 * square + 2) / spread**1.5
        return sqrt(spread / (number - 1)) * _widening(number, skew)


def _widening(number: int, skew: float) -> float:
    """Say by what the error of samples is too small, if two of it are to be enough.

    Args:
        number: How many samples, at least two.
        skew: Their skewness.

    Example:
        >>> [round(_widening(number, 0.0), 2) for number in (2, 5, 20, 100)]
        [6.48, 1.42, 1.07, 1.01]
        >>> round(_widening(100, 3.0), 2)
        1.24
    """
    freedom = number - 1
    if freedom <= len(_QUANTILES):
        wider = _QUANTILES[freedom - 1] / _QUANTILE
    else:
        # The first two terms of how the one quantile departs from the other.
        wider = 1 + 1.21 / freedom + 1.44 / freedom**2
    return wider * (1 + _SKEW * max(0.0, skew) / sqrt(number))
