"""Links that hold a puzzle; no link is ever followed.

    fpuzzles    https://f-puzzles.com/?load=PACKED; SudokuPad's fpuzzlesPACKED (also
                `fpuz`, and behind ?puzzleid= or ?load=), with or without an address;
                and boards as JSON.  `lzstring.py` has the packing
    sudokuwiki  https://www.sudokuwiki.org/sudoku.htm?bd=81 digits, or S9B and two
                characters a cell, in base 36: 1-9 a clue, 10-18 a placed digit, from 19
                on the candidates, digit d as bit d - 1 of the number less 18
    link        read only: any of these, one a line, and addresses with 81 digits

A board of f-puzzles is an object {"size": 9, "title": …, "grid": [[cell, …], …], …}:

    value, given         a clue if given; else a digit of the player (the state)
    givenPencilMarks     the digits the puzzle allows there: part of the puzzle
    centerPencilMarks    the digits the player considers there: part of the state
    cornerPencilMarks    notes that rule out nothing, skipped like colours
    region               the box, where it is not the usual one of the size

Every other key of a board is a constraint of a variant, unless it is empty or false, or
known to be harmless.  A variant is refused, and so are regions that are not boxes of
one shape, and a key that occurs twice, since one would hide the other.

Sources: the links that these sites give out, what SudokuPad's own loader takes, and
SudokuWiki's "Sudoku String Definitions".
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from satdoku.cells import list_values, place_of
from satdoku.errors import InputError, UsageError, printable, shown
from satdoku.formats.cells import Cells, clues_of_digits, shape_of, usual_boxes
from satdoku.formats.json_files import OF_FPUZZLES, unique
from satdoku.formats.line import line_text
from satdoku.formats.lines import is_data
from satdoku.formats.lzstring import pack, unpack
from satdoku.formats.metadata import digits_of, marks_of, mask_of, placed_of, state_of
from satdoku.formats.model import (
    PLAIN,
    USUAL_LIMITS,
    Certainty,
    Entry,
    Extras,
    Format,
    Options,
    Style,
    Told,
)
from satdoku.formats.variants import constraint_error, is_nothing, unsupported
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle, open_masks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.lines import Head, Lines
    from satdoku.geometry import Geometry

__all__ = ["FPUZZLES", "LINK", "SUDOKUWIKI"]

_STARTS = ("http://", "https://", "www.")
_PREFIX = re.compile("fpuz(zles)?")
_PACKED_START = "N4I"  # how LZString packs `{"`
_HARMLESS = re.compile(r"utm_.*|setting-.*|fbclid|gclid|ref")
_READ = "a link of f-puzzles, SudokuPad (fpuzzles…) or SudokuWiki, or one of 81 digits"
_DIGITS = re.compile(r"(?<![0-9.])[0-9.]{81}(?![0-9.])")
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>()\[\]\"'`]+", re.IGNORECASE)
_S9B = re.compile(r"s9b[0-9a-z]{162}", re.IGNORECASE)
_SIZE = 9


class _Link(NamedTuple):
    """A link: how its puzzle is written, `fpuzzles`, `sudokuwiki` or `link`; and it."""

    site: str
    board: str


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


def _parsed(text: str) -> _Link:
    """Find the puzzle in a link; an error says why there is none."""
    text = _alone(text)
    if text[:3].lower() == "s9b":
        return _Link("sudokuwiki", text)
    if text[:4].lower() == "www.":
        text = f"https://{text}"
    scheme, found, rest = text.partition("://")
    if not found or len(scheme) > 5:
        return _Link("fpuzzles", _unescaped(_PREFIX.sub("", text, count=1)))
    address, _, query = rest.partition("#")[0].partition("?")
    host, _, path = address.partition("/")
    values: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        name, _, value = part.partition("=")
        values.setdefault(name.lower(), _unescaped(value))
    host = host.rpartition("@")[2].partition(":")[0].lower().removeprefix("www.")
    if host == "f-puzzles.com":
        return _of_fpuzzles("f-puzzles", "", values)
    if host.endswith(("sudokupad.app", "crackingthecryptic.com")):
        puzzle = _unescaped(path).removeprefix("sudoku/").lstrip("/")
        return _of_fpuzzles("SudokuPad", puzzle, values)
    page = path.lower().rpartition("/")[2]
    if host == "sudokuwiki.org" and page in ("sudoku.htm", "sudoku.asp"):
        return _Link("sudokuwiki", _only("SudokuWiki", values.pop("bd", ""), values))
    digits = set(_DIGITS.findall(_unescaped(rest.partition("/")[2])))
    if host == "sudokuwiki.org" or len(digits) != 1:
        what = f"a link to {printable(address, 60) or 'nowhere'}"
        raise InputError(what, expected=_READ, hint="satdoku never follows links")
    words = re.findall(r"[a-z]{4,}", rest.lower())
    variant = constraint_error(dict.fromkeys(words, True))
    if variant is not None:
        raise variant
    return _Link("link", digits.pop())


def _unescaped(text: str) -> str:
    """Undo the escapes of a link; some programs turn `+` into a blank."""
    if "%" in text:
        from urllib.parse import unquote  # noqa: PLC0415  seldom needed

        text = unquote(text)
    return text.strip().replace(" ", "+")


def _of_fpuzzles(site: str, puzzle: str, query: dict[str, str]) -> _Link:
    """Find the board in a link of f-puzzles or SudokuPad."""
    for name in ("puzzleid", "load"):
        puzzle = query.pop(name, "") or puzzle
    short = "id" in query if not puzzle else site == "SudokuPad"
    if short and puzzle != "sudoku" and not _PREFIX.match(puzzle):
        raise InputError(
            f"a link of {site} without a puzzle in a format that satdoku reads",
            expected=_READ,
            hint="open it there and export it",
        )
    board = _only(site, puzzle.removeprefix("sudoku"), query)
    return _Link("fpuzzles", _PREFIX.sub("", board, count=1).lstrip("/"))


def _only(site: str, board: str, query: dict[str, str]) -> str:
    """Return the puzzle, if there is one, and nothing else that may belong to it."""
    others = [name for name in query if not _HARMLESS.fullmatch(name)]
    if others:
        what = f"'{printable(others[0])}' in the link is not known"
        raise InputError(what, expected="the puzzle alone")
    if not board:
        raise InputError(f"a link of {site} without a puzzle", expected=_READ)
    return board


# Reading


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each link, and of each board that stands as JSON between."""
    number = 0
    for line in lines:
        if not is_data(line):
            continue
        number += 1
        place = (lines.name, lines.number, number)
        try:
            if line.lstrip().startswith("{"):
                yield _entry_of_json(line, lines, options, place)
            else:
                yield _entry_of_link(line, options, place)
        except InputError as error:
            yield error.at(line=place[1])


