"""Links that hold a puzzle; no link is ever followed.

    fpuzzles    https://f-puzzles.com/?load=PACKED; SudokuPad's fpuzzlesPACKED (also
                `fpuz`, and behind ?puzzleid= or ?load=), with or without an address;
                and boards as JSON
    sudokuwiki  https://www.sudokuwiki.org/sudoku.htm?bd=81 digits, or S9B and two
                characters a cell, in base 36: 1-9 a clue, 10-18 a placed digit, from 19
                on the candidates, digit d as bit d - 1 of the number less 18
    link        read only: any of these, one a line, addresses with 81 digits, and
                links of Interactive Sudoku Solver

A board of f-puzzles is an object {"size": 9, "title": …, "grid": [[cell, …], …], …}:

    value, given         a clue if given; else a digit of the player (the state)
    givenPencilMarks     the digits the puzzle allows there: part of the puzzle
    centerPencilMarks    the digits the player considers there: part of the state
    cornerPencilMarks    notes that rule out nothing, skipped with a warning
    c, cArray, highlight colours, skipped like drawings
    region               the box, where it is not the usual one of the size

Every other key of a board is a constraint of a variant, unless it is empty or false, or
known to be harmless (`fpuzzles.py`).  One that is not understood is refused, and so is
a key that occurs twice, since one would hide the other.  Regions that are not boxes of
one shape are a constraint, too.  Drawings, colours, corner marks and fog are skipped,
with a warning that names them.

A board is packed by LZString's Base64: a stream of codes, each with as many bits as the
size of the table needs, lowest bit first, packed six bits to a character of Base64,
highest bit first.  The table grows with the text, the same way on both sides:

    0, 1    a new character of 8 or 16 bits follows; it gets the next entry
    2       the end
    3 …     an entry; each but the first makes another of the phrase before and its
            own first character

Unpacking stops at a limit, so that five kilobytes cannot become five megabytes.

Sources: the links that these sites give out, what SudokuPad's own loader takes,
SudokuWiki's "Sudoku String Definitions", and pieroxy's lz-string, whose PyPI port is
the oracle of the tests.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, unquote

from satdoku.errors import InputError, UsageError, counted, printable, shown
from satdoku.formats.cells import (
    Cells,
    clues_of_digits,
    shape_of,
    usual_boxes,
)
from satdoku.formats.json_files import OF_FPUZZLES, unique
from satdoku.formats.line import line_text
from satdoku.formats.lines import is_data
from satdoku.formats.metadata import digits_of, marks_of, mask_of, placed_of, state_of
from satdoku.formats.model import (
    USUAL_LIMITS,
    Certainty,
    Format,
    Metadata,
    Options,
    PuzzleRecord,
    Style,
    Told,
)
from satdoku.formats.variants import constraint_error, is_nothing, unsupported
from satdoku.puzzle.cells import list_values, place_of
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle, open_masks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.lines import Head, Lines
    from satdoku.puzzle.constraints.arguments import Cells as RowsAndColumns
    from satdoku.puzzle.constraints.base import Constraint

__all__ = ["FPUZZLES", "LINK", "SUDOKUWIKI", "pack", "unpack"]

_STARTS = ("http://", "https://", "www.")
_PREFIX = re.compile("(sudoku)?/?fpuz(zles)?/?")
_PACKED_START = "N4I"  # how LZString packs `{"`
_SUDOKUPAD = ("sudokupad.app", "crackingthecryptic.com")
_HARMLESS = re.compile(r"utm_.*|setting-.*|fbclid|gclid|ref")
_READ = "a link of f-puzzles, SudokuPad (fpuzzles…) or SudokuWiki, or one of 81 digits"
_DIGITS = re.compile(r"(?<![0-9.])[0-9.]{81}(?![0-9.])")
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>()\[\]\"'`]+", re.IGNORECASE)
_S9B = re.compile(r"s9b[0-9a-z]{162}", re.IGNORECASE)
_SIZE = 9


def _alone(line: str) -> str:
    """Return the one address of a line without the words, and brackets, around it."""
    text = line.strip()
    found = None if text[:8].lower().startswith(_STARTS) else _ADDRESS.search(text)
    if found is None:
        return text
    around = text[: found.start()] + text[found.end() :]
    more = _ADDRESS.search(around) or any(map(str.isdigit, around))
    return text if more else found[0]


def _is_link(text: str) -> bool:
    """Whether a text is a link, readable or not."""
    text = _alone(text)
    marks = _PREFIX.sub("", text, count=1) if _PREFIX.match(text) else text
    packed = marks.startswith(_PACKED_START) and len(marks) > 3
    return packed or text[:8].lower().startswith(_STARTS) or bool(_S9B.match(text))


def _parsed(text: str) -> tuple[str, str]:  # noqa: C901  a list of sites
    """Return how the puzzle in a link is written, and the puzzle.

    Returns:
        `fpuzzles`, `sudokuwiki`, `iss` or `link`, and the packed board, ISS text, or
        cells.

    Raises:
        InputError: There is no puzzle in it.
    """
    text = _alone(text)
    if text[:3].lower() == "s9b":
        return "sudokuwiki", text
    if text[:4].lower() == "www.":
        text = f"https://{text}"
    scheme, found, rest = text.partition("://")
    if not found or len(scheme) > 5:
        return "fpuzzles", _unescaped(_PREFIX.sub("", text, count=1))
    address, _, query = rest.partition("#")[0].partition("?")
    host, _, path = address.partition("/")
    host = host.rpartition("@")[2].partition(":")[0].lower().removeprefix("www.")
    values: dict[str, str] = {}
    for name, value in parse_qsl(query):
        values.setdefault(name.lower(), _unescaped(value))
    page = path.lower().rpartition("/")[2]
    if host == "f-puzzles.com" or host.endswith(_SUDOKUPAD):
        site, kind = "f-puzzles", "fpuzzles"
        board = values.pop("load", "") or values.pop("puzzleid", "")
        if host != "f-puzzles.com":
            site, board = "SudokuPad", board or _unescaped(unquote(path))
            board = board if _PREFIX.match(board) else ""
        board = _PREFIX.sub("", board, count=1)
    elif host == "sigh.github.io":
        site, kind = "Interactive Sudoku Solver", "iss"
        board = dict(parse_qsl(query)).get("q", "")
        values.pop("q", None)
    elif host == "sudokuwiki.org" and page in ("sudoku.htm", "sudoku.asp"):
        site, kind, board = "SudokuWiki", "sudokuwiki", values.pop("bd", "")
    else:
        return "link", _digits(address, rest)
    if not board:
        what = f"a link of {site} without a puzzle that satdoku reads"
        raise InputError(what, expected=_READ, hint="open it there and export it")
    others = [name for name in values if not _HARMLESS.fullmatch(name)]
    if others:
        what = f"'{printable(others[0])}' in the link is not known"
        raise InputError(what, expected="the puzzle alone")
    return kind, board


def _unescaped(text: str) -> str:
    """Undo what some programs do to links: a blank in place of `+`."""
    return unquote(text).strip().replace(" ", "+")


def _digits(address: str, rest: str) -> str:
    """Return the 81 digits in a link of any other site."""
    digits: set[str] = set(_DIGITS.findall(unquote(rest.partition("/")[2])))
    if "sudokuwiki.org" in address or len(digits) != 1:
        what = f"a link to {printable(address, 60) or 'nowhere'}"
        raise InputError(what, expected=_READ, hint="satdoku never follows links")
    words = re.findall(r"[a-z]{4,}", rest.lower())
    variant = constraint_error(dict.fromkeys(words, True))
    if variant is not None:
        raise variant
    return digits.pop()


# Reading


def _read(lines: Lines, options: Options) -> Iterator[PuzzleRecord | InputError]:
    """Yield the puzzle of each link, and of each board that stands as JSON between."""
    number = 0
    for line in lines:
        if not is_data(line):
            continue
        number += 1
        place = (lines.name, lines.number, number)
        try:
            if line.lstrip().startswith("{"):
                text = _lines_of_board(line, lines, options.limits.link)
                yield _entry_of_board(text, options, place)
            else:
                yield _entry_of_link(line, options, place)
        except InputError as error:
            error.line = place[1] + (error.line or 1) - 1
            yield error
        except RecursionError:
            what, expected = "JSON nested too deep", "a board of f-puzzles"
            yield InputError(what, expected=expected, line=place[1])


_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"?')  # to the end, where it has none


def _lines_of_board(first: str, lines: Lines, limit: int) -> str:
    """Return the JSON that starts with this line, taking the lines it goes over."""
    text, depth, line = "", 0, first
    while True:
        text += line + "\n" if len(text) <= limit else ""
        bare = _QUOTED.sub("", line)
        depth += bare.count("{") - bare.count("}")
        if depth <= 0 or not lines.peek(1):
            break
        line = next(lines)
    if len(text) > limit:
        raise _beyond(f"a board of more than {limit:,} characters")
    return text.removesuffix("\n")


def _beyond(what: str) -> InputError:
    hint = "raise the limit with --max-link"
    return InputError(what, expected="a board of f-puzzles", hint=hint)


def _entry_of_link(
    line: str, options: Options, place: tuple[str, int, int]
) -> PuzzleRecord:
    kind, board = _parsed(line)
    if kind == "fpuzzles":
        try:
            return _entry_of_board(unpack(board, options.limits.link), options, place)
        except InputError as error:
            error.line = error.column = None  # of the packed text
            error.what = f"bad link: {error.what}"
            raise
    if kind == "iss":
        from satdoku.formats.iss import read_iss  # noqa: PLC0415  variants alone

        return PuzzleRecord(read_iss(board), *place, None, kind)
    if board[:1].lower() == "s":
        puzzle, state = _of_s9b(board, options)
        return PuzzleRecord(puzzle, *place, None, kind, Metadata(state=state))
    return PuzzleRecord(clues_of_digits(board, Cells(options)), *place, None, kind)


def _of_s9b(text: str, options: Options) -> tuple[Puzzle, Puzzle | None]:
    """Read SudokuWiki's board with candidates: the puzzle, and the state."""
    if not _S9B.fullmatch(text):
        what = f"{len(text)} characters of a board '{printable(text[:3])}…'"
        raise InputError(what, expected="S9B and two characters for each of 81 cells")
    geometry = Cells(options).geometry_of(_SIZE)
    clues, placed, marks = ([0] * geometry.cells for _ in range(3))
    for cell in range(geometry.cells):
        number = int(text[3 + 2 * cell : 5 + 2 * cell], 36)
        if number > 18 + 511:
            what = f"{number} is beyond all candidates"
            raise InputError(what, expected="at most 529", cell=place_of(cell))
        if number <= 9:
            clues[cell] = number
        elif number <= 18:
            placed[cell] = number - 9
        else:
            marks[cell] = number - 18
    puzzle = Puzzle.trusted(geometry, tuple(clues))
    return puzzle, state_of(puzzle, placed, marks)


