"""What unit propagation sees, against the rules people use, written here anew.

For thousands of states (puzzles' clues with values added at random, right and wrong
ones) unit propagation on each recipe's formula eliminates exactly the candidates, and
refutes exactly the states, that a fixpoint of naked singles, hidden singles, pointing
and claiming does, as far as the recipe goes.
"""

import random
from functools import cache
from typing import NamedTuple

import pytest

from satdoku.cnf.encoder import encode_rules
from satdoku.cnf.recipe import encodings, load
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle

NINE = Geometry(9, 9)
LEVELS = {"minimal": 0, "natural": 0, "support": 0, "triad": 2, "triad-lite": 2}
PUZZLES = (
    "9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2..",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "....754..........8.8.19....3....1.6........34....6817.2.4...6.39......2.53.2.....",
    ".....7........95.4....5.169.8....3.5.75...29.4.6....8.762.8....1.39........6.....",
)


class Rules(NamedTuple):
    """The sets that the rules speak of."""

    units: list[list[int]]
    units_of: list[list[list[int]]]
    crossings: list[tuple[set[int], set[int]]]


@cache
def _rules(geometry):
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    rows = [[r * n + c for c in range(n)] for r in range(n)]
    columns = [[r * n + c for r in range(n)] for c in range(n)]
    boxes = [
        [r * n + c for r in range(top, top + h) for c in range(left, left + w)]
        for top in range(0, n, h)
        for left in range(0, n, w)
    ]
    crossings = [
        (set(box), set(line))
        for box in boxes
        for line in rows + columns
        if set(box) & set(line)
    ]
    units = rows + columns + boxes
    units_of = [[unit for unit in units if cell in unit] for cell in range(n * n)]
    return Rules(units, units_of, crossings)


def _naked(held, rules):
    """Take the digit of each cell with one candidate from its peers."""
    changed = False
    for cell, digits in enumerate(held):
        if len(digits) == 1:
            for unit in rules.units_of[cell]:
                for peer in unit:
                    if peer != cell and digits <= held[peer]:
                        held[peer] = held[peer] - digits
                        changed = True
    return changed


def _hidden(held, rules):
    """Give each digit with one place in a unit that place; empty it if it has none."""
    changed = False
    for unit in rules.units:
        for digit in range(1, len(unit) + 1):
            places = [cell for cell in unit if digit in held[cell]]
            if not places:
                held[unit[0]] = set()
                return False
            if len(places) == 1 and len(held[places[0]]) > 1:
                held[places[0]] = {digit}
                changed = True
    return changed


def _locked(held, rules):
    """Pointing and claiming: a digit kept to where a box and a line cross."""
    changed = False
    for box, line in rules.crossings:
        both = box & line
        only_box = set().union(*(held[cell] for cell in box - both))
        only_line = set().union(*(held[cell] for cell in line - both))
        here = set().union(*(held[cell] for cell in both))
        for outside, elsewhere in ((line - both, only_box), (box - both, only_line)):
            kept = here - elsewhere
            for cell in outside:
                if held[cell] & kept:
                    held[cell] = held[cell] - kept
                    changed = True
    return changed


def _fixpoints(puzzle):
    """Return the candidates by naked singles, with hidden ones, with locked ones.

    None where they refute the puzzle.
    """
    rules = _rules(puzzle.geometry)
    digits = set(puzzle.geometry.digit_range)
    held = [{value} if value else digits for value in puzzle.values]
    found = []
    for steps in ((_naked,), (_naked, _hidden), (_naked, _hidden, _locked)):
        while all(held) and any(step(held, rules) for step in steps):
            pass
        if not all(held):
            return found + [None] * (3 - len(found))
        found.append(list(held))
    return found


def _states(starts, count, seed):
    """Yield puzzles with up to 25 values added; a third of them with wrong ones."""
    from pysat.solvers import Minisat22

    rng = random.Random(seed)
    made = encode_rules(starts[0].geometry, load("extended"))
    with Minisat22(bootstrap_with=list(made.formula)) as solver:
        for turn in range(count):
            puzzle = starts[turn % len(starts)]
            assert solver.solve(assumptions=made.literals(puzzle))
            model = [x for x in solver.get_model() or () if x > 0]
            solution = made.decode(model).values
            values = list(puzzle.values)
            empty = [cell for cell, value in enumerate(values) if not value]
            for cell in rng.sample(empty, rng.randint(0, min(25, len(empty)))):
                values[cell] = solution[cell]
            if turn % 3 == 0:
                for _ in range(rng.randint(1, 2)):
                    cell = rng.choice(empty)
                    values[cell] = rng.randint(1, puzzle.geometry.size)
            yield Puzzle(tuple(values), geometry=puzzle.geometry)


