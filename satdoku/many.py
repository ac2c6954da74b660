"""Many puzzles, one after another, each answered as `solve` answers it.

    puzzles ─▶ a session, one by one ─▶ answers, in order
                 └─ once it pays ─▶ engine lanes, many at once ─▶ ┘

It pays by what was measured (`satdoku.choose.choose_many`): by how many puzzles are yet
to come, as far as is known, or as many again as have come; and by how hard those were
that were answered.  Puzzles that lanes do not take (other sizes, candidates ruled out)
are answered by the session all the while.

One by one, a puzzle is read when its answer is asked for; lanes read ahead, up to
`_AHEAD` puzzles of a stream.
"""

from __future__ import annotations

from collections.abc import Sized
from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from satdoku.answers import Result, Status
from satdoku.asked import look_at_timeout
from satdoku.choose import AUTO, LANES, choose_many
from satdoku.errors import InputError, LimitError, UsageError, shown
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle
from satdoku.session import Session
from satdoku.spread import is_compiled, is_quick, is_spreadable
from satdoku.walk import reason_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from satdoku.batch import Batch
    from satdoku.puzzle import PuzzleLike

__all__ = ["Many", "solve_many"]

T = TypeVar("T")
Outcome: TypeAlias = "Result | LimitError | InputError | None"
"""The answer to a puzzle, or why it was refused; None for what is no puzzle."""

_AHEAD = 1_024
"""Puzzles of a stream that are read before they are answered at once."""

_BLOCK = 16_384
"""The same, where it is known that as many come."""

_EVERY = 16
"""After how many puzzles it is looked again whether lanes pay."""

_WORTH_COMPILING = 4_096
"""Puzzles for which it pays to wait for the compiler, where it has to run first."""

_BECAUSE = "nothing solves many puzzles as quickly"


def solve_many(
    puzzles: Iterable[PuzzleLike],
    *,
    unique: bool = True,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
) -> Generator[Result]:
    """Solve many puzzles of any sizes, in memory or as they come; yield the answers.

    Each answer is what `solve` gives, and they come in order; but which of several
    solutions is found may differ, and engine and statistics do.  The number of puzzles
    decides how they are answered: `len(puzzles)`, where that can be told, or else what
    has come so far.

    Args:
        puzzles: Whatever `Puzzle` takes; they are asked for lazily.
        unique: Whether to look for a second solution of each, too.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        timeout: Seconds of wall time for each puzzle; with it, none are answered at
            once.

    Returns:
        A generator of the answers; to close it frees what was loaded.

    Raises:
        UsageError: There is no such engine or encoding, or `puzzles` is one text.
        InputError: A puzzle cannot be read (by the iterator); names its index.
        LimitError: A formula would be too large (by the iterator).

    Example:
        >>> puzzles = ["1... ..2. ..3. 4...", "." * 16]
        >>> [str(result.status) for result in solve_many(puzzles)]
        ['unique', 'several']
    """
    given: object = puzzles
    if isinstance(given, (str, bytes, Puzzle)) or not hasattr(given, "__iter__"):
        raise UsageError(
            f"{shown(puzzles)} is no list of puzzles; one is for satdoku.solve"
        )
    look_at_timeout(timeout)
    coming = len(puzzles) if isinstance(puzzles, Sized) else None
    many = Many(
        Session(engine, encoding),
        coming,
        unique=unique,
        timeout=timeout,
        at_once=timeout is None and encoding is None and engine.lower() == AUTO,
    )
    return _results(many, puzzles)


def _results(many: Many, puzzles: Iterable[PuzzleLike]) -> Generator[Result]:
    try:
        for _, outcome in many.over(_grids(puzzles), lambda grid: grid):
            if isinstance(outcome, Result):
                yield outcome
            elif outcome is not None:
                raise outcome
    finally:
        many.session.close()


def _grids(puzzles: Iterable[PuzzleLike]) -> Iterator[Puzzle]:
    for index, puzzle in enumerate(puzzles):
        try:
            yield Puzzle.of(puzzle)
        except InputError as error:
            raise error.at(source=f"puzzles[{index}]") from None


