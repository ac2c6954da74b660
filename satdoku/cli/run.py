"""One run of a command over puzzles: what all such commands share.

Example of a command's body::

    with run.writing():
        for entry in run.puzzles():      # reads, counts, shows progress
            with run.guard(entry):       # an error of this puzzle: reported, go on
                run.write(entry, record, text)
        run.summary([(solved, "solved")])
    return run.code
"""

from __future__ import annotations

import sys
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain, islice
from select import select
from threading import Semaphore
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

from satdoku.cli import exits
from satdoku.cli.messages import refuse, say
from satdoku.cli.output import Output, kind_of_output
from satdoku.cli.progress import Progress
from satdoku.cli.reading import Picked, Reader, file_size, place_of
from satdoku.errors import InputError, LimitError, Stopped, UsageError, counted
from satdoku.formats import PuzzleRecord
from satdoku.formats.records import SCHEMA, place_record, to_json, understood
from satdoku.formats.source import source_name
from satdoku.solving.choice import LANES_FROM

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from satdoku.errors import SatdokuError
    from satdoku.formats.bulk import Block
    from satdoku.puzzle.puzzle import Puzzle

    Item: TypeAlias = PuzzleRecord | InputError | Callable[[], None]
    """A puzzle, why one cannot be read, or what is to be done before the next one."""


Setup = TypeVar("Setup")
Answer = TypeVar("Answer")
Known = TypeVar("Known")

_AHEAD = 8
"""Puzzles for each worker that are on their way: some are hard, most of them easy."""

_LARGE = 20_000
"""Bytes of input from which puzzles are read many at a time: 250 puzzles of 9x9."""

_BATCH = 1_024
_PAUSE = 0.2
"""Seconds without input after which a pipe is not filled by another program."""
_PIPED = 4_096
"""Bytes of a pipe that has more to come at once."""

_MAX_ALIKE = 10
"""Messages of one kind; further ones are counted."""


