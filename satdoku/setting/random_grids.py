"""Random solutions.

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
from satdoku.puzzle.geometry import Geometry, digits_of
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.setting.batches import CountQuestion
from satdoku.techniques.state import State

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
    state = State(shape)
    cells = shape.all if goal is None else goal
    for cell, digit in clues:
        state.place(cell, digit)
        if not state.follow_singles():
            return False
        if not state.empty & cells:
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
    start = State(shape)
    for cell, digit in clues:
        start.place(cell, digit)
    if not start.follow_singles():
        return None
    patience = _PATIENCE * len(start.values)
    for _ in range(_BEGINNINGS):
        solution, complete = _search(start, random, patience, deadline)
        if complete:
            return solution
    raise Stopped(f"no solution of {shape.geometry} was found")


def _search(
    state: State, random: Random, patience: int, deadline: Deadline
) -> tuple[tuple[int, ...] | None, bool]:
    """Search for so many guesses; return a solution, and whether that is complete."""
    above: list[tuple[State, int, list[int]]] = []
    while state.empty:
        cell = _cell(state, random)
        digits = list(digits_of(state.left[cell]))
        random.shuffle(digits)
        above.append((state, cell, digits))
        while True:
            state, cell, digits = above[-1]
            if not digits:
                above.pop()
                if not above:
                    return None, True
                continue
            deadline.check()
            patience -= 1
            if patience < 0:
                return None, False
            state = state.copy()
            state.place(cell, digits.pop())
            if state.follow_singles():
                break
    return tuple(state.values), True


def _cell(state: State, random: Random) -> int:
    """Choose one of the empty cells with the fewest candidates."""
    counts = [mask.bit_count() for mask in state.left]
    fewest = min(filter(None, counts))
    return random.choice([cell for cell, count in enumerate(counts) if count == fewest])


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
