"""Reads DIMACS: formulas, and the answers of SAT solvers.

Of formulas: clauses may span lines and share them; comments may stand anywhere, behind
literals too; line ends may be LF, CR LF or CR; a line `%` ends the formula, as in
SATLIB's files.  Whatever a solver would misread or die of (a literal beyond the
header's variables, a wrong number of clauses, a last clause without its 0, a byte that
is no digit) is an error that names the line.

Answers come in two forms: that of the SAT competitions (a line `s …`, value lines
`v …`, the last ending in 0; `c` lines are comments) and MiniSat's result file (`SAT`,
then the literals and a 0; or `UNSAT`).
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import IO, TYPE_CHECKING, NamedTuple, NoReturn, TypeAlias

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.errors import InputError, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cnf.formula import Clause

__all__ = [
    "Answer",
    "DimacsLimits",
    "read_dimacs",
    "read_model",
]

_HEADER = "p cnf VARIABLES CLAUSES"
_PLAIN = b"0123456789- \t\r\n"
_LARGEST = 2**31 - 1
_COMMENT = re.compile(rb"(?<=[ \t\v\f])c.*|(?<=[ \t\v\f]0)c.*", re.DOTALL)
_STATUS = {
    b"s SATISFIABLE": True,
    b"s UNSATISFIABLE": False,
    b"s UNKNOWN": None,
    b"SAT": True,
    b"UNSAT": False,
    b"INDET": None,
    b"SATISFIABLE": True,
    b"UNSATISFIABLE": False,
    b"INDETERMINATE": None,
}


class DimacsLimits(NamedTuple):
    """What a formula may come to before it is refused.

    `variables` stays below 2^31 - 1, which is where solvers' numbers end.
    """

    variables: int = 100_000_000
    clauses: int = 20_000_000


_DEFAULT = DimacsLimits()


def _numbered_lines(stream: IO[str] | IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield (line number, line); lines end in LF, CR LF or CR.

    Raises:
        InputError: The stream begins with a byte order mark, or holds a NUL.
    """
    read = stream.read()
    raw = read.encode("utf-8", "surrogateescape") if isinstance(read, str) else read
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise InputError("begins with a byte order mark", expected="ASCII", line=1)
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    for number, line in enumerate(BytesIO(raw), 1):
        if b"\0" in line:
            raise InputError("holds a NUL byte", expected="text", line=number)
        yield number, line


def _shown(raw: bytes) -> str:
    return f"'{printable(raw.decode('utf-8', 'replace'))}'"


def _wrong(line: int | None, what: str, expected: str) -> NoReturn:
    raise InputError(what, expected=expected, line=line)


def _literals(number: int, line: bytes, most: int) -> list[int]:
    """Read a line of digits, signs and blanks: literals of variables up to `most`."""
    try:
        literals = list(map(int, line.split()))
    except ValueError:
        literals = []
    if not literals or b"-0" in line:
        _refuse_junk(number, line)
    if literals and (max(literals) > most or -min(literals) > most):
        worst = printable(str(max(literals, key=abs)))
        what = f"literal {worst} is beyond the variables there are"
        _wrong(number, what, f"-{most} to {most}")
    return literals


def _refuse_junk(number: int, line: bytes) -> None:
    """Name the word of a line that is not a literal, if there is one."""
    for word in line.split():
        digits = word.removeprefix(b"-")
        negative_zero = digits != word and not digits.strip(b"0")
        if not digits.isdigit() or len(digits) > 18 or negative_zero:
            _wrong(number, f"{_shown(word)} is not a literal", "a whole number")
    if strange := line.translate(None, _PLAIN):
        what = f"{_shown(strange[:1])} between literals"
        _wrong(number, what, "blanks, tabs or line ends")


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
    try:
        lines = _numbered_lines(stream)
        header, variables, promised = _read_header(lines, limits)
        clauses = _read_clauses(lines, header, variables, promised)
    except InputError as error:
        raise error.at(source=source) from None
    group = Group(Origin("file", source or "formula"), tuple(clauses))
    return Formula(variables, len(clauses), lambda: (group,), str)


_Lines: TypeAlias = "Iterator[tuple[int, bytes]]"


def _read_header(lines: _Lines, limits: DimacsLimits) -> tuple[int, int, int]:
    """Read up to the header; return its line, the variables and the clauses."""
    for number, line in lines:
        words = line.split()
        if words == [b"%"]:
            break
        if not words or words[0].startswith(b"c"):
            continue
        bare = _shown(line.strip())
        if not words[0].startswith(b"p"):
            _wrong(number, f"{bare} before the header", _HEADER)
        if words[:2] != [b"p", b"cnf"] or len(words) != 4:
            _wrong(number, f"{bare} is not a header", _HEADER)
        for word, limit, kind in zip(words[2:], limits, limits._fields, strict=True):
            what = f"{_shown(word)} {kind} in the header"
            if not word.isdigit():
                _wrong(number, what, _HEADER)
            if len(word) > 18 or int(word) > limit:
                _wrong(number, what, f"at most {limit:,}")
        return number, int(words[2]), int(words[3])
    _wrong(None, "no header", _HEADER)


