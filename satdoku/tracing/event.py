"""What happens in a search, as frozen values, in the words of DPLL.

    Begun                                     what is searched, and how
      Assumed Decided Propagated              a literal becomes true
      Conflict Found                          a branch ends
      Left Flipped                            backtracking
    Ended                                     how it ended, and the counters

Levels count from 1; level 0 holds the assumptions (a puzzle's clues) and what follows
from them.  Each event tells the level in which it happens.  Events count from 1.

Invariant: a search's events keep the order of `satdoku.engines.dpll.trail.Observer`:
each reason is a unit when its turn comes, a conflict's clause is false, and after a
conflict or a model come any number of `Left` and then one `Flipped`, or the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias

if TYPE_CHECKING:
    from satdoku.cnf.formula import Origin
    from satdoku.tracing.words import Words

__all__ = [
    "Assumed",
    "Begun",
    "Cited",
    "Conflict",
    "Decided",
    "Ended",
    "Ending",
    "Event",
    "Flipped",
    "Found",
    "Left",
    "Propagated",
    "Sink",
]


@dataclass(frozen=True, slots=True)
class Cited:
    """A clause that an event rests on.

    Args:
        literals: As the search tells them.
        words: What literals and clauses of this search mean.

    Two are equal when their literals are.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> from satdoku.tracing.words import Words
        >>> group = Group(Origin("unit", "row 1", 3), ((-3, -7),))
        >>> formula = Formula(7, 1, lambda: [group], {3: "r1c1=3", 7: "r1c2=3"}.get)
        >>> clause = Cited((-7, -3), Words(formula))
        >>> clause.text, clause.number, clause.meaning
        ('r1c2≠3 or r1c1≠3', 1, 'row 1 holds 3 only once')
    """

    literals: tuple[int, ...]
    words: Words = field(repr=False, compare=False)

    @property
    def text(self) -> str:
        """The clause, its literals by name."""
        return self.words.citation(self.literals).text

    @property
    def number(self) -> int | None:
        """Which clause of the formula it is, from 1; None where that is not known.

        An assumption that is false already is told as a clause, and is none of them.
        """
        return self.words.citation(self.literals).number

    @property
    def origin(self) -> Origin | None:
        """Its family, and what of the grid it speaks of; None as for `number`."""
        return self.words.citation(self.literals).origin

    @property
    def meaning(self) -> str:
        """What the clause says, in a few words."""
        return self.words.citation(self.literals).meaning


@dataclass(frozen=True, slots=True)
class Assumed:
    """A literal is true by assumption: a clue."""

    kind: ClassVar[str] = "assumed"
    number: int
    level: int
    literal: int
    name: str


@dataclass(frozen=True, slots=True)
class Decided:
    """A literal is tried; it opens the level."""

    kind: ClassVar[str] = "decided"
    number: int
    level: int
    literal: int
    name: str


@dataclass(frozen=True, slots=True)
class Propagated:
    """A literal is true because all others of the reason clause are false."""

    kind: ClassVar[str] = "propagated"
    number: int
    level: int
    literal: int
    name: str
    reason: Cited


@dataclass(frozen=True, slots=True)
class Conflict:
    """All literals of a clause are false."""

    kind: ClassVar[str] = "conflict"
    number: int
    level: int
    clause: Cited


@dataclass(frozen=True, slots=True)
class Left:
    """A level is done with, and everything from it on undone.

    `jumped`: its other branch was not tried, for the refutation does not rest on its
    decision, and would be the same there.
    """

    kind: ClassVar[str] = "left"
    number: int
    level: int
    jumped: bool


@dataclass(frozen=True, slots=True)
class Flipped:
    """A level begins anew with the negation of its decision, all else in it undone."""

    kind: ClassVar[str] = "flipped"
    number: int
    level: int
    literal: int
    name: str


@dataclass(frozen=True, slots=True)
class Found:
    """All clauses are satisfied.

    Args:
        number, level: As in every event.
        model: The true variables, rising.
        solution: The grid on one line, checked against the rules; None where the
            formula is not a puzzle's.
    """

    kind: ClassVar[str] = "found"
    number: int
    level: int
    model: tuple[int, ...]
    solution: str | None = None


class Ending(StrEnum):
    """How a search ended."""

    COMPLETE = "complete"
    """Nothing was left to look at."""
    ENOUGH = "enough"
    """As many models were found as were asked for."""
    STOPPED = "stopped"
    """A limit came first."""
    INTERRUPTED = "interrupted"
    """Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Begun:
    """What is searched, and how.

    Args:
        kind: `puzzle` or `formula`.
        source: Where that is from; None where nobody said.
        puzzle: The puzzle on one line; None for a formula.
        geometry: The shape of its boxes (`3x3`); None for a formula.
        encoding: The recipe; None for a formula.
        simplified: Whether the formula holds only what the puzzle leaves open.
        engine, rule: What searches, and its decision rule.
        variables, clauses: The size of the formula, assumptions not counted.
        assumptions: What is assumed.
    """

    kind: str
    source: str | None
    puzzle: str | None
    geometry: str | None
    encoding: str | None
    simplified: bool
    engine: str
    rule: str
    variables: int
    clauses: int
    assumptions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a search ended.

    Args:
        ending: How.
        why: Which limit came, if one did.
        counts: How many events there were of each kind.
        statistics: The engine's counters.
    """

    kind: ClassVar[str] = "ended"
    ending: Ending
    why: str = ""
    counts: dict[str, int] = field(default_factory=dict[str, int], hash=False)
    statistics: dict[str, int] = field(default_factory=dict[str, int], hash=False)

    @property
    def events(self) -> int:
        """How many events there were in all."""
        return sum(self.counts.values())


Event: TypeAlias = Assumed | Decided | Propagated | Conflict | Left | Flipped | Found


class Sink(Protocol):
    """Takes a search as it happens: `begin`, any number of events, `end`.

    There is no `end` where the search broke off by a failure.
    """

    def begin(self, begun: Begun) -> None:
        """Take what is searched."""
        ...

    def take(self, event: Event) -> None:
        """Take an event."""
        ...

    def end(self, ended: Ended) -> None:
        """Take how it ended."""
        ...
