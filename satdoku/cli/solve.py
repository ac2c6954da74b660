"""`satdoku solve`."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.cli.answers import (
    Answer,
    GridWriter,
    JsonWriter,
    SatWriter,
    TableWriter,
    difference,
    limit_of,
    reason,
    searched_by,
    statistics_text,
)
from satdoku.cli.lanes import Lanes
from satdoku.cli.messages import say, say_compiling
from satdoku.cli.options import (
    Command,
    Search,
    WholeNumber,
    drawings_option,
    exclude,
    has_colours,
    heuristic_option,
    json_option,
    reads_puzzles,
    repair_option,
    reports,
    resume_option,
    searches,
    technique_options,
    to_format_option,
    to_symbols_option,
    workers_option,
)
from satdoku.cli.output import RESUMED, format_of_ending
from satdoku.cli.reading import place_of
from satdoku.cli.run import Run, under_rules
from satdoku.errors import (
    InputError,
    LimitError,
    SatdokuError,
    Stopped,
    UsageError,
)
from satdoku.puzzle.geometry import box_text
from satdoku.puzzle.symbols import usual
from satdoku.solving.choice import AUTO
from satdoku.solving.results import Result, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.cli.answers import AnswerWriter
    from satdoku.cli.lanes import Rows
    from satdoku.cli.output import Output
    from satdoku.cli.run import Item
    from satdoku.cli.techniques import Listed
    from satdoku.formats import PuzzleRecord
    from satdoku.formats.bulk import Block
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.solving.batch import Batch
    from satdoku.solving.solver import Solver

_ROWS = ("line", "csv", "npy", "parquet")
"""Formats in which many answers are written at a time."""

_CODES = {"none": exits.NO, "unknown": exits.STOPPED, "unreadable": exits.UNREADABLE}
"""The exit codes for answers of an earlier run."""

_STATUSES = {
    Status.UNIQUE: "with one solution",
    Status.MULTIPLE: "with more than one",
    Status.FOUND: "solved",
    Status.NONE: "without a solution",
    Status.UNKNOWN: "not known",
}


@click.command(cls=Command)
@reads_puzzles
@drawings_option
@json_option
@workers_option
@reports
@click.option("--all", "every", is_flag=True, help="Write every solution.")
@click.option("--limit", type=WholeNumber(), help="Write at most N solutions.")
@click.option(
    "--unique", is_flag=True, help="Exit with 3 if a puzzle has several solutions."
)
@click.option("--stats", is_flag=True, help="Report statistics for each answer.")
@searches
@heuristic_option
@technique_options
@repair_option
@to_format_option("sat")
@to_symbols_option
@resume_option
@click.option(
    "--dask", metavar="ADDRESS", help="Use the Dask cluster at tcp://HOST:8786."
)
def solve(
    run: Run,
    *,
    every: bool,
    limit: int | None,
    unique: bool,
    stats: bool,
    search: Search,
    heuristic: str | None,
    use: Listed,
    avoid: Listed,
    only: Listed,
    to: str | None,
    to_symbols: str | None,
    resume: bool,
    dask: str | None,
) -> int:
    """Solve puzzles: print a solution of each, and whether it is the only one.

    \b
    Examples:
      satdoku solve puzzle.txt                          # one puzzle
      satdoku solve --all puzzle.txt                    # every solution
      satdoku solve puzzles.sdm -o solutions.sdm        # one line per puzzle
      satdoku solve million.txt -o out.txt --resume     # continue after Ctrl-C
    """
    techniques = None
    if use or avoid or only:
        from satdoku.cli.techniques import select  # noqa: PLC0415  seldom needed

        techniques = select(use, avoid, only).of_logic
        if search.engine == "auto":
            search = replace(search, engine="logic")
    search = replace(search, heuristic=heuristic, techniques=techniques)
    request = Request(
        search=search,
        every=every,
        limit=limit,
        unique=unique,
        stats=stats,
        to=to,
        to_symbols=to_symbols,
        resume=resume,
        dask=dask,
    )
    in_blocks = request.settle(run)
    with run.writing(resume=request.resume if request.resumes else None) as out:
        # With a format, no answer waits for the next puzzle.
        waits = request.every or request.to == "sat"
        waits = waits or not (request.to or request.resume)
        is_table = request.to in {"csv", "parquet"}
        if in_blocks:
            run.reader.prefer_blocks(
                always=request.asks_for_lanes,
                columns=is_table,
                one_by_one=run.verbose or request.to == "json",
            )
        head = run.reader.head_of_table() if is_table else run.reader.head(1 + waits)
        several = request.resume or not waits or len(head) > 1
        if several and request.to == "sat":
            raise click.UsageError("--to sat answers one puzzle; the input has several")
        request.to = request.to or ("line" if request.resume else _usual_format(head))
        writer = _writer(request, out, head, several=several, boxes=run.reader.geometry)
        if request.resume:
            from satdoku.cli.resume import go_on  # noqa: PLC0415  seldom needed

            codes = _CODES | ({"multiple": exits.NO} if request.unique else {})
            rows = None
            if isinstance(writer, GridWriter | TableWriter):
                rows = writer.writer
            go_on(run, request.to, rows, codes)
        solver = search.solver(compiling=None if run.quiet else say_compiling)
        solving = Solving(run, request, solver, writer)
        with solving.finishing():
            solving.answer()
    solving.summary()
    if isinstance(writer, SatWriter) and run.code != exits.UNREADABLE:
        return writer.code
    return run.code


_EXTRA = {"extra": "outside the grid", "regions": "the regions are"}
"""What --verbose says of cells that a solution does not show."""


@dataclass(kw_only=True)
class Request:
    """The options of `solve`, by their names.

    Attributes:
        to: The format; None until that is known.
        asks_for_lanes: Whether engine lanes is asked for.
    """

    search: Search
    every: bool
    limit: int | None
    unique: bool
    stats: bool
    to: str | None
    to_symbols: str | None
    resume: bool
    dask: str | None
    asks_for_lanes: bool = False

    @property
    def resumes(self) -> bool:
        """Whether a run can go on from its answers."""
        return (self.to or "line") in RESUMED and not self.every

    @property
    def in_rows(self) -> bool:
        """Whether many answers may be written at a time."""
        return self.to in _ROWS and self.to_symbols is None

    def settle(self, run: Run) -> bool:
        """Find the format; return whether puzzles are read in blocks.

        Raises:
            UsageError: Options do not go together.
        """
        if run.as_json and self.to not in {None, "json"}:
            raise click.UsageError(f"--json and --to {self.to} exclude each other")
        self.to = "json" if run.as_json else self.to or format_of_ending(run.output)
        run.as_json = False  # the writer sees to it
        exclude({"--all": self.every, "--limit": self.limit is not None})
        self.every = self.every or self.limit is not None
        self._check()
        if self.dask is not None and run.workers is not None:
            raise click.UsageError("--dask and --workers exclude each other")
        search = self.search
        one_by_one = {
            "--to sat": self.to == "sat",
            "--all": self.every,
            "--encoding": search.encoding is not None,
            "--heuristic": search.heuristic is not None,
            "--timeout": search.timeout is not None,
            "--repair and --variant": not run.reader.can_be_blocks,
            f"--engine {search.engine}": search.engine.lower() not in {AUTO, "lanes"},
        }
        against = next((name for name, given in one_by_one.items() if given), None)
        if against is None:
            self.asks_for_lanes = (
                self.dask is not None or search.engine.lower() == "lanes"
            )
            return self.asks_for_lanes or run.reader.is_large
        if self.dask is not None:
            raise click.UsageError(
                f"--dask needs engine lanes, which excludes {against}"
            )
        return False

    def _check(self) -> None:
        if self.to == "sat" and (self.every or self.unique):
            raise click.UsageError(
                "--to sat writes one model; it excludes --all, --limit and --unique"
            )
        if self.unique and self.limit == 1:
            raise click.UsageError(
                "--unique looks for a second solution; --limit 1 excludes that"
            )
        if self.stats and self.every and self.to in {"csv", "parquet"}:
            raise click.UsageError(
                f"--to {self.to} has a row a solution, and no place for --stats"
            )
        if self.resume and self.every:
            raise click.UsageError("--resume excludes --all and --limit")
        if self.resume and not self.resumes:
            raise click.UsageError(
                f"--resume supports the formats {', '.join(RESUMED)}, not {self.to}"
            )


def _usual_format(head: list[PuzzleRecord | InputError]) -> str:
    if len(head) < 2:
        return "grid"
    puzzles = [entry.puzzle for entry in head if not isinstance(entry, InputError)]
    if any(box_text(puzzle.geometry) is not None for puzzle in puzzles):
        return "grid"  # it keeps the boxes
    shapes = [puzzle.geometry for puzzle in puzzles]
    alphabets = [usual(shape.size, shape.first_value) for shape in shapes]
    return "line" if all(alphabets) else "numbers"


def _writer(
    request: Request,
    output: Output,
    head: Sequence[PuzzleRecord | InputError],
    *,
    several: bool,
    boxes: Geometry | None,
) -> AnswerWriter:
    """Return what writes answers.

    Raises:
        UsageError: The format cannot hold them, or not where they go to.
    """
    name, every, symbols = str(request.to), request.every, request.to_symbols
    if symbols is not None and name in {"json", "sat", "npy"}:
        raise click.UsageError(
            f"--to {name} writes no symbols; it excludes --to-symbols"
        )
    match name:
        case "json":
            return JsonWriter(output)
        case "sat":
            return SatWriter(output)
        case "csv" | "parquet":
            stats = request.stats and not every
            return TableWriter(
                output, name, head, symbols, stats=stats, every=every, boxes=boxes
            )
    coloured = False
    if name == "grid" and output.is_terminal:
        coloured = has_colours(output)
    return GridWriter(
        output,
        name,
        places=several,
        titles=several and every,
        symbols=symbols,
        coloured=coloured,
        boxes=boxes,
    )


def answerer(setup: tuple[Search, bool]) -> Callable[[Puzzle, None], Result]:
    """Return what answers a puzzle: in a worker."""
    search, second = setup
    solver = search.solver()
    return lambda puzzle, _: solver.solve(puzzle, unique=second, timeout=search.timeout)


class Solving:
    """Answers puzzles, writes the answers, and says what there is to say about them.

    Args:
        run: The run.
        request: The options of the command.
        solver: What answers.
        writer: What writes answers.

    Attributes:
        statuses: How many puzzles had each status.
    """

    def __init__(
        self, run: Run, request: Request, solver: Solver, writer: AnswerWriter
    ) -> None:
        self._run, self._request = run, request
        self._solver, self._writer = solver, writer
        self.statuses: Counter[Status] = Counter()
        self._last: Answer | None = None
        self._under = ""
        self._second = request.to != "sat"
        run.write_error = self._unreadable

    @contextmanager
    def finishing(self) -> Generator[None]:
        """Close the writer at the end; what was begun is ended, whatever happens."""
        try:
            yield
        except KeyboardInterrupt:
            self._writer.close()
            raise
        self._writer.close()
        self._run.out.failed = self._run.code == exits.UNREADABLE and not (
            self._run.count or self._run.kept
        )

    def answer(self) -> None:
        """Answer puzzles and write the answers."""
        run, blocks = self._run, self._run.reader.blocks()
        lanes = Lanes(run, dask=self._request.dask)
        pairs: Iterable[tuple[PuzzleRecord, Result | Callable[[], Result] | None]]
        if blocks is not None:
            pairs = run.pairs(self._by_lanes_of(lanes, blocks))
        elif run.worker_count > 1 and not self._request.every:
            setup = (self._request.search, self._second)
            pairs = run.answers(answerer, setup)
        else:
            pairs = ((entry, None) for entry in run.puzzles())
        for entry, find in pairs:
            try:
                if self._request.every:
                    self._all(entry)
                    continue
                if find is None:
                    result = self._one(entry.puzzle)
                else:
                    result = find if isinstance(find, Result) else find()
                self._write(entry, result)
            except (LimitError, InputError, UsageError) as error:
                run.refuse(error, entry)
        if self._request.stats:
            lanes.say_statistics()

    def _by_lanes_of(
        self, lanes: Lanes, blocks: Iterable[Block]
    ) -> Iterator[tuple[Item, Result | None]]:
        """Yield what is in blocks, with the answers that need a look of their own."""
        import numpy as np  # noqa: PLC0415  loaded by now

        request, writer = self._request, self._writer
        has_rows = isinstance(writer, GridWriter | TableWriter)
        by_rows = has_rows and request.in_rows and not self._run.verbose

        def alone(_block: Block, batch: Batch) -> NDArray[np.bool_]:
            if not by_rows or len(batch) < 2:
                return np.ones(len(batch), np.bool_)
            mask: NDArray[np.bool_] = (batch.counts == 0) | ~batch.complete
            if request.unique:
                mask |= batch.counts > 1
            return mask

        def results(rows: Rows, chosen: Sequence[int]) -> Iterator[Result]:
            second = rows.batch.second_solutions(chosen)
            for row in chosen:
                puzzle = rows.block.entry(row).puzzle
                yield rows.batch.result(row, puzzle, second.get(row), rows.seconds)

        def write(rows: Rows) -> None:
            if isinstance(writer, GridWriter | TableWriter):
                self._write_rows(writer, rows)

        return lanes.pairs(blocks, write, alone, results)

    def _write_rows(self, writer: GridWriter | TableWriter, rows: Rows) -> None:
        """Write the solutions of rows that each have one."""
        run = self._run
        part = slice(rows.start, rows.stop)
        with run.out.record():
            writer.rows(rows)
            several = int((rows.batch.counts[part] > 1).sum())
            count = rows.stop - rows.start
            self.statuses[Status.UNIQUE] += count - several
            self.statuses[Status.MULTIPLE] += several
            run.count += count

    def _unreadable(self, error: SatdokuError, entry: PuzzleRecord | None) -> None:
        """Keep the place of a puzzle that cannot be read or answered."""
        if entry is None and getattr(error, "line", None) is None:
            return  # a file has no answer
        with self._run.out.record():
            self._writer.unreadable(error, entry)

    def _one(self, puzzle: Puzzle) -> Result:
        return self._solver.solve(
            puzzle, unique=self._second, timeout=self._request.search.timeout
        )

    def _write(self, entry: PuzzleRecord, result: Result) -> None:
        """Write an answer of one solution or none, and report on it."""
        solution = result.solution
        answer = Answer(result, int(solution is not None))
        with self._run.out.record():
            self._writer.begin(entry)
            if solution is not None:
                self._writer.solution(entry, solution)
            self._end(entry, answer)

    def _end(self, entry: PuzzleRecord, answer: Answer) -> None:
        with self._run.out.record():
            self._writer.end(entry, answer)
            self._report(entry, answer)

    def _all(self, entry: PuzzleRecord) -> None:
        """Write every solution as it is found, or the first `limit` of them."""
        walk = self._solver.solutions(
            entry.puzzle, timeout=self._request.search.timeout
        )
        first: list[Grid] = []
        count, stopped = 0, False
        try:
            for solution in islice(walk, self._request.limit):
                if not count:
                    self._writer.begin(entry)
                self._run.progress.before_answer()
                self._writer.solution(entry, solution)
                count += 1
                self._run.progress.count(count)
                if count <= 2:  # as many as a Result holds
                    first.append(solution)
        except Stopped:
            stopped = True
        finally:
            walk.close()
        if not count:
            self._writer.begin(entry)
        is_cut = not stopped and count == self._request.limit
        limit = count if is_cut else None
        result = walk.result(first, complete=not stopped, limit=limit)
        self._end(entry, Answer(result, count, is_cut))

    def _report(self, entry: PuzzleRecord, answer: Answer) -> None:
        """Count an answer, and say what there is to say about it."""
        run, result = self._run, answer.result
        proper = result.status is Status.UNIQUE
        self._last, self._under = answer, under_rules(entry, proper=proper)
        self.statuses[result.status] += 1
        searched = searched_by(result) or "no search"
        because = f": {result.engine_note}" if result.engine_note else ""
        run.explain(entry, "search", searched + because, key=searched)
        for kind, held in result.extra.items():
            pairs = held.items() if isinstance(held, dict) else ()
            text = ", ".join(f"{name}={value}" for name, value in pairs) or held
            run.explain(entry, kind, f"{_EXTRA[kind]} {text}")
        if result.status is Status.NONE:
            run.codes.add(exits.NO)
            marks = "; `satdoku hint` names wrong pencil marks"
            help_ = marks if entry.puzzle.masks is not None else ""
            none = f"no solution{self._under}: {reason(result)}{help_}"
            run.say_about(entry, none)
        elif result.status is Status.MULTIPLE and self._request.unique:
            run.codes.add(exits.NO)
            kind = "more than one solution"
            several = f"{kind}{self._under}: {difference(result)}"
            run.say_about(entry, several, kind=kind)
        elif not result.complete:
            run.codes.add(exits.STOPPED)
            known = {
                Status.UNKNOWN: "no solution was found",
                Status.FOUND: "it may not be the only solution",
                Status.MULTIPLE: f"there may be more than these {answer.written:,}",
            }
            if not run.quiet:  # a limit somebody set; the exit code says so
                limit = limit_of(result)
                text = f"{limit}: {known[result.status]}"
                run.say_about(entry, text, kind=limit)
        if self._request.stats and result.engine != "lanes":
            say(f"{place_of(entry)}: {result.status}: {statistics_text(result)}")

    def summary(self) -> None:
        """Say how it went."""
        run = self._run
        if run.quiet:
            return
        if not run.is_single:
            if not run.count and not run.unread_files and not run.refused:
                say("0 puzzles: nothing left to do")
                return
            run.summary(
                (self.statuses[status], name) for status, name in _STATUSES.items()
            )
        elif self._last is not None:
            text = self._about(self._last)
            if text:
                say(text)

    def _about(self, answer: Answer) -> str:
        """Say of a single puzzle what its solution alone does not."""
        result = answer.result
        if answer.is_cut:
            first = f"These are the first {answer.written:,}"
            first = "This is the first solution" if answer.written == 1 else first
            return f"{first}; there may be more."
        if result.status is Status.UNIQUE:
            complete = f"The grid was already complete and correct{self._under}."
            only = f"This is the only solution{self._under}."
            return complete if result.puzzle and result.puzzle.is_complete else only
        if result.status is not Status.MULTIPLE or not result.complete:
            return ""
        if self._request.every:
            return f"These are all {answer.written:,} solutions{self._under}."
        if self._request.unique:
            return ""  # reported already, as a fault
        return (
            f"This is one solution of several{self._under}: {difference(result)}. "
            "--all writes every one, `satdoku count` counts them."
        )
