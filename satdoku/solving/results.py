"""What satdoku answers: values that say what was found and how certain it is."""

from __future__ import annotations

from dataclasses import astuple, dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from satdoku.cnf.propagate import contradiction, propagate
from satdoku.errors import Stopped
from satdoku.puzzle.completions import found_regions
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.notebook import notebook_svg
from satdoku.runtime.deadline import Deadline
from satdoku.runtime.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.puzzle.puzzle import Clash, Puzzle


class Status(IntEnum):
    """How many solutions a puzzle has, as far as known.

    FOUND has a solution; whether it is the only one was not requested, or a limit was
    reached first.  UNKNOWN has no solution yet, because a limit was reached.

    Arrays of answers hold the codes (`Batch.status`).

    Example:
        >>> Status(3), str(Status.UNIQUE)
        (<Status.UNIQUE: 3>, 'unique')
    """

    UNKNOWN = 0
    NONE = 1
    FOUND = 2
    UNIQUE = 3
    MULTIPLE = 4
    UNREADABLE = 5

    @classmethod
    def of(cls, count: int, *, complete: bool, limit: int | None = None) -> Status:
        """Return the status of a puzzle with so many known solutions.

        Args:
            count: How many solutions are known.
            complete: Whether no limit of time cut the search short.
            limit: How many solutions were sought; None for all.

        Example:
            >>> Status.of(1, complete=True), Status.of(1, complete=True, limit=1)
            (<Status.UNIQUE: 3>, <Status.FOUND: 2>)
        """
        if count > 1:
            return cls.MULTIPLE
        if count:
            return cls.UNIQUE if complete and limit != 1 else cls.FOUND
        return cls.NONE if complete else cls.UNKNOWN

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


