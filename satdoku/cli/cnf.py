"""`satdoku cnf`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from satdoku.cli.reading_options import ReadAs

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku cnf puzzle.txt | cadical -q", "hand a puzzle to a SAT solver"),
    ("satdoku cnf puzzle.txt --encoding triad -o puzzle.cnf", "into a file"),
    ("satdoku cnf puzzle.txt --simplify --names", "small, and with names to read"),
    ("satdoku cnf puzzle.txt | cadical | satdoku decode puzzle.txt", "and back"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Write DIMACS.")
@options.file_argument("file", "[FILE]")
@options.encoding_option
@click.option(
    "--simplify",
    "simplified",
    is_flag=True,
    help="Make clauses only for what the clues leave open.",
)
@click.option("--names", is_flag=True, help="Tell in comments what variables mean.")
@options.max_clauses_option
@options.file_output_options
@options.reading_options
@options.quiet_option
@options.verbose_option
def command(
    *,
    file: str,
    encoding: str | None,
    simplified: bool,
    names: bool,
    max_clauses: int,
    output: str | None,
    force: bool,
    read_as: ReadAs,
    quiet: bool,
    verbose: bool,
) -> None:
    """Write a puzzle as a formula in DIMACS, whose models are its solutions.

    Comments tell the geometry, the encoding (extended, unless another is asked for)
    and what the variables are. Clues are clauses of one literal, behind the rules; an
    empty grid gives the rules alone.
    """
    from satdoku.cli.output import Output  # noqa: PLC0415  help needs none of these
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.remarks import counted, say  # noqa: PLC0415
    from satdoku.cli.sources import Reading, source_name, where  # noqa: PLC0415
    from satdoku.cnf.dimacs import provenance, write_dimacs  # noqa: PLC0415
    from satdoku.cnf.encoder import encoding as whole  # noqa: PLC0415
    from satdoku.cnf.encoder import simplify  # noqa: PLC0415
    from satdoku.cnf.recipe import load  # noqa: PLC0415
    from satdoku.errors import printable  # noqa: PLC0415

    recipe = load(encoding or "extended")
    entry = Reading(read_as, force=force).only(file)
    grid = entry.grid
    if verbose:
        from satdoku.cli.verbose import understood  # noqa: PLC0415  seldom asked for

        say(f"satdoku: {where(entry)}: {understood(entry)}")
        why = "as asked for" if encoding else "the usual one"
        say(f"satdoku: encoding {recipe.name}, {why}: {recipe.summary}")
    clues: list[int] = []
    with (
        Output(output, force=force, inputs=[file]) as target,
        Progress(wanted=not quiet, shared=target.is_terminal) as progress,
    ):
        progress.step("making the formula")
        if simplified:
            small = simplify(grid, recipe, max_clauses)
            formula, comments = small.formula, provenance(small)
            if small.contradiction is not None:
                comments.append(
                    f"the puzzle alone shows that there is none: {small.contradiction}"
                )
        else:
            rules = whole(grid.geometry, recipe, max_clauses, grid.constraints)
            formula, comments = rules.formula, provenance(rules)
            clues = rules.literals(grid)
            comments.append(f"clues: {grid.clue_count}, the last clauses")
            if len(clues) > grid.clue_count:
                ruled_out = counted(len(clues) - grid.clue_count, "candidate")
                comments.append(
                    f"ruled out beyond the clues: {ruled_out}, the very last"
                )
        comments.insert(1, f"puzzle: {printable(source_name(file), 200)}")
        total = formula.clause_count + len(clues)
        if not quiet:
            variables = counted(formula.variables, "variable")
            say(f"satdoku: {variables}, {counted(total, 'clause')}")
        progress.step("writing the formula")
        progress.hold()
        write_dimacs(
            formula,
            target.stream,
            clues=clues,
            comments=comments,
            names=names,
            progress=lambda written: progress.count(written, "clause", total),
        )
