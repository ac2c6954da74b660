"""Certificates: a claim with what proves it, and the folder that hands it to others.

    certificate.json  what is claimed, with counts and SHA-256 of the other files
    solutions.txt     the solutions, one a line, where there are any
    formula.cnf       what the proof is about, in DIMACS
    proof.lrat        or proof.drat: the proof

A certificate has exactly one right text for its facts, so a checker reads the puzzle,
the claim and the search from it, works out everything else anew, and compares texts.
"At least k solutions" has neither formula nor proof.  The JSON schema is in
`docs/schema`.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from satdoku.errors import (
    InputError,
    UsageError,
    check_choice,
    check_kind,
    counted,
    printable,
)
from satdoku.proof.files import DratStep, LratStep, drat_lines, lrat_lines
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import MAX_SIZE, Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from satdoku.engines.base import Lemma
    from satdoku.proof.check_lrat import Checked
    from satdoku.proof.claim import Claim
    from satdoku.puzzle.grid import Grid

CERTIFICATE, FORMULA, SOLUTIONS = "certificate.json", "formula.cnf", "solutions.txt"
"""The names of the files."""

PROOFS = {"lrat": "proof.lrat", "drat": "proof.drat"}
"""The name of the proof's file, by its format."""

FILES = (CERTIFICATE, FORMULA, SOLUTIONS, *PROOFS.values())
"""All files that a folder may have."""

T = TypeVar("T")
_VERSION = 1
_NUMBERS_FROM = 10  # sizes from which cells are numbers with spaces between
_CELL = re.compile(r"r([1-9][0-9]{0,2})c([1-9][0-9]{0,2})=([1-9][0-9]{0,2})")
_SIDES = "([1-9][0-9]{0,2})x([1-9][0-9]{0,2})"
_GRID = re.compile(
    rf"{_SIDES}, (?:no boxes|(no units)|boxes of {_SIDES})"
    r"(?:, values ([01])-([0-9]{1,3}))?"
)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim with its proof, made by `satdoku.prove`.

    Args:
        claim: How many solutions a puzzle has, and which.
        lemmas: Clauses that follow from those of the claim, the last one empty, with
            hints as in LRAT; none where the solutions are proof enough.
        search: What found it, in words; the proof does not depend on it.
        checked: What the checker found; None where there are no lemmas.

    Example:
        >>> import satdoku
        >>> certificate = satdoku.prove("12.. ..3. ...4 ....")
        >>> print(certificate.claim)
        no solution
        >>> next(certificate.lrat()).number
        389
    """

    claim: Claim
    lemmas: tuple[Lemma, ...] = field(repr=False)  # there may be thousands
    search: str
    checked: Checked | None

    def _repr_html_(self) -> str:
        """Show the claim, its solutions and the proof's size in a notebook."""
        from html import escape  # noqa: PLC0415  for notebooks alone

        solutions = [f"<code>{one.text}</code>" for one in self.claim.solutions[:5]]
        return "".join(
            f"<p>{line}</p>" for line in (f"<b>{escape(str(self))}</b>", *solutions)
        )

    def __str__(self) -> str:
        proof = counted(len(self.lemmas), "lemma") if self.lemmas else "no lemma needed"
        return f"{self.claim}: {proof}"

    def lrat(self) -> Iterator[LratStep]:
        """Yield the steps of the proof, with numbers and hints."""
        for number, lemma in enumerate(self.lemmas, self.claim.clause_count + 1):
            yield LratStep(number, lemma.literals, lemma.hints or ())

    def drat(self) -> Iterator[DratStep]:
        """Yield the steps of the proof as clauses alone."""
        return (DratStep(lemma.literals) for lemma in self.lemmas)

    def write(
        self,
        folder: str | os.PathLike[str],
        *,
        format: str = "lrat",  # noqa: A002  as everywhere
        force: bool = False,
    ) -> int:
        """Write the claim and its proof to a folder of their own.

        The folder appears complete or not at all.

        Args:
            folder: Its name; it must not exist.
            format: Of the proof, `lrat` or `drat`.
            force: Whether the folder of an earlier proof is replaced.

        Returns:
            The size of the proof in bytes.

        Raises:
            UsageError: There is no such format, or something else is there.
            OSError: The folder cannot be written.
        """
        check_kind("folder", folder, (str, os.PathLike), "the name of a folder")
        check_choice("format of proofs", format, PROOFS)
        with _new_folder(Path(folder), force=force) as scratch:
            return self._fill(scratch, format)

    def _fill(self, folder: Path, format: str) -> int:  # noqa: A002  as everywhere
        """Write the files; return the size of the proof."""
        claim, size = self.claim, 0
        solutions = formula = proof = None
        if claim.solutions:
            solutions = _write(folder / SOLUTIONS, solution_lines(claim))
        if self.checked is not None:
            formula = _write(folder / FORMULA, claim.dimacs())
            path, is_lrat = folder / PROOFS[format], format == "lrat"
            lines = lrat_lines(self.lrat()) if is_lrat else drat_lines(self.drat())
            proof = format, self.checked.steps, _write(path, lines)
            size = path.stat().st_size
        digests = FileDigests(solutions, formula, proof)
        _write(folder / CERTIFICATE, [certificate_text(claim, self.search, digests)])
        return size


