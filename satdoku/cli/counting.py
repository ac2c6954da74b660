"""What `satdoku count` does with each puzzle: count it, and tell the number."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from satdoku.answers import Count, Estimate
from satdoku.choice import AUTO
from satdoku.cli import exits
from satdoku.cli.remarks import say
from satdoku.counting.method import Method, method_of
from satdoku.errors import UsageError
from satdoku.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.cli.output import Output
    from satdoku.cli.progress import Progress
    from satdoku.cli.sources import Reading
    from satdoku.cli.tally import Tally
    from satdoku.deduce.technique import Technique
    from satdoku.errors import InputError, SatdokuError
    from satdoku.formats import Entry
    from satdoku.puzzle import Puzzle

__all__ = ["AtOnce", "Counter", "Teller", "explainer"]

_DIGITS = 6  # of an estimate that floating point cannot hold


class Counter:
    """Counts puzzles by one method.

    Args:
        method: Its name.
        limit: What was asked for; None if nothing was.
        engine: The same.
        encoding: The same.
        max_clauses: Refuse formulas with more clauses.
        samples: How many samples an estimate is to have.
        seed: What draws them.
        timeout: Seconds for each puzzle.
        compiling: Is called before engine `lanes` is compiled.
        order: In which order engine `backtracking` takes cells.
        techniques: What engines `logic` and `elimination` may use.

    Raises:
        UsageError: An option makes no sense with the method, or an extra is missing.
    """

    def __init__(
        self,
        method: str,
        limit: int | None,
        engine: str,
        encoding: str | None,
        max_clauses: int,
        *,
        samples: int | None,
        seed: int | None,
        timeout: float | None,
        compiling: Callable[[], None] | None,
        order: str | None = None,
        techniques: frozenset[Technique] | None = None,
    ) -> None:
        self.method = method_of(
            method,
            limited=limit is not None,
            engine=engine,
            encoding=encoding,
            samples=samples,
            seed=seed,
        )
        if self.method is Method.EXACT:
            from satdoku.counting.ganak import require  # noqa: PLC0415  seldom asked

            require()
        self.by_now = _NOTHING
        self._session = Solver(
            engine,
            encoding,
            max_clauses=max_clauses,
            compiling=compiling,
            order=order,
            techniques=techniques,
        )
        self._engine, self._encoding = engine, encoding
        self._limit = limit
        self._max_clauses = max_clauses
        self._samples = samples
        self._seed = seed
        self._timeout = timeout

    def explainer(
        self, *, verbose: bool, choices: bool
    ) -> Callable[[Entry, int], None]:
        """Return what tells how a puzzle is understood, and will be counted, and why.

        Args:
            verbose: Whether to tell that.
            choices: Whether to tell what is chosen, too.

        Raises:
            UsageError: There is nothing to choose.
        """
        told: list[Callable[[Entry, int], None]] = []
        if verbose:
            told.append(explainer(self.method, self._session))
        if choices:
            from satdoku.choice import Question  # noqa: PLC0415  as above
            from satdoku.cli.explain_choice import (  # noqa: PLC0415  as above
                ExplainChoice,
            )

            if self.method is not Method.SEARCH:
                raise UsageError(
                    "--explain-choice is about --method search; "
                    f"{self.method} leaves nothing to choose"
                )
            told.append(ExplainChoice(self._session, Question.ALL).puzzle)

        def tell(entry: Entry, most: int) -> None:
            for one in told:
                one(entry, most)

        return tell

    @property
    def lanes_limit(self) -> int | None:
        """The limit up to which lanes may count many at once; None if they may not."""
        plain = self._encoding is None and self._timeout is None
        by_lanes = self._session.engine in {AUTO, "lanes"}
        if self.method is Method.SEARCH and plain and by_lanes:
            return self._limit
        return None

    def limit_of(self, grid: Puzzle) -> int:
        """Return up to how many solutions of a puzzle are counted; 0 for any number."""
        if self.method is not Method.SEARCH:
            return 0
        return self._session.usual_limit(grid) if self._limit is None else self._limit

    def count(self, grid: Puzzle, most: int, progress: Progress) -> Count:
        """Count the solutions of a puzzle; `by_now` is what is known meanwhile.

        Args:
            grid: The puzzle.
            most: What `limit_of` says.
            progress: Where it is told how far this is.

        Raises:
            LimitError: The formula would be too large, or memory does not suffice.
            InputError: What counts does not take the puzzle.
        """
        self.by_now = _NO_SAMPLE if self.method is Method.ESTIMATE else _NOTHING
        shown = progress if progress.active else None

        def tell(found: int) -> None:
            self.by_now = Count(found, exact=False, stopped="interrupted")
            if shown is not None:
                shown.count(found, most=most)

        def tell_estimate(count: Count) -> None:
            self.by_now = Count(count.value, False, "interrupted", count.estimate)  # noqa: FBT003  as it is shown
            if shown is not None and count.estimate is not None:
                number = count.estimate.samples
                shown.count(number, "sample", self._samples or 0)

        if self.method is Method.SEARCH:
            return self._session.count(grid, most, timeout=self._timeout, progress=tell)
        if self.method is Method.EXACT:
            from satdoku.counting.exact import count_exactly  # noqa: PLC0415  seldom asked

            return count_exactly(
                grid,
                self._session,
                max_clauses=self._max_clauses,
                timeout=self._timeout,
                progress=tell,
            )
        from satdoku.sampling.estimating import estimate  # noqa: PLC0415  seldom asked

        return estimate(
            grid,
            samples=self._samples,
            seed=self._seed,
            timeout=self._timeout,
            progress=tell_estimate,
        )


_NOTHING = Count(0, exact=False, stopped="interrupted")
_NO_SAMPLE = Count(0, False, "interrupted", Estimate(0, None, 0, None))  # noqa: FBT003  as it is shown


def explainer(method: Method, solver: Solver) -> Callable[[Entry, int], None]:
    """Return what tells how a puzzle is understood, and how it will be counted."""
    from satdoku.choice import Question, describe  # noqa: PLC0415  as above
    from satdoku.cli.verbose import Verbose  # noqa: PLC0415  as above
    from satdoku.counting.exact import RECIPE  # noqa: PLC0415  as above

    told = Verbose()
    asked = f"method {method} was asked for"

    def explain(entry: Entry, most: int) -> None:
        told.read(entry)
        if method is Method.ESTIMATE:
            told.searched(
                entry, "sampling", "", because=f"{asked}; a short search first"
            )
            return
        if method is Method.EXACT:
            told.searched(
                entry,
                "ganak",
                RECIPE,
                simplified=True,
                because=f"{asked}; a search runs beside it",
            )
            return
        attempts = solver.choice(entry.grid, Question.ALL, most)
        told.chosen(entry, describe(attempts))

    return explain


class AtOnce:
    """Counts for many puzzles of 9x9 up to a small limit: lanes count blocks of them.

    Args:
        counter: What counts other puzzles.
        reading: How files are read.
        files: The files.
        plainly: Whether every puzzle is read by itself.

    Attributes:
        counts: The counts of puzzles that have been read, by the identity of the entry.
    """

    _MAX_LIMIT = 1_000

    def __init__(
        self,
        counter: Counter,
        reading: Reading,
        files: Sequence[str],
        *,
        plainly: bool,
    ) -> None:
        self.counts: dict[int, Count] = {}
        self._limit = counter.lanes_limit
        self._blocks = partial(reading.blocks, files, names=True, plainly=plainly)
        self._files = files

    @property
    def pays(self) -> bool:
        """Whether there are so many puzzles that it pays."""
        if self._limit is None or self._limit > self._MAX_LIMIT:
            return False
        from satdoku.choice import LANES_FROM  # noqa: PLC0415  as above
        from satdoku.cli.bulk_choice import seen_in  # noqa: PLC0415  as above

        return seen_in(self._files).nines >= LANES_FROM

    def items(self) -> Iterator[Entry | InputError]:
        """Yield all that is read; the counts are there before their puzzles."""
        from satdoku.batch import solve_batch  # noqa: PLC0415  numpy

        limit = self._limit or 0
        for block in self._blocks():
            others = [id(other) for _, other in block.others]
            counts: list[int] = []
            if len(block.values):
                batch = solve_batch(block.values, limit=limit + 1)
                counts = batch.counts.tolist()
            left = iter(counts)
            for item in block:
                if id(item) not in others:
                    found = next(left)
                    count = Count(min(found, limit), exact=found <= limit)
                    self.counts[id(item)] = count
                yield item


class Teller:
    """Writes counts, as text or as JSON, and counts them.

    Args:
        output: Where they go.
        tally: Is told the exit codes.
        many: Whether each is told with the place of its puzzle.
        as_json: Whether they are JSON.
        ways: Whether the first that a limit ends is followed by a remark on how to go
            on.
    """

    def __init__(
        self, output: Output, tally: Tally, *, many: bool, as_json: bool, ways: bool
    ) -> None:
        self._output = output
        self._tally = tally
        self._exact = self._none = self._open = self._estimated = 0
        self._many = many
        self._as_json = as_json
        self._ways = ways

    def count(self, entry: Entry, count: Count, seconds: float) -> None:
        """Write how many solutions a puzzle has."""
        if count.estimate is not None and count.stopped is None:
            self._estimated += 1
        elif not count.exact:
            self._open += 1
            self._tally.codes.add(exits.STOPPED)
        elif count.value:
            self._exact += 1
        else:
            self._none += 1
            self._tally.codes.add(exits.NO)
        if self._as_json:
            from satdoku.cli import json_printer  # noqa: PLC0415  slow

            text = json_printer.encode(
                {
                    **json_printer.place(entry),
                    "count": count.value,
                    "exact": count.exact,
                    **_estimate_keys(count.estimate),
                    "stopped": count.stopped,
                    "time_s": round(seconds, 6),
                }
            )
        else:
            text = str(count)
            if self._many:
                from satdoku.cli.sources import where  # noqa: PLC0415  loaded by now

                text += f"\t{where(entry)}"
        self._write(text + "\n")
        if self._ways and not count.exact and count.stopped is None:
            self._ways = False
            say(
                f"satdoku: counting one by one ended at the limit of {count.value:,}; "
                "--method exact counts all, --method estimate tells roughly how many"
            )

    @property
    def counts(self) -> list[tuple[int, str]]:
        """How many counts were what."""
        return [
            (self._exact, "counted exactly"),
            (self._estimated, "estimated"),
            (self._none, "without a solution"),
            (self._open, "not counted to the end"),
        ]

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that was not counted."""
        if self._as_json:
            from satdoku.cli import json_printer  # noqa: PLC0415  slow

            self._write(json_printer.unreadable(error, entry))
        elif self._many:
            from satdoku.cli.sources import where  # noqa: PLC0415  loaded by now

            said = (
                f"unreadable: {error}"
                if entry is None
                else f"unknown: {where(entry)}: {error}"
            )
            self._write(f"# {said}\n")

    def _write(self, text: str) -> None:
        self._output.stream.write(text)
        self._output.answered()


def _estimate_keys(estimate: Estimate | None) -> dict[str, object]:
    """Return what JSON tells of an estimate alone."""
    if estimate is None:
        return {}
    error, largest = estimate.error, estimate.largest
    return {
        "estimate": _number(estimate.value),
        "error": None if error is None else float(f"{error:.4g}"),
        "samples": estimate.samples,
        "largest": None if largest is None else float(f"{largest:.4g}"),
        "rough": estimate.is_rough,
    }


def _number(value: int) -> float:
    """Round a number to what an estimate can tell of it."""
    digits = len(str(value))
    if digits <= _DIGITS:
        return value
    if digits <= 300:
        return float(f"{value:.{_DIGITS}g}")
    tail: int = 10 ** (digits - _DIGITS)
    return value // tail * tail
