"""What happens in a search of engine `dpll` or `cdcl`, as values.

    begun                          first: what is searched, and how
      assumed decided propagated   a literal becomes true
      conflict found               a branch ends
      left flipped                 backtracking of dpll
      learned jumped               of cdcl: a clause is learned, levels are undone
      restarted deleted            of cdcl: it begins anew; learned clauses go
    ended                          last: how the search ended, and its counters

Levels count from 1; level 0 holds the assumptions (a puzzle's clues) and what follows
from them.  After a conflict or a model of dpll come any number of `left` and then one
`flipped`, or the end; after a conflict of cdcl `learned` and `jumped`, or the end.

`JsonLines` writes events as they happen, an object a line, which
`docs/schema/trace.schema.json` describes.  A trace without its last line (`ended`) was
cut off by a failure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from json import JSONEncoder
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from typing import TextIO

    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.study.tracing.clauses import Clause
    from satdoku.study.tracing.conflicts import Conflict

SCHEMA = 2

_Assignment: TypeAlias = Literal["assumed", "decided", "propagated", "flipped"]
EventKind: TypeAlias = (
    Literal[
        "begun",
        "conflict",
        "found",
        "left",
        "ended",
        "learned",
        "jumped",
        "restarted",
        "deleted",
    ]
    | _Assignment
)

Ending: TypeAlias = Literal["complete", "enough", "stopped", "interrupted"]
"""Nothing is left to search; enough models are found; a limit; Ctrl-C."""


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """What is searched, and how.

    Args:
        kind: What was passed in.
        source: Its file and line, if known.
        puzzle: The puzzle; None for a formula, as all up to `encoding`.
        size: Rows and columns of the grid: `9x9`.
        box: Rows and columns of a box; None where the grid has no boxes.
        encoding: The encoding.
        simplified: Whether the formula holds only what the puzzle's clues leave open.
        engine: The engine.
        heuristic: Its decision heuristic.
        variables: Number of variables.
        clauses: Number of clauses, assumptions not counted.
        assumptions: The literals assumed; of dpll a puzzle's clues are.
        clues: The literals of a puzzle's clues that are clauses of the formula.
        constraints: The rules beyond rows, columns and boxes.
    """

    kind: Literal["puzzle", "formula"]
    source: str | None = None
    puzzle: Puzzle | None = None
    size: str | None = None
    box: str | None = None
    encoding: str | None = None
    simplified: bool = False
    engine: str = "dpll"
    heuristic: str = "fewest"
    variables: int = 0
    clauses: int = 0
    assumptions: tuple[int, ...] = ()
    clues: tuple[int, ...] = ()
    constraints: tuple[str, ...] = ()

    @property
    def noun(self) -> str:
        """What is found: `solution` of a puzzle, `model` of a formula."""
        return "model" if self.puzzle is None else "solution"


@dataclass(frozen=True, slots=True)
class Summary:
    """How a search ended.

    Args:
        ending: How.
        why: The limit that stopped it.
        counts: The number of events of each kind.
        statistics: The engine's counters.
    """

    ending: Ending
    why: str = ""
    counts: dict[str, int] = field(default_factory=dict[str, int], hash=False)
    statistics: dict[str, int] = field(default_factory=dict[str, int], hash=False)

    @property
    def events(self) -> int:
        """The number of events between `begun` and `ended`."""
        return sum(self.counts.values())


class Event(NamedTuple):
    """One event of a search; fields that its kind does not have keep their defaults.

    Args:
        kind: What happened.
        number: Its number, from 1; 0 for `begun` and `ended`.
        level: The level it happened in.
        literal: What became true, if something did.
        name: The literal's name.
        clause: The reason of `propagated`; the false clause of `conflict`; what is
            `learned`.
        jumped: Of `left`: the level's other branch was not tried, because the conflict
            does not depend on its decision.
        model: Of `found`: the true variables, ascending.
        solution: Of `found`: the grid, checked by the rules; None where the formula is
            not a puzzle's.
        conflict: Of `learned`: from what, and how.
        deleted: Of `deleted`: how many learned clauses go.
        search: Of `begun`: what is searched.
        summary: Of `ended`: how the search ended.

    Example:
        >>> print(Event("decided", 2, 1, 7, "r1c2=3"))
        2 level 1: decided r1c2=3
    """

    kind: EventKind
    number: int = 0
    level: int = 0
    literal: int = 0
    name: str = ""
    clause: Clause | None = None
    jumped: bool = False
    model: tuple[int, ...] = ()
    solution: Grid | None = None
    conflict: Conflict | None = None
    deleted: int = 0
    search: SearchInfo | None = None
    summary: Summary | None = None

    def __str__(self) -> str:
        if not self.number:
            return f"{self.kind}: {self.search or self.summary}"
        solution = "" if self.solution is None else self.solution.text
        parts = [self.kind, self.name, solution]
        parts.append(f"({self.clause.text})" if self.clause is not None else "")
        return f"{self.number} level {self.level}: {' '.join(filter(None, parts))}"

    def to_dict(self) -> dict[str, object]:
        """Return the event as one line of a trace in JSON.

        `docs/schema/trace.schema.json` describes it.
        """
        record: dict[str, object] = {"event": self.kind}
        if self.search is not None:
            puzzle = self.search.puzzle
            info = asdict(replace(self.search, puzzle=None))
            info["puzzle"] = None if puzzle is None else puzzle.line
            return record | {"schema": SCHEMA} | info
        if self.summary is not None:
            summary = self.summary
            events = {"events": summary.events}
            return record | asdict(summary) | {"why": summary.why or None} | events
        record |= {"number": self.number, "level": self.level}
        if self.literal:
            record |= {"literal": self.literal, "name": self.name}
        if self.clause is not None:
            key = "reason" if self.kind == "propagated" else "clause"
            record[key] = self.clause.to_dict()
        if self.conflict is not None:
            record |= self.conflict.to_dict()
        if self.kind == "deleted":
            record["clauses"] = self.deleted
        if self.kind == "left":
            record["jumped"] = self.jumped
        elif self.kind == "found":
            solution = None if self.solution is None else self.solution.line
            record |= {"model": self.model, "solution": solution}
        return record


Sink: TypeAlias = Callable[[Event], object]
"""Receives the events of a search, one by one, as they happen."""


class JsonLines:
    r"""Writes events as JSON, an object a line.

    Args:
        stream: Where to.

    Example:
        >>> import sys
        >>> JsonLines(sys.stdout)(Event("decided", 1, 1, 7, "r1c2=3"))
        {"event": "decided", "number": 1, "level": 1, "literal": 7, "name": "r1c2=3"}
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        encoding = (stream.encoding or "utf-8").lower()
        # Names have a sign (≠) that not every terminal knows.
        self._encode = JSONEncoder(ensure_ascii=not encoding.startswith("utf")).encode

    def __call__(self, event: Event) -> None:
        """Write an event."""
        self._stream.write(self._encode(event.to_dict()) + "\n")
