"""Samples that tests make up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from satdoku.study.laboratory.sample import Form, Sample
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Callable

    Sampled: TypeAlias = Callable[..., Sample]


@pytest.fixture
def sampled() -> Sampled:
    """Return a maker of samples: a recipe, the time to solve, and what else."""

    def make(
        encoding: str,
        solve_s: float | None,
        **told: Any,  # noqa: ANN401  whatever a sample has
    ) -> Sample:
        values: dict[str, Any] = {
            "size": 9,
            "box": "3x3",
            "set": "30%",
            "number": 1,
            "clues": 24,
            "form": Form.WHOLE,
            "engine": "dpll",
            "repeat": 1,
            "ended": Ended.ANSWERED,
            "encode_s": 1.0,
            "load_s": 1.0,
        }
        return Sample(encoding=encoding, solve_s=solve_s, **{**values, **told})

    return make
