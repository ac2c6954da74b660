"""Regions that have to be found, against brute force written apart."""

from io import StringIO
from itertools import permutations

import pytest
from pysat.solvers import Solver

from satdoku import (
    Geometry,
    Grid,
    Puzzle,
    all_solutions,
    count,
    encode,
    prove,
    read,
    solve,
    svg,
    verify,
)
from satdoku.constraints import (
    ChaosArrow,
    ChaosConstruction,
    ChaosCount,
    ConnectedValues,
    CountRegions,
    Or,
    SameRegion,
    Thermo,
    Var,
)
from satdoku.errors import InputError, LimitError, UsageError
from satdoku.formats import write
from satdoku.proof import Claim
from satdoku.solving.results import Result

PLAIN = Geometry(4, 4, None)
WIDE = Geometry(3, 4, None, digits=4)


def grids(geometry):
    """Return all grids whose rows and columns hold no digit twice, the first fixed."""
    first = tuple(range(1, geometry.columns + 1))

    def filled(rows):
        if len(rows) == geometry.rows:
            yield tuple(value for row in rows for value in row)
            return
        for row in permutations(geometry.digit_range, geometry.columns):
            if not any(
                a == b for above in rows for a, b in zip(above, row, strict=True)
            ):
                yield from filled([*rows, row])

    return list(filled([first]))


def beside(cell, geometry):
    row, column = divmod(cell, geometry.columns)
    near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return {
        r * geometry.columns + c
        for r, c in near
        if 0 <= r < geometry.rows and 0 <= c < geometry.columns
    }


def partitions(geometry, size):
    """Return all cuts into connected regions: for each cell, its region's number."""
    cells = range(geometry.cells)
    shapes = {frozenset((cell,)) for cell in cells}
    for _ in range(size - 1):
        shapes = {s | {n} for s in shapes for c in s for n in beside(c, geometry) - s}

    def cut(left):
        if not left:
            yield ()
            return
        for shape in shapes:
            if min(left) in shape and shape <= left:
                for rest in cut(left - shape):
                    yield (shape, *rest)

    found = []
    for regions in cut(frozenset(cells)):
        numbers = {cell: at for at, region in enumerate(regions, 1) for cell in region}
        found.append(tuple(numbers[cell] for cell in cells))
    return found


def solved(geometry, size, holds):
    """Return how often each grid can be cut into regions of different digits."""
    cuts = partitions(geometry, size)
    found = {}
    for grid in grids(geometry):
        for cut in cuts:
            pairs = set(zip(cut, grid, strict=True))
            if len(pairs) == len(grid) and holds(grid, cut):
                found[grid] = found.get(grid, 0) + 1
    return found


def run(cut, start, *others):
    """Return how many cells from the first on are in its region."""
    length = 0
    for cell in others:
        if cut[cell] != cut[start]:
            break
        length += 1
    return length


def square(cut):
    return sum(cut[cell] == cut[5] for cell in (0, 1, 2, 4, 5, 6, 8, 9, 10))


