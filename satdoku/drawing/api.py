"""Pictures of puzzles: `svg` and `png`, and what a picture shows of a puzzle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, TypedDict, cast

from satdoku.drawing.board import Board
from satdoku.drawing.scene import board_scene
from satdoku.drawing.vector import check_width, png_bytes, svg_text
from satdoku.errors import InputError, UsageError, check_kind, shown
from satdoku.puzzle.completions import found_regions
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle, checked_masks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Unpack

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.puzzle import PuzzleLike

_CANDIDATES = "for each cell a mask, or a collection of digits"


class Contradicting(Protocol):
    """Clues and constraints that contradict each other."""

    @property
    def cells(self) -> Sequence[int]:
        """The cells of the clues."""
        ...

    @property
    def constraints(self) -> Sequence[Constraint]:
        """The constraints."""
        ...


class Options(TypedDict, total=False):
    """The options of pictures, which `svg` documents."""

    solution: object
    candidates: object
    diff: object
    contradiction: Contradicting | None
    title: str
    labels: bool | None
    dark: bool


def svg(
    puzzle: PuzzleLike,
    *,
    solution: object = None,
    candidates: object = False,
    diff: object = None,
    contradiction: Contradicting | None = None,
    title: str = "",
    labels: bool | None = None,
    size: float | None = None,
    dark: bool = False,
) -> str:
    """Draw a puzzle as SVG.

    Clues are bold and black, digits of the solution light, slanted and blue, candidates
    small, each at its place in the cell. Clues that clash have a ring. Constraints are
    drawn, or named below the grid.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        solution: A grid that fills the empty cells, or some of them; True to solve the
            puzzle.
        candidates: True for those that the puzzle leaves, or the candidates of each
            cell: masks with digit d as bit d - 1, or collections of digits (those of
            `Report.candidates`, say). With a solution, its digit is marked among them.
        diff: A grid to compare with: where both have a digit and not the same, the cell
            shows both, that of `diff` below. True for another solution, if there is
            one.
        contradiction: What contradicts each other, to be marked: what
            `satdoku.contradiction` found.
        title: Written above the grid, and read out by screen readers.
        labels: Whether rows and columns have their names beside the grid: r1, c1. By
            default where something is marked, or a sentence below the grid names cells.
        size: How wide the picture is shown, in pixels; None for 48 a cell.
        dark: Whether to draw in light colours on a dark background everywhere; else
            the picture is dark where it is shown in a dark window.

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
    check_width(size)
    check_kind("title", title, str, "a text")
    check_kind("labels", labels, (bool, type(None)), "True, False or None")
    board = board_of(
        puzzle,
        solution=solution,
        candidates=candidates,
        diff=diff,
        contradiction=contradiction,
    )
    scene = board_scene(board, caption=title, labels=labels)
    return svg_text(replace(scene, dark=dark), width=size)


def png(
    puzzle: PuzzleLike, *, size: int | None = None, **options: Unpack[Options]
) -> bytes:
    """Draw a puzzle as PNG (the extra `satdoku[png]`).

    Args:
        puzzle: Anything that `Puzzle` accepts.
        size: How wide the picture is, in pixels, at most 10,000; None for 96 a cell.
        options: Those of `svg`.

    Raises:
        InputError: As `svg`.
        UsageError: As `svg`; or resvg-py is not installed.

    Example:
        >>> png("1... ..2. ..3. 4...", dark=True)[1:4]  # doctest: +SKIP
        b'PNG'
    """
    return png_bytes(svg(puzzle, **options), width=size)


