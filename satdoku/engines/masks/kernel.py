"""The queues of rows and the search of engine `masks`.

Numba compiles it (`engines.masks.machine_code`); Python runs `propagate` on lists.
"""

from __future__ import annotations

from typing import Any

from satdoku.engines.masks.layout import (
    ARRAYS,
    ATTACHED,
    BEFORE,
    CELLS,
    CHAIN,
    CLAUSE,
    COUNT,
    DATA,
    EITHER,
    HEADS,
    KIND,
    NEED,
    OFFSET,
    PAIR,
    PEERS,
    PRIORITY,
    QUEUE,
    QUEUE_WIDTH,
    QUEUED,
    QUEUES,
    ROWS_OF,
    ROWS_START,
    SCOPE,
    SCOPE_START,
    SINGLES,
    SIZES,
    SLOT,
    SUM,
    UNIT,
    WORD,
    WORDS,
    WORK,
    from_place,
    lowest,
    parts,
    popcount,
)
from satdoku.engines.masks.propagators import narrow_either, narrow_row

# --- the queues -----------------------------------------------------------------------


def enqueue(row: Any, arrays: Any) -> None:
    """Queue a row, unless it is."""
    queued, heads = arrays[QUEUED], arrays[HEADS]
    if queued[row] == 0:
        queued[row] = 1
        lane, width = arrays[PRIORITY][row], arrays[SIZES][QUEUE_WIDTH]
        at = heads[2 * lane] + heads[2 * lane + 1]
        if at >= width:
            at -= width
        arrays[QUEUE][lane * width + at] = row
        heads[2 * lane + 1] += 1


def touch(cell: Any, mask: Any, arrays: Any) -> None:
    """Queue the rows of a cell that changed, and the cell if one digit is left."""
    singles, rows_start, rows = arrays[SINGLES], arrays[ROWS_START], arrays[ROWS_OF]
    if mask & (mask - 1) == 0:
        singles[0] += 1
        singles[singles[0]] = cell
    for i in range(rows_start[cell], rows_start[cell + 1]):
        enqueue(rows[i], arrays)


def queue_all(masks: Any, arrays: Any) -> None:
    """Queue all rows, and the cells with one digit left."""
    for row in range(arrays[SIZES][ATTACHED]):
        enqueue(row, arrays)
    for cell in range(arrays[SIZES][CELLS]):
        if masks[cell] & (masks[cell] - 1) == 0:
            arrays[SINGLES][0] += 1
            arrays[SINGLES][arrays[SINGLES][0]] = cell


def exclude(bit: Any, cells: Any, word: Any, masks: Any, arrays: Any) -> Any:
    """Take a digit from a set of cells; return one that had no other, or -1."""
    while cells:
        cell = word * WORD + lowest(cells)
        cells &= cells - 1
        mask = masks[cell]
        if mask & bit:
            mask &= ~bit
            if mask == 0:
                return cell
            masks[cell] = mask
            touch(cell, mask, arrays)
    return -1


def claim(
    digits: Any, cells: Any, start: Any, end: Any, masks: Any, arrays: Any
) -> Any:
    """Take digits that some cells must hold from the peers that all of these share.

    Returns:
        -1; or -2 - cell of one that had no other digit, or of the cells where none
        can hold one of the digits.
    """
    peers, words = arrays[PEERS], arrays[SIZES][WORDS]
    while digits:
        bit = digits & -digits
        digits &= digits - 1
        for word in range(words):
            common = -1
            for i in range(start, end):
                if masks[cells[i]] & bit:
                    common &= peers[cells[i] * words + word]
                    if common == 0:
                        break
            if common == -1:
                return -2 - cells[start]
            failed = exclude(bit, common, word, masks, arrays)
            if failed >= 0:
                return -2 - failed
    return -1


