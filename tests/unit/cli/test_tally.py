"""How many puzzles a run has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.cli.progress import Progress
from satdoku.cli.tally import Tally
from satdoku.errors import InputError, LimitError, SatdokuError
from satdoku.formats import Entry
from satdoku.grid import Grid

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

ENTRY = Entry(Grid.parse("1.....2...3.4..."), "p.txt", 1, 1, None, "line")


def test_files_are_no_puzzles() -> None:
    """A missing file, a bad puzzle and one that is too large are told apart."""
    tally = Tally()
    missing = InputError("no such file", source="a")
    bad = InputError("odd", source="b", line=3)
    left: list[SatdokuError] = []

    def leave_out(error: SatdokuError, entry: Entry | None) -> None:
        tally.refuse(error, entry)
        left.append(error)

    read = list(
        tally.readable(
            [ENTRY, missing, bad, ENTRY],
            leave_out,
            Progress(wanted=False),
            strict=False,
        )
    )
    leave_out(LimitError("large"), ENTRY)

    assert [ENTRY, ENTRY] == read
    assert [missing, bad] == left[:2]
    assert (3, 2, 1) == (tally.puzzles, tally.refused, tally.unread)
    assert 2 == tally.code
    assert not tally.is_single


def test_strict() -> None:
    """The first that cannot be read ends it all."""
    bad = InputError("odd")
    tally = Tally()
    with pytest.raises(InputError):
        list(
            tally.readable([bad], lambda *_: None, Progress(wanted=False), strict=True)
        )


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("solve", "2 puzzles in 0.00 s: 1 with one solution, 1 refused"),
        ("count", "2 puzzles in 0.00 s: 1 counted exactly, 1 refused"),
        ("check", "2 puzzles in 0.00 s: 1 proper (1 minimal), 1 refused"),
    ],
)
def test_missing_file(run: Run, puzzle: Path, command: str, told: str) -> None:
    """The others are answered, the file is told, and is no puzzle."""
    import re

    bad = puzzle.with_name("bad.txt")
    bad.write_text("1#....2...3.4...\n")
    done = run(command, puzzle, "missing.txt", bad)

    assert 2 == done.exit_code
    assert "missing.txt: no such file or directory\n" in done.stderr
    said = re.sub(r"in \S+ s", "in 0.00 s", done.stderr.splitlines()[-1])
    assert f"{told}; 1 file was not read" == said
    assert done.stdout
    assert "" == run(command, "-q", puzzle, puzzle).stderr


@pytest.mark.parametrize("command", ["solve", "count", "check"])
def test_strict_looks_first(run: Run, puzzle: Path, command: str) -> None:
    """With --strict a missing file is told before any work is done."""
    done = run(command, "--strict", puzzle, "missing.txt")

    assert (2, "") == (done.exit_code, done.stdout)
    assert "satdoku: error: missing.txt: no such file or directory\n" == done.stderr
