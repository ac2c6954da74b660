"""`satdoku.prove`: from a puzzle to a claim and its proof.

    puzzle ─ Solver ──▶ solutions ─ Claim ──▶ textbook formula, all solutions forbidden
                                      │
    recipe's formula, the same forbidden ─ engine ──▶ lemmas ─ elaborate ──▶ core
                                      │                                       │
    proof = what derives the recipe's clauses that the core uses ◀────────────┘, + core

The recipe and the engine only help to find the proof.  The result is about the
textbook's clauses, and is checked before it is returned.
"""

from __future__ import annotations

from contextlib import closing
from itertools import chain, islice
from typing import TYPE_CHECKING

from satdoku.cnf.encoder import MAX_CLAUSES, encoding, refuse
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines import registry
from satdoku.engines.base import Lemma
from satdoku.errors import EngineError, Stopped, UsageError, printable
from satdoku.proof.certificate import Certificate
from satdoku.proof.claim import Claim, is_classic
from satdoku.proof.derive import derivation
from satdoku.proof.elaborate import elaborate
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.runtime.version import __version__
from satdoku.solving.choice import AUTO
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from satdoku.proof.derive import Derivation
    from satdoku.puzzle.puzzle import PuzzleLike

__all__ = ["LIMIT", "Prover", "prove"]

LIMIT = 1000
"""Up to this many solutions, their exact number is proved by default."""

_RECIPE = "extended"  # the textbook's own clauses: the shortest proofs, soonest found
_PLAIN = "dpll"
_LEARNER = "cadical195"
_CONFLICTS = 2000  # of plain search, before the learner takes over
_LARGEST_PLAIN = 9  # size


