"""Candidates as masks: what clues leave open, and what a puzzle rules out beyond that.

A mask holds digit d as bit d - 1.  A unit's clues take their digits from all its other
cells; a puzzle may rule out more, and what it leaves is kept in `Puzzle.candidates`, in
one form only, whatever way it came:

    a filled cell    its value alone
    an empty cell    no digit that a peer's clue has
    all cells        None, where that is just what the clues leave open

No search, no singles: a mask of an empty cell may have one digit, or none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.geometry import Geometry

__all__ = ["checked_masks", "normal_masks", "open_masks", "placed_values"]


def open_masks(
    geometry: Geometry,
    values: Sequence[int],
    units: Iterable[Sequence[int]] | None = None,
) -> tuple[int, ...]:
    """Return the digits that clues leave to each cell.

    Args:
        geometry: The shape.
        values: The clues, 0 for an empty cell.
        units: The cells of each unit; None for rows, columns and boxes.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> open_masks(Geometry(4, 4), (1, 0, 0, 2) + (0,) * 12)[:6]
        (1, 12, 12, 2, 14, 14)
    """
    masks = [(1 << geometry.size) - 1] * geometry.cells
    for unit in geometry.units if units is None else units:
        taken = 0
        for cell in unit:
            if values[cell]:
                taken |= 1 << (values[cell] - 1)
        if taken:
            for cell in unit:
                masks[cell] &= ~taken
    for cell, value in enumerate(values):
        if value:
            masks[cell] = 1 << (value - 1)
    return tuple(masks)


def checked_masks(geometry: Geometry, masks: Sequence[int]) -> tuple[int, ...]:
    """Return masks that fit the geometry.

    Raises:
        InputError: They are too few or too many, or one is no mask of its digits.
    """
    if len(masks) != geometry.cells:
        raise InputError(
            f"candidates of {len(masks)} cells",
            expected=f"those of {geometry.cells} for a grid of {geometry}",
        )
    full = (1 << geometry.size) - 1
    for cell, mask in enumerate(masks):
        if type(mask) is not int or not 0 <= mask <= full:
            row, column = divmod(cell, geometry.columns)
            raise InputError(
                f"{shown(mask)} cannot be the candidates of a cell",
                expected=f"a mask from 0 (none) to {full} (all), digit d as bit d - 1",
                cell=(row + 1, column + 1),
            )
    return tuple(masks)


def normal_masks(
    geometry: Geometry,
    values: tuple[int, ...],
    masks: Sequence[int],
    units: Iterable[Sequence[int]] | None = None,
) -> tuple[int, ...] | None:
    """Return candidates in the one form a puzzle keeps them in.

    Raises:
        InputError: They are no masks of this geometry, or exclude a cell's own value.
    """
    masks = checked_masks(geometry, masks)
    for cell, value in enumerate(values):
        if value and not masks[cell] >> (value - 1) & 1:
            row, column = divmod(cell, geometry.columns)
            raise InputError(
                f"its candidates exclude its value {value}",
                expected="candidates with it",
                cell=(row + 1, column + 1),
            )
    left = open_masks(geometry, values, units)
    kept = tuple(mask & open_ for mask, open_ in zip(masks, left, strict=True))
    return None if kept == left else kept


def placed_values(geometry: Geometry, masks: Sequence[int]) -> tuple[int, ...]:
    """Return the values of the cells that are placed, by their candidates alone.

    A cell is placed if it has one candidate and no peer has that one; with a peer that
    has it, it is a single that nobody has followed yet.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> placed_values(Geometry(4, 4), (1, 2, 4, 4) + (14,) * 12)
        (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    """
    shared = [0] * geometry.cells
    for unit in geometry.units:
        once = twice = 0
        for cell in unit:
            twice |= once & masks[cell]
            once |= masks[cell]
        for cell in unit:
            shared[cell] |= twice
    return tuple(
        0 if mask & (mask - 1) or mask & other else mask.bit_length()
        for mask, other in zip(masks, shared, strict=True)
    )
