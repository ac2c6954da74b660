"""Which variable to decide on: those of recent conflicts first (VSIDS).

Every variable has an activity.  A conflict raises that of the variables it was resolved
through by `step`, and `step` grows by a twentieth each time, so that recent conflicts
weigh more: after 14 conflicts twice as much.  Free variables wait in a heap.

Invariant: every free variable has an entry with its present activity in the heap, and
so has every variable that `_waits` says so of.  Entries of variables with a value, or
with an activity of the past, are dropped when they come up.

Sources: Moskewicz et al., "Chaff" (DAC 2001), for the idea; Eén and Sörensson, "An
extensible SAT-solver" (SAT 2003), for exponential growth and the heap; Pipatsrisawat
and Darwiche, "A lightweight component caching scheme" (SAT 2007), for saved phases.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_GROWTH = 1.05
_LARGEST = 1e100
_SLACK = 8  # entries a variable, before outdated ones are dropped


class Activities:
    """The activities of variables, and the heap of free ones.

    Args:
        variables: The variables are 1 … `variables`.
        values: By literal, whether it is true (1), false (-1) or free (0).

    Example:
        >>> activities = Activities(3, [0] * 7)
        >>> activities.bump([2, 3])
        >>> activities.bump([3])
        >>> activities.best()
        3
    """

    def __init__(self, variables: int, values: Sequence[int]) -> None:
        self._values = values
        self._step = 1.0
        self._activity = [0.0] * (variables + 1)
        self._heap = [(0.0, variable) for variable in range(1, variables + 1)]
        self._waits = [True] * (variables + 1)

    def bump(self, variables: Iterable[int]) -> None:
        """Raise the activity of the variables of a conflict."""
        activity, heap = self._activity, self._heap
        for variable in variables:
            activity[variable] += self._step
            heappush(heap, (-activity[variable], variable))
            self._waits[variable] = True
        self._step *= _GROWTH
        if self._step > _LARGEST:
            self._activity = [one / _LARGEST for one in activity]
            self._step /= _LARGEST
            self._renew()
        elif len(heap) > _SLACK * len(activity):
            self._renew()

    def free(self, literals: Iterable[int]) -> None:
        """Take back variables that have no value any more."""
        activity, heap, waits = self._activity, self._heap, self._waits
        for variable in map(abs, literals):
            if not waits[variable]:
                heappush(heap, (-activity[variable], variable))
                waits[variable] = True

    def best(self) -> int | None:
        """Return the free variable of the highest activity; None if none is free."""
        activity, heap, values = self._activity, self._heap, self._values
        while heap:
            weight, variable = heap[0]
            if weight == -activity[variable]:
                if not values[variable]:
                    return variable
                self._waits[variable] = False
            heappop(heap)
        return None

    def _renew(self) -> None:
        activity = self._activity
        self._waits = [not value for value in self._values[: len(activity)]]
        self._heap = [
            (-activity[variable], variable)
            for variable in range(1, len(activity))
            if self._waits[variable]
        ]
        heapify(self._heap)


def luby(number: int) -> int:
    """Return a number of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, from 1.

    Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms"
    (Information Processing Letters 1993).

    Example:
        >>> [luby(number) for number in range(1, 16)]
        [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    size = number.bit_length()
    if number == (1 << size) - 1:
        return 1 << (size - 1)
    return luby(number - (1 << (size - 1)) + 1)
