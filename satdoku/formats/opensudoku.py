"""The format `opensudoku`: collections of the Android app OpenSudoku, as XML.

    <opensudoku version="2">                        <opensudoku>
      <folder name="Easy" created="…">                <name>Easy</name> <author>…
        <game data="050703060…" note="…" …/>          <game data="050703060…"/>
      </folder>                                     </opensudoku>
    </opensudoku>

Version 2 and, on the right, version 1.  A game's note is the puzzle's name; its folder
and what version 1 tells of the collection are details.  How `data` is written is told
in `opensudoku_data.py`.

The text is read as a stream, a tag at a time.  A document type is refused before
anything of it is looked at, so there are no entities to grow or to fetch.  Written as
version 2, all games in one folder.

Source: OpenSudoku's own import and export (ogarcia/opensudoku).
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.parsers import expat

from satdoku.errors import InputError, printable
from satdoku.formats.cells import Cells
from satdoku.formats.entry import Entry, Extras
from satdoku.formats.format import Certainty, Format, Options, Style, Told
from satdoku.formats.opensudoku_data import data_text, read_data

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.lines import Head, Lines

__all__ = ["OPENSUDOKU"]

_VERSIONS = (None, "1", "2")
_DEEPEST = 16
_OWN_FOLDER = "satdoku"
"""What the folder is called that is written; whoever reads it learns nothing."""
_TOLD = {
    "name": "folder",
    "author": "author",
    "description": "comment",
    "comment": "comment",
    "created": "date",
    "source": "source",
    "level": "level",
    "sourceURL": "url",
}
"""What version 1 tells of a collection, and the details that are made of it."""
_OF_GAMES = ("created", "time", "last_played")
"""What version 2 tells of a game besides; kept as it is."""


class _Document:
    """What the parser has met: the games, and what is known of those to come."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._parser = expat.ParserCreate("utf-8")  # whatever the text says it was
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._open: list[str] = []
        self._details: dict[str, str] = {}
        self._said = ""
        self._waiting = 0
        self.games: list[tuple[int, dict[str, str], tuple[tuple[str, str], ...]]] = []

    def feed(self, text: str, *, last: bool = False) -> None:
        """Take more of the document.

        Raises:
            InputError: It is no document of OpenSudoku; names the line of this text.
        """
        self._waiting += len(text)
        if self._waiting > self._longest:
            raise InputError(
                f"a tag of more than {self._longest:,} characters",
                expected="games, each in a shorter one",
                line=self._parser.CurrentLineNumber,
            )
        try:
            self._parser.Parse(text.encode("utf-8", "replace"), last)
        except expat.ExpatError as error:
            raise self._broken(error) from None
        except InputError as error:
            raise error.at(line=self._parser.CurrentLineNumber) from None

    def _broken(self, error: expat.ExpatError) -> InputError:
        if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
            name = self._open[-1] if self._open else "opensudoku"
            return InputError(
                "the text ends too early", expected=f"</{name}>", line=error.lineno
            )
        return InputError(
            f"broken XML: {expat.ErrorString(error.code)}",
            expected="tags as OpenSudoku writes them",
            line=error.lineno,
            column=error.offset + 1,
        )

    def _doctype(self, *_: object) -> None:
        raise InputError(
            "a document type (<!DOCTYPE>)",
            expected="<opensudoku> without one",
            hint="entities are not read",
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._waiting, self._said = 0, ""
        if not self._open:
            self._root(name, attributes)
        if len(self._open) >= _DEEPEST:
            raise InputError(f"tags more than {_DEEPEST} deep", expected="a collection")
        self._open.append(name)
        if name == "folder":
            name_of = attributes.get("name", "")
            self._details = {} if name_of == _OWN_FOLDER else {"folder": name_of}
        elif name == "game":
            details = self._details | {
                key: attributes[key]
                for key in _OF_GAMES
                if attributes.get(key, "0") != "0"
            }
            told = tuple((key, text) for key, text in details.items() if text)
            line = self._parser.CurrentLineNumber
            self.games.append((line, attributes, told))

    def _root(self, name: str, attributes: dict[str, str]) -> None:
        if name != "opensudoku":
            raise InputError(f"a document <{printable(name)}>", expected="<opensudoku>")
        version = attributes.get("version")
        if version not in _VERSIONS:
            raise InputError(
                f"version '{printable(str(version))}' of OpenSudoku's format",
                expected="version 1 or 2",
            )

    def _end(self, name: str) -> None:
        self._waiting = 0
        self._open.pop()
        if len(self._open) == 1 and name in _TOLD and self._said.strip():
            self._details[_TOLD[name]] = self._said.strip()
        self._said = ""

    def _text(self, text: str) -> None:
        self._waiting = 0
        self._said += text
        if len(self._said) > self._longest:
            raise InputError(
                f"a text of more than {self._longest:,} characters", expected="games"
            )


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    cells = Cells(options)
    document = _Document(options.limits.line)
    number, before = 0, None
    for text in _fed(lines):
        before = lines.number - 1 if before is None else before
        broken = None
        try:
            document.feed(text, last=not text)
        except InputError as error:
            broken = error
        games, document.games = document.games, []
        for line, attributes, details in games:
            number += 1
            place = (lines.name, before + line, number)
            try:
                yield _entry(attributes, details, place, cells)
            except InputError as error:
                yield error.at(line=before + line)
        if broken is not None:
            broken.line = before + (broken.line or 1)
            raise broken


def _fed(lines: Lines) -> Iterator[str]:
    """Yield the lines with their ends, less blank ones in front; then an empty text."""
    begun = False
    for line in lines:
        begun = begun or not (line == "" or line.isspace())
        if begun:
            yield line + "\n"
    yield ""


def _entry(
    attributes: dict[str, str],
    details: tuple[tuple[str, str], ...],
    place: tuple[str, int, int],
    cells: Cells,
) -> Entry:
    data = attributes.get("data")
    if data is None:
        raise InputError("a <game> without data", expected='data="81 digits"')
    puzzle, state = read_data(data, cells)
    name = attributes.get("note") or None
    return Entry(puzzle, *place, name, "opensudoku", Extras(details, state))


def _recognises(head: Head) -> Certainty:
    """Look for the tag of the collection, behind whatever XML begins with."""
    if not head.start.startswith("<"):
        return Certainty.NO
    found = any("<opensudoku" in line for line in head.lines)
    return Certainty.CERTAIN if found else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    del style  # digits are what the app knows
    data = data_text(entry)
    note = "" if entry.name is None else f' note="{_attribute(entry.name)}"'
    rest = "".join(f' {key}="{text}"' for key, text in _told(entry).details)
    begun = "" if entry.extras.state is None else ' state="0"'
    return f'    <game data="{_attribute(data)}"{begun}{note}{rest}/>\n'


def _told(entry: Entry) -> Told:
    """Return the name, less what XML has not, and the numbers told of a game."""
    told = dict(reversed(entry.extras.details))
    numbers = {key: told.get(key, "") for key in _OF_GAMES}
    name = "".join(map(_mark, entry.name or "")) or None
    return Told(
        name,
        tuple(
            (key, text)
            for key, text in numbers.items()
            if text.isascii() and text.isdigit() and text != "0"
        ),
    )


def _mark(mark: str) -> str:
    """Return a character, or what stands for one that XML has not."""
    if mark not in "\n\r\t" and (
        mark < " " or "\ud800" <= mark <= "\udfff" or mark in "\ufffe\uffff"
    ):
        return "\ufffd"
    return mark


def _attribute(text: str) -> str:
    """Escape a text for a value between double quotes; what XML has not is replaced."""
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
"""Format `opensudoku`."""
