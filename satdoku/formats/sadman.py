"""The format `sadman`: the .sdk files of SadMan Sudoku, in sections.

    #A Ruud            [Puzzle]       [State]        [PencilMarks]
    #L Easy            2..1.5..3      2..1.5..3      ,679,6789,,46789,,469,,
    [Puzzle]           ...            ...            ...

Only [Puzzle] has to be there, once each of the others may: [State] holds the clues and
what was placed besides, [PencilMarks] the digits noted in each cell (none: nothing was
noted, so the cell may hold what the digits leave open), [Colours] a character a cell.
A state without one of the clues is refused.  A file holds one puzzle.

Source: SadMan's own description of its files, and the files SuDonkey writes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError, printable
from satdoku.formats.cells import Cells
from satdoku.formats.entry import Entry, Extras
from satdoku.formats.format import Certainty, Format, Options, Style, Told
from satdoku.formats.line import line_text
from satdoku.formats.metadata import (
    NAME,
    digits_of,
    info_lines,
    is_info,
    marks_of,
    mask_of,
    placed_of,
    read_info,
    state_of,
    told_by,
)
from satdoku.symbols import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.formats.lines import Head, Lines
    from satdoku.geometry import Geometry
    from satdoku.puzzle import Puzzle

__all__ = ["SADMAN"]

_LETTERS = "ABCDHLNSTU"
_PUZZLE, _STATE, _MARKS, _COLOURS = "[Puzzle]", "[State]", "[PencilMarks]", "[Colours]"
_SECTIONS = {name.lower(): name for name in (_PUZZLE, _STATE, _MARKS, _COLOURS)}
_SECTIONS["[colors]"] = _COLOURS
_COLOUR_KEY = "colours"
_MOST_LINES = 4096
_SIZE = 9


class _Section(NamedTuple):
    """The lines of a section, and the line of its heading."""

    name: str
    line: int
    rows: list[tuple[int, str]]


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the one puzzle of a file."""
    yield _puzzle(lines, Cells(options))


def _puzzle(lines: Lines, cells: Cells) -> Entry | InputError:
    """Make the puzzle of the sections."""
    start = 1
    try:
        told, sections = _sections(lines, cells.limits.line)
        start = sections[_PUZZLE].line
        grid = _grid(sections[_PUZZLE], cells)
        extras = _extras(told, sections, grid, cells)
    except InputError as error:
        if lines.number == 0:  # the source itself is broken
            raise
        return error.at(line=start)
    name = dict(told).get(NAME)
    return Entry(grid, lines.name, start, 1, name, "sadman", extras)


def _sections(
    lines: Lines, longest: int
) -> tuple[list[tuple[str, str]], dict[str, _Section]]:
    """Take all lines: what is told by letters, and the sections by name.

    Raises:
        InputError: A section is unknown or comes twice, there is no puzzle, or the file
            is longer than one of a puzzle can be.
    """
    told: list[tuple[str, str]] = []
    sections: dict[str, _Section] = {}
    section: _Section | None = None
    characters = 0
    for taken, text in enumerate(lines):
        line = text.strip()
        characters += len(line)
        if taken >= _MOST_LINES or characters > longest:
            what = f"more than {_MOST_LINES:,} lines or {longest:,} characters"
            raise InputError(what, expected="one puzzle a file", line=lines.number)
        if line.startswith("["):
            section = _section(line, lines.number, sections)
        elif is_info(line):
            key, value = read_info(line)
            if value and (key != NAME or key not in dict(told)):
                told.append((key, value))
            elif value:
                told.append(("comment", value))  # a second description
        elif line and not line.startswith("#"):
            section = section or _section(_PUZZLE, lines.number, sections)
            section.rows.append((lines.number, line))
    if _PUZZLE not in sections:
        known = ", ".join(sections) or "nothing"
        raise InputError(f"no [Puzzle] among {known}", expected="that section")
    return told, sections


