"""The work of `satdoku explain` and `satdoku hint`: a puzzle explained as was asked."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from satdoku.answers import Status
from satdoku.cli import exits
from satdoku.cli.sources import where
from satdoku.errors import LimitError, Stopped, UsageError
from satdoku.explaining.explain import explain
from satdoku.explaining.explanation import End
from satdoku.explaining.summary import ending
from satdoku.puzzle import Puzzle
from satdoku.solver import solve

if TYPE_CHECKING:
    from satdoku.cli.until import Until
    from satdoku.deduce.technique import Technique
    from satdoku.explaining.explanation import Explanation
    from satdoku.explaining.strength import Strength
    from satdoku.formats import Entry

__all__ = ["Asked", "Explained", "explained", "explained_alone", "state_of"]


class Asked(NamedTuple):
    """What is asked of each puzzle.

    Args:
        techniques: What may be used.
        until: Where to end, or None.
        search: Whether to go on where no technique leads on.
        verify: Whether to check every step by SAT.
        timeout: Seconds for a puzzle; None for any number.
        from_clues: Whether what a source says of how far somebody has come is ignored.
        encodings: Those for which it is told how strong a solver has to be.
    """

    techniques: frozenset[Technique]
    until: Until | None = None
    search: bool = True
    verify: bool = False
    timeout: float | None = None
    from_clues: bool = False
    encodings: tuple[str, ...] = ()


class Explained(NamedTuple):
    """A puzzle explained.

    Args:
        entry: The puzzle, as it was understood.
        told: The explanation.
        state: The position it starts from; None for the clues.
        reached: Whether it came to where it was to end; None if nobody said where.
        stop: How it ended, where the explanation alone does not tell; or nothing.
        encodings: Those that were asked about.
        strengths: What each of them needs for each entry.
    """

    entry: Entry
    told: Explanation
    state: Puzzle | None
    reached: bool | None
    stop: str
    encodings: tuple[str, ...] = ()
    strengths: tuple[tuple[Strength, ...], ...] = ()

    @property
    def code(self) -> int:
        """The exit code that is right for it."""
        if self.told.end is End.TIMEOUT:
            return exits.STOPPED
        proper = self.told.status is Status.UNIQUE and not self.told.mistakes
        return exits.DONE if proper else exits.NO


def state_of(entry: Entry, *, from_clues: bool = False) -> Puzzle | None:
    """Return how far somebody has come, where the source tells and that is anything."""
    state = None if from_clues else entry.extras.state
    return None if state == entry.grid else state


def explained(entry: Entry, asked: Asked) -> Explained:
    """Explain a puzzle.

    Raises:
        LimitError: It is too large.
        UsageError: There is no such cell as --until says, or it is filled.
        Stopped: The time was over.
    """
    deadline = None if asked.timeout is None else monotonic() + asked.timeout
    entry = _understood(entry, asked)
    grid = entry.grid
    state = state_of(entry, from_clues=asked.from_clues)
    is_last = None if asked.until is None else asked.until.of(state or grid)
    reached = False

    def look(step: object) -> bool:
        nonlocal reached
        reached = is_last(step)  # type: ignore[arg-type, misc]
        return reached

    told = explain(
        grid,
        now=state,
        techniques=asked.techniques,
        until=None if is_last is None else look,
        search=asked.search,
        verify=asked.verify,
        timeout=None if deadline is None else max(deadline - monotonic(), 0.0),
    )
    stop = ""
    if asked.until is not None and not told.mistakes:
        stop = (
            f"as asked, {asked.until.where}"
            if reached
            else f"{ending(told)} (it did not come to --until {asked.until.text})"
        )
    elif told.end is End.SEVERAL and not asked.search:
        empty = told.position.values.count(0)
        stop = f"no technique leads on; {empty} cells are still empty"
    answer = Explained(
        entry, told, state, reached if is_last is not None else None, stop
    )
    if not asked.encodings:
        return answer
    from satdoku.explaining.strengths import strengths  # noqa: PLC0415  seldom asked for

    needs = tuple(strengths(told, asked.encodings))
    return answer._replace(encodings=asked.encodings, strengths=needs)


def _understood(entry: Entry, asked: Asked) -> Entry:
    """Tell a puzzle and somebody's pencilmarks in it apart, where these have a mistake.

    Nothing tells which pencilmarks a puzzle came with, so they are part of it.  Where
    the digits alone have one solution, and the pencilmarks leave none, these are
    somebody's own: the position is theirs, the puzzle is the digits.  Whoever wants to
    start with the clues has the digits, too, if they have one solution.

    Raises:
        LimitError: It is too large.
        Stopped: The time was over.
    """
    grid = entry.grid
    if grid.candidates is None or entry.extras.state is not None:
        return entry
    if not asked.from_clues and _status(grid, asked) is not Status.NONE:
        return entry
    digits = Puzzle.trusted(grid.geometry, grid.values)
    if _status(digits, asked) is not Status.UNIQUE:
        return entry
    return replace(entry, grid=digits, extras=replace(entry.extras, state=grid))


def _status(grid: Puzzle, asked: Asked) -> Status:
    """Return how many solutions a grid has.

    Raises:
        LimitError: It is too large.
        Stopped: The time was over.
    """
    result = solve(grid, timeout=asked.timeout)
    if not result.certain:
        raise Stopped("out of time")
    return result.status


def explained_alone(entry: Entry, asked: Asked) -> Explained:
    """Explain a puzzle; say where it is, where that cannot be done.

    Raises:
        LimitError, UsageError, Stopped: As `explained`.
    """
    try:
        return explained(entry, asked)
    except (LimitError, UsageError, Stopped) as error:
        raise type(error)(f"{where(entry)}: {error}") from None
