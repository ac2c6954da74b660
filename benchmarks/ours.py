"""satdoku as a contender: each engine with each encoding, and the public face.

Names are `satdoku` for what `satdoku.solve` does by default, and
`satdoku:ENGINE/ENCODING` for an engine with an encoding chosen by hand, without the
checks of the public face: what the engine alone costs.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from benchmarks.contender import Board, Contender

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["engine", "face"]


def face() -> Contender:
    """Return what a caller of the package gets: parsing, choice, checks and all."""
    import satdoku

    def first(puzzle: str) -> str | None:
        found = satdoku.solve(puzzle, unique=False).solution
        return None if found is None else found.line

    def some(puzzle: str, k: int) -> Iterator[str]:
        for solution in islice(satdoku.solutions(puzzle), k):
            yield solution.line

    def board(given: Board) -> Board | None:
        found = satdoku.solve(given).solution
        return None if found is None else [list(row) for row in found.rows]

    return Contender(
        first=first,
        two=lambda puzzle: 2 - bool(satdoku.solve(puzzle).is_unique),
        some=some,
        board=board,
    )


def engine(name: str, recipe_name: str) -> Contender:
    """Return one engine, loaded once with one encoding; the clues are assumptions."""
    from satdoku.cnf import recipe
    from satdoku.cnf.encoder import encode_rules
    from satdoku.engines import registry
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.puzzle import Puzzle

    encoded = encode_rules(Geometry(9, 9), recipe.load(recipe_name))
    loaded = registry.load(name, encoded.formula)
    cells = range(1, 9**3 + 1)

    def first(puzzle: str) -> str | None:
        outcome = loaded.solve(encoded.literals(Puzzle(puzzle)))
        return None if outcome.model is None else encoded.decode(outcome.model).line

    def some(puzzle: str, k: int) -> Iterator[str]:
        clues = encoded.literals(Puzzle(puzzle))
        for model in islice(loaded.models(clues, project=cells), k):
            yield encoded.decode(model).line

    return Contender(
        first=first, two=lambda puzzle: sum(1 for _ in some(puzzle, 2)), some=some
    )
