"""What values of JSON mean: a puzzle, or a list of puzzles.

A list is told apart by its first item.  Numbers are the cells of one puzzle; objects,
and lists of lists, are a puzzle each.  Items of n cells are the rows of one puzzle of
n x n if there are n of them, puzzles if n is the number of cells of one.  Where both
fit (81 texts of 81 characters) it is one puzzle if a digit is above the smaller size,
many if a row of the one would hold a digit twice, and else ambiguous.

Of an object, keys that mean constraints of a variant are refused (`variants.py`), as a
variant is never taken for a classic puzzle; other keys that are not known are passed
over, as they are in the columns of tables.

Where an object holds the puzzle is told by its keys (`json_keys.py`): one that names a
puzzle, or many; one that services wrap their answers in; else the one key of an object
that has a key of a puzzle itself.  Nothing is looked for under a solution, a state or
candidates, so that what is there is never taken for the puzzle.
"""

from __future__ import annotations

from itertools import chain, count, islice
from math import isqrt
from typing import TYPE_CHECKING, cast

from satdoku.errors import InputError, UsageError, shown
from satdoku.formats.cells import Cells, grid_of_list, size_of, usable
from satdoku.formats.json_extras import (
    blanks_error,
    extras_of,
    grid_of,
    name_of,
    restricted,
)
from satdoku.formats.json_found import (
    as_json,
    has_puzzle,
    holds,
    no_puzzle,
    refusal,
)
from satdoku.formats.json_keys import LISTS, ONES, SURE, WRAPPERS
from satdoku.formats.json_shape import shape_told
from satdoku.formats.json_stream import Piece, Sign
from satdoku.formats.model import Entry
from satdoku.symbols import dialect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.formats.model import Options
    from satdoku.geometry import Geometry
    from satdoku.puzzle import Puzzle

__all__ = ["Objects"]

_MOST_HELD = 16
_MOST_ROWS = 256
_FEWEST_CELLS = 16
_LONGEST_CELL = 3


