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
    option,
    output_options,
    picks_puzzles,
    reads_puzzles,
    searches,
)
from satdoku.cli.pictures import check_kind, kind_of_output, write_scene
from satdoku.cli.reading import place_of
from satdoku.errors import Stopped, printable
from satdoku.illustration import compared
from satdoku.pictures.draw import board_scene
from satdoku.pictures.terminal import terminal_lines
from satdoku.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.answers import Result
    from satdoku.cli.run import Run
    from satdoku.formats import Entry
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.pictures.board import Board
    from satdoku.puzzle import Puzzle

_KINDS = ("svg", "png")
_MAX_CELLS = 20
"""How many cells a message names."""
_MAX_TITLE = 500


@command(
    ("satdoku show puzzle.txt", "draw a puzzle in the terminal"),
    ("satdoku show --candidates puzzle.txt", "with the candidates of empty cells"),
    ("satdoku show --solution puzzle.txt -o solved.svg", "a picture of the solution"),
    ("satdoku show --diff puzzle.txt -o two.png", "where two solutions differ"),
    ("satdoku show --diff-with mine.txt --solution puzzle.txt", "mistakes in mine"),
    ("satdoku show --pick 3 puzzles.sdm -o 3.svg", "the third puzzle of a file"),
)
@reads_puzzles
@picks_puzzles
@option("--candidates", is_flag=True, help="Draw the candidates of empty cells.")
@option("--solution", is_flag=True, help="Solve the puzzle and fill in the solution.")
@option("--diff", is_flag=True, help="Mark where two solutions differ.")
@option(
    "--diff-with",
    type=file_path(),
    help="Mark where the grid of another file has other digits.",
)
@option("--title", metavar="TEXT", help="Write this above the grid.")
@option(
    "--size",
    metavar="PIXELS",
    type=click.IntRange(1, 10_000),
    help="Width of the picture (48 a cell, twice that in PNG).",
)
@option(
    "--color",
    "--colour",
    "colour",
    type=click.Choice(CHOICES),
    default="auto",
    help="Whether to draw in colours in the terminal.",
)
@option(
    "--to",
    type=click.Choice((*_KINDS, "text")),
    section="Output",
    help="The kind of picture, where the ending of -o does not tell it.",
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
    title: str | None,
    size: int | None,
    colour: str,
    to: str | None,
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
) -> int:
    """Draw a puzzle in the terminal, or as a picture in a file.

    The ending of the file decides: .svg, .png or .txt. Clues are bold, digits found
    slanted and blue, candidates small; clues that clash have a ring.

    --candidates draws what the file states, or else what the clues leave open. With
    --diff and --diff-with, a cell that differs has both digits.

    Exits with 3, without a picture, if there is no solution to draw, with 4 if a limit
    came first.
    """
    if diff and diff_with is not None:
        raise click.UsageError("--diff and --diff-with do not go together")
    if len(run.files) > 1:
        raise click.UsageError("several files; one puzzle is drawn")
    file = run.files[0] if run.files else "-"
    if file == diff_with == "-":
        raise click.UsageError("FILE and --diff-with cannot both be standard input")
    kind = kind_of_output(None if to == "text" else to, run.output, _KINDS)
    if kind == "text" and size is not None:
        raise click.UsageError("--size needs a picture; -o FILE.svg writes one")
    if kind != "text" and colour != "auto":
        raise click.UsageError("--color is for drawings in the terminal")
    run.files = (file,) if diff_with is None else (file, diff_with)
    solver = Solver(engine, encoding, max_clauses=max_clauses)
    with run.writing(unit="") as output:
        check_kind(kind, output)
        entry = run.one(file)
        drawn = _Drawing(entry)
        if candidates:
            drawn.add_candidates()
        if diff_with is not None:
            other = run.reader.only(diff_with)
            drawn.other = (other.extras.state or other.grid).clues
        drawn.board()  # what does not fit is reported before a search
        if solution or diff:
            result = solver.solve(entry.grid, unique=True, timeout=timeout)
            found = searched_by(result)
            because = f" ({result.because})" if result.because else ""
            run.explain(entry, "search", f"{found or 'no search'}{because}")
            if result.status is Status.NONE:
                say(f"satdoku: {place_of(entry)}: no solution: {reason(result)}")
                output.failed = True
                return exits.NO
            if result.solution is None or (diff and not result.certain):
                raise Stopped(f"{place_of(entry)}: out of time")
            drawn.add_solution(result, diff=diff)
        board = drawn.board()
        caption = title if title is not None else entry.name or ""
        if kind == "text":
            lines = terminal_lines(board, look_of(output, colour))
            if caption:
                lines.insert(0, printable(caption, _MAX_TITLE))
            output.write("".join(f"{line}\n" for line in lines))
        else:
            write_scene(output, kind, board_scene(board, caption=caption), size)
        if not run.quiet:
            for line in drawn.remarks(board, diff=diff):
                say(line)
    return exits.DONE


@dataclass
class _Drawing:
    """A puzzle and what is drawn over it."""

    entry: Entry
    found: Grid | None = None
    other: Grid | None = None
    masks: Sequence[int] | None = None
    result: Result | None = None

    def add_candidates(self) -> None:
        """Draw candidates: those that the file states, with what was placed so far."""
        state: Puzzle | None = self.entry.extras.state
        self.masks = self.entry.grid.left()
        if state is not None:
            pairs = zip(state.values, state.left(), strict=True)
            self.masks = [0 if value else mask for value, mask in pairs]
            self.found = state.clues

    def add_solution(self, result: Result, *, diff: bool) -> None:
        """Fill in the solution, and compare it with the second."""
        self.result, self.found = result, result.solution
        if diff:
            self.other = result.second

    def board(self) -> Board:
        """Lay all of it over each other.

        Raises:
            UsageError: The grids are not of one shape, or contradict each other.
        """
        return compared(
            self.entry.grid, found=self.found, other=self.other, masks=self.masks
        )

    def remarks(self, board: Board, *, diff: bool) -> Iterator[str]:
        """Yield what the picture alone does not say."""
        geometry, cells = board.geometry, range(board.geometry.cells)
        clashes = self.entry.grid.clashes()
        if clashes:
            more = f" (and {len(clashes) - 1} more)" if len(clashes) > 1 else ""
            yield f"{clashes[0]}{more}."
        elif board.clashes:
            yield f"The digits in {_names(geometry, sorted(board.clashes))} clash."
        dead = [cell for cell in cells if board.is_dead(cell)]
        if dead:
            yield f"No candidate is left in {_names(geometry, dead)}."
        if self.result is not None:
            yield _about(self.result, diff=diff)
        if board.other:
            differ = [cell for cell in cells if board.second(cell)]
            count = f"{len(differ)} cell{'s' * (len(differ) > 1)}"
            yield (
                f"They differ in {count}: {_names(geometry, differ)}."
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


def _names(geometry: Geometry, cells: Sequence[int]) -> str:
    names = ", ".join(geometry.cell_name(cell) for cell in cells[:_MAX_CELLS])
    more = len(cells) - _MAX_CELLS
    return f"{names} and {more} more" if more > 0 else names
