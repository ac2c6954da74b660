"""Templates, drawn."""

from __future__ import annotations

from satdoku.deduce.shape import Shape
from satdoku.deduce.state import State
from satdoku.deduce.templates import template_delete, template_set
from satdoku.deduce.view import View
from satdoku.geometry import Geometry
from tests.unit.deduce.pictures import drawn


def test_what_no_template_has() -> None:
    """Row 2 needs box 2 for its digit, so row 1 cannot have it there."""
    (step,) = template_delete(drawn("xxxx ..xx xxx. .xxx"))

    assert "r1c34<>1" == step.outcome
    assert "no way to place 1 in all units at once has it there" == step.reason


def test_what_all_templates_have() -> None:
    """The digit is at r1c1 in all of them."""
    view = drawn("x... ..xx .xx. .x.x")
    (found,) = template_set(view)

    assert ((0, 1),) == found.places[:1]
    assert "every way to place 1 in all units at once has it there" == found.reason


def test_what_another_digit_takes() -> None:
    """Where all templates of 1 are, there is no 2: its templates fall."""
    state = State(Shape.of(Geometry(2, 2)))
    for cell in (1, 2, 3, 4, 5, 8, 12):
        state.remove(cell, 1)
    steps = list(template_delete(View(state)))

    assert [(0, 2), (0, 3), (0, 4)] == sorted(
        candidate for step in steps for candidate in step.removes
    )
    assert (
        "no way to place 2 in all units at once has it there beside r1c1=1, which "
        "templates give as well"
    ) == steps[0].reason


def test_a_digit_without_templates_goes_everywhere() -> None:
    """The position cannot be completed: every candidate of the digit is refuted."""
    view = drawn("x... x... ..x. ...x")
    (step,) = template_delete(view)

    assert [0, 4, 10, 15] == [cell for cell, _ in step.removes]