# Boards of f-puzzles

# Keys of texts, and the details that they are.
_DETAILS = (("author", "author"), ("ruleset", "rules"), ("successMessage", "message"))

_NO_CONSTRAINTS = frozenset({"size", "grid", "title", "solution", "disabledlogic"}) | {
    "truecandidatesoptions",
    *(key for key, _ in _DETAILS),
}
_DRAWINGS = ("line", "rectangle", "circle", "text")
_COLOURS = ("c", "cArray", "highlight")
_CORNER = "cornerPencilMarks"
_FOG = ("fogofwar", "foglight", "triggereffect")
_OF_CELLS = frozenset(
    {"value", "given", "region", "givenPencilMarks", "centerPencilMarks", "candidates"}
    | {_CORNER, *_COLOURS}
)


def _entry_of_board(
    text: str, options: Options, place: tuple[str, int, int]
) -> PuzzleRecord:
    """Read the JSON of a board; an error names the cell or the constraint."""
    board = _json_object(text)
    used = {
        key: value
        for key, value in board.items()
        if key not in _NO_CONSTRAINTS and not is_nothing(value)
    }
    cells, size = _cells(board, options)
    geometry, pieces = _geometry(cells, size, options)
    clues, placed, given, marked = ([0] * len(cells) for _ in range(4))
    for index, cell in enumerate(cells):
        try:
            value = _digit(cell.get("value") or 0, size, least=0)
            (clues if cell.get("given") else placed)[index] = value
            given[index] = _marks(cell, "givenPencilMarks", size)
            marked[index] = 0 if value else _marks(cell, "centerPencilMarks", size)
            for key, other in cell.items():
                if key not in _OF_CELLS and not is_nothing(other):
                    raise unsupported([f"'{key}' of a cell"])
        except InputError as error:
            raise error.at(cell=place_of(index, size)) from None
    full = (1 << size) - 1
    masks = [mask or full for mask in given] if any(given) else None
    rules = _constraints(used, geometry, pieces) if used or pieces else ()
    try:
        puzzle = Puzzle(Grid.trusted(geometry, tuple(clues)), rules, masks)
    except UsageError as error:
        raise InputError(str(error)) from None
    texts = [(name, _text(board, key)) for key, name in _DETAILS]
    extras = Metadata(
        tuple([pair for pair in texts if pair[1]]),
        state_of(puzzle, placed, marked),
        _solution(board.get("solution"), geometry),
        warnings=tuple(_warnings(used, cells)),
    )
    title = _text(board, "title") or None
    return PuzzleRecord(puzzle, *place, title, "fpuzzles", extras)


