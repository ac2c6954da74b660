"""`satdoku solve`."""

from __future__ import annotations

import json
import os
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any
from zlib import crc32

import click

from satdoku.cli import exits
from satdoku.cli.answers import (
    Answer,
    ArrayWriter,
    CsvWriter,
    GridWriter,
    JsonWriter,
    ParquetWriter,
    SatWriter,
    difference,
    reason,
    searched_by,
    statistics_text,
)
from satdoku.cli.messages import say, say_compiling
from satdoku.cli.options import (
    Command,
    Count,
    Name,
    Search,
    exclude,
    has_colours,
    heuristic_option,
    json_option,
    output_options,
    quiet_options,
    reads_puzzles,
    repair_option,
    searches,
    technique_options,
    to_symbols_option,
    workers_option,
)
from satdoku.cli.output import format_of_ending
from satdoku.cli.reading import are_many, file_size, place_of
from satdoku.cli.run import Run, under_rules
from satdoku.errors import (
    InputError,
    LimitError,
    SatdokuError,
    Stopped,
    UsageError,
    counted,
    printable,
)
from satdoku.formats import PuzzleRecord
from satdoku.formats.cells import box_text
from satdoku.formats.metadata import symbols_for
from satdoku.formats.registry import written_names
from satdoku.puzzle.symbols import usual
from satdoku.solving.choice import AUTO, LANES_FROM
from satdoku.solving.results import Result, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.cli.answers import AnswerWriter
    from satdoku.cli.bulk import Lanes, Rows
    from satdoku.cli.output import Output
    from satdoku.cli.reading import Reader
    from satdoku.cli.run import Item
    from satdoku.cli.techniques import Listed
    from satdoku.formats.bulk import Block
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.puzzle.symbols import Symbols
    from satdoku.solving.batch import Batch
    from satdoku.solving.solver import Solver

_LINES = ("line", "csv", "json")
_RESUMED = (*_LINES, "npy", "parquet")
"""Formats with a line or a row a puzzle."""

_ROWS = ("line", "csv", "npy", "parquet")
"""Formats in which many answers are written at a time."""

_STATUSES = {
    Status.UNIQUE: "with one solution",
    Status.MULTIPLE: "with more than one",
    Status.FOUND: "solved",
    Status.NONE: "without a solution",
    Status.UNKNOWN: "not known",
}

_FORMATS = Name("FORMAT", lambda: ("sat", *written_names()), closed=True)


