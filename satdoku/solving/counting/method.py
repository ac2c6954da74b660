"""The ways to count, and which options go with which.

search      one by one, exact up to a limit
exact       all, however many there are, by a model counter beside a search
estimate    roughly, from samples of the search tree
regions     as search, but with regions that have to be found
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from satdoku.engines import registry
from satdoku.errors import (
    UsageError,
    check_choice,
    check_limit,
    check_seed,
    whole_number,
)
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.solving.choice import AUTO
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from typing import Literal

    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.solving.results import Count


class Method(StrEnum):
    """A way to count."""

    SEARCH = "search"
    EXACT = "exact"
    ESTIMATE = "estimate"
    REGIONS = "regions"


def method_of(
    name: object,
    *,
    limited: bool = False,
    engine: str = AUTO,
    encoding: str | None = None,
    samples: int | None = None,
    seed: int | None = None,
) -> Method:
    """Return the method of that name, if it goes with the other options.

    Args:
        name: `search`, `exact` or `estimate`.
        limited: Whether a limit was asked for.
        engine: The engine that was asked for, or `auto`.
        encoding: The encoding that was asked for, if any.
        samples: The number of samples that was asked for, if any.
        seed: The seed that was asked for, if any.

    Raises:
        UsageError: There is no such method, or an option makes no sense with it.

    Example:
        >>> method_of("estimate", samples=100)
        <Method.ESTIMATE: 'estimate'>
        >>> method_of("exact", limited=True)
        Traceback (most recent call last):
        satdoku.errors.UsageError: method exact takes no limit; method search does
    """
    check_choice("method", name, [str(method) for method in Method])
    method = Method(str(name))
    searching = Method.SEARCH, Method.REGIONS
    for is_set, option, owners in (
        (limited, "limit", searching),
        (registry.name_of(engine) != AUTO, "engine", searching),
        (encoding is not None, "encoding", searching),
        (samples is not None, "number of samples", (Method.ESTIMATE,)),
        (seed is not None, "seed", (Method.ESTIMATE,)),
    ):
        if is_set and method not in owners:
            raise UsageError(
                f"method {method} takes no {option}; method {owners[0]} does"
            )
    check_seed(seed)
    if samples is not None:
        whole_number("samples", samples, 2)
    return method


def count(
    puzzle: PuzzleLike,
    limit: int | Literal["auto"] | None = "auto",
    *,
    method: str = "search",
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    samples: int | None = None,
    seed: int | None = None,
) -> Count:
    """Count the solutions: up to a limit, exactly without one, or as an estimate.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        limit: Stop when there are more than that; None for no limit; `auto` for what
            takes some seconds: 10,000,000 where engine `lanes` takes the puzzle and is
            compiled (the extra `satdoku[fast]`), 10,000 of variants, else 100,000.
        method: `search` counts one by one, up to the limit; `exact` counts all, by a
            model counter beside a search (the extra `satdoku[count]`); `estimate` says
            roughly how many there are, from samples of the search tree, and how far off
            that may be (`Count.estimate`), unless a short search finds all; `regions`
            counts grids of `ChaosConstruction` once for each way to cut them.
        engine: An engine by name, or `auto`; for method `search`.
        encoding: A recipe by name or file; None to choose; for method `search`.
        timeout: Seconds after which to stop, reading included; for method `estimate`
            10, if no number of samples is set.
        samples: How many samples an estimate is made of; None for as many as it takes
            to a standard error of 1 %.
        seed: Makes the samples the same each time.

    Raises:
        InputError, UsageError, LimitError: As `solve`.  UsageError, too, where options
            make no sense with the method, or an extra is missing; LimitError, where the
            model counter has not memory enough.

    Example:
        >>> print(count("12.. .... .... ...."), "|", count("...." * 4, limit=100))
        24 | more than 100
        >>> print(count("." * 36, method="estimate", samples=5, seed=1))
        about 2.8...e+7 (standard error ... %, 5 samples)
    """
    chosen = method_of(
        method,
        limited=limit is not None and not isinstance(limit, str),
        engine=engine,
        encoding=encoding,
        samples=samples,
        seed=seed,
    )
    number = None if limit == AUTO else check_limit(limit, minimum=0)
    deadline, puzzle = Deadline(timeout), Puzzle.of(puzzle)
    if chosen is Method.ESTIMATE:
        from satdoku.solving.counting.estimating import estimate  # noqa: PLC0415  numpy

        return estimate(puzzle, samples=samples, seed=seed, timeout=deadline.left)
    solver = Solver(engine, encoding)
    if chosen is Method.EXACT:
        from satdoku.solving.counting.exact import count_exactly  # noqa: PLC0415  numpy

        return count_exactly(puzzle, solver, timeout=deadline.left)
    if limit == AUTO:
        number = solver.default_limit(puzzle)
    if chosen is Method.REGIONS:
        from satdoku.solving.counting.regions import count_with_regions  # noqa: PLC0415  few puzzles need it

        return count_with_regions(puzzle, solver, number, timeout=deadline.left)
    return solver.count(puzzle, number, timeout=deadline.left)
