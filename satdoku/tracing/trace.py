"""The library's way to follow a search: `satdoku.trace`.

trace = satdoku.trace(puzzle)
for event in trace:              # the search runs as events are asked for
    print(event)
print(trace.text())              # the same, told in words
trace.write(stream)              # the same, as JSON lines
trace.tree().to_svg()            # the search tree, drawn
"""

from __future__ import annotations

from collections import deque
from io import StringIO
from typing import TYPE_CHECKING

from satdoku.cnf.formula import Formula
from satdoku.deadline import Deadline
from satdoku.engines.base import Limits
from satdoku.engines.dpll.heuristics import find_heuristic
from satdoku.errors import Stopped, UsageError
from satdoku.puzzle import Puzzle
from satdoku.tracing.follow import Search
from satdoku.tracing.grow import Growth
from satdoku.tracing.jsonl import JsonLines
from satdoku.tracing.narrate import Narration
from satdoku.tracing.subject import ENCODING, RULE, of_formula, of_puzzle
from satdoku.tracing.told import engine_of, formula_of
from satdoku.tracing.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from satdoku.puzzle import PuzzleLike
    from satdoku.tracing.event import Begun, Ended, Event, Sink
    from satdoku.tracing.subject import Subject
    from satdoku.tracing.tree import Tree

__all__ = ["Trace", "trace"]

_LIMIT = 1_000_000


def trace(
    puzzle: PuzzleLike,
    *,
    encoding: str | None = None,
    simplified: bool = False,
    rule: str = RULE,
    solutions: int | None = 2,
    limit: int | None = _LIMIT,
    timeout: float | None = None,
) -> Trace:
    """Follow the search of the hand-written DPLL, event by event.

    It searches the whole formula of the puzzle's grid, with the clues assumed, so that
    propagation can be seen at work on them; `simplified` asks for the formula of what
    it leaves open once singles have been followed, as `solve` usually searches.

    Args:
        puzzle: A grid, whatever `Puzzle.of` makes one of, or a `Formula`.
        encoding: A recipe by name or file; None for extended.
        simplified: Whether to search only what the puzzle leaves open.
        rule: The decision rule.
        solutions: Look for so many; None for all. Two, unless something else is asked
            for: the second search shows that there is no other solution.
        limit: Stop the search after so many events; None for no limit.
        timeout: Stop the search after so many seconds.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such encoding or rule, or a formula is to be encoded.
        LimitError: The formula would be too large.

    Example:
        >>> for event in trace("1... ..2. ..3. 4..."):
        ...     if event.kind != "propagated":
        ...         print(*filter(None, (event.kind, getattr(event, "name", ""))))
        assumed r1c1=1
        assumed r2c3=2
        assumed r3c3=3
        assumed r4c1=4
        found
        ended
    """
    for what, number in (("solutions", solutions), ("limit", limit)):
        if number is not None and (type(number) is not int or number < 1):
            raise UsageError(f"{what}={number!r} makes no sense; expected 1, 2, …")
    Deadline(timeout)
    if isinstance(puzzle, Formula):
        if encoding is not None or simplified:
            raise UsageError("a formula is not encoded; a puzzle is")
        subject = of_formula(puzzle, rule=rule)
    else:
        subject = of_puzzle(
            Puzzle.of(puzzle), encoding or ENCODING, simplified=simplified, rule=rule
        )
    return Trace(subject, solutions=solutions, limit=limit, timeout=timeout)


class Trace:
    """A search that can be followed; made by `trace`.

    Nothing is searched before somebody looks; each time somebody does, the search runs
    anew, and the same way.  Walking over it yields the events, and an `Ended` in the
    end; what happens until the next solution is found is held in memory then, while
    `send` holds nothing.

    Attributes:
        begun: What is searched.
    """

    def __init__(
        self,
        subject: Subject,
        *,
        solutions: int | None,
        limit: int | None,
        timeout: float | None,
    ) -> None:
        self.begun: Begun = subject.begun
        self._subject = subject
        self._words = Words(subject.formula)
        self._solutions = solutions
        self._limit = limit
        self._limits = Limits(seconds=timeout)
        find_heuristic(subject.begun.rule)

    def __repr__(self) -> str:
        return f"<Trace of {formula_of(self.begun)}; {engine_of(self.begun)}>"

    def __iter__(self) -> Iterator[Event | Ended]:
        held = _Held()
        walk = self._search(held).models(self._limits, asked=self._solutions)
        going = True
        while going:
            try:
                going = next(walk, None) is not None
            except Stopped:  # told by the last event
                going = False
            yield from held.emptied()

    def send(self, *sinks: Sink) -> None:
        """Run the search, and tell sinks what happens as it happens."""
        self._search(*sinks).run(self._limits, asked=self._solutions)

    def write(self, stream: TextIO) -> None:
        """Write JSON lines, as `satdoku solve --trace` does."""
        self.send(JsonLines(stream))

    def text(self) -> str:
        """Tell the search in words, a step a line.

        Example:
            >>> told = trace("1... ..2. ..3. 4...", limit=2).text()
            >>> told.splitlines()[6].partition("because")[0]
            '    2  propagate  r1c1≠2  '
        """
        stream = StringIO()
        self.send(Narration(stream))
        return stream.getvalue()

    def tree(self) -> Tree:
        """Return the search tree; large closed subtrees may be folded.

        Example:
            >>> trace("1... 23.. .... ....", solutions=None).tree().counts.solutions
            12
        """
        growth = Growth()
        self.send(growth)
        return growth.tree()

    def _search(self, *sinks: Sink) -> Search:
        return Search(self._subject, sinks, self._words, self._limit)


class _Held:
    """A sink that holds events until they are asked for."""

    def __init__(self) -> None:
        self._events: deque[Event | Ended] = deque()

    def begin(self, begun: Begun) -> None:
        """Take nothing: `Trace.begun` says it."""

    def take(self, event: Event) -> None:
        """Take an event."""
        self._events.append(event)

    def end(self, ended: Ended) -> None:
        """Take how it ended."""
        self._events.append(ended)

    def emptied(self) -> Iterator[Event | Ended]:
        """Yield what is held, and let go of it."""
        while self._events:
            yield self._events.popleft()
