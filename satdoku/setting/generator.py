"""New puzzles, one after the other: `satdoku.generate`, `satdoku.generate_many`.

An attempt makes a puzzle as it was requested, or says why there is none:

    random stream ─▶ solution ─▶ clues are removed in random order ─▶ rate ─▶ puzzle
                                         ▲                             │ too hard
                                         └──── put some back ◀─────────┘

Clues that are put back make a puzzle easier; how many is found by bisection.  That is
left out where the clues are fixed (their number, a pattern, `minimal`).

For a pattern the clues are found by hill climbing: from those of a random solution,
change a few to those of another solution of the rest, as long as the number of
solutions does not rise, until it is one.

Attempts are generators that ask whether clues have one solution.  With compiled lanes,
many attempts at 9x9 run side by side, and each round answers all their questions at
once; otherwise an oracle answers one after the other.  The puzzles are the same.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack, closing, contextmanager
from enum import Enum
from itertools import count, islice
from random import Random, SystemRandom
from threading import Semaphore
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from satdoku.errors import EngineError, Stopped, check_seed, counted, whole_number
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline, check_timeout
from satdoku.runtime.processes import (
    Pool,
    items_that_pay,
    prefetch,
    wait_for,
    workers_of,
)
from satdoku.setting.batches import CountQuestion, ReduceQuestion, lane_answers
from satdoku.setting.generator_options import (
    GenerateArguments,
    GenerateOptions,
    Symmetry,
)
from satdoku.setting.oracle import oracle_for
from satdoku.setting.random_grids import (
    draw_solution,
    is_solved_by_singles,
    random_solution,
    shuffled,
)
from satdoku.techniques.path import follow, level_of, score_of
from satdoku.techniques.state import Shape, State, mask_of
from satdoku.techniques.technique import USUAL, Level

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable, Sequence
    from concurrent.futures import Future
    from typing import Literal, Unpack

    from satdoku.setting.batches import LaneAnswers
    from satdoku.setting.oracle import Oracle
    from satdoku.techniques.step import Step

T = TypeVar("T")
Asking: TypeAlias = "Generator[CountQuestion | ReduceQuestion, Any, T]"
"""What asks questions on its way to a result."""

MAX_ATTEMPTS = 2_000
"""How many attempts in a row may fail, by default."""

_SEEDS = 2**32
_SIDE_BY_SIDE = 1024  # attempts that lanes answer together
_RATED = 8  # the same where each of them has to be rated, which takes longer
_WORTH_LANES = 16  # puzzles that make up for the time it takes to load lanes
_PART = 8  # attempts sent to a worker process together, up to 9x9
_PART_OF_LANES = 256  # the same where lanes answer together what they ask
_AHEAD = 2  # parts for each worker that are begun before they are needed

_ROUNDS = 30  # without fewer clues, after which `go_below` gives up
_MAX_BACK = 4  # groups that it puts back in a round
_WORTH = 5  # it is no use where more than one clue in so many has to go

_COUNTED = 200  # solutions of a pattern; more are as bad
_STEPS = 400  # of a climb without progress


class GaveUp(Stopped):
    """Too many attempts in a row made no puzzle; more might."""


def generate(
    level: Level | str | None = None,
    *,
    seed: int | None = None,
    max_attempts: int = MAX_ATTEMPTS,
    timeout: float | None = None,
    **options: Unpack[GenerateArguments],
) -> Puzzle:
    """Make a new puzzle with exactly one solution.

    Args:
        level: `easy`, `medium`, `hard`, `unfair` or `extreme`, by HoDoKu's scheme.
        seed: A number: the same seed and options make the same puzzle.  By default a
            random one.
        max_attempts: How many attempts in a row may fail.
        timeout: Seconds of wall time.
        **options: What else the puzzle has to be.

            size: Rows and columns, such as 9; or a `Geometry`.  By default that of the
            pattern or solution, or else 9.
            clues: How many clues; by default as few as the other options allow.
            symmetry: How the clues lie: `none`, `rotational180`, `rotational90`,
            `horizontal`, `vertical`, `diagonal`, `antidiagonal`, `axes`, `diagonals`,
            `full`.
            minimal: Whether no single clue may be redundant, even with a symmetry.
            score: The lowest and highest score by HoDoKu's scheme, None for no bound.
            techniques: Techniques that the path has to use, each of them; of a family
            or a level any one technique.  It may use harder ones, too.
            hardest: A technique that the path has to use, and nothing harder.
            singles_only: Whether singles alone have to solve it.
            pattern: The cells of the clues: a text, one character a cell, `.` for no
            clue; or a puzzle whose clues lie there.
            solution: The solution that all puzzles have.

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
    **options: Unpack[GenerateArguments],
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
        **options: As for `generate`.

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
    check_timeout(timeout)
    request = GenerateOptions(level, **options)
    return generated(
        request,
        n,
        seed=new_seed() if seed is None else seed,
        max_attempts=max_attempts,
        workers=workers_of(workers),
        timeout=timeout,
    )


