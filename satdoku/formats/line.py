"""Formats of one puzzle a line: `line`, `pairs`, `sukaku`, `bank` and `gsf`.

    line     row by row, a character a cell, a blank between rows or none; a name behind
    pairs    two digits a cell, 01 to 99; `00` or `..` for an empty cell
    sukaku   candidates alone, n characters a cell, the k-th of them `k`, `.` or `0`
    bank     records of Sudoku Exchange's puzzle bank: a digest, 81 digits, a rating
    gsf      gsf's taxonomy: commas, the puzzle in the fifth field, a name behind it

Text behind the cells, after a blank, a tab or one of `# , : ;`, is the name; so are
ratings in front of them, as players' forums have them (`ED=7.2/1.2/1.2 53..7…`), and
the number in a list of puzzles of 9x9 or more (`1) 53..7…`).  Blank
lines and those that begin with `#` are skipped; one that begins with `#` and has the
cells of a puzzle with that blank sign is refused.  Each line may be of its own size.

How lines differ: two characters a cell are 2n², and no 2n² is a square.  64,
512 and 729 characters of `sukaku` may be another format's as well: with a candidate in
its place in more than half of the cells the line would have one digit many times in a
column, so it is `sukaku`; with a quarter to a half it is open, and refused.

`line` is the format of files with millions of puzzles, so the usual case, a line just
like the one before, is three calls that run in C: translate, find, tuple.

Sources: SudoCue's .sdm; tdoku's `puzzle:count:solution`; dclamage's SudokuSolver, where
a line of more than 81 characters has two to a cell; the Sukaku threads of the players'
forum; the README of grantm/sudoku-exchange-puzzle-bank; gsf's solver.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from satdoku.errors import InputError, UsageError, counted, printable
from satdoku.formats.cells import Cells, size_of, usable
from satdoku.formats.lines import is_data
from satdoku.formats.metadata import one_line
from satdoku.formats.model import (
    PLAIN,
    Certainty,
    Format,
    Metadata,
    Options,
    PuzzleRecord,
    Style,
    Told,
)
from satdoku.puzzle.cells import BAD, is_rule, place_masks, place_of, plausible
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.formats.lines import Head, Lines
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.symbols import Symbols

__all__ = [
    "BANK",
    "FIELD_ENDS",
    "GSF",
    "LINE",
    "PAIRS",
    "SUKAKU",
    "LineReader",
    "line_reader",
    "line_text",
    "reaching",
    "rows_of",
]

FIELD_ENDS = " \t#,:;"  # may stand between the cells and other text

_LONGEST_ROW = 61
_FRONT = re.compile(r"\s*((?:[A-Za-z]{1,8}=[\d./]+\s+)+|\d{1,6}[.):]\s+)")
_ROWS = (4, 6, 9)  # so many rows may stand on a line; none is a puzzle by itself
_LEAST_IN_LIST = 81  # a shorter text after a number may be a row

# line


class LineReader:
    """Reads the puzzle of each line, of all lines or of some at a time.

    Args:
        options: How to read them.

    Attributes:
        number: How many puzzles there were, unreadable ones too.
    """

    separator, column = FIELD_ENDS, 0
    solution_column: int | None = None

    def __init__(self, options: Options) -> None:
        self.number = 0
        self._cells = Cells(options)

    def read(self, lines: Lines) -> Iterator[PuzzleRecord | InputError]:
        """Yield the puzzle of each line."""
        cells, trusted, source = self._cells, Puzzle.trusted, lines.name
        count, table, geometry = 0, b"", None
        for at, text in lines.numbered():
            if geometry is not None and text.isascii():
                line, name = text, None
                if len(line) > count and line[count] in FIELD_ENDS:
                    line, name = text[:count], text[count:].strip(FIELD_ENDS) or None
                if len(line) == count:
                    values = line.encode().translate(table)
                    if BAD not in values:
                        self.number += 1
                        grid = trusted(geometry, tuple(values))
                        yield PuzzleRecord(grid, source, at, self.number, name, "line")
                        continue
            if not text or text.isspace():
                continue
            if text.startswith("#") and not _is_lost_puzzle(text):
                continue
            self.number += 1
            try:
                start, line, name = _field(text)
                geometry = cells.geometry_of_cells(len(line))
                grid = _puzzle(line, cells, geometry, start, int(line not in text))
            except InputError as error:
                geometry = None
                error.hint = error.hint or _hint(text, self.number)
                yield error.at(line=at)
                continue
            geometry, count = grid.geometry, geometry.cells
            table = self._table(geometry.size) or bytes([BAD]) * 256
            yield PuzzleRecord(grid, source, at, self.number, name, "line")

    def _table(self, size: int) -> bytes | None:
        """Return how lines of this size are read, as a table of bytes.

        `#` is never a cell: as a blank sign it is refused at the start of a line.
        """
        table = self._cells.marks.table(size)
        return table and table[: ord("#")] + bytes([BAD]) + table[ord("#") + 1 :]

    def plain(self, geometry: Geometry | None) -> bytes | None:
        """Return how plain lines are read, as a table of bytes; None if one by one."""
        if geometry is None or self._cells.marks.unusual(geometry.size) is not None:
            return None
        return self._table(geometry.size)

    def pass_over(self, count: int, geometry: Geometry) -> None:
        """Note that so many lines with such puzzles were read in between."""
        self.number += count
        self._cells.seen(geometry.size)


def _read_line(lines: Lines, options: Options) -> Iterator[PuzzleRecord | InputError]:
    return LineReader(options).read(lines)


def _hint(text: str, number: int) -> str | None:
    """Return what to do about a line that is no puzzle, the `number`-th of its file."""
    if "/" in text:
        return "try --repair"
    return "start a title with #" if number == 1 and text[:2].isalpha() else None


def _is_lost_puzzle(text: str) -> bool:
    """Whether a line that starts with `#` is a puzzle with that blank sign.

    Example:
        >>> _is_lost_puzzle("#234341221434321"), _is_lost_puzzle("# easy ones, 2024")
        (True, False)
    """
    word = text.split(None, 1)[0]
    size = size_of(len(word))
    if size is None or not usable(size) or size > _LONGEST_ROW:
        return False
    return any(map(str.isdigit, word)) and plausible(word, size)


def _field(text: str) -> tuple[int, str, str | None]:
    """Return where the cells of a line start, the cells, and the text around them.

    Raises:
        InputError: Blanks may be cells, or the first cell is `#`.
    """
    if text.startswith("#"):
        raise InputError(
            "a puzzle whose first cell is '#', which starts a comment",
            expected="another sign for empty cells, such as .",
        )
    if _is_spaced(text):
        raise InputError(
            "blanks among digits, which may be empty cells or end the puzzle",
            expected=". or 0 for an empty cell",
        )
    start, field, name = _cut(text)
    if _is_in_rows(text):
        return start, "".join(text.split()), None
    word = text[start:].split(None, 1)[0]
    if not usable(size_of(len(field))):
        front = _FRONT.match(text)
        _, puzzle, behind = _cut(text[front.end() if front else 0 :])
        listed = not front or front[1][0].isdigit()
        least = _LEAST_IN_LIST if listed else 0
        if front and len(puzzle) >= least and usable(size_of(len(puzzle))):
            before = front[1].strip()
            return front.end(), puzzle, f"{before} {behind}" if behind else before
        if usable(size_of(len(word))):
            field = word  # a bad sign is among the cells: let it be named
            name = text[start + len(field) :].strip(FIELD_ENDS) or None
    return start, field, name


def _is_in_rows(text: str) -> bool:
    """Whether the line is one puzzle with a blank between its rows.

    Example:
        >>> _is_in_rows("1... ..2. ..3. 4..."), _is_in_rows("1.....2...3.4... easy")
        (True, False)
    """
    rows = text.strip().split(" ")
    return len(rows) in _ROWS and all(len(row) == len(rows) for row in rows)


def _cut(line: str) -> tuple[int, str, str | None]:
    """Return where the cells of a line start, the cells, and the text behind them.

    Example:
        >>> _cut(" 0102 # easy")
        (1, '0102', 'easy')
    """
    text = line.strip()
    end = min((i for i in map(text.find, FIELD_ENDS) if i >= 0), default=len(text))
    name = text[end:].strip(FIELD_ENDS) or None
    return len(line) - len(line.lstrip()), text[:end], name


def _is_spaced(text: str) -> bool:
    """Whether the whole line may be one puzzle with blanks for empty cells."""
    if " " not in text or not usable(size_of(len(text))) or text.isspace():
        return False
    return not usable(size_of(len(text.split(None, 1)[0]))) and (
        set(text) <= set("123456789 ")
    )


def _puzzle(
    text: str | Sequence[str],
    cells: Cells,
    geometry: Geometry,
    start: int,
    gap: int = 0,
) -> Puzzle:
    """Make the puzzle of a line; an error names the column, counted from 1.

    Args:
        text: The cells.
        cells: What makes puzzles of them.
        geometry: Their shape.
        start: How many characters stand before the cells on their line.
        gap: How many blanks stand between two rows.
    """
    try:
        return cells.grid(text, geometry)
    except InputError as error:
        if error.cell is not None:
            row, column = error.cell
            before = (row - 1) * geometry.columns + column - 1
            column = start + before * len(text[0]) + (row - 1) * gap + 1
            error.at(column=column)
        raise


def _recognises_line(head: Head) -> Certainty:
    """Check the length and the characters of each line's first field."""
    if any(map(_is_spaced, head.data[:64])):
        return Certainty.POSSIBLE if len(head.data) == 1 else Certainty.NO
    if len(head.data) > 1 and any(
        _is_in_rows(line) and len(line.split()) < 9 for line in head.data[:64]
    ):
        return Certainty.NO  # or rows of a grid, with blanks between the boxes
    fields = [_field(line)[1] for line in head.data[:64]]
    rows = head.size and sum(len(f) == head.size for f in fields) * 2 > len(fields)
    alone = len(head.data) == 1 and head.whole
    # A line alone may have a cell or two too few for the smallest puzzle.
    first = fields[0] if fields and not rows else ""
    if len(first) < (14 if alone else 16):
        return Certainty.NO
    size = size_of(len(first))
    digits = sum(mark.isdigit() or mark in "._*?-X" for mark in first)
    if len(first) > _LONGEST_ROW and size is not None and plausible(first, size):
        cut = any(map(first.count, ",;"))  # or a row of cells, in a table
        cube = size == 8  # or candidates of 4x4 cells
        sure = size <= 16 and usable(size) and not cut and not cube
        sure = sure and digits * 2 >= len(first)
        return Certainty.CERTAIN if sure else Certainty.LIKELY
    sound = sum(
        (n := size_of(len(field))) is not None
        and (usable(n) or alone or n == head.size)
        and plausible(field, n)
        for field in fields
    )
    long = len(first) > _LONGEST_ROW and len(fields[-1]) >= 16
    long = long or sound * 2 > len(fields)
    if sound * 2 <= len(fields) and (
        digits * 2 < len(first) or (is_rule(first) and not alone)
    ):
        return Certainty.NO
    return Certainty.LIKELY if alone or long else Certainty.POSSIBLE


