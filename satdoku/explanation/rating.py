"""How hard a puzzle is, by a published scheme named with its version.

    hodoku   the sum of the scores of HoDoKu's path, and a level: `satdoku.techniques`
    se       Sudoku Explainer's rating of the hardest step on its own path (ER), of the
             hardest up to the first digit (EP) and the first elimination (ED)

The two take different paths, so a puzzle has both ratings, and they do not translate.
Where HoDoKu's techniques end, the middle one of the empty cells is filled in from the
solution, at 10,000 points, and the path goes on.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.deadline import Deadline
from satdoku.errors import EngineError, InputError, Stopped, UsageError, printable
from satdoku.explanation.titles import GUESS, counted, key_of_rule, titles
from satdoku.geometry import Geometry
from satdoku.puzzle import Puzzle
from satdoku.solver import solve
from satdoku.techniques.path import follow, level_of, score_of
from satdoku.techniques.state import State, cells_of
from satdoku.techniques.technique import UNIQUENESS, USUAL, Level

if TYPE_CHECKING:
    from collections.abc import Mapping

    from satdoku.grid import Grid
    from satdoku.puzzle import PuzzleLike
    from satdoku.techniques.step import Step

__all__ = ["SCHEMES", "Rating", "look_at_scheme", "rate"]

SCHEMES = {"hodoku": "HoDoKu 2.2.0", "se": "Sudoku Explainer 1.2.1"}
"""The schemes, and the program and version whose table each is."""

_NINE = Geometry(9, 9)

_GUESSED = 10_000
"""What a digit that no technique gives adds to the score."""

_DEEPEST = 5
"""The levels of nested forcing chains that there are."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is.

    Args:
        puzzle: The puzzle.
        scheme: `hodoku` or `se`.
        version: The program whose table it is, with its version.
        score: The sum of scores, or ER; None where ER is beyond what was tried.
        level: Of HoDoKu's five; None with `se`.
        hardest: The key of the hardest technique that was needed: `hidden-single`;
            `brute-force` if digits were guessed, empty if nothing was needed.
        techniques: (key, how often), easier ones first; guesses count, too.
        guesses: How many digits no technique gave (`hodoku`).
        placing: EP: the hardest up to the first digit (`se`).
        removing: ED: the hardest up to the first elimination or digit (`se`).
        at_least: Where there is no score: what it is at least, and so are EP and ED
            where they are missing.
    """

    puzzle: Puzzle
    scheme: str
    version: str
    score: float | None
    level: Level | None
    hardest: str
    techniques: tuple[tuple[str, int], ...]
    guesses: int = 0
    placing: float | None = None
    removing: float | None = None
    at_least: float | None = None

    @property
    def titles(self) -> Mapping[str, str]:
        """The title of each key, `Hidden Single` of `hidden-single`.

        Example:
            >>> rating = rate("1... ..2. ..3. 4...")
            >>> rating.hardest, rating.titles[rating.hardest]
            ('naked-single', 'Naked Single')
        """
        return titles(self.scheme)

    def __repr__(self) -> str:
        level = "" if self.level is None else f"{self.level.key}, "
        score = f"at least {self.at_least}" if self.score is None else self.score
        return f"<Rating {level}{score} by {self.version}>"


def rate(
    puzzle: PuzzleLike,
    scheme: str = "hodoku",
    *,
    nested: bool = False,
    timeout: float | None = None,
) -> Rating:
    """Rate a puzzle.

    Args:
        puzzle: Whatever `Puzzle` takes; with exactly one solution.
        scheme: `hodoku` or `se`.
        nested: Whether to try nested forcing chains with `se`: a puzzle that needs
            them, of 9.5 and more, takes minutes, and has no score without.
        timeout: Seconds of wall time after which to stop.

    Raises:
        InputError: `puzzle` cannot be read, has not exactly one solution, or is of a
            geometry that the scheme does not rate.
        EngineError: A path leads to no solution, though there is one.
        UsageError: There is no such scheme, or it has no nested chains; the timeout
            makes no sense.
        Stopped: The time was over.

    Example:
        >>> rating = rate("1... ..2. ..3. 4...")
        >>> rating.version, rating.level.title, rating.score
        ('HoDoKu 2.2.0', 'Easy', 48)
    """
    look_at_scheme(scheme, nested=nested)
    Deadline(timeout)
    deadline = None if timeout is None else monotonic() + timeout
    grid = Puzzle.of(puzzle)
    if scheme == "se":
        return _by_explainer(grid, deadline, nested=nested)
    return _by_hodoku(grid, deadline)


def look_at_scheme(scheme: str, *, nested: bool = False) -> None:
    """See to it that there is a scheme of that name.

    Raises:
        UsageError: There is none, or it has no nested forcing chains.
    """
    if scheme not in SCHEMES:
        known = ", ".join(SCHEMES)
        raise UsageError(f"no scheme {printable(scheme)!r}; expected {known}")
    if nested and scheme != "se":
        raise UsageError("nested forcing chains are of scheme se alone")


def _by_hodoku(puzzle: Puzzle, deadline: float | None) -> Rating:
    state = State.of(puzzle)
    steps: list[Step] = []
    solution: Grid | None = None
    if puzzle.geometry.size > _NINE.size:
        # A path may be long there, and lead nowhere if the puzzle is not proper.
        solution = _solution(puzzle, deadline)
    guesses = 0
    while True:
        for step in follow(state, USUAL, deadline=deadline):
            if step.technique in UNIQUENESS and solution is None:
                solution = _solution(puzzle, deadline)
            steps.append(step)
        if state.is_broken or not state.empty:
            break
        if solution is None:
            solution = _solution(puzzle, deadline)
        empty = cells_of(state.empty)
        cell = empty[len(empty) // 2]
        state.place(cell, solution.values[cell])
        guesses += 1
    if not puzzle.is_solution(state.grid().clues):
        _solution(puzzle, deadline)
        raise EngineError(f"a path led to no solution of {puzzle.line[:90]}")
    hardest = max(
        (step.technique for step in steps),
        key=lambda technique: (technique.level, technique.score),
        default=None,
    )
    counts = Counter(step.technique.key for step in steps)
    if guesses:
        counts[GUESS] = guesses
    return Rating(
        puzzle,
        "hodoku",
        SCHEMES["hodoku"],
        score_of(steps) + guesses * _GUESSED,
        Level.EXTREME if guesses else level_of(steps),
        GUESS if guesses else hardest.key if hardest else "",
        counted("hodoku", counts.items()),
        guesses,
    )


def _solution(puzzle: Puzzle, deadline: float | None) -> Grid:
    """Return the one solution.

    Raises:
        InputError: There is none, or there are several.
        Stopped: The time was over.
    """
    left = None if deadline is None else max(deadline - monotonic(), 0.001)
    result = solve(puzzle, timeout=left)
    if not result.certain:
        raise Stopped("out of time")
    if not result.is_unique or result.solution is None:
        how_many = "no solution" if result.solution is None else "several solutions"
        raise InputError(
            f"a puzzle with {how_many} cannot be rated", expected="exactly one"
        )
    return result.solution


def _by_explainer(puzzle: Puzzle, deadline: float | None, *, nested: bool) -> Rating:
    from satdoku.techniques.se.rating import rate_se  # noqa: PLC0415  as large as the rest

    if puzzle.geometry != _NINE:
        raise InputError(
            f"a puzzle of {puzzle.geometry} has no rating by {SCHEMES['se']}",
            expected=f"one of {_NINE}, or the scheme hodoku",
        )
    _solution(puzzle, deadline)
    deepest = _DEEPEST if nested else 1
    rated = rate_se(puzzle, deepest=deepest, deadline=deadline)
    return Rating(
        puzzle,
        "se",
        SCHEMES["se"],
        rated.er,
        None,
        "" if rated.hardest is None else key_of_rule(rated.hardest.rule),
        counted("se", Counter(key_of_rule(step.rule) for step in rated.steps).items()),
        placing=rated.ep,
        removing=rated.ed,
        at_least=rated.at_least if rated.beyond else None,
    )
