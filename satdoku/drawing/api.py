"""Pictures of puzzles: the functions of `satdoku.drawing`.

Sheets are several boards on printable pages; their lengths are points of 1/72 inch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from math import ceil
from numbers import Real
from typing import TYPE_CHECKING, Protocol, cast

from satdoku.drawing.board import Board
from satdoku.drawing.palette import GREY
from satdoku.drawing.scene import board_scene
from satdoku.drawing.vector import (
    Scene,
    group,
    plain,
    png_bytes,
    svg_text,
    text,
    text_width,
)
from satdoku.errors import InputError, UsageError, counted, shown
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle, checked_masks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.drawing.vector import Shape
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.puzzle import PuzzleLike

_CANDIDATES = "for each cell a mask, or a collection of digits"

PAPERS = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""Width and height of paper in millimetres."""


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


_POINTS = 72 / 25.4
_MARGIN = 36.0
_HEADING, _FOOTER, _CAPTION = 30.0, 18.0, 18.0
_GAP = 18.0
_MAX_ACROSS = 20


def svg(
    puzzle: PuzzleLike,
    *,
    solution: object = None,
    candidates: object = False,
    diff: object = None,
    contradiction: Contradicting | None = None,
    title: str = "",
    labels: bool = False,
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
        labels: Whether rows and columns have their names beside the grid: r1, c1.
        size: How wide the picture is shown, in pixels; None for 48 a cell.
        dark: Whether to draw in light colours on a dark background.

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
    is_number = isinstance(size, Real) and not isinstance(size, bool)
    if size is not None and not (is_number and 0 < size < float("inf")):
        raise UsageError(
            f"a picture of {shown(size)} pixels; expected a number above 0"
        )
    board = _board(puzzle, solution, candidates, diff, contradiction)
    scene = board_scene(board, caption=title, labels=labels)
    return svg_text(replace(scene, dark=dark), width=size)


def png(
    puzzle: PuzzleLike,
    *,
    solution: object = None,
    candidates: object = False,
    diff: object = None,
    contradiction: Contradicting | None = None,
    title: str = "",
    labels: bool = False,
    size: int | None = None,
    dark: bool = False,
) -> bytes:
    """Draw a puzzle as PNG (the extra `satdoku[png]`); as `svg`, but for `size`.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        solution: A grid that fills the empty cells; True to solve the puzzle.
        candidates: Candidates to show; True for those that the puzzle leaves.
        diff: A grid to compare with; True for another solution.
        contradiction: What contradicts each other.
        title: Written above the grid.
        labels: Whether rows and columns have their names beside the grid.
        size: How wide the picture is, in pixels, at most 10,000; None for 96 a cell.
        dark: Whether to draw in light colours on a dark background.

    Raises:
        InputError: As `svg`.
        UsageError: As `svg`; or resvg-py is not installed.

    Example:
        >>> png("1... ..2. ..3. 4...")[1:4]  # doctest: +SKIP
        b'PNG'
    """
    board = _board(puzzle, solution, candidates, diff, contradiction)
    scene = board_scene(board, caption=title, labels=labels)
    return png_bytes(replace(scene, dark=dark), width=size)


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
        if layer is not None and not layer.geometry.same_shape(geometry):
            msg = f"a grid of {layer.geometry} cannot be laid over one of {geometry}"
            raise UsageError(msg)
    values = () if found is None else found.values
    for cell, clue in puzzle.clues.filled if values else ():
        if values[cell] not in (0, clue):
            name, texts = geometry.cell_name(cell), geometry.digit_texts
            raise UsageError(
                f"{name} is {texts[clue]} in the puzzle and {texts[values[cell]]} in "
                "what fills it"
            )
    second = () if other is None else other.values
    rules = puzzle.constraints
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
    ruled_out: dict[int, set[int]] = {}
    for cell, digit in puzzle.eliminated:
        ruled_out.setdefault(cell, set()).add(digit + first - 1)
    cells: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for cell, gone in ruled_out.items():
        mask = puzzle.masks[cell]
        left = {value for at, value in enumerate(values) if mask >> at & 1}
        for rest in (0, 1):  # clues may have ruled out some of the even ones, say
            parity = {value for value in values if value % 2 == rest}
            if left <= parity and not parity & gone:
                left = parity
        if left:
            place = divmod(cell, geometry.columns)
            cells.setdefault(tuple(sorted(left)), []).append(place)
    for restricted, where in cells.items():
        yield Allowed(tuple(where), restricted)


def _board(
    source: PuzzleLike,
    solution: object,
    candidates: object,
    diff: object,
    contradiction: Contradicting | None = None,
) -> Board:
    """Return what `svg` draws; solve the puzzle where that is needed."""
    puzzle = Puzzle.of(source)
    found, other = _layer(puzzle, solution), _layer(puzzle, diff)
    if solution is True or diff is True:
        # Above this module, and needed only where a solution is to be found.
        from satdoku.solving.solver import solve  # noqa: PLC0415

        result = solve(puzzle, unique=diff is True)
        if result.solution is None:
            raise InputError(f"no solution: {result.reason or 'the clues allow none'}")
        found = result.solution if found is None else found
        if diff is True:
            other = result.solution if result.second == found else result.second
    masks = _masks(puzzle, candidates)
    board = compared(puzzle, found=found, other=other, masks=masks)
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


# Sheets


@dataclass(frozen=True, slots=True)
class Layout:
    """How boards are laid out on pages.

    Args:
        columns: How many boards stand side by side, 1 to 20.
        rows: How many stand one above the other, 1 to 20.
        paper: `a4`, `a5` or `letter`, upright.
        labels: Whether rows and columns have their names beside each board.
        heading: Written at the top of each page, if not empty.

    Raises:
        UsageError: A number is out of range, or there is no such paper.
    """

    columns: int = 2
    rows: int = 3
    paper: str = "a4"
    labels: bool = False
    heading: str = ""

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= _MAX_ACROSS and 1 <= self.rows <= _MAX_ACROSS):
            raise UsageError(
                f"a sheet of {self.columns}x{self.rows} boards; expected 1x1 to "
                f"{_MAX_ACROSS}x{_MAX_ACROSS}"
            )
        if self.paper not in PAPERS:
            raise UsageError(f"no paper {self.paper!r}; expected {', '.join(PAPERS)}")

    @property
    def boards(self) -> int:
        """How many boards a page has."""
        return self.columns * self.rows


