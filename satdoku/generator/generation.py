"""New puzzles, one after the other: `satdoku.generate`, `satdoku.generate_many`."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from itertools import count
from random import SystemRandom
from threading import Semaphore
from typing import TYPE_CHECKING, NamedTuple

from satdoku.checks.questions import answers_for, run
from satdoku.deadline import Deadline
from satdoku.errors import Stopped, check_seed, whole_number
from satdoku.generator.attempt import Attempts, Made, Rejected
from satdoku.generator.options import Request
from satdoku.grid import Grid
from satdoku.processes import Pool, prefetch, wait_for, workers_of
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Literal, Unpack

    from satdoku.generator.options import GeneratorOptions
    from satdoku.geometry import Geometry
    from satdoku.techniques.path import Path
    from satdoku.techniques.technique import Level

__all__ = [
    "MAX_ATTEMPTS",
    "GaveUp",
    "Generated",
    "generate",
    "generate_many",
    "generated",
    "new_seed",
]

MAX_ATTEMPTS = 2_000
"""How many attempts in a row may fail, by default."""

_SEEDS = 2**32
_SIDE_BY_SIDE = 1024  # attempts that lanes answer together
_RATED = 8  # the same where each of them has to be rated, which takes longer
_WORTH_LANES = 16  # puzzles that make up for the time it takes to load lanes
_PART = 8  # attempts sent to a worker process together, up to 9x9
_AHEAD = 2  # parts for each worker that are begun before they are needed


class GaveUp(Stopped):
    """Too many attempts in a row made no puzzle; more might."""


class Generated(NamedTuple):
    """A new puzzle.

    Args:
        puzzle: The puzzle.
        solution: Its only solution.
        path: How techniques solve it, if the request depends on that.
        attempt: The number of the attempt that made it, from 0.
    """

    puzzle: Puzzle
    solution: Grid
    path: Path | None
    attempt: int


def generate(
    level: Level | str | None = None,
    *,
    seed: int | None = None,
    max_attempts: int = MAX_ATTEMPTS,
    timeout: float | None = None,
    **options: Unpack[GeneratorOptions],
) -> Puzzle:
    """Make a new puzzle with exactly one solution.

    Args:
        level: `easy`, `medium`, `hard`, `unfair` or `extreme`, by HoDoKu's scheme.
        seed: A number: the same seed and options make the same puzzle.  By default a
            random one.
        max_attempts: How many attempts in a row may fail.
        timeout: Seconds of wall time.
        **options: See `GeneratorOptions`.

    Returns:
        The puzzle; its metadata have the `solution`, and where the request depends on
        techniques the `level` and the `rating`, HoDoKu's score.

    Raises:
        UsageError: An option is wrong, or two contradict each other.
        InputError: The pattern or the solution cannot be read.
        Stopped: No such puzzle exists, the time is over, or too many attempts failed.

    Example:
        >>> puzzle = generate(size=4, seed=5, symmetry="rotational180")
        >>> print(puzzle)
        ..|..
        1.|3.
        --+--
        .4|.2
        ..|..
        >>> puzzle.metadata["solution"]
        '4321123434122143'
    """
    puzzles = generate_many(
        1, level, seed=seed, max_attempts=max_attempts, timeout=timeout, **options
    )
    with closing(puzzles):
        return next(puzzles)


def generate_many(
    n: int | None = None,
    level: Level | str | None = None,
    *,
    seed: int | None = None,
    max_attempts: int = MAX_ATTEMPTS,
    workers: int | Literal["all"] = 1,
    timeout: float | None = None,
    **options: Unpack[GeneratorOptions],
) -> Generator[Puzzle]:
    """Make new puzzles, no two alike, each with exactly one solution.

    With no options they are minimal: no clue is redundant.

    Args:
        n: How many; None for no end.
        level: As for `generate`.
        seed: As for `generate`; with any number of workers.
        max_attempts: How many attempts in a row may fail.
        workers: How many processes work; `"all"` for every core.
        timeout: Seconds of wall time for all puzzles.
        **options: See `GeneratorOptions`.

    Returns:
        A generator of puzzles as `generate` returns them.

    Raises:
        UsageError: An option is wrong, or two contradict each other.
        InputError: The pattern or the solution cannot be read.
        Stopped: No such puzzle exists, the time is over, or too many attempts failed
            (raised by the generator).

    Example:
        >>> [puzzle.clue_count for puzzle in generate_many(3, size=4, seed=1)]
        [4, 4, 4]
    """
    if n is not None:
        whole_number("n", n)
    whole_number("max_attempts", max_attempts)
    check_seed(seed)
    Deadline(timeout)
    stream = generated(
        Request.of(level=level, **options),
        n,
        seed=new_seed() if seed is None else seed,
        max_attempts=max_attempts,
        workers=workers_of(workers),
        timeout=timeout,
    )
    return _puzzles(stream)


def _puzzles(stream: Generator[Generated]) -> Generator[Puzzle]:
    with closing(stream):
        for made in stream:
            yield made.puzzle


def new_seed() -> int:
    """Draw a seed."""
    return SystemRandom().randrange(_SEEDS)


def generated(
    request: Request,
    n: int | None,
    *,
    seed: int,
    max_attempts: int = MAX_ATTEMPTS,
    workers: int = 1,
    timeout: float | None = None,
    failed: Callable[[int], None] = lambda _: None,
) -> Generator[Generated]:
    """Make puzzles; see `generate_many`.

    Args:
        request: What each has to be.
        n: How many; None for no end.
        seed: What they are made from.
        max_attempts: How many attempts in a row may fail.
        workers: How many processes work.
        timeout: Seconds of wall time for all of them.
        failed: Called with the number of attempts in a row that have failed.

    Raises:
        Stopped: No such puzzle exists, the time is over, or (`GaveUp`) too many
            attempts failed.
    """
    request.refuse_impossible()
    known: set[bytes] = set()
    failures: Counter[str] = Counter()
    deadline = Deadline(timeout)
    if workers == 1:
        tried = _attempts(request, seed, deadline, lambda: (n or 1 << 60) - len(known))
    else:
        tried = _attempts_of_workers(request, seed, deadline, workers)
    try:
        for number, made in enumerate(tried):
            if isinstance(made, Made) and made.values in known:
                made = Rejected.REPEATED  # noqa: PLW2901
            if isinstance(made, Rejected):
                failures[made.value] += 1
                failed(failures.total())
                if failures.total() >= max_attempts:
                    raise GaveUp(_gave_up(failures, "further " if known else ""))
                continue
            failures.clear()
            known.add(made.values)
            yield _generated(request.geometry, made, number)
            if len(known) == n:
                return
    except Stopped as stop:
        if isinstance(stop, GaveUp) or not deadline.over:
            raise
        message = f"out of time after {timeout:g} s"
        if failures:
            message += f"; {_gave_up(failures, 'further ' if known else '')}"
        raise Stopped(message) from None
    finally:
        tried.close()


def _generated(geometry: Geometry, made: Made, number: int) -> Generated:
    solution = Grid.trusted(geometry, tuple(made.solution))
    metadata = {"solution": solution.line}
    if made.path is not None:
        metadata["level"] = made.path.level.key
        metadata["rating"] = str(made.path.score)
    puzzle = Puzzle.trusted(geometry, tuple(made.values), metadata)
    return Generated(puzzle, solution, made.path, number)


def _attempts(
    request: Request,
    seed: int,
    deadline: Deadline,
    missing: Callable[[], int],
) -> Generator[Made | Rejected]:
    """Yield what attempts make, from number 0 on, without end."""
    attempts = Attempts(request, seed, deadline)
    most = _RATED if request.is_rated else _SIDE_BY_SIDE
    first = 0
    many = missing() >= _WORTH_LANES
    with closing(answers_for(request.geometry, deadline, many=many)) as answers:
        while True:
            size = min(missing(), most) if answers.many else 1
            numbers = range(first, first + size)
            yield from run([attempts.attempt(number) for number in numbers], answers)
            first += size


def _attempts_of_workers(
    request: Request, seed: int, deadline: Deadline, workers: int
) -> Generator[Made | Rejected]:
    """Yield the same in the same order, made by several processes."""
    size = _PART if request.geometry.size <= 9 else 1
    parts = (range(first, first + size) for first in count(0, size))
    slots = Semaphore(_AHEAD * workers)
    with (
        closing(Pool(_begin, (request, seed, deadline), workers)) as pool,
        closing(prefetch(parts, pool.submit, slots)) as begun,
    ):
        for part in begun:
            for made in wait_for(part):
                if isinstance(made, Stopped):
                    raise made
                yield made


def _begin(
    setup: tuple[Request, int, Deadline],
) -> Callable[[range], list[Made | Rejected | Stopped]]:
    """Return what makes some attempts; where one is stopped, those before it count."""
    request, _, deadline = setup
    attempts = Attempts(*setup)
    answers = answers_for(request.geometry, deadline)

    def work(numbers: range) -> list[Made | Rejected | Stopped]:
        made: list[Made | Rejected | Stopped] = []
        parts = [numbers] if answers.many else [range(n, n + 1) for n in numbers]
        try:
            for part in parts:
                made += run([attempts.attempt(number) for number in part], answers)
        except Stopped as stop:
            made.append(stop)
        return made

    return work


def _gave_up(failures: Counter[str], further: str) -> str:
    reasons = ", ".join(f"{many:,} {why}" for why, many in failures.most_common())
    return f"no {further}puzzle in {failures.total():,} attempts in a row: {reasons}"
