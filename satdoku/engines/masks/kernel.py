"""The kernel of engine `masks`: propagation of rows, and a search around it.

Written so that Numba can compile it (`engines.masks.native`), and so that Python can
run all but `run` and `search` on lists (`engines.masks.narrowing`): every number is a
64-bit integer, every mask has at most 62 bits, and no memory is allocated.

A row is a primitive of `puzzle.constraints.primitives` as numbers, which start at
`data[offset]`:

    UNIT     k, cells                    different; as many digits as cells: each once
    PAIR     a, b, table, back           table[bit of a]: mask of what b may hold
    SETS     k, first, many, cells       different digits that form one of the sets
    SUM      total, groups, then each    weight, k, cells: of different digits
    CHAIN    k, automaton, cells         an automaton reads the cells
    CLAUSE   k, (cell, mask) * k         some cell holds a digit of its mask
    COUNT    counts, mask, k, cells      how often digits of the mask may occur, as bits
    CIRCLES  k, first, many, cells       a digit occurs as often as its value; the
                                         digits are one of the sets
    SAME     k, cells, other cells       each digit as often in both
    BETWEEN  total, k, cells             what stands between the extremes adds up
    RANK     rank, digit, k, line, m, (k, other) * m
                                         the digit is the first of the line; 0: any
    VARIETY  count cell, k, cells        the cell says how many digits the cells hold
    EITHER   m, (first row, rows) * m    the rows of one branch hold

Propagators narrow masks in place and return whether something fits.
"""

from __future__ import annotations

from typing import Any

(
    UNIT,
    PAIR,
    SETS,
    SUM,
    CHAIN,
    CLAUSE,
    COUNT,
    CIRCLES,
    SAME,
    BETWEEN,
    RANK,
    VARIETY,
    EITHER,
) = range(13)
"""The kinds of rows."""

WORD = 62
"""Bits of a word in use: numbers are signed, and Python's have no end."""

MOST_GROUPS = 96
"""Groups of one sum."""

SLOT = 5
"""Numbers that are kept of each."""

(
    KIND,
    OFFSET,
    PRIORITY,
    DATA,
    SCOPE_START,
    SCOPE,
    ROWS_START,
    ROWS_OF,
    TABLES,
    CHOICES,
    CHAINS,
    MOVES_START,
    MOVES,
    STARTS,
    ACCEPTS,
    PEERS,
    NEED,
    WORK,
    ALIVE,
    LISTS,
    LENGTHS,
    TRIAL,
    UNION,
    BEFORE,
    QUEUE,
    HEADS,
    QUEUED,
    SINGLES,
    SIZES,
) = range(29)
"""The arrays of `propagate`, in their order; those from NEED on are scratch."""

ARRAYS = 29

(SIZE, LOWEST, WORDS, ALIVE_WIDTH, QUEUE_WIDTH, ATTACHED, CELLS) = range(7)
"""What SIZES holds: digits, the least value, words of a set of cells, states of the
largest automaton, rows that a queue can hold, rows that stand for themselves, cells."""

QUEUES = 3


def popcount(word: Any) -> Any:
    """Return how many bits are set."""
    return word.bit_count()


def lowest(word: Any) -> Any:
    """Return the number of the lowest bit that is set."""
    return (word & -word).bit_length() - 1


def highest(word: Any) -> Any:
    """Return the number of the highest bit that is set."""
    return word.bit_length() - 1


def from_place(memory: Any, at: Any) -> Any:
    """Return the same memory from a place on."""
    return memory[at:]


# --- propagators ----------------------------------------------------------------------


def narrow_unit(masks: Any, at: Any, arrays: Any) -> bool:
    """Follow singles of a unit; note the digits with at most three places left."""
    data, need = arrays[DATA], arrays[NEED]
    size = data[at]
    while True:
        fixed = 0
        once, twice, thrice, often = 0, 0, 0, 0
        for i in range(at + 1, at + 1 + size):
            mask = masks[data[i]]
            often |= thrice & mask
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
            if mask & (mask - 1) == 0:
                if fixed & mask:
                    return False
                fixed |= mask
        digits = popcount(once)
        if digits < size:
            return False
        hidden = once & ~twice & ~fixed if digits == size else 0
        changed = False
        for i in range(at + 1, at + 1 + size):
            cell = data[i]
            mask = masks[cell]
            if mask & (mask - 1) == 0:
                continue
            left = mask & ~fixed
            single = left & hidden
            if single:
                if single & (single - 1):
                    return False
                left = single
            if left == 0:
                return False
            if left != mask:
                masks[cell] = left
                changed = True
        if not changed:
            need[0] = once & ~fixed & ~often if digits == size else 0
            return True