class Many:
    """Answers many puzzles: what `solve_many` and the command line have in common.

    Args:
        session: What answers one by one.
        coming: How many come, as far as is known; None if nothing is.
        unique: Whether to look for a second solution.
        timeout: Seconds of wall time for a puzzle.
        at_once: Whether lanes may answer.

    Attributes:
        session: The same.
    """

    def __init__(
        self,
        session: Session,
        coming: int | None = None,
        *,
        unique: bool = True,
        timeout: float | None = None,
        at_once: bool = True,
    ) -> None:
        self.session = session
        self._left = coming
        self._answered = 0
        self._unique = unique
        self._timeout = timeout
        self._at_once = at_once

    def over(
        self, items: Iterable[T], grid_of: Callable[[T], Puzzle | None]
    ) -> Generator[tuple[T, Outcome]]:
        """Yield each item with its answer, or why it was refused.

        Args:
            items: What holds puzzles.
            grid_of: Returns the puzzle of an item, None if it has none.

        Raises:
            KeyboardInterrupt: Ctrl-C; the session can be used again.
        """
        rest = iter(items)
        for item in rest:
            grid = grid_of(item)
            if grid is not None and self.pays(grid):
                yield from self.ahead(chain([item], rest), grid_of)
                return
            yield item, None if grid is None else self.one(grid)

    def pays(self, grid: Puzzle) -> bool:
        """Whether lanes answer what is to come, from this puzzle on, sooner."""
        ledger = self.session.ledger
        ledger.coming = self._left or 0
        looks = self._answered % _EVERY == 0
        if not self._at_once or not looks or not is_spreadable(grid):
            return False
        so_far = ledger.so_far(grid.geometry)
        if not choose_many(grid.geometry.size, so_far, compiled=is_quick()):
            return False
        if is_quick() and so_far.expected < _WORTH_COMPILING:
            self._at_once = is_compiled()
        return self._at_once

    def one(self, grid: Puzzle) -> Outcome:
        """Answer a puzzle by the session."""
        self._answered += 1
        self.session.ledger.coming = self._left or 0
        if self._left:
            self._left -= 1
        try:
            return self.session.solve(grid, unique=self._unique, timeout=self._timeout)
        except (LimitError, InputError) as error:
            return error

    def ahead(
        self, items: Iterator[T], grid_of: Callable[[T], Puzzle | None]
    ) -> Generator[tuple[T, Outcome]]:
        """Answer many at once, and by the session what lanes do not take."""
        size = _AHEAD if self._left is None else min(_BLOCK, max(_AHEAD, self._left))
        while block := list(islice(items, size)):
            grids = [grid_of(item) for item in block]
            spread = [grid for grid in grids if grid and is_spreadable(grid)]
            answers = self._at_once_of(spread)
            for item, grid in zip(block, grids, strict=True):
                if grid is None:
                    yield item, None
                elif is_spreadable(grid):
                    yield item, next(answers)
                else:
                    yield item, self.one(grid)

    def _at_once_of(self, grids: Sequence[Puzzle]) -> Iterator[Result]:
        """Yield the answers of lanes."""
        from satdoku.batch import solve_batch  # noqa: PLC0415  numpy, not before

        if not grids:
            return
        started = perf_counter()
        batch = solve_batch(grids, limit=2 if self._unique else 1)
        others = _others(grids, batch)
        seconds = (perf_counter() - started) / len(grids)
        for row, grid in enumerate(grids):
            yield answer_of(grid, batch, row, others.get(row), seconds)


def _others(grids: Sequence[Puzzle], batch: Batch) -> dict[int, Grid]:
    """Find a second solution of each puzzle that has several."""
    import numpy as np  # noqa: PLC0415  loaded by now

    from satdoku.batch import solutions_batch  # noqa: PLC0415  as above

    rows: list[int] = np.flatnonzero(batch.counts > 1).tolist()
    others: dict[int, Grid] = {}
    if rows:
        firsts = batch.solutions[rows]
        blocks = solutions_batch([grids[row] for row in rows], limit=2)
        for index, solutions in blocks:
            for found, values in zip(index.tolist(), solutions, strict=True):
                at = int(found)
                if (values != firsts[at]).any():
                    geometry = grids[rows[at]].geometry
                    others[rows[at]] = Grid.trusted(geometry, tuple(values.tolist()))
    return others


def answer_of(
    puzzle: Puzzle, batch: Batch, row: int, other: Grid | None, seconds: float
) -> Result:
    """Return a row of what lanes found as the answer to its puzzle.

    Args:
        puzzle: The puzzle.
        batch: The answers.
        row: Which of them.
        other: Its second solution, if it has several.
        seconds: What it took.
    """
    from satdoku.batch import BatchStatus  # noqa: PLC0415  loaded by now

    status = BatchStatus(int(batch.status[row])).word
    solution = None
    if batch.counts[row]:
        values = tuple(batch.solutions[row].tolist())
        solution = Grid.trusted(puzzle.geometry, values)
    return Result(
        puzzle,
        status,
        solution,
        other,
        bool(batch.complete[row]),
        reason_of(puzzle) if status is Status.NONE else None,
        LANES,
        statistics={
            "guesses": int(batch.guesses[row]),
            "sweeps": int(batch.sweeps[row]),
        },
        seconds=seconds,
        because=_BECAUSE,
    )
