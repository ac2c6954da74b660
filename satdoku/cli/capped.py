"""Remarks on puzzles of a run: the first of a kind are said, the others counted.

Among a million puzzles a hundred thousand may be of a kind.  Nobody reads as many lines
on a terminal, and what they say is in the answers, as JSON, for whoever wants all.
"""

from __future__ import annotations

from satdoku.cli.remarks import counted, say

__all__ = ["Capped"]

_MOST = 10


class Capped:
    """Says remarks until there are many."""

    def __init__(self) -> None:
        self._said: dict[str, int] = {}

    def say(self, kind: str, text: str) -> None:
        """Say one, or count it.

        Args:
            kind: What it has in common with others.
            text: What is said.
        """
        self._said[kind] = self._said.get(kind, 0) + 1
        if self._said[kind] <= _MOST:
            say(text)

    def rest(self) -> None:
        """Say how many were not said."""
        for kind, number in self._said.items():
            if number > _MOST:
                more = counted(number - _MOST, "more puzzle")
                say(f"satdoku: and {more}: {kind} (--json tells which)")
        self._said.clear()
