"""Clues are taken from a complete grid, in random order, as long as something holds.

What has to hold is that the puzzle stays proper, or that singles still complete it.
Clues of one orbit of a symmetry go together or stay.  The order is kept: whoever puts
the orbits back from the last on gets an easier puzzle each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

__all__ = ["Removal"]

_PATIENCE = 30
"""Rounds without fewer clues, after which there is no other."""
_WORTH = 5
"""Where more than one clue in so many is to go, it is not worth a try."""
_MOST_BACK = 4
"""Orbits that come back in a round, at most."""


class Removal:
    """The clues of one solution, fewer and fewer.

    Args:
        orbits: The cells of the grid, in sets that go together.
        can_go: Whether clues may go: takes the cells that would stay and those to go.

    Attributes:
        kept: The cells of the clues that are left.
        gone: The orbits without clues, in the order in which they went.

    Example:
        >>> from random import Random
        >>> removal = Removal([(0, 1), (2,), (3,)], lambda kept, going: 3 in kept)
        >>> removal.run([(3,), (2,), (0, 1)])
        >>> sorted(removal.kept), removal.gone
        ([3], [(2,), (0, 1)])
    """

    def __init__(
        self,
        orbits: Iterable[tuple[int, ...]],
        can_go: Callable[[set[int], Sequence[int]], bool],
    ) -> None:
        self._orbits = tuple(orbits)
        self._can_go = can_go
        self.kept = {cell for orbit in self._orbits for cell in orbit}
        self.gone: list[tuple[int, ...]] = []

    def run(self, order: Iterable[tuple[int, ...]], least: int = 0) -> None:
        """Take away what can go.

        Args:
            order: The orbits to try, in order.
            least: How many clues are to stay.
        """
        for orbit in order:
            if len(self.kept) == least:
                return
            if len(self.kept) - len(orbit) < least:
                continue
            kept = self.kept.difference(orbit)
            if self._can_go(kept, orbit):
                self.kept = kept
                self.gone.append(orbit)

    def go_below(self, most: int, random: Random) -> None:
        """Look for fewer clues: put some back at random, and take away others.

        Args:
            most: How many clues are few enough.
            random: What draws.
        """
        if (len(self.kept) - most) * _WORTH > len(self.kept):
            return
        waited = 0
        while len(self.kept) > most and waited < _PATIENCE:
            waited += 1
            before = self.kept, self.gone
            count = min(random.randint(1, _MOST_BACK), len(self.gone))
            back = random.sample(self.gone, count)
            self.gone = [orbit for orbit in self.gone if orbit not in back]
            self.kept = self.kept.union(*back)
            order = [orbit for orbit in self._orbits if orbit[0] in self.kept]
            random.shuffle(order)
            order.sort(key=back.__contains__)  # what came back stays, if it can
            self.run(order, most)
            if len(self.kept) > len(before[0]):
                self.kept, self.gone = before
            elif len(self.kept) < len(before[0]):
                waited = 0

    def nested(self, count: int) -> set[int]:
        """Return the cells of the clues when so many orbits had gone."""
        return self.kept.union(*self.gone[count:])
