"""Many puzzles of 9×9, and among them some of every other kind, with their answers."""

from random import Random

from tests.puzzles import NEWSPAPER as CLUES
from tests.puzzles import NEWSPAPER_SOLUTION as SOLUTION

CLASHING = "55" + "." * 79
DEAD = "12345678.........9" + "." * 63
OPEN = (  # several solutions
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5........."
)
ONE_BY_ONE = ("--timeout", "1000")
"""Options that change no answer, and rule out answering many puzzles at once."""
AT_ONCE = ("--at-once",)
"""A word for `run` and `program`: answer puzzles by lanes, however few there are."""


def renamed(puzzle, shift):
    """Return a puzzle with other digits."""
    return "".join(x if x == "." else str((int(x) - 1 + shift) % 9 + 1) for x in puzzle)


def thinned(shift):
    """Return a puzzle that has the solution `renamed(SOLUTION, shift)`, like others."""
    puzzle = list(renamed(CLUES, shift))
    for cell in Random(shift).sample(range(81), 12):
        puzzle[cell] = renamed(SOLUTION, shift)[cell]
    return "".join(puzzle)


PUZZLES = [renamed(CLUES, 0), *map(thinned, range(1, 100))]
SOLUTIONS = [renamed(SOLUTION, number) for number in range(100)]
BLEND = [
    *PUZZLES[:70],
    "# a comment",
    CLUES[:-1],
    f"{CLUES} with a name",
    CLASHING,
    "",
    "1.3434.2.1434321 small",
    DEAD,
    *PUZZLES[70:],
    "é" + CLUES[1:],
    CLASHING,
]
"""106 puzzles: 101 with one solution, 3 without, 2 that cannot be read."""
