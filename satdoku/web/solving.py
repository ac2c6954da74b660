"""What the page asks of solvers: solutions, counts, checks, new puzzles, proofs."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from io import StringIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from satdoku.cnf.encoder import formula_of
from satdoku.cnf.formula import write_dimacs
from satdoku.cnf.recipe import encodings, load
from satdoku.errors import Stopped
from satdoku.formats import text_of
from satdoku.formats.records import generated_record, place_record
from satdoku.proof.certificate import WrittenProof
from satdoku.proof.proving import Prover
from satdoku.proof.verifying import verify
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.runtime.deadline import Deadline
from satdoku.setting.candidates import candidate_counts
from satdoku.setting.checker import FullCheck, check_fully
from satdoku.setting.generator import generated, new_seed
from satdoku.setting.generator_options import GenerateOptions, Symmetry
from satdoku.setting.minimal import contradiction
from satdoku.solving.results import Status
from satdoku.solving.solver import Solver
from satdoku.techniques.technique import Level
from satdoku.web.reading import board_of

if TYPE_CHECKING:
    from satdoku.setting.candidates import CandidateCounts
    from satdoku.web.query import Query, Record

_MAX_CLAUSES = 2_000_000
_MAX_SOLUTIONS = 1_000
_MAX_COUNT = 100_000_000


def solve(query: Query) -> Record:
    """Find solutions up to a limit; two at least, where there are several."""
    entry, limit = query.entry, query.number("limit", 1, _MAX_SOLUTIONS)
    grids, stopped = list[Grid](), False
    with Solver(max_clauses=_MAX_CLAUSES) as solver:
        walk = solver.solutions(entry.puzzle, timeout=query.timeout)
        try:
            for grid in islice(walk, limit + 1):
                grids.append(grid)
                query.progress(len(grids), "solutions")
        except Stopped:
            stopped = True
        finally:
            walk.close()
        result = walk.result(grids[:2], complete=not stopped)
    listed = grids[: max(limit, 2)]
    record = {"solutions": [grid.line for grid in listed], **result.record()}
    return {
        "record": {**place_record(entry), **record},
        "complete": not stopped and len(grids) <= limit,
        "hidden": [replace(result, solution=grid).extra for grid in listed],
    }


def count(query: Query) -> Record:
    """Count solutions up to a limit."""
    entry = query.entry
    with Solver(max_clauses=_MAX_CLAUSES) as solver:
        result = solver.count(
            entry.puzzle,
            query.number("limit", solver.default_limit(entry.puzzle), _MAX_COUNT),
            timeout=query.timeout,
            progress=query.report("solutions"),
        )
    return {"record": query.record(entry, result.record()), "text": str(result)}


def live(query: Query) -> Record:
    """Count solutions up to two while somebody sets a puzzle, and where they go."""
    puzzle, cause = query.entry.puzzle, None
    name, clashes = puzzle.geometry.cell_name, puzzle.clashes()
    counts: CandidateCounts | None = None
    status = Status.NONE
    if not clashes:
        counts = candidate_counts(puzzle, 2, timeout=query.timeout)
        # A puzzle with one solution has one candidate in each cell, with one solution.
        most = max(map(sum, counts.counts))
        status = Status.of(min(most, 2), complete=counts.complete)
    if status is Status.NONE and not clashes:
        with suppress(Stopped):
            cause = contradiction(puzzle, timeout=min(query.timeout, 1))
    named = dict.fromkeys(cell for clash in clashes for cell in clash.cells)
    rules = cause.constraints if cause else ()
    return {
        "record": {
            "status": str(status),
            "candidates": counts.candidates if counts and counts.complete else None,
            "contradiction": [*map(name, cause.cells)] if cause else [*named],
            "contradiction_constraints": [rule.describe() for rule in rules],
        }
    }


def check(query: Query) -> Record:
    """Check a puzzle in every way."""
    entry = query.entry
    options = FullCheck(timeout=query.timeout, max_clauses=_MAX_CLAUSES)
    report = check_fully(entry.puzzle, options)
    return {"record": query.record(entry, report.record())}


def generate(query: Query) -> Record:
    """Make a new puzzle."""
    levels = [level.key for level in Level]
    symmetries = [symmetry.key for symmetry in Symmetry]
    level = query.choice("level", levels, "easy") if "level" in query.fields else None
    request = GenerateOptions(
        level=level,
        size=Geometry.of_size(query.number("size", 9, 16, 4)),
        symmetry=query.choice("symmetry", symmetries, "none"),
    )
    seed = query.number("seed", new_seed(), 1 << 62, 0)
    report = query.report("attempts")
    made = generated(request, 1, seed=seed, timeout=query.timeout, failed=report)
    entry = generated_record(next(made), 1, ("details", "solution"))
    record = json.loads(text_of(entry, "json"))
    return {"record": record, "board": board_of(entry.puzzle), "seed": seed}


def cnf(query: Query) -> Record:
    """Write the formula of a puzzle."""
    recipes = [recipe.name for recipe in encodings()]
    recipe = load(query.choice("encoding", recipes, "extended"))
    puzzle, stream = query.entry.puzzle, StringIO()
    formula, comments = formula_of(puzzle, recipe, _MAX_CLAUSES, simplified=False)
    comments.insert(1, f"puzzle: {puzzle.clues.text}")
    write_dimacs(formula, stream, comments=comments)
    sizes = {"variables": formula.variables, "clauses": formula.clause_count}
    return {"text": stream.getvalue(), **sizes}


def prove(query: Query) -> Record:
    """Prove how many solutions there are; verify that from the files of the proof."""
    entry = query.entry
    deadline = Deadline(query.timeout)
    proof = Prover(max_clauses=_MAX_CLAUSES).prove(entry.puzzle, timeout=deadline.left)
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "puzzle.proof"
        size = proof.write(folder, format="lrat")
        written = WrittenProof(proof, Path(folder.name), "lrat", size)
        record = query.record(entry, written.record())
        # From the files alone, as anybody else would check them.
        verdict = verify(folder, timeout=deadline.left).record()
        files = {path.name: path.read_text() for path in sorted(folder.iterdir())}
    verdict = {"verified": True, **verdict}
    return {"record": record, "verdict": verdict, "files": files}
