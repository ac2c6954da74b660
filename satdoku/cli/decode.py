"""`satdoku decode`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from satdoku.grid import Grid

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku cnf p.txt | cadical | satdoku decode p.txt", "solve by another solver"),
    ("minisat p.cnf p.model; satdoku decode p.txt p.model", "MiniSat's file, too"),
    ("satdoku decode p.txt p.model --encoding triad --simplify", "as `cnf` was asked"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Read a model.")
@click.argument("puzzle")
@click.argument("model", metavar="[MODEL]", default="-")
@options.encoding_option
@options.max_clauses_option
@click.option(
    "--simplify",
    "simplified",
    is_flag=True,
    help="The formula was written with --simplify.",
)
@click.option(
    "--to",
    metavar="FORMAT",
    default="grid",
    show_default=True,
    help="How the solution is written.",
)
@options.file_output_options
@options.reading_options
def command(
    *,
    puzzle: str,
    model: str,
    encoding: str | None,
    max_clauses: int,
    simplified: bool,
    to: str,
    output: str | None,
    force: bool,
    from_: str | None,
    box: str | None,
    symbols: str | None,
    column: str | None,
) -> int:
    """Turn the model that a SAT solver found into a solution of the puzzle.

    MODEL is what the solver wrote: s and v lines, or MiniSat's result file; standard
    input where it is not given. The grid is held against the rules and the clues
    before it is written. Exits with 3 if the model is no solution, or the solver found
    none, and with 4 if it did not know.
    """
    from satdoku.cli.output import Output  # noqa: PLC0415  help needs none of these
    from satdoku.cli.remarks import say  # noqa: PLC0415
    from satdoku.cli.sources import (  # noqa: PLC0415
        Reading,
        open_bytes,
        source_name,
    )
    from satdoku.cnf.answer import read_model  # noqa: PLC0415
    from satdoku.cnf.encode import encoding as whole  # noqa: PLC0415
    from satdoku.cnf.encode import simplify  # noqa: PLC0415
    from satdoku.cnf.recipe import load  # noqa: PLC0415
    from satdoku.errors import EngineError, InputError, printable  # noqa: PLC0415
    from satdoku.formats import write  # noqa: PLC0415

    if puzzle == model == "-":
        raise click.UsageError("PUZZLE and MODEL cannot both be standard input")
    recipe = load(encoding or "extended")
    grid = Reading(from_, box, symbols, column).only(puzzle)
    source = source_name(model)
    with open_bytes(model, "a solver's answer") as stream:
        answer = read_model(stream, source=source)
    place = printable(source, 200)
    if answer.satisfiable is None:
        say(f"satdoku: {place}: the solver does not know")
        return exits.STOPPED
    if not answer.satisfiable:
        say(f"satdoku: {place}: no solution, says the solver")
        return exits.NO
    form = (
        simplify(grid, recipe, max_clauses)
        if simplified
        else whole(grid.geometry, recipe, max_clauses)
    )
    last = max(map(abs, answer.literals), default=0)
    if last > form.formula.variables:
        raise InputError(
            f"the model has a variable {last}",
            expected=f"up to {form.formula.variables}, as the formula has",
            hint="--encoding and --simplify have to be as for `satdoku cnf`",
            source=source,
        )
    try:
        solution = form.decode(answer.model)
    except EngineError as error:
        say(f"satdoku: {place}: no solution: {error}")
        return exits.NO
    wrong = _wrong(solution, grid)
    if wrong:
        say(f"satdoku: {place}: no solution: {wrong}")
        return exits.NO
    text = write(solution, to)
    with Output(output, force=force, inputs=[puzzle, model]) as target:
        target.stream.write(text)
    return exits.DONE


def _wrong(solution: Grid, puzzle: Grid) -> str:
    """Say which rule a grid breaks, or return an empty text."""
    if solution.solves(puzzle):
        return ""
    for cell, clue in puzzle.clues:
        value = solution.values[cell]
        if value != clue:
            name = puzzle.geometry.cell_name(cell)
            return f"the model gives {name} {value}, but its clue is {clue}"
    return str(solution.clashes()[0])
