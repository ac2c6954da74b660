"""The sets of puzzles that are measured: lines of 81 characters."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.contender import Board

__all__ = ["BOARDS", "MANY", "ROOT", "SETS", "PuzzleSet", "board", "shared_data"]

ROOT = Path(__file__).resolve().parents[1]


def shared_data() -> Path:
    """Return the folder of puzzle sets: beside the checkout, or SATDOKU_DATA."""
    return Path(os.environ.get("SATDOKU_DATA", ROOT.parent / "shared" / "data"))


@dataclass(frozen=True)
class PuzzleSet:
    """A set, and how many of its puzzles are measured.

    All its puzzles are proper, so that every contender must find the same solution.
    """

    name: str
    first: int | None = None

    def puzzles(self) -> list[str]:
        """Read the puzzles; `.` is an empty cell.

        Raises:
            FileNotFoundError: The file is missing; names it.
        """
        path = shared_data() / "sets" / f"{self.name}.txt"
        lines = path.read_text("ascii").split()
        return [line.replace("0", ".") for line in lines[: self.first]]


SETS = {
    found.name: found
    for found in (
        PuzzleSet("easy50"),
        PuzzleSet("top95"),
        PuzzleSet("clues17", 500),
        PuzzleSet("hardest", 100),
    )
}

MANY = (
    "...................2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
)
"""A puzzle of 15 clues with 4,210,232 solutions, for enumeration."""

BOARDS = {"25x25": "sudoku-25-1", "64x64": "sudoku-64-2", "100x100": "sudoku-100-1"}
"""The large boards by their file names."""


def board(name: str) -> Board:
    """Read a large board: numbers separated by blanks, `0` or `.` for an empty cell.

    Raises:
        FileNotFoundError: The file is missing; names it.
    """
    path = shared_data() / "large" / f"{BOARDS[name]}.txt"
    return [
        [0 if mark == "." else int(mark) for mark in line.split()]
        for line in path.read_text("ascii").splitlines()
        if line.strip()
    ]
