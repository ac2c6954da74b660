"""The two passes over a proof, on arrays of numbers.

Numba compiles it (`proof.native`); Python runs it on lists.  `proof.elaborate` says
what it is for.

A literal is twice its variable, and one more if it is negative.  Clauses are numbered
from 0, lemmas behind the formula.  Watch 2c + i is that of literal i of clause c (i = 0
or 1); a literal has two lists of watches, which are linked: of clauses that something
rests on, which are looked at first, and of others.

Invariants
  1. TRAIL lists the true literals, each after those that forced it.
  2. Unless there is a conflict at the root, a watched literal is false only if the
     other one is true, or if the trail is still being propagated.
  3. A clause that was deleted, or is not there yet on the way back, is `GONE`; its
     watches leave their lists when they are met there.

Sources: watched literals after Moskewicz et al., "Chaff" (DAC 2001); to look first at
clauses that are needed anyway after Heule, Hunt and Wetzler, "Trimming while checking
clausal proofs" (FMCAD 2013).
"""

from __future__ import annotations

from typing import Any

(
    HEADER,
    LITERALS,
    START,
    NEXT,
    FIRST,
    FLAGS,
    IS_TRUE,
    TRAIL,
    REASON,
    PLACE,
    MARKED,
    EVENTS,
    HEIGHTS,
    NEEDED,
    STACK,
    OUT,
) = range(16)
"""The arrays, in their order:

    LITERALS, START   of clause c from START[c] to START[c + 1]
    NEXT, FIRST       the lists: FIRST[2 literal + whether needed], NEXT[watch]
    FLAGS             of clauses
    IS_TRUE           by literal
    TRAIL             literals
    REASON, PLACE     by variable: the clause that forced it, or -1; where on the trail
    MARKED            by variable, scratch
    EVENTS            c: clause c is added; -1 - c: deleted; NOTHING
    HEIGHTS           how long the trail was before each event
    NEEDED            by place on the trail, whether something rests on that literal
    STACK             scratch
    OUT               what is kept, the last first: the number of a lemma, its literal
                      (0: those of the lemma), how many hints, hints
"""
ARRAYS = 16

(
    HEIGHT,
    AT,
    TOP,
    CONFLICT,
    WRITTEN,
    ROOM,
    SIZE,
    EVENT_COUNT,
    VARIABLES,
    UNITS,
    VISITS,
) = range(11)
"""What HEADER holds: the length of the trail; the next event; up to where the trail was
looked at on the way back; the conflict, or -1; numbers in OUT, and how many there may
be before the next lemma; clauses of the formula, whose events come first; events; the
largest variable, and 1; the number of the lemma of the literal at place 0; watches
looked at."""
HEADER_SIZE = 11

NOTHING = -(1 << 60)
"""What is in place of a deletion that was left out."""

NEEDED_FLAG, GONE, LINKED = 1, 2, 4
"""Flags of a clause; LINKED is of its first watch, twice that of its second."""

(DONE, FORWARDS, BACKWARDS, OPEN, WRONG) = range(5)
"""How a call ends: all is done; time to look at the clock on either way; the lemmas
lead to no conflict; the lemma of event AT does not follow."""


def link(watch: Any, arrays: Any) -> None:
    """Put a watch into the list where it belongs."""
    clause = watch >> 1
    flags = arrays[FLAGS]
    literal = arrays[LITERALS][arrays[START][clause] + (watch & 1)]
    entry = 2 * literal + (flags[clause] & NEEDED_FLAG)
    arrays[NEXT][watch] = arrays[FIRST][entry]
    arrays[FIRST][entry] = watch
    flags[clause] |= LINKED << (watch & 1)


def force(literal: Any, reason: Any, arrays: Any) -> None:
    """Make a literal true."""
    header = arrays[HEADER]
    height, variable = header[HEIGHT], literal >> 1
    arrays[IS_TRUE][literal] = 1
    arrays[TRAIL][height] = literal
    arrays[REASON][variable] = reason
    arrays[PLACE][variable] = height
    header[HEIGHT] = height + 1


