"""One puzzle of 9×9 spread over all lanes: its solutions, or how many there are.

The room `lanes` takes many puzzles, and idle lanes take open branches from busy ones;
so with a single puzzle all lanes search that one.  Blocks of solutions are held against
the rules whole (`satdoku.rules`), and become grids one by one as they are asked for.

Compiled code is used if it is in the cache.  If it would have to be made first, which
takes some seconds, NumPy searches until so many solutions are known that it pays; then
it is made, and starts over.

Nothing here imports numpy before a search begins.
"""

from __future__ import annotations

from struct import Struct
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.answers import Count
from satdoku.errors import EngineError, InputError, Stopped
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.lanes import has_compiler

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.puzzle import Puzzle


__all__ = ["Spread", "is_compiled", "is_enough", "is_quick", "is_spreadable"]

_NINE = Geometry(9, 9)
_VALUES = Struct("81B")
_COMPILED = "numba"
_UNCOMPILED = "numpy"
_UNCOMPILED_ENOUGH = 10_000  # solutions: half a second of any other engine
_WORTH_COMPILING = 100_000  # solutions: some seconds of NumPy
_COMPILING = 20.0  # seconds that the compiler may take, with some to spare


def is_spreadable(puzzle: Puzzle) -> bool:
    """Whether engine `lanes` takes a puzzle: 9×9, and told by its clues alone."""
    alone = puzzle.candidates is None and not puzzle.constraints
    return alone and puzzle.geometry == _NINE


def is_enough(found: int, many: int) -> bool:
    """Whether so many solutions are known that the lanes are to start over.

    Args:
        found: How many are known; asked after each from the first.
        many: How many are enough where compiled code is there.

    Example:
        >>> is_enough(499, 500), is_enough(10_000, 500)
        (False, True)
    """
    if found == many and many < _UNCOMPILED_ENOUGH:
        return is_compiled()
    return found >= max(many, _UNCOMPILED_ENOUGH)


def is_quick() -> bool:
    """Whether compiled code is there or can be made; nothing is loaded."""
    return has_compiler()


def is_compiled() -> bool:
    """Whether compiled code is there; it is loaded then."""
    from satdoku.lanes.search import is_ready  # noqa: PLC0415  numpy, not before

    return is_ready(_COMPILED)


