"""The tables of the laboratory: recipes down, steps, engines or sets across.

    size and steps      how large the formula of all the rules is, and to make and load
    strength            what propagation alone finds, set by set
    time to solve       an engine and form a table, sets across
    schemes             each against pairwise, engines and forms across; and which was
                        the quickest, set by set

A dash is nothing measured; `≥` is before a mean of which some were cut off and count
with their limit.
"""

from __future__ import annotations

from statistics import fmean, median
from typing import TYPE_CHECKING, TypeVar

from satdoku.study.laboratory.crossover import SCHEMES, Measure, against
from satdoku.study.laboratory.sample import PROPAGATION, Form
from satdoku.study.run import Ended
from satdoku.study.table import Table
from satdoku.study.units import count_text, memory_text, seconds_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.study.laboratory.crossover import Against
    from satdoku.study.laboratory.sample import Sample

__all__ = ["scheme_tables", "size_tables"]

_NOTHING = "-"
_EFFORT = 1e-3  # seconds: what takes less says nothing of a scheme

Thing = TypeVar("Thing")


def size_tables(samples: Sequence[Sample], size: int) -> Iterator[Table]:
    """Yield the tables of a size.

    Args:
        samples: What was measured.
        size: Cells in a row.
    """
    mine = sorted((one for one in samples if one.size == size), key=_order)
    searched = [one for one in mine if one.engine != PROPAGATION]
    yield _formulas(mine, searched, size)
    yield _simplified(searched, size)
    yield _strengths([one for one in mine if one.engine == PROPAGATION], size)
    for form in Form:
        for engine in _each(one.engine for one in searched):
            here = [one for one in searched if (one.form, one.engine) == (form, engine)]
            if here:
                yield _times(here, f"{size}x{size}: time to solve, {engine}, {form}")


def scheme_tables(samples: Sequence[Sample], size: int) -> Iterator[Table]:
    """Yield how many times as quick as pairwise each scheme is, at a size."""
    mine = sorted((one for one in samples if one.size == size), key=_order)
    compared = against(mine)
    for measure in Measure:
        found = [one for one in compared if one.field.measure is measure]
        fields = _each(one.field for one in found)
        if not fields:
            continue
        by = {(one.scheme, one.field): one for one in found}
        rows: list[tuple[str, ...]] = []
        for scheme in sorted({one.scheme for one in found}):
            cells: list[str] = []
            for field in fields:
                one = by.get((scheme, field))
                told = _NOTHING if one is None else _ratio(one)
                cells.append(told)
            rows.append((scheme, *cells))
        what = "to solve" if measure is Measure.SOLVE else "to make, load and solve"
        yield Table(
            f"{size}x{size}: how many times as quick as pairwise, {what}",
            ("", *(f"{field.engine}, {field.form}" for field in fields)),
            tuple(rows),
        )
    if compared:
        yield _quickest(mine, size)


def _quickest(mine: Sequence[Sample], size: int) -> Table:
    """Return the scheme with the least time to solve, set by set, of all seven.

    None is named where that took no time worth the name.
    """
    sets = _each(one.set for one in mine)
    rows: list[tuple[str, ...]] = []
    for engine, form in _each(
        (one.engine, one.form) for one in mine if one.engine != PROPAGATION
    ):
        cells: list[str] = []
        for group in sets:
            here = [
                one
                for one in mine
                if (one.engine, one.form, one.set) == (engine, form, group)
                and one.encoding in SCHEMES
            ]
            failed = {one.encoding for one in here if one.ended is not Ended.ANSWERED}
            means = {
                name: _mean(one.solve_s for one in here if one.encoding == name)
                for name in _each(one.encoding for one in here)
                if name not in failed
            }
            known = [(time, name) for name, time in means.items() if time is not None]
            time, name = min(known, default=(0.0, ""))
            if name and time < _EFFORT:
                cells.append(f"below {seconds_text(_EFFORT)}")
            else:
                cells.append(
                    f"{SCHEMES[name]}, {seconds_text(time)}" if name else _NOTHING
                )
        rows.append((f"{engine}, {form}", *cells))
    title = f"{size}x{size}: the scheme with the least mean time to solve, and that"
    return Table(title, ("", *_heads(sets, mine)), tuple(rows))


def _order(one: Sample) -> tuple[int, str, int, str]:
    """Order rows by encoding, and columns by engine and by clues."""
    return list(Form).index(one.form), one.engine, one.clues, one.encoding


