"""Repair: read text that the ordinary reader refuses, where the fix is unambiguous.

    text ── reader ──▶ errors ── repairs, in every way ──▶ plain rows ── reader ──▶

A text that can be read stays as it is.  Otherwise everything around cells is removed,
signs for empty cells become dots, and the rows that are left go to the ordinary reader,
which takes them only if every row has exactly as many cells as there are rows.  So no
digit is guessed, made, dropped or moved: a cell too few or too many stays an error.

Where a text can be understood in two ways (a dash as an empty cell or a border, say)
both are tried; if they give different puzzles, that is an error that names both.

A text is repaired as a whole first, then without its blank lines, then block by block
between them; a list of puzzles, one a line, line by line.  It is held in memory, up to
`ReadLimits.document`.  A line that is removed becomes a comment, so that all others
keep their numbers.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import accumulate, product
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError
from satdoku.formats.cells import count_of
from satdoku.formats.lines import Lines, is_comment
from satdoku.formats.model import PuzzleRecord, Repair
from satdoku.formats.reading import begin_text
from satdoku.formats.registry import find
from satdoku.puzzle.cells import is_rule, segments
from satdoku.puzzle.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from satdoku.formats.model import Format, Options

    _Fixed: TypeAlias = tuple[
        list[PuzzleRecord], list[Repair]
    ]  # read from repaired lines

__all__ = ["repaired"]

_NO_FIX = "--repair found no unambiguous fix"
_PLAIN = ("euler", "line", "numbers", "rows")  # the formats of repaired rows
_OTHERS = {
    **dict.fromkeys(("grid", "forum", "simple"), "rows"),
    **dict.fromkeys(("cells", "markdown"), "numbers"),
}
"""Formats that are repaired, and the format of their repaired rows."""

_NO_ROW = 9  # from this size on, a puzzle on one line is never a row of another


class _Piece(NamedTuple):
    """Lines that follow each other, and how many lines come before them."""

    lines: list[str]
    before: int = 0


class _Reader(NamedTuple):
    """The ordinary reader."""

    name: str
    chosen: Format | None
    options: Options

    def read(self, piece: _Piece) -> list[PuzzleRecord | InputError]:
        source = Lines(iter([piece.lines]), self.name, piece.before)
        found: list[PuzzleRecord | InputError] = []
        try:
            found.extend(begin_text(source, self.chosen, self.options).entries())
        except InputError as error:
            found.append(error)
        return found

    def sound(self, piece: _Piece) -> list[PuzzleRecord] | None:
        """Read lines without any error; None if there is one, or no puzzle."""
        found = self.read(piece)
        entries = [entry for entry in found if isinstance(entry, PuzzleRecord)]
        return entries if entries and len(entries) == len(found) else None


def repaired(
    lines: Lines, chosen: Format | None, options: Options
) -> Iterator[PuzzleRecord | InputError]:
    r"""Yield the puzzles of a text, repaired where that is needed and unambiguous.

    Args:
        lines: The text.
        chosen: The requested format, if any.
        options: How the text is to be read.

    Example:
        >>> from satdoku.formats.model import Options
        >>> text = Lines(iter([["1 .34", "3.1 2", ".143", "4321"]]), "stray.txt")
        >>> for entry in repaired(text, None, Options()):
        ...     print(entry.puzzle.line, len(entry.metadata.repairs))
        1.343.12.1434321 2
    """
    text, broken = _collected(lines, options.limits.document)
    reader = _Reader(lines.name, chosen, options)
    found = reader.read(_Piece(text)) if text else []
    if any(isinstance(entry, InputError) for entry in found) and (
        chosen is None or chosen.name in (*_PLAIN, *_OTHERS)
    ):
        try:
            found = list(_attempts(text, found, reader))
        except InputError as ambiguous:
            found = [ambiguous]
    for number, entry in enumerate(found, 1):
        yield (
            replace(entry, number=number) if isinstance(entry, PuzzleRecord) else entry
        )
    if broken is not None:
        yield broken


def _collected(lines: Lines, most: int) -> tuple[list[str], InputError | None]:
    """Take all lines, and the error of the source behind them."""
    text: list[str] = []
    taken = 0
    try:
        for line in lines:
            taken += len(line) + 1
            if taken > most:
                expected = "a shorter text for --repair"
                what = f"more than {most:,} characters"
                raise InputError(what, expected=expected, line=lines.number)  # noqa: TRY301
            text.append(line)
    except InputError as error:
        return text, error
    return text, None


def _attempts(
    text: list[str], found: list[PuzzleRecord | InputError], usual: _Reader
) -> Iterator[PuzzleRecord | InputError]:
    """Repair a text in which the ordinary reader found errors, piece by piece.

    Raises:
        InputError: There are two ways, which give different puzzles.
    """
    sound = [entry for entry in found if isinstance(entry, PuzzleRecord)]
    large = any(entry.puzzle.geometry.size >= _NO_ROW for entry in sound)
    listed = len(found) > 1 and (large or len(sound) * 2 > len(found))
    if listed and {entry.format for entry in sound} == {"line"}:
        reader = usual._replace(chosen=find("line"))
        shapes = {entry.puzzle.geometry for entry in sound}
        for entry in found:
            part, line = None, entry.line
            if isinstance(entry, InputError) and line:
                part = _fixed(_Piece([text[line - 1]], line - 1), reader)
            fits = part is not None and part[0].puzzle.geometry in shapes
            yield from part if part is not None and fits else _unfixed([entry])
        return
    name = usual.chosen.name if usual.chosen else ""
    reader = usual._replace(chosen=find(_OTHERS[name])) if name in _OTHERS else usual
    whole = _fixed(_Piece(text), reader) or _joined(text, reader)
    if whole is not None:
        yield from whole
        return
    blocks = list(_blocks(text))
    parts = [usual.sound(block) or _fixed(block, reader) for block in blocks]
    if not any(map(_is_certain, parts)):
        yield from _unfixed(_clearer(found, _Piece(text), reader))
        return
    for block, part in zip(blocks, parts, strict=True):
        if part is not None and _is_certain(part):
            yield from part
        else:
            yield from _unfixed(_clearer(usual.read(block), block, reader))


def _is_certain(part: list[PuzzleRecord] | None) -> bool:
    """Whether a block among others is surely puzzles, and no row of a larger one."""
    return part is not None and all(
        entry.format != "line" or entry.puzzle.geometry.size >= _NO_ROW
        for entry in part
    )


def _clearer(
    found: list[PuzzleRecord | InputError], piece: _Piece, reader: _Reader
) -> list[PuzzleRecord | InputError]:
    """Return the error of repaired lines if no format was detected before."""
    if all(isinstance(e, InputError) and "--from" in (e.hint or "") for e in found):
        tried = reader.read(_plain(piece, next(_ways(piece))).piece)
        errors = [entry for entry in tried if isinstance(entry, InputError)]
        return [*errors[:1]] or found
    return found


def _unfixed(
    found: list[PuzzleRecord | InputError],
) -> Iterator[PuzzleRecord | InputError]:
    """Yield the entries, and add to errors that there is no fix."""
    for entry in found:
        if isinstance(entry, InputError):
            hint = (entry.hint or "").removesuffix("try --repair").removesuffix(", or ")
            entry.hint = f"{hint}; {_NO_FIX}" if hint else _NO_FIX
        yield entry


def _blocks(text: list[str]) -> Iterator[_Piece]:
    """Cut a text at its blank lines; comments belong to what follows them."""
    block: list[str] = []
    for at, line in enumerate([*text, ""]):
        if line.strip(" \t"):
            block.append(line)
        else:
            if not all(map(is_comment, block)):
                yield _Piece(block, at - len(block))
            block = []


def _joined(text: list[str], reader: _Reader) -> list[PuzzleRecord] | None:
    """Read a text without its blank lines, if it is one puzzle then."""
    blank = [at for at, line in enumerate(text, 1) if not line.strip(" \t")]
    lines = [line if line.strip(" \t") else "#" for line in text]
    what = "a blank line within a puzzle removed"
    found = _fixed(_Piece(lines), reader, [Repair(number, what) for number in blank])
    return found if found is not None and len(found) == 1 else None


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


def _ways(piece: _Piece) -> Iterator[_Way]:
    together, both = "\n".join(piece.lines), (False, True)
    fields = both if _FIELDS.search(together) else (False,)
    signed = _SIGNED.search(together)
    dashes = both if not signed and not set(_DASHES).isdisjoint(together) else (False,)
    wide = both if not set(_WIDE).isdisjoint(together) else (False,)
    for way in map(_Way._make, product(both, fields, dashes, wide)):
        if way.words or not way.fields:
            yield way


def _fixed(
    piece: _Piece, reader: _Reader, repairs: Sequence[Repair] = ()
) -> list[PuzzleRecord] | None:
    """Repair lines, and read the puzzles in them; None if there is no way.

    Raises:
        InputError: There are two ways, which give different puzzles.
    """
    found: list[_Fixed] = []
    for way in _ways(piece):
        plain = _plain(piece, way)
        entries = _read(plain, reader)
        if entries is None:
            continue
        made = entries, [*repairs, *plain.repairs]
        if found and [e.puzzle for e in found[0][0]] != [e.puzzle for e in entries]:
            one, other = (
                next((f"line {r.line}: {r.what}" for r in a if r not in b), "as it is")
                for a, b in ((found[0][1], made[1]), (made[1], found[0][1]))
            )
            raise InputError(
                f"ambiguous: it can be repaired in two ways ({one}; or {other})",
                expected="a text that can be read in one way",
                source=reader.name,
                line=entries[0].line,
            )
        found.append(made)
    if not found:
        return None
    entries, done = min(found, key=lambda made: len(made[1]))
    done.sort(key=lambda repair: repair.line)
    ends = [*(entry.line for entry in entries[1:]), float("inf")]
    start = 0.0
    for at, (entry, end) in enumerate(zip(entries, ends, strict=True)):
        own = tuple(repair for repair in done if start <= repair.line < end)
        entries[at] = replace(entry, metadata=replace(entry.metadata, repairs=own))
        start = end
    return entries


def _read(plain: _Text, reader: _Reader) -> list[PuzzleRecord] | None:
    """Read plain rows; None if they are not just the rows of puzzles.

    The shape of the boxes is the one that the borders show, if they show one.
    """
    if not all(_CELLS.fullmatch(line) for _, line in plain.rows()):
        return None
    entries = reader.sound(plain.piece)
    if entries is None or not _is_exact(entries, plain.rows()):
        return None
    if not plain.bars or reader.options.geometry is not None:
        return entries
    usual = {entry.puzzle.geometry for entry in entries}
    shapes = {_shape(shape, plain.bars) for shape in usual}
    shape = shapes.pop()
    if shapes or shape is None:
        return None
    options = reader.options._replace(geometry=shape)
    return reader._replace(options=options).sound(plain.piece)


def _is_exact(entries: list[PuzzleRecord], rows: list[tuple[int, str]]) -> bool:
    """Whether each puzzle has n rows of n cells, or all n² on one line, and no more.

    Those whose first row and column count are tables with headings.
    """
    starts = [*(entry.line for entry in entries), rows[-1][0] + 1]
    for entry, start, end in zip(entries, starts, starts[1:], strict=False):
        size = entry.puzzle.geometry.size
        widths = [
            len(line.split()) if " " in line else len(line)
            for number, line in rows
            if start <= number < end
        ]
        if entry.format not in _PLAIN or widths not in ([size] * size, [size * size]):
            return False
        first, *rest = map(str, entry.puzzle.values)
        if (
            first == "0"
            and count_of(rest[: size - 1])
            and count_of(rest[size - 1 :: size])
        ):
            return False
    return True


def _shape(usual: Geometry, bars: set[int]) -> Geometry | None:
    """Find the shape of the boxes by the upright borders; None if they leave it open.

    Example:
        >>> _shape(Geometry(6, 6), {2, 4})
        Geometry(6, 6, box=(3, 2))
    """
    size = usual.size
    sides = [side for side in range(2, size) if size % side == 0]
    inner = bars - {0, size}
    for width in sides:
        if inner == set(range(width, size, width)):
            return Geometry.of_box(size // width, width)
    around_each = inner == set(range(1, size))
    return usual if around_each or len(sides) == 1 else None


# The repairs; a blank here is a plain one or a tab, as others may be cells

_WIDE = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2007\u202f\u205f\u3000"
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_SIGNS = (
    "_*\u00b7\u2022\u2219\u22c5\u30fb"  # and dots, and empty squares
    "\u25a1\u25a2\u25ab\u25cb\u25ef\u25fb\u2610\u2b1c"
)
_DOUBTFUL = "?xX\u00d7"  # may have been digits, unless no other sign is there
_BORDERS = "|!\u00a6\u2016" + "".join(map(chr, range(0x2500, 0x2580)))
_FRONT = "`\"'\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb[({"
_BACK = "`\"'\u201c\u201d\u2018\u2019\u00ab\u00bb])}\\"
_CELLS = re.compile(r"[0-9A-Za-z.]+(?: [0-9A-Za-z.]+)*")
_SIGNED = re.compile(r"(?:\s|^)[-+\u2212]\d{1,2}(?!\S)", re.MULTILINE)
_FIELDS = re.compile(r"[,;\t]")
_SEPARATORS = re.compile(r"[,;\t/]")
_HEADING = re.compile(r"\s*(?:#.*|grid\s+\w+\s*)$", re.IGNORECASE)
_INVISIBLE = r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff\u20e3]"
_ASSIGNED = (
    r"^[ \t]*(?:(?:const|let|var)[ \t]+)?"
    r"(?:[A-Z_]\w*[ \t]*=[ \t]*(?:[A-Z_][\w.]*(?=\())?"
    r"|[A-Z_][\w.]*(?=\(\[))(?=[\"'`\[({]|[\d.]{16}|$)"
)
_REPLACED = (
    (_INVISIBLE, "", "invisible characters removed"),
    (r"(?<=\S)[ \t]+(?:#|//|<-).*$", "", "the text behind the row removed"),
    (_ASSIGNED, "", "the name before the row removed"),
    (r"</?(?:br|p|pre|code|tt|div|span)\b[^<>]*>", "", "tags of HTML removed"),
    (
        r"(?<![^\s\[({,;|])(?:''|\"\"|none|null|nan|undefined)(?![^\s\])},;|])",
        ".",
        "words for empty cells (None, null, nan, '') read as dots",
    ),
)


def _is_heading(text: str) -> bool:
    """Whether a line stays as it is: a comment, or a title that formats know."""
    return _HEADING.match(text) is not None


class _Text:
    """Lines under repair, with the repairs done and the places of upright borders."""

    def __init__(self, piece: _Piece) -> None:
        self.piece = piece._replace(lines=[*piece.lines])
        self.repairs: list[Repair] = []
        self.bars: set[int] = set()  # after how many cells

    def rows(self) -> list[tuple[int, str]]:
        """Return the lines that are neither blank nor headings, with their numbers."""
        lines = enumerate(self.piece.lines, self.piece.before + 1)
        return [(n, line) for n, line in lines if line and not _is_heading(line)]

    def each(self, change: Callable[[str], str], what: str) -> None:
        """Change the rows one by one; one that has nothing left becomes a comment."""
        for number, line in self.rows():
            changed = change(line)
            if changed != line:
                self.repairs.append(Repair(number, what))
                emptied = not changed and line.strip(" \t")
                self.piece.lines[number - self.piece.before - 1] = (
                    "#" if emptied else changed
                )


def _plain(piece: _Piece, way: _Way) -> _Text:
    """Remove in one way everything around the cells."""
    text = _Text(piece)
    for pattern, new, what in _REPLACED:
        text.each(partial(re.compile(pattern, re.IGNORECASE).sub, new), what)
    text.each(_undressed, "quotes, brackets or separators around the row removed")
    _write_dots(text, way)
    _drop_separators(text, way)
    text.each(lambda t: "" if is_rule(t, dashes=way.dashes) else t, "a border removed")
    for _, row in text.rows():
        parts = [part.split() for part in segments(row)]
        counts = [len(part if way.words else "".join(part)) for part in parts]
        text.bars.update(list(accumulate(counts))[:-1])
    between = " " if way.words else ""
    uprights = str.maketrans(dict.fromkeys(_BORDERS, between))
    text.each(lambda t: t.translate(uprights), "borders in the row removed")
    blanks = "blanks around or within the row removed"
    text.each(lambda t: between.join(t.split()), blanks)
    return text


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


def _write_dots(text: _Text, way: _Way) -> None:
    """Write each usual sign for an empty cell as a dot; 0 stays.

    A sign that may have been a digit (`?` or `x`) is left where there is another one.
    """
    rows = "".join(t for _, t in text.rows() if not is_rule(t, dashes=way.dashes))
    letters = any(mark.isalpha() and mark not in "xX" for mark in rows)
    signs = _SIGNS + (_DASHES if way.dashes else "") + (_WIDE if way.wide else "")
    if set(rows).isdisjoint(signs + ".0"):
        signs += _DOUBTFUL.replace("xX", "") if letters else _DOUBTFUL
    table = {ord(mark): "." for mark in signs}
    if not way.wide:
        table |= dict.fromkeys(map(ord, _WIDE), " ")
    kinds = " ".join(sorted({*rows} & {*signs} - {*_WIDE}))
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
    rows = [_FIELDS.split(row) for _, row in text.rows() if _FIELDS.search(row)]
    ended = all(not row[-1].strip() and row[0].strip() for row in rows)
    spare = ended and {len(row) for row in rows} == {len(rows) + 1}

    def change(line: str) -> str:
        if not _FIELDS.search(line):
            return line
        parts = [part.strip(" \"'") or "." for part in _FIELDS.split(line)]
        return " ".join(parts[:-1] if spare else parts)

    text.each(change, "separators between cells removed, gaps left empty")
