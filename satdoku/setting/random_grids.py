"""Random solutions, and a board that follows singles.

`random_solution` is a plain search for any size: the cell with the fewest candidates
next, its digits in random order, singles followed.  On an empty grid of up to 25x25 it
hardly ever turns back.  Every solution can come; not all are equally likely.

`draw_solution` is for 9x9, where lanes answer many questions at once: the first band
and the first stack are drawn evenly, then a random digit is put into one cell after the
other as long as there is a solution, until only one is left.
"""

from __future__ import annotations

from bisect import bisect
from operator import itemgetter
from typing import TYPE_CHECKING, TypeVar

from satdoku.errors import Stopped
from satdoku.puzzle.geometry import Geometry
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.setting.batches import CountQuestion
from satdoku.techniques.state import bits

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence
    from random import Random

    from satdoku.techniques.state import Shape

_PATIENCE = 20  # guesses for each cell before another beginning is tried
_BEGINNINGS = 50
_LATER_BOXES = [r * 9 + c for r in range(3, 9) for c in range(3, 9)]
_DIGITS = frozenset(range(1, 10))
_SEEN = [itemgetter(*Geometry().peers_of(cell)) for cell in range(81)]
"""The values of the peers of each cell of a 9x9 grid, of 81 values."""

_WAYS = (1, 28, 55)  # 1 + 27 + 27 + 1 ways, summed up

T = TypeVar("T")


class Board:
    """Values and candidates.

    Args:
        shape: Units and peers.

    Attributes:
        shape: Units and peers.
        values: The digit of each cell, 0 for an empty one.
        left: The candidates of each empty cell, digit d as bit d - 1; 0 if filled.
        empty: The empty cells, cell c as bit c.
        where: The empty cells that may hold a digit; that of digit d has index d - 1.
        done: The units that hold a digit, unit u as bit u; indices as for `where`.

    Example:
        >>> from satdoku.techniques.state import Shape
        >>> from satdoku.puzzle.geometry import Geometry
        >>> board = Board(Shape.of(Geometry(4, 4)))
        >>> all(board.place(*clue) for clue in [(0, 1), (6, 2), (10, 3), (12, 4)])
        True
        >>> board.values
        [1, 2, 4, 3, 3, 4, 2, 1, 2, 1, 3, 4, 4, 3, 1, 2]
    """

    __slots__ = ("done", "empty", "left", "shape", "values", "where")

    def __init__(self, shape: Shape) -> None:
        n = shape.size
        self.shape = shape
        self.values = [0] * (n * n)
        self.left = [(1 << n) - 1] * (n * n)
        self.empty = shape.all
        self.where = [shape.all] * n
        self.done = [0] * n

    def copy(self) -> Board:
        """Return a board that is alike, and changes by itself."""
        other = Board.__new__(Board)
        other.shape = self.shape
        other.values = self.values.copy()
        other.left = self.left.copy()
        other.empty = self.empty
        other.where = self.where.copy()
        other.done = self.done.copy()
        return other

    def place(self, cell: int, digit: int) -> bool:
        """Place a digit and all singles that follow; False if that cannot be.

        After False the board cannot be used any more.
        """
        todo = [(cell, digit - 1)]
        while todo:
            cell, index = todo.pop()
            if self.empty >> cell & 1:
                if not self._fill(cell, index, todo):
                    return False
            elif self.values[cell] != index + 1:
                return False
        return True

    def _fill(self, cell: int, index: int, todo: list[tuple[int, int]]) -> bool:
        """Fill an empty cell; collect the singles that follow, False if one cannot."""
        bit = 1 << cell
        others = self.left[cell] ^ 1 << index
        if others >> index & 1:  # it was no candidate
            return False
        self.values[cell] = index + 1
        self.empty ^= bit
        self.left[cell] = 0
        own = 0
        for unit in self.shape.units_of[cell]:
            own |= 1 << unit
        self.done[index] |= own
        struck = self.where[index] & self.shape.peers[cell]
        self.where[index] &= ~(struck | bit)
        units = self._strike(struck, index, todo)
        if units < 0 or not self._look(index, units & ~self.done[index], todo):
            return False
        while others:
            low = others & -others
            others ^= low
            other = low.bit_length() - 1
            self.where[other] &= ~bit
            if not self._look(other, own & ~self.done[other], todo):
                return False
        return True

    def _strike(self, cells: int, index: int, todo: list[tuple[int, int]]) -> int:
        """Take a candidate from cells; return the units they are in, -1 if one dies."""
        left, units_of = self.left, self.shape.units_of
        keep = ~(1 << index)
        units = 0
        while cells:
            low = cells & -cells
            cells ^= low
            cell = low.bit_length() - 1
            rest = left[cell] & keep
            left[cell] = rest
            if not rest & (rest - 1):
                if not rest:
                    return -1
                todo.append((cell, rest.bit_length() - 1))
            for unit in units_of[cell]:
                units |= 1 << unit
        return units

    def _look(self, index: int, units: int, todo: list[tuple[int, int]]) -> bool:
        """Look for the digit's lone cell in some units; False if one has none."""
        cells = self.shape.units
        where = self.where[index]
        while units:
            low = units & -units
            units ^= low
            here = where & cells[low.bit_length() - 1]
            if not here & (here - 1):
                if not here:
                    return False
                todo.append((here.bit_length() - 1, index))
        return True


