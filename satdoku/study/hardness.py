"""Words for hardness, from easy on: how sets are put in order.

There is no standard for these words; here they stand as most collections use them.
"""

from __future__ import annotations

__all__ = ["hardness"]

_WORDS = (
    ("trivial", "beginner"),
    ("easy", "simple"),
    ("medium", "moderate", "normal", "intermediate"),
    ("hard", "difficult"),
    ("very hard", "expert", "fiendish", "unfair"),
    ("evil", "diabolical"),
    ("extreme",),
    ("hardest",),
)


def hardness(word: str) -> int:
    """Return the place of a word for hardness; the last of all for other words.

    Example:
        >>> sorted(["grids9", "hard", "grids4", "Easy"], key=hardness)
        ['Easy', 'hard', 'grids9', 'grids4']
    """
    for place, words in enumerate(_WORDS):
        if word.lower() in words:
            return place
    return len(_WORDS)