def undo(height: Any, arrays: Any) -> None:
    """Take back all that stands on the trail from a place on."""
    header, is_true, trail = arrays[HEADER], arrays[IS_TRUE], arrays[TRAIL]
    for at in range(height, header[HEIGHT]):
        is_true[trail[at]] = 0
    header[HEIGHT] = height


def visit(false: Any, is_needed: Any, arrays: Any) -> int:
    """Make true what follows from a false literal by one of its two lists.

    Returns:
        A clause that is all false; -1 if there is none.
    """
    literals, start, after = arrays[LITERALS], arrays[START], arrays[NEXT]
    first, flags, is_true = arrays[FIRST], arrays[FLAGS], arrays[IS_TRUE]
    entry, before, visits = 2 * false + is_needed, -1, 0
    watch = first[entry]
    conflict = -1
    while watch != -1 and conflict == -1:
        visits += 1
        following, clause, side = after[watch], watch >> 1, watch & 1
        begin = start[clause]
        stays = True
        if flags[clause] & GONE:
            flags[clause] &= ~(LINKED << side)
            stays = False
        else:
            other = literals[begin + 1 - side]
            if is_true[other] == 0:
                for i in range(begin + 2, start[clause + 1]):
                    literal = literals[i]
                    if is_true[literal ^ 1] == 0:
                        literals[begin + side], literals[i] = literal, false
                        stays = False
                        break
                if stays:
                    if is_true[other ^ 1]:
                        conflict = clause
                    else:
                        force(other, clause, arrays)
            if stays and (flags[clause] & NEEDED_FLAG) != is_needed:
                stays = False
            if not stays:
                link(watch, arrays)
        if stays:
            before = watch
        elif before == -1:
            first[entry] = following
        else:
            after[before] = following
        watch = following
    arrays[HEADER][VISITS] += visits
    return conflict


def propagate(begin: Any, arrays: Any) -> int:
    """Make true what follows from the trail from a place on, needed clauses first.

    Returns:
        A clause that is all false; -1 if there is none.
    """
    header, trail = arrays[HEADER], arrays[TRAIL]
    first = rest = begin
    while rest < header[HEIGHT]:
        if first < header[HEIGHT]:
            conflict = visit(trail[first] ^ 1, 1, arrays)
            first += 1
        else:
            conflict = visit(trail[rest] ^ 1, 0, arrays)
            rest += 1
        if conflict != -1:
            return conflict
    return -1


def add(clause: Any, arrays: Any) -> Any:
    """Add a clause, and to the trail what follows; return a conflict, or -1."""
    literals, is_true = arrays[LITERALS], arrays[IS_TRUE]
    begin, end = arrays[START][clause], arrays[START][clause + 1]
    front = begin
    for i in range(begin, end):
        literal = literals[i]
        if front < begin + 2 and is_true[literal ^ 1] == 0:
            literals[i], literals[front] = literals[front], literal
            front += 1
    if end - begin > 1:
        link(2 * clause, arrays)
        link(2 * clause + 1, arrays)
    if front == begin:
        return clause
    if (front == begin + 1) and is_true[literals[begin]] == 0:
        height = arrays[HEADER][HEIGHT]
        force(literals[begin], clause, arrays)
        return propagate(height, arrays)
    return -1


def delete(clause: Any, arrays: Any) -> bool:
    """Delete a clause that has forced nothing; return whether it is gone."""
    literals, begin = arrays[LITERALS], arrays[START][clause]
    if arrays[START][clause + 1] - begin < 2 or arrays[FLAGS][clause] & GONE:
        return False
    for i in range(2):
        literal = literals[begin + i]
        if arrays[IS_TRUE][literal] and arrays[REASON][literal >> 1] == clause:
            return False
    arrays[FLAGS][clause] |= GONE
    return True