def line_text(grid: Puzzle | Grid, symbols: Symbols | None = None) -> str:
    """Return the grid on one line, a character a cell.

    Args:
        grid: The grid.
        symbols: How digits are written; as the grid writes them if None.

    Raises:
        UsageError: The grid is too large for that.
    """
    return reaching(symbols, grid.geometry).line(grid.values)


def rows_of(text: str, size: int) -> list[str]:
    """Cut a text into pieces of one length.

    Example:
        >>> rows_of("1.34", 2)
        ['1.', '34']
    """
    return [text[at : at + size] for at in range(0, len(text), size)]


def reaching(
    symbols: Symbols | None,
    geometry: Geometry,
    error: type[InputError | UsageError] = UsageError,
) -> Symbols:
    """Return the requested symbols, or those of a grid, if they reach the size."""
    used = symbols or geometry.symbols or usual(geometry.size, geometry.first_value)
    if used is None:
        msg = f"a grid of {geometry} cannot be written a character a cell"
        raise error(f"{msg}; write it as numbers")
    if geometry.size > len(used.alphabet):
        reach = f"reach {len(used.alphabet)}, not {geometry.size}"
        raise error(f"symbols {used.name} {reach}")
    return used


def _write_line(entry: PuzzleRecord, style: Style) -> str:
    return line_text(entry.puzzle, style.symbols) + "\n"


