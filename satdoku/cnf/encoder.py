"""A puzzle as a formula; a model as a grid.

`encoding` makes the formula of the rules, which knows no clues: it is loaded into an
engine once and serves every puzzle, whose clues and ruled-out candidates are assumed.
`simplify` makes clauses only for what one puzzle leaves open after singles, as Kwon and
Jain do, "Optimized CNF encoding for Sudoku puzzles" (LPAR 2006).  `encode` is for
people: the formula whose models are a puzzle's solutions.

Both kinds of formulas come from one description of what a recipe says (`_Plan`) over
candidates: all of them, or those that are open.  Variables are, in this order,

    cells        (cell, digit) is `cell * n + digit` in the formula of the rules; else
                 the open candidates without a gap, in the same order
    triads       row triads, then column triads, digit by digit.  In the formula of one
                 puzzle a triad with one open candidate is that candidate
    auxiliary    those of at-most-one schemes, set after set; then of constraints

The families of clauses, in this order:

    cell         every cell holds a digit, and only one
    unit         every unit holds each digit once; at most once where it has fewer cells
                 than there are digits.  A pair of cells may share several units: "not
                 both" is said of the first (publications count it again: 11,988 clauses
                 for extended at 9x9, the formula has 10,530)
    triad        (triad, digit) is true exactly if one of the cells holds the digit;
                 rows, columns and boxes have each digit in one of their triads.  From
                 Tdoku's augmented encoding (t-dillon, 2019).  What propagation sees
                 through triads is what people call pointing and claiming
    peer         a cell's digit needs another one in each peer (Gent's support encoding)
    constraint   what constraints say beyond their units

Where the recipe leaves to counting what holds of full units alone (as `minimal`, whose
cells might hold two digits otherwise), other units and cells are told it directly.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import chain, combinations, compress, islice, pairwise
from math import comb
from operator import add, neg, sub
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeAlias

from satdoku.cnf.amo import SCHEMES
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.propagate import propagate
from satdoku.cnf.recipe import TriadTicks, load
from satdoku.errors import EngineError, LimitError, UsageError
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle, units_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.cnf.amo import Scheme
    from satdoku.cnf.formula import Clause
    from satdoku.cnf.propagate import Propagation
    from satdoku.cnf.recipe import Recipe
    from satdoku.constraints.base import Constraint
    from satdoku.geometry import Geometry
    from satdoku.puzzle import PuzzleLike

__all__ = [
    "MAX_CLAUSES",
    "Encoding",
    "FormulaSize",
    "Simplified",
    "encode",
    "encoding",
    "formula_size",
    "refuse",
    "simplify",
]

MAX_CLAUSES = 20_000_000
"""Formulas with more clauses are refused unless another limit is given."""

_LISTED = 500_000
"""Up to so many clauses of a puzzle's formula are made at once and kept, each once;
more are made as they are asked for, and some may be said twice."""

_TRUE = 1 << 62
"""What stands for a candidate that is settled, until clauses are simplified."""


class FormulaSize(NamedTuple):
    """How large a formula is.

    Args:
        variables: All variables.
        clauses: Its clauses.
        literals: Occurrences of literals in them.
        textbook: Clauses as publications count them, repetitions included.
    """

    variables: int
    clauses: int
    literals: int
    textbook: int


class _Rule(NamedTuple):
    """Whether at least one literal of a set is true, and how at most one is said."""

    at_least_one: bool
    scheme: Scheme | None = None
    is_pairwise: bool = False

    @staticmethod
    def of(at_least_one: bool, at_most_one: str | None) -> _Rule:  # noqa: FBT001  a tick
        """Make the rule that a recipe asks for."""
        scheme = SCHEMES[at_most_one] if at_most_one else None
        if at_least_one and scheme is not None and scheme.exactly is not None:
            scheme = scheme._replace(encode=scheme.exactly)
        return _Rule(at_least_one, scheme, at_most_one == "pairwise")

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said."""
        return not self.at_least_one and self.scheme is None

    @property
    def is_determined(self) -> bool:
        """Whether the auxiliary variables are functions of any literals."""
        return self.scheme is None or self.scheme.determined

    def clauses(self, literals: Sequence[int], first: int) -> list[Clause]:
        """Make the clauses for a set; auxiliary variables count from `first`."""
        made = [tuple(literals)] if self.at_least_one else []
        if self.is_pairwise:  # the usual one, without another call
            made += combinations(map(neg, literals), 2)
        elif self.scheme is not None:
            made += self.scheme.encode(literals, first)
        return made

    def variables(self, size: int) -> int:
        """Return how many auxiliary variables a set of that size has."""
        return 0 if self.scheme is None else self.scheme.size(size).variables

    def pairs(self, size: int) -> frozenset[tuple[int, int]]:
        """Return of which positions in a set "not both" is a clause."""
        return frozenset() if self.scheme is None else self.scheme.size(size).pairs

    def size(self, size: int, sets: int, repeated: int = 0) -> FormulaSize:
        """Return how large so many sets of a size are, some clauses said before."""
        variables, clauses, literals = 0, 0, 0
        if self.at_least_one:
            clauses, literals = 1, size
        if self.scheme is not None:
            most = self.scheme.size(size)
            variables = most.variables
            clauses, literals = clauses + most.clauses, literals + most.literals
        return FormulaSize(
            sets * variables,
            sets * clauses - repeated,
            sets * literals - 2 * repeated,
            sets * clauses,
        )


