"""Links, XML, pickles, numbers and escapes that harm others (rows 45 to 53)."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from satdoku.formats.lzstring import pack

if TYPE_CHECKING:
    from tests.unit.cli.bad_input.conftest import Refused
    from tests.unit.cli.conftest import Run

NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
ROWS = [NINE[at : at + 9] for at in range(0, 81, 9)]
TEXT = "\n".join(ROWS) + "\n"
NUMBERS = "\n".join(" ".join(row) for row in ROWS) + "\n"


def link(board: str) -> str:
    """Return a link that holds a text."""
    return f"https://f-puzzles.com/?load={pack(board)}\n"


class TestRow45To47:
    """Links."""

    def test_deep(self, refused: Refused) -> None:
        """JSON nested 20,000 deep ends no program."""
        said = refused(link("[" * 20_000))

        assert said.startswith("satdoku: error: <stdin>:1: ")

    def test_bomb(self, refused: Refused) -> None:
        """Megabytes out of a short link are not unpacked to the end."""
        bomb = link('{"size": 9, "title": "' + "x" * 5_000_000 + '"}')

        assert len(bomb) < 20_000
        assert "a higher limit (--max-link) takes it" in refused(bomb)

    def test_constraints(self, refused: Refused) -> None:
        """A killer Sudoku is never solved as a plain one."""
        row: list[dict[str, int]] = [{} for _ in range(9)]
        board = {"size": 9, "grid": [row] * 9, "killercage": [{"cells": ["R1C1"]}]}

        assert "killer" in refused(link(json.dumps(board)))

    @pytest.mark.parametrize(
        "text", ["https://f-puzzles.com/?load=\n", "https://f-puzzles.com/?load=@@@\n"]
    )
    def test_broken(self, refused: Refused, text: str) -> None:
        """What is no link's text is refused in one line."""
        refused(text)


class TestRow48:
    """XML."""

    def test_entities(self, refused: Refused, tmp_path: Path) -> None:
        """A document type is refused before anything in it is expanded or fetched."""
        secret = tmp_path / "secret.txt"
        secret.write_text(NINE)
        bomb = '<!ENTITY a "1">' + "".join(
            f'<!ENTITY {b} "&{a};&{a};&{a};&{a};&{a};&{a};&{a};&{a};&{a};&{a};">'
            for a, b in zip("abcdefgh", "bcdefghi", strict=True)
        )
        outside = f'<!ENTITY i SYSTEM "{secret.as_uri()}">'
        for entities in (bomb, outside):
            said = refused(
                f"<!DOCTYPE opensudoku [{entities}]>\n"
                '<opensudoku><game data="&i;"/></opensudoku>\n'
            )

            assert "<stdin>:1" in said
            assert NINE[:9] not in said


class Bait:
    """An object that leaves a trace when it is unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[object, ...]:
        return (Path.touch, (self.trace,))


class TestRow49:
    """Files that run code when they are loaded."""

    def test_pickle(self, refused: Refused, tmp_path: Path) -> None:
        """No pickle is ever loaded, plain or within an array."""
        np = pytest.importorskip("numpy")
        trace = tmp_path / "trace"
        plain, array = tmp_path / "plain.pkl", tmp_path / "array.npy"
        plain.write_bytes(pickle.dumps(Bait(trace)))
        np.save(array, np.array([Bait(trace)], dtype=object), allow_pickle=True)
        for path in (plain, array):
            refused("", path)

        assert not trace.exists()

    def test_yaml(self, run: Run, tmp_path: Path) -> None:
        """Recipes are TOML, which has no tags that call."""
        recipe = tmp_path / "recipe.toml"
        recipe.write_text("!!python/object/apply:os.system [id]\n")
        done = run("solve", "--encoding", recipe, text=NINE)

        assert 2 == done.exit_code
        assert "recipe.toml" in done.stderr


class TestRow50:
    """Numbers that Python itself would not convert."""

    @pytest.mark.parametrize(
        ("arguments", "text"),
        [
            (["solve"], NUMBERS.replace("5", "9" * 5000, 1)),
            (["solve"], '{"puzzle": [' + "9" * 5000 + "]}"),
            (["sat"], f"p cnf 1 1\n{'1' * 5000} 0\n"),
            (["count", "--limit", "9" * 5000], NINE),
            (["solve", "--timeout", "9" * 5000], NINE),
            (["solve", "--box", f"3x{'9' * 5000}"], NINE),
            (["solve", "--column", "9" * 5000], f"puzzle\n{NINE}\n"),
            (["convert", "--to", "line", "--number", "9" * 5000], NINE),
        ],
        ids=["cell", "JSON", "DIMACS", "limit", "time", "box", "column", "number"],
    )
    def test_5000_digits(self, run: Run, arguments: list[str], text: str) -> None:
        """They are refused in one short line."""
        done = run(*arguments, text=text)

        assert 2 == done.exit_code
        assert len(done.stderr) < 700
        assert 1 == done.stderr.count("\n")


class TestRow51:
    """Puzzles that some program took for numbers."""

    def test_zeros_in_front(self, run: Run) -> None:
        """They are kept."""
        puzzle = "00" + NINE[2:].replace(".", "0")
        done = run("convert", "--to", "line", text=f"id,puzzle\n1,{puzzle}\n")

        assert puzzle.replace("0", ".") == done.stdout.rstrip("\n")

    @pytest.mark.parametrize("value", ["5.3007E+80", "5.3007e80", "53007000.0"])
    def test_lost(self, refused: Refused, value: str) -> None:
        """What was lost already is said to be."""
        said = refused(f"puzzle\n{value}\n")

        assert "<stdin>:2" in said or "number" in said


class TestRow52:
    """Escapes of terminals."""

    @pytest.mark.parametrize(
        "text",
        [
            f"\x1b]0;title\x07{NINE}",
            f"{NINE[:-1]}\x1b",
            f"{NINE} \x1b[31mname\n{NINE[:-1]}\x1b[2J",
            f"\u202e{NINE}",
            f"Grid \x1b[1m\n{TEXT}",
        ],
    )
    def test_puzzle(self, run: Run, text: str) -> None:
        """None of a puzzle reaches the terminal."""
        for command in ("solve", "check", "count"):
            done = run(command, text=text)

            assert "\x1b" not in done.output
            assert "\u202e" not in done.output
            assert "\x07" not in done.output

    def test_name(self, refused: Refused, tmp_path: Path) -> None:
        """Nor of a file's name."""
        path = tmp_path / "a\x1b[31m\nb.txt"
        path.write_text(NINE[:-1])
        for name in (path, tmp_path / "no\x1b]0;x\x07"):
            assert "\\x1b" in refused("", name)


class TestRow53:
    """Markup in what becomes a picture."""

    def test_title(self, run: Run, tmp_path: Path) -> None:
        """It is text there."""
        out = tmp_path / "out.svg"
        done = run("show", "--title", "<script>&\"'", "-o", out, text=NINE)

        assert 0 == done.exit_code
        assert "<script" not in out.read_text("utf-8")
        assert "&lt;script&gt;&amp;" in out.read_text("utf-8")

    def test_name(self, run: Run) -> None:
        """So it is in what other programs read."""
        text = f'{NINE} <b>&"\n'
        told = run("convert", "--to", "opensudoku", text=text)

        assert 0 == told.exit_code
        assert "<b>" not in told.stdout
        assert '<b>&"' in json.loads(run("solve", "--json", text=text).stdout)["name"]
