"""New puzzles, one after the other: `satdoku.generate`."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from random import SystemRandom
from threading import Semaphore
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.deadline import Deadline
from satdoku.errors import Stopped, UsageError, check_seed, shown
from satdoku.generator.making import Maker, Missed
from satdoku.generator.wanted import wanted_of
from satdoku.grid import Grid
from satdoku.processes import Pool, prefetch, wait_for, workers_of
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import Literal

    from satdoku.generator.making import Made
    from satdoku.generator.symmetry import Symmetry
    from satdoku.generator.wanted import Wanted
    from satdoku.techniques.families import Named
    from satdoku.techniques.path import Path
    from satdoku.techniques.technique import Level, Technique

__all__ = ["ATTEMPTS", "GaveUp", "Generated", "generate", "generated", "new_seed"]

ATTEMPTS = 2_000
"""How many in a row may make no puzzle, if nobody says otherwise."""

_SEEDS = 2**32
_PART = 8
"""Attempts that a worker is sent together, up to 9×9: each takes some milliseconds."""
_AHEAD = 2
"""Parts for each worker that are begun before they are asked for."""


class GaveUp(Stopped):
    """So many attempts made no puzzle; more might."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A new puzzle.

    Args:
        grid: The puzzle.
        solution: Its only solution.
        path: How techniques solve it, where a level, a score or techniques were asked
            for; else None.
        seed: The seed it was made from.
        attempt: The number of the attempt that made it, from 0.
    """

    grid: Puzzle
    solution: Grid
    path: Path | None
    seed: int
    attempt: int

    @property
    def level(self) -> Level | None:
        """The level, by the scheme of HoDoKu; None if it was not asked for."""
        return None if self.path is None else self.path.level

    @property
    def score(self) -> int | None:
        """The score, by the same scheme; None if it was not asked for."""
        return None if self.path is None else self.path.score

    def __repr__(self) -> str:
        level = "" if self.level is None else f"{self.level.key}, "
        n, clues = self.grid.geometry.size, self.grid.clue_count
        return f"<Generated {n}x{n}, {clues} clues, {level}seed {self.seed}>"


def generate(
    n: int | None = 1,
    *,
    size: object = None,
    seed: int | None = None,
    clues: int | None = None,
    symmetry: Symmetry | str = "none",
    minimal: bool = False,
    level: Level | str | None = None,
    score: tuple[int | None, int | None] | None = None,
    techniques: Named | None = None,
    hardest: Technique | str | None = None,
    singles_only: bool = False,
    pattern: object = None,
    solution: object = None,
    max_attempts: int = ATTEMPTS,
    workers: int | Literal["all"] = 1,
    timeout: float | None = None,
) -> Iterator[Generated]:
    """Make new proper puzzles, no two of them alike.

    Clues are taken from a random solution in random order, as long as the solution
    stays the only one: with nothing else asked for, what is left is a minimal puzzle.

    Args:
        n: How many; None for no end.
        size: 9 for 9×9, say; `"2x3"` for boxes of two rows and three columns; or a
            geometry.  None for that of the pattern or solution, or else 9.
        seed: What the puzzles are made from: the same seed, asked for the same, makes
            the same puzzles, whatever the number of workers.  None for a random one.
        clues: How many clues; None for as few as the rest lets.
        symmetry: How the clues lie: `none`, `rotational180`, `rotational90`,
            `horizontal`, `vertical`, `diagonal`, `antidiagonal`, `axes`, `diagonals`,
            `full`.
        minimal: Whether no clue can go, not even one alone that has a mirror image.
        level: `easy`, `medium`, `hard`, `unfair` or `extreme`, by the scheme of HoDoKu.
        score: The least and the highest score by that scheme, None for no bound.
        techniques: What the path of the puzzle has to use: techniques, or names, one or
            many, each of them; of a family or a level any one of its techniques.  It
            may use harder ones, too.
        hardest: What it has to use, and nothing harder, by level and then score.
        singles_only: Whether naked and hidden singles have to complete it.
        pattern: The cells of the clues: a text, a character a cell, `.` for no clue; or
            a grid whose clues lie there.
        solution: The solution that all puzzles are to have.
        max_attempts: After how many attempts in a row without a puzzle to give up.
        workers: How many processes work at a time; `all` for every core.
        timeout: Seconds of wall time for all of them, from when the first is asked for.

    Returns:
        A lazy iterator.

    Raises:
        UsageError: Something that is asked for makes no sense, or contradicts another.
        InputError: The pattern or the solution cannot be read.
        Stopped: There are no such puzzles, the time is over, or too many attempts made
            none (raised by the iterator).

    Example:
        >>> [made] = generate(size=4, seed=5, symmetry="rotational180")
        >>> print(made.grid)
        4.|..
        .2|3.
        --+--
        .4|1.
        ..|.3
        >>> made.grid.is_solution(made.solution), made.level
        (True, None)
    """
    for what, number in (("n", n), ("max_attempts", max_attempts)):
        if number is not None and (type(number) is not int or number < 1):
            raise UsageError(
                f"{shown(number)} as {what} makes no sense; expected 1, 2, 3, …"
            )
    check_seed(seed)
    Deadline(timeout)
    wanted = wanted_of(
        size=size,
        clues=clues,
        symmetry=symmetry,
        minimal=minimal,
        level=level,
        score=score,
        techniques=techniques,
        hardest=hardest,
        singles_only=singles_only,
        pattern=pattern,
        solution=solution,
    )
    chosen = new_seed() if seed is None else seed
    crew = workers_of(workers)
    return generated(
        wanted,
        n,
        seed=chosen,
        max_attempts=max_attempts,
        workers=crew,
        timeout=timeout,
    )


def new_seed() -> int:
    """Draw a seed."""
    return SystemRandom().randrange(_SEEDS)


def generated(
    wanted: Wanted,
    n: int | None,
    *,
    seed: int,
    max_attempts: int = ATTEMPTS,
    workers: int = 1,
    timeout: float | None = None,
    missed: Callable[[int], None] = lambda _: None,
) -> Generator[Generated]:
    """Make puzzles; see `generate`.

    Args:
        wanted: What is wanted of each.
        n: How many; None for no end.
        seed: What they are made from.
        max_attempts: After how many attempts in a row without a puzzle to give up.
        workers: How many processes work at a time.
        timeout: Seconds of wall time for all of them.
        missed: Is told how many attempts in a row have made none.

    Raises:
        Stopped: There are no such puzzles, the time is over, or (`GaveUp`) too many
            attempts made none.
    """
    wanted.look_at()
    geometry = wanted.geometry
    known: set[bytes] = set()  # as short as can be: there may be a million
    misses: Counter[str] = Counter()
    deadline = None if timeout is None else monotonic() + timeout
    if workers == 1:
        tried = _attempts(wanted, seed, deadline)
    else:
        tried = _attempts_of_workers(wanted, seed, deadline, workers)
    try:
        for number, made in enumerate(tried):
            if not isinstance(made, Missed) and bytes(made.values) in known:
                made = Missed("were there already")  # noqa: PLW2901  that is what it is
            if isinstance(made, Missed):
                misses[made.why] += 1
                missed(misses.total())
                if misses.total() >= max_attempts:
                    raise GaveUp(_gave_up(misses, "further " if known else ""))
                continue
            misses.clear()
            known.add(bytes(made.values))
            yield Generated(
                Puzzle.trusted(geometry, made.values),
                Grid.trusted(geometry, made.solution),
                made.path,
                seed,
                number,
            )
            if len(known) == n:
                return
    except Stopped as stop:
        if isinstance(stop, GaveUp) or deadline is None or monotonic() < deadline:
            raise
        said = f"out of time after {timeout:g} s"
        if misses:
            said += f"; {_gave_up(misses, 'further ' if known else '')}"
        raise Stopped(said) from None
    finally:
        tried.close()


def _attempts(
    wanted: Wanted, seed: int, deadline: float | None
) -> Generator[Made | Missed]:
    """Yield what attempts make, from number 0 on, without end."""
    maker = Maker(wanted, seed, deadline)
    try:
        for number in count():
            yield maker.attempt(number)
    finally:
        maker.close()


def _attempts_of_workers(
    wanted: Wanted, seed: int, deadline: float | None, workers: int
) -> Generator[Made | Missed]:
    """Yield the same in the same order, made by several processes."""
    size = _PART if wanted.geometry.size <= 9 else 1
    parts = (range(first, first + size) for first in count(0, size))
    slots = Semaphore(_AHEAD * workers)
    with (
        closing(Pool(_begin, (wanted, seed, deadline), workers)) as pool,
        closing(prefetch(parts, pool.submit, slots)) as begun,
    ):
        for part in begun:
            for made in wait_for(part):
                if isinstance(made, Stopped):
                    raise made
                yield made


def _begin(
    setup: tuple[Wanted, int, float | None],
) -> Callable[[range], list[Made | Missed | Stopped]]:
    """Return what makes some attempts; where one is stopped, those before it count."""
    maker = Maker(*setup)

    def attempts(numbers: range) -> list[Made | Missed | Stopped]:
        made: list[Made | Missed | Stopped] = []
        try:
            made.extend(maker.attempt(number) for number in numbers)
        except Stopped as stop:
            made.append(stop)
        return made

    return attempts


def _gave_up(misses: Counter[str], further: str) -> str:
    whys = ", ".join(f"{count:,} {why}" for why, count in misses.most_common())
    return f"no {further}puzzle in {misses.total():,} attempts in a row: {whys}"
