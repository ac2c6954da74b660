"""Minimal sets: contradictions, and minimal puzzles.

Clues, eliminated candidates and constraints count alike: each is a literal to assume.

Both are *minimal unsatisfiable subsets* (MUS), sets of literals without a solution
together, none of them redundant: a contradiction has no solution; a minimal puzzle has
none besides the known one.  What a largest set that has a solution leaves out is a
*minimal correction set* (MCS).  Each of the first hits each of the second (R. Reiter,
Artificial Intelligence 32, 1987), which gives three ways:

    mus       Each literal is removed in turn, for good where the others have no
              solution.  A core that is known already makes most questions needless.
    marco     A set is found that no known answer settles.  If it has no solution, it is
              shrunk to a MUS, else grown, and the rest is an MCS (M. Liffiton,
              A. Previti, A. Malik, J. Marques-Silva, "Fast, flexible MUS enumeration",
              Constraints 21, 2016).
    smus      The smallest set that hits all known MCSes has no solution, and is a
              smallest MUS, or leads to new ones (A. Ignatiev, A. Previti, M. Liffiton,
              J. Marques-Silva, "Smallest MUS extraction with minimal hitting set
              dualization", CP 2015).

What `mus` finds depends on the order of the literals alone, not on the engine: cores
save questions but never decide between several answers.  That, and a time limit inside
each search, is more than `musx` and `Hitman` of PySAT offer.
"""

from __future__ import annotations

from contextlib import closing
from itertools import combinations, islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from satdoku.cnf.encoder import MAX_CLAUSES
from satdoku.cnf.formula import Formula
from satdoku.cnf.propagate import contradiction as singles_contradiction
from satdoku.cnf.propagate import propagate
from satdoku.engines import registry
from satdoku.engines.lanes import supports
from satdoku.errors import (
    EngineError,
    InputError,
    Stopped,
    check_limit,
    check_seed,
    counted,
)
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.setting.batches import CountQuestion, ReduceQuestion, lane_answers
from satdoku.setting.oracle import choose_engine, counter, fits, oracle_for
from satdoku.solving.choice import AUTO, LEARNER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.cnf.formula import Clause
    from satdoku.cnf.propagate import Propagation
    from satdoku.cnf.recipe import RecipeLike
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.setting.oracle import EngineChoice, Member, Oracle

T = TypeVar("T")


def mus(
    oracle: Oracle, literals: Sequence[int], core: Iterable[int]
) -> tuple[list[int], bool]:
    """Find a minimal set of literals without a solution.

    Args:
        oracle: Answers whether literals have a solution together.
        literals: Literals that have none, in the order in which they are removed.
        core: Some of them that have none; all, if no others are known.

    Returns:
        The set, and whether it is minimal; False where time ran out before that was
        certain.
    """
    left, known = list(literals), set(core)
    try:
        for literal in literals:
            rest = [other for other in left if other != literal]
            if literal in known:
                # Together with the literal the rest has no solution, so all of its
                # solutions deny it: to say so spares the engine a search.
                if oracle.solution([*rest, -literal]) is not None:
                    continue
                known = known.union(oracle.core) - {literal, -literal}
            left = rest
        if oracle.solution(left) is not None:
            raise EngineError("an engine gave a core that has a model")
    except Stopped:
        left = [literal for literal in left if literal in known]
        return left, not left
    return left, True


def marco(
    oracle: Oracle, literals: Sequence[int], known: Iterable[Sequence[int]] = ()
) -> Iterator[list[int]]:
    """Yield each minimal set of literals without a solution once.

    Args:
        oracle: As for `mus`.
        literals: As for `mus`.
        known: Such sets that need not be found any more.

    Raises:
        Stopped: Time ran out before all were found (raised by the iterator).
    """
    unexplored = _Map(literals, known)
    while (seed := unexplored.seed(oracle.deadline)) is not None:
        if oracle.solution(seed) is not None:
            unexplored.add_mcs(_mcs(oracle, literals, seed))
            continue
        subset, complete = mus(oracle, seed, oracle.core)
        if not complete:
            raise Stopped("out of time")
        yield subset
        unexplored.block(subset)


def smus(
    oracle: Oracle, literals: Sequence[int], known: Iterable[Sequence[int]] = ()
) -> Iterator[list[int]]:
    """Yield each minimal set of literals without a solution once, by size.

    Raises:
        Stopped: As for `marco`.
    """
    unexplored = _Map(literals, known)
    while (seed := unexplored.smallest_seed(oracle.deadline)) is not None:
        if oracle.solution(seed) is None:
            yield seed
            unexplored.block(seed)
            continue
        # Several at a time, no two with a literal in common: each rules out more.
        while True:
            missing = _mcs(oracle, literals, seed)
            unexplored.add_mcs(missing)
            if not missing:
                return  # all of them together have a solution
            seed = [literal for literal in literals if literal in {*seed, *missing}]
            if oracle.solution(seed) is None:
                break


