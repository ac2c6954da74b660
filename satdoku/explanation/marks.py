"""What of a step is marked in its picture, as plain data.

Techniques fill different fields of a step; here all become the same few things:

    kinds     of candidates, one each, the first that fits:
                placed    is placed
                removed   is removed
                fin       stands in the way (fins of a fish, extras of a rectangle)
                on, off   is said to be true, to be false, in a chain or a trial
                set       is of a set: an almost locked set, a colour
                used      is of the pattern: of a pair, of a fish
                gone      was removed before, and is needed to see a clash
    sets      the cells of sets, in the order of the step, and the role of each
    cells     the other cells of the pattern
    bands     units that it is about, as rectangles of cells: base sets, and cover sets
    links     from what to what a chain leads
    groups    candidates of one node that lie in a line of a box; a frame holds them
    digits    cells with digits that clash, or that a trial leaves no candidate
    numbers   the order in which a trial places digits and removes candidates
"""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from satdoku.explanation.clash import Clash
from satdoku.explanation.trial import Trial
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.explanation.explanation import Entry
    from satdoku.techniques.step import Node

__all__ = ["Kind", "Link", "Marks", "marks_of"]

Candidate = tuple[int, int]
"""A cell and a digit."""


class Kind(StrEnum):
    """Why a candidate is marked."""

    PLACED = "placed"
    REMOVED = "removed"
    FIN = "fin"
    ON = "on"
    OFF = "off"
    SET = "set"
    USED = "used"
    GONE = "gone"


class Link(NamedTuple):
    """A link of a chain.

    Args:
        start: The candidates it leads from.
        end: The candidates it leads to.
        strong: Whether one of the two ends holds; else not both hold.
        chain: Which chain of the step it is of.
    """

    start: tuple[Candidate, ...]
    end: tuple[Candidate, ...]
    strong: bool
    chain: int


class Marks:
    """What is marked: see above; filled by `marks_of`."""

    def __init__(self) -> None:
        self.kinds: dict[Candidate, Kind] = {}
        self.set_of: dict[Candidate, int] = {}
        self.sets: list[tuple[int, ...]] = []
        self.roles: list[str] = []
        self.cells: tuple[int, ...] = ()
        self.bands: tuple[int, ...] = ()
        self.covers: tuple[int, ...] = ()
        self.links: list[Link] = []
        self.groups: dict[tuple[Candidate, ...], Kind] = {}
        self.digits: tuple[int, ...] = ()
        self.numbers: dict[Candidate, int] = {}

    def add(self, kind: Kind, candidates: Iterable[Candidate]) -> None:
        """Mark candidates that have no mark yet."""
        for candidate in candidates:
            self.kinds.setdefault(candidate, kind)


def marks_of(entry: Entry | None, open_: Sequence[int]) -> Marks:
    """Return what is to be marked.

    Args:
        entry: What is said; None for nothing.
        open_: The candidates of each cell before it, 0 for a filled one: what is not
            there is not marked.

    Example:
        >>> from satdoku.techniques.technique import Technique
        >>> from satdoku.geometry import Geometry
        >>> board = Geometry(4, 4)
        >>> pair = Step(
        ...     board, Technique.NAKED_PAIR, (), ((2, 1),), cells=(0, 1), digits=(1, 2)
        ... )
        >>> marks = marks_of(pair, [3, 3, 5, 12] + [15] * 12)
        >>> sorted({str(kind) for kind in marks.kinds.values()}), marks.cells
        (['removed', 'used'], (0, 1))
    """
    marks = Marks()
    if entry is None:
        return marks
    marks.add(Kind.PLACED, entry.places)
    marks.add(Kind.REMOVED, entry.removes)
    if isinstance(entry, Clash):
        marks.digits = tuple(cell for cell, _ in entry.digits)
        marks.add(Kind.GONE, entry.without)
        return marks
    if isinstance(entry, Trial):
        _mark_trial(marks, entry, open_)
    if isinstance(entry, Step):
        _mark_step(marks, entry, open_)
    return marks


def _mark_trial(marks: Marks, trial: Trial, open_: Sequence[int]) -> None:
    """Mark what follows, and the candidates that are missing in the end.

    Trials within it are told by the candidates that they remove, no more.
    """
    for number, one in enumerate(trial.followed, 1):
        if isinstance(one, Trial):
            candidate = one.removes[0]
            marks.add(Kind.OFF, one.removes)
        else:
            candidate = one.cell, one.digit
            marks.add(Kind.ON, [candidate])
        marks.numbers[candidate] = number
    cell, unit, digit = trial.contradiction
    present = _Present(open_)
    if cell >= 0:
        marks.digits = (cell,)
        marks.add(Kind.OFF, present.of((cell, one) for one in trial.geometry.digits))
    else:
        marks.bands = (unit,)
        cells = trial.geometry.units[unit]
        marks.add(Kind.OFF, present.of((one, digit) for one in cells))


def _mark_step(marks: Marks, step: Step, open_: Sequence[int]) -> None:
    present = _Present(open_)
    marks.add(Kind.FIN, present.of(step.fins))
    for number, chain in enumerate(step.chains):
        for node in chain:
            places = _places(node)
            kind = Kind.ON if node.on else Kind.OFF
            marks.add(kind, present.of(places))
            if len(places) > 1 and _in_line(step, node):
                marks.groups.setdefault(places, kind)
        marks.links += _links(chain, number)
    told: set[int] = set()
    for cells, digits, role in step.sets:
        if "fin" in role:  # a fish's, which are told by `fins`
            continue
        number = len(marks.sets)
        marks.sets.append(cells)
        marks.roles.append(role)
        told.update(cells)
        for candidate in present.of((c, d) for c in cells for d in digits):
            marks.set_of.setdefault(candidate, number)
            marks.kinds.setdefault(candidate, Kind.SET)
    marks.cells = tuple(cell for cell in step.cells if cell not in told)
    marks.bands, marks.covers = step.units, step.covers
    marks.add(Kind.USED, present.of((c, d) for c in step.cells for d in step.digits))


class _Present:
    """Tells which candidates there are."""

    def __init__(self, open_: Sequence[int]) -> None:
        self._open = open_

    def of(self, candidates: Iterable[Candidate]) -> Iterator[Candidate]:
        """Yield those that are there."""
        for cell, digit in candidates:
            if self._open[cell] >> (digit - 1) & 1:
                yield cell, digit


def _places(node: Node) -> tuple[Candidate, ...]:
    return tuple((cell, node.digit) for cell in node.cells)


def _in_line(step: Step, node: Node) -> bool:
    """Whether the cells of a node are in one row or column of one box."""
    board = step.geometry
    row, column, box = (
        len({unit_of(cell) for cell in node.cells})
        for unit_of in (board.row_of, board.column_of, board.box_of)
    )
    return box == 1 in (row, column)


def _links(chain: Sequence[Node], number: int) -> Iterator[Link]:
    """Yield what leads to each node: the one before, or those that it names."""
    for before, node in pairwise(chain):
        sources = [chain[index] for index in node.after] or [before]
        for source in sources:
            yield Link(_places(source), _places(node), node.on, number)
