"""What tables cannot say, in words: how it was asked, and what was not answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import printable
from satdoku.study.outcome import outcomes
from satdoku.study.part import Ask
from satdoku.study.run import Ended
from satdoku.study.table import escaped
from satdoku.study.units import seconds_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.study.contradiction import Contradiction
    from satdoku.study.outcome import Outcome
    from satdoku.study.part import Part
    from satdoku.study.run import Run

__all__ = ["asked", "contradicted", "unanswered"]

_HOW = {
    Ended.ANSWERED: "answered",
    Ended.TIMEOUT: "cut off at the limit",
    Ended.MEMORY: "out of memory",
    Ended.FAILED: "failed",
    Ended.REFUSED: "not begun",
}


def asked(part: Part) -> str:
    """Say what was asked, how often, and within which limits.

    Example:
        >>> from satdoku.study.part import Part
        >>> asked(Part((), (), timeout=20.0, repeat=3))
        'A solution is asked for; 3 times; 20 s for each run, which is a puzzle.'
    """
    what = (
        "A solution is asked for"
        if part.ask is Ask.FIRST
        else "A solution is asked for, and whether it is the only one"
    )
    often = "once" if part.repeat == 1 else f"{part.repeat:,} times"
    if part.repeat > 1 and part.repeat_below is not None:
        often += f", but once what takes {part.repeat_below:,g} s or more"
    kind = "a whole set, its puzzles in turn" if part.whole else "a puzzle"
    limit = (
        "no limit of time for a run"
        if part.timeout is None
        else f"{part.timeout:,g} s for each run"
    )
    spared = ""
    if part.give_up is not None:
        times = "a timeout" if part.give_up == 1 else f"{part.give_up} timeouts"
        spared = f"; after {times} in a set a contender is spared the rest of it"
    return f"{what}; {often}; {limit}, which is {kind}{spared}."


def unanswered(runs: Iterable[Run]) -> list[str]:
    """Say what was cut off, failed or not begun, a line for each reason.

    Example:
        >>> from satdoku.study.run import Run
        >>> row = "", "easy", 1, 1, "", 9, "3x3", 30, "", "ilp", "ilp", "", "", 1
        >>> unanswered([Run(*row, Ended.REFUSED, note="ilp needs scipy")])
        ['`ilp` not begun: ilp needs scipy (easy: 1)']
    """
    groups: dict[tuple[str, Ended, str], list[Outcome]] = {}
    for one in outcomes(runs):
        if one.ended is not Ended.ANSWERED or one.cut_off:
            groups.setdefault((one.contender, one.ended, _reason(one)), []).append(one)
    return [_line(*key, group) for key, group in groups.items()]


def contradicted(found: Iterable[Contradiction]) -> Iterator[str]:
    """Say which contenders contradict each other, a line a puzzle."""
    for one in found:
        part, name, number = one.places[0]
        where = ", ".join(
            filter(None, [part and f"part {escaped(part)}", f"set {escaped(name)}"])
        )
        said = "; ".join(
            f"{status} by {', '.join(map(_code, names))}" for status, names in one.said
        )
        yield f"{where}, puzzle {number}: {said}. `{one.puzzle}`"


def _reason(one: Outcome) -> str:
    """Return why a run ended as it did, where that is not all said by how it did."""
    mixed = one.ended in (Ended.ANSWERED, Ended.TIMEOUT) and one.cut_off < one.repeats
    if mixed and one.cut_off:
        return f"{one.cut_off} of {one.repeats} repeats cut off"
    return "" if one.ended is Ended.TIMEOUT else "; ".join(one.notes)


def _line(contender: str, ended: Ended, reason: str, group: list[Outcome]) -> str:
    counts: dict[str, int] = {}
    for one in group:
        counts[one.set] = counts.get(one.set, 0) + one.puzzles
    where = ", ".join(f"{escaped(name)}: {count}" for name, count in counts.items())
    how = _HOW[ended]
    if ended is Ended.TIMEOUT and group[0].is_whole:
        how += ", somewhere in the set"
    if ended is Ended.TIMEOUT:
        times = [one.time_s for one in group if one.time_s is not None]
        how += f", after {seconds_text(max(times))}" if times else ""
    why = f": {escaped(reason)}" if reason else ""
    return f"{_code(contender)} {how}{why} ({where})"


def _code(name: str) -> str:
    """Return a contender's name, set as code, where nothing needs an escape."""
    return f"`{printable(name, 100).replace('`', chr(39))}`"
