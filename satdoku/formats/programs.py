"""Formats of Sudoku programs: puzzles in text, with the player's progress.

    sadman    SadMan Sudoku's .sdk: sections [Puzzle], [State] (the clues and the placed
              digits), [PencilMarks] (`,679,` the digits noted in each cell; a cell
              without any may hold what the placed digits leave) and [Colours]
    sudocue   SudoCue's .sdk: nine rows below lines such as #AAuthor
    sdx       SudoCue's work in progress, only read: 2 (a clue) u5 (placed) 679 (marks)
    simple    Simple Sudoku's .ss: the clues in a frame; an export goes on with the
              placed digits, the candidates, and the clues on one line
    hodoku    a line of HoDoKu's library, :technique:candidates:givens:deleted
              candidates:eliminations:placements:extra; a given with + was placed

The clues are the puzzle, the rest is the state; a state without one of the clues is
refused.  A single digit in an .sdx that a peer has among its marks is a mark, too: a
clue would have removed it there.

Sources: SadMan's description of its files, and the files of SuDonkey; sudocue.net, file
formats of SudoCue 1.4.1; what Simple Sudoku 4.2 writes, as Sudopedia and HoDoKu's
source show it; the header of HoDoKu's regression library, reglib-1.3.txt.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from satdoku.cells import is_rule, place_of
from satdoku.errors import InputError, printable
from satdoku.formats.cells import Cells, plural
from satdoku.formats.line import line_reader, line_text, rows_of
from satdoku.formats.lines import Lines, is_data
from satdoku.formats.metadata import (
    digits_of,
    info_lines,
    is_info,
    marks_of,
    mask_of,
    placed_of,
    state_of,
    told_by,
)
from satdoku.formats.model import (
    Certainty,
    Entry,
    Extras,
    Format,
    Options,
    Style,
    Told,
)
from satdoku.formats.rows import GRID, Block, Layout, Run, drawn_cells, read_rows
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle, open_masks
from satdoku.symbols import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.formats.lines import Head
    from satdoku.geometry import Geometry

    # Rows of a grid, each with the number of its line.
    Numbered: TypeAlias = list[tuple[int, str]]

__all__ = ["HODOKU", "SADMAN", "SDX", "SIMPLE", "SUDOCUE"]

_SIZE, _CELLS = 9, 81
_MAX_LINES = 4096
_MAX_INFO = 1000
_ONE = "one puzzle a file"


def _mask(word: str, size: int, line: int | None, cell: int) -> int:
    """Return the digits of a word as a mask; an error names the cell."""
    try:
        return mask_of([d for mark in word if (d := LETTERS.digit(mark, size))])
    except InputError as error:
        raise error.at(line=line, cell=place_of(cell, size)) from None


def _compare(
    puzzle: Puzzle, other: Puzzle, rows: Numbered, ours: str, theirs: str
) -> None:
    """Refuse another grid, written in rows, that lacks a clue of the puzzle."""
    for cell, clue in puzzle.clues.filled:
        value = other.values[cell]
        if value != clue:
            place = place_of(cell, puzzle.geometry.size)
            found = f"has {LETTERS.text(value)}" if value else "is empty"
            raise InputError(
                f"{theirs} {found} where {ours} has {LETTERS.text(clue)}",
                expected="every clue in both",
                line=rows[min(place[0], len(rows)) - 1][0],
                cell=place,
            )


def _framed(rows: list[str], frame: str, band: str) -> list[str]:
    return [frame, *rows[:3], band, *rows[3:6], band, *rows[6:], frame]


# sadman

_PUZZLE, _STATE, _MARKS, _COLOURS = "[Puzzle]", "[State]", "[PencilMarks]", "[Colours]"
_SECTIONS = {name.lower(): name for name in (_PUZZLE, _STATE, _MARKS, _COLOURS)}
_SECTIONS["[colors]"] = _COLOURS
_COLOUR_KEY = "colours"
_SADMAN_LETTERS = "ABCDHLNSTU"


def _read_sadman(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    cells, start = Cells(options), 1
    try:
        info, sections = _sections(lines, options.limits.line)
        start, rows = sections[_PUZZLE]
        lengths = [len(text) for _, text in rows]
        size = max(lengths, key=lengths.count, default=0)
        rows = _of_size(sections, _PUZZLE, size)
        grid = cells.grid_of_rows(rows, cells.geometry_of(size))
        extras = _sadman_extras(info.details, sections, grid, cells)
    except InputError as error:
        if lines.number == 0:  # the source itself is broken
            raise
        yield error.at(line=start)
        return
    yield Entry(grid, lines.name, start, 1, info.name, "sadman", extras)


def _sections(
    lines: Lines, longest: int
) -> tuple[Told, dict[str, tuple[int, Numbered]]]:
    """Take all lines: the information, and the line and rows of each section."""
    info: list[str] = []
    sections: dict[str, tuple[int, Numbered]] = {}
    rows: Numbered | None = None
    characters = 0
    for taken, text in enumerate(lines):
        line, number = text.strip(), lines.number
        characters += len(line)
        if taken >= _MAX_LINES or characters > longest:
            what = f"more than {_MAX_LINES:,} lines or {longest:,} characters"
            raise InputError(what, expected=_ONE, line=number)
        if is_info(line):
            info.append(line)
        elif line[:1] in ("", "#"):
            continue
        elif rows is not None and not line.startswith("["):
            rows.append((number, line))
        else:
            name = _SECTIONS.get(line.lower()) if line.startswith("[") else _PUZZLE
            if name is None or name in sections:
                which = "an unknown" if name is None else "a second"
                raise InputError(
                    f"{which} section {printable(line)}",
                    expected=f"{_PUZZLE}, {_STATE}, {_MARKS} or {_COLOURS}, each once",
                    line=number,
                )
            rows = [] if line.startswith("[") else [(number, line)]
            sections[name] = number, rows
    if _PUZZLE not in sections:
        known = ", ".join(sections) or "nothing"
        raise InputError(f"no {_PUZZLE} among {known}", expected="that section")
    return told_by(info), sections


def _of_size(
    sections: dict[str, tuple[int, Numbered]], name: str, size: int
) -> Numbered:
    """Return the rows of a section, n of n cells each."""
    start, rows = sections[name]
    for row, (line, text) in enumerate(rows[:size], 1):
        cells: Sequence[str] = text
        if name == _MARKS:
            cells = text.split(",")
            cells = cells[:size] if not "".join(cells[size:]).strip() else cells
        if len(cells) != size:
            what = f"row {row} of {name} has {plural(len(cells), 'cell')}"
            between = ", with commas between" if name == _MARKS else ""
            raise InputError(what, expected=f"{size}{between}", line=line)
    if len(rows) != size or not rows:
        line = rows[size][0] if len(rows) > size else start
        what = f"{plural(len(rows), 'row')} in {name}"
        raise InputError(what, expected=f"{size or _SIZE} rows", line=line)
    return rows


def _sadman_extras(
    details: tuple[tuple[str, str], ...],
    sections: dict[str, tuple[int, Numbered]],
    grid: Puzzle,
    cells: Cells,
) -> Extras:
    size, values = grid.geometry.size, grid.values
    if _STATE in sections:
        rows = _of_size(sections, _STATE, size)
        now = cells.grid_of_rows(rows, grid.geometry)
        _compare(grid, now, rows, _PUZZLE, _STATE)
        values = now.values
    rows = _of_size(sections, _MARKS, size) if _MARKS in sections else []
    words = [(n, word.strip()) for n, row in rows for word in row.split(",")[:size]]
    marks = [_mask(word, size, n, cell) for cell, (n, word) in enumerate(words)]
    if _COLOURS in sections:
        colours = "".join(text for _, text in _of_size(sections, _COLOURS, size))
        details = (*details, (_COLOUR_KEY, colours))
    marks = marks or [0] * len(values)
    # marks of a cell that was filled later mean nothing
    empty = [0 if value else m for value, m in zip(values, marks, strict=True)]
    placed = [0 if clue else v for clue, v in zip(grid.values, values, strict=True)]
    state = state_of(grid, placed, empty)
    return Extras(details, state, None, cells.extras(size).symbols)


def _recognises_sadman(head: Head) -> Certainty:
    sure = head.first.lstrip().startswith("[") and any(
        line.strip().lower() in _SECTIONS for line in head.data
    )
    return Certainty.CERTAIN if sure else Certainty.NO


def _write_sadman(entry: Entry, style: Style) -> str:
    entry, colours = _split_colours(entry)
    state = entry.extras.state
    lines = list(info_lines(entry, _SADMAN_LETTERS, " "))
    lines += [_PUZZLE, *rows_of(line_text(entry.grid, style.symbols), _SIZE)]
    if state is not None:
        placed_of(entry)  # refuses the state of another puzzle
        lines += [_STATE, *rows_of(line_text(state, style.symbols), _SIZE)]
        if any(marks_of(entry)):
            words = [
                "" if value else "".join(map(LETTERS.text, digits_of(mask)))
                for value, mask in zip(state.values, state.left(), strict=True)
            ]
            rows = (words[at : at + _SIZE] for at in range(0, _CELLS, _SIZE))
            lines += [_MARKS, *map(",".join, rows)]
    lines += [_COLOURS, *rows_of(colours, _SIZE)] if colours else []
    return "\n".join((*lines, ""))


def _split_colours(entry: Entry) -> tuple[Entry, str]:
    """Take the colours out of the details, if a section of their own can hold them."""
    details = list(entry.extras.details)
    for pair in details:
        text = pair[1]
        starts = {row[0] for row in rows_of(text, _SIZE)}
        plain = text.isprintable() and not any(map(str.isspace, text))
        fits = len(text) == _CELLS and plain and not starts & {*"#["}
        if pair[0] == _COLOUR_KEY and fits:
            details.remove(pair)
            extras = replace(entry.extras, details=tuple(details))
            return replace(entry, extras=extras), text
    return entry, ""


def _told_sadman(entry: Entry) -> Told:
    entry, colours = _split_colours(entry)
    info = told_by(info_lines(entry, _SADMAN_LETTERS, " "))
    more = ((_COLOUR_KEY, colours),) if colours else ()
    return Told(info.name, (*info.details, *more))


SADMAN = Format(
    name="sadman",
    summary="sections [Puzzle], [State] and so on",
    extensions=(".sdk",),
    recognises=_recognises_sadman,
    read=_read_sadman,
    write=_write_sadman,
    keeps=frozenset({"name", "details", "state"}),
    sizes=(_SIZE,),
    single=True,
    told=_told_sadman,
)

# sudocue

_SUDOCUE_LETTERS = "ABCDLSU"


def _read_sudocue(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    info = _info(lines, options.limits.line)
    rows: list[str] = []
    start = lines.number
    while (ahead := lines.peek(1)) and is_data(ahead[0]) and len(rows) < _MAX_LINES:
        rows.append(next(lines))
    drawing = Lines(iter([rows]), lines.name, start)
    found, *more = GRID.read(drawing, options) if rows else [None]
    if found is None or isinstance(found, InputError):
        yield from () if found is None else (found,)
        return
    name, details = told_by([*info, *_info(lines, options.limits.line)])
    extras = replace(found.extras, details=details)
    yield replace(found, name=name, extras=extras, format="sudocue")
    if more or lines.peek(1):
        hint = "--from rows reads several, without their information"
        line = lines.number + 1
        yield InputError("more than one puzzle", expected=_ONE, hint=hint, line=line)


def _info(lines: Lines, longest: int) -> list[str]:
    """Take the lines before the next one of data; return those of information."""
    info: list[str] = []
    characters = 0
    while (ahead := lines.peek(1)) and not is_data(ahead[0]):
        line = next(lines)
        if is_info(line):
            info.append(line)
            characters += len(line)
        if len(info) > _MAX_INFO or characters > longest:
            what = f"more than {_MAX_INFO:,} lines of information, or {longest:,} "
            raise InputError(what + "characters of it", line=lines.number)
    return info


def _recognises_sudocue(head: Head) -> Certainty:
    """Check for lines of information, and nine rows alone."""
    if not head.whole or not is_info(head.start) or len(head.block) != len(head.data):
        return Certainty.NO
    rows = [drawn_cells(line, head.size) for line in head.block if not is_rule(line)]
    of_nine = sum(sum(map(len, row)) == _SIZE for row in rows)
    fits = 3 < len(rows) <= _SIZE and of_nine * 2 > len(rows)
    return Certainty.CERTAIN if fits else Certainty.NO


def _write_sudocue(entry: Entry, style: Style) -> str:
    rows = rows_of(line_text(entry.grid, style.symbols), _SIZE)
    return "\n".join((*info_lines(entry, _SUDOCUE_LETTERS, ""), *rows, ""))


SUDOCUE = Format(
    name="sudocue",
    summary="nine rows below lines such as #AAuthor",
    extensions=(".sdk",),
    recognises=_recognises_sudocue,
    read=_read_sudocue,
    write=_write_sudocue,
    keeps=frozenset({"name", "details"}),
    sizes=(_SIZE,),
    single=True,
    told=lambda entry: told_by(info_lines(entry, _SUDOCUE_LETTERS, "")),
)

# sdx

_PLACED = "u"


class _Work(Cells):
    """Makes puzzles of clues, placed digits and marks; their state is an extra."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._state: Puzzle | None = None

    def extras(self, size: int) -> Extras:  # noqa: ARG002  the last puzzle is meant
        return Extras(state=self._state)

    def grid(self, cells: str | Sequence[str], geometry: Geometry) -> Puzzle:
        """Make the puzzle of n² words.

        Raises:
            InputError: A word is not a cell; names the cell.
        """
        size, masks = geometry.size, []
        for cell, word in enumerate(cells):
            marks = word.removeprefix(_PLACED)
            mask = _mask(marks, size, None, cell)
            if mask.bit_count() < len(marks) or (marks != word and len(marks) != 1):
                raise InputError(
                    f"'{printable(word)}' is not a cell",
                    expected="a digit, u and a digit, or candidates",
                    cell=place_of(cell, size),
                )
            masks.append(mask)
        marked = [mask if mask & (mask - 1) else 0 for mask in masks]
        seen = [0] * len(masks)
        for unit in geometry.units:
            for cell in unit:
                for other in unit:
                    seen[cell] |= marked[other]
        own = [word.startswith(_PLACED) for word in cells]
        for cell, mask in enumerate(masks):
            if mask & seen[cell] and not own[cell]:
                marked[cell] = mask
        filled = zip(masks, marked, own, strict=True)
        digits = [(0 if mark else mask.bit_length(), one) for mask, mark, one in filled]
        puzzle = Puzzle.trusted(geometry, tuple([0 if p else d for d, p in digits]))
        self._state = state_of(puzzle, [d if p else 0 for d, p in digits], marked)
        return puzzle