def propagate(masks: Any, arrays: Any) -> Any:
    """Narrow by all that is queued.

    Returns:
        -1; or the row that failed, or -2 - cell for a cell.
    """
    kind, scope_start, scope = arrays[KIND], arrays[SCOPE_START], arrays[SCOPE]
    heads, queue, queued = arrays[HEADS], arrays[QUEUE], arrays[QUEUED]
    singles, peers, before = arrays[SINGLES], arrays[PEERS], arrays[BEFORE]
    need, data, offset, work = arrays[NEED], arrays[DATA], arrays[OFFSET], arrays[WORK]
    width, words = arrays[SIZES][QUEUE_WIDTH], arrays[SIZES][WORDS]
    bad = -1
    while bad == -1:
        if singles[0]:
            cell = singles[singles[0]]
            singles[0] -= 1
            for word in range(words):
                failed = exclude(
                    masks[cell], peers[cell * words + word], word, masks, arrays
                )
                if failed >= 0:
                    bad = -2 - failed
                    break
            continue
        lane = 0
        while lane < QUEUES and heads[2 * lane + 1] == 0:
            lane += 1
        if lane == QUEUES:
            return -1
        row = queue[lane * width + heads[2 * lane]]
        heads[2 * lane] += 1
        if heads[2 * lane] == width:
            heads[2 * lane] = 0
        heads[2 * lane + 1] -= 1
        start, end = scope_start[row], scope_start[row + 1]
        for i in range(start, end):
            before[i - start] = masks[scope[i]]
        need[0] = 0
        need[1] += 1
        what = kind[row]
        if what == EITHER:
            good = narrow_either(row, masks, arrays)
        else:
            good = narrow_row(row, masks, arrays)
        if not good:
            bad = row
            break
        # Where a second run would change nothing, the row does not queue itself.
        stable = what in (PAIR, CLAUSE, COUNT)
        if what == CHAIN and data[offset[row]] == end - start:
            stable = True  # no cell is read twice
        if not stable:
            queued[row] = 0
        for i in range(start, end):
            cell = scope[i]
            mask = masks[cell]
            if mask != before[i - start]:
                touch(cell, mask, arrays)
        if stable:
            queued[row] = 0
        if need[0] == 0:
            continue
        if what != SUM:
            bad = claim(need[0], scope, start, end, masks, arrays)
            continue
        at = offset[row] + 2
        for group in range(data[at - 1]):
            digits = work[8 + SLOT * group + 4]
            if digits:
                end = at + 2 + data[at + 1]
                bad = claim(digits, data, at + 2, end, masks, arrays)
                if bad != -1:
                    break
            at += 2 + data[at + 1]
    for lane in range(QUEUES):
        while heads[2 * lane + 1]:
            queued[queue[lane * width + heads[2 * lane]]] = 0
            heads[2 * lane] += 1
            if heads[2 * lane] == width:
                heads[2 * lane] = 0
            heads[2 * lane + 1] -= 1
    if bad >= 0:
        queued[bad] = 0
    singles[0] = 0
    return bad


# --- search ---------------------------------------------------------------------------

DONE, SPENT, FULL = range(3)
"""How a part of a search ended: nothing is left; the nodes are spent; there is no room
for more solutions."""

(STARTED, DEPTH, COUNT_FOUND, NODES, ROOM, GROW) = range(6)
"""What the header of a search holds; GROW is what the next failure weighs."""

HEADER_SIZE = 8
FIRST_WEIGHT = 1000
_HEAVY = 1 << 44


