"""The rules of the scheme: their names, and the rating of each at its easiest.

A longer chain is rated higher: `surcharge` says by how much.

Source: Sudoku Explainer 1.2.1; the forum's table of its ratings.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["RULES", "SCHEME", "SUFFIXES", "VERSION", "Rule", "surcharge"]

SCHEME = "se"
VERSION = "Sudoku Explainer 1.2.1"


class Rule(NamedTuple):
    """A rule.

    Args:
        title: Its name.
        rating: Its rating, without what length or size add.
    """

    title: str
    rating: float


SUFFIXES = (
    "",
    " (+)",
    " (+ Forcing Chains)",
    " (+ Multiple Forcing Chains)",
    " (+ Dynamic Forcing Chains)",
    " (+ Dynamic Forcing Chains (+ Forcing Chains))",
)
"""What dynamic forcing chains of each level know besides links."""

RULES = {
    rule.title: rule
    for rule in (
        Rule("Last Cell", 1.0),
        Rule("Hidden Single in Box", 1.2),
        Rule("Hidden Single in Line", 1.5),
        Rule("Direct Pointing", 1.7),
        Rule("Direct Claiming", 1.9),
        Rule("Direct Hidden Pair", 2.0),
        Rule("Naked Single", 2.3),
        Rule("Direct Hidden Triplet", 2.5),
        Rule("Pointing", 2.6),
        Rule("Claiming", 2.8),
        Rule("Naked Pair", 3.0),
        Rule("X-Wing", 3.2),
        Rule("Hidden Pair", 3.4),
        Rule("Naked Triplet", 3.6),
        Rule("Swordfish", 3.8),
        Rule("Hidden Triplet", 4.0),
        Rule("XY-Wing", 4.2),
        Rule("XYZ-Wing", 4.4),
        Rule("Unique Rectangle", 4.5),
        Rule("Unique Loop", 4.5),
        Rule("Naked Quad", 5.0),
        Rule("Jellyfish", 5.2),
        Rule("Hidden Quad", 5.4),
        Rule("BUG Type 1", 5.6),
        Rule("BUG Type 2", 5.7),
        Rule("BUG Type 3", 5.7),
        Rule("BUG Type 4", 5.7),
        Rule("Aligned Pair Exclusion", 6.2),
        Rule("X-Cycle", 6.5),
        Rule("Y-Cycle", 6.5),
        Rule("Forcing X-Chain", 6.6),
        Rule("XY-Cycle", 7.0),
        Rule("Forcing Chain", 7.0),
        Rule("Aligned Triplet Exclusion", 7.5),
        Rule("Nishio Forcing Chain", 7.5),
        Rule("Cell Forcing Chain", 8.0),
        Rule("Region Forcing Chain", 8.0),
        *(
            Rule(f"Dynamic {kind} Forcing Chain{suffix}", 8.5 + 0.5 * level)
            for level, suffix in enumerate(SUFFIXES)
            for kind in ("Contradiction", "Double", "Cell", "Region")
        ),
    )
}
"""All rules by title, easier ones first."""


def surcharge(nodes: int) -> float:
    """Return what a chain's length adds to the rating of its rule.

    A tenth for each of 4, 6, 8, 12, 16, 24, … that the length exceeds; the length is
    the number of nodes of all its strands less 2.

    Args:
        nodes: The number of nodes.

    Example:
        >>> [round(surcharge(nodes), 1) for nodes in (6, 7, 8, 9, 27)]
        [0.0, 0.1, 0.1, 0.2, 0.6]
    """
    added = 0.0  # summed up as the program does, so that equal ratings stay equal
    bound = 4
    odd = False
    while nodes - 2 > bound:
        added += 0.1
        bound = bound * 4 // 3 if odd else bound * 3 // 2
        odd = not odd
    return added
