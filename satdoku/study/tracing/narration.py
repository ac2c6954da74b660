"""A search in words.

`Narration` writes a step a line, for a slide or a blackboard:

    Level 1
       58  decide     r1c2=3
       59  propagate  r1c2≠4  because r1c2=3: r1c2 holds only one digit [cell 12]

In brackets are the clause's family and its number, as `satdoku cnf` writes the clauses.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

from satdoku.errors import counted, printable
from satdoku.study.tracing.clauses import Clause, negated

if TYPE_CHECKING:
    from typing import TextIO

    from satdoku.study.tracing.events import Event, EventKind, SearchInfo, Summary


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
    if search.clues:
        sizes.append(f"{len(search.clues):,} of them the clues")
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
_MANY = 10
"""Of clauses of more than twice as many literals so many are named."""

_FOLDED: dict[EventKind, str] = {
    "assumed": "assumption",
    "propagated": "propagation",
}
"""What is folded at level 0, and its noun."""


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
        folded: Write one line for the assumptions and propagations of level 0.

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

    def __init__(self, stream: TextIO, *, folded: bool = False) -> None:
        self._stream = stream
        self._folded = folded
        self._hidden: list[Event] = []  # of level 0, not written yet
        self._name_width = 0
        self._noun = "solution"
        self._levels: list[_Level] = []
        self._blocked = 0  # conflicts that the formula alone does not have

    def __call__(self, event: Event) -> None:
        """Write an event."""
        if self._folded and not event.level and event.kind in _FOLDED:
            self._hidden.append(event)
            return
        self._unfold()
        if event.search is not None:
            self._begin(event.search)
        elif event.summary is not None:
            self._end(event.summary)
        else:
            writers = {
                "decided": self._decide,
                "flipped": self._flip,
                "left": self._leave,
                "found": self._find,
                "learned": self._learn,
                "jumped": self._jump,
                "restarted": self._restart,
                "deleted": self._delete,
            }
            writers.get(event.kind, self._follow)(event)

    def _unfold(self) -> None:
        """Write how much is left out, in its place."""
        if self._hidden:
            kinds = [event.kind for event in self._hidden]
            counts = {noun: kinds.count(kind) for kind, noun in _FOLDED.items()}
            what = amounts(**{noun: count for noun, count in counts.items() if count})
            self._step(self._hidden[-1], "level 0", f"{what} (-v shows each)")
            self._hidden.clear()

    def _decide(self, event: Event) -> None:
        self._levels.append(_Level(event.name))
        self._stream.write(f"\nLevel {event.level}\n")
        self._step(event, "decide", event.name)

    def _jump(self, event: Event) -> None:
        del self._levels[event.level :]
        self._step(event, "jump", f"back to level {event.level}")

    def _restart(self, event: Event) -> None:
        self._step(event, "restart", "all decisions are undone")

    def _delete(self, event: Event) -> None:
        self._step(event, "delete", counted(event.deleted, "learned clause"))

    def _begin(self, search: SearchInfo) -> None:
        lines = {
            "Source": search.source and printable(search.source, 200),
            "Puzzle": search.puzzle and search.puzzle.clues.text,
            "Rules": "; ".join(search.constraints) or None,
            "Formula": describe_formula(search),
            "Engine": describe_engine(search).removeprefix("engine "),
        }
        for name, text in lines.items():
            if text is not None:
                self._write(f"{name:9}{text}", 9)
        self._stream.write("\nLevel 0\n")
        self._noun = search.noun
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
        if self._blocked:
            counts += f"; {self._blocked:,} of the conflicts with blocked {self._noun}s"
        self._stream.write(f"\nEnd: {describe_end(summary)}.\n{counts}.\n")

    def _follow(self, event: Event) -> None:
        """Write an assumption, a propagation or a conflict."""
        if event.clause is None:
            clue = "a clue" if event.literal > 0 else "ruled out by the puzzle"
            self._step(
                event, "assume", event.name, clue if self._noun == "solution" else ""
            )
        elif event.kind == "propagated":
            reason = because(event.literal, event.clause)
            self._step(event, "propagate", event.name, reason)
        else:
            self._blocked += event.clause.is_blocking
            self._step(event, "conflict", contradiction(event.clause))

    def _learn(self, event: Event) -> None:
        """Write the resolution, and the clause that is learned."""
        conflict = event.conflict
        if conflict is None:
            return
        for step in conflict.steps:
            cited = _cite(step.reason)
            self._write(f"{'':5}  {'resolve':9}  {step.name}, as {cited}", 18)
            self._write(f"{'':18}leaves {some_of(step.clause)}", 20)
        for literal in conflict.removed:
            name = conflict.learned.words.literal(-literal)
            self._write(f"{'':5}  {'minimize':9}  {name} follows from the others", 18)
        self._step(event, "learn", conflict.learned.text)
        self._write(f"{'':18}{conflict.words}", 18)
        name = conflict.learned.words.literal(conflict.uip)
        if not conflict.follows:
            self._write(f"{'':18}{after_blocking(self._noun)}", 18)
        levels = counted(conflict.lbd, "level")
        self._write(f"{'':18}unique implication point {name}; {levels}", 18)

    def _find(self, event: Event) -> None:
        for level in self._levels:
            level.has_model = True
        if event.solution is not None:
            self._step(event, "solution", event.solution.text)
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


def because(literal: int, reason: Clause) -> str:
    """Say why a literal follows: what is already true, and what the clause says."""
    if reason.is_blocking:
        return _cite(reason)
    others = [-other for other in reason.literals if other != literal]
    cause = f"because {reason.words.literals(others)}: " if others else ""
    return cause + _cite(reason)


def contradiction(clause: Clause) -> str:
    """Say what is true, and what that contradicts."""
    if not clause.literals:
        return clause.meaning or clause.text
    if clause.is_blocking:
        noun = clause.meaning.split()[1]  # blocks solution 1
        return f"a {noun} again, but that is blocked: {_cite(clause)}"
    true = clause.words.literals(-literal for literal in clause.literals)
    if clause.number is None and len(clause.literals) == 1:
        return f"{true}, but {clause.text} is assumed"
    return f"{true}, but {_cite(clause)}"


def after_blocking(noun: str) -> str:
    """Say of a learned clause that it does not follow from the formula.

    Example:
        >>> after_blocking("model")
        'rests on a clause that blocks a model found before'
    """
    return f"rests on a clause that blocks a {noun} found before"


def some_of(clause: Clause) -> str:
    """Name the literals of a clause, some of them where there are very many."""
    first = clause.literals[:_MANY]
    if len(clause.literals) <= 2 * _MANY:
        return clause.text
    others = len(clause.literals) - len(first)
    return f"{clause.words.clause(first).text} or {others} others"


def _cite(clause: Clause) -> str:
    """Say what a clause says, and which one it is."""
    origin = clause.origin
    if origin is None:
        return clause.text
    if origin.family == "blocking":
        return f"[{clause.meaning}]"
    if origin.family in {"file", "learned"}:
        kind = "clause" if origin.family == "file" else "learned"
        return f"{clause.text} [{kind} {clause.number}]"
    return f"{clause.meaning} [{origin.family} {clause.number}]"