CAPTIONS = {
    Status.UNIQUE: "The only solution",
    Status.MULTIPLE: "One solution of several",
    Status.FOUND: "A solution; there may be more",
    Status.NONE: "No solution",
    Status.UNKNOWN: "No solution found yet",
    Status.UNREADABLE: "Cannot be read",
}
"""What pictures are called."""


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one puzzle.

    Args:
        puzzle: The puzzle; None where it could not be read.
        status: How many solutions there are.
        solution: A solution, checked against the rules; None if there is none.
        second: A second solution, where the status is MULTIPLE.
        complete: Whether no limit cut the answer short.
        error: Why the puzzle cannot be read.
        statistics: The engines' counters, added up, and the time of each stage.
        seconds: Wall time, from puzzle to answer.
    """

    puzzle: Puzzle | None
    status: Status
    solution: Grid | None = None
    second: Grid | None = None
    complete: bool = True
    error: str | None = None
    statistics: Statistics = field(
        default_factory=Statistics, hash=False, compare=False
    )
    seconds: float = field(default=0.0, compare=False)
    seconds_left: float | None = field(default=None, compare=False, repr=False)
    """What the search has left of its time limit, for `reason`; None for no limit."""

    @property
    def reason(self) -> str | None:
        """Why there is no solution, where singles show it; why it cannot be read.

        None where that takes longer than the time limit of the search has left.
        """
        if self.status is not Status.NONE or self.puzzle is None:
            return self.error
        try:
            return _reason_of(self.puzzle, Deadline(self.seconds_left))
        except Stopped:
            return None

    @property
    def engine(self) -> str:
        """The engines that searched, in turn; empty where none was needed."""
        return " ".join(self.statistics.engines)

    @property
    def encoding(self) -> str:
        """The recipe of the formula; empty where none was made."""
        return self.statistics.encoding

    @property
    def simplified(self) -> bool:
        """Whether the formula held only what the puzzle leaves open."""
        return self.statistics.simplified

    @property
    def engine_note(self) -> str:
        """What else there is to say of the search, in a few words."""
        return "; ".join(self.statistics.notes)

    @property
    def is_unique(self) -> bool | None:
        """Whether there is exactly one solution; None if that is not known."""
        if self.status in (Status.FOUND, Status.UNKNOWN, Status.UNREADABLE):
            return None
        return self.status is Status.UNIQUE

    def record(self) -> dict[str, Any]:
        """Return the answer for JSON, as in `docs/schema/answer.schema.json`.

        But for its place and the list of solutions.
        """
        clashes: Sequence[Clash] = ()
        if self.puzzle is not None and self.solution is None:
            clashes = self.puzzle.clashes()
        return {
            "solution": None if self.solution is None else self.solution.line,
            **self.extra,
            "status": str(self.status),
            "unique": self.is_unique,
            "complete": self.complete,
            "clashes": [clash.record() for clash in clashes],
            "reason": self.reason,
            "engine": self.engine,
            "encoding": self.encoding,
            "simplified": self.simplified,
            "statistics": self.statistics,
            "time_s": round(self.seconds, 6),
        }

    @property
    def extra(self) -> dict[str, Any]:
        """The values of cells outside the grid, and regions that had to be found.

        Under `extra` by the names of the cells, of changed ones what they are worth;
        and under `regions` as a text with a character for each cell; empty for most
        puzzles.
        """
        if self.solution is None or not self.solution.extra:
            return {}
        from satdoku.puzzle.constraints.chaos import layout_of  # noqa: PLC0415  few puzzles need it
        from satdoku.puzzle.constraints.worth import changed_cells  # noqa: PLC0415

        extra = self.solution.extra
        hidden = {name for name in extra if name.startswith(("CC", "MD", "vr"))}
        names = [*changed_cells(extra), *(name for name in extra if name not in hidden)]
        values = {name: extra[name] for name in names}
        layout = layout_of(self.solution)
        regions = {} if layout is None else {"regions": layout}
        return {**({"extra": values} if values else {}), **regions}

    def __str__(self) -> str:
        """Return what was found in a line, and the solution drawn below."""
        text = CAPTIONS[self.status]
        if (reason := self.reason) is not None:
            text += f": {reason}"
        return text if self.solution is None else f"{text}\n{self.solution}"

    def _repr_svg_(self) -> str | None:
        """Draw the puzzle with its solution, for a notebook."""
        puzzle, solution = self.puzzle, self.solution
        if puzzle is None:
            return None
        constraints = puzzle.constraints
        if solution is not None and puzzle.extra_cells:
            constraints += found_regions(puzzle, solution)
        return notebook_svg(
            puzzle.geometry,
            puzzle.values,
            () if solution is None else solution.values,
            constraints=constraints,
            caption=CAPTIONS[self.status],
        )


def _reason_of(puzzle: Puzzle, deadline: Deadline) -> str | None:
    """Return why a puzzle has no solution, where that shows without search.

    Raises:
        Stopped: The time is over.
    """
    for clash in puzzle.clashes():
        return str(clash)
    singles = propagate(puzzle, deadline)
    if cause := contradiction(puzzle, deadline) if singles.refuted else None:
        return cause.text
    if not singles.cells and not puzzle.extra_cells:
        grid = Grid.trusted(puzzle.geometry, singles.values)
        for rule in puzzle.constraints:
            if not rule.is_satisfied(grid):
                return f"{rule.describe()} is broken"
    return None


_ROUGH = 0.2  # a standard error beyond which samples are too few, or too unlike


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of how many solutions there are: the mean of samples.

    Its expectation is their number.  Where it is not rough, the number is within one
    standard error two times in three, within two 19 times in 20.

    Args:
        value: The mean, rounded; 0 where no sample found a solution, which is no proof
            that there is none.
        error: The standard error, as a part of the value, wider where samples are few,
            since these estimate their own spread badly; None where no sample found a
            solution, and of one sample.
        samples: How many samples there were; 0 where time ran out before the
            first was finished.
        largest: The part of the largest sample in the sum of all; None where no sample
            found a solution.

    Example:
        >>> print(Estimate(6_670_903_752_021_072_936_960, 0.006, 200, 0.01))
        about 6.67e+21 (standard error 0.6 %, 200 samples)
        >>> print(Estimate(2_345, 0.2, 20, 0.15))
        about 2345 (standard error 20 %, 20 samples)
        >>> Estimate(2_345, 0.21, 20, 0.15).is_rough
        True
        >>> print(Estimate(0, None, 200, None))
        no solution found (200 samples, which are no proof that there is none)
        >>> print(Estimate(0, None, 0, None))
        no estimate (no sample was finished)
    """

    value: int
    error: float | None
    samples: int
    largest: float | None

    @property
    def is_skewed(self) -> bool:
        """Whether one sample outweighs the others; the error may be far larger then."""
        return self.largest is not None and self.largest > max(0.25, 4 / self.samples)

    @property
    def is_rough(self) -> bool:
        """Whether it is a lower end rather than a value.

        Few samples carry most of the sum then.  Larger ones still are rare, so most
        such estimates are too small, some by powers of ten, and the error with them.
        """
        return self.error is None or self.error > _ROUGH or self.is_skewed

    def record(self) -> dict[str, Any]:
        """Return the estimate for JSON, with as many digits as it is worth."""
        from decimal import Decimal  # noqa: PLC0415  floating point ends at 1e308

        error, largest = self.error, self.largest
        return {
            "estimate": int(Decimal(f"{Decimal(self.value):.6g}")),
            "error": None if error is None else float(f"{error:.4g}"),
            "samples": self.samples,
            "largest": None if largest is None else float(f"{largest:.4g}"),
            "rough": self.is_rough,
        }

    def __str__(self) -> str:
        if not self.samples:
            return "no estimate (no sample was finished)"
        samples = f"{self.samples:,} sample{'s' * (self.samples != 1)}"
        if self.largest is None:
            proof = "are" if self.samples != 1 else "is"
            samples = f"{samples}, which {proof} no proof that there is none"
            return f"no solution found ({samples})"
        if self.error is None:
            return f"about {_rounded(self.value)} ({samples}, no standard error)"
        if self.is_skewed:
            samples += f", one of which is {self.largest:.0%} of their sum".replace(
                "%", " %"
            )
        error = f"{100 * self.error:.{'0f' if self.error > 0.1 else '2g'}}"
        remark = f"(standard error {error} %, {samples})"
        if self.is_rough:
            value = _rounded(self.value, 1)
            cause = "few samples carry most of it"
            return f"about {value}, likely too small: {cause} {remark}"
        return f"about {_rounded(self.value)} {remark}"


