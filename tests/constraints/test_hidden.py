"""Cells outside the grid: variables and missing digits, against brute force."""

from io import StringIO
from itertools import permutations, product

import pytest

from satdoku import (
    Geometry,
    Grid,
    Puzzle,
    all_solutions,
    contradiction,
    count,
    explain,
    minimize,
    prove,
    read,
    solve,
    verify,
)
from satdoku.constraints import (
    Allowed,
    Arrow,
    Doppelganger,
    Killer,
    Or,
    Thermo,
    Total,
    Var,
    Whisper,
    WhiteDot,
)
from satdoku.errors import InputError, SatdokuError, UsageError
from satdoku.formats import write

FOUR = Geometry(4, 4)


def grids(geometry, values, first=()):
    """Yield all grids in which no row, column or box holds a value twice.

    Those with these first rows.
    """
    n, box = geometry.columns, geometry.box

    def fits(rows, row):
        at = len(rows)
        for above in rows:
            if any(map(int.__eq__, above, row)):
                return False
        if box:
            height, width = box
            for above in rows[at - at % height :]:
                for c, value in enumerate(row):
                    start = c - c % width
                    if value in above[start : start + width]:
                        return False
        return True

    def filled(rows):
        if len(rows) == geometry.rows:
            yield tuple(rows)
            return
        for row in permutations(values, n):
            if fits(rows, row):
                yield from filled([*rows, row])

    return filled([*first])


def lines(puzzle):
    """Return the lines of all solutions."""
    return sorted(grid.line for grid in all_solutions(puzzle))


def written(puzzle, form):
    """Return a puzzle as text."""
    stream = StringIO()
    write(puzzle, stream, form)
    return stream.getvalue()


def given(source):
    """Read a puzzle of a text."""
    return read(StringIO(source))


def text(rows):
    return "".join(str(value) for row in rows for value in row)


VARIABLES = {
    "between": (
        [Var("A"), Thermo("r1c1 VA r2c2")],
        lambda g, a: g[0][0] < a < g[1][1],
        1,
    ),
    "two numbers": (
        [Var("A", 1, 2), Total(0, "r1c1 r2c2 r3c3 VA1 VA2", (1, 1, 1, -4, -1))],
        lambda g, a, b: g[0][0] + g[1][1] + g[2][2] == 4 * a + b,
        2,
    ),
    "all different": (
        [Var("AB", 2, 2), Killer(None, "VAB1 VAB2 VAB3 r1c1"), Killer(7, "VAB4 r4c4")],
        lambda g, a, b, c, d: (
            len({a, b, c, g[0][0]}) == 4 and d != g[3][3] and d + g[3][3] == 7
        ),
        4,
    ),
    "choice": (
        [
            Var("A"),
            Or((Arrow("VA r1c1 r2c2"), Allowed("VA", (4,)))),
            Whisper("VA r3c3", 2),
        ],
        lambda g, a: (a == g[0][0] + g[1][1] or a == 4) and abs(a - g[2][2]) >= 2,
        1,
    ),
    "dot": (
        [Var("A", 1, 2), WhiteDot("VA1 VA2"), Thermo("VA1 r1c1"), Thermo("r1c2 VA2")],
        lambda g, a, b: abs(a - b) == 1 and a < g[0][0] and g[0][1] < b,
        2,
    ),
}


@pytest.mark.parametrize("name", VARIABLES)
def test_variables_are_found_and_count_once(name):
    """Solutions are grids: several values of a variable make no others."""
    rules, holds, cells = VARIABLES[name]
    expected = [
        text(grid)
        for grid in grids(FOUR, (1, 2, 3, 4))
        if any(holds(grid, *extra) for extra in product((1, 2, 3, 4), repeat=cells))
    ]
    puzzle = Puzzle("." * 16, rules)
    assert 0 < len(expected) < 288
    assert lines(puzzle) == sorted(expected)
    assert count(puzzle, engine="dpll") == len(expected)
    known = set(expected)
    for grid in grids(FOUR, (1, 2, 3, 4)):  # without values of variables
        assert puzzle.is_solution(Grid(text(grid))) == (text(grid) in known)


def test_a_solution_knows_its_variables():
    """The values that a solution names are right, and others are refused."""
    puzzle = Puzzle("1... .... .... ....", [Var("A"), Thermo("r1c2 VA r1c3")])
    solution = solve(puzzle, unique=False).solution
    assert solution["r1c2"] < solution.extra["VA"] < solution["r1c3"]
    assert puzzle.is_solution(solution)
    assert not puzzle.is_solution(solution.with_extra({"VA": solution["r1c3"]}))
    assert not puzzle.is_solution(solution.with_extra({"VB": 3}))


