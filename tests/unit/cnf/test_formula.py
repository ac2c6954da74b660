"""Formulas: clauses with origins, made anew at each walk."""

from __future__ import annotations

from satdoku.cnf.formula import Formula, Group, Origin


def test_walks() -> None:
    """Clauses are those of the groups, as often as asked."""
    groups = (
        Group(Origin("cell", "r1c1"), ((1, 2), (-1, -2))),
        Group(Origin("unit", "row 1", 2), ((2,),)),
    )
    formula = Formula(2, 3, lambda: groups, str)

    assert list(formula) == list(formula) == [(1, 2), (-1, -2), (2,)]
    assert list(formula.groups()) == list(groups)
    assert len(formula) == 3
    assert formula.name_of(2) == "2"


def test_clauses_without_origins() -> None:
    """Where clauses can be had more cheaply, the walk takes them from there."""
    formula = Formula(1, 1, tuple, str, lambda: [(1,)])

    assert list(formula) == [(1,)]


def test_origin() -> None:
    """An origin reads as a line; the digit only where there is one."""
    assert str(Origin("cell", "r1c1")) == "cell: r1c1"
    assert str(Origin("unit", "row 3", 7)) == "unit: row 3, digit 7"
