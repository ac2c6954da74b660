"""The format `opensudoku`: collections of the Android app OpenSudoku, as XML.

    <opensudoku version="2">                        <opensudoku>
      <folder name="Easy" created="…">                <name>Easy</name> <author>…
        <game data="050703060…" note="…" …/>          <game data="050703060…"/>
      </folder>                                     </opensudoku>
    </opensudoku>

Version 2 and, on the right, version 1.  A game's note is the puzzle's name; its folder
and the tags of version 1 are details.  `data` are 81 digits, 0 or . for
an empty cell, or `version: N` and 81 cells, each of some fields with a bar behind:

    version 1     digit, marks, editable        marks as `1,4,`, or `-` for none
    version 2, 3  digit, marks, editable        marks as a number, digit d is bit d - 1
    version 4     digit, marks, more marks, editable
    version 5     digit, marks, more marks, colour, editable

A digit that is not editable is a clue; another was placed.  The second marks rule out
nothing and are skipped.  XML makes a blank of the line end behind the version.

The text is read as a stream, a tag at a time.  A document type is refused before any of
it is read, so there are no entities to grow or to fetch.  Written as version 2, all
games in one folder, data as 81 digits, or in version 1 where there is a state: every
app reads it.

Source: OpenSudoku's own import and export (ogarcia/opensudoku).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, dropwhile
from typing import TYPE_CHECKING
from xml.parsers import expat

from satdoku.cells import place_of
from satdoku.errors import InputError, printable
from satdoku.formats.cells import Cells, clues_of_digits
from satdoku.formats.metadata import digits_of, marks_of, mask_of, placed_of, state_of
from satdoku.formats.model import (
    Certainty,
    Entry,
    Extras,
    Format,
    Options,
    Style,
    Told,
)
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.lines import Head, Lines

__all__ = ["OPENSUDOKU"]

_VERSIONS = (None, "1", "2")
_MAX_DEPTH = 16
_OWN_FOLDER = "satdoku"  # the folder that is written; read, it is no detail
_DETAILS = {
    "name": "folder",
    "author": "author",
    "description": "comment",
    "comment": "comment",
    "created": "date",
    "source": "source",
    "level": "level",
    "sourceURL": "url",
}
# The tags of a collection in version 1, and the details they become.
_OF_GAMES = ("created", "time", "last_played")
_CELLS = 81
_FIELDS = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}
_DIGITS = frozenset("0123456789")


class _Document:
    """The games that the parser has met, and the details of those to come."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._parser = expat.ParserCreate(
            "utf-8"
        )  # also if the text names another encoding
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._open: list[str] = []
        self._details: dict[str, str] = {}
        self._content = ""
        self._waiting = 0
        self.games: list[tuple[int, dict[str, str], Extras]] = []

    def feed(self, text: str, *, last: bool = False) -> None:
        """Take more of the document.

        Raises:
            InputError: It is not a document of OpenSudoku; names the line.
        """
        self._waiting += len(text)
        if max(self._waiting, len(self._content)) > self._longest:
            what = f"a tag or text of more than {self._longest:,} characters"
            line = self._parser.CurrentLineNumber
            raise InputError(what, expected="games, each in a shorter tag", line=line)
        try:
            self._parser.Parse(text.encode("utf-8", "replace"), last)
        except InputError as error:
            raise error.at(line=self._parser.CurrentLineNumber) from None
        except expat.ExpatError as error:
            cut = error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]
            said = "it ends too early" if cut else expat.ErrorString(error.code)
            raise InputError(
                f"broken XML: {said}",
                expected=f"</{self._open[-1]}>"
                if cut and self._open
                else "tags as OpenSudoku writes them",
                line=error.lineno,
                column=None if cut else error.offset + 1,
            ) from None

    def _doctype(self, *_: object) -> None:
        what, expected = "a document type (<!DOCTYPE>)", "<opensudoku> without one"
        raise InputError(what, expected=expected, hint="satdoku reads no entities")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._waiting, self._content = 0, ""
        if not self._open and name != "opensudoku":
            raise InputError(f"a document <{printable(name)}>", expected="<opensudoku>")
        version = attributes.get("version")
        if not self._open and version not in _VERSIONS:
            what = f"version '{printable(str(version))}' of OpenSudoku's format"
            raise InputError(what, expected="version 1 or 2")
        if len(self._open) >= _MAX_DEPTH:
            what = f"tags more than {_MAX_DEPTH} deep"
            raise InputError(what, expected="a collection")
        self._open.append(name)
        if name == "folder":
            folder = attributes.get("name", "")
            self._details = {} if folder == _OWN_FOLDER else {"folder": folder}
        elif name == "game":
            own = {key: attributes.get(key, "0") for key in _OF_GAMES}
            own = {key: text for key, text in own.items() if text != "0"}
            details = {**self._details, **own}.items()
            extras = Extras(tuple([pair for pair in details if pair[1]]))
            self.games.append((self._parser.CurrentLineNumber, attributes, extras))

    def _end(self, name: str) -> None:
        self._open.pop()
        if len(self._open) == 1 and name in _DETAILS and self._content.strip():
            self._details[_DETAILS[name]] = self._content.strip()
        self._waiting, self._content = 0, ""

    def _text(self, text: str) -> None:
        self._waiting = 0
        self._content += text


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    cells = Cells(options)
    document = _Document(options.limits.line)
    number, before = 0, None
    texts = (line + "\n" for line in dropwhile(lambda line: not line.strip(), lines))
    for text in chain(texts, ("",)):
        before = lines.number - 1 if before is None else before
        broken = None
        try:
            document.feed(text, last=not text)
        except InputError as error:
            broken = error
        games, document.games = document.games, []
        for line, attributes, extras in games:
            number += 1
            place = (lines.name, before + line, number)
            name = attributes.get("note") or None
            try:
                puzzle, state = _read_data(attributes.get("data", "").strip(), cells)
            except InputError as error:
                yield error.at(line=before + line)
            else:
                said = replace(extras, state=state)
                yield Entry(puzzle, *place, name, "opensudoku", said)
        if broken is not None:
            broken.line = before + (broken.line or 1)
            raise broken


