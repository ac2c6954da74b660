"""A run: remarks and exit codes where a limit comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from satdoku.answers import Result, Status
from satdoku.cli.output import Output
from satdoku.cli.progress import Progress
from satdoku.cli.run import Asked, Run
from satdoku.cli.text_printer import TextPrinter
from satdoku.errors import EngineError, Stopped
from satdoku.formats import Entry
from satdoku.grid import Grid
from satdoku.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.session import Session

PUZZLE = Grid.parse("1.....2...3.4...")
SOLVED = Grid.parse("1243342121344312")
ENTRY = Entry(PUZZLE, "p.txt", 7, 1, None, "line")


class Slow:
    """A session whose time is always over."""

    engine = encoding = because = "slow"
    simplified = False
    reason = None

    def __init__(self, solution: Grid | None = None) -> None:
        self.solution = solution
        self.statistics: dict[str, int] = {}
        self.ledger = Ledger("auto", None)

    def solve(self, puzzle: Grid, **_: object) -> Result:
        """Answer without certainty."""
        status = Status.UNKNOWN if self.solution is None else Status.SOLVED
        return Result(puzzle, status, self.solution, certain=False)

    def solutions(self, puzzle: Grid, **_: object) -> Slow:
        """Begin a walk that time ends."""
        del puzzle
        return self

    def __iter__(self) -> Iterator[Grid]:
        if self.solution is not None:
            yield self.solution
        raise Stopped("out of time")

    def close(self) -> None:
        """End the walk."""


def over(session: object, asked: Asked) -> int:
    """Run over one puzzle; return the exit code."""
    with Output(None) as output:
        printer = TextPrinter(output, "line", places=True, titles=False)
        progress = Progress(wanted=False)
        return Run(cast("Session", session), printer, asked, progress).over([ENTRY])


@pytest.mark.parametrize("every", [False, True])
def test_out_of_time(capsys: pytest.CaptureFixture[str], *, every: bool) -> None:
    """Nothing found in time: the place is kept, the code is 4."""
    assert 4 == over(Slow(), Asked(every=every))
    out, err = capsys.readouterr()

    assert "# unknown: p.txt:7: out of time\n" == out
    assert "satdoku: p.txt:7: out of time: no solution found by then\n" == err


@pytest.mark.parametrize("every", [False, True])
def test_not_certain(capsys: pytest.CaptureFixture[str], *, every: bool) -> None:
    """A solution in time, but nobody knows whether the only one: the code is 4."""
    assert 4 == over(Slow(SOLVED), Asked(every=every))
    out, err = capsys.readouterr()

    assert f"{SOLVED.line}\n" == out
    assert "it may not be the only solution\n" in err
    assert "This is the only" not in err


def test_engine_error_ends_the_run() -> None:
    """An engine that lies is nothing to go on with."""

    class Liar(Slow):
        def solve(self, puzzle: Grid, **_: object) -> Result:
            raise EngineError(f"a lie about {puzzle.line}")

    with pytest.raises(EngineError):
        over(Liar(), Asked())
