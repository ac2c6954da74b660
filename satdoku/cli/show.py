"""`satdoku show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.colour import CHOICES
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cli.reading_options import ReadAs

__all__ = ["command"]

_KINDS = ("svg", "png", "text")

_EXAMPLES = (
    ("satdoku show puzzle.txt", "draw a puzzle in the terminal"),
    ("satdoku show --candidates puzzle.txt", "with the digits that are still possible"),
    ("satdoku show --solution puzzle.txt -o solved.svg", "a picture of the solution"),
    ("satdoku show --diff puzzle.txt -o two.png", "where two solutions differ"),
    (
        "satdoku show --solution p.txt --diff-with mine.txt",
        "what is wrong in mine",
    ),
    ("satdoku show --number 3 puzzles.sdm -o 3.svg", "the third puzzle of a file"),
)


def _kinds() -> Iterable[str]:
    return _KINDS


@click.command(cls=Command, examples=_EXAMPLES, short_help="Draw a puzzle.")
@options.file_argument("file", "[FILE]")
@click.option(
    "--number",
    metavar="K",
    type=options.COUNT,
    help="Draw the K-th puzzle of the file. [default: the first]",
)
@click.option(
    "--candidates", is_flag=True, help="Show the digits that the empty cells may hold."
)
@click.option("--solution", is_flag=True, help="Solve it, and fill the empty cells in.")
@click.option(
    "--diff", is_flag=True, help="Mark where two solutions differ, if it has several."
)
@click.option(
    "--diff-with",
    metavar="FILE",
    callback=options.look_at_names,
    shell_complete=options.complete_files,
    help="Mark where the grid of another file has other digits.",
)
@click.option("--title", metavar="TEXT", default="", help="Write this above the grid.")
@click.option(
    "--size",
    metavar="PIXELS",
    type=click.IntRange(1, 10_000),
    help="How wide the picture is. [default: 48 a cell, twice that in PNG]",
)
@click.option(
    "--color",
    "--colour",
    "colour",
    metavar="WHEN",
    type=click.Choice(CHOICES),
    default="auto",
    show_default=True,
    help="Whether to draw in colours in the terminal: auto, always or never.",
)
@options.format_option(
    values=_kinds,
    help="The kind of picture, where the name of -o does not tell: {values}.",
)
@options.file_output_options
@options.search_options
@options.max_clauses_option
@options.reading_options
@options.quiet_option
@options.verbose_option
def command(
    *,
    file: str,
    number: int | None,
    candidates: bool,
    solution: bool,
    diff: bool,
    diff_with: str | None,
    title: str,
    size: int | None,
    colour: str,
    to: str | None,
    output: str | None,
    force: bool,
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
    read_as: ReadAs,
    quiet: bool,
    verbose: bool,
) -> int:
    """Draw a puzzle: in the terminal, or as a picture into a file.

    The name of the file tells the kind: .svg, .png (needs Pillow: pip install
    "satdoku[png]") or .txt. Clues are bold, digits that were found slanted and blue,
    candidates small, each at its place in the cell; clues that clash have a ring. In
    a terminal without colours, the puzzle and what was found stand side by side.

    --candidates shows what the source states, pencilmarks and digits placed so far, and
    otherwise what the clues leave open. With --solution, its digit is marked among
    them.

    --diff fills in one solution; where another has a different digit, the cell shows
    both, its own above. --diff-with does so with the grid of another file, a person's
    attempt or another solution, of a saved game what was placed so far; a cell that
    one of them leaves empty is no difference. In the terminal the two stand side by
    side, with a star at each difference.

    Exits with 3, without a picture, if a solution is asked for and there is none, and
    with 4 if a limit came first.
    """
    from satdoku.cli.output import Output  # noqa: PLC0415  help needs none of these
    from satdoku.cli.picture import Drawing, kind_of  # noqa: PLC0415
    from satdoku.cli.show_layers import Asked, Layers, nth  # noqa: PLC0415
    from satdoku.cli.sources import Reading  # noqa: PLC0415
    from satdoku.cli.verbose import Verbose  # noqa: PLC0415
    from satdoku.solver import Solver  # noqa: PLC0415

    if diff and diff_with is not None:
        raise click.UsageError("--diff and --diff-with contradict each other")
    if file == diff_with == "-":
        raise click.UsageError("FILE and --diff-with cannot both be standard input")
    kind = kind_of(to, output)
    if kind == "text" and size is not None:
        raise click.UsageError("--size is of pictures; name one by -o FILE.svg, say")
    if kind != "text" and colour != "auto":
        raise click.UsageError("--color is of drawings in the terminal")
    drawing = Drawing(kind, title=title, size=size, colour=colour, quiet=quiet)
    reading = Reading(read_as, force=force)
    session = Solver(engine, encoding, max_clauses=max_clauses, puzzles=1)
    inputs = [file] if diff_with is None else [file, diff_with]
    with Output(output, force=force, inputs=inputs) as target:
        drawing.look_at(target)
        entry = nth(reading, file, number, quiet=quiet, does=("draws", "drawn"))
        other = None
        if diff_with is not None:
            same = read_as._replace(from_=None, column=None, fixed=None)
            other = Reading(same).only(diff_with)
        told = Verbose() if verbose else None
        asked = Asked(candidates, solution or diff, diff, timeout, quiet)
        layers = Layers(entry, other, asked)
        code = layers.solve(session, told)
        if code:
            target.failed()
            return code
        drawing.draw(target, layers)
        layers.remark()
    return 0