def _entry_of_json(
    first: str, lines: Lines, options: Options, place: tuple[str, int, int]
) -> Entry:
    """Read a board that starts with this line, taking the lines it goes over."""
    text, length, depth = [first], len(first), _depth(first)
    while depth > 0 and lines.peek(1):
        line = next(lines)
        depth += _depth(line)
        length += len(line) + 1
        if length <= options.limits.link:
            text.append(line)
    if length > options.limits.link:
        raise InputError(
            f"a board of more than {options.limits.link:,} characters",
            expected="a board of f-puzzles",
            hint="raise the limit with --max-link",
        )
    try:
        return _entry_of_board("\n".join(text), options, place)
    except InputError as error:
        if error.line is not None:
            error.line += place[1] - 1
        raise


_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"?')  # to the end, where it has none


def _depth(line: str) -> int:
    """Return by how many objects a line of JSON goes deeper."""
    bare = _QUOTED.sub("", line)
    return bare.count("{") - bare.count("}")


def _entry_of_link(line: str, options: Options, place: tuple[str, int, int]) -> Entry:
    site, board = _parsed(line)
    if site != "fpuzzles":
        if board[:1].lower() == "s":
            puzzle, state = _of_s9b(board, options)
        else:
            puzzle, state = clues_of_digits(board, Cells(options)), None
        extras = Extras(state=state) if state else PLAIN
        return Entry(puzzle, *place, None, site, extras)
    try:
        return _entry_of_board(unpack(board, options.limits.link), options, place)
    except InputError as error:
        error.line = error.column = None  # of the packed text
        error.what = f"bad link: {error.what}"
        raise


