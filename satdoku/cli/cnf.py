"""`satdoku cnf`."""

from __future__ import annotations

import click

from satdoku.cli import options
from satdoku.cli.group import Command

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku cnf puzzle.txt | cadical -q", "hand a puzzle to a SAT solver"),
    ("satdoku cnf puzzle.txt --encoding triad -o puzzle.cnf", "into a file"),
    ("satdoku cnf puzzle.txt --simplify --names", "small, and with names to read"),
    ("satdoku cnf puzzle.txt | cadical | satdoku decode puzzle.txt", "and back"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Write DIMACS.")
@click.argument("file", metavar="[FILE]", default="-")
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
def command(
    *,
    file: str,
    encoding: str | None,
    simplified: bool,
    names: bool,
    max_clauses: int,
    output: str | None,
    force: bool,
    from_: str | None,
    box: str | None,
    symbols: str | None,
    column: str | None,
    quiet: bool,
) -> None:
    """Write a puzzle as a formula in DIMACS, whose models are its solutions.

    Comments tell the geometry, the encoding (extended, unless another is asked for)
    and what the variables are. Clues are clauses of one literal, behind the rules; an
    empty grid gives the rules alone.
    """
    from satdoku.cli.output import Output  # noqa: PLC0415  help needs none of these
    from satdoku.cli.remarks import say  # noqa: PLC0415
    from satdoku.cli.sources import Reading, source_name  # noqa: PLC0415
    from satdoku.cnf.dimacs import provenance, write_dimacs  # noqa: PLC0415
    from satdoku.cnf.encode import encoding as whole  # noqa: PLC0415
    from satdoku.cnf.encode import simplify  # noqa: PLC0415
    from satdoku.cnf.recipe import load  # noqa: PLC0415
    from satdoku.errors import printable  # noqa: PLC0415

    recipe = load(encoding or "extended")
    grid = Reading(from_, box, symbols, column).only(file)
    clues: list[int] = []
    if simplified:
        small = simplify(grid, recipe, max_clauses)
        formula, comments = small.formula, provenance(small)
        if small.refuted is not None:
            comments.append(f"the clues alone show that there is none: {small.refuted}")
    else:
        rules = whole(grid.geometry, recipe, max_clauses)
        formula, comments = rules.formula, provenance(rules)
        clues = rules.literals(grid)
        comments.append(f"clues: {len(clues)}, the last clauses")
    comments.insert(1, f"puzzle: {printable(source_name(file), 200)}")
    with Output(output, force=force, inputs=[file]) as target:
        if not quiet:
            total = formula.clause_count + len(clues)
            say(f"satdoku: {formula.variables:,} variables, {total:,} clauses")
        write_dimacs(
            formula, target.stream, clues=clues, comments=comments, names=names
        )
