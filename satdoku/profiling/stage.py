"""The stages of a solve: what each of them is, and in which order they are told.

Each nanosecond of a solve is in exactly one stage: that of the innermost span which was
open then.  What no other stage claims is `other`.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ABOUT", "LOOP", "MEASURING", "OTHER", "STARTING", "Key", "about"]


class Key(NamedTuple):
    """What time is told apart by: the stage, and the engine that was at it.

    Example:
        >>> str(Key("propagate", "dpll")), str(Key("read"))
        ('propagate (dpll)', 'read')
    """

    stage: str
    engine: str = ""

    def __str__(self) -> str:
        return f"{self.stage} ({self.engine})" if self.engine else self.stage


ABOUT = {
    "start": "Python itself starts",
    "import": "modules are loaded",
    "first": "what a first solve takes more than the next one",
    "read": "the file or the text becomes a grid",
    "encode": "singles are followed, recipe and puzzle become clauses",
    "load": "the engine takes the clauses, or gets ready",
    "singles": "what follows by singles is placed, before a trial",
    "assume": "the clues of a whole formula become true",
    "propagate": "clauses with one literal left make it true, until none is left",
    "decide": "a literal is chosen and tried",
    "analyse": "what a conflict rests on is looked for",
    "backtrack": "a branch is left, and its other side taken",
    "model": "nothing is left to decide: the literals that are true are put together",
    "loop": "the rest of the search: what goes on between these",
    "search": "inside an engine that is not told apart",
    "steps": "steps of techniques are taken",
    "decode": "the literals that are true become a grid",
    "check": "the grid is held against the rules",
    "close": "the engine is freed",
    "other": "what is left: the choice of the engine, what holds all this together",
    "measuring": "what the measuring itself takes, as far as it is known",
}
"""What each stage is, in the order in which they are told."""

LOOP, OTHER, MEASURING = "loop", "other", "measuring"

STARTING = frozenset(("start", "import", "first"))
"""Stages that are measured in processes of their own."""


def about(stage: str) -> str:
    """Say what a stage is; one that has no text here is a technique.

    Example:
        >>> about("decode"), about("x-wing")
        ('the literals that are true become a grid', 'this technique is looked for')
    """
    return ABOUT.get(stage, "this technique is looked for")