def compared(
    puzzle: Puzzle,
    *,
    grid: Grid | None = None,
    other: Grid | None = None,
    masks: Sequence[int] | None = None,
) -> Board:
    """Lay grids of one geometry over each other.

    Raises:
        UsageError: The geometries differ, or `grid` contradicts a clue.

    Example:
        >>> puzzle = Puzzle("1... .... .... ....")
        >>> compared(puzzle, grid=Grid("2... .... .... ...."))
        Traceback (most recent call last):
        satdoku.errors.UsageError: r1c1 is 1 in the puzzle and 2 in what fills it
    """
    geometry = puzzle.geometry
    for layer in (grid, other):
        if layer is not None and not layer.geometry.same_shape(geometry):
            msg = f"a grid of {layer.geometry} cannot be laid over one of {geometry}"
            raise UsageError(msg)
    values = () if grid is None else grid.values
    for cell, clue in puzzle.clues.filled if values else ():
        if values[cell] not in (0, clue):
            name, texts = geometry.cell_name(cell), geometry.digit_texts
            raise UsageError(
                f"{name} is {texts[clue]} in the puzzle and {texts[values[cell]]} in "
                "what fills it"
            )
    second = () if other is None else other.values
    rules = puzzle.constraints
    if grid is not None and puzzle.extra_cells:
        rules += found_regions(puzzle, grid)
    if masks is None:
        rules += tuple(_restrictions(puzzle))
    return Board(geometry, puzzle.values, values, second, masks, rules)


def _restrictions(puzzle: Puzzle) -> Iterator[Constraint]:
    """Yield constraints that say to what the puzzle restricts candidates of cells."""
    if puzzle.masks is None:
        return
    from satdoku.puzzle.constraints.lines import Allowed  # noqa: PLC0415  of variants alone

    geometry, first = puzzle.geometry, puzzle.geometry.first_value
    values = range(first, first + geometry.size)
    eliminated: dict[int, set[int]] = {}
    for cell, digit in puzzle.eliminated:
        eliminated.setdefault(cell, set()).add(digit + first - 1)
    cells: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for cell, gone in eliminated.items():
        left = {v for at, v in enumerate(values) if puzzle.masks[cell] >> at & 1}
        for rest in (0, 1):  # clues may have ruled out some of the even ones, say
            parity = {value for value in values if value % 2 == rest}
            if left <= parity and not parity & gone:
                left = parity
        place = divmod(cell, geometry.columns)
        cells.setdefault(tuple(sorted(left)), []).append(place)
    for allowed, places in cells.items():
        if allowed:
            yield Allowed(tuple(places), allowed)


def board_of(
    source: PuzzleLike,
    *,
    solution: object = None,
    candidates: object = False,
    diff: object = None,
    contradiction: Contradicting | None = None,
) -> Board:
    """Return what `svg` draws, with its options; solve the puzzle if needed."""
    puzzle = Puzzle.of(source)
    grid, other = _layer(puzzle, solution), _layer(puzzle, diff)
    if solution is True or diff is True:
        # Above this module, and needed only where a solution is to be found.
        from satdoku.solving.solver import solve  # noqa: PLC0415

        result = solve(puzzle, unique=diff is True)
        if result.solution is None:
            raise InputError(f"no solution: {result.reason or 'the clues allow none'}")
        grid = result.solution if grid is None else grid
        if diff is True:
            other = result.solution if result.second == grid else result.second
    masks = _masks(puzzle, candidates)
    board = compared(puzzle, grid=grid, other=other, masks=masks)
    if contradiction is None:
        return board
    if not hasattr(contradiction, "cells"):
        raise UsageError(
            f"contradiction cannot be {shown(contradiction)}; expected what "
            "satdoku.contradiction found"
        )
    marked, rules = frozenset(contradiction.cells), tuple(contradiction.constraints)
    return replace(board, marked=marked, marked_rules=rules)


def _layer(puzzle: Puzzle, source: object) -> Grid | None:
    """Read a grid of the same geometry; one that has another is refused later."""
    if source is None or isinstance(source, bool):
        return None
    if isinstance(source, (Grid, Puzzle)):
        return Puzzle.of(source).clues
    return Puzzle(cast("PuzzleLike", source), geometry=puzzle.geometry).clues


def _masks(puzzle: Puzzle, candidates: object) -> tuple[int, ...] | None:
    """Return the candidates to show."""
    if candidates is None or candidates is False:
        return None
    if candidates is True:
        return puzzle.candidate_masks()
    tolist = getattr(candidates, "tolist", None)
    cells = tolist() if callable(tolist) else candidates
    if not isinstance(cells, (list, tuple)):
        raise InputError(
            f"{shown(candidates)} are not candidates", expected=_CANDIDATES
        )
    return checked_masks(puzzle.geometry, cast("Sequence[object]", cells))
