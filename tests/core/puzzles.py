"""Puzzles, brute force for 4x4, and the one helper that keeps engines loaded."""

from functools import cache

import pytest
from hypothesis import strategies as st

from satdoku import Geometry, Grid, InputError, Puzzle, Solver

FOUR, SIX, NINE = Geometry(4, 4), Geometry(6, 6), Geometry(9, 9)
EASY = Puzzle("1... ..2. ..3. 4...")
EASY_SOLUTION = Grid("1243342121344312")
TWENTY_FOUR = Puzzle("12.. .... .... ....")
EMPTY_FOUR = Puzzle("." * 16)
EMPTY_NINE = Puzzle("." * 81)
NEWSPAPER = Puzzle(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
INPUT = Puzzle(
    ".....7........95.4....5.169.8....3.5.75...29.4.6....8.762.8....1.39........6....."
)
INPUT_SOLUTION = Grid(
    "594167832618239574237458169981726345375841296426395781762584913143972658859613427"
)
HARD = Puzzle(
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
)
NEEDS_GUESSES = Puzzle(
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)
AGAINST_ROWS = Puzzle(  # row by row it takes minutes
    "9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2.."
)
TWO = Puzzle(
    ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87."
)
MANY = Puzzle(  # 872 solutions
    "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
)
NONE = Puzzle(
    "9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3"
)
IMPOSSIBLE = Puzzle(  # plain search takes long to refute it
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
)
CLASH = Puzzle("11.. .... .... ....")
DEAD_END = Puzzle("....4..32.....1.")  # its clues do not clash


def solver(engine="auto", encoding=None, **options):
    """Return what answers puzzle after puzzle with the same engine."""
    return Solver(engine, encoding, **options)


def full_grid(geometry):
    """Return the values of a solved grid of any shape."""
    n, height, width = geometry.size, geometry.box_height, geometry.box_width
    rows = [(width * (row % height) + row // height) % n for row in range(n)]
    return [(start + column) % n + 1 for start in rows for column in range(n)]


def two_in_each_cell(geometry):
    """Return a puzzle without clues: each cell has two candidates.

    They are the digits of a grid and of the same with 1 and 2, 3 and 4 ... swapped.
    """
    digits = [value - 1 for value in full_grid(geometry)]
    masks = tuple(1 << digit | 1 << (digit ^ 1) for digit in digits)
    return Puzzle((0,) * geometry.cells, geometry=geometry, candidates=masks)


@cache
def small_grids():
    """Return the 288 grids of 4x4, made by trying all digits in all cells."""
    found = []

    def fill(values):
        if len(values) == 16:
            found.append(Grid(tuple(values), FOUR))
            return
        row, column = divmod(len(values), 4)
        for digit in range(1, 5):
            if all(
                value != digit
                or (
                    cell // 4 != row
                    and cell % 4 != column
                    and (cell // 8, cell % 4 // 2) != (row // 2, column // 2)
                )
                for cell, value in enumerate(values)
            ):
                fill([*values, digit])

    fill([])
    assert len(found) == 288
    return tuple(found)


@cache
def allowed(puzzle):
    """Return the solutions of a 4x4 puzzle: grids that keep clues and candidates."""
    masks = puzzle.masks or (15,) * 16
    return frozenset(
        grid
        for grid in small_grids()
        if all(
            clue in (0, value) and mask >> (value - 1) & 1
            for clue, value, mask in zip(puzzle.values, grid.values, masks, strict=True)
        )
    )


@st.composite
def small_puzzles(draw):
    """Draw a 4x4 puzzle with candidates ruled out, mostly one that has solutions."""
    kept = draw(st.sampled_from(small_grids()))
    loss = draw(st.sampled_from([1, 3, 6, 10]))  # of 16 candidates, about so many go
    struck = draw(st.lists(st.integers(0, 15), min_size=64, max_size=64))
    masks = [
        sum(
            1 << d
            for d in range(4)
            if d + 1 == kept.values[cell] or struck[4 * cell + d] >= loss
        )
        for cell in range(16)
    ]
    if draw(st.integers(0, 3)) == 0:  # then perhaps there is none
        masks[draw(st.integers(0, 15))] &= draw(st.integers(0, 15))
    clues = draw(st.sets(st.integers(0, 15), max_size=3))
    values = tuple(
        value if cell in clues and masks[cell] >> (value - 1) & 1 else 0
        for cell, value in enumerate(kept.values)
    )
    return Puzzle(values, geometry=FOUR, candidates=tuple(masks))


def refused(make, cell=None):
    """Return the message of the error that names this cell."""
    with pytest.raises(InputError) as caught:
        make()
    assert cell == caught.value.cell
    return str(caught.value)
