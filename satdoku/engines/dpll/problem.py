"""A formula laid out for search, and unit propagation over it.

Clause banks.  A Python integer is a bit set of any length whose `&`, `|` and `-` run at
the speed of C.  So clauses stand side by side as *fields* of one long integer, a
*bank*, and one subtraction looks at all of them at once:

    field of a clause, lowest bit first:   occurrences … | satisfied | guard

    occurrence  1 while that literal of the clause is not false
    satisfied   1 as soon as one literal of the clause is true
    guard       always 1; stops a borrow from running into the next field

With `ones` the lowest bit of every field and `guards` all guard bits,

    rest = fields & (fields - ones)        drops the lowest set bit of every field:
                                           a field with nothing left loses its guard
    due  = guards & ~((rest | guards) - ones)
                                           the guards of fields with at most one bit

A field that is due and has lost its guard has no literal left: a conflict.  One that is
due otherwise has one literal left and none that is true: a unit.  A satisfied field has
two bits at least (the true literal and `satisfied`), so it is never due.  A bank that
is set to 0, guards and all, is a conflict; so a contradiction is made known.

Binary clauses are no fields but implications.  Making a literal true makes its
*closure* true: all that follows from it through binary clauses alone.  What that does
to the fields of a bank is two masks, cached by literal:

    fields = fields & keep | satisfy

Invariants (tests/engines/dpll/invariants.py asserts them after every propagation)
  1. The trail holds *steps*: a literal, and the index of its reason clause, or
     NO_REASON for an assumption or a decision.  The true literals are those of the
     steps and of their closures.
  2. When a step is added its literal is neither false nor true by an earlier step.
  3. The true literals are closed under the binary clauses.  As closures contain the
     contrapositives too, a literal that is not false has no false literal in its
     closure, unless the closure contradicts itself (`fails`).
  4. The clause state (one integer a bank) is what the true literals make of
     `Bank.initial`.

Banks have about 8,000 bits, so that a step changes only the banks in which its closure
occurs, and a large formula does not cost its whole size at each step.

Source of the trick: carry propagation over guard bits, as in Lamport, "Multiple byte
processing with full-word instructions" (CACM 1975).  Tried instead: looking at each
changed clause on its own (ten times slower), two watched literals (slower still).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, compress
from typing import TYPE_CHECKING, NamedTuple

from satdoku.engines.base import checked_clauses
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from satdoku.runtime.deadline import Deadline

NO_REASON = -1

Step = tuple[int, int]
"""A literal made true, and the index of the clause that forced it (or NO_REASON)."""


class BankUpdate(NamedTuple):
    """What a true literal does to a bank.

    Attributes:
        bank: The number of the bank.
        keep, satisfy: Masks: `fields & keep | satisfy` are its fields then.
        undecided: The occurrences that neither the literal nor its closure decides.
    """

    bank: int
    keep: int
    satisfy: int
    undecided: int


Effect = tuple[Step, int, int, int, tuple[BankUpdate, ...]]
"""What a unit does: its step; keep, satisfy and `undecided` for the bank it was found
in; and the changes of all other banks."""

_BANK_BITS = 8192
_LISTS = 100_000  # made between two looks at the clock
_TRUE = bytes.maketrans(b"01", b"\x00\x01")
_CACHED_VARIABLES = 1 << 14  # up to so many variables the closures are cached as masks
# How much is cached at most before all of it is made anew, so that memory is bounded.
_CACHED_MASKS = 400_000  # of a kilobyte at most, so 200 MB as a rule
_CACHED_LITERALS = 8_000_000  # in closures, eight bytes each


@dataclass(slots=True)
class Bank:
    """Clauses that share one integer.

    Attributes:
        initial: The integer while no literal has a value.
        ones, guards: The lowest bits of all fields, and their guards.
        spans: For each width of fields: the guards of these, and how far they stand
            above the lowest bit of their field.
        literals, clauses: For each bit, whose it is; literal 0 for `satisfied`, guard.
        effects: What follows when that bit is a unit; made on first use.

    Example:
        >>> bank = Bank.of([(0, (1, 2, 3)), (1, (4,))])
        >>> f"{bank.initial:b}", f"{bank.ones:b}", f"{bank.guards:b}"
        ('10110111', '100001', '10010000')
        >>> bank.literals
        [1, 2, 3, 0, 0, 4, 0, 0]
    """

    initial: int
    ones: int
    guards: int
    spans: tuple[tuple[int, int], ...]
    literals: list[int]
    clauses: list[int]
    effects: list[Effect | None]

    @classmethod
    def of(cls, members: Iterable[tuple[int, Sequence[int]]]) -> Bank:
        """Lay out clauses of distinct literals, each with its index, side by side."""
        literals: list[int] = []
        clauses: list[int] = []
        lowest: list[int] = []
        widths: dict[int, list[int]] = {}
        for index, clause in members:
            lowest.append(len(literals))
            literals += (*clause, 0, 0)
            clauses += [index] * (len(clause) + 2)
            widths.setdefault(len(clause) + 1, []).append(len(literals) - 1)
        size = len(literals)
        spans = [(_mask_of(bits, size), width) for width, bits in widths.items()]
        guards = sum(mask for mask, _ in spans)
        free = _mask_of((bit for bit, literal in enumerate(literals) if literal), size)
        return cls(
            initial=free | guards,
            ones=_mask_of(lowest, size),
            guards=guards,
            spans=tuple(spans),
            literals=literals,
            clauses=clauses,
            effects=[None] * size,
        )

    @classmethod
    def satisfied(cls) -> Bank:
        """Make a bank of one field that is satisfied, for formulas without any field.

        Search can then rely on a first bank, which a literal that fails can empty.
        """
        bank = cls.of([(NO_REASON, (0,))])
        bank.initial = 0b111
        return bank

    def literal_bits(self, guards: int) -> int:
        """Return all bits of the fields of these guards, the guards left out."""
        low = 0
        for mask, width in self.spans:
            low |= (guards & mask) >> width
        return guards - low


class Problem:
    """A formula ready for search; what it caches never changes an answer.

    Args:
        variables: The variables are 1 … `variables`.
        clauses: Any clauses over them, repeated literals and tautologies included.
        deadline: When to give up laying them out.

    Attributes:
        implied: By literal, what follows from it through one binary clause. Literals
            are indices as they are: -1 is the last place, as Python counts.
        clauses: All clauses that are not binary, shortest first.
        banks: Their fields; at least one bank.

    Raises:
        UsageError: A literal is of none of these variables.
        Stopped: The deadline came first.

    Example:
        >>> problem = Problem(3, [(1, 2), (-1, 3), (1, -2, -3)])
        >>> problem.closure(-1)
        (-1, 2)
    """

    def __init__(
        self,
        variables: int,
        clauses: Iterable[Sequence[int]],
        deadline: Deadline = NEVER,
    ) -> None:
        self.variables = variables
        self.span = 2 * variables + 1
        self.implied: list[list[int]] = []
        while len(self.implied) < self.span:
            deadline.check()
            many = min(_LISTS, self.span - len(self.implied))
            self.implied += [[] for _ in range(many)]
        self.clauses: list[Sequence[int]] = []
        self.banks: list[Bank] = []
        self._closures: dict[int, tuple[int, ...]] = {}
        self._failing: set[int] = set()
        known = variables <= _CACHED_VARIABLES
        self._masks = [0] * (
            self.span if known else 0
        )  # by literal: its closure; 0 for not made yet
        self._changes: dict[int, tuple[BankUpdate, ...]] = {}
        # By literal: for each bank its occurrences there, and `satisfied` of these.
        self._occurrence_masks: dict[int, list[tuple[int, int, int]]] = {}
        self._cached_literals = self._cached_masks = 0
        # By literal: bank, its bit there, and the bit `satisfied` of that field.
        self._occurrences: dict[int, list[tuple[int, int, int]]] = {}
        self._add_clauses(checked_clauses(clauses, variables, deadline))
        self._fill_banks(deadline)

    def _add_clauses(self, batches: Iterable[list[Sequence[int]]]) -> None:
        """Turn binary clauses into implications, and keep the others for the banks."""
        implied, others = self.implied, self.clauses
        for clause in chain.from_iterable(batches):
            distinct = clause if len(clause) == 2 else tuple(dict.fromkeys(clause))
            if len(distinct) == 2:
                first, second = distinct
                if first == second:
                    others.append((first,))
                elif first != -second:
                    implied[-first].append(second)
                    implied[-second].append(first)
            elif len(set(map(abs, distinct))) == len(distinct):
                others.append(distinct)
        others.sort(key=len)  # few widths a bank; otherwise the order they came in

    def _fill_banks(self, deadline: Deadline) -> None:
        """Lay the clauses out as fields, opening a new bank whenever one is full."""
        members: list[tuple[int, Sequence[int]]] = []
        base = 0
        for index, clause in enumerate(self.clauses):
            if members and base + len(clause) + 2 > _BANK_BITS:
                deadline.check()
                self.banks.append(Bank.of(members))
                members, base = [], 0
            members.append((index, clause))
            satisfied = base + len(clause)
            for bit, literal in enumerate(clause, base):
                occurrence = (len(self.banks), bit, satisfied)
                self._occurrences.setdefault(literal, []).append(occurrence)
            base = satisfied + 2
        self.banks.append(Bank.of(members) if members else Bank.satisfied())

    def closure(self, literal: int) -> tuple[int, ...]:
        """Return the literal and all that follows from it through binary clauses.

        In the order of a breadth-first search, so that each comes after its cause.  The
        closure of a literal that fails ends before the first contradiction.
        """
        closure = self._closures.get(literal)
        if closure is None:
            closure = tuple(self._find_closure(literal))
            self._cached_literals += len(closure)
            if self._cached_literals > _CACHED_LITERALS:
                self._closures.clear()
                self._cached_literals = len(closure)
            self._closures[literal] = closure
        return closure

    def _find_closure(self, literal: int) -> list[int]:
        order, seen, implied = [literal], {literal}, self.implied
        for cause in order:
            for other in implied[cause]:
                if other not in seen:
                    if -other in seen:
                        self._failing.add(literal)
                        return order
                    seen.add(other)
                    order.append(other)
        return order

    def fails(self, literal: int) -> bool:
        """Whether the closure of the literal contradicts itself (a failed literal)."""
        self.closure(literal)
        return literal in self._failing

    def mask(self, literal: int) -> int:
        """Return the closure of a literal as a mask: bit v for v, n + v for -v."""
        if self.variables > _CACHED_VARIABLES:
            return self._mask_of(self.closure(literal))
        mask = self._masks[literal]
        if not mask:
            mask = self._masks[literal] = self._mask_of(self.closure(literal))
        return mask

    def assigned(self, steps: Iterable[Step], before: int = 0) -> int:
        """Return the mask of all literals that these steps make true.

        Args:
            steps: The steps.
            before: The mask of those that are true before.
        """
        if self.variables > _CACHED_VARIABLES:
            closures = [self.closure(literal) for literal, _ in steps]
            if closures:
                before |= self._mask_of(chain.from_iterable(closures))
            return before
        masks = self._masks
        for literal, _ in steps:
            before |= masks[literal] or self.mask(literal)
        return before

    def _mask_of(self, literals: Iterable[int]) -> int:
        n = self.variables
        bits = (literal if literal > 0 else n - literal for literal in literals)
        return _mask_of(bits, self.span)

    def free_literal(self, assigned: int, among: int = -1) -> int | None:
        """Return a literal of the lowest variable without a value.

        The negative one, unless it fails.  None where all variables have a value.

        Args:
            assigned: Mask of the true literals.
            among: Mask of the variables to choose from.
        """
        every = (2 << self.variables) - 2
        free = every & among & ~(assigned | assigned >> self.variables)
        if not free:
            return None
        variable = (free & -free).bit_length() - 1
        return variable if self.fails(-variable) else -variable

    def true_literals(self, assigned: int) -> Iterator[int]:
        """Yield the literals of a mask."""
        n = self.variables
        digits = f"{assigned:b}"[::-1].encode().translate(_TRUE)
        for bit in compress(range(len(digits)), digits):
            yield bit if bit <= n else n - bit

    def true_variables(self, assigned: int) -> tuple[int, ...]:
        """Return the variables that a mask of literals makes true, rising."""
        digits = f"{assigned & ((2 << self.variables) - 1):b}"[::-1]
        return tuple(compress(range(len(digits)), digits.encode().translate(_TRUE)))

    def changes(self, literal: int) -> tuple[BankUpdate, ...]:
        """Return what making a literal true does to each bank that it changes.

        A literal that fails empties the first bank, which is found to be a conflict.
        """
        changes = self._changes.get(literal)
        if changes is None:
            if self._cached_masks > _CACHED_MASKS:
                self._drop_caches()
            fails = self.fails(literal)
            changes = (
                (BankUpdate(0, 0, 0, 0),) if fails else self._make_changes(literal)
            )
            self._cached_masks += 3 * len(changes)
            self._changes[literal] = changes
        return changes

    def _make_changes(self, literal: int) -> tuple[BankUpdate, ...]:
        """Add up what the literals of a closure do."""
        false: dict[int, int] = {}
        true: dict[int, int] = {}
        satisfy: dict[int, int] = {}
        cached = self._occurrence_masks
        for closed in self.closure(literal):
            masks = cached.get(-closed)
            if masks is None:
                masks = self._make_occurrence_masks(-closed)
            for bank, bits, _ in masks:
                false[bank] = false.get(bank, 0) | bits
            masks = cached.get(closed)
            if masks is None:
                masks = self._make_occurrence_masks(closed)
            for bank, bits, done in masks:
                true[bank] = true.get(bank, 0) | bits
                satisfy[bank] = satisfy.get(bank, 0) | done
        changes: list[BankUpdate] = []
        for bank in sorted(false.keys() | true.keys()):
            keep = ~false.get(bank, 0)
            own = true.get(bank, 0)
            undecided = keep & ~own if own else keep
            changes.append(BankUpdate(bank, keep, satisfy.get(bank, 0), undecided))
        return tuple(changes)

    def _make_occurrence_masks(self, literal: int) -> list[tuple[int, int, int]]:
        """Make, for each bank, the masks of a literal's occurrences and `satisfied`."""
        banks: dict[int, tuple[int, int]] = {}
        for bank, bit, satisfied in self._occurrences.get(literal, ()):
            bits, done = banks.get(bank, (0, 0))
            banks[bank] = (bits | 1 << bit, done | 1 << satisfied)
        masks = [(bank, *both) for bank, both in banks.items()]
        self._cached_masks += 2 * len(masks)
        self._occurrence_masks[literal] = masks
        return masks

    def effect(self, bank: int, bit: int) -> Effect:
        """Return what follows when that bit of that bank is a unit; cached in the bank.

        A literal that fails empties the bank, which is then found to be a conflict.
        """
        home = self.banks[bank]
        literal = home.literals[bit]
        step = (literal, home.clauses[bit])
        if self.fails(literal):
            effect: Effect = (step, 0, 0, 0, ())
        else:
            changes = self.changes(literal)
            here = next(change for change in changes if change.bank == bank)
            other_banks = tuple(change for change in changes if change.bank != bank)
            effect = (step, here.keep, here.satisfy, here.undecided, other_banks)
        home.effects[bit] = effect
        return effect

    def occurrences(self, variables: Collection[int]) -> list[int]:
        """Return, a bank at a time, the mask of all occurrences of these variables."""
        literals = {*variables, *(-variable for variable in variables)}
        return [
            _mask_of(
                (
                    bit
                    for bit, literal in enumerate(bank.literals)
                    if literal in literals
                ),
                len(bank.literals),
            )
            for bank in self.banks
        ]

    def _drop_caches(self) -> None:
        """Drop the masks of literals and banks; they are made anew when needed."""
        self._changes.clear()
        self._occurrence_masks.clear()
        self._cached_masks = 0
        for bank in self.banks:
            bank.effects = [None] * len(bank.effects)


