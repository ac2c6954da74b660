"""DIMACS formulas, read line by line.

Clauses may span lines and share them; comments may stand anywhere, behind literals
too; line ends may be LF, CR LF or CR; a line `%` ends the formula, as in SATLIB's
files.  Whatever a solver would misread or die of (a literal beyond the header's
variables, a wrong number of clauses, a last clause without its 0, a byte that is no
digit) is an error that names the line.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, NamedTuple, NoReturn

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.errors import InputError, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cnf.formula import Clause

__all__ = ["DimacsLimits", "numbered_lines", "read_dimacs"]

_PIECE = 1 << 20
_HEADER = "p cnf VARIABLES CLAUSES"
_PLAIN = b"0123456789- \t\r\n"


class DimacsLimits(NamedTuple):
    """What a formula may come to before it is refused.

    `variables` stays below 2^31 - 1, which is where solvers' numbers end.
    """

    variables: int = 100_000_000
    clauses: int = 20_000_000


_DEFAULT = DimacsLimits()


def numbered_lines(stream: IO[str] | IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Give (line number, line) of a stream of text or bytes, without line ends.

    A line longer than a megabyte comes in pieces of one number, cut between words, so
    that a file without line ends is read in constant memory.

    Raises:
        InputError: The stream begins with a byte order mark, or holds a NUL or a word
            of a megabyte.
    """
    number = 0
    carried = b""
    fresh = True
    while piece := stream.readline(_PIECE):
        raw = (
            piece.encode("utf-8", "surrogateescape")
            if isinstance(piece, str)
            else piece
        )
        if fresh:
            number += 1
        if number == 1 and raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
            raise InputError("begins with a byte order mark", expected="ASCII", line=1)
        if b"\0" in raw:
            raise InputError("holds a NUL byte", expected="text", line=number)
        raw = carried + raw
        carried = b""
        fresh = raw.endswith(b"\n")
        if not fresh and len(raw) >= _PIECE:
            cut = max(raw.rfind(mark) for mark in (b" ", b"\t", b"\r"))
            if cut < 0:
                raise InputError(
                    f"{_shown(raw)} is no number", expected="a literal", line=number
                )
            raw, carried = raw[: cut + 1], raw[cut + 1 :]
        if b"\r" in raw and not raw.endswith(b"\r\n"):
            *lines, raw = raw.split(b"\r")
            for line in lines:
                yield number, line
                number += 1
        yield number, raw
    if carried:
        yield number, carried


def _shown(raw: bytes) -> str:
    return f"'{printable(raw.decode('utf-8', 'replace'))}'"


def _clauses(count: int) -> str:
    return f"{count:,} clause{'' if count == 1 else 's'}"


def read_dimacs(
    stream: IO[str] | IO[bytes],
    *,
    limits: DimacsLimits = _DEFAULT,
    source: str | None = None,
) -> Formula:
    r"""Read a formula.

    Args:
        stream: Text or, better, bytes.
        limits: What it may come to.
        source: The file's name, for messages and origins.

    Raises:
        InputError: It is no DIMACS, or beyond the limits; names the line.

    Example:
        >>> from io import StringIO
        >>> list(read_dimacs(StringIO("c two\np cnf 3 2\n1 -3 0 2\n3 0\n")))
        [(1, -3), (2, 3)]
    """
    reader = _Reader(limits)
    try:
        for number, line in numbered_lines(stream):
            if reader.take(number, line):
                break
        reader.finish()
    except InputError as error:
        raise error.at(source=source) from None
    clauses = reader.clauses
    group = Group(Origin("file", source or "formula"), tuple(clauses))
    return Formula(
        reader.variables, len(clauses), lambda: (group,), str, lambda: clauses
    )


