"""Of one technique and outcome only the first step is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku import Geometry, Grid
from satdoku.deduce.distinct import distinct
from satdoku.deduce.state import State
from satdoku.deduce.step import Step
from satdoku.deduce.technique import Technique
from satdoku.deduce.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_the_first_is_kept_and_nothing_is_asked_too_early() -> None:
    """Another technique with the same outcome is another step; it stays lazy."""
    asked = []

    @distinct
    def search(view: View) -> Iterator[Step]:
        for technique, cell in (
            (Technique.SIMPLE_COLOURS_TRAP, 1),
            (Technique.SIMPLE_COLOURS_TRAP, 2),
            (Technique.SIMPLE_COLOURS_WRAP, 3),
        ):
            asked.append(cell)
            yield Step(view.geometry, technique, removes=((0, 4),), cells=(cell,))

    steps = search(View(State.of(Grid.parse("." * 16, Geometry(2, 2)))))

    assert next(steps).cells == (1,)
    assert asked == [1]
    assert [step.cells for step in steps] == [(3,)]
