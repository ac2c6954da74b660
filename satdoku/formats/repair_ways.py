"""The ways in which some lines can be mended, and whether all lead to one puzzle."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from satdoku.cells import segments
from satdoku.errors import InputError
from satdoku.formats import repair_layout, repair_literals
from satdoku.formats import repair_mends as mending
from satdoku.formats.repair_mends import Ways
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.model import Entry, Repair
    from satdoku.formats.repair_mends import Line
    from satdoku.formats.repair_reader import Reader

__all__ = ["mend_unit", "names_place", "nearest"]

_FORMATS = ("euler", "line", "numbers", "rows")
"""The formats that plain rows are in."""
_PLAIN = re.compile(r"[0-9A-Za-z.]+(?: [0-9A-Za-z.]+)*")
_END = 10**18
_ROW = re.compile(r"row \d|\d+ (?:rows?|cells?)\b")
_SIGNED = re.compile(r"\s[-+\u2212]\d{1,2}(?!\S)|^[-+\u2212]\d{1,2}\s")
"""A number with a sign, among other words."""


class _Mended(NamedTuple):
    """Lines that were mended in one way, and what they are read as."""

    entries: list[Entry]
    mends: list[Repair]


class _Plain(NamedTuple):
    """Rows of cells alone, what was done for that, and what their borders told."""

    rows: list[Line]
    mends: list[Repair]
    bars: frozenset[int]
    """After how many cells upright borders stood in a row."""


def mend_unit(
    lines: list[Line], reader: Reader, mends: list[Repair] | None = None
) -> list[Entry] | None:
    """Repair lines, and read the puzzles in them; None if there is no way.

    Args:
        lines: The lines.
        reader: What reads them when they are mended.
        mends: What was done to them before.

    Raises:
        InputError: There are two ways, which give different puzzles.
    """
    ways: list[_Mended] = []
    tried: set[tuple[tuple[Line, ...], frozenset[int]]] = set()
    for way in _ways(lines):
        plain = _plain(lines, way)
        key = tuple(plain.rows), plain.bars
        if key in tried:
            continue
        tried.add(key)
        entries = _read(plain, reader)
        if entries is None:
            continue
        made = _Mended(entries, [*(mends or ()), *plain.mends])
        if ways and not _alike(ways[0].entries, entries):
            raise _ambiguous(ways[0], made).at(source=reader.name)
        ways.append(made)
    if not ways:
        return None
    best = min(ways, key=lambda made: len(made.mends))
    return list(_told(best))


def nearest(lines: list[Line], reader: Reader) -> InputError | None:
    """Return what is still wrong with the lines when they are mended as can be."""
    for way in _ways(lines):
        for found in reader.read(_plain(lines, way).rows):
            if isinstance(found, InputError) and names_place(found):
                return found
    return None


def names_place(error: InputError) -> bool:
    """Whether an error is about a cell or a row, not about the format."""
    return error.cell is not None or _ROW.match(error.what) is not None


def _ways(lines: list[Line]) -> Iterator[Ways]:
    """Yield the ways in which the lines can be understood."""
    texts = [line.text for line in lines if not mending.is_heading(line.text)]
    together = "\n".join(texts)
    signed = any(map(_SIGNED.search, texts))
    both = (False, True)
    fields = both if mending.has_fields(together) else (False,)
    dashes = both if mending.has_dashes(together) and not signed else (False,)
    wide = both if mending.has_wide(together) else (False,)
    bullets = both if repair_literals.has_bullets(lines) else (False,)
    ways = product(both, fields, dashes, wide, bullets)
    for words, between, dash, blank, listed in ways:
        if words or not between:
            yield Ways(words, between, dash, blank, listed)


def _plain(lines: list[Line], way: Ways) -> _Plain:
    """Take away in one way what stands around the cells."""
    mends: list[Repair] = []

    def take(made: mending.Mending) -> list[Line]:
        mends.extend(made[1])
        return made[0]

    there = {line.number for line in lines if line.text.strip(" \t")}
    rows = take(mending.invisible_out(lines))
    rows = take(mending.quotes_off(rows))
    rows = take(mending.comments_out(rows))
    rows = take(repair_literals.literals_out(rows))
    if way.bullets:
        rows = take(repair_literals.bullets_off(rows))
    rows = take(mending.titles_out(rows))
    rows = take(mending.dressing_off(rows))
    rows = take(mending.labels_off(rows))
    rows = take(mending.dressing_off(rows))  # behind the labels
    rows = take(mending.signs_as_dots(rows, dashes=way.dashes, wide=way.wide))
    rows = take(mending.separators_off(rows, fields=way.fields, words=way.words))
    bars = _bars(rows, way)
    rows = take(mending.borders_out(rows, dashes=way.dashes, words=way.words))
    rows = take(mending.gaps_out(rows, words=way.words))
    # A bracket on a line of its own leaves nothing behind, and ended no puzzle.
    rows = [line for line in rows if line.text or line.number not in there]
    rows = take(repair_layout.headings_out(rows))
    if not way.words:
        rows = take(repair_layout.wraps_joined(rows))
    return _Plain(rows, mends, bars)


def _bars(rows: list[Line], way: Ways) -> frozenset[int]:
    """Return after how many cells upright borders stand, in any row."""
    bars: set[int] = set()
    for line in rows:
        if mending.is_heading(line.text) or mending.is_border(line.text, way.dashes):
            continue
        at = 0
        for part in segments(line.text)[:-1]:
            words = part.split()
            at += len(words) if way.words else len("".join(words))
            bars.add(at)
    return frozenset(bars)


def _read(plain: _Plain, reader: Reader) -> list[Entry] | None:
    """Read plain rows; None if they are not just the rows of puzzles.

    The shape of the boxes is the one that the borders tell, if they tell one.
    """
    cells = [line for line in plain.rows if not mending.is_heading(line.text)]
    if not all(_PLAIN.fullmatch(line.text) for line in cells if line.text):
        return None
    entries = reader.sound(plain.rows)
    if entries is None or not _is_exact(entries, [line for line in cells if line.text]):
        return None
    if not plain.bars or reader.options.geometry is not None:
        return entries
    shapes = {_shape(entry.grid.geometry, plain.bars) for entry in entries}
    if shapes == {entry.grid.geometry for entry in entries}:
        return entries
    shape = shapes.pop()
    if shape is None or shapes:
        return None
    return reader._replace(options=reader.options._replace(geometry=shape)).sound(
        plain.rows
    )


def _is_exact(entries: list[Entry], cells: list[Line]) -> bool:
    """Whether each puzzle has n rows of n cells, or all n² on one line, and no more."""
    starts = [entry.line for entry in entries] + [cells[-1].number + 1]
    for entry, start, end in zip(entries, starts, starts[1:], strict=False):
        if entry.format not in _FORMATS:
            return False
        size = entry.grid.geometry.size
        widths = [
            len(line.text.split()) if " " in line.text else len(line.text)
            for line in cells
            if start <= line.number < end
        ]
        if widths not in ([size] * size, [size * size]):
            return False
    return True


def _shape(usual: Geometry, bars: frozenset[int]) -> Geometry | None:
    """Tell the shape of the boxes by the upright borders; None if they leave it open.

    Example:
        >>> _shape(Geometry(6, 6), frozenset({2, 4}))
        Geometry(6, 6, box=(3, 2))
    """
    size = usual.size
    inner = bars - {0, size}
    if inner == frozenset(range(1, size)):  # around every cell
        return usual
    for width in range(2, size):
        if size % width == 0 and inner == frozenset(range(width, size, width)):
            return Geometry.of_box(size // width, width)
    sides = [side for side in range(2, size) if size % side == 0]
    return usual if len(sides) == 1 else None


def _alike(some: list[Entry], others: list[Entry]) -> bool:
    return [entry.grid for entry in some] == [entry.grid for entry in others]


def _told(made: _Mended) -> Iterator[Entry]:
    """Yield the puzzles, each with the mends from its first line to the next one's."""
    starts = [entry.line for entry in made.entries]
    for at, entry in enumerate(made.entries):
        first = 0 if at == 0 else starts[at]
        mends = tuple(
            mend
            for mend in sorted(made.mends, key=lambda mend: mend.line)
            if first <= mend.line and mend.line < (*starts, _END)[at + 1]
        )
        yield replace(entry, extras=replace(entry.extras, repairs=mends))


def _ambiguous(one: _Mended, other: _Mended) -> InputError:
    """Say in which two ways a text can be mended, and where they first differ."""
    said: list[str] = []
    for made, against in ((one, other), (other, one)):
        own = [mend for mend in made.mends if mend not in against.mends]
        said.append(f"line {own[0].line}: {own[0].what}" if own else "left as it is")
    error = InputError(
        f"ambiguous: it can be mended in two ways ({said[0]}; or {said[1]})",
        expected="a text that can be read in one way",
        line=one.entries[0].line,
    )
    for first, second in zip(one.entries, other.entries, strict=False):
        pairs = zip(first.grid.values, second.grid.values, strict=False)
        cell = next((i for i, (a, b) in enumerate(pairs) if a != b), None)
        size = first.grid.geometry.size
        if cell is not None and first.grid.geometry == second.grid.geometry:
            error.line = first.line
            error.cell = (cell // size + 1, cell % size + 1)
            break
    return error
