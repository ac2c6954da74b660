"""How many puzzles a run has seen, and the line that says so in the end.

A file that cannot be read at all is no puzzle; a puzzle in it that cannot be is one.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from satdoku.cli import exits
from satdoku.cli.remarks import counted, say
from satdoku.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType
    from typing import Self

    from satdoku.cli.progress import Progress
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry

__all__ = ["Tally"]


class Tally:
    """Counts puzzles; as a context, it tells where Ctrl-C ended the run.

    Attributes:
        puzzles: How many there were, refused ones too.
        refused: How many could not be read, or not be encoded.
        unread: How many files could not be read at all.
        codes: The exit codes that were right for some of them.

    Example:
        >>> tally = Tally()
        >>> tally.puzzles, tally.unread = 3, 1
        >>> tally.text(0.12, [(2, "with one solution"), (0, "solved"), (1, "refused")])
        '3 puzzles in 0.12 s: 2 with one solution, 1 refused; 1 file was not read'
    """

    def __init__(self) -> None:
        self.puzzles = 0
        self.refused = 0
        self.unread = 0
        self.codes: set[int] = set()
        self._started = perf_counter()
        self._busy = False

    def refuse(self, error: SatdokuError, entry: Entry | None) -> None:
        """Count a puzzle that was left out, or a file."""
        self.codes.add(exits.UNREADABLE)
        if entry is not None:  # counted when it was read
            self.refused += 1
        elif getattr(error, "line", None) is None:
            self.unread += 1
        else:
            self.puzzles += 1
            self.refused += 1

    def readable(
        self,
        entries: Iterable[Entry | InputError],
        leave_out: Callable[[SatdokuError, Entry | None], None],
        progress: Progress,
        *,
        strict: bool,
    ) -> Iterator[Entry]:
        """Yield the puzzles that could be read, and count all.

        Args:
            entries: What was read.
            leave_out: Is told of every other.
            progress: Is told how many there were.
            strict: Whether the first that could not be read ends it all.

        Raises:
            InputError: It is strict, and one could not be read.
        """
        for entry in entries:
            progress.tick(self.puzzles)
            if isinstance(entry, InputError):
                if strict:
                    raise entry
                leave_out(entry, None)
                continue
            self.puzzles += 1
            self._busy = True
            yield entry
            self._busy = False

    def done(self) -> None:
        """Tell that nothing is left to do for the puzzle that was yielded."""
        self._busy = False

    def stopped(self, resume: str = "") -> None:
        """Say where Ctrl-C came.

        Args:
            resume: How to go on from there.
        """
        more = f"; {resume}" if resume else ""
        if self._busy:
            say(f"satdoku: stopped in puzzle {self.puzzles:,}{more}")
        else:
            say(f"satdoku: stopped after {counted(self.puzzles, 'puzzle')}{more}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, KeyboardInterrupt):
            self.stopped()

    @property
    def is_single(self) -> bool:
        """Whether there was nothing but one puzzle, or one file without any."""
        return self.puzzles + self.unread == 1

    @property
    def code(self) -> int:
        """The exit code of the run."""
        return exits.worst(self.codes)

    def conclude(self, counts: Iterable[tuple[int, str]]) -> None:
        """Say how it went.

        Args:
            counts: How many puzzles were what.
        """
        seconds = perf_counter() - self._started
        say(self.text(seconds, [*counts, (self.refused, "refused")]))

    def text(self, seconds: float, counts: Iterable[tuple[int, str]]) -> str:
        """Return what is said."""
        text = f"{counted(self.puzzles, 'puzzle')} in {seconds:.2f} s"
        told = ", ".join(f"{number:,} {what}" for number, what in counts if number)
        if told:
            text += f": {told}"
        if self.unread:
            were = "was" if self.unread == 1 else "were"
            text += f"; {counted(self.unread, 'file')} {were} not read"
        return text
