"""From the texts of cells to digits: one alphabet must fit, and exactly one.

    cell       what stands in one square, as text: "5", ".", "12", "2479", ""
    characters a character a cell: digit k is character k - 1 of an alphabet (`symbols`)
    numbers    a number a cell: 1 ... n
    candidates the digits that are left, one after the other: "2479"

Empty cells.  All cells that hold no digit must have one and the same sign: a sign that
is no letter but X, or a word such as `None`, or -1.  `.` and `0` mix up to size 10, and
the blanks of a drawn grid mix with any one sign.

Zero.  Where 0 occurs and the last digit of the usual alphabet does not, 0 may be the
first digit.  It surely is in a full grid that obeys the rules, and in a large grid with
another sign for empty cells; it may be where all other digits occur and 0 has few
places: then the text is refused, and the symbols have to be named.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError, counted, printable
from satdoku.puzzle.geometry import Geometry, mask_of_digits, standard_geometry
from satdoku.puzzle.symbols import DIALECTS, LETTERS, Symbols, usual

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BAD = 255
"""The entry of a table of characters for one that is no cell."""
DIGITS = bytes(
    0 if mark in b"0." else mark - 48 if mark in b"123456789" else BAD
    for mark in range(256)
)
"""What each byte of the most common text is: a digit, `.` or 0 for empty."""

LONG = 49
"""Cells from which a word or a line is a whole puzzle, never the row of one."""

BLANK_SIGNS = frozenset(
    ".0_*?xX-~@#$%&'\"()+,/;<=>[\\]^`{} ·•□⬜⬛–—‐‑−"  # noqa: RUF001  every dash
)
"""Signs of which one may stand for empty cells."""

_BESIDE_GAPS = frozenset("._-")
"""Signs for empty cells that people mix with nothing."""
BLANK_WORDS = frozenset(("null", "none", "nan", "nil", "na", "-1"))
_LONGEST_WORD = 6
"""Characters of the number of a cell, or of a word for an empty one, and one more."""


class Line(NamedTuple):
    """A line of the source with its number, from 1."""

    number: int
    text: str


class Row(NamedTuple):
    """Cells that stand on a line: a text where each is a character."""

    cells: Sequence[str]
    line: Line
    start: int = 0


class Board(NamedTuple):
    """The cells of a puzzle, as one layout cuts them out of the text."""

    layout: str
    rows: list[Row]
    geometry: Geometry
    name: str | None = None


class TextGrid(NamedTuple):
    """A grid that was read from text, or from a list.

    Args:
        geometry: The shape, with the symbols, unless these are the usual ones.
        values: The digits row by row, 0 for an empty cell; none where there are masks.
        line: The line on which it starts, from 1.
        name: The title above it, or the text beside it.
        layout: How it is laid out: the name of a format.
        masks: The candidates of each cell, digit d as bit d - 1, if the text has them.
        repairs: What was repaired: (line, what) pairs.
    """

    geometry: Geometry
    values: tuple[int, ...]
    line: int = 1
    name: str | None = None
    layout: str = "line"
    masks: tuple[int, ...] | None = None
    repairs: tuple[tuple[int, str], ...] = ()


@dataclass(slots=True)
class CellOptions:
    """How the cells of one source are read.

    Args:
        geometry: The shape; the drawn or the usual one if None.
        symbols: How digits are written; detected if None.
        max_size: The most rows and columns of a grid.
        layout: The name of the layout; any if None.
        known: The symbols in which grids of each size were read so far: all grids of a
            source are read alike.
    """

    geometry: Geometry | None = None
    symbols: Symbols | None = None
    max_size: int = 225
    layout: str | None = None
    known: dict[int, Symbols] = field(default_factory=dict)

    def of_size(self, size: int) -> Geometry | None:
        """The shape of a grid with rows of so many cells; None if there is none."""
        shape = self.geometry
        if shape is not None:
            return shape if shape.columns == size else None
        return standard_geometry(size)

    def of_cells(self, count: int) -> Geometry | None:
        """The shape of a grid of so many cells; None if there is none."""
        shape = self.geometry
        if shape is not None:
            return shape if shape.cells == count else None
        size = _ROOTS.get(count) or round(count**0.5)
        return standard_geometry(size) if size * size == count else None


@dataclass(slots=True)
class TextOptions(CellOptions):
    """How a text is read.

    Args:
        repair: Whether to repair what can be repaired in one way only.
        listed: The shape of the puzzle on a line after which the text goes on.
        skipped: Collects the lines of text that are neither cells nor a title.
    """

    repair: bool = False
    listed: Geometry | None = None
    skipped: list[Line] = field(default_factory=list)


_ROOTS = {size * size: size for size in range(2, 30)}


def decode_cells(
    cells: Sequence[str],
    options: CellOptions | None = None,
    geometry: Geometry | None = None,
    *,
    lists: bool = False,
) -> TextGrid:
    """Turn cells into digits: those of a row of a table, or of a list.

    Args:
        cells: A text for each cell, row by row; "" is an empty cell.
        options: How to read them.
        geometry: The shape, where it is known.
        lists: Whether the cells are those of a list, where 0 is an empty cell of 4x4.

    Raises:
        InputError: No grid has so many cells, or a cell holds no digit; names the cell.

    Example:
        >>> decode_cells("1 . 3 4 3 4 1 2 2 1 4 3 4 3 2 .".split()).values[:4]
        (1, 0, 3, 4)
        >>> decode_cells(["1", "", "3", "4"] * 4).values[:4]
        (1, 0, 3, 4)
    """
    options = options or CellOptions()
    shape = geometry or options.of_cells(len(cells))
    if shape is None:
        raise wrong_count(len(cells), options)
    board = Board("cells", [Row(cells, Line(0, ""))], shape)
    try:
        return decode(board, options, lists=lists)
    except InputError as error:
        error.line = error.column = None
        raise


def too_large(size: int, most: int) -> InputError:
    """Return the error that refuses a grid of more rows or columns than `most`.

    Example:
        >>> too_large(36, 25).expected
        'at most 25x25'
    """
    return InputError(
        f"a grid of {size}x{size}",
        expected=f"at most {most}x{most}",
        hint="raise the limit with max_size=",
    )


def wrong_count(count: int, options: CellOptions) -> InputError:
    """Return the error that no grid has so many cells."""
    shape = options.geometry
    if shape is not None:
        expected = f"{shape.cells} for a grid of {shape}"
        return InputError(counted(count, "cell"), expected=expected)
    size = round(count**0.5)
    if size * size == count and size > 4:
        what = f"{size}x{size} cells, which cannot be cut into boxes"
        expected = "4x4, 6x6, 8x8, 9x9, 10x10, 12x12, 15x15, 16x16, 25x25 ..."
        hint = f'give the shape of the boxes (geometry="1x{size}")'
        return InputError(what, expected=expected, hint=hint)
    division: str | None = None
    known = [n for n in options.known if n > 3]
    sizes = [n for n in range(4, max(size, 4) + 4) if standard_geometry(n)]
    near = known[-1] if known else min(sizes, key=lambda n: abs(n * n - count))
    for n in known[-1:] or (9, 16, 6, 4):
        if abs(count - near * near) > 2 and count > n * n and count % (n * n) == 0:
            near, division = n, f"{count} = {count // n**2} x {n * n}: a puzzle a line"
            break
    expected = f"{near * near} for a {near}x{near} grid"
    return InputError(counted(count, "cell"), expected=expected, hint=division)


def decode(board: Board, options: CellOptions, *, lists: bool = False) -> TextGrid:
    """Turn the cells of a board into digits.

    Raises:
        InputError: A cell holds no digit, or two alphabets fit; names cell and line.
    """
    size, first = board.geometry.size, board.rows[0].line.number
    if size > options.max_size:
        raise too_large(size, options.max_size).at(line=first)
    layout = _usual_layout(board, options)
    if layout is not None:
        return layout
    cells = list(chain.from_iterable(row.cells for row in board.rows))
    normal = {cell: _normal(cell) for cell in set(cells)}
    numbers = size > len(DIALECTS["1-9a-zA-Z"].alphabet) or any(
        len(text) > 1 for text in normal.values() if text not in BLANK_WORDS
    )
    tables = _tables(size, board.geometry.first_value, numbers=numbers)
    texts = [normal[cell] for cell in cells]
    written = _Written(board, texts, tables, numbers, lists)
    chosen = _chosen(written, options)
    is_mixed = numbers or size <= 10 or options.symbols is not None
    digits = _digits(written, chosen, is_mixed=is_mixed)
    symbols = _symbols_of(chosen, size, numbers=numbers)
    known = DIALECTS.get(chosen) or usual(size)
    if known is not None and not numbers:
        options.known[size] = known
    shape = board.geometry
    if shape.first_value == 1:
        shape = _with_symbols(shape, symbols)
    return TextGrid(shape, digits, first, board.name, board.layout)


class _Written(NamedTuple):
    """The cells of a board as they are written, and the alphabets there are for them.

    Args:
        board: The board.
        texts: The texts of its cells, as alphabets have them.
        tables: What the texts mean in each alphabet, the usual one first.
        numbers: Whether they are numbers.
        lists: Whether they are those of a list, where 0 is an empty cell of 4x4.
    """

    board: Board
    texts: list[str]
    tables: Mapping[str, Mapping[str, int]]
    numbers: bool
    lists: bool

    def fits(self, name: str) -> bool:
        """Whether an alphabet knows all texts that are no sign for empty cells."""
        table = self.tables[name]
        return all(t in table or t in BLANK_SIGNS or not t for t in set(self.texts))


def _digits(written: _Written, name: str, *, is_mixed: bool) -> tuple[int, ...]:
    """Return the digits of the cells, 0 for an empty one.

    Args:
        written: The cells.
        name: Their alphabet.
        is_mixed: Whether 0 is an empty cell beside `.`.

    Raises:
        InputError: A cell holds no digit, or a second sign is for empty cells.
    """
    board, table, numbers = written.board, written.tables[name], written.numbers
    gaps = "" in written.texts
    digits, blank = [], ""
    for place, text in enumerate(written.texts):
        digit = table.get(text, 0)
        if text and text not in table:
            sign = "." if text == "0" and is_mixed else text
            is_blank = text in BLANK_SIGNS or text in BLANK_WORDS
            if gaps and is_blank and board.layout == "cells":
                raise _lost_cell(written, place, name)
            if not is_blank or (gaps and sign not in _BESIDE_GAPS):
                if numbers:
                    _refuse_marks(written, name)
                raise _bad_cell(board, place, name, blank, numbers=numbers)
            if blank and sign != blank:
                raise _second_sign(written, name)
            blank = sign
        digits.append(digit)
    return tuple(digits)


def _refuse_marks(written: _Written, name: str) -> None:
    """Refuse the one cell that is wrong among the candidates of cells, if there is one.

    Raises:
        InputError: Most texts of several digits are rising; names the first other one.
    """
    board, table = written.board, written.tables[name]
    several = [text for text in written.texts if len(text) > 1]
    rising = sum(map(_is_rising, several))
    odd = [
        place
        for place, text in enumerate(written.texts)
        if text not in table and not _is_rising(text)
    ]
    if board.geometry.size > 9 or 4 * len(odd) > rising or not odd:
        return
    raise InputError(
        f"'{printable(written.texts[odd[0]])}' in a cell of candidates",
        expected="one digit, or several rising ones",
        line=row_of(board, odd[0]).line.number,
        cell=board.geometry.place_of(odd[0]),
    )


def _is_rising(text: str) -> bool:
    return text.isdigit() and text[0] != "0" and list(text) == sorted(set(text))


def _with_symbols(geometry: Geometry, symbols: Symbols | None) -> Geometry:
    """Return a geometry with its symbols, unless these are the usual ones."""
    if symbols is None or symbols is usual(geometry.size, geometry.first_value):
        return geometry
    return geometry.with_symbols(symbols)


# Quick ways for what most grids are: usual digits, and `.` or 0 for empty cells


def _usual_layout(board: Board, options: CellOptions) -> TextGrid | None:
    """Return the grid of usual characters, numbers or candidates; None if others."""
    shape, rows = board.geometry, board.rows
    first = rows[0].line.number
    if all(isinstance(row.cells, str) for row in rows):
        text = "".join([row.cells for row in rows])  # type: ignore[misc]
        values = usual_values(text, shape, options)
        if values is None:
            return None
        return TextGrid(shape, values, first, board.name, board.layout)
    cells = list(chain.from_iterable(row.cells for row in rows))
    values = usual_numbers(cells, shape, options)
    if values is not None:
        return TextGrid(shape, values, first, board.name, board.layout)
    some = board.layout == "sukaku"
    fewest = 1 if options.layout == "pencilmarks" else 3
    masks = _candidates(cells, shape.size, options.symbols, fewest, some=some)
    if masks is None:
        return None
    layout = "sukaku" if board.layout in ("line", "sukaku") else "pencilmarks"
    shape = _with_symbols(shape, options.symbols)
    return TextGrid(shape, (), first, board.name, layout, masks)


@lru_cache(maxsize=64)
def character_table(symbols: Symbols, size: int, empty: str = "") -> bytes:
    """Return what each character means in usual grids, as a table of bytes.

    `BAD` is for all characters that need a closer look.
    """
    known = {ord(sign): digit for sign, digit in symbols.readable(size).items()}
    for sign in empty or (".0" if size <= 10 else "."):
        known.setdefault(ord(sign), 0)
    return bytes(known.get(byte, BAD) for byte in range(256))


def are_in_place(values: Sequence[int], size: int) -> bool:
    """Whether every digit k is at place k of n, as in a line of candidates.

    With so many digits, some columns of a grid would have theirs more than once.

    Example:
        >>> are_in_place([1, 2, 3, 0] * 4, 4), are_in_place([1, 2, 3, 4] + [0] * 12, 4)
        (True, False)
    """
    if values[0] > 1 or (values[1] != 2 and values[1]):
        return False
    return len(values) - values.count(0) >= 3 * size and all(
        not value or value == at % size + 1 for at, value in enumerate(values)
    )


def candidates_on_a_line(line: int) -> InputError:
    """Return the error about such a line."""
    return InputError(
        "ambiguous: every digit is in the place of a candidate",
        expected="the cells of a puzzle, or all candidates of a grid on one line",
        hint='choose format="line" for puzzles with clashes',
        line=line,
    )


def usual_values(
    text: str, geometry: Geometry, options: CellOptions
) -> tuple[int, ...] | None:
    """Return the digits of characters; None if any needs a closer look."""
    size = geometry.size
    symbols = options.symbols or options.known.get(size) or usual(size)
    if symbols is None or geometry.first_value != 1 or not text.isascii():
        return None
    if len(symbols.alphabet) < size:
        return None
    empty = ""
    if "0" in text and options.symbols is None and symbols.alphabet[0] != "0":
        last = symbols.alphabet[size - 1]
        is_last = last in text or last.lower() in text
        if not is_last and text.count("0") <= 2 * size:
            return None  # perhaps 0 is the first digit
        empty = "0" if size > 10 else ""
    elif options.symbols is None and size > 9 and size not in options.known:
        return None  # perhaps letters A-P
    values = text.encode().translate(character_table(symbols, size, empty))
    if BAD in values or symbols is not usual(size):
        return None
    options.known[size] = symbols
    return tuple(values)


@lru_cache(maxsize=16)
def _number_table(size: int) -> Mapping[str, int]:
    return {str(digit): digit for digit in range(1, size + 1)} | {"0": 0, ".": 0}


def usual_numbers(
    cells: list[str], geometry: Geometry, options: CellOptions
) -> tuple[int, ...] | None:
    """Return the digits of numbers; None if any needs a closer look."""
    size = geometry.size
    if geometry.first_value != 1 or options.symbols is not None:
        return None
    used = set(cells)
    table = _number_table(size)
    if not used <= table.keys():
        return None
    if str(size) not in used and 0 < cells.count("0") <= 2 * size:
        return None  # perhaps 0 is the first digit
    if size > 9 and ({"0", "."} <= used or max(map(len, used)) == 1):
        return None
    return tuple([table[cell] for cell in cells])


# Alphabets


def _normal(text: str) -> str:
    """Return a text as alphabets have it: `05` is 5, `**` is `*`, `None` is `none`."""
    if not 1 < len(text) <= _LONGEST_WORD:
        return text
    if text.lower() in BLANK_WORDS:
        return text.lower()
    if len(text) > 1 and text[0] in BLANK_SIGNS and text == text[0] * len(text):
        return text[0]
    whole, point, fraction = text.partition(".")
    if point and fraction in ("", "0") and whole.isdigit():
        return whole.lstrip("0") or "0"  # of a program that counts in fractions
    if len(text) > 1 and text[0] == "0" and text.isdigit() and text.isascii():
        return text.lstrip("0")
    return text


@lru_cache(maxsize=64)
def _tables(size: int, first: int, *, numbers: bool) -> Mapping[str, Mapping[str, int]]:
    """Return every alphabet with enough symbols, the usual one first: text to digit."""
    if first != 1:
        symbols = usual(size, first)
        table = {str(first + k): k + 1 for k in range(size)}
        if symbols is not None and not numbers:
            table |= symbols.readable(size)
        return {"": table}
    if numbers:
        return {
            "1-9A-Z": {str(k + 1): k + 1 for k in range(size)},
            "0-9A-Z": {str(k): k + 1 for k in range(size)},
        }
    default = usual(size)
    names = dict.fromkeys([default.name if default else "", *DIALECTS])
    return {
        name: DIALECTS[name].readable(size)
        for name in names
        if name in DIALECTS and len(DIALECTS[name].alphabet) >= size
    }


def _symbols_of(name: str, size: int, *, numbers: bool) -> Symbols | None:
    """Return the symbols of a table of digits."""
    symbols = DIALECTS.get(name)
    fits = symbols is not None and len(symbols.alphabet) >= size
    if not fits or (numbers and name == "1-9A-Z"):
        return usual(size)
    return symbols


def _chosen(written: _Written, options: CellOptions) -> str:
    """Return the alphabet of a board.

    Raises:
        InputError: It is too short, two may be meant, or another one was used before.
    """
    geometry, tables = written.board.geometry, written.tables
    line = written.board.rows[0].line.number
    if geometry.first_value != 1:
        return next(iter(tables))
    if options.symbols is not None:
        return _required(written, options.symbols)
    if len(tables) == 1:
        return next(iter(tables))
    names = _plausible(written)
    before = options.known.get(geometry.size)
    if before is not None and not written.numbers:
        goes_on = before.alphabet[0] != "1" and written.fits(before.name)
        if before.name in names or goes_on:
            return before.name
        if len(names) == 1 and written.fits(names[0]):
            raise InputError(
                f"only symbols {names[0]} fit, but {before.name} fitted so far",
                hint=f'choose symbols="{before.name}" or symbols="{names[0]}"',
                line=line,
            )
    if len(names) > 1:
        last = list(tables[names[0]])[geometry.size - 1]
        place = written.texts.index("0")
        raise InputError(
            f"ambiguous: '0' may be a digit or an empty cell, as {last} never occurs",
            expected=f"text that is only {names[0]} or only {names[1]}",
            hint=f'choose symbols="{names[0]}" or symbols="{names[1]}"',
            line=row_of(written.board, place).line.number,
            cell=geometry.place_of(place),
        )
    return names[0]


def _required(written: _Written, symbols: Symbols) -> str:
    """Return the name of the symbols that a board has to be in.

    Raises:
        InputError: They are too few, or the cells are numbers.
    """
    if symbols.name in written.tables:
        return symbols.name
    size, line = written.board.geometry.size, written.board.rows[0].line.number
    if written.numbers:
        what = f"numbers, which are not written in symbols {symbols.name}"
        raise InputError(what, line=line)
    most = f"at most {len(symbols.alphabet)} a side in symbols {symbols.name}"
    raise InputError(f"{size}x{size} cells", expected=most, line=line)


def _plausible(written: _Written) -> list[str]:
    """Return the alphabets that the writer may have had in mind.

    Letters beyond those of the usual alphabet, with no digit beside them, are A-Z.
    """
    used, tables = set(written.texts), written.tables
    size = written.board.geometry.size
    usual_name = next(iter(tables))
    table = tables[usual_name]
    if "A-Z" in tables and not used & set("123456789"):
        beyond = [t for t in used if t.isalpha() and t not in table and t not in "xX"]
        if beyond and all(t in tables["A-Z"] for t in beyond):
            return ["A-Z"]
    last = str(size) if written.numbers else list(table)[size - 1]
    if size < 4 or "0" not in used or {last, last.lower(), last.upper()} & used:
        return [usual_name]
    return _plausible_with_zero(written, usual_name)


def _plausible_with_zero(written: _Written, usual_name: str) -> list[str]:
    """Return the same where 0 occurs, and the last digit of the usual alphabet not."""
    texts, geometry = written.texts, written.board.geometry
    size = geometry.size
    zeros = written.tables.get("0-9A-Z", {})
    values = [zeros.get(text, 0) for text in texts]
    both = [usual_name, "0-9A-Z"]
    has_zero = both if written.numbers else ["0-9A-Z"]

    def once(digit: int) -> bool:
        return all(
            sum(values[cell] == digit for cell in unit) < 2 for unit in geometry.units
        )

    whole = set(range(1, size + 1)) <= set(values)
    is_small = written.lists and size == 4
    others = any(text not in zeros for text in texts)
    if others and size > 10:  # two signs for empty cells do not fit the usual alphabet
        return [usual_name] if texts.count("0") > size else has_zero
    if others:
        return both if whole and once(1) and not is_small else [usual_name]
    if whole and all(once(digit) for digit in range(1, size + 1)):
        return has_zero
    few = whole and texts.count("0") <= 2 * size and not is_small
    return both if few else [usual_name]


# Errors


def row_of(board: Board, place: int) -> Row:
    """Return the row of the text in which a cell stands."""
    for row in board.rows:
        if place < len(row.cells):
            return row
        place -= len(row.cells)
    return board.rows[-1]


def _second_sign(written: _Written, name: str) -> InputError:
    """Return the error about a second sign for empty cells: not `.` or 0, or rarer."""
    board, texts, table = written.board, written.texts, written.tables[name]
    size = board.geometry.size
    signs = [text for text in texts if text and text not in table]
    if size > 10 and not written.numbers and set(signs) == {"0", "."}:
        place = texts.index("0")
        last = list(table)[size - 1]
        return InputError(
            "ambiguous symbols: '0' beside '.' is a digit in one, "
            f"'{last}' in the other",
            expected=f"text that is only {name} or only 0-9A-Z",
            hint=f'choose symbols="{name}" or symbols="0-9A-Z"',
            line=row_of(board, place).line.number,
        )
    known = {"0", "."}.intersection(signs)
    if not known or known == set(signs):
        known = {max(dict.fromkeys(signs), key=signs.count)}
    second = next(sign for sign in signs if sign not in known)
    place, usual_sign = texts.index(second), max(known)
    return _bad_cell(board, place, name, usual_sign, numbers=written.numbers)


def _lost_cell(written: _Written, place: int, name: str) -> InputError:
    """Return the error about nothing between two commas, beside a sign for empty.

    The rarer of the two is wrong.
    """
    board, texts = written.board, written.texts
    blank = texts[place]
    if texts.count(blank) <= texts.count(""):
        return _bad_cell(board, place, name, "", numbers=written.numbers)
    place = texts.index("")
    return InputError(
        f"nothing between two separators, beside '{printable(blank)}' for empty cells",
        expected=f"a digit, or {printable(blank)}",
        line=row_of(board, place).line.number,
        cell=board.geometry.place_of(place),
    )


def _bad_cell(
    board: Board, place: int, name: str, blank: str, *, numbers: bool
) -> InputError:
    """Return the error about a text that cannot be in a cell."""
    size = board.geometry.size
    row = row_of(board, place)
    before = place - sum(
        len(above.cells) for above in board.rows[: board.rows.index(row)]
    )
    text = row.cells[before]
    column = row.start
    for cell in row.cells[: before + 1]:
        column = row.line.text.find(cell, column) + len(cell)
    symbols = DIALECTS.get(name)
    numeral = text.isdigit() and text.isascii()
    normal = _normal(text)
    is_blank = normal in BLANK_SIGNS or normal in BLANK_WORDS
    first = board.geometry.first_value
    if first != 1:
        error = InputError(
            f"'{printable(text)}' cannot be in a cell",
            expected=f"{first} to {first + size - 1}, or . for empty",
        )
    elif symbols is not None and not numbers and not (numeral and len(text) > 1):
        error = symbols.refusal(text[:40], size)
    else:
        error = InputError(f"'{printable(text)}' is not a number")
        if numeral:
            rows = f"{board.geometry.rows}x{board.geometry.columns}"
            error = InputError(f"{printable(text)} is not a digit of a {rows} grid")
        error.expected = f"1-{size}, or 0 or . for an empty cell"
        if not text.isascii():
            error.hint = "write ASCII digits"
        elif text[:1] in "+-" and text[1:].isdigit():
            error.hint = "write digits without a sign"
    if is_blank and first == 1:
        error.what = f"'{printable(text)}' is a second sign for empty cells"
        if blank:
            error.hint = f"empty cells are '{printable(blank)}' here"
    error.args = (error.what,)
    error.cell = board.geometry.place_of(place)
    error.line = row.line.number
    error.column = column - len(text) + 1 if column >= len(text) else None
    return error


# Candidates

_BRACKETS = "{}()[]<>"


def _candidates(
    cells: list[str],
    size: int,
    symbols: Symbols | None,
    fewest: int,
    *,
    some: bool = False,
) -> tuple[int, ...] | None:
    """Return the candidates of each cell, if the texts are pencil marks.

    Less than the `fewest` cells with several digits are typing errors, not open cells;
    unless it is known that these are candidates, of which `some` cells may have none.
    """
    if some:
        signs = LETTERS.readable(size)
        return tuple([sum(1 << (signs[s] - 1) for s in text) for text in cells])
    cells = [text.strip(_BRACKETS) for text in cells]
    several = [text for text in cells if len(text) > 1]
    if len(several) < fewest or max(map(len, several)) > size:
        return None
    used = symbols or usual(size)
    if used is None or len(used.alphabet) < size:
        return None
    numbers = [int(text) for text in several if text.isascii() and text.isdigit()]
    if len(numbers) == len(several) and max(numbers) <= size:
        return None
    table, masks = used.readable(size), []
    for text in cells:
        digits = [table.get(sign, 0) for sign in text]
        if not digits or not digits[0] or digits != sorted(set(digits)):
            return None
        masks.append(mask_of_digits(digits))
    return tuple(masks)
