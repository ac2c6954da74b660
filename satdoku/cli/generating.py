"""The work of `satdoku generate`: what is asked for, new puzzles, and how it went."""

from __future__ import annotations

from contextlib import closing
from os.path import splitext
from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.cli.patterns import pattern_from
from satdoku.cli.remarks import counted, say
from satdoku.cli.usual_format import usual_format
from satdoku.errors import Stopped, UsageError
from satdoku.formats.metadata import lost
from satdoku.formats.model import Entry, Extras
from satdoku.formats.registry import find, find_any
from satdoku.generating.generation import GaveUp, generated, new_seed
from satdoku.generating.wanted import geometry_of, wanted_of
from satdoku.processes import workers_of
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Collection, Generator

    from satdoku.cli.progress import Progress
    from satdoku.cli.tally import Tally
    from satdoku.generating.generation import Generated
    from satdoku.generating.wanted import Wanted
    from satdoku.geometry import Geometry

__all__ = ["Generating", "asked_for", "format_for"]


def asked_for(
    *,
    size: str | None,
    clues: int | None,
    symmetry: str,
    minimal: bool,
    level: str | None,
    score: str | None,
    techniques: str | None,
    hardest: str | None,
    singles_only: bool,
    pattern: str | None,
    solution: str | None,
) -> Wanted:
    """Read the options that say what is wanted.

    Raises:
        UsageError: They make no sense, or contradict each other.
        InputError: A file cannot be read.
    """
    if pattern == solution == "-":
        raise click.UsageError("--pattern and --solution cannot both be standard input")
    if techniques is not None and not techniques.strip():
        raise click.BadParameter("no technique is named", param_hint="--techniques")
    geometry = None if size is None else geometry_of(size)
    known = None if solution is None else _grid(solution)
    shape = geometry if known is None else known.geometry
    return wanted_of(
        size=geometry,
        clues=clues,
        symmetry=symmetry,
        minimal=minimal,
        level=level,
        score=None if score is None else _score(score),
        techniques=techniques,
        hardest=hardest,
        singles_only=singles_only,
        pattern=None if pattern is None else pattern_from(pattern, shape),
        solution=known,
    )


def _score(text: str) -> tuple[int | None, int | None]:
    """Read `A..B`, `A..`, `..B` or `A`.

    Raises:
        BadParameter: It is none of these.
    """
    first, dots, last = text.partition("..")
    ends = (first.strip(), last.strip() if dots else first.strip())
    if not any(ends) or not all(
        not end or (end.isascii() and end.isdigit() and len(end) < 10) for end in ends
    ):
        raise click.BadParameter(
            f"{text!r} is no range of scores; expected A..B, such as 500..800",
            param_hint="--score",
        )
    least, most = (int(end) if end else None for end in ends)
    return least, most


def _grid(name: str) -> Puzzle:
    """Read the one grid of a file."""
    from satdoku.cli.sources import Reading  # noqa: PLC0415  slow

    return Reading().only(name).grid


def format_for(to: str | None, output: str | None, geometry: Geometry) -> str | None:
    """Return the format to write in; one that tells the boxes, where they are unusual.

    Args:
        to: The format that was asked for.
        output: The file.
        geometry: Of the puzzles.

    Raises:
        UsageError: It would make other puzzles of them.
    """
    name = usual_format(output) if to is None else to
    blank = Entry.of(Puzzle.trusted(geometry, (0,) * geometry.cells))
    if name is None or "boxes" not in lost(blank, find_any(name)):
        return name
    keeping = "grid" if "boxes" not in lost(blank, find("grid")) else "json"
    ending = splitext(output or "")[1].lower()  # noqa: PTH122  pathlib is slow
    if to is None and ending not in find(name).extensions:
        return keeping
    shape = f"{geometry.box_height}x{geometry.box_width}"
    raise UsageError(
        f"boxes of {shape} are not the usual ones of the size, and the format {name} "
        f"keeps none; --to {keeping} does"
    )


class Generating:
    """Makes puzzles, and counts them.

    Args:
        wanted: What is wanted of each.
        number: How many.
        tally: Counts the puzzles.
        seed: What they are made from; None for a random one.
        workers: How many processes work at a time; `all` for every core.
        max_attempts: After how many attempts in a row without a puzzle to give up.
        timeout: Seconds for all of them.
    """

    def __init__(
        self,
        wanted: Wanted,
        number: int,
        tally: Tally,
        *,
        seed: int | None,
        workers: str,
        max_attempts: int,
        timeout: float | None,
    ) -> None:
        self._wanted = wanted
        self._number = number
        self._tally = tally
        self._is_seeded = seed is not None
        self._seed = new_seed() if seed is None else seed
        self._workers = workers_of("all" if workers == "all" else int(workers))
        self._max_attempts = max_attempts
        self._timeout = timeout
        self._started = perf_counter()
        self._clues = 0

    def part(self) -> float:
        """Return how much is done, from 0 to 1."""
        return self._tally.puzzles / self._number

    def entries(self, keeps: Collection[str], progress: Progress) -> Generator[Entry]:
        """Yield the puzzles; say so where no more are found.

        Args:
            keeps: What the format keeps besides the puzzle.
            progress: Is told how far it is.
        """

        def missed(attempts: int) -> None:
            progress.count(attempts, "attempt")

        made = generated(
            self._wanted,
            self._number,
            seed=self._seed,
            max_attempts=self._max_attempts,
            workers=self._workers,
            timeout=self._timeout,
            missed=missed,
        )
        with closing(made):
            try:
                for number, puzzle in enumerate(made, 1):
                    yield _entry(puzzle, number, keeps)
                    progress.tick(number)
            except Stopped as stop:
                self._tally.codes.add(exits.STOPPED)
                more = self._more() if isinstance(stop, GaveUp) else ""
                say(f"satdoku: stopped: {stop}{more}")

    def _more(self) -> str:
        """Say how to try for longer."""
        more = f"; --max-attempts {10 * self._max_attempts} tries more"
        return more if self._workers > 1 else f"{more}, --workers all on every core"

    def written(self, entry: Entry) -> None:
        """Tell that a puzzle is written."""
        self._tally.puzzles += 1
        self._clues += entry.grid.clue_count

    def conclude(self) -> None:
        """Say in the end how it went, and how to have the same again."""
        puzzles = self._tally.puzzles
        again = "" if self._is_seeded else f"; --seed {self._seed} makes "
        if puzzles == 1:
            again += "it again" if again else ""
            say(f"{counted(self._clues, 'clue')}{again}.")
        elif puzzles:
            again += "them again" if again else ""
            seconds = perf_counter() - self._started
            mean = self._clues / puzzles
            say(
                f"{counted(puzzles, 'puzzle')} in {seconds:.2f} s, {mean:.1f} clues "
                f"each on average{again}."
            )


def _entry(made: Generated, number: int, keeps: Collection[str]) -> Entry:
    """Return a puzzle with what is known of it, as far as the format keeps that."""
    name: str | None = None
    details: tuple[tuple[str, str], ...] = ()
    if made.level is not None:
        if "details" in keeps:
            details = (("level", made.level.key), ("rating", str(made.score)))
        elif "name" in keeps:
            name = f"{made.level.key} {made.score}"
    solution = made.solution if "solution" in keeps else None
    extras = Extras(details=details, solution=solution)
    return Entry(made.grid, "", number, number, name, "", extras)
