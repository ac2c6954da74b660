"""Many puzzles of any sizes: answered one by one, or thousands at a time by lanes."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from satdoku.engines.lanes import supports
from satdoku.errors import InputError, UsageError, shown
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import check_timeout
from satdoku.solving.choice import AUTO, LANES_FROM
from satdoku.solving.results import Result, Status
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from typing import Literal

    from satdoku.puzzle.puzzle import PuzzleLike

_BLOCK = 16_384
"""Puzzles that engine `lanes` answers at a time."""


def solve_many(
    puzzles: Iterable[PuzzleLike],
    *,
    unique: bool = True,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    errors: Literal["raise", "mark"] = "raise",
) -> Generator[Result]:
    """Solve many puzzles of any sizes, in memory or as they come; yield the answers.

    Each answer is what `solve` gives, and they come in order; but which of several
    solutions is found may differ, and engine and statistics do.  The first 256 puzzles
    decide how all are answered: if these are of 9x9, engine `lanes` answers thousands
    at a time.

    Args:
        puzzles: Whatever `Puzzle` takes, lazily.
        unique: Whether to look for a second solution of each, too.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None for the usual one.
        timeout: Seconds for each puzzle; with it, they are answered one by one.
        errors: `raise` to end at a puzzle that cannot be read, `mark` to give it the
            status UNREADABLE, no `puzzle`, and the message as its reason.

    Returns:
        A generator of the answers; to close it frees what was loaded.

    Raises:
        UsageError: There is no such engine or encoding, or `puzzles` is one text
            or a table.
        InputError: A puzzle cannot be read (by the iterator); names its index.
        LimitError: A formula would be too large (by the iterator).

    Example:
        >>> puzzles = ["1... ..2. ..3. 4...", "." * 16]
        >>> [str(result.status) for result in solve_many(puzzles)]
        ['unique', 'multiple']
    """
    if hasattr(puzzles, "columns"):
        raise UsageError("a table is no list of puzzles; satdoku.solve_frame takes it")
    if isinstance(puzzles, (str, bytes, Grid, Puzzle)) or not hasattr(
        puzzles, "__iter__"
    ):
        raise UsageError(
            f"{shown(puzzles)} is no list of puzzles; one is for satdoku.solve"
        )
    if errors not in ("raise", "mark"):
        raise UsageError(f"errors={shown(errors)}; expected raise or mark")
    check_timeout(timeout)
    solver = Solver(engine, encoding)
    lanes = timeout is None and encoding is None and solver.engine == AUTO
    return _results(
        solver,
        _read(puzzles),
        unique=unique,
        timeout=timeout,
        lanes=lanes,
        mark=errors == "mark",
    )


def _read(puzzles: Iterable[PuzzleLike]) -> Iterator[Puzzle | InputError]:
    """Yield each puzzle, or why it cannot be read."""
    for index, puzzle in enumerate(puzzles):
        try:
            yield Puzzle.of(puzzle)
        except InputError as error:
            yield error.at(source=f"puzzles[{index}]")


def _supported(puzzles: list[Puzzle | InputError]) -> list[Puzzle]:
    """Return those that lanes answer."""
    return [
        puzzle for puzzle in puzzles if isinstance(puzzle, Puzzle) and supports(puzzle)
    ]


def _results(
    solver: Solver,
    read: Iterator[Puzzle | InputError],
    *,
    unique: bool,
    timeout: float | None,
    lanes: bool,
    mark: bool,
) -> Generator[Result]:
    """Yield the answers to puzzles that have been read.

    Raises:
        InputError: A puzzle cannot be read, and that is not to be marked.
    """
    with solver:
        head = list(islice(read, LANES_FROM)) if lanes else []
        lanes = len(head) == LANES_FROM and len(_supported(head)) >= LANES_FROM // 2
        rest = chain(head, read)
        while block := list(islice(rest, _BLOCK if lanes else 1)):
            answers: Iterator[Result] = iter(())
            if lanes:
                from satdoku.solving.batch import batch_results  # noqa: PLC0415  numpy

                answers = batch_results(_supported(block), limit=2 if unique else 1)
            for puzzle in block:
                if isinstance(puzzle, InputError):
                    if not mark:
                        raise puzzle
                    yield Result(None, Status.UNREADABLE, error=str(puzzle))
                elif lanes and supports(puzzle):
                    yield next(answers)
                else:
                    yield solver.solve(puzzle, unique=unique, timeout=timeout)
