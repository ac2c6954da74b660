"""The lines of a text: numbered, with a look ahead.

Invariants: at most the chunk being read and the lines peeked at are in memory.  An
error of the source is raised only after the lines before it were taken, so that looking
ahead never hides a puzzle that could still be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONGEST_HEAD = 512
"""Lines that decide on the format; more than any board has rows that people solve."""


def is_data(line: str) -> bool:
    """Whether the line is neither blank nor a comment."""
    return not line.isspace() and line != "" and not line.startswith("#")


class Lines:
    """An iterator over the lines of a source, without their ends.

    Args:
        chunks: The lines, some at a time; raises InputError where the source is broken.
        name: The name of the source.
        before: How many lines come before them.

    Attributes:
        are_changed: Whether marks of quoting were removed: then the lines are no longer
            those of the source.
        are_at_hand: Whether none has to be waited for.

    Example:
        >>> lines = Lines(iter([["a", "b"], ["c"]]), "letters")
        >>> next(lines), lines.peek(2), next(lines), lines.number
        ('a', ['b', 'c'], 'b', 2)
    """

    def __init__(self, chunks: Iterator[list[str]], name: str, before: int = 0) -> None:
        self.name = name
        self.are_changed = self.are_at_hand = False
        self._chunks = chunks
        self._held: list[str] = []
        self._at = 0
        self._before = before
        self._error: InputError | None = None

    @property
    def number(self) -> int:
        """The number of the line that was taken last, from 1; 0 at the start."""
        return self._before + self._at

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        while self._at >= len(self._held):
            if not self._fill():
                if self._error is not None:
                    raise self._error
                raise StopIteration
        line = self._held[self._at]
        self._at += 1
        return line

    def numbered(self) -> Iterator[tuple[int, str]]:
        """Yield each line with its number: the quickest way through many lines."""
        while self._at < len(self._held) or self._fill():
            held, start = self._held[self._at :], self.number + 1
            self._before, self._at, self._held = start - 1 + len(held), 0, []
            yield from enumerate(held, start)
        if self._error is not None:
            raise self._error

    def peek(self, count: int) -> list[str]:
        """Return up to `count` lines that come next, without taking them."""
        while len(self._held) - self._at < count and self._fill():
            pass
        return self._held[self._at : self._at + count]

    def peek_ready(self) -> list[str]:
        """Return the lines that are there without waiting for more, at least one."""
        self.peek(1)
        return self._held[self._at :]

    def waits(self) -> bool:
        """Whether the next line may have to be waited for."""
        return self._at >= len(self._held)

    def _fill(self) -> bool:
        """Take one more chunk; drop the lines that are done with."""
        try:
            chunk = next(self._chunks, None)
        except InputError as error:
            self._error = error
            return False
        if chunk is None:
            return False
        self._before += self._at
        self._held = self._held[self._at :] + chunk
        self._at = 0
        return True


def foreign(lines: Sequence[str]) -> InputError | None:
    """Return the error for a formula or a solver's answer; None for other text.

    Their numbers would pass for cells.

    Example:
        >>> print(foreign(["p cnf 1 1", "1 0"]))
        a DIMACS formula, not a puzzle; expected a puzzle; `satdoku sat` solves formulas
    """
    words = ("sat", "unsat", "indet")
    first = lines[0].strip().lower()
    if first[:2] not in ("c", "c ", "p ", "s ", "v ") and first not in words:
        return None
    data = filter(is_data, lines)
    line = next((line for line in data if line[:2] not in ("c", "c ")), "")
    word, literals = line.strip().lower(), line.split()[1:]
    # `v` is a digit of large grids, too
    model = line[:2] == "v " and all(w.lstrip("-").isdigit() for w in literals)
    statuses = ("s satisfiable", "s unsatisfiable", "s unknown")
    if line.startswith("p cnf"):
        what, hint = "a DIMACS formula", "`satdoku sat` solves formulas"
    elif word in words or word.startswith(statuses) or model:
        what, hint = (
            "a solver's answer",
            "`satdoku decode PUZZLE MODEL` turns it into a grid",
        )
    else:
        return None
    return InputError(f"{what}, not a puzzle", expected="a puzzle", hint=hint)
