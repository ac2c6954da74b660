"""satdoku: Sudoku as satisfiability.

A puzzle becomes clauses, an engine finds a model, the model becomes a grid, and the
rules of Sudoku check it.

    import satdoku

    puzzle = satdoku.read("input.txt")      # a file of one puzzle, in many formats
    satdoku.solve(puzzle)                   # or text, a list of lists, an array
    satdoku.solutions(puzzle)               # every solution, lazily
    satdoku.all_solutions(puzzle, limit=9)  # a list
    satdoku.count(puzzle)                   # exact up to a limit
    satdoku.check(puzzle)                   # clashes, proper, minimal, true candidates
    satdoku.solve_batch(puzzles)            # many at once, in arrays
    satdoku.encode(puzzle, "triad")         # the formula; .to_dimacs(stream)
    satdoku.trace(puzzle)                   # the search: events, text, JSON, a tree
    satdoku.svg(puzzle, solution=True)      # a picture; notebooks show it

Names are loaded when they are first used, so that `import satdoku` costs nothing.

Example:
    >>> import satdoku
    >>> satdoku.solve("1... ..2. ..3. 4...").solution.line
    '1243342121344312'
"""

from __future__ import annotations

TYPE_CHECKING = False  # of `typing`, which is slow: until it is loaded, Ctrl-C shows
if TYPE_CHECKING:
    from satdoku.answers import Count, Report, Result, Status
    from satdoku.batch.columns import solve_columns, solve_frames
    from satdoku.batch.dask.arrays import DaskBatch, solve_dask
    from satdoku.batch.dask.streaming import dask_stream
    from satdoku.batch.result import Batch, BatchStatus
    from satdoku.batch.solving import solutions_batch, solve_batch
    from satdoku.batch.streaming import solve_stream
    from satdoku.checking import check
    from satdoku.cnf.formula import Formula
    from satdoku.conflict import Conflict, conflicting_clues
    from satdoku.errors import (
        EngineError,
        InputError,
        LimitError,
        LostError,
        SatdokuError,
        Stopped,
        UsageError,
    )
    from satdoku.formats import read, read_all
    from satdoku.formats.arrays import read_array
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.illustration import svg
    from satdoku.session import Session
    from satdoku.solving import all_solutions, count, encode, solutions, solve
    from satdoku.tracing.trace import trace

__version__ = "0.1.0"

__all__ = [
    "Batch",
    "BatchStatus",
    "Conflict",
    "Count",
    "DaskBatch",
    "EngineError",
    "Formula",
    "Geometry",
    "Grid",
    "InputError",
    "LimitError",
    "LostError",
    "Report",
    "Result",
    "SatdokuError",
    "Session",
    "Status",
    "Stopped",
    "UsageError",
    "__version__",
    "all_solutions",
    "check",
    "conflicting_clues",
    "count",
    "dask_stream",
    "encode",
    "read",
    "read_all",
    "read_array",
    "solutions",
    "solutions_batch",
    "solve",
    "solve_batch",
    "solve_columns",
    "solve_dask",
    "solve_frames",
    "solve_stream",
    "svg",
    "trace",
]

# No module is named like a public function: importing it would hide the function.
_HOMES = {
    "answers": ("Count", "Report", "Result", "Status"),
    "batch.columns": ("solve_columns", "solve_frames"),
    "batch.dask.arrays": ("DaskBatch", "solve_dask"),
    "batch.dask.streaming": ("dask_stream",),
    "batch.result": ("Batch", "BatchStatus"),
    "batch.solving": ("solutions_batch", "solve_batch"),
    "batch.streaming": ("solve_stream",),
    "checking": ("check",),
    "cnf.formula": ("Formula",),
    "conflict": ("Conflict", "conflicting_clues"),
    "errors": (
        "EngineError",
        "InputError",
        "LimitError",
        "LostError",
        "SatdokuError",
        "Stopped",
        "UsageError",
    ),
    "formats": ("read", "read_all"),
    "formats.arrays": ("read_array",),
    "geometry": ("Geometry",),
    "grid": ("Grid",),
    "illustration": ("svg",),
    "session": ("Session",),
    "solving": ("all_solutions", "count", "encode", "solutions", "solve"),
    "tracing.trace": ("trace",),
}


def __getattr__(name: str) -> object:
    """Load a public name when it is first used (PEP 562)."""
    from importlib import import_module  # noqa: PLC0415  cheap, but seldom needed

    for home, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(f"satdoku.{home}"), name)
            globals()[name] = value
            return value
    msg = f"module 'satdoku' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
