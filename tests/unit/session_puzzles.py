"""Puzzles that the tests of sessions ask about."""

from __future__ import annotations

from satdoku import Grid

HARD = (
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
)
MANY = (
    "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
)


def sets(*lines: str) -> list[Grid]:
    """Parse puzzles."""
    return [Grid.parse(line) for line in lines]