def _heads(sets: Iterable[str], here: Iterable[Sample]) -> Iterator[str]:
    """Name sets, and how many puzzles each has."""
    puzzles = {(one.set, one.box, one.number) for one in here}
    for name in sets:
        count = sum(group == name for group, *_ in puzzles)
        yield f"{name} ({count} puzzle{'s' * (count != 1)})"


def _ratio(one: Against) -> str:
    """Tell a ratio; how sure it is only where there are puzzles enough."""
    if not one.is_enough:
        return f"{one.ratio:.2f} ({one.puzzles} only)"
    if one.low is None or one.high is None:
        return f"{one.ratio:.2f}"
    return f"{one.ratio:.2f} ({one.low:.2f} to {one.high:.2f})"


def _formulas(mine: Sequence[Sample], searched: Sequence[Sample], size: int) -> Table:
    """Return sizes of the whole formula, and the times and memory to have it."""
    engines = _each(one.engine for one in searched)
    rows: list[tuple[str, ...]] = []
    for name in sorted({one.encoding for one in mine}):
        here = [one for one in mine if one.encoding == name and one.form is Form.WHOLE]
        if not here:
            continue
        first = here[0]
        loads = [
            _median(one.load_s for one in here if one.engine == engine)
            for engine in engines
        ]
        memory = [one.peak_bytes for one in here if one.peak_bytes and one.encode_s]
        rows.append(
            (
                name,
                *(_count(value) for value in (first.variables, first.clauses)),
                _count(first.literals),
                _seconds(_median(one.encode_s for one in here)),
                *map(_seconds, loads),
                memory_text(max(memory)) if memory else _NOTHING,
            )
        )
    heads = ("", "variables", "clauses", "literals", "make")
    loading = (f"load {engine}" for engine in engines)
    return Table(
        f"{size}x{size}: the whole formula, medians",
        (*heads, *loading, "most memory"),
        tuple(rows),
    )


def _simplified(searched: Sequence[Sample], size: int) -> Table:
    """Return how many clauses are left where clues simplify."""
    here = [one for one in searched if one.form is Form.SIMPLIFIED]

    def told(mine: Sequence[Sample]) -> str:
        clauses = _mean(one.clauses for one in mine)
        times = _median(one.encode_s for one in mine)
        known = clauses is not None
        return f"{_count(clauses)}, {_seconds(times)}" if known else _NOTHING

    title = f"{size}x{size}: the simplified formula, clauses and time to make them"
    return _by_set(here, title, told)


def _strengths(here: Sequence[Sample], size: int) -> Table:
    """Return what propagation finds."""

    def told(mine: Sequence[Sample]) -> str:
        fixed = _mean(one.fixed for one in mine)
        removed = _mean(one.removed for one in mine)
        known = fixed is not None
        return f"{_share(fixed)}, {_share(removed)}" if known else _NOTHING

    title = (
        f"{size}x{size}: what propagation finds alone, of the values and of the "
        "candidates that have to go"
    )
    return _by_set(here, title, told)


def _by_set(
    here: Sequence[Sample], title: str, told: Callable[[Sequence[Sample]], str]
) -> Table:
    """Return a table of a row an encoding, a column a set."""
    sets = _each(one.set for one in here)
    rows: list[tuple[str, ...]] = []
    for name in sorted({one.encoding for one in here}):
        cells = (
            told([one for one in here if (one.encoding, one.set) == (name, group)])
            for group in sets
        )
        rows.append((name, *cells))
    return Table(title, ("", *_heads(sets, here)), tuple(rows))


def _times(here: Sequence[Sample], title: str) -> Table:
    """Return the mean times to solve."""

    def told(mine: Sequence[Sample]) -> str:
        late = any(one.ended is Ended.TIMEOUT for one in mine)
        return "≥ " * late + _seconds(_mean(one.solve_s for one in mine))

    return _by_set(here, title, told)


def _each(things: Iterable[Thing]) -> list[Thing]:
    """Return things in the order they came, each once."""
    return list(dict.fromkeys(things))


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def _count(value: float | None) -> str:
    return _NOTHING if value is None else count_text(round(value))


def _seconds(value: float | None) -> str:
    return _NOTHING if value is None else seconds_text(value)


def _share(value: float | None) -> str:
    return _NOTHING if value is None else f"{100 * value:.0f}%"
