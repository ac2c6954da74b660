"""What one constraint leaves of candidates, alone or together with one unit.

A SAT solver holds the rules, each part of them behind a variable that turns it on:

    a constraint, or a part of one that is about the whole grid
    that a cell holds a digit, and that a unit holds a digit
    that cells which see each other differ

A question turns on one constraint and its cells, then that these see each other, then
one unit.  What no way to fill these cells has is refuted; nothing is assumed but what
the question is about.  The parts that a refutation rests on come from its core, made
minimal, and say how hard it is: which cells and which digits of the unit a person has
to combine.

A way to fill the cells that was met once is kept.  As long as its candidates are there,
they need no question.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import combinations
from operator import and_
from typing import TYPE_CHECKING, NamedTuple, cast

from satdoku.cnf.extra import ExtraCells
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines import registry
from satdoku.puzzle.constraints.base import Literals
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.solving.choice import LEARNER
from satdoku.techniques.state import bits, mask_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.cnf.encoder import Encoding
    from satdoku.cnf.formula import Clause
    from satdoku.engines.base import Incremental, Outcome
    from satdoku.explanation.trials import Candidate
    from satdoku.puzzle.constraints.base import Constraint, Primitive, Variables
    from satdoku.puzzle.geometry import Geometry
    from satdoku.techniques.state import Shape

_LARGE = 24
"""A constraint of more cells is taken apart, where it has parts."""

_MOST_PIECES = 200
"""Parts of one constraint, at most."""

_MOST_QUESTIONS = 4_000
"""Questions about constraints beside others in one position, at most."""

_OTHERS = 2
"""Candidates of other cells that a way is asked to have as well."""

_CONFLICTS = 500
"""Conflicts of a refutation, at most: nobody follows more."""

_BESIDE = 6
"""Cells and digits of a unit that are combined with a constraint, at most."""


class Part(NamedTuple):
    """A constraint, or a part of one, in the formula.

    Args:
        constraint: The constraint.
        variable: What turns it on.
        cells: The cells that it is about.
        is_large: Whether it is in a formula of its own.
    """

    constraint: Constraint
    variable: int
    cells: tuple[int, ...]
    is_large: bool = False


class Refutation(NamedTuple):
    """Candidates that constraint and unit refute.

    Args:
        removes: The (cell, digit) pairs.
        constraint: The constraint.
        beside: Other constraints, of few cells together.
        cells: The cells of the constraint, or of the parts of it that count.
        seeing: Whether it counts that cells of the constraint see each other.
        unit: The unit, as an index into the units of the board; -1 for none.
        combined: The other cells of the unit that are combined.
        digits: The digits that the unit must hold.
    """

    removes: tuple[Candidate, ...]
    constraint: Constraint
    cells: tuple[int, ...]
    seeing: bool = False
    beside: tuple[Constraint, ...] = ()
    unit: int = -1
    combined: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Scope:
    """What a question is about; each is known by itself, whatever is in it.

    Args:
        parts: Constraints or parts.
        cells: The cells.
        unit: The unit, or -1.
        seeing: Whether cells that see each other differ.
    """

    parts: tuple[Part, ...]
    cells: tuple[int, ...]
    unit: int = -1
    seeing: bool = False


class _Piece:
    """Some of what a constraint is made of, as a constraint."""

    def __init__(self, constraint: Constraint, primitives: Sequence[Primitive]) -> None:
        self._constraint = constraint
        self._primitives = primitives

    def units(self, _: Geometry) -> Iterable[Sequence[int]]:
        """Return nothing."""
        return ()

    def clauses(self, geometry: Geometry, variables: Variables) -> Iterator[Clause]:
        """Yield the clauses of the primitives."""
        literals = Literals(geometry, variables, self._constraint.describe())
        for each in self._primitives:
            yield from each.clauses(literals)


def _pieces(constraint: Constraint, geometry: Geometry) -> list[Constraint | _Piece]:
    """Return a constraint, or each thing that it is made of, if these are few.

    One with units of its own stays whole.
    """
    made_of = getattr(constraint, "primitives", None)
    if made_of is None or any(True for _ in constraint.units(geometry)):
        return [constraint]
    primitives = [*made_of(geometry)]
    if not 1 < len(primitives) <= _MOST_PIECES:
        return [constraint]
    return [_Piece(constraint, [each]) for each in primitives]


class Combinations:
    """Finds what single constraints refute, position after position of one puzzle.

    Args:
        shape: Units and peers, with those of constraints.
        encoding: What the variables of candidates are.
        constraints: The constraints that are more than units.
        solution: The digits of the solution; None if there are several.
        deadline: When to stop.
    """

    def __init__(
        self,
        shape: Shape,
        encoding: Encoding,
        constraints: Sequence[Constraint],
        solution: Sequence[int] | None,
        deadline: Deadline = NEVER,
    ) -> None:
        self._shape = shape
        self._encoding = encoding
        self._n = encoding.geometry.size
        self._solution = solution
        self._deadline = deadline
        self._questions = 0
        self._next = len(encoding.cell_variables) + 1
        self._rules = [*self._rules_of_cells()]
        self._extra = ExtraCells(encoding.geometry, tuple(constraints), self._next)
        self._rules += self._extra.clauses
        self._next = self._extra.next
        self._engines: dict[Constraint | None, Incremental] = {}
        self._every = ((1 << self._n) - 1,) * encoding.geometry.cells
        self._left: Sequence[int] = self._every
        self._clauses: dict[Constraint | None, list[Clause]] = {None: self._rules}
        self._last: dict[Constraint | None, int] = {}
        self._parts = self._all_parts(constraints)
        self._ways: defaultdict[_Scope, list[tuple[int, ...]]] = defaultdict(list)
        self._known: dict[_Scope, tuple[tuple[int, ...], list[Refutation]]] = {}
        self._counts = Counter(part.constraint for part in self._parts)
        self._whole = [*self._groups()]
        self._alone = _sorted(
            replace(_joined(parts), seeing=False) for parts in self._whole
        )
        self._seeing = [replace(scope, seeing=True) for scope in self._alone]
        self._with_unit = _sorted(self._scopes_of_units())
        self._with_other = _sorted(self._neighbourhoods())

    def close(self) -> None:
        """Free the formulas."""
        for engine in self._engines.values():
            engine.close()

    # What the formulas are made of

    def _variable(self) -> int:
        self._next += 1
        return self._next - 1

    def _all_parts(self, constraints: Sequence[Constraint]) -> list[Part]:
        """Return all parts; small ones are in every formula, others have their own."""
        encoding = self._encoding
        parts: list[Part] = []
        large: list[Constraint] = []
        for constraint in self._deadline.limit(constraints):
            first = self._next
            own = [
                self._part(rule, constraint)
                for rule in _pieces(constraint, encoding.geometry)
            ]
            if all(len(part.cells) <= _BESIDE for part, _ in own):
                for part, clauses in own:
                    parts.append(part)
                    self._rules += clauses
            else:
                self._next = first
                large.append(constraint)
        first = self._next
        self._last[None] = first - 1
        for constraint in self._deadline.limit(large):
            self._next = first
            rules: list[Clause] = []
            self._clauses[constraint] = rules
            for rule in _pieces(constraint, encoding.geometry):
                part, clauses = self._part(rule, constraint)
                parts.append(part._replace(is_large=True))
                rules += clauses
            self._last[constraint] = self._next - 1
        return parts

    def _part(
        self, rule: Constraint | _Piece, constraint: Constraint
    ) -> tuple[Part, list[Clause]]:
        variable, n = self._variable(), self._n
        encoding = self._encoding
        made = cast("Constraint", rule)  # clauses and units are all that counts
        own, self._next = encoding.clauses_of(
            made, self._next, self._deadline, self._extra
        )
        literals = {abs(literal) for clause in own for literal in clause}
        known = encoding.cell_variables
        cells = {(each - 1) // n for each in literals if each in known}
        part = Part(constraint, variable, tuple(sorted(cells)))
        return part, [(-variable, *clause) for clause in own]

    def _rules_of_cells(self) -> Iterator[Clause]:
        """Yield that cells and units hold digits, and that cells in sight differ."""
        shape, n = self._shape, self._n
        self._sees = self._variable()
        self._holds = [self._variable() for _ in range(shape.geometry.cells)]
        for cell, guard in enumerate(self._holds):
            held = range(cell * n + 1, cell * n + n + 1)
            yield (-guard, *held)
            yield from combinations([-variable for variable in held], 2)
            for other in bits(shape.peers[cell] >> cell << cell):
                for at, variable in enumerate(held):
                    yield (-self._sees, -variable, -(other * n + at + 1))
        self._last_unit = self._holds[-1]
        self._unit_holds: dict[tuple[int, int], int] = {}
        for at, unit in enumerate(shape.geometry.units):
            for digit in shape.geometry.digit_range:
                guard = self._unit_holds[at, digit] = self._variable()
                self._last_unit = guard
                yield (-guard, *[cell * n + digit for cell in unit])

    def _engine(self, scope: _Scope) -> Incremental:
        """Return the engine with the parts of a scope."""
        key = next((part.constraint for part in scope.parts if part.is_large), None)
        if key not in self._engines:
            clauses = [*self._rules, *self._clauses[key]] if key else self._rules
            group = Group(Origin("constraints", "all"), tuple(clauses))
            formula = Formula(self._last[key], len(clauses), lambda: [group], str)
            engine = registry.load(LEARNER, formula, self._deadline)
            self._engines[key] = cast("Incremental", engine)
            self._settle([self._engines[key]], self._every, self._left)
        return self._engines[key]

    def _know(self, left: Sequence[int]) -> None:
        """Let the engines know what is left to each cell of the grid, for good.

        They are loaded anew for a position that has other candidates.
        """
        if left == self._left:
            return
        if any(new & ~old for new, old in zip(left, self._left, strict=True)):
            self.close()
            self._engines.clear()
        self._settle(self._engines.values(), self._left, left)
        self._left = left

    def _settle(
        self, engines: Iterable[Incremental], before: Sequence[int], left: Sequence[int]
    ) -> None:
        """Add which candidates are gone, and which cells have one alone."""
        clauses: list[Clause] = []
        for cell, (old, new) in enumerate(zip(before, left, strict=True)):
            if old == new:
                continue
            first = cell * self._n + 1
            clauses += [(-first - digit,) for digit in bits(old & ~new)]
            if new.bit_count() == 1:
                clauses.append((first + new.bit_length() - 1,))
        for engine in engines:
            for clause in clauses:
                engine.add(clause)

    def _groups(self) -> Iterator[tuple[Part, ...]]:
        """Yield the parts of each constraint together, or alone if they are many."""
        groups: defaultdict[Constraint, list[Part]] = defaultdict(list)
        for part in self._parts:
            groups[part.constraint].append(part)
        for parts in groups.values():
            if len({cell for part in parts for cell in part.cells}) <= _LARGE:
                yield tuple(parts)
            else:
                yield from ((part,) for part in parts)

    def _scopes_of_units(self) -> Iterator[_Scope]:
        """Yield each constraint with each unit that has two of its cells or more.

        Parts of one over the whole grid go together: those within a unit, and those
        within it and one other cell.
        """
        for at, unit in enumerate(self._shape.geometry.units):
            inside = mask_of(unit)
            together: defaultdict[tuple[Constraint, int], list[Part]]
            together = defaultdict(list)
            for parts in self._whole:
                cells = mask_of(cell for part in parts for cell in part.cells)
                outside = cells & ~inside
                if not self._is_piece(parts):
                    if (cells & inside).bit_count() > 1:
                        yield _joined(parts, unit, at)
                elif cells & inside and outside.bit_count() < 2:
                    together[parts[0].constraint, outside].append(parts[0])
            for (constraint, outside), own in together.items():
                both = own + (together.get((constraint, 0), []) if outside else [])
                yield _joined(tuple(both), unit, at)

    def _is_piece(self, parts: tuple[Part, ...]) -> bool:
        """Whether it is one of many parts of a constraint."""
        return len(parts) == 1 and self._counts[parts[0].constraint] > 1

    def _neighbourhoods(self) -> Iterator[_Scope]:
        """Yield constraints with the small ones around them, alone and with a unit."""
        small = [part for part in self._parts if not part.is_large]
        whole = [parts for parts in self._whole if not self._is_piece(parts)]
        for parts in whole:
            near = self._near(parts)
            others = [x for x in small if x not in parts and mask_of(x.cells) & near]
            if others:
                yield _joined((*parts, *others))
        for at, unit in enumerate(self._shape.geometry.units):
            inside = mask_of(unit)
            others = [part for part in small if mask_of(part.cells) & inside]
            if len(others) > 1:
                beyond = mask_of(c for part in others for c in part.cells) & ~inside
                near = self._seeing_two(beyond)
                yield _joined(tuple(others), (*unit, *bits(near)), at)
            for parts in whole if others else ():
                cells = mask_of(cell for part in parts for cell in part.cells)
                if parts[0].is_large and (cells & inside).bit_count() > 1:
                    yield _joined((*parts, *others), unit, at)

    def _near(self, parts: tuple[Part, ...]) -> int:
        """Return the cells of parts, and those that see two of them."""
        own = mask_of(cell for part in parts for cell in part.cells)
        return own | self._seeing_two(own)

    def _seeing_two(self, own: int) -> int:
        """Return the cells that see two of some cells."""
        peers, cells = self._shape.peers, range(self._shape.geometry.cells)
        return mask_of(c for c in cells if (peers[c] & own).bit_count() > 1)

    # Questions

    def alone(self, left: Sequence[int]) -> Iterator[Refutation]:
        """Yield what single constraints refute, whatever cells see.

        Args:
            left: The digits left to each cell.
        """
        return self._of_scopes(self._alone, left)

    def seeing(self, left: Sequence[int]) -> Iterator[Refutation]:
        """Yield what single constraints refute, as their cells see each other."""
        return self._of_scopes(self._seeing, left)

    def widened(self, refutation: Refutation, left: Sequence[int]) -> Refutation:
        """Add what a constraint refutes as well because its cells see each other.

        Args:
            refutation: What it refutes by itself.
            left: The digits left to each cell.
        """
        self._know(left)
        for scope in self._seeing:
            about = scope.parts[0].constraint, scope.cells
            if about == (refutation.constraint, refutation.cells):
                masks = tuple([left[cell] for cell in scope.cells])
                removes = tuple(self._refuted(scope, masks))
                if len(removes) > len(refutation.removes):
                    return refutation._replace(removes=removes, seeing=True)
        return refutation

    def with_unit(self, left: Sequence[int]) -> Iterator[Refutation]:
        """Yield what a constraint and a unit refute together."""
        return self._of_scopes(self._with_unit, left)

    def with_other(self, left: Sequence[int]) -> Iterator[Refutation]:
        """Yield what a constraint and the combinations of small ones refute.

        After so many questions the search ends: then a trial is found sooner.
        """
        first = self._questions
        for scope in self._with_other:
            yield from self._of_scopes([scope], left)
            if self._questions - first > _MOST_QUESTIONS:
                return

    def _of_scopes(
        self, scopes: Sequence[_Scope], left: Sequence[int]
    ) -> Iterator[Refutation]:
        self._know(left)
        for scope in self._deadline.limit(scopes):
            masks = tuple([left[cell] for cell in scope.cells])
            known, refutations = self._known.get(scope, ((), []))
            if known != masks:
                refutations = self._refutations(scope, masks)
                self._known[scope] = masks, refutations
            yield from refutations

    def _refutations(self, scope: _Scope, masks: tuple[int, ...]) -> list[Refutation]:
        """Return what is refuted: all at once, or the first that a person can follow.

        Candidates that the same cells and parts refute go together.
        """
        refuted = self._refuted(scope, masks)
        if not scope.seeing:
            pairs, constraint = tuple(refuted), scope.parts[0].constraint
            return [Refutation(pairs, constraint, scope.cells)] if pairs else []
        every = self._guards(scope, masks)
        for pair in refuted:
            reasons = [
                (why, guards)
                for some in self._with_digits_and_without(every)
                if (guards := self._core(scope, some, pair))
                and (why := self._why(scope, frozenset(guards)))
            ]
            if reasons:
                why, guards = min(reasons, key=lambda reason: _many(reason[0]))
                removes = tuple(
                    other
                    for other in refuted
                    if other == pair
                    or self._ask(scope, guards, other).satisfiable is False
                )
                return [why._replace(removes=removes)]
        return []

    def _with_digits_and_without(self, guards: list[int]) -> list[list[int]]:
        """Return guards, and those that do not say which digits the unit holds."""
        digits = range(self._holds[-1] + 1, self._last_unit + 1)
        without = [guard for guard in guards if guard not in digits]
        return [guards] if len(without) == len(guards) else [guards, without]

    def _refuted(self, scope: _Scope, masks: tuple[int, ...]) -> list[Candidate]:
        """Return the candidates that no way to fill the cells has."""
        ways = [way for way in self._ways[scope] if all(map(and_, masks, way))]
        open_ = [mask if mask & (mask - 1) else 0 for mask in masks]
        known = [*ways]
        if self._solution is not None:
            known.append(tuple([1 << self._solution[cell] - 1 for cell in scope.cells]))
        for way in known:
            open_ = [mask & ~digit for mask, digit in zip(open_, way, strict=True)]
        refuted: list[Candidate] = []
        assumed = self._guards(scope, masks)
        for at, cell in enumerate(scope.cells):
            while open_[at]:
                candidate = cell, (open_[at] & -open_[at]).bit_length()
                others = self._others(scope, open_, candidate)
                outcome = self._ask(scope, [*assumed, *others], candidate)
                if others and not outcome.model:
                    outcome = self._ask(scope, assumed, candidate)
                if not outcome.model:
                    refuted += [candidate] * (outcome.satisfiable is False)
                    open_[at] &= open_[at] - 1
                    continue
                way = self._way(scope, masks, outcome.model)
                ways.append(way)
                open_ = [mask & ~digit for mask, digit in zip(open_, way, strict=True)]
        self._ways[scope] = ways
        return refuted

    def _others(
        self, scope: _Scope, open_: Sequence[int], candidate: Candidate
    ) -> list[int]:
        """Return candidates of other cells that a way with one may have as well."""
        first, digit = candidate
        chosen = {digit: 1 << first}
        literals: list[int] = []
        for cell, mask in zip(scope.cells, open_, strict=True):
            if len(literals) == _OTHERS:
                break
            if cell == first:
                continue
            peers = self._shape.peers[cell]
            for other in bits(mask):
                cells = chosen.get(other + 1, 0)
                if not cells & peers:
                    chosen[other + 1] = cells | 1 << cell
                    literals.append(cell * self._n + other + 1)
                    break
        return literals

    def _way(
        self, scope: _Scope, masks: tuple[int, ...], model: Sequence[int]
    ) -> tuple[int, ...]:
        """Return the digits of the cells in a model, as masks."""
        n, held = self._n, defaultdict[int, int](int)
        for literal in model[: bisect(model, n * self._shape.geometry.cells)]:
            held[(literal - 1) // n] |= 1 << (literal - 1) % n
        return tuple(
            [held[cell] & mask for cell, mask in zip(scope.cells, masks, strict=True)]
        )

    def _guards(self, scope: _Scope, masks: tuple[int, ...]) -> list[int]:
        """Return what turns on the parts of a scope, the first part almost last."""
        geometry = self._shape.geometry
        guards: list[int] = []
        if scope.unit >= 0 and len(geometry.units[scope.unit]) == self._n:
            guards += [self._unit_holds[scope.unit, d] for d in geometry.digit_range]
        guards += [
            self._holds[cell]
            for cell, mask in zip(scope.cells, masks, strict=True)
            if mask.bit_count() > 1
        ]
        guards += [part.variable for part in reversed(scope.parts)]
        return guards + [self._sees] * scope.seeing

    def _ask(
        self, scope: _Scope, literals: Sequence[int], candidate: Candidate
    ) -> Outcome:
        """Look for a model with a candidate.

        Where constraints are combined, or cells see each other, what is hard to refute
        stays open.

        Raises:
            Stopped: The time is over.
        """
        cell, digit = candidate
        self._questions += 1
        deadline = self._deadline
        if scope.seeing:
            deadline = Deadline(deadline.left, _CONFLICTS)
        assumed = [*literals, cell * self._n + digit]
        outcome = self._engine(scope).solve(assumed, deadline)
        if outcome.satisfiable is None:
            self._deadline.check()
        return outcome

    def _core(
        self, scope: _Scope, guards: list[int], candidate: Candidate
    ) -> list[int]:
        """Return guards, none of which can be left out, that refute a candidate.

        None at all where a person can follow none of that.
        """
        engine, at = self._engine(scope), 0
        if self._ask(scope, guards, candidate).satisfiable is not False:
            return []
        guards = _within(guards, engine.core())
        while at < len(guards):
            rest = guards[:at] + guards[at + 1 :]
            answer = self._ask(scope, rest, candidate).satisfiable
            if answer is False:
                guards = _within(rest, engine.core())
                continue
            at += 1
            if answer is None or self._is_too_much(scope, guards[:at]):
                return []
        return guards

    def _is_too_much(self, scope: _Scope, guards: Sequence[int]) -> bool:
        """Whether more is combined than a person can, whichever part comes first."""
        first, last = self._holds[0], self._holds[-1]
        cells = {guard - first for guard in guards if first <= guard <= last}
        digits = len([guard for guard in guards if last < guard <= self._last_unit])
        owned: defaultdict[Constraint, set[int]] = defaultdict(set)
        if len(cells) + digits <= _BESIDE:
            return False
        for part in scope.parts:
            owned[part.constraint].update(part.cells)
        return digits + min(len(cells - own) for own in owned.values()) > _BESIDE

    def _why(self, scope: _Scope, used: frozenset[int]) -> Refutation | None:
        """Return what a refutation rests on; None if it is too much for a person."""
        parts = [part for part in scope.parts if part.variable in used]
        if not parts:  # a matter of units, which techniques find
            return None
        sizes: Counter[Constraint] = Counter()
        for part in parts:
            sizes[part.constraint] += len(part.cells)
        main = max(sizes, key=sizes.__getitem__)
        own = {x for part in parts if part.constraint == main for x in part.cells}
        beside = tuple(constraint for constraint in sizes if constraint != main)
        digits = tuple(
            digit
            for digit in self._shape.geometry.digit_range
            if self._unit_holds.get((scope.unit, digit)) in used
        )
        combined = tuple(
            cell
            for cell in scope.cells
            if self._holds[cell] in used and cell not in own
        )
        if len(combined) + len(digits) > _BESIDE:
            return None
        unit = scope.unit if combined or digits else -1
        cells, sees = tuple(sorted(own)), self._sees in used
        return Refutation((), main, cells, sees, beside, unit, combined, digits)


def _many(why: Refutation) -> int:
    """Return how much is combined with a constraint."""
    return len(why.combined) + len(why.digits) + len(why.beside)


def _within(guards: list[int], core: Sequence[int] | None) -> list[int]:
    """Return the guards of a core; all where it is not known."""
    if core is None:
        return guards
    known = set(core)
    return [guard for guard in guards if guard in known]


def _joined(parts: tuple[Part, ...], unit: Sequence[int] = (), at: int = -1) -> _Scope:
    """Return what some parts and a unit are about together."""
    cells = {cell for part in parts for cell in part.cells}
    return _Scope(parts, tuple(sorted({*unit, *cells})), at, seeing=True)


def _sorted(scopes: Iterable[_Scope]) -> list[_Scope]:
    """Return scopes, those of few cells first."""
    return sorted(scopes, key=lambda scope: len(scope.cells))
