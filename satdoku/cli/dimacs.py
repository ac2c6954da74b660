"""`satdoku cnf`, `decode` and `sat`: puzzles as DIMACS and back, and any formula."""

from __future__ import annotations

from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from itertools import chain, starmap
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

import click

from satdoku.cli import exits
from satdoku.cli.answers import sat_lines
from satdoku.cli.check_cnf import numbering_of, scheme_names, scheme_option
from satdoku.cli.messages import say
from satdoku.cli.options import (
    Command,
    FilePath,
    Value,
    WholeNumber,
    check_time_limit,
    encoding_option,
    engine_option,
    exclude,
    heuristic_option,
    quiet_options,
    reads_one_puzzle,
    reports,
    timeout_option,
    to_format_option,
)
from satdoku.cli.output import Output, RecordWriter, format_of_ending
from satdoku.cli.reading import open_bytes
from satdoku.cli.run import Run
from satdoku.cnf.dimacs import read_dimacs, read_model, read_projection
from satdoku.cnf.encoder import encode_rules, formula_of
from satdoku.cnf.encoder import simplify as simplify_formula
from satdoku.cnf.formula import family_comments, write_dimacs
from satdoku.cnf.recipe import load, usual_encoding
from satdoku.engines import registry
from satdoku.engines.cores import minimal_core
from satdoku.errors import EngineError, InputError, Stopped, counted, printable
from satdoku.formats import PuzzleRecord
from satdoku.formats.source import source_name
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.runtime.statistics import counter_text
from satdoku.solving.choice import LEARNER, LISTER
from satdoku.solving.counting import ganak

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from contextlib import AbstractContextManager

    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import Engine
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid

T = TypeVar("T")
_GANAK = "ganak"
_BLOCK = 1 << 20  # bytes read between two looks at the clock


_lenient_option = click.option(
    "--lenient",
    is_flag=True,
    help="Accept wrong counts in headers and answers in other forms.",
)


@click.command(cls=Command)
@reads_one_puzzle
@reports
@click.option(
    "--simplify",
    is_flag=True,
    help="Make clauses only for what the clues leave open.",
)
@click.option("--names", is_flag=True, help="Explain the variables in comments.")
@encoding_option
@timeout_option
def cnf(
    run: Run,
    *,
    simplify: bool,
    names: bool,
    encoding: str | None,
    timeout: float | None,
) -> int:
    """Write a puzzle as a formula in DIMACS, whose models are its solutions.

    Comments give the geometry, the encoding (extended up to 16x16, triad-lite beyond,
    unless another is chosen) and the meaning of the variables. Each clue is a clause of
    one literal, after the rules; an empty grid gives only the rules.

    \b
    Examples:
      satdoku cnf puzzle.txt | cadical -q  # hand it to a SAT solver
      satdoku cnf puzzle.txt --simplify --names             # a small formula
      satdoku cnf p.txt | cadical | satdoku decode p.txt    # and back
    """
    run.kind("cnf", json=False)
    entry = run.only()
    puzzle, deadline = entry.puzzle, Deadline(timeout)
    recipe = load(encoding or usual_encoding(puzzle.geometry.size), allow_wrong=True)
    run.explain(entry, "encoding", f"encoding {recipe.name}: {recipe.summary}")
    with run.writing(unit="") as out:
        out.keep = False  # part of a formula is another one
        run.progress.step("making the formula")
        formula, comments = formula_of(
            puzzle, recipe, simplified=simplify, deadline=deadline
        )
        comments.insert(1, f"puzzle: {printable(entry.source, 200)}")
        comments += family_comments(formula)
        if not run.quiet:
            variables = counted(formula.variables, "variable")
            say(f"satdoku: {variables}, {counted(formula.clause_count, 'clause')}")
        run.progress.step("writing the formula")
        run.progress.before_answer()

        def progress(written: int) -> None:
            deadline.check()
            run.progress.count(written, "clause", formula.clause_count)

        write_dimacs(
            formula,
            out.stream,
            comments=comments,
            names=names,
            progress=progress,
        )
    return exits.DONE