def _json_object(text: str) -> dict[str, Any]:
    expected = "a board of f-puzzles"
    try:
        found = json.loads(text, object_pairs_hook=unique)
    except InputError:
        raise
    except json.JSONDecodeError as error:
        what = f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        refusal = InputError(what, expected=expected)
        raise refusal.at(line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        what = "not JSON: a value too deep, or a number too long"
        raise InputError(what, expected=expected) from None
    if not isinstance(found, dict):
        raise InputError("the JSON value is not an object", expected=expected)
    return cast("dict[str, Any]", found)


def _cells(board: dict[str, Any], options: Options) -> tuple[list[dict[str, Any]], int]:
    """Return the cells of the grid, row by row, and its size."""
    rows: Any = board.get("grid")
    if not isinstance(rows, list) or not rows:
        raise InputError("a board without a grid", expected="rows of cells in 'grid'")
    size = len(rows)
    said = board.get("size", size)
    if type(said) is not int or said != size:
        what = f"{size} rows, but size {shown(said)}"
        raise InputError(what, expected="as many rows as size")
    if size > options.limits.size:
        raise options.limits.too_large(size)
    cells: list[dict[str, Any]] = []
    for number, row in enumerate(rows, 1):
        expected = f'{size} such as {{"value": 5, "given": true}}'
        if not isinstance(row, list):
            raise InputError(f"row {number} is {shown(row)}", expected=expected)
        objects = [cell or {} for cell in row if isinstance(cell or {}, dict)]
        if not len(objects) == len(row) == size:
            what = f"row {number} has {counted(len(objects), 'cell')}"
            raise InputError(what, expected=expected)
        cells += objects
    return cells, size


def _geometry(
    cells: list[dict[str, Any]], size: int, options: Options
) -> tuple[Geometry, list[RowsAndColumns]]:
    """Return the shape, and the regions where they are not boxes of one shape."""
    asked, usual = options.geometry, usual_boxes(size)
    if asked is not None and asked.size != size:
        raise InputError(f"a board of {size}x{size}", expected=f"{asked}")
    if not any("region" in cell for cell in cells):
        return asked or usual, []
    regions = [cell.get("region", usual.box_of(i)) for i, cell in enumerate(cells)]
    drawn = shape_of(regions, size)
    if asked is not None and drawn != asked:
        what = f"regions of {drawn}" if drawn else "irregular regions"
        raise InputError(what, expected=f"{asked}, as asked for")
    if drawn is not None:
        return drawn, []
    pieces: dict[int, list[tuple[int, int]]] = {}
    for index, region in enumerate(regions):
        if region is None:
            continue
        if type(region) is not int:
            what = f"region {shown(region)}"
            raise InputError(what, expected="a number", cell=place_of(index, size))
        pieces.setdefault(region, []).append(divmod(index, size))
    found = [tuple(piece) for _, piece in sorted(pieces.items())]
    for piece in found:
        if len(piece) != size:
            what = f"a region of {counted(len(piece), 'cell')}"
            raise InputError(what, expected=f"{size}")
    return Geometry(size, size, None), found


def _constraints(
    used: dict[str, Any], geometry: Geometry, pieces: list[RowsAndColumns]
) -> list[Constraint]:
    """Return the constraints of a board: its irregular regions, and its keys."""
    from satdoku.formats.fpuzzles import read_keys  # noqa: PLC0415  variants alone
    from satdoku.puzzle.constraints.places import Regions  # noqa: PLC0415  variants alone

    boxes = [
        tuple(divmod(cell, geometry.columns) for cell in box)
        for box in geometry.box_units
    ]
    rules = read_keys(used, geometry, pieces or boxes)
    return [Regions(tuple(pieces)), *rules] if pieces else rules


def _warnings(used: dict[str, Any], cells: list[dict[str, Any]]) -> Iterator[str]:
    """Yield warnings about what is skipped.

    Drawings that belong to a constraint of the board repeat it.
    """
    found = [
        key
        for key in _DRAWINGS
        if isinstance(used.get(key), list)
        and not all(isinstance(x, dict) and x.get("fromConstraint") for x in used[key])
    ]
    if any(not is_nothing(cell.get(key)) for cell in cells for key in _COLOURS):
        found.append("colours")
    if found:
        named = ", ".join(found)
        yield f"drawings ({named}) are skipped; if one stands for a rule, it is missing"
    if any(not is_nothing(cell.get(_CORNER)) for cell in cells):
        yield "corner marks are skipped"
    if any(key in used for key in _FOG):
        yield "fog is skipped"


def _digit(value: object, size: int, least: int = 1) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value) if len(value) < 4 else value
    if type(value) is not int or not least <= value <= size:
        what = f"{shown(value)} is not a digit of a {size}x{size} grid"
        raise InputError(what, expected=f"1-{size}")
    return value


