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

from contextlib import closing, contextmanager
from functools import partial
from itertools import chain, islice
from threading import Semaphore
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

from satdoku.cli import exits
from satdoku.cli.messages import refuse, say, text_with_options
from satdoku.cli.output import Output, kind_of_output
from satdoku.cli.progress import Progress
from satdoku.cli.reading import Reader, only_one, place_of
from satdoku.errors import InputError, LimitError, Stopped, UsageError, counted
from satdoku.formats import PuzzleRecord
from satdoku.formats.records import (
    place_record,
    to_json,
    understood,
    unread_record,
)
from satdoku.formats.source import source_name
from satdoku.solving.choice import LANES_FROM

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from satdoku.errors import SatdokuError
    from satdoku.puzzle.puzzle import Puzzle

    Item: TypeAlias = PuzzleRecord | InputError | Callable[[], None]
    """A puzzle, why one cannot be read, or what is to be done before the next one."""


Setup = TypeVar("Setup")
Answer = TypeVar("Answer")
Known = TypeVar("Known")


_BATCH = 1_024

_MAX_ALIKE = 10
"""Messages of one kind; further ones are counted."""


class Run:
    """Reports what becomes of puzzles: answers, messages, counts, exit code.

    Args:
        reader: What reads the puzzles.
        output: Where answers go: a file; None or `-` for standard output.
        force: Whether an existing file is replaced.
        as_json: Whether answers are JSON lines.
        quiet: Whether only errors are reported.
        verbose: Whether everything is.
        workers: How many processes answer (--workers).

    Attributes:
        out: Where the data goes, while the run is open.
        progress: The line of progress.
        codes: The exit codes that were right for some of the puzzles.
        count: How many puzzles there were, unreadable ones too.
        stopped: How many had no answer in time.
        kept: How many a stopped run had answered.
        inputs: The files that are read, which no output may replace.
        write_error: Writes what stands for a puzzle without an answer.
        unread_files: How many files could not be read.
    """

    def __init__(
        self,
        reader: Reader | None = None,
        output: str | None = None,
        *,
        force: bool = False,
        as_json: bool = False,
        quiet: bool = False,
        verbose: bool = False,
        workers: str | None = None,
    ) -> None:
        self.reader = reader or Reader()
        self.output, self.force, self.as_json = output, force, as_json
        self.quiet, self.verbose, self.workers = quiet, verbose, workers
        self.reader.quiet = quiet
        self.out: Output
        self.progress: Progress
        self.codes: set[int] = set()
        self.count = self.refused = self.stopped = self.kept = 0
        self.unread_files = 0
        self.write_error = self._write_error
        self.part = self.reader.part
        self.inputs = self.reader.files
        self._busy = False
        self._started = perf_counter()
        self._alike: dict[str, int] = {}
        self._verbose_last: dict[str, str] = {}

    def kind(self, *others: str, json: bool = True, to: str | None = None) -> str:
        """Return what is written, as options or the ending of -o say; note JSON.

        Args:
            others: What the command can write beside text and JSON: html, csv, ...
            json: Whether it can write JSON.
            to: What --to asks for.

        Raises:
            UsageError: They contradict each other, or the ending is another.
        """
        if self.as_json and to not in {None, "json"}:
            raise UsageError(f"--json and --to {to} exclude each other")
        kinds = (*(("json",) if json else ()), *others)
        kind = kind_of_output(self.output, kinds, "json" if self.as_json else to)
        self.as_json = kind == "json"
        return kind

    @contextmanager
    def writing(
        self,
        *,
        content: str = "the answers so far",
        unit: str = "puzzle",
        resume: bool | None = None,
    ) -> Generator[Output]:
        """Open the output and show progress; say where Ctrl-C came.

        Args:
            content: What is written, in messages.
            unit: What is counted; empty where nothing is.
            resume: Whether to go on from a stopped run; None if no run can.

        Raises:
            UsageError: There is no file to go on with.
        """
        if resume and self.output in {None, "-"}:
            raise click.UsageError("--resume goes on with a file; name it with -o")
        output = Output(
            self.output,
            force=self.force,
            inputs=self.inputs,
            keep=True,
            content=content,
            resume=resume,
            quiet=self.quiet,
        )
        progress = Progress(
            enabled=not self.quiet,
            shared=output.is_terminal,
            unit=unit,
            part=self.part,
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

    def one(self) -> PuzzleRecord:
        """Return the first puzzle; say where there are more.

        Raises:
            InputError: It cannot be read, or there is none.
        """
        try:
            entries = self.reader.head(2)
        except InputError as error:  # there are not so many
            entries = [error]
        entry = entries[0] if entries else InputError("no puzzle")
        if isinstance(entry, InputError):
            raise entry.at(source=source_name(self.reader.files[0]))
        self.explain_reading(entry)
        if len(entries) > 1 and not (self.reader.picks or self.quiet):
            say("This is the first puzzle of several; --pick N takes another.")
        return entry

    def only(self) -> PuzzleRecord:
        """Return the puzzle that is picked, or the only one there is.

        Raises:
            InputError: It cannot be read, there is none, or there are several.
        """
        if self.reader.picks:
            return self.one()
        entry = only_one(self.reader.entries(), hint="--pick N picks one")
        self.explain_reading(entry)
        return entry

    def puzzles(
        self, entries: Iterable[PuzzleRecord | InputError] | None = None
    ) -> Iterator[PuzzleRecord]:
        """Yield the puzzles that can be read; report the others."""
        items = self.reader.entries() if entries is None else entries
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
            ((item, None) for item in self.reader.entries()) if pairs is None else pairs
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
        ahead = [] if self.reader.is_slow else list(islice(rest, fewest))
        if not self.reader.is_slow and len(ahead) < fewest:
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
            jobs = processes.prefetch(
                source, start, Semaphore(processes.AHEAD * workers)
            )
            with closing(jobs):
                yield from self.pairs(jobs)

    def batches(
        self, answer: Callable[[list[Puzzle]], Mapping[int, Known]]
    ) -> Iterator[tuple[Item, Known | None]]:
        """Yield each puzzle, with all that is read of it, and what a batch knows.

        Args:
            answer: Returns the answers that it has, by index, to a list of puzzles; not
                called for few puzzles, which engine lanes would not answer faster, nor
                where puzzles come slowly.
        """
        are_many = (
            not self.reader.is_slow and len(self.reader.head(LANES_FROM)) == LANES_FROM
        )
        entries = self.reader.entries()
        while block := list(islice(entries, _BATCH if are_many else 1)):
            puzzles = [item.puzzle for item in block if isinstance(item, PuzzleRecord)]
            answers = answer(puzzles) if are_many else {}
            known = iter([answers.get(at) for at in range(len(puzzles))])
            for item in block:
                yield item, next(known) if isinstance(item, PuzzleRecord) else None

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
                others = counted(number - _MAX_ALIKE, "more puzzle")
                say(f"satdoku: and {others}: {kind} (--json lists them)")
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


def _begin(
    work: tuple[Callable[[Setup], Callable[[Puzzle, Known], Answer]], Setup],
) -> Callable[[tuple[Puzzle, Known]], Answer]:
    """Return what answers pairs in a worker process."""
    begin, setup = work
    answer = begin(setup)
    return lambda pair: answer(*pair)


def under_rules(entry: PuzzleRecord, *, proper: bool = True) -> str:
    """Return what to add to an answer where there may be rules that were not read.

    Args:
        entry: The puzzle.
        proper: Whether it has one solution; else words beside constraints of f-puzzles
            may be why not.
    """
    doubt, under = entry.metadata.doubt, " under the rules that were read"
    if not doubt and not proper and entry.format == "fpuzzles":
        from satdoku.formats.boards import rule_in_words  # noqa: PLC0415  variants alone

        words = rule_in_words(dict(entry.metadata.details).get("rules", ""))
        doubt = "the words of the rules may say more" if words else ""
    return f"{under}; {doubt}" if doubt else ""


def error_json(error: SatdokuError, entry: PuzzleRecord | None) -> str:
    """Return the JSON line of a puzzle that has no answer."""
    if entry is not None:
        record = {**place_record(entry), "status": "unknown"}
    else:
        record = {**unread_record(error), "status": "unreadable"}
    return to_json({**record, "error": text_with_options(error)}) + "\n"