@click.command(cls=Command)
@reads_one_puzzle
@reports
@click.argument("model", metavar="[MODEL]", default="-", type=FilePath())
@click.option(
    "--simplify", is_flag=True, help="The formula was written with --simplify."
)
@encoding_option
@scheme_option("as `cnf` has it")
@_lenient_option
@to_format_option()
def decode(
    run: Run,
    *,
    model: str,
    simplify: bool,
    encoding: str | None,
    scheme: str | None,
    lenient: bool,
    to: str | None,
) -> int:
    """Turn the model that a SAT solver found into a solution of the puzzle.

    MODEL is what the solver wrote: s and v lines, or MiniSat's result file. The grid is
    checked against the rules and the clues before it is written. Exits with 3 if the
    model is not a solution or the solver found none, with 4 if the solver gave no
    answer.

    Models of formulas of your own need the numbering of their variables, as `check-cnf`
    has it; other variables are ignored.

    \b
    Examples:
      satdoku cnf p.txt | cadical | satdoku decode p.txt    # by another solver
      minisat p.cnf p.model; satdoku decode p.txt p.model   # MiniSat's file, too
      satdoku decode p.txt p.model --encoding triad         # as `cnf` wrote it
      satdoku decode p.txt p.model --scheme 100r     # of a formula of your own
    """
    if model == "-" in run.reader.files:
        raise click.UsageError("FILE and MODEL cannot both be standard input")
    naming = scheme is not None
    exclude({"--scheme": naming, "--encoding": encoding is not None})
    exclude({"--scheme": naming, "--simplify": simplify})
    entry = run.only()
    recipe = load(encoding or usual_encoding(entry.puzzle.geometry.size))
    run.inputs += (model,)
    source = source_name(model)
    with open_bytes(model, "a solver's answer") as stream:
        answer = _read(read_model, stream.read(), source, lenient=lenient)
    place = printable(source, 200)
    if answer.satisfiable is None:
        say(f"satdoku: {place}: the solver gave no answer")
        return exits.STOPPED
    if not answer.satisfiable:
        say(f"satdoku: {place}: the solver found no solution")
        return exits.NO
    grid, true = entry.puzzle, answer.model
    made = (
        simplify_formula(grid, recipe)
        if simplify
        else encode_rules(grid.geometry, recipe, constraints=grid.constraints)
    )
    hint = "use the --encoding and --simplify that `satdoku cnf` had"
    if scheme is not None:
        made = encode_rules(grid.geometry, recipe)
        true = _renumbered(true, scheme, grid.geometry)
        hint = "use the --scheme that the formula has"
    last, variables = max(map(abs, answer.literals), default=0), made.formula.variables
    if scheme is None and last > variables:
        raise InputError(
            f"the model has a variable {last}",
            expected=f"up to {variables}, as the formula has",
            hint=hint,
            source=source,
        )
    solution: Grid | None = None
    try:
        solution = made.decode(true)
        wrong = _wrong(solution, entry.puzzle)
    except EngineError as error:
        wrong = str(error)
    if solution is None or wrong:
        say(f"satdoku: {place}: no solution: {wrong}; {hint}")
        return exits.NO
    writer = RecordWriter(to or format_of_ending(run.output) or "grid")
    with run.writing(unit="") as out, writer.to(out):
        writer.write(PuzzleRecord.of(Puzzle.of(solution)))
    return exits.DONE


def _renumbered(
    model: Sequence[int], scheme: str, geometry: Geometry
) -> tuple[int, ...]:
    """Return the true variables of cells and digits as satdoku numbers them."""
    numbering = numbering_of(scheme, scheme_names(scheme), geometry)
    own = {x: cell * geometry.size + digit for (cell, digit), x in numbering.items()}
    return tuple(sorted(own[x] for x in model if x in own))


def _read(
    reader: Callable[..., T], raw: bytes, source: str | None, *, lenient: bool
) -> T:
    """Read a file; an error says where `--lenient` would do.

    Raises:
        InputError: It cannot be read.
    """
    try:
        return reader(BytesIO(raw), source=source, lenient=lenient)
    except InputError as error:
        if not lenient:
            with suppress(InputError, Stopped):
                reader(BytesIO(raw), lenient=True)
                error.hint = "--lenient reads it"
        raise