def _marks(cell: dict[str, Any], key: str, size: int) -> int:
    marks: object = cell.get(key) or []
    if not isinstance(marks, list):
        raise InputError(f"{key} is not a list", expected="a list of digits")
    return mask_of([_digit(mark, size) for mark in cast("list[object]", marks)])


def _text(board: dict[str, Any], key: str) -> str:
    """Return a text that can be written anywhere: without halves of characters."""
    value: object = board.get(key)
    if value is not None and not isinstance(value, str):
        raise InputError(f"{key} is {shown(value)}", expected="a text")
    return (value or "").encode("utf-8", "replace").decode()


def _solution(value: object, geometry: Geometry) -> Grid | None:
    """Read the solution: digits in a list or a text, a sign for a cell left open."""
    if is_nothing(value):
        return None
    digits: list[object] = list(value) if isinstance(value, (list, str)) else []
    if len(digits) != geometry.cells:
        what = f"a solution of {len(digits)} cells"
        raise InputError(what, expected=f"{geometry.cells} digits")
    return Grid.trusted(geometry, list_values(digits, geometry))


def _rules_of(puzzle: Puzzle) -> tuple[list[int], dict[str, Any]]:
    """Return the region of each cell, where they are not the usual ones, and keys.

    Raises:
        UsageError: A board has no place for a constraint, or the shape.
    """
    geometry, regions = puzzle.geometry, list[int]()
    if geometry.is_standard and geometry != usual_boxes(geometry.size):
        regions = list(map(geometry.box_of, range(geometry.cells)))
    if not puzzle.constraints and geometry.is_standard:
        return regions, {}
    from satdoku.formats.fpuzzles import constraint_keys, region_numbers  # noqa: PLC0415  variants alone

    return regions or region_numbers(puzzle), constraint_keys(puzzle)


