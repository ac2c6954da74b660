"""The mends of whole blocks of plain rows: headings that count, and wrapped lines.

They look at rows of which everything else was taken away.  No cell is dropped from
rows that are n of n: a heading is a row, or a column, beyond that.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from satdoku.formats.cells import counted, empty_corner, size_of, usable
from satdoku.formats.model import Repair
from satdoku.formats.repair_mends import Line, is_heading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from satdoku.formats.repair_mends import Mending

__all__ = ["headings_out", "wraps_joined"]

_SMALLEST_WRAPPED = 9
_USUAL_WIDTHS = (40, 50, 60, 70, 72, 75, 76, 78, 80)
"""Where programs wrap lines; at another place, a cell may have come or gone."""


def headings_out(lines: list[Line]) -> Mending:
    """Take out a first row and a first column that count and are one too many.

    Example:
        >>> rows = ["1234", "1.34", "3412", "2.43", "43.1"]
        >>> made, mends = headings_out([Line(i, row) for i, row in enumerate(rows, 1)])
        >>> [line.text for line in made], mends[0].what
        (['1.34', '3412', '2.43', '43.1'], 'the first row (counts 1 to 4) taken out')
    """
    return _by_block(lines, _without_headings)


def wraps_joined(lines: list[Line]) -> Mending:
    """Join the lines of one puzzle that was wrapped: its lines are equally long.

    All but the last are longer than a row, of a usual width (or of whole rows) and no
    puzzle by themselves; together they have exactly n² cells.

    Example:
        >>> wrapped = [Line(1, "." * 60), Line(2, "." * 21)]
        >>> len(wraps_joined(wrapped)[0][0].text)
        81
    """
    return _by_block(lines, _unwrapped)


def _by_block(
    lines: list[Line], change: Callable[[list[Line]], Mending | None]
) -> Mending:
    """Change the rows of each block; the other lines stay."""
    made: list[Line] = []
    mends: list[Repair] = []
    for block in _blocks(lines):
        changed = change(block) if block[0].text else None
        made.extend(block if changed is None else changed[0])
        mends.extend(() if changed is None else changed[1])
    return made, mends


def _blocks(lines: list[Line]) -> Iterator[list[Line]]:
    """Yield runs of rows; a blank line, or one that is kept as it is, by itself."""
    block: list[Line] = []
    for line in lines:
        kept = is_heading(line.text)
        if line.text and not kept:
            block.append(line)
            continue
        if block:
            yield block
        block = []
        yield [line]
    if block:
        yield block


def _marks(line: Line) -> list[str]:
    """Return the cells of a plain row."""
    return line.text.split() if " " in line.text else list(line.text)


def _without_headings(block: list[Line]) -> Mending | None:
    if is_heading(block[0].text):
        return None
    rows = [_marks(line) for line in block]
    widths = {len(row) for row in rows[1:]}
    if len(widths) != 1:
        return None
    width, first = widths.pop(), rows[0]
    square = len(rows) - 1  # the size, if the first row is a heading
    between = " " if any(" " in line.text for line in block) else ""
    if width == square == len(first):
        return _headed(block, rows, between, indexed=False)
    corner = len(first) == square or (len(first) == width and empty_corner(first[0]))
    if width == square + 1 and corner:
        return _headed(block, rows, between, indexed=True)
    if width == len(rows) + 1 == len(first):
        return _indexed(block, rows, between)
    return None


def _headed(
    block: list[Line], rows: list[list[str]], between: str, *, indexed: bool
) -> Mending | None:
    """Take out the first row, and the first column if there is one."""
    size = len(rows) - 1
    across = counted(rows[0][-size:])
    rest: Mending | None = (block[1:], [])
    if indexed:
        rest = _indexed(block[1:], rows[1:], between)
    if across is None or rest is None:
        return None
    what = f"the first row (counts {across}) taken out"
    return rest[0], [Repair(block[0].number, what), *rest[1]]


def _indexed(block: list[Line], rows: list[list[str]], between: str) -> Mending | None:
    """Take out the first column."""
    down = counted([row[0] for row in rows])
    if down is None:
        return None
    what = f"the first column (counts {down}) taken out"
    lines = [
        Line(line.number, between.join(row[1:]))
        for line, row in zip(block, rows, strict=True)
    ]
    return lines, [Repair(line.number, what) for line in block]


def _unwrapped(block: list[Line]) -> Mending | None:
    texts = [line.text for line in block]
    total = sum(map(len, texts))
    size, width = isqrt(total), len(texts[0])
    fits = (
        len(block) > 1
        and not is_heading(texts[0])
        and size * size == total
        and size >= _SMALLEST_WRAPPED
        and usable(size)
        and width > size
        and (width % size == 0 or width in _USUAL_WIDTHS)
        and not usable(size_of(width))
        and all(len(text) == width for text in texts[:-1])
        and size <= len(texts[-1]) <= width
        and not any(" " in text for text in texts)
    )
    if not fits:
        return None
    what = f"lines of {width} cells joined to one puzzle of {total}"
    number = block[0].number
    joined = Line(number, "".join(texts))
    return [joined], [Repair(line.number, what) for line in block]
