"""`satdoku solve`."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from select import select
from time import perf_counter
from typing import TYPE_CHECKING, Any
from zlib import crc32

import click

from satdoku import choice
from satdoku.answers import Result, Status
from satdoku.choice import AUTO, LANES_FROM
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
from satdoku.cli.messages import counted, say, say_compiling
from satdoku.cli.options import (
    MANY,
    MAX_CLAUSES,
    OUTPUT,
    SYMBOLS,
    Names,
    command,
    dpll_heuristic,
    explain_choice_option,
    flag,
    json_option,
    many_puzzles,
    number,
    option,
    order_option,
    output_options,
    picks_puzzles,
    reads_puzzles,
    searches,
    uses_techniques,
)
from satdoku.cli.output import format_of_ending
from satdoku.cli.reading import file_size, place_of
from satdoku.errors import (
    InputError,
    LimitError,
    SatdokuError,
    Stopped,
    UsageError,
    printable,
)
from satdoku.formats import Entry
from satdoku.formats.cells import box_text
from satdoku.formats.metadata import symbols_for
from satdoku.formats.registry import written_names
from satdoku.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from satdoku.cli.answers import AnswerWriter
    from satdoku.cli.bulk import Found, Lanes
    from satdoku.cli.output import Output
    from satdoku.cli.run import Run
    from satdoku.cli.search import Search
    from satdoku.formats.bulk import Block
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle
    from satdoku.solver import Solver
    from satdoku.symbols import Symbols

_LARGE = 20_000
"""Bytes of input from which puzzles are read many at a time: 250 puzzles of 9x9."""

_PAUSE = 0.2
"""Seconds without input after which a pipe is not filled by another program."""

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

_FORMATS = Names("FORMAT", lambda: ("sat", *written_names()), closed=True)


@command(
    ("satdoku solve puzzle.txt", "the solution, and whether it is the only one"),
    ("satdoku solve --all puzzle.txt", "every solution as it is found"),
    ("satdoku solve puzzles.sdm -o solutions.sdm", "one line a puzzle, to a file"),
    ("satdoku solve million.txt -o out.txt --resume", "go on after Ctrl-C"),
)
@reads_puzzles
@picks_puzzles
@flag("--all", "Write every solution.", "every")
@number("--limit", "Write at most N solutions.")
@flag("--unique", "Exit with 3 if a puzzle has several solutions.")
@flag("--stats", "Report what each answer took.")
@searches
@dpll_heuristic
@order_option
@explain_choice_option
@uses_techniques
@option(
    "--to",
    type=_FORMATS,
    section=OUTPUT,
    help="The format (as -o ends; else grid for one puzzle, line for many).",
)
@option("--to-symbols", type=SYMBOLS, section=OUTPUT, help="How digits are written.")
@json_option
@output_options
@many_puzzles
@flag("--resume", "Keep the answers in -o, and go on after them.", section=MANY)
@option(
    "--dask",
    metavar="ADDRESS",
    section=MANY,
    help="Solve 9x9 puzzles on the Dask cluster at tcp://HOST:8786.",
)
@option(
    "--executor",
    type=click.Choice(["auto", "numba", "numpy"]),
    section=MANY,
    help="What runs engine lanes.",
)
@number("--max-guesses", "Stop a 9x9 puzzle after N guesses of lanes.", section=MANY)
def solve(
    run: Run,
    *,
    every: bool,
    limit: int | None,
    unique: bool,
    stats: bool,
    search: Search,
    explain_choice: bool,
    to: str | None,
    to_symbols: str | None,
    resume: bool,
    dask: str | None,
    executor: str | None,
    max_guesses: int | None,
) -> int:
    """Solve puzzles: one solution of each, and whether it is the only one.

    A FILE may also be a puzzle as text; without one, standard input is read. Among many
    puzzles, a comment (# none: ...) keeps the place of one without a solution, where
    the format has comments. What is written can be read again.

    Many puzzles of 9x9 are answered at once by engine lanes, the same as one by one.
    --to sat writes s and v lines for one puzzle, and exits with 10 or 20.
    """
    if run.as_json and to not in {None, "json"}:
        raise click.UsageError(f"--json and --to {to} do not go together")
    name = "json" if run.as_json else to or format_of_ending(run.output)
    every = every or limit is not None
    one_by_one = {
        "--to sat": name == "sat",
        "--all": every,
        "--encoding": search.encoding is not None,
        "--heuristic": search.heuristic is not None,
        "--timeout": search.timeout is not None,
        "--max-clauses": search.max_clauses != MAX_CLAUSES,
        "--repair": run.reader.repair,
        f"--engine {search.engine}": search.engine.lower() not in {AUTO, "lanes"},
    }
    of_lanes: dict[str, Any] = {
        "executor": executor,
        "max_guesses": max_guesses,
        "dask": dask,
    }
    size = _input_size(run)  # before anything is read
    in_blocks, forced = _way(run, search.engine, one_by_one, of_lanes, size)
    _check(name, run.output, every=every, limit=limit, unique=unique, resume=resume)
    earlier = _earlier(str(run.output)) if resume else None
    is_part = resume or run.part.is_part
    with run.writing(
        earlier=earlier and earlier[0],
        resume="--resume goes on from there" if run.output else "",
    ) as output:
        # With a format, no answer waits for the next puzzle.  The first ones are read
        # before --shard and --resume take their part: all parts are answered alike.
        waits = (name is None and not is_part) or name == "sat" or every
        wanted = 2 if waits else 1
        are_many, first = False, []
        items: Iterable[Any]
        if in_blocks:
            blocks = run.blocks(name)
            first = _first(blocks, wanted if forced else LANES_FROM, run.files)
            read = run.part.of_blocks(chain(first, blocks))
            head = list(islice(chain.from_iterable(first), 2))
            are_many = forced or _are_many(first)
            items = read if are_many else chain.from_iterable(read)
        else:
            head = run.head(wanted)
            items = run.entries()
        several = is_part or not waits or len(head) > 1
        if several and name == "sat":
            raise click.UsageError("--to sat is for one puzzle; expected no other")
        name = name or ("line" if is_part else _usual_format(head))
        symbols = _symbols(name, to_symbols)
        solving = Solving(
            run=run,
            solver=search.solver(
                puzzles=_expected(size, head),
                compiling=None if run.quiet else say_compiling,
            ),
            writer=_writer(
                name,
                output,
                symbols,
                several=several,
                every=every,
                stats=stats and not every,
            ),
            search=search,
            every=every,
            limit=limit,
            unique=unique,
            second=name != "sat",
            stats=stats,
            explain=explain_choice,
            stopped="out of time" if max_guesses is None else "out of guesses",
            to=name,
            options=[name, to_symbols, stats, unique],
        )
        if resume:
            items = solving.resume(earlier, items)
        lanes: Lanes | None = None
        if are_many:
            from satdoku.cli.bulk import Lanes  # noqa: PLC0415  numpy

            in_rows = name in _ROWS and symbols is None and not run.verbose
            lanes = Lanes(run, first, in_rows=in_rows, unique=unique, **of_lanes)
        with solving.finishing(keep_record=resume):
            because = "it was asked for" if forced else "many puzzles"
            solving.answer(items, lanes, because)
    solving.summary()
    if isinstance(solving.writer, SatWriter) and run.code != exits.UNREADABLE:
        return solving.writer.code
    return run.code


def _check(
    name: str | None,
    output: str | None,
    *,
    every: bool,
    limit: int | None,
    unique: bool,
    resume: bool,
) -> None:
    """Refuse options that do not go together."""
    if name == "sat" and (every or unique):
        raise click.UsageError(
            "--to sat writes one model; leave out --all and the like"
        )
    if unique and limit == 1:
        raise click.UsageError("--unique needs a second solution; --limit 1 forbids it")
    if resume and (name == "sat" or every):
        raise click.UsageError("--resume does not go with --to sat or --all")
    if resume and output in {None, "-"}:
        raise click.UsageError("--resume goes on with a file; say which with -o")


def _way(
    run: Run,
    engine: str,
    one_by_one: dict[str, bool],
    of_lanes: dict[str, Any],
    size: float,
) -> tuple[bool, bool]:
    """Return whether puzzles are read in blocks, and whether lanes were asked for.

    Raises:
        UsageError: Options do not go together.
    """
    if of_lanes["dask"] is not None and run.workers is not None:
        raise click.UsageError("--dask has workers of its own; leave out --workers")
    asked = next((name for name, value in of_lanes.items() if value is not None), None)
    against = next((name for name, given in one_by_one.items() if given), None)
    if against is None:
        forced = asked is not None or engine.lower() == "lanes"
        return forced or run.worker_count > 1 or size >= _LARGE, forced
    if asked is not None:
        raise click.UsageError(
            f"--{asked.replace('_', '-')} is about engine lanes and many puzzles; "
            f"leave out {against}"
        )
    return False, False


def _input_size(run: Run) -> float:
    """Return how many bytes the input has, as far as can be seen."""
    names = run.files or ("-",)
    total = float(sum(max(file_size(name), 0) for name in names))
    with suppress(AttributeError, OSError, ValueError):  # its reader reports it
        if "-" in names and file_size("-") < 0 and not sys.stdin.isatty():
            stream: Any = sys.stdin.buffer
            # A pipe that fills the buffer has more to come.
            total += _LARGE * (len(stream.peek(1)) >= 4096)
    return total


def _expected(size: float, head: list[Entry | InputError]) -> int:
    """Return about how many puzzles there are, if all are as large as the first."""
    cells = [item.grid.geometry.cells for item in head if isinstance(item, Entry)]
    return max(1, int(size // (max(cells, default=81) + 1)))


def _first(blocks: Iterator[Block], number: int, files: tuple[str, ...]) -> list[Block]:
    """Return the blocks with the first puzzles, as many as there are.

    A pipe that pauses waits for answers to the puzzles so far.
    """
    first: list[Block] = []
    for block in blocks:
        first.append(block)
        enough = sum(each.items for each in first) >= number
        if enough or ("-" in (files or "-") and _pauses()):
            break
    return first


def _pauses() -> bool:
    """Whether standard input has nothing to read for a moment."""
    with suppress(OSError, ValueError):  # no file behind it; Windows has no `select`
        return not select([sys.stdin], [], [], _PAUSE)[0]
    return False


def _are_many(first: list[Block]) -> bool:
    """Whether engine lanes answers all puzzles, by the blocks of the first ones."""
    rows = sum(len(block.values) for block in first)
    items = sum(block.items for block in first)
    return items >= LANES_FROM and 2 * rows >= items


def _usual_format(head: list[Entry | InputError]) -> str:
    if len(head) < 2:
        return "grid"
    puzzles = [entry.grid for entry in head if not isinstance(entry, InputError)]
    if any(box_text(puzzle.geometry) is not None for puzzle in puzzles):
        return "grid"  # it keeps the boxes
    sizes = [puzzle.geometry.size for puzzle in puzzles]
    return "numbers" if any(usual(size) is None for size in sizes) else "line"


def _symbols(name: str, to_symbols: str | None) -> Symbols | None:
    """Return how digits are written; None for as in each puzzle.

    Raises:
        UsageError: The format has no symbols.
    """
    if to_symbols is None:
        return None
    if name in {"json", "sat", "npy"}:
        raise click.UsageError(f"--to {name} has no symbols; leave out --to-symbols")
    return symbols_for(to_symbols, name)


def _writer(
    name: str,
    output: Output,
    symbols: Symbols | None,
    *,
    several: bool,
    every: bool,
    stats: bool,
) -> AnswerWriter:
    """Return what writes answers.

    Raises:
        UsageError: The format cannot hold them, or not where they go to.
    """
    match name:
        case "json":
            return JsonWriter(output)
        case "sat":
            return SatWriter(output)
        case "npy":
            return ArrayWriter(output, every=every)
        case "csv" | "parquet":
            kind = CsvWriter if name == "csv" else ParquetWriter
            return kind(output, symbols, stats=stats, every=every)
    coloured = False
    if name == "grid" and output.is_terminal:
        from satdoku.cli.colour import has_colours  # noqa: PLC0415  for terminals

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
            f"{shown} is not of a run that was stopped: {shown}.resume, its record, "
            "is missing; leave out --resume"
        ) from None
    raise UsageError(f"{shown} was changed since the run that wrote it was stopped")


def answerer(setup: tuple[Search, int, bool]) -> Callable[[Puzzle], Result]:
    """Return what answers a puzzle: in a worker."""
    search, puzzles, second = setup
    solver = search.solver(puzzles=puzzles)
    return lambda puzzle: solver.solve(puzzle, unique=second, timeout=search.timeout)


class Fingerprint:
    """Which puzzles were answered: how many, and a checksum of their clues."""

    def __init__(self) -> None:
        self.count = self.sum = 0

    def add(self, item: Entry | InputError | Block) -> None:
        """Add a puzzle, or a block of them."""
        if not isinstance(item, (Entry, InputError)):
            if not item.others:
                self.add_rows(item.values)
            for each in item if item.others else ():
                self.add(each)
            return
        data = b"?"
        if isinstance(item, Entry):
            values, candidates = item.grid.values, item.grid.candidates
            is_usual = candidates is None and item.grid.geometry.size < 256
            data = bytes(values) if is_usual else repr((values, candidates)).encode()
        self.count += 1
        self.sum = crc32(data, self.sum)

    def add_rows(self, values: Any) -> None:  # noqa: ANN401  an array
        """Add puzzles of one size, a row each."""
        self.count += len(values)
        self.sum = crc32(values.tobytes(), self.sum)


@dataclass(kw_only=True)
class Solving:
    """Answers puzzles, writes the answers, and says what there is to say about them.

    Args:
        run: The run.
        solver: What answers.
        writer: What writes answers.
        search: What makes such a solver in another process.
        every: Whether every solution is written.
        limit: How many of them at most.
        unique: Whether more than one solution is a fault.
        second: Whether to look for a second solution at all.
        stats: Whether to report what each answer took.
        explain: Whether to report which engines are chosen.
        stopped: Which limit came first, where an answer is not certain.
        to: The format.
        options: What has to be the same where --resume goes on.

    Attributes:
        statuses: How many puzzles had each status.
    """

    run: Run
    solver: Solver
    writer: AnswerWriter
    search: Search
    every: bool
    limit: int | None
    unique: bool
    second: bool
    stats: bool
    explain: bool
    stopped: str
    to: str
    options: list[Any]
    statuses: Counter[Status] = field(default_factory=Counter[Status], init=False)
    _answered: Fingerprint = field(default_factory=Fingerprint, init=False)
    _by_lanes: str = field(default="", init=False)
    _chosen: str = field(default="", init=False)
    _last: Answer | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.run.write_error = self._unreadable
        self.run.out.keep = False  # but for what `finishing` marks
        self._resumes = self.to in _RESUMED and not self.every

    def resume(
        self, earlier: tuple[str, dict[str, Any]] | None, items: Iterable[Any]
    ) -> Iterable[Any]:
        """Write the answers of an earlier run; return the puzzles without an answer.

        Raises:
            UsageError: The answers are not to these puzzles.
        """
        if not self._resumes:
            known = ", ".join(_RESUMED)
            raise UsageError(f"--resume goes on with {known}; not {self.to}")
        if earlier is None:
            return items
        path, record = earlier
        shown = printable(path, 200)
        if record["options"] != self.options:
            raise UsageError(
                f"{shown} was written with another --to, --to-symbols, --stats or "
                "--unique; --resume goes on with the same options"
            )
        seen = self._answered
        kept: list[Any] = []
        for item in items:
            of_file = item.line is None if isinstance(item, InputError) else False
            if of_file or getattr(item, "is_error_of_file", False):
                kept.append(item)  # of a file, which has no answer
                continue
            missing = record["answers"] - seen.count
            if isinstance(item, (Entry, InputError)) or item.items <= missing:
                seen.add(item)
            else:
                seen.add(item.select(slice(missing)))
                kept.append(item.select(slice(missing, None)))
            if seen.count == record["answers"]:
                break
        if (seen.count, seen.sum) != (record["answers"], record["sum"]):
            raise UsageError(
                f"{shown} has {counted(record['answers'], 'answer')}, and they are not "
                "to the first puzzles of this input; --resume goes on with the same one"
            )
        self.writer.resume(path, tuple(record["columns"]))
        self.run.codes.update(record["codes"])
        if self.to in _LINES:
            self._mark()
        return chain(kept, items)

    def _mark(self) -> None:
        """Note in the output that all answers so far are whole."""
        record = {
            "options": self.options,
            "answers": self._answered.count,
            "sum": self._answered.sum,
            "codes": sorted(self.run.codes),
            "columns": self.writer.columns,
        }
        self.run.out.mark(record if self._resumes else None)

    @contextmanager
    def finishing(self, *, keep_record: bool) -> Generator[None]:
        """Close the writer at the end; what was begun is ended, whatever happens.

        Args:
            keep_record: Whether --resume may go on behind the end, too.
        """
        try:
            yield
        except BaseException as error:
            is_begun = self.run.count or self._answered.count
            stopped = isinstance(error, KeyboardInterrupt)
            if stopped or (is_begun and not isinstance(error, OSError)):
                # What came first is reported.
                with suppress(OSError, SatdokuError, ValueError):
                    self.writer.close()
                    if is_begun:
                        self._mark()
            raise
        self.writer.close()
        self.run.out.failed = self.run.code == exits.UNREADABLE
        self._resumes = keep_record
        self._mark()

    def answer(self, items: Iterable[Any], lanes: Lanes | None, because: str) -> None:
        """Answer puzzles and write the answers.

        Args:
            items: The puzzles; in blocks for lanes.
            lanes: What answers blocks at once; None to answer one by one.
            because: Why it does.
        """
        run = self.run
        found: Iterable[tuple[Entry, Result | Callable[[], Result] | None]]
        if lanes is not None:
            self._by_lanes = f"chosen: lanes, many puzzles at once: {because}"
            found = run.pairs(self._rows_written(lanes.answers(items)))
        elif run.worker_count > 1 and not self.every:
            setup = (self.search, self.solver.puzzles, self.second)
            found = run.answers(answerer, setup, items)
        else:
            found = ((entry, None) for entry in run.puzzles(items))
        for entry, find in found:
            if self.explain:
                self._explain_choice(entry, at_once=isinstance(find, Result))
            try:
                if self.every:
                    self._all(entry)
                    continue
                one = find or partial(self._one, entry.grid)
                self._write(entry, one if isinstance(one, Result) else one())
            except (LimitError, InputError, UsageError) as error:
                run.refuse(error, entry)
        if lanes is not None and self.stats:
            lanes.say_statistics()

    def _rows_written(self, found: Iterable[Found]) -> Iterator[Any]:
        """Write the rows among what lanes has found; yield what is left, in order."""
        run = self.run
        for item, result in found:
            if not isinstance(item, tuple):
                yield item, result
                continue
            if self.explain:
                self._explain_choice(item.block.entry(item.start), at_once=True)
            with run.out.record():
                self.writer.rows(item)
                self._answered.add_rows(item.block.values[item.start : item.stop])
                count = item.stop - item.start
                several = int((item.batch.counts[item.start : item.stop] > 1).sum())
                self.statuses[Status.UNIQUE] += count - several
                self.statuses[Status.MULTIPLE] += several
                run.count += count
            self._mark_if_much()

    def _mark_if_much(self) -> None:
        if self.to in _LINES and self.run.out.wants_mark:
            self._mark()

    def _unreadable(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that cannot be read or answered."""
        if entry is None and getattr(error, "line", None) is None:
            return  # a file has no answer
        with self.run.out.record():
            self.writer.unreadable(error, entry)
            self._answered.add(entry or InputError(""))
        self._mark_if_much()

    def _explain_choice(self, entry: Entry, *, at_once: bool) -> None:
        """Say which engines are chosen, where that is not as before."""
        if at_once:
            text = self._by_lanes
        elif entry.grid.clashes():
            text = "chosen: nothing; the clues clash"
        else:
            question = choice.Question.ALL if self.every else choice.Question.FEW
            chosen = self.solver.choice(entry.grid, question)
            text = f"chosen: {choice.describe(chosen)}"
        if text != self._chosen:
            self._chosen = text
            self.run.say_about(entry, text)

    def _one(self, puzzle: Puzzle) -> Result:
        return self.solver.solve(
            puzzle, unique=self.second, timeout=self.search.timeout
        )

    def _write(self, entry: Entry, result: Result) -> None:
        """Write an answer of one solution or none, and report on it."""
        solution = result.solution
        answer = Answer(result, int(solution is not None), stopped=self.stopped)
        with self.run.out.record():
            self.writer.begin(entry)
            if solution is not None:
                self.writer.solution(entry, solution)
            self._end(entry, answer)
        self._mark_if_much()

    def _end(self, entry: Entry, answer: Answer) -> None:
        with self.run.out.record():
            self.writer.end(entry, answer)
            self._answered.add(entry)
            self._report(entry, answer)

    def _all(self, entry: Entry) -> None:
        """Write every solution as it is found, or the first `limit` of them."""
        started = perf_counter()
        walk = self.solver.solutions(entry.grid, timeout=self.search.timeout)
        first: list[Grid] = []
        found, stopped = 0, False
        try:
            for solution in islice(walk, self.limit):
                if not found:
                    self.writer.begin(entry)
                self.run.progress.before_answer()
                self.writer.solution(entry, solution)
                found += 1
                self.run.progress.count(found)
                if found <= 2:  # as many as a Result holds
                    first.append(solution)
        except Stopped:
            stopped = True
        finally:
            walk.close()
        if not found:
            self.writer.begin(entry)
        is_cut = not stopped and found == self.limit
        if found > 1:
            status = Status.MULTIPLE
        elif found == 1:
            status = Status.FOUND if stopped or is_cut else Status.UNIQUE
        else:
            status = Status.UNKNOWN if stopped else Status.NONE
        result = Result(
            entry.grid,
            status,
            first[0] if first else None,
            first[1] if found > 1 else None,
            not stopped,
            walk.reason if status is Status.NONE else None,
            walk.engine,
            walk.encoding,
            walk.simplified,
            walk.statistics,
            perf_counter() - started,
            walk.because,
        )
        self._end(entry, Answer(result, found, is_cut))

    def _report(self, entry: Entry, answer: Answer) -> None:
        """Count an answer, and say what there is to say about it."""
        run, result = self.run, answer.result
        self._last = answer
        self.statuses[result.status] += 1
        searched = searched_by(result) or "no search"
        because = f": {result.because}" if result.because else ""
        run.explain(entry, "search", searched + because, key=searched)
        if result.status is Status.NONE:
            run.codes.add(exits.NO)
            run.say_about(entry, f"no solution: {reason(result)}")
        elif result.status is Status.MULTIPLE and self.unique:
            run.codes.add(exits.NO)
            kind = "more than one solution"
            run.say_about(entry, f"{kind}: {difference(result)}", kind=kind)
        elif not result.certain:
            run.codes.add(exits.STOPPED)
            known = {
                Status.UNKNOWN: "no solution found by then",
                Status.FOUND: "it may not be the only solution",
                Status.MULTIPLE: f"there may be more than these {answer.found:,}",
            }
            if not run.quiet:  # a limit somebody set; the exit code says so
                text = f"{answer.stopped}: {known[result.status]}"
                run.say_about(entry, text, kind=answer.stopped)
        if self.stats and not (self._by_lanes and result.engine == "lanes"):
            say(f"{place_of(entry)}: {result.status}: {statistics_text(result)}")

    def summary(self) -> None:
        """Say how it went."""
        run = self.run
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
            complete = "The grid was complete already, and keeps every rule."
            return (
                complete if result.puzzle.is_complete else "This is the only solution."
            )
        if result.status is not Status.MULTIPLE or not result.certain:
            return ""
        if self.every:
            return f"These are all {answer.found:,} solutions."
        if self.unique:
            return ""  # reported already, as a fault
        return (
            f"This is one solution of several: {difference(result)}. --all writes "
            "every one, `satdoku count` counts them."
        )