def _board_text(entry: PuzzleRecord) -> str:
    """Write an entry as the JSON of a board.

    Raises:
        UsageError: A board has no place for a constraint, the shape or a mark.
    """
    grid, extras = entry.puzzle, entry.metadata
    geometry, size = grid.geometry, grid.geometry.size
    regions, keys = _rules_of(grid)
    placed, marks = placed_of(entry), marks_of(entry)
    open_, left = open_masks(geometry, grid.values, grid.units), grid.candidate_masks()
    cells: list[dict[str, object]] = []
    for index, value in enumerate(grid.values):
        cell: dict[str, object] = {}
        if value or placed[index]:
            cell["value"] = value or placed[index]
        if value:
            cell["given"] = True
        elif not left[index]:
            name = geometry.cell_name(index)
            msg = f"{name} has no candidate, which f-puzzles cannot hold"
            raise UsageError(msg)
        elif left[index] != open_[index]:
            cell["givenPencilMarks"] = digits_of(left[index])
        if marks[index]:
            cell["centerPencilMarks"] = digits_of(marks[index])
        if regions:
            cell["region"] = regions[index]
        cells.append(cell)
    board: dict[str, object] = {"size": size}
    if entry.name is not None:
        board["title"] = entry.name
    details = dict(reversed(extras.details))
    board |= {key: details[name] for key, name in _DETAILS if name in details}
    board["grid"] = [cells[at : at + size] for at in range(0, len(cells), size)]
    if extras.solution is not None:
        board["solution"] = list(extras.solution.values)
    board |= keys
    return json.dumps(board, separators=(",", ":"))