CASES = {
    "none": (PLAIN, 4, [], lambda g, r: True),
    "arrow": (
        PLAIN,
        4,
        [ChaosArrow("r2c2", ["r2c2 r2c3 r2c4", "r2c2 r3c2 r4c2"])],
        lambda g, r: g[5] == 1 + run(r, 5, 6, 7) + run(r, 5, 9, 13),
    ),
    "cross": (
        PLAIN,
        4,
        [ChaosArrow("r3c2", offset=1), ChaosArrow("r1c4")],
        lambda g, r: (
            g[9] + 1
            == 1 + run(r, 9, 5, 1) + run(r, 9, 13) + run(r, 9, 8) + run(r, 9, 10, 11)
            and g[3] == 1 + run(r, 3, 7, 11, 15) + run(r, 3, 2, 1, 0)
        ),
    ),
    "count": (
        PLAIN,
        4,
        [ChaosCount("r2c2"), ChaosCount("r4c4", "r1c1 r1c4 r4c1 r4c4 r1c2")],
        lambda g, r: (
            g[5] == square(r) and g[15] == sum(r[c] == r[0] for c in (0, 3, 12, 15, 1))
        ),
    ),
    "regions": (
        PLAIN,
        4,
        [CountRegions("r4c4", "r1c1 r2c2 r3c3 r4c4"), SameRegion("r1c1 r1c2 r2c1")],
        lambda g, r: g[15] == len({r[0], r[5], r[10], r[15]}) and r[0] == r[1] == r[4],
    ),
    "pairs": (
        PLAIN,
        2,
        [ChaosConstruction(2), ChaosArrow("r4c1", ["r4c2 r4c3"])],
        lambda g, r: g[12] == 1 + run(r, 13, 14),
    ),
    "more digits": (
        WIDE,
        3,
        [ChaosConstruction(3), CountRegions("r3c1", "r1c1 r1c2 r1c3")],
        lambda g, r: g[8] == len({r[0], r[1], r[2]}),
    ),
    "variable": (
        PLAIN,
        4,
        [Var("A"), ChaosArrow("VA", ["r1c1 r1c2 r1c3 r1c4"]), Thermo("r4c1 VA")],
        lambda g, r: g[12] < 1 + run(r, 0, 1, 2, 3),
    ),
}


def regions_case(name):
    """Return the puzzle of a case, and how often each of its grids can be cut."""
    geometry, size, rules, holds = CASES[name]
    first = list(range(1, geometry.columns + 1))
    if not any(isinstance(rule, ChaosConstruction) for rule in rules):
        rules = [ChaosConstruction(), *rules]
    clues = first + [0] * (geometry.cells - geometry.columns)
    return Puzzle(clues, rules, geometry=geometry), solved(geometry, size, holds)


@pytest.mark.parametrize("name", CASES)
def test_regions_are_what_brute_force_finds(name):
    """Grids, and the ways to cut them, are counted; a grid alone is checked."""
    puzzle, found = regions_case(name)
    assert found
    grids_found = all_solutions(puzzle)
    assert sorted(grid.values for grid in grids_found) == sorted(found)
    assert count(puzzle, None, method="regions") == sum(found.values())
    for grid in grids(puzzle.geometry):
        checked = puzzle.is_solution(Grid(list(grid), puzzle.geometry))
        assert checked == (grid in found)
    for grid in grids_found:
        assert puzzle.is_solution(grid)


@pytest.mark.parametrize("name", CASES)
def test_clauses_of_proofs_are_what_brute_force_finds(name):
    puzzle, found = regions_case(name)
    assert models_of_claim(puzzle) == sorted(found)


def models_of_claim(puzzle):
    """Return the grids that are models of the formula for proofs."""
    n, claim = puzzle.geometry.size, Claim(puzzle, (), complete=True)
    with Solver("cadical153", bootstrap_with=claim.clauses()) as solver:
        models = []
        while solver.solve():
            held = [x for x in solver.get_model()[: puzzle.geometry.cells * n] if x > 0]
            models.append(tuple((x - 1) % n + 1 for x in held))
            solver.add_clause([-x for x in held])
    return sorted(models)


def test_the_formula_of_regions_stays_small():
    """With arrows in a third of the cells it has fewer than 100,000 clauses."""
    geometry = Geometry(9, 9, None)
    rules = [ChaosConstruction()]
    rules += [ChaosArrow(f"r{at // 9 + 1}c{at % 9 + 1}") for at in range(0, 81, 3)]
    formula = encode(Puzzle("." * 81, rules, geometry=geometry))
    assert formula.clause_count < 100_000


TEXT = (
    ".Shape~4x4.NoBoxes.ChaosConstruction.~R2C1_3.ChaosArrow~R1C2~~CC2~CC6~CC10"
    ".ChaosCount~R3C3.ChaosArrow~R4C1~1~CC13~-~CC13~CC14.SameValues~2~CC1~CC2"
    ".CountDistinct~R4C4~CC16~CC12~CC15"
)


