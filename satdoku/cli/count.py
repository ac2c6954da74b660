"""`satdoku count`."""

from __future__ import annotations

from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import click

from satdoku.answers import Count, Estimate
from satdoku.choice import LANES_FROM, Question, describe
from satdoku.cli import exits
from satdoku.cli.messages import say, say_compiling
from satdoku.cli.options import (
    COUNT,
    FROM_ZERO,
    command,
    explain_choice_option,
    many_puzzles,
    option,
    order_option,
    picks_puzzles,
    reads_puzzles,
    searches,
    uses_techniques,
    writes_answers,
)
from satdoku.cli.reading import place_of
from satdoku.counting.method import Method, method_of
from satdoku.formats import Entry
from satdoku.lanes import supports

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from satdoku.cli.run import Run
    from satdoku.cli.search import Search
    from satdoku.puzzle import Puzzle

_MAX_LANES_LIMIT = 1_000
_BLOCK = 4_096
_DIGITS = 6  # of an estimate beyond floating point


class Counting(NamedTuple):
    """How puzzles are counted."""

    method: Method
    limit: int | None
    search: Search
    samples: int | None = None
    seed: int | None = None
    quiet: bool = False


@command(
    ("satdoku count puzzle.txt", "how many solutions it has"),
    ("satdoku count --limit 1 puzzles.sdm", "is there more than one?"),
    ("satdoku count --method exact puzzle.txt", "all, however many there are"),
    ("satdoku count --method estimate puzzle.txt", "roughly how many, in seconds"),
)
@reads_puzzles
@picks_puzzles
@option(
    "--limit",
    type=COUNT,
    metavar="N",
    help="Count exactly up to N, then say `more than N`. (10000000 where engine lanes "
    "counts, compiled; else 100000)",
)
@option(
    "--method",
    type=click.Choice([str(method) for method in Method]),
    default="search",
    help="search (usual): one by one up to the limit; exact: by a model counter; "
    "estimate: by samples.",
)
@option("--samples", type=COUNT, metavar="N", help="Samples of an estimate.")
@option("--seed", type=FROM_ZERO, metavar="N", help="Draw the same samples each time.")
@searches
@order_option
@explain_choice_option
@uses_techniques
@many_puzzles
@writes_answers
def count(
    run: Run,
    *,
    limit: int | None,
    method: str,
    samples: int | None,
    seed: int | None,
    search: Search,
    explain_choice: bool,
) -> int:
    """Count the solutions of puzzles.

    For one puzzle the number alone is written; for many, each line has the number, a
    tab, and the puzzle's file and line.

    Method exact needs the extra `satdoku[count]`. An estimate comes with its standard
    error; where that is above 20 %, or one sample outweighs all others, it is likely
    too small, and the exit code is 4.

    Exits with 3 if a puzzle has no solution, with 4 if a count is not exact.
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
    run.take_ending()
    if counting.method is Method.EXACT:
        from satdoku.counting.ganak import require  # noqa: PLC0415  an extra

        require()
    elif explain_choice and counting.method is not Method.SEARCH:
        raise click.UsageError("--explain-choice is about --method search")
    with run.writing():
        several = len(run.head()) > 1
        writer = _Writer(run, several=several)
        if run.worker_count > 1:
            for entry, answer in run.answers(counter, counting):
                with run.guard(entry):
                    writer.write(entry, *answer())
        else:
            _one_by_one(run, counting, writer, explain_choice=explain_choice)
    run.summary(writer.counts())
    return run.code


def counter(counting: Counting) -> Callable[[Puzzle], tuple[Count, float]]:
    """Return what counts a puzzle, with the seconds it took: in a worker."""
    one = _Counter(counting)

    def timed(puzzle: Puzzle) -> tuple[Count, float]:
        started = perf_counter()
        return one.count(puzzle), perf_counter() - started

    return timed


class _Counter:
    """Counts puzzles by one method.

    Attributes:
        solver: What searches.
        so_far: What has been counted of the present puzzle.
    """

    def __init__(self, how: Counting) -> None:
        self._how = how
        compiling = None if how.quiet else say_compiling
        self.solver = how.search.solver(compiling=compiling)
        self.so_far = Count(0, exact=False, stopped="interrupted")

    def limit_of(self, puzzle: Puzzle) -> int:
        """Return up to how many solutions are counted; 0 for any number."""
        if self._how.method is not Method.SEARCH:
            return 0
        return self._how.limit or self.solver.usual_limit(puzzle)

    def count(
        self,
        puzzle: Puzzle,
        show: Callable[[int, str, int], None] = lambda found, unit, total: None,  # noqa: ARG005
    ) -> Count:
        """Count the solutions of a puzzle."""
        how, limit = self._how, self.limit_of(puzzle)
        self.so_far = Count(0, exact=False, stopped="interrupted")

        def note(found: int) -> None:
            self.so_far = Count(found, exact=False, stopped="interrupted")
            show(found, "solution", limit)

        def note_estimate(count: Count) -> None:
            estimate = count.estimate
            self.so_far = Count(count.value, False, "interrupted", estimate)  # noqa: FBT003
            if estimate is not None:
                show(estimate.samples, "sample", how.samples or 0)

        if how.method is Method.SEARCH:
            return self.solver.count(
                puzzle, limit, timeout=how.search.timeout, progress=note
            )
        if how.method is Method.EXACT:
            from satdoku.counting.exact import count_exactly  # noqa: PLC0415  an extra

            return count_exactly(
                puzzle,
                self.solver,
                max_clauses=how.search.max_clauses,
                timeout=how.search.timeout,
                progress=note,
            )
        from satdoku.counting.estimating import estimate  # noqa: PLC0415  numpy

        self.so_far = Count(0, False, "interrupted", Estimate(0, None, 0, None))  # noqa: FBT003
        return estimate(
            puzzle,
            samples=how.samples,
            seed=how.seed,
            timeout=how.search.timeout,
            progress=note_estimate,
        )


def _one_by_one(
    run: Run, how: Counting, writer: _Writer, *, explain_choice: bool
) -> None:
    """Count in this process: many 9x9 puzzles up to a small limit by lanes."""
    counter = _Counter(how)
    at_once = (
        how.method is Method.SEARCH
        and how.limit is not None
        and how.limit <= _MAX_LANES_LIMIT
        and how.search.encoding is None
        and how.search.timeout is None
        and counter.solver.engine in {"auto", "lanes"}
        and not (run.verbose or explain_choice)
        and len(run.head(LANES_FROM)) == LANES_FROM
    )
    run.verbose = run.verbose or explain_choice
    found: Iterator[tuple[Entry, Count | None]]
    entries = run.puzzles()
    found = _by_lanes(run, how.limit or 0) if at_once else ((e, None) for e in entries)
    for entry, known in found:
        if run.verbose:
            run.explain(entry, "choice", _choice(counter, how, entry.grid))
        started = perf_counter()
        with run.guard(entry):
            try:
                count = known or counter.count(entry.grid, run.progress.count)
            except KeyboardInterrupt:
                writer.write(entry, counter.so_far, perf_counter() - started)
                raise
            writer.write(entry, count, perf_counter() - started)


def _by_lanes(run: Run, limit: int) -> Iterator[tuple[Entry, Count | None]]:
    """Yield puzzles with their counts, as far as lanes can count them."""
    from satdoku.batch import solve_batch  # noqa: PLC0415  numpy

    entries = run.entries()
    while block := list(islice(entries, _BLOCK)):
        nines = [
            entry.grid
            for entry in block
            if isinstance(entry, Entry) and supports(entry.grid)
        ]
        batch = solve_batch(nines, limit=limit + 1) if nines else None
        counts = iter([] if batch is None else batch.counts.tolist())
        for entry in run.puzzles(block):
            if supports(entry.grid):
                value = next(counts)
                yield entry, Count(min(value, limit), exact=value <= limit)
            else:
                yield entry, None


def _choice(counter: _Counter, how: Counting, puzzle: Puzzle) -> str:
    if how.method is Method.ESTIMATE:
        return "a short search, then samples: method estimate was asked for"
    if how.method is Method.EXACT:
        return "ganak beside a search: method exact was asked for"
    if puzzle.clashes():
        return "chosen: nothing; the clues clash"
    attempts = counter.solver.choice(puzzle, Question.ALL, counter.limit_of(puzzle))
    return f"chosen: {describe(attempts)}"


class _Writer:
    """Writes counts, and counts them."""

    def __init__(self, run: Run, *, several: bool) -> None:
        self._run = run
        self._several = several
        self._exact = self._estimated = self._none = self._open = 0
        self._explained = False

    def write(self, entry: Entry, count: Count, seconds: float) -> None:
        """Write how many solutions a puzzle has."""
        run = self._run
        estimate = count.estimate
        if estimate is not None and count.stopped is None:
            self._estimated += 1
        elif not count.exact:
            self._open += 1
            run.codes.add(exits.STOPPED)
        elif count.value:
            self._exact += 1
        else:
            self._none += 1
            run.codes.add(exits.NO)
        if estimate is not None and estimate.is_rough:
            run.codes.add(exits.STOPPED)
        record = {
            "count": count.value,
            "exact": count.exact,
            **_estimate_json(estimate),
            "stopped": count.stopped,
            "time_s": round(seconds, 6),
        }
        place = f"\t{place_of(entry)}" if self._several else ""
        run.write(entry, record, f"{count}{place}\n")
        if run.quiet:
            return
        if estimate is not None and not estimate.samples:
            run.say_about(
                entry, f"{count.stopped}: no sample was finished; raise --timeout"
            )
        elif not count.exact and count.stopped is None and estimate is None:
            self._explain_limit(count)

    def _explain_limit(self, count: Count) -> None:
        """Name the other methods, once, where nobody has set a limit."""
        context = click.get_current_context(silent=True)
        asked = context is not None and context.params.get("limit") is not None
        if not asked and not self._explained:
            self._explained = True
            say(
                f"satdoku: counting one by one ended at the limit of {count.value:,}; "
                "--method exact counts all, --method estimate says roughly how many"
            )

    def counts(self) -> list[tuple[int, str]]:
        """Return how many counts were what."""
        return [
            (self._exact, "counted exactly"),
            (self._estimated, "estimated"),
            (self._none, "without a solution"),
            (self._open, "not counted to the end"),
        ]


def _estimate_json(estimate: Estimate | None) -> dict[str, object]:
    if estimate is None:
        return {}
    error, largest = estimate.error, estimate.largest
    return {
        "estimate": rounded(estimate.value),
        "error": None if error is None else float(f"{error:.4g}"),
        "samples": estimate.samples,
        "largest": None if largest is None else float(f"{largest:.4g}"),
        "rough": estimate.is_rough,
    }


def rounded(value: int) -> float:
    """Round a number to six digits, also beyond floating point.

    Example:
        >>> rounded(999_999), rounded(1_234_567_890 * 10**391) == 123_456 * 10**395
        (999999, True)
    """
    digits = len(str(value))
    if digits <= _DIGITS:
        return value
    if digits <= 300:
        return float(f"{value:.{_DIGITS}g}")
    tail: int = 10 ** (digits - _DIGITS)
    return value // tail * tail
