"""Links between candidates: what a true one rules out, what a false one leaves.

A candidate is a number: nine times its cell, plus its digit less one.  If it is true,
the other digits of its cell and the same digit in its peers are false: `off_by`.  If it
is false where a cell or unit has just one other place, that one is true: `on_by`.

X-links are those of a digit in units, Y-links those of a cell; chains of the scheme use
either or both.  Lists are in the order in which it goes along them, since of two chains
it takes the one met first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.se.layout import SIGHT, UNITS, UNITS_OF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.techniques.state import State

__all__ = ["CELL", "Links"]

CELL = -1
"""The cause of a true candidate: it is the last of its cell.  Others are units."""


class Links:
    """The links of a position.

    Args:
        left: The candidates of each cell.
        where: The cells of each digit.
        x: Whether a false candidate leaves another by its units.
        y: Whether cells link at all.

    Attributes:
        candidates: All candidates, rising.
        off_by: What each rules out if true.
        on_by: What each leaves if false.
        can: The candidates that leave another if false, as a mask.
        cause: Why one leaves another: by 729 times the first plus the second, `CELL` or
            the unit.
        sees, on_mask: The same lists as masks.
        off_mask: The first, of it only what is in `can`.
    """

    __slots__ = (
        "can",
        "candidates",
        "cause",
        "off_by",
        "off_mask",
        "on_by",
        "on_mask",
        "sees",
    )

    def __init__(
        self, left: Sequence[int], where: Sequence[int], *, x: bool, y: bool
    ) -> None:
        self.candidates: list[int] = []
        self.off_by: dict[int, list[int]] = {}
        self.on_by: dict[int, list[int]] = {}
        self.off_mask: dict[int, int] = {}
        self.on_mask: dict[int, int] = {}
        self.sees: dict[int, int] = {}
        self.cause: dict[int, int] = {}
        self.can = 0
        for cell, mask in enumerate(left):
            own = _digits(cell, mask)
            self.candidates += own
            for candidate in own:
                digit = candidate - 9 * cell
                on = self._on(left, where, cell, digit, x=x, y=y)
                self.on_by[candidate] = list(on)
                on_mask = 0
                for other, cause in on.items():
                    on_mask |= 1 << other
                    self.cause[729 * candidate + other] = cause
                self.on_mask[candidate] = on_mask
                if on:
                    self.can |= 1 << candidate
                off = [other for other in own if other != candidate] if y else []
                here = where[digit + 1]
                for part in SIGHT[cell]:
                    rest = here & part
                    while rest:
                        low = rest & -rest
                        rest ^= low
                        off.append(9 * low.bit_length() - 9 + digit)
                self.off_by[candidate] = off
        for candidate, off in self.off_by.items():
            off_mask = 0
            for other in off:
                off_mask |= 1 << other
            self.sees[candidate] = off_mask
            self.off_mask[candidate] = off_mask & self.can

    @classmethod
    def of(cls, state: State, *, x: bool = True, y: bool = True) -> Links:
        """Return the links of a state."""
        return cls(state.left, state.where, x=x, y=y)

    @staticmethod
    def _on(
        left: Sequence[int],
        where: Sequence[int],
        cell: int,
        digit: int,
        *,
        x: bool,
        y: bool,
    ) -> dict[int, int]:
        on: dict[int, int] = {}
        mask = left[cell]
        if y and mask.bit_count() == 2:
            on[9 * cell + (mask ^ 1 << digit).bit_length() - 1] = CELL
        if x:
            here = where[digit + 1]
            for unit in UNITS_OF[cell]:
                places = here & UNITS[unit]
                if places.bit_count() == 2:
                    other = 9 * (places ^ 1 << cell).bit_length() - 9 + digit
                    on.setdefault(other, unit)
        return on


def _digits(cell: int, mask: int) -> list[int]:
    candidates: list[int] = []
    while mask:
        low = mask & -mask
        mask ^= low
        candidates.append(9 * cell + low.bit_length() - 1)
    return candidates
