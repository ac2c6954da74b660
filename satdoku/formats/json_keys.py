"""The keys by which objects of JSON name puzzles, and hold them."""

from __future__ import annotations

from satdoku.formats.tables import PUZZLES

__all__ = ["LISTS", "NEVER", "ONES", "SURE", "WRAPPERS"]

SURE = ("puzzle", "givens", *sorted(PUZZLES - {"puzzle", "givens"}))
"""Keys that name a puzzle whatever stands beside them, the surest one first."""

ONES = (*SURE, "unsolved", "initial", "mission", "value", "values", "cells")
"""Keys of a puzzle, the surest one first."""

LISTS = ("puzzles", "sudokus", "quizzes", "questions", "grids", "boards")
"""Keys of a list of puzzles."""

# fmt: off
WRAPPERS = frozenset((
    "collection", "content", "data", "dataset", "entries", "examples", "items", "list",
    "newboard", "payload", "records", "response", "result", "results", "row", "rows",
    "samples", "test", "train", "validation",
))
# fmt: on
"""Keys of what holds a puzzle, or a list of them, in the answers of services."""

NEVER = ("answer", "candidate", "output", "pencil", "solution", "solved", "state")
"""What keys begin or end with under which no puzzle is ever looked for."""
