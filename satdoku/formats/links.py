"""Links that hold a puzzle; no link is ever followed.

    fpuzzles    https://f-puzzles.com/?load=PACKED; SudokuPad's fpuzzlesPACKED (also
                `fpuz`, and behind ?puzzleid= or ?load=), with or without an address;
                and boards as JSON
    sudokupad   https://sudokupad.app/sclPACKED (also `ctc`, behind ?puzzleid=, and
                without an address); `scf` and a sign for each clue; and puzzles as JSON
    sudokuwiki  https://www.sudokuwiki.org/sudoku.htm?bd=81 digits, or S9B and two
                characters a cell, in base 36: 1-9 a clue, 10-18 a placed digit, from 19
                on the candidates, digit d as bit d - 1 of the number less 18
    link        read only: any of these, one a line, and links of Interactive Sudoku
                Solver and SudokuMaker

Sources: the links that these sites give out, what SudokuPad's own loader takes, and
SudokuWiki's "Sudoku String Definitions".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, unquote

from satdoku.errors import InputError, UsageError, printable
from satdoku.formats.boards import DETAILS, board_text, read_board
from satdoku.formats.json_files import is_of_fpuzzles, is_of_sudokupad
from satdoku.formats.layouts import line_text
from satdoku.formats.lines import is_data
from satdoku.formats.lzstring import pack, too_long, unpack
from satdoku.formats.metadata import state_of
from satdoku.formats.model import (
    LONGEST_LINK,
    Format,
    Metadata,
    Options,
    PuzzleRecord,
    Style,
)
from satdoku.formats.values import ValueReader
from satdoku.puzzle.cells import Line
from satdoku.puzzle.prose import is_text
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.formats.lines import Lines

_STARTS = ("http://", "https://", "www.")
_PREFIX = re.compile("(sudoku)?/?fpuz(zles)?/?")
_PAD = re.compile("(?:sudoku)?/?((?:scl|ctc)(?=.{20}|[{])|scf(?=[0-9A-Za-x*]{9}))")
"""What stands before SudokuPad's own puzzles."""
_PACKED_START = "N4I"  # how LZString packs `{"`
_SUDOKUPAD = ("sudokupad.app", "crackingthecryptic.com", "sudokupad.svencodes.com")
_FPUZZLES = ("f-puzzles.com", "sudokulab.net")
_MOST_FOLDS = 2000
"""Lines of one link."""
_ITEMS = re.compile(r"~|\.[A-Z][a-z]")
"""What is in every text of Interactive Sudoku Solver but a grid alone."""
_OF_ISS_PAGE = ("mode", "debug", "valuecountlimit")
"""What a link of Interactive Sudoku Solver says of the page, not of the puzzle."""
_HARMLESS = re.compile(r"utm_.*|setting-.*|fbclid|gclid|ref")
_READ = "a link of f-puzzles, SudokuPad, SudokuMaker or SudokuWiki"
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>()\[\]\"'`]+", re.IGNORECASE)
_DIGITS = re.compile(r"(?<![\w.])[\d.]{81}(?![\w.])", re.ASCII)
_FOLDED = re.compile(r"[\s>]*([\w+/%=$-]+)\s*", re.ASCII)
"""A line that goes on with a link: programs for mail fold them."""
_S9B = re.compile(r"s9b[0-9a-z]{162}", re.IGNORECASE)
_SIZE = 9


def _alone(line: str) -> str:
    """Return the one address of a line without the words, and brackets, around it."""
    text = line.strip()
    address = None if text[:8].lower().startswith(_STARTS) else _ADDRESS.search(text)
    if address is None:
        return text
    around = text[: address.start()] + text[address.end() :]
    is_text = _ADDRESS.search(around) or any(map(str.isdigit, around))
    return text if is_text else address[0]


def _is_link(text: str) -> bool:
    """Whether a text is a link, readable or not."""
    text = _alone(text)
    marks = _PREFIX.sub("", text, count=1) if _PREFIX.match(text) else text
    packed = marks.startswith(_PACKED_START) and len(marks) > 3
    packed = packed or (" " not in text and _PAD.match(text) is not None)
    return packed or text[:8].lower().startswith(_STARTS) or bool(_S9B.match(text))


