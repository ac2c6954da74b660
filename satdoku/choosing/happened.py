"""What became of a choice: which of its engines had to search, and how far.

A choice says why its engines are to be asked in that order (`Choice.because`); this
says what happened to one puzzle, so that nobody reads of an engine that was not asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.choosing.choice import BITMASK, LANES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.choosing.choice import Attempt, Choice

__all__ = ["happened"]


_CLUES_ALONE = "the clues alone decide"


def happened(
    choice: Choice, engines: Sequence[str], steps: int = 0, *, late: bool = False
) -> str:
    """Say why these engines searched; of an engine that was asked for, as the choice.

    Args:
        choice: What was chosen.
        engines: The engines that searched, in turn.
        steps: How many digits the trial placed.
        late: Whether the time was over before the trial ended, or anything begun.

    Example:
        >>> from satdoku.choose import Question, choose
        >>> from satdoku.geometry import Geometry
        >>> choice = choose(Geometry(9, 9), Question.FEW)
        >>> happened(choice, ["bitmask"])
        'singles alone answered it'
        >>> happened(choice, ["bitmask"], 37)
        'singles and a short search of 37 steps answered it'
        >>> happened(choice, ["bitmask", "glucose4"], 400)
        'singles and a short search of 400 steps did not answer it; glucose4 took over'
    """
    if not engines:
        return "the time was over before a search" if late else _CLUES_ALONE
    first, *others = choice.attempts
    if not others or list(engines[:1]) != [first.engine]:
        return choice.because
    if first.engine == BITMASK:
        return _of_trial(engines, steps, late=late)
    return _of_plain(first, engines)


def _of_trial(engines: Sequence[str], steps: int, *, late: bool) -> str:
    search = f"a short search of {steps:,} step{'s' * (steps != 1)}"
    if late:
        return f"the time was over after {search}"
    if len(engines) > 1:
        return f"singles and {search} did not answer it; {engines[1]} took over"
    if not steps:
        return "singles alone answered it"
    return f"singles and {search} answered it"


def _of_plain(first: Attempt, engines: Sequence[str]) -> str:
    if len(engines) == 1:
        return "plain search did without a solver that learns"
    told: list[str] = []
    if engines[1] != LANES:
        told += [
            f"plain search met {first.patience:,} conflicts without a solution",
            f"{engines[1]} took over",
        ]
    if LANES in engines:
        told.append(f"{LANES} started over after {first.many:,} solutions")
    return "; ".join(told)
