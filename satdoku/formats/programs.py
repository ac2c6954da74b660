"""Formats of Sudoku programs: puzzles in text, with the player's progress.

    sadman      SadMan Sudoku's .sdk: sections [Puzzle], [State] (the clues and the
                placed digits), [PencilMarks] (`,679,` the digits noted in each cell; a
                cell without any may hold what the placed digits leave); [Colours] are
                skipped
    simple      Simple Sudoku's .ss: the clues in a frame; an export goes on with the
                placed digits, the candidates, and the clues on one line
    hodoku      a line of HoDoKu's library, :technique:candidates:givens:deleted
                candidates:eliminations:placements:extra; a given with + was placed
    opensudoku  a collection of the Android app OpenSudoku, as XML

The clues are the puzzle, the rest is the state; a state without one of the clues is
refused.  All but the last two hold one puzzle a file.

OpenSudoku's version 2 and, on the right, version 1:

    <opensudoku version="2">                        <opensudoku>
      <folder name="Easy" created="…">                <name>Easy</name> <author>…
        <game data="050703060…" note="…" …/>          <game data="050703060…"/>
      </folder>                                     </opensudoku>
    </opensudoku>

A game's note is the puzzle's name; its folder and the tags of version 1 are details.
`data` are 81 digits, 0 or . for an empty cell, or `version: N` and 81 cells, each of
some fields with a bar behind:

    version 1     digit, marks, editable        marks as `1,4,`, or `-` for none
    version 2, 3  digit, marks, editable        marks as a number, digit d is bit d - 1
    version 4     digit, marks, more marks, editable
    version 5     digit, marks, more marks, colour, editable

A digit that is not editable is a clue; another was placed.  The second marks rule out
nothing and are skipped.  A document type is refused before any of it is read, so there
are no entities to grow or to fetch.  Written is version 2, all games in one folder,
with data as 81 digits, or in version 1 where there is a state: every app reads it.

Sources: SadMan's description of its files, and the files of SuDonkey; what Simple
Sudoku 4.2 writes, as Sudopedia and HoDoKu's source show it; the header of HoDoKu's
regression library, reglib-1.3.txt; OpenSudoku's own import and export
(ogarcia/opensudoku).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias
from xml.parsers import expat

from satdoku.errors import InputError, counted, printable
from satdoku.formats.layouts import line_text, rows_of
from satdoku.formats.lines import is_data
from satdoku.formats.metadata import (
    info_lines,
    is_info,
    marks_of,
    name_and_details,
    placed_of,
    state_of,
)
from satdoku.formats.model import (
    LONGEST_DOCUMENT,
    LONGEST_LINE,
    Format,
    Metadata,
    Options,
    PuzzleRecord,
    Style,
)
from satdoku.formats.values import ValueReader
from satdoku.puzzle.cells import Line, TextGrid
from satdoku.puzzle.geometry import Geometry, digits_of, mask_of_digits
from satdoku.puzzle.grid import Grid, drawn
from satdoku.puzzle.prose import is_aside, is_doubtful, is_text
from satdoku.puzzle.puzzle import Puzzle, open_masks
from satdoku.puzzle.shapes import is_rule, segments
from satdoku.puzzle.symbols import LETTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.formats.lines import Lines

    # Rows of a grid, and lines of a text, each with the number of its line.
    Rows: TypeAlias = list[tuple[int, str | list[str]]]
    Text: TypeAlias = list[tuple[int, str]]

_SIZE, _CELLS = 9, 81
_NINE = Geometry(9, 9)
_EMPTY = ".0_*?"


def _reader(
    name: str, parse: Callable[[Text, ValueReader], tuple[Puzzle, str | None, Metadata]]
) -> Callable[[Lines, Options], Iterator[PuzzleRecord | InputError]]:
    """Return the reader of a format that holds one puzzle a file."""

    def read(lines: Lines, options: Options) -> Iterator[PuzzleRecord | InputError]:
        text: Text = []
        length = 0
        for line in lines:
            text.append((lines.number, line.strip()))
            length += len(line) + 1
            if length > LONGEST_LINE:
                what = f"more than {LONGEST_LINE:,} characters for a puzzle"
                yield InputError(what, line=lines.number)
                return
        data = [number for number, line in text if is_data(line) and not is_rule(line)]
        if not data:
            return
        start = data[0]
        try:
            puzzle, title, extras = parse(text, ValueReader(options))
        except InputError as error:
            yield error.at(line=start)
        else:
            yield PuzzleRecord(puzzle, lines.name, start, 1, title, name, extras)

    return read


def _row(line: str) -> str | list[str]:
    """Return the cells of a row: nine words, or a character a cell, less borders."""
    words = " ".join(segments(line)).split()
    return words if len(words) == _SIZE else "".join(words)


def _checked(rows: Rows, what: str, size: int = 0) -> Rows:
    """Return rows if they are n rows of n cells, n given or the length of most."""
    lengths = [len(row) for _, row in rows]
    size = size or max(lengths, key=lengths.count, default=_SIZE)
    for at, (line, row) in enumerate(rows[:size], 1):
        if len(row) != size:
            what_is = f"row {at} of {what} has {counted(len(row), 'cell')}"
            raise InputError(what_is, expected=f"{size}", line=line)
    if len(rows) != size:
        extra = rows[size:] or rows
        raise InputError(
            f"{counted(len(rows), 'row')} in {what}",
            expected=f"{size} rows",
            line=extra[0][0] if extra else None,
        )
    return rows


def _masks(rows: Rows, size: int) -> list[int]:
    """Return the digits of each cell as a mask; an error names the cell."""
    masks: list[int] = []
    digits = LETTERS.readable(size)
    for line, row in rows:
        for word in row:
            bad = next((m for m in word if m not in digits and m not in _EMPTY), None)
            if bad is not None:
                above, left = divmod(len(masks), size)
                cell = above + 1, left + 1
                raise LETTERS.refusal(bad, size).at(line=line, cell=cell)
            masks.append(
                mask_of_digits([digits[mark] for mark in word if mark in digits])
            )
    return masks


def _refuse_other(
    puzzle: Puzzle, grid: Puzzle, rows: Rows, ours: str, theirs: str
) -> None:
    """Refuse another grid, written in rows, that lacks a clue of the puzzle."""
    for cell, clue in puzzle.clues.filled:
        value = grid.values[cell]
        if value != clue:
            place = puzzle.geometry.place_of(cell)
            what_is = f"has {LETTERS.text(value)}" if value else "is empty"
            raise InputError(
                f"{theirs} {what_is} where {ours} has {LETTERS.text(clue)}",
                expected="every clue in both",
                line=rows[min(place[0], len(rows)) - 1][0],
                cell=place,
            )


# sadman

_PUZZLE, _STATE, _MARKS, _COLOURS = "[Puzzle]", "[State]", "[PencilMarks]", "[Colours]"
_SECTIONS = {name.lower(): name for name in (_PUZZLE, _STATE, _MARKS, _COLOURS)}
_SECTIONS["[colors]"] = _COLOURS
_SADMAN_LETTERS = "ABCDHLNSTU"


def _parse_sdk(text: Text, reader: ValueReader) -> tuple[Puzzle, str | None, Metadata]:
    """Read the sections of a file."""
    sections: dict[str, Rows] = {}
    section = _PUZZLE
    for number, line in text:
        if not is_data(line) or is_rule(line):
            continue
        if line.startswith("["):
            section = _SECTIONS.get(line.lower(), "")
            if not section or section in sections:
                which = "a second" if section else "an unknown"
                raise InputError(
                    f"{which} section {printable(line)}",
                    expected=f"{_PUZZLE}, {_STATE}, {_MARKS} or {_COLOURS}, each once",
                    line=number,
                )
            sections[section] = []
        else:
            row = line if section == _MARKS else _row(line)
            sections.setdefault(section, []).append((number, row))
    if _PUZZLE not in sections:
        raise InputError(f"no {_PUZZLE} section", expected="that section")
    rows = _checked(sections[_PUZZLE], "the puzzle")
    size = len(rows)
    puzzle = reader.rows(rows)
    values, marks = puzzle.values, [0] * len(puzzle.values)
    if _STATE in sections:
        rows = _checked(sections[_STATE], "the state", size)
        now = reader.rows(rows)
        _refuse_other(puzzle, now, rows, _PUZZLE, _STATE)
        values = now.values
    if _MARKS in sections:
        rows = [(number, _fields(str(row), size)) for number, row in sections[_MARKS]]
        masks = _masks(_checked(rows, "the marks", size), size)
        # marks of a cell that was filled later mean nothing
        marks = [0 if value else m for value, m in zip(values, masks, strict=True)]
    placed = [0 if clue else v for clue, v in zip(puzzle.values, values, strict=True)]
    name, details = name_and_details(line for _, line in text if is_info(line))
    state = state_of(puzzle, placed, marks)
    return puzzle, name, Metadata(details, state)


def _fields(line: str, size: int) -> list[str]:
    """Return the fields between commas, less an empty one behind the last."""
    fields = [field.strip() for field in line.split(",")]
    return fields if any(fields[size:]) else fields[:size]


def _recognises_sadman(lines: Sequence[str]) -> bool:
    return any(line.strip().lower() in _SECTIONS for line in lines)


def _write_sadman(entry: PuzzleRecord, style: Style) -> str:
    state = entry.metadata.state
    lines = list(info_lines(entry, _SADMAN_LETTERS, " "))
    lines += [_PUZZLE, *rows_of(line_text(entry.puzzle, style.symbols), _SIZE)]
    if state is not None:
        placed_of(entry)  # refuses the state of another puzzle
        lines += [_STATE, *rows_of(line_text(state, style.symbols), _SIZE)]
        if any(marks_of(entry)):
            words = [
                "" if value else "".join(map(LETTERS.text, digits_of(mask)))
                for value, mask in zip(
                    state.values, state.candidate_masks(), strict=True
                )
            ]
            rows = (words[at : at + _SIZE] for at in range(0, _CELLS, _SIZE))
            lines += [_MARKS, *map(",".join, rows)]
    return "\n".join((*lines, ""))


SADMAN = Format(
    name="sadman",
    summary="sections [Puzzle], [State] and so on",
    extensions=(".sdk",),
    recognises=_recognises_sadman,
    read=_reader("sadman", _parse_sdk),
    write=_write_sadman,
    keeps=frozenset({"name", "details", "state"}),
    sizes=(_SIZE,),
    single=True,
)

# simple

_FRAME = "*-----------*"
_LONGEST_SIMPLE = 200
"""Lines of a file, which holds one puzzle."""
_SIGNATURES = ("Simple Sudoku", "Version ")
_GRID = TextGrid(_NINE, (), layout="grid")


def _parse_simple(text: Text, reader: ValueReader) -> tuple[Puzzle, None, Metadata]:
    grids, trailer = _grids(text, reader.skipped)
    plain = [rows for rows in grids if isinstance(rows[0][1], str)]
    geometry = reader.geometry_of(_SIZE)
    puzzle, state = (reader.rows(plain[at]) for at in (0, -1))
    ours, others = (f"the grid of line {plain[at][0][0]}" for at in (0, -1))
    _refuse_other(puzzle, state, plain[-1], ours, others)
    if len(grids) > len(plain):
        masks = _masks(grids[-1], _SIZE)
        lone = tuple([m.bit_length() if m.bit_count() == 1 else 0 for m in masks])
        marked = Puzzle.trusted(geometry, lone)
        _refuse_other(state, marked, grids[-1], others, "the grid of candidates")
        state = Puzzle(state.clues, candidates=masks)
    if trailer:
        clues = reader.rows(trailer)
        _refuse_other(puzzle, clues, trailer, ours, "the line of clues")
        _refuse_other(clues, puzzle, trailer, "the line of clues", ours)
    return puzzle, None, Metadata(state=None if state == puzzle else state)


def _is_remark(line: str) -> bool:
    """Whether a line in or below the grids is text, and can be no row of theirs."""
    if is_doubtful(line):
        return is_aside(line, _GRID, is_above=True, is_first=False)
    return is_text(line)


def _grids(text: Text, skipped: list[Line]) -> tuple[list[Rows], Rows]:
    """Return the rows of each grid, and of the clues on one line behind them.

    Lines of text are collected in `skipped`.
    """
    grids: list[Rows] = [[]]
    trailer: Rows = []
    for number, line in text:
        if line.startswith("*") and is_rule(line):
            grids.append([])
        if line.startswith(_SIGNATURES) or is_rule(line) or not is_data(line):
            continue
        if _is_remark(line):
            skipped.append(Line(number, line))
            continue
        row = _row(line)
        if len(row) == _CELLS and any(grids) and not trailer:
            trailer = [(number, row)]
            continue
        if len(row) != _SIZE or trailer:
            expected = f"{_SIZE}, or {_CELLS} for the clues on one line at the end"
            what = f"a row of {counted(len(row), 'cell')}"
            raise InputError(what, expected=expected, line=number)
        if len(grids[-1]) == _SIZE:
            grids.append([])
        grids[-1].append((number, row))
    return _known_grids([rows for rows in grids if rows]), trailer


def _known_grids(grids: list[Rows]) -> list[Rows]:
    """Return grids if they are the clues, and perhaps the state of a puzzle."""
    kinds = ""
    if not grids:
        raise InputError("no rows of cells", expected=f"{_SIZE} rows of clues")
    for rows in grids:
        kinds += "p" if isinstance(rows[0][1], str) else "m"
        if len(rows) < _SIZE or kinds not in ("p", "pp", "pm", "ppm"):
            short = f"{counted(len(rows), 'row')} of {_SIZE} cells"
            raise InputError(
                short if len(rows) < _SIZE else "one grid too many for a puzzle",
                expected=f"{_SIZE} rows of clues, of placed digits, of candidates",
                hint='format="grid" reads grids that are all puzzles',
                line=rows[0][0],
            )
    return grids


def _recognises_simple(lines: Sequence[str]) -> bool:
    """Check for the frame around one grid; several grids alone are puzzles each."""
    if lines[0].strip() != _FRAME or len(lines) > _LONGEST_SIMPLE:
        return False
    frames = sum(line.strip() == _FRAME for line in lines)
    rows = [_row(line) for line in lines if is_data(line) and not is_rule(line)]
    has_more = any(len(row) == _CELLS or isinstance(row, list) for row in rows)
    return has_more or frames <= 2


def _framed(drawing: str) -> str:
    """Put the frame of Simple Sudoku around a grid that was drawn."""
    lines = drawing.splitlines()
    rule = f" *{'-' * len(lines[0])}*\n"
    return rule + "".join(f" |{line}|\n" for line in lines) + rule


def _write_simple(entry: PuzzleRecord, style: Style) -> str:
    grid, state = entry.puzzle, entry.metadata.state
    placed_of(entry)  # refuses the state of another puzzle
    grids = [grid] if state is None or state.values == grid.values else [grid, state]
    texts = [
        _framed(drawn(each.geometry, line_text(each, style.symbols))) for each in grids
    ]
    if state is not None:  # and its candidates, all cells as wide as the widest
        words = [
            "".join(map(str, digits_of(mask))) or "."
            for mask in state.candidate_masks()
        ]
        wide = max(map(len, words))
        cells = [word.ljust(wide) for word in words]
        texts.append(_framed(drawn(state.geometry, cells, apart=True)))
    return "\n".join(texts)


SIMPLE = Format(
    name="simple",
    summary="a grid as Simple Sudoku draws it, and its candidates",
    extensions=(".ss",),
    recognises=_recognises_simple,
    read=_reader("simple", _parse_simple),
    write=_write_simple,
    keeps=frozenset({"state"}),
    sizes=(_SIZE,),
    single=True,
)

# hodoku

_FIELDS = ("technique", "candidates", "", "", "eliminations", "placements", "extra")
_GIVENS, _DELETED = 2, 3
_NO_TECHNIQUE = ("0000", "x")  # as HoDoKu writes it


def _read_hodoku(lines: Lines, options: Options) -> Iterator[PuzzleRecord | InputError]:
    reader, number = ValueReader(options), 0
    for line in filter(is_data, lines):
        number, at = number + 1, lines.number
        try:
            puzzle, metadata = _parse_hodoku(line, reader)
        except InputError as error:
            yield error.at(line=at)
        else:
            yield PuzzleRecord(puzzle, lines.name, at, number, None, "hodoku", metadata)


def _parse_hodoku(line: str, reader: ValueReader) -> tuple[Puzzle, Metadata]:
    before, *fields = line.strip().split(":")
    if before or not 6 <= len(fields) <= 7:
        what = f"{len(fields)} colons" if not before else "no colon at the start"
        raise InputError(what, expected="6 or 7, the first of them at the start")
    column = line.index(":") + 2 + sum(len(field) + 1 for field in fields[:_GIVENS])
    clues, values = _givens(fields[_GIVENS], column)
    geometry = reader.geometry_of(_SIZE)
    puzzle = Puzzle.trusted(geometry, clues)
    masks = [511] * _CELLS
    for word in fields[_DELETED].split():
        sound = re.fullmatch("[1-9]{3}", word) is not None
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
    named = zip(_FIELDS, map(str.strip, fields), strict=False)
    details = tuple([(name, text) for name, text in named if name and text])
    if tuple([text for _, text in details[:2]]) == _NO_TECHNIQUE:
        details = details[2:]
    return puzzle, Metadata(details, None if state == puzzle else state)


def _givens(text: str, column: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read the cells: the clues alone, and the clues with the placed digits."""
    marks = re.findall(r"\+?.", text, re.DOTALL)
    if len(marks) != _CELLS:
        what = f"{len(marks)} cells in the givens"
        raise InputError(what, expected=f"{_CELLS}")
    for cell, mark in enumerate(marks):
        if not re.fullmatch(r"\+[1-9]|[0-9.]", mark):
            raise InputError(
                f"'{printable(mark)}' is not a digit",
                expected="1-9, a placed +1 to +9, or 0 or . for an empty cell",
                cell=_NINE.place_of(cell),
                column=column + len("".join(marks[: cell + 1])) - 1,
            )
    values = tuple([int(mark[-1].replace(".", "0")) for mark in marks])
    clues = [0 if m[0] == "+" else v for m, v in zip(marks, values, strict=True)]
    return tuple(clues), values


