"""Puzzles explained for `satdoku explain` and `hint`, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from satdoku.answers import Status
from satdoku.cli import exits
from satdoku.cli.columns import fact_lines, wrapped
from satdoku.drawing.terminal import candidate_grid
from satdoku.errors import Stopped, printable
from satdoku.explanation.clash import Clash
from satdoku.explanation.explain import explain as find_path
from satdoku.explanation.explanation import End
from satdoku.explanation.rating import SCHEMES
from satdoku.explanation.strengths import StrengthTable, strengths
from satdoku.explanation.summary import (
    counts,
    ending,
    facts,
    letters_text,
    opening,
    start_text,
)
from satdoku.explanation.trial import Trial
from satdoku.puzzle import Puzzle
from satdoku.solver import solve
from satdoku.symbols import LONGEST_ALPHABET, usual
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.explanation.explanation import Entry as PathEntry
    from satdoku.explanation.explanation import Explanation
    from satdoku.explanation.strength import Strength
    from satdoku.explanation.trial import Placement
    from satdoku.explanation.until import Until
    from satdoku.formats import Entry
    from satdoku.geometry import Geometry
    from satdoku.techniques.step import Node
    from satdoku.techniques.technique import Technique

__all__ = [
    "Explained",
    "Explaining",
    "explain_entry",
    "pairs_json",
    "path_json",
    "path_text",
    "position_json",
    "step_json",
]


class Explaining(NamedTuple):
    """How a puzzle is explained.

    Args:
        techniques: What may be used.
        until: Where to end, or None.
        search: Whether to go on where no technique leads on.
        verify: Whether to check every step by SAT.
        timeout: Seconds for a puzzle; None for any number.
        from_clues: Whether what was placed so far is ignored.
        encodings: Those of which the strength that a solver needs is reported.
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
        path: The explanation.
        state: The position it starts from; None for the clues.
        reached: Whether it came to where it was to end; None without --until.
        stop: How it ended, where the path alone does not say; or empty.
        encodings: Those of which the strength is reported.
        strengths: What each of them needs for each entry.
    """

    entry: Entry
    path: Explanation
    state: Puzzle | None
    reached: bool | None
    stop: str
    encodings: tuple[str, ...] = ()
    strengths: tuple[tuple[Strength, ...], ...] = ()

    @property
    def code(self) -> int:
        """The exit code that is right for it."""
        if self.path.end is End.TIMEOUT:
            return exits.STOPPED
        proper = self.path.status is Status.UNIQUE and not self.path.mistakes
        return exits.DONE if proper else exits.NO


def state_of(entry: Entry, *, from_clues: bool = False) -> Puzzle | None:
    """Return what was placed so far, where the source says so."""
    state = None if from_clues else entry.extras.state
    return None if state == entry.grid else state


def explain_entry(entry: Entry, how: Explaining) -> Explained:
    """Explain a puzzle.

    Raises:
        LimitError: It is too large.
        UsageError: There is no such cell as --until says, or it is filled.
        Stopped: The time was over.
    """
    deadline = None if how.timeout is None else monotonic() + how.timeout
    entry = _understood(entry, how)
    grid = entry.grid
    state = state_of(entry, from_clues=how.from_clues)
    is_last = None if how.until is None else how.until.of(state or grid)
    reached = False

    def is_end(step: object) -> bool:
        nonlocal reached
        reached = is_last(step)  # type: ignore[arg-type, misc]
        return reached

    path = find_path(
        grid,
        now=state,
        techniques=how.techniques,
        until=None if is_last is None else is_end,
        search=how.search,
        verify=how.verify,
        timeout=None if deadline is None else max(deadline - monotonic(), 0.0),
    )
    stop = ""
    if how.until is not None and not path.mistakes:
        stop = (
            f"as asked for, {how.until.where}"
            if reached
            else f"{ending(path)} (it did not come to --until {how.until.text})"
        )
    elif path.end is End.SEVERAL and not how.search:
        empty = path.position.values.count(0)
        stop = f"no technique leads on; {empty} cells are still empty"
    answer = Explained(
        entry, path, state, reached if is_last is not None else None, stop
    )
    if not how.encodings:
        return answer
    needs = tuple(strengths(path, how.encodings))
    return answer._replace(encodings=how.encodings, strengths=needs)


def _understood(entry: Entry, how: Explaining) -> Entry:
    """Take pencilmarks with a mistake as somebody's own, not as the puzzle's.

    Nothing says which pencilmarks a puzzle came with, so they are part of it.  Where
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
    if not how.from_clues and _status(grid, how) is not Status.NONE:
        return entry
    digits = Puzzle.trusted(grid.geometry, grid.values)
    if _status(digits, how) is not Status.UNIQUE:
        return entry
    return replace(entry, grid=digits, extras=replace(entry.extras, state=grid))


