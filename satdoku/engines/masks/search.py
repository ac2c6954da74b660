"""A search by the compiled kernel, and what its propagators say in plain Python."""

from __future__ import annotations

from array import array
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from satdoku.engines.baselines.base import Baseline
from satdoku.engines.lanes import has_compiler
from satdoku.engines.masks import kernel, layout
from satdoku.engines.masks.rows import Rows, UnsupportedError
from satdoku.errors import InputError, LimitError, UsageError
from satdoku.puzzle.constraints.base import BaseConstraint
from satdoku.puzzle.grid import Grid
from satdoku.runtime.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from satdoku.puzzle.puzzle import Puzzle

_SLICE = 0.02
"""Seconds of a call of compiled code, which nothing interrupts."""

_MOST_NUMBERS = 100_000
"""Numbers of rows up to which plain Python narrows candidates."""

_FIRST_NODES = 200
_ROOM = 1024
"""Solutions of a call, at most."""


def supports(puzzle: Puzzle) -> bool:
    """Whether all rules of a puzzle are units, or primitives on cells of the grid."""
    is_usual = not (puzzle.extra_cells or puzzle.geometry.raw)
    return is_usual and all(
        rule.only_units or isinstance(rule, BaseConstraint)
        for rule in puzzle.constraints
    )


def prepare(compiling: Callable[[], None] | None) -> Callable[..., int] | None:
    """Return the compiled kernel; None where there is none.

    Args:
        compiling: Called before the compiler runs, which takes some ten seconds; None
            not to run it.
    """
    if not has_compiler():
        return None
    try:
        from satdoku.engines.masks.native import code  # noqa: PLC0415  needs llvmlite

        return code.load(compiling)
    except (ImportError, OSError):  # it does not fit NumPy, or the memory
        return None


def narrowed(puzzle: Puzzle, candidates: Sequence[int]) -> Sequence[int] | None:
    """Return what propagation leaves of candidates; None if there is no solution.

    Where the kernel does not take the puzzle, or it is so large that this would take
    seconds, nothing is narrowed.

    Example:
        >>> from satdoku.puzzle.constraints.sums import Killer
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> puzzle = Puzzle("." * 16, [Killer(3, "r1c1 r1c2")])
        >>> narrowed(puzzle, [15] * 16)[:4]
        [3, 3, 12, 12]
    """
    try:
        rows = Rows(puzzle, candidates)
    except (UnsupportedError, LimitError):
        return candidates
    if 0 in rows.masks:
        return None
    if sum(len(row.data) for row in rows.rows) > _MOST_NUMBERS:
        return candidates
    arrays = rows.arrays()
    kernel.queue_all(rows.masks, arrays)
    return rows.masks if kernel.propagate(rows.masks, arrays) == -1 else None


