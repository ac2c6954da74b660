"""The sets of puzzles: files of the shared data, and what a seed makes."""

from __future__ import annotations

import io
import json
import os
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from satdoku.errors import SatdokuError
from satdoku.formats import Writer, read_all
from satdoku.formats.iss import read_iss
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.setting.generator import generate_many
from satdoku.solving.solver import solve
from satdoku.study.plan import PuzzleSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[1]
_SEED = 20_261_121
_MADE = 1000
_STARTS = 15
_FILES = {
    "easy50": ("sets/easy50.txt", 50),
    "top95": ("sets/top95.txt", 95),
    "clues17": ("sets/clues17.txt", 500),
    "hardest": ("sets/hardest.txt", 100),
    "several": ("sets/many_solutions.txt", 400),
    "rated": ("reference/rated.csv", 120),
    "25x25": ("large/sudoku-25-1.txt", 1),
    "64x64": ("large/sudoku-64-2.txt", 1),
    "100x100": ("large/sudoku-100-1.txt", 1),
}
"""The file of a set, and how many of its puzzles are taken."""
_MANY = (
    "...................2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
)
"""A puzzle of 15 clues with 4,210,232 solutions."""


def shared_data() -> Path:
    """Return the folder of sets: beside the checkout, or SATDOKU_DATA."""
    return Path(os.environ.get("SATDOKU_DATA", ROOT.parent / "shared" / "data"))


def _minimal() -> Iterator[Puzzle]:
    """Make minimal puzzles at random."""
    yield from generate_many(_MADE, size=Geometry(9, 9), seed=_SEED, minimal=True)


def _impossible() -> Iterator[Puzzle]:
    """Add a clue to minimal puzzles that clashes with none and fits no solution."""
    random = Random(_SEED)  # noqa: S311  no secret
    for puzzle in _minimal():
        solution = solve(puzzle, unique=False).solution
        if solution is None:
            raise ValueError(f"no solution of {puzzle.line}")
        masks = puzzle.candidate_masks()
        cells = [
            (cell, digit)
            for cell, mask in enumerate(masks)
            for digit in range(1, 10)
            if mask >> (digit - 1) & 1 and digit != solution.values[cell]
        ]
        added, digit = random.choice(cells)
        values = list(puzzle.values)
        values[added] = digit
        yield Puzzle.trusted(puzzle.geometry, tuple(values))


def link(puzzle: Puzzle) -> str:
    """Return a puzzle with constraints as a link of f-puzzles.

    Raises:
        SatdokuError: The format lacks one of its constraints.
    """
    stream = io.StringIO()
    with Writer(stream, "fpuzzles") as writer:
        writer.write(puzzle)
    return stream.getvalue().strip()


def _variants() -> Iterator[Puzzle]:
    """Read the puzzles for Interactive Sudoku Solver that f-puzzles can hold, too."""
    text = (shared_data() / "variants" / "iss.jsonl").read_text("utf-8")
    for line in text.splitlines():
        try:
            puzzle = read_iss(json.loads(line)["puzzle"])
            link(puzzle)
        except SatdokuError:
            continue
        if puzzle.masks is None:  # pencilmark reads none from a link
            yield puzzle


def _loosened() -> Iterator[Puzzle]:
    """Leave out half of the clues, or half of the constraints where there are none."""
    for puzzle in _variants():
        values, rules = puzzle.values, puzzle.constraints
        if any(values):
            kept = tuple(value * (cell % 2) for cell, value in enumerate(values))
            yield Puzzle(kept, rules, geometry=puzzle.geometry)
        else:
            yield Puzzle(puzzle.clues, rules[::2])


def _one(line: str, times: int = 1) -> Callable[[], Iterator[Puzzle]]:
    return lambda: iter([Puzzle(line)] * times)


_FOUND_BY: dict[str, Callable[[], Iterator[Puzzle]]] = {
    "minimal": _minimal,
    "impossible": _impossible,
    "variants": _variants,
    "variants, loosened": _loosened,
    "15 clues": _one(_MANY),
    "starts": _one(_MANY, _STARTS),
}
SETS = (*_FILES, *_FOUND_BY)
"""The names of all sets."""


def read_set(name: str, first: int | None = None) -> PuzzleSet:
    """Read or make the first puzzles of a set.

    Raises:
        FileNotFoundError: Its file is missing; names it.
    """
    if name in _FILES:
        file, count = _FILES[name]
        records = islice(read_all(shared_data() / file), min(count, first or count))
        return PuzzleSet.of(name, [record.puzzle for record in records])
    return PuzzleSet.of(name, islice(_FOUND_BY[name](), first))
