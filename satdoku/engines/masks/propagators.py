"""The propagators of rows, but for sums: they narrow masks in place.

Each returns whether something fits.
"""

from __future__ import annotations

from typing import Any

from satdoku.engines.masks.layout import (
    ACCEPTS,
    ALIVE,
    ALIVE_WIDTH,
    BETWEEN,
    CHAIN,
    CHAINS,
    CHOICES,
    CIRCLES,
    CLAUSE,
    COUNT,
    DATA,
    KIND,
    LENGTHS,
    LISTS,
    LOWEST,
    MOVES,
    MOVES_START,
    NEED,
    OFFSET,
    PAIR,
    RANK,
    SAME,
    SCOPE,
    SCOPE_START,
    SETS,
    SIZE,
    SIZES,
    STARTS,
    SUM,
    TABLES,
    TRIAL,
    UNION,
    UNIT,
    WORK,
    highest,
    lowest,
    popcount,
)
from satdoku.engines.masks.sums import narrow_sum, place_alone


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
    for i in range(at, at + size):
        masks[data[i]] &= left
        if masks[data[i]] == 0:
            return False
    need[0] = every & ~fixed
    return place_alone(masks, data, at, size, every)


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
            # Either says that the least is the most, too.
            if (possible == least or sure == most) and not fix_count(
                masks, data, begin, begin + size, bit, least
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
            # Where it would be on the wrong side, it does not begin with the digit.
            wrong = 1 if needed == 0 else 2
            if compare_lines(masks, data, line, other, 1, end) % 3 == wrong:
                masks[data[other]] &= ~digit
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