def narrow_pair(masks: Any, at: Any, arrays: Any) -> bool:
    """Keep what goes with something in the other cell, both ways."""
    data, tables, size = arrays[DATA], arrays[TABLES], arrays[SIZES][SIZE]
    for way in range(2):
        table = data[at + 2 + way] * size
        mask = masks[data[at + way]]
        union = 0
        while mask:
            union |= tables[table + lowest(mask)]
            mask &= mask - 1
        other = data[at + 1 - way]
        union &= masks[other]
        if union == 0:
            return False
        masks[other] = union
    return True


def narrow_sets(masks: Any, at: Any, arrays: Any) -> bool:
    """Keep the digits of sets that still fit; note those of every set."""
    data, choices, need = arrays[DATA], arrays[CHOICES], arrays[NEED]
    size, first, many = data[at], data[at + 1], data[at + 2]
    at += 3
    union, fixed = 0, 0
    for i in range(at, at + size):
        mask = masks[data[i]]
        union |= mask
        if mask & (mask - 1) == 0:
            fixed |= mask
    left = 0
    every = union
    low_cell = 0
    high_cell = 0
    one, other = data[at], data[at + size - 1]
    for j in range(first, first + many):
        chosen = choices[j]
        if chosen & ~union or fixed & ~chosen:
            continue
        if size == 2:
            low = chosen & -chosen
            high = chosen ^ low
            if masks[one] & low and masks[other] & high:
                low_cell |= low
                high_cell |= high
            if masks[one] & high and masks[other] & low:
                low_cell |= high
                high_cell |= low
            continue
        possible = True
        for i in range(at, at + size):
            if masks[data[i]] & chosen == 0:
                possible = False
                break
        if possible:
            left |= chosen
            every &= chosen
    if size == 2:
        masks[one] = low_cell
        masks[other] = high_cell
        need[0] = 0
        return low_cell != 0
    if left == 0:
        return False
    # A digit of every set that one cell alone can hold stands there.
    once, twice = 0, 0
    for i in range(at, at + size):
        mask = masks[data[i]] & left
        twice |= once & mask
        once |= mask
    if every & ~once:
        return False
    alone = every & once & ~twice
    for i in range(at, at + size):
        mask = masks[data[i]] & left
        single = mask & alone
        if single:
            if single & (single - 1):
                return False
            mask = single
        if mask == 0:
            return False
        masks[data[i]] = mask
    need[0] = every & ~fixed
    return True


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
    if popcount(union) == size:
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
    """Narrow cells by the least and the largest sums; exactly where little is open.

    Digits that a group needs are noted behind its four numbers in `work`.
    """
    data, work, need = arrays[DATA], arrays[WORK], arrays[NEED]
    total, groups = data[at], data[at + 1]
    start = at + 2
    while True:
        least, most = 0, 0
        widest = 0
        unknown = 0
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
            for i in range(at + 2, at + 2 + size):
                mask = masks[data[i]]
                if mask & (mask - 1):
                    unknown += 1
            at += 2 + size
        if total < least or total > most:
            return False
        down = total - least
        up = most - total
        if unknown == 0 or (widest <= down and widest <= up):
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
            break
    if unknown <= 3 or min(down, up) < WORD - 1:
        return exact_sum(masks, data, start - 2, work)
    return True