def _parsed(text: str) -> tuple[str, str]:  # noqa: C901, PLR0912  a list of sites
    """Return how the puzzle in a link is written, and the puzzle.

    Returns:
        The site in small letters (`iss`: Interactive Sudoku Solver), and the
        packed board, ISS text, or cells.

    Raises:
        InputError: There is no puzzle in it.
    """
    text = _alone(text)
    if text[:3].lower() == "s9b":
        return "sudokuwiki", text
    if text[:4].lower() == "www.":
        text = f"https://{text}"
    scheme, colon, rest = text.partition("://")
    if not colon or len(scheme) > 5:
        return _payload(_unescaped(text))
    address, _, query = rest.partition("#")[0].partition("?")
    host, _, path = address.partition("/")
    host = host.rpartition("@")[2].partition(":")[0].lower().removeprefix("www.")
    values: dict[str, str] = {}
    for name, value in parse_qsl(query):
        values.setdefault(name.lower(), _unescaped(value))
    page = path.lower().rpartition("/")[2]
    if host in _FPUZZLES or host.endswith(_SUDOKUPAD):
        site, kind = "f-puzzles", "fpuzzles"
        named = [values.pop(name, "") for name in ("load", "puzzleid", "fpuzzle")]
        board = next(filter(None, named), "")
        if host not in _FPUZZLES:
            site, board = "SudokuPad", board or _unescaped(unquote(path))
            if board and not (_PREFIX.match(board) or _PAD.match(board)):
                what = f"'{printable(board, 40)}' is a name on the server of SudokuPad"
                hint = "satdoku never follows links"
                raise InputError(what, expected="the puzzle in the link", hint=hint)
        kind, board = _payload(board)
    elif host == "sigh.github.io":
        site, kind = "Interactive Sudoku Solver", "iss"
        board = dict(parse_qsl(query)).get("q", "")
        for name in ("q", *_OF_ISS_PAGE):
            values.pop(name, None)
    elif host == "sudokumaker.app":
        site, kind, board = "SudokuMaker", "sudokumaker", values.pop("puzzle", "")
    elif host == "sudokuwiki.org" and page in ("sudoku.htm", "sudoku.asp"):
        site, kind, board = "SudokuWiki", "sudokuwiki", values.pop("bd", "")
    else:
        what = f"a link to {printable(address, 60) or 'nowhere'}"
        hint = "satdoku never follows links"
        if _DIGITS.search(text):
            hint += "; give the 81 digits in it alone"
        raise InputError(what, expected=_READ, hint=hint)
    if not board:
        what = f"a link of {site} without a puzzle that satdoku reads"
        raise InputError(what, expected=_READ, hint="open it there and export it")
    others = [name for name in values if not _HARMLESS.fullmatch(name)]
    if others:
        what = f"'{printable(others[0])}' in the link is not known"
        raise InputError(what, expected="the puzzle alone")
    return kind, board


def _payload(text: str) -> tuple[str, str]:
    """Return the format of a packed board, and the board, without what names it."""
    pad = _PAD.match(text)
    if pad is not None:
        return "sudokupad", text[pad.start(1) :]
    return "fpuzzles", _PREFIX.sub("", text, count=1)


def _unescaped(text: str) -> str:
    """Undo what some programs do to links: a blank in place of `+`."""
    return unquote(text).strip().replace(" ", "+")


# Reading


def _read(lines: Lines, options: Options) -> Iterator[PuzzleRecord | InputError]:
    """Yield the puzzle of each link, and of each board that stands as JSON between."""
    number = 0
    for line in _lines_of_puzzles(lines, options):
        number += 1
        if isinstance(line, InputError):
            yield line
            continue
        place = (lines.name, lines.number, number)
        try:
            if line.lstrip().startswith("{"):
                text = _lines_of_board(line, lines)
                if is_of_sudokupad(text):
                    yield _entry_of_pad(text, options, place)
                else:
                    yield read_board(text, options, place)
            else:
                yield _entry_of_lines(line, lines, options, place)
        except InputError as error:
            error.line = place[1] + (error.line or 1) - 1
            yield error
        except RecursionError:
            what, expected = "JSON nested too deep", "a board of f-puzzles"
            yield InputError(what, expected=expected, line=place[1])


