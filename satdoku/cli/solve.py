"""`satdoku solve`."""

from __future__ import annotations

import os
import stat
import sys
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from select import select
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from satdoku import choice
from satdoku.answers import Result, Status
from satdoku.choice import AUTO, LANES_FROM
from satdoku.cli import exits
from satdoku.cli.answers import (
    Answer,
    GridWriter,
    JsonWriter,
    SatWriter,
    difference,
    reason,
    searched_by,
    statistics_text,
)
from satdoku.cli.messages import say, say_compiling
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
from satdoku.cli.reading import place_of
from satdoku.cli.writing import format_of_ending
from satdoku.errors import InputError, LimitError, SatdokuError, Stopped, UsageError
from satdoku.formats import Entry
from satdoku.formats.cells import box_text
from satdoku.formats.metadata import symbols_for
from satdoku.formats.registry import written_names
from satdoku.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from satdoku.cli.answers import AnswerWriter
    from satdoku.cli.options import Search
    from satdoku.cli.output import Output
    from satdoku.cli.run import Run
    from satdoku.formats.bulk import Block
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle
    from satdoku.solver import Solver
    from satdoku.symbols import Symbols

_LARGE = 20_000
"""Bytes of input from which puzzles are read many at a time: 250 puzzles of 9x9."""

_PAUSE = 0.2
"""Seconds without input after which a pipe is not filled by another program."""

_WORTH_COMPILING = 4096
"""Puzzles for which it pays to wait for the compiler of lanes."""

_LINES = ("line", "csv", "json")
_RESUMED = (*_LINES, "npy", "parquet")
"""Formats with a line a puzzle."""

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
    run.as_json = False  # the writer sees to it
    every = every or limit is not None
    _check(every=every, limit=limit, unique=unique, as_sat=name == "sat")
    alone = {
        "--to sat": name == "sat",
        "--all": every,
        "--encoding": search.encoding is not None,
        "--heuristic": search.heuristic is not None,
        "--timeout": search.timeout is not None,
        "--max-clauses": search.max_clauses != MAX_CLAUSES,
        "--repair": run.reader.repair,
        f"--engine {search.engine}": search.engine.lower() not in {AUTO, "lanes"},
    }
    about_lanes = {
        "--dask": dask is not None,
        "--executor": executor is not None,
        "--max-guesses": max_guesses is not None,
    }
    size = _input_size(run.files)  # before anything is read
    at_once, forced = _at_once(run, search.engine, alone, about_lanes, size)
    if resume:
        _check_resume(run, {"--to sat": name == "sat", "--all": every})
    earlier = _earlier(run.output) if resume else None
    again = "--resume goes on from there" if run.output else ""
    with run.writing(earlier=earlier, resume=again) as output:
        # Read before --shard and --resume take their part, so that all parts of an
        # input are answered alike.
        is_part = resume or run.part.is_part
        # With a format, no answer waits for the next puzzle.
        waits = (name is None and not is_part) or name == "sat" or every
        wanted = 2 if waits else 1
        blocks: Iterator[Block] | None = None
        first: list[Block] = []
        if at_once:
            blocks = run.blocks(name)
            first = _first_blocks(blocks, wanted if forced else LANES_FROM, run.files)
            blocks = run.part.of_blocks(chain(first, blocks))
            head = list(islice(chain.from_iterable(first), 2))
        else:
            head = run.head(wanted)
        several = is_part or not waits or len(head) > 1
        if several and name == "sat":
            raise click.UsageError("--to sat is for one puzzle; expected no other")
        name = name or ("line" if is_part else _usual_format(head))
        symbols = _symbols(name, to_symbols)
        writer = _writer(
            name,
            output,
            symbols,
            several=several,
            titles=several and every,
            stats=stats and not every,
        )
        compiling = None if run.quiet else say_compiling
        solver = search.solver(puzzles=_expected(size, head), compiling=compiling)
        solving = Solving(
            run=run,
            solver=solver,
            writer=writer,
            search=search,
            every=every,
            limit=limit,
            unique=unique,
            second=name != "sat",
            stats=stats,
            explain=explain_choice,
        )
        lanes: dict[str, Any] | None = None
        if forced or _are_many(first):
            has_rows = name in _ROWS and symbols is None and not run.verbose
            lanes = {
                "rows": writer if has_rows else None,
                "because": "it was asked for" if forced else "many puzzles",
                "few": sum(len(each.values) for each in first) < _WORTH_COMPILING,
                "executor": executor,
                "max_guesses": max_guesses,
                "dask": dask,
            }
        output.keep_after_errors(lines=name in _LINES, resumes=name in _RESUMED)
        with solving.finishing():
            resumed = (earlier, name, symbols) if earlier else None
            _answer(solving, blocks, lanes, resumed)
        output.failed = run.code == exits.UNREADABLE
    solving.summary()
    if isinstance(writer, SatWriter) and run.code != exits.UNREADABLE:
        return writer.code
    return run.code


