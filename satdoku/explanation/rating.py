"""How hard a puzzle is, by a published scheme named with its version.

    hodoku   the sum of the scores of HoDoKu's path, and a level: `satdoku.techniques`
    se       Sudoku Explainer's rating of the hardest step on its own path (ER), of the
             hardest up to the first digit (EP) and the first elimination (ED)

The two take different paths, so a puzzle has both ratings, and they do not translate.
Where HoDoKu's techniques end, the middle one of the empty cells is filled in from the
solution, at 10,000 points, and the path goes on.

A variant is rated by the path of `explain`: steps by constraints have levels and scores
of their own (`Reasoning`), and the version says so.

Both programs rate 9x9 alone.  HoDoKu's scores are extended to other sizes, and the
version of such a rating says so; Sudoku Explainer's are not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from re import sub
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from satdoku.errors import (
    EngineError,
    InputError,
    Stopped,
    UsageError,
    check_choice,
    check_kind,
)
from satdoku.explanation.constraint_steps import Reasoning, way_of
from satdoku.explanation.explain import End, explain
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline, check_timeout
from satdoku.solving.solver import solve
from satdoku.techniques.path import follow, level_of, score_of
from satdoku.techniques.state import State, cells_of
from satdoku.techniques.technique import UNIQUENESS, USUAL, Level, Technique

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping
    from typing import Literal

    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.techniques.step import Step

SCHEMES = {"hodoku": "HoDoKu 2.2.0", "se": "Sudoku Explainer 1.2.1"}
"""The schemes, and the program and version whose table each is."""

GUESS = "brute-force"
"""The key of a digit that no technique gave, by HoDoKu's name for it."""

_NINE = Geometry(9, 9)
_GUESS_SCORE = 10_000
_DEEPEST = 5
"""The levels of nested forcing chains that there are."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is.

    Args:
        puzzle: The puzzle.
        scheme: `hodoku` or `se`.
        version: The program whose table it is, with its version.
        score: The sum of scores, or ER; None where ER is beyond what was tried, or time
            ran out.
        level: One of HoDoKu's five; None with `se`.
        hardest: The key of the hardest technique that was needed: `hidden-single`;
            `brute-force` if digits were guessed, empty if nothing was needed.
        techniques: (key, how often), easier ones first; guesses count, too.
        guesses: How many digits no technique gave (`hodoku`).
        placing: EP: the hardest up to the first digit (`se`).
        removing: ED: the hardest up to the first elimination or digit (`se`).
        at_least: Where there is no score: a lower bound of it, and of EP and ED where
            they are missing.
        complete: Whether time was enough.
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
    complete: bool = True

    @property
    def titles(self) -> Mapping[str, str]:
        """The title of each key, `Hidden Single` for `hidden-single`.

        Example:
            >>> rating = rate("1... ..2. ..3. 4...")
            >>> rating.hardest, rating.titles[rating.hardest]
            ('naked-single', 'Naked Single')
        """
        return titles(self.scheme)

    def record(self) -> dict[str, Any]:
        """Return the rating for JSON, as in `docs/schema/rate.schema.json`."""
        return {
            "scheme": self.scheme,
            "version": self.version,
            "level": None if self.level is None else self.level.key,
            "score": self.score,
            "hardest": self.hardest,
            "techniques": dict(self.techniques),
            "guesses": self.guesses,
            "ep": self.placing,
            "ed": self.removing,
            "at_least": self.at_least,
            "stopped": None if self.complete else "out of time",
        }

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
        puzzle: Anything that `Puzzle` takes; with exactly one solution.
        scheme: `hodoku` or `se`.
        nested: Whether to try nested forcing chains with `se`: a puzzle that needs
            them, of 9.5 and more, takes minutes, and has no score without.
        timeout: Seconds of wall time after which to stop.

    Raises:
        InputError: `puzzle` cannot be read, has not exactly one solution, or is of a
            geometry that the scheme does not rate.
        EngineError: A path leads to no solution, though there is one.
        UsageError: There is no such scheme, or it has no nested chains; the timeout
            is not valid.
        Stopped: Time ran out before it was known that there is exactly one solution,
            or before the first step; later, the rating is not complete and has the
            steps found by then.

    Example:
        >>> rating = rate("1... ..2. ..3. 4...")
        >>> rating.version, rating.level.title, rating.score
        ('HoDoKu 2.2.0 extended to 4x4', 'Easy', 48)
    """
    return rater(RatingOptions(scheme, nested, timeout))(Puzzle.of(puzzle))[0]