class Objects:
    """Makes the entries of a text of JSON.

    Args:
        source: What messages call the source.
        options: What the person has said.
        numbers: The numbers of the puzzles to come.
        around: The boxes told by the object that the text is in, if any.
    """

    def __init__(
        self,
        source: str,
        options: Options,
        numbers: Iterator[int] | None = None,
        around: Geometry | None = None,
    ) -> None:
        self._source = source
        self._options = options
        self._around = around
        self._cells: dict[tuple[Geometry | None, str | None], Cells] = {}
        self._numbers = count(1) if numbers is None else numbers

    def entries(
        self, found: Iterator[Piece | Sign | InputError]
    ) -> Iterator[Entry | InputError]:
        """Yield the puzzles of all values; errors among them pass through.

        Raises:
            InputError: The text is not JSON.
        """
        for piece in found:
            if isinstance(piece, Sign):
                yield from self._of_list(_items(found), piece.line)
            elif isinstance(piece, InputError):
                yield self._error(piece)
            else:
                yield from self._of_value(piece.value, piece.line)

    def _of_value(self, value: object, line: int) -> Iterator[Entry | InputError]:
        """Yield the puzzles of a value: one, or those of a list."""
        if isinstance(value, dict):
            yield from self._of_object(cast("dict[str, object]", value), line)
        elif isinstance(value, list):
            items = (Piece(item, line) for item in cast("list[object]", value))
            yield from self._of_list(items, line)
        elif isinstance(value, str):
            yield from self._puzzle(value, {}, line)
        else:
            yield self._error(
                InputError(
                    f"{as_json(value)} is no puzzle",
                    expected="an object, a list or a text",
                    line=line,
                )
            )

    def _of_list(
        self, items: Iterator[Piece | InputError], line: int
    ) -> Iterator[Entry | InputError]:
        """Yield the one puzzle of a list, or its many."""
        first = next(items, None)
        if first is None:
            return
        items = chain((first,), items)
        width = None if isinstance(first, InputError) else _width(first.value)
        if width is None or not self._may_be_rows(width):
            yield from self._of_items(items)
            return
        # As many as a puzzle has cells, if they are that; else as many as it has rows.
        most = width or self._options.limits.size**2
        held = list(islice(items, most + 1))
        if width and len(held) != width and self._may_be_cells(width):
            yield from self._of_items(chain(held, items))
            return
        held += islice(items, _MOST_ROWS)  # to tell what is wrong with them
        for _ in items:  # what is left is wrong, or there is nothing left
            pass
        error = next((item for item in held if isinstance(item, InputError)), None)
        values = [item.value for item in held if isinstance(item, Piece)]
        if error is not None:
            yield self._error(error)
        elif len(held) > most:
            blanks = blanks_error(values)
            rows = f"rows of {width} cells" if width else "cells"
            what = f"more than {most} {rows} in a list"
            expected = "one puzzle, or each in a list of its own"
            wrong = blanks or InputError(what, expected=expected)
            yield self._error(wrong.at(line=line))
        elif width and self._may_be_cells(width):
            yield from self._of_square(values, line)
        else:
            yield from self._puzzle(values, {}, line)

    def _of_items(
        self, items: Iterable[Piece | InputError]
    ) -> Iterator[Entry | InputError]:
        """Yield the puzzles of items that are a puzzle each."""
        for item in items:
            if isinstance(item, InputError):
                yield self._error(item)
            else:
                yield from self._of_value(item.value, item.line)

    def _of_square(
        self, values: list[object], line: int
    ) -> Iterator[Entry | InputError]:
        """Yield the puzzles of n² items of n² cells: one, or each one."""
        side, small = len(values), isqrt(len(values))
        cells = Cells(self._options)
        one: Puzzle | None = None
        try:
            one = grid_of_list(values, cells)
        except InputError as error:
            if not any(_readable(value, cells) for value in values):
                yield self._error(error.at(line=line))
                return
        if one is not None and max(one.values) <= small:
            starts = range(0, side * side, side)
            if any(_repeats(one.values[start : start + side]) for start in starts):
                one = None
            elif all(_readable(value, cells) for value in values):
                yield self._error(
                    InputError(
                        f"ambiguous: {side} times {side} cells may be {side} puzzles "
                        f"of {small}x{small}, or one",
                        expected="a list that can be one of them alone",
                        hint="say the shape of the boxes (--box)",
                        line=line,
                    )
                )
                return
        if one is not None:
            yield from self._puzzle(values, {}, line)
        else:
            yield from self._of_items(Piece(value, line) for value in values)

    def _may_be_rows(self, width: int) -> bool:
        """Whether items of so many cells (0: cells) may be the rows of one puzzle."""
        said = self._options.geometry
        if said is not None:
            return width in (0, said.size) or (
                width < said.size and width != said.cells
            )
        return width < _FEWEST_CELLS or (
            usable(width) and width <= self._options.limits.size
        )

    def _may_be_cells(self, width: int) -> bool:
        """Whether items of so many cells may be a puzzle each."""
        said = self._options.geometry
        return width == said.cells if said is not None else usable(size_of(width))

    def _of_object(
        self, told: dict[str, object], line: int
    ) -> Iterator[Entry | InputError]:
        """Yield the puzzles of an object: one, or those of a list in it."""
        by_word = {key.strip().lower(): value for key, value in told.items()}
        many = [key for key in LISTS if isinstance(by_word.get(key), list)]
        held = [key for key in by_word if key in WRAPPERS and holds(by_word[key])]
        ones = [key for key in ONES if isinstance(by_word.get(key), (str, list))]
        ones = [key for key in ones if key not in many]
        error = refusal(told, of_list=not ones and bool(many or held))
        if error is None and many and ones and ones[0] in SURE:
            what = f"puzzles under two keys, {ones[0]} and {many[0]}"
            error = InputError(what, expected="one of them")
        if error is not None:
            yield self._error(error.at(line=line))
        elif many:
            yield from self._of_inner([by_word[key] for key in many], by_word, line)
        elif ones:
            value = cast("str | list[object]", by_word[ones[0]])
            yield from self._puzzle(value, by_word, line)
        elif inner := next(filter(holds, map(by_word.get, ONES)), None):
            # What is said around a puzzle is said of it, unless it says so itself.
            own = cast("dict[str, object]", inner)
            known = {key.strip().lower() for key in own}
            more = {
                key: value
                for key, value in by_word.items()
                if key not in known and key not in ONES and key not in WRAPPERS
            }
            yield from self._of_object({**more, **own}, line)
        elif (key := next(filter(by_word.get, SURE), None)) is None and held:
            yield from self._of_inner([by_word[key] for key in held], by_word, line)
        elif key is None and len(found := list(filter(has_puzzle, told.items()))) == 1:
            yield from self._of_inner([found[0][1]], by_word, line)
        else:
            yield self._error(no_puzzle(told, by_word).at(line=line))

    def _of_inner(
        self, values: list[object], told: dict[str, object], line: int
    ) -> Iterator[Entry | InputError]:
        """Yield the puzzles of what is in an object, in the boxes that it tells."""
        try:
            shape, options = self._said(told)
        except InputError as error:
            yield self._error(error.at(line=line))
            return
        inner = self
        if shape is not None or options is not self._options:
            around = shape or self._around
            inner = Objects(self._source, options, self._numbers, around)
        for value in values:
            yield from inner._of_value(value, line)

    def _puzzle(
        self, value: str | list[object], told: dict[str, object], line: int
    ) -> Iterator[Entry | InputError]:
        """Yield the entry of one puzzle, or what is wrong with it."""
        number = next(self._numbers)
        try:
            yield self._entry(value, told, line, number)
        except InputError as error:
            yield error.at(line=line)

    def _entry(
        self, value: str | list[object], told: dict[str, object], line: int, number: int
    ) -> Entry:
        """Make the entry of a puzzle.

        Raises:
            InputError: It cannot be read.
        """
        if told.get("schema", 1) != 1:
            raise InputError(f"schema {shown(told['schema'])}", expected="schema 1")
        cells = self._cells_of(told)
        grid = restricted(grid_of(value, cells), told)
        name, extras = name_of(told), extras_of(told, grid, cells)
        return Entry(grid, self._source, line, number, name, "json", extras)

    def _cells_of(self, told: dict[str, object]) -> Cells:
        """Return what reads the cells of an object, by its boxes and symbols.

        Raises:
            InputError: There are no such boxes or symbols.
        """
        shape, options = self._said(told)
        symbols = told.get("symbols")
        key = (shape, symbols if isinstance(symbols, str) else None)
        found = self._cells.get(key)
        if found is None:
            found = Cells(options)
            if len(self._cells) < _MOST_HELD:
                self._cells[key] = found
        return found

    def _said(self, told: dict[str, object]) -> tuple[Geometry | None, Options]:
        """Return the boxes that an object tells, and the options with what it tells.

        Raises:
            InputError: There are no such boxes or symbols, or they are not those of the
                object around it.
        """
        shape, symbols, options = shape_told(told), told.get("symbols"), self._options
        if shape is not None and self._around not in (None, shape):
            raise InputError(f"{shape}", expected=f"{self._around}, as said around it")
        if shape is not None and options.geometry is None:
            options = options._replace(geometry=shape)
        if isinstance(symbols, str) and options.symbols is None:
            try:
                options = options._replace(symbols=dialect(symbols))
            except UsageError as error:
                raise InputError(str(error)) from None
        return shape, options

    def _error(self, error: InputError) -> InputError:
        """Count a puzzle that cannot be read."""
        next(self._numbers)
        return error


def _items(found: Iterator[Piece | Sign | InputError]) -> Iterator[Piece | InputError]:
    """Yield the items of a list that has begun, up to its end."""
    for piece in found:
        if isinstance(piece, Sign):
            return
        yield piece


def _width(value: object) -> int | None:
    """Return how many cells an item has, 0 if it is one; None if it is a puzzle."""
    if isinstance(value, str):
        words = value.split()
        if len(words) > 1:
            return len(words)
        return len(value.strip()) if len(value.strip()) > _LONGEST_CELL else 0
    if isinstance(value, list):
        inner = cast("list[object]", value)
        cells = bool(inner) and _width(inner[0]) == 0 and not blanks_error(inner)
        return len(inner) if cells else None
    return None if isinstance(value, dict) else 0


def _repeats(row: tuple[int, ...]) -> bool:
    clues = [value for value in row if value]
    return len(set(clues)) < len(clues)


def _readable(value: object, cells: Cells) -> bool:
    try:
        grid_of(cast("str | list[object]", value), cells)
    except InputError:
        return False
    return True