class MaskSearch:
    """A search for the solutions of a puzzle, which stops and goes on.

    Args:
        puzzle: The puzzle.
        run: The compiled kernel.
        candidates: The digits that are left to each cell, as masks; None to start from
            the puzzle.

    Raises:
        UnsupportedError: The kernel does not take the puzzle.
        LimitError: A constraint is too large.

    Attributes:
        is_done: Whether every solution was found.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        run: Callable[..., int],
        candidates: Sequence[int] | None = None,
    ) -> None:
        self._run = run
        rows = Rows(puzzle, candidates)
        self.is_done = 0 in rows.masks
        arrays = rows.arrays()
        cells = self._cells = len(rows.masks)
        header = [0] * kernel.HEADER_SIZE
        header[kernel.ROOM], header[kernel.GROW] = _ROOM, kernel.FIRST_WEIGHT
        starts = arrays[layout.ROWS_START]
        weights = [
            kernel.FIRST_WEIGHT * (10 + starts[cell + 1] - starts[cell]) // 10
            for cell in range(cells)
        ]
        arrays += [header, rows.masks, [], weights, [], rows.masks]
        sizes = list(map(len, arrays))
        levels = cells + 2
        own = levels * cells, 2 * levels, cells, _ROOM * cells, cells
        sizes[layout.ARRAYS + 1 :] = own
        places = [len(arrays)]
        for size in sizes:
            places.append(places[-1] + size)
        memory = self._memory = array("q", bytes(8 * places[-1]))
        memory[: len(arrays)] = array("q", places[:-1])
        for place, numbers in zip(places, arrays, strict=False):
            memory[place : place + len(numbers)] = array("q", numbers)
        self._header, self._root = places[layout.ARRAYS : layout.ARRAYS + 2]
        self._found, self._liked = places[layout.ARRAYS + 4 : layout.ARRAYS + 6]
        self._steps = places[layout.NEED] + 1
        self._nodes_of_slice = _FIRST_NODES

    @property
    def root(self) -> list[int]:
        """What is left to each cell, as masks, beyond what was searched whole."""
        return list(self._memory[self._root : self._root + self._cells])

    def start_over(self, masks: Sequence[int], liked: Sequence[int]) -> None:
        """Search for other solutions, one at a time from here on.

        Args:
            masks: The digits that are left to each cell.
            liked: Those that are tried first.
        """
        memory, header, cells = self._memory, self._header, self._cells
        self.is_done = 0 in masks
        for at in (kernel.STARTED, kernel.DEPTH, kernel.COUNT_FOUND):
            memory[header + at] = 0
        memory[header + kernel.ROOM] = 1
        memory[self._root : self._root + cells] = array("q", masks)
        memory[self._liked : self._liked + cells] = array("q", liked)

    def next_solution(
        self, deadline: Deadline = NEVER, nodes: int | None = None
    ) -> tuple[int, ...] | None:
        """Return the digits of one more solution; None if there is none, or not yet.

        Args:
            deadline: When to stop.
            nodes: How many to search; None for no limit.

        Raises:
            Stopped: The deadline has come.
        """
        last = None if nodes is None else self.nodes + nodes
        for digits in self.solutions(deadline, most_nodes=last):
            return digits
        return None

    @property
    def nodes(self) -> int:
        """Branchings so far."""
        return self._memory[self._header + kernel.NODES]

    @property
    def steps(self) -> int:
        """Runs of propagators so far."""
        return self._memory[self._steps]

    def solutions(
        self,
        deadline: Deadline = NEVER,
        seconds: float | None = None,
        most_nodes: int | None = None,
    ) -> Iterator[tuple[int, ...]]:
        """Yield the digits of solutions that were not found yet, each once.

        Args:
            deadline: When to stop.
            seconds: After how much time to end early; None for none.
            most_nodes: At how many nodes to end early; None for none.

        Raises:
            Stopped: The deadline has come.
        """
        end = None if seconds is None else monotonic() + seconds
        memory, header, cells = self._memory, self._header, self._cells
        while not self.is_done:
            deadline.check()
            if end is not None and monotonic() >= end:
                return
            before, since = self.nodes, perf_counter()
            if most_nodes is not None and before >= most_nodes:
                return
            ending = self._run(memory.buffer_info()[0], self._nodes_of_slice)
            spent = perf_counter() - since
            self.is_done = ending == kernel.DONE
            if ending == kernel.SPENT:
                speed = (self.nodes - before) / max(spent, 1e-6)
                self._nodes_of_slice = max(_FIRST_NODES // 4, int(speed * _SLICE))
            count = memory[header + kernel.COUNT_FOUND]
            memory[header + kernel.COUNT_FOUND] = 0
            for at in range(self._found, self._found + count * cells, cells):
                yield tuple(mask.bit_length() for mask in memory[at : at + cells])


class Masks(Baseline):
    """Engine `masks`.

    Args:
        compiling: Called before the compiler runs.

    Raises:
        UsageError: Numba is not there, or cannot be used.
    """

    counters = ("guesses", "propagations")

    def __init__(self, compiling: Callable[[], None] | None = None) -> None:
        run = prepare(compiling or (lambda: None))
        if run is None:
            raise UsageError(
                "engine masks needs numba, which is not installed or cannot be used: "
                "pip install 'satdoku[fast]'"
            )
        self._compiled = run

    def supports(self, puzzle: Puzzle) -> bool:
        """Whether it keeps all rules of a puzzle."""
        return supports(puzzle)

    def solutions(
        self,
        puzzle: Puzzle,
        candidates: Sequence[int] | None,
        deadline: Deadline,
        statistics: dict[str, int],
    ) -> Generator[Grid, None, None]:
        """Yield every solution once, lazily.

        Raises:
            InputError: The kernel does not take the puzzle.
            Stopped: The deadline came first.
        """
        try:
            search = MaskSearch(puzzle, self._compiled, candidates)
        except UnsupportedError as error:
            raise InputError(f"engine masks does not take {error}") from None
        try:
            for values in search.solutions(deadline):
                yield Grid.trusted(puzzle.geometry, values)
        finally:
            statistics["guesses"] = search.nodes
            statistics["propagations"] = search.steps