def exact_sum(masks: Any, data: Any, at: Any, work: Any) -> bool:
    """Keep the digits of partial sums that meet the total, cell by cell.

    Sums are bits of a word, relative to the least or the largest sum of all cells.  The
    cells of a group count as free here, but for what `group_bounds` knows of two.
    """
    groups = data[at + 1]
    start = at + 2
    # The slack of the cells alone.
    least, most = 0, 0
    at = start
    cells = 0
    for _ in range(groups):
        weight, size = data[at], data[at + 1]
        for i in range(at + 2, at + 2 + size):
            mask = masks[data[i]]
            if weight < 0:
                least += weight * highest(mask)
                most += weight * lowest(mask)
            else:
                least += weight * lowest(mask)
                most += weight * highest(mask)
        cells += size
        at += 2 + size
    total = data[start - 2]
    down = total - least
    up = most - total
    if down < 0 or up < 0:
        return False
    flip = up < down
    slack = up if flip else down
    if slack >= WORD:
        return True
    full = (1 << (slack + 1)) - 1 if slack < WORD - 1 else (1 << WORD) - 1
    base = 8 + SLOT * MOST_GROUPS
    work[base] = 1
    at = start
    place = base
    for _ in range(groups):
        weight, size = data[at], data[at + 1]
        upwards = (weight > 0) != flip
        factor = weight if weight > 0 else -weight
        for i in range(at + 2, at + 2 + size):
            mask = masks[data[i]]
            edge = lowest(mask) if upwards else highest(mask)
            reached = 0
            before = work[place]
            while mask:
                digit = lowest(mask)
                mask &= mask - 1
                step = factor * (digit - edge if upwards else edge - digit)
                if step <= slack:
                    reached |= before << step
            place += 1
            work[place] = reached & full
        at += 2 + size
    if work[place] >> slack & 1 == 0:
        return False
    needed = 1 << slack
    # Backwards: groups from the last to the first.
    for group in range(groups - 1, -1, -1):
        at = start
        for _ in range(group):
            at += 2 + data[at + 1]
        weight, size = data[at], data[at + 1]
        upwards = (weight > 0) != flip
        factor = weight if weight > 0 else -weight
        for i in range(at + 1 + size, at + 1, -1):
            cell = data[i]
            mask = masks[cell]
            edge = lowest(mask) if upwards else highest(mask)
            place -= 1
            before = work[place]
            kept, earlier = 0, 0
            while mask:
                digit = lowest(mask)
                mask &= mask - 1
                step = factor * (digit - edge if upwards else edge - digit)
                if step > slack:
                    continue
                possible = needed >> step & before
                if possible:
                    kept |= 1 << digit
                    earlier |= possible
            if kept == 0:
                return False
            masks[cell] = kept
            needed = earlier
    return True


def narrow_chain(masks: Any, at: Any, arrays: Any) -> bool:
    """Run an automaton forwards, then backwards, over the states of each place."""
    data, size, width = arrays[DATA], arrays[SIZES][SIZE], arrays[SIZES][ALIVE_WIDTH]
    chains, moves_start, moves = arrays[CHAINS], arrays[MOVES_START], arrays[MOVES]
    starts, accepts = arrays[STARTS], arrays[ACCEPTS]
    alive, lists, lengths = arrays[ALIVE], arrays[LISTS], arrays[LENGTHS]
    length, number = data[at], 5 * data[at + 1]
    at += 2
    base, first = chains[number], chains[number + 1]
    count, accept = chains[number + 2], chains[number + 3]
    for i in range(count):
        state = starts[first + i]
        lists[i] = state
        alive[state] = 1
    lengths[0] = count
    reached = length
    for place in range(length):
        mask = masks[data[at + place]]
        row = (place + 1) * width
        many = 0
        for i in range(place * width, place * width + lengths[place]):
            state = base + lists[i] * size
            left = mask
            while left:
                move = state + lowest(left)
                left &= left - 1
                for j in range(moves_start[move], moves_start[move + 1]):
                    target = moves[j]
                    if alive[row + target] == 0:
                        alive[row + target] = 1
                        lists[row + many] = target
                        many += 1
        lengths[place + 1] = many
        if many == 0:
            reached = place + 1
            break
    good = False
    if lengths[reached]:
        row = length * width
        for i in range(row, row + lengths[length]):
            state = lists[i]
            if accepts[accept + state]:
                good = True
            else:
                alive[row + state] = 0
    if good:
        for place in range(length - 1, -1, -1):
            mask = masks[data[at + place]]
            row = (place + 1) * width
            seen = 0
            for i in range(place * width, place * width + lengths[place]):
                state = base + lists[i] * size
                left = mask
                lives = 0
                while left:
                    bit = left & -left
                    left &= left - 1
                    if lives and seen & bit:
                        continue
                    move = state + lowest(bit)
                    for j in range(moves_start[move], moves_start[move + 1]):
                        if alive[row + moves[j]]:
                            lives = 1
                            seen |= bit
                            break
                alive[place * width + lists[i]] = lives
            masks[data[at + place]] = seen
            if seen == 0:
                good = False
                break
    for place in range(reached + 1):
        row = place * width
        for i in range(row, row + lengths[place]):
            alive[row + lists[i]] = 0
    return good


