"""`satdoku minimize`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli.messages import say
from satdoku.cli.options import (
    Command,
    WholeNumber,
    exclude,
    reads_puzzles,
    reports,
    seed_option,
    timeout_option,
    to_format_option,
)
from satdoku.cli.output import RecordWriter, format_of_ending
from satdoku.cli.report import NOT_PROPER, Reporter
from satdoku.errors import InputError, Stopped, counted
from satdoku.setting.minimal import (
    minimal_puzzles,
    minimize_batch,
)
from satdoku.setting.minimal import (
    minimize as minimize_one,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cli.run import Run
    from satdoku.puzzle.puzzle import Puzzle


@click.command(cls=Command)
@reads_puzzles
@reports
@seed_option
@click.option(
    "--smallest", is_flag=True, help="Find a minimal puzzle with the fewest clues."
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Write every minimal puzzle that it contains.",
)
@click.option("--limit", type=WholeNumber(), help="Write at most N minimal puzzles.")
@to_format_option()
@timeout_option
def minimize(
    run: Run,
    *,
    seed: int | None,
    smallest: bool,
    every: bool,
    limit: int | None,
    timeout: float | None,
    to: str | None,
) -> int:
    """Remove redundant clues until the puzzle is minimal.

    Removes one clue after another as long as the solution stays unique; eliminated
    candidates, as of a Sukaku, before the clues, constraints of a variant after them.
    The result depends on the order in which they are tried (--seed).

    Exits with 3 if a puzzle does not have exactly one solution, with 4 if time ran out.

    \b
    Examples:
      satdoku minimize puzzle.txt                 # remove redundant clues
      satdoku minimize --smallest puzzle.txt      # find one with the fewest clues
      satdoku minimize --limit 5 puzzle.txt       # write five minimal puzzles
      satdoku minimize puzzles.csv -o minimal.sdm  # minimize many puzzles
    """
    exclude({"--all": every, "--limit": limit is not None})
    to = to or format_of_ending(run.output) or _usual_format(run)
    answers = {"minimal": str, "status": str, "error": str}
    writer = RecordWriter(to, answers=answers, boxes=run.reader.geometry)
    several = every or limit is not None
    options: dict[str, Any] = {
        "seed": seed,
        "smallest": smallest,
        "timeout": timeout,
    }
    is_plain = not (several or smallest or timeout is not None)

    def by_lanes(puzzles: list[Puzzle]) -> dict[int, Puzzle]:
        return minimize_batch(puzzles, seed=seed) if is_plain else {}

    def minimal(puzzle: Puzzle) -> Iterator[Puzzle]:
        if several:
            return minimal_puzzles(puzzle, limit=limit, **options)
        return iter([minimize_one(puzzle, **options)])

    reporter = Reporter(run)
    if writer.is_table or to == "json":
        reporter.keep(writer)
    totals = _Totals()
    head = run.reader.head_of_table() if writer.is_table else None
    with run.writing(content="the puzzles so far") as out, writer.to(out, head):
        for entry, known in run.pairs(run.batches(by_lanes)):
            before = writer.written
            with reporter.guard(entry, proper=True):
                try:
                    for puzzle in [known] if known else minimal(entry.puzzle):
                        writer.write_found(entry, "minimal", puzzle)
                        totals.add(entry.puzzle, puzzle)
                except Stopped as stop:
                    written = counted(writer.written - before, "minimal puzzle")
                    raise Stopped(f"{stop}: {written} by then") from None
                reporter.count("made minimal")
    if run.quiet:
        return run.code
    writer.say_lost()
    made = reporter.counts["made minimal"]
    run.summary(
        [
            (made, "made minimal"),
            *totals.summary(),
            (reporter.counts[NOT_PROPER], NOT_PROPER),
        ]
    )
    if run.is_single and made:
        say(_found(writer.written, limit) if several else str(totals))
    return run.code


_WORDS = ("clue", "eliminated candidate", "constraint")


class _Totals:
    """How many clues, eliminated candidates and constraints there were and went."""

    def __init__(self) -> None:
        self.before: Counter[str] = Counter()
        self.removed: Counter[str] = Counter()

    def add(self, before: Puzzle, after: Puzzle) -> None:
        """Count what is left of a puzzle."""
        counts = [
            (puzzle.clue_count, len(puzzle.eliminated), len(puzzle.constraints))
            for puzzle in (before, after)
        ]
        for word, many, left in zip(_WORDS, *counts, strict=True):
            self.before[word] += many
            self.removed[word] += many - left

    def summary(self) -> Iterator[tuple[int, str]]:
        """Yield the parts of a summary."""
        for word in _WORDS:
            count = self.removed[word]
            yield count, f"{word}{'s' * (count != 1)} removed"

    def __str__(self) -> str:
        parts = [
            f"{self.removed[word]} of {counted(self.before[word], word)}"
            for word in _WORDS
            if self.before[word] or word == "clue"
        ]
        left = self.before.total() - self.removed.total()
        return f"Removed {' and '.join(parts)}; none of the other {left} is redundant."


def _usual_format(run: Run) -> str:
    """Return the format that is written unless another is named."""
    head = run.reader.head(1 if run.reader.is_slow else 2)
    entries = [item for item in head if not isinstance(item, InputError)]
    return "iss" if any(entry.puzzle.constraints for entry in entries) else "line"


def _found(written: int, limit: int | None) -> str:
    """Say whether these are all minimal puzzles inside of one."""
    if written == limit:
        puzzles = counted(written, "minimal puzzle")
        return f"Stopped at the limit of {puzzles}; there may be more."
    return f"All its minimal puzzles: {written:,}."
