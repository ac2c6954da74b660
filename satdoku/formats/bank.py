"""The format `bank`: the records of Sudoku Exchange's puzzle bank, 100 bytes each.

    0000183b305c 05070306000700080000081600000003...00093000409000  1.2

A digest, 81 digits and a rating, one blank between them.  The digest is the beginning
of the SHA-1 of the digits; it only puts the records into a random order, so one that
does not fit is kept among the details and refused by nobody.  A puzzle without a rating
that has the form `nn.n` is written with 0.0, which is read as none.

Source: the README of grantm/sudoku-exchange-puzzle-bank; the digest of its records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.formats.each_line import Place, read_each
from satdoku.formats.entry import PLAIN, Entry, Extras
from satdoku.formats.format import Certainty, Format, Options, Style, Told
from satdoku.formats.line import line_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.cells import Cells
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines

__all__ = ["BANK"]

_DIGEST = 12
_CELLS = 81
_RECORD = "a digest, 81 digits and a rating, with blanks between them"


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each record."""
    yield from read_each(lines, options, _entry)


def _entry(line: str, cells: Cells, place: Place) -> Entry:
    """Make the puzzle of a record.

    Raises:
        InputError: It is not one.
    """
    fields = line.split()
    if len(fields) != 3:
        count = f"{len(fields)} field{'s' if len(fields) > 1 else ''}"
        raise InputError(f"a record of {count}", expected=_RECORD)
    digest, digits, rating = fields
    if not _is_digest(digest):
        raise InputError(
            f"'{printable(digest)}' is not a digest",
            expected=f"{_DIGEST} hexadecimal digits",
            column=line.index(digest) + 1,
        )
    if not _is_rating(rating):
        raise InputError(
            f"'{printable(rating)}' is not a rating",
            expected="a number such as 1.2",
            column=line.rindex(rating) + 1,
        )
    geometry = cells.geometry_of_cells(len(digits))
    try:
        grid = cells.grid(digits, geometry)
    except InputError as error:
        row, column = error.cell or (1, 1)
        at = line.index(digits) + (row - 1) * geometry.size + column
        raise error.at(column=at) from None
    details: list[tuple[str, str]] = []
    if float(rating):
        details.append(("rating", rating))
    if digest.lower() != _digest_of(digits):
        details.append(("digest", digest))
    extras = Extras(tuple(details)) if details else PLAIN
    return Entry(grid, *place, None, "bank", extras)


def _is_digest(text: str) -> bool:
    return len(text) == _DIGEST and set(text) <= set("0123456789abcdefABCDEF")


def _is_rating(text: str) -> bool:
    whole, point, tenth = text.partition(".")
    digits = whole + tenth
    sizes = 1 <= len(whole) <= 2 and len(tenth) == len(point)
    return sizes and digits.isascii() and digits.isdigit()


def _digest_of(digits: str) -> str:
    import hashlib  # noqa: PLC0415  only this format needs it

    return hashlib.sha1(digits.encode(), usedforsecurity=False).hexdigest()[:_DIGEST]


def _recognises(head: Head) -> Certainty:
    if head.first[_DIGEST : _DIGEST + 1] != " ":
        return Certainty.NO
    fields = head.first.split()
    if len(fields) != 3 or not (_is_digest(fields[0]) and _is_rating(fields[2])):
        return Certainty.NO
    return Certainty.CERTAIN if len(fields[1]) == _CELLS else Certainty.LIKELY


def _write(entry: Entry, style: Style) -> str:
    digits = line_text(entry.grid, style.symbols).replace(".", "0")
    details = dict(reversed(entry.extras.details))
    rating = details.get("rating", "")
    if not _is_rating(rating):
        rating = "0.0"
    elif "." not in rating:
        rating += ".0"
    digest = details.get("digest", "")
    if not _is_digest(digest):
        digest = _digest_of(digits)
    return f"{digest} {digits} {rating:>4}\n"


def _told(entry: Entry) -> Told:
    """Return the rating and the digest, if the puzzle is told to have such ones."""
    fits = {"rating": _is_rating, "digest": _is_digest}
    told: dict[str, str] = {}
    for key, text in entry.extras.details:
        if key in fits and fits[key](text):
            told.setdefault(key, text)
    return Told(None, tuple(told.items()))


BANK = Format(
    name="bank",
    summary="records of a digest, 81 digits and a rating",
    extensions=(),
    recognises=_recognises,
    read=_read,
    write=_write,
    sizes=(9,),
    told=_told,
)
"""Format `bank`."""
