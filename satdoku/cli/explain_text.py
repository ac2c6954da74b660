"""An explanation as text for a person: steps, facts, and the grid in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cli import drawing
from satdoku.errors import printable
from satdoku.explaining.summary import facts, letters_text, opening, start_text
from satdoku.symbols import LONGEST_ALPHABET, usual

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cli.explained import Explained
    from satdoku.puzzle import Puzzle

__all__ = ["explain_text"]


def explain_text(place: str, explained: Explained) -> str:
    r"""Tell a path, a line a step.

    Args:
        place: Where the puzzle is.
        explained: The explanation.

    Example:
        >>> from satdoku.cli.explained import Asked, explained
        >>> from satdoku.deduce.technique import USUAL
        >>> from satdoku.formats import Entry
        >>> from satdoku.puzzle import Puzzle
        >>> entry = Entry.of(Puzzle("1234 3412 2143 43.."))
        >>> print(explain_text("p.txt:1", explained(entry, Asked(USUAL))))
        p.txt:1
            1  Full House: r4c3=2, the last empty cell of column 3
            2  Full House: r4c4=1, the last empty cell of row 4
          ended       solved by techniques alone
          level       Easy
          score       8 (HoDoKu 2.2.0)
          techniques  2 Full House
        <BLANKLINE>
            12|34
            34|12
            --+--
            21|43
            43|21
        <BLANKLINE>
    """
    told = explained.told
    lines = [printable(place, 200)]
    if explained.state is not None:
        lines.append(f"  from        {start_text(told.puzzle, explained.state)}")
    said = [
        f"  {heading.ljust(10)}  {text}"
        for heading, text in (*facts(told, explained.stop), *_letters(told.position))
    ]
    # What comes first there, comes before the steps.
    first = len(list(opening(told)))
    lines += said[:first]
    lines += [f"{n:5}  {entry}" for n, entry in enumerate(told.entries, 1)]
    lines += said[first:]
    if explained.strengths:
        lines.append(_STRENGTH)
        lines += (f"    {line}" for line in _strengths(explained))
    lines += (f"    {line}".rstrip() for line in _grid(told.position))
    return "\n".join(lines) + "\n"


_STRENGTH = (
    "  strength    steps that unit propagation sees, that need a failed literal, or "
    "search"
)


def _strengths(explained: Explained) -> Iterator[str]:
    """Tell how often each technique needs what, encoding by encoding."""
    from satdoku.explaining.strengths import StrengthTable  # noqa: PLC0415  seldom asked

    table = StrengthTable(explained.encodings)
    table.count_in(explained.told, explained.strengths)
    return table.lines()


def _letters(position: Puzzle) -> Iterator[tuple[str, str]]:
    """Tell which letters of the grid stand for numbers, if any do."""
    size = position.geometry.size
    symbols = usual(size)
    # Complete grids are written in numbers where one alphabet is not enough.
    if symbols is None or (position.is_complete and size > LONGEST_ALPHABET):
        return
    text = letters_text([symbols.text(digit) for digit in range(size + 1)])
    if text:
        yield "digits", text


def _grid(position: Puzzle) -> Iterator[str]:
    """Draw the grid, with the candidates of what is empty."""
    yield ""
    if position.is_complete:
        yield from str(position).splitlines()
        return
    digits = position.geometry.digits
    left = [
        [digit for digit in digits if mask >> (digit - 1) & 1]
        for mask in position.left()
    ]
    yield from drawing.candidates(position.geometry, left)
