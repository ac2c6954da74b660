"""Whether a study is the one that is to go on: what it was, held against what it is.

All differences are told, in the words that a person used: options and files.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, cast

from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["look_at_differences"]

_SAME = ("settings", "parts", "puzzles", "machine", "versions")
"""What of `study.json` is the same when a study goes on."""

_OPTIONS = (
    *("repeat", "timeout", "ask", "whole", "give_up", "baseline", "workers"),
    *("preset", "sizes", "engines", "encodings"),
)
_CONTENDERS, _SETS, _PUZZLES = "contenders", "sets", "puzzles"
_MOST = 12


def look_at_differences(
    there: dict[str, Any], study: dict[str, Any], name: str
) -> None:
    """See to it that both are the same study.

    Args:
        there: What `study.json` says.
        study: What it would say now.
        name: The folder.

    Raises:
        UsageError: They differ; it says where.
    """
    now: dict[str, Any] = json.loads(json.dumps(study))  # as it would be read
    found: dict[str, None] = {}
    for key in _SAME:
        for told in _differences(_lasting(there.get(key)), _lasting(now.get(key)), key):
            found[told] = None
    # The sets have been told; that their puzzles are others says no more.
    if any(told.startswith(_SETS) for told in found):
        found.pop(_OTHER_PUZZLES, None)
    if found:
        every = list(found)
        more = len(every) - _MOST
        rest = f"; and {more} more" if more > 0 else ""
        raise UsageError(
            f"{name} holds another study: {'; '.join(every[:_MOST])}{rest}; --resume "
            "goes on with the same, and alone takes all from the folder"
        )


_OTHER_PUZZLES = "the puzzles are others"


def _lasting(value: object) -> object:
    """Leave out how much memory there is, which a container may have moved."""
    if not isinstance(value, dict):
        return value
    told = cast("dict[str, object]", value)
    return {key: told[key] for key in told if key != "memory_bytes"}


def _differences(there: object, now: object, place: str) -> Iterator[str]:
    """Say where two values of JSON differ."""
    if there == now:
        return
    last = place.rpartition(".")[2]
    if place == _PUZZLES:
        yield _OTHER_PUZZLES
    elif last in (_CONTENDERS, _SETS):
        yield f"{last} were {_names(there)}, and are {_names(now)} now"
    else:
        pairs = _pairs(there, now, place)
        if pairs is None:
            yield f"{_word(place)} was {_told(there)}, and is {_told(now)} now"
        for pair in pairs or ():
            yield from _differences(*pair)


def _pairs(
    there: object, now: object, place: str
) -> list[tuple[object, object, str]] | None:
    """Return what is to be held against each other inside; None if nothing is."""
    if isinstance(there, dict) and isinstance(now, dict):
        mine = cast("dict[str, object]", there)
        other = cast("dict[str, object]", now)
        return [
            (mine.get(key), other.get(key), f"{place}.{key}")
            for key in {**mine, **other}
        ]
    if isinstance(there, list) and isinstance(now, list):
        ours = cast("list[object]", there)
        others = cast("list[object]", now)
        if len(ours) == len(others):
            return [
                (one, another, f"{place}[{at}]")
                for at, (one, another) in enumerate(zip(ours, others, strict=True))
            ]
    return None


def _word(place: str) -> str:
    """Return what a person calls it.

    Example:
        >>> _word("parts[0].give_up"), _word("versions.numpy"), _word("machine.cores")
        ('--give-up', 'the version of numpy', "the machine's cores")
    """
    group, _, last = place.partition(".")
    if group == "versions" and last:
        return f"the version of {last}"
    if group == "machine" and last:
        return f"the machine's {last}"
    option = re.sub(r"\[\d+\]", "", last)
    return f"--{option.replace('_', '-')}" if option in _OPTIONS else place


def _names(value: object) -> str:
    """Name what is in a list: contenders, or sets with how many puzzles each has."""
    if not isinstance(value, list):
        return _told(value)
    told: list[str] = []
    for each in cast("list[object]", value):
        if isinstance(each, dict):
            of = cast("dict[str, object]", each)
            told.append(f"{of.get('name')} ({of.get('puzzles')})")
        else:
            told.append(str(each))
    return printable(", ".join(told), 200)


def _told(value: object) -> str:
    return "nothing" if value is None else printable(json.dumps(value), 100)
