"""A refutation by a solver of PySAT: its proof trace, read as lemmas.

The solver is loaded and asked in a process of its own (`process`), whatever it is.  So
a limit and Ctrl-C can end it at any time, and the file and the stream that PySAT opens
for a trace, and never closes, are gone with it.

What is made of a trace:

    additions     are lemmas, up to the first empty clause.  Where a solver meets the
                  contradiction while clauses are added, most write nothing, and MapleCM
                  hardly ever writes the empty clause: it is added then.
    deletions     are left out.  Each lemma follows by unit propagation from the clauses
                  that the solver had at that time; with more clauses propagation finds
                  no less.  That would be wrong for lemmas that follow by RAT alone: a
                  clause that was deleted could stand against them.  CaDiCaL 3 is told
                  to write none, for it would define variables (`kinds.Cadical`); no
                  other solver was seen to, and the tests look at what each one writes.

CaDiCaL writes in binary (a letter, numbers of seven bits a byte, a zero byte), all
others in text.  A zero byte tells which it is: there is none in text.

Source of the format: drat-trim's README (Heule).
"""

from __future__ import annotations

import marshal
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from satdoku.engines.engine import NO_LIMITS, Lemma, Limits
from satdoku.engines.pysat.hold import Clock
from satdoku.engines.pysat.loading import Refuted, checked, kind_of, limited, require
from satdoku.engines.pysat.process import away, packed
from satdoku.errors import EngineError, Stopped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.cnf.formula import Formula
    from satdoku.engines.pysat.process import Question
    from satdoku.engines.pysat.table import Row

__all__ = ["lemmas_of", "refute", "traced"]

_LOOK = 1000  # lemmas read between two looks at the clock


def refute(
    row: Row, formula: Formula, *, limits: Limits = NO_LIMITS
) -> list[Lemma] | None:
    """Let a solver refute a formula and write down how.

    Args:
        row: Which solver, one that `proofs`.
        formula: What has no model.
        limits: When to give up.

    Returns:
        The lemmas, the empty clause last; None if the formula has a model after all.

    Raises:
        UsageError: The solver is not installed, a literal is of no variable, or the
            limits are not for this solver.
        LimitError: There are more variables than PySAT can count.
        Stopped: A limit came first.
        EngineError: The solver's process broke down.
    """
    clock = Clock(limits, row)
    require(row)
    variables = limited(formula.variables)
    try:
        clauses = list(checked(formula, variables))
    except Refuted:
        return [Lemma(())]
    if not clauses:
        return None
    budget = clock.budget()
    question: Question = ("refute", row.name, variables, [], budget)
    data = away(
        row.name,
        lambda: traced(row, variables, clauses, budget),
        lambda: packed(question, clauses),
        clock,
    )
    if data is None:
        raise Stopped("out of time")
    answer, trace = marshal.loads(data)  # noqa: S302  our own child wrote it
    if answer is None:
        raise Stopped(f"stopped after {limits.conflicts} conflicts")
    if answer:
        return None
    lemmas: list[Lemma] = []
    for literals in lemmas_of(trace):
        lemmas.append(Lemma(literals))
        if not literals:
            return lemmas
        if len(lemmas) % _LOOK == 0 and clock.left() == 0:
            raise Stopped("out of time")
    lemmas.append(Lemma(()))
    return lemmas


def traced(
    row: Row, variables: int, clauses: Sequence[Sequence[int]], conflicts: int
) -> bytes:
    """Ask a new solver once; return its answer and its trace, packed."""
    # It lies nowhere where it could be left behind.
    with TemporaryFile() as trace:
        solver = kind_of(row)(row, variables, clauses)
        solver.trace(trace)
        solver.load(clauses)
        answer = solver.finish([], conflicts)
        solver.flush_trace()
        trace.seek(0)
        told = marshal.dumps((answer, trace.read() if answer is False else b""))
        solver.delete()
        return told


def lemmas_of(trace: bytes) -> Iterator[tuple[int, ...]]:
    r"""Yield the clauses that a trace adds.

    Raises:
        EngineError: The trace breaks off within a clause.

    Example:
        >>> list(lemmas_of(b"1 -2 0\nd 1 2 0\n0\n"))
        [(1, -2), ()]
        >>> list(lemmas_of(b"a\x02\x05\x00d\x02\x04\x00a\x80\x01\x00"))
        [(1, -2), (64,)]
    """
    binary = b"\0" in trace
    *parts, rest = trace.split(b"\0" if binary else b"\n")
    if rest:
        raise EngineError("the trace of a proof breaks off within a clause")
    for part in parts:
        if part.startswith(b"d"):
            continue
        if binary:
            yield _numbers(part)
        else:
            *literals, end = map(int, part.split())
            if end:
                raise EngineError("a clause in the trace of a proof has no end")
            yield tuple(literals)


def _numbers(part: bytes) -> tuple[int, ...]:
    """Read the literals of a clause in binary: twice the variable, one more for not."""
    literals: list[int] = []
    number = shift = 0
    for byte in memoryview(part)[1:]:
        number |= (byte & 127) << shift
        if byte & 128:
            shift += 7
        else:
            literals.append(-(number >> 1) if number & 1 else number >> 1)
            number = shift = 0
    return tuple(literals)