def _status(grid: Puzzle, how: Explaining) -> Status:
    """Return how many solutions a grid has.

    Raises:
        LimitError: It is too large.
        Stopped: The time was over.
    """
    result = solve(grid, timeout=how.timeout)
    if not result.certain:
        raise Stopped("out of time")
    return result.status


def path_text(place: str, explained: Explained) -> str:
    """Return a path, a line a step, with the grid at its end.

    Args:
        place: Where the puzzle is.
        explained: The explanation.
    """
    path = explained.path
    lines = [printable(place, 200)]
    if explained.state is not None:
        lines.append(f"  from        {start_text(path.puzzle, explained.state)}")
    about = [*facts(path, explained.stop), *_letters(path.position)]
    first = len(list(opening(path)))
    for heading, text in about[:first]:  # these come before the steps
        lines += fact_lines(heading, text)
    for number, entry in enumerate(path.entries, 1):
        lines += wrapped(f"{number:5}  ", str(entry))
    for heading, text in about[first:]:
        lines += fact_lines(heading, text)
    if explained.strengths:
        lines.append(
            "  strength    steps that unit propagation sees, that need a failed "
            "literal, or search"
        )
        table = StrengthTable(explained.encodings)
        table.count_in(path, explained.strengths)
        lines += (f"    {line}" for line in table.lines())
    lines += (f"    {line}".rstrip() for line in _grid(path.position))
    return "\n".join(lines) + "\n"


def _letters(position: Puzzle) -> Iterator[tuple[str, str]]:
    """Say which letters of the grid stand for numbers, if any do."""
    size = position.geometry.size
    symbols = usual(size)
    # Complete grids are written in numbers where one alphabet is not enough.
    if symbols is None or (position.is_complete and size > LONGEST_ALPHABET):
        return
    text = letters_text([symbols.text(digit) for digit in range(size + 1)])
    if text:
        yield "digits", text


def _grid(position: Puzzle) -> Iterator[str]:
    """Draw the grid, with the candidates of what is empty."""
    yield ""
    if position.is_complete:
        yield from str(position).splitlines()
        return
    digits = position.geometry.digits
    left = [
        [digit for digit in digits if mask >> (digit - 1) & 1]
        for mask in position.left()
    ]
    yield from candidate_grid(position.geometry, left)


def path_json(explained: Explained, seconds: float) -> dict[str, object]:
    """Return a path as JSON, but for the place of the puzzle."""
    path = explained.path
    steps = [step_json(entry) for entry in path.entries]
    kinds = Counter(str(one["kind"]) for one in steps)
    return {
        "status": str(path.status),
        "state": None if explained.state is None else position_json(path.start),
        "mistakes": pairs_json(path.puzzle.geometry, path.mistakes),
        "steps": [
            {**one, **_strength(explained, index)} for index, one in enumerate(steps)
        ],
        "end": path.end.value,
        "reached": explained.reached,
        "position": position_json(path.position),
        "solution": None if path.solution is None else path.solution.line,
        "level": path.level.key if path.entries else None,
        "score": path.score,
        "scheme": SCHEMES["hodoku"],
        "techniques": [
            {"technique": technique.key, "count": count}
            for technique, count in counts(path)
        ],
        "beyond": [
            {"kind": kind, "count": count}
            for kind, count in kinds.items()
            if kind != "technique"
        ],
        "verified": path.verified,
        "conflict": list(map(path.puzzle.geometry.cell_name, path.conflict)),
        "time_s": round(seconds, 6),
    }


