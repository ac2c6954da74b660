"""Variants: the compiled search on masks and a SAT solver in turns.

Neither is quicker on all puzzles, by factors of hundreds, and which will be cannot
be predicted.  So they take turns, each longer than the one before, until one is done.

Loading the compiled search takes 60 ms of a processor.  The first puzzles of a process
do without, until SAT solvers have taken `_WORTH_LOADING`; then it stays loaded.  Which
engine answers decides which of several solutions are found, so these are not shown.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING

from satdoku.engines.lanes import has_compiler
from satdoku.engines.masks.rows import UnsupportedError
from satdoku.engines.masks.search import MaskSearch, prepare
from satdoku.errors import LimitError, Stopped
from satdoku.puzzle.grid import Grid
from satdoku.runtime.deadline import Deadline
from satdoku.solving.attempts import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from satdoku.solving.attempts import EngineCache, LoadedEngine
    from satdoku.solving.choice import Attempt

_WORTH_LOADING = 0.5
"""Seconds of SAT solvers on variants from which the compiled search is loaded."""

_WORTH_COMPILING = 30.0
"""Seconds from which it is compiled where that has never been done."""

_MANY = 100
"""Solutions of the compiled search after which others come as easily."""

_FIRST_TURN = 0.05
_LONGER = 3
"""The first turn of the compiled search, which answers most puzzles, in seconds; and
how much longer each is than the one before."""

_SAT_TURN = 0.2
_SAT_SHARE = 3
"""The least turn of the SAT solver in seconds, and how many turns of the other it
lasts: it is the one that learns."""


class _Process:
    """What this process knows of the compiled search.

    Attributes:
        run: It, once it is loaded.
        is_missing: Whether there was none to load.
        is_impossible: Whether it could not be compiled either.
        spent: Seconds of SAT solvers on variants.
    """

    run: Callable[..., int] | None = None
    is_missing = False
    is_impossible = False
    spent = 0.0


def seconds_left() -> float | None:
    """Return for how long SAT solvers go on alone; 0 once the search is loaded.

    None where there will be no compiled search.
    """
    if _Process.run is not None:
        return 0.0
    if _Process.is_impossible or not has_compiler():
        return None
    worth = _WORTH_COMPILING if _Process.is_missing else _WORTH_LOADING
    return max(0.0, worth - _Process.spent)


def trial(task: Task, seconds: float) -> Task:
    """Return the same question, with so many seconds at most to answer it."""
    left = task.deadline.left
    deadline = Deadline(seconds if left is None else min(seconds, left))
    return Task(task.puzzle, task.limit, deadline)


def note_seconds(seconds: float) -> None:
    """Note what a SAT solver took for a variant."""
    _Process.spent += seconds


def load(compiling: Callable[[], None] | None = None) -> bool:
    """Load the compiled search; return whether there is one.

    Args:
        compiling: Called before it is compiled; None to compile it only where SAT
            solvers have taken longer than that would.
    """
    if compiling is None and _Process.spent >= _WORTH_COMPILING:
        compiling = _announce_compiling
    known = _Process.is_impossible if compiling else _Process.is_missing
    if _Process.run is None and not known:
        _Process.run = prepare(compiling)
        _Process.is_missing = _Process.run is None
        _Process.is_impossible = _Process.is_missing and compiling is not None
    return _Process.run is not None


def compiled_search() -> Callable[..., int] | None:
    """Return the compiled search, loaded; None where there is none."""
    return _Process.run if load() else None


def _announce_compiling() -> None:
    """Print, at a terminal, what there is to wait for."""
    if sys.stderr and sys.stderr.isatty():
        sys.stderr.write("satdoku: compiling the search for variants, once ...\n")
        sys.stderr.flush()


def in_turns(task: Task, last: Attempt, cache: EngineCache) -> Iterator[Grid] | None:
    """Return every solution, each once, by whichever engine is done first.

    The order is nobody's to rely on.  None where the compiled search does not take the
    puzzle.

    Args:
        task: The puzzle and its deadline.
        last: The SAT solver.
        cache: Makes its formula, and loads it.
    """
    run = compiled_search()
    if run is None:
        return None
    since = perf_counter()
    try:
        masks = MaskSearch(task.puzzle, run)
    except (UnsupportedError, LimitError):
        return None
    task.statistics.spend("encode", since)
    return _Turns(task, masks, last, cache).solutions()


class _Turns:
    """The two engines and what they have found.

    Args:
        task: The puzzle; what was found is noted in it.
        masks: The compiled search.
        last: The SAT solver.
        cache: Makes its formula, and loads it.
    """

    def __init__(
        self, task: Task, masks: MaskSearch, last: Attempt, cache: EngineCache
    ) -> None:
        self._task = task
        self._masks = masks
        self._last = last
        self._cache = cache
        self._sat: LoadedEngine | None = None
        self._alone = False  # the compiled search goes on without the other

    def solutions(self) -> Generator[Grid, None, None]:
        """Yield every solution, each once."""
        masks, seconds = self._masks, _FIRST_TURN
        try:
            while True:
                yield from self._by_masks(None if self._alone else seconds)
                if masks.is_done:
                    return
                if not self._alone:
                    turn = max(_SAT_TURN, seconds * _SAT_SHARE)
                    is_done = yield from self._by_sat(turn)
                    if is_done:
                        return
                seconds *= _LONGER
        finally:
            if self._sat is not None:
                self._sat.engine.close()
            counters = {"guesses": masks.nodes, "propagations": masks.steps}
            self._task.statistics.count(counters)

    def _by_masks(self, seconds: float | None) -> Generator[Grid, None, None]:
        task, known = self._task, self._task.known
        task.statistics.use("masks")
        solutions = self._masks.solutions(task.deadline, seconds)
        for values in task.statistics.timed("search", "masks", solutions):
            grid = Grid.trusted(task.puzzle.geometry, values)
            if grid in known:
                continue
            if not self._alone:
                known.add(grid)
                if self._sat is None and len(known) >= _MANY:
                    self._alone = True
            yield grid

    def _by_sat(self, seconds: float) -> Generator[Grid, None, bool]:
        """Yield solutions; return whether there are no others."""
        task, known = self._task, self._task.known
        try:
            if self._sat is None:
                # What was searched is left out: its solutions are known.
                task.candidates = self._masks.root
                self._sat = self._cache.loaded_for(task, self._last, renews=False)
            if self._sat is None:
                return True
            own = trial(task, seconds)
            own.statistics = task.statistics
            for grid in self._sat.solutions(own):
                if grid not in known:
                    known.add(grid)
                    yield grid
        except Stopped:
            task.deadline.check()
            return False
        except LimitError:
            self._alone = True
            return False
        return True
