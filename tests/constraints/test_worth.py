"""Doublers, halvers and negators, against brute force."""

from io import StringIO
from itertools import permutations

import pytest

from satdoku import (
    Geometry,
    Grid,
    Puzzle,
    all_solutions,
    count,
    explain,
    prove,
    read,
    solutions,
    solve,
    svg,
    verify,
)
from satdoku.constraints import (
    Arrow,
    Doublers,
    EqualSums,
    Halvers,
    Killer,
    Negators,
    Or,
    Thermo,
    Total,
)
from satdoku.errors import InputError, UsageError
from satdoku.formats import write

FOUR = Geometry(4, 4)
GRIDS = [grid.values for grid in solutions("1234" + "." * 12)]


def changes(grid):
    """Yield the cells of every choice: one of each row, column, box and digit."""
    for columns in permutations(range(4)):
        cells = [4 * row + column for row, column in enumerate(columns)]
        boxes = {(cell // 8, cell % 4 // 2) for cell in cells}
        if len(boxes) == 4 and len({grid[cell] for cell in cells}) == 4:
            yield set(cells)


CASES = {
    "arrow": (
        Doublers,
        lambda v: 2 * v,
        Arrow("vr2c1 vr2c2 vr3c1"),
        lambda w: w[4] == w[5] + w[8],
    ),
    "cage": (
        Halvers,
        lambda v: v / 2,
        Killer(6, "vr2c1 vr2c2 vr3c3"),
        lambda w: w[4] + w[5] + w[10] == 6,
    ),
    "negative": (
        Negators,
        lambda v: -v,
        Total(-3, "vr3c1 vr3c2 vr4c3"),
        lambda w: w[8] + w[9] + w[14] == -3,
    ),
    "halves": (
        Halvers,
        lambda v: v / 2,
        EqualSums(["vr1c1 vr1c2 r2c1", "vr3c3 vr4c4"]),
        lambda w: w[0] + w[1] + w[20] == w[10] + w[15],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_sums_of_what_digits_are_worth(name):
    """Each grid that some choice of changed cells makes right, once."""
    kind, changed, rule, holds = CASES[name]
    expected = set()
    for grid in GRIDS:
        if name == "cage" and len({grid[4], grid[5], grid[10]}) < 3:
            continue
        for cells in changes(grid):
            worth = [changed(v) if c in cells else v for c, v in enumerate(grid)]
            if holds([*worth, *grid]):
                expected.add(grid)
    puzzle = Puzzle("1234" + "." * 12, [kind(), rule])
    found = all_solutions(puzzle)
    assert expected
    assert {grid.values for grid in found} == expected
    assert len(found) == len(expected) == count(puzzle, engine="dpll")
    for grid in GRIDS:
        assert puzzle.is_solution(Grid(list(grid), FOUR)) == (grid in expected)


def test_an_answer_names_changed_cells(tmp_path):
    """With what they are worth; the picture shows the sum in the grid."""
    puzzle = Puzzle("1234" + "." * 12, [Doublers(), Arrow("vr2c1 vr2c2 vr3c1")])
    result = solve(puzzle)
    extra, grid = result.record()["extra"], result.solution
    assert len(extra) == 4
    assert all(2 * grid[name[1:]] == worth for name, worth in extra.items())
    assert svg(puzzle).count('class="arrow') == svg(
        Puzzle(puzzle.clues, [Arrow("r2c1 r2c2 r3c1")])
    ).count('class="arrow')
    prove(puzzle).write(tmp_path / "proof")
    assert str(verify(tmp_path / "proof").claim) == "exactly one solution"


def test_a_cage_of_negators_may_be_worth_less_than_nothing():
    """In this one -2 is the least."""
    cells = "vr2c1 vr2c2 vr3c2"
    for total in (-3, -2, 8):
        puzzle = Puzzle("1234" + "." * 12, [Negators(), Killer(total, cells)])
        same = [Negators(), Total(total, cells), Killer(None, "r2c1 r2c2 r3c2")]
        assert all_solutions(puzzle) == all_solutions(Puzzle(puzzle.clues, same))
        assert (total < -2) == (not all_solutions(puzzle))
        assert f">{total}<" in svg(puzzle)
        explain(puzzle, verify=True)


def test_they_are_json_and_no_iss_text():
    """ISS has no such cells; JSON keeps them as Python makes them."""
    puzzle = Puzzle("1234" + "." * 12, [Negators(), Killer(4, "vr2c1 vr2c2")])
    stream = StringIO()
    write(puzzle, stream, "json")
    assert read(StringIO(stream.getvalue())) == puzzle
    with pytest.raises(InputError, match="negators"):
        write(puzzle, StringIO(), "iss")


@pytest.mark.parametrize(
    ("rules", "size"),
    [
        ([Total(3, "vr1c1 vr1c2")], 4),  # nothing changes values
        ([Doublers(), Negators()], 4),
        ([Doublers(), Thermo("vr1c1 vr1c2")], 4),
        ([Doublers(), Total(3, "vr9c9")], 4),
        ([Doublers()], 7),
    ],
)
def test_constraints_are_refused(rules, size):
    """Cells that nothing adds; two kinds; constraints that compare digits."""
    geometry = Geometry(size, size, None, digits=9) if size == 7 else FOUR
    with pytest.raises(UsageError):
        Puzzle([0] * size**2, rules, geometry=geometry)


def test_or_takes_worth_but_no_doublers():
    """The cells may stand in `Or`; what adds them may not."""
    rules = [Doublers(), Or((Total(16, "vr1c1 vr2c1"), Total(10, "vr1c1 vr2c1")))]
    for grid in all_solutions(Puzzle("1234" + "." * 12, rules)):
        assert grid.extra["vr1c1"] + grid.extra["vr2c1"] == 10
    with pytest.raises(UsageError):
        Or((Doublers(),))