class WrittenProof(NamedTuple):
    """A certificate in its folder.

    Args:
        certificate: It.
        folder: Where it is.
        format: Of the proof, `lrat` or `drat`.
        bytes: The size of the proof; 0 where the solutions are enough.
    """

    certificate: Certificate
    folder: Path
    format: str
    bytes: int

    def record(self) -> dict[str, Any]:
        """Return it for JSON, as in `docs/schema/proof.schema.json`."""
        claim, checked = self.certificate.claim, self.certificate.checked
        return {
            "claim": str(claim),
            "solutions": len(claim.solutions),
            "complete": claim.complete,
            "folder": str(self.folder),
            "format": self.format if checked else None,
            "variables": claim.variables if checked else None,
            "clauses": claim.clause_count if checked else None,
            "steps": checked.steps if checked else None,
            "bytes": self.bytes if checked else None,
            "search": self.certificate.search,
        }


# --- certificate.json -----------------------------------------------------------------


class FileDigests(NamedTuple):
    """The SHA-256 of each file, if there is one; with format and steps of the proof."""

    solutions: str | None
    formula: str | None
    proof: tuple[str, int, str] | None


class CertificateHeader(NamedTuple):
    """What a certificate says that cannot be worked out from its other files.

    Args:
        puzzle: The puzzle.
        complete: Whether it is a claim about all solutions.
        solved: Whether there are solutions.
        format: `lrat` or `drat`; empty where there is no proof.
        search: What found the proof, in words.
    """

    puzzle: Puzzle
    complete: bool
    solved: bool
    format: str
    search: str


def certificate_text(claim: Claim, search: str, digests: FileDigests) -> str:
    """Return the text of a certificate, always the same for the same facts."""
    puzzle = claim.puzzle
    facts: dict[str, object] = {
        "certificate": _VERSION,
        "claim": str(claim),
        "grid": _grid_text(puzzle.geometry),
        "puzzle": values_text(puzzle),
        "eliminated": " ".join(
            f"{puzzle.geometry.cell_name(cell)}={digit}"
            for cell, digit in puzzle.eliminated
        ),
        "constraints": _items(puzzle),
        "solutions": None,
        "formula": None,
        "proof": None,
        "search": search,
    }
    if digests.solutions is not None:
        facts["solutions"] = {
            "count": len(claim.solutions),
            "file": SOLUTIONS,
            "sha256": digests.solutions,
        }
    if digests.formula is not None:
        facts["formula"] = {
            "variables": claim.variables,
            "clauses": claim.clause_count,
            "parts": claim.parts,
            "file": FORMULA,
            "sha256": digests.formula,
        }
    if digests.proof is not None:
        proof_format, steps, digest = digests.proof
        facts["proof"] = {
            "format": proof_format,
            "steps": steps,
            "file": PROOFS[proof_format],
            "sha256": digest,
        }
    return json.dumps(facts, indent=1) + "\n"