LINE = Format(
    name="line",
    summary="one puzzle a line, a character a cell",
    shapes=True,
    extensions=(".sdm", ".txt"),
    recognises=_recognises_line,
    read=_read_line,
    write=_write_line,
)


def line_reader(
    name: str, parse: Callable[[str, Cells], tuple[Puzzle, str | None, Metadata]]
) -> Callable[[Lines, Options], Iterator[PuzzleRecord | InputError]]:
    """Return the reader of a format whose lines `parse` reads."""

    def read(lines: Lines, options: Options) -> Iterator[PuzzleRecord | InputError]:
        cells, number = Cells(options), 0
        for line in lines:
            if not is_data(line):
                continue
            number += 1
            at = lines.number
            try:
                grid, title, extras = parse(line, cells)
            except InputError as error:
                yield error.at(line=at)
            else:
                yield PuzzleRecord(grid, lines.name, at, number, title, name, extras)

    return read


# pairs

_LARGEST_PAIR = 99


def _parse_pairs(line: str, cells: Cells) -> tuple[Puzzle, str | None, Metadata]:
    start, field, name = _cut(line)
    if len(field) % 2:
        what = f"{len(field)} characters"
        raise InputError(what, expected="an even number, two to a cell")
    pairs = rows_of(field, 2)
    geometry = cells.geometry_of_cells(len(pairs))
    return _puzzle(pairs, cells, geometry, start), name, PLAIN


