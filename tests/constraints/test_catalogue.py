"""Every constraint: its clauses say the same as its check, for all fillings.

The clauses for search and the direct ones of proofs are asked for every filling of the
cells of a small board that keeps its units; the check says which are right.
"""

import re
from itertools import islice, product
from pathlib import Path

import pytest
from pysat.solvers import Solver as PySat

from satdoku import Geometry, Grid, Puzzle, Solver, constraints
from satdoku.constraints import (
    NFA,
    Allowed,
    AntiConsecutive,
    AntiTaxicab,
    Contains,
    FullRank,
    HiddenSkyscraper,
    Indexing,
    Killer,
    LookAndSay,
    Maximum,
    Minimum,
    NumberedRoom,
    Or,
    Regex,
    RegionSameValues,
    RellikCage,
    SameValues,
    Skyscraper,
    SumLine,
    Thermo,
    Total,
    WhiteDot,
)
from satdoku.errors import UsageError
from satdoku.puzzle.constraints.base import Literals

FOUR = Geometry(4, 4, box=None)
FIVE = Geometry(5, 5, box=None)
ZERO = Geometry(4, 4, box=None, first_value=0)
MORE = Geometry(4, 4, box=None, digits=6)
ROW = Geometry(1, 5, box=None)
ROW_OF_ZERO = Geometry(1, 5, box=None, first_value=0)
ROW_OF_MORE = Geometry(1, 4, box=None, digits=6)
SQUARE = Geometry(3, 3, box=None)
ZERO_SQUARE = Geometry(3, 3, box=None, first_value=0)
NINE = Geometry(2, 2, box=None, digits=9)
TEN = Geometry(3, 3, box=None, digits=10, first_value=0)
FALLING = "r1c1 r2c2 r3c3 r4c4"
SHORT = "r1c1 r2c2 r3c3"
LONG = "r1c1 r2c2 r3c3 r4c4 r5c5"


def cases():
    """Return the shapes and constraints of `cases.txt`, one of each a line."""
    lines = Path(__file__).with_name("cases.txt").read_text("ascii").splitlines()
    names = globals() | vars(constraints)
    for line in lines:
        shape, rule = line.split(" | ")
        yield eval(shape, names), eval(rule, names)


CASES = list(cases())


class Board:
    """The literals of all (cell, digit) pairs of a small board."""

    def __init__(self, geometry):
        self.n, self.last = geometry.size, geometry.size * geometry.cells
        self.shared, self.false = {}, []

    def literal(self, cell, digit):
        """Return a literal; of a digit that no cell holds one that is always false."""
        if 1 <= digit <= self.n:
            return cell * self.n + digit
        self.false.append(self.new("false"))
        return self.last

    def options(self, cell):
        """Return all digits, each with its literal."""
        return [(digit, cell * self.n + digit) for digit in range(1, self.n + 1)]

    def new(self, _):
        """Return a new variable."""
        self.last += 1
        return self.last


def used(rule, geometry):
    """Return the cells that a rule names; all cells if it names none."""
    found = {
        geometry.columns * row + column for row, column in getattr(rule, "cells", ())
    }
    if isinstance(rule, Or):
        for one in rule.constraints:
            inner = getattr(one, "constraints", (one,))
            found |= {c for each in inner for c in used(each, geometry)}
        return sorted(found or {0})
    whole = isinstance(rule, Indexing | Maximum | Minimum)
    if whole or not found or geometry.rows == 1:
        return range(geometry.cells)
    return sorted(found)


def fillings(rule, geometry):
    """Yield the fillings of the cells of a rule that keep all units, as grids."""
    cells = used(rule, geometry)
    units = [*geometry.units, *rule.units(geometry)]
    units = [[cell for cell in unit if cell in cells] for unit in units]
    for digits in product(geometry.digit_range, repeat=len(cells)):
        values = [1] * geometry.cells
        for cell, digit in zip(cells, digits, strict=True):
            values[cell] = digit
        if all(len({values[cell] for cell in unit}) == len(unit) for unit in units):
            yield Grid.trusted(geometry, tuple(values)), cells


def clauses(rule, geometry, board, direct):
    """Return the clauses of a rule, for search or the direct ones of proofs."""
    if not direct:
        return list(rule.clauses(geometry, board))
    literals = Literals(geometry, board, rule.describe())
    return [c for part in rule.parts(geometry) for c in part.direct_clauses(literals)]


@pytest.mark.parametrize(
    ("geometry", "rule"),
    CASES,
    ids=[f"{at} {rule.describe()[:30]}" for at, (_, rule) in enumerate(CASES)],
)
def test_clauses_say_what_the_check_says(geometry, rule):
    """The clauses for search and the direct ones of proofs."""
    rule.check(geometry)
    solvers = [loaded(rule, geometry, direct=direct) for direct in (False, True)]
    verdicts = set()
    for grid, cells in fillings(rule, geometry):
        held = [
            literal if digit == grid.values[cell] else -literal
            for cell in cells
            for digit, literal in solvers[0][1].options(cell)
        ]
        right = rule.is_satisfied(grid)
        verdicts.add(right)
        for solver, _ in solvers:
            assert solver.solve(held) == right, grid.line

    if not isinstance(rule, Killer) or rule.total is not None:
        assert False in verdicts or isinstance(rule, AntiTaxicab | RegionSameValues)