def _starts(geometry, count):
    """Make puzzles of any shape: solved grids with digits renamed, with holes."""
    rng = random.Random(5)
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    full = [(w * (r % h) + r // h + c) % n for r in range(n) for c in range(n)]
    found = []
    for _ in range(count):
        digits = rng.sample(range(1, n + 1), n)
        share = rng.uniform(0.15, 0.5)
        values = tuple(digits[v] if rng.random() < share else 0 for v in full)
        found.append(Puzzle(values, geometry=geometry))
    return found


def _propagated(made, literals):
    """Return the cell variables that propagation makes false; None for a conflict."""
    if literals is None:
        return None
    last = made.cell_variables[-1]
    return {-literal for literal in literals if -last <= literal < 0}


class Known(NamedTuple):
    """What the rules make of a state: the candidates, and the variables that they lose.

    Of each fixpoint of `_fixpoints`; None where the state is refuted.
    """

    held: list[list[set[int]] | None]
    lost: list[set[int] | None]


@cache
def _known(state):
    held = _fixpoints(state)
    n = state.geometry.size
    return Known(
        held,
        [
            None
            if cells is None
            else {
                cell * n + digit
                for cell, left in enumerate(cells)
                for digit in range(1, n + 1)
                if digit not in left
            }
            for cells in held
        ],
    )


def _naked_cells(geometry, held):
    """Return the variables of the cells with one candidate."""
    n = geometry.size
    return {
        cell * n + digit
        for cell, left in enumerate(held)
        if len(left) == 1
        for digit in range(1, n + 1)
    }


def _compare(recipe, states):
    """Compare propagation with the rules on all states; count what was seen."""
    from pysat.solvers import Minisat22

    made = encode_rules(states[0].geometry, recipe)
    level = LEVELS.get(recipe.name, 1)
    seen = {"refuted": 0, "open": 0, "more": 0}
    with Minisat22(bootstrap_with=list(made.formula)) as solver:
        for state in states:
            consistent, literals = solver.propagate(made.literals(state))
            found = _propagated(made, literals if consistent else None)
            held, points = _known(state)
            expected = points[level]
            seen["refuted" if found is None else "open"] += 1
            seen["more"] += level > 0 and expected != points[level - 1]
            if recipe.name == "minimal" and found is not None and expected is not None:
                # It does not say that a cell holds one digit only.
                naked = _naked_cells(made.geometry, held[level] or [])
                found = (found - naked) | (expected & naked)
            if recipe.name == "triad-exact3":
                expected = points[2]
                assert found is None or expected is not None
                seen["more"] += found != expected
                if found is not None and expected is not None:
                    assert expected <= found
            else:
                assert expected == found, (recipe.name, state.line)
    return seen


RECIPES = pytest.mark.parametrize("recipe", encodings(), ids=lambda recipe: recipe.name)


class TestClosure:
    """Propagation sees exactly what the table of ticks says."""

    @RECIPES
    @pytest.mark.nightly
    def test_nine(self, recipe):
        seen = _compare(recipe, _nine_states())

        assert min(seen["refuted"], seen["open"]) > 200
        assert seen["more"] > 100 or recipe.name in ("minimal", "natural", "support")

    @RECIPES
    @pytest.mark.parametrize(
        "geometry",
        [Geometry(4, 4), Geometry(6, 6), Geometry.of_box(3, 2)],
        ids=str,
    )
    def test_other_shapes(self, recipe, geometry):
        seen = _compare(recipe, _other_states(geometry))

        assert min(seen["refuted"], seen["open"]) > 20


@cache
def _nine_states():
    starts = [*map(Puzzle, PUZZLES), *_starts(NINE, 12)]
    return list(_states(starts, 2_500, 11))


@cache
def _other_states(geometry):
    return list(_states(_starts(geometry, 20), 250, 12))


@pytest.mark.parametrize(
    ("name", "published", "solved"),
    [
        ("minimal", 0.0, 0),
        pytest.param("extended", 44.57, 2_165, marks=pytest.mark.nightly),
        pytest.param("triad", 76.04, 3_716, marks=pytest.mark.nightly),
        pytest.param("triad-lite", 76.04, 3_716, marks=pytest.mark.nightly),
        pytest.param("triad-exact3", 78.68, 3_858, marks=pytest.mark.nightly),
    ],
)
def test_solved_by_propagation(shared_data, name, published, solved):
    from pysat.solvers import Minisat22

    made = encode_rules(NINE, load(name))
    lines = (shared_data / "sets" / "clues17.txt").read_text().split()
    count = 0
    with Minisat22(bootstrap_with=list(made.formula)) as solver:
        for line in lines:
            consistent, literals = solver.propagate(made.literals(Puzzle(line)))

            assert consistent
            count += sum(0 < literal <= 729 for literal in literals) == 81

    assert len(lines) == 4_916
    assert solved == count
    assert abs(100 * count / len(lines) - published) < 1
