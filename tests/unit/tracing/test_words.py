"""Literals by name, clauses by what they say; on every shipped recipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.cnf.encode import encoding
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.recipe import load, shipped
from satdoku.geometry import Geometry
from satdoku.tracing import index as index_module
from satdoku.tracing.index import ClauseIndex
from satdoku.tracing.words import Words, negated

if TYPE_CHECKING:
    from collections.abc import Callable

RECIPES = [recipe.name for recipe in shipped()]


def rules(recipe: str) -> Formula:
    """Return the formula of the rules of 4×4."""
    return encoding(Geometry(2, 2), load(recipe)).formula


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_clause_is_found_and_told(recipe: str) -> None:
    """In whatever order its literals come: its number, its origin, and a meaning."""
    formula = rules(recipe)
    words = Words(formula)
    number = 0
    for group in formula.groups():
        for clause in group.clauses:
            number += 1
            cited = words.citation(clause[::-1])

            assert number == cited.number
            assert group.origin == cited.origin
            assert cited.meaning
            assert cited.text.count(" or ") == len(clause) - 1
    assert formula.clause_count == number


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_literal_has_a_name_of_its_own(recipe: str) -> None:
    """And negating a name twice gives it back."""
    formula = rules(recipe)
    words = Words(formula)
    literals = [sign * v for v in range(1, formula.variables + 1) for sign in (1, -1)]
    names = [words.literal(literal) for literal in literals]

    assert len(set(names)) == len(names)
    assert [words.literal(-literal) for literal in literals] == [*map(negated, names)]


@pytest.mark.parametrize(
    ("recipe", "clause", "meaning"),
    [
        ("minimal", (1, 2, 3, 4), "r1c1 holds a digit"),
        ("minimal", (-1, -5), "row 1 holds 1 only once"),
        ("extended", (1, 17, 33, 49), "column 1 holds 1"),
        ("extended", (-1, -21), "box 1 holds 1 only once"),
        ("support", (-1, 6, 7, 8), "r1c1 and r1c2 hold different digits"),
        ("triad", (65, 69), "row 1 holds 1"),
        ("triad", (-65, -69), "row 1 holds 1 only once"),
        ("triad", (1, 5, -65), "row 1 in box 1 holds 1 if r1b1=1"),
        ("triad", (-1, 65), "r1b1=1 if r1c1=1"),
    ],
)
def test_meanings(recipe: str, clause: tuple[int, ...], meaning: str) -> None:
    """What the clauses of each family say, word for word."""
    assert meaning == Words(rules(recipe)).citation(clause).meaning


def test_auxiliary_variables_are_told_as_such() -> None:
    """A clause of an at-most-one scheme says what it is a part of."""
    formula = rules("extended-ladder")
    words = Words(formula)
    said = {words.citation(clause).meaning for clause in formula}

    assert "row 1 holds 1 only once, told by auxiliary variables" in said


def test_exact_triads() -> None:
    """Clauses that are not about a digit say so."""
    geometry = Geometry(2, 3)
    formula = encoding(geometry, load("triad-exact3")).formula
    words = Words(formula)
    said = {words.citation(clause).meaning for clause in formula}

    assert "row 1 in box 2 holds as many digits as it has cells" in said


def test_a_clause_that_is_none(formula: Callable[..., Formula]) -> None:
    """It has no number and no origin; of one literal, it is an assumption."""
    words = Words(formula(3, (1, 2), (3,)))

    assert (None, None, "") == words.citation((1, 3))[1:]
    assert "an assumption that is false already" == words.citation((-2,)).meaning
    assert ("3", 2, "clause 2") == (
        words.citation((3,)).text,
        words.citation((3,)).number,
        words.citation((3,)).meaning,
    )


def test_the_empty_clause(formula: Callable[..., Formula]) -> None:
    """It can be said."""
    assert "the empty clause" == Words(formula(1, ())).citation(()).text


def test_a_family_nobody_knows() -> None:
    """A person's own formula tells its own origins."""
    group = Group(Origin("pigeons", "hole 3"), ((-1, -2),))
    words = Words(Formula(2, 1, lambda: [group], str))

    assert "pigeons: hole 3" == words.citation((-1, -2)).meaning


def test_large_formulas_are_not_looked_up(
    formula: Callable[..., Formula], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clauses have no numbers then, and nothing is said that is not known."""
    monkeypatch.setattr(index_module, "_LARGEST", 1)
    small, large = formula(2, (1, 2)), formula(2, (1, 2), (-1,))

    assert ClauseIndex(small).can_look_up
    assert not ClauseIndex(large).can_look_up
    assert ("1 or 2", None, None, "") == Words(large).citation((1, 2))
    assert "" == Words(large).citation((-1,)).meaning


def test_repeated_clauses_and_literals(formula: Callable[..., Formula]) -> None:
    """A clause is found as the first that says it."""
    index = ClauseIndex(formula(2, (1, 1, 2), (2, 1), (-1, -1)))

    assert (1, 1, 3) == (index.number((1, 2)), index.number((2, 1)), index.number([-1]))


def test_citations_are_kept_within_bounds(
    formula: Callable[..., Formula], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are cited, memory stays flat and answers the same."""
    monkeypatch.setattr("satdoku.tracing.words._KEPT", 2)
    words = Words(formula(3, (1,), (2,), (3,)))

    assert [1, 2, 3, 1] == [words.citation((v,)).number for v in (1, 2, 3, 1)]
    assert len(words._citations) <= 2