class _Set(NamedTuple):
    """Cells or triads of which a rule holds digit by digit.

    Args:
        name: The unit, or the triad that the cells are.
        members: The cells, or the numbers of triads.
        rule: The rule.
        label: Distinguishes its auxiliary variables from others of the unit.
        is_full: Whether it holds every digit.
    """

    name: str
    members: Sequence[int]
    rule: _Rule
    label: str = ""
    is_full: bool = False


class _Plan(NamedTuple):
    """What a recipe says of a geometry and constraints, whatever the candidates.

    Args:
        cell: The rule of cells.
        units: The units that are said cell by cell.
        triads: Row triads, then column triads, with the rule inside; none without.
        lines: Rows, columns and boxes as sets of triads.
        skipped: How many clauses publications count of units that others imply.
        is_determined: Whether the variables of at-most-one schemes are functions of the
            cells in every solution.  They are where the set has one true literal, as a
            unit with all digits; elsewhere only some schemes leave no choice.
        units_by_cell, triads_by_cell, lines_by_triad: Which of them a member is in.
    """

    cell: _Rule
    units: list[_Set]
    triads: list[_Set]
    lines: list[_Set]
    skipped: int
    is_determined: bool
    units_by_cell: list[list[int]]
    triads_by_cell: list[list[int]]
    lines_by_triad: list[list[int]]


@lru_cache(maxsize=64)
def _plan(
    geometry: Geometry, recipe: Recipe, constraints: tuple[Constraint, ...]
) -> _Plan:
    least, most = recipe.cell
    if not any(len(unit) == geometry.size for unit in geometry.units):
        least, most = True, most or "pairwise"  # nothing can be counted
    names = _unit_names(geometry, constraints)
    has_triads = recipe.triad is not None and geometry.box is not None
    units, skipped = _plan_units(geometry, recipe, constraints, names, has_triads)
    triads = _plan_triads(geometry, recipe) if has_triads else []
    triads_by_cell = _by_member(triads, geometry.cells)
    lines: list[_Set] = []
    if has_triads:
        lines, more = _plan_lines(geometry, recipe, names, triads_by_cell)
        skipped += more
    loose = [unit for unit in units if len(unit.members) < geometry.size]
    loose += [*triads, *(line for line in lines if not line.is_full)]
    return _Plan(
        _Rule.of(least, most),
        units,
        triads,
        lines,
        skipped,
        all(one.rule.is_determined for one in loose),
        _by_member(units, geometry.cells),
        triads_by_cell,
        _by_member(lines, len(triads)),
    )


def _by_member(sets: Sequence[_Set], members: int) -> list[list[int]]:
    """Return the numbers of the sets that each member is in."""
    found: list[list[int]] = [[] for _ in range(members)]
    for number, one in enumerate(sets):
        for member in one.members:
            found[member].append(number)
    return found


def _unit_names(geometry: Geometry, constraints: tuple[Constraint, ...]) -> list[str]:
    """Name all units, each otherwise than all others."""
    names = [geometry.unit_name(index) for index in range(len(geometry.units))]
    for rule in constraints:
        many = len(list(rule.units(geometry)))
        name = rule.describe()
        names += [f"{name} {k}" if many > 1 else name for k in range(1, many + 1)]
    return names


def _unit_rule(
    geometry: Geometry, recipe: Recipe, size: int, said: tuple[bool, str | None]
) -> _Rule:
    """Return the rule of a unit with so many cells."""
    if size == geometry.size:
        return _Rule.of(*said)
    usual = None if recipe.peer.support else "pairwise"
    return _Rule.of(at_least_one=False, at_most_one=said[1] or usual)


def _plan_units(
    geometry: Geometry,
    recipe: Recipe,
    constraints: tuple[Constraint, ...],
    names: list[str],
    has_triads: bool,  # noqa: FBT001
) -> tuple[list[_Set], int]:
    """Return the units that are said cell by cell, and what was skipped."""
    least, most = recipe.unit
    ticks = recipe.triad or TriadTicks()
    both = least or ticks.at_least_one, most or ticks.at_most_one
    units: list[_Set] = []
    skipped = 0
    seen: list[list[set[int]]] = [[] for _ in range(geometry.cells)]
    for index, unit in enumerate(units_of(geometry, constraints)):
        of_triads = has_triads and index < len(geometry.units)
        cells = set(unit)
        if of_triads and recipe.unit.is_empty:
            rule = _Rule(at_least_one=False)
        else:
            said = (least, most) if of_triads else both
            rule = _unit_rule(geometry, recipe, len(unit), said)
        if any(cells <= earlier for earlier in seen[unit[0]]):
            skipped += rule.size(len(unit), geometry.size).textbook
            continue
        for cell in unit:
            seen[cell].append(cells)
        if not rule.is_empty:
            units.append(_Set(names[index], unit, rule))
    return units, skipped