# LZString

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {mark: f"{index:06b}" for index, mark in enumerate(_ALPHABET)}
_NEW_8, _NEW_16, _END, _FIRST = range(4)


def unpack(packed: str, limit: int) -> str:
    """Return the text that LZString has packed, a character for each half of a pair.

    Args:
        packed: The packed text, with or without the `=` at its end.
        limit: Characters that the text may have.

    Raises:
        InputError: It is not such a text, or longer than the limit.

    Example:
        >>> unpack("N4IgpgHmkFyA===", 100)
        Traceback (most recent call last):
        satdoku.errors.InputError: the packed text is cut off; expected all of the link
        >>> unpack(pack("hello hello hello"), 100)
        'hello hello hello'
    """
    bits, at, length = _bits(packed.rstrip("=")), 0, 0

    def take(width: int) -> int:
        nonlocal at
        at += width
        if at > len(bits):
            raise InputError("the packed text is cut off", expected="all of the link")
        return int(bits[at - width : at][::-1], 2)

    table, phrases, before = [""] * _FIRST, [""], ""
    while (code := take(len(table).bit_length())) != _END:
        if code in (_NEW_8, _NEW_16):
            table.append(chr(take(8 if code == _NEW_8 else 16)))
            code = len(table) - 1
        if code == len(table) and before:
            table.append(before + before[0])
        elif code >= len(table):
            raise InputError("not a packed text", expected="one as LZString makes it")
        elif before:
            table.append(before + table[code][0])
        before = table[code]
        phrases.append(before)
        length += len(before)
        if length > limit:
            raise _beyond(f"unpacks to more than {limit:,} characters")
    if "1" in bits[at:] or len(bits) - at > 12:
        what = "text after the end of the packed text"
        raise InputError(what, expected="nothing after it")
    units = "".join(phrases).encode("utf-16-le", "surrogatepass")
    return units.decode("utf-16-le", "replace")


def _bits(packed: str) -> str:
    bad = next((at for at, mark in enumerate(packed) if mark not in _BITS), None)
    if bad is not None:
        what = f"'{printable(packed[bad])}' at character {bad + 1} of the packed text"
        raise InputError(what, expected="letters, digits, + and / (Base64)")
    return "".join(map(_BITS.__getitem__, packed))