class _Reader:
    """Takes lines; holds what has been read.

    `begun` is the line in which the clause began that has no 0 yet, whose literals are
    `open`.  `header` is the header's line, 0 before it; `comment` that of a comment,
    which may come in pieces.
    """

    def __init__(self, limits: DimacsLimits) -> None:
        self.limits = limits
        self.header = 0
        self.variables = 0
        self.promised = 0
        self.clauses: list[Clause] = []
        self.open: list[int] = []
        self.begun = 0
        self.comment = 0

    def take(self, number: int, line: bytes) -> bool:
        """Take a line; return whether it ends the formula."""
        if number == self.comment:
            return False
        if line.translate(None, _PLAIN) or not self.header:
            bare = line.strip()
            if not bare:
                return False
            if bare.startswith(b"c"):
                self.comment = number
                return False
            if bare == b"%":
                return True
            if bare.startswith(b"p"):
                self._take_header(number, bare)
                return False
            if not self.header:
                self._wrong(number, f"{_shown(bare)} before the header", _HEADER)
            line = self._before_comment(number, line)
            self._find_junk(number, line)
        self._take_literals(number, line)
        return False

    def _before_comment(self, number: int, line: bytes) -> bytes:
        """Cut off the comment that begins behind a blank, if one does."""
        at = line.find(b"c")
        if at > 0 and line[at - 1 : at].isspace():
            self.comment = number
            return line[:at]
        return line

    def _take_literals(self, number: int, line: bytes) -> None:
        try:
            literals = [int(word) for word in line.split()]
        except ValueError:
            self._find_junk(number, line)
            raise  # it finds what int() refuses
        if not literals:
            return
        if max(literals) > self.variables or -min(literals) > self.variables:
            worst = max(literals, key=abs)
            self._wrong(
                number,
                f"literal {printable(str(worst))} is beyond the header's variables",
                f"-{self.variables} to {self.variables}",
            )
        if b"-0" in line:
            self._find_junk(number, line)
        if not self.open:
            self.begun = number
        last = literals.pop()
        if last == 0 and not self.open and 0 not in literals:
            self.clauses.append(tuple(literals))
        else:
            for literal in (*literals, last):
                if literal:
                    self.open.append(literal)
                else:
                    self.clauses.append(tuple(self.open))
                    self.open = []
        if len(self.clauses) > self.promised:
            self._wrong(
                number,
                f"clause {self.promised + 1:,}",
                f"{_clauses(self.promised)}, as the header says",
            )

    def _take_header(self, number: int, bare: bytes) -> None:
        if self.header:
            self._wrong(number, "a second header", f"one, as in line {self.header}")
        words = bare.split()
        if words[:2] != [b"p", b"cnf"] or len(words) != 4:
            self._wrong(number, f"{_shown(bare)} is no header", _HEADER)
        for word, limit, what in zip(
            words[2:], self.limits, ("variables", "clauses"), strict=True
        ):
            if not word.isdigit():
                self._wrong(number, f"{_shown(word)} {what} in the header", _HEADER)
            if len(word) > 18 or int(word) > limit:
                self._wrong(
                    number,
                    f"{_shown(word)} {what} in the header",
                    f"at most {limit:,}",
                )
        self.header = number
        self.variables, self.promised = int(words[2]), int(words[3])

    def _find_junk(self, number: int, line: bytes) -> None:
        """Name the word of a line that is no literal, if there is one."""
        for word in line.split():
            digits = word.removeprefix(b"-")
            negative_zero = digits != word and not digits.strip(b"0")
            if not digits.isdigit() or len(digits) > 18 or negative_zero:
                self._wrong(number, f"{_shown(word)} is no literal", "a whole number")
        strange = line.translate(None, _PLAIN)
        if strange:
            what = f"{_shown(strange[:1])} between literals"
            self._wrong(number, what, "blanks, tabs or line ends")

    def finish(self) -> None:
        """Check what only the end can tell."""
        if not self.header:
            self._wrong(None, "no header", _HEADER)
        if self.open:
            self._wrong(self.begun, "a clause without its end", "a 0 behind it")
        if len(self.clauses) < self.promised:
            self._wrong(
                self.header,
                f"the header says {_clauses(self.promised)}",
                f"{len(self.clauses):,}, as there are",
            )

    def _wrong(self, number: int | None, what: str, expected: str) -> NoReturn:
        raise InputError(what, expected=expected, line=number)