def assert_literal(
    problem: Problem, clause_state: list[int], trail: list[Step], literal: int
) -> int:
    """Make a literal true that has no value, as an assumption or a decision.

    Args:
        problem: The formula.
        clause_state: The integer of each bank; changed in place.
        trail: The steps so far; lengthened in place.
        literal: The literal.

    Returns:
        The banks that were changed, as bits: `propagate` is to look at them.
    """
    trail.append((literal, NO_REASON))
    pending = 0
    for bank, keep, satisfy, _ in problem.changes(literal):
        clause_state[bank] = clause_state[bank] & keep | satisfy
        pending |= 1 << bank
    return pending


def propagate(
    problem: Problem,
    clause_state: list[int],
    trail: list[Step],
    pending: int,
    deadline: Deadline = NEVER,
) -> int | None:
    """Add to the trail all that follows by unit propagation.

    Requires and ensures invariants 1 to 4.  Without a conflict no field of any bank is
    due on return; after a conflict the clause state is of no more use.

    Args:
        problem: The formula.
        clause_state: The integer of each bank; changed in place.
        trail: The steps so far; lengthened in place.
        pending: The banks to look at, as bits; the others have no field due.
        deadline: When to stop.

    Returns:
        The index of a clause whose literals are all false, or None.  Where the last
        step's literal fails, that is the conflict, and the index says nothing.

    Raises:
        Stopped: The deadline came.

    Example:
        >>> problem = Problem(3, [(-1, -2, 3), (-3, 2)])
        >>> state, trail = [bank.initial for bank in problem.banks], []
        >>> pending = assert_literal(problem, state, trail, 1)
        >>> pending |= assert_literal(problem, state, trail, 2)
        >>> propagate(problem, state, trail, pending)
        >>> trail
        [(1, -1), (2, -1), (3, 0)]
    """
    has_end = deadline.end is not None  # a call a bank would be noticed
    while pending:
        if has_end:
            deadline.check()
        number = pending.bit_length() - 1
        pending ^= 1 << number
        bank = problem.banks[number]
        ones, guards, effects = bank.ones, bank.guards, bank.effects
        fields = clause_state[number]
        while True:
            rest = fields & (fields - ones)
            due = guards & ~((rest | guards) - ones)
            if not due:
                break
            empty = due & ~rest
            if empty:
                return bank.clauses[empty.bit_length() - 1]
            units = fields & bank.literal_bits(due)
            while units:
                bit = units.bit_length() - 1
                effect = effects[bit] or problem.effect(number, bit)
                step, keep, satisfy, undecided, other_banks = effect
                trail.append(step)
                units &= undecided
                fields = fields & keep | satisfy
                for other, kept, satisfied, _ in other_banks:
                    clause_state[other] = clause_state[other] & kept | satisfied
                    pending |= 1 << other
        clause_state[number] = fields
    return None


def _mask_of(bits: Iterable[int], size: int) -> int:
    """Return the integer with these bits set, in time linear in `size`."""
    marks = bytearray(size // 8 + 1)
    for bit in bits:
        marks[bit >> 3] |= 1 << (bit & 7)
    return int.from_bytes(marks, "little")