def _rounded(value: int, digits: int = 3) -> str:
    """Write a number as far as it is worth reading; below a million all but roughly."""
    if value < 1_000_000:
        return str(round(value, 1 - len(str(value))) if digits == 1 else value)
    from decimal import Decimal  # noqa: PLC0415  floating point ends at 1e308

    return f"{Decimal(value):.{digits - 1}e}"


@dataclass(frozen=True, slots=True)
class Count:
    """How many solutions there are: `value` of them, or at least `value`.

    A complete count equals its number: `count(puzzle) == 1`.

    Example:
        >>> print(Count(3, complete=True)), print(Count(1000, complete=False))
        3
        more than 1000
        (None, None)
    """

    value: int
    complete: bool
    stopped: str | None = None
    """Why counting ended early where the limit was not reached (out of time, say)."""
    estimate: Estimate | None = None
    """What samples say, where these were asked for; `value` is then how many solutions
    they have come across, so that there are at least as many."""

    def record(self) -> dict[str, Any]:
        """Return the count for JSON, as in `docs/schema/count.schema.json`."""
        estimate = {} if self.estimate is None else self.estimate.record()
        counted = {"count": self.value, "complete": self.complete}
        return {**counted, **estimate, "stopped": self.stopped}

    def __int__(self) -> int:
        return self.value

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.complete and self.value == other
        if not isinstance(other, Count):
            return NotImplemented
        return astuple(self) == astuple(other)

    def __hash__(self) -> int:
        return hash(self.value)

    def __str__(self) -> str:
        if self.complete:
            return str(self.value)
        if self.estimate is not None and (self.estimate.value or not self.value):
            return str(self.estimate)
        return f"at least {self.value}" if self.stopped else f"more than {self.value}"


def differences(first: Grid, second: Grid) -> tuple[int, ...]:
    """Return the cells in which two grids of one geometry differ.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> differences(Puzzle("1234 3412 2143 4321"),
        ...             Puzzle("2134 3412 1243 4321"))
        (0, 1, 8, 9)
    """
    pairs = zip(first.values, second.values, strict=True)
    return tuple(cell for cell, (value, other) in enumerate(pairs) if value != other)
