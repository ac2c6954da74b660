"""A session whose searches are traced: how the command line answers and traces at once.

What is traced is the very search that gives the answer.
"""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING

from satdoku.choose import Attempt, Choice
from satdoku.errors import Stopped
from satdoku.session import Session
from satdoku.tracing.follow import Search
from satdoku.tracing.subject import ENCODING, RULE, of_puzzle
from satdoku.walk import Record, limits_to

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from satdoku.choose import Question
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle
    from satdoku.tracing.event import Sink

__all__ = ["TracingSession"]


class TracingSession(Session):
    """Answers puzzles by engine `dpll`, and tells sinks what happens.

    Args:
        sinks: Who is told; may be filled until the first puzzle is asked about.
        encoding: A recipe by name or file; None for extended.
        max_clauses: Refuse formulas with more clauses than that.
        rule: The decision rule; None for the usual one.
        simplified: Whether to search only what the puzzle leaves open.

    Attributes:
        source: Where the next puzzle is from, as sinks are told.

    Raises:
        UsageError, InputError: As `Session`.

    Example:
        >>> import sys
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.tracing.narrate import Narration
        >>> session = TracingSession([Narration(sys.stdout)], simplified=True)
        >>> session.solve(Puzzle("1... ..2. ..3. 4...")).status
        Puzzle   1.....2...3.4...
        Formula  encoding extended, what the puzzle leaves open: 0 variables, 0 clauses
        Engine   dpll, rule fewest
        <BLANKLINE>
        Level 0
            1  solution   1243342121344312
        <BLANKLINE>
        End: nothing is left to look at.
        0 decisions, 0 propagations, 0 conflicts, 1 model.
        <Status.UNIQUE: 'unique'>
    """

    def __init__(
        self,
        sinks: Sequence[Sink],
        encoding: str | None = None,
        max_clauses: int = 20_000_000,
        rule: str | None = None,
        *,
        simplified: bool = False,
    ) -> None:
        super().__init__("dpll", encoding, max_clauses, rule)
        self.source: str | None = None
        self._sinks = sinks
        self._choice = Choice(
            encoding or ENCODING,
            simplified=simplified,
            shared=False,
            attempts=(Attempt("dpll"),),
            because="its search is traced",
        )

    def _record(
        self, puzzle: Puzzle, question: Question, most: int | None = None
    ) -> Record:
        del puzzle, question, most
        return Record([], self._choice, {})

    def _one(
        self, puzzle: Puzzle, record: Record, timeout: float | None
    ) -> tuple[list[Grid], bool]:
        walk = self._walk(puzzle, record, timeout)
        try:
            return list(islice(walk, 1)), True
        except Stopped:
            return [], False
        finally:
            walk.close()

    def _by_formulas(
        self, puzzle: Puzzle, record: Record, deadline: float | None, known: set[Grid]
    ) -> Generator[Grid, None, None]:
        del known
        subject = of_puzzle(
            puzzle,
            self._forms.recipe(self._choice.encoding),
            simplified=self._choice.simplified,
            rule=self._rule or RULE,
            source=self.source,
            max_clauses=self._forms.max_clauses,
        )
        search = Search(subject, self._sinks)
        record.engines.append("dpll")
        try:
            with closing(search.models(limits_to(deadline))) as models:
                for model in models:
                    solution = subject.solution(model)
                    if solution is not None:
                        yield solution
        finally:
            record.statistics.update(search.statistics)