def parse_certificate(text: str, source: str) -> CertificateHeader:
    """Read the facts of a certificate; all the rest is compared, not read.

    Args:
        text: Its text.
        source: The file's name, for messages.

    Raises:
        InputError: It is not JSON, or a field is missing or cannot be read; names it.
    """
    try:
        facts: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        what = f"not JSON: {printable(str(error), 80)}"
        raise InputError(what, source=source) from None
    if not isinstance(facts, dict) or facts.get("certificate") != _VERSION:
        raise InputError(
            "not a certificate", expected=f'"certificate": {_VERSION}', source=source
        )
    rules = facts.get("constraints")
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise InputError("constraints are no list of texts", source=source)

    def read(name: str, parse: Callable[[str], T]) -> T:
        value = facts.get(name)
        if not isinstance(value, str):
            raise InputError(f'no text "{name}"', source=source)
        try:
            return parse(value)
        except InputError as error:
            line = text.count("\n", 0, text.find(f'"{name}"')) + 1
            raise error.at(source=source, line=line) from None

    geometry = read("grid", _geometry)
    puzzle = Puzzle.trusted(
        geometry, read("puzzle", lambda line: parse_values(line, geometry))
    )
    if rules:
        try:
            from satdoku.formats.constraint_items import read_constraints  # noqa: PLC0415

            puzzle = Puzzle(puzzle, read_constraints(rules, geometry))
        except (InputError, UsageError) as error:
            raise InputError(str(error), source=source) from None
    puzzle = read("eliminated", lambda line: _without(puzzle, line) if line else puzzle)
    claim, search = read("claim", str), read("search", str)
    proof = facts.get("proof")
    named = proof.get("format") if isinstance(proof, dict) else None
    return CertificateHeader(
        puzzle,
        complete=not claim.startswith("at least"),
        solved=claim != "no solution",
        format=named if isinstance(named, str) and named in PROOFS else "",
        search=search,
    )


def _items(puzzle: Puzzle) -> list[str]:
    """Return the constraints as items of text."""
    if not puzzle.constraints:
        return []
    from satdoku.formats.constraint_items import constraint_items  # noqa: PLC0415  slow to load

    return constraint_items(puzzle)


def _grid_text(geometry: Geometry) -> str:
    """Return the shape of a grid in words; `_geometry` reads it."""
    boxes = "no units" if geometry.raw else "no boxes"
    if geometry.box is not None:
        boxes = f"boxes of {geometry.box_height}x{geometry.box_width}"
    text = f"{geometry.rows}x{geometry.columns}, {boxes}"
    first, last = geometry.first_value, geometry.first_value + geometry.size - 1
    if first != 1 or last != max(geometry.rows, geometry.columns):
        text += f", values {first}-{last}"
    return text


def _geometry(text: str) -> Geometry:
    """Read the shape of a grid; whether its text is the right one is compared later.

    Raises:
        InputError: The text is none.
    """
    match = _GRID.fullmatch(text)
    if match is not None and max(int(match[1]), int(match[2])) <= MAX_SIZE:
        raw = match[3] is not None
        rows, columns, height, width, first, last = [
            None if number is None else int(number)
            for number in match.group(1, 2, 4, 5, 6, 7)
        ]
        box = None if height is None or width is None else (height, width)
        least = 1 if first is None else first
        count = 0 if last is None else last - least + 1
        with suppress(UsageError):
            return Geometry(rows or 0, columns or 0, box, least, count, raw=raw)
    raise InputError(
        f"{printable(text)!r} is not a grid", expected="such as '9x9, boxes of 3x3'"
    )


