"""Repair: read text that the ordinary reader refuses, where the fix is unambiguous.

    text ── reader ──▶ errors ── repairs, in every way ──▶ plain rows ── reader ──▶

A text that can be read stays as it is.  Otherwise everything around cells is removed,
signs for empty cells become dots, and the rows that are left go to the ordinary reader,
which takes them only if every row has exactly as many cells as there are rows.  So no
digit is guessed, made, dropped or moved: a cell too few or too many stays an error.

Where a text can be understood in two ways (a dash as an empty cell or a border, say)
both are tried; if they give different puzzles, that is an error that names both.

A text is repaired as a whole first, then block by block between blank lines, then
without its blank lines; a list of puzzles, one a line, line by line.  It is held in
memory, up to `ReadLimits.document`.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import accumulate, product
from typing import TYPE_CHECKING, NamedTuple

from satdoku.cells import is_rule, place_of, segments
from satdoku.errors import InputError
from satdoku.formats.cells import has_spare, size_of, usable
from satdoku.formats.lines import Lines, is_comment
from satdoku.formats.model import Entry, Repair
from satdoku.formats.reading import begin_text
from satdoku.formats.registry import find
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import TypeAlias

    from satdoku.formats.model import Format, Options

    _Fixed: TypeAlias = tuple[list[Entry], list[Repair]]  # read from repaired lines

__all__ = ["repaired"]

_NO_WAY = "--repair found no unambiguous fix"
_PLAIN = ("euler", "line", "numbers", "rows")  # the formats of repaired rows
_DRAWN = ("grid", "forum", "simple")
_TABLES = ("cells", "markdown")
_NO_ROW = 9  # from this size on, a puzzle on one line is never a row of another
_PLACE = re.compile(r"row \d|\d+ (?:rows?|cells?)\b")


class _Line(NamedTuple):
    """A line with its number in the source."""

    number: int
    text: str


class _Reader(NamedTuple):
    """The ordinary reader, for lines with their numbers."""

    name: str
    chosen: Format | None
    options: Options

    def read(self, lines: Sequence[_Line]) -> list[Entry | InputError]:
        source = Lines(iter([[line.text for line in lines]]), self.name)
        found: list[Entry | InputError] = []
        try:
            found.extend(begin_text(source, self.chosen, self.options).entries())
        except InputError as error:
            found.append(error)
        for at, entry in enumerate(found):
            if entry.line is not None and entry.line <= len(lines):
                number = lines[entry.line - 1].number
                if isinstance(entry, Entry):
                    found[at] = replace(entry, line=number)
                else:
                    entry.line = number
        return found

    def sound(self, lines: Sequence[_Line]) -> list[Entry] | None:
        """Read lines without any error; None if there is one, or no puzzle."""
        found = self.read(lines)
        entries = [entry for entry in found if isinstance(entry, Entry)]
        return entries if entries and len(entries) == len(found) else None


def repaired(
    lines: Lines, chosen: Format | None, options: Options
) -> Iterator[Entry | InputError]:
    r"""Yield the puzzles of a text, repaired where that is needed and unambiguous.

    Args:
        lines: The text.
        chosen: The requested format, if any.
        options: How the text is to be read.

    Example:
        >>> from satdoku.formats.model import Options
        >>> text = Lines(iter([["1 .34", "3.1 2", ".143", "4321"]]), "stray.txt")
        >>> for entry in repaired(text, None, Options()):
        ...     print(entry.grid.line, len(entry.extras.repairs))
        1.343.12.1434321 2
    """
    text, broken = _collected(lines, options.limits.document)
    reader = _Reader(lines.name, chosen, options)
    found: list[Entry | InputError] = reader.read(text) if text else []
    if any(isinstance(entry, InputError) for entry in found) and (
        chosen is None or chosen.name in (*_PLAIN, *_DRAWN, *_TABLES)
    ):
        try:
            found = list(_attempts(text, found, reader))
        except InputError as ambiguous:
            found = [ambiguous]
    for number, entry in enumerate(found, 1):
        yield replace(entry, number=number) if isinstance(entry, Entry) else entry
    if broken is not None:
        yield broken


def _collected(lines: Lines, most: int) -> tuple[list[_Line], InputError | None]:
    """Take all lines, and the error of the source behind them."""
    text: list[_Line] = []
    taken = 0
    try:
        for number, line in lines.numbered():
            taken += len(line) + 1
            if taken > most:
                expected = "a shorter text, where it is to be repaired"
                what = f"more than {most:,} characters"
                raise InputError(what, expected=expected, line=number)  # noqa: TRY301
            text.append(_Line(number, line))
    except InputError as error:
        return text, error
    return text, None


def _attempts(
    text: list[_Line], found: list[Entry | InputError], usual: _Reader
) -> Iterator[Entry | InputError]:
    """Repair a text in which the ordinary reader found errors, piece by piece."""
    sound = [entry for entry in found if isinstance(entry, Entry)]
    large = any(entry.grid.geometry.size >= _NO_ROW for entry in sound)
    listed = len(found) > 1 and (large or len(sound) * 2 > len(found))
    if listed and {entry.format for entry in sound} == {"line"}:
        reader = usual._replace(chosen=find("line"))
        by_number = {line.number: line for line in text}
        shapes = {entry.grid.geometry for entry in sound}
        for entry in found:
            line = None if isinstance(entry, Entry) else by_number.get(entry.line or 0)
            part = _fixed([line], reader) if line else None
            fits = part is not None and part[0].grid.geometry in shapes
            yield from part if part is not None and fits else _hopeless([entry])
        return
    reader, name = usual, usual.chosen.name if usual.chosen else None
    if name in (*_DRAWN, *_TABLES):
        reader = usual._replace(chosen=find("rows" if name in _DRAWN else "numbers"))
    whole = _fixed(text, reader)
    if whole is not None:
        yield from whole
        return
    blocks = list(_blocks(text))
    parts = [usual.sound(block) or _fixed(block, reader) for block in blocks]
    if not all(parts):
        joined = _joined(text, reader) if len(blocks) > 1 else None
        known = {entry.line for entry in sound}
        parts = [part if part and _is_plain(part, known) else None for part in parts]
        if joined is not None or not any(parts):
            yield from joined or _hopeless(found, text, reader)
            return
    for block, part in zip(blocks, parts, strict=True):
        yield from part or _hopeless(usual.read(block), block, reader)


def _is_plain(part: list[Entry], known: Collection[int]) -> bool:
    """Whether a block among others is surely a puzzle, and no row of a larger one."""
    return all(
        entry.line in known
        or entry.format != "line"
        or entry.grid.geometry.size >= _NO_ROW
        for entry in part
    )


def _hopeless(
    found: list[Entry | InputError],
    lines: Sequence[_Line] = (),
    reader: _Reader | None = None,
) -> Iterator[Entry | InputError]:
    """Yield the entries, and add to errors that there is no fix.

    Where not even the format was detected, an error of the repaired lines is clearer.
    """
    if reader and not any(isinstance(e, Entry) or _names_place(e) for e in found):
        tried = (reader.read(_plain(lines, way).lines) for way in _ways(lines))
        errors = (e for found in tried for e in found if not isinstance(e, Entry))
        first = next(filter(_names_place, errors), None)
        found = found if first is None else [first]
    for entry in found:
        if isinstance(entry, InputError):
            hint = (entry.hint or "").removesuffix("try --repair").removesuffix(", or ")
            entry.hint = f"{hint}; {_NO_WAY}" if hint else _NO_WAY
        yield entry


def _names_place(error: InputError) -> bool:
    """Whether an error is about a cell or a row, not about the format."""
    return error.cell is not None or _PLACE.match(error.what) is not None


def _blocks(text: list[_Line]) -> Iterator[list[_Line]]:
    """Cut a text at its blank lines; comments belong to what follows them."""
    block: list[_Line] = []
    for line in [*text, _Line(0, "")]:
        if line.text.strip(" \t"):
            block.append(line)
        elif not all(is_comment(one.text) for one in block):
            yield block
            block = []


def _joined(text: list[_Line], reader: _Reader) -> list[Entry] | None:
    """Read a text without its blank lines, if puzzles begin where some were."""
    lines = [line for line in text if line.text.strip(" \t")]
    blank = [line.number for line in text if not line.text.strip(" \t")]
    what = "a blank line within a puzzle removed"
    found = _fixed(lines, reader, [Repair(number, what) for number in blank])
    numbers = [line.number for line in lines]
    for entry in (found or [])[1:]:
        at = numbers.index(entry.line)
        titled = any(_is_heading(line.text) for line in lines[at - 1 : at + 1])
        if numbers[at - 1] + 1 == numbers[at] and not titled:
            return None
    return found


# The ways in which lines can be repaired, and whether all lead to one puzzle


class _Way(NamedTuple):
    """How a text is understood where it can be understood in two ways.

    Args:
        words: Whether blanks keep cells apart, each a word; else they mean nothing.
        fields: Whether separators (`,` `;` tab) keep cells apart, with nothing between
            two for an empty cell; else they mean nothing.
        dashes: Whether `-` stands for an empty cell; else it draws borders.
        wide: Whether unusual blanks (no-break ones, say) stand for empty cells.
    """

    words: bool
    fields: bool
    dashes: bool
    wide: bool


def _fixed(
    lines: Sequence[_Line], reader: _Reader, repairs: Sequence[Repair] = ()
) -> list[Entry] | None:
    """Repair lines, and read the puzzles in them; None if there is no way.

    Raises:
        InputError: There are two ways, which give different puzzles.
    """
    found: list[_Fixed] = []
    tried: list[tuple[list[_Line], set[int]]] = []
    for way in _ways(lines):
        plain = _plain(lines, way)
        key = plain.lines, plain.bars
        entries = None if key in tried else _read(plain, reader)
        tried.append(key)
        if entries is None:
            continue
        made = entries, [*repairs, *plain.repairs]
        if found and [e.grid for e in found[0][0]] != [e.grid for e in entries]:
            raise _ambiguous(found[0], made).at(source=reader.name)
        found.append(made)
    if not found:
        return None
    entries, done = min(found, key=lambda made: len(made[1]))
    starts = [0.0, *(entry.line for entry in entries[1:]), float("inf")]
    for at, entry in enumerate(entries):
        own = [repair for repair in done if starts[at] <= repair.line < starts[at + 1]]
        own.sort(key=lambda repair: repair.line)
        extras = replace(entry.extras, repairs=tuple(own))
        entries[at] = replace(entry, extras=extras)
    return entries


def _ways(lines: Sequence[_Line]) -> Iterator[_Way]:
    texts = [line.text for line in lines if not _is_heading(line.text)]
    together, both = "\n".join(texts), (False, True)
    signed = any(map(_SIGNED.search, texts))
    fields = both if _FIELDS.search(together) else (False,)
    dashes = both if not set(_DASHES).isdisjoint(together) and not signed else (False,)
    # with an entity, maybe
    wide = both if not {*_WIDE, "&"}.isdisjoint(together) else (False,)
    for way in map(_Way._make, product(both, fields, dashes, wide)):
        if way.words or not way.fields:
            yield way


def _read(plain: _Text, reader: _Reader) -> list[Entry] | None:
    """Read plain rows; None if they are not just the rows of puzzles.

    The shape of the boxes is the one that the borders show, if they show one.
    """
    cells = [line for line in plain.lines if line.text and not _is_heading(line.text)]
    if not all(_CELLS.fullmatch(line.text) for line in cells):
        return None
    entries = reader.sound(plain.lines)
    if entries is None or not _is_exact(entries, cells):
        return None
    if not plain.bars or reader.options.geometry is not None:
        return entries
    usual = {entry.grid.geometry for entry in entries}
    shapes = {_shape(shape, plain.bars) for shape in usual}
    if shapes == usual:
        return entries
    shape = shapes.pop()
    if shape is None or shapes:
        return None
    options = reader.options._replace(geometry=shape)
    return reader._replace(options=options).sound(plain.lines)


def _is_exact(entries: list[Entry], cells: list[_Line]) -> bool:
    """Whether each puzzle has n rows of n cells, or all n² on one line, and no more."""
    starts = [*(entry.line for entry in entries), cells[-1].number + 1]
    for entry, start, end in zip(entries, starts, starts[1:], strict=False):
        size = entry.grid.geometry.size
        widths = [
            len(line.text.split()) if " " in line.text else len(line.text)
            for line in cells
            if start <= line.number < end
        ]
        if entry.format not in _PLAIN or widths not in ([size] * size, [size * size]):
            return False
    return not any(map(_has_headings, entries))


def _has_headings(entry: Entry) -> bool:
    """Whether the first row and the first column count, as those of tables do."""
    geometry, values = entry.grid.geometry, entry.grid.values
    size = geometry.size
    sides = tuple(range(1, size)), tuple(range(size - 1))
    boxed = 1 not in (geometry.box_height, geometry.box_width)
    first, column = values[1:size], values[size::size]
    return boxed and not values[0] and first in sides and column in sides


def _shape(usual: Geometry, bars: set[int]) -> Geometry | None:
    """Find the shape of the boxes by the upright borders; None if they leave it open.

    Example:
        >>> _shape(Geometry(6, 6), {2, 4})
        Geometry(6, 6, box=(3, 2))
    """
    size = usual.size
    inner = bars - {0, size}
    if inner == set(range(1, size)):  # around every cell
        return usual
    sides = [side for side in range(2, size) if size % side == 0]
    for width in sides:
        if inner == set(range(width, size, width)):
            return Geometry.of_box(size // width, width)
    return usual if len(sides) == 1 else None


def _ambiguous(one: _Fixed, other: _Fixed) -> InputError:
    """Return the error that names both repairs, and where they first differ."""
    said: list[str] = []
    for made, against in ((one[1], other[1]), (other[1], one[1])):
        own = [repair for repair in made if repair not in against]
        said.append(f"line {own[0].line}: {own[0].what}" if own else "left as it is")
    error = InputError(
        f"ambiguous: it can be repaired in two ways ({said[0]}; or {said[1]})",
        expected="a text that can be read in one way",
        line=one[0][0].line,
    )
    for first, second in zip(one[0], other[0], strict=False):
        pairs = zip(first.grid.values, second.grid.values, strict=False)
        cell = next((i for i, (a, b) in enumerate(pairs) if a != b), None)
        if cell is not None and first.grid.geometry == second.grid.geometry:
            error.line, size = first.line, first.grid.geometry.size
            return error.at(cell=place_of(cell, size))
    return error


# The repairs; a blank here is a plain one or a tab, as others may be cells

_INVISIBLE = re.compile(
    r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff\u20e3]"
)
_WIDE = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2007\u202f\u205f\u3000"
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_SIGNS = (
    "_*?xX\u00d7\u00b7\u2022\u2219\u22c5\u30fb"  # and dots, and empty squares
    "\u25a1\u25a2\u25ab\u25cb\u25ef\u25fb\u2610\u2b1c"
)
_DOUBTFUL, _OFTEN = "?xX\u00d7", 3  # may have been digits, unless there are so many
_BORDERS = "|!\u00a6\u2016" + "".join(map(chr, range(0x2500, 0x2580)))
_FRONT = "`\"'\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb[({"
_BACK = "`\"'\u201c\u201d\u2018\u2019\u00ab\u00bb])}\\"
_CELLS = re.compile(r"[0-9A-Za-z.]+(?: [0-9A-Za-z.]+)*")
_SIGNED = re.compile(r"\s[-+\u2212]\d{1,2}(?!\S)|^[-+\u2212]\d{1,2}\s")
_FIELDS = re.compile(r"[,;\t]")
_SEPARATORS = re.compile(r"[,;\t/]")
_HEADING = re.compile(r"\s*(?:#.*|grid\s+\w+\s*)$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")
_RUN = re.compile(r"\S{16,}")
_ASSIGNED = (
    r"^[ \t]*(?:(?:const|let|var)[ \t]+)?[A-Z_]\w*[ \t]*="
    r"[ \t]*(?=[\"'`\[({]|[A-Z.]*\(|[\d.]{16}|$)"
)
_REPLACED = (
    (r"(?<=\S)[ \t]+(?:#|//|<-).*$", "", "the text behind the row removed"),
    (_ASSIGNED, "", "the name before the row removed"),
    (r"^[ \t]*[A-Z_][\w.]*(?=\([ \t]*\[)", "", "the name before the row removed"),
    (r"</?(?:br|p|pre|code|tt|div|span)\b[^<>]*>", "", "tags of HTML removed"),
    (r"&(?:nbsp|#160|#xa0);", "\u00a0", "entities of HTML read as blanks"),
    (
        r"(?<![^\s\[({,;|])(?:''|\"\"|none|null|nan|undefined)(?![^\s\])},;|])",
        ".",
        "words for empty cells (None, null, nan, '') read as dots",
    ),
)
_APART = re.compile(r"(?<=[\])])[ \t]*,[ \t]*(?=[\[(])")


def _is_heading(text: str) -> bool:
    """Whether a line stays as it is: a comment, or a title that formats know."""
    return _HEADING.match(text) is not None


class _Text:
    """Lines under repair, with the repairs done and the places of upright borders.

    Args:
        lines: The lines.
    """

    def __init__(self, lines: Sequence[_Line]) -> None:
        self.lines = list(lines)
        self.repairs: list[Repair] = []
        self.bars: set[int] = set()  # after how many cells

    def rows(self) -> list[_Line]:
        """Return the lines that are neither blank nor headings."""
        return [n for n in self.lines if n.text.strip() and not _is_heading(n.text)]

    def each(self, change: Callable[[str], str], what: str) -> None:
        """Change the lines one by one, headings excepted."""
        for at, (number, text) in enumerate(self.lines):
            changed = text if _is_heading(text) else change(text)
            if changed != text:
                self.repairs.append(Repair(number, what))
                self.lines[at] = _Line(number, changed)

    def drop(self, numbers: Collection[int], what: str) -> None:
        """Drop lines."""
        self.repairs += [Repair(number, what) for number in sorted(numbers)]
        self.lines = [line for line in self.lines if line.number not in numbers]


def _plain(lines: Sequence[_Line], way: _Way) -> _Text:
    """Remove in one way everything around the cells."""
    text = _Text(lines)
    there = {line.number for line in lines if line.text.strip(" \t")}
    text.each(lambda t: _INVISIBLE.sub("", t), "invisible characters removed")
    for pattern, new, what in _REPLACED:
        text.each(partial(re.compile(pattern, re.IGNORECASE).sub, new), what)
    _set_apart(text)
    _drop_titles(text)
    text.each(_without_words, "the words around the puzzle removed")
    text.each(_undressed, "quotes, brackets or separators around the row removed")
    _write_dots(text, way)
    _drop_separators(text, way)
    rules = [n.number for n in text.rows() if is_rule(n.text, dashes=way.dashes)]
    text.drop(rules, "a border removed")
    for row in text.rows():
        parts = [part.split() for part in segments(row.text)]
        counts = [len(part if way.words else "".join(part)) for part in parts]
        text.bars.update(list(accumulate(counts))[:-1])
    uprights = str.maketrans(dict.fromkeys(_BORDERS, " " if way.words else ""))
    text.each(lambda t: t.translate(uprights), "borders in the row removed")
    between = " " if way.words else ""
    blanks = "blanks around or within the row removed"
    text.each(lambda t: between.join(t.split()), blanks)
    # A bracket on a line of its own leaves nothing behind, and ended no puzzle.
    text.lines = [n for n in text.lines if n.text or n.number not in there]
    return text


def _without_words(text: str) -> str:
    """Remove words without a digit around the n² cells of a puzzle on one line."""
    runs = _RUN.findall(text)
    if len(runs) != 1 or not usable(size_of(len(runs[0]))):
        return text
    before, run, behind = text.partition(runs[0])
    other = before + behind
    fits = not any(map(str.isdigit, other)) and not any(map(str.isalpha, run))
    return run if fits and _WORD.search(other) else text


def _undressed(text: str) -> str:
    """Remove quotes and brackets around a row, and separators behind it.

    A separator stays where there are others: it may mean that the last cell is empty.
    """
    bare, before = text.strip(" \t"), ""
    while bare != before:
        before = bare
        bare = bare.lstrip(_FRONT).rstrip(_BACK).strip(" \t")
        cut = bare.rstrip(",;").rstrip(" \t")
        if cut != bare and (cut[-1:] in _BACK or not set(cut) & set(",;")):
            bare = cut
    # Blanks alone are removed elsewhere, under their own name.
    return text if bare == text.strip(" \t") else bare


def _set_apart(text: _Text) -> None:
    """Put rows in brackets on lines of their own, so that each needs its own cells."""
    made: list[_Line] = []
    for line in text.lines:
        rows = [line.text] if _is_heading(line.text) else _APART.split(line.text)
        if len(rows) > 1:
            text.repairs.append(Repair(line.number, "rows in brackets set apart"))
        made += [_Line(line.number, row) for row in rows]
    text.lines = made


def _drop_titles(text: _Text) -> None:
    """Drop lines of words among rows of digits."""
    titles: set[int] = set()
    spelt = 0
    for number, line in text.rows():
        letters = sum(map(str.isalpha, line))
        long = letters * 2 > len("".join(line.split()))
        titles |= {number} if long and _WORD.search(line) else set()
        spelt += any(mark.isalpha() and mark not in "xX" for mark in line)
    if spelt <= len(titles):
        text.drop(titles, "a line of words removed")


def _write_dots(text: _Text, way: _Way) -> None:
    """Write each usual sign for an empty cell as a dot; 0 stays.

    A sign that may have been a digit (`?` or `x`) is left where there is another sign
    for empty cells and this one is rare.
    """
    lines = [n.text for n in text.lines if not _is_heading(n.text)]
    rows = "".join(line for line in lines if not is_rule(line, dashes=way.dashes))
    letters = any(mark.isalpha() and mark not in "xX" for mark in rows)
    signs = _SIGNS.replace("xX", "") if letters else _SIGNS
    signs += (_DASHES if way.dashes else "") + (_WIDE if way.wide else "")
    blanks = set(rows) & {*signs, *".0"}
    several = len(blanks) > 1
    rare = {m for m in blanks & {*_DOUBTFUL} if several and rows.count(m) < _OFTEN}
    table = {ord(mark): "." for mark in signs if mark not in rare}
    if not way.wide:
        table |= dict.fromkeys(map(ord, _WIDE), " ")
    kinds = " ".join(sorted(blanks - rare - {*".0", *_WIDE}))
    what = "signs for empty cells written as dots" + (f": {kinds}" if kinds else "")
    text.each(
        lambda t: t if is_rule(t, dashes=way.dashes) else t.translate(table), what
    )


def _drop_separators(text: _Text, way: _Way) -> None:
    """Remove separators between cells; as fields, nothing between two is empty.

    Where each of n rows ends in a separator behind n fields, that one is to spare.
    """
    if not way.fields:
        between = " " if way.words else ""
        what = "separators between cells removed"
        text.each(lambda t: _SEPARATORS.sub(between, t), what)
        return
    rows = [
        [field.strip(" \"'") for field in _FIELDS.split(line.text)]
        for line in text.lines
        if _FIELDS.search(line.text) and not _is_heading(line.text)
    ]
    spare = False
    if {len(row) for row in rows} == {len(rows) + 1}:
        with suppress(InputError):  # a text that the reader refuses is not repaired
            spare = has_spare(rows)

    def change(line: str) -> str:
        if not _FIELDS.search(line):
            return line
        parts = [part.strip(" \"'") or "." for part in _FIELDS.split(line)]
        return " ".join(parts[:-1] if spare else parts)

    text.each(change, "separators between cells removed, gaps left empty")
