"""Puzzles as pictures: the library's `svg`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from satdoku.drawing.board import Board
from satdoku.drawing.draw import board_scene
from satdoku.drawing.svg import svg_text
from satdoku.errors import InputError, UsageError, shown
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle, checked_masks
from satdoku.solver import solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.geometry import Geometry
    from satdoku.puzzle import PuzzleLike

__all__ = ["compared", "svg"]

_CANDIDATES = "for each cell a mask, or a collection of digits"


def svg(
    puzzle: PuzzleLike,
    *,
    solution: object = None,
    candidates: object = False,
    diff: object = None,
    title: str = "",
    size: float | None = None,
) -> str:
    """Draw a puzzle as SVG, a string that needs nothing else.

    Clues are bold and black, digits of the solution light, slanted and blue, candidates
    small, each at its place in the cell. Clues that clash have a ring.

    Args:
        puzzle: Whatever `Puzzle` takes.
        solution: A grid that fills the empty cells, or as many of them as it does; True
            to solve the puzzle.
        candidates: True for those that the puzzle leaves, or the candidates of each
            cell: masks with digit d as bit d - 1, or collections of digits (those of
            `Report.candidates`, say). With a solution, its digit is marked among them.
        diff: A grid to compare with: where both have a digit and not the same, the cell
            shows both, that of `diff` below. True for another solution, if there is
            one.
        title: Written above the grid, and read out by screen readers.
        size: How wide the picture is shown, in pixels; None for 48 a cell.

    Raises:
        InputError: `puzzle`, or one of the others, holds no grid, or the puzzle has no
            solution where it is to be solved.
        UsageError: Their geometries differ, the solution contradicts a clue, or `size`
            is not above 0.

    Example:
        >>> picture = svg("1... ..2. ..3. 4...", solution=True, title="Four by four")
        >>> picture.count("<text"), "Four by four" in picture
        (17, True)
    """
    grid = Puzzle.of(puzzle)
    if size is not None and not 0 < size < float("inf"):
        raise UsageError(
            f"a picture of {shown(size)} pixels; expected a number above 0"
        )
    found, other = _layers(grid, solution, diff)
    masks = _masks(grid, candidates)
    board = compared(grid, found=found, other=other, masks=masks)
    return svg_text(board_scene(board, caption=title), width=size)


def compared(
    grid: Puzzle,
    *,
    found: Grid | None = None,
    other: Grid | None = None,
    masks: Sequence[int] | None = None,
) -> Board:
    """Lay grids of one geometry over each other.

    Raises:
        UsageError: The geometries differ, or `found` contradicts a clue.

    Example:
        >>> puzzle = Puzzle("1... .... .... ....")
        >>> compared(puzzle, found=Grid("2... .... .... ...."))
        Traceback (most recent call last):
        satdoku.errors.UsageError: r1c1 is 1 in the puzzle and 2 in what fills it
    """
    geometry = grid.geometry
    for layer in (found, other):
        if layer is not None and layer.geometry != geometry:
            msg = f"a grid of {layer.geometry} cannot be laid over one of {geometry}"
            raise UsageError(msg)
    if found is not None:
        for cell, clue in grid.clues.filled:
            if found.values[cell] not in (0, clue):
                raise UsageError(
                    f"{geometry.cell_name(cell)} is {clue} in the puzzle and "
                    f"{found.values[cell]} in what fills it"
                )
    return Board.of(
        geometry,
        grid.values,
        found=() if found is None else found.values,
        other=() if other is None else other.values,
        masks=masks,
    )


def _layers(
    grid: Puzzle, solution: object, diff: object
) -> tuple[Grid | None, Grid | None]:
    """Return what fills the grid and what to compare with; solve, if that is asked."""
    asked = solution is True or diff is True
    result = solve(grid, unique=diff is True) if asked else None
    if result is not None and result.solution is None:
        raise InputError(f"no solution: {result.reason or 'the clues allow none'}")
    found: Grid | None = None
    other: Grid | None = None
    if solution is True or (diff is True and solution in (None, False)):
        found = None if result is None else result.solution
    elif solution not in (None, False):
        found = _like(grid, cast("PuzzleLike", solution))
    if diff is True and result is not None:
        other = result.solution if result.second == found else result.second
    elif diff not in (None, False):
        other = _like(grid, cast("PuzzleLike", diff))
    return found, other


def _like(puzzle: Puzzle, source: PuzzleLike) -> Grid:
    """Read a grid of the same geometry; one that has another keeps it, to be told."""
    if isinstance(source, (Grid, Puzzle)):
        return Puzzle.of(source).clues
    return Puzzle(source, geometry=puzzle.geometry).clues


def _masks(grid: Puzzle, candidates: object) -> tuple[int, ...] | None:
    """Return the candidates to show."""
    if candidates is None or candidates is False:
        return None
    if candidates is True:
        return grid.left()
    tolist = getattr(candidates, "tolist", None)
    cells = tolist() if callable(tolist) else candidates
    if not isinstance(cells, (list, tuple)):
        raise InputError(f"{shown(candidates)} are no candidates", expected=_CANDIDATES)
    masks = [
        given if isinstance(given, int) else _mask(grid.geometry, cell, given)
        for cell, given in enumerate(cast("Sequence[object]", cells))
    ]
    return checked_masks(grid.geometry, masks)


def _mask(geometry: Geometry, cell: int, given: object) -> int:
    """Return the mask of a collection of digits, from 1 on."""
    mask = 0
    told = shown(given)
    digits = cast("Iterable[object]", given) if isinstance(given, Iterable) else (0,)
    for digit in digits:
        if not isinstance(digit, int) or digit not in geometry.digits:
            row, column = divmod(cell, geometry.size)
            raise InputError(
                f"{told} are no candidates",
                expected=_CANDIDATES,
                cell=(row + 1, column + 1),
            )
        mask |= 1 << (digit - 1)
    return mask