def version_of(scheme: str, puzzle: Puzzle) -> str:
    """Return the program and version whose table it is, and to what that is extended.

    Example:
        >>> from satdoku.constraints import Diagonals
        >>> version_of("hodoku", Puzzle("1... ..2. ..3. 4..."))
        'HoDoKu 2.2.0 extended to 4x4'
        >>> version_of("hodoku", Puzzle("." * 81, [Diagonals()]))
        'HoDoKu 2.2.0 extended to variants'
    """
    geometry = puzzle.geometry
    size = f"{geometry.rows}x{geometry.columns}"
    if not puzzle.is_classic:
        extended = "variants"
    elif geometry.is_nine:
        return SCHEMES[scheme]
    else:
        extended = "other boxes" if size == "9x9" else size
    return f"{SCHEMES[scheme]} extended to {extended}"


@cache
def titles(scheme: str) -> Mapping[str, str]:
    """Return the title of each key of a scheme, easier ones first.

    Example:
        >>> titles("hodoku")["hidden-single"], titles("se")["hidden-single-in-box"]
        ('Hidden Single', 'Hidden Single in Box')
    """
    if scheme == "se":
        from satdoku.techniques.se.rules import RULES  # noqa: PLC0415  only for these

        return MappingProxyType({_key_of_rule(title): title for title in RULES})
    ordered = sorted(Technique, key=lambda technique: (technique.order, technique.key))
    by_key = {technique.key: technique.title for technique in ordered}
    reasonings = {reasoning.key: reasoning.title for reasoning in Reasoning}
    return MappingProxyType({**by_key, **reasonings})


def _key_of_rule(title: str) -> str:
    """Return the key of a rule of Sudoku Explainer.

    Example:
        >>> _key_of_rule("Dynamic Cell Forcing Chain (+ Forcing Chains)")
        'dynamic-cell-forcing-chain-plus-forcing-chains'
    """
    words = title.lower().replace("+", "plus")
    return sub(r"[^a-z0-9]+", "-", words).strip("-")