def _section(heading: str, line: int, sections: dict[str, _Section]) -> _Section:
    """Begin a section."""
    name = _SECTIONS.get(heading.lower())
    if name is None:
        raise InputError(
            f"unknown section {printable(heading)}",
            expected=f"{_PUZZLE}, {_STATE}, {_MARKS} or {_COLOURS}",
            line=line,
        )
    if name in sections:
        raise InputError(
            f"a second {name}, after the one of line {sections[name].line}",
            expected="one puzzle a file",
            line=line,
        )
    sections[name] = _Section(name, line, [])
    return sections[name]


def _extras(
    told: list[tuple[str, str]],
    sections: dict[str, _Section],
    grid: Puzzle,
    cells: Cells,
) -> Extras:
    """Return all that is said besides the clues."""
    geometry = grid.geometry
    values = grid.values
    if _STATE in sections:
        values = _state_values(sections[_STATE], grid, cells)
    marks: Sequence[int] = (0,) * geometry.cells
    if _MARKS in sections:
        marks = _marks(sections[_MARKS], geometry)
    details = [pair for pair in told if pair[0] != NAME]
    if _COLOURS in sections:
        rows = _rows(sections[_COLOURS], geometry.size)
        details.append((_COLOUR_KEY, "".join(text for _, text in rows)))
    empty = [
        0 if value else mark for value, mark in zip(values, marks, strict=True)
    ]  # marks of a cell that was filled later say nothing
    placed = [0 if clue else v for clue, v in zip(grid.values, values, strict=True)]
    state = state_of(grid, placed, empty)
    return Extras(tuple(details), state, None, cells.extras(geometry.size).symbols)


def _grid(section: _Section, cells: Cells) -> Puzzle:
    """Make the grid of a section."""
    lengths = [len(text) for _, text in section.rows]
    size = max(lengths, key=lengths.count, default=0)
    if not size:
        raise InputError(f"no rows in {section.name}", line=section.line)
    geometry = cells.geometry_of(size)
    rows = _rows(section, size)
    try:
        return cells.grid("".join(text for _, text in rows), geometry)
    except InputError as error:
        row, _ = error.cell or (1, 1)
        raise error.at(line=rows[row - 1][0]) from None


def _rows(section: _Section, size: int) -> list[tuple[int, str]]:
    """Return the n rows of a section, n characters each.

    Raises:
        InputError: There are more or fewer, or one has another length.
    """
    for row, (line, text) in enumerate(section.rows, 1):
        if row > size:
            what = f"row {row} in {section.name}"
            raise InputError(what, expected=f"{size} rows", line=line)
        if len(text) != size and section.name != _MARKS:
            count = f"{len(text)} cell{'s' if len(text) > 1 else ''}"
            what = f"row {row} of {section.name} has {count}"
            raise InputError(what, expected=f"{size}", line=line)
    if len(section.rows) < size:
        count = f"{len(section.rows)} row{'s' if len(section.rows) != 1 else ''}"
        what = f"{count} of {size} cells in {section.name}"
        raise InputError(what, expected=f"{size} rows", line=section.line)
    return section.rows


def _state_values(section: _Section, puzzle: Puzzle, cells: Cells) -> tuple[int, ...]:
    """Return the values of the state.

    Raises:
        InputError: They are not those of a state of this puzzle.
    """
    size = puzzle.geometry.size
    values = _grid(_Section(section.name, section.line, _rows(section, size)), cells)
    for cell, clue in puzzle.clues.filled:
        if values.values[cell] != clue:
            row, column = divmod(cell, size)
            placed = values.values[cell]
            found = f"has {LETTERS.text(placed)}" if placed else "is empty"
            raise InputError(
                f"{_STATE} {found} where {_PUZZLE} has {LETTERS.text(clue)}",
                expected="every clue of the puzzle in its state",
                line=section.rows[row][0],
                cell=(row + 1, column + 1),
            )
    return values.values


