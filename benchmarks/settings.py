"""What a run is asked for, and what it found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Results = dict[str, dict[str, dict[str, Any]]]
"""By set (or board), then by contender: the numbers, or why there are none."""


@dataclass(frozen=True)
class Settings:
    """What a run was asked for; goes into the report as it is."""

    sets: list[str]
    contenders: list[str]
    limit: float
    large_limit: float
    give_up: int
    repeats: int
    first: int | None
    solutions: int
    puzzles: int
