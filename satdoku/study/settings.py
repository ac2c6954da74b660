"""What `study.json` says of a study before it begins: what is measured, and on what."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from satdoku.study.machine import machine, versions
from satdoku.study.plan import sets_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from satdoku.study.part import Part
    from satdoku.study.subject import Subject

__all__ = ["SCHEMA", "begun", "described", "fingerprint"]

SCHEMA = 1


def described(
    parts: Sequence[Part], preset: str = "", workers: int = 1
) -> dict[str, Any]:
    """Return what is to be known of a study.

    Args:
        parts: Its parts.
        preset: The preset it is, if it is one.
        workers: How many runs there are at a time.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.study.contender import Contender
        >>> from satdoku.study.part import Part
        >>> from satdoku.study.subject import Subject
        >>> one = Subject(Puzzle("1... ..2. ..3. 4..."), "small", 1)
        >>> study = described([Part((one,), (Contender("dpll"),), timeout=60.0)])
        >>> list(study)
        ['schema', 'begun', 'machine', 'versions', 'settings', 'puzzles', 'parts']
        >>> study["parts"][0]["contenders"], study["parts"][0]["sets"][0]["puzzles"]
        (['dpll'], 1)
    """
    every = (subject for part in parts for subject in part.subjects)
    settings = {"preset": preset, "workers": workers}
    return begun(settings, every) | {"parts": [_part(part) for part in parts]}


def begun(settings: Mapping[str, object], every: Iterable[Subject]) -> dict[str, Any]:
    """Return what is to be known of any study.

    Args:
        settings: How it is carried out.
        every: All its puzzles.
    """
    return {
        "schema": SCHEMA,
        "begun": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "versions": versions(),
        "settings": dict(settings),
        "puzzles": fingerprint(every),
    }


def fingerprint(subjects: Iterable[Subject]) -> str:
    """Return a number, in hexadecimal, that all the puzzles are told apart by."""
    digest = sha256()
    for subject in subjects:
        puzzle = subject.puzzle
        told = (
            subject.set,
            subject.number,
            subject.difficulty,
            puzzle.geometry.box_height,
            puzzle.geometry.box_width,
            puzzle.values,
            puzzle.candidates,
        )
        digest.update(repr(told).encode() + b"\n")
    return digest.hexdigest()


def _part(part: Part) -> dict[str, Any]:
    return {
        "key": part.key,
        "title": part.title,
        "ask": str(part.ask),
        "repeat": part.repeat,
        "repeat_below": part.repeat_below,
        "timeout": part.timeout,
        "whole": part.whole,
        "give_up": part.give_up,
        "baseline": part.baseline,
        "contenders": [str(contender) for contender in part.contenders],
        "sets": [
            _set(name, members) for name, members in sets_of(part.subjects).items()
        ],
    }


def _set(name: str, members: Sequence[Subject]) -> dict[str, Any]:
    difficulties = {subject.difficulty for subject in members}
    return {
        "name": name,
        "puzzles": len(members),
        "sizes": sorted({subject.puzzle.geometry.size for subject in members}),
        "clues": [
            min(subject.clues for subject in members),
            max(subject.clues for subject in members),
        ],
        "difficulties": sorted(difficulties),
    }