def choose(masks: Any, weights: Any, liked: Any, chosen: Any, arrays: Any) -> bool:
    """Choose a cell and a digit by weight for the places; False if nothing is open.

    Of the digits of a cell those that are liked come first.
    """
    best = -1
    places = 1
    weight = 0
    for cell in range(arrays[SIZES][CELLS]):
        mask = masks[cell]
        if mask & (mask - 1):
            size = popcount(mask)
            if best < 0 or size * weight < places * weights[cell]:
                best, places, weight = cell, size, weights[cell]
    if best < 0:
        return False
    bit = masks[best] & liked[best]
    if bit == 0:
        bit = masks[best]
    bit &= -bit
    if places > 2:
        # A digit with two places in a unit is as good as a cell of two.
        kind, scope_start, scope = arrays[KIND], arrays[SCOPE_START], arrays[SCOPE]
        for row in range(arrays[SIZES][ATTACHED]):
            if kind[row] != UNIT:
                break
            start, end = scope_start[row], scope_start[row + 1]
            once, twice, thrice = 0, 0, 0
            for i in range(start, end):
                mask = masks[scope[i]]
                thrice |= twice & mask
                twice |= once & mask
                once |= mask
            if popcount(once) > end - start:
                continue
            digits = twice & ~thrice
            while digits:
                digit = digits & -digits
                digits &= digits - 1
                for i in range(start, end):
                    cell = scope[i]
                    if masks[cell] & digit and 2 * weight < places * weights[cell]:
                        best, places, weight, bit = cell, 2, weights[cell], digit
    chosen[0] = best
    chosen[1] = bit
    return True


def blame(bad: Any, cell: Any, weights: Any, header: Any, arrays: Any) -> None:
    """Let what failed weigh more: the cell that was chosen, and the row's cells."""
    grow = header[GROW]
    grow += grow // 50
    header[GROW] = grow
    weights[cell] += grow
    if bad <= -2:
        weights[-2 - bad] += grow
    else:
        scope = arrays[SCOPE]
        start, end = arrays[SCOPE_START][bad], arrays[SCOPE_START][bad + 1]
        share = grow // 2
        for i in range(start, end):
            weights[scope[i]] += share
    if grow > _HEAVY:
        for i in range(arrays[SIZES][CELLS]):
            weights[i] = FIRST_WEIGHT + (weights[i] >> 34)
        header[GROW] = FIRST_WEIGHT


def search(
    header: Any,
    stack: Any,
    choices: Any,
    weights: Any,
    models: Any,
    liked: Any,
    arrays: Any,
    steps: Any,
) -> int:
    """Search on for some nodes; the masks of a level are a row of `stack`."""
    cells = arrays[SIZES][CELLS]
    masks = stack
    if header[STARTED] == 0:
        header[STARTED] = 1
        queue_all(masks, arrays)
        if propagate(masks, arrays) != -1:
            return DONE
    depth = header[DEPTH]
    last = header[NODES] + steps
    while True:
        masks = from_place(stack, depth * cells)
        chosen = from_place(choices, 2 * depth)
        if choose(masks, weights, liked, chosen, arrays):
            if header[NODES] >= last:
                header[DEPTH] = depth
                return SPENT
            header[NODES] += 1
            depth += 1
            behind = from_place(stack, depth * cells)
            for i in range(cells):
                behind[i] = masks[i]
            behind[chosen[0]] = chosen[1]
            touch(chosen[0], chosen[1], arrays)
            bad = propagate(behind, arrays)
            if bad == -1:
                continue
            blame(bad, chosen[0], weights, header, arrays)
        else:
            start = header[COUNT_FOUND] * cells
            for i in range(cells):
                models[start + i] = masks[i]
            header[COUNT_FOUND] += 1
        bad = 0
        while bad != -1:
            if depth == 0:
                return DONE
            depth -= 1
            masks = from_place(stack, depth * cells)
            cell, bit = choices[2 * depth], choices[2 * depth + 1]
            masks[cell] &= ~bit
            touch(cell, masks[cell], arrays)
            bad = propagate(masks, arrays)
            if bad != -1:
                blame(bad, cell, weights, header, arrays)
        if header[COUNT_FOUND] == header[ROOM]:
            header[DEPTH] = depth
            return FULL


def run(memory: Any, steps: Any) -> int:
    """Search on for some nodes in a memory that `MaskSearch` laid out."""
    arrays = parts(memory)
    return search(
        arrays[ARRAYS],
        arrays[ARRAYS + 1],
        arrays[ARRAYS + 2],
        arrays[ARRAYS + 3],
        arrays[ARRAYS + 4],
        arrays[ARRAYS + 5],
        arrays,
        steps,
    )
