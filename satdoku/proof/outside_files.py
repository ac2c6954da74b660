"""Copies of a formula and a proof that every checker reads alike.

Checkers read more, or less, than the formats say.  drat-trim takes `c cnf 2 2` in a
comment for the header, a number with a leading 0 for an octal one, a proof for binary
by its first bytes, and, in binary mode, a comment in the formula for an empty clause,
which makes any formula unsatisfiable.  So no checker gets a stranger's files: both are
read here, strictly, and written anew, without comments, a clause a line.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from satdoku.cnf.dimacs import read_dimacs, write_dimacs
from satdoku.errors import InputError
from satdoku.proof.files.drat import DratStep, read_drat, write_drat
from satdoku.proof.files.lrat import LratDeletion, LratStep, read_lrat, write_lrat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from satdoku.cnf.formula import Formula

__all__ = ["Plain", "ProofFormat", "plain_copies", "without_hints"]

ProofFormat = Literal["lrat", "drat"]


class Plain(NamedTuple):
    """The copies.

    Args:
        formula: Where the formula is.
        proof: Where the proof is.
        definitions: How many steps of an LRAT proof its hints say are definitions
            (RAT); 0 of a DRAT proof, which does not tell.
    """

    formula: Path
    proof: Path
    definitions: int


def plain_copies(
    formula: Path, proof: Path, given: ProofFormat, wanted: ProofFormat, folder: Path
) -> Plain:
    """Write plain copies of a formula and a proof.

    Args:
        formula: The formula, in DIMACS.
        proof: The proof.
        given: Its format.
        wanted: That of the copy; the same, or DRAT.
        folder: Where to write.

    Raises:
        InputError: A file cannot be read as what it is said to be.
        OSError: A file cannot be opened, or a copy not be written.
    """
    plain = Plain(folder / "formula.cnf", folder / f"proof.{wanted}", 0)
    with formula.open("rb") as stream:
        clauses = read_dimacs(stream, source=str(formula))
    with (
        proof.open("rb") as source,
        plain.proof.open("w", encoding="ascii", newline="\n") as target,
    ):
        if given == "drat":
            write_drat(read_drat(source, source=str(proof)), target)
        else:
            steps = _Counted(read_lrat(source, source=str(proof)))
            if wanted == "lrat":
                write_lrat(steps, target)
            else:
                try:
                    write_drat(without_hints(clauses, steps), target)
                except InputError as error:
                    raise error.at(source=str(proof)) from None
            plain = plain._replace(definitions=steps.definitions)
            # lrat-trim makes room for the variables of the header and no others.
            room = max(clauses.variables, steps.variables)
            clauses = replace(clauses, variables=room)
    with plain.formula.open("w", encoding="ascii", newline="\n") as target:
        write_dimacs(clauses, target)
    return plain


def without_hints(
    formula: Formula | Iterable[tuple[int, ...]],
    steps: Iterable[LratStep | LratDeletion],
) -> Iterator[DratStep]:
    """Turn an LRAT proof into DRAT: leave out numbers and hints.

    Deletions name clauses by number in LRAT and by their literals in DRAT.

    Args:
        formula: The clauses of the formula.
        steps: The proof.

    Raises:
        InputError: A clause is deleted that is not there.

    Example:
        >>> for step in without_hints(
        ...     [(1,), (-1,)], [LratStep(3, (), (1, 2)), LratDeletion((1,))]
        ... ):
        ...     print(step)
        DratStep(literals=(), deleted=False, line=0)
        DratStep(literals=(1,), deleted=True, line=0)
    """
    numbered = dict(enumerate(formula, 1))
    for step in steps:
        if isinstance(step, LratStep):
            numbered[step.number] = step.literals
            yield DratStep(step.literals)
            continue
        for number in step.numbers:
            clause = numbered.pop(number, None)
            if clause is None:
                raise InputError(
                    f"deletion of clause {number}",
                    expected="a clause that is there",
                    line=step.line or None,
                )
            yield DratStep(clause, deleted=True)


class _Counted:
    """The steps of a proof; counts the definitions and the variables it has given."""

    def __init__(self, steps: Iterable[LratStep | LratDeletion]) -> None:
        self.definitions = self.variables = 0
        self._steps = steps

    def __iter__(self) -> Iterator[LratStep | LratDeletion]:
        for step in self._steps:
            if isinstance(step, LratStep) and step.literals:
                self.definitions += not step.hints or min(step.hints) < 0
                most = max(map(abs, step.literals))
                self.variables = max(self.variables, most)
            yield step
