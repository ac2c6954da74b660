"""The symbols that digits are read and written in."""

import json

import pytest

from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from tests.formats.inner import PuzzleRecord, write
from tests.puzzles import NEWSPAPER as NINE


class TestSymbols:
    """How digits are written."""

    HEXADECIMAL = ("0123456789ABCDE." + "." * 240) + "\n"

    def test_kept(self, run):
        kept = run("convert", "--to", "line", text=self.HEXADECIMAL)
        usual = run(
            "convert", "--to", "rows", "--to-symbols", "1-9A-Z", text=self.HEXADECIMAL
        )

        assert self.HEXADECIMAL == kept.stdout
        assert "123456789ABCDEF." == usual.stdout[:16]

    @pytest.mark.parametrize("to", ["line", "rows", "grid", "csv", "euler"])
    def test_answers(self, run, to):
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

    def test_json_has_the_usual_ones(self, run):
        stated = json.loads(run("solve", "--json", text="ABCD...........A").stdout)

        assert stated["puzzle"].startswith("1234")
        done = run("solve", "--json", "--to-symbols", "A-Z", text=NINE)
        assert 2 == done.exit_code
        assert "--to-symbols" in done.stderr

    def test_decoded(self, run, tmp_path):
        path, model = tmp_path / "letters.txt", tmp_path / "model"
        path.write_text("ABCD\nCDAB\nBADC\nDCB.\n", "utf-8")
        formula = run("cnf", "-q", path)
        model.write_text(run("sat", "-", text=formula.stdout).stdout, "utf-8")
        done = run("decode", path, model, "--to", "rows")

        assert "ABCD\nCDAB\nBADC\nDCBA\n" == done.stdout

    def test_too_few(self, run):
        text = "\n".join([" ".join(["36", *["."] * 35]), *[" ".join("." * 36)] * 35])
        done = run("convert", "--to", "line", "--to-symbols", "A-Z", text=text)

        assert 2 == done.exit_code
        assert "have 26 digits, not 36" in done.stderr


def test_symbols_survive(run, tmp_path):
    grid = Puzzle("." * 15 + "4", geometry=Geometry(4, 4).with_symbols("A-Z"))
    assert "." * 15 + "D" in write(PuzzleRecord.of(grid), "csv")
    path = tmp_path / "letters.csv"
    for to in ("csv", "json"):
        text = run("convert", "--to", to, text="ABCD............").stdout
        path.write_text(text, "utf-8")

        assert "ABCD" in text
        assert run("convert", path, "--to", "line").stdout.startswith("ABCD")