@click.command(cls=Command)
@reads_puzzles
@click.option("--all", "every", is_flag=True, help="Write every solution.")
@click.option("--limit", type=Count(), help="Write at most N solutions.")
@click.option(
    "--unique", is_flag=True, help="Exit with 3 if a puzzle has several solutions."
)
@click.option("--stats", is_flag=True, help="Report statistics for each answer.")
@searches
@heuristic_option
@technique_options
@repair_option
@click.option("--to", type=_FORMATS, help="Output format (by the ending of -o).")
@to_symbols_option
@json_option
@output_options
@quiet_options
@workers_option
@click.option(
    "--resume", is_flag=True, help="Keep the answers in -o and continue after them."
)
@click.option(
    "--dask", metavar="ADDRESS", help="Use the Dask cluster at tcp://HOST:8786."
)
def solve(
    *,
    reader: Reader,
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
    as_json: bool,
    output: str | None,
    force: bool,
    quiet: bool,
    verbose: bool,
    workers: str | None,
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
    run = Run(
        reader,
        output,
        force=force,
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
        workers=workers,
    )
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
    earlier = _earlier(str(run.output)) if request.resume else None
    with run.writing(earlier=earlier and earlier[0]) as out:
        # With a format, no answer waits for the next puzzle.  The first ones are read
        # before --resume takes its part: both parts are answered alike.
        waits = request.every or request.to == "sat"
        waits = waits or not (request.to or request.resume)
        wanted = 2 if waits else 1
        many, first = False, []
        items: Iterable[Any]
        if in_blocks:
            blocks = reader.blocks(
                columns=request.to in {"csv", "parquet"},
                one_by_one=verbose or request.to == "json",
            )
            first = reader.first_blocks(
                blocks, wanted if request.asks_for_lanes else LANES_FROM
            )
            many = request.asks_for_lanes or are_many(first)
            read = chain(first, blocks)
            items = read if many else chain.from_iterable(read)
            head = list(islice(chain.from_iterable(first), 2))
        else:
            head = reader.head(wanted)
            items = reader.entries()
        several = request.resume or not waits or len(head) > 1
        if several and request.to == "sat":
            raise click.UsageError("--to sat answers one puzzle; the input has several")
        request.to = request.to or ("line" if request.resume else _usual_format(head))
        writer = _writer(request, out, several=several)
        solver = search.solver(compiling=None if run.quiet else say_compiling)
        solving = Solving(run, request, solver, writer)
        if request.resume:
            items = solving.resume(earlier, items)
        lanes: Lanes | None = None
        if many:
            from satdoku.cli.bulk import Lanes  # noqa: PLC0415  numpy

            lanes = Lanes(run, dask=request.dask)
        with solving.finishing():
            solving.answer(items, lanes)
    solving.summary()
    if isinstance(writer, SatWriter) and run.code != exits.UNREADABLE:
        return writer.code
    return run.code


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
        self._check(run.output)
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

    def _check(self, output: str | None) -> None:
        if self.to == "sat" and (self.every or self.unique):
            raise click.UsageError(
                "--to sat writes one model; it excludes --all, --limit and --unique"
            )
        if self.unique and self.limit == 1:
            raise click.UsageError(
                "--unique looks for a second solution; --limit 1 excludes that"
            )
        if self.resume and (self.to == "sat" or self.every):
            raise click.UsageError("--resume excludes --to sat and --all")
        if self.resume and output in {None, "-"}:
            raise click.UsageError("--resume continues a file; name it with -o")


def _usual_format(head: list[PuzzleRecord | InputError]) -> str:
    if len(head) < 2:
        return "grid"
    puzzles = [entry.puzzle for entry in head if not isinstance(entry, InputError)]
    if any(box_text(puzzle.geometry) is not None for puzzle in puzzles):
        return "grid"  # it keeps the boxes
    shapes = [puzzle.geometry for puzzle in puzzles]
    alphabets = [usual(shape.size, shape.first_value) for shape in shapes]
    return "line" if all(alphabets) else "numbers"


def _writer(request: Request, output: Output, *, several: bool) -> AnswerWriter:
    """Return what writes answers.

    Raises:
        UsageError: The format cannot hold them, or not where they go to.
    """
    name, every = str(request.to), request.every
    symbols: Symbols | None = None
    if request.to_symbols is not None:
        if name in {"json", "sat", "npy"}:
            raise click.UsageError(
                f"--to {name} writes no symbols; it excludes --to-symbols"
            )
        symbols = symbols_for(request.to_symbols, name)
    match name:
        case "json":
            return JsonWriter(output)
        case "sat":
            return SatWriter(output)
        case "npy":
            return ArrayWriter(output, every=every)
        case "csv" | "parquet":
            kind = CsvWriter if name == "csv" else ParquetWriter
            return kind(output, symbols, stats=request.stats and not every, every=every)
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
    )


def _earlier(output: str) -> tuple[str, dict[str, Any]] | None:
    """Return the file with the answers of an earlier run, and the record of that run.

    A run that would have replaced a file has left its answers beside it.

    Raises:
        UsageError: There is no record, or the file was changed since.
    """
    names = (f"{output}.partial", output)
    path = next(filter(os.path.lexists, names), None)
    if path is None:
        return None
    shown = printable(path, 200)
    try:
        with open(f"{path}.resume", encoding="utf-8") as file:  # noqa: PTH123
            record = json.load(file)
        if record["size"] == file_size(path):
            return path, record
    except (OSError, ValueError, LookupError, TypeError):
        raise UsageError(
            f"{shown} cannot be continued: {shown}.resume, the record of the stopped "
            "run, is missing; run without --resume"
        ) from None
    raise UsageError(f"{shown} was changed after the run that wrote it")


def answerer(setup: tuple[Search, bool]) -> Callable[[Puzzle, None], Result]:
    """Return what answers a puzzle: in a worker."""
    search, second = setup
    solver = search.solver()
    return lambda puzzle, _: solver.solve(puzzle, unique=second, timeout=search.timeout)