def _of_s9b(text: str, options: Options) -> tuple[Puzzle, Puzzle | None]:
    """Read SudokuWiki's board with candidates: the puzzle, and the state."""
    if not _S9B.fullmatch(text):
        what = f"{len(text)} characters of a board '{printable(text[:3])}…'"
        raise InputError(what, expected="S9B and two characters for each of 81 cells")
    geometry = Cells(options).geometry_of(_SIZE)
    numbers = [int(text[at : at + 2], 36) for at in range(3, len(text), 2)]
    if max(numbers) > 18 + 511:
        at = next(at for at, number in enumerate(numbers) if number > 18 + 511)
        what = f"{numbers[at]} is beyond all candidates"
        raise InputError(what, expected="at most 529", cell=place_of(at))
    clues = [number if number <= 9 else 0 for number in numbers]
    placed = [number - 9 if 9 < number <= 18 else 0 for number in numbers]
    marks = [number - 18 if number > 18 else 0 for number in numbers]
    puzzle = Puzzle.trusted(geometry, tuple(clues))
    return puzzle, state_of(puzzle, placed, marks)


# Boards of f-puzzles

# Keys of texts, and the details that they are.
_DETAILS = (("author", "author"), ("ruleset", "rules"), ("successMessage", "message"))

_NO_CONSTRAINTS = frozenset({"size", "grid", "title", "solution", "disabledlogic"}) | {
    "truecandidatesoptions",
    *(key for key, _ in _DETAILS),
}
_OF_CELLS = frozenset(
    {"value", "given", "region", "givenPencilMarks", "centerPencilMarks"}
    | {"cornerPencilMarks", "candidates", "c", "cArray", "highlight"}
)


def _entry_of_board(text: str, options: Options, place: tuple[str, int, int]) -> Entry:
    """Read the JSON of a board; an error names the cell or the constraint."""
    board = _json_object(text)
    others = [
        key
        for key, value in board.items()
        if key not in _NO_CONSTRAINTS and not is_nothing(value)
    ]
    if others:
        raise unsupported(others)
    cells, size = _cells(board, options)
    geometry = _geometry(cells, size, options)
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
    puzzle = Puzzle(Grid.trusted(geometry, tuple(clues)), candidates=masks)
    texts = [(name, _text(board, key)) for key, name in _DETAILS]
    extras = Extras(
        tuple([pair for pair in texts if pair[1]]),
        state_of(puzzle, placed, marked),
        _solution(board.get("solution"), geometry),
    )
    title = _text(board, "title") or None
    return Entry(puzzle, *place, title, "fpuzzles", extras)


def _json_object(text: str) -> dict[str, Any]:
    expected = "a board of f-puzzles"
    try:
        found = json.loads(text, object_pairs_hook=unique)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        said = getattr(error, "msg", "a value too deep, or a number too long")
        raise InputError(
            f"not JSON: {said[:1].lower()}{said[1:]}",
            expected=expected,
            line=getattr(error, "lineno", None),
            column=getattr(error, "colno", None),
        ) from None
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
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != size:
            many = len(row) if isinstance(row, list) else "no"
            raise InputError(f"row {number} has {many} cells", expected=f"{size}")
    cells = [cell or {} for row in rows for cell in row]
    for index, cell in enumerate(cells):
        if not isinstance(cell, dict):
            raise InputError(
                "a cell is not an object",
                expected='one such as {"value": 5, "given": true}',
                cell=place_of(index, size),
            )
    return cells, size