def _marks(section: _Section, geometry: Geometry) -> list[int]:
    """Return the digits noted in each cell as a mask, 0 for none."""
    size = geometry.size
    masks: list[int] = []
    for row, (line, text) in enumerate(_rows(section, size), 1):
        cells = text.split(",")
        if len(cells) == size + 1 and not cells[-1].strip():
            cells.pop()
        if len(cells) != size:
            count = f"{len(cells)} cell{'s' if len(cells) > 1 else ''}"
            what = f"row {row} of {section.name} has {count}"
            raise InputError(what, expected=f"{size}, with commas between", line=line)
        for column, marks in enumerate(cells, 1):
            try:
                digits = [LETTERS.digit(mark, size) for mark in marks.strip()]
            except InputError as error:
                raise error.at(line=line, cell=(row, column)) from None
            masks.append(mask_of([digit for digit in digits if digit]))
    return masks


def _recognises(head: Head) -> Certainty:
    """Look for the heading of the puzzle, with nothing before it but other sections."""
    first = head.first.strip().lower()
    if first not in _SECTIONS and not any(
        line.strip().lower() in _SECTIONS for line in head.data
    ):
        return Certainty.NO
    return Certainty.CERTAIN if first.startswith("[") else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    geometry = entry.grid.geometry
    entry, colours = _split(entry)
    lines = list(info_lines(entry, _LETTERS, " "))
    lines += [_PUZZLE, *_lines_of(line_text(entry.grid, style.symbols), geometry)]
    state = entry.extras.state
    if state is not None:
        placed_of(entry)  # refuses the state of another puzzle
        marks = marks_of(entry)
        text = line_text(state, style.symbols)
        lines += [_STATE, *_lines_of(text, geometry)]
        if any(marks):
            lines += [_MARKS, *_mark_lines(state)]
    if colours:
        lines += [_COLOURS, *_lines_of(colours, geometry)]
    return "\n".join((*lines, ""))


def _split(entry: Entry) -> tuple[Entry, str]:
    """Take the colours out of the details, if a section of their own can hold them."""
    details, geometry = list(entry.extras.details), entry.grid.geometry
    for pair in details:
        key, text = pair
        if key == _COLOUR_KEY and len(text) == geometry.cells and _are_rows(text):
            details.remove(pair)
            extras = replace(entry.extras, details=tuple(details))
            return replace(entry, extras=extras), text
    return entry, ""


def _are_rows(text: str) -> bool:
    """Whether no row of colours is read as anything else."""
    starts = [text[at] for at in range(0, len(text), _SIZE)]
    plain = text.isprintable() and not any(map(str.isspace, text))
    return plain and not {"#", "["}.intersection(starts)


def _told(entry: Entry) -> Told:
    entry, colours = _split(entry)
    told = told_by(info_lines(entry, _LETTERS, " "))
    if colours:
        return Told(told.name, (*told.details, (_COLOUR_KEY, colours)))
    return told


def _lines_of(text: str, geometry: Geometry) -> list[str]:
    size = geometry.size
    return [text[at : at + size] for at in range(0, len(text), size)]


def _mark_lines(state: Puzzle) -> list[str]:
    """Return the rows of what each empty cell can hold."""
    size = state.geometry.size
    cells = [
        "" if value else "".join(map(LETTERS.text, digits_of(mask)))
        for value, mask in zip(state.values, state.left(), strict=True)
    ]
    return [",".join(cells[at : at + size]) for at in range(0, len(cells), size)]


SADMAN = Format(
    name="sadman",
    summary="sections [Puzzle], [State] and so on",
    extensions=(".sdk",),
    recognises=_recognises,
    read=_read,
    write=_write,
    keeps=frozenset({"name", "details", "state"}),
    sizes=(_SIZE,),
    single=True,
    told=_told,
)
"""Format `sadman`."""
