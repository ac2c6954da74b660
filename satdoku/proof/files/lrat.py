"""LRAT: proofs whose steps name the clauses that they follow from.

A step is a line `number literals 0 hints 0`, a deletion `number d numbers 0`.  Clauses
of the formula have the numbers 1, 2, … in their order; steps go on from there, rising.
A negative hint -n begins what shows that the step's clause can be added though clause n
holds the negation of its first literal (RAT).  Lines that begin with `c` are comments.

Source: Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT
verification" (CADE 2017).
"""

from __future__ import annotations

from itertools import islice
from typing import IO, TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError
from satdoku.proof.files.numbers import lines_of, numbers_of, split_at_zero

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO

__all__ = ["LratDeletion", "LratStep", "read_lrat", "write_lrat"]

_BATCH = 4_096


class LratStep(NamedTuple):
    """A clause that is added, and the numbers of those it follows from.

    Args:
        number: Its own number.
        literals: The clause; the first literal is the pivot of a RAT step.
        hints: With all literals false, each clause named here in turn has one literal
            left, which becomes true, and the last has none.  Behind a negative hint -n
            comes the same for the clause together with clause n without the pivot's
            negation.
        line: Where it stands in the file, 0 if it does not come from one.
    """

    number: int
    literals: tuple[int, ...]
    hints: tuple[int, ...]
    line: int = 0


class LratDeletion(NamedTuple):
    """Clauses that are not needed any more; `line` as in `LratStep`."""

    numbers: tuple[int, ...]
    line: int = 0


def read_lrat(
    stream: IO[bytes], source: str | None = None
) -> Iterator[LratStep | LratDeletion]:
    r"""Read a proof, one step at a time.

    Args:
        stream: The file, opened for bytes.
        source: The file's name, for messages.

    Raises:
        InputError: A line is no step; names it, and what was expected.

    Example:
        >>> from io import BytesIO
        >>> for step in read_lrat(BytesIO(b"4 -1 0 2 3 0\n4 d 2 0\n")):
        ...     print(step)
        LratStep(number=4, literals=(-1,), hints=(2, 3), line=1)
        LratDeletion(numbers=(2,), line=2)
    """
    try:
        for number, line in lines_of(stream):
            yield _parse(line, number)
    except InputError as error:
        raise error.at(source=source) from None


def write_lrat(steps: Iterable[LratStep | LratDeletion], stream: TextIO) -> None:
    r"""Write a proof; what `read_lrat` reads.

    Args:
        steps: What to write, in order.
        stream: Where to write; opened with `newline="\n"` where that matters.

    Example:
        >>> import sys
        >>> write_lrat([LratStep(4, (-1,), (2, 3)), LratDeletion((2,))], sys.stdout)
        4 -1 0 2 3 0
        4 d 2 0
    """
    last = 0
    lines: list[str] = []
    walk = iter(steps)
    while batch := list(islice(walk, _BATCH)):
        lines.clear()
        for step in batch:
            if isinstance(step, LratStep):
                last = step.number
                numbers = (last, *step.literals, 0, *step.hints, 0)
                lines.append(" ".join(map(str, numbers)) + "\n")
            else:
                # A deletion has the number of the step before it.
                last = last or max(step.numbers, default=1)
                lines.append(f"{last} d {' '.join(map(str, (*step.numbers, 0)))}\n")
        stream.write("".join(lines))


def _parse(line: bytes, number: int) -> LratStep | LratDeletion:
    words = line.split(maxsplit=2)
    deletion = len(words) > 1 and words[1] == b"d"
    if deletion:
        line = b" ".join((words[0], *words[2:]))
    numbers = numbers_of(line, number)
    own = numbers[0]
    if own < 1:
        raise InputError(
            f"a step with the number {own}", expected="1 or more", line=number
        )
    if deletion:
        gone, behind = split_at_zero(numbers[1:], number, "a deletion")
        wrong = min(gone, default=1)
        if wrong < 1:
            raise InputError(
                f"deletion of clause {wrong}", expected="numbers from 1", line=number
            )
        _nothing_behind(behind, number)
        return LratDeletion(gone, number)
    literals, rest = split_at_zero(numbers[1:], number, "a clause")
    hints, behind = split_at_zero(rest, number, "a list of hints")
    _nothing_behind(behind, number)
    return LratStep(own, literals, hints, number)


def _nothing_behind(behind: list[int], number: int) -> None:
    if behind:
        raise InputError(
            f"{behind[0]} behind the last 0", expected="a line end", line=number
        )