def _recognises_pairs(head: Head) -> Certainty:
    """Check the length of the first line, and that its pairs are digits."""
    field = _cut(head.first)[1]
    lengths = [len(_cut(line)[1]) for line in head.data[:64]]
    long = sum(length >= 32 for length in lengths)
    if len(field) % 2 or len(field) < 32 or long * 2 <= len(lengths):
        return Certainty.NO
    pairs = rows_of(field, 2)
    size = round(len(pairs) ** 0.5)
    if size > _LARGEST_PAIR or set(pairs) == {".."}:
        return Certainty.NO  # only dots: empty puzzles glued together as well as one
    known = {f"{digit:02}" for digit in range(size + 1)} | {".."}
    bad = sum(pair not in known for pair in pairs)
    if size * size == len(pairs) and (usable(size) or size == head.size):
        return Certainty.CERTAIN if bad * 20 <= len(pairs) else Certainty.NO
    return Certainty.NO


def _write_pairs(entry: PuzzleRecord, _: Style) -> str:
    if (size := entry.puzzle.geometry.size) > _LARGEST_PAIR:
        raise UsageError(f"two digits a cell reach to {_LARGEST_PAIR}, not to {size}")
    return "".join(f"{value:02}" for value in entry.puzzle.values) + "\n"


PAIRS = Format(
    name="pairs",
    summary="one puzzle a line, two digits a cell",
    recognises=_recognises_pairs,
    read=line_reader("pairs", _parse_pairs),
    write=_write_pairs,
    symbols=False,
)

# sukaku

_SUKAKU = {size**3: size for size in range(4, 10)}


def _parse_sukaku(line: str, cells: Cells) -> tuple[Puzzle, str | None, Metadata]:
    start, text, name = _cut(line)
    size = _SUKAKU.get(len(text))
    if size is None:
        expected = "n for each of n x n cells: 64, 125, 216, 343, 512 or 729"
        raise InputError(f"{len(text)} characters", expected=expected)
    geometry = cells.geometry_of(size)
    masks, others = place_masks(text, size)
    if others:
        cell, place = divmod(others[0], size)
        raise InputError(
            f"'{printable(text[others[0]])}' in the place of {place + 1}",
            expected=f"{place + 1}, or . or 0",
            cell=place_of(cell, size),
            column=start + others[0] + 1,
        )
    return Puzzle.of_candidates(geometry, masks), name, PLAIN


def _recognises_sukaku(head: Head) -> Certainty:
    """Check for digits in their places."""
    text = _cut(head.first)[1]
    size = _SUKAKU.get(len(text))
    if size is None or head.size not in (None, size):
        return Certainty.NO
    places = [mark == str(index % size + 1) for index, mark in enumerate(text)]
    held = sum(any(places[at : at + size]) for at in range(0, len(text), size))
    digits = sum(mark not in ".0" for mark in text)
    if not digits or sum(places) * 10 < digits * 9:
        return Certainty.NO
    sure = len(text) not in (64, 512, 729) or head.size == size
    if sure or held * 2 > size * size:
        return Certainty.CERTAIN
    return Certainty.LIKELY if held * 4 > size * size else Certainty.NO


def _write_sukaku(entry: PuzzleRecord, _: Style) -> str:
    text = "".join(
        str(digit) if mask >> (digit - 1) & 1 else "."
        for mask in entry.puzzle.candidate_masks()
        for digit in entry.puzzle.geometry.digit_range
    )
    return f"{text} {_name_behind(entry)}".rstrip() + "\n"


def _name_behind(entry: PuzzleRecord) -> str:
    """Return the name as it can stand behind a puzzle."""
    return one_line(entry.name or "").strip(FIELD_ENDS)


SUKAKU = Format(
    name="sukaku",
    summary="candidates alone, n characters a cell, a puzzle a line",
    extensions=(".txt",),
    recognises=_recognises_sukaku,
    read=line_reader("sukaku", _parse_sukaku),
    write=_write_sukaku,
    keeps=frozenset({"name", "candidates"}),
    sizes=tuple(_SUKAKU.values()),
    symbols=False,
    lone_clues=True,
    told=lambda entry: Told(_name_behind(entry) or None),
)

