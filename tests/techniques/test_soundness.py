"""No technique removes a digit of the solution, whatever the puzzle and its size."""

import pytest

from satdoku import Geometry, Puzzle, explain, find_steps, generate_many, solve
from tests.conftest import nightly
from tests.techniques.support import (
    UNIQUENESS,
    USUAL,
    Technique,
    candidate_sets,
    random_positions,
    short,
)

DEARER = {
    "forcing",
    "templates",
    "mutant",
    "franken",
    "squirmbag",
    "whale",
    "leviathan",
}
LIGHT = [
    technique
    for technique in Technique
    if not any(word in technique.key for word in DEARER)
]
ALS = Technique.ALS_XY_WING.order
GEOMETRIES = [
    Geometry(4, 4),
    Geometry(6, 6),
    Geometry.of_box(3, 2),
    Geometry.of_box(2, 4),
]


LONG = pytest.param(40, 25, marks=pytest.mark.nightly)


def unsound(steps, values, open_):
    """Return the steps that remove or place what they must not, or do nothing."""
    return [
        short(step)
        for step in steps
        if any(values[cell] == digit for cell, digit in step.removes)
        or any(values[cell] != digit for cell, digit in step.places)
        or any(digit not in open_[cell] for cell, digit in step.places + step.removes)
        or not step.places + step.removes
        or len(set(step.removes)) < len(step.removes)
    ]


def check_path(puzzle, **options):
    values = solve(puzzle).solution.values
    record = explain(puzzle, search=False, **options)
    for now, step in record.positions():
        assert [] == unsound([step], values, candidate_sets(now))
    return record


@pytest.mark.parametrize(("count", "met"), [(16, 15), LONG])
def test_whole_paths_of_random_puzzles(count, met):
    techniques = set()
    for index, made in enumerate(generate_many(count, seed=11)):
        expected = None if index < 8 else "easy,medium,hard"
        record = check_path(made, techniques=expected)
        techniques |= {step.technique for step in record.steps}
        if record.position.is_complete:
            assert record.position.clues == solve(made).solution
    assert len(techniques) >= met


@pytest.mark.parametrize("size", ["2x2", "3x2", "1x5", "2x4", "5x2", "3x4"])
def test_whole_paths_of_other_geometries(size):
    expected = "easy,medium,hard" if size == "3x4" else None
    for made in generate_many(2, size=Geometry.parse(size), seed=12):
        check_path(made, techniques=expected)


def test_whole_paths_of_set_puzzles(shared_data):
    sets = {"top95": 30, "clues17": 9000, "hardest": 20000, "easy50": 20}
    for name, every in sets.items():
        path = shared_data / "sets" / f"{name}.txt"
        lines = path.read_text("utf-8").splitlines()[1::every]
        for line in lines:
            puzzle = Puzzle(line[:81])
            check_path(puzzle)


@pytest.mark.nightly
def test_whole_paths_by_all_techniques():
    for made in generate_many(40, seed=13):
        check_path(made, techniques="all")


@pytest.mark.parametrize("geometry", nightly(GEOMETRIES, *GEOMETRIES[:3]), ids=str)
def test_every_step_of_random_positions(geometry):
    """Positions need not be proper, so what needs one solution is left out."""
    expected = [technique for technique in LIGHT if technique not in UNIQUENESS]
    if geometry.size > 4:
        expected = [
            each for each in expected if each.order < ALS or each.order > ALS + 200
        ]
    for grid, values in random_positions(geometry, 20 // geometry.size, seed=5):
        steps = find_steps(grid, techniques=expected)
        assert [] == unsound(steps, values, candidate_sets(grid))
        orders = [step.technique.order for step in steps]
        assert sorted(orders) == orders
        assert len(set(steps)) == len(steps)


@pytest.mark.nightly
@pytest.mark.parametrize("geometry", GEOMETRIES[:3], ids=str)
def test_every_step_by_all_techniques(geometry):
    expected = [each for each in Technique if each not in UNIQUENESS]
    for grid, values in random_positions(geometry, 12 // geometry.size, seed=6):
        steps = find_steps(grid, techniques=expected)
        assert [] == unsound(steps, values, candidate_sets(grid))


def test_every_unique_rectangle_of_proper_puzzles():
    """Before each step of paths that do not use them; clues may be removed marks."""
    easy = [each for each in USUAL - UNIQUENESS if each.level <= 2]
    met = set()
    for size in ("2x3", "2x2", "3x3"):
        for made in generate_many(6, size=Geometry.parse(size), seed=14):
            record = explain(made, techniques=easy, search=False)
            for now in [*(grid for grid, _ in record.positions()), record.position]:
                steps = find_steps(made, now=now, techniques=UNIQUENESS)
                met |= {step.technique for step in steps}
                values = solve(made).solution.values
                assert [] == unsound(steps, values, candidate_sets(now))
    assert len(met) >= 6


def test_puzzles_of_several_solutions():
    """Of several, no solution loses a digit: rectangles are not used."""
    for clues in ("1...", "12..", "1.2."):
        puzzle = Puzzle(clues + "." * 12)
        record = explain(puzzle, search=False)
        assert not record.position.is_complete
        assert not UNIQUENESS & {step.technique for step in record.steps}


@pytest.mark.parametrize("box", [(1, 2), (2, 1)])
def test_tiny_boards(box):
    """A unit of two cells is not taken for one without a digit."""
    board = Geometry.of_box(*box)
    puzzle = Puzzle((1, 0, 0, 0), geometry=board)

    record = explain(puzzle, techniques="all", verify=True)

    assert (3, (1, 2, 2, 1)) == (len(record.steps), record.position.values)
    assert [] == find_steps(Puzzle((0,) * 4, geometry=board), techniques="all")
