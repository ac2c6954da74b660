r"""The certificate: what is claimed of a puzzle, in words and numbers a person reads.

    satdoku certificate 1

    claim: exactly one solution
    grid: 4x4, boxes of 2x2
    puzzle: 12.. ..3. ...4 ....
    ruled out: r1c3=3 …                   only where candidates are, beyond the clues
    solutions: 1 in solutions.txt, sha256 …
    formula: 64 variables, 389 clauses in formula.cnf, sha256 …
    clauses: 384 of rules, 4 of clues, 0 of ruled out, 1 of solutions
    proof: 12 steps in proof.lrat, sha256 …
    search: dpll on extended by satdoku 0.1.0; nothing rests on it

A certificate has one right text for its facts, so who checks it reads the puzzle, the
claim and the search from it, works out everything else anew, and compares the texts.
"At least k solutions" has neither formula nor proof.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from satdoku.errors import InputError, printable
from satdoku.geometry import Geometry
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.grid import Grid
    from satdoku.proof.claim import Claim

__all__ = [
    "CERTIFICATE",
    "FORMULA",
    "PROOFS",
    "SOLUTIONS",
    "Facts",
    "parse",
    "text",
    "values_of",
    "values_text",
]

CERTIFICATE, FORMULA, SOLUTIONS = "certificate.txt", "formula.cnf", "solutions.txt"
"""The names of the files."""

PROOFS = {"lrat": "proof.lrat", "drat": "proof.drat"}
"""The name of the proof's file, by its format."""

