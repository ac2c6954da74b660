"""Many puzzles, of one kind and of all, and their answers."""

from __future__ import annotations

import re

SOLUTION = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
CLUES = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
CLASHING = "55" + "." * 79
DEAD = "12345678.........9" + "." * 63
ONE_BY_ONE = ("--max-clauses", "19999999")
"""What changes no answer, and rules lanes out."""


def renamed(puzzle: str, shift: int) -> str:
    """Return a puzzle with other digits."""
    return "".join(
        mark if mark == "." else str((int(mark) - 1 + shift) % 9 + 1) for mark in puzzle
    )


PUZZLES = [renamed(CLUES, number) for number in range(100)]
MIXED = [
    *PUZZLES[:70],
    "# a comment",
    CLUES[:-1],
    f"{CLUES} with a name",
    CLASHING,
    "",
    "1.3434.2.1434321 small",
    DEAD,
    *PUZZLES[70:],
    "é" + CLUES[1:],
    CLASHING,
]


def settled(text: str) -> str:
    """Take out of what was said what depends on who answered, and how long it took."""
    text = re.sub(r"in [0-9.]+ s", "in T s", text)
    text = re.sub(r'"engine": .*', '"engine"', text)
    return re.sub(r"(: )(lanes|bitmask|glucose4)[,;:].*", r"\1ENGINE", text)
