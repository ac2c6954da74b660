"""`satdoku cnf` and `satdoku decode`: from a puzzle to DIMACS, from a model back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import click

from satdoku.cli import exits
from satdoku.cli.messages import counted, say
from satdoku.cli.options import (
    command,
    encoding_option,
    file_argument,
    flag,
    max_clauses_option,
    output_options,
    picks_puzzles,
    reads_one_puzzle,
    writes_formats,
)
from satdoku.cli.output import PuzzleWriter, format_of_ending
from satdoku.cli.reading import open_bytes
from satdoku.cnf.dimacs import provenance, read_model, write_dimacs
from satdoku.cnf.encoder import encoding as encode_rules
from satdoku.cnf.encoder import simplify
from satdoku.cnf.recipe import load
from satdoku.errors import EngineError, InputError, LimitError, printable
from satdoku.formats import Entry, Extras
from satdoku.formats.source import source_name
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.cli.run import Run
    from satdoku.cnf.dimacs import Answer
    from satdoku.cnf.recipe import Recipe
    from satdoku.grid import Grid

_USUAL = "extended"


@command(
    ("satdoku cnf puzzle.txt | cadical -q", "hand a puzzle to a SAT solver"),
    ("satdoku cnf puzzle.txt --simplify --names", "small, with names to read"),
    ("satdoku cnf p.txt | cadical | satdoku decode p.txt", "and back"),
)
@reads_one_puzzle()
@picks_puzzles
@flag("--simplify", "Make clauses only for what the clues leave open.", "simplified")
@flag("--names", "Say in comments what the variables mean.")
@encoding_option
@max_clauses_option
@output_options
def cnf(
    run: Run,
    *,
    file: str,
    simplified: bool,
    names: bool,
    encoding: str | None,
    max_clauses: int,
) -> int:
    """Write a puzzle as a formula in DIMACS, whose models are its solutions.

    Comments give the geometry, the encoding (extended, unless another is chosen) and
    the meaning of the variables. Clues are clauses of one literal after the rules; an
    empty grid gives the rules alone.
    """
    run.take_ending(".cnf", json=False)
    recipe = load(encoding or _USUAL)
    run.files = (file,)
    entry = run.only(file)
    puzzle = entry.grid
    run.explain(entry, "encoding", f"encoding {recipe.name}: {recipe.summary}")
    clues: list[int] = []
    with run.writing(unit="") as output:
        output.keep = False  # part of a formula is another one
        run.progress.step("making the formula")
        if simplified:
            small = simplify(puzzle, recipe, max_clauses)
            formula, comments = small.formula, provenance(small)
            if small.contradiction is not None:
                comments.append(f"no solution, by singles alone: {small.contradiction}")
        else:
            rules = encode_rules(
                puzzle.geometry, recipe, max_clauses, puzzle.constraints
            )
            formula, comments = rules.formula, provenance(rules)
            clues = rules.literals(puzzle)
            comments.append(f"clues: {puzzle.clue_count}, the last clauses")
            if len(clues) > puzzle.clue_count:
                ruled_out = counted(len(clues) - puzzle.clue_count, "candidate")
                comments.append(
                    f"ruled out beyond the clues: {ruled_out}, the very last"
                )
        comments.insert(1, f"puzzle: {printable(entry.source, 200)}")
        total = formula.clause_count + len(clues)
        if not run.quiet:
            variables = counted(formula.variables, "variable")
            say(f"satdoku: {variables}, {counted(total, 'clause')}")
        run.progress.step("writing the formula")
        run.progress.before_answer()
        write_dimacs(
            formula,
            output.stream,
            clues=clues,
            comments=comments,
            names=names,
            progress=lambda written: run.progress.count(written, "clause", total),
        )
    return exits.DONE


@command(
    ("satdoku cnf p.txt | cadical | satdoku decode p.txt", "by another solver"),
    ("minisat p.cnf p.model; satdoku decode p.txt p.model", "MiniSat's file, too"),
    ("satdoku decode p.txt p.model --encoding triad", "as `cnf` wrote it"),
)
@reads_one_puzzle("puzzle", "PUZZLE", required=True)
@file_argument("model", "[MODEL]")
@picks_puzzles
@flag("--simplify", "The formula was written with --simplify.", "simplified")
@encoding_option
@max_clauses_option
@writes_formats
def decode(
    run: Run,
    *,
    puzzle: str,
    model: str,
    simplified: bool,
    encoding: str | None,
    max_clauses: int,
    to: str | None,
    to_symbols: str | None,
) -> int:
    """Turn the model that a SAT solver found into a solution of the puzzle.

    MODEL is what the solver wrote: s and v lines, or MiniSat's result file. The grid is
    checked against the rules and the clues before it is written. Exits with 3 if the
    model is no solution, or the solver found none; with 4 if it did not know.
    """
    if puzzle == model == "-":
        raise click.UsageError("PUZZLE and MODEL cannot both be standard input")
    recipe = load(encoding or _USUAL)
    entry = run.only(puzzle)
    run.files = (puzzle, model)
    source = source_name(model)
    with open_bytes(model, "a solver's answer") as stream:
        answer = read_model(stream, source=source)
    place = printable(source, 200)
    if answer.satisfiable is None:
        say(f"satdoku: {place}: the solver does not know")
        return exits.STOPPED
    if not answer.satisfiable:
        say(f"satdoku: {place}: the solver found no solution")
        return exits.NO
    found = _decode(entry.grid, recipe, answer, max_clauses, simplified=simplified)
    if found.solution is None:
        with suppress(LimitError):  # then it cannot have been written so, either
            other = _decode(
                entry.grid, recipe, answer, max_clauses, simplified=not simplified
            )
            if other.solution is not None:
                how = "without" if simplified else "with"
                raise InputError(
                    f"a model of the formula that `satdoku cnf` writes {how} "
                    "--simplify",
                    hint=f"{'leave it out' if simplified else 'add it'} here, too",
                    source=source,
                )
        if found.variables is not None:
            raise InputError(
                found.wrong,
                expected=f"up to {found.variables}, as the formula has",
                hint="--encoding and --simplify have to be as for `satdoku cnf`",
                source=source,
            )
        say(f"satdoku: {place}: no solution: {found.wrong}")
        return exits.NO
    writer = PuzzleWriter(to or format_of_ending(run.output) or "grid", to_symbols)
    extras = Extras(symbols=entry.extras.symbols)
    with run.writing(unit="") as output, writer.to(output):
        solution = Puzzle.of(found.solution)
        writer.write(replace(Entry.of(solution), extras=extras))
    return exits.DONE


class _Decoded(NamedTuple):
    """A model, read as one of a formula.

    Args:
        solution: The solution, if it is one.
        wrong: Why it is none.
        variables: How many variables the formula has, where the model has more.
    """

    solution: Grid | None
    wrong: str = ""
    variables: int | None = None


def _decode(
    puzzle: Puzzle,
    recipe: Recipe,
    answer: Answer,
    max_clauses: int,
    *,
    simplified: bool,
) -> _Decoded:
    """Read a model as one of the formula, and check it by the rules and the clues."""
    form = (
        simplify(puzzle, recipe, max_clauses)
        if simplified
        else encode_rules(puzzle.geometry, recipe, max_clauses, puzzle.constraints)
    )
    last, variables = max(map(abs, answer.literals), default=0), form.formula.variables
    if last > variables:
        return _Decoded(None, f"the model has a variable {last}", variables)
    try:
        solution = form.decode(answer.model)
    except EngineError as error:
        return _Decoded(None, str(error))
    wrong = _wrong(solution, puzzle)
    return _Decoded(None, wrong) if wrong else _Decoded(solution)


def _wrong(solution: Grid, puzzle: Puzzle) -> str:
    """Return which rule a grid breaks; empty if none."""
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
