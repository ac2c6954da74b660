"""A puzzle as a formula; a model as a grid.

`encode_rules` makes the formula of the rules, which knows no clues: it is loaded into
an engine once and serves every puzzle, whose clues and eliminated candidates are
assumed.
`simplify` makes clauses only for what one puzzle leaves open after singles, as Kwon and
Jain do, "Optimized CNF encoding for Sudoku puzzles" (LPAR 2006).  `encode` is for
people: the formula whose models are a puzzle's solutions.

Both kinds of formulas are made by the same families, by one plan (`satdoku.cnf.plan`),
of candidates: all of them, or those that are open.  Variables are, in this order,

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

A new family is a field in `satdoku.cnf.recipe`, a method of `_Encoding` that yields its
clauses, a line in `_Encoding._families` and its count in `Encoding.size`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property, lru_cache
from itertools import chain, combinations, compress, count, islice, takewhile
from math import comb
from operator import add, sub
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeAlias, TypeVar

from satdoku.cnf.extra import ExtraCells
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.plan import ClauseGroup, plan_of
from satdoku.cnf.propagate import contradiction, propagate
from satdoku.cnf.recipe import load, usual_encoding
from satdoku.errors import EngineError, LimitError, Stopped, UsageError, counted
from satdoku.puzzle.constraints.base import grid_units
from satdoku.puzzle.geometry import digits_of
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.cnf.amo import Scheme
    from satdoku.cnf.formula import Clause
    from satdoku.cnf.propagate import Propagation
    from satdoku.cnf.recipe import Recipe, RecipeLike
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.puzzle import PuzzleLike

T = TypeVar("T")

MAX_CLAUSES = 20_000_000
"""Formulas with more clauses are refused unless another limit is given."""

_MAX_LITERALS = 100_000_000
"""With as many literals a formula takes about 1 GB in a solver."""

_MAX_CONSTRAINT = 4_000_000
"""Clauses of constraints, which are kept."""

_LISTED = 500_000
"""Up to so many clauses of a puzzle's formula are made at once and kept, each once;
more are made when they are read, and some may be repeated."""

_BATCH = 4096
"""Candidates, or clauses of constraints, between two looks at the clock."""

_TRUE = 1 << 62
"""What stands for a candidate that is settled, until clauses are simplified."""


class FormulaSize(NamedTuple):
    """How large a formula is.

    Args:
        variables: All variables.
        clauses: Its clauses.
        literals: Occurrences of literals in them.
        textbook: Clauses as publications count them: "not both" for each unit.
    """

    variables: int
    clauses: int
    literals: int
    textbook: int


_Clauses: TypeAlias = tuple[ClauseGroup, int, "Sequence[Clause]"]
"""What clauses are about, their digit (0 for none), and the clauses."""

_Candidate: TypeAlias = tuple[int, int, int]
"""A cell or triad, a digit, and the literal that says that it is there."""


class _Encoding:
    """A formula over candidates: what `Encoding` and `ResidualEncoding` have in common.

    A family of clauses is a method that yields them, in the order of the module's text;
    `_families` yields those of all.
    """

    _deadline = NEVER
    """When to stop making a formula, while it is made for one puzzle."""

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
        self.extra = ExtraCells(geometry, (), 1)
        """The cells outside the grid, once the clauses of constraints are made."""
        self._plan = plan_of(geometry, recipe, constraints)
        self._known = propagation
        self._of_constraints: dict[int, tuple[list[_Clauses], list[str]]] = {}
        self._cells: Sequence[int] = range(geometry.cells)
        self._digits: list[Sequence[int]] = [geometry.digit_range] * geometry.cells
        if propagation is not None:
            self._cells = propagation.cells
            self._digits = [()] * geometry.cells
            for cell in self._cells:
                self._digits[cell] = digits_of(propagation.candidates[cell])
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
        variables = self._variables()
        for _ in self._families(variables) if self.constraints else ():
            pass
        return self._plan.is_determined and not variables.names

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
    def _candidates(self) -> list[_Candidate]:
        """The candidates of cells; that of variable v stands at v - 1."""
        number = count(1)
        cells, digits = self._deadline.limit(self._cells), self._digits
        return [(cell, d, next(number)) for cell in cells for d in digits[cell]]

    def _by_set(
        self, candidates: list[_Candidate], sets_by_member: list[list[int]]
    ) -> Iterator[tuple[int, int, list[int]]]:
        """Yield (set of cells or triads, digit, its literals), where there are any."""
        literals: defaultdict[int, list[int]] = defaultdict(list)
        source = iter(candidates)
        while batch := list(islice(source, _BATCH)):
            self._deadline.check()
            for member, digit, literal in batch:
                for start in sets_by_member[member]:
                    literals[start + digit].append(literal)
        width = self.geometry.size + 1
        for key in sorted(literals):
            yield key // width, key % width, literals[key]

    def _cell(self, variables: _Variables) -> Iterator[_Clauses]:
        """Every cell holds a digit, and only one."""
        scheme = self._plan.cell_scheme
        for cell in self._cells if scheme else ():
            clauses = variables.encode(scheme, self._literals[cell])
            yield self._plan.cells[cell], 0, clauses

    def _unit(self, variables: _Variables) -> Iterator[_Clauses]:
        """Every unit holds each digit once."""
        units, kept = self._plan.units, self._kept
        sets = self._by_set(self._candidates, self._plan.units_by_cell)
        for number, digit, literals in sets if units else ():
            group = units[number]
            yield group, digit, variables.encode(group.scheme, literals, kept[number])

    @cached_property
    def _kept(self) -> Sequence[list[bool] | None]:
        """Which clauses of units, then of triads, are not repeated."""
        plan = self._plan
        if self._known is None:
            return plan.kept
        return [None] * (len(plan.units) + len(plan.triads))

    @cached_property
    def _triads(
        self,
    ) -> tuple[list[_Candidate], list[tuple[int, int, int, list[int]]]]:
        """All candidates of triads; (triad, digit, variable, cells) of the defined."""
        last = len(self.cell_variables)
        candidates: list[_Candidate] = []
        definitions: list[tuple[int, int, int, list[int]]] = []
        sets = self._by_set(self._candidates, self._plan.triads_by_cell)
        for triad, digit, cells in sets if self._plan.triads else ():
            literal = cells[0]
            if len(cells) > 1 or self._known is None:
                last += 1
                literal = last
                definitions.append((triad, digit, literal, cells))
            candidates.append((triad, digit, literal))
        return candidates, definitions

    def _triad(self, variables: _Variables) -> Iterator[_Clauses]:
        """What triads are, how many digits they hold, and rows, columns and boxes.

        Tdoku also has clauses that a triad holds a digit at most once; they are not
        needed, as two cells of a row triad are in two column triads of their box.
        """
        plan, start = self._plan, len(self._plan.units)
        if not plan.triads:
            return
        candidates, definitions = self._triads
        for at, digit, literal, cells in definitions:
            clauses = [(*cells, -literal), *[(-cell, literal) for cell in cells]]
            yield plan.triads[at], digit, clauses
        for at, digit, _, cells in definitions if plan.triads[0].scheme else ():
            group, kept = plan.triads[at], self._kept[start + at]
            yield group, digit, variables.encode(group.scheme, cells, kept)
        yield from self._exact_triads(candidates)
        for number, digit, literals in self._by_set(candidates, plan.lines_by_triad):
            group = plan.lines[number]
            # In one order, so that "not both" is the same clause each time.
            yield group, digit, variables.encode(group.scheme, sorted(literals))

    def _exact_triads(self, candidates: list[_Candidate]) -> Iterator[_Clauses]:
        """A triad holds as many digits as it has open cells."""
        by_triad: dict[int, list[int]] = {at: [] for at in self._plan.exact_triads}
        for at, _, literal in candidates if by_triad else ():
            if at in by_triad:
                by_triad[at].append(literal)
        for at, literals in by_triad.items():
            group = self._plan.triads[at]
            size = sum(bool(self._digits[cell]) for cell in group.members)
            few = combinations(literals, max(0, len(literals) - size + 1))
            many = combinations([-literal for literal in literals], size + 1)
            yield group, 0, [*few, *many]

    def _peer(self) -> Iterator[_Clauses]:
        """If the cell holds a digit, each peer holds another one."""
        if not self.recipe.peer.support:
            return
        all_digits, all_literals = self._digits, self._literals
        names = [group.name for group in self._plan.cells]
        for cell in self._cells:
            mine = dict(zip(all_digits[cell], all_literals[cell], strict=True))
            for peer in self._plan.peers[cell]:
                if not all_digits[peer]:
                    continue
                theirs = tuple(all_literals[peer])
                clauses = [
                    (-mine[digit], *theirs[:at], *theirs[at + 1 :])
                    for at, digit in enumerate(all_digits[peer])
                    if digit in mine
                ]
                group = ClauseGroup("peer", f"{names[cell]} and {names[peer]}")
                yield group, 0, clauses

    def _constraint(
        self, variables: _Variables, deadline: Deadline
    ) -> Iterator[_Clauses]:
        """The clauses of constraints beyond their units."""
        # Making them takes long, and they are needed several times.
        if variables.next not in self._of_constraints:
            self.extra = ExtraCells(self.geometry, self.constraints, variables.next)
            made = self._with_extra(self.extra)
            groups: list[_Clauses] = []
            if self.extra:
                group = ClauseGroup("constraint", "cells outside the grid")
                groups.append((group, 0, self.extra.clauses))
            for constraint in self.constraints:
                own = constraint.clauses(self.geometry, made)
                clauses = _without_settled(own, deadline)
                group = ClauseGroup("constraint", constraint.describe())
                groups.append((group, 0, clauses))
            names = [*self.extra.names, *made.names]
            self._of_constraints = {variables.next: (groups, names)}
        groups, names = self._of_constraints[variables.next]
        variables.take(names)
        yield from groups

    def _with_extra(self, extra: ExtraCells) -> _Variables:
        """Return the variables behind those of cells outside the grid."""
        if not extra:
            return _Variables(self._literal, self._options, extra.next)
        literal = extra.literal_by(self._literal)
        return _Variables(literal, extra.options_by(self._options), extra.next)

    def clauses_of(
        self,
        constraint: Constraint,
        first: int,
        deadline: Deadline = NEVER,
        extra: ExtraCells | None = None,
    ) -> tuple[list[Clause], int]:
        """Return the clauses of a constraint, with its units, and the next variable.

        Args:
            constraint: Any constraint, one of the formula or another.
            first: The first variable that is free for its own.
            deadline: When to stop.
            extra: The cells outside the grid that it may name.
        """
        variables = self._with_extra(extra or ExtraCells(self.geometry, (), first))
        variables.next = first
        own = constraint.clauses(self.geometry, variables)
        clauses = list(_limited(own, deadline, _BATCH))
        for unit in grid_units(constraint, self.geometry):
            for digit in self.geometry.digit_range:
                held = [self._literal(cell, digit) for cell in unit]
                clauses += combinations([-literal for literal in held], 2)
                if len(unit) == self.geometry.size:
                    clauses.append(tuple(held))
        return _without_settled(clauses, deadline), variables.next

    def _variables(self) -> _Variables:
        """Return the variables that neither cells nor triads take."""
        # To list the triads of a large grid takes seconds; to count all does not.
        is_whole = self._known is None
        triads = len(self._plan.triads) * self.geometry.size
        defined = triads if is_whole else len(self._triads[1])
        first = len(self.cell_variables) + defined + 1
        return _Variables(self._literal, self._options, first)

    def _families(
        self, variables: _Variables, deadline: Deadline = NEVER
    ) -> Iterator[_Clauses]:
        """Yield all clauses, family by family; those of constraints come last."""
        yield from self._cell(variables)
        yield from self._unit(variables)
        yield from self._triad(variables)
        yield from self._peer()
        yield from self._constraint(variables, deadline)

    def _groups(self) -> Iterator[Group]:
        texts = self.geometry.digit_texts
        for group, digit, clauses in self._families(self._variables()):
            if clauses:
                origin = Origin(group.family, group.name, digit, texts[digit])
                yield Group(origin, tuple(clauses))

    def _literal(self, cell: int, digit: int) -> int:
        """Return the literal of a candidate, or what stands for a settled one."""
        # An open cell has the value 0, which is no digit.
        known = self._known
        held = known is not None and digit != 0 and known.values[cell] == digit
        return self.variable_of(cell, digit) or (_TRUE if held else -_TRUE)

    def _options(self, cell: int) -> Iterable[tuple[int, int]]:
        """Return the digits that a cell may hold, each with its literal."""
        if self._known is not None and (held := self._known.values[cell]):
            return ((held, _TRUE),)
        return zip(self._digits[cell], self._literals[cell], strict=True)

    def _fault(self, model: Sequence[int]) -> str:
        """Say which cell a model gives no digit, or more than one."""
        digits: dict[int, list[int]] = {cell: [] for cell in self._cells}
        for variable in model:
            if variable in self.cell_variables:
                cell, digit, _ = self._candidates[variable - 1]
                digits[cell].append(digit)
        for cell, held in digits.items():
            if len(held) != 1:
                symbols = (self.geometry.digit_texts[digit] for digit in held)
                digits_held = " and ".join(symbols) or "no digit"
                return f"the model gives {self.geometry.cell_name(cell)} {digits_held}"
        return "the model is not given as the formula's true variables, rising"

    def _grid(self, values: tuple[int, ...], model: Sequence[int]) -> Grid:
        """Return a grid, with the values of cells outside it that a model says."""
        grid = Grid.trusted(self.geometry, values)
        return grid.with_extra(self.extra.decode(model)) if self.extra else grid

    @cached_property
    def _names(self) -> list[str]:
        """The names of all variables beyond those of cells, in their order."""
        names, texts = list[str](), self.geometry.digit_texts
        for triad, digit, _, _ in self._triads[1]:
            line, number, _, _, box = self._plan.triads[triad].name.split()
            names.append(f"{line[0]}{number}b{box}={texts[digit]}")
        variables = self._variables()
        start = variables.next
        for group, digit, _ in self._families(variables):
            if group.scheme is not None and variables.next > start:
                name = group.name.replace(" ", "") + (
                    f"={texts[digit]}" if digit else ""
                )
                name += (group.label and f".{group.label}") + f".{group.scheme.name}"
                names += [f"{name}.{k}" for k in range(1, variables.next - start + 1)]
                start = variables.next
        return names + variables.names

    def name_of(self, variable: int) -> str:
        """Say what a variable stands for: `r1c2=3`.

        Raises:
            UsageError: The formula has no such variable.
        """
        if variable in self.cell_variables:
            cell, digit, _ = self._candidates[variable - 1]
            return f"{self.geometry.cell_name(cell)}={self.geometry.digit_texts[digit]}"
        at = variable - len(self.cell_variables) - 1
        if not 0 <= at < len(self._names):
            raise UsageError(f"the formula has no variable {variable}")
        return self._names[at]


class _Variables:
    """The variables of at-most-one schemes and constraints, as they are handed out.

    What the clauses of a constraint are made of (`constraints.base.Variables`).

    Args:
        literal: Gives the literal of a candidate, or what stands for a settled one.
        options: Gives the digits that a cell may hold, each with its literal.
        first: The first variable that is free.

    Attributes:
        next: The first variable that still is.
        names: The names that constraints gave theirs.
    """

    def __init__(
        self,
        literal: Callable[[int, int], int],
        options: Callable[[int], Iterable[tuple[int, int]]],
        first: int,
    ) -> None:
        self.literal = literal
        self.options = options
        self.next = first
        self.names: list[str] = []
        self.shared: dict[object, int] = {}

    def new(self, name: str) -> int:
        """Return a variable that nobody else uses."""
        self.names.append(name)
        self.next += 1
        return self.next - 1

    def take(self, names: Sequence[str]) -> None:
        """Hand out variables of these names."""
        self.names += names
        self.next += len(names)

    def encode(
        self,
        scheme: Scheme | None,
        literals: Sequence[int],
        kept: list[bool] | None = None,
    ) -> Sequence[Clause]:
        """Return the clauses of a scheme for literals, those that are kept."""
        if scheme is None:
            return []
        clauses = scheme.encode(literals, self.next)
        if scheme.has_variables:
            self.next += scheme.size(len(literals)).variables
        return clauses if kept is None else list(compress(clauses, kept))


class _Sizes(_Variables):
    """The same for counting: the clauses of schemes are counted, not made."""

    literal_count = 0

    def encode(
        self,
        scheme: Scheme | None,
        literals: Sequence[int],
        kept: list[bool] | None = None,
    ) -> Sequence[Clause]:
        """Return as many empty clauses; nothing is left out."""
        del kept
        if scheme is None:
            return ()
        size = scheme.size(len(literals))
        self.next += size.variables
        self.literal_count += size.literals
        return ((),) * size.clauses


def _limited(steps: Iterable[T], deadline: Deadline, batch: int = 32) -> Iterator[T]:
    """Yield steps while there is time, looking at the clock now and then."""
    source = iter(steps)
    while made := list(islice(source, batch)):
        deadline.check()
        yield from made


def _without_settled(clauses: Iterable[Clause], deadline: Deadline) -> list[Clause]:
    """Return the clauses of constraints without settled candidates, each once.

    Raises:
        LimitError: They are very many.
    """
    made: dict[Clause, None] = {}
    for clause in _limited(clauses, deadline, _BATCH):
        if _TRUE not in clause:
            if -_TRUE in clause:
                clause = tuple([x for x in clause if x != -_TRUE])  # noqa: PLW2901
            made[tuple(clause)] = None
            if len(made) > _MAX_CONSTRAINT:
                _refuse("a constraint", _MAX_CONSTRAINT)
    return list(made)


def encode_rules(
    geometry: Geometry,
    recipe: Recipe,
    max_clauses: int = MAX_CLAUSES,
    constraints: tuple[Constraint, ...] = (),
    deadline: Deadline = NEVER,
) -> Encoding:
    """Return the rules of a geometry and constraints as a formula, by a recipe.

    The same one when called again.  Only the clauses of constraints are made yet.

    Args:
        geometry: The shape of the grid.
        recipe: The recipe.
        max_clauses: Refuse formulas with more clauses than that.
        constraints: Rules beyond rows, columns and boxes.
        deadline: When to stop.

    Raises:
        LimitError: The formula would have more than `max_clauses` clauses.
        Stopped: The deadline passed first.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> made = encode_rules(Geometry(9, 9), load("extended"))
        >>> made.formula.variables, made.formula.clause_count, made.size.textbook
        (729, 10530, 11988)
    """
    made = _encoding(geometry, recipe, constraints)
    size = made.measured(deadline)
    if size.clauses > max_clauses or size.literals > _MAX_LITERALS:
        grid = f"a {geometry.rows}x{geometry.columns} grid"
        large = f"{size.clauses:,} clauses and {size.literals:,} literals"
        _refuse(f"the {recipe.name} formula of {grid}, with {large},", max_clauses)
    return made


def formula_size(
    geometry: Geometry, recipe: Recipe, constraints: tuple[Constraint, ...] = ()
) -> FormulaSize:
    """Return how large the formula of the rules is, without making it.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> formula_size(Geometry(100, 100), load("extended"))[:3]
        (1000000, 189040000, 382000000)
    """
    return _encoding(geometry, recipe, constraints).size


def _refuse(what: str, max_clauses: int) -> NoReturn:
    """Raise LimitError for a formula that is too large."""
    limit = f"{counted(max_clauses, 'clause')} and {_MAX_LITERALS:,} literals"
    raise LimitError(f"{what} is too large; the limit is {limit}")


class Encoding(_Encoding):
    """The rules as a formula; made by `encode_rules`.

    The formula knows no puzzle: clues and candidates are literals to assume.  No clause
    occurs twice.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> made = encode_rules(Geometry(4, 4), load("minimal"))
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
        self._size: FormulaSize | None = None

    @property
    def size(self) -> FormulaSize:
        """How large the formula is."""
        return self.measured()

    def measured(self, deadline: Deadline = NEVER) -> FormulaSize:
        """Return how large the formula is; the clauses of constraints are made for it.

        Raises:
            Stopped: The deadline passed first.
        """
        if self._size is None:
            self._size = self._measure(deadline)
        return self._size

    def _measure(self, deadline: Deadline) -> FormulaSize:
        plan, n, cells = self._plan, self.geometry.size, self.geometry.cells
        sums = [(cells * n, 0, 0)]
        sets = (*plan.units, *plan.triads, *plan.lines)
        schemes = [(group.scheme, len(group.members), n) for group in sets]
        for scheme, members, times in ((plan.cell_scheme, n, cells), *schemes):
            if scheme is not None:
                variables, clauses, literals, _ = scheme.size(members)
                sums.append((times * variables, times * clauses, times * literals))
        for number, triad in enumerate(plan.triads):
            size = len(triad.members)
            sums.append((n, n * (size + 1), n * (3 * size + 1)))
            if number in plan.exact_triads:
                few, many = comb(n, n - size + 1), comb(n, size + 1)
                exact = few * (n - size + 1) + many * (size + 1)
                sums.append((0, few + many, exact))
        if self.recipe.peer.support:
            clauses = n * sum(map(len, plan.peer_sets()))
            sums.append((0, clauses, n * clauses))
        first = 1 + sum(variables for variables, _, _ in sums)
        handed_out = _Variables(self._literal, self._options, first)
        for _, _, own in self._constraint(handed_out, deadline):
            sums.append((0, len(own), sum(map(len, own))))
        sums.append((len(handed_out.names), 0, 0))
        variables, clauses, literals = map(sum, zip(*sums, strict=True))
        repeated = n * sum(map(len, plan.repeated))  # clauses of two literals
        once = clauses - repeated, literals - 2 * repeated
        return FormulaSize(variables, *once, clauses)

    @cached_property
    def formula(self) -> Formula:
        """The rules, without clues."""
        return Formula(
            self.size.variables,
            self.size.clauses,
            self._groups,
            self.name_of,
            self.decode,
        )

    def literals(self, puzzle: Puzzle) -> list[int]:
        """Return a puzzle of this geometry as literals to assume.

        First its clues, then what it eliminates.

        Example:
            >>> from satdoku.puzzle.geometry import Geometry
            >>> made = encode_rules(Geometry(4, 4), load("minimal"))
            >>> puzzle = Puzzle("1... .... .... ....")
            >>> made.literals(puzzle.with_candidates((15, 7, 11) + (15,) * 13))
            [1, -8, -11]
        """
        clues = self.clues(puzzle)
        return clues if puzzle.masks is None else clues + self.removed(puzzle)

    def removed(self, puzzle: Puzzle) -> list[int]:
        """Return candidates that a puzzle eliminates beyond its clues, as literals."""
        return [-(self._bases[cell] + digit) for cell, digit in puzzle.eliminated]

    def clues(self, puzzle: Puzzle) -> list[int]:
        """Return the clues alone as literals, in the order of the cells."""
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
        return self._grid(values, model)


