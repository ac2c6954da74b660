"""A state as the searches see it: with what they compute of it, kept while it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from satdoku.techniques.deadline import look_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.geometry import Geometry
    from satdoku.techniques.shape import Shape
    from satdoku.techniques.state import State

__all__ = ["View"]

_Kept = TypeVar("_Kept")


class View:
    """A state, and what several searches need to know of it.

    Args:
        state: The state; it may change between two searches, not within one.
        exhaustive: Whether every step is wanted: searches that settle for one step for
            each outcome, or look less deep to be quick, leave nothing out then.
        deadline: When to stop, on the clock `time.monotonic`; None for never.

    Attributes:
        look: Raises `Stopped` when the deadline has passed; every loop that may take
            long calls it once a round.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. .... .... ...3")))
        >>> view.kept(lambda view: sum(mask.bit_count() for mask in view.state.left))
        33
    """

    __slots__ = ("_kept", "_of", "exhaustive", "geometry", "look", "shape", "state")

    def __init__(
        self, state: State, *, exhaustive: bool = False, deadline: float | None = None
    ) -> None:
        self.state = state
        self.exhaustive = exhaustive
        self.look = look_at(deadline)
        self.shape: Shape = state.shape
        self.geometry: Geometry = state.shape.geometry
        self._kept: dict[object, Any] = {}
        self._of = state.changes

    def kept(self, make: Callable[[View], _Kept]) -> _Kept:
        """Return what a function computes of this view, computed once a position."""
        if self._of != self.state.changes:
            self._kept.clear()
            self._of = self.state.changes
        if make not in self._kept:
            self._kept[make] = make(self)
        value: _Kept = self._kept[make]
        return value
