"""Repair: read what the ordinary readers refuse, where there is one way to mend it.

    text ─ordinary reader─▶ errors ─mends, in every way─▶ plain rows ─ordinary reader─▶

A text that can be read is left as it is.  Otherwise what stands around cells is taken
away (`repair_mends`) and the rows that are left go to the ordinary reader, which takes
them only if every row has exactly as many cells as there are rows.  So no digit is
guessed, made, dropped or moved: a cell too few or too many stays an error.

Where a text can be understood in two ways (a dash as an empty cell or a border, say)
all of them are tried; if two give different puzzles, that is an error that names both.

A text is mended as a whole first, then block by block between blank lines, then without
its blank lines; a list of puzzles, one a line, line by line.  It is held in memory, as
no longer than `ReadLimits.document`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.model import Entry
from satdoku.formats.registry import find
from satdoku.formats.repair_mends import Line, blank_lines_out, is_heading
from satdoku.formats.repair_reader import Reader
from satdoku.formats.repair_ways import mend_unit, names_place, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.lines import Lines
    from satdoku.formats.model import Format, Options

__all__ = ["mended"]

_NO_WAY = "--repair knows no certain way to mend it"
_PLAIN = ("line", "rows", "numbers", "euler")
"""The formats that mended rows are in."""

_NO_ROW = 9
"""From this size on, a puzzle on one line is surely no row of another puzzle."""

_LAYOUTS = ("grid", "forum", "simple")
"""The formats whose rows are plain ones when their borders are taken away."""

_TABLES = ("cells", "markdown")
"""The formats whose rows are numbers when their separators are taken away."""


def mended(
    lines: Lines, chosen: Format | None, options: Options
) -> Iterator[Entry | InputError]:
    r"""Yield the puzzles of a text, mended where that is needed and certain.

    Args:
        lines: The text.
        chosen: The format, where the person has said it.
        options: What the person has said about the text.

    Example:
        >>> from satdoku.formats.model import Options
        >>> from satdoku.formats.lines import Lines
        >>> text = Lines(iter([["1 .34", "3.1 2", ".143", "4321"]]), "stray.txt")
        >>> for entry in mended(text, None, Options()):
        ...     print(entry.grid.line, len(entry.extras.repairs))
        1.343.12.1434321 2
    """
    held, broken = _collected(lines, options.limits.document)
    reader = Reader(lines.name, chosen, options)
    found: list[Entry | InputError] = reader.read(held) if held else []
    if any(isinstance(entry, InputError) for entry in found) and (
        chosen is None or chosen.name in (*_PLAIN, *_LAYOUTS, *_TABLES)
    ):
        try:
            found = list(_attempts(held, found, reader))
        except InputError as ambiguous:
            found = [ambiguous]
    for number, entry in enumerate(found, 1):
        yield replace(entry, number=number) if isinstance(entry, Entry) else entry
    if broken is not None:
        yield broken


def _collected(lines: Lines, most: int) -> tuple[list[Line], InputError | None]:
    """Take all lines, and what is wrong with the source behind them."""
    held: list[Line] = []
    taken = 0
    try:
        for number, text in lines.numbered():
            taken += len(text) + 1
            if taken > most:
                return held, InputError(
                    f"more than {most:,} characters",
                    expected="a shorter text, where it is to be repaired",
                    line=number,
                )
            held.append(Line(number, text))
    except InputError as error:
        return held, error
    return held, None


def _attempts(
    held: list[Line], found: list[Entry | InputError], usual: Reader
) -> Iterator[Entry | InputError]:
    """Repair a text in which something is wrong, piece by piece.

    Args:
        held: The text.
        found: What the ordinary reader finds in it.
        usual: The ordinary reader.

    Raises:
        InputError: There are two ways, which give different puzzles.
    """
    if len(found) > 1 and usual.format_of(held) == "line" and _is_list(found):
        yield from _each_line(held, found, usual._replace(chosen=find("line")))
        return
    reader = usual
    if usual.chosen is not None and usual.chosen.name in _LAYOUTS:
        reader = usual._replace(chosen=find("rows"))
    elif usual.chosen is not None and usual.chosen.name in _TABLES:
        reader = usual._replace(chosen=find("numbers"))
    whole = mend_unit(held, reader)
    if whole is not None:
        yield from whole
        return
    blocks = list(_blocks(held))
    parts = [usual.sound(block) or mend_unit(block, reader) for block in blocks]
    if not all(parts):
        joined = _joined(held, reader) if len(blocks) > 1 else None
        if joined is not None:
            yield from joined
            return
        parts = [part if part and _is_plain(part, found) else None for part in parts]
        if not any(parts):
            yield from _hopeless(found, held, reader)
            return
    for block, part in zip(blocks, parts, strict=True):
        if part is not None:
            yield from part
        else:
            yield from _hopeless(usual.read(block), block, reader)


def _each_line(
    held: list[Line], found: list[Entry | InputError], reader: Reader
) -> Iterator[Entry | InputError]:
    """Repair a list of puzzles line by line."""
    by_number = {line.number: line for line in held}
    known = {entry.grid.geometry for entry in found if isinstance(entry, Entry)}
    for entry in found:
        line = None if isinstance(entry, Entry) else by_number.get(entry.line or 0)
        part = None if line is None else mend_unit([line], reader)
        if part is not None and part[0].grid.geometry not in known:
            part = None
        yield from _hopeless([entry]) if part is None else part


def _is_list(found: list[Entry | InputError]) -> bool:
    """Whether these are puzzles, one a line, and not the rows of one large puzzle."""
    sound = [entry for entry in found if isinstance(entry, Entry)]
    large = any(entry.grid.geometry.size >= _NO_ROW for entry in sound)
    return large or len(sound) * 2 > len(found)


def _is_plain(part: list[Entry], found: list[Entry | InputError]) -> bool:
    """Whether a block among others is surely a puzzle, and no row of a larger one."""
    known = {entry.line for entry in found if isinstance(entry, Entry)}
    return all(
        entry.line in known
        or entry.format != "line"
        or entry.grid.geometry.size >= _NO_ROW
        for entry in part
    )


def _hopeless(
    found: list[Entry | InputError],
    lines: list[Line] | None = None,
    reader: Reader | None = None,
) -> Iterator[Entry | InputError]:
    """Yield what was found, and say of errors that nothing can be done.

    Where the format could not even be told, what is wrong with the mended lines says
    more.
    """
    known = any(isinstance(entry, Entry) or names_place(entry) for entry in found)
    if lines and reader and not known:
        error = nearest(lines, reader)
        found = found if error is None else [error]
    for entry in found:
        if isinstance(entry, InputError):
            said = entry.hint and entry.hint.removesuffix(", or try --repair")
            entry.hint = _NO_WAY if said is None else f"{said}; {_NO_WAY}"
        yield entry


def _blocks(held: list[Line]) -> Iterator[list[Line]]:
    """Cut a text at its blank lines; comments belong to what follows them."""
    block: list[Line] = []
    for line in held:
        if line.text.strip(" \t"):
            block.append(line)
        elif any(not one.text.startswith("#") for one in block):
            yield block
            block = []
    if any(not one.text.startswith("#") for one in block):
        yield block


def _joined(held: list[Line], reader: Reader) -> list[Entry] | None:
    """Read a text without its blank lines, if puzzles begin where some were."""
    lines, gone = blank_lines_out(held)
    found = mend_unit(lines, reader, gone)
    if found is None:
        return None
    numbers = [line.number for line in lines]
    for entry in found[1:]:
        at = numbers.index(entry.line)
        glued = numbers[at - 1] + 1 == numbers[at]
        if glued and not any(is_heading(line.text) for line in lines[at - 1 : at + 1]):
            return None
    return found