def _plan_triads(geometry: Geometry, recipe: Recipe) -> list[_Set]:
    """Return all triads, with the rule inside."""
    ticks = recipe.triad or TriadTicks()
    rule = _Rule.of(at_least_one=False, at_most_one=ticks.inside_at_most_one)
    triads: list[_Set] = []
    for cells in geometry.row_triads:
        name = f"row {geometry.row_of(cells[0]) + 1}"
        triads.append(
            _Set(f"{name} in box {geometry.box_of(cells[0]) + 1}", cells, rule)
        )
    for cells in geometry.column_triads:
        name = f"column {geometry.column_of(cells[0]) + 1}"
        triads.append(
            _Set(f"{name} in box {geometry.box_of(cells[0]) + 1}", cells, rule)
        )
    return triads


def _plan_lines(
    geometry: Geometry,
    recipe: Recipe,
    names: list[str],
    triads_by_cell: list[list[int]],
) -> tuple[list[_Set], int]:
    """Return rows, columns and boxes as sets of triads, and what was skipped."""
    ticks = recipe.triad or TriadTicks()
    rows, lines_end = geometry.rows, geometry.rows + geometry.columns
    boxes = range(lines_end, len(geometry.units))
    lines: list[_Set] = []
    skipped = 0
    for units, kind, label, is_news in (
        (range(rows), 0, "triads", True),
        (range(rows, lines_end), 1, "triads", True),
        (boxes, 0, "rowtriads", geometry.box_height > 1),
        (boxes, 1, "columntriads", geometry.box_width > 1),
    ):
        for index in units:
            unit = geometry.units[index]
            said = ticks.at_least_one, ticks.at_most_one
            rule = _unit_rule(geometry, recipe, len(unit), said)
            members = list(dict.fromkeys(triads_by_cell[cell][kind] for cell in unit))
            is_full = len(unit) == geometry.size
            if is_news:
                lines.append(_Set(names[index], members, rule, label, is_full))
            else:  # the box is a row or a column itself, or its triads are cells
                skipped += rule.size(len(members), geometry.size).textbook
    return lines, skipped


class _Sets(NamedTuple):
    """Sets of literals that obey a rule, or clauses that are made already.

    Args:
        family, subject: Where the clauses come from; the subject is a name, or cells.
        rule: What holds of each set; None where there are clauses.
        sets: By digit, 0 for none: the literals, or the clauses.
        kept: Which of the clauses nothing before has said; None for all.
        label: Distinguishes auxiliary variables from others of the subject.
    """

    family: str
    subject: str | tuple[int, ...]
    rule: _Rule | None
    sets: Sequence[tuple[int, Sequence[Any]]]
    kept: Sequence[bool] | None = None
    label: str = ""


_Candidate: TypeAlias = tuple[int, int, int]
"""A cell or triad, a digit, and the literal that says that it is there."""

_Definition: TypeAlias = tuple[int, int, "Sequence[int]"]
"""A digit of a triad, its variable, and the literals of the cells."""

_Chunk: TypeAlias = tuple[_Sets, int, "Sequence[Clause]", int]
"""Clauses of a set: where it is from, its digit, and the next auxiliary variable."""


