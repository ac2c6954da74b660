"""The profile: what `satdoku.profile` returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from satdoku.frozen import frozen
from satdoku.profiling.stage import STARTING, about

if TYPE_CHECKING:
    from collections.abc import Mapping

    from satdoku import answers
    from satdoku.profiling.probe import Span
    from satdoku.puzzle import Puzzle

__all__ = ["Function", "Profile", "Stage"]


@frozen
@dataclass(frozen=True, slots=True)
class Stage:
    """A stage, and what it takes.

    Args:
        name: Its name; `propagate`, say, or a technique's.
        engine: The engine that is at it; empty where none is.
        time_ns: Nanoseconds, the median over the runs.
        calls: How often it happens in a run.
    """

    name: str
    engine: str
    time_ns: int
    calls: int

    @property
    def about(self) -> str:
        """What it is."""
        return about(self.name)

    @property
    def each_ns(self) -> float | None:
        """Nanoseconds a call; None without any."""
        return self.time_ns / self.calls if self.calls else None


@frozen
@dataclass(frozen=True, slots=True)
class Function:
    """A function of Python, and what it takes itself.

    Args:
        name: File, line and name; of one written in C what Python calls it.
        own_ns: Nanoseconds in it and in no other, while `cProfile` watches.
        share: The part that is of all functions, from 0 to 1.
        calls: How often it is called.
    """

    name: str
    own_ns: int
    share: float
    calls: int


@frozen
@dataclass(frozen=True, slots=True)
class Profile:
    """Where the time of a solve goes; made by `satdoku.profile`.  It prints as a table.

    Args:
        puzzle: The puzzle.
        status: What was found.
        solutions: How many solutions were found.
        certain: Whether the answer is; not where the time was over first.
        engine: The engines that searched, in turn.
        encoding: The recipe of the formula; empty where none was made.
        simplified: Whether the formula held only what the puzzle leaves open.
        because: Why these searched.
        counters: What the engines counted.
        variables, clauses: Of the formula; None where none was made.
        stages: The stages, in the order in which they are told.
        runs_ns: What each of the solves took, in nanoseconds, without what is measured
            in processes of their own.
        timeline: What happened in the run in the middle, as spans in spans.
        functions: The functions with the most time of their own, where asked for.
    """

    puzzle: Puzzle
    status: answers.Status
    solutions: int
    certain: bool
    engine: str
    encoding: str
    simplified: bool
    because: str
    counters: Mapping[str, int]
    variables: int | None
    clauses: int | None
    stages: tuple[Stage, ...]
    runs_ns: tuple[int, ...]
    timeline: Span = field(repr=False, compare=False)
    functions: tuple[Function, ...] = ()

    @property
    def total_ns(self) -> int:
        """What all stages take together, in nanoseconds."""
        return sum(stage.time_ns for stage in self.stages)

    @property
    def solve_ns(self) -> int:
        """The same without what is measured in processes of their own."""
        return sum(stage.time_ns for stage in self.stages if stage.name not in STARTING)

    def share(self, stage: Stage) -> float:
        """Return what part of all a stage is, from 0 to 1."""
        return stage.time_ns / self.total_ns if self.total_ns else 0.0

    def stage(self, name: str, engine: str | None = None) -> Stage | None:
        """Return the stage of this name, of this engine or the first; None without.

        Example:
            >>> from satdoku.profiling.profiling import profile
            >>> told = profile("1... ..2. ..3. 4...", repeat=1)
            >>> told.stage("check").calls, told.stage("swim")
            (1, None)
        """
        for stage in self.stages:
            if stage.name == name and engine in (None, stage.engine):
                return stage
        return None

    def speedscope(self) -> dict[str, Any]:
        """Return the timeline of one solve in the format of www.speedscope.app.

        `json.dump` writes it into a file that speedscope opens.

        Example:
            >>> from satdoku.profiling.profiling import profile
            >>> told = profile("1... ..2. ..3. 4...", repeat=1).speedscope()
            >>> told["profiles"][0]["type"], told["profiles"][0]["unit"]
            ('evented', 'nanoseconds')
        """
        from satdoku.profiling.speedscope import speedscope  # noqa: PLC0415  seldom

        return speedscope(self)

    def __str__(self) -> str:
        from satdoku.profiling.table import as_text  # noqa: PLC0415  where printed

        return as_text(self)
