"""Clauses of recipes derived from the textbook's."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from satdoku.cnf.encode import encoding
from satdoku.cnf.recipe import load, shipped
from satdoku.errors import EngineError
from satdoku.geometry import Geometry
from satdoku.proof.derive import Derivation, derivation
from satdoku.proof.textbook import rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.engines.engine import Lemma

RECIPES = [recipe.name for recipe in shipped()]
EXTRAS = [(10**6,)] * 7
"""Clauses of a puzzle, which stand between the rules and what is derived."""


def follow(clauses: Sequence[tuple[int, ...]], lemmas: list[Lemma]) -> list[set[int]]:
    """Check lemmas step by step, naively; return all clauses."""
    known = [set(clause) for clause in clauses]
    for lemma in lemmas:
        true = {-literal for literal in lemma.literals}
        hints = lemma.hints or ()
        refuted = False
        for hint in hints:
            if hint < 0:
                break
            free = {literal for literal in known[hint - 1] if -literal not in true}

            assert len(free) <= 1
            refuted = not free
            true |= free
        if not refuted:
            pivot = lemma.literals[0]
            against = [at for at, one in enumerate(known, 1) if -pivot in one]

            assert sorted(against) == sorted(-hint for hint in hints if hint < 0)
            for at in against:
                rest = known[at - 1] - {-pivot}
                assert any(-literal in lemma.literals for literal in rest)
        known.append(set(lemma.literals))
    return known


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (1, 4)])
@pytest.mark.parametrize("name", RECIPES)
def test_every_clause(name: str, shape: tuple[int, int]) -> None:
    """Every clause of every recipe is derived, by steps that are right."""
    geometry, recipe = Geometry(*shape), load(name)
    wanted = list(encoding(geometry, recipe).formula)
    textbook = [*rules(geometry), *EXTRAS]
    made = Derivation(tuple(rules(geometry)), tuple(wanted), name)
    derived = made.derive(range(1, len(wanted) + 1), len(textbook))
    known = follow(textbook, derived.lemmas)

    for number, clause in enumerate(wanted, 1):
        assert set(clause) == known[derived.numbers[number] - 1]


@pytest.mark.parametrize("name", RECIPES)
def test_some_clauses_of_9x9(name: str) -> None:
    """Some clauses take only what they rest on, and that is right too."""
    geometry, recipe = Geometry(3, 3), load(name)
    wanted = list(encoding(geometry, recipe).formula)
    some = Random(name).sample(range(1, len(wanted) + 1), 40)  # noqa: S311  no secret
    textbook = [*rules(geometry), *EXTRAS]
    derived = derivation(geometry, recipe, 10**6).derive(some, len(textbook))
    known = follow(textbook, derived.lemmas)

    assert set(some) == derived.numbers.keys()
    for number in some:
        assert set(wanted[number - 1]) == known[derived.numbers[number] - 1]


def test_in_parts() -> None:
    """What was derived before is found again; the steps are numbered anew."""
    geometry, recipe = Geometry(2, 2), load("triad")
    textbook = list(rules(geometry))
    wanted = list(encoding(geometry, recipe).formula)
    made = Derivation(tuple(textbook), tuple(wanted), "triad")
    first = made.derive([len(wanted)], len(textbook))
    made.derive(range(300, 400), len(textbook))

    assert first == made.derive([len(wanted)], len(textbook))
    later = made.derive([len(wanted)], len(textbook) + 5).lemmas
    assert [one.literals for one in first.lemmas] == [one.literals for one in later]


@pytest.mark.parametrize("wrong", [(1,), (-1, -22), (65,), (-65, 1)])
def test_wrong_recipe(wrong: tuple[int, ...]) -> None:
    """A clause that does not follow is not derived; it is quoted."""
    geometry = Geometry(2, 2)
    made = Derivation(
        tuple(rules(geometry)), ((-1, 65), (-2, 65), (-3, 66), wrong), "mine"
    )

    with pytest.raises(EngineError, match="recipe mine was not derived"):
        made.derive([4], 400)
