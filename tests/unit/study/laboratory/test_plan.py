"""What the laboratory measures: the usual, and what somebody asks for."""

from __future__ import annotations

import pytest

from satdoku.errors import SatdokuError
from satdoku.grid import Grid
from satdoku.study.laboratory.crossover import ENOUGH
from satdoku.study.laboratory.plan import SIZES, Laboratory
from satdoku.study.laboratory.sample import PROPAGATION, Form
from satdoku.study.subject import Subject

OWN = Subject(Grid.parse("1... ..2. ..3. 4..."), "mine", 1)


def test_a_puzzle() -> None:
    """A puzzle is measured in both forms by all engines, and its propagation once."""
    small = Laboratory((), ("dpll", "minisat22"), ("triad",), own=(OWN,))
    expected = [
        (Form.WHOLE, "dpll"),
        (Form.WHOLE, "minisat22"),
        (Form.WHOLE, PROPAGATION),
        (Form.SIMPLIFIED, "dpll"),
        (Form.SIMPLIFIED, "minisat22"),
    ]

    assert expected == [(task.form, task.engine) for task in small.tasks()]


def test_empty_grids_are_not_simplified() -> None:
    """No clues simplify nothing, and propagate nothing."""
    small = Laboratory((4,), ("dpll",), ("triad",))
    empty = [task for task in small.tasks() if task.subject.set == "empty"]

    assert [(Form.WHOLE, "dpll")] == [(task.form, task.engine) for task in empty]


def test_rounds() -> None:
    """All first puzzles come before all second ones, and own ones are repeated."""
    small = Laboratory((4,), ("dpll",), ("triad",), each=2, own=(OWN,))
    whole = [
        (task.subject.set, task.subject.number, task.repeat)
        for task in small.tasks()
        if task.form is Form.WHOLE and task.engine == "dpll"
    ]
    made = ["30%", "45%", "60%", "fewest clues"]
    first = [("empty", 1, 1), *((name, 1, 1) for name in made), ("mine", 1, 1)]

    assert [*first, *((name, 2, 1) for name in made), ("mine", 1, 2)] == whole


@pytest.mark.parametrize("size", SIZES)
def test_enough_puzzles(size: int) -> None:
    """The usual ones suffice for a claim: of clues all but those always cut off."""
    sets = [one.set for one in Laboratory((size,)).subjects()]

    assert len([each for each in sets if each != "empty"]) - (size > 25) >= ENOUGH
    assert 1 == sets.count("45%") or size <= 25


def test_many_own_puzzles() -> None:
    """Every one of a person's own puzzles is measured, whatever its number."""
    own = tuple(Subject(OWN.puzzle, "mine", number) for number in (1, 2, 3))
    found = Laboratory((), ("dpll",), ("triad",), own=own).tasks()

    assert {1, 2, 3} == {task.subject.number for task in found}


def test_keys() -> None:
    """Every task is one of its own."""
    tasks = list(Laboratory((4, 9), each=2).tasks())

    assert len(tasks) == len({task.key for task in tasks})


@pytest.mark.parametrize(
    ("size", "engine", "recipe"), [(25, "dpll", "minimal"), (16, "lanes", "support")]
)
def test_large_grids_are_spared(size: int, engine: str, recipe: str) -> None:
    """Large grids are not measured by what would be cut off, unless asked for."""
    usual = Laboratory((size,))

    assert engine not in usual.engines_of(size)
    assert recipe not in usual.encodings_of(size)
    assert (recipe,) == Laboratory((size,), None, (recipe,)).encodings_of(size)


@pytest.mark.parametrize(
    ("sizes", "engines", "encodings", "expected"),
    [
        ((), None, None, "nothing to measure"),
        ((7,), None, None, "7x7"),
        ((256,), None, None, "expected sizes up to 225"),
        ((9,), ("lanes",), None, "lanes takes puzzles of 9x9"),
        ((9,), ("nobody",), None, "no engine nobody"),
        ((9,), None, ("nothing",), "nothing"),
    ],
)
def test_mistakes(
    sizes: tuple[int, ...],
    engines: tuple[str, ...] | None,
    encodings: tuple[str, ...] | None,
    expected: str,
) -> None:
    """What cannot be measured is told before anything is."""
    with pytest.raises(SatdokuError, match=expected):
        Laboratory(sizes, engines, encodings)
