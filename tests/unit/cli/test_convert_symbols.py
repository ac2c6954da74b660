"""The symbols that `satdoku convert` and other commands write digits in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from satdoku.formats import Entry, Extras, write
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.symbols import dialect

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


class TestSymbols:
    """How digits are written."""

    HEXADECIMAL = ("0123456789ABCDE." + "." * 240) + "\n"

    def test_kept(self, run: Run) -> None:
        """As in the puzzle, unless something else is said."""
        kept = run("convert", "--to", "line", text=self.HEXADECIMAL)
        usual = run(
            "convert", "--to", "rows", "--to-symbols", "1-9A-Z", text=self.HEXADECIMAL
        )

        assert self.HEXADECIMAL == kept.stdout
        assert "123456789ABCDEF." == usual.stdout[:16]

    @pytest.mark.parametrize("to", ["line", "rows", "grid", "csv", "euler"])
    def test_answers(self, run: Run, to: str) -> None:
        """Answers of solve too, in every format that has symbols."""
        letters = "ABCD...........A"
        answer = run("solve", "--to", to, text=letters).stdout
        other = run("solve", "--to", to, "--to-symbols", "0-9A-Z", text=letters).stdout
        usual = run("solve", "--to", to, text="1234...........1").stdout

        assert set("ABCD") <= set(answer)
        assert set("0123") <= set(other)
        table = str.maketrans("1234", "ABCD")
        head, cells = (1, 1) if to in ("csv", "euler") else (0, 0)
        shown = usual.splitlines()
        assert [*shown[:head], *(line.translate(table) for line in shown[cells:])] == (
            answer.splitlines()
        )

    def test_json_has_the_usual_ones(self, run: Run) -> None:
        """Programs need not look at how a puzzle was written."""
        told = json.loads(run("solve", "--json", text="ABCD...........A").stdout)

        assert told["puzzle"].startswith("1234")
        done = run("solve", "--json", "--to-symbols", "A-Z", text=NINE)
        assert 2 == done.exit_code
        assert "--to-symbols" in done.stderr

    def test_decoded(self, run: Run, tmp_path: Path) -> None:
        """A model becomes a grid in the puzzle's symbols, too."""
        path, model = tmp_path / "letters.txt", tmp_path / "model"
        path.write_text("ABCD\nCDAB\nBADC\nDCB.\n", "utf-8")
        formula = run("cnf", "-q", path)
        model.write_text(run("sat", "-", text=formula.stdout).stdout, "utf-8")
        done = run("decode", path, model, "--to", "rows")

        assert "ABCD\nCDAB\nBADC\nDCBA\n" == done.stdout

    def test_too_few(self, run: Run) -> None:
        """Symbols that do not reach the size are told; the puzzle is not written."""
        text = "\n".join([" ".join(["36", *["."] * 35]), *[" ".join("." * 36)] * 35])
        done = run("convert", "--to", "line", "--to-symbols", "A-Z", text=text)

        assert 2 == done.exit_code
        assert "symbols A-Z reach 26, not 36" in done.stderr


def test_symbols_survive(run: Run, tmp_path: Path) -> None:
    """Letters go through tables and JSON."""
    grid = Grid.parse("." * 16, Geometry(2, 2))
    entry = Entry(grid, "", 1, 1, None, "", Extras(symbols=dialect("A-Z")))
    assert "." * 16 in write(entry, "csv")
    path = tmp_path / "letters.csv"
    for to in ("csv", "json"):
        text = run("convert", "--to", to, text="ABCD............").stdout
        path.write_text(text, "utf-8")

        assert "ABCD" in text
        assert run("convert", path, "--to", "line").stdout.startswith("ABCD")