class _Form:
    """A formula over candidates: what `Encoding` and `Simplified` have in common."""

    def __init__(
        self,
        geometry: Geometry,
        recipe: Recipe,
        constraints: tuple[Constraint, ...],
        propagation: Propagation | None = None,
    ) -> None:
        self.geometry = geometry
        self.recipe = recipe
        self.constraints = constraints
        self._plan = _plan(geometry, recipe, constraints)
        self._is_whole = propagation is None
        self._cells: Sequence[int] = range(geometry.cells)
        self._digits: list[Sequence[int]] = [geometry.digits] * geometry.cells
        if propagation is not None:
            self._cells = propagation.cells
            self._digits = [()] * geometry.cells
            for cell in self._cells:
                self._digits[cell] = _digits(propagation.candidates[cell])
        self._literals: list[Sequence[int]] = [()] * geometry.cells
        last = 0
        for cell in self._cells:
            start, last = last, last + len(self._digits[cell])
            self._literals[cell] = range(start + 1, last + 1)
        self.cell_variables = range(1, last + 1)
        """The variables of (cell, digit) pairs; all others are auxiliary."""

    @cached_property
    def aux_determined(self) -> bool:
        """Whether every solution is exactly one model."""
        own = any(names for _, _, names in self._constrained(1))
        return self._plan.is_determined and not own

    def variable_of(self, cell: int, digit: int) -> int:
        """Return the variable that says the cell holds the digit; 0 if it is settled.

        Example:
            >>> small = simplify(Puzzle("1... .... .... ...2"), load("extended"))
            >>> small.variable_of(0, 1), small.variable_of(1, 2)
            (0, 1)
        """
        digits = self._digits[cell]
        return self._literals[cell][digits.index(digit)] if digit in digits else 0

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        """The (cell, digit) of variable 1, 2, …."""
        return [(cell, digit) for cell in self._cells for digit in self._digits[cell]]

    def _candidates(self) -> Iterator[_Candidate]:
        """Yield all candidates of cells."""
        for variable, (cell, digit) in enumerate(self._places, 1):
            yield cell, digit, variable

    def _by_set(
        self,
        candidates: Iterable[_Candidate],
        sets_by_member: list[list[int]],
        size: int,
    ) -> list[list[tuple[int, Sequence[int]]]]:
        """Return of each set of cells or triads its digits, with their literals."""
        digits = range(self.geometry.size + 1)
        sets: list[list[list[int]]] = [[[] for _ in digits] for _ in range(size)]
        for member, digit, literal in candidates:
            for number in sets_by_member[member]:
                sets[number][digit].append(literal)
        return [[pair for pair in enumerate(one) if pair[1]] for one in sets]

    @cached_property
    def _triads(self) -> tuple[list[_Candidate], list[list[_Definition]]]:
        """The candidates of triads, and by triad what defines its variables."""
        last = len(self.cell_variables)
        plan = self._plan
        candidates: list[_Candidate] = []
        definitions: list[list[_Definition]] = []
        sets = self._by_set(self._candidates(), plan.triads_by_cell, len(plan.triads))
        for triad, digits in enumerate(sets):
            defined: list[_Definition] = []
            for digit, cells in digits:
                literal = cells[0]
                if len(cells) > 1 or self._is_whole:
                    last += 1
                    literal = last
                    defined.append((digit, literal, cells))
                candidates.append((triad, digit, literal))
            definitions.append(defined)
        return candidates, definitions

    @cached_property
    def _first_auxiliary(self) -> int:
        """The first variable that is neither a cell's nor a triad's."""
        return len(self.cell_variables) + sum(map(len, self._triads[1])) + 1

    @cached_property
    def _kept(self) -> list[Sequence[bool] | None]:
        """Which clauses of units, then of triads, nothing before has said."""
        sets = [*self._plan.units, *self._plan.triads]
        if not self._is_whole:
            return [None] * len(sets)
        return [_unsaid(*pair) for pair in zip(sets, self._said, strict=True)]

    @cached_property
    def _said(self) -> list[set[tuple[int, int]]]:
        """Which pairs of units, then of triads, something before has excluded."""
        return _repeated([*self._plan.units, *self._plan.triads])

    def _sets(self) -> Iterator[_Sets]:
        """Yield all that the recipe says."""
        plan = self._plan
        if not plan.cell.is_empty:
            for cell in self._cells:
                yield _Sets("cell", (cell,), plan.cell, ((0, self._literals[cell]),))
        if plan.units:
            units = self._by_set(
                self._candidates(), plan.units_by_cell, len(plan.units)
            )
            for unit, sets, kept in zip(plan.units, units, self._kept, strict=False):
                yield _Sets("unit", unit.name, unit.rule, sets, kept)
        if plan.triads:
            yield from self._triad_sets()
        if self.recipe.peer.support:
            yield from self._supports()

    def _triad_sets(self) -> Iterator[_Sets]:
        """Yield what triads are, and what rows, columns and boxes say of them."""
        plan = self._plan
        rows = len(self.geometry.row_triads)
        yield from self._definitions(range(rows))
        yield from self._definitions(range(rows, len(plan.triads)))
        candidates, _ = self._triads
        lines = self._by_set(candidates, plan.lines_by_triad, len(plan.lines))
        for line, found in zip(plan.lines, lines, strict=True):
            # In one order, so that "not both" is said the same way each time.
            sets = [(digit, sorted(literals)) for digit, literals in found]
            yield _Sets("triad", line.name, line.rule, sets, None, line.label)

    def _definitions(self, triads: range) -> Iterator[_Sets]:
        """Yield what row triads or column triads are, and how many digits they hold.

        That a triad holds a digit at most once Tdoku says, and it is not needed, as two
        cells of a row triad are in two column triads of their box.
        """
        plan, (_, definitions) = self._plan, self._triads
        for at in triads:
            sets: list[tuple[int, list[Clause]]] = []
            for digit, literal, cells in definitions[at]:
                some = (*cells, -literal)
                sets.append((digit, [some, *[(-cell, literal) for cell in cells]]))
            yield _Sets("triad", plan.triads[at].name, None, sets)
        for at in triads:
            triad = plan.triads[at]
            if not triad.rule.is_empty:
                inside = [(digit, cells) for digit, _, cells in definitions[at]]
                kept = self._kept[len(plan.units) + at]
                yield _Sets("triad", triad.name, triad.rule, inside, kept)
        if self._is_exact(triads.start):
            literals: dict[int, list[int]] = {at: [] for at in triads}
            for at, _, literal in self._triads[0]:
                if at in literals:
                    literals[at].append(literal)
            for at in triads:
                yield self._exact(plan.triads[at], literals[at])

    def _exact(self, triad: _Set, literals: list[int]) -> _Sets:
        """Return that a triad holds exactly as many digits as cells."""
        size = sum(bool(self._digits[cell]) for cell in triad.members)
        if not size:
            return _Sets("triad", triad.name, None, ())
        few = combinations(literals, max(0, len(literals) - size + 1))
        many = combinations([-literal for literal in literals], size + 1)
        return _Sets("triad", triad.name, None, ((0, [*few, *many]),))

    def _is_exact(self, triad: int) -> bool:
        """Whether the digits of a triad are counted.

        Not where triads are whole lines, which hold every digit anyway.
        """
        is_row = triad < len(self.geometry.row_triads)
        lines = self.geometry.box_height if is_row else self.geometry.box_width
        return self.recipe.triad is not None and self.recipe.triad.exact and lines > 1

    def _peers(self) -> Iterator[list[int]]:
        """Yield the peers of each open cell."""
        units = units_of(self.geometry, self.constraints)
        units_by_cell: list[list[tuple[int, ...]]]
        units_by_cell = [[] for _ in range(self.geometry.cells)]
        for unit in units:
            for cell in unit:
                units_by_cell[cell].append(unit)
        for cell in self._cells:
            yield sorted({*chain(*units_by_cell[cell])} - {cell})

    def _supports(self) -> Iterator[_Sets]:
        """Yield support clauses: if the cell holds d, the peer holds another digit."""
        all_digits, all_literals = self._digits, self._literals
        for cell, peers in zip(self._cells, self._peers(), strict=True):
            mine = dict(zip(all_digits[cell], all_literals[cell], strict=True))
            for peer in peers:
                theirs = tuple(all_literals[peer])
                clauses = [
                    (-mine[digit], *(x for x in theirs if x != same))
                    for digit, same in zip(all_digits[peer], theirs, strict=True)
                    if digit in mine
                ]
                yield _Sets("peer", (cell, peer), None, ((0, clauses),))

    def _chunks(self) -> Iterator[_Chunk]:
        """Yield the clauses set by set; those of constraints come last."""
        end = self._first_auxiliary
        for sets in self._sets():
            rule, kept = sets.rule, sets.kept
            for digit, content in sets.sets:
                clauses = content
                if rule is not None:
                    clauses = rule.clauses(content, end)
                    if kept is not None:
                        clauses = list(compress(clauses, kept))
                    if not rule.is_pairwise:
                        end += rule.variables(len(content))
                yield sets, digit, clauses, end
        for constraint, clauses, names in self._constrained(end):
            end += len(names)
            yield _Sets("constraint", constraint.describe(), None, ()), 0, clauses, end

    def _constrained(
        self, first: int
    ) -> Iterator[tuple[Constraint, list[Clause], list[str]]]:
        """Yield each constraint with its clauses and the names of its variables."""
        for constraint in self.constraints:
            variables = _Variables(self._literal, first)
            clauses = variables.simplified(constraint.clauses(self.geometry, variables))
            yield constraint, clauses, variables.names
            first += len(variables.names)

    def _literal(self, cell: int, digit: int) -> int:
        """Return the literal of a candidate, or what stands for a settled one."""
        raise NotImplementedError

    def _clauses(self) -> Iterator[Clause]:
        return chain.from_iterable(clauses for _, _, clauses, _ in self._chunks())

    def _groups(self) -> Iterator[Group]:
        for sets, digit, clauses, _ in self._chunks():
            if clauses:
                subject = sets.subject
                if not isinstance(subject, str):
                    subject = " and ".join(map(self.geometry.cell_name, subject))
                yield Group(Origin(sets.family, subject, digit), tuple(clauses))

    @cached_property
    def _names(self) -> list[str]:
        """The names of all variables beyond those of cells, in their order."""
        names: list[str] = []
        for triad, defined in zip(self._plan.triads, self._triads[1], strict=True):
            line, number, _, _, box = triad.name.split()
            names += [f"{line[0]}{number}b{box}={digit}" for digit, _, _ in defined]
        start = self._first_auxiliary
        for sets, digit, _, end in self._chunks():
            if sets.rule is not None and sets.rule.scheme is not None:
                scheme = sets.rule.scheme.name
                name = (
                    "".join(map(self.geometry.cell_name, sets.subject))
                    if not isinstance(sets.subject, str)
                    else sets.subject.replace(" ", "")
                )
                name += (f"={digit}" if digit else "") + (
                    f".{sets.label}" if sets.label else ""
                )
                names += [f"{name}.{scheme}.{k}" for k in range(1, end - start + 1)]
                start = end
        for _, _, own in self._constrained(start):
            names += own
        return names

    def name_of(self, variable: int) -> str:
        """Say what a variable stands for: `r1c2=3`.

        Raises:
            UsageError: The formula has no such variable.
        """
        if variable in self.cell_variables:
            cell, digit = self._places[variable - 1]
            return f"{self.geometry.cell_name(cell)}={digit}"
        at = variable - len(self.cell_variables) - 1
        if not 0 <= at < len(self._names):
            raise UsageError(f"the formula has no variable {variable}")
        return self._names[at]


