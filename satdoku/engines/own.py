"""Engines of your own: a class that is registered, and any program that reads DIMACS.

    register("brute", Brute)         a class: made of a formula, it has `solve`
    exec:./solver                    a program: `./solver FILE.cnf`, s and v lines

What such an engine does not have is made from `solve`: a walk through models forbids
each model by a clause and loads the engine anew.
"""

from __future__ import annotations

import shlex
import subprocess
import tempfile
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Protocol

from satdoku.cnf.dimacs import read_model
from satdoku.cnf.formula import Formula, Group, Origin, write_dimacs
from satdoku.engines.base import (
    EngineInfo,
    Outcome,
    checked_assumptions,
    checked_clauses,
    checked_project,
)
from satdoku.errors import InputError, ProgramError, Stopped, UsageError, printable
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from satdoku.engines.base import Model
    from satdoku.runtime.deadline import Deadline

PROGRAM = "exec:"


class Answers(Protocol):
    """What an engine of your own has at least."""

    def solve(self, assumptions: Sequence[int], deadline: Deadline) -> Outcome:
        """Look for one model in which the assumed literals are true."""
        ...


def program(name: str) -> EngineInfo:
    """Return the row of `exec:PROGRAM`.

    Raises:
        UsageError: It names no program that can be run.
    """
    words = _words(name)
    if not words or which(words[0]) is None:
        raise UsageError(
            f"{printable(name)}: no such program; expected exec:PROGRAM, a SAT solver "
            "that takes the name of a file in DIMACS"
        )
    return EngineInfo(
        name, f"the program {words[0]}", "own", no_proofs="it is asked for models alone"
    )


def _words(name: str) -> list[str]:
    try:
        return shlex.split(name.removeprefix(PROGRAM))
    except ValueError:
        return []


def load_program(name: str, formula: Formula, deadline: Deadline = NEVER) -> OwnEngine:
    """Load `exec:PROGRAM`."""
    words = _words(name)
    return OwnEngine(name, lambda made: Program(words, made), formula, deadline)


class OwnEngine:
    """An engine around a `solve` of your own; see `satdoku.engines.base`.

    Args:
        name: Its name.
        make: Makes what answers, of a formula.
        formula: The formula.
        deadline: When to give up loading.

    Raises:
        UsageError: A literal of the formula is of no variable.
        Stopped: The deadline came first.
    """

    def __init__(
        self,
        name: str,
        make: Callable[[Formula], Answers],
        formula: Formula,
        deadline: Deadline = NEVER,
    ) -> None:
        for _ in checked_clauses(formula, formula.variables, deadline):
            pass
        self.name = name
        self._make = make
        self._formula: Formula | None = formula
        self._answers = make(formula)
        self._call = 0
        self._last = Outcome(None)

    def solve(
        self, assumptions: Sequence[int] = (), deadline: Deadline = NEVER
    ) -> Outcome:
        """Look for one model in which the assumed literals are true."""
        formula = self._enter()
        literals = checked_assumptions(assumptions, formula.variables)
        return self._solve(self._answers, formula, literals, deadline)

    def models(
        self,
        assumptions: Sequence[int] = (),
        project: Collection[int] | None = None,
        deadline: Deadline = NEVER,
    ) -> Iterator[Model]:
        """Yield models lazily, no two of them alike on the variables `project`."""
        formula = self._enter()
        literals = checked_assumptions(assumptions, formula.variables)
        variables = sorted(checked_project(project, formula.variables))
        return self._walk(formula, literals, variables, deadline)

    def core(self) -> tuple[int, ...] | None:
        """Return the core that the engine reports, if it has `core`."""
        core = getattr(self._answers, "core", None)
        literals: tuple[int, ...] | None = core() if core is not None else None
        return literals

    def statistics(self) -> dict[str, int]:
        """Return what the last outcome said."""
        return self._last.statistics

    def stages(self) -> dict[str, tuple[float, int]]:
        """Return nothing: they are not timed."""
        return {}

    def close(self) -> None:
        """Free what the engine holds; a second call does nothing."""
        self._formula = None

    def _enter(self) -> Formula:
        if self._formula is None:
            raise UsageError("this engine is closed")
        self._call += 1
        return self._formula

    def _solve(
        self,
        answers: Answers,
        formula: Formula,
        assumptions: list[int],
        deadline: Deadline,
    ) -> Outcome:
        """Return the answer about a formula.

        Raises:
            ProgramError: Its model is none.
        """
        if deadline.over:
            return Outcome(None)
        self._last = outcome = answers.solve(assumptions, deadline)
        if outcome.model is not None:
            self._check(outcome.model, formula.with_unit_clauses(assumptions))
        return outcome

    def _check(self, model: Model, formula: Formula) -> None:
        """Refuse a model in which a clause is false."""
        true, last = set(model), max(model, default=0)
        if last > formula.variables:
            raise ProgramError(
                f"engine {self.name}: its model has a variable {last}; "
                f"the formula has {formula.variables:,}"
            )
        for number, clause in enumerate(formula, 1):
            if not any((x in true) if x > 0 else (-x not in true) for x in clause):
                literals = printable(" ".join(map(str, clause)), 60) or "empty"
                raise ProgramError(
                    f"engine {self.name}: its model makes clause {number:,} false: "
                    f"{literals}"
                )

    def _walk(
        self,
        formula: Formula,
        assumptions: list[int],
        project: Sequence[int],
        deadline: Deadline,
    ) -> Iterator[Model]:
        call, answers, forbidden = self._call, self._answers, list[tuple[int, ...]]()
        made = formula
        while True:
            outcome = self._solve(answers, made, assumptions, deadline)
            if outcome.satisfiable is None:
                deadline.check()
                raise Stopped(f"{self.name} gave no answer")
            if outcome.model is None:
                return
            yield outcome.model
            if self._call != call or self._formula is None:
                raise UsageError("these models belong to an earlier call")
            true = set(outcome.model)
            forbidden.append(tuple(-x if x in true else x for x in project))
            made = _with_clauses(formula, tuple(forbidden))
            answers = self._make(made)