class Spread:
    """A puzzle, spread over all lanes.

    Args:
        puzzle: The puzzle.
        deadline: When to stop, on the clock `time.monotonic`; None for never.
        compiling: Is called before the compiler runs, which takes some seconds.

    Attributes:
        statistics: What the search took, as far as is told: guesses, sweeps.

    Raises:
        InputError: The puzzle is of another geometry, or has candidates.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> spread = Spread(Puzzle("12345678." + "." * 72))
        >>> sum(1 for _ in zip(range(5), spread.solutions()))
        5
    """

    def __init__(
        self,
        puzzle: Puzzle,
        deadline: float | None = None,
        compiling: Callable[[], None] | None = None,
    ) -> None:
        if not is_spreadable(puzzle):
            what = (
                f"a puzzle of {puzzle.geometry}"
                if puzzle.geometry != _NINE
                else "candidates ruled out beyond the clues"
            )
            raise InputError(what, expected="9x9 and clues alone, for engine lanes")
        self.statistics: dict[str, int] = {}
        self._puzzle = puzzle
        self._deadline = deadline
        self._compiling = compiling

    def few(self, most: int) -> tuple[list[Grid], bool]:
        """Find up to `most` solutions, 1 or 2; return them, and whether that is all.

        It is all that was asked, too, where as many were found.
        """
        found: list[Grid] = []
        try:
            # With a deadline, the first one is not lost if it comes before the second.
            for limit in range(1 if self._deadline is not None else most, most + 1):
                counted, first = self._search(limit)
                if counted and not found:
                    found.append(first)
                if counted < limit:
                    return found, True
        except Stopped:
            return found, False
        if most > 1:
            found += self._others(found[0], most)
        return found, True

    def solutions(self, known: Collection[Grid] = ()) -> Generator[Grid, None, None]:
        """Yield every solution that is not known yet, lazily.

        Raises:
            Stopped: The deadline came first.
            EngineError: What was found is no solution, or a known one was not found.
        """
        make = Grid.trusted
        left_out = {bytes(grid.values) for grid in known}
        for block in self._blocks(None, len(known)):
            data = block.tobytes()
            starts = range(0, len(data), _VALUES.size)
            for start, values in zip(starts, _VALUES.iter_unpack(data), strict=True):
                if left_out:
                    row = data[start : start + _VALUES.size]
                    if row in left_out:
                        left_out.remove(row)
                        continue
                yield make(_NINE, values)
        if left_out:
            raise self._missed()

    def count(
        self,
        limit: int | None,
        before: int = 0,
        progress: Callable[[int], None] | None = None,
    ) -> Count:
        """Count the solutions, exactly up to a limit, from the first.

        Args:
            limit: Stop when there are more than that; None for no limit.
            before: How many are known to be there, at most `limit`.
            progress: Is told now and then how many there are by now.

        Raises:
            EngineError: What was found is no solution, or less than was known.
        """
        most = None if limit is None else limit + 1
        found, stopped = 0, None
        try:
            if progress is None and self._deadline is None and is_compiled():
                found, _ = self._search(most)
            else:
                for block in self._blocks(most, before):
                    found += len(block)
                    if progress is not None:
                        told = max(found, before)
                        progress(told if limit is None else min(told, limit))
        except Stopped as stop:
            found, stopped = max(found, before), str(stop)
        if found < before:
            raise self._missed()
        if limit is not None and found > limit:
            return Count(limit, exact=False)
        return Count(found, exact=stopped is None, stopped=stopped)

    def _blocks(self, most: int | None, before: int) -> Iterator[NDArray[np.uint8]]:
        """Yield solutions in blocks, (M, 81) each, held against the rules."""
        if is_compiled():
            yield from self._walked(most, _COMPILED)
            return
        if not self._may_compile():
            yield from self._walked(most, _UNCOMPILED)
            return
        seen: set[bytes] = set()
        if before < _WORTH_COMPILING:
            for block in self._walked(most, _UNCOMPILED):
                yield block
                seen.update(_rows(block))
                if len(seen) >= _WORTH_COMPILING:
                    break
            else:
                return
        from satdoku.lanes.search import prepare  # noqa: PLC0415  the same

        executor = prepare("auto", self._compiling)
        for block in self._walked(most, executor):
            yield block[[row not in seen for row in _rows(block)]] if seen else block

    def _may_compile(self) -> bool:
        """Whether there are a compiler and the time for it."""
        from satdoku.lanes.search import find_executor  # noqa: PLC0415  the same

        if self._deadline is not None and monotonic() + _COMPILING > self._deadline:
            return False
        return find_executor() == _COMPILED

    def _walked(self, most: int | None, executor: str) -> Iterator[NDArray[np.uint8]]:
        from satdoku.lanes.search import walk  # noqa: PLC0415  numpy, not before

        clues = self._clues()
        self._look_at_deadline()
        for _, block in walk(clues, limit=most, executor=executor):
            self._hold(clues, block)
            yield block
            self._look_at_deadline()

    def _others(self, first: Grid, most: int) -> list[Grid]:
        """Find the solutions that a search has counted beside the first."""
        from satdoku.lanes.search import ENOUGH, TURNS, walk  # noqa: PLC0415  as above
        from satdoku.lanes.turned import Turn  # noqa: PLC0415  as above

        clues = self._clues()
        executor = _executor()
        found: dict[Grid, None] = {}  # in the order in which they came
        others: list[Grid] = []
        for number in range(TURNS + 2):
            turn = Turn(number) if number else None
            asked = clues if turn is None else turn.there(clues)
            patience = ENOUGH if number <= TURNS else None
            for _, block in walk(
                asked, limit=most, max_guesses=patience, executor=executor
            ):
                told = block if turn is None else turn.back(block)
                self._hold(clues, told)
                for values in _VALUES.iter_unpack(told.tobytes()):
                    found[Grid.trusted(_NINE, values)] = None
                self._look_at_deadline()
            others = [grid for grid in found if grid != first][: most - 1]
            if len(others) == most - 1:
                break
        return others

    def _search(self, most: int | None) -> tuple[int, Grid]:
        """Count up to `most` solutions; return how many, and the first."""
        from satdoku.lanes.search import search  # noqa: PLC0415  as above

        clues = self._clues()

        def look(_: int) -> None:
            self._look_at_deadline()

        look(0)
        told = look if self._deadline is not None else None
        found = search(clues, limit=most, executor=_executor(), progress=told)
        counted = int(found.counts[0])
        if counted:
            self._hold(clues, found.solutions)
        for key, values in (("guesses", found.guesses), ("sweeps", found.sweeps)):
            self.statistics[key] = self.statistics.get(key, 0) + int(values[0])
        first = Grid.trusted(_NINE, _VALUES.unpack(found.solutions.tobytes()))
        return counted, first

    def _clues(self) -> NDArray[np.uint8]:
        import numpy as np  # noqa: PLC0415  as above

        return np.array([self._puzzle.values], np.uint8)

    def _hold(self, clues: NDArray[np.uint8], solutions: NDArray[np.uint8]) -> None:
        """Hold what was found against the rules."""
        from satdoku.rules import first_broken  # noqa: PLC0415  as above

        if first_broken(clues[0], solutions) is not None:
            raise EngineError(
                f"lanes gave a grid that is no solution of {self._puzzle.line}"
            )

    def _missed(self) -> EngineError:
        return EngineError(f"lanes missed a known solution of {self._puzzle.line}")

    def _look_at_deadline(self) -> None:
        if self._deadline is not None and monotonic() >= self._deadline:
            raise Stopped("out of time")


def _executor() -> str:
    return _COMPILED if is_compiled() else _UNCOMPILED


def _rows(block: NDArray[np.uint8]) -> list[bytes]:
    """Return the solutions of a block as what can be looked up."""
    data, size = block.tobytes(), _VALUES.size
    return [data[start : start + size] for start in range(0, len(data), size)]
