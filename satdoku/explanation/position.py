"""How far somebody has come with a puzzle, as what explains and hints takes it."""

from __future__ import annotations

from satdoku.errors import InputError, UsageError
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle, PuzzleLike

__all__ = ["position_of"]


def position_of(puzzle: Puzzle, now: PuzzleLike | None) -> Puzzle:
    """Return a position of a puzzle, with no candidate that the puzzle has not.

    Args:
        puzzle: The puzzle.
        now: What is placed and which candidates are left: whatever `Puzzle`
            takes; None for the puzzle itself.

    Raises:
        InputError: `now` cannot be read.
        UsageError: It is no position of this puzzle: it lacks a clue, or is of another
            geometry.

    Example:
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> position_of(puzzle, "1.4. ..2. ..3. 4...").line
        '1.4...2...3.4...'
        >>> position_of(puzzle, "..4. ..2. ..3. 4...")
        Traceback (most recent call last):
        satdoku.errors.UsageError: the position has no 1 in r1c1, which is a clue
    """
    if now is None:
        return puzzle
    if isinstance(now, (Grid, Puzzle)):
        position = Puzzle.of(now)
    else:
        try:
            position = Puzzle(now, geometry=puzzle.geometry)
        except InputError as error:
            raise error.at(source="now") from None
    if position.geometry != puzzle.geometry:
        raise UsageError(
            f"a position of {position.geometry} for a puzzle of {puzzle.geometry}"
        )
    for cell, digit in puzzle.clues.filled:
        if position.values[cell] != digit:
            name = puzzle.geometry.cell_name(cell)
            raise UsageError(f"the position has no {digit} in {name}, which is a clue")
    if puzzle.candidates is None:
        return position
    # A digit that the puzzle rules out stays where it stands: that is a mistake.
    return position.with_candidates(
        [
            mine if value else mine & theirs
            for value, mine, theirs in zip(
                position.values, position.left(), puzzle.left(), strict=True
            )
        ]
    )