def _wrong(solution: Grid, puzzle: Puzzle) -> str:
    """Return which rule a grid breaks; empty if none."""
    if puzzle.is_solution(solution):
        return ""
    name, texts = puzzle.geometry.cell_name, puzzle.geometry.digit_texts
    given = [texts[value] for value in solution.values]
    for cell, clue in puzzle.clues.filled:
        if given[cell] != texts[clue]:
            reason = f"but its clue is {texts[clue]}"
            return f"the model gives {name(cell)} {given[cell]}, {reason}"
    if clashes := Puzzle.of(solution).clashes():
        return str(clashes[0])
    for cell, left in enumerate(puzzle.masks or ()):
        if not left >> (solution.values[cell] - 1) & 1:
            reason = "which its candidates exclude"
            return f"the model gives {name(cell)} {given[cell]}, {reason}"
    return "the model is not a solution of the puzzle"


# Any formula


class _Literals(Value):
    """Literals as in DIMACS: `1 -5`, with blanks or commas between them."""

    name = "literals"
    expected = "literals such as '1 -5'"

    def read(self, text: str) -> tuple[int, ...] | None:
        """Read literals."""
        with suppress(ValueError):
            literals = tuple(map(int, text.replace(",", " ").split()))
            return literals if literals and 0 not in literals else None
        return None