def loaded(rule, geometry, *, direct):
    """Return a solver with the clauses of a rule, and the board of their literals."""
    board = Board(geometry)
    solver = PySat("cadical153", bootstrap_with=clauses(rule, geometry, board, direct))
    for one in board.false:
        solver.add_clause([-one])
    return solver, board


@pytest.mark.nightly
def test_solutions_by_several_engines(needs):
    """How many solutions the empty grid has: by formulas of all that singles leave, of
    what propagation leaves, by trying all, and by propagation at each step."""
    needs("numba")
    small = [(g, r) for g, r in CASES if g.cells <= 16]
    solvers = Solver("cadical153"), Solver(), Solver("masks"), Solver("dpll", "minimal")
    for geometry, rule in small:
        puzzle = Puzzle("." * geometry.cells, [rule], geometry=geometry)
        counts = [
            len(set(islice(solver.solutions(puzzle), 200)))
            for solver in solvers[: 4 if geometry.size <= 5 else 3]
        ]

        assert len(set(counts)) == 1, (rule, counts)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Thermo("r1c1"), "thermometer of 1 cell; expected at least 2"),
        (lambda: WhiteDot("r1c1 r3c3"), "share a side"),
        (lambda: RellikCage(-1, "r1c1"), "r1c1 cannot be -1; .* number from 0"),
        (lambda: Killer("r1c1 r1c2", 5), "5 names no cells"),
        (lambda: Killer(5, [0, 1]), r"no cell 0; expected 'r1c1' or \(0, 0\), say"),
        (lambda: SumLine(0, "r1c1"), "a whole number from 1"),
        (lambda: SameValues("r1c1 r1c2 r1c3", 2), "expected a divisor of 3 cells"),
        (lambda: Regex("r1c1", "(1"), "not understood"),
        (lambda: Regex("r1c1", "1{3,2}"), "character 7 is not understood"),
        (lambda: NFA("r1c1", "Q*"), "Base64"),
        (lambda: NFA("r1c1", "Q"), "Base64|cut off"),
        (lambda: Total(3, "r1c1 r1c2", (1,)), "as many as cells"),
        (lambda: Allowed("r1c1", ()), "at least one value"),
    ],
)
def test_what_is_no_rule(make, message):
    with pytest.raises(UsageError, match=message):
        make()


def test_cells_as_a_list():
    assert Killer(5, "r1c1 r1c2") == Killer(5, ["r1c1", "r1c2"])
    assert Killer(5, "r1c1 r1c2") == Killer(5, [(0, 0), (0, 1)])


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (Thermo("r9c9 r9c8"), "outside"),
        (Skyscraper(3, "r7"), "no line"),
        (Killer(5, "r1c1 r1c2 r1c3 r1c4 r2c1"), "at most 4"),
        (Contains("r1c1 r1c2", (3, 5)), "no cell holds 5; expected 1 to 4"),
        (LookAndSay("r1c1 r1c2", ((0, 1),)), "no cell holds 0"),
        (NumberedRoom(7, "r1"), "no cell holds 7"),
        (HiddenSkyscraper(5, "r1"), "no cell holds 5"),
        (FullRank(((17, "r1", False),)), "at most 16"),
        (AntiConsecutive(frozenset({("r1c1", "r9c9")})), "r9c9 lies outside"),
        (RegionSameValues(("r9c9",)), "r9c9 lies outside"),
    ],
)
def test_rules_that_do_not_fit_the_grid(rule, message):
    with pytest.raises(UsageError, match=message):
        Puzzle("." * 16, [rule])


@pytest.mark.parametrize(
    "pattern",
    ["1{2}", "(12|3){2,3}", "1{2,}3?", "(1|2+)*3", "[^2]{0,2}1+", "(1?2){1,2}.", "()1"],
)
def test_regular_expressions_as_python_reads_them(pattern):
    for size in range(1, 6):
        rule = Regex(" ".join(f"r1c{at}" for at in range(1, size + 1)), pattern)
        for values in product((1, 2, 3), repeat=size):
            word = "".join(map(str, values))

            assert rule.is_satisfied_by_values(values) == bool(
                re.fullmatch(pattern, word)
            ), word


def test_the_largest_number_of_times():
    assert Regex("r1c1", "1{0,256}").is_satisfied_by_values([1])
    with pytest.raises(UsageError, match="not understood"):
        Regex("r1c1", "1{0,257}")


@pytest.mark.parametrize(
    ("pattern", "longer"),
    [
        ("(" * 100 + "1" + ")" * 100, "(" * 101 + "1" + ")" * 101),
        ("1" + "()" * 2499, "1" + "()" * 2500),
    ],
    ids=["parentheses", "characters"],
)
def test_the_longest_regular_expressions(pattern, longer):
    assert Regex("r1c1", pattern).is_satisfied_by_values([1])
    with pytest.raises(UsageError, match="regular expression"):
        Regex("r1c1", longer)


@pytest.mark.parametrize(
    "cells", ["R1C1,r1c2", ["r1c1", "r1c2"], [(0, 0), (0, 1)], ("r1c1", (0, 1))]
)
def test_cells_are_named_in_several_ways(cells):
    """A text, a list of names, or pairs that count from 0."""
    assert Killer(15, cells).cells == ((0, 0), (0, 1))