def _read_sdx(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    return read_rows(Layout("sdx", _split, cells=_Work), lines, options)


def _split(block: Block) -> list[Run]:
    return [Run([(line, text.split()) for line, text in block.lines])]


def _recognises_sdx(head: Head) -> Certainty:
    """Check for rows of digits, and a cell that the player has filled."""
    rows = [line.split() for line in head.block]
    words = [word for row in rows for word in row]
    if len(rows) < 4 or not any(len(w) == 2 and w[0] == _PLACED for w in words):
        return Certainty.NO
    widths = [len(row) for row in rows]
    common = max(widths, key=widths.count)
    sound = sum(word.removeprefix(_PLACED).isdigit() for word in words)
    fits = common > 3 and widths.count(common) * 2 > len(rows)
    return Certainty.CERTAIN if fits and sound * 5 >= len(words) * 4 else Certainty.NO


SDX = Format(
    name="sdx",
    summary="rows of clues, placed digits (u5) and candidates",
    extensions=(".sdx",),
    recognises=_recognises_sdx,
    read=_read_sdx,
    keeps=frozenset({"state"}),
)

# simple

_FRAME = "*-----------*"
_BAND = "|---+---+---|"
_SIGNATURES = ("Simple Sudoku", "Version ")


def _drawn(line: str) -> str | list[str]:
    parts = drawn_cells(line, _SIZE)
    cells = [cell for part in parts for cell in part]
    return "".join(cells) if all(isinstance(part, str) for part in parts) else cells


def _read_simple(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    start = 0
    try:
        parts, trailer = _parts(lines)
        if not parts:
            return
        start = parts[0][0][0]
        cells = Cells(options)
        puzzle, state = _simple_state(parts, cells)
        if trailer:
            found = cells.grid_of_rows(trailer, puzzle.geometry)
            line, ours = "the line of clues", f"the grid of line {start}"
            _compare(puzzle, found, trailer, ours, line)
            _compare(found, puzzle, trailer, line, ours)
    except InputError as error:
        if lines.number == 0:  # the source itself is broken
            raise
        yield error.at(line=start or lines.number)
        return
    extras = Extras(state=None if state == puzzle else state)
    yield Entry(puzzle, lines.name, start, 1, None, "simple", extras)


def _parts(lines: Lines) -> tuple[list[Numbered], Numbered]:
    """Take all lines: nine rows for each grid, and the clues on one line.

    The cells of a row of candidates have blanks between them.
    """
    parts: list[Numbered] = []
    trailer: Numbered = []
    for line in lines:
        text = line.strip()
        if text.startswith("*") and is_rule(text):
            parts.append([])
        if not is_data(text) or is_rule(text) or text.startswith(_SIGNATURES):
            continue
        row, number = _drawn(text), lines.number
        if len(row) == _CELLS and parts and not trailer:
            trailer = [(number, text)]
            continue
        if len(row) != _SIZE or trailer:
            expected = f"{_SIZE}, or {_CELLS} for the clues on one line at the end"
            what = f"a row of {plural(len(row), 'cell')}"
            raise InputError(what, expected=expected, line=number)
        if not parts or len(parts[-1]) == _SIZE:
            parts.append([])
        parts[-1].append((number, ("" if isinstance(row, str) else " ").join(row)))
    parts = list(filter(None, parts))
    kinds = "".join("m" if " " in part[0][1] else "p" for part in parts)
    for count, part in enumerate(parts, 1):
        short = len(part) < _SIZE
        if short or kinds[:count] not in ("p", "pp", "pm", "ppm"):
            what = f"{plural(len(part), 'row')} of {_SIZE} cells"
            raise InputError(
                what if short else "one grid too many for a puzzle",
                expected=f"{_SIZE} rows of clues, of placed digits, of candidates",
                hint="--from grid reads grids that are all puzzles",
                line=part[0][0],
            )
    return parts, trailer


def _simple_state(parts: list[Numbered], cells: Cells) -> tuple[Puzzle, Puzzle]:
    """Make the puzzle and its state of the grids, which have to agree."""
    plain = [rows for rows in parts if " " not in rows[0][1]]
    geometry = cells.geometry_of(_SIZE)
    puzzle, state = (cells.grid_of_rows(plain[at], geometry) for at in (0, -1))
    ours, others = (f"the grid of line {plain[at][0][0]}" for at in (0, -1))
    _compare(puzzle, state, plain[-1], ours, others)
    if len(parts) == len(plain):
        return puzzle, state
    masks: list[int] = []
    words = [(n, word) for n, row in parts[-1] for word in row.split()]
    for cell, (line, word) in enumerate(words):
        masks.append(_mask(word, _SIZE, line, cell))
        value = state.values[cell]
        if value and masks[-1] != 1 << (value - 1):
            what = f"the candidates are {printable(word)} where {others} has {value}"
            expected = "grids of one puzzle"
            raise InputError(what, expected=expected, line=line, cell=place_of(cell))
    return puzzle, Puzzle(state.clues, candidates=masks)


def _recognises_simple(head: Head) -> Certainty:
    """Check for the frame around one grid; several grids alone are puzzles each."""
    if head.first.strip() != _FRAME or not head.whole:
        return Certainty.NO
    frames = sum(line.strip() == _FRAME for line in head.lines)
    rows = [_drawn(line) for line in head.data if not is_rule(line)]
    more = any(row and (len(row) == _CELLS or not isinstance(row, str)) for row in rows)
    return Certainty.CERTAIN if more or frames <= 2 else Certainty.NO


def _write_simple(entry: Entry, style: Style) -> str:
    state = entry.extras.state
    grids = [entry.grid]
    placed_of(entry)  # refuses the state of another puzzle
    if state is not None and state.values != entry.grid.values:
        grids.append(state)
    texts: list[str] = []
    for grid in grids:
        rows = rows_of(line_text(grid, style.symbols), _SIZE)
        lines = [f"|{'|'.join(rows_of(row, 3))}|" for row in rows]
        texts.append("".join(f" {line}\n" for line in _framed(lines, _FRAME, _BAND)))
    if state is not None:  # and its candidates, all cells as wide as the widest
        words = ["".join(map(str, digits_of(mask))) or "." for mask in state.left()]
        wide = max(map(len, words)) + 2
        rule = ["-" * (3 * wide + 1)] * 3
        rows = rows_of("".join(word.ljust(wide) for word in words), 9 * wide)
        lines = [f"| {'| '.join(rows_of(row, 3 * wide))}|" for row in rows]
        drawn = _framed(lines, f"*{'-'.join(rule)}*", f"|{'+'.join(rule)}|")
        texts.append("\n".join((*drawn, "")))
    return "\n".join(texts)


SIMPLE = Format(
    name="simple",
    summary="a grid as Simple Sudoku draws it, and its candidates",
    extensions=(".ss",),
    recognises=_recognises_simple,
    read=_read_simple,
    write=_write_simple,
    keeps=frozenset({"state"}),
    sizes=(_SIZE,),
    single=True,
)

# hodoku

_FIELDS = ("technique", "candidates", "", "", "eliminations", "placements", "extra")
_GIVENS, _DELETED = 2, 3
_THREES = re.compile(r"([1-9]{3}( +|$))*")
_ALLOWED = {
    "technique": re.compile(r"[0-9A-Za-z]*(-[0-9A-Za-z]+)?"),
    "candidates": re.compile(r"[1-9]*|x"),
    "eliminations": _THREES,
    "placements": _THREES,
    "extra": re.compile(r"[^:]*"),
}
_NO_TECHNIQUE = ("0000", "x")  # as HoDoKu writes it
_CELL = re.compile(r"\+?.", re.DOTALL)


def _parse_hodoku(line: str, cells: Cells) -> tuple[Puzzle, None, Extras]:
    before, *fields = line.strip().split(":")
    if before or not 6 <= len(fields) <= 7:
        what = (
            f"{len(fields)} colons"
            if not before
            else "a line that does not start with a colon"
        )
        raise InputError(what, expected="6 or 7, the first of them at the start")
    indent = len(line) - len(line.lstrip())
    column = indent + 2 + sum(len(field) + 1 for field in fields[:_GIVENS])
    clues, values = _givens(fields[_GIVENS], column)
    geometry = cells.geometry_of(_SIZE)
    puzzle = Puzzle.trusted(geometry, clues)
    masks = [511] * _CELLS
    for word in fields[_DELETED].split():
        sound = _THREES.fullmatch(word) is not None
        digit, r, c = map(int, word) if sound else (0, 1, 1)
        cell = r * 9 + c - 10
        if not sound or values[cell] == digit:
            raise InputError(
                f"'{printable(word)}' among the deleted candidates",
                expected="digit, row and column of a candidate, each 1-9",
                cell=(r, c) if sound else None,
            )
        masks[cell] &= ~(1 << (digit - 1))
    state = Puzzle(Grid.trusted(geometry, values), candidates=masks)
    details = _details(fields)
    return puzzle, None, Extras(details, None if state == puzzle else state)


def _givens(text: str, column: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read the cells: the clues alone, and the clues with the placed digits."""
    clues: list[int] = []
    values: list[int] = []
    for index, found in enumerate(_CELL.finditer(text)):
        mark = found.group()
        digit = mark[-1]
        wrong = digit not in ("123456789" if mark[0] == "+" else "0123456789.")
        if wrong and index < _CELLS:
            raise InputError(
                f"'{printable(mark)}' is not a digit",
                expected="1-9, a placed +1 to +9, or 0 or . for an empty cell",
                cell=place_of(index),
                column=column + found.end() - 1,
            )
        values.append(0 if digit == "." or wrong else int(digit))
        clues.append(0 if mark[0] == "+" else values[-1])
    if len(values) != _CELLS:
        what = f"{len(values)} cells in the givens"
        raise InputError(what, expected=f"{_CELLS}")
    return tuple(clues), tuple(values)


def _details(fields: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the fields besides the position, in the order of the line."""
    found: list[tuple[str, str]] = []
    for name, text in zip(_FIELDS, fields, strict=False):
        if name and text.strip():
            if not _ALLOWED[name].fullmatch(text.strip()):
                what = f"'{printable(text)}' in the field {name}"
                expected = "a code such as 0100-x, digits, or digit, row and column"
                raise InputError(what, expected=expected)
            found.append((name, text.strip()))
    if tuple(text for _, text in found[:2]) == _NO_TECHNIQUE:
        del found[:2]
    return tuple(found)


def _recognises_hodoku(head: Head) -> Certainty:
    """Check for the colons, and for cells between them."""
    fields = head.first.strip().split(":")
    if fields[0] or len(fields) < 4 or set(head.first) <= set(":-+.|*' \t"):
        return Certainty.NO
    sure = 7 <= len(fields) <= 8 and len(fields[3]) >= 16
    return Certainty.CERTAIN if sure else Certainty.LIKELY


def _write_hodoku(entry: Entry, _: Style) -> str:
    found = _fields_of(entry)
    technique, candidates = _NO_TECHNIQUE
    if "technique" in found or "candidates" in found:
        technique, candidates = found.get("technique", ""), found.get("candidates", "")
    givens = "".join(
        f"+{other}" if other else str(value or ".")
        for value, other in zip(entry.grid.values, placed_of(entry), strict=True)
    )
    state, deleted = entry.extras.state, ""
    if state is not None and state.candidates is not None:
        open_ = open_masks(state.geometry, state.values)
        deleted = " ".join(
            "{}{}{}".format(digit, *place_of(cell))
            for cell, left in enumerate(state.candidates)
            for digit in digits_of(open_[cell] & ~left)
        )
    rest = [found.get(name, "") for name in _FIELDS[4:]]
    return ":".join(("", technique, candidates, givens, deleted, *rest)) + "\n"


def _fields_of(entry: Entry) -> dict[str, str]:
    """Return the details that a field of the line can hold, by its name."""
    found: dict[str, str] = {}
    for name, value in entry.extras.details:
        text = value.strip()
        if name in _ALLOWED and _ALLOWED[name].fullmatch(text):
            found.setdefault(name, text)
    return {name: text for name, text in found.items() if text.isprintable()}


def _told_hodoku(entry: Entry) -> Told:
    found = _fields_of(entry)
    return Told(None, _details([found.get(name, "") for name in _FIELDS]))


HODOKU = Format(
    name="hodoku",
    summary="lines of HoDoKu's library, :technique:candidates:givens:…",
    extensions=(".txt",),
    recognises=_recognises_hodoku,
    read=line_reader("hodoku", _parse_hodoku),
    write=_write_hodoku,
    keeps=frozenset({"state"}),
    told=_told_hodoku,
    sizes=(_SIZE,),
    symbols=False,
)