@dataclass(kw_only=True)
class Run:
    """The shared options of a command, and what became of its puzzles.

    The options are those of `satdoku.cli.options`, by the same names.

    Attributes:
        reader: What reads the puzzles.
        output: Where the data goes, while the run is open.
        progress: The line of progress.
        codes: The exit codes that were right for some of the puzzles.
        count: How many puzzles there were, unreadable ones too.
        write_error: Writes what stands for a puzzle without an answer.
        unread_files: How many files could not be read.
    """

    reader: Reader = field(default_factory=Reader)
    files: tuple[str, ...] = ()
    strict: bool = False
    first: int | None = None
    pick: str | None = None
    workers: str | None = None
    quiet: bool = False
    verbose: bool = False
    output: str | None = None
    force: bool = False
    as_json: bool = False

    def __post_init__(self) -> None:
        self._picked = Picked(self.pick, self.first)
        self.out: Output
        self.progress: Progress
        self.codes: set[int] = set()
        self.count = self.refused = self.stopped = 0
        self.unread_files = 0
        self.write_error = self._write_error
        self._entries: Iterator[PuzzleRecord | InputError] | None = None
        self._busy = False
        self._started = perf_counter()
        self._alike: dict[str, int] = {}
        self._verbose_last: dict[str, str] = {}

    def kind(self, *others: str, json: bool = True, asked: str | None = None) -> str:
        """Return what is written, as options or the ending of -o say; note JSON.

        Args:
            others: What the command can write beside text and JSON: html, csv, ...
            json: Whether it can write JSON.
            asked: What another option than --json asks for.

        Raises:
            UsageError: They contradict each other, or the ending is another.
        """
        if self.as_json and asked is not None:
            raise UsageError(f"--json and --{asked} exclude each other")
        kinds = (*(("json",) if json else ()), *others)
        asked = "json" if self.as_json else asked
        kind = kind_of_output(self.output, kinds, asked)
        self.as_json = kind == "json"
        return kind

    @contextmanager
    def writing(
        self,
        *,
        content: str = "the answers so far",
        unit: str = "puzzle",
        earlier: str | None = None,
    ) -> Generator[Output]:
        """Open the output and show progress; say where Ctrl-C came.

        Args:
            content: What is written, in messages.
            unit: What is counted; empty where nothing is.
            earlier: The file of an earlier run that is continued.
        """
        if self.strict:
            self.reader.check(self.files)
        output = Output(
            self.output,
            force=self.force,
            inputs=self.files,
            keep=True,
            content=content,
            earlier=earlier,
        )
        progress = Progress(
            wanted=not self.quiet,
            shared=output.is_terminal,
            unit=unit,
            part=self.reader.part,
        )
        with output as self.out, progress as self.progress:
            try:
                output.before_record = progress.before_answer
                yield output
            except KeyboardInterrupt:
                self._say_rest()
                done = f"after {counted(self.count, unit)}"
                if unit:
                    where = f"in {unit} {self.count:,}" if self._busy else done
                    say(f"satdoku: stopped {where}")
                raise
            finally:
                self._say_rest()

    def entries(self) -> Iterator[PuzzleRecord | InputError]:
        """Yield the puzzles of this run, and for each unreadable one its error."""
        if self._entries is None:
            self._entries = self._picked.of(self.reader.entries(self.files))
        return self._entries

    def blocks(
        self, to: str | None = None, *, solutions: bool = False
    ) -> Iterator[Block]:
        """Yield the puzzles many at a time, for answers in a format.

        Args:
            to: The format.
            solutions: Whether stated solutions are needed.
        """
        read = self.reader.blocks(
            self.files,
            columns=to in {"csv", "parquet"},
            one_by_one=self.verbose or to == "json",
            solutions=solutions,
        )
        return self._picked.of_blocks(read)

    def lane_blocks(self, *, solutions: bool = False) -> Iterator[Block] | None:
        """Return all puzzles in blocks, where engine lanes answers so many.

        None where it does not; `entries` still yields them.

        Args:
            solutions: Whether stated solutions are needed; puzzles without one are no
                rows.
        """
        if not self.is_large or self.reader.repair or self.reader.variant:
            return None
        blocks = self.blocks(solutions=solutions)
        first = self.first_blocks(blocks, LANES_FROM)
        blocks = chain(first, blocks)
        if are_many(first):
            return blocks
        self._entries = chain.from_iterable(blocks)
        return None

    def first_blocks(self, blocks: Iterator[Block], number: int) -> list[Block]:
        """Return the blocks with the first puzzles, as many as there are.

        A pipe that pauses waits for answers to the puzzles so far.
        """
        first: list[Block] = []
        for block in blocks:
            first.append(block)
            enough = sum(each.items for each in first) >= number
            if enough or ("-" in (self.files or "-") and _pauses()):
                break
        return first

    @cached_property
    def input_size(self) -> float:
        """How many bytes the input has, as far as can be seen.

        To be found out before anything is read.
        """
        names = self.files or ("-",)
        total = float(sum(max(file_size(name), 0) for name in names))
        with suppress(AttributeError, OSError, ValueError):  # its reader reports it
            if "-" in names and file_size("-") < 0 and not sys.stdin.isatty():
                stream: Any = sys.stdin.buffer
                # A pipe that fills the buffer has more to come.
                total += _LARGE * (len(stream.peek(1)) >= _PIPED)
        return total

    @property
    def is_large(self) -> bool:
        """Whether puzzles are read many at a time."""
        return self.input_size >= _LARGE

    def head(self, number: int = 2) -> list[PuzzleRecord | InputError]:
        """Return the first puzzles; `entries` still yields them."""
        entries = self.entries()
        found = list(islice(entries, number))
        self._entries = chain(found, entries)
        return found

    def one(self, file: str, *, quiet: bool = False) -> PuzzleRecord:
        """Return the puzzle of a file that is picked, or the first.

        Args:
            file: The file.
            quiet: Whether to keep back that there are more.

        Raises:
            InputError: It cannot be read, or there is none.
        """
        entries = Picked(self.pick, self.first).of(self.reader.entries([file]))
        try:
            entry = next(entries, None) or InputError("no puzzle")
        except InputError as error:  # there are not so many
            entry = error
        if isinstance(entry, InputError):
            raise entry.at(source=source_name(file))
        self.explain_reading(entry)
        chosen = self.pick is not None or self.first is not None
        if not (chosen or quiet or self.quiet) and next(entries, None) is not None:
            say("This is the first puzzle of several; --pick N takes another.")
        return entry

    def only(self, file: str) -> PuzzleRecord:
        """Return the puzzle of a file that is picked, or the only one it has.

        Raises:
            InputError: It cannot be read, there is none, or there are several.
        """
        if self.pick is not None or self.first is not None:
            return self.one(file)
        entry = self.reader.only(file, hint="--pick N picks one")
        self.explain_reading(entry)
        return entry

    def puzzles(
        self, entries: Iterable[PuzzleRecord | InputError] | None = None
    ) -> Iterator[PuzzleRecord]:
        """Yield the puzzles that can be read; report the others.

        Raises:
            InputError: One cannot be read, and --strict was given.
        """
        items = self.entries() if entries is None else entries
        return (entry for entry, _ in self.pairs((item, None) for item in items))

    def pairs(
        self, pairs: Iterable[tuple[Item, Known]]
    ) -> Iterator[tuple[PuzzleRecord, Known]]:
        """Yield the puzzles as `puzzles` does, each with what comes with it.

        An item may also be what is to be done before the next one.
        """
        for item, known in pairs:
            self.progress.tick(self.count)
            if isinstance(item, InputError):
                if self.strict:
                    raise item
                self.refuse(item)
            elif isinstance(item, PuzzleRecord):
                self.count += 1
                self._busy = True
                self.explain_reading(item)
                yield item, known
                self._busy = False
            else:
                item()

    def answers(
        self,
        begin: Callable[[Setup], Callable[[Puzzle, Known | None], Answer]],
        setup: Setup,
        pairs: Iterable[tuple[Item, Known | None]] | None = None,
        is_quick: Callable[[Known], bool] = lambda _: False,
    ) -> Generator[tuple[PuzzleRecord, Callable[[], Answer]]]:
        """Yield each puzzle that can be read, with a call that returns its answer.

        With --workers the answers come from processes, some puzzles ahead, where as
        many puzzles are left as make up for their start; the call waits for its own.

        Args:
            begin: A function of a module, called in each process: given the setup, it
                returns what answers a puzzle, given what is known of it.
            setup: What all puzzles have in common.
            pairs: The puzzles, each with what is known of it; all of this run if None.
            is_quick: Whether a puzzle of which so much is known needs no process.
        """
        rest = iter(
            ((item, None) for item in self.entries()) if pairs is None else pairs
        )
        workers = self.worker_count  # a wrong number is refused now
        answer, done, spent = begin(setup), 0, 0.0
        if workers == 1:
            for entry, known in self.pairs(rest):
                yield entry, partial(answer, entry.puzzle, known)
            return
        from satdoku.runtime import processes  # noqa: PLC0415  slow; one needs none

        def timed(puzzle: Puzzle, known: Known | None) -> Answer:
            nonlocal done, spent
            done += 1
            started = perf_counter()
            try:
                return answer(puzzle, known)
            finally:
                spent += perf_counter() - started

        for entry, known in self.pairs(rest):
            quick = known is not None and is_quick(known)
            yield entry, partial(answer if quick else timed, entry.puzzle, known)
            fewest = processes.items_that_pay(done, spent)
            if fewest is not None:
                break
        else:
            return
        self._busy = False
        ahead = [] if self.is_slow else list(islice(rest, fewest))
        if not self.is_slow and len(ahead) < fewest:
            for entry, known in self.pairs(ahead):
                yield entry, partial(answer, entry.puzzle, known)
            return
        with closing(processes.Pool(_begin, (begin, setup), workers)) as pool:

            def start(
                pair: tuple[Item, Known | None],
            ) -> tuple[Item, Callable[[], Answer]]:
                item, known = pair
                if not isinstance(item, PuzzleRecord) or (
                    known is not None and is_quick(known)
                ):
                    puzzle: Any = getattr(item, "puzzle", None)
                    return item, partial(answer, puzzle, known)
                job = pool.submit((item.puzzle, known))
                return item, partial(processes.wait_for, job)

            source = (pair for pair in chain(ahead, rest))
            jobs = processes.prefetch(source, start, Semaphore(_AHEAD * workers))
            with closing(jobs):
                yield from self.pairs(jobs)

    def batches(
        self, answer: Callable[[list[Puzzle]], Mapping[int, Known]]
    ) -> Iterator[tuple[Item, Known | None]]:
        """Yield each puzzle with what is known of it from a batch.

        Args:
            answer: Returns the answers that it has, by index, to a list of puzzles; not
                called for few puzzles, which engine lanes would not answer faster, nor
                where puzzles come slowly.
        """
        are_many = not self.is_slow and len(self.head(LANES_FROM)) == LANES_FROM
        entries = self.entries()
        while block := list(islice(entries, _BATCH if are_many else 1)):
            puzzles = [item.puzzle for item in block if isinstance(item, PuzzleRecord)]
            answers = answer(puzzles) if are_many else {}
            known = iter([answers.get(at) for at in range(len(puzzles))])
            for item in block:
                yield item, next(known) if isinstance(item, PuzzleRecord) else None

    @cached_property
    def is_slow(self) -> bool:
        """Whether puzzles come from a keyboard, or a pipe with little in it.

        To be found out before anything is read.
        """
        if self.files and "-" not in self.files:
            return False
        try:
            stream: Any = sys.stdin.buffer
            return stream.isatty() or len(stream.peek(1)) < _PIPED
        except (AttributeError, OSError, ValueError):  # closed; or no file, in a test
            return False

    @property
    def worker_count(self) -> int:
        """How many processes answer, by --workers.

        Raises:
            BadParameter: It is neither a number from 1 nor `all`.
        """
        if self.workers is None or self.workers == "1":
            return 1
        from satdoku.runtime.processes import workers_of  # noqa: PLC0415  slow; one needs none

        text = self.workers
        try:
            return workers_of(int(text) if text.isdecimal() else text)
        except UsageError as error:
            raise click.BadParameter(str(error), param_hint="--workers") from None

    @contextmanager
    def guard(self, entry: PuzzleRecord) -> Generator[None]:
        """Report an error of one puzzle, and go on."""
        try:
            yield
        except (LimitError, InputError, UsageError) as error:
            self.refuse(error, entry)
        except Stopped as stop:
            self.say_stopped(entry, str(stop))
            self.write_error(stop, entry)

    def refuse(self, error: SatdokuError, entry: PuzzleRecord | None = None) -> None:
        """Report a puzzle or file that cannot be read or answered."""
        self.codes.add(exits.UNREADABLE)
        if entry is not None:  # counted when it was read
            self.refused += 1
        elif getattr(error, "line", None) is None:
            self.unread_files += 1
        else:
            self.count += 1
            self.refused += 1
        refuse(error, "" if entry is None else place_of(entry))
        self.write_error(error, entry)

    def _write_error(self, error: SatdokuError, entry: PuzzleRecord | None) -> None:
        if self.as_json:
            self.out.write(error_json(error, entry))

    def write(
        self, entry: PuzzleRecord, record: Mapping[str, object], text: str
    ) -> None:
        """Write the answer to a puzzle: as JSON if asked for, else as text."""
        if self.as_json:
            text = to_json({**place_record(entry), **record}) + "\n"
        self.out.write(text)

    def say_stopped(self, entry: PuzzleRecord, why: str) -> None:
        """Say that a limit ended the work on a puzzle."""
        self.codes.add(exits.STOPPED)
        self.stopped += 1
        self.say_about(entry, why)

    def say_about(
        self, entry: PuzzleRecord, text: str, *, kind: str | None = None
    ) -> None:
        """Say something about a puzzle; of a kind only the first ten times."""
        if kind is not None:
            self._alike[kind] = self._alike.get(kind, 0) + 1
            if self._alike[kind] > _MAX_ALIKE:
                return
        say(f"satdoku: {place_of(entry)}: {text}")

    def _say_rest(self) -> None:
        for kind, number in self._alike.items():
            if number > _MAX_ALIKE:
                more = counted(number - _MAX_ALIKE, "more puzzle")
                say(f"satdoku: and {more}: {kind} (--json lists them)")
        self._alike.clear()

    def explain(
        self, entry: PuzzleRecord, topic: str, text: str, *, key: str = ""
    ) -> None:
        """Say, with --verbose, what is done; only if it is not as for the last puzzle.

        Args:
            entry: The puzzle.
            topic: What it is about.
            text: What is said.
            key: What has to differ; the text if empty.
        """
        if self.verbose and self._verbose_last.get(topic) != (key or text):
            self._verbose_last[topic] = key or text
            say(f"satdoku: {place_of(entry)}: {text}")

    def explain_reading(self, entry: PuzzleRecord) -> None:
        """Say, with --verbose, how a puzzle was understood."""
        if self.verbose:
            text = understood(entry)
            self.explain(entry, "reading", text, key=f"{entry.source} {text}")

    @property
    def is_single(self) -> bool:
        """Whether there was nothing but one puzzle, or one file without any."""
        return self.count + self.unread_files == 1

    @property
    def code(self) -> int:
        """The exit code of the run."""
        return exits.worst(self.codes)

    def summary(self, counts: Iterable[tuple[int, str]]) -> None:
        """Say how it went, for several puzzles.

        Args:
            counts: How many puzzles were what.
        """
        if self.quiet or self.is_single:
            return
        text = (
            f"{counted(self.count, 'puzzle')} in {perf_counter() - self._started:.2f} s"
        )
        parts = [
            *counts,
            (self.stopped, "out of time"),
            (self.refused, "refused"),
        ]
        details = ", ".join(f"{number:,} {what}" for number, what in parts if number)
        if details:
            text += f": {details}"
        if self.unread_files:
            were = "was" if self.unread_files == 1 else "were"
            text += f"; {counted(self.unread_files, 'file')} {were} not read"
        say(text)


