"""`satdoku count`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.cli.lanes import Lanes
from satdoku.cli.messages import say, say_compiling
from satdoku.cli.options import (
    Command,
    WholeNumber,
    drawings_option,
    json_option,
    reads_puzzles,
    reports,
    resume_option,
    searches,
    seed_option,
    workers_option,
)
from satdoku.cli.reading import place_of
from satdoku.cli.report import Reporter
from satdoku.engines.lanes import has_compiler
from satdoku.errors import InputError, printable
from satdoku.solving.counting.method import Method, method_of
from satdoku.solving.results import Count, Estimate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.cli.lanes import Rows
    from satdoku.cli.options import Search
    from satdoku.cli.run import Item, Run
    from satdoku.errors import SatdokuError
    from satdoku.formats import PuzzleRecord
    from satdoku.formats.bulk import Block
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.solving.batch import Batch
    from satdoku.solving.solver import Solver

_MAX_LANES_LIMIT = 1_000
_FEW = 100
"""Solutions up to which lanes count without a limit; beyond, each puzzle alone."""
_NOTHING = Count(0, complete=False, stopped="interrupted")
_CODES = {
    "0": exits.NO,
    "without a solution": exits.NO,
    "not fully counted": exits.STOPPED,
    "more": exits.STOPPED,
    "unknown": exits.UNREADABLE,
    "unreadable": exits.UNREADABLE,
}
"""The exit codes for counts of an earlier run, by the first word or the status."""
_KINDS = (
    "counted exactly",
    "estimated",
    "without a solution",
    "not fully counted",
)


@dataclass
class Counting:
    """Counts puzzles by one method.

    Attributes:
        so_far: The count of the present puzzle so far.
    """

    method: Method
    limit: int | None
    search: Search
    samples: int | None = None
    seed: int | None = None
    quiet: bool = False
    so_far: Count = _NOTHING

    @property
    def suits_lanes(self) -> bool:
        """Whether engine lanes may count many puzzles of 9x9 at once."""
        limit = self.limit
        return (
            self.method is Method.SEARCH
            and (has_compiler() if limit is None else limit <= _MAX_LANES_LIMIT)
            and self.search.encoding is None
            and self.search.timeout is None
            and self.search.engine.lower() in {"auto", "lanes"}
        )

    @property
    def most(self) -> int:
        """How many solutions lanes count."""
        return self.limit or _FEW

    def counted(self, value: int) -> Count | None:
        """Return what lanes have counted, up to one more than `most`.

        None if there are more, and each puzzle counts alone.
        """
        complete = value <= self.most
        if not complete and self.limit is None:
            return None
        return Count(min(value, self.most), complete=complete)

    def count(
        self,
        solver: Solver,
        puzzle: Puzzle,
        show: Callable[[int, str, int], None] | None = None,
    ) -> Count:
        """Count the solutions of a puzzle.

        Args:
            solver: What searches.
            puzzle: The puzzle.
            show: Called with what was found, its unit, and the limit or 0.
        """
        timeout = self.search.timeout
        limit = self.limit or solver.default_limit(puzzle)
        limit = limit if self.method in {Method.SEARCH, Method.REGIONS} else 0
        self.so_far = _NOTHING

        def note(value: int) -> None:
            self.so_far = replace(_NOTHING, value=value)
            if show is not None:
                show(value, "solution", limit)

        def note_estimate(count: Count) -> None:
            self.so_far = replace(count, complete=False, stopped="interrupted")
            if count.estimate is not None and show is not None:
                show(count.estimate.samples, "sample", self.samples or 0)

        if self.method is Method.SEARCH:
            return solver.count(puzzle, limit, timeout=timeout, progress=note)
        if self.method is Method.REGIONS:
            from satdoku.solving.counting.regions import count_with_regions  # noqa: PLC0415  few puzzles need it

            return count_with_regions(
                puzzle, solver, limit, timeout=timeout, progress=note
            )
        if self.method is Method.EXACT:
            from satdoku.solving.counting.exact import count_exactly  # noqa: PLC0415  an extra

            return count_exactly(
                puzzle,
                solver,
                timeout=timeout,
                progress=note,
            )
        from satdoku.solving.counting.estimating import estimate  # noqa: PLC0415  numpy

        note_estimate(Count(0, complete=False, estimate=Estimate(0, None, 0, None)))
        return estimate(
            puzzle,
            samples=self.samples,
            seed=self.seed,
            timeout=timeout,
            progress=note_estimate,
        )


@click.command(cls=Command)
@reads_puzzles
@drawings_option
@workers_option
@json_option
@reports
@click.option(
    "--limit",
    type=WholeNumber(),
    help="Stop after N solutions: `more than N` (10000000 with engine lanes compiled, "
    "10000 for variants, else 100000).",
)
@click.option(
    "--method",
    type=click.Choice([str(method) for method in Method]),
    default="search",
    help="search (default): one by one up to the limit; exact: by a model counter; "
    "estimate: by samples; regions: grids and regions that have to be found.",
)
@click.option("--samples", type=WholeNumber(), help="Draw N samples for an estimate.")
@seed_option
@searches
@resume_option
def count(
    run: Run,
    *,
    limit: int | None,
    method: str,
    samples: int | None,
    seed: int | None,
    search: Search,
    resume: bool,
) -> int:
    """Count the solutions of puzzles.

    For one puzzle, writes just the number; for many, one line each with the number, a
    tab, and the puzzle's file and line. A puzzle that cannot be counted gets a line
    with `unreadable` or `unknown`.

    Method exact needs the extra `satdoku[count]`. An estimate comes with its standard
    error. If that is above 20%, or one sample outweighs all others, the estimate is
    likely too small, and the exit code is 4.

    Exits with 3 if a puzzle has no solution, with 4 if a count is not exact.

    \b
    Examples:
      satdoku count puzzle.txt                      # how many solutions it has
      satdoku count --limit 1 puzzles.sdm           # is there more than one?
      satdoku count --method exact puzzle.txt       # all, however many there are
      satdoku count --method estimate puzzle.txt    # roughly how many, in seconds
    """
    counting = Counting(
        method_of(
            method,
            limited=limit is not None,
            engine=search.engine,
            encoding=search.encoding,
            samples=samples,
            seed=seed,
        ),
        limit,
        search,
        samples,
        seed,
        run.quiet,
    )
    kind = run.kind("csv", "parquet")
    reporter = Reporter(run, kind, {"count": int, "complete": bool})
    is_table = reporter.is_table
    if counting.method is Method.EXACT:
        from satdoku.solving.counting.ganak import require  # noqa: PLC0415  an extra

        require()
    if counting.suits_lanes:
        one_by_one = run.verbose or run.as_json
        run.reader.prefer_blocks(columns=is_table, one_by_one=one_by_one)
    with reporter.writing(resume=resume, codes=_CODES, text=True):
        several = resume or len(run.reader.head()) > 1
        if several and not (run.as_json or is_table):
            run.write_error = partial(_keep_line, run)
        pairs: Iterator[tuple[Item, Count | None]] | None = None
        if (blocks := run.reader.blocks()) is not None:
            by_rows = not (run.verbose or run.as_json or is_table)
            pairs = _by_lanes(run, counting, reporter, blocks, by_rows=by_rows)
        show = run.progress.count if run.worker_count == 1 else None
        begin = partial(counter, show=show) if show else counter
        for entry, find in run.answers(begin, counting, pairs, lambda _: True):
            started = perf_counter()
            with run.guard(entry):
                try:
                    answer = find()
                except KeyboardInterrupt:
                    answer = counting.so_far, perf_counter() - started
                    _write(run, reporter, entry, *answer, several=several)
                    raise
                _write(run, reporter, entry, *answer, several=several)
                is_limit = answer[0].stopped is None and answer[0].estimate is None
                if is_limit and not (answer[0].complete or run.quiet or limit):
                    limit = answer[0].value  # said once
                    say(
                        f"satdoku: stopped at the limit of {limit:,} solutions; "
                        "--method exact counts all, --method estimate estimates "
                        "their number"
                    )
    return reporter.end(_KINDS)


def _by_lanes(
    run: Run,
    counting: Counting,
    reporter: Reporter,
    blocks: Iterator[Block],
    *,
    by_rows: bool,
) -> Iterator[tuple[Item, Count | None]]:
    """Yield the puzzles of blocks with their counts; write those of rows at once."""

    def alone(_block: Block, batch: Batch) -> NDArray[np.bool_]:
        if by_rows and counting.limit is not None:
            return batch.counts < 0
        return batch.counts > (counting.most if by_rows else -1)

    def write(rows: Rows) -> None:
        values = rows.batch.counts[rows.start : rows.stop].tolist()
        lines = rows.block.lines[rows.start : rows.stop].tolist()
        name = printable(rows.block.source, 200)
        counts = {value: counting.counted(value) for value in set(values)}
        texts = {value: f"{count}\t{name}" for value, count in counts.items()}
        pairs = zip(values, lines, strict=True)
        run.out.write("".join([f"{texts[value]}:{line}\n" for value, line in pairs]))
        run.count += len(values)
        for value, times in Counter(values).items():
            if (count := counts[value]) is not None:
                reporter.counts[_kind(run, count)] += times

    def known(rows: Rows, chosen: Sequence[int]) -> Iterator[Count | None]:
        return map(counting.counted, rows.batch.counts[chosen].tolist())

    return Lanes(run, counting.most + 1).pairs(blocks, write, alone, known)


def counter(
    counting: Counting, show: Callable[[int, str, int], None] | None = None
) -> Callable[[Puzzle, Count | None], tuple[Count, float]]:
    """Return what counts a puzzle, with the seconds it took: in a worker, too."""
    # Options that do not go together are refused now.
    solver = counting.search.solver(compiling=None if counting.quiet else say_compiling)

    def timed(puzzle: Puzzle, known: Count | None = None) -> tuple[Count, float]:
        started = perf_counter()
        count = known or counting.count(solver, puzzle, show)
        return count, perf_counter() - started

    return timed


def _write(
    run: Run,
    reporter: Reporter,
    entry: PuzzleRecord,
    count: Count,
    seconds: float,
    *,
    several: bool,
) -> None:
    """Write how many solutions a puzzle has."""
    estimate, kind = count.estimate, _kind(run, count)
    record = {**count.record(), "time_s": round(seconds, 6)}
    place = f"\t{place_of(entry)}" if several else ""
    if not run.as_json:
        record["status"] = kind
    reporter.add(entry, record, lambda: f"{count}{place}\n", kind)
    if estimate is not None and not estimate.samples and not run.quiet:
        run.say_about(
            entry, f"{count.stopped}: no sample was finished; raise --timeout"
        )


def _kind(run: Run, count: Count) -> str:
    """Return the kind of answer that a count is; note its exit code."""
    estimate = count.estimate
    if estimate is not None and estimate.is_rough:
        run.codes.add(exits.STOPPED)
    if estimate is not None and count.stopped is None:
        return "estimated"
    if not count.complete:
        run.codes.add(exits.STOPPED)
        return "not fully counted"
    run.codes.add(exits.DONE if count.value else exits.NO)
    return "counted exactly" if count.value else "without a solution"


def _keep_line(run: Run, error: SatdokuError, entry: PuzzleRecord | None) -> None:
    """Write a line for a puzzle that cannot be read or counted."""
    if entry is not None:
        run.out.write(f"unknown\t{place_of(entry)}\n")
    elif isinstance(error, InputError) and error.line is not None:
        source = printable(str(error.source), 200)
        run.out.write(f"unreadable\t{source}:{error.line}\n")
