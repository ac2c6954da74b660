"""The ledger of a session: what its puzzles have cost, and so what is chosen next.

For each geometry it keeps what choices are made by (`satdoku.choose`).  Once an engine
has loaded a whole formula, that choice stands: nothing is looked up any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.choose import AUTO, BITMASK, Question, SoFar, choose, cost
from satdoku.choosing.costs import SIMPLIFIED, Tally, figure
from satdoku.spread import is_compiled, is_spreadable

if TYPE_CHECKING:
    from satdoku.choose import Choice
    from satdoku.geometry import Geometry
    from satdoku.puzzle import Puzzle
    from satdoku.walk import Record

__all__ = ["Ledger"]


class Ledger:
    """Chooses for a session, by what its puzzles have cost so far.

    Args:
        engine: The engine asked for, or `auto`.
        encoding: The recipe asked for; None to choose.

    Attributes:
        coming: How many puzzles are to come, as far as is known.
        spreading: Whether engine `lanes` was asked before.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> ledger = Ledger("auto", None)
        >>> puzzle = Puzzle("." * 81)
        >>> ledger.choice(puzzle, Question.FEW).attempts[0].engine
        'bitmask'
        >>> ledger.coming = 1_000
        >>> ledger.choice(puzzle, Question.FEW).attempts[0].engine
        'glucose4'
    """

    def __init__(self, engine: str, encoding: str | None) -> None:
        self.coming = 0
        self.spreading = False
        self._engine = engine
        self._encoding = encoding
        self._learning = False
        self._loaded: set[Geometry] = set()
        self._spent: dict[Geometry, float] = {}
        self._tallies: dict[Geometry, Tally] = {}
        self._settled: dict[Geometry, Choice] = {}

    def choice(
        self, puzzle: Puzzle, question: Question, most: int | None = None
    ) -> Choice:
        """Choose formula and engines for a puzzle."""
        geometry = puzzle.geometry
        few = question is Question.FEW
        choice = self._settled.get(geometry) if few else None
        if choice is None:
            choice = choose(
                geometry,
                question,
                engine=self._engine,
                encoding=self._encoding,
                so_far=self.so_far(geometry, puzzle),
                spreadable=not few and is_spreadable(puzzle),
                most=most,
            )
            if few and choice.shared and len(choice.attempts) == 1:
                self._settled[geometry] = choice
        return choice

    def so_far(self, geometry: Geometry, puzzle: Puzzle | None = None) -> SoFar:
        """Return what is known of the puzzles of a geometry, and of the next one."""
        return SoFar(
            self._spent.get(geometry, 0.0),
            self._tallies.get(geometry),
            self.coming,
            learning=self._learning,
            spreading=self.spreading and is_compiled(),
            loaded=geometry in self._loaded,
            clues=None if puzzle is None else sum(map(bool, puzzle.values)),
        )

    def pay(self, geometry: Geometry, record: Record) -> None:
        """Add up what a puzzle has cost, for the next choice."""
        choice = record.choice
        learnt = [engine for engine in record.engines if engine != BITMASK]
        if self._engine == AUTO and learnt:
            self._learning = True
        if choice.way and learnt and not choice.simplified:
            self._loaded.add(geometry)
        if choice.way:
            self._count(geometry, record, given_up=bool(learnt))
        elif geometry not in self._settled:
            spent = cost(record.statistics.get("conflicts", 0))
            self._spent[geometry] = self._spent.get(geometry, 0.0) + spent

    def _count(self, geometry: Geometry, record: Record, *, given_up: bool) -> None:
        way, size = record.choice.way, geometry.size
        row, last = figure(way, size), figure(SIMPLIFIED, size)
        if row is None or last is None:
            return
        tally = self._tallies.get(geometry)
        if tally is None:
            tally = self._tallies[geometry] = Tally()
        conflicts = record.statistics.get("conflicts", 0) - record.dead_ends
        if record.choice.attempts[0].engine != BITMASK:
            tally.count(row, conflicts)
        elif given_up:
            tally.count(row, record.steps, last.each + conflicts * last.effort)
        else:
            tally.count(row, record.steps)
