"""Several boards on printable pages, as SVG pages or as one page of HTML.

Lengths are points of 1/72 inch.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import ceil
from typing import TYPE_CHECKING

from satdoku.drawing.palette import GREY
from satdoku.drawing.scene import board_scene
from satdoku.drawing.vector import Scene, group, plain, svg_text, text, text_width
from satdoku.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.drawing.board import Board
    from satdoku.drawing.vector import Shape

__all__ = ["PAPERS", "Layout", "page", "sheet_pages", "sheet_svg"]

PAPERS = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""Width and height of paper in millimetres."""

_POINTS = 72 / 25.4
_MARGIN = 36.0
_HEADING, _FOOTER, _CAPTION = 30.0, 18.0, 18.0
_GAP = 18.0
_MAX_ACROSS = 20


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
            raise UsageError(
                f"no paper {self.paper!r}; expected {', '.join(PAPERS)}",
            )

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
        >>> from satdoku.geometry import Geometry
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
            pages.append(_page(here, layout, heading, len(pages) + 1, count))
    return pages


def _page(
    boards: Sequence[tuple[Board, str]],
    layout: Layout,
    heading: str,
    number: int,
    count: int,
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
    side = min(across, down - _CAPTION) - _GAP
    for at, (board, caption) in enumerate(boards):
        row, column = divmod(at, layout.columns)
        left = _MARGIN + column * across + (across - _GAP - side) / 2
        upper = top + row * down + (down - _GAP - _CAPTION - side) / 2
        shapes += _placed(board, caption, layout, (left, upper, side))
    if count > 1:
        number_of = f"{number}/{count}"
        shapes.append(
            text(width / 2, height - _MARGIN, number_of, 9, GREY, name="page")
        )
    title = heading or f"{len(boards)} Sudoku puzzle{'s' * (len(boards) != 1)}"
    captions = ", ".join(caption for _, caption in boards if caption)
    return Scene(width, height, tuple(shapes), title, captions)


def _placed(
    board: Board, caption: str, layout: Layout, place: tuple[float, float, float]
) -> Iterator[Shape]:
    """Draw a board and its caption into a square."""
    left, top, side = place
    scene = board_scene(board, labels=layout.labels)
    scale = side / scene.width
    move = f"translate({left:.2f} {top:.2f}) scale({scale:.4f})"
    yield group(scene.shapes, transform=move)
    caption = plain(caption).strip()
    if caption:
        size = min(11.0, side / (text_width(caption, 1.0) or 1.0))
        x, y = left + side / 2, top + side + _CAPTION / 2
        yield text(x, y, caption, size, name="caption")


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