def narrow_clause(masks: Any, at: Any, arrays: Any) -> bool:
    """Where one cell alone can satisfy a clause, let it."""
    data = arrays[DATA]
    size = data[at]
    left = -1
    for i in range(at + 1, at + 1 + 2 * size, 2):
        mask = masks[data[i]]
        if mask & ~data[i + 1] == 0:
            return True
        if mask & data[i + 1]:
            if left >= 0:
                return True
            left = i
    if left < 0:
        return False
    masks[data[left]] &= data[left + 1]
    return True


def narrow_count(masks: Any, at: Any, arrays: Any) -> bool:
    """Where as many cells can hold a digit as must, or as many do as may, fix them."""
    data, need = arrays[DATA], arrays[NEED]
    counts, digits, size = data[at], data[at + 1], data[at + 2]
    at += 3
    possible, sure = 0, 0
    for i in range(at, at + size):
        mask = masks[data[i]]
        if mask & digits:
            possible += 1
            if mask & ~digits == 0:
                sure += 1
    left = counts & ((2 << possible) - 1) & ~((1 << sure) - 1)
    if left == 0:
        return False
    least = lowest(left)
    if least == possible:
        for i in range(at, at + size):
            if masks[data[i]] & digits:
                masks[data[i]] &= digits
    elif highest(left) == sure:
        for i in range(at, at + size):
            if masks[data[i]] & ~digits:
                masks[data[i]] &= ~digits
    elif least > sure and digits & (digits - 1) == 0:
        need[0] = digits
    return True


def tally(masks: Any, data: Any, start: Any, end: Any, bit: Any) -> Any:
    """Return how many cells can hold a digit, and how many hold it."""
    possible, sure = 0, 0
    for i in range(start, end):
        mask = masks[data[i]]
        if mask & bit:
            possible += 1
            if mask == bit:
                sure += 1
    return possible, sure


def fix_count(
    masks: Any, data: Any, start: Any, end: Any, bit: Any, count: Any
) -> bool:
    """Let a digit occur so often among cells."""
    possible, sure = tally(masks, data, start, end, bit)
    if sure > count or possible < count:
        return False
    if sure == possible:
        return True
    if possible == count:
        for i in range(start, end):
            if masks[data[i]] & bit:
                masks[data[i]] = bit
    elif sure == count:
        for i in range(start, end):
            if masks[data[i]] != bit:
                masks[data[i]] &= ~bit
    return True


def narrow_circles(masks: Any, at: Any, arrays: Any) -> bool:
    """Keep the digits of sets that can fill the cells; count those of every set."""
    data, choices = arrays[DATA], arrays[CHOICES]
    lowest_value = arrays[SIZES][LOWEST]
    size, first, many = data[at], data[at + 1], data[at + 2]
    start = at + 3
    end = start + size
    union, sure = 0, 0
    for i in range(start, end):
        mask = masks[data[i]]
        union |= mask
        if mask & (mask - 1) == 0:
            sure |= mask
    # The digits that can occur as often as they say.
    usable = 0
    left = union
    while left:
        bit = left & -left
        left &= left - 1
        value = lowest(bit) + lowest_value
        possible, fixed = tally(masks, data, start, end, bit)
        if fixed <= value <= possible:
            usable |= bit
    kept = 0
    every = usable
    for j in range(first, first + many):
        chosen = choices[j]
        if chosen & ~usable or sure & ~chosen:
            continue
        fits = True
        for i in range(start, end):
            if masks[data[i]] & chosen == 0:
                fits = False
                break
        if fits:
            kept |= chosen
            every &= chosen
    if kept == 0:
        return False
    for i in range(start, end):
        masks[data[i]] &= kept
    while every:
        bit = every & -every
        every &= every - 1
        value = lowest(bit) + lowest_value
        if not fix_count(masks, data, start, end, bit, value):
            return False
    return True


def narrow_same(masks: Any, at: Any, arrays: Any) -> bool:
    """Bound how often each digit occurs on one side by the other."""
    data = arrays[DATA]
    size = data[at]
    start = at + 1
    union = 0
    for i in range(start, start + 2 * size):
        union |= masks[data[i]]
    while union:
        bit = union & -union
        union &= union - 1
        least = 0
        most = size
        for side in range(2):
            possible, sure = tally(
                masks, data, start + side * size, start + side * size + size, bit
            )
            least = max(least, sure)
            most = min(most, possible)
        if least > most:
            return False
        for side in range(2):
            begin = start + side * size
            possible, sure = tally(masks, data, begin, begin + size, bit)
            count = least if possible == least else most
            if (possible == least or sure == most) and not fix_count(
                masks, data, begin, begin + size, bit, count
            ):
                return False
    return True


