"""Why this choice: what is known, what each way would cost, and what was measured.

    chosen: bitmask after singles; after 480 steps glucose4 on extended, simplified
      known: 9x9, 30 clues, 1 puzzle; asked: is there a solution, and another one
      milliseconds                          once     each   for 1
      bitmask after singles, then glucose4   0.7     0.50     1.2   chosen
      ...
      measured: ...

The lines are for people; nothing reads them.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from satdoku.choosing.choice import BITMASK, LANES, PUZZLE_LEARNER, Question
from satdoku.choosing.costs import (
    DPLL,
    LANES_NUMPY,
    LANES_WAY,
    SIMPLIFIED,
    TRIAL,
    WHOLE,
    Tally,
    figure,
    pays_from,
)
from satdoku.choosing.figures import LISTINGS, MACHINE
from satdoku.choosing.ways import (
    has_few_clues,
    is_worth_a_look,
    lanes_pay_from,
    total,
    yet_to_pay,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.choosing.choice import Choice, SoFar

__all__ = ["chosen", "why"]

_WAYS = {
    TRIAL: f"singles, {BITMASK}; then as next",
    SIMPLIFIED: f"{PUZZLE_LEARNER}, simplified",
    WHOLE: f"{PUZZLE_LEARNER}, whole",
    LANES_WAY: f"{LANES}, at once",
    LANES_NUMPY: f"{LANES}, by numpy",
    DPLL: f"{DPLL}, simplified",
}
_WIDTH = max(map(len, _WAYS.values()))


def chosen(choice: Choice) -> str:
    """Say in a line which engines are asked, about what, in which order.

    Example:
        >>> from satdoku.choose import choose
        >>> from satdoku.geometry import Geometry
        >>> chosen(choose(Geometry(9, 9), Question.FEW, engine="glucose4"))
        'glucose4 on extended, simplified'
    """
    if not choice.encoding:
        return choice.attempts[0].engine
    form = f"{choice.encoding}, {'simplified' if choice.simplified else 'whole'}"
    parts: list[str] = []
    after = ""
    for attempt in choice.attempts:
        if attempt.engine == BITMASK:
            parts.append(f"{BITMASK} after singles")
            after = f"after {attempt.patience:,} steps "
            continue
        on = "" if attempt.engine == LANES else f" on {form}"
        parts.append(f"{after}{attempt.engine}{on}")
        after = ""
        if attempt.patience is not None:
            after = f"after {attempt.patience:,} conflicts without a solution "
        elif attempt.many is not None:
            after = f"after {attempt.many:,} solutions "
    return "; then ".join(parts)


def why(
    choice: Choice,
    question: Question,
    size: int,
    so_far: SoFar,
    *,
    compiled: bool,
    spreadable: bool = True,
    way: str | None = None,
) -> Iterator[str]:
    """Yield the lines that say why a choice was made.

    Args:
        choice: The choice.
        question: What is asked.
        size: Cells in a row.
        so_far: What was known.
        compiled: Whether engine `lanes` has a compiler.
        spreadable: Whether that engine takes the puzzle.
        way: Which way was gone, where it is not that of the choice.

    Example:
        >>> from satdoku.choose import SoFar, choose
        >>> from satdoku.geometry import Geometry
        >>> choice = choose(Geometry(9, 9), Question.FEW)
        >>> for line in why(choice, Question.FEW, 9, SoFar(clues=30), compiled=True):
        ...     print(line)
        known: 9x9, 30 clues, 1 puzzle; asked: a solution, and whether there is another
        ...
    """
    yield f"{_known(size, so_far, question)}; asked: {_asked(question)}"
    way = way or choice.way
    if not way and question is Question.FEW:
        yield f"because: {choice.because}"
        return
    if question is Question.ALL:
        yield f"because: {choice.because}"
        yield from _listings(size)
    else:
        lanes = (LANES_WAY if compiled else LANES_NUMPY) if spreadable else None
        yield from _costs(way, size, so_far, lanes)
    yield f"measured: {MACHINE}; on usual puzzles, not on this one"


def _known(size: int, so_far: SoFar, question: Question) -> str:
    parts = [f"{size}x{size}"]
    if so_far.clues is not None:
        parts.append(f"{so_far.clues} clue{'s' * (so_far.clues != 1)}")
    if question is Question.ALL:  # each puzzle is chosen for by itself
        return f"known: {', '.join(parts)}"
    number = so_far.expected
    source = ""
    if so_far.coming < number > 1:
        source = " (as many again as have come)"
    parts.append(f"{number:,} puzzle{'s' * (number != 1)}{source}")
    return f"known: {', '.join(parts)}"


def _asked(question: Question) -> str:
    if question is Question.ALL:
        return "all solutions"
    return "a solution, and whether there is another"


def _costs(way: str, size: int, so_far: SoFar, lanes: str | None) -> Iterator[str]:
    """Yield a table of the ways, what they cost, and why they are not taken."""
    tally = so_far.tally or Tally()
    yield f"{'milliseconds':{_WIDTH}}  {'once':>7}  {'each':>7}  for all"
    ways = (TRIAL, SIMPLIFIED, WHOLE, *([] if lanes is None else [lanes]), DPLL)
    for one in ways:
        row = figure(one, size)
        if row is None:
            continue
        cost = total(one, size, so_far)
        sum_ = "-" if cost == inf else f"{cost:.1f}"
        verdict = "chosen" if one == way else _verdict(one, way, size, so_far)
        yield (
            f"{_WAYS[one]:{_WIDTH}}  {yet_to_pay(row, size, so_far):>7.1f}  "
            f"{tally.each(row):>7.3f}  {sum_:>7}  {verdict}"
        )
    if tally.answered:
        yield (
            "once: what is not loaded yet; each: of what was tried, with the "
            f"{tally.answered:,} puzzle{'s' * (tally.answered != 1)} so far"
        )


def _verdict(one: str, way: str, size: int, so_far: SoFar) -> str:
    """Say why a way is not taken."""
    if (unfit := _unfit(one, size, so_far)) is not None:
        return f"no: {unfit}"
    pays = lanes_pay_from() if one == LANES_WAY else pays_from(one, way, size)
    if pays is not None and pays > so_far.expected:
        return f"no: pays from about {pays:,} puzzles on"
    if one == WHOLE and way == TRIAL and is_worth_a_look(size, so_far):
        return "no: it is first seen how hard these puzzles are"
    return "no: slower"


def _unfit(one: str, size: int, so_far: SoFar) -> str | None:
    """Say what speaks against a way, whatever others cost; None if nothing does."""
    if one == TRIAL and has_few_clues(size, so_far.clues):
        return "so few clues are left to search that it would not end"
    if one == DPLL:
        return "plain search does not learn; a hard puzzle may take it for ever"
    if one == LANES_NUMPY:
        return "nothing is compiled (the extra satdoku[fast])"
    row = figure(one, size)
    if row is not None and (so_far.tally or Tally()).each(row) > 2 * row.each:
        return "the puzzles so far were too hard for it"
    return None


def _listings(size: int) -> Iterator[str]:
    """Yield a table of how quickly solutions are listed."""
    rows = [row for row in LISTINGS if row.size == size]
    if rows:
        yield f"{'to list all solutions':{_WIDTH}}  once ms  a second"
    for row in rows:
        yield f"{row.engine:{_WIDTH}}  {row.first:>7.1f}  {row.rate:>8,.0f}"