def sheet_pages(
    boards: Sequence[tuple[Board, str]],
    layout: Layout,
    solutions: Sequence[tuple[Board, str]] = (),
) -> list[Scene]:
    """Lay boards out on pages, each above its caption; solutions on pages at the end.

    Example:
        >>> from satdoku.drawing.board import Board
        >>> from satdoku.puzzle.geometry import Geometry
        >>> board = Board(Geometry(4, 4), (1,) + (0,) * 15)
        >>> len(sheet_pages([(board, "")] * 7, Layout(2, 3)))
        2
    """
    count = sum(ceil(len(each) / layout.boards) for each in (boards, solutions))
    pages: list[Scene] = []
    for part, suffix in ((boards, ""), (solutions, "Solutions")):
        heading = ": ".join(filter(None, (layout.heading, suffix)))
        for start in range(0, len(part), layout.boards):
            here = part[start : start + layout.boards]
            number = f"{len(pages) + 1}/{count}" if count > 1 else ""
            pages.append(_page(here, layout, heading, number))
    return pages


def _page(
    boards: Sequence[tuple[Board, str]], layout: Layout, heading: str, number: str
) -> Scene:
    width, height = (side * _POINTS for side in PAPERS[layout.paper])
    shapes: list[Shape] = []
    top = _MARGIN
    if heading:
        room = width - 2 * _MARGIN
        size = min(18.0, room / (text_width(heading, 1.0) or 1.0))
        y = _MARGIN + size / 2
        shapes.append(text(width / 2, y, heading, size, bold=True, name="heading"))
        top += _HEADING
    across = (width - 2 * _MARGIN + _GAP) / layout.columns
    down = (height - top - _MARGIN - _FOOTER + _GAP) / layout.rows
    for at, (board, caption) in enumerate(boards):
        row, column = divmod(at, layout.columns)
        scene = board_scene(board, labels=layout.labels)
        space = across - _GAP, down - _GAP - _CAPTION
        scale = min(space[0] / scene.width, space[1] / scene.height)
        wide, high = scene.width * scale, scene.height * scale
        left = _MARGIN + column * across + (space[0] - wide) / 2
        upper = top + row * down + (space[1] - high) / 2
        move = f"translate({left:.2f} {upper:.2f}) scale({scale:.4f})"
        shapes.append(group(scene.shapes, transform=move))
        if name := plain(caption).strip():
            size = min(11.0, space[0] / text_width(name, 1.0))
            x, y = left + wide / 2, upper + high + _CAPTION / 2
            shapes.append(text(x, y, name, size, name="caption"))
    if number:
        shapes.append(text(width / 2, height - _MARGIN, number, 9, GREY, name="page"))
    title = heading or counted(len(boards), "Sudoku puzzle")
    captions = ", ".join(caption for _, caption in boards if caption)
    return Scene(width, height, tuple(shapes), title, captions)


def sheet_svg(scene: Scene) -> str:
    """Write a page as SVG that is as large as its paper."""
    return svg_text(scene, width=scene.width / _POINTS, unit="mm")


def page(sheets: Iterable[str], *, title: str = "", paper: str = "a4") -> str:
    """Put SVG pages into one page of HTML; each is printed on a sheet of its own.

    Args:
        sheets: The pages, as `sheet` makes them.
        title: Of the window.
        paper: As of the pages: `a4`, `a5` or `letter`.

    Example:
        >>> from satdoku.drawing import sheet
        >>> html = page(sheet(["1... ..2. ..3. 4..."] * 7), title="My puzzles")
        >>> html.count("<section>"), "<title>My puzzles</title>" in html
        (2, True)
    """
    width, height = PAPERS[paper]
    # Heights are rounded: a page as high as the paper may take a second sheet.
    style = (
        f"@page{{size:{width:g}mm {height:g}mm;margin:0}}"
        "html{background:#ddd}body{margin:0}"
        f"section{{width:{width:g}mm;height:{height - 1:g}mm;overflow:hidden;"
        "margin:0 auto;background:#fff}"
        "section+section{break-before:page}svg{display:block}"
        "@media screen{section{margin:5mm auto}}"
    )
    sections = "\n".join(f"<section>\n{each}</section>" for each in sheets)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(plain(title) or 'Sudoku')}</title>\n<style>{style}</style>\n"
        f"</head>\n<body>\n{sections}\n</body>\n</html>\n"
    )