def _without_comments(lines: _Lines, header: int) -> _Lines:
    """Yield the lines of clauses, up to a line `%`."""
    for number, line in lines:
        if line.translate(None, _PLAIN):
            bare = line.strip()
            if bare == b"%":
                break
            if bare.startswith(b"p"):
                _wrong(number, "a second header", f"one, as in line {header}")
            if bare.startswith(b"c"):
                continue
            line = _COMMENT.sub(b"", line)  # noqa: PLW2901  one behind literals
            _refuse_junk(number, line)
        yield number, line


def _read_clauses(
    lines: _Lines, header: int, variables: int, promised: int
) -> list[Clause]:
    """Read what stands behind the header, which promised so many clauses."""
    clauses: list[Clause] = []
    unfinished: list[int] = []
    begun = 0  # the line where that clause began
    said = f"{promised:,} clause{'s' * (promised != 1)}"
    for number, line in _without_comments(lines, header):
        literals = _literals(number, line, variables)
        if not unfinished:
            begun = number
        last = literals.pop() if literals else None
        if last == 0 and not unfinished and 0 not in literals:  # as most lines are
            clauses.append(tuple(literals))
        elif last is not None:
            for literal in (*literals, last):
                if literal:
                    unfinished.append(literal)
                else:
                    clauses.append(tuple(unfinished))
                    unfinished = []
        if len(clauses) > promised:
            _wrong(number, f"clause {promised + 1:,}", f"{said}, as the header says")
    if unfinished:
        _wrong(begun, "a clause without its end", "a 0 behind it")
    if len(clauses) < promised:
        _wrong(header, f"the header says {said}", f"{len(clauses):,}, as there are")
    return clauses


class Answer(NamedTuple):
    """What a solver answered.

    Args:
        satisfiable: True, False, or None where it does not know.
        literals: The literals it says are true; none unless satisfiable.
    """

    satisfiable: bool | None
    literals: tuple[int, ...] = ()

    @property
    def model(self) -> tuple[int, ...]:
        """The true variables, rising: what `decode` takes."""
        return tuple(sorted(literal for literal in self.literals if literal > 0))


def read_model(stream: IO[str] | IO[bytes], *, source: str | None = None) -> Answer:
    r"""Read a solver's answer.

    Raises:
        InputError: It is in neither form, cut off, or contradicts itself; names the
            line.

    Example:
        >>> from io import StringIO
        >>> read_model(StringIO("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n")).model
        (1, 3)
        >>> read_model(StringIO("UNSAT\n")).satisfiable
        False
    """
    try:
        return _answer(_numbered_lines(stream))
    except InputError as error:
        raise error.at(source=source) from None


def _answer(lines: _Lines) -> Answer:
    status = b""
    status_line = 0
    values: list[tuple[int, bytes]] = []
    for number, line in lines:
        words = line.split()
        said = b" ".join(words)
        if not words or words[0] == b"c":
            continue
        if said in _STATUS:
            if status:
                _wrong(number, "a second status", f"one, as in line {status_line}")
            status, status_line = said, number
        elif words[0] == b"v":
            values.append((number, said[1:]))
        elif status and status[:2] != b"s " and said[:1] not in b"sv":
            values.append((number, line))
        else:
            what = f"{_shown(said)} is not a line of a solver's answer"
            _wrong(number, what, "c, s and v lines, or SAT or UNSAT and literals")
    if not status and not values:
        _wrong(None, "no answer of a solver", "an s line, SAT or UNSAT")
    literals = _values(values)
    satisfiable = _STATUS[status] if status else True
    if satisfiable and not values:
        _wrong(status_line, "satisfiable, without a model", "v lines")
    if values and not satisfiable:
        _wrong(values[0][0], "values, but not satisfiable", "one or the other")
    return Answer(satisfiable, literals)


def _values(lines: list[tuple[int, bytes]]) -> tuple[int, ...]:
    """Read the literals of a model, up to its 0."""
    found: dict[int, None] = {}
    for number, line in lines:
        if line.translate(None, _PLAIN):
            _refuse_junk(number, line)
        for literal in _literals(number, line, _LARGEST - 1):
            if 0 in found:
                _wrong(number, f"'{literal}' after the final 0", "the end")
            if literal and -literal in found:
                what = f"both {-literal} and {literal} are true"
                _wrong(number, what, "one of them")
            found[literal] = None
    if lines and 0 not in found:
        _wrong(lines[-1][0], "the values are cut off", "a final 0")
    return tuple(found)[:-1]