def _check(*, every: bool, limit: int | None, unique: bool, as_sat: bool) -> None:
    """Refuse options that do not go together."""
    if as_sat and (every or unique):
        raise click.UsageError(
            "--to sat writes one model; leave out --all and the like"
        )
    if unique and limit == 1:
        raise click.UsageError("--unique needs a second solution; --limit 1 forbids it")


def _at_once(
    run: Run,
    engine: str,
    alone: dict[str, bool],
    about_lanes: dict[str, bool],
    size: float,
) -> tuple[bool, bool]:
    """Return whether blocks of puzzles are answered at once, and whether by request.

    Raises:
        UsageError: It is asked for and ruled out.
    """
    against = next((name for name, given in alone.items() if given), None)
    asked = next((name for name, given in about_lanes.items() if given), None)
    if about_lanes["--dask"] and run.workers is not None:
        raise click.UsageError("--dask has workers of its own; leave out --workers")
    if against is not None:
        if asked is not None:
            raise click.UsageError(
                f"{asked} is about engine lanes and many puzzles; leave out {against}"
            )
        return False, False
    if asked is not None or engine.lower() == "lanes" or run.worker_count > 1:
        return True, asked is not None or engine.lower() == "lanes"
    return size >= _LARGE, False


def _input_size(files: tuple[str, ...]) -> float:
    """Return how many bytes the input has, as far as can be seen."""
    total = 0.0
    for name in files or ("-",):
        with suppress(OSError, ValueError, AttributeError):  # its reader reports it
            if name != "-":
                total += os.stat(name).st_size  # noqa: PTH116  pathlib takes 10 ms to import
                continue
            stream = sys.stdin.buffer
            info = os.fstat(stream.fileno())
            if stat.S_ISREG(info.st_mode):
                total += info.st_size - stream.tell()
            elif not stream.isatty() and len(getattr(stream, "peek", bytes)(1)) >= 4096:
                total += _LARGE  # a pipe that fills the buffer has more to come
    return total


