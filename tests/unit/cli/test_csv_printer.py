"""`satdoku solve --to csv`: the puzzle, and its solution beside it."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from satdoku.formats import Entry, scan
from satdoku.grid import Grid
from tests.unit.cli.conftest import CLASHING, DEAD_END, PROPER, SEVERAL, SOLVED

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run


def test_every_puzzle_keeps_its_place(run: Run, mixed: Path) -> None:
    """No comments: empty values stand for what there is not."""
    done = run("solve", mixed, "--to", "csv")
    table = list(csv.DictReader(io.StringIO(done.stdout)))

    assert [PROPER, SEVERAL, CLASHING, "", PROPER] == [row["puzzle"] for row in table]
    assert [SOLVED, "", "", SOLVED] == [table[i]["solution"] for i in (0, 2, 3, 4)]
    assert Grid.parse(table[1]["solution"]).solves(Grid.parse(SEVERAL))
    assert "#" not in done.stdout
    assert 2 == done.exit_code
    assert "mixed.txt:4: 4 cells" in done.stderr


def test_it_is_read_again_with_solutions(run: Run) -> None:
    """As the tables of Kaggle are."""
    done = run("solve", "--to", "csv", text=f"{PROPER}\n{DEAD_END}\n{SEVERAL}\n")
    found = [e for e in scan(io.StringIO(done.stdout)) if isinstance(e, Entry)]

    assert ["csv"] * 3 == [entry.format for entry in found]
    assert [True, False, True] == [e.extras.solution is not None for e in found]
    assert 3 == done.exit_code
    checked = run("check", "--solutions", "-q", text=done.stdout)
    assert "2 with the right solution" not in checked.stderr  # quiet
    assert "given" in checked.stdout


def test_all_solutions(run: Run) -> None:
    """A record each."""
    done = run("solve", "--all", "--to", "csv", text=f"{SEVERAL}\n{DEAD_END}\n")
    records = done.stdout.splitlines()

    assert "puzzle,solution" == records[0]
    assert [f"{SEVERAL},"] * 2 == [record[:17] for record in records[1:3]]
    assert [f"{DEAD_END},"] == records[3:]


def test_large_grid(run: Run) -> None:
    """In the symbols of its size, which are read again."""
    full = " ".join(
        str((6 * (row % 6) + row // 6 + column) % 36 + 1)
        for row in range(36)
        for column in range(36)
    )
    done = run("solve", "--from", "numbers", "--to", "csv", text=full + "\n")
    (entry,) = scan(io.StringIO(done.stdout))

    assert isinstance(entry, Entry)
    assert tuple(map(int, full.split())) == entry.grid.values
    assert entry.grid == entry.extras.solution


def test_nothing_at_all(run: Run, tmp_path: Path) -> None:
    """No puzzle could be read: no file appears."""
    target = tmp_path / "out.csv"
    done = run("solve", "--to", "csv", "-o", target, text="")

    assert 2 == done.exit_code
    assert "no puzzle found" in done.stderr