def _counted(scheme: str, counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    """Return (key, number) pairs, easier ones first."""
    place = {key: index for index, key in enumerate(titles(scheme))}
    return tuple(sorted(counts.items(), key=lambda pair: place[pair[0]]))


def _by_hodoku(puzzle: Puzzle, deadline: Deadline) -> Rating:
    state = State.of(puzzle)
    steps: list[Step] = []
    solution: Grid | None = None
    if puzzle.geometry.size > _NINE.size:
        # A path may be long there, and lead nowhere if the puzzle is not proper.
        solution = _solution(puzzle, deadline)
    guesses = 0
    complete = False
    with suppress(Stopped) if solution is not None else nullcontext():
        while True:
            for step in follow(state, USUAL, deadline=deadline):
                if solution is None and step.technique in UNIQUENESS:
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
        complete = True
    if not (complete or steps):
        raise Stopped("out of time")
    if complete and not puzzle.is_solution(state.grid().clues):
        _solution(puzzle, deadline)
        raise EngineError(f"a path led to no solution of {puzzle.line[:90]}")
    score = score_of(steps) + guesses * _GUESS_SCORE
    hardest = max(
        (step.technique for step in steps),
        key=lambda technique: (technique.level, technique.score),
        default=None,
    )
    counts = Counter(step.technique.key for step in steps)
    level = level_of(steps)
    key = hardest.key if hardest else ""
    if guesses:
        counts[GUESS] = guesses
        level, key = Level.EXTREME, GUESS
    return Rating(
        puzzle,
        "hodoku",
        version_of("hodoku", puzzle),
        score if complete else None,
        level,
        key,
        _counted("hodoku", counts),
        guesses,
        at_least=None if complete else score,
        complete=complete,
    )


def _of_variant(puzzle: Puzzle, deadline: Deadline) -> Rating:
    """Rate a variant by its path: by `Reasoning` besides HoDoKu's techniques.

    The level is that of the hardest step; a trial is extreme.
    """
    _solution(puzzle, deadline)
    path = explain(puzzle, timeout=deadline.left)
    complete = path.end is not End.TIMEOUT
    if not (complete or path.entries):
        raise Stopped("out of time")
    ways = sorted(map(way_of, path.entries), key=lambda way: (way.level, way.score))
    counts = Counter(way.key for way in ways)
    score = path.score
    return Rating(
        puzzle,
        "hodoku",
        version_of("hodoku", puzzle),
        score if complete else None,
        path.level,
        ways[-1].key if ways else "",
        _counted("hodoku", counts),
        counts[GUESS],
        at_least=None if complete else score,
        complete=complete,
    )


def _by_explainer(puzzle: Puzzle, deadline: Deadline, *, nested: bool) -> Rating:
    from satdoku.techniques.se.rating import solve_se  # noqa: PLC0415  as large as the rest

    puzzle.require_classic("a rating")
    if not puzzle.geometry.is_nine:
        raise InputError(
            f"a puzzle of {puzzle.geometry} has no rating by {SCHEMES['se']}",
            expected=f"one of {_NINE}, or the scheme hodoku",
        )
    _solution(puzzle, deadline)
    deepest = _DEEPEST if nested else 1
    path = solve_se(puzzle, deepest=deepest, deadline=deadline)
    if not (path.complete or path.steps):
        raise Stopped("out of time")
    keys = [_key_of_rule(step.rule) for step in path.steps]
    ratings = [step.rating for step in path.steps]
    return Rating(
        puzzle,
        "se",
        SCHEMES["se"],
        path.er,
        None,
        keys[ratings.index(max(ratings))] if keys else "",
        _counted("se", Counter(keys)),
        placing=path.ep,
        removing=path.ed,
        at_least=path.at_least,
        complete=path.complete,
    )


def _solution(puzzle: Puzzle, deadline: Deadline) -> Grid:
    """Return the only solution.

    Raises:
        InputError: There is none, or there are several.
        Stopped: Time ran out.
    """
    result = solve(puzzle, timeout=deadline.left)
    if not result.complete:
        raise Stopped("out of time")
    if not result.is_unique or result.solution is None:
        how_many = "no solution" if result.solution is None else "several solutions"
        raise InputError(
            f"a puzzle with {how_many} cannot be rated", expected="one solution"
        )
    return result.solution


# Many puzzles


@dataclass(frozen=True)
class RatingOptions:
    """How puzzles are rated.

    Args:
        scheme: As for `rate`.
        nested: As for `rate`.
        timeout: As for `rate`.

    Raises:
        UsageError: There is no such scheme, or it has no nested forcing chains.
    """

    scheme: str
    nested: bool
    timeout: float | None

    def __post_init__(self) -> None:
        check_choice("scheme", self.scheme, SCHEMES)
        if self.nested and self.scheme != "se":
            raise UsageError("only scheme se has nested forcing chains")


def rater(options: RatingOptions) -> Callable[..., tuple[Rating, float]]:
    """Return a function that rates a puzzle; it returns the seconds that took, too."""

    def timed(puzzle: Puzzle, _: object = None) -> tuple[Rating, float]:
        started, deadline = perf_counter(), Deadline(options.timeout)
        if options.scheme == "se":
            rating = _by_explainer(puzzle, deadline, nested=options.nested)
        elif puzzle.is_classic:
            rating = _by_hodoku(puzzle, deadline)
        else:
            rating = _of_variant(puzzle, deadline)
        return rating, perf_counter() - started

    return timed


def rate_stream(
    puzzles: Iterable[object],
    scheme: str = "hodoku",
    *,
    nested: bool = False,
    workers: int | Literal["all"] = 1,
    timeout: float | None = None,
) -> Generator[Rating | InputError | Stopped]:
    """Rate a stream of puzzles, one by one and in order.

    Puzzles are taken from the iterable when they are needed.  Several workers start
    once that pays; then it is read in a thread of its own, some puzzles ahead: a rating
    comes out when it is there, although the next puzzle may be long in coming.

    Args:
        puzzles: Anything to iterate over; each puzzle as `rate` takes it.
        scheme: As for `rate`.
        nested: As for `rate`.
        workers: How many processes rate at a time; `all` for every core.  With one, and
            where there is little to do, it is this one.
        timeout: Seconds of wall time for each puzzle, as for `rate`.

    Yields:
        The rating of each puzzle; for a puzzle that has none, the error that says why.
        Closing the iterator stops the workers.

    Raises:
        UsageError: There is no such scheme, or the workers or the timeout are not
            valid; at once.
        LostError: A worker has ended.

    Example:
        >>> puzzles = ["1... ..2. ..3. 4...", "1... .2.. ..3. ...4"]
        >>> for rating in rate_stream(puzzles):
        ...     print(rating if isinstance(rating, InputError) else rating.score)
        48
        a puzzle with several solutions cannot be rated; expected one solution
    """
    from satdoku.runtime.processes import answers, workers_of  # noqa: PLC0415  slow

    options = RatingOptions(scheme, nested, timeout)
    check_timeout(timeout)
    check_kind("puzzles", puzzles, Iterable, "a list of puzzles")
    count = workers_of(workers)
    return answers(_outcomes, options, iter(puzzles), workers=count)


def _outcomes(
    options: RatingOptions,
) -> Callable[[object], Rating | InputError | Stopped]:
    """Return a function that rates a puzzle, or returns why there is no rating."""
    rate_one = rater(options)

    def outcome(puzzle: object) -> Rating | InputError | Stopped:
        try:
            return rate_one(Puzzle.of(cast("PuzzleLike", puzzle)))[0]
        except (InputError, Stopped) as error:
            return error

    return outcome
