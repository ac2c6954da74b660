"""Literals and clauses in words.

A literal has its variable's name: `r1c2=3`, and `r1c2≠3` for its negation; in a formula
from a file the number: `7`, `-7`.  A clause of a puzzle's formula says, by its family,
"row 1 holds 3 only once".  The engine does not keep numbers of clauses, so a clause is
found again by its literals; the map takes about 250 bytes a clause and is made when it
is first needed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING

from satdoku.cnf.formula import Origin
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.cnf.formula import Formula
    from satdoku.runtime.deadline import Deadline

_MAX_CLAUSES = 1_000_000
"""Clauses of larger formulas get no number."""

_MAX_CACHED = 20_000
"""Searches use the same clauses over and over."""

_HOLDS = re.compile(r"([rc]\d+[cb]\d+)([=≠])(\w+)")
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


@dataclass(frozen=True)
class Clause:
    """A clause that an event depends on.

    Two are equal when their literals are.

    Args:
        literals: In the order of the search.
        words: What the literals of this search mean.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> group = Group(Origin("unit", "row 1", 3, "3"), ((-3, -7),))
        >>> formula = Formula(7, 1, lambda: [group], {3: "r1c1=3", 7: "r1c2=3"}.get)
        >>> clause = Words(formula).clause((-7, -3))
        >>> clause.text, clause.number, clause.meaning
        ('r1c2≠3 or r1c1≠3', 1, 'row 1 holds 3 only once')
    """

    literals: tuple[int, ...]
    words: Words = field(repr=False, compare=False)

    @cached_property
    def text(self) -> str:
        """Its literals by name."""
        return " or ".join(map(self.words.literal, self.literals)) or "the empty clause"

    @property
    def number(self) -> int | None:
        """Its number in the formula, from 1; None if unknown.

        An assumption that is false already is reported as a clause of one literal,
        which the formula does not have.
        """
        place = self._place
        return None if place is None else place[0]

    @property
    def origin(self) -> Origin | None:
        """Its family, and what part of the grid it is about; None as for `number`."""
        place = self._place
        return None if place is None else place[1]

    @property
    def is_blocking(self) -> bool:
        """Whether it forbids a solution that was found, and is none of the formula."""
        return self.origin is not None and self.origin.family == "blocking"

    @cached_property
    def _place(self) -> tuple[int, Origin] | None:
        return self.words.places.get(_key(self.literals))

    @cached_property
    def meaning(self) -> str:
        """What it says, in a few words; empty if unknown."""
        origin = self.origin
        if origin is None:
            known = self.words.places and len(self.literals) == 1
            return "an assumption that is already false" if known else ""
        if origin.family in {"cell", "unit", "triad", "peer"}:
            return self._rule(origin)
        return {
            "file": f"clause {self.number}",
            "clues": origin.subject,  # the contradiction that singles found
            "clue": "a clue of the puzzle",
            "learned": f"learned from conflict {self.number}",
            "blocking": f"blocks {origin.subject}",
            "candidate": "a candidate of the puzzle",
        }.get(origin.family, str(origin))

    def _rule(self, origin: Origin) -> str:
        """Say which rule of Sudoku a clause of an encoding's family states."""
        subject, clause = origin.subject, self.literals
        digit = origin.symbol if origin.digit else ""
        if origin.family == "peer":
            return f"{subject} hold different digits"
        positive = sum(literal > 0 for literal in clause)
        is_triad = " in box " in subject
        if is_triad and digit and 0 < positive < len(clause):  # defines its variable
            causes = self.words.literals(-literal for literal in clause if literal < 0)
            if positive == 1 and len(clause) == 2:
                return f"{self.words.literal(max(clause))} if {causes}"
            return f"{subject} holds {digit} if {causes}"
        if is_triad and not digit:
            return f"{subject} holds as many digits as it has cells"
        if positive == len(clause):
            return f"{subject} holds {digit or 'a digit'}"
        once = f"{digit} only once" if digit else "only one digit"
        through = ", through auxiliary variables" if positive and clause[1:] else ""
        return f"{subject} holds {once}{through}"

    def to_dict(self) -> dict[str, object]:
        """Return what is known of it, for JSON."""
        origin = self.origin
        return {
            "literals": self.literals,
            "text": self.text,
            "meaning": self.meaning or None,
            "number": self.number,
            "family": origin and origin.family,
            "subject": origin and origin.subject,
            "digit": origin and (origin.digit or None),
        }


