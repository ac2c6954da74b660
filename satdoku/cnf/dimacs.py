"""DIMACS: formulas are written and read, and so are the answers of SAT solvers.

What is written: comments, `p cnf V C` with exact counts, then every clause on a line of
its own that ends in ` 0`; ASCII, LF.  The strictest parser known (`cadical --strict`)
takes it.  Clauses are made as they are written, so that a formula larger than memory
can be written too.

What is read: clauses may span lines and share them; comments may stand anywhere, behind
literals too; line ends may be LF, CR LF or CR; a line `%` ends the formula, as in
SATLIB's files.  Whatever a solver would misread or die of (a literal beyond the
header's variables, a wrong number of clauses, a last clause without its 0, a byte that
is no digit) is an error that names the line.

Answers come in two forms: that of the SAT competitions (a line `s …`, value lines
`v …`, the last ending in 0; `c` lines are comments) and MiniSat's result file (`SAT`,
then the literals and a 0; or `UNSAT`).
"""

from __future__ import annotations

from io import BytesIO
from itertools import chain, islice
from typing import IO, TYPE_CHECKING, NamedTuple, NoReturn

from satdoku.cnf.encoder import Encoding
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.errors import InputError, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TextIO

    from satdoku.cnf.encoder import Simplified
    from satdoku.cnf.formula import Clause

__all__ = [
    "Answer",
    "DimacsLimits",
    "provenance",
    "read_dimacs",
    "read_model",
    "write_dimacs",
]

_BATCH = 8_192
_HEADER = "p cnf VARIABLES CLAUSES"
_PLAIN = b"0123456789- \t\r\n"
_LARGEST = 2**31 - 1
_STATUS = {
    "s SATISFIABLE": True,
    "s UNSATISFIABLE": False,
    "s UNKNOWN": None,
    "SAT": True,
    "UNSAT": False,
    "INDET": None,
    "SATISFIABLE": True,
    "UNSATISFIABLE": False,
    "INDETERMINATE": None,
}


