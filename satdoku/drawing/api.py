"""Pictures of puzzles: the functions of `satdoku.drawing`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from satdoku.drawing.board import Board
from satdoku.drawing.pages import Layout, sheet_pages, sheet_svg
from satdoku.drawing.pixels import png_bytes
from satdoku.drawing.scene import board_scene
from satdoku.drawing.vector import svg_text
from satdoku.errors import InputError, UsageError, shown
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle, checked_masks
from satdoku.solver import solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.geometry import Geometry
    from satdoku.puzzle import PuzzleLike

__all__ = ["compared", "notebook_svg", "png", "sheet", "svg"]

_CANDIDATES = "for each cell a mask, or a collection of digits"


def svg(
    puzzle: PuzzleLike,
    *,
    solution: object = None,
    candidates: object = False,
    diff: object = None,
    title: str = "",
    labels: bool = False,
    size: float | None = None,
) -> str:
    """Draw a puzzle as SVG.

    Clues are bold and black, digits of the solution light, slanted and blue, candidates
    small, each at its place in the cell. Clues that clash have a ring.

    Args:
        puzzle: Whatever `Puzzle` takes.
        solution: A grid that fills the empty cells, or some of them; True to solve the
            puzzle.
        candidates: True for those that the puzzle leaves, or the candidates of each
            cell: masks with digit d as bit d - 1, or collections of digits (those of
            `Report.candidates`, say). With a solution, its digit is marked among them.
        diff: A grid to compare with: where both have a digit and not the same, the cell
            shows both, that of `diff` below. True for another solution, if there is
            one.
        title: Written above the grid, and read out by screen readers.
        labels: Whether rows and columns have their names beside the grid: r1, c1.
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
    if size is not None and not 0 < size < float("inf"):
        raise UsageError(
            f"a picture of {shown(size)} pixels; expected a number above 0"
        )
    board = _board(puzzle, solution, candidates, diff)
    return svg_text(board_scene(board, caption=title, labels=labels), width=size)


def png(
    puzzle: PuzzleLike,
    *,
    solution: object = None,
    candidates: object = False,
    diff: object = None,
    title: str = "",
    labels: bool = False,
    size: int | None = None,
) -> bytes:
    """Draw a puzzle as PNG (the extra `satdoku[png]`); as `svg`, but for `size`.

    Args:
        puzzle: Whatever `Puzzle` takes.
        solution: A grid that fills the empty cells; True to solve the puzzle.
        candidates: Candidates to show; True for those that the puzzle leaves.
        diff: A grid to compare with; True for another solution.
        title: Written above the grid.
        labels: Whether rows and columns have their names beside the grid.
        size: How wide the picture is, in pixels, at most 10,000; None for 96 a cell.

    Raises:
        InputError: As `svg`.
        UsageError: As `svg`; or resvg-py is not installed.

    Example:
        >>> png("1... ..2. ..3. 4...")[1:4]  # doctest: +SKIP
        b'PNG'
    """
    board = _board(puzzle, solution, candidates, diff)
    return png_bytes(board_scene(board, caption=title, labels=labels), width=size)


def sheet(
    puzzles: Iterable[PuzzleLike],
    *,
    columns: int = 2,
    rows: int = 3,
    names: Sequence[str] = (),
    solutions: bool = False,
    candidates: bool = False,
    labels: bool = False,
    title: str = "",
    paper: str = "a4",
) -> list[str]:
    """Draw puzzles on pages to print: an SVG document for each page.

    Args:
        puzzles: Each whatever `Puzzle` takes, of any sizes.
        columns: How many stand side by side on a page.
        rows: How many stand one above the other.
        names: Written below the puzzles; their numbers if empty.
        solutions: Whether pages with a solution of each follow.
        candidates: Whether the candidates that each puzzle leaves are shown.
        labels: Whether rows and columns have their names beside each grid.
        title: Written at the top of each page.
        paper: `a4`, `a5` or `letter`.

    Raises:
        InputError: One of them holds no grid, or has no solution where that is needed.
        UsageError: There are more than 20 columns or rows, no puzzles, not as many
            names as puzzles, or no such paper.

    Example:
        >>> pages = sheet(["1... ..2. ..3. 4..."] * 7, solutions=True)
        >>> len(pages), pages[0].count("<title>")
        (4, 1)
    """
    layout = Layout(columns, rows, paper, labels, title)
    grids = [Puzzle.of(puzzle) for puzzle in puzzles]
    texts = names or [str(number + 1) for number in range(len(grids))]
    if len(texts) != len(grids) or not grids:
        raise UsageError(f"{len(grids)} puzzles and {len(names)} names")
    boards = [_board(grid, None, candidates, None) for grid in grids]
    solved = [_board(grid, True, False, None) for grid in grids if solutions]  # noqa: FBT003
    pages = sheet_pages(
        list(zip(boards, texts, strict=True)),
        layout,
        list(zip(solved, texts, strict=False)),
    )
    return list(map(sheet_svg, pages))