def _recognises_hodoku(lines: Sequence[str]) -> bool:
    """Check for the colons, and for cells between them."""
    fields = lines[0].strip().split(":")
    is_drawn = set(lines[0]) <= set(":-+.|*' \t")
    is_code = len(fields) >= 4 and not re.fullmatch("[a-z_]{2,}", fields[1])
    return not fields[0] and is_code and not is_drawn


def _write_hodoku(entry: PuzzleRecord, _: Style) -> str:
    givens = "".join(
        f"+{placed}" if placed else str(value or ".")
        for value, placed in zip(entry.puzzle.values, placed_of(entry), strict=True)
    )
    state, deleted = entry.metadata.state, ""
    if state is not None and state.masks is not None:
        open_ = open_masks(state.geometry, state.values)
        deleted = " ".join(
            "{}{}{}".format(digit, *_NINE.place_of(cell))
            for cell, left in enumerate(state.masks)
            for digit in digits_of(open_[cell] & ~left)
        )
    return ":".join(("", *_NO_TECHNIQUE, givens, deleted, "", "", "")) + "\n"


HODOKU = Format(
    name="hodoku",
    summary="lines of HoDoKu's library, :technique:candidates:givens:…",
    extensions=(".txt",),
    recognises=_recognises_hodoku,
    read=_read_hodoku,
    write=_write_hodoku,
    keeps=frozenset({"state"}),
    sizes=(_SIZE,),
    symbols=False,
)

