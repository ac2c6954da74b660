"""The propagator of sums: the least and the largest sums of groups."""

from __future__ import annotations

from typing import Any

from satdoku.engines.masks.layout import (
    DATA,
    NEED,
    SLOT,
    WORD,
    WORK,
    highest,
    lowest,
    popcount,
)


def group_bounds(masks: Any, data: Any, at: Any, size: Any, work: Any) -> None:
    """Find the least and the largest sum of different digits, and their extremes.

    `work` gets: least sum, largest sum, the largest digit of the least sum and the
    least digit of the largest sum.
    """
    union = 0
    low = 0
    high = 0
    for i in range(at, at + size):
        mask = masks[data[i]]
        union |= mask
        low += lowest(mask)
        high += highest(mask)
    work[0] = low
    work[1] = high
    work[2] = -1
    work[3] = -1
    if size < 2:
        return
    if popcount(union) < size:
        work[0] = 1
        work[1] = 0
        return
    mask = union
    total = 0
    last = 0
    for _ in range(size):
        last = lowest(mask)
        total += last
        mask &= mask - 1
    if total > low:
        work[0] = total
        work[2] = last
    mask = union
    total = 0
    for _ in range(size):
        last = highest(mask)
        total += last
        mask ^= 1 << last
    if total < high:
        work[1] = total
        work[3] = last


def required_digits(
    masks: Any, data: Any, at: Any, size: Any, least: Any, most: Any
) -> Any:
    """Return the digits without which a group's sum is too large or too small."""
    union = 0
    for i in range(at, at + size):
        union |= masks[data[i]]
    if popcount(union) <= size:
        return union
    needed = 0
    left = union
    total = 0
    for _ in range(size):
        total += lowest(left)
        left &= left - 1
    spare = total + lowest(left) - most
    digits = union & ~left
    while digits and lowest(digits) < spare:
        needed |= digits & -digits
        digits &= digits - 1
    left = union
    total = 0
    for _ in range(size):
        digit = highest(left)
        total += digit
        left ^= 1 << digit
    spare = total + highest(left) - least
    digits = union & ~left
    while digits and highest(digits) > spare:
        needed |= 1 << highest(digits)
        digits ^= 1 << highest(digits)
    return needed


def place_alone(masks: Any, data: Any, at: Any, size: Any, digits: Any) -> bool:
    """Place digits that one of some cells alone can hold; all must have a place."""
    once, twice = 0, 0
    for i in range(at, at + size):
        mask = masks[data[i]]
        twice |= once & mask
        once |= mask
    if digits & ~once:
        return False
    alone = digits & ~twice
    if alone:
        for i in range(at, at + size):
            single = masks[data[i]] & alone
            if single:
                if single & (single - 1):
                    return False
                masks[data[i]] = single
    return True


def narrow_sum(masks: Any, at: Any, arrays: Any) -> bool:
    """Narrow cells by the least and the largest sums of groups of different digits.

    Digits that a group needs are noted behind its four numbers in `work`.
    """
    data, work, need = arrays[DATA], arrays[WORK], arrays[NEED]
    total, groups = data[at], data[at + 1]
    start = at + 2
    while True:
        least, most, widest = 0, 0, 0
        at = start
        lows = 8
        need[0] = 0
        for group in range(groups):
            weight, size = data[at], data[at + 1]
            group_bounds(masks, data, at + 2, size, work)
            low, high = work[0], work[1]
            if low > high:
                return False
            slot = lows + SLOT * group
            work[slot + 4] = 0
            work[slot] = low
            work[slot + 1] = high
            work[slot + 2] = work[2]
            work[slot + 3] = work[3]
            if weight < 0:
                least += weight * high
                most += weight * low
                widest = max(widest, -weight * (high - low))
            else:
                least += weight * low
                most += weight * high
                widest = max(widest, weight * (high - low))
            at += 2 + size
        if total < least or total > most:
            return False
        down = total - least
        up = most - total
        if widest <= down and widest <= up:
            return True
        # How far each digit may lie above the least and below the largest.
        changed = False
        at = start
        for group in range(groups):
            weight, size = data[at], data[at + 1]
            slot = lows + SLOT * group
            if weight < 0:
                weight = -weight
                above, below = up, down
            else:
                above, below = down, up
            if weight * (work[slot + 1] - work[slot]) > min(above, below):
                if weight > 1:
                    above = above // weight
                    below = below // weight
                for i in range(at + 2, at + 2 + size):
                    cell = data[i]
                    mask = masks[cell]
                    if mask & (mask - 1) == 0:
                        continue
                    top = max(lowest(mask), work[slot + 2]) + above
                    bottom = highest(mask)
                    if work[slot + 3] >= 0:
                        bottom = min(bottom, work[slot + 3])
                    bottom -= below
                    left = mask
                    if top < WORD - 1:
                        left &= (2 << top) - 1 if top >= 0 else 0
                    if bottom > 0:
                        left &= ~((1 << bottom) - 1)
                    if left == 0:
                        return False
                    if left != mask:
                        masks[cell] = left
                        changed = True
                if size > 1:
                    digits = required_digits(
                        masks,
                        data,
                        at + 2,
                        size,
                        work[slot + 1] - below,
                        work[slot] + above,
                    )
                    if digits:
                        if not place_alone(masks, data, at + 2, size, digits):
                            return False
                        work[slot + 4] = digits
                        need[0] = 1
            at += 2 + size
        if not changed:
            return True