def _mcs(oracle: Oracle, literals: Sequence[int], seed: Sequence[int]) -> list[int]:
    """Return what is left out of a largest set around a seed that has a solution.

    The solution is the one that the oracle has found last.
    """
    kept, model = set(seed), oracle.model
    missing: list[int] = []
    for literal in literals:
        if literal in kept:
            continue
        if (abs(literal) in model) == (literal > 0):
            kept.add(literal)
        elif oracle.solution([*kept, literal]) is not None:
            kept.add(literal)
            model = oracle.model
        else:
            missing.append(literal)
    return missing


class _Map:
    """The sets of literals that no known MUS or MCS settles, as a formula.

    Args:
        literals: The literals; the formula has a variable for each, true if it is in.
        known: Each MUS that is known.
    """

    def __init__(self, literals: Sequence[int], known: Iterable[Sequence[int]]) -> None:
        self._literals = list(literals)
        self._numbers = {literal: at for at, literal in enumerate(literals, 1)}
        self._clauses: list[Clause] = []
        self._fewest = 0
        for mus in known:
            self.block(mus)

    def add_mcs(self, literals: Iterable[int]) -> None:
        """Ask for at least one of these from here on."""
        self._clauses.append(tuple([self._numbers[literal] for literal in literals]))

    def block(self, literals: Iterable[int]) -> None:
        """Ask for at least one of these to be left out from here on."""
        self._clauses.append(tuple([-self._numbers[literal] for literal in literals]))

    def seed(
        self, deadline: Deadline, bounds: Sequence[Clause] = ()
    ) -> list[int] | None:
        """Return a set of literals, rather a large one; None if there is none."""
        clauses = [*self._clauses, *bounds]
        formula = Formula.of(clauses, len(self._literals))
        with closing(registry.load(LEARNER, formula)) as engine:
            outcome = engine.solve((), deadline)
        if outcome.satisfiable is None:
            raise Stopped("out of time")
        if outcome.model is None:
            return None
        chosen = set(outcome.model)
        return [literal for at, literal in enumerate(self._literals, 1) if at in chosen]

    def smallest_seed(self, deadline: Deadline) -> list[int] | None:
        """Return a smallest set of literals; None if there is none."""
        count = len(self._literals)
        # With more clauses a smallest set is never smaller.
        while self._fewest <= count:
            clauses, outputs = counter(range(1, count + 1), self._fewest + 1, count)
            # With as many members as there are, no output says that they are too many.
            bound = [(-output,) for output in outputs[self._fewest :]]
            seed = self.seed(deadline, [*clauses, *bound])
            if seed is not None:
                return seed
            self._fewest += 1
        return None


# --- contradictions -------------------------------------------------------------------


class Contradiction(NamedTuple):
    """Clues and constraints that contradict each other.

    Args:
        cells: Where the clues are, rising; none where the candidates alone contradict
            each other.
        constraints: The constraints among them.
        complete: Whether without any one of them there would be a solution, and whether
            no fewer contradict each other, where that was requested; False where time
            ran out before that was certain, or the formula would be too large to test.
    """

    cells: tuple[int, ...]
    constraints: tuple[Constraint, ...] = ()
    complete: bool = True

    def text(self, puzzle: Puzzle, end: str = "") -> str:
        """Say what contradicts each other, in the symbols of the puzzle.

        Args:
            puzzle: The puzzle.
            end: Text behind `contradict each other`.

        Example:
            >>> puzzle = Puzzle("12.. ..3. ...4 ....")
            >>> contradiction(puzzle).text(puzzle)
            '3 clues contradict each other: r1c1=1, r1c2=2, r2c3=3'
        """
        sign = " = " if self.constraints else "="
        clues = clue_texts(puzzle, self.cells, sign)
        candidates = [] if puzzle.masks is None else ["the candidates"]
        if self.constraints:
            rules = [rule.describe() for rule in self.constraints]
            *most, last = [*clues, *rules, *candidates]
            if not most:
                return f"{last} contradicts the rules"
            return f"{', '.join(most)} and {last} contradict each other{end}"
        if not clues:
            return "the candidates alone contradict each other"
        if len(clues) == 1:
            return f"this clue contradicts {(*candidates, 'the rules')[0]}: {clues[0]}"
        parts = " and ".join([counted(len(clues), "clue"), *candidates])
        return f"{parts} contradict each other{end}: {', '.join(clues)}"


