"""What a person said to `satdoku study`, and what holds where they said nothing."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ENGINES", "GIVE_UP", "TIMEOUT", "Given", "ReadAs"]

ENGINES = "auto,dpll,cadical153,bitmask,constraint,elimination,backtracking"
TIMEOUT = 60.0
GIVE_UP = 3


class Given(NamedTuple):
    """The options, by their names; None where one was not given."""

    files: tuple[str, ...] = ()
    engines: str | None = None
    encodings: str | None = None
    repeat: int | None = None
    timeout: float | None = None
    ask: str | None = None
    whole: bool = False
    give_up: int | None = None
    first: int | None = None
    baseline: str | None = None
    workers: int | None = None
    preset: str | None = None
    sets: str | None = None
    sizes: str | None = None
    output: str | None = None
    resume: bool = False
    figures: bool | None = None
    quiet: bool = False


class ReadAs(NamedTuple):
    """How puzzles are read: the options of `satdoku.cli.reading.Reader`."""

    from_: str | None = None
    box: str | None = None
    symbols: str | None = None
    column: str | None = None
    repair: bool = False
    fixed: str | None = None
    max_size: int | None = None
    max_line: int | None = None
    max_file: int | None = None
    max_link: int | None = None