def _without(puzzle: Puzzle, text: str) -> Puzzle:
    """Return the puzzle without the candidates listed as eliminated."""
    geometry, masks = puzzle.geometry, list(puzzle.candidate_masks())
    for word in text.split(" "):
        match = _CELL.fullmatch(word)
        row, column, digit = map(int, match.groups()) if match else (0, 0, 0)
        if (
            not 0 < digit <= geometry.size
            or row > geometry.rows
            or column > geometry.columns
        ):
            raise InputError(f"{printable(word)!r}", expected="such as r1c2=3")
        masks[(row - 1) * geometry.columns + column - 1] &= ~(1 << (digit - 1))
    return puzzle.with_candidates(masks)


def values_text(grid: Puzzle | Grid) -> str:
    """Return a grid on one line: up to 9x9 a character a cell, else numbers.

    Example:
        >>> values_text(Puzzle("1... .... .... ...2"))
        '1..............2'
    """
    if grid.geometry.size < _NUMBERS_FROM:
        return "".join(map(str, grid.values)).replace("0", ".")
    return " ".join(map(str, grid.values))


def parse_values(line: str, geometry: Geometry) -> tuple[int, ...]:
    """Read a grid of that shape from a line; the inverse of `values_text`.

    Raises:
        InputError: The line is not such a grid.
    """
    n = geometry.size
    small = n < _NUMBERS_FROM
    cells: Sequence[str] = line.replace(".", "0") if small else line.split(" ")
    if len(cells) != geometry.cells:
        raise InputError(f"{len(cells)} cells", expected=f"{geometry.cells}")
    known = {str(digit): digit for digit in range(n + 1)}
    for cell, text in enumerate(cells):
        if text not in known:
            row, column = divmod(cell, geometry.columns)
            raise InputError(
                f"{printable(text)!r} in a cell",
                expected=f"a digit from 1 to {n}, or {'.' if small else 0}",
                cell=(row + 1, column + 1),
            )
    return tuple(map(known.__getitem__, cells))


def solution_lines(claim: Claim) -> Iterator[str]:
    """Yield the lines of the file of solutions."""
    return (values_text(grid) + "\n" for grid in claim.solutions)


# --- files ----------------------------------------------------------------------------


def _write(path: Path, lines: Iterable[str]) -> str:
    """Write a new file; return its SHA-256."""
    with path.open("x", encoding="ascii", newline="\n") as file:
        file.writelines(lines)
        file.flush()
        os.fsync(file.fileno())
    return sha256_of(path)


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


@contextmanager
def _new_folder(path: Path, *, force: bool = False) -> Generator[Path]:
    """Give a folder to fill, which gets its name only when it is complete.

    Raises:
        UsageError: Something is there that is not replaced.
        OSError: It cannot be made.
    """
    require_free(path, force=force)
    target = path.resolve()
    mark = f"-{os.urandom(6).hex()}.tmp"
    scratch = target.with_name(f".satdoku{mark}")
    old = target.with_name(f".satdoku-old{mark}")
    try:
        scratch.mkdir()
        yield scratch
        if target.is_dir():
            target.rename(old)
        scratch.rename(target)
    except OSError as error:
        error.filename = str(path)  # nobody knows the scratch folder's name
        raise
    finally:
        # However it ended (by Ctrl-C, say): the new one is there, or what was before.
        if old.exists() and not target.exists():
            old.rename(target)
        for folder in (old, scratch):
            for name in FILES:
                (folder / name).unlink(missing_ok=True)
            with suppress(FileNotFoundError):
                folder.rmdir()


def require_free(path: Path, *, force: bool = False) -> None:
    """Check that a folder of that name can be made.

    Raises:
        UsageError: Something is there that is not replaced.
    """
    shown = printable(str(path), 200)
    if path.is_dir():
        names = {entry.name for entry in path.iterdir()}
        if path.samefile(Path()):
            raise UsageError(
                f"{shown} is the current folder; expected the name of a new one"
            )
        if names and (CERTIFICATE not in names or not names.issubset(FILES)):
            raise UsageError(f"{shown} holds other things than a proof")
        if names and not force:
            raise UsageError(f"{shown} exists")
    elif path.exists():
        raise UsageError(f"{shown} is a file; expected the name of a folder")