def narrow_between(masks: Any, at: Any, arrays: Any) -> bool:
    """Try each pair of extremes at each two places; sums between are bits of a word.

    `work` has the digits that are kept at each place, then the sums up to each.
    """
    data, work = arrays[DATA], arrays[WORK]
    size, cells = data[at + 1], at + 2
    union = 0
    for i in range(size):
        union |= masks[data[cells + i]]
        work[i] = 0
    lows = union
    while lows:
        low = lows & -lows
        lows &= lows - 1
        highs = lows
        while highs:
            high = highs & -highs
            highs &= highs - 1
            if lowest(high) - lowest(low) >= size - 1:
                keep_between(masks, at, low, high, union, arrays)
    for i in range(size):
        masks[data[cells + i]] &= work[i]
        if masks[data[cells + i]] == 0:
            return False
    return True


def keep_between(
    masks: Any, at: Any, low: Any, high: Any, union: Any, arrays: Any
) -> None:
    """Note what cells may hold with these extremes somewhere in them."""
    data, work, lowest_value = arrays[DATA], arrays[WORK], arrays[SIZES][LOWEST]
    total, size, cells = data[at], data[at + 1], at + 2
    inside = (high - 1) & ~(low - 1) & ~low
    # How many different digits can have the sum.
    fewest = -1
    most = -1
    small = 0
    great = 0
    smalls = union & inside
    greats = union & inside
    for many in range(size - 1):
        if small <= total <= great:
            most = many
            if fewest < 0:
                fewest = many
        if smalls == 0:
            break
        small += lowest(smalls) + lowest_value
        smalls &= smalls - 1
        great += highest(greats) + lowest_value
        greats ^= 1 << highest(greats)
    if fewest < 0:
        return
    end = size
    while end > 0 and masks[data[cells + end - 1]] & inside:
        end -= 1
    # From here on all cells may lie outside.
    last_first = -1
    first_last = size
    for i in range(size - 1 - fewest):
        one = masks[data[cells + i]]
        if one & (low | high):
            for j in range(max(i + 1 + fewest, end - 1), min(i + 2 + most, size)):
                other = masks[data[cells + j]]
                up = one & low and other & high
                down = one & high and other & low
                if not (up or down):
                    continue
                if not sum_between(masks, at, i, j, inside, arrays):
                    continue
                if up:
                    work[i] |= low
                    work[j] |= high
                if down:
                    work[i] |= high
                    work[j] |= low
                last_first = i
                first_last = min(first_last, j)
        if one & inside == 0:
            break
    for i in range(last_first):
        work[i] |= masks[data[cells + i]] & inside
    if last_first >= 0:
        for i in range(first_last + 1, size):
            work[i] |= masks[data[cells + i]] & inside


def sum_between(
    masks: Any, at: Any, start: Any, end: Any, inside: Any, arrays: Any
) -> bool:
    """Note the digits between two places that are part of a sum; False without one."""
    data, work, lowest_value = arrays[DATA], arrays[WORK], arrays[SIZES][LOWEST]
    total, size, cells = data[at], data[at + 1], at + 2
    sums = (2 << total) - 1
    before = 1
    for i in range(start + 1, end):
        work[size + i] = before
        left = masks[data[cells + i]] & inside
        reached = 0
        while left:
            value = lowest(left) + lowest_value
            if value <= total:
                reached |= before << value & sums
            left &= left - 1
        before = reached
    if before >> total & 1 == 0:
        return False
    needed = 1 << total
    for i in range(end - 1, start, -1):
        left = masks[data[cells + i]] & inside
        earlier = 0
        while left:
            bit = left & -left
            left &= left - 1
            possible = needed >> (lowest(bit) + lowest_value) & work[size + i]
            if possible:
                work[i] |= bit
                earlier |= possible
        needed = earlier
    return True