def write_dimacs(
    formula: Formula,
    stream: TextIO,
    *,
    clues: Sequence[int] = (),
    comments: Iterable[str] = (),
    names: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    r"""Write a formula in DIMACS.

    Args:
        formula: The formula.
        stream: Where to write; opened with `newline="\n"` where that matters.
        clues: Literals to add as clauses of their own.
        comments: Lines to write before, each after `c `.
        names: Whether to tell what each variable stands for (`c var 3 r1c1=3`).
        progress: Called with the number of clauses that have been written, from time
            to time.

    Example:
        >>> import sys
        >>> from satdoku.cnf.encoder import encoding
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.geometry import Geometry
        >>> formula = encoding(Geometry.of_box(1, 2), load("minimal")).formula
        >>> write_dimacs(formula, sys.stdout, comments=["two cells"], clues=[1])
        c two cells
        p cnf 8 13
        1 2 0
        3 4 0
        5 6 0
        7 8 0
        -1 -3 0
        -2 -4 0
        -5 -7 0
        -6 -8 0
        -1 -5 0
        -2 -6 0
        -3 -7 0
        -4 -8 0
        1 0
    """
    if names:
        named = ((v, formula.name_of(v)) for v in range(1, formula.variables + 1))
        comments = chain(comments, (f"var {v} {name}" for v, name in named))
    for comment in comments:
        safe = comment.encode("ascii", "backslashreplace").decode("ascii")
        stream.writelines(f"c {line}\n" for line in safe.splitlines())
    stream.write(f"p cnf {formula.variables} {formula.clause_count + len(clues)}\n")
    clauses = iter(formula)
    written = 0
    while batch := list(islice(clauses, _BATCH)):
        stream.write(_lines(batch))
        if progress is not None:
            written += len(batch)
            progress(written)
    stream.write(_lines([(literal,) for literal in clues]))


def _lines(clauses: list[Clause]) -> str:
    return "".join([" ".join(map(str, (*clause, 0))) + "\n" for clause in clauses])


def provenance(made: Encoding | Simplified) -> list[str]:
    """Say in comments what a formula is: geometry, recipe, variables, sizes.

    Example:
        >>> from satdoku.cnf.encoder import encoding
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.geometry import Geometry
        >>> for line in provenance(encoding(Geometry(9, 9), load("triad-lite"))):
        ...     print(line)
        made by satdoku: the rules of a 9x9 grid, boxes of 3x3
        encoding: triad-lite (satdoku; after Tdoku (t-dillon, 2019))
        cells: variables 1 to 729; row r, column c, digit d is 81(r-1) + 9(c-1) + d
        row triads: 730 to 972; row r, k-th box across: 729 + 27(r-1) + 9(k-1) + d
        column triads: 973 to 1215; column c, k-th box down: 972 + 27(c-1) + 9(k-1) + d
        sizes: 1215 variables, 6237 clauses
    """
    geometry, recipe, formula = made.geometry, made.recipe, made.formula
    n = geometry.size
    whole = isinstance(made, Encoding)
    grid = f"{geometry.rows}x{geometry.columns} grid"
    if geometry.box is not None:
        grid += f", boxes of {geometry.box_height}x{geometry.box_width}"
    if not geometry.is_square:
        grid += f", {n} digits"
    subject = "the rules of a" if whole else "what a puzzle leaves open of a"
    lines = [
        f"made by satdoku: {subject} {grid}",
        *(f"constraint: {rule.describe()}" for rule in made.constraints),
        f"encoding: {recipe.name} ({recipe.reference})",
    ]
    last = len(made.cell_variables)
    if whole:
        lines.append(
            f"cells: variables 1 to {last}; row r, column c, digit d is "
            f"{geometry.columns * n}(r-1) + {n}(c-1) + d"
        )
        if recipe.triad is not None and geometry.box is not None:
            across, down = (
                geometry.columns // geometry.box_width,
                geometry.rows // geometry.box_height,
            )
            for line, count, times, where in (
                ("row", geometry.rows, across, "across"),
                ("column", geometry.columns, down, "down"),
            ):
                lines.append(
                    f"{line} triads: {last + 1} to {last + count * times * n}; {line} "
                    f"{line[0]}, k-th box {where}: {last} + {times * n}({line[0]}-1) + "
                    f"{n}(k-1) + d"
                )
                last += count * times * n
    elif last:
        lines.append(f"cells: variables 1 to {last}, the open candidates cell by cell")
    if formula.variables > last:
        lines.append(f"auxiliary: variables {last + 1} to {formula.variables}")
    sizes = ((formula.variables, "variable"), (len(formula), "clause"))
    counts = (f"{number} {what}{'s' * (number != 1)}" for number, what in sizes)
    lines.append(f"sizes: {', '.join(counts)}")
    return lines


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
    reader = _FormulaReader(limits)
    try:
        for number, line in _numbered_lines(stream):
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


class _FormulaReader:
    """Takes lines; holds what has been read.

    `begun` is the line in which the clause began that has no 0 yet, whose literals are
    `open`.  `header` is the header's line, 0 before it.
    """

    def __init__(self, limits: DimacsLimits) -> None:
        self.limits = limits
        self.header = 0
        self.variables = 0
        self.promised = 0
        self.clauses: list[Clause] = []
        self.open: list[int] = []
        self.begun = 0

    def take(self, number: int, line: bytes) -> bool:
        """Take a line; return whether it ends the formula."""
        if line.translate(None, _PLAIN) or not self.header:
            bare = line.strip()
            if not bare or bare.startswith(b"c"):
                return False
            if bare == b"%":
                return True
            if bare.startswith(b"p"):
                self._take_header(number, bare)
                return False
            if not self.header:
                self._wrong(number, f"{_shown(bare)} before the header", _HEADER)
            at = line.find(b"c")
            if at > 0 and line[at - 1 : at].isspace():
                line = line[:at]  # a comment behind literals
            self._find_junk(number, line)
        self._take_literals(number, line)
        return False

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
    reader = _AnswerReader()
    try:
        for number, line in _numbered_lines(stream):
            reader.take(number, line.decode("utf-8", "replace").strip())
        return reader.answer()
    except InputError as error:
        raise error.at(source=source) from None


class _AnswerReader:
    """Takes lines; holds what has been read."""

    def __init__(self) -> None:
        self.status_line = 0
        self.satisfiable: bool | None = None
        self.bare_values = False
        self.literals: dict[int, None] = {}
        self.values_line = 0
        self.ended = False
        self.lines = 0

    def take(self, number: int, line: str) -> None:
        self.lines = number
        if not line or line[:2].strip() == "c":
            return
        status = " ".join(line.split())
        if status in _STATUS:
            if self.status_line:
                self._wrong(
                    number, "a second status", f"one, as in line {self.status_line}"
                )
            self.status_line = number
            self.satisfiable = _STATUS[status]
            self.bare_values = not line.startswith("s")
        elif line[:2].strip() == "v":
            self._values(number, line.split()[1:])
        elif self.bare_values and not line.startswith(("s", "v")):
            self._values(number, line.split())
        else:
            self._wrong(
                number,
                f"{printable(line)!r} is no line of a solver's answer",
                "c, s and v lines, or SAT or UNSAT and literals",
            )

    def _values(self, number: int, words: Iterable[str]) -> None:
        self.values_line = self.values_line or number
        for word in words:
            if self.ended:
                self._wrong(number, f"{printable(word)!r} after the final 0", "the end")
            digits = word.removeprefix("-")
            if not (digits.isascii() and digits.isdigit() and len(digits) < 11):
                self._wrong(number, f"{printable(word)!r} is no literal", "a number")
            literal = int(word)
            if abs(literal) >= _LARGEST:
                self._wrong(number, f"literal {word}", f"below {_LARGEST}")
            if literal == 0:
                self.ended = True
            elif -literal in self.literals:
                self._wrong(
                    number, f"both {-literal} and {literal} are true", "one of them"
                )
            else:
                self.literals[literal] = None

    def answer(self) -> Answer:
        """Check what only the end can tell, and give the answer."""
        if not self.status_line and not self.values_line:
            self._wrong(None, "no answer of a solver", "an s line, SAT or UNSAT")
        if self.values_line and not self.ended:
            self._wrong(self.lines, "the values are cut off", "a final 0")
        if not self.status_line:
            self.satisfiable = True
        if self.satisfiable and not self.values_line:
            self._wrong(self.status_line, "satisfiable, without a model", "v lines")
        if self.values_line and not self.satisfiable:
            self._wrong(
                self.values_line, "values, but not satisfiable", "one or the other"
            )
        return Answer(self.satisfiable, tuple(self.literals))

    def _wrong(self, number: int | None, what: str, expected: str) -> NoReturn:
        raise InputError(what, expected=expected, line=number)