def is_solved_by_singles(
    shape: Shape, clues: Iterable[tuple[int, int]], goal: int | None = None
) -> bool:
    """Whether singles alone complete a puzzle, which is then proper.

    Args:
        shape: Units and peers.
        clues: The clues, (cell, digit).
        goal: The cells that they have to fill, cell c as bit c; None for all.

    Example:
        >>> from satdoku.techniques.state import Shape
        >>> from satdoku.puzzle.geometry import Geometry
        >>> shape = Shape.of(Geometry(4, 4))
        >>> is_solved_by_singles(shape, [(0, 1), (6, 2), (10, 3), (12, 4)])
        True
        >>> is_solved_by_singles(shape, [(0, 1), (1, 2), (2, 3)])
        False
        >>> is_solved_by_singles(shape, [(0, 1), (1, 2), (2, 3)], goal=1 << 3)
        True
    """
    board = Board(shape)
    cells = shape.all if goal is None else goal
    for cell, digit in clues:
        if not board.place(cell, digit):
            return False
        if not board.empty & cells:
            return True
    return False


def random_solution(
    shape: Shape,
    random: Random,
    clues: Sequence[tuple[int, int]] = (),
    deadline: Deadline = NEVER,
) -> tuple[int, ...] | None:
    """Draw a solution; None if there is none.

    Args:
        shape: Units and peers.
        random: What draws.
        clues: The clues to keep, (cell, digit).
        deadline: When to stop.

    Raises:
        Stopped: It takes too long, as on very large grids.

    Example:
        >>> from random import Random
        >>> from satdoku.techniques.state import Shape
        >>> from satdoku.puzzle.geometry import Geometry
        >>> shape = Shape.of(Geometry(4, 4))
        >>> "".join(map(str, random_solution(shape, Random(1), [(0, 1)])))
        '1342421321343421'
    """
    start = Board(shape)
    if not all(start.place(cell, digit) for cell, digit in clues):
        return None
    patience = _PATIENCE * len(start.values)
    for _ in range(_BEGINNINGS):
        solution, complete = _search(start, random, patience, deadline)
        if complete:
            return solution
    raise Stopped(f"no solution of {shape.geometry} was found")


def _search(
    board: Board, random: Random, patience: int, deadline: Deadline
) -> tuple[tuple[int, ...] | None, bool]:
    """Search for so many guesses; return a solution, and whether that is complete."""
    above: list[tuple[Board, int, list[int]]] = []
    while board.empty:
        cell = _cell(board, random)
        digits = list(bits(board.left[cell]))
        random.shuffle(digits)
        above.append((board, cell, digits))
        while True:
            board, cell, digits = above[-1]
            if not digits:
                above.pop()
                if not above:
                    return None, True
                continue
            deadline.check()
            patience -= 1
            if patience < 0:
                return None, False
            board = board.copy()
            if board.place(cell, digits.pop() + 1):
                break
    return tuple(board.values), True


def _cell(board: Board, random: Random) -> int:
    """Choose one of the empty cells with the fewest candidates."""
    left, empty = board.left, board.empty
    fewest = len(board.values)
    cells: list[int] = []
    while empty:
        low = empty & -empty
        empty ^= low
        cell = low.bit_length() - 1
        count = left[cell].bit_count()
        if count < fewest:
            fewest = count
            cells = [cell]
        elif count == fewest:
            cells.append(cell)
    return random.choice(cells)


def draw_solution(
    random: Random,
) -> Generator[CountQuestion, tuple[int, Sequence[int]], Sequence[int]]:
    """Draw a solution of the empty 9x9 grid, asking how many clues have.

    Returns:
        Its 81 values.
    """
    while True:
        values = _first_band_and_stack(random)
        count, solution = yield CountQuestion(values)
        for cell in shuffled(random, _LATER_BOXES):
            if count < 2:
                break
            digits = sorted(_DIGITS.difference(_SEEN[cell](values)))
            if len(digits) == 1:
                values[cell] = digits[0]
                continue
            for values[cell] in shuffled(random, digits):
                count, solution = yield CountQuestion(values)
                if count:
                    break
        if count:
            return solution


def shuffled(random: Random, items: Iterable[T]) -> list[T]:
    """Return items in random order; several times as fast as `Random.shuffle`."""
    draw = random.random
    return sorted(items, key=lambda _: draw())


def _first_band_and_stack(random: Random) -> list[int]:
    corner = shuffled(random, range(1, 10))
    rows = [corner[:3], corner[3:6], corner[6:]]
    columns = [corner[0::3], corner[1::3], corner[2::3]]
    values = [0] * 81
    for line, others in enumerate(_further(random, rows)):
        values[9 * line : 9 * line + 9] = rows[line] + others
    for line, others in enumerate(_further(random, columns)):
        values[27 + line :: 9] = others
    return values


def _further(random: Random, lines: list[list[int]]) -> list[list[int]]:
    """Continue the three lines of a box by two boxes, all ways equally likely.

    A line of the second box has `count` digits of one line of the first box and
    3 - `count` of the other; there are C(3, count)³ ways to choose them.
    """
    count = bisect(_WAYS, 56 * random.random())
    a, b, c = [shuffled(random, line) for line in lines]
    second = b[:count] + c[count:], c[:count] + a[count:], a[:count] + b[count:]
    third = b[count:] + c[:count], c[count:] + a[:count], a[count:] + b[:count]
    return [
        shuffled(random, near) + shuffled(random, far)
        for near, far in zip(second, third, strict=True)
    ]
