"""What the tests of tracing share: formulas, searches, and trees made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.tracing.tree import Counts, End, Node, Role

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satdoku.tracing.event import Begun, Ended, Event


class Notes:
    """A sink that keeps all it is told."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.begun: list[Begun] = []
        self.events: list[Event] = []
        self.ended: list[Ended] = []

    def begin(self, begun: Begun) -> None:
        """Keep it."""
        assert not self.begun
        self.begun.append(begun)

    def take(self, event: Event) -> None:
        """Keep it."""
        assert self.begun
        assert not self.ended
        self.events.append(event)

    def end(self, ended: Ended) -> None:
        """Keep it."""
        self.ended.append(ended)

    @property
    def kinds(self) -> list[str]:
        """The kinds of the events."""
        return [event.kind for event in self.events]


@pytest.fixture
def notes() -> Notes:
    """Return a sink that keeps all it is told."""
    return Notes()


class Grow(Protocol):
    """Makes a tree by hand."""

    def __call__(self, shape: Sequence[object] | str, level: int = 0) -> Node:
        """Make a node: a list of two shapes, or a letter for a leaf.

        c conflict, s solution, j jumped, o open.
        """
        ...


@pytest.fixture(scope="session")
def grown() -> Grow:
    """Return a function that makes trees: `[["c", "s"], "c"]` and the like."""
    ends = {
        "c": (End.CONFLICT, Counts(1, conflicts=1)),
        "s": (End.SOLUTION, Counts(1, solutions=1)),
        "j": (End.JUMPED, Counts(1, jumped=1)),
        "o": (End.OPEN, Counts(1, open=1)),
    }

    def make(
        shape: Sequence[object] | str, level: int = 0, role: Role = Role.ROOT
    ) -> Node:
        literal = level if role is Role.DECIDED else -level
        decided = int(role is Role.DECIDED)
        if isinstance(shape, str):
            end, counts = ends[shape]
            counts = counts._replace(decided=decided)
            return Node(role, level, literal, str(literal), counts, end=end)
        children = tuple(
            make(below, level + 1, each)  # type: ignore[arg-type]
            for below, each in zip(shape, (Role.DECIDED, Role.FLIPPED), strict=True)
        )
        own = Counts(1, decided)
        counts = Counts.sum((own, *(child.counts for child in children)))
        return Node(role, level, literal, str(literal), counts, children=children)

    return make


@pytest.fixture(scope="session")
def formula() -> Callable[..., Formula]:
    """Return a function that makes a formula of clauses, named as in DIMACS."""

    def make(variables: int, *clauses: tuple[int, ...]) -> Formula:
        group = Group(Origin("file", "test"), clauses)
        return Formula(variables, len(clauses), lambda: [group], str)

    return make


@pytest.fixture(scope="session")
def jumping(formula: Callable[..., Formula]) -> Formula:
    """Return a formula without a model, and a decision that has no part in that."""
    core = [(a * 3, b * 4, c * 5) for a in (1, -1) for b in (1, -1) for c in (1, -1)]
    return formula(6, (1, 2, 6), *core)