# bank

_DIGEST = re.compile("[0-9a-fA-F]{12}")
_POINTS = re.compile(r"[0-9]{1,2}(\.[0-9])?")


def _digest_of(digits: str) -> str:
    """Return the digest of a record; it only puts records into a random order."""
    from hashlib import sha1  # noqa: PLC0415  slow, and seldom needed

    return sha1(digits.encode(), usedforsecurity=False).hexdigest()[:12]


def _parse_bank(line: str, cells: Cells) -> tuple[Puzzle, str | None, Metadata]:
    fields = line.split()
    expected = "12 hexadecimal digits, 81 digits of the puzzle, and a rating like 1.2"
    if len(fields) != 3:
        what = f"a record of {counted(len(fields), 'field')}"
        raise InputError(what, expected=expected)
    digest, digits, rating = fields
    for field, pattern in ((digest, _DIGEST), (rating, _POINTS)):
        if not pattern.fullmatch(field):
            column = line.index(field) + 1
            what = f"'{printable(field)}' in a record"
            raise InputError(what, expected=expected, column=column)
    geometry = cells.geometry_of_cells(len(digits))
    grid = _puzzle(digits, cells, geometry, line.index(digits))
    details = (
        *((("rating", rating),) if float(rating) else ()),
        *((("digest", digest),) if digest.lower() != _digest_of(digits) else ()),
    )
    return grid, None, Metadata(details) if details else PLAIN


def _recognises_bank(head: Head) -> Certainty:
    fields = head.first.split()
    if head.first[12:13] != " " or len(fields) != 3:
        return Certainty.NO
    if not (_DIGEST.fullmatch(fields[0]) and _POINTS.fullmatch(fields[2])):
        return Certainty.NO
    return Certainty.CERTAIN if len(fields[1]) == 81 else Certainty.LIKELY


def _told_bank(entry: PuzzleRecord) -> Told:
    """Return the rating and the digest, if the details have such as can be written."""
    fits = {"rating": _POINTS, "digest": _DIGEST}
    told: dict[str, str] = {}
    for key, text in entry.metadata.details:
        if key in fits and fits[key].fullmatch(text):
            told.setdefault(key, text)
    return Told(None, tuple(told.items()))


def _write_bank(entry: PuzzleRecord, style: Style) -> str:
    digits = line_text(entry.puzzle, style.symbols).replace(".", "0")
    details = dict(_told_bank(entry).details)
    rating = details.get("rating", "0.0")
    rating += ".0" if "." not in rating else ""
    return f"{details.get('digest') or _digest_of(digits)} {digits} {rating:>4}\n"


BANK = Format(
    name="bank",
    summary="records of a digest, 81 digits and a rating",
    recognises=_recognises_bank,
    read=line_reader("bank", _parse_bank),
    write=_write_bank,
    sizes=(9,),
    told=_told_bank,
)

# gsf

_NUMBER = re.compile(r"[0-9]+\.?[0-9]*|\.[0-9]+")


def _parse_gsf(line: str, cells: Cells) -> tuple[Puzzle, str | None, Metadata]:
    parts = line.split(",")
    fields = [part.strip() for part in parts]
    if len(fields) < 7:
        what = f"{len(fields)} fields"
        raise InputError(what, expected="at least 7, with the puzzle in the fifth")
    puzzle = fields[4]
    geometry = cells.geometry_of_cells(len(puzzle))
    start = line.index(puzzle, sum(len(part) + 1 for part in parts[:4]))
    grid = _puzzle(puzzle, cells, geometry, start)
    others = {f"gsf {n}": text for n, text in enumerate(fields, 1) if n not in (5, 6)}
    details = tuple((key, text) for key, text in others.items() if text)
    return grid, fields[5] or None, Metadata(details)


def _recognises_gsf(head: Head) -> Certainty:
    """Check for a puzzle in the fifth field, after four numbers (not a heading)."""
    fields = [field.strip() for field in head.first.split(",")]
    if len(fields) < 7 or not all(map(_NUMBER.fullmatch, fields[:4])):
        return Certainty.NO
    size = size_of(len(fields[4])) or 0
    sound = usable(size) and plausible(fields[4], size)
    return Certainty.CERTAIN if sound else Certainty.NO


GSF = Format(
    name="gsf",
    summary="gsf's taxonomy, the puzzle in the fifth field of each line",
    recognises=_recognises_gsf,
    read=line_reader("gsf", _parse_gsf),
)
