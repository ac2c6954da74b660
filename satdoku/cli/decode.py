"""`satdoku decode`."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.cli.reading_options import ReadAs
    from satdoku.cnf.dimacs import Answer
    from satdoku.cnf.recipe import Recipe
    from satdoku.grid import Grid

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku cnf p.txt | cadical | satdoku decode p.txt", "solve by another solver"),
    ("minisat p.cnf p.model; satdoku decode p.txt p.model", "MiniSat's file, too"),
    ("satdoku decode p.txt p.model --encoding triad --simplify", "as `cnf` was asked"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Read a model.")
@options.file_argument("puzzle", "PUZZLE", None)
@options.file_argument("model", "[MODEL]")
@options.encoding_option
@options.max_clauses_option
@click.option(
    "--simplify",
    "simplified",
    is_flag=True,
    help="The formula was written with --simplify.",
)
@options.format_option(
    values=options.written_formats,
    default="grid",
    help="How the solution is written: {values}.",
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
    read_as: ReadAs,
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
    from satdoku.cnf.dimacs import read_model  # noqa: PLC0415
    from satdoku.cnf.recipe import load  # noqa: PLC0415
    from satdoku.errors import InputError, LimitError, printable  # noqa: PLC0415
    from satdoku.formats import text_of  # noqa: PLC0415

    if puzzle == model == "-":
        raise click.UsageError("PUZZLE and MODEL cannot both be standard input")
    recipe = load(encoding or "extended")
    entry = Reading(read_as, force=force).only(puzzle)
    grid = entry.grid
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
    found = _decode(grid, recipe, answer, max_clauses, simplified=simplified)
    if found.solution is None:
        with suppress(LimitError):  # then it cannot have been written so, either
            other = _decode(
                grid, recipe, answer, max_clauses, simplified=not simplified
            )
            if other.solution is not None:
                raise InputError(
                    "a model of the formula that `satdoku cnf` writes "
                    f"{'without' if simplified else 'with'} --simplify",
                    hint=f"{'leave it out' if simplified else 'add it'} here, too",
                    source=source,
                )
        if found.beyond is not None:
            raise InputError(
                found.wrong,
                expected=f"up to {found.beyond}, as the formula has",
                hint="--encoding and --simplify have to be as for `satdoku cnf`",
                source=source,
            )
        say(f"satdoku: {place}: no solution: {found.wrong}")
        return exits.NO
    text = text_of(Puzzle.of(found.solution), to, entry.extras.symbols)
    with Output(output, force=force, inputs=[puzzle, model]) as target:
        target.stream.write(text)
    return exits.DONE


class _Decoded(NamedTuple):
    """What a model is, read as one of a formula.

    Args:
        solution: The solution, if it is one.
        wrong: Why it is none.
        beyond: How many variables the formula has, where the model has more.
    """

    solution: Grid | None
    wrong: str = ""
    beyond: int | None = None


def _decode(
    grid: Puzzle, recipe: Recipe, answer: Answer, max_clauses: int, *, simplified: bool
) -> _Decoded:
    """Read a model as one of the formula, and hold it against rules and clues."""
    from satdoku.cnf.encoder import encoding, simplify  # noqa: PLC0415  as above
    from satdoku.errors import EngineError  # noqa: PLC0415  as above

    form = (
        simplify(grid, recipe, max_clauses)
        if simplified
        else encoding(grid.geometry, recipe, max_clauses, grid.constraints)
    )
    last, most = max(map(abs, answer.literals), default=0), form.formula.variables
    if last > most:
        return _Decoded(None, f"the model has a variable {last}", most)
    try:
        solution = form.decode(answer.model)
    except EngineError as error:
        return _Decoded(None, str(error))
    wrong = _wrong(solution, grid)
    return _Decoded(None, wrong) if wrong else _Decoded(solution)


def _wrong(solution: Grid, puzzle: Puzzle) -> str:
    """Say which rule a grid breaks, or return an empty text."""
    if puzzle.is_solution(solution):
        return ""
    for cell, clue in puzzle.clues.filled:
        value = solution.values[cell]
        if value != clue:
            name = puzzle.geometry.cell_name(cell)
            return f"the model gives {name} {value}, but its clue is {clue}"
    clashes = Puzzle.of(solution).clashes()
    if clashes:
        return str(clashes[0])
    for cell, left in enumerate(puzzle.candidates or ()):
        value = solution.values[cell]
        if not left >> (value - 1) & 1:
            name = puzzle.geometry.cell_name(cell)
            return f"the model gives {name} {value}, which its candidates rule out"
    return "the model is no solution of the puzzle"
