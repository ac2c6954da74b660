"""Integer linear programming: a 0-1 program, solved by HiGHS, for each solution anew.

    x[cell, digit] = 1      where the cell holds the digit, else 0

    sum of x[cell, .]  = 1  for every cell: one digit
    sum of x[., digit] = 1  for every unit and digit: one place; at most 1 in units
                            with fewer cells than there are digits

Only the candidates that the clues leave open become variables: the others would be
fixed at 0.  Measured on the 50 easy and 95 hard puzzles, all 729 variables with fixed
bounds take up to twice as long, and they say no more.  Nothing is to be made large or
small; every solution of the program is one of the puzzle.  A found solution picks one
variable in each cell, so the cut

    sum of those variables <= number of cells - 1

forbids this one and no other.  Presolving and the linear relaxation settle most puzzles
of 9×9 without any branching.  Each solution starts anew, with one more cut, so to list
thousands takes long.

HiGHS keeps a time limit by itself, but hears of no Ctrl-C before it is done, nor can it
be stopped from another thread.  Programs as small as those of 9×9 take some
milliseconds, the hardest known about a second: they are solved here.  Larger ones may
take minutes: they are solved in a process of its own from the start, which is ended at
will, and else kept for the next puzzle.

Counter: `nodes` of branch and bound.

Bartlett, Chartier, Langville & Rankin, "An Integer Programming Model for the Sudoku
Problem" (Journal of Online Mathematics and its Applications, 2008); the solver: Huangfu
& Hall, "Parallelizing the dual revised simplex method" (2018).  HiGHS comes by SciPy:
its own Python package brings a library that OR-Tools brings, too, by the same name, and
only one of the two can be loaded in a process.
"""

from __future__ import annotations

from concurrent.futures import wait
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple
from warnings import catch_warnings, simplefilter
from weakref import finalize

from satdoku.engines.baselines.base import (
    Baseline,
    Start,
    units_of_cells,
)
from satdoku.errors import EngineError, Stopped
from satdoku.runtime.processes import Pool

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from satdoku.engines.baselines.base import Units
    from satdoku.runtime.deadline import Deadline


_SMALL = 729  # variables of a program that is solved in this process
_MOMENT = 0.05  # seconds, after which Ctrl-C and the clock are looked at


class Program(NamedTuple):
    """The 0-1 program of a puzzle, which can be sent to another process.

    Args:
        size: The number of digits.
        units: The cells of each unit.
        masks: The candidates of each cell; none is without.
        known: The solutions that are to be cut off.
        seconds: The time limit; None for none.
    """

    size: int
    units: Units
    masks: tuple[int, ...]
    known: list[tuple[int, ...]]
    seconds: float | None


class Answer(NamedTuple):
    """What HiGHS says of a program.

    Args:
        is_known: Whether it came to an end; if not, time ran out.
        values: A solution, cell by cell; None if there is none, or that is not known.
        nodes: How many nodes of branch and bound it took.
    """

    is_known: bool
    values: tuple[int, ...] | None
    nodes: int