def restore(clause: Any, arrays: Any) -> None:
    """Bring a deleted clause back; the trail is what it was then."""
    flags = arrays[FLAGS]
    flags[clause] &= ~GONE
    for side in range(2):
        if flags[clause] & (LINKED << side) == 0:
            link(2 * clause + side, arrays)


def unit_number(literal: Any, arrays: Any) -> Any:
    """Return the number of the clause that says a literal of the root, and need it."""
    variable, start = literal >> 1, arrays[START]
    reason, place = arrays[REASON][variable], arrays[PLACE][variable]
    if start[reason + 1] - start[reason] == 1:
        arrays[FLAGS][reason] |= NEEDED_FLAG
        return reason
    arrays[NEEDED][place] = 1
    return arrays[HEADER][UNITS] + place


def write(number: Any, arrays: Any) -> None:
    """Write a number."""
    header = arrays[HEADER]
    arrays[OUT][header[WRITTEN]] = number
    header[WRITTEN] += 1


def mark_others(clause: Any, since: Any, count: Any, arrays: Any) -> Any:
    """Mark what a clause rests on; write those of the root; return how many these are.

    Args:
        clause: The clause.
        since: How long the root is.
        count: How many were written before.
        arrays: All.
    """
    literals, start, marked = arrays[LITERALS], arrays[START], arrays[MARKED]
    stack, is_true = arrays[STACK], arrays[IS_TRUE]
    for i in range(start[clause], start[clause + 1]):
        literal = literals[i] ^ 1
        variable = literal >> 1
        if marked[variable] or is_true[literal] == 0:
            continue
        marked[variable] = 1
        if arrays[PLACE][variable] < since:
            write(unit_number(literal, arrays), arrays)
            stack[count] = variable
            count += 1
    return count


def explain(conflict: Any, since: Any, arrays: Any) -> None:
    """Write by which clauses a conflict came about, those of the root first.

    What the lemma itself makes false is marked.
    """
    header, trail, stack = arrays[HEADER], arrays[TRAIL], arrays[STACK]
    marked, reason = arrays[MARKED], arrays[REASON]
    roots = mark_others(conflict, since, 0, arrays)
    last = reasons = 2 * header[VARIABLES]
    for at in range(header[HEIGHT] - 1, since - 1, -1):
        variable = trail[at] >> 1
        if marked[variable] and reason[variable] != -1:
            roots = mark_others(reason[variable], since, roots, arrays)
            reasons -= 1
            stack[reasons] = reason[variable]
        marked[variable] = 0
    for i in range(roots):
        marked[stack[i]] = 0
    for i in range(reasons, last):
        arrays[FLAGS][stack[i]] |= NEEDED_FLAG
        write(stack[i], arrays)
    arrays[FLAGS][conflict] |= NEEDED_FLAG
    write(conflict, arrays)


def keep_lemma(clause: Any, arrays: Any) -> bool:
    """Write why a lemma follows from what is there now; return whether it does."""
    literals, is_true, marked = arrays[LITERALS], arrays[IS_TRUE], arrays[MARKED]
    begin, end = arrays[START][clause], arrays[START][clause + 1]
    since, at = arrays[HEADER][HEIGHT], open_entry(clause, 0, arrays)
    holds = False
    for i in range(begin, end):
        literal = literals[i]
        if is_true[literal]:
            # One of the root is enough; of a literal and its negation nothing is.
            if not holds and arrays[PLACE][literal >> 1] < since:
                write(unit_number(literal, arrays), arrays)
            holds = True
        elif is_true[literal ^ 1] == 0:
            force(literal ^ 1, -1, arrays)
    if not holds:
        for i in range(begin, end):
            marked[literals[i] >> 1] = 1
        conflict = propagate(since, arrays)
        holds = conflict != -1
        if holds:
            explain(conflict, since, arrays)
        for i in range(begin, end):
            marked[literals[i] >> 1] = 0
    undo(since, arrays)
    close_entry(at, arrays)
    return holds


