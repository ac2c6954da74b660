"""Steps of almost locked sets: sound, ordered, and told in words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry
from satdoku.deduce.almost_locked_sets import AlmostLockedSet, almost_locked_sets
from satdoku.deduce.als_steps import Find, best_first, cell_set, removed, weight
from satdoku.deduce.restricted_commons import RestrictedCommons
from satdoku.deduce.searches import search_of
from satdoku.deduce.state import State
from satdoku.deduce.technique import Technique
from satdoku.deduce.view import View
from satdoku.grid import Grid
from tests.unit.deduce.cases import cases_of, steps_of
from tests.unit.deduce.positions import positions

if TYPE_CHECKING:
    from satdoku.deduce.step import Step

TECHNIQUES = [
    Technique.ALS_XZ,
    Technique.ALS_XY_WING,
    Technique.ALS_CHAIN,
    Technique.DEATH_BLOSSOM,
    Technique.SUE_DE_COQ,
]
GEOMETRIES = {Geometry(2, 3): 9, Geometry(3, 3): 6, Geometry(4, 4): 2}
"""With how many positions are made of each."""


def check(state: State, step: Step) -> None:
    """Check what holds of every step."""
    assert sorted(set(step.removes)) == list(step.removes)
    assert {digit for _, digit in step.removes} == set(step.digits)
    assert all(state.left[cell] >> (digit - 1) & 1 for cell, digit in step.removes)
    assert str(step).startswith(f"{step.technique.title}: {step.outcome}, ")


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda each: each.key)
@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_no_removal_is_in_the_solution(
    geometry: Geometry, technique: Technique
) -> None:
    """What is removed is there, and is not what the solution has."""
    total = 0
    search = search_of(technique)
    for state, solution in positions(geometry, GEOMETRIES[geometry], seed=18):
        if not 20 < len(almost_locked_sets(View(state))) < 280:
            continue  # a few, and none of those where there are thousands of steps
        for exhaustive in (False, True):
            for step in search.find(View(state, exhaustive=exhaustive)):
                total += 1
                check(state, step)

                assert all(solution[cell] != digit for cell, digit in step.removes)
    assert total


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda each: each.key)
@pytest.mark.parametrize("text", ["1234 3412 2143 4321", ".... .... .... ...."])
def test_nothing_is_found_where_nothing_is(technique: Technique, text: str) -> None:
    """A solved grid and an empty one have no such step."""
    state = State.of(Grid.parse(text))
    for exhaustive in (False, True):
        view = View(state, exhaustive=exhaustive)

        assert [] == list(search_of(technique).find(view))


def test_weight_is_of_the_cells_most_of_all() -> None:
    """Each further candidate's cell counts 80 times more; digits count once."""
    span = 81
    one, two = 10, 5 * span + 3

    assert 10 + 1 == weight(1 << one, span)
    assert 10 + 1 + 3 * 81 + 6 == weight(1 << one | 1 << two, span)
    assert ((3, 6), (10, 1)) == removed(1 << one | 1 << two, span)


def test_best_find_of_an_outcome_has_the_fewest_cells() -> None:
    """One is kept of each outcome; more removed candidates, then less weight first."""
    view = View(State.of(Grid.parse(".... .... .... ....")))
    sets = [AlmostLockedSet(cells, 0, (), ()) for cells in (0b111, 0b1, 0b11)]
    commons = RestrictedCommons(sets, [], [], [], {}, [])
    heavy, light = Find(0b1000, (0,), ()), Find(0b10, (0,), ())
    large, small = Find(0b110, (0, 1), ()), Find(0b110, (1, 2), ())

    assert [small, light, heavy] == best_first(
        [heavy, light, large, small, large], commons, view
    )


def test_sets_have_letters() -> None:
    """After Z comes A1."""
    als = AlmostLockedSet(0b101, 0b110, (), ())

    assert ((0, 2), (2, 3), "A") == cell_set(als, 0)
    assert ["Z", "A1", "B1"] == [cell_set(als, index).role for index in (25, 26, 27)]


SENTENCES = Path(__file__).with_name("als_sentences.txt").read_text(encoding="utf-8")
"""Cases of HoDoKu's library, each with what is said of it on the next line."""


def test_sentences(tmp_path: Path) -> None:
    """Each names sets, restricted commons and what follows."""
    path = tmp_path / "cases.txt"
    path.write_text(SENTENCES, encoding="utf-8")
    told = [
        str(step)
        for case in cases_of(path)
        for step in steps_of(case)
        if set(step.removes) == set(case.removes)
    ]

    assert SENTENCES.splitlines()[1::2] == told
