"""Killers and jigsaws typed from paper: a letter for each cell.

    killer:               jigsaw:
    aab.  a=6 b=7         1122
    c.b.  c=4             1142
    cdd.  d=5             3342
    ....                  3344
                          clues:
    jigsaw:               ...2
    …                     …

In a killer, cells with the same letter are a cage, `.` is in none, and each letter has
its sum, beside the rows or below them.  In a jigsaw, cells with the same sign are a
region.  `clues:` has the digits.  The parts of one puzzle come in any order; a part
that comes again begins the next puzzle.  Without `killer:` above, rows that begin a
file are a killer if a sum stands beside the first.

Nothing is guessed: cells with the same letter that do not touch are refused, since they
may be two cages.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError, UsageError, counted, shown
from satdoku.formats.model import Format, Options, PuzzleRecord
from satdoku.formats.values import ValueReader
from satdoku.puzzle.cells import too_large
from satdoku.puzzle.constraints.places import Regions
from satdoku.puzzle.constraints.sums import Killer
from satdoku.puzzle.geometry import Geometry, is_connected, shape_of, usual_boxes
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.formats.lines import Lines

_HEAD = re.compile(r"\s*(killer|jigsaw|clues)\s*:\s*$", re.IGNORECASE)
_BARE = re.compile(r"\s*[A-Za-z.]{2,36}\s+[A-Za-z]\s*=\s*[0-9]")
_SUM = re.compile(r"([A-Za-z])\s*=\s*([0-9]{1,4})[\s,;]*")
_SIGNS = re.compile(r"[A-Za-z0-9.]+")


class _Part(NamedTuple):
    """The rows below a word, and the sums beside them.

    Args:
        line: The line of the word.
        rows: The number and the signs of each row.
        sums: The line and the sum of each letter.
    """

    line: int
    rows: list[tuple[int, str]]
    sums: dict[str, tuple[int, int]]


_Parts = dict[str, _Part]


def _recognises(lines: Sequence[str]) -> bool:
    return bool(_HEAD.match(lines[0]) or _BARE.match(lines[0]))


def _read(lines: Lines, options: Options) -> Iterator[PuzzleRecord | InputError]:
    """Yield the puzzles of a file."""
    for number, block in enumerate(_blocks(lines), 1):
        start = block[0][0]
        try:
            puzzle = _puzzle(_parts(block), options)
        except InputError as error:
            yield error if error.line is not None else error.at(line=start)
        except UsageError as error:
            yield InputError(str(error), line=start)
        else:
            yield PuzzleRecord(puzzle, lines.name, start, number, None, "map")


def _blocks(lines: Lines) -> Iterator[list[tuple[int, str]]]:
    """Yield the lines of each puzzle, with their numbers."""
    block: list[tuple[int, str]] = []
    words: set[str] = set()
    for number, line in lines.numbered():
        if not line.strip() or line.startswith("#"):
            continue
        head = _HEAD.match(line)
        word = head[1].lower() if head else "" if block else "killer"
        if word in words:
            yield block
            block, words = [], set()
        words |= {word} - {""}
        block.append((number, line))
    if block:
        yield block


def _parts(block: Sequence[tuple[int, str]]) -> _Parts:
    parts: _Parts = {}
    part = _Part(block[0][0], [], {})
    parts["killer"] = part
    for number, line in block:
        if head := _HEAD.match(line):
            part = _Part(number, [], {})
            parts[head[1].lower()] = part
            continue
        text = line.strip()
        signs, _, rest = ("", "", text) if _SUM.match(text) else text.partition(" ")
        if signs:
            part.rows.append((number, signs))
        at, rest = 0, rest.strip()
        while sign := _SUM.match(rest, at):
            if sign[1] in part.sums:
                raise InputError(f"two sums for {sign[1]}", line=number)
            part.sums[sign[1]] = number, int(sign[2])
            at = sign.end()
        if at < len(rest) or not (part is parts.get("killer") or not rest):
            what = f"{shown(rest[at:])} beside the cells"
            raise InputError(what, expected="sums such as a=12", line=number)
    return {word: one for word, one in parts.items() if one.rows or one.sums}


def _puzzle(parts: _Parts, options: Options) -> Puzzle:
    if not parts:
        raise InputError("no cells below the word", expected="rows of letters")
    size = max(len(part.rows) for part in parts.values())
    if size > options.max_size:
        raise too_large(size, options.max_size)
    for word, part in parts.items():
        if len(part.rows) != size or size < 2:
            what = f"{counted(len(part.rows), 'row')} below '{word}:'"
            raise InputError(what, expected="a square", line=part.line)
        for number, row in part.rows:
            if len(row) != size or not _SIGNS.fullmatch(row):
                what = f"{counted(len(row), 'cell')} in {shown(row)}"
                expected = f"{size} letters, digits or dots"
                raise InputError(what, expected=expected, line=number)
    geometry, rules = options.geometry or usual_boxes(size), list[Regions | Killer]()
    if "jigsaw" in parts:
        geometry, rules = _jigsaw(parts["jigsaw"], size)
    if "killer" in parts:
        rules += _cages(parts["killer"], size)
    values = (0,) * geometry.cells
    if "clues" in parts:
        whole = options._replace(geometry=geometry)
        rows = [(number, row.lower()) for number, row in parts["clues"].rows]
        values = ValueReader(whole).rows(rows).values
    return Puzzle(Grid.trusted(geometry, values), rules)


def _cells(part: _Part) -> dict[str, list[tuple[int, int]]]:
    """Return the cells of each sign."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for row, (_, signs) in enumerate(part.rows):
        for column, sign in enumerate(signs):
            cells.setdefault(sign, []).append((row, column))
    return cells


def _jigsaw(part: _Part, size: int) -> tuple[Geometry, list[Regions | Killer]]:
    regions = _cells(part)
    for sign, cells in regions.items():
        if len(cells) != size or sign == ".":
            what = f"{counted(len(cells), 'cell')} with {sign}"
            raise InputError(what, expected=f"{size} in each region", line=part.line)
    signs = [*regions]
    order = [signs.index(sign) for _, row in part.rows for sign in row]
    boxes = shape_of(order, size)
    if boxes is not None:
        return boxes, []
    return Geometry(size, size, None), [Regions(tuple(map(tuple, regions.values())))]


def _cages(part: _Part, size: int) -> Iterator[Killer]:
    cages = _cells(part)
    cages.pop(".", None)
    for sign, (number, _) in part.sums.items():
        if sign not in cages:
            raise InputError(f"a sum for {sign}, which no cell has", line=number)
    for sign, cells in cages.items():
        number = part.rows[cells[0][0]][0]
        if sign not in part.sums:
            expected = f"one beside or below the rows, such as {sign}=12"
            raise InputError(f"no sum for {sign}", expected=expected, line=number)
        if not is_connected(cells):
            what = f"cells with {sign} that do not touch: one cage, or two"
            raise InputError(what, expected="a letter for each cage", line=number)
        if len(cells) > size:
            what = f"a cage of {counted(len(cells), 'cell')}"
            raise InputError(what, expected=f"at most {size}", line=number)
        yield Killer(part.sums[sign][1], tuple(cells))


MAP = Format(
    name="map",
    summary="killers and jigsaws, a letter for each cell",
    extensions=(".txt",),
    recognises=_recognises,
    read=_read,
)
