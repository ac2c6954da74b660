"""Several boards on printable pages; lengths are points of 1/72 inch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib.util import find_spec
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from satdoku.drawing.api import board_of
from satdoku.drawing.palette import GREY
from satdoku.drawing.scene import board_scene
from satdoku.drawing.vector import (
    FONTS,
    Font,
    Scene,
    fitted,
    group,
    plain,
    svg_text,
    text,
    texts,
)
from satdoku.errors import (
    UsageError,
    check_choice,
    check_kind,
    counted,
    whole_number,
)
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.drawing.board import Board
    from satdoku.drawing.vector import SvgElement
    from satdoku.puzzle.puzzle import PuzzleLike

PAPERS = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""Width and height of paper in millimetres."""

_FACES = (
    ("normal", "normal", ""),
    ("bold", "normal", "-Bold"),
    ("normal", "italic", "-Oblique"),
)
"""Weight and style of each file of the font."""

_POINTS = 72 / 25.4
_MARGIN = 36.0
_FOOTER, _CAPTION = 18.0, 18.0
_COVER = ((36.0, 2), (24.0, 4))
_HEADING = ((18.0, 1), (14.0, 2))
_NAME = ((11.0, 1), (8.0, 1))
"""Size of the font, and the most lines."""
_GAP = 18.0
_LEGEND = 1.5
"""The size of sentences about constraints, for boards are smaller than in pictures."""
_MAX_ACROSS = 20
_SOLUTIONS = (4, 6)
"""To so many columns and rows solutions stand twice as close as puzzles."""


