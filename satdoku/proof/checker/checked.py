"""What a checker says of a proof that it has followed to the empty clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Checked", "clauses_of", "place_of", "shown_clause"]


class Checked(NamedTuple):
    """A proof that was checked from its first step to the empty clause.

    Args:
        clauses: How many clauses the formula has.
        steps: How many clauses were added, the empty one among them.
        definitions: How many of these do not follow but may be added all the same, as
            none of their resolvents on the first literal is new (RAT).
        deletions: How many clauses were deleted.
        ignored: How many deletions of a DRAT proof had no effect: of a clause that has
            forced a literal, or that is not there.
        used: How many clauses of the formula hints name; None of a DRAT proof.
    """

    clauses: int
    steps: int
    definitions: int
    deletions: int
    ignored: int = 0
    used: int | None = None


def clauses_of(formula: Iterable[Iterable[int]]) -> dict[int, tuple[int, ...]]:
    """Number the clauses of a formula from 1.

    Raises:
        UsageError: One holds a 0, which is no literal.
    """
    numbered = {number: tuple(clause) for number, clause in enumerate(formula, 1)}
    for number, clause in numbered.items():
        if 0 in clause:
            raise UsageError(f"clause {number} of the formula holds a 0")
    return numbered


def place_of(step: int, line: int) -> str:
    """Say which step is meant, and in which line it is if it is in one."""
    return f"step {step} (line {line})" if line else f"step {step}"


def shown_clause(literals: Iterable[int]) -> str:
    """Return a clause as a message can quote it.

    Example:
        >>> shown_clause((3, -4)), shown_clause(())
        ('clause 3 -4', 'the empty clause')
    """
    numbers = list(literals)
    if not numbers:
        return "the empty clause"
    told = " ".join(map(str, numbers[:12]))
    return f"clause {told}{' …' if len(numbers) > 12 else ''}"
