"""The answers of SAT solvers, read: a status and the literals of a model.

Two ways of telling are understood: that of the SAT competitions (a line `s …`, value
lines `v …`, the last ending in 0; `c` lines are comments) and MiniSat's result file
(`SAT`, then the literals and a 0; or `UNSAT`).
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, NamedTuple, NoReturn

from satdoku.cnf.dimacs_reader import numbered_lines
from satdoku.errors import InputError, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Answer", "read_model"]

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
_LARGEST = 2**31 - 1


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
    reader = _Reader()
    try:
        for number, line in numbered_lines(stream):
            reader.take(number, line.decode("utf-8", "replace").strip())
        return reader.answer()
    except InputError as error:
        raise error.at(source=source) from None


class _Reader:
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
        if not line or line == "c" or line.startswith("c "):
            return
        if line in _STATUS:
            if self.status_line:
                self._wrong(
                    number, "a second status", f"one, as in line {self.status_line}"
                )
            self.status_line = number
            self.satisfiable = _STATUS[line]
            self.bare_values = not line.startswith("s ")
        elif line == "v" or line.startswith("v "):
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