def _lines_of_puzzles(lines: Lines, options: Options) -> Iterator[str | InputError]:
    """Yield lines with a link or a board, and an error for each run of other lines.

    Prose is skipped.
    """
    odd = 0
    for line in filter(is_data, lines):
        if _is_link(line) or line.lstrip().startswith("{"):
            yield line
            continue
        if is_text(line) and options.skipped is not None:
            options.skipped.append(Line(lines.number, line))
            continue
        before, odd = odd, lines.number
        if odd == before + 1:
            continue
        if _FOLDED.fullmatch(line):  # perhaps packed, without an address
            yield line
        else:
            what = f"no link: '{printable(line)}'"
            yield InputError(what, expected="links and prose alone", line=odd)


_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"?')  # to the end, where it has none


def _lines_of_board(first: str, lines: Lines) -> str:
    """Return the JSON that starts with this line, taking the lines it goes over."""
    text, depth, line = "", 0, first
    while True:
        text += line + "\n" if len(text) <= LONGEST_LINK else ""
        bare = _QUOTED.sub("", line)
        depth += bare.count("{") - bare.count("}")
        if depth <= 0 or not lines.peek(1):
            break
        line = next(lines)
    if len(text) > LONGEST_LINK:
        raise too_long(f"a board of more than {LONGEST_LINK:,} characters")
    return text.removesuffix("\n")


def _entry_of_lines(
    first: str, lines: Lines, options: Options, place: tuple[str, int, int]
) -> PuzzleRecord:
    """Read a link; with the lines below it, where it is cut off and goes on there."""
    try:
        return _entry_of_link(first, options, place)
    except InputError as error:
        text, count = first.strip(), 0
        for line in lines.peek(_MOST_FOLDS):
            part = _FOLDED.fullmatch(line)
            if part is None or _is_link(part[1]):
                break
            text += part[1]
            count += 1
        for _ in range(count):
            next(lines)
        if not count:
            raise
        try:
            return _entry_of_link(text, options, place)
        except InputError:
            raise error from None


def _entry_of_link(
    line: str, options: Options, place: tuple[str, int, int]
) -> PuzzleRecord:
    kind, board = _parsed(line)
    if kind in {"fpuzzles", "sudokumaker"}:
        try:
            if kind == "fpuzzles":
                return read_board(unpack(board, LONGEST_LINK), options, place)
            return _entry_of_maker(board, options, place)
        except InputError as error:
            error.line = error.column = None  # of the packed text
            error.what = f"bad link: {error.what}"
            raise
    if kind == "sudokupad":
        return _entry_of_pad(board, options, place)
    if kind == "iss":
        from satdoku.formats.iss import is_iss, read_iss  # noqa: PLC0415  variants alone

        classic = not is_iss(board) and not _ITEMS.search(board)
        puzzle = ValueReader(options).text(board) if classic else read_iss(board)
        return PuzzleRecord(puzzle, *place, None, kind)
    if board[:1].lower() == "s":
        puzzle, state = _of_s9b(board, options)
        return PuzzleRecord(puzzle, *place, None, kind, Metadata(state=state))
    return PuzzleRecord(ValueReader(options).digits(board), *place, None, kind)


def _entry_of_maker(
    packed: str, options: Options, place: tuple[str, int, int]
) -> PuzzleRecord:
    """Read a puzzle of SudokuMaker, packed with the signs that addresses may have."""
    from satdoku.formats.sudokumaker import read_maker  # noqa: PLC0415  variants alone

    text = unpack(packed.replace("-", "/").rstrip("$"), LONGEST_LINK)
    return read_maker(text, options, place)


def _entry_of_pad(
    text: str, options: Options, place: tuple[str, int, int]
) -> PuzzleRecord:
    """Read a puzzle of SudokuPad: packed, an object, or the signs of a classic one."""
    from satdoku.formats import sudokupad  # noqa: PLC0415  variants alone

    if text.startswith("{"):
        board = sudokupad.object_of(text)
    elif text.startswith("scf"):
        board = sudokupad.object_of_scf(text)
    else:
        board = sudokupad.unpack_pad(text[3:], LONGEST_LINK)
    return sudokupad.read_pad(board, options, place)