class Words:
    """Names the literals of a formula and finds its clauses.

    Args:
        formula: The formula.
        deadline: When clauses are no longer looked for in it.

    Example:
        >>> from satdoku.cnf.encoder import encode
        >>> words = Words(encode("1... .... .... ...2", "triad"))
        >>> words.literal(17), words.literals([-1, -70])
        ('r2c1=1', 'r1c1≠1, r1b2≠2')
        >>> clause = words.clause((-2, -1))
        >>> clause.number, str(clause.origin), clause.meaning
        (2, 'cell: r1c1', 'r1c1 holds only one digit')
        >>> words.clause((1, 5, -65)).meaning, words.clause((-1, 65)).meaning
        ('row 1 in box 1 holds 1 if r1b1=1', 'r1b1=1 if r1c1=1')
    """

    def __init__(self, formula: Formula, deadline: Deadline = NEVER) -> None:
        self._formula = formula
        self._deadline = deadline
        self._names: dict[int, str] = {}
        self._clause = lru_cache(_MAX_CACHED)(partial(Clause, words=self))

    def literal(self, literal: int) -> str:
        """Name a literal."""
        name = self._names.get(literal)
        if name is None:
            name = self._formula.name_of(abs(literal))
            name = self._names[literal] = name if literal > 0 else negated(name)
        return name

    def sentence(self, literal: int) -> str:
        """Say that a literal is true: `r1c2 is not 4`; of a number that 7 is false."""
        name = self.literal(literal)
        holds = _HOLDS.fullmatch(name)
        if holds is not None:
            no = "not " if holds[2] == "≠" else ""
            verb = "holds" if "b" in holds[1] else "is"
            verb = f"{verb} {no}".strip() if verb == "is" or not no else "does not hold"
            return f"{holds[1]} {verb} {holds[3]}"
        if literal > 0:
            return f"{name} is true"
        return f"{negated(name)} is false"

    def learn(self, literals: Sequence[int], conflict: int) -> Clause:
        """Return a clause learned from a conflict; it has that number from now on."""
        origin = Origin("learned", f"conflict {conflict}")
        self.places.setdefault(_key(literals), (conflict, origin))
        return self.clause(literals)

    def block(self, literals: Sequence[int], number: int, noun: str) -> None:
        """Take note of the clause that forbids a solution, or model, that was found."""
        origin = Origin("blocking", f"{noun} {number}")
        self.places[_key(literals)] = number, origin

    def literals(self, literals: Iterable[int]) -> str:
        """Name literals, with commas between them."""
        return ", ".join(map(self.literal, literals))

    def clause(self, literals: Sequence[int]) -> Clause:
        """Return the clause of these literals."""
        return self._clause(tuple(literals))

    @cached_property
    def places(self) -> dict[tuple[int, ...], tuple[int, Origin]]:
        """Number and origin of clauses by their literals.

        None of large formulas, and none where the time is over before all are known.
        """
        places: dict[tuple[int, ...], tuple[int, Origin]] = {}
        if self._formula.clause_count > _MAX_CLAUSES:
            return places
        number = 0
        for origin, clauses in self._formula.groups():
            if self._deadline.over:
                return {}
            for clause in clauses:
                number += 1
                places.setdefault(_key(clause), (number, origin))
        return places


def quoted_dot(text: str) -> str:
    """Quote a text for DOT; a line break stays one."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n") + '"'


def _key(literals: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(literals)))