@pytest.mark.parametrize("box", [None, (2, 2)])
def test_doppelganger_is_what_brute_force_finds(box):
    """Rows, columns and boxes hold 0, miss a digit each; at a 0 these differ."""
    geometry = Geometry(4, 4, box, first_value=0, digits=5)
    expected = []
    for grid in grids(geometry, range(5), [(0, 1, 2, 3)]):
        boxes = [
            [grid[r + dr][c + dc] for dr in (0, 1) for dc in (0, 1)]
            for r in (0, 2)
            for c in (0, 2)
        ]
        kinds = [list(grid), list(zip(*grid, strict=True)), *([boxes] if box else [])]
        if not all(0 in unit for units in kinds for unit in units):
            continue
        missing = [[10 - sum(unit) for unit in units] for units in kinds]
        zeros = [(r, c) for r, c in product(range(4), range(4)) if grid[r][c] == 0]
        at_zero = [
            [
                missing[0][r],
                missing[1][c],
                *[m[r // 2 * 2 + c // 2] for m in missing[2:]],
            ]
            for r, c in zeros
        ]
        if all(len(set(m)) == 4 for m in missing) and all(
            len(set(each)) == len(each) for each in at_zero
        ):
            expected.append(text(grid))
    puzzle = Puzzle([1, 2, 3, 4] + [0] * 12, [Doppelganger()], geometry=geometry)
    assert expected
    assert lines(puzzle) == sorted(expected)
    for line in expected[:20]:
        digits = [int(sign) + 1 for sign in line]
        assert puzzle.is_solution(Grid(digits, geometry))


def test_missing_digits_are_cells():
    """`DGC2` is the digit that row 2 misses, `DGR1` that of column 1."""
    geometry = Geometry(4, 4, None, first_value=0, digits=5)
    rules = [Doppelganger(), Thermo("DGZ DGC2 DGR1")]
    for grid in all_solutions(Puzzle("." * 16, rules, geometry=geometry), 40):
        rows = [[digit - 1 for digit in row] for row in grid.rows]
        row, column = 10 - sum(rows[1]), 10 - sum(row[0] for row in rows)
        assert 0 < row < column
        assert (grid.extra["DGC2"], grid.extra["DGR1"]) == (row, column)


UNIQUE = (
    ".Shape~4x4.Var~A~Out%20side~2.~VA2_2_3.Thermo~VA1~R1C2~VA2~R3C1"
    ".Sum~4~VA1~R4C4.~R1C1_3"
)


@pytest.mark.parametrize(
    "source",
    [
        UNIQUE,
        ".Shape~6x6~0-9.Var~ABC~~2x3.GreaterThan~VABC1~VABC4.Sum~9~VABC2~R1C1~VABC6",
        ".Shape~9x9~0-9.Doppelganger.Whisper~4~DGC2~DGR3~R1C1.GreaterThan~DGB9~DGB6",
        ".Shape~4x4.Or.Thermo~VA~R1C1.~VA_2_3.End.Var~A~~1",
    ],
)
def test_iss_text_comes_back(source):
    """Cells outside the grid are read and written; so is JSON."""
    puzzle = given(source)
    for form in ("iss", "json"):
        assert given(written(puzzle, form)) == puzzle


def test_neighbours_outside_the_grid():
    """Dots bind what shares a side: in a layout, in rows, in a box of boxes."""
    puzzle = given(".Shape~9x9~0-9.Doppelganger.GreaterThan~DGB9~DGB8~DGB6")
    pairs = [rule.describe() for rule in puzzle.constraints[1:]]
    assert [pair.split(": ")[1] for pair in pairs] == ["DGB9 DGB8", "DGB9 DGB6"]
    wide = given(".Shape~4x4.Var~A~~5.WhiteDot~VA1~VA4~VA5")
    assert [rule.describe()[-7:] for rule in wide.constraints[1:]] == ["VA1 VA5"]


@pytest.mark.parametrize(
    "source",
    [
        ".Shape~4x4.Thermo~VA1~R1C1",  # nobody adds the cell
        ".Shape~4x4.Var~A~~2.Thermo~VA3~R1C1",
        ".Shape~4x4.Var~A.Var~A.Thermo~VA~R1C1",
        ".Shape~4x4.Var~1",
        ".Shape~4x4.Var~A~~2.WhiteDot~VA1~R1C1",
        ".Shape~4x4.Var~A~~2.Replicate~BB.Thermo~VA1~R1C1.End",
        ".Shape~4x4.Var~A.~VA_5",
        ".Shape~4x4.Doppelganger",
        ".Shape~4x4.Or.Var~A.End",
        ".Shape~4x4.Var~A~~999",
    ],
)
def test_texts_are_refused(source):
    """What names no cell, or cannot be where it is."""
    with pytest.raises(InputError):
        given(source)


@pytest.mark.parametrize(
    "rules",
    [
        [Thermo("VA r1c1")],
        [Var("A", 1, 2), Var("A")],
        [Var("A", 20, 20)],
        [Doppelganger()],
    ],
)
def test_constraints_are_refused(rules):
    """Cells that nothing adds, or twice; and too many."""
    with pytest.raises(UsageError):
        Puzzle("." * 16, rules)


def test_other_formats_refuse_cells_outside_the_grid():
    """Boards of f-puzzles have none."""
    with pytest.raises(SatdokuError, match="VA1 to VA2"):
        written(given(UNIQUE), "fpuzzles")


def test_a_certificate_is_verified(tmp_path):
    """Of cells outside the grid, too; not for another puzzle."""
    puzzle = given(UNIQUE)
    assert solve(puzzle).is_unique
    certificate = prove(puzzle)
    certificate.write(tmp_path / "proof")
    assert str(verify(tmp_path / "proof").claim) == "exactly one solution"


def test_minimal_puzzles_keep_the_cells():
    """Clues and constraints go, not what adds cells; explanations name these."""
    puzzle = given(UNIQUE + ".Thermo~VA1~VA2")
    small = minimize(puzzle)
    assert solve(small).is_unique
    assert small.constraints[0] == puzzle.constraints[0]
    assert len(small.constraints) < len(puzzle.constraints)
    assert "VA1" in str(explain(puzzle))


def test_contradictions_name_what_cells_outside_are_for():
    """Constraints that name them may contradict each other; the cells stay."""
    puzzle = Puzzle(
        "1... .... .... ....", [Var("A"), Thermo("r1c1 VA"), Thermo("VA r1c1")]
    )
    found = contradiction(puzzle)
    assert {rule.describe() for rule in found.constraints} == {
        "thermometer: r1c1 VA",
        "thermometer: VA r1c1",
    }
