"""Which at-most-one scheme wins, and from which size of grid on.

The seven recipes `extended…` say the same and differ in their at-most-one scheme alone.
Each other scheme is held against pairwise, puzzle by puzzle: how many times as long
pairwise took.  Of these ratios the geometric mean stands, with its bootstrap interval;
a scheme wins where the whole interval is above 1, and there are puzzles enough to tell.
As six schemes are tried at each place, the interval is that of 99 %: by that of 95 %
one of them would look like a winner by chance in about every seventh.

A puzzle of which clues leave no clause tells nothing of solving, and is left out there.
A search that was cut off counts with its limit, so that such a ratio is nearer to 1
than it should be; a puzzle on which both were cut off tells nothing, and is left out.

Source: that the size of an encoding alone does not tell how it is solved, S. Prestwich,
"CNF encodings", in the Handbook of Satisfiability (2009).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import exp, fsum, isnan, log
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from satdoku.study.bootstrap import confidence
from satdoku.study.laboratory.sample import PROPAGATION, Form
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.study.laboratory.sample import Sample

__all__ = [
    "ENOUGH",
    "LEVEL",
    "SCHEMES",
    "Against",
    "Field",
    "Measure",
    "Verdict",
    "against",
    "verdicts",
]

SCHEMES = {
    "extended": "pairwise",
    "extended-bimander": "bimander",
    "extended-bitwise": "bitwise",
    "extended-commander": "commander",
    "extended-ladder": "ladder",
    "extended-product": "product",
    "extended-sequential": "sequential",
}
"""The recipes that differ in their scheme alone, and the scheme of each."""

ENOUGH = 8
"""Puzzles below which nothing is said for sure."""

LEVEL = 0.99
"""How often an interval holds the true ratio."""

_BASE = "extended"
_LEAST = 1e-6  # seconds: less is not measured


class Measure(StrEnum):
    """What is compared: all three steps, or the search alone."""

    TOTAL = "total"
    SOLVE = "solve"


class Field(NamedTuple):
    """Where schemes are compared.

    Args:
        form: What the formula speaks of.
        engine: Who searches.
        measure: What is compared.
    """

    form: Form
    engine: str
    measure: Measure


@dataclass(frozen=True, slots=True)
class Against:
    """A scheme against pairwise, on the puzzles of a size.

    Args:
        size: Cells in a row.
        field: Where.
        scheme: The scheme.
        ratio: How many times as long pairwise took: above 1 the scheme is quicker.
        low, high: The ends of the interval of that; None of a single puzzle.
        puzzles: How many were compared.
        cut: On how many of these one of the two was cut off.
    """

    size: int
    field: Field
    scheme: str
    ratio: float
    low: float | None
    high: float | None
    puzzles: int
    cut: int

    @property
    def is_enough(self) -> bool:
        """Whether there are puzzles enough to say anything for sure."""
        return self.puzzles >= ENOUGH

    @property
    def wins(self) -> bool:
        """Whether it is surely quicker than pairwise."""
        return self.is_enough and self.low is not None and self.low > 1


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a field says: the schemes by size, quickest first.

    Args:
        field: The field.
        sizes: The sizes that were compared, rising, each with its schemes.
    """

    field: Field
    sizes: tuple[tuple[int, tuple[Against, ...]], ...]

    @property
    def known(self) -> tuple[tuple[int, tuple[Against, ...]], ...]:
        """The sizes at which there were puzzles enough, with the schemes that had."""
        enough = (
            (size, tuple(one for one in ranked if one.is_enough))
            for size, ranked in self.sizes
        )
        return tuple((size, ranked) for size, ranked in enough if ranked)

    @property
    def since(self) -> int | None:
        """The size from which on, at all known ones, some scheme beats pairwise."""
        found: int | None = None
        for size, ranked in reversed(self.known):
            if not any(one.wins for one in ranked):
                break
            found = size
        return found


class _Time(NamedTuple):
    seconds: float
    is_cut: bool


