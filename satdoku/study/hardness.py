"""Words for hardness, from easy on: how sets are put in order.

There is no standard for these words; here they stand as most collections use them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["from_easy_on", "hardness"]

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


def from_easy_on(told: Mapping[str, Iterable[str]]) -> list[str]:
    """Return names from easy to hard if that is known of all of them, else as given.

    Args:
        told: The words for hardness that each name has, in the order given.  The
            hardest of them counts.

    Example:
        >>> from_easy_on({"b": ["hard", "easy"], "a": ["easy"]})
        ['a', 'b']
        >>> from_easy_on({"b": ["hard"], "c": [""], "a": ["easy"]})
        ['b', 'c', 'a']
    """
    places = {name: max(map(hardness, words)) for name, words in told.items()}
    if len(_WORDS) in places.values():
        return list(places)
    return sorted(places, key=lambda name: places[name])