def given(source):
    """Read a puzzle of a text."""
    return read(StringIO(source))


def written(puzzle, form):
    """Return a puzzle as text."""
    stream = StringIO()
    write(puzzle, stream, form)
    return stream.getvalue()


@pytest.mark.parametrize(
    "source",
    [
        TEXT,
        ".Shape~4x6.NoBoxes.RegionSize~4.ChaosConstruction.ChaosArrow~R1C1",
        ".Shape~4x4.ChaosConstruction.Var~A.ChaosCount~VA~0~CC1~CC2",
    ],
)
def test_iss_text_comes_back(source):
    """Regions to be found are read and written, as text and JSON."""
    puzzle = given(source)
    for form in ("iss", "json"):
        assert given(written(puzzle, form)) == puzzle


@pytest.mark.parametrize(
    "source",
    [
        ".Shape~4x4.ChaosArrow~R1C1",  # no regions are to be found
        ".Shape~4x4.ChaosConstruction.ChaosArrow",
        ".Shape~4x4.ChaosConstruction.ChaosArrow~R1C1~2",
        ".Shape~4x4.ChaosConstruction.ChaosArrow~R1C1~0~CC17",
        ".Shape~4x4.ChaosConstruction.ChaosArrow~R1C1~0~R1C1",
        ".Shape~4x4.ChaosConstruction.ChaosArrow~R1C1~0~CC1~-~CC2",
        ".Shape~4x4.ChaosConstruction.Thermo~CC1~CC2",
        ".Shape~4x4.ChaosConstruction.~CC1_2",
        ".Shape~4x4.ChaosConstruction.SameValues~1~CC1~CC2",
        ".Shape~4x4.ChaosConstruction.Or.SameValues~2~CC1~CC2.End",
        ".Shape~5x7.NoBoxes.RegionSize~6.ChaosConstruction",
    ],
)
def test_texts_are_refused(source):
    """Numbers of regions mean nothing; arms begin at one cell; sizes divide."""
    with pytest.raises(InputError):
        given(source)


def test_constraints_are_refused():
    """Clues about regions need regions, and stand alone."""
    with pytest.raises(UsageError):
        Puzzle("." * 16, [SameRegion("r1c1 r1c2")])
    with pytest.raises(UsageError):
        Or((SameRegion("r1c1 r1c2"),))
    with pytest.raises(UsageError):
        ChaosArrow("r1c1", ["r1c1 r1c2", "r2c1 r2c2"])
    with pytest.raises(UsageError):
        count(Puzzle("." * 16), method="regions")


def test_a_puzzle_is_solved_proved_and_drawn(tmp_path):
    """The regions of its only solution are told, as JSON and in the picture."""
    found = solved(PLAIN, 4, lambda g, r: g[5] == square(r) and r[0] == r[1] == r[4])
    puzzle = Puzzle(
        [1, 2, 3, 4] + [0] * 12,
        [ChaosConstruction(), ChaosCount("r2c2"), SameRegion("r1c1 r1c2 r2c1")],
        geometry=PLAIN,
    )
    grid = next(each for each, ways in found.items() if ways == 1)
    for cell in range(4, 16):
        if (
            sum(
                all(g[c] == puzzle.values[c] or not puzzle.values[c] for c in range(16))
                for g in found
            )
            == 1
        ):
            break
        values = list(puzzle.values)
        values[cell] = grid[cell]
        puzzle = puzzle.with_clues(Grid(values, PLAIN))
    result = solve(puzzle)
    assert isinstance(result, Result)
    assert result.is_unique
    assert result.solution.values == grid
    layout = result.record()["regions"]
    (cut,) = [
        cut
        for cut in partitions(PLAIN, 4)
        if len(set(zip(cut, grid, strict=True))) == 16
        and grid[5] == square(cut)
        and cut[0] == cut[1] == cut[4]
    ]
    assert layout == "".join(" ABCD"[number] for number in cut)
    bare = Grid(list(grid), PLAIN)
    assert svg(puzzle, solution=bare) == svg(puzzle, solution=result.solution)
    assert svg(puzzle).count("box-lines") < svg(puzzle, solution=bare).count(
        "box-lines"
    )
    prove(puzzle).write(tmp_path / "proof")
    assert str(verify(tmp_path / "proof").claim) == "exactly one solution"