def _strength(explained: Explained, index: int) -> dict[str, object]:
    """Return what each encoding needs for a step, where that was asked for."""
    if not explained.strengths:
        return {}
    needs = zip(explained.encodings, explained.strengths[index], strict=True)
    return {"strength": {encoding: need.value for encoding, need in needs}}


def position_json(grid: Puzzle) -> dict[str, object]:
    """Return values and candidates."""
    digits = grid.geometry.digits
    return {
        "grid": grid.line,
        "candidates": [
            [digit for digit in digits if mask >> (digit - 1) & 1]
            for mask in grid.left()
        ],
    }


def pairs_json(
    geometry: Geometry, candidates: Iterable[tuple[int, int]]
) -> list[dict[str, object]]:
    """Return (cell, digit) pairs."""
    return [
        {"cell": geometry.cell_name(cell), "digit": digit} for cell, digit in candidates
    ]


def step_json(entry: PathEntry) -> dict[str, object]:
    """Return a step, a trial, a clash, or what was found by search."""
    geometry = entry.geometry
    kind = "search"
    rest: dict[str, object] = {}
    if isinstance(entry, Step):
        kind, rest = "technique", _step(entry)
    elif isinstance(entry, Trial):
        kind, rest = "trial", _trial(entry)
    elif isinstance(entry, Clash):
        kind = "clash"
        rest = {
            "digits": pairs_json(geometry, entry.digits),
            "without": pairs_json(geometry, entry.without),
            "smallest": entry.smallest,
        }
    return {
        "kind": kind,
        "text": str(entry),
        "outcome": entry.outcome,
        "reason": entry.reason,
        "places": pairs_json(geometry, entry.places),
        "removes": pairs_json(geometry, entry.removes),
        **rest,
    }


def _trial(entry: Trial) -> dict[str, object]:
    geometry = entry.geometry

    def followed(one: Placement | Trial) -> dict[str, object]:
        if isinstance(one, Trial):
            return {"removes": pairs_json(geometry, one.removes), **_trial(one)}
        return {
            "cell": geometry.cell_name(one.cell),
            "digit": one.digit,
            "technique": one.technique.key,
            "unit": None if one.unit < 0 else geometry.unit_name(one.unit),
            "reason": entry.why(one),
        }

    cell, unit, digit = entry.contradiction
    return {
        "followed": list(map(followed, entry.followed)),
        "contradiction": {
            "cell": None if cell < 0 else geometry.cell_name(cell),
            "unit": None if unit < 0 else geometry.unit_name(unit),
            "digit": digit or None,
        },
    }


def _step(entry: Step) -> dict[str, object]:
    geometry, technique = entry.geometry, entry.technique

    def names(cells: Iterable[int]) -> list[str]:
        return list(map(geometry.cell_name, cells))

    def node(one: Node) -> dict[str, object]:
        return {
            "digit": one.digit,
            "cells": names(one.cells),
            "on": one.on,
            "by": None if one.by < 0 else one.by,
            "after": one.after,
        }

    return {
        "technique": technique.key,
        "title": technique.title,
        "level": technique.level.key,
        "score": technique.score,
        "cells": names(entry.cells),
        "digits": entry.digits,
        "units": list(map(geometry.unit_name, entry.units)),
        "covers": list(map(geometry.unit_name, entry.covers)),
        "fins": pairs_json(geometry, entry.fins),
        "sets": [
            {"cells": names(one.cells), "digits": one.digits, "role": one.role}
            for one in entry.sets
        ],
        "chains": [list(map(node, chain)) for chain in entry.chains],
    }
