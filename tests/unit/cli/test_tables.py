"""`satdoku encodings` and `satdoku engines`: what there is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from satdoku.cnf.recipe import shipped
from satdoku.engines.register import engines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run


def test_encodings(run: Run) -> None:
    """Every shipped encoding is in the table, with the sizes on 9x9."""
    done = run("encodings")

    assert 0 == done.exit_code
    assert [] == [r.name for r in shipped() if f"\n{r.name} " not in done.stdout]
    row = next(x for x in done.stdout.splitlines() if x.startswith("extended "))
    assert "11,988" in row
    assert "10,530" in row


def test_encodings_of_size(run: Run) -> None:
    """--size and --box choose the geometry; both at once is refused."""
    sizes = run("encodings", "--size", "6").stdout

    assert sizes == run("encodings", "--box", "2x3").stdout
    assert sizes != run("encodings", "--box", "3x2", "minimal").stdout
    assert 2 == run("encodings", "--size", "6", "--box", "2x3").exit_code
    assert 2 == run("encodings", "--size", "7").exit_code


def test_one_encoding(run: Run, tmp_path: Path) -> None:
    """One encoding is told with its source; so is a file of one's own."""
    done = run("encodings", "triad")

    assert "Tdoku" in done.stdout
    assert "extended" not in done.stdout
    own = tmp_path / "mine.toml"
    own.write_text(
        'format = 1\nname = "mine"\nsummary = "Own."\nreference = "nobody"\n'
        '[cell]\nat_least_one = true\n[unit]\nat_most_one = "pairwise"\n'
    )
    assert "mine: Own." in run("encodings", own).stdout
    own.write_text("format = 1\nnane = 1\n")
    wrong = run("encodings", own)
    assert 2 == wrong.exit_code
    assert f"{own}:2: unknown key 'nane'" in wrong.stderr
    assert 2 == run("encodings", "tirad").exit_code


def test_markdown(run: Run) -> None:
    """--markdown gives the table alone."""
    lines = run("encodings", "--markdown").stdout.splitlines()

    assert len(shipped()) + 2 == len(lines)
    assert all(line.startswith("| ") for line in lines)


def test_engines(run: Run) -> None:
    """Every engine is told, as a table and as JSON."""
    names = [engine.name for engine in engines()]
    text = run("engines").stdout.splitlines()
    told = [json.loads(line) for line in run("engines", "--json").stdout.splitlines()]

    assert names == [line.split()[0] for line in text[1:]]
    assert names == [each["name"] for each in told]
    assert "dpll" == told[0]["room"]
    shown = run("engines", "--help").stdout
    assert [] == [key for key in told[0] if key not in shown]
