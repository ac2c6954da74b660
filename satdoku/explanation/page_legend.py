"""The legend of a page: what the marks mean that occur on it, and no others.

What occurs is told by the names of the shapes that are drawn; a sample of each mark is
a letter or a box in the style that `page_style` has for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

__all__ = ["MARKS", "legend"]

MARKS = (
    ("mark-placed", "key placed", "5", "placed"),
    ("mark-removed", "key removed", "5", "removed"),
    ("mark-used", "key used", "5", "of the pattern"),
    ("mark-on", "key on", "5", "true in a chain or trial"),
    ("mark-off", "key off", "5", "false in a chain or trial"),
    ("mark-fin", "key fin", "5", "a fin, or an extra"),
    ("mark-gone", "key gone", "5", "removed before"),
    ("set", "key set", "", "cells of a set, each set in its own colour and frame"),
    ("mark-set", "key in-set", "5", "candidate of a set"),
    ("pattern", "key pattern", "", "a cell of the pattern"),
    ("band", "key band", "", "a unit it is about"),
    ("cover", "key cover", "", "a cover set"),
    ("clash", "key clash", "5", "a clash, or where a trial ends"),
    ("dead", "key dead", "&#215;", "a cell without candidates"),
    ("group", "key group", "", "candidates that are one end of a link"),
    ("number", "key number", "3", "the order in a trial"),
    ("link-strong", "", "&#8594;", "one of the two holds"),
    ("link-weak", "", "&#8674;", "not both hold"),
)
"""The name of a mark without number, the classes and text of its sample, and what it
means."""


def legend(names: Collection[str]) -> Iterator[str]:
    """Tell what the marks mean that occur, as lines of a page.

    Args:
        names: The names of all shapes that are drawn.

    Example:
        >>> for line in legend({"cell-lines", "link-weak-2"}):
        ...     print(line)
        <details open>
        <summary>Marks</summary>
        <p class="legend"><span>&#8674; not both hold</span></p>
        </details>
        >>> list(legend({"cell-lines"}))
        []
    """
    occurring = {_kind(name) for name in names}
    parts = [
        f"<span>{_sample(classes, text)} {meaning}</span>"
        for name, classes, text, meaning in MARKS
        if name in occurring
    ]
    if parts:
        yield "<details open>"
        yield "<summary>Marks</summary>"
        yield f'<p class="legend">{" ".join(parts)}</p>'
        yield "</details>"


def _kind(name: str) -> str:
    """Return the name of a mark without the number of a set or a chain.

    A candidate that was removed before has a digit, and nothing around it.
    """
    kind = name.rstrip("0123456789").rstrip("-")
    return "mark-gone" if kind == "mark-gone-digit" else kind


def _sample(classes: str, text: str) -> str:
    return f'<span class="{classes}">{text}</span>' if classes else text
