"""Texts that are no puzzles but of satdoku's world: formulas and what solvers answer.

They are told by name, since their numbers would pass for cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError

if TYPE_CHECKING:
    from satdoku.formats.head import Head

__all__ = ["foreign"]

_EXPECTED = "a puzzle"
_WORDS = ("sat", "unsat", "indet")
_STATUSES = ("s satisfiable", "s unsatisfiable", "s unknown")


def foreign(head: Head) -> InputError | None:
    """Return what says that a text is no puzzle; None if nothing does.

    Example:
        >>> from satdoku.formats.head import Head
        >>> print(foreign(Head(["p cnf 1 1", "1 0"], whole=True, size=None)))
        a DIMACS formula, not a puzzle; expected a puzzle; `satdoku sat` solves it
    """
    first = head.first.strip().lower()
    if first[:2] not in ("c", "c ", "p ", "s ", "v ") and first not in _WORDS:
        return None
    line = next((line for line in head.data if line[:2] not in ("c", "c ")), "")
    if line.startswith("p cnf"):
        return InputError(
            "a DIMACS formula, not a puzzle",
            expected=_EXPECTED,
            hint="`satdoku sat` solves it",
        )
    word = line.strip().lower()
    if word in _WORDS or word.startswith(_STATUSES) or _is_model(line):
        return InputError(
            "a solver's answer, not a puzzle",
            expected=_EXPECTED,
            hint="`satdoku decode` makes a grid of it",
        )
    return None


def _is_model(line: str) -> bool:
    """Whether the line is `v` and literals; `v` is a digit of large grids, too."""
    literals = line.split()[1:]
    return line[:2] == "v " and all(word.lstrip("-").isdigit() for word in literals)
