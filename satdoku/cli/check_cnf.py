"""`satdoku check-cnf`: is a formula a Sudoku encoding?"""

from __future__ import annotations

import os
import re
from io import BytesIO
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.cli.messages import say
from satdoku.cli.options import (
    Command,
    FilePath,
    Size,
    json_option,
    quiet_options,
    timeout_option,
)
from satdoku.cli.reading import Reader, geometry_from, open_bytes
from satdoku.cli.run import Run
from satdoku.cnf.dimacs import read_dimacs
from satdoku.cnf.numbering import (
    SCHEMES,
    known_size,
    likely_size,
    numbering,
    read_numbering,
)
from satdoku.errors import InputError, Stopped, counted, printable
from satdoku.formats.records import SCHEMA, to_json
from satdoku.formats.source import source_name
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.setting.formula_check import check_formula

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cli.options import Decorator
    from satdoku.cnf.numbering import Numbering
    from satdoku.setting.formula_check import FormulaReport

_SIMPLIFIED = re.compile(rb"c made by satdoku: what a puzzle leaves open\b")
"""How formulas of `satdoku cnf --simplify` begin."""


def scheme_option(usual: str) -> Decorator:
    """Add --scheme; `usual` says which numbering it is without."""
    return click.option(
        "--scheme",
        metavar="NAME|FILE",
        help=f"Numbering of the variables ({usual}): {', '.join(SCHEMES)}.",
    )


