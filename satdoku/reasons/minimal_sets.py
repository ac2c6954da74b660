"""Sets of literals without a model together, and none of the literals to spare.

These are *minimal unsatisfiable subsets*; what is left of all literals without a
largest set that has a model is a *correction set*.  Each of the first hits each of the
second (R. Reiter, Artificial Intelligence 32, 1987), which gives three ways:

    one       Literals are left out in turn, for good where the others have no model.
              A core that is known already makes most questions needless.
    every     A set is asked for that no known answer settles.  If it has no model, it
              is narrowed to a minimal one, else widened to a largest one (M. Liffiton,
              A. Previti, A. Malik, J. Marques-Silva, "Fast, flexible MUS enumeration",
              Constraints 21, 2016).
    by_size   The smallest set that hits all known correction sets has no model, and is
              a smallest such set, or leads to new ones (A. Ignatiev, A. Previti,
              M. Liffiton, J. Marques-Silva, "Smallest MUS extraction with minimal
              hitting set dualization", CP 2015).

What is found depends on the order of the literals alone, not on the engine: cores and
models spare questions but never decide for one of several answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import Stopped
from satdoku.reasons.hitting import Hitting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.reasons.oracle import Oracle

__all__ = ["Found", "MinimalSets"]


class Found(NamedTuple):
    """Literals without a model together.

    Args:
        literals: They, in the order of all.
        minimal: Whether without any one of them there is a model; False where the time
            was over before that was certain.
    """

    literals: list[int]
    minimal: bool


class MinimalSets:
    """Looks for such sets.

    Args:
        oracle: Answers whether literals have a model together.
        literals: All there are, in the order in which they are left out.
    """

    def __init__(self, oracle: Oracle, literals: Sequence[int]) -> None:
        self._oracle = oracle
        self._literals = list(literals)
        self._number = {literal: at for at, literal in enumerate(literals)}

    def one(self, literals: Sequence[int] | None = None) -> Found | None:
        """Find a set among literals (all, if none are said); None if they have a model.

        Raises:
            Stopped: The time was over before the first answer.
        """
        left = self._literals if literals is None else list(literals)
        core = self._oracle.core(left)
        if core is None:
            return None
        known = set(core)
        try:
            for literal in tuple(left):
                rest = [other for other in left if other != literal]
                if literal in known:
                    # Together with the literal the rest has no model, so all of its
                    # models have the opposite: to say so spares the engine a search.
                    core = self._oracle.core([*rest, -literal])
                    if core is None:
                        continue
                    known = known.union(core) - {literal, -literal}
                left = rest
            self._oracle.refuted(left)
        except Stopped:
            core = [literal for literal in left if literal in known]
            return Found(core, minimal=not core)
        return Found(left, minimal=True)

    def every(self, known: Iterable[Sequence[int]] = ()) -> Iterator[list[int]]:
        """Yield each such set once.

        Args:
            known: Such sets that need not be found any more.

        Raises:
            Stopped: The time was over before all were found (raised by the iterator).
        """
        sets = self._sets(known)
        while (seed := sets.any()) is not None:
            literals = self._listed(seed)
            core = self._oracle.core(literals)
            if core is None:
                sets.hit(self._correction(literals))
                continue
            narrowed = self.one(literals)
            if narrowed is None or not narrowed.minimal:
                raise Stopped("out of time")
            yield narrowed.literals
            sets.leave(self._number[literal] for literal in narrowed.literals)

    def by_size(self, known: Iterable[Sequence[int]] = ()) -> Iterator[list[int]]:
        """Yield each such set once, those with the fewest literals first.

        Args:
            known: Such sets that need not be found any more.

        Raises:
            Stopped: As for `every`.
        """
        sets = self._sets(known)
        while (seed := sets.fewest()) is not None:
            literals = self._listed(seed)
            if self._oracle.core(literals) is not None:
                yield literals
                sets.leave(seed)
                continue
            # Several at a time, no two with a literal in common: each rules out more.
            while self._oracle.core(literals) is None:
                missing = self._correction(literals)
                sets.hit(missing)
                if not missing:
                    return  # all of them together have a model
                seed |= missing
                literals = self._listed(seed)

    def _sets(self, known: Iterable[Sequence[int]]) -> Hitting:
        sets = Hitting(len(self._literals), self._oracle.limits)
        for found in known:
            sets.leave(self._number[literal] for literal in found)
        return sets

    def _listed(self, members: set[int]) -> list[int]:
        return [self._literals[member] for member in sorted(members)]

    def _correction(self, literals: Sequence[int]) -> set[int]:
        """Return which are left out of a largest set around literals that have a model.

        The model is the one that the oracle has found last.
        """
        kept, model = set(literals), self._oracle.model
        missing: set[int] = set()
        for literal, at in self._number.items():
            if literal in kept:
                continue
            if (abs(literal) in model) == (literal > 0):
                kept.add(literal)
            elif self._oracle.core([*kept, literal]) is None:
                kept.add(literal)
                model = self._oracle.model
            else:
                missing.add(at)
        return missing