def compared(
    puzzle: Puzzle,
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
    geometry = puzzle.geometry
    for layer in (found, other):
        if layer is not None and layer.geometry != geometry:
            msg = f"a grid of {layer.geometry} cannot be laid over one of {geometry}"
            raise UsageError(msg)
    if found is not None:
        for cell, clue in puzzle.clues.filled:
            if found.values[cell] not in (0, clue):
                raise UsageError(
                    f"{geometry.cell_name(cell)} is {clue} in the puzzle and "
                    f"{found.values[cell]} in what fills it"
                )
    return Board(
        geometry,
        puzzle.values,
        found=() if found is None else found.values,
        other=() if other is None else other.values,
        masks=masks,
    )


def notebook_svg(board: Board, caption: str = "") -> str:
    """Draw a board for a notebook (`_repr_svg_` of values)."""
    return svg_text(board_scene(board, caption=caption))


def _board(
    source: PuzzleLike, solution: object, candidates: object, diff: object
) -> Board:
    """Return what `svg` draws; solve the puzzle where that is needed."""
    puzzle = Puzzle.of(source)
    result = None
    if solution is True or diff is True:
        result = solve(puzzle, unique=diff is True)
        if result.solution is None:
            raise InputError(f"no solution: {result.reason or 'the clues allow none'}")
    found: Grid | None = None
    other: Grid | None = None
    if solution is True or (diff is True and solution in (None, False)):
        found = None if result is None else result.solution
    elif solution not in (None, False):
        found = _like(puzzle, cast("PuzzleLike", solution))
    if diff is True and result is not None:
        other = result.solution if result.second == found else result.second
    elif diff not in (None, False):
        other = _like(puzzle, cast("PuzzleLike", diff))
    masks = _masks(puzzle, candidates)
    return compared(puzzle, found=found, other=other, masks=masks)


def _like(puzzle: Puzzle, source: PuzzleLike) -> Grid:
    """Read a grid of the same geometry; one that has another is refused later."""
    if isinstance(source, (Grid, Puzzle)):
        return Puzzle.of(source).clues
    return Puzzle(source, geometry=puzzle.geometry).clues


def _masks(puzzle: Puzzle, candidates: object) -> tuple[int, ...] | None:
    """Return the candidates to show."""
    if candidates is None or candidates is False:
        return None
    if candidates is True:
        return puzzle.left()
    tolist = getattr(candidates, "tolist", None)
    cells = tolist() if callable(tolist) else candidates
    if not isinstance(cells, (list, tuple)):
        raise InputError(f"{shown(candidates)} are no candidates", expected=_CANDIDATES)
    masks = [
        each if isinstance(each, int) else _mask(puzzle.geometry, cell, each)
        for cell, each in enumerate(cast("Sequence[object]", cells))
    ]
    return checked_masks(puzzle.geometry, masks)


def _mask(geometry: Geometry, cell: int, candidates: object) -> int:
    """Return the mask of a collection of digits, from 1 on."""
    digits = tuple(candidates) if isinstance(candidates, Iterable) else (0,)
    if not all(isinstance(each, int) and each in geometry.digits for each in digits):
        row, column = divmod(cell, geometry.size)
        raise InputError(
            f"{shown(candidates)} are no candidates",
            expected=_CANDIDATES,
            cell=(row + 1, column + 1),
        )
    return sum(1 << (digit - 1) for digit in set(digits))
