"""--explain-choice: what is chosen for which puzzle, and why, on standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

PROPER = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SMALL = "1.....2...3.4..."


def chosen(text: str) -> list[str]:
    """Return where something was chosen, and what."""
    return [
        line.partition(": ")[2] for line in text.splitlines() if ": chosen: " in line
    ]


def test_a_puzzle(run: Run) -> None:
    """The answer is the same; what was known, asked and measured is told."""
    done = run("solve", "--to", "line", "--explain-choice", text=PROPER)

    assert run("solve", "--to", "line", text=PROPER).stdout == done.stdout
    (what,) = chosen(done.stderr)
    assert what.startswith("<stdin>:1: chosen: bitmask after singles; then after ")
    assert "known: 9x9, 30 clues, 1 puzzle; asked: a solution, and" in done.stderr
    assert "satdoku:   measured: 20" in done.stderr
    assert "This is the only solution." in done.stderr


def test_only_what_changes(run: Run) -> None:
    """Of puzzles that are answered alike the first is told."""
    text = f"{PROPER}\n" * 2 + f"{SMALL}\n" * 2 + PROPER
    done = run("solve", "-q", "--explain-choice", text=text)

    assert ["1", "3", "5"] == [what.split(":")[1] for what in chosen(done.stderr)]


def test_lanes(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the command chooses them, from the first, later on, or asked for."""
    path = tmp_path / "many.sdm"
    path.write_text(f"{PROPER}\n" * 700)
    (first,) = chosen(run("solve", "--explain-choice", path).stderr)
    assert first.endswith("many.sdm:1: chosen: lanes, many puzzles at once")
    (asked,) = chosen(run("solve", "--explain-choice", "--workers", "1", path).stderr)
    assert asked.endswith("chosen: lanes; because: it was asked for")
    path.write_text(f"{PROPER}\n" * 40)
    monkeypatch.setattr(
        "satdoku.many.choose_many", lambda _, so_far, **__: so_far.tally is not None
    )
    monkeypatch.setattr("satdoku.many.is_compiled", lambda: True)
    before, after = chosen(run("solve", "--explain-choice", path).stderr)
    assert ":1: chosen: bitmask" in before
    assert ":17: chosen: lanes, many puzzles at once" in after


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1.....\n" + "......\n" * 5, "1 puzzle;"),
        (f"{SMALL}\n" * 500, "500 puzzles;"),
        (f"{'1' + '.' * 35}\n" * 500, "500 puzzles;"),
        (f"{'G' + '.' * 255}\r\n" * 400, "400 puzzles;"),
        (f"{'G' + '.' * 255}\n" * 40, "40 puzzles;"),
        (f"# {SMALL}\n{SMALL}\n", "1 puzzle;"),
        (f"{'G' + '.' * 255}\n{'1' + '.' * 35}\n", "1 puzzle;"),
    ],
)
def test_how_many_come(run: Run, tmp_path: Path, text: str, number: str) -> None:
    """A file with nothing but a puzzle a line tells it from the first, of any size."""
    path = tmp_path / "many.txt"
    path.write_bytes(text.encode())
    done = run("solve", "-q", "--explain-choice", path)

    known = next(line for line in done.stderr.splitlines() if "known: " in line)
    assert f" {number}" in known


def test_clues_that_clash(run: Run) -> None:
    """Nothing is chosen, in one line for those that follow one another."""
    for command in ("solve", "count"):
        done = run(command, "--explain-choice", "-q", text="11" + "." * 14)
        told = [line for line in done.stderr.splitlines() if "no solution" not in line]
        assert [
            "satdoku: <stdin>:1: chosen: nothing; the clues alone decide, as they clash"
        ] == told
    clash = "11" + "." * 14 + "\n"
    done = run("solve", "-q", "--explain-choice", text=clash * 2 + SMALL + "\n" + clash)
    assert ["1", "3", "4"] == [what.split(":")[1] for what in chosen(done.stderr)]


@pytest.mark.parametrize("engine", ["glucose4", "backtracking", "logic"])
def test_an_engine_by_name(run: Run, engine: str) -> None:
    """There is not much to explain."""
    done = run("solve", "--explain-choice", "--engine", engine, text=PROPER)

    assert "because: " in done.stderr
    assert "measured" not in done.stderr


def test_all_solutions(run: Run) -> None:
    """`solve --all` and `count` tell the same."""
    listed = run("solve", "--all", "-q", "--explain-choice", text=PROPER)
    counted = run("count", "-q", "--explain-choice", text=PROPER)

    assert chosen(listed.stderr) == chosen(counted.stderr)
    assert "chosen: dpll on extended, simplified; then after " in counted.stderr
    assert "asked: all solutions" in counted.stderr
    assert "1\n" == counted.stdout


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "--trace", "-"),
        ("count", "--method", "estimate", "--samples", "3"),
    ],
)
def test_nothing_to_choose(run: Run, command: tuple[str, ...]) -> None:
    """What searches is settled, so there is nothing to explain."""
    done = run(*command, "--explain-choice", text=PROPER)

    assert 2 == done.exit_code
    assert "choose" in done.stderr or "choice" in done.stderr
    assert not done.stdout