def _of_s9b(text: str, options: Options) -> tuple[Puzzle, Puzzle | None]:
    """Read SudokuWiki's board with candidates: the puzzle, and the state."""
    if not _S9B.fullmatch(text):
        what = f"{len(text)} characters of a board '{printable(text[:3])}…'"
        raise InputError(what, expected="S9B and two characters for each of 81 cells")
    geometry = ValueReader(options).geometry_of(_SIZE)
    clues, placed, marks = ([0] * geometry.cells for _ in range(3))
    for cell in range(geometry.cells):
        number = int(text[3 + 2 * cell : 5 + 2 * cell], 36)
        if number > 18 + 511:
            what = f"{number} is beyond all candidates"
            raise InputError(what, expected="at most 529", cell=geometry.place_of(cell))
        if number <= 9:
            clues[cell] = number
        elif number <= 18:
            placed[cell] = number - 9
        else:
            marks[cell] = number - 18
    puzzle = Puzzle.trusted(geometry, tuple(clues))
    return puzzle, state_of(puzzle, placed, marks)


# The formats


def _kind_of(link: str) -> str:
    """Return what kind of puzzle a link holds; nothing where that cannot be read."""
    try:
        return _parsed(link)[0] if _is_link(link) else ""
    except InputError:
        return ""


def _recognises_fpuzzles(lines: Sequence[str]) -> bool:
    """Check for a link to a board, or for a grid of objects in JSON."""
    if lines[0].lstrip().startswith("{"):
        return is_of_fpuzzles("\n".join(lines))
    return _kind_of(lines[0]) == "fpuzzles"


def _write_fpuzzles(entry: PuzzleRecord, _: Style) -> str:
    packed = pack(_of_link_length(board_text(entry)))
    return f"https://f-puzzles.com/?load={packed}\n"


def _of_link_length(text: str) -> str:
    """Return a board that a link can hold.

    Raises:
        UsageError: It is too long.
    """
    if len(text) > LONGEST_LINK:
        msg = f"a board of {len(text):,} characters is more than a link holds"
        raise UsageError(f"{msg}; expected at most {LONGEST_LINK:,}")
    return text


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
    details=frozenset(name for _, name in DETAILS),
)


def _recognises_sudokupad(lines: Sequence[str]) -> bool:
    """Check for a link to a puzzle of SudokuPad, or for the puzzle itself."""
    if lines[0].lstrip().startswith("{"):
        return is_of_sudokupad("\n".join(lines))
    return _kind_of(lines[0]) == "sudokupad"


def _write_sudokupad(entry: PuzzleRecord, _: Style) -> str:
    from satdoku.formats.sudokupad_writing import pad_text  # noqa: PLC0415  variants alone

    packed = pack(_of_link_length(pad_text(entry)))
    return f"https://sudokupad.app/{quote(f'scl{packed}', safe='')}\n"


SUDOKUPAD = Format(
    name="sudokupad",
    summary="links of SudokuPad, or their puzzles as JSON",
    extensions=(".url", ".json"),
    recognises=_recognises_sudokupad,
    read=_read,
    write=_write_sudokupad,
    sizes=tuple(range(2, 17)),
    keeps=frozenset({"name", "candidates", "solution", "boxes"})
    | {"constraints", "shape"},
    symbols=False,
    comments=False,
    details=frozenset(name for _, name in DETAILS),
)


def _recognises_sudokuwiki(lines: Sequence[str]) -> bool:
    """Check for the site alone, so that errors name what is wrong with the rest."""
    first = _alone(lines[0]).lower()
    known = first.startswith(_STARTS) and "sudokuwiki.org/sudoku.htm" in first
    return known or _S9B.fullmatch(first) is not None


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


def _recognises_link(lines: Sequence[str]) -> bool:
    if not _is_link(lines[0]):
        return _are_links_in_prose(lines)
    # An address above a puzzle is that of the page it comes from.
    return all(map(_is_link, filter(is_data, lines))) or bool(_kind_of(lines[0]))


def _are_links_in_prose(lines: Sequence[str]) -> bool:
    """Whether lines are a letter with links that hold puzzles, and no cells."""
    links = [line for line in lines if _is_link(line)]
    others = (line for line in lines if is_data(line) and line not in links)
    folded = (line for line in others if not _FOLDED.fullmatch(line))
    return any(map(_kind_of, links)) and all(map(is_text, folded))


LINK = Format(
    name="link",
    summary="links to puzzles, one a line",
    extensions=(".url", ".txt"),
    recognises=_recognises_link,
    read=_read,
)
