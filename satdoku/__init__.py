"""satdoku: Sudoku as satisfiability.

A puzzle becomes clauses, an engine finds a model, the model becomes a grid, and the
rules of Sudoku check it.

    import satdoku

    puzzle = satdoku.read("input.txt")      # a file of one puzzle, in many formats
    satdoku.write(puzzle, "output.json")    # in the format of the ending
    satdoku.solve(puzzle)                   # or text, a list of lists, an array
    satdoku.solutions(puzzle)               # every solution, lazily
    satdoku.all_solutions(puzzle, limit=9)  # a list
    satdoku.count(puzzle)                   # exact up to a limit
    satdoku.check(puzzle)                   # clashes, proper, minimal, true candidates
    satdoku.contradiction(puzzle)           # why it has no solution
    satdoku.smallest_difference(puzzle)     # why it has several
    satdoku.minimize(puzzle)                # a minimal puzzle inside it
    satdoku.generate(level="hard")          # a new puzzle
    satdoku.solve_many(puzzles)             # many of any size, one after another
    satdoku.solve_batch(puzzles)            # many at once, in arrays
    satdoku.encode(puzzle, "triad")         # the formula; .write(path)
    satdoku.prove(puzzle)                   # its number of solutions, with a proof
    satdoku.verify("puzzle.proof")          # from its files alone
    satdoku.profile(puzzle)                 # where the time of a solve goes
    satdoku.svg(puzzle, solution=True)      # a picture; notebooks show it

Names are loaded when they are first used, so that `import satdoku` costs nothing.

Example:
    >>> import satdoku
    >>> satdoku.solve("1... ..2. ..3. 4...").solution.line
    '1243342121344312'
"""

from __future__ import annotations

from satdoku.runtime.version import __version__

# `__init__.pyi` has the types.  No module is named like a public function: importing it
# would hide the function.
_HOMES = {
    "cnf.encoder": "encode",
    "cnf.formula": "Formula",
    "drawing.api": "svg",
    "errors": (
        "EngineError InputError LimitError ProofError SatdokuError Stopped UsageError"
    ),
    "explanation.explain": "Explanation explain find_steps",
    "explanation.hints": "Hint hint",
    "explanation.rating": "Rating rate rate_stream",
    "formats": "read read_all write",
    "formats.bulk": "read_array",
    "proof.certificate": "Certificate",
    "proof.proving": "prove",
    "proof.verifying": "verify",
    "puzzle.geometry": "Geometry",
    "puzzle.grid": "Grid",
    "puzzle.puzzle": "Puzzle PuzzleLike",
    "setting.candidates": "CandidateCounts candidate_counts",
    "setting.checker": "Difference check smallest_difference",
    "setting.report": "Report",
    "setting.generator": "generate generate_many",
    "setting.minimal": (
        "Contradiction all_contradictions contradiction minimal_puzzles minimize"
    ),
    "solving.batch": "Batch solve_batch",
    "solving.counting.method": "count",
    "solving.frames": "solve_frame",
    "solving.many": "solve_many",
    "solving.results": "Count Estimate Result Status",
    "solving.solver": "Solver all_solutions solutions solve",
    "study.profiling": "Profile profile",
    "techniques.step": "Step",
    "techniques.technique": "Level Technique",
}
"""The modules of public names."""

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

_PACKAGES = frozenset(
    ("cnf", "constraints", "drawing", "engines", "errors", "explanation", "formats")
) | frozenset(("proof", "solving", "study"))
"""Public modules, `satdoku.study` say, which need no import of their own."""

__all__ = ["__version__", *_HOME_OF]  # noqa: PLE0604  names that are loaded when used


def __getattr__(name: str) -> object:
    """Load a public name when it is first used (PEP 562)."""
    if name not in _HOME_OF and name not in _PACKAGES:
        msg = f"module 'satdoku' has no attribute {name!r}"
        raise AttributeError(msg)
    from importlib import import_module  # noqa: PLC0415  until then, not needed

    if name in _PACKAGES:
        return import_module(f"satdoku.{name}")
    value = getattr(import_module(f"satdoku.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES})
