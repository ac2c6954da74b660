"""What literals and clauses mean, and a search in words.

A literal has its variable's name: `r1c2=3`, and `r1c2≠3` for its negation; in a formula
from a file the number: `7`, `-7`.  A clause of a puzzle's formula says, by its family,
"row 1 holds 3 only once".  The engine does not keep numbers of clauses, so a clause is
found again by its literals; the map takes about 250 bytes a clause and is made when it
is first needed.

`Narration` writes a step a line, for a slide or a blackboard:

    Level 1
       58  decide     r1c2=3
       59  propagate  r1c2≠4  because r1c2=3: r1c2 holds only one digit [cell 12]

In brackets are the clause's family and its number, as `satdoku cnf` writes the clauses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from textwrap import fill
from typing import TYPE_CHECKING

from satdoku.errors import counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TextIO

    from satdoku.cnf.formula import Formula, Origin
    from satdoku.study.tracing.events import Event, SearchInfo, Summary

__all__ = [
    "Clause",
    "Narration",
    "Words",
    "amounts",
    "describe_end",
    "describe_engine",
    "describe_formula",
    "negated",
]

_MAX_CLAUSES = 1_000_000
"""Clauses of larger formulas get no number."""

_MAX_CACHED = 20_000
"""Searches use the same clauses over and over."""

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


@dataclass(frozen=True)
class Clause:
    """A clause that an event depends on.

    Two are equal when their literals are.

    Args:
        literals: In the order of the search.
        words: What the literals of this search mean.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> group = Group(Origin("unit", "row 1", 3), ((-3, -7),))
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
        found = self._place
        return None if found is None else found[0]

    @property
    def origin(self) -> Origin | None:
        """Its family, and what part of the grid it is about; None as for `number`."""
        found = self._place
        return None if found is None else found[1]

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
            "candidate": "a candidate of the puzzle",
        }.get(origin.family, str(origin))

    def _rule(self, origin: Origin) -> str:
        """Say which rule of Sudoku a clause of an encoding's family states."""
        subject, digit, clause = origin.subject, origin.digit, self.literals
        if origin.family == "peer":
            return f"{subject} hold different digits"
        positive = sum(literal > 0 for literal in clause)
        is_triad = " in box " in subject
        if is_triad and digit and 0 < positive < len(clause):  # defines its variable
            causes = self.words.literals(-each for each in clause if each < 0)
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

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._names: dict[int, str] = {}
        self._clause = lru_cache(_MAX_CACHED)(partial(Clause, words=self))

    def literal(self, literal: int) -> str:
        """Name a literal."""
        name = self._names.get(literal)
        if name is None:
            name = self._formula.name_of(abs(literal))
            name = self._names[literal] = name if literal > 0 else negated(name)
        return name

    def literals(self, literals: Iterable[int]) -> str:
        """Name literals, with commas between them."""
        return ", ".join(map(self.literal, literals))

    def clause(self, literals: Sequence[int]) -> Clause:
        """Return the clause of these literals."""
        return self._clause(tuple(literals))

    @cached_property
    def places(self) -> dict[tuple[int, ...], tuple[int, Origin]]:
        """Number and origin of clauses by their literals; none of large formulas."""
        places: dict[tuple[int, ...], tuple[int, Origin]] = {}
        if self._formula.clause_count > _MAX_CLAUSES:
            return places
        number = 0
        for origin, clauses in self._formula.groups():
            for clause in clauses:
                number += 1
                places.setdefault(_key(clause), (number, origin))
        return places


def _key(literals: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(literals)))


def amounts(**counts: int) -> str:
    """Return numbers with their nouns.

    Example:
        >>> amounts(node=3, conflict=1)
        '3 nodes, 1 conflict'
    """
    return ", ".join(counted(count, noun) for noun, count in counts.items())


def describe_formula(search: SearchInfo) -> str:
    """Say which formula is searched, and how large it is."""
    sizes = [counted(search.variables, "variable"), counted(search.clauses, "clause")]
    if search.assumptions:
        sizes.append(counted(len(search.assumptions), "assumption"))
    if search.encoding is None:
        return ", ".join(sizes)
    part = "simplified by the clues" if search.simplified else "the whole formula"
    return f"encoding {search.encoding}, {part}: {', '.join(sizes)}"


def describe_engine(search: SearchInfo) -> str:
    """Say what searches."""
    return f"engine {search.engine}, heuristic {search.heuristic}"


def describe_end(summary: Summary) -> str:
    """Say how a search ended.

    Example:
        >>> from satdoku.study.tracing.events import Summary
        >>> describe_end(Summary("stopped", "out of time"))
        'stopped by a limit: out of time'
    """
    ending = {
        "complete": "the search is complete",
        "enough": "enough models are found",
        "stopped": "stopped by a limit",
        "interrupted": "interrupted",
    }[summary.ending]
    return f"{ending}: {summary.why}" if summary.why else ending


# In words

_WIDTH = 80


@dataclass(slots=True)
class _Level:
    """A level of the search: its literal, and what happened in it so far."""

    name: str
    flipped: bool = False
    has_model: bool = False