def prove(
    puzzle: PuzzleLike,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    limit: int = LIMIT,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Certificate:
    """Find how many solutions a puzzle has, and prove it.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        engine: The engine that searches for the proof, one that writes proofs; or
            `auto`.
        encoding: The recipe it searches on, by name or file; None for the textbook's
            own clauses.  The proof is about the textbook's clauses in any case.
        limit: Where there are more solutions, the claim is "at least limit + 1"; the
            solutions themselves prove it.
        timeout: Seconds of wall time after which to stop.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        The claim with its proof, already checked.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding, or it writes no proofs.
        LimitError: A formula would be too large.
        Stopped: Time ran out first.

    Example:
        >>> certificate = prove("1... ..2. ..3. 4...")
        >>> print(certificate.claim)
        exactly one solution
        >>> certificate.checked.clauses, certificate.lemmas[-1].literals
        (389, ())
    """
    prover = Prover(engine, encoding, limit=limit, max_clauses=max_clauses)
    return prover.prove(Puzzle.of(puzzle), timeout=timeout)


class Prover:
    """Proves claims about many puzzles, for one thread at a time.

    Args:
        engine, encoding, limit, max_clauses: As for `prove`.

    Raises:
        UsageError: There is no such engine or encoding, or it writes no proofs.
        InputError: The recipe's file cannot be read.
    """

    def __init__(
        self,
        engine: str = AUTO,
        encoding: str | None = None,
        *,
        limit: int = LIMIT,
        max_clauses: int = MAX_CLAUSES,
    ) -> None:
        if type(limit) is not int or limit < 1:
            raise UsageError("a limit of solutions is a whole number from 1")
        self._engine = engine.lower()
        if self._engine != AUTO:
            self._engine = registry.find(engine, proofs=True).name
        self._recipe = load_recipe(encoding or _RECIPE)
        self._limit = limit
        self._max_clauses = max_clauses
        self._solver = Solver(max_clauses=max_clauses)

    def prove(self, puzzle: Puzzle, *, timeout: float | None = None) -> Certificate:
        """Find how many solutions a puzzle has, and prove it; see `prove`."""
        deadline = Deadline(timeout)
        if puzzle.constraints:
            from satdoku.formats.iss import (  # noqa: PLC0415  slow to load
                constraint_items,
                read_constraints,
            )

            # As a certificate will list them, so that `verify` makes the same formula.
            items = constraint_items(puzzle)
            puzzle = Puzzle(puzzle, read_constraints(items, puzzle.geometry))
        with closing(self._solver.solutions(puzzle, timeout=timeout)) as solutions:
            found = tuple(islice(solutions, self._limit + 1))
        claim = Claim(puzzle, found, exact=len(found) <= self._limit)
        if not claim.exact:
            engine = solutions.engine.replace(" ", ", ")
            return Certificate.checked_first(claim, (), _by(engine), deadline)
        if claim.clause_count > self._max_clauses:
            refuse(
                f"the formula of the claim has {claim.clause_count:,} clauses",
                self._max_clauses,
            )
        lemmas, name = self._refute(claim, deadline)
        by = _by(name, self._recipe.name)
        return Certificate.checked_first(claim, lemmas, by, deadline)

    def close(self) -> None:
        """Free the loaded engines; the prover can be used again."""
        self._solver.close()

    def _refute(self, claim: Claim, deadline: Deadline) -> tuple[list[Lemma], str]:
        """Refute a claim's formula; return the lemmas about it, and who found them."""
        geometry = claim.puzzle.geometry
        if not is_classic(claim.puzzle):
            # The naive clauses themselves are searched: nothing is to be derived.
            clauses = tuple(claim.clauses())
            group = Group(Origin("claim", "rules and puzzle"), clauses)
            plain = Formula(claim.variables, len(clauses), lambda: iter([group]), str)
            name = _LEARNER if self._engine == AUTO else self._engine
            found = registry.refute(name, plain, deadline)
            if found is None:
                raise EngineError(f"{name} found a solution that no other engine found")
            return elaborate(plain, found, deadline), name
        made = encoding(geometry, self._recipe, self._max_clauses).formula
        formula = _with_extras(made, list(claim.extras()))
        lemmas, name = self._search(formula, geometry.size, deadline)
        if lemmas is None:
            raise EngineError(f"{name} found a solution that no other engine found")
        core = elaborate(formula, lemmas, deadline)
        how = derivation(geometry, self._recipe, self._max_clauses)
        return _about_textbook(claim, len(made), how, core, deadline), name

    def _search(
        self, formula: Formula, size: int, deadline: Deadline
    ) -> tuple[list[Lemma] | None, str]:
        if self._engine == AUTO and size <= _LARGEST_PLAIN:
            limited = Deadline(deadline.left, _CONFLICTS)
            try:
                return registry.refute(_PLAIN, formula, limited), _PLAIN
            except Stopped:
                if deadline.over:
                    raise
        name = _LEARNER if self._engine == AUTO else self._engine
        return registry.refute(name, formula, deadline), name


def _with_extras(rules: Formula, extras: list[tuple[int, ...]]) -> Formula:
    """Return the rules with the clauses that are about one puzzle behind them."""
    group = Group(Origin("claim", "this puzzle"), tuple(extras))
    return Formula(
        rules.variables,
        len(rules) + len(extras),
        lambda: chain(rules.groups(), [group]),
        rules.name_of,
    )


def _about_textbook(
    claim: Claim,
    searched: int,
    how: Derivation,
    core: list[Lemma],
    deadline: Deadline,
) -> list[Lemma]:
    """Turn a refutation of a recipe's formula into one of the claim's.

    Args:
        claim: The claim.
        searched: How many clauses the recipe has; those of the puzzle follow them, as
            they follow the textbook's rules in the formula of the claim.
        how: Derives the recipe's clauses.
        core: The refutation.
        deadline: When to stop.
    """
    used = {
        hint for lemma in core for hint in lemma.hints or () if 0 < hint <= searched
    }
    derived = how.derive(used, claim.clause_count, deadline)
    # What is behind the rules moves by the difference of their numbers; lemmas by the
    # number of the derived ones, too.
    rules = claim.parts["rules"]
    extras_end = searched + claim.clause_count - rules
    moved = rules - searched

    def new(hint: int) -> int:
        if hint <= searched:
            return derived.numbers[hint]
        return hint + moved + (len(derived.lemmas) if hint > extras_end else 0)

    return derived.lemmas + [
        Lemma(literals, tuple(map(new, hints or ()))) for literals, hints in core
    ]


def _by(engine: str, recipe: str = "") -> str:
    """Say what searched."""
    on = f" on {printable(recipe)}" if recipe else ""
    return f"{engine}{on} by satdoku {__version__}"
