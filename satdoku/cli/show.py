"""`satdoku show`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from satdoku.answers import Status
from satdoku.cli import exits
from satdoku.cli.answers import difference, reason, searched_by
from satdoku.cli.colour import CHOICES, look_of
from satdoku.cli.messages import say
from satdoku.cli.options import (
    command,
    file_path,
    flag,
    option,
    output_options,
    picks_puzzles,
    reads_puzzles,
    searches,
)
from satdoku.cli.pictures import check_kind, kind_of_output, write_scene
from satdoku.cli.reading import place_of
from satdoku.drawing.api import PAPERS, Layout, compared, page, sheet_pages, sheet_svg
from satdoku.drawing.scene import board_scene
from satdoku.drawing.terminal import terminal_lines
from satdoku.errors import LimitError, Stopped, UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.answers import Result
    from satdoku.cli.options import Search
    from satdoku.cli.output import Output
    from satdoku.cli.run import Run
    from satdoku.drawing.board import Board
    from satdoku.drawing.vector import Scene
    from satdoku.formats import Entry
    from satdoku.grid import Grid
    from satdoku.solver import Solver

_MAX_TITLE = 500
_MAX_BOARDS = 10_000
"""The boards of a sheet; a browser takes a minute to lay out so many."""


def _sheet_size(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    del ctx
    if value is None:
        return None
    columns, times, rows = value.lower().partition("x")
    if not (times and columns.isdecimal() and rows.isdecimal()):
        raise click.BadParameter(
            f"{value!r}; expected columns and rows of boards, such as 2x3", param=param
        )
    return int(columns), int(rows)


@dataclass(frozen=True)
class _Options:
    """What is drawn, and how."""

    candidates: bool
    solution: bool
    diff: bool
    labels: bool
    title: str | None
    size: int | None
    colour: str
    kind: str
    timeout: float | None


@command(
    ("satdoku show puzzle.txt", "draw a puzzle in the terminal"),
    ("satdoku show --solution puzzle.txt -o solved.svg", "a picture of the solution"),
    ("satdoku show --diff puzzle.txt -o two.png", "where two solutions differ"),
    ("satdoku show --solution --diff-with mine.txt puzzle.txt", "mistakes in mine"),
    ("satdoku show --sheet 2x3 --solution puzzles.sdm -o print.html", "pages to print"),
)
@reads_puzzles
@picks_puzzles
@flag("--candidates", "Draw the candidates of empty cells.")
@flag("--solution", "Solve the puzzle and fill in the solution.")
@flag("--diff", "Mark where two solutions differ.")
@option("--diff-with", type=file_path(), help="Mark where another grid differs.")
@flag("--labels", "Name rows and columns beside the grid.")
@option("--title", metavar="TEXT", help="Write this above the grid.")
@option(
    "--size",
    metavar="PIXELS",
    type=click.IntRange(1, 10_000),
    help="Width of the picture (48 a cell, twice that in PNG).",
)
@option(
    "--sheet",
    metavar="CxR",
    callback=_sheet_size,
    help="Draw all puzzles on pages to print, C x R a page.",
)
@option(
    "--paper",
    type=click.Choice(tuple(PAPERS)),
    help="Paper of --sheet (a4).",
)
@option(
    "--color",
    "--colour",
    "colour",
    metavar="WHEN",
    type=click.Choice(CHOICES),
    default="auto",
    help="Use colours in the terminal: auto, always, never.",
)
@option(
    "--to",
    metavar="KIND",
    type=click.Choice(("svg", "png", "html", "text")),
    section="Output",
    help="svg, png, html or text, if not by the ending of -o.",
)
@output_options
@searches
def show(
    run: Run,
    *,
    candidates: bool,
    solution: bool,
    diff: bool,
    diff_with: str | None,
    labels: bool,
    title: str | None,
    size: int | None,
    sheet: tuple[int, int] | None,
    paper: str | None,
    colour: str,
    to: str | None,
    search: Search,
) -> int:
    """Draw a puzzle in the terminal, or as a picture in a file.

    The ending of the file decides: .svg, .png, .txt, or .html for sheets. Clues are
    bold, other digits slanted and blue, candidates small; clashing clues have a ring.
    With --diff and --diff-with, cells that differ show both digits. A sheet has its
    solutions on pages at the end.

    Exits with 3 if there is no solution to draw, with 4 if a limit came first.
    """
    kinds = ("svg", "png") if sheet is None else ("html", "svg", "png")
    flag = None if to == "text" else to
    if to == "html" and sheet is None:
        raise click.UsageError("--to html is for --sheet")
    usual = "text" if sheet is None else "html"
    kind = kind_of_output(flag, run.output, kinds, usual)
    if kind == "text" and size is not None:
        raise click.UsageError("--size needs a picture; -o FILE.svg writes one")
    if kind != "text" and colour != "auto":
        raise click.UsageError("--color is for drawings in the terminal")
    if paper is not None and sheet is None:
        raise click.UsageError("--paper is for --sheet")
    options = _Options(
        candidates, solution, diff, labels, title, size, colour, kind, search.timeout
    )
    solver = search.solver()
    if sheet is not None:
        if diff or diff_with is not None or size is not None or to == "text":
            raise click.UsageError("--sheet takes no --diff, --diff-with, --size, text")
        return _show_sheet(
            run, solver, options, Layout(*sheet, paper or "a4", labels, title or "")
        )
    if diff and diff_with is not None:
        raise click.UsageError("--diff and --diff-with do not go together")
    if len(run.files) > 1:
        raise click.UsageError("one puzzle at a time; --sheet 2x3 draws several")
    return _show_one(run, solver, options, diff_with)


def _show_one(run: Run, solver: Solver, options: _Options, other: str | None) -> int:
    file = run.files[0] if run.files else "-"
    if file == other == "-":
        raise click.UsageError("FILE and --diff-with cannot both be standard input")
    run.files = (file,) if other is None else (file, other)
    with run.writing(unit="") as output:
        check_kind(options.kind, output)
        drawing = _Drawing(run.one(file), options)
        if other is not None:
            entry = run.reader.only(other)
            drawing.other = (entry.extras.state or entry.grid).clues
        drawing.board()  # what does not fit is reported before a search
        if options.solution or options.diff:
            code = drawing.solve(run, solver)
            if code:
                output.failed = True
                return code
        board = drawing.board()
        _write(output, board, drawing.title, options)
        if not run.quiet:
            for remark in drawing.remarks(board):
                say(remark)
    return exits.DONE


def _write(output: Output, board: Board, title: str, options: _Options) -> None:
    if options.kind == "text":
        look = look_of(output, options.colour, labels=options.labels)
        lines = [printable(title, _MAX_TITLE)] if title else []
        lines += terminal_lines(board, look)
        output.write("".join(f"{line}\n" for line in lines))
    else:
        scene = board_scene(board, caption=title, labels=options.labels)
        write_scene(output, options.kind, scene, options.size)


def _show_sheet(run: Run, solver: Solver, options: _Options, layout: Layout) -> int:
    boards: list[tuple[Board, str]] = []
    solved: list[tuple[Board, str]] = []
    with run.writing() as output:
        if output.is_terminal:
            raise UsageError("a sheet is not for a terminal; use -o FILE.html")
        check_kind(options.kind, output)
        for entry in run.puzzles():
            with run.guard(entry):
                drawing = _Drawing(entry, options)
                name = printable(entry.name or f"{len(boards) + 1}", _MAX_TITLE)
                boards.append((drawing.board(), name))
                if options.solution:
                    code = drawing.solve(run, solver)
                    run.codes.add(code)
                    if not code:
                        drawing.masks = None
                        solved.append((drawing.board(), name))
            if len(boards) > _MAX_BOARDS:
                raise LimitError(
                    f"more than {_MAX_BOARDS:,} puzzles; --first N draws fewer"
                )
        if boards:
            scenes = sheet_pages(boards, layout, solved)
            _write_pages(output, scenes, options, layout)
        else:
            output.failed = True
    run.summary([(len(boards), "drawn"), (len(solved), "solved")])
    return run.code


def _write_pages(
    output: Output, scenes: Sequence[Scene], options: _Options, layout: Layout
) -> None:
    """Write the pages as HTML, or the only one as a picture.

    Raises:
        UsageError: A picture would have several pages.
    """
    if options.kind == "html":
        html = page(map(sheet_svg, scenes), title=layout.heading, paper=layout.paper)
        output.write_bytes(html.encode())  # the page says that it is UTF-8
    elif len(scenes) > 1:
        raise UsageError(
            f"{len(scenes)} pages; {options.kind.upper()} has one. -o FILE.html writes "
            "all; --sheet with more boards a page or --first N makes fewer"
        )
    elif options.kind == "svg":
        output.write_bytes(sheet_svg(scenes[0]).encode())
    else:
        write_scene(output, options.kind, scenes[0])


class _Drawing:
    """A puzzle and what is drawn over it."""

    def __init__(self, entry: Entry, options: _Options) -> None:
        self.entry = entry
        self.other: Grid | None = None
        self.masks: Sequence[int] | None = None
        self.title = options.title if options.title is not None else entry.name or ""
        self._options = options
        self._found: Grid | None = None
        self._result: Result | None = None
        state = entry.extras.state
        if options.candidates and state is not None:
            # Those that the file states, with what was placed so far.
            pairs = zip(state.values, state.left(), strict=True)
            self.masks = [0 if value else mask for value, mask in pairs]
            self._found = state.clues
        elif options.candidates:
            self.masks = entry.grid.left()

    def solve(self, run: Run, solver: Solver) -> int:
        """Fill in the solution, and compare it with the second; return the exit code.

        Raises:
            Stopped: A limit came first.
        """
        result = solver.solve(self.entry.grid, timeout=self._options.timeout)
        because = f" ({result.because})" if result.because else ""
        found = searched_by(result) or "no search"
        run.explain(self.entry, "search", f"{found}{because}")
        if result.status is Status.NONE:
            run.say_about(self.entry, f"no solution: {reason(result)}")
            return exits.NO
        if result.solution is None or (self._options.diff and not result.certain):
            raise Stopped(f"{place_of(self.entry)}: out of time")
        self._result, self._found = result, result.solution
        if self._options.diff:
            self.other = result.second
        return exits.DONE

    def board(self) -> Board:
        """Lay all of it over each other.

        Raises:
            UsageError: The grids are not of one shape, or contradict each other.
        """
        return compared(
            self.entry.grid, found=self._found, other=self.other, masks=self.masks
        )

    def remarks(self, board: Board) -> Iterator[str]:
        """Yield what the picture alone does not say."""
        cells = range(board.geometry.cells)
        clashes = self.entry.grid.clashes()
        if clashes:
            more = f" (and {len(clashes) - 1} more)" if len(clashes) > 1 else ""
            yield f"{clashes[0]}{more}."
        elif board.clashes:
            yield f"The digits in {board.names(sorted(board.clashes))} clash."
        dead = [cell for cell in cells if board.is_dead(cell)]
        if dead:
            yield f"No candidate is left in {board.names(dead)}."
        if self._result is not None:
            yield _about(self._result, diff=self._options.diff)
        if board.other:
            differ = [cell for cell in cells if board.second(cell)]
            count = f"{len(differ)} cell{'s' * (len(differ) > 1)}"
            yield (
                f"They differ in {count}: {board.names(differ)}."
                if differ
                else "No digit differs."
            )


def _about(result: Result, *, diff: bool) -> str:
    """Say what the solution is: the only one, or one of several."""
    if result.status is Status.UNIQUE:
        if result.puzzle.is_complete:
            return "The grid is complete, and a solution."
        nothing = "; there is no other to compare it with" if diff else ""
        return f"This is the only solution{nothing}."
    if result.status is Status.MULTIPLE:
        if diff:
            return "These are two solutions; there may be more."
        return f"This is one solution of several: {difference(result)}."
    return "This is a solution; there was no time to look for another."