def verdicts(samples: Iterable[Sample], sets: Sequence[str] = ()) -> list[Verdict]:
    """Return what each field says.

    Args:
        samples: What was measured.
        sets: The sets of puzzles that are looked at; all if there are none.

    Example:
        >>> verdicts([])
        []
    """
    found = against(samples, sets)
    fields = sorted({one.field for one in found})
    return [
        Verdict(field, tuple(_by_size(one for one in found if one.field == field)))
        for field in fields
    ]


def _by_size(
    found: Iterable[Against],
) -> Iterable[tuple[int, tuple[Against, ...]]]:
    mine = list(found)
    for size in sorted({one.size for one in mine}):
        here = (one for one in mine if one.size == size)
        yield size, tuple(sorted(here, key=lambda one: -one.ratio))


def against(samples: Iterable[Sample], sets: Sequence[str] = ()) -> list[Against]:
    """Hold every scheme against pairwise, wherever both were measured.

    Args:
        samples: What was measured.
        sets: The sets of puzzles that are looked at; all if there are none.
    """
    times: dict[tuple[int, Field, str], dict[tuple[str, str, int], _Time]] = {}
    for key, mine in _repeats(samples, sets).items():
        size, form, engine, encoding, puzzle = key
        is_done = all(one.clauses == 0 for one in mine)  # nothing is left to solve
        for measure in Measure:
            time = _median(mine, measure)
            if time is not None and not (is_done and measure is Measure.SOLVE):
                place = size, Field(form, engine, measure), encoding
                times.setdefault(place, {})[puzzle] = time
    found: list[Against] = []
    for (size, field, encoding), known in times.items():
        base = times.get((size, field, _BASE))
        if encoding != _BASE and base is not None:
            one = _against(size, field, SCHEMES[encoding], known, base)
            if one is not None:
                found.append(one)
    return found


_Key = tuple[int, Form, str, str, tuple[str, str, int]]


def _repeats(
    samples: Iterable[Sample], sets: Sequence[str]
) -> dict[_Key, list[Sample]]:
    """Return the samples that are repetitions of each other."""
    found: dict[_Key, list[Sample]] = {}
    for one in samples:
        if one.encoding not in SCHEMES or one.engine == PROPAGATION:
            continue
        if sets and one.set not in sets:
            continue
        puzzle = one.box, one.set, one.number
        key = one.size, one.form, one.engine, one.encoding, puzzle
        found.setdefault(key, []).append(one)
    return found


def _median(mine: Sequence[Sample], measure: Measure) -> _Time | None:
    """Return the median time; None where a step is not known of any of them."""
    known = [
        (seconds, one.ended is Ended.TIMEOUT)
        for one in mine
        for seconds in [one.solve_s if measure is Measure.SOLVE else one.total_s]
        if seconds is not None and one.ended in (Ended.ANSWERED, Ended.TIMEOUT)
    ]
    if not known:
        return None
    seconds = median(seconds for seconds, _ in known)
    return _Time(max(seconds, _LEAST), any(is_cut for _, is_cut in known))


def _against(
    size: int,
    field: Field,
    scheme: str,
    mine: dict[tuple[str, str, int], _Time],
    base: dict[tuple[str, str, int], _Time],
) -> Against | None:
    """Compare on the puzzles that both were measured on."""
    logs: list[float] = []
    cut = 0
    for puzzle, time in mine.items():
        other = base.get(puzzle)
        if other is None or (time.is_cut and other.is_cut):
            continue
        logs.append(log(other.seconds / time.seconds))
        cut += time.is_cut or other.is_cut
    if not logs:
        return None
    # In order, so that the same samples in another give the same interval.
    low, high = confidence(sorted(logs), level=LEVEL)
    return Against(
        size,
        field,
        scheme,
        exp(fsum(logs) / len(logs)),
        None if isnan(low) else exp(low),
        None if isnan(high) else exp(high),
        len(logs),
        cut,
    )
