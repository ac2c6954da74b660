"""The format `hodoku`: lines of HoDoKu's library, a position with what to find in it.

    :0100:1:.+92....+365...3+697..3+6.…:811 515 715:193 198::

    :technique:candidates:givens:deleted candidates:eliminations:placements:extra

Givens are row by row, `.` or `0` for an empty cell; `+` in front of a digit says that
it was placed, so it is no clue.  Candidates are digit, row, column.  The givens are the
puzzle; what was placed and deleted is the state; the technique (`-x` behind it: it must
not be found) and what it does are details, under the names above, and are written
where they are fit for their field.  `:0000:x:` is what
HoDoKu writes where there is no technique.

Source: the header of HoDoKu's regression library, reglib-1.3.txt.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.formats.cells import Cells
from satdoku.formats.entry import PLAIN, Entry, Extras
from satdoku.formats.format import Certainty, Format, Options, Style, Told
from satdoku.formats.lines import is_data
from satdoku.formats.metadata import digits_of, placed_of
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle, open_masks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.lines import Head, Lines
    from satdoku.geometry import Geometry

__all__ = ["HODOKU"]

_FIELDS = ("technique", "candidates", "", "", "eliminations", "placements", "extra")
_GIVENS, _DELETED = 2, 3
_ALLOWED = {
    "technique": (
        re.compile(r"[0-9A-Za-z]*(-[0-9A-Za-z]+)?"),
        "such as 0100 or 0100-x",
    ),
    "candidates": (re.compile(r"[1-9]*|x"), "digits, or x"),
    "eliminations": (
        re.compile(r"([1-9]{3}( +|$))*"),
        "digit, row and column, each 1-9",
    ),
    "placements": (re.compile(r"([1-9]{3}( +|$))*"), "digit, row and column, each 1-9"),
}
_EXTRA = re.compile(r"[^:]*")
_NO_TECHNIQUE = ("0000", "x")
_CELL = re.compile(r"\+?.", re.DOTALL)


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    cells = Cells(options)
    number = 0
    for line in lines:
        if not is_data(line):
            continue
        number += 1
        start = lines.number
        try:
            grid, extras = _position(line, cells)
        except InputError as error:
            yield error.at(line=start)
        else:
            yield Entry(grid, lines.name, start, number, None, "hodoku", extras)


def _position(line: str, cells: Cells) -> tuple[Puzzle, Extras]:
    """Read a line: the puzzle, and what else is said of it."""
    before, *fields = line.strip().split(":")
    if before or not 6 <= len(fields) <= 7:
        raise InputError(
            f"{len(fields)} colons" if not before else "a line without : in front",
            expected="6 or 7, the first of them in front",
        )
    geometry = cells.geometry_of(9)
    indent = len(line) - len(line.lstrip())
    column = indent + 2 + sum(len(field) + 1 for field in fields[:_GIVENS])
    clues, values = _givens(fields[_GIVENS], column)
    puzzle = Puzzle.trusted(geometry, clues)
    deleted = _deleted(fields[_DELETED])
    state = _state(geometry, values, deleted)
    details = _details(fields)
    if state == puzzle and not details:
        return puzzle, PLAIN
    return puzzle, Extras(details, None if state == puzzle else state)


def _givens(text: str, column: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read the cells: the clues alone, and the clues with what was placed."""
    clues: list[int] = []
    values: list[int] = []
    for index, found in enumerate(_CELL.finditer(text)):
        mark = found.group()
        digit = mark[-1]
        what = None
        if digit not in "0123456789." or mark == "+":
            what = f"'{printable(digit)}' is not a digit"
        elif mark[0] == "+" and digit in "0.":
            what = "a + without a digit behind it"
        if what is not None and index < 81:
            raise InputError(
                what,
                expected="1-9, a placed +1 to +9, or 0 or . for an empty cell",
                cell=(index // 9 + 1, index % 9 + 1),
                column=column + found.end() - 1,
            )
        value = 0 if digit == "." or what else int(digit)
        values.append(value)
        clues.append(0 if mark[0] == "+" else value)
    if len(values) != 81:
        raise InputError(f"{len(values)} cells in the givens", expected="81")
    return tuple(clues), tuple(values)


def _deleted(text: str) -> list[tuple[int, int]]:
    """Read the deleted candidates as (digit, cell)."""
    found: list[tuple[int, int]] = []
    for word in text.split():
        if len(word) != 3 or not set(word) <= set("123456789"):
            raise InputError(
                f"'{printable(word)}' among the deleted candidates",
                expected="digit, row and column, each 1-9",
            )
        digit, row, column = map(int, word)
        found.append((digit, (row - 1) * 9 + column - 1))
    return found


def _state(
    geometry: Geometry, values: tuple[int, ...], deleted: list[tuple[int, int]]
) -> Puzzle:
    masks = [511] * 81
    for digit, cell in deleted:
        if values[cell] == digit:
            row, column = divmod(cell, 9)
            raise InputError(
                f"its value {digit} is among the deleted candidates",
                expected="candidates of empty cells",
                cell=(row + 1, column + 1),
            )
        masks[cell] &= ~(1 << (digit - 1))
    return Puzzle(Grid.trusted(geometry, values), candidates=masks)


def _details(fields: list[str]) -> tuple[tuple[str, str], ...]:
    """Return what is said besides the position, in the order of the line."""
    told: list[tuple[str, str]] = []
    for name, text in zip(_FIELDS, fields, strict=False):
        pattern, expected = _ALLOWED.get(name, (None, ""))
        if pattern is not None and not pattern.fullmatch(text.strip()):
            raise InputError(f"{name} '{printable(text)}'", expected=expected)
        if name and text.strip():
            told.append((name, text.strip()))
    if tuple(text for _, text in told[:2]) == _NO_TECHNIQUE:
        del told[:2]
    return tuple(told)


def _recognises(head: Head) -> Certainty:
    """Look for the colons, and for cells between them."""
    fields = head.first.strip().split(":")
    if fields[0] or len(fields) < 4 or set(head.first) <= set(":-+.|*' \t"):
        return Certainty.NO
    sure = 7 <= len(fields) <= 8 and len(fields[3]) >= 16
    return Certainty.CERTAIN if sure else Certainty.LIKELY


def _write(entry: Entry, style: Style) -> str:
    del style  # the library knows digits alone
    placed = placed_of(entry)
    told = _written(entry)
    technique, candidates = _NO_TECHNIQUE
    if "technique" in told or "candidates" in told:
        technique, candidates = told.get("technique", ""), told.get("candidates", "")
    givens = "".join(
        f"+{other}" if other else str(value or ".")
        for value, other in zip(entry.grid.values, placed, strict=True)
    )
    rest = [told.get(name, "") for name in _FIELDS[4:]]
    fields = [technique, candidates, givens, _deleted_text(entry.extras.state), *rest]
    return ":".join(("", *fields)) + "\n"


def _written(entry: Entry) -> dict[str, str]:
    """Return the details that a field of the line can hold, by its name."""
    told: dict[str, str] = {}
    for name, text in entry.extras.details:
        pattern, _ = _ALLOWED.get(name, (_EXTRA, ""))
        if name in _FIELDS and name and pattern.fullmatch(text.strip()):
            told.setdefault(name, text.strip())
    return {name: text for name, text in told.items() if text.isprintable()}


def _told(entry: Entry) -> Told:
    told = _written(entry)
    return Told(None, _details([told.get(name, "") for name in _FIELDS]))


def _deleted_text(state: Puzzle | None) -> str:
    if state is None or state.candidates is None:
        return ""
    open_ = open_masks(state.geometry, state.values)
    return " ".join(
        f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
        for cell, left in enumerate(state.candidates)
        for digit in digits_of(open_[cell] & ~left)
    )


HODOKU = Format(
    name="hodoku",
    summary="lines of HoDoKu's library, :technique:candidates:givens:…",
    extensions=(".txt",),
    recognises=_recognises,
    read=_read,
    write=_write,
    keeps=frozenset({"state"}),
    told=_told,
    sizes=(9,),
    symbols=False,
)
"""Format `hodoku`."""
