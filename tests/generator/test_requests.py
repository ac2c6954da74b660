"""Requests that make no sense, contradict themselves, or cannot be met."""

from collections import Counter
from itertools import combinations

import pytest

import satdoku
from satdoku import Geometry, Level, Puzzle, generate, generate_many
from tests.conftest import table

SOLVED = "1243342121344312"


@pytest.mark.parametrize(
    "pattern",
    [
        "X..X .... 0._- #.*x",
        "X.|.1\n..|..\n--+--\n0.|_-\n#.|*x\n",
        Puzzle("1..2........3.44"),
    ],
    ids=["text", "drawn", "grid"],
)
def test_patterns_in_any_form(pattern):
    """Blanks, borders and the sign of a clue do not matter."""
    made = generate(pattern=pattern, seed=1)
    assert {0, 3, 12, 14, 15} == {cell for cell, _ in made.clues.filled}
    assert Geometry(4, 4) == made.geometry


@pytest.mark.parametrize(
    ("options", "geometry"),
    [
        ({}, Geometry(9, 9)),
        ({"size": 6}, Geometry(6, 6)),
        ({"size": Geometry.of_box(1, 5)}, Geometry.of_box(1, 5)),
        ({"solution": SOLVED}, Geometry(4, 4)),
        ({"pattern": "x" * 35 + "."}, Geometry(6, 6)),
        (
            {"pattern": "x" * 35 + ".", "size": Geometry.of_box(3, 2)},
            Geometry.of_box(3, 2),
        ),
    ],
    ids=str,
)
def test_the_geometry(options, geometry):
    """Of the size, the pattern or the solution; or else 9×9."""
    assert geometry == generate(seed=1, **options).geometry


def test_names_or_members():
    named = generate(level="easy", symmetry="diagonal", seed=2)
    assert named == generate(level=Level.EASY, symmetry="DIAGONAL", seed=2)


def test_no_4x4_puzzle_has_three_clues():
    grids = [grid.values for grid in satdoku.all_solutions("." * 16)]

    for cells in combinations(range(16), 3):
        shared = Counter(tuple(grid[cell] for cell in cells) for grid in grids)
        assert min(shared.values()) > 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"clues": 16}, ["17"]),
        ({"clues": 3, "size": 4}, ["4"]),
        ({"pattern": "x...|..x.|.x..|...."}, ["4"]),
        ({"clues": 4, "size": 6}, ["5"]),
        ({"clues": 26, "symmetry": "rotational90"}, ["26"]),
        ({"clues": 7, "size": 4, "symmetry": "rotational180"}, ["7"]),
        ({"pattern": "x" * 27 + "." * 54}, ["4", "5"]),
        ({"pattern": "....|....|xxxx|xxxx"}, ["1", "2"]),
        ({"pattern": "xx..|xx..|xx..|xx.."}, ["3", "4"]),
        ({"pattern": "x...|..x.|....|...."}, ["3", "4"]),
        ({"pattern": "x...|....|..x.|...."}, ["2"]),
    ],
    ids=str,
)
def test_what_is_known_not_to_exist(options, words):
    """It is said at once, whatever the number of attempts."""
    with pytest.raises(satdoku.Stopped) as error:
        generate(seed=1, max_attempts=10**9, **options)
    assert all(word in str(error.value) for word in words)


def test_numbers_of_puzzles_are_from_one():
    with pytest.raises(satdoku.UsageError, match="n"):
        next(generate_many(0, size=4))


@pytest.mark.parametrize(
    "options",
    [
        {"clues": 25, "symmetry": "rotational180"},
        {"clues": 27, "symmetry": "diagonal"},
        {"pattern": "x...|..x.|.x..|...x"},
        {"clues": 5, "size": 4},
    ],
    ids=str,
)
def test_what_is_not_known_is_tried(options):
    made = generate(seed=1, max_attempts=20, timeout=20, **options)
    assert made.clue_count == options.get("clues", 4)


@pytest.mark.parametrize(
    "options",
    table(__file__, "test_it_gives_up_after_so_many_attempts", SOLVED=SOLVED),
    ids=str,
)
def test_it_gives_up_after_so_many_attempts(options):
    with pytest.raises(satdoku.Stopped) as error:
        generate(seed=1, max_attempts=2, **options)
    assert "2 attempts" in str(error.value)
