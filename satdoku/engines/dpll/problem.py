"""A formula laid out for search: implications, and fields in banks.

Binary clauses are implications.  Making a literal true makes its *closure* true: all
that follows from it through binary clauses alone.  All other clauses are fields
(`satdoku.engines.dpll.bank`); what a closure does to the fields of a bank is two masks,
made when the literal is first needed and kept:

    live = live & keep | sat

Invariants (`satdoku.engines.dpll.check` tests them)
  1. The trail holds *steps* (literal, index of its reason clause, or NO_CLAUSE for an
     assumption or a decision).  All true literals are these and their closures.
  2. No step's literal is false, nor true by an earlier step, when it is added.
  3. The true literals are closed under the binary clauses.  As closures contain the
     contrapositives too, a literal that is not false has no false literal in its
     closure, unless the closure contradicts itself (`fails`).
  4. `live` of every bank is what the true literals make of `Bank.start`.

Fields are kept in banks of about 8,000 bits, so that a step touches only the banks in
which its closure occurs and a large formula does not cost its whole size at each step.
"""

from __future__ import annotations

from itertools import chain, compress, islice
from typing import TYPE_CHECKING

from satdoku.engines.dpll.bank import lay_out, mask_of, satisfied
from satdoku.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.engines.dpll.bank import Bank, Effect, Step, Touch

__all__ = ["Problem"]

_BATCH = 20_000
_BANK_BITS = 8192
_TRUE = bytes.maketrans(b"01", b"\x00\x01")
_SMALL = 4096  # up to so many variables the closures are kept as masks too
# What is kept at most before all of it is made anew, so that memory stays bounded.
_KEPT_MASKS = 400_000  # of a kilobyte at most, so 200 MB as a rule
_KEPT_LITERALS = 8_000_000  # in closures, eight bytes each


def _checked(
    clauses: Iterable[Sequence[int]], variables: int
) -> Iterator[list[Sequence[int]]]:
    """Pass clauses on, many at a time, once all their literals are of the variables.

    Literals are places in lists here: one too large would be another one's place.
    """
    stream = iter(clauses)
    while batch := list(islice(stream, _BATCH)):
        literals = set(chain.from_iterable(batch))
        most = max(map(abs, (min(literals), max(literals)))) if literals else 0
        if most > variables or 0 in literals:
            wrong = next(x for x in sorted(literals) if not 0 < abs(x) <= variables)
            msg = f"{wrong} is no literal of the formula's variables, 1 to {variables}"
            raise UsageError(msg)
        yield batch