def new_seed() -> int:
    """Draw a seed."""
    return SystemRandom().randrange(_SEEDS)


def generated(
    request: GenerateOptions,
    n: int | None,
    *,
    seed: int,
    max_attempts: int = MAX_ATTEMPTS,
    workers: int = 1,
    timeout: float | None = None,
    failed: Callable[[int], None] = lambda _: None,
) -> Generator[Puzzle]:
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
    tried = _attempts(
        request, seed, deadline, lambda: (n or 1 << 60) - len(known), workers
    )
    try:
        for made in tried:
            if isinstance(made, Puzzle) and bytes(made.values) in known:
                made = Rejected.REPEATED  # noqa: PLW2901
            if isinstance(made, Rejected):
                failures[made.value] += 1
                failed(failures.total())
                if failures.total() >= max_attempts:
                    raise GaveUp(_gave_up(failures, "further " if known else ""))
                continue
            failures.clear()
            known.add(bytes(made.values))
            yield made
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


def _attempts(
    request: GenerateOptions,
    seed: int,
    deadline: Deadline,
    missing: Callable[[], int],
    workers: int,
) -> Generator[Puzzle | Rejected]:
    """Yield what attempts make, from number 0 on, without end.

    Worker processes go on where as much is missing as makes up for their start; they
    begin where already the first attempt may take longer than that.
    """
    most = _RATED if request.is_rated else _SIDE_BY_SIDE
    is_slow = request.is_rated and request.geometry.size > 9 and missing() > 1
    first, needed, started = 0, missing(), perf_counter()
    setup = request, seed, deadline
    with closing(Attempts(setup, many=missing() >= _WORTH_LANES)) as attempts:
        while workers == 1 or not is_slow:
            size = min(missing(), most) if attempts.answers.many else 1
            made, stop = attempts(range(first, first + size))
            yield from made
            if stop is not None:
                raise stop
            first += size
            seconds, done = perf_counter() - started, needed - missing()
            fewest = items_that_pay(done, seconds) if workers > 1 else None
            if fewest is not None and missing() >= fewest:
                break
    part = _PART if request.geometry.size <= 9 else 1
    if attempts.answers.many and not request.is_rated:
        part = _PART_OF_LANES
    yield from _attempts_of_workers(setup, workers, first, part)


def _attempts_of_workers(
    setup: tuple[GenerateOptions, int, Deadline], workers: int, start: int, size: int
) -> Generator[Puzzle | Rejected]:
    """Yield the same from a number on in the same order, made by several processes.

    Each gets `size` attempts at a time.

    At a time limit, what others have made by then of the parts already begun comes out,
    too.
    """
    parts = (range(first, first + size) for first in count(start, size))
    slots = Semaphore(_AHEAD * workers)
    with (
        closing(Pool(Attempts, setup, workers)) as pool,
        closing(prefetch(parts, pool.submit, slots)) as begun,
    ):
        for future in begun:
            made, stop = _made(future)
            yield from made
            if stop is not None:
                for later in islice(begun, _AHEAD * workers):
                    yield from _made(later).puzzles
                raise stop


def _made(future: Future[Made]) -> Made:
    """Wait for what a worker has made."""
    try:
        return wait_for(future)
    except Stopped as stop:  # before it has begun
        return Made([], stop)


class Made(NamedTuple):
    """What some attempts made, in their order, and what stopped the others."""

    puzzles: list[Puzzle | Rejected]
    stop: Stopped | None = None


def _run(
    attempts: Sequence[Asking[T]], by: LaneAnswers | OracleAnswers, done: dict[int, T]
) -> None:
    """Run attempts side by side; what each returns goes into `done` by its index.

    Raises:
        Stopped: The deadline has passed.
    """
    open_questions: dict[int, CountQuestion | ReduceQuestion] = {}

    def resume(index: int, answer: object) -> None:
        try:
            open_questions[index] = attempts[index].send(answer)
        except StopIteration as stop:
            done[index] = stop.value
            open_questions.pop(index, None)

    for index in range(len(attempts)):
        resume(index, None)
    while open_questions:
        # All attempts are brought to their long question before it is answered.
        questions = open_questions.items()
        counts = {
            at: question
            for at, question in questions
            if isinstance(question, CountQuestion)
        }
        reduces = {
            at: question
            for at, question in questions
            if isinstance(question, ReduceQuestion)
        }
        answers = (
            by.count([*counts.values()]) if counts else by.reduce([*reduces.values()])
        )
        for index, answer in zip(counts or reduces, answers, strict=True):
            resume(index, answer)