def _geometry(cells: list[dict[str, Any]], size: int, options: Options) -> Geometry:
    """Find the shape of the boxes by the regions, where there are any."""
    asked, usual = options.geometry, usual_boxes(size)
    if asked is not None and asked.size != size:
        raise InputError(f"a board of {size}x{size}", expected=f"{asked}")
    if not any("region" in cell for cell in cells):
        return asked or usual
    regions = [cell.get("region", usual.box_of(i)) for i, cell in enumerate(cells)]
    drawn = shape_of(regions, size)
    if asked is not None and drawn != asked:
        raise InputError(f"regions of {drawn}", expected=f"{asked}, as asked for")
    return drawn


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
    if isinstance(value, str):
        value = value.split(",") if "," in value else list(value)
    digits = cast("list[object]", value if isinstance(value, list) else [])
    if len(digits) != geometry.cells:
        what = f"a solution of {len(digits)} cells"
        raise InputError(what, expected=f"{geometry.cells} digits")
    try:
        return Grid.trusted(geometry, list_values(digits, geometry))
    except InputError as error:
        error.what = f"in the solution: {error.what}"
        raise


def _board_text(entry: Entry) -> str:
    """Write an entry as the JSON of a board."""
    grid, extras = entry.grid, entry.extras
    geometry, size = grid.geometry, grid.geometry.size
    placed, marks = placed_of(entry), marks_of(entry)
    open_, left = open_masks(geometry, grid.values), grid.left()
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
        if geometry != usual_boxes(size):
            cell["region"] = geometry.box_of(index)
        cells.append(cell)
    board: dict[str, object] = {"size": size}
    if entry.name is not None:
        board["title"] = entry.name
    details = dict(reversed(extras.details))
    board |= {key: details[name] for key, name in _DETAILS if name in details}
    board["grid"] = [cells[at : at + size] for at in range(0, len(cells), size)]
    if extras.solution is not None:
        board["solution"] = list(extras.solution.values)
    return json.dumps(board, separators=(",", ":"))


# The formats


def _recognises_fpuzzles(head: Head) -> Certainty:
    """Check for a link to a board, or for a grid of objects in JSON."""
    if head.first.lstrip().startswith("{"):
        found = OF_FPUZZLES.search("\n".join(head.lines)) is not None
    else:
        try:
            found = _is_link(head.first) and _parsed(head.first).site == "fpuzzles"
        except InputError:
            found = False
    return Certainty.CERTAIN if found else Certainty.NO


def _write_fpuzzles(entry: Entry, _: Style) -> str:
    text = _board_text(entry)
    if len(text) > USUAL_LIMITS.link:
        msg = f"a board of {len(text):,} characters is more than a link holds"
        raise UsageError(f"{msg}; expected at most {USUAL_LIMITS.link:,}")
    return f"https://f-puzzles.com/?load={pack(text)}\n"


def _told_fpuzzles(entry: Entry) -> Told:
    """Return the name, and the details that a board has a place for."""
    details = dict(reversed(entry.extras.details))
    kept = [(name, details[name]) for _, name in _DETAILS if details.get(name)]
    return Told(entry.name, tuple(kept))


FPUZZLES = Format(
    name="fpuzzles",
    summary="links of f-puzzles or SudokuPad, or their boards as JSON",
    extensions=(".url", ".json"),
    recognises=_recognises_fpuzzles,
    read=_read,
    write=_write_fpuzzles,
    keeps=frozenset({"name", "state", "candidates", "solution", "boxes"}),
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


def _write_sudokuwiki(entry: Entry, _: Style) -> str:
    digits = line_text(entry.grid).replace(".", "0")
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
