"""Lines that belong together, in every shape and alphabet: one result, or an error.

Each shape (`shapes.py`) that could lay out the lines cuts them into cells, and every
alphabet that could have written the cells is tried (`cells.py`).  If exactly one result
is left, it is taken.  None: the error of the shape that came furthest.  Two that
differ: an error that names both.  Nothing is guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from satdoku.errors import InputError, counted, printable
from satdoku.puzzle.cells import (
    Line,
    TextGrid,
    TextOptions,
    decode,
    too_large,
    usual_numbers,
    usual_values,
    wrong_count,
)
from satdoku.puzzle.prose import is_item
from satdoku.puzzle.shapes import (
    BARS,
    MARK_ROWS,
    NO_SIGN,
    SHAPES,
    Tries,
    is_rule,
    marks_in_cells,
    rows_of_characters,
    segments,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.puzzle.cells import Board
    from satdoku.puzzle.symbols import Symbols

Item: TypeAlias = "TextGrid | InputError"

_PAIR = r"\s*[^\W\d_]\w*:\s+\w{1,15}\s*"
_SHORT_ROW = re.compile(r"[\d.]{4,15}", re.ASCII)
_BETWEEN = re.compile(r"[\s,;|:!]")
_LEAST = 16
_MOST_BAD_LINES = 3
"""Lines that each are a bad puzzle, beyond which they are rather rows of one."""
_MOST_WRONG = 25
"""Boards at the start of a block that are wrong, after which there are none."""


def only_reading(
    readings: Iterable[list[Board]], tries: Tries, *, is_list: bool = False
) -> list[Item] | InputError:
    """The one result of all readings, or nothing; an error if two differ.

    Where no reading is without errors, the one in which some boards are.
    """
    results: dict[object, list[TextGrid]] = {}
    partial: dict[object, list[Item]] = {}
    symbols: dict[object, dict[int, Symbols]] = {}
    ways = set()
    options = tries.options
    known = dict(options.known)
    for boards in readings:
        if not _has_layout(boards[0], options.layout):
            continue
        options.known = dict(known)
        size = boards[0].geometry.size
        if size > options.max_size:
            line = boards[0].rows[0].line.number
            return too_large(size, options.max_size).at(line=line)
        ways.add((len(boards), boards[0].geometry.cells))
        items = _decoded(boards, tries, is_list=is_list)
        grids = [item for item in items if isinstance(item, TextGrid)]
        key = tuple((f.geometry.cells, f.values, f.masks) for f in grids)
        if len(grids) == len(boards):
            results.setdefault(key, grids)
            symbols.setdefault(key, options.known)
        elif grids:
            partial.setdefault(key, items)
    results = _laid_out_as(options.layout, _without_clashes(results))
    if len(results) > 1:
        return _ambiguity(list(results.values()))
    options.known = symbols[next(iter(results))] if results else known
    if not results and len(partial) == len(ways) == 1:
        return next(iter(partial.values()))
    return [*next(iter(results.values()), [])]


def _has_layout(board: Board, layout: str | None) -> bool:
    """Whether a board is laid out as is asked for; the shapes see to most layouts."""
    if layout not in ("line", "rows", "sukaku"):
        return True
    of_rows = layout == "rows" and board.layout in ("numbers", "grid")
    return of_rows or board.layout == layout


def _decoded(boards: list[Board], tries: Tries, *, is_list: bool) -> list[Item]:
    """Return the grid of each board, or why it is none; notes the errors, too."""
    items: list[Item] = []
    errors = 0
    for board in boards:
        try:
            items.append(decode(board, tries.options, lists=is_list))
        except InputError as error:
            tries.misses.append((3, error))
            items.append(error)
        errors += isinstance(items[-1], InputError)
        if errors == len(items) == _MOST_WRONG:
            break  # these are no boards
    if errors == len(items) > _MOST_BAD_LINES:  # rows of a board, taken for lines
        tries.misses[-errors:] = [(1, error) for _, error in tries.misses[-errors:]]
    return items


def _without_clashes(
    results: dict[object, list[TextGrid]],
) -> dict[object, list[TextGrid]]:
    """Of results with different numbers of puzzles, return the one without a clash.

    Return all if there is not just one.
    """
    many = {len(grids) for grids in results.values()}
    if len(many) < 2:
        return results
    sound = {
        key: grids for key, grids in results.items() if not any(map(_has_clash, grids))
    }
    return sound if len(sound) == 1 else results


def _laid_out_as(
    layout: str | None, results: dict[object, list[TextGrid]]
) -> dict[object, list[TextGrid]]:
    """Of several results, return those in the layout asked for; all if none is."""
    layouts = ("rows", "grid") if layout == "grid" else (layout,)
    kept = {key: grids for key, grids in results.items() if grids[0].layout in layouts}
    return kept or results


def _ambiguity(results: list[list[TextGrid]]) -> InputError:
    """Return the error that a text may be read in several ways."""
    ways = [
        f"{counted(len(grids), 'puzzle')} of {grids[0].geometry.rows} rows"
        for grids in results
    ]
    names = dict.fromkeys(grids[0].layout for grids in results)
    hint = "give the shape of the boxes (geometry=)"
    if len(names) > 1:
        named = [f'format="{name}"' for name in names]
        hint = f"choose with {' or '.join(named)}"
    if len(set(ways)) == 1:
        ways = [f"{way} ({name})" for way, name in zip(ways, names, strict=False)]
    what, line = f"ambiguous: this may be {' or '.join(ways)}", results[0][0].line
    return InputError(what, hint=hint, line=line)


def _has_clash(item: TextGrid) -> bool:
    """Whether a row, column or box has a digit twice."""
    for unit in item.geometry.units if item.values else ():
        digits = [item.values[cell] for cell in unit if item.values[cell]]
        if len(set(digits)) < len(digits):
            return True
    return False


@dataclass(slots=True)
class Miss:
    """Why lines are no puzzle, and how far the best shape came: 4 is ambiguous."""

    far: int
    error: InputError


def plain_boards(lines: list[Line], options: TextOptions) -> list[Item] | None:
    """Read n rows of n characters or numbers, fast, where no other reading is possible.

    None where there may be one, or anything is unusual.
    """
    is_any = options.geometry is None and options.layout is None
    if not is_any or len(lines) in MARK_ROWS:
        return None
    kept = solid(lines)
    rows = [line.text for line in kept]
    ruled = len(kept) < len(lines)
    if not rows or not rows[0] or (ruled and any("-" in row for row in rows)):
        return None
    plain = _plain_cells(rows)
    shape = options.of_size(plain.size) if plain else None
    if plain is None or shape is None:
        return None
    size, count, bars = plain.size, shape.cells, "|" in rows[0]
    parts = sum(bool(part.strip()) for part in rows[0].split("|")) if bars else 1
    are_boxes = parts in (1, size, size // shape.box_width)
    if len(rows) % size or size > options.max_size or not are_boxes:
        return None
    layout = "grid" if ruled or bars else plain.layout
    small = isqrt(size) if options.of_cells(size) else 0
    is_text = len(plain.text) == len(rows) * size
    grids: list[Item] = []
    for at in range(0, len(rows) * size, count):
        if is_text:
            values = usual_values(plain.text[at : at + count], shape, options)
        else:
            values = usual_numbers(plain.cells[at : at + count], shape, options)
        if values is None or (small and max(values) <= small):
            return None
        grids.append(TextGrid(shape, values, kept[at // size].number, None, layout))
    return grids


class _PlainRows(NamedTuple):
    """Rows of equally many cells, one after the other.

    Args:
        size: How many there are in a row.
        layout: How they are laid out.
        text: All of them as a text.
        cells: Each, unless a character is one.
    """

    size: int
    layout: str
    text: str
    cells: list[str]


def _plain_cells(rows: list[str]) -> _PlainRows | None:
    """Cut rows into characters, or at commas or blanks; None if unequal or unusual."""
    first = rows[0]
    mark, bars = "," if "," in first else None, first.count("|")
    if bars and any(row.count("|") != bars for row in rows):
        return None
    if mark is None and " " not in first:
        bare = [row.replace("|", "") for row in rows] if bars else rows
        if len(set(map(len, bare))) == 1:
            return _PlainRows(len(bare[0]), "rows", "".join(bare), [])
    split = [row.replace("|", " ").split(mark) for row in rows]
    size = len(split[0])
    if any(len(row) != size for row in split):
        return None
    cells = [cell.strip() for row in split for cell in row]
    counting = {tuple(split[0][1:3])} & {("1", "2"), ("0", "1"), ("A", "B")}
    if not cells or "" in cells or counting or not cells[0].isascii():
        return None
    return _PlainRows(size, "cells" if mark else "numbers", "".join(cells), cells)


def _marked(lines: list[Line], options: TextOptions) -> list[Item] | Miss | None:
    """The grid whose cells are of several lines, or what is wrong; None if others."""
    try:
        board = marks_in_cells(lines, options)
        return [decode(board, options)] if board else None
    except InputError as error:
        return Miss(4, error)


def read_block(lines: list[Line], options: TextOptions) -> list[Item] | Miss:
    """The puzzles of lines that belong together, or why there are none."""
    if is_item(lines[0].text):
        return Miss(3, _beside_others(lines[0]))
    if is_short(lines, options) and _SHORT_ROW.fullmatch(lines[0].text):
        count = len(lines[0].text)
        return Miss(1, wrong_count(count, options).at(line=lines[0].number))
    boards = plain_boards(lines, options)
    if boards:
        return boards
    rows = solid(lines)
    marked = _marked(rows, options) if len(rows) in MARK_ROWS else None
    return marked or _read_shapes(lines, rows, options)


def _read_shapes(
    lines: list[Line], rows: list[Line], options: TextOptions
) -> list[Item] | Miss:
    """The puzzles of lines in the one shape that fits; rows are those without rules.

    Rules are no rows, unless dashes stand for empty cells in other rows, too; then both
    are tried.
    """
    tries = Tries(options)
    if len(lines) > 2 and _has_heading(lines):
        lines = lines[1:]
        rows = solid(lines)
    kept = [rows] if rows and not _are_pairs(rows) else []
    if len(rows) < len(lines):
        signs = [NO_SIGN.sub("", line.text) for line in lines]
        usual = Counter(map(len, signs)).most_common(1)[0][0]
        dashes = [
            line
            for line, sign in zip(lines, signs, strict=True)
            if not is_rule(line.text)
            or (
                len(set(sign)) == 1
                and len(sign) == usual
                and (not rows or any(sign[0] in row.text for row in rows))
            )
        ]
        if dashes and dashes != rows:
            kept.insert(0, dashes)
    shapes = SHAPES.get(options.layout, SHAPES[None])
    if kept == [rows] and _are_characters(rows, options):
        shapes = (rows_of_characters,)
    result = only_reading(
        (
            boards
            for block in kept
            for shape in shapes
            for boards in _safe(shape(block, tries), tries)
        ),
        tries,
    )
    if isinstance(result, InputError):
        return Miss(4, result)
    if result:
        if len(rows) == len(lines):
            return result
        return [
            item._replace(layout="grid")
            if isinstance(item, TextGrid) and item.layout in ("rows", "numbers")
            else item
            for item in result
        ]
    if not tries.misses:
        return Miss(0, _unknown(lines[0]))
    return Miss(*max(tries.misses, key=lambda miss: miss[0]))


def _are_characters(rows: list[Line], options: TextOptions) -> bool:
    """Whether rows are of as many characters, each of which can only be a cell.

    Between them is nothing, a blank each, or the bars of two borders.
    """
    texts = [row.text for row in rows]
    width, bars, size = len(texts[0]), texts[0].count("|"), len(rows)
    if options.geometry is not None or options.layout is not None or bars > 2:
        return False
    if options.of_cells(size) or {*map(len, texts)} != {width}:
        return False
    if width == 2 * size - 1:
        texts = [text[::2] for text in texts if not text[1::2].strip(" ")]
        width = size
    elif bars:
        texts = [text.replace("|", "") for text in texts if text.count("|") == bars]
        width -= bars
    cells = "".join(texts)
    is_whole = width < _LEAST and len(cells) == size * width
    return is_whole and cells.isascii() and not _BETWEEN.search(cells)


def _beside_others(line: Line) -> InputError:
    return InputError(
        f"ISS text that cannot be read here: '{printable(line.text)}'",
        expected="known items alone, clues too (.~R1C1_5)",
        hint="start a title with #",
        line=line.number,
    )


def _unknown(line: Line) -> InputError:
    return InputError(
        f"no puzzle recognised at '{printable(line.text)}'",
        expected="a grid of digits",
        line=line.number,
    )


def _are_pairs(lines: list[Line]) -> bool:
    """Whether all lines are a name and a short value."""
    return all(re.fullmatch(_PAIR, line.text) for line in lines)


def is_short(block: list[Line], options: TextOptions) -> bool:
    """Whether a block is one line with fewer cells than any grid has."""
    is_line = options.geometry is None and len(block) == 1
    return is_line and len(block[0].text) < _LEAST


def _has_heading(lines: list[Line]) -> bool:
    """Whether a table of Markdown begins with a heading that is no row of a board.

    It is empty; or letters and words, above the only rule and as many rows as cells.
    """
    first, size = lines[0].text, len(lines) - 2
    if is_rule(first) or not is_rule(lines[1].text) or not BARS.search(first):
        return False
    headings = segments(first)
    are_words = len(headings) == size and all(word[:1].isalpha() for word in headings)
    is_single = not any(is_rule(line.text) for line in lines[2:])
    return (are_words and is_single) or not signs_of(lines[0])


def _safe(boards: Iterator[list[Board]], tries: Tries) -> Iterator[list[Board]]:
    """Yield boards, and keep an error that ends them."""
    try:
        yield from boards
    except InputError as error:
        tries.misses.append((3, error))


def solid(lines: list[Line]) -> list[Line]:
    """The lines that are no rules."""
    return [line for line in lines if line.text[:1].isalnum() or not is_rule(line.text)]


def signs_of(line: Line) -> int:
    """How many characters of a line are neither blanks nor bars."""
    return len(NO_SIGN.sub("", line.text))
