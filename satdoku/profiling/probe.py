"""The probe: what is told when something begins and ends, and adds it up.

    span   something that others happen in: a search, the loading of an engine.  It is
           open while they run, and its own time is what none of them took.
    leaf   something that is over when it is told: a propagation, say.  There may be
           millions, so that one costs less than half a microsecond.

All times are of `time.perf_counter_ns`.  Sums are kept of everything, while only so
many spans and leaves are kept one by one, as a tree; of the others each span has sums.

Invariant: the own times of all stages add up to the time of the root, to the
nanosecond.
"""

from __future__ import annotations

from time import perf_counter_ns
from typing import TYPE_CHECKING

from satdoku.profiling.stage import OTHER, Key

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from types import TracebackType
    from typing import Self, TypeVar

    T = TypeVar("T")

__all__ = ["EVENTS", "Cell", "Leaf", "Probe", "Span", "spanned"]

EVENTS = 20_000
"""How many spans and leaves are kept one by one, unless another number is given."""

Leaf = tuple[Key, int, int]
"""What it was, when it began, and when it ended."""


class Cell:
    """A sum.

    Attributes:
        time: Nanoseconds.
        spans, told: How many spans of this kind there were, and how many leaves.
        inner_spans, leaves: How many of both came right in a span of this kind.
    """

    __slots__ = ("inner_spans", "leaves", "spans", "time", "told")

    def __init__(self) -> None:
        self.time = self.spans = self.told = self.inner_spans = self.leaves = 0

    @property
    def calls(self) -> int:
        """How often it happened, as a span or as a leaf."""
        return self.spans + self.told

    def add(self, other: Cell) -> None:
        """Add another sum to this one."""
        self.time += other.time
        self.spans += other.spans
        self.told += other.told
        self.inner_spans += other.inner_spans
        self.leaves += other.leaves


class Span:
    """Something that others happen in; a context.

    Attributes:
        key: What it is.
        begun, ended: When.
        covered: What of its time belongs to what is in it.
        inner_spans, leaves: How many of both came right in it.
        inner: The spans and leaves in it that are kept, in the order of time.
        rest: Sums of those that are not; they all came behind the kept ones.
    """

    __slots__ = (
        "_kept",
        "_outer",
        "_probe",
        "begun",
        "covered",
        "ended",
        "inner",
        "inner_spans",
        "key",
        "leaves",
        "rest",
    )

    def __init__(self, probe: Probe, key: Key) -> None:
        self._probe = probe
        self.key = key
        self._outer = self  # of the root nobody's
        self._kept = True
        self.begun = self.ended = self.covered = 0
        self.inner_spans = self.leaves = 0
        self.inner: list[Span | Leaf] = []
        self.rest: dict[Key, Cell] = {}

    def __enter__(self) -> Self:
        probe = self._probe
        self._outer = outer = probe.inmost
        if outer is not self:
            self._kept = probe.room > 0
            if self._kept:
                probe.room -= 1
                outer.inner.append(self)
        probe.inmost = self
        self.begun = perf_counter_ns()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.ended = perf_counter_ns()
        probe, outer = self._probe, self._outer
        time = self.ended - self.begun
        own = Cell()
        own.time, own.spans = time - self.covered, 1
        own.inner_spans, own.leaves = self.inner_spans, self.leaves
        _of(probe.cells, self.key).add(own)
        probe.inmost = outer
        if outer is self:
            return
        outer.covered += time
        outer.inner_spans += 1
        if not self._kept:
            _of(outer.rest, self.key).add(own)
            for key, cell in self.rest.items():
                _of(outer.rest, key).add(cell)


def _of(cells: dict[Key, Cell], key: Key) -> Cell:
    """Return the sum of a kind, which may be a new one."""
    cell = cells.get(key)
    if cell is None:
        cell = cells[key] = Cell()
    return cell


class Probe:
    """What one solve took.

    Args:
        most: How many spans and leaves are kept one by one.

    Attributes:
        root: The whole of it: whatever happens, happens in this span.
        cells: The sums, by what they are of.
        counters: What engines have counted and formulas hold, by name.
        inmost: The span that was opened last and is still open.
        room: How many more spans and leaves are kept.

    Example:
        >>> probe = Probe()
        >>> with probe.root:
        ...     with probe.span(Key("search", "dpll")):
        ...         probe.leaf(Key("decide", "dpll"), 5, 12)
        >>> [str(key) for key in probe.cells]
        ['decide (dpll)', 'search (dpll)', 'other']
        >>> whole = probe.root.ended - probe.root.begun
        >>> whole == sum(cell.time for cell in probe.cells.values())
        True
    """

    def __init__(self, most: int = EVENTS) -> None:
        self.room = most
        self.cells: dict[Key, Cell] = {}
        self.counters: dict[str, int] = {}
        self.root = self.inmost = Span(self, Key(OTHER))

    def span(self, key: Key) -> Span:
        """Return a span, which begins when it is entered."""
        return Span(self, key)

    def leaf(self, key: Key, begun: int, ended: int) -> None:
        """Tell something that is over, inside of the span that is open."""
        time = ended - begun
        cell = self.cells.get(key)
        if cell is None:
            cell = self.cells[key] = Cell()
        cell.time += time
        cell.told += 1
        outer = self.inmost
        outer.covered += time
        outer.leaves += 1
        if self.room > 0:
            self.room -= 1
            outer.inner.append((key, begun, ended))
            return
        cell = _of(outer.rest, key)
        cell.time += time
        cell.told += 1


def spanned(steps: Iterable[T], probe: Probe, key: Key) -> Generator[T]:
    """Go through steps, each a span of its own; what is done with them is not in it."""
    walk = iter(steps)
    try:
        while True:
            with probe.span(key):
                try:
                    step = next(walk)
                except StopIteration:
                    return
            yield step
    finally:
        close = getattr(walk, "close", None)
        if close is not None:
            close()
