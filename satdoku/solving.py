"""One puzzle: solve, all solutions, how many.  The library's front door.

Each call takes whatever holds a puzzle (a `Puzzle`, text, a list, an array) and
leaves it as it was.  Calls that ask alike share a session, one for each thread, so that
the second puzzle costs no loading.
"""

from __future__ import annotations

from threading import local
from typing import TYPE_CHECKING

from satdoku.asked import look_at_limit, look_at_timeout, up_to
from satdoku.choose import AUTO
from satdoku.cnf.recipe import load as load_recipe
from satdoku.counting.method import Method, method_of
from satdoku.puzzle import Puzzle
from satdoku.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from satdoku.answers import Count, Result
    from satdoku.deduce.families import Named
    from satdoku.grid import Grid
    from satdoku.puzzle import PuzzleLike

__all__ = ["all_solutions", "count", "solutions", "solve"]

_SESSIONS = 8  # kept; the one longest unused goes first
_kept = local()


def _session(
    engine: str,
    encoding: str | None,
    techniques: Named | None = None,
    order: str | None = None,
) -> Session:
    """Return this thread's session for such calls."""
    sessions: dict[tuple[str, object, object, object], Session] | None
    sessions = getattr(_kept, "sessions", None)
    if sessions is None:
        sessions = _kept.sessions = {}
    if techniques is not None:
        from satdoku.deduce.families import chosen  # noqa: PLC0415  seldom asked for

        techniques = chosen(techniques)
    # By the recipe itself: a person's file may change between two calls.
    key = (
        engine,
        None if encoding is None else load_recipe(encoding),
        techniques,
        order,
    )
    session = sessions.pop(key, None)
    if session is None:
        session = Session(engine, encoding, techniques=techniques, order=order)
        if len(sessions) >= _SESSIONS:
            sessions.pop(next(iter(sessions))).close()
    sessions[key] = session
    return session


def solve(
    puzzle: PuzzleLike,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    unique: bool = True,
    timeout: float | None = None,
    techniques: Named | None = None,
    order: str | None = None,
) -> Result:
    """Find a solution, and whether it is the only one.

    Args:
        puzzle: Whatever `Puzzle` takes.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        unique: Whether to look for a second solution too.
        timeout: Seconds of wall time after which to stop.
        techniques: What engine `logic` may use, by name; None for the usual ones that
            keep every solution.  Of engine `elimination`, which of its four; None for
            all.
        order: In which order engine `backtracking` takes cells: `rows`, `blocks` or
            `fewest`.

    Returns:
        The answer; `result.status` says how many solutions there are.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine, encoding, technique or order, or the engine
            takes none.
        LimitError: The formula would be too large.

    Example:
        >>> result = solve("1... ..2. ..3. 4...")
        >>> result.is_unique, result.solution
        (True, Grid('1243342121344312'))
        >>> solve("1... ..2. ..3. 4...", engine="logic", techniques=["singles"]).because
        '12 steps of logic, no search'
        >>> solve("1... ..2. ..3. 4...", engine="backtracking", order="fewest").engine
        'backtracking'
    """
    look_at_timeout(timeout)
    asked = _session(engine, encoding, techniques, order)
    return asked.solve(Puzzle.of(puzzle), unique=unique, timeout=timeout)


def solutions(
    puzzle: PuzzleLike,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    techniques: Named | None = None,
    order: str | None = None,
) -> Iterator[Grid]:
    """Yield every solution, lazily: the first comes at once, however many there are.

    Args:
        puzzle: Whatever `Puzzle` takes.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        timeout: Seconds of wall time after which to stop.
        techniques: What engines `logic` and `elimination` may use, as `solve` takes it.
        order: In which order engine `backtracking` takes cells.

    Raises:
        Stopped: The time was over before all were found (raised by the iterator).
        InputError, UsageError, LimitError: As `solve`.

    Example:
        >>> sum(1 for _ in solutions("...." * 4))
        288
    """
    look_at_timeout(timeout)
    asked = _session(engine, encoding, techniques, order)
    return asked.solutions(Puzzle.of(puzzle), timeout=timeout)


def all_solutions(
    puzzle: PuzzleLike,
    limit: int | None = None,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    techniques: Named | None = None,
    order: str | None = None,
) -> list[Grid]:
    """Return all solutions as a list, or the first `limit` of them.

    Raises:
        Stopped: The time was over before all were found.
        InputError, UsageError, LimitError: As `solve`.

    Example:
        >>> len(all_solutions("12.. .... .... ....", limit=5))
        5
    """
    look_at_limit(limit, least=0)
    walk = solutions(
        puzzle,
        engine=engine,
        encoding=encoding,
        timeout=timeout,
        techniques=techniques,
        order=order,
    )
    return list(up_to(limit, walk))


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
    """Count the solutions: exactly up to a limit, exactly without one, or roughly.

    Args:
        puzzle: Whatever `Puzzle` takes.
        limit: Stop when there are more than that; None for no limit; `auto` for what
            takes some seconds: 10,000,000 where engine `lanes` takes the puzzle and is
            compiled (the extra `satdoku[fast]`), else 100,000.
        method: `search` counts one by one, up to the limit; `exact` counts all, by a
            model counter beside a search (the extra `satdoku[count]`); `estimate` tells
            roughly how many there are, from samples of the search tree, and how far off
            that may be (`Count.estimate`), unless a short search finds all.
        engine: An engine by name, or `auto`; for method `search`.
        encoding: A recipe by name or file; None to choose; for method `search`.
        timeout: Seconds of wall time after which to stop; for method `estimate` 10, if
            no number of samples is set.
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
    if not isinstance(limit, str) or limit != AUTO:
        look_at_limit(limit, least=0)
    look_at_timeout(timeout)
    grid = Puzzle.of(puzzle)
    if chosen is Method.ESTIMATE:
        from satdoku.sampling.estimating import estimate  # noqa: PLC0415  seldom asked

        return estimate(grid, samples=samples, seed=seed, timeout=timeout)
    asked = _session(engine, encoding)
    if chosen is Method.EXACT:
        from satdoku.counting.exact import count_exactly  # noqa: PLC0415  the same

        return count_exactly(grid, asked, timeout=timeout)
    most = asked.usual_limit(grid) if isinstance(limit, str) else limit
    return asked.count(grid, most, timeout=timeout)