def compare_lines(
    masks: Any, data: Any, line: Any, other: Any, start: Any, end: Any
) -> Any:
    """Return 3 * place, and 0: open there, 1: less, 2: not less, as others know."""
    for place in range(start, end):
        mine = masks[data[line + place]]
        its = masks[data[other + place]]
        if mine == its and mine & (mine - 1) == 0:
            continue
        if highest(its) < lowest(mine):
            return 3 * place + 1
        if lowest(its) > highest(mine):
            return 3 * place + 2
        return 3 * place
    return 3 * end + 2


def narrow_rank(masks: Any, at: Any, arrays: Any) -> bool:
    """Where all open lines must be smaller, or none, bound their next cells.

    Where the first digit is known, four lines begin with it, and only these count.
    """
    data = arrays[DATA]
    rank, digit, size = data[at], data[at + 1], data[at + 2]
    line = at + 3
    many = data[line + size]
    first = line + size + 1
    less, open_lines, missing = 0, 0, 0
    if digit:
        masks[data[line]] &= digit
        if masks[data[line]] == 0:
            return False
        rank = (rank - 1) % 4 + 1
        missing = 3
    at = first
    for _ in range(many):
        if digit == 0 or masks[data[at + 1]] == digit:
            verdict = compare_lines(masks, data, line, at + 1, 0, data[at]) % 3
            if verdict == 1:
                less += 1
            elif verdict == 0:
                open_lines += 1
            if digit:
                missing -= 1
        at += 1 + data[at]
    if missing < 0:
        return False
    needed = rank - 1 - less
    open_lines += missing
    if needed < 0 or needed > open_lines:
        return False
    if open_lines == 0 or 0 < needed < open_lines:
        return True
    at = first
    for _ in range(many):
        end = data[at]
        other = at + 1
        at += 1 + end
        if digit and masks[data[other]] != digit:
            continue
        verdict = compare_lines(masks, data, line, other, 0, end)
        if verdict % 3:
            continue
        place = verdict // 3
        rest = compare_lines(masks, data, line, other, place + 1, end) % 3
        small, great = data[other + place], data[line + place]
        strict = 1 if rest == 2 else 0
        if needed == 0:
            small, great = great, small
            strict = 1 if rest == 1 else 0
        # The first is smaller than the second, or the same unless strict.
        top = highest(masks[great]) - strict
        if top < 0:
            return False
        masks[small] &= (2 << top) - 1
        if masks[small] == 0:
            return False
        bottom = lowest(masks[small]) + strict
        masks[great] &= ~((1 << bottom) - 1)
        if masks[great] == 0:
            return False
    return True


def narrow_variety(masks: Any, at: Any, arrays: Any) -> bool:
    """Bound how many different digits cells hold, and those where the bound is met."""
    data, lowest_value = arrays[DATA], arrays[SIZES][LOWEST]
    count, size = data[at], data[at + 1]
    at += 2
    union, sure = 0, 0
    for i in range(at, at + size):
        mask = masks[data[i]]
        union |= mask
        if mask & (mask - 1) == 0:
            sure |= mask
    least = max(1, popcount(sure))
    most = min(size, popcount(union))
    kept = 0
    mask = masks[count]
    while mask:
        if least <= lowest(mask) + lowest_value <= most:
            kept |= mask & -mask
        mask &= mask - 1
    if kept == 0:
        return False
    masks[count] = kept
    if sure and highest(kept) + lowest_value == popcount(sure):
        union = sure
    for i in range(at, at + size):
        masks[data[i]] &= union
        if masks[data[i]] == 0:
            return False
    return True


def narrow_row(row: Any, masks: Any, arrays: Any) -> bool:
    """Narrow by a row of any kind but EITHER."""
    at, kind = arrays[OFFSET][row], arrays[KIND][row]
    if kind == UNIT:
        return narrow_unit(masks, at, arrays)
    if kind == PAIR:
        return narrow_pair(masks, at, arrays)
    if kind == SETS:
        return narrow_sets(masks, at, arrays)
    if kind == SUM:
        return narrow_sum(masks, at, arrays)
    if kind == CHAIN:
        return narrow_chain(masks, at, arrays)
    if kind == CLAUSE:
        return narrow_clause(masks, at, arrays)
    if kind == COUNT:
        return narrow_count(masks, at, arrays)
    if kind == CIRCLES:
        return narrow_circles(masks, at, arrays)
    if kind == SAME:
        return narrow_same(masks, at, arrays)
    if kind == BETWEEN:
        return narrow_between(masks, at, arrays)
    if kind == RANK:
        return narrow_rank(masks, at, arrays)
    return narrow_variety(masks, at, arrays)


