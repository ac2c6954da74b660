"""A run over many puzzles, or one: answers, remarks, and the exit code in the end.

Flat memory, however many puzzles there are: each is read, answered and printed before
the next is looked at.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.cli import exits
from satdoku.cli.answers import answer_all, answer_one, differ, statistics, why
from satdoku.cli.remarks import Progress, say
from satdoku.cli.sources import where
from satdoku.errors import InputError, LimitError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cli.answers import Answer, Printer
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry
    from satdoku.session import Session

__all__ = ["Asked", "Run"]

_NAMES = {
    Status.UNIQUE: "with one solution",
    Status.SEVERAL: "with more than one",
    Status.SOLVED: "solved",
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
    """

    __slots__ = (
        "every",
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
    ) -> None:
        self.every = every
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
        progress: Whether a line of progress would disturb nobody.
    """

    def __init__(
        self, session: Session, printer: Printer, asked: Asked, *, progress: bool
    ) -> None:
        self._session = session
        self._printer = printer
        self._asked = asked
        self._progress = Progress(wanted=progress and not asked.quiet)
        self._statuses: dict[Status, int] = {}
        self._total = 0
        self._refused = 0
        self._codes: set[int] = set()
        self._last: Answer | None = None

    def over(self, entries: Iterable[Entry | InputError]) -> int:
        """Answer all puzzles; return the exit code.

        Raises:
            InputError: A puzzle cannot be read, and that is to end the run.
            KeyboardInterrupt: Ctrl-C; what was begun is ended.
        """
        started = perf_counter()
        try:
            for entry in entries:
                self._total += 1
                if isinstance(entry, InputError):
                    if self._asked.strict:
                        raise entry
                    self._refuse(entry, None)
                else:
                    self._answer(entry)
                self._progress.tick(self._total)
        except KeyboardInterrupt:
            self._printer.interrupted()
            self._printer.close()
            self._warn(f"satdoku: stopped in puzzle {self._total:,}")
            raise
        finally:
            self._progress.clear()
        self._printer.close()
        if not self._asked.quiet:
            self._conclude(perf_counter() - started)
        return exits.worst(self._codes)

    def _answer(self, entry: Entry) -> None:
        asked = self._asked
        try:
            if asked.every:
                answer = answer_all(
                    self._session,
                    entry,
                    self._printer,
                    limit=asked.limit,
                    timeout=asked.timeout,
                )
            else:
                answer = answer_one(
                    self._session,
                    entry,
                    self._printer,
                    unique=asked.second,
                    timeout=asked.timeout,
                )
        except LimitError as error:
            self._refuse(error, entry)
            return
        self._last = answer
        status = answer.result.status
        self._statuses[status] = self._statuses.get(status, 0) + 1
        self._judge(where(entry), answer)

    def _refuse(self, error: SatdokuError, entry: Entry | None) -> None:
        self._refused += 1
        self._codes.add(exits.UNREADABLE)
        self._printer.refused(error, entry)
        place = "" if entry is None else f"{where(entry)}: "
        self._warn(f"satdoku: error: {place}{error}")

    def _judge(self, place: str, answer: Answer) -> None:
        """Say at once what is wrong with a puzzle, and what its answer took."""
        result = answer.result
        if result.status is Status.NONE:
            self._codes.add(exits.NO)
            self._warn(f"satdoku: {place}: no solution: {why(result)}")
        elif result.status is Status.SEVERAL and self._asked.unique:
            self._codes.add(exits.NO)
            self._warn(f"satdoku: {place}: more than one solution: {differ(result)}")
        elif not result.certain:
            self._codes.add(exits.STOPPED)
            known = {
                Status.UNKNOWN: "no solution found by then",
                Status.SOLVED: "it may not be the only solution",
                Status.SEVERAL: f"there may be more than these {answer.found:,}",
            }
            self._warn(f"satdoku: {place}: out of time: {known[result.status]}")
        if self._asked.stats:
            self._warn(f"{place}: {result.status}: {statistics(result)}")

    def _warn(self, text: str) -> None:
        self._progress.clear()
        say(text)

    def _conclude(self, seconds: float) -> None:
        """Say in the end how it went."""
        if self._total == 1:
            if self._last is not None:
                remark = self._remark(self._last)
                if remark:
                    say(remark)
            return
        counts = [
            f"{self._statuses[status]:,} {name}"
            for status, name in _NAMES.items()
            if status in self._statuses
        ]
        if self._refused:
            counts.append(f"{self._refused:,} refused")
        say(f"{self._total:,} puzzles in {seconds:.2f} s: {', '.join(counts)}")

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
        if result.status is Status.SEVERAL and result.certain:
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