@pytest.mark.nightly
def test_regions_too_large_to_try():
    """A large grid whose regions are not known is refused, not tried for hours."""
    rows = [[(r * 4 + r // 4 + c) % 16 + 1 for c in range(16)] for r in range(16)]
    with pytest.raises(LimitError):
        Puzzle(rows, [ChaosConstruction()]).is_solution(Grid(rows))


def hang_together(cells, geometry):
    """Whether cells are one area that is not empty."""
    left = set(cells)
    if not left:
        return False
    todo = [left.pop()]
    while todo:
        new = left & beside(todo.pop(), geometry)
        left -= new
        todo += new
    return not left


@pytest.mark.parametrize(
    ("values", "size"),
    [((1, 2), 0), ((1, 2), 8), ((1, 2), 7), ((3,), 0), ((4, 1, 3), 0)],
)
def test_connected_values_are_what_brute_force_finds(values, size):
    """The cells with these values hang together, and are so many."""
    expected = []
    for grid in grids(PLAIN):
        cells = [cell for cell in range(16) if grid[cell] in values]
        if hang_together(cells, PLAIN) and len(cells) == (size or len(cells)):
            expected.append(grid)
    clues = [1, 2, 3, 4] + [0] * 12
    puzzle = Puzzle(clues, [ConnectedValues(values, size)], geometry=PLAIN)
    assert sorted(grid.values for grid in all_solutions(puzzle)) == sorted(expected)
    assert models_of_claim(puzzle) == sorted(expected)
    for grid in grids(PLAIN):
        assert puzzle.is_solution(Grid(list(grid), PLAIN)) == (grid in expected)


def test_connected_cells_in_a_layout():
    """Listed cells stand in rows of a width; of a group in its layout."""
    named, cells = "r2c1 r2c3 r3c3 r4c1", (4, 6, 10, 12)
    clues = [1, 2, 3, 4] + [0] * 12
    for across, right in ((2, "01 02 13 23"), (0, "01 12 23")):
        rules = [ConnectedValues((1, 2), 2, named, across)]
        puzzle = Puzzle(clues, rules, geometry=PLAIN)
        found = {grid.values for grid in all_solutions(puzzle)}
        pairs = set()
        for grid in grids(PLAIN):
            pair = "".join(str(at) for at in range(4) if grid[cells[at]] in (1, 2))
            pairs.add(pair)
            assert (grid in found) == (pair in right.split())
            assert puzzle.is_solution(Grid(list(grid), PLAIN)) == (grid in found)
        assert pairs >= {*right.split()}
        assert set(models_of_claim(puzzle)) == found
    text = (
        ".Shape~4x4.Var~A~~2x2.Var~B~~6.ConnectedValues~VA~1_2~3.ConnectedValues~VB~3"
    )
    puzzle = given(text + ".ConnectedValues~~1_3.ConnectedValues~~4_2~8")
    assert [rule.across for rule in puzzle.constraints[2:]] == [2, 4, 0, 0]
    for form in ("iss", "json"):
        assert given(written(puzzle, form)) == puzzle


@pytest.mark.parametrize(
    "source",
    [
        ".Shape~4x4.ConnectedValues",
        ".Shape~4x4.ConnectedValues~VA~1",
        ".Shape~4x4.ConnectedValues~~5",
        ".Shape~4x4.ConnectedValues~~1~17",
        ".Shape~4x4.ChaosConstruction.ConnectedValues~CC~1",
    ],
)
def test_connected_values_are_refused(source):
    """No values, none of the grid, no group, too many cells."""
    with pytest.raises(InputError):
        given(source)