def keep_root(place: Any, arrays: Any) -> None:
    """Write why a literal of the root follows: from one clause, and others there."""
    literals, start = arrays[LITERALS], arrays[START]
    literal = arrays[TRAIL][place]
    reason = arrays[REASON][literal >> 1]
    at = open_entry(arrays[HEADER][UNITS] + place, literal, arrays)
    for i in range(start[reason], start[reason + 1]):
        if literals[i] != literal:
            write(unit_number(literals[i] ^ 1, arrays), arrays)
    arrays[FLAGS][reason] |= NEEDED_FLAG
    write(reason, arrays)
    close_entry(at, arrays)


def open_entry(number: Any, literal: Any, arrays: Any) -> Any:
    """Begin to write about a lemma; return where its number of hints will be."""
    write(number, arrays)
    write(literal, arrays)
    write(0, arrays)
    return arrays[HEADER][WRITTEN] - 1


def close_entry(at: Any, arrays: Any) -> None:
    """Write how many hints there are."""
    arrays[OUT][at] = arrays[HEADER][WRITTEN] - at - 1


def forwards(visits: Any, arrays: Any) -> int:
    """Add and delete clauses until there is a conflict; return how that ended."""
    header, events = arrays[HEADER], arrays[EVENTS]
    literals, start, is_true = arrays[LITERALS], arrays[START], arrays[IS_TRUE]
    while header[CONFLICT] == -1:
        at = header[AT]
        if at == header[EVENT_COUNT]:
            return OPEN
        if header[VISITS] > visits:
            return FORWARDS
        arrays[HEIGHTS][at] = header[HEIGHT]
        event = events[at]
        header[AT] = at + 1
        if event >= 0:
            is_idle = False
            # What the formula alone makes true is never taken back.
            if at < header[SIZE]:
                for i in range(start[event], start[event + 1]):
                    if is_true[literals[i]]:
                        is_idle = True
                        break
            if not is_idle:
                header[CONFLICT] = add(event, arrays)
        elif not delete(-1 - event, arrays):
            events[at] = NOTHING
    header[TOP] = header[HEIGHT]
    header[AT] = max(header[AT], header[SIZE])
    at = open_entry(header[UNITS] - 1, 0, arrays)
    explain(header[CONFLICT], header[HEIGHT], arrays)
    close_entry(at, arrays)
    return DONE


def backwards(visits: Any, arrays: Any) -> int:
    """Go back over all events, and write what is needed; return how that ended."""
    header, events, needed = arrays[HEADER], arrays[EVENTS], arrays[NEEDED]
    at = header[AT]
    while at >= header[SIZE]:
        # Of the formula's events only the literals of the root are left to be kept.
        bottom = arrays[HEIGHTS][at - 1] if at > header[SIZE] else 0
        while header[TOP] > bottom:
            if header[WRITTEN] > header[ROOM]:
                return BACKWARDS
            header[TOP] -= 1
            if needed[header[TOP]]:
                needed[header[TOP]] = 0
                keep_root(header[TOP], arrays)
        if header[WRITTEN] > header[ROOM] or header[VISITS] > visits:
            return BACKWARDS
        at -= 1
        header[AT] = at
        if at < header[SIZE]:
            return DONE
        undo(bottom, arrays)
        event = events[at]
        if event >= 0:
            arrays[FLAGS][event] |= GONE
            if arrays[FLAGS][event] & NEEDED_FLAG and not keep_lemma(event, arrays):
                return WRONG
        elif event != NOTHING:
            restore(-1 - event, arrays)
    return DONE


def run(visits: Any, arrays: Any) -> int:
    """Go on until so many watches were looked at in all; return how that ended."""
    if arrays[HEADER][TOP] == -1:
        ending = forwards(visits, arrays)
        if ending != DONE:
            return ending
    return backwards(visits, arrays)
