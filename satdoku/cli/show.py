"""`satdoku show`, and pictures that other commands write."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from os.path import basename, splitext
from shutil import get_terminal_size
from typing import TYPE_CHECKING, TypeAlias

import click

from satdoku.cli import exits
from satdoku.cli.answers import difference, reason, searched_by
from satdoku.cli.messages import say
from satdoku.cli.options import (
    Command,
    FilePath,
    Value,
    dark_option,
    has_colours,
    reads_puzzles,
    reports,
    timeout_option,
    to_option,
)
from satdoku.cli.reading import place_of
from satdoku.cli.run import Run, under_rules
from satdoku.drawing.api import compared
from satdoku.drawing.scene import board_scene
from satdoku.drawing.sheets import (
    PAPERS,
    SheetLayout,
    check_pdf,
    cover,
    page,
    pdf_bytes,
    sheet_pages,
    sheet_svg,
)
from satdoku.drawing.terminal import TerminalStyle, terminal_lines
from satdoku.drawing.tikz import tikz_text
from satdoku.drawing.vector import check_resvg, png_bytes, svg_text
from satdoku.errors import LimitError, Stopped, UsageError, counted, printable
from satdoku.solving.results import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.cli.output import Output
    from satdoku.drawing.board import Board
    from satdoku.drawing.vector import Scene
    from satdoku.formats import PuzzleRecord
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.solving.results import Result

_Solve: TypeAlias = "Callable[[Puzzle], Result]"

_MAX_TITLE = 500
_MAX_BOARDS = 10_000
"""The boards of a sheet; a browser takes a minute to lay out so many."""


class _SheetSize(Value):
    """Columns and rows of boards on a page: `2x3`."""

    name = "cxr"
    expected = "columns and rows of boards, such as 2x3"

    def read(self, text: str) -> tuple[int, int] | None:
        """Read the two numbers."""
        match = re.fullmatch("([1-9][0-9]{0,4})x([1-9][0-9]{0,4})", text.lower())
        return match and (int(match[1]), int(match[2]))


@dataclass(kw_only=True)
class _Options:
    """What is drawn, and how."""

    candidates: bool
    solve: bool
    diff: bool
    diff_with: str | None
    dark: bool
    title: str | None
    width: int | None
    sheet: tuple[int, int] | None
    paper: str | None


@click.command(cls=Command)
@reads_puzzles
@reports
@click.option("--candidates", is_flag=True, help="Draw the candidates of empty cells.")
@click.option("--solve", is_flag=True, help="Solve the puzzle and draw the solution.")
@click.option("--diff", is_flag=True, help="Mark where two solutions differ.")
@click.option("--diff-with", type=FilePath(), help="Mark where another grid differs.")
@dark_option
@click.option("--title", metavar="TEXT", help="Title above the grid.")
@click.option(
    "--width",
    metavar="PIXELS",
    type=click.IntRange(1, 10_000),
    help="Width of the picture (48 per cell, twice that in PNG).",
)
@click.option(
    "--sheet",
    type=_SheetSize(),
    help="Draw all puzzles on printable pages, C x R per page.",
)
@click.option(
    "--paper", type=click.Choice(tuple(PAPERS)), help="Paper of --sheet (a4)."
)
@to_option("svg", "png", "tex", "html", "pdf")
@timeout_option
def show(
    run: Run,
    *,
    candidates: bool,
    solve: bool,
    diff: bool,
    diff_with: str | None,
    dark: bool,
    title: str | None,
    width: int | None,
    sheet: tuple[int, int] | None,
    paper: str | None,
    timeout: float | None,
    to: str | None,
) -> int:
    """Draw a puzzle in the terminal, or as a picture in a file.

    The file extension selects the kind: .svg, .png, .txt, .tex (TikZ), or .html and
    .pdf for sheets. Clues
    are bold, other digits slanted and blue, candidates small; clashing clues are
    ringed. With --diff and --diff-with, cells that differ show both digits. The last
    pages of a sheet show its solutions.

    Exits with 3 if there is no solution to draw, with 4 if a limit was reached first.

    \b
    Examples:
      satdoku show puzzle.txt                           # draw it in the terminal
      satdoku show --solve puzzle.txt -o solved.svg  # a picture of the solution
      satdoku show --diff puzzle.txt -o two.png  # where two solutions differ
      satdoku show --solve --diff-with mine.txt puzzle.txt          # my mistakes
      satdoku show --sheet 2x3 --solve puzzles.sdm -o print.html  # pages to print
      satdoku show --sheet 2x2 --title Evenings puzzles.sdm -o book.pdf  # a book
    """
    options = _Options(
        candidates=candidates,
        solve=solve,
        diff=diff,
        diff_with=diff_with,
        dark=dark,
        title=title,
        width=width,
        sheet=sheet,
        paper=paper,
    )
    run.reader.takes_drawings = not (solve or diff or candidates)
    kind = _check(run, options, to)
    from satdoku.solving.solver import Solver  # noqa: PLC0415  help needs none

    solver = partial(Solver().solve, timeout=timeout)
    draw = _show_one if sheet is None else _show_sheet
    return draw(run, options, kind, solver)


def _check(run: Run, options: _Options, to: str | None) -> str:
    """Return what is written, svg, html or text, say; check that options fit it."""
    is_sheet = options.sheet is not None
    kinds = ("html", "pdf", "svg", "png", "tex") if is_sheet else ("svg", "png", "tex")
    ending = splitext(run.output or "")[1].lower()  # noqa: PTH122  quick
    pages = {"html": "HTML", "htm": "HTML", "pdf": "PDF"}.get(to or ending[1:])
    if pages and not is_sheet:
        raise click.UsageError(f"{pages} holds pages of puzzles: add --sheet 2x3")
    kind = run.kind(*kinds, json=False, to=to)
    if is_sheet and to is None and splitext(run.output or "")[1] == "":  # noqa: PTH122  quick
        kind = "html"
    drawn, compares = kind != "text", options.diff or options.diff_with is not None
    sized = options.width is not None
    mistakes = {
        "--width needs a picture; -o FILE.svg writes one": sized and not drawn,
        "--dark needs a picture; -o FILE.svg writes one": options.dark and not drawn,
        "--width and --dark are not for TikZ": kind == "tex"
        and (sized or options.dark),
        "--paper is for --sheet": options.paper is not None and not is_sheet,
        "--sheet takes no --diff, --diff-with, --width, --dark, text": is_sheet
        and (compares or sized or options.dark or not drawn),
        "--diff and --diff-with exclude each other": options.diff
        and options.diff_with is not None,
        "one puzzle at a time; --sheet 2x3 draws several": not is_sheet
        and len(run.reader.files) > 1,
    }
    for text, is_made in mistakes.items():
        if is_made:
            raise click.UsageError(text)
    return kind


def _show_one(run: Run, options: _Options, kind: str, solve: _Solve) -> int:
    other = options.diff_with
    if other == "-" in run.reader.files:
        raise click.UsageError("FILE and --diff-with cannot both be standard input")
    run.inputs += () if other is None else (other,)
    with run.writing(unit="") as output:
        check_kind(kind, output)
        drawing = _Drawing(run.one(), options)
        if other is not None:
            entry = run.reader.only(other)
            drawing.other = (entry.metadata.state or entry.puzzle).clues
            if entry.source != "<argument>":
                drawing.name = printable(basename(entry.source))  # noqa: PTH119  quick
        drawing.board()  # what does not fit is reported before a search
        if (options.solve or options.diff) and (code := drawing.solve(run, solve)):
            output.failed = True
            return code
        board, title = drawing.board(), options.title
        if title is None:
            title = drawing.entry.name or ""
        if kind == "text":
            lines = [printable(title, _MAX_TITLE)] if title else []
            lines += terminal_lines(board, _look(output), drawing.name)
            output.write("".join(f"{line}\n" for line in lines))
        else:
            scene = board_scene(board, caption=title)
            write_scene(output, kind, replace(scene, dark=options.dark), options.width)
        if not run.quiet:
            for remark in drawing.remarks(board):
                say(remark)
    return exits.DONE


def _look(output: Output) -> TerminalStyle:
    """Return what can be shown where the output goes."""
    columns = get_terminal_size().columns if output.is_terminal else None
    unicode = True
    try:
        "┌┬┐├┼┤└┴┘─│".encode(output.stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        unicode = False
    return TerminalStyle(has_colours(output), unicode, columns)


def _show_sheet(run: Run, options: _Options, kind: str, solve: _Solve) -> int:
    size, paper = options.sheet or (2, 3), options.paper or "a4"
    layout = SheetLayout(*size, paper, options.title or "")
    boards: list[tuple[Board, str]] = []
    solved: list[tuple[Board, str]] = []
    with run.writing() as output:
        if output.is_terminal:
            raise UsageError("a sheet is not for a terminal; use -o FILE.html")
        check_kind(kind, output)
        for entry in run.puzzles():
            with run.guard(entry):
                drawing = _Drawing(entry, options)
                number = run.count if len(run.reader.files) > 1 else entry.number
                name = printable(_caption(entry, number), _MAX_TITLE)
                boards.append((drawing.board(), name))
                if options.solve:
                    code = drawing.solve(run, solve)
                    run.codes.add(code)
                    if not code:
                        drawing.masks = None
                        solved.append((drawing.board(), name))
            if len(boards) > _MAX_BOARDS:
                raise LimitError(
                    f"more than {_MAX_BOARDS:,} puzzles; --pick -N draws fewer"
                )
        scenes = sheet_pages(boards, layout, solved)
        if not scenes:
            output.failed = True
        else:
            _write_pages(output, kind, scenes, layout, len(boards))
    run.summary([(len(boards), "drawn"), (len(solved), "solved")])
    return run.code


def _write_pages(
    output: Output, kind: str, scenes: list[Scene], layout: SheetLayout, boards: int
) -> None:
    """Write the pages of a sheet.

    Raises:
        UsageError: A picture has one page, and these are more.
    """
    if kind == "html":
        html = page(map(sheet_svg, scenes), title=layout.heading, paper=layout.paper)
        output.write_bytes(html.encode())  # the page says that it is UTF-8
    elif kind == "pdf":
        covers = [cover(layout, boards)] if layout.heading else []
        output.write_bytes(pdf_bytes([*covers, *scenes]))
    elif len(scenes) > 1:
        raise UsageError(
            f"{len(scenes)} pages; {kind.upper()} has 1; -o FILE.html writes all, "
            "--sheet with more boards a page or --pick -N makes fewer"
        )
    elif kind == "svg":
        output.write_bytes(sheet_svg(scenes[0]).encode())
    else:
        write_scene(output, kind, scenes[0])


def _caption(entry: PuzzleRecord, number: int) -> str:
    """Return what stands below a board: its name, level, score and author."""
    details = {key.lower(): value for key, value in entry.metadata.details}
    known = [details[key] for key in ("level", "rating", "author") if key in details]
    return " · ".join([entry.name or str(number), *known])


def _candidates(puzzle: Puzzle) -> Sequence[int]:
    """Return what clues leave of candidates, and what each constraint does."""
    masks = puzzle.candidate_masks()
    if not puzzle.constraints:
        return masks
    from satdoku.engines.masks.search import narrowed  # noqa: PLC0415  variants alone

    return (narrowed(puzzle, masks) or masks)[: puzzle.geometry.cells]


class _Drawing:
    """A puzzle and what is drawn over it."""

    def __init__(self, entry: PuzzleRecord, options: _Options) -> None:
        self.entry = entry
        self.other: Grid | None = None
        self.name = "The other solution" if options.diff else "The other grid"
        self.masks: Sequence[int] | None = None
        self._diff = options.diff
        self._grid: Grid | None = None
        self._result: Result | None = None
        state = entry.metadata.state
        if options.candidates and state is not None:
            # Those that the file states, with the digits placed so far.
            pairs = zip(state.values, state.candidate_masks(), strict=True)
            self.masks = [0 if value else mask for value, mask in pairs]
            self._grid = state.clues
        elif options.candidates:
            self.masks = _candidates(entry.puzzle)

    def solve(self, run: Run, solve: _Solve) -> int:
        """Fill in the solution, and compare it with the second; return the exit code.

        Raises:
            Stopped: A limit came first.
        """
        result = solve(self.entry.puzzle)
        note = f" ({result.engine_note})" if result.engine_note else ""
        engine = searched_by(result) or "no search"
        run.explain(self.entry, "search", f"{engine}{note}")
        if result.status is Status.NONE:
            run.say_about(self.entry, f"no solution: {reason(result)}")
            return exits.NO
        if result.solution is None or (self._diff and not result.complete):
            raise Stopped(f"{place_of(self.entry)}: out of time")
        self._result, self._grid = result, result.solution
        if self._diff:
            self.other = result.second
        return exits.DONE

    def board(self) -> Board:
        """Lay all of it over each other.

        Raises:
            UsageError: The grids are not of one shape, or contradict each other.
        """
        return compared(
            self.entry.puzzle, grid=self._grid, other=self.other, masks=self.masks
        )

    def remarks(self, board: Board) -> Iterator[str]:
        """Yield what the picture alone does not say."""
        cells = range(board.geometry.cells)
        if clashes := self.entry.puzzle.clashes():
            others = f" (and {len(clashes) - 1} more)" if len(clashes) > 1 else ""
            yield f"{clashes[0]}{others}."
        elif board.clashes:
            yield f"The digits in {board.names(sorted(board.clashes))} clash."
        if dead := list(filter(board.is_dead, cells)):
            yield f"No candidate is left in {board.names(dead)}."
        if self._result is not None:
            yield _about(self._result, under_rules(self.entry), diff=self._diff)
        if differ := list(filter(board.second, cells)):
            where = f"{counted(len(differ), 'cell')}: {board.names(differ)}"
            whom = "puzzle" if self._grid is None else "solution"
            names = f"{self.name} differs from the {whom}"
            yield f"{'The solutions differ' if self._diff else names} in {where}."
        elif board.other:
            yield "No digit differs."


def _about(result: Result, under: str, *, diff: bool) -> str:
    """Say what the solution is: the only one, or one of several.

    Args:
        result: The answer.
        under: Which rules it is about, where not all were read.
        diff: Whether two solutions are compared.
    """
    if result.status is Status.UNIQUE:
        if result.puzzle and result.puzzle.is_complete:
            return f"The grid is complete, and a solution{under}."
        nothing = "; there is no other to compare it with" if diff else ""
        return f"This is the only solution{under}{nothing}."
    if result.status is Status.MULTIPLE:
        if diff:
            return f"These are two solutions{under}; there may be more."
        return f"This is one solution of several{under}: {difference(result)}."
    return f"This is a solution{under}; there was no time to look for another."


# Pictures, of other commands too


def check_kind(kind: str, output: Output) -> None:
    """Check before long work that a picture can be made.

    Raises:
        UsageError: It cannot.
    """
    if kind == "pdf":
        check_pdf()
    if kind == "png":
        if output.is_terminal:
            raise UsageError("a PNG picture is not for a terminal; use -o FILE.png")
        check_resvg()


def write_scene(
    output: Output, kind: str, scene: Scene, width: int | None = None
) -> None:
    """Write a picture as SVG, PNG or TikZ."""
    if kind == "tex":
        output.write(tikz_text(scene))
    elif kind == "png":
        output.write_bytes(png_bytes(svg_text(scene), width=width))
    else:  # bytes, for SVG is UTF-8 whatever the terminal is
        output.write_bytes(svg_text(scene, width=width).encode())