def are_many(first: Iterable[Block]) -> bool:
    """Whether engine lanes answers all puzzles, by the blocks of the first ones."""
    rows = sum(len(block.values) for block in first)
    items = sum(block.items for block in first)
    return items >= LANES_FROM and 2 * rows >= items


def _begin(
    work: tuple[Callable[[Setup], Callable[[Puzzle, Known], Answer]], Setup],
) -> Callable[[tuple[Puzzle, Known]], Answer]:
    """Return what answers pairs in a worker process."""
    begin, setup = work
    answer = begin(setup)
    return lambda pair: answer(*pair)


def _pauses() -> bool:
    """Whether standard input has nothing to read for a moment."""
    with suppress(OSError, ValueError):  # no file behind it; Windows has no `select`
        return not select([sys.stdin], [], [], _PAUSE)[0]
    return False


def under_rules(entry: PuzzleRecord) -> str:
    """Return what to add where the source may have rules that were not read."""
    return " under the rules that were read" if entry.metadata.warnings else ""


def error_json(error: SatdokuError, entry: PuzzleRecord | None) -> str:
    """Return the JSON line of a puzzle that has no answer."""
    if entry is not None:
        record = {**place_record(entry), "status": "unknown"}
    else:
        record = {
            "schema": SCHEMA,
            "source": getattr(error, "source", None),
            "line": getattr(error, "line", None),
            "status": "unreadable",
        }
    return to_json({**record, "error": str(error)}) + "\n"