_encoding = lru_cache(maxsize=32)(Encoding)


def simplify(
    puzzle: Puzzle,
    recipe: Recipe,
    max_clauses: int = MAX_CLAUSES,
    propagation: Propagation | None = None,
    deadline: Deadline = NEVER,
) -> ResidualEncoding:
    """Make the formula of what a puzzle leaves open.

    Args:
        puzzle: The puzzle.
        recipe: The recipe.
        max_clauses: Refuse formulas with more clauses than that.
        propagation: What follows by singles, if it is known already.
        deadline: When to stop.

    Raises:
        LimitError: The formula would have more than `max_clauses` clauses.
        Stopped: The deadline passed first.

    Example:
        >>> small = simplify(Puzzle("1... .... .... ...2 "), load("extended"))
        >>> small.formula.variables, small.formula.clause_count
        (42, 202)
        >>> simplify(Puzzle("1... ..3. .4.. ...2"), load("extended")).decode(())
        Grid('1324423124133142')
    """
    return ResidualEncoding(puzzle, recipe, max_clauses, propagation, deadline)


class ResidualEncoding(_Encoding):
    """The formula of what one puzzle leaves open; made by `simplify`.

    Its models are the puzzle's solutions (each once or more, as with the formula of the
    rules by that recipe).  No clause mentions a candidate that is settled, and every
    variable is in a clause, those of constraints perhaps not.  A puzzle that singles
    refute has the empty clause alone; one that they solve has no clauses at all.

    Attributes:
        propagation: What follows from the puzzle by singles.
        formula: The formula.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        recipe: Recipe,
        max_clauses: int = MAX_CLAUSES,
        propagation: Propagation | None = None,
        deadline: Deadline = NEVER,
    ) -> None:
        self.propagation = propagation or propagate(puzzle, deadline)
        super().__init__(puzzle.geometry, recipe, puzzle.constraints, self.propagation)
        self._puzzle, self._limit = puzzle, deadline
        self._deadline = deadline
        self.formula = self._make(max_clauses, deadline)
        self._deadline = NEVER

    @cached_property
    def contradiction(self) -> str | None:
        """What singles find impossible; None where they do not refute the puzzle."""
        if not self.propagation.refuted:
            return None
        try:
            cause = contradiction(self._puzzle, self._limit)
        except Stopped:  # the answer is known; only its reason takes too long
            cause = None
        return cause.text if cause is not None else "singles contradict each other"

    def _make(self, max_clauses: int, deadline: Deadline) -> Formula:
        if self.propagation.refuted:
            return Formula(0, 1, self._refuted, self.name_of, None, lambda: [()])
        size = self._large_size(max_clauses, deadline)
        if size is not None:
            return Formula(
                size.variables, size.clauses, self._groups, self.name_of, self.decode
            )
        handed_out = self._variables()
        families = _limited(self._families(handed_out, deadline), deadline)
        source = chain.from_iterable(clauses for _, _, clauses in families)
        # What is open of a row may be all that is open of a box.
        listed = list(dict.fromkeys(source))
        if len(listed) > max_clauses:
            _refuse(self._description, max_clauses)
        return Formula(
            handed_out.next - 1,
            len(listed),
            self._distinct,
            self.name_of,
            self.decode,
            lambda: listed,
        )

    def _refuted(self) -> tuple[Group, ...]:
        return (Group(Origin("clues", self.contradiction or ""), ((),)),)

    @property
    def _description(self) -> str:
        candidates = counted(len(self.cell_variables), "open candidate")
        return f"the {self.recipe.name} formula of this puzzle, with {candidates},"

    def _large_size(self, max_clauses: int, deadline: Deadline) -> FormulaSize | None:
        """Count the clauses where they may be too many to be listed, else None.

        Raises:
            LimitError: They are more than `max_clauses`.
        """
        rules = _encoding(self.geometry, self.recipe, ()).size
        if rules.textbook <= _LISTED:
            return None
        # Triads get their numbers last: cells alone may be too many.
        sizes = _Sizes(self._literal, self._options, len(self.cell_variables) + 1)
        count = literals = 0
        for _, _, clauses in _limited(self._families(sizes, deadline), deadline):
            count += len(clauses)
            literals += sum(map(len, clauses))
            if count > max_clauses or literals + sizes.literal_count > _MAX_LITERALS:
                _refuse(self._description, max_clauses)
        literals += sizes.literal_count
        variables = sizes.next - 1 + len(self._triads[1])
        size = FormulaSize(variables, count, literals, count)
        return size if count > _LISTED else None

    def _distinct(self) -> Iterator[Group]:
        """Yield groups of clauses that none before has said."""
        seen: set[Clause] = set()
        for origin, clauses in self._groups():
            fresh = tuple(clause for clause in clauses if clause not in seen)
            seen.update(fresh)
            if fresh:
                yield Group(origin, fresh)

    def decode(self, model: Sequence[int]) -> Grid:
        """Turn a model of the formula into the grid that it says, all cells included.

        Args:
            model: The true variables of a satisfying assignment, rising.

        Raises:
            EngineError: An open cell has no digit, or more than one.
        """
        values, candidates = list(self.propagation.values), self._candidates
        held = list(takewhile(self.cell_variables.__contains__, model))
        for variable in held:
            cell, digit, _ = candidates[variable - 1]
            values[cell] = digit
        if len(held) != len(self._cells) or 0 in values:
            raise EngineError(self._fault(model))
        return self._grid(tuple(values), model)


def encode(
    puzzle: PuzzleLike,
    encoding: RecipeLike | None = None,
    *,
    simplified: bool = False,
    timeout: float | None = None,
) -> Formula:
    """Make the formula whose models are the puzzle's solutions.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        encoding: A recipe, its name or its file; None for extended up to 16x16, and
            triad-lite beyond.
        simplified: Whether to make clauses only for what the puzzle leaves open.
        timeout: Seconds of wall time after which to stop.

    Raises:
        InputError: The puzzle or the recipe's file cannot be read.
        UsageError: There is no such encoding.
        LimitError: The formula would be too large.
        Stopped: Time ran out first.

    Example:
        >>> formula = encode("1... ..2. ..3. 4...", "minimal")
        >>> formula.variables, formula.clause_count
        (64, 244)
    """
    deadline, made = Deadline(timeout), Puzzle.of(puzzle)
    recipe = load(encoding or usual_encoding(made.geometry.size), allow_wrong=True)
    if simplified:
        return simplify(made, recipe, deadline=deadline).formula
    rules = encode_rules(
        made.geometry, recipe, constraints=made.constraints, deadline=deadline
    )
    return rules.formula.with_unit_clauses(rules.literals(made))


def provenance(made: Encoding | ResidualEncoding) -> list[str]:
    """Describe a formula in comments: geometry, recipe, variables, sizes.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> for line in provenance(encode_rules(Geometry(9, 9), load("triad-lite"))):
        ...     print(line)
        made by satdoku: the rules of a 9x9 grid, boxes of 3x3
        encoding: triad-lite (satdoku; after Tdoku (t-dillon, 2019))
        cells: variables 1 to 729; row r, column c, digit d is 81(r-1) + 9(c-1) + d
        triads: variables 730 to 1215
        sizes: 1,215 variables, 6,237 clauses
    """
    geometry, recipe, formula = made.geometry, made.recipe, made.formula
    n, last = geometry.size, len(made.cell_variables)
    is_full = isinstance(made, Encoding)
    grid = f"{geometry.rows}x{geometry.columns} grid"
    if geometry.box is not None:
        grid += f", boxes of {geometry.box_height}x{geometry.box_width}"
    if not geometry.is_standard:
        grid += f", {n} digits"
    subject = "the rules of a" if is_full else "what a puzzle leaves open of a"
    lines = [
        f"made by satdoku: {subject} {grid}",
        *(f"constraint: {rule.describe()}" for rule in made.constraints),
        f"encoding: {recipe.name} ({recipe.reference})",
    ]
    if is_full:
        lines.append(
            f"cells: variables 1 to {last}; row r, column c, digit d is "
            f"{geometry.columns * n}(r-1) + {n}(c-1) + d"
        )
    elif last:
        lines.append(f"cells: variables 1 to {last}, the open candidates cell by cell")
    if is_full and recipe.triad is not None and geometry.box is not None:
        first = last + 1
        last += n * len(geometry.row_triads + geometry.column_triads)
        lines.append(f"triads: variables {first} to {last}")
    if formula.variables > last:
        lines.append(f"auxiliary: variables {last + 1} to {formula.variables}")
    variables = counted(formula.variables, "variable")
    return [*lines, f"sizes: {variables}, {counted(len(formula), 'clause')}"]


def formula_of(
    puzzle: Puzzle,
    recipe: Recipe,
    max_clauses: int = MAX_CLAUSES,
    *,
    simplified: bool,
    deadline: Deadline = NEVER,
) -> tuple[Formula, list[str]]:
    """Return the formula of a puzzle, and comments on it.

    Args:
        puzzle: The puzzle.
        recipe: The encoding.
        max_clauses: The most clauses it may have.
        simplified: Whether it holds only what the clues leave open.
        deadline: When to stop.

    Raises:
        LimitError: It would have too many clauses.
        Stopped: The deadline passed first.

    Example:
        >>> from satdoku.cnf.recipe import load
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> formula, comments = formula_of(puzzle, load("natural"), simplified=False)
        >>> comments[-1]
        'clues: 4, the last clauses'
    """
    if simplified:
        small = simplify(puzzle, recipe, max_clauses, deadline=deadline)
        comments = provenance(small)
        if small.contradiction is not None:
            comments.append(f"no solution, by singles alone: {small.contradiction}")
        return small.formula, comments
    rules = encode_rules(
        puzzle.geometry, recipe, max_clauses, puzzle.constraints, deadline
    )
    comments, clues = provenance(rules), rules.literals(puzzle)
    comments.append(f"clues: {puzzle.clue_count}, the last clauses")
    if eliminated := len(clues) - puzzle.clue_count:
        what = counted(eliminated, "candidate")
        comments.append(f"eliminated beyond the clues: {what}, the very last")
    return rules.formula.with_unit_clauses(clues), comments
