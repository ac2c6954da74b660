"""Read puzzles laid out in text: lines, rows, drawn grids, numbers, lists, candidates.

    text ── clean ──▶ lines ── split ──▶ blocks ── shapes ──▶ boards ── cells ──▶ grids

1. *Clean* (`quoting.py`): quoting, fences and comments go; the text is numbered lines.
2. *Split*: lines become blocks, at blank lines and where lines stop being alike.
3. *Shapes* (`readings.py`, `shapes.py`): every shape that could lay out the block cuts
   it into cells.
4. *Cells* (`cells.py`): every alphabet that could have written the cells is tried.

A block is a puzzle if exactly one result is left.  None: the error of the shape that
came furthest.  Two that differ: an error that names both.  Nothing is guessed.

Prose beside a board is a title if it stands directly above, and is skipped otherwise.
A line that may hold the cells of a puzzle is never prose.

A text is read as a stream: of a list of puzzles a line each, of others a block.
"""

from __future__ import annotations

import re
from itertools import chain, groupby, pairwise
from math import lcm
from typing import TYPE_CHECKING, Any

from satdoku.errors import InputError, printable
from satdoku.puzzle.cells import (
    LONG,
    Line,
    TextGrid,
    TextOptions,
    are_in_place,
    candidates_on_a_line,
    decode,
    usual_numbers,
    wrong_count,
)
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.prose import (
    is_aside,
    is_doubtful,
    is_numbering,
    is_remark,
    is_text,
)
from satdoku.puzzle.quoting import Rows, cleaned
from satdoku.puzzle.readings import (
    Item,
    Miss,
    is_short,
    only_reading,
    plain_boards,
    read_block,
    signs_of,
    solid,
)
from satdoku.puzzle.shapes import (
    BARS,
    MARK_ROWS,
    Tries,
    is_rule,
    line_board,
    list_rows,
    lists,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from satdoku.puzzle.symbols import Symbols


def read_text(
    text: str,
    geometry: Geometry | None = None,
    symbols: Symbols | None = None,
    *,
    options: TextOptions | None = None,
) -> TextGrid:
    r"""Read the one puzzle of a text.

    Args:
        text: A puzzle, however it is laid out.
        geometry: The shape; the drawn or the usual one if None.
        symbols: How digits are written; detected if None.
        options: How to read it, in place of both.

    Raises:
        InputError: The text holds no puzzle, or several, or may be read in two ways.

    Example:
        >>> read_text("Grid 1\n12 34\n34 12\n21 43\n43 21").name
        'Grid 1'
    """
    options = options or TextOptions(geometry, symbols)
    text = text.lstrip("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    layouts: list[TextGrid] = []
    for item in scan_lines(enumerate(text.split("\n"), 1), options):
        if isinstance(item, InputError):
            raise item
        layouts.append(item)
    if not layouts:
        begins = f"; it begins '{printable(text.strip())}'" if text.strip() else ""
        raise InputError(f"no puzzle found{begins}", expected="a grid of digits")
    if len(layouts) > 1:
        expected = f"one, not {len(layouts)}"
        raise InputError("holds more than one puzzle", expected=expected)
    return layouts[0]


def scan_lines(
    lines: Iterable[tuple[int, str]],
    options: TextOptions,
    ends: Callable[[str], bool] | None = None,
) -> Iterator[Item]:
    """Yield every puzzle of a text, and an error for each that cannot be read.

    Args:
        lines: The lines, each with its number, without line ends.
        options: How to read them.
        ends: Says after which long line to stop; None to take them all.

    Example:
        >>> lines = enumerate(["1.3434.2.1434321 easy", "", "1..............."], 1)
        >>> [item.name for item in scan_lines(lines, TextOptions())]
        ['easy', None]
    """
    broken: list[InputError] = []
    together = options.layout not in _LINES_ALONE
    sound = cleaned(lines, broken, ends, together=together)
    if options.repair:
        rows = (part if isinstance(part, Rows) else [part] for part in sound)
        yield from _scan_repaired([*chain.from_iterable(rows)], options)
    else:
        yield from _scanned(sound, options)
    if broken:
        raise broken[0]


def _scanned(lines: Iterator[Line | Rows], options: TextOptions) -> Iterator[Item]:
    return _titled(_runs(_blocks(lines, options), options), options)


def _scan_repaired(lines: list[Line], options: TextOptions) -> list[Item]:
    """Read a text block by block, and as a whole if no block can be read."""
    before = len(options.skipped)
    items = [*_scanned(iter(lines), options)]
    if any(isinstance(item, TextGrid) for item in items):
        return items
    repaired = _repaired(lines, options) or _repaired_apart(lines, options)
    if repaired is None:
        return items
    del options.skipped[before:]
    return repaired


# 1. Blocks of lines

_NINE = Geometry(9, 9)
_QUOTED = re.compile(r"""\s*(["'])([^"',]{4,})\1\s*+[,;+\\]?\s*""")
_QUOTES = frozenset("\"' ")
_LONG_WORD = re.compile(r"[^\s,;|:=/\[\](){}\"']{50,}")
_LEAST = 16
_ROW_OF_TABS = 3
"""Tabs from which a line of nothing else is a row of empty cells."""
_MANY = 3600
"""Lines of a block after which its whole boards are read."""
_LONGEST = 4 << 20
_LONGEST_LIST = 64 << 20
"""Characters of a list, which is read as a whole."""
_LIST_LINES = 1000
"""Lines behind a bracket after which there are rows of a list, or it is none."""
_MOST_PIECES = 100
"""Pieces of a block that are tried one by one, if none of them is a puzzle."""
_BANDED = 100
"""Rows after which bands of boards are read, if the last board ends there."""


_NAME_OF_NONE = re.compile(r"^(?!.*[\d.]{20})")


def _is_row(text: str) -> bool:
    """Whether most words of a line are numbers, as in the row of a grid."""
    words = text.split()
    return sum(len(word) < 4 and word[-1:].isdigit() for word in words) > len(words) / 2


def _long_line(line: Line, options: TextOptions) -> Item | None:
    """The puzzle of a line too long for a row, or why it is none; None for a row."""
    text = line.text
    numbers = _plain_numbers(line, options)
    if numbers is not None:
        return numbers
    small = options.geometry is not None and options.geometry.cells < _LEAST
    is_short = len(text) < LONG and not small and not re.search(r"[:=]\s", text)
    if is_short or is_numbering(text):
        return None
    try:
        least = LONG if options.layout != "line" else 1
        board = line_board(line, options, least)
        if board is not None:
            return decode(board, options)
    except InputError as error:
        return error
    return _wrong_word(line, options)


def _may_be_candidates(item: TextGrid, options: TextOptions) -> bool:
    """Whether a line may hold the candidates of nine cells."""
    is_nine = options.layout is None and len(item.values) == _NINE.cells
    return is_nine and are_in_place(item.values, _NINE.size)


def _plain_numbers(line: Line, options: TextOptions) -> TextGrid | None:
    """The usual grid of 9x9 of a line of 81 digits, a blank between two; else None."""
    text, shape = line.text, options.of_cells(_NINE.cells)
    if shape is None or " " not in text or len(text) != 2 * _NINE.cells - 1:
        return None
    words = text.split()
    values = None
    if len(words) == _NINE.cells:
        values = usual_numbers(words, shape, options)
    if values is None:
        return None
    return TextGrid(shape, values, line.number, None, "numbers")


def _wrong_word(line: Line, options: TextOptions) -> InputError | None:
    """Why the long word of a line is no puzzle; None if it was not meant to be one."""
    text = line.text
    words = _LONG_WORD.finditer(text)
    word = next((w for w in words if options.of_cells(len(w[0])) is None), None)
    if word is None or "://" in text or len(word[0]) == len(set(word[0])):
        return None
    if len(text.split()) > 3 and (_NAME_OF_NONE.search(word[0]) or _is_row(text)):
        return None
    if options.of_size(len(word[0])) and len(word[0]) < 226 and text.strip() == word[0]:
        return None
    return wrong_count(len(word[0]), options).at(line=line.number)


_BOARDS_ALONE = frozenset(("rows", "grid", "pencilmarks", "cells"))
"""Layouts of which no line is a whole puzzle."""
_LINES_ALONE = frozenset(("line", "sukaku"))
"""Layouts of which every line is one."""
_WITH_LISTS = frozenset((None, "cells", "numbers"))
"""Layouts that may stand in brackets."""


def _whole_line(line: Line, options: TextOptions, *, is_list: bool) -> Item | None:
    """The puzzle that a line is, or why it is none; None if it is part of others."""
    text = line.text
    is_short = len(text) < _LEAST and options.geometry is None
    if is_short or options.layout in _BOARDS_ALONE or is_rule(text):
        return None
    if len(text) < LONG and text.isalnum():
        return None
    item = _long_line(line, options)
    if isinstance(item, TextGrid) and _may_be_candidates(item, options):
        return candidates_on_a_line(line.number)
    if not isinstance(item, InputError):
        return item
    if not (is_list or options.layout in _LINES_ALONE):
        return None  # perhaps a row that is wrong: the block will say so
    mended: Item = _mended([item], [[line]], options)[0]
    return mended


class _Title(list[Line]):
    """A line of text between rows."""


def _is_blank(text: str, above: Line | None) -> bool:
    """Whether a line is a gap, not a row of blank cells like the one above."""
    if text and (not text.isspace() or text.count("\t") >= _ROW_OF_TABS):
        return False
    return len(text) <= 3 or above is None or len(text) != len(above.text)


def _kind_of(
    line: Line, above: Line | None, options: TextOptions, *, is_list: bool
) -> Line | Item | list[Line] | None:
    """Return what a line is: a row, a puzzle or an error, a title; None for a gap."""
    if line.text[:1] in _QUOTES and (quoted := _QUOTED.fullmatch(line.text)):
        line = Line(line.number, quoted[2])
    whole = _whole_line(line, options, is_list=is_list)
    if whole is not None:
        return whole
    if _is_blank(line.text, above):
        return None
    if options.layout not in _LINES_ALONE and _is_title(line, above):
        return _Title([line])
    return line


def _kinds(
    lines: Iterator[Line | Rows], options: TextOptions
) -> Iterator[Line | Rows | Item | list[Line] | None]:
    """Yield what each line is, as `_kind_of` says; rows like the one above at once."""
    above: Line | None = None
    width = 0  # of a short row above, whose like is one
    is_list, alone = options.listed is not None, options.layout in _LINES_ALONE
    may_be_short = options.geometry is None
    parts = _with_lists(lines, options) if options.layout in _WITH_LISTS else lines
    for part in parts:
        if isinstance(part, Rows) and len(part[0].text) == width:
            above = part[-1]
            yield part
            continue
        for line in part if isinstance(part, Rows) else (part,):
            kind: Line | Item | list[Line] | None = line
            if isinstance(line, Line):
                kind = _kind_of(line, above, options, is_list=is_list)
                is_list = is_list or isinstance(kind, (TextGrid, InputError))
            if alone and isinstance(kind, Line):
                yield from _read_pieces([kind], options)
                continue
            is_list = is_list and (above is None or not isinstance(kind, Line))
            above = kind if isinstance(kind, Line) else None
            width = len(above.text) if above is not None and may_be_short else 0
            yield kind


def _blocks(
    lines: Iterator[Line | Rows], options: TextOptions
) -> Iterator[Item | list[Line] | None]:
    """Yield blocks of lines, None for a gap, and puzzles or errors of long lines."""
    block: list[Line] = []
    length = 0
    for kind in _kinds(lines, options):
        if isinstance(kind, (Line, Rows)):
            rows = kind if isinstance(kind, Rows) else [kind]
            block += rows
            length += len(rows) * len(rows[0].text)
            if len(block) >= _MANY or length > _LONGEST:
                cut = _whole_boards(block, options)
                yield block[:cut]
                block = block[cut:]
                length = sum(len(line.text) for line in block)
            continue
        if block:
            yield block
            block, length = [], 0
        yield kind
    if block:
        yield block


def _whole_boards(block: list[Line], options: TextOptions) -> int:
    """How many lines of a block hold whole boards; all if that cannot be told.

    Rows may have several widths: characters, numbers, both.  Those of which the first
    rows are a board count, or all if none are.
    """
    places = [at for at, line in enumerate(block) if not is_rule(line.text)]
    widths = _widths(block[places[0]]) if places else set()
    sizes = [size for size in widths if options.of_size(size)]
    boards = [
        size
        for size in sizes
        if size <= len(places)
        and not isinstance(read_block(block[: places[size - 1] + 1], options), Miss)
    ]
    step = lcm(*(boards or sizes))
    whole = len(places) - len(places) % step
    if whole in (0, len(places)):
        return len(block)
    return places[whole]


_OPEN = re.compile(r"[\[{(]")
_NO_FIX = "repair=True found no unambiguous fix"
_CLOSE = re.compile(r"[\]})]")
_WORD = re.compile(r"[^\s\[\](){}\"',;]{49}")
_LAST = re.compile(r"\s*(?:[\])}][\s\])},;]*)?")
_COMMENT = re.compile(
    r"""(?<=[\d,;\])}"'])\s*(?:#|//|%|--)\s*[^\W\d_][^,;()\[\]{}]*$"""
)
"""What stands behind a row of a list."""
_BARE_CELLS = re.compile(r"\s*[\d._*-]{16,}(?!\S)")


def _with_lists(
    parts: Iterator[Line | Rows], options: TextOptions
) -> Iterator[Line | Rows | Item]:
    """Yield lines, and in place of those of a list its puzzles or its error.

    A list goes from the line with its first bracket to that with the last one, and on
    over further lines with brackets.
    """
    held: list[Line] = []
    depth = length = plain = 0
    for part in parts:
        if isinstance(part, Rows) and not held:
            yield part
            continue
        for line in part if isinstance(part, Rows) else (part,):
            opens = _OPEN.search(line.text) and not _WORD.match(line.text)
            if held and depth <= 0 and not opens:
                yield from _of_list(held, options)
                held, depth, length = [], 0, 0
            if not held and not opens and depth <= 0:
                if plain > 0 and line.text.strip() and _LAST.fullmatch(line.text):
                    plain = 0  # the end of the list that was read as plain lines
                    continue
                yield line
                continue
            held.append(line)
            depth += _deeper(line)
            length += len(line.text)
            if length > _LONGEST_LIST:
                raise _too_long(held[0])
            if len(held) == _LIST_LINES and not _is_list(held):
                yield from held if depth > 0 else _of_list(held, options)
                held, plain, depth, length = [], depth, 0, 0
    if held:
        yield from held if depth > 0 else _of_list(held, options)


def _too_long(line: Line) -> InputError:
    return InputError(
        f"a list of more than {_LONGEST_LIST:,} characters",
        expected="lines of puzzles, of which there may be any number",
        line=line.number,
    )


def _deeper(line: Line) -> int:
    """How many more brackets a line opens than it closes."""
    return len(_OPEN.findall(line.text)) - len(_CLOSE.findall(line.text))


def _is_list(held: list[Line]) -> bool:
    """Whether lines behind a bracket have rows of a list, and no puzzle by itself."""
    if any(_BARE_CELLS.match(line.text) for line in held):
        return False
    return bool(list_rows("\n".join(line.text for line in held), held[0].number))


def _without_comment(text: str) -> str:
    """Return a row of a list without what stands behind it.

    A comment has no separators: the search begins at the last one.
    """
    comment = _COMMENT.search(text, max(0, *map(text.rfind, ",;()[]{}")))
    return text if comment is None else text[: comment.start()]


def _of_list(held: list[Line], options: TextOptions) -> Iterator[Line | Item]:
    """Yield the puzzles of a list, its error, or the lines if it is none."""
    text = "\n".join(_without_comment(line.text) for line in held)
    tries = Tries(options)
    boards = list(lists(text, held[0].number, tries))
    result = only_reading(boards, tries, is_list=True)
    if isinstance(result, InputError):
        yield result
    elif result:
        yield from result
    elif tries.misses and len(re.findall(r"\d", text)) > 8:
        yield max(tries.misses, key=lambda miss: miss[0])[1]
    else:  # the list may have been read, up to its last brackets
        for line in held:
            if not line.text.strip() or not _LAST.fullmatch(line.text):
                yield line


# 2. What belongs together

_TITLE = re.compile(r"\s*(?:[A-Z]?[a-z]{2,}[ :]|\([cC]\) |©|https?:)")
_PLAIN_ROW = re.compile(r"(?!\d+\.\d+\.\d+$)[\d.]{8,15}", re.ASCII)
"""Cells of a row, and no date: never prose."""
_DIGITS_ALONE = re.compile(r"[\d.*_?-]+")


def _is_title(line: Line, above: Line | None) -> bool:
    """Whether a line is prose, or a heading, between rows, and surely none of them."""
    text = line.text
    if not _TITLE.match(text):
        return is_numbering(text)
    if (
        above
        and len(text) == len(above.text)
        and not _DIGITS_ALONE.fullmatch(above.text)
    ):
        return False
    return is_text(line.text)


def _alike(first: Line, second: Line) -> bool:
    """Whether two lines may be rows of one board."""
    if (
        len(first.text) == len(second.text)
        or is_rule(first.text)
        or is_rule(second.text)
    ):
        return True
    bars = [len(BARS.findall(line.text)) for line in (first, second)]
    if bars[0] == bars[1] > 1:
        return True
    if signs_of(first) == signs_of(second):
        return True
    mark = next((m for m in ",;\t" if m in first.text), None)
    counts = [len(line.text.split(mark)) for line in (first, second)]
    return counts[0] == counts[1] > 1


def _pieces(block: list[Line]) -> list[list[Line]]:
    """Split a block at comments and where rows stop being alike; else at its texts."""
    pieces, last = [block[:1]], block[0]
    for before, line in pairwise(block):
        if _alike(last, line) and line.number == before.number + 1:
            pieces[-1].append(line)
        else:
            pieces.append([line])
        last = last if is_rule(line.text) and len(pieces[-1]) > 1 else line
    if len(pieces) == 1 and len(block[0].text.split()) >= LONG:
        return [[line] for line in block]
    if len(pieces) == 1:
        texts = groupby(block, key=_is_prose)
        return [list(group) for _, group in texts]
    return pieces


def _is_prose(line: Line) -> bool:
    """Whether a line as long as the rows beside it is prose for certain."""
    text = line.text.strip()
    if _PLAIN_ROW.fullmatch(text):
        return False
    is_marked = text[:1].isalpha() or re.search(r"[(){}$€£©]|[a-z]{3}", text)
    return bool(is_marked or is_remark(text)) and is_text(text)


def _read_pieces(
    block: list[Line], options: TextOptions
) -> Iterator[Item | list[Line]]:
    """Read a block as a whole, or its pieces: puzzles, errors, and texts.

    Pieces that follow each other and are nothing have one error.
    """
    if is_short(block, options) and is_text(block[0].text):
        yield block
        return
    result = read_block(block, options)
    if not isinstance(result, Miss):
        yield from result
        return
    pieces = _pieces(block) if result.far < 4 else [block]
    if len(pieces) == 1:
        rows = solid(block)
        if result.far < 4 and _are_text(rows):
            yield rows
        elif rows:
            yield result.error
    else:
        yield from _read_each(pieces, result.error, options)


def _read_each(
    pieces: list[list[Line]], error: InputError, options: TextOptions
) -> Iterator[Item | list[Line]]:
    """Read the pieces of a block; yield its error if none is a puzzle."""
    items: list[Item | list[Line]] = []
    bad: list[Line] = []
    has_puzzle = False
    for number, piece in enumerate([*pieces, []]):
        if piece and _are_rows_apart(piece, options):
            bad += piece
            continue
        parts = [*_read_pieces(piece, options)] if piece else []
        if len(parts) == 1 and isinstance(parts[0], InputError):
            bad += piece
            if number == _MOST_PIECES and not has_puzzle:
                break  # there is none
            continue
        if bad and (items or parts):  # else the error of them all is known
            items.append(_error_of(bad, options))
            bad = []
        has_puzzle = has_puzzle or any(isinstance(part, TextGrid) for part in parts)
        items += parts
    if has_puzzle or (items and not any(isinstance(i, InputError) for i in items)):
        yield from items
    else:
        yield from _without_puzzle(items, error)


def _are_rows_apart(lines: list[Line], options: TextOptions) -> bool:
    """Whether lines are plain rows of cells, and too few or too many for a board."""
    count, width = len(lines), len(lines[0].text)
    if not all(
        len(line.text) == width and _PLAIN_ROW.fullmatch(line.text) for line in lines
    ):
        return False
    is_board = options.of_size(width) is not None and count % width == 0
    of_words = options.of_cells(count) is not None or count in MARK_ROWS
    is_usual = options.geometry is None and options.layout is None
    return is_usual and not (is_board or of_words)


def _without_puzzle(
    items: list[Item | list[Line]], error: InputError
) -> Iterator[InputError | list[Line]]:
    """Yield the text of a block in which nothing can be read, and one error.

    It is the error of the block, unless there is but one among the items.
    """
    texts = [item for item in items if isinstance(item, list)]
    sure = [text for text in texts if not all(is_doubtful(i.text) for i in text)]
    yield from sure
    errors = [item for item in items if isinstance(item, InputError)]
    is_single = len(errors) == 1 and len(sure) == len(texts)
    yield errors[0] if is_single else error


def _error_of(lines: list[Line], options: TextOptions) -> InputError:
    """Return why lines are no puzzle."""
    result = read_block(lines, options)
    if isinstance(result, Miss):
        return result.error
    return InputError("a row outside of a puzzle", line=lines[0].number)


def _are_text(lines: list[Line]) -> bool:
    """Whether all lines are prose: few, or with words."""
    texts = [line.text for line in lines]
    if any(map(_PLAIN_ROW.fullmatch, texts)) or not all(map(is_text, texts)):
        return False
    return len(texts) < 4 or all(re.search("[a-z]{3}", text) for text in texts)


def _widths(line: Line) -> set[int]:
    """How many cells a row may have."""
    mark = next((m for m in ",;\t" if m in line.text), None)
    return {signs_of(line), len(line.text.split(mark)), len(line.text)}


def _runs(
    blocks: Iterator[Item | list[Line] | None], options: TextOptions
) -> Iterator[Item | list[Line] | None]:
    """Read blocks: bands of boards together, others one after the other.

    Bands are blocks of equal height with like rows, fewer than a row has cells.
    """
    run: list[list[Line]] = []
    first: list[Line] = []  # of the run, without rules
    count = 0
    for item in blocks:
        if item is None and run:
            continue
        rows = solid(item) if run and isinstance(item, list) else []
        if run and _ends(first, count, rows):
            yield from _read_run(run, options)
            run, count = [], 0
            if isinstance(item, list):
                yield None
        if not isinstance(item, list) or isinstance(item, _Title):
            yield item
        elif not run and (boards := _boards_of(item, options)):
            yield from boards
        elif rows := rows or solid(item):
            first = first if run else rows
            run.append(item)
            count += len(rows)
    if run:
        yield from _read_run(run, options)


def _boards_of(block: list[Line], options: TextOptions) -> list[Item] | None:
    """Return the boards of a block that is no band; None where it may be one."""
    boards = plain_boards(block, options)
    rows = solid(block) if boards is None else []
    if rows and len(rows) in _widths(rows[0]) and not is_short(block, options):
        result = read_block(block, options)
        boards = None if isinstance(result, Miss) else result
        return boards and _mended(boards, [block], options)
    return boards


def _ends(first: list[Line], count: int, rows: list[Line]) -> bool:
    """Whether a run of blocks does not go on in these rows.

    Args:
        first: The rows of the first block.
        count: The rows of all of them.
        rows: Those of the block behind.
    """
    if not rows or len(first) != len(rows) or not _alike(first[0], rows[0]):
        return True
    width = max(_widths(rows[0]))
    return len(rows) > width or (count >= _BANDED and count % width == 0)


def _read_run(
    run: list[list[Line]], options: TextOptions
) -> Iterator[Item | list[Line] | None]:
    """Read blocks as one, which bands of a board are; or one after the other."""
    first = solid(run[0])
    joined = [line for block in run for line in block]
    miss: Miss | None = None
    high = len(first)
    if len(run) > 1 and any(w % high == 0 and w > high for w in _widths(first[0])):
        result = read_block(joined, options)
        if not isinstance(result, Miss):
            yield from _mended(result, run, options)
            return
        if result.far > 3:
            yield from _mended([result.error], run, options)
            return
        miss = result
    items: list[Item | list[Line] | None] = []
    for block in run:
        items += [*([None] if items else []), *_read_pieces(block, options)]
    bad = [item for item in items if isinstance(item, InputError)]
    if len(bad) > 1 and all(item in bad for item in items if item):
        rows = sum(len(solid(block)) for block in run)
        if miss is not None or rows <= max(_widths(first[0])):  # those of one board
            items = [miss.error if miss is not None else _error_of(joined, options)]
    yield from _mended(items, run, options) if options.repair else items


def _mended(items: list[Any], run: list[list[Line]], options: TextOptions) -> list[Any]:
    """Return the items of blocks, repaired if that is asked for and one way fits."""
    if not options.repair or not any(isinstance(item, InputError) for item in items):
        return items
    joined = [line for block in run for line in block]
    repaired = _repaired(joined, options)
    if repaired is None and len(run) > 1:
        parts = [_repaired(block, options) for block in run]
        if all(part is not None for part in parts):
            repaired = [item for part in parts for item in part or ()]
    if repaired is not None:
        return repaired
    for item in items:
        if isinstance(item, InputError):
            item.hint = f"{item.hint}; {_NO_FIX}" if item.hint else _NO_FIX
    return items


def _repaired(lines: list[Line], options: TextOptions) -> list[Item] | None:
    """Return what all ways to repair lines lead to; None if there is none."""
    from satdoku.puzzle.repairs import ways  # noqa: PLC0415  where it is asked for

    results: dict[object, tuple[list[TextGrid], list[tuple[int, str]]]] = {}
    for way in ways(lines):
        items = [*_read_pieces(way.lines, options)] if way.lines else []
        grids = [item for item in items if isinstance(item, TextGrid)]
        dropped = [
            line.number for item in items if isinstance(item, list) for line in item
        ]
        if not grids or any(isinstance(item, InputError) for item in items):
            continue
        repairs = [(number, what) for number, what in way.repairs]
        repairs += [(number, "a line of text removed") for number in dropped]
        key = tuple((grid.values, grid.masks) for grid in grids)
        if key not in results or len(repairs) < len(results[key][1]):
            results[key] = grids, repairs
    if len(results) > 1:
        places = [
            f"line {repairs[0][0]}: {repairs[0][1]}" for _, repairs in results.values()
        ]
        return [
            InputError(
                f"ambiguous: it can be repaired in two ways ({'; or '.join(places)})",
                expected="a text that can be read in one way",
                line=lines[0].number,
            )
        ]
    if not results:
        return None
    ((grids, repairs),) = results.values()
    ends = [*(grid.line for grid in grids[1:]), float("inf")]
    start = 0.0
    repaired: list[Item] = []
    for grid, end in zip(grids, ends, strict=True):
        own = tuple(repair for repair in sorted(repairs) if start <= repair[0] < end)
        repaired.append(grid._replace(repairs=own))
        start = end
    return repaired


def _repaired_apart(lines: list[Line], options: TextOptions) -> list[Item] | None:
    """Return the same for lines between blank ones; None if some lead to nothing."""
    blocks = groupby(lines, key=lambda line: bool(line.text.strip()))
    parts = [_repaired(list(block), options) for filled, block in blocks if filled]
    return None if None in parts else [item for part in parts for item in part or ()]


def _titled(
    items: Iterator[Item | list[Line] | None], options: TextOptions
) -> Iterator[Item]:
    """Give boards the titles that stand above them; note what else is text.

    Text directly below a board is that board's, unless the first board has a title and
    the text stands directly above the next.  Numbers are text beside a board for whose
    rows they are too short.
    """
    text: list[Line] = []
    tight = apart = has_titles = some = False
    after = options.listed is not None
    before: Item | None = None
    if options.listed is not None:
        before = TextGrid(options.listed, ())
    for item in items:
        if item is None:
            if text and tight:
                yield from _skip(text, before, None, options)
                text, tight = [], False
            after, apart = False, True
        elif isinstance(item, list):
            if not text:
                tight = after
            text += item
            apart = False
        else:
            is_title = bool(text) and not apart and (not tight or has_titles)
            if not some:
                has_titles = is_title
            some = True
            if isinstance(item, TextGrid) and is_title and _is_rating(item.name):
                title = text[-1].text.strip()
                if not is_doubtful(title) and not is_numbering(title):
                    name = f"{title} {item.name or ''}".strip()
                    item = item._replace(name=name)  # noqa: PLW2901
                    del text[-1]
            yield from _skip(text, before, item, options)
            text, tight, after = [], False, isinstance(item, TextGrid)
            yield item
            before = item
    yield from _skip(text, before, None, options)


def _is_rating(name: str | None) -> bool:
    """Whether a name has no words, so that a title may stand before it."""
    return not any(map(str.isalpha, name or ""))


def _skip(
    text: list[Line], before: Item | None, behind: Item | None, options: TextOptions
) -> Iterator[InputError]:
    """Note text that is skipped; yield an error for numbers that may be cells."""
    first = before is None
    boards = [item for item in (before, behind) if isinstance(item, TextGrid)]
    for line in text:
        aside = (
            is_aside(line.text, board, is_above=board is before, is_first=first)
            for board in boards
        )
        if not is_doubtful(line.text) or any(aside):
            options.skipped.append(line)
        else:
            count = len(line.text.split()) if " " in line.text else signs_of(line)
            yield wrong_count(count, options).at(line=line.number)