class Ilp(Baseline):
    """Solves by integer linear programming; may keep a process until `close`."""

    counters = ("nodes",)

    def __init__(self) -> None:
        self._pool: Pool[Program, Answer] | None = None

    def _search(self, start: Start) -> Generator[tuple[int, ...], None, None]:
        if 0 in (masks := start.candidates()):
            return
        deadline = start.deadline
        known: list[tuple[int, ...]] = []
        while True:
            deadline.check()
            program = Program(
                start.size, start.units, tuple(masks), known, deadline.left
            )
            answer = self._solve(program, deadline)
            start.statistics["nodes"] += answer.nodes
            if not answer.is_known:
                raise Stopped("out of time")
            if answer.values is None:
                return
            yield answer.values
            known.append(answer.values)

    def close(self) -> None:
        """End the process; the next puzzle starts another."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def _solve(self, program: Program, deadline: Deadline) -> Answer:
        """Solve a program, or have it solved by a process that is ended in time."""
        if sum(map(int.bit_count, program.masks)) <= _SMALL:
            return _solve_program(program)
        if self._pool is None:
            self._pool = Pool(solve_programs, None, workers=1)
            finalize(self, self._pool.close)
        try:
            begun = self._pool.submit(program)
            while not wait([begun], _MOMENT).done:
                deadline.check()
            return begun.result()
        except BaseException:  # at the deadline, at Ctrl-C
            self.close()
            raise


def solve_programs(job: None) -> Callable[[Program], Answer]:
    """Return what solves a program: that is what the process does."""
    del job
    return _solve_program


def _solve_program(program: Program) -> Answer:
    """Solve a program.

    Raises:
        EngineError: HiGHS returns a status that such a program cannot have.

    Example:
        >>> program = Program(2, ((0, 1),), (3, 3), [(1, 2)], None)
        >>> _solve_program(program)
        Answer(is_known=True, values=(2, 1), nodes=0)
    """
    from scipy.optimize import Bounds, milp  # noqa: PLC0415  heavy

    columns, equations = _equations(program.size, program.units, program.masks)
    constraints = [equations]
    if program.known:
        cuts = [[columns[pair] for pair in enumerate(grid)] for grid in program.known]
        most = len(program.masks) - 1
        constraints.append(_sums(cuts, len(columns), [0] * len(cuts), most))
    options: dict[str, object] = {"threads": 1}
    if program.seconds is not None:
        options["time_limit"] = program.seconds
    with catch_warnings():
        # SciPy warns of what it hands on to HiGHS as it is: the threads.
        simplefilter("ignore", RuntimeWarning)
        answer = milp(
            [0] * len(columns),
            integrality=[1] * len(columns),
            bounds=Bounds(0, 1),
            constraints=constraints,
            options=options,
        )
    solved, out_of_time, infeasible = range(3)
    nodes = answer.mip_node_count or 0
    if answer.status in {out_of_time, infeasible}:
        return Answer(answer.status == infeasible, values=None, nodes=nodes)
    if answer.status != solved:
        raise EngineError(f"HiGHS ended without an answer: {answer.message}")
    # HiGHS calls whole what is whole to a millionth.
    chosen = [pair for pair, x in zip(columns, answer.x, strict=True) if x > 0.5]
    values = tuple(digit for _, digit in chosen)
    return Answer(is_known=True, values=values, nodes=nodes)


@lru_cache(maxsize=1)
def _equations(
    size: int, units: Units, masks: tuple[int, ...]
) -> tuple[dict[tuple[int, int], int], object]:
    """Return the column of each (cell, digit), by cells, and the puzzle's equations."""
    cells, columns = len(masks), dict[tuple[int, int], int]()
    units_of = units_of_cells(units, cells)
    # A row a cell, then one a unit and digit.
    rows: list[list[int]] = [[] for _ in range(cells + len(units) * size)]
    for cell, mask in enumerate(masks):
        for digit in range(1, size + 1):
            if mask >> (digit - 1) & 1:
                column = columns[cell, digit] = len(columns)
                rows[cell].append(column)
                for unit in units_of[cell]:
                    rows[cells + unit * size + digit - 1].append(column)
    least = [1] * cells
    for unit_cells in units:
        least += [int(len(unit_cells) == size)] * size
    return columns, _sums(rows, len(columns), least, 1)


def _sums(rows: list[list[int]], width: int, least: Sequence[int], most: int) -> object:
    """Bound the sum of the variables of each row."""
    from scipy.optimize import LinearConstraint  # noqa: PLC0415  heavy
    from scipy.sparse import csr_array  # noqa: PLC0415

    indices = [column for row in rows for column in row]
    starts = [0, *accumulate(map(len, rows))]
    shape = (len(rows), width)
    matrix = csr_array(([1.0] * len(indices), indices, starts), shape=shape)
    return LinearConstraint(matrix, least, most)