class Fingerprint:
    """Which puzzles were answered: how many, and a checksum of their clues."""

    def __init__(self) -> None:
        self.count = self.sum = 0

    def add(self, item: PuzzleRecord | InputError | Block) -> None:
        """Add a puzzle, or a block of them."""
        if not isinstance(item, (PuzzleRecord, InputError)):
            if not item.others:
                self.add_rows(item.values)
            for each in item if item.others else ():
                self.add(each)
            return
        data = b"?"
        if isinstance(item, PuzzleRecord):
            values, candidates = item.puzzle.values, item.puzzle.masks
            is_usual = candidates is None and item.puzzle.geometry.size < 256
            data = bytes(values) if is_usual else repr((values, candidates)).encode()
        self.count += 1
        self.sum = crc32(data, self.sum)

    def add_rows(self, values: Any) -> None:  # noqa: ANN401  an array
        """Add puzzles of one size, a row each."""
        self.count += len(values)
        self.sum = crc32(values.tobytes(), self.sum)


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
        self._answered = Fingerprint()
        self._last: Answer | None = None
        self._under = ""
        self._second = request.to != "sat"
        self._resumes = request.to in _RESUMED and not request.every
        self._options = [request.to, request.to_symbols, request.stats, request.unique]
        run.write_error = self._unreadable
        run.out.keep = False  # but for what `finishing` marks

    def resume(
        self, earlier: tuple[str, dict[str, Any]] | None, items: Iterable[Any]
    ) -> Iterable[Any]:
        """Write the answers of an earlier run; return the puzzles without an answer.

        Raises:
            UsageError: The answers are not to these puzzles.
        """
        if not self._resumes:
            known = ", ".join(_RESUMED)
            raise UsageError(
                f"--resume supports the formats {known}, not {self._request.to}"
            )
        if earlier is None:
            return items
        path, record = earlier
        shown = printable(path, 200)
        if record["options"] != self._options:
            raise UsageError(
                f"{shown} was written with another --to, --to-symbols, --stats or "
                "--unique; --resume needs the same options"
            )
        seen, wanted = self._answered, record["answers"]
        items, kept = iter(items), []
        while seen.count < wanted and (item := next(items, None)) is not None:
            is_alone = isinstance(item, (PuzzleRecord, InputError))
            if item.line is None if is_alone else item.is_error_of_file:
                kept.append(item)  # of a file, which has no answer
            elif is_alone or seen.count + item.items <= wanted:
                seen.add(item)
            else:
                missing = wanted - seen.count
                seen.add(item.select(slice(missing)))
                kept.append(item.select(slice(missing, None)))
        if (seen.count, seen.sum) != (wanted, record["sum"]):
            raise UsageError(
                f"{shown} has {counted(wanted, 'answer')}, but not to the first "
                "puzzles of this input; --resume needs the same input"
            )
        self._writer.resume(path, tuple(record["columns"]))
        self._run.codes.update(record["codes"])
        if self._request.to in _LINES:
            self._mark()
        return chain(kept, items)

    def _mark(self) -> None:
        """Note in the output that all answers so far are whole."""
        record = {
            "options": self._options,
            "answers": self._answered.count,
            "sum": self._answered.sum,
            "codes": sorted(self._run.codes),
            "columns": self._writer.columns,
        }
        self._run.out.mark(record if self._resumes else None)

    @contextmanager
    def finishing(self) -> Generator[None]:
        """Close the writer at the end; what was begun is ended, whatever happens."""
        try:
            yield
        except BaseException as error:
            is_begun = self._run.count or self._answered.count
            stopped = isinstance(error, KeyboardInterrupt)
            if stopped or (is_begun and not isinstance(error, OSError)):
                # What came first is reported.
                with suppress(OSError, SatdokuError, ValueError):
                    self._writer.close()
                    if is_begun:
                        self._mark()
            raise
        self._writer.close()
        self._run.out.failed = self._run.code == exits.UNREADABLE
        self._resumes = self._request.resume
        self._mark()

    def answer(self, items: Iterable[Any], lanes: Lanes | None) -> None:
        """Answer puzzles and write the answers.

        Args:
            items: The puzzles; in blocks for lanes.
            lanes: What answers blocks at once; None to answer one by one.
        """
        run = self._run
        found: Iterable[tuple[PuzzleRecord, Result | Callable[[], Result] | None]]
        if lanes is not None:
            found = run.pairs(self._by_lanes_of(lanes, items))
        elif run.worker_count > 1 and not self._request.every:
            setup = (self._request.search, self._second)
            found = run.answers(answerer, setup, ((item, None) for item in items))
        else:
            found = ((entry, None) for entry in run.puzzles(items))
        for entry, find in found:
            try:
                if self._request.every:
                    self._all(entry)
                    continue
                one = find or partial(self._one, entry.puzzle)
                self._write(entry, one if isinstance(one, Result) else one())
            except (LimitError, InputError, UsageError) as error:
                run.refuse(error, entry)
        if lanes is not None and self._request.stats:
            lanes.say_statistics()

    def _by_lanes_of(
        self, lanes: Lanes, blocks: Iterable[Block]
    ) -> Iterator[tuple[Item, Result | None]]:
        """Yield what is in blocks, with the answers that need a look of their own."""
        import numpy as np  # noqa: PLC0415  loaded by now

        request, by_rows = (
            self._request,
            self._request.in_rows and not self._run.verbose,
        )

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

        return lanes.pairs(blocks, self._write_rows, alone, results)

    def _write_rows(self, rows: Rows) -> None:
        """Write the solutions of rows that each have one."""
        run = self._run
        part = slice(rows.start, rows.stop)
        with run.out.record():
            self._writer.rows(rows)
            self._answered.add_rows(rows.block.values[part])
            several = int((rows.batch.counts[part] > 1).sum())
            count = rows.stop - rows.start
            self.statuses[Status.UNIQUE] += count - several
            self.statuses[Status.MULTIPLE] += several
            run.count += count
        self._mark_if_much()

    def _mark_if_much(self) -> None:
        if self._request.to in _LINES and self._run.out.wants_mark:
            self._mark()

    def _unreadable(self, error: SatdokuError, entry: PuzzleRecord | None) -> None:
        """Keep the place of a puzzle that cannot be read or answered."""
        if entry is None and getattr(error, "line", None) is None:
            return  # a file has no answer
        with self._run.out.record():
            self._writer.unreadable(error, entry)
            self._answered.add(entry or InputError(""))
        self._mark_if_much()

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
        self._mark_if_much()

    def _end(self, entry: PuzzleRecord, answer: Answer) -> None:
        with self._run.out.record():
            self._writer.end(entry, answer)
            self._answered.add(entry)
            self._report(entry, answer)

    def _all(self, entry: PuzzleRecord) -> None:
        """Write every solution as it is found, or the first `limit` of them."""
        walk = self._solver.solutions(
            entry.puzzle, timeout=self._request.search.timeout
        )
        first: list[Grid] = []
        found, stopped = 0, False
        try:
            for solution in islice(walk, self._request.limit):
                if not found:
                    self._writer.begin(entry)
                self._run.progress.before_answer()
                self._writer.solution(entry, solution)
                found += 1
                self._run.progress.count(found)
                if found <= 2:  # as many as a Result holds
                    first.append(solution)
        except Stopped:
            stopped = True
        finally:
            walk.close()
        if not found:
            self._writer.begin(entry)
        is_cut = not stopped and found == self._request.limit
        limit = found if is_cut else None
        result = walk.result(first, complete=not stopped, limit=limit)
        self._end(entry, Answer(result, found, is_cut))

    def _report(self, entry: PuzzleRecord, answer: Answer) -> None:
        """Count an answer, and say what there is to say about it."""
        run, result = self._run, answer.result
        self._last, self._under = answer, under_rules(entry)
        self.statuses[result.status] += 1
        searched = searched_by(result) or "no search"
        because = f": {result.engine_note}" if result.engine_note else ""
        run.explain(entry, "search", searched + because, key=searched)
        if result.status is Status.NONE:
            run.codes.add(exits.NO)
            marks = "; `satdoku hint` names wrong pencil marks"
            help_ = marks if entry.puzzle.masks is not None else ""
            run.say_about(entry, f"no solution: {reason(result)}{help_}")
        elif result.status is Status.MULTIPLE and self._request.unique:
            run.codes.add(exits.NO)
            kind = "more than one solution"
            run.say_about(entry, f"{kind}: {difference(result)}", kind=kind)
        elif not result.complete:
            run.codes.add(exits.STOPPED)
            known = {
                Status.UNKNOWN: "no solution was found",
                Status.FOUND: "it may not be the only solution",
                Status.MULTIPLE: f"there may be more than these {answer.found:,}",
            }
            if not run.quiet:  # a limit somebody set; the exit code says so
                text = f"{answer.stopped}: {known[result.status]}"
                run.say_about(entry, text, kind=answer.stopped)
        if self._request.stats and result.engine != "lanes":
            say(f"{place_of(entry)}: {result.status}: {statistics_text(result)}")

    def summary(self) -> None:
        """Say how it went."""
        run = self._run
        if run.quiet:
            return
        if not run.is_single:
            if not run.count and not run.unread_files:
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
            first = f"These are the first {answer.found:,}"
            first = "This is the first solution" if answer.found == 1 else first
            return f"{first}; there may be more."
        if result.status is Status.UNIQUE:
            complete = f"The grid was already complete and correct{self._under}."
            only = f"This is the only solution{self._under}."
            return complete if result.puzzle and result.puzzle.is_complete else only
        if result.status is not Status.MULTIPLE or not result.complete:
            return ""
        if self._request.every:
            return f"These are all {answer.found:,} solutions{self._under}."
        if self._request.unique:
            return ""  # reported already, as a fault
        return (
            f"This is one solution of several{self._under}: {difference(result)}. "
            "--all writes every one, `satdoku count` counts them."
        )
