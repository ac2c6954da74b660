"""`satdoku show`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from satdoku.answers import Result, Status
from satdoku.cli import exits
from satdoku.cli.answers import difference, reason, searched_by
from satdoku.cli.colour import CHOICES, look_of
from satdoku.cli.messages import say
from satdoku.cli.options import (
    OUTPUT,
    command,
    encoding_option,
    engine_option,
    file_path,
    max_clauses_option,
    option,
    output_options,
    picks_puzzles,
    reads_one_puzzle,
    timeout_option,
)
from satdoku.cli.pictures import check_kind, kind_of_output, write_scene
from satdoku.cli.reading import place_of
from satdoku.drawing.draw import board_scene
from satdoku.drawing.sheet import Sheet
from satdoku.drawing.terminal import terminal_lines, width_of
from satdoku.errors import Stopped, UsageError, printable
from satdoku.illustration import compared
from satdoku.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cli.output import Output
    from satdoku.cli.run import Run
    from satdoku.drawing.board import Board
    from satdoku.drawing.scene import Scene
    from satdoku.formats import Entry
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle

_LONGEST = 20
"""How many cells a remark names."""


class _SheetSize(click.ParamType[tuple[int, int]]):
    """Columns and rows of boards on a page: `2x3`."""

    name = "sheet"

    def convert(
        self,
        value: str | tuple[int, int],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[int, int]:
        """Read it."""
        if isinstance(value, tuple):
            return value
        columns, cross, rows = value.lower().replace("×", "x").partition("x")
        sizes = [int(n) for n in (columns, rows) if n.isascii() and n.isdigit()]
        if not cross or len(sizes) < 2 or not all(1 <= n <= 20 for n in sizes):
            wrong = f"{value!r}; expected columns and rows of a page, such as 2x3"
            self.fail(wrong, param, ctx)
        return sizes[0], sizes[1]


@command(
    ("satdoku show puzzle.txt", "draw a puzzle in the terminal"),
    ("satdoku show --candidates puzzle.txt", "with the digits that are possible"),
    ("satdoku show --solution puzzle.txt -o solved.svg", "a picture of the solution"),
    ("satdoku show --diff puzzle.txt -o two.png", "where two solutions differ"),
    ("satdoku show p.txt --solution --diff-with mine.txt", "what is wrong in mine"),
    ("satdoku show --sheet 2x3 puzzles.sdm -o sheet.html", "pages to print"),
)
@reads_one_puzzle()
@picks_puzzles
@option("--candidates", is_flag=True, help="Show the digits that empty cells may have.")
@option("--solution", is_flag=True, help="Solve it, and fill in the empty cells.")
@option("--diff", is_flag=True, help="Mark where two solutions differ.")
@option(
    "--diff-with",
    type=file_path(),
    help="Mark where the grid of another file has other digits.",
)
@option(
    "--sheet",
    type=_SheetSize(),
    metavar="2x3",
    help="Draw all puzzles on pages of A4, 2 beside and 3 below each other; with "
    "--solution, the solutions on pages at the end.",
)
@option("--labels", is_flag=True, help="Number the rows and columns.")
@option("--title", metavar="TEXT", default="", help="Write this above.")
@option(
    "--size",
    metavar="PIXELS",
    type=click.IntRange(1, 10_000),
    section=OUTPUT,
    help="How wide the picture is (48 a cell, 96 in PNG).",
)
@option(
    "--color",
    "--colour",
    "colour",
    type=click.Choice(CHOICES),
    default="auto",
    section=OUTPUT,
    help="Whether to draw in colours in the terminal.",
)
@option(
    "--to",
    type=click.Choice(["svg", "png", "html", "text"]),
    section=OUTPUT,
    help="The kind of picture, where the ending of -o does not tell it.",
)
@engine_option
@encoding_option
@timeout_option
@max_clauses_option
@output_options
def show(
    run: Run,
    *,
    file: str,
    candidates: bool,
    solution: bool,
    diff: bool,
    diff_with: str | None,
    sheet: tuple[int, int] | None,
    labels: bool,
    title: str,
    size: int | None,
    colour: str,
    to: str | None,
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
) -> int:
    """Draw a puzzle in the terminal, or as a picture, or many on pages to print.

    The ending of -o tells the kind: .svg, .png (needs the extra png), .html for pages.
    Clues are bold, digits that were found slanted and blue, candidates small; clues
    that clash have a ring. What the file says was placed so far counts as found.

    --diff fills in one solution, and shows both digits where another has a different
    one; --diff-with does so with the grid of another file: one's own attempt, say.

    Exits with 3 if a solution is wanted and there is none, with 4 if the time was over.
    """
    if diff and diff_with is not None:
        raise click.UsageError("--diff and --diff-with contradict each other")
    if file == diff_with == "-":
        raise click.UsageError("FILE and --diff-with cannot both be standard input")
    kind = kind_of_output(to, run.output, ("svg", "html") if sheet else ("svg", "png"))
    _check_sheet(kind, is_sheet=sheet is not None, diff=diff or diff_with is not None)
    _check_picture(kind, size=size, colour=colour, labels=labels)
    run.files = (file,) if diff_with is None else (file, diff_with)
    wanted = _Wanted(candidates, solution or diff, diff, timeout)
    solver = Solver(engine, encoding, max_clauses=max_clauses, puzzles=1)
    with run.writing(unit="") as output:
        check_kind(kind, output)
        if sheet is not None:
            run.files = (file,)
            paper = Sheet(*sheet, title=title, labels=labels)
            _write_pages(output, paper, _pages(run, paper, wanted, solver), kind, size)
            return run.code
        entry = run.one(file)
        layers = _Layers.of(entry, candidates=candidates)
        if diff_with is not None:
            same = replace(run.reader, from_=None, column=None, fixed=None)
            other = same.only(diff_with)
            layers.other = (other.extras.state or other.grid).clues
        _ = layers.board  # what does not fit is reported before a search
        code = layers.solve(run, solver, wanted) if wanted.solution else exits.DONE
        if code:
            output.failed = True
            return code
        if kind == "text":
            _write_text(run, layers.board, title, look=colour)
        else:
            name = title or entry.name or ""
            scene = board_scene(layers.board, title=name, caption=title, labels=labels)
            write_scene(output, kind, scene, size)
        if not run.quiet:
            layers.say(diff=diff)
    return exits.DONE


def _check_sheet(kind: str, *, is_sheet: bool, diff: bool) -> None:
    """Raise UsageError where options contradict --sheet, or need it."""
    if is_sheet and diff:
        raise click.UsageError("--sheet draws puzzles and solutions, no differences")
    if is_sheet and kind not in {"svg", "html"}:
        raise click.UsageError("a sheet is drawn by -o FILE.html, or one page as .svg")
    if kind == "html" and not is_sheet:
        raise click.UsageError("--to html makes the pages of --sheet 2x3")


def _check_picture(kind: str, *, size: int | None, colour: str, labels: bool) -> None:
    """Raise UsageError where options are not of this kind of picture."""
    if kind in {"text", "html"} and size is not None:
        raise click.UsageError("--size is of pictures; name one by -o FILE.svg, say")
    if kind != "text" and colour != "auto":
        raise click.UsageError("--color is of drawings in the terminal")
    if kind == "text" and labels:
        raise click.UsageError("--labels is of pictures; name one by -o FILE.svg, say")


@dataclass(frozen=True)
class _Wanted:
    """What is to be shown beside the puzzle."""

    candidates: bool
    solution: bool
    diff: bool
    timeout: float | None


@dataclass
class _Layers:
    """A puzzle and what is laid over it.

    Args:
        entry: The puzzle.
        masks: The candidates of each cell, if they are wanted.
        found: What was placed, by the solver or by a person.
        other: What that is compared with.
    """

    entry: Entry
    masks: Sequence[int] | None = None
    found: Grid | None = None
    other: Grid | None = None
    result: Result | None = None

    @classmethod
    def of(cls, entry: Entry, *, candidates: bool) -> _Layers:
        """Return a puzzle as its file says it: with candidates, so far as it came."""
        state = entry.extras.state
        if not candidates:
            return cls(entry)
        if state is None:
            return cls(entry, entry.grid.left())
        return cls(entry, _left_to_empty(state), state.clues)

    @property
    def board(self) -> Board:
        """All of it, one over the other.

        Raises:
            UsageError: The grids are not of one shape.
        """
        return compared(
            self.entry.grid, found=self.found, other=self.other, masks=self.masks
        )

    def solve(self, run: Run, solver: Solver, wanted: _Wanted) -> int:
        """Find the solutions that are to be shown; return 3 if there is none.

        Raises:
            Stopped: A limit came before there was an answer.
            LimitError: The formula would be too large.
        """
        entry = self.entry
        run.progress.step("searching")
        result = solver.solve(entry.grid, unique=True, timeout=wanted.timeout)
        searched = searched_by(result)
        if searched:
            run.explain(entry, "search", searched)
        if result.status is Status.NONE:
            say(f"satdoku: {place_of(entry)}: no solution: {reason(result)}")
            return exits.NO
        if result.solution is None or (wanted.diff and not result.certain):
            raise Stopped(f"{place_of(entry)}: out of time")
        self.result, self.found = result, result.solution
        if wanted.diff:
            self.other = result.second
        return exits.DONE

    def say(self, *, diff: bool) -> None:
        """Say what the picture alone does not."""
        board, puzzle = self.board, self.entry.grid
        geometry = puzzle.geometry
        clashes = puzzle.clashes()
        if clashes:
            more = f" (and {len(clashes) - 1} more)" if len(clashes) > 1 else ""
            say(f"{clashes[0]}{more}.")
        elif board.clashes:
            say(f"The digits in {_listed(geometry, sorted(board.clashes))} clash.")
        dead = [cell for cell in range(geometry.cells) if board.is_dead(cell)]
        if dead:
            say(f"No digit is left for {_listed(geometry, dead)}.")
        if self.result is not None:
            say(_about_solution(self.result, diff=diff))
        if board.other:
            cells = [cell for cell in range(geometry.cells) if board.second(cell)]
            if cells:
                count = f"{len(cells)} cell{'s' * (len(cells) > 1)}"
                say(f"They differ in {count}: {_listed(geometry, cells)}.")
            else:
                say("No digit differs.")


def _left_to_empty(state: Puzzle) -> list[int]:
    """Return the candidates of a saved game, none for cells that have a digit."""
    pairs = zip(state.values, state.left(), strict=True)
    return [0 if value else mask for value, mask in pairs]


def _about_solution(result: Result, *, diff: bool) -> str:
    if result.status is Status.UNIQUE:
        if result.puzzle.is_complete:
            return "The grid was complete already, and obeys every rule."
        nothing = "; there is no other to compare it with" if diff else ""
        return f"This is the only solution{nothing}."
    if result.status is Status.MULTIPLE:
        if diff:
            return "These are two solutions; there may be more."
        return f"This is one solution of several: {difference(result)}."
    return "This is a solution; there was no time to look for another."


def _listed(geometry: Geometry, cells: Sequence[int]) -> str:
    names = ", ".join(geometry.cell_name(cell) for cell in cells[:_LONGEST])
    more = len(cells) - _LONGEST
    return f"{names} and {more} more" if more > 0 else names


def _write_text(run: Run, board: Board, title: str, look: str) -> None:
    """Draw a board with characters."""
    seen = look_of(run.out, look)
    lines = terminal_lines(board, seen)
    if title:
        lines.insert(0, printable(title, 200))
    run.out.write("".join(f"{line}\n" for line in lines))
    wide = max(map(width_of, lines))
    if seen.columns is not None and wide > seen.columns and not run.quiet:
        say(
            f"The drawing is {wide} columns wide, the terminal {seen.columns}; "
            "-o FILE.svg makes a picture."
        )


def _pages(run: Run, sheet: Sheet, wanted: _Wanted, solver: Solver) -> list[Scene]:
    """Return the pages of all puzzles, and those of their solutions behind them."""
    boards: list[tuple[str, Board]] = []
    solved: list[tuple[str, Board]] = []
    for entry in run.puzzles():
        layers = _Layers.of(entry, candidates=wanted.candidates)
        with run.guard(entry):
            name = printable(entry.name or str(run.count), 60)
            boards.append((name, layers.board))
            if wanted.solution:
                code = layers.solve(run, solver, wanted)
                run.codes.add(code)
                if not code:
                    layers.masks = None
                    solved.append((name, layers.board))
    return [*sheet.pages(boards), *sheet.pages(solved, "Solutions")]


def _write_pages(
    output: Output, sheet: Sheet, pages: list[Scene], kind: str, width: int | None
) -> None:
    if not pages:
        output.failed = True
    elif kind == "html":
        output.write(sheet.html(pages))
    elif len(pages) == 1:
        write_scene(output, kind, pages[0], width)
    else:
        raise UsageError(
            f"{len(pages)} pages do not fit one .svg; -o FILE.html holds them all, and "
            "--pick 1-6 draws some"
        )
