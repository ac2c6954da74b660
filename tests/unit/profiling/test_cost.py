"""What measuring costs, and how it is taken off."""

from __future__ import annotations

from satdoku.profiling.cost import Cost, corrected, cost
from satdoku.profiling.probe import Cell
from satdoku.profiling.stage import Key


def cell(time: int, **counts: int) -> Cell:
    """Return a sum."""
    made = Cell()
    made.time = time
    for name, count in counts.items():
        setattr(made, name, count)
    return made


def test_nothing_is_lost() -> None:
    """What is taken off the stages is a stage of its own."""
    cells = {
        Key("loop"): cell(50_000, spans=2, leaves=9),
        Key("decide"): cell(70_000, told=9),
        Key("other"): cell(9_000, spans=1, inner_spans=2),
    }
    told = corrected(cells, Cost(100, 300, 50, 500))

    assert (50_000 - 9 * 300 - 2 * 50, 2) == told[Key("loop")]
    assert (70_000 - 9 * 100, 9) == told[Key("decide")]
    assert (9_000 - 2 * 500 - 50, 1) == told[Key("other")]
    assert 129_000 == sum(time for time, _ in told.values())


def test_no_less_than_nothing() -> None:
    """No stage becomes less than nothing, whatever the cost."""
    told = corrected({Key("decide"): cell(500, told=9)}, Cost(1_000, 0, 0, 0))

    assert {Key("decide"): (0, 9), Key("measuring"): (500, 9)} == told


def test_measured() -> None:
    """A look at the clock costs something, and no part of it is negative."""
    found = cost()

    assert all(part >= 0 for part in found)
    assert sum(found) > 0
