"""A profile as text: what was solved, and a line a stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.profiling.stage import STARTING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.profiling.profiled import Profile, Stage

__all__ = ["as_text"]

_HEAD = ("stage", "engine", "ms", "share", "calls", "ms a call")
_OF_SOLVE = 4  # the column of shares in the solve, where its start is told, too
_LEFT = 2  # columns that are words
_SHORT = 256  # cells of a puzzle that is told whole


def as_text(profile: Profile) -> str:
    """Return a profile as text; its last line has no end.

    Example:
        >>> from satdoku.profiling.profiling import profile
        >>> print(as_text(profile("1... ..2. ..3. 4...", repeat=1)))
        Puzzle    1.....2...3.4...
        ...
    """
    return "\n".join(
        (*_lines(profile), "", *_table(_rows(profile)), *_functions(profile))
    )


def _lines(profile: Profile) -> Iterator[str]:
    grid = profile.puzzle
    told = grid.line
    if grid.geometry.cells > _SHORT:
        told = f"{grid.geometry}, {grid.clue_count:,} clues"
    yield f"Puzzle    {told}"
    many = profile.solutions
    yield f"Answer    {profile.status}, {many:,} solution{'s' * (many != 1)} found"
    yield f"Engine    {_searched(profile)}"
    if profile.variables is not None and profile.clauses is not None:
        what = (
            "what the puzzle leaves open" if profile.simplified else "all of the grid"
        )
        yield (
            f"Formula   encoding {profile.encoding}, {what}: "
            f"{profile.variables:,} variables, {profile.clauses:,} clauses"
        )
    if profile.counters:
        told = ", ".join(
            f"{count:,} {name}" for name, count in profile.counters.items()
        )
        yield f"Counted   {told}"
    runs = profile.runs_ns
    least, most = (f"{run / 1e6:,.3f}" for run in (min(runs), max(runs)))
    spread = f"{least} ms" if len(runs) == 1 else f"{least} to {most} ms; medians below"
    yield f"Runs      {len(runs)}, {spread}"


def _rows(profile: Profile) -> list[Sequence[str]]:
    before = [stage for stage in profile.stages if stage.name in STARTING]
    solve = [stage for stage in profile.stages if stage.name not in STARTING]
    whole, alone = profile.total_ns, profile.solve_ns
    rows = [_row(stage, whole) for stage in (*before, *solve)]
    if before:
        rows.append(("solve alone", "", _ms(alone), _share(alone, whole), "", ""))
    rows.append(("whole", "", _ms(whole), _share(whole, whole), "", ""))
    if not before:
        return [_HEAD, *rows]
    # Beside the start of Python each stage of the solve would be next to nothing.
    of_solve = [
        "of solve",
        *("" for _ in before),
        *(_share(stage.time_ns, alone) for stage in solve),
        _share(alone, alone),
        "",
    ]
    return [
        (*row[:_OF_SOLVE], share, *row[_OF_SOLVE:])
        for row, share in zip((_HEAD, *rows), of_solve, strict=True)
    ]


def _searched(profile: Profile) -> str:
    """Say who searched, in the words of `satdoku solve --stats`."""
    if not profile.engine:
        return f"no search: {profile.because}"
    return f"{profile.engine.replace(' ', ', then ')}: {profile.because}"


def _row(stage: Stage, whole: int) -> tuple[str, ...]:
    each = stage.each_ns
    return (
        stage.name,
        stage.engine,
        _ms(stage.time_ns),
        _share(stage.time_ns, whole),
        f"{stage.calls:,}",
        "" if each is None else _ms(each),
    )


def _functions(profile: Profile) -> Iterator[str]:
    if not profile.functions:
        return
    yield ""
    rows: list[Sequence[str]] = [("own ms", "share", "calls", "function")]
    rows += (
        (_ms(one.own_ns), f"{one.share:.1%}", f"{one.calls:,}", one.name)
        for one in profile.functions
    )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for *numbers, name in rows:
        told = (cell.rjust(width) for cell, width in zip(numbers, widths, strict=False))
        yield f"{'  '.join(told)}  {name}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Line columns up; those of numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(
            cell.ljust(width) if place < _LEFT else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()


def _ms(time: float) -> str:
    """Tell nanoseconds as milliseconds."""
    return f"{time / 1e6:,.3f}"


def _share(time: int, whole: int) -> str:
    return f"{time / whole:.1%}" if whole else ""