def narrow_either(row: Any, masks: Any, arrays: Any) -> bool:
    """Keep what some branch leaves."""
    data, scope = arrays[DATA], arrays[SCOPE]
    trial, union = arrays[TRIAL], arrays[UNION]
    start, end = arrays[SCOPE_START][row], arrays[SCOPE_START][row + 1]
    at = arrays[OFFSET][row]
    for i in range(start, end):
        union[scope[i]] = 0
    possible = False
    for branch in range(data[at]):
        first, rows = data[at + 1 + 2 * branch], data[at + 2 + 2 * branch]
        for i in range(start, end):
            trial[scope[i]] = masks[scope[i]]
        good = True
        for _ in range(2 if rows > 1 else 1):
            for inner in range(first, first + rows):
                if not narrow_row(inner, trial, arrays):
                    good = False
                    break
            if not good:
                break
        if good:
            possible = True
            for i in range(start, end):
                union[scope[i]] |= trial[scope[i]]
    arrays[NEED][0] = 0
    if not possible:
        return False
    for i in range(start, end):
        masks[scope[i]] &= union[scope[i]]
    return True


# --- the queues -----------------------------------------------------------------------


def touch(cell: Any, mask: Any, arrays: Any) -> None:
    """Queue the rows of a cell that changed, and the cell if one digit is left."""
    singles = arrays[SINGLES]
    if mask & (mask - 1) == 0:
        singles[0] += 1
        singles[singles[0]] = cell
    queue, heads, queued = arrays[QUEUE], arrays[HEADS], arrays[QUEUED]
    rows_start, rows, priority = arrays[ROWS_START], arrays[ROWS_OF], arrays[PRIORITY]
    width = arrays[SIZES][QUEUE_WIDTH]
    for i in range(rows_start[cell], rows_start[cell + 1]):
        row = rows[i]
        if queued[row] == 0:
            queued[row] = 1
            lane = priority[row]
            at = heads[2 * lane] + heads[2 * lane + 1]
            if at >= width:
                at -= width
            queue[lane * width + at] = row
            heads[2 * lane + 1] += 1


def queue_all(masks: Any, arrays: Any) -> None:
    """Queue all rows, and the cells with one digit left."""
    for row in range(arrays[SIZES][ATTACHED]):
        if arrays[QUEUED][row] == 0:
            arrays[QUEUED][row] = 1
            lane = arrays[PRIORITY][row]
            width = arrays[SIZES][QUEUE_WIDTH]
            at = (arrays[HEADS][2 * lane] + arrays[HEADS][2 * lane + 1]) % width
            arrays[QUEUE][lane * width + at] = row
            arrays[HEADS][2 * lane + 1] += 1
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
        stable = what in (PAIR, CLAUSE, CHAIN, COUNT)
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


def choose(masks: Any, weights: Any, chosen: Any, arrays: Any) -> bool:
    """Choose a cell and a digit by weight for the places; False if nothing is open."""
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
    bit = masks[best] & -masks[best]
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
    found: Any,
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
        if choose(masks, weights, chosen, arrays):
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
                found[start + i] = masks[i]
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


def part(memory: Any, number: Any) -> Any:
    """Return an array of a memory, which begins with the places of all arrays."""
    return from_place(memory, memory[number])


def run(memory: Any, steps: Any) -> int:
    """Search on for some nodes in a memory that `engines.masks.memory` laid out."""
    arrays = (
        part(memory, 0),
        part(memory, 1),
        part(memory, 2),
        part(memory, 3),
        part(memory, 4),
        part(memory, 5),
        part(memory, 6),
        part(memory, 7),
        part(memory, 8),
        part(memory, 9),
        part(memory, 10),
        part(memory, 11),
        part(memory, 12),
        part(memory, 13),
        part(memory, 14),
        part(memory, 15),
        part(memory, 16),
        part(memory, 17),
        part(memory, 18),
        part(memory, 19),
        part(memory, 20),
        part(memory, 21),
        part(memory, 22),
        part(memory, 23),
        part(memory, 24),
        part(memory, 25),
        part(memory, 26),
        part(memory, 27),
        part(memory, 28),
    )
    return search(
        part(memory, ARRAYS),
        part(memory, ARRAYS + 1),
        part(memory, ARRAYS + 2),
        part(memory, ARRAYS + 3),
        part(memory, ARRAYS + 4),
        arrays,
        steps,
    )
