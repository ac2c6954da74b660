"""Attempts in order, by this process or by several.

Each worker is a process (`satdoku.crew`) that is sent numbers of attempts and sends
back what came of them.  What comes back is given out in the order of the numbers, so
that nobody can tell how many workers there were.
"""

from __future__ import annotations

from itertools import count
from typing import IO, TYPE_CHECKING

from satdoku import crew
from satdoku.crew import Crew, serve_parent, workers_of
from satdoku.errors import Stopped
from satdoku.generating.making import Maker

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from satdoku.generating.making import Made, Missed
    from satdoku.generating.wanted import Wanted

__all__ = ["attempts", "serve", "workers_of"]

_STARTER = "from satdoku.generating.crew import main; main()"
_SMALL = 9
_PART = 8
"""Attempts that are sent together, up to 9×9: each takes some milliseconds."""
_AHEAD = 2
"""Parts for each worker that are begun before they are asked for."""


def attempts(
    wanted: Wanted, seed: int, workers: int, deadline: float | None = None
) -> Generator[Made | Missed]:
    """Yield what attempts make, from number 0 on, without end.

    Args:
        wanted: What is wanted.
        seed: What the random streams are made from.
        workers: How many processes work at a time; with one it is this one.
        deadline: When to stop, on the clock `time.monotonic`, which is the same for all
            processes; None for never.

    Raises:
        Stopped: A random solution takes too long, or the time is over.
        LostError: A worker has ended.
    """
    if workers == 1:
        return _here(wanted, seed, deadline)
    return _there(wanted, seed, workers, deadline)


def _here(
    wanted: Wanted, seed: int, deadline: float | None
) -> Generator[Made | Missed]:
    maker = Maker(wanted, seed, deadline)
    try:
        for number in count():
            yield maker.attempt(number)
    finally:
        maker.close()


def _there(
    wanted: Wanted, seed: int, workers: int, deadline: float | None
) -> Generator[Made | Missed]:
    part = _PART if wanted.geometry.size <= _SMALL else 1
    makers: Crew[tuple[int, int], list[Made | Missed | Stopped]]
    makers = Crew(_STARTER, (wanted, seed, deadline), workers, "made puzzles")
    with makers:
        parts = ((first, part) for first in count(0, part))
        for made in makers.answers(parts, _AHEAD * workers):
            for each in made:
                if isinstance(each, Stopped):
                    raise each
                yield each


def _begin(
    job: tuple[Wanted, int, float | None],
) -> Callable[[tuple[int, int]], list[Made | Missed | Stopped]]:
    """Return what makes a part of the attempts: (first, how many).

    Where one is stopped, those before it are not lost.
    """
    maker = Maker(*job)

    def make(question: tuple[int, int]) -> list[Made | Missed | Stopped]:
        first, part = question
        made: list[Made | Missed | Stopped] = []
        for more in range(part):
            try:
                made.append(maker.attempt(first + more))
            except Stopped as stop:
                made.append(stop)
                break
        return made

    return make


def serve(
    source: IO[bytes], target: IO[bytes], leave: Callable[[], None] = lambda: None
) -> None:
    """Make the attempts whose numbers come; see `satdoku.crew.serve`."""
    crew.serve(_begin, source, target, leave)


def main() -> None:
    """Serve the process that started this one."""
    serve_parent(_begin)