class Problem:
    """A formula ready for search; what it caches never changes an answer.

    Args:
        variables: The variables are 1 … `variables`.
        clauses: Any clauses over them; repeated literals and tautologies are met here.

    Raises:
        UsageError: A literal is of none of these variables.

    Attributes:
        implied: By literal, what follows from it through one binary clause. Literals
            are indices as they are: -1 is the last place, as Python counts.
        clauses: All clauses that are not binary, shortest first.
        banks: Their fields; at least one bank.

    Example:
        >>> problem = Problem(3, [(1, 2), (-1, 3), (1, -2, -3)])
        >>> problem.closure(-1)
        (-1, 2)
    """

    def __init__(self, variables: int, clauses: Iterable[Sequence[int]]) -> None:
        self.variables = variables
        self.span = 2 * variables + 1
        self.implied: list[list[int]] = [[] for _ in range(self.span)]
        self.clauses: list[Sequence[int]] = []
        self.banks: list[Bank] = []
        self._closures: dict[int, tuple[int, ...]] = {}
        self._kept_literals = 0
        self._masks: dict[int, int] = {}
        self._touches: dict[int, tuple[Touch, ...]] = {}
        # By literal and bank: the occurrences that the literal leaves undecided.
        self._others: dict[tuple[int, int], int] = {}
        self._kept_seen: dict[int, tuple[tuple[int, int, int], ...]] = {}
        self._kept_masks = 0
        # By literal: bank, its bit there, and the bit `satisfied` of that field.
        self._occurrences: dict[int, list[tuple[int, int, int]]] = {}
        self._sort_in(clauses)
        self._fill_banks(range(len(self.clauses)))
        if not self.banks:
            self.banks.append(satisfied())

    def _sort_in(self, clauses: Iterable[Sequence[int]]) -> None:
        """Tell binary clauses (implications) from the rest (fields)."""
        implied, rest = self.implied, self.clauses
        for clause in chain.from_iterable(_checked(clauses, self.variables)):
            distinct = clause if len(clause) == 2 else tuple(dict.fromkeys(clause))
            if len(distinct) == 2:
                first, second = distinct
                if first == second:
                    rest.append((first,))
                elif first != -second:
                    implied[-first].append(second)
                    implied[-second].append(first)
            elif len(set(map(abs, distinct))) == len(distinct):
                rest.append(distinct)
        rest.sort(key=len)  # few widths a bank; otherwise the order they came in

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause of distinct literals to what is there; only between searches.

        It becomes a field, even with two literals, in a bank of its own at the end.
        What is kept about literals is brought up to date, as most of it stays.
        """
        number, full = len(self.banks), len(clause)
        self.clauses.append(tuple(clause))
        self._fill_banks(range(len(self.clauses) - 1, len(self.clauses)))
        bits = {literal: 1 << place for place, literal in enumerate(clause)}
        for literal in bits.keys() & self._kept_seen.keys():
            self._kept_seen[literal] += ((number, bits[literal], 1 << full),)
        for literal, touches in self._touches.items():
            closure = self.closure(literal)
            gone = sum(bits.get(-one, 0) for one in closure)
            own = sum(bits.get(one, 0) for one in closure)
            if (gone or own) and not self.fails(literal):
                touch = (number, ~gone, bool(own) << full)
                self._touches[literal] = (*touches, touch)
                self._kept_masks += 2
            if own:
                self._others[literal, number] = ~(own | gone)
        self._drop_effects()

    def _forget(self) -> None:
        """Drop what is kept about literals and banks; it is made anew when needed."""
        self._touches.clear()
        self._others.clear()
        self._kept_seen.clear()
        self._kept_masks = 0
        self._drop_effects()

    def _drop_effects(self) -> None:
        for bank in self.banks:
            bank.effects = [None] * len(bank.effects)

    def _fill_banks(self, clauses: Iterable[int]) -> None:
        """Lay clauses out as fields, opening a new bank whenever one is full."""
        members: list[tuple[int, Sequence[int]]] = []
        bits = 0
        for index in clauses:
            clause = self.clauses[index]
            if members and bits + len(clause) + 2 > _BANK_BITS:
                self._close_bank(members)
                members, bits = [], 0
            members.append((index, clause))
            bits += len(clause) + 2
        if members:
            self._close_bank(members)

    def _close_bank(self, members: Sequence[tuple[int, Sequence[int]]]) -> None:
        number = len(self.banks)
        self.banks.append(lay_out(members))
        base = 0
        for _, clause in members:
            full = base + len(clause)
            for place, literal in enumerate(clause, base):
                where = (number, place, full)
                self._occurrences.setdefault(literal, []).append(where)
            base = full + 2

    def closure(self, literal: int) -> tuple[int, ...]:
        """Return the literal and all that follows from it through binary clauses.

        In the order of a breadth-first walk, so that each comes after its cause.
        """
        found = self._closures.get(literal)
        if found is None:
            order = [literal]
            seen = {literal}
            implied = self.implied
            for one in order:
                for other in implied[one]:
                    if other not in seen:
                        seen.add(other)
                        order.append(other)
            self._kept_literals += len(order)
            if self._kept_literals > _KEPT_LITERALS:
                self._closures.clear()
                self._kept_literals = len(order)
            found = self._closures[literal] = tuple(order)
        return found

    def fails(self, literal: int) -> bool:
        """Whether the closure of the literal contradicts itself."""
        return -literal in self.closure(literal)

    def place(self, literal: int) -> int:
        """Return the bit of a literal in a mask of literals: v, or for -v n + v."""
        return literal if literal > 0 else self.variables - literal

    def mask(self, literal: int) -> int:
        """Return the closure of a literal as a mask of literals."""
        mask = self._masks.get(literal)
        if mask is None:
            mask = mask_of(map(self.place, self.closure(literal)), self.span)
            if self.variables <= _SMALL:
                self._masks[literal] = mask
        return mask

    def assigned(self, trail: Iterable[Step]) -> int:
        """Return the mask of all true literals."""
        if self.variables > _SMALL:
            true = (one for literal, _ in trail for one in self.closure(literal))
            return mask_of(map(self.place, true), self.span)
        masks = self._masks
        mask = 0
        for literal, _ in trail:
            mask |= masks.get(literal) or self.mask(literal)
        return mask

    def free(self, assigned: int, among: int | None = None) -> int | None:
        """Return a literal of the lowest variable without a value.

        Of the two the one that gives a value to more variables, unless it fails; the
        false one where they are alike.  None where all variables have a value.

        Args:
            assigned: Mask of the true literals.
            among: Mask of the variables to look at; all when None.
        """
        every = (2 << self.variables) - 2 if among is None else among
        left = every & ~(assigned | assigned >> self.variables)
        if not left:
            return None
        variable = (left & -left).bit_length() - 1
        if self.fails(-variable):
            return variable
        if len(self.closure(variable)) == 1 or self.fails(variable):
            return -variable
        gained, gained_else = (
            (self.mask(literal) & ~assigned).bit_count()
            for literal in (variable, -variable)
        )
        return variable if gained > gained_else else -variable

    def true_variables(self, assigned: int) -> tuple[int, ...]:
        """Return the variables that a mask of literals makes true, rising."""
        marks = f"{assigned & ((2 << self.variables) - 1):b}"[::-1]
        return tuple(compress(range(len(marks)), marks.encode().translate(_TRUE)))

    def touches(self, literal: int) -> tuple[Touch, ...]:
        """Return what making a literal true does to each bank it touches.

        A literal that fails empties the first bank; to look at that is a conflict.
        """
        found = self._touches.get(literal)
        if found is None:
            if self._kept_masks > _KEPT_MASKS:
                self._forget()
            found = ((0, 0, 0),) if self.fails(literal) else self._masks_of(literal)
            self._kept_masks += 2 * len(found)
            self._touches[literal] = found
        return found

    def _masks_of(self, literal: int) -> tuple[Touch, ...]:
        """Make the masks of a literal that does not fail."""
        gone: dict[int, int] = {}
        sat: dict[int, int] = {}
        own: dict[int, int] = {}
        seen = self._kept_seen
        for one in self.closure(literal):
            masks = seen.get(-one)
            for bank, places, _ in self._see(-one) if masks is None else masks:
                gone[bank] = gone.get(bank, 0) | places
            masks = seen.get(one)
            for bank, places, full in self._see(one) if masks is None else masks:
                own[bank] = own.get(bank, 0) | places
                sat[bank] = sat.get(bank, 0) | full
        for bank, places in own.items():
            self._others[literal, bank] = ~(places | gone.get(bank, 0))
        self._kept_masks += len(own)
        return tuple(
            (bank, ~gone.get(bank, 0), sat.get(bank, 0))
            for bank in sorted(gone.keys() | sat.keys())
        )

    def _see(self, literal: int) -> Sequence[tuple[int, int, int]]:
        """Make, for each bank, the masks of a literal's occurrences and `satisfied`."""
        banks: dict[int, tuple[int, int]] = {}
        for bank, place, full in self._occurrences.get(literal, ()):
            places, fulls = banks.get(bank, (0, 0))
            banks[bank] = (places | 1 << place, fulls | 1 << full)
        masks = tuple((bank, *both) for bank, both in banks.items())
        self._kept_masks += 2 * len(masks)
        self._kept_seen[literal] = masks
        return masks

    def effect(self, bank: int, place: int) -> Effect:
        """Return what follows when that bit of that bank is a unit; kept in the bank.

        A literal that fails empties the bank; the next look at it is a conflict.
        """
        holder = self.banks[bank]
        literal = holder.literals[place]
        step = (literal, holder.clauses[place])
        if self.fails(literal):
            effect: Effect = (step, 0, 0, 0, ())
        else:
            touches = self.touches(literal)
            _, keep, sat = next(touch for touch in touches if touch[0] == bank)
            others = self._others[literal, bank]
            elsewhere = tuple(touch for touch in touches if touch[0] != bank)
            effect = (step, keep, sat, others, elsewhere)
        holder.effects[place] = effect
        return effect