def _expected(size: float, head: list[Entry | InputError]) -> int:
    """Return about how many puzzles there are, if all are as large as the first."""
    cells = [item.grid.geometry.cells for item in head if isinstance(item, Entry)]
    return max(1, int(size // (max(cells, default=81) + 1)))


def _check_resume(run: Run, against: dict[str, bool]) -> None:
    for name, given in against.items():
        if given:
            raise click.UsageError(f"--resume does not go with {name}")
    if run.output in {None, "-"}:
        raise click.UsageError("--resume goes on with a file; say which with -o")


def _earlier(output: str | None) -> str | None:
    """Return the file with the answers of an earlier run, if there is one.

    A run that would have replaced a file has left its answers beside it.
    """
    names = (f"{output}.partial", str(output))
    return next(filter(os.path.lexists, names), None)


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
    titles: bool,
    stats: bool,
) -> AnswerWriter:
    """Return what writes answers.

    Raises:
        UsageError: The format cannot hold them, or not where they go to.
    """
    if name in {"json", "sat"}:
        return JsonWriter(output) if name == "json" else SatWriter(output)
    if name in {"csv", "npy", "parquet"}:
        from satdoku.cli import answer_tables  # noqa: PLC0415  only for tables

        if name == "npy":
            return answer_tables.ArrayWriter(output)
        is_csv = name == "csv"
        kind = answer_tables.CsvWriter if is_csv else answer_tables.ParquetWriter
        return kind(output, symbols, stats=stats)
    coloured = False
    if name == "grid" and output.is_terminal:
        from satdoku.cli.options import has_colours  # noqa: PLC0415  for terminals

        coloured = has_colours(output)
    return GridWriter(
        output, name, places=several, titles=titles, symbols=symbols, coloured=coloured
    )


def _answer(
    solving: Solving,
    blocks: Iterator[Block] | None,
    lanes: dict[str, Any] | None,
    earlier: tuple[str, str, Symbols | None] | None,
) -> None:
    """Answer the puzzles of the input: in blocks by lanes, or one by one.

    Args:
        solving: What answers and reports them.
        blocks: The puzzles, where they are read many at a time.
        lanes: Options of `BulkSolving`; None to answer one by one.
        earlier: The file of an earlier run, its format and symbols.
    """
    run = solving.run
    found = None
    if earlier is not None:
        from satdoku.cli.resume import Earlier  # noqa: PLC0415  numpy

        found = Earlier(*earlier, solving)
    if blocks is not None and lanes is not None:
        from satdoku.cli.bulk import BulkSolving  # noqa: PLC0415  numpy

        bulk = BulkSolving(solving, **lanes)
        bulk.answer(found.rest_of_blocks(blocks) if found else blocks)
        return
    entries = run.entries() if blocks is None else chain.from_iterable(blocks)
    entries = found.rest(entries) if found else entries
    solving.one_by_one(entries, shared=run.worker_count > 1)


def _first_blocks(
    blocks: Iterator[Block], number: int, files: tuple[str, ...]
) -> list[Block]:
    """Return the blocks with the first puzzles, as many as there are.

    A pipe that pauses waits for answers to the puzzles so far.
    """
    first: list[Block] = []
    items = 0
    for block in blocks:
        first.append(block)
        items += block.items
        if items >= number or ("-" in (files or "-") and _pauses()):
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


def answerer(
    setup: tuple[Search, int, bool],
) -> Callable[[Puzzle], Result]:
    """Return what answers a puzzle: in a worker."""
    search, puzzles, second = setup
    solver = search.solver(puzzles=puzzles)
    return lambda puzzle: solver.solve(puzzle, unique=second, timeout=search.timeout)


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
    statuses: Counter[Status] = field(default_factory=Counter[Status], init=False)
    _chosen: str = field(default="", init=False)
    _last: Answer | None = field(default=None, init=False)

    @contextmanager
    def finishing(self) -> Generator[None]:
        """Close the writer at the end; what was begun is ended, whatever happens."""
        try:
            yield
        except BaseException as error:
            begun = self.run.count or hasattr(self.writer, "continue_from")
            if isinstance(error, KeyboardInterrupt) or (
                begun and not isinstance(error, OSError)
            ):
                # What came first is reported.
                with suppress(OSError, SatdokuError, ValueError):
                    self.writer.interrupted()
                    self.writer.close()
            if not self.run.count and not isinstance(error, OSError):
                self.run.out.keep_nothing()
            raise
        self.writer.close()

    def one_by_one(
        self, entries: Iterable[Entry | InputError], *, shared: bool = False
    ) -> None:
        """Answer puzzles one by one; several at a time, by other processes, if shared.

        Every solution of a puzzle is searched for here.
        """
        setup = (self.search, self.solver.puzzles, self.second)
        seen = self._seen(entries)
        answers: Iterable[tuple[Entry, Callable[[], Result]]]
        if shared and not self.every:
            answers = self.run.answers(answerer, setup, seen)
        else:
            answers = ((e, partial(self._one, e.grid)) for e in self.run.puzzles(seen))
        for entry, find in answers:
            if self.explain:
                every = self.every
                question = choice.Question.ALL if every else choice.Question.FEW
                text = "nothing; the clues clash"
                if not entry.grid.clashes():
                    text = choice.describe(self.solver.choice(entry.grid, question))
                self.explain_choice(entry, f"chosen: {text}")
            try:
                if self.every:
                    answer = self._all(entry)
                    self._report(entry, answer, stats=self.stats)
                else:
                    result = find()
                    self.write(entry, Answer(result, int(result.solution is not None)))
            except (LimitError, InputError, UsageError) as error:
                self.run.refuse(error, entry)
                self.writer.unreadable(error, entry)

    def _seen(
        self, entries: Iterable[Entry | InputError]
    ) -> Iterator[Entry | InputError]:
        """Yield the puzzles; keep the place of those that cannot be read."""
        for entry in entries:
            yield entry
            if not isinstance(entry, InputError) or self.run.strict:
                continue
            if entry.line is not None:  # a file has no answer
                self.writer.unreadable(entry, None)

    def explain_choice(self, entry: Entry, text: str) -> None:
        """Say which engines are chosen, where that is not as before."""
        if self.explain and text != self._chosen:
            self._chosen = text
            self.run.say_about(entry, text)

    def _one(self, puzzle: Puzzle) -> Result:
        return self.solver.solve(
            puzzle, unique=self.second, timeout=self.search.timeout
        )

    def write(self, entry: Entry, answer: Answer, *, stats: bool | None = None) -> None:
        """Write an answer of one solution or none, and report on it."""
        with self.run.out.record():
            self.writer.begin(entry)
            if answer.result.solution is not None:
                self.writer.solution(answer.result.solution)
            self.writer.end(answer)
        self._report(entry, answer, stats=self.stats if stats is None else stats)

    def _all(self, entry: Entry) -> Answer:
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
                self.writer.solution(solution)
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
        answer = Answer(result, found, is_cut)
        self.writer.end(answer)
        return answer

    def _report(self, entry: Entry, answer: Answer, *, stats: bool) -> None:
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
        if stats:
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
