"""What the literals and clauses of a formula mean, for people.

A literal is told by its variable's name: `r1c2=3`, and `r1c2≠3` for its negation.  In a
formula from a file variables have no names but their numbers: `7`, `-7`.  What a clause
says is told by the family it comes from: "row 1 holds 3 only once".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from satdoku.tracing.index import ClauseIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.cnf.formula import Formula, Origin

__all__ = ["Citation", "Words", "negated"]

_FAMILIES = ("cell", "unit", "triad", "peer")
_KEPT = 20_000
"""How many citations are kept; searches cite the same clauses over and over."""

_HOLDS = re.compile(r"([rc]\d+[cb]\d+)([=≠])(\d+)")
"""Names that say that a cell or a triad holds a digit, or does not."""


def negated(name: str) -> str:
    """Return the name of a literal's negation, given its own.

    Example:
        >>> negated("r1c2=3"), negated("r1c2≠3"), negated("7"), negated("-7")
        ('r1c2≠3', 'r1c2=3', '-7', '7')
        >>> negated("row1=5.ladder.2"), negated("not row1=5.ladder.2")
        ('not row1=5.ladder.2', 'row1=5.ladder.2')
    """
    holds = _HOLDS.fullmatch(name)
    if holds is not None:
        sign = "=" if holds[2] == "≠" else "≠"
        return f"{holds[1]}{sign}{holds[3]}"
    for sign in ("-", "not "):
        if name.startswith(sign):
            return name.removeprefix(sign)
    return f"-{name}" if name.isdigit() else f"not {name}"


class Citation(NamedTuple):
    """What there is to say of a clause.

    Args:
        text: Its literals by name.
        number: Which clause of the formula it is, from 1; None where that is not known.
        origin: Its family, and what of the grid it speaks of; None as for `number`.
        meaning: What it says, in a few words; empty where that is not known.
    """

    text: str
    number: int | None
    origin: Origin | None
    meaning: str


class Words:
    """Names the literals of a formula, and tells what its clauses say.

    Args:
        formula: Whose literals they are.

    Example:
        >>> from satdoku.cnf.encoder import encode
        >>> words = Words(encode("1... .... .... ...2", "triad"))
        >>> words.literal(17), words.literals([-1, -70])
        ('r2c1=1', 'r1c1≠1, r1b2≠2')
    """

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._index = ClauseIndex(formula)
        self._names: dict[int, str] = {}
        self._citations: dict[tuple[int, ...], Citation] = {}

    def literal(self, literal: int) -> str:
        """Name a literal."""
        name = self._names.get(literal)
        if name is None:
            name = self._names[literal] = self._named(literal)
        return name

    def literals(self, literals: Iterable[int]) -> str:
        """Name literals, with commas between them."""
        return ", ".join(map(self.literal, literals))

    def citation(self, clause: tuple[int, ...]) -> Citation:
        """Return what there is to say of a clause.

        Example:
            >>> from satdoku.cnf.encoder import encode
            >>> words = Words(encode("1... .... .... ...2", "triad"))
            >>> cited = words.citation((-2, -1))
            >>> cited.text, cited.number, str(cited.origin), cited.meaning
            ('r1c1≠2 or r1c1≠1', 2, 'cell: r1c1', 'r1c1 holds only one digit')
            >>> words.citation((1, 5, -65)).meaning, words.citation((-1, 65)).meaning
            ('row 1 in box 1 holds 1 if r1b1=1', 'r1b1=1 if r1c1=1')
        """
        found = self._citations.get(clause)
        if found is None:
            if len(self._citations) >= _KEPT:
                self._citations.clear()
            text = " or ".join(map(self.literal, clause)) or "the empty clause"
            number = self._index.number(clause)
            origin = self._index.origin(clause)
            meaning = self._meaning(clause, number, origin)
            found = self._citations[clause] = Citation(text, number, origin, meaning)
        return found

    def _meaning(
        self, clause: tuple[int, ...], number: int | None, origin: Origin | None
    ) -> str:
        if origin is None:
            if self._index.can_look_up and len(clause) == 1:
                return "an assumption that is false already"
            return ""
        if origin.family in _FAMILIES:
            return self._said(origin, clause)
        return {
            "file": f"clause {number}",
            "clues": origin.subject,  # what singles found, in so many words
            "clue": "a clue of the puzzle",
            "candidate": "a candidate of the puzzle",
        }.get(origin.family, str(origin))

    def _said(self, origin: Origin, clause: Sequence[int]) -> str:
        """Say what a clause of an encoding's family says."""
        subject, digit = origin.subject, origin.digit
        if origin.family == "peer":
            return f"{subject} hold different digits"
        positive = sum(literal > 0 for literal in clause)
        if " in box " in subject and 0 < positive < len(clause) and digit:
            return self._defined(subject, digit, clause, positive)
        if not digit:
            if " in box " in subject:
                return f"{subject} holds as many digits as it has cells"
            what, once = "a digit", "only one digit"
        else:
            what, once = str(digit), f"{digit} only once"
        if positive == len(clause):
            return f"{subject} holds {what}"
        if positive and len(clause) > 1:
            return f"{subject} holds {once}, told by auxiliary variables"
        return f"{subject} holds {once}"

    def _defined(
        self, subject: str, digit: int, clause: Sequence[int], positive: int
    ) -> str:
        """Say what a clause that defines the variable of a triad says."""
        negative = [-literal for literal in clause if literal < 0]
        if positive == 1 and len(clause) == 2:
            first = next(literal for literal in clause if literal > 0)
            return f"{self.literal(first)} if {self.literal(negative[0])}"
        return f"{subject} holds {digit} if {self.literals(negative)}"

    def _named(self, literal: int) -> str:
        name = self._formula.name_of(abs(literal))
        return name if literal > 0 else negated(name)
