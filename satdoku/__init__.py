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

TYPE_CHECKING = False  # of `typing`, which is slow: until it is loaded, Ctrl-C shows
if TYPE_CHECKING:
    from satdoku.cnf.encoder import encode
    from satdoku.cnf.formula import Formula
    from satdoku.drawing.api import svg
    from satdoku.errors import (
        EngineError,
        InputError,
        LimitError,
        ProofError,
        SatdokuError,
        Stopped,
        UsageError,
    )
    from satdoku.explanation.drawing import step_svg
    from satdoku.explanation.explain import Explanation, explain, find_steps
    from satdoku.explanation.hints import Hint, hint
    from satdoku.explanation.page import html_page
    from satdoku.explanation.rating import Rating, rate, rate_stream
    from satdoku.explanation.strength import Strength, strengths
    from satdoku.formats import read, read_all, write
    from satdoku.formats.bulk import read_array
    from satdoku.proof.certificate import Certificate
    from satdoku.proof.claim import Claim
    from satdoku.proof.proving import prove
    from satdoku.proof.verifying import CheckedFile, Verified, check_proof, verify
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle, PuzzleLike
    from satdoku.setting.checker import Difference, Report, check, smallest_difference
    from satdoku.setting.generator import generate, generate_many
    from satdoku.setting.minimal import (
        Contradiction,
        all_contradictions,
        contradiction,
        minimal_puzzles,
        minimize,
    )
    from satdoku.solving.batch import (
        Batch,
        solutions_batch,
        solve_batch,
        solve_frame,
        solve_stream,
    )
    from satdoku.solving.counting.method import count
    from satdoku.solving.many import solve_many
    from satdoku.solving.results import Count, Estimate, Result, Status
    from satdoku.solving.solver import (
        Solver,
        all_solutions,
        solutions,
        solve,
    )
    from satdoku.study.profiling import Profile, profile
    from satdoku.techniques.step import Step
    from satdoku.techniques.technique import Level, Technique

__all__ = [
    "Batch",
    "Certificate",
    "CheckedFile",
    "Claim",
    "Contradiction",
    "Count",
    "Difference",
    "EngineError",
    "Estimate",
    "Explanation",
    "Formula",
    "Geometry",
    "Grid",
    "Hint",
    "InputError",
    "Level",
    "LimitError",
    "Profile",
    "ProofError",
    "Puzzle",
    "PuzzleLike",
    "Rating",
    "Report",
    "Result",
    "SatdokuError",
    "Solver",
    "Status",
    "Step",
    "Stopped",
    "Strength",
    "Technique",
    "UsageError",
    "Verified",
    "__version__",
    "all_contradictions",
    "all_solutions",
    "check",
    "check_proof",
    "contradiction",
    "count",
    "encode",
    "explain",
    "find_steps",
    "generate",
    "generate_many",
    "hint",
    "html_page",
    "minimal_puzzles",
    "minimize",
    "profile",
    "prove",
    "rate",
    "rate_stream",
    "read",
    "read_all",
    "read_array",
    "smallest_difference",
    "solutions",
    "solutions_batch",
    "solve",
    "solve_batch",
    "solve_frame",
    "solve_many",
    "solve_stream",
    "step_svg",
    "strengths",
    "svg",
    "verify",
    "write",
]

# No module is named like a public function: importing it would hide the function.
_HOMES = {
    "solving.results": ("Count", "Estimate", "Result", "Status"),
    "solving.batch": (
        "Batch",
        "solutions_batch",
        "solve_batch",
        "solve_frame",
        "solve_stream",
    ),
    "setting.checker": ("Difference", "Report", "check", "smallest_difference"),
    "setting.minimal": (
        "Contradiction",
        "all_contradictions",
        "contradiction",
        "minimal_puzzles",
        "minimize",
    ),
    "cnf.encoder": ("encode",),
    "cnf.formula": ("Formula",),
    "techniques.step": ("Step",),
    "techniques.technique": ("Level", "Technique"),
    "errors": (
        "EngineError",
        "InputError",
        "LimitError",
        "ProofError",
        "SatdokuError",
        "Stopped",
        "UsageError",
    ),
    "explanation.drawing": ("step_svg",),
    "explanation.explain": ("Explanation", "explain", "find_steps"),
    "explanation.hints": ("Hint", "hint"),
    "explanation.page": ("html_page",),
    "explanation.strength": ("Strength", "strengths"),
    "formats": ("read", "read_all", "write"),
    "formats.bulk": ("read_array",),
    "setting.generator": ("generate", "generate_many"),
    "puzzle.geometry": ("Geometry",),
    "puzzle.grid": ("Grid",),
    "drawing.api": ("svg",),
    "explanation.rating": ("Rating", "rate", "rate_stream"),
    "puzzle.puzzle": ("Puzzle", "PuzzleLike"),
    "study.profiling": ("Profile", "profile"),
    "proof.certificate": ("Certificate",),
    "proof.claim": ("Claim",),
    "proof.proving": ("prove",),
    "proof.verifying": ("CheckedFile", "Verified", "check_proof", "verify"),
    "solving.counting.method": ("count",),
    "solving.many": ("solve_many",),
    "solving.solver": (
        "Solver",
        "all_solutions",
        "solutions",
        "solve",
    ),
}


if not TYPE_CHECKING:  # types know the names above, and no others

    def __getattr__(name: str) -> object:
        """Load a public name when it is first used (PEP 562)."""
        from importlib import import_module  # noqa: PLC0415  seldom needed

        for home, names in _HOMES.items():
            if name in names:
                value = getattr(import_module(f"satdoku.{home}"), name)
                globals()[name] = value
                return value
        msg = f"module 'satdoku' has no attribute {name!r}"
        raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