@contextmanager
def _answers_for(
    geometry: Geometry, deadline: Deadline, *, many: bool = True
) -> Generator[LaneAnswers | OracleAnswers]:
    """Load what answers fastest: compiled lanes for many 9x9, or an oracle."""
    lanes = lane_answers(deadline) if many and geometry == Geometry() else None
    if lanes is not None:
        yield lanes
        return
    empty = Puzzle.trusted(geometry, (0,) * geometry.cells)
    # Not the engine that a thread keeps: the generator may go on in another.
    with oracle_for(empty, None, deadline, fresh=True) as oracle:
        yield OracleAnswers(oracle)


class OracleAnswers:
    """Answers questions one after the other, by an oracle."""

    many = False
    """Whether it answers many at once faster than one by one."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle

    def count(self, questions: list[CountQuestion]) -> list[tuple[int, Sequence[int]]]:
        """Answer each `CountQuestion`."""
        return [self._count(question) for question in questions]

    def reduce(self, questions: list[ReduceQuestion]) -> list[list[tuple[int, ...]]]:
        """Answer each `ReduceQuestion`: the groups removed, in order."""
        return [self._reduce(question) for question in questions]

    def _count(self, question: CountQuestion) -> tuple[int, Sequence[int]]:
        literals = [*self._literals(question.values).values()]
        solutions = [*islice(self._oracle.solutions(literals), question.limit)]
        return len(solutions), solutions[0].values if len(solutions) == 1 else ()

    def _reduce(self, question: ReduceQuestion) -> list[tuple[int, ...]]:
        kept = self._literals(question.values)
        removed: list[tuple[int, ...]] = []
        for group in question.groups:
            if len(kept) - len(group) < question.least:
                continue
            rest = {cell: kept[cell] for cell in kept if cell not in group}
            # One solution is left if no other has another digit in one of the cells.
            # Where the engine is wrong to find one, the clues stay.
            denied = ([*rest.values(), -kept[cell]] for cell in group)
            if all(map(self._oracle.refutes, denied)):
                kept = rest
                removed.append(group)
        return removed

    def _literals(self, values: Sequence[int]) -> dict[int, int]:
        n = self._oracle.puzzle.geometry.size
        return {cell: n * cell + v for cell, v in enumerate(values) if v}


def _gave_up(failures: Counter[str], further: str) -> str:
    reasons = ", ".join(f"{many:,} {why}" for why, many in failures.most_common())
    attempts = counted(failures.total(), "attempt")
    return f"no {further}puzzle in {attempts} in a row: {reasons}"


class Rejected(Enum):
    """Why an attempt made no puzzle."""

    TOO_EASY = "were too easy"
    TOO_HARD = "were too hard"
    UNUSED = "do not need the techniques"
    MORE = "had more clues"
    FEWER = "had fewer clues"
    REDUNDANT = "were not minimal"
    SEVERAL = "had several solutions"
    REPEATED = "were repeated"


class Attempts:
    """Makes attempts by number, here or in a worker process.

    Args:
        setup: What is requested, what the random streams are made from, when to stop.
        many: Whether there will be many.

    Attributes:
        answers: What answers their questions.
    """

    def __init__(
        self, setup: tuple[GenerateOptions, int, Deadline], *, many: bool = True
    ) -> None:
        self._request, self._seed, self._deadline = setup
        request = self._request
        self._shape = Shape.of(request.geometry)
        self._groups = request.symmetry.cell_groups(request.geometry.size)
        easy = request.singles_only or request.level is Level.EASY
        easy = easy or (request.hardest is not None and request.hardest.is_single)
        self._by_singles = easy and not request.minimal
        self._draws = request.geometry == Geometry()
        self._stack = ExitStack()
        loaded = _answers_for(request.geometry, self._deadline, many=many)
        self.answers = self._stack.enter_context(loaded)

    def __call__(self, numbers: range) -> Made:
        """Make some attempts: by lanes side by side, else one after the other."""
        step = len(numbers) if self.answers.many else 1
        made: list[Puzzle | Rejected] = []
        for first in range(0, len(numbers), step):
            part = numbers[first : first + step]
            done: dict[int, Puzzle | Rejected] = {}
            try:
                _run([*map(self._attempt, part)], self.answers, done)
            except Stopped as stop:
                return Made(made + [done[at] for at in sorted(done)], stop)
            made += [done[at] for at in sorted(done)]
        return Made(made)

    def close(self) -> None:
        """Free the engine."""
        self._stack.close()

    def _attempt(self, number: int) -> Asking[Puzzle | Rejected]:
        """Make the attempt of a number; it depends on nothing else.

        Raises:
            Stopped: A random solution takes too long, or the time is over.
        """
        self._deadline.check()
        # A text becomes a stream by SHA-512, the same everywhere.
        random = Random(f"satdoku {self._seed} {number}")  # noqa: S311  not for secrets
        request = self._request
        if request.pattern is not None:
            return (yield from self._by_pattern(random, request.pattern))
        solution: Sequence[int] | None = request.solution
        if solution is None and self._draws:
            solution = yield from draw_solution(random)
        elif solution is None:
            solution = random_solution(self._shape, random, deadline=self._deadline)
        if solution is None:
            raise EngineError("the empty grid has no solution")
        return (yield from self._by_removal(random, bytes(solution)))

    def _by_removal(self, random: Random, solution: bytes) -> Asking[Puzzle | Rejected]:
        request = self._request
        clues = request.clues
        order = shuffled(random, self._groups)
        least = 0 if clues is None or request.minimal else clues
        removed = yield from self._reduce(solution, order, least)
        if clues is not None:
            removed = yield from self._go_below(random, solution, removed, clues)
            left = len(solution) - sum(map(len, removed))
            if left != clues:
                return Rejected.MORE if left > clues else Rejected.FEWER
        values = _without(solution, removed)
        # Where single clues were removed until none could, the puzzle is minimal.
        sure = clues is None and request.symmetry is Symmetry.NONE
        if request.minimal and not (sure or (yield from self._is_minimal(values))):
            return Rejected.REDUNDANT
        made = self._rated(values, solution)
        if made is Rejected.TOO_HARD and not request.minimal and clues is None:
            return self._easier(solution, removed)
        return made

    def _reduce(
        self, values: bytes, groups: Sequence[tuple[int, ...]], least: int
    ) -> Asking[list[tuple[int, ...]]]:
        """Return the groups whose clues can be removed, one after the other."""
        if not self._by_singles:
            removed: list[tuple[int, ...]] = yield ReduceQuestion(values, groups, least)
            return removed
        removed = []
        clues = {cell: value for cell, value in enumerate(values) if value}
        for group in groups:
            if len(clues) - len(group) < least:
                continue
            rest = {cell: clues[cell] for cell in clues if cell not in group}
            if self._singles_fill(rest, group):
                clues = rest
                removed.append(group)
        return removed

    def _singles_fill(self, clues: dict[int, int], cells: Sequence[int]) -> bool:
        """Whether singles fill the cells of removed clues, and so all others."""
        self._deadline.check()
        peers = 0
        for cell in cells:
            peers |= self._shape.peers[cell]
        near_first = sorted(clues.items(), key=lambda clue: not peers >> clue[0] & 1)
        return is_solved_by_singles(self._shape, near_first, mask_of(cells))

    def _go_below(
        self,
        random: Random,
        solution: bytes,
        removed: list[tuple[int, ...]],
        most: int,
    ) -> Asking[list[tuple[int, ...]]]:
        """Look for fewer clues: put some back at random, and remove others."""
        fewest = len(solution) - sum(map(len, removed))
        if (fewest - most) * _WORTH > fewest:
            return removed
        waited = 0
        while fewest > most and waited < _ROUNDS:
            waited += 1
            back = random.sample(
                removed, min(random.randint(1, _MAX_BACK), len(removed))
            )
            rest = [group for group in removed if group not in back]
            there = (group for group in self._groups if group not in rest)
            order = shuffled(random, there)
            order.sort(key=back.__contains__)  # what came back stays, if possible
            gone = yield from self._reduce(_without(solution, rest), order, most)
            left = len(solution) - sum(map(len, rest)) - sum(map(len, gone))
            if left <= fewest:
                waited = 0 if left < fewest else waited
                fewest, removed = left, rest + gone
        return removed

    def _is_minimal(self, values: bytes) -> Asking[bool]:
        cells = [(cell,) for cell, value in enumerate(values) if value]
        # Each alone: with all others but one clue left there is no room for a second.
        return not (yield ReduceQuestion(values, cells, len(cells) - 1))

    def _easier(
        self, solution: bytes, removed: list[tuple[int, ...]]
    ) -> Puzzle | Rejected:
        """Look for the fewest clues with which a puzzle is not too hard."""
        low, high = 0, len(removed)  # with so many removed too easy, too hard
        result: Puzzle | Rejected = Rejected.TOO_HARD
        while high - low > 1:
            middle = (low + high) // 2
            made = self._rated(_without(solution, removed[:middle]), solution)
            if made is Rejected.TOO_HARD:
                high = middle
            else:
                low = middle
                result = made if isinstance(made, Puzzle) else result
        return result

    def _by_pattern(
        self, random: Random, pattern: frozenset[int]
    ) -> Asking[Puzzle | Rejected]:
        cells = sorted(pattern)
        solution: Sequence[int] | None = self._request.solution
        if solution is None:
            solution = yield from self._climb(random, cells)
        elif (yield CountQuestion(_only(solution, cells)))[0] != 1:
            solution = None
        if solution is None:
            return Rejected.SEVERAL
        values = _only(solution, cells)
        if self._request.minimal and not (yield from self._is_minimal(values)):
            return Rejected.REDUNDANT
        return self._rated(values, bytes(solution))

    def _climb(self, random: Random, cells: list[int]) -> Asking[Sequence[int] | None]:
        """Look for a solution that is the only one with its digits in the cells."""
        solution = random_solution(self._shape, random, deadline=self._deadline)
        if solution is None:
            return None
        fewest, _ = yield CountQuestion(_only(solution, cells), _COUNTED)
        waited = 0
        while fewest > 1:
            waited += 1
            if waited > _STEPS:
                return None
            number = min(random.choice((1, 1, 2, 2, 3)), len(cells))
            changed = set(random.sample(cells, number))
            rest = [(cell, solution[cell]) for cell in cells if cell not in changed]
            other = random_solution(self._shape, random, rest, self._deadline)
            if other is None or all(other[cell] == solution[cell] for cell in changed):
                continue
            limit = min(fewest + 1, _COUNTED)
            count, _ = yield CountQuestion(_only(other, cells), limit)
            if count <= fewest:
                waited = 0 if count < fewest else waited
                fewest, solution = count, other
        return solution

    def _rated(self, values: bytes, solution: bytes) -> Puzzle | Rejected:
        """Return the puzzle with its path, or how it differs from the request."""
        request = self._request
        clues = ((cell, value) for cell, value in enumerate(values) if value)
        if request.singles_only and not is_solved_by_singles(self._shape, clues):
            return Rejected.TOO_HARD
        metadata = {"solution": Grid.trusted(request.geometry, tuple(solution)).line}
        puzzle = Puzzle.trusted(request.geometry, tuple(values), metadata)
        if not request.is_rated:
            return puzzle
        steps = self._steps(puzzle)
        if steps is None:
            return Rejected.TOO_HARD
        level, score = level_of(steps), score_of(steps)
        if level < (request.level or level) or score < (request.score[0] or 0):
            return Rejected.TOO_EASY
        used = {step.technique for step in steps}
        if any(used.isdisjoint(some) for some in request.needed):
            return Rejected.UNUSED
        metadata |= {"level": level.key, "rating": str(score)}
        return Puzzle.trusted(request.geometry, tuple(values), metadata)

    def _steps(self, puzzle: Puzzle) -> list[Step] | None:
        """Return the steps; None as soon as it is certain that it is too hard.

        Techniques after the last one allowed are not even searched.  Where techniques
        lead no further there is no score, and the puzzle is too hard.
        """
        request = self._request
        top, high = request.level or Level.EXTREME, request.score[1]
        allowed = request.allowed
        last = max(technique.order for technique in allowed)
        tried = frozenset(technique for technique in USUAL if technique.order <= last)
        state = State.of(puzzle)
        steps: list[Step] = []
        score, hardest = 0, Level.EASY
        for step in follow(state, tried, deadline=self._deadline):
            steps.append(step)
            score += step.technique.score
            hardest = max(hardest, step.technique.level)
            too_high = high is not None and score > high
            too_hard = Level.of_score(hardest, score) > top
            if too_high or too_hard or step.technique not in allowed:
                return None
        return None if state.empty else steps


def _without(values: bytes, groups: Iterable[tuple[int, ...]]) -> bytes:
    left = bytearray(values)
    for group in groups:
        for cell in group:
            left[cell] = 0
    return bytes(left)


def _only(values: Sequence[int], cells: Collection[int]) -> bytes:
    left = bytearray(len(values))
    for cell in cells:
        left[cell] = values[cell]
    return bytes(left)