def _with_clauses(formula: Formula, clauses: tuple[tuple[int, ...], ...]) -> Formula:
    """Return a formula with more clauses."""
    group = Group(Origin("added", "all"), clauses)
    return Formula(
        formula.variables,
        formula.clause_count + len(clauses),
        lambda: [*formula.groups(), group],
        formula.name_of,
    )


def _ending(code: int) -> str:
    """Say how a program ended that gave no answer; nothing if that is no reason."""
    if code < 0:
        return f", ended by signal {-code}"
    return f", ended with exit code {code}" if code not in {0, 10, 20} else ""


class Program:
    """A SAT solver that is run as a program, anew for each question.

    Args:
        words: The program and its options; the file's name comes last.
        formula: What it is asked about.
    """

    def __init__(self, words: Sequence[str], formula: Formula) -> None:
        self._words = words
        self._formula = formula

    def solve(self, assumptions: Sequence[int], deadline: Deadline) -> Outcome:
        """Write the formula, run the program, and read its answer.

        Raises:
            ProgramError: The program cannot be run, or its answer cannot be read.
        """
        name = self._words[0]
        with tempfile.TemporaryDirectory(prefix="satdoku-") as folder:
            path = Path(folder, "formula.cnf")
            with path.open("w", encoding="ascii", newline="\n") as stream:
                write_dimacs(self._formula.with_unit_clauses(assumptions), stream)
            try:
                done = subprocess.run(  # noqa: S603  a program that the user named
                    [*self._words, str(path)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    timeout=deadline.left,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return Outcome(None)
            except OSError as error:
                why = error.strerror
                raise ProgramError(f"program {name}: cannot be run: {why}") from None
        try:
            answer = read_model(BytesIO(done.stdout), lenient=True)
        except InputError as error:
            place = f"line {error.line} of its answer: " if error.line else ""
            raise ProgramError(
                f"program {name}: {place}{error.what}{_ending(done.returncode)}; "
                f"expected {error.expected or 's and v lines'}"
            ) from None
        if not answer.satisfiable:
            return Outcome(answer.satisfiable)
        return Outcome(satisfiable=True, model=tuple(sorted(answer.model)))
