"""What --verbose tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.cli.verbose import Verbose, understood
from satdoku.formats import Entry, Extras
from satdoku.formats.entry import PLAIN
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.symbols import dialect

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run


def entry(
    grid: Grid,
    *,
    kind: str = "line",
    extras: Extras = PLAIN,
    line: int = 1,
) -> Entry:
    """Make an entry of a grid."""
    return Entry(grid, "p.txt", line, 1, None, kind, extras)


EMPTY = Grid.parse("." * 16)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (entry(EMPTY), "read as line: 4x4, boxes of 2x2, digits 1-4"),
        (
            entry(Grid.parse("." * 36, Geometry(3, 2))),
            "read as line: 6x6, boxes of 3x2, digits 1-6",
        ),
        (
            entry(Grid.parse("." * 256), extras=Extras(symbols=dialect("0-9A-Z"))),
            "read as line: 16x16, boxes of 4x4, digits 0-9A-F",
        ),
        (
            entry(Grid.parse("." * 256), kind="numbers"),
            "read as numbers: 16x16, boxes of 4x4, numbers 1-16",
        ),
        (
            entry(EMPTY.with_candidates((3, *[15] * 15)), extras=Extras(state=EMPTY)),
            (
                "read as line: 4x4, boxes of 2x2, digits 1-4, candidates ruled out, "
                "partly filled in"
            ),
        ),
        (
            entry(EMPTY, extras=Extras(solution=EMPTY)),
            "read as line: 4x4, boxes of 2x2, digits 1-4, with its solution",
        ),
    ],
)
def test_understood(given: Entry, told: str) -> None:
    """Format, size, boxes, symbols, and what else the source says."""
    assert told == understood(given)


def test_only_what_changes(capsys: pytest.CaptureFixture[str]) -> None:
    """Of many puzzles only what is different is told."""
    verbose = Verbose()
    for line in (1, 2, 3):
        verbose.read(entry(EMPTY, line=line))
        because = f"another after {line} conflicts"
        verbose.searched(entry(EMPTY, line=line), "dpll", "triad", because=because)
    verbose.searched(entry(EMPTY, line=4), "", "triad")
    verbose.searched(entry(EMPTY, line=5), "a b", "triad", simplified=True)

    assert [
        "satdoku: p.txt:1: read as line: 4x4, boxes of 2x2, digits 1-4",
        "satdoku: p.txt:1: dpll; triad: another after 1 conflicts",
        "satdoku: p.txt:4: no search: the clues alone decide",
        "satdoku: p.txt:5: a, then b; triad, simplified",
    ] == capsys.readouterr().err.splitlines()


@pytest.mark.parametrize("command", ["solve", "count", "check"])
def test_data_stays_the_same(run: Run, mixed: Path, command: str) -> None:
    """-v adds remarks; what goes to standard output is what it was."""
    plain, told = run(command, mixed), run(command, "-v", mixed)

    assert plain.stdout == told.stdout
    assert plain.exit_code == told.exit_code
    assert set(plain.stderr.splitlines()[:-1]) < set(told.stderr.splitlines())
