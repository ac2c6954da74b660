"""`satdoku minimize`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from satdoku.checking import plan
from satdoku.cli import exits
from satdoku.cli.messages import counted, say
from satdoku.cli.options import (
    COUNT,
    FROM_ZERO,
    command,
    option,
    picks_puzzles,
    reads_puzzles,
    searches,
    writes_formats,
)
from satdoku.cli.writing import PuzzleWriter, format_of_ending
from satdoku.errors import InputError, Stopped
from satdoku.reasons.minimizing import Minimizer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from satdoku.cli.run import Run
    from satdoku.cli.search import Search
    from satdoku.formats import Entry
    from satdoku.puzzle import Puzzle


@command(
    ("satdoku minimize puzzle.txt", "remove clues until none can go"),
    ("satdoku minimize --smallest puzzle.txt", "to the fewest clues"),
    ("satdoku minimize --limit 5 puzzle.txt", "five minimal puzzles inside it"),
    ("satdoku minimize puzzles.csv -o minimal.sdm", "a file of many puzzles"),
)
@reads_puzzles
@picks_puzzles
@option(
    "--seed",
    type=FROM_ZERO,
    metavar="N",
    help="Try the clues in a random order made from N.",
)
@option(
    "--smallest",
    is_flag=True,
    help="Find a minimal puzzle with the fewest clues.",
)
@option("--all", "every", is_flag=True, help="Write every minimal puzzle inside.")
@option(
    "--limit", type=COUNT, metavar="N", help="Write at most N minimal puzzles inside."
)
@option(
    "--lossy",
    is_flag=True,
    help="Write puzzles that become others: without candidates or boxes.",
)
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

    Of a puzzle with exactly one solution, clues are removed one after the other as long
    as the solution stays the only one. Which minimal puzzle that gives depends on the
    order in which clues are tried (--seed), not on the engine.

    Exits with 3 if a puzzle does not have exactly one solution, with 4 if the time was
    over.
    """
    to = to or format_of_ending(run.output) or "line"
    writer = PuzzleWriter(to, to_symbols, lossy=lossy)
    minimizer = Minimizer(**search.formula)

    def found(puzzle: Puzzle) -> Iterator[Puzzle]:
        if every or limit is not None:
            return minimizer.every(
                puzzle, seed=seed, smallest=smallest, timeout=search.timeout
            )
        one = minimizer.minimal(
            puzzle, seed=seed, smallest=smallest, timeout=search.timeout
        )
        return iter((one,))

    counts = _Counts()
    with run.writing(content="the puzzles so far") as output, writer.to(output):
        for entry in run.puzzles():
            name, recipe, _, because = plan(entry.grid.geometry, **search.formula)
            run.explain(entry, "search", f"{name}; {recipe.name}: {because}")
            with run.guard(entry):
                _minimize(run, entry, found, writer, counts, limit=limit)
    if run.quiet:
        return run.code
    writer.say_lost()
    run.summary(
        [
            (counts.minimized, "made minimal"),
            (counts.removed, f"clue{'s' * (counts.removed != 1)} removed"),
            (counts.improper, "not proper"),
        ]
    )
    if run.is_single and counts.minimized:
        say(_single(writer.written, counts, every=every or limit is not None))
    return run.code


@dataclass
class _Counts:
    """How it went."""

    minimized: int = 0
    improper: int = 0
    clues: int = 0
    removed: int = 0
    is_cut: bool = False


def _minimize(
    run: Run,
    entry: Entry,
    find: Callable[[Puzzle], Iterator[Puzzle]],
    writer: PuzzleWriter,
    counts: _Counts,
    *,
    limit: int | None,
) -> None:
    """Write the minimal puzzles inside one; say so where there is none."""
    written = 0
    try:
        for puzzle in islice(find(entry.grid), limit):
            extras = replace(entry.extras, state=None)
            writer.write(replace(entry, grid=puzzle, extras=extras))
            written += 1
            counts.clues += entry.grid.clue_count
            counts.removed += entry.grid.clue_count - puzzle.clue_count
        counts.is_cut = written == limit
        counts.minimized += 1
    except InputError as error:
        counts.improper += 1
        run.codes.add(exits.NO)
        run.say_about(entry, str(error))
    except Stopped as stop:
        run.stopped += 1
        run.codes.add(exits.STOPPED)
        if not run.quiet:
            more = f"there may be more than these {written:,}"
            rest = more if written else "no minimal puzzle by then"
            run.say_about(entry, f"{stop}: {rest}")


def _single(written: int, counts: _Counts, *, every: bool) -> str:
    """Return what there is to say of the only puzzle."""
    if counts.is_cut:
        first = f"The first {written:,} minimal puzzles"
        first = "One minimal puzzle" if written == 1 else first
        return f"{first}; there may be more."
    if every:
        return f"All its minimal puzzles: {written:,}."
    had = counted(counts.clues, "clue")
    if counts.removed:
        left = counts.clues - counts.removed
        return f"{counts.removed} of {had} removed; none of the {left} can go."
    return f"None of its {had} can go."