@click.command("check-cnf", cls=Command)
@click.argument("file", metavar="[FILE]", default="-", type=FilePath())
@click.argument("puzzle", metavar="[PUZZLE]", required=False)
@click.option("--size", type=Size(), help="Rows and columns (found out).")
@click.option("--box", metavar="RxC", help="Rows and columns of a box, as 2x3.")
@scheme_option("found out")
@timeout_option
@json_option
@quiet_options
def check_cnf(
    *,
    file: str,
    puzzle: str | None,
    size: int | None,
    box: str | None,
    scheme: str | None,
    timeout: float | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Check whether a formula in DIMACS is a Sudoku encoding.

    Its models must be the solutions: of the empty grid, or of PUZZLE, a file or text.
    The answer is right, or a counterexample: a model that is no solution, with the rule
    that it breaks, or a solution that is no model, with the clauses that exclude it.
    Where auxiliary variables and more than 1,000 solutions leave no exact answer, or
    a limit comes first, the answer says how many random solutions and models were
    tried, up to 200. Exits with 3 if the formula is wrong, with 4 if nothing wrong was
    found, but the answer is not exact.

    Variables may be numbered by a scheme (rcd is (r-1)*n*n+(c-1)*n+d, 100r is
    100r+10c+d), or named in comments `c var 7 r1c2=3` or in a file of lines
    `7 r1c2=3`.

    \b
    Examples:
      satdoku check-cnf rules.cnf                  # of the empty grid
      satdoku check-cnf puzzle.cnf puzzle.txt      # of a puzzle
      satdoku check-cnf rules.cnf --scheme 100r    # variables 111 to 999
    """
    run = Run(quiet=quiet, verbose=verbose, as_json=as_json)
    if file == puzzle == "-":
        raise click.UsageError("FILE and PUZZLE cannot both be standard input")
    run.inputs = (file,)
    deadline, source = Deadline(timeout), source_name(file)
    with open_bytes(file, "a formula") as stream:
        raw = stream.read()
    formula = read_dimacs(BytesIO(raw), source=source, deadline=deadline)
    if _SIMPLIFIED.match(raw):
        raise InputError(
            "a formula of what a puzzle leaves open",
            expected="one of all candidates, as `satdoku cnf` writes it without "
            "--simplify",
            source=source,
        )
    names = raw if scheme is None else scheme_names(scheme)
    usual = likely_size(formula.variables, names, formula) or 9
    made = _puzzle(puzzle, size, box, usual)
    geometry = made.geometry
    if not (numberings := _numberings(scheme, names, geometry, source)):
        _check_variables(formula.variables, geometry, source)
    with run.writing(unit="") as out:
        run.progress.step("comparing with the rules")
        try:
            report = check_formula(formula, made, numberings, timeout=deadline.left)
        except Stopped as stop:
            say(f"satdoku: {printable(source, 200)}: stopped by a limit: {stop}")
            return exits.STOPPED
        if as_json:
            out.write(to_json({"schema": SCHEMA, **_record(report, made)}) + "\n")
        else:
            out.write("".join(f"{line}\n" for line in _lines(report, made)))
            is_given = puzzle or size or box or known_size(formula.variables, names)
            if report.right is False and not is_given:
                out.write("  size: guessed; --size N says another\n")
    return {True: exits.DONE, False: exits.NO, None: exits.STOPPED}[report.right]


def scheme_names(scheme: str) -> bytes:
    """Return the names of variables in the file that `--scheme` names, if it does."""
    if scheme in SCHEMES:
        return b""
    if not os.path.exists(scheme):  # noqa: PTH110
        numbering(scheme, Geometry.of_size(9))  # says which schemes there are
    with open_bytes(scheme, "a numbering") as stream:
        return stream.read()


def _puzzle(text: str | None, size: int | None, box: str | None, usual: int) -> Puzzle:
    """Return the puzzle of a file or text, or the empty grid.

    Raises:
        InputError: The puzzle cannot be read, or has another size than --size says.
    """
    geometry = geometry_from(size, box)
    if text is None:
        geometry = geometry or Geometry.of_size(usual)
        return Puzzle("." * geometry.cells, geometry=geometry)
    entry = Reader(box=box).only(text)
    if size not in {None, entry.puzzle.geometry.size}:
        raise InputError(
            f"a grid of {entry.puzzle.geometry.size}x{entry.puzzle.geometry.size}",
            expected=f"{size}x{size}, as --size says",
            source=entry.source,
            line=entry.line,
        )
    return entry.puzzle


def numbering_of(scheme: str, names: bytes, geometry: Geometry) -> Numbering:
    """Return the numbering that `--scheme` names, by itself or by a file's lines.

    Raises:
        InputError: The lines name no variables, or not those of the grid.
        UsageError: The scheme is not for this size.
    """
    if scheme in SCHEMES:
        return numbering(scheme, geometry)
    named = _named(names, geometry, scheme)
    if named is None:
        expected = "lines such as 7 r1c2=3"
        raise InputError("no numbering", expected=expected, source=scheme)
    return named


def _named(names: bytes, geometry: Geometry, source: str) -> Numbering | None:
    """Return the numbering of lines that name variables, if there are any."""
    try:
        return read_numbering(names, geometry)
    except InputError as error:
        raise error.at(source=source) from None


def _numberings(
    scheme: str | None, names: bytes, geometry: Geometry, source: str
) -> list[tuple[str, Numbering]]:
    """Return the numbering that is named, or that comments give; none to find it."""
    if scheme is not None:
        return [(scheme, numbering_of(scheme, names, geometry))]
    named = _named(names, geometry, source)
    return [] if named is None else [("named in comments", named)]


def _check_variables(variables: int, geometry: Geometry, source: str) -> None:
    """Refuse a formula that cannot say everything about a grid.

    Raises:
        InputError: It has fewer variables than the grid has cells and digits.
    """
    candidates = geometry.cells * geometry.size
    if variables < candidates:
        n, size = geometry.size, likely_size(variables)
        raise InputError(
            f"{counted(variables, 'variable')} for a grid of {n}x{n}",
            expected=f"at least {candidates:,}",
            hint=f"is it --size {size}?" if size else "--size says which grid it is of",
            source=source,
        )


def _lines(report: FormulaReport, puzzle: Puzzle) -> Iterator[str]:
    """Yield the report in words."""
    answer = {
        True: "right: its models are the solutions",
        False: f"wrong: {report.words}",
        None: f"nothing wrong found: {report.words}",
    }
    yield answer[report.right]
    texts = puzzle.geometry.digit_texts
    columns = puzzle.geometry.columns
    if report.solution is not None:
        shown = ", ".join(map(str, report.clauses[1:8]))
        others = f"; and clauses {shown}" if shown else ""
        if report.fault:
            yield f"  at fault: {report.fault}{others}"
        yield f"  solution: {report.solution.text}"
        if given := 0 if any(puzzle.values) else report.families.get("unit clauses", 0):
            look = counted(given, "unit clause looks", "unit clauses look")
            yield f"  {look} like clues: check-cnf FILE PUZZLE compares with a puzzle"
    if report.model is not None:
        cells = ["".join(texts[d] for d in one) or "." for one in report.model]
        for row in range(0, len(cells), columns):
            yield "  " + " ".join(cells[row : row + columns])
    families = ", ".join(f"{many:,} {kind}" for kind, many in report.families.items())
    others = counted(report.variables, "other variable")
    yield f"  numbering: {report.scheme} of {columns}x{columns}; {others}"
    yield f"  clauses: {families}"
    models = f"{report.seen:,}"
    if report.models is None:
        models = "more than 1,000" if report.seen > 1000 else "not counted"
    yield f"  models: {models}"
    if report.sees:
        yield f"  unit propagation sees: {report.sees}"


def _record(report: FormulaReport, puzzle: Puzzle) -> dict[str, object]:
    """Return the report for JSON."""
    return {
        "right": report.right,
        "words": report.words or None,
        "fault": report.fault or None,
        "size": f"{puzzle.geometry.rows}x{puzzle.geometry.columns}",
        "numbering": report.scheme,
        "solution": None if report.solution is None else report.solution.text,
        "model": report.model,
        "clauses": report.clauses,
        "variables": report.variables,
        "families": report.families,
        "models": report.models,
        "seen": report.seen,
        "sees": report.sees or None,
    }
