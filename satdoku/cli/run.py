"""A run over many puzzles, or one: answers, remarks, and the exit code in the end.

Flat memory, however many puzzles there are: each is read, answered and printed before
the next is looked at.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.choice import Question
from satdoku.cli import exits
from satdoku.cli.answers import answer_all, differ, print_one, statistics, why
from satdoku.cli.capped import Capped
from satdoku.cli.failures import refuse
from satdoku.cli.remarks import say
from satdoku.cli.sources import where
from satdoku.cli.tally import Tally
from satdoku.errors import InputError, LimitError, SatdokuError
from satdoku.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.answers import Result
    from satdoku.cli.answers import Answer, Printer
    from satdoku.cli.explain_choice import ExplainChoice
    from satdoku.cli.progress import Progress
    from satdoku.cli.verbose import Verbose
    from satdoku.formats import Entry

__all__ = ["Asked", "Run"]

_NAMES = {
    Status.UNIQUE: "with one solution",
    Status.MULTIPLE: "with more than one",
    Status.FOUND: "solved",
    Status.NONE: "without a solution",
    Status.UNKNOWN: "not known",
}


class Asked:
    """What is asked of each puzzle.

    Args:
        every: Whether every solution is printed.
        limit: How many of them at most.
        unique: Whether more than one solution is a fault.
        second: Whether to look for a second solution at all.
        timeout: Seconds for a puzzle.
        strict: Whether to stop at the first puzzle that cannot be read.
        stats: Whether to tell what each answer took.
        quiet: Whether to keep remarks and the summary back.
        is_part: Whether a part of the puzzles is asked for, which may be none.
        explain: Whether to tell what is chosen, and why.
    """

    __slots__ = (
        "every",
        "explain",
        "is_part",
        "limit",
        "quiet",
        "second",
        "stats",
        "strict",
        "timeout",
        "unique",
    )

    def __init__(
        self,
        *,
        every: bool = False,
        limit: int | None = None,
        unique: bool = False,
        second: bool = True,
        timeout: float | None = None,
        strict: bool = False,
        stats: bool = False,
        quiet: bool = False,
        is_part: bool = False,
        explain: bool = False,
    ) -> None:
        self.every = every
        self.is_part = is_part
        self.explain = explain
        self.limit = limit
        self.unique = unique
        self.second = second
        self.timeout = timeout
        self.strict = strict
        self.stats = stats
        self.quiet = quiet


class Run:
    """Answers puzzles one after the other.

    Args:
        session: What answers.
        printer: What prints answers.
        asked: What is asked.
        progress: The line of progress.
        verbose: What tells how puzzles are understood.
    """

    def __init__(
        self,
        session: Solver,
        printer: Printer,
        asked: Asked,
        progress: Progress,
        verbose: Verbose | None = None,
    ) -> None:
        self._session = session
        self._printer = printer
        if progress.active:
            from satdoku.cli.watched import WatchedPrinter  # noqa: PLC0415  seldom

            self._printer = WatchedPrinter(printer, progress)
        self._asked = asked
        self._progress = progress
        self._verbose = verbose
        self._statuses: dict[Status, int] = {}
        self._tally = Tally()
        self._last: Answer | None = None
        self._capped = Capped()
        self._explain: ExplainChoice | None = None
        if asked.explain and isinstance(session, Solver):
            from satdoku.cli.explain_choice import ExplainChoice  # noqa: PLC0415  seldom

            question = Question.ALL if asked.every else Question.FEW
            self._explain = ExplainChoice(session, question)

    def over(self, entries: Iterable[Entry | InputError]) -> int:
        """Answer all puzzles; return the exit code.

        Raises:
            InputError: A puzzle cannot be read, and that is to end the run.
            KeyboardInterrupt: Ctrl-C; what was begun is ended.
        """
        tally = self._tally
        try:
            self._all_of(iter(entries))
        except KeyboardInterrupt:
            self._printer.interrupted()
            self._printer.close()
            self._capped.rest()
            tally.stopped()
            raise
        except BaseException as error:
            self._end_early(error)
            raise
        self._printer.close()
        self._capped.rest()
        if not self._asked.quiet:
            self._conclude()
        return tally.code

    def _all_of(self, entries: Iterator[Entry | InputError]) -> None:
        """Answer all, one by one."""
        for entry in self._readable(entries):
            self._answer(entry)

    def _readable(self, items: Iterable[Entry | InputError]) -> Iterator[Entry]:
        return self._tally.readable(
            items, self._refuse, self._progress, strict=self._asked.strict
        )

    def _end_early(self, error: BaseException) -> None:
        """End what was printed, since it is kept, and say what there is yet to say."""
        if self._tally.puzzles and not isinstance(error, OSError):
            with suppress(OSError, SatdokuError):  # what came first is told
                self._printer.interrupted()
                self._printer.close()
        self._capped.rest()

    def _answer(self, entry: Entry) -> None:
        if self._verbose is not None:
            self._verbose.read(entry)
        if self._explain is not None:
            self._explain.puzzle(entry)
        if self._asked.every:
            self._answer_all(entry)
        else:
            self._answer_one(entry)

    def _answer_all(self, entry: Entry) -> None:
        asked = self._asked
        try:
            answer = answer_all(
                self._session,
                entry,
                self._printer,
                limit=asked.limit,
                timeout=asked.timeout,
            )
            self._judged(entry, answer, stats=asked.stats)
        except (LimitError, InputError) as error:
            self._refuse(error, entry)

    def _answer_one(self, entry: Entry) -> None:
        """Print the answer to a puzzle, or why it was refused."""
        asked = self._asked
        try:
            result = self._session.solve(
                entry.grid, unique=asked.second, timeout=asked.timeout
            )
        except (LimitError, InputError) as error:
            self._refuse(error, entry)
        else:
            self._print(entry, result)

    def _print(self, entry: Entry, result: Result) -> None:
        """Print the answer to a puzzle, and say what there is to say about it."""
        answer = print_one(result, entry, self._printer)
        self._judged(entry, answer, stats=self._asked.stats)

    def _judged(self, entry: Entry, answer: Answer, *, stats: bool) -> None:
        """Count an answer, and say what there is to say about it."""
        self._last = answer
        if self._verbose is not None:
            result = answer.result
            self._verbose.searched(
                entry,
                result.engine,
                result.encoding,
                simplified=result.simplified,
                because=result.because,
            )
        status = answer.result.status
        self._statuses[status] = self._statuses.get(status, 0) + 1
        self._judge(where(entry), answer)
        if stats:
            say(f"{where(entry)}: {status}: {statistics(answer.result)}")

    def _refuse(self, error: SatdokuError, entry: Entry | None) -> None:
        self._tally.refuse(error, entry)
        self._printer.refused(error, entry)
        refuse(error, "" if entry is None else where(entry))

    def _judge(self, place: str, answer: Answer) -> None:
        """Say at once what is wrong with a puzzle."""
        result = answer.result
        if result.status is Status.NONE:
            self._tally.codes.add(exits.NO)
            say(f"satdoku: {place}: no solution: {why(result)}")
        elif result.status is Status.MULTIPLE and self._asked.unique:
            self._tally.codes.add(exits.NO)
            kind = "more than one solution"
            self._capped.say(kind, f"satdoku: {place}: {kind}: {differ(result)}")
        elif not result.certain:
            self._tally.codes.add(exits.STOPPED)
            known = {
                Status.UNKNOWN: "no solution found by then",
                Status.FOUND: "it may not be the only solution",
                Status.MULTIPLE: f"there may be more than these {answer.found:,}",
            }
            kind = answer.stopped
            said = f"satdoku: {place}: {kind}: {known[result.status]}"
            if not self._asked.quiet:  # a limit somebody set; the exit code tells
                self._capped.say(kind, said)

    def _conclude(self) -> None:
        """Say in the end how it went."""
        if self._asked.is_part and not self._tally.puzzles + self._tally.unread:
            say("0 puzzles: nothing left to do")
        elif not self._tally.is_single:
            self._tally.conclude(
                (self._statuses.get(status, 0), name) for status, name in _NAMES.items()
            )
        elif self._last is not None:
            remark = self._remark(self._last)
            if remark:
                say(remark)

    def _remark(self, answer: Answer) -> str:
        """Say of a single puzzle what its solution alone does not."""
        result = answer.result
        if answer.limited:
            if answer.found == 1:
                return "This is the first solution; there may be more."
            return f"These are the first {answer.found:,}; there may be more."
        if result.status is Status.UNIQUE:
            if result.puzzle.is_complete:
                return "The grid was complete already, and obeys every rule."
            return "This is the only solution."
        if result.status is Status.MULTIPLE and result.certain:
            return self._remark_on_several(answer)
        return ""

    def _remark_on_several(self, answer: Answer) -> str:
        if self._asked.every:
            return f"These are all {answer.found:,} solutions."
        if self._asked.unique:
            return ""  # told already, as a fault
        return (
            f"This is one solution of several: {differ(answer.result)}. "
            "--all prints every one, `satdoku count` counts them."
        )
