"""New puzzles with constraints: a half-made one completed, or constraints drawn.

An attempt:

    a random solution of what is given ─▶ constraints drawn on it
        ─▶ clues are added where a second solution differs, until there is none
        ─▶ clues, then drawn constraints are removed that nothing needs

What is given, clues and constraints, stays, and so does one constraint of each kind
that is drawn.  Every question is "is there another
solution?" to one solver, with the solution excluded; clues and constraints are
assumptions.  The random solution is the first in a random order of cells and digits,
whichever engine answers.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING

from satdoku.errors import (
    EngineError,
    InputError,
    Stopped,
    UsageError,
    check_seed,
    counted,
    whole_number,
)
from satdoku.puzzle.constraints.places import Regions
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.setting.drawn import Kind, check_kinds, draw, draw_regions, read_kind
from satdoku.setting.generator import MAX_ATTEMPTS, GaveUp, new_seed
from satdoku.setting.generator_options import Symmetry
from satdoku.setting.oracle import oracle_for
from satdoku.setting.random_grids import shuffled

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.setting.oracle import Oracle

_CONFLICTS = 1_000
"""Conflicts of one question; where more are needed, a clue more makes it easier."""


@dataclass
class _Request:
    """What puzzles have to be.

    Args:
        base: The clues and constraints that stay.
        kinds: What is drawn.
        clues: How many clues at most, those of the base aside; None for any number.
        symmetry: How added clues, cages and lines lie.
        accepts: Whether a puzzle will do; None for all.
    """

    base: Puzzle
    kinds: tuple[Kind, ...] = ()
    clues: int | None = None
    symmetry: Symmetry = Symmetry.NONE
    accepts: Callable[[Puzzle], bool] | None = None
    groups: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])

    def __post_init__(self) -> None:
        geometry = self.base.geometry
        if self.symmetry is Symmetry.NONE:
            self.groups = [(cell,) for cell in range(geometry.cells)]
        elif geometry.rows != geometry.columns:
            raise UsageError("symmetries are for grids of as many rows and columns")
        else:
            self.groups = [*self.symmetry.cell_groups(geometry.rows)]

    def images(self, cells: Sequence[int]) -> list[tuple[int, ...]]:
        """Return some cells, and where the symmetry takes them, in their order."""
        if self.symmetry is Symmetry.NONE:
            return [tuple(cells)]
        return self.symmetry.images(cells, self.base.geometry.rows)


def complete(
    puzzle: PuzzleLike,
    *,
    seed: int | None = None,
    clues: int | None = None,
    symmetry: Symmetry | str = Symmetry.NONE,
    max_attempts: int = MAX_ATTEMPTS,
    timeout: float | None = None,
) -> Puzzle:
    """Add clues to a half-made puzzle until it has one solution, and none too many.

    Args:
        puzzle: Anything that `Puzzle` accepts; its clues and constraints stay.
        seed: A number: the same seed makes the same puzzle.  By default a random one.
        clues: How many clues are added, at most; None for any number.
        symmetry: How the added clues lie.
        max_attempts: How many attempts in a row may fail.
        timeout: Seconds of wall time.

    Returns:
        The puzzle; its metadata have the `solution`.

    Raises:
        InputError: `puzzle` cannot be read, or has no solution.
        UsageError: An option is wrong.
        Stopped: The time is over, or too many attempts failed.

    Example:
        >>> from satdoku.constraints import Diagonals
        >>> puzzle = complete(Puzzle("12" + "." * 14, [Diagonals()]), seed=1)
        >>> puzzle.line[:2], puzzle.clue_count, len(puzzle.metadata["solution"])
        ('12', 3, 16)
    """
    puzzles = generate_variants(
        puzzle,
        seed=seed,
        clues=clues,
        symmetry=symmetry,
        max_attempts=max_attempts,
        timeout=timeout,
    )
    with closing(puzzles):
        return next(puzzles)


def generate_variants(
    puzzle: PuzzleLike | None = None,
    kinds: Iterable[str] = (),
    *,
    n: int | None = None,
    seed: int | None = None,
    clues: int | None = None,
    symmetry: Symmetry | str = Symmetry.NONE,
    accepts: Callable[[Puzzle], bool] | None = None,
    max_attempts: int = MAX_ATTEMPTS,
    timeout: float | None = None,
    failed: Callable[[int], object] = lambda _: None,
) -> Generator[Puzzle]:
    """Make puzzles with constraints, each with exactly one solution.

    Args:
        puzzle: Clues and constraints that stay; None for an empty 9x9.
        kinds: What to draw: `killer`, `thermo:6`, `arrow`, `whisper`, `renban`,
            `palindrome`, `kropki`, `xv`, `sandwich`, `little-killer`, `parity`,
            `jigsaw`; some with a length, each once.
        n: How many; None for no end.
        seed: A number: the same seed makes the same puzzles.
        clues: How many clues are added, at most; None for any number.
        symmetry: How added clues, cages and lines lie.
        accepts: Whether a puzzle will do, such as by its level; None for all.  It may
            raise Stopped when the time is over.
        max_attempts: How many attempts in a row may fail.
        timeout: Seconds of wall time for all of them.
        failed: Called with the number of attempts in a row that failed, after each.

    Raises:
        InputError: `puzzle` cannot be read, or has no solution.
        UsageError: An option is wrong; at once.
        Stopped: The time is over, or (`GaveUp`) too many attempts failed.

    Example:
        >>> puzzle = next(generate_variants("." * 16, ["killer"], seed=3))
        >>> puzzle.clue_count, {type(rule).__name__ for rule in puzzle.constraints}
        (2, {'Killer'})
    """
    base = Puzzle("." * 81) if puzzle is None else Puzzle.of(puzzle)
    request = _Request(
        base,
        tuple(map(read_kind, kinds)),
        None if clues is None else whole_number("clues", clues, 0),
        Symmetry.parse(symmetry),
        accepts,
    )
    check_kinds(request.kinds, base.geometry)
    if any(kind.name == "jigsaw" for kind in request.kinds):
        _check_jigsaw(base)
    whole_number("max_attempts", max_attempts)
    check_seed(seed)
    used = new_seed() if seed is None else seed
    puzzles = _generated(request, used, max_attempts, Deadline(timeout), failed)
    return puzzles if n is None else _first(puzzles, whole_number("n", n))


def _first(puzzles: Generator[Puzzle], n: int) -> Generator[Puzzle]:
    """Yield so many puzzles."""
    with closing(puzzles):
        yield from islice(puzzles, n)


def _check_jigsaw(base: Puzzle) -> None:
    """Raise UsageError unless there can be irregular regions in place of boxes."""
    geometry = base.geometry
    is_cut = any(isinstance(rule, Regions) for rule in base.constraints)
    is_square = geometry.rows == geometry.columns == geometry.size
    if is_cut or geometry.raw or not is_square or geometry.size > 25:
        raise UsageError(
            "kind jigsaw needs a square grid without regions, of 25x25 at most"
        )


def _generated(
    request: _Request,
    seed: int,
    max_attempts: int,
    deadline: Deadline,
    failed: Callable[[int], object],
) -> Generator[Puzzle]:
    failures = _Failures()
    for number in count():
        # A text becomes a stream by SHA-512, the same everywhere.
        random = Random(f"satdoku {seed} {number}")  # noqa: S311  not for secrets
        try:
            made = _attempt(request, random, deadline, failures)
            if made is not None and request.accepts is not None:
                made = made if request.accepts(made) else None
        except Stopped as stop:
            raise Stopped(f"{stop}{failures.text}") from None
        if made is not None:
            failures = _Failures()
            yield made
            continue
        if request.clues == 0 and not request.kinds:
            raise Stopped("without added clues it has several solutions")
        failures.count += 1
        failed(failures.count)
        if failures.count >= max_attempts:
            raise GaveUp(f"no puzzle{failures.text}")


@dataclass
class _Failures:
    """Attempts in a row that failed.

    Args:
        count: How many.
        clues: The fewest clues that one of them needed; None if none was too many.
    """

    count: int = 0
    clues: int | None = None

    @property
    def text(self) -> str:
        """What happened: ` in 7 attempts in a row; …`."""
        if not self.count:
            return ""
        text = f" in {counted(self.count, 'attempt')} in a row"
        if self.clues is not None:
            text += f"; the fewest clues to add were {self.clues}"
        return text


def _attempt(
    request: _Request, random: Random, deadline: Deadline, failures: _Failures
) -> Puzzle | None:
    """Make a puzzle; None where it needs too many clues, or regions have no solution.

    Raises:
        InputError: What is given has no solution.
        Stopped: The time is over.
    """
    base = request.base
    geometry, fixed = base.geometry, [*base.constraints]
    is_jigsaw = any(kind.name == "jigsaw" for kind in request.kinds)
    if is_jigsaw:
        fixed.append(draw_regions(geometry, random, deadline))
        geometry = _without_boxes(geometry)
    start = Puzzle(Grid.trusted(geometry, base.values), fixed, base.masks)
    solution = _random_solution(start, random, deadline)
    if solution is None and is_jigsaw:
        return None
    if solution is None:
        raise InputError("the puzzle has no solution", expected="one that can be made")
    drawn = draw(
        request.kinds,
        geometry,
        solution.values,
        random,
        request.images,
        given=fixed,
        few_clues=request.clues is not None,
    )
    if not all(drawn[at] for at, kind in enumerate(request.kinds) if kind.is_drawn):
        return None  # there is no room for one of them
    rules = [rule for groups in drawn for group in groups for rule in group]
    with oracle_for(Puzzle(start, [*fixed, *rules]), deadline=deadline) as oracle:
        oracle.exclude(solution)
        work = _Work(oracle, request, start, solution, drawn)
        made = work.finished(random)
    if made is None and work.added:
        fewest = failures.clues
        failures.clues = work.added if fewest is None else min(fewest, work.added)
    return made


def _without_boxes(geometry: Geometry) -> Geometry:
    return Geometry(
        geometry.rows,
        geometry.columns,
        box=None,
        first_value=geometry.first_value,
        digits=geometry.digits,
    )


def _random_solution(puzzle: Puzzle, random: Random, deadline: Deadline) -> Grid | None:
    """Return the first solution in a random order of cells and digits."""
    geometry = puzzle.geometry
    with oracle_for(puzzle, deadline=deadline) as oracle:
        assumed = [*oracle.members]
        solution = oracle.solution(assumed)
        if solution is None:
            return None
        variable = oracle.encoding.variable_of
        for cell in shuffled(random, range(geometry.cells)):
            for digit in shuffled(random, geometry.digit_range):
                literal = variable(cell, digit)
                if solution.values[cell] != digit:
                    another = oracle.solution([*assumed, literal])
                    if another is None:
                        continue
                    solution = another
                assumed.append(literal)
                break
    return solution


class _Work:
    """A puzzle in the making.

    Args:
        oracle: Says whether there is a solution but this one.
        request: What the puzzle has to be.
        start: What stays.
        solution: The solution.
        drawn: The constraints of each kind, in groups that stay together.

    Attributes:
        added: How many clues the finished puzzle has that were added.
    """

    def __init__(
        self,
        oracle: Oracle,
        request: _Request,
        start: Puzzle,
        solution: Grid,
        drawn: Sequence[Sequence[tuple[Constraint, ...]]],
    ) -> None:
        self._oracle = oracle
        self._deadline = oracle.deadline
        self._request = request
        self._start = start
        self._solution = solution
        literals = {rule: literal for literal, rule in oracle.constraints.items()}
        every = [(kind, group) for kind, groups in enumerate(drawn) for group in groups]
        own = {rule for _, group in every for rule in group} - {*start.constraints}
        self._fixed = [*oracle.clues, *oracle.eliminated]
        self._fixed += [x for rule, x in literals.items() if rule not in own]
        self._rules: dict[tuple[int, ...], tuple[Constraint, ...]] = {}
        self._kinds: dict[tuple[int, ...], int] = {}
        for kind, group in every:
            if own.issuperset(group):
                key = tuple(literals[rule] for rule in group)
                self._rules[key], self._kinds[key] = group, kind
        self.added = 0
        variable = oracle.encoding.variable_of
        self._clues = {
            tuple(variable(cell, solution.values[cell]) for cell in group): group
            for group in request.groups
            if not any(start.values[cell] for cell in group)
        }

    def finished(self, random: Random) -> Puzzle | None:
        """Add clues and remove what is redundant; None where there are too many."""
        clues = self._needed_clues(random)
        if clues is None:
            return None
        kept = [*shuffled(random, self._rules), *clues]
        # Clues go first, then short constraints: few and long ones are left.
        hard: list[tuple[int, ...]] = []
        order = shuffled(random, clues)
        order += sorted(self._rules, key=lambda group: self._size(group, random))
        # What takes long to decide comes last, when less is left to decide it by.
        for conflicts in (_CONFLICTS, None):
            for group in order:
                rest = [other for other in kept if other != group]
                if self._is_last_of_kind(group, rest):
                    continue
                other = self._other(rest, conflicts) if group in kept else None
                if other is None:
                    kept = rest
                elif other == self._solution:
                    hard.append(group)
            order, hard = hard, []
        self.added = sum(len(group) for group in kept if group in self._clues)
        if self._request.clues is not None and self.added > self._request.clues:
            return None
        return self._puzzle(kept)

    def _is_last_of_kind(
        self, group: tuple[int, ...], rest: Iterable[tuple[int, ...]]
    ) -> bool:
        """Whether a drawn constraint is the last of its kind: that stays."""
        kind = self._kinds.get(group)
        return kind is not None and kind not in map(self._kinds.get, rest)

    def _size(self, group: tuple[int, ...], random: Random) -> tuple[int, float]:
        cells = [getattr(rule, "cells", ()) for rule in self._rules[group]]
        return max(map(len, cells)), random.random()

    def _needed_clues(self, random: Random) -> list[tuple[int, ...]] | None:
        """Return clues that leave one solution: each rules out one that was there."""
        clues: list[tuple[int, ...]] = []
        rules = [*self._rules]
        values = self._solution.values
        while True:
            other = self._other([*rules, *clues])
            if other is None:
                return clues
            if self._request.clues == 0:
                return None
            is_known = other != self._solution
            groups = [
                literals
                for literals, cells in self._clues.items()
                if (
                    any(other.values[cell] != values[cell] for cell in cells)
                    if is_known
                    else literals not in clues
                )
            ]
            if not groups:
                raise EngineError("no clue distinguishes two solutions")
            clues.append(random.choice(groups))

    def _other(
        self, groups: Iterable[tuple[int, ...]], conflicts: int | None = _CONFLICTS
    ) -> Grid | None:
        """Return another solution, or the same where that is too hard to say.

        Raises:
            Stopped: The time is over.
        """
        literals = [literal for group in groups for literal in group]
        oracle = self._oracle
        oracle.deadline = Deadline(self._deadline.left, conflicts)
        try:
            return oracle.solution([*self._fixed, *literals])
        except Stopped:
            self._deadline.check()
            return self._solution

    def _puzzle(self, kept: Iterable[tuple[int, ...]]) -> Puzzle:
        values, groups = [*self._start.values], {*kept}
        for literals, cells in self._clues.items():
            if literals in groups:
                for cell in cells:
                    values[cell] = self._solution.values[cell]
        rules = [*self._start.constraints]
        for literals, group in self._rules.items():
            rules += group if literals in groups else ()
        grid = Grid.trusted(self._start.geometry, tuple(values))
        metadata = {**self._start.metadata, "solution": self._solution.line}
        return Puzzle(grid, rules, self._start.masks, metadata=metadata)
