"""Every malformed kind of DIMACS, a file each: read, or refused with its line.

The kinds are those that the tests of SAT solvers name, and those that solvers are known
to misread or die of: MiniSat hangs on the literal 2147483648, CaDiCaL aborts on as many
variables, and PySAT ends the process.  `tests/fixtures/dimacs/expected.tsv` says what
becomes of each.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from click.testing import CliRunner

from satdoku.cli.main import main
from satdoku.cnf.dimacs_reader import read_dimacs
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines import register
from satdoku.errors import InputError, LimitError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[2] / "fixtures" / "dimacs"


class Expected(NamedTuple):
    """A line of the table."""

    path: Path
    read: bool
    number: str
    """The variables, or the line that is named."""
    rest: str
    """The clauses, or what is said."""


def table() -> Iterator[Expected]:
    """Read the table."""
    for line in (FOLDER / "expected.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            name, kind, number, rest = line.split("\t")
            yield Expected(FOLDER / f"{name}.cnf", kind == "read", number, rest)


TABLE = list(table())
READ = [row for row in TABLE if row.read]
REFUSED = [row for row in TABLE if not row.read]


def name_of(row: Expected) -> str:
    """Name a test."""
    return row.path.stem


def test_every_file_has_its_line() -> None:
    """No file is left out, and line ends came through the version control."""
    assert sorted(FOLDER.glob("*.cnf")) == sorted(row.path for row in TABLE)
    assert 140 <= len(TABLE)
    assert b"\r\n" in (FOLDER / "crlf.cnf").read_bytes()
    assert b"\n" not in (FOLDER / "cr_alone.cnf").read_bytes()


@pytest.mark.parametrize("row", READ, ids=name_of)
def test_read(row: Expected) -> None:
    """The formula is the one that stands there."""
    with row.path.open("rb") as stream:
        formula = read_dimacs(stream)

    assert int(row.number) == formula.variables
    assert row.rest == " ".join(" ".join(map(str, (*c, 0))) for c in formula)


@pytest.mark.parametrize("row", REFUSED, ids=name_of)
def test_refused(row: Expected) -> None:
    """One short line names the place, what stands there, and what was expected."""
    with row.path.open("rb") as stream, pytest.raises(InputError) as caught:
        read_dimacs(stream, source="formula.cnf")
    place = "" if row.number == "-" else f":{row.number}"
    said = str(caught.value)

    assert f"formula.cnf{place}: {row.rest}" == said
    assert said.isprintable()
    assert len(said) < 200


@pytest.mark.parametrize("row", TABLE, ids=name_of)
@pytest.mark.parametrize("engine", ["dpll", "cadical153", "minisat22"])
def test_command(row: Expected, engine: str) -> None:
    """The program answers, or ends with 2; no engine ever meets a bad formula."""
    done = CliRunner().invoke(main, ["sat", "--engine", engine, str(row.path)])

    if not row.read:
        assert 2 == done.exit_code
        assert "" == done.stdout
        assert 1 == done.stderr.count("\n")
        assert row.rest in done.stderr
    else:
        empty = row.path.stem.startswith("clause_empty")
        assert (20 if empty else 10) == done.exit_code


def test_packed_command(tmp_path: Path) -> None:
    """What is refused plain is refused packed, by the same line."""
    path = tmp_path / "formula.cnf.gz"
    path.write_bytes(gzip.compress((FOLDER / "literal_2_31.cnf").read_bytes()))
    done = CliRunner().invoke(main, ["sat", str(path)])

    assert 2 == done.exit_code
    assert f"{path}:3: literal 2147483648 is beyond" in done.stderr


@pytest.mark.parametrize(
    "engine",
    [
        info.name
        for info in register.engines()
        if info.available and info.takes_formulas
    ],
)
@pytest.mark.parametrize(
    "literal", [0, 3, -3, 4, -5, 2**31 - 1, -(2**31), 2**31, 2**32 + 1, -(2**63), 2**64]
)
def test_own_formula(engine: str, literal: int) -> None:
    """A formula made by hand is looked at too, before an engine is loaded with it."""
    clauses = ((1, 2), (literal,), (1, literal), (1, 2, literal))
    group = Group(Origin("own", "all"), clauses)

    with pytest.raises(UsageError, match="literal"):
        register.load(engine, Formula(2, 4, lambda: (group,), str))


@pytest.mark.parametrize(
    "engine", [info.name for info in register.engines() if info.room == "pysat"]
)
def test_own_number_of_variables(engine: str) -> None:
    """So is its number of variables."""
    for variables in (2**31 - 1, 2**31, 2**64):
        with pytest.raises((LimitError, UsageError)):
            register.load(engine, Formula(variables, 0, tuple, str))