class Narration:
    """Writes events in words.

    Args:
        stream: Where to.

    Invariant: `_levels[k]` is level k + 1.

    Example:
        >>> import sys
        >>> from satdoku.study.tracing.events import Event
        >>> narration = Narration(sys.stdout)
        >>> narration(Event("assumed", 1, 0, 1, "r1c1=1"))
            1  assume     r1c1=1
        >>> narration(Event("decided", 2, 1, 7, "r1c2=3"))
        <BLANKLINE>
        Level 1
            2  decide     r1c2=3
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._name_width = 0
        self._is_puzzle = False
        self._levels: list[_Level] = []

    def __call__(self, event: Event) -> None:
        """Write an event."""
        if event.search is not None:
            self._begin(event.search)
        elif event.summary is not None:
            self._end(event.summary)
        elif event.kind == "decided":
            self._levels.append(_Level(event.name))
            self._stream.write(f"\nLevel {event.level}\n")
            self._step(event, "decide", event.name)
        elif event.kind == "flipped":
            self._flip(event)
        elif event.kind == "left":
            self._leave(event)
        elif event.kind == "found":
            self._find(event)
        else:
            self._follow(event)

    def _begin(self, search: SearchInfo) -> None:
        lines = {
            "Source": search.source and printable(search.source, 200),
            "Puzzle": search.puzzle,
            "Rules": "; ".join(search.constraints) or None,
            "Formula": describe_formula(search),
            "Engine": describe_engine(search).removeprefix("engine "),
        }
        for name, text in lines.items():
            if text is not None:
                self._write(f"{name:9}{text}", 9)
        self._stream.write("\nLevel 0\n")
        self._is_puzzle = search.puzzle is not None
        rows, _, columns = (search.size or "").partition("x")
        name = f"r{rows}c{columns}={columns}" if columns else f"-{search.variables}"
        self._name_width = len(name)

    def _end(self, summary: Summary) -> None:
        of = summary.counts.get
        counts = amounts(
            decision=of("decided", 0),
            propagation=of("propagated", 0),
            conflict=of("conflict", 0),
            model=of("found", 0),
        )
        self._stream.write(f"\nEnd: {describe_end(summary)}.\n{counts}.\n")

    def _follow(self, event: Event) -> None:
        """Write an assumption, a propagation or a conflict."""
        if event.clause is None:
            clue = "a clue" if event.literal > 0 else "ruled out by the puzzle"
            self._step(event, "assume", event.name, clue if self._is_puzzle else "")
        elif event.kind == "propagated":
            reason = _because(event.literal, event.clause)
            self._step(event, "propagate", event.name, reason)
        else:
            self._step(event, "conflict", _contradiction(event.clause))

    def _find(self, event: Event) -> None:
        for level in self._levels:
            level.has_model = True
        if event.solution is not None:
            self._step(event, "solution", event.solution)
        else:
            true = " ".join(map(str, event.model)) or "-"
            self._step(event, "model", f"true: {true}")

    def _flip(self, event: Event) -> None:
        level = self._levels[event.level - 1]
        done = "its models are found" if level.has_model else "it is refuted"
        why = f"after {level.name}: {done}"
        level.name, level.flipped = event.name, True
        self._stream.write(f"\nLevel {event.level}, the other branch\n")
        self._step(event, "flip", event.name, why)

    def _leave(self, event: Event) -> None:
        level = self._levels.pop()
        other = negated(level.name)
        if event.jumped:
            why = f"{other} is not tried: no conflict depends on {level.name}"
        elif level.flipped:
            why = "both branches are done"
        else:
            why = f"{other} is not tried: it holds no other model"
        self._step(event, "leave", f"level {event.level}", why)

    def _step(self, event: Event, verb: str, what: str, why: str = "") -> None:
        width = self._name_width if why else 0
        start = f"{event.number:5}  {verb:9}  "
        self._write(f"{start}{what:{width}}  {why}".rstrip(), len(start) + width + 2)

    def _write(self, line: str, indent: int) -> None:
        """Write a line; what does not fit is indented on the next ones."""
        if len(line) > _WIDTH and " " in line[indent:]:
            begin = " " * indent
            line = fill(
                line,
                _WIDTH,
                subsequent_indent=begin,
                break_long_words=False,
                break_on_hyphens=False,
            )
        self._stream.write(line + "\n")


def _because(literal: int, reason: Clause) -> str:
    """Say why a literal follows: what is already true, and what the clause says."""
    others = [-other for other in reason.literals if other != literal]
    cause = f"because {reason.words.literals(others)}: " if others else ""
    return cause + _cite(reason)


def _contradiction(clause: Clause) -> str:
    """Say what is true, and what that contradicts."""
    if not clause.literals:
        return clause.meaning or clause.text
    true = clause.words.literals(-literal for literal in clause.literals)
    if clause.number is None and len(clause.literals) == 1:
        return f"{true}, but {clause.text} is assumed"
    return f"{true}, but {_cite(clause)}"


def _cite(clause: Clause) -> str:
    """Say what a clause says, and which one it is."""
    origin = clause.origin
    if origin is None:
        return clause.text
    if origin.family == "file":
        return f"{clause.text} [clause {clause.number}]"
    return f"{clause.meaning} [{origin.family} {clause.number}]"
