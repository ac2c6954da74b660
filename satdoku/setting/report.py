"""What `check` reports of a puzzle, and its record for JSON.

A `Report` knows how many solutions there are.  What is redundant, and the true
candidates, it searches for when they are first read:

    a clue is redundant    the rest of the puzzle and "not this digit here" have no
                           solution; so it is with an eliminated candidate.  Without a
                           redundant constraint there is still no other solution
    a candidate is true    the puzzle and the candidate have a solution (candidates.py)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from satdoku.cnf.propagate import contradiction as singles_contradiction
from satdoku.errors import Stopped, counted
from satdoku.puzzle.geometry import mask_of_digits
from satdoku.puzzle.notebook import notebook_svg
from satdoku.runtime.deadline import Deadline
from satdoku.setting.arithmetic import excess_of_cages
from satdoku.setting.batches import lanes_for_one
from satdoku.setting.minimal import clue_texts
from satdoku.setting.oracle import choose_engine, fits, is_kept, oracle_for
from satdoku.solving.results import CAPTIONS, Status, differences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Clash, Puzzle
    from satdoku.setting.candidates import CandidateCounts
    from satdoku.setting.minimal import Contradiction
    from satdoku.setting.oracle import EngineChoice, Member
    from satdoku.solving.results import Count

T = TypeVar("T")

_MAX_NAMED = 5
_MAX_RULES = 2_000_000
"""Clauses of the rules; on grids with more, no clue is tested."""


class Findings(NamedTuple):
    """What a search behind the number of solutions found.

    Args:
        redundant: What follows from the rest of the puzzle.
        candidates: The true candidates.
        stopped: Which limit came first, if one did.
    """

    redundant: tuple[Member, ...] = ()
    candidates: tuple[tuple[int, ...], ...] | None = None
    stopped: str | None = None


def findings(
    puzzle: Puzzle,
    solutions: Sequence[Grid],
    choice: EngineChoice | None = None,
    seconds: float | None = None,
) -> Iterator[Findings]:
    """Test what a puzzle with one solution states, or find true candidates.

    Args:
        puzzle: The puzzle.
        solutions: Its only solution, or two of several.
        choice: The engine and the recipe; None for the usual ones.
        seconds: The time for it; None for no limit.

    Yields:
        What is known, more each time; all of it, or where a limit came, at last.
    """
    known = Findings()
    choice = choice or choose_engine(puzzle.geometry)
    deadline, lanes = Deadline(seconds), None
    if is_kept(puzzle, choice):
        lanes = lanes_for_one(puzzle, loads=seconds is None)
    try:
        deadline.check()
        if len(solutions) == 1 and lanes is not None:
            known = Findings(lanes.redundant([puzzle])[0])
        elif len(solutions) == 1:
            for member in _redundant(puzzle, choice, solutions[0], deadline):
                known = Findings((*known.redundant, member))
                yield known
        elif lanes is not None:
            known = Findings(candidates=lanes.candidates([puzzle])[0])
        else:
            known = Findings(
                candidates=_candidates(puzzle, choice, solutions, deadline)
            )
    except Stopped as stop:
        known = known._replace(stopped=str(stop))
    yield known


def _redundant(
    puzzle: Puzzle, choice: EngineChoice, solution: Grid, deadline: Deadline
) -> Iterator[Member]:
    """Test one thing at a time for whether it follows from the rest; yield what does.

    Raises:
        Stopped: The time is over, or the formula too large (raised by the iterator).
    """
    if not fits(puzzle.geometry, choice, _MAX_RULES):
        raise Stopped("the formula is too large to test clues for redundancy")
    with oracle_for(puzzle, choice, deadline) as oracle:
        oracle.exclude(solution)
        members = oracle.members
        for literal, member in members.items():
            rest = [other for other in members if other != literal]
            if oracle.solution([*rest, -literal]) is None:
                yield member


def _candidates(
    puzzle: Puzzle,
    choice: EngineChoice,
    solutions: Sequence[Grid],
    deadline: Deadline,
) -> tuple[tuple[int, ...], ...]:
    """Return every digit that some solution has in a cell.

    Raises:
        Stopped: The time is over.
    """
    from satdoku.setting.candidates import count_candidates  # noqa: PLC0415  few need it

    counted = count_candidates(puzzle, choice, 1, deadline.left, solutions)
    if not counted.complete:
        raise Stopped("out of time")
    return counted.candidates


@dataclass(frozen=True, eq=False)
class Report:
    """The result of `satdoku.check`.

    What is redundant, and the true candidates where there are several solutions, is
    searched for when it is first read, in what is left of the time limit.

    Args:
        puzzle: The puzzle.
        status: How many solutions there are.
        solutions: None, the only one, or two of several.
        clashes: Every digit that a unit holds twice.
        unavoidable: The cells in which the two solutions of several differ, where it is
            certain that no solution differs from the first in a part of these alone;
            None where a limit came first, or there are no two.
        count: How many solutions there are, where they are several and were counted.
        contradictions: Sets of clues and constraints that leave no solution; all there
            are where `has_all`, one where None.
        has_all: Whether these are certainly all; None where one was looked for.
        smallest: Whether it is certain that no fewer clues contradict each other, or
            that no solution differs from the first in fewer cells; None where that was
            not looked for.
        counts: How many solutions each candidate has, where that was asked for.
        other_boxes: Where clues clash in boxes alone: other boxes in which they do
            not, with how many solutions there are then.
    """

    puzzle: Puzzle
    status: Status
    solutions: tuple[Grid, ...] = ()
    clashes: tuple[Clash, ...] = ()
    unavoidable: tuple[int, ...] | None = None
    count: Count | None = None
    contradictions: tuple[Contradiction, ...] = ()
    has_all: bool | None = None
    smallest: bool | None = None
    counts: CandidateCounts | None = None
    other_boxes: tuple[tuple[Geometry, Status], ...] = ()
    interrupt: KeyboardInterrupt | None = field(default=None, repr=False)
    """Ctrl-C, where that ended the search."""
    choice: EngineChoice | None = field(default=None, repr=False)
    """The engine and the recipe; None for the usual ones."""
    seconds: float | None = field(default=None, repr=False)
    """The time left for what is searched for later; None for no limit."""
    known: Findings | None = field(default=None, repr=False)
    """What is known of redundant clues and candidates; None before the search."""

    def __str__(self) -> str:
        """Return what there is to say, a line each, and the solutions drawn."""
        lines = [f"{heading:10}  {text}" for heading, text in facts(self)]
        return "\n".join([*lines, *map(str, self.solutions)])

    @property
    def clues(self) -> int:
        """How many clues the puzzle has."""
        return self.puzzle.clue_count

    @cached_property
    def reason(self) -> str | None:
        """Why there is no solution, where singles alone show it in time."""
        if self.status is not Status.NONE or self.clashes:
            return None
        try:
            cause = singles_contradiction(self.puzzle, Deadline(self.seconds))
        except Stopped:
            return None
        return cause and cause.text

    @property
    def redundant(self) -> tuple[int, ...] | None:
        """The cells whose clue follows from the rest of the puzzle, one at a time.

        Those found in time where a limit came first; None where none was, or there are
        no or several solutions.
        """
        return self._tested([m for m in self._redundant if isinstance(m, int)])

    @property
    def redundant_candidates(self) -> tuple[tuple[int, int], ...] | None:
        """The (cell, digit) pairs of eliminated candidates; as `redundant`."""
        return self._tested([m for m in self._redundant if isinstance(m, tuple)])

    @property
    def redundant_constraints(self) -> tuple[Constraint, ...] | None:
        """The constraints that follow from the rest, one at a time; as `redundant`."""
        rules = [m for m in self._redundant if not isinstance(m, int | tuple)]
        return self._tested(rules)

    @property
    def candidates(self) -> tuple[tuple[int, ...], ...] | None:
        """For each cell the digits that it holds in some solution, rising.

        None where a limit came first.
        """
        if self.status is Status.NONE:
            return ((),) * self.puzzle.geometry.cells
        if self.status is Status.UNIQUE:
            return tuple((value,) for value in self.solutions[0].values)
        return self._findings.candidates

    @property
    def differences(self) -> tuple[int, ...]:
        """The cells in which the two solutions differ."""
        return differences(*self.solutions) if len(self.solutions) > 1 else ()

    @property
    def stopped(self) -> str | None:
        """Which limit came first, if one did."""
        return self._findings.stopped

    @property
    def complete(self) -> bool:
        """Whether no limit cut the report short."""
        return self.stopped is None

    @property
    def is_proper(self) -> bool | None:
        """Whether there is exactly one solution; None if that is not known."""
        if self.status in (Status.FOUND, Status.UNKNOWN):
            return None
        return self.status is Status.UNIQUE

    @property
    def is_minimal(self) -> bool | None:
        """Whether it is proper and nothing is redundant; None if not known."""
        if not self.is_proper:
            return self.is_proper
        if self._findings.redundant:
            return False
        return True if self.complete else None

    @cached_property
    def _findings(self) -> Findings:
        if self.known is not None or not self.solutions:
            return self.known or Findings()
        *_, last = findings(self.puzzle, self.solutions, self.choice, self.seconds)
        return last

    @property
    def _redundant(self) -> tuple[Member, ...]:
        return self._findings.redundant if self.status is Status.UNIQUE else ()

    def _tested(self, members: list[T]) -> tuple[T, ...] | None:
        """Return what is redundant, or None if it is not known that nothing is."""
        is_tested = self.status is Status.UNIQUE and (members or self.complete)
        return tuple(members) if is_tested else None

    def record(self) -> dict[str, Any]:
        """Return the report for JSON, as in `docs/schema/check.schema.json`."""
        geometry, first = self.puzzle.geometry, self.puzzle.geometry.first_value
        value = first - 1
        names = geometry.cell_names
        contradiction = self.contradictions[0] if self.contradictions else None
        record: dict[str, Any] = {
            "clues": self.clues,
            "clashes": [clash.record() for clash in self.clashes],
            "status": str(self.status),
            "count": None if self.count is None else self.count.value,
            "count_complete": self.count is not None and self.count.complete,
            "proper": self.is_proper,
            "minimal": self.is_minimal,
            "redundant": None if self.redundant is None else names(self.redundant),
            "redundant_candidates": None
            if self.redundant_candidates is None
            else [
                f"{geometry.cell_name(cell)}<>{digit + value}"
                for cell, digit in self.redundant_candidates
            ],
            "redundant_constraints": None
            if self.redundant_constraints is None
            else _described(self.redundant_constraints),
            "solutions": [grid.line for grid in self.solutions],
            "differences": names(self.differences),
            "unavoidable": self.unavoidable
            and [
                {
                    "cell": geometry.cell_name(cell),
                    "digits": [grid.values[cell] + value for grid in self.solutions],
                }
                for cell in self.unavoidable
            ],
            "candidates": self.candidates,
            "reason": self.reason,
            "contradiction": None
            if contradiction is None
            else names(contradiction.cells),
            "contradiction_constraints": contradiction
            and _described(contradiction.constraints),
            "contradiction_minimal": contradiction and contradiction.complete,
            "stopped": self.stopped,
        }
        if self.has_all is not None:
            record["contradictions"] = {
                "sets": [
                    names(contradiction.cells) for contradiction in self.contradictions
                ],
                "constraints": [
                    _described(contradiction.constraints)
                    for contradiction in self.contradictions
                ],
                "complete": self.has_all,
            }
        if self.counts is not None:
            record["candidate_counts"] = {
                "counts": self.counts.counts,
                "most": self.counts.most,
                "complete": self.counts.complete,
            }
        if self.smallest is not None:
            record["smallest"] = self.smallest
        if self.other_boxes:
            record["other_boxes"] = [
                {"box": f"{board.box_height}x{board.box_width}", "status": str(status)}
                for board, status in self.other_boxes
            ]
        return record

    def _repr_svg_(self) -> str:
        """Draw the puzzle with its solution or true candidates, for a notebook."""
        puzzle, solutions = self.puzzle, [grid.values for grid in self.solutions]
        candidates, caption = None, CAPTIONS[self.status]
        if self.status is Status.MULTIPLE and self.candidates is not None:
            caption, solutions = "Several solutions: all their digits", []
            candidates = tuple(map(mask_of_digits, self.candidates))
        first, second, *_ = *solutions, (), ()
        return notebook_svg(
            puzzle.geometry,
            puzzle.values,
            first,
            second,
            candidates=candidates,
            constraints=puzzle.constraints,
            caption=caption,
        )


def _described(rules: Iterable[Constraint]) -> list[str]:
    return [rule.describe() for rule in rules]


# --- in words -------------------------------------------------------------------------


def facts(report: Report) -> Iterator[tuple[str, str]]:
    """Yield what there is to say, each with its heading; empty for more of one."""
    puzzle = report.puzzle
    rules = counted(len(puzzle.constraints), "constraint")
    end = f", and {rules}" if puzzle.constraints else ""
    yield "clues", f"{report.clues:,} in {counted(puzzle.geometry.cells, 'cell')}{end}"
    if puzzle.masks is not None:
        removed = counted(len(puzzle.eliminated), "candidate")
        yield "eliminated", f"{removed} beyond the clues"
    for at, clash in enumerate(report.clashes or ("none",)):
        yield "" if at else "clashes", str(clash)
    for shape, status in report.other_boxes:
        box = f"{shape.box_height}x{shape.box_width}"
        are = "exactly one solution" if status is Status.UNIQUE else "several solutions"
        yield "boxes", f"with boxes of {box} (--box {box}) it has {are}"
    yield "proper", _proper(report)
    if report.status is Status.NONE and (excess := excess_of_cages(puzzle)):
        yield "sums", str(excess)
    if report.has_all is not None:
        number = counted(len(report.contradictions), "minimal set")
        members = "clues and constraints" if puzzle.constraints else "clues"
        end = "" if report.has_all else "; there may be more"
        yield "reasons", f"{number} of {members} that contradict each other{end}"
        for at, contradiction in enumerate(report.contradictions, 1):
            parts = [
                *clue_texts(puzzle, contradiction.cells),
                *_described(contradiction.constraints),
            ]
            yield "", f"{at}: {', '.join(parts) or 'the candidates alone'}"
    elif report.contradictions and not report.clashes:
        yield "reason", _contradiction_text(report)
    yield from _minimal(report)
    if report.stopped is not None:
        yield "stopped", report.stopped


def _minimal(report: Report) -> Iterator[tuple[str, str]]:
    """Yield what is redundant."""
    puzzle, heading = report.puzzle, "minimal"
    name, texts = puzzle.geometry.cell_name, puzzle.geometry.digit_texts
    clues = report.redundant or ()
    pairs = [f"{name(c)}<>{texts[d]}" for c, d in report.redundant_candidates or ()]
    rules = _described(report.redundant_constraints or ())
    for many, word, text in (
        (len(clues), "clue", ", ".join(clue_texts(puzzle, clues))),
        (len(pairs), "eliminated candidate", first_of(pairs)),
        (len(rules), "constraint", "; ".join(rules)),
    ):
        if many:
            are = "are individually" if many > 1 else "is"
            start = "no: " if heading else ""
            yield heading, f"{start}{counted(many, word)} {are} redundant: {text}"
            heading = ""
    if heading and report.status is Status.UNIQUE:
        words = ["clue", *["eliminated candidate"] * (puzzle.masks is not None)]
        words += ["constraint"] * bool(puzzle.constraints)
        none = f"yes: no {' or '.join(words)} is redundant"
        yield heading, none if report.is_minimal else "unknown"


def first_of(names: list[str]) -> str:
    """List the first of some names."""
    end = ", ..." if len(names) > _MAX_NAMED else ""
    return ", ".join(names[:_MAX_NAMED]) + end


def _proper(report: Report) -> str:
    if report.status is not Status.MULTIPLE:
        reason = f": {report.reason}" if report.reason else ""
        return {
            Status.UNIQUE: "yes: it has exactly one solution",
            Status.NONE: f"no: it has no solution{reason}",
            Status.FOUND: "unknown: there is a solution, and there may be more",
            Status.UNKNOWN: "unknown: no solution was found in time",
        }[report.status]
    end = "" if report.unavoidable is None else ", a minimal difference"
    if report.smallest:
        end = ", the smallest difference"
    cells = counted(len(report.differences), "cell")
    count = "several" if report.count is None else report.count
    return f"no: it has {count} solutions; these two differ in {cells}{end}"


def _contradiction_text(report: Report) -> str:
    """Name the clues and constraints that contradict each other."""
    contradiction, end = report.contradictions[0], ""
    if contradiction.complete:
        end = "; removing any one of them resolves it"
        end += "; no smaller set does" * bool(report.smallest)
    return contradiction.text(report.puzzle, end)