def pack(text: str) -> str:
    """Pack a text of characters up to U+00FF, as JSON is with all others escaped.

    Example:
        >>> pack("sudoku")
        'M4VwJg9g1iQ='
    """
    known: dict[str, int] = {}  # each phrase with its entry of the table
    new: set[str] = set()  # characters that the other side has not seen
    bits, size, phrase = "", _FIRST, ""
    for mark in (*text, ""):  # the last one ends the last phrase
        if mark and mark not in known:
            known[mark] = _FIRST + len(known)
            new.add(mark)
        if mark and phrase + mark in known:
            phrase += mark
            continue
        width = size.bit_length()
        if phrase:
            size += bool(bits)
            number = _NEW_8 if phrase in new else known[phrase]
            bits += f"{number:0{width}b}"[::-1]
            known[phrase + mark] = _FIRST + len(known)
        if phrase in new:
            size += 1
            bits += f"{ord(phrase):08b}"[::-1]
            new.remove(phrase)
        phrase = mark
    bits += f"{_END:0{size.bit_length()}b}"[::-1]
    bits += "0" * (6 - len(bits) % 6)
    packed = (_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    found = "".join(packed)
    return found + "=" * (-len(found) % 4)


# The formats


def _recognises_fpuzzles(head: Head) -> Certainty:
    """Check for a link to a board, or for a grid of objects in JSON."""
    if head.first.lstrip().startswith("{"):
        found = OF_FPUZZLES.search("\n".join(head.lines)) is not None
    else:
        try:
            found = _is_link(head.first) and _parsed(head.first)[0] == "fpuzzles"
        except InputError:
            found = False
    return Certainty.CERTAIN if found else Certainty.NO


def _write_fpuzzles(entry: PuzzleRecord, _: Style) -> str:
    text = _board_text(entry)
    if len(text) > USUAL_LIMITS.link:
        msg = f"a board of {len(text):,} characters is more than a link holds"
        raise UsageError(f"{msg}; expected at most {USUAL_LIMITS.link:,}")
    return f"https://f-puzzles.com/?load={pack(text)}\n"


def _told_fpuzzles(entry: PuzzleRecord) -> Told:
    """Return the name, and the details that a board has a place for."""
    details = dict(reversed(entry.metadata.details))
    kept = [(name, details[name]) for _, name in _DETAILS if details.get(name)]
    return Told(entry.name, tuple(kept))


FPUZZLES = Format(
    name="fpuzzles",
    summary="links of f-puzzles or SudokuPad, or their boards as JSON",
    extensions=(".url", ".json"),
    recognises=_recognises_fpuzzles,
    read=_read,
    write=_write_fpuzzles,
    keeps=frozenset({"name", "state", "candidates", "solution", "boxes"})
    | {"constraints", "shape"},
    sizes=tuple(range(3, 17)),
    symbols=False,
    comments=False,
    told=_told_fpuzzles,
)


def _recognises_sudokuwiki(head: Head) -> Certainty:
    """Check for the site alone, so that errors name what is wrong with the rest."""
    first = _alone(head.first).lower()
    known = first.startswith(_STARTS) and "sudokuwiki.org/sudoku.htm" in first
    return Certainty.CERTAIN if known or _S9B.fullmatch(first) else Certainty.NO


def _write_sudokuwiki(entry: PuzzleRecord, _: Style) -> str:
    digits = line_text(entry.puzzle).replace(".", "0")
    return f"https://www.sudokuwiki.org/sudoku.htm?bd={digits}\n"


SUDOKUWIKI = Format(
    name="sudokuwiki",
    summary="links of SudokuWiki, one a line",
    extensions=(".url",),
    recognises=_recognises_sudokuwiki,
    read=_read,
    write=_write_sudokuwiki,
    sizes=(_SIZE,),
    symbols=False,
)


def _recognises_link(head: Head) -> Certainty:
    return Certainty.LIKELY if _is_link(head.first) else Certainty.NO


LINK = Format(
    name="link",
    summary="links to puzzles, one a line",
    extensions=(".url", ".txt"),
    recognises=_recognises_link,
    read=_read,
)
