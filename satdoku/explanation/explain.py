"""A puzzle explained: a path of steps, and what helps where techniques end.

    puzzle ──techniques──▶ Step, Step, … ──none left──▶ Trial ──▶ Step, … ──▶ SearchStep

An entry of a path is one of four.  All have `places`, `removes`, `outcome` and
`reason`, and print as a sentence:

    Step        a technique
    Trial       a candidate refuted by trying it, where no technique is left
    ConstraintStep  the same where rules are more than units: first what one constraint
                refutes alone, which comes right after singles
    SearchStep    what search finds, where no trial refutes anything

Every step can be checked by SAT (`verify`): with the position as assumptions, a
candidate that a step removes is assumed, one that it places is denied.  If the step is
right there is no model.  The step's reason plays no part, so an error in a technique
cannot hide here.  Where a puzzle has one solution, this also holds for techniques that
rest on that.
"""

from __future__ import annotations

import re
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from satdoku.errors import (
    EngineError,
    InputError,
    Stopped,
    UsageError,
    shown,
)
from satdoku.explanation.constraint_steps import (
    AnyStep,
    ConstraintReasoner,
    ConstraintStep,
    ConstraintTrial,
    Reasoning,
    SearchStep,
    points_of,
    way_of,
)
from satdoku.explanation.trials import Candidate, Trial, shortest_trial
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.setting.minimal import contradiction, mus
from satdoku.setting.oracle import oracle_for
from satdoku.solving.results import Status
from satdoku.solving.solver import solve
from satdoku.techniques.path import every_step, level_of, next_step, score_of
from satdoku.techniques.state import State, View, bits
from satdoku.techniques.step import Step
from satdoku.techniques.technique import (
    FAMILIES,
    UNIQUENESS,
    USUAL,
    Level,
    Technique,
    chosen,
    suitable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.setting.minimal import Contradiction
    from satdoku.setting.oracle import Oracle
    from satdoku.solving.results import Result
    from satdoku.techniques.technique import Named

_NONE_WRONG: tuple[Candidate, ...] = ()

_FOLLOWED = {Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE}
"""The techniques that a trial needs."""


class End(Enum):
    """How an explanation ends."""

    SOLVED = "solved"
    SEARCHED = "searched"
    SEVERAL = "several"
    NONE = "none"
    STOPPED = "stopped"
    TIMEOUT = "timeout"


_ENDS = {
    End.SEVERAL: "several solutions",
    End.NONE: "no solution",
    End.TIMEOUT: "out of time",
}
"""The ends that need more than one word."""


@dataclass(frozen=True)
class Explanation:
    """The steps that solve a puzzle; a notebook shows them as a page.

    Args:
        puzzle: The puzzle.
        start: Where the explanation starts: the puzzle, or a position of it.
        entries: The steps, in order.
        end: How it ends.
        position: Values and candidates then.
        solution: The solution; None where there is none, or several.
        verified: Whether each entry was checked by SAT.
        contradiction: Where there is no solution: clues and constraints that contradict
            each other, all needed.
        mistakes: (cell, digit) pairs of the start that no solution has: digits placed
            wrongly, and candidates removed that were needed; where the puzzle has
            several solutions, some that no solution has all of.
        status: How many solutions the puzzle has.
        reached: Whether the entry that `until` names came; None without `until`.
        until: Where it was to end, in words (`at r4c5`).
    """

    puzzle: Puzzle
    start: Puzzle
    entries: tuple[AnyStep, ...]
    end: End
    position: Puzzle
    solution: Grid | None = None
    verified: bool = False
    contradiction: Contradiction | None = None
    mistakes: tuple[Candidate, ...] = ()
    status: Status = Status.UNKNOWN
    reached: bool | None = None
    until: str = ""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The entries that are techniques."""
        return tuple(entry for entry in self.entries if isinstance(entry, Step))

    @property
    def by_logic(self) -> bool:
        """Whether techniques alone solved it."""
        return self.end is End.SOLVED and len(self.steps) == len(self.entries)

    @property
    def score(self) -> int | None:
        """The sum of the scores of the steps.

        Of a variant, steps by constraints and trials have scores of their own
        (`Reasoning`).  None if the puzzle has not exactly one solution, or an entry of
        a classic is no technique.
        """
        if self.status is not Status.UNIQUE:
            return None
        if self.puzzle.is_classic:
            steps = self.steps
            return None if len(steps) < len(self.entries) else score_of(steps)
        return points_of(self.entries)

    @property
    def level(self) -> Level | None:
        """The level of the hardest step; higher where a classic's score is too high.

        None if the puzzle has not exactly one solution.
        """
        if self.status is not Status.UNIQUE:
            return None
        if self.score is None:
            return Level.EXTREME
        if self.puzzle.is_classic:
            return level_of(self.steps)
        return max((way_of(entry).level for entry in self.entries), default=Level.EASY)

    def positions(self) -> Iterator[tuple[Puzzle, AnyStep]]:
        """Yield each entry with the values and candidates before it."""
        state = State.of(self.puzzle, self.start)
        for entry in self.entries:
            yield state.grid(), entry
            state.apply(entry)

    def __repr__(self) -> str:
        n, number = self.puzzle.geometry.size, len(self.entries)
        steps = f"{number} step{'s' * (number != 1)}"
        end = "mistakes" if self.mistakes else _ENDS.get(self.end, self.end.value)
        return f"<Explanation of {n}x{n}, {steps}, {end}>"

    def __str__(self) -> str:
        """Write a line for each entry."""
        return "\n".join(map(str, self.entries))

    def _repr_html_(self) -> str:
        """Show the page in a frame of its own, which keeps its style to itself."""
        from satdoku.explanation.page import framed_page  # noqa: PLC0415  for notebooks

        return framed_page(self)


_CELL = re.compile(r"r([1-9]\d{0,3})c([1-9]\d{0,3})", re.ASCII)
_NUMBER = re.compile(r"0*[1-9]\d{0,8}", re.ASCII)
_BEYOND_TECHNIQUES: dict[str, tuple[type, ...]] = {
    "trial": (Trial, ConstraintTrial),
    "constraint": (ConstraintStep,),
    "search": (SearchStep,),
}


class Until:
    """Where an explanation ends.

        r4c5        the step that places a digit there
        fish        the first step by a technique of that name or family
        hard        the first step of that level or above
        trial       the first trial; `constraint` and `search` likewise
        12          that many steps

    Args:
        condition: One of these as text, a technique, a level, or a number of steps.

    Attributes:
        where: That in words.

    Raises:
        UsageError: It is none of these.

    Example:
        >>> Until("R4C5").where, Until(12).where, Until("x-wing").where
        ('at r4c5', 'after 12 steps', 'at the first step of x-wing')
    """

    def __init__(self, condition: str | int | Technique | Level) -> None:
        if isinstance(condition, Technique | Level):
            condition = condition.key
        text = (condition if isinstance(condition, str) else shown(condition)).lower()
        self.where = f"at the first {text}"
        self._count = 0
        self._cell: tuple[int, int] | None = None
        self._matches: Callable[[AnyStep], bool] = lambda _: False
        if cell := _CELL.fullmatch(text):
            self._cell = (int(cell[1]), int(cell[2]))
            self.where = f"at {text}"
        elif _NUMBER.fullmatch(text):
            self._count = int(text)
            self.where = f"after {self._count:,} step{'s' * (self._count > 1)}"
        elif text != "constraint" and text in {each.key for each in Reasoning}:
            self._matches = lambda entry: (
                isinstance(entry, ConstraintStep) and entry.reasoning.key == text
            )
        elif text in _BEYOND_TECHNIQUES:
            kinds = _BEYOND_TECHNIQUES[text]
            self._matches = lambda entry: isinstance(entry, kinds)
        elif text in {level.key for level in Level}:
            level = Level.parse(text)
            self.where += " step"
            self._matches = lambda entry: (  # what is no technique is above all levels
                not isinstance(entry, Step) or entry.technique.level >= level
            )
        else:
            try:
                techniques = chosen(text)
            except UsageError as error:
                raise UsageError(
                    f"until: {shown(condition)} is not a cell (r4c5), level (hard), "
                    f"number of steps, trial, constraint or search, and there is "
                    f"{error}"
                ) from None
            self.where = f"at the first step of {text}"
            self._matches = lambda entry: (
                isinstance(entry, Step) and entry.technique in techniques
            )

    def test(self, start: Puzzle) -> Callable[[AnyStep], bool]:
        """Return a test of whether an entry is the last, for one explanation.

        Args:
            start: Where the explanation starts.

        Raises:
            UsageError: The cell is not in the grid, or already holds a digit.
        """
        if self._cell is not None:
            target = self._cell_of(start)
            return lambda entry: any(cell == target for cell, _ in entry.places)
        if self._count:
            steps = iter(range(self._count - 1, -1, -1))
            return lambda _: next(steps) == 0
        return self._matches

    def _cell_of(self, start: Puzzle) -> int:
        row, column = self._cell or (0, 0)
        geometry = start.geometry
        if row > geometry.rows or column > geometry.columns:
            raise UsageError(f"until: r{row}c{column} is not in a grid of {geometry}")
        cell = (row - 1) * geometry.columns + column - 1
        if start.values[cell]:
            held = geometry.digit_texts[start.values[cell]]
            raise UsageError(f"until: r{row}c{column} holds {held} from the start")
        return cell


def explain(
    puzzle: PuzzleLike,
    *,
    now: PuzzleLike | None = None,
    techniques: Named | None = None,
    until: Callable[[AnyStep], bool]
    | Until
    | str
    | int
    | Technique
    | Level
    | None = None,
    search: bool = True,
    verify: bool = False,
    timeout: float | None = None,
) -> Explanation:
    """Solve a puzzle as a person does, step by step, the easiest step each time.

    Where the puzzle has several solutions, techniques that rest on there being only one
    are not used, and the explanation ends where nothing more follows.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        now: The current position, as `puzzle`; None to start with the puzzle.
        techniques: The techniques to use: techniques, or names of techniques, families
            or levels, one or many; None for the usual ones.
        until: The last entry: the one that fills a cell (`"r4c5"`), the first by a
            technique (`"x-wing"`), of a family (`"fish"`) or of a level (`"hard"`), the
            first `"trial"`, `"constraint"`, `"rule-of-45"` or `"search"`, the twelfth
            (`12`), or the first for which a function returns true.
        search: Whether to go on where no technique is left: by trying candidates and
            following singles, if these may be used; where that refutes none, by search.
        verify: Whether to check every step by SAT.
        timeout: Seconds of wall time after which to stop, with the steps found by then
            and `End.TIMEOUT`; none where it is not yet known how many solutions there
            are.

    Raises:
        InputError: `puzzle` or `now` cannot be read.
        UsageError: `now` lacks a clue of the puzzle, or has another geometry; there is
            no such technique, or `until` is invalid.
        EngineError: A step leads to no solution, though there is one; with `verify`:
            a step claims what does not follow.
        Stopped: Time ran out before the number of solutions was known.

    Example:
        >>> path = explain("1... ..2. ..3. 4...", verify=True)
        >>> path.end.value, path.level.title, len(path.entries)
        ('solved', 'Easy', 12)
        >>> print(path.entries[0])
        Naked Single: r1c3=4, the only candidate of r1c3
        >>> print(explain("1... ..2. ..3. 4...", until="r1c2").entries[-1])
        Full House: r1c2=2, the last empty cell of row 1
    """
    deadline = Deadline(timeout)
    grid = Puzzle.of(puzzle)
    start = _position(grid, now)
    state = State.of(grid, start)
    used = _choice(techniques, grid)
    is_last = None
    if until is not None:
        if not (isinstance(until, Until) or callable(until)):
            until = Until(until)
        is_last = until.test(start) if isinstance(until, Until) else until
    result = solve(grid, timeout=deadline.left)
    run = _Run(state, result, used, deadline)
    end, mistakes = End.TIMEOUT, _NONE_WRONG
    cause: Contradiction | None = None
    with ExitStack() as stack, suppress(Stopped):
        if not result.complete:
            raise Stopped("out of time")
        mistakes = _mistakes(start, grid, result, deadline)
        # The solution, where there is only one, shows which candidates are wrong.
        if verify or (search and result.status is Status.MULTIPLE):
            loaded = oracle_for(_rules(grid), deadline=deadline)
            run.oracle = stack.enter_context(loaded)
            run.oracle.always = [*run.oracle.constraints]
        run.techniques -= UNIQUENESS if result.status is not Status.UNIQUE else set()
        run.reasoner = _reasoner(grid, result, deadline)
        if run.reasoner is not None:
            stack.callback(run.reasoner.close)
        if mistakes:
            end = End.NONE
        else:
            end = run.follow(is_last, search=search, verify=verify)
        if result.status is Status.NONE:
            cause = contradiction(grid, timeout=deadline.left)
    position = run.state.grid()
    if end in (End.SOLVED, End.SEARCHED) and not grid.is_solution(position.clues):
        raise EngineError(f"these steps led to no solution of {grid.line[:90]}")
    return Explanation(
        grid,
        start,
        tuple(run.entries),
        end,
        position,
        _only_solution(result),
        verify,
        cause,
        mistakes,
        result.status,
        None if is_last is None else run.reached,
        until.where if isinstance(until, Until) else "",
    )


def explain_from(
    puzzle: Puzzle,
    state: Puzzle | None,
    *,
    from_clues: bool = False,
    timeout: float | None = None,
    **options: Any,  # noqa: ANN401  those of `explain`
) -> Explanation:
    """Explain a puzzle from a position that may contradict its clues.

    Nothing says which pencil marks a puzzle came with, so they are part of it.  Where
    the digits alone have one solution, and the pencil marks leave none, these are the
    solver's own: the digits are the puzzle, and the whole is a position of it.  So are
    the digits with `from_clues`, if they have one solution.

    Args:
        puzzle: The puzzle.
        state: The current position; None to start with the puzzle.
        from_clues: Whether to start with the clues, whatever the position is.
        timeout: Seconds of wall time, as for `explain`.
        **options: The other options of `explain`.

    Raises:
        LimitError, UsageError, Stopped: As for `explain`.

    Example:
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> explain_from(puzzle, Puzzle("2... ..2. ..3. 4...")).mistakes
        ((0, 2),)
    """
    deadline = Deadline(timeout)
    if puzzle.masks is not None and state is None:
        digits = Puzzle(puzzle.clues, puzzle.constraints)
        is_own = from_clues or _status(puzzle, deadline) is Status.NONE
        if is_own and _status(digits, deadline) is Status.UNIQUE:
            puzzle, state = digits, puzzle
    if state is None or from_clues:
        return explain(puzzle, timeout=deadline.left, **options)
    placed = enumerate(state.values)
    wrong = tuple((c, v) for c, v in placed if v and puzzle.values[c] not in {0, v})
    if not wrong:
        return explain(puzzle, now=state, timeout=deadline.left, **options)
    path = explain(puzzle, timeout=deadline.left, **{**options, "until": 1})
    return replace(
        path, start=state, position=state, entries=(), mistakes=wrong, end=End.NONE
    )


def _status(puzzle: Puzzle, deadline: Deadline) -> Status:
    result = solve(puzzle, timeout=deadline.left)
    if not result.complete:
        raise Stopped("out of time")
    return result.status


def find_steps(
    puzzle: PuzzleLike,
    *,
    now: PuzzleLike | None = None,
    techniques: Named | None = None,
    timeout: float | None = None,
) -> list[Step]:
    r"""List every step that techniques find in a position, the easier ones first.

    Techniques that rest on the puzzle having one solution take that for granted.  Where
    the position visibly has no solution, the list is empty.

    Args:
        puzzle: Anything that `Puzzle` takes: its values are the clues.
        now: The digits placed and candidates left, as `puzzle`; None for the puzzle's
            own.
        techniques: The techniques to look for: techniques, or names of techniques,
            families or levels, one or many; None for the usual ones.
        timeout: Seconds of wall time after which to stop.

    Raises:
        InputError: `puzzle` or `now` cannot be read.
        UsageError: `now` lacks a clue of the puzzle, or has another geometry; there is
            no such technique.
        Stopped: Time ran out; its `partial` are the steps found by then.

    Example:
        >>> found = find_steps("1... ..2. ..3. 4...", techniques="hidden-single")
        >>> print(*found[:2], sep="\n")
        Hidden Single: r1c2=2, the only 2 in box 1
        Hidden Single: r2c4=1, the only 1 in box 2
    """
    deadline = Deadline(timeout)
    grid = Puzzle.of(puzzle)
    used = suitable(chosen(techniques), grid)
    state = State.of(grid, _position(grid, now))
    if state.is_broken:
        return []
    steps: list[Step] = []
    try:
        steps.extend(every_step(state, used, deadline=deadline))
    except Stopped as stop:
        stop.partial = tuple(steps)
        raise
    return steps


def _position(puzzle: Puzzle, now: PuzzleLike | None) -> Puzzle:
    """Return a position of a puzzle, with no candidate that the puzzle rules out.

    Raises:
        InputError: `now` cannot be read.
        UsageError: It lacks a clue of the puzzle, or has another geometry.
    """
    if now is None:
        return puzzle
    if isinstance(now, (Grid, Puzzle)):
        position = Puzzle(now, puzzle.constraints)
    else:
        try:
            position = Puzzle(now, puzzle.constraints, geometry=puzzle.geometry)
        except InputError as error:
            raise error.at(source="now") from None
    if not position.geometry.same_shape(puzzle.geometry):
        raise UsageError(
            f"a position of {position.geometry} for a puzzle of {puzzle.geometry}"
        )
    for cell, digit in puzzle.clues.filled:
        if position.values[cell] != digit:
            name = puzzle.geometry.cell_name(cell)
            symbol = puzzle.geometry.digit_texts[digit]
            raise UsageError(f"the position has no {symbol} in {name}, which is a clue")
    if puzzle.masks is None:
        return position
    # A digit that the puzzle rules out stays where it stands: that is a mistake.
    cells = zip(
        position.values,
        position.candidate_masks(),
        puzzle.candidate_masks(),
        strict=True,
    )
    return position.with_candidates(
        [mine if value else mine & theirs for value, mine, theirs in cells]
    )


def _mistakes(
    start: Puzzle, puzzle: Puzzle, result: Result, deadline: Deadline
) -> tuple[Candidate, ...]:
    """Return what a position has, or lacks, against every solution of the puzzle.

    Raises:
        Stopped: Time ran out.
    """
    if start is puzzle:
        return ()
    if result.status is Status.MULTIPLE:
        ruled_out = tuple((c, v) for c, v in puzzle.eliminated if start.values[c] == v)
        return ruled_out or _contradictory(start, puzzle, deadline)
    solution = result.solution
    if solution is None or start.is_solution(solution):
        return ()
    values = solution.values
    wrong = [(c, v) for c, v in enumerate(start.values) if v and v != values[c]]
    needed = [
        (cell, digit) for cell, digit in start.eliminated if values[cell] == digit
    ]
    return (*wrong, *needed)


def _contradictory(
    start: Puzzle, puzzle: Puzzle, deadline: Deadline
) -> tuple[Candidate, ...]:
    """Return digits, or removed candidates, that no solution has all of.

    Raises:
        Stopped: Time ran out.
    """
    known = set(puzzle.eliminated)
    removed = [candidate for candidate in start.eliminated if candidate not in known]
    with oracle_for(puzzle, deadline=deadline) as oracle:
        oracle.always = [*oracle.eliminated, *oracle.constraints]
        variable = oracle.encoding.variable_of
        # Left out in this order, so that what is certain explains as much as it can.
        names = {-variable(*candidate): candidate for candidate in removed}
        names |= {variable(*candidate): candidate for candidate in start.clues.filled}
        subset: list[int] = []
        if oracle.solution([*names]) is None:
            subset, _ = mus(oracle, [*names], oracle.core)
    named = [names[literal] for literal in subset]
    return tuple(
        sorted(candidate for candidate in named if not puzzle.values[candidate[0]])
    )


def _choice(techniques: Named | None, puzzle: Puzzle) -> frozenset[Technique]:
    """Return the techniques to use; by default none whose work trials do."""
    if techniques is None and not puzzle.has_only_units:
        return suitable(USUAL - FAMILIES["forcing"], puzzle)
    return suitable(chosen(techniques), puzzle)


def _reasoner(
    puzzle: Puzzle, result: Result, deadline: Deadline
) -> ConstraintReasoner | None:
    if puzzle.has_only_units or result.status is Status.NONE:
        return None
    return ConstraintReasoner(puzzle, _only_solution(result), deadline)


def _only_solution(result: Result) -> Grid | None:
    return result.solution if result.status is Status.UNIQUE else None


def _rules(puzzle: Puzzle) -> Puzzle:
    """Return the empty grid."""
    empty = Grid.trusted(puzzle.geometry, (0,) * puzzle.geometry.cells)
    return Puzzle(empty, puzzle.constraints)


_STUCK = {Status.MULTIPLE: End.SEVERAL, Status.NONE: End.NONE}
"""How an explanation ends where nothing more follows."""


@dataclass
class _Run:
    """An explanation in progress.

    Args:
        state: Where it starts.
        result: The solutions of the puzzle.
        techniques: The techniques to use.
        deadline: When to stop.
        oracle: Checks steps, and finds wrong candidates; None where neither is needed.
        reasoner: Finds refutations; None where all rules are units.
        entries: The steps so far.
        reached: Whether the last of them is where to stop.
    """

    state: State
    result: Result
    techniques: frozenset[Technique]
    deadline: Deadline
    oracle: Oracle | None = None
    reasoner: ConstraintReasoner | None = None
    entries: list[AnyStep] = field(default_factory=list[AnyStep])
    reached: bool = False

    def follow(
        self, is_last: Callable[[AnyStep], bool] | None, *, search: bool, verify: bool
    ) -> End:
        """Add entry after entry; return how it ended.

        Raises:
            EngineError: A step claims what does not follow.
            Stopped: Time ran out.
        """
        state, status = self.state, self.result.status
        view = View(state, deadline=self.deadline)
        while state.empty and not state.is_broken:
            entry: AnyStep | None = None
            if self.reasoner is not None:
                entry = self._refutation(view, self.reasoner, search=search)
            entry = entry or next_step(view, self.techniques)
            if entry is None and search:
                entry = self._beyond()
            if entry is None:
                return _STUCK.get(status, End.STOPPED)
            if verify and not self._is_proved(entry):
                raise EngineError(f"this does not follow: {entry}")
            state.apply(entry)
            self.entries.append(entry)
            if state.is_broken and status is not Status.NONE:
                raise EngineError(f"no solution is left after this: {entry}")
            self.reached = is_last is not None and is_last(entry)
            if self.reached and state.empty:
                return End.STOPPED
        if status is Status.NONE:
            return End.NONE
        searched = bool(self.entries) and isinstance(self.entries[-1], SearchStep)
        return End.SEARCHED if searched else End.SOLVED

    def _refutation(
        self, view: View, reasoner: ConstraintReasoner, *, search: bool
    ) -> AnyStep | None:
        """Return what comes before hard techniques where rules are more than units."""
        position = self.state.grid()
        easy = frozenset(
            technique for technique in self.techniques if technique.level <= Level.HARD
        )
        return (
            next_step(view, self.techniques & FAMILIES["singles"])
            or reasoner.alone(position)
            or next_step(view, frozenset(t for t in easy if t.level <= Level.MEDIUM))
            or reasoner.together(position)
            or next_step(view, easy)
            or (
                reasoner.trial(position)
                if search and self.techniques >= _FOLLOWED
                else None
            )
        )

    def _beyond(self) -> AnyStep | None:
        """Return an entry where no technique is left; None if nothing follows."""
        status, solution = self.result.status, self.result.solution
        if status is Status.NONE:
            return None
        position = self.state.grid()
        wrong = self._wrong(position)
        if self.techniques >= _FOLLOWED and self.reasoner is None:
            trial = shortest_trial(self.state, wrong, deadline=self.deadline)
            if trial is not None:
                return trial
        geometry = position.geometry
        if status is Status.UNIQUE and solution is not None:
            rest = zip(position.values, solution.values, strict=True)
            return SearchStep(
                geometry,
                places=tuple((c, new) for c, (old, new) in enumerate(rest) if not old),
            )
        return SearchStep(geometry, removes=tuple(wrong)) if wrong else None

    def _wrong(self, position: Puzzle) -> list[Candidate]:
        """Return the candidates that no solution has."""
        values, solution = position.values, self.result.solution
        candidates = [
            (cell, digit + 1)
            for cell, mask in enumerate(position.candidate_masks())
            if not values[cell]
            for digit in bits(mask)
        ]
        if self.result.status is Status.UNIQUE and solution is not None:
            return [
                candidate
                for candidate in candidates
                if solution.values[candidate[0]] != candidate[1]
            ]
        return [
            candidate
            for candidate in candidates
            if self._follows(position, [candidate], -1)
        ]

    def _is_proved(self, entry: AnyStep) -> bool:
        """Whether the position implies what an entry claims."""
        position = self.state.grid()
        return self._follows(position, entry.places, 1) and self._follows(
            position, entry.removes, -1
        )

    def _follows(
        self, position: Puzzle, candidates: Sequence[Candidate], sign: int
    ) -> bool:
        """Whether a position implies that candidates are true (1) or false (-1)."""
        assert self.oracle is not None  # noqa: S101  loaded where it is needed
        known, variable = (
            self.oracle.literals(position),
            self.oracle.encoding.variable_of,
        )
        return all(
            self.oracle.solution([*known, -sign * variable(*candidate)]) is None
            for candidate in candidates
        )
