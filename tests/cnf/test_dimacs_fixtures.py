"""Every malformed kind of DIMACS, a file each: read, or refused with its line.

The kinds are those that the tests of SAT solvers name, and those that solvers are known
to misread or die of: MiniSat hangs on the literal 2147483648, CaDiCaL aborts on as many
variables, and PySAT ends the process.  `tests/fixtures/dimacs/expected.tsv` says what
becomes of each.
"""

import gzip
from pathlib import Path
from typing import NamedTuple

import pytest

from satdoku.cnf.dimacs import read_dimacs

FOLDER = Path(__file__).parents[1] / "fixtures" / "dimacs"


class Expected(NamedTuple):
    """A line of the table."""

    path: Path
    read: bool
    number: str
    """The variables, or the line that is named."""
    rest: str
    """The clauses, or what is said."""


def table():
    """Read the table."""
    for line in (FOLDER / "expected.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            name, kind, number, rest = line.split("\t")
            yield Expected(FOLDER / f"{name}.cnf", kind == "read", number, rest)


TABLE = list(table())


def test_every_file_has_its_line():
    assert sorted(FOLDER.glob("*.cnf")) == sorted(row.path for row in TABLE)
    assert 140 <= len(TABLE)
    assert b"\r\n" in (FOLDER / "crlf.cnf").read_bytes()
    assert b"\n" not in (FOLDER / "cr_alone.cnf").read_bytes()


def test_read():
    for row in TABLE:
        if row.read:
            with row.path.open("rb") as stream:
                formula = read_dimacs(stream)
            found = " ".join(" ".join(map(str, (*c, 0))) for c in formula)

            assert (int(row.number), row.rest) == (formula.variables, found), row


ENGINES = ["dpll", "cadical153", "minisat22"]


@pytest.mark.parametrize("engine", ENGINES)
def test_command(engine, run, monkeypatch):
    monkeypatch.chdir(FOLDER)
    for row in TABLE[ENGINES.index(engine) :: 3]:
        done = run("sat", "--engine", engine, row.path.name)

        if row.read:
            empty = row.path.stem.startswith("clause_empty")
            assert (20 if empty else 10) == done.exit_code, row
        else:
            place = "" if row.number == "-" else f":{row.number}"
            message, end, rest = done.stderr.partition("\n")
            assert (2, "") == (done.exit_code, done.stdout), row
            assert f"{row.path.name}{place}: " in message, row
            assert (end, rest) == ("\n", ""), row
            assert message.isprintable(), row
            assert len(message) < 220, row


def test_packed_command(tmp_path, run):
    path = tmp_path / "formula.cnf.gz"
    path.write_bytes(gzip.compress((FOLDER / "literal_2_31.cnf").read_bytes()))
    done = run("sat", path)

    assert 2 == done.exit_code
    assert f"{path}:3: " in done.stderr
    assert "2147483648" in done.stderr
