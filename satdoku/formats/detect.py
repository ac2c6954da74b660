"""Which format a text is in.

Idea: every format says from the head of the text how sure it is; the surest one wins,
and two that are as sure as each other make the text ambiguous, which is an error that
names both, never a guess.  Detection first asks with the lines that are there already:
if one format is certain whatever follows, a slow pipe need not fill the head.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.formats.format import Certainty
from satdoku.formats.lines import LONGEST_HEAD, Head, foreign, is_data
from satdoku.formats.register import asked

if TYPE_CHECKING:
    from satdoku.formats.format import Format, Options
    from satdoku.formats.lines import Lines

__all__ = ["detect"]


def detect(lines: Lines, options: Options) -> Format:
    """Return the format of a text, looking at its head without taking lines of it.

    Raises:
        InputError: The text is blank, or in no format, or could be in several.
    """
    size = options.geometry.size if options.geometry else None
    ready = lines.peek_ready()[:LONGEST_HEAD]
    if any(map(is_data, ready)):
        sure = _surest(Head(ready, whole=False, size=size))
        if len(sure) == 1 and sure[0][0] == Certainty.CERTAIN:
            return sure[0][1]
    ahead = lines.peek(LONGEST_HEAD)
    head = Head(ahead, whole=len(ahead) < LONGEST_HEAD, size=size)
    if not head.first and not head.whole:
        ahead = _to_data(lines)
        head = Head(ahead, whole=len(ahead) < LONGEST_HEAD, size=size)
    if not head.first:
        if not ahead:
            next(lines, None)  # raises what is wrong with the source, if anything
        raise InputError("no puzzle found", expected="a puzzle")
    at = lines.number + 1 + head.lines.index(head.first)
    if head.first[:1].lower() in ("c", "i", "p", "s", "u", "v"):
        other = foreign(head)
        if other is not None:
            raise other.at(line=at)
    sure = _surest(head)
    if len(sure) == 1:
        return sure[0][1]
    if not sure:
        raise InputError(
            f"no puzzle recognised at '{printable(head.first)}'",
            expected="one of the formats that `satdoku formats` shows",
            hint="say which with --from, or try --repair",
            line=at,
        )
    readings = " or as ".join(f"{f.summary} ({f.name})" for _, f in sure)
    flags = " or ".join(f"--from {f.name}" for _, f in sure)
    raise InputError(
        f"ambiguous: can be read as {readings}",
        expected="a text that fits one format",
        hint=f"say which with {flags}",
        line=at,
    )


def _to_data(lines: Lines) -> list[str]:
    """Pass over what comes before the first data, and look ahead from there."""
    while (ahead := lines.peek(1)) and not is_data(ahead[0]):
        next(lines)
    return lines.peek(LONGEST_HEAD)


def _surest(head: Head) -> list[tuple[Certainty, Format]]:
    """Return the formats that are as sure as the surest, if any is sure at all."""
    said = [(format_.recognises(head), format_) for format_ in asked(head)]
    best = max((certainty for certainty, _ in said), default=Certainty.NO)
    return [pair for pair in said if pair[0] == best and best > Certainty.NO]
