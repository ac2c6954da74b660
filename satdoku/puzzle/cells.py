"""Read the cells of a grid from text, numbers, lists and arrays.

Everything that reads cells reads them here, so that all formats agree:

    marks      a character a cell; which digit each is, and which mean empty
    numbers    a word a cell: 1 … n, and 0, ., _ or one other sign for empty
    borders    lines and characters drawn around cells, ASCII or box drawings
    pasted     one grid in a text, however it is laid out
    values_of  one grid in any object that holds it: text, lists, arrays

Blanks.  `.` and `0` mean empty, also side by side.  Any other sign does if it is the
only one besides the digits (Sudopedia: digits and ONE other character fill the grid);
letters do not, except X.

Symbols above 9.  The usual symbols of a size are used wherever they fit; another
dialect only if the usual do not fit and it alone does.  There `.` beside `0` does not
mean two kinds of blanks, as `0` is a digit in `0-9A-F`: where no dialect fits otherwise
the text is refused as ambiguous.

Numbers are looked up, never converted, so a word of five thousand digits is refused
like any other.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from satdoku.errors import InputError, counted, printable, shown
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.symbols import DIALECTS, Symbols, usual

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

__all__ = [
    "BAD",
    "UPRIGHTS",
    "Marks",
    "Reading",
    "bars_of",
    "cell_values",
    "dashes_are_cells",
    "drawn",
    "flattened",
    "is_numeral",
    "is_rule",
    "list_values",
    "misfits",
    "place_masks",
    "place_of",
    "plausible",
    "refuse_from_zero",
    "segments",
    "values_of",
]

BAD = 255  # the entry of a table of `Marks` for a character that is not a cell

_BLANKS = frozenset("!\"#$%&'()*+,-./0:;<=>?@[\\]^_`{|}~ ·xX")
_USUAL_BLANKS = frozenset(".0")
_USED_BLANKS = frozenset("._*?xX ")


def place_of(cell: int, columns: int = 9) -> tuple[int, int]:
    """Return the row and column of a cell, from 1.

    Example:
        >>> place_of(10)
        (2, 2)
    """
    return cell // columns + 1, cell % columns + 1


# Marks: a character a cell


class Marks:
    """Reads the characters of the grids of one source, those of a size in one dialect.

    Args:
        symbols: How digits are written; detected if None.

    Example:
        >>> Marks().values("1_3434_2_1434321", Geometry(4, 4))[:4]
        (1, 0, 3, 4)
    """

    def __init__(self, symbols: Symbols | None = None) -> None:
        self._symbols = symbols
        self._found: dict[int, Symbols] = {}
        self._tables: dict[int, bytes] = {}

    def table(self, size: int) -> bytes | None:
        """Return how the last grid of this size was read, as a table of bytes.

        ASCII text translated by it holds its values, and `BAD` where `values` has to
        have a closer look.
        """
        return self._tables.get(size)

    def unusual(self, size: int) -> Symbols | None:
        """Return the symbols of grids of this size, unless they are the usual ones."""
        found = self._found.get(size)
        return None if found is usual(size) else found

    def shape(self, geometry: Geometry) -> Geometry:
        """Return the geometry with the symbols that its last grid was read in.

        Example:
            >>> marks, shape = Marks(), Geometry(4, 4)
            >>> _ = marks.values("ABCDCDABBADCDCBA", shape)
            >>> marks.shape(shape).digit_texts[1]
            'A'
        """
        unusual = self.unusual(geometry.size)
        return geometry if unusual is None else geometry.with_symbols(unusual)

    def values(self, text: str, geometry: Geometry) -> tuple[int, ...]:
        """Return the values of n² characters.

        Raises:
            InputError: A character is not a digit, or the dialect is ambiguous;
                names the cell.
        """
        size = geometry.size
        table = self._tables.get(size)
        if table is not None and text.isascii():
            values = text.encode().translate(table)
            if BAD not in values:
                return tuple(values)
        symbols = self._choose(text, size, geometry.columns)
        digits = symbols.readable(size)
        others = set(text).difference(digits)
        self._found[size] = symbols
        if not others or (size <= 9 and others <= _USUAL_BLANKS):
            others = {".", "0"}.difference(digits) if size <= 9 else {"."}
        known = dict.fromkeys(map(ord, filter(str.isascii, others)), 0)
        known |= {ord(mark): digit for mark, digit in digits.items()}
        self._tables[size] = bytes(known.get(byte, BAD) for byte in range(256))
        return tuple(digits.get(mark, 0) for mark in text)

    def _choose(self, text: str, size: int, columns: int) -> Symbols:
        """Return the symbols of a text."""
        said, used = self._symbols, set(text)
        if said is not None:
            if len(said.alphabet) < size:
                most = f"at most {len(said.alphabet)} a side in symbols {said.name}"
                raise InputError(f"{size}x{size} cells", expected=most)
            if _fits(said, used, size):
                return said
            raise _bad_mark(said, text, size, columns)
        before = self._found.get(size)
        if before is not None and _fits(before, used, size, mixed=size <= 9):
            return before
        chosen = _detected(text, used, size, columns)
        if before is not None and before is not chosen:
            raise InputError(
                f"only symbols {chosen.name} fit, but {before.name} fitted so far",
                hint=f'choose symbols="{before.name}" or symbols="{chosen.name}"',
            )
        return chosen


def plausible(text: str, size: int) -> bool:
    """Whether n² (or fewer) characters can be cells of this size."""
    return misfits([text], size) == 0


def misfits(texts: Collection[str], size: int) -> int:
    """Return how many texts cannot be cells of this size, in the best dialect.

    Example:
        >>> misfits(["12..", "AB..", "AD.."], 4)
        1
    """
    used = [set(text) for text in texts]
    counts = (
        sum(not _fits(symbols, marks, size) for marks in used)
        for symbols in DIALECTS.values()
        if len(symbols.alphabet) >= size
    )
    return min(counts, default=len(texts))


def _fits(symbols: Symbols, used: set[str], size: int, *, mixed: bool = True) -> bool:
    """Whether all characters are digits or one blank; `mixed`: or `.` and `0`."""
    others = used.difference(symbols.readable(size))
    return (mixed and others <= _USUAL_BLANKS) or (
        len(others) <= 1 and others <= _BLANKS
    )


def _detected(text: str, used: set[str], size: int, columns: int) -> Symbols:
    """Return the one dialect that a text of unknown symbols can be in."""
    default = usual(size)
    if default is None:
        raise InputError(
            f"{size}x{size} cells of one character each",
            expected="numbers separated by blanks above 61x61",
        )
    from_zero = DIALECTS["0-9A-Z"]
    if size <= 9:
        if _fits(default, used, size):
            return default
        if _fits(DIALECTS["A-Z"], used, size) and not used & set("123456789"):
            return DIALECTS["A-Z"]
        raise _bad_mark(default, text, size, columns)
    if _fits(default, used, size, mixed=False):
        upper = text.upper()
        if "0" in used and all(
            upper.count(digit) == size for digit in from_zero.alphabet[:size]
        ):  # a complete grid in 0-9A-Z, else a puzzle without a single last digit
            raise _ambiguous(default, "'0' may be a digit or empty")
        return default
    fitting = [
        symbols
        for symbols in DIALECTS.values()
        if len(symbols.alphabet) >= size and _fits(symbols, used, size, mixed=False)
    ]
    if len(fitting) == 1:
        return fitting[0]
    if _fits(default, used, size):
        last = default.text(size)
        why = f"'0' beside '.' is a digit in one, '{last}' in the other"
        raise _ambiguous(default, why)
    raise _bad_mark(default, text, size, columns)


def _ambiguous(one: Symbols, why: str) -> InputError:
    return InputError(
        f"ambiguous symbols: {why}",
        expected=f"text that is only {one.name} or only 0-9A-Z",
        hint=f'choose symbols="{one.name}" or symbols="0-9A-Z"',
    )


def _first_bad(
    cells: Sequence[str], digits: dict[str, int], blanks: Collection[str]
) -> tuple[str, int, set[str]]:
    """Return the first cell that is neither digit nor blank, its index, the blanks."""
    others = [cell for cell in cells if cell not in digits]
    used = set(_USUAL_BLANKS.intersection(others))
    if not used:
        signs = [cell for cell in dict.fromkeys(others) if cell in blanks]
        used = set(sorted(signs, key=others.count)[-1:])
    at = next(i for i, c in enumerate(cells) if c not in digits and c not in used)
    return cells[at], at, used


def _bad_mark(symbols: Symbols, text: str, size: int, columns: int) -> InputError:
    """Return the error about the first wrong character."""
    mark, cell, blanks = _first_bad(text, symbols.readable(size), _BLANKS)
    error = symbols.refusal(mark, size)
    if error.hint is None and mark in _USED_BLANKS and blanks:
        seen = " and ".join(f"'{printable(b)}'" for b in sorted(blanks, reverse=True))
        error.hint = f"empty cells are {seen} here"
    return error.at(cell=place_of(cell, columns))


# Numbers: a word a cell


@lru_cache(maxsize=8)
def _digits(size: int) -> dict[str, int]:
    return {str(digit): digit for digit in range(1, size + 1)}


def is_numeral(word: str) -> bool:
    """Whether a word is a number, or stands for an empty cell.

    Example:
        >>> [is_numeral(word) for word in ("12", ".", "__", "A", "-1")]
        [True, True, True, False, False]
    """
    return (len(word) < 7 and word.isascii() and word.isdigit()) or _is_blank(word)


def _numeral_values(words: Sequence[str], geometry: Geometry) -> tuple[int, ...]:
    """Return the values of n² words.

    Raises:
        InputError: A word is not a digit of this size, or the numbers seem to count
            from 0; names the cell.

    Example:
        >>> words = "1 . 03 4 3 4 . 2 . 1 4 3 4 3 2 1".split()
        >>> _numeral_values(words, Geometry(4, 4))
        (1, 0, 3, 4, 3, 4, 0, 2, 0, 1, 4, 3, 4, 3, 2, 1)
    """
    digits = _digits(geometry.size)
    others = set(words).difference(digits)
    if not others <= {"0"} and not others <= {"."}:
        words = [word if word in digits else _plain(word) for word in words]
        others = set(words).difference(digits)
    if not (others <= {"0", "."} or (len(others) == 1 and all(map(_is_blank, others)))):
        raise _bad_number(words, geometry)
    if "0" in others:
        refuse_from_zero(words, geometry)
    get = digits.get
    return tuple([get(word, 0) for word in words])


def refuse_from_zero(words: Sequence[str], geometry: Geometry) -> None:
    """Refuse a grid in which 0 seems to be a digit, as n never occurs.

    Up to 9x9 that is so if 0 stands beside another blank, all of 1 … n-1 occur and no
    unit has two zeros; in larger grids, if 0 stands beside another blank, or each
    number from 0 occurs n times.

    Raises:
        InputError: It does; names the first 0.
    """
    size, found = geometry.size, set(words)
    if "0" not in found or str(size) in found:
        return
    numbers = list(map(str, range(size)))
    if size > 9:
        beside = any(_is_blank(word) for word in found - {"0"})
        is_digit = beside or all(words.count(number) == size for number in numbers)
    else:
        units = ([words[cell] for cell in unit] for unit in geometry.units)
        several = any(unit.count("0") > 1 for unit in units)
        is_digit = "." in found and found.issuperset(numbers) and not several
    if is_digit:
        raise InputError(
            f"ambiguous: '0' may be a digit, as {size} never occurs",
            expected=f"digits from 1 to {size}, and one sign for empty cells",
            hint=f"if the digits are 0 to {size - 1}, add 1 to each",
            cell=geometry.place_of(list(words).index("0")),
        )


def _is_blank(word: str) -> bool:
    """Whether the word is one sign, or one repeated, that can mean empty."""
    return word != "" and word[0] in _BLANKS and word == word[0] * len(word)


def _plain(word: str) -> str:
    """Strip leading zeros (`07`) and repeated blanks (`__`)."""
    if word.isdigit() and word.isascii():
        return word.lstrip("0") or "0"
    return word[0] if _is_blank(word) else word


def _bad_number(words: Sequence[str], geometry: Geometry) -> InputError:
    """Return the error about the first wrong word."""
    size = geometry.size
    signs = set(filter(_is_blank, words))
    word, cell, blanks = _first_bad(words, _digits(size), signs)
    what, hint = f"'{printable(word)}' is not a number", None
    if word.isascii() and word.isdigit():
        grid = f"{geometry.rows}x{geometry.columns} grid"
        what = f"{printable(word)} is not a digit of a {grid}"
        if geometry.is_standard:
            hint = f"a row has {size} numbers here, so none is above {size}"
    elif _is_blank(word):
        hint = f"empty cells are '{printable(min(blanks))}' here"
    expected = f"1-{size}, or 0 or . for an empty cell"
    return InputError(what, expected=expected, hint=hint, cell=geometry.place_of(cell))


def cell_values(
    cells: Sequence[str], geometry: Geometry, marks: Marks | None = None
) -> tuple[int, ...]:
    """Return the values of cells, one text each: all characters, or all numbers.

    Raises:
        InputError: A cell is not a digit of this size, or the symbols are ambiguous.
    """
    if not isinstance(cells, str):
        if geometry.size > 61 or any(len(cell) > 1 for cell in cells):
            return _numeral_values(cells, geometry)
        cells = "".join(cells)
    return (marks or Marks()).values(cells, geometry)


# Borders

_BOXES = "".join(map(chr, range(0x2500, 0x2580)))
UPRIGHTS = frozenset("|¦│┃║┆┇┊┋╎╏")
"""Characters that stand between cells of a row."""

_RULE = frozenset("-=+*|:.'¦ \t") | frozenset(_BOXES)
_LYING = frozenset("-=─━═╌╍┄┅┈┉")
_TO_BARS = str.maketrans(dict.fromkeys("¦" + _BOXES, "|"))
_TO_BLANKS = str.maketrans(dict.fromkeys("|¦:\ufeff" + _BOXES, " "))


def is_rule(line: str, *, dashes: bool = False) -> bool:
    """Whether a line is only a border.

    Args:
        line: The line.
        dashes: Whether `-` is an empty cell, so that a border needs other characters.

    Example:
        >>> is_rule("---+---+---"), is_rule("...|...|..."), is_rule("╔═══╦═══╗")
        (True, False, True)
    """
    marks = set(line)
    if not marks <= _RULE or marks.isdisjoint(_LYING):
        return False
    return not dashes or not marks <= {"-", "|", " "}


def dashes_are_cells(lines: list[str]) -> bool:
    """Whether `-` stands in rows, next to digits."""
    return any("-" in line and any(map(str.isdigit, line)) for line in lines)


def bars_of(line: str) -> str:
    """Return a row with `|` for every upright border."""
    return line.translate(_TO_BARS)


def segments(line: str) -> list[str]:
    """Cut a row at its upright borders, without those at its ends.

    Example:
        >>> segments("| 5 3 . | . 7 . |")
        ['5 3 .', '. 7 .']
    """
    text = bars_of(line).strip()
    text = text.removeprefix("|").removesuffix("|")
    return [part.strip() for part in text.split("|")]


def drawn(geometry: Geometry, texts: Sequence[str], *, apart: bool = False) -> str:
    """Draw cells, texts of one width each, with borders between the boxes.

    Args:
        geometry: The shape.
        texts: The cells.
        apart: Whether blanks stand between cells of one character, too.

    Example:
        >>> print(drawn(Geometry(4, 4), "1234341221434321"))
        12|34
        34|12
        --+--
        21|43
        43|21
    """
    n, w, h = geometry.columns, geometry.box_width, geometry.box_height
    wide = len(texts[0])
    close = wide == 1 and not apart
    between, edge, cross = ("", "|", "+") if close else (" ", " | ", "-+-")
    rule = cross.join(["-" * (wide * w + len(between) * (w - 1))] * (n // w))
    lines: list[str] = []
    for row in range(geometry.rows):
        if row and row % h == 0 and geometry.box is not None:
            lines.append(rule)
        cells = texts[row * n : row * n + n]
        lines.append(edge.join(between.join(cells[c : c + w]) for c in range(0, n, w)))
    return "\n".join(lines)


# One grid in a text

_MARKED = range(4, 10)  # sizes at which a character is a digit


class Reading(NamedTuple):
    """What holds a grid, in one way of reading it.

    Args:
        geometry: The shape.
        values: The values of the cells.
        masks: Their candidates, digit d as bit d - 1, where it holds those alone.
    """

    geometry: Geometry
    values: tuple[int, ...]
    masks: tuple[int, ...] | None = None


def pasted(text: str, geometry: Geometry | None = None) -> Reading:
    r"""Read the one grid of a text, in every way that fits: one has to be left.

        numbers      a number a cell, between blanks
        groups       a group of digits a cell, its candidates; up to 9x9
        places       n characters a cell, a place for each candidate; up to 9x9
        characters   a character a cell
        columns      n lines of n characters, in which a blank is an empty cell

    Raises:
        InputError: It holds no grid, or may hold two different ones; names the cell.

    Example:
        >>> pasted("1 2 | 3 4\n3 4 | 1 2\n----+----\n. . | . .\n. . | 2 1").values[:4]
        (1, 2, 3, 4)
        >>> pasted("1 2 34 34 " + "1234 " * 12).masks[:4]
        (1, 2, 12, 12)
    """
    lines = [line for line in text.splitlines() if line]
    dashes = dashes_are_cells(lines)
    rows = [
        line.translate(_TO_BLANKS) for line in lines if not is_rule(line, dashes=dashes)
    ]
    words = [word for row in rows for word in row.split()]
    if not words:
        raise InputError("no cells", expected="the cells of a grid")
    in_places = _in_places("".join(words), geometry)
    if in_places is not None:
        return in_places
    uneven = len(set(map(len, words))) > 1  # as the parts of rows are not
    found = set(_in_groups(words, geometry))
    refused: list[InputError] = []
    settled = bool(found) and uneven
    for cells in _ways(rows, words):
        shape = _fitting(len(cells), geometry)
        if shape is None or settled:
            continue
        marks = Marks()
        try:
            values = cell_values(list(cells), shape, marks)
            found.add(Reading(marks.shape(shape), values))
        except InputError as error:
            refused.append(error)
        else:
            settled = cells is words and uneven
    if len(found) > 1:
        kinds = sorted(f"{g}{' of candidates' * (m is not None)}" for g, _, m in found)
        raise InputError(
            f"ambiguous: the text can be a grid of {' or '.join(kinds)}",
            expected="one character a cell without blanks, or numbers between blanks",
        )
    if found:
        return found.pop()
    refused += _odd_row(rows, geometry)
    if refused:
        raise refused[0]
    return Reading(_geometry_of(len(next(_ways(rows, words))), geometry), ())


def _odd_row(rows: list[str], geometry: Geometry | None) -> list[InputError]:
    """Return the error for the only row of a grid that has another length, if any.

    Example:
        >>> print(*_odd_row(["12 34", "34 12", "214", "43 21"], None))
        row 3 has 3 cells; expected 4; write . for an empty cell
    """
    lengths = [sum(map(len, row.split())) for row in rows if not row.isspace()]
    size = len(lengths)
    odd = [row for row, length in enumerate(lengths, 1) if length != size]
    if len(odd) != 1 or size < 4 or _fitting(size * size, geometry) is None:
        return []
    what = f"row {odd[0]} has {counted(lengths[odd[0] - 1], 'cell')}"
    return [InputError(what, expected=f"{size}", hint="write . for an empty cell")]


def _geometry_of(count: int, geometry: Geometry | None) -> Geometry:
    """Return the requested geometry, or the usual one of so many cells."""
    if geometry is None:
        return Geometry.of_cells(count)
    if count != geometry.cells:
        raise InputError(
            counted(count, "cell"),
            expected=f"{geometry.cells} for a grid of {geometry}",
        )
    return geometry


def _fitting(count: int, geometry: Geometry | None) -> Geometry | None:
    """Return the geometry of so many cells, or None if there is none."""
    try:
        return _geometry_of(count, geometry)
    except InputError:
        return None


def _ways(rows: list[str], words: list[str]) -> Iterator[Sequence[str]]:
    """Yield the cells of a text in each way of cutting it, the likely one first."""
    numbers = sum(len(word) < 4 and is_numeral(word) for word in words)
    if numbers * 2 > len(words) > 1 and any(len(word) > 1 for word in words):
        yield words
    yield "".join(words)
    if any(" " in row for row in rows) and {len(row) for row in rows} == {len(rows)}:
        yield "".join(rows)


def _in_groups(words: list[str], geometry: Geometry | None) -> Iterator[Reading]:
    """Yield the reading as pencil marks: a group of rising digits a cell."""
    for size in _MARKED:
        shape = _fitting(size * size, geometry)
        if shape is None or len(words) != shape.cells or max(map(len, words)) < 2:
            continue
        digits = "123456789"[:size]
        if all(set(word) <= {*digits} and [*word] == sorted({*word}) for word in words):
            masks = (sum(1 << int(mark) - 1 for mark in word) for word in words)
            yield Reading(shape, (), tuple(masks))


def _in_places(text: str, geometry: Geometry | None) -> Reading | None:
    """Read a place for each candidate of each cell, if the text has that.

    Raises:
        InputError: It seems to, but with mistakes.
    """
    size = next((size for size in _MARKED if size**3 == len(text)), 0)
    shape = _fitting(size * size, geometry)
    if shape is None:
        return None
    masks, others = place_masks(text, size)
    held = sum(mask > 0 for mask in masks)
    right, wrong = sum(map(int.bit_count, masks)), len(others)
    if held == shape.cells and not wrong:
        return Reading(shape, (), tuple(masks))
    if held * 2 >= shape.cells and wrong * 9 <= right:
        raise InputError(
            f"{len(text)} characters, most of them candidates in their places",
            expected=f"those of every cell of a {size}x{size} grid, and no others",
            hint="satdoku.read takes a format: sukaku, or another one",
        )
    return None


def place_masks(text: str, size: int) -> tuple[list[int], list[int]]:
    """Return the candidates of cells that have a place for each of their n digits.

    Returns:
        A mask for each cell, and where other characters than the digit of that place,
        `.` and `0` stand.

    Example:
        >>> place_masks("12..000455.4", 4)
        ([3, 8, 8], [8, 9])
    """
    masks, others = [0] * (len(text) // size), []
    for at, mark in enumerate(text):
        cell, place = divmod(at, size)
        if mark == str(place + 1):
            masks[cell] |= 1 << place
        elif mark not in _USUAL_BLANKS:
            others.append(at)
    return masks, others


# One grid in a text, a list or an array

_FILE_NAME = re.compile(r"[^\n]*(\.[A-Za-z][A-Za-z0-9]{0,7}|[/\\][^\n]*)")
_NINE = Geometry(9, 9)
_PLAIN = bytes(
    0 if mark == ord(".") else mark - 48 if 48 <= mark < 58 else BAD
    for mark in range(256)
)
"""What each byte of the most common text is: a line of digits, `.` or 0 for empty."""


def values_of(source: object, geometry: Geometry | None = None) -> Reading:
    """Return the shape and the values of a text, a list or an array.

    Raises:
        InputError: It holds no grid; the message names the cell.

    Example:
        >>> values_of([["1", ".", "3", "4"], [3, 4, None, 2.0], "2143", "43.1"]).values
        (1, 0, 3, 4, 3, 4, 0, 2, 2, 1, 4, 3, 4, 3, 0, 1)
    """
    source = without_bytes(source)
    if isinstance(source, str):
        if geometry is not None and geometry.first_value != 1:
            return Reading(geometry, _shifted(source, geometry))
        if len(source) == _NINE.cells and geometry in {None, _NINE}:
            values = source.encode("utf-8").translate(_PLAIN)
            if max(values) <= _NINE.size:
                return Reading(_NINE, tuple(values))
        return _of_text(source, geometry)
    items = _listed(source)
    if _is_missing(items):
        raise InputError("a missing value", expected="a puzzle")
    if not isinstance(items, (list, tuple)):
        raise InputError(
            f"a grid cannot be made of {type(source).__name__}",
            expected="a grid, text, a list of cells or rows, or an array (n, n)",
            hint="satdoku.read reads files",
        )
    cells = cast("Sequence[Any]", items)
    if not cells:
        raise InputError("no cells", expected="the cells of a grid")
    if all(isinstance(item, str) for item in cells):
        wide = len(str(len(cells)))
        if any(len(text.strip()) >= wide for text in cells):
            return pasted("\n".join(cells), geometry)
    else:
        cells = flattened(cells, geometry)
    shape, marks = _geometry_of(len(cells), geometry), Marks()
    listed = list_values(cells, shape, marks)
    return Reading(marks.shape(shape), listed)


def without_bytes(source: object) -> object:
    """Return bytes as text, anything else as it is.

    Raises:
        InputError: They are no UTF-8.
    """
    if not isinstance(source, (bytes, bytearray)):
        return source
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"byte {error.start + 1} is not UTF-8", expected="text"
        ) from None


def _is_missing(value: object) -> bool:
    """Whether a value is None, not a number, or what pandas has for a missing one."""
    is_nan = isinstance(value, float) and value != value  # noqa: PLR0124  what it means
    return value is None or is_nan or type(value).__name__ in {"NAType", "NaTType"}


def _shifted(text: str, geometry: Geometry) -> tuple[int, ...]:
    """Read a grid whose values do not count from 1: `.` or `_` is an empty cell.

    Raises:
        InputError: It holds no such grid; names the cell.

    Example:
        >>> _shifted("0123 230. 1032 3210", Geometry(4, 4, first_value=0))[:8]
        (1, 2, 3, 4, 3, 4, 1, 0)
    """
    first, rows = (
        geometry.first_value,
        filter(lambda s: not is_rule(s), text.split("\n")),
    )
    words = " ".join(row.translate(_TO_BLANKS) for row in rows).split()
    cells = words if len(words) == geometry.cells else "".join(words)
    _geometry_of(len(cells), geometry)
    symbols = usual(geometry.size, first)
    known = {} if symbols is None else symbols.readable(geometry.size)
    known |= {str(first + digit - 1): digit for digit in geometry.digit_range}
    known |= {".": 0, "_": 0}
    for at, cell in enumerate(cells):
        if cell not in known:
            raise InputError(
                f"'{printable(cell)}' cannot be in a cell",
                expected=f"{first} to {first + geometry.size - 1}, or . for empty",
                cell=place_of(at, geometry.columns),
            )
    return tuple(map(known.__getitem__, cells))


def _of_text(text: str, geometry: Geometry | None) -> Reading:
    try:
        return pasted(text, geometry)
    except InputError as error:
        if len(text) < 256 and _FILE_NAME.fullmatch(text.strip()):
            hint = "this looks like a file name: read it with satdoku.read"
            raise InputError(f"'{printable(text)}' is not a grid", hint=hint) from error
        raise


def _listed(source: object) -> object:
    """Return an array as lists; anything else as it is.

    Raises:
        InputError: The array has not the shape of a grid.
    """
    sides: object = getattr(source, "shape", None)
    if isinstance(sides, tuple) and (sides[2:] or sides[:1] != sides[-1:]):
        what = f"an array of shape {printable(str(sides))}"
        raise InputError(what, expected="one of shape (n, n) or (n²,)")
    for name in ("tolist", "to_numpy"):
        convert = getattr(source, name, None)
        if callable(convert) and not isinstance(source, type):
            made: object = convert()
            return made if name == "tolist" else _listed(made)
    if hasattr(source, "__array__") and not isinstance(source, type):
        import numpy as np  # noqa: PLC0415  for what only NumPy can read

        return _listed(np.asarray(source))
    return source


def flattened(items: Sequence[Any], geometry: Geometry | None = None) -> Sequence[Any]:
    """Put rows one behind the other, each as long as there are rows, or as its shape.

    A row is a list, an array, or a text of several words or of more than three cells.

    Raises:
        InputError: A row is longer or shorter; names it.

    Example:
        >>> flattened(["12..", [3, 4, 1, 2], "2 1 . 3", "...."])[:6]
        ['1', '2', '.', '.', 3, 4]
    """
    if set(map(type, items)) <= {int, type(None)}:
        return items
    rows = [_row(item) for item in items]
    if not any(row is None or len(row) for row in rows):
        raise InputError("no cells", expected="the cells of a grid")
    if None in rows and all(isinstance(row, (str, type(None))) for row in rows):
        return items
    flat: list[Any] = []
    are = "is" if len(rows) == 1 else "are"
    columns, why = len(rows), f", as there {are} {counted(len(rows), 'row')}"
    if geometry is not None and geometry.rows == len(rows):
        columns, why = geometry.columns, ""
    for number, row in enumerate(rows, 1):
        if row is None or len(row) != columns:
            count = "no row" if row is None else counted(len(row), "cell")
            expected = f"{counted(columns, 'cell')}{why}"
            raise InputError(f"row {number}: {count}", expected=expected)
        flat.extend(row)
    return flat


def _row(item: Any) -> Sequence[Any] | None:  # noqa: ANN401  anything may come
    """Return the cells of a row; None if it is a cell."""
    if isinstance(item, str):
        words = item.split()
        return words if len(words) > 1 else item if len(item) > 3 else None
    item = _listed(item)
    return cast("Sequence[Any]", item) if isinstance(item, (list, tuple)) else None


def list_values(
    items: Sequence[Any], geometry: Geometry, marks: Marks | None = None
) -> tuple[int, ...]:
    """Return the values of cells in a list: whole numbers, texts, None for empty ones.

    Digits alone are numbers here, also where other cells are letters.

    Raises:
        InputError: An item is not a digit of this size; names the cell.
    """
    if set(map(type, items)) == {int} and set(items) <= {*range(geometry.size + 1)}:
        return tuple(items)  # as most are
    texts = [_cell_text(item, at, geometry) for at, item in enumerate(items)]
    if any(mark.isalpha() for text in texts for mark in text):
        return cell_values(texts, geometry, marks)
    return _numeral_values(texts, geometry)


def _cell_text(value: Any, at: int, geometry: Geometry) -> str:  # noqa: ANN401  as above
    """Return the text of an item of a list."""
    if value is None or isinstance(value, str):
        return (value or "").strip() or "."
    with suppress(TypeError, ValueError):
        if not isinstance(value, bool):
            whole = getattr(value, "is_integer", bool)()  # not of ints before 3.12
            return str(int(value) if whole else index(value))
    raise InputError(
        f"{shown(value)} cannot be in a cell",
        expected="a whole number, a character, or nothing for an empty cell",
        cell=geometry.place_of(at),
    )
