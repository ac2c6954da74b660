"""Puzzles for the tests of many puzzles at once, and a slow reference."""

import numpy as np

from satdoku import Batch
from satdoku.engines.lanes import search as lanes
from tests.puzzles import INKALA as HARD
from tests.puzzles import NEWSPAPER as LINE  # noqa: F401  what tests of lanes import
from tests.puzzles import NEWSPAPER_SOLUTION as SOLVED  # noqa: F401  the same
from tests.puzzles import NONE, TWO  # noqa: F401  the same

EMPTY = "." * 81
CLASH = "55" + "." * 79
LATE_CLASH = "." * 71 + "5" + "." * 8 + "5"

# Nobody knows how long a search of this puzzle takes that begins badly.
STUCK = "." * 9 + "6" + "." * 46 + "7" + "." * 24

HARDEST = (
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
    "98.7..6..7.....5....4.8..9.4...3..7..7...2.....31....53....61...4..9..3.........2",
    "98.7..6..7..5..94.....6....47...3....2...5.....96..4..2...5..1..9.8..2....8.....6",
    HARD,
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    TWO,
)

UNITS = [
    *([9 * row + column for column in range(9)] for row in range(9)),
    *([9 * row + column for row in range(9)] for column in range(9)),
    *(
        [9 * (3 * band + r) + 3 * stack + c for r in range(3) for c in range(3)]
        for band in range(3)
        for stack in range(3)
    ),
]
UNITS_OF = [[at for at in range(27) if cell in UNITS[at]] for cell in range(81)]


def array(*lines):
    """Turn lines into an array of puzzles."""
    cells = [[int(mark) for mark in line.replace(".", "0")] for line in lines]
    return np.array(cells, np.uint8).reshape(len(lines), 81)


def line_of(cells):
    """Turn 81 cells into a line."""
    return "".join(map(str, cells)).replace("0", ".")


def without(line, cells):
    """Return a line with some cells emptied."""
    gone = set(cells)
    return "".join("." if at in gone else mark for at, mark in enumerate(line))


def are_solutions(puzzles, solutions):
    """Whether each row is a full grid by the rules that keeps the clues."""
    kept = ((puzzles == 0) | (puzzles == solutions)).all(axis=1)
    digits = np.sort(solutions[:, np.array(UNITS)], axis=2)
    return kept & (digits == np.arange(1, 10)).all(axis=(1, 2))


def brute_force(puzzle):
    """Return every solution as bytes, by trying digits."""
    grid = [int(digit) for digit in puzzle]
    seen = [set() for _ in range(27)]
    for cell, digit in enumerate(grid):
        for unit in UNITS_OF[cell]:
            if digit and digit in seen[unit]:
                return set()
            seen[unit].add(digit)

    def fill():
        choices = [
            (
                [
                    digit
                    for digit in range(1, 10)
                    if not any(digit in seen[unit] for unit in UNITS_OF[cell])
                ],
                cell,
            )
            for cell in range(81)
            if not grid[cell]
        ]
        if not choices:
            yield bytes(grid)
            return
        digits, cell = min(choices, key=lambda choice: len(choice[0]))
        for digit in digits:
            grid[cell] = digit
            for unit in UNITS_OF[cell]:
                seen[unit].add(digit)
            yield from fill()
            for unit in UNITS_OF[cell]:
                seen[unit].remove(digit)
            grid[cell] = 0

    return set(fill())


def gathered(puzzles, blocks):
    """Return the solutions of each puzzle in the order in which they come, checked."""
    made = [[] for _ in puzzles]
    for index, solutions in blocks:
        assert index.dtype == np.int64
        assert solutions.dtype == np.uint8
        assert solutions.shape == (len(index), 81)
        assert are_solutions(puzzles[index], solutions).all()
        for at, solution in zip(index.tolist(), solutions, strict=True):
            made[at].append(solution.tobytes())
    return made


def searched(puzzles, *, limit=2, **options):
    """Search an array of puzzles; return a batch without status."""
    results = lanes.search(puzzles, limit=limit, **options)
    status = np.zeros(len(puzzles), np.uint8)
    work = results.guesses, results.sweeps
    return Batch(
        puzzles,
        results.solutions,
        results.counts,
        status,
        *work,
        results.complete,
        limit,
    )


ARRAYS = ("solutions", "counts", "status", "guesses", "sweeps", "complete")


def assert_same(one, other, names=ARRAYS):
    """Check that two batches have the same arrays, to the last bit."""
    for name in names:
        left, right = getattr(one, name), getattr(other, name)
        assert left.dtype == right.dtype, name
        assert left.shape == right.shape, name
        rows = (left != right).any(axis=tuple(range(1, left.ndim)))
        assert np.flatnonzero(rows).tolist() == [], name


def assert_sound(puzzles, batch):
    """Check the solutions by the rules; there are none where none were counted."""
    found = batch.counts > 0
    assert are_solutions(puzzles[found], batch.solutions[found]).all()
    assert not batch.solutions[~found].any()