class _Variables:
    """What the clauses of a constraint are made of; see `constraints.base.Variables`.

    Args:
        literal: Gives the literal of a candidate, or what stands for a settled one.
        first: The first variable that is free.
    """

    def __init__(self, literal: Callable[[int, int], int], first: int) -> None:
        self.literal = literal
        self.names: list[str] = []
        self._first = first

    def new(self, name: str) -> int:
        """Return a variable that nobody else uses."""
        self.names.append(name)
        return self._first + len(self.names) - 1

    @staticmethod
    def simplified(clauses: Iterable[Clause]) -> list[Clause]:
        """Return clauses without settled candidates, each once.

        Raises:
            LimitError: They are very many.
        """
        made = list(islice(clauses, MAX_CLAUSES + 1))
        if len(made) > MAX_CLAUSES:
            refuse(f"a constraint has more than {MAX_CLAUSES:,} clauses", MAX_CLAUSES)
        return list(
            dict.fromkeys(
                tuple(literal for literal in clause if literal != -_TRUE)
                for clause in made
                if _TRUE not in clause
            )
        )


def _repeated(sets: Sequence[_Set]) -> list[set[tuple[int, int]]]:
    """Return the pairs of positions in each set of which earlier sets say "not both".

    Only of pairs of which the set says it itself, in a clause of two literals.
    """
    places: list[dict[int, int]] = []
    sets_by_cell: dict[int, list[int]] = {}
    found: list[set[tuple[int, int]]] = []
    for index, (_, cells, rule, _, _) in enumerate(sets):
        shared: dict[int, list[int]] = {}
        for place, cell in enumerate(cells):
            for other in sets_by_cell.setdefault(cell, []):
                shared.setdefault(other, []).append(place)
            sets_by_cell[cell].append(index)
        mine = rule.pairs(len(cells))
        said: set[tuple[int, int]] = set()
        for other, common in shared.items():
            if len(common) > 1 and mine:
                place_of = places[other]
                theirs = sets[other].rule.pairs(len(place_of))
                for i, j in combinations(common, 2):
                    pair = sorted((place_of[cells[i]], place_of[cells[j]]))
                    if (i, j) in mine and tuple(pair) in theirs:
                        said.add((i, j))
        places.append({cell: place for place, cell in enumerate(cells)})
        found.append(said)
    return found