@click.command(cls=Command)
@click.argument("file", metavar="[FILE]", default="-", type=FilePath())
@click.option(
    "--assume",
    type=_Literals(),
    default=(),
    help="Assume literals, such as '1 -5'; name those that contradict the formula.",
)
@click.option("--all", "every", is_flag=True, help="Write every model.")
@click.option("--limit", type=WholeNumber(), help="Write at most N models.")
@click.option("--count", is_flag=True, help="Count the models.")
@click.option(
    "--proof",
    type=FilePath(),
    help="Write a proof in DRAT to a file, if there is no model.",
)
@click.option(
    "--minimal",
    is_flag=True,
    help="If there is no model, write clauses that suffice, none superfluous.",
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@click.option("--conflicts", type=WholeNumber(), help="Stop after N conflicts.")
@_lenient_option
@click.option("--stats", is_flag=True, help="Report search statistics.")
@engine_option
@heuristic_option
@timeout_option
@quiet_options
def sat(
    *,
    file: str,
    assume: tuple[int, ...],
    every: bool,
    limit: int | None,
    count: bool,
    proof: str | None,
    minimal: bool,
    force: bool,
    conflicts: int | None,
    lenient: bool,
    stats: bool,
    engine: str,
    heuristic: str | None,
    timeout: float | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Solve any formula in DIMACS, of a Sudoku or of anything else.

    Writes the answer as in the SAT competitions: a line `s SATISFIABLE` with the model
    on v lines, `s UNSATISFIABLE` or `s UNKNOWN`; the exit code is 10, 20 or 0. Checks
    every model against the formula.

    Engine auto means cadical153, or minisat22 with --all. --count uses Ganak if it is
    installed and no engine is named; lines `c p show` name the variables by which
    models are counted. `satdoku trace` shows the search of dpll, `satdoku
    verify` checks proofs.

    \b
    Examples:
      satdoku sat formula.cnf                        # exit code 10, or 20
      satdoku sat formula.cnf --proof proof.drat  # prove that there is no model
      satdoku sat hard.cnf --assume '1 -2'           # under assumptions
      cnfgen php 5 4 | satdoku sat - --count         # count the models
    """
    run = Run(quiet=quiet, verbose=verbose)
    run.inputs = (file,)
    exclude({"--all": every, "--limit": limit is not None})
    listing = "--all" if every else "--limit"
    every = every or limit is not None
    proves = proof is not None
    exclude({listing: every, "--count": count, "--proof": proves})
    exclude({listing: every, "--count": count, "--conflicts": conflicts is not None})
    exclude({"--proof": proves, "--assume": bool(assume)})
    exclude({listing: every, "--minimal": minimal})
    exclude({"--count": count, "--minimal": minimal})
    check_time_limit(engine, timeout)
    task = "list" if every else "count" if count else "solve"
    engine = _engine_name(engine, heuristic, task, proofs=proves)
    place = printable(source_name(file), 200)
    if proof is None:
        writing: AbstractContextManager[Output | None] = nullcontext()
    else:
        writing = Output(proof, force=force, inputs=[file], option="--proof")
        writing.failed = True  # no file if nothing is written
    with writing as refutation, run.writing(unit="") as out:
        own = {} if heuristic is None else {"heuristic": heuristic}
        answer = _Answer(assume, out, engine, own, Deadline(timeout, conflicts))
        started = perf_counter()
        with answer.ending(place, quiet=run.quiet):
            run.progress.step(f"reading {place}")
            answer.read(file, lenient=lenient, projected=count)
            if run.verbose:
                clauses = counted(answer.formula.clause_count, "clause")
                size = f"{counted(answer.formula.variables, 'variable')}, {clauses}"
                say(f"satdoku: {place}: read as DIMACS: {size}; engine {engine}")
            run.progress.step(f"searching by {engine}")
            started = perf_counter()
            answer.search(task, limit)
            if minimal and answer.satisfiable is False:
                run.progress.step("leaving out clauses")
                answer.minimize()
            if refutation is not None and answer.satisfiable is False:
                run.progress.step("writing the proof")
                answer.refute(refutation)
        seconds = perf_counter() - started
    if stats:
        counters = starmap(counter_text, answer.statistics.items())
        say("; ".join([engine, ", ".join(counters), f"{seconds:.4f} s"]))
    return exits.of_answer(answer.satisfiable)


def _engine_name(engine: str, heuristic: str | None, task: str, *, proofs: bool) -> str:
    """Return the engine that searches: the one that is named, or what suits best."""
    engine = registry.with_heuristic(engine, heuristic)
    if engine != "auto":
        return registry.find(engine, formulas=True, proofs=proofs).name
    if task == "count" and ganak.is_installed():
        return _GANAK
    return LEARNER if task == "solve" else LISTER


@dataclass
class _Answer:
    """Reads a formula, finds models and writes them.

    Args:
        assume: Literals that are true in every model.
        output: Where to write.
        engine: The name of the engine.
        options: The engine's own options.
        deadline: When to stop.

    Attributes:
        formula: The formula, once it is read.
        projection: The variables by which models are counted; all when None.
        satisfiable: Whether there is a model, once that is known.
        statistics: The engine's counters.
    """

    assume: tuple[int, ...]
    output: Output
    engine: str
    options: dict[str, Any]
    deadline: Deadline
    formula: Formula = field(init=False)
    projection: tuple[int, ...] | None = None
    satisfiable: bool | None = None
    statistics: dict[str, int] = field(default_factory=dict[str, int])
    _has_status: bool = False
    _counted: int | None = None

    def read(self, file: str, *, lenient: bool, projected: bool) -> None:
        """Read the formula, and where that is of interest the variables that count.

        Raises:
            UsageError: The formula has no such literal as is assumed.
            Stopped: The time is over.
        """
        source, deadline = source_name(file), self.deadline
        with open_bytes(file, "a formula") as stream:
            blocks = iter(lambda: stream.read(_BLOCK), b"")
            raw = b"".join(deadline.limit(blocks))
        reader = partial(read_dimacs, deadline=deadline)
        self.formula = _read(reader, raw, source, lenient=lenient)
        variables = self.formula.variables
        if projected:
            self.projection = read_projection(
                BytesIO(raw), variables, source=source, deadline=deadline
            )
        for literal in self.assume:
            if abs(literal) > variables:
                known = counted(variables, "variable")
                raise click.UsageError(f"--assume {literal}: the formula has {known}")

    @contextmanager
    def ending(self, place: str, *, quiet: bool) -> Generator[None]:
        """Write what is known when a limit or Ctrl-C ends the search."""
        try:
            yield
        except Stopped as stop:
            self._write_unfinished()
            if not quiet:
                limit = "stopped by a limit: " if self.deadline.over else ""
                say(f"satdoku: {place}: {limit}{stop}")
        except KeyboardInterrupt:
            with suppress(OSError):  # the reader of the answer is gone as well
                self._write_unfinished()
            say("satdoku: stopped before the search was complete")
            raise

    def search(self, task: str, limit: int | None) -> None:
        """Solve the formula, list its models (at most `limit`), or count them.

        Raises:
            Stopped: A limit came first.
        """
        if self.engine == _GANAK:
            self._count_by_ganak()
            return
        engine = registry.load(self.engine, self.formula, self.deadline, **self.options)
        if task == "solve":
            self._solve(engine)
        else:
            self._models(engine, limit, write=task == "list")

    def refute(self, proof: Output) -> None:
        """Write a refutation of the formula in DRAT."""
        lemmas = registry.refute(
            self.engine, self.formula, deadline=self.deadline, **self.options
        )
        proof.failed = False
        for lemma in lemmas or ():
            proof.stream.write(" ".join(map(str, (*lemma.literals, 0))) + "\n")

    def minimize(self) -> None:
        """Write clauses that have no model together, none of them superfluous."""
        numbers = minimal_core(self.formula, self.assume, self.deadline) or ()
        clauses = list(self.formula)
        self.output.write(f"c minimal: {counted(len(numbers), 'clause')}\n")
        for number in numbers:
            literals = " ".join(map(str, (*clauses[number - 1], 0)))
            self.output.write(f"c clause {number}: {literals}\n")

    def _solve(self, engine: Engine) -> None:
        """Find one model; name assumptions that contradict the formula."""
        outcome = engine.solve(self.assume, self.deadline)
        self.statistics = outcome.statistics
        if outcome.satisfiable is None:
            self.deadline.check()
            raise Stopped("the solver gave no answer")
        if outcome.model is not None:
            self._write_model(outcome.model)
            return
        self._write_status(satisfiable=False)
        if core := self.assume and engine.core():
            self.output.write(f"c core {' '.join(map(str, core))} 0\n")

    def _models(self, engine: Engine, limit: int | None, *, write: bool) -> None:
        """Write every model, at most `limit`; or count them all."""
        number = 0
        try:
            for model in engine.models(self.assume, self.projection, self.deadline):
                self.satisfiable = True
                number += 1
                if write:
                    self._write_model(model)
                else:
                    self._counted = number
                if number == limit:
                    return
        finally:
            self.statistics = engine.statistics()
        if write:
            self._write_status(satisfiable=number > 0)
            self.output.write(f"c {counted(number, 'model')}, complete\n")
        else:
            self._write_count(number)

    def _count_by_ganak(self) -> None:
        """Count the models without finding them."""
        # Ganak needs a variable, and counts by the first ones.
        units = self.assume if self.formula.variables else (1,)
        size = max(self.formula.variables, 1)
        every = range(1, size + 1)
        first = every if self.projection is None else self.projection
        place = {old: at for at, old in enumerate(dict.fromkeys((*first, *every)), 1)}
        clauses = (
            tuple([place[x] if x > 0 else -place[-x] for x in clause])
            for clause in self.formula.with_unit_clauses(units)
        )
        with closing(ganak.ModelCounter(size, len(first), clauses)) as counter:
            number = counter.wait(self.deadline.left)
        if number is None:
            raise Stopped("out of time")
        self._write_count(number)

    def _write_unfinished(self) -> None:
        self._write_status()
        if self._counted is not None:
            self.output.write(f"c at least {counted(self._counted, 'model')}\n")

    def _write_status(self, *, satisfiable: bool | None = None) -> None:
        if satisfiable is not None:
            self.satisfiable = satisfiable
        if not self._has_status:
            self.output.write(f"{next(iter(sat_lines(self.satisfiable)))}\n")
        self._has_status = True

    def _write_count(self, number: int) -> None:
        """Write a number as in the model counting competition."""
        self._write_status(satisfiable=number > 0)
        kind = "mc" if self.projection is None else "pmc"
        self.output.write(f"c s type {kind}\nc s exact arb int {number}\n")

    def _write_model(self, model: tuple[int, ...]) -> None:
        """Check a model against every clause and assumption, and write it.

        Raises:
            EngineError: One of them is false.
        """
        true, variables = set(model), self.formula.variables
        literals = {v if v in true else -v for v in range(1, variables + 1)}
        for clause in chain(self.formula, ((literal,) for literal in self.assume)):
            if literals.isdisjoint(clause):
                msg = f"the engine gave a model in which clause {clause} is false"
                raise EngineError(msg)
        self._write_status(satisfiable=True)
        _, *lines = sat_lines(True, variables, model)  # noqa: FBT003  an answer
        self.output.write("".join(f"{line}\n" for line in lines))
