"""A text of JSON as values, one after the other, however many there are.

A text is read in one of two ways, told by its first line:

    JSON lines      the line is a whole value; so is every other line, and a
                    broken one does not spoil the next
    document        it is not: values go over several lines; of a list, each item is
                    a value of its own, so that a long list is never held as a whole

Strict, where leniency would hide something: a key that is there twice, NaN and
Infinity, numbers of hundreds of digits and nesting beyond any puzzle's are errors with
their place.  Depth is counted before the parser sees the text, which therefore never
runs out of stack.
"""

from __future__ import annotations

import re
from collections import Counter
from json import JSONDecodeError, JSONDecoder
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from satdoku.errors import InputError, printable
from satdoku.formats.lines import is_data

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.lines import Lines
    from satdoku.formats.model import ReadLimits

__all__ = ["Piece", "Sign", "is_open", "line_pieces", "pieces"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|["\[\]{},]')
_CLOSERS = {"[": "]", "{": "}"}
_DEEPEST = 64
_LONGEST_NUMBER = 300
_LOOK_AHEAD = 64


class Sign(NamedTuple):
    """Where a list begins or ends whose items are told one by one."""

    begins: bool
    line: int


class Piece(NamedTuple):
    """A value, with the line at which it starts."""

    value: object
    line: int


def pieces(lines: Lines, limits: ReadLimits) -> Iterator[Piece | Sign | InputError]:
    """Yield the values of a text; errors among them leave the next ones readable.

    Raises:
        InputError: The text is not JSON, and nobody can tell where it goes on.
    """
    first = next(filter(is_data, lines.peek(_LOOK_AHEAD)), "")
    if is_open(first):
        yield from _Cutter(limits).cut(lines)
    else:
        yield from line_pieces(lines)


def line_pieces(lines: Lines) -> Iterator[Piece | InputError]:
    """Yield the value of each line."""
    for number, line in lines.numbered():
        if is_data(line):
            try:
                found: Piece | InputError = Piece(_parsed(line, number, 1), number)
            except InputError as error:
                found = error
            yield found


def is_open(line: str) -> bool:
    """Whether a line begins a value that ends in a later one."""
    depth = 0
    for match in _TOKEN.finditer(line):
        if match[0] == '"':
            return False  # a text that does not end is an error of this line
        depth += (match[0] in _CLOSERS) - (match[0] in "]}")
        if depth < 0:
            return False
    return depth > 0


class _Refused(Exception):  # noqa: N818  it is turned into an error with a place
    """What a hook of the parser refuses.

    Args:
        what: What is wrong.
        text: The text that is, to look for its place.
        expected: What would have been right.
    """

    def __init__(self, what: str, text: str, expected: str) -> None:
        super().__init__(what)
        self.what = what
        self.text = text
        self.expected = expected


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        what = f"the key '{printable(twice)}' is there twice"
        raise _Refused(what, f'"{twice}"', "each key once")
    return found


def _no_constant(text: str) -> NoReturn:
    raise _Refused(f"{text} is no number of JSON", text, "a number, or null")


def _whole(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        what = f"a number of {len(text):,} digits"
        raise _Refused(what, text, "a digit of a puzzle")
    return int(text)


_DECODER = JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_whole
)


def _parsed(text: str, line: int, column: int) -> object:
    """Parse one value.

    Args:
        text: It, and nothing else.
        line: Where it starts.
        column: Where it starts in that line, from 1.

    Raises:
        InputError: It is none; names the place.
    """
    depth = deepest = 0
    for match in _TOKEN.finditer(text):
        if match[0] == '"':
            break  # a text that does not end: nothing behind it will be parsed
        depth += (match[0] in _CLOSERS) - (match[0] in "]}")
        if depth > deepest:
            deepest = depth
            if depth > _DEEPEST:
                raise _placed(_too_deep(), text, match.start(), line, column)
    try:
        value: object = _DECODER.decode(text)
    except JSONDecodeError as error:
        if error.pos >= len(text.rstrip()):
            wrong = InputError("JSON that is cut off", expected="the rest of it")
        else:
            said = error.msg.removesuffix(" starting at")
            what = f"not JSON: {said[:1].lower()}{said[1:]}"
            quoted = "'" in text[error.pos : error.pos + 1]
            hint = "texts stand between double quotes" if quoted else None
            wrong = InputError(what, expected="a value of JSON", hint=hint)
        raise _placed(wrong, text, error.pos, line, column) from None
    except _Refused as refused:
        wrong = InputError(refused.what, expected=refused.expected)
        at = [m.start() for m in re.finditer(re.escape(refused.text), text)]
        # A key that is there twice is wrong at its second place; what is found more
        # often than that may be wrong anywhere.
        sure = {1: 0, 2: 1 if refused.text.startswith('"') else None}.get(len(at))
        if sure is None:
            raise wrong.at(line=line) from None
        raise _placed(wrong, text, at[sure], line, column) from None
    return value


def _placed(
    error: InputError, text: str, at: int, line: int, column: int
) -> InputError:
    """Fill in where in the source a place of the text is."""
    before = text[:at]
    down = before.count("\n")
    across = len(before) - before.rfind("\n") if down else column + at
    return error.at(line=line + down, column=across)


def _too_deep() -> InputError:
    return InputError(
        f"JSON nested more than {_DEEPEST} deep", expected="a puzzle, or a list of them"
    )


class _Cutter:
    """Cuts a document into its values: those on top, and the items of lists there.

    Invariants: `stack` holds the brackets that are open and their lines, the list's on
    top included; `parts` hold the text of the value that was begun, from `start` on;
    what stands in the line before `done` has been taken.

    Args:
        limits: How long a value may be.
    """

    def __init__(self, limits: ReadLimits) -> None:
        self._longest = limits.line
        self._stack: list[tuple[str, int]] = []
        self._in_list = False
        self._after_comma = False
        self._parts: list[str] = []
        self._length = 0
        self._start = (0, 0)
        self._text = ""
        self._line = 0
        self._done = 0

    def cut(self, lines: Lines) -> Iterator[Piece | Sign | InputError]:
        """Yield the values of a document.

        Raises:
            InputError: Its brackets do not match, or it is cut off.
        """
        for line, text in lines.numbered():
            if not self._stack and not self._parts and not is_data(text):
                continue
            self._line, self._text, self._done = line, f"{text}\n", 0
            for match in _TOKEN.finditer(text):
                yield from self._token(match[0], match.start())
            self._take(len(self._text))
        if self._stack:
            mark, line = self._stack[-1]
            raise InputError(
                f"JSON that is cut off: '{mark}' of line {line} is not closed",
                expected=f"'{_CLOSERS[mark]}'",
                line=lines.number,
            )
        self._refuse_rest()

    def _token(self, mark: str, at: int) -> Iterator[Piece | Sign | InputError]:
        """Go over one token; `at` is where it stands in the line."""
        if mark == '"':
            raise self._wrong("a text that does not end in its line", at, "'\"'")
        if mark in _CLOSERS:
            yield from self._open(mark, at)
        elif mark in _CLOSERS.values():
            yield from self._close(mark, at)
        elif mark == "," and len(self._stack) == int(self._in_list):
            self._take(at)
            self._done = at + 1
            if not self._in_list or not self._parts:
                raise self._wrong("a comma without a value before it", at)
            yield self._value()
            self._after_comma = True

    def _open(self, mark: str, at: int) -> Iterator[Sign]:
        if len(self._stack) >= _DEEPEST:
            raise _too_deep().at(line=self._line, column=at + 1)
        if mark == "[" and not self._stack:
            self._take(at)
            self._refuse_rest()
            self._in_list, self._after_comma, self._done = True, False, at + 1
            yield Sign(begins=True, line=self._line)
        self._stack.append((mark, self._line))

    def _close(self, mark: str, at: int) -> Iterator[Piece | Sign | InputError]:
        opened = self._stack.pop()[0] if self._stack else None
        if opened is None or _CLOSERS[opened] != mark:
            expected = f"'{_CLOSERS[opened]}'" if opened else "a list or an object"
            raise self._wrong(f"not JSON: '{mark}'", at, expected)
        if self._stack:
            return
        if not self._in_list:
            self._take(at + 1)
            yield self._value()
            return
        self._take(at)
        self._done = at + 1
        if self._parts:
            yield self._value()
        elif self._after_comma:
            raise self._wrong("a comma without a value behind it", at)
        self._in_list = False
        yield Sign(begins=False, line=self._line)

    def _take(self, end: int) -> None:
        """Add the text of the line up to there to the value.

        Blanks before a value are none of it.
        """
        text, at = self._text[self._done : end], self._done
        self._done = end
        if not self._parts:
            bare = text.lstrip()
            if not bare:
                return
            self._start = (self._line, at + len(text) - len(bare) + 1)
            text = bare
        self._length += len(text)
        if self._length > self._longest:
            raise InputError(
                f"a value of more than {self._longest:,} characters",
                expected="a puzzle, or a higher limit (--max-line)",
                line=self._start[0],
            )
        self._parts.append(text)

    def _value(self) -> Piece | InputError:
        """Return the value whose text is whole now."""
        text, (line, column) = "".join(self._parts), self._start
        self._parts, self._length = [], 0
        try:
            return Piece(_parsed(text, line, column), line)
        except InputError as error:
            return error

    def _refuse_rest(self) -> None:
        """Refuse text that stands beside lists and objects."""
        if self._parts:
            raise InputError(
                f"not JSON: '{printable(''.join(self._parts).strip(), 20)}'",
                expected="a list or an object",
                line=self._start[0],
                column=self._start[1],
            )

    def _wrong(self, what: str, at: int, expected: str = "a value") -> InputError:
        return InputError(what, expected=expected, line=self._line, column=at + 1)
