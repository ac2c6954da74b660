"""From what an engine writes down to a proof with hints, without what is not needed.

Forwards, lemmas are added and deleted, with what follows from them without any
assumption (the root), until there is a conflict.  Then backwards: a lemma that
something rests on is explained by the clauses that were there before it, and these are
marked; all others are left out, most lemmas of most engines.  What is true at the root
becomes a lemma of its own, with the one clause that forced it, so that no other repeats
the chain of its reasons.  `proof.backward` does it, compiled where lemmas are many.

Sources: backward checking after Goldberg and Novikov, "Verification of proofs of
unsatisfiability for CNF formulas" (DATE 2003); its place in trimming after Heule, Hunt
and Wetzler, "Trimming while checking clausal proofs" (FMCAD 2013).
"""

from __future__ import annotations

from array import array
from functools import partial
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Any

from satdoku.engines.base import Deletion, Lemma
from satdoku.engines.lanes import has_compiler
from satdoku.errors import ProofError
from satdoku.proof import backward
from satdoku.proof.check_lrat import shown_clause
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.runtime.deadline import Deadline

Clause = tuple[int, ...]

_VISITS = 1 << 20
"""Watches that are looked at before the clock is."""

_ROOM = 1 << 16
"""Numbers that are written before they are read."""

_WORTH_LOADING = 1000
"""Lemmas from which compiled code is loaded where there is some: it takes 0.1 s."""

_WORTH_COMPILING = 20_000
"""Lemmas from which it is compiled, once, in some ten seconds."""


def elaborate(
    clauses: Iterable[Clause],
    lemmas: Iterable[Lemma],
    deadline: Deadline = NEVER,
) -> list[Lemma]:
    """Return the lemmas that the empty clause rests on, each with hints.

    Lemmas that all have hints keep them, unlooked at: that is for a checker to do.

    Args:
        clauses: The formula; its clauses are numbered 1 … m.
        lemmas: What an engine says follows, numbered from m + 1, and what it deletes.
        deadline: When to stop.

    Returns:
        Lemmas numbered from m + 1 anew, the last of which is empty.

    Raises:
        ProofError: The lemmas do not lead to the empty clause, or one that is needed
            does not follow.
        Stopped: The time is over.

    Example:
        >>> formula = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
        >>> elaborate(formula, [Lemma((2, 3)), Lemma((1,)), Lemma(())])
        [Lemma(literals=(1,), hints=(2, 1)), Lemma(literals=(-2,), hints=(5, 4)), \
Lemma(literals=(), hints=(5, 6, 3))]
    """
    formula, given = tuple(clauses), list(lemmas)
    if given and all(lemma.hints is not None for lemma in given):
        return trim(len(formula), given)
    return _Elaboration(formula, given, deadline).kept()


def trim(clause_count: int, lemmas: Sequence[Lemma]) -> list[Lemma]:
    """Return the lemmas that the empty clause rests on, by their hints alone.

    Args:
        clause_count: How many clauses the formula has.
        lemmas: Each with hints; a clause that a negative hint names is kept, too.

    Raises:
        ProofError: No lemma is empty.

    Example:
        >>> trim(2, [Lemma((3, 4), (1,)), Lemma((5,), (2,)), Lemma((), (2, 4))])
        [Lemma(literals=(5,), hints=(2,)), Lemma(literals=(), hints=(2, 3))]
    """
    empty = next((at for at, lemma in enumerate(lemmas) if not lemma.literals), None)
    if empty is None:
        raise ProofError("no lemma is the empty clause")
    last = clause_count + 1 + empty
    needed = {last}
    for number in range(last, clause_count, -1):
        if number in needed:
            needed.update(map(abs, lemmas[number - clause_count - 1].hints or ()))
    order = sorted(number for number in needed if number > clause_count)
    return _renumbered(
        clause_count, [(at, lemmas[at - clause_count - 1]) for at in order]
    )


def _renumbered(
    clause_count: int, numbered: Iterable[tuple[int, Lemma]]
) -> list[Lemma]:
    """Number lemmas in their order, from behind the formula's clauses."""
    new: dict[int, int] = {}
    lemmas: list[Lemma] = []
    for number, (literals, hints) in numbered:
        renewed = [new.get(hint) or -new.get(-hint, 0) or hint for hint in hints or ()]
        lemmas.append(Lemma(literals, tuple(renewed)))
        new[number] = clause_count + len(lemmas)
    return lemmas