def _read_data(data: str, cells: Cells) -> tuple[Puzzle, Puzzle | None]:
    """Read the puzzle and the state of a game."""
    if not data.startswith("version:"):
        return clues_of_digits(data, cells), None
    version, *rest = data.removeprefix("version:").split(None, 1) or [""]
    clues, placed, marks = _versioned(version, "".join(rest))
    puzzle = Puzzle.trusted(cells.geometry_of(9), clues)
    return puzzle, state_of(puzzle, placed, marks)


def _versioned(
    version: str, text: str
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Read cells of several fields: clues, placed digits and marks."""
    width = _FIELDS.get(version, 0)
    fields = [field for field in text.strip().split("|") if field != ""]
    if not width or len(fields) != width * _CELLS:
        raise InputError(
            f"{len(fields)} fields in data of version '{printable(version)}'",
            expected=f"{width * _CELLS}: {width} for each of {_CELLS} cells"
            if width
            else "version 1 to 5",
        )
    clues, placed, marks = ([0] * _CELLS for _ in range(3))
    for index in range(_CELLS):
        cell = fields[index * width : (index + 1) * width]
        try:
            value = _number(cell[0], 9, "a digit")
            editable = _number(cell[-1], 1, "0 or 1, whether it is editable")
            (placed if editable else clues)[index] = value
            mask = _marks(cell[1], listed=version == "1")
            for other in cell[2:-1]:
                _number(other, 511, "a number")
        except InputError as error:
            raise error.at(cell=place_of(index)) from None
        marks[index] = 0 if value else mask
    return tuple(clues), tuple(placed), tuple(marks)


def _marks(text: str, *, listed: bool) -> int:
    """Read marks as a mask."""
    if not listed:
        return _number(text, 511, "marks as a number")
    words = text.removesuffix(",").split(",") if text != "-" else ()
    return mask_of([_number(word, 9, "marks as digits", least=1) for word in words])


def _number(text: str, most: int, expected: str, least: int = 0) -> int:
    number = int(text) if len(text) < 4 and set(text) <= _DIGITS and text else -1
    if not least <= number <= most:
        what = f"'{printable(text)}' in data"
        raise InputError(what, expected=f"{expected}, {least}-{most}")
    return number


def _recognises(head: Head) -> Certainty:
    """Check for the tag of the collection, after any XML declaration."""
    found = head.start[:1] == "<" and any("<opensudoku" in line for line in head.lines)
    return Certainty.CERTAIN if found else Certainty.NO


def _write(entry: Entry, _: Style) -> str:
    clues, data, begun = entry.grid.values, "", ""
    if entry.extras.state is None:
        data = "".join(map(str, clues))
    else:
        begun, data = ' state="0"', "version: 1\n"
        marked = zip(clues, placed_of(entry), marks_of(entry), strict=True)
        for clue, other, mask in marked:
            marks = "".join(f"{digit}," for digit in digits_of(mask)) or "-"
            data += f"{clue or other}|{marks}|{0 if clue else 1}|"
    note = "" if entry.name is None else f' note="{_attribute(entry.name)}"'
    rest = "".join(f' {key}="{text}"' for key, text in _told(entry).details)
    return f'    <game data="{_attribute(data)}"{begun}{note}{rest}/>\n'


def _told(entry: Entry) -> Told:
    """Return the name, without characters that XML lacks, and a game's numbers."""
    details = dict(reversed(entry.extras.details))
    numbers = [(key, details.get(key, "")) for key in _OF_GAMES]
    name = "".join(map(_mark, entry.name or "")) or None
    sound = [n for n in numbers if n[1].isascii() and n[1].isdigit() and n[1] != "0"]
    return Told(name, tuple(sound))


def _mark(mark: str) -> str:
    """Return a character, or U+FFFD for one that XML lacks."""
    control = mark < " " and mark not in "\n\r\t"
    none = control or "\ud800" <= mark <= "\udfff" or mark in "\ufffe\uffff"
    return "\ufffd" if none else mark


def _attribute(text: str) -> str:
    """Escape a text for a value between double quotes."""
    return "".join(
        f"&#{ord(mark)};" if mark in '&<>"' or not mark.isprintable() else mark
        for mark in map(_mark, text)
    )


OPENSUDOKU = Format(
    name="opensudoku",
    summary="a collection of OpenSudoku (XML)",
    extensions=(".opensudoku",),
    recognises=_recognises,
    read=_read,
    write=_write,
    header='<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n'
    f'  <folder name="{_OWN_FOLDER}">\n',
    footer="  </folder>\n</opensudoku>\n",
    keeps=frozenset({"name", "state"}),
    sizes=(9,),
    symbols=False,
    comments=False,
    told=_told,
)