# opensudoku

_OWN_FOLDER = "satdoku"  # the folder that is written; read, it is no detail
# The tags of a collection in version 1, and the details they become.
_TAGS = {"name": "folder", "description": "comment", "created": "date"}
_TAGS |= {key: key for key in ("author", "comment", "source", "level")}
_TAGS["sourceURL"] = "url"
_OF_GAMES = ("created", "time", "last_played")
_WIDTHS = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}  # fields of a cell, by version
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPED = re.compile('[&<>"]|[^ -~\xa1-\U0010ffff]')


class _Collection:
    """The handlers of a parser: they gather the games of a document."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate("utf-8")  # whatever encoding the text names
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.games: list[tuple[int, dict[str, str], tuple[tuple[str, str], ...]]] = []
        self._depth = 0
        self._details: dict[str, str] = {}
        self._content = ""

    def _doctype(self, *_: object) -> None:
        what, expected = "a document type (<!DOCTYPE>)", "<opensudoku> without one"
        raise InputError(what, expected=expected, hint="satdoku reads no entities")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._content = ""
        if not self._depth and name != "opensudoku":
            raise InputError(f"a document <{printable(name)}>", expected="<opensudoku>")
        self._depth += 1
        if name == "folder":
            folder = attributes.get("name", "")
            self._details = {} if folder == _OWN_FOLDER else {"folder": folder}
        elif name == "game":
            own = [(key, attributes.get(key, "0")) for key in _OF_GAMES]
            pairs = [*self._details.items(), *own]
            details = tuple([pair for pair in pairs if pair[1] not in ("", "0")])
            self.games.append((self.parser.CurrentLineNumber, attributes, details))

    def _end(self, name: str) -> None:
        self._depth -= 1
        if self._depth == 1 and name in _TAGS and self._content.strip():
            self._details[_TAGS[name]] = self._content.strip()
        self._content = ""

    def _text(self, text: str) -> None:
        self._content += text


def _read_opensudoku(
    lines: Lines, options: Options
) -> Iterator[PuzzleRecord | InputError]:
    text = ""
    for line in lines:
        text += line + "\n"
        if len(text) > LONGEST_DOCUMENT:
            what = f"a document of more than {LONGEST_DOCUMENT:,} characters"
            raise InputError(what, expected="a collection", hint="split it")
    document = text.lstrip()
    before = text[: len(text) - len(document)].count("\n")
    collection, reader, broken = _Collection(), ValueReader(options), None
    try:
        collection.parser.Parse(document.encode("utf-8", "replace"), True)  # noqa: FBT003  positional only
    except InputError as error:
        broken = error.at(line=collection.parser.CurrentLineNumber)
    except expat.ExpatError as error:
        message = expat.ErrorString(error.code)
        expected, column = "tags as OpenSudoku writes them", error.offset + 1
        broken = InputError(f"broken XML: {message}", expected=expected, column=column)
        broken.line = error.lineno
    for number, (line_number, attributes, details) in enumerate(collection.games, 1):
        at = before + line_number
        try:
            puzzle, state = _game(attributes.get("data", "").strip(), reader)
        except InputError as error:
            yield error.at(line=at)
        else:
            name, extras = attributes.get("note") or None, Metadata(details, state)
            yield PuzzleRecord(
                puzzle, lines.name, at, number, name, "opensudoku", extras
            )
    if broken is not None:
        broken.line = before + (broken.line or 1)
        raise broken


def _game(data: str, reader: ValueReader) -> tuple[Puzzle, Puzzle | None]:
    """Read the puzzle and the state of a game."""
    if not data.startswith("version:"):
        return reader.digits(data), None
    version, _, text = data.removeprefix("version:").strip().partition(" ")
    version, _, behind = version.partition("\n")
    width = _WIDTHS.get(version, 0)
    fields = [field for field in (behind + text).strip().split("|") if field != ""]
    if not width or len(fields) != width * _CELLS:
        what = f"{len(fields)} fields in data of version '{printable(version)}'"
        many = f"{width * _CELLS}: {width} for each of {_CELLS} cells"
        raise InputError(what, expected=many if width else "version 1 to 5")
    clues, placed, marks = ([0] * _CELLS for _ in range(3))
    for cell in range(_CELLS):
        digit, mark, *others, editable = fields[cell * width : (cell + 1) * width]
        try:
            value = _number(digit, 0, 9)
            (placed if _number(editable, 0, 1) else clues)[cell] = value
            if version == "1":
                words = mark.removesuffix(",").split(",") if mark != "-" else ()
                mask = mask_of_digits([_number(word, 1, 9) for word in words])
            else:
                mask = _number(mark, 0, 511)
            for extra in others:
                _number(extra, 0, 511)
        except InputError as error:
            raise error.at(cell=_NINE.place_of(cell)) from None
        marks[cell] = 0 if value else mask
    puzzle = Puzzle.trusted(reader.geometry_of(_SIZE), tuple(clues))
    return puzzle, state_of(puzzle, placed, marks)


def _number(text: str, least: int, most: int) -> int:
    number = int(text) if len(text) < 4 and text.isascii() and text.isdigit() else -1
    if not least <= number <= most:
        what = f"'{printable(text)}' in data"
        raise InputError(what, expected=f"a number from {least} to {most}")
    return number


def _recognises_opensudoku(lines: Sequence[str]) -> bool:
    """Check for the tag of the collection, after any XML declaration."""
    return any("<opensudoku" in line for line in lines)


def _write_opensudoku(entry: PuzzleRecord, _: Style) -> str:
    clues = entry.puzzle.values
    attributes = [("data", "".join(map(str, clues)))]
    if entry.metadata.state is not None:
        data = "version: 1\n"
        marked = zip(clues, placed_of(entry), marks_of(entry), strict=True)
        for clue, placed, mask in marked:
            marks = "".join(f"{digit}," for digit in digits_of(mask)) or "-"
            data += f"{clue or placed}|{marks}|{0 if clue else 1}|"
        attributes = [("data", data), ("state", "0")]
    if entry.name:
        attributes.append(("note", _NOT_XML.sub("\ufffd", entry.name)))
    details = dict(reversed(entry.metadata.details))
    numbers = [(key, details.get(key, "")) for key in _OF_GAMES]
    attributes += [n for n in numbers if n[1].isascii() and n[1].isdigit()]
    texts = [
        f'{key}="{_ESCAPED.sub(lambda sign: f"&#{ord(sign[0])};", text)}"'
        for key, text in attributes
    ]
    return f"    <game {' '.join(texts)}/>\n"


OPENSUDOKU = Format(
    name="opensudoku",
    summary="a collection of OpenSudoku (XML)",
    extensions=(".opensudoku",),
    recognises=_recognises_opensudoku,
    read=_read_opensudoku,
    write=_write_opensudoku,
    header='<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n'
    f'  <folder name="{_OWN_FOLDER}">\n',
    footer="  </folder>\n</opensudoku>\n",
    keeps=frozenset({"name", "state"}),
    sizes=(_SIZE,),
    symbols=False,
    comments=False,
    details=frozenset(_OF_GAMES),
)
