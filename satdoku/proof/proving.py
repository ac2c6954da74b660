"""`satdoku.prove`: from a puzzle to a claim and its proof.

    puzzle ─ Solver ──▶ solutions ─ Claim ──▶ formula, all solutions forbidden
                                                 │
    proof ◀── checker ◀── elaborate ◀── lemmas ◀── engine

The engine only helps to find the proof, which is checked before it is returned.
"""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from satdoku.cnf.formula import Formula
from satdoku.engines import registry
from satdoku.errors import EngineError, Stopped, whole_number
from satdoku.proof.certificate import Certificate
from satdoku.proof.check_lrat import check_lrat
from satdoku.proof.claim import MAX_CLAUSES, Claim
from satdoku.proof.elaborate import elaborate
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.runtime.version import __version__
from satdoku.solving.choice import AUTO
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.engines.base import Lemma
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import PuzzleLike

LIMIT = 1000
"""Up to this many solutions, their exact number is proved by default."""

_PLAIN = "dpll"
_LEARNING = "cadical195"
_CONFLICTS = 2000  # of plain search, before the engine that learns takes over
_LARGEST_PLAIN = 9  # size


def prove(
    puzzle: PuzzleLike,
    *,
    engine: str = AUTO,
    limit: int = LIMIT,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Certificate:
    """Find how many solutions a puzzle has, and prove it.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        engine: The engine that searches for the proof, one that writes proofs; or
            `auto`.
        limit: Where there are more solutions, the claim is "at least limit + 1"; the
            solutions themselves prove it.
        timeout: Seconds of wall time after which to stop.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        The claim with its proof, already checked.

    Raises:
        InputError: `puzzle` cannot be read.
        UsageError: There is no such engine, or it writes no proofs.
        LimitError: The formula would be too large.
        Stopped: Time ran out first.

    Example:
        >>> certificate = prove("1... ..2. ..3. 4...")
        >>> print(certificate.claim)
        exactly one solution
        >>> certificate.checked.clauses, certificate.lemmas[-1].literals
        (389, ())
    """
    prover = Prover(engine, limit=limit, max_clauses=max_clauses)
    return prover.prove(puzzle, timeout=timeout)


class Prover:
    """Proves claims about many puzzles, for one thread at a time.

    Args:
        engine, limit, max_clauses: As for `prove`.

    Raises:
        UsageError: There is no such engine, or it writes no proofs.
    """

    def __init__(
        self,
        engine: str = AUTO,
        *,
        limit: int = LIMIT,
        max_clauses: int = MAX_CLAUSES,
    ) -> None:
        self._engine = registry.name_of(engine)
        if self._engine != AUTO:
            self._engine = registry.find(engine, proofs=True).name
        whole_number("a limit of solutions", limit)
        self._limit = min(limit, sys.maxsize - 1)
        self._max_clauses = whole_number("max_clauses", max_clauses)
        self._solver = Solver()

    def prove(self, puzzle: PuzzleLike, *, timeout: float | None = None) -> Certificate:
        """Find how many solutions a puzzle has, and prove it; see `prove`."""
        deadline = Deadline(timeout)
        puzzle = _as_listed(Puzzle.of(puzzle))
        grids, engines = self._solutions(puzzle, deadline)
        complete = len(grids) <= self._limit
        claim = Claim(puzzle, grids, complete, deadline, self._max_clauses)
        if not claim.complete:
            return Certificate(claim, (), _by(", ".join(engines)), None)
        lemmas, engine = self._proof(claim, deadline)
        certificate = Certificate(claim, tuple(lemmas), _by(engine), None)
        steps = deadline.limit(certificate.lrat())
        checked = check_lrat(deadline.limit(claim.clauses()), steps)
        return replace(certificate, checked=checked)

    def _solutions(
        self, puzzle: Puzzle, deadline: Deadline
    ) -> tuple[tuple[Grid, ...], Sequence[str]]:
        """Return the solutions, up to one more than are listed, and what found them.

        Whether there are several is a question for other engines than all of them.
        """
        result = self._solver.solve(puzzle, timeout=deadline.left)
        if result.second is None and result.complete:
            return tuple(filter(None, [result.solution])), result.statistics.engines
        left = deadline.left
        with closing(self._solver.solutions(puzzle, timeout=left)) as solutions:
            grids = tuple(islice(solutions, self._limit + 1))
        return grids, solutions.statistics.engines

    def _proof(self, claim: Claim, deadline: Deadline) -> tuple[list[Lemma], str]:
        """Return the lemmas that prove a claim, and the engine that found them."""
        formula = Formula.of(deadline.limit(claim.clauses()), claim.variables)
        lemmas, engine = self._refute(claim.puzzle, formula, deadline)
        if lemmas is None:
            raise EngineError(f"{engine} found a solution that no other engine found")
        return elaborate(formula, lemmas, deadline), engine

    def _refute(
        self, puzzle: Puzzle, formula: Formula, deadline: Deadline
    ) -> tuple[list[Lemma] | None, str]:
        """Return the lemmas of a refutation, and the engine that found them."""
        is_small = puzzle.is_classic and puzzle.geometry.size <= _LARGEST_PLAIN
        if self._engine == AUTO and is_small:
            limited = Deadline(deadline.left, _CONFLICTS)
            try:
                return registry.refute(_PLAIN, formula, limited), _PLAIN
            except Stopped:
                deadline.check()
        name = _LEARNING if self._engine == AUTO else self._engine
        return registry.refute(name, formula, deadline, deletions=True), name


def _as_listed(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its constraints as a certificate lists them.

    So `verify`, which reads that list, makes the same formula.
    """
    if not puzzle.constraints:
        return puzzle
    from satdoku.formats.constraint_items import (  # noqa: PLC0415  slow to load
        constraint_items,
        read_constraints,
    )

    items = constraint_items(puzzle)
    return Puzzle(puzzle, read_constraints(items, puzzle.geometry))


def _by(engine: str) -> str:
    """Describe what searched."""
    return f"{engine} by satdoku {__version__}"
