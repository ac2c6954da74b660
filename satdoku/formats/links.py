"""Links to puzzles: which site a link is of, and where in it the puzzle is.

A link is never followed: what is not in the link itself is not read.

    f-puzzles     https://f-puzzles.com/?load=PACKED
    SudokuPad     https://sudokupad.app/fpuzzlesPACKED, also `fpuz`, at
                  app.crackingthecryptic.com, and behind ?puzzleid= or ?load=
    alone         fpuzzlesPACKED, or PACKED as it begins for every board of f-puzzles
    SudokuWiki    https://www.sudokuwiki.org/sudoku.htm?bd=81 digits

Sources: the links that these sites give out, and what SudokuPad's own loader takes.
"""

from __future__ import annotations

from typing import NamedTuple

from satdoku.errors import InputError, printable

__all__ = ["Link", "is_link", "parse_link"]

_SCHEMES = ("http://", "https://")
_PREFIXES = ("fpuzzles", "fpuz")  # the longer one first
_JSON_START = "N4I"  # how LZString packs `{"`
_HARMLESS = ("utm_", "setting-")
_HARMLESS_NAMES = frozenset({"fbclid", "gclid", "ref"})
_NOT_READ = "the link is not read"
_READ = "a link of f-puzzles, SudokuPad (fpuzzles…) or SudokuWiki (sudoku.htm?bd=…)"


class Link(NamedTuple):
    """A link that holds a puzzle.

    Args:
        site: `fpuzzles` or `sudokuwiki`: how the puzzle is written.
        board: The puzzle, still packed.
    """

    site: str
    board: str


def is_link(text: str) -> bool:
    """Whether a text is a link, readable or not.

    Example:
        >>> is_link("https://example.org"), is_link("fpuzzlesN4Ig"), is_link("N4..")
        (True, True, False)
    """
    text = text.strip()
    if text[:8].lower().startswith(_SCHEMES):
        return True
    marks = text.removeprefix("fpuzzles").removeprefix("fpuz")
    return marks.startswith(_JSON_START) and len(marks) > 3


def parse_link(text: str) -> Link:
    """Find the puzzle in a link.

    Raises:
        InputError: There is none in it, or in a way that is not read; says which.

    Example:
        >>> parse_link("https://f-puzzles.com/?load=N4Ig%3D")
        Link(site='fpuzzles', board='N4Ig=')
    """
    text = text.strip()
    scheme, found, rest = text.partition("://")
    if not found or len(scheme) > 5:
        for prefix in _PREFIXES:
            text = text.removeprefix(prefix)
        return Link("fpuzzles", _unescaped(text))
    host, path, query = _parts(rest)
    if host == "f-puzzles.com":
        return _of_fpuzzles(query)
    if host.endswith(("sudokupad.app", "crackingthecryptic.com")):
        return _of_sudokupad(path, query)
    if host == "sudokuwiki.org":
        return _of_sudokuwiki(path, query)
    if "penpa-edit" in rest.lower():
        raise InputError("a link of Penpa", expected=_READ, hint=_NOT_READ)
    raise InputError(
        f"a link to {printable(host) or 'nowhere'}", expected=_READ, hint=_NOT_READ
    )


def _parts(rest: str) -> tuple[str, str, dict[str, str]]:
    """Cut what is behind `://` into host, path and the values of the query."""
    rest = rest.partition("#")[0]
    address, _, query = rest.partition("?")
    host, _, path = address.partition("/")
    values: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        name, _, value = part.partition("=")
        values.setdefault(name.lower(), _unescaped(value))
    host = host.rpartition("@")[2].partition(":")[0].lower()
    return host.removeprefix("www."), _unescaped(path), values


def _unescaped(text: str) -> str:
    """Undo the escapes of a link; a blank is what some programs make of `+`."""
    if "%" in text:
        from urllib.parse import unquote  # noqa: PLC0415  seldom needed

        text = unquote(text)
    return text.strip().replace(" ", "+")


def _of_fpuzzles(query: dict[str, str]) -> Link:
    board = query.pop("load", "")
    if not board and "id" in query:
        raise _kept_elsewhere("f-puzzles", "?load=")
    _refuse_others(query, "load")
    if not board:
        raise InputError("a link of f-puzzles without a puzzle", expected="?load=…")
    for prefix in _PREFIXES:
        board = board.removeprefix(prefix)
    return Link("fpuzzles", board)


def _of_sudokupad(path: str, query: dict[str, str]) -> Link:
    puzzle = path.removeprefix("sudoku/").lstrip("/")
    for name in ("puzzleid", "load"):
        puzzle = query.pop(name, "") or puzzle
    if puzzle.startswith(("scl", "ctc", "scf")):
        raise InputError(
            f"a link of SudokuPad in its own format ({puzzle[:3].upper()})",
            expected=_READ,
            hint=_NOT_READ,
        )
    if not puzzle.startswith(_PREFIXES):
        if puzzle in ("", "sudoku"):
            raise InputError("a link of SudokuPad without a puzzle", expected=_READ)
        raise _kept_elsewhere("SudokuPad", "fpuzzles…")
    _refuse_others(query, "the puzzle")
    for prefix in _PREFIXES:
        puzzle = puzzle.removeprefix(prefix)
    return Link("fpuzzles", puzzle.lstrip("/"))


def _of_sudokuwiki(path: str, query: dict[str, str]) -> Link:
    page = path.lower().rpartition("/")[2]
    if page not in ("sudoku.htm", "sudoku.asp"):
        raise InputError(
            f"a link to SudokuWiki's page '{printable(page)}'",
            expected="one to sudoku.htm",
            hint=_NOT_READ,
        )
    board = query.pop("bd", "")
    _refuse_others(query, "bd")
    if not board:
        raise InputError("a link of SudokuWiki without a puzzle", expected="?bd=…")
    if board[:1] in "Ss":
        raise InputError(
            f"a board of SudokuWiki with candidates ('{printable(board[:3])}…')",
            expected="81 digits behind bd=",
            hint=_NOT_READ,
        )
    return Link("sudokuwiki", board)


def _kept_elsewhere(site: str, expected: str) -> InputError:
    return InputError(
        f"a short link of {site}",
        expected=f"a link that holds the puzzle itself, with {expected}",
        hint="the site keeps what is behind a short one; open it there and export it",
    )


def _refuse_others(query: dict[str, str], known: str) -> None:
    """Refuse what else a link says, unless it has nothing to do with the puzzle."""
    for name in query:
        if name not in _HARMLESS_NAMES and not name.startswith(_HARMLESS):
            raise InputError(
                f"'{printable(name)}' in the link is not known", expected=known
            )
