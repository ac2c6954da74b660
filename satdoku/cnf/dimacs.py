"""Reads DIMACS: formulas, and the answers of SAT solvers.

Of formulas, clauses may span lines and share them; comments may stand anywhere, behind
literals too; line ends may be LF, CR LF or CR; a line `%` ends the formula, as in
SATLIB's files.  Whatever a solver would misread or die of (a literal beyond the
header's variables, a wrong number of clauses, a last clause without its 0, a byte that
is no digit) is an error that names the line; a lenient reader counts variables and
clauses anew.

Answers come in two forms: that of the SAT competitions (a line `s …`, value lines
`v …`, the last ending in 0; `c` lines are comments) and MiniSat's result file (`SAT`,
then the literals and a 0; or `UNSAT`).
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import IO, TYPE_CHECKING, NamedTuple, NoReturn, TypeAlias

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.errors import InputError, UsageError, counted, shown
from satdoku.runtime.deadline import NEVER
from satdoku.runtime.literals import (
    LARGEST,
    plain_literals,
    quoted,
    read_literals,
    require_range,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cnf.formula import Clause
    from satdoku.runtime.deadline import Deadline

_HEADER = "p cnf VARIABLES CLAUSES"
_COMMENT = re.compile(rb"(?<=[ \t\v\f])c.*|(?<=[ \t\v\f]0)c.*", re.DOTALL)
_STATUS = {
    b"UNKNOWN": None,
    b"SAT": True,
    b"UNSAT": False,
    b"INDET": None,
    b"SATISFIABLE": True,
    b"UNSATISFIABLE": False,
    b"INDETERMINATE": None,
}


_BRACKETS = bytes.maketrans(b"[](),", b"     ")
_CLOCK = 4096  # lines between two looks at the clock


_LIMITS = {"variables": 100_000_000, "clauses": 20_000_000}  # in a formula


def _numbered_lines(
    stream: IO[str] | IO[bytes], deadline: Deadline = NEVER
) -> Iterator[tuple[int, bytes]]:
    """Yield (line number, line); lines end in LF, CR LF or CR.

    Raises:
        InputError: The stream holds a NUL.
        Stopped: The deadline passed first.
    """
    read = stream.read()
    raw = read.encode("utf-8", "surrogateescape") if isinstance(read, str) else read
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    for number, line in enumerate(BytesIO(raw), 1):
        if not number % _CLOCK:
            deadline.check()
        if b"\0" in line:
            raise InputError("holds a NUL byte", expected="text", line=number)
        yield number, line


def _wrong(line: int | None, what: str, expected: str) -> NoReturn:
    raise InputError(what, expected=expected, line=line)


def read_dimacs(
    stream: IO[str] | IO[bytes],
    *,
    source: str | None = None,
    lenient: bool = False,
    deadline: Deadline = NEVER,
) -> Formula:
    r"""Read a formula.

    Args:
        stream: Text or, better, bytes.
        source: The file's name, for messages and origins.
        lenient: Whether the header's numbers may be wrong.
        deadline: When to stop.

    Raises:
        InputError: It is no DIMACS, or too large; names the line.
        Stopped: The deadline passed first.

    Example:
        >>> from io import StringIO
        >>> list(read_dimacs(StringIO("c two\np cnf 3 2\n1 -3 0 2\n3 0\n")))
        [(1, -3), (2, 3)]
    """
    if not hasattr(stream, "read"):
        raise UsageError(f"a stream cannot be {shown(stream)}; expected an open file")
    try:
        lines = _numbered_lines(stream, deadline)
        header = _read_header(lines)
        if lenient:
            header = _Header(header.line, *_LIMITS.values())
        clauses = _read_clauses(lines, header)
        if lenient:
            made = Formula.of(clauses)
            header = _Header(header.line, made.variables, len(made))
        elif len(clauses) < header.clauses:
            what = f"the header says {counted(header.clauses, 'clause')}"
            _wrong(header.line, what, f"{len(clauses):,}, as there are")
    except InputError as error:
        raise error.at(source=source) from None
    group = Group(Origin("file", source or "formula"), tuple(clauses))
    return Formula(header.variables, len(clauses), lambda: (group,), str)


_Lines: TypeAlias = "Iterator[tuple[int, bytes]]"


class _Header(NamedTuple):
    """What the line `p cnf` says, and its number."""

    line: int
    variables: int
    clauses: int


def _read_header(lines: _Lines) -> _Header:
    """Read up to the header."""
    for number, line in lines:
        words = line.split()
        if words == [b"%"]:
            break
        if not words or words[0].startswith(b"c"):
            continue
        if words[:2] != [b"p", b"cnf"] or len(words) != 4:
            _wrong(number, f"{quoted(line.strip())} is not a header", _HEADER)
        for word, (kind, limit) in zip(words[2:], _LIMITS.items(), strict=True):
            what = f"{quoted(word)} {kind} in the header"
            if not word.isdigit():
                _wrong(number, what, _HEADER)
            if len(word) > 18 or int(word) > limit:
                _wrong(number, what, f"at most {limit:,}")
        return _Header(number, int(words[2]), int(words[3]))
    _wrong(None, "no header", _HEADER)


def _literals_of(lines: _Lines, header: _Header) -> Iterator[tuple[int, list[int]]]:
    """Yield (line number, literals) up to a line `%`, without comments."""
    for number, line in lines:
        literals = plain_literals(line)
        if literals is None:
            bare = line.strip()
            if bare == b"%":
                break
            if bare.startswith(b"p"):
                _wrong(number, "a second header", f"one, as in line {header.line}")
            if bare.startswith(b"c"):
                continue
            line = _COMMENT.sub(b"", line)  # noqa: PLW2901  one behind literals
            literals = read_literals(line, number, header.variables)
        require_range(literals, number, header.variables)
        yield number, literals


def _read_clauses(lines: _Lines, header: _Header) -> list[Clause]:
    """Read what stands behind the header, at most as many clauses as it says."""
    clauses: list[Clause] = []
    unfinished: list[int] = []
    begun = 0  # the line where that clause began
    for number, literals in _literals_of(lines, header):
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
        if len(clauses) > header.clauses:
            what = f"clause {header.clauses + 1:,}"
            expected = counted(header.clauses, "clause")
            _wrong(number, what, f"{expected}, as the header says")
    if unfinished:
        _wrong(begun, "a clause without its end", "a 0 behind it")
    return clauses


def read_projection(
    stream: IO[str] | IO[bytes],
    variables: int,
    *,
    source: str | None = None,
    deadline: Deadline = NEVER,
) -> tuple[int, ...] | None:
    r"""Read which variables of a formula are counted: `c p show 1 2 0`, `c ind 1 2 0`.

    Returns:
        The variables, rising; None where no such line is there, and all are counted.

    Raises:
        InputError: Models have weights (`c t wmc`, `c t pwmc`, `c p weight`), or the
            formula has no such variable; names the line.
        Stopped: The deadline passed first.

    Example:
        >>> from io import StringIO
        >>> read_projection(StringIO("c t pmc\np cnf 3 1\nc p show 1 3 0\n1 2 0\n"), 3)
        (1, 3)
    """
    shown: set[int] | None = None
    try:
        for number, line in _numbered_lines(stream, deadline):
            match line.split():
                case [b"c", b"t", b"wmc" | b"pwmc" | b"wpmc" as kind]:
                    _wrong(number, f"weighted counting ({kind.decode()})", "mc or pmc")
                case [b"c", b"p", b"weight", *_]:
                    _wrong(number, "weights of literals", "a count without weights")
                case [b"c", b"p", b"show", *words] | [b"c", b"ind", *words]:
                    literals = read_literals(b" ".join(words), number, variables)
                    if min(literals, default=0) < 0:
                        _wrong(number, "a negative literal", "variables")
                    shown = (shown or set()).union(literals)
    except InputError as error:
        raise error.at(source=source) from None
    return None if shown is None else tuple(sorted(shown - {0}))


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


def read_model(
    stream: IO[str] | IO[bytes], *, source: str | None = None, lenient: bool = False
) -> Answer:
    r"""Read a solver's answer.

    Args:
        stream: Text or bytes.
        source: The file's name, for messages.
        lenient: Whether to skip lines of text, and to accept literals without status
            and final 0, or in brackets.

    Raises:
        InputError: It is in neither form, cut off, or contradicts itself; names the
            line.

    Example:
        >>> from io import StringIO
        >>> read_model(StringIO("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n")).model
        (1, 3)
        >>> read_model(StringIO("UNSAT\n")).satisfiable
        False
        >>> read_model(StringIO("[1, -2, 3]\n"), lenient=True).model
        (1, 3)
    """
    try:
        return _answer(_numbered_lines(stream), lenient=lenient)
    except InputError as error:
        raise error.at(source=source) from None


def _answer(lines: _Lines, *, lenient: bool) -> Answer:
    status, line, values = _status_and_values(lines, lenient=lenient)
    if not status and not values:
        _wrong(None, "no answer of a solver", "an s line, SAT or UNSAT")
    literals = _values(values, lenient=lenient)
    satisfiable = _STATUS[status.removeprefix(b"s ")] if status else True
    if satisfiable and not values:
        _wrong(line, "satisfiable, without a model", "v lines")
    if values and not satisfiable:
        _wrong(values[0][0], "values, but not satisfiable", "one or the other")
    return Answer(satisfiable, literals)


def _status_and_values(
    lines: _Lines, *, lenient: bool
) -> tuple[bytes, int, list[tuple[int, bytes]]]:
    """Return the status, its line, and the lines with values, with their numbers."""
    status, status_line, is_unknown = b"", 0, False
    values: list[tuple[int, bytes]] = []
    for number, line in lines:
        words = line.split()
        text = b" ".join(words)
        if not words or words[0] == b"c":
            is_unknown = is_unknown or text == b"c UNKNOWN"  # CaDiCaL, at its limit
        elif text.removeprefix(b"s ") in _STATUS:
            if status:
                _wrong(number, "a second status", f"one, as in line {status_line}")
            status, status_line = text, number
        elif words[0] == b"v":
            values.append((number, text[1:]))
        elif status and status[:2] != b"s " and text[:1] not in b"sv":
            values.append((number, line))
        elif lenient:
            bare = line.translate(_BRACKETS)
            values += [(number, bare)] if plain_literals(bare) else []
        else:
            what = f"{quoted(text)} is not a line of a solver's answer"
            _wrong(number, what, "c, s and v lines, or SAT or UNSAT and literals")
    if is_unknown and not (status or values):
        status = b"UNKNOWN"
    return status, status_line, values


def _values(lines: list[tuple[int, bytes]], *, lenient: bool) -> tuple[int, ...]:
    """Read the literals of a model, up to its 0."""
    literals: dict[int, None] = {}
    for number, line in lines:
        for literal in read_literals(line, number, LARGEST - 1):
            if 0 in literals:
                _wrong(number, f"'{literal}' after the final 0", "the end")
            if literal and -literal in literals:
                what = f"both {-literal} and {literal} are true"
                _wrong(number, what, "one of them")
            literals[literal] = None
    if lines and 0 not in literals and not lenient:
        _wrong(lines[-1][0], "the values are cut off", "a final 0")
    return tuple(literal for literal in literals if literal)