_TITLE = "satdoku certificate 1"
_LARGEST = 225  # size of puzzles
_NUMBERS_FROM = 10  # sizes from which cells are numbers with spaces between
T = TypeVar("T")
_CELL = re.compile(r"r([1-9][0-9]{0,2})c([1-9][0-9]{0,2})=([1-9][0-9]{0,2})")
_GRID = re.compile(r"([1-9][0-9]{0,2})x\1, boxes of ([1-9][0-9]{0,2}x[1-9][0-9]{0,2})")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a certificate says that cannot be worked out from its other files.

    Args:
        puzzle: The puzzle.
        exact: Whether it is a claim about all solutions.
        solved: Whether there are solutions.
        format: `lrat` or `drat`; empty where there is no proof.
        search: What searched, in words.
    """

    puzzle: Puzzle
    exact: bool
    solved: bool
    format: str
    search: str


def text(
    claim: Claim,
    search: str,
    solutions: str | None,
    formula: str | None = None,
    proof: tuple[str, int, str] | None = None,
) -> str:
    """Return the text of a certificate.

    Args:
        claim: What is claimed.
        search: What searched, in words.
        solutions: The SHA-256 of the file of solutions, where there is one.
        formula: That of the formula.
        proof: Format, steps and SHA-256 of the proof.
    """
    return "".join(_lines(claim, search, solutions, formula, proof))


def _lines(
    claim: Claim,
    search: str,
    solutions: str | None,
    formula: str | None,
    proof: tuple[str, int, str] | None,
) -> Iterator[str]:
    puzzle = claim.puzzle
    geometry, n = puzzle.geometry, puzzle.geometry.size
    yield f"{_TITLE}\n\n"
    yield f"claim: {claim}\n"
    yield f"grid: {n}x{n}, boxes of {geometry.box_height}x{geometry.box_width}\n"
    yield f"puzzle: {values_text(puzzle)}\n"
    if puzzle.removed:
        cells = (
            f"{geometry.cell_name(cell)}={digit}" for cell, digit in puzzle.removed
        )
        yield f"ruled out: {' '.join(cells)}\n"
    if solutions is not None:
        count = len(claim.solutions)
        yield f"solutions: {count} in {SOLUTIONS}, sha256 {solutions}\n"
    if formula is not None:
        told = ", ".join(f"{count} of {kind}" for kind, count in claim.parts.items())
        yield (
            f"formula: {claim.variables} variables, {claim.clause_count} clauses in "
            f"{FORMULA}, sha256 {formula}\n"
        )
        yield f"clauses: {told}\n"
    if proof is not None:
        form, steps, digest = proof
        many = "1 step" if steps == 1 else f"{steps} steps"
        yield f"proof: {many} in {PROOFS[form]}, sha256 {digest}\n"
    yield f"search: {search}; nothing rests on it\n"


def parse(told: str, source: str) -> Facts:
    """Read the facts of a certificate; the other lines are compared, not read.

    Args:
        told: Its text.
        source: The file's name, for messages.

    Raises:
        InputError: A line is missing or cannot be read; names it.

    Example:
        >>> facts = parse('''satdoku certificate 1
        ...
        ... claim: at least one solution
        ... grid: 4x4, boxes of 2x2
        ... puzzle: 1...............
        ... search: dpll; nothing rests on it
        ... ''', "certificate.txt")
        >>> facts.puzzle.clue_count, facts.exact, facts.search
        (1, False, 'dpll')
    """
    lines = _Lines(told, source)
    claim = lines.value("claim")
    geometry = lines.read("grid", _geometry)
    values = lines.read("puzzle", lambda line: values_of(line, geometry))
    puzzle = Puzzle.trusted(geometry, values)
    if lines.has("ruled out"):
        puzzle = lines.read("ruled out", lambda line: _without(puzzle, line))
    proof = lines.value("proof") if lines.has("proof") else ""
    names = (form for form, name in PROOFS.items() if f" in {name}, " in proof)
    search, _, _ = lines.value("search").rpartition("; ")
    exact, solved = not claim.startswith("at least"), claim != "no solution"
    return Facts(puzzle, exact, solved, next(names, ""), search)


class _Lines:
    """The lines of a certificate, by key."""

    def __init__(self, told: str, source: str) -> None:
        self._source = source
        self._found: dict[str, tuple[int, str]] = {}
        title, *lines = told.split("\n")
        for number, line in enumerate((title, *lines), 1):
            if not line.isprintable():
                raise InputError(
                    f"{printable(line)!r}",
                    expected="no control characters",
                    source=source,
                    line=number,
                )
        if title != _TITLE:
            raise InputError(
                f"{printable(title)!r}", expected=_TITLE, source=source, line=1
            )
        for number, line in enumerate(lines, 2):
            key, _, value = line.partition(": ")
            self._found.setdefault(key, (number, value))

    def has(self, key: str) -> bool:
        """Whether there is such a line."""
        return key in self._found

    def value(self, key: str) -> str:
        """Return what a line says.

        Raises:
            InputError: There is no such line.
        """
        if key not in self._found:
            raise InputError(f"no line '{key}: …'", source=self._source)
        return self._found[key][1]

    def read(self, key: str, reader: Callable[[str], T]) -> T:
        """Return what a line says, read by `reader`.

        Raises:
            InputError: There is no such line, or it cannot be read.
        """
        try:
            return reader(self.value(key))
        except InputError as error:
            line = self._found[key][0] if key in self._found else None
            raise error.at(source=self._source, line=line) from None


def _geometry(said: str) -> Geometry:
    match = _GRID.fullmatch(said)
    if match is not None and int(match[1]) <= _LARGEST:
        geometry = Geometry.parse(match[2])
        if geometry.size == int(match[1]):
            return geometry
    raise InputError(
        f"{printable(said)!r} is no grid", expected="such as '9x9, boxes of 3x3'"
    )


def values_text(grid: Puzzle | Grid) -> str:
    """Return a grid on one line: up to 9x9 a character a cell, else numbers.

    Example:
        >>> values_text(Puzzle("1... .... .... ...2"))
        '1..............2'
    """
    if grid.geometry.size < _NUMBERS_FROM:
        return "".join(map(str, grid.values)).replace("0", ".")
    return " ".join(map(str, grid.values))


def values_of(line: str, geometry: Geometry) -> tuple[int, ...]:
    """Read a grid of that shape from a line; the inverse of `values_text`.

    Raises:
        InputError: The line is none.
    """
    n = geometry.size
    if n < _NUMBERS_FROM:
        cells: Sequence[str] = line.replace(".", "0")
    else:
        cells = line.split(" ")
    if len(cells) != geometry.cells:
        raise InputError(f"{len(cells)} cells", expected=f"{geometry.cells}")
    known = {str(digit): digit for digit in range(n + 1)}
    for cell, said in enumerate(cells):
        if said not in known:
            row, column = divmod(cell, n)
            raise InputError(
                f"{printable(said)!r} in a cell",
                expected=f"a digit from 1 to {n}, or {'.' if n < _NUMBERS_FROM else 0}",
                cell=(row + 1, column + 1),
            )
    return tuple(map(known.__getitem__, cells))


def _without(puzzle: Puzzle, said: str) -> Puzzle:
    """Return the puzzle without the candidates that are listed as ruled out."""
    geometry, left = puzzle.geometry, list(puzzle.left())
    for word in said.split(" "):
        match = _CELL.fullmatch(word)
        row, column, digit = map(int, match.groups()) if match else (0, 0, 0)
        if not 0 < max(row, column, digit) <= geometry.size:
            raise InputError(f"{printable(word)!r}", expected="such as r1c2=3")
        left[(row - 1) * geometry.size + column - 1] &= ~(1 << (digit - 1))
    return puzzle.with_candidates(left)