class _Elaboration:
    """The arrays of the two passes, and what they write.

    Args:
        formula: The clauses.
        lemmas: What is added, and deleted.
        deadline: When to stop.
    """

    def __init__(
        self,
        formula: Sequence[Clause],
        lemmas: Sequence[Lemma],
        deadline: Deadline,
    ) -> None:
        self.size, self.deadline = len(formula), deadline
        self.lemmas = [each for each in lemmas if not isinstance(each, Deletion)]
        self.units = self.size + 1 + len(self.lemmas)
        self.arrays = self._arrays(formula, lemmas)

    def _arrays(
        self, formula: Sequence[Clause], lemmas: Sequence[Lemma]
    ) -> list[list[int]]:
        """Lay out the clauses, the events, and room for all else."""
        literals: list[int] = []
        start = [0]
        rows = chain(formula, (lemma.literals for lemma in self.lemmas))
        for clause in self.deadline.limit(rows):
            literals += [abs(x) << 1 | (x < 0) for x in dict.fromkeys(clause)]
            start.append(len(literals))
        events = sorted(range(self.size), key=lambda at: len(formula[at]) != 1)
        events += self._events(formula, lemmas)
        count, variables = len(start) - 1, (max(literals, default=0) >> 1) + 1
        longest = max((end - at for at, end in pairwise(start)), default=0)
        header = [0] * backward.HEADER_SIZE
        header[backward.TOP] = header[backward.CONFLICT] = -1
        header[backward.ROOM] = _ROOM
        header[backward.SIZE], header[backward.EVENT_COUNT] = self.size, len(events)
        header[backward.VARIABLES], header[backward.UNITS] = variables, self.units
        return [
            header,
            literals,
            start,
            [0] * (2 * count),
            [-1] * (4 * variables),
            [0] * count,
            [0] * (2 * variables),
            [0] * variables,
            [0] * variables,
            [0] * variables,
            [0] * variables,
            events,
            [0] * len(events),
            [0] * variables,
            [0] * (2 * variables),
            [0] * (_ROOM + 2 * variables + longest + 8),
        ]

    def _events(
        self, formula: Sequence[Clause], lemmas: Sequence[Lemma]
    ) -> Iterator[int]:
        """Yield which clauses the lemmas add and delete."""
        numbers: dict[frozenset[int], list[int]] = {}
        if len(self.lemmas) < len(lemmas):
            for number, clause in enumerate(formula):
                numbers.setdefault(frozenset(clause), []).append(number)
        number = self.size
        for lemma in self.deadline.limit(lemmas):
            same = numbers.setdefault(frozenset(lemma.literals), [])
            if not isinstance(lemma, Deletion):
                yield number
                same.append(number)
                number += 1
            elif same:
                yield -1 - same.pop()

    def kept(self) -> list[Lemma]:
        """Pass forwards and backwards; return what is needed, in its order."""
        run, arrays = self._prepared()
        header, out = arrays[backward.HEADER], arrays[backward.OUT]
        backwards: list[tuple[int, Lemma]] = []
        ending = -1
        while ending != backward.DONE:
            self.deadline.check()
            ending = run(header[backward.VISITS] + _VISITS)
            if ending == backward.OPEN:
                raise ProofError("the lemmas do not lead to the empty clause")
            if ending == backward.WRONG:
                place = out[header[backward.WRITTEN] - 3] - self.size
                raise ProofError(
                    f"lemma {place + 1}: {shown_clause(self.lemmas[place].literals)} "
                    "does not follow by unit propagation"
                )
            backwards += self._written(out, header[backward.WRITTEN])
            header[backward.WRITTEN] = 0
        return _renumbered(self.size, reversed(backwards))

    def _written(self, out: Sequence[int], end: int) -> Iterator[tuple[int, Lemma]]:
        """Yield lemmas with their numbers, from 1 on."""
        at = 0
        while at < end:
            number, literal, count = out[at : at + 3]
            at += 3 + count
            hints = tuple([hint + 1 for hint in out[at - count : at]])
            if literal:
                literals: Clause = (-(literal >> 1) if literal & 1 else literal >> 1,)
            elif number == self.units - 1:
                literals = ()
            else:
                literals = self.lemmas[number - self.size].literals
            yield number + 1, Lemma(literals, hints)

    def _prepared(self) -> tuple[Callable[[int], int], list[Any]]:
        """Return the passes, compiled where that is worth it, and their arrays."""
        code = _compiled(len(self.lemmas))
        if code is None:
            return lambda visits: backward.run(visits, self.arrays), self.arrays
        places = [*accumulate(map(len, self.arrays), initial=backward.ARRAYS)]
        memory = array("q", chain(places[:-1], *self.arrays))
        parts = [memoryview(memory)[at:end] for at, end in pairwise(places)]
        return partial(code, memory.buffer_info()[0]), parts


def _compiled(lemmas: int) -> Callable[..., int] | None:
    """Return the compiled passes; None where there are none, or lemmas are few."""
    if lemmas < _WORTH_LOADING or not has_compiler():
        return None
    compiling = (lambda: None) if lemmas >= _WORTH_COMPILING else None
    try:
        from satdoku.proof.native import code  # noqa: PLC0415  needs llvmlite

        return code.load(compiling)
    except (ImportError, OSError):  # it does not fit, or the memory
        return None
