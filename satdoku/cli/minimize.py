"""`satdoku minimize`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from satdoku.cli import exits
from satdoku.cli.messages import counted, say
from satdoku.cli.options import (
    command,
    flag,
    number,
    picks_puzzles,
    reads_puzzles,
    searches,
    writes_formats,
)
from satdoku.cli.output import PuzzleWriter, format_of_ending
from satdoku.errors import InputError, Stopped
from satdoku.reasons.minimizing import Minimizer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cli.run import Run
    from satdoku.cli.search import Search
    from satdoku.formats import Entry
    from satdoku.puzzle import Puzzle


@command(
    ("satdoku minimize puzzle.txt", "remove redundant clues"),
    ("satdoku minimize --smallest puzzle.txt", "find one with the fewest clues"),
    ("satdoku minimize --limit 5 puzzle.txt", "write five minimal puzzles"),
    ("satdoku minimize puzzles.csv -o minimal.sdm", "minimize many puzzles"),
)
@reads_puzzles
@picks_puzzles
@number("--seed", "Try the clues in a random order made from N.", least=0)
@flag("--smallest", "Find a minimal puzzle with the fewest clues.")
@flag("--all", "Write every minimal puzzle inside.", "every")
@number("--limit", "Write at most N minimal puzzles.")
@flag("--lossy", "Write puzzles even if the format loses their candidates or boxes.")
@writes_formats
@searches
def minimize(
    run: Run,
    *,
    seed: int | None,
    smallest: bool,
    every: bool,
    limit: int | None,
    lossy: bool,
    to: str | None,
    to_symbols: str | None,
    search: Search,
) -> int:
    """Remove redundant clues until the puzzle is minimal.

    Removes clues one after the other as long as the solution stays the only one. The
    result depends on the order in which clues are tried (--seed), not on the engine.

    Exits with 3 if a puzzle does not have exactly one solution, with 4 if the time was
    over.
    """
    to = to or format_of_ending(run.output) or "line"
    writer = PuzzleWriter(to, to_symbols, lossy=lossy)
    minimizer = Minimizer(**search.formula)
    several = every or limit is not None
    options: dict[str, Any] = {
        "seed": seed,
        "smallest": smallest,
        "timeout": search.timeout,
    }

    def by_lanes(puzzles: list[Puzzle]) -> dict[int, Puzzle]:
        if several or smallest or search.timeout is not None:
            return {}
        return minimizer.minimal_batch(puzzles, seed=seed)

    def minimal(puzzle: Puzzle, known: Puzzle | None) -> Iterator[Puzzle]:
        if several:
            yield from islice(minimizer.every(puzzle, **options), limit)
        else:
            yield known or minimizer.minimal(puzzle, **options)

    counts: Counter[str] = Counter()
    with run.writing(content="the puzzles so far") as output, writer.to(output):
        for entry, known in run.batches(by_lanes):
            if run.verbose:
                run.explain(entry, "search", search.plan(entry.grid.geometry))
            with run.guard(entry):
                _write(run, entry, minimal(entry.grid, known), writer, counts)
    if run.quiet:
        return run.code
    writer.say_lost()
    removed = counts["removed"]
    run.summary(
        [
            (counts["minimized"], "made minimal"),
            (removed, f"clue{'s' * (removed != 1)} removed"),
            (counts["improper"], "not proper"),
        ]
    )
    if run.is_single and counts["minimized"]:
        say(_remark(counts, writer.written, limit, several=several))
    return run.code


def _remark(
    counts: Counter[str], written: int, limit: int | None, *, several: bool
) -> str:
    """Return what was done with the only puzzle."""
    clues, removed = counted(counts["clues"], "clue"), counts["removed"]
    if several and written == limit:
        shown = counted(written, "minimal puzzle")
        return f"Stopped at the limit of {shown}; there may be more."
    if several:
        return f"All its minimal puzzles: {written:,}."
    if not removed:
        return f"None of its {clues} is redundant."
    left = counts["clues"] - removed
    return f"Removed {removed} of {clues}; none of the other {left} is redundant."


def _write(
    run: Run,
    entry: Entry,
    found: Iterator[Puzzle],
    writer: PuzzleWriter,
    counts: Counter[str],
) -> None:
    """Write the minimal puzzles of one, or report why there is none."""
    written = 0
    try:
        for puzzle in found:
            extras = replace(entry.extras, state=None)
            writer.write(replace(entry, grid=puzzle, extras=extras))
            written += 1
            counts["clues"] += entry.grid.clue_count
            counts["removed"] += entry.grid.clue_count - puzzle.clue_count
        counts["minimized"] += 1
    except InputError as error:
        counts["improper"] += 1
        run.codes.add(exits.NO)
        run.say_about(entry, str(error))
    except Stopped as stop:
        run.stopped += 1
        run.codes.add(exits.STOPPED)
        if not run.quiet:
            rest = "no minimal puzzle in time"
            if written:
                rest = f"there may be more than these {written:,}"
            run.say_about(entry, f"{stop}: {rest}")