def sheet(
    puzzles: Iterable[PuzzleLike],
    *,
    columns: int = 2,
    rows: int = 3,
    names: Sequence[str] = (),
    solutions: bool = False,
    candidates: bool = False,
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
        title: Written at the top of each page.
        paper: `a4`, `a5` or `letter`.

    Raises:
        InputError: One of them holds no grid, or has no solution where that is needed.
        UsageError: There are more than 20 columns or rows, no puzzles, not as many
            names as puzzles, or no such paper.

    Example:
        >>> pages = sheet(["1... ..2. ..3. 4..."] * 7, solutions=True)
        >>> len(pages), pages[0].count("<title>")
        (3, 1)
    """
    layout = SheetLayout(columns, rows, paper, title)
    check_kind("puzzles", puzzles, Iterable, "a list of puzzles")
    check_kind("names", names, Sequence, "a list of texts")
    grids = [Puzzle.of(puzzle) for puzzle in puzzles]
    captions = names or [str(number + 1) for number in range(len(grids))]
    if len(captions) != len(grids) or not grids:
        raise UsageError(f"{len(grids)} puzzles and {len(names)} names")
    boards = [board_of(grid, candidates=candidates) for grid in grids]
    solved = [board_of(grid, solution=True) for grid in grids if solutions]
    pages = sheet_pages(
        list(zip(boards, captions, strict=True)),
        layout,
        list(zip(solved, captions, strict=False)),
    )
    return list(map(sheet_svg, pages))


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """How boards are laid out on pages.

    Args:
        columns: How many boards stand side by side, 1 to 20.
        rows: How many stand one above the other, 1 to 20.
        paper: `a4`, `a5` or `letter`, upright.
        heading: Written at the top of each page, if not empty.

    Raises:
        UsageError: A number is out of range, or there is no such paper.
    """

    columns: int = 2
    rows: int = 3
    paper: str = "a4"
    heading: str = ""

    def __post_init__(self) -> None:
        for name, count in (("columns", self.columns), ("rows", self.rows)):
            if whole_number(name, count) > _MAX_ACROSS:
                raise UsageError(
                    f"a sheet of {self.columns}x{self.rows} boards; expected 1x1 to "
                    f"{_MAX_ACROSS}x{_MAX_ACROSS}"
                )
        check_kind("title", self.heading, str, "a text")
        _size_of(self.paper)

    @property
    def boards(self) -> int:
        """How many boards a page has."""
        return self.columns * self.rows


def sheet_pages(
    boards: Sequence[tuple[Board, str]],
    layout: SheetLayout,
    solutions: Sequence[tuple[Board, str]] = (),
) -> list[Scene]:
    """Lay boards out on pages, each above its caption; solutions on pages at the end.

    Solutions are drawn small, and without the sentences about their constraints.

    Example:
        >>> from satdoku.drawing.board import Board
        >>> from satdoku.puzzle.geometry import Geometry
        >>> board = Board(Geometry(4, 4), (1,) + (0,) * 15)
        >>> len(sheet_pages([(board, "")] * 7, SheetLayout(2, 3)))
        2
    """
    columns, rows = (
        max(count, min(2 * count, most))
        for count, most in zip((layout.columns, layout.rows), _SOLUTIONS, strict=True)
    )
    heading = ": ".join(filter(None, (layout.heading, "Solutions")))
    small = replace(layout, columns=columns, rows=rows, heading=heading)
    parts = [
        (part[start : start + form.boards], form)
        for part, form in ((boards, layout), (solutions, small))
        for start in range(0, len(part), form.boards)
    ]
    return [
        _page(
            part,
            form,
            number=f"{number}/{len(parts)}" if len(parts) > 1 else "",
            legend=_LEGEND if form is layout else 0.0,
        )
        for number, (part, form) in enumerate(parts, 1)
    ]


def _page(
    boards: Sequence[tuple[Board, str]],
    layout: SheetLayout,
    *,
    number: str,
    legend: float,
) -> Scene:
    width, height = (side * _POINTS for side in PAPERS[layout.paper])
    shapes: list[SvgElement] = []
    top = _MARGIN
    if layout.heading:
        size, lines = fitted(layout.heading, 0.9 * (width - 2 * _MARGIN), *_HEADING)
        items = [
            (width / 2, top + (at + 0.5) * 1.2 * size, line)
            for at, line in enumerate(lines)
        ]
        shapes.append(texts(items, Font(size, bold=True), "heading"))
        top += len(lines) * 1.2 * size + _GAP / 2
    across = (width - 2 * _MARGIN + _GAP) / layout.columns
    down = (height - top - _MARGIN - _FOOTER + _GAP) / layout.rows
    room = across - _GAP, down - _GAP - _CAPTION
    for start in range(0, len(boards), layout.columns):
        row = boards[start : start + layout.columns]
        scenes = [board_scene(board, legend=legend) for board, _ in row]
        scales = [min(room[0] / one.width, room[1] / one.height) for one in scenes]
        # The grids of a row begin at one height, those with clues above them, too.
        head = max(
            scale * one.origin[1] for scale, one in zip(scales, scenes, strict=True)
        )
        for column, (scene, (_, caption)) in enumerate(zip(scenes, row, strict=True)):
            rest = scene.height - scene.origin[1]
            scale = min(scales[column], (room[1] - head) / rest)
            wide, bottom = scene.width * scale, head + rest * scale
            left = _MARGIN + column * across + (room[0] - wide) / 2
            y = top + start // layout.columns * down
            move = f"translate({left:.2f} {y + head - scene.origin[1] * scale:.2f}) "
            move += f"scale({scale:.4f})"
            shapes.append(group(scene.shapes, name="board", transform=move))
            size, names = fitted(caption, room[0], *_NAME)
            at = left + wide / 2, y + bottom + _CAPTION / 2
            shapes += [text(*at, name, Font(size), "caption") for name in names]
    if number:
        shapes.append(text(width / 2, height - _MARGIN, number, Font(9, GREY), "page"))
    title = layout.heading or counted(len(boards), "Sudoku puzzle")
    captions = ", ".join(caption for _, caption in boards if caption)
    return Scene(width, height, tuple(shapes), title, captions)


def _size_of(paper: str) -> tuple[float, float]:
    """Return the width and height of paper.

    Raises:
        UsageError: There is none of that name.
    """
    check_choice("paper", paper, PAPERS)
    return PAPERS[paper]


def sheet_svg(scene: Scene) -> str:
    """Write a page as SVG that is as large as its paper."""
    return svg_text(scene, width=scene.width / _POINTS, unit="mm", styled=False)


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
    check_kind("sheets", sheets, Iterable, "a list of pages")
    check_kind("title", title, str, "a text")
    width, height = _size_of(paper)
    # Heights are rounded: a page as high as the paper may take a second sheet.
    style = (
        f"@page{{size:{width:g}mm {height:g}mm;margin:0}}"
        "html{background:#ddd}body{margin:0}"
        f"section{{width:{width:g}mm;height:{height - 1:g}mm;overflow:hidden;"
        "margin:0 auto;background:#fff}"
        "section+section{break-before:page}svg{display:block}"
        "@media screen{section{margin:5mm auto}}"
    )
    sections = "\n".join(f"<section>\n{sheet}</section>" for sheet in sheets)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(plain(title) or 'Sudoku')}</title>\n<style>{style}</style>\n"
        f"</head>\n<body>\n{sections}\n</body>\n</html>\n"
    )


def cover(layout: SheetLayout, puzzles: int) -> Scene:
    """Draw the title page of a book: its heading, and how many puzzles it has.

    Example:
        >>> cover(SheetLayout(heading="Evenings"), 12).description
        '12 Sudoku puzzles'
    """
    width, height = (side * _POINTS for side in PAPERS[layout.paper])
    size, lines = fitted(layout.heading, 0.8 * (width - 2 * _MARGIN), *_COVER)
    items = [
        (width / 2, height / 3 + at * 1.3 * size, line) for at, line in enumerate(lines)
    ]
    about = counted(puzzles, "Sudoku puzzle")
    below = text(width / 2, height / 2, about, Font(14, GREY), "page")
    shapes = (texts(items, Font(size, bold=True), "heading"), below)
    return Scene(width, height, shapes, layout.heading, about)


def check_pdf() -> None:
    """Raise UsageError where svglib is not installed."""
    if find_spec("svglib") is None or find_spec("reportlab") is None:
        msg = 'PDF needs svglib: pip install "satdoku[pdf]" (HTML needs nothing)'
        raise UsageError(msg)


def pdf_bytes(scenes: Sequence[Scene]) -> bytes:
    """Write pages as one PDF, drawn as lines and letters.

    Raises:
        UsageError: svglib is missing.
    """
    check_pdf()
    from reportlab.graphics import renderPDF  # noqa: PLC0415  an extra
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415  an extra
    from svglib.svglib import register_font, svg2rlg  # noqa: PLC0415  an extra

    folder = Path(__file__).parent / "fonts"
    for weight, style, name in _FACES:
        file = str(folder / f"DejaVuSans{name}.ttf")
        register_font("DejaVu Sans", file, weight, style)
    buffer = BytesIO()
    # The same pages make the same file, whenever they are made.
    canvas = Canvas(buffer, invariant=True)
    if scenes:
        canvas.setTitle(scenes[0].title)
    for scene in scenes:
        canvas.setPageSize((scene.width, scene.height))
        document = sheet_svg(scene).replace(FONTS, "DejaVu Sans", 1)
        drawing = svg2rlg(StringIO(document))
        renderPDF.draw(drawing, canvas, 0, 0)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