def _unsaid(cells: _Set, said: set[tuple[int, int]]) -> Sequence[bool] | None:
    """Return for each clause of a set whether it is news; None if all are."""
    if not said:
        return None
    size = len(cells.members)
    literals = range(1, size + 1)
    known = {(-i - 1, -j - 1) for i, j in said}
    return [c not in known for c in cells.rule.clauses(literals, size + 1)]


@lru_cache(maxsize=4096)
def _digits(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, rising."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length())
        mask ^= low
    return tuple(found)


def encoding(
    geometry: Geometry,
    recipe: Recipe,
    max_clauses: int = MAX_CLAUSES,
    constraints: tuple[Constraint, ...] = (),
) -> Encoding:
    """Return the rules of a geometry and constraints as a formula, by a recipe.

    The same one when asked again.  No clauses are made yet, so this is cheap.

    Args:
        geometry: The shape of the grid.
        recipe: The recipe.
        max_clauses: Refuse formulas with more clauses than that.
        constraints: Rules beyond rows, columns and boxes.

    Raises:
        LimitError: The formula would have more than `max_clauses` clauses.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> made = encoding(Geometry(9, 9), load("extended"))
        >>> made.formula.variables, made.formula.clause_count, made.size.textbook
        (729, 10530, 11988)
    """
    made = _encoding(geometry, recipe, constraints)
    size = made.size
    if size.clauses > max_clauses:
        refuse(
            f"the {recipe.name} formula of a {geometry.rows}x{geometry.columns} grid "
            f"has {size.variables:,} variables, {size.clauses:,} clauses and "
            f"{size.literals:,} literals",
            max_clauses,
        )
    return made


@lru_cache(maxsize=32)
def _encoding(
    geometry: Geometry, recipe: Recipe, constraints: tuple[Constraint, ...]
) -> Encoding:
    return Encoding(geometry, recipe, constraints)


def formula_size(
    geometry: Geometry, recipe: Recipe, constraints: tuple[Constraint, ...] = ()
) -> FormulaSize:
    """Return how large the formula of the rules is, without making it.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> formula_size(Geometry(100, 100), load("extended"))[:3]
        (1000000, 189040000, 382000000)
    """
    return _encoding(geometry, recipe, constraints).size


def refuse(what: str, max_clauses: int) -> NoReturn:
    """Raise the error for a formula that is too large.

    Raises:
        LimitError: Always.
    """
    limit = f"{max_clauses:,} clause{'s' * (max_clauses != 1)}"
    raise LimitError(f"{what}; the limit is {limit} (--max-clauses raises it)")


class Encoding(_Form):
    """The rules as a formula; made by `encoding`.

    The formula knows no puzzle: clues and candidates are literals to assume.  No clause
    occurs twice.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> made = encoding(Geometry(4, 4), load("minimal"))
        >>> made.literals(Puzzle("1... .... .... ...2"))
        [1, 62]
        >>> made.decode([1, 6, 11, 16, 19, 24, 25, 30, 34, 37, 44, 47, 52, 55, 58, 61])
        Grid('1234341221434321')
    """

    def __init__(
        self,
        geometry: Geometry,
        recipe: Recipe,
        constraints: tuple[Constraint, ...] = (),
    ) -> None:
        super().__init__(geometry, recipe, constraints)
        n = geometry.size
        self._bases = tuple(range(0, geometry.cells * n, n))

    def __repr__(self) -> str:
        return f"<Encoding of {self.geometry} by {self.recipe.name}>"

    @cached_property
    def size(self) -> FormulaSize:
        """How large the formula is."""
        plan, n, cells = self._plan, self.geometry.size, self.geometry.cells
        sets = [*plan.units, *plan.triads]
        parts = [
            FormulaSize(cells * n, 0, 0, plan.skipped),
            plan.cell.size(n, cells),
            *(
                one.rule.size(len(one.members), n, n * len(said))
                for one, said in zip(sets, self._said, strict=True)
            ),
            *(line.rule.size(len(line.members), n) for line in plan.lines),
        ]
        for number, triad in enumerate(plan.triads):
            size = len(triad.members)
            clauses, literals = n * (size + 1), n * (3 * size + 1)
            if self._is_exact(number):
                few, many = comb(n, n - size + 1), comb(n, size + 1)
                clauses += few + many
                literals += few * (n - size + 1) + many * (size + 1)
            parts.append(FormulaSize(n, clauses, literals, clauses))
        if self.recipe.peer.support:
            clauses = n * sum(map(len, self._peers()))
            parts.append(FormulaSize(0, clauses, n * clauses, clauses))
        variables = sum(part.variables for part in parts)
        for _, made, names in self._constrained(variables + 1):
            literals = sum(map(len, made))
            parts.append(FormulaSize(len(names), len(made), literals, len(made)))
        return FormulaSize(*map(sum, zip(*parts, strict=True)))

    @cached_property
    def formula(self) -> Formula:
        """The rules, without clues."""
        return Formula(
            self.size.variables,
            self.size.clauses,
            self._groups,
            self.name_of,
            self._clauses,
            self.decode,
        )

    def _literal(self, cell: int, digit: int) -> int:
        return self._bases[cell] + digit

    def literals(self, puzzle: Puzzle) -> list[int]:
        """Return a puzzle as literals to assume: its clues, then what it rules out.

        Raises:
            UsageError: The puzzle is of another geometry, or has other constraints.

        Example:
            >>> from satdoku.geometry import Geometry
            >>> made = encoding(Geometry(4, 4), load("minimal"))
            >>> puzzle = Puzzle("1... .... .... ....")
            >>> made.literals(puzzle.with_candidates((15, 7, 11) + (15,) * 13))
            [1, -8, -11]
        """
        clues = self.clues(puzzle)
        return clues if puzzle.candidates is None else clues + self.removed(puzzle)

    def removed(self, puzzle: Puzzle) -> list[int]:
        """Return the candidates a puzzle rules out beyond its clues, as literals."""
        return [-(self._bases[cell] + digit) for cell, digit in puzzle.removed]

    def clues(self, puzzle: Puzzle) -> list[int]:
        """Return the clues alone as literals, in the order of the cells.

        Raises:
            UsageError: The puzzle is of another geometry, or has other constraints.
        """
        if puzzle.geometry != self.geometry or puzzle.constraints != self.constraints:
            what = "a grid" if puzzle.geometry != self.geometry else "a puzzle"
            rules = [str(self.geometry), *(r.describe() for r in self.constraints)]
            raise UsageError(
                f"{what} of {puzzle.geometry} cannot be encoded as {', '.join(rules)}"
            )
        values = puzzle.values
        return list(compress(map(add, self._bases, values), values))

    def decode(self, model: Sequence[int]) -> Grid:
        """Turn a model into the grid that it says; the rules are not checked.

        Args:
            model: The true variables of a satisfying assignment, rising.

        Raises:
            EngineError: A cell has no digit, or more than one.
        """
        cells, n = self.geometry.cells, self.geometry.size
        values = tuple(map(sub, model[:cells], self._bases))
        if (
            len(values) < cells
            or min(values) < 1
            or max(values) > n
            or (len(model) > cells and model[cells] <= len(self.cell_variables))
        ):
            raise EngineError(self._fault(model))
        return Grid.trusted(self.geometry, values)

    def _fault(self, model: Sequence[int]) -> str:
        """Say which cell a model gives no digit, or more than one."""
        if any(a >= b for a, b in pairwise(model)):
            return "the model is not given as true variables in rising order"
        digits: dict[int, list[int]] = {cell: [] for cell in self._cells}
        for variable in model:
            if variable in self.cell_variables:
                cell, digit = divmod(variable - 1, self.geometry.size)
                digits[cell].append(digit + 1)
        for cell, held in digits.items():
            if len(held) != 1:
                said = " and ".join(map(str, held)) or "no digit"
                return f"the model gives {self.geometry.cell_name(cell)} {said}"
        return "the model holds a literal that is no variable of the formula"


def simplify(
    puzzle: Puzzle,
    recipe: Recipe,
    max_clauses: int = MAX_CLAUSES,
    propagation: Propagation | None = None,
) -> Simplified:
    """Make the formula of what a puzzle leaves open.

    Args:
        puzzle: The puzzle.
        recipe: The recipe.
        max_clauses: Refuse formulas with more clauses than that.
        propagation: What follows by singles, if it is known already.

    Raises:
        LimitError: The formula would have more than `max_clauses` clauses.

    Example:
        >>> small = simplify(Puzzle("1... .... .... ...2 "), load("extended"))
        >>> small.formula.variables, small.formula.clause_count
        (42, 202)
        >>> simplify(Puzzle("1... ..3. .4.. ...2"), load("extended")).decode(())
        Grid('1324423124133142')
    """
    return Simplified(puzzle, recipe, max_clauses, propagation)


class Simplified(_Form):
    """The formula of what one puzzle leaves open; made by `simplify`.

    Its models are the puzzle's solutions (each once or more, as with the formula of the
    rules by that recipe).  No clause mentions a candidate that is settled, and every
    variable is in a clause, those of constraints perhaps not.  A puzzle that singles
    refute has the empty clause alone; one that they solve has no clauses at all.

    Attributes:
        propagation: What follows from the puzzle by singles.
        contradiction: What singles found impossible, or None.
        formula: The formula.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        recipe: Recipe,
        max_clauses: int = MAX_CLAUSES,
        propagation: Propagation | None = None,
    ) -> None:
        self.propagation = propagation or propagate(puzzle)
        self.contradiction = self.propagation.contradiction
        super().__init__(puzzle.geometry, recipe, puzzle.constraints, self.propagation)
        self._max_clauses = max_clauses
        self._is_listed = True
        self.formula = self._make()

    def _make(self) -> Formula:
        if self.contradiction is not None:
            group = Group(Origin("clues", self.contradiction), ((),))
            return Formula(0, 1, lambda: (group,), self.name_of)
        variables = 0

        def chunks() -> Iterator[Sequence[Clause]]:
            nonlocal variables
            for _, _, clauses, end in self._chunks():
                variables = end - 1
                yield clauses

        source = chain.from_iterable(chunks())
        # What is open of a row may be all that is open of a box.
        kept = dict.fromkeys(islice(source, min(_LISTED, self._max_clauses)))
        more = sum(1 for _ in islice(source, max(0, self._max_clauses - _LISTED) + 1))
        if more and more > self._max_clauses - _LISTED:
            refuse(
                f"the {self.recipe.name} formula of this puzzle, with "
                f"{len(self.cell_variables):,} open candidates, has more than "
                f"{self._max_clauses:,} clauses",
                self._max_clauses,
            )
        if more:
            self._is_listed = False
            count, made = _LISTED + more, self._clauses
        else:
            listed = list(kept)
            count, made = len(listed), lambda: iter(listed)
        return Formula(variables, count, self._groups, self.name_of, made, self.decode)

    def _groups(self) -> Iterator[Group]:
        if not self._is_listed:
            yield from super()._groups()
            return
        seen: set[Clause] = set()
        for origin, clauses in super()._groups():
            fresh = dict.fromkeys(c for c in clauses if c not in seen)
            seen.update(fresh)
            if fresh:
                yield Group(origin, tuple(fresh))

    def _literal(self, cell: int, digit: int) -> int:
        settled = _TRUE if self.propagation.values[cell] == digit else -_TRUE
        return self.variable_of(cell, digit) or settled

    def decode(self, model: Sequence[int]) -> Grid:
        """Turn a model of the formula into the grid that it says, all cells included.

        Args:
            model: The true variables of a satisfying assignment, rising.

        Raises:
            EngineError: An open cell has no digit, or more than one.
        """
        values = list(self.propagation.values)
        places = self._places
        found = 0
        for variable in model:
            if variable > len(places):
                break
            cell, digit = places[variable - 1] if variable > 0 else (0, 0)
            if values[cell]:
                name = self.geometry.cell_name(cell)
                raise EngineError(f"the model gives {name} two digits")
            values[cell] = digit
            found += 1
        if found != len(self._cells):
            name = self.geometry.cell_name(values.index(0))
            raise EngineError(f"the model gives {name} no digit")
        return Grid.trusted(self.geometry, tuple(values))


def encode(
    puzzle: PuzzleLike, encoding: str = "extended", *, simplified: bool = False
) -> Formula:
    """Make the formula whose models are the puzzle's solutions.

    Args:
        puzzle: Whatever `Puzzle` takes.
        encoding: A recipe by name or file.
        simplified: Whether to make clauses only for what the puzzle leaves open.

    Raises:
        InputError: The puzzle or the recipe's file cannot be read.
        UsageError: There is no such encoding.
        LimitError: The formula would be too large.

    Example:
        >>> formula = encode("1... ..2. ..3. 4...", "minimal")
        >>> formula.variables, formula.clause_count
        (64, 244)
    """
    made = Puzzle.of(puzzle)
    recipe = load(encoding)
    if simplified:
        return simplify(made, recipe).formula
    rules = _rules(made, recipe)
    whole = rules.formula.with_units(rules.clues(made))
    if made.candidates is None:
        return whole
    return whole.with_units(rules.removed(made), "candidate")


def _rules(puzzle: Puzzle, recipe: Recipe) -> Encoding:
    return encoding(puzzle.geometry, recipe, constraints=puzzle.constraints)
