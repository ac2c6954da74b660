"""Runs that figures are drawn from."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pytest

from satdoku.study.run import Ended, Run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Make: TypeAlias = Callable[..., list[Run]]

pytest.importorskip("matplotlib", reason="matplotlib draws the figures")


@pytest.fixture
def measured(ran: Callable[..., Run]) -> Make:
    """Return a maker of runs: a set's times for each contender; below 0 is cut off."""

    def make(
        times: Mapping[str, Sequence[float]],
        *,
        difficulty: str = "",
        clues: Sequence[float] = (),
        **told: object,
    ) -> list[Run]:
        return [
            ran(
                contender,
                abs(time),
                Ended.TIMEOUT if time < 0 else Ended.ANSWERED,
                number=number,
                difficulty=difficulty,
                clues=float(clues[number - 1]) if clues else 30.0,
                **told,
            )
            for contender, those in times.items()
            for number, time in enumerate(those, 1)
        ]

    return make
