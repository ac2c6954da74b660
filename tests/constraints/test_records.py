"""Records: classes become dataclasses when somebody looks at their fields."""

from __future__ import annotations

import inspect
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from satdoku.constraints import ChaosArrow
from satdoku.puzzle.constraints.records import Record, declared, default_of


@pytest.fixture
def kind() -> type[Record]:
    """Return a class that nobody has looked at."""

    @declared
    class Base(Record):
        x: int

    @declared
    class Point(Base):
        y: tuple[int, ...] = field(default=(1,), metadata={"kind": "values"})

    return Point


def test_default_of_a_class_that_was_never_made(kind):
    assert default_of(kind, "y") == (1,)


def test_first_record_has_the_fields_of_its_bases_and_is_frozen(kind):
    point = kind(3)
    assert (point, hash(point)) == (kind(3, (1,)), hash(kind(3, y=(1,))))
    assert replace(point, x=4).x == 4
    with pytest.raises(FrozenInstanceError):
        point.x = 5


def test_frozen_dataclass_derives_from_a_class_that_was_never_made(kind):
    derived = dataclass(frozen=True)(type("Derived", (kind,), {"__annotations__": {}}))
    assert [each.name for each in fields(derived)] == ["x", "y"]
    assert derived(1).y == (1,)


def test_keywords_come_last_in_a_signature():
    parameters = inspect.signature(ChaosArrow).parameters.values()
    kinds = [parameter.kind for parameter in parameters]
    assert kinds == sorted(kinds)
    assert inspect.Parameter.KEYWORD_ONLY in kinds