def clue_texts(puzzle: Puzzle, cells: Iterable[int], sign: str = "=") -> list[str]:
    """Name clues, each with its cell.

    Example:
        >>> clue_texts(Puzzle("A... .... .... ...B"), (0, 15))
        ['r1c1=A', 'r4c4=B']
    """
    name, texts = puzzle.geometry.cell_name, puzzle.geometry.digit_texts
    return [f"{name(cell)}{sign}{texts[puzzle.values[cell]]}" for cell in cells]


def contradiction(
    puzzle: PuzzleLike,
    *,
    smallest: bool = False,
    timeout: float | None = None,
    engine: str = AUTO,
    encoding: RecipeLike | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Contradiction | None:
    """Find a minimal set of clues and constraints that contradict each other.

    Candidates that the puzzle eliminates beyond its clues always count; the clues may
    need their help to contradict each other.  Where singles refute the puzzle, the set
    is one of the clues that their contradiction follows from.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        smallest: Whether to look for a set with the fewest clues of all, which takes
            longer than one from which no clue can be left out.
        timeout: Seconds of wall time after which to stop with the clues left by then.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        The clues and constraints, or None if the puzzle has a solution.  Which they are
        does not depend on the engine, as long as the time is enough.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding.
        LimitError: The formula would be too large, and singles refute nothing.
        Stopped: Time ran out before it was certain that there is no solution.

    Example:
        >>> result = contradiction("12.. ..3. ...4 ....")
        >>> result.cells, result.complete
        ((0, 1, 6), True)
        >>> contradiction("1... .... .... ....") is None
        True
    """
    deadline, puzzle = Deadline(timeout), Puzzle.of(puzzle)
    choice = choose_engine(puzzle.geometry, engine, encoding, max_clauses)
    for pair in clashing_pairs(puzzle):
        return Contradiction(pair)
    singles = propagate(puzzle, deadline)
    if _is_solution(puzzle, singles):  # also where the formula would be too large
        return None
    if singles.refuted and not fits(puzzle.geometry, choice):
        cause = singles_contradiction(puzzle, deadline)
        if cause is not None:
            rules = tuple(dict.fromkeys(puzzle.constraints))
            return Contradiction(cause.cells, rules, complete=False)
    with oracle_for(puzzle, choice, deadline, fresh=smallest) as oracle:
        members = _contradictory_members(oracle)
        literals = [*members]
        if singles.refuted:
            literals = _refuted(puzzle, members, deadline)
        if oracle.solution(literals) is not None:
            return None
        subset, complete = mus(oracle, literals, oracle.core)
        if smallest and complete:
            try:
                subset = next(smus(oracle, [*members]))
            except Stopped:
                complete = False  # the one found before will do
        return _contradiction(
            (members[literal] for literal in subset), complete=complete
        )


def _is_solution(puzzle: Puzzle, singles: Propagation) -> bool:
    """Whether singles lead to a solution."""
    return puzzle.is_solution(Grid.trusted(puzzle.geometry, singles.values))


def _refuted(
    puzzle: Puzzle, members: dict[int, Member], deadline: Deadline
) -> list[int]:
    """Return the literals that singles need to refute a puzzle; all if they do not."""
    cause = singles_contradiction(puzzle, deadline)
    if cause is None:
        return [*members]
    # The units of constraints count as known there; so all of them may be needed.
    return [
        literal
        for literal, member in members.items()
        if not isinstance(member, int) or member in cause.cells
    ]


def all_contradictions(
    puzzle: PuzzleLike,
    *,
    smallest: bool = False,
    limit: int | None = None,
    timeout: float | None = None,
    engine: str = AUTO,
    encoding: RecipeLike | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Iterator[Contradiction]:
    """Yield every minimal set of clues and constraints that contradict each other.

    There may be very many.  Two equal clues in a unit come first; the order of all
    others is that in which they are found, or by size.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        smallest: Whether sets with fewer clues come first.
        limit: How many sets at most; None for all.
        timeout: Seconds of wall time after which to stop.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        A lazy iterator; empty if the puzzle has a solution.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding, or the limit is below 1.
        LimitError: The formula would be too large (raised by the iterator).
        Stopped: Time ran out before all were found (raised by the iterator).

    Example:
        >>> [one.cells for one in all_contradictions("11.. ..1. .... ....")]
        [(0, 1)]
        >>> sorted(one.cells for one in all_contradictions("12.. ..34 .34. ...."))
        [(0, 1, 6), (0, 1, 7), (0, 6, 7), (0, 6, 9), (1, 6, 7)]
    """
    deadline, puzzle = Deadline(timeout), Puzzle.of(puzzle)
    choice = choose_engine(puzzle.geometry, engine, encoding, max_clauses)
    contradictions = _contradictions(puzzle, choice, deadline, smallest=smallest)
    return islice(contradictions, check_limit(limit, minimum=1))


def _contradictions(
    puzzle: Puzzle, choice: EngineChoice, deadline: Deadline, *, smallest: bool
) -> Iterator[Contradiction]:
    pairs = clashing_pairs(puzzle)
    yield from map(Contradiction, pairs)
    if not pairs and _is_solution(puzzle, propagate(puzzle, deadline)):
        return
    with oracle_for(puzzle, choice, deadline, fresh=True) as oracle:
        members = _contradictory_members(oracle)
        literals = {member: literal for literal, member in members.items()}
        known = [[literals[cell] for cell in pair] for pair in pairs]
        for subset in (smus if smallest else marco)(oracle, [*members], known):
            yield _contradiction(members[literal] for literal in subset)


def _contradictory_members(oracle: Oracle) -> dict[int, Member]:
    """Return clues and constraints by literal; what is eliminated always counts."""
    oracle.always = [*oracle.eliminated]
    return {**oracle.clues, **oracle.constraints}


def _contradiction(subset: Iterable[Member], *, complete: bool = True) -> Contradiction:
    members = list(subset)
    cells = tuple([member for member in members if isinstance(member, int)])
    rules = [member for member in members if not isinstance(member, int | tuple)]
    return Contradiction(cells, tuple(rules), complete)


def clashing_pairs(puzzle: Puzzle) -> list[tuple[int, int]]:
    """List each two cells of a unit that hold the same digit, once, rising.

    None where candidates are eliminated, as one of two equal clues may contradict those
    alone.

    Example:
        >>> clashing_pairs(Puzzle("11.. 1... .... ...."))
        [(0, 1), (0, 4), (1, 4)]
    """
    if puzzle.masks is not None:
        return []
    values = puzzle.values
    pairs: set[tuple[int, int]] = set()
    for unit in puzzle.geometry.units:
        cells = sorted([cell for cell in unit if values[cell]])
        if len({values[cell] for cell in cells}) < len(cells):
            equal = combinations(cells, 2)
            pairs.update((a, b) for a, b in equal if values[a] == values[b])
    return sorted(pairs)


# --- minimal puzzles ------------------------------------------------------------------


def minimize(
    puzzle: PuzzleLike,
    *,
    seed: int | None = None,
    smallest: bool = False,
    timeout: float | None = None,
    engine: str = AUTO,
    encoding: RecipeLike | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Puzzle:
    """Remove what is redundant from a puzzle until nothing is.

    Eliminated candidates are tried first, then clues, then constraints.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        seed: For the order in which they are tried; None for that of the cells.  The
            same seed gives the same puzzle, whatever the engine.
        smallest: Whether to look for a minimal puzzle with the fewest clues of all that
            are inside: a second for the usual puzzle, hopeless for a complete grid.
        timeout: Seconds of wall time after which to give up.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        The puzzle with what is left.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read; or the puzzle has no
            solution, or several.
        UsageError: There is no such engine or encoding, or the seed is no whole number
            from 0.
        LimitError: The formula would be too large.
        Stopped: Time ran out before nothing more was redundant.

    Example:
        >>> minimize("1234 3412 2143 4321").line
        '......12.1.3.32.'
    """
    if smallest:
        puzzles = minimal_puzzles(
            puzzle,
            seed=seed,
            smallest=True,
            timeout=timeout,
            engine=engine,
            encoding=encoding,
            max_clauses=max_clauses,
        )
        return next(puzzles)
    check_seed(seed)
    deadline, puzzle = Deadline(timeout), Puzzle.of(puzzle)
    choice = choose_engine(puzzle.geometry, engine, encoding, max_clauses)
    with oracle_for(puzzle, choice, deadline) as oracle:
        oracle.exclude(_only_solution(oracle))
        members = _members(oracle, seed)
        subset, complete = mus(oracle, [*members], members)
    if not complete:
        raise Stopped("out of time")
    return _only(puzzle, [members[literal] for literal in subset])


def minimize_batch(
    puzzles: Sequence[Puzzle], *, seed: int | None = None
) -> dict[int, Puzzle]:
    """Minimize each proper puzzle of 9x9, by compiled lanes.

    Returns:
        The puzzles of `minimize`, by index in `puzzles`; none of puzzles that are not
        proper or that lanes do not support, nor where they are not compiled.
    """
    nines = {at: puzzle for at, puzzle in enumerate(puzzles) if supports(puzzle)}
    answers = lane_answers() if nines else None
    if answers is None:
        return {}
    counts = answers.count([CountQuestion(puzzle.values) for puzzle in nines.values()])
    proper = [at for at, (count, _) in zip(nines, counts, strict=True) if count == 1]
    questions: list[ReduceQuestion] = []
    for at in proper:
        cells: list[tuple[int, ...]]
        cells = [(cell,) for cell, _ in nines[at].clues.filled]
        questions.append(ReduceQuestion(nines[at].values, _shuffled(cells, seed)))
    removed = answers.reduce(questions) if questions else []
    return {
        at: _only(nines[at], {*range(81)}.difference(*gone))
        for at, gone in zip(proper, removed, strict=True)
    }


def minimal_puzzles(
    puzzle: PuzzleLike,
    *,
    seed: int | None = None,
    smallest: bool = False,
    limit: int | None = None,
    timeout: float | None = None,
    engine: str = AUTO,
    encoding: RecipeLike | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Iterator[Puzzle]:
    """Yield every minimal puzzle inside a proper one; there may be very many.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        seed: For the order in which clues are tried; None for that of the cells.
        smallest: Whether those with fewer clues come first.
        limit: How many at most; None for all.
        timeout: Seconds of wall time after which to stop.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        A lazy iterator.

    Raises:
        InputError: As for `minimize` (but for reading, raised by the iterator).
        UsageError: There is no such engine or encoding, the limit is below 1, or the
            seed below 0.
        LimitError: The formula would be too large (raised by the iterator).
        Stopped: Time ran out before all were found (raised by the iterator).

    Example:
        >>> puzzles = minimal_puzzles("1234 34.. 2.4. .32.", smallest=True)
        >>> [puzzle.clue_count for puzzle in puzzles]
        [4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6]
    """
    check_seed(seed)
    limit = check_limit(limit, minimum=1)
    deadline, puzzle = Deadline(timeout), Puzzle.of(puzzle)
    choice = choose_engine(puzzle.geometry, engine, encoding, max_clauses)
    return islice(
        _minimal_puzzles(puzzle, choice, deadline, seed, smallest=smallest), limit
    )


def _minimal_puzzles(
    puzzle: Puzzle,
    choice: EngineChoice,
    deadline: Deadline,
    seed: int | None,
    *,
    smallest: bool,
) -> Iterator[Puzzle]:
    with oracle_for(puzzle, choice, deadline) as oracle:
        solution = _only_solution(oracle)
    with oracle_for(puzzle, choice, deadline, other=solution) as oracle:
        members = _members(oracle, seed)
        for subset in (smus if smallest else marco)(oracle, [*members]):
            yield _only(puzzle, [members[literal] for literal in subset])


def _only_solution(oracle: Oracle) -> Grid:
    """Return the solution of a proper puzzle.

    Raises:
        InputError: It has no solution, or several.
    """
    solutions: list[Grid] = []
    if not oracle.puzzle.clashes():
        solutions += islice(oracle.solutions([*oracle.members]), 2)
    if len(solutions) != 1:
        number = "several solutions" if solutions else "no solution"
        raise InputError(f"the puzzle has {number}", expected="exactly one")
    return solutions[0]


def _members(oracle: Oracle, seed: int | None) -> dict[int, Member]:
    """Return all that a puzzle states, in the order in which it is tried."""
    eliminated = _shuffled([*oracle.eliminated.items()], seed)
    clues = _shuffled([*oracle.clues.items()], seed)
    return {**dict(eliminated), **dict(clues), **oracle.constraints}


def _shuffled(items: list[T], seed: int | None) -> list[T]:
    """Shuffle a list by a seed; without one, leave it as it is."""
    if seed is not None:
        Random(seed).shuffle(items)  # noqa: S311  not for secrets
    return items


def _only(puzzle: Puzzle, members: Iterable[Member]) -> Puzzle:
    """Return a puzzle that states some of its clues, eliminations and constraints.

    Constraints that add cells to the grid stay.
    """
    kept, geometry = {*members, *puzzle.adding_constraints}, puzzle.geometry
    rules = [rule for rule in dict.fromkeys(puzzle.constraints) if rule in kept]
    values = tuple(v if cell in kept else 0 for cell, v in enumerate(puzzle.values))
    masks = [(1 << geometry.size) - 1] * geometry.cells
    for cell, digit in puzzle.eliminated:
        if (cell, digit) in kept:
            masks[cell] &= ~(1 << (digit - 1))
    clues = Grid.trusted(geometry, values)
    return Puzzle(clues, rules, None if puzzle.masks is None else masks)
